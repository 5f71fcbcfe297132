//! What makes arguments, and which of them were made before.
//!
//! A search extends chains of calls by one call at a time, so nearly all of a chain was run earlier, with every precondition and
//! invariant on its way evaluated. What held then is not evaluated again: that would be most of the time of a run.
use super::value::V;
use super::{hits, wire};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::panic::AssertUnwindSafe;

/// What a fallible step comes to.
pub type D<T> = Result<T, String>;

/// What a constructor made, of whatever type; nothing from a module that does not know the constructor.
pub type Thing = Option<Box<dyn Any>>;

/// So many of what was made are remembered.
const REMEMBERED: usize = 1 << 20;

thread_local! {
    /// The hashes of the calls that made a value.
    static MADE: RefCell<HashSet<u64>> = RefCell::new(HashSet::new());
    /// Those of the calls in the vector that is being made, by where their arguments are, which is theirs as long as it is made; `None` if a function
    /// is among them, which may answer something else this time.
    static CALLS: RefCell<HashMap<usize, Option<u64>>> = RefCell::new(HashMap::new());
    /// Whether what is being made was made before.
    static IS_KNOWN: Cell<bool> = const { Cell::new(false) };
}

/// Makes a value by a constructor of this number. If it was made before, nothing is evaluated on the way.
pub fn make(number: u32, args: &[V], constructor: fn(&[V]) -> D<Thing>) -> D<Thing> {
    // Parts of what was made before were, too.
    let hash = if IS_KNOWN.with(|known| known.get()) { None } else { hash_of_call(number, args) };
    let hash = match hash {
        None => return constructor(args),
        Some(hash) => hash,
    };
    if MADE.with(|made| made.borrow().contains(&hash)) {
        IS_KNOWN.with(|known| known.set(true));
        let made = constructor(args);
        IS_KNOWN.with(|known| known.set(false));
        return made;
    }
    let made = constructor(args);
    if let Ok(Some(_)) = made {
        MADE.with(|all| {
            let mut all = all.borrow_mut();
            if all.len() >= REMEMBERED {
                all.clear();
            }
            all.insert(hash);
        });
    }
    made
}

/// Another vector is made.
pub fn begin(vector: &[V]) {
    IS_KNOWN.with(|known| known.set(false));
    CALLS.with(|calls| calls.borrow_mut().clear());
    vector.iter().for_each(look_into);
}

/// Hashes the calls in a value.
fn look_into(value: &V) {
    match *value {
        V::Call(_, ref args) => {
            args.iter().for_each(look_into);
            let hash = hash_of_arguments(args);
            CALLS.with(|calls| calls.borrow_mut().insert(args.as_ptr() as usize, hash));
        }
        V::Tuple(ref all) | V::Seq(ref all) | V::Adt(_, ref all) => all.iter().for_each(look_into),
        _ => {}
    }
}

fn hash_of_call(number: u32, args: &[V]) -> Option<u64> {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    number.hash(&mut hasher);
    hash_of_arguments(args)?.hash(&mut hasher);
    Some(hasher.finish())
}

/// The same for all constructors: which one it is, is not known where calls are arguments of others. (No two of a type have the same function.)
fn hash_of_arguments(args: &[V]) -> Option<u64> {
    // (Those of no arguments are nowhere, and all the same.)
    let place = args.as_ptr() as usize;
    if let Some(known) = CALLS.with(|calls| calls.borrow().get(&place).copied()) {
        return known;
    }
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    args.iter().try_for_each(|arg| hash_value(arg, &mut hasher)).map(|()| hasher.finish())
}

fn hash_value(value: &V, hasher: &mut dyn Hasher) -> Option<()> {
    let (tag, all) = match *value {
        V::Function(..) => return None,
        V::Call(func, ref args) => {
            hasher.write_u32(func);
            hasher.write_u64(hash_of_arguments(args)?);
            return Some(());
        }
        V::Tuple(ref all) => (0, all),
        V::Seq(ref all) => (1, all),
        V::Adt(variant, ref all) => (2 + variant, all),
        ref other => {
            let mut text = String::new();
            wire::print(&mut text, other);
            hasher.write(text.as_bytes());
            hasher.write_u8(b' ');
            return Some(());
        }
    };
    hasher.write_usize(tag);
    hasher.write_usize(all.len());
    all.iter().try_for_each(|part| hash_value(part, hasher))
}

/// Calls a constructor of the crate for an argument; its own precondition counts.
pub fn making<T, F: FnOnce() -> T>(body: F) -> D<T> {
    super::judge::begin_checks();
    super::trace::none_under_test();
    hits::count(!IS_KNOWN.with(|known| known.get()));
    let made = std::panic::catch_unwind(AssertUnwindSafe(body));
    hits::count(false);
    super::BROKEN.with(|broken| *broken.borrow_mut() = None);
    made.map_err(|_| String::from("the constructor of an argument panicked or was called outside its precondition"))
}

pub fn thing<T: 'static>(value: T) -> Thing {
    Some(Box::new(value))
}

pub fn no_thing() -> Thing {
    None
}

/// What a constructor made, as the type that was asked for.
pub fn made<T: 'static>(made: D<Thing>, path: &str) -> D<T> {
    match made?.map(|value| value.downcast::<T>()) {
        Some(Ok(value)) => Ok(*value),
        _ => Err(format!("`{}` is not in the harness", path)),
    }
}

/// Why a generator made nothing, which may ask something of its arguments.
pub fn no_generator(path: &str, asks: bool) -> String {
    let or = if asks { ", or was called outside its precondition" } else { "" };
    format!("the generator `{}` panicked{}", path, or)
}

/// Why a constructor made nothing.
pub fn nothing(path: &str) -> String {
    format!("`{}` made no value", path)
}

/// One of the values that a constructor made, by its place.
pub fn one_of<C: IntoIterator>(made: C, which: u8) -> Option<C::Item> {
    made.into_iter().nth(usize::from(which))
}
