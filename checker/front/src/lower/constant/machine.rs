//! MIR, executed: what a constant's body comes to, with literals for values.
//!
//! It has an answer only where everything on the way is known: no input, nothing unmodelled, no claim that fails (rustc would
//! have refused such a constant). Values of types outside the model, such as text, are [`TermKind::NoValue`]: they can be moved about.
use std::sync::Arc;

use num_traits::ToPrimitive;
use refine_core::ids::{BlockId, LocalId};
use refine_core::mir::{Block, Body, Intrinsic, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, Ty};

use super::fold;

/// How many statements, or elements of sequences that are copied, one constant may take.
const FUEL: u64 = 4_000_000;
/// How deep calls may go.
const DEPTH: usize = 64;

/// Where bodies of called functions come from.
pub(crate) trait Bodies {
    /// The body of an instance.
    fn body(&self, inst: &FnInst) -> Option<Arc<Body>>;
}

/// What a body returns, or what it is that it needs and that is not known.
pub(crate) fn run(bodies: &dyn Bodies, body: Arc<Body>) -> Result<Term, String> {
    let mut machine = Machine { bodies, frames: Vec::new(), fuel: FUEL, wanted: None };
    match machine.call(body, Vec::new()) {
        Some(Slot::Value(value)) => Ok(value),
        _ if machine.fuel == 0 => Err("it takes too long to evaluate".to_owned()),
        _ => Err(match machine.wanted {
            Some(what) => format!("it needs {what}"),
            None => "its value is not known".to_owned(),
        }),
    }
}

/// What a local holds.
#[derive(Clone)]
enum Slot {
    Empty,
    Value(Term),
    /// A `&mut` to a part of a local of a call that is still going on.
    Borrow(KnownPlace),
}

/// A place with all indices known.
#[derive(Clone)]
struct KnownPlace {
    frame: usize,
    local: LocalId,
    steps: Vec<Step>,
}

/// A step from a value to a part.
#[derive(Clone, Copy)]
enum Step {
    Field { variant: usize, field: usize },
    Component(usize),
    Element(usize),
    Part { lo: usize, hi: usize },
}

struct Frame {
    body: Arc<Body>,
    locals: Vec<Slot>,
}

struct Machine<'a> {
    bodies: &'a dyn Bodies,
    frames: Vec<Frame>,
    fuel: u64,
    /// What was needed and is outside the model.
    wanted: Option<String>,
}

impl Machine<'_> {
    fn call(&mut self, body: Arc<Body>, args: Vec<Slot>) -> Option<Slot> {
        if self.frames.len() >= DEPTH || args.len() != body.params {
            return None;
        }
        let mut locals = args;
        locals.resize_with(body.locals.len(), || Slot::Empty);
        let result = body.result();
        self.frames.push(Frame { body: Arc::clone(&body), locals });
        let mut at = BlockId(0);
        while let Some(next) = self.block(body.blocks.get(at.0 as usize)?)? {
            at = next;
        }
        let mut frame = self.frames.pop()?;
        let result = std::mem::replace(frame.locals.get_mut(result.0 as usize)?, Slot::Empty);
        match result {
            // The place it points to must outlive the call.
            Slot::Borrow(target) if target.frame >= self.frames.len() => None,
            result => Some(result),
        }
    }

    /// Executes a block. The block to go on in, or `None` inside where the function returns.
    fn block(&mut self, block: &Block) -> Option<Option<BlockId>> {
        for stmt in &block.stmts {
            self.spend(1)?;
            self.stmt(stmt)?;
        }
        self.spend(1)?;
        match &block.end {
            Terminator::Goto(to) => Some(Some(*to)),
            Terminator::Branch { cond, then, otherwise } => {
                let taken = fold::boolean(&self.term(cond)?)?;
                Some(Some(if taken { *then } else { *otherwise }))
            }
            Terminator::Return => Some(None),
            Terminator::Stop => None,
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<()> {
        match stmt {
            Stmt::Assign { dest, value } => {
                let value = self.rvalue(value)?;
                self.set(dest, value)
            }
            Stmt::Assert { cond, .. } => fold::boolean(&self.term(cond)?)?.then_some(()),
            Stmt::Way { .. } => Some(()),
            // (Of what has no value here, it says nothing.)
            Stmt::Assume { cond, .. } => fold::boolean(&self.term(cond)?).unwrap_or(true).then_some(()),
            Stmt::Havoc { dest } => {
                let ty = self.ty_of(dest)?;
                self.set(dest, Slot::Value(Term::new(TermKind::NoValue, ty)))
            }
            Stmt::Call { callee, args, dest, .. } => {
                let args = args.iter().map(|arg| self.operand(arg)).collect::<Option<_>>()?;
                let body = self.bodies.body(callee);
                if body.is_none() {
                    self.wanted = Some("a function without a body".to_owned());
                }
                let body = body?;
                let result = self.call(body, args)?;
                self.set(dest, result)
            }
            Stmt::Intrinsic { op, args, dest } => self.intrinsic(*op, args, dest),
            Stmt::Drop { glue, .. } => glue.is_empty().then_some(()),
            Stmt::LoopClause(_) => Some(()),
            Stmt::Unmodelled { what, .. } => {
                let body = &self.frames.last()?.body;
                self.wanted = body.unmodelled.get(*what).map(|known| known.what.clone());
                None
            }
        }
    }

    fn rvalue(&mut self, value: &Rvalue) -> Option<Slot> {
        let value = match value {
            Rvalue::Use(operand) => return self.operand(operand),
            Rvalue::Ref(true, place) => return Some(Slot::Borrow(self.resolve(place)?)),
            Rvalue::Ref(false, place) => self.read(place)?,
            Rvalue::Compute(term) => self.term(term)?,
            Rvalue::Aggregate(ty, variant, parts) => {
                let parts = parts.iter().map(|part| self.value(part)).collect::<Option<Vec<Term>>>()?;
                let kind = match ty {
                    Ty::Tuple(_) => TermKind::Tuple(parts),
                    Ty::Adt(..) => TermKind::Ctor(*variant, parts),
                    Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_) => TermKind::SeqLit(parts),
                    _ => return None,
                };
                Term::new(kind, ty.clone())
            }
            Rvalue::Repeat(ty, value, n) => {
                let value = self.value(value)?;
                let n = fold::integer(&self.term(n)?)?.to_u64().filter(|n| *n <= fold::LONGEST)?;
                self.spend(n)?;
                fold::list(vec![value; n as usize], ty)
            }
            Rvalue::IsVariant(place, variant) => match self.read(place)?.kind() {
                TermKind::Ctor(is, _) => Term::bool(is == variant),
                _ => return None,
            },
            Rvalue::Len(place) => {
                let len = fold::elements(&self.read(place)?)?.len();
                Term::int(len, Ty::Int(refine_core::ty::IntTy::Usize))
            }
        };
        Some(Slot::Value(value))
    }

    fn intrinsic(&mut self, op: Intrinsic, args: &[Operand], dest: &Place) -> Option<()> {
        let number = |term: Term| fold::integer(&term)?.to_usize();
        let unit = || Term::new(TermKind::Tuple(Vec::new()), Ty::unit());
        let result = match (op, args) {
            (Intrinsic::Concat, [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let all = [fold::elements(&a)?, fold::elements(&b)?].concat();
                self.spend(all.len() as u64)?;
                fold::list(all, &Ty::Vec(Box::new(a.ty().element()?.clone())))
            }
            (Intrinsic::Read, [seq, at]) => {
                let (seq, at) = (self.value(seq)?, number(self.value(at)?)?);
                fold::elements(&seq)?.get(at)?.clone()
            }
            (_, [target, rest @ ..]) => {
                let Slot::Borrow(target) = self.operand(target)? else { return None };
                let rest = rest.iter().map(|arg| self.value(arg)).collect::<Option<Vec<Term>>>()?;
                let old = self.at(&target)?;
                let mut all = fold::elements(&old)?.to_vec();
                self.spend(all.len() as u64)?;
                match (op, rest.as_slice()) {
                    (Intrinsic::Push, [value]) => all.push(value.clone()),
                    (Intrinsic::Append, [more]) => all.extend_from_slice(fold::elements(more)?),
                    (Intrinsic::Truncate, [n]) => all.truncate(number(n.clone())?),
                    (Intrinsic::Insert, [at, value]) => {
                        let at = number(at.clone()).filter(|at| *at <= all.len())?;
                        all.insert(at, value.clone());
                    }
                    (Intrinsic::Cut, [lo, hi]) => {
                        let (lo, hi) = (number(lo.clone())?, number(hi.clone())?);
                        all.get(lo..hi)?;
                        all.drain(lo..hi);
                    }
                    _ => return None,
                }
                self.write(&target, fold::list(all, old.ty()))?;
                unit()
            }
            _ => return None,
        };
        self.set(dest, Slot::Value(result))
    }

    /// Evaluates a term over the locals of the current call.
    fn term(&mut self, term: &Term) -> Option<Term> {
        let frame = self.frames.last()?;
        let value = fold::literal(term, &|id| match frame.locals.get(id.0 as usize)? {
            Slot::Value(value) => Some(value.clone()),
            Slot::Empty | Slot::Borrow(_) => None,
        })?;
        // What makes a new sequence copies it.
        if let TermKind::SeqLit(all) = value.kind() {
            self.spend(all.len() as u64)?;
        }
        Some(value)
    }

    fn operand(&mut self, operand: &Operand) -> Option<Slot> {
        match operand {
            Operand::Constant(term) => Some(Slot::Value(self.term(term)?)),
            Operand::Copy(place) | Operand::Move(place) => {
                if place.projections.is_empty() {
                    let slot = self.frames.last()?.locals.get(place.local.0 as usize)?.clone();
                    return (!matches!(slot, Slot::Empty)).then_some(slot);
                }
                self.read(place).map(Slot::Value)
            }
        }
    }

    fn value(&mut self, operand: &Operand) -> Option<Term> {
        match self.operand(operand)? {
            Slot::Value(value) => Some(value),
            Slot::Empty | Slot::Borrow(_) => None,
        }
    }

    /// Sets a place of the current call.
    fn set(&mut self, dest: &Place, value: Slot) -> Option<()> {
        if dest.projections.is_empty() {
            *self.frames.last_mut()?.locals.get_mut(dest.local.0 as usize)? = value;
            return Some(());
        }
        let Slot::Value(value) = value else { return None };
        let target = self.resolve(dest)?;
        self.write(&target, value)
    }

    fn read(&mut self, place: &Place) -> Option<Term> {
        let target = self.resolve(place)?;
        self.at(&target)
    }

    /// Where a place of the current call is.
    fn resolve(&self, place: &Place) -> Option<KnownPlace> {
        let index = |id: LocalId| match self.frames.last()?.locals.get(id.0 as usize)? {
            Slot::Value(value) => fold::integer(value)?.to_usize(),
            Slot::Empty | Slot::Borrow(_) => None,
        };
        let mut target = KnownPlace { frame: self.frames.len() - 1, local: place.local, steps: Vec::new() };
        for step in &place.projections {
            let step = match step {
                Projection::Deref => {
                    // Shared references and boxes are what they point to.
                    if target.steps.is_empty()
                        && let Slot::Borrow(to) = self.slot(&target)?
                    {
                        target = to.clone();
                    }
                    continue;
                }
                Projection::Field { variant, field } => Step::Field { variant: *variant, field: *field },
                Projection::Component(at) => Step::Component(*at),
                Projection::Index(id) => Step::Element(index(*id)?),
                Projection::ConstantIndex { offset, from_end } => {
                    let offset = offset.to_usize()?;
                    Step::Element(if *from_end {
                        fold::elements(&self.at(&target)?)?.len().checked_sub(offset)?
                    } else {
                        offset
                    })
                }
                Projection::Slice { lo, hi } => Step::Part { lo: index(*lo)?, hi: index(*hi)? },
            };
            target.steps.push(step);
        }
        Some(target)
    }

    /// The type of a local that is set as a whole.
    fn ty_of(&self, dest: &Place) -> Option<Ty> {
        let body = &self.frames.last()?.body;
        dest.projections.is_empty().then(|| body.locals[dest.local.0 as usize].ty.plain())
    }

    fn slot(&self, target: &KnownPlace) -> Option<&Slot> {
        self.frames.get(target.frame)?.locals.get(target.local.0 as usize)
    }

    fn at(&self, target: &KnownPlace) -> Option<Term> {
        let Slot::Value(value) = self.slot(target)? else { return None };
        target.steps.iter().try_fold(value.clone(), |value, step| part(&value, *step))
    }

    fn write(&mut self, target: &KnownPlace, value: Term) -> Option<()> {
        let Slot::Value(old) = self.slot(target)? else { return None };
        let new = with(&old.clone(), &target.steps, value, &mut self.fuel)?;
        *self.frames.get_mut(target.frame)?.locals.get_mut(target.local.0 as usize)? = Slot::Value(new);
        Some(())
    }

    fn spend(&mut self, amount: u64) -> Option<()> {
        let left = self.fuel.checked_sub(amount);
        self.fuel = left.unwrap_or(0);
        left.map(drop)
    }
}

/// A part of a literal.
fn part(value: &Term, step: Step) -> Option<Term> {
    match (step, value.kind()) {
        (Step::Field { variant, field }, TermKind::Ctor(is, all)) if *is == variant => all.get(field).cloned(),
        (Step::Component(at), TermKind::Tuple(all)) => all.get(at).cloned(),
        (Step::Element(at), TermKind::SeqLit(all)) => all.get(at).cloned(),
        (Step::Part { lo, hi }, TermKind::SeqLit(all)) => {
            let ty = Ty::Slice(Box::new(value.ty().element()?.clone()));
            Some(fold::list(all.get(lo..hi)?.to_vec(), &ty))
        }
        _ => None,
    }
}

/// A literal with a part replaced.
fn with(value: &Term, steps: &[Step], new: Term, fuel: &mut u64) -> Option<Term> {
    let Some((step, rest)) = steps.split_first() else { return Some(new) };
    let (at, all) = match (*step, value.kind()) {
        (Step::Field { variant, field }, TermKind::Ctor(is, all)) if *is == variant => (field, all),
        (Step::Component(at), TermKind::Tuple(all)) | (Step::Element(at), TermKind::SeqLit(all)) => (at, all),
        (Step::Part { lo, hi }, TermKind::SeqLit(all)) => {
            let inner = with(&part(value, Step::Part { lo, hi })?, rest, new, fuel)?;
            let inner = fold::elements(&inner).filter(|inner| inner.len() == hi - lo)?;
            let all = [all.get(..lo)?, inner, all.get(hi..)?].concat();
            return Some(fold::list(all, value.ty()));
        }
        _ => return None,
    };
    let left = fuel.checked_sub(all.len() as u64);
    *fuel = left.unwrap_or(0);
    left?;
    let mut all = all.clone();
    let slot = all.get_mut(at)?;
    *slot = with(slot, rest, new, fuel)?;
    let kind = match value.kind() {
        TermKind::Ctor(variant, _) => TermKind::Ctor(*variant, all),
        TermKind::Tuple(_) => TermKind::Tuple(all),
        _ => TermKind::SeqLit(all),
    };
    Some(Term::new(kind, value.ty().clone()))
}
