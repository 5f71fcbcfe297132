//! Code put in place: closures where they are called, and the models of `specs/std` that take closures or may panic.
//!
//! A model of the standard library that is one expression is a term (`pure`). One that calls a closure, panics, loops or
//! changes its receiver is built into the body that calls it, as if its code stood there: `x.map(|v| v + 1)` becomes the
//! `match` of `Option::map` with `v + 1` where the model calls `f`. A closure that is bound to a name by `let` is known
//! by that name, and put in place likewise. So nothing after this room has to know of closures.
use std::rc::Rc;

use quote::ToTokens;

use super::chain::Chain;
use super::expr::strip_parens;
use super::{Builder, apply, is_mut_ref};
use crate::lower::hir::{Arm, Binding, Expr, ExprKind, Pat, Prim, Stmt, VarId};
use crate::lower::infer::{holds_mut_ref, is_var};
use crate::program::FnId;
use crate::span::Span;
use crate::syntax::Scope;
use crate::ty::Ty;

/// A closure, or a path to a function in its place, with what its names mean.
#[derive(Clone)]
pub struct Closure {
    code: syn::Expr,
    context: Context,
}

/// What names and places mean in a piece of code.
#[derive(Clone)]
pub struct Context {
    names: Vec<(String, VarId)>,
    scope: Scope,
    generics: Vec<(String, Ty)>,
    /// Where everything stands, for code that is not the user's.
    pub at: Option<Span>,
    /// Where a panic of a model is reported.
    pub panics_at: Option<Span>,
}

impl Builder<'_> {
    /// What names mean here.
    fn context(&self) -> Context {
        Context {
            names: self.names.clone(),
            scope: self.scope.clone(),
            generics: self.generics.clone(),
            at: self.model.0,
            panics_at: self.model.1,
        }
    }

    fn swap(&mut self, context: &mut Context) {
        std::mem::swap(&mut self.names, &mut context.names);
        std::mem::swap(&mut self.scope, &mut context.scope);
        std::mem::swap(&mut self.generics, &mut context.generics);
        std::mem::swap(&mut self.model.0, &mut context.at);
        std::mem::swap(&mut self.model.1, &mut context.panics_at);
    }

    /// Builds in another context.
    fn within<T>(&mut self, mut context: Context, build: impl FnOnce(&mut Self) -> T) -> T {
        self.swap(&mut context);
        let built = build(self);
        self.swap(&mut context);
        built
    }

    /// Whether a function is a model that is put in place as code.
    pub fn is_code(&self, id: FnId) -> bool {
        let item = &self.low.krate.fns[id.0 as usize];
        let code = |block: &syn::Block| has_code(block.to_token_stream()) || has_code(item.sig.to_token_stream());
        item.def.std && item.block.as_ref().is_some_and(code)
    }

    /// A call of such a model. `at` is the method's name, where its panics are reported.
    pub fn inline(
        &mut self,
        id: FnId,
        (receiver, ty): (Expr, Ty),
        args: &[&syn::Expr],
        expect: Option<&Ty>,
        at: (Span, Span),
    ) -> Expr {
        let (params, ret, targs) = self.signature(id, Some(ty), &[]);
        if params.len() != args.len() + 1 {
            let mut parts = vec![receiver];
            parts.extend(args.iter().map(|arg| self.expr(arg, None)));
            let name = &self.low.krate.fns[id.0 as usize].def.name;
            return self.unmodelled(format!("this call of `{name}`"), parts, true, at.0);
        }
        let mut stmts = Vec::new();
        let receiver = self.adjust(receiver, &params[0]);
        let this = self.kept(receiver, &mut stmts);
        self.put_in_place(id, (params, ret, targs), (this, stmts), args, expect, at)
    }

    /// The same with a chain of iterators for `self`.
    pub fn inline_chain(
        &mut self,
        id: FnId,
        (chain, ty): (Chain, Ty),
        args: &[&syn::Expr],
        written: &[Ty],
        expect: Option<&Ty>,
        at: (Span, Span),
    ) -> Expr {
        let (params, ret, targs) = self.signature(id, Some(ty.clone()), written);
        let this = self.chain_var(chain, ty, at.0);
        self.put_in_place(id, (params, ret, targs), (this, Vec::new()), args, expect, at)
    }

    fn put_in_place(
        &mut self,
        id: FnId,
        (params, ret, targs): (Vec<Ty>, Ty, Vec<Ty>),
        (this, mut stmts): (VarId, Vec<Stmt>),
        args: &[&syn::Expr],
        expect: Option<&Ty>,
        (span, at): (Span, Span),
    ) -> Expr {
        let low = self.low;
        let item = &low.krate.fns[id.0 as usize];
        let Some(block) = item.block.as_ref().filter(|_| params.len() == args.len() + 1) else {
            return self.unmodelled("this call", Vec::new(), true, span);
        };
        if let Some(expect) = expect {
            self.infer.unify(&ret, expect);
        }
        let generics: Vec<(String, Ty)> = item.def.generics.iter().cloned().zip(targs).collect();
        let mut scope = item.scope.clone();
        scope.self_ty = scope.self_ty.map(|ty| apply(&generics, &ty));
        let mut names = vec![("self".to_string(), this)];
        for ((arg, ty), param) in args.iter().zip(&params[1..]).zip(&item.def.params[1..]) {
            let var = match self.closure(arg) {
                Some(closure) => {
                    let var = self.hidden(&param.name, ty.clone(), span);
                    self.closures.insert(var, Rc::new(closure));
                    var
                }
                None => {
                    let value = self.expr_of(arg, ty);
                    self.kept(value, &mut stmts)
                }
            };
            names.push((param.name.clone(), var));
        }
        let context = Context { names, scope, generics, at: Some(span), panics_at: Some(at) };
        let body = self.within(context, |b| {
            let body = b.block(block, Some(&ret), None);
            b.coerce(body, &ret)
        });
        Expr { kind: ExprKind::Block(stmts, Some(Box::new(body)), None), ty: ret, span }
    }

    /// A value bound to a variable without a name in source.
    pub fn kept(&mut self, value: Expr, stmts: &mut Vec<Stmt>) -> VarId {
        // (`o.as_mut()` is a borrow of the parts: the place is that of `o`.)
        let ty = self.infer.known(&value.ty);
        let borrows = matches!(
            value.kind,
            ExprKind::Borrow(true, _) | ExprKind::Prim(Prim::GetMut | Prim::FirstMut | Prim::LastMut, ..)
        );
        let of_parts = borrows && holds_mut_ref(&ty);
        let binding = if is_mut_ref(&ty) || of_parts { Binding::Place } else { Binding::Value };
        let var = self.hidden("_", value.ty.clone(), value.span);
        stmts.push(Stmt::Let(Pat::Bind(var, binding, None), Some(value), None));
        var
    }

    pub fn hidden(&mut self, name: &str, ty: Ty, span: Span) -> VarId {
        let var = self.declare(name, ty, span);
        self.names.pop();
        var
    }

    /// A closure as an argument: written there, known by a name, or a path to a function.
    pub fn closure(&mut self, arg: &syn::Expr) -> Option<Closure> {
        let arg = strip_parens(arg);
        match arg {
            syn::Expr::Closure(_) => Some(Closure { code: arg.clone(), context: self.context() }),
            syn::Expr::Reference(inner) => self.closure(&inner.expr),
            syn::Expr::Path(path) => {
                let ident = path.path.get_ident().map(ToString::to_string);
                if let Some(var) = ident.and_then(|name| self.lookup(&name)) {
                    return self.closures.get(&var).map(|known| Closure::clone(known));
                }
                use crate::syntax::ValueRes;
                let is_fn = match self.low.krate.resolve_value(&self.scope, path)? {
                    ValueRes::Fn(..) => true,
                    ValueRes::Assoc(ty, _) => !matches!(ty, Ty::Param(_)),
                    ValueRes::Ctor(id, variant, _) => !self.low.adt(id).variants[variant].fields.is_empty(),
                    _ => false,
                };
                is_fn.then(|| Closure { code: arg.clone(), context: self.context() })
            }
            _ => None,
        }
    }

    /// `let name = |…| …`, if it is one that can be put in place where it is called.
    pub fn let_closure(&mut self, pat: &syn::Pat, init: &syn::Expr) -> bool {
        let (syn::Pat::Ident(name), syn::Expr::Closure(closure)) = (pat, strip_parens(init)) else { return false };
        // What a `move` closure copies may be another value later on.
        if closure.capture.is_some() || name.by_ref.is_some() {
            return false;
        }
        let closure = Closure { code: strip_parens(init).clone(), context: self.context() };
        let span = self.span(name);
        let ty = self.infer.fresh();
        let var = self.declare(&name.ident.to_string(), ty, span);
        self.closures.insert(var, Rc::new(closure));
        true
    }

    /// The closure that a name stands for.
    pub fn known_closure(&self, path: &syn::Path) -> Option<Rc<Closure>> {
        let var = self.lookup(&path.get_ident()?.to_string())?;
        self.closures.get(&var).cloned()
    }

    /// A closure put in place of a call of it.
    pub fn closure_call(&mut self, closure: &Closure, args: Vec<Expr>, expect: Option<&Ty>, span: Span) -> Expr {
        let within = closure.context.clone();
        self.within(within, |b| match &closure.code {
            syn::Expr::Closure(code) => b.closure_body(code, args, expect, span),
            path => b.function_value(path, args, expect),
        })
    }

    fn closure_body(&mut self, code: &syn::ExprClosure, args: Vec<Expr>, expect: Option<&Ty>, span: Span) -> Expr {
        if code.inputs.len() != args.len() || code.asyncness.is_some() {
            return self.unmodelled("this closure", args, true, span);
        }
        let mut stmts = Vec::new();
        for (pat, arg) in code.inputs.iter().zip(args) {
            let (pat, ty) = match pat {
                syn::Pat::Type(typed) => (&*typed.pat, self.ty(&typed.ty)),
                pat => (pat, arg.ty.clone()),
            };
            let arg = self.coerce(arg, &ty);
            let by_place = is_mut_ref(&self.infer.shallow(&arg.ty));
            let pat = self.pattern(pat, &ty, by_place);
            stmts.push(Stmt::Let(pat, Some(arg), None));
        }
        let ret = match (&code.output, expect) {
            (syn::ReturnType::Type(_, ty), _) => self.ty(ty),
            (_, Some(expect)) => expect.clone(),
            _ => self.infer.fresh(),
        };
        // `return` and `?` leave the closure.
        let target = leaves(&code.body).then(|| self.enter(None, false, ret.clone()));
        let outer = std::mem::replace(&mut self.closure_target, target.map(|target| (target, ret.clone())));
        let body = self.expr(&code.body, Some(&ret));
        self.closure_target = outer;
        if target.is_some() {
            self.targets.pop();
        }
        let diverges = body.ty == Ty::Never && target.is_none();
        let body = if diverges { body } else { self.coerce(body, &ret) };
        if code.capture.is_some() && body.assigns() {
            // It changes its own copies.
            return self.unmodelled("a `move` closure that changes something", Vec::new(), true, span);
        }
        let ty = if diverges { Ty::Never } else { ret };
        Expr { kind: ExprKind::Block(stmts, Some(Box::new(body)), target), ty, span }
    }

    /// A path to a function, called.
    fn function_value(&mut self, path: &syn::Expr, args: Vec<Expr>, expect: Option<&Ty>) -> Expr {
        let span = self.span(path);
        let mut stmts = Vec::new();
        let mut call = syn::ExprCall {
            attrs: Vec::new(),
            func: Box::new(path.clone()),
            paren_token: syn::token::Paren::default(),
            args: syn::punctuated::Punctuated::new(),
        };
        for (at, arg) in args.into_iter().enumerate() {
            let var = self.kept(arg, &mut stmts);
            let name = format!("__argument_{at}");
            call.args.push(syn::Expr::Path(syn::ExprPath {
                attrs: Vec::new(),
                qself: None,
                path: syn::Ident::new(&name, proc_macro2::Span::call_site()).into(),
            }));
            self.names.push((name, var));
        }
        let mut here = self.context();
        here.at = Some(span);
        let called = self.within(here, |b| b.call(&call, expect, span));
        let ty = called.ty.clone();
        Expr { kind: ExprKind::Block(stmts, Some(Box::new(called)), None), ty, span }
    }

    /// `e?` in a closure, which it leaves.
    pub fn try_in_closure(&mut self, value: Expr, span: Span) -> Expr {
        let Some((target, ret)) = self.closure_target.clone() else {
            return self.unmodelled("this `?`", vec![value], false, span);
        };
        if let (Ty::Adt(id, args), true) = (self.infer.peel(&value.ty), is_var(&self.infer.peel(&ret))) {
            let first = self.infer.fresh();
            let rest = args.iter().skip(1).cloned();
            self.infer.unify(&ret, &Ty::Adt(id, std::iter::once(first).chain(rest).collect()));
        }
        let (Ty::Adt(id, args), Ty::Adt(of, rets)) = (self.infer.peel(&value.ty), self.infer.peel(&ret)) else {
            return self.unmodelled("`?` on this type", vec![value], false, span);
        };
        let Some(present) = self.low.present(&Ty::Adt(id, args.clone())).filter(|_| id == of) else {
            return self.unmodelled("`?` on this type", vec![value], false, span);
        };
        let make = |kind, ty| Expr { kind, ty, span };
        let fields = match (args.get(1), rets.get(1)) {
            (Some(error), Some(to)) if self.infer.unify(error, to) => {
                let var = self.hidden("_", error.clone(), span);
                Some((var, error.clone()))
            }
            (None, None) => None,
            _ => return self.unmodelled("`?` that converts the error", vec![value], true, span),
        };
        let absent = make(
            ExprKind::Ctor(
                id,
                1 - present,
                fields.iter().map(|(var, ty)| Some(make(ExprKind::Var(*var), ty.clone()))).collect(),
                None,
            ),
            ret,
        );
        let taken = self.hidden("_", args[0].clone(), span);
        let bind = |var| vec![(0, Pat::Bind(var, Binding::Value, None))];
        let arms = vec![
            Arm {
                pat: Pat::Ctor(id, present, bind(taken)),
                guard: None,
                body: make(ExprKind::Var(taken), args[0].clone()),
            },
            Arm {
                pat: Pat::Ctor(id, 1 - present, fields.map_or(Vec::new(), |(var, _)| bind(var))),
                guard: None,
                body: make(ExprKind::Break(target, Some(Box::new(absent))), Ty::Never),
            },
        ];
        make(ExprKind::Match(Box::new(value), arms), args[0].clone())
    }
}

/// Whether a model's tokens have what no term has: a macro, a loop, an assignment, a call of a parameter (always `f`, or
/// a name that ends in `_f`).
fn has_code(tokens: proc_macro2::TokenStream) -> bool {
    use proc_macro2::TokenTree;
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => has_code(group.stream()),
        TokenTree::Ident(word) => {
            matches!(word.to_string().as_str(), "for" | "while" | "loop" | "demand" | "choose" | "mut" | "f")
        }
        _ => false,
    })
}

/// Whether a closure's code has a `return` or `?` of its own.
fn leaves(code: &syn::Expr) -> bool {
    struct Finder(bool);
    impl<'ast> syn::visit::Visit<'ast> for Finder {
        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }
        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.0 |= mac
                .tokens
                .to_string()
                .split(|c: char| !c.is_alphanumeric() && c != '?' && c != '_')
                .any(|word| word.contains('?') || word == "return");
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut finder = Finder(false);
    syn::visit::Visit::visit_expr(&mut finder, code);
    finder.0
}
