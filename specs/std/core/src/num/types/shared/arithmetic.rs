//! `+ - * / %` of a number, for generic code. The operators themselves are built in.

use super::This;
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};

impl Add for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn add(self, other: This) -> This {
        self + other
    }
}

impl Add<This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn add(self, other: This) -> This {
        *self + other
    }
}

impl Add<&This> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn add(self, other: &This) -> This {
        self + *other
    }
}

impl Add<&This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn add(self, other: &This) -> This {
        *self + *other
    }
}

impl AddAssign for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn add_assign(&mut self, other: This) {
        *self += other
    }
}

impl AddAssign<&This> for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn add_assign(&mut self, other: &This) {
        *self += *other
    }
}

impl Sub for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn sub(self, other: This) -> This {
        self - other
    }
}

impl Sub<This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn sub(self, other: This) -> This {
        *self - other
    }
}

impl Sub<&This> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn sub(self, other: &This) -> This {
        self - *other
    }
}

impl Sub<&This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn sub(self, other: &This) -> This {
        *self - *other
    }
}

impl SubAssign for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn sub_assign(&mut self, other: This) {
        *self -= other
    }
}

impl SubAssign<&This> for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn sub_assign(&mut self, other: &This) {
        *self -= *other
    }
}

impl Mul for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn mul(self, other: This) -> This {
        self * other
    }
}

impl Mul<This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn mul(self, other: This) -> This {
        *self * other
    }
}

impl Mul<&This> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn mul(self, other: &This) -> This {
        self * *other
    }
}

impl Mul<&This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn mul(self, other: &This) -> This {
        *self * *other
    }
}

impl MulAssign for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn mul_assign(&mut self, other: This) {
        *self *= other
    }
}

impl MulAssign<&This> for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn mul_assign(&mut self, other: &This) {
        *self *= *other
    }
}

impl Div for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn div(self, other: This) -> This {
        self / other
    }
}

impl Div<This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn div(self, other: This) -> This {
        *self / other
    }
}

impl Div<&This> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn div(self, other: &This) -> This {
        self / *other
    }
}

impl Div<&This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn div(self, other: &This) -> This {
        *self / *other
    }
}

impl DivAssign for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn div_assign(&mut self, other: This) {
        *self /= other
    }
}

impl DivAssign<&This> for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn div_assign(&mut self, other: &This) {
        *self /= *other
    }
}

impl Rem for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn rem(self, other: This) -> This {
        self % other
    }
}

impl Rem<This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn rem(self, other: This) -> This {
        *self % other
    }
}

impl Rem<&This> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn rem(self, other: &This) -> This {
        self % *other
    }
}

impl Rem<&This> for &This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn rem(self, other: &This) -> This {
        *self % *other
    }
}

impl RemAssign for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn rem_assign(&mut self, other: This) {
        *self %= other
    }
}

impl RemAssign<&This> for This {
    #[rustc_inherit_overflow_checks]
    #[track_caller]
    fn rem_assign(&mut self, other: &This) {
        *self %= *other
    }
}
