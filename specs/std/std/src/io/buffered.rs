//! Readers and writers with a buffer.

use super::{BufRead, Error, Read, Result, Seek, SeekFrom, Write};
use core::fmt::Debug;
use core::marker::PhantomData;

pub struct BufReader<R: ?Sized> {
    inner: PhantomData<R>,
}

pub struct BufWriter<W: ?Sized + Write> {
    inner: PhantomData<W>,
}

pub struct LineWriter<W: ?Sized + Write> {
    inner: PhantomData<W>,
}

pub struct IntoInnerError<W> {
    writer: W,
    error: Error,
}

impl<R: Read> BufReader<R> {
    pub fn new(inner: R) -> BufReader<R>;
    pub fn with_capacity(capacity: usize, inner: R) -> BufReader<R>;
}

impl<R: ?Sized> BufReader<R> {
    pub fn get_ref(&self) -> &R;
    pub fn get_mut(&mut self) -> &mut R;
    pub fn buffer(&self) -> &[u8];
    pub fn capacity(&self) -> usize;
    pub fn into_inner(self) -> R
    where
        R: Sized;
}

impl<R: ?Sized + Seek> BufReader<R> {
    pub fn seek_relative(&mut self, offset: i64) -> Result<()>;
}

impl<R: ?Sized + Read> Read for BufReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
}

impl<R: ?Sized + Read> BufRead for BufReader<R> {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amount: usize);
}

impl<R: ?Sized + Seek> Seek for BufReader<R> {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64>;
}

impl<W: Write> BufWriter<W> {
    pub fn new(inner: W) -> BufWriter<W>;
    pub fn with_capacity(capacity: usize, inner: W) -> BufWriter<W>;
    pub fn into_inner(self) -> core::result::Result<W, IntoInnerError<BufWriter<W>>>;
    pub fn into_parts(self) -> (W, core::result::Result<Vec<u8>, WriterPanicked>);
}

impl<W: ?Sized + Write> BufWriter<W> {
    pub fn get_ref(&self) -> &W;
    pub fn get_mut(&mut self) -> &mut W;
    pub fn buffer(&self) -> &[u8];
    pub fn capacity(&self) -> usize;
}

pub struct WriterPanicked {
    buf: Vec<u8>,
}

impl WriterPanicked {
    pub fn into_inner(self) -> Vec<u8> {
        self.buf
    }
}

declared_traits! { [] WriterPanicked: Debug Display Error }

impl<W: Write> LineWriter<W> {
    pub fn new(inner: W) -> LineWriter<W>;
    pub fn with_capacity(capacity: usize, inner: W) -> LineWriter<W>;
    pub fn get_mut(&mut self) -> &mut W;
    pub fn into_inner(self) -> core::result::Result<W, IntoInnerError<LineWriter<W>>>;
}

impl<W: ?Sized + Write> LineWriter<W> {
    pub fn get_ref(&self) -> &W;
}

impl<W: ?Sized + Write> Write for BufWriter<W> {
    fn write(&mut self, buf: &[u8]) -> Result<usize>;
    fn flush(&mut self) -> Result<()>;
}

impl<W: ?Sized + Write> Write for LineWriter<W> {
    fn write(&mut self, buf: &[u8]) -> Result<usize>;
    fn flush(&mut self) -> Result<()>;
}

impl<W: ?Sized + Write + Seek> Seek for BufWriter<W> {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64>;
}

impl<W> IntoInnerError<W> {
    pub fn error(&self) -> &Error {
        &self.error
    }

    pub fn into_inner(self) -> W {
        self.writer
    }

    pub fn into_error(self) -> Error {
        self.error
    }

    pub fn into_parts(self) -> (Error, W) {
        (self.error, self.writer)
    }
}

impl<W> From<IntoInnerError<W>> for Error {
    fn from(error: IntoInnerError<W>) -> Error {
        error.error
    }
}

declared_traits! { [W: Debug] IntoInnerError<W>: Debug }
declared_traits! { [W] IntoInnerError<W>: Display }
declared_traits! { [W: Send + Debug] IntoInnerError<W>: Error }
declared_traits! { [R: ?Sized + Debug] BufReader<R>: Debug }
declared_traits! { [W: ?Sized + Write + Debug] BufWriter<W>: Debug }
declared_traits! { [W: ?Sized + Write + Debug] LineWriter<W>: Debug }
declared_traits! { [W: ?Sized + Write] BufWriter<W>: Drop }
