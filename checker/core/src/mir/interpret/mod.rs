//! MIR executed: a body run on concrete values.
//!
//! References are pointers to places here, as in the compiled code, and not values as in [`borrow`](crate::borrow): what both make of a
//! body must agree. Drops run where there is something to drop. What has no one value (any value of a type, something unmodelled) ends
//! the run with that answer.
mod intrinsic;
mod memory;
mod repeat;
#[cfg(test)]
mod tests;
mod value;

use super::{Body, CallOrigin, LoopClause, Operand, Place, Rvalue, Stmt, Terminator};
use crate::ids::{BlockId, LocalId, ObligationIx};
use crate::obligation::{Kind, Obligation};
use crate::program::Program;
use crate::span::{LineCol, Span};
use crate::term::{Term, TermKind};
use crate::ty::{FnInst, Ty};
use crate::value::Value;
use memory::{Cell, Memory, Pointer};
pub use repeat::repeats;
use value::Evaluator;
#[cfg(test)]
pub(crate) use value::wrap;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Predicted {
    /// With a result, and what the parameters that are mutable references point to, by number.
    Returned(Value, Vec<(usize, Value)>),
    /// A claim failed: that of the obligation, with its place as the user sees it and the calls that led there. One of the standard
    /// library is at the user's call.
    Failed(Box<Obligation>),
    /// It came to something that does not happen: an assumption that does not hold, or the end of an exhaustive match.
    Impossible,
    /// It came to something of which the model knows nothing.
    Unmodelled(String),
    /// It took too long.
    OutOfFuel,
}

/// Why a run goes no further.
#[derive(Clone, Debug)]
pub(crate) enum Halt {
    Failed(Box<Obligation>),
    Impossible,
    Unmodelled(String),
    /// It depends on a value that may be any of its type.
    Vague,
    OutOfFuel,
    /// A loop came back to a state that it was in. Only where that is watched.
    Repeats,
}

impl Halt {
    pub(crate) fn unmodelled(what: &str) -> Halt {
        Halt::Unmodelled(what.to_owned())
    }
}

/// Calls inside of each other, after which a run is given up.
const MAX_DEPTH: usize = 64;

/// Runs a function on arguments, one for each parameter, references left out. `fuel` is the number of statements.
pub fn run(program: &dyn Program, inst: &FnInst, args: &[Value], fuel: u64) -> Predicted {
    let mut machine = Machine { program, memory: Memory::new(program), fuel, stack: Vec::new(), watches: false };
    match machine.start(inst, args) {
        Ok((result, outs)) => Predicted::Returned(result, outs),
        Err(Halt::Failed(obligation)) => Predicted::Failed(obligation),
        Err(Halt::Impossible) => Predicted::Impossible,
        Err(Halt::Unmodelled(what)) => Predicted::Unmodelled(what),
        Err(Halt::Vague) => Predicted::Unmodelled("any value of a type".to_owned()),
        Err(Halt::OutOfFuel | Halt::Repeats) => Predicted::OutOfFuel,
    }
}

struct Machine<'a> {
    program: &'a dyn Program,
    memory: Memory<'a>,
    fuel: u64,
    /// The calls that are being executed.
    stack: Vec<Caller>,
    /// Whether loops are watched for states that come again.
    watches: bool,
}

/// A call that is being executed.
struct Caller {
    /// Where.
    span: Span,
    /// Whether it is made by a function of the standard library.
    std: bool,
    /// What a panic in the callee reports as its place, if that is the call's.
    at: Option<LineCol>,
}

/// One activation of a body.
struct Frame<'b> {
    body: &'b Body,
    /// Where each local is kept.
    cells: Vec<Cell>,
    /// The parameters' values at entry, as far as they are known, and where those that are references pointed to.
    old: Vec<Option<Value>>,
    targets: Vec<Option<Pointer>>,
}

type OrHalt<T> = Result<T, Halt>;

impl Machine<'_> {
    fn start(&mut self, inst: &FnInst, args: &[Value]) -> OrHalt<(Value, Vec<(usize, Value)>)> {
        let body = self.program.mir(inst).ok_or_else(|| Halt::unmodelled("a function without a body"))?;
        if args.len() != body.params {
            return Err(Halt::unmodelled("another number of arguments"));
        }
        let mut values = Vec::new();
        let mut outs = Vec::new();
        for (at, (arg, local)) in args.iter().zip(&body.locals).enumerate() {
            let value = self.memory.store(arg, &local.ty)?;
            if let (Ty::Borrow(_), memory::Val::Ref(target)) = (&local.ty, &value) {
                outs.push((at, target.clone()));
            }
            values.push(value);
        }
        let result = self.call(&body, values)?;
        let result = self.memory.plain(&result)?;
        let mut seen = Vec::new();
        for (at, target) in outs {
            let value = self.memory.get(&target)?;
            seen.push((at, self.memory.plain(&value)?));
        }
        Ok((result, seen))
    }

    fn burn(&mut self) -> OrHalt<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::OutOfFuel)?;
        Ok(())
    }

    fn call(&mut self, body: &Body, args: Vec<memory::Val>) -> OrHalt<memory::Val> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Halt::OutOfFuel);
        }
        let old = args.iter().map(|arg| self.memory.plain(arg).ok()).collect();
        let target = |arg: &memory::Val| match arg {
            memory::Val::Ref(target) => Some(target.clone()),
            _ => None,
        };
        let targets = args.iter().map(target).collect();
        let mut given = args.into_iter();
        let cells =
            body.locals.iter().map(|_| self.memory.cell(given.next().unwrap_or(memory::Val::Nothing))).collect();
        let frame = Frame { body, cells, old, targets };
        self.execute(&frame)
    }

    fn execute(&mut self, frame: &Frame<'_>) -> OrHalt<memory::Val> {
        let (mut at, mut circle) = (BlockId(0), repeat::Circle::default());
        loop {
            self.burn()?;
            let block = frame.body.blocks.get(at.0 as usize).ok_or(Halt::Impossible)?;
            for stmt in &block.stmts {
                self.burn()?;
                self.stmt(frame, stmt)?;
            }
            let next = match &block.end {
                Terminator::Goto(to) => *to,
                Terminator::Branch { cond, then, otherwise } => {
                    if self.truth(frame, cond, false)? {
                        *then
                    } else {
                        *otherwise
                    }
                }
                Terminator::Return => {
                    let result = Pointer::to(frame.cells[frame.body.params]);
                    return self.memory.take(&result);
                }
                Terminator::Stop => return Err(Halt::Impossible),
            };
            if self.watches && next <= at {
                circle.back(self, frame, next)?;
            }
            at = next;
        }
    }

    /// A term's value. `at_end`: what a parameter that is a reference means is what it pointed to at entry.
    fn value(&mut self, frame: &Frame<'_>, term: &Term, at_end: bool) -> OrHalt<Value> {
        let memory = &self.memory;
        let leaf = |kind: &TermKind| match kind {
            TermKind::Local(id) => {
                let at = id.0 as usize;
                let target = frame.targets.get(at).cloned().flatten().filter(|_| at_end);
                let cell = frame.cells.get(at).ok_or_else(|| Halt::unmodelled("a local that is not there"))?;
                memory.plain(&memory.get(&target.unwrap_or(Pointer::to(*cell)))?)
            }
            TermKind::Old(id) => {
                let old = frame.old.get(id.0 as usize).cloned().flatten();
                old.ok_or_else(|| Halt::unmodelled("an old value that is not there"))
            }
            _ => Err(Halt::unmodelled("a variable out of its scope")),
        };
        Evaluator { program: self.program, fuel: &mut self.fuel, depth: 0 }.value(term, &leaf)
    }

    fn truth(&mut self, frame: &Frame<'_>, term: &Term, at_end: bool) -> OrHalt<bool> {
        match self.value(frame, term, at_end)? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(Halt::unmodelled("a condition that is no boolean")),
        }
    }

    /// Where a place is.
    fn pointer(&self, frame: &Frame<'_>, place: &Place) -> OrHalt<Pointer> {
        let local = |id: LocalId| {
            let at = id.0 as usize;
            let known = frame.cells.get(at).zip(frame.body.locals.get(at));
            known.ok_or_else(|| Halt::unmodelled("a local that is not there"))
        };
        let index = |id: LocalId| -> OrHalt<usize> {
            let (cell, _) = local(id)?;
            self.memory.index(&Pointer::to(*cell))
        };
        let (cell, of) = local(place.local)?;
        self.memory.follow(Pointer::to(*cell), of.ty.clone(), &place.projections, &index)
    }

    fn operand(&mut self, frame: &Frame<'_>, operand: &Operand, ty: &Ty) -> OrHalt<memory::Val> {
        match operand {
            Operand::Copy(place) => self.memory.get(&self.pointer(frame, place)?),
            Operand::Move(place) => {
                let from = self.pointer(frame, place)?;
                self.memory.take(&from)
            }
            Operand::Constant(term) => {
                let value = self.value(frame, term, false)?;
                self.memory.store(&value, ty)
            }
        }
    }

    /// The type of an operand's value where nothing else says it.
    fn operand_ty(&self, frame: &Frame<'_>, operand: &Operand) -> Ty {
        match operand {
            Operand::Constant(term) => term.ty().clone(),
            Operand::Copy(place) | Operand::Move(place) => {
                frame.body.place_ty(self.program, place).unwrap_or(Ty::Never)
            }
        }
    }

    fn stmt(&mut self, frame: &Frame<'_>, stmt: &Stmt) -> OrHalt<()> {
        match stmt {
            Stmt::Assign { dest, value } => {
                let ty = frame.body.place_ty(self.program, dest);
                let ty = ty.ok_or_else(|| Halt::unmodelled("a place that makes no sense"))?;
                // What is made of a value of which nothing is known is another.
                let value = match self.rvalue(frame, value, &ty) {
                    Err(Halt::Vague) => memory::Val::Unknown,
                    other => other?,
                };
                let dest = self.pointer(frame, dest)?;
                self.memory.set(&dest, value)
            }
            Stmt::Assert { cond, obligation } => self.claim(frame, cond, *obligation),
            Stmt::Way { .. } => Ok(()),
            Stmt::Assume { cond, .. } => match self.truth(frame, cond, false) {
                // A fact about a value that may be any of its type says which it is not: that is still any.
                Ok(true) | Err(Halt::Vague) => Ok(()),
                Ok(false) => Err(Halt::Impossible),
                Err(other) => Err(other),
            },
            Stmt::Havoc { dest } => {
                let dest = self.pointer(frame, dest)?;
                self.memory.set(&dest, memory::Val::Unknown)
            }
            Stmt::Call { callee, args, dest, requires, span, origin } => {
                let values = self.arguments(frame, callee, args)?;
                self.claim_requires(frame, callee, &values, requires)?;
                let result = self.callee(frame, callee, values, *span, origin)?;
                let dest = self.pointer(frame, dest)?;
                self.memory.set(&dest, result)
            }
            Stmt::Intrinsic { op, args, dest } => {
                let mut values = Vec::new();
                for arg in args {
                    let ty = self.operand_ty(frame, arg);
                    values.push(self.operand(frame, arg, &ty)?);
                }
                let result = self.memory.intrinsic(*op, values)?;
                let dest = self.pointer(frame, dest)?;
                self.memory.set(&dest, result)
            }
            Stmt::Drop { place, glue, span } => self.dropped(frame, place, glue, *span),
            Stmt::LoopClause(at) => match frame.body.clauses.get(*at) {
                // They are claims about all turns; a run has nothing to do.
                Some(LoopClause::Invariant(..) | LoopClause::Decreases(..)) | None => Ok(()),
            },
            Stmt::Unmodelled { what, .. } => {
                let what = frame.body.unmodelled.get(*what).map_or("?", |known| known.what.as_str());
                Err(Halt::unmodelled(what))
            }
        }
    }

    fn claim(&mut self, frame: &Frame<'_>, cond: &Term, obligation: ObligationIx) -> OrHalt<()> {
        let known = frame.body.obligations.get(obligation.0 as usize);
        let at_end = known.is_some_and(|known| matches!(known.kind, Kind::Ensures | Kind::Invariant));
        match (self.truth(frame, cond, at_end)?, known) {
            (true, _) => Ok(()),
            (false, Some(known)) => Err(self.failed(frame, known)),
            (false, None) => Err(Halt::Impossible),
        }
    }

    /// A claim of a body that does not hold. Those of the standard library are seen from the user's call.
    fn failed(&self, frame: &Frame<'_>, claim: &Obligation) -> Halt {
        let mut seen = claim.clone();
        seen.through = self.stack.iter().map(|caller| caller.span).collect();
        let of = self.program.func(frame.body.inst.func);
        let user = self.stack.iter().rev().find(|caller| !caller.std);
        if let Some(user) = user.filter(|_| of.std) {
            seen.span = user.span;
            seen.panics_at = self.stack.last().and_then(|caller| caller.at);
        } else if of.track_caller {
            seen.panics_at = None;
        }
        Halt::Failed(Box::new(seen))
    }

    fn rvalue(&mut self, frame: &Frame<'_>, value: &Rvalue, ty: &Ty) -> OrHalt<memory::Val> {
        use memory::Val;
        Ok(match value {
            Rvalue::Use(operand) => self.operand(frame, operand, ty)?,
            Rvalue::Ref(_, place) => Val::Ref(self.pointer(frame, place)?),
            Rvalue::Compute(term) => {
                let value = self.value(frame, term, false)?;
                self.memory.store(&value, ty)?
            }
            Rvalue::Aggregate(made, variant, operands) => {
                let mut parts = Vec::new();
                for (at, operand) in operands.iter().enumerate() {
                    let ty = match made.peeled() {
                        Ty::Adt(id, args) => crate::mir::types::field_ty(self.program, *id, args, *variant, at),
                        Ty::Tuple(all) => all.get(at).cloned(),
                        other => other.element().cloned(),
                    };
                    parts.push(self.operand(frame, operand, &ty.unwrap_or(Ty::Never))?);
                }
                match made.peeled() {
                    Ty::Adt(id, _) => Val::Adt(*id, *variant, parts),
                    Ty::Tuple(_) => Val::Tuple(parts),
                    _ => Val::Seq(parts),
                }
            }
            Rvalue::Repeat(made, operand, n) => {
                let element = made.element().cloned().unwrap_or(Ty::Never);
                let value = self.operand(frame, operand, &element)?;
                let n = value::index(&self.value(frame, n, false)?)?;
                self.fuel = self.fuel.checked_sub(n as u64).ok_or(Halt::OutOfFuel)?;
                Val::Seq(vec![value; n])
            }
            Rvalue::IsVariant(place, variant) => {
                let of = self.memory.seen(&self.pointer(frame, place)?)?;
                match of {
                    Val::Adt(_, is, _) => Val::Plain(Value::Bool(is == *variant)),
                    _ => return Err(Halt::unmodelled("the variant of a value that has none")),
                }
            }
            Rvalue::Len(place) => match self.memory.seen(&self.pointer(frame, place)?)? {
                Val::Seq(all) => Val::Plain(Value::Int(all.len().into())),
                Val::Plain(Value::Str(text)) => Val::Plain(Value::Int(text.len().into())),
                _ => return Err(Halt::unmodelled("the length of a value that has none")),
            },
        })
    }

    fn arguments(&mut self, frame: &Frame<'_>, callee: &FnInst, args: &[Operand]) -> OrHalt<Vec<memory::Val>> {
        let body = self.program.mir(callee);
        let mut values = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let declared = body.as_ref().and_then(|body| body.locals.get(at)).map(|local| local.ty.clone());
            let ty = declared.unwrap_or_else(|| self.operand_ty(frame, arg));
            values.push(self.operand(frame, arg, &ty)?);
        }
        Ok(values)
    }

    fn claim_requires(
        &mut self,
        frame: &Frame<'_>,
        callee: &FnInst,
        args: &[memory::Val],
        requires: &[ObligationIx],
    ) -> OrHalt<()> {
        if requires.is_empty() {
            return Ok(());
        }
        let contract = self.program.contract(callee);
        let plain: Vec<OrHalt<Value>> = args.iter().map(|arg| self.memory.plain(arg)).collect();
        let leaf = |kind: &TermKind| match kind {
            TermKind::Local(id) | TermKind::Old(id) => plain
                .get(id.0 as usize)
                .cloned()
                .unwrap_or_else(|| Err(Halt::unmodelled("an argument that is not there"))),
            _ => Err(Halt::unmodelled("a variable out of its scope")),
        };
        for (clause, ix) in contract.requires.iter().zip(requires) {
            let mut evaluator = Evaluator { program: self.program, fuel: &mut self.fuel, depth: 0 };
            if evaluator.value(&clause.term, &leaf)? != Value::Bool(true) {
                let known = frame.body.obligations.get(ix.0 as usize);
                return Err(known.map_or(Halt::Impossible, |known| self.failed(frame, known)));
            }
        }
        Ok(())
    }

    fn callee(
        &mut self,
        frame: &Frame<'_>,
        callee: &FnInst,
        args: Vec<memory::Val>,
        span: Span,
        origin: &CallOrigin,
    ) -> OrHalt<memory::Val> {
        let def = self.program.func(callee.func);
        match self.program.mir(callee) {
            // The type may have one of its own in place of a provided method.
            _ if def.is_abstract(callee) => Err(Halt::Unmodelled(format!("a call of `{}`", def.path))),
            Some(body) if body.params == args.len() => {
                let std = self.program.func(frame.body.inst.func).std;
                // Chains of calls inside the standard library are seen from the user's call.
                let at = if std { self.stack.last().and_then(|caller| caller.at) } else { origin.at };
                let at = at.filter(|_| def.track_caller);
                self.stack.push(Caller { span, std, at });
                let result = self.call(&body, args);
                self.stack.pop();
                result
            }
            Some(_) => Err(Halt::unmodelled("another number of arguments")),
            None => Err(Halt::Unmodelled(format!("a call of `{}`", def.path))),
        }
    }

    /// The implementations of `Drop` that there is something for.
    fn dropped(&mut self, frame: &Frame<'_>, place: &Place, glue: &[(Place, FnInst)], span: Span) -> OrHalt<()> {
        let of = self.pointer(frame, place).and_then(|at| self.memory.get(&at));
        if !glue.is_empty() && of.is_ok_and(|value| value.is_vague()) {
            return Err(Halt::Vague);
        }
        for (part, callee) in glue {
            // A part of a variant that the value is not of, or of what was moved, is not there.
            let Ok(target) = self.pointer(frame, part) else { continue };
            let there = self.memory.get(&target).is_ok_and(|value| value.is_whole());
            if there {
                self.callee(frame, callee, vec![memory::Val::Ref(target)], span, &CallOrigin::default())?;
            }
        }
        match self.pointer(frame, place) {
            Ok(target) => self.memory.set(&target, memory::Val::Nothing),
            Err(_) => Ok(()),
        }
    }
}
