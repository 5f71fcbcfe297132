//! `core::option`.

use crate::iter::{self, FusedIterator, TrustedLen};
use crate::ops::{self, ControlFlow, Deref, DerefMut};
use crate::pin::Pin;
use crate::refine;
use crate::{convert, hint, mem};

#[lang = "Option"]
#[derive(Copy, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Option<T> {
    #[lang = "None"]
    None,
    #[lang = "Some"]
    Some(T),
}

use Option::*;

impl<T> Option<T> {
    pub const fn is_some(&self) -> bool {
        match self {
            Some(_) => true,
            None => false,
        }
    }

    pub fn is_some_and(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            None => false,
            Some(x) => f(x),
        }
    }

    pub const fn is_none(&self) -> bool {
        match self {
            Some(_) => false,
            None => true,
        }
    }

    pub fn is_none_or(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            None => true,
            Some(x) => f(x),
        }
    }

    pub const fn as_ref(&self) -> Option<&T> {
        match self {
            Some(x) => Some(x),
            None => None,
        }
    }

    pub const fn as_mut(&mut self) -> Option<&mut T> {
        match self {
            Some(x) => Some(x),
            None => None,
        }
    }

    pub const fn as_pin_ref(self: Pin<&Self>) -> Option<Pin<&T>>;

    pub const fn as_pin_mut(self: Pin<&mut Self>) -> Option<Pin<&mut T>>;

    pub const fn as_slice(&self) -> &[T] {
        match self {
            Some(x) => crate::slice::from_ref(x),
            None => &[],
        }
    }

    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            Some(x) => crate::slice::from_mut(x),
            None => &mut [],
        }
    }

    #[track_caller]
    pub const fn expect(self, msg: &str) -> T {
        match self {
            Some(x) => x,
            None => refine::fail("unwrap", "{self}.is_some()", msg),
        }
    }

    #[track_caller]
    pub const fn unwrap(self) -> T {
        match self {
            Some(x) => x,
            None => refine::fail("unwrap", "{self}.is_some()", "called `Option::unwrap()` on a `None` value"),
        }
    }

    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Some(x) => x,
            None => default,
        }
    }

    pub fn unwrap_or_else<F>(self, f: F) -> T
    where
        F: FnOnce() -> T,
    {
        match self {
            Some(x) => x,
            None => f(),
        }
    }

    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(x) => x,
            None => T::default(),
        }
    }

    pub const unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Some(x) => x,
            None => unsafe { hint::unreachable_unchecked() },
        }
    }

    pub fn map<U, F>(self, f: F) -> Option<U>
    where
        F: FnOnce(T) -> U,
    {
        match self {
            Some(x) => Some(f(x)),
            None => None,
        }
    }

    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self {
        match self {
            Some(x) => {
                f(&x);
                Some(x)
            }
            None => None,
        }
    }

    pub fn map_or<U, F>(self, default: U, f: F) -> U
    where
        F: FnOnce(T) -> U,
    {
        match self {
            Some(x) => f(x),
            None => default,
        }
    }

    pub fn map_or_else<U, D, F>(self, default: D, f: F) -> U
    where
        D: FnOnce() -> U,
        F: FnOnce(T) -> U,
    {
        match self {
            Some(x) => f(x),
            None => default(),
        }
    }

    pub fn ok_or<E>(self, err: E) -> Result<T, E> {
        match self {
            Some(x) => Ok(x),
            None => Err(err),
        }
    }

    pub fn ok_or_else<E, F>(self, err: F) -> Result<T, E>
    where
        F: FnOnce() -> E,
    {
        match self {
            Some(x) => Ok(x),
            None => Err(err()),
        }
    }

    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        match self {
            Some(x) => Some(x.deref()),
            None => None,
        }
    }

    pub fn as_deref_mut(&mut self) -> Option<&mut T::Target>
    where
        T: DerefMut,
    {
        match self {
            Some(x) => Some(x.deref_mut()),
            None => None,
        }
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { item: self.as_ref() }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { item: self.as_mut() }
    }

    pub fn and<U>(self, optb: Option<U>) -> Option<U> {
        match self {
            Some(_) => optb,
            None => None,
        }
    }

    pub fn and_then<U, F>(self, f: F) -> Option<U>
    where
        F: FnOnce(T) -> Option<U>,
    {
        match self {
            Some(x) => f(x),
            None => None,
        }
    }

    pub fn filter<P>(self, predicate: P) -> Self
    where
        P: FnOnce(&T) -> bool,
    {
        match self {
            Some(x) => {
                if predicate(&x) {
                    Some(x)
                } else {
                    None
                }
            }
            None => None,
        }
    }

    pub fn or(self, optb: Option<T>) -> Option<T> {
        match self {
            Some(x) => Some(x),
            None => optb,
        }
    }

    pub fn or_else<F>(self, f: F) -> Option<T>
    where
        F: FnOnce() -> Option<T>,
    {
        match self {
            Some(x) => Some(x),
            None => f(),
        }
    }

    pub fn xor(self, optb: Option<T>) -> Option<T> {
        match (self, optb) {
            (Some(a), None) => Some(a),
            (None, Some(b)) => Some(b),
            _ => None,
        }
    }

    pub fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        match self {
            Some(x) => x,
            None => refine::fail("unwrap", "false", "unreachable"),
        }
    }

    pub fn get_or_insert(&mut self, value: T) -> &mut T {
        if self.is_none() {
            *self = Some(value);
        }
        match self {
            Some(x) => x,
            None => refine::fail("unwrap", "false", "unreachable"),
        }
    }

    pub fn get_or_insert_default(&mut self) -> &mut T
    where
        T: Default,
    {
        if self.is_none() {
            *self = Some(T::default());
        }
        match self {
            Some(x) => x,
            None => refine::fail("unwrap", "false", "unreachable"),
        }
    }

    pub fn get_or_insert_with<F>(&mut self, f: F) -> &mut T
    where
        F: FnOnce() -> T,
    {
        if self.is_none() {
            *self = Some(f());
        }
        match self {
            Some(x) => x,
            None => refine::fail("unwrap", "false", "unreachable"),
        }
    }

    pub const fn take(&mut self) -> Option<T> {
        mem::replace(self, None)
    }

    pub fn take_if<P>(&mut self, predicate: P) -> Option<T>
    where
        P: FnOnce(&mut T) -> bool,
    {
        let taken = match self {
            Some(x) => predicate(x),
            None => false,
        };
        if taken { self.take() } else { None }
    }

    pub const fn replace(&mut self, value: T) -> Option<T> {
        mem::replace(self, Some(value))
    }

    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }
}

impl<T, U> Option<(T, U)> {
    pub fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }
}

impl<T> Option<&T> {
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(x) => Some(*x),
            None => None,
        }
    }

    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}

impl<T> Option<&mut T> {
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(x) => Some(*x),
            None => None,
        }
    }

    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(x) => Some((*x).clone()),
            None => None,
        }
    }
}

impl<T, E> Option<Result<T, E>> {
    pub fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(x)) => Ok(Some(x)),
            Some(Err(e)) => Err(e),
            None => Ok(None),
        }
    }
}

impl<T> Option<Option<T>> {
    pub fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}

impl<T: Clone> Clone for Option<T> {
    fn clone(&self) -> Self {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Some(to), Some(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl<T> Default for Option<T> {
    fn default() -> Option<T> {
        None
    }
}

impl<T: PartialEq> PartialEq for Option<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(l), Some(r)) => *l == *r,
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T> crate::marker::StructuralPartialEq for Option<T> {}

impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { item: self }
    }
}

impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Option<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<T> From<T> for Option<T> {
    fn from(val: T) -> Option<T> {
        Some(val)
    }
}

impl<'a, T> From<&'a Option<T>> for Option<&'a T> {
    fn from(o: &'a Option<T>) -> Option<&'a T> {
        o.as_ref()
    }
}

impl<'a, T> From<&'a mut Option<T>> for Option<&'a mut T> {
    fn from(o: &'a mut Option<T>) -> Option<&'a mut T> {
        o.as_mut()
    }
}

/// The three iterators: what is left, if anything.
macro_rules! iterator {
    ([$($generics:tt)*] $name:ident [$($args:tt)*] $item:ty) => {
        impl<$($generics)*> Iterator for $name<$($args)*> {
            type Item = $item;
            fn next(&mut self) -> Option<$item> {
                self.item.take()
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = if self.item.is_some() { 1 } else { 0 };
                (n, Some(n))
            }
        }
        impl<$($generics)*> DoubleEndedIterator for $name<$($args)*> {
            fn next_back(&mut self) -> Option<$item> {
                self.item.take()
            }
        }
        impl<$($generics)*> ExactSizeIterator for $name<$($args)*> {}
        impl<$($generics)*> FusedIterator for $name<$($args)*> {}
        unsafe impl<$($generics)*> TrustedLen for $name<$($args)*> {}
    };
}

#[derive(Debug)]
pub struct Iter<'a, T: 'a> {
    item: Option<&'a T>,
}
iterator! { ['a, T] Iter ['a, T] &'a T }

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter { item: self.item }
    }
}

#[derive(Debug)]
pub struct IterMut<'a, T: 'a> {
    item: Option<&'a mut T>,
}
iterator! { ['a, T] IterMut ['a, T] &'a mut T }

#[derive(Clone, Debug)]
pub struct IntoIter<T> {
    item: Option<T>,
}
iterator! { [T] IntoIter [T] T }

impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {
    fn from_iter<I: IntoIterator<Item = Option<A>>>(iter: I) -> Option<V> {
        let mut iter = iter.into_iter();
        let mut stopped = false;
        let collected = V::from_iter(iter::from_fn(|| {
            if stopped {
                return None;
            }
            match iter.next() {
                Some(Some(x)) => Some(x),
                Some(None) => {
                    stopped = true;
                    None
                }
                None => None,
            }
        }));
        if stopped { None } else { Some(collected) }
    }
}

impl<T> ops::Try for Option<T> {
    type Output = T;
    type Residual = Option<convert::Infallible>;

    fn from_output(output: T) -> Self {
        Some(output)
    }

    fn branch(self) -> ControlFlow<Option<convert::Infallible>, T> {
        match self {
            Some(v) => ControlFlow::Continue(v),
            None => ControlFlow::Break(None),
        }
    }
}

impl<T> ops::FromResidual<Option<convert::Infallible>> for Option<T> {
    fn from_residual(residual: Option<convert::Infallible>) -> Self {
        match residual {
            None => None,
            Some(never) => match never {},
        }
    }
}

impl<T> ops::Residual<T> for Option<convert::Infallible> {
    type TryType = Option<T>;
}
