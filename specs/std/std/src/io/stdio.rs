//! The standard streams.

use super::{BufRead, Lines, Read, Result, Write};
use crate::fmt;
use core::marker::PhantomData;

opaque! { Stdin Stdout Stderr }

pub struct StdinLock<'a> {
    _private: PhantomData<&'a ()>,
}

pub struct StdoutLock<'a> {
    _private: PhantomData<&'a ()>,
}

pub struct StderrLock<'a> {
    _private: PhantomData<&'a ()>,
}

pub fn stdin() -> Stdin;
pub fn stdout() -> Stdout;
pub fn stderr() -> Stderr;

/// What `print!` calls: it changes nothing that a program can see, and panics only when the output is closed.
pub fn _print(args: fmt::Arguments<'_>) {}

/// What `eprint!` calls.
pub fn _eprint(args: fmt::Arguments<'_>) {}

impl Stdin {
    pub fn lock(&self) -> StdinLock<'static>;
    pub fn read_line(&self, buf: &mut String) -> Result<usize>;
    pub fn lines(self) -> Lines<StdinLock<'static>>;
}

impl Stdout {
    pub fn lock(&self) -> StdoutLock<'static>;
}

impl Stderr {
    pub fn lock(&self) -> StderrLock<'static>;
}

impl BufRead for StdinLock<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amount: usize);
}

macro_rules! readers {
    ($($t:ty)*) => {$(
        impl Read for $t {
            fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
        }
    )*};
}

macro_rules! writers {
    ($($t:ty)*) => {$(
        impl Write for $t {
            fn write(&mut self, buf: &[u8]) -> Result<usize>;
            fn flush(&mut self) -> Result<()>;
        }
    )*};
}

readers! { Stdin &Stdin StdinLock<'_> }
writers! { Stdout &Stdout StdoutLock<'_> Stderr &Stderr StderrLock<'_> }

pub trait IsTerminal {
    fn is_terminal(&self) -> bool;
}

macro_rules! terminals {
    ($($t:ty)*) => {$(
        impl IsTerminal for $t {
            fn is_terminal(&self) -> bool;
        }
    )*};
}

terminals! { Stdin StdinLock<'_> Stdout StdoutLock<'_> Stderr StderrLock<'_> crate::fs::File }

declared_traits! { [] Stdin: Debug }
declared_traits! { [] Stdout: Debug }
declared_traits! { [] Stderr: Debug }
declared_traits! { ['a] StdinLock<'a>: Debug }
declared_traits! { ['a] StdoutLock<'a>: Debug }
declared_traits! { ['a] StderrLock<'a>: Debug }
