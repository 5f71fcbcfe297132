//! Taking a slice apart: at elements (`split`), into runs (`chunk_by`), and off the slice itself (`split_off`).

use crate::refine;
use crate::slice::change::take_out;
use crate::slice::{
    ChunkBy, ChunkByMut, RSplit, RSplitMut, RSplitN, RSplitNMut, Split, SplitInclusive, SplitInclusiveMut, SplitMut,
    SplitN, SplitNMut,
};
use crate::ops::{Bound, OneSidedRange};

impl<T> [T] {
    pub fn split<F>(&self, pred: F) -> Split<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        Split::new(self, pred)
    }

    pub fn split_mut<F>(&mut self, pred: F) -> SplitMut<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        SplitMut::new(self, pred)
    }

    pub fn split_inclusive<F>(&self, pred: F) -> SplitInclusive<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        SplitInclusive::new(self, pred)
    }

    pub fn split_inclusive_mut<F>(&mut self, pred: F) -> SplitInclusiveMut<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        SplitInclusiveMut::new(self, pred)
    }

    pub fn rsplit<F>(&self, pred: F) -> RSplit<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        RSplit::new(self, pred)
    }

    pub fn rsplit_mut<F>(&mut self, pred: F) -> RSplitMut<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        RSplitMut::new(self, pred)
    }

    pub fn splitn<F>(&self, n: usize, pred: F) -> SplitN<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        SplitN::new(Split::new(self, pred), n)
    }

    pub fn splitn_mut<F>(&mut self, n: usize, pred: F) -> SplitNMut<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        SplitNMut::new(SplitMut::new(self, pred), n)
    }

    pub fn rsplitn<F>(&self, n: usize, pred: F) -> RSplitN<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        RSplitN::new(RSplit::new(self, pred), n)
    }

    pub fn rsplitn_mut<F>(&mut self, n: usize, pred: F) -> RSplitNMut<'_, T, F>
    where
        F: FnMut(&T) -> bool,
    {
        RSplitNMut::new(RSplitMut::new(self, pred), n)
    }

    pub fn chunk_by<F>(&self, pred: F) -> ChunkBy<'_, T, F>
    where
        F: FnMut(&T, &T) -> bool,
    {
        ChunkBy::new(self, pred)
    }

    pub fn chunk_by_mut<F>(&mut self, pred: F) -> ChunkByMut<'_, T, F>
    where
        F: FnMut(&T, &T) -> bool,
    {
        ChunkByMut::new(self, pred)
    }

    pub fn split_off<'a, R: OneSidedRange<usize>>(self: &mut &'a Self, range: R) -> Option<&'a Self> {
        let whole: &'a [T] = *self;
        let n = refine::len(whole);
        let at = match cut(range, n) {
            Some(at) => at,
            None => return None,
        };
        if at.front {
            *self = refine::part(whole, at.mid, n);
            Some(refine::part(whole, 0, at.mid))
        } else {
            *self = refine::part(whole, 0, at.mid);
            Some(refine::part(whole, at.mid, n))
        }
    }

    pub fn split_off_mut<'a, R: OneSidedRange<usize>>(self: &mut &'a mut Self, range: R) -> Option<&'a mut Self> {
        let at = match cut(range, refine::len(self)) {
            Some(at) => at,
            None => return None,
        };
        let (front, back) = refine::split_mut(take_out(self), at.mid);
        if at.front {
            *self = back;
            Some(front)
        } else {
            *self = front;
            Some(back)
        }
    }

    pub const fn split_off_first<'a>(self: &mut &'a Self) -> Option<&'a T> {
        let whole: &'a [T] = *self;
        let n = refine::len(whole);
        if n == 0 {
            return None;
        }
        *self = refine::part(whole, 1, n);
        Some(refine::at(whole, 0))
    }

    pub const fn split_off_first_mut<'a>(self: &mut &'a mut Self) -> Option<&'a mut T> {
        if refine::len(self) == 0 {
            return None;
        }
        let (head, tail) = refine::split_mut(take_out(self), 1);
        *self = tail;
        Some(refine::at_mut(head, 0))
    }

    pub const fn split_off_last<'a>(self: &mut &'a Self) -> Option<&'a T> {
        let whole: &'a [T] = *self;
        let n = refine::len(whole);
        if n == 0 {
            return None;
        }
        *self = refine::part(whole, 0, n - 1);
        Some(refine::at(whole, n - 1))
    }

    pub const fn split_off_last_mut<'a>(self: &mut &'a mut Self) -> Option<&'a mut T> {
        let n = refine::len(self);
        if n == 0 {
            return None;
        }
        let (init, last) = refine::split_mut(take_out(self), n - 1);
        *self = init;
        Some(refine::at_mut(last, 0))
    }
}

/// `..mid` (the front part is split off) or `mid..` (the back part is).
struct Cut {
    front: bool,
    mid: usize,
}

fn cut<R: OneSidedRange<usize>>(range: R, len: usize) -> Option<Cut> {
    let cut = match range.end_bound() {
        Bound::Excluded(end) => Cut { front: true, mid: *end },
        Bound::Included(end) => {
            if *end == usize::MAX {
                return None;
            }
            Cut { front: true, mid: *end + 1 }
        }
        Bound::Unbounded => match range.start_bound() {
            Bound::Included(start) => Cut { front: false, mid: *start },
            _ => return None,
        },
    };
    if cut.mid <= len { Some(cut) } else { None }
}
