//! `Cow` and `ToOwned`.

pub use core::borrow::{Borrow, BorrowMut};

use crate::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::FromIterator;
use core::ops::{Add, AddAssign, Deref};

use Cow::*;

pub trait ToOwned {
    type Owned: Borrow<Self>;

    fn to_owned(&self) -> Self::Owned;

    fn clone_into(&self, target: &mut Self::Owned) {
        *target = self.to_owned();
    }
}

impl<T: Clone> ToOwned for T {
    type Owned = T;

    fn to_owned(&self) -> T {
        self.clone()
    }

    fn clone_into(&self, target: &mut T) {
        target.clone_from(self);
    }
}

pub enum Cow<'a, B: ?Sized + 'a>
where
    B: ToOwned,
{
    Borrowed(&'a B),
    Owned(<B as ToOwned>::Owned),
}

impl<B: ?Sized + ToOwned> Cow<'_, B> {
    pub fn to_mut(&mut self) -> &mut <B as ToOwned>::Owned {
        if let Borrowed(borrowed) = *self {
            *self = Owned(borrowed.to_owned());
        }
        match self {
            Borrowed(_) => core::refine::any(),
            Owned(owned) => owned,
        }
    }

    pub fn into_owned(self) -> <B as ToOwned>::Owned {
        match self {
            Borrowed(borrowed) => borrowed.to_owned(),
            Owned(owned) => owned,
        }
    }
}

impl<B: ?Sized + ToOwned> Deref for Cow<'_, B>
where
    B::Owned: Borrow<B>,
{
    type Target = B;

    fn deref(&self) -> &B {
        match self {
            Borrowed(borrowed) => *borrowed,
            Owned(owned) => owned.borrow(),
        }
    }
}

impl<'a, B: ?Sized + ToOwned> Borrow<B> for Cow<'a, B> {
    fn borrow(&self) -> &B {
        &**self
    }
}

impl<T: ?Sized + ToOwned> AsRef<T> for Cow<'_, T> {
    fn as_ref(&self) -> &T {
        &**self
    }
}

impl<B: ?Sized + ToOwned> Clone for Cow<'_, B> {
    fn clone(&self) -> Self {
        match self {
            Borrowed(borrowed) => Borrowed(*borrowed),
            Owned(owned) => {
                let borrowed: &B = owned.borrow();
                Owned(borrowed.to_owned())
            }
        }
    }

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

impl<'a, 'b, B: ?Sized + PartialEq<C> + ToOwned, C: ?Sized + ToOwned> PartialEq<Cow<'b, C>> for Cow<'a, B> {
    fn eq(&self, other: &Cow<'b, C>) -> bool {
        PartialEq::eq(&**self, &**other)
    }

    fn ne(&self, other: &Cow<'b, C>) -> bool {
        !PartialEq::eq(&**self, &**other)
    }
}

impl<B: ?Sized + Eq + ToOwned> Eq for Cow<'_, B> {}

impl<'a, B: ?Sized + PartialOrd + ToOwned> PartialOrd for Cow<'a, B> {
    fn partial_cmp(&self, other: &Cow<'a, B>) -> Option<Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }

    fn lt(&self, other: &Cow<'a, B>) -> bool {
        matches!(PartialOrd::partial_cmp(&**self, &**other), Some(Ordering::Less))
    }

    fn le(&self, other: &Cow<'a, B>) -> bool {
        matches!(PartialOrd::partial_cmp(&**self, &**other), Some(Ordering::Less | Ordering::Equal))
    }

    fn gt(&self, other: &Cow<'a, B>) -> bool {
        matches!(PartialOrd::partial_cmp(&**self, &**other), Some(Ordering::Greater))
    }

    fn ge(&self, other: &Cow<'a, B>) -> bool {
        matches!(PartialOrd::partial_cmp(&**self, &**other), Some(Ordering::Greater | Ordering::Equal))
    }
}

impl<B: ?Sized + Ord + ToOwned> Ord for Cow<'_, B> {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&**self, &**other)
    }
}

impl<B: ?Sized + Hash + ToOwned> Hash for Cow<'_, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&**self, state)
    }
}

impl<B: ?Sized + fmt::Debug + ToOwned<Owned: fmt::Debug>> fmt::Debug for Cow<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<B: ?Sized + fmt::Display + ToOwned<Owned: fmt::Display>> fmt::Display for Cow<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<B: ?Sized + ToOwned<Owned: Default>> Default for Cow<'_, B> {
    fn default() -> Self {
        Owned(<B as ToOwned>::Owned::default())
    }
}

impl<'a> Add<&'a str> for Cow<'a, str> {
    type Output = Cow<'a, str>;
    fn add(self, rhs: &'a str) -> Self::Output;
}

impl<'a> Add<Cow<'a, str>> for Cow<'a, str> {
    type Output = Cow<'a, str>;
    fn add(self, rhs: Cow<'a, str>) -> Self::Output;
}

impl<'a> AddAssign<&'a str> for Cow<'a, str> {
    fn add_assign(&mut self, rhs: &'a str);
}

impl<'a> AddAssign<Cow<'a, str>> for Cow<'a, str> {
    fn add_assign(&mut self, rhs: Cow<'a, str>);
}

impl<'a> FromIterator<char> for Cow<'a, str> {
    fn from_iter<I: IntoIterator<Item = char>>(it: I) -> Cow<'a, str>;
}

impl<'a, 'b> FromIterator<&'b str> for Cow<'a, str> {
    fn from_iter<I: IntoIterator<Item = &'b str>>(it: I) -> Cow<'a, str>;
}

impl<'a> FromIterator<String> for Cow<'a, str> {
    fn from_iter<I: IntoIterator<Item = String>>(it: I) -> Cow<'a, str>;
}

impl<'a> From<&'a str> for Cow<'a, str> {
    fn from(s: &'a str) -> Cow<'a, str> {
        Borrowed(s)
    }
}

impl<'a> From<String> for Cow<'a, str> {
    fn from(s: String) -> Cow<'a, str> {
        Owned(s)
    }
}

impl<'a> From<&'a String> for Cow<'a, str> {
    fn from(s: &'a String) -> Cow<'a, str> {
        Borrowed(s.as_str())
    }
}
