//! A failing vector made smaller, greedily: what is near the top first, starting over after each success.
//!
//! It ends because each step makes the vector's measure strictly less: first the number of nodes, then their magnitudes.
use num_bigint::{BigInt, BigUint};
use refine_core::program::Program;
use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};

use crate::types::{constructors, field_types, grounded, has_default};

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
    let mut best = Value::Tuple(vector);
    'again: loop {
        let size = measure(program, &ty, &best);
        let mut candidates = Vec::new();
        smaller(program, &ty, &best, 0, &mut candidates);
        candidates.sort_by_key(|(depth, _)| *depth);
        let mut tried = std::collections::HashSet::new();
        for (_, candidate) in candidates {
            if measure(program, &ty, &candidate) >= size || !tried.insert(candidate.clone()) {
                continue;
            }
            let Value::Tuple(vector) = candidate else { continue };
            if still_fails(&vector) {
                best = Value::Tuple(vector);
                continue 'again;
            }
        }
        break;
    }
    match best {
        Value::Tuple(vector) => vector,
        other => vec![other],
    }
}

/// The measure that each step makes less.
fn measure(program: &dyn Program, ty: &Ty, value: &Value) -> (usize, BigUint) {
    let ty = ty.peeled();
    let many = |all: &[Value]| {
        let tys = part_types(program, ty, value);
        let sizes =
            all.iter().enumerate().map(|(at, part)| measure(program, tys(at).as_ref().unwrap_or(&Ty::Exact), part));
        sizes.fold((1, BigUint::ZERO), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    match value {
        Value::Bool(flag) => (1, u32::from(*flag).into()),
        // A negative number counts as more than its opposite.
        Value::Int(int) => (1, int_size(int, ty) * 2u32 + u32::from(*int < BigInt::ZERO)),
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
    }
}

/// How far a number is from zero; but of large ones, those near the end of the type are plainer than those that are near nothing.
fn int_size(int: &BigInt, ty: &Ty) -> BigUint {
    match far_end(int, ty) {
        Some(end) => {
            let half: BigInt = &end / 2;
            half.magnitude() + (end - int).magnitude() + 1u32
        }
        None => int.magnitude().clone(),
    }
}

/// The end of a wide type that a number is nearer to than to zero.
fn far_end(int: &BigInt, ty: &Ty) -> Option<BigInt> {
    let ty = ty.int().filter(|ty| ty.bits() > 16)?;
    let end = if *int < BigInt::ZERO { ty.min() } else { ty.max() };
    let half: BigInt = &end / 2;
    (int.magnitude() > half.magnitude()).then_some(end)
}

/// The types of a value's parts, by their places.
fn part_types<'a>(program: &'a dyn Program, ty: &'a Ty, value: &Value) -> Box<dyn Fn(usize) -> Option<Ty> + 'a> {
    match (value, ty) {
        (Value::Tuple(_), Ty::Tuple(tys)) => Box::new(|at| tys.get(at).cloned()),
        (Value::Seq(_), _) => Box::new(|_| ty.element().cloned()),
        (Value::Adt(id, variant, _), Ty::Adt(_, args)) => {
            let tys = field_types(program, *id, args, *variant).unwrap_or_default();
            Box::new(move |at| tys.get(at).map(grounded))
        }
        (Value::Call(func, _), Ty::Adt(id, args)) => {
            let known = constructors(program, *id, args).into_iter().find(|one| one.func == *func);
            let params = known.map(|one| one.params).unwrap_or_default();
            Box::new(move |at| params.get(at).cloned())
        }
        _ => Box::new(|_| None),
    }
}

fn char_size(c: char) -> u32 {
    if c == 'a' { 0 } else { u32::from(c) + 1 }
}

/// Candidates for a value, each with the depth at which it differs. Not all are smaller.
fn smaller(program: &dyn Program, ty: &Ty, value: &Value, depth: usize, out: &mut Vec<(usize, Value)>) {
    let ty = ty.peeled();
    match (value, ty) {
        (Value::Bool(true), _) => out.push((depth, Value::Bool(false))),
        (Value::Int(int), _) => out.extend(ints(int, ty).into_iter().map(|int| (depth, Value::Int(int)))),
        (Value::Char(c), _) => out.extend(chars(*c).into_iter().map(|c| (depth, Value::Char(c)))),
        (Value::Float(bits), _) => {
            let float = f64::from_bits(*bits);
            let simpler = [0.0, 1.0, -1.0, float.trunc(), -float, float / 2.0];
            out.extend(
                simpler.into_iter().filter(|one| one.is_finite()).map(|one| (depth, Value::Float(one.to_bits()))),
            );
        }
        (Value::Str(text), _) => {
            let all: Vec<char> = text.chars().collect();
            out.extend(shorter(&all).into_iter().map(|all| (depth, Value::Str(all.into_iter().collect()))));
            for (at, c) in all.iter().enumerate() {
                for simpler in chars(*c) {
                    let mut all = all.clone();
                    all[at] = simpler;
                    out.push((depth + 1, Value::Str(all.into_iter().collect())));
                }
            }
        }
        (Value::Tuple(all), Ty::Tuple(_)) => {
            parts(program, all, &*part_types(program, ty, value), depth, out, &|all| Value::Tuple(all));
        }
        (Value::Seq(all), _) => {
            if !matches!(ty, Ty::Array(..)) {
                out.extend(shorter(all).into_iter().map(|all| (depth, Value::Seq(all))));
            }
            parts(program, all, &*part_types(program, ty, value), depth, out, &|all| Value::Seq(all));
        }
        (Value::Adt(id, variant, all), Ty::Adt(..)) => {
            let mut inner = Vec::new();
            all.iter().for_each(|part| same_type(part, *id, &mut inner));
            out.extend(inner.into_iter().map(|value| (depth, value)));
            let def = program.adt(*id);
            let units = def.variants.iter().enumerate().filter(|(_, variant)| variant.fields.is_empty());
            out.extend(units.map(|(at, _)| (depth, Value::Adt(*id, at, Vec::new()))));
            let tys = part_types(program, ty, value);
            let (id, variant) = (*id, *variant);
            parts(program, all, &*tys, depth, out, &|all| Value::Adt(id, variant, all));
        }
        (Value::Call(func, all), Ty::Adt(id, args)) => {
            if has_default(program.adt(*id)) {
                out.push((depth, Value::Default(*id)));
            }
            let known = constructors(program, *id, args);
            let empty = known.iter().filter(|one| one.params.is_empty());
            out.extend(empty.map(|one| (depth, Value::Call(one.func, Vec::new()))));
            let tys = part_types(program, ty, value);
            let func = *func;
            parts(program, all, &*tys, depth, out, &|all| Value::Call(func, all));
        }
        _ => {}
    }
}

/// Candidates that differ in one part.
fn parts(
    program: &dyn Program,
    all: &[Value],
    ty: &dyn Fn(usize) -> Option<Ty>,
    depth: usize,
    out: &mut Vec<(usize, Value)>,
    whole: &dyn Fn(Vec<Value>) -> Value,
) {
    for (at, part) in all.iter().enumerate() {
        let Some(ty) = ty(at) else { continue };
        let mut inner = Vec::new();
        smaller(program, &ty, part, depth + 1, &mut inner);
        out.extend(inner.into_iter().map(|(depth, part)| {
            let mut all = all.to_vec();
            all[at] = part;
            (depth, whole(all))
        }));
    }
}

/// Towards zero: at once, then by halves, then by one.
fn ints(int: &BigInt, ty: &Ty) -> Vec<BigInt> {
    let mut out = Vec::new();
    if *int == BigInt::ZERO {
        return out;
    }
    out.push(BigInt::ZERO);
    if *int < BigInt::ZERO && ty.int().is_some_and(|ty| -int <= ty.max()) {
        out.push(-int);
    }
    if let Some(end) = far_end(int, ty) {
        let mut step = &end - int;
        while step != BigInt::ZERO {
            out.push(int + &step);
            step /= 2;
        }
    }
    // What fails for a number need not fail for its neighbours: the smallest are worth a try each.
    out.extend((1..=3).filter(|&small| BigInt::from(small) < *int).map(BigInt::from));
    let mut step = int / 2;
    while step != BigInt::ZERO {
        out.push(int - &step);
        step /= 2;
    }
    out.push(if *int < BigInt::ZERO { int + 1 } else { int - 1 });
    out
}

fn chars(c: char) -> Vec<char> {
    ['a', 'b', ' ', 'A', '0'].into_iter().filter(|simple| char_size(*simple) < char_size(c)).collect()
}

/// Without a half, without a quarter, …, without one element; and nothing at all first.
fn shorter<T: Clone>(all: &[T]) -> Vec<Vec<T>> {
    let mut out = Vec::new();
    let mut chunk = all.len();
    while chunk > 0 {
        for start in (0..all.len()).step_by(chunk) {
            let end = (start + chunk).min(all.len());
            out.push(all[..start].iter().chain(&all[end..]).cloned().collect());
        }
        chunk /= 2;
    }
    out
}

/// The values of the same struct or enum inside a value.
fn same_type(value: &Value, id: refine_core::ty::AdtId, out: &mut Vec<Value>) {
    match value {
        Value::Adt(found, ..) if *found == id => out.push(value.clone()),
        Value::Adt(_, _, all) | Value::Tuple(all) | Value::Seq(all) => {
            all.iter().for_each(|part| same_type(part, id, out));
        }
        _ => {}
    }
}
