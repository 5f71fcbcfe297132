//! What `refine` adds to a copy of this crate, to run its functions on chosen arguments. Not part of the crate.
//!
//! These are the ways from values to the crate's own types and back. Their traits must be the crate's, since they are implemented for types
//! of others, too. All that needs no types of the crate is in a crate of its own (`runtime`), which is built once.
//!
//! Standard library only, no unsafe code, and the common subset of all editions: it is compiled as a module of the
//! user's crate, even of one without `std`.
extern crate refine_harness_runtime as runtime;
pub extern crate std;

#[path = "builtin.rs"]
mod builtin;
#[path = "keyed.rs"]
mod keyed;
#[path = "standard.rs"]
mod standard;

pub use self::keyed::{Keyed, KeyedCopy};
pub use self::runtime::*;
pub use self::standard::Settable;

use self::std::prelude::v1::*;

/// From a value to a Rust value; an error says why there is none.
pub trait Decode: Sized {
    fn decode(value: &V) -> Result<Self, String>;
}

/// From a Rust value to a value.
pub trait Reflect {
    fn reflect(&self) -> V;

    /// No more of it than what is looked at; the rest is [`unseen`].
    fn reflect_part(&self, look: &Look) -> V {
        let _ = look;
        self.reflect()
    }
}

/// No more of a struct's field than what is looked at.
pub fn field_part<T: Reflect + ?Sized>(look: &Look, at: usize, value: &T) -> V {
    match *look {
        Look::Fields(all) => match all.iter().find(|one| one.0 == at) {
            Some(one) => value.reflect_part(&one.1),
            None => unseen(),
        },
        _ => value.reflect(),
    }
}

/// Decodes a second value of the same type as the first.
pub fn again<T: Decode>(_like: &T, value: &V) -> Result<T, String> {
    T::decode(value)
}

/// Decodes an answer.
pub fn again_of<T: Decode>(value: &V) -> Result<T, String> {
    T::decode(value)
}

/// The field of a struct or variant, decoded.
pub fn part<T: Decode>(parts: &[V], at: usize) -> Result<T, String> {
    match parts.get(at) {
        Some(value) => T::decode(value),
        None => Err(std::format!("component {} is missing", at)),
    }
}

/// The `&mut` that is passed for a parameter: there it is no pair.
pub fn lent<T: Decode>(parts: &[V], at: usize) -> Result<T, String> {
    let value: V = parts.get(at).map_or_else(unseen, V::copy);
    T::decode(&V::tuple(std::vec![value, V::tuple(Vec::new())]))
}

/// Asks the function in a slot. Where it writes, its result is the first part of the answer.
pub fn ask<R: Decode>(at: usize, question: Vec<V>, writes: bool) -> R {
    ask_for(at, question, writes, &R::decode)
}

/// Changes what a function is given behind a `&`.
pub fn set<C: Settable>(place: &C, value: C::Value) {
    if !place.put(value) {
        cannot_change();
    }
}
