//! A failing vector made smaller, greedily: what is near the top first; the shape first, then scalars by bisection.
//!
//! It ends because each step makes the vector's measure strictly less: first the number of nodes, then their magnitudes.
mod chains;
mod scalars;
mod shapes;
mod tables;

use std::collections::HashSet;

use num_bigint::{BigInt, BigUint};
use refine_core::program::Program;
use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};

use self::scalars::lesser;
use self::shapes::Shapes;
use crate::types::grounded;

/// Makes a failing vector over the types smaller while it still fails.
///
/// `still_fails` says `false` for a vector that breaks a precondition, and to all once its budget is used up.
pub fn minimise(
    program: &dyn Program,
    vector: Vector,
    types: &[Ty],
    still_fails: &mut dyn FnMut(&Vector) -> bool,
) -> Vector {
    let ty = Ty::Tuple(types.iter().map(grounded).collect());
    let mut shapes = Shapes::new(program);
    let mut tried = HashSet::new();
    let mut best = Value::Tuple(vector);
    // Whether a value is smaller than the best, was not tried, and fails.
    let mut fails = |candidate: &Value, best: &Value| {
        let Value::Tuple(vector) = candidate else { return false };
        measure(candidate) < measure(best) && tried.insert(candidate.clone()) && still_fails(vector)
    };
    loop {
        let before = best.clone();
        'again: loop {
            let mut candidates = Vec::new();
            shapes.smaller(&ty, &best, 0, &mut candidates);
            candidates.sort_by_key(|(depth, _)| *depth);
            for (_, candidate) in candidates {
                if fails(&candidate, &best) {
                    best = candidate;
                    continue 'again;
                }
            }
            break;
        }
        lesser(&mut best, &mut fails);
        if best == before {
            break;
        }
    }
    match best {
        Value::Tuple(vector) => vector,
        other => vec![other],
    }
}

/// The measure that each step makes less.
fn measure(value: &Value) -> (usize, BigUint) {
    let many = |all: &[Value]| {
        let sizes = all.iter().map(measure);
        sizes.fold((1, BigUint::ZERO), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    match value {
        Value::Bool(flag) => (1, u32::from(*flag).into()),
        // A negative number counts as more than its opposite.
        Value::Int(int) => (1, scalars::size(int) * 2u32 + u32::from(*int < BigInt::ZERO)),
        Value::Char(c) => (1, char_size(*c).into()),
        Value::Tuple(all) | Value::Seq(all) => many(all),
        Value::Adt(_, variant, all) => {
            let (nodes, sum) = many(all);
            (nodes, sum + *variant)
        }
        Value::Call(func, all) => {
            let (nodes, sum) = many(all);
            (nodes, sum + func.0)
        }
        Value::Default(_) => (1, BigUint::ZERO),
        Value::Str(text) => (1 + text.chars().count(), text.chars().map(char_size).sum::<u32>().into()),
        Value::Float(bits) => {
            let float = f64::from_bits(*bits);
            let size = if float.is_finite() { float.abs().min(1e15) as u64 } else { u64::MAX };
            (1, BigUint::from(size) * 4u32 + u32::from(float.fract() != 0.0) * 2 + u32::from(float.is_sign_negative()))
        }
        Value::Opaque(_) => (1, BigUint::ZERO),
        Value::Function(table) => tables::measure(table),
    }
}

fn char_size(c: char) -> u32 {
    if c == 'a' { 0 } else { u32::from(c) + 1 }
}
