//! `syn` to [`hir`](super::hir): names, types, and macros.
//!
//! One [`Builder`] builds one body or clause. It walks the syntax once, in source order, which is the order in which
//! rustc needs types too; what is expected of an expression is handed down, what it turns out to be is unified upwards.
mod calls;
mod chain;
mod clause;
mod expr;
mod inline;
mod loops;
mod macros;
mod ops;
mod pattern;
mod std_calls;

use proc_macro2::Span as TokenSpan;
use quote::ToTokens;
use refine_spec_lang::ClauseSyntax;
use syn::spanned::Spanned;

use super::Lowering;
use super::hir::{Expr, ExprKind, Pat, Stmt, TargetId, Tree, Var, VarId};
use super::infer::Infer;
use crate::program::{Diagnostic, FnInst};
use crate::span::Span;
use crate::syntax::Scope;
use crate::ty::Ty;

/// What `break` and `continue` can name.
struct Target {
    id: TargetId,
    label: Option<String>,
    is_loop: bool,
    ty: Ty,
    broken: bool,
}

/// Builds one body or clause.
pub struct Builder<'a> {
    /// What is shared by all bodies.
    pub low: &'a Lowering<'a>,
    /// Where the syntax stands.
    pub scope: Scope,
    /// What the type parameters stand for.
    pub generics: Vec<(String, Ty)>,
    /// The types.
    pub infer: Infer,
    /// The variables.
    pub vars: Vec<Var>,
    /// The result's type.
    pub ret: Ty,
    /// Whether this is a clause (or a model in `specs/std`): integers are exact.
    pub clause: bool,
    /// What is wrong with a clause.
    pub errors: Vec<Diagnostic>,
    names: Vec<(String, VarId)>,
    targets: Vec<Target>,
    next_target: usize,
    or_from: Option<usize>,
    pending: Vec<Pending>,
    /// Variables that stand for closures.
    closures: std::collections::HashMap<VarId, std::rc::Rc<inline::Closure>>,
    /// Variables of models that stand for iterator chains.
    chains: std::collections::HashMap<VarId, std::rc::Rc<chain::Chain>>,
    /// What `return` and `?` leave, in a closure that is put in place.
    closure_target: Option<(TargetId, Ty)>,
    /// In a model that is put in place: where it is called, and where its panics are reported.
    model: (Option<Span>, Option<Span>),
    /// In a model: whether arithmetic may overflow.
    checked: bool,
}

/// A clause of a loop, to be built when the body's types are known: it has no say in them.
struct Pending {
    clause: ClauseSyntax,
    measure: bool,
    names: Vec<(String, VarId)>,
}

impl<'a> Builder<'a> {
    /// A builder for syntax of an instance of a function, or for none.
    pub fn new(low: &'a Lowering<'a>, scope: &Scope, generics: &[String], inst: Option<&FnInst>, clause: bool) -> Self {
        let args = inst.map(|inst| inst.args.as_slice()).unwrap_or(&[]);
        let generics: Vec<(String, Ty)> = generics.iter().cloned().zip(args.iter().cloned()).collect();
        let mut scope = scope.clone();
        scope.self_ty = scope.self_ty.map(|ty| apply(&generics, &ty));
        Builder {
            low,
            scope,
            generics,
            infer: Infer::new(clause),
            vars: Vec::new(),
            ret: Ty::unit(),
            clause,
            errors: Vec::new(),
            names: Vec::new(),
            targets: Vec::new(),
            next_target: 0,
            or_from: None,
            pending: Vec::new(),
            closures: std::collections::HashMap::new(),
            chains: std::collections::HashMap::new(),
            closure_target: None,
            model: (None, None),
            checked: false,
        }
    }

    /// The tree of a function's body; `None` if it has none.
    pub fn body(mut self, inst: &FnInst) -> Option<(Tree, Infer)> {
        let item = &self.low.krate.fns[inst.func.0 as usize];
        let block = item.block.as_ref()?;
        self.ret = apply(&self.generics, &item.def.ret);
        let mut params = Vec::new();
        for (param, input) in item.def.params.iter().zip(&item.sig.inputs) {
            let ty = apply(&self.generics, &param.ty);
            params.push(match input {
                syn::FnArg::Receiver(receiver) => {
                    let span = self.span(receiver);
                    Pat::Bind(self.declare("self", ty, span), super::hir::Binding::Value, None)
                }
                syn::FnArg::Typed(typed) => self.pattern(&typed.pat, &ty, false),
            });
        }
        let ret = self.ret.clone();
        let root = self.block(block, Some(&ret), None);
        let root = self.coerce(root, &ret);
        let clauses = self.loop_clauses();
        self.low.report(std::mem::take(&mut self.errors));
        Some((Tree { vars: self.vars, params, root, clauses }, self.infer))
    }

    /// The place of a piece of syntax.
    pub fn span(&self, node: &(impl Spanned + ?Sized)) -> Span {
        if let Some(at) = self.model.0 {
            return at;
        }
        let span = node.span();
        self.low.krate.span(&self.scope, (span, span))
    }

    /// The place of a range of tokens.
    pub fn token_span(&self, first: TokenSpan, last: TokenSpan) -> Span {
        if let Some(at) = self.model.0 {
            return at;
        }
        self.low.krate.span(&self.scope, (first, last))
    }

    /// The source text of a place, on one line.
    pub fn text(&self, span: Span) -> String {
        self.low.text(span)
    }

    /// What a written type means here; `_` is a new variable.
    pub fn ty(&mut self, ty: &syn::Type) -> Ty {
        let ty = apply(&self.generics, &self.low.krate.resolve_type(&self.scope, ty));
        self.fill(&ty)
    }

    fn fill(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Opaque(name) | Ty::Param(name) if name == "_" => self.infer.fresh(),
            Ty::Tuple(tys) => Ty::Tuple(tys.iter().map(|ty| self.fill(ty)).collect()),
            Ty::Adt(id, tys) => Ty::Adt(*id, tys.iter().map(|ty| self.fill(ty)).collect()),
            Ty::Array(ty, n) => Ty::Array(Box::new(self.fill(ty)), *n),
            Ty::Slice(ty) => Ty::Slice(Box::new(self.fill(ty))),
            Ty::Vec(ty) => Ty::Vec(Box::new(self.fill(ty))),
            Ty::Ref(mutable, ty) => Ty::Ref(*mutable, Box::new(self.fill(ty))),
            Ty::Boxed(ty) => Ty::Boxed(Box::new(self.fill(ty))),
            other => other.clone(),
        }
    }

    /// A new variable in the innermost scope.
    pub fn declare(&mut self, name: &str, ty: Ty, span: Span) -> VarId {
        let id = VarId(self.vars.len());
        self.vars.push(Var { name: name.to_string(), ty, span });
        self.names.push((name.to_string(), id));
        id
    }

    /// The variable of a name.
    pub fn lookup(&self, name: &str) -> Option<VarId> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// Runs `f` in a scope of its own.
    pub fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.names.len();
        let result = f(self);
        self.names.truncate(depth);
        result
    }

    /// Something outside the model, of any type. A chain of such calls is one construct: the first says what it is.
    pub fn unmodelled(&mut self, what: impl Into<String>, mut parts: Vec<Expr>, may_panic: bool, span: Span) -> Expr {
        let ty = self.infer.fresh();
        let mut what = what.into();
        let mut may_panic = may_panic;
        if let Some(Expr { kind: ExprKind::Unmodelled(inner, inner_parts, inner_panics), .. }) = parts.first_mut() {
            what = std::mem::take(inner);
            may_panic |= *inner_panics;
            let inner_parts = std::mem::take(inner_parts);
            parts.splice(0..1, inner_parts);
        }
        Expr { kind: ExprKind::Unmodelled(what, parts, may_panic), ty, span }
    }

    /// An expression of a type that is known beforehand.
    pub fn expr_of(&mut self, expr: &syn::Expr, ty: &Ty) -> Expr {
        let built = self.expr(expr, Some(ty));
        self.coerce(built, ty)
    }

    /// Makes the expression's type the wanted one. In a clause a misfit is the user's error; in a body, which is known
    /// to compile, it is a conversion that is not modelled.
    pub fn coerce(&mut self, expr: Expr, ty: &Ty) -> Expr {
        if self.infer.unify(&expr.ty, ty) {
            return expr;
        }
        let (found, wanted) = (self.show(&expr.ty), self.show(ty));
        if self.clause {
            self.error("E0200", format!("this has type `{found}`, but `{wanted}` is needed here"), expr.span);
            return expr;
        }
        let span = expr.span;
        self.unmodelled(format!("a conversion from `{found}` to `{wanted}`"), vec![expr], false, span)
    }

    /// A type as the user would write it.
    pub fn show(&self, ty: &Ty) -> String {
        self.low.show(&self.infer.known(ty))
    }

    /// Records an error about the user's clause.
    pub fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        let message = message.into();
        self.errors.push(Diagnostic { error: true, code, message, span: Some(span), help: None });
    }

    /// A block, with its label.
    pub fn block(&mut self, block: &syn::Block, expect: Option<&Ty>, target: Option<TargetId>) -> Expr {
        let span = self.span(block);
        self.scoped(|b| {
            let mut stmts = Vec::new();
            let mut tail = None;
            let mut diverges = false;
            for (at, stmt) in block.stmts.iter().enumerate() {
                let last = at + 1 == block.stmts.len();
                match stmt {
                    syn::Stmt::Local(syn::Local { pat, init: Some(init), .. })
                        if init.diverge.is_none() && b.let_closure(pat, &init.expr) => {}
                    syn::Stmt::Local(local) => stmts.push(b.let_stmt(local)),
                    syn::Stmt::Item(_) => {}
                    syn::Stmt::Expr(expr, None) if last => tail = Some(Box::new(b.expr(expr, expect))),
                    syn::Stmt::Expr(expr, semi) => {
                        let unit = Ty::unit();
                        let expr = b.expr(expr, if semi.is_none() { Some(&unit) } else { None });
                        diverges |= expr.ty == Ty::Never;
                        stmts.push(Stmt::Expr(expr));
                    }
                    syn::Stmt::Macro(mac) => {
                        if mac.semi_token.is_none() && last {
                            tail = Some(Box::new(b.macro_call(&mac.mac, expect)));
                        } else {
                            let expr = b.macro_call(&mac.mac, None);
                            diverges |= expr.ty == Ty::Never;
                            stmts.push(Stmt::Expr(expr));
                        }
                    }
                }
            }
            let ty = match &tail {
                Some(tail) => tail.ty.clone(),
                None if diverges => Ty::Never,
                None => Ty::unit(),
            };
            Expr { kind: ExprKind::Block(stmts, tail, target), ty, span }
        })
    }

    fn let_stmt(&mut self, local: &syn::Local) -> Stmt {
        let (pat, declared) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(self.ty(&typed.ty))),
            pat => (pat, None),
        };
        let Some(init) = &local.init else {
            let ty = declared.unwrap_or_else(|| self.infer.fresh());
            return Stmt::Let(self.pattern(pat, &ty, false), None, None);
        };
        let value = match &declared {
            Some(ty) => self.expr_of(&init.expr, ty),
            None => self.expr(&init.expr, None),
        };
        let diverge = init.diverge.as_ref().map(|(_, diverge)| self.expr(diverge, Some(&Ty::Never)));
        let ty = match declared {
            Some(ty) => ty,
            None if value.ty == Ty::Never => self.infer.fresh(),
            None => value.ty.clone(),
        };
        let by_place = is_mut_ref(&self.infer.shallow(&value.ty));
        Stmt::Let(self.pattern(pat, &ty, by_place), Some(value), diverge)
    }
}

/// Replaces type parameters by their arguments.
pub fn apply(generics: &[(String, Ty)], ty: &Ty) -> Ty {
    ty.substitute(&|name| generics.iter().find(|(known, _)| known == name).map(|(_, ty)| ty.clone()))
}

/// Whether the type is `&mut T`.
pub fn is_mut_ref(ty: &Ty) -> bool {
    matches!(ty, Ty::Ref(true, _))
}

/// The last segment of a path.
pub fn last_segment(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// A path as it is written, without spaces.
pub fn path_text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
