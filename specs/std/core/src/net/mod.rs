//! `core::net`, declared.

mod ip_addr;
mod socket_addr;

pub use self::ip_addr::{IpAddr, Ipv4Addr, Ipv6Addr, Ipv6MulticastScope};
pub use self::socket_addr::{SocketAddr, SocketAddrV4, SocketAddrV6};

use crate::error::Error;
use crate::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddrParseError {
    _private: (),
}

impl fmt::Display for AddrParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Error for AddrParseError {}
