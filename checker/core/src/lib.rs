//! The core of refine: from source text to settled verification conditions, without IO.
//!
//! The way of the data, one room per arrow:
//!
//! ```text
//! source ─[syntax]→ items ─[lower]→ typed IR ─[graph]→ acyclic IR ─[smt]→ outcomes
//!                       MIR ─[borrow]→ typed IR
//! ```
//!
//! **Invariant:** this crate starts no process, prints nothing, and reads no file; sources are handed
//! in as text. Only [`syntax`] and [`lower`] look at `syn` trees and only [`smt`] links against Z3.
pub mod borrow;
pub mod defined;
pub mod finished;
pub mod graph;
pub mod invariants;
pub mod ir;
pub mod mir;
pub mod obligation;
pub mod print;
pub mod program;
pub mod smt;
pub mod span;
pub mod term;
pub mod terms;
#[cfg(test)]
mod testing;
pub mod ty;
pub mod value;
