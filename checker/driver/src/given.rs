//! Which of the specs that a proof assumed are not proved themselves.
//!
//! A proof that rests on a spec which is only tested, trusted or refuted is `proved, given …` (DESIGN §2). So is one that
//! rests on a proof of that kind: the names are collected through all proofs it stands on.
use std::collections::{BTreeMap, BTreeSet};

use refine_core::graph::Assumption;
use refine_core::ids::FnId;
use refine_core::program::Program;
use refine_core::smt::ProofOutcome;

use crate::case::{Case, Work};
use crate::place::Places;

/// The names of the specs that each proved obligation assumed, and of those among them that are not proved.
pub(crate) struct Given {
    /// By obligation identity: all specs assumed.
    pub(crate) assumed: BTreeMap<String, Vec<String>>,
    /// By obligation identity: those not proved, with why.
    pub(crate) given: BTreeMap<String, Vec<String>>,
    /// The obligations among those that are not proved: whoever reads that a proof rests on one looks for it in the report.
    pub(crate) unproved: BTreeSet<String>,
}

/// A node of the graph "rests on": an obligation, or a function's whole contract.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Spec {
    Obligation(String),
    Contract(FnId),
    /// That of a trait's method, for all types.
    Promise(FnId),
    /// That of a trait's method, as others implement it.
    Elsewhere(FnId),
}

/// The contracts that were checked, of all packages so far, by the place of the function.
#[derive(Default)]
pub(crate) struct Contracts(BTreeMap<FunctionPlace, Booked>);

/// The file and the place in it.
type FunctionPlace = (String, u32);

/// What the proofs of a contract rest on.
struct Booked {
    /// The specs that are not proved.
    weak: Vec<String>,
    /// The methods of traits whose contracts those who implement them in other crates have to keep.
    promises: BTreeSet<FunctionPlace>,
}

impl Contracts {
    fn place(places: &Places<'_>, func: FnId) -> (String, u32) {
        let place = places.of(places.program.func(func).span);
        (place.file, place.start)
    }
}

/// Looks through the finished work of a package, and books its contracts. What was only proved so that it is known what the others rest on
/// is `aside`.
pub(crate) fn given(places: &Places<'_>, works: &[Work], aside: &[Work], contracts: &mut Contracts) -> Given {
    // Of what was looked at twice, the one that was run tells more, and the one with all its obligations.
    let cases: BTreeMap<&str, &Case> = cases_of(aside).chain(cases_of(works)).collect();
    let functions: BTreeMap<FnId, &Work> = works.iter().chain(aside).map(|work| (work.inst.func, work)).collect();
    let run: BTreeSet<&str> = cases_of(works).map(|(id, _)| id).collect();
    let known = Known { places, cases, functions, run, contracts };
    let mut out = Given { assumed: BTreeMap::new(), given: BTreeMap::new(), unproved: BTreeSet::new() };
    for (_, case) in cases_of(works) {
        let Some(ProofOutcome::Proved { used, .. }) = &case.proof else { continue };
        let id = case.obligation.id.clone();
        let direct: Vec<Spec> = used
            .iter()
            .flat_map(|used| specs(places.program, used))
            .filter(|spec| *spec != Spec::Obligation(id.clone()))
            .collect();
        let mut assumed: Vec<String> = direct.iter().map(|spec| name(places, spec)).collect();
        let below = known.below(direct, Some(&id));
        assumed.extend(below.elsewhere);
        assumed.dedup();
        out.assumed.insert(id.clone(), assumed);
        out.unproved.extend(below.unproved);
        out.given.insert(id, below.weak.into_iter().collect());
    }
    let booked: Vec<_> = works
        .iter()
        .map(|work| {
            let func = work.inst.func;
            let below = known.below(vec![Spec::Contract(func)], None);
            let weak = below.weak.into_iter().collect();
            (Contracts::place(places, func), Booked { weak, promises: below.promises })
        })
        .collect();
    contracts.0.extend(booked);
    out
}

fn cases_of(works: &[Work]) -> impl Iterator<Item = (&str, &Case)> {
    works.iter().flat_map(|w| &w.cases).map(|case| (case.obligation.id.as_str(), case))
}

/// What is known of the specs that proofs may rest on.
struct Known<'a> {
    places: &'a Places<'a>,
    cases: BTreeMap<&'a str, &'a Case>,
    functions: BTreeMap<FnId, &'a Work>,
    /// The obligations that were run as well.
    run: BTreeSet<&'a str>,
    /// Those of other packages.
    contracts: &'a Contracts,
}

/// What specs rest on.
#[derive(Default)]
struct Below {
    /// Specs that are not proved, with why.
    weak: BTreeSet<String>,
    /// The obligations among them.
    unproved: BTreeSet<String>,
    /// Contracts that other crates have to keep.
    elsewhere: Vec<String>,
    /// Of which methods.
    promises: BTreeSet<FunctionPlace>,
}

impl Known<'_> {
    /// The contracts of this crate's own methods that implement some of another crate's traits.
    fn kept_here(&self, promises: &BTreeSet<FunctionPlace>) -> Vec<Spec> {
        let program = self.places.program;
        let keeps = |of: FnId| promises.contains(&Contracts::place(self.places, of));
        let own = program.fns().iter().enumerate().filter(|(_, def)| def.is_own() && def.implements.is_some_and(keeps));
        own.map(|(at, _)| Spec::Contract(FnId(at as u32))).collect()
    }

    /// What specs rest on, with themselves; of the obligation that is asked about, nothing is told.
    fn below(&self, start: Vec<Spec>, of: Option<&str>) -> Below {
        let (places, program) = (self.places, self.places.program);
        let mut found = Below::default();
        let mut seen: BTreeSet<Spec> = start.iter().cloned().collect();
        let mut todo = start;
        while let Some(spec) = todo.pop() {
            let below: Vec<Spec> = match &spec {
                Spec::Obligation(other) => match self.cases.get(other.as_str()) {
                    Some(Case { proof: Some(ProofOutcome::Proved { used, .. }), witness: None, .. }) => {
                        used.iter().flat_map(|used| specs(program, used)).collect()
                    }
                    case => {
                        let standing = standing(case.copied(), self.run.contains(other.as_str()));
                        found.weak.insert(format!("{} ({standing})", name(places, &spec)));
                        found.unproved.insert(other.clone());
                        continue;
                    }
                },
                Spec::Elsewhere(func) => {
                    found.elsewhere.push(name(places, &spec));
                    found.promises.insert(Contracts::place(places, *func));
                    continue;
                }
                Spec::Promise(func) => promised(program, *func),
                Spec::Contract(func) if program.func(*func).std => continue,
                Spec::Contract(func) => {
                    let (below, standing) = match self.functions.get(func) {
                        Some(work) if work.trusted => (Vec::new(), Some("trusted")),
                        Some(work) => {
                            (work.cases.iter().map(|c| Spec::Obligation(c.obligation.id.clone())).collect(), None)
                        }
                        None if is_trusted(program, *func) => (Vec::new(), Some("trusted")),
                        None => match self.contracts.0.get(&Contracts::place(places, *func)) {
                            Some(booked) => {
                                found.weak.extend(booked.weak.iter().cloned());
                                found.promises.extend(booked.promises.iter().cloned());
                                (self.kept_here(&booked.promises), None)
                            }
                            None => (Vec::new(), Some("not checked in this run")),
                        },
                    };
                    found.weak.extend(standing.map(|standing| format!("{} ({standing})", name(places, &spec))));
                    below
                }
            };
            for next in below {
                if !matches!(&next, Spec::Obligation(id) if Some(id.as_str()) == of) && seen.insert(next.clone()) {
                    todo.push(next);
                }
            }
        }
        found
    }
}

/// What the contract of a trait's method stands for: the contracts of the functions that implement it.
fn promised(program: &dyn Program, func: FnId) -> Vec<Spec> {
    let Some(method) = program.func(func).trait_method else { return vec![Spec::Contract(func)] };
    let own = (method.provided || is_trusted(program, func)).then_some(Spec::Contract(func));
    let all = program.fns().iter().enumerate().filter(|(_, def)| def.implements == Some(func));
    let all = all.map(|(at, _)| Spec::Contract(FnId(at as u32)));
    own.into_iter().chain(all).chain(method.public.then_some(Spec::Elsewhere(func))).collect()
}

fn is_trusted(program: &dyn Program, func: FnId) -> bool {
    let def = program.func(func);
    let args = def.generics.iter().map(|name| refine_core::ty::Ty::Param(name.clone())).collect();
    program.contract(&refine_core::ty::FnInst { func, args }).trusted
}

fn specs(program: &dyn Program, assumption: &Assumption) -> Vec<Spec> {
    match assumption {
        Assumption::Callee(inst, preconditions) => {
            let callee = match program.func(inst.func).is_abstract(inst) {
                true => Spec::Promise(inst.func),
                false => Spec::Contract(inst.func),
            };
            [callee].into_iter().chain(preconditions.iter().cloned().map(Spec::Obligation)).collect()
        }
        Assumption::Obligations(ids) => ids.iter().cloned().map(Spec::Obligation).collect(),
        Assumption::Guess(_) => Vec::new(),
    }
}

fn name(places: &Places<'_>, spec: &Spec) -> String {
    match spec {
        Spec::Obligation(id) => places.name(id),
        Spec::Contract(func) | Spec::Promise(func) => {
            format!("the contract of `{}`", places.program.func(*func).path)
        }
        Spec::Elsewhere(func) => {
            format!("the contract of `{}`, where other crates implement it", places.program.func(*func).path)
        }
    }
}

fn standing(case: Option<&Case>, was_run: bool) -> &'static str {
    match case {
        None => "not checked in this run",
        Some(_) if !was_run => "not proved",
        Some(case) if case.witness.is_some() => "refuted",
        Some(case) if case.tested() => "tested",
        Some(_) => "open",
    }
}

/// The functions that proofs of these works rest on, as far as they are the crate's: the work's own, for its other
/// obligations, and those whose contracts it assumed.
pub(crate) fn rests_on(program: &dyn Program, works: &[Work]) -> BTreeSet<FnId> {
    let mut found = BTreeSet::new();
    for work in works {
        for case in &work.cases {
            let Some(ProofOutcome::Proved { used, .. }) = &case.proof else { continue };
            for assumption in used {
                for spec in specs(program, assumption) {
                    let all = if let Spec::Promise(func) = spec { promised(program, func) } else { vec![spec] };
                    found.extend(all.iter().filter_map(|spec| match spec {
                        Spec::Contract(func) => Some(*func),
                        Spec::Obligation(_) => Some(work.inst.func),
                        Spec::Promise(_) | Spec::Elsewhere(_) => None,
                    }));
                }
            }
        }
    }
    found.retain(|func| program.func(*func).is_own());
    found
}
