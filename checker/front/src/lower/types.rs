//! Types of the instance at hand: rustc's own, with the instance's arguments in place of the type parameters.
//!
//! What inference says of a body is said once for all instances. [`Instance::ty`] says it for one: parameters replaced,
//! projections normalised, opaque types revealed.
use std::cell::RefCell;

use hir_ty::db::HirDatabase;
use hir_ty::next_solver::infer::{DbInternerInferExt, InferCtxt};
use hir_ty::next_solver::{self, DbInterner, GenericArgs, Ty, TyKind, TypingMode};
use refine_core::ty::Ty as CoreTy;
use rustc_hash::FxHashMap;
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{TypeFlags, TypeVisitableExt};

use super::copied::is_copy_in;
use crate::context::Context;
use crate::types::Env;

/// The generic arguments that a body is lowered for, and what holds of them.
pub(crate) struct Instance<'a, 'db> {
    cx: &'a Context<'db>,
    /// The arguments.
    pub args: GenericArgs<'db>,
    /// Whose type parameters occur in them.
    pub env: Env,
    infcx: InferCtxt<'db>,
    known: RefCell<FxHashMap<Ty<'db>, Ty<'db>>>,
}

impl<'a, 'db> Instance<'a, 'db> {
    /// The instance of an item with these arguments.
    pub fn new(cx: &'a Context<'db>, args: GenericArgs<'db>, env: Env) -> Instance<'a, 'db> {
        let infcx = cx.types.interner().infer_ctxt().build(TypingMode::PostAnalysis);
        Instance { cx, args, env, infcx, known: RefCell::default() }
    }

    /// The database.
    pub fn db(&self) -> &'db dyn HirDatabase {
        self.cx.db
    }

    /// The interner of types.
    pub fn interner(&self) -> DbInterner<'db> {
        self.infcx.interner
    }

    /// A type of the body, for this instance.
    pub fn ty(&self, ty: Ty<'db>) -> Ty<'db> {
        if !ty.has_type_flags(TypeFlags::HAS_ALIAS | TypeFlags::HAS_PARAM) {
            return ty;
        }
        if let Some(known) = self.known.borrow().get(&ty) {
            return *known;
        }
        let result = self.cx.types.instantiate(ty, self.args, self.env);
        self.known.borrow_mut().insert(ty, result);
        result
    }

    /// Generic arguments in the body, for this instance.
    pub fn generic_args(&self, args: GenericArgs<'db>) -> GenericArgs<'db> {
        self.cx.types.instantiate(args, self.args, self.env)
    }

    /// A type of this instance as ours.
    pub fn core_ty(&self, ty: Ty<'db>) -> CoreTy {
        self.cx.types.ty(ty, self.env)
    }

    /// Whether a type of this instance cannot be told.
    pub fn is_unknown(&self, ty: Ty<'db>) -> bool {
        ty.has_type_flags(TypeFlags::HAS_INFER) || next_solver::references_non_lt_error(&ty)
    }

    /// Whether values of the type are copied when they are used.
    pub fn is_copy(&self, ty: Ty<'db>) -> bool {
        match ty.kind() {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Uint(_) | TyKind::Float(_) | TyKind::Never => true,
            TyKind::Ref(_, _, mutability) => mutability.is_not(),
            TyKind::RawPtr(..) | TyKind::FnDef(..) | TyKind::FnPtr(..) => true,
            TyKind::Str | TyKind::Slice(_) | TyKind::Dynamic(..) => false,
            _ => is_copy_in(self.cx, &self.infcx, ty, self.env),
        }
    }

    /// The same as rust-analyzer has it, which goes wrong where there is a closure.
    pub fn is_copy_as_told(&self, ty: Ty<'db>) -> bool {
        self.infcx.type_is_copy_modulo_regions(self.cx.param_env(self.env).param_env, ty)
    }
}
