//! What tells inputs apart: arguments that calls make may be equal, and so may functions that answered alike.
use super::value::V;
use super::{functions, wire};
use std::hash::{Hash, Hasher};

/// A number for a state: for what cannot be seen of it stands what the call came to.
pub fn fingerprint(state: &str, what: &str) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    state.hash(&mut hasher);
    if is_hidden(state) {
        what.hash(&mut hasher);
    }
    hasher.finish()
}

/// A number for the arguments, if others may be the same to the function: functions are what they were asked and answered.
pub fn told_input(args: &[V], known: Option<u64>) -> Option<u64> {
    if !args.iter().any(has_table) {
        return known;
    }
    let mut text = String::new();
    if known.is_none() {
        args.iter().for_each(|arg| wire::print(&mut text, &without_tables(arg)));
    }
    wire::print(&mut text, &functions::told());
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    (known, text).hash(&mut hasher);
    Some(hasher.finish())
}

/// Whether a function is in a value.
fn has_table(value: &V) -> bool {
    match *value {
        V::Function(..) => true,
        V::Tuple(ref all) | V::Seq(ref all) | V::Adt(_, ref all) => all.iter().any(has_table),
        V::Call(_, ref all) => all.iter().any(has_table),
        _ => false,
    }
}

/// A value with nothing said of the functions in it.
pub fn without_tables(value: &V) -> V {
    let each = |all: &[V]| all.iter().map(without_tables).collect();
    match *value {
        V::Function(..) => V::Default,
        V::Tuple(ref all) => V::tuple(each(all)),
        V::Seq(ref all) => V::seq(each(all)),
        V::Adt(variant, ref all) => V::adt(variant, each(all)),
        V::Call(func, ref all) => V::Call(func, each(all)),
        ref other => other.clone(),
    }
}

/// Whether something of a value that is printed cannot be seen.
pub fn is_hidden(text: &str) -> bool {
    text.split(' ').any(|token| token.starts_with('o'))
}

/// Whether calls make a value or a part of it.
pub fn is_made_by_calls(value: &V) -> bool {
    match *value {
        V::Call(..) | V::Default => true,
        V::Tuple(ref all) | V::Seq(ref all) | V::Adt(_, ref all) => all.iter().any(is_made_by_calls),
        _ => false,
    }
}
