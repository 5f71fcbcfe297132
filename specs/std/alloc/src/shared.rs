//! What `Rc` and `Arc` have in common. All of it is declared: a pointer that others share has no value of its own.

macro_rules! shared_pointer {
    ($Rc:ident, $Weak:ident, $($auto:ident)*) => {
        pub struct $Rc<T: ?Sized> {
            _content: PhantomData<(*const T, T)>,
        }

        pub struct $Weak<T: ?Sized> {
            _content: PhantomData<*const T>,
        }

        $(
            unsafe impl<T: ?Sized + Sync + Send> $auto for $Rc<T> {}
            unsafe impl<T: ?Sized + Sync + Send> $auto for $Weak<T> {}
        )*

        impl<T> $Rc<T> {
            pub fn new(value: T) -> $Rc<T>;
            pub fn new_cyclic<F>(data_fn: F) -> $Rc<T>
            where
                F: FnOnce(&$Weak<T>) -> T;
            pub fn new_uninit() -> $Rc<MaybeUninit<T>>;
            pub fn new_zeroed() -> $Rc<MaybeUninit<T>>;
            pub fn pin(value: T) -> Pin<$Rc<T>>;
            pub fn try_unwrap(this: Self) -> Result<T, Self>;
            pub fn into_inner(this: Self) -> Option<T>;
        }

        impl<T> $Rc<[T]> {
            pub fn new_uninit_slice(len: usize) -> $Rc<[MaybeUninit<T>]>;
            pub fn new_zeroed_slice(len: usize) -> $Rc<[MaybeUninit<T>]>;
        }

        impl<T> $Rc<MaybeUninit<T>> {
            pub unsafe fn assume_init(self) -> $Rc<T>;
        }

        impl<T> $Rc<[MaybeUninit<T>]> {
            pub unsafe fn assume_init(self) -> $Rc<[T]>;
        }

        impl<T: ?Sized> $Rc<T> {
            pub unsafe fn from_raw(ptr: *const T) -> Self;
            pub fn into_raw(this: Self) -> *const T;
            pub unsafe fn increment_strong_count(ptr: *const T);
            pub unsafe fn decrement_strong_count(ptr: *const T);
            pub fn as_ptr(this: &Self) -> *const T;
            pub fn downgrade(this: &Self) -> $Weak<T>;
            pub fn weak_count(this: &Self) -> usize;
            #[ensures(|ret| *ret >= 1)]
            pub fn strong_count(this: &Self) -> usize;
            pub fn get_mut(this: &mut Self) -> Option<&mut T>;
            pub fn ptr_eq(this: &Self, other: &Self) -> bool;
        }

        impl<T: ?Sized + CloneToUninit> $Rc<T> {
            pub fn make_mut(this: &mut Self) -> &mut T;
        }

        impl<T: Clone> $Rc<T> {
            pub fn unwrap_or_clone(this: Self) -> T;
        }

        impl<T: ?Sized> Deref for $Rc<T> {
            type Target = T;
            fn deref(&self) -> &T;
        }

        impl<T: ?Sized> Drop for $Rc<T> {
            fn drop(&mut self);
        }

        impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<$Rc<U>> for $Rc<T> {}
        impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<$Rc<U>> for $Rc<T> {}
        impl<T: ?Sized> Unpin for $Rc<T> {}
        impl<T: RefUnwindSafe + ?Sized> UnwindSafe for $Rc<T> {}
        impl<T: RefUnwindSafe + ?Sized> RefUnwindSafe for $Rc<T> {}

        impl<T: ?Sized> Clone for $Rc<T> {
            fn clone(&self) -> $Rc<T>;
            fn clone_from(&mut self, source: &Self);
        }

        impl<T: Default> Default for $Rc<T> {
            fn default() -> $Rc<T>;
        }

        impl Default for $Rc<str> {
            fn default() -> $Rc<str>;
        }

        impl<T> Default for $Rc<[T]> {
            fn default() -> $Rc<[T]>;
        }

        impl<T: ?Sized + PartialEq> PartialEq for $Rc<T> {
            fn eq(&self, other: &$Rc<T>) -> bool;
            fn ne(&self, other: &$Rc<T>) -> bool;
        }

        impl<T: ?Sized + Eq> Eq for $Rc<T> {}

        impl<T: ?Sized + PartialOrd> PartialOrd for $Rc<T> {
            fn partial_cmp(&self, other: &$Rc<T>) -> Option<Ordering>;
            fn lt(&self, other: &$Rc<T>) -> bool;
            fn le(&self, other: &$Rc<T>) -> bool;
            fn gt(&self, other: &$Rc<T>) -> bool;
            fn ge(&self, other: &$Rc<T>) -> bool;
        }

        impl<T: ?Sized + Ord> Ord for $Rc<T> {
            fn cmp(&self, other: &$Rc<T>) -> Ordering;
        }

        impl<T: ?Sized + Hash> Hash for $Rc<T> {
            fn hash<H: Hasher>(&self, state: &mut H);
        }

        impl<T: ?Sized + fmt::Display> fmt::Display for $Rc<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }

        impl<T: ?Sized + fmt::Debug> fmt::Debug for $Rc<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }

        impl<T: ?Sized> fmt::Pointer for $Rc<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }

        impl<T: ?Sized> Borrow<T> for $Rc<T> {
            fn borrow(&self) -> &T;
        }

        impl<T: ?Sized> AsRef<T> for $Rc<T> {
            fn as_ref(&self) -> &T;
        }

        impl<T> From<T> for $Rc<T> {
            fn from(t: T) -> Self;
        }

        impl<T, const N: usize> From<[T; N]> for $Rc<[T]> {
            fn from(v: [T; N]) -> $Rc<[T]>;
        }

        impl<T: Clone> From<&[T]> for $Rc<[T]> {
            fn from(v: &[T]) -> $Rc<[T]>;
        }

        impl<T: Clone> From<&mut [T]> for $Rc<[T]> {
            fn from(v: &mut [T]) -> $Rc<[T]>;
        }

        impl From<&str> for $Rc<str> {
            fn from(v: &str) -> $Rc<str>;
        }

        impl From<&mut str> for $Rc<str> {
            fn from(v: &mut str) -> $Rc<str>;
        }

        impl From<String> for $Rc<str> {
            fn from(v: String) -> $Rc<str>;
        }

        impl<T: ?Sized> From<Box<T>> for $Rc<T> {
            fn from(v: Box<T>) -> $Rc<T>;
        }

        impl<T> From<Vec<T>> for $Rc<[T]> {
            fn from(v: Vec<T>) -> $Rc<[T]>;
        }

        impl<'a, B> From<Cow<'a, B>> for $Rc<B>
        where
            B: ToOwned + ?Sized,
            $Rc<B>: From<&'a B> + From<B::Owned>,
        {
            fn from(cow: Cow<'a, B>) -> $Rc<B>;
        }

        impl From<$Rc<str>> for $Rc<[u8]> {
            fn from(rc: $Rc<str>) -> Self;
        }

        impl<T, const N: usize> TryFrom<$Rc<[T]>> for $Rc<[T; N]> {
            type Error = $Rc<[T]>;
            fn try_from(slice: $Rc<[T]>) -> Result<Self, Self::Error>;
        }

        impl<T> FromIterator<T> for $Rc<[T]> {
            fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self;
        }

        impl<T> $Weak<T> {
            pub const fn new() -> $Weak<T>;
        }

        impl<T: ?Sized> $Weak<T> {
            pub unsafe fn from_raw(ptr: *const T) -> Self;
            pub fn into_raw(self) -> *const T;
            pub fn as_ptr(&self) -> *const T;
            pub fn upgrade(&self) -> Option<$Rc<T>>;
            pub fn strong_count(&self) -> usize;
            pub fn weak_count(&self) -> usize;
            pub fn ptr_eq(&self, other: &Self) -> bool;
        }

        impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<$Weak<U>> for $Weak<T> {}
        impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<$Weak<U>> for $Weak<T> {}

        impl<T: ?Sized> Drop for $Weak<T> {
            fn drop(&mut self);
        }

        impl<T: ?Sized> Clone for $Weak<T> {
            fn clone(&self) -> $Weak<T>;
            fn clone_from(&mut self, source: &Self);
        }

        impl<T> Default for $Weak<T> {
            fn default() -> $Weak<T>;
        }

        impl<T: ?Sized> fmt::Debug for $Weak<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }
    };
}

/// A declared iterator: the struct and its traits. After the item, what more it has: `fused`, `double`, `exact`, `clone`, `empty`.
macro_rules! declared_iterator {
    (@base [$($l:lifetime $(,)?)* $($t:ident $(: $b:ident)?),*] $name:ident, $holds:ty => $item:ty) => {
        pub struct $name<$($l,)* $($t),*> {
            _private: core::marker::PhantomData<$holds>,
        }

        impl<$($l,)* $($t $(: $b)?),*> core::iter::Iterator for $name<$($l,)* $($t),*> {
            type Item = $item;
            fn next(&mut self) -> Option<$item>;
            fn size_hint(&self) -> (usize, Option<usize>);
        }

        impl<$($l,)* $($t: core::fmt::Debug),*> core::fmt::Debug for $name<$($l,)* $($t),*> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result;
        }
    };
    (@fused [$($l:lifetime $(,)?)* $($t:ident $(: $b:ident)?),*] $name:ident, $item:ty) => {
        impl<$($l,)* $($t $(: $b)?),*> core::iter::FusedIterator for $name<$($l,)* $($t),*> {}
    };
    (@double [$($g:tt)*] $name:ident, $item:ty) => {
        impl<$($g)*> core::iter::DoubleEndedIterator for $name<$($g)*> {
            fn next_back(&mut self) -> Option<$item>;
        }
    };
    (@back [$($g:tt)*] $name:ident, $item:ty) => {
        impl<$($g)*> core::iter::DoubleEndedIterator for $name<$($g)*> {
            fn next_back(&mut self) -> Option<$item> {
                self.next()
            }
        }
    };
    (@exact [$($g:tt)*] $name:ident, $item:ty) => {
        impl<$($g)*> core::iter::ExactSizeIterator for $name<$($g)*> {
            fn len(&self) -> usize;
        }
    };
    // An iterator of references is cloned without its elements.
    (@clone [$($l:lifetime $(,)?)+ $($t:ident $(: $b:ident)?),*] $name:ident, $item:ty) => {
        impl<$($l,)* $($t),*> Clone for $name<$($l,)* $($t),*> {
            fn clone(&self) -> Self;
            fn clone_from(&mut self, source: &Self);
        }
    };
    (@clone [$($t:ident),*] $name:ident, $item:ty) => {
        impl<$($t: Clone),*> Clone for $name<$($t),*> {
            fn clone(&self) -> Self;
            fn clone_from(&mut self, source: &Self);
        }
    };
    (@empty [$($g:tt)*] $name:ident, $item:ty) => {
        impl<$($g)*> Default for $name<$($g)*> {
            fn default() -> Self;
        }
    };
    ($gs:tt $name:ident, $holds:ty => $item:ty; $($more:ident)*) => {
        declared_iterator! { @base $gs $name, $holds => $item }
        $(declared_iterator! { @$more $gs $name, $item })*
    };
}

/// An iterator of which it is known how many items are left, and not which. After the item, what more it has: `back`, `clone`, `empty`.
macro_rules! counted_iterator {
    (@base [$($l:lifetime $(,)?)* $($t:ident),*] $name:ident, $holds:ty => $item:ty) => {
        pub struct $name<$($l,)* $($t),*> {
            left: usize,
            _items: core::marker::PhantomData<$holds>,
        }

        impl<$($l,)* $($t),*> core::iter::Iterator for $name<$($l,)* $($t),*> {
            type Item = $item;
            fn next(&mut self) -> Option<$item> {
                if self.left > 0 {
                    self.left = self.left - 1;
                    Some(core::refine::any())
                } else {
                    None
                }
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.left, Some(self.left))
            }
        }

        impl<$($l,)* $($t),*> core::iter::ExactSizeIterator for $name<$($l,)* $($t),*> {
            fn len(&self) -> usize {
                self.left
            }
        }

        impl<$($l,)* $($t),*> core::iter::FusedIterator for $name<$($l,)* $($t),*> {}

        impl<$($l,)* $($t: core::fmt::Debug),*> core::fmt::Debug for $name<$($l,)* $($t),*> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result;
        }
    };
    ($gs:tt $name:ident, $holds:ty => $item:ty; $($more:ident)*) => {
        counted_iterator! { @base $gs $name, $holds => $item }
        $(declared_iterator! { @$more $gs $name, $item })*
    };
}
