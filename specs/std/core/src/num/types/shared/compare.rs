//! The comparisons of a type whose `==` and `<` are built in and total.

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

impl Eq for This {}

impl PartialOrd for This {
    fn partial_cmp(&self, other: &This) -> Option<Ordering> {
        Some(if *self < *other {
            Less
        } else if *self == *other {
            Equal
        } else {
            Greater
        })
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

impl Ord for This {
    fn cmp(&self, other: &This) -> Ordering {
        if *self < *other {
            Less
        } else if *self == *other {
            Equal
        } else {
            Greater
        }
    }
}
