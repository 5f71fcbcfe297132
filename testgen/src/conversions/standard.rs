//! Types of the standard library: out of their carriers, and shown as the model has them.
use super::runtime::Int;
use super::std;
use super::std::borrow::{Cow, ToOwned};
use super::std::cell::{Cell, OnceCell, RefCell};
use super::std::collections::hash_map::{DefaultHasher, RandomState};
use super::std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use super::std::convert::TryFrom;
use super::std::ffi::{OsStr, OsString};
use super::std::hash::Hash;
use super::std::io::{BufRead, Error as IoError, ErrorKind, Read, Write};
use super::std::marker::PhantomData;
use super::std::net::{Ipv4Addr, Ipv6Addr, SocketAddrV4, SocketAddrV6};
use super::std::num::*;
use super::std::ops::RangeInclusive;
use super::std::path::{Path, PathBuf};
use super::std::prelude::v1::*;
use super::std::rc::Rc;
use super::std::sync::atomic::*;
use super::std::sync::{Arc, Mutex, OnceLock, RwLock};
use super::std::time::{Duration, SystemTime, UNIX_EPOCH};
use super::{Decode, Look, Reflect, V, field_part, misfit, opaque, part};

fn fields(value: &V) -> Result<&[V], String> {
    match *value {
        V::Adt(0, ref all) => Ok(all),
        _ => misfit("a struct", value),
    }
}

fn length(len: usize) -> V {
    V::Int(Int::from_u128(len as u128))
}

/// What comes twice where one is kept is refused: what is dropped for it may be the user's to drop.
fn twice(name: &str, value: &V) -> Result<(), String> {
    let key = |value: &V| match (name, value) {
        ("HashMap", &V::Tuple(ref both)) | ("BTreeMap", &V::Tuple(ref both)) => both.first().cloned(),
        ("HashSet", value) | ("BTreeSet", value) => Some(value.clone()),
        _ => None,
    };
    let mut seen: Vec<V> = Vec::new();
    if let V::Seq(ref all) = *value {
        for own in all.iter().filter_map(key) {
            if seen.contains(&own) {
                return Err(String::from("a key occurs twice"));
            }
            seen.push(own);
        }
    }
    Ok(())
}

macro_rules! collections {
    ($($ty:ident<$($name:ident),*> [$($bounds:tt)*] $element:ty, $this:ident => $shown:expr;)*) => { $(
        impl<$($name: Decode),*> Decode for $ty<$($name),*>
        where
            $($bounds)*
        {
            fn decode(value: &V) -> Result<Self, String> {
                twice(stringify!($ty), value)?;
                let all: Vec<$element> = Decode::decode(value)?;
                Ok(all.into_iter().collect())
            }
        }
        impl<$($name),*> Reflect for $ty<$($name),*> {
            fn reflect(&self) -> V {
                let $this = self;
                $shown
            }
        }
    )* };
}
collections! {
    HashMap<K, T> [K: Hash + Eq] (K, T), this => V::adt(0, std::vec![length(this.len()), opaque("a hasher"), opaque("entries")]);
    BTreeMap<K, T> [K: Ord] (K, T), this => V::adt(0, std::vec![length(this.len()), opaque("entries")]);
    HashSet<T> [T: Hash + Eq] T, this => V::adt(0, std::vec![V::adt(0, std::vec![length(this.len()), opaque("a hasher"), opaque("entries")])]);
    BTreeSet<T> [T: Ord] T, this => V::adt(0, std::vec![V::adt(0, std::vec![length(this.len()), opaque("entries")])]);
    BinaryHeap<T> [T: Ord] T, _this => opaque("a heap");
    LinkedList<T> [] T, _this => opaque("a linked list");
}

macro_rules! around {
    ($($ty:ident)*) => { $(
        impl<T: Decode> Decode for $ty<T> {
            fn decode(value: &V) -> Result<Self, String> {
                T::decode(value).map($ty::new)
            }
        }
        impl<T: ?Sized> Reflect for $ty<T> {
            fn reflect(&self) -> V {
                opaque(stringify!($ty))
            }
        }
    )* };
}
around!(Rc Arc Cell RefCell Mutex RwLock);

/// What can be changed behind a `&`.
pub trait Settable {
    type Value;
    /// Whether it could be, since nothing else looks at it right now.
    fn put(&self, value: Self::Value) -> bool;
}

impl<T> Settable for Cell<T> {
    type Value = T;
    fn put(&self, value: T) -> bool {
        self.set(value);
        true
    }
}

macro_rules! settable {
    ($($ty:ident $get:ident)*) => { $(
        impl<T> Settable for $ty<T> {
            type Value = T;
            fn put(&self, value: T) -> bool {
                match self.$get() {
                    Ok(mut place) => {
                        *place = value;
                        true
                    }
                    Err(_) => false,
                }
            }
        }
    )* };
}
settable!(RefCell try_borrow_mut Mutex try_lock RwLock try_write);

macro_rules! settable_behind {
    ($($ty:ty;)*) => { $(
        impl<'a, C: Settable> Settable for $ty {
            type Value = C::Value;
            fn put(&self, value: C::Value) -> bool {
                (**self).put(value)
            }
        }
    )* };
}
settable_behind!(&'a C; Rc<C>; Arc<C>;);

impl<T: Decode> Decode for std::pin::Pin<Box<T>> {
    fn decode(value: &V) -> Result<Self, String> {
        T::decode(value).map(Box::pin)
    }
}

impl<P> Reflect for std::pin::Pin<P> {
    fn reflect(&self) -> V {
        opaque("Pin")
    }
}

impl<T: Decode> Decode for std::io::Cursor<T> {
    fn decode(value: &V) -> Result<Self, String> {
        T::decode(value).map(std::io::Cursor::new)
    }
}

impl<T: Reflect> Reflect for std::io::Cursor<T> {
    fn reflect(&self) -> V {
        V::adt(0, std::vec![self.get_ref().reflect(), self.position().reflect()])
    }
}

/// A value that may be there.
fn perhaps<T: Decode>(value: &V) -> Result<Option<T>, String> {
    let (is_there, value): (bool, T) = Decode::decode(value)?;
    Ok(if is_there { Some(value) } else { None })
}

macro_rules! once {
    ($($ty:ident)*) => { $(
        impl<T: Decode> Decode for $ty<T> {
            fn decode(value: &V) -> Result<Self, String> {
                Ok(match perhaps::<T>(value)? {
                    Some(inner) => $ty::from(inner),
                    None => $ty::new(),
                })
            }
        }
        impl<T> Reflect for $ty<T> {
            fn reflect(&self) -> V {
                opaque(stringify!($ty))
            }
        }
    )* };
}
once!(OnceCell OnceLock);

macro_rules! weak {
    ($($ty:ty, $strong:ident;)*) => { $(
        impl<T: Decode> Decode for $ty {
            fn decode(value: &V) -> Result<Self, String> {
                // What it points to lives as long as the process.
                Ok(match perhaps::<T>(value)? {
                    Some(inner) => $strong::downgrade(Box::leak(Box::new($strong::new(inner)))),
                    None => <$ty>::new(),
                })
            }
        }
        impl<T: ?Sized> Reflect for $ty {
            fn reflect(&self) -> V {
                opaque("Weak")
            }
        }
    )* };
}
weak! { std::rc::Weak<T>, Rc; std::sync::Weak<T>, Arc; }

macro_rules! shared {
    ($($ty:ident)*) => { $(
        impl Decode for $ty<str> {
            fn decode(value: &V) -> Result<Self, String> {
                String::decode(value).map($ty::from)
            }
        }
        impl<T: Decode> Decode for $ty<[T]> {
            fn decode(value: &V) -> Result<Self, String> {
                Vec::<T>::decode(value).map($ty::from)
            }
        }
    )* };
}
shared!(Rc Arc);

impl<B: ?Sized + ToOwned> Decode for Cow<'static, B>
where
    B::Owned: Decode,
{
    fn decode(value: &V) -> Result<Self, String> {
        match *value {
            V::Tuple(ref parts) => {
                let inner: B::Owned = part(parts, 1)?;
                // Borrowed data lives as long as the process.
                Ok(if part(parts, 0)? {
                    Cow::Owned(inner)
                } else {
                    let kept: &'static B::Owned = Box::leak(Box::new(inner));
                    Cow::Borrowed(std::borrow::Borrow::borrow(kept))
                })
            }
            _ => misfit("Cow", value),
        }
    }
}

impl<'a, B: ?Sized + ToOwned> Reflect for Cow<'a, B> {
    fn reflect(&self) -> V {
        opaque("Cow")
    }
}

impl<T: Decode> Decode for std::vec::IntoIter<T> {
    fn decode(value: &V) -> Result<Self, String> {
        Vec::<T>::decode(value).map(Vec::into_iter)
    }
}

impl<T> Reflect for std::vec::IntoIter<T> {
    fn reflect(&self) -> V {
        opaque("an iterator")
    }
}

impl<T: Decode> Decode for std::slice::Iter<'static, T> {
    fn decode(value: &V) -> Result<Self, String> {
        <&'static [T]>::decode(value).map(<[T]>::iter)
    }
}

impl<'a, T> Reflect for std::slice::Iter<'a, T> {
    fn reflect(&self) -> V {
        opaque("an iterator")
    }
}

impl<T: Decode> Decode for std::slice::IterMut<'static, T> {
    fn decode(value: &V) -> Result<Self, String> {
        Vec::<T>::decode(value).map(|all| Box::leak(all.into_boxed_slice()).iter_mut())
    }
}

impl<'a, T> Reflect for std::slice::IterMut<'a, T> {
    fn reflect(&self) -> V {
        opaque("an iterator")
    }
}

macro_rules! adapters {
    ($($ty:ident<$($name:ident),*> [$($bounds:tt)*] [$($shown:tt)*] $carrier:ty, $from:pat => $made:expr;)*) => { $(
        impl<$($name: Decode),*> Decode for std::iter::$ty<$($name),*>
        where
            $($bounds)*
        {
            fn decode(value: &V) -> Result<Self, String> {
                let $from: $carrier = Decode::decode(value)?;
                Ok($made)
            }
        }
        impl<$($name),*> Reflect for std::iter::$ty<$($name),*>
        where
            $($shown)*
        {
            fn reflect(&self) -> V {
                opaque("an iterator")
            }
        }
    )* };
}
adapters! {
    Peekable<I> [I: Iterator] [I: Iterator] I, inner => inner.peekable();
    Rev<I> [I: DoubleEndedIterator] [] I, inner => inner.rev();
    Enumerate<I> [I: Iterator] [] I, inner => inner.enumerate();
    StepBy<I> [I: Iterator] [] I, inner => inner.step_by(2);
    Cycle<I> [I: Iterator + Clone] [] I, inner => inner.cycle();
    Flatten<I> [I: Iterator, I::Item: IntoIterator] [I: Iterator, I::Item: IntoIterator] I, inner => inner.flatten();
    Fuse<I> [I: Iterator] [] I, inner => inner.fuse();
    Zip<A, B> [A: Iterator, B: Iterator] [] (A, B), (a, b) => a.zip(b);
    Chain<A, B> [A: Iterator, B: Iterator<Item = A::Item>] [] (A, B), (a, b) => a.chain(b);
    Skip<I> [I: Iterator] [] (I, u8), (inner, count) => inner.skip(usize::from(count));
    Take<I> [I: Iterator] [] (I, u8), (inner, count) => inner.take(usize::from(count));
}

macro_rules! of_references {
    ($($ty:ident [$bound:ident] by $make:ident;)*) => { $(
        impl<T: $bound + 'static, I: Decode + Iterator<Item = &'static T>> Decode for std::iter::$ty<I> {
            fn decode(value: &V) -> Result<Self, String> {
                I::decode(value).map(Iterator::$make)
            }
        }
        impl<I> Reflect for std::iter::$ty<I> {
            fn reflect(&self) -> V {
                opaque("an iterator")
            }
        }
    )* };
}
of_references!(Cloned [Clone] by cloned; Copied [Copy] by copied;);

macro_rules! of_lists {
    ($($ty:ident by $make:ident;)*) => { $(
        impl<T: Decode> Decode for std::slice::$ty<'static, T> {
            fn decode(value: &V) -> Result<Self, String> {
                <&'static [T]>::decode(value).map(|all| all.$make(2))
            }
        }
        impl<'a, T> Reflect for std::slice::$ty<'a, T> {
            fn reflect(&self) -> V {
                opaque("an iterator")
            }
        }
    )* };
}
of_lists!(Windows by windows; Chunks by chunks; ChunksExact by chunks_exact;);

macro_rules! readers_and_writers {
    ($($ty:ident<$($name:ident),*> [$($bounds:tt)*] $carrier:ty, $from:pat => $made:expr;)*) => { $(
        impl<$($name: Decode),*> Decode for std::io::$ty<$($name),*>
        where
            $($bounds)*
        {
            fn decode(value: &V) -> Result<Self, String> {
                let $from: $carrier = Decode::decode(value)?;
                Ok($made)
            }
        }
        impl<$($name),*> Reflect for std::io::$ty<$($name),*>
        where
            $($bounds)*
        {
            fn reflect(&self) -> V {
                opaque(stringify!($ty))
            }
        }
    )* };
}
readers_and_writers! {
    BufReader<R> [R: Read] R, inner => std::io::BufReader::new(inner);
    BufWriter<W> [W: Write] W, inner => std::io::BufWriter::new(inner);
    LineWriter<W> [W: Write] W, inner => std::io::LineWriter::new(inner);
    Take<R> [R: Read] (R, u8), (inner, count) => inner.take(u64::from(count));
    Chain<A, B> [A: Read, B: Read] (A, B), (a, b) => a.chain(b);
    Bytes<R> [R: Read] R, inner => inner.bytes();
    Lines<R> [R: BufRead] R, inner => inner.lines();
    Empty<> [] (), _ => std::io::empty();
    Sink<> [] (), _ => std::io::sink();
    Repeat<> [] u8, byte => std::io::repeat(byte);
}

impl<T: Decode + Clone> Decode for std::iter::Repeat<T> {
    fn decode(value: &V) -> Result<Self, String> {
        T::decode(value).map(std::iter::repeat)
    }
}

impl<T: Decode> Decode for std::iter::Once<T> {
    fn decode(value: &V) -> Result<Self, String> {
        T::decode(value).map(std::iter::once)
    }
}

impl<T> Decode for std::iter::Empty<T> {
    fn decode(_value: &V) -> Result<Self, String> {
        Ok(std::iter::empty())
    }
}

impl Decode for std::str::Split<'static, char> {
    fn decode(value: &V) -> Result<Self, String> {
        let (text, by): (&'static str, char) = Decode::decode(value)?;
        Ok(text.split(by))
    }
}

macro_rules! iterators {
    ($($ty:ty [$($param:tt)*];)*) => { $(
        impl<$($param)*> Reflect for $ty {
            fn reflect(&self) -> V {
                opaque("an iterator")
            }
        }
    )* };
}
iterators!(std::iter::Repeat<T> [T]; std::iter::Once<T> [T]; std::iter::Empty<T> [T]; std::str::Split<'a, char> ['a];);

macro_rules! of_texts {
    ($($ty:ident by $make:ident;)*) => { $(
        impl Decode for std::str::$ty<'static> {
            fn decode(value: &V) -> Result<Self, String> {
                <&'static str>::decode(value).map(str::$make)
            }
        }
        impl<'a> Reflect for std::str::$ty<'a> {
            fn reflect(&self) -> V {
                opaque("an iterator")
            }
        }
    )* };
}
of_texts! {
    Chars by chars; CharIndices by char_indices; Bytes by bytes; Lines by lines; SplitWhitespace by split_whitespace;
    SplitAsciiWhitespace by split_ascii_whitespace;
}

macro_rules! shown_by_name {
    ($($ty:ident)*) => { $(
        impl Reflect for $ty {
            fn reflect(&self) -> V {
                opaque(stringify!($ty))
            }
        }
    )* };
}
shown_by_name!(OsString OsStr IoError SystemTime RandomState DefaultHasher AtomicBool);
shown_by_name!(AtomicI8 AtomicI16 AtomicI32 AtomicI64 AtomicIsize AtomicU8 AtomicU16 AtomicU32 AtomicU64 AtomicUsize);

macro_rules! without_parts {
    ($($ty:ident)*) => { $(
        impl Decode for $ty {
            fn decode(_value: &V) -> Result<Self, String> {
                Ok($ty::new())
            }
        }
    )* };
}
without_parts!(RandomState DefaultHasher);

impl<T> Decode for PhantomData<T> {
    fn decode(_value: &V) -> Result<Self, String> {
        Ok(PhantomData)
    }
}

impl<T: ?Sized> Reflect for PhantomData<T> {
    fn reflect(&self) -> V {
        V::adt(0, Vec::new())
    }
}

impl Decode for OsString {
    fn decode(value: &V) -> Result<Self, String> {
        String::decode(value).map(OsString::from)
    }
}

macro_rules! behind_pointers {
    ($($ty:ident of $owner:ident by $boxed:ident;)*) => { $(
        impl Decode for Box<$ty> {
            fn decode(value: &V) -> Result<Self, String> {
                $owner::decode(value).map($owner::$boxed)
            }
        }
        impl Decode for &'static $ty {
            fn decode(value: &V) -> Result<Self, String> {
                <Box<$ty>>::decode(value).map(|inner| &*Box::leak(inner))
            }
        }
        impl Decode for Rc<$ty> {
            fn decode(value: &V) -> Result<Self, String> {
                $owner::decode(value).map(Rc::from)
            }
        }
        impl Decode for Arc<$ty> {
            fn decode(value: &V) -> Result<Self, String> {
                $owner::decode(value).map(Arc::from)
            }
        }
    )* };
}
behind_pointers!(Path of PathBuf by into_boxed_path; OsStr of OsString by into_boxed_os_str;);

impl Decode for SystemTime {
    fn decode(value: &V) -> Result<Self, String> {
        let (secs, nanos): (i32, u32) = Decode::decode(value)?;
        let nanos = Duration::new(0, nanos);
        Ok(if secs < 0 {
            UNIX_EPOCH - Duration::from_secs((-i64::from(secs)) as u64) + nanos
        } else {
            UNIX_EPOCH + Duration::from_secs(secs as u64) + nanos
        })
    }
}

const ERROR_KINDS: [ErrorKind; 6] = [
    ErrorKind::Other,
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::Interrupted,
    ErrorKind::UnexpectedEof,
    ErrorKind::InvalidData,
];

impl Decode for IoError {
    fn decode(value: &V) -> Result<Self, String> {
        let number: u8 = Decode::decode(value)?;
        let number = usize::from(number) % (ERROR_KINDS.len() + 2);
        Ok(match ERROR_KINDS.get(number) {
            Some(kind) => IoError::from(*kind),
            None if number == ERROR_KINDS.len() => IoError::from_raw_os_error(2),
            None => IoError::new(ErrorKind::Other, "payload"),
        })
    }
}

macro_rules! errors {
    ($($ty:ty => $made:expr;)*) => { $(
        impl Decode for $ty {
            fn decode(_value: &V) -> Result<Self, String> {
                Ok($made)
            }
        }
        impl Reflect for $ty {
            fn reflect(&self) -> V {
                opaque(stringify!($ty))
            }
        }
    )* };
}
errors! {
    ParseIntError => "".parse::<u8>().unwrap_err();
    ParseFloatError => "".parse::<f64>().unwrap_err();
    TryFromIntError => u8::try_from(256).unwrap_err();
    std::str::Utf8Error => String::from_utf8(std::vec![255]).unwrap_err().utf8_error();
    std::string::FromUtf8Error => String::from_utf8(std::vec![255]).unwrap_err();
    std::net::AddrParseError => "".parse::<std::net::IpAddr>().unwrap_err();
}

impl Decode for Ipv4Addr {
    fn decode(value: &V) -> Result<Self, String> {
        part::<[u8; 4]>(fields(value)?, 0).map(Ipv4Addr::from)
    }
}

impl Reflect for Ipv4Addr {
    fn reflect(&self) -> V {
        V::adt(0, std::vec![self.octets().reflect()])
    }
}

impl Decode for Ipv6Addr {
    fn decode(value: &V) -> Result<Self, String> {
        part::<[u8; 16]>(fields(value)?, 0).map(Ipv6Addr::from)
    }
}

impl Reflect for Ipv6Addr {
    fn reflect(&self) -> V {
        V::adt(0, std::vec![self.octets().reflect()])
    }
}

impl Decode for SocketAddrV4 {
    fn decode(value: &V) -> Result<Self, String> {
        let all = fields(value)?;
        Ok(SocketAddrV4::new(part(all, 0)?, part(all, 1)?))
    }
}

impl Reflect for SocketAddrV4 {
    fn reflect(&self) -> V {
        V::adt(0, std::vec![self.ip().reflect(), self.port().reflect()])
    }
}

impl Decode for SocketAddrV6 {
    fn decode(value: &V) -> Result<Self, String> {
        let all = fields(value)?;
        Ok(SocketAddrV6::new(part(all, 0)?, part(all, 1)?, part(all, 2)?, part(all, 3)?))
    }
}

impl Reflect for SocketAddrV6 {
    fn reflect(&self) -> V {
        V::adt(
            0,
            std::vec![self.ip().reflect(), self.port().reflect(), self.flowinfo().reflect(), self.scope_id().reflect()],
        )
    }
}

impl Decode for PathBuf {
    fn decode(value: &V) -> Result<Self, String> {
        String::decode(value).map(PathBuf::from)
    }
}

impl Reflect for PathBuf {
    fn reflect(&self) -> V {
        opaque("a path")
    }
}

impl Reflect for Path {
    fn reflect(&self) -> V {
        opaque("a path")
    }
}

macro_rules! atomics {
    ($($ty:ident $of:ident)*) => { $(
        impl Decode for $ty {
            fn decode(value: &V) -> Result<Self, String> {
                Decode::decode(value).map($ty::new)
            }
        }
        impl Settable for $ty {
            type Value = std::primitive::$of;
            fn put(&self, value: std::primitive::$of) -> bool {
                self.store(value, Ordering::SeqCst);
                true
            }
        }
    )* };
}
atomics!(AtomicBool bool AtomicI8 i8 AtomicI16 i16 AtomicI32 i32 AtomicI64 i64 AtomicIsize isize);
atomics!(AtomicU8 u8 AtomicU16 u16 AtomicU32 u32 AtomicU64 u64 AtomicUsize usize);

macro_rules! nonzero {
    ($($ty:ident)*) => { $(
        impl Decode for $ty {
            fn decode(value: &V) -> Result<Self, String> {
                match $ty::new(part(fields(value)?, 0)?) {
                    Some(number) => Ok(number),
                    None => Err(String::from("zero is not a value of the type")),
                }
            }
        }
        impl Reflect for $ty {
            fn reflect(&self) -> V {
                V::adt(0, std::vec![self.get().reflect()])
            }
        }
    )* };
}
nonzero! {
    NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroI128 NonZeroIsize
    NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize
}

impl Decode for Duration {
    fn decode(value: &V) -> Result<Self, String> {
        let all = fields(value)?;
        let (secs, nanos): (u64, u32) = (part(all, 0)?, part(all, 1)?);
        if nanos < 1_000_000_000 { Ok(Duration::new(secs, nanos)) } else { Err(String::from("too many nanoseconds")) }
    }
}

impl Reflect for Duration {
    fn reflect(&self) -> V {
        V::adt(0, std::vec![self.as_secs().reflect(), self.subsec_nanos().reflect()])
    }
}

impl<T: Decode> Decode for VecDeque<T> {
    fn decode(value: &V) -> Result<Self, String> {
        let all: Vec<T> = part(fields(value)?, 0)?;
        Ok(all.into_iter().collect())
    }
}

impl<T: Reflect> Reflect for VecDeque<T> {
    fn reflect(&self) -> V {
        V::adt(0, std::vec![V::seq(self.iter().map(Reflect::reflect).collect())])
    }

    fn reflect_part(&self, look: &Look) -> V {
        let both = self.as_slices();
        match *look {
            Look::Fields(&[(0, Look::Length)]) => V::adt(0, std::vec![V::Elements(self.len())]),
            _ if both.1.is_empty() => V::adt(0, std::vec![field_part(look, 0, both.0)]),
            _ => self.reflect(),
        }
    }
}

impl<T: Decode> Decode for RangeInclusive<T> {
    fn decode(value: &V) -> Result<Self, String> {
        let all = fields(value)?;
        if part(all, 2)? {
            return Err(String::from("a range that is exhausted"));
        }
        Ok(part(all, 0)?..=part(all, 1)?)
    }
}

impl<T: Reflect> Reflect for RangeInclusive<T> {
    fn reflect(&self) -> V {
        // A range that was gone through says so by a bound of another kind.
        let is_exhausted = match std::ops::RangeBounds::end_bound(self) {
            std::ops::Bound::Excluded(_) => true,
            _ => false,
        };
        V::adt(0, std::vec![self.start().reflect(), self.end().reflect(), V::Bool(is_exhausted)])
    }
}
