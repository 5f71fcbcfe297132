//! Negation of `Saturating` of a signed integer.

use super::This;
use crate::num::Saturating;
use crate::ops::Neg;

impl Neg for Saturating<This> {
    type Output = Self;
    fn neg(self) -> Self {
        Saturating(self.0.saturating_neg())
    }
}
