//! Texts of the source as arguments, whole: every way of giving them to the parameters that take text, before chance has a part in it.
use num_bigint::BigInt;
use refine_core::ty::{IntTy, Ty};
use refine_core::value::{Value, Vector};

use super::random::Random;
use super::space::{Foreign, Space, lent};
use crate::types::{TextOrFloat, known};

/// Ways of giving texts to the parameters, at most.
const WAYS: usize = 400;

/// The ways of giving texts to the parameters that take them, in order.
pub(super) struct Written {
    /// Of each parameter that takes text: which one it is, and its values.
    texts: Vec<(usize, Vec<Value>)>,
    /// Ways that were produced.
    given: usize,
}

impl Written {
    /// Of what chance takes values from.
    pub(super) fn new(space: &mut Space<'_>, tys: &[Ty], random: &Random) -> Self {
        let parsed: Vec<String> = random.parsed().collect();
        let mut values = |ty: &Ty| {
            let texts = random.own_texts().iter().filter_map(|text| as_value(space, ty, text)).collect::<Vec<_>>();
            // (Bytes and characters are not parsed as often as texts are.)
            let parsed = parsed.iter().filter_map(|text| as_value(space, ty, text));
            let parsed: Vec<Value> = parsed.filter(|value| !matches!(value, Value::Seq(_) | Value::Char(_))).collect();
            [texts, parsed].concat()
        };
        let mut texts: Vec<(usize, Vec<Value>)> = tys.iter().map(&mut values).enumerate().collect();
        texts.retain(|(_, values)| !values.is_empty());
        let each = (1..=WAYS).rev().find(|each| each.checked_pow(texts.len() as u32).is_some_and(|all| all <= WAYS));
        texts.iter_mut().for_each(|(_, values)| values.truncate(each.unwrap_or(1)));
        Written { texts, given: 0 }
    }

    /// A vector with the next texts in it, the rest of it as it is.
    pub(super) fn next(&mut self, vector: &Vector) -> Option<Vector> {
        let (mut out, mut left) = (vector.clone(), self.given);
        for (at, values) in &self.texts {
            *out.get_mut(*at)? = values[left % values.len()].clone();
            left /= values.len();
        }
        self.given += 1;
        (left == 0 && !self.texts.is_empty()).then_some(out)
    }
}

/// A text as a value of a type; `None` if the type does not take text, or not this one.
fn as_value(space: &mut Space<'_>, ty: &Ty, text: &str) -> Option<Value> {
    match ty {
        Ty::Ref(_, inner) | Ty::Boxed(inner) => as_value(space, inner, text),
        Ty::Borrow(inner) => as_value(space, inner, text).map(lent),
        Ty::Opaque(name) => match known(name) {
            Some(TextOrFloat::Text) => Some(Value::Str(text.to_owned())),
            Some(TextOrFloat::Float) => None,
            None => match space.foreign(ty)? {
                Foreign::Carried(inner) => as_value(space, &inner, text).map(|value| space.kept(ty, value)),
                Foreign::Function(_) => None,
            },
        },
        Ty::Slice(inner) | Ty::Vec(inner) => match **inner {
            Ty::Char => Some(Value::Seq(text.chars().map(Value::Char).collect())),
            Ty::Int(IntTy::U8) => Some(Value::Seq(text.bytes().map(|byte| Value::Int(BigInt::from(byte))).collect())),
            _ => None,
        },
        Ty::Char => {
            let mut all = text.chars();
            let first = all.next()?;
            all.next().is_none().then_some(Value::Char(first))
        }
        _ => None,
    }
}
