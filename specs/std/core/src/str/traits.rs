//! The traits of `str`, and `FromStr`.

use crate::cmp::Ordering;
use crate::ops::{
    Bound, Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use crate::refine;
use crate::slice::{SliceIndex, first_of};
use crate::str::ParseBoolError;

pub trait FromStr: Sized {
    type Err;

    fn from_str(s: &str) -> Result<Self, Self::Err>;
}

impl FromStr for bool {
    type Err = ParseBoolError;

    fn from_str(s: &str) -> Result<bool, ParseBoolError> {
        if *s == *"true" {
            Ok(true)
        } else if *s == *"false" {
            Ok(false)
        } else {
            Err(ParseBoolError)
        }
    }
}

impl Ord for str {
    #[ensures(|_| true)]
    fn cmp(&self, other: &str) -> Ordering;
}

impl PartialEq for str {
    #[ensures(|ret| !*ret || self.len() == other.len())]
    fn eq(&self, other: &str) -> bool;

    fn ne(&self, other: &str) -> bool {
        !(*self == *other)
    }
}

impl Eq for str {}

impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &str) -> bool {
        matches!(self.cmp(other), Ordering::Less)
    }

    fn le(&self, other: &str) -> bool {
        !matches!(self.cmp(other), Ordering::Greater)
    }

    fn gt(&self, other: &str) -> bool {
        matches!(self.cmp(other), Ordering::Greater)
    }

    fn ge(&self, other: &str) -> bool {
        !matches!(self.cmp(other), Ordering::Less)
    }
}

impl<I> Index<I> for str
where
    I: SliceIndex<str>,
{
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}

impl<I> IndexMut<I> for str
where
    I: SliceIndex<str>,
{
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

unsafe impl SliceIndex<str> for RangeFull {
    type Output = str;

    fn get(self, slice: &str) -> Option<&str> {
        Some(slice)
    }

    fn get_mut(self, slice: &mut str) -> Option<&mut str> {
        Some(slice)
    }

    unsafe fn get_unchecked(self, slice: *const str) -> *const str;
    unsafe fn get_unchecked_mut(self, slice: *mut str) -> *mut str;

    fn index(self, slice: &str) -> &str {
        slice
    }

    fn index_mut(self, slice: &mut str) -> &mut str {
        slice
    }
}

#[ensures(|ret| ret.len() == len)]
fn part(text: &str, len: usize) -> &str;

#[ensures(|_| true)]
fn part_mut(text: &mut str) -> &mut str;

/// Ranges, each with where it is a part of a text, and how long that is. (What is out of bounds is no boundary.)
macro_rules! ranges {
    ($($Range:ty, |$range:ident, $slice:ident| $fits:expr, $len:expr;)*) => {
        $(
            unsafe impl SliceIndex<str> for $Range {
                type Output = str;

                #[ensures(|ret| match ret { Some(part) => part.len() <= slice.len(), None => true })]
                fn get(self, slice: &str) -> Option<&str>;
                #[ensures(|_| true)]
                fn get_mut(self, slice: &mut str) -> Option<&mut str>;
                unsafe fn get_unchecked(self, slice: *const str) -> *const str;
                unsafe fn get_unchecked_mut(self, slice: *mut str) -> *mut str;

                fn index(self, slice: &str) -> &str {
                    let ($range, $slice) = (&self, slice);
                    refine::require($fits, "slice", "{slice}.get({self}).is_some()", "a byte index is out of bounds of the text, or not at a char boundary");
                    part(slice, $len)
                }

                fn index_mut(self, slice: &mut str) -> &mut str {
                    let ($range, $slice) = (&self, &*slice);
                    refine::require($fits, "slice", "{slice}.get({self}).is_some()", "a byte index is out of bounds of the text, or not at a char boundary");
                    part_mut(slice)
                }
            }
        )*
    };
}

ranges! {
    Range<usize>, |range, text|
        range.start <= range.end && text.is_char_boundary(range.start) && text.is_char_boundary(range.end),
        range.end - range.start;
    RangeTo<usize>, |range, text| text.is_char_boundary(range.end), range.end;
    RangeFrom<usize>, |range, text| text.is_char_boundary(range.start), text.len() - range.start;
    RangeInclusive<usize>, |range, text|
        range.end < usize::MAX
            && first_of(range) <= range.end + 1
            && text.is_char_boundary(first_of(range))
            && text.is_char_boundary(range.end + 1),
        range.end + 1 - first_of(range);
    RangeToInclusive<usize>, |range, text| range.end < usize::MAX && text.is_char_boundary(range.end + 1), range.end + 1;
}

unsafe impl SliceIndex<str> for (Bound<usize>, Bound<usize>) {
    type Output = str;

    #[ensures(|ret| match ret { Some(part) => part.len() <= slice.len(), None => true })]
    fn get(self, slice: &str) -> Option<&str>;
    #[ensures(|_| true)]
    fn get_mut(self, slice: &mut str) -> Option<&mut str>;
    unsafe fn get_unchecked(self, slice: *const str) -> *const str;
    unsafe fn get_unchecked_mut(self, slice: *mut str) -> *mut str;
    fn index(self, slice: &str) -> &str;
    fn index_mut(self, slice: &mut str) -> &mut str;
}
