//! `--output-format concise`: `file:line:column: verdict: obligation: what`, one line each.
//!
//! The lines are in the order of the source, so that two runs can be compared; verdicts settle in another order each time.
use std::io::{self, Write};

use codespan_reporting::term::termcolor::Buffer;
use refine_driver::{Event, Report, Verdict};

use crate::output::{Renderer, View, coverage, phrases, summary};

/// The renderer.
pub struct Concise {
    view: View,
}

impl Concise {
    /// A renderer.
    pub fn new(view: View) -> Concise {
        Concise { view }
    }
}

impl Renderer for Concise {
    fn event(&mut self, event: &Event, out: &mut Buffer) -> io::Result<()> {
        match event {
            Event::Project { packages, .. } => self.view.subject = packages.join(", "),
            Event::Diagnostic(diagnostic, place) => {
                let place = place.as_ref().map(|place| format!("{}: ", phrases::at(place))).unwrap_or_default();
                let severity = if diagnostic.error { "error" } else { "note" };
                let message = phrases::one_line(&diagnostic.message);
                writeln!(out, "{place}{severity}[{}]: {message}", diagnostic.code)?;
            }
            Event::Settled(_)
            | Event::Progress { .. }
            | Event::Functions { .. }
            | Event::Function(_)
            | Event::Finished(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self, report: &Report, out: &mut Buffer) -> io::Result<()> {
        for obligation in &report.obligations {
            if self.view.verbose || obligation.verdict != Verdict::Proved || obligation.vacuous {
                writeln!(out, "{}", phrases::line(obligation))?;
            }
        }
        if self.view.coverage {
            coverage::write(report, out)?;
        }
        summary::write(&self.view, report, out)
    }
}
