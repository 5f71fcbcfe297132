//! Bodies as terms: what a `#[pure]` function, a model of the standard library or a closure means in a clause.
//!
//! A body without loops is executed once, with terms for values. Where control flow splits, both ways are followed to
//! where they meet again (see `flow`), and what they left differently is chosen by the condition. What may panic has no value
//! there: the conditions for that are collected on the way and put around the result.
//!
//! **Invariant:** the translation is exact or it says why there is none; a reason is a phrase that completes "it has no
//! translation: …".
mod flow;
mod state;
#[cfg(test)]
mod tests;

use refine_core::defined::{self, Pures};
use refine_core::ids::{BlockId, LocalId};
use refine_core::mir::{Body, Intrinsic, Operand, Rvalue, Stmt, Terminator};
use refine_core::term::{BinOp, Term, TermKind, UnOp};
use refine_core::terms::simple::simple;
use refine_core::terms::{self, implies, ite};
use refine_core::ty::{FnInst, Ty};

use flow::Flow;
use state::{LocalValue, State};

/// A term, or why there is none.
pub type Translated = Result<Term, String>;

/// Terms with more parts than this only burden the solver.
const LARGE: usize = 4_000;

/// A body as a term.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The value, over the parameters as `Local`s. [`TermKind::NoValue`] where the body panics.
    pub term: Term,
    /// Whether some of its arithmetic may overflow, which is not looked at here.
    pub overflows: bool,
}

/// What a body's translation asks about the functions that it calls.
pub trait Callees {
    /// Where pure functions have a value, and the types.
    fn pures(&self) -> &dyn Pures;
    /// A function applied. An argument of type `&mut T` is the `T` that it points to; what the function leaves there
    /// is not known afterwards.
    fn apply(&self, callee: &FnInst, args: Vec<Term>, ty: &Ty) -> Result<Translation, String>;
}

/// What machine arithmetic means in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// Out of range it wraps, as in a function that is compiled for release.
    Wraps,
    /// It is exact: in models, which make sure that it is in range.
    Exact,
}

/// A body as a term.
pub fn translate(callees: &dyn Callees, body: &Body, arithmetic: Arithmetic) -> Result<Translation, String> {
    let flow = Flow::new(body).ok_or("it has a loop")?;
    let params = body.locals[..body.params].iter().enumerate();
    let mut state = State::new(body.locals.len());
    for (at, param) in params {
        let ty = match &param.ty {
            // In and out: here only in.
            Ty::Borrow(inner) => inner.plain(),
            ty => ty.plain(),
        };
        state.set(LocalId(at as u32), LocalValue::Term(Term::local(LocalId(at as u32), ty)));
    }
    let mut run = Execution { callees, body, flow, arithmetic, overflows: false };
    let ret = body.locals[body.params].ty.plain();
    let Some(end) = run.follow(BlockId(0), state, None)? else {
        return Ok(Translation { term: Term::new(TermKind::NoValue, ret), overflows: false });
    };
    let value = simple(&end.read(body.result())?);
    let plain = |term: Term| match arithmetic {
        Arithmetic::Wraps => defined::unwrapped(callees.pures(), &term),
        Arithmetic::Exact => term,
    };
    let (value, valid) = (plain(value), plain(simple(&end.valid)));
    let valid = defined::beyond(callees.pures(), &valid, &value);
    let none = Term::new(TermKind::NoValue, value.ty().clone());
    // The declared type, where exact arithmetic lost it.
    let value = match ret.int() {
        Some(_) if !matches!(value.kind(), TermKind::Local(_)) => Term::new(value.kind().clone(), ret),
        _ => value,
    };
    let term = small(ite(valid, value, none))?;
    Ok(Translation { term, overflows: run.overflows })
}

/// One execution.
struct Execution<'a> {
    callees: &'a dyn Callees,
    body: &'a Body,
    flow: Flow,
    arithmetic: Arithmetic,
    overflows: bool,
}

impl Execution<'_> {
    /// Executes from a block until another, or to the end. `None` if execution does not get there.
    fn follow(&mut self, from: BlockId, mut state: State, until: Option<BlockId>) -> Result<Option<State>, String> {
        let mut at = from;
        loop {
            if Some(at) == until {
                return Ok(Some(state));
            }
            if !self.flow.returns(at) {
                return Ok(None);
            }
            let block = &self.body.blocks[at.0 as usize];
            for stmt in &block.stmts {
                self.stmt(&mut state, stmt)?;
            }
            at = match &block.end {
                Terminator::Return => return Ok(Some(state)),
                Terminator::Stop => return Ok(None),
                Terminator::Goto(to) => *to,
                Terminator::Branch { cond, then, otherwise } => {
                    let cond = state.close(cond)?;
                    let meet = self.flow.meet(at);
                    let then = self.follow(*then, state.fork(), meet)?;
                    let otherwise = self.follow(*otherwise, state.fork(), meet)?;
                    let Some(merged) = merge(&cond, state, then, otherwise) else { return Ok(None) };
                    state = merged;
                    match meet {
                        Some(meet) => meet,
                        None => return Ok(Some(state)),
                    }
                }
            };
        }
    }

    fn stmt(&mut self, state: &mut State, stmt: &Stmt) -> Result<(), String> {
        let types = self.callees.pures();
        match stmt {
            Stmt::Assign { dest, value } => {
                let value = self.rvalue(state, value)?;
                state.write(types, dest, value)
            }
            Stmt::Assert { cond, obligation } => {
                if self.body.obligations[obligation.0 as usize].is_of_checked_builds() {
                    self.overflows = true;
                } else {
                    let cond = state.close(cond)?;
                    state.require(cond);
                }
                Ok(())
            }
            Stmt::Assume { .. } | Stmt::Way { .. } | Stmt::LoopClause(_) => Ok(()),
            Stmt::Havoc { dest } => {
                state.forget(dest);
                Ok(())
            }
            Stmt::Call { callee, args, dest, .. } => {
                let ty = self.ty_of(dest)?;
                let mut values = Vec::new();
                let mut changed = Vec::new();
                for arg in args {
                    match state.operand(types, arg)? {
                        LocalValue::Term(term) => values.push(term),
                        LocalValue::Place(place) => {
                            values.push(state.read_at(types, &place)?);
                            changed.push(place);
                        }
                    }
                }
                let found = self.callees.apply(callee, values, &ty)?;
                changed.iter().for_each(|place| state.spoil(place.local));
                let wraps = found.overflows && self.arithmetic == Arithmetic::Wraps;
                self.overflows |= found.overflows;
                let term = if wraps { wrapped(&found.term) } else { found.term };
                // It runs whether its result is used or not.
                state.require(defined::domain(types, &term));
                state.write(types, dest, LocalValue::Term(term))
            }
            Stmt::Intrinsic { op, args, dest } => self.intrinsic(state, *op, args, dest),
            Stmt::Drop { glue, .. } if glue.is_empty() => Ok(()),
            Stmt::Drop { .. } => Err("it runs a `drop`".into()),
            Stmt::Unmodelled { what, .. } => Err(format!("it has {}", self.body.unmodelled[*what].what)),
        }
    }

    fn rvalue(&self, state: &mut State, value: &Rvalue) -> Result<LocalValue, String> {
        let types = self.callees.pures();
        let all = |state: &State, operands: &[Operand]| {
            operands.iter().map(|operand| state.term(types, operand)).collect::<Result<Vec<_>, _>>()
        };
        Ok(LocalValue::Term(match value {
            Rvalue::Use(operand) => return state.operand(types, operand),
            Rvalue::Ref(false, place) => state.read_place(types, place)?,
            Rvalue::Ref(true, place) => return Ok(LocalValue::Place(state.resolve(types, place)?)),
            Rvalue::Compute(term) => {
                // (What its operands are was computed before.)
                let wraps = self.arithmetic == Arithmetic::Wraps;
                state.close(&if wraps { wrapped(term) } else { term.clone() })?
            }
            Rvalue::Aggregate(ty, variant, operands) => {
                let (all, ty) = (all(state, operands)?, ty.plain());
                let kind = match &ty {
                    Ty::Tuple(_) => TermKind::Tuple(all),
                    Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_) => TermKind::SeqLit(all),
                    _ => TermKind::Ctor(*variant, all),
                };
                Term::new(kind, ty)
            }
            Rvalue::Repeat(ty, operand, count) => {
                let (value, count) = (state.term(types, operand)?, state.close(count)?);
                Term::new(TermKind::SeqRepeat(value, count), ty.plain())
            }
            Rvalue::IsVariant(place, variant) => {
                let value = state.read_place(types, place)?;
                match value.kind() {
                    TermKind::Ctor(known, _) => Term::bool(known == variant),
                    _ => terms::is_variant(&value, *variant),
                }
            }
            Rvalue::Len(place) => terms::len(&state.read_place(types, place)?),
        }))
    }

    fn intrinsic(
        &self,
        state: &mut State,
        op: Intrinsic,
        args: &[Operand],
        dest: &refine_core::mir::Place,
    ) -> Result<(), String> {
        let types = self.callees.pures();
        let mut places = Vec::new();
        let mut values = Vec::new();
        for arg in args {
            let value = state.operand(types, arg)?;
            values.push(match value {
                LocalValue::Term(term) => term,
                LocalValue::Place(place) => {
                    let term = state.read_at(types, &place)?;
                    places.push(place);
                    term
                }
            });
        }
        let [first, rest @ ..] = &values[..] else { return Err("it has an operation without operands".into()) };
        let ty = first.ty().clone();
        let element = ty.element().cloned().unwrap_or(Ty::unit());
        let part = |lo: Term, hi: Term| Term::new(TermKind::SeqSlice(first.clone(), lo, hi), ty.clone());
        let join = |a: Term, b: Term| Term::new(TermKind::SeqConcat(a, b), ty.clone());
        let (zero, len) = (|| terms::size(0), || terms::len(first));
        let result = match (op, rest) {
            (Intrinsic::Push, [x]) => Term::new(TermKind::SeqPush(first.clone(), x.clone()), ty.clone()),
            (Intrinsic::Append, [xs]) => join(first.clone(), xs.clone()),
            (Intrinsic::Truncate, [n]) => part(zero(), n.clone()),
            (Intrinsic::Insert, [at, x]) => {
                let before = Term::new(TermKind::SeqPush(part(zero(), at.clone()), x.clone()), ty.clone());
                join(before, part(at.clone(), len()))
            }
            (Intrinsic::Cut, [lo, hi]) => join(part(zero(), lo.clone()), part(hi.clone(), len())),
            (Intrinsic::Concat, [b]) => {
                let ty = Ty::Vec(Box::new(element));
                let term = Term::new(TermKind::SeqConcat(first.clone(), b.clone()), ty);
                return state.write(types, dest, LocalValue::Term(term));
            }
            (Intrinsic::Read, [at]) => {
                let term = terms::get(first, at.clone(), &element);
                return state.write(types, dest, LocalValue::Term(term));
            }
            _ => return Err("it has an operation with unexpected operands".into()),
        };
        match &places[..] {
            [place] => state.write_at(types, place, LocalValue::Term(result)),
            _ => Err("it changes something in a way that refine does not follow".into()),
        }
    }

    fn ty_of(&self, place: &refine_core::mir::Place) -> Result<Ty, String> {
        if place.projections.is_empty() {
            return Ok(self.body.locals[place.local.0 as usize].ty.plain());
        }
        Err("it stores the result of a call in a part of a value".into())
    }
}

/// Two ways, of which the condition says which one was taken.
fn merge(cond: &Term, before: State, then: Option<State>, otherwise: Option<State>) -> Option<State> {
    let not = || Term::not(cond.clone());
    match (then, otherwise) {
        (None, None) => None,
        (Some(mut only), None) => {
            only.valid = Term::and(before.valid, Term::and(cond.clone(), only.valid));
            Some(only)
        }
        (None, Some(mut only)) => {
            only.valid = Term::and(before.valid, Term::and(not(), only.valid));
            Some(only)
        }
        (Some(then), Some(otherwise)) => {
            let first = implies(cond.clone(), then.valid.clone());
            let valid = Term::and(first, implies(not(), otherwise.valid.clone()));
            let mut merged = State::choose(cond, then, otherwise);
            merged.valid = Term::and(before.valid, valid);
            Some(merged)
        }
    }
}

/// The term with machine arithmetic that wraps.
fn wrapped(term: &Term) -> Term {
    use BinOp::{Add, Div, Mul, Sub};
    // Where a range is asked for already, it need not be twice.
    if let TermKind::Wrap(int, inner) = term.kind() {
        let inner = inner.map_children(&mut wrapped);
        return Term::new(TermKind::Wrap(*int, inner), term.ty().clone());
    }
    let term = term.map_children(&mut wrapped);
    match (term.kind(), term.ty()) {
        // A quotient is no larger than its dividend, but for that of the least number and -1.
        (TermKind::Bin(Div, _, by), Ty::Int(int)) if !int.signed() || is_positive(by) => term,
        (TermKind::Bin(Add | Sub | Mul | Div, ..) | TermKind::Un(UnOp::Neg, _), Ty::Int(int)) => {
            Term::new(TermKind::Wrap(*int, term.clone()), term.ty().clone())
        }
        _ => term,
    }
}

fn is_positive(term: &Term) -> bool {
    matches!(term.kind(), TermKind::Int(n) if n.sign() == num_bigint::Sign::Plus)
}

/// A term, if it is no larger than what is of use.
pub(crate) fn small(term: Term) -> Translated {
    fn count(term: &Term, left: &mut usize) -> bool {
        let Some(less) = left.checked_sub(1) else { return false };
        *left = less;
        term.children().into_iter().all(|child| count(child, left))
    }
    let mut left = LARGE;
    if count(&term, &mut left) { Ok(term) } else { Err("it is too large".into()) }
}
