//! What the checks of the feature `runtime` are made of.
//!
//! ```toml
//! [features]
//! checked = ["refine-spec/runtime"]
//! ```
//!
//! A function with `#[requires]`, `#[ensures]` or `#[spec]` checks them, and the invariants of the types of its parameters and result, each
//! time it is called; methods, `async` functions and those that leave early by `return` or `?` too. A clause that does not hold panics:
//!
//! ```text
//! precondition `d != 0` of `quotient` does not hold
//! ```
//!
//! What is different from what `refine check` makes of the same clauses:
//!
//! - They are compiled as they stand. Integers have the types that they have: `a + b <= 255` overflows where `a` and `b` are `u8`, and integers of different
//!   types cannot be compared.
//! - Parameters that a postcondition names and that are passed by value, and what stands in `old(…)`, are cloned at entry: their types must be `Clone`.
//! - The invariants of what a `&mut` parameter points to are not looked at after a call whose result borrows.
//! - Not checked are refinements by an alias of [`alias!`](crate::alias), refined functions as parameters, invariants of type parameters and of what is inside of
//!   other values, clauses of loops, `const` functions, and functions without a body. A `return` or `?` among the arguments of a macro leaves without the
//!   checks at the end.
//!
//! `refine check` runs functions without these checks: it evaluates the clauses itself.

/// Ends the program's current thread: a clause of a function does not hold.
#[track_caller]
pub fn violated(what: &str, clause: &str, function: &str) -> ! {
    panic!("{what} `{clause}` of `{function}` does not hold")
}

/// Ends the program's current thread: an invariant of a value's type does not hold.
#[track_caller]
pub fn broken(clause: &str, ty: &str, place: &str, function: &str) -> ! {
    panic!("invariant `{clause}` of `{ty}` does not hold for the {place} of `{function}`", place = Named(place))
}

/// A place, in words.
struct Named<'a>(&'a str);

impl core::fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.0 == "result" { f.write_str("result") } else { write!(f, "parameter `{}`", self.0) }
    }
}

/// A type that states what holds of its values.
pub trait Invariant {
    /// Panics where it does not.
    fn refine_invariant(&self, place: &str, function: &str);
}

/// A value whose invariants are looked at, if its type has any.
#[derive(Debug)]
pub struct Seen<'a, T: ?Sized>(pub &'a T);

/// For types with invariants.
pub trait Stated {
    /// Looks at them.
    fn refine_stated(&self, place: &str, function: &str);
}

impl<T: Invariant + ?Sized> Stated for Seen<'_, T> {
    fn refine_stated(&self, place: &str, function: &str) {
        self.0.refine_invariant(place, function);
    }
}

/// For all others: found one reference later.
pub trait Unstated {
    /// Does nothing.
    fn refine_stated(&self, _place: &str, _function: &str) {}
}

impl<T: ?Sized> Unstated for &Seen<'_, T> {}

impl<T: Invariant + ?Sized> Invariant for &T {
    fn refine_invariant(&self, place: &str, function: &str) {
        (**self).refine_invariant(place, function);
    }
}

impl<T: Invariant + ?Sized> Invariant for &mut T {
    fn refine_invariant(&self, place: &str, function: &str) {
        (**self).refine_invariant(place, function);
    }
}

/// What a `?` asks: a value to go on with, or what the function gives then.
pub trait Question<R> {
    /// What to go on with.
    type Value;

    /// Asks.
    fn ask(self) -> Result<Self::Value, R>;
}

impl<T, E, U, F: From<E>> Question<Result<U, F>> for Result<T, E> {
    type Value = T;

    fn ask(self) -> Result<T, Result<U, F>> {
        self.map_err(|error| Err(F::from(error)))
    }
}

impl<T, U> Question<Option<U>> for Option<T> {
    type Value = T;

    fn ask(self) -> Result<T, Option<U>> {
        self.ok_or(None)
    }
}
