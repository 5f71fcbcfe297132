//! Which places hold a value where: what was moved out of, what drops find, which references are there to end.
use std::collections::{HashMap, HashSet};

use crate::ids::{BlockId, LocalId};
use crate::mir::types::{place_ty, step_ty};
use crate::mir::visit::Access;
use crate::mir::{Body, Place, Projection, Rvalue, Stmt, Terminator};
use crate::program::Program;
use crate::term::{Term, TermKind, UnOp};
use crate::ty::Ty;

use super::cfg::Cfg;
use super::targets::Targets;

/// References in one local that are told apart; those beyond are never resolved, which is sound.
const MAX_LEAVES: usize = 64;
/// How deep types are nested of which the references are followed.
const MAX_DEPTH: usize = 8;
/// The elements of an array whose references are followed.
pub(super) const MAX_ELEMENTS: u64 = 8;

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Set(Vec<u64>);

impl Set {
    pub(super) fn new(size: usize) -> Set {
        Set(vec![0; size.div_ceil(64)])
    }

    pub(super) fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(super) fn put(&mut self, at: usize, value: bool) {
        let bit = 1 << (at % 64);
        if value { self.0[at / 64] |= bit } else { self.0[at / 64] &= !bit }
    }

    pub(super) fn union(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub(super) fn intersect(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }
}

/// A place whose state is followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    /// The place, under its one name.
    pub(super) place: Place,
    /// Whether it holds a mutable reference, and is followed for that.
    pub(super) is_borrow: bool,
    /// The number of leading projections up to and with the last dereference of a mutable reference: what is beyond belongs to a lender.
    pub(super) lent: usize,
}

/// What is known at one point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The paths that hold a value on every way here, if the values around are of the variants that have them.
    pub(super) surely: Set,
    /// The paths that hold a value on some way here.
    pub(super) maybe: Set,
    /// The paths that something inside was moved out of on some way here: what is left of them is not followed.
    pub(super) parted: Set,
    /// Whether something outside the model ran on some way here: it may have moved whatever took part in it.
    pub(super) outside: bool,
}

/// The paths of a body and their states.
pub(super) struct Init<'a> {
    program: &'a dyn Program,
    body: &'a Body,
    targets: &'a Targets,
    pub(super) paths: Vec<Path>,
    by_local: HashMap<LocalId, Vec<usize>>,
    /// The state on entering each block; none for one that is not reached.
    entry: Vec<Option<State>>,
}

/// Whether the first place is the second or holds it.
pub(super) fn covers(whole: &Place, part: &Place) -> bool {
    whole.local == part.local && part.projections.starts_with(&whole.projections)
}

/// Whether two places, neither of which covers the other, may have elements of a sequence in common.
fn may_meet(a: &Place, b: &Place) -> bool {
    use Projection::{ConstantIndex, Index, Slice};
    let differ = a.projections.iter().zip(&b.projections).find(|(a, b)| a != b);
    let fixed = |step: &Projection| matches!(step, ConstantIndex { from_end: false, .. });
    let element = |step: &Projection| matches!(step, Index(_) | ConstantIndex { .. } | Slice { .. });
    a.local == b.local && differ.is_some_and(|(a, b)| element(a) && element(b) && !(fixed(a) && fixed(b)))
}

/// Whether values of a type hold references that [`Init`] may not follow: in sequences, or very deep inside.
pub(super) fn hides_borrow(program: &dyn Program, ty: &Ty) -> bool {
    fn inside(program: &dyn Program, ty: &Ty, above: &mut Vec<Ty>) -> bool {
        match ty {
            Ty::Borrow(inner) | Ty::Boxed(inner) => inside(program, inner, above),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) => holds_borrow(program, inner),
            Ty::Tuple(all) => all.iter().any(|ty| inside(program, ty, above)),
            Ty::Adt(id, args) => {
                if above.contains(ty) || above.len() >= MAX_DEPTH {
                    return holds_borrow(program, ty);
                }
                let def = program.adt(*id);
                above.push(ty.clone());
                let mut fields = def.variants.iter().flat_map(|v| &v.fields);
                let found = fields.any(|field| inside(program, &def.instantiate(&field.ty, args), above));
                above.pop();
                found
            }
            _ => false,
        }
    }
    inside(program, ty, &mut Vec::new())
}

/// Whether values of a type hold a mutable reference that ends with them.
pub(super) fn holds_borrow(program: &dyn Program, ty: &Ty) -> bool {
    fn inside(program: &dyn Program, ty: &Ty, seen: &mut HashSet<Ty>) -> bool {
        match ty {
            Ty::Borrow(_) => true,
            Ty::Boxed(inner) | Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) => inside(program, inner, seen),
            Ty::Tuple(all) => all.iter().any(|ty| inside(program, ty, seen)),
            Ty::Adt(id, args) => {
                // A type that grows as it recurs: who knows.
                if seen.len() > MAX_LEAVES {
                    return true;
                }
                if !seen.insert(ty.clone()) {
                    return false;
                }
                let def = program.adt(*id);
                let arg = |name: &str| def.generics.iter().position(|g| g == name).and_then(|at| args.get(at).cloned());
                let fields = def.variants.iter().flat_map(|v| &v.fields);
                fields.map(|field| field.ty.substitute(&arg)).any(|ty| inside(program, &ty, seen))
            }
            _ => false,
        }
    }
    inside(program, ty, &mut HashSet::new())
}

impl<'a> Init<'a> {
    pub(super) fn new(program: &'a dyn Program, body: &'a Body, targets: &'a Targets, cfg: &Cfg) -> Init<'a> {
        let mut init = Init { program, body, targets, paths: Vec::new(), by_local: HashMap::new(), entry: Vec::new() };
        init.find_paths(cfg);
        for (at, path) in init.paths.iter().enumerate() {
            init.by_local.entry(path.place.local).or_default().push(at);
        }
        init.flow(cfg);
        init
    }

    /// The paths of a local.
    pub(super) fn paths_of(&self, local: LocalId) -> &[usize] {
        self.by_local.get(&local).map_or(&[], Vec::as_slice)
    }

    /// The path of a place.
    pub(super) fn path(&self, place: &Place) -> Option<usize> {
        self.paths_of(place.local).iter().copied().find(|&at| self.paths[at].place == *place)
    }

    /// The paths of a local to references that end with it.
    pub(super) fn own(&self, local: LocalId) -> impl Iterator<Item = usize> {
        let is_own = |at: &usize| self.paths[*at].is_borrow && self.paths[*at].lent == 0;
        self.paths_of(local).iter().copied().filter(is_own)
    }

    /// The state on entering a block.
    pub(super) fn on_entry(&self, block: BlockId) -> Option<&State> {
        self.entry[block.0 as usize].as_ref()
    }

    fn find_paths(&mut self, cfg: &Cfg) {
        for (at, local) in self.body.locals.iter().enumerate() {
            let id = LocalId(at as u32);
            // What is another name of something holds nothing of its own.
            if self.targets.of(id).is_none() {
                let is_param = at < self.body.params && matches!(local.ty, Ty::Borrow(_));
                let mut found = Vec::new();
                self.leaves(Place::local(id), &local.ty, 0, &mut Vec::new(), &mut found);
                // The caller sees to the end of a reference that is a parameter.
                found.retain(|path| !(is_param && path.place.projections.is_empty()));
                self.paths.append(&mut found);
            }
        }
        for &block in &cfg.order {
            for stmt in &self.body.block(block).stmts {
                if let Stmt::Drop { place, glue, .. } = stmt
                    && !glue.is_empty()
                {
                    let parts = glue.iter().map(|(part, _)| part).chain([place]);
                    for part in parts.map(|part| self.targets.canonical(part)) {
                        if !self.paths.iter().any(|path| path.place == part) {
                            self.paths.push(Path { place: part, is_borrow: false, lent: 0 });
                        }
                    }
                }
            }
        }
    }

    /// The mutable references in a place, as far as structs, enums, tuples and boxes go.
    fn leaves(&self, place: Place, ty: &Ty, lent: usize, above: &mut Vec<Ty>, out: &mut Vec<Path>) {
        if out.len() >= MAX_LEAVES {
            return;
        }
        let inside = |step: Projection, lent: usize, above: &mut Vec<Ty>, out: &mut Vec<Path>| {
            if let Some(ty) = step_ty(self.program, ty, &step) {
                self.leaves(place.project(step), &ty, lent, above, out);
            }
        };
        match ty {
            Ty::Borrow(_) => {
                out.push(Path { place: place.clone(), is_borrow: true, lent });
                inside(Projection::Deref, place.projections.len() + 1, above, out);
            }
            Ty::Boxed(_) => inside(Projection::Deref, lent, above, out),
            Ty::Tuple(all) => (0..all.len()).for_each(|at| inside(Projection::Component(at), lent, above, out)),
            // Its elements are not told apart: what is in them ends with the whole. Not so in what the standard library keeps: its models
            // read elements bit by bit, and what was handed out is still in the array then (`array::IntoIter`).
            Ty::Array(element, n)
                if n.known().is_some_and(|n| n <= MAX_ELEMENTS)
                    && holds_borrow(self.program, element)
                    && above.iter().all(|ty| self.is_users(ty))
                    && !self.program.func(self.body.inst.func).std
                    && self.is_taken_whole(&place) =>
            {
                out.push(Path { place: place.clone(), is_borrow: true, lent });
            }
            Ty::Adt(id, _) if !above.contains(ty) && above.len() < MAX_DEPTH => {
                above.push(ty.clone());
                for (variant, def) in self.program.adt(*id).variants.iter().enumerate() {
                    for field in 0..def.fields.len() {
                        inside(Projection::Field { variant, field }, lent, above, out);
                    }
                }
                above.pop();
            }
            _ => {}
        }
    }

    /// Whether a type is declared by the program.
    fn is_users(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Adt(id, _) if self.program.adt(*id).module.is_some())
    }

    /// Whether what an array at a place holds is the array's as long as that has a value: no element is moved out or gets a value, and
    /// nobody else can do so by way of a reference to the whole.
    fn is_taken_whole(&self, array: &Place) -> bool {
        let mut whole = true;
        for stmt in self.body.blocks.iter().flat_map(|block| &block.stmts) {
            stmt.each_access(&mut |access, place| {
                let place = self.targets.canonical(place);
                let inside = || covers(array, &place) && place != *array;
                let taken = || {
                    place_ty(self.program, &self.body.locals, &place).is_none_or(|ty| holds_borrow(self.program, &ty))
                };
                whole &= match access {
                    Access::Borrow(_) => !covers(&place, array),
                    Access::Copy | Access::Move | Access::Write | Access::Drop => !(inside() && taken()),
                    Access::Look => true,
                };
            });
        }
        whole
    }

    /// The mutable references that a value of a type at a place holds and that end with it.
    pub(super) fn references_in(&self, place: Place, ty: &Ty) -> Vec<Place> {
        let mut found = Vec::new();
        self.leaves(place, ty, 0, &mut Vec::new(), &mut found);
        found.into_iter().filter(|path| path.lent == 0).map(|path| path.place).collect()
    }

    fn flow(&mut self, cfg: &Cfg) {
        let n = self.paths.len();
        self.entry = vec![None; self.body.blocks.len()];
        let mut start = State { surely: Set::new(n), maybe: Set::new(n), parted: Set::new(n), outside: false };
        for (at, path) in self.paths.iter().enumerate() {
            let is_param = (path.place.local.0 as usize) < self.body.params;
            start.surely.put(at, is_param);
            start.maybe.put(at, is_param);
        }
        let Some(&first) = cfg.order.first() else { return };
        self.entry[first.0 as usize] = Some(start);
        loop {
            let mut changed = false;
            for &block in &cfg.order {
                let Some(mut state) = self.entry[block.0 as usize].clone() else { continue };
                for stmt in &self.body.block(block).stmts {
                    self.step(&mut state, stmt);
                }
                for to in &cfg.successors[block.0 as usize] {
                    let mut arriving = state.clone();
                    self.cross(&mut arriving, block, *to);
                    changed |= join(&mut self.entry[to.0 as usize], arriving);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// What a statement does.
    pub(super) fn step(&self, state: &mut State, stmt: &Stmt) {
        state.outside |= matches!(stmt, Stmt::Unmodelled { .. });
        stmt.each_access(&mut |access, place| self.access(state, access, place));
    }

    /// What the operands of a statement do, before anything is written.
    pub(super) fn read(&self, state: &mut State, stmt: &Stmt) {
        stmt.each_access(&mut |access, place| {
            if !matches!(access, Access::Write | Access::Drop) {
                self.access(state, access, place);
            }
        });
    }

    /// Which paths a statement gives a value or takes it from, in order; whether they hold one then.
    pub(super) fn changes(&self, stmt: &Stmt) -> Vec<(usize, bool)> {
        let mut found = Vec::new();
        stmt.each_access(&mut |access, place| self.change(access, place, &mut |at, holds| found.push((at, holds))));
        found
    }

    fn access(&self, state: &mut State, access: Access, place: &Place) {
        self.change(access, place, &mut |at, holds| {
            state.surely.put(at, holds);
            state.maybe.put(at, holds);
            state.parted.put(at, false);
        });
        if access == Access::Move {
            let place = self.targets.canonical(place);
            for &at in self.paths_of(place.local) {
                let path = &self.paths[at];
                let inside = path.place != place && covers(&path.place, &place);
                if !path.is_borrow && (inside || may_meet(&path.place, &place)) {
                    state.parted.put(at, true);
                }
            }
        }
        // It may be of another variant when the borrow ends.
        if access == Access::Borrow(true) {
            let place = self.targets.canonical(place);
            for &at in self.paths_of(place.local) {
                if covers(&place, &self.paths[at].place) && state.surely.has(at) {
                    state.maybe.put(at, true);
                }
            }
        }
    }

    fn change(&self, access: Access, place: &Place, put: &mut dyn FnMut(usize, bool)) {
        let moved = match access {
            Access::Move | Access::Drop => true,
            // A copy bit by bit takes the references along, and what is left must not end them.
            Access::Copy => place_ty(self.program, &self.body.locals, place)
                .is_none_or(|ty| !matches!(ty, Ty::Borrow(_)) && holds_borrow(self.program, &ty)),
            Access::Write => false,
            Access::Borrow(_) | Access::Look => return,
        };
        let place = self.targets.canonical(place);
        for &at in self.paths_of(place.local) {
            if covers(&place, &self.paths[at].place) {
                put(at, !moved);
            }
        }
    }

    /// The paths that a drop finds with a value on some ways and without on others, with the references in them.
    pub(super) fn dropped_if_held(&self, cfg: &Cfg) -> Vec<usize> {
        let mut found = Vec::new();
        for &block in &cfg.order {
            let Some(mut state) = self.on_entry(block).cloned() else { continue };
            for stmt in &self.body.block(block).stmts {
                if let Stmt::Drop { glue, .. } = stmt {
                    for part in glue.iter().map(|(part, _)| self.targets.canonical(part)) {
                        let inside = |at: &usize| {
                            let path = &self.paths[*at];
                            covers(&part, &path.place) && (path.place == part || path.is_borrow && path.lent == 0)
                        };
                        let open = |at: &usize| state.maybe.has(*at) && !state.surely.has(*at);
                        found.extend(self.paths_of(part.local).iter().copied().filter(inside).filter(open));
                    }
                }
                self.step(&mut state, stmt);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What is known on an edge: which variant a value is not of, where that was asked.
    fn cross(&self, state: &mut State, from: BlockId, to: BlockId) {
        let Terminator::Branch { cond, then, otherwise } = &self.body.block(from).end else { return };
        if then == otherwise {
            return;
        }
        let Some((place, variant, positive)) = self.asked(from, cond) else { return };
        let is = (to == *then) == positive;
        for &at in self.paths_of(place.local) {
            let path = &self.paths[at].place;
            if covers(&place, path)
                && let Some(Projection::Field { variant: of, .. }) = path.projections.get(place.projections.len())
                && (*of == variant) != is
            {
                state.maybe.put(at, false);
            }
        }
    }

    /// The place and variant that a condition asks for, and whether it is true if the value is of the variant.
    fn asked(&self, block: BlockId, cond: &Term) -> Option<(Place, usize, bool)> {
        match cond.kind() {
            TermKind::Un(UnOp::Not, inner) => self.asked(block, inner).map(|(place, v, is)| (place, v, !is)),
            TermKind::IsVariant(of, variant) => Some((self.seen(of)?.0, *variant, true)),
            TermKind::Local(id) => {
                let stmts = &self.body.block(block).stmts;
                let at = stmts.iter().rposition(|stmt| sets(stmt, *id))?;
                match &stmts[at] {
                    Stmt::Assign { dest, value: Rvalue::IsVariant(place, variant) } if dest.projections.is_empty() => {
                        let place = self.targets.canonical(place);
                        let later = &stmts[at + 1..];
                        let kept = later.iter().all(|stmt| !self.writes(stmt, place.local));
                        kept.then_some((place, *variant, true))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The place that a term reads, with its type, where no reference or box is on the way.
    fn seen(&self, of: &Term) -> Option<(Place, Ty)> {
        let (place, ty) = match of.kind() {
            TermKind::Local(id) => (Place::local(*id), self.body.locals[id.0 as usize].ty.clone()),
            TermKind::Field(inner, variant, field) => {
                let step = Projection::Field { variant: *variant, field: *field };
                let (place, ty) = self.seen(inner)?;
                (place.project(step.clone()), step_ty(self.program, &ty, &step)?)
            }
            TermKind::Proj(inner, at) => {
                let (place, ty) = self.seen(inner)?;
                (place.project(Projection::Component(*at)), step_ty(self.program, &ty, &Projection::Component(*at))?)
            }
            _ => return None,
        };
        matches!(ty, Ty::Adt(..) | Ty::Tuple(_)).then_some((place, ty))
    }

    fn writes(&self, stmt: &Stmt, local: LocalId) -> bool {
        let mut found = matches!(stmt, Stmt::Call { .. } | Stmt::Intrinsic { .. } | Stmt::Drop { .. });
        stmt.each_access(&mut |access, place| {
            found |=
                matches!(access, Access::Write | Access::Borrow(true)) && self.targets.canonical(place).local == local;
        });
        found
    }
}

fn sets(stmt: &Stmt, local: LocalId) -> bool {
    let mut found = false;
    stmt.each_access(&mut |access, place| found |= access == Access::Write && place.local == local);
    found
}

fn join(known: &mut Option<State>, arriving: State) -> bool {
    let Some(known) = known else {
        *known = Some(arriving);
        return true;
    };
    let before = known.clone();
    known.surely.intersect(&arriving.surely);
    known.maybe.union(&arriving.maybe);
    known.parted.union(&arriving.parted);
    known.outside |= arriving.outside;
    *known != before
}
