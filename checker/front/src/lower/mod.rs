//! Bodies: HIR with its types to MIR with its obligations, for one instance of a function or closure.
pub(crate) mod builder;
mod finish;
