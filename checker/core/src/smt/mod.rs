//! From a graph to the solver and back. The only user of Z3.
//!
//! ```text
//! Graph ─[flow: SSA, block reachability]→ solver context ─[prove]→ proofs
//!                                                        └[find]→ vectors
//! ```
//!
//! **Encoding.** Machine integers are exact integers with range facts. A sequence is a length and an array; tuples and
//! structs are their components; enums are solver data types. Facts about components (an element of a `[u8]` is in
//! `0..=255`) are stated where the component is read, and only for executions that get there: stated for all, the
//! fact "this sum fits" would prove that it does not overflow.
//!
//! **Invariant:** only an `Unsat` answer makes a proof. An encoding that does not cover a term exactly says so
//! with `encode::Unencodable`, and the flow turns it into a taint.
mod bit_vectors;
mod bits;
mod budget;
mod capacity;
mod clock;
mod encode;
mod engine;
mod find;
mod flow;
mod functions;
mod model;
mod prove;
mod sorts;
mod sym;
mod termination;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

pub use budget::{Budget, GaveUp, share, sharers};
pub use capacity::Capacity;
pub use find::{Finder, Found};
pub use prove::{Effort, Proof, ProofOutcome, Prover};

/// The version of the Z3 that is linked.
pub fn z3_version() -> String {
    let full = z3::full_version();
    // `Z3 5.4.0.0` or `Z3 4.13.3.0 <commit>`: the first word that starts with a digit.
    full.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(full).to_owned()
}

/// Runs work in the solver context of this thread, which is to be a new one and ends soon after: what the context takes of memory goes with
/// the thread. What the solver did before for other functions must not change what it does for this one: it breaks ties by the age of terms,
/// for one. Once it is asked to `stop`, the solver gives up on whatever it is asked.
///
/// (A second context in one thread would be no help. Each takes 18 MB, and Z3's crate makes the thread's own one whether it is used or not.)
///
/// # Panics
/// If the thread's context has been used before.
pub fn in_new_context<R>(stop: &AtomicBool, work: impl FnOnce() -> R) -> R {
    thread_local! {
        static IS_USED: Cell<bool> = const { Cell::new(false) };
    }
    assert!(!IS_USED.replace(true), "each function has a solver context, and so a thread, of its own");
    let context = z3::Context::thread_local();
    clock::watched(stop, context.handle(), work)
}
