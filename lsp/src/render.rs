//! How findings read in an editor: the text of diagnostics, lenses and hovers.
use std::fmt::Write;

use lsp_types::{DiagnosticSeverity, MarkupContent, MarkupKind};
use refine_core::program;
use refine_driver::report::Failure;
use refine_driver::{CheckError, FunctionReport, ObligationReport, SourceLocation, Verdict};

/// What a diagnostic says, without its places turned into positions.
pub(crate) struct DiagnosticText<'a> {
    pub(crate) severity: DiagnosticSeverity,
    pub(crate) message: String,
    /// Further places, each with what is to be seen there.
    pub(crate) related: Vec<(&'a SourceLocation, String)>,
}

/// What to say of an obligation where it is used; nothing of a plain proof.
pub(crate) fn diagnostic(obligation: &ObligationReport) -> Option<DiagnosticText<'_>> {
    let severity = match obligation.verdict {
        Verdict::Proved if obligation.vacuous => DiagnosticSeverity::Warning,
        Verdict::Proved => return None,
        Verdict::Refuted => DiagnosticSeverity::Error,
        Verdict::Tested => DiagnosticSeverity::Hint,
        Verdict::Open => DiagnosticSeverity::Information,
    };
    let mut message = match obligation.verdict {
        Verdict::Refuted => obligation.told(),
        Verdict::Proved => "vacuous: no input reaches this, so its proof says nothing".to_owned(),
        Verdict::Tested | Verdict::Open => format!("{}: {}", what(obligation), obligation.told()),
    };
    for line in evidence(obligation) {
        message.push('\n');
        message.push_str(&line);
    }
    message.push_str("\nclaim: ");
    message.push_str(&obligation.claim);
    let mut related = Vec::new();
    if let Some(clause) = &obligation.clause {
        related.push((clause, format!("claimed here: {}", obligation.claim)));
    }
    if let Some(at) = obligation.witness.as_ref().and_then(|witness| witness.at.as_ref()) {
        related.push((at, "it panicked here".to_owned()));
    }
    if let Some(Failure::WeakSpec(specs)) = &obligation.failure {
        related.extend(specs.iter().map(|(name, place)| (place, format!("{name} may be too weak for the proof"))));
    }
    Some(DiagnosticText { severity, message, related })
}

/// What to say of a message of the front end.
pub(crate) fn message(diagnostic: &program::Diagnostic) -> DiagnosticText<'static> {
    let severity = if diagnostic.error { DiagnosticSeverity::Error } else { DiagnosticSeverity::Warning };
    let help = diagnostic.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    DiagnosticText { severity, message: format!("{}{help}", diagnostic.message), related: Vec::new() }
}

/// What to say of a check that did not come about.
pub(crate) fn failure(error: &CheckError) -> DiagnosticText<'static> {
    DiagnosticText { severity: DiagnosticSeverity::Error, message: failure_text(error), related: Vec::new() }
}

/// Its message with the way out.
pub(crate) fn failure_text(error: &CheckError) -> String {
    let help = error.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    format!("{}{help}", error.message)
}

/// The verdict in words.
fn what(obligation: &ObligationReport) -> String {
    match obligation.verdict {
        Verdict::Proved if obligation.vacuous => "proved, but vacuous".into(),
        Verdict::Proved if !obligation.given.is_empty() => format!("proved, given {}", obligation.given.join(", ")),
        Verdict::Proved => "proved".into(),
        Verdict::Refuted => "refuted".into(),
        Verdict::Tested => "tested, not proved".into(),
        Verdict::Open => "open, neither proved nor refuted".into(),
    }
}

/// What a verdict rests on, one line each.
fn evidence(obligation: &ObligationReport) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(witness), Some(did)) = (&obligation.witness, obligation.did()) {
        lines.push(format!("counterexample: {} {did}", witness.call));
    }
    lines.extend(obligation.covered());
    lines.extend(obligation.runs.clone());
    if let Some(reason) = &obligation.reason {
        lines.push(reason.clone());
    }
    match &obligation.failure {
        // The counterexample says so already.
        Some(Failure::NonConformity) | None => {}
        Some(Failure::WeakSpec(specs)) if specs.is_empty() => {
            lines.push("a spec that the proof relies on may be too weak".to_owned());
        }
        Some(Failure::WeakSpec(specs)) => {
            lines.extend(specs.iter().map(|(name, _)| format!("{name} may be too weak for the proof")));
        }
        Some(Failure::BadModel) => {
            lines.push("the solver's counterexample is not an execution of the code, so it was dropped".to_owned());
        }
    }
    lines
}

/// The title of a function's lens: `✓ 5 proved · ✗ 1 refuted · ~ 2 tested · ? 1 open`. `awaited` are not settled yet.
pub(crate) fn lens<'a>(
    function: &FunctionReport,
    obligations: impl Iterator<Item = &'a ObligationReport>,
    awaited: usize,
) -> String {
    let (mut counts, mut given, mut vacuous) = ([0; 4], 0, 0);
    for obligation in obligations {
        counts[obligation.verdict as usize] += 1;
        if obligation.verdict == Verdict::Proved {
            vacuous += usize::from(obligation.vacuous);
            given += usize::from(!obligation.vacuous && !obligation.given.is_empty());
        }
    }
    let [proved, refuted, tested, open] = counts;
    let mut parts = Vec::new();
    if proved > 0 {
        let marks = [(given, "given"), (vacuous, "vacuous")];
        let marks: Vec<_> = marks.iter().filter(|(n, _)| *n > 0).map(|(n, mark)| format!("{n} {mark}")).collect();
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        parts.push(format!("✓ {proved} proved{marks}"));
    }
    for (count, text) in [(refuted, "✗ # refuted"), (tested, "~ # tested"), (open, "? # open"), (awaited, "… # to go")]
    {
        if count > 0 {
            parts.push(text.replace('#', &count.to_string()));
        }
    }
    if parts.is_empty() {
        parts.push("nothing to prove".into());
    }
    if function.status != "checked" {
        parts.push(function.status.to_owned());
    }
    parts.join(" · ")
}

/// The hover of the obligations at a place.
pub(crate) fn hover<'a>(obligations: impl Iterator<Item = &'a ObligationReport>, markdown: bool) -> MarkupContent {
    let blocks: Vec<_> =
        obligations.map(|obligation| if markdown { rich(obligation) } else { plain(obligation) }).collect();
    let (kind, between) =
        if markdown { (MarkupKind::Markdown, "\n\n---\n\n") } else { (MarkupKind::PlainText, "\n\n") };
    MarkupContent { kind, value: blocks.join(between) }
}

fn plain(obligation: &ObligationReport) -> String {
    let mut text = format!("{}: {}\nclaim: {}", what(obligation), obligation.told(), obligation.claim);
    for line in evidence(obligation) {
        write!(text, "\n{line}").expect("a String takes all");
    }
    text
}

fn rich(obligation: &ObligationReport) -> String {
    let mark = match obligation.verdict {
        Verdict::Proved => '✓',
        Verdict::Refuted => '✗',
        Verdict::Tested => '~',
        Verdict::Open => '?',
    };
    // A `~` at the start of a line is no markup by itself; the id is in backticks since paths hold underscores.
    let mut text = format!("**{mark} {}** `{}`\n\n", what(obligation), obligation.id);
    write!(text, "{}\n\nclaim: {}", obligation.told(), code(&obligation.claim)).expect("a String takes all");
    let mut lines = evidence(obligation);
    if let Some(witness) = &obligation.witness {
        lines.remove(0);
        write!(text, "\n\ncounterexample:\n\n```rust\n{} // {}\n```", witness.call, witness.outcome.replace('\n', " "))
            .expect("a String takes all");
    }
    for line in lines {
        write!(text, "\n\n{line}").expect("a String takes all");
    }
    text
}

/// As inline code, whatever it holds.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}
