//! Clauses of loops, over the variables in scope where they stand.
use proc_macro2::TokenStream;
use refine_core::defined;
use refine_core::ids::LocalId;
use refine_core::ir::{Clause, Watch};
use refine_core::program::Diagnostic;
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::terms::implies;
use refine_core::ty::Ty;
use refine_spec_lang::{ClauseSyntax, SpecError, SpecErrorKind};

use super::scope::ClauseScope;
use super::typer::{Typer, Variable};
use crate::context::Context;
use crate::items::plain;

/// A variable that the clauses of a loop may name.
#[derive(Clone, Debug)]
pub struct LoopVariable {
    /// Its name in source.
    pub name: String,
    /// Its value at the loop's head, of the instance's type.
    pub now: Term,
    /// Its value at the function's entry: of a parameter [`TermKind::Old`], of another variable the same as now.
    pub old: Term,
    /// What must hold for it to have that value; a clause that names the variable says something only where it holds.
    pub given: Option<Term>,
    /// Its type over the function's own type parameters. A `&mut` whose term is what it points to is [`Ty::Ref`].
    pub ty: Ty,
}

/// What the clauses of a loop may speak of.
pub struct LoopScope<'db> {
    /// What names mean there: the resolver is that of an expression at the loop's head.
    pub scope: ClauseScope<'db>,
    /// The variables; of two with one name the later one is meant.
    pub variables: Vec<LoopVariable>,
    /// Where the clause is, if its tokens have no place.
    pub around: Span,
}

/// Reads the text of `loop_invariant!(…)` or `loop_decreases!(…)`. What is wrong is reported.
pub fn read_loop_clause(cx: &Context<'_>, name: &str, tokens: TokenStream, call: Span) -> Option<ClauseSyntax> {
    let read = if tokens.is_empty() {
        let message = "this clause is empty".to_owned();
        let help = Some(format!("write `{name}!(…)`"));
        Err(Diagnostic { error: true, code: "E0100", message, span: Some(call), help })
    } else {
        let diagnostic = |error: SpecError| {
            let span = cx.items.texts.place(error.span.0, error.span.1).unwrap_or(call);
            let code = if error.kind == SpecErrorKind::Effect { "E0101" } else { "E0100" };
            Diagnostic { error: true, code, message: error.message, span: Some(span), help: error.help }
        };
        refine_spec_lang::clause(tokens).map_err(diagnostic).and_then(|clause| match clause.binder {
            None => Ok(clause),
            Some(_) => {
                let message = "only a postcondition has a result to name".to_owned();
                Err(Diagnostic { error: true, code: "E0100", message, span: Some(call), help: None })
            }
        })
    };
    read.map_err(|error| cx.clauses.report(vec![error])).ok()
}

/// A clause of a loop: an invariant, or with `measure` a `loop_decreases!`. `None` if it is in error, which is reported.
pub fn loop_clause<'db>(
    cx: &Context<'db>,
    scope: &LoopScope<'db>,
    clause: &ClauseSyntax,
    measure: bool,
) -> Option<Clause> {
    match translated(cx, scope, &scope.variables, clause, measure) {
        Ok((clause, _)) => Some(clause),
        Err(errors) => {
            cx.clauses.report(errors);
            None
        }
    }
}

/// How a run can look at a loop's clauses. `at` is where they can be evaluated; `None` where they speak of what has no name in source.
pub fn watch<'db>(
    cx: &Context<'db>,
    scope: &LoopScope<'db>,
    at: Span,
    invariants: &[ClauseSyntax],
    measure: Option<&ClauseSyntax>,
) -> Option<Watch> {
    let mut named: Vec<String> = Vec::new();
    for (clause, is_measure) in invariants.iter().map(|clause| (clause, false)).chain(measure.map(|it| (it, true))) {
        let (_, used) = translated(cx, scope, &scope.variables, clause, is_measure).ok()?;
        let new = used.into_iter().filter(|name| !named.contains(name)).collect::<Vec<_>>();
        named.extend(new);
    }
    let mut variables = Vec::new();
    let mut vars = Vec::new();
    for (number, name) in named.into_iter().enumerate() {
        let known = scope.variables.iter().rev().find(|known| plain(&known.name) == plain(&name))?;
        let now = Term::local(LocalId(number as u32), known.now.ty().clone());
        let old = if has_local(&known.old) { now.clone() } else { known.old.clone() };
        vars.push((name.clone(), known.now.ty().clone()));
        variables.push(LoopVariable { name, now, old, given: None, ty: known.ty.clone() });
    }
    let one = |clause: &ClauseSyntax, measure: bool| {
        translated(cx, scope, &variables, clause, measure).ok().map(|(clause, _)| clause)
    };
    let invariants = invariants.iter().map(|clause| one(clause, false)).collect::<Option<Vec<_>>>()?;
    let measure = match measure {
        Some(measure) => Some(one(measure, true)?),
        None => None,
    };
    Some(Watch { at, vars, invariants, measure })
}

/// A clause, with those of the variables that it names; or what is wrong with it.
fn translated<'db>(
    cx: &Context<'db>,
    scope: &LoopScope<'db>,
    variables: &[LoopVariable],
    clause: &ClauseSyntax,
    measure: bool,
) -> Result<(Clause, Vec<String>), Vec<Diagnostic>> {
    let mut typer = Typer::new(cx, &scope.scope, clause.span, scope.around);
    for known in variables {
        let LoopVariable { name, now, old, ty, .. } = known.clone();
        typer.declare(&name, Variable { now, old, ty });
    }
    let wanted = if measure { typer.infer.fresh_int() } else { Ty::Bool };
    let typed = typer.clause(clause, &wanted);
    let (value, span) = (typer.settle(&typed.term), typer.whole());
    if !typer.errors.is_empty() {
        return Err(typer.errors);
    }
    if let Some(reason) = typer.outside {
        let message = untranslatable("loop clause", &reason);
        return Err(vec![Diagnostic { error: true, code: "E0208", message, span: Some(span), help: None }]);
    }
    let used: Vec<&LoopVariable> = typer.used.iter().filter_map(|at| variables.get(*at)).collect();
    let given = used.iter().filter_map(|known| known.given.clone());
    let given = given.fold(Term::bool(true), |all, given| if all == given { all } else { Term::and(all, given) });
    let value = if measure { value } else { implies(given, value) };
    let make = if measure { defined::measure } else { defined::clause };
    let names = used.iter().map(|known| known.name.clone()).collect();
    Ok((make(cx, value, span, clause.text.clone()), names))
}

/// That a function's measure has no translation: the claims about it stay open.
pub(super) fn unread_measure(reason: &str, span: Span) -> Diagnostic {
    let help = "that the recursion ends is not proved; runs show whether the function returns".to_owned();
    let message = untranslatable("measure", reason);
    Diagnostic { error: false, code: "N0007", message, span: Some(span), help: Some(help) }
}

/// That a clause which is only for the proof has no translation.
fn untranslatable(what: &str, reason: &str) -> String {
    let phrase = "cannot be translated for the solver";
    // (The reason may say so itself of what is in the clause.)
    let reason = reason.replacen(&format!(" {phrase}"), "", 1);
    format!("this {what} {phrase}: {reason}")
}

fn has_local(term: &Term) -> bool {
    matches!(term.kind(), TermKind::Local(_)) || term.children().into_iter().any(has_local)
}
