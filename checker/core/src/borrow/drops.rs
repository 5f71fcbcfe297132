//! Drops: the implementations of `Drop` that run, where there is something to drop. Where that depends on the way here, a flag
//! of the place tells, as in rustc: a local that is set where the place gets a value, and unset where it is moved out.
use crate::ids::LocalId;
use crate::ir::{self, Local, Terminator};
use crate::mir::{Place, Stmt};
use crate::planted::{Defect, is_planted};
use crate::span::Span;
use crate::term::Term;
use crate::ty::{FnInst, Ty};

use super::Lowering;
use super::cfg::Cfg;
use super::init::{Path, State, covers};
use super::statements::Point;

impl Lowering<'_> {
    /// Makes the flags, and sets them to what holds at the start.
    pub(super) fn declare_flags(&mut self, cfg: &Cfg) {
        // At the head of a loop they would start anew with each turn.
        if !cfg.predecessors.first().is_some_and(Vec::is_empty) {
            return;
        }
        let Some(start) = self.init.on_entry(self.current).cloned() else { return };
        for at in self.init.dropped_if_held(cfg) {
            let flag = LocalId(self.locals.len() as u32);
            let span = self.program.func(self.mir.inst.func).span;
            self.locals.push(Local { name: "_held".to_owned(), ty: Ty::Bool, span });
            self.flags.insert(at, flag);
            self.push(ir::Stmt::Assign { dest: flag, value: Term::bool(start.surely.has(at)) });
        }
    }

    /// Keeps the flags of what a statement moved or gave a value.
    pub(super) fn set_flags(&mut self, stmt: &Stmt) {
        if self.flags.is_empty() {
            return;
        }
        for (at, holds) in self.init.changes(stmt) {
            if let Some(&dest) = self.flags.get(&at) {
                self.push(ir::Stmt::Assign { dest, value: Term::bool(holds) });
            }
        }
    }

    /// Whether a path holds a value here, where that is known; `None` too where it holds none.
    pub(super) fn held(&self, path: usize, state: &State) -> Option<Term> {
        match (state.surely.has(path), state.maybe.has(path)) {
            (true, _) => Some(Term::bool(true)),
            (false, true) if is_planted(Defect::DropsWhatWasMoved) => Some(Term::bool(true)),
            (false, true) => self.flags.get(&path).map(|flag| Term::local(*flag, Ty::Bool)),
            (false, false) => None,
        }
    }

    pub(super) fn dropped(&mut self, place: &Place, glue: &[(Place, FnInst)], span: Span, point: &Point<'_>) {
        for (part, callee) in glue {
            let part = self.targets.canonical(part);
            let path = self.init.path(&part);
            if path.is_some_and(|at| !point.state.maybe.has(at)) {
                continue;
            }
            // A place behind a reference always holds something.
            let held = path.map_or_else(|| Some(Term::bool(true)), |at| self.held(at, point.state));
            // Nor is it known what a drop finds where a part was moved out of.
            let parted = path.is_some_and(|at| point.state.parted.has(at));
            let plain = self.program.contract(callee).requires.is_empty();
            // What was in something outside the model may be gone.
            let held = held.map(|held| if point.state.outside { Term::and(held, self.either()) } else { held });
            let known = held.clone().filter(|_| plain && !parted);
            if known.and_then(|held| self.drop_if(held, &part, callee, span)).is_none() {
                // What it runs may fail: it is claimed of any value, and proved of none.
                let claimed = parted && plain;
                let runs = if claimed { Vec::new() } else { vec![callee.func] };
                self.lost("this drop", &[part.local], runs);
                if claimed {
                    let either = self.either();
                    let _ = self.drop_if(either, &part, callee, span);
                }
            }
        }
        // Without glue the references in it ended where they were used for the last time.
        if !glue.is_empty() {
            let place = self.targets.canonical(place);
            let init = self.init;
            let in_it = |path: &Path| path.lent <= place.projections.len() && covers(&place, &path.place);
            self.resolve(point.state, |at| in_it(&init.paths[at]));
        }
    }

    /// A condition that may be true or not.
    fn either(&mut self) -> Term {
        let either = self.temporary(&Ty::Bool);
        self.push(ir::Stmt::Havoc { dest: either, made_up: true });
        Term::local(either, Ty::Bool)
    }

    /// The call, where the part holds a value, and the values around are of the variants that have the part.
    fn drop_if(&mut self, held: Term, part: &Place, callee: &FnInst, span: Span) -> Option<()> {
        let guard = Term::and(held, self.is_there(part)?);
        if guard == Term::bool(true) {
            return self.drop_whole(part, callee, span);
        }
        let (then, after) = (self.new_block(), self.new_block());
        self.end_block(Terminator::Branch { cond: guard, then, otherwise: after });
        self.current = then;
        let done = self.drop_whole(part, callee, span);
        self.end_block(Terminator::Goto(after));
        self.current = after;
        done
    }

    /// The call for a place that holds a value, and the end of all references in that, be it an element of an array, which
    /// [`Init`](super::init::Init) does not follow.
    fn drop_whole(&mut self, part: &Place, callee: &FnInst, span: Span) -> Option<()> {
        self.drop_call(part, callee, span)?;
        let ty = self.mir.place_ty(self.program, part)?;
        for reference in self.init.references_in(part.clone(), &ty) {
            if let Some(ended) = self.ended(&reference) {
                self.assume(ended);
            }
        }
        Some(())
    }
}
