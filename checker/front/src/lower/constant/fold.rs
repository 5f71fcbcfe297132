//! Closed terms to literals: integers, booleans, tuples, constructors and listed sequences.
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use refine_core::ids::LocalId;
use refine_core::term::{BinOp, BitOp, Term, TermKind, UnOp};
use refine_core::ty::{IntTy, Ty};

/// Sequences with more elements than this are not listed.
pub(super) const LONGEST: u64 = 1 << 13;

/// The value of a term as a literal, with the values of its locals; `None` where it has none that can be told.
pub(super) fn literal(term: &Term, local: &dyn Fn(LocalId) -> Option<Term>) -> Option<Term> {
    Folder { local }.fold(term)
}

/// The integer that a literal is.
pub(super) fn integer(term: &Term) -> Option<&BigInt> {
    match term.kind() {
        TermKind::Int(value) => Some(value),
        _ => None,
    }
}

/// The boolean that a literal is.
pub(super) fn boolean(term: &Term) -> Option<bool> {
    match term.kind() {
        TermKind::Bool(value) => Some(*value),
        _ => None,
    }
}

/// The elements that a literal lists.
pub(super) fn elements(term: &Term) -> Option<&[Term]> {
    match term.kind() {
        TermKind::SeqLit(all) => Some(all),
        _ => None,
    }
}

/// A listed sequence of a type.
pub(super) fn list(all: Vec<Term>, ty: &Ty) -> Term {
    Term::new(TermKind::SeqLit(all), ty.clone())
}

/// The integer reduced into the range of a type.
pub(super) fn wrap(int: IntTy, value: &BigInt) -> BigInt {
    let modulus = BigInt::one() << int.bits();
    let mut rest = value % &modulus;
    if rest < BigInt::zero() {
        rest += &modulus;
    }
    if rest > int.max() { rest - modulus } else { rest }
}

/// Whether two literals are the same value. Their types may differ in what leaves no trace, as `Vec` and slice do.
fn same(a: &Term, b: &Term) -> Option<bool> {
    let all = |a: &[Term], b: &[Term]| {
        let mut equal = a.len() == b.len();
        for (a, b) in a.iter().zip(b) {
            equal &= same(a, b)?;
        }
        Some(equal)
    };
    match (a.kind(), b.kind()) {
        (TermKind::Int(a), TermKind::Int(b)) => Some(a == b),
        (TermKind::Bool(a), TermKind::Bool(b)) => Some(a == b),
        (TermKind::Tuple(a), TermKind::Tuple(b)) | (TermKind::SeqLit(a), TermKind::SeqLit(b)) => all(a, b),
        (TermKind::Ctor(v, a), TermKind::Ctor(w, b)) => Some(v == w && all(a, b)?),
        _ => None,
    }
}

struct Folder<'a> {
    local: &'a dyn Fn(LocalId) -> Option<Term>,
}

impl Folder<'_> {
    fn fold(&self, term: &Term) -> Option<Term> {
        let ty = term.ty();
        let make = |kind| Some(Term::new(kind, ty.clone()));
        match term.kind() {
            TermKind::Local(id) => (self.local)(*id),
            TermKind::Int(_) | TermKind::Bool(_) | TermKind::Param(_) | TermKind::NoValue => Some(term.clone()),
            TermKind::Un(UnOp::Neg, a) => make(TermKind::Int(-self.int(a)?)),
            TermKind::Un(UnOp::Not, a) => Some(Term::bool(!self.bool(a)?)),
            TermKind::Bin(op, a, b) => self.binary(*op, a, b, ty),
            TermKind::Wrap(int, a) => make(TermKind::Int(wrap(*int, &self.int(a)?))),
            TermKind::Bits(op, int, a, b) => make(TermKind::Int(bits(*op, *int, self.int(a)?, self.int(b)?)?)),
            TermKind::Ite(cond, then, otherwise) => self.fold(if self.bool(cond)? { then } else { otherwise }),
            TermKind::Tuple(all) => make(TermKind::Tuple(self.all(all)?)),
            TermKind::Ctor(variant, all) => make(TermKind::Ctor(*variant, self.all(all)?)),
            TermKind::SeqLit(all) => make(TermKind::SeqLit(self.all(all)?)),
            TermKind::Proj(a, at) => match self.fold(a)?.kind() {
                TermKind::Tuple(all) => all.get(*at).cloned(),
                _ => None,
            },
            TermKind::Field(a, variant, at) => match self.fold(a)?.kind() {
                TermKind::Ctor(is, all) if is == variant => all.get(*at).cloned(),
                _ => None,
            },
            TermKind::IsVariant(a, variant) => match self.fold(a)?.kind() {
                TermKind::Ctor(is, _) => Some(Term::bool(is == variant)),
                _ => None,
            },
            TermKind::SeqRepeat(a, n) => {
                let n = self.int(n)?.to_u64().filter(|n| *n <= LONGEST)?;
                let value = self.fold(a)?;
                make(TermKind::SeqLit(vec![value; n as usize]))
            }
            TermKind::SeqLen(a) => make(TermKind::Int(elements(&self.fold(a)?)?.len().into())),
            TermKind::SeqGet(a, at) => elements(&self.fold(a)?)?.get(self.index(at)?).cloned(),
            TermKind::SeqSet(a, at, value) => {
                let mut all = elements(&self.fold(a)?)?.to_vec();
                *all.get_mut(self.index(at)?)? = self.fold(value)?;
                make(TermKind::SeqLit(all))
            }
            TermKind::SeqPush(a, value) => {
                let mut all = elements(&self.fold(a)?)?.to_vec();
                all.push(self.fold(value)?);
                make(TermKind::SeqLit(all))
            }
            TermKind::SeqSlice(a, lo, hi) => {
                let whole = self.fold(a)?;
                make(TermKind::SeqLit(elements(&whole)?.get(self.index(lo)?..self.index(hi)?)?.to_vec()))
            }
            TermKind::SeqConcat(a, b) => {
                let mut all = elements(&self.fold(a)?)?.to_vec();
                all.extend_from_slice(elements(&self.fold(b)?)?);
                make(TermKind::SeqLit(all))
            }
            TermKind::Old(_)
            | TermKind::Bound(_)
            | TermKind::Quant(..)
            | TermKind::Call(..)
            | TermKind::Defined(..) => None,
        }
    }

    fn all(&self, terms: &[Term]) -> Option<Vec<Term>> {
        terms.iter().map(|term| self.fold(term)).collect()
    }

    fn int(&self, term: &Term) -> Option<BigInt> {
        integer(&self.fold(term)?).cloned()
    }

    fn bool(&self, term: &Term) -> Option<bool> {
        boolean(&self.fold(term)?)
    }

    fn index(&self, term: &Term) -> Option<usize> {
        self.int(term)?.to_usize()
    }

    fn binary(&self, op: BinOp, a: &Term, b: &Term, ty: &Ty) -> Option<Term> {
        let decided = match op {
            BinOp::And => Some(false),
            BinOp::Or => Some(true),
            BinOp::Implies => {
                return if self.bool(a)? { self.fold(b) } else { Some(Term::bool(true)) };
            }
            _ => None,
        };
        if let Some(decided) = decided {
            return if self.bool(a)? == decided { Some(Term::bool(decided)) } else { self.fold(b) };
        }
        if matches!(op, BinOp::Eq | BinOp::Ne) {
            let equal = same(&self.fold(a)?, &self.fold(b)?)?;
            return Some(Term::bool(equal == (op == BinOp::Eq)));
        }
        let (a, b) = (self.int(a)?, self.int(b)?);
        let number = |value: BigInt| Some(Term::int(value, ty.clone()));
        match op {
            BinOp::Add => number(a + b),
            BinOp::Sub => number(a - b),
            BinOp::Mul => number(a * b),
            BinOp::Div if !b.is_zero() => number(a / b),
            BinOp::Rem if !b.is_zero() => number(a % b),
            BinOp::Lt => Some(Term::bool(a < b)),
            BinOp::Le => Some(Term::bool(a <= b)),
            BinOp::Gt => Some(Term::bool(a > b)),
            BinOp::Ge => Some(Term::bool(a >= b)),
            _ => None,
        }
    }
}

fn bits(op: BitOp, int: IntTy, a: BigInt, b: BigInt) -> Option<BigInt> {
    let by = || b.to_u32().filter(|by| *by < int.bits());
    Some(match op {
        BitOp::And => a & b,
        BitOp::Or => a | b,
        BitOp::Xor => a ^ b,
        BitOp::Shl => wrap(int, &(a << by()?)),
        BitOp::Shr => a >> by()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_twos_complement() {
        let of = |op, int, a: i64, b: i64| bits(op, int, a.into(), b.into());
        assert_eq!(of(BitOp::And, IntTy::I8, -2, 3), Some(2.into()));
        assert_eq!(of(BitOp::Shl, IntTy::I8, 64, 1), Some((-128).into()));
        assert_eq!(of(BitOp::Shl, IntTy::U8, 0xff, 4), Some(0xf0.into()));
        assert_eq!(of(BitOp::Shr, IntTy::I8, -3, 1), Some((-2).into()));
        assert_eq!(of(BitOp::Shr, IntTy::U8, 1, 8), None);
    }

    #[test]
    fn what_is_not_reached_needs_no_value() {
        let zero = Term::int(0, Ty::Exact);
        let lost = Term::test(BinOp::Lt, Term::arith(BinOp::Div, zero.clone(), zero.clone(), Ty::Exact), zero);
        let and = Term::new(TermKind::Bin(BinOp::And, Term::bool(false), lost.clone()), Ty::Bool);
        assert_eq!(literal(&and, &|_| None), Some(Term::bool(false)));
        assert_eq!(literal(&lost, &|_| None), None);
    }
}
