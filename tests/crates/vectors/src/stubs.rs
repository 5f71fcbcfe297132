//! Traits that nothing implements: what stands for a type that does answers by tables, within the contract of the trait.
use refine_spec::*;

pub trait Cost {
    #[requires(x < 1000)]
    #[ensures(|ret| *ret <= 50)]
    fn cost(&self, x: u32) -> u32;
}

#[requires(n <= 8)]
#[ensures(|ret| *ret <= 400)]
pub fn total<C: Cost>(c: &C, n: u32) -> u32 {
    (0..n).map(|i| c.cost(i)).sum()
}

#[requires(n <= 8)]
#[ensures(|ret| *ret < 60)]
pub fn total_wrong<C: Cost>(c: &C, n: u32) -> u32 {
    (0..n).map(|i| c.cost(i)).sum()
}

pub fn ratio<C: Cost>(c: C, x: u32) -> u32 {
    1000 / (51 - c.cost(x % 1000))
}

pub fn ratio_wrong<C: Cost>(c: C, x: u32) -> u32 {
    1000 / (50 - c.cost(x % 1000))
}

/// It asks for more than the trait allows.
pub fn ask_wrong(c: impl Cost, x: u32) -> u32 {
    c.cost(x % 1001)
}

/// The same question has the same answer.
pub fn again<C: Cost>(c: &C, x: u16) -> u32 {
    1 / (1 + c.cost(x as u32 % 900) - c.cost(x as u32 % 900))
}

pub fn between_wrong<C: Cost>(c: &C) -> bool {
    assert!(c.cost(1) == c.cost(2));
    true
}

pub struct Planner<C: Cost> {
    cost: C,
    room: u32,
}

impl<C: Cost> Planner<C> {
    pub fn new(cost: C, room: u32) -> Planner<C> {
        Planner { cost, room: room % 100 }
    }

    pub fn rest(&self) -> u32 {
        self.room.saturating_sub(self.cost.cost(3))
    }

    pub fn rest_wrong(&self) -> u32 {
        self.room + 50 - 2 * self.cost.cost(3)
    }
}

pub fn object(c: &dyn Cost) -> u32 {
    100 / (51 - c.cost(3))
}

pub fn object_wrong(c: &dyn Cost) -> u32 {
    100 / (40 - c.cost(3).min(40))
}

pub fn boxes_wrong(all: Vec<Box<dyn Cost>>) -> u32 {
    100 / (60 - all.iter().take(3).map(|c| c.cost(3)).sum::<u32>())
}

/// Clauses that are compiled as they are written.
pub trait Limit {
    #[pure]
    fn limit(&self) -> u32;

    #[ensures(|ret| *ret <= self.limit())]
    fn get(&self, i: u32) -> u32;
}

#[ensures(|ret| *ret <= l.limit())]
pub fn least<L: Limit>(l: &L, i: u32) -> u32 {
    l.get(i).min(l.get(0))
}

#[requires(l.limit() > 3)]
pub fn rest_wrong<L: Limit>(l: &L, i: u32) -> u32 {
    10 / (l.limit() - l.get(i))
}

/// A change may change what comes of the next call.
pub trait Source: Clone + PartialEq {
    fn next(&mut self) -> Option<u8>;

    fn name(&self) -> &str;
}

pub fn count<S: Source>(mut s: S) -> u32 {
    let mut count = 0;
    while s.next().is_some() {
        count += 1;
    }
    count
}

pub fn same_wrong<S: Source>(mut s: S) -> bool {
    assert!(s.next() == s.next());
    true
}

pub fn named<S: Source>(s: &S) -> bool {
    s.name() == s.name()
}

pub fn initial_wrong<S: Source>(s: S) -> char {
    let other = s.clone();
    if s == other { s.name().chars().next().unwrap() } else { ' ' }
}
