//! A search tree from which keys are taken out.
use refine_spec::*;

/// A tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// None.
    Leaf,
    /// One key.
    Node(Box<Tree>, u8, Box<Tree>),
}

use Tree::{Leaf, Node};

/// The keys from left to right.
pub fn keys(tree: &Tree) -> Vec<u8> {
    match tree {
        Leaf => Vec::new(),
        Node(l, k, r) => keys(l).into_iter().chain([*k]).chain(keys(r)).collect(),
    }
}

/// Whether they are in order.
pub fn ordered(tree: &Tree) -> bool {
    keys(tree).windows(2).all(|pair| pair[0] < pair[1])
}

fn least(tree: &Tree) -> Option<u8> {
    match tree {
        Leaf => None,
        Node(l, k, _) => least(l).or(Some(*k)),
    }
}

/// The tree without a key.
#[requires(ordered(&tree))]
#[ensures(|ret| ordered(ret) && !keys(ret).contains(&key))]
pub fn delete(tree: Tree, key: u8) -> Tree {
    match tree {
        Leaf => Leaf,
        Node(l, k, r) if key < k => Node(Box::new(delete(*l, key)), k, r),
        Node(l, k, r) if key > k => Node(l, k, Box::new(delete(*r, key))),
        Node(l, _, r) => match (least(&r), *l) {
            (None, l) => l,
            (Some(_), Leaf) => *r,
            (Some(next), l) => {
                let rest = delete(*r, next); // WRONG: let rest = match *r { Node(a, _, b) if *a == Leaf => *b, Node(a, m, b) => Node(a, m, b), Leaf => Leaf };
                Node(Box::new(l), next, Box::new(rest))
            }
        },
    }
}
