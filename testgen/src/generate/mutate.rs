//! Vectors that differ in a few places from one that got somewhere new.
use num_bigint::BigInt;
use refine_core::ids::FnId;
use refine_core::ty::{IntTy, Ty};
use refine_core::value::Value;

use super::chain::length;
use super::grown::integers;
use super::random::Random;
use super::space::{Construction, Foreign, Space, Transition};
use crate::types::{TextOrFloat, field_types, grounded, known};

/// How many places are changed: one of these.
const CHANGES: [usize; 6] = [1, 1, 1, 1, 2, 4];

/// How many calls are put behind those of a vector: one of these.
const FURTHER: [usize; 6] = [1, 1, 1, 2, 3, 6];

/// The calls in a vector, at most.
const CALLS: usize = 160;

/// Parts that are kept to be put elsewhere, at most.
const DONORS: usize = 200;

/// How long a sequence may become by repeating a stretch of it: of numbers and characters, where more than 256 of a kind are a case of
/// their own, and of other values.
const REPEATED: (usize, usize) = (300, 24);

/// Characters that are of one kind to what reads them; the first kind of a character is its own.
const KINDS: [&[u8]; 4] =
    [b"0123456789", b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"0123456789abcdef"];

/// What changes are made from: how many parts what is new may have, and the parts of the vector with their types.
type Material<'a> = (u32, &'a [(Ty, &'a Value)]);

impl Random {
    /// A vector with a place or a few changed.
    pub(super) fn mutant(
        &mut self,
        space: &mut Space<'_>,
        tys: &[Ty],
        vector: &[Value],
        depth: u32,
    ) -> Option<Vec<Value>> {
        let mut ints = Vec::new();
        vector.iter().for_each(|value| integers(value, &mut ints));
        self.begin_with(ints.clone());
        let mut out = vector.to_vec();
        let mut donors = Vec::new();
        tys.iter().zip(vector).for_each(|(ty, value)| parts(space, ty, value, &mut donors));
        if self.chance.below(2) == 0
            && let Some(at) = self.goes_on_from(space, tys, vector)
        {
            for _ in 0..FURTHER[self.chance.below(FURTHER.len())] {
                out[at] = Value::Call(self.func, out.clone());
                self.change_others(space, tys, (&mut out, at), (depth, &donors), &ints)?;
            }
        } else {
            // Most often one place, sometimes several: what takes two changes may go by nothing new after the first.
            for _ in 0..CHANGES[self.chance.below(CHANGES.len())] {
                let at = self.chance.below(out.len());
                out[at] = self.changed(space, tys.get(at)?, &out[at], (depth, &donors))?;
            }
        }
        // Where steps take such values too, what grows out of what has grown would be ever larger.
        let calls: usize = out.iter().map(length).sum();
        (calls <= CALLS).then_some(out)
    }

    /// The argument that a function changes, if the next call can go on from it: other than what chance makes, the arguments of a call that
    /// came to its end meet the precondition, and those of the next may.
    fn goes_on_from(&mut self, space: &mut Space<'_>, tys: &[Ty], vector: &[Value]) -> Option<usize> {
        (0..tys.len()).find(|at| match tys[*at].peeled() {
            Ty::Adt(id, args) if space.is_abstract(*id) => {
                let goes_on = |step: &Transition| step.func == self.func && step.from == *at;
                space.chains(*id, args).steps.iter().any(|step| goes_on(step) && step.params.len() == vector.len())
            }
            _ => false,
        })
    }

    /// Changes some of the arguments but for one: integers most often to others of the vector, or to neighbours of these.
    fn change_others(
        &mut self,
        space: &mut Space<'_>,
        tys: &[Ty],
        (vector, but): (&mut [Value], usize),
        from: Material<'_>,
        ints: &[BigInt],
    ) -> Option<()> {
        let places: Vec<usize> = (0..vector.len()).filter(|at| *at != but).collect();
        if places.is_empty() {
            return Some(());
        }
        for _ in 0..1 + self.chance.below(places.len()) {
            let at = places[self.chance.below(places.len())];
            vector[at] = match (&vector[at], tys.get(at)?.peeled()) {
                (Value::Int(_), Ty::Int(of)) if self.chance.below(4) != 0 && !ints.is_empty() => {
                    let near: BigInt = &ints[self.chance.below(ints.len())] + BigInt::from(self.chance.below(3)) - 1;
                    Value::Int(near.clamp(IntTy::min(*of), IntTy::max(*of)))
                }
                (value, ty) => self.changed(space, ty, value, from)?,
            };
        }
        Some(())
    }

    /// A value with a place changed: to something new, or to what is elsewhere in the vector, as what goes wrong where two parts are
    /// equal is rare otherwise.
    fn changed(&mut self, space: &mut Space<'_>, ty: &Ty, value: &Value, from: Material<'_>) -> Option<Value> {
        let (ty, (depth, donors)) = (ty.peeled(), from);
        match self.chance.below(16) {
            0 | 1 => return self.value(space, ty, depth),
            2 | 3 => {
                let able = donors.iter().filter(|(of, other)| of == ty && *other != value);
                let able: Vec<&Value> = able.map(|(_, value)| *value).collect();
                if !able.is_empty() {
                    return Some(able[self.chance.below(able.len())].clone());
                }
            }
            _ => {}
        }
        if let Some(Foreign::Carried(inner)) = space.foreign(ty) {
            let changed = self.changed(space, &inner, value, from)?;
            return Some(space.kept(ty, changed));
        }
        Some(match (value, ty) {
            (Value::Bool(flag), _) => Value::Bool(!flag),
            (Value::Int(int), Ty::Int(of)) if self.chance.below(2) == 0 => {
                let near: BigInt = int + BigInt::from(self.chance.below(3)) - 1;
                Value::Int(near.clamp(IntTy::min(*of), IntTy::max(*of)))
            }
            (Value::Seq(all), Ty::Array(inner, _)) => {
                Value::Seq(self.changed_one(space, &|_| (**inner).clone(), all, from)?)
            }
            (Value::Seq(all), _) => {
                let element = ty.element()?.clone();
                let mut all = all.clone();
                let at = self.chance.below(all.len() + 1);
                match self.chance.below(5) {
                    0 => all.insert(at, self.value(space, &element, depth)?),
                    1 if at < all.len() => drop(all.remove(at)),
                    2 if at < all.len() => all.insert(at, all[at].clone()),
                    3 if at < all.len() => {
                        let scalar = matches!(element, Ty::Bool | Ty::Int(_) | Ty::Char);
                        self.repeat(&mut all, at, if scalar { REPEATED.0 } else { REPEATED.1 });
                    }
                    _ if all.is_empty() => all.push(self.value(space, &element, depth)?),
                    _ => all = self.changed_one(space, &|_| element.clone(), &all, from)?,
                }
                Value::Seq(all)
            }
            (Value::Str(text), Ty::Opaque(name)) if known(name) == Some(TextOrFloat::Text) => {
                let mut all: Vec<char> = text.chars().collect();
                let at = self.chance.below(all.len() + 1);
                let Value::Char(c) = self.value(space, &Ty::Char, depth)? else { return None };
                match self.chance.below(8) {
                    5 | 6 if at < all.len() => self.recast(&mut all, at),
                    0 if at < all.len() => drop(all.remove(at)),
                    1 if at < all.len() => all[at] = c,
                    2 if at < all.len() => self.repeat(&mut all, at, REPEATED.0),
                    3 | 4 => self.reword(&mut all, at),
                    _ => all.insert(at, c),
                }
                Value::Str(all.into_iter().collect())
            }
            (Value::Tuple(all), Ty::Tuple(tys)) => {
                Value::Tuple(self.changed_one(space, &|at| tys[at].clone(), all, from)?)
            }
            (Value::Adt(id, variant, all), Ty::Adt(_, args)) if !all.is_empty() => {
                let tys = field_types(space.program(), *id, args, *variant)?;
                Value::Adt(*id, *variant, self.changed_one(space, &|at| grounded(&tys[at]), all, from)?)
            }
            (Value::Call(func, all), Ty::Adt(id, args)) => {
                let chains = space.chains(*id, args);
                let step = chains.steps.iter().find(|step| step.func == *func);
                let start = chains.starts.iter().find(|(how, _)| matches!(how, Construction::Call(one) if one == func));
                match (step, self.chance.below(3)) {
                    (Some(step), 0) => all.get(step.from)?.clone(),
                    (_, 1) if !chains.steps.is_empty() => {
                        let next = &chains.steps[self.chance.below(chains.steps.len())];
                        self.step(space, next, value.clone(), depth)?
                    }
                    // What a chain starts with is changed as often as all its steps.
                    (Some(_), 2) if self.chance.below(2) == 0 => {
                        let mut chain = value.clone();
                        let first = start_of(&chains.steps, &mut chain);
                        *first = self.changed(space, ty, first, from)?;
                        chain
                    }
                    (Some(step), _) => Value::Call(*func, self.changed_call(space, *func, &step.params, all, from)?),
                    (None, _) if let Some((_, params)) = start.filter(|_| !all.is_empty()) => {
                        Value::Call(*func, self.changed_call(space, *func, params, all, from)?)
                    }
                    _ => self.value(space, ty, depth)?,
                }
            }
            _ => self.value(space, ty, depth)?,
        })
    }

    /// Repeats a stretch from a place on, once or until the whole is as long as it may be; or as long as a number of the program says.
    fn repeat<T: Clone>(&mut self, all: &mut Vec<T>, at: usize, most: usize) {
        let lengths: Vec<usize> =
            self.literals().filter_map(|n| usize::try_from(n).ok()).filter(|n| (1..=most).contains(n)).collect();
        if !lengths.is_empty() && self.chance.below(2) == 0 {
            let length = lengths[self.chance.below(lengths.len())];
            let again: Vec<T> = all.iter().cycle().take(length).cloned().collect();
            *all = again;
            return;
        }
        let stretch: Vec<T> = all[at..].iter().take(1 + self.chance.below(all.len() - at)).cloned().collect();
        let room = most.saturating_sub(all.len()) / stretch.len();
        let times = if self.chance.below(4) == 0 { room } else { room.min(1) };
        let again = std::iter::repeat_n(&stretch, times).flatten().cloned();
        drop(all.splice(at..at, again));
    }

    /// Another word, or number, for the one at a place, or in between. Of `v1.2` the `1` may become any number that matters, so that
    /// what is around it still has its form. Or over as many characters as it has: `#a1b2c3` stays as long as it was.
    fn reword(&mut self, all: &mut Vec<char>, at: usize) {
        let kind = |c: &char| (c.is_numeric(), c.is_alphabetic());
        let near = all.get(at).or(all.last()).map(kind).filter(|kind| *kind != (false, false));
        let at = at.min(all.len().saturating_sub(1));
        let is_other = |c: &char| near != Some(kind(c));
        let start = all[..at].iter().rposition(is_other).map_or(0, |before| before + 1);
        let end = all[at..].iter().position(is_other).map_or(all.len(), |length| at + length);
        let (start, end) = if near.is_some() { (start, end) } else { (at, at) };
        let is_number = near.is_some_and(|(numeric, _)| numeric);
        let mut word = if is_number && self.chance.below(2) == 0 { self.spelled() } else { self.word() };
        if is_number && self.chance.below(4) == 0 {
            word = format!("{word:0>digits$}", digits = end - start);
        }
        let length = word.chars().count();
        let over = self.chance.below(4) == 0 && at + length <= all.len();
        let (start, end) = if over { (at, at + length) } else { (start, end) };
        drop(all.splice(start..end, word.chars()));
    }

    /// Other characters for those from a place on, as many as there were: each of the kind that it was of, so that `2024-01-31` stays a
    /// date, or all of one kind, so that what asks for eight digits gets them. Signs that part words may stay.
    fn recast(&mut self, all: &mut [char], at: usize) {
        let one = KINDS[self.chance.below(KINDS.len())];
        let length = if self.chance.below(2) == 0 { all.len() - at } else { 1 + self.chance.below(all.len() - at) };
        let (keeps_kinds, keeps_signs) = (self.chance.below(2) == 0, self.chance.below(2) == 0);
        for c in all[at..].iter_mut().take(length) {
            let own = KINDS.into_iter().find(|kind| u8::try_from(*c).is_ok_and(|byte| kind.contains(&byte)));
            let kind = if keeps_kinds { own } else { Some(one).filter(|_| !keeps_signs || own.is_some()) };
            if let Some(kind) = kind {
                *c = char::from(kind[self.chance.below(kind.len())]);
            }
        }
    }

    /// The arguments of a call of which one is changed, often to what is written in the function that is called.
    fn changed_call(
        &mut self,
        space: &mut Space<'_>,
        func: FnId,
        params: &[Ty],
        all: &[Value],
        from: Material<'_>,
    ) -> Option<Vec<Value>> {
        self.with_literals_of(space, func, |random, space| {
            random.changed_one(space, &|at| params[at].clone(), all, from)
        })
    }

    /// Parts of which one is changed.
    fn changed_one(
        &mut self,
        space: &mut Space<'_>,
        ty: &dyn Fn(usize) -> Ty,
        all: &[Value],
        from: Material<'_>,
    ) -> Option<Vec<Value>> {
        let mut all = all.to_vec();
        if !all.is_empty() {
            let at = self.chance.below(all.len());
            all[at] = self.changed(space, &ty(at), &all[at], from)?;
        }
        Some(all)
    }
}

/// What a chain starts with.
fn start_of<'v>(steps: &[Transition], mut value: &'v mut Value) -> &'v mut Value {
    let from = |value: &Value| match value {
        Value::Call(func, all) => {
            steps.iter().find(|step| step.func == *func && step.from < all.len()).map(|step| step.from)
        }
        _ => None,
    };
    while let Some(at) = from(value) {
        let Value::Call(_, all) = value else { unreachable!() };
        value = &mut all[at];
    }
    value
}

/// The integers, texts, data and sequences in a value, with their types.
fn parts<'a>(space: &Space<'_>, ty: &Ty, value: &'a Value, out: &mut Vec<(Ty, &'a Value)>) {
    let ty = ty.peeled();
    if out.len() >= DONORS {
        return;
    }
    match (value, ty) {
        (Value::Int(_), Ty::Int(_)) | (Value::Adt(..) | Value::Call(..), Ty::Adt(..)) | (Value::Str(_), _) => {
            out.push((ty.clone(), value));
        }
        _ => {}
    }
    match (value, ty) {
        (Value::Tuple(all), Ty::Tuple(tys)) => {
            tys.iter().zip(all).for_each(|(ty, value)| parts(space, ty, value, out));
        }
        (Value::Seq(all), _) => {
            let element = ty.element().cloned().into_iter().cycle();
            element.zip(all).for_each(|(ty, value)| parts(space, &ty, value, out));
        }
        (Value::Adt(id, variant, all), Ty::Adt(_, args)) => {
            let tys = field_types(space.program(), *id, args, *variant).unwrap_or_default();
            tys.iter().zip(all).for_each(|(ty, value)| parts(space, &grounded(ty), value, out));
        }
        _ => {}
    }
}
