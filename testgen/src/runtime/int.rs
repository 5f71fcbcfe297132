//! Exact integers for clauses: sign and magnitude, in base 2^32, small and plain rather than fast.
use super::std;
use super::std::cmp::Ordering;
use super::std::prelude::v1::*;

/// An unbounded integer. Zero has no digits and no sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Int {
    neg: bool,
    mag: Vec<u32>,
}

fn trim(mag: &mut Vec<u32>) {
    while mag.last() == Some(&0) {
        mag.pop();
    }
}

fn cmp_mag(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn add_mag(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut out = Vec::new();
    let mut carry = 0u64;
    for at in 0..a.len().max(b.len()) {
        carry += u64::from(*a.get(at).unwrap_or(&0)) + u64::from(*b.get(at).unwrap_or(&0));
        out.push(carry as u32);
        carry >>= 32;
    }
    out.push(carry as u32);
    trim(&mut out);
    out
}

/// `a - b` where `a >= b`.
fn sub_mag(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut out = Vec::new();
    let mut borrow = 0i64;
    for at in 0..a.len() {
        let mut digit = i64::from(a[at]) - i64::from(*b.get(at).unwrap_or(&0)) - borrow;
        borrow = if digit < 0 { 1 } else { 0 };
        if digit < 0 {
            digit += 1 << 32;
        }
        out.push(digit as u32);
    }
    trim(&mut out);
    out
}

impl Int {
    fn new(neg: bool, mut mag: Vec<u32>) -> Int {
        trim(&mut mag);
        let neg = neg && !mag.is_empty();
        Int { neg, mag }
    }

    pub fn from_u128(mut value: u128) -> Int {
        let mut mag = Vec::new();
        while value > 0 {
            mag.push(value as u32);
            value >>= 32;
        }
        Int::new(false, mag)
    }

    pub fn from_i128(value: i128) -> Int {
        let mut out = Int::from_u128(value.unsigned_abs());
        out.neg = value < 0;
        out
    }

    pub fn pow2(bits: u32) -> Int {
        Int::from_u128(1).mul(&{
            let mut mag = std::vec![0; (bits / 32) as usize];
            mag.push(1 << (bits % 32));
            Int::new(false, mag)
        })
    }

    /// Reads an optional sign and decimal digits.
    pub fn parse(text: &str) -> Option<Int> {
        let digits = text.trim_start_matches('-');
        let mut out = Int::from_u128(0);
        for digit in digits.chars() {
            out = out.mul(&Int::from_u128(10)).add(&Int::from_u128(u128::from(digit.to_digit(10)?)));
        }
        let negative = text.starts_with('-') && !out.mag.is_empty();
        out.neg = negative;
        if digits.is_empty() { None } else { Some(out) }
    }

    pub fn is_zero(&self) -> bool {
        self.mag.is_empty()
    }

    pub fn is_negative(&self) -> bool {
        self.neg
    }

    pub fn neg(&self) -> Int {
        Int::new(!self.neg, self.mag.clone())
    }

    pub fn add(&self, other: &Int) -> Int {
        if self.neg == other.neg {
            return Int::new(self.neg, add_mag(&self.mag, &other.mag));
        }
        match cmp_mag(&self.mag, &other.mag) {
            Ordering::Less => Int::new(other.neg, sub_mag(&other.mag, &self.mag)),
            _ => Int::new(self.neg, sub_mag(&self.mag, &other.mag)),
        }
    }

    pub fn sub(&self, other: &Int) -> Int {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &Int) -> Int {
        let mut out = std::vec![0u32; self.mag.len() + other.mag.len() + 1];
        for (i, a) in self.mag.iter().enumerate() {
            let mut carry = 0u64;
            for (j, b) in other.mag.iter().enumerate() {
                carry += u64::from(*a) * u64::from(*b) + u64::from(out[i + j]);
                out[i + j] = carry as u32;
                carry >>= 32;
            }
            out[i + other.mag.len()] = carry as u32;
        }
        Int::new(self.neg != other.neg, out)
    }

    /// Quotient rounded towards zero and remainder with the sign of `self`; `None` for a zero divisor.
    pub fn div_rem(&self, other: &Int) -> Option<(Int, Int)> {
        if other.is_zero() {
            return None;
        }
        let mut quotient = std::vec![0u32; self.mag.len()];
        let mut rest: Vec<u32> = Vec::new();
        for bit in (0..self.mag.len() * 32).rev() {
            rest = add_mag(&rest, &rest);
            if self.mag[bit / 32] >> (bit % 32) & 1 == 1 {
                rest = add_mag(&rest, &[1]);
            }
            if cmp_mag(&rest, &other.mag) != Ordering::Less {
                rest = sub_mag(&rest, &other.mag);
                quotient[bit / 32] |= 1 << (bit % 32);
            }
        }
        Some((Int::new(self.neg != other.neg, quotient), Int::new(self.neg, rest)))
    }

    pub fn compare(&self, other: &Int) -> Ordering {
        match (self.neg, other.neg) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => cmp_mag(&self.mag, &other.mag),
            (true, true) => cmp_mag(&other.mag, &self.mag),
        }
    }

    /// Reduced modulo 2^bits into the range of the type.
    pub fn wrap(&self, bits: u32, signed: bool) -> Int {
        let modulus = Int::pow2(bits);
        let mut rest = self.div_rem(&modulus).map_or_else(|| Int::from_u128(0), |both| both.1);
        if rest.neg {
            rest = rest.add(&modulus);
        }
        if signed && rest.compare(&Int::pow2(bits - 1)) != Ordering::Less {
            rest = rest.sub(&modulus);
        }
        rest
    }

    /// The low 128 bits in two's complement.
    pub fn low_bits(&self) -> u128 {
        let low = self.mag.iter().take(4).rev().fold(0u128, |all, digit| all << 32 | u128::from(*digit));
        if self.neg { low.wrapping_neg() } else { low }
    }

    pub fn to_i128(&self) -> Option<i128> {
        let low = self.low_bits() as i128;
        if Int::from_i128(low) == *self { Some(low) } else { None }
    }

    pub fn to_u128(&self) -> Option<u128> {
        if self.neg || self.mag.len() > 4 { None } else { Some(self.low_bits()) }
    }
}

impl std::fmt::Display for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(small) = self.to_i128() {
            return std::fmt::Display::fmt(&small, f);
        }
        let mut digits = Vec::new();
        let mut rest = self.clone();
        rest.neg = false;
        let ten = Int::from_u128(10);
        while !rest.is_zero() {
            let both = match rest.div_rem(&ten) {
                Some(both) => both,
                None => break,
            };
            digits.push(char::from(b'0' + both.1.low_bits() as u8));
            rest = both.0;
        }
        if self.neg {
            f.write_str("-")?;
        }
        f.write_str(&digits.iter().rev().collect::<String>())
    }
}
