//! The core of refine: from MIR to settled verification conditions, without IO.
//!
//! The way of the data, one room per arrow:
//!
//! ```text
//! MIR ─[borrow]→ typed IR ─[graph]→ acyclic IR ─[smt]→ outcomes
//! ```
//!
//! **Invariant:** this crate knows no source language, starts no process, prints nothing, and reads no file. Only [`smt`] links
//! against Z3.
pub mod borrow;
pub mod content;
pub mod defined;
pub mod finished;
pub mod graph;
pub mod ids;
pub mod invariants;
pub mod ir;
pub mod mir;
pub mod obligation;
pub mod planted;
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
