//! Bit operations on exact integers. Most of them are arithmetic, which the solver likes better than bits: what is known of the bits of
//! a value, its [`Extent`], is followed through shifts and sums.
//!
//! `u32::from_be_bytes([a, b, c, d])` is `a << 24 | b << 16 | c << 8 | d`, of which no two parts have a bit in common. So it is
//! `16777216 * a + 65536 * b + 256 * c + d`, and which bytes make `0xCAFEBABE` is a question of linear arithmetic.
//!
//! Only *find* asks such questions. Most proofs do not need to know what the bytes come to, and sums of eight of them take more of the solver's
//! time than bits of which it knows nothing: three claims of base64's encoder are not proved with them.
use num_bigint::BigInt;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use z3::ast::{BV, Int};

use super::bit_vectors::of_bits;
use super::encode::{Encoded, Encoder, Env, wrap};
use super::sym::{Sym, int};
use crate::term::{BinOp, BitOp, Term, TermKind};
use crate::ty::{IntTy, Ty};

/// What a bit costs the solver that goes from an integer to a bit vector or back.
const PER_CONVERTED_BIT: u64 = 24;
/// Stretches of ones in a literal that are taken out one by one; one with more is a bit vector.
const STRETCHES: usize = 3;

/// Which bits of an integer may be set: those from `zeros` to below `bits`. So it is a multiple of 2^zeros, at least 0, and less than 2^bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    zeros: u32,
    bits: u32,
}

impl Extent {
    /// What all values of a type have.
    fn of_type(ty: &Ty) -> Option<Extent> {
        match ty {
            Ty::Int(int) if !int.signed() => Some(Extent { zeros: 0, bits: int.bits() }),
            _ => None,
        }
    }

    fn of_literal(n: &BigInt) -> Option<Extent> {
        let bits = u32::try_from(n.bits()).ok()?;
        let zeros = n.trailing_zeros().map_or(bits, |zeros| zeros as u32);
        (!n.is_negative()).then_some(Extent { zeros, bits })
    }

    /// What both have.
    pub(super) fn or(self, other: Extent) -> Extent {
        Extent { zeros: self.zeros.min(other.zeros), bits: self.bits.max(other.bits) }
    }

    /// Whether all of its values are of a type.
    pub(super) fn fits(self, ty: IntTy) -> bool {
        self.bits <= ty.bits() - u32::from(ty.signed())
    }

    /// Whether no bit is set in both.
    fn is_apart(self, other: Extent) -> bool {
        self.bits <= other.zeros || other.bits <= self.zeros
    }
}

fn literal(term: &Term) -> Option<&BigInt> {
    match term.kind() {
        TermKind::Int(value) => Some(value),
        _ => None,
    }
}

/// By how much a shift of a type shifts. (A count that is out of range has its own obligation, and may be huge.)
fn count(ty: IntTy, term: &Term) -> Option<u32> {
    literal(term).and_then(|n| n.to_u32()).filter(|n| *n < ty.bits())
}

fn power(n: u32) -> BigInt {
    BigInt::one() << n
}

/// The stretches of ones in a number, each from a bit to below another; `None` if there are many, or it is negative.
fn stretches(n: &BigInt) -> Option<Vec<(u32, u32)>> {
    let mut found = Vec::new();
    let mut rest = n.clone();
    while !rest.is_zero() {
        if rest.is_negative() || found.len() == STRETCHES {
            return None;
        }
        let from = rest.trailing_zeros()?;
        let to = from + ((&rest >> from) + 1u8).trailing_zeros()?;
        found.push((u32::try_from(from).ok()?, u32::try_from(to).ok()?));
        rest = (rest >> to) << to;
    }
    Some(found)
}

impl Encoder<'_> {
    /// What is known of the bits of an integer where a term is evaluated.
    pub(super) fn extent(&self, term: &Term, env: &Env) -> Option<Extent> {
        self.expand?;
        let of_type = Extent::of_type(term.ty());
        match term.kind() {
            TermKind::Int(n) => Extent::of_literal(n),
            TermKind::Local(id) | TermKind::Old(id) => env.vars.get(id).and_then(|known| known.extent).or(of_type),
            // What is stored somewhere is of its type.
            TermKind::Field(..) | TermKind::Proj(..) | TermKind::SeqGet(..) => of_type,
            TermKind::Wrap(ty, inner) => {
                let of_inner = self.extent(inner, env).filter(|extent| extent.fits(*ty));
                of_inner.or(Extent::of_type(&Ty::Int(*ty)))
            }
            TermKind::Ite(_, a, b) => Some(self.extent(a, env)?.or(self.extent(b, env)?)),
            TermKind::Bin(BinOp::Add, a, b) => {
                let (a, b) = (self.extent(a, env)?, self.extent(b, env)?);
                a.is_apart(b).then(|| a.or(b))
            }
            TermKind::Bits(op, ty, a, b) => {
                self.extent_of_bits(*op, *ty, (a, b), env).or(Extent::of_type(&Ty::Int(*ty)))
            }
            _ => None,
        }
    }

    fn extent_of_bits(&self, op: BitOp, ty: IntTy, (a, b): (&Term, &Term), env: &Env) -> Option<Extent> {
        let x = self.extent(a, env);
        match op {
            BitOp::Or | BitOp::Xor => Some(x?.or(self.extent(b, env)?)),
            BitOp::And => match (x, self.extent(b, env)) {
                (Some(x), Some(y)) => {
                    let (zeros, bits) = (x.zeros.max(y.zeros), x.bits.min(y.bits));
                    Some(Extent { zeros: zeros.min(bits), bits })
                }
                (one, other) => one.or(other),
            },
            BitOp::Shl => {
                let (x, n) = (x?, count(ty, b)?);
                Some(Extent { zeros: x.zeros + n, bits: x.bits + n }).filter(|extent| extent.fits(ty))
            }
            BitOp::Shr => {
                let (x, n) = (x?, count(ty, b)?);
                Some(Extent { zeros: x.zeros.saturating_sub(n), bits: x.bits.saturating_sub(n) })
            }
        }
    }

    /// The bits of a value that are ones of a number: `x & 0xf0` is `x mod 2^8 - x mod 2^4`, in two's complement for negative `x` too.
    fn masked(x: &Int, extent: Option<Extent>, mask: &[(u32, u32)]) -> Int {
        let below = |n: u32| match extent {
            Some(extent) if extent.bits <= n => x.clone(),
            Some(extent) if n <= extent.zeros => Int::from_u64(0),
            _ => x.modulo(int(&power(n))),
        };
        let parts = mask.iter().map(|&(from, to)| if from == 0 { below(to) } else { below(to) - below(from) });
        parts.reduce(|a, b| a + b).unwrap_or_else(|| Int::from_u64(0))
    }

    /// A bit operation.
    pub(super) fn bits(&mut self, op: BitOp, ty: IntTy, (a, b): (&Term, &Term), env: &Env) -> Encoded {
        let (x, y) = (self.int(a, env)?, self.int(b, env)?);
        let (of_a, of_b) = (self.extent(a, env), self.extent(b, env));
        let finds = self.expand.is_some();
        let is_simple = |mask: &Vec<(u32, u32)>| finds || matches!(mask[..], [(0, _)]);
        let mask = |term: &Term| literal(term).and_then(stretches).filter(is_simple);
        let is_apart = of_a.zip(of_b).is_some_and(|(a, b)| a.is_apart(b));
        match op {
            BitOp::Or | BitOp::Xor if is_apart => return Ok(Sym::Int(x + y)),
            BitOp::And if is_apart => return Ok(Sym::Int(Int::from_u64(0))),
            BitOp::And => {
                if let Some(mask) = mask(b) {
                    return Ok(Sym::Int(Self::masked(&x, of_a, &mask)));
                }
                if let Some(mask) = mask(a) {
                    return Ok(Sym::Int(Self::masked(&y, of_b, &mask)));
                }
            }
            BitOp::Shl => {
                if let Some(n) = count(ty, b) {
                    let product = x * int(&power(n));
                    let fits = self.extent_of_bits(op, ty, (a, b), env).is_some();
                    return Ok(Sym::Int(if fits { product } else { wrap(ty, &product) }));
                }
            }
            BitOp::Shr => {
                // The solver's division by a positive number rounds down, as an arithmetic shift does.
                if let Some(n) = count(ty, b) {
                    return Ok(Sym::Int(x.div(int(&power(n)))));
                }
            }
            BitOp::Or | BitOp::Xor => {}
        }
        self.cost += PER_CONVERTED_BIT * u64::from(3 * ty.bits());
        let (x, y) = (BV::from_int(&x, ty.bits()), BV::from_int(&y, ty.bits()));
        Ok(Sym::Int(of_bits(op, ty, &x, &y).to_int(ty.signed())))
    }
}

#[cfg(test)]
mod tests {
    use z3::ast::Ast as _;

    use super::*;

    #[test]
    fn a_mask_is_a_few_stretches_of_ones() {
        let of = |n: i64| stretches(&BigInt::from(n));
        assert_eq!(of(0), Some(vec![]));
        assert_eq!(of(0xf), Some(vec![(0, 4)]));
        assert_eq!(of(0xf3), Some(vec![(0, 2), (4, 8)]));
        assert_eq!((of(0x5555), of(-1)), (None, None), "too many, and of no end");
    }

    #[test]
    fn masked_bits_are_a_difference_of_remainders() {
        for x in [0, 1, 0x5a, 0xff, 0x1234_5678, -1, -2, -0x80, i64::from(i32::MIN)] {
            for mask in [0, 1, 0xf0, 0xf3, 0x8001, 0x7fff_ffff] {
                let parts = stretches(&BigInt::from(mask)).expect("a few");
                let masked = Encoder::masked(&Int::from_i64(x), None, &parts).simplify();
                assert_eq!(masked.as_i64(), Some(x & mask), "{x:#x} & {mask:#x}");
                let extent = Extent::of_literal(&BigInt::from(x)).filter(|_| x >= 0);
                let masked = Encoder::masked(&Int::from_i64(x), extent, &parts).simplify();
                assert_eq!(masked.as_i64(), Some(x & mask), "{x:#x} & {mask:#x} with its extent");
            }
        }
    }

    #[test]
    fn what_is_known_of_two_parts_says_whether_they_are_apart() {
        let of = |n: i64| Extent::of_literal(&BigInt::from(n)).expect("of no sign");
        assert!(of(0xff00).is_apart(of(0xff)) && of(0xff).is_apart(of(0xff00)) && of(0).is_apart(of(7)));
        assert!(!of(0xff00).is_apart(of(0x100)));
        assert_eq!(of(0xff00).or(of(0x30)), Extent { zeros: 4, bits: 16 });
        assert!(of(0xff).fits(IntTy::U8) && !of(0xff).fits(IntTy::I8));
    }
}
