//! File descriptors.

use crate::fs::File;
use crate::net::{TcpListener, TcpStream, UdpSocket};
use crate::{io, process};
use core::marker::PhantomData;

pub type RawFd = i32;

opaque! { OwnedFd }

#[derive(Copy, Clone)]
pub struct BorrowedFd<'fd> {
    _private: PhantomData<&'fd OwnedFd>,
}

pub trait AsRawFd {
    fn as_raw_fd(&self) -> RawFd;
}

pub trait FromRawFd {
    unsafe fn from_raw_fd(fd: RawFd) -> Self;
}

pub trait IntoRawFd {
    fn into_raw_fd(self) -> RawFd;
}

pub trait AsFd {
    fn as_fd(&self) -> BorrowedFd<'_>;
}

impl BorrowedFd<'_> {
    pub const unsafe fn borrow_raw(fd: RawFd) -> Self;
    pub fn try_clone_to_owned(&self) -> io::Result<OwnedFd>;
}

impl OwnedFd {
    pub fn try_clone(&self) -> io::Result<Self>;
}

declared_traits! { [] OwnedFd: Debug Drop }
declared_traits! { ['fd] BorrowedFd<'fd>: Debug }

macro_rules! descriptors {
    ($($t:ty)*) => {$(
        impl AsRawFd for $t {
            fn as_raw_fd(&self) -> RawFd;
        }

        impl AsFd for $t {
            fn as_fd(&self) -> BorrowedFd<'_>;
        }
    )*};
}

macro_rules! owned {
    ($($t:ty)*) => {$(
        impl FromRawFd for $t {
            unsafe fn from_raw_fd(fd: RawFd) -> Self;
        }

        impl IntoRawFd for $t {
            fn into_raw_fd(self) -> RawFd;
        }

        impl From<OwnedFd> for $t {
            fn from(fd: OwnedFd) -> Self;
        }

        impl From<$t> for OwnedFd {
            fn from(owner: $t) -> OwnedFd;
        }
    )*};
}

descriptors! {
    File TcpStream TcpListener UdpSocket io::Stdin io::Stdout io::Stderr io::StdinLock<'_> io::StdoutLock<'_>
    io::StderrLock<'_> process::ChildStdin process::ChildStdout process::ChildStderr OwnedFd BorrowedFd<'_>
}

owned! { File TcpStream TcpListener UdpSocket }

impl FromRawFd for OwnedFd {
    unsafe fn from_raw_fd(fd: RawFd) -> Self;
}

impl IntoRawFd for OwnedFd {
    fn into_raw_fd(self) -> RawFd;
}

impl AsRawFd for RawFd {
    fn as_raw_fd(&self) -> RawFd {
        *self
    }
}

impl<T: AsFd + ?Sized> AsFd for &T {
    fn as_fd(&self) -> BorrowedFd<'_> {
        (**self).as_fd()
    }
}
