//! What clauses are made of, on exact values. An error says why a clause has no value there.
use super::int::Int;
use super::value::{Parts, V};
use std::cmp::Ordering;
use std::sync::Arc;

/// Why what stands for a value without parts is none: it is what a `&mut` leads to when its borrow ends.
const LATER: &str = "no run shows what a mutable reference inside of a parameter leads to later";

/// The value of a (part of a) clause.
pub type E<T> = Result<T, String>;

fn wrong<T>(wanted: &str, value: &V) -> E<T> {
    match *value {
        // The name of a type, or words.
        V::Opaque(ref name) if ["a ", "an ", "what "].iter().any(|start| name.starts_with(start)) => {
            Err(format!("{} cannot be looked at in runs", name))
        }
        V::Opaque(ref name) => Err(format!("`{}` cannot be looked at in runs", name)),
        V::Tuple(ref all) if all.is_empty() => Err(String::from(LATER)),
        _ => Err(format!("{} was expected in a clause, and it is of another kind", wanted)),
    }
}

/// The value of a call that stands in a clause more than once.
pub struct Memo(std::cell::RefCell<Option<V>>);

impl Memo {
    pub fn new() -> Memo {
        Memo(std::cell::RefCell::new(None))
    }

    pub fn of(&self, value: &dyn Fn() -> E<V>) -> E<V> {
        if let Some(ref known) = *self.0.borrow() {
            return Ok(known.clone());
        }
        let value = value()?;
        *self.0.borrow_mut() = Some(value.clone());
        Ok(value)
    }
}

/// What a clause says.
pub enum Truth {
    True,
    False,
    /// It cannot be evaluated, for this reason: it does not hold then.
    NoValue(String),
}

/// A clause that always has a value.
pub fn claimed(value: V) -> E<Truth> {
    Ok(if truth(value)? { Truth::True } else { Truth::False })
}

/// A clause that is true only where it has a value, by that condition and as it was written.
pub fn claimed_or(value: V, written: &dyn Fn() -> E<V>) -> E<Truth> {
    if truth(value)? {
        return Ok(Truth::True);
    }
    Ok(match written().and_then(truth) {
        Ok(false) => Truth::False,
        Ok(true) => Truth::NoValue(String::from("it has no value for some element of its range")),
        Err(why) => Truth::NoValue(why),
    })
}

/// What a `panic!` in a `#[pure]` function comes to.
pub fn no_value() -> E<V> {
    Err(String::from("a panic"))
}

pub fn truth(value: V) -> E<bool> {
    match value {
        V::Bool(value) => Ok(value),
        other => wrong("a truth value", &other),
    }
}

fn int(value: V) -> E<Int> {
    match value {
        V::Int(int) => Ok(int),
        V::Char(c) => Ok(Int::from_u128(u128::from(u32::from(c)))),
        other => wrong("an integer", &other),
    }
}

fn seq(value: V) -> E<Parts> {
    match value {
        V::Seq(all) => Ok(all),
        V::Str(text) => Ok(Arc::new(text.chars().map(V::Char).collect())),
        other => wrong("a sequence", &other),
    }
}

fn offset(value: V) -> E<Option<usize>> {
    Ok(int(value)?.to_u128().and_then(|wide| if wide < 1 << 40 { Some(wide as usize) } else { None }))
}

/// A literal too large for [`number`].
pub fn literal(text: &str) -> V {
    Int::parse(text).map_or_else(|| V::Opaque(String::from(text)), V::Int)
}

pub fn number(value: i128) -> V {
    V::Int(Int::from_i128(value))
}

pub fn neg(a: V) -> E<V> {
    Ok(V::Int(int(a)?.neg()))
}

pub fn add(a: V, b: V) -> E<V> {
    Ok(V::Int(int(a)?.add(&int(b)?)))
}

pub fn sub(a: V, b: V) -> E<V> {
    Ok(V::Int(int(a)?.sub(&int(b)?)))
}

pub fn mul(a: V, b: V) -> E<V> {
    Ok(V::Int(int(a)?.mul(&int(b)?)))
}

pub fn div(a: V, b: V) -> E<V> {
    int(a)?.div_rem(&int(b)?).map(|both| V::Int(both.0)).ok_or_else(|| String::from("division by zero"))
}

pub fn rem(a: V, b: V) -> E<V> {
    int(a)?.div_rem(&int(b)?).map(|both| V::Int(both.1)).ok_or_else(|| String::from("division by zero"))
}

fn order(a: V, b: V) -> E<Ordering> {
    Ok(int(a)?.compare(&int(b)?))
}

pub fn lt(a: V, b: V) -> E<V> {
    Ok(V::Bool(order(a, b)? == Ordering::Less))
}

pub fn le(a: V, b: V) -> E<V> {
    Ok(V::Bool(order(a, b)? != Ordering::Greater))
}

/// Structural equality; a `char` equals its scalar value.
pub fn same(a: &V, b: &V) -> E<bool> {
    let all = |xs: &[V], ys: &[V]| -> E<bool> {
        for (x, y) in xs.iter().zip(ys) {
            if !same(x, y)? {
                return Ok(false);
            }
        }
        Ok(xs.len() == ys.len())
    };
    match (a, b) {
        (&V::Bool(x), &V::Bool(y)) => Ok(x == y),
        // It is where a value is not known that one has no parts.
        (&V::Tuple(ref xs), &V::Tuple(ref ys)) if xs.len() != ys.len() => Err(String::from(LATER)),
        (&V::Tuple(ref xs), &V::Tuple(ref ys)) | (&V::Seq(ref xs), &V::Seq(ref ys)) => all(xs, ys),
        (&V::Adt(i, ref xs), &V::Adt(j, ref ys)) => Ok(i == j && all(xs, ys)?),
        (&V::Str(ref x), &V::Str(ref y)) => Ok(x == y),
        (&V::Float(x), &V::Float(y)) => Ok(f64::from_bits(x) == f64::from_bits(y)),
        (&V::Opaque(ref what), _) | (_, &V::Opaque(ref what)) => {
            Err(format!("a value of `{}` cannot be compared", what))
        }
        _ => Ok(order(a.clone(), b.clone())? == Ordering::Equal),
    }
}

pub fn eq(a: V, b: V) -> E<V> {
    Ok(V::Bool(same(&a, &b)?))
}

pub fn ne(a: V, b: V) -> E<V> {
    Ok(V::Bool(!same(&a, &b)?))
}

pub fn wrap(bits: u32, signed: bool, a: V) -> E<V> {
    Ok(V::Int(int(a)?.wrap(bits, signed)))
}

/// Bit operations on values in range of the type.
pub fn bits(op: &str, bits: u32, signed: bool, a: V, b: V) -> E<V> {
    let (a, b) = (int(a)?, int(b)?);
    let (x, y) = (a.low_bits(), b.low_bits());
    let shift = if y < u128::from(bits) { y as u32 } else { 0 };
    if (op == "shl" || op == "shr") && y >= u128::from(bits) {
        return Err(format!("a shift by {} bits in a {}-bit integer", b, bits));
    }
    let raw = match op {
        "and" => x & y,
        "or" => x | y,
        "xor" => x ^ y,
        "shl" => x << shift,
        _ if signed => ((x as i128) >> shift) as u128,
        _ => x >> shift,
    };
    Ok(V::Int(Int::from_u128(raw).wrap(bits, signed)))
}

pub fn project(a: V, at: usize) -> E<V> {
    match a {
        V::Tuple(ref all) if at < all.len() => Ok(all[at].clone()),
        ref other => wrong("a tuple", other),
    }
}

pub fn field(a: V, variant: usize, at: usize) -> E<V> {
    match a {
        V::Adt(found, ref all) if found == variant && at < all.len() => Ok(all[at].clone()),
        V::Adt(..) => Err(String::from("a value that does not exist, such as that of `None`")),
        ref other => wrong("a struct or enum", other),
    }
}

pub fn is_variant(a: V, variant: usize) -> E<V> {
    match a {
        V::Adt(found, _) => Ok(V::Bool(found == variant)),
        other => wrong("a struct or enum", &other),
    }
}

pub fn len(a: V) -> E<V> {
    match a {
        V::Str(text) => Ok(V::Int(Int::from_u128(text.len() as u128))),
        V::Elements(len) => Ok(V::Int(Int::from_u128(len as u128))),
        other => Ok(V::Int(Int::from_u128(seq(other)?.len() as u128))),
    }
}

pub fn get(a: V, at: V) -> E<V> {
    let all = seq(a)?;
    match offset(at)? {
        Some(at) if at < all.len() => Ok(all[at].clone()),
        _ => Err(String::from("an index out of bounds")),
    }
}

pub fn replace(a: V, at: V, value: V) -> E<V> {
    let mut all = seq(a)?;
    if let Some(place) = offset(at)?.and_then(|at| Arc::make_mut(&mut all).get_mut(at)) {
        *place = value;
    }
    Ok(V::Seq(all))
}

pub fn repeat(value: V, count: V) -> E<V> {
    match offset(count)? {
        Some(count) if count <= 1 << 20 => Ok(V::seq(vec![value; count])),
        _ => Err(String::from("too many elements for a clause")),
    }
}

pub fn push(a: V, value: V) -> E<V> {
    let mut all = seq(a)?;
    Arc::make_mut(&mut all).push(value);
    Ok(V::Seq(all))
}

pub fn slice(a: V, lo: V, hi: V) -> E<V> {
    let all = seq(a)?;
    match (offset(lo)?, offset(hi)?) {
        (Some(lo), Some(hi)) if lo <= hi && hi <= all.len() => Ok(V::seq(all[lo..hi].to_vec())),
        _ => Err(String::from("a slice out of bounds")),
    }
}

pub fn concat(a: V, b: V) -> E<V> {
    let mut all = seq(a)?;
    Arc::make_mut(&mut all).extend(seq(b)?.iter().cloned());
    Ok(V::Seq(all))
}

/// `forall` or `exists` over `lo..hi`, stopping at the first answer.
pub fn quant(forall: bool, lo: V, hi: V, body: &dyn Fn(V) -> E<V>) -> E<V> {
    let (mut at, hi) = (int(lo)?, int(hi)?);
    let one = Int::from_u128(1);
    let mut turns = 0;
    while at.compare(&hi) == Ordering::Less {
        if truth(body(V::Int(at.clone()))?)? != forall {
            return Ok(V::Bool(!forall));
        }
        turns += 1;
        if turns > 1_000_000 {
            return Err(String::from("a quantifier over more than a million values"));
        }
        at = at.add(&one);
    }
    Ok(V::Bool(forall))
}
