//! Slices: what reads them and takes them apart. What changes their elements is in `change`, what searches and orders them in `search` and `sort`.

mod ascii;
mod change;
mod chunk;
mod chunk_mut;
mod cmp;
mod index;
mod iter;
mod search;
mod sort;
mod split;
mod split_iter;
mod split_iter_n;

pub use ascii::EscapeAscii;
pub use chunk::{ArrayWindows, Chunks, ChunksExact, RChunks, RChunksExact, Windows};
pub use chunk_mut::{ChunksExactMut, ChunksMut, RChunksExactMut, RChunksMut};
pub use index::{GetDisjointMutError, SliceIndex};
pub(crate) use index::{GetDisjointMutIndex, first_of, range};
pub use iter::{Iter, IterMut};
pub use split_iter::{ChunkBy, ChunkByMut, RSplit, RSplitMut, Split, SplitInclusive, SplitInclusiveMut, SplitMut};
pub use split_iter_n::{RSplitN, RSplitNMut, SplitN, SplitNMut};

use crate::ops::Range;
use crate::refine;

/// A slice of the one element.
pub const fn from_ref<T>(s: &T) -> &[T];

pub const fn from_mut<T>(s: &mut T) -> &mut [T];

pub const unsafe fn from_raw_parts<'a, T>(data: *const T, len: usize) -> &'a [T];

pub const unsafe fn from_raw_parts_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T];

impl<T> [T] {
    #[lang = "slice_len_fn"]
    pub const fn len(&self) -> usize {
        refine::len(self)
    }

    pub const fn is_empty(&self) -> bool {
        refine::len(self) == 0
    }

    pub const fn first(&self) -> Option<&T> {
        if refine::len(self) == 0 { None } else { Some(refine::at(self, 0)) }
    }

    pub const fn first_mut(&mut self) -> Option<&mut T> {
        if refine::len(self) == 0 { None } else { Some(refine::at_mut(self, 0)) }
    }

    pub const fn last(&self) -> Option<&T> {
        let n = refine::len(self);
        if n == 0 { None } else { Some(refine::at(self, n - 1)) }
    }

    pub const fn last_mut(&mut self) -> Option<&mut T> {
        let n = refine::len(self);
        if n == 0 { None } else { Some(refine::at_mut(self, n - 1)) }
    }

    pub const fn split_first(&self) -> Option<(&T, &[T])> {
        let n = refine::len(self);
        if n == 0 { None } else { Some((refine::at(self, 0), refine::part(self, 1, n))) }
    }

    pub const fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        if refine::len(self) == 0 {
            None
        } else {
            let (head, tail) = refine::split_mut(self, 1);
            Some((refine::at_mut(head, 0), tail))
        }
    }

    pub const fn split_last(&self) -> Option<(&T, &[T])> {
        let n = refine::len(self);
        if n == 0 { None } else { Some((refine::at(self, n - 1), refine::part(self, 0, n - 1))) }
    }

    pub const fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let n = refine::len(self);
        if n == 0 {
            None
        } else {
            let (init, last) = refine::split_mut(self, n - 1);
            Some((refine::at_mut(last, 0), init))
        }
    }

    #[ensures(|ret| match ret { Some(a) => N <= self.len() && forall(0..N, |i| a[i] == self[i]), None => self.len() < N })]
    pub const fn first_chunk<const N: usize>(&self) -> Option<&[T; N]>;

    pub const fn first_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]>;

    #[ensures(|ret| match ret { Some((a, rest)) => N <= self.len() && forall(0..N, |i| a[i] == self[i]) && rest.len() == self.len() - N && forall(0..rest.len(), |i| rest[i] == self[N + i]), None => self.len() < N })]
    pub const fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])>;

    pub const fn split_first_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T; N], &mut [T])>;

    #[ensures(|ret| match ret { Some((rest, a)) => N <= self.len() && forall(0..N, |i| a[i] == self[self.len() - N + i]) && rest.len() == self.len() - N && forall(0..rest.len(), |i| rest[i] == self[i]), None => self.len() < N })]
    pub const fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])>;

    pub const fn split_last_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T], &mut [T; N])>;

    #[ensures(|ret| match ret { Some(a) => N <= self.len() && forall(0..N, |i| a[i] == self[self.len() - N + i]), None => self.len() < N })]
    pub const fn last_chunk<const N: usize>(&self) -> Option<&[T; N]>;

    pub const fn last_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]>;

    #[ensures(|ret| match ret { Some(a) => N == self.len() && forall(0..N, |i| a[i] == self[i]), None => self.len() != N })]
    pub const fn as_array<const N: usize>(&self) -> Option<&[T; N]>;

    pub const fn as_mut_array<const N: usize>(&mut self) -> Option<&mut [T; N]>;

    pub fn get<I>(&self, index: I) -> Option<&I::Output>
    where
        I: SliceIndex<[T]>,
    {
        index.get(self)
    }

    pub fn get_mut<I>(&mut self, index: I) -> Option<&mut I::Output>
    where
        I: SliceIndex<[T]>,
    {
        index.get_mut(self)
    }

    pub unsafe fn get_unchecked<I>(&self, index: I) -> &I::Output
    where
        I: SliceIndex<[T]>,
    {
        index.index(self)
    }

    pub unsafe fn get_unchecked_mut<I>(&mut self, index: I) -> &mut I::Output
    where
        I: SliceIndex<[T]>,
    {
        index.index_mut(self)
    }

    pub unsafe fn get_disjoint_unchecked_mut<I, const N: usize>(&mut self, indices: [I; N]) -> [&mut I::Output; N]
    where
        I: GetDisjointMutIndex + SliceIndex<[T]>;

    pub fn get_disjoint_mut<I, const N: usize>(
        &mut self,
        indices: [I; N],
    ) -> Result<[&mut I::Output; N], GetDisjointMutError>
    where
        I: GetDisjointMutIndex + SliceIndex<[T]>;

    pub const fn as_ptr(&self) -> *const T;

    pub const fn as_mut_ptr(&mut self) -> *mut T;

    pub const fn as_ptr_range(&self) -> Range<*const T>;

    pub const fn as_mut_ptr_range(&mut self) -> Range<*mut T>;

    pub fn iter(&self) -> Iter<'_, T> {
        Iter::new(self)
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(self)
    }

    #[track_caller]
    pub const fn split_at(&self, mid: usize) -> (&[T], &[T]) {
        let n = refine::len(self);
        refine::require(mid <= n, "slice", "{mid} <= {self}.len()", "mid > len");
        (refine::part(self, 0, mid), refine::part(self, mid, n))
    }

    #[track_caller]
    pub const fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        refine::require(mid <= refine::len(self), "slice", "{mid} <= {self}.len()", "mid > len");
        refine::split_mut(self, mid)
    }

    pub const unsafe fn split_at_unchecked(&self, mid: usize) -> (&[T], &[T]);

    pub const unsafe fn split_at_mut_unchecked(&mut self, mid: usize) -> (&mut [T], &mut [T]);

    pub const fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])> {
        let n = refine::len(self);
        if mid <= n { Some((refine::part(self, 0, mid), refine::part(self, mid, n))) } else { None }
    }

    pub const fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut [T], &mut [T])> {
        if mid <= refine::len(self) { Some(refine::split_mut(self, mid)) } else { None }
    }

    #[track_caller]
    pub fn windows(&self, size: usize) -> Windows<'_, T> {
        refine::require(size != 0, "panic", "{size} != 0", "window size must be non-zero");
        Windows::new(self, size)
    }

    pub fn array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N>;

    #[track_caller]
    pub fn chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        Chunks::new(self, chunk_size)
    }

    #[track_caller]
    pub fn chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        ChunksMut::new(self, chunk_size)
    }

    #[track_caller]
    pub fn chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        ChunksExact::new(self, chunk_size)
    }

    #[track_caller]
    pub fn chunks_exact_mut(&mut self, chunk_size: usize) -> ChunksExactMut<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        ChunksExactMut::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks(&self, chunk_size: usize) -> RChunks<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        RChunks::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks_mut(&mut self, chunk_size: usize) -> RChunksMut<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        RChunksMut::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks_exact(&self, chunk_size: usize) -> RChunksExact<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        RChunksExact::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks_exact_mut(&mut self, chunk_size: usize) -> RChunksExactMut<'_, T> {
        refine::require(chunk_size != 0, "panic", "{chunk_size} != 0", "chunk size must be non-zero");
        RChunksExactMut::new(self, chunk_size)
    }

    pub const unsafe fn as_chunks_unchecked<const N: usize>(&self) -> &[[T; N]];

    pub const fn as_chunks<const N: usize>(&self) -> (&[[T; N]], &[T]);

    pub const fn as_rchunks<const N: usize>(&self) -> (&[T], &[[T; N]]);

    pub const unsafe fn as_chunks_unchecked_mut<const N: usize>(&mut self) -> &mut [[T; N]];

    pub const fn as_chunks_mut<const N: usize>(&mut self) -> (&mut [[T; N]], &mut [T]);

    pub const fn as_rchunks_mut<const N: usize>(&mut self) -> (&mut [T], &mut [[T; N]]);

    pub unsafe fn align_to<U>(&self) -> (&[T], &[U], &[T]);

    pub unsafe fn align_to_mut<U>(&mut self) -> (&mut [T], &mut [U], &mut [T]);

    pub fn element_offset(&self, element: &T) -> Option<usize>;
}

impl<T, const N: usize> [[T; N]] {
    pub const fn as_flattened(&self) -> &[T];

    pub const fn as_flattened_mut(&mut self) -> &mut [T];
}

impl<T> Default for &[T] {
    fn default() -> Self {
        &[]
    }
}

impl<T> Default for &mut [T] {
    fn default() -> Self {
        &mut []
    }
}

impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        Iter::new(self)
    }
}

impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        IterMut::new(self)
    }
}
