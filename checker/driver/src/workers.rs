//! Work on many functions at once, heard of as it is done: none holds up the others.
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cancel::Cancel;
use crate::options::Options;

/// What is heard of the work.
pub(crate) enum Heard<R, S = ()> {
    /// It began on the item with this index.
    Started(usize),
    /// What it says on the way.
    Told(S),
    /// It is done with the item with this index.
    Done(usize, R),
}

/// The stack of a thread that works on code: expressions and terms are trees of the depth of the source's, and a call of the standard
/// library leads through many of its functions. Only what is used of it costs memory.
pub(crate) const STACK: usize = 256 << 20;

/// Does some work that goes deep, on a thread of its own. A panic in it is one here.
pub(crate) fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread starts");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// What the work on an item has to do with that on others.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'t, S> {
    /// Says something on the way.
    pub(crate) tell: &'t (dyn Fn(S) + Sync),
    /// Lets all begin that have not, before it goes on; how long that took. If it has to wait, it first gives back what others may need.
    pub(crate) step_back: StepBack<'t>,
}

pub(crate) type StepBack<'t> = &'t (dyn Fn(&mut dyn FnMut()) -> Duration + Sync);

/// Works on all items on a few threads and tells of it on the caller's: first, one by one, on those that are to be `alone`. Items that a
/// cancelled run has not begun with are left out.
pub(crate) fn at_once<T: Send, R: Send, S: Send>(
    items: Vec<T>,
    alone: &dyn Fn(&T) -> bool,
    options: &Options,
    cancel: &Cancel,
    work: &(dyn Fn(T, Turn<'_, S>) -> R + Sync),
    hear: &mut dyn FnMut(Heard<R, S>),
) {
    let jobs = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let (first, others): (Vec<_>, Vec<_>) = items.into_iter().enumerate().partition(|(_, item)| alone(item));
    on_threads(first, (1, 0), cancel, work, hear);
    on_threads(others, (jobs, STEPPED_BACK), cancel, work, hear);
}

fn on_threads<T: Send, R: Send, S: Send>(
    items: Vec<(usize, T)>,
    (jobs, may_wait): (usize, usize),
    cancel: &Cancel,
    work: &(dyn Fn(T, Turn<'_, S>) -> R + Sync),
    hear: &mut dyn FnMut(Heard<R, S>),
) {
    let threads = (jobs + may_wait).min(items.len());
    let queue = Queue { jobs, may_wait, cancel, state: Mutex::new(State::new(items)), changed: Condvar::new() };
    let (sender, receiver) = crossbeam_channel::unbounded();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, queue) = (sender.clone(), &queue);
            let worker = move || {
                let tell = |said| drop(sender.send(Heard::Told(said)));
                while let Some((at, item, _busy)) = queue.next() {
                    let step_back = |gives: &mut dyn FnMut()| queue.step_back(at, gives);
                    let _ = sender.send(Heard::Started(at));
                    let done = work(item, Turn { tell: &tell, step_back: &step_back });
                    let _ = sender.send(Heard::Done(at, done));
                }
            };
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
        }
        drop(sender);
        receiver.into_iter().for_each(&mut *hear);
    });
}

/// Items that wait for others to begin, at most: each keeps what it has in memory.
const STEPPED_BACK: usize = 16;

/// How often one that waits looks whether the run is cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// The items, and who works on them: at most so many threads at a time.
struct Queue<'q, T> {
    jobs: usize,
    /// How many of them may step back at the same time: none where each is to be alone.
    may_wait: usize,
    cancel: &'q Cancel,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// Those that nobody has begun with.
    fresh: VecDeque<(usize, T)>,
    busy: usize,
    /// Those that have stepped back: the first goes on first.
    waiting: BTreeSet<usize>,
}

impl<T> State<T> {
    fn new(items: Vec<(usize, T)>) -> Self {
        State { fresh: items.into(), busy: 0, waiting: BTreeSet::new() }
    }
}

impl<T> Queue<'_, T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State<T>>) -> MutexGuard<'s, State<T>> {
        self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0
    }

    /// The next item to begin with, when it is this thread's turn.
    fn next(&self) -> Option<(usize, T, Busy<'_, '_, T>)> {
        let mut state = self.state();
        while state.busy >= self.jobs && !state.fresh.is_empty() && !self.cancel.is_cancelled() {
            state = self.wait(state);
        }
        if self.cancel.is_cancelled() {
            return None;
        }
        let (at, item) = state.fresh.pop_front()?;
        state.busy += 1;
        Some((at, item, Busy(self)))
    }

    fn step_back(&self, at: usize, gives_back: &mut dyn FnMut()) -> Duration {
        let mut state = self.state();
        if state.fresh.is_empty() || state.waiting.len() >= self.may_wait {
            return Duration::ZERO;
        }
        state.waiting.insert(at);
        drop(state);
        gives_back();
        let start = Instant::now();
        state = self.state();
        state.busy -= 1;
        self.changed.notify_all();
        let waits =
            |state: &State<T>| !state.fresh.is_empty() || state.busy >= self.jobs || state.waiting.first() != Some(&at);
        while waits(&state) && !self.cancel.is_cancelled() {
            state = self.wait(state);
        }
        state.waiting.remove(&at);
        state.busy += 1;
        start.elapsed()
    }
}

/// A thread that works: when it no longer does, even since it panicked, others may.
struct Busy<'b, 'q, T>(&'b Queue<'q, T>);

impl<T> Drop for Busy<'_, '_, T> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
        self.0.changed.notify_all();
    }
}

/// The same, where all is heard of at the end, in the order of the items.
pub(crate) fn in_order<T: Send, R: Send>(
    items: Vec<T>,
    alone: &dyn Fn(&T) -> bool,
    options: &Options,
    cancel: &Cancel,
    work: &(dyn Fn(T) -> R + Sync),
) -> Vec<R> {
    let mut found = BTreeMap::new();
    at_once(items, alone, options, cancel, &|item, _: Turn<'_, ()>| work(item), &mut |heard| {
        if let Heard::Done(at, done) = heard {
            found.insert(at, done);
        }
    });
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is heard of three items, with so many threads, of which the first steps back.
    fn heard(jobs: usize) -> Vec<String> {
        let (options, cancel) = (Options { jobs, ..Options::default() }, Cancel::default());
        let work = |item: char, turn: Turn<'_, String>| {
            if item == 'a' {
                (turn.step_back)(&mut || ());
            }
            (turn.tell)(format!("{item} goes on"));
        };
        let mut all = Vec::new();
        at_once(vec!['a', 'b', 'c'], &|_| false, &options, &cancel, &work, &mut |heard| match heard {
            Heard::Started(at) => all.push(format!("{at} starts")),
            Heard::Told(said) => all.push(said),
            Heard::Done(at, ()) => all.push(format!("{at} is done")),
        });
        all
    }

    #[test]
    fn what_steps_back_goes_on_when_all_have_begun() {
        let all = heard(1);
        let at = |said: &str| all.iter().position(|one| one == said).expect(said);
        assert!(at("2 starts") < at("a goes on"), "{all:?}");
        assert_eq!(at("0 is done"), 8, "{all:?}");
        assert_eq!(heard(4).len(), 9);
    }

    #[test]
    fn a_panic_leaves_the_turn_to_others() {
        let (options, cancel) = (Options { jobs: 1, ..Options::default() }, Cancel::default());
        let mut done = 0;
        let work = |item: u8, _: Turn<'_, ()>| assert!(item > 0, "on purpose");
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            at_once(vec![0, 1, 2], &|_| false, &options, &cancel, &work, &mut |heard| {
                done += usize::from(matches!(heard, Heard::Done(..)));
            });
        }));
        assert!(run.is_err());
        assert_eq!(done, 2);
    }
}
