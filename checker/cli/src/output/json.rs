//! `--output-format json`: one document when the run is over, described in `docs/json.md`.
use std::io::{self, Write};

use codespan_reporting::term::termcolor::Buffer;
use refine_driver::{Event, Report, SourceLocation, Spent, Stats};
use serde::Serialize;

use crate::output::{Renderer, View};

/// The report, with what it does not serialise itself.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    report: &'a Report,
    diagnostics: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings_ms: Option<Milliseconds<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Stats>,
}

/// A message about the user's input.
#[derive(Serialize)]
struct Message<'a> {
    severity: &'static str,
    code: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    place: Option<&'a SourceLocation>,
}

/// Where the time went.
#[derive(Serialize)]
struct Milliseconds<'a> {
    load: u128,
    lower: u128,
    solver: u128,
    harness_build: u128,
    runs: u128,
    first_verdict: u128,
    total: u128,
    functions: Vec<OfFunction<'a>>,
}

/// Where it went in one function.
#[derive(Serialize)]
struct OfFunction<'a> {
    function: &'a str,
    solver: u128,
    runs: u128,
    vectors: usize,
    enough: Option<u128>,
    ended: Option<&'a str>,
}

/// The renderer.
pub struct Json {
    view: View,
}

impl Json {
    /// A renderer.
    pub fn new(view: View) -> Json {
        Json { view }
    }
}

fn of_function(spent: &Spent) -> OfFunction<'_> {
    OfFunction {
        function: &spent.function,
        solver: spent.solver.as_millis(),
        runs: spent.runs.as_millis(),
        vectors: spent.vectors,
        enough: spent.enough.map(|time| time.as_millis()),
        ended: spent.ended.as_deref(),
    }
}

impl Renderer for Json {
    fn event(&mut self, _: &Event, _: &mut Buffer) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, report: &Report, out: &mut Buffer) -> io::Result<()> {
        let diagnostics = report.diagnostics.iter().map(|(diagnostic, place)| Message {
            severity: if diagnostic.error { "error" } else { "note" },
            code: diagnostic.code,
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            place: place.as_ref(),
        });
        let t = &report.timings;
        let timings_ms = self.view.timings.then_some(Milliseconds {
            load: t.load.as_millis(),
            lower: t.lower.as_millis(),
            solver: t.solver.as_millis(),
            harness_build: t.harness_build.as_millis(),
            runs: t.runs.as_millis(),
            first_verdict: t.first_verdict.as_millis(),
            total: t.total.as_millis(),
            functions: t.functions.iter().map(of_function).collect(),
        });
        let stats = self.view.stats.then_some(&report.stats);
        let document = Document { report, diagnostics: diagnostics.collect(), timings_ms, stats };
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    }
}
