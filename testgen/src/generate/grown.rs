//! Results as arguments: what a function returns is often what it takes, as a tree with one more key in it is. So values that the
//! precondition alone hardly leads to grow call by call (as in ArtiCheck: Braibant, Protzenko, Scherer, "Well-typed generic smart-fuzzing
//! for APIs", ML 2014).
use std::collections::BTreeMap;

use num_bigint::BigInt;
use refine_core::program::Program;
use refine_core::ty::{FnInst, IntTy, Ty};
use refine_core::value::{Value, Vector};

use super::random::Random;
use super::seen::VectorSet;
use super::space::Space;
use crate::types::{can_be_made, field_types, grounded, param_types, return_type};

/// Results of one size that are kept for a parameter.
const KEPT: usize = 32;
/// No value that is kept has more parts.
const LARGEST: usize = 200;
/// How deep a result is searched for what a parameter takes.
const DEPTH: u32 = 3;

/// What runs have returned.
pub(super) struct Grown {
    tys: Vec<Ty>,
    ret: Ty,
    /// By parameter: results that fit there, by their sizes.
    pools: Vec<BTreeMap<usize, Vec<Value>>>,
    seen: VectorSet,
}

impl Grown {
    pub(super) fn new(program: &dyn Program, inst: &FnInst) -> Self {
        let tys: Vec<Ty> = param_types(program, inst).iter().map(Ty::plain).collect();
        let pools = vec![BTreeMap::new(); tys.len()];
        Grown { tys, ret: return_type(program, inst).plain(), pools, seen: VectorSet::default() }
    }

    /// Keeps the parts of a result that are what a parameter takes.
    pub(super) fn learn(&mut self, program: &dyn Program, random: &mut Random, ty: &Ty, result: &Value) {
        self.keep(program, random, ty, result, DEPTH);
    }

    /// The type of the function's own results.
    pub(super) fn ret(&self) -> &Ty {
        &self.ret
    }

    fn keep(&mut self, program: &dyn Program, random: &mut Random, ty: &Ty, value: &Value, depth: u32) {
        let composite = matches!(value, Value::Adt(..) | Value::Seq(_) | Value::Call(..));
        // (What only its functions make is no argument as it is shown.)
        if composite && self.tys.contains(ty) && can_be_made(program, std::slice::from_ref(value)) {
            let size = size(value).filter(|size| *size <= LARGEST);
            if let (Some(size), true) = (size, self.seen.insert(std::slice::from_ref(value))) {
                for (pool, _) in self.pools.iter_mut().zip(&self.tys).filter(|(_, own)| *own == ty) {
                    let same = pool.entry(size).or_default();
                    if same.len() < KEPT {
                        same.push(value.clone());
                    } else {
                        same[random.chance().below(KEPT)] = value.clone();
                    }
                }
            }
            return;
        }
        let Some(depth) = depth.checked_sub(1) else { return };
        match (ty, value) {
            (Ty::Tuple(tys), Value::Tuple(all)) => {
                tys.iter().zip(all).for_each(|(ty, value)| self.keep(program, random, ty, value, depth));
            }
            (Ty::Adt(_, args), Value::Adt(id, variant, all)) => {
                let tys = field_types(program, *id, args, *variant).unwrap_or_default();
                let tys = tys.iter().map(|ty| grounded(ty).plain());
                tys.zip(all).for_each(|(ty, value)| self.keep(program, random, &ty, value, depth));
            }
            _ => {}
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pools.iter().all(BTreeMap::is_empty)
    }

    /// A vector with a result in it, of any size that there is; more often of a large one, which leads to larger ones. Its integers are
    /// likely to be among those in it, or next to one.
    pub(super) fn vector(&self, random: &mut Random, space: &mut Space<'_>, depth: u32) -> Option<Vector> {
        random.begin();
        let mut ints = Vec::new();
        let mut out = vec![None; self.tys.len()];
        for (at, pool) in self.pools.iter().enumerate().filter(|(_, pool)| !pool.is_empty()) {
            let first = ints.is_empty();
            if first || random.chance().below(2) == 0 {
                let chance = random.chance();
                let size = chance.below(pool.len()).max(chance.below(pool.len()));
                let same = pool.values().nth(size)?;
                let value = &same[chance.below(same.len())];
                integers(value, &mut ints);
                out[at] = Some(value.clone());
            }
        }
        let rest = out.into_iter().zip(&self.tys).map(|(value, ty)| match (value, ty) {
            (Some(value), _) => Some(value),
            (None, Ty::Int(of)) if !ints.is_empty() && random.chance().below(2) == 0 => {
                let near: BigInt =
                    &ints[random.chance().below(ints.len())] + BigInt::from(random.chance().below(3)) - 1;
                Some(Value::Int(near.clamp(IntTy::min(*of), IntTy::max(*of))))
            }
            (None, ty) => random.value(space, ty, depth),
        });
        rest.collect()
    }
}

/// The number of parts of a value; `None` if some are outside the model.
fn size(value: &Value) -> Option<usize> {
    match value {
        Value::Opaque(_) | Value::Function(_) => None,
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter().map(size).sum::<Option<usize>>().map(|sum| sum + 1)
        }
        _ => Some(1),
    }
}

/// The integers in a value.
pub(super) fn integers(value: &Value, out: &mut Vec<BigInt>) {
    match value {
        Value::Int(int) => out.push(int.clone()),
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter().for_each(|part| integers(part, out));
        }
        _ => {}
    }
}
