//! Clauses that are user code: what their panics mean, and what is exact in them.
use std::cell::Cell;
use std::panic::AssertUnwindSafe;

use super::call::raised;
use super::{E, NoResult, PANIC, Res, Truth, decided, text_of, wire};

thread_local! {
    /// How many recursive clauses are being evaluated, one inside of the other.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Whether the panic that unwinds comes of arithmetic in the text of a clause, where another than its own place tells.
    static INEXACT: Cell<Option<bool>> = const { Cell::new(None) };
}

/// One more level of a recursive clause; too deep ones have no value.
pub struct Deeper(());

impl Deeper {
    pub fn enter() -> E<Deeper> {
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        let guard = Deeper(());
        if DEPTH.with(|depth| depth.get()) > 1000 {
            Err(String::from("a clause that recurses too deeply"))
        } else {
            Ok(guard)
        }
    }
}

impl Drop for Deeper {
    fn drop(&mut self) {
        DEPTH.with(|depth| depth.set(depth.get() - 1));
    }
}

/// Evaluates a precondition.
pub fn require(name: &str, value: E<Truth>) -> Res<()> {
    match value {
        Ok(Truth::True) => Ok(()),
        Ok(_) => Err(decided(NoResult::Rejected(String::from(name)))),
        Err(why) => Err(decided(NoResult::Undefined(String::from(name), why))),
    }
}

/// Evaluates a clause that is user code: a panic in it means that it has no value. Not so an overflow in its own text, which is in the file
/// `own`, or in any if that is empty, or in the standard library (`x.pow(2)`): integers in clauses are exact, and only compiled ones overflow.
pub fn guarded<F: FnOnce() -> Result<bool, String>>(own: &str, body: F) -> E<Truth> {
    INEXACT.with(|inexact| inexact.set(None));
    let before = raised(Vec::new());
    let value = std::panic::catch_unwind(AssertUnwindSafe(body));
    raised(before);
    match value {
        Ok(value) => Ok(if value? { Truth::True } else { Truth::False }),
        Err(panic) => {
            let why = text_of(&*panic);
            if is_inexact(own, &why) { Err(why) } else { Ok(Truth::NoValue(why)) }
        }
    }
}

/// Whether a panic comes of arithmetic in the text of a clause. (In a function of a crate that the clause calls an overflow is a panic like another.)
fn is_inexact(own: &str, why: &str) -> bool {
    let is_here = |file: String| file == own || file.replace('\\', "/").contains("/library/core/src/");
    let is_at = |record: &String| record.split(' ').nth(2).and_then(wire::unhex).map_or(false, is_here);
    let is_own = || own.is_empty() || PANIC.with(|panic| panic.borrow().as_ref().map_or(false, is_at));
    INEXACT.with(|inexact| inexact.take()).unwrap_or_else(|| why.contains("with overflow") && is_own())
}

/// Looks whether a literal of a clause has its value in the type that it has there.
pub fn fits<T: std::convert::TryInto<i128>>(value: T, literal: i128) {
    if value.try_into().ok() != Some(literal) {
        unwind(format!("{} does not fit its type in the compiled clause", literal), true);
    }
}

/// The type of integers that stand in a place of a pattern.
pub struct Standing<T>(std::marker::PhantomData<T>);

/// An integer, be it behind references.
pub trait Stands {
    type Plain: std::convert::TryFrom<i128>;
}

macro_rules! stands {
    ($($ty:ty)*) => {$(
        impl Stands for $ty {
            type Plain = $ty;
        }
    )*};
}
stands!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<'a, T: Stands> Stands for &'a T {
    type Plain = T::Plain;
}

impl<'a, T: Stands> Stands for &'a mut T {
    type Plain = T::Plain;
}

pub fn standing<T: Stands>(_: &T) -> Standing<T::Plain> {
    Standing(std::marker::PhantomData)
}

/// The same of a literal in a pattern. (What says which type that has is never called.)
pub fn in_pattern<T: std::convert::TryFrom<i128>, F: FnOnce() -> Standing<T>>(_: F, literal: i128) {
    if T::try_from(literal).is_err() {
        unwind(format!("{} does not fit its type in the compiled clause", literal), true);
    }
}

pub(super) fn unwind(why: String, inexact: bool) -> ! {
    INEXACT.with(|it| it.set(Some(inexact)));
    std::panic::resume_unwind(Box::new(why))
}

/// What an expression in `old(…)` came to before the call, or the message of the panic that it ended in, and whether that came of arithmetic
/// in the text of the clause.
pub struct Old<T>(Result<T, (String, bool)>);

impl<T> Old<T> {
    /// The value, for a clause that asks for it: if there is none, the clause has none.
    pub fn taken(self) -> T {
        match self.0 {
            Ok(value) => value,
            Err((why, inexact)) => unwind(why, inexact),
        }
    }

    pub fn held(&self) -> &T {
        match self.0 {
            Ok(ref value) => value,
            Err((ref why, inexact)) => unwind(why.clone(), inexact),
        }
    }
}

/// Evaluates what stands in an `old(…)`, before it is known whether the clause will ask for it.
pub fn old<T, F: FnOnce() -> T>(own: &str, body: F) -> Old<T> {
    INEXACT.with(|inexact| inexact.set(None));
    let before = raised(Vec::new());
    let value = std::panic::catch_unwind(AssertUnwindSafe(body));
    raised(before);
    Old(value.map_err(|panic| {
        let why = text_of(&*panic);
        let inexact = is_inexact(own, &why);
        (why, inexact)
    }))
}

/// Why a clause with a function outside the model has no value.
pub fn no_meaning(path: &str) -> String {
    format!("`{}` cannot be used in a clause", path)
}

/// `Ok`, whatever the user's code calls by that name.
pub fn fine<T>(value: T) -> Result<T, String> {
    Ok(value)
}

/// What a clause says that looked at a map made for it: if it is false, that may be for the order of that map.
pub fn unless_by_order(holds: bool) -> Result<bool, String> {
    if holds { Ok(true) } else { Err("the order of a map made for `old(...)` may be another".to_string()) }
}
