//! Values with holes: what is known of the arguments in the middle of a search, and the way back.
use std::rc::Rc;

use refine_core::ids::BoundId;
use refine_core::term::Term;
use refine_core::ty::{IntTy, Ty};
use refine_core::value::Value;
use rustc_hash::FxHashMap;

use super::linear::{Atom, Linear, Var};
use super::room::{Form, Room};
use super::store::{self, Store};
use super::table::KeyId;

/// A part of a value that nobody has looked at yet.
pub(super) type HoleId = usize;

/// A value with holes. Integers and characters are sums of unknowns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Val {
    Bool(bool),
    Int(Linear),
    Tuple(Rc<[Val]>),
    Adt(usize, Rc<[Val]>),
    Seq(Rc<[Val]>),
    /// What is made out of another value.
    Carried(Rc<Val>),
    Hole(HoleId),
}

impl Val {
    pub(super) fn int(value: i128) -> Val {
        Val::Int(Linear::constant(value))
    }
}

/// What is known of a hole.
#[derive(Clone, Debug)]
pub(super) struct Hole {
    /// Without references and boxes.
    pub(super) ty: Ty,
    /// How deep what fills it may be.
    pub(super) depth: u32,
    /// What the measures of what fills it are, if that was chosen.
    pub(super) key: Option<KeyId>,
    /// How many nodes more than the smallest of its key it may have, where chance chooses.
    pub(super) spare: u64,
    /// The length of a sequence.
    pub(super) length: Option<Var>,
    pub(super) value: Option<Val>,
    /// For what is made elsewhere and never looked into.
    pub(super) foreign: Option<Value>,
}

/// The values of a term's variables.
#[derive(Clone)]
pub(super) struct Env(Rc<Frame>);

struct Frame {
    locals: Vec<Val>,
    bound: Vec<(BoundId, i128)>,
}

impl Env {
    pub(super) fn new(locals: Vec<Val>) -> Env {
        Env(Rc::new(Frame { locals, bound: Vec::new() }))
    }

    pub(super) fn local(&self, at: u32) -> Option<&Val> {
        self.0.locals.get(at as usize)
    }

    pub(super) fn bound(&self, id: BoundId) -> Option<i128> {
        self.0.bound.iter().rev().find(|(known, _)| *known == id).map(|(_, value)| *value)
    }

    pub(super) fn with(&self, id: BoundId, value: i128) -> Env {
        let mut bound = self.0.bound.clone();
        bound.push((id, value));
        Env(Rc::new(Frame { locals: self.0.locals.clone(), bound }))
    }
}

/// What an evaluation needs to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// What the measures of a hole are.
    Key(HoleId),
    /// The outermost constructor of a hole (the flag of a boolean, the length of a sequence).
    Shape(HoleId),
    /// Whether a comparison holds.
    Decide(Atom),
    /// The value of an unknown.
    Value(Var),
}

/// A claim that waits.
pub(super) struct PendingClaim {
    pub(super) term: Term,
    pub(super) env: Env,
    /// Whether it is claimed to be true, or false.
    pub(super) positive: bool,
    pub(super) wait: Wait,
}

/// The state of a search.
pub(super) struct State {
    pub(super) store: Store,
    pub(super) holes: Vec<Hole>,
    /// Comparisons that were decided on the way.
    pub(super) decided: FxHashMap<Atom, bool>,
    /// Claims that cannot go on.
    pub(super) waiting: Vec<Rc<PendingClaim>>,
    /// Claims that can.
    pub(super) ready: Vec<Rc<PendingClaim>>,
    trail: Vec<Undo>,
    /// Whether some integers have values that are not thought about.
    pub(super) clipped: bool,
    /// Claims and evaluations are given up after this step: a function need not end.
    pub(super) until: u64,
    /// How many calls the claim is inside of.
    pub(super) nested: u32,
    /// Sequences of scalars have at most so many elements, or as many as their depth.
    pub(super) longest: u32,
}

enum Undo {
    Hole,
    Value(HoleId),
    Key(HoleId),
    Foreign(HoleId),
    Decided(Atom),
}

/// A state to go back to.
pub(super) struct Mark {
    trail: usize,
    store: store::Mark,
    waiting: Vec<Rc<PendingClaim>>,
}

impl State {
    pub(super) fn new() -> State {
        State {
            store: Store::new(),
            holes: Vec::new(),
            decided: FxHashMap::default(),
            waiting: Vec::new(),
            ready: Vec::new(),
            trail: Vec::new(),
            clipped: false,
            until: u64::MAX,
            nested: 0,
            longest: 0,
        }
    }

    /// What comes next may take so many steps.
    pub(super) fn refuel(&mut self, room: &Room<'_>) {
        self.until = room.steps.get() + FUEL;
    }

    /// A state to go back to. No claim is ready in it.
    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), store: self.store.mark(), waiting: self.waiting.clone() }
    }

    pub(super) fn back_to(&mut self, mark: &Mark) {
        while self.trail.len() > mark.trail {
            match self.trail.pop() {
                Some(Undo::Hole) => drop(self.holes.pop()),
                Some(Undo::Value(hole)) => self.holes[hole].value = None,
                Some(Undo::Key(hole)) => self.holes[hole].key = None,
                Some(Undo::Foreign(hole)) => self.holes[hole].foreign = None,
                Some(Undo::Decided(atom)) => drop(self.decided.remove(&atom)),
                None => {}
            }
        }
        self.store.back_to(mark.store);
        self.waiting.clone_from(&mark.waiting);
        self.ready.clear();
    }

    /// Any value of a type, at most so deep. What the type states of its values becomes a claim.
    pub(super) fn fresh(&mut self, room: &Room<'_>, ty: &Ty, depth: u32) -> Val {
        match ty {
            Ty::Int(int) => Val::Int(Linear::var(self.integer(*int))),
            // (The surrogates among them are left out in the end.)
            Ty::Char => Val::Int(Linear::var(self.store.fresh(0, 0x10_ffff))),
            Ty::Tuple(tys) => Val::Tuple(tys.iter().map(|ty| self.fresh(room, ty, depth)).collect()),
            _ => Val::Hole(self.hole(room, ty, depth, None)),
        }
    }

    pub(super) fn hole(&mut self, room: &Room<'_>, ty: &Ty, depth: u32, key: Option<KeyId>) -> HoleId {
        let form = room.form(ty);
        let length = match form {
            Form::Seq(Some(n)) => Some(self.store.fresh(i128::from(n), i128::from(n))),
            Form::Seq(None) => {
                let plain = ty.element().is_some_and(|ty| matches!(ty, Ty::Bool | Ty::Int(_) | Ty::Char));
                let longest = if plain { depth.max(self.longest) } else { depth };
                Some(self.store.fresh(0, i128::from(longest)))
            }
            _ => None,
        };
        let id = self.holes.len();
        self.holes.push(Hole { ty: ty.clone(), depth, key, spare: 0, length, value: None, foreign: None });
        self.trail.push(Undo::Hole);
        if let Some(invariant) = room.invariant(ty).filter(|_| form == Form::Data) {
            let env = Env::new(vec![Val::Hole(id)]);
            self.ready.push(Rc::new(PendingClaim { term: invariant, env, positive: true, wait: Wait::Shape(id) }));
        }
        id
    }

    /// A given value. What its type, and those of its parts, state of it become claims.
    pub(super) fn given(&mut self, room: &Room<'_>, ty: &Ty, value: &Value) -> Val {
        let many = |state: &mut Self, tys: &mut dyn Iterator<Item = &Ty>, all: &[Value]| -> Rc<[Val]> {
            tys.zip(all).map(|(ty, value)| state.given(room, ty, value)).collect()
        };
        match (value, ty) {
            (Value::Int(int), Ty::Int(_))
                if i128::try_from(int).is_ok_and(|int| (-LARGEST..LARGEST).contains(&int)) =>
            {
                Val::int(i128::try_from(int).unwrap_or_default())
            }
            (Value::Char(c), _) => Val::int(i128::from(u32::from(*c))),
            (Value::Tuple(all), Ty::Tuple(tys)) => Val::Tuple(many(self, &mut tys.iter(), all)),
            _ => {
                let hole = self.hole(room, ty, 0, None);
                let value = match (value, room.form(ty)) {
                    (Value::Bool(flag), _) => Val::Bool(*flag),
                    (Value::Adt(_, variant, all), Form::Data) => {
                        let variants = room.variants(ty);
                        let Some(found) = variants.get(*variant) else { return Val::Hole(hole) };
                        Val::Adt(*variant, many(self, &mut found.fields.iter(), all))
                    }
                    (Value::Seq(all), Form::Seq(_)) => {
                        let element = ty.element().map(Ty::plain).unwrap_or(Ty::Never);
                        Val::Seq(many(self, &mut std::iter::repeat_n(&element, all.len()), all))
                    }
                    (value, Form::Carried(carrier)) => Val::Carried(Rc::new(self.given(room, &carrier, value))),
                    _ => return Val::Hole(hole),
                };
                self.bind(hole, value);
                Val::Hole(hole)
            }
        }
    }

    fn integer(&mut self, int: IntTy) -> Var {
        let clip = |value: num_bigint::BigInt| i128::try_from(value).unwrap_or(i128::MAX).clamp(-LARGEST, LARGEST);
        self.clipped |= int.bits() > 64;
        self.store.fresh(clip(int.min()), clip(int.max()))
    }

    pub(super) fn bind(&mut self, hole: HoleId, value: Val) {
        self.holes[hole].value = Some(value);
        self.trail.push(Undo::Value(hole));
        self.wake(hole);
    }

    pub(super) fn set_key(&mut self, hole: HoleId, key: KeyId) {
        self.holes[hole].key = Some(key);
        self.trail.push(Undo::Key(hole));
        self.wake(hole);
    }

    pub(super) fn set_foreign(&mut self, hole: HoleId, value: Value) {
        self.holes[hole].foreign = Some(value);
        self.trail.push(Undo::Foreign(hole));
    }

    pub(super) fn decide(&mut self, atom: &Atom, holds: bool) {
        if self.decided.insert(atom.clone(), holds).is_none() {
            self.trail.push(Undo::Decided(atom.clone()));
        }
    }

    fn wake(&mut self, hole: HoleId) {
        let on = |claim: &PendingClaim| matches!(claim.wait, Wait::Key(at) | Wait::Shape(at) if at == hole);
        let (ready, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|claim| on(claim));
        self.waiting = waiting;
        let mut ready: Vec<_> = ready;
        self.ready.append(&mut ready);
    }

    /// Wakes the claims that wait for comparisons that are decided now, or for unknowns that have a value.
    pub(super) fn wake_decided(&mut self) {
        let can = |claim: &PendingClaim| match &claim.wait {
            Wait::Decide(atom) => self.truth(atom).is_some(),
            Wait::Value(var) => self.store.value(*var).is_some(),
            Wait::Key(_) | Wait::Shape(_) => false,
        };
        if !self.waiting.iter().any(|claim| can(claim)) {
            return;
        }
        let (mut ready, waiting): (Vec<_>, _) = self.waiting.iter().cloned().partition(|claim| can(claim));
        self.waiting = waiting;
        self.ready.append(&mut ready);
    }

    /// Whether a comparison holds, as far as is known without asking for more.
    pub(super) fn truth(&self, atom: &Atom) -> Option<bool> {
        self.store.decided(atom).or_else(|| self.decided.get(atom).copied())
    }
}

/// Steps that one claim may take.
const FUEL: u64 = 200_000;
/// Integers beyond are not thought about: sums of a few must fit `i128`.
const LARGEST: i128 = 1 << 120;
