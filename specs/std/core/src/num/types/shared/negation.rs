//! Unary `-`, for generic code. The operator itself is built in.

use super::This;
use crate::ops::Neg;

impl Neg for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn neg(self) -> This {
        -self
    }
}

impl Neg for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn neg(self) -> This {
        -*self
    }
}
