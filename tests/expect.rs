//! Expected verdicts against a report.
use std::collections::BTreeMap;

use refine_driver::{ObligationReport, Report, Verdict};

use crate::markdown::{Claim, Expectation, Snippet};

/// The word of a corpus file for an obligation's verdict.
pub fn word(obligation: &ObligationReport) -> &'static str {
    match obligation.verdict {
        Verdict::Proved if obligation.vacuous => "vacuous",
        Verdict::Proved if !obligation.given.is_empty() => "given",
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::Tested => "tested",
        Verdict::Open => "open",
    }
}

/// The line that claims about an obligation stand at: of a loop's clause, where it is written; else where it is used.
fn line(obligation: &ObligationReport) -> u32 {
    match &obligation.clause {
        Some(clause) if obligation.kind.starts_with("loop-") => clause.line,
        // A loop's measure is written inside the loop, a function's before the call that must make it smaller.
        Some(clause) if obligation.kind == "decreases" => clause.line.max(obligation.place.line),
        _ => obligation.place.line,
    }
}

/// Where the snippet's file and the report differ, one line each. `file` is the snippet's source as the report names
/// it; its line numbers are those of the Markdown file `shown`.
pub fn differences(snippet: &Snippet, file: &str, shown: &str, report: &Report) -> Vec<String> {
    let got: Vec<&ObligationReport> = report.obligations.iter().filter(|o| o.place.file == file).collect();
    let errors: Vec<(&str, u32, &str)> = report
        .diagnostics
        .iter()
        .filter(|(diagnostic, _)| diagnostic.error)
        .filter_map(|(diagnostic, place)| Some((diagnostic, place.as_ref()?)))
        .filter(|(_, place)| place.file == file)
        .map(|(diagnostic, place)| (diagnostic.code, place.line, diagnostic.message.as_str()))
        .collect();
    let mut found = Vec::new();

    for Expectation { line: at, claim } in &snippet.expected {
        let met = match claim {
            Claim::Verdict { .. } => got.iter().any(|o| line(o) == *at && meets(o, claim)),
            Claim::Error(code) => errors.iter().any(|(found, line, _)| found == code && line == at),
        };
        if !met {
            let here: Vec<String> = got.iter().filter(|o| line(o) == *at).map(|o| describe(o)).collect();
            let here = if here.is_empty() { "no obligation".to_owned() } else { here.join("\n         and  ") };
            found.push(format!("{shown}:{at}: expected {claim}\n         got  {here}"));
        }
    }
    for obligation in &got {
        let line = line(obligation);
        let expected = |e: &Expectation| e.line == line && meets(obligation, &e.claim);
        if word(obligation) != "proved" && !snippet.expected.iter().any(expected) {
            found.push(format!(
                "{shown}:{line}: expected proved {}\n         got  {}",
                obligation.kind,
                describe(obligation)
            ));
        }
    }
    found.extend(disappeared(snippet, &got, shown));
    for (code, line, message) in errors {
        if !snippet.expected.iter().any(|e| e.line == line && e.claim == Claim::Error(code.to_owned())) {
            found.push(format!("{shown}:{line}: expected no error\n         got  {code}: {message}"));
        }
    }
    found
}

/// An obligation that is no longer raised is no longer refuted either: so a snippet says which it has. One whose input is
/// rejected has none to speak of.
fn disappeared(snippet: &Snippet, got: &[&ObligationReport], shown: &str) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for obligation in got {
        *counts.entry(obligation.kind.to_owned()).or_default() += 1;
    }
    let list = |counts: &BTreeMap<String, usize>| {
        counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
    };
    let rejected = snippet.expected.iter().any(|e| matches!(e.claim, Claim::Error(_)));
    (counts != snippet.inventory && !rejected).then(|| {
        let (line, wanted, counted) = (snippet.inventory_line, list(&snippet.inventory), list(&counts));
        format!("{shown}:{line}: the obligations are //= {counted}\n         expected            //= {wanted}")
    })
}

fn meets(obligation: &ObligationReport, claim: &Claim) -> bool {
    let Claim::Verdict { verdict, kind, witness } = claim else { return false };
    word(obligation) == *verdict
        && obligation.kind == kind
        && witness.as_ref().is_none_or(|call| obligation.witness.as_ref().is_some_and(|w| plain(&w.call) == *call))
}

/// A call without the modules that the runner put the snippets in (`s07::f(1)` is `f(1)`).
fn plain(call: &str) -> String {
    let mut plain = String::with_capacity(call.len());
    for (at, part) in call.split("::").enumerate() {
        if at > 0 {
            let name = plain.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
            let module =
                plain[name..].strip_prefix('s').is_some_and(|n| n.len() == 2 && n.bytes().all(|b| b.is_ascii_digit()));
            if module || &plain[name..] == "crate" {
                plain.truncate(name);
            } else {
                plain.push_str("::");
            }
        }
        plain.push_str(part);
    }
    plain
}

fn describe(obligation: &ObligationReport) -> String {
    let mut text = format!("{} {} ({})", word(obligation), obligation.kind, obligation.claim);
    if let Some(witness) = &obligation.witness {
        text.push_str(&format!(": {} {}", plain(&witness.call), witness.outcome));
    }
    if let Some(reason) = &obligation.reason {
        text.push_str(&format!(" because {reason}"));
    }
    if let Some(runs) = &obligation.runs {
        text.push_str(&format!(" where {runs}"));
    }
    if !obligation.given.is_empty() {
        text.push_str(&format!(" given {}", obligation.given.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{markdown, sample};

    /// What a snippet with this claim in its only line (the second) says of obligations at that line.
    fn against(claim: &str, obligations: Vec<ObligationReport>) -> Vec<String> {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        obligations.iter().for_each(|obligation| *kinds.entry(obligation.kind).or_default() += 1);
        let list: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let inventory = list.join(", ");
        let snippets = markdown::snippets(&format!("```rust\nfn f() {{}} //~ {claim}\n//= {inventory}\n```")).unwrap();
        differences(&snippets[0], "src/s01.rs", "x.md", &Report::new(Vec::new(), obligations))
    }

    fn got(kind: &'static str, verdict: Verdict) -> ObligationReport {
        sample::obligation("src/s01.rs", kind, verdict, (2, 1))
    }

    #[test]
    fn what_is_as_expected_makes_no_difference() {
        assert!(against("proved division", vec![got("division", Verdict::Proved)]).is_empty());
        let mut refuted = got("division", Verdict::Refuted);
        refuted.witness = Some(sample::witness("s01::f(0)"));
        assert!(against("refuted division: f(0)", vec![refuted]).is_empty());
    }

    #[test]
    fn what_is_not_as_expected_is_told() {
        let missing = against("proved division", vec![]);
        assert_eq!(missing, ["x.md:2: expected proved division\n         got  no obligation"]);
        let wrong = against("proved division", vec![got("division", Verdict::Tested)]);
        assert_eq!(wrong.len(), 2, "neither as claimed nor proved: {wrong:?}");
        let unclaimed = vec![got("division", Verdict::Proved), got("overflow", Verdict::Open)];
        assert!(against("proved division", unclaimed)[0].contains("expected proved overflow"));
        let mut other = got("division", Verdict::Refuted);
        other.witness = Some(sample::witness("s01::f(7)"));
        assert!(!against("refuted division: f(0)", vec![other]).is_empty(), "another witness");
        let mut given = got("division", Verdict::Proved);
        given.given.push("g".into());
        assert!(!against("proved division", vec![given]).is_empty(), "given is not proved");
    }

    #[test]
    fn an_obligation_that_disappears_is_told() {
        let text = "```rust\nfn f() {} //~ proved division\n//= 2 division\n```";
        let snippets = markdown::snippets(text).unwrap();
        let report = Report::new(Vec::new(), vec![got("division", Verdict::Proved)]);
        let differences = differences(&snippets[0], "src/s01.rs", "x.md", &report);
        assert!(differences[0].starts_with("x.md:3: the obligations are //= 1 division"), "{differences:?}");
    }

    #[test]
    fn modules_of_the_runner_are_not_shown() {
        assert_eq!(plain("s07::f(1)"), "f(1)");
        assert_eq!(
            plain("crate::s07::Point::norm(&s07::Point { x: i32::MIN })"),
            "Point::norm(&Point { x: i32::MIN })"
        );
        assert_eq!(plain("std::f(1)"), "std::f(1)");
    }
}
