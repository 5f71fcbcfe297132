//! Mutable references whose target is known: `let q = &mut a.b` makes `*q` another name of `a.b`.
//!
//! A local of type `&mut T` is one of these if it is set at one place only, to a reference to (or moved from another name
//! of) a place `P` that stays the same place while the local may be used. The argument: let every local that `P` goes by (an index, the
//! reference that it starts from) be set at one place only as well, and let the local's definition `d` dominate all its uses. The definition `i` of
//! such an index dominates `d`. If `i` were executed between `d` and a use `u`, then some path would lead from the entry to `i` without `d`
//! (the first one that comes to `i` does), and on to `u` without `d`: so `d` would not dominate `u`. That the reference is not used while something else
//! writes to `P` is what the borrow checker sees to.
use crate::ids::{BlockId, LocalId};
use crate::mir::types::step_ty;
use crate::mir::visit::{Access, indices, locals};
use crate::mir::{Body, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use crate::program::Program;
use crate::ty::Ty;

use super::cfg::Cfg;

/// A point of a body: a statement, or the end of the block.
type Point = (BlockId, usize);

/// What `*q` is another name of, for each local `q` of which it is known.
pub(super) struct Targets {
    of: Vec<Option<Place>>,
}

impl Targets {
    pub(super) fn new(program: &dyn Program, body: &Body, cfg: &Cfg) -> Targets {
        let facts = BorrowFacts::new(body, cfg);
        let mut finder = TargetFinder { program, body, cfg, facts, state: vec![State::New; body.locals.len()] };
        let of = (0..body.locals.len()).map(|at| finder.target(LocalId(at as u32))).collect();
        Targets { of }
    }

    /// What `*local` is another name of.
    pub(super) fn of(&self, local: LocalId) -> Option<&Place> {
        self.of.get(local.0 as usize)?.as_ref()
    }

    /// The place under the name that all of its names share.
    pub(super) fn canonical(&self, place: &Place) -> Place {
        match (self.of(place.local), place.projections.split_first()) {
            (Some(target), Some((Projection::Deref, rest))) => {
                let projections = target.projections.iter().chain(rest).cloned().collect();
                Place { local: target.local, projections }
            }
            _ => place.clone(),
        }
    }
}

/// Where locals are set and used.
struct BorrowFacts {
    /// The points at which a local as a whole gets a value.
    set: Vec<Vec<Point>>,
    /// The points at which a local is used otherwise.
    used: Vec<Vec<Point>>,
    /// Whether a local itself is mutably borrowed, or a part of it is set: its value may change at other points.
    changed: Vec<bool>,
}

impl BorrowFacts {
    fn new(body: &Body, cfg: &Cfg) -> BorrowFacts {
        let n = body.locals.len();
        let mut facts = BorrowFacts { set: vec![Vec::new(); n], used: vec![Vec::new(); n], changed: vec![false; n] };
        for &block in &cfg.order {
            let stmts = &body.block(block).stmts;
            for (at, stmt) in stmts.iter().enumerate() {
                facts.stmt(body, (block, at), stmt);
            }
            if let Terminator::Branch { cond, .. } = &body.block(block).end {
                locals(cond, &mut |id| facts.used[id.0 as usize].push((block, stmts.len())));
            }
        }
        facts
    }

    fn stmt(&mut self, body: &Body, point: Point, stmt: &Stmt) {
        stmt.each_access(&mut |access, place| {
            let at = place.local.0 as usize;
            let through = behind_reference(body, place);
            match access {
                Access::Write if place.projections.is_empty() => self.set[at].push(point),
                Access::Write | Access::Borrow(true) if !through => {
                    self.changed[at] = true;
                    self.used[at].push(point);
                }
                _ => self.used[at].push(point),
            }
        });
        stmt.each_other(&body.clauses, &mut |id| self.used[id.0 as usize].push(point));
    }
}

/// Whether a place is not part of its local, but of what that refers to.
fn behind_reference(body: &Body, place: &Place) -> bool {
    matches!(place.projections.first(), Some(Projection::Deref))
        && matches!(body.locals[place.local.0 as usize].ty, Ty::Borrow(_) | Ty::Ref(..))
}

#[derive(Clone)]
enum State {
    New,
    Open,
    Done(Option<Place>),
}

struct TargetFinder<'a> {
    program: &'a dyn Program,
    body: &'a Body,
    cfg: &'a Cfg,
    facts: BorrowFacts,
    state: Vec<State>,
}

impl TargetFinder<'_> {
    fn target(&mut self, local: LocalId) -> Option<Place> {
        match &self.state[local.0 as usize] {
            State::Done(known) => return known.clone(),
            // A reference that is made from itself.
            State::Open => return None,
            State::New => {}
        }
        self.state[local.0 as usize] = State::Open;
        let found = self.find(local);
        self.state[local.0 as usize] = State::Done(found.clone());
        found
    }

    fn find(&mut self, local: LocalId) -> Option<Place> {
        let at = local.0 as usize;
        let is_borrow = matches!(self.body.locals[at].ty, Ty::Borrow(_));
        if !is_borrow || at <= self.body.params || self.facts.changed[at] {
            return None;
        }
        let [def] = self.facts.set[at][..] else { return None };
        if !self.facts.used[at].iter().all(|point| self.before(def, *point)) {
            return None;
        }
        let Stmt::Assign { value, .. } = &self.body.block(def.0).stmts[def.1] else { return None };
        match value {
            Rvalue::Ref(true, place) => self.stable(place, def),
            // Moved from another name, or from a parameter; a pair that is moved goes on as a pair.
            Rvalue::Use(Operand::Move(place) | Operand::Copy(place)) if place.projections.is_empty() => {
                let known = self.target(place.local).is_some();
                let param = (place.local.0 as usize) < self.body.params;
                (known || param).then(|| self.stable(&place.project(Projection::Deref), def)).flatten()
            }
            _ => None,
        }
    }

    /// The place under its one name, if it stays the same place from the point on.
    fn stable(&mut self, place: &Place, point: Point) -> Option<Place> {
        let mut fixed = true;
        indices(place, &mut |id| fixed &= self.is_fixed(id, point));
        if !fixed {
            return None;
        }
        let mut ty = self.body.locals[place.local.0 as usize].ty.clone();
        let mut rest = &place.projections[..];
        let mut start = Place::local(place.local);
        if let (Ty::Borrow(inner), Some((Projection::Deref, after))) = (&ty, rest.split_first()) {
            start = match self.target(place.local) {
                Some(target) => target,
                None if self.is_fixed(place.local, point) => start.project(Projection::Deref),
                None => return None,
            };
            (ty, rest) = ((**inner).clone(), after);
        }
        // Where a reference further on points to may change.
        for step in rest {
            if *step == Projection::Deref && !matches!(ty, Ty::Boxed(_)) {
                return None;
            }
            start = start.project(step.clone());
            ty = step_ty(self.program, &ty, step)?;
        }
        Some(start)
    }

    /// Whether a local has one value from the point on: it is set once, before, or a parameter that is not set.
    fn is_fixed(&self, local: LocalId, point: Point) -> bool {
        let at = local.0 as usize;
        if self.facts.changed[at] {
            return false;
        }
        match self.facts.set[at][..] {
            [] => at < self.body.params,
            [def] => at >= self.body.params && self.before(def, point),
            _ => false,
        }
    }

    /// Whether the statement at `a` is executed on every path to `b`.
    fn before(&self, a: Point, b: Point) -> bool {
        if a.0 == b.0 { a.1 < b.1 } else { self.cfg.dominates(a.0, b.0) }
    }
}
