//! Which counters a call has come by, and how often.
//!
//! This is in every loop of what is run, and nothing of it is optimised there: each function that is called here is a call. So a
//! thread that counts nothing finds that out by one load, and a count is raised without a borrow to be taken.
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

/// The kinds of counters have numbers of their own, from multiples of this on.
const KIND: u32 = 1 << 29;
const KINDS: usize = 8;
/// The first of those that count the parts of clauses.
const PARTS: u32 = 3 * KIND;
/// The first of those that count calls by way of traits: so many for each place, one for each trait.
const BY_TRAIT: u32 = 4 * KIND;
const TRAITS: u32 = 8;

/// Whether any thread counts. One at most does: the one that makes the calls under test.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// Whether arguments are being made: the ways that constructors take tell how near a value is.
static MAKING: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The counters of this thread while it counts.
    static COUNTED: Cell<Option<&'static Hits>> = const { Cell::new(None) };
    /// And all the time, once it has counted. (It lives as long as the process.)
    static OWN: Cell<Option<&'static Hits>> = const { Cell::new(None) };
}

/// Numbers with how often each was come by.
#[derive(Default)]
struct Hits {
    counts: [Cell<&'static [Cell<u32>]>; KINDS],
    /// Those that are not zero.
    all: RefCell<Vec<u32>>,
}

/// Turns the counting of this thread on or off; whether it was on.
pub fn count(on: bool) -> bool {
    let now = if on { Some(own()) } else { None };
    let was = COUNTED.with(|counted| counted.replace(now)).is_some();
    // What another thread counts is not for this one to end.
    if on != was {
        IS_ON.store(on, Ordering::Relaxed);
    }
    was
}

/// Whether this thread counts.
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed) && COUNTED.with(|counted| counted.get()).is_some()
}

/// Counts if this thread does.
pub fn reached(number: u32) {
    if IS_ON.load(Ordering::Relaxed) {
        if let Some(hits) = COUNTED.with(|counted| counted.get()) {
            hits.insert(number);
        }
    } else if MAKING.load(Ordering::Relaxed) {
        own().insert(number);
    }
}

/// Says whether arguments are being made; whether they were.
pub fn making(now: bool) -> bool {
    MAKING.swap(now, Ordering::Relaxed)
}

/// Counts that a part of a clause is evaluated, which is when no thread counts.
pub fn evaluated(number: u32) {
    own().insert(PARTS + number);
}

/// What stands for a type parameter was called by way of a trait, the one with this number, from the place that control came by `last`.
pub fn by_trait(last: u32, number: u32) {
    if is_on() && last != u32::MAX {
        reached(BY_TRAIT + last * TRAITS + number);
    }
}

/// All counters of this thread are zero from here on.
pub fn clear() {
    let hits = own();
    for number in hits.all.borrow_mut().drain(..) {
        hits.counts[(number / KIND) as usize].get()[(number % KIND) as usize].set(0);
    }
}

/// The numbers in order, each with the order of magnitude of how often it was come by.
pub fn sorted() -> Vec<(u32, u8)> {
    let hits = own();
    let mut all: Vec<u32> = hits.all.borrow().clone();
    all.sort();
    let often = |number: u32| hits.counts[(number / KIND) as usize].get()[(number % KIND) as usize].get();
    all.into_iter().map(|number| (number, magnitude(often(number)))).collect()
}

fn own() -> &'static Hits {
    OWN.with(|own| {
        own.get().unwrap_or_else(|| {
            let hits = Box::leak(Box::default());
            own.set(Some(hits));
            hits
        })
    })
}

impl Hits {
    fn insert(&self, number: u32) {
        let (kind, at) = ((number / KIND) as usize, (number % KIND) as usize);
        let mut counts = self.counts[kind].get();
        if at >= counts.len() {
            // At least doubled, so that what is left behind is no more than what is used.
            let mut grown = vec![Cell::new(0); (at + 1).max(counts.len() * 2)];
            grown[..counts.len()].clone_from_slice(counts);
            counts = Vec::leak(grown);
            self.counts[kind].set(counts);
        }
        let count = counts[at].get();
        if count == 0 {
            self.all.borrow_mut().push(number);
        }
        if count < u32::MAX {
            counts[at].set(count + 1);
        }
    }
}

/// What a call comes by so often takes its time.
const BUSY: u32 = 1 << 16;

/// A digit for how often: once, twice and three times are told apart, more only by powers of two, as fuzzers do (AFL).
fn magnitude(count: u32) -> u8 {
    match count {
        0..=3 => count as u8,
        4..=7 => 4,
        8..=15 => 5,
        16..=31 => 6,
        32..=127 => 7,
        128..BUSY => 8,
        _ => 9,
    }
}
