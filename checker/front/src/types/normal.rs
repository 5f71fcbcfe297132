//! Substitution and normal forms: types without projections, opaque types and lifetimes.
use std::cell::OnceCell;

use hir_ty::next_solver::infer::{DbInternerInferExt, InferCtxt};
use hir_ty::next_solver::{
    Const, ConstKind, DbInterner, GenericArgs, ParamEnv, Region, RegionKind, Ty, TyKind, TypingMode,
};
use hir_ty::traits::structurally_normalize_ty;
use rustc_hash::FxHashMap;
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
        let solver = OnceCell::new();
        value.fold_with(&mut Normal { types: self, env, solver, args, depth: 0, is_cut: false })
    }

    /// What new types are made with.
    pub fn interner(&self) -> DbInterner<'db> {
        DbInterner::new_with(self.db, self.krate)
    }
}

/// How deep aliases may lead to others; a type that needs more grows without end.
const MAX_DEPTH: u32 = 64;

/// The normal forms that are known, by what is filled in and which bounds hold: the same types come again and again, and the trait solver
/// has to be asked for each.
pub(super) type NormalForms<'db> = FxHashMap<(Ty<'db>, Option<GenericArgs<'db>>, Env), Ty<'db>>;

struct Normal<'a, 'db> {
    types: &'a Types<'db>,
    env: Env,
    /// What resolves aliases, once there is one.
    solver: OnceCell<(InferCtxt<'db>, ParamEnv<'db>)>,
    args: Option<GenericArgs<'db>>,
    depth: u32,
    /// Whether some alias was left as it is because it leads too deep.
    is_cut: bool,
}

impl<'db> Normal<'_, 'db> {
    fn resolve(&self, alias: Ty<'db>) -> Ty<'db> {
        let (infer, param_env) = self.solver.get_or_init(|| {
            let infer = self.types.interner().infer_ctxt().build(TypingMode::PostAnalysis);
            (infer, self.types.param_env(self.env).param_env)
        });
        structurally_normalize_ty(infer, alias, *param_env)
    }

    fn fold_new(&mut self, ty: Ty<'db>) -> Ty<'db> {
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
                    self.is_cut |= self.depth > MAX_DEPTH;
                    return ty;
                }
                let normal = self.resolve(ty);
                if normal == ty { ty } else { self.again(normal) }
            }
            _ => ty.super_fold_with(self),
        }
    }

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

impl<'db> TypeFolder<DbInterner<'db>> for Normal<'_, 'db> {
    fn cx(&self) -> DbInterner<'db> {
        self.types.interner()
    }

    fn fold_ty(&mut self, ty: Ty<'db>) -> Ty<'db> {
        let key = (ty, self.args, self.env);
        if let Some(known) = self.types.normal_forms.borrow().get(&key) {
            return *known;
        }
        let was_cut = std::mem::replace(&mut self.is_cut, false);
        let normal = self.fold_new(ty);
        if !self.is_cut {
            self.types.normal_forms.borrow_mut().insert(key, normal);
        }
        self.is_cut |= was_cut;
        normal
    }

    fn fold_const(&mut self, value: Const<'db>) -> Const<'db> {
        let ConstKind::Param(param) = value.kind() else { return value.super_fold_with(self) };
        let filled = self.args.and_then(|args| args.as_slice().get(param.index as usize).and_then(|arg| arg.konst()));
        filled.unwrap_or(value)
    }

    fn fold_region(&mut self, region: Region<'db>) -> Region<'db> {
        match region.kind() {
            RegionKind::ReBound(..) => region,
            _ => Region::new_erased(self.types.interner()),
        }
    }
}
