//! Values with fewer parts, and plainer ones of the same shape.
use std::collections::HashMap;

use num_bigint::BigInt;
use refine_core::program::Program;
use refine_core::ty::{IntTy, Ty};
use refine_core::value::Value;

use super::chains::shorter_chains;
use super::{WIDE, char_size, tables};
use crate::foreign::{carrier, kept};
use crate::generate::plainest;
use crate::types::{constructors, field_types, grounded, is_unstable};

/// Sequences of more elements have several made plain at once.
const FEW: usize = 8;
/// In sequences of at most so many integers one is made to stand for two.
const MERGED: usize = 4;
/// Of at most so many integers two neighbours are tried as one, their sum.
const SUMMED: usize = 64;

/// Is offered a candidate, and says whether it takes it: then there are no more.
pub(super) type Take<'t> = &'t mut dyn FnMut(Value) -> bool;

/// Values of a program that may be smaller.
pub(super) struct Shapes<'p> {
    program: &'p dyn Program,
    plainest: HashMap<Ty, Option<Value>>,
}

impl<'p> Shapes<'p> {
    pub(super) fn new(program: &'p dyn Program) -> Self {
        Shapes { program, plainest: HashMap::new() }
    }

    fn plainest(&mut self, ty: &Ty) -> Option<Value> {
        let program = self.program;
        let made = || plainest(program, ty).map(tables::settled);
        self.plainest.entry(ty.clone()).or_insert_with(made).clone()
    }

    /// Offers candidates that differ from the value at a depth; integers stay, and not all are smaller. Says whether one was taken.
    ///
    /// One is made at a time: of a long list, or a table with many entries, all of them together would fill the memory.
    pub(super) fn smaller(&mut self, ty: &Ty, value: &Value, depth: usize, take: Take<'_>) -> bool {
        let program = self.program;
        let ty = ty.peeled();
        if let Some(inner) = carrier(program, ty) {
            return self.smaller(&inner, value, depth, &mut |one| take(kept(program, ty, one)));
        }
        if let (Value::Function(table), _) = (value, ty) {
            return tables::smaller(self, program, ty, table, depth, take);
        }
        if depth == 0 { self.here(ty, value, take) } else { self.below(ty, value, depth - 1, take) }
    }

    /// Candidates that differ at the top.
    fn here(&mut self, ty: &Ty, value: &Value, take: Take<'_>) -> bool {
        let program = self.program;
        if matches!(value, Value::Adt(..) | Value::Call(..)) && self.plainest(ty).is_some_and(&mut *take) {
            return true;
        }
        match (value, ty) {
            (Value::Bool(true), _) => take(Value::Bool(false)),
            (Value::Char(c), _) => chars(*c).into_iter().any(|c| take(Value::Char(c))),
            (Value::Float(bits), _) => {
                let float = f64::from_bits(*bits);
                let simpler = [0.0, 1.0, -1.0, float.trunc(), -float, float / 2.0];
                simpler.into_iter().filter(|one| one.is_finite()).any(|one| take(Value::Float(one.to_bits())))
            }
            (Value::Str(text), _) => {
                let all: Vec<char> = text.chars().collect();
                // One by one they may be too many.
                let alike = |c: char| Value::Str(std::iter::repeat_n(c, all.len()).collect());
                shorter(&all).any(|all| take(Value::Str(all.into_iter().collect())))
                    || all.len() > 1 && ['a', all[0]].into_iter().any(|c| take(alike(c)))
            }
            (Value::Seq(all), _) => {
                if !matches!(ty, Ty::Array(..))
                    && (shorter(all).any(|all| take(Value::Seq(all)))
                        || merged(all, ty.element()).into_iter().any(|all| take(Value::Seq(all))))
                {
                    return true;
                }
                let zero = |value: &Value| matches!(value, Value::Int(_)).then(|| Value::Int(BigInt::ZERO));
                let alike =
                    all.first().into_iter().filter(|_| all.len() > 1).flat_map(|one| [zero(one), Some(one.clone())]);
                if alike.flatten().any(|one| take(Value::Seq(vec![one; all.len()]))) {
                    return true;
                }
                let plain = ty.element().filter(|_| all.len() > FEW).and_then(|element| self.plainest(element));
                plain.is_some_and(|plain| plainer(all, &plain).any(|all| take(Value::Seq(all))))
            }
            (Value::Adt(id, _, all), Ty::Adt(..)) => {
                let mut inner = Vec::new();
                all.iter().for_each(|part| same_type(part, *id, &mut inner));
                let def = program.adt(*id);
                let units = def.variants.iter().enumerate().filter(|(_, variant)| variant.fields.is_empty());
                let mut units = units.filter(|(at, _)| !is_unstable(def, *at));
                inner.into_iter().any(&mut *take) || units.any(|(at, _)| take(Value::Adt(*id, at, Vec::new())))
            }
            (Value::Call(..), Ty::Adt(id, args)) => {
                let known = constructors(program, *id, args);
                shorter_chains(&known, value).into_iter().any(take)
            }
            _ => false,
        }
    }

    /// Candidates of which one part differs at the depth.
    fn below(&mut self, ty: &Ty, value: &Value, depth: usize, take: Take<'_>) -> bool {
        let program = self.program;
        match (value, ty) {
            (Value::Str(text), _) if depth == 0 => {
                let all: Vec<char> = text.chars().collect();
                all.iter().enumerate().any(|(at, c)| {
                    chars(*c).into_iter().any(|simpler| {
                        let mut all = all.clone();
                        all[at] = simpler;
                        take(Value::Str(all.into_iter().collect()))
                    })
                })
            }
            (Value::Tuple(all), Ty::Tuple(tys)) => {
                self.parts(all, &|at| tys.get(at).cloned(), depth, take, &|all| Value::Tuple(all))
            }
            (Value::Seq(all), _) => self.parts(all, &|_| ty.element().cloned(), depth, take, &|all| Value::Seq(all)),
            (Value::Adt(id, variant, all), Ty::Adt(_, args)) => {
                let tys = field_types(program, *id, args, *variant).unwrap_or_default();
                let (id, variant) = (*id, *variant);
                self.parts(all, &|at| tys.get(at).map(grounded), depth, take, &|all| Value::Adt(id, variant, all))
            }
            (Value::Call(func, all), Ty::Adt(id, args)) => {
                let known = constructors(program, *id, args);
                let called = known.iter().find(|one| one.func == *func);
                let params = called.map_or(Vec::new(), |one| one.params.clone());
                // The chain that it goes on from was made shorter together with it.
                let is_step = |func: &_| known.iter().any(|one| one.func == *func && one.is_step);
                let longer = called.filter(|one| one.is_step && depth == 0).and_then(|one| one.from);
                let longer = longer.filter(|at| matches!(all.get(*at), Some(Value::Call(func, _)) if is_step(func)));
                let func = *func;
                let ty = |at| params.get(at).filter(|_| Some(at) != longer).cloned();
                self.parts(all, &ty, depth, take, &|all| Value::Call(func, all))
            }
            _ => false,
        }
    }

    fn parts(
        &mut self,
        all: &[Value],
        ty: &dyn Fn(usize) -> Option<Ty>,
        depth: usize,
        take: Take<'_>,
        whole: &dyn Fn(Vec<Value>) -> Value,
    ) -> bool {
        all.iter().enumerate().any(|(at, part)| {
            let Some(ty) = ty(at) else { return false };
            self.smaller(&ty, part, depth, &mut |part| {
                // (The part that goes may be nearly all there is: of a chain of calls, all calls before.)
                let (before, after) = (all[..at].iter().cloned(), all[at + 1..].iter().cloned());
                take(whole(before.chain([part]).chain(after).collect()))
            })
        })
    }
}

/// Without one integer, and another at an end of its range, or greater by it: one may do what two did.
fn merged(all: &[Value], element: Option<&Ty>) -> Vec<Vec<Value>> {
    let Some(Ty::Int(int)) = element else { return Vec::new() };
    let mut out = Vec::new();
    if all.len() <= SUMMED {
        for (gone, pair) in all.windows(2).enumerate() {
            if let [Value::Int(one), Value::Int(more)] = pair
                && int.range().contains(&(one + more))
            {
                let mut all = all.to_vec();
                all[gone + 1] = Value::Int(one + more);
                all.remove(gone);
                out.push(all);
            }
        }
    }
    if (2..=MERGED).contains(&all.len()) {
        for gone in 0..all.len() {
            for other in (0..all.len()).filter(|other| *other != gone) {
                for end in [IntTy::min(*int), IntTy::max(*int)] {
                    let mut all = all.to_vec();
                    all[other] = Value::Int(end);
                    all.remove(gone);
                    out.push(all);
                }
            }
        }
    }
    out
}

/// Characters that are plainer than one.
pub(super) fn chars(c: char) -> Vec<char> {
    let simple = ['a', 'b', ' ', 'A', '0'].into_iter().chain(WIDE);
    simple.filter(|simple| char_size(*simple) < char_size(c)).collect()
}

/// Without a half, without a quarter, …, without one element; and nothing at all first.
pub(super) fn shorter<T: Clone>(all: &[T]) -> impl Iterator<Item = Vec<T>> {
    let chunks = std::iter::successors(Some(all.len()), |chunk| Some(chunk / 2)).take_while(|chunk| *chunk > 0);
    chunks.flat_map(move |chunk| {
        (0..all.len()).step_by(chunk).map(move |start| {
            let end = (start + chunk).min(all.len());
            all[..start].iter().chain(&all[end..]).cloned().collect()
        })
    })
}

/// With the plainest element in the place of a half of them, of a quarter, …, of two: of a large array there are too many to go one by one.
fn plainer<'a>(all: &'a [Value], plain: &'a Value) -> impl Iterator<Item = Vec<Value>> + 'a {
    let chunks = std::iter::successors(Some(all.len() / 2), |chunk| Some(chunk / 2)).take_while(|chunk| *chunk > 1);
    let places = chunks.flat_map(|chunk| (0..all.len()).step_by(chunk).map(move |at| at..at + chunk));
    let places = places.map(|place| place.start..place.end.min(all.len()));
    places.filter(move |place| all[place.clone()].iter().any(|one| one != plain)).map(move |place| {
        let mut all = all.to_vec();
        all[place].fill(plain.clone());
        all
    })
}

/// The values of the same struct or enum inside a value.
fn same_type(value: &Value, id: refine_core::ids::AdtId, out: &mut Vec<Value>) {
    match value {
        Value::Adt(found, ..) if *found == id => out.push(value.clone()),
        Value::Adt(_, _, all) | Value::Tuple(all) | Value::Seq(all) => {
            all.iter().for_each(|part| same_type(part, id, out));
        }
        _ => {}
    }
}
