//! Where the ways of a body part and meet: post-dominators, on an acyclic graph.
use refine_core::ids::BlockId;
use refine_core::mir::{Body, Terminator};

/// The control flow of a body without loops.
pub(super) struct Flow {
    /// Whether some way from a block returns. (The others panic.)
    returns: Vec<bool>,
    /// The first block that all ways from a block to the end go through; none if they meet only there.
    meets: Vec<Option<BlockId>>,
}

impl Flow {
    /// `None` if there is a loop.
    pub(super) fn new(body: &Body) -> Option<Flow> {
        let order = postorder(body)?;
        let count = body.blocks.len();
        let mut flow = Flow { returns: vec![false; count], meets: vec![None; count] };
        // Successors come first; the number of a block in this order tells how near to the end it is.
        let mut number = vec![usize::MAX; count];
        for (at, id) in order.iter().enumerate() {
            number[id.0 as usize] = at;
            let ways: Vec<BlockId> = successors(body, *id).into_iter().filter(|to| flow.returns(*to)).collect();
            flow.returns[id.0 as usize] =
                matches!(body.blocks[id.0 as usize].end, Terminator::Return) || !ways.is_empty();
            flow.meets[id.0 as usize] = match ways[..] {
                [only] => Some(only),
                [a, b] => flow.common(a, b, &number),
                _ => None,
            };
        }
        Some(flow)
    }

    /// The first block on both ways to the end.
    fn common(&self, a: BlockId, b: BlockId, number: &[usize]) -> Option<BlockId> {
        let (mut a, mut b) = (Some(a), Some(b));
        while a != b {
            let (x, y) = (a?, b?);
            // The one further from the end takes a step.
            if number[x.0 as usize] > number[y.0 as usize] {
                a = self.meets[x.0 as usize];
            } else {
                b = self.meets[y.0 as usize];
            }
        }
        a
    }

    pub(super) fn returns(&self, block: BlockId) -> bool {
        self.returns[block.0 as usize]
    }

    /// Where the ways from the end of a block meet again, if not at the end of the body.
    pub(super) fn meet(&self, block: BlockId) -> Option<BlockId> {
        self.meets[block.0 as usize]
    }
}

fn successors(body: &Body, id: BlockId) -> Vec<BlockId> {
    match body.blocks[id.0 as usize].end {
        Terminator::Goto(to) => vec![to],
        Terminator::Branch { then, otherwise, .. } if then == otherwise => vec![then],
        Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
        Terminator::Return | Terminator::Stop => Vec::new(),
    }
}

/// The blocks that are reached, each after all that it leads to; `None` if there is a loop.
fn postorder(body: &Body) -> Option<Vec<BlockId>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; body.blocks.len()];
    let mut order = Vec::new();
    let mut todo = vec![(BlockId(0), false)];
    while let Some((id, left)) = todo.pop() {
        if left {
            marks[id.0 as usize] = Mark::Done;
            order.push(id);
            continue;
        }
        match marks[id.0 as usize] {
            Mark::Open => return None,
            Mark::Done => continue,
            Mark::New => marks[id.0 as usize] = Mark::Open,
        }
        todo.push((id, true));
        for to in successors(body, id) {
            match marks[to.0 as usize] {
                Mark::Open => return None,
                Mark::Done => {}
                Mark::New => todo.push((to, false)),
            }
        }
    }
    Some(order)
}
