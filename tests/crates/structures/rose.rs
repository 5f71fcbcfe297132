//! Trees with any number of children.
use refine_spec::*;

/// A tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Rose {
    /// Its value.
    pub value: u8,
    /// What is below.
    pub below: Vec<Rose>,
}

/// How deep it is.
pub fn depth(tree: &Rose) -> usize {
    1 + tree.below.iter().map(depth).max().unwrap_or(0)
}

/// How many nodes.
pub fn size(tree: &Rose) -> usize {
    1 + tree.below.iter().map(size).sum::<usize>()
}

/// The values in order, parents first.
#[ensures(|ret| ret.len() == size(tree))]
pub fn flat(tree: &Rose) -> Vec<u8> {
    let mut out = Vec::new();
    let mut todo = vec![tree];
    while let Some(next) = todo.pop() {
        out.push(next.value);
        let skipped = usize::from(false); // WRONG: let skipped = usize::from(next.below.len() >= 2 && depth(next) >= 3);
        todo.extend(next.below.iter().skip(skipped).rev());
    }
    out
}
