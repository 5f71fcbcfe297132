//! Distinct vectors, small first, until enough have passed; and more where values are of many shapes, for what takes several
//! nodes or calls to go wrong.
use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::time::{Duration, Instant};

use refine_core::smt::share;
use refine_core::span::Span;
use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};
use refine_testgen::outcome::Outcome;
use refine_testgen::run::Limits;
use refine_testgen::types::{has_shapes, has_text, is_made_elsewhere, param_types};
use refine_testgen::{Batch, Ran, generate};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::chains::calls_of;
use super::hangs::BRIEFLY;
use super::runs::is_small;
use super::{SEED, Trial, at_the_end, clause_of};
use crate::case::{Case, Work};

/// Calls of which a postcondition has no value, after which none is expected to have one.
const UNJUDGED: usize = 1000;
/// Vectors that took the process with them before the call, after which none is expected to get there: the arguments or the result may be too large
/// for the stack. Each costs a new process.
const LOST: usize = 30;

/// Enumerated vectors looked at for each one wanted, before the search gives up on a narrow precondition.
const DISCARDS: usize = 20;
/// Chains of calls run for each input that they make, before it is taken that they make no other ones.
const REPEATS: usize = 20;
/// The same where inputs are hard to find, and more are run than are wanted.
const CHAINS: usize = 5;
/// Vectors run for each one wanted where values are of many shapes, at most so many, as long as they are not hard to find; and
/// where they are not searched for.
const SHAPES: usize = 100;
const MOST: usize = 10_000;
/// The same for numbers alone, of which each run takes next to nothing; else there are so many only in the first moments, in ms.
const NUMBERS: usize = 100;
const MOMENT: u128 = 2000;
/// Vectors run for each one that was run before anything new was last come by, in these moments.
const STILL_NEW: usize = 2;
/// The same of texts, for each other vector; twice as many as long as they do not get to a claim.
const TEXTS: usize = 2;
const UNSOUGHT: usize = 2;
const STEPS: u64 = 1_000_000;
/// What part of these an instance gets beside the function over its own parameters.
const PART: usize = 5;
/// Vectors looked at for each of these that is to pass.
const REJECTED: usize = 8;
/// Large vectors that the model is asked about, whether their calls never finish.
const INTERPRETED: usize = 100;

/// The vectors of one function.
struct Hunt<'t, 'a, 's> {
    trial: &'t mut Trial<'a, 's>,
    vectors: generate::Vectors<'a>,
    /// How many more are looked at.
    left: usize,
    /// How many are wanted to pass, and how many if there are more that are not hard to find.
    wanted: usize,
    more: usize,
    /// The types of the parameters.
    params: Vec<Ty>,
    /// Those that were given out and have not been run.
    in_flight: usize,
    /// Calls that returned and broke a postcondition: they tell of the other claims as much as those that pass.
    broke: usize,
    /// Those that most likely would not finish.
    spared: usize,
    /// The states that were come by, and the places with the ways of branches, by their hashes.
    states: FxHashSet<u64>,
    /// Calls of the function inside vectors, which are calls of it too: those to make, and all so far.
    inside: VecDeque<Vector>,
    seen_inside: generate::VectorSet,
    places: FxHashSet<u64>,
    /// Whether an argument has text in it.
    reads_text: bool,
    /// How many vectors had been run when one came by a counter more often, by an order of magnitude, than any before.
    news: usize,
    /// The ways of branches while arguments were made that could not be made whole.
    unmade: FxHashSet<u32>,
    /// Calls without others in them that made nothing, so that no chain can go on from them.
    barren: generate::VectorSet,
    /// How often runs came by the counters in them.
    often: FxHashSet<(u32, u8)>,
    since: Instant,
    /// Whether there are more only in the first moments, and when these began.
    brief: bool,
    began: Instant,
    /// How long the runs of all instances may have taken before it is another's turn.
    until: Duration,
}

impl Trial<'_, '_> {
    /// Distinct vectors of each instance, until enough have passed.
    pub(super) fn enumerate(&mut self) {
        // There are always more types and constants.
        let def = self.search.program.func(self.work.called.func);
        let mut all = def.generics.is_empty() && def.consts.is_empty();
        let instances = self.runs.clone();
        for (at, inst) in instances.iter().enumerate() {
            if !open(self.work) || self.should_stop() {
                all = false;
                break;
            }
            self.call_as(inst.clone());
            // Each has its part of the time that is left; half of it the function over its own parameters.
            let left = self.search.patience().saturating_sub(self.work.running);
            let turns = (instances.len() - at).min(if *inst == self.work.called { 2 } else { usize::MAX });
            let until = self.work.running + left / turns as u32;
            all &= self.hunt(until);
        }
        let lacks = |case: &Case| !case.settled() && case.reached > 0 && !case.tested();
        all = all || !self.work.cut_short && self.work.cases.iter().any(lacks) && self.exhaust();
        for case in self.work.cases.iter_mut().filter(|case| !case.settled() && case.reached > 0) {
            case.all = all;
        }
        self.find_unmet();
        let mut note = format!(
            "ran {} distinct vectors; {} were discarded: they do not meet the precondition, cannot be made, or a clause could not be evaluated for them",
            self.work.vectors, self.discarded
        );
        if self.should_stop() && open(self.work) {
            let ended = format!("its runs were stopped after {} s", self.work.running.as_secs());
            note = format!("{note}; {ended}");
            self.work.ended = Some(ended);
        }
        for at in 0..self.work.cases.len() {
            if !self.work.cases[at].settled() {
                self.note(at, note.clone());
            }
        }
    }

    /// Finds the parts of postconditions that no run has evaluated.
    fn find_unmet(&mut self) {
        let Ok(harness) = self.search.harness else { return };
        // Of all instances, and of all values that an invariant is said of.
        let mut unmet: Vec<(Span, usize, String)> = Vec::new();
        let mut met: FxHashSet<(Span, usize)> = FxHashSet::default();
        for inst in &self.runs {
            let contract = self.search.program.contract(inst);
            for (number, part) in harness.parts(inst) {
                let Some((span, _)) = clause_of(&contract, part.clause) else { continue };
                match self.evaluated.contains(&number) {
                    true => drop(met.insert((span, part.place))),
                    false => unmet.push((span, part.place, part.text.clone())),
                }
            }
        }
        for (span, _, text) in unmet.into_iter().filter(|(span, place, _)| !met.contains(&(*span, *place))) {
            let of_clause = |case: &&mut Case| case.obligation.clause == Some(span) && at_the_end(case);
            for case in self.work.cases.iter_mut().filter(of_clause) {
                case.unmet.get_or_insert_with(|| text.clone());
            }
        }
    }

    /// The vectors of one instance, until the runs of all have taken so long; whether these are all there are.
    fn hunt(&mut self, until: Duration) -> bool {
        let (options, program, called) = (self.search.options, self.search.program, self.called.clone());
        let mut vectors = generate::vectors(program, &called, options.depth, SEED);
        for vector in &self.tried {
            vectors.know(vector);
        }
        let shapes = param_types(program, &called).iter().any(|ty| has_shapes(program, ty));
        let alone = self.work.remembers;
        let more = match (alone || self.work.claims_settled(), shapes) {
            (true, _) => 0,
            (false, true) => (options.vectors * SHAPES).min(MOST),
            (false, false) => (options.vectors * NUMBERS).min(MOST),
        };
        let more = if vectors.are_sought() { more } else { more * UNSOUGHT };
        // Instances have most of what goes wrong in common.
        let more = if self.runs.first() == Some(&called) && called == self.work.called { more } else { more / PART };
        let more = share(more as u64, self.search.functions) as usize;
        let (harness, before) = (self.search.harness, self.work.vectors);
        self.repeats = 0;
        if let (Ok(harness), true) = (harness, more > 0) {
            let start = Instant::now();
            self.gather(harness, &mut vectors);
            self.work.running += start.elapsed();
        }
        let mut hunt = Hunt {
            vectors,
            left: (options.vectors * DISCARDS).max(more * REJECTED),
            wanted: before + options.vectors,
            more: before + more,
            params: param_types(program, &called),
            in_flight: 0,
            broke: 0,
            spared: 0,
            states: FxHashSet::default(),
            inside: VecDeque::new(),
            seen_inside: generate::VectorSet::default(),
            places: FxHashSet::default(),
            reads_text: param_types(program, &called).iter().any(|ty| has_text(program, ty)),
            news: 0,
            unmade: FxHashSet::default(),
            barren: generate::VectorSet::default(),
            often: FxHashSet::default(),
            since: Instant::now(),
            brief: !shapes,
            began: Instant::now(),
            until,
            trial: self,
        };
        if hunt.trial.runs.first() == Some(&called) {
            // What the first vectors get to, the solver need not be asked for.
            hunt.more = before;
            hunt.run();
            hunt.arrive();
            // (What is left needs the graph only to tell which of several claims a run broke.)
            hunt.trial.make_room();
            hunt.meet_premises();
            hunt.more = before + more;
            if more > 0 && open(hunt.trial.work) && !hunt.trial.should_stop() && !hunt.trial.done() {
                let before = hunt.trial.waited;
                if !hunt.trial.let_others_begin() {
                    return false;
                }
                hunt.began += hunt.trial.waited - before;
            }
        }
        hunt.run();
        let (spared, complete) = (hunt.spared, hunt.vectors.is_complete());
        let complete = complete && !param_types(program, &called).iter().any(|ty| is_made_elsewhere(program, ty));
        complete
            && spared == 0
            && !self.inconclusive
            && self.work.notes.is_empty()
            && !self.work.is_closure()
            && !self.work.remembers
    }
}

impl Hunt<'_, '_, '_> {
    /// Runs what is wanted.
    fn run(&mut self) {
        let called = self.trial.called.clone();
        match self.trial.search.harness {
            Ok(harness) if !self.trial.work.remembers => harness.run_all(&called, self),
            _ => self.one_by_one(),
        }
    }

    /// Each in a process of its own.
    fn one_by_one(&mut self) {
        while let Some(vector) = self.next() {
            self.in_flight = 0;
            self.trial.run(vector);
        }
    }

    /// Asks the solver for what gets to places that no vector got to so far. What is near it gets there too.
    fn arrive(&mut self) {
        let (before, start) = (self.trial.tried.len(), Instant::now());
        let mut new = Vec::new();
        self.trial.arrive(&mut |vector| {
            let is_new = self.vectors.know(vector);
            new.extend(is_new.then(|| vector.clone()));
            is_new
        });
        self.began += start.elapsed();
        // (Calls that may make a value of the solver's are run without a question.)
        new.extend(self.trial.tried[before..].iter().filter(|vector| self.vectors.know(vector)).cloned());
        new.iter().for_each(|vector| self.vectors.learn(vector));
    }

    /// Runs vectors that meet what postconditions ask of the arguments before they say anything: few others may.
    fn meet_premises(&mut self) {
        let (options, program, called) =
            (self.trial.search.options, self.trial.search.program, self.trial.called.clone());
        for clause in &program.contract(&called).ensures {
            let waits =
                |case: &Case| at_the_end(case) && case.obligation.clause == Some(clause.span) && !case.settled();
            let waits = |trial: &Trial<'_, '_>| trial.work.cases.iter().any(waits);
            if !waits(self.trial) {
                continue;
            }
            let Some(mut vectors) = generate::with_premises(program, &called, clause, options.depth, SEED) else {
                continue;
            };
            let mut left = options.vectors;
            while left > 0 && vectors.steps() < STEPS && !self.trial.should_stop() && waits(self.trial) {
                let Some(vector) = vectors.next() else { break };
                if self.trial.is_too_much(&vector) || !self.vectors.know(&vector) {
                    continue;
                }
                left -= 1;
                let ran = self.trial.call(&vector);
                self.look_at(&vector, &ran);
                self.trial.book(vector, ran);
            }
        }
    }

    /// Keeps the calls of the function itself inside a vector, to be made.
    fn look_inside(&mut self, vector: &Vector) {
        let mut calls = Vec::new();
        vector.iter().for_each(|value| calls_of(self.trial.called.func, value, &mut calls));
        for args in calls {
            if self.seen_inside.insert(args) {
                self.vectors.know(args);
                self.inside.push_back(args.clone());
            }
        }
    }

    /// Whether a call that is known to make nothing is in a vector.
    fn is_barren(&self, vector: &[Value]) -> bool {
        fn inside(value: &Value, barren: &generate::VectorSet) -> bool {
            match value {
                Value::Call(_, all) if !all.iter().any(has_calls) => barren.contains(std::slice::from_ref(value)),
                Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
                    all.iter().any(|part| inside(part, barren))
                }
                _ => false,
            }
        }
        !self.barren.is_empty() && vector.iter().any(|value| inside(value, &self.barren))
    }

    /// Whether a run that can only show that it does not finish may show that. With a large input it may just take long, or many frames of
    /// the stack, unless the model knows that it never finishes.
    fn is_worth_its_time(&self, vector: &Vector) -> bool {
        vector.iter().all(is_small) || self.spared < INTERPRETED && self.trial.goes_round(vector, BRIEFLY)
    }

    /// Learns from a run that came to a state or by places that none before it did.
    fn look_at(&mut self, vector: &Vector, ran: &Ran) {
        let state = ran.state.is_some_and(|state| self.states.insert(state));
        let often = ran.often.iter().filter(|often| self.often.insert(**often)).count() > 0;
        let place = self.places.insert(FxBuildHasher.hash_one((&ran.reached, &ran.ways, &ran.parts))) || often;
        let returned = ran.outcome.has_returned();
        // Where few meet the precondition, those that do are near others that do. (Of what calls make, states tell more.)
        let rare = ran.state.is_none() && self.trial.discarded > 2 * self.trial.work.vectors;
        // What a run needs to get past a place may be near one that fails there.
        let (failed, rejected) =
            (matches!(ran.outcome, Outcome::Panicked { .. }), matches!(ran.outcome, Outcome::Rejected { .. }));
        if returned && (state || place || rare) || failed && often || rejected && state {
            self.vectors.learn(vector);
        }
        if often {
            self.news = self.trial.work.vectors + self.broke;
            self.vectors.go_on_from(vector);
        }
    }

    /// Whether enough of the chains of calls that are run come to a state that none before did.
    fn chains_pay(&self) -> bool {
        let trial = &*self.trial;
        trial.repeats + trial.discarded <= CHAINS * (trial.search.options.vectors + trial.work.vectors)
    }

    /// The next vector to run, if one is wanted and found in time.
    fn choose(&mut self, began: Instant) -> Option<Vector> {
        // What only some vectors reach takes more of them.
        let in_flight = self.in_flight;
        let few = |case: &Case| {
            let waits = !case.settled() && case.hidden.is_none() && !case.tested();
            waits && case.reached > 0 && case.reached + in_flight < case.wanted
        };
        let trial = &*self.trial;
        let searches = self.vectors.steps() < STEPS;
        let passed_moment = self.began.elapsed().as_millis() > MOMENT;
        let is_late = self.brief && passed_moment;
        let goes_on = !is_late && (searches || self.vectors.grows() || self.vectors.has_chains() && self.chains_pay());
        let wanted = if goes_on { self.wanted.max(self.more) } else { self.wanted };
        // Where the last ones still came by something new, others are likely to.
        let wanted = if goes_on && !passed_moment { wanted.max(STILL_NEW * self.news) } else { wanted };
        // The solver knows nothing of what a text must be, to get to a claim or to break it.
        let unreached = |case: &Case| !case.settled() && case.hidden.is_none() && case.reached == 0;
        let times = if trial.work.cases.iter().any(unreached) { 2 * TEXTS } else { TEXTS };
        let wanted = if goes_on && !passed_moment && self.reads_text { wanted.max(times * self.more) } else { wanted };
        let told = trial.work.vectors + self.broke + self.in_flight;
        let enough = told >= wanted && !trial.work.cases.iter().any(few);
        // What cannot be said of so many calls cannot be said of others.
        let vectors = trial.work.vectors;
        let in_vain = trial.unjudged >= UNJUDGED * (1 + vectors)
            || trial.repeats >= REPEATS * (trial.search.options.vectors + vectors)
            || vectors == 0 && trial.lost >= LOST;
        let others_turn = trial.work.running > self.until;
        // A call that does not finish costs its whole timeout.
        if enough || in_vain || others_turn || trial.should_stop() || !open(trial.work) || trial.done() {
            return None;
        }
        if let Some(vector) = self.inside.pop_front() {
            self.in_flight += 1;
            return Some(vector);
        }
        while self.left > 0 && self.trial.work.running + began.elapsed() <= self.until {
            self.left -= 1;
            let searches = searches || self.trial.work.vectors + self.in_flight < self.wanted;
            let vector = if searches { self.vectors.next() } else { self.vectors.next_grown() }?;
            if self.is_barren(&vector) {
                self.trial.discarded += 1;
            } else if self.trial.is_too_much(&vector)
                || self.trial.work.claims_settled() && !self.is_worth_its_time(&vector)
            {
                self.spared += 1;
            } else {
                self.look_inside(&vector);
                self.in_flight += 1;
                return Some(vector);
            }
        }
        None
    }
}

impl Batch for Hunt<'_, '_, '_> {
    fn next(&mut self) -> Option<Vector> {
        let began = Instant::now();
        let found = self.choose(began);
        // What takes long to find takes the function's time as long runs do.
        self.trial.work.running += began.elapsed();
        self.since = Instant::now();
        found
    }

    fn is_wanted(&mut self, vector: &Vector) -> bool {
        let is_wanted = !self.trial.is_too_much(vector);
        if !is_wanted {
            self.in_flight = self.in_flight.saturating_sub(1);
            self.spared += 1;
        }
        is_wanted
    }

    fn ran(&mut self, vector: Vector, ran: Ran) -> bool {
        let took = self.since.elapsed();
        self.trial.work.running += took;
        self.in_flight = self.in_flight.saturating_sub(1);
        self.look_at(&vector, &ran);
        self.trial.has_been_busy |= ran.is_busy();
        match &ran.outcome {
            Outcome::Passed { result } => self.vectors.returned(result),
            Outcome::EnsuresViolated { .. } => self.broke += 1,
            Outcome::NotBuilt { made, .. } if *made < vector.len() => {
                // A constructor that made nothing, but got further than before, is near to a value.
                if ran.ways.iter().filter(|way| self.unmade.insert(**way)).count() > 0 {
                    self.vectors.vary(&vector);
                }
                if let Some(value @ Value::Call(_, args)) = vector.get(*made)
                    && !args.iter().any(has_calls)
                {
                    self.barren.insert(std::slice::from_ref(value));
                }
                // Where few calls make a value, one that did may be another argument as well.
                for (ty, value) in self.params.iter().zip(vector.iter().take(*made)) {
                    self.vectors.returned_by(ty, value);
                }
            }
            _ => {}
        }
        self.trial.timed(&vector, &ran.outcome, took);
        self.trial.book(vector, ran);
        self.since = Instant::now();
        !self.trial.should_stop() && open(self.trial.work) && !self.trial.done()
    }

    fn limits(&self) -> Limits {
        self.trial.limits_now()
    }
}

/// Whether a value is made by calls, or a part of it.
fn has_calls(value: &Value) -> bool {
    match value {
        Value::Call(..) => true,
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) => all.iter().any(has_calls),
        _ => false,
    }
}

/// Whether there is something that runs can settle.
fn open(work: &Work) -> bool {
    work.cases.iter().any(|case| !case.settled() && case.hidden.is_none()) || work.may_still_hang()
}
