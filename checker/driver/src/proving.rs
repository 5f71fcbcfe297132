//! Proofs of one function.
use std::collections::BTreeMap;
use std::time::Instant;

use refine_core::graph::{self, Mode};
use refine_core::ir::RawClause;
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::Program;
use refine_core::smt::{Budget, Effort, GaveUp, ProofOutcome, Prover, in_new_context, share};
use refine_core::span::Span;
use refine_core::ty::FnInst;
use refine_testgen::types::runs;

use crate::cancel::Cancel;
use crate::case::{Case, Work};
use crate::covered::Covered;
use crate::crashes::{Crashes, SolverUse};
use crate::options::{Options, Overflow};
use crate::report::Replays;
use crate::unwinding::rest_on_no_panic;
use crate::workers::on_deep_stack;
use crate::{select, termination};

/// The scripts of a function's claims are kept until they have so many assertions in all: printing long ones for dozens of claims
/// takes longer than solving them, and a gigabyte. In a run over many functions they share what the first may have.
const SCRIPTS: u64 = 5_000;

/// Proofs of the functions of one run.
pub(crate) struct Proving<'a> {
    pub(crate) program: &'a dyn Program,
    /// How many functions there are.
    pub(crate) functions: usize,
    pub(crate) options: &'a Options,
    pub(crate) cancel: &'a Cancel,
    pub(crate) crashes: &'a Crashes,
}

/// Whether another function answers for an obligation: a callee that is under check itself.
type Elsewhere<'a> = dyn Fn(&Obligation) -> bool + Sync + 'a;

impl Proving<'_> {
    /// Proves what can be proved of a function.
    ///
    /// A defect of refine, or of the solver, in one function must not take the others along: it is reported with the function.
    pub(crate) fn prove(&self, inst: &FnInst, name: &str, elsewhere: &Elsewhere<'_>) -> Work {
        let unknown = |why| self.claims(inst, &failed(Vec::new(), Some(why)), elsewhere);
        if self.crashes.is_to_blame(SolverUse::Proof, name) {
            return unknown(GaveUp::Crashed);
        }
        let stop = self.cancel.flag();
        let budget = self.crashes.budget(SolverUse::Proof, name, Budget(self.options.rlimit));
        let proving = || on_deep_stack(|| in_new_context(&stop, || self.function(inst, budget, elsewhere)));
        let proving = || self.crashes.in_solver(SolverUse::Proof, name, proving);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(proving)).unwrap_or_else(|_| {
            let mut work = unknown(GaveUp::Incomplete("the prover panicked".to_owned()));
            work.internal.push(format!("{}: the prover panicked", work.path));
            work
        })
    }

    /// A function with all that is claimed in it, of what it calls, too, and of each claim the solver says the same.
    fn claims(&self, inst: &FnInst, proof: &ProofOutcome, elsewhere: &Elsewhere<'_>) -> Work {
        let Proving { program, options, .. } = *self;
        let graph = || graph::build(program, inst, Mode::Prove);
        // (Where building it is what panics, there are the claims of the function's own text.)
        let Ok(Some(graph)) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(graph)) else {
            return own_claims(program, options, inst, Some(proof));
        };
        let mut work = empty(program, inst, options);
        if work.trusted {
            return work;
        }
        let wanted = graph.obligations.into_iter().filter(|it| is_wanted(options, it));
        let case = |obligation| Case { proof: Some(proof.clone()), ..unproved(obligation, elsewhere) };
        work.cases = wanted.map(case).chain(untranslated(program, inst, options)).collect();
        work
    }

    fn function(&self, inst: &FnInst, budget: Budget, elsewhere: &Elsewhere<'_>) -> Work {
        let Proving { program, functions, options, cancel, .. } = *self;
        let mut work = empty(program, inst, options);
        if work.trusted {
            return work;
        }
        if !options.prove {
            let graph = graph::build(program, inst, Mode::Prove);
            work.cases =
                graph.into_iter().flat_map(|graph| graph.obligations).map(|o| unproved(o, elsewhere)).collect();
            work.not_run = Some("nothing is proved or run with --no-prove".to_owned());
            return work;
        }
        let start = Instant::now();
        if let Some(mut prover) = Prover::new(program, inst, budget, functions) {
            work.inferred = prover.inferred();
            let known = prover.obligations();
            let all: Vec<usize> = (0..known.len()).filter(|&at| is_wanted(options, &known[at])).collect();
            let (own, others): (Vec<usize>, Vec<usize>) = all.iter().partition(|&&at| !elsewhere(&known[at]));
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
            let (mut scripts, length) = (share(SCRIPTS, functions), prover.script_length() as u64);
            // What a run that is out of time did not get to is a claim all the same.
            for at in all {
                let outcome = outcomes.remove(&at);
                let looked_at = outcome.is_some();
                let mut case = Case::new(prover.obligations()[at].clone(), outcome);
                case.elsewhere = others.contains(&at);
                // Of what is outside the model the solver knows nothing.
                let wanted = scripts > 0 && !case.is_tainted() || options.obligation.is_some();
                if looked_at && !case.proved() && wanted {
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
        rest_on_no_panic(program, &mut work);
        work.may_hang = !work.is_closure()
            && termination::is_uncertain(program, inst)
            && runs(program, inst).iter().all(|run| termination::excuse(program, run).is_none());
        work.solver = start.elapsed();
        work
    }
}

/// A function that nobody has looked at, with what it claims itself.
pub(crate) fn unseen(program: &dyn Program, options: &Options, inst: &FnInst) -> Work {
    own_claims(program, options, inst, None)
}

/// A function with what it claims itself, of which the solver says the same.
fn own_claims(program: &dyn Program, options: &Options, inst: &FnInst, proof: Option<&ProofOutcome>) -> Work {
    let mut work = empty(program, inst, options);
    if work.trusted {
        return work;
    }
    let body = program.body(inst);
    let wanted = body.iter().flat_map(|body| &body.obligations).filter(|it| is_wanted(options, it));
    let case = |obligation: &Obligation| Case::new(obligation.clone(), proof.cloned());
    work.cases = wanted.map(case).chain(untranslated(program, inst, options)).collect();
    work
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
        ran: Vec::new(),
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
        may_hang: false,
        wanted: options.vectors.max(1),
        vectors: 0,
        enough: None,
        notes: Vec::new(),
        replays: Replays::default(),
        covered: Covered::default(),
        clock: false,
        ended: None,
        unbuilt: None,
        hurried: false,
        searched: false,
        cut_short: false,
        cut: None,
        internal: Vec::new(),
        content: None,
    }
}

/// Whether an obligation is looked at. In a caller it goes by the caller's path before its own.
fn is_wanted(options: &Options, obligation: &Obligation) -> bool {
    let is = |rest: &str| rest.is_empty() || rest.ends_with('/');
    options.obligation.as_ref().is_none_or(|only| obligation.id.strip_suffix(only.as_str()).is_some_and(is))
}

/// A claim that is not put to the solver.
fn unproved(obligation: Obligation, elsewhere: &dyn Fn(&Obligation) -> bool) -> Case {
    let elsewhere = elsewhere(&obligation);
    Case { elsewhere, ..Case::new(obligation, None) }
}

/// The obligations of postconditions and invariants that have no translation: nothing to prove, but they are run.
fn untranslated(program: &dyn Program, inst: &FnInst, options: &Options) -> Vec<Case> {
    let def = program.func(inst.func);
    let contract = program.contract(inst);
    let claims = program.body(inst).map(|body| body.obligations.clone()).unwrap_or_default();
    // They are counted on from those that are put to the solver.
    let last = |kind: &str| {
        let counted = format!("{}/{kind}/", def.path);
        let number = |claim: &Obligation| claim.id.strip_prefix(&counted)?.split('@').next()?.parse::<usize>().ok();
        claims.iter().filter_map(number).max().unwrap_or(0)
    };
    let mut numbers = [last("ensures"), last("invariant")];
    let case = |clause: &RawClause| {
        let (name, kind, what) = match clause.of_type {
            true => ("invariant", Kind::Invariant, "invariant"),
            false => ("ensures", Kind::Ensures, "postcondition"),
        };
        let number = &mut numbers[usize::from(clause.of_type)];
        *number += 1;
        let obligation = Obligation {
            id: format!("{}/{name}/{number}", def.path),
            kind,
            span: def.span,
            clause: Some(clause.span),
            claim: clause.written.clone(),
            message: format!("the {what} may not hold"),
            words: String::new(),
            panics_at: None,
            template: None,
            through: Vec::new(),
            callee: None,
            home: None,
            always_met: true,
        };
        let taints = vec![(format!("the clause itself: {}", clause.reason), clause.span)];
        Case::new(obligation, Some(failed(taints, None)))
    };
    contract
        .raw
        .iter()
        .filter(|clause| !clause.requires)
        .map(case)
        .filter(|case| options.obligation.as_ref().is_none_or(|only| *only == case.obligation.id))
        .collect()
}
