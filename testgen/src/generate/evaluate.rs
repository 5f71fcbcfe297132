//! Terms evaluated on values with holes.
//!
//! A connective is false (or true) as soon as one side makes it so, whichever that is: what one side waits for does not
//! keep the other from deciding (the parallel conjunction of Lazy SmallCheck: Runciman, Naylor and Lindblad, "SmallCheck
//! and Lazy SmallCheck", Haskell Symposium 2008). What cannot be evaluated at all is left to the compiled clause.
use std::rc::Rc;

use refine_core::ids::FnId;
use refine_core::term::{Quantifier, Term, TermKind, UnOp};
use refine_core::ty::FnInst;
use rustc_hash::FxHashMap;

use super::arithmetic::{bits, fits};
use super::linear::{Atom, Linear, Relation};
use super::room::Room;
use super::state::{Env, HoleId, State, Val, Wait};

/// Why there is no value.
#[derive(Debug)]
pub(super) enum Stuck {
    /// Something has to be chosen first.
    Wait(Wait),
    /// There will never be one here.
    Never,
}

pub(super) type Evaluated<T = Val> = Result<T, Stuck>;

/// Calls nested deeper than this are given up.
pub(super) const DEEP: u32 = 1000;
/// Quantifiers over more than this are.
const MANY: i128 = 4096;

/// Evaluates in a state, which stays as it is.
pub(super) struct Evaluator<'a, 'p> {
    pub(super) room: &'a Room<'p>,
    pub(super) state: &'a State,
    depth: u32,
    /// What recursive functions were evaluated to. A term that uses a value twice has it written out twice (`let n = size(l)?; n + n`), at
    /// every depth: without this, an evaluation takes exponentially long.
    known: FxHashMap<Application, (FnInst, Env, Val)>,
}

/// A function applied, with `true` whether it has a value; the arguments by what they are, not by what they are equal to.
type Application = (FnId, bool, Vec<(usize, i128)>);

/// A hole, or what is in it.
pub(super) enum Seen<'s> {
    Value(&'s Val),
    Open(HoleId),
}

/// What tells a value from others that are there at the same time. `None` for sums of unknowns.
fn identity(value: &Val) -> Option<(usize, i128)> {
    let place = |all: &Rc<[Val]>| Rc::as_ptr(all).addr() as i128;
    Some(match value {
        Val::Bool(value) => (0, i128::from(*value)),
        Val::Int(sum) => (1, sum.known()?),
        Val::Tuple(all) => (2, place(all)),
        Val::Seq(all) => (3, place(all)),
        Val::Carried(inner) => (4, Rc::as_ptr(inner).addr() as i128),
        Val::Hole(id) => (5, *id as i128),
        Val::Adt(variant, all) => (6 + variant, place(all)),
    })
}

impl State {
    /// What is known of a value.
    pub(super) fn see<'s>(&'s self, val: &'s Val) -> Seen<'s> {
        match val {
            Val::Hole(id) => match &self.holes[*id].value {
                Some(value) => Seen::Value(value),
                None => Seen::Open(*id),
            },
            value => Seen::Value(value),
        }
    }
}

impl<'a, 'p> Evaluator<'a, 'p> {
    pub(super) fn new(room: &'a Room<'p>, state: &'a State) -> Self {
        Evaluator { room, state, depth: 0, known: FxHashMap::default() }
    }

    pub(super) fn eval(&mut self, term: &Term, env: &Env) -> Evaluated {
        self.room.step();
        if self.room.steps.get() > self.state.until {
            return Err(Stuck::Never);
        }
        Ok(match term.kind() {
            TermKind::Local(id) | TermKind::Old(id) => env.local(id.0).cloned().ok_or(Stuck::Never)?,
            TermKind::Bound(id) => Val::int(env.bound(*id).ok_or(Stuck::Never)?),
            TermKind::Param(_) => return Err(Stuck::Never),
            TermKind::Int(value) => Val::int(i128::try_from(value).map_err(|_| Stuck::Never)?),
            TermKind::Bool(value) => Val::Bool(*value),
            TermKind::Un(UnOp::Neg, a) => Val::Int(fits(self.int(a, env)?.scale(-1))?),
            TermKind::Un(UnOp::Not, a) => Val::Bool(!self.truth(a, env)?),
            TermKind::Bin(op, a, b) => self.binary(*op, a, b, env)?,
            TermKind::Wrap(int, a) => Val::Int(self.wrap(*int, a, env)?),
            TermKind::Bits(op, int, a, b) => {
                let (a, b) = (self.known(a, env)?, self.known(b, env)?);
                Val::int(bits(*op, *int, a, b).ok_or(Stuck::Never)?)
            }
            TermKind::Ite(cond, a, b) => {
                match (self.truth(cond, env), a.kind(), b.kind()) {
                    (Ok(true), ..) => self.eval(a, env)?,
                    (Ok(false), ..) => self.eval(b, env)?,
                    // A connective, in other words.
                    (Err(stop), TermKind::Bool(value), _) => match self.truth(b, env) {
                        Ok(other) if other == *value => Val::Bool(other),
                        _ => return Err(stop),
                    },
                    (Err(stop), _, TermKind::Bool(value)) => match self.truth(a, env) {
                        Ok(other) if other == *value => Val::Bool(other),
                        _ => return Err(stop),
                    },
                    (Err(stop), ..) => return Err(stop),
                }
            }
            TermKind::Tuple(all) => Val::Tuple(self.all(all, env)?),
            TermKind::Ctor(variant, all) => Val::Adt(*variant, self.all(all, env)?),
            TermKind::SeqLit(all) => Val::Seq(self.all(all, env)?),
            TermKind::Proj(of, at) => match self.shape(of, env)? {
                Val::Tuple(all) => all.get(*at).cloned().ok_or(Stuck::Never)?,
                Val::Carried(pair) => match &*pair {
                    Val::Tuple(pair) => pair.get(*at).cloned().ok_or(Stuck::Never)?,
                    _ => return Err(Stuck::Never),
                },
                _ => return Err(Stuck::Never),
            },
            TermKind::Field(of, variant, at) => self.field(of, *variant, *at, env)?,
            TermKind::IsVariant(of, variant) => Val::Bool(self.variant(of, env)? == *variant),
            TermKind::SeqRepeat(value, count) => {
                let (value, count) = (self.eval(value, env)?, self.known(count, env)?);
                if !(0..=MANY).contains(&count) {
                    return Err(Stuck::Never);
                }
                Val::Seq(vec![value; count as usize].into())
            }
            TermKind::SeqLen(of) => match self.eval(of, env)? {
                Val::Hole(id) if self.state.holes[id].value.is_none() => match self.state.holes[id].length {
                    Some(length) => Val::Int(Linear::var(length)),
                    None => return Err(Stuck::Wait(Wait::Shape(id))),
                },
                val => Val::int(self.seq_of(&val)?.len() as i128),
            },
            TermKind::SeqGet(of, at) => {
                let (all, at) = (self.seq(of, env)?, self.known(at, env)?);
                usize::try_from(at).ok().and_then(|at| all.get(at)).cloned().ok_or(Stuck::Never)?
            }
            TermKind::SeqSet(of, at, value) => {
                let (all, at) = (self.seq(of, env)?, self.known(at, env)?);
                let value = self.eval(value, env)?;
                let replaced = all.iter().enumerate();
                Val::Seq(replaced.map(|(k, old)| if k as i128 == at { value.clone() } else { old.clone() }).collect())
            }
            TermKind::SeqPush(of, value) => {
                let (all, value) = (self.seq(of, env)?, self.eval(value, env)?);
                Val::Seq(all.iter().cloned().chain([value]).collect())
            }
            TermKind::SeqSlice(of, lo, hi) => {
                let (all, lo, hi) = (self.seq(of, env)?, self.known(lo, env)?, self.known(hi, env)?);
                let range = usize::try_from(lo).ok().zip(usize::try_from(hi).ok());
                let part = range.and_then(|(lo, hi)| all.get(lo..hi)).ok_or(Stuck::Never)?;
                Val::Seq(part.into())
            }
            TermKind::SeqConcat(a, b) => {
                let (a, b) = (self.seq(a, env)?, self.seq(b, env)?);
                Val::Seq(a.iter().chain(b.iter()).cloned().collect())
            }
            TermKind::Quant(quantifier, id, lo, hi, body) => {
                let (lo, hi) = (self.known(lo, env)?, self.known(hi, env)?);
                if hi.saturating_sub(lo) > MANY {
                    return Err(Stuck::Never);
                }
                let decisive = *quantifier == Quantifier::Exists;
                let mut waits = None;
                for at in lo..hi {
                    match self.truth(body, &env.with(*id, at)) {
                        Ok(value) if value == decisive => return Ok(Val::Bool(decisive)),
                        Ok(_) => {}
                        Err(stop) => waits = waits.or(Some(stop)),
                    }
                }
                match waits {
                    Some(stop) => return Err(stop),
                    None => Val::Bool(!decisive),
                }
            }
            TermKind::Call(inst, args) => {
                let args: Vec<Val> = args.iter().map(|arg| self.eval(arg, env)).collect::<Result<_, _>>()?;
                self.call(inst, args, false)?
            }
            TermKind::Defined(inst, args) => {
                let args: Vec<Val> = args.iter().map(|arg| self.eval(arg, env)).collect::<Result<_, _>>()?;
                self.call(inst, args, true)?
            }
            TermKind::NoValue => return Err(Stuck::Never),
        })
    }

    fn all(&mut self, all: &[Term], env: &Env) -> Evaluated<Rc<[Val]>> {
        all.iter().map(|term| self.eval(term, env)).collect()
    }

    /// A function applied; or with `domain`, whether it has a value.
    fn call(&mut self, inst: &FnInst, args: Vec<Val>, domain: bool) -> Evaluated {
        if !domain && let Some(value) = self.measured(inst, &args)? {
            return Ok(value);
        }
        let def = self.room.program.pure_def(inst).ok_or(Stuck::Never)?;
        if self.depth >= DEEP {
            return Err(Stuck::Never);
        }
        let application = args.iter().map(identity).collect::<Option<Vec<_>>>().filter(|_| def.recursive);
        let application = application.map(|args| (inst.func, domain, args));
        if let Some((known, _, value)) = application.as_ref().and_then(|application| self.known.get(application))
            && known == inst
        {
            return Ok(value.clone());
        }
        let env = Env::new(args);
        self.depth += 1;
        let value = self.eval(if domain { &def.domain } else { &def.body }, &env);
        self.depth -= 1;
        if let (Some(application), Ok(value)) = (application, &value) {
            // (The arguments are kept, so that no others come to be where they are.)
            self.known.insert(application, (inst.clone(), env, value.clone()));
        }
        value
    }

    /// What the chosen measures of a hole say of a unary function.
    pub(super) fn measured(&self, inst: &FnInst, args: &[Val]) -> Evaluated<Option<Val>> {
        let [Val::Hole(id)] = args else { return Ok(None) };
        let hole = &self.state.holes[*id];
        match hole.key {
            Some(key) => {
                let tables = self.room.tables.borrow();
                match tables.measure(key, inst) {
                    None if tables.is_blank(key) => Err(Stuck::Wait(Wait::Shape(*id))),
                    value => Ok(value),
                }
            }
            None if hole.value.is_none() && self.is_measure(inst, *id) => Err(Stuck::Wait(Wait::Key(*id))),
            None => Ok(None),
        }
    }

    fn is_measure(&self, inst: &FnInst, hole: HoleId) -> bool {
        let ty = &self.state.holes[hole].ty;
        self.room.measures.iter().any(|(known, of)| known == inst && of == ty)
    }

    /// The value of a boolean term.
    pub(super) fn truth(&mut self, term: &Term, env: &Env) -> Evaluated<bool> {
        match self.shape(term, env)? {
            Val::Bool(value) => Ok(value),
            _ => Err(Stuck::Never),
        }
    }

    /// The outermost constructor of a value.
    fn shape(&mut self, term: &Term, env: &Env) -> Evaluated {
        let val = self.eval(term, env)?;
        self.open(val)
    }

    pub(super) fn open(&self, val: Val) -> Evaluated {
        match self.state.see(&val) {
            Seen::Open(id) => Err(Stuck::Wait(Wait::Shape(id))),
            Seen::Value(value) => Ok(value.clone()),
        }
    }

    fn variant(&mut self, of: &Term, env: &Env) -> Evaluated<usize> {
        let val = self.eval(of, env)?;
        if let Seen::Open(id) = self.state.see(&val)
            && let Some(key) = self.state.holes[id].key
        {
            return Ok(self.room.tables.borrow().variant(key));
        }
        match self.open(val)? {
            Val::Adt(variant, _) => Ok(variant),
            _ => Err(Stuck::Never),
        }
    }

    fn field(&mut self, of: &Term, variant: usize, at: usize, env: &Env) -> Evaluated {
        let val = self.eval(of, env)?;
        if let Seen::Open(id) = self.state.see(&val)
            && let Some(key) = self.state.holes[id].key
            && let Some(field) = self.room.tables.borrow().field(key, variant, at)
        {
            return Ok(field);
        }
        match self.open(val)? {
            Val::Adt(found, all) if found == variant => all.get(at).cloned().ok_or(Stuck::Never),
            _ => Err(Stuck::Never),
        }
    }

    fn seq(&mut self, term: &Term, env: &Env) -> Evaluated<Rc<[Val]>> {
        let val = self.eval(term, env)?;
        self.seq_of(&val)
    }

    fn seq_of(&self, val: &Val) -> Evaluated<Rc<[Val]>> {
        match self.open(val.clone())? {
            Val::Seq(all) => Ok(all),
            _ => Err(Stuck::Never),
        }
    }

    pub(super) fn int(&mut self, term: &Term, env: &Env) -> Evaluated<Linear> {
        match self.eval(term, env)? {
            Val::Int(sum) => fits(sum.with(&|var| self.state.store.value(var))),
            _ => Err(Stuck::Never),
        }
    }

    /// An integer that must have a value.
    pub(super) fn known(&mut self, term: &Term, env: &Env) -> Evaluated<i128> {
        let sum = self.int(term, env)?;
        match sum.terms.first() {
            None => Ok(sum.constant),
            Some((var, _)) => Err(Stuck::Wait(Wait::Value(*var))),
        }
    }

    pub(super) fn equal(&mut self, a: &Term, b: &Term, env: &Env) -> Evaluated<bool> {
        let (a, b) = (self.eval(a, env)?, self.eval(b, env)?);
        self.equal_values(a, b)
    }

    pub(super) fn equal_values(&mut self, a: Val, b: Val) -> Evaluated<bool> {
        if a == b {
            return Ok(true);
        }
        let many = |this: &mut Self, xs: Rc<[Val]>, ys: Rc<[Val]>| {
            let mut waits = None;
            for (x, y) in xs.iter().zip(ys.iter()) {
                match this.equal_values(x.clone(), y.clone()) {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    Err(stop) => waits = waits.or(Some(stop)),
                }
            }
            waits.map_or(Ok(true), Err)
        };
        match (self.open(a)?, self.open(b)?) {
            (Val::Bool(a), Val::Bool(b)) => Ok(a == b),
            (Val::Int(a), Val::Int(b)) => {
                let atom = self.equality(&a, &b)?;
                self.state.truth(&atom).ok_or(Stuck::Wait(Wait::Decide(atom)))
            }
            (Val::Adt(v, xs), Val::Adt(w, ys)) if v == w => many(self, xs, ys),
            (Val::Adt(..), Val::Adt(..)) => Ok(false),
            (Val::Seq(xs), Val::Seq(ys)) if xs.len() != ys.len() => Ok(false),
            (Val::Seq(xs), Val::Seq(ys)) | (Val::Tuple(xs), Val::Tuple(ys)) => many(self, xs, ys),
            _ => Err(Stuck::Never),
        }
    }

    pub(super) fn equality(&self, a: &Linear, b: &Linear) -> Evaluated<Atom> {
        let sum = fits(a.minus(b).and_then(|sum| sum.with(&|var| self.state.store.value(var))))?;
        Ok(Atom::new(sum, Relation::Equal))
    }
}
