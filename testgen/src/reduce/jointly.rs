//! What is the same in several places made less in all of them: of a square matrix no row can go alone, nor any column, and a key that is put
//! in and taken out again stays the same key.
use std::collections::BTreeSet;
use std::ops::Range;

use num_bigint::BigInt;
use refine_core::program::Program;
use refine_core::ty::Ty;
use refine_core::value::Value;

use super::shapes::chars;
use crate::foreign::carrier;
use crate::types::{constructors, field_types, grounded};

/// Offers the value with the same elements left out of all its sequences of one length, and with that length as an integer made less
/// by as many, or left as it is. Says whether one was taken. Lengths that an array has stay.
pub(super) fn shorter_jointly(
    program: &dyn Program,
    ty: &Ty,
    value: &Value,
    take: &mut dyn FnMut(Value) -> bool,
) -> bool {
    let (mut lengths, mut fixed) = (BTreeSet::new(), BTreeSet::new());
    collect(value, &mut lengths);
    arrays(program, ty, value, &mut fixed);
    lengths.retain(|length| !fixed.contains(length));
    lengths.into_iter().rev().filter(|length| *length > 0).any(|length| {
        let sizes = std::iter::successors(Some(length), |size| Some(size / 2)).take_while(|size| *size > 0);
        let mut gone = sizes.flat_map(|size| (0..length).step_by(size).map(move |at| at..(at + size).min(length)));
        gone.any(|gone| [true, false].into_iter().any(|counts| take(without(value, length, &gone, counts))))
    })
}

/// Offers the value with a plainer character for one that is in its texts, wherever that is. In sequences different texts stay different: they
/// may be the keys of a map.
pub(super) fn plainer_characters(value: &Value, take: &mut dyn FnMut(Value) -> bool) -> bool {
    let mut known = BTreeSet::new();
    characters(&mut value.clone(), &mut |c| {
        known.insert(*c);
    });
    let distinct = in_sequence(value);
    known.iter().any(|&from| {
        chars(from).into_iter().filter(|to| !distinct || !known.contains(to)).any(|to| {
            let mut candidate = value.clone();
            characters(&mut candidate, &mut |c| {
                if *c == from {
                    *c = to;
                }
            });
            take(candidate)
        })
    })
}

/// Whether a sequence of a value has texts or characters in it.
fn in_sequence(value: &Value) -> bool {
    match value {
        Value::Seq(all) => all.iter().any(|part| {
            let mut any = false;
            characters(&mut part.clone(), &mut |_| any = true);
            any
        }),
        Value::Tuple(all) | Value::Adt(_, _, all) | Value::Call(_, all) => all.iter().any(in_sequence),
        _ => false,
    }
}

/// The characters of a value.
fn characters(value: &mut Value, look: &mut dyn FnMut(&mut char)) {
    match value {
        Value::Char(c) => look(c),
        Value::Str(text) => {
            let mut all: Vec<char> = text.chars().collect();
            all.iter_mut().for_each(look);
            *text = all.into_iter().collect();
        }
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter_mut().for_each(|part| characters(part, look));
        }
        _ => {}
    }
}

fn collect(value: &Value, lengths: &mut BTreeSet<usize>) {
    match value {
        Value::Seq(all) => {
            lengths.insert(all.len());
            all.iter().for_each(|part| collect(part, lengths));
        }
        Value::Str(text) => {
            lengths.insert(text.chars().count());
        }
        Value::Tuple(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter().for_each(|part| collect(part, lengths));
        }
        _ => {}
    }
}

/// The lengths of the arrays in a value.
fn arrays(program: &dyn Program, ty: &Ty, value: &Value, lengths: &mut BTreeSet<usize>) {
    let ty = ty.peeled();
    if let Some(inner) = carrier(program, ty) {
        return arrays(program, &inner, value, lengths);
    }
    let (tys, parts): (Vec<Ty>, _) = match (value, ty) {
        (Value::Seq(all), _) => {
            if matches!(ty, Ty::Array(..)) {
                lengths.insert(all.len());
            }
            (ty.element().into_iter().flat_map(|element| vec![element.clone(); all.len()]).collect(), all)
        }
        (Value::Tuple(all), Ty::Tuple(tys)) => (tys.clone(), all),
        (Value::Adt(id, variant, all), Ty::Adt(_, args)) => {
            let tys = field_types(program, *id, args, *variant).unwrap_or_default();
            (tys.iter().map(grounded).collect(), all)
        }
        (Value::Call(func, all), Ty::Adt(id, args)) => {
            let called = constructors(program, *id, args).into_iter().find(|one| one.func == *func);
            (called.map_or_else(Vec::new, |one| one.params), all)
        }
        _ => return,
    };
    tys.iter().zip(parts).for_each(|(ty, part)| arrays(program, ty, part, lengths));
}

/// Without these elements in each sequence of the length; `counts`: integers that are the length become what it is then.
fn without(value: &Value, length: usize, gone: &Range<usize>, counts: bool) -> Value {
    let inside = |all: &[Value]| all.iter().map(|part| without(part, length, gone, counts)).collect::<Vec<_>>();
    let kept = |at: &usize| !gone.contains(at);
    match value {
        Value::Seq(all) if all.len() == length => {
            Value::Seq((0..length).filter(kept).map(|at| without(&all[at], length, gone, counts)).collect())
        }
        Value::Seq(all) => Value::Seq(inside(all)),
        Value::Str(text) if text.chars().count() == length => {
            Value::Str(text.chars().enumerate().filter(|(at, _)| kept(at)).map(|(_, c)| c).collect())
        }
        Value::Tuple(all) => Value::Tuple(inside(all)),
        Value::Adt(id, variant, all) => Value::Adt(*id, *variant, inside(all)),
        Value::Call(func, all) => Value::Call(*func, inside(all)),
        Value::Int(int) if counts && *int == BigInt::from(length) => Value::Int(int - gone.len()),
        other => other.clone(),
    }
}
