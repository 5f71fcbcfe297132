//! Closures: their environments, and the captured places in their bodies.
//!
//! A closure's body is lowered as if the captured variables were its own. At the end, each place that starts at one becomes the
//! part of the environment that has it.
use std::collections::HashMap;

use hir_def::hir::{BindingId, ClosureKind, Expr, ExprId};
use hir_ty::db::{HirDatabase, InternedClosureId};
use hir_ty::mir::BorrowKind;
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use hir_ty::traits::FnTrait;
use hir_ty::{CaptureKind, CapturedItem};
use ra_span::Edition;
use refine_core::mir::{LocalId, Operand, Place, Projection, Rvalue};
use rustc_type_ir::inherent::IntoKind;

use super::resolve::FnKind;
use super::{Lower, Modelled, TypedPlace, outside};

/// What a closure captures, seen from its body.
pub(crate) struct Upvars<'db> {
    /// The closure.
    pub closure: ExprId,
    captures: &'db [CapturedItem],
    /// Whether the environment comes by reference.
    pub by_reference: bool,
    /// A local in place of each captured variable.
    locals: HashMap<BindingId, LocalId>,
}

impl<'db> Upvars<'db> {
    /// Those of a closure.
    pub fn new(closure: ExprId, captures: &'db [CapturedItem], by_reference: bool) -> Upvars<'db> {
        Upvars { closure, captures, by_reference, locals: HashMap::new() }
    }

    /// The same before anything was lowered.
    pub fn again(&self) -> Upvars<'db> {
        Upvars::new(self.closure, self.captures, self.by_reference)
    }
}

/// A step of a captured place, as rust-analyzer spells it: that is all it tells.
enum Step<'t> {
    Deref,
    Field(&'t str),
}

/// The steps of a captured place such as `(*a).b.0`, from the variable on.
fn steps(text: &str) -> Vec<Step<'_>> {
    let bare = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    if let Some(rest) = bare.strip_prefix('*') {
        let mut all = steps(rest);
        all.push(Step::Deref);
        return all;
    }
    match bare.rsplit_once('.') {
        Some((base, field)) => {
            let mut all = steps(base);
            all.push(Step::Field(field));
            all
        }
        None => Vec::new(),
    }
}

impl<'db> Lower<'_, 'db> {
    /// Evaluates a closure: its captures.
    pub fn closure(&mut self, dest: &Place, e: ExprId) -> Modelled<()> {
        if matches!(self.src.store()[e], Expr::Closure { closure_kind: ClosureKind::Async, .. }) {
            return outside("an `async` closure");
        }
        let ty = self.ty(e);
        let TyKind::Closure(id, _) = ty.kind() else { return outside("this closure") };
        self.decrease_in_value(e);
        let (captures, _) = self.src.infer.closure_info(id.0);
        let span = self.span(e);
        let mut parts = Vec::new();
        for capture in captures {
            let place = self.captured(capture)?;
            if self.takes_the_whole(capture, &place) {
                return outside(
                    "a closure that moves a whole variable but uses only a part of it (before edition 2021)",
                );
            }
            if self.takes_over(e, capture, place.ty) {
                return outside("a closure that moves another one into itself");
            }
            parts.push(match capture.kind() {
                CaptureKind::ByValue => self.consume(&place),
                CaptureKind::ByRef(kind) => {
                    let mutable = matches!(kind, BorrowKind::Mut { .. });
                    let local = self.temp(self.reference_to(place.ty, mutable), span);
                    self.b.assign(Place::local(local), Rvalue::Ref(mutable, place.place));
                    Operand::Move(Place::local(local))
                }
            });
        }
        let core = self.core_ty(ty);
        self.b.assign(dest.clone(), Rvalue::Aggregate(core, 0, parts));
        Ok(())
    }

    /// Whether a capture is of a whole variable, of which only a part is known to be moved: so it is before edition 2021, and it makes a
    /// difference where the rest is dropped.
    fn takes_the_whole(&self, capture: &CapturedItem, part: &TypedPlace<'db>) -> bool {
        let whole = self.inst.ty(self.src.infer.binding_ty(capture.local()));
        self.edition() < Edition::Edition2021
            && matches!(capture.kind(), CaptureKind::ByValue)
            && whole != part.ty
            && super::glue::needs_glue(self.cx, whole, self.inst.env)
    }

    /// The place that a capture takes, where the closure is made.
    fn captured(&mut self, capture: &CapturedItem) -> Modelled<TypedPlace<'db>> {
        let binding = capture.local();
        let ty = self.inst.ty(self.src.infer.binding_ty(binding));
        let mut place = TypedPlace { place: self.variable(binding)?, ty };
        let text = capture.display_place(self.src.owner.into(), self.db());
        for step in steps(&text) {
            place = match step {
                Step::Deref => self.deref(place)?,
                Step::Field(name) => self.named_part(&place, name)?,
            };
        }
        Ok(place)
    }

    /// A field or component by its name.
    fn named_part(&mut self, base: &TypedPlace<'db>, name: &str) -> Modelled<TypedPlace<'db>> {
        if let Some(tys) = self.components(base.ty) {
            let found = name.parse().ok().and_then(|at: usize| Some((at, *tys.get(at)?)));
            let Some((at, ty)) = found else { return outside("a captured place") };
            return Ok(TypedPlace { place: base.place.project(Projection::Component(at)), ty });
        }
        let Some((hir_def::AdtId::StructId(id), _)) = base.ty.as_adt() else { return outside("a captured place") };
        let fields = hir_def::VariantId::StructId(id).fields(self.db());
        let is = |(at, (_, field)): (usize, (_, &hir_def::signatures::FieldData))| {
            (field.name.as_str() == name || at.to_string() == name).then_some(at)
        };
        let Some(field) = fields.fields().iter().enumerate().find_map(is) else { return outside("a captured place") };
        self.project(base, Projection::Field { variant: 0, field })
    }

    /// Whether a variable is one of those around the closure whose body this is.
    pub fn is_upvar(&self, binding: BindingId) -> bool {
        self.upvars.as_ref().is_some_and(|upvars| self.src.store().is_binding_upvar(binding, upvars.closure))
    }

    /// The local in place of a captured variable.
    pub fn upvar(&mut self, binding: BindingId) -> LocalId {
        if let Some(known) = self.upvars.as_ref().and_then(|upvars| upvars.locals.get(&binding)) {
            return *known;
        }
        let ty = self.core_ty(self.inst.ty(self.src.infer.binding_ty(binding)));
        let name = self.src.store()[binding].name.as_str().to_owned();
        let local = self.b.new_local(&name, ty, self.def.span);
        if let Some(upvars) = &mut self.upvars {
            upvars.locals.insert(binding, local);
        }
        local
    }

    /// Replaces captured places by parts of the environment, the first parameter. Whether all of them are captured.
    pub fn resolve_upvars(&mut self) -> bool {
        let Some(upvars) = self.upvars.take() else { return true };
        let mut known: Vec<(LocalId, Vec<Projection>, Vec<Projection>)> = Vec::new();
        for (field, capture) in upvars.captures.iter().enumerate() {
            let Some(&local) = upvars.locals.get(&capture.local()) else { continue };
            // The steps are those from the variable: as where the closure is made.
            let ty = self.inst.ty(self.src.infer.binding_ty(capture.local()));
            let mut place = TypedPlace { place: Place::local(local), ty };
            let text = capture.display_place(self.src.owner.into(), self.db());
            for step in steps(&text) {
                let next = match step {
                    Step::Deref => self.deref(place),
                    Step::Field(name) => self.named_part(&place, name),
                };
                match next {
                    Ok(next) => place = next,
                    Err(_) => return false,
                }
            }
            let mut part = Vec::new();
            if upvars.by_reference {
                part.push(Projection::Deref);
            }
            part.push(Projection::Field { variant: 0, field });
            if matches!(capture.kind(), CaptureKind::ByRef(_)) {
                part.push(Projection::Deref);
            }
            known.push((local, place.place.projections, part));
        }
        let stand_ins: Vec<LocalId> = upvars.locals.values().copied().collect();
        let environment = self.b.param(0);
        let mut all = true;
        self.b.map_places(|place| {
            if !stand_ins.contains(&place.local) {
                return;
            }
            let found =
                known.iter().find(|(local, steps, _)| *local == place.local && place.projections.starts_with(steps));
            match found {
                Some((_, steps, part)) => {
                    let rest = place.projections.split_off(steps.len());
                    place.local = environment;
                    place.projections = part.iter().cloned().chain(rest).collect();
                }
                None => all = false,
            }
        });
        all
    }

    /// The environment of a closure that is called, as its body takes it, from how the call has it; with the place of what the call
    /// took and the body only borrows, which is dropped when it returns.
    pub fn environment(
        &mut self,
        e: ExprId,
        this: Operand,
        (id, args): (InternedClosureId, GenericArgs<'db>),
        called: FnKind,
    ) -> Modelled<(Operand, Option<TypedPlace<'db>>)> {
        let (Operand::Copy(given) | Operand::Move(given)) = this else { return outside("this call") };
        let interner = self.inst.interner();
        let ty = Ty::new(interner, TyKind::Closure(id.into(), args));
        let owner = id.loc(self.cx.db).0;
        let (_, kind) = hir_ty::InferenceResult::of(self.cx.db, owner).closure_info(id);
        let span = self.span(e);
        let borrowed = |this: &mut Self, mutable: bool| {
            let (place, taken) = match called {
                FnKind::Fn | FnKind::FnMut => (given.project(Projection::Deref), None),
                FnKind::FnOnce => {
                    let place = TypedPlace { place: Place::local(this.temp(ty, span)), ty };
                    let value = this.consume(&TypedPlace { place: given.clone(), ty });
                    this.b.assign(place.place.clone(), Rvalue::Use(value));
                    (place.place.clone(), Some(place))
                }
            };
            let local = this.temp(this.reference_to(ty, mutable), span);
            this.b.assign(Place::local(local), Rvalue::Ref(mutable, place));
            let reference = TypedPlace { place: Place::local(local), ty: this.reference_to(ty, mutable) };
            (this.consume(&reference), taken)
        };
        match (kind, called) {
            (FnTrait::FnOnce, FnKind::FnOnce) => Ok((self.consume(&TypedPlace { place: given, ty }), None)),
            (FnTrait::FnMut, FnKind::FnMut | FnKind::FnOnce) => Ok(borrowed(self, true)),
            (FnTrait::Fn, _) => Ok(borrowed(self, false)),
            _ => outside("this call of a closure"),
        }
    }

    /// What a closure captures and how its body takes the environment.
    pub fn captures_of(db: &'db dyn HirDatabase, id: InternedClosureId) -> (&'db [CapturedItem], FnTrait) {
        let (captures, kind) = hir_ty::InferenceResult::of(db, id.loc(db).0).closure_info(id);
        (captures, *kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> String {
        let step = |step| match step {
            Step::Deref => "*".to_owned(),
            Step::Field(name) => format!(".{name}"),
        };
        steps(text).into_iter().map(step).collect()
    }

    #[test]
    fn the_steps_of_a_captured_place_are_those_from_the_variable_on() {
        assert_eq!(spelled("a"), "");
        assert_eq!(spelled("*a"), "*");
        assert_eq!(spelled("a.b.0"), ".b.0");
        assert_eq!(spelled("*(*a).b"), "*.b*");
        assert_eq!(spelled("(**a).b"), "**.b");
    }
}
