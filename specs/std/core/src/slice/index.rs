//! Indexing a slice: what `get` takes, and the ranges of `xs[a..b]`.

use crate::error::Error;
use crate::fmt;
use crate::ops::{
    Bound, Index, IndexMut, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use crate::refine;

impl<T, I> Index<I> for [T]
where
    I: SliceIndex<[T]>,
{
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}

impl<T, I> IndexMut<I> for [T]
where
    I: SliceIndex<[T]>,
{
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

pub unsafe trait SliceIndex<T: ?Sized> {
    type Output: ?Sized;

    fn get(self, slice: &T) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut T) -> Option<&mut Self::Output>;
    unsafe fn get_unchecked(self, slice: *const T) -> *const Self::Output;
    unsafe fn get_unchecked_mut(self, slice: *mut T) -> *mut Self::Output;
    #[track_caller]
    fn index(self, slice: &T) -> &Self::Output;
    #[track_caller]
    fn index_mut(self, slice: &mut T) -> &mut Self::Output;
}

unsafe impl<T> SliceIndex<[T]> for usize {
    type Output = T;

    fn get(self, slice: &[T]) -> Option<&T> {
        if self < refine::len(slice) { Some(refine::at(slice, self)) } else { None }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        if self < refine::len(slice) { Some(refine::at_mut(slice, self)) } else { None }
    }

    unsafe fn get_unchecked(self, slice: *const [T]) -> *const T;
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut T;

    fn index(self, slice: &[T]) -> &T {
        refine::require(
            self < refine::len(slice),
            "index",
            "{self} < {slice}.len()",
            "index out of bounds: the len is {slice.len()} but the index is {self}",
        );
        refine::at(slice, self)
    }

    fn index_mut(self, slice: &mut [T]) -> &mut T {
        refine::require(
            self < refine::len(slice),
            "index",
            "{self} < {slice}.len()",
            "index out of bounds: the len is {slice.len()} but the index is {self}",
        );
        refine::at_mut(slice, self)
    }
}

unsafe impl<T> SliceIndex<[T]> for Range<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.start <= self.end && self.end <= refine::len(slice) {
            Some(refine::part(slice, self.start, self.end))
        } else {
            None
        }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.start <= self.end && self.end <= refine::len(slice) {
            Some(refine::part_mut(slice, self.start, self.end))
        } else {
            None
        }
    }

    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T];
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T];

    fn index(self, slice: &[T]) -> &[T] {
        refine::require(
            self.start <= self.end,
            "slice",
            "{self}.start <= {self}.end",
            "slice index starts at {self.start} but ends at {self.end}",
        );
        refine::require(
            self.end <= refine::len(slice),
            "slice",
            "{self}.end <= {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::part(slice, self.start, self.end)
    }

    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        refine::require(
            self.start <= self.end,
            "slice",
            "{self}.start <= {self}.end",
            "slice index starts at {self.start} but ends at {self.end}",
        );
        refine::require(
            self.end <= refine::len(slice),
            "slice",
            "{self}.end <= {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::part_mut(slice, self.start, self.end)
    }
}

unsafe impl<T> SliceIndex<[T]> for RangeTo<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end <= refine::len(slice) { Some(refine::part(slice, 0, self.end)) } else { None }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end <= refine::len(slice) { Some(refine::part_mut(slice, 0, self.end)) } else { None }
    }

    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T];
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T];

    fn index(self, slice: &[T]) -> &[T] {
        refine::require(
            self.end <= refine::len(slice),
            "slice",
            "{self}.end <= {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::part(slice, 0, self.end)
    }

    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        refine::require(
            self.end <= refine::len(slice),
            "slice",
            "{self}.end <= {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::part_mut(slice, 0, self.end)
    }
}

unsafe impl<T> SliceIndex<[T]> for RangeFrom<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.start <= refine::len(slice) { Some(refine::part(slice, self.start, refine::len(slice))) } else { None }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.start <= refine::len(slice) { Some(refine::part_mut(slice, self.start, refine::len(slice))) } else { None }
    }

    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T];
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T];

    fn index(self, slice: &[T]) -> &[T] {
        refine::require(
            self.start <= refine::len(slice),
            "slice",
            "{self}.start <= {slice}.len()",
            "range start index {self.start} out of range for slice of length {slice.len()}",
        );
        refine::part(slice, self.start, refine::len(slice))
    }

    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        refine::require(
            self.start <= refine::len(slice),
            "slice",
            "{self}.start <= {slice}.len()",
            "range start index {self.start} out of range for slice of length {slice.len()}",
        );
        refine::part_mut(slice, self.start, refine::len(slice))
    }
}

unsafe impl<T> SliceIndex<[T]> for RangeFull {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        Some(slice)
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        Some(slice)
    }

    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T];
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T];

    fn index(self, slice: &[T]) -> &[T] {
        slice
    }

    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        slice
    }
}

unsafe impl<T> SliceIndex<[T]> for RangeInclusive<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        let start = first_of(&self);
        if self.end < refine::len(slice) && start <= self.end + 1 {
            Some(refine::part(slice, start, self.end + 1))
        } else {
            None
        }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        let start = first_of(&self);
        if self.end < refine::len(slice) && start <= self.end + 1 {
            Some(refine::part_mut(slice, start, self.end + 1))
        } else {
            None
        }
    }

    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T];
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T];

    fn index(self, slice: &[T]) -> &[T] {
        let start = first_of(&self);
        refine::require(
            self.end < refine::len(slice),
            "slice",
            "{self}.end() < {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::require(
            start <= self.end + 1,
            "slice",
            "{self}.start() <= {self}.end() + 1",
            "slice index starts at {self.start} but ends at {self.end + 1}",
        );
        refine::part(slice, start, self.end + 1)
    }

    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        let start = first_of(&self);
        refine::require(
            self.end < refine::len(slice),
            "slice",
            "{self}.end() < {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::require(
            start <= self.end + 1,
            "slice",
            "{self}.start() <= {self}.end() + 1",
            "slice index starts at {self.start} but ends at {self.end + 1}",
        );
        refine::part_mut(slice, start, self.end + 1)
    }
}

unsafe impl<T> SliceIndex<[T]> for RangeToInclusive<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end < refine::len(slice) { Some(refine::part(slice, 0, self.end + 1)) } else { None }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end < refine::len(slice) { Some(refine::part_mut(slice, 0, self.end + 1)) } else { None }
    }

    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T];
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T];

    fn index(self, slice: &[T]) -> &[T] {
        refine::require(
            self.end < refine::len(slice),
            "slice",
            "{self}.end < {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::part(slice, 0, self.end + 1)
    }

    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        refine::require(
            self.end < refine::len(slice),
            "slice",
            "{self}.end < {slice}.len()",
            "range end index {self.end} out of range for slice of length {slice.len()}",
        );
        refine::part_mut(slice, 0, self.end + 1)
    }
}

/// Where an inclusive range starts: behind its end if it is exhausted. Only for an `end` below `usize::MAX`.
pub(crate) fn first_of(range: &RangeInclusive<usize>) -> usize {
    if range.exhausted && range.end < usize::MAX { range.end + 1 } else { range.start }
}

unsafe impl<T> SliceIndex<[T]> for (Bound<usize>, Bound<usize>) {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]>;
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]>;
    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T];
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T];

    fn index(self, slice: &[T]) -> &[T] {
        let part = range(self, ..refine::len(slice));
        refine::part(slice, part.start, part.end)
    }

    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        let part = range(self, ..refine::len(slice));
        refine::part_mut(slice, part.start, part.end)
    }
}

/// The start and the end of a range within a sequence of length `within.end`; what is outside panics.
pub(crate) fn range<R>(bounds: R, within: RangeTo<usize>) -> Range<usize>
where
    R: RangeBounds<usize>,
{
    let len = within.end;
    let end = match bounds.end_bound() {
        Bound::Included(end) => {
            refine::require(
                *end < len,
                "slice",
                "the end of {bounds} < {within}.end",
                "range end index {end} out of range for slice of length {len}",
            );
            *end + 1
        }
        Bound::Excluded(end) => {
            refine::require(
                *end <= len,
                "slice",
                "the end of {bounds} <= {within}.end",
                "range end index {end} out of range for slice of length {len}",
            );
            *end
        }
        Bound::Unbounded => len,
    };
    let start = match bounds.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => {
            refine::require(
                *start < len,
                "slice",
                "the start of {bounds} < {within}.end",
                "range start index {start} out of range for slice of length {len}",
            );
            *start + 1
        }
        Bound::Unbounded => 0,
    };
    refine::require(
        start <= end,
        "slice",
        "the start of {bounds} <= its end",
        "slice index starts at {start} but ends at {end}",
    );
    Range { start, end }
}

/// What `get_disjoint_mut` takes.
pub unsafe trait GetDisjointMutIndex: Clone {
    fn is_in_bounds(&self, len: usize) -> bool;
    fn is_overlapping(&self, other: &Self) -> bool;
}

unsafe impl GetDisjointMutIndex for usize {
    fn is_in_bounds(&self, len: usize) -> bool {
        *self < len
    }

    fn is_overlapping(&self, other: &Self) -> bool {
        *self == *other
    }
}

unsafe impl GetDisjointMutIndex for Range<usize> {
    fn is_in_bounds(&self, len: usize) -> bool {
        self.start <= self.end && self.end <= len
    }

    fn is_overlapping(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

unsafe impl GetDisjointMutIndex for RangeInclusive<usize> {
    fn is_in_bounds(&self, len: usize) -> bool {
        self.start <= self.end && self.end < len
    }

    fn is_overlapping(&self, other: &Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum GetDisjointMutError {
    IndexOutOfBounds,
    OverlappingIndices,
}

impl fmt::Display for GetDisjointMutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Error for GetDisjointMutError {}
