//! Constants by their values.
use hir_def::{ConstId, ItemContainerId, Lookup, StaticId};
use hir_ty::ValueTyDefId;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{GenericArgs, TyKind};
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::ty::{IntTy, Ty};
use rustc_type_ir::inherent::IntoKind;

use super::calls::substituted;
use super::typer::{Typed, Typer};
use crate::lower::{Untold, of_const, of_static};
use crate::types::{Constants, Env};

impl<'db> Typer<'_, 'db> {
    /// A constant, perhaps of a type: `LIMIT`, `u8::MAX`.
    pub(super) fn constant(&mut self, id: ConstId, of: Option<Ty>, text: &str, span: Span) -> Typed {
        let name = text.rsplit("::").next().unwrap_or(text);
        if let Some(ty) = &of
            && let Some(known) = self.limit(&self.concrete(ty), name, span)
        {
            return known;
        }
        let Some(args) = self.const_args(id, of) else {
            return self.outside(format!("it uses the constant `{text}`, whose type is not known"), span);
        };
        let env = self.scope.env;
        let value = of_const(self.cx, id, args, env);
        self.valued(ValueTyDefId::ConstId(id), value, args, text, span)
    }

    /// A `static` that does not change.
    pub(super) fn static_value(&mut self, id: StaticId, text: &str, span: Span) -> Typed {
        let args = GenericArgs::empty(self.cx.types.interner());
        self.valued(ValueTyDefId::StaticId(id), of_static(self.cx, id), args, text, span)
    }

    fn valued(
        &mut self,
        id: ValueTyDefId,
        value: Result<Term, Untold>,
        args: GenericArgs<'db>,
        text: &str,
        span: Span,
    ) -> Typed {
        let (types, env) = (self.cx.types, self.scope.env);
        let ty = self.cx.db.value_ty(id).map(|ty| types.ty(types.instantiate(ty.skip_binder(), args, env), env));
        match (value, ty) {
            (Ok(term), Some(ty)) => Typed { term, ty, span },
            (Err(reason), Some(ty)) => {
                self.outside_of(ty, format!("it uses the constant `{text}` ({})", reason.why()), span)
            }
            (_, None) => self.outside(format!("it uses the constant `{text}`"), span),
        }
    }

    /// `u8::MAX` and its kind: of built-in types, no trait's constant comes before them.
    fn limit(&self, ty: &Ty, name: &str, span: Span) -> Option<Typed> {
        let (value, ty) = match (ty, name) {
            (Ty::Int(int), "MAX") => (IntTy::max(*int), ty.clone()),
            (Ty::Int(int), "MIN") => (IntTy::min(*int), ty.clone()),
            (Ty::Int(int), "BITS") => (int.bits().into(), Ty::Int(IntTy::U32)),
            (Ty::Char, "MAX") => (0x10ffff.into(), Ty::Char),
            _ => return None,
        };
        Some(Typed { term: Term::int(value, ty.clone()), ty, span })
    }

    /// The generic arguments of a constant of a type, in the instance.
    fn const_args(&mut self, id: ConstId, of: Option<Ty>) -> Option<GenericArgs<'db>> {
        let types = self.cx.types;
        let mut generics = Vec::new();
        for param in types.identity(id.into()).types() {
            if let TyKind::Param(param) = param.kind() {
                generics.push((types.param_name(param.id), self.infer.fresh()));
            }
        }
        let mut constants = Constants::new();
        match (id.lookup(self.cx.db).container, of) {
            (ItemContainerId::ImplId(id), Some(of)) => {
                let this = types.ty(self.cx.db.impl_self_ty(id).instantiate_identity().skip_norm_wip(), Env::of(id));
                types.find_constants(&this, &self.infer.known(&of), self.scope.own, &mut constants);
                let this = match types.in_order(id.into(), &constants) {
                    Some(consts) => types.for_constants(id.into(), &this, &consts),
                    None => this,
                };
                self.infer.unify(&substituted(&generics, &this), &of);
            }
            (ItemContainerId::TraitId(_), Some(of)) => {
                self.infer.unify(&generics.first()?.1, &of);
            }
            _ => {}
        }
        let tys = generics.iter().map(|(_, ty)| types.hir(&self.stand_in(ty)?, self.scope.own));
        let consts = types.in_order(id.into(), &constants)?;
        let args = types.args_for(id.into(), &tys.collect::<Option<Vec<_>>>()?, &consts)?;
        Some(types.instantiate(args, self.scope.args, self.scope.env))
    }
}
