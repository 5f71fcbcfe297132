//! The proofs of a package.
use std::collections::BTreeMap;
use std::time::Instant;

use refine_core::content::Part;
use refine_core::obligation::Obligation;
use refine_core::program::Program;
use refine_core::smt::ProofOutcome;
use refine_core::ty::FnInst;

use super::CheckRun;
use super::again::Item;
use crate::case::{Case, Work};
use crate::crashes::SolverUse;
use crate::entries;
use crate::given::rests_on;
use crate::judge;
use crate::options::Options;
use crate::place::Places;
use crate::project::Target;
use crate::proving::Proving;
use crate::select;
use crate::workers::{Heard, Turn, at_once, in_order, on_deep_stack};

impl CheckRun<'_> {
    /// Proofs, streamed: what is proved without leaning on anything is settled at once, if the crate is known to compile.
    pub(super) fn prove(&mut self, target: &Target, program: &dyn Program, places: &Places<'_>) -> Vec<Work> {
        let mut functions = on_deep_stack(|| select::functions(places, self.options));
        let name = |inst: &FnInst| places.name(&program.func(inst.func).path);
        self.announce(target, places, &functions);
        let asked = functions.len();
        let asked_for = functions.clone();
        functions.extend(on_deep_stack(|| entries::callers(program, self.options, &functions)));
        let total = functions.len();
        let claims = |inst: &FnInst| program.body(inst).map_or(0, |body| body.obligations.len());
        let claimed: Vec<usize> = functions.iter().map(claims).collect();
        let (mut done, all) = (0, claimed.iter().sum());
        let before = Instant::now();
        let (options, cancel, crashes) = (self.options, self.cancel, self.crashes);
        let under_check = on_deep_stack(|| select::Selected::new(program, &functions[..asked]));
        let proofs = Proving { program, functions: total, options, cancel, crashes };
        let items = self.in_turn(program, functions, &under_check);
        let order: Vec<usize> = items.iter().map(|item| item.at).collect();
        let contents: Vec<_> = items.iter().map(|item| item.content.clone()).collect();
        let proving = |item: Item, _: Turn<'_, ()>| {
            let Item { inst, known, .. } = item;
            let elsewhere = |obligation: &Obligation| under_check.answer_for(program, &inst, obligation);
            let new = known.is_none();
            (known.unwrap_or_else(|| proofs.prove(&inst, &name(&inst), &elsewhere)), new)
        };
        let alone = |item: &Item| crashes.is_suspect(SolverUse::Proof, &name(&item.inst));
        let mut works = BTreeMap::new();
        at_once(items, &alone, options, cancel, &proving, &mut |heard| {
            let Heard::Done(turn, (mut work, new)) = heard else { return };
            let at = order[turn];
            work.content.clone_from(&contents[turn]);
            if new && !cancel.is_cancelled() {
                self.keep(places, Part::Proofs, &work, contents[turn].as_deref());
            }
            done += claimed[at];
            self.progress(format!("proving {}", work.path), done, all);
            work.asked = at < asked;
            if work.asked {
                self.function(places, &work);
                // A run may still show that the model is wrong.
                for case in work.cases.iter().filter(|case| stands_alone(case) && !self.options.audit) {
                    self.held.push(judge::report(places, &work, case, None));
                }
                self.release();
            }
            works.insert(at, work);
        });
        self.report.timings.solver += before.elapsed();
        if cancel.is_cancelled() {
            let left: Vec<usize> = (0..asked).filter(|at| !works.contains_key(at)).collect();
            works.extend(left.into_iter().map(|at| (at, self.pass_over(places, &asked_for[at]))));
        }
        works.into_values().collect()
    }

    /// Where one obligation is looked at alone: what its proof rests on, proved as well, so that it is known whether it
    /// holds. Nothing else is said of it.
    pub(super) fn aside(&mut self, places: &Places<'_>, works: &[Work]) -> Vec<Work> {
        let program = places.program;
        let mut aside: Vec<Work> = Vec::new();
        if self.options.obligation.is_none() {
            return aside;
        }
        let before = Instant::now();
        let (cancel, crashes) = (self.cancel, self.crashes);
        let options = Options { obligation: None, ..self.options.clone() };
        let name = |inst: &FnInst| places.name(&program.func(inst.func).path);
        let proofs = Proving { program, functions: 1, options: &options, cancel, crashes };
        let proving = |inst: FnInst| proofs.prove(&inst, &name(&inst), &|_| false);
        let alone = |inst: &FnInst| crashes.is_suspect(SolverUse::Proof, &name(inst));
        let mut next = rests_on(program, works);
        while !next.is_empty() && !cancel.is_cancelled() {
            let insts = next.iter().map(|func| select::instance(program, *func)).collect();
            let mut found = in_order(insts, &alone, &options, cancel, &proving);
            next = rests_on(program, &found);
            aside.append(&mut found);
            next.retain(|func| aside.iter().all(|known| known.inst.func != *func));
        }
        self.report.timings.solver += before.elapsed();
        aside
    }

    /// Settles what was proved so far, unless it may yet turn out that the crate does not compile.
    pub(super) fn release(&mut self) {
        if self.checking().is_none_or(|checking| checking.passed() == Some(true)) {
            std::mem::take(&mut self.held).into_iter().for_each(|report| self.settled(report));
        }
    }
}

/// Proved, resting on nothing that could turn out weak, so that its verdict is final.
fn stands_alone(case: &Case) -> bool {
    matches!(&case.proof, Some(ProofOutcome::Proved { used, .. }) if used.is_empty())
}
