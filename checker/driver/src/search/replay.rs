//! Each run held against the model: what the MIR interpreter says of a call, and what the compiled code did.
//!
//! The two must agree, or the model of the function is wrong and nothing that was proved of it counts.
use std::panic::{AssertUnwindSafe, catch_unwind};

use refine_core::mir::interpret::{self, Predicted};
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};
use refine_testgen::harness::is_driven;
use refine_testgen::outcome::{ClauseRef, Outcome};
use refine_testgen::types::{field_types, mentions, param_types, return_type};
use refine_testgen::{generate, source};

use super::{SEED, Trial};
use crate::options::Overflow;
use crate::report::Replays;
use crate::unwinding::destructors;

/// Statements that the interpreter executes for one call.
const FUEL: u64 = 50_000;

/// Inputs looked at for each run that is wanted, before a narrow precondition is let be.
const FEW: usize = 4;

/// How many disagreements of one function are told.
const TOLD: usize = 3;

/// What the model says of a run.
#[derive(Debug)]
enum Answer {
    /// The same.
    Agrees,
    /// Nothing: what it says of the call, in words, is no prediction.
    CannotTell,
    /// Something else, in words.
    Differs(String),
}

impl Trial<'_, '_> {
    /// Holds a run against the model.
    pub(super) fn replay(&mut self, vector: &Vector, outcome: &Outcome) {
        let ran = outcome.is_run() || matches!(outcome, Outcome::HarnessError { .. });
        // Of other instances than the function itself there is no model.
        if !self.search.options.audit || !ran || self.called != self.work.called {
            return;
        }
        let (program, overflow) = (self.search.program, self.search.options.overflow);
        let model = Model { program, inst: &self.work.inst, overflow };
        let answer = catch_unwind(AssertUnwindSafe(|| model.compare(vector, outcome)))
            .unwrap_or_else(|_| Answer::Differs("cannot be executed: the interpreter panicked".to_owned()));
        let replays = &mut self.work.replays;
        match answer {
            Answer::Agrees => replays.agreed += 1,
            Answer::CannotTell => replays.untold += 1,
            Answer::Differs(predicted) => {
                replays.differed += 1;
                if replays.differed <= TOLD {
                    let call = source::call(self.search.program, &self.work.inst, vector);
                    let (path, did) = (&self.work.path, self.words_of(outcome));
                    self.work.disagreement(format!(
                        "{path}: according to its model, {call} {predicted}; when run, it {did}"
                    ));
                }
            }
        }
    }

    /// Runs inputs of a function for what they show of its model, where its claims asked for fewer.
    pub(super) fn sample(&mut self) {
        let wanted = self.search.options.vectors;
        let program = self.search.program;
        let mut vectors = generate::vectors(program, &self.work.inst, self.search.options.depth, SEED);
        for vector in &self.tried {
            vectors.know(vector);
        }
        for _ in 0..wanted * FEW {
            let Replays { agreed, untold, differed } = self.work.replays;
            let stop = self.over_budget() || self.search.cancel.is_cancelled() || differed > 0;
            // What it can tell nothing of, it will hardly tell anything of later.
            if stop || agreed >= wanted || untold >= wanted {
                break;
            }
            let Some(vector) = vectors.next() else { break };
            self.run(vector);
        }
    }
}

/// The model of a function.
struct Model<'a> {
    program: &'a dyn Program,
    inst: &'a FnInst,
    overflow: Overflow,
}

impl Model<'_> {
    /// What it says of a call with a vector that came to an outcome.
    fn compare(&self, vector: &Vector, outcome: &Outcome) -> Answer {
        use Outcome::{HarnessError, LoopViolated, OutOfMemory, StackOverflow, TimedOut};
        let lost =
            matches!(outcome, HarnessError { .. } | TimedOut | StackOverflow | OutOfMemory | LoopViolated { .. });
        if lost || !vector.iter().all(is_given) {
            return Answer::CannotTell;
        }
        match interpret::run(self.program, self.inst, vector, FUEL) {
            Predicted::Returned(value, _) => self.returned(&value, outcome),
            Predicted::Failed(claim) => self.fails(&claim, outcome),
            Predicted::Impossible if self.overflow == Overflow::Ignore => Answer::CannotTell,
            Predicted::Impossible => Answer::Differs("is impossible".to_owned()),
            Predicted::Unmodelled(_) | Predicted::OutOfFuel => Answer::CannotTell,
        }
    }

    fn returned(&self, value: &Value, outcome: &Outcome) -> Answer {
        let told = || format!("returns {}", source::result(self.program, self.inst, value));
        match outcome {
            Outcome::Passed { result } if self.agrees(value, result) => Answer::Agrees,
            Outcome::EnsuresViolated { clauses, undefined, result, left: _ } => {
                // Of a clause without a translation, or without a value, the model knows nothing.
                let known = clauses.iter().any(|clause| !matches!(clause, ClauseRef::Raw(_)));
                match (self.agrees(value, result), known && undefined.is_none()) {
                    (false, _) => Answer::Differs(told()),
                    (true, true) => Answer::Differs(format!("{}, and the postcondition holds", told())),
                    (true, false) => Answer::Agrees,
                }
            }
            Outcome::CalleePrecondition { clause: ClauseRef::Raw(_), .. } => Answer::CannotTell,
            // It may be the harness's own, when it drops what it made and what it was given.
            Outcome::Panicked { .. } if self.leaves_drops() => Answer::CannotTell,
            // What asks a returned iterator for its items is not the function's either.
            _ if is_driven(self.program, self.inst) => Answer::CannotTell,
            _ => Answer::Differs(told()),
        }
    }

    /// Whether a call returned what the model says. Of a `&mut` the interpreter knows what it leads to when the call returns.
    fn agrees(&self, value: &Value, result: &Value) -> bool {
        alike(value, result) || alike(value, &current(self.program, &return_type(self.program, self.inst), result))
    }

    /// Whether values that are dropped after the call run code of the user's.
    fn leaves_drops(&self) -> bool {
        let tys: Vec<Ty> =
            param_types(self.program, self.inst).into_iter().chain([return_type(self.program, self.inst)]).collect();
        destructors(self.program).filter_map(|def| def.self_ty.as_ref()).any(|of| match of.peeled() {
            Ty::Adt(id, _) => tys.iter().any(|ty| mentions(self.program, ty, *id)),
            _ => true,
        })
    }

    fn fails(&self, claim: &Obligation, outcome: &Outcome) -> Answer {
        let differs = || Answer::Differs(format!("violates `{}` ({})", claim.claim, claim.id));
        match (claim.kind, outcome) {
            // A postcondition of a callee is not looked at in a run of its caller.
            (Kind::Ensures | Kind::Invariant, _) if !claim.through.is_empty() => Answer::CannotTell,
            (Kind::Ensures | Kind::Invariant, Outcome::EnsuresViolated { .. }) => Answer::Agrees,
            (Kind::Ensures | Kind::Invariant, _) => differs(),
            (Kind::Requires, Outcome::CalleePrecondition { .. }) => Answer::Agrees,
            // Not every call is made to look at its callee's precondition.
            (Kind::Requires, _) => Answer::CannotTell,
            (
                Kind::Unmodelled
                | Kind::Escape
                | Kind::LoopEntry
                | Kind::LoopPreserved
                | Kind::Decreases
                | Kind::Completes,
                _,
            ) => Answer::CannotTell,
            (_, Outcome::Panicked { file, at, .. }) => {
                let source = self.program.sources().file(claim.span.file);
                // (Which functions of the library report their caller's place depends on its version.)
                let is_own = self.program.sources().iter().any(|(_, source)| source.path == *file);
                let is_told = is_own || claim.through.is_empty();
                match claim.panics_at {
                    Some(place) if is_told && (place, &source.path) != (*at, file) => Answer::Differs(format!(
                        "violates `{}` ({}) at {}:{}:{}",
                        claim.claim, claim.id, source.path, place.line, place.column
                    )),
                    _ => Answer::Agrees,
                }
            }
            // Unwinding runs destructors, of which the model knows nothing: they may end in any way.
            (_, _) if destructors(self.program).next().is_some() => Answer::CannotTell,
            (_, _) => differs(),
        }
    }
}

/// Whether a value is given by its parts, and not by a function that makes it.
pub(super) fn is_given(value: &Value) -> bool {
    match value {
        Value::Call(..) | Value::Default(_) | Value::Opaque(_) | Value::Function(_) => false,
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) => all.iter().all(is_given),
        Value::Bool(_) | Value::Int(_) | Value::Char(_) | Value::Str(_) | Value::Float(_) => true,
    }
}

/// Whether two values are the same, as far as they are in the model.
fn alike(a: &Value, b: &Value) -> bool {
    let all = |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b));
    match (a, b) {
        (Value::Opaque(_), _) | (_, Value::Opaque(_)) => true,
        (Value::Tuple(a), Value::Tuple(b)) | (Value::Seq(a), Value::Seq(b)) => all(a, b),
        (Value::Adt(a, v, all_a), Value::Adt(b, w, all_b)) => (a, v) == (b, w) && all(all_a, all_b),
        (Value::Char(c), Value::Int(n)) | (Value::Int(n), Value::Char(c)) => *n == u32::from(*c).into(),
        _ => a == b,
    }
}

/// A value with what each `&mut` in it leads to now in the place of the pair of that and what it will lead to.
fn current(program: &dyn Program, ty: &Ty, value: &Value) -> Value {
    let each = |tys: &mut dyn Iterator<Item = &Ty>, values: &[Value]| -> Vec<Value> {
        tys.zip(values).map(|(ty, value)| current(program, ty, value)).collect()
    };
    match (ty, value) {
        (Ty::Ref(true, inner) | Ty::Borrow(inner), Value::Tuple(both)) if both.len() == 2 => {
            current(program, inner, &both[0])
        }
        (Ty::Ref(_, inner) | Ty::Boxed(inner), value) => current(program, inner, value),
        (Ty::Tuple(tys), Value::Tuple(values)) => Value::Tuple(each(&mut tys.iter(), values)),
        (Ty::Slice(inner) | Ty::Vec(inner) | Ty::Array(inner, _), Value::Seq(values)) => {
            Value::Seq(each(&mut std::iter::repeat(&**inner), values))
        }
        (Ty::Adt(id, args), Value::Adt(of, variant, values)) => match field_types(program, *id, args, *variant) {
            Some(tys) if tys.len() == values.len() => Value::Adt(*of, *variant, each(&mut tys.iter(), values)),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use refine_core::mir::listing::Listing;
    use refine_core::span::LineCol;

    use super::*;

    /// What the model of `x + 1` says of runs of something.
    fn answers(x: i64, outcome: &Outcome) -> Answer {
        let text = "fn f(x: i8) -> r: i8 { bb0: assert x + 1_i8 <= 127_int @overflow/1; r = x + 1_i8; return; }";
        let program = Listing::parse(text).unwrap();
        let inst = program.bodies[0].inst.clone();
        let model = Model { program: &program, inst: &inst, overflow: Overflow::Panic };
        model.compare(&vec![Value::Int(x.into())], outcome)
    }

    fn panicked() -> Outcome {
        let message = "attempt to add with overflow".to_owned();
        Outcome::Panicked {
            message,
            file: "src/lib.rs".to_owned(),
            at: LineCol { line: 1, column: 1 },
            operation: None,
            within: Vec::new(),
        }
    }

    #[test]
    fn a_run_that_does_the_same_agrees() {
        let passed = Outcome::Passed { result: Value::Int(2.into()) };
        assert!(matches!(answers(1, &passed), Answer::Agrees));
        assert!(matches!(answers(127, &panicked()), Answer::Agrees));
        assert!(matches!(answers(1, &Outcome::Passed { result: Value::Opaque("?".to_owned()) }), Answer::Agrees));
    }

    #[test]
    fn a_run_that_does_something_else_differs() {
        let passed = |n: i64| Outcome::Passed { result: Value::Int(n.into()) };
        for (x, outcome) in [(1, passed(3)), (1, panicked()), (127, passed(-128)), (1, Outcome::Aborted { signal: 6 })]
        {
            assert!(matches!(answers(x, &outcome), Answer::Differs(_)), "{x}: {outcome:?}");
        }
    }

    #[test]
    fn of_what_did_not_run_to_its_end_nothing_is_told() {
        for outcome in [Outcome::TimedOut, Outcome::StackOverflow, Outcome::OutOfMemory] {
            assert!(matches!(answers(1, &outcome), Answer::CannotTell), "{outcome:?}");
        }
    }
}
