//! `copy`, `empty`, `sink`, `repeat`, `pipe`.

use super::{BufRead, Read, Result, Seek, SeekFrom, Write};

pub fn copy<R: ?Sized + Read, W: ?Sized + Write>(reader: &mut R, writer: &mut W) -> Result<u64>;
pub fn read_to_string<R: Read>(reader: R) -> Result<String>;
pub fn pipe() -> Result<(PipeReader, PipeWriter)>;

opaque! { PipeReader PipeWriter }

#[non_exhaustive]
#[derive(Copy, Clone, Debug, Default)]
pub struct Empty;

#[non_exhaustive]
#[derive(Copy, Clone, Debug, Default)]
pub struct Sink;

#[derive(Debug)]
pub struct Repeat {
    byte: u8,
}

pub const fn empty() -> Empty {
    Empty
}

pub const fn sink() -> Sink {
    Sink
}

pub const fn repeat(byte: u8) -> Repeat {
    Repeat { byte }
}

impl Read for Empty {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        Ok(0)
    }
}

impl BufRead for Empty {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        Ok(&[])
    }

    fn consume(&mut self, amount: usize) {}
}

impl Seek for Empty {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        Ok(0)
    }
}

impl Write for Empty {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        Ok(buf.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Write for Sink {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        Ok(buf.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Write for &Sink {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        Ok(buf.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Read for Repeat {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        buf.fill(self.byte);
        Ok(buf.len())
    }
}

impl Read for PipeReader {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
}

impl Write for PipeWriter {
    fn write(&mut self, buf: &[u8]) -> Result<usize>;
    fn flush(&mut self) -> Result<()>;
}

declared_traits! { [] PipeReader: Debug }
declared_traits! { [] PipeWriter: Debug }
