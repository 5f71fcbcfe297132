//! Functions with constant parameters.
use refine_spec::*;

pub fn first_wrong<const N: usize>(xs: [u8; N]) -> u8 {
    xs[0]
}

#[requires(N > 0)]
pub fn first<const N: usize>(xs: [u8; N]) -> u8 {
    xs[0]
}

pub fn third_wrong<const N: usize>(xs: &[u8; N]) {
    assert!(N != 3 || xs[2] != 7);
}

#[ensures(|ret| ret.len() == N)]
pub fn listed<const N: usize>(xs: [i16; N]) -> Vec<i16> {
    xs.to_vec()
}

#[ensures(|ret| ret.len() == N)]
pub fn listed_wrong<const N: usize>(xs: [i16; N]) -> Vec<i16> {
    xs.iter().copied().take(2).collect()
}

#[ensures(|ret| ret.len() == R * C)]
pub fn flat<const R: usize, const C: usize>(rows: &[[u8; C]; R]) -> Vec<u8> {
    rows.iter().flatten().copied().collect()
}

/// It takes the rows for as many as the columns.
#[ensures(|ret| ret.len() == C)]
pub fn column_wrong<const R: usize, const C: usize>(rows: &[[u8; C]; R]) -> Vec<u8> {
    rows.iter().filter_map(|row| row.first()).copied().collect()
}

pub fn signed_wrong<const N: i32>(x: u8) {
    assert!(N >= 0 || x != 2);
}

pub fn flag_wrong<const CHECKED: bool>(x: u8) -> u8 {
    if CHECKED { 10_u8.checked_div(x).unwrap_or(0) } else { 10 / x }
}

struct Filled<const N: usize>;

impl<const N: usize> Filled<N> {
    const CHECKED: () = assert!(N > 0, "none is too few");
}

/// There is none of no elements.
pub fn compiled<const N: usize>(xs: [u8; N]) -> u8 {
    last(xs)
}

fn last<const N: usize>(xs: [u8; N]) -> u8 {
    let () = Filled::<N>::CHECKED;
    assert!(!xs.is_empty());
    xs[xs.len() - 1]
}

/// A type that only its functions make, for each constant.
pub struct Ring<T, const N: usize> {
    slots: [Option<T>; N],
    next: usize,
}

impl<T: Copy, const N: usize> Ring<T, N> {
    pub fn new() -> Self {
        Ring { slots: [None; N], next: 0 }
    }

    pub fn push(&mut self, x: T) {
        if N > 0 {
            self.slots[self.next] = Some(x);
            self.next = (self.next + 1) % N;
        }
    }

    pub fn push_wrong(&mut self, x: T) {
        self.slots[self.next] = Some(x);
        self.next = (self.next + 1) % N;
    }

    #[ensures(|ret| *ret <= N)]
    pub fn len(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    pub fn full_wrong(&self) {
        assert!(N < 2 || self.len() < N);
    }
}

pub fn sixteen(ring: &mut Ring<u8, 16>) {
    let before = ring.len();
    ring.push(1);
    assert!(ring.len() >= before);
}

/// A lifetime beside a constant.
pub fn first_of_wrong<'a, const N: usize>(xs: &'a [u8; N]) -> &'a u8 {
    &xs[0]
}

/// Rows and columns are taken for one another where both are more than one.
pub fn across_wrong<const R: usize, const C: usize>(rows: &[[u8; C]; R]) -> u8 {
    if R > 1 && C > 1 { rows[C - 1][R - 1] } else { 0 }
}
