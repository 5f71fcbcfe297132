//! A failing vector made smaller, greedily: what is near the top first; the shape first, then scalars by bisection.
//!
//! It ends because each step makes the vector's rank strictly less: first the number of nodes, then their magnitudes, then their digits.
mod chains;
mod jointly;
mod scalars;
mod shapes;
mod tables;

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;

use num_bigint::{BigInt, BigUint};
use refine_core::program::Program;
use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};

use self::jointly::{plainer_characters, shorter_jointly};
use self::scalars::{lesser, others};
use self::shapes::Shapes;
use crate::types::grounded;

/// Makes a failing vector over the types smaller while it still fails.
///
/// `still_fails` says `false` for a vector that breaks a precondition, and breaks off where no more are to be tried.
pub fn minimise(
    program: &dyn Program,
    vector: Vector,
    types: &[Ty],
    still_fails: &mut dyn FnMut(&Vector) -> ControlFlow<(), bool>,
) -> Vector {
    let ty = Ty::Tuple(types.iter().map(grounded).collect());
    let mut shapes = Shapes::new(program);
    let mut best = Best::new(Value::Tuple(vector), still_fails);
    loop {
        let steps = best.steps;
        let mut depth = 0;
        while depth <= height(&best.value) && !best.enough {
            let value = best.value.clone();
            depth = if shapes.smaller(&ty, &value, depth, &mut |one| best.takes(one)) { 0 } else { depth + 1 };
        }
        lesser(&mut best);
        if best.steps == steps && !best.enough {
            let value = best.value.clone();
            let mut take = |one| best.takes(one);
            let _ = shorter_jointly(program, &ty, &value, &mut take) || plainer_characters(&value, &mut take);
        }
        if best.steps == steps && !best.enough {
            together(&mut shapes, &ty, &mut best);
        }
        if best.steps == steps || best.enough {
            break;
        }
    }
    match best.value {
        Value::Tuple(vector) => vector,
        other => vec![other],
    }
}

/// Values with more parts than these are not tried with [`together`].
const FEW_PARTS: usize = 40;

/// Fewer parts and another integer at once, where neither alone still fails.
fn together(shapes: &mut Shapes<'_>, ty: &Ty, best: &mut Best<'_>) {
    if best.size.0 > FEW_PARTS {
        return;
    }
    let value = best.value.clone();
    for other in others(&value) {
        for depth in 0..=height(&other) {
            if best.enough || shapes.smaller(ty, &other, depth, &mut |one| best.takes(one)) {
                return;
            }
        }
    }
}

/// So many parts all candidates together have: those that are no smaller, or were tried, cost no run, but time.
const PARTS: usize = 20_000_000;

/// The smallest value so far that fails.
struct Best<'f> {
    value: Value,
    size: (usize, BigUint, u64),
    /// What was tried, by its hash: the values themselves may be large.
    tried: HashSet<(u64, u64)>,
    keys: [RandomState; 2],
    still_fails: &'f mut dyn FnMut(&Vector) -> ControlFlow<(), bool>,
    /// How often a smaller one was found.
    steps: usize,
    /// The parts that further candidates may have.
    parts_left: usize,
    /// Whether no more are to be tried.
    enough: bool,
}

impl<'f> Best<'f> {
    fn new(value: Value, still_fails: &'f mut dyn FnMut(&Vector) -> ControlFlow<(), bool>) -> Self {
        let size = rank(&value);
        let keys = [RandomState::new(), RandomState::new()];
        Best { value, size, tried: HashSet::new(), keys, still_fails, steps: 0, parts_left: PARTS, enough: false }
    }

    /// Takes the candidate if it is smaller, was not tried, and fails. If no more are to be tried it says so, too, so that no more are
    /// offered.
    fn takes(&mut self, candidate: Value) -> bool {
        let Value::Tuple(vector) = &candidate else { return self.enough };
        let size = rank(&candidate);
        self.parts_left = self.parts_left.saturating_sub(size.0);
        self.enough |= self.parts_left == 0;
        let key = (self.keys[0].hash_one(&candidate), self.keys[1].hash_one(&candidate));
        if self.enough || size >= self.size || !self.tried.insert(key) {
            return self.enough;
        }
        match (self.still_fails)(vector) {
            ControlFlow::Continue(false) => false,
            ControlFlow::Continue(true) => {
                (self.value, self.size) = (candidate, size);
                self.steps += 1;
                true
            }
            ControlFlow::Break(()) => {
                self.enough = true;
                true
            }
        }
    }
}

/// How deep parts are inside of parts.
fn height(value: &Value) -> usize {
    let among = |all: &[Value]| all.iter().map(height).max().unwrap_or(0);
    match value {
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => 1 + among(all),
        Value::Function(table) => {
            let entries = table.entries.iter().flat_map(|(question, answer)| question.iter().chain([answer]));
            1 + entries.chain(&table.others).map(height).max().unwrap_or(0)
        }
        Value::Str(_) => 1,
        _ => 0,
    }
}

/// What each step makes less: the measure; among integers of the same sum a small one beside a large one, `(1, 255)` and not `(21, 235)`.
fn rank(value: &Value) -> (usize, BigUint, u64) {
    let (nodes, sum) = measure(value);
    (nodes, sum, scalars::digits(value))
}

/// The number of nodes, and their magnitudes.
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

/// Characters that people know, of two, three and four bytes.
const WIDE: [char; 3] = ['é', '€', '😀'];

fn char_size(c: char) -> u32 {
    match c {
        'a' => 0,
        ' '..='~' => u32::from(c) + 1,
        c => match WIDE.iter().position(|known| *known == c) {
            Some(at) => 0x100 + at as u32,
            None => 0x1000 + u32::from(c),
        },
    }
}
