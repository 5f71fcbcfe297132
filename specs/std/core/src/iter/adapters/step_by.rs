//! `StepBy`: the first element, and then one of `step`.

use crate::iter::ExactSizeIterator;

/// `skipped` elements are left out before each but the first.
#[invariant(self.skipped < usize::MAX)]
#[derive(Clone, Debug)]
pub struct StepBy<I> {
    iter: I,
    skipped: usize,
    first: bool,
}

impl<I> StepBy<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I, step: usize) -> StepBy<I> {
        StepBy { iter, skipped: step - 1, first: true }
    }
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;

    #[bypasses(nth)]
    fn next(&mut self) -> Option<I::Item> {
        if self.first {
            self.first = false;
            self.iter.next()
        } else {
            self.iter.nth(self.skipped)
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (lower, upper) = self.iter.size_hint();
        let upper = match upper {
            Some(upper) => Some(self.steps(upper)),
            None => None,
        };
        (self.steps(lower), upper)
    }
}

impl<I> StepBy<I> {
    /// How many elements there are, of `n` that `iter` has.
    fn steps(&self, n: usize) -> usize {
        if self.first {
            if n == 0 { 0 } else { (n - 1) / (self.skipped + 1) + 1 }
        } else {
            n / (self.skipped + 1)
        }
    }
}

impl<I> DoubleEndedIterator for StepBy<I>
where
    I: DoubleEndedIterator + ExactSizeIterator,
{
    #[bypasses(nth_back)]
    fn next_back(&mut self) -> Option<I::Item> {
        let over = self.iter.len() % (self.skipped + 1);
        let behind = if !self.first {
            over
        } else if over == 0 {
            self.skipped
        } else {
            over - 1
        };
        self.iter.nth_back(behind)
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}
