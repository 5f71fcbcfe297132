// What calls come to, as plain values. It is compiled by rustc and lowered by our front end alike.

/// What is in something, as a plain value: numbers, tuples, `Option`, `Result`, `Vec`.
pub trait Seen {
    type As;
    fn seen(self) -> Self::As;
}

macro_rules! plain {
    ($($t:ty),*) => {$(
        impl Seen for $t {
            type As = $t;
            fn seen(self) -> $t {
                self
            }
        }
    )*};
}
plain! { (), i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool, char, String, ::std::cmp::Ordering }

impl<T: Seen + Clone> Seen for &T {
    type As = T::As;
    fn seen(self) -> T::As {
        (*self).clone().seen()
    }
}

impl<T: Seen + Clone> Seen for &mut T {
    type As = T::As;
    fn seen(self) -> T::As {
        (*self).clone().seen()
    }
}

impl<T: Seen> Seen for Box<T> {
    type As = T::As;
    fn seen(self) -> T::As {
        (*self).seen()
    }
}

impl<T: Seen> Seen for Vec<T> {
    type As = Vec<T::As>;
    fn seen(self) -> Vec<T::As> {
        rest(self.into_iter())
    }
}

impl<T: Seen + Clone> Seen for &[T] {
    type As = Vec<T::As>;
    fn seen(self) -> Vec<T::As> {
        let mut all = Vec::new();
        let mut at = 0;
        while at < self.len() {
            all.push(self[at].clone().seen());
            at += 1;
        }
        all
    }
}

impl<T: Seen + Clone> Seen for &mut [T] {
    type As = Vec<T::As>;
    fn seen(self) -> Vec<T::As> {
        let all: &[T] = self;
        all.seen()
    }
}

impl<T: Seen + Clone> Seen for Box<[T]> {
    type As = Vec<T::As>;
    fn seen(self) -> Vec<T::As> {
        let all: &[T] = &*self;
        all.seen()
    }
}

impl<T: Seen + Clone, const N: usize> Seen for [T; N] {
    type As = Vec<T::As>;
    fn seen(self) -> Vec<T::As> {
        let all: &[T] = &self;
        all.seen()
    }
}

impl<T: Seen> Seen for Option<T> {
    type As = Option<T::As>;
    fn seen(self) -> Option<T::As> {
        match self {
            Some(x) => Some(x.seen()),
            None => None,
        }
    }
}

impl<T: Seen, E: Seen> Seen for Result<T, E> {
    type As = Result<T::As, E::As>;
    fn seen(self) -> Result<T::As, E::As> {
        match self {
            Ok(x) => Ok(x.seen()),
            Err(e) => Err(e.seen()),
        }
    }
}

macro_rules! tuples {
    ($($($t:ident $at:tt)+;)*) => {$(
        impl<$($t: Seen),+> Seen for ($($t,)+) {
            type As = ($($t::As,)+);
            fn seen(self) -> Self::As {
                ($(self.$at.seen(),)+)
            }
        }
    )*};
}
tuples! { A 0; A 0 B 1; A 0 B 1 C 2; A 0 B 1 C 2 D 3; A 0 B 1 C 2 D 3 E 4; A 0 B 1 C 2 D 3 E 4 F 5; }

macro_rules! seen {
    ($([$($g:tt)*] $t:ty, $this:ident => $as:ty = $value:expr;)*) => {$(
        impl<$($g)*> Seen for $t {
            type As = $as;
            fn seen(self) -> $as {
                let $this = self;
                $value
            }
        }
    )*};
}
seen! {
    [] ::std::num::TryFromIntError, _error => () = ();
    [] ::std::num::ParseIntError, _error => () = ();
    [] ::std::char::TryFromCharError, _error => () = ();
    [] ::std::char::CharTryFromError, _error => () = ();
    [] ::std::array::TryFromSliceError, _error => () = ();
    [] ::std::collections::TryReserveError, _error => () = ();
    [] ::std::convert::Infallible, never => () = { match never {} };
    [] ::std::time::Duration, time => (u64, u32) = (time.as_secs(), time.subsec_nanos());
    [] ::std::net::Ipv4Addr, ip => u32 = ip.to_bits();
    [] ::std::net::Ipv6Addr, ip => u128 = ip.to_bits();
    [] f32, x => u32 = x.to_bits();
    [] f64, x => u64 = x.to_bits();
    [T: Seen] ::std::num::Wrapping<T>, x => T::As = x.0.seen();
    [T: Seen] ::std::num::Saturating<T>, x => T::As = x.0.seen();
    [T: Seen] ::std::cmp::Reverse<T>, x => T::As = x.0.seen();
    [T: Seen] ::std::cell::Cell<T>, x => T::As = x.into_inner().seen();
    [T: Seen] ::std::cell::RefCell<T>, x => T::As = x.into_inner().seen();
    [T: Seen] ::std::cell::OnceCell<T>, x => Option<T::As> = x.into_inner().seen();
    [T: Seen] ::std::future::Ready<T>, x => T::As = x.into_inner().seen();
    [T: Seen + Clone] ::std::rc::Rc<T>, x => T::As = (*x).clone().seen();
    [T: Seen + Clone] ::std::sync::Arc<T>, x => T::As = (*x).clone().seen();
    [T: Seen] ::std::mem::ManuallyDrop<T>, x => T::As = ::std::mem::ManuallyDrop::into_inner(x).seen();
    [T: Seen + Clone] ::std::pin::Pin<&T>, x => T::As = (*x).clone().seen();
    [T: Seen + Clone] ::std::pin::Pin<&mut T>, x => T::As = (*x).clone().seen();
    [T: Seen + Clone] ::std::pin::Pin<Box<T>>, x => T::As = (*x).clone().seen();
    [T: Seen] ::std::ops::Range<T>, x => (T::As, T::As) = (x.start.seen(), x.end.seen());
    [T: Seen] ::std::ops::RangeFrom<T>, x => T::As = x.start.seen();
    [T: Seen] ::std::ops::RangeTo<T>, x => T::As = x.end.seen();
    [T: Seen] ::std::ops::RangeToInclusive<T>, x => T::As = x.end.seen();
    [] ::std::ops::RangeFull, _x => () = ();
    [T: Seen] ::std::ops::RangeInclusive<T>, x => (T::As, T::As) = {
        let (from, to) = x.into_inner();
        (from.seen(), to.seen())
    };
    [T: Seen] ::std::ops::Bound<T>, x => Option<(bool, T::As)> = match x {
        ::std::ops::Bound::Included(x) => Some((true, x.seen())),
        ::std::ops::Bound::Excluded(x) => Some((false, x.seen())),
        ::std::ops::Bound::Unbounded => None,
    };
    [B: Seen, C: Seen] ::std::ops::ControlFlow<B, C>, x => Result<C::As, B::As> = match x {
        ::std::ops::ControlFlow::Continue(x) => Ok(x.seen()),
        ::std::ops::ControlFlow::Break(x) => Err(x.seen()),
    };
    [T: Seen] ::std::task::Poll<T>, x => Option<T::As> = match x {
        ::std::task::Poll::Ready(x) => Some(x.seen()),
        ::std::task::Poll::Pending => None,
    };
    [T: Seen + Clone] ::std::borrow::Cow<'_, [T]>, x => Vec<T::As> = match x {
        ::std::borrow::Cow::Borrowed(x) => x.seen(),
        ::std::borrow::Cow::Owned(x) => x.seen(),
    };
    [T: Seen] ::std::collections::VecDeque<T>, x => Vec<T::As> = rest(x.into_iter());
}

macro_rules! nonzero {
    ($($t:ident)*) => {$(
        impl Seen for ::std::num::NonZero<$t> {
            type As = $t;
            fn seen(self) -> $t {
                self.get()
            }
        }
    )*};
}
nonzero! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// What iterators come to, as far as it goes.
macro_rules! iterators {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)*> Seen for $t where $t: Iterator, <$t as Iterator>::Item: Seen {
            type As = Vec<<<$t as Iterator>::Item as Seen>::As>;
            fn seen(self) -> Self::As {
                rest(self)
            }
        }
    )*};
}
iterators! {
    [T] Few<T>;
    ['a, T] ::std::slice::Iter<'a, T>;
    ['a, T] ::std::slice::IterMut<'a, T>;
    ['a, T] ::std::slice::Chunks<'a, T>;
    ['a, T] ::std::slice::ChunksExact<'a, T>;
    ['a, T] ::std::slice::RChunks<'a, T>;
    ['a, T] ::std::slice::RChunksExact<'a, T>;
    ['a, T] ::std::slice::ChunksMut<'a, T>;
    ['a, T] ::std::slice::ChunksExactMut<'a, T>;
    ['a, T] ::std::slice::RChunksMut<'a, T>;
    ['a, T] ::std::slice::RChunksExactMut<'a, T>;
    ['a, T] ::std::slice::Windows<'a, T>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::Split<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::SplitMut<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::SplitInclusive<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::SplitInclusiveMut<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::RSplit<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::RSplitMut<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::SplitN<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::SplitNMut<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::RSplitN<'a, T, P>;
    ['a, T, P: FnMut(&T) -> bool] ::std::slice::RSplitNMut<'a, T, P>;
    ['a, T, P: FnMut(&T, &T) -> bool] ::std::slice::ChunkBy<'a, T, P>;
    ['a, T, P: FnMut(&T, &T) -> bool] ::std::slice::ChunkByMut<'a, T, P>;
    ['a, T] ::std::option::Iter<'a, T>;
    ['a, T] ::std::option::IterMut<'a, T>;
    [T] ::std::option::IntoIter<T>;
    ['a, T] ::std::result::Iter<'a, T>;
    ['a, T] ::std::result::IterMut<'a, T>;
    [T] ::std::result::IntoIter<T>;
    [T, const N: usize] ::std::array::IntoIter<T, N>;
    [T] ::std::vec::IntoIter<T>;
    ['a, T] ::std::vec::Drain<'a, T>;
    [T] ::std::collections::vec_deque::IntoIter<T>;
    ['a, T] ::std::collections::vec_deque::Iter<'a, T>;
    ['a, T] ::std::collections::vec_deque::IterMut<'a, T>;
    ['a, T] ::std::collections::vec_deque::Drain<'a, T>;
    [A, B] ::std::iter::Chain<A, B>;
    [I] ::std::iter::Cloned<I>;
    [I] ::std::iter::Copied<I>;
    [I] ::std::iter::Cycle<I>;
    [I] ::std::iter::Enumerate<I>;
    [I, P] ::std::iter::Filter<I, P>;
    [I, F] ::std::iter::FilterMap<I, F>;
    [I, U: IntoIterator, F] ::std::iter::FlatMap<I, U, F>;
    [I: Iterator<Item: IntoIterator>] ::std::iter::Flatten<I>;
    [I] ::std::iter::Fuse<I>;
    [I, F] ::std::iter::Inspect<I, F>;
    [I, F] ::std::iter::Map<I, F>;
    [I, P] ::std::iter::MapWhile<I, P>;
    [I: Iterator] ::std::iter::Peekable<I>;
    [I] ::std::iter::Rev<I>;
    [I, S, F] ::std::iter::Scan<I, S, F>;
    [I] ::std::iter::Skip<I>;
    [I, P] ::std::iter::SkipWhile<I, P>;
    [I] ::std::iter::StepBy<I>;
    [I] ::std::iter::Take<I>;
    [I, P] ::std::iter::TakeWhile<I, P>;
    [A, B] ::std::iter::Zip<A, B>;
    [T] ::std::iter::Empty<T>;
    [T] ::std::iter::Once<T>;
    [F] ::std::iter::OnceWith<F>;
    [T] ::std::iter::Repeat<T>;
    [T] ::std::iter::RepeatN<T>;
    [F] ::std::iter::RepeatWith<F>;
    [F] ::std::iter::FromFn<F>;
    [T, F] ::std::iter::Successors<T, F>;
}

/// The rest of an iterator, as far as it goes.
pub fn rest<I: Iterator>(mut from: I) -> Vec<<I::Item as Seen>::As>
where
    I::Item: Seen,
{
    let mut all = Vec::new();
    let mut left = 12;
    while left > 0 {
        match from.next() {
            Some(x) => all.push(x.seen()),
            None => return all,
        }
        left -= 1;
    }
    all
}
