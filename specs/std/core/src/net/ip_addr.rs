//! Addresses.

use super::AddrParseError;
use crate::fmt;
use crate::str::FromStr;

#[derive(Copy, Clone, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum IpAddr {
    V4(Ipv4Addr),
    V6(Ipv6Addr),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ipv4Addr {
    octets: [u8; 4],
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ipv6Addr {
    octets: [u8; 16],
}

#[derive(Copy, PartialEq, Eq, Clone, Hash, Debug)]
#[non_exhaustive]
pub enum Ipv6MulticastScope {
    InterfaceLocal,
    LinkLocal,
    RealmLocal,
    AdminLocal,
    SiteLocal,
    OrganizationLocal,
    Global,
}

impl IpAddr {
    pub const fn is_unspecified(&self) -> bool;
    pub const fn is_loopback(&self) -> bool;
    pub const fn is_multicast(&self) -> bool;
    pub const fn is_ipv4(&self) -> bool {
        matches!(self, IpAddr::V4(_))
    }
    pub const fn is_ipv6(&self) -> bool {
        matches!(self, IpAddr::V6(_))
    }
    pub const fn to_canonical(&self) -> IpAddr;
}

impl Ipv4Addr {
    pub const BITS: u32 = 32;
    pub const LOCALHOST: Self = Ipv4Addr { octets: [127, 0, 0, 1] };
    pub const UNSPECIFIED: Self = Ipv4Addr { octets: [0, 0, 0, 0] };
    pub const BROADCAST: Self = Ipv4Addr { octets: [255, 255, 255, 255] };
    pub const fn new(a: u8, b: u8, c: u8, d: u8) -> Ipv4Addr {
        Ipv4Addr { octets: [a, b, c, d] }
    }
    pub const fn octets(&self) -> [u8; 4] {
        self.octets
    }
    pub const fn from_octets(octets: [u8; 4]) -> Ipv4Addr {
        Ipv4Addr { octets }
    }
    pub const fn to_bits(self) -> u32 {
        u32::from_be_bytes(self.octets)
    }
    pub const fn from_bits(bits: u32) -> Ipv4Addr {
        Ipv4Addr { octets: bits.to_be_bytes() }
    }
    pub const fn is_unspecified(&self) -> bool;
    pub const fn is_loopback(&self) -> bool;
    pub const fn is_private(&self) -> bool;
    pub const fn is_link_local(&self) -> bool;
    pub const fn is_multicast(&self) -> bool;
    pub const fn is_broadcast(&self) -> bool;
    pub const fn is_documentation(&self) -> bool;
    pub const fn to_ipv6_compatible(&self) -> Ipv6Addr;
    pub const fn to_ipv6_mapped(&self) -> Ipv6Addr;
}

impl Ipv6Addr {
    pub const BITS: u32 = 128;
    pub const LOCALHOST: Self = Ipv6Addr { octets: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] };
    pub const UNSPECIFIED: Self = Ipv6Addr { octets: [0; 16] };
    pub const fn new(a: u16, b: u16, c: u16, d: u16, e: u16, f: u16, g: u16, h: u16) -> Ipv6Addr;
    pub const fn octets(&self) -> [u8; 16] {
        self.octets
    }
    pub const fn from_octets(octets: [u8; 16]) -> Ipv6Addr {
        Ipv6Addr { octets }
    }
    pub const fn segments(&self) -> [u16; 8];
    pub const fn from_segments(segments: [u16; 8]) -> Ipv6Addr;
    pub const fn to_bits(self) -> u128 {
        u128::from_be_bytes(self.octets)
    }
    pub const fn from_bits(bits: u128) -> Ipv6Addr {
        Ipv6Addr { octets: bits.to_be_bytes() }
    }
    pub const fn is_unspecified(&self) -> bool;
    pub const fn is_loopback(&self) -> bool;
    pub const fn is_unique_local(&self) -> bool;
    pub const fn is_unicast_link_local(&self) -> bool;
    pub const fn is_multicast(&self) -> bool;
    pub const fn to_ipv4(&self) -> Option<Ipv4Addr>;
    pub const fn to_ipv4_mapped(&self) -> Option<Ipv4Addr>;
    pub const fn to_canonical(&self) -> IpAddr;
}

impl fmt::Display for IpAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Debug for IpAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl FromStr for IpAddr {
    type Err = AddrParseError;
    fn from_str(s: &str) -> Result<IpAddr, AddrParseError>;
}

impl fmt::Display for Ipv4Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Debug for Ipv4Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl FromStr for Ipv4Addr {
    type Err = AddrParseError;
    fn from_str(s: &str) -> Result<Ipv4Addr, AddrParseError>;
}

impl fmt::Display for Ipv6Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Debug for Ipv6Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl FromStr for Ipv6Addr {
    type Err = AddrParseError;
    fn from_str(s: &str) -> Result<Ipv6Addr, AddrParseError>;
}

impl From<Ipv4Addr> for IpAddr {
    fn from(ipv4: Ipv4Addr) -> IpAddr {
        IpAddr::V4(ipv4)
    }
}

impl From<Ipv6Addr> for IpAddr {
    fn from(ipv6: Ipv6Addr) -> IpAddr {
        IpAddr::V6(ipv6)
    }
}

impl From<[u8; 4]> for Ipv4Addr {
    fn from(octets: [u8; 4]) -> Ipv4Addr {
        Ipv4Addr { octets }
    }
}

impl From<[u8; 4]> for IpAddr {
    fn from(octets: [u8; 4]) -> IpAddr {
        IpAddr::V4(Ipv4Addr { octets })
    }
}

impl From<u32> for Ipv4Addr {
    fn from(ip: u32) -> Ipv4Addr {
        Ipv4Addr::from_bits(ip)
    }
}

impl From<Ipv4Addr> for u32 {
    fn from(ip: Ipv4Addr) -> u32 {
        ip.to_bits()
    }
}

impl From<[u8; 16]> for Ipv6Addr {
    fn from(octets: [u8; 16]) -> Ipv6Addr {
        Ipv6Addr { octets }
    }
}

impl From<[u16; 8]> for Ipv6Addr {
    fn from(segments: [u16; 8]) -> Ipv6Addr {
        Ipv6Addr::from_segments(segments)
    }
}

impl From<[u8; 16]> for IpAddr {
    fn from(octets: [u8; 16]) -> IpAddr {
        IpAddr::V6(Ipv6Addr { octets })
    }
}

impl From<u128> for Ipv6Addr {
    fn from(ip: u128) -> Ipv6Addr {
        Ipv6Addr::from_bits(ip)
    }
}

impl From<Ipv6Addr> for u128 {
    fn from(ip: Ipv6Addr) -> u128 {
        ip.to_bits()
    }
}

impl PartialEq<Ipv4Addr> for IpAddr {
    fn eq(&self, other: &Ipv4Addr) -> bool {
        match self {
            IpAddr::V4(v4) => *v4 == *other,
            IpAddr::V6(_) => false,
        }
    }
}

impl PartialEq<IpAddr> for Ipv4Addr {
    fn eq(&self, other: &IpAddr) -> bool {
        match other {
            IpAddr::V4(v4) => *self == *v4,
            IpAddr::V6(_) => false,
        }
    }
}
