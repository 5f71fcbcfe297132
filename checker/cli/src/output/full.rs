//! `--output-format full`: excerpts of the source with the use, the clause and the witness.
//!
//! What is refuted is shown as it arrives. All else follows at the end: in full while it is little, else in one line a function.
use std::io::{self, Write};
use std::path::Path;

use codespan_reporting::diagnostic::{LabelStyle, Severity};
use codespan_reporting::term::termcolor::Buffer;
use refine_core::program::Diagnostic;
use refine_driver::report::Failure;
use refine_driver::{Class, Event, ObligationReport, Report, SourceLocation, Verdict};

use crate::output::excerpt::{self, Excerpt, Excerpts};
use crate::output::{Renderer, View, coverage, phrases, summary};

/// How many constructs outside the model are listed without `--verbose`.
const UNMODELLED_SHOWN: usize = 5;
/// How many refuted claims are shown with an excerpt without `--verbose`; the others get a line.
const REFUTED_SHOWN: usize = 10;
/// So many claims that are not refuted are shown with excerpts; if there are more, each function gets a line.
const OTHERS_SHOWN: usize = 10;
/// How many lines a list has without `--verbose`.
const LINES: usize = 25;

/// The renderer.
pub struct Full {
    view: View,
    excerpts: Excerpts,
    /// How many refuted claims were shown.
    refuted: usize,
}

impl Full {
    /// A renderer.
    pub fn new(view: View) -> Full {
        Full { view, excerpts: Excerpts::new(Path::new("")), refuted: 0 }
    }

    /// Something is wrong with the user's input.
    fn diagnostic(&mut self, diagnostic: &Diagnostic, place: Option<&SourceLocation>) -> Excerpt {
        let severity = if diagnostic.error { Severity::Error } else { Severity::Note };
        let mut excerpt = Excerpt::new(severity).with_code(diagnostic.code).with_message(&diagnostic.message);
        if let Some(place) = place {
            self.excerpts.label(&mut excerpt, LabelStyle::Primary, place, "");
        }
        let help = diagnostic.help.iter().filter(|help| !excerpt::is_quote(help));
        excerpt.notes.extend(help.map(|help| format!("help: {help}")));
        if !diagnostic.code.is_empty() {
            excerpt.notes.push(format!("more: refine explain {}", diagnostic.code));
        }
        excerpt
    }

    /// An obligation with all its evidence.
    pub fn finding(&mut self, obligation: &ObligationReport, out: &mut Buffer) -> io::Result<()> {
        let message = phrases::message(obligation);
        let (severity, message) = match obligation.verdict {
            Verdict::Refuted => (Severity::Error, &*message),
            Verdict::Tested => (Severity::Note, &*message),
            Verdict::Open => (Severity::Warning, &*message),
            Verdict::Proved if obligation.vacuous => {
                (Severity::Warning, "no input reaches this, so its proof says nothing")
            }
            Verdict::Proved => (Severity::Help, "this always holds"),
        };
        let label = phrases::standing(obligation);
        let mut excerpt = Excerpt::new(severity).with_code(phrases::verdict(obligation)).with_message(message);
        self.excerpts.label(&mut excerpt, LabelStyle::Primary, &obligation.place, &label);
        if let Some(clause) = obligation.clause.as_ref().filter(|clause| **clause != obligation.place) {
            self.excerpts.label(&mut excerpt, LabelStyle::Secondary, clause, phrases::role(obligation.kind));
        }
        excerpt.notes.extend(self.evidence(obligation));
        self.excerpts.emit(&excerpt, out)
    }

    fn evidence(&self, obligation: &ObligationReport) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(witness) = &obligation.witness {
            notes.push(phrases::witness(witness));
            notes.extend(phrases::chain(obligation));
            let used = &obligation.place;
            if let Some(at) = witness.at.as_ref().filter(|at| (&at.file, at.line) != (&used.file, used.line)) {
                notes.push(format!("the panic is at {}", phrases::at(at)));
            }
        }
        if obligation.verdict == Verdict::Tested {
            notes.extend(obligation.covered());
            notes.extend(obligation.runs.clone());
        }
        if let Some(reason) = &obligation.reason {
            let unproved = matches!(obligation.verdict, Verdict::Tested);
            notes.push(if unproved { format!("not proved: {reason}") } else { reason.clone() });
        }
        // Of what nobody claims in words, a panic say, the run tells it all.
        let told = |failure: &&Failure| **failure != Failure::NonConformity || obligation.clause.is_some();
        notes.extend(obligation.failure.iter().filter(told).flat_map(phrases::failure));
        let id = phrases::shell(&obligation.id);
        let same = &self.view.same;
        if obligation.verdict == Verdict::Refuted {
            notes.push(format!("help: replay: refine check{same} --obligation {id} --write-tests"));
        } else if !self.view.explaining {
            notes.push(format!("more: refine explain{same} {id}"));
        }
        notes
    }

    /// What is neither proved nor a fault.
    fn others(&mut self, report: &Report, out: &mut Buffer) -> io::Result<()> {
        let of_class = |class: Option<Class>| {
            let shown = move |o: &&ObligationReport| o.class == class && !is_fault(o);
            report.obligations.iter().filter(shown).filter(|o| o.verdict != Verdict::Proved || o.vacuous)
        };
        let documented: Vec<_> = of_class(Some(Class::Documented)).collect();
        let documented = documented.iter().map(|o| phrases::line(o)).collect();
        self.list("panics that the documentation announces", documented, out)?;
        let relying = of_class(Some(Class::ReliesOnCallers)).map(phrases::reliance).collect();
        self.list("private functions that rely on their callers", relying, out)?;
        let left: Vec<_> = of_class(None).collect();
        if left.len() <= OTHERS_SHOWN || self.view.verbose {
            return left.into_iter().try_for_each(|obligation| self.finding(obligation, out));
        }
        self.list("claims that are not proved, by function", phrases::by_function(&left), out)
    }

    /// A list with a title.
    fn list(&self, title: &str, lines: Vec<String>, out: &mut Buffer) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let shown = if self.view.verbose { lines.len() } else { LINES };
        writeln!(out, "{title}:")?;
        lines.iter().take(shown).try_for_each(|line| writeln!(out, "  {line}"))?;
        if lines.len() > shown {
            writeln!(out, "  … and {} more (-v lists them)", lines.len() - shown)?;
        }
        writeln!(out)
    }

    /// What the model does not cover, in a list at the end: single notes would drown the findings.
    fn unmodelled(&self, report: &Report, out: &mut Buffer) -> io::Result<()> {
        let touched = report.functions.iter().filter(|function| !function.unmodelled.is_empty()).count();
        if touched == 0 {
            return Ok(());
        }
        let all = report.functions.len();
        let verb = if touched == 1 { "uses" } else { "use" };
        writeln!(
            out,
            "note: {touched} of {} {verb} code that refine does not model; claims that depend on it cannot be proved",
            phrases::count(all, "function")
        )?;
        let constructs: Vec<_> =
            report.functions.iter().flat_map(|f| f.unmodelled.iter().map(move |u| (f, u))).collect();
        let shown = if self.view.verbose { constructs.len() } else { UNMODELLED_SHOWN };
        for (function, (what, place)) in constructs.iter().take(shown) {
            writeln!(out, "  {}: {what}, in {}", phrases::at(place), function.function)?;
        }
        if constructs.len() > shown {
            writeln!(out, "  … and {} more (-v lists them)", constructs.len() - shown)?;
        }
        writeln!(out)
    }
}

/// Refuted, and nobody was warned.
fn is_fault(obligation: &ObligationReport) -> bool {
    obligation.verdict == Verdict::Refuted && obligation.class != Some(Class::Documented)
}

impl Renderer for Full {
    fn event(&mut self, event: &Event, out: &mut Buffer) -> io::Result<()> {
        match event {
            Event::Project { root, packages } => {
                self.excerpts = Excerpts::new(root);
                self.view.subject = packages.join(", ");
                Ok(())
            }
            Event::Diagnostic(diagnostic, place) => {
                let excerpt = self.diagnostic(diagnostic, place.as_ref());
                self.excerpts.emit(&excerpt, out)?;
                diagnostic
                    .help
                    .iter()
                    .filter(|help| excerpt::is_quote(help))
                    .try_for_each(|help| excerpt::quote(help, out))
            }
            Event::Settled(obligation) if is_fault(obligation) => {
                self.refuted += 1;
                match self.refuted {
                    _ if self.view.verbose => self.finding(obligation, out),
                    ..=REFUTED_SHOWN => self.finding(obligation, out),
                    n if n <= REFUTED_SHOWN + LINES => writeln!(out, "{}", phrases::line(obligation)),
                    _ => Ok(()),
                }
            }
            Event::Settled(obligation) if obligation.verdict != Verdict::Proved || obligation.vacuous => Ok(()),
            Event::Settled(obligation) if self.view.verbose => writeln!(out, "{}", phrases::line(obligation)),
            Event::Settled(_)
            | Event::Progress { .. }
            | Event::Functions { .. }
            | Event::Function(_)
            | Event::Finished(_) => Ok(()),
        }
    }

    fn finish(&mut self, report: &Report, out: &mut Buffer) -> io::Result<()> {
        let unsaid = self.refuted.saturating_sub(REFUTED_SHOWN + LINES);
        if unsaid > 0 && !self.view.verbose {
            writeln!(out, "… and {} (-v lists them)\n", phrases::count(unsaid, "more refuted claim"))?;
        }
        self.others(report, out)?;
        self.unmodelled(report, out)?;
        if self.view.coverage {
            coverage::write(report, out)?;
        }
        summary::write(&self.view, report, out)
    }
}
