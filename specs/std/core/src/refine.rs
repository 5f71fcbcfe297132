//! The operations that are built into the checker. They have no bodies; models are written in terms of them.
//! Those marked as intrinsics have the names of intrinsics that rust-analyzer can evaluate in constants. None of these depends on the layout
//! of types, which is that of the real library for numbers only.

pub fn require(cond: bool, kind: &str, claim: &str, message: &str);
pub fn fail(kind: &str, claim: &str, message: &str) -> !;
/// A fact that the real library guarantees.
pub fn assume(cond: bool);
/// Some value of the type; nothing is known of it.
pub fn any<T>() -> T;

pub fn len<T>(xs: &[T]) -> usize;
/// How many bytes a text has, a `str` or a `String`.
pub fn text_len<T: ?Sized>(text: &T) -> usize;
pub fn at<T>(xs: &[T], i: usize) -> &T;
pub fn at_mut<T>(xs: &mut [T], i: usize) -> &mut T;
pub fn part<T>(xs: &[T], lo: usize, hi: usize) -> &[T];
pub fn part_mut<T>(xs: &mut [T], lo: usize, hi: usize) -> &mut [T];
pub fn split_mut<T>(xs: &mut [T], mid: usize) -> (&mut [T], &mut [T]);
pub fn read<T>(xs: &[T], i: usize) -> T;

pub fn array_slice<T, const N: usize>(a: &[T; N]) -> &[T];
pub fn array_slice_mut<T, const N: usize>(a: &mut [T; N]) -> &mut [T];
pub fn array_from<T, const N: usize>(xs: &[T]) -> [T; N];

/// The exact result is in the type.
pub fn add_fits<T>(a: T, b: T) -> bool;
pub fn sub_fits<T>(a: T, b: T) -> bool;
pub fn mul_fits<T>(a: T, b: T) -> bool;
/// The exact result, reduced into the type.
#[rustc_intrinsic]
pub const fn wrapping_add<T>(a: T, b: T) -> T;
#[rustc_intrinsic]
pub const fn wrapping_sub<T>(a: T, b: T) -> T;
#[rustc_intrinsic]
pub const fn wrapping_mul<T>(a: T, b: T) -> T;
#[rustc_intrinsic]
pub const fn ctpop<T>(x: T) -> u32;
#[rustc_intrinsic]
pub const fn ctlz<T>(x: T) -> u32;
#[rustc_intrinsic]
pub const fn cttz<T>(x: T) -> u32;

/// The value goes where it is not followed, among the entries of a map: its invariants are claimed, and what it borrows mutably may become
/// anything. It is not dropped.
#[ensures(|_| true)]
pub fn keep<T>(value: T);

/// Runs the drop glue of the elements, in order.
pub fn drop_each<T>(xs: &[T]);
/// The size of a type. The checker has its own way to tell it; the body is what rust-analyzer evaluates where a length or another constant
/// in a type asks for it. As an intrinsic, it would be the size of the types here, whose fields are not those of the real library: so it has
/// a value for no more than the types whose size the language fixes. (The bound that is missing is what makes the others have none.)
pub const fn size_of<T>() -> usize {
    <T as Sizes>::BYTES
}
/// Whether it is `str` or `String`.
pub fn is_text<T: ?Sized>() -> bool;
/// Whether a clone is known to be the same value, and nothing runs when one is made or dropped.
pub fn clones_are_equal<T: Clone>() -> bool;

/// Whether it shows how often a value of the type is used: code of the user's may run then, or it borrows what is used later.
pub fn use_shows<T>() -> bool;
/// Whether `cmp` is derived, or the language's own, all the way down: then it is a total order.
pub fn order_is_derived<T>() -> bool;

/// Whether it takes no more than a number to make an iterator of the type promise any number of items (`0..n`, `repeat`). The promise of any
/// other is what there is of something in memory, where room for so many items is no question of numbers.
pub fn promises_any_number<I>() -> bool;
/// Whether `nth` of an iterator of the type may leave out any number of items: it promises any number, or its `nth` is the program's.
pub fn skips_any_number<I>() -> bool;
/// Whether an iterator that promises any number promises more as it goes on: it flattens others.
pub fn promises_anew<I>() -> bool;

/// Whether the `fmt` that the calling function asks for may return an error that is not one of the formatter.
pub fn fmt_may_fail<T: ?Sized>() -> bool;

/// The two ways to take a value out of a borrowed place: another is put in, nothing is dropped.
pub fn replace<T>(place: &mut T, value: T) -> T;
pub fn swap<T>(x: &mut T, y: &mut T);

/// The types whose size the language fixes.
trait Sizes {
    const BYTES: usize;
}

macro_rules! sizes {
    ($($bytes:expr => $($ty:ty)*;)*) => {
        $($(impl Sizes for $ty {
            const BYTES: usize = $bytes;
        })*)*
    };
}

sizes! {
    0 => ();
    1 => bool u8 i8;
    2 => u16 i16;
    4 => char u32 i32 f32;
    8 => u64 i64 f64;
    16 => u128 i128;
    usize::BITS as usize / 8 => usize isize;
}

impl<T: Sizes, const N: usize> Sizes for [T; N] {
    const BYTES: usize = T::BYTES * N;
}

/// What stands for type parameters in runs beside a number: two values with the same key are equal, and can be told apart. (The harness has
/// the real one.)
pub struct Keyed {
    pub key: u8,
    pub tag: u8,
}

impl Clone for Keyed {
    fn clone(&self) -> Keyed {
        Keyed { key: self.key, tag: self.tag }
    }
}

/// The same where a bound asks for `Copy`.
pub struct KeyedCopy {
    pub key: u8,
    pub tag: u8,
}

impl Copy for KeyedCopy {}

impl Clone for KeyedCopy {
    fn clone(&self) -> KeyedCopy {
        *self
    }
}

macro_rules! keyed {
    ($($name:ident)*) => {$(
        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.key == other.key
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &$name) -> Option<crate::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &$name) -> crate::cmp::Ordering {
                self.key.cmp(&other.key)
            }
        }

        impl crate::hash::Hash for $name {
            fn hash<H: crate::hash::Hasher>(&self, state: &mut H);
        }

        impl Default for $name {
            fn default() -> $name {
                $name { key: 0, tag: 0 }
            }
        }

        impl crate::fmt::Debug for $name {
            fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result;
        }

        impl crate::fmt::Display for $name {
            fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result;
        }
    )*};
}

keyed!(Keyed KeyedCopy);
