//! Clauses as terms, as text.
mod defined;
mod errors;
mod functions;
mod loops;
mod meaning;

use refine_core::finished::FinishedProgram;
use refine_core::ids::LocalId;
use refine_core::ir::Contract;
use refine_core::print::Printer;
use refine_core::term::{Term, TermKind};

use crate::context::{Callable, Context};
use crate::testing;

/// What the crate of a source says of its function `f`.
fn of_f<R>(source: &str, look: impl FnOnce(&Context<'_>, &Contract) -> R) -> R {
    testing::with(source, |cx| {
        let item = cx.items.fns.iter().find(|item| item.def.path == "f").expect("a function `f`");
        let inst = cx.identity(item.id);
        let contract = super::contract(cx, &inst);
        look(cx, &contract)
    })
}

/// A term over named locals; quantified variables have no numbers.
fn text(cx: &Context<'_>, term: &Term, names: &[&str]) -> String {
    let program = FinishedProgram {
        adts: cx.types.adts(),
        fns: cx.fn_defs(),
        modules: cx.items.modules.clone(),
        ..FinishedProgram::default()
    };
    let name = |id: LocalId| names.get(id.0 as usize).map_or_else(|| format!("_{}", id.0), |name| (*name).to_owned());
    let text = Printer { program: &program, name: &name }.term(term);
    // Which number a quantified variable has is of no matter.
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == 'i'
            && out.chars().rev().nth(1).is_none_or(|before| !before.is_alphanumeric() && before != '_' && before != '<')
        {
            while chars.next_if(char::is_ascii_digit).is_some() {}
        }
    }
    out
}

/// Fails with all the differences.
fn same(cases: &[(&str, &str)], shown: impl Fn(&str) -> String) {
    let mut wrong = String::new();
    for (source, wanted) in cases {
        let found = shown(source);
        if found != *wanted {
            wrong.push_str(&format!("\n{source}\n   is {found}\n  not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The parameters' names and the result's.
fn names(cx: &Context<'_>) -> Vec<String> {
    let item = cx.items.fns.iter().find(|item| item.def.path == "f").expect("a function `f`");
    let params = item.def.params.iter().map(|param| param.name.clone());
    params.chain(["ret".to_owned()]).collect()
}

/// The one clause of `f`, as text; if it has no translation, why, and if it is in error, the code.
fn clause(source: &str) -> String {
    of_f(source, |cx, contract| {
        let errors: Vec<_> =
            cx.clauses.diagnostics().iter().map(|error| format!("{} {}", error.code, error.message)).collect();
        if let [error, ..] = &errors[..] {
            return error.clone();
        }
        if let [raw, ..] = &contract.raw[..] {
            return format!("raw: {}", raw.reason);
        }
        let all: Vec<_> = contract.requires.iter().chain(&contract.ensures).chain(&contract.decreases).collect();
        let [only] = all[..] else { panic!("{} clauses: {source}", all.len()) };
        let names = names(cx);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text(cx, &only.value, &names)
    })
}

/// Where the one clause of `f` has a value; empty if everywhere.
fn domain(source: &str) -> String {
    of_f(source, |cx, contract| {
        let errors = cx.clauses.diagnostics();
        assert!(errors.is_empty(), "{source}: {errors:?}");
        let [only] = &contract.requires[..] else { panic!("{source}: {:?}", contract.raw) };
        if only.term == only.value {
            return String::new();
        }
        let TermKind::Bin(_, domain, value) = only.term.kind() else { panic!("{source}") };
        assert_eq!(*value, only.value);
        let names = names(cx);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        text(cx, domain, &names)
    })
}

/// The body of the pure function `g` as a term, or why it has none.
fn body_of_g(source: &str) -> String {
    testing::with(source, |cx| {
        let item = cx.items.fns.iter().find(|item| item.def.path == "g").expect("a function `g`");
        let inst = cx.instance(Callable::Function(item.id), cx.types.identity(item.id.into()), crate::Env::of(item.id));
        let params: Vec<&str> = item.def.params.iter().map(|param| param.name.as_str()).collect();
        match cx.clauses.pure(cx, &inst) {
            Ok(Some(found)) => text(cx, &found.term, &params),
            Ok(None) => "going".to_owned(),
            Err(reason) => format!("none: {reason}"),
        }
    })
}
