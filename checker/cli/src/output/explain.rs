//! All that is known of one obligation, for `refine explain`.
use std::io::{self, Write};

use codespan_reporting::term::termcolor::Buffer;
use refine_driver::{Event, ObligationReport, Report, Verdict};

use crate::output::full::Full;
use crate::output::{Renderer, View, phrases};

/// The renderer.
pub struct Explain {
    full: Full,
}

impl Explain {
    /// A renderer.
    pub fn new(view: View) -> Explain {
        Explain { full: Full::new(View { explaining: true, ..view }) }
    }

    fn obligation(&mut self, obligation: &ObligationReport, out: &mut Buffer) -> io::Result<()> {
        self.full.finding(obligation, out)?;
        writeln!(out, "obligation {} in {}", obligation.id, obligation.function)?;
        writeln!(out, "  claim: {}, at {}", obligation.claim, phrases::at(&obligation.place))?;
        if let Some(clause) = &obligation.clause {
            writeln!(out, "  clause: {}", phrases::at(clause))?;
        }
        writeln!(out, "  if it fails: {}", phrases::one_line(&obligation.message))?;
        writeln!(out, "  verdict: {}", phrases::verdict(obligation))?;
        if obligation.verdict == Verdict::Proved {
            list(out, "assumed", &obligation.assumed, "no other specs")?;
        }
        if !obligation.given.is_empty() {
            list(out, "of these, not proved themselves", &obligation.given, "")?;
        }
        if obligation.verdict != Verdict::Proved || !obligation.log.is_empty() {
            list(out, "tried", &obligation.log, "nothing")?;
        }
        if let Some(vc) = &obligation.vc {
            writeln!(
                out,
                "\nwhat the solver was asked (it is a program that finds values, or shows that there are none): are there values that\n\
                 take these steps and make everything that is known true, and the claim false? (if not, the claim is proved)"
            )?;
            for line in vc.trim_end().lines() {
                writeln!(out, "  {line}")?;
            }
        }
        if let Some(path) = &obligation.smt2 {
            writeln!(out, "\nthe solver's input: {path}")?;
        }
        Ok(())
    }
}

fn list(out: &mut Buffer, title: &str, items: &[String], none: &str) -> io::Result<()> {
    if items.is_empty() {
        return writeln!(out, "  {title}: {none}");
    }
    writeln!(out, "  {title}:")?;
    items.iter().try_for_each(|item| writeln!(out, "    - {}", item.trim_end().replace('\n', "\n      ")))
}

impl Renderer for Explain {
    fn event(&mut self, event: &Event, out: &mut Buffer) -> io::Result<()> {
        match event {
            Event::Project { .. } | Event::Diagnostic(..) => self.full.event(event, out),
            _ => Ok(()),
        }
    }

    fn finish(&mut self, report: &Report, out: &mut Buffer) -> io::Result<()> {
        report.obligations.iter().try_for_each(|obligation| self.obligation(obligation, out))
    }
}
