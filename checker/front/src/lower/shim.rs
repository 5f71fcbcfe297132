//! Shims: functions that have no source, such as derived methods and drop glue. This is what they are written with.
use std::sync::Arc;

use either::Either;
use hir_def::FunctionId;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{GenericArgs, Ty as HirTy};
use refine_core::ids::{BlockId, LocalId};
use refine_core::ir::CallOrigin;
use refine_core::mir::{Body, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::ty::{FnInst, Ty};

use super::builder::Builder;
use super::function::postconditions;
use super::spec::preconditions;
use crate::context::{Callable, Context};
use crate::types::Env;

/// The writer of code that no source stands for.
pub(crate) struct Shim<'a, 'b, 'db> {
    pub cx: &'a Context<'db>,
    pub b: &'a mut Builder<'b>,
    /// The bounds of the type parameters in use.
    pub env: Env,
    /// What messages point to.
    pub span: Span,
    /// Where it returns.
    pub exit: BlockId,
}

/// Writes the body of a shim: its parameters and result, then what `write` adds.
pub(crate) fn body<'db>(
    cx: &Context<'db>,
    (inst, env, span): (&FnInst, Env, Span),
    params: &[(&str, Ty)],
    result: Ty,
    write: impl FnOnce(&mut Shim<'_, '_, 'db>),
) -> Body {
    let mut builder = Builder::new(cx.spans.sources(), inst.clone(), cx.options.overflow);
    for (name, ty) in params {
        builder.new_param(name, ty.clone(), span);
    }
    builder.new_result(result, span);
    let exit = builder.new_block();
    write(&mut Shim { cx, b: &mut builder, env, span, exit });
    builder.goto(exit);
    builder.enter(exit);
    let def = cx.fn_def(inst.func);
    let contract = if def.std { Arc::default() } else { super::contract_of(cx, inst) };
    postconditions(cx, &mut builder, &def, &contract);
    builder.end(Terminator::Return);
    builder.finish(&def.path, contract)
}

impl<'db> Shim<'_, '_, 'db> {
    /// A type as ours.
    pub fn ty(&self, ty: HirTy<'db>) -> Ty {
        self.cx.ty(ty, self.env)
    }

    /// What a local of a reference type points to.
    pub fn pointee(&self, local: LocalId) -> Place {
        Place::local(local).project(Projection::Deref)
    }

    /// The parameter that is passed on as it is.
    pub fn borrow(&mut self, mutable: bool, place: Place, pointee: HirTy<'db>) -> Operand {
        let inner = Box::new(self.ty(pointee));
        let ty = if mutable { Ty::Borrow(inner) } else { Ty::Ref(false, inner) };
        Operand::Move(Place::local(self.b.keep(Rvalue::Ref(mutable, place), ty, self.span)))
    }

    /// The result is an operand.
    pub fn give(&mut self, value: Operand) {
        let result = Place::local(self.b.result());
        self.b.assign(result, Rvalue::Use(value));
    }

    /// The result is the value of a term.
    pub fn give_term(&mut self, value: Term) {
        let result = Place::local(self.b.result());
        self.b.assign(result, Rvalue::Compute(value));
    }

    /// Execution returns here.
    pub fn leave(&mut self) {
        self.b.goto(self.exit);
    }

    /// The rest is outside the model.
    pub fn lost(&mut self, what: &str) {
        let result = Place::local(self.b.result());
        self.b.parameters_escape();
        self.b.outside(what, self.span, true, Some(result));
        let own = self.b.inst().func;
        self.b.may_run(vec![own]);
    }

    /// The implementation of a trait's method for some generic arguments: the trait's, then the method's own.
    pub fn method(&self, method: FunctionId, args: GenericArgs<'db>) -> FnInst {
        let (found, args) = lookup(self.cx, self.env, method, args);
        self.cx.instance(found, args, self.env)
    }

    /// Calls an instance. The local has the result.
    pub fn call(&mut self, callee: FnInst, args: Vec<Operand>, result: Ty) -> LocalId {
        let dest = self.b.temp(result, self.span);
        self.call_into(callee, args, Place::local(dest));
        dest
    }

    /// Calls an instance.
    pub fn call_into(&mut self, callee: FnInst, args: Vec<Operand>, dest: Place) {
        let contract = super::contract_of(self.cx, &callee);
        let path = self.cx.fn_def(callee.func).path;
        let requires = preconditions(self.b, &contract, (&path, Some(callee.func)), self.span);
        let origin = Arc::new(CallOrigin::default());
        self.b.push(Stmt::Call { callee, args, dest, requires, span: self.span, origin });
    }
}

/// Which function a trait's method is for some generic arguments, and with which of its own. It is the trait's where the
/// implementation is built in or not known.
pub(crate) fn lookup<'db>(
    cx: &Context<'db>,
    env: Env,
    method: FunctionId,
    args: GenericArgs<'db>,
) -> (Callable<'db>, GenericArgs<'db>) {
    let db: &'db dyn HirDatabase = cx.db;
    let (found, args) = db.lookup_impl_method(cx.param_env(env), method, args);
    let callable = match found {
        Either::Left(function) => Callable::Function(function),
        Either::Right((derived, method)) => Callable::Derived(derived, method),
    };
    (callable, args)
}
