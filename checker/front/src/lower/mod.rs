//! Bodies: HIR with its types to MIR with its obligations, for one instance of a function or closure.
mod alike;
pub(crate) mod builder;
mod constant;
mod derive;
mod finish;
mod glue;
mod shim;
