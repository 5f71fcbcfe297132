//! Vectors without a solver: what the precondition allows, small first, with ends of ranges, literals and chance mixed in.
//!
//! In reading order: `space` and `random` (the values of a type), `written` (texts of the source), `chain`, `mutate` and `grown`
//! (chance that goes on from what was seen), `plain` (vectors where nothing is asked of them);
//! `linear`, `store` and `model` (integers that are known by what is claimed of them), `room`, `state`,
//! `evaluate`, `arithmetic` and `claim` (predicates on values with holes), `table`, `parts`, `filling` and `required` (measures),
//! `search`, `split`, `build` and `narrow` (the vectors that a predicate allows); `premise` (what a postcondition asks of them); `made` (calls
//! that may make a value of a model); `closed` (all values that calls make, where they are few).
//!
//! **Invariant:** no vector comes twice, the same seed gives the same vectors, and products are walked, never stored. What a
//! search leaves out breaks a precondition for certain; that what it gives meets them all is for the compiled code to say.
mod arithmetic;
mod build;
mod chain;
mod claim;
mod closed;
mod evaluate;
mod filling;
mod grown;
mod linear;
mod literals;
mod made;
mod model;
mod mutate;
mod narrow;
mod parts;
pub(crate) mod plain;
mod premise;
mod random;
mod required;
mod room;
mod search;
mod seen;
mod space;
mod split;
mod state;
mod store;
mod table;
mod texts;
mod written;

use std::collections::VecDeque;

use refine_core::program::Program;
use refine_core::term::Term;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};

pub use self::closed::{Closed, closed};
use self::grown::Grown;
pub use self::made::by_calls;
use self::narrow::{Narrow, meets};
use self::plain::{Plain, is_chain};
pub use self::premise::with_premises;
use self::random::Random;
use self::room::Room;
use self::search::SearchStep;
pub use self::seen::VectorSet;
use self::space::Space;
use self::written::Written;
use crate::types::param_types;

/// How many vectors in a row may turn out to be known before chance is given up for now.
const TRIES: usize = 16;
/// The same where all are changed ones.
const MUTANTS: usize = 256;

/// Steps of a search for one more vector before there is taken to be none.
const PATIENCE: u64 = 600_000;
/// A vector that had come before takes as much of it as so many steps.
const REPEATED: u64 = 30;

/// Distinct vectors for a function, small first.
pub struct Vectors<'p> {
    source: VectorSource<'p>,
    seen: VectorSet,
    turn: usize,
    /// Vectors that got somewhere new, and whether the next one is to be made from one of them.
    telling: Vec<Vector>,
    lately: usize,
    /// The last ones that came by what none had come by before.
    frontier: VecDeque<Vector>,
    program: &'p dyn Program,
    /// What runs have returned, to go on from.
    grown: Grown,
    /// Whether calls make some of the arguments.
    makes_chains: bool,
    /// Texts of the source to put into vectors, while there are any left, and the last vector.
    written: Option<Written>,
    last: Option<Vector>,
}

/// Vectors to make others from that are kept.
const TELLING: usize = 128;

/// How many of the last ones that came by something new every other one is made from: what comes next is likely to be near.
const FRONTIER: usize = 8;

/// Where vectors come from.
enum VectorSource<'p> {
    /// The types alone.
    Plain(Box<Plain<'p>>),
    /// What the precondition allows.
    Narrow(Box<Narrow<'p>>),
}

impl VectorSource<'_> {
    fn random(&mut self) -> &mut Random {
        match self {
            VectorSource::Plain(plain) => plain.random(),
            VectorSource::Narrow(narrow) => narrow.random(),
        }
    }
}

/// The vectors of a function. `depth` bounds the containers that chance makes.
pub fn vectors<'p>(program: &'p dyn Program, inst: &FnInst, depth: u32, seed: u64) -> Vectors<'p> {
    vectors_with(program, inst, Vec::new(), depth, seed)
}

/// The same that meet more than the precondition: these terms, in the form of preconditions.
fn vectors_with<'p>(program: &'p dyn Program, inst: &FnInst, more: Vec<Term>, depth: u32, seed: u64) -> Vectors<'p> {
    let tys = param_types(program, inst);
    let random = || Random::new(program, inst, seed);
    let claims = program.contract(inst).requires.iter().map(|clause| clause.term.clone()).chain(more).collect();
    let mut source = match Narrow::new(program, claims, random(), &tys, depth) {
        Some(narrow) => VectorSource::Narrow(Box::new(narrow)),
        None => VectorSource::Plain(Box::new(Plain::new(program, random(), tys.clone(), depth))),
    };
    let written = Written::new(&mut Space::new(program), &tys, source.random());
    let grown = Grown::new(program, inst);
    let makes_chains = tys.iter().any(|ty| is_chain(program, ty));
    Vectors {
        source,
        seen: VectorSet::default(),
        turn: 0,
        telling: Vec::new(),
        lately: 0,
        frontier: VecDeque::new(),
        program,
        grown,
        makes_chains,
        written: Some(written),
        last: None,
    }
}

/// Whether a vector may meet the preconditions of a function and the invariants of its parameters' types at every depth.
/// `false` is certain.
pub fn allows(program: &dyn Program, inst: &FnInst, vector: &Vector) -> bool {
    let tys: Vec<Ty> = param_types(program, inst).iter().map(Ty::plain).collect();
    let claims: Vec<Term> = program.contract(inst).requires.iter().map(|clause| clause.term.clone()).collect();
    let room = Room::new(program, &claims, &tys);
    meets(&room, &claims, &tys, vector)
}

/// The first of the smallest values of a type.
pub(crate) fn plainest(program: &dyn Program, ty: &Ty) -> Option<Value> {
    Space::new(program).first(ty, 0..8)
}

/// The vector with a value of the right type wherever there is none: the solver knows nothing of functions, nor what stands for a type
/// parameter in runs.
pub fn fitted(program: &dyn Program, inst: &FnInst, vector: Vector) -> Vector {
    let (mut space, tys) = (Space::new(program), param_types(program, inst));
    vector
        .into_iter()
        .enumerate()
        .map(|(at, value)| match tys.get(at) {
            Some(ty) => space.fitted(ty, value),
            None => value,
        })
        .collect()
}

impl Vectors<'_> {
    /// The greatest depth to which every vector was produced: integers within `-depth..=depth`, containers of at most
    /// `depth` elements, recursive types at most `depth` deep. `None` if there is no such depth, or it means nothing
    /// for these types (floats, text, types with private insides).
    pub fn exhaustive_to(&mut self) -> Option<u32> {
        match &mut self.source {
            VectorSource::Plain(plain) => plain.exhaustive_to(),
            VectorSource::Narrow(narrow) => narrow.exhaustive_to(),
        }
    }

    /// Whether there are no other vectors at all.
    pub fn is_complete(&self) -> bool {
        match &self.source {
            VectorSource::Plain(plain) => plain.is_complete(),
            VectorSource::Narrow(narrow) => narrow.is_complete(),
        }
    }

    /// Whether they are searched for, as not all do.
    pub fn are_sought(&self) -> bool {
        matches!(self.source, VectorSource::Narrow(_))
    }

    /// Steps of searches so far: how hard they are to find.
    pub fn steps(&self) -> u64 {
        match &self.source {
            VectorSource::Plain(_) => 0,
            VectorSource::Narrow(narrow) => narrow.steps(),
        }
    }

    /// Takes to heart that a vector got somewhere new: to a state, a place or a result that none before it came to.
    pub fn learn(&mut self, vector: &Vector) {
        match &mut self.source {
            VectorSource::Plain(plain) => plain.learn(vector),
            VectorSource::Narrow(narrow) => narrow.learn(vector),
        }
        self.vary(vector);
    }

    /// Makes others from a vector, which is near one that gets somewhere new: of an argument that could not be made nothing can be done
    /// but to change it.
    pub fn vary(&mut self, vector: &Vector) {
        if vector.is_empty() {
            return;
        }
        if self.telling.len() == TELLING {
            self.telling.remove(self.turn % (TELLING / 2));
        }
        self.telling.push(vector.clone());
    }

    /// Makes many others from a vector: it came by something that none before it had come by, or more often.
    pub fn go_on_from(&mut self, vector: &Vector) {
        self.frontier.truncate(FRONTIER - 1);
        self.frontier.push_front(vector.clone());
    }

    /// Keeps what a call that went well has returned: it may be an argument of the next.
    pub fn returned(&mut self, result: &Value) {
        let ret = self.grown.ret().clone();
        self.returned_by(&ret, result);
    }

    /// The same of a call of another function, which returns values of a type.
    pub fn returned_by(&mut self, ty: &Ty, result: &Value) {
        self.grown.learn(self.program, self.source.random(), &ty.plain(), result);
    }

    /// Whether there are runs to go on from, which takes no search.
    pub fn grows(&self) -> bool {
        !self.grown.is_empty()
    }

    /// Whether there are chains of calls to go on from, by one more call.
    pub fn has_chains(&self) -> bool {
        self.makes_chains && !self.telling.is_empty()
    }

    /// A vector made from earlier ones or from what they gave. `None` if many in a row are no new ones.
    pub fn next_grown(&mut self) -> Option<Vector> {
        let tries = if self.grows() { TRIES } else { MUTANTS };
        (0..tries).find_map(|_| {
            self.lately += 1;
            if !self.grows() || self.lately.is_multiple_of(4) { self.mutant() } else { self.result() }
        })
    }

    /// A vector made from one that got somewhere new, or from a result, if it is one's turn.
    fn made_from_others(&mut self) -> Option<Vector> {
        self.lately += 1;
        match self.lately % 3 {
            0 => self.mutant(),
            1 if self.grows() => self.result(),
            1 => self.mutant(),
            _ => None,
        }
    }

    fn mutant(&mut self) -> Option<Vector> {
        let turn = self.lately / 3;
        let from = match self.frontier.len() {
            0 => None,
            last => self.frontier.get(turn / 2 % last).filter(|_| turn.is_multiple_of(2)),
        };
        let from = from.or_else(|| self.telling.get(turn % self.telling.len().max(1)))?.clone();
        let mutant = match &mut self.source {
            VectorSource::Plain(plain) => plain.mutant(&from),
            VectorSource::Narrow(narrow) => narrow.mutant(&from),
        }?;
        self.seen.insert(&mutant).then_some(mutant)
    }

    fn result(&mut self) -> Option<Vector> {
        if self.grown.is_empty() {
            return None;
        }
        let vector = match &mut self.source {
            VectorSource::Plain(plain) => plain.grown(&self.grown),
            VectorSource::Narrow(narrow) => narrow.grown(&self.grown),
        }?;
        self.seen.insert(&vector).then_some(vector)
    }

    /// The last vector with texts of the source in it, every other time while there are any left.
    fn next_written(&mut self) -> Option<Vector> {
        let from = self.last.take()?;
        let Some(vector) = self.written.as_mut()?.next(&from) else {
            self.written = None;
            return None;
        };
        let is_allowed = match &self.source {
            VectorSource::Plain(_) => true,
            VectorSource::Narrow(narrow) => narrow.allows(&vector),
        };
        (is_allowed && self.seen.insert(&vector)).then_some(vector)
    }

    /// Counts a vector as produced: one that came from elsewhere. Whether it was not before.
    pub fn know(&mut self, vector: &Vector) -> bool {
        self.seen.insert(vector)
    }

    fn next_of_source(&mut self) -> Option<Vector> {
        let seen = &mut self.seen;
        match &mut self.source {
            VectorSource::Plain(plain) => {
                if plain.is_complete() {
                    return None;
                }
                self.turn += 1;
                let by_chance = self.turn > 6 && self.turn.is_multiple_of(3);
                let mut small = |plain: &mut Plain<'_>| {
                    loop {
                        let vector = plain.small()?;
                        let is_new = seen.insert(&vector);
                        plain.heard(is_new);
                        if is_new {
                            return Some(vector);
                        }
                    }
                };
                if !by_chance && let Some(vector) = small(plain) {
                    return Some(vector);
                }
                for _ in 0..TRIES {
                    let Some(vector) = plain.chance() else { break };
                    if self.seen.insert(&vector) {
                        return Some(vector);
                    }
                }
                let seen = &mut self.seen;
                let next = || {
                    let vector = plain.small()?;
                    let is_new = seen.insert(&vector);
                    plain.heard(is_new);
                    Some((vector, is_new))
                };
                std::iter::from_fn(next).find(|(_, is_new)| *is_new).map(|(vector, _)| vector)
            }
            VectorSource::Narrow(narrow) => {
                let mut until = narrow.steps() + PATIENCE;
                while narrow.steps() < until {
                    match narrow.next() {
                        SearchStep::Vector(vector) if seen.insert(&vector) => return Some(vector),
                        SearchStep::Vector(_) => until -= REPEATED,
                        SearchStep::Paused => {}
                        SearchStep::End => return None,
                    }
                }
                None
            }
        }
    }
}

impl Iterator for Vectors<'_> {
    type Item = Vector;

    fn next(&mut self) -> Option<Vector> {
        if let Some(vector) = self.made_from_others().or_else(|| self.next_written()) {
            return Some(vector);
        }
        let vector = self.next_of_source()?;
        if self.written.is_some() {
            self.last = Some(vector.clone());
        }
        Some(vector)
    }
}
