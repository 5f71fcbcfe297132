//! The iterators of `splitn` and its kin: at most so many parts, the last with all that is left.

use crate::fmt;
use crate::iter::FusedIterator;
use crate::slice::{RSplit, RSplitMut, Split, SplitMut};

macro_rules! at_most {
    ($Name:ident, $Inner:ident, $item:ty) => {
        pub struct $Name<'a, T: 'a, P: FnMut(&T) -> bool> {
            inner: $Inner<'a, T, P>,
            count: usize,
        }

        impl<'a, T, P: FnMut(&T) -> bool> $Name<'a, T, P> {
            pub(super) fn new(inner: $Inner<'a, T, P>, count: usize) -> Self {
                $Name { inner, count }
            }
        }

        impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Name<'a, T, P> {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                if self.count == 0 {
                    return None;
                }
                self.count = self.count - 1;
                if self.count == 0 { self.inner.finish() } else { self.inner.next() }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let (lower, upper) = self.inner.size_hint();
                let upper = match upper {
                    Some(upper) if upper < self.count => upper,
                    _ => self.count,
                };
                (if lower < self.count { lower } else { self.count }, Some(upper))
            }
        }

        impl<T, P: FnMut(&T) -> bool> FusedIterator for $Name<'_, T, P> {}

        impl<T: fmt::Debug, P: FnMut(&T) -> bool> fmt::Debug for $Name<'_, T, P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }
    };
}

at_most!(SplitN, Split, &'a [T]);
at_most!(RSplitN, RSplit, &'a [T]);
at_most!(SplitNMut, SplitMut, &'a mut [T]);
at_most!(RSplitNMut, RSplitMut, &'a mut [T]);
