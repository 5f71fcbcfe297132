//! Places as they are: cells, and pointers into them.
use std::collections::HashMap;

use super::{Halt, OrHalt};
use crate::ids::AdtId;
use crate::mir::Projection;
use crate::mir::types::{field_ty, step_ty};
use crate::program::Program;
use crate::ty::Ty;
use crate::value::Value;

/// A cell: what a local, or something that an argument refers to, is kept in.
pub(super) type Cell = usize;

/// A value at work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Val {
    /// One without parts.
    Plain(Value),
    Tuple(Vec<Val>),
    Adt(AdtId, usize, Vec<Val>),
    Seq(Vec<Val>),
    /// A reference, shared or not. (A `Box` is its content.)
    Ref(Pointer),
    /// Some value of its type. It may be moved about; whoever looks at it learns nothing.
    Unknown,
    /// None: it was moved, or never there.
    Nothing,
}

impl Val {
    /// Whether no part of it was moved.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Val::Nothing => false,
            Val::Tuple(all) | Val::Adt(_, _, all) | Val::Seq(all) => all.iter().all(Val::is_whole),
            Val::Plain(_) | Val::Ref(_) | Val::Unknown => true,
        }
    }

    /// Whether nothing is known of a part of it.
    pub(super) fn is_vague(&self) -> bool {
        match self {
            Val::Unknown => true,
            Val::Tuple(all) | Val::Adt(_, _, all) | Val::Seq(all) => all.iter().any(Val::is_vague),
            Val::Plain(_) | Val::Ref(_) | Val::Nothing => false,
        }
    }
}

/// A step into a value.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// A component, or a field of the variant that the value is of.
    Part(usize),
    Index(usize),
    /// Some of the elements; the last step of a pointer.
    Slice(usize, usize),
}

/// Where a place is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    cell: Cell,
    steps: Vec<Step>,
}

impl Pointer {
    pub(super) fn to(cell: Cell) -> Pointer {
        Pointer { cell, steps: Vec::new() }
    }

    fn part(mut self, at: usize) -> Pointer {
        self.steps.push(Step::Part(at));
        self
    }

    fn element(mut self, at: usize) -> OrHalt<Pointer> {
        match self.steps.last() {
            Some(Step::Slice(lo, hi)) if at < hi - lo => {
                let at = lo + at;
                self.steps.pop();
                self.steps.push(Step::Index(at));
            }
            Some(Step::Slice(..)) => return Err(Halt::unmodelled("an index out of bounds")),
            _ => self.steps.push(Step::Index(at)),
        }
        Ok(self)
    }

    fn slice(mut self, lo: usize, hi: usize) -> OrHalt<Pointer> {
        if lo > hi {
            return Err(Halt::unmodelled("a slice that ends before it starts"));
        }
        let (lo, hi) = match self.steps.last() {
            Some(Step::Slice(from, to)) if hi <= to - from => {
                let bounds = (from + lo, from + hi);
                self.steps.pop();
                bounds
            }
            Some(Step::Slice(..)) => return Err(Halt::unmodelled("a slice out of bounds")),
            _ => (lo, hi),
        };
        self.steps.push(Step::Slice(lo, hi));
        Ok(self)
    }
}

/// All that can be reached from some cells, which are the first; the rest is numbered in the order in which it is come by. Two of the same
/// locals are equal exactly if nothing that the locals lead to can tell them apart.
#[derive(PartialEq, Eq)]
pub(super) struct State(Vec<Val>);

impl State {
    /// How many values it has.
    pub(super) fn size(&self) -> u64 {
        fn size(value: &Val) -> u64 {
            match value {
                Val::Tuple(all) | Val::Adt(_, _, all) | Val::Seq(all) => 1 + all.iter().map(size).sum::<u64>(),
                _ => 1,
            }
        }
        self.0.iter().map(size).sum()
    }
}

/// All cells.
pub(super) struct Memory<'a> {
    program: &'a dyn Program,
    cells: Vec<Val>,
}

fn gone<T>() -> OrHalt<T> {
    Err(Halt::unmodelled("a value that is not there"))
}

impl<'a> Memory<'a> {
    pub(super) fn new(program: &'a dyn Program) -> Self {
        Memory { program, cells: Vec::new() }
    }

    /// A new cell with a value.
    pub(super) fn cell(&mut self, value: Val) -> Cell {
        self.cells.push(value);
        self.cells.len() - 1
    }

    /// A value of a type at work; what it refers to gets cells of its own.
    pub(super) fn store(&mut self, value: &Value, ty: &Ty) -> OrHalt<Val> {
        let all = |this: &mut Self, values: &[Value], ty: &dyn Fn(usize) -> Option<Ty>| -> OrHalt<Vec<Val>> {
            let one =
                |(at, value)| this.store(value, &ty(at).ok_or_else(|| Halt::unmodelled("a value of another type"))?);
            values.iter().enumerate().map(one).collect()
        };
        Ok(match (value, ty) {
            (value, Ty::Ref(_, inner) | Ty::Borrow(inner)) => {
                let inner = self.store(value, inner)?;
                Val::Ref(Pointer::to(self.cell(inner)))
            }
            (value, Ty::Boxed(inner)) => self.store(value, inner)?,
            (Value::Tuple(parts), Ty::Tuple(tys)) => Val::Tuple(all(self, parts, &|at| tys.get(at).cloned())?),
            (Value::Adt(id, variant, parts), Ty::Adt(_, args)) => {
                let (id, variant, program) = (*id, *variant, self.program);
                Val::Adt(id, variant, all(self, parts, &|at| field_ty(program, id, args, variant, at))?)
            }
            (Value::Seq(parts), ty) => {
                let element = ty.element().cloned();
                Val::Seq(all(self, parts, &|_| element.clone())?)
            }
            (Value::Int(n), Ty::Char) => match u32::try_from(n.clone()).ok().and_then(char::from_u32) {
                Some(c) => Val::Plain(Value::Char(c)),
                None => return Err(Halt::unmodelled("a number that is no character")),
            },
            (Value::Char(c), Ty::Int(_) | Ty::Exact) => Val::Plain(Value::Int(u32::from(*c).into())),
            (other, _) => Val::Plain(other.clone()),
        })
    }

    /// The value as such, seen through references.
    pub(super) fn plain(&self, value: &Val) -> OrHalt<Value> {
        let all = |parts: &[Val]| parts.iter().map(|part| self.plain(part)).collect::<OrHalt<Vec<Value>>>();
        Ok(match value {
            Val::Plain(value) => value.clone(),
            Val::Tuple(parts) => Value::Tuple(all(parts)?),
            Val::Adt(id, variant, parts) => Value::Adt(*id, *variant, all(parts)?),
            Val::Seq(parts) => Value::Seq(all(parts)?),
            Val::Ref(target) => self.plain(&self.get(target)?)?,
            Val::Unknown => return Err(Halt::Vague),
            Val::Nothing => return gone(),
        })
    }

    /// The state of what some cells lead to. `None` if a part of it may be any value of its type.
    pub(super) fn state(&self, roots: &[Cell]) -> Option<State> {
        fn renumber(value: &mut Val, cells: &mut Vec<Cell>, numbers: &mut HashMap<Cell, usize>) -> bool {
            match value {
                Val::Tuple(all) | Val::Adt(_, _, all) | Val::Seq(all) => {
                    all.iter_mut().all(|part| renumber(part, cells, numbers))
                }
                Val::Ref(target) => {
                    target.cell = *numbers.entry(target.cell).or_insert_with(|| {
                        cells.push(target.cell);
                        cells.len() - 1
                    });
                    true
                }
                Val::Unknown => false,
                Val::Plain(_) | Val::Nothing => true,
            }
        }
        let mut cells = roots.to_vec();
        let mut numbers = roots.iter().enumerate().map(|(number, cell)| (*cell, number)).collect();
        let mut state = Vec::new();
        while let Some(cell) = cells.get(state.len()) {
            let mut value = self.cells.get(*cell)?.clone();
            if !renumber(&mut value, &mut cells, &mut numbers) {
                return None;
            }
            state.push(value);
        }
        Some(State(state))
    }

    /// What a value is, seen through references.
    pub(super) fn through(&self, value: &Val) -> OrHalt<Val> {
        match value {
            Val::Ref(target) => self.seen(target),
            other => Ok(other.clone()),
        }
    }

    /// What is at a place, seen through references.
    pub(super) fn seen(&self, at: &Pointer) -> OrHalt<Val> {
        let value = self.get(at)?;
        self.through(&value)
    }

    /// The index that is kept at a place.
    pub(super) fn index(&self, at: &Pointer) -> OrHalt<usize> {
        super::value::index(&self.plain(&self.get(at)?)?)
    }

    pub(super) fn get(&self, at: &Pointer) -> OrHalt<Val> {
        let mut value = self.cells.get(at.cell).map_or_else(gone, Ok)?;
        for step in &at.steps {
            value = match (step, value) {
                (Step::Part(at), Val::Tuple(parts) | Val::Adt(_, _, parts)) => parts.get(*at),
                (Step::Index(at), Val::Seq(parts)) => parts.get(*at),
                (Step::Slice(lo, hi), Val::Seq(parts)) => {
                    let part = parts.get(*lo..*hi).map(|part| Val::Seq(part.to_vec()));
                    return part.map_or_else(gone, Ok);
                }
                _ => None,
            }
            .map_or_else(gone, Ok)?;
        }
        Ok(value.clone())
    }

    pub(super) fn set(&mut self, at: &Pointer, new: Val) -> OrHalt<()> {
        let mut value = self.cells.get_mut(at.cell).map_or_else(gone, Ok)?;
        for step in &at.steps {
            value = match (step, value) {
                (Step::Part(at), Val::Tuple(parts) | Val::Adt(_, _, parts)) => parts.get_mut(*at),
                (Step::Index(at), Val::Seq(parts)) => parts.get_mut(*at),
                (Step::Slice(lo, hi), Val::Seq(parts)) => {
                    return match (parts.get_mut(*lo..*hi), new) {
                        (Some(part), Val::Seq(new)) if part.len() == new.len() => {
                            part.clone_from_slice(&new);
                            Ok(())
                        }
                        _ => Err(Halt::unmodelled("a slice of another length")),
                    };
                }
                _ => None,
            }
            .map_or_else(gone, Ok)?;
        }
        *value = new;
        Ok(())
    }

    /// Moves a value out.
    pub(super) fn take(&mut self, at: &Pointer) -> OrHalt<Val> {
        let value = self.get(at)?;
        if let Val::Nothing = value {
            return gone();
        }
        if !matches!(at.steps.last(), Some(Step::Slice(..))) {
            self.set(at, Val::Nothing)?;
        }
        Ok(value)
    }

    /// Where the steps from a place of a type lead to.
    pub(super) fn follow(
        &self,
        start: Pointer,
        ty: Ty,
        steps: &[Projection],
        index: &dyn Fn(crate::ids::LocalId) -> OrHalt<usize>,
    ) -> OrHalt<Pointer> {
        let (mut at, mut ty) = (start, ty);
        for step in steps {
            let next = step_ty(self.program, &ty, step);
            at = match (step, &ty) {
                (Projection::Deref, Ty::Boxed(_)) => at,
                (Projection::Deref, _) => match self.get(&at)? {
                    Val::Ref(target) => target,
                    Val::Unknown => return Err(Halt::Vague),
                    _ => return gone(),
                },
                (Projection::Field { variant, field }, _) => match self.get(&at)? {
                    Val::Adt(_, is, _) if is == *variant => at.part(*field),
                    Val::Unknown => return Err(Halt::Vague),
                    _ => return gone(),
                },
                (Projection::Component(n), _) => at.part(*n),
                (Projection::Index(id), _) => at.element(index(*id)?)?,
                (Projection::ConstantIndex { offset, from_end }, _) => {
                    let offset = *offset as usize;
                    let from = match (from_end, self.get(&at)?) {
                        (false, _) => offset,
                        (true, Val::Seq(all)) if offset <= all.len() => all.len() - offset,
                        _ => return gone(),
                    };
                    at.element(from)?
                }
                (Projection::Slice { lo, hi }, _) => at.slice(index(*lo)?, index(*hi)?)?,
            };
            ty = next.ok_or_else(|| Halt::unmodelled("a place that makes no sense"))?;
        }
        Ok(at)
    }
}
