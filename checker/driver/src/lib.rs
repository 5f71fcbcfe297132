//! A project under check: load, schedule, prove → find → run → judge, as a stream of events.
//!
//! ```text
//! check ─[project: cargo]→ packages ─[load: front end]→ program ─[proving]→ cases ─[search: find, run]→ findings
//!       ─[judge]→ verdicts ─→ events, report, artifacts
//! ```
//!
//! The command line and the editor are listeners of [`Event`]s; neither computes a verdict.
//!
//! **Invariant:** nothing here prints. Verdicts are made in `judge` and nowhere else.
pub mod amounts;
mod apart;
mod artifacts;
mod audit;
mod bounded;
mod build_errors;
mod cancel;
mod case;
mod cfg;
mod check;
pub mod config;
mod covered;
mod crashes;
mod crates;
mod emitted;
mod entries;
mod error;
mod given;
mod heard;
mod judge;
mod kept;
mod load;
mod macros;
pub mod options;
mod place;
mod profile;
mod project;
mod proving;
mod regressions;
pub mod report;
mod scripts;
mod search;
mod select;
mod termination;
mod unwinding;
mod workers;

pub use apart::serve;
pub use audit::{Audited, audit};
pub use bounded::{check, check_again};
pub use cancel::{Cancel, Stop};
pub use config::{Config, ConfigError, Deny};
pub use error::CheckError;
pub use load::Session;
pub use options::{Cache, EntryScope, Features, Options, Overflow, Scope};
pub use refine_core::obligation::{NEVER_REACHED, NO_PANIC};
pub use refine_front::audit::Report as AuditReport;
pub use refine_front::{Blocker, Effect, Stats};
pub use refine_testgen::children::end_all as end_children;
pub use report::{
    Cached, Class, Cut, Emitted, Event, FunctionCoverage, FunctionReport, Missed, ObligationReport, Reliance, Replays,
    Report, Share, SourceLocation, Spent, Summary, Unseen, Verdict, Witness, Word,
};
