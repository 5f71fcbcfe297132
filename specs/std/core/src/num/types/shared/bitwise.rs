//! `& | ^ !`, for generic code. The operators themselves are built in.

use super::This;
use crate::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

impl BitAnd for This {
    type Output = This;
    fn bitand(self, other: This) -> This {
        self & other
    }
}

impl BitAnd<This> for &This {
    type Output = This;
    fn bitand(self, other: This) -> This {
        *self & other
    }
}

impl BitAnd<&This> for This {
    type Output = This;
    fn bitand(self, other: &This) -> This {
        self & *other
    }
}

impl BitAnd<&This> for &This {
    type Output = This;
    fn bitand(self, other: &This) -> This {
        *self & *other
    }
}

impl BitAndAssign for This {
    fn bitand_assign(&mut self, other: This) {
        *self &= other
    }
}

impl BitAndAssign<&This> for This {
    fn bitand_assign(&mut self, other: &This) {
        *self &= *other
    }
}

impl BitOr for This {
    type Output = This;
    fn bitor(self, other: This) -> This {
        self | other
    }
}

impl BitOr<This> for &This {
    type Output = This;
    fn bitor(self, other: This) -> This {
        *self | other
    }
}

impl BitOr<&This> for This {
    type Output = This;
    fn bitor(self, other: &This) -> This {
        self | *other
    }
}

impl BitOr<&This> for &This {
    type Output = This;
    fn bitor(self, other: &This) -> This {
        *self | *other
    }
}

impl BitOrAssign for This {
    fn bitor_assign(&mut self, other: This) {
        *self |= other
    }
}

impl BitOrAssign<&This> for This {
    fn bitor_assign(&mut self, other: &This) {
        *self |= *other
    }
}

impl BitXor for This {
    type Output = This;
    fn bitxor(self, other: This) -> This {
        self ^ other
    }
}

impl BitXor<This> for &This {
    type Output = This;
    fn bitxor(self, other: This) -> This {
        *self ^ other
    }
}

impl BitXor<&This> for This {
    type Output = This;
    fn bitxor(self, other: &This) -> This {
        self ^ *other
    }
}

impl BitXor<&This> for &This {
    type Output = This;
    fn bitxor(self, other: &This) -> This {
        *self ^ *other
    }
}

impl BitXorAssign for This {
    fn bitxor_assign(&mut self, other: This) {
        *self ^= other
    }
}

impl BitXorAssign<&This> for This {
    fn bitxor_assign(&mut self, other: &This) {
        *self ^= *other
    }
}

impl Not for This {
    type Output = This;
    fn not(self) -> This {
        !self
    }
}

impl Not for &This {
    type Output = This;
    fn not(self) -> This {
        !*self
    }
}
