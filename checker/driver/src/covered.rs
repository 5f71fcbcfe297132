//! What the runs of a function cover: the ways of its branches, its obligations, and the vectors themselves. Noted only where
//! that is asked for.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use refine_core::ids::FnId;
use refine_core::program::Branch;
use refine_core::ty::FnInst;
use refine_core::value::Vector;
use refine_testgen::outcome::Outcome;

use crate::case::{Case, Work};
use crate::place::Places;
use crate::report::{FunctionCoverage, Missed, Share};

/// Longer conditions are cut off.
const LONGEST: usize = 60;

/// What the runs of one function came by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covered {
    /// How many vectors took each way of a branch, in whichever function, as the harness counts them.
    taken: BTreeMap<u32, usize>,
    /// The obligations that were got to.
    claims: BTreeSet<String>,
    /// All vectors that were run.
    pub(crate) vectors: Vec<Recorded>,
}

/// A vector that was run.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// What was called: the function, or an instance of it.
    pub(crate) inst: FnInst,
    pub(crate) vector: Vector,
    pub(crate) outcome: Outcome,
    /// The obligations that it got to.
    pub(crate) claims: Vec<String>,
    /// The ways of branches that it took.
    pub(crate) ways: Vec<u32>,
}

impl Covered {
    /// Notes a run.
    pub(crate) fn book(&mut self, run: Recorded) {
        run.ways.iter().for_each(|way| *self.taken.entry(*way).or_default() += 1);
        self.claims.extend(run.claims.iter().cloned());
        self.vectors.push(run);
    }

    /// Notes what a run broke: of a vector that was made smaller no more is known.
    pub(crate) fn witness(&mut self, inst: &FnInst, vector: &Vector, outcome: &Outcome, claim: String) {
        self.claims.insert(claim.clone());
        match self.vectors.iter_mut().find(|known| known.inst == *inst && known.vector == *vector) {
            Some(known) if known.claims.contains(&claim) => {}
            Some(known) => known.claims.push(claim),
            None => {
                let (inst, vector, outcome) = (inst.clone(), vector.clone(), outcome.clone());
                self.vectors.push(Recorded { inst, vector, outcome, claims: vec![claim], ways: Vec::new() });
            }
        }
    }
}

/// The branches that were counted, with how many vectors took each way.
pub(crate) struct Branches<'a> {
    places: &'a Places<'a>,
    all: &'a [Branch],
    taken: HashMap<u32, usize>,
}

impl<'a> Branches<'a> {
    /// Those of a harness, by the runs of all functions.
    pub(crate) fn new(places: &'a Places<'a>, all: &'a [Branch], works: &[Work]) -> Self {
        let mut taken: HashMap<u32, usize> = HashMap::new();
        for (way, vectors) in works.iter().flat_map(|work| &work.covered.taken) {
            *taken.entry(*way).or_default() += vectors;
        }
        Branches { places, all, taken }
    }

    fn taken(&self, way: usize) -> usize {
        self.taken.get(&(way as u32)).copied().unwrap_or(0)
    }

    /// What runs got to in each function, where they got to anything.
    pub(crate) fn coverage(&self, works: &[Work]) -> HashMap<String, FunctionCoverage> {
        let asked = || works.iter().filter(|work| work.asked);
        let mut all: HashMap<FnId, FunctionCoverage> =
            asked().map(|work| (work.inst.func, self.of_runs(work))).collect();
        for at in 0..self.all.len() {
            if let Some(coverage) = self.function(at, &all).and_then(|func| all.get_mut(&func)) {
                self.count(at, coverage);
            }
        }
        let name = |work: &Work| self.places.name(&work.path);
        let named = asked().filter_map(|work| Some((name(work), all.remove(&work.inst.func)?)));
        named.filter(|(_, coverage)| coverage.vectors > 0 || coverage.branches.reached > 0).collect()
    }

    fn of_runs(&self, work: &Work) -> FunctionCoverage {
        let cases: Vec<&Case> = work.cases.iter().filter(|case| case.listed()).collect();
        let unreached = cases.iter().map(|case| &case.obligation.id).filter(|id| !work.covered.claims.contains(*id));
        let unreached: Vec<String> = unreached.map(|id| self.places.name(id)).collect();
        FunctionCoverage {
            vectors: work.covered.vectors.len(),
            obligations: Share { reached: cases.len() - unreached.len(), all: cases.len() },
            unreached,
            ..FunctionCoverage::default()
        }
    }

    /// The innermost of some functions that a branch is written in.
    fn function(&self, at: usize, among: &HashMap<FnId, FunctionCoverage>) -> Option<FnId> {
        let place = self.all[at].span();
        let item = |func: &FnId| self.places.program.func(*func).item;
        let around = |func: &&FnId| {
            let item = item(func);
            item.file == place.file && item.range().contains(&(place.start as usize))
        };
        among.keys().filter(around).min_by_key(|func| item(func).end - item(func).start).copied()
    }

    fn count(&self, at: usize, coverage: &mut FunctionCoverage) {
        let branch = self.all[at];
        let (fits, not) = (self.taken(2 * at), self.taken(2 * at + 1));
        let ways = if branch.has_two_ways() { vec![fits, not] } else { vec![fits] };
        coverage.branches.all += ways.len();
        coverage.branches.reached += ways.iter().filter(|taken| **taken > 0).count();
        let runs = match ways[..] {
            [0, 0] => "never true or false",
            [_, 0] => "always true",
            [0, _] => "always false",
            [0] => "never taken",
            _ => return,
        };
        let (place, condition) = (self.places.of(branch.span()), self.text(at));
        coverage.missed.push(Missed { place, condition, runs, vectors: fits + not });
    }

    fn text(&self, at: usize) -> String {
        let text = self.places.program.sources().text(self.all[at].span());
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(LONGEST) {
            Some((cut, _)) => format!("{}…", &line[..cut]),
            None => line,
        }
    }

    /// A way in words: `` `x > 0` false``.
    fn way(&self, way: u32) -> String {
        let at = way as usize / 2;
        let ends = match (self.all[at].has_two_ways(), way.is_multiple_of(2)) {
            (false, _) => "",
            (true, true) => " (true)",
            (true, false) => " (false)",
        };
        format!("`{}`{ends}", self.text(at))
    }

    /// The runs that passed and came by what no run before them did, with that in words.
    pub(crate) fn first<'w>(&self, works: &'w [Work]) -> Vec<(&'w Work, &'w Recorded, Vec<String>)> {
        let (mut ways, mut claims, mut out) = (HashSet::new(), HashSet::new(), Vec::new());
        for work in works.iter().filter(|work| work.asked) {
            for run in work.covered.vectors.iter().filter(|run| matches!(run.outcome, Outcome::Passed { .. })) {
                let new: Vec<String> = run.ways.iter().filter(|way| ways.insert(**way)).map(|w| self.way(*w)).collect();
                let id = |id: &&String| claims.insert((*id).clone());
                let new = new.into_iter().chain(run.claims.iter().filter(id).map(|id| said(work, id)));
                let new: Vec<String> = new.collect();
                if !new.is_empty() {
                    out.push((work, run, new));
                }
            }
        }
        out
    }
}

/// An obligation in words.
fn said(work: &Work, id: &str) -> String {
    let known = work.cases.iter().find(|case| case.obligation.id == id);
    let claim = known.map(|case| case.obligation.claim.as_str()).filter(|claim| !claim.is_empty());
    claim.map_or_else(|| format!("`{id}`"), |claim| format!("the claim `{claim}`"))
}
