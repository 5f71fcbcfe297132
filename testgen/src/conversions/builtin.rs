//! Types of the language, text, boxes and vectors.
use super::runtime::Int;
use super::std;
use super::std::prelude::v1::*;
use super::{Decode, Look, Reflect, V, field_part, misfit, pair, part};

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
