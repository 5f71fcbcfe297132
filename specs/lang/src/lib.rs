//! The spec language of refine: clauses, contracts and refinement types, as syntax.
//!
//! A clause is a pure Rust expression plus a few forms. The forms are spelled as calls (`old(e)`, `forall(lo..hi, |i| p)`,
//! `exists(…)`, `implies(a, b)`), so a clause *is* a [`syn::Expr`]; `a ==> b` is rewritten to `implies(a, b)` before it is
//! parsed. The refinement form (`#[spec(fn(x: i32{v: v > 0}) -> …)]`) is rewritten to clauses of the contract form, so
//! that the rooms after this one know one form only.
//!
//! In reading order: `clause` (tokens to a clause), `effects` (what a clause may not do), `attrs` (an item's attributes),
//! `function` and `datatype` (an item's specification), `refined` and `alias` (refinement types), `expand`, `callback` and
//! `subst` (refinement types to clauses), `print` (clauses as text).
//!
//! **Invariant:** knows nothing of solvers, cargo, types or names; every error carries the span of what is wrong.
//! (Deviation from DESIGN §5: this crate uses `syn` too, because a clause is Rust.)
use proc_macro2::Span;

mod alias;
mod attrs;
mod callback;
mod clause;
mod datatype;
mod effects;
mod error;
mod expand;
mod function;
mod macros;
mod names;
mod print;
mod refined;
mod signature;
mod spelling;
mod subst;
#[cfg(test)]
mod tests;

pub use alias::{Alias, Aliases, alias_macro};
pub use attrs::unwrapped;
pub use clause::{clause, clauses};
pub use datatype::{TypeBody, type_spec};
pub use effects::side_effects;
pub use error::{SpecError, SpecErrorKind};
pub use function::{LoopClause, fn_spec, loop_clause};
pub use print::{laid_out, plain_rust};
pub use spelling::{FIELD_ATTRIBUTES, FN_ATTRIBUTES, TYPE_ATTRIBUTES, meant_macro, not_imported, unknown_attribute};

/// A clause as written.
#[derive(Clone, Debug)]
pub struct ClauseSyntax {
    /// The pattern that the closure of a postcondition binds the result with: it is matched against `&result`, so in
    /// `|ret| *ret > 0` the name stands for a reference and in `|&ret| ret > 0` for the value. A type (`|ret: &T|`) is
    /// dropped. `None` for a plain expression, where the result is called `result` and is meant by value.
    pub binder: Option<syn::Pat>,
    /// The predicate (or the measure, for `decreases`).
    pub expr: syn::Expr,
    /// The predicate as it was written, without its binder, for messages. For a clause made from a refinement type:
    /// the predicate there.
    pub text: String,
    /// Where it was written; the first and the last token's spans.
    pub span: (Span, Span),
}

/// A function's specification, both forms lowered to one. (The core `FnSpec` of DESIGN §3.)
#[derive(Clone, Debug, Default)]
pub struct FnSpec {
    /// Whether any attribute of refine (or one read as such: `core::contracts`, `kani`, `flux`, `prusti`) is there.
    pub annotated: bool,
    /// Preconditions, over the parameters' names.
    pub requires: Vec<ClauseSyntax>,
    /// Postconditions.
    pub ensures: Vec<ClauseSyntax>,
    /// What is said of parameters that are functions.
    pub callbacks: Vec<Callback>,
    /// `#[decreases(…)]`.
    pub decreases: Option<ClauseSyntax>,
    /// `#[trusted]`.
    pub trusted: bool,
    /// `#[pure]`.
    pub pure: bool,
    /// `#[measure]`.
    pub measure: bool,
    /// `#[generator]`: it makes values for runs. That is no specification.
    pub generator: bool,
}

/// A parameter that is a function with a refined type.
#[derive(Clone, Debug)]
pub struct Callback {
    /// The parameter.
    pub param: proc_macro2::Ident,
    /// What its own parameters are called in the clauses.
    pub names: Vec<proc_macro2::Ident>,
    /// What its result is called there.
    pub result: proc_macro2::Ident,
    /// What its callers must keep, over the names and the parameters of the function that it is given to.
    pub requires: Vec<ClauseSyntax>,
    /// How it answers, over the result too.
    pub ensures: Vec<ClauseSyntax>,
    /// Where its type was written.
    pub span: (Span, Span),
}

/// The invariants of a struct or enum, over `self`, which is a reference.
#[derive(Clone, Debug, Default)]
pub struct TypeSpec {
    /// Whether `#[refined]` or `#[invariant]` is there.
    pub refined: bool,
    /// `#[invariant(…)]`, and one for each `#[field(…)]`, rewritten over `self`.
    pub invariants: Vec<ClauseSyntax>,
}
