//! What the copy of a package needs to run its functions on chosen arguments, and what knows nothing of the package: values, clauses on them,
//! counters, and the talk with refine. It is built as a crate of its own, once for all packages of a user.
//!
//! Standard library only, and no unsafe code. What knows of types is in `conversions`, a module of the copy.
mod call;
mod clause;
pub mod exact;
mod functions;
mod hits;
mod inputs;
mod int;
mod items;
mod judge;
mod kept;
mod made;
mod ops;
mod out;
mod serve;
mod trace;
mod turns;
mod value;
mod wire;

use self::call::raised;

pub use self::call::Run;
pub use self::clause::{
    Deeper, Old, Standing, Stands, fine, fits, guarded, in_pattern, no_meaning, old, require, standing, unless_by_order,
};
pub use self::functions::{Method, SLOTS, ask_for, cannot_change, counting, no_functions, param, refine, slot, stub};
pub use self::hits::evaluated;
pub use self::int::Int;
pub use self::items::{Drives, Leaves, Left};
pub use self::judge::{asked, judge};
pub use self::kept::{all_kept, keeps};
pub use self::made::{D, Thing, made, make, making, no_generator, no_thing, nothing, one_of, thing};
pub use self::ops::*;
pub use self::serve::{Answer, answered, main, unanswered};
pub use self::trace::{Frame, at, branch, by_trait, enter, hit, hit_made, op, op_made, top, way};
pub use self::turns::{Turns, at_entry, entry};
pub use self::value::*;

use std::any::Any;
use std::cell::RefCell;
use std::panic::AssertUnwindSafe;

/// Why a call has no result that counts.
#[derive(Clone)]
pub enum NoResult {
    /// A precondition is false.
    Rejected(String),
    /// A clause cannot be evaluated by refine.
    Undefined(String, String),
    /// An argument could not be made.
    NotBuilt(String),
    /// The call panicked.
    Panicked,
}

impl From<String> for NoResult {
    fn from(why: String) -> NoResult {
        decided(NoResult::NotBuilt(why))
    }
}

/// What a call comes to.
pub type Res<T> = Result<T, NoResult>;

/// Why a call has no result. What the destructors of its arguments do from here on says nothing of it.
fn decided(why: NoResult) -> NoResult {
    DECIDED.with(|decided| *decided.borrow_mut() = Some(Err(why.clone())));
    why
}

/// The result of a call of which all is known.
pub fn ends(value: V) -> Res<V> {
    DECIDED.with(|decided| *decided.borrow_mut() = Some(Ok(value.clone())));
    Ok(value)
}

/// Drops a result. What its destructor does is not the call's.
pub fn let_go<T>(value: T) {
    let (before, broken) = (raised(Vec::new()), BROKEN.with(|broken| broken.borrow_mut().take()));
    let _ = std::panic::catch_unwind(AssertUnwindSafe(move || drop(value)));
    raised(before);
    BROKEN.with(|own| *own.borrow_mut() = broken);
}

/// A callee's precondition was broken: unwinds from there to the call under test.
struct Broken;

thread_local! {
    /// The last panic that is not dealt with.
    static PANIC: RefCell<Option<String>> = RefCell::new(None);
    /// What ended the call under test from inside.
    static BROKEN: RefCell<Option<String>> = RefCell::new(None);
    /// What the call came to, before its arguments are dropped.
    static DECIDED: RefCell<Option<Res<V>>> = RefCell::new(None);
}

/// Ends the call under test, with what is to be said of it.
fn break_off(what: String) -> ! {
    BROKEN.with(|broken| *broken.borrow_mut() = Some(what));
    std::panic::resume_unwind(Box::new(Broken))
}

/// What ended something that does not count.
fn mended() {
    BROKEN.with(|broken| *broken.borrow_mut() = None);
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    match (payload.downcast_ref::<&'static str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => String::from(*text),
        (_, Some(text)) => text.clone(),
        _ => String::from("a panic without a message"),
    }
}
