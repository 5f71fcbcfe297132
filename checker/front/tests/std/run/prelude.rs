// What the calls are written with. It is compiled by rustc and lowered by our front end alike.

/// A number that stands for a value, so that a closure can tell values apart.
pub trait Num {
    fn num(&self) -> i64;
}

/// A value made from a number: what closures return.
pub trait Made {
    fn made(n: i64) -> Self;
}

/// Which kind of closure is passed.
pub type Kind = u8;

/// A closure's answer to what it was given, by the kind of closure that it is.
pub fn answer<T: Made>(kind: Kind, given: i64) -> T {
    match kind {
        0 => T::made(given * 5 + 1),
        1 => T::made(0),
        2 => T::made(1),
        3 => T::made(given),
        4 => T::made(-given),
        _ => {
            if given % 3 == 2 {
                panic!("as it was told");
            }
            T::made(given + 1)
        }
    }
}

macro_rules! num {
    ($($t:ident)*) => {$(
        impl Num for $t {
            fn num(&self) -> i64 {
                (*self as i64) & 0xffff
            }
        }

        impl Made for $t {
            fn made(n: i64) -> $t {
                n as $t
            }
        }
    )*};
}
num! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl Num for bool {
    fn num(&self) -> i64 {
        if *self { 1 } else { 0 }
    }
}

impl Num for char {
    fn num(&self) -> i64 {
        *self as i64
    }
}

impl Num for () {
    fn num(&self) -> i64 {
        7
    }
}

impl<T: Num + ?Sized> Num for &T {
    fn num(&self) -> i64 {
        (**self).num()
    }
}

impl<T: Num + ?Sized> Num for &mut T {
    fn num(&self) -> i64 {
        (**self).num()
    }
}

impl<T: Num + ?Sized> Num for Box<T> {
    fn num(&self) -> i64 {
        (**self).num()
    }
}

impl<A: Num, B: Num> Num for (A, B) {
    fn num(&self) -> i64 {
        self.0.num() * 3 + self.1.num()
    }
}

impl<T: Num> Num for Option<T> {
    fn num(&self) -> i64 {
        match self {
            Some(x) => x.num() + 1,
            None => 0,
        }
    }
}

impl<T: Num> Num for [T] {
    fn num(&self) -> i64 {
        self.len() as i64
    }
}

impl Made for bool {
    fn made(n: i64) -> bool {
        n % 2 == 0
    }
}

impl Made for char {
    fn made(n: i64) -> char {
        if n % 2 == 0 { 'a' } else { 'ß' }
    }
}

impl Made for () {
    fn made(_: i64) {}
}

impl Made for ::std::cmp::Ordering {
    fn made(n: i64) -> ::std::cmp::Ordering {
        match n % 3 {
            0 => ::std::cmp::Ordering::Less,
            1 => ::std::cmp::Ordering::Equal,
            _ => ::std::cmp::Ordering::Greater,
        }
    }
}

impl<T: Made> Made for Option<T> {
    fn made(n: i64) -> Option<T> {
        if n % 3 == 0 { None } else { Some(T::made(n)) }
    }
}

impl<T: Made, E: Made> Made for Result<T, E> {
    fn made(n: i64) -> Result<T, E> {
        if n % 3 == 0 { Err(E::made(n)) } else { Ok(T::made(n)) }
    }
}

impl<T: Made> Made for Vec<T> {
    fn made(n: i64) -> Vec<T> {
        vec![T::made(n), T::made(n + 1)]
    }
}

impl<A: Made, B: Made> Made for (A, B) {
    fn made(n: i64) -> (A, B) {
        (A::made(n), B::made(n + 1))
    }
}

/// An iterator of which only `next` and `next_back` are written: what it does otherwise are the provided methods.
#[derive(Clone, PartialEq, Debug)]
pub struct Few<T> {
    from: Vec<T>,
    at: usize,
    end: usize,
}

pub fn few<T>(from: Vec<T>) -> Few<T> {
    let end = from.len();
    Few { from, at: 0, end }
}

impl<T: Clone> Iterator for Few<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.at < self.end {
            self.at += 1;
            Some(self.from[self.at - 1].clone())
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.at, Some(self.end - self.at))
    }
}

impl<T: Clone> DoubleEndedIterator for Few<T> {
    fn next_back(&mut self) -> Option<T> {
        if self.at < self.end {
            self.end -= 1;
            Some(self.from[self.end].clone())
        } else {
            None
        }
    }
}

impl<T: Clone> ExactSizeIterator for Few<T> {}
impl<T: Clone> ::std::iter::FusedIterator for Few<T> {}

/// What is run in place of the functions of our library that have a contract alone. They do one of the things that it allows.
pub mod stand_ins {
    pub fn swap_at<T: Clone>(xs: &mut [T], a: usize, b: usize) {
        let x = xs[a].clone();
        xs[a] = xs[b].clone();
        xs[b] = x;
    }

    pub fn fill_elements<T: Clone>(xs: &mut [T], value: &T) {
        let mut at = 0;
        while at < xs.len() {
            xs[at] = value.clone();
            at += 1;
        }
    }

    pub fn copy_elements<T: Copy>(to: &mut [T], from: &[T]) {
        let mut at = 0;
        while at < from.len() {
            to[at] = from[at];
            at += 1;
        }
    }

    pub fn copy_inside<T: Copy>(xs: &mut [T], lo: usize, hi: usize, dest: usize) {
        let from = xs.to_vec();
        let mut at = lo;
        while at < hi {
            xs[dest + at - lo] = from[at];
            at += 1;
        }
    }

    pub fn swap_elements<T: Clone>(a: &mut [T], b: &mut [T]) {
        let mut at = 0;
        while at < a.len() {
            let x = a[at].clone();
            a[at] = b[at].clone();
            b[at] = x;
            at += 1;
        }
    }

    pub fn reverse<T: Clone>(xs: &mut [T]) {
        let n = xs.len();
        let mut at = 0;
        while at < n / 2 {
            swap_at(xs, at, n - 1 - at);
            at += 1;
        }
    }
}

/// What the private functions of ours describe that are no one function of the real library.
pub fn fill_with_clones<T: Clone>(xs: &mut [T], value: &T) {
    xs.fill(value.clone());
}

pub fn copy_inside<T: Copy>(xs: &mut [T], lo: usize, hi: usize, dest: usize) {
    xs.copy_within(lo..hi, dest);
}
