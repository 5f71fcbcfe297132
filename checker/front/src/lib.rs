//! Rust to IR: the only room that uses rust-analyzer's crates.
//!
//! In reading order: `database` (crates and files), `spans` (back to the user's text), `types` (rustc's types as ours),
//! `items` (who is declared, with which specification), `context` (what all of the lowering shares).
//!
//! **Invariant:** what a piece of Rust means is known from rust-analyzer, or it is unmodelled. Nothing is guessed.

pub mod audit;
pub mod clause;
pub mod context;
pub mod database;
pub mod guard;
pub mod items;
pub mod lower;
pub mod program;
pub mod pure;
pub mod session;
pub mod spans;
pub mod stats;
#[doc(hidden)]
pub mod testing;
pub mod types;

pub use context::{Callable, Context, Options, Overflow};
pub use database::{Channels, CrateInput, Database, Files, Input, MacroServer, Macros, Sysroot, undecided};
pub use items::{AdtItem, FnItem, Items};
pub use program::{Loaded, load};
pub use session::Session;
pub use stats::{Blocker, Coverage, Effect, Stats};
pub use types::Env;
