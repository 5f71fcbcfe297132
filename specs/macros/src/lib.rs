//! The attribute macros of `refine-spec`, which documents and re-exports them; use that crate instead.
//!
//! Specifications are read from the source by `refine check`, not by these macros. All that a macro does is to let the
//! item through unchanged, and to put a copy of its clauses beside it in a function that is configured away: rustc still
//! parses that function, so a malformed clause is an error at the clause, and nothing of it is compiled.
//! With the feature `runtime` the clauses become checks (`runtime`), and are parsed for that, with dependencies.
//!
//! In reading order: `item` (what the attribute stands on), `clause` (the copy), `refined` (refinement types), `output`.
//!
//! **Invariant:** without features no dependencies; what comes out has no warnings, costs nothing and has the spans of what went in.
use proc_macro::TokenStream;

mod clause;
mod item;
mod output;
mod refined;
#[cfg(feature = "runtime")]
mod runtime;

use item::Kind;
use output::Output;

/// A precondition.
#[proc_macro_attribute]
pub fn requires(args: TokenStream, item: TokenStream) -> TokenStream {
    let given = args.clone();
    let mut out = Output::on(&item, Kind::Function, "requires");
    out.check(clause::conditions(args, "requires"));
    checked("requires", given, item, out)
}

/// A postcondition.
#[proc_macro_attribute]
pub fn ensures(args: TokenStream, item: TokenStream) -> TokenStream {
    let given = args.clone();
    let mut out = Output::on(&item, Kind::Function, "ensures");
    out.check(clause::postconditions(args));
    checked("ensures", given, item, out)
}

/// A refined signature.
#[proc_macro_attribute]
pub fn spec(args: TokenStream, item: TokenStream) -> TokenStream {
    let given = args.clone();
    let mut out = Output::on(&item, Kind::Function, "spec");
    out.check(refined::signature(args));
    checked("spec", given, item, out)
}

/// A measure that gets smaller with each recursive call.
#[proc_macro_attribute]
pub fn decreases(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "decreases");
    out.check(clause::conditions(args, "decreases"));
    out.with(item)
}

/// A function that specifications may use, with data to unfold.
#[proc_macro_attribute]
pub fn measure(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "measure");
    out.check(clause::nothing(args, "measure"));
    out.with(item::maybe_unused(item))
}

/// A function that specifications may use.
#[proc_macro_attribute]
pub fn pure(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "pure");
    out.check(clause::nothing(args, "pure"));
    out.with(item::maybe_unused(item))
}

/// A function whose specification is assumed.
#[proc_macro_attribute]
pub fn trusted(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "trusted");
    out.check(clause::nothing(args, "trusted"));
    out.with(item)
}

/// A function that makes values for runs.
#[proc_macro_attribute]
pub fn generator(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "generator");
    out.check(clause::nothing(args, "generator"));
    out.with(item::maybe_unused(item))
}

/// What holds of all values of a type.
#[proc_macro_attribute]
pub fn invariant(args: TokenStream, item: TokenStream) -> TokenStream {
    let given = args.clone();
    let mut out = Output::on(&item, Kind::Type, "invariant");
    out.check(clause::conditions(args, "invariant"));
    with_invariants("invariant", given, item, out)
}

/// A type with refined fields.
#[proc_macro_attribute]
pub fn refined(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Type, "refined");
    out.check(clause::nothing(args, "refined"));
    let whole = item.clone();
    let (item, fields) = item::without_fields(item);
    fields.into_iter().for_each(|(attr, args)| out.check(refined::field(attr, args)));
    #[cfg(feature = "runtime")]
    if let Some(tokens) = runtime::type_with_checks("refined", TokenStream::new(), &whole) {
        return out.with(tokens);
    }
    let _ = whole;
    out.with(item)
}

/// A function with its clauses as checks, if they are to be checked.
#[cfg_attr(not(feature = "runtime"), allow(unused_variables))]
fn checked(name: &str, args: TokenStream, item: TokenStream, out: Output) -> TokenStream {
    #[cfg(feature = "runtime")]
    if let Some(tokens) = runtime::function_with_checks(name, args, &item) {
        return out.with(tokens);
    }
    out.with(item)
}

/// A type with its invariants where checks find them, if they are to be checked.
#[cfg_attr(not(feature = "runtime"), allow(unused_variables))]
fn with_invariants(name: &str, args: TokenStream, item: TokenStream, out: Output) -> TokenStream {
    #[cfg(feature = "runtime")]
    if let Some(tokens) = runtime::type_with_checks(name, args, &item) {
        return out.with(tokens);
    }
    out.with(item)
}

/// What holds each time a loop starts a turn.
#[proc_macro]
pub fn loop_invariant(args: TokenStream) -> TokenStream {
    output::in_block(clause::conditions(args, "loop_invariant"))
}

/// A measure that gets smaller with each turn of a loop.
#[proc_macro]
pub fn loop_decreases(args: TokenStream) -> TokenStream {
    output::in_block(clause::conditions(args, "loop_decreases"))
}

/// Names for refinement types.
#[proc_macro]
pub fn alias(args: TokenStream) -> TokenStream {
    let mut out = Output::default();
    out.check(refined::aliases(args));
    out.with(TokenStream::new())
}
