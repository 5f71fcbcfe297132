//! Sorted lists.
use refine_spec::*;

/// A list of keys.
#[derive(Clone, Debug, PartialEq)]
pub enum List {
    /// The empty one.
    Nil,
    /// One more key in front.
    Cons(u64, Box<List>),
}

use List::{Cons, Nil};

/// How many keys.
#[measure]
pub fn height(list: &List) -> usize {
    match list {
        Nil => 0,
        Cons(_, tail) => 1 + height(tail),
    }
}

/// Whether each key is at most the next.
#[pure]
pub fn ordered(list: &List) -> bool {
    match list {
        Nil => true,
        Cons(x, tail) => {
            ordered(tail)
                && match &**tail {
                    Nil => true,
                    Cons(y, _) => *x <= *y,
                }
        }
    }
}

/// The list with one more key, at its place.
#[requires(ordered(&list) && height(&list) >= 3)]
#[ensures(|ret| ordered(ret))]
pub fn insert(key: u64, list: List) -> List {
    match list {
        Nil => Cons(key, Box::new(Nil)),
        Cons(x, tail) if key <= x => Cons(key, Box::new(Cons(x, tail))),
        Cons(x, tail) => {
            let tail = add(key, *tail);
            Cons(x, Box::new(tail))
        }
    }
}

fn add(key: u64, list: List) -> List {
    match list {
        Nil => Cons(key, Box::new(Nil)),
        Cons(x, tail) if key <= x => Cons(key, Box::new(Cons(x, tail))), // WRONG: Cons(x, tail) if key <= x => Cons(x, Box::new(Cons(key, tail))),
        Cons(x, tail) => Cons(x, Box::new(add(key, *tail))),
    }
}
