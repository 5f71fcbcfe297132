//! Which locals that hold mutable references may still be used.
use std::collections::HashMap;

use crate::ir::{BlockId, LocalId};
use crate::mir::visit::{Access, locals};
use crate::mir::{Body, Place, Stmt, Terminator};

use super::cfg::Cfg;
use super::init::Set;
use super::targets::Targets;

/// The locals whose liveness is followed, by their number here.
pub(super) struct Live<'a> {
    body: &'a Body,
    targets: &'a Targets,
    number: HashMap<LocalId, usize>,
    on_entry: Vec<Set>,
}

impl<'a> Live<'a> {
    pub(super) fn new(body: &'a Body, targets: &'a Targets, cfg: &Cfg, of: &[LocalId]) -> Live<'a> {
        let number = of.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let on_entry = vec![Set::new(of.len()); body.blocks.len()];
        let mut live = Live { body, targets, number, on_entry };
        loop {
            let mut changed = false;
            for &block in cfg.order.iter().rev() {
                let entry = live.after_each(block).swap_remove(0);
                changed |= entry != live.on_entry[block.0 as usize];
                live.on_entry[block.0 as usize] = entry;
            }
            if !changed {
                return live;
            }
        }
    }

    /// Whether a local is live on entering a block.
    pub(super) fn on_entry(&self, block: BlockId, local: LocalId) -> bool {
        self.has(&self.on_entry[block.0 as usize], local)
    }

    /// Whether a set has a local.
    pub(super) fn has(&self, set: &Set, local: LocalId) -> bool {
        self.number.get(&local).is_some_and(|at| set.has(*at))
    }

    /// What is live before each statement of a block, before its end, and last after it.
    pub(super) fn after_each(&self, block: BlockId) -> Vec<Set> {
        let of = self.body.block(block);
        let mut set = Set::new(self.number.len());
        for to in of.end.successors() {
            set.union(&self.on_entry[to.0 as usize]);
        }
        let mut out = vec![set.clone()];
        match &of.end {
            Terminator::Branch { cond, .. } => locals(cond, &mut |id| self.used(&mut set, id)),
            Terminator::Return => self.used(&mut set, self.body.result()),
            Terminator::Goto(_) | Terminator::Stop => {}
        }
        out.push(set.clone());
        for stmt in of.stmts.iter().rev() {
            self.before(&mut set, stmt);
            out.push(set.clone());
        }
        out.reverse();
        out
    }

    fn before(&self, set: &mut Set, stmt: &Stmt) {
        stmt.each_access(&mut |access, place| {
            if access == Access::Write && place.projections.is_empty() && self.targets.of(place.local).is_none() {
                self.put(set, place.local, false);
            }
        });
        stmt.each_access(&mut |access, place| self.access(set, stmt, access, place));
        stmt.each_other(&self.body.clauses, &mut |id| self.used(set, id));
    }

    fn access(&self, set: &mut Set, stmt: &Stmt, access: Access, place: &Place) {
        let is_use = match access {
            // A name for something else is set to what is borrowed, which counts by itself.
            Access::Write => !place.projections.is_empty(),
            Access::Drop => matches!(stmt, Stmt::Drop { glue, .. } if !glue.is_empty()),
            _ => true,
        };
        if is_use {
            self.used(set, place.local);
        }
    }

    fn used(&self, set: &mut Set, local: LocalId) {
        let local = self.targets.of(local).map_or(local, |target| target.local);
        self.put(set, local, true);
    }

    fn put(&self, set: &mut Set, local: LocalId, value: bool) {
        if let Some(at) = self.number.get(&local) {
            set.put(*at, value);
        }
    }
}
