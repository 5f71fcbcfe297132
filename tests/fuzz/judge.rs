//! Verdicts against runs.
use std::fmt::Write as _;

use refine_driver::{ObligationReport, Report, Verdict};

use super::ast::Program;
use super::oracle::{Finding, Violation, Witness};
use super::print::{self, Audience};

/// What a batch of programs came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Each a soundness bug or a false alarm, with the program.
    pub failures: Vec<String>,
    /// Violations seen in runs that refine did not show by a witness. No fault, but a measure.
    pub missed: usize,
    /// Runs whose precondition held.
    pub runs: usize,
}

/// A program with the lines of its functions and clauses, and its obligations.
struct Case<'a> {
    name: &'a str,
    text: String,
    obligations: Vec<&'a ObligationReport>,
}

impl<'a> Case<'a> {
    fn new(name: &'a str, program: &Program, report: &'a Report) -> Self {
        let file = format!("src/{name}.rs");
        let obligations = report.obligations.iter().filter(|o| o.place.file == file).collect();
        Case { name, text: print::program(program, Audience::Refine), obligations }
    }

    /// The function whose text has this line.
    fn owner(&self, line: u32) -> &str {
        let above = self.text.lines().take(line as usize);
        above.filter_map(function_name).last().unwrap_or("")
    }

    /// The line of a function's postcondition.
    fn clause_line(&self, function: &str, index: u32) -> u32 {
        let head = self.text.lines().position(|line| function_name(line) == Some(function)).unwrap_or(0);
        let lines: Vec<&str> = self.text.lines().take(head).collect();
        let count = lines.iter().rev().take_while(|line| line.starts_with("#[ensures")).count();
        (head - count) as u32 + index + 1
    }

    /// The obligations that a violation seen in a run of `function` is about. Of a witness `replayed` only the function
    /// is sure whose call of another was wrong: where arguments are calls themselves, refine cannot tell the statement.
    fn concerned(&self, function: &str, violation: &Violation, replayed: bool) -> Vec<&'a ObligationReport> {
        let of = |o: &ObligationReport, name: &str| o.function.rsplit("::").next() == Some(name);
        let Violation { kind, line, at, message } = violation;
        let fits = |o: &&&ObligationReport| match kind.as_str() {
            "ensures" => {
                let clause = self.clause_line(function, *at);
                o.kind == "ensures" && of(o, function) && o.clause.as_ref().is_some_and(|place| place.line == clause)
            }
            "loop" => o.kind.starts_with("loop-") && o.clause.as_ref().is_some_and(|place| place.line == *line),
            // A run tells the statement and the callee, but not which of several calls in it, one in the other.
            "requires" => o.kind == "requires" && (o.place.line == *line || replayed),
            // An expression in parentheses starts where the one around it does; the operation tells them apart.
            "overflow" => {
                o.kind == "overflow" && o.place.line == *line && o.place.column == *at && o.message == *message
            }
            "index" => o.kind == "index" && o.place.line == *line && (o.place.column == *at || self.opens(o, *at)),
            kind => o.kind == kind && o.place.line == *line && o.place.column == *at,
        };
        let all: Vec<&ObligationReport> = self.obligations.iter().filter(fits).copied().collect();
        // A panic in a helper violates the helper's own obligation, and the caller's if the helper was seen through.
        let owner = if kind == "ensures" { function } else { self.owner(*line) };
        all.into_iter().filter(|o| of(o, owner) || of(o, function)).collect()
    }

    /// Whether a column is that of the bracket of an indexing expression, where a `Vec` panics.
    fn opens(&self, o: &ObligationReport, at: u32) -> bool {
        let line = self.text.lines().nth(o.place.line as usize - 1).unwrap_or("");
        let name = line.get(o.place.column as usize - 1..at as usize - 1).unwrap_or("");
        name.starts_with("xs") && name[2..].chars().all(|c| c.is_ascii_digit()) && !name[2..].is_empty()
    }

    fn show(&self, what: &str, detail: &str) -> String {
        let mut shown = format!("{what} in {}\n{detail}\n", self.name);
        for (line, number) in self.text.lines().zip(1..) {
            let _ = writeln!(shown, "{number:4} {line}");
        }
        for o in &self.obligations {
            let given = if o.given.is_empty() { String::new() } else { format!(" given {:?}", o.given) };
            let call = o.witness.as_ref().map_or("", |w| w.call.as_str());
            let _ = writeln!(
                shown,
                "     {}:{} {:?} {} {}{given} {call}",
                o.place.line, o.place.column, o.verdict, o.kind, o.claim
            );
        }
        shown
    }
}

fn function_name(line: &str) -> Option<&str> {
    line.strip_prefix("pub fn ")?.split('(').next()
}

/// All refuted obligations with their witnesses, for the oracle to replay.
pub fn witnesses<'a>(programs: &[(String, Program)], report: &'a Report) -> Vec<(&'a ObligationReport, Witness)> {
    let mut found = Vec::new();
    for obligation in report.obligations.iter().filter(|o| o.verdict == Verdict::Refuted) {
        let program = programs.iter().find(|(name, _)| obligation.place.file == format!("src/{name}.rs"));
        if let (Some((name, _)), Some(witness)) = (program, &obligation.witness) {
            found.push((obligation, Witness { program: name.clone(), call: witness.call.clone() }));
        }
    }
    found
}

/// Compares the verdicts of a batch with what its runs did.
pub fn judge(programs: &[(String, Program)], report: &Report, findings: &[Finding]) -> Outcome {
    let mut outcome = Outcome::default();
    let cases: Vec<Case<'_>> = programs.iter().map(|(name, program)| Case::new(name, program, report)).collect();
    let replayed = witnesses(programs, report);
    for finding in findings {
        if let Some(case) = cases.iter().find(|case| case.name == finding.program) {
            outcome.runs += finding.runs;
            if let Some(violation) = &finding.violation {
                violated(case, finding, violation, &mut outcome);
            }
        }
    }
    for (number, (obligation, witness)) in replayed.iter().enumerate() {
        let seen: Vec<&Finding> = findings.iter().filter(|finding| finding.program == number.to_string()).collect();
        if let Some(case) = cases.iter().find(|case| case.name == witness.program) {
            replay(case, obligation, witness, &seen, &mut outcome);
        }
    }
    for obligation in report.obligations.iter().filter(|o| o.verdict == Verdict::Refuted && o.witness.is_none()) {
        outcome.failures.push(format!("refuted without a witness: {}", obligation.id));
    }
    outcome
}

/// A disagreement that refine itself noticed, with the program it names.
pub fn internal(programs: &[(String, Program)], report: &Report, message: &str) -> String {
    match programs.iter().find(|(name, _)| message.contains(&format!("{name}::"))) {
        Some((name, program)) => Case::new(name, program, report).show("INTERNAL ERROR", message),
        None => format!("INTERNAL ERROR\n{message}"),
    }
}

fn clean(obligation: &ObligationReport) -> bool {
    obligation.verdict == Verdict::Proved && obligation.given.is_empty()
}

fn violated(case: &Case<'_>, finding: &Finding, violation: &Violation, outcome: &mut Outcome) {
    let concerned = case.concerned(&finding.function, violation, false);
    let detail = format!("{} violates {violation:?}", finding.call);
    if concerned.is_empty() {
        // What follows something unmodelled has no obligation of its own.
        let own = |o: &ObligationReport| !case.owner(o.place.line).is_empty();
        if !case.obligations.iter().any(|o| o.kind == "unmodelled" && own(o)) {
            outcome.failures.push(case.show("SOUNDNESS BUG: no obligation", &detail));
        }
    } else if concerned.iter().all(|o| clean(o)) {
        outcome.failures.push(case.show("SOUNDNESS BUG: proved, but violated", &detail));
    } else if !concerned.iter().any(|o| o.verdict == Verdict::Refuted) {
        outcome.missed += 1;
    }
}

/// A witness must have done in the oracle what refine says; `seen` is all that went wrong there.
fn replay(case: &Case<'_>, obligation: &ObligationReport, witness: &Witness, seen: &[&Finding], outcome: &mut Outcome) {
    if seen.iter().any(|finding| finding.function == "Unknown") {
        // A value beyond `i128` in a clause: the oracle cannot tell.
        return;
    }
    let function = witness.call.split('(').next().unwrap_or("").rsplit("::").next().unwrap_or("");
    let violations = || seen.iter().filter_map(|finding| finding.violation.as_ref());
    // Where it is not known which of several operations panicked, the panic at that place is a finding of its own.
    let at_its_place =
        |violation: &&Violation| violation.line == obligation.place.line && !violation.message.is_empty();
    if obligation.kind == "panic" && violations().any(|violation| at_its_place(&violation)) {
        return;
    }
    if !violations().flat_map(|violation| case.concerned(function, violation, true)).any(|o| o.id == obligation.id) {
        let did: Vec<String> = seen
            .iter()
            .map(|finding| finding.violation.as_ref().map_or_else(|| finding.function.clone(), |v| format!("{v:?}")))
            .collect();
        let detail = format!("{} is to violate {} but did {}", witness.call, obligation.id, did.join(", "));
        outcome.failures.push(case.show("FALSE ALARM", &detail));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::ast::{Claim, Expr, Fun, INTS, Node, Op, Param, Shape, Term};
    use crate::sample;

    /// Line 5: the postcondition; 6: the function; 7: `a + 1`.
    fn successor() -> (String, Program) {
        let ty = INTS[6];
        let expr = |node| Expr { ty, node };
        let value = Node::Bin(Op::Add, Box::new(expr(Node::Var("a".into()))), Box::new(expr(Node::Lit(1))));
        let fun = Fun {
            name: "f".into(),
            params: vec![Param { name: "a".into(), ty, shape: Shape::Value }],
            ret: ty,
            requires: vec![Claim::Cmp(">", Term::Var("a".into()), Term::Lit(2))],
            ensures: vec![Claim::Cmp("!=", Term::Ret, Term::Lit(8))],
            body: Vec::new(),
            value: expr(value),
        };
        ("p0".into(), Program { funs: vec![fun], pairs: vec![], literals: vec![] })
    }

    fn obligation(kind: &'static str, verdict: Verdict, call: Option<&str>) -> ObligationReport {
        let mut obligation = sample::obligation("src/p0.rs", kind, verdict, (7, 5));
        if kind == "ensures" {
            obligation.place = sample::place("src/p0.rs", (6, 8));
            obligation.clause = Some(sample::place("src/p0.rs", (5, 18)));
        }
        obligation.witness = call.map(sample::witness);
        obligation.message = "attempt to add with overflow".to_owned();
        obligation
    }

    fn finding(program: &str, violation: Option<(&str, u32, u32)>) -> Finding {
        let message = "attempt to add with overflow".to_owned();
        let violation = violation.map(|(kind, line, at)| Violation { kind: kind.into(), line, at, message });
        Finding { program: program.into(), function: "f".into(), violation, runs: 1, call: "f(7)".into() }
    }

    fn outcome(obligation: ObligationReport, finding: Finding) -> Outcome {
        let report = Report::new(Vec::new(), vec![obligation]);
        judge(&[successor()], &report, &[finding])
    }

    #[test]
    fn a_violation_of_what_is_proved_is_a_soundness_bug() {
        let violated = |kind, line, at| finding("p0", Some((kind, line, at)));
        assert_eq!(outcome(obligation("ensures", Verdict::Proved, None), violated("ensures", 0, 0)).failures.len(), 1);
        assert_eq!(
            outcome(obligation("overflow", Verdict::Proved, None), violated("overflow", 7, 5)).failures.len(),
            1
        );
        let elsewhere = outcome(obligation("overflow", Verdict::Proved, None), violated("overflow", 7, 9));
        assert!(elsewhere.failures[0].contains("no obligation"), "a panic that has no obligation is one too");
        let tested = outcome(obligation("overflow", Verdict::Tested, None), violated("overflow", 7, 5));
        assert_eq!((tested.failures.len(), tested.missed), (0, 1), "what is only tested may be violated");
    }

    #[test]
    fn a_witness_that_does_nothing_wrong_is_a_false_alarm() {
        let refuted = || obligation("ensures", Verdict::Refuted, Some("p0::f(7)"));
        assert!(outcome(refuted(), finding("0", Some(("ensures", 0, 0)))).failures.is_empty());
        assert_eq!(outcome(refuted(), finding("0", None)).failures.len(), 1);
        assert_eq!(outcome(refuted(), finding("0", Some(("overflow", 7, 5)))).failures.len(), 1, "another violation");
        let silent = outcome(obligation("ensures", Verdict::Refuted, None), finding("p0", None));
        assert_eq!(silent.failures, ["refuted without a witness: p0::f/ensures/1"]);
    }
}
