//! Input and output, declared.

mod buffered;
mod cursor;
mod error;
mod impls;
pub mod prelude;
mod stdio;
mod util;

pub use buffered::{BufReader, BufWriter, IntoInnerError, LineWriter, WriterPanicked};
pub use cursor::Cursor;
pub use error::{Error, ErrorKind, Result};
pub use stdio::{
    _eprint, _print, IsTerminal, Stderr, StderrLock, Stdin, StdinLock, Stdout, StdoutLock, stderr, stdin, stdout,
};
pub use util::{Empty, PipeReader, PipeWriter, Repeat, Sink, copy, empty, pipe, read_to_string, repeat, sink};

use crate::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

pub trait Read {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
    fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize>;
    fn read_to_end(&mut self, buf: &mut Vec<u8>) -> Result<usize>;
    fn read_to_string(&mut self, buf: &mut String) -> Result<usize>;
    fn read_exact(&mut self, buf: &mut [u8]) -> Result<()>;

    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }

    fn bytes(self) -> Bytes<Self>
    where
        Self: Sized;

    fn chain<R: Read>(self, next: R) -> Chain<Self, R>
    where
        Self: Sized;

    fn take(self, limit: u64) -> Take<Self>
    where
        Self: Sized;
}

pub trait Write {
    fn write(&mut self, buf: &[u8]) -> Result<usize>;
    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize>;
    fn flush(&mut self) -> Result<()>;
    fn write_all(&mut self, buf: &[u8]) -> Result<()>;
    fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<()>;

    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }
}

pub trait Seek {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64>;
    fn rewind(&mut self) -> Result<()>;
    fn stream_position(&mut self) -> Result<u64>;
    fn seek_relative(&mut self, offset: i64) -> Result<()>;
}

pub trait BufRead: Read {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amount: usize);
    fn read_until(&mut self, byte: u8, buf: &mut Vec<u8>) -> Result<usize>;
    fn skip_until(&mut self, byte: u8) -> Result<usize>;
    fn read_line(&mut self, buf: &mut String) -> Result<usize>;

    fn split(self, byte: u8) -> Split<Self>
    where
        Self: Sized;

    fn lines(self) -> Lines<Self>
    where
        Self: Sized;
}

#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub enum SeekFrom {
    Start(u64),
    End(i64),
    Current(i64),
}

pub struct IoSlice<'a> {
    _private: PhantomData<&'a [u8]>,
}

pub struct IoSliceMut<'a> {
    _private: PhantomData<&'a mut [u8]>,
}

impl<'a> IoSlice<'a> {
    pub fn new(buf: &'a [u8]) -> IoSlice<'a>;
    pub fn advance(&mut self, n: usize);
    pub fn advance_slices(bufs: &mut &mut [IoSlice<'a>], n: usize);
}

impl<'a> IoSliceMut<'a> {
    pub fn new(buf: &'a mut [u8]) -> IoSliceMut<'a>;
    pub fn advance(&mut self, n: usize);
    pub fn advance_slices(bufs: &mut &mut [IoSliceMut<'a>], n: usize);
}

impl Deref for IoSlice<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8];
}

impl Deref for IoSliceMut<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8];
}

impl DerefMut for IoSliceMut<'_> {
    fn deref_mut(&mut self) -> &mut [u8];
}

declared_traits! { ['a] IoSlice<'a>: Debug Clone Copy }
declared_traits! { ['a] IoSliceMut<'a>: Debug }

pub struct Bytes<R> {
    inner: R,
}

pub struct Chain<T, U> {
    first: T,
    second: U,
    done_first: bool,
}

pub struct Take<T> {
    inner: T,
    limit: u64,
}

pub struct Split<B> {
    buf: B,
    delim: u8,
}

pub struct Lines<B> {
    buf: B,
}

declared_traits! { [R: core::fmt::Debug] Bytes<R>: Debug }
declared_traits! { [T: core::fmt::Debug, U: core::fmt::Debug] Chain<T, U>: Debug }
declared_traits! { [T: core::fmt::Debug] Take<T>: Debug }
declared_traits! { [B: core::fmt::Debug] Split<B>: Debug }
declared_traits! { [B: core::fmt::Debug] Lines<B>: Debug }

impl<R: Read> Iterator for Bytes<R> {
    type Item = Result<u8>;
    fn next(&mut self) -> Option<Result<u8>>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl<B: BufRead> Iterator for Split<B> {
    type Item = Result<Vec<u8>>;
    fn next(&mut self) -> Option<Result<Vec<u8>>>;
}

impl<B: BufRead> Iterator for Lines<B> {
    type Item = Result<String>;
    fn next(&mut self) -> Option<Result<String>>;
}

impl<T, U> Chain<T, U> {
    pub fn into_inner(self) -> (T, U) {
        (self.first, self.second)
    }

    pub fn get_ref(&self) -> (&T, &U) {
        (&self.first, &self.second)
    }

    pub fn get_mut(&mut self) -> (&mut T, &mut U) {
        (&mut self.first, &mut self.second)
    }
}

impl<T: Read, U: Read> Read for Chain<T, U> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
}

impl<T: BufRead, U: BufRead> BufRead for Chain<T, U> {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amount: usize);
}

impl<T> Take<T> {
    pub fn limit(&self) -> u64 {
        self.limit
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub fn into_inner(self) -> T {
        self.inner
    }

    pub fn get_ref(&self) -> &T {
        &self.inner
    }

    pub fn get_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

impl<T: Read> Read for Take<T> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
}

impl<T: BufRead> BufRead for Take<T> {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amount: usize);
}
