//! Paths as values: variables, constants, functions, constructors.
use hir_def::expr_store::path::Path;
use hir_def::hir::{BindingId, Expr, ExprId};
use hir_def::resolver::ValueNs;
use hir_def::{CallableDefId, ConstId, StaticId, VariantId};
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use refine_core::mir::{Place, Rvalue};
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::constant::Fixed;
use super::{Lower, Modelled, TypedPlace, outside};

impl<'db> Lower<'_, 'db> {
    /// What a path means as a value, where that is not for types to say.
    pub fn resolve_value(&mut self, e: ExprId, path: &Path) -> Option<ValueNs> {
        let guard = self.resolver.update_to_inner_scope(self.cx.db, self.src.owner, e);
        let hygiene = self.src.store().expr_path_hygiene(e);
        let found = self.resolver.resolve_path_in_value_ns_fully(self.cx.db, path, hygiene);
        self.resolver.reset_to_guard(guard);
        found
    }

    /// The place of a variable: of the environment's part, where a closure has captured it.
    pub fn variable(&mut self, binding: BindingId) -> Modelled<Place> {
        if let Some(place) = self.guarded.get(&binding) {
            return Ok(place.clone());
        }
        if let Some(local) = self.bindings.get(&binding) {
            return Ok(Place::local(*local));
        }
        if self.is_upvar(binding) {
            return Ok(Place::local(self.upvar(binding)));
        }
        // One that is declared later, or never.
        outside("a variable that has no value")
    }

    /// Evaluates a path.
    pub fn path(&mut self, dest: &Place, e: ExprId) -> Modelled<()> {
        let ty = self.ty(e);
        let Expr::Path(path) = &self.src.store()[e] else { return outside("this path") };
        if matches!(ty.kind(), TyKind::FnDef(..)) {
            self.decrease_in_value(e);
            return self.nothing(dest, ty);
        }
        if let Some((candidate, args)) = self.src.infer.assoc_resolutions_for_expr(e) {
            return match candidate {
                hir_ty::method_resolution::CandidateId::ConstId(id) => {
                    let args = self.inst.generic_args(args);
                    self.constant(dest, id, args, ty)
                }
                hir_ty::method_resolution::CandidateId::FunctionId(_) => self.nothing(dest, ty),
            };
        }
        if let Some(variant) = self.src.infer.variant_resolution_for_expr(e) {
            return self.construct(dest, ty, variant, Vec::new());
        }
        match self.resolve_value(e, path) {
            Some(ValueNs::LocalBinding(binding)) => {
                let place = TypedPlace { place: self.variable(binding)?, ty };
                let value = self.consume(&place);
                self.b.assign(dest.clone(), Rvalue::Use(value));
                Ok(())
            }
            Some(ValueNs::ConstId(id)) => {
                let none = GenericArgs::empty(self.inst.interner());
                self.constant(dest, id, none, ty)
            }
            Some(ValueNs::StaticId(id)) => self.static_item(dest, id, ty),
            Some(ValueNs::EnumVariantId(id)) => self.construct(dest, ty, VariantId::EnumVariantId(id), Vec::new()),
            Some(ValueNs::StructId(id)) => self.construct(dest, ty, VariantId::StructId(id), Vec::new()),
            Some(ValueNs::ImplSelf(_)) => match ty.as_adt() {
                Some((hir_def::AdtId::StructId(id), _)) => {
                    self.construct(dest, ty, VariantId::StructId(id), Vec::new())
                }
                _ => outside("`Self` as a value"),
            },
            Some(ValueNs::GenericParam(param)) => {
                let owner = param.parent();
                let identity = self.cx.types.identity(owner);
                let own = identity.iter().zip(self.inst.args.iter()).find_map(|(own, given)| {
                    let is = matches!(own.konst().map(|it| it.kind()),
                        Some(rustc_type_ir::ConstKind::Param(it)) if it.id == param);
                    is.then_some(given.konst()).flatten()
                });
                match own.map(|value| super::constant::of_const_arg(self.cx, value, self.inst.env)) {
                    Some(Ok(value)) => {
                        self.set(dest, value);
                        Ok(())
                    }
                    // The caller says which value it has.
                    _ => {
                        let value = self.fixed(Fixed::Param(param), ty);
                        self.set(dest, value);
                        Ok(())
                    }
                }
            }
            Some(ValueNs::FunctionId(_)) => self.nothing(dest, ty),
            None => outside("a name that is not found"),
        }
    }

    /// A value without content: a function, a constructor.
    fn nothing(&mut self, dest: &Place, ty: Ty<'db>) -> Modelled<()> {
        match self.core_ty(ty) {
            core @ CoreTy::Adt(..) => {
                self.b.assign(dest.clone(), Rvalue::Aggregate(core, 0, Vec::new()));
                Ok(())
            }
            _ => outside("a function as a value"),
        }
    }

    /// A constant.
    fn constant(&mut self, dest: &Place, id: ConstId, args: GenericArgs<'db>, ty: Ty<'db>) -> Modelled<()> {
        let value = self.constant_value(id, args, ty)?;
        self.set(dest, value);
        Ok(())
    }

    fn static_item(&mut self, dest: &Place, id: StaticId, ty: Ty<'db>) -> Modelled<()> {
        let value = self.static_value(id, ty)?;
        self.set(dest, value);
        Ok(())
    }

    /// The function or constructor that a type of functions stands for, with its arguments.
    pub fn callable(&self, ty: Ty<'db>) -> Option<(CallableDefId, GenericArgs<'db>)> {
        match ty.kind() {
            TyKind::FnDef(id, args) => Some((id.0, args)),
            _ => None,
        }
    }
}
