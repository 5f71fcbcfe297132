//! Test support: Markdown snippets with expected verdicts, throw-away packages, the fuzzer's programs.
//!
//! The tests themselves are the targets `corpus`, `fuzz`, `audit`, `binary` and `early_end`.
pub mod apart;
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

/// As in `refine` itself: a tenth of what the corpus takes would else be the allocator's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
