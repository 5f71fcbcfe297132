//! The thread that watches over a solver: it stops it when somebody wants it to stop, or when a query takes too long.
//!
//! Z3 has a time limit of its own, for which it wakes a thread at the start and at the end of each query: with thousands of small queries
//! on all cores that takes longer than the queries.
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

use z3::ContextHandle;

/// How often the thread looks whether the solver is to stop.
const GLANCE: Duration = Duration::from_millis(20);
/// That no query is going on.
const NEVER: u64 = u64::MAX;

thread_local! {
    /// Until when the query of this thread may take, in milliseconds after the start, if there is somebody who watches.
    static WATCHED: RefCell<Option<Arc<Clock>>> = const { RefCell::new(None) };
}

struct Clock {
    start: Instant,
    deadline: AtomicU64,
}

impl Clock {
    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(NEVER)
    }
}

/// Does some work in this thread's solver context. The solver gives up on whatever it is asked once it is asked to `stop`, and where a query
/// is [`limited`] and takes longer.
pub(super) fn watched<R>(stop: &AtomicBool, context: ContextHandle<'_>, work: impl FnOnce() -> R) -> R {
    let over = AtomicBool::new(false);
    let clock = Arc::new(Clock { start: Instant::now(), deadline: AtomicU64::new(NEVER) });
    let around = WATCHED.replace(Some(Arc::clone(&clock)));
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) || clock.now() > clock.deadline.load(Ordering::Relaxed) {
                    context.interrupt();
                }
                std::thread::park_timeout(GLANCE);
            }
        });
        let _ends = Ends { over: &over, watch: watch.thread(), around };
        work()
    })
}

/// Asks a query that may take so long. Where nobody watches it may take as long as it likes.
pub(super) fn limited<R>(limit: Duration, query: impl FnOnce() -> R) -> R {
    let clock = WATCHED.with_borrow(Option::clone);
    let set = |deadline| clock.iter().for_each(|clock| clock.deadline.store(deadline, Ordering::Relaxed));
    let limit = u64::try_from(limit.as_millis()).unwrap_or(NEVER);
    set(clock.as_ref().map_or(NEVER, |clock| clock.now().saturating_add(limit)));
    let answer = query();
    set(NEVER);
    answer
}

/// Tells the thread that watches over some work of its end, even if that is a panic.
struct Ends<'a> {
    over: &'a AtomicBool,
    watch: &'a Thread,
    around: Option<Arc<Clock>>,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        WATCHED.replace(self.around.take());
        self.over.store(true, Ordering::Relaxed);
        self.watch.unpark();
    }
}
