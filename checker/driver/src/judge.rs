//! Verdicts. The only room that makes any.
//!
//! | evidence | verdict |
//! |---|---|
//! | a run violated it | `refuted` |
//! | the VC is unsatisfiable | `proved` |
//! | as many vectors as are wanted reached it and passed, or all there are | `tested` |
//! | none of these | `open` |
//!
//! A run beats a proof: if one shows a violation of what was "proved", that is a defect of refine and reported as one.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use refine_core::graph::Cut;
use refine_core::ids::LocalId;
use refine_core::obligation::Kind;
use refine_core::program::{FnDef, Program};
use refine_core::smt::{GaveUp, ProofOutcome};
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};
use refine_testgen::source::{Paths, Printer};
use refine_testgen::types::{can_be_made, instantiate, is_named, param_types};

use crate::case::{Alone, Case, Counter, Ran, Through, Work};
use crate::entries;
use crate::given::Given;
use crate::place::Places;
use crate::report::{Class, Failure, ObligationReport, Reliance, SourceLocation, Verdict, Visibility, Witness};

/// The verdict of a case.
pub(crate) fn verdict(case: &Case) -> Verdict {
    if case.refutation().is_some() {
        Verdict::Refuted
    } else if case.proved() {
        Verdict::Proved
    } else if case.tested() {
        Verdict::Tested
    } else {
        Verdict::Open
    }
}

/// The report of a case. `given` is `None` while the other functions are not settled: then only for proofs that
/// assume nothing.
pub(crate) fn report(places: &Places<'_>, work: &Work, case: &Case, given: Option<&Given>) -> ObligationReport {
    let verdict = verdict(case);
    let obligation = &case.obligation;
    let caveat = if verdict == Verdict::Proved { work.caveat.clone() } else { None };
    let found = |map: fn(&Given) -> &BTreeMap<String, Vec<String>>, id: &str| {
        given.and_then(|given| map(given).get(id)).cloned().unwrap_or_default()
    };
    let by_id = |map| found(map, &obligation.id);
    let def = places.program.func(work.called.func);
    let rests_on = |alone: &Alone| -> Vec<String> {
        let weak: BTreeSet<String> = alone.proofs.iter().flat_map(|id| found(|given| &given.given, id)).collect();
        weak.into_iter().collect()
    };
    let mut why = reason(places, work, case, verdict);
    if let (Some(why), Some(alone)) = (&mut why, &case.alone)
        && !rests_on(alone).is_empty()
    {
        let _ = write!(why, ", given {}", rests_on(alone).join(", "));
    }
    // Where no other function's run can get there, nobody has said who does.
    let entry = || {
        (verdict == Verdict::Refuted).then(|| Through {
            inst: work.called.clone(),
            ran: None,
            chain: entries::chain(places.program, work, obligation),
            entries: vec![work.path.clone()],
        })
    };
    let through = case.through.clone().or_else(entry);
    let of_through = |list: fn(&Through) -> &Vec<String>| -> Vec<String> {
        through.iter().flat_map(list).map(|path| places.name(path)).collect()
    };
    ObligationReport {
        id: places.name(&obligation.id),
        function: places.name(&work.path),
        kind: obligation.kind.name(),
        place: places.of(obligation.span),
        clause: obligation.clause.map(|span| places.of(span)),
        claim: obligation.claim.clone(),
        message: obligation.message.clone(),
        verdict,
        // What a run has got to is not out of reach, nor what is so only by what is not proved.
        vacuous: verdict == Verdict::Proved
            && case.reached == 0
            && by_id(|g| &g.given).is_empty()
            && matches!(case.proof, Some(ProofOutcome::Proved { vacuous: true, .. })),
        given: if verdict == Verdict::Proved {
            by_id(|g| &g.given).into_iter().chain(caveat).collect()
        } else {
            Vec::new()
        },
        assumed: if verdict == Verdict::Proved { by_id(|g| &g.assumed) } else { Vec::new() },
        visibility: if def.public { Visibility::Public } else { Visibility::Private },
        class: class(places.program, work, case, verdict),
        site: site(places, case),
        entries: of_through(|through| &through.entries),
        chain: of_through(|through| &through.chain),
        relies: case.alone.as_ref().map(|alone| Reliance {
            witness: witness(places, &alone.ran),
            requires: alone.requires.clone(),
            kept: alone.kept,
            given: rests_on(alone),
            callers: alone.callers.iter().map(|path| places.name(path)).collect(),
        }),
        witness: case.refutation().map(|ran| witness(places, ran)),
        vectors: if verdict == Verdict::Refuted { 0 } else { case.reached },
        exhaustive_to: if verdict == Verdict::Tested { case.exhaustive_to } else { None },
        reason: why.as_deref().map(shortened),
        runs: of_runs(places.program, work, case, verdict),
        failure: failure(places, work, case, verdict),
        log: case.log.iter().cloned().chain(why.filter(|why| shortened(why) != *why)).collect(),
        smt2: None,
        vc: case.vc.clone(),
    }
}

fn witness(places: &Places<'_>, ran: &Ran) -> Witness {
    Witness {
        call: ran.call.clone(),
        outcome: ran.outcome.clone(),
        at: ran.at.as_ref().and_then(|(file, at)| place_at(places, file, *at)),
    }
}

/// Where it goes wrong. Of what only runs raise, the obligation's own place is the function's name.
fn site(places: &Places<'_>, case: &Case) -> SourceLocation {
    let ran = case.refutation().or(case.alone.as_ref().map(|alone| &alone.ran));
    let at = ran.filter(|_| case.proof.is_none()).and_then(|ran| ran.at.as_ref());
    at.and_then(|(file, at)| place_at(places, file, *at)).unwrap_or_else(|| places.of(case.obligation.span))
}

/// What kind of finding it is.
fn class(program: &dyn Program, work: &Work, case: &Case, verdict: Verdict) -> Option<Class> {
    match verdict {
        Verdict::Open if case.alone.is_some() => Some(Class::ReliesOnCallers),
        Verdict::Refuted if is_documented(program, work, case) => Some(Class::Documented),
        _ => None,
    }
}

/// Whether the documentation announces a failure. A section `# Panics` speaks of panics that the code asks for, not of arithmetic.
pub(crate) fn is_documented(program: &dyn Program, work: &Work, case: &Case) -> bool {
    let of_panic =
        matches!(case.obligation.kind, Kind::Panic | Kind::Assert | Kind::Unwrap | Kind::Index | Kind::Slice);
    let entry = case.through.as_ref().map_or(&work.called, |through| &through.inst);
    of_panic && [entry.func, work.called.func].iter().any(|func| program.func(*func).documents_panics)
}

fn place_at(places: &Places<'_>, file: &str, at: refine_core::span::LineCol) -> Option<SourceLocation> {
    let sources = places.program.sources();
    let (id, source) = sources.iter().find(|(_, source)| source.path == file)?;
    let start = source.offset(at)?;
    Some(places.of(Span { file: id, start, end: start }))
}

/// Nobody reads more at a glance.
const LONGEST: usize = 200;

/// A reason in at most so many characters, in whole words. Of several parts each keeps its start: the last may be the one that
/// matters. An explanation has all of it.
fn shortened(reason: &str) -> String {
    const BETWEEN: &str = "; ";
    let long = |text: &str| text.chars().count();
    if long(reason) <= LONGEST {
        return reason.to_owned();
    }
    let parts: Vec<&str> = reason.split(BETWEEN).collect();
    // What the short parts leave is shared by the long ones.
    let mut lengths: Vec<usize> = parts.iter().map(|part| long(part)).collect();
    lengths.sort_unstable();
    let mut left = LONGEST.saturating_sub(BETWEEN.len() * (parts.len() - 1));
    let mut most = 0;
    for (at, length) in lengths.iter().enumerate() {
        most = left / (lengths.len() - at);
        if *length > most {
            break;
        }
        left -= length;
    }
    let cut: Vec<String> =
        parts.iter().map(|part| if long(part) > most { begun(part, most) } else { (*part).to_owned() }).collect();
    cut.join(BETWEEN)
}

/// The first words of a text, without a parenthesis that would not be closed.
fn begun(text: &str, most: usize) -> String {
    let start: String = text.chars().take(most.saturating_sub(2)).collect();
    let mut end = start.rfind([' ', ',']).unwrap_or(start.len());
    if let Some(open) = start[..end].rfind('(').filter(|open| !start[*open..end].contains(')')) {
        end = open;
    }
    format!("{} …", start[..end].trim_end_matches([' ', ',', ':']))
}

/// Why it is not proved, and for an open one also why it was not tested.
fn reason(places: &Places<'_>, work: &Work, case: &Case, verdict: Verdict) -> Option<String> {
    let program = places.program;
    let unproved = match &case.proof {
        Some(ProofOutcome::Failed { taints, unknown, cuts, .. }) => match (taints.as_slice(), unknown) {
            ([(what, at), ..], _) => Some(format!("not modelled: {what} ({})", place_seen_from(program, case, *at))),
            (_, Some(why)) if case.obligation.kind != Kind::Unmodelled => Some(gave_up(why)),
            _ if cuts.iter().all(|cut| of_library(program, cut)) && !cuts.is_empty() => {
                little_known(program, case, cuts)
            }
            _ if work.is_closure() => Some("the closure is stored and may be called elsewhere".to_owned()),
            _ if case.obligation.kind == Kind::Unmodelled => {
                Some("the solver knows nothing about this call".to_owned())
            }
            _ => unread(program, work).or_else(|| cuts.is_empty().then(|| any_fields(program, work)).flatten()),
        },
        _ => None,
    };
    let unproved = unproved.or_else(|| match &case.proof {
        Some(ProofOutcome::Failed { cuts, .. }) if failure(places, work, case, verdict).is_none() => {
            Some(unexplained(program, case, cuts))
        }
        _ => None,
    });
    if let (Verdict::Open, Some(why)) = (verdict, work.cut) {
        return Some(why.left_open(case.proof.is_some() || case.witness.is_some()));
    }
    if let Some(alone) = case.alone.as_ref().filter(|_| verdict == Verdict::Open) {
        return Some(relies_on_callers(alone));
    }
    let untested = match (&work.not_run, &case.hidden) {
        (Some(why), _) => Some(format!("not run: {why}")),
        (None, Some(why)) => Some(why.clone()),
        (None, None) if case.counter == Counter::None && work.vectors > 0 => {
            let unknown = "refine cannot count whether runs reach this place".to_owned();
            joined([unknown].into_iter().chain(work.ended.as_ref().or(work.notes.first()).cloned()))
        }
        (None, None) if case.reached >= case.wanted && case.unmet.is_some() => {
            let part = case.unmet.as_deref().unwrap_or_default();
            let short: String = part.chars().take(PART).collect();
            let part = if short.len() < part.len() { format!("{}…", short.trim_end()) } else { short };
            Some(format!("`{part}` was not evaluated for any of the {} inputs that passed", case.reached))
        }
        (None, None) if case.reached > 0 => {
            let inputs = if case.reached == 1 { "1 input" } else { &format!("{} inputs", case.reached) };
            let few = format!("{inputs} reached it and passed; {} are required", case.wanted);
            joined([few].into_iter().chain(work.ended.as_ref().or(work.notes.first()).cloned()))
        }
        (None, None) => {
            let failed = work.cases.iter().any(|case| case.witness.is_some());
            let built = work.vectors > 0 || failed;
            let unbuilt = work.unbuilt.as_ref().filter(|_| !built);
            let why = unbuilt.or(work.ended.as_ref()).or(work.notes.first());
            // (One that fails elsewhere may have come by, and shows nothing of what would come next.)
            let none = if failed { "no run that passed reached it" } else { "no run reached it" };
            Some(why.cloned().unwrap_or_else(|| none.to_owned()))
        }
    };
    match verdict {
        Verdict::Proved | Verdict::Refuted => None,
        Verdict::Tested => unproved,
        Verdict::Open => joined(unproved.into_iter().chain(untested)),
    }
}

/// Of a part of a clause, no more characters are shown.
const PART: usize = 80;

/// The precondition that the solver does without, if there is one.
fn unread(program: &dyn Program, work: &Work) -> Option<String> {
    let contract = program.contract(&work.called);
    let clause = contract.raw_requires().next()?;
    Some(format!("the precondition `{}` cannot be translated for the solver: {}", clause.written, clause.reason))
}

/// The type of which the solver takes values that no calls make, if a parameter is of such a type.
fn any_fields(program: &dyn Program, work: &Work) -> Option<String> {
    let is_abstract = |ty: &Ty| match ty.peeled() {
        Ty::Adt(id, _) => program.adt(*id).is_spelled() && program.adt(*id).is_abstract(),
        _ => false,
    };
    let ty = param_types(program, &work.called).into_iter().find(is_abstract)?.peeled().clone();
    let Ty::Adt(id, _) = &ty else { return None };
    let name = short(&program.adt(*id).name);
    let stated = program.type_invariant(&Term::local(LocalId(0), ty.clone())) != Term::bool(true);
    Some(match stated {
        true => format!("a proof must hold for all values of `{name}` that its invariant allows"),
        false => format!(
            "a proof must hold for any values of the fields of `{name}`: `#[invariant]` can say which ones occur"
        ),
    })
}

/// What else is to be known of the runs that a verdict rests on.
fn of_runs(program: &dyn Program, work: &Work, case: &Case, verdict: Verdict) -> Option<String> {
    let alone = "it reads a `static` that can change, so each run was in a new process".to_owned();
    let alone = work.remembers.then_some(alone);
    let whole = (case.all && case.reached < case.wanted).then(|| "all possible inputs were run".to_owned());
    let runs = joined(whole.into_iter().chain(in_runs(program, work)).chain(alone));
    runs.filter(|_| verdict == Verdict::Tested)
}

/// What the parameters of a generic function were in its runs.
fn in_runs(program: &dyn Program, work: &Work) -> Option<String> {
    let def = program.func(work.called.func);
    let printer = Printer { program, paths: Paths::Short };
    let ran: Vec<Vec<String>> = work
        .ran
        .iter()
        .map(|inst| {
            let tys = def.generics.iter().map(|name| printer.ty(&instantiate(program, inst, &Ty::Param(name.clone()))));
            let values = &inst.args[inst.args.len().saturating_sub(def.consts.len())..];
            tys.chain(values.iter().map(|value| printer.ty(value))).collect()
        })
        .collect();
    let names: Vec<&str> =
        def.generics.iter().map(String::as_str).chain(def.consts.iter().map(|param| param.name.as_str())).collect();
    let first = ran.first().filter(|all| !all.is_empty())?;
    let quoted = |text: &String| format!("`{text}`");
    let made = if def.stand_ins.iter().any(|(_, ty)| is_stub(program, ty)) { MADE } else { "" };
    if def.consts.is_empty() && ran.iter().all(|all| all.iter().all(|ty| *ty == all[0])) {
        let tys = listed(ran.iter().map(|all| quoted(&all[0])).collect());
        return Some(format!("its type parameters were {tys} in the runs{made}"));
    }
    let shown: Vec<usize> = (0..first.len()).filter(|at| is_named(names[*at])).collect();
    let verb = match shown.len() {
        0 => return None,
        1 => "was",
        _ => "were",
    };
    let one = |all: &Vec<String>| shown.iter().map(|at| all[*at].clone()).collect::<Vec<_>>().join(", ");
    let parameters = shown.iter().map(|at| names[*at]).collect::<Vec<_>>().join(", ");
    let values = listed(ran.iter().map(|all| quoted(&one(all))).collect());
    Some(format!("in the runs `{parameters}` {verb} {values}{made}"))
}

/// What is to be said of a type that no one has declared.
const MADE: &str = " (made by refine, since nothing implements the trait)";

fn is_stub(program: &dyn Program, ty: &Ty) -> bool {
    matches!(ty, Ty::Adt(id, _) if program.adt(*id).stub.is_some())
}

/// `a`, `a and b`, `a, b and c`.
fn listed(mut all: Vec<String>) -> String {
    let mut seen = std::collections::HashSet::new();
    all.retain(|one| seen.insert(one.clone()));
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

/// Why a proof failed of which nothing better is known.
fn unexplained(program: &dyn Program, case: &Case, cuts: &[Cut]) -> String {
    let own = cuts.iter().find(|cut| !of_library(program, cut));
    match own {
        Some(Cut::Loop(_, at)) => {
            format!("a proof takes more than what is known of the loop ({})", place_seen_from(program, case, *at))
        }
        Some(Cut::Call(inst, at)) => {
            let (name, place) = (short(&program.func(inst.func).path), place_seen_from(program, case, *at));
            format!("a proof takes more than what is known of `{name}` ({place})")
        }
        None => "the solver knows too little about the values here".to_owned(),
    }
}

/// The function of the standard library of which too little is known for a proof.
fn little_known(program: &dyn Program, case: &Case, cuts: &[Cut]) -> Option<String> {
    cuts.iter().find_map(|cut| {
        let (inst, at) = match cut {
            Cut::Call(inst, at) => (inst, at),
            Cut::Loop(inst, _) => {
                let def = program.func(inst.func);
                let said = || format!("refine knows too little about a loop inside {}", of_library_named(def));
                return def.std.then(said);
            }
        };
        let def = program.func(inst.func);
        let place = place_seen_from(program, case, *at);
        if def.path == "core::refine::keep" {
            return Some(format!("refine does not follow what becomes of a reference in a map ({place})"));
        }
        Some(format!("refine knows too little about what {} returns ({place})", of_library_named(def)))
    })
}

/// A function in words. One that only refine's description of the standard library has is of no name that a user could look up.
fn of_library_named(def: &FnDef) -> String {
    let is_ours = def.std && !def.public && def.of_trait.is_none() && def.trait_method.is_none();
    if is_ours { "the standard library".to_owned() } else { format!("`{}`", short(&def.path)) }
}

/// A path without its modules, which are no help: `str::len`.
fn short(path: &str) -> &str {
    let start = path.rmatch_indices("::").nth(1).map_or(0, |(at, sign)| at + sign.len());
    &path[start..]
}

/// A place in the text of a reason for an obligation: its line, and the file if that is another one. What is in refine's
/// description of the standard library has no line that a user could look up.
fn place_seen_from(program: &dyn Program, case: &Case, at: Span) -> String {
    let line = program.line_col(at).line;
    if at.file == case.obligation.span.file {
        return format!("line {line}");
    }
    if program.fns().iter().any(|def| def.std && def.item.file == at.file) {
        return "inside the standard library".to_owned();
    }
    format!("{}:{line}", program.sources().file(at.file).path)
}

/// What is known of a private function that fails on its own.
fn relies_on_callers(alone: &Alone) -> String {
    let what = alone
        .requires
        .as_ref()
        .map_or_else(|| "a condition on what its callers pass".to_owned(), |clause| format!("`{clause}`"));
    let seen = match (alone.kept, alone.callers.len()) {
        (None, _) => "nothing in this crate calls it",
        (Some(true), 1) => "its caller is proved to keep it",
        (Some(true), _) => "its callers are proved to keep it",
        (Some(false), 0) => "it is handed on as a value, so who calls it is not known",
        (Some(false), 1) => "its caller is not known to keep it",
        (Some(false), _) => "its callers are not known to keep it",
    };
    format!("the private function relies on {what}, and {seen}")
}

/// Why the solver has no answer.
pub(crate) fn gave_up(why: &GaveUp) -> String {
    match why {
        GaveUp::Budget => "the solver used up its budget (raise it with --rlimit)".to_owned(),
        GaveUp::Crashed => "the solver crashed on this function".to_owned(),
        GaveUp::Clock => "the time limit stopped the solver; on a faster machine it may get further".to_owned(),
        // The solver's own words are for experts.
        GaveUp::Incomplete(words) if words.is_empty() || words == "unknown" || words.contains("incomplete") => {
            "the solver could not tell".to_owned()
        }
        GaveUp::Incomplete(words) => format!("the solver could not tell ({words})"),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Why the proof failed.
fn failure(places: &Places<'_>, work: &Work, case: &Case, verdict: Verdict) -> Option<Failure> {
    match (verdict, &case.proof) {
        (Verdict::Refuted, _) => Some(Failure::NonConformity),
        (Verdict::Tested | Verdict::Open, Some(ProofOutcome::Failed { cuts, taints, unknown: None, candidate })) => {
            // Telling a wrong spec from a wrong model takes runs.
            if !taints.is_empty() || work.not_run.is_some() || work.is_closure() || case.alone.is_some() {
                return None;
            }
            // The model may be one of other constants and types than those of the runs.
            if places.program.func(work.called.func).only_instances {
                return None;
            }
            if !cuts.is_empty() {
                let own = cuts.iter().filter(|cut| !of_library(places.program, cut));
                let weak: Vec<_> = own.filter_map(|cut| named(places, cut)).collect();
                return (!weak.is_empty()).then_some(Failure::WeakSpec(weak));
            }
            // A model need not meet a precondition that the solver has not read.
            if case.hidden.is_some() || unread(places.program, work).is_some() {
                return None;
            }
            // Of text and floating-point numbers there is no model.
            let whole = |candidate: &Vector| !candidate.iter().any(has_unmodelled);
            let tried = |candidate: &Vector| can_be_made(places.program, candidate) && whole(candidate);
            candidate.as_ref().filter(|candidate| tried(candidate)).map(|_| Failure::BadModel)
        }
        _ => None,
    }
}

fn has_unmodelled(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Float(_) | Value::Function(_) | Value::Opaque(_) => true,
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) => all.iter().any(has_unmodelled),
        _ => false,
    }
}

/// Whether a spec that is too weak is one of the standard library's, for which the user can do nothing.
fn of_library(program: &dyn Program, cut: &Cut) -> bool {
    let (Cut::Loop(inst, _) | Cut::Call(inst, _)) = cut;
    program.func(inst.func).std
}

/// The spec that is too weak, if it is one.
fn named(places: &Places<'_>, cut: &Cut) -> Option<(String, SourceLocation)> {
    Some(match cut {
        Cut::Loop(_, span) => {
            let place = places.of(*span);
            (format!("the invariants of the loop at line {}", place.line), place)
        }
        Cut::Call(inst, span) => {
            let path = &places.program.func(inst.func).path;
            let what = if places.program.contract(inst).ensures.is_empty() {
                format!("what is known of `{path}`, which has no postcondition,")
            } else {
                format!("the postconditions of `{path}`")
            };
            (what, places.of(*span))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, shortened};

    #[test]
    fn of_a_long_reason_all_parts_keep_their_start() {
        let first = "not modelled: ".to_owned() + &"a call ".repeat(40) + "(line 3)";
        let short = shortened(&format!("{first}; not run: it is slow"));
        assert!(short.starts_with("not modelled: a call"), "{short}");
        assert!(short.ends_with(" …; not run: it is slow"), "{short}");
        let both = shortened(&format!("{first}; {first}"));
        assert!(both.chars().count() <= LONGEST && both.matches("not modelled").count() == 2, "{both}");
        assert_eq!(shortened("short; and plain"), "short; and plain");
    }

    #[test]
    fn what_is_cut_has_no_open_parenthesis() {
        let long = "a".repeat(180);
        assert_eq!(shortened(&format!("{long} (it is called at line 17 of src/lib.rs)")), format!("{long} …"));
    }
}
