//! Values as clauses see them, and the way to and from the crate's own types.
use super::int::Int;
use super::std;
use super::std::prelude::v1::*;
use super::std::sync::Arc;

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

/// What to say when a value is not of the shape that a type needs.
pub fn misfit<T>(wanted: &str, _value: &V) -> Result<T, String> {
    Err(std::format!("the value that was chosen cannot stand for `{}`", wanted))
}

/// The field of a struct or variant, decoded.
pub fn part<T: Decode>(parts: &[V], at: usize) -> Result<T, String> {
    match parts.get(at) {
        Some(value) => T::decode(value),
        None => Err(std::format!("component {} is missing", at)),
    }
}

macro_rules! ints {
    ($wide:ident, $from:ident, $to:ident: $($ty:ident)*) => { $(
        impl Decode for $ty {
            fn decode(value: &V) -> Result<Self, String> {
                if let V::Int(ref int) = *value {
                    if let Some(wide) = int.$to() {
                        if wide as $ty as $wide == wide {
                            return Ok(wide as $ty);
                        }
                    }
                }
                misfit(stringify!($ty), value)
            }
        }
        impl Reflect for $ty {
            fn reflect(&self) -> V {
                V::Int(Int::$from(*self as $wide))
            }
        }
    )* };
}
ints!(i128, from_i128, to_i128: i8 i16 i32 i64 i128 isize);
ints!(u128, from_u128, to_u128: u8 u16 u32 u64 u128 usize);

macro_rules! plain {
    ($($ty:ty, $variant:ident($x:ident) => $decode:expr, $this:ident => $reflect:expr;)*) => { $(
        impl Decode for $ty {
            fn decode(value: &V) -> Result<Self, String> {
                match *value {
                    V::$variant(ref $x) => Ok($decode),
                    _ => misfit(stringify!($ty), value),
                }
            }
        }
        impl Reflect for $ty {
            fn reflect(&self) -> V {
                let $this = self;
                V::$variant($reflect)
            }
        }
    )* };
}
plain! {
    bool, Bool(x) => *x, this => *this;
    char, Char(x) => *x, this => *this;
    String, Str(x) => x.clone(), this => this.clone();
    f64, Float(x) => f64::from_bits(*x), this => this.to_bits();
    f32, Float(x) => f64::from_bits(*x) as f32, this => f64::from(*this).to_bits();
}

impl Reflect for str {
    fn reflect(&self) -> V {
        V::Str(String::from(self))
    }
}

impl Decode for &'static str {
    fn decode(value: &V) -> Result<Self, String> {
        String::decode(value).map(|text| &*Box::leak(text.into_boxed_str()))
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(value: &V) -> Result<Self, String> {
        match *value {
            V::Seq(ref all) => all.iter().map(T::decode).collect(),
            _ => misfit("a sequence", value),
        }
    }
}

impl<T: Decode, const N: usize> Decode for [T; N] {
    fn decode(value: &V) -> Result<Self, String> {
        let all: Vec<T> = Decode::decode(value)?;
        std::convert::TryFrom::try_from(all).map_err(|_| std::format!("the array has {} elements", N))
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(value: &V) -> Result<Self, String> {
        T::decode(value).map(Box::new)
    }
}

impl<T: Decode> Decode for Box<[T]> {
    fn decode(value: &V) -> Result<Self, String> {
        Vec::<T>::decode(value).map(Vec::into_boxed_slice)
    }
}

impl Decode for Box<str> {
    fn decode(value: &V) -> Result<Self, String> {
        String::decode(value).map(String::into_boxed_str)
    }
}

// Borrowed data inside other data lives as long as the process; the values are small and the process is not old.
impl<T: Decode> Decode for &'static T {
    fn decode(value: &V) -> Result<Self, String> {
        T::decode(value).map(|inner| &*Box::leak(Box::new(inner)))
    }
}

impl<T: Decode> Decode for &'static mut T {
    fn decode(value: &V) -> Result<Self, String> {
        part(pair(value)?, 0).map(|inner| Box::leak(Box::new(inner)))
    }
}

impl<T: Decode> Decode for &'static mut [T] {
    fn decode(value: &V) -> Result<Self, String> {
        part(pair(value)?, 0).map(Vec::leak)
    }
}

impl Decode for &'static mut str {
    fn decode(value: &V) -> Result<Self, String> {
        part::<String>(pair(value)?, 0).map(|text| Box::leak(text.into_boxed_str()))
    }
}

/// The `&mut` that is passed for a parameter: there it is no pair.
pub fn lent<T: Decode>(parts: &[V], at: usize) -> Result<T, String> {
    let value: V = parts.get(at).map_or_else(unseen, V::copy);
    T::decode(&V::tuple(std::vec![value, V::tuple(Vec::new())]))
}

/// What a `&mut` in a value leads to, and what that will be.
pub fn pair(value: &V) -> Result<&[V], String> {
    match *value {
        V::Tuple(ref both) if both.len() == 2 => Ok(both),
        _ => misfit("&mut", value),
    }
}

impl<T: Decode> Decode for &'static [T] {
    fn decode(value: &V) -> Result<Self, String> {
        Vec::<T>::decode(value).map(|all| &*Box::leak(all.into_boxed_slice()))
    }
}

impl<T: Reflect> Reflect for [T] {
    fn reflect(&self) -> V {
        V::seq(self.iter().map(Reflect::reflect).collect())
    }

    fn reflect_part(&self, look: &Look) -> V {
        match *look {
            Look::Length => V::Elements(self.len()),
            Look::Elements(look) => V::seq(self.iter().map(|one| one.reflect_part(look)).collect()),
            _ => self.reflect(),
        }
    }
}

impl<T: Reflect> Reflect for Vec<T> {
    fn reflect(&self) -> V {
        self[..].reflect()
    }

    fn reflect_part(&self, look: &Look) -> V {
        self[..].reflect_part(look)
    }
}

impl<T: Reflect, const N: usize> Reflect for [T; N] {
    fn reflect(&self) -> V {
        self[..].reflect()
    }

    fn reflect_part(&self, look: &Look) -> V {
        self[..].reflect_part(look)
    }
}

impl<T: Reflect + ?Sized> Reflect for Box<T> {
    fn reflect(&self) -> V {
        (**self).reflect()
    }

    fn reflect_part(&self, look: &Look) -> V {
        (**self).reflect_part(look)
    }
}

impl<'a, T: Reflect + ?Sized> Reflect for &'a T {
    fn reflect(&self) -> V {
        (**self).reflect()
    }

    fn reflect_part(&self, look: &Look) -> V {
        (**self).reflect_part(look)
    }
}

impl<'a, T: Reflect + ?Sized> Reflect for &'a mut T {
    fn reflect(&self) -> V {
        (**self).reflect()
    }

    fn reflect_part(&self, look: &Look) -> V {
        (**self).reflect_part(look)
    }
}

macro_rules! tuples {
    ($($name:ident $at:tt)*) => {
        impl<$($name: Decode),*> Decode for ($($name,)*) {
            fn decode(value: &V) -> Result<Self, String> {
                match *value {
                    V::Tuple(ref _parts) => Ok(($(part::<$name>(_parts, $at)?,)*)),
                    _ => misfit("a tuple", value),
                }
            }
        }
        impl<$($name: Reflect),*> Reflect for ($($name,)*) {
            fn reflect(&self) -> V {
                V::tuple(std::vec![$(self.$at.reflect()),*])
            }

            fn reflect_part(&self, _look: &Look) -> V {
                V::tuple(std::vec![$(field_part(_look, $at, &self.$at)),*])
            }
        }
    };
}
tuples!();
tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);

/// A sequence, of what is shown of each element.
pub fn seq_of<T, F: Fn(&T) -> V>(all: &[T], shown: F) -> V {
    V::seq(all.iter().map(shown).collect())
}

/// What stands for a value outside the model.
pub fn opaque(spelled: &str) -> V {
    V::Opaque(String::from(spelled))
}
