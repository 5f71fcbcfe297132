//! `std::cmp`.

/// How two values compare.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

pub fn min<T>(v1: T, v2: T) -> T {
    if v2 < v1 { v2 } else { v1 }
}

pub fn max<T>(v1: T, v2: T) -> T {
    if v2 < v1 { v1 } else { v2 }
}

impl Ordering {
    pub fn reverse(self) -> Ordering {
        match self {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        }
    }

    pub fn then(self, other: Ordering) -> Ordering {
        match self {
            Ordering::Equal => other,
            _ => self,
        }
    }

    pub fn is_eq(self) -> bool {
        match self {
            Ordering::Equal => true,
            _ => false,
        }
    }

    pub fn is_lt(self) -> bool {
        match self {
            Ordering::Less => true,
            _ => false,
        }
    }

    pub fn is_le(self) -> bool {
        match self {
            Ordering::Greater => false,
            _ => true,
        }
    }

    pub fn is_gt(self) -> bool {
        match self {
            Ordering::Greater => true,
            _ => false,
        }
    }

    pub fn is_ge(self) -> bool {
        match self {
            Ordering::Less => false,
            _ => true,
        }
    }
}
