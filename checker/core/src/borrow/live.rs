//! Which mutable references may still be used.
use crate::ids::{BlockId, LocalId};
use crate::mir::visit::{Access, locals};
use crate::mir::{Body, Place, Projection, Stmt, Terminator};

use super::cfg::Cfg;
use super::init::{Init, Set, covers};
use super::targets::Targets;

/// The liveness of the references that end with the local they are kept in. A set has the numbers of their paths.
pub(super) struct Live<'a> {
    body: &'a Body,
    targets: &'a Targets,
    init: &'a Init<'a>,
    on_entry: Vec<Set>,
}

impl<'a> Live<'a> {
    pub(super) fn new(body: &'a Body, targets: &'a Targets, init: &'a Init<'a>, cfg: &Cfg) -> Live<'a> {
        let on_entry = vec![Set::new(init.paths.len()); body.blocks.len()];
        let mut live = Live { body, targets, init, on_entry };
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

    /// What is live on entering a block.
    pub(super) fn on_entry(&self, block: BlockId) -> &Set {
        &self.on_entry[block.0 as usize]
    }

    /// What is live before each statement of a block, before its end, and last after it.
    pub(super) fn after_each(&self, block: BlockId) -> Vec<Set> {
        let of = self.body.block(block);
        let mut set = Set::new(self.init.paths.len());
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
        for at in self.written(stmt) {
            set.put(at, false);
        }
        stmt.each_access(&mut |access, place| {
            let is_use = match access {
                // Where a reference on the way is followed, it is used; a name for something else is set to what is borrowed, which
                // counts by itself.
                Access::Write => !place.projections.is_empty(),
                Access::Drop => matches!(stmt, Stmt::Drop { glue, .. } if !glue.is_empty()),
                _ => true,
            };
            if is_use {
                self.reached(set, place, access == Access::Write);
            }
        });
        stmt.each_other(&self.body.clauses, &mut |id| self.used(set, id));
    }

    /// The references that a statement overwrites, or sets for the first time.
    pub(super) fn written(&self, stmt: &Stmt) -> Vec<usize> {
        let mut out = Vec::new();
        stmt.each_access(&mut |access, place| {
            if access == Access::Write {
                let place = self.targets.canonical(place);
                out.extend(self.init.own(place.local).filter(|&at| covers(&place, &self.init.paths[at].place)));
            }
        });
        out
    }

    fn used(&self, set: &mut Set, local: LocalId) {
        let whole = Place::local(local);
        match self.targets.of(local) {
            Some(_) => self.reached(set, &whole.project(Projection::Deref), false),
            None => self.reached(set, &whole, false),
        }
    }

    /// A place is used, or only the references on the way to it.
    fn reached(&self, set: &mut Set, place: &Place, way_only: bool) {
        let bare = place.projections.is_empty() && self.targets.of(place.local).is_some();
        let place = if bare { place.project(Projection::Deref) } else { place.clone() };
        let place = self.targets.canonical(&place);
        for at in self.init.own(place.local) {
            let path = &self.init.paths[at].place;
            if covers(path, &place) && *path != place || !way_only && covers(&place, path) {
                set.put(at, true);
            }
        }
    }
}
