//! Functions with preconditions as values that go where their calls are not followed: returned, behind a pointer or a `dyn Fn`, given to what
//! is known by its contract alone. There their preconditions are claimed where they go, and nothing can show that they hold; and so are the
//! invariants of what closures and private functions return.
use hir_def::CallableDefId;
use hir_ty::next_solver::{DbInterner, Ty, TyKind};
use refine_core::obligation::Kind;
use refine_core::span::Span;
use refine_core::ty::FnInst;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::{GenericArgs as _, IntoKind};
use rustc_type_ir::{TypeSuperVisitable, TypeVisitable, TypeVisitor};

use super::Lower;
use super::builder::ClaimInfo;
use super::resolve::{CallTarget, resolve};
use crate::context::Callable;

impl<'db> Lower<'_, 'db> {
    /// Claims the preconditions of the functions in a type, a value of which goes where it is not followed.
    pub fn claim_kept(&mut self, ty: Ty<'db>, span: Span) {
        let mut found = Mentioned(Vec::new());
        ty.visit_with(&mut found);
        for ty in found.0 {
            self.claim_results(ty, span);
            let Some((CallableDefId::FunctionId(func), args)) = self.callable(ty) else { continue };
            let (CallTarget::Function(func, args) | CallTarget::Abstract(func, args)) =
                resolve(self.cx, self.inst.env, func, args)
            else {
                continue;
            };
            let inst = self.cx.instance(Callable::Function(func), args, self.inst.env);
            let contract = self.contract(&inst);
            let path = self.path_of(func);
            for (text, clause) in contract.preconditions() {
                let message = format!("`{path}` may be called elsewhere, where its precondition may not hold");
                self.b.claim_in_vain(ClaimInfo::new(Kind::Requires, span, text, message).clause(clause));
            }
        }
    }

    /// Claims in vain the invariants of what a closure or a private function returns: whoever calls it gets that.
    fn claim_results(&mut self, ty: Ty<'db>, span: Span) {
        let result = match ty.kind() {
            TyKind::Closure(_, args) => Some(self.core_ty(args.as_closure().sig().skip_binder().output())),
            // A public one is claimed to keep them.
            _ => self.callable(ty).and_then(|(id, _)| match id {
                CallableDefId::FunctionId(func) => {
                    let def = self.cx.fn_def(self.cx.fn_id(Callable::Function(func)));
                    (def.is_own() && !def.public).then_some(def.ret)
                }
                _ => None,
            }),
        };
        if let Some(result) = result {
            self.claim_unknown(&result, span);
        }
    }

    /// The same for the generic arguments of a callee that is not followed.
    pub fn claim_kept_by(&mut self, callee: &FnInst, span: Span) {
        let Some((_, args, _)) = self.cx.args_of(callee) else { return };
        args.types().for_each(|ty| self.claim_kept(ty, span));
    }

    /// The same for what a function returns, whoever calls it. What an instance returns it may have from its caller.
    pub fn claim_returned(&mut self, ty: Ty<'db>) {
        let inst = self.b.inst();
        let own = inst
            .args
            .iter()
            .zip(&self.def.generics)
            .all(|(arg, name)| matches!(arg, CoreTy::Param(own) if own == name));
        if own && !self.def.std && self.def.within.is_none() && inst.args.len() == self.def.generics.len() {
            self.claim_kept(ty, self.def.span);
        }
    }
}

/// The types of functions and closures in a type.
struct Mentioned<'db>(Vec<Ty<'db>>);

impl<'db> TypeVisitor<DbInterner<'db>> for Mentioned<'db> {
    type Result = ();

    fn visit_ty(&mut self, ty: Ty<'db>) {
        if matches!(ty.kind(), TyKind::FnDef(..) | TyKind::Closure(..)) && !self.0.contains(&ty) {
            self.0.push(ty);
        }
        ty.super_visit_with(self);
    }
}
