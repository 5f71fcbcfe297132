//! Evidence in words, the same in all formats.
use refine_driver::report::Failure;
use refine_driver::{Class, NEVER_REACHED, NO_PANIC, ObligationReport, SourceLocation, Verdict, Witness};

/// `1 function`, `2 functions`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `src/lib.rs:12:5`.
pub fn at(place: &SourceLocation) -> String {
    format!("{}:{}:{}", place.file, place.line, place.column)
}

/// The verdict as it is shown: `proved` that says nothing is `vacuous`.
pub fn verdict(obligation: &ObligationReport) -> &'static str {
    match obligation.verdict {
        Verdict::Proved if obligation.vacuous => "vacuous",
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::Tested => "tested",
        Verdict::Open => "open",
    }
}

/// What goes wrong; of a refuted claim it is known that it does.
pub fn message(obligation: &ObligationReport) -> String {
    one_line(&obligation.told())
}

/// What is known of the claim, at its use.
pub fn standing(obligation: &ObligationReport) -> String {
    use Verdict::{Open, Proved, Refuted, Tested};
    let claim = &obligation.claim;
    // Claims of these kinds are no predicates that one could print, but for what makes the library panic.
    let is_bare = [NEVER_REACHED, NO_PANIC].contains(&claim.as_str());
    let known = match (obligation.kind, obligation.verdict) {
        ("panic", Refuted) if is_bare => "this is reached",
        ("panic", Tested) if is_bare => "no run reached this",
        ("panic", Open) if is_bare => "not known to be unreachable",
        ("panic", Proved) if is_bare => "never reached",
        ("completes", Refuted) => "this call does not complete",
        ("unmodelled", Refuted) => "this panics",
        ("unmodelled", Tested) => "this did not panic in any run",
        ("unmodelled", Open) => "not known to be free of panics",
        // (A sentence, in which a function is named.)
        ("decreases", verdict) if claim.contains(" has a measure") => {
            return match verdict {
                Refuted => format!("it is not so that {claim}"),
                Tested => format!("in every run, {claim}"),
                Open => format!("it is not known that {claim}"),
                Proved => claim.clone(),
            };
        }
        (_, Refuted) => return format!("`{claim}` does not hold"),
        (_, Tested) => return format!("`{claim}` held in every run"),
        (_, Open) => return format!("`{claim}` is not known to hold"),
        (_, Proved) => return format!("`{claim}`"),
    };
    known.to_owned()
}

/// What the clause of an obligation of this kind is, seen from its use.
pub fn role(kind: &str) -> &'static str {
    match kind {
        "ensures" => "promised here",
        "requires" => "required here",
        "loop-entry" | "loop-preserved" => "the invariant",
        "decreases" => "the measure",
        _ => "stated here",
    }
}

/// `` `rescale(1, 0, 0)` panicked: attempt to divide by zero ``.
pub fn witness(witness: &Witness) -> String {
    format!("`{}` {}", witness.call, witness.outcome)
}

/// How a failure is reached from outside: the calls that lead there, and who else gets there.
pub fn chain(obligation: &ObligationReport) -> Vec<String> {
    let ObligationReport { chain, entries, .. } = obligation;
    let mut notes = Vec::new();
    if chain.len() > 1 {
        notes.push(format!(
            "reached through {}",
            chain.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(" → ")
        ));
    }
    let first = chain.first().unwrap_or(&obligation.function);
    let others: Vec<_> = entries.iter().filter(|entry| *entry != first).collect();
    if !others.is_empty() {
        let named: Vec<_> = others.iter().take(ENTRIES_SHOWN).map(|entry| format!("`{entry}`")).collect();
        let more = others.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        notes.push(format!("also reached through {}{more}", named.join(", ")));
    }
    notes
}

/// How many of the functions that fail at a place are named.
const ENTRIES_SHOWN: usize = 5;

/// How many specs that may be too weak are named.
const SPECS_SHOWN: usize = 3;

/// One line of a private function that relies on its callers.
pub fn reliance(obligation: &ObligationReport) -> String {
    let Some(relies) = &obligation.relies else { return line(obligation) };
    let wanted = relies.requires.as_ref().map_or_else(
        || " on a condition on what its callers pass".to_owned(),
        |clause| format!(" on #[requires({clause})]"),
    );
    let callers = match (relies.kept, relies.callers.as_slice()) {
        (None, _) => "nothing in this crate calls it".to_owned(),
        (Some(true), [one]) => format!("its caller `{one}` is proved to keep it"),
        (Some(true), all) => format!("its {} callers are proved to keep it", all.len()),
        (Some(false), []) => "it is handed on as a value, so who calls it is not known".to_owned(),
        (Some(false), [one]) => format!("its caller `{one}` is not proved to keep it"),
        (Some(false), all) => format!("its {} callers are not all proved to keep it", all.len()),
    };
    let given = if relies.given.is_empty() { String::new() } else { format!(", given {}", relies.given.join(", ")) };
    let ObligationReport { place, function, .. } = obligation;
    one_line(&format!("{}: `{function}` relies{wanted}: {}; {callers}{given}", at(place), witness(&relies.witness)))
}

/// One line a function: what is not proved of it, and the commonest reason and the first place of what is open, if anything is.
pub fn by_function(obligations: &[&ObligationReport]) -> Vec<String> {
    let mut functions: Vec<&str> = Vec::new();
    for obligation in obligations {
        if !functions.contains(&obligation.function.as_str()) {
            functions.push(&obligation.function);
        }
    }
    let one = |function: &&str| {
        let own: Vec<_> = obligations.iter().filter(|o| o.function == *function).collect();
        let of = |name: &str| own.iter().filter(|o| verdict(o) == name).count();
        let counts = ["open", "tested", "vacuous"].into_iter().filter(|name| of(name) > 0);
        let counts = counts.map(|name| format!("{} {name}", of(name))).collect::<Vec<_>>().join(", ");
        let open: Vec<_> = own.iter().filter(|o| o.verdict == Verdict::Open).collect();
        let told = if open.is_empty() { own.iter().collect() } else { open };
        let reasons: Vec<&str> = told.iter().filter_map(|o| o.reason.as_deref()).collect();
        let frequency = |reason: &str| reasons.iter().filter(|other| **other == reason).count();
        // The first of the commonest.
        let reason = reasons.iter().rev().max_by_key(|reason| frequency(reason));
        let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        one_line(&format!("{}: {function}: {counts}{reason}", at(&told[0].place)))
    };
    functions.iter().map(one).collect()
}

/// Why a proof failed.
pub fn failure(failure: &Failure) -> Vec<String> {
    match failure {
        Failure::NonConformity => {
            vec!["the input meets every precondition: the code is wrong, or the claim is".to_owned()]
        }
        Failure::WeakSpec(specs) if specs.is_empty() => {
            vec!["weak spec: a spec that the proof relies on may be too weak".to_owned()]
        }
        Failure::WeakSpec(specs) => {
            let mut all: Vec<String> = Vec::new();
            for (name, place) in specs {
                let line = format!("weak spec: {name} may be too weak for the proof ({})", at(place));
                if !all.contains(&line) {
                    all.push(line);
                }
            }
            all.truncate(SPECS_SHOWN);
            all
        }
        Failure::BadModel => {
            vec!["the solver's counterexample is not an execution of the code, so it was dropped".to_owned()]
        }
    }
}

/// One line that a person can read and `grep` can find.
pub fn line(obligation: &ObligationReport) -> String {
    let ObligationReport { id, claim, .. } = obligation;
    let message = message(obligation);
    let evidence = match obligation.verdict {
        Verdict::Proved if obligation.vacuous => format!("{claim}: no input reaches it"),
        Verdict::Proved if !obligation.given.is_empty() => format!("{claim}: given {}", obligation.given.join(", ")),
        Verdict::Proved => claim.clone(),
        Verdict::Refuted => {
            let shown = match &obligation.witness {
                Some(Witness { call, .. }) => format!("{message}: {call} {}", obligation.did().unwrap_or_default()),
                None => message,
            };
            if obligation.class == Some(Class::Documented) { format!("{shown} (documented)") } else { shown }
        }
        Verdict::Tested => format!("{message}: {}", obligation.covered().unwrap_or_default()),
        Verdict::Open => match &obligation.reason {
            Some(reason) => format!("{message}: {reason}"),
            None => message,
        },
    };
    one_line(&format!("{}: {}: {id}: {evidence}", at(&obligation.place), verdict(obligation)))
}

/// Line breaks (of panic messages, say) as spaces.
pub fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it back.
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::samples;

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(shell("grading::rescale/division/1"), "grading::rescale/division/1");
        assert_eq!(shell("<A as B>::f/index/1"), "'<A as B>::f/index/1'");
        assert_eq!(shell("it's"), r"'it'\''s'");
    }

    #[test]
    fn what_is_no_predicate_is_not_said_to_hold() {
        let sample = samples::open();
        let of = |claim: &str, kind, verdict| {
            standing(&ObligationReport { kind, verdict, claim: claim.to_owned(), ..sample.clone() })
        };
        assert_eq!(of(NEVER_REACHED, "panic", Verdict::Refuted), "this is reached");
        assert_eq!(of(NO_PANIC, "panic", Verdict::Refuted), "this is reached");
        assert_eq!(of("n != 0", "panic", Verdict::Refuted), "`n != 0` does not hold");
        let standing = |kind, verdict| of(&sample.claim, kind, verdict);
        assert_eq!(standing("unmodelled", Verdict::Open), "not known to be free of panics");
        assert_eq!(standing("overflow", Verdict::Proved), "`längen[n] + 1 <= u32::MAX`");
    }

    #[test]
    fn counts_agree_in_number() {
        assert_eq!(count(1, "function"), "1 function");
        assert_eq!(count(0, "function"), "0 functions");
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(one_line("assertion failed\r\n  left: 1\n right: 2\n"), "assertion failed left: 1 right: 2");
    }
}
