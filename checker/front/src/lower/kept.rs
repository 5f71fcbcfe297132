//! Functions with preconditions as values that go where their calls are not followed: returned, behind a pointer or a `dyn Fn`, given to what
//! is known by its contract alone. There their preconditions are claimed where they go, and nothing can show that they hold; and so are the
//! invariants of what closures and private functions return.
use hir_def::CallableDefId;
use hir_ty::next_solver::{DbInterner, Ty, TyKind};
use refine_core::invariants::Stated as _;
use refine_core::obligation::Kind;
use refine_core::span::Span;
use refine_core::ty::FnInst;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::{GenericArgs as _, IntoKind};
use rustc_type_ir::{TypeSuperVisitable, TypeVisitable, TypeVisitor};

use super::Lower;
use super::builder::ClaimInfo;
use super::resolve::{CallTarget, resolve};
use crate::clause;
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

    /// Claims in vain the invariants of what whoever calls a function gets from it: what a closure or a private function returns or may write
    /// through its parameters, and what a constructor makes. (A public function is claimed to keep them.)
    fn claim_results(&mut self, ty: Ty<'db>, span: Span) {
        if let TyKind::Closure(_, args) = ty.kind() {
            let signature = args.as_closure().sig().skip_binder();
            let inputs = signature.inputs_and_output.as_slice().split_last().map_or(&[][..], |(_, inputs)| inputs);
            // (They are one tuple.)
            let inputs: Vec<CoreTy> = inputs.iter().map(|ty| self.core_ty(*ty)).collect();
            let result = self.core_ty(signature.output());
            inputs.iter().for_each(|ty| self.claim_written(ty, span));
            return self.claim_unknown(&result, span);
        }
        match self.callable(ty) {
            Some((CallableDefId::FunctionId(func), _)) => {
                let def = self.cx.fn_def(self.cx.fn_id(Callable::Function(func)));
                if def.is_own() && !def.public {
                    def.params.iter().for_each(|param| self.claim_written(&param.ty, span));
                    self.claim_unknown(&def.ret, span);
                }
            }
            Some((CallableDefId::StructId(_) | CallableDefId::EnumVariantId(_), _)) => {
                let made = self.made_by(ty).map(|made| self.core_ty(made));
                // What it is made of is given by who calls it.
                if let Some(made @ CoreTy::Adt(id, _)) = &made
                    && (!self.cx.stated(*id).is_empty() || !clause::untranslated_invariants(self.cx, *id).is_empty())
                {
                    self.claim_unknown(made, span);
                }
            }
            None => {}
        }
    }

    /// Claims in vain the invariants of what a function may write through a parameter.
    fn claim_written(&mut self, ty: &CoreTy, span: Span) {
        match ty {
            CoreTy::Ref(true, inner) | CoreTy::Borrow(inner) => self.claim_unknown(inner, span),
            CoreTy::Ref(false, inner) if self.cx.types.has_cell(inner) => self.claim_unknown(inner, span),
            CoreTy::Tuple(tys) | CoreTy::Adt(_, tys) => tys.iter().for_each(|ty| self.claim_written(ty, span)),
            _ => {}
        }
    }

    /// The type of the values that a constructor makes.
    fn made_by(&self, constructor: Ty<'db>) -> Option<Ty<'db>> {
        let signature = constructor.callable_sig(self.inst.interner())?;
        Some(signature.skip_binder().output())
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
