//! The attribute macros of `refine-spec`, which documents and re-exports them; use that crate instead.
//!
//! Specifications are read from the source by `refine check`, not by these macros. All that a macro does is to let the
//! item through unchanged, and to put a copy of its clauses beside it in a function that is configured away: rustc still
//! parses that function, so a malformed clause is an error at the clause, and nothing of it is compiled.
//! In reading order: `item` (what the attribute stands on), `clause` (the copy), `refined` (refinement types), `output`.
//!
//! **Invariant:** no dependencies; what comes out has no warnings, costs nothing and has the spans of what went in.
use proc_macro::TokenStream;

mod clause;
mod item;
mod output;
mod refined;

use item::Kind;
use output::Output;

/// A precondition.
#[proc_macro_attribute]
pub fn requires(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "requires");
    out.check(clause::conditions(args, "requires"));
    out.with(item)
}

/// A postcondition.
#[proc_macro_attribute]
pub fn ensures(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "ensures");
    out.check(clause::postconditions(args));
    out.with(item)
}

/// A refined signature.
#[proc_macro_attribute]
pub fn spec(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Function, "spec");
    out.check(refined::signature(args));
    out.with(item)
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

/// What holds of all values of a type.
#[proc_macro_attribute]
pub fn invariant(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Type, "invariant");
    out.check(clause::conditions(args, "invariant"));
    out.with(item)
}

/// A type with refined fields.
#[proc_macro_attribute]
pub fn refined(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut out = Output::on(&item, Kind::Type, "refined");
    out.check(clause::nothing(args, "refined"));
    let (item, fields) = item::without_fields(item);
    fields.into_iter().for_each(|(attr, args)| out.check(refined::field(attr, args)));
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
