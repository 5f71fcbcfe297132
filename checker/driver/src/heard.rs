//! What a check has told so far, for when it does not come to its end.
use std::collections::BTreeMap;
use std::time::Instant;

use crate::cancel::{Cancel, Stop};
use crate::report::{Cut, Event, Report};

/// What a check has told so far.
#[derive(Default)]
pub(crate) struct Heard {
    packages: Vec<String>,
    /// The functions under check, by package.
    selected: BTreeMap<String, Vec<String>>,
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
            Event::Functions { package, functions } => {
                self.selected.insert(package.clone(), functions.clone());
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
        let mut report = self.report;
        let settled = |name: &str| report.obligations.iter().filter(|known| known.function == name).count();
        let known: BTreeMap<&str, usize> =
            report.functions.iter().map(|function| (&*function.function, function.obligations)).collect();
        let is_left = |name: &&String| known.get(name.as_str()).is_none_or(|count| settled(name) < *count);
        let functions = self.selected.values().flatten().filter(is_left).cloned().collect();
        let unread = self.packages.iter().filter(|name| !self.selected.contains_key(*name)).cloned().collect();
        let why = cancel.why().unwrap_or(Stop::Interrupted);
        for function in &mut report.functions {
            function.obligations = report.obligations.iter().filter(|o| o.function == function.function).count();
        }
        report.cut = Some(Cut { why, packages: unread, functions });
        report.timings.total = start.elapsed();
        report.in_order();
        report.count();
        report
    }
}
