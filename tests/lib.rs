//! Test support: Markdown snippets with expected verdicts, throw-away packages, the fuzzer's programs.
//!
//! The tests themselves are the targets `corpus`, `fuzz`, `cli` and `input`.
pub mod e2e;
pub mod expect;
#[path = "fuzz/mod.rs"]
pub mod fuzz;
pub mod markdown;
pub mod package;
#[cfg(test)]
mod sample;
