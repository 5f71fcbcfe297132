//! Calls: what they lead to, the callee's preconditions, and what is known instead of a body.
use std::sync::Arc;

use hir_def::hir::{Expr, ExprId};
use hir_def::{CallableDefId, FunctionId, VariantId};
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use refine_core::mir::{Operand, Place, Projection, Rvalue, Stmt, Terminator};
use refine_core::term::Term;
use refine_core::terms::lent;
use refine_core::ty::FnInst;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::{IntoKind, Ty as _};

use super::alike::{self, Likeness};
use super::arith::{borrows_mut, without_borrow};
use super::foreign::is_left_out;
use super::resolve::{CallTarget, resolve};
use super::spec::preconditions;
use super::{Lower, Modelled, TypedPlace, outside};
use crate::context::Callable;

/// Type arguments nested deeper than this come from functions that call themselves with ever larger types.
const TYPE_DEPTH: usize = 12;

/// A call whose arguments are evaluated.
pub(crate) struct Call<'db> {
    /// The expression that is it.
    pub e: ExprId,
    /// The function, with generic arguments of the instance at hand.
    pub method: (FunctionId, GenericArgs<'db>),
    /// The arguments.
    pub args: Vec<Operand>,
}

/// How the arguments after the first are given to a method of a `Fn` trait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    /// One by one, as in `f(a, b)`.
    Spread,
    /// As a tuple, as in `f.call((a, b))`.
    Tupled,
}

impl<'db> Lower<'_, 'db> {
    /// `callee(args)`.
    pub fn call_expr(&mut self, dest: &Place, e: ExprId, callee: ExprId, args: &[ExprId]) -> Modelled<()> {
        let ty = self.ty(e);
        if let Some((id, generic)) = self.src.infer.method_resolution(e) {
            let mut all = vec![self.operand(callee)];
            all.extend(self.operands(args));
            let method = (id, self.inst.generic_args(generic));
            return self.resolved(dest, ty, Call { e, method, args: all }, Passed::Spread);
        }
        let callee_ty = self.adjusted_ty(callee);
        if !self.is_path(callee) {
            self.discard(callee);
        }
        let callable = self.callable(callee_ty);
        let within = self.dying;
        self.dying |= matches!(callable, Some((CallableDefId::FunctionId(id), _)) if self.is_panicking(id));
        let args = self.operands(args);
        self.dying = within;
        match callable {
            Some(callable) => self.call_callable(dest, ty, e, callable, args),
            None if matches!(callee_ty.kind(), TyKind::FnPtr(..)) => {
                self.decrease_through_pointer(e);
                let Some(inst) = self.through_pointer(callee_ty) else { return outside("this call") };
                self.unknown_callee(dest, ty, e, inst, args, "a call through a function pointer");
                Ok(())
            }
            None => outside("this call"),
        }
    }

    /// `receiver.method(args)`. A receiver that is borrowed mutably for the call is borrowed when its arguments are there.
    pub fn method_call(&mut self, dest: &Place, e: ExprId, receiver: ExprId, args: &[ExprId]) -> Modelled<()> {
        let Some((id, generic)) = self.src.infer.method_resolution(e) else {
            self.operand(receiver);
            self.operands(args);
            return outside("this method");
        };
        let method = (id, self.inst.generic_args(generic));
        let adjustments = self.src.infer.expr_adjustment(receiver).unwrap_or(&[]);
        let late = borrows_mut(adjustments);
        let place = late.then(|| self.place_adjusted(receiver, without_borrow(adjustments)));
        let early = (!late).then(|| self.operand(receiver));
        let args = self.operands(args);
        let first = match (place, early) {
            (Some(place), _) => self.borrow_mut(&place, self.span(receiver)),
            (None, Some(early)) => early,
            (None, None) => return outside("this method"),
        };
        let all = [first].into_iter().chain(args).collect();
        self.call(dest, self.ty(e), Call { e, method, args: all })
    }

    /// A call of a function or constructor by its type.
    fn call_callable(
        &mut self,
        dest: &Place,
        ty: Ty<'db>,
        e: ExprId,
        (id, args): (CallableDefId, GenericArgs<'db>),
        operands: Vec<Operand>,
    ) -> Modelled<()> {
        match id {
            CallableDefId::FunctionId(id) => self.call(dest, ty, Call { e, method: (id, args), args: operands }),
            CallableDefId::StructId(id) => self.construct(dest, ty, VariantId::StructId(id), operands),
            CallableDefId::EnumVariantId(id) => self.construct(dest, ty, VariantId::EnumVariantId(id), operands),
        }
    }

    /// A call of a function.
    pub fn call(&mut self, dest: &Place, ty: Ty<'db>, call: Call<'db>) -> Modelled<()> {
        self.resolved(dest, ty, call, Passed::Tupled)
    }

    fn resolved(&mut self, dest: &Place, ty: Ty<'db>, call: Call<'db>, passed: Passed) -> Modelled<()> {
        let (func, args) = call.method;
        if self.by_value(dest, call.e, (func, args), &call.args).is_some() {
            return Ok(());
        }
        match resolve(self.cx, self.inst.env, func, args) {
            CallTarget::Function(found, args) => {
                let operands = match passed {
                    Passed::Spread => self.tupled(call.e, call.args),
                    Passed::Tupled => call.args,
                };
                if let Some(done) = self.special(dest, call.e, found, args, &operands) {
                    return done;
                }
                self.call_instance(dest, ty, call.e, (Callable::Function(found), args), operands)
            }
            CallTarget::Derived(derived, method, args) => {
                self.call_instance(dest, ty, call.e, (Callable::Derived(derived, method), args), call.args)
            }
            CallTarget::Abstract(found, args) => {
                let inst = self.cx.instance(Callable::Function(found), args, self.inst.env);
                if self.contract(&inst).explicit {
                    return self.call_instance(dest, ty, call.e, (Callable::Function(found), args), call.args);
                }
                let what = self.unknown_call(found);
                self.unknown_callee(dest, ty, call.e, inst, call.args, &what);
                Ok(())
            }
            CallTarget::Closure(id, closure_args, kind) => {
                let (this, rest) = self.spread_args(call.args, args, passed)?;
                let (this, taken) = self.environment(call.e, this, (id, closure_args), kind)?;
                let all = [this].into_iter().chain(rest).collect();
                self.call_instance(dest, ty, call.e, (Callable::Closure(id), closure_args), all)?;
                if let Some(taken) = taken {
                    self.drop_place(&taken.place, taken.ty, self.span(call.e));
                }
                Ok(())
            }
            CallTarget::Callable(of) => {
                let (_, rest) = self.spread_args(call.args, args, passed)?;
                match self.callable(of) {
                    Some(callable) => self.call_callable(dest, ty, call.e, callable, rest),
                    None => outside("this call"),
                }
            }
            CallTarget::BuiltInClone => self.built_in_clone(dest, call.e, (func, args), &call.args),
            CallTarget::Unknown => outside(self.unknown_call(func)),
        }
    }

    /// In words, a call of which nobody knows where it leads.
    fn unknown_call(&self, func: FunctionId) -> String {
        let path = self.path_of(func);
        match path.strip_prefix("core::ops::function::") {
            Some(_) => "a call of an unknown function".to_owned(),
            None => format!("a call of `{path}`, whose implementation is not known"),
        }
    }

    /// A call of something of which only the type is known: it may panic, and do anything to what it is lent.
    fn unknown_callee(&mut self, dest: &Place, ty: Ty<'db>, e: ExprId, callee: FnInst, args: Vec<Operand>, what: &str) {
        let span = self.span(e);
        let (contract, path) = (self.contract(&callee), self.cx.fn_def(callee.func).path);
        let mut requires = preconditions(&mut self.b, &contract, (&path, None), span);
        requires.push(self.b.unknown(what, callee.func, span));
        self.claim_kept_by(&callee, span);
        self.claim_shown(e, &args);
        self.claim_lent(&self.core_ty(ty), span);
        self.decrease(e, &callee, &contract, &args);
        let origin = Arc::new(self.origin(e));
        self.b.push(Stmt::Call { callee, args, dest: dest.clone(), requires, span, origin });
        if ty.is_never() {
            self.b.end(Terminator::Stop);
        }
    }

    /// What a call through a function pointer is: one of `Fn::call`.
    fn through_pointer(&self, pointer: Ty<'db>) -> Option<FnInst> {
        let of = hir_def::lang_item::lang_items(self.cx.db, self.cx.krate).Fn?;
        let [(_, hir_def::AssocItemId::FunctionId(call))] = of.trait_items(self.cx.db).items[..] else { return None };
        let TyKind::FnPtr(signature, _) = pointer.kind() else { return None };
        let signature = self.inst.interner().instantiate_bound_regions_with_erased(signature);
        let inputs = signature.inputs_and_output.as_slice().split_last()?.1;
        let args = Ty::new_tup(self.inst.interner(), inputs);
        let generic = self.cx.types.args_for(call.into(), &[pointer, args], &[])?;
        Some(self.cx.instance(Callable::Function(call), generic, self.inst.env))
    }

    /// The arguments of a call through a `Fn` trait as its methods take them.
    fn tupled(&mut self, e: ExprId, args: Vec<Operand>) -> Vec<Operand> {
        let Expr::Call { args: written, .. } = &self.src.store()[e] else { return args };
        let tys: Vec<CoreTy> = written.iter().map(|arg| self.core_ty(self.adjusted_ty(*arg))).collect();
        let mut args = args.into_iter();
        let Some(this) = args.next() else { return Vec::new() };
        let ty = CoreTy::Tuple(tys);
        let tuple = self.b.keep(Rvalue::Aggregate(ty.clone(), 0, args.collect()), ty, self.span(e));
        vec![this, Operand::Move(Place::local(tuple))]
    }

    /// The callee, and the arguments one by one.
    fn spread_args(
        &mut self,
        args: Vec<Operand>,
        generic: GenericArgs<'db>,
        passed: Passed,
    ) -> Modelled<(Operand, Vec<Operand>)> {
        let mut args = args.into_iter();
        let Some(this) = args.next() else { return outside("this call") };
        if passed == Passed::Spread {
            return Ok((this, args.collect()));
        }
        let tys = generic.types().nth(1).and_then(|ty| self.components(ty));
        let (Some(Operand::Copy(tuple) | Operand::Move(tuple)), Some(tys)) = (args.next(), tys) else {
            return outside("this call");
        };
        let part = |(at, ty)| {
            let place = tuple.project(Projection::Component(at));
            self.consume(&TypedPlace { place, ty })
        };
        Ok((this, tys.into_iter().enumerate().map(part).collect()))
    }

    /// A call of an instance: by its contract, or by its body in place of it.
    fn call_instance(
        &mut self,
        dest: &Place,
        ty: Ty<'db>,
        e: ExprId,
        (callable, args): (Callable<'db>, GenericArgs<'db>),
        operands: Vec<Operand>,
    ) -> Modelled<()> {
        let inst = self.cx.instance(callable, args, self.inst.env);
        let def = self.cx.fn_def(inst.func);
        if inst.args.iter().any(|ty| depth(ty) > TYPE_DEPTH) {
            return outside(format!("a call of `{}` whose type arguments keep growing", def.path));
        }
        let contract = self.contract(&inst);
        if contract.explicit || !self.has_body(callable) {
            self.claim_kept_by(&inst, self.span(e));
        }
        if !self.has_body(callable) {
            // Nothing says what comes of what it lends.
            self.claim_lent(&self.core_ty(ty), self.span(e));
        }
        if !contract.explicit && !self.has_body(callable) {
            self.claim_given(e, &operands);
            return outside(match def.std {
                true => format!("a call of `{}`", def.path),
                false => format!("a call of `{}`, which has no body here", def.path),
            });
        }
        if !contract.explicit && is_left_out(self.cx, callable) {
            let what = format!("a call of `{}`", def.path);
            self.unknown_callee(dest, ty, e, inst, operands, &what);
            return Ok(());
        }
        self.decrease(e, &inst, &contract, &operands);
        let operands = match contract.explicit {
            true => operands,
            false => match self.splice(dest, e, (&inst, &def), operands) {
                Ok(()) => return Ok(()),
                Err(operands) => operands,
            },
        };
        self.list_site(e, &inst);
        let span = self.span(e);
        let requires = preconditions(&mut self.b, &contract, (&def.path, Some(inst.func)), span);
        let origin = Arc::new(self.origin(e));
        self.pure_call(e, &inst, &def, operands, dest, |this, args| {
            this.b.push(Stmt::Call { callee: inst.clone(), args, dest: dest.clone(), requires, span, origin });
        });
        if ty.is_never() || def.ret == CoreTy::Never {
            self.b.end(Terminator::Stop);
        }
        Ok(())
    }

    /// A function's path, for messages.
    pub fn path_of(&self, func: FunctionId) -> String {
        self.cx.fn_def(self.cx.fn_id(Callable::Function(func))).path
    }

    /// Calls of functions that are known otherwise than by a body: panics, what is built in, formatting, clauses of loops.
    fn special(
        &mut self,
        dest: &Place,
        e: ExprId,
        func: FunctionId,
        args: GenericArgs<'db>,
        operands: &[Operand],
    ) -> Option<Modelled<()>> {
        if self.cx.db.origin(hir_def::HasModule::krate(&func, self.cx.db)) == crate::database::Origin::Spec {
            return self.loop_clause(dest, e, func);
        }
        if self.cx.db.origin(hir_def::HasModule::krate(&func, self.cx.db)) != crate::database::Origin::Std {
            return None;
        }
        let path = super::resolve::path_of(self.cx, func);
        if self.is_panicking(func) {
            return Some(self.panic(e, &path));
        }
        if path == "core::refine::keep" {
            // Known by its contract, so that what its argument borrows is given away.
            self.claim_given(e, operands);
            return None;
        }
        if let Some(name) = path.strip_prefix("core::refine::").or(path.strip_prefix("alloc::refine::")) {
            return Some(self.intrinsic(dest, e, name, args, operands));
        }
        self.claim_printed(e, &path);
        if self.is_formatting(func) && !self.prints(func, args) {
            self.havoc(dest);
            return Some(Ok(()));
        }
        None
    }

    /// Whether the `fmt` of some type of the user's runs for what `format_args!` is made of.
    fn prints(&self, func: FunctionId, args: GenericArgs<'db>) -> bool {
        if self.dying {
            return false;
        }
        let name = &hir_def::signatures::FunctionSignature::of(self.cx.db, func).name;
        let like = match name.as_str().strip_prefix("new_") {
            Some("debug" | "debug_noop") => Likeness::Debug,
            Some(_) => Likeness::Display,
            None => return false,
        };
        !args.types().all(|ty| alike::structural(self.cx, ty, self.inst.env, like))
    }

    /// Whether the function is what a panicking macro comes to.
    pub(super) fn is_panicking(&self, func: FunctionId) -> bool {
        super::resolve::path_of(self.cx, func).starts_with("core::panicking::")
    }

    /// Whether the function makes what `format_args!` gives: text, which the model does not look into.
    pub(super) fn is_formatting(&self, func: FunctionId) -> bool {
        let hir_def::ItemContainerId::ImplId(of) = hir_def::Lookup::lookup(&func, self.cx.db).container else {
            return false;
        };
        let this = self.db().impl_self_ty(of).skip_binder();
        let items = hir_def::lang_item::lang_items(self.cx.db, self.cx.krate);
        let is = |id| matches!(this.as_adt(), Some((hir_def::AdtId::StructId(own), _)) if Some(own) == id);
        is(items.FormatArguments) || is(items.FormatArgument)
    }

    /// The values of arguments as terms, where they have no mutable references in them.
    pub fn argument_terms(&mut self, e: ExprId, operands: &[Operand]) -> Option<Vec<Term>> {
        operands
            .iter()
            .map(|operand| match operand {
                Operand::Constant(term) => Some(term.clone()),
                Operand::Copy(place) | Operand::Move(place) if place.projections.is_empty() => {
                    let ty = self.b.local_ty(place.local).clone();
                    match ty {
                        CoreTy::Borrow(inner) => {
                            let pointee = place.project(Projection::Deref);
                            let span = self.span(e);
                            Some(self.b.read(pointee, *inner, span))
                        }
                        ty if lent::holds_borrow(self.cx, &ty) => None,
                        _ => Some(self.b.term(place.local)),
                    }
                }
                _ => None,
            })
            .collect()
    }
}

fn depth(ty: &CoreTy) -> usize {
    match ty {
        CoreTy::Tuple(tys) | CoreTy::Adt(_, tys) => 1 + tys.iter().map(depth).max().unwrap_or(0),
        CoreTy::Array(ty, _)
        | CoreTy::Slice(ty)
        | CoreTy::Vec(ty)
        | CoreTy::Ref(_, ty)
        | CoreTy::Borrow(ty)
        | CoreTy::Boxed(ty) => 1 + depth(ty),
        CoreTy::Bool
        | CoreTy::Char
        | CoreTy::Int(_)
        | CoreTy::Exact
        | CoreTy::Param(_)
        | CoreTy::Infer(_)
        | CoreTy::Never
        | CoreTy::Opaque(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing;

    #[test]
    fn what_a_trait_says_by_default_is_not_what_a_type_parameter_does() {
        let source = "
            pub trait Tr { fn f(&self) -> u32 { 1 } }
            pub fn unknown<T: Tr>(t: &T) -> u32 { t.f() }
            pub fn lawful<T: PartialEq>(t: &T) -> bool { t != t }
        ";
        testing::with(source, |cx| {
            let whats = |name: &str| {
                let item = cx.items.fns.iter().find(|item| item.def.name == name).unwrap();
                let body = super::super::body(cx, &cx.identity(item.id)).unwrap();
                body.unmodelled.iter().map(|it| it.what.clone()).collect::<Vec<_>>()
            };
            assert_eq!(whats("unknown"), ["a call of `Tr::f`, whose implementation is not known"]);
            assert_eq!(whats("lawful"), [""; 0]);
        });
    }
}
