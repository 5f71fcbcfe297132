//! How much may be in solvers at the same time.
//!
//! A solver may need half a gigabyte for a large find graph (of base64's encoder, with its shifts and masks, at a size of 15,000). Each
//! thread has a solver, and what they come to together is bounded here: a graph waits until there is room for it. What is
//! found does not depend on that, since each function has a solver context of its own.
use std::sync::{Condvar, Mutex, PoisonError};

/// What the graphs in solvers may come to together, as [`Graph::size`](crate::graph::Graph::size) counts. Larger ones are alone there.
const ROOM: usize = 20_000;

/// Room for graphs, shared by all threads of a run.
#[derive(Debug)]
pub struct Capacity {
    free: Mutex<usize>,
    freed: Condvar,
}

/// Room for one graph. It is given back when this is dropped.
#[derive(Debug)]
pub(super) struct Taken<'c> {
    capacity: &'c Capacity,
    size: usize,
}

impl Default for Capacity {
    fn default() -> Self {
        Capacity { free: Mutex::new(ROOM), freed: Condvar::new() }
    }
}

impl Capacity {
    /// Waits for room for a graph of this size. A thread that has a graph already must not ask for a second.
    pub(super) fn take(&self, size: usize) -> Taken<'_> {
        let size = size.min(ROOM);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.freed.wait_while(free, |free| *free < size).unwrap_or_else(PoisonError::into_inner);
        *free -= size;
        Taken { capacity: self, size }
    }
}

impl Taken<'_> {
    /// Whether it is much of all there is.
    pub(super) fn is_large(&self) -> bool {
        self.size > ROOM / 4
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self.capacity.free.lock().unwrap_or_else(PoisonError::into_inner) += self.size;
        self.capacity.freed.notify_all();
    }
}
