//! What values are made of, and what is found with them. Functions whose names end in `_wrong` have a bug that only a run finds; the others
//! are right.
#![allow(dead_code)]

pub mod constants;
pub mod examples;
pub mod functions;
pub mod generators;
pub mod generics;
pub mod stubs;
pub mod types;
