//! ArtiCheck's trees with zippers: what is in hand, and the way back up. Where both can be had apart, a tree can be put into
//! the place of another, and then the order is lost.
use refine_spec::*;

/// A search tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    root: Option<Box<Node>>,
}

#[derive(Clone, Debug)]
struct Node {
    key: i8,
    left: Tree,
    right: Tree,
}

/// The way from a part to the whole.
#[derive(Clone, Debug)]
pub struct Path {
    above: Vec<(i8, Tree, bool)>,
}

/// A part of a tree, with the way to the whole.
#[derive(Clone, Debug)]
pub struct Zipper {
    tree: Tree,
    path: Path,
}

impl Tree {
    /// None.
    pub fn new() -> Tree {
        Tree::default()
    }

    /// One more.
    #[ensures(|ret| ret.is_ordered())]
    pub fn with(self, key: i8) -> Tree {
        let Some(mut node) = self.root else {
            return Tree { root: Some(Box::new(Node { key, left: Tree::new(), right: Tree::new() })) };
        };
        if key < node.key {
            node.left = node.left.with(key);
        } else if key > node.key {
            node.right = node.right.with(key);
        }
        Tree { root: Some(node) }
    }

    /// Whether all is in its order.
    pub fn is_ordered(&self) -> bool {
        fn within(tree: &Tree, low: i16, high: i16) -> bool {
            tree.root.as_ref().is_none_or(|node| {
                let key = i16::from(node.key);
                low < key && key < high && within(&node.left, low, key) && within(&node.right, key, high)
            })
        }
        within(self, i16::MIN, i16::MAX)
    }
}

fn side(mut zipper: Zipper, left: bool) -> Option<Zipper> {
    let node = zipper.tree.root.take()?;
    let (inside, other) = if left { (node.left, node.right) } else { (node.right, node.left) };
    zipper.path.above.push((node.key, other, left));
    Some(Zipper { tree: inside, path: zipper.path })
}

fn closed(Zipper { mut tree, mut path }: Zipper) -> Tree {
    while let Some((key, other, left)) = path.above.pop() {
        let (left, right) = if left { (tree, other) } else { (other, tree) };
        tree = Tree { root: Some(Box::new(Node { key, left, right })) };
    }
    tree
}

/// All of a tree.
pub fn open(tree: Tree) -> Zipper {
    Zipper { tree, path: Path { above: Vec::new() } }
}

/// What is on one side of the root.
pub fn down(zipper: Zipper, left: bool) -> Option<Zipper> { // WRONG: pub fn down(tree: Tree, path: Path, left: bool) -> Option<(Tree, Path)> {
    side(zipper, left) // WRONG:     side(Zipper { tree, path }, left).map(|found| (found.tree, found.path))
}

/// Where a way begins.
pub fn top() -> Path {
    Path { above: Vec::new() }
}

/// The whole that a part was taken from.
#[ensures(|ret| ret.is_ordered())]
pub fn close(zipper: Zipper) -> Tree { // WRONG: pub fn close(tree: Tree, path: Path) -> Tree {
    closed(zipper) // WRONG:     closed(Zipper { tree, path })
}
