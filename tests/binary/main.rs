//! What users meet, tested through the real binary (and, where the editor's session matters, through the driver).
//!
//! One test binary: it is linked once, and tests that wait for cargo run beside tests that compute. Packages that tests write need
//! names of their own.
mod broken;
mod cargo;
mod cli;
mod contact;
mod coverage;
mod crashes;
mod edits;
mod entries;
mod input;
mod kept_tests;
mod procedural;
mod questions;
mod readme;
mod second_look;
mod stale;
mod structures;
mod values;
