//! The typer of one clause: from syntax to a typed term in one walk, in the order of the source.
//!
//! What is expected of an expression is handed down, what it turns out to be is unified upwards. Terms are made at once, with
//! types that may be found out later, and get those in the end.
use std::collections::HashMap;

use proc_macro2::Span as TokenSpan;
use refine_core::ids::BoundId;
use refine_core::program::Diagnostic;
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::terms::parts::show;
use refine_core::terms::retype;
use refine_core::terms::simple::simple;
use refine_core::ty::Ty;
use syn::spanned::Spanned;

use super::infer::Infer;
use super::scope::ClauseScope;
use super::widths::Widened;
use crate::context::Context;
use crate::items::plain;

/// What a variable stands for: its value now, and in `old(…)`.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its value here.
    pub now: Term,
    /// Its value at the function's entry.
    pub old: Term,
    /// Its type, references included.
    pub ty: Ty,
}

/// A typed expression.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    /// Its value, of the type in the instance.
    pub term: Term,
    /// Its type over the scope's type parameters, references included.
    pub ty: Ty,
    /// Where it is.
    pub span: Span,
}

/// The typer of one clause.
pub(super) struct Typer<'a, 'db> {
    /// What all of the front end shares.
    pub cx: &'a Context<'db>,
    /// Where the clause stands.
    pub scope: &'a ClauseScope<'db>,
    /// The types.
    pub infer: Infer,
    /// What is wrong with the clause.
    pub errors: Vec<Diagnostic>,
    /// The first thing that has no translation.
    pub outside: Option<String>,
    /// The place of what has none of its own.
    whole: Span,
    names: Vec<(String, Variable)>,
    /// The variables that were used, each once, as the number of those declared before it and still in scope. What a clause
    /// binds itself has a number above those of all that it was given.
    pub used: Vec<usize>,
    pub(super) in_old: bool,
    /// What the clause is, if there is no earlier time of which `old` could speak in it.
    pub without_old: Option<&'static str>,
    /// The operands of comparisons of integers of different types.
    pub(super) widened: HashMap<Span, Widened>,
    /// In a postcondition: what the result is called, in code.
    pub(super) result: Option<String>,
}

impl<'a, 'db> Typer<'a, 'db> {
    /// For a clause in a scope, between two tokens; `around` is the place of what it stands at.
    pub fn new(cx: &'a Context<'db>, scope: &'a ClauseScope<'db>, ends: (TokenSpan, TokenSpan), around: Span) -> Self {
        let whole = cx.items.texts.place(ends.0, ends.1).unwrap_or(around);
        Typer {
            cx,
            scope,
            infer: Infer::default(),
            errors: Vec::new(),
            outside: None,
            whole,
            names: Vec::new(),
            used: Vec::new(),
            in_old: false,
            without_old: None,
            widened: HashMap::new(),
            result: None,
        }
    }

    /// The place of a piece of syntax.
    pub fn span(&self, node: &(impl Spanned + ?Sized)) -> Span {
        let span = node.span();
        self.cx.items.texts.place(span, span).unwrap_or(self.whole)
    }

    /// The place of the whole clause.
    pub fn whole(&self) -> Span {
        self.whole
    }

    /// Declares a variable in the innermost scope.
    pub fn declare(&mut self, name: &str, known: Variable) {
        self.names.push((plain(name).to_owned(), known));
    }

    /// Declares a variable that means the same at entry.
    pub fn bind(&mut self, name: &str, term: Term, ty: Ty) {
        self.declare(name, Variable { now: term.clone(), old: term, ty });
    }

    /// The variable of a name, which is used.
    pub fn variable(&mut self, name: &str) -> Option<Variable> {
        let at = self.names.iter().rposition(|(known, _)| known == plain(name))?;
        if !self.used.contains(&at) {
            self.used.push(at);
        }
        Some(self.names[at].1.clone())
    }

    /// The variable of a name.
    pub fn lookup(&self, name: &str) -> Option<&Variable> {
        self.names.iter().rev().find(|(known, _)| known == plain(name)).map(|(_, known)| known)
    }

    /// The number of variables, for [`Typer::take_from`].
    pub fn declared(&self) -> usize {
        self.names.len()
    }

    /// Takes away the variables that were declared since.
    pub fn take_from(&mut self, declared: usize) -> Vec<(String, Variable)> {
        self.names.split_off(declared)
    }

    /// Runs `f` in a scope of its own.
    pub fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.names.len();
        let result = f(self);
        self.names.truncate(depth);
        result
    }

    /// The type of the terms of a type.
    pub fn term_ty(&self, ty: &Ty) -> Ty {
        self.scope.concrete(self.cx, &self.infer.known(ty)).plain()
    }

    /// A type in the instance, as far as it is known.
    pub fn concrete(&self, ty: &Ty) -> Ty {
        self.scope.concrete(self.cx, &self.infer.known(ty))
    }

    /// A typed term of a kind.
    pub fn make(&self, kind: TermKind, ty: Ty, span: Span) -> Typed {
        Typed { term: Term::new(kind, self.term_ty(&ty)), ty, span }
    }

    /// A condition.
    pub fn test(&self, term: Term, span: Span) -> Typed {
        Typed { term, ty: Ty::Bool, span }
    }

    /// Something that has no translation: the clause is then only run. The reason completes "it has no translation: …".
    pub fn outside(&mut self, reason: impl Into<String>, span: Span) -> Typed {
        self.outside.get_or_insert_with(|| reason.into());
        let ty = self.infer.fresh();
        self.make(TermKind::NoValue, ty, span)
    }

    /// The same, of a known type.
    pub fn outside_of(&mut self, ty: Ty, reason: impl Into<String>, span: Span) -> Typed {
        self.outside.get_or_insert_with(|| reason.into());
        self.make(TermKind::NoValue, ty, span)
    }

    /// A mistake in the clause. The expression may be of any type, so that it is reported once.
    pub fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> Typed {
        self.mistake(code, message, None, span);
        self.unknown(span)
    }

    /// An expression of any type, after a mistake.
    pub fn unknown(&mut self, span: Span) -> Typed {
        let ty = self.infer.fresh();
        self.make(TermKind::NoValue, ty, span)
    }

    /// A mistake in the clause, perhaps with a way out.
    pub fn mistake(&mut self, code: &'static str, message: impl Into<String>, help: Option<String>, span: Span) {
        self.errors.push(Diagnostic { error: true, code, message: message.into(), span: Some(span), help });
    }

    /// An expression of a type that is known beforehand.
    pub fn expr_of(&mut self, expr: &syn::Expr, ty: &Ty) -> Typed {
        let typed = self.expr_for(expr, Some(ty));
        self.coerce(typed, ty)
    }

    /// Claims that the expression is of the wanted type.
    pub fn coerce(&mut self, typed: Typed, ty: &Ty) -> Typed {
        let typed = self.reborrowed(typed, ty);
        if self.infer.unify(&typed.ty, ty) {
            return typed;
        }
        let (found, wanted) = (self.show(&typed.ty), self.show(ty));
        let message = format!("this has type `{found}`, but `{wanted}` is needed here");
        self.mistake("E0200", message, None, typed.span);
        self.make(TermKind::NoValue, ty.clone(), typed.span)
    }

    /// A `&mut` where a `&` is wanted.
    fn reborrowed(&self, typed: Typed, ty: &Ty) -> Typed {
        let Ty::Ref(false, _) = self.infer.shallow(ty) else { return typed };
        match self.infer.shallow(&typed.ty) {
            Ty::Ref(true, inner) => Typed { ty: Ty::Ref(false, inner), ..typed },
            Ty::Borrow(inner) => {
                let now = self.make(TermKind::Proj(typed.term, 0), (*inner).clone(), typed.span);
                Typed { ty: Ty::Ref(false, inner), ..now }
            }
            _ => typed,
        }
    }

    /// A type as the user would write it.
    pub fn show(&self, ty: &Ty) -> String {
        show(self.cx.types, &self.infer.known(ty))
    }

    /// The same for a type of the instance.
    pub fn show_concrete(&self, ty: &Ty) -> String {
        show(self.cx.types, &self.concrete(ty))
    }

    /// A new quantified variable of a type.
    pub fn bound(&self, ty: &Ty) -> (BoundId, Term) {
        let id = self.cx.clauses.fresh();
        (id, Term::new(TermKind::Bound(id), self.term_ty(ty)))
    }

    /// The term with the types that were found out.
    pub fn settle(&self, term: &Term) -> Term {
        let ty = |var| Some(self.scope.concrete(self.cx, &self.infer.settled(&Ty::Infer(var))).plain());
        simple(&retype(term, &|old| old.inferred(&ty)))
    }
}
