//! What the bounds of a range must be able to do. The methods are those of the ranges' models, not those of the real (unstable) trait.

use crate::refine;

pub trait Step: Clone + PartialOrd + Sized {
    /// How many steps from `self` up to `end`, `None` if `usize` has no room for it; 0 where `end` is not above `self`.
    fn steps_to(&self, end: &Self) -> Option<usize>;
    /// One step up; there is something above `self`.
    fn up(&self) -> Self;
    /// One step down; there is something below `self`.
    fn down(&self) -> Self;
    /// `n` steps up, if they are fewer than those to `end`, which is not below `self`.
    fn up_within(&self, n: usize, end: &Self) -> Option<Self>;
    /// `n` steps down, if they are fewer than those to `start`, which is not above `self`.
    fn down_within(&self, n: usize, start: &Self) -> Option<Self>;
    /// One step up, which may be too far: what `a..` does.
    fn after(&self) -> Self;
    /// `n` steps up, likewise.
    fn forward(start: Self, n: usize) -> Self;
}

/// Types of at most 64 bits: all is exact in `i128`.
macro_rules! step {
    ($($T:ty)*) => {
        $(
            impl Step for $T {
                fn steps_to(&self, end: &$T) -> Option<usize> {
                    if *self < *end { Some((*end as i128 - *self as i128) as usize) } else { Some(0) }
                }

                fn up(&self) -> $T {
                    *self + 1
                }

                fn down(&self) -> $T {
                    *self - 1
                }

                fn up_within(&self, n: usize, end: &$T) -> Option<$T> {
                    if (n as i128) < *end as i128 - *self as i128 { Some((*self as i128 + n as i128) as $T) } else { None }
                }

                fn down_within(&self, n: usize, start: &$T) -> Option<$T> {
                    if (n as i128) < *self as i128 - *start as i128 { Some((*self as i128 - n as i128) as $T) } else { None }
                }

                #[rustc_inherit_overflow_checks]
                fn after(&self) -> $T {
                    *self + 1
                }

                fn forward(start: $T, n: usize) -> $T {
                    let fits = n as i128 <= <$T>::MAX as i128 - start as i128;
                    overflow_if(!fits);
                    refine::wrapping_add(start, n as $T)
                }
            }
        )*
    };
}

step!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// What `MAX + 1` says in a debug build.
#[rustc_inherit_overflow_checks]
fn overflow_if(too_far: bool) {
    if too_far {
        let _ = usize::MAX + 1;
    }
}

impl Step for u128 {
    fn steps_to(&self, end: &u128) -> Option<usize> {
        if *self < *end {
            if *end - *self <= usize::MAX as u128 { Some((*end - *self) as usize) } else { None }
        } else {
            Some(0)
        }
    }

    fn up(&self) -> u128 {
        *self + 1
    }

    fn down(&self) -> u128 {
        *self - 1
    }

    fn up_within(&self, n: usize, end: &u128) -> Option<u128> {
        if (n as u128) < *end - *self { Some(*self + n as u128) } else { None }
    }

    fn down_within(&self, n: usize, start: &u128) -> Option<u128> {
        if (n as u128) < *self - *start { Some(*self - n as u128) } else { None }
    }

    #[rustc_inherit_overflow_checks]
    fn after(&self) -> u128 {
        *self + 1
    }

    fn forward(start: u128, n: usize) -> u128 {
        overflow_if(n as u128 > u128::MAX - start);
        refine::wrapping_add(start, n as u128)
    }
}

/// The distance of two `i128` may not be one; as `u128` it is exact.
impl Step for i128 {
    fn steps_to(&self, end: &i128) -> Option<usize> {
        if *self < *end {
            let steps = refine::wrapping_sub(*end, *self) as u128;
            if steps <= usize::MAX as u128 { Some(steps as usize) } else { None }
        } else {
            Some(0)
        }
    }

    fn up(&self) -> i128 {
        *self + 1
    }

    fn down(&self) -> i128 {
        *self - 1
    }

    fn up_within(&self, n: usize, end: &i128) -> Option<i128> {
        if (n as u128) < refine::wrapping_sub(*end, *self) as u128 { Some(*self + n as i128) } else { None }
    }

    fn down_within(&self, n: usize, start: &i128) -> Option<i128> {
        if (n as u128) < refine::wrapping_sub(*self, *start) as u128 { Some(*self - n as i128) } else { None }
    }

    #[rustc_inherit_overflow_checks]
    fn after(&self) -> i128 {
        *self + 1
    }

    fn forward(start: i128, n: usize) -> i128 {
        overflow_if(!refine::add_fits(start, n as i128));
        refine::wrapping_add(start, n as i128)
    }
}

/// There are no characters from D800 to DFFF.
impl Step for char {
    fn steps_to(&self, end: &char) -> Option<usize> {
        if *self < *end { Some((place(*end) - place(*self)) as usize) } else { Some(0) }
    }

    fn up(&self) -> char {
        at_place(place(*self) + 1)
    }

    fn down(&self) -> char {
        at_place(place(*self) - 1)
    }

    fn up_within(&self, n: usize, end: &char) -> Option<char> {
        if n < (place(*end) - place(*self)) as usize { Some(at_place(place(*self) + n as u32)) } else { None }
    }

    fn down_within(&self, n: usize, start: &char) -> Option<char> {
        if n < (place(*self) - place(*start)) as usize { Some(at_place(place(*self) - n as u32)) } else { None }
    }

    fn after(&self) -> char {
        refine::require(
            *self < char::MAX,
            "panic",
            "{self} < char::MAX",
            "overflow in `Step::forward`",
        );
        self.up()
    }

    fn forward(start: char, n: usize) -> char {
        refine::require(
            n <= (place(char::MAX) - place(start)) as usize,
            "panic",
            "there is a character {n} after {start}",
            "overflow in `Step::forward`",
        );
        at_place(place(start) + n as u32)
    }
}

/// The number of a character, counted without the gap.
fn place(c: char) -> u32 {
    let code = c as u32;
    if code < 0xD800 { code } else { code - 0x800 }
}

fn at_place(place: u32) -> char {
    match char::from_u32(if place < 0xD800 { place } else { place + 0x800 }) {
        Some(c) => c,
        None => refine::any(),
    }
}
