//! The control-flow graph of a body: what is reached, what dominates what, loops.
use std::collections::BTreeSet;

use crate::ids::BlockId;

/// The successors of each block with what follows from them.
pub(super) struct Cfg {
    /// Where execution may go on after each block.
    pub(super) successors: Vec<Vec<BlockId>>,
    /// Where it may come from, reachable blocks only.
    pub(super) predecessors: Vec<Vec<BlockId>>,
    /// The blocks that are reached, in reverse postorder.
    pub(super) order: Vec<BlockId>,
    /// The position of each block in the order.
    position: Vec<Option<usize>>,
    /// The immediate dominator of each block, by position; the first block is its own.
    idom: Vec<usize>,
}

/// A natural loop: all paths from its head back to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NaturalLoop {
    /// Where every turn starts.
    pub(super) head: BlockId,
    /// Its blocks, the head included.
    pub(super) blocks: BTreeSet<BlockId>,
}

impl Cfg {
    pub(super) fn new(successors: Vec<Vec<BlockId>>) -> Cfg {
        let order = reverse_postorder(&successors);
        let mut position = vec![None; successors.len()];
        for (at, block) in order.iter().enumerate() {
            position[block.0 as usize] = Some(at);
        }
        let mut predecessors = vec![Vec::new(); successors.len()];
        for &from in &order {
            for to in &successors[from.0 as usize] {
                predecessors[to.0 as usize].push(from);
            }
        }
        let mut cfg = Cfg { successors, predecessors, order, position, idom: Vec::new() };
        cfg.idom = cfg.dominators();
        cfg
    }

    /// As in Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm" (2001).
    fn dominators(&self) -> Vec<usize> {
        let unknown = usize::MAX;
        let mut idom = vec![unknown; self.order.len()];
        if idom.is_empty() {
            return idom;
        }
        idom[0] = 0;
        loop {
            let mut changed = false;
            for at in 1..self.order.len() {
                let mut new = unknown;
                for from in &self.predecessors[self.order[at].0 as usize] {
                    let Some(from) = self.position[from.0 as usize].filter(|&from| idom[from] != unknown) else {
                        continue;
                    };
                    new = if new == unknown { from } else { meet(&idom, new, from) };
                }
                if idom[at] != new {
                    idom[at] = new;
                    changed = true;
                }
            }
            if !changed {
                return idom;
            }
        }
    }

    /// Whether every path from the start to `b` goes by `a`.
    pub(super) fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (Some(a), Some(mut b)) = (self.position[a.0 as usize], self.position[b.0 as usize]) else { return false };
        while b > a {
            b = self.idom[b];
        }
        a == b
    }

    /// The natural loops, outer before inner; `None` if some cycle can be entered at two places.
    pub(super) fn loops(&self) -> Option<Vec<NaturalLoop>> {
        let mut loops: Vec<NaturalLoop> = Vec::new();
        for (at, &from) in self.order.iter().enumerate() {
            for &head in &self.successors[from.0 as usize] {
                // Against the order, every cycle has such an edge.
                if self.position[head.0 as usize].is_some_and(|to| to <= at) {
                    if !self.dominates(head, from) {
                        return None;
                    }
                    let blocks = self.turn(head, from);
                    match loops.iter_mut().find(|known| known.head == head) {
                        Some(known) => known.blocks.extend(blocks),
                        None => loops.push(NaturalLoop { head, blocks }),
                    }
                }
            }
        }
        loops.sort_by_key(|l| (usize::MAX - l.blocks.len(), l.head));
        Some(loops)
    }

    /// The blocks on a way from a loop's head to the block that leads back to it.
    fn turn(&self, head: BlockId, last: BlockId) -> BTreeSet<BlockId> {
        let mut blocks = BTreeSet::from([head]);
        let mut todo = vec![last];
        while let Some(block) = todo.pop() {
            if blocks.insert(block) {
                todo.extend(&self.predecessors[block.0 as usize]);
            }
        }
        blocks
    }
}

fn meet(idom: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = idom[a];
        }
        while b > a {
            b = idom[b];
        }
    }
    a
}

fn reverse_postorder(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut seen = vec![false; successors.len()];
    let mut out = Vec::new();
    let mut stack = if successors.is_empty() { Vec::new() } else { vec![(BlockId(0), false)] };
    while let Some((block, done)) = stack.pop() {
        if done {
            out.push(block);
        } else if !std::mem::replace(&mut seen[block.0 as usize], true) {
            stack.push((block, true));
            stack.extend(successors[block.0 as usize].iter().rev().map(|to| (*to, false)));
        }
    }
    out.reverse();
    out
}
