//! `Box`. Its content is built in: `*b` reads and moves it.

use crate::borrow::Cow;
use crate::refine;
use crate::string::String;
use crate::vec::Vec;
use core::any::Any;
use core::borrow::{Borrow, BorrowMut};
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
use core::future::Future;
use core::hash::{Hash, Hasher};
use core::iter::{DoubleEndedIterator, ExactSizeIterator, FromIterator, FusedIterator, Iterator};
use core::marker::{PhantomData, Tuple, Unpin, Unsize};
use core::mem::MaybeUninit;
use core::ops::{AsyncFn, AsyncFnMut, AsyncFnOnce, CoerceUnsized, Deref, DerefMut, DispatchFromDyn, Fn, FnMut, FnOnce};
use core::pin::Pin;
use core::ptr::NonNull;
use core::task::{Context, Poll};

#[lang = "owned_box"]
#[fundamental]
pub struct Box<T: ?Sized> {
    _content: PhantomData<T>,
}

impl<T> Box<T> {
    pub fn new(x: T) -> Self {
        refine::box_new(x)
    }

    pub fn new_uninit() -> Box<MaybeUninit<T>>;
    pub fn new_zeroed() -> Box<MaybeUninit<T>>;

    pub fn pin(x: T) -> Pin<Box<T>> {
        Box::into_pin(refine::box_new(x))
    }
}

impl<T> Box<[T]> {
    pub fn new_uninit_slice(len: usize) -> Box<[MaybeUninit<T>]>;
    pub fn new_zeroed_slice(len: usize) -> Box<[MaybeUninit<T>]>;
}

impl<T> Box<MaybeUninit<T>> {
    pub unsafe fn assume_init(self) -> Box<T>;
    pub fn write(boxed: Self, value: T) -> Box<T>;
}

impl<T> Box<[MaybeUninit<T>]> {
    pub unsafe fn assume_init(self) -> Box<[T]>;
}

impl<T: ?Sized> Box<T> {
    pub unsafe fn from_raw(raw: *mut T) -> Self;
    pub fn into_raw(b: Self) -> *mut T;
    pub fn leak<'a>(b: Self) -> &'a mut T
    where
        T: 'a;
    pub const fn into_pin(boxed: Self) -> Pin<Self>;
}

impl Box<dyn Any> {
    pub fn downcast<T: Any>(self) -> Result<Box<T>, Self>;
}

impl Box<dyn Any + Send> {
    pub fn downcast<T: Any>(self) -> Result<Box<T>, Self>;
}

impl Box<dyn Any + Send + Sync> {
    pub fn downcast<T: Any>(self) -> Result<Box<T>, Self>;
}

impl<T: ?Sized> Deref for Box<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &**self
    }
}

impl<T: ?Sized> DerefMut for Box<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut **self
    }
}

impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Box<U>> for Box<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Box<U>> for Box<T> {}
impl<T: ?Sized> Unpin for Box<T> {}
unsafe impl<T: ?Sized + Send> Send for Box<T> {}
unsafe impl<T: ?Sized + Sync> Sync for Box<T> {}

impl<T: Clone> Clone for Box<T> {
    fn clone(&self) -> Self {
        refine::box_new((**self).clone())
    }

    fn clone_from(&mut self, source: &Self) {
        (**self).clone_from(&**source);
    }
}

impl<T: Clone> Clone for Box<[T]> {
    fn clone(&self) -> Self {
        refine::clone_each(&**self).into_boxed_slice()
    }

    fn clone_from(&mut self, source: &Self) {
        if self.len() == source.len() {
            (**self).clone_from_slice(&**source);
        } else {
            *self = source.clone();
        }
    }
}

impl Clone for Box<str> {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

impl<T: Default> Default for Box<T> {
    fn default() -> Self {
        refine::box_new(T::default())
    }
}

impl<T> Default for Box<[T]> {
    fn default() -> Self {
        refine::vec_new().into_boxed_slice()
    }
}

impl Default for Box<str> {
    fn default() -> Self;
}

impl<T: ?Sized + PartialEq> PartialEq for Box<T> {
    fn eq(&self, other: &Self) -> bool {
        PartialEq::eq(&**self, &**other)
    }

    fn ne(&self, other: &Self) -> bool {
        PartialEq::ne(&**self, &**other)
    }
}

impl<T: ?Sized + Eq> Eq for Box<T> {}

impl<T: ?Sized + PartialOrd> PartialOrd for Box<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }

    fn lt(&self, other: &Self) -> bool {
        PartialOrd::lt(&**self, &**other)
    }

    fn le(&self, other: &Self) -> bool {
        PartialOrd::le(&**self, &**other)
    }

    fn gt(&self, other: &Self) -> bool {
        PartialOrd::gt(&**self, &**other)
    }

    fn ge(&self, other: &Self) -> bool {
        PartialOrd::ge(&**self, &**other)
    }
}

impl<T: ?Sized + Ord> Ord for Box<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&**self, &**other)
    }
}

impl<T: ?Sized + Hash> Hash for Box<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: ?Sized + Hasher> Hasher for Box<T> {
    fn finish(&self) -> u64 {
        (**self).finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        (**self).write(bytes)
    }

    fn write_u8(&mut self, i: u8) {
        (**self).write_u8(i)
    }

    fn write_u16(&mut self, i: u16) {
        (**self).write_u16(i)
    }

    fn write_u32(&mut self, i: u32) {
        (**self).write_u32(i)
    }

    fn write_u64(&mut self, i: u64) {
        (**self).write_u64(i)
    }

    fn write_u128(&mut self, i: u128) {
        (**self).write_u128(i)
    }

    fn write_usize(&mut self, i: usize) {
        (**self).write_usize(i)
    }

    fn write_i8(&mut self, i: i8) {
        (**self).write_i8(i)
    }

    fn write_i16(&mut self, i: i16) {
        (**self).write_i16(i)
    }

    fn write_i32(&mut self, i: i32) {
        (**self).write_i32(i)
    }

    fn write_i64(&mut self, i: i64) {
        (**self).write_i64(i)
    }

    fn write_i128(&mut self, i: i128) {
        (**self).write_i128(i)
    }

    fn write_isize(&mut self, i: isize) {
        (**self).write_isize(i)
    }
}

impl<T: fmt::Display + ?Sized> fmt::Display for Box<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl<T: fmt::Debug + ?Sized> fmt::Debug for Box<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<T: ?Sized> fmt::Pointer for Box<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ?Sized> Borrow<T> for Box<T> {
    fn borrow(&self) -> &T {
        &**self
    }
}

impl<T: ?Sized> BorrowMut<T> for Box<T> {
    fn borrow_mut(&mut self) -> &mut T {
        &mut **self
    }
}

impl<T: ?Sized> AsRef<T> for Box<T> {
    fn as_ref(&self) -> &T {
        &**self
    }
}

impl<T: ?Sized> AsMut<T> for Box<T> {
    fn as_mut(&mut self) -> &mut T {
        &mut **self
    }
}

impl<I: Iterator + ?Sized> Iterator for Box<I> {
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }

    #[bypasses()]
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth(n)
    }
}

impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for Box<I> {
    #[bypasses()]
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }

    #[bypasses()]
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth_back(n)
    }
}

impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for Box<I> {
    #[bypasses()]
    fn len(&self) -> usize {
        (**self).len()
    }
}

impl<I: FusedIterator + ?Sized> FusedIterator for Box<I> {}

impl<Args: Tuple, F: FnOnce<Args> + ?Sized> FnOnce<Args> for Box<F> {
    type Output = <F as FnOnce<Args>>::Output;
    extern "rust-call" fn call_once(self, args: Args) -> Self::Output;
}

impl<Args: Tuple, F: FnMut<Args> + ?Sized> FnMut<Args> for Box<F> {
    extern "rust-call" fn call_mut(&mut self, args: Args) -> Self::Output;
}

impl<Args: Tuple, F: Fn<Args> + ?Sized> Fn<Args> for Box<F> {
    extern "rust-call" fn call(&self, args: Args) -> Self::Output;
}

impl<F: ?Sized + Future + Unpin> Future for Box<F> {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output>;
}

impl<E: Error> Error for Box<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        (**self).source()
    }
}

impl<T> From<T> for Box<T> {
    fn from(t: T) -> Self {
        refine::box_new(t)
    }
}

impl<T: ?Sized> From<Box<T>> for Pin<Box<T>> {
    fn from(boxed: Box<T>) -> Self {
        Box::into_pin(boxed)
    }
}

impl<T: Clone> From<&[T]> for Box<[T]> {
    fn from(slice: &[T]) -> Box<[T]> {
        refine::clone_each(slice).into_boxed_slice()
    }
}

impl<T: Clone> From<&mut [T]> for Box<[T]> {
    fn from(slice: &mut [T]) -> Box<[T]> {
        refine::clone_each(slice).into_boxed_slice()
    }
}

impl<T: Clone> From<Cow<'_, [T]>> for Box<[T]> {
    fn from(cow: Cow<'_, [T]>) -> Box<[T]>;
}

impl<T> From<Vec<T>> for Box<[T]> {
    fn from(v: Vec<T>) -> Box<[T]> {
        v.into_boxed_slice()
    }
}

impl<T, const N: usize> From<[T; N]> for Box<[T]> {
    fn from(array: [T; N]) -> Box<[T]> {
        crate::vec::from_array(array).into_boxed_slice()
    }
}

impl<T, const N: usize> TryFrom<Box<[T]>> for Box<[T; N]> {
    type Error = Box<[T]>;
    fn try_from(boxed_slice: Box<[T]>) -> Result<Self, Self::Error>;
}

impl<T, const N: usize> TryFrom<Vec<T>> for Box<[T; N]> {
    type Error = Vec<T>;
    fn try_from(vec: Vec<T>) -> Result<Self, Self::Error>;
}

impl From<&str> for Box<str> {
    fn from(s: &str) -> Box<str>;
}

impl From<&mut str> for Box<str> {
    fn from(s: &mut str) -> Box<str>;
}

impl From<Cow<'_, str>> for Box<str> {
    fn from(cow: Cow<'_, str>) -> Box<str>;
}

impl From<String> for Box<str> {
    fn from(s: String) -> Box<str> {
        s.into_boxed_str()
    }
}

impl From<Box<str>> for Box<[u8]> {
    fn from(s: Box<str>) -> Self;
}

impl<'a, E: Error + 'a> From<E> for Box<dyn Error + 'a> {
    fn from(err: E) -> Box<dyn Error + 'a>;
}

impl<'a, E: Error + Send + Sync + 'a> From<E> for Box<dyn Error + Send + Sync + 'a> {
    fn from(err: E) -> Box<dyn Error + Send + Sync + 'a>;
}

impl<'a> From<String> for Box<dyn Error + Send + Sync + 'a> {
    fn from(err: String) -> Box<dyn Error + Send + Sync + 'a>;
}

impl<'a> From<String> for Box<dyn Error + 'a> {
    fn from(err: String) -> Box<dyn Error + 'a>;
}

impl<'a, 'b> From<&'b str> for Box<dyn Error + Send + Sync + 'a> {
    fn from(err: &'b str) -> Box<dyn Error + Send + Sync + 'a>;
}

impl<'a, 'b> From<&'b str> for Box<dyn Error + 'a> {
    fn from(err: &'b str) -> Box<dyn Error + 'a>;
}

impl<'a, 'b> From<Cow<'b, str>> for Box<dyn Error + Send + Sync + 'a> {
    fn from(err: Cow<'b, str>) -> Box<dyn Error + Send + Sync + 'a>;
}

impl<'a, 'b> From<Cow<'b, str>> for Box<dyn Error + 'a> {
    fn from(err: Cow<'b, str>) -> Box<dyn Error + 'a>;
}

impl<T> FromIterator<T> for Box<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        let items: Vec<T> = FromIterator::from_iter(iter);
        items.into_boxed_slice()
    }
}

impl FromIterator<char> for Box<str> {
    fn from_iter<I: IntoIterator<Item = char>>(iter: I) -> Self;
}

impl<'a> FromIterator<&'a str> for Box<str> {
    fn from_iter<I: IntoIterator<Item = &'a str>>(iter: I) -> Self;
}

impl FromIterator<String> for Box<str> {
    fn from_iter<I: IntoIterator<Item = String>>(iter: I) -> Self;
}

impl<T> IntoIterator for Box<[T]> {
    type Item = T;
    type IntoIter = crate::vec::IntoIter<T>;

    fn into_iter(self) -> crate::vec::IntoIter<T> {
        self.into_vec().into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Box<[T]> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> core::slice::Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Box<[T]> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> core::slice::IterMut<'a, T> {
        self.iter_mut()
    }
}
