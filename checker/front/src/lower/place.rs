//! Places of expressions.
use either::Either;
use hir_def::hir::{Expr, ExprId, UnaryOp};
use hir_def::lang_item::lang_items;
use hir_def::resolver::ValueNs;
use hir_def::{FieldId, FunctionId, VariantId};
use hir_expand::name::Name;
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use hir_ty::{Adjust, Adjustment, AutoBorrow, PointerCast};
use intern::sym;
use refine_core::mir::{Operand, Place, Projection, Rvalue};
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::scope::Holds;
use super::{Lower, Modelled, TypedPlace, outside};

impl<'db> Lower<'_, 'db> {
    /// The place that an expression, adjusted, denotes; a value that has none is kept in a temporary.
    pub fn place(&mut self, e: ExprId) -> TypedPlace<'db> {
        let adjustments = self.src.infer.expr_adjustment(e).unwrap_or(&[]);
        self.place_adjusted(e, adjustments)
    }

    /// The same with only some of the adjustments.
    pub fn place_adjusted(&mut self, e: ExprId, adjustments: &'db [Adjustment]) -> TypedPlace<'db> {
        self.attributed_to(Some(e), |this| this.place_with(e, adjustments))
    }

    fn place_with(&mut self, e: ExprId, adjustments: &'db [Adjustment]) -> TypedPlace<'db> {
        let place = match adjustments.split_last() {
            None => self.place_unadjusted(e),
            Some((last, rest)) => match &last.kind {
                Adjust::Deref(None) => {
                    let base = self.place_adjusted(e, rest);
                    self.deref(base)
                }
                Adjust::Deref(Some(overloaded)) => {
                    let base = self.place_adjusted(e, rest);
                    let mutable = overloaded.0.is_mut();
                    self.overloaded_deref(e, base, self.inst.ty(last.target.as_ref()), mutable)
                }
                Adjust::NeverToAny | Adjust::Borrow(_) | Adjust::Pointer(_) => {
                    return self.adjusted_temporary(e, adjustments);
                }
            },
        };
        place.unwrap_or_else(|what| {
            let ty = match adjustments.last() {
                Some(last) => self.inst.ty(last.target.as_ref()),
                None => self.ty(e),
            };
            let span = self.span(e);
            let local = self.temp(ty, span);
            self.give_up(e, what, Some(Place::local(local)));
            TypedPlace { place: Place::local(local), ty }
        })
    }

    /// A temporary with the value of an expression, lasting as long as its place in the source says.
    fn adjusted_temporary(&mut self, e: ExprId, adjustments: &'db [Adjustment]) -> TypedPlace<'db> {
        let ty = match adjustments.last() {
            Some(last) => self.inst.ty(last.target.as_ref()),
            None => self.ty(e),
        };
        let span = self.span(e);
        let local = self.temp(ty, span);
        let place = Place::local(local);
        if let Err(what) = self.write_adjusted(&place, e, adjustments) {
            self.give_up(e, what, Some(place.clone()));
        }
        let scope = match self.extended.get(&e) {
            Some(scope) => *scope,
            None => self.innermost(Holds::Temporaries),
        };
        self.schedule_in(scope, local, ty);
        TypedPlace { place, ty }
    }

    /// The place of an expression without its adjustments.
    pub fn place_unadjusted(&mut self, e: ExprId) -> Modelled<TypedPlace<'db>> {
        let store = self.src.store();
        match &store[e] {
            Expr::Path(path) => match self.resolve_value(e, path) {
                Some(ValueNs::LocalBinding(binding)) => {
                    Ok(TypedPlace { place: self.variable(binding)?, ty: self.ty(e) })
                }
                // It is never dropped.
                Some(ValueNs::StaticId(_)) => {
                    let (ty, span) = (self.ty(e), self.span(e));
                    let place = Place::local(self.temp(ty, span));
                    self.path(&place, e)?;
                    Ok(TypedPlace { place, ty })
                }
                _ => Ok(self.adjusted_temporary(e, &[])),
            },
            Expr::Field { expr, .. } => {
                let base = self.place(*expr);
                self.field(e, base)
            }
            Expr::Index { base, index } => self.index(e, *base, *index),
            Expr::UnaryOp { expr, op: UnaryOp::Deref } => {
                if self.src.infer.method_resolution(e).is_none() {
                    let base = self.place(*expr);
                    return self.deref(base);
                }
                // The operand was borrowed for the call.
                let arg = self.temporary(*expr);
                self.deref_call(e, arg)
            }
            _ => Ok(self.adjusted_temporary(e, &[])),
        }
    }

    /// What is behind a reference or in a box.
    pub fn deref(&mut self, base: TypedPlace<'db>) -> Modelled<TypedPlace<'db>> {
        match (base.ty.kind(), base.ty.builtin_deref(true)) {
            (TyKind::RawPtr(..), _) => outside("the target of a raw pointer"),
            (_, Some(ty)) => Ok(TypedPlace { place: base.place.project(Projection::Deref), ty }),
            (_, None) => outside("this dereference"),
        }
    }

    /// A field of a struct or tuple.
    fn field(&mut self, e: ExprId, base: TypedPlace<'db>) -> Modelled<TypedPlace<'db>> {
        let ty = self.ty(e);
        match self.src.infer.field_resolution(e) {
            Some(Either::Left(field)) => {
                let step = self.field_step(&base, field)?;
                Ok(TypedPlace { place: base.place.project(step), ty })
            }
            Some(Either::Right(field)) if matches!(base.ty.kind(), TyKind::Tuple(_)) => {
                let step = Projection::Component(field.index as usize);
                Ok(TypedPlace { place: base.place.project(step), ty })
            }
            _ => {
                let Expr::Field { name, .. } = &self.src.store()[e] else { return outside("this field") };
                match (base.ty.kind(), name.as_tuple_index()) {
                    (TyKind::Tuple(tys), Some(at)) if at < tys.len() => {
                        Ok(TypedPlace { place: base.place.project(Projection::Component(at)), ty })
                    }
                    _ => outside("this field"),
                }
            }
        }
    }

    /// The step to a field of a struct or variant.
    pub fn field_step(&self, base: &TypedPlace<'db>, field: FieldId) -> Modelled<Projection> {
        if !matches!(self.core_ty(base.ty), CoreTy::Adt(..)) {
            return outside(format!("a part of a value of type `{}`", self.show(base.ty)));
        }
        let variant = match field.parent {
            VariantId::StructId(_) => 0,
            VariantId::EnumVariantId(variant) => self.variant_index(variant),
            VariantId::UnionId(_) => return outside("a field of a union"),
        };
        let fields = field.parent.fields(self.db());
        match fields.fields().iter().position(|(id, _)| id == field.local_id) {
            Some(field) => Ok(Projection::Field { variant, field }),
            None => outside("this field"),
        }
    }

    /// `base[index]`. On arrays, slices and `Vec`s it is built in: by a number, and by a range that is written there.
    fn index(&mut self, e: ExprId, base: ExprId, index: ExprId) -> Modelled<TypedPlace<'db>> {
        let adjustments = self.src.infer.expr_adjustment(base).unwrap_or(&[]);
        let sequence = unborrowed(adjustments).filter(|rest| self.is_sequence(self.adjusted_by(base, rest)));
        match (sequence, self.ranged(index)) {
            (Some(rest), _) if self.is_usize(index) => {
                let seq = self.place_adjusted(base, rest);
                let at = self.temporary(index);
                Ok(self.element(e, (base, seq), (index, at)))
            }
            (Some(rest), Some(range)) => {
                let seq = self.place_adjusted(base, rest);
                Ok(self.slice_of(e, (base, seq), range))
            }
            _ => {
                // The borrow of the base is taken first, as for any argument.
                let receiver = self.temporary(base);
                let args = vec![self.consume(&receiver), self.operand(index)];
                self.place_call(e, receiver.ty, args)
            }
        }
    }

    fn is_vec(&self, ty: Ty<'db>) -> bool {
        matches!(self.core_ty(ty), CoreTy::Vec(_))
    }

    /// `*base` by `Deref` or `DerefMut`, where an adjustment says so.
    fn overloaded_deref(
        &mut self,
        e: ExprId,
        base: TypedPlace<'db>,
        target: Ty<'db>,
        mutable: bool,
    ) -> Modelled<TypedPlace<'db>> {
        if self.is_vec(base.ty) {
            return Ok(TypedPlace { place: base.place, ty: target });
        }
        let Some(method) = self.deref_method(base.ty, mutable) else {
            return outside("this dereference");
        };
        let reference = self.reference_to(base.ty, mutable);
        let span = self.span(e);
        let arg = self.temp(reference, span);
        self.b.assign(Place::local(arg), Rvalue::Ref(mutable, base.place.clone()));
        let arg = TypedPlace { place: Place::local(arg), ty: reference };
        let result = self.reference_to(target, mutable);
        let dest = self.temp(result, span);
        let args = vec![self.consume(&arg)];
        self.call(&Place::local(dest), result, super::call::Call { e, method, args })?;
        self.deref(TypedPlace { place: Place::local(dest), ty: result })
    }

    /// `Deref::deref` or `DerefMut::deref_mut` of a type.
    fn deref_method(&self, ty: Ty<'db>, mutable: bool) -> Option<(FunctionId, GenericArgs<'db>)> {
        let items = lang_items(self.cx.db, self.cx.krate);
        let (of, name) = if mutable { (items.DerefMut, sym::deref_mut) } else { (items.Deref, sym::deref) };
        let method = of?.trait_items(self.cx.db).method_by_name(&Name::new_symbol_root(name))?;
        Some((method, GenericArgs::new_from_slice(&[ty.into()])))
    }

    /// `*arg` by `Deref` or `DerefMut`, where the source says so.
    fn deref_call(&mut self, e: ExprId, arg: TypedPlace<'db>) -> Modelled<TypedPlace<'db>> {
        if arg.ty.builtin_deref(false).is_some_and(|ty| self.is_vec(ty)) {
            return Ok(TypedPlace { place: arg.place.project(Projection::Deref), ty: self.ty(e) });
        }
        let args = vec![self.consume(&arg)];
        self.place_call(e, arg.ty, args)
    }

    /// What the reference points to that the method of an expression (`index`, `deref` or their like) gives.
    fn place_call(&mut self, e: ExprId, receiver: Ty<'db>, args: Vec<Operand>) -> Modelled<TypedPlace<'db>> {
        let Some(method) = self.src.infer.method_resolution(e) else { return outside("this index") };
        let mutable = matches!(receiver.kind(), TyKind::Ref(_, _, mutability) if mutability.is_mut());
        let result = self.reference_to(self.ty(e), mutable);
        let span = self.span(e);
        let dest = self.temp(result, span);
        let method = (method.0, self.inst.generic_args(method.1));
        self.call(&Place::local(dest), result, super::call::Call { e, method, args })?;
        self.deref(TypedPlace { place: Place::local(dest), ty: result })
    }

    /// `&T` or `&mut T`.
    pub fn reference_to(&self, ty: Ty<'db>, mutable: bool) -> Ty<'db> {
        use hir_ty::next_solver::{Mutability, Region};
        let mutability = if mutable { Mutability::Mut } else { Mutability::Not };
        let interner = self.inst.interner();
        Ty::new(interner, TyKind::Ref(Region::new_erased(interner), ty, mutability))
    }
}

/// The adjustments without the borrow (and unsizing) at their end, which an index takes for its trait; `None` if there is none.
fn unborrowed(adjustments: &[Adjustment]) -> Option<&[Adjustment]> {
    let adjustments = match adjustments {
        [rest @ .., Adjustment { kind: Adjust::Pointer(PointerCast::Unsize), .. }] => rest,
        all => all,
    };
    match adjustments {
        [rest @ .., Adjustment { kind: Adjust::Borrow(AutoBorrow::Ref(_)), .. }] => Some(rest),
        _ => None,
    }
}
