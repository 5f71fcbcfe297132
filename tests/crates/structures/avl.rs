//! A balanced search tree with private insides.
use refine_spec::*;

/// A set of keys.
#[derive(Debug, Default)]
pub struct Avl {
    root: Option<Box<Node>>,
    len: usize,
}

#[derive(Debug)]
struct Node {
    key: i32,
    height: i32,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

fn height(node: &Option<Box<Node>>) -> i32 {
    node.as_ref().map_or(0, |node| node.height)
}

fn update(node: &mut Box<Node>) {
    node.height = 1 + height(&node.left).max(height(&node.right));
}

fn rotate_right(mut node: Box<Node>) -> Box<Node> {
    let Some(mut left) = node.left.take() else { return node };
    node.left = left.right.take();
    update(&mut node);
    left.right = Some(node);
    update(&mut left);
    left
}

fn rotate_left(mut node: Box<Node>) -> Box<Node> {
    let Some(mut right) = node.right.take() else { return node };
    node.right = right.left.take();
    update(&mut node);
    right.left = Some(node);
    update(&mut right);
    right
}

fn balanced(mut node: Box<Node>) -> Box<Node> {
    update(&mut node);
    let balance = height(&node.left) - height(&node.right);
    if balance > 1 {
        if let Some(left) = node.left.take() {
            let inner = height(&left.right) > height(&left.left); // WRONG: let inner = height(&left.right) > height(&left.left) + 1;
            node.left = Some(if inner { rotate_left(left) } else { left });
        }
        return rotate_right(node);
    }
    if balance < -1 {
        if let Some(right) = node.right.take() {
            let inner = height(&right.left) > height(&right.right);
            node.right = Some(if inner { rotate_right(right) } else { right });
        }
        return rotate_left(node);
    }
    node
}

fn inserted(node: Option<Box<Node>>, key: i32) -> (Box<Node>, bool) {
    let Some(mut node) = node else {
        return (Box::new(Node { key, height: 1, left: None, right: None }), true);
    };
    let new;
    if key < node.key {
        let (left, is_new) = inserted(node.left.take(), key);
        (node.left, new) = (Some(left), is_new);
    } else if key > node.key {
        let (right, is_new) = inserted(node.right.take(), key);
        (node.right, new) = (Some(right), is_new);
    } else {
        new = false;
    }
    (balanced(node), new)
}

fn valid(node: &Option<Box<Node>>, lo: i64, hi: i64) -> bool {
    node.as_ref().is_none_or(|node| {
        let key = i64::from(node.key);
        lo < key
            && key < hi
            && (height(&node.left) - height(&node.right)).abs() <= 1
            && valid(&node.left, lo, key)
            && valid(&node.right, key, hi)
    })
}

impl Avl {
    /// None.
    pub fn new() -> Avl {
        Avl::default()
    }

    /// One more.
    #[ensures(|_| self.is_valid())]
    pub fn insert(&mut self, key: i32) -> bool {
        let (root, new) = inserted(self.root.take(), key);
        self.root = Some(root);
        self.len += usize::from(new);
        new
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is a balanced search tree.
    pub fn is_valid(&self) -> bool {
        valid(&self.root, i64::MIN, i64::MAX)
    }
}
