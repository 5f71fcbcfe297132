//! A project under check: load, schedule, prove → find → run → judge, as a stream of events.
//!
//! The command line and the editor are listeners of [`Event`]s; neither computes a verdict.
//!
//! **Invariant:** nothing here prints. Verdicts are made in `judge` and nowhere else.
pub mod config;
pub mod options;
pub mod report;

pub use config::{Config, ConfigError, Deny};
pub use options::{Options, Overflow, Scope};
pub use report::{Event, FunctionReport, ObligationReport, Place, Report, Summary, Verdict, Witness};
