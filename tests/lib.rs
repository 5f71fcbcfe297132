//! Test support: Markdown snippets with expected verdicts, throw-away packages, the fuzzer's programs.
//!
//! The tests themselves are the targets `audit`, `corpus`, `fuzz`, `cli` and `input`.
#[path = "corpus_packages.rs"]
pub mod corpus;
pub mod e2e;
pub mod expect;
#[path = "fuzz/mod.rs"]
pub mod fuzz;
pub mod markdown;
pub mod package;
#[cfg(test)]
mod sample;
