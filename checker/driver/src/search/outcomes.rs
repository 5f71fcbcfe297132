//! What a run did, in words.
use refine_core::obligation::Kind;
use refine_core::ty::FnInst;
use refine_core::value::Value;
use refine_testgen::outcome::{Outcome, When};
use refine_testgen::source;
use refine_testgen::types::param_types;

use super::{Search, Trial};
use crate::case::Work;

/// Values that take more than so many bytes to write are not shown beside the result.
const LONG: usize = 200;

impl Trial<'_, '_> {
    /// What a run did, as part of a sentence that starts with the call.
    pub(super) fn words_of(&self, outcome: &Outcome) -> String {
        told(self.search, self.work, &self.called, outcome)
    }
}

/// What a run of a function did, as part of a sentence that starts with the call.
pub(crate) fn told(search: &Search<'_>, work: &Work, called: &FnInst, outcome: &Outcome) -> String {
    match outcome {
        Outcome::EnsuresViolated { result, undefined, left, .. } => {
            let result = source::result(search.program, called, result);
            let left = changed(search, called, left);
            let why = undefined.as_ref().map(|why| format!(", where the clause cannot be evaluated: {why}"));
            format!("returned {result}{left}{}", why.unwrap_or_default())
        }
        Outcome::Passed { result } => {
            format!("returned {}", source::result(search.program, called, result))
        }
        Outcome::TimedOut => format!("did not finish within {} ms", search.limits.timeout.as_millis()),
        Outcome::CalleePrecondition { callee, .. } => {
            format!("called `{}` outside its precondition", search.program.func(*callee).path)
        }
        Outcome::ArgumentPrecondition { param, .. } => {
            let params = &search.program.func(work.called.func).params;
            let name = params.get(*param).map_or("a function", |param| param.name.as_str());
            format!("called `{name}` outside its precondition")
        }
        Outcome::LoopViolated { obligation, turn, undefined } => {
            let body = search.program.body(&work.inst);
            let known = body.as_ref().and_then(|body| body.obligations.get(obligation.0 as usize));
            match (known.map(|known| (known.kind, known.claim.as_str())), undefined) {
                (Some((Kind::LoopEntry, claim)), None) => format!("reached the loop while `{claim}` was false"),
                (Some((Kind::LoopEntry, claim)), Some(why)) => {
                    format!("reached the loop in a state where `{claim}` cannot be evaluated: {why}")
                }
                (Some((Kind::LoopPreserved, claim)), None) => {
                    format!("made `{claim}` false in iteration {turn} of the loop")
                }
                (Some((Kind::LoopPreserved, claim)), Some(why)) => {
                    format!("made `{claim}` impossible to evaluate in iteration {turn} of the loop: {why}")
                }
                _ => format!("did not decrease the measure in iteration {turn} of the loop, or made it negative"),
            }
        }
        other => described(other),
    }
}

/// What a call has left behind its `&mut` parameters.
fn changed(search: &Search<'_>, called: &FnInst, left: &[(usize, Value)]) -> String {
    let tys = param_types(search.program, called);
    let params = &search.program.func(called.func).params;
    let is_shown = |(_, value): &&(usize, Value)| !matches!(value, Value::Opaque(_));
    let one = |(at, value): &(usize, Value)| {
        let text = source::value(search.program, tys.get(*at)?.peeled(), value);
        (text.len() <= LONG).then(|| format!("`{}` as {text}", params[*at].name))
    };
    let all: Vec<String> = left.iter().filter(is_shown).filter_map(one).collect();
    if all.is_empty() { String::new() } else { format!(" and left {}", all.join(", ")) }
}

pub(super) fn described(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Passed { .. } => "passed".to_owned(),
        Outcome::EnsuresViolated { .. } => "violated a postcondition".to_owned(),
        Outcome::LoopViolated { .. } => "violated a clause of a loop".to_owned(),
        Outcome::Rejected { .. } => "does not meet the precondition".to_owned(),
        Outcome::Undefined { reason, .. } => format!("has a clause that refine cannot evaluate: {reason}"),
        Outcome::NotBuilt { reason, .. } => format!("could not be made: {reason}"),
        Outcome::Stopped { reason } => format!("was stopped: {reason}"),
        Outcome::Outside { what, when: When::Before } => format!("was not called: before that, it {}", described(what)),
        Outcome::Outside { what, when: When::Inside } => {
            format!("{} in the precondition of a function that it calls", described(what))
        }
        Outcome::Outside { what, when: When::After } => format!("returned, and then it {}", described(what)),
        Outcome::Panicked { message, .. } => format!("panicked: {message}"),
        Outcome::CalleePrecondition { .. } => "called a function outside its precondition".to_owned(),
        Outcome::ArgumentPrecondition { .. } => "called an argument outside its precondition".to_owned(),
        Outcome::TimedOut => "did not finish".to_owned(),
        Outcome::StackOverflow => "overflowed the stack".to_owned(),
        Outcome::OutOfMemory => "used all the memory it is allowed".to_owned(),
        Outcome::Exited { code } => format!("ended the process with exit code {code}"),
        Outcome::Aborted { signal } => format!("ended the process with signal {signal}"),
        Outcome::HarnessError { message } => format!("could not be run: {message}"),
    }
}
