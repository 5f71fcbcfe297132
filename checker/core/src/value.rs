//! Concrete values: what models are decoded to and what runs are fed with.
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use crate::ids::{AdtId, FnId};

/// A concrete value of a [`Ty`](crate::ty::Ty). References and boxes leave no trace.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Value {
    /// A `bool`.
    Bool(bool),
    /// A machine integer.
    Int(#[serde(with = "as_text")] BigInt),
    /// A `char`.
    Char(char),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A struct (variant 0) or enum value, fields in declaration order.
    Adt(AdtId, usize, Vec<Value>),
    /// An array, slice or `Vec`.
    Seq(Vec<Value>),
    /// Text, where a generator made a `String` or `&str`.
    Str(String),
    /// The bits of an `f32` or `f64`, where a generator made one.
    Float(u64),
    /// The value that a function of the crate returns: how values of abstract types are made.
    Call(FnId, Vec<Value>),
    /// The value of a derived `Default`.
    Default(AdtId),
    /// A function as a finite table.
    Function(Box<Table>),
    /// A value that a run produced and that is outside the model; the text stands in its place.
    Opaque(String),
}

/// A function that gives the same answer to the same question.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Table {
    /// Questions, each a list of arguments, with their answers. Of several that fit, the first is meant; an [opaque](Value::Opaque) argument
    /// is any.
    pub entries: Vec<(Vec<Value>, Value)>,
    /// What all other questions are answered with. Of several, the question itself decides which: such a table is filled while it is
    /// used.
    pub others: Vec<Value>,
}

/// Arguments of one call, in the order of the parameters.
pub type Vector = Vec<Value>;

/// Integers of any size as text.
mod as_text {
    use num_bigint::BigInt;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(n: &BigInt, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(n)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BigInt, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
