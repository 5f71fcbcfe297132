//! Exact integers for clauses: machine integers as long as they fit, else sign and magnitude in base 2^32, small and plain
//! rather than fast.
use std::cmp::Ordering;

/// An unbounded integer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Int(Repr);

/// What fits is never long, so equal integers are equal here.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Repr {
    Short(i128),
    Long(Long),
}

use self::Repr::Short;

/// Sign and magnitude. Zero has no digits and no sign.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Long {
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

impl Long {
    fn new(neg: bool, mut mag: Vec<u32>) -> Long {
        trim(&mut mag);
        let neg = neg && !mag.is_empty();
        Long { neg, mag }
    }

    fn from_u128(mut value: u128) -> Long {
        let mut mag = Vec::new();
        while value > 0 {
            mag.push(value as u32);
            value >>= 32;
        }
        Long::new(false, mag)
    }

    fn from_i128(value: i128) -> Long {
        let mut out = Long::from_u128(value.unsigned_abs());
        out.neg = value < 0;
        out
    }

    fn pow2(bits: u32) -> Long {
        let mut mag = vec![0; (bits / 32) as usize];
        mag.push(1 << (bits % 32));
        Long::new(false, mag)
    }

    fn negated(&self) -> Long {
        Long::new(!self.neg, self.mag.clone())
    }

    fn add(&self, other: &Long) -> Long {
        if self.neg == other.neg {
            return Long::new(self.neg, add_mag(&self.mag, &other.mag));
        }
        match cmp_mag(&self.mag, &other.mag) {
            Ordering::Less => Long::new(other.neg, sub_mag(&other.mag, &self.mag)),
            _ => Long::new(self.neg, sub_mag(&self.mag, &other.mag)),
        }
    }

    fn mul(&self, other: &Long) -> Long {
        let mut out = vec![0u32; self.mag.len() + other.mag.len() + 1];
        for (i, a) in self.mag.iter().enumerate() {
            let mut carry = 0u64;
            for (j, b) in other.mag.iter().enumerate() {
                carry += u64::from(*a) * u64::from(*b) + u64::from(out[i + j]);
                out[i + j] = carry as u32;
                carry >>= 32;
            }
            out[i + other.mag.len()] = carry as u32;
        }
        Long::new(self.neg != other.neg, out)
    }

    /// By a divisor that is not zero.
    fn div_rem(&self, other: &Long) -> (Long, Long) {
        let mut quotient = vec![0u32; self.mag.len()];
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
        (Long::new(self.neg != other.neg, quotient), Long::new(self.neg, rest))
    }

    fn compare(&self, other: &Long) -> Ordering {
        match (self.neg, other.neg) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => cmp_mag(&self.mag, &other.mag),
            (true, true) => cmp_mag(&other.mag, &self.mag),
        }
    }

    /// The low 128 bits in two's complement.
    fn low_bits(&self) -> u128 {
        let low = self.mag.iter().take(4).rev().fold(0u128, |all, digit| all << 32 | u128::from(*digit));
        if self.neg { low.wrapping_neg() } else { low }
    }

    /// As what it is where it fits.
    fn short(self) -> Int {
        let low = self.low_bits() as i128;
        if Long::from_i128(low) == self { Int(Short(low)) } else { Int(Repr::Long(self)) }
    }
}

impl Int {
    pub fn from_u128(value: u128) -> Int {
        Long::from_u128(value).short()
    }

    pub fn from_i128(value: i128) -> Int {
        Int(Short(value))
    }

    pub fn is_odd(&self) -> bool {
        match self.0 {
            Short(value) => value & 1 == 1,
            Repr::Long(ref long) => long.mag.first().map_or(false, |digit| digit & 1 == 1),
        }
    }

    fn long(&self) -> Long {
        match self.0 {
            Short(value) => Long::from_i128(value),
            Repr::Long(ref long) => long.clone(),
        }
    }

    /// An operation on two of them, as long as machine integers have a result.
    fn both(&self, other: &Int, short: fn(i128, i128) -> Option<i128>, long: fn(&Long, &Long) -> Long) -> Int {
        if let (&Short(a), &Short(b)) = (&self.0, &other.0) {
            if let Some(value) = short(a, b) {
                return Int(Short(value));
            }
        }
        long(&self.long(), &other.long()).short()
    }

    /// Reads an optional sign and decimal digits.
    pub fn parse(text: &str) -> Option<Int> {
        if let Ok(value) = text.parse() {
            return Some(Int(Short(value)));
        }
        let digits = text.trim_start_matches('-');
        let (mut out, ten) = (Long::from_u128(0), Long::from_u128(10));
        for digit in digits.chars() {
            out = out.mul(&ten).add(&Long::from_u128(u128::from(digit.to_digit(10)?)));
        }
        let out = if text.starts_with('-') { out.negated() } else { out };
        if digits.is_empty() { None } else { Some(out.short()) }
    }

    pub fn neg(&self) -> Int {
        Int(Short(0)).sub(self)
    }

    pub fn add(&self, other: &Int) -> Int {
        self.both(other, i128::checked_add, Long::add)
    }

    pub fn sub(&self, other: &Int) -> Int {
        self.both(other, i128::checked_sub, |a, b| a.add(&b.negated()))
    }

    pub fn mul(&self, other: &Int) -> Int {
        self.both(other, i128::checked_mul, Long::mul)
    }

    /// Quotient rounded towards zero and remainder with the sign of `self`; `None` for a zero divisor.
    pub fn div_rem(&self, other: &Int) -> Option<(Int, Int)> {
        if other.0 == Short(0) {
            return None;
        }
        let quotient = self.both(other, i128::checked_div, |a, b| a.div_rem(b).0);
        let rest = self.both(other, i128::checked_rem, |a, b| a.div_rem(b).1);
        Some((quotient, rest))
    }

    pub fn compare(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (&Short(a), &Short(b)) => a.cmp(&b),
            _ => self.long().compare(&other.long()),
        }
    }

    /// Reduced modulo 2^bits into the range of the type.
    pub fn wrap(&self, bits: u32, signed: bool) -> Int {
        if let (Short(value), true) = (&self.0, bits < 127) {
            let modulus = 1i128 << bits;
            let rest = value.rem_euclid(modulus);
            return Int(Short(if signed && rest >= modulus / 2 { rest - modulus } else { rest }));
        }
        let modulus = Long::pow2(bits);
        let mut rest = self.long().div_rem(&modulus).1;
        if rest.neg {
            rest = rest.add(&modulus);
        }
        if signed && rest.compare(&Long::pow2(bits - 1)) != Ordering::Less {
            rest = rest.add(&modulus.negated());
        }
        rest.short()
    }

    /// The low 128 bits in two's complement.
    pub fn low_bits(&self) -> u128 {
        match self.0 {
            Short(value) => value as u128,
            Repr::Long(ref long) => long.low_bits(),
        }
    }

    pub fn to_i128(&self) -> Option<i128> {
        match self.0 {
            Short(value) => Some(value),
            Repr::Long(_) => None,
        }
    }

    pub fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Short(value) => std::convert::TryFrom::try_from(value).ok(),
            Repr::Long(ref long) if long.neg || long.mag.len() > 4 => None,
            Repr::Long(ref long) => Some(long.low_bits()),
        }
    }
}

impl std::fmt::Display for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let long = match self.0 {
            Short(value) => return std::fmt::Display::fmt(&value, f),
            Repr::Long(ref long) => long,
        };
        let (mut digits, ten) = (Vec::new(), Long::from_u128(10));
        let mut rest = Long::new(false, long.mag.clone());
        while !rest.mag.is_empty() {
            let both = rest.div_rem(&ten);
            digits.push(char::from(b'0' + both.1.low_bits() as u8));
            rest = both.0;
        }
        if long.neg {
            f.write_str("-")?;
        }
        f.write_str(&digits.iter().rev().collect::<String>())
    }
}
