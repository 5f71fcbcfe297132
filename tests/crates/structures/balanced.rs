//! A balanced search tree behind options. `remove` forgets to balance where it takes the least key of the right side (7 nodes), which no tree
//! shows that the precondition leads to in a few steps: they are those that `insert` returns.
use refine_spec::*;

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub key: i32,
    pub height: u32,
    pub left: Tree,
    pub right: Tree,
}

pub type Tree = Option<Box<Node>>;

#[pure]
fn height(tree: &Tree) -> u32 {
    tree.as_ref().map_or(0, |node| node.height)
}

#[pure]
fn all_below(tree: &Tree, key: i32) -> bool {
    match tree {
        None => true,
        Some(node) => node.key < key && all_below(&node.left, key) && all_below(&node.right, key),
    }
}

#[pure]
fn all_above(tree: &Tree, key: i32) -> bool {
    match tree {
        None => true,
        Some(node) => node.key > key && all_above(&node.left, key) && all_above(&node.right, key),
    }
}

#[pure]
fn is_search_tree(tree: &Tree) -> bool {
    match tree {
        None => true,
        Some(node) => {
            all_below(&node.left, node.key)
                && all_above(&node.right, node.key)
                && is_search_tree(&node.left)
                && is_search_tree(&node.right)
        }
    }
}

#[pure]
fn is_balanced(tree: &Tree) -> bool {
    match tree {
        None => true,
        Some(node) => {
            let (left, right) = (height(&node.left), height(&node.right));
            node.height == left.max(right).saturating_add(1)
                && left <= right.saturating_add(1)
                && right <= left.saturating_add(1)
                && is_balanced(&node.left)
                && is_balanced(&node.right)
        }
    }
}

fn update(node: &mut Node) {
    node.height = height(&node.left).max(height(&node.right)).saturating_add(1);
}

fn to_the_right(mut node: Box<Node>) -> Box<Node> {
    match node.left.take() {
        None => node,
        Some(mut left) => {
            node.left = left.right.take();
            update(&mut node);
            left.right = Some(node);
            update(&mut left);
            left
        }
    }
}

fn to_the_left(mut node: Box<Node>) -> Box<Node> {
    match node.right.take() {
        None => node,
        Some(mut right) => {
            node.right = right.left.take();
            update(&mut node);
            right.left = Some(node);
            update(&mut right);
            right
        }
    }
}

fn balanced(mut node: Box<Node>) -> Box<Node> {
    update(&mut node);
    let (left, right) = (height(&node.left), height(&node.right));
    if left > right.saturating_add(1) {
        let inner = node.left.take();
        let leans = inner.as_ref().is_some_and(|inner| height(&inner.left) < height(&inner.right));
        node.left = if leans { inner.map(to_the_left) } else { inner };
        to_the_right(node)
    } else if right > left.saturating_add(1) {
        let inner = node.right.take();
        let leans = inner.as_ref().is_some_and(|inner| height(&inner.right) < height(&inner.left));
        node.right = if leans { inner.map(to_the_right) } else { inner };
        to_the_left(node)
    } else {
        node
    }
}

#[requires(is_search_tree(&tree) && is_balanced(&tree))]
#[ensures(|ret| is_search_tree(ret))]
#[ensures(|ret| is_balanced(ret))]
pub fn insert(tree: Tree, key: i32) -> Tree {
    let Some(mut node) = tree else {
        return Some(Box::new(Node { key, height: 1, left: None, right: None }));
    };
    if key < node.key {
        node.left = insert(node.left.take(), key);
    } else if key > node.key {
        node.right = insert(node.right.take(), key);
    }
    Some(balanced(node))
}

fn without_least(mut node: Box<Node>) -> (i32, Tree) {
    match node.left.take() {
        None => (node.key, node.right.take()),
        Some(left) => {
            let (least, rest) = without_least(left);
            node.left = rest;
            let node = balanced(node); // WRONG:             update(&mut node);
            (least, Some(node))
        }
    }
}

#[requires(is_search_tree(&tree) && is_balanced(&tree))]
#[ensures(|ret| is_search_tree(ret))]
#[ensures(|ret| is_balanced(ret))]
pub fn remove(tree: Tree, key: i32) -> Tree {
    let mut node = tree?;
    if key < node.key {
        node.left = remove(node.left.take(), key);
    } else if key > node.key {
        node.right = remove(node.right.take(), key);
    } else {
        match (node.left.take(), node.right.take()) {
            (rest, None) | (None, rest) => return rest,
            (left, Some(right)) => {
                let (least, rest) = without_least(right);
                node.key = least;
                node.left = left;
                node.right = rest;
            }
        }
    }
    Some(balanced(node))
}
