//! What a check has told so far, for when it does not come to its end.
use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use crate::cancel::{Cancel, Stop};
use crate::report::{Cut, Event, ObligationReport, Report, Unseen};

/// What a check has told so far.
#[derive(Default)]
pub(crate) struct Heard {
    packages: Vec<String>,
    /// The functions under check, by package.
    selected: BTreeMap<String, Vec<String>>,
    /// They, as they are told where they are not looked at.
    unseen: Vec<Unseen>,
    report: Report,
    /// Whether it is at least the second attempt at the check.
    pub(crate) again: bool,
}

impl Heard {
    /// What was settled and said so far.
    pub(crate) fn report(&self) -> &Report {
        &self.report
    }

    /// Whether it was not told before, by an earlier attempt at the same check.
    pub(crate) fn is_news(&self, event: &Event) -> bool {
        if !self.again {
            return true;
        }
        let Report { functions, obligations, diagnostics, .. } = &self.report;
        match event {
            Event::Project { .. } => self.packages.is_empty(),
            Event::Functions { package, .. } => !self.selected.contains_key(package),
            Event::Diagnostic(diagnostic, place) => {
                !diagnostics.iter().any(|(known, at)| known == diagnostic && at == place)
            }
            Event::Function(function) => !functions.iter().any(|known| known.function == function.function),
            Event::Settled(obligation) => !obligations.iter().any(|known| known.id == obligation.id),
            Event::Progress { .. } | Event::Finished(_) => true,
        }
    }

    pub(crate) fn hear(&mut self, event: &Event, start: Instant) {
        match event {
            Event::Project { packages, .. } => self.packages.clone_from(packages),
            Event::Functions { package, functions, unseen } => {
                self.selected.insert(package.clone(), functions.clone());
                self.unseen.extend_from_slice(unseen);
            }
            Event::Diagnostic(diagnostic, place) => self.report.diagnostics.push((diagnostic.clone(), place.clone())),
            Event::Function(function) => self.report.functions.push(function.clone()),
            Event::Settled(obligation) => {
                if self.report.obligations.is_empty() {
                    self.report.timings.first_verdict = start.elapsed();
                }
                self.report.obligations.push((**obligation).clone());
            }
            Event::Progress { .. } | Event::Finished(_) => {}
        }
    }

    /// The report of what was settled before the check was asked to stop.
    pub(crate) fn so_far(self, cancel: &Cancel, start: Instant) -> Report {
        let cut = self.cut(cancel);
        self.ended(cut, start)
    }

    /// The same of a check that is out of time or memory: its listener hears of all that was not settled, which is open.
    pub(crate) fn all(mut self, cancel: &Cancel, start: Instant, listener: &mut dyn FnMut(Event)) -> Report {
        let cut = self.cut(cancel);
        let functions: HashSet<String> = self.report.functions.iter().map(|known| known.function.clone()).collect();
        let settled: HashSet<String> = self.report.obligations.iter().map(|known| known.id.clone()).collect();
        for Unseen { function, claims } in std::mem::take(&mut self.unseen) {
            let begun = functions.contains(&function.function);
            let open = claims.into_iter().filter(|claim| !settled.contains(&claim.id)).map(|claim| {
                let reason = Some(cut.why.left_open(begun));
                Event::Settled(Box::new(ObligationReport { reason, ..claim }))
            });
            for event in (!begun).then_some(Event::Function(function)).into_iter().chain(open) {
                self.hear(&event, start);
                listener(event);
            }
        }
        self.ended(cut, start)
    }

    /// What was not looked at to the end.
    fn cut(&self, cancel: &Cancel) -> Cut {
        let report = &self.report;
        let settled = |name: &str| report.obligations.iter().filter(|known| known.function == name).count();
        let known: BTreeMap<&str, usize> =
            report.functions.iter().map(|function| (&*function.function, function.obligations)).collect();
        let is_left = |name: &&String| known.get(name.as_str()).is_none_or(|count| settled(name) < *count);
        let functions = self.selected.values().flatten().filter(is_left).cloned().collect();
        let packages = self.packages.iter().filter(|name| !self.selected.contains_key(*name)).cloned().collect();
        Cut { why: cancel.why().unwrap_or(Stop::Interrupted), packages, functions }
    }

    fn ended(self, cut: Cut, start: Instant) -> Report {
        let mut report = self.report;
        for function in &mut report.functions {
            function.obligations = report.obligations.iter().filter(|o| o.function == function.function).count();
        }
        report.cut = Some(cut);
        report.timings.total = start.elapsed();
        report.in_order();
        report.count();
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{FunctionReport, SourceLocation};

    fn claim(id: &str) -> ObligationReport {
        let place = SourceLocation { file: "src/lib.rs".to_owned(), line: 1, column: 1, start: 0, end: 1 };
        ObligationReport::new(id.to_owned(), "index", place)
    }

    fn function(name: &str) -> FunctionReport {
        let place = claim("f/index/1").place;
        let function = name.to_owned();
        FunctionReport { function, place, status: "checked", unmodelled: Vec::new(), obligations: 2, coverage: None }
    }

    /// The check does not say in time what it has not settled: then its listener does.
    #[test]
    fn all_that_is_known_is_listed() {
        let unseen = |name: &str| {
            let claims = [1, 2].map(|n| claim(&format!("{name}/index/{n}")));
            Unseen { function: function(name), claims: claims.to_vec() }
        };
        let (cancel, start, mut heard) = (Cancel::default(), Instant::now(), Heard::default());
        let functions = vec!["f".to_owned(), "g".to_owned()];
        let unseen = vec![unseen("f"), unseen("g")];
        heard.hear(&Event::Functions { package: "p".to_owned(), functions, unseen }, start);
        heard.hear(&Event::Function(function("f")), start);
        heard.hear(&Event::Settled(Box::new(claim("f/index/2"))), start);
        cancel.stop(Stop::Time);
        let mut told = Vec::new();
        let report = heard.all(&cancel, start, &mut |event| told.push(event));
        let claims = report.obligations.iter().map(|it| (it.id.as_str(), it.reason.as_deref()));
        let (begun, not_begun) = (
            Some("not checked completely: the time budget was used up"),
            Some("not checked: the time budget was used up"),
        );
        let expected = [("f/index/1", begun), ("f/index/2", None), ("g/index/1", not_begun), ("g/index/2", not_begun)];
        assert_eq!(claims.collect::<Vec<_>>(), expected);
        assert_eq!((told.len(), report.functions.len(), report.cut.unwrap().functions.len()), (4, 2, 2));
    }
}
