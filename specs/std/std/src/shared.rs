//! Macros for what is only declared.

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

/// Declared implementations of common traits, for a type that is only declared.
macro_rules! declared_traits {
    (@Clone [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::clone::Clone for $t {
            fn clone(&self) -> Self;
            fn clone_from(&mut self, source: &Self);
        }
    };
    (@Copy [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::marker::Copy for $t {}
    };
    (@Default [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::default::Default for $t {
            fn default() -> Self;
        }
    };
    (@Debug [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::fmt::Debug for $t {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result;
        }
    };
    (@Display [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::fmt::Display for $t {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result;
        }
    };
    (@Error [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::error::Error for $t {}
    };
    (@PartialEq [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::cmp::PartialEq for $t {
            fn eq(&self, other: &Self) -> bool;
            fn ne(&self, other: &Self) -> bool;
        }
    };
    (@Eq [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::cmp::Eq for $t {}
    };
    (@PartialOrd [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::cmp::PartialOrd for $t {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering>;
            fn lt(&self, other: &Self) -> bool;
            fn le(&self, other: &Self) -> bool;
            fn gt(&self, other: &Self) -> bool;
            fn ge(&self, other: &Self) -> bool;
        }
    };
    (@Ord [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::cmp::Ord for $t {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering;
        }
    };
    (@Hash [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::hash::Hash for $t {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H);
        }
    };
    (@Drop [$($g:tt)*] $t:ty) => {
        impl<$($g)*> core::ops::Drop for $t {
            fn drop(&mut self);
        }
    };
    ($gs:tt $t:ty: $($trait:ident)*) => {
        $(declared_traits! { @$trait $gs $t })*
    };
}

/// Structs that nothing is known of.
macro_rules! opaque {
    ($($name:ident)*) => {$(
        pub struct $name {
            _private: (),
        }
    )*};
}
