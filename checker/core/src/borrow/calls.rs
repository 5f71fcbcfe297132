//! Calls, and the operations on sequences that are built in.
use std::sync::Arc;

use crate::ir::{self, CallOrigin};
use crate::mir::{Intrinsic, Operand, Place, Projection, Stmt};
use crate::span::Span;
use crate::term::{Term, TermKind};
use crate::ty::{FnInst, Ty};

use super::Lowering;
use super::statements::Point;
use super::values::{USIZE, half, len, local, pair, same, term};

/// A reference that is lent to a callee.
struct Lent {
    /// What it points to.
    place: Place,
    /// The operand's place, if the reference itself is given away.
    moved: Option<Place>,
    pointee: Ty,
}

impl Lowering<'_> {
    /// A reference that is an argument.
    fn lent(&self, operand: &Operand) -> Option<Lent> {
        let (_, place) = operand.access()?;
        let Ty::Borrow(pointee) = self.mir.place_ty(self.program, place)? else { return None };
        let moved = matches!(operand, Operand::Move(_)).then(|| place.clone());
        Some(Lent { place: place.project(Projection::Deref), moved, pointee: *pointee })
    }

    /// What a lent reference points to has changed. If it was given away, that is how it ends.
    fn returned(&mut self, lent: &Lent, value: Term) -> Option<()> {
        self.write(&lent.place, value)?;
        let Some(place) = &lent.moved else { return Some(()) };
        let (now_and_end, ty) = self.read(place)?;
        // Other names and parameters have no end of their own.
        let own =
            self.ends.contains_key(&place.local) || !place.projections.is_empty() || place.local == self.mir.result();
        if own && matches!(ty, Ty::Borrow(_)) {
            self.assume(same(half(&now_and_end, 0), half(&now_and_end, 1)));
        }
        Some(())
    }

    pub(super) fn call(&mut self, stmt: &Stmt, point: &Point<'_>) -> Option<()> {
        let Stmt::Call { callee, args, dest, requires, span, origin } = stmt else { return None };
        let mut values = Vec::new();
        let mut outs = Vec::new();
        let mut lent = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            match self.lent(arg) {
                Some(reference) => {
                    let (value, _) = self.read(&reference.place)?;
                    // What is written back may change what the argument is read from.
                    let value = self.keep(Term::new(value.kind().clone(), reference.pointee.plain()));
                    values.push(value.clone());
                    outs.push((at, self.temporary(&reference.pointee)));
                    lent.push((reference, value));
                }
                None => values.push(self.operand(arg)?.0),
            }
        }
        let result_ty = self.mir.place_ty(self.program, dest)?;
        let direct = self.plain_local(dest);
        if direct.is_some() {
            self.end_old(dest, point);
        }
        let result = direct.unwrap_or_else(|| self.temporary(&result_ty));
        self.push(ir::Stmt::Call {
            callee: callee.clone(),
            args: values,
            dest: result,
            outs: outs.clone(),
            requires: requires.clone(),
            span: *span,
            origin: origin.clone(),
        });
        for ((_, out), (lent, before)) in outs.iter().zip(&lent) {
            let after = local(*out, &lent.pointee);
            self.keeps_length(before, &after, &lent.pointee);
            self.returned(lent, after)?;
        }
        if direct.is_none() {
            self.end_old(dest, point);
            self.write(dest, local(result, &result_ty))?;
        }
        Some(())
    }

    /// A call of an implementation of `Drop` for a place.
    pub(super) fn drop_call(&mut self, place: &Place, callee: &FnInst, span: Span) -> Option<()> {
        let (value, ty) = self.read(place)?;
        let (out, dest) = (self.temporary(&ty), self.temporary(&Ty::unit()));
        self.push(ir::Stmt::Call {
            callee: callee.clone(),
            args: vec![value],
            dest,
            outs: vec![(0, out)],
            requires: Vec::new(),
            span,
            origin: Arc::new(CallOrigin::default()),
        });
        self.write(place, local(out, &ty))
    }

    pub(super) fn intrinsic(&mut self, op: Intrinsic, args: &[Operand], dest: &Place, point: &Point<'_>) -> Option<()> {
        if let (Intrinsic::Concat | Intrinsic::Read, [a, b]) = (op, args) {
            let (a, b) = (self.seen(a)?, self.seen(b)?);
            let ty = self.mir.place_ty(self.program, dest)?;
            let kind = match op {
                Intrinsic::Concat => TermKind::SeqConcat(a, b),
                _ => TermKind::SeqGet(a, b),
            };
            self.end_old(dest, point);
            return self.write(dest, term(kind, &ty));
        }
        let (vec, rest) = args.split_first()?;
        let lent = self.lent(vec)?;
        let (whole, ty) = self.read(&lent.place)?;
        let values = rest.iter().map(|arg| self.seen_or_moved(op, arg)).collect::<Option<Vec<Term>>>()?;
        let element = ty.element()?.clone();
        let part =
            |lo: Term, hi: Term| term(TermKind::SeqSlice(whole.clone(), lo, hi), &Ty::Slice(element.clone().into()));
        let zero = || Term::int(0, USIZE);
        let kind = match (op, values.as_slice()) {
            (Intrinsic::Push, [x]) => TermKind::SeqPush(whole, x.clone()),
            (Intrinsic::Append, [xs]) => TermKind::SeqConcat(whole, xs.clone()),
            (Intrinsic::Truncate, [n]) => TermKind::SeqSlice(whole, zero(), n.clone()),
            (Intrinsic::Insert, [at, x]) => {
                let front = term(TermKind::SeqPush(part(zero(), at.clone()), x.clone()), &ty);
                TermKind::SeqConcat(front, part(at.clone(), len(&whole)))
            }
            (Intrinsic::Cut, [lo, hi]) => TermKind::SeqConcat(part(zero(), lo.clone()), part(hi.clone(), len(&whole))),
            _ => return None,
        };
        self.returned(&lent, term(kind, &ty))?;
        self.unit(dest)
    }

    /// An operand that is looked at, through references.
    fn seen(&mut self, operand: &Operand) -> Option<Term> {
        match operand {
            Operand::Constant(term) => Some(self.rewrite(term)),
            Operand::Copy(place) | Operand::Move(place) => match self.read(place)? {
                (value, Ty::Borrow(_)) => Some(half(&value, 0)),
                (value, _) => Some(value),
            },
        }
    }

    /// An element that is moved in keeps its references; anything else is looked at.
    fn seen_or_moved(&mut self, op: Intrinsic, operand: &Operand) -> Option<Term> {
        match op {
            Intrinsic::Push | Intrinsic::Insert => match self.operand(operand)? {
                (value, Ty::Borrow(pointee)) => Some(pair(half(&value, 0), half(&value, 1), &pointee)),
                (value, _) => Some(value),
            },
            _ => self.seen(operand),
        }
    }

    fn unit(&mut self, dest: &Place) -> Option<()> {
        match self.mir.place_ty(self.program, dest)? {
            Ty::Tuple(all) if all.is_empty() => self.write(dest, term(TermKind::Tuple(Vec::new()), &Ty::unit())),
            _ => None,
        }
    }
}
