//! The soundness fuzzer: random integer functions with specs, whose verdicts are compared with many compiled runs.
//!
//! The runs share nothing with refine's own harness: a program of its own, generated from the same tree, evaluates
//! clauses by its own code, catches panics, and tries edge values and random ones.
//!
//! | module | holds |
//! |---|---|
//! | `ast` | the programs, and clauses in exact arithmetic |
//! | `generate`, `expressions`, `clauses` | random programs; clauses are often made from what evaluation shows |
//! | `eval` | evaluation while generating; it only steers, nothing is judged by it |
//! | `print` | the two texts of a program: for refine, and for the oracle, line for line the same |
//! | `oracle` | the program that runs them |
//! | `judge` | verdicts against runs |
pub mod ast;
mod clauses;
pub mod eval;
mod expressions;
pub mod generate;
pub mod judge;
pub mod oracle;
pub mod print;
pub mod rng;
