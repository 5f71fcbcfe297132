//! Clauses: from the user's annotations to terms.
//!
//! A clause is Rust, but its integers are exact, so it is typed by a typer of its own: types are known from outside in, and
//! integers of all types mix. What a *name* means, and which method a call takes, rust-analyzer says.
//!
//! ```text
//! syn ─[typer: names, probe]→ terms ─[refine_core::defined]→ ir::Clause
//!                               └ what has no term → ir::RawClause, which is compiled and run
//! ```
//!
//! In reading order: `scope` (where a clause stands), `typer` and `infer` (its state, its types), `names` and `probe`
//! (rust-analyzer is asked), `expr`, `ops`, `pattern`, `calls`, `methods`, `forms` (one kind of syntax each); then what is made:
//! `contract`, `invariant` (`untranslated`: what is only run), `loops`, and `functions` (`#[pure]` functions and models as terms).
//!
//! **Invariant:** a clause that rustc would reject, or that could change something, is an error at its place; what the terms do
//! not cover is said with a reason. Nothing is skipped in silence, and nothing here panics on odd input.
mod calls;
mod constants;
mod contract;
mod effects;
mod expr;
mod forms;
mod functions;
mod infer;
mod inherited;
mod invariant;
mod loops;
mod methods;
mod names;
mod ops;
mod pattern;
mod probe;
mod scope;
mod spacing;
mod spec;
#[cfg(test)]
mod tests;
mod typer;
mod untranslated;
mod views;
mod widths;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use quote::ToTokens;
use refine_core::ids::{AdtId, BoundId};
use refine_core::ir::{Clause, Contract};
use refine_core::program::Diagnostic;
use refine_core::term::Term;
use refine_core::ty::FnInst;
use syn::ext::IdentExt;

use crate::pure::Translation;
use typer::Typer;
use untranslated::Untranslated;

pub use contract::{contract, narrowed};
pub use functions::{finish_pures, pure_def};
pub use inherited::{Narrowed, implemented};
pub use invariant::{
    faulty_part, has_invariants, hides_invariants, is_invariant_span, type_invariant, type_invariants,
};
pub use loops::{LoopScope, LoopVariable, loop_clause, read_loop_clause, watch};
pub use scope::ClauseScope;
pub use untranslated::{all_untranslated, out_of_reach, untranslated_invariants};

/// The state of a function's translation.
#[derive(Clone)]
enum PureState {
    Going,
    Done(Result<Translation, String>),
}

/// What is kept while a crate's clauses are translated. One is in each [`Context`](crate::Context).
#[derive(Default)]
pub struct Clauses {
    contracts: RefCell<HashMap<FnInst, Arc<Contract>>>,
    invariants: RefCell<HashMap<AdtId, Arc<Vec<Clause>>>>,
    /// The invariants of types that have no translation.
    untranslated: RefCell<HashMap<AdtId, Rc<Vec<Untranslated>>>>,
    /// Types with an invariant that is not in order.
    faulty: RefCell<HashSet<AdtId>>,
    pures: RefCell<HashMap<FnInst, PureState>>,
    /// Where pure functions have a value; `None` while it is being worked out.
    domains: RefCell<HashMap<FnInst, Option<Term>>>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    /// Whether contracts are left out, see [`Clauses::without_contracts`].
    bare: Cell<bool>,
    bounds: Cell<u32>,
}

impl Clauses {
    /// A new quantified variable.
    pub fn fresh(&self) -> BoundId {
        self.bounds.set(self.bounds.get() + 1);
        BoundId(self.bounds.get())
    }

    /// Runs something for which nothing has a contract: a pure function is what its body computes, and contracts may call it.
    pub fn without_contracts<R>(&self, run: impl FnOnce() -> R) -> R {
        let before = self.bare.replace(true);
        let result = run();
        self.bare.set(before);
        result
    }

    /// Whether nothing has a contract for now.
    pub fn is_bare(&self) -> bool {
        self.bare.get()
    }

    /// Records what is wrong with the user's clauses.
    pub fn report(&self, errors: Vec<Diagnostic>) {
        let mut all = self.diagnostics.borrow_mut();
        for error in errors {
            // A generic function is translated once for each instance; its clauses are wrong once.
            if !all.iter().any(|known| known.span == error.span && known.message == error.message) {
                all.push(error);
            }
        }
    }

    /// What is wrong with the user's clauses, as far as they were looked at.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.borrow().clone()
    }
}

/// A path as it is written, without spaces.
fn path_text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// A field's name.
fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(ident) => ident.unraw().to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}
