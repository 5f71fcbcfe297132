//! The models, run by our interpreter, and the contracts, against the real functions on generated vectors.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

use refine_front::testing::{demo, load, with_database};

use crate::compile::{Line, errors};
use crate::declarations::Declarations;
use crate::exceptions::Exceptions;
use crate::known::Known;
use crate::names::Names;
use cases::Case;
use ours::Ours;
use unrun::Unrun;
use wire::V;

mod cases;
mod contract;
mod fill;
mod ours;
mod real;
mod recipes;
mod unrun;
mod values;
mod wire;

/// What the calls are written with.
const PRELUDE: &str = concat!(include_str!("prelude.rs"), include_str!("seen.rs"));

/// A call with its arguments.
type Vector = (usize, Vec<V>);

/// The mirror of our library, with the calls in it.
struct Calls {
    cases: Vec<Case>,
    lines: Vec<Line>,
    /// Functions that are not called, and why.
    without: BTreeMap<String, String>,
}

impl Calls {
    fn new(lines: Vec<Line>, known: &[Known], unrun: &Unrun) -> Calls {
        let (mut cases, mut without) = (Vec::new(), BTreeMap::new());
        for function in known {
            let made = match unrun.uncalled(&function.item) {
                Some(why) => Err(why),
                None => Case::new(function, &format!("case{}", cases.len())),
            };
            match made {
                Ok(case) => cases.push(case),
                Err(why) => _ = without.insert(function.item.clone(), why),
            }
        }
        let mut all = Vec::new();
        let mut next = 0;
        // The crate under check has no procedural macros at hand.
        let used = lines.iter().position(|line| line.code == "pub mod r#proc_macro {").unwrap_or(lines.len());
        for (at, line) in lines.into_iter().take(used).enumerate() {
            while let Some(case) = cases.get(next).filter(|case: &&Case| case.place == at) {
                all.push(Line { item: Some(case.item.clone()), code: case.code.clone() });
                next += 1;
            }
            if line.item.is_none() {
                all.push(line);
            }
        }
        Calls { cases, lines: all, without }
    }

    /// As the checker is to see them.
    fn ours(&self) -> String {
        let head = "pub mod support { pub trait Show {} impl<T> Show for T {}\npub fn meets(_: bool) {}\n";
        let mut text = format!("{head}{PRELUDE}}}\npub use support::*; pub struct Same<T>(pub T);\n");
        self.lines.iter().for_each(|line| text.extend([line.code.as_str(), "\n"]));
        text
    }

    /// As rustc is to see what comes before them.
    fn head() -> String {
        format!("{}pub mod support {{ {PRELUDE}\n{} }}\npub use support::*;\n", crate::HEAD, real::RUNTIME)
    }

    fn vectors(&self) -> Vec<Vector> {
        let of = |(at, case): (usize, &Case)| {
            values::vectors(&case.item, &case.params).into_iter().map(move |args| (at, args)).collect::<Vec<_>>()
        };
        self.cases.iter().enumerate().flat_map(of).collect()
    }
}

/// What became of the vectors of one function.
#[derive(Default)]
struct Tally {
    returned: usize,
    agreed: usize,
    /// Why there is no answer of the model.
    silent: Option<String>,
}

#[test]
#[allow(clippy::print_stdout, reason = "the counts are of interest")]
fn models_and_contracts_are_those_of_the_real_library() {
    let mut unrun = Unrun::read();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("std-models");
    let declared = || {
        let db = load(demo(), &[("src/lib.rs", "")]);
        db.attach(|| {
            let exceptions = Exceptions::default();
            let names = Names::new(&db, &exceptions);
            let mut declarations = Declarations::new(&db, &names, &exceptions);
            declarations.all();
            let mut known = declarations.known;
            known.retain(|function| function.module.split("::").next() != Some("proc_macro"));
            cases::distinct(&mut known);
            (declarations.lines, known)
        })
    };
    let (lines, known) = declared();
    let mut calls = Calls::new(lines, &known, &unrun);
    while unrun.blessed {
        let wrong = errors(&folder, &Calls::head(), &calls.lines);
        println!("{} of {} do not compile: {:?}", wrong.len(), calls.cases.len(), wrong.get(""));
        if wrong.keys().all(String::is_empty) {
            break;
        }
        unrun.cannot_call(wrong);
        calls = Calls::new(declared().0, &known, &unrun);
    }
    let vectors = calls.vectors();
    let lines: String = calls.lines.iter().map(|line| format!("{}\n", line.code)).collect();
    real::compile(&folder, &format!("{}{lines}{}", Calls::head(), real::dispatch(&calls.cases)));
    let outcomes = real::run(&folder, &vectors, if unrun.blessed { 1 } else { 30 });
    let db = load(demo(), &[("src/lib.rs", &calls.ours())]);
    let paths: HashSet<&str> =
        calls.cases.iter().filter(|case| !case.contract).map(|case| case.path.as_str()).collect();
    let ours = with_database(&db, |cx| Ours::new(cx, &paths));
    let (tallies, wrong) = compare(&calls, &vectors, &outcomes, &ours);
    let lost = outcomes.iter().filter(|outcome| outcome.starts_with('?')).count();
    let (models, contracts): (Vec<_>, Vec<_>) =
        tallies.iter().filter(|(_, tally)| tally.agreed > 0).partition(|(case, _)| !calls.cases[**case].contract);
    let agreed = |of: &[(&usize, &Tally)]| of.iter().map(|(_, tally)| tally.agreed).sum::<usize>();
    println!(
        "{} functions; {} models agree on {} vectors, {} contracts hold on {}; {lost} do not come to an end",
        known.len(),
        models.len(),
        agreed(&models),
        contracts.len(),
        agreed(&contracts)
    );
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    calls.without.iter().for_each(|(item, why)| _ = found.entry(why.clone()).or_default().insert(item.clone()));
    for (at, case) in calls.cases.iter().enumerate() {
        if let Some(why) = unsettled(tallies.get(&at)) {
            found.entry(why).or_default().insert(case.item.clone());
        }
    }
    unrun.compare(&found);
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Why a function counts as not run.
fn unsettled(tally: Option<&Tally>) -> Option<String> {
    match tally {
        None => Some("no values of its parameters".to_owned()),
        Some(Tally { agreed: 0, silent: Some(why), .. }) => Some(format!("the model does not say: {why}")),
        Some(Tally { agreed: 0, .. }) => Some("it does not come to an end".to_owned()),
        Some(Tally { returned: 0, .. }) => Some("it never returns".to_owned()),
        Some(_) => None,
    }
}

/// By function, what became of its vectors; and what went wrong.
fn compare(
    calls: &Calls,
    vectors: &[Vector],
    outcomes: &[String],
    ours: &Ours,
) -> (HashMap<usize, Tally>, Vec<String>) {
    let (mut tallies, mut wrong) = (HashMap::<usize, Tally>::new(), Vec::new());
    for ((at, args), outcome) in vectors.iter().zip(outcomes) {
        let case = &calls.cases[*at];
        let tally = tallies.entry(*at).or_default();
        // Those that hang or end the process show nothing.
        if outcome.starts_with('?') {
            continue;
        }
        tally.returned += usize::from(!outcome.starts_with(['!', '~']));
        let differs = || format!("{} {}: really {outcome}", case.item, V::Tuple(args.clone()).text());
        if case.contract {
            match holds(outcome) {
                true => tally.agreed += 1,
                false => wrong.push(differs()),
            }
            continue;
        }
        match ours.run(&case.path, args) {
            Ok(said) if ours::agree(&said, outcome) => tally.agreed += 1,
            Ok(said) => wrong.push(format!("{}, by the model {said}", differs())),
            Err(why) => tally.silent = Some(why),
        }
    }
    (tallies, wrong)
}

/// Whether a contract says what happened: where its preconditions are met the function returns and all clauses hold, where not it
/// panics.
fn holds(outcome: &str) -> bool {
    match outcome.strip_prefix('~') {
        Some(unmet) => unmet.starts_with('!'),
        None => outcome.starts_with('(') && !outcome.contains('f'),
    }
}
