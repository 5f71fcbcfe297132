//! The comparisons of a float: NaN is unordered.

use super::This;
use crate::cmp::Ordering::{self, Equal, Greater, Less};

impl PartialEq for This {
    fn eq(&self, other: &This) -> bool {
        *self == *other
    }
    fn ne(&self, other: &This) -> bool {
        *self != *other
    }
}
impl PartialOrd for This {
    fn partial_cmp(&self, other: &This) -> Option<Ordering> {
        if *self < *other {
            Some(Less)
        } else if *self == *other {
            Some(Equal)
        } else if *self > *other {
            Some(Greater)
        } else {
            None
        }
    }
    fn lt(&self, other: &This) -> bool {
        *self < *other
    }
    fn le(&self, other: &This) -> bool {
        *self <= *other
    }
    fn gt(&self, other: &This) -> bool {
        *self > *other
    }
    fn ge(&self, other: &This) -> bool {
        *self >= *other
    }
}
