//! Work on many functions at once, heard of as it is done: none holds up the others.
use std::collections::BTreeMap;
use std::sync::Mutex;

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
const STACK: usize = 256 << 20;

/// Does some work that goes deep, on a thread of its own. A panic in it is one here.
pub(crate) fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread starts");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Says something on the way.
pub(crate) type Teller<'t, S> = &'t (dyn Fn(S) + Sync);

/// Works on all items on a few threads and tells of it on the caller's: first, one by one, on those that are to be `alone`. Items that a
/// cancelled run has not begun with are left out.
pub(crate) fn at_once<T: Send, R: Send, S: Send>(
    items: Vec<T>,
    alone: &dyn Fn(&T) -> bool,
    options: &Options,
    cancel: &Cancel,
    work: &(dyn Fn(T, Teller<'_, S>) -> R + Sync),
    hear: &mut dyn FnMut(Heard<R, S>),
) {
    let jobs = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let (first, others): (Vec<_>, Vec<_>) = items.into_iter().enumerate().partition(|(_, item)| alone(item));
    on_threads(first, 1, cancel, work, hear);
    on_threads(others, jobs, cancel, work, hear);
}

fn on_threads<T: Send, R: Send, S: Send>(
    items: Vec<(usize, T)>,
    jobs: usize,
    cancel: &Cancel,
    work: &(dyn Fn(T, Teller<'_, S>) -> R + Sync),
    hear: &mut dyn FnMut(Heard<R, S>),
) {
    let jobs = jobs.min(items.len());
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().ok()?.next();
    let (sender, receiver) = crossbeam_channel::unbounded();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let worker = move || {
                let tell = |said| drop(sender.send(Heard::Told(said)));
                while let Some((at, item)) = next().filter(|_| !cancel.is_cancelled()) {
                    let _ = sender.send(Heard::Started(at));
                    let _ = sender.send(Heard::Done(at, work(item, &tell)));
                }
            };
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
        }
        drop(sender);
        receiver.into_iter().for_each(&mut *hear);
    });
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
    at_once(items, alone, options, cancel, &|item, _: Teller<'_, ()>| work(item), &mut |heard| {
        if let Heard::Done(at, done) = heard {
            found.insert(at, done);
        }
    });
    found.into_values().collect()
}
