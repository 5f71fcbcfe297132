//! The last step: straight lines become one block, and blocks that nothing reaches go.
use std::collections::HashMap;

use crate::ids::BlockId;
use crate::ir::{Block, Body, Terminator};

use super::cfg::Cfg;
use super::loops::successors;

/// Joins each block with the one it goes to, where that has no other way in, and drops the rest. Heads of loops stay.
pub(super) fn tidy(body: &mut Body) {
    let cfg = Cfg::new(body.blocks.iter().map(|block| successors(&block.end)).collect());
    let stop = || Block { stmts: Vec::new(), end: Terminator::Stop };
    let is_head = |body: &Body, id: BlockId| body.loops.iter().any(|l| l.head == id);
    let mut gone = vec![false; body.blocks.len()];
    for &id in &cfg.order {
        while let Terminator::Goto(to) = body.blocks[id.0 as usize].end {
            let only = cfg.predecessors[to.0 as usize].len() == 1;
            if gone[id.0 as usize] || to == id || to.0 == 0 || !only || is_head(body, to) {
                break;
            }
            let next = std::mem::replace(&mut body.blocks[to.0 as usize], stop());
            gone[to.0 as usize] = true;
            let block = &mut body.blocks[id.0 as usize];
            block.stmts.extend(next.stmts);
            block.end = next.end;
        }
    }
    let kept: Vec<BlockId> = cfg.order.iter().copied().filter(|id| !gone[id.0 as usize]).collect();
    let new: HashMap<BlockId, BlockId> = kept.iter().zip(0..).map(|(id, at)| (*id, BlockId(at))).collect();
    let mut blocks: Vec<Block> =
        kept.iter().map(|id| std::mem::replace(&mut body.blocks[id.0 as usize], stop())).collect();
    for block in &mut blocks {
        match &mut block.end {
            Terminator::Goto(to) => *to = new[to],
            Terminator::Branch { then, otherwise, .. } => {
                *then = new[then];
                *otherwise = new[otherwise];
            }
            Terminator::Return | Terminator::Stop => {}
        }
    }
    body.blocks = blocks;
    body.loops.retain_mut(|l| match new.get(&l.head) {
        Some(head) => {
            l.head = *head;
            true
        }
        None => false,
    });
}
