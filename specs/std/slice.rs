//! Slices. What is a primitive of the model (`len`, `get`, `first`, `swap`, …) is built into the checker.
//!
//! Indices and arithmetic in a model make no claims of their own; what may panic says so with `demand!`: the kind of the
//! obligation, the condition, the claim in terms of the call, and what the panic says (then `inside`, if the panic is
//! reported as one of the library's lines rather than of the call).

impl<T> [T] {
    pub fn split_first(&self) -> Option<(&T, &[T])> {
        if self.len() == 0 { None } else { Some((&self[0], &self[1..])) }
    }

    pub fn split_last(&self) -> Option<(&T, &[T])> {
        if self.len() == 0 { None } else { Some((&self[self.len() - 1], &self[..self.len() - 1])) }
    }

    pub fn split_at(&self, mid: usize) -> (&[T], &[T]) {
        demand!(slice, mid <= self.len(), "{mid} <= {self}.len()", "mid > len");
        (&self[..mid], &self[mid..])
    }

    pub fn starts_with(&self, needle: &[T]) -> bool {
        needle.len() <= self.len() && self[..needle.len()] == *needle
    }

    pub fn ends_with(&self, needle: &[T]) -> bool {
        // Code rather than a term, by its `mut`: that the start of the part is in range takes more than differences.
        let mut start = needle.len();
        start <= self.len() && self[self.len() - start..] == *needle
    }

    pub fn fill(&mut self, value: T) {
        *self = vec![value; self.len()];
    }

    pub fn copy_from_slice(&mut self, src: &[T]) {
        demand!(
            slice,
            self.len() == src.len(),
            "{self}.len() == {src}.len()",
            "copy_from_slice: source slice length does not match destination slice length"
        );
        *self = src.to_vec();
    }

    pub fn clone_from_slice(&mut self, src: &[T]) {
        demand!(
            slice,
            self.len() == src.len(),
            "{self}.len() == {src}.len()",
            "destination and source slices have different lengths"
        );
        *self = src.to_vec();
    }

    pub fn rotate_left(&mut self, mid: usize) {
        demand!(slice, mid <= self.len(), "{mid} <= {self}.len()", "assertion failed: mid <= self.len()", inside);
        let mut out = self[mid..].to_vec();
        out.extend_from_slice(&self[..mid]);
        *self = out;
    }

    pub fn rotate_right(&mut self, k: usize) {
        demand!(slice, k <= self.len(), "{k} <= {self}.len()", "assertion failed: k <= self.len()", inside);
        let mut out = self[self.len() - k..].to_vec();
        out.extend_from_slice(&self[..self.len() - k]);
        *self = out;
    }

    pub fn reverse(&mut self) {
        let n = self.len();
        let new: &[T] = choose!(r, r.len() == n && forall(0..n, |i| r[i] == self[n - 1 - i]));
        *self = new;
    }

    pub fn __get_range(&self, lo: usize, hi: usize) -> Option<&[T]> {
        if lo <= hi && hi <= self.len() { Some(&self[lo..hi]) } else { None }
    }

    pub fn __get_from(&self, lo: usize) -> Option<&[T]> {
        if lo <= self.len() { Some(&self[lo..]) } else { None }
    }

    pub fn __get_to(&self, hi: usize) -> Option<&[T]> {
        if hi <= self.len() { Some(&self[..hi]) } else { None }
    }
}
