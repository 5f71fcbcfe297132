//! `ExactSizeIterator`, `FusedIterator`, `TrustedLen`.

use crate::refine;

pub trait ExactSizeIterator: Iterator {
    #[bypasses()]
    fn len(&self) -> usize {
        let (lower, upper) = self.size_hint();
        refine::require(
            matches!(upper, Some(upper) if upper == lower),
            "assert",
            "the bounds of {self}.size_hint() are equal",
            "assertion `left == right` failed",
        );
        lower
    }
}

impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for &mut I {
    fn len(&self) -> usize {
        (**self).len()
    }
}

pub trait FusedIterator: Iterator {}

impl<I: FusedIterator + ?Sized> FusedIterator for &mut I {}

pub unsafe trait TrustedLen: Iterator {}

unsafe impl<I: TrustedLen + ?Sized> TrustedLen for &mut I {}
