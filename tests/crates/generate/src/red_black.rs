//! Red-black trees (Okasaki).
use refine_spec::*;

/// The colour of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Color {
    /// Its parts are black.
    Red,
    /// It counts.
    Black,
}

/// A tree of keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// The empty one.
    Leaf,
    /// A key between smaller and greater ones.
    Node(Color, Box<Tree>, u64, Box<Tree>),
}

use Color::{Black, Red};
use Tree::{Leaf, Node};

/// The longest way down.
#[measure]
pub fn height(t: &Tree) -> usize {
    match t {
        Leaf => 0,
        Node(_, l, _, r) => {
            let (l, r) = (height(l), height(r));
            1 + if l > r { l } else { r }
        }
    }
}

/// The black nodes on the leftmost way down.
#[measure]
pub fn black_height(t: &Tree) -> usize {
    match t {
        Leaf => 0,
        Node(color, l, _, _) => black_height(l) + if *color == Black { 1 } else { 0 },
    }
}

/// Whether all ways down have as many black nodes.
#[pure]
pub fn is_even(t: &Tree) -> bool {
    match t {
        Leaf => true,
        Node(_, l, _, r) => black_height(l) == black_height(r) && is_even(l) && is_even(r),
    }
}

/// Whether it is a red node.
#[pure]
pub fn is_red(t: &Tree) -> bool {
    match t {
        Leaf => false,
        Node(color, _, _, _) => *color == Red,
    }
}

/// Whether no red node has a red part.
#[pure]
pub fn no_red_red(t: &Tree) -> bool {
    match t {
        Leaf => true,
        Node(color, l, _, r) => {
            (*color == Black || !is_red(l) && !is_red(r)) && no_red_red(l) && no_red_red(r)
        }
    }
}

/// Whether all keys are below `k`.
#[pure]
pub fn below(t: &Tree, k: u64) -> bool {
    match t {
        Leaf => true,
        Node(_, l, x, r) => *x < k && below(l, k) && below(r, k),
    }
}

/// Whether all keys are above `k`.
#[pure]
pub fn above(t: &Tree, k: u64) -> bool {
    match t {
        Leaf => true,
        Node(_, l, x, r) => *x > k && above(l, k) && above(r, k),
    }
}

/// Whether the keys are in order.
#[pure]
pub fn ordered(t: &Tree) -> bool {
    match t {
        Leaf => true,
        Node(_, l, x, r) => below(l, *x) && above(r, *x) && ordered(l) && ordered(r),
    }
}

/// Whether it is a red-black tree.
#[pure]
pub fn is_red_black(t: &Tree) -> bool {
    !is_red(t) && is_even(t) && no_red_red(t) && ordered(t)
}

/// The tree with one more key.
#[requires(is_red_black(&t) && height(&t) >= 3)]
#[ensures(|ret| is_red_black(ret))]
pub fn add(key: u64, t: Tree) -> Tree {
    match ins(key, t) {
        Node(_, l, x, r) => Node(Black, l, x, r),
        Leaf => Leaf,
    }
}

fn ins(key: u64, t: Tree) -> Tree {
    match t {
        Leaf => Node(Red, Box::new(Leaf), key, Box::new(Leaf)),
        Node(color, l, x, r) => {
            if key < x {
                balance(color, ins(key, *l), x, *r)
            } else if key > x {
                balance(color, *l, x, ins(key, *r))
            } else {
                Node(color, l, x, r)
            }
        }
    }
}

fn node(color: Color, l: Tree, x: u64, r: Tree) -> Tree {
    Node(color, Box::new(l), x, Box::new(r))
}

fn balance(color: Color, l: Tree, x: u64, r: Tree) -> Tree {
    if color == Red {
        return node(Red, l, x, r);
    }
    let l = match l {
        Node(Red, a, p, b) => match (*a, *b) {
            (Node(Red, a, o, b), c) => return node(Red, Node(Black, a, o, b), p, node(Black, c, x, r)),
            (a, Node(Red, b, q, c)) => return node(Red, node(Black, a, p, *b), q, node(Black, *c, x, r)),
            (a, b) => node(Red, a, p, b),
        },
        l => l,
    };
    let r = match r {
        Node(Red, b, q, d) => match (*b, *d) {
            (Node(Red, b, p, c), d) => return node(Red, node(Black, l, x, *b), p, node(Black, *c, q, d)),
            (b, Node(Red, c, s, d)) => return node(Red, node(Black, l, x, b), q, Node(Black, c, s, d)), // WRONG: (b, Node(Red, c, s, d)) => return node(Red, node(Red, l, x, b), q, Node(Black, c, s, d)),
            (b, d) => node(Red, b, q, d),
        },
        r => r,
    };
    node(Black, l, x, r)
}
