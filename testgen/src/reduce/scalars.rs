//! Integers made smaller where they stand: all at once by their order, then each by bisection to the boundary.
use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint, Sign};
use refine_core::value::Value;

use super::Best;

/// Integers that are tried for each before the bisection: what fails for a number need not fail for its neighbours.
const FIRST: std::ops::RangeInclusive<i32> = 0..=3;

/// How far a number is from zero; but of large ones, those near the end of a type are plainer than those that are near nothing.
pub(super) fn size(int: &BigInt) -> BigUint {
    match far_end(int) {
        Some(end) => {
            let half: BigUint = end.magnitude() / 2u32;
            half + (end.magnitude() - int.magnitude()) + 1u32
        }
        None => int.magnitude().clone(),
    }
}

/// The end of the narrowest type of 32 bits or more that holds the number, if it is nearer than zero.
fn far_end(int: &BigInt) -> Option<BigInt> {
    let negative = int.sign() == Sign::Minus;
    let ends = [31u32, 32, 63, 64, 127, 128].into_iter().filter(|bits| !negative || bits % 2 == 1);
    let ends = ends.map(|bits| BigInt::from(1) << bits).map(|end| if negative { -end } else { end - 1 });
    let end = ends.into_iter().find(|end| int.magnitude() <= end.magnitude())?;
    let half: BigUint = end.magnitude() / 2u32;
    (*int.magnitude() > half).then_some(end)
}

/// Makes the integers of the value smaller, as long as it fails.
pub(super) fn lesser(best: &mut Best<'_>) {
    ranked(best);
    divided(best);
    let mut at = 0;
    while let Some(int) = nth(&best.value, at).cloned()
        && !best.enough
    {
        bisected(best, &[at], &int);
        at += 1;
    }
    alike(best);
    moved(best);
}

/// Integers that are equal, together: what is put in and taken out again.
fn alike(best: &mut Best<'_>) {
    let (mut places, mut at): (BTreeMap<BigInt, Vec<usize>>, _) = (BTreeMap::new(), 0);
    visit(&mut best.value.clone(), &mut |int| {
        places.entry(int.clone()).or_default().push(at);
        at += 1;
    });
    for (int, places) in places.into_iter().filter(|(_, places)| places.len() > 1) {
        bisected(best, &places, &int);
    }
}

/// All integers by their greatest common divisor.
fn divided(best: &mut Best<'_>) {
    let mut common = BigInt::ZERO;
    visit(&mut best.value.clone(), &mut |int| common = gcd(&common, int));
    if common > BigInt::from(1) {
        let mut candidate = best.value.clone();
        visit(&mut candidate, &mut |int| *int /= &common);
        best.takes(candidate);
    }
}

fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b.sign() != Sign::NoSign {
        (a, b) = (b.clone(), a % b);
    }
    if a.sign() == Sign::Minus { -a } else { a }
}

/// Among more integers than these nothing is moved from one to another.
const FEW: usize = 8;

/// What one integer has is given to another, as far as that stays in its type: where only the sum counts, one of them is large and the others
/// are small.
fn moved(best: &mut Best<'_>) {
    let mut from = 0;
    while nth(&best.value, from).is_some() && nth(&best.value, FEW).is_none() {
        let mut to = 0;
        while let (Some(less), Some(more)) = (nth(&best.value, from).cloned(), nth(&best.value, to).cloned())
            && !best.enough
        {
            let sign = if less.sign() == Sign::Minus { -1 } else { 1 };
            if from != to && less.sign() == more.sign() {
                let room = end_of_type(&more) - &more;
                let given = FIRST.map(|left| &less - left * sign).chain([room.clone()]);
                let fits = |given: &BigInt| given.sign() == less.sign() && given.magnitude() <= room.magnitude();
                let all: Vec<BigInt> =
                    given.filter(fits).filter(|given| given.magnitude() < less.magnitude()).collect();
                let give = |given: BigInt| with(&with(&best.value, from, &(&less - &given)), to, &(&more + given));
                let all: Vec<Value> = all.into_iter().map(give).collect();
                let _ = all.into_iter().any(|one| best.takes(one));
            }
            to += 1;
        }
        from += 1;
    }
}

/// The end of the narrowest type that holds the number, so that it is in the type whichever that is.
fn end_of_type(int: &BigInt) -> BigInt {
    let negative = int.sign() == Sign::Minus;
    let ends = [7u32, 8, 15, 16, 31, 32, 63, 64, 127, 128].into_iter().filter(|bits| !negative || bits % 2 == 1);
    let mut ends = ends.map(|bits| BigInt::from(1) << bits).map(|end| if negative { -end } else { end - 1 });
    ends.find(|end| int.magnitude() <= end.magnitude()).unwrap_or_else(|| int.clone())
}

/// How many binary digits the integers of a value have together.
pub(super) fn digits(value: &Value) -> u64 {
    match value {
        Value::Int(int) => int.bits(),
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter().map(digits).sum()
        }
        _ => 0,
    }
}

/// All integers at once by others in the same order: 0, 1, 2 … with zero where it was.
fn ranked(best: &mut Best<'_>) {
    let mut known = BTreeSet::new();
    let mut candidate = best.value.clone();
    visit(&mut candidate, &mut |int| {
        known.insert(int.clone());
    });
    let below = known.iter().filter(|int| int.sign() == Sign::Minus).count();
    let ranks: BTreeMap<BigInt, usize> = known.into_iter().zip(0..).collect();
    for zero in [0, below] {
        let mut candidate = best.value.clone();
        visit(&mut candidate, &mut |int| {
            let rank = ranks.get(int).copied().unwrap_or_default();
            *int = BigInt::from(rank) - zero;
        });
        if best.takes(candidate) {
            return;
        }
    }
}

/// The integer at some places, where it is the same, made as small as can be.
fn bisected(best: &mut Best<'_>, places: &[usize], int: &BigInt) {
    let mut set = |to: BigInt| {
        if best.enough {
            return false;
        }
        let candidate = with_all(&best.value, places, &to);
        best.takes(candidate) && !best.enough
    };
    if FIRST.filter(|small| BigUint::from(small.unsigned_abs()) < *int.magnitude()).any(|small| set(small.into())) {
        return;
    }
    let end = far_end(int).filter(|end| set(end.clone()));
    let int = end.as_ref().unwrap_or(int);
    let sign = match int.sign() {
        Sign::Minus if !set(-int) => Sign::Minus,
        _ => Sign::Plus,
    };
    let (mut holds, mut broken) = (BigUint::ZERO, int.magnitude().clone());
    while &broken - &holds > BigUint::from(1u32) {
        let middle = (&holds + &broken) / 2u32;
        if set(BigInt::from_biguint(sign, middle.clone())) { broken = middle } else { holds = middle }
    }
}

/// Each integer of a value by another that is near it or small, as a value: none is meant to fail as it is, but one with fewer parts may. A cache
/// with room for four needs five steps to be too full, one with room for three needs four.
pub(super) fn others(value: &Value) -> impl Iterator<Item = Value> + '_ {
    let ints = (0..).map_while(|at| Some((at, nth(value, at)?)));
    ints.flat_map(move |(at, int)| {
        let near = [int - 1, int + 1, int + 2];
        let small = FIRST.map(BigInt::from).filter(|small| !near.contains(small) && small != int);
        let all: Vec<BigInt> = near.iter().cloned().chain(small).collect();
        all.into_iter().map(move |to| with(value, at, &to))
    })
}

/// A value with another integer at a place.
fn with(value: &Value, at: usize, to: &BigInt) -> Value {
    with_all(value, &[at], to)
}

/// The same at several places, in order.
fn with_all(value: &Value, places: &[usize], to: &BigInt) -> Value {
    let (mut value, mut left, mut at) = (value.clone(), places.iter().peekable(), 0);
    visit(&mut value, &mut |int| {
        if left.next_if(|place| **place == at).is_some() {
            int.clone_from(to);
        }
        at += 1;
    });
    value
}

/// The integers of a value, in order.
fn visit(value: &mut Value, look: &mut dyn FnMut(&mut BigInt)) {
    match value {
        Value::Int(int) => look(int),
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter_mut().for_each(|part| visit(part, look));
        }
        Value::Function(table) => {
            let entries = table.entries.iter_mut().flat_map(|(question, answer)| question.iter_mut().chain([answer]));
            entries.chain(&mut table.others).for_each(|part| visit(part, look));
        }
        _ => {}
    }
}

fn nth(value: &Value, at: usize) -> Option<&BigInt> {
    fn go<'v>(value: &'v Value, left: &mut usize) -> Option<&'v BigInt> {
        match value {
            Value::Int(int) => {
                let found = *left == 0;
                *left = left.wrapping_sub(1);
                found.then_some(int)
            }
            Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
                all.iter().find_map(|part| go(part, left))
            }
            Value::Function(table) => {
                let entries = table.entries.iter().flat_map(|(question, answer)| question.iter().chain([answer]));
                entries.chain(&table.others).find_map(|part| go(part, left))
            }
            _ => None,
        }
    }
    go(value, &mut { at })
}
