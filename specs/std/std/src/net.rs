//! The network: addresses are in `core`, sockets are declared.

pub use core::net::*;

use crate::io::{self, Read, Write};
use crate::time::Duration;
use core::marker::PhantomData;

opaque! { TcpStream TcpListener UdpSocket }

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shutdown {
    Read,
    Write,
    Both,
}

pub trait ToSocketAddrs {
    type Iter: Iterator<Item = SocketAddr>;
    fn to_socket_addrs(&self) -> io::Result<Self::Iter>;
}

macro_rules! addresses {
    ($([$($g:tt)*] $t:ty, $iter:ty;)*) => {$(
        impl<$($g)*> ToSocketAddrs for $t {
            type Iter = $iter;
            fn to_socket_addrs(&self) -> io::Result<$iter>;
        }
    )*};
}

addresses! {
    [] SocketAddr, crate::option::IntoIter<SocketAddr>;
    [] SocketAddrV4, crate::option::IntoIter<SocketAddr>;
    [] SocketAddrV6, crate::option::IntoIter<SocketAddr>;
    [] (IpAddr, u16), crate::option::IntoIter<SocketAddr>;
    [] (Ipv4Addr, u16), crate::option::IntoIter<SocketAddr>;
    [] (Ipv6Addr, u16), crate::option::IntoIter<SocketAddr>;
    ['a] (&'a str, u16), crate::vec::IntoIter<SocketAddr>;
    [] (String, u16), crate::vec::IntoIter<SocketAddr>;
    [] str, crate::vec::IntoIter<SocketAddr>;
    [] String, crate::vec::IntoIter<SocketAddr>;
    ['a] &'a [SocketAddr], crate::iter::Cloned<crate::slice::Iter<'a, SocketAddr>>;
}

impl<T: ToSocketAddrs + ?Sized> ToSocketAddrs for &T {
    type Iter = T::Iter;
    fn to_socket_addrs(&self) -> io::Result<T::Iter>;
}

pub struct Incoming<'a> {
    _private: PhantomData<&'a TcpListener>,
}

impl Iterator for Incoming<'_> {
    type Item = io::Result<TcpStream>;
    fn next(&mut self) -> Option<io::Result<TcpStream>>;
}

impl TcpStream {
    pub fn connect<A: ToSocketAddrs>(addr: A) -> io::Result<TcpStream>;
    pub fn connect_timeout(addr: &SocketAddr, timeout: Duration) -> io::Result<TcpStream>;
    pub fn peer_addr(&self) -> io::Result<SocketAddr>;
    pub fn local_addr(&self) -> io::Result<SocketAddr>;
    pub fn shutdown(&self, how: Shutdown) -> io::Result<()>;
    pub fn try_clone(&self) -> io::Result<TcpStream>;
    pub fn set_read_timeout(&self, dur: Option<Duration>) -> io::Result<()>;
    pub fn set_write_timeout(&self, dur: Option<Duration>) -> io::Result<()>;
    pub fn read_timeout(&self) -> io::Result<Option<Duration>>;
    pub fn write_timeout(&self) -> io::Result<Option<Duration>>;
    pub fn peek(&self, buf: &mut [u8]) -> io::Result<usize>;
    pub fn set_nodelay(&self, nodelay: bool) -> io::Result<()>;
    pub fn nodelay(&self) -> io::Result<bool>;
    pub fn set_ttl(&self, ttl: u32) -> io::Result<()>;
    pub fn ttl(&self) -> io::Result<u32>;
    pub fn take_error(&self) -> io::Result<Option<io::Error>>;
    pub fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()>;
}

impl TcpListener {
    pub fn bind<A: ToSocketAddrs>(addr: A) -> io::Result<TcpListener>;
    pub fn local_addr(&self) -> io::Result<SocketAddr>;
    pub fn try_clone(&self) -> io::Result<TcpListener>;
    pub fn accept(&self) -> io::Result<(TcpStream, SocketAddr)>;
    pub fn incoming(&self) -> Incoming<'_>;
    pub fn set_only_v6(&self, only_v6: bool) -> io::Result<()>;
    pub fn only_v6(&self) -> io::Result<bool>;
    pub fn set_ttl(&self, ttl: u32) -> io::Result<()>;
    pub fn ttl(&self) -> io::Result<u32>;
    pub fn take_error(&self) -> io::Result<Option<io::Error>>;
    pub fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()>;
}

impl UdpSocket {
    pub fn bind<A: ToSocketAddrs>(addr: A) -> io::Result<UdpSocket>;
    pub fn recv_from(&self, buf: &mut [u8]) -> io::Result<(usize, SocketAddr)>;
    pub fn peek_from(&self, buf: &mut [u8]) -> io::Result<(usize, SocketAddr)>;
    pub fn send_to<A: ToSocketAddrs>(&self, buf: &[u8], addr: A) -> io::Result<usize>;
    pub fn peer_addr(&self) -> io::Result<SocketAddr>;
    pub fn local_addr(&self) -> io::Result<SocketAddr>;
    pub fn try_clone(&self) -> io::Result<UdpSocket>;
    pub fn set_read_timeout(&self, dur: Option<Duration>) -> io::Result<()>;
    pub fn set_write_timeout(&self, dur: Option<Duration>) -> io::Result<()>;
    pub fn read_timeout(&self) -> io::Result<Option<Duration>>;
    pub fn write_timeout(&self) -> io::Result<Option<Duration>>;
    pub fn set_broadcast(&self, broadcast: bool) -> io::Result<()>;
    pub fn broadcast(&self) -> io::Result<bool>;
    pub fn set_multicast_loop_v4(&self, multicast_loop_v4: bool) -> io::Result<()>;
    pub fn multicast_loop_v4(&self) -> io::Result<bool>;
    pub fn set_multicast_ttl_v4(&self, multicast_ttl_v4: u32) -> io::Result<()>;
    pub fn multicast_ttl_v4(&self) -> io::Result<u32>;
    pub fn set_multicast_loop_v6(&self, multicast_loop_v6: bool) -> io::Result<()>;
    pub fn multicast_loop_v6(&self) -> io::Result<bool>;
    pub fn join_multicast_v4(&self, multiaddr: &Ipv4Addr, interface: &Ipv4Addr) -> io::Result<()>;
    pub fn join_multicast_v6(&self, multiaddr: &Ipv6Addr, interface: u32) -> io::Result<()>;
    pub fn leave_multicast_v4(&self, multiaddr: &Ipv4Addr, interface: &Ipv4Addr) -> io::Result<()>;
    pub fn leave_multicast_v6(&self, multiaddr: &Ipv6Addr, interface: u32) -> io::Result<()>;
    pub fn set_ttl(&self, ttl: u32) -> io::Result<()>;
    pub fn ttl(&self) -> io::Result<u32>;
    pub fn take_error(&self) -> io::Result<Option<io::Error>>;
    pub fn connect<A: ToSocketAddrs>(&self, addr: A) -> io::Result<()>;
    pub fn send(&self, buf: &[u8]) -> io::Result<usize>;
    pub fn recv(&self, buf: &mut [u8]) -> io::Result<usize>;
    pub fn peek(&self, buf: &mut [u8]) -> io::Result<usize>;
    pub fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()>;
}

macro_rules! streams {
    ($($t:ty)*) => {$(
        impl Read for $t {
            fn read(&mut self, buf: &mut [u8]) -> io::Result<usize>;
        }

        impl Write for $t {
            fn write(&mut self, buf: &[u8]) -> io::Result<usize>;
            fn flush(&mut self) -> io::Result<()>;
        }
    )*};
}

streams! { TcpStream &TcpStream }

declared_traits! { [] TcpStream: Debug }
declared_traits! { [] TcpListener: Debug }
declared_traits! { [] UdpSocket: Debug }
