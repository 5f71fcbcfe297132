//! Scopes: what is dropped where, on each way out.
//!
//! Variables belong to their block, arm or function; temporaries to the statement, condition or arm around them. Scopes are
//! a stack, and a way out of some of them (`break`, `return`, a pattern that does not match) drops what was made in
//! them so far, in reverse, without closing them. Whether a value is still there to be dropped is found out later
//! (`refine_core::borrow`): here all are dropped.
use hir_ty::next_solver::Ty;
use refine_core::ids::{BlockId, LocalId};
use refine_core::mir::{Place, Stmt};
use refine_core::span::Span;

use super::Lower;

/// What a scope holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holds {
    /// Variables.
    Variables,
    /// Temporaries.
    Temporaries,
}

/// A scope that is open.
#[derive(Debug)]
pub(crate) struct DropScope<'db> {
    holds: Holds,
    /// What is dropped, in the order in which it was made.
    drops: Vec<(LocalId, Ty<'db>)>,
}

/// A way out: a block, and how many scopes are still open there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit {
    pub block: BlockId,
    pub depth: usize,
}

impl<'db> Lower<'_, 'db> {
    /// Runs something in a scope of its own, which ends with it.
    pub fn scoped<R>(&mut self, holds: Holds, span: Span, run: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(DropScope { holds, drops: Vec::new() });
        let result = run(self);
        self.drop_down_to(self.scopes.len() - 1, span);
        self.scopes.pop();
        result
    }

    /// A way out to a block from all scopes that are opened from now on.
    pub fn exit_to(&self, block: BlockId) -> Exit {
        Exit { block, depth: self.scopes.len() }
    }

    /// Leaves by a way out.
    pub fn leave(&mut self, exit: Exit, span: Span) {
        self.drop_down_to(exit.depth, span);
        self.b.goto(exit.block);
    }

    /// A block that leaves by a way out: it is that of the way out where nothing is to be dropped.
    pub fn leaving(&mut self, exit: Exit, span: Span) -> BlockId {
        if self.scopes[exit.depth..].iter().all(|scope| scope.drops.is_empty()) {
            return exit.block;
        }
        let (here, block) = (self.b.current(), self.b.new_block());
        self.b.enter(block);
        self.leave(exit, span);
        self.b.enter(here);
        block
    }

    /// The innermost scope that holds a kind.
    pub fn innermost(&self, holds: Holds) -> Option<usize> {
        self.scopes.iter().rposition(|scope| scope.holds == holds)
    }

    /// Has a local dropped at the end of the innermost scope that holds its kind.
    pub fn schedule_drop(&mut self, holds: Holds, local: LocalId, ty: Ty<'db>) {
        self.schedule_in(self.innermost(holds), local, ty);
    }

    /// Has a local dropped at the end of a scope.
    pub fn schedule_in(&mut self, scope: Option<usize>, local: LocalId, ty: Ty<'db>) {
        if !self.has_glue(ty) {
            return;
        }
        if let Some(scope) = scope.and_then(|at| self.scopes.get_mut(at)) {
            scope.drops.push((local, ty));
        }
    }

    /// Drops what is at a place, as an assignment to it does.
    pub fn drop_place(&mut self, place: &Place, ty: Ty<'db>, span: Span) {
        let glue = self.glue(ty);
        if glue.is_empty() {
            return;
        }
        self.decrease_in_drop(ty, span);
        let at = |steps: Vec<_>| {
            let mut part = place.clone();
            part.projections.extend(steps);
            part
        };
        let glue = glue.into_iter().map(|(steps, inst)| (at(steps), inst)).collect();
        self.b.push(Stmt::Drop { place: place.clone(), glue, span });
    }

    fn drop_down_to(&mut self, depth: usize, span: Span) {
        let drops: Vec<(LocalId, Ty<'db>)> =
            self.scopes[depth..].iter().rev().flat_map(|scope| scope.drops.iter().rev().copied()).collect();
        for (local, ty) in drops {
            self.drop_place(&Place::local(local), ty, span);
        }
    }

    fn has_glue(&self, ty: Ty<'db>) -> bool {
        !self.inst.is_copy(ty) && super::glue::needs_glue(self.cx, ty, self.inst.env)
    }
}
