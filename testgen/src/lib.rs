//! From an obligation that is not proved to what compiled code does: vectors, the harness, runs, and what is kept.
//!
//! ```text
//! types ─[generate]→ vectors ─[harness, run]→ outcomes ─[reduce]→ witness ─[source]→ call ─[regression]→ test
//! ```
//!
//! **Invariant:** user code runs only in the harness's child processes, and this crate parses no source: what it needs to
//! know of the program it asks [`Program`](refine_core::program::Program). Values it cannot make are refused with a reason.
mod carried;
pub mod children;
pub mod foreign;
pub mod generate;
pub mod harness;
pub mod outcome;
pub mod reduce;
pub mod regression;
pub mod run;
pub mod source;
pub mod types;
mod wire;

pub use harness::{BuildError, BuildRequest, Cargo, Checking, CompiledFrom, PackageInfo, Script, UserError};
pub use outcome::{ClauseRef, Outcome, Ran};
pub use regression::Violation;
pub use run::{Batch, Harness, Limits};
