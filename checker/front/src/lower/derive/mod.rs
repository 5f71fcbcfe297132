//! Derived methods as bodies: what rustc's `derive` writes, field by field, with the fields' own implementations.
//!
//! Where all of these are derived or built in as well ([`structural`](super::alike::structural)), the body is one operation on whole
//! values.
use hir_def::builtin_derive::BuiltinDeriveImplMethod;
use hir_def::{AdtId as HirAdtId, FunctionId};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{GenericArg, GenericArgs, Ty as HirTy};
use refine_core::mir::{Body, Operand, Place, Projection};
use refine_core::term::Term;
use refine_core::terms::is_variant;
use refine_core::ty::{FnInst, Ty};

use super::alike::{self, Likeness};
use super::shim::{self, Shim};
use crate::context::{Callable, Context};

mod compare;
mod copy;
mod order;

/// The body of a derived method; `None` for an instance that is none.
pub(crate) fn body(cx: &Context<'_>, inst: &FnInst) -> Option<Body> {
    let (Callable::Derived(derived, method), args, env) = cx.args_of(inst)? else { return None };
    let loc = derived.loc(cx.db);
    let method_of_trait = method.trait_method(cx.db, derived)?;
    let params = alike::param_count(cx, loc.adt);
    let (own, rest) = args.as_slice().split_at_checked(params)?;
    let own = GenericArgs::new_from_slice(own);
    let this = HirTy::new_adt(cx.types.interner(), loc.adt, own);
    let type_params = match method {
        BuiltinDeriveImplMethod::eq | BuiltinDeriveImplMethod::partial_cmp => 2,
        _ => 1,
    };
    let of_trait: Vec<GenericArg<'_>> =
        std::iter::repeat_n(this.into(), type_params).chain(rest.iter().copied()).collect();
    let db: &dyn HirDatabase = cx.db;
    let signature = db.callable_item_signature(method_of_trait.into());
    let signature = cx.instantiate(signature.skip_binder(), GenericArgs::new_from_slice(&of_trait), env);
    let signature = cx.types.interner().instantiate_bound_regions_with_erased(signature);
    let inputs: Vec<Ty> = signature.inputs().iter().map(|ty| cx.ty(*ty, env)).collect();
    let result = cx.ty(signature.output(), env);
    let names = match method {
        BuiltinDeriveImplMethod::fmt => ["self", "f"],
        BuiltinDeriveImplMethod::hash => ["self", "state"],
        _ => ["self", "other"],
    };
    let params: Vec<(&str, Ty)> = names.into_iter().zip(inputs).collect();
    let span = cx.span_of(loc.source(cx.db));
    let body = shim::body(cx, (inst, env, span), &params, result, |shim| {
        let fields = alike::fields(cx, loc.adt, own, env);
        let mut derive = Derive { shim, adt: loc.adt, this, fields, method: method_of_trait, rest: rest.to_vec() };
        match method {
            BuiltinDeriveImplMethod::clone => derive.clone(),
            BuiltinDeriveImplMethod::default => derive.default(),
            BuiltinDeriveImplMethod::fmt => derive.fmt(),
            BuiltinDeriveImplMethod::hash => derive.hash(),
            BuiltinDeriveImplMethod::cmp => derive.cmp(false),
            BuiltinDeriveImplMethod::partial_cmp => derive.cmp(true),
            BuiltinDeriveImplMethod::eq => derive.eq(),
        }
    });
    Some(body)
}

/// A derived method in the making.
struct Derive<'s, 'a, 'b, 'db> {
    shim: &'s mut Shim<'a, 'b, 'db>,
    adt: HirAdtId,
    /// The type it is derived for.
    this: HirTy<'db>,
    /// The types of the fields, by variant.
    fields: Vec<Vec<HirTy<'db>>>,
    /// The trait's method.
    method: FunctionId,
    /// The method's own generic arguments.
    rest: Vec<GenericArg<'db>>,
}

impl<'db> Derive<'_, '_, '_, 'db> {
    fn is_enum(&self) -> bool {
        matches!(self.adt, HirAdtId::EnumId(_))
    }

    /// Whether values of the type are in the model; if they are not, the rest is outside it.
    fn is_modelled(&mut self) -> bool {
        let modelled = matches!(self.shim.ty(self.this), Ty::Adt(..));
        if !modelled {
            let what = format!("a derived method of `{}`, which has no model", self.shim.cx.types.spelled(self.this));
            self.shim.lost(&what);
        }
        modelled
    }

    /// Whether all that the method does with the type is derived or built in.
    fn is_structural(&self, like: Likeness) -> bool {
        alike::structural(self.shim.cx, self.this, self.shim.env, like)
    }

    /// A field of what a parameter points to.
    fn field(&self, param: usize, variant: usize, field: usize) -> Place {
        let whole = self.shim.pointee(self.shim.b.param(param));
        whole.project(Projection::Field { variant, field })
    }

    /// `&` of a field.
    fn field_ref(&mut self, param: usize, variant: usize, field: usize) -> Operand {
        let (place, ty) = (self.field(param, variant, field), self.fields[variant][field]);
        self.shim.borrow(false, place, ty)
    }

    /// What a parameter points to, as a term.
    fn value(&self, param: usize) -> Term {
        self.shim.b.term(self.shim.b.param(param))
    }

    /// The method's implementation for a field's type.
    fn of_field(&self, ty: HirTy<'db>, type_params: usize) -> FnInst {
        let args: Vec<GenericArg<'db>> =
            std::iter::repeat_n(ty.into(), type_params).chain(self.rest.iter().copied()).collect();
        self.shim.method(self.method, GenericArgs::new_from_slice(&args))
    }

    /// Goes on in a block for a variant, and calls `each` there; after the last, `otherwise` has what is left.
    fn by_variant(&mut self, test: &dyn Fn(&Self, usize) -> Term, each: &mut dyn FnMut(&mut Self, usize)) {
        for variant in 0..self.fields.len() {
            if !self.is_enum() {
                each(self, variant);
                continue;
            }
            let (there, next) = (self.shim.b.new_block(), self.shim.b.new_block());
            let cond = test(self, variant);
            self.shim.b.branch(cond, there, next);
            self.shim.b.enter(there);
            each(self, variant);
            self.shim.b.enter(next);
        }
    }

    /// Whether the value that a parameter points to is of a variant.
    fn is(&self, param: usize, variant: usize) -> Term {
        is_variant(&self.value(param), variant)
    }

    /// The discriminant of what a parameter points to; `None` if some variant's is not known.
    fn discriminant(&self, param: usize) -> Option<Term> {
        let value = self.value(param);
        let Ty::Adt(id, _) = value.ty() else { return None };
        self.shim.cx.types.with_adt(*id, |def| order::discriminant(def, &value))
    }
}

#[cfg(test)]
pub(crate) mod tests;
