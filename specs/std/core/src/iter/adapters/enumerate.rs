//! `Enumerate`: the elements with their numbers.

use crate::iter::{ExactSizeIterator, FusedIterator};
use crate::refine;

/// No one counts to `usize::MAX` by ones. Once elements were left out, that is not far.
#[derive(Clone, Debug)]
pub struct Enumerate<I> {
    iter: I,
    count: usize,
    has_leapt: bool,
}

impl<I> Enumerate<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I) -> Enumerate<I> {
        Enumerate { iter, count: 0, has_leapt: false }
    }

    /// The number of the element that so many were left out before.
    #[bypasses()]
    fn number(&mut self, left_out: usize) -> usize {
        if refine::skips_any_number::<I>() {
            let fits = left_out < usize::MAX && refine::add_fits(self.count, left_out + 1);
            refine::require(
                !self.has_leapt || fits,
                "overflow",
                "the number of the element < usize::MAX",
                "attempt to add with overflow",
            );
        }
        let at = refine::wrapping_add(self.count, left_out);
        self.count = refine::wrapping_add(at, 1);
        at
    }
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);

    #[bypasses()]
    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(x) => Some((self.number(0), x)),
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    #[bypasses()]
    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth(n) {
            Some(x) => {
                self.has_leapt = true;
                Some((self.number(n), x))
            }
            None => None,
        }
    }

    #[bypasses()]
    fn count(self) -> usize {
        self.iter.count()
    }
}

impl<I> DoubleEndedIterator for Enumerate<I>
where
    I: ExactSizeIterator + DoubleEndedIterator,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next_back() {
            Some(x) => Some((refine::wrapping_add(self.count, self.iter.len()), x)),
            None => None,
        }
    }

    #[bypasses()]
    fn nth_back(&mut self, n: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth_back(n) {
            Some(x) => Some((refine::wrapping_add(self.count, self.iter.len()), x)),
            None => None,
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {
    #[bypasses()]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

impl<I: FusedIterator> FusedIterator for Enumerate<I> {}

impl<I: Default> Default for Enumerate<I> {
    fn default() -> Self {
        Enumerate::new(Default::default())
    }
}
