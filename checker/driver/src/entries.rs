//! Whose fault a failure is.
//!
//! An *entry* is a function that others can call: one that is public, or one with a contract, which says what callers must keep. (`#[pure]` alone
//! is none.)
//! Entries must cope with all arguments that their preconditions allow. Any other function is *internal* and is judged through its
//! callers: a failure in it counts where an entry gets there. One that shows only where the function is called on its own says
//! that it relies on its callers, which is no fault.
//!
//! A failure is told once, with the place where it goes wrong, whichever functions lead there.
use std::collections::{BTreeSet, HashMap, HashSet};

use refine_core::graph::{self, Mode};
use refine_core::ids::FnId;
use refine_core::ir::Stmt;
use refine_core::obligation::{Kind, Obligation};
use refine_core::print;
use refine_core::program::Program;
use refine_core::span::Span;
use refine_core::ty::FnInst;

use crate::case::{Alone, Case, Ran, Through, Work};
use crate::options::{EntryScope, Options};
use crate::select;

/// The internal functions among those under check; none where all are entries: where the options say so, and in a program that
/// nothing can be called from outside.
pub(crate) fn internal(program: &dyn Program, options: &Options, works: &[Work]) -> HashSet<FnId> {
    if options.entry == EntryScope::Private || !program.fns().iter().any(|def| def.public && def.is_own()) {
        return HashSet::new();
    }
    let called = works.iter().map(|work| work.called.func);
    called.filter(|func| is_internal(program, *func)).collect()
}

/// A pure function that promises nothing and asks for nothing has no contract: where it panics, the clauses that call it have no value.
fn is_internal(program: &dyn Program, func: FnId) -> bool {
    let def = program.func(func);
    let contract = || program.contract(&select::instance(program, func)).explicit;
    !def.public && def.is_own() && (!def.annotated || def.pure && !contract())
}

/// The functions whose verdicts wait for the runs of the others, which may get there.
pub(crate) fn waiting(program: &dyn Program, internal: &HashSet<FnId>, works: &[Work]) -> HashSet<FnId> {
    // A call outside the model may be one of any of them.
    let of_callee = |case: &Case| !case.obligation.through.is_empty() || case.obligation.kind == Kind::Unmodelled;
    let may_move = !internal.is_empty() || works.len() > 1 && works.iter().any(|work| work.cases.iter().any(of_callee));
    let mut waiting = internal.clone();
    let called = || works.iter().map(|work| work.called.func).filter(|_| may_move);
    for caller in called() {
        match &program.func(caller).reaches {
            Some(all) => waiting.extend(all.iter().filter(|func| **func != caller)),
            // It may call all that is called without its name.
            None => waiting.extend(called().filter(|func| {
                let def = program.func(*func);
                *func != caller && (def.is_value || def.of_trait.is_some())
            })),
        }
    }
    waiting
}

/// Whether what runs show of a case may have to be told elsewhere.
pub(crate) fn may_move(case: &Case) -> bool {
    case.elsewhere || case.witness.is_some() && (case.proof.is_none() || !case.obligation.through.is_empty())
}

/// Where the options ask for single functions: all that lead to an internal one among them, since it is judged through these.
pub(crate) fn callers(program: &dyn Program, options: &Options, asked: &[FnInst]) -> Vec<FnInst> {
    let alone = options.obligation.is_none() && options.functions.is_empty();
    if alone || options.entry == EntryScope::Private {
        return Vec::new();
    }
    let all = (0..program.fns().len() as u32).map(|at| select::instance(program, FnId(at)));
    let calls = Calls::new(program, all.filter(|inst| program.func(inst.func).is_own()));
    let known: HashSet<FnId> = asked.iter().map(|inst| inst.func).collect();
    let mut todo: Vec<FnId> = known.iter().copied().filter(|func| is_internal(program, *func)).collect();
    let mut found: Vec<FnId> = Vec::new();
    while let Some(next) = todo.pop() {
        for caller in calls.of.get(&next).into_iter().flatten().filter(|caller| !known.contains(caller)) {
            if !found.contains(caller) {
                found.push(*caller);
                todo.extend(is_internal(program, *caller).then_some(*caller));
            }
        }
    }
    found.sort();
    found.into_iter().map(|func| select::instance(program, func)).filter(|inst| program.body(inst).is_some()).collect()
}

/// Judges what the runs of all functions have shown.
pub(crate) fn judge(program: &dyn Program, internal: &HashSet<FnId>, works: &mut [Work]) {
    let sites = Sites::new(program, works, &waiting(program, internal, works));
    let mut reached: HashMap<CaseIndex, Vec<Through>> = HashMap::new();
    for at in indices(works) {
        let (work, case) = (&works[at.0], &works[at.0].cases[at.1]);
        let Some(ran) = &case.witness else { continue };
        let Some(site) = sites
            .of(program, works, work, case, ran)
            .filter(|site| site.0 != at.0 && !works[site.0].cases[site.1].proved())
        else {
            continue;
        };
        let is_entry = !internal.contains(&work.called.func);
        if is_entry {
            let chain = chain(program, work, &case.obligation);
            let through =
                Through { inst: work.called.clone(), ran: Some(ran.clone()), chain, entries: vec![work.path.clone()] };
            reached.entry(site).or_default().push(through);
        }
        works[at.0].cases[at.1].told_at_site = true;
    }
    let calls = Calls::new(program, works.iter().map(|work| work.inst.clone()));
    let mut judged = Vec::new();
    for at in indices(works) {
        let (work, case) = (&works[at.0], &works[at.0].cases[at.1]);
        if case.told_at_site || case.proved() {
            continue;
        }
        let is_internal = internal.contains(&work.called.func);
        let mut through = reached.remove(&at).unwrap_or_default();
        // The shortest way in, and there the plainest call.
        through.sort_by_key(|through| (through.chain.len(), through.ran.as_ref().map_or(0, |ran| ran.call.len())));
        let entries: BTreeSet<String> = through.iter().flat_map(|through| through.entries.clone()).collect();
        let verdict = match (through.into_iter().next(), &case.witness) {
            (None, None) => continue,
            (Some(first), _) if is_internal || case.witness.is_none() => {
                (Some(Through { entries: entries.into_iter().collect(), ..first }), None)
            }
            (_, Some(ran)) if is_internal => {
                let (callers, kept) = calls.kept(program, work.called.func, case, internal, works);
                let requires = relied_on(program, work, case);
                // Whoever gets a pointer to it may call it with anything.
                let kept = if program.func(work.called.func).is_value { Some(None) } else { kept };
                let (kept, proofs) = (kept.as_ref().map(Option::is_some), kept.flatten().unwrap_or_default());
                (None, Some(Alone { ran: ran.clone(), requires, kept, proofs, callers }))
            }
            _ => {
                let entries = std::iter::once(work.path.clone()).chain(entries).collect();
                let chain = chain(program, work, &case.obligation);
                (Some(Through { inst: work.called.clone(), ran: None, chain, entries }), None)
            }
        };
        judged.push((at, is_internal, verdict));
    }
    for work in works.iter_mut().filter(|work| !work.asked) {
        work.cases.iter_mut().for_each(|case| case.told_at_site = true);
    }
    for ((work, case), is_internal, (through, alone)) in judged {
        let case = &mut works[work].cases[case];
        if is_internal {
            case.witness = None;
        }
        (case.through, case.alone) = (through, alone);
    }
}

/// What a function takes for granted where a claim of it fails, in its own words.
fn relied_on(program: &dyn Program, work: &Work, case: &Case) -> Option<String> {
    let graph = graph::build(program, &work.inst, Mode::Prove).filter(|_| !work.is_closure())?;
    let at = graph.obligations.iter().position(|known| known.id == case.obligation.id)?;
    let condition = graph::weakest_precondition(&graph, at)?;
    print::clause(program, program.func(work.inst.func), &condition)
}

/// A case: the index of its function, and its own there.
type CaseIndex = (usize, usize);

fn indices(works: &[Work]) -> Vec<CaseIndex> {
    let of = |(at, work): (usize, &Work)| (0..work.cases.len()).map(move |case| (at, case)).collect::<Vec<_>>();
    works.iter().enumerate().flat_map(of).collect()
}

/// Where a claim is made: in the body of a function, at a place; of functions that a macro makes, all have the same.
type ClaimSite = (FnId, Kind, Span, String);

fn site(work: &Work, obligation: &Obligation) -> ClaimSite {
    let home = obligation.home.unwrap_or(work.called.func);
    (home, obligation.kind, obligation.span, obligation.claim.clone())
}

/// The functions' own claims, by where they are made.
struct Sites {
    by_claim: HashMap<ClaimSite, CaseIndex>,
    by_panic: HashMap<(String, u32, u32), Vec<CaseIndex>>,
}

impl Sites {
    /// Of the functions whose verdicts have waited for this.
    fn new(program: &dyn Program, works: &[Work], waiting: &HashSet<FnId>) -> Sites {
        let mut sites = Sites { by_claim: HashMap::new(), by_panic: HashMap::new() };
        // A callee that is not under check has its claims in its callers: one of them stands for all, the nearest.
        let mut all = indices(works);
        all.retain(|at| {
            let case = &works[at.0].cases[at.1];
            let own =
                case.obligation.through.is_empty() || is_in(program, works[at.0].called.func, case.obligation.span);
            let is_open = works[at.0].asked && waiting.contains(&works[at.0].called.func);
            is_open && !case.elsewhere && case.proof.is_some() && (own || case.witness.is_some())
        });
        all.sort_by_key(|at| works[at.0].cases[at.1].obligation.through.len());
        for at in all {
            let case = &works[at.0].cases[at.1];
            sites.by_claim.entry(site(&works[at.0], &case.obligation)).or_insert(at);
            if let Some((file, place)) = case.witness.as_ref().and_then(|ran| ran.at.as_ref()) {
                sites.by_panic.entry((file.clone(), place.line, place.column)).or_default().push(at);
            }
        }
        sites
    }

    /// The claim that a run of another function violates: that of the callee.
    fn of(&self, program: &dyn Program, works: &[Work], work: &Work, case: &Case, ran: &Ran) -> Option<CaseIndex> {
        if case.elsewhere || !case.obligation.through.is_empty() {
            return self.by_claim.get(&site(work, &case.obligation)).copied();
        }
        // A panic that is in no graph of the caller was raised by the run alone.
        let (file, place) = ran.at.as_ref().filter(|_| case.proof.is_none() && case.obligation.kind == Kind::Panic)?;
        // Many functions share a place in the standard library: there it is the same failure only if one calls the other.
        let is_own = program.sources().iter().any(|(_, source)| source.path == *file);
        let calls = |at: &&CaseIndex| {
            let reaches = &program.func(work.called.func).reaches;
            is_own || reaches.iter().flatten().any(|func| *func == works[at.0].called.func)
        };
        self.by_panic.get(&(file.clone(), place.line, place.column))?.iter().find(calls).copied()
    }
}

/// Whether a place is in the text of a function, or in what is called there of the standard library.
fn is_in(program: &dyn Program, func: FnId, span: Span) -> bool {
    let block = program.func(func).block;
    block.file == span.file && block.range().contains(&(span.start as usize))
}

/// The functions from an entry to the one in which it goes wrong, as far as they are known. (What only a run has shown has no place in a graph.)
pub(crate) fn chain(program: &dyn Program, entry: &Work, obligation: &Obligation) -> Vec<String> {
    // (All functions that one macro makes have the same place: which one it is, is known of the first and the last.)
    let ends = [entry.called.func, obligation.home.unwrap_or(entry.called.func)];
    let innermost = |span: &Span| {
        let around = |at: &usize| is_in(program, FnId(*at as u32), *span);
        let size = |at: &usize| program.fns()[*at].block.end - program.fns()[*at].block.start;
        let all: Vec<usize> = (0..program.fns().len()).filter(around).collect();
        let least = all.iter().map(size).min()?;
        let alike: Vec<FnId> = all.into_iter().filter(|at| size(at) == least).map(|at| FnId(at as u32)).collect();
        let found = match alike[..] {
            [only] => only,
            _ => alike.into_iter().find(|func| ends.contains(func))?,
        };
        let def = program.func(select::outermost(program, found));
        (!def.std).then(|| def.path.clone())
    };
    let mut chain = vec![entry.path.clone()];
    for path in obligation.through.iter().chain([&obligation.span]).filter_map(innermost) {
        if chain.last() != Some(&path) {
            chain.push(path);
        }
    }
    // An obligation is told once, whichever calls lead to it: where there are several ways, what is between is not known.
    let (home, within) = (obligation.home.unwrap_or(entry.called.func), chain.len().saturating_sub(1));
    if within > 1 && callers_within(program, entry.called.func, home).len() > 1 {
        chain.drain(1..within);
    }
    chain
}

/// The functions that call a function, among those that another reaches.
fn callers_within(program: &dyn Program, entry: FnId, callee: FnId) -> BTreeSet<FnId> {
    let reached = program.func(entry).reaches.iter().flatten().copied();
    let calls = |func: &FnId| {
        let body = program.body(&select::instance(program, *func));
        let mut stmts = body.iter().flat_map(|body| &body.blocks).flat_map(|block| &block.stmts);
        stmts.any(|stmt| matches!(stmt, Stmt::Call { callee: called, .. } if called.func == callee))
    };
    let callers = reached.chain([entry]).filter(|func| !program.func(*func).std).filter(calls);
    callers.map(|func| select::outermost(program, func)).collect()
}

/// Who may call whom.
struct Calls {
    of: HashMap<FnId, BTreeSet<FnId>>,
}

impl Calls {
    fn new(program: &dyn Program, insts: impl Iterator<Item = FnInst>) -> Calls {
        let mut of: HashMap<FnId, BTreeSet<FnId>> = HashMap::new();
        for inst in insts {
            let Some(body) = program.body(&inst) else { continue };
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                if let Stmt::Call { callee, .. } = stmt {
                    of.entry(callee.func).or_default().insert(select::outermost(program, inst.func));
                }
            }
        }
        // Who passes a function on leads to it as well, and so does who calls a method of a `dyn` that it implements.
        for (at, def) in program.fns().iter().enumerate().filter(|(_, def)| def.is_own()) {
            for callee in &def.leads_to {
                of.entry(*callee).or_default().insert(FnId(at as u32));
            }
        }
        Calls { of }
    }

    /// Who calls a function, if anyone, and the obligations that are the proofs that none of them ever violates the claim that it makes, if there are:
    /// by their own graphs, which have the function's body in them; an internal caller may rely on its callers in turn.
    fn kept(
        &self,
        program: &dyn Program,
        func: FnId,
        case: &Case,
        internal: &HashSet<FnId>,
        works: &[Work],
    ) -> (Vec<String>, Option<Option<Vec<String>>>) {
        let Some(direct) = self.of.get(&func) else { return (Vec::new(), None) };
        let names = direct.iter().filter(|caller| **caller != func).map(|caller| program.func(*caller).path.clone());
        let mut seen = HashSet::from([func]);
        let mut todo: Vec<FnId> = direct.iter().copied().collect();
        // Who has it as a value may call it with anything.
        let mut proofs = (!program.func(func).is_value).then(Vec::new);
        while let (Some(known), Some(next)) = (&mut proofs, todo.pop()) {
            if !seen.insert(next) {
                continue;
            }
            let same = |other: &&Case| {
                let (a, b) = (&other.obligation, &case.obligation);
                other.elsewhere
                    && (a.kind, a.span, &a.claim) == (b.kind, b.span, &b.claim)
                    && a.home.is_none_or(|home| home == func || b.home == Some(home))
            };
            let found: Vec<&Case> = works
                .iter()
                .filter(|work| work.called.func == next)
                .flat_map(|work| work.cases.iter().filter(same))
                .collect();
            if !found.is_empty() && found.iter().all(|case| case.proved()) {
                known.extend(found.iter().map(|case| case.obligation.id.clone()));
            } else {
                match self.of.get(&next).filter(|_| internal.contains(&next)) {
                    Some(above) => todo.extend(above),
                    None => proofs = None,
                }
            }
        }
        (names.collect(), Some(proofs))
    }
}
