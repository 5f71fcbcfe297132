//! The traits of `String`.

use super::{FromUtf8Error, ParseError, String};
use crate::borrow::{Cow, ToOwned};
use crate::boxed::Box;
use crate::vec::{Vec, room};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{Extend, FromIterator};
use core::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, Range};
use core::slice::SliceIndex;
use core::str::FromStr;
use core::str::pattern::Pattern;

impl Deref for String {
    type Target = str;

    #[ensures(|ret| ret.len() == self.len())]
    fn deref(&self) -> &str;
}

impl DerefMut for String {
    #[ensures(|ret| ret.len() == self.len())]
    fn deref_mut(&mut self) -> &mut str;
}

impl<I: SliceIndex<str>> Index<I> for String {
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        index.index(self.as_str())
    }
}

impl<I: SliceIndex<str>> IndexMut<I> for String {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self.as_mut_str())
    }
}

impl Clone for String {
    #[ensures(|ret| ret.len() == self.len())]
    fn clone(&self) -> Self;

    #[ensures(|ret| self.len() == source.len())]
    fn clone_from(&mut self, source: &Self);
}

impl Default for String {
    fn default() -> String {
        String::new()
    }
}

impl PartialEq for String {
    fn eq(&self, other: &String) -> bool {
        PartialEq::eq(self.as_str(), other.as_str())
    }

    fn ne(&self, other: &String) -> bool {
        !PartialEq::eq(self.as_str(), other.as_str())
    }
}

impl Eq for String {}

impl PartialOrd for String {
    fn partial_cmp(&self, other: &String) -> Option<Ordering> {
        Some(Ord::cmp(self.as_str(), other.as_str()))
    }

    fn lt(&self, other: &String) -> bool {
        matches!(Ord::cmp(self.as_str(), other.as_str()), Ordering::Less)
    }

    fn le(&self, other: &String) -> bool {
        !matches!(Ord::cmp(self.as_str(), other.as_str()), Ordering::Greater)
    }

    fn gt(&self, other: &String) -> bool {
        matches!(Ord::cmp(self.as_str(), other.as_str()), Ordering::Greater)
    }

    fn ge(&self, other: &String) -> bool {
        !matches!(Ord::cmp(self.as_str(), other.as_str()), Ordering::Less)
    }
}

impl Ord for String {
    fn cmp(&self, other: &String) -> Ordering {
        Ord::cmp(self.as_str(), other.as_str())
    }
}

impl Hash for String {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.as_str().hash(hasher)
    }
}

macro_rules! equal {
    ($left:ty, $right:ty) => {
        impl<'a, 'b> PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                let (left, right): (&str, &str) = (&self[..], &other[..]);
                PartialEq::eq(left, right)
            }

            fn ne(&self, other: &$right) -> bool {
                let (left, right): (&str, &str) = (&self[..], &other[..]);
                !PartialEq::eq(left, right)
            }
        }

        impl<'a, 'b> PartialEq<$left> for $right {
            fn eq(&self, other: &$left) -> bool {
                let (left, right): (&str, &str) = (&self[..], &other[..]);
                PartialEq::eq(left, right)
            }

            fn ne(&self, other: &$left) -> bool {
                let (left, right): (&str, &str) = (&self[..], &other[..]);
                !PartialEq::eq(left, right)
            }
        }
    };
}

equal! { String, str }
equal! { String, &'a str }
equal! { Cow<'a, str>, str }
equal! { Cow<'a, str>, &'b str }
equal! { Cow<'a, str>, String }

impl fmt::Display for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Debug for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Write for String {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.push_str(s);
        Ok(())
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        self.push(c);
        Ok(())
    }
}

impl Add<&str> for String {
    type Output = String;

    fn add(mut self, other: &str) -> String {
        self.push_str(other);
        self
    }
}

impl AddAssign<&str> for String {
    fn add_assign(&mut self, other: &str) {
        self.push_str(other);
    }
}

impl FromStr for String {
    type Err = core::convert::Infallible;

    #[ensures(|ret| ret.is_ok())]
    fn from_str(s: &str) -> Result<String, Self::Err>;
}

impl<'b> Pattern for &'b String {
    type Searcher<'a> = <&'b str as Pattern>::Searcher<'a>;
    fn into_searcher(self, haystack: &str) -> <&'b str as Pattern>::Searcher<'_>;
}

impl AsRef<str> for String {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsMut<str> for String {
    fn as_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}

impl AsRef<[u8]> for String {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl From<&str> for String {
    fn from(s: &str) -> String {
        s.to_owned()
    }
}

impl From<&mut str> for String {
    fn from(s: &mut str) -> String {
        s.to_owned()
    }
}

impl From<&String> for String {
    fn from(s: &String) -> String {
        s.clone()
    }
}

impl From<Box<str>> for String {
    fn from(s: Box<str>) -> String {
        s.into_string()
    }
}

impl<'a> From<Cow<'a, str>> for String {
    fn from(s: Cow<'a, str>) -> String {
        s.into_owned()
    }
}

impl From<char> for String {
    fn from(c: char) -> String {
        let mut out = String::new();
        out.push(c);
        out
    }
}

impl TryFrom<Vec<u8>> for String {
    type Error = FromUtf8Error;

    fn try_from(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
        String::from_utf8(bytes)
    }
}

macro_rules! collected {
    ($([$($vars:tt)*] $item:ty, |$out:ident, $x:ident| $push:expr $(, $room:ident)?;)*) => {$(
        impl<$($vars)*> FromIterator<$item> for String {
            fn from_iter<I: IntoIterator<Item = $item>>(iter: I) -> String {
                let mut $out = String::new();
                let mut iter = iter.into_iter();
                $($room::<u8, I::IntoIter>(0, &iter);)?
                while let Some($x) = iter.next() {
                    $push;
                }
                $out
            }
        }

        impl<$($vars)*> Extend<$item> for String {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, iter: I) {
                let $out = self;
                let mut iter = iter.into_iter();
                $($room::<u8, I::IntoIter>($out.len(), &iter);)?
                while let Some($x) = iter.next() {
                    $push;
                }
            }

            fn extend_one(&mut self, $x: $item) {
                let $out = self;
                $push;
            }

            $(fn extend_reserve(&mut self, additional: usize) {
                $room::<u8, Range<usize>>(self.len(), &(0..additional));
            })?
        }
    )*};
}

collected! {
    [] char, |out, x| out.push(x), room;
    ['a] &'a char, |out, x| out.push(*x), room;
    ['a] &'a str, |out, x| out.push_str(x);
    [] String, |out, x| out.push_str(x.as_str());
    [] Box<str>, |out, x| out.push_str(&*x);
    ['a] Cow<'a, str>, |out, x| out.push_str(&*x);
}
