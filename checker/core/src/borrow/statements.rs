//! Statements, one by one.
use crate::ids::{FnId, LocalId};
use crate::ir;
use crate::mir::types::place_ty;
use crate::mir::{LoopClause, Place, Projection, Rvalue, Stmt};
use crate::term::{Term, TermKind};
use crate::ty::{FnInst, Ty};

use super::Lowering;
use super::init::{Set, State, covers};
use super::loops::ClauseAt;
use super::values::{USIZE, len, local, pair, term};

/// What is known where a statement stands.
pub(super) struct Point<'s> {
    /// Before it.
    pub(super) state: &'s State,
    /// When its operands have been read.
    pub(super) read: &'s State,
    /// What is live before it.
    pub(super) live: &'s Set,
}

impl Lowering<'_> {
    /// A statement. What has no exact translation is outside the model.
    pub(super) fn stmt(&mut self, stmt: &Stmt, point: &Point<'_>) {
        if self.exact(stmt, point).is_none() {
            let (mut dests, mut touched) = (Vec::new(), Vec::new());
            stmt.each_access(&mut |access, place| {
                touched.push(place.local);
                if access == crate::mir::visit::Access::Write {
                    dests.push(place.clone());
                }
            });
            let runs = match stmt {
                Stmt::Call { callee, .. } if self.calls_back(callee) => vec![callee.func],
                _ => Vec::new(),
            };
            self.lost("this use of a reference", &touched, runs);
            for dest in dests {
                // What has no value anyhow stays so.
                let _ = self.havoc(&dest);
            }
        }
    }

    /// Something outside the model, which values in some locals of the MIR take part in, and which may run some functions.
    pub(super) fn lost(&mut self, what: &str, touched: &[LocalId], runs: Vec<FnId>) {
        self.escaping.extend(touched.iter().map(|id| self.mir.locals[id.0 as usize].ty.clone()));
        let span = self.program.func(self.mir.inst.func).span;
        self.unmodelled.push(ir::Unmodelled { what: what.to_owned(), span, runs });
        self.push(ir::Stmt::Unmodelled { what: self.unmodelled.len() - 1, obligation: None });
    }

    /// Whether a call may run functions of the crate: one of the standard library only what the types that it is given have.
    fn calls_back(&self, callee: &FnInst) -> bool {
        fn is_plain(ty: &Ty) -> bool {
            match ty {
                Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact | Ty::Never => true,
                Ty::Opaque(name) => ["str", "String", "f32", "f64"].contains(&name.as_str()),
                Ty::Ref(_, inner) | Ty::Borrow(inner) | Ty::Boxed(inner) => is_plain(inner),
                Ty::Vec(inner) | Ty::Slice(inner) | Ty::Array(inner, _) => is_plain(inner),
                Ty::Tuple(all) => all.iter().all(is_plain),
                _ => false,
            }
        }
        !self.program.func(callee.func).std || !callee.args.iter().all(is_plain)
    }

    fn exact(&mut self, stmt: &Stmt, point: &Point<'_>) -> Option<()> {
        match stmt {
            Stmt::Assign { dest, value } => self.assign(dest, value, point),
            Stmt::Assert { cond, obligation } => {
                let cond = self.rewrite(cond);
                self.push(ir::Stmt::Assert { cond, obligation: *obligation });
                Some(())
            }
            Stmt::Assume { cond, source } => {
                let cond = self.rewrite(cond);
                self.push(ir::Stmt::Assume { cond, source: source.clone() });
                Some(())
            }
            Stmt::Way { way, cond } => {
                let cond = self.rewrite(cond);
                self.push(ir::Stmt::Way { way: *way, cond });
                Some(())
            }
            Stmt::Havoc { dest } => {
                self.end_old(dest, point);
                self.havoc(dest)
            }
            Stmt::Call { .. } => self.call(stmt, point),
            Stmt::Intrinsic { op, args, dest } => self.intrinsic(*op, args, dest, point),
            Stmt::Drop { place, glue, span } => {
                self.dropped(place, glue, *span, point);
                Some(())
            }
            Stmt::LoopClause(at) => {
                let clause = match self.mir.clauses.get(*at)? {
                    LoopClause::Invariant(clause, entry, preserved) => {
                        LoopClause::Invariant(self.with_terms(|terms| terms.clause(clause)), *entry, *preserved)
                    }
                    LoopClause::Decreases(clause, ix) => {
                        LoopClause::Decreases(self.with_terms(|terms| terms.clause(clause)), *ix)
                    }
                };
                let at = self.blocks[self.current.0 as usize].stmts.len();
                self.clauses.push(ClauseAt { block: self.current, at, clause });
                Some(())
            }
            Stmt::Unmodelled { what, obligation, dest } => {
                self.push(ir::Stmt::Unmodelled { what: *what, obligation: *obligation });
                match dest {
                    Some(dest) => self.havoc(dest),
                    None => Some(()),
                }
            }
        }
    }

    /// The references in what is about to be overwritten end. Those that are not used here ended before, unless they belong to a lender
    /// (who has not ended them, since the place was to have a value all along).
    pub(super) fn end_old(&mut self, dest: &Place, point: &Point<'_>) {
        let dest = self.targets.canonical(dest);
        let (init, live) = (self.init, point.live);
        self.resolve(point.read, |at| {
            let path = &init.paths[at];
            let in_it = covers(&dest, &path.place) && path.lent <= dest.projections.len();
            in_it && (path.lent > 0 || live.has(at))
        });
    }

    /// Any value of its type for a place.
    pub(super) fn havoc(&mut self, dest: &Place) -> Option<()> {
        if let Some(dest) = self.plain_local(dest) {
            self.push(ir::Stmt::Havoc { dest, made_up: true });
            return Some(());
        }
        let ty = place_ty(self.program, &self.mir.locals, dest)?;
        let value = self.temporary(&ty);
        self.push(ir::Stmt::Havoc { dest: value, made_up: true });
        let value = local(value, &ty);
        if matches!(ty, Ty::Slice(_)) {
            let (before, _) = self.read(dest)?;
            self.keeps_length(&before, &value, &ty);
        }
        self.write(dest, value)
    }

    /// A local of the IR that alone stands for a place.
    pub(super) fn plain_local(&self, place: &Place) -> Option<LocalId> {
        let ty = &self.mir.locals.get(place.local.0 as usize)?.ty;
        let plain = place.projections.is_empty() && !matches!(ty, Ty::Borrow(_));
        plain.then_some(place.local)
    }

    fn assign(&mut self, dest: &Place, value: &Rvalue, point: &Point<'_>) -> Option<()> {
        // Another name for a place: nothing happens.
        if dest.projections.is_empty() && self.targets.of(dest.local).is_some() {
            return Some(());
        }
        let ty = self.mir.place_ty(self.program, dest)?;
        let value = match value {
            Rvalue::Use(operand) => self.operand(operand)?.0,
            Rvalue::Ref(true, place) => {
                let Ty::Borrow(pointee) = &ty else { return None };
                self.borrow(place, pointee)?
            }
            Rvalue::Ref(false, place) => self.read(place)?.0,
            Rvalue::Compute(term) => self.rewrite(term),
            Rvalue::Aggregate(made, variant, operands) => {
                let values = self.operands(operands)?;
                let kind = match made.peeled() {
                    Ty::Tuple(_) => TermKind::Tuple(values),
                    Ty::Adt(..) => TermKind::Ctor(*variant, values),
                    Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_) => TermKind::SeqLit(values),
                    _ => return None,
                };
                term(kind, made)
            }
            Rvalue::Repeat(made, operand, n) => {
                let (value, _) = self.operand(operand)?;
                term(TermKind::SeqRepeat(value, self.rewrite(n)), made)
            }
            Rvalue::IsVariant(place, variant) => {
                let value = self.looked_at(place)?;
                term(TermKind::IsVariant(value, *variant), &Ty::Bool)
            }
            Rvalue::Len(place) => {
                let value = self.looked_at(place)?;
                Term::new(len(&value).kind().clone(), USIZE)
            }
        };
        // A pair is put together anew where it comes from a place with another type, such as a `Vec` seen as a slice.
        let value = match (&ty, value.ty()) {
            (Ty::Borrow(pointee), _) => pair(super::values::half(&value, 0), super::values::half(&value, 1), pointee),
            _ => value,
        };
        self.end_old(dest, point);
        self.write(dest, value)
    }

    /// The value of a place, seen through references.
    fn looked_at(&self, place: &Place) -> Option<Term> {
        let (value, ty) = self.read(place)?;
        match ty {
            Ty::Ref(..) | Ty::Borrow(_) | Ty::Boxed(_) => self.looked_at(&place.project(Projection::Deref)),
            _ => Some(value),
        }
    }
}
