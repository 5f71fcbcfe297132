//! Types of the modelled subset of Rust.
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use crate::ids::{AdtId, FnId};

/// A machine integer type. `usize` and `isize` have 64 bits: refine checks for 64-bit targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the variants are Rust's own names")]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntTy {
    /// Every machine integer type.
    pub const ALL: [IntTy; 12] = {
        use IntTy::*;
        [I8, I16, I32, I64, I128, Isize, U8, U16, U32, U64, U128, Usize]
    };

    /// Width in bits.
    pub fn bits(self) -> u32 {
        use IntTy::*;
        match self {
            I8 | U8 => 8,
            I16 | U16 => 16,
            I32 | U32 => 32,
            I64 | U64 | Isize | Usize => 64,
            I128 | U128 => 128,
        }
    }

    /// Whether the type has negative values.
    pub fn signed(self) -> bool {
        use IntTy::*;
        matches!(self, I8 | I16 | I32 | I64 | I128 | Isize)
    }

    /// The type of the same width without a sign.
    pub fn unsigned(self) -> IntTy {
        use IntTy::*;
        match self {
            I8 => U8,
            I16 => U16,
            I32 => U32,
            I64 => U64,
            I128 => U128,
            Isize => Usize,
            unsigned => unsigned,
        }
    }

    /// The name in source.
    pub fn name(self) -> &'static str {
        use IntTy::*;
        match self {
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            I128 => "i128",
            Isize => "isize",
            U8 => "u8",
            U16 => "u16",
            U32 => "u32",
            U64 => "u64",
            U128 => "u128",
            Usize => "usize",
        }
    }

    /// The type with this name.
    pub fn from_name(name: &str) -> Option<IntTy> {
        IntTy::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// The least value.
    pub fn min(self) -> BigInt {
        self.range().start().clone()
    }

    /// The greatest value.
    pub fn max(self) -> BigInt {
        self.range().end().clone()
    }

    /// The values from the least to the greatest.
    pub fn range(self) -> &'static RangeInclusive<BigInt> {
        static RANGES: [OnceLock<RangeInclusive<BigInt>>; IntTy::ALL.len()] =
            [const { OnceLock::new() }; IntTy::ALL.len()];
        RANGES[self as usize].get_or_init(|| {
            let least = if self.signed() { -(BigInt::from(1) << (self.bits() - 1)) } else { 0.into() };
            least..=(BigInt::from(1) << (self.bits() - u32::from(self.signed()))) - 1
        })
    }
}

/// The length of an array.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Length {
    /// A number of elements.
    Known(u64),
    /// A constant parameter of the function under check: any `usize` at all.
    Param(String),
}

impl Length {
    /// The number of elements, if it is the same in all instances.
    pub fn known(&self) -> Option<u64> {
        match self {
            Length::Known(n) => Some(*n),
            Length::Param(_) => None,
        }
    }
}

impl From<u64> for Length {
    fn from(n: u64) -> Length {
        Length::Known(n)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Known(n) => n.fmt(f),
            Length::Param(name) => f.write_str(name),
        }
    }
}

/// A type that is still to be found out by the inference of a clause. None is left in a clause that is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum InferVar {
    /// Any type at all.
    Any(u32),
    /// An integer type: that of a literal without a suffix.
    Integer(u32),
}

impl InferVar {
    /// The number of the variable among all of its clause, whatever their kind.
    pub fn index(self) -> usize {
        match self {
            InferVar::Any(at) | InferVar::Integer(at) => at as usize,
        }
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ty {
    /// `bool`.
    Bool,
    /// `char`. Its terms are integers: the scalar value.
    Char,
    /// A machine integer.
    Int(IntTy),
    /// The unbounded integer of specs, spelled `int`.
    Exact,
    /// A tuple; the empty one is `()`.
    Tuple(Vec<Ty>),
    /// A struct or enum with its type arguments. `Option` and `Result` are such, declared in `specs/std`.
    Adt(AdtId, Vec<Ty>),
    /// `[T; n]`.
    Array(Box<Ty>, Length),
    /// `[T]`.
    Slice(Box<Ty>),
    /// `Vec<T>`.
    Vec(Box<Ty>),
    /// `&T`, or `&mut T` where the flag is set.
    Ref(bool, Box<Ty>),
    /// A `&mut T` as a value: what it points to now, and what that will be when the borrow ends (RustHorn's pair). Terms of
    /// this type are tuples of two values of type `T`.
    Borrow(Box<Ty>),
    /// `Box<T>`.
    Boxed(Box<Ty>),
    /// A type parameter of the function under check: any type at all.
    Param(String),
    /// A type that is still to be found out, inside clauses that are being typed only.
    Infer(InferVar),
    /// `!`.
    Never,
    /// A type outside the model, as it is spelled. Values of it can be moved about and nothing else.
    Opaque(String),
}

impl Ty {
    /// `()`.
    pub fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    /// The type below all references and boxes. Terms do not tell `&T` and `Box<T>` from `T`.
    pub fn peeled(&self) -> &Ty {
        match self {
            Ty::Ref(_, inner) | Ty::Boxed(inner) => inner.peeled(),
            other => other,
        }
    }

    /// The element type of an array, slice or `Vec`, seen through references.
    pub fn element(&self) -> Option<&Ty> {
        match self.peeled() {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => Some(element),
            _ => None,
        }
    }

    /// The machine integer type, seen through references.
    pub fn int(&self) -> Option<IntTy> {
        match self.peeled() {
            Ty::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// Whether terms of this type are integers: machine integers, `char` and `int`.
    pub fn is_integral(&self) -> bool {
        matches!(self.peeled(), Ty::Int(_) | Ty::Exact | Ty::Char)
    }

    /// The types directly below: components, type arguments, elements, what is pointed to.
    pub fn parts(&self) -> impl Iterator<Item = &Ty> {
        let (one, many): (Option<&Ty>, &[Ty]) = match self {
            Ty::Tuple(tys) | Ty::Adt(_, tys) => (None, tys),
            Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty) => (Some(ty), &[]),
            Ty::Ref(_, ty) | Ty::Borrow(ty) | Ty::Boxed(ty) => (Some(ty), &[]),
            Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact | Ty::Param(_) => (None, &[]),
            Ty::Infer(_) | Ty::Never | Ty::Opaque(_) => (None, &[]),
        };
        one.into_iter().chain(many)
    }

    /// The type with each part mapped that is directly below.
    pub fn map_parts(&self, f: &dyn Fn(&Ty) -> Ty) -> Ty {
        let all = |tys: &[Ty]| tys.iter().map(f).collect();
        let boxed = |ty: &Ty| Box::new(f(ty));
        match self {
            Ty::Tuple(tys) => Ty::Tuple(all(tys)),
            Ty::Adt(id, tys) => Ty::Adt(*id, all(tys)),
            Ty::Array(ty, n) => Ty::Array(boxed(ty), n.clone()),
            Ty::Slice(ty) => Ty::Slice(boxed(ty)),
            Ty::Vec(ty) => Ty::Vec(boxed(ty)),
            Ty::Ref(mutable, ty) => Ty::Ref(*mutable, boxed(ty)),
            Ty::Borrow(ty) => Ty::Borrow(boxed(ty)),
            Ty::Boxed(ty) => Ty::Boxed(boxed(ty)),
            Ty::Param(_) | Ty::Infer(_) | Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact => self.clone(),
            Ty::Never | Ty::Opaque(_) => self.clone(),
        }
    }

    /// The type without references and boxes at any depth: two types that terms do not tell apart have the same one.
    pub fn plain(&self) -> Ty {
        match self {
            Ty::Ref(_, inner) | Ty::Boxed(inner) => inner.plain(),
            other => other.map_parts(&Ty::plain),
        }
    }

    /// The type of the values that stand for it in the value-level IR, where a mutable borrow is a pair: what it points to
    /// now, and what that will be when the borrow ends.
    pub fn value(&self) -> Ty {
        match self {
            Ty::Borrow(inner) => {
                let inner = inner.value();
                Ty::Tuple(vec![inner.clone(), inner])
            }
            other => other.map_parts(&Ty::value),
        }
    }

    /// Replaces type parameters by name.
    pub fn substitute(&self, arg: &dyn Fn(&str) -> Option<Ty>) -> Ty {
        match self {
            Ty::Param(name) => arg(name).unwrap_or_else(|| self.clone()),
            other => other.map_parts(&|ty| ty.substitute(arg)),
        }
    }

    /// Replaces the types that are still to be found out.
    pub fn inferred(&self, found: &dyn Fn(InferVar) -> Option<Ty>) -> Ty {
        match self {
            Ty::Infer(var) => found(*var).unwrap_or_else(|| self.clone()),
            other => other.map_parts(&|ty| ty.inferred(found)),
        }
    }

    /// Whether a test holds of the type or of any part of it.
    pub fn any_part(&self, test: &dyn Fn(&Ty) -> bool) -> bool {
        test(self) || self.parts().any(|part| part.any_part(test))
    }
}

/// A function with type arguments for its own and its `impl`'s type parameters, in that order: `impl`'s first.
/// While a generic function itself is under check they are its [`Ty::Param`]s.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FnInst {
    /// The function.
    pub func: FnId,
    /// The type arguments.
    pub args: Vec<Ty>,
}

impl fmt::Display for IntTy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
