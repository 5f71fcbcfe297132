//! Substitution and normal forms: types without projections, opaque types and lifetimes.
use hir_ty::next_solver::infer::{DbInternerInferExt, InferCtxt};
use hir_ty::next_solver::{
    Const, ConstKind, DbInterner, GenericArgs, ParamEnv, Region, RegionKind, Ty, TyKind, TypingMode,
};
use hir_ty::traits::structurally_normalize_ty;
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{TypeFoldable, TypeFolder, TypeSuperFoldable, TypeVisitableExt};

use super::{Env, Types};

impl<'db> Types<'db> {
    /// Fills in generic arguments, resolves projections, reveals opaque types, erases lifetimes.
    pub fn instantiate<T: TypeFoldable<DbInterner<'db>>>(&self, value: T, args: GenericArgs<'db>, env: Env) -> T {
        self.fold(value, Some(args), env)
    }

    /// The same for what has no parameters to fill in.
    pub fn normalize<T: TypeFoldable<DbInterner<'db>>>(&self, value: T, env: Env) -> T {
        self.fold(value, None, env)
    }

    fn fold<T: TypeFoldable<DbInterner<'db>>>(&self, value: T, args: Option<GenericArgs<'db>>, env: Env) -> T {
        let interner = self.interner();
        let infer = interner.infer_ctxt().build(TypingMode::PostAnalysis);
        let param_env = self.param_env(env).param_env;
        value.fold_with(&mut Normal { infer, param_env, args, depth: 0 })
    }

    /// What new types are made with.
    pub fn interner(&self) -> DbInterner<'db> {
        DbInterner::new_with(self.db, self.krate)
    }
}

/// How deep aliases may lead to others; a type that needs more grows without end.
const MAX_DEPTH: u32 = 64;

struct Normal<'db> {
    infer: InferCtxt<'db>,
    param_env: ParamEnv<'db>,
    args: Option<GenericArgs<'db>>,
    depth: u32,
}

impl<'db> Normal<'db> {
    /// Without arguments to fill in: they are done.
    fn again<T: TypeFoldable<DbInterner<'db>>>(&mut self, value: T) -> T {
        let args = self.args.take();
        self.depth += 1;
        let value = value.fold_with(self);
        self.depth -= 1;
        self.args = args;
        value
    }
}

impl<'db> TypeFolder<DbInterner<'db>> for Normal<'db> {
    fn cx(&self) -> DbInterner<'db> {
        self.infer.interner
    }

    fn fold_ty(&mut self, ty: Ty<'db>) -> Ty<'db> {
        match ty.kind() {
            TyKind::Param(param) => {
                let filled =
                    self.args.and_then(|args| args.as_slice().get(param.index as usize).and_then(|arg| arg.ty()));
                match filled {
                    Some(filled) => self.again(filled),
                    None => ty,
                }
            }
            TyKind::Alias(..) => {
                let ty = ty.super_fold_with(self);
                if ty.has_escaping_bound_vars() || self.depth > MAX_DEPTH {
                    return ty;
                }
                let normal = structurally_normalize_ty(&self.infer, ty, self.param_env);
                if normal == ty { ty } else { self.again(normal) }
            }
            _ => ty.super_fold_with(self),
        }
    }

    fn fold_const(&mut self, value: Const<'db>) -> Const<'db> {
        let ConstKind::Param(param) = value.kind() else { return value.super_fold_with(self) };
        let filled = self.args.and_then(|args| args.as_slice().get(param.index as usize).and_then(|arg| arg.konst()));
        filled.unwrap_or(value)
    }

    fn fold_region(&mut self, region: Region<'db>) -> Region<'db> {
        match region.kind() {
            RegionKind::ReBound(..) => region,
            _ => Region::new_erased(self.infer.interner),
        }
    }
}
