//! What is told of a package: its functions, and verdicts.
use refine_core::program::Diagnostic;
use refine_core::smt::ProofOutcome;

use super::CheckRun;
use crate::artifacts;
use crate::case::{Case, Work, disagreement};
use crate::given::given;
use crate::judge;
use crate::place::Places;
use crate::project::Project;
use crate::report::{Event, FunctionReport, ObligationReport, Spent};

impl CheckRun<'_> {
    pub(super) fn function(&mut self, places: &Places<'_>, work: &Work) {
        let report = function(places, work);
        (self.listener)(Event::Function(report.clone()));
        self.report.functions.push(report);
    }

    /// Books a verdict and tells the listener.
    pub(super) fn settled(&mut self, report: ObligationReport) {
        if self.report.obligations.is_empty() {
            self.report.timings.first_verdict = self.start.elapsed();
        }
        self.report.obligations.push(report.clone());
        (self.listener)(Event::Settled(Box::new(report)));
    }

    /// Verdicts of all that was not settled on the way.
    pub(super) fn settle(&mut self, project: &Project, places: &Places<'_>, works: &[Work], aside: &[Work]) {
        if self.options.audit {
            let sum = self.report.audit.get_or_insert_default();
            works.iter().for_each(|work| sum.add(work.replays));
        }
        let given = given(places, works, aside, &mut self.contracts);
        for work in works {
            // A run that violates what was proved, when all that the proof leant on is proved too.
            let contradicted = work.cases.iter().filter_map(|case| {
                let ran = case.witness.as_ref()?;
                let weak = given.given.get(&case.obligation.id)?;
                let leans = matches!(&case.proof, Some(ProofOutcome::Proved { used, .. }) if !used.is_empty());
                let id = &case.obligation.id;
                (leans && weak.is_empty())
                    .then(|| disagreement(&format!("{id}: proved, but {} {}", ran.call, ran.outcome)))
            });
            for message in work.internal.iter().cloned().chain(contradicted) {
                self.report.summary.internal_errors += 1;
                let diagnostic = Diagnostic {
                    error: true,
                    code: "E0900",
                    message: format!("internal error: {message}"),
                    span: None,
                    help: Some("this is a defect in refine; please report it with the function".to_owned()),
                };
                self.diagnostic(diagnostic, None);
            }
            if work.clock {
                let span = Some(places.program.func(work.inst.func).span);
                let diagnostic = Diagnostic {
                    error: false,
                    code: "N0005",
                    message: format!("the time limit stopped the solver in `{}`", work.path),
                    span,
                    help: Some("on a faster machine the verdicts of this function may differ".to_owned()),
                };
                self.diagnostic(diagnostic, span.map(|span| places.of(span)));
            }
        }
        let spent = |work: &Work| Spent {
            function: places.name(&work.path),
            solver: work.solver,
            runs: work.running,
            vectors: work.vectors,
            enough: work.enough,
            ended: work.ended.clone().or(work.clock.then(|| "the time limit stopped the solver".to_owned())),
        };
        self.report.timings.functions.extend(works.iter().map(spent));
        let mut left = Vec::new();
        for work in works {
            let rested_on = |case: &Case| !case.told_at_site && given.unproved.contains(&case.obligation.id);
            for case in work.cases.iter().filter(|case| case.listed() || rested_on(case)) {
                let id = places.name(&case.obligation.id);
                if !self.report.obligations.iter().any(|known| known.id == id) {
                    let mut report = judge::report(places, work, case, Some(&given));
                    report.smt2 = script(project, case, &report.id);
                    left.push(report);
                }
            }
        }
        left.sort_by_key(ObligationReport::urgency);
        left.into_iter().for_each(|report| self.settled(report));
        let told = &self.report.obligations;
        for function in &mut self.report.functions {
            function.obligations = told.iter().filter(|obligation| obligation.function == function.function).count();
        }
        self.report.in_order();
        let place = |function: &FunctionReport| self.order.iter().position(|name| *name == function.function);
        self.report.functions.sort_by_cached_key(place);
    }
}

/// A function, with what it claims.
pub(super) fn function(places: &Places<'_>, work: &Work) -> FunctionReport {
    let program = places.program;
    let status = match (work.trusted, work.unmodelled.is_empty(), program.body(&work.inst).is_some()) {
        (true, ..) => "trusted",
        (_, _, false) => "not modelled",
        (_, true, _) => "checked",
        (_, false, _) => "partly modelled",
    };
    FunctionReport {
        function: places.name(&work.path),
        place: places.of(program.func(work.inst.func).span),
        status,
        unmodelled: work.unmodelled.iter().map(|(what, at)| (what.clone(), places.of(*at))).collect(),
        obligations: work.cases.len(),
        coverage: None,
    }
}

/// Writes the script of a VC that was not proved.
pub(super) fn script(project: &Project, case: &Case, id: &str) -> Option<String> {
    let text = case.smt2.as_ref().filter(|_| !case.proved())?;
    let path = artifacts::folder(&project.target_dir).join("smt2").join(format!("{}.smt2", artifacts::file_name(id)));
    artifacts::write(&path, text).ok()?;
    Some(path.strip_prefix(&project.root).unwrap_or(&path).to_string_lossy().into_owned())
}
