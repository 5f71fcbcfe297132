//! Values as clauses see them.
use super::int::Int;
use std::sync::Arc;

/// What a value is made of. Clauses hand values on all the time, so it is shared.
pub type Parts = Arc<Vec<V>>;

/// A value. References and boxes leave no trace.
#[derive(Clone, PartialEq, Debug)]
pub enum V {
    Bool(bool),
    Int(Int),
    Char(char),
    Tuple(Parts),
    Adt(usize, Parts),
    Seq(Parts),
    Str(String),
    Float(u64),
    Call(u32, Vec<V>),
    /// Questions with their answers, and what is to be answered else.
    Function(Vec<(Vec<V>, V)>, Vec<V>),
    Default,
    /// A sequence of which only the length is known.
    Elements(usize),
    /// Of a type that is made to implement traits: where its tables are, how many calls could have changed it, its name.
    Stub(usize, u32, &'static str),
    Opaque(String),
}

/// Whether an argument is the same as another: where both are equal, half of the values. (`types::same_as` says it of the vector.)
pub fn is_shared(args: &[V], one: usize, other: usize) -> bool {
    args[one] == args[other] && !is_odd(&args[one])
}

fn is_odd(value: &V) -> bool {
    let among = |all: &[V]| all.iter().fold(false, |odd, part| odd != is_odd(part));
    match *value {
        V::Bool(flag) => flag,
        V::Int(ref int) => int.is_odd(),
        V::Char(c) => u32::from(c) & 1 == 1,
        V::Tuple(ref all) => among(all),
        V::Adt(variant, ref all) => (variant & 1 == 1) != among(all),
        V::Seq(ref all) => (all.len() & 1 == 1) != among(all),
        V::Str(ref text) => text.chars().count() & 1 == 1,
        V::Call(_, ref all) => among(all),
        _ => false,
    }
}

impl V {
    /// The same value. (Where generated code stands, the trait of `clone` may not be known.)
    pub fn copy(&self) -> V {
        self.clone()
    }

    pub fn tuple(parts: Vec<V>) -> V {
        V::Tuple(Arc::new(parts))
    }

    pub fn adt(variant: usize, parts: Vec<V>) -> V {
        V::Adt(variant, Arc::new(parts))
    }

    pub fn seq(parts: Vec<V>) -> V {
        V::Seq(Arc::new(parts))
    }
}

/// What of a value is looked at.
#[derive(Debug)]
pub enum Look {
    All,
    /// Of a sequence, how many elements it has.
    Length,
    /// Of a struct or tuple, these fields.
    Fields(&'static [(usize, Look)]),
    /// Of a sequence its length, and that much of each element.
    Elements(&'static Look),
}

/// What stands for what is not looked at.
pub fn unseen() -> V {
    V::Opaque(String::new())
}

/// What to say when a value is not of the shape that a type needs.
pub fn misfit<T>(wanted: &str, _value: &V) -> Result<T, String> {
    Err(format!("the value that was chosen cannot stand for `{}`", wanted))
}

/// What a `&mut` in a value leads to, and what that will be.
pub fn pair(value: &V) -> Result<&[V], String> {
    match *value {
        V::Tuple(ref both) if both.len() == 2 => Ok(both),
        _ => misfit("&mut", value),
    }
}

/// A sequence, of what is shown of each element.
pub fn seq_of<T, F: Fn(&T) -> V>(all: &[T], shown: F) -> V {
    V::seq(all.iter().map(shown).collect())
}

/// What stands for a value outside the model.
pub fn opaque(spelled: &str) -> V {
    V::Opaque(String::from(spelled))
}
