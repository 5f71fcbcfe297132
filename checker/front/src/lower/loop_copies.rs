//! What the clauses of a loop in a closure see of the variables that the closure captures: copies, made before the loop and at the end of each
//! turn.
//!
//! Terms speak of locals, and a captured variable is a part of the closure's environment, so clauses cannot name it. Of what is not captured
//! (a variable that only the clause names, a field that the closure does not use) nothing is known: it may have any value, and another one in
//! each turn.
use hir_def::expr_store::scope::ExprScopes;
use hir_def::hir::{BindingId, ExprId};
use refine_core::ids::LocalId;
use refine_core::mir::{Operand, Place, Projection, Rvalue};
use refine_core::term::{BinOp, Term};
use refine_core::terms::lent;

use super::builder::seen;
use super::{Lower, TypedPlace};

/// A copy of a captured variable, without the references that lead to its value.
pub(super) struct LoopCopy {
    local: LocalId,
    /// The parts that are captured: of the copy, and where their values are.
    parts: Vec<(Place, Place)>,
}

impl<'db> Lower<'_, 'db> {
    /// Copies what the clauses at the top of a loop's body may speak of. Stands before the loop.
    pub(super) fn loop_copies(&mut self, body: ExprId) -> Vec<LoopCopy> {
        self.copied.clear();
        let markers = self.clauses_at_top(body);
        let Some(&first) = markers.first().filter(|_| self.upvars.is_some()) else { return Vec::new() };
        let words = self.clause_words(&markers);
        let scopes = ExprScopes::of(self.cx.db, self.src.owner);
        let visible = scopes.scope_chain(scopes.scope_for(first)).flat_map(|at| scopes.entries(at));
        let named = visible.filter(|entry| words.contains(entry.name().as_str())).map(|entry| entry.binding());
        let captured: Vec<BindingId> = named.filter(|id| self.is_upvar(*id)).collect();
        let mut copies = Vec::new();
        for binding in captured {
            if let Some(copy) = self.loop_copy(binding) {
                self.copied.insert(binding, copy.local);
                copies.push(copy);
            }
        }
        self.copy_again(&copies);
        copies
    }

    /// Copies the same again, for the next turn.
    pub(super) fn copy_again(&mut self, copies: &[LoopCopy]) {
        for LoopCopy { local, parts } in copies {
            let copy = Place::local(*local);
            if !parts.iter().any(|(part, _)| *part == copy) {
                self.havoc(&copy);
            }
            for (part, from) in parts {
                self.b.assign(part.clone(), Rvalue::Use(Operand::Copy(from.clone())));
            }
        }
    }

    /// At the loop's head, what the variables are by their copies is what they are.
    pub(super) fn assume_copies(&mut self, copies: &[LoopCopy]) {
        for LoopCopy { local, parts } in copies.iter().filter(|copy| !copy.parts.is_empty()) {
            let ty = self.b.local_ty(*local).clone();
            let now = self.b.keep(Rvalue::Use(Operand::Copy(Place::local(*local))), ty.clone(), self.def.span);
            for (part, from) in parts {
                let part = Place { local: now, projections: part.projections.clone() };
                self.b.assign(part, Rvalue::Use(Operand::Copy(from.clone())));
            }
            let seen = |local| Term::local(local, seen(&ty));
            self.b.assume(Term::test(BinOp::Same, seen(now), seen(*local)));
        }
    }

    fn loop_copy(&mut self, binding: BindingId) -> Option<LoopCopy> {
        let variable = self.inst.ty(self.src.infer.binding_ty(binding));
        let (mut ty, mut references) = (variable, 0);
        while let Some((inner, ..)) = ty.as_reference() {
            (ty, references) = (inner, references + 1);
        }
        let copied = self.core_ty(ty);
        if lent::holds_borrow(self.cx, &copied) {
            return None;
        }
        let name = self.src.store()[binding].name.as_str().to_owned();
        let local = self.b.new_local(&name, copied, self.def.span);
        let captures = self.upvars.as_ref().map(|upvars| upvars.of(binding)).unwrap_or_default();
        let mut parts = Vec::new();
        for capture in captures {
            let stand_in = TypedPlace { place: Place::local(self.upvar(binding)), ty: variable };
            let steps = &capture.place.projections;
            let Ok(mut from) = self.part_by_steps(steps, stand_in) else { continue };
            let rest = references.min(steps.len());
            for _ in rest..references {
                from.place = from.place.project(Projection::Deref);
            }
            let copy = TypedPlace { place: Place::local(local), ty };
            let Ok(part) = self.part_by_steps(&steps[rest..], copy) else { continue };
            if !lent::holds_borrow(self.cx, &self.core_ty(part.ty)) {
                parts.push((part.place, from.place));
            }
        }
        Some(LoopCopy { local, parts })
    }
}
