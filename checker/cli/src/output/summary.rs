//! The last lines: counts that add up, regression tests, and where the time went.
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, Write};

use codespan_reporting::term::termcolor::{Buffer, Color, ColorSpec, WriteColor};
use refine_driver::{Cut, Replays, Report, Spent};

use crate::output::View;
use crate::output::phrases::count;

/// So many are named of what was not looked at.
const NAMED: usize = 5;

/// Writes the summary of a run.
pub fn write(view: &View, report: &Report, out: &mut Buffer) -> io::Result<()> {
    for test in &report.tests {
        match test.status {
            "written" => writeln!(out, "wrote {}", test.path)?,
            "stale" => writeln!(out, "stale: {} (run `refine check{} --write-tests`)", test.path, view.same)?,
            "not kept" => writeln!(out, "no test for {}: {}", test.path, test.reason.as_deref().unwrap_or_default())?,
            "retired" => writeln!(out, "retired: {}: {}", test.path, test.reason.as_deref().unwrap_or_default())?,
            _ => {}
        }
    }
    let summary = &report.summary;
    if summary.functions == 0 {
        writeln!(out, "{}: nothing was checked", view.subject)?;
        return cut(report, out);
    }
    given(report, out)?;
    write!(
        out,
        "{}: {} in {}: ",
        view.subject,
        count(summary.obligations, "obligation"),
        count(summary.functions, "function")
    )?;
    let aside = [(summary.proved_given, "given"), (summary.vacuous, "vacuous")];
    let aside: Vec<_> = aside.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let aside = if aside.is_empty() { String::new() } else { format!(" ({})", aside.join(", ")) };
    part(out, Color::Green, summary.proved, "proved")?;
    write!(out, "{aside}, ")?;
    part(out, Color::Red, summary.refuted, "refuted")?;
    if summary.documented > 0 {
        write!(out, " ({} documented)", summary.documented)?;
    }
    write!(out, ", ")?;
    part(out, Color::Cyan, summary.tested, "tested")?;
    write!(out, ", ")?;
    part(out, Color::Yellow, summary.open, "open")?;
    if summary.relying > 0 {
        write!(out, " ({} in private functions that rely on their callers)", summary.relying)?;
    }
    match report.compiles {
        Some(true) => writeln!(out)?,
        Some(false) if summary.proved > 0 => {
            writeln!(out, "; part of it does not compile, and no claim of that part counts as proved")?;
        }
        Some(false) => writeln!(out, "; it does not compile, so none of its claims counts as proved")?,
        None if report.diagnostics.iter().any(|(known, _)| known.code == "E0304") => {
            writeln!(out, "; whether it compiles is not known, because it could not be built")?;
        }
        None => writeln!(out, "; whether it compiles was not checked")?,
    }
    if let Some(audit) = report.audit {
        writeln!(out, "{}", audited(audit))?;
    }
    cut(report, out)
}

/// The specs that proofs rest on and that are not proved themselves.
fn given(report: &Report, out: &mut Buffer) -> io::Result<()> {
    let all: BTreeSet<&str> = report.obligations.iter().flat_map(|o| &o.given).map(String::as_str).collect();
    if all.is_empty() {
        return Ok(());
    }
    let shown: Vec<&str> = all.iter().copied().take(NAMED).collect();
    let more = if all.len() > NAMED { format!(" and {} more", all.len() - NAMED) } else { String::new() };
    writeln!(out, "given in proofs, and not proved themselves: {}{more}", shown.join(", "))
}

/// What a run did not look at that ended early.
fn cut(report: &Report, out: &mut Buffer) -> io::Result<()> {
    let Some(Cut { why, packages, functions }) = &report.cut else { return Ok(()) };
    let named = |all: &[String], what: &str| {
        let (shown, more) = all.split_at(all.len().min(NAMED));
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        format!("{} ({}{more})", count(all.len(), what), shown.join(", "))
    };
    let parts = [(packages, "package"), (functions, "function")];
    let parts: Vec<_> = parts.iter().filter(|(all, _)| !all.is_empty()).map(|(all, what)| named(all, what)).collect();
    let what = if parts.is_empty() { "the rest".to_owned() } else { parts.join(", ") };
    writeln!(out, "not checked completely, because {}: {what}", why.reason())
}

/// What `--audit` found.
fn audited(Replays { agreed, untold, differed }: Replays) -> String {
    let runs = count(agreed + untold + differed, "run");
    format!("audit: {runs}: {agreed} as the model predicts, {differed} different, {untold} about which it says nothing")
}

/// `5 refuted`, in colour unless it is none.
fn part(out: &mut Buffer, color: Color, n: usize, what: &str) -> io::Result<()> {
    if n > 0 {
        out.set_color(ColorSpec::new().set_fg(Some(color)).set_bold(true))?;
    }
    write!(out, "{n} {what}")?;
    if n > 0 { out.reset() } else { Ok(()) }
}

/// Of so many functions it is said where the time went: those that took the most.
const SLOWEST: usize = 10;

/// Where the time went in the functions that took the most of it, one line each.
pub fn slowest(report: &Report) -> Vec<String> {
    let mut all: Vec<&Spent> = report.timings.functions.iter().collect();
    all.sort_by_key(|spent| (Reverse(spent.solver + spent.runs), &spent.function));
    let line = |spent: &&Spent| {
        let (solver, runs) = (spent.solver.as_secs_f64(), spent.runs.as_secs_f64());
        let ended = spent.ended.as_ref().map(|why| format!("; {why}")).unwrap_or_default();
        let vectors = count(spent.vectors, "vector");
        let enough = spent.enough.map(|time| format!(", enough after {:.2} s", time.as_secs_f64())).unwrap_or_default();
        format!("  {}: solver {solver:.2} s, runs {runs:.2} s, {vectors}{enough}{ended}", spent.function)
    };
    all.iter().take(SLOWEST).map(line).collect()
}

/// Where the time went, one line.
pub fn timings(report: &Report) -> String {
    let t = &report.timings;
    let parts = [
        ("load", t.load),
        ("lower", t.lower),
        ("solver", t.solver),
        ("harness build", t.harness_build),
        ("runs", t.runs),
    ];
    let parts: Vec<_> = parts.iter().map(|(what, time)| format!("{what} {:.2} s", time.as_secs_f64())).collect();
    let total = t.total.as_secs_f64();
    let unavoidable = (t.solver + t.harness_build).as_secs_f64();
    let ratio = if unavoidable > 0.0 {
        format!(" ({:.2} x solver and harness build)", total / unavoidable)
    } else {
        String::new()
    };
    let first = t.first_verdict.as_secs_f64();
    format!("time: {}; first verdict after {first:.2} s, total {total:.2} s{ratio}", parts.join(", "))
}
