//! Closures: their environments, and the captured places in their bodies.
//!
//! A closure's body is lowered as if the captured variables were its own. At the end, each place that starts at one becomes the
//! part of the environment that has it.
use std::collections::{HashMap, HashSet};

use hir_def::hir::{BindingId, Expr, ExprId, Pat};
use hir_def::resolver::ValueNs;
use hir_ty::InferenceResult;
use hir_ty::closure_analysis::{BorrowKind, CapturedPlace, Projection as CaptureStep, ProjectionKind, UpvarCapture};
use hir_ty::db::{HirDatabase, InternedClosure, InternedClosureId};
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use hir_ty::traits::FnTrait;
use ra_span::Edition;
use refine_core::ids::LocalId;
use refine_core::mir::{Operand, Place, Projection, Rvalue};
use rustc_type_ir::inherent::{GenericArgs as _, IntoKind, Ty as _};

use super::resolve::FnKind;
use super::{Lower, Modelled, TypedPlace, outside};

/// What a closure captures, seen from its body.
pub(crate) struct Upvars<'db> {
    /// The closure.
    pub closure: ExprId,
    captures: Vec<&'db CapturedPlace>,
    /// Whether the environment comes by reference.
    pub by_reference: bool,
    /// A local in place of each captured variable.
    locals: HashMap<BindingId, LocalId>,
}

impl<'db> Upvars<'db> {
    /// Those of a closure.
    pub fn new(closure: ExprId, captures: Vec<&'db CapturedPlace>, by_reference: bool) -> Upvars<'db> {
        Upvars { closure, captures, by_reference, locals: HashMap::new() }
    }

    /// What it captures of a variable.
    pub fn of(&self, binding: BindingId) -> Vec<&'db CapturedPlace> {
        self.captures.iter().copied().filter(|known| known.captured_local() == binding).collect()
    }

    /// The same before anything was lowered.
    pub fn again(&self) -> Upvars<'db> {
        Upvars::new(self.closure, self.captures.clone(), self.by_reference)
    }
}

/// What a closure captures, in the order in which its environment holds it, and how its body takes the environment; `None` where
/// rust-analyzer has not worked that out.
pub(crate) fn captures_of<'db>(
    db: &'db dyn HirDatabase,
    id: InternedClosureId<'db>,
) -> Option<(Vec<&'db CapturedPlace>, FnTrait)> {
    let InternedClosure { owner, expr, .. } = id.loc(db);
    let infer = InferenceResult::of(db, owner);
    let TyKind::Closure(_, args) = infer.expr_ty(expr).kind() else { return None };
    let kind = match args.as_closure().kind_ty().to_opt_closure_kind()? {
        rustc_type_ir::ClosureKind::Fn => FnTrait::Fn,
        rustc_type_ir::ClosureKind::FnMut => FnTrait::FnMut,
        rustc_type_ir::ClosureKind::FnOnce => FnTrait::FnOnce,
    };
    let captures = infer.closures_data.get(&expr)?.min_captures.values().flatten().collect();
    Some((captures, kind))
}

/// Whether a place is captured by reference, and then whether by a mutable one; `None` for a way of capturing that stable Rust does not
/// have. A borrow that is unique but of a variable that is not `mut` is one through which the value behind the variable is changed.
fn borrowed(capture: &CapturedPlace) -> Option<Option<bool>> {
    match capture.info.capture_kind {
        UpvarCapture::ByValue => Some(None),
        UpvarCapture::ByRef(BorrowKind::Immutable) => Some(Some(false)),
        UpvarCapture::ByRef(BorrowKind::UniqueImmutable | BorrowKind::Mutable) => Some(Some(true)),
        UpvarCapture::ByUse => None,
    }
}

impl<'db> Lower<'_, 'db> {
    /// Evaluates a closure: its captures.
    pub fn closure(&mut self, dest: &Place, e: ExprId) -> Modelled<()> {
        let ty = self.ty(e);
        let TyKind::Closure(id, _) = ty.kind() else { return outside("this closure") };
        self.decrease_in_value(e);
        let Some((captures, _)) = captures_of(self.db(), id.0) else { return outside("this closure") };
        if self.order_is_unsure(e, &captures) {
            return outside("a closure that assigns what it owns to something else that it owns");
        }
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
            parts.push(match borrowed(capture) {
                None => return outside("this closure"),
                Some(None) => self.consume(&place),
                Some(Some(mutable)) => {
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

    /// Whether rustc may hold what a closure captures in another order, and it makes a difference, as it does where two of the captured
    /// values run something when they are dropped. A closure captures variables as its body comes by them, but of the two sides of an
    /// assignment rustc looks at the left one first, rust-analyzer at the right one.
    fn order_is_unsure(&mut self, closure: ExprId, captures: &[&CapturedPlace]) -> bool {
        let owned = |this: &Self, capture: &&&CapturedPlace| {
            borrowed(capture) == Some(None)
                && super::glue::needs_glue(this.cx, this.captured_ty(capture), this.inst.env)
        };
        let owned: HashSet<BindingId> =
            captures.iter().filter(|it| owned(self, it)).map(|it| it.captured_local()).collect();
        if owned.len() < 2 {
            return false;
        }
        let store = self.src.store();
        let mut todo = vec![closure];
        while let Some(e) = todo.pop() {
            if let Expr::Assignment { target, value } = store[e]
                && let Pat::Expr(target) = store[target]
            {
                let (left, right) = (self.mentioned(target, &owned), self.mentioned(value, &owned));
                if left.iter().any(|one| right.iter().any(|other| one != other)) {
                    return true;
                }
            }
            super::walk::parts(store, e, |part| todo.push(part));
        }
        false
    }

    /// Those of some variables that are named in an expression.
    fn mentioned(&mut self, e: ExprId, of: &HashSet<BindingId>) -> HashSet<BindingId> {
        let store = self.src.store();
        let (mut found, mut todo) = (HashSet::new(), vec![e]);
        while let Some(e) = todo.pop() {
            if let Expr::Path(path) = &store[e]
                && let Some(ValueNs::LocalBinding(binding)) = self.resolve_value(e, path)
                && of.contains(&binding)
            {
                found.insert(binding);
            }
            super::walk::parts(store, e, |part| todo.push(part));
        }
        found
    }

    /// The type of a captured place, in the instance.
    fn captured_ty(&self, capture: &CapturedPlace) -> Ty<'db> {
        self.inst.ty(capture.place.ty())
    }

    /// Whether a capture is of a whole variable, of which only a part is known to be moved: so it is before edition 2021, and it makes a
    /// difference where the rest is dropped.
    fn takes_the_whole(&self, capture: &CapturedPlace, part: &TypedPlace<'db>) -> bool {
        let whole = self.inst.ty(self.src.infer.binding_ty(capture.captured_local()));
        self.edition() < Edition::Edition2021
            && borrowed(capture) == Some(None)
            && whole != part.ty
            && super::glue::needs_glue(self.cx, whole, self.inst.env)
    }

    /// The place that a capture takes, where the closure is made.
    fn captured(&mut self, capture: &CapturedPlace) -> Modelled<TypedPlace<'db>> {
        let binding = capture.captured_local();
        let ty = self.inst.ty(self.src.infer.binding_ty(binding));
        let variable = TypedPlace { place: self.variable(binding)?, ty };
        self.part_by_steps(&capture.place.projections, variable)
    }

    /// The part of a place that some of a capture's steps lead to.
    pub fn part_by_steps(&mut self, steps: &[CaptureStep], of: TypedPlace<'db>) -> Modelled<TypedPlace<'db>> {
        steps.iter().try_fold(of, |place, step| match step.kind {
            ProjectionKind::Deref => self.deref(place),
            ProjectionKind::Field { field_idx, variant_idx: 0 } => self.numbered_part(&place, field_idx as usize),
            ProjectionKind::Field { .. }
            | ProjectionKind::Index
            | ProjectionKind::Subslice
            | ProjectionKind::UnwrapUnsafeBinder => outside("a captured place"),
        })
    }

    /// A field of a struct or a component of a tuple by its number.
    fn numbered_part(&mut self, base: &TypedPlace<'db>, at: usize) -> Modelled<TypedPlace<'db>> {
        if let Some(tys) = self.components(base.ty) {
            let Some(&ty) = tys.get(at) else { return outside("a captured place") };
            return Ok(TypedPlace { place: base.place.project(Projection::Component(at)), ty });
        }
        match base.ty.as_adt() {
            Some((hir_def::AdtId::StructId(_), _)) => self.project(base, Projection::Field { variant: 0, field: at }),
            _ => outside("a captured place"),
        }
    }

    /// Whether a variable is one of those around the closure whose body this is.
    pub fn is_upvar(&self, binding: BindingId) -> bool {
        // A closure's expression comes after all that is in it, closures among that.
        let is_around = |closure: ExprId| match self.src.store().binding_owner(binding) {
            Some(owner) => owner.into_raw() > closure.into_raw(),
            None => true,
        };
        self.upvars.as_ref().is_some_and(|upvars| is_around(upvars.closure))
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
            let Some(&local) = upvars.locals.get(&capture.captured_local()) else { continue };
            // The steps are those from the variable: as where the closure is made.
            let ty = self.inst.ty(self.src.infer.binding_ty(capture.captured_local()));
            let variable = TypedPlace { place: Place::local(local), ty };
            let (Ok(place), Some(borrowed)) =
                (self.part_by_steps(&capture.place.projections, variable), borrowed(capture))
            else {
                return false;
            };
            let mut part = Vec::new();
            if upvars.by_reference {
                part.push(Projection::Deref);
            }
            part.push(Projection::Field { variant: 0, field });
            if borrowed.is_some() {
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
        (id, args): (InternedClosureId<'db>, GenericArgs<'db>),
        called: FnKind,
    ) -> Modelled<(Operand, Option<TypedPlace<'db>>)> {
        let (Operand::Copy(given) | Operand::Move(given)) = this else { return outside("this call") };
        let interner = self.inst.interner();
        let ty = Ty::new(interner, TyKind::Closure(id.into(), args));
        let Some((_, kind)) = captures_of(self.db(), id) else { return outside("this call of a closure") };
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
}
