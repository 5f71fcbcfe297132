//! Proofs of one function.
use std::collections::BTreeMap;
use std::time::Instant;

use refine_core::graph::{self, Mode};
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::{FnInst, Program};
use refine_core::smt::{Budget, Effort, GaveUp, ProofOutcome, Prover, in_new_context};
use refine_core::span::Span;

use crate::cancel::Cancel;
use crate::case::{Case, Work};
use crate::options::{Options, Overflow};
use crate::report::Replays;
use crate::select;

/// The scripts of a function's claims are kept until they have so many assertions in all: printing long ones for dozens of claims
/// takes longer than solving them, and a gigabyte.
const SCRIPTS: usize = 5_000;

/// Proves what can be proved of a function.
///
/// A defect of refine in one function must not take the others along: it is reported with the function.
///
/// It is one of so many `functions`. `elsewhere` says which obligations are a callee's that is under check itself.
pub(crate) fn prove(
    program: &dyn Program,
    inst: &FnInst,
    functions: usize,
    options: &Options,
    cancel: &Cancel,
    elsewhere: &(dyn Fn(&Obligation) -> bool + Sync),
) -> Work {
    let stop = cancel.flag();
    let proving = || in_new_context(&stop, || function(program, inst, functions, options, cancel, elsewhere));
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(proving)).unwrap_or_else(|_| {
        let mut work = empty(program, inst, options);
        work.internal.push(format!("{}: the prover panicked", work.path));
        let unknown = GaveUp::Incomplete("the prover panicked".to_owned());
        let proof = || failed(Vec::new(), Some(unknown.clone()));
        let body = program.body(inst);
        let obligations = body.iter().flat_map(|body| &body.obligations);
        work.cases = obligations.map(|obligation| Case::new(obligation.clone(), Some(proof()))).collect();
        work
    })
}

fn failed(taints: Vec<(String, Span)>, unknown: Option<GaveUp>) -> ProofOutcome {
    ProofOutcome::Failed { candidate: None, cuts: Vec::new(), taints, unknown }
}

fn empty(program: &dyn Program, inst: &FnInst, options: &Options) -> Work {
    let body = program.body(inst);
    let unmodelled = body.iter().flat_map(|body| &body.unmodelled).map(|u| (u.what.clone(), u.span)).collect();
    let called = program.func(inst.func).within.map_or_else(|| inst.clone(), |func| select::instance(program, func));
    Work {
        inst: inst.clone(),
        remembers: program.func(called.func).remembers,
        called,
        asked: true,
        path: program.func(inst.func).path.clone(),
        cases: Vec::new(),
        unmodelled,
        inferred: Vec::new(),
        caveat: (options.overflow == Overflow::Ignore)
            .then(|| "no arithmetic overflows (--overflow ignore)".to_owned()),
        trusted: program.contract(inst).trusted,
        solver: std::time::Duration::ZERO,
        running: std::time::Duration::ZERO,
        not_run: None,
        vectors: 0,
        notes: Vec::new(),
        replays: Replays::default(),
        clock: false,
        ended: None,
        hurried: false,
        searched: false,
        cut: None,
        internal: Vec::new(),
    }
}

fn function(
    program: &dyn Program,
    inst: &FnInst,
    functions: usize,
    options: &Options,
    cancel: &Cancel,
    elsewhere: &(dyn Fn(&Obligation) -> bool + Sync),
) -> Work {
    let mut work = empty(program, inst, options);
    if work.trusted {
        return work;
    }
    if !options.prove {
        let graph = graph::build(program, inst, Mode::Prove);
        work.cases = graph.into_iter().flat_map(|graph| graph.obligations).map(|o| unproved(o, elsewhere)).collect();
        work.not_run = Some("nothing is proved or run with --no-prove".to_owned());
        return work;
    }
    let start = Instant::now();
    let budget = Budget(options.rlimit);
    if let Some(mut prover) = Prover::new(program, inst, budget, functions) {
        work.inferred = prover.inferred();
        // In a caller, an obligation goes by the caller's path before its own.
        let is = |only: &String, id: &str| {
            id.strip_suffix(only.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let wanted = |known: &Obligation| options.obligation.as_ref().is_none_or(|only| is(only, &known.id));
        let all: Vec<usize> = (0..prover.obligations().len()).filter(|&at| wanted(&prover.obligations()[at])).collect();
        let (own, others): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|&at| !elsewhere(&prover.obligations()[at]));
        let mut outcomes = BTreeMap::new();
        // First a little for each, so that no hard claim takes anything from the easy ones. Those that another function answers for are
        // only of interest where this function's call of it settles them so.
        prover.sparing(|prover| {
            for at in own.iter().chain(&others).copied().take_while(|_| !cancel.is_cancelled()) {
                outcomes.insert(at, prover.prove(at, Effort::Little));
            }
        });
        for (at, outcome) in outcomes.iter_mut().filter(|(at, _)| own.contains(at)) {
            if matches!(outcome, ProofOutcome::Failed { unknown: Some(_), .. }) && !cancel.is_cancelled() {
                *outcome = prover.prove(*at, Effort::Full);
            }
        }
        let (mut scripts, length) = (SCRIPTS, prover.script_length());
        for (at, outcome) in outcomes {
            let mut case = Case::new(prover.obligations()[at].clone(), Some(outcome));
            case.elsewhere = others.contains(&at);
            if !case.proved() && (scripts > 0 || options.obligation.is_some()) {
                scripts = scripts.saturating_sub(length);
                case.smt2 = Some(prover.smt2(at));
            }
            if options.obligation.is_some() {
                case.vc = Some(prover.readable(at));
            }
            work.cases.push(case);
        }
        work.clock = prover.stopped_by_clock();
    }
    work.cases.extend(untranslated(program, inst, options));
    work.solver = start.elapsed();
    work
}

/// A claim that is not put to the solver.
fn unproved(obligation: Obligation, elsewhere: &dyn Fn(&Obligation) -> bool) -> Case {
    let elsewhere = elsewhere(&obligation);
    Case { elsewhere, ..Case::new(obligation, None) }
}

/// The obligations of postconditions that have no translation: nothing to prove, but they are run.
fn untranslated(program: &dyn Program, inst: &FnInst, options: &Options) -> Vec<Case> {
    let def = program.func(inst.func);
    let raw = program.contract(inst).raw.clone();
    let raw = raw.into_iter().filter(|clause| !clause.requires);
    // They are counted on from those that are put to the solver.
    let counted = format!("{}/ensures/", def.path);
    let claims = program.body(inst).map(|body| body.obligations.clone()).unwrap_or_default();
    let number = |claim: &Obligation| claim.id.strip_prefix(&counted)?.split('@').next()?.parse::<usize>().ok();
    let last = claims.iter().filter_map(number).max().unwrap_or(0);
    raw.zip(last + 1..)
        .map(|(clause, number)| {
            let obligation = Obligation {
                id: format!("{counted}{number}"),
                kind: Kind::Ensures,
                span: def.span,
                clause: Some(clause.span),
                claim: clause.written.clone(),
                message: "the postcondition may not hold".to_owned(),
                panics_at: None,
                through: Vec::new(),
                always_met: true,
            };
            let taints = vec![(format!("the clause itself: {}", clause.reason), clause.span)];
            Case::new(obligation, Some(failed(taints, None)))
        })
        .filter(|case| options.obligation.as_ref().is_none_or(|only| *only == case.obligation.id))
        .collect()
}
