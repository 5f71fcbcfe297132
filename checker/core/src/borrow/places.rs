//! Places as values: reading, writing, borrowing, and where a borrow ends.
use crate::ids::LocalId;
use crate::ir::Stmt;
use crate::mir::{Operand, Place, Projection};
use crate::planted::{Defect, is_planted};
use crate::term::{BinOp, Term, TermKind};
use crate::ty::Ty;

use super::Lowering;
use super::init::State;
use super::terms::Terms;
use super::values::{Projector, half, len, local, pair, same, term};

/// What stands for a local.
pub(super) enum Form {
    /// Its value.
    Whole,
    /// What the reference points to, which the caller gets back.
    InOut(Ty),
    /// What the reference points to now, and (in a local of its own) at the end.
    Pair(Ty, LocalId),
    /// Nothing: the reference is another name of a place.
    Name(Ty),
}

impl Lowering<'_> {
    fn form(&self, id: LocalId) -> Form {
        match &self.mir.locals[id.0 as usize].ty {
            Ty::Borrow(inner) if (id.0 as usize) < self.mir.params => Form::InOut((**inner).clone()),
            Ty::Borrow(inner) if self.targets.of(id).is_some() => Form::Name((**inner).clone()),
            Ty::Borrow(inner) => match self.ends.get(&id) {
                Some(end) => Form::Pair((**inner).clone(), *end),
                None => Form::Whole,
            },
            _ => Form::Whole,
        }
    }

    /// A term over the locals of the IR.
    pub(super) fn rewrite(&self, of: &Term) -> Term {
        self.with_terms(|terms| terms.rewrite(of))
    }

    pub(super) fn with_terms<R>(&self, use_it: impl FnOnce(&Terms<'_>) -> R) -> R {
        let value = |id: LocalId| {
            let ty = &self.mir.locals[id.0 as usize].ty;
            self.read(&Place::local(id)).unwrap_or_else(|| (local(id, ty), ty.clone()))
        };
        let old = |id: LocalId| match &self.mir.locals[id.0 as usize].ty {
            Ty::Borrow(inner) => (term(TermKind::Old(id), inner), (**inner).clone()),
            ty => (term(TermKind::Old(id), ty), ty.clone()),
        };
        use_it(&Terms { program: self.program, local: &value, old: &old })
    }

    fn with_parts<R>(&self, use_it: impl FnOnce(&Projector<'_>) -> R) -> R {
        let index = |id: LocalId| local(id, &super::values::USIZE);
        use_it(&Projector { program: self.program, index: &index })
    }

    /// The value at a place, with its type as MIR knows it. `None` for a place that makes no sense.
    pub(super) fn read(&self, place: &Place) -> Option<(Term, Ty)> {
        let place = self.targets.canonical(place);
        let (start, rest) = self.start(&place)?;
        self.with_parts(|parts| rest.iter().try_fold(start, |(value, ty), step| parts.part(&value, &ty, step)))
    }

    /// The value that a place's path starts from, and the rest of the path.
    fn start<'p>(&self, place: &'p Place) -> Option<((Term, Ty), &'p [Projection])> {
        let id = place.local;
        let ty = self.mir.locals.get(id.0 as usize)?.ty.clone();
        let steps = &place.projections[..];
        Some(match (self.form(id), steps.split_first()) {
            (Form::Whole, _) => ((local(id, &ty), ty), steps),
            (Form::InOut(inner) | Form::Pair(inner, _), Some((Projection::Deref, rest))) => {
                ((local(id, &inner), inner), rest)
            }
            (Form::Pair(inner, end), _) => ((pair(local(id, &inner), local(end, &inner), &inner), ty), steps),
            // Of a reference that is only looked at, what it points to now is all that matters.
            (Form::InOut(inner), _) => ((pair(local(id, &inner), local(id, &inner), &inner), ty), steps),
            (Form::Name(inner), _) => {
                let (now, _) = self.read(self.targets.of(id)?)?;
                ((pair(now.clone(), now, &inner), ty), steps)
            }
        })
    }

    /// Gives a place a value; its old one has ended before.
    pub(super) fn write(&mut self, place: &Place, value: Term) -> Option<()> {
        let place = self.targets.canonical(place);
        let id = place.local;
        let ty = self.mir.locals.get(id.0 as usize)?.ty.clone();
        let steps = &place.projections[..];
        let (whole, ty, steps) = match (self.form(id), steps.split_first()) {
            (Form::Whole, _) => (local(id, &ty), ty, steps),
            (Form::InOut(inner) | Form::Pair(inner, _), Some((Projection::Deref, rest))) => {
                (local(id, &inner), inner, rest)
            }
            (Form::Pair(_, end), None) => {
                // The parts may be read from what is about to change.
                let value = self.keep(value);
                self.push(Stmt::Assign { dest: id, value: half(&value, 0) });
                self.push(Stmt::Assign { dest: end, value: half(&value, 1) });
                return Some(());
            }
            (Form::Name(_), None) => return Some(()),
            _ => return None,
        };
        let value = self.with_parts(|parts| parts.replaced(&whole, &ty, steps, value))?;
        self.push(Stmt::Assign { dest: id, value });
        Some(())
    }

    /// A mutable reference to a place as a pair. The place has its value at the end from now on.
    pub(super) fn borrow(&mut self, place: &Place, pointee: &Ty) -> Option<Term> {
        let (now, _) = self.read(place)?;
        let now = self.keep(Term::new(now.kind().clone(), pointee.plain()));
        let end = self.temporary(pointee);
        self.push(Stmt::Havoc { dest: end, made_up: self.hides_borrows });
        let end = local(end, pointee);
        self.keeps_length(&now, &end, pointee);
        if !is_planted(Defect::BorrowKeepsPlace) {
            self.write(place, end.clone())?;
        }
        Some(pair(now, end, pointee))
    }

    /// Nothing that is done by way of a reference to a slice changes its length.
    pub(super) fn keeps_length(&mut self, before: &Term, after: &Term, ty: &Ty) {
        if matches!(ty, Ty::Slice(_)) {
            self.assume(Term::test(BinOp::Eq, len(after), len(before)));
        }
    }

    /// Whether taking the operand's value changes what a place holds.
    pub(super) fn disturbs(&self, operand: &Operand) -> bool {
        let Some((_, place)) = operand.access() else { return false };
        let ty = crate::mir::types::place_ty(self.program, &self.mir.locals, place);
        matches!(ty, Some(Ty::Borrow(_)))
    }

    /// The value of an operand, with its type.
    pub(super) fn operand(&mut self, operand: &Operand) -> Option<(Term, Ty)> {
        let place = match operand {
            Operand::Constant(term) => return Some((self.rewrite(term), term.ty().clone())),
            Operand::Copy(place) | Operand::Move(place) => place,
        };
        let Some(Ty::Borrow(pointee)) = self.mir.place_ty(self.program, place) else { return self.read(place) };
        let ty = Ty::Borrow(pointee.clone());
        let own = match self.form(place.local) {
            Form::Whole | Form::Pair(..) => true,
            Form::InOut(_) | Form::Name(_) => !place.projections.is_empty(),
        };
        // What a reference that stays is copied for is a new one, to the same place.
        if own && matches!(operand, Operand::Move(_)) {
            return Some((self.read(place)?.0, ty));
        }
        Some((self.borrow(&place.project(Projection::Deref), &pointee)?, ty))
    }

    /// The values of operands that are taken one after the other.
    pub(super) fn operands(&mut self, all: &[Operand]) -> Option<Vec<Term>> {
        let mut values = Vec::new();
        for (at, operand) in all.iter().enumerate() {
            let (value, _) = self.operand(operand)?;
            let disturbed = all[at + 1..].iter().any(|later| self.disturbs(later));
            values.push(if disturbed && (!value.children().is_empty() || is_local(&value)) {
                self.keep(value)
            } else {
                value
            });
        }
        Some(values)
    }

    /// The references among the paths that are there end here: those that surely are, and those whose flag tells.
    pub(super) fn resolve(&mut self, state: &State, which: impl Fn(usize) -> bool) {
        for at in 0..self.init.paths.len() {
            let path = &self.init.paths[at];
            if path.is_borrow
                && which(at)
                && let Some(held) = self.held(at, state)
                && let Some(cond) = self.ended(&path.place)
            {
                self.assume(if held == Term::bool(true) { cond } else { Term::test(BinOp::Implies, held, cond) });
            }
        }
    }

    /// That the reference at a place, or each in the elements of an array, points to what it was to point to at its end.
    pub(super) fn ended(&self, place: &Place) -> Option<Term> {
        let (value, ty) = self.read(place)?;
        let fact = match ty {
            Ty::Array(element, n) => {
                let elements = (0..n.known()?).map(|offset| Projection::ConstantIndex { offset, from_end: false });
                let references = elements.flat_map(|at| self.init.references_in(place.project(at), &element));
                references
                    .map(|one| self.ended(&one))
                    .try_fold(Term::bool(true), |all, one| Some(Term::and(all, one?)))?
            }
            _ => same(half(&value, 0), half(&value, 1)),
        };
        let guard = self.is_there(place)?;
        Some(if guard == Term::bool(true) { fact } else { Term::test(BinOp::Implies, guard, fact) })
    }

    /// That the values on the way to a place are of the variants that it goes by.
    pub(super) fn is_there(&self, place: &Place) -> Option<Term> {
        let place = self.targets.canonical(place);
        let mut guard = Term::bool(true);
        for (at, step) in place.projections.iter().enumerate() {
            if let Projection::Field { variant, .. } = step {
                let before = Place { local: place.local, projections: place.projections[..at].to_vec() };
                let (value, ty) = self.read(&before)?;
                if let Ty::Adt(id, _) = &ty
                    && self.program.adt(*id).variants.len() > 1
                {
                    guard = Term::and(guard, term(TermKind::IsVariant(value, *variant), &Ty::Bool));
                }
            }
        }
        Some(guard)
    }
}

fn is_local(value: &Term) -> bool {
    matches!(value.kind(), TermKind::Local(_))
}
