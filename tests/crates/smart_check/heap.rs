//! A heap as a sorted list, wrongly.
use refine_spec::*;

/// A heap.
#[derive(Clone, Debug, PartialEq)]
pub enum Heap {
    /// None.
    Empty,
    /// One more.
    Node(i32, Box<Heap>, Box<Heap>),
}

use Heap::{Empty, Node};

/// Whether no value is below a greater one.
#[pure]
pub fn is_heap(h: &Heap) -> bool {
    match h {
        Empty => true,
        Node(x, l, r) => is_heap(l) && is_heap(r) && at_most(*x, l) && at_most(*x, r),
    }
}

/// Whether a value is at most the least of a heap.
#[pure]
pub fn at_most(x: i32, h: &Heap) -> bool {
    match h {
        Empty => true,
        Node(y, _, _) => x <= *y,
    }
}

fn list(h: &Heap, out: &mut Vec<i32>) {
    if let Node(x, l, r) = h {
        out.push(*x);
        list(l, out);
        list(r, out);
    }
}

fn ascending(xs: &[i32]) -> bool {
    xs.windows(2).all(|pair| pair[0] <= pair[1])
}

/// The values from the least.
#[requires(is_heap(h))]
#[ensures(|ret| ascending(ret))]
pub fn sorted(h: &Heap) -> Vec<i32> {
    let mut out = Vec::new();
    list(h, &mut out);
    out
}
