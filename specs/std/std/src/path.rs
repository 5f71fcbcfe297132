//! Paths, declared.

use crate::collections::TryReserveError;
use crate::ffi::{OsStr, OsString};
use crate::fs;
use crate::io;
use crate::rc::Rc;
use crate::sync::Arc;
use alloc_crate::borrow::Cow;
use core::borrow::Borrow;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::str::FromStr;

pub const MAIN_SEPARATOR: char = '/';
pub const MAIN_SEPARATOR_STR: &str = "/";

pub fn is_separator(c: char) -> bool {
    c == '/'
}

pub fn absolute<P: AsRef<Path>>(path: P) -> io::Result<PathBuf>;

pub struct Path {
    inner: OsStr,
}

opaque! { PathBuf StripPrefixError }

pub struct Display<'a> {
    _private: PhantomData<&'a Path>,
}

#[derive(Copy, Clone, Debug, Hash, PartialOrd, Ord, PartialEq, Eq)]
pub enum Prefix<'a> {
    Verbatim(&'a OsStr),
    VerbatimUNC(&'a OsStr, &'a OsStr),
    VerbatimDisk(u8),
    DeviceNS(&'a OsStr),
    UNC(&'a OsStr, &'a OsStr),
    Disk(u8),
}

impl<'a> Prefix<'a> {
    pub fn is_verbatim(&self) -> bool {
        matches!(self, Prefix::Verbatim(_) | Prefix::VerbatimUNC(_, _) | Prefix::VerbatimDisk(_))
    }
}

#[derive(Copy, Clone, Debug, Hash, PartialOrd, Ord, PartialEq, Eq)]
pub struct PrefixComponent<'a> {
    raw: &'a OsStr,
    parsed: Prefix<'a>,
}

impl<'a> PrefixComponent<'a> {
    pub fn kind(&self) -> Prefix<'a> {
        self.parsed
    }

    pub fn as_os_str(&self) -> &'a OsStr {
        self.raw
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Component<'a> {
    Prefix(PrefixComponent<'a>),
    RootDir,
    CurDir,
    ParentDir,
    Normal(&'a OsStr),
}

impl<'a> Component<'a> {
    #[ensures(|_| true)]
    pub fn as_os_str(self) -> &'a OsStr;
}

declared_iterator! { ['a] Components, &'a Path => Component<'a>; fused double clone }
declared_iterator! { ['a] Iter, &'a Path => &'a OsStr; fused double clone }
declared_iterator! { ['a] Ancestors, &'a Path => &'a Path; fused clone }
declared_traits! { ['a] Components<'a>: PartialEq Eq PartialOrd Ord }

impl<'a> Components<'a> {
    #[ensures(|_| true)]
    pub fn as_path(&self) -> &'a Path;
}

impl<'a> Iter<'a> {
    #[ensures(|_| true)]
    pub fn as_path(&self) -> &'a Path;
}

impl PathBuf {
    #[ensures(|_| true)]
    pub const fn new() -> PathBuf;
    pub fn with_capacity(capacity: usize) -> PathBuf;
    #[ensures(|_| true)]
    pub fn as_path(&self) -> &Path;
    pub fn leak<'a>(self) -> &'a mut Path;
    pub fn push<P: AsRef<Path>>(&mut self, path: P);
    #[ensures(|_| true)]
    pub fn pop(&mut self) -> bool;
    pub fn set_file_name<S: AsRef<OsStr>>(&mut self, file_name: S);
    pub fn set_extension<S: AsRef<OsStr>>(&mut self, extension: S) -> bool;
    pub fn add_extension<S: AsRef<OsStr>>(&mut self, extension: S) -> bool;
    #[ensures(|_| true)]
    pub fn as_mut_os_string(&mut self) -> &mut OsString;
    #[ensures(|_| true)]
    pub fn into_os_string(self) -> OsString;
    pub fn into_boxed_path(self) -> Box<Path>;
    #[ensures(|_| true)]
    pub fn capacity(&self) -> usize;
    #[ensures(|_| true)]
    pub fn clear(&mut self);
    pub fn reserve(&mut self, additional: usize);
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError>;
    pub fn reserve_exact(&mut self, additional: usize);
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError>;
    #[ensures(|_| true)]
    pub fn shrink_to_fit(&mut self);
    pub fn shrink_to(&mut self, min_capacity: usize);
}

impl Path {
    pub fn new<S: AsRef<OsStr> + ?Sized>(s: &S) -> &Path;
    #[ensures(|_| true)]
    pub fn as_os_str(&self) -> &OsStr;
    #[ensures(|_| true)]
    pub fn as_mut_os_str(&mut self) -> &mut OsStr;
    #[ensures(|_| true)]
    pub fn to_str(&self) -> Option<&str>;
    #[ensures(|_| true)]
    pub fn to_string_lossy(&self) -> Cow<'_, str>;
    #[ensures(|_| true)]
    pub fn to_path_buf(&self) -> PathBuf;
    #[ensures(|_| true)]
    pub fn is_absolute(&self) -> bool;
    #[ensures(|_| true)]
    pub fn is_relative(&self) -> bool;
    #[ensures(|_| true)]
    pub fn has_root(&self) -> bool;
    #[ensures(|_| true)]
    pub fn parent(&self) -> Option<&Path>;
    #[ensures(|_| true)]
    pub fn ancestors(&self) -> Ancestors<'_>;
    #[ensures(|_| true)]
    pub fn file_name(&self) -> Option<&OsStr>;
    pub fn strip_prefix<P: AsRef<Path>>(&self, base: P) -> Result<&Path, StripPrefixError>;
    pub fn starts_with<P: AsRef<Path>>(&self, base: P) -> bool;
    pub fn ends_with<P: AsRef<Path>>(&self, child: P) -> bool;
    #[ensures(|_| true)]
    pub fn file_stem(&self) -> Option<&OsStr>;
    #[ensures(|_| true)]
    pub fn file_prefix(&self) -> Option<&OsStr>;
    #[ensures(|_| true)]
    pub fn extension(&self) -> Option<&OsStr>;
    pub fn join<P: AsRef<Path>>(&self, path: P) -> PathBuf;
    pub fn with_file_name<S: AsRef<OsStr>>(&self, file_name: S) -> PathBuf;
    pub fn with_extension<S: AsRef<OsStr>>(&self, extension: S) -> PathBuf;
    pub fn with_added_extension<S: AsRef<OsStr>>(&self, extension: S) -> PathBuf;
    #[ensures(|_| true)]
    pub fn components(&self) -> Components<'_>;
    #[ensures(|_| true)]
    pub fn iter(&self) -> Iter<'_>;
    #[ensures(|_| true)]
    pub fn display(&self) -> Display<'_>;
    pub fn metadata(&self) -> io::Result<fs::Metadata>;
    pub fn symlink_metadata(&self) -> io::Result<fs::Metadata>;
    pub fn canonicalize(&self) -> io::Result<PathBuf>;
    pub fn read_link(&self) -> io::Result<PathBuf>;
    pub fn read_dir(&self) -> io::Result<fs::ReadDir>;
    pub fn exists(&self) -> bool;
    pub fn try_exists(&self) -> io::Result<bool>;
    pub fn is_file(&self) -> bool;
    pub fn is_dir(&self) -> bool;
    pub fn is_symlink(&self) -> bool;
    pub fn into_path_buf(self: Box<Path>) -> PathBuf;
}

declared_traits! { [] PathBuf: Clone Default Debug PartialEq Eq PartialOrd Ord Hash }
declared_traits! { [] Path: Debug PartialEq Eq PartialOrd Ord Hash }
declared_traits! { ['a] Display<'a>: Debug Display }
declared_traits! { [] StripPrefixError: Clone Debug Display Error PartialEq Eq }

impl Deref for PathBuf {
    type Target = Path;
    #[ensures(|_| true)]
    fn deref(&self) -> &Path;
}

impl DerefMut for PathBuf {
    #[ensures(|_| true)]
    fn deref_mut(&mut self) -> &mut Path;
}

impl Borrow<Path> for PathBuf {
    #[ensures(|_| true)]
    fn borrow(&self) -> &Path;
}

impl ToOwned for Path {
    type Owned = PathBuf;
    #[ensures(|_| true)]
    fn to_owned(&self) -> PathBuf;
    fn clone_into(&self, target: &mut PathBuf);
}

macro_rules! as_path {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)*> AsRef<Path> for $t {
            #[ensures(|_| true)]
            fn as_ref(&self) -> &Path;
        }
    )*};
}

as_path! {
    [] Path;
    [] PathBuf;
    [] OsStr;
    [] OsString;
    [] str;
    [] String;
    ['a] Cow<'a, OsStr>;
    ['a] Component<'a>;
    ['a] Components<'a>;
    ['a] Iter<'a>;
}

macro_rules! as_os_str {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)*> AsRef<OsStr> for $t {
            #[ensures(|_| true)]
            fn as_ref(&self) -> &OsStr;
        }
    )*};
}

as_os_str! {
    [] Path;
    [] PathBuf;
    ['a] Component<'a>;
    ['a] Components<'a>;
    ['a] Iter<'a>;
}

impl<T: ?Sized + AsRef<OsStr>> From<&T> for PathBuf {
    fn from(s: &T) -> PathBuf;
}

macro_rules! converted {
    ($([$($g:tt)*] $from:ty => $to:ty;)*) => {$(
        impl<$($g)*> From<$from> for $to {
            fn from(s: $from) -> $to;
        }
    )*};
}

converted! {
    [] OsString => PathBuf;
    [] String => PathBuf;
    [] Box<Path> => PathBuf;
    ['a] Cow<'a, Path> => PathBuf;
    [] PathBuf => OsString;
    [] PathBuf => Box<Path>;
    ['b] &'b Path => Box<Path>;
    ['a] Cow<'a, Path> => Box<Path>;
    [] PathBuf => Arc<Path>;
    ['b] &'b Path => Arc<Path>;
    [] PathBuf => Rc<Path>;
    ['b] &'b Path => Rc<Path>;
    ['a] &'a Path => Cow<'a, Path>;
    ['a] PathBuf => Cow<'a, Path>;
    ['a] &'a PathBuf => Cow<'a, Path>;
}

impl Clone for Box<Path> {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self);
}

impl Clone for Box<OsStr> {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self);
}

impl FromStr for PathBuf {
    type Err = Infallible;
    fn from_str(s: &str) -> Result<Self, Self::Err>;
}

impl<P: AsRef<Path>> FromIterator<P> for PathBuf {
    fn from_iter<I: IntoIterator<Item = P>>(iter: I) -> PathBuf;
}

impl<P: AsRef<Path>> Extend<P> for PathBuf {
    fn extend<I: IntoIterator<Item = P>>(&mut self, iter: I);
}

impl<'a> IntoIterator for &'a PathBuf {
    type Item = &'a OsStr;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a Path {
    type Item = &'a OsStr;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

macro_rules! compared {
    ($($left:ty, $right:ty;)*) => {$(
        impl<'a, 'b> PartialEq<$right> for $left {
            #[ensures(|_| true)]
            fn eq(&self, other: &$right) -> bool;
            #[ensures(|_| true)]
            fn ne(&self, other: &$right) -> bool;
        }

        impl<'a, 'b> PartialEq<$left> for $right {
            #[ensures(|_| true)]
            fn eq(&self, other: &$left) -> bool;
            #[ensures(|_| true)]
            fn ne(&self, other: &$left) -> bool;
        }
    )*};
}

compared! {
    PathBuf, Path;
    PathBuf, &'a Path;
    Cow<'a, Path>, Path;
    Cow<'a, Path>, &'b Path;
    Cow<'a, Path>, PathBuf;
    PathBuf, OsStr;
    PathBuf, &'a OsStr;
    PathBuf, OsString;
    Path, OsStr;
    Path, &'a OsStr;
    Path, OsString;
    &'a Path, OsStr;
    &'a Path, OsString;
    PathBuf, str;
    PathBuf, String;
    Path, str;
    Path, String;
}
