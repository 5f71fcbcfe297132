//! What `()` implements beside the comparisons.

use crate::iter::{FromIterator, IntoIterator, Iterator};

impl FromIterator<()> for () {
    fn from_iter<I: IntoIterator<Item = ()>>(iter: I) {
        let mut iter = iter.into_iter();
        while let Some(()) = iter.next() {}
    }
}
