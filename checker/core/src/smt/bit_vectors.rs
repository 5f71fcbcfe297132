//! The second encoding: machine integers as bit vectors.
//!
//! Exact integers ([`super::encode`]) are best for arithmetic, but for `(x + 7) & !7` the solver has to translate back and forth.
//! Here every integer is a two's complement bit vector, wide enough for all values that its term can have: `a + b` of
//! two `u8` has 10 bits, so nothing ever wraps that is not meant to. Where Rust wraps only the low bits are computed.
//!
//! **A second opinion, for proofs, and a first one for inputs.** What has no translation (slices, enums, quantifiers, spec integers without
//! bounds) is [`Sym::Unknown`], which stands for any value: there are more executions then, never fewer. So an
//! `Unsat` answer is a proof here too, and a model suggests an input, which a run then judges.
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use z3::ast::{BV, Bool};

use super::encode::{Encoder, Env, Side, Unencodable};
use super::sym::Sym;
use crate::planted::{Defect, is_planted};
use crate::term::{BinOp, BitOp, Term, TermKind, UnOp};
use crate::ty::{IntTy, Length, Ty};

/// Wider numbers are not worth translating.
const MAX_WIDTH: u32 = 260;
/// Nor are products wider than this: a multiplier has a gate for each pair of bits.
const MAX_PRODUCT: u32 = 130;
/// What the solver spends on a bit of a result.
const PER_BIT: u64 = 20;
/// What it spends on a bit of each of the values that come along several edges.
const PER_JOINED_BIT: u64 = 5;
/// What it spends on each pair of bits where there is a gate for each.
const PER_PAIR: u64 = 7;

/// Nor are arrays of more parts than this, all nested ones counted: they are taken apart.
const MAX_CELLS: u64 = 64;

/// A bit operation of a type on vectors of its width.
pub(super) fn of_bits(op: BitOp, ty: IntTy, x: &BV, y: &BV) -> BV {
    match op {
        BitOp::And => x.bvand(y),
        BitOp::Or => x.bvor(y),
        BitOp::Xor => x.bvxor(y),
        BitOp::Shl => x.bvshl(y),
        BitOp::Shr if ty.signed() => x.bvashr(y),
        BitOp::Shr => x.bvlshr(y),
    }
}

/// A number: signed, in two's complement, within bounds.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) bits: BV,
    lo: BigInt,
    hi: BigInt,
}

/// The width of a signed number that has these bounds.
fn width(lo: &BigInt, hi: &BigInt) -> u32 {
    let of = |n: &BigInt| if n.is_negative() { (n + 1u32).bits() } else { n.bits() };
    of(lo).max(of(hi)) as u32 + u32::from(!is_planted(Defect::BitVectorsTooNarrow))
}

/// A literal modulo `2^width`.
fn literal(value: &BigInt, width: u32) -> Result<BV, Unencodable> {
    let modulus = BigInt::one() << width;
    let value = ((value % &modulus) + &modulus) % &modulus;
    BV::from_str(width, &value.to_string()).ok_or_else(|| Unencodable::new("a literal"))
}

/// A two's complement number with another width: its low bits, or more of its sign.
fn resized(bits: &BV, width: u32) -> BV {
    match bits.get_size() {
        now if now < width => bits.sign_ext(width - now),
        now if now > width => bits.extract(width - 1, 0),
        _ => bits.clone(),
    }
}

impl Word {
    /// A number of which the bounds are known to hold wherever it matters.
    fn bounded(bits: &BV, lo: BigInt, hi: BigInt) -> Result<Word, Unencodable> {
        let width = width(&lo, &hi);
        if width > MAX_WIDTH {
            return Err(Unencodable::new("a number of that many bits"));
        }
        Ok(Word { bits: resized(bits, width), lo, hi })
    }

    fn literal(value: &BigInt) -> Result<Word, Unencodable> {
        let bits = literal(value, width(value, value))?;
        Word::bounded(&bits, value.clone(), value.clone())
    }

    /// The value of a machine integer's bits.
    fn machine(ty: IntTy, bits: &BV) -> Word {
        let bits = if ty.signed() { bits.clone() } else { bits.zero_ext(1) };
        Word { bits, lo: ty.min(), hi: ty.max() }
    }

    /// Any number of a width.
    fn any(name: &str, width: u32) -> Word {
        let half = BigInt::one() << (width - 1);
        Word { bits: BV::fresh_const(name, width), lo: -&half, hi: half - 1 }
    }

    fn fresh(name: &str, ty: IntTy) -> Word {
        Word::machine(ty, &BV::fresh_const(name, ty.bits()))
    }

    /// Both numbers with the same width, which is at least the one given.
    fn aligned(&self, other: &Word, least: u32) -> (BV, BV) {
        let width = self.bits.get_size().max(other.bits.get_size()).max(least);
        (resized(&self.bits, width), resized(&other.bits, width))
    }

    pub(super) fn same(&self, other: &Word) -> bool {
        self.bits.ast_eq(&other.bits)
    }

    pub(super) fn equals(&self, other: &Word) -> Bool {
        let (a, b) = self.aligned(other, 1);
        a.eq(b)
    }

    pub(super) fn ite(cond: &Bool, a: &Word, b: &Word) -> Word {
        let (x, y) = a.aligned(b, 1);
        Word { bits: cond.ite(&x, &y), lo: a.lo.clone().min(b.lo.clone()), hi: a.hi.clone().max(b.hi.clone()) }
    }

    fn arith(op: BinOp, a: &Word, b: &Word) -> Result<Word, Unencodable> {
        let corners = |f: &dyn Fn(&BigInt, &BigInt) -> BigInt| {
            let all = [f(&a.lo, &b.lo), f(&a.lo, &b.hi), f(&a.hi, &b.lo), f(&a.hi, &b.hi)];
            let [mut lo, mut hi] = [all[0].clone(), all[0].clone()];
            for value in &all[1..] {
                lo = lo.min(value.clone());
                hi = hi.max(value.clone());
            }
            (lo, hi)
        };
        let (lo, hi) = match op {
            BinOp::Add => corners(&|x, y| x + y),
            BinOp::Sub => corners(&|x, y| x - y),
            BinOp::Mul => corners(&|x, y| x * y),
            _ => return Word::divided(op, a, b),
        };
        let width = width(&lo, &hi);
        if width > if op == BinOp::Mul { MAX_PRODUCT } else { MAX_WIDTH } {
            return Err(Unencodable::new("a number of that many bits"));
        }
        let (x, y) = a.aligned(b, width);
        let bits = match op {
            BinOp::Add => x.bvadd(&y),
            BinOp::Sub => x.bvsub(&y),
            _ => x.bvmul(&y),
        };
        Word::bounded(&bits, lo, hi)
    }

    /// Rust's `/` and `%` round towards zero, as those of signed bit vectors do. By zero: anything.
    fn divided(op: BinOp, a: &Word, b: &Word) -> Result<Word, Unencodable> {
        // One more bit for `MIN / -1`.
        let (x, y) = a.aligned(b, a.bits.get_size() + 1);
        let width = x.get_size();
        if width > MAX_PRODUCT {
            return Err(Unencodable::new("a number of that many bits"));
        }
        let bits = if op == BinOp::Div { x.bvsdiv(&y) } else { x.bvsrem(&y) };
        let any = Word::any("by_zero", width);
        if !b.lo.is_positive() && !b.hi.is_negative() {
            let zero = y.eq(literal(&BigInt::zero(), width)?);
            return Ok(Word { bits: zero.ite(&any.bits, &bits), ..any });
        }
        let most = a.lo.abs().max(a.hi.abs());
        let least =
            if a.lo.is_negative() || (op == BinOp::Div && b.lo.is_negative()) { -&most } else { BigInt::zero() };
        Word::bounded(&bits, least, most)
    }

    fn compared(op: BinOp, a: &Word, b: &Word) -> Bool {
        let (x, y) = a.aligned(b, 1);
        match op {
            BinOp::Lt => x.bvslt(&y),
            BinOp::Le => x.bvsle(&y),
            BinOp::Gt => x.bvsgt(&y),
            _ => x.bvsge(&y),
        }
    }
}

/// How many bits a value has.
fn bits(value: &Sym) -> u64 {
    match value {
        Sym::Word(word) => word.bits.get_size().into(),
        Sym::Product(parts) | Sym::Cells(parts) => parts.iter().map(bits).sum(),
        _ => 1,
    }
}

impl Encoder<'_> {
    /// Any value of a type.
    pub(super) fn fresh_words(&mut self, name: &str, ty: &Ty) -> Sym {
        if let Some(parts) = self.sorts.product(ty) {
            let parts = parts.iter().enumerate().map(|(at, part)| self.fresh_words(&format!("{name}.{at}"), part));
            let value = Sym::Product(parts.collect());
            self.product_facts(&value, ty);
            return value;
        }
        match ty.peeled() {
            Ty::Bool => Sym::Bool(Bool::fresh_const(name)),
            Ty::Int(int) => Sym::Word(Word::fresh(name, *int)),
            Ty::Char => {
                let value = Word::fresh(name, IntTy::U32);
                let within = |lo: u32, hi: u32| {
                    let [lo, hi] = [lo, hi].map(|n| BV::from_u64(n.into(), value.bits.get_size()));
                    Bool::and(&[value.bits.bvsge(&lo), value.bits.bvsle(&hi)])
                };
                self.fact(Bool::and(&[within(0, 0x10_FFFF), within(0xD800, 0xDFFF).not()]));
                Sym::Word(value)
            }
            Ty::Array(element, Length::Known(n)) if n.saturating_mul(self.parts(element)) <= MAX_CELLS => {
                Sym::Cells((0..*n).map(|at| self.fresh_words(&format!("{name}[{at}]"), element)).collect())
            }
            _ => Sym::Unknown,
        }
    }

    /// Of how many numbers and the like a value is made.
    fn parts(&self, ty: &Ty) -> u64 {
        match (self.sorts.product(ty), ty.peeled()) {
            (Some(parts), _) => parts.iter().fold(1, |sum, part| sum.saturating_add(self.parts(part))),
            (_, Ty::Array(element, Length::Known(n))) => n.saturating_mul(self.parts(element)),
            _ => 1,
        }
    }

    /// A name for what comes along several edges: wide enough for each of the values.
    pub(super) fn joined_words(&mut self, name: &str, values: &[&Sym]) -> Sym {
        // Nothing is proved with it any more.
        if self.is_full() {
            return Sym::Unknown;
        }
        let joined = self.join(name, values);
        self.cost += PER_JOINED_BIT * bits(&joined) * values.len() as u64;
        joined
    }

    fn join(&mut self, name: &str, values: &[&Sym]) -> Sym {
        let column = |values: &[&Sym], at: usize| -> Option<Vec<Sym>> {
            let part = |value: &&Sym| match value {
                Sym::Product(parts) | Sym::Cells(parts) => parts.get(at).cloned(),
                _ => None,
            };
            values.iter().map(part).collect()
        };
        let mut parts = |n: usize| -> Option<Vec<Sym>> {
            let columns: Option<Vec<Vec<Sym>>> = (0..n).map(|at| column(values, at)).collect();
            let join = |(at, column): (usize, &Vec<Sym>)| {
                self.join(&format!("{name}.{at}"), &column.iter().collect::<Vec<_>>())
            };
            Some(columns?.iter().enumerate().map(join).collect())
        };
        match values[0] {
            Sym::Bool(_) if values.iter().all(|value| matches!(value, Sym::Bool(_))) => {
                Sym::Bool(Bool::fresh_const(name))
            }
            Sym::Word(_) => {
                let widths: Option<Vec<u32>> = values
                    .iter()
                    .map(|value| match value {
                        Sym::Word(word) => Some(word.bits.get_size()),
                        _ => None,
                    })
                    .collect();
                let widest = widths.and_then(|widths| widths.into_iter().max());
                widest.map_or(Sym::Unknown, |width| Sym::Word(Word::any(name, width)))
            }
            Sym::Product(all) => parts(all.len()).map_or(Sym::Unknown, Sym::Product),
            Sym::Cells(all) => parts(all.len()).map_or(Sym::Unknown, Sym::Cells),
            _ => Sym::Unknown,
        }
    }

    fn word(&mut self, term: &Term, env: &Env) -> Result<Word, Unencodable> {
        match self.value(term, env)? {
            Sym::Word(word) => Ok(word),
            _ => Err(Unencodable::new("a number that has no bits")),
        }
    }

    /// The kinds of terms that are numbers, or are made of cells. `None` for the others, which are as ever.
    pub(super) fn value_in_words(&mut self, term: &Term, env: &Env) -> Result<Option<Sym>, Unencodable> {
        let value = self.number_or_cells(term, env)?;
        self.cost += value.as_ref().map_or(0, bits) * PER_BIT;
        Ok(value)
    }

    fn number_or_cells(&mut self, term: &Term, env: &Env) -> Result<Option<Sym>, Unencodable> {
        use TermKind::*;
        Ok(Some(match term.kind() {
            Int(value) => Sym::Word(Word::literal(value)?),
            Param(name) => match term.ty() {
                Ty::Bool => return Ok(None),
                Ty::Int(ty) => Sym::Word(Word::machine(*ty, &BV::new_const(format!("constant {name}"), ty.bits()))),
                _ => return Err(Unencodable::new("a constant parameter of this type")),
            },
            Un(UnOp::Neg, a) => {
                let zero = Word::literal(&BigInt::zero())?;
                Sym::Word(Word::arith(BinOp::Sub, &zero, &self.word(a, env)?)?)
            }
            Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem), a, b) => {
                let result = Word::arith(*op, &self.word(a, env)?, &self.word(b, env)?)?;
                self.pay_for_pairs(*op, result.bits.get_size());
                Sym::Word(result)
            }
            Bin(op @ (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge), a, b) => {
                Sym::Bool(Word::compared(*op, &self.word(a, env)?, &self.word(b, env)?))
            }
            Wrap(ty, a) => Sym::Word(Word::machine(*ty, &self.low(a, ty.bits(), env)?)),
            Bits(op, ty, a, b) => Sym::Word(self.bit_operation(*op, *ty, a, b, env)?),
            SeqLit(all) if self.parts(term.ty()).max(all.len() as u64) > MAX_CELLS => {
                return Err(Unencodable::new("a long array"));
            }
            SeqLit(all) => Sym::Cells(all.iter().map(|t| self.value(t, env)).collect::<Result<_, _>>()?),
            SeqRepeat(value, n) => match n.kind() {
                Int(n) if self.parts(value.ty()) * n <= MAX_CELLS.into() => {
                    let value = self.value(value, env)?;
                    Sym::Cells(vec![value; n.iter_u64_digits().next().unwrap_or(0) as usize])
                }
                _ => return Err(Unencodable::new("a long array")),
            },
            SeqLen(a) => Sym::Word(Word::literal(&self.cells(a, env)?.len().into())?),
            SeqGet(a, at) => {
                let (cells, at) = (self.cells(a, env)?, self.word(at, env)?);
                // Out of bounds: anything, of the shape of the others.
                let mut found = self.joined_words("outside", &cells.iter().collect::<Vec<_>>());
                for (k, cell) in cells.iter().enumerate() {
                    found = Sym::ite(&at.equals(&Word::literal(&k.into())?), cell, &found)?;
                }
                found
            }
            SeqSet(a, at, value) => {
                let (cells, at) = (self.cells(a, env)?, self.word(at, env)?);
                let value = self.value(value, env)?;
                let set = |(k, cell): (usize, &Sym)| Sym::ite(&at.equals(&Word::literal(&k.into())?), &value, cell);
                Sym::Cells(cells.iter().enumerate().map(set).collect::<Result<_, _>>()?)
            }
            SeqPush(..) | SeqSlice(..) | SeqConcat(..) => return Err(Unencodable::new("a sequence of any length")),
            Quant(..) => return Err(Unencodable::new("a quantifier")),
            _ => return Ok(None),
        }))
    }

    /// Takes account of a product or a quotient.
    fn pay_for_pairs(&mut self, op: BinOp, width: u32) {
        if !matches!(op, BinOp::Add | BinOp::Sub) {
            self.cost += PER_PAIR * u64::from(width) * u64::from(width);
        }
    }

    fn cells(&mut self, term: &Term, env: &Env) -> Result<Vec<Sym>, Unencodable> {
        match self.value(term, env)? {
            Sym::Cells(cells) if !cells.is_empty() => Ok(cells),
            _ => Err(Unencodable::new("a sequence of any length")),
        }
    }

    /// A number modulo `2^width`: sums, differences and products need no more bits than these.
    fn low(&mut self, term: &Term, width: u32, env: &Env) -> Result<BV, Unencodable> {
        Ok(match term.kind() {
            TermKind::Int(value) => literal(value, width)?,
            TermKind::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let (x, y) = (self.low(a, width, env)?, self.low(b, width, env)?);
                self.pay_for_pairs(*op, width);
                match op {
                    BinOp::Add => x.bvadd(&y),
                    BinOp::Sub => x.bvsub(&y),
                    _ => x.bvmul(&y),
                }
            }
            TermKind::Un(UnOp::Neg, a) => self.low(a, width, env)?.bvneg(),
            TermKind::Wrap(ty, a) if ty.bits() >= width => self.low(a, width, env)?,
            TermKind::Ite(cond, a, b) => {
                let cond = self.cond(cond, env, Side::Both)?;
                cond.ite(&self.low(a, width, env)?, &self.low(b, width, env)?)
            }
            _ => resized(&self.word(term, env)?.bits, width),
        })
    }

    fn bit_operation(&mut self, op: BitOp, ty: IntTy, a: &Term, b: &Term, env: &Env) -> Result<Word, Unencodable> {
        let (x, y) = (self.low(a, ty.bits(), env)?, self.low(b, ty.bits(), env)?);
        let result = Word::machine(ty, &of_bits(op, ty, &x, &y));
        // Masks and shifts make numbers small, and what is computed from them.
        match (op, a.kind(), b.kind()) {
            (BitOp::And, TermKind::Int(mask), _) | (BitOp::And, _, TermKind::Int(mask)) if !mask.is_negative() => {
                Word::bounded(&result.bits, BigInt::zero(), mask.clone())
            }
            (BitOp::Shr, _, TermKind::Int(by)) if !by.is_negative() && *by < ty.bits().into() => {
                let by = by.iter_u64_digits().next().unwrap_or(0);
                Word::bounded(&result.bits, result.lo >> by, result.hi >> by)
            }
            _ => Ok(result),
        }
    }
}

#[cfg(test)]
mod tests {

    use z3::ast::{Ast, Int};

    use super::*;
    use crate::testing::program;

    /// A small generator of its own: the same terms in each run.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }

        fn ty(&mut self) -> IntTy {
            IntTy::ALL[self.roll(12) as usize]
        }

        /// A literal of a type, often at an edge.
        fn literal(&mut self, ty: IntTy) -> Term {
            let value = match self.roll(5) {
                0 => ty.min(),
                1 => ty.max(),
                2 => BigInt::zero(),
                _ => ty.min().max((-300).into()) + self.roll(600),
            };
            Term::int(value.clamp(ty.min(), ty.max()), Ty::Int(ty))
        }

        /// A number of a type: arithmetic is wrapped, as bit operations want their arguments.
        fn term(&mut self, ty: IntTy, depth: u32) -> Term {
            if depth == 0 {
                return self.literal(ty);
            }
            let wrapped = |kind: TermKind| Term::new(TermKind::Wrap(ty, Term::new(kind, Ty::Exact)), Ty::Int(ty));
            let op = self.roll(10);
            if op == 9 {
                let from = self.ty();
                return Term::new(TermKind::Wrap(ty, self.term(from, depth - 1)), Ty::Int(ty));
            }
            let (a, b) = (self.term(ty, depth - 1), self.term(ty, depth - 1));
            let by = Term::int(self.roll(ty.bits().into()), Ty::Int(ty));
            let bits = |op, b| Term::new(TermKind::Bits(op, ty, a.clone(), b), Ty::Int(ty));
            match op {
                0 => wrapped(TermKind::Bin(BinOp::Add, a, b)),
                1 => wrapped(TermKind::Bin(BinOp::Sub, a, b)),
                2 => wrapped(TermKind::Bin(BinOp::Mul, a, b)),
                3 => wrapped(TermKind::Un(UnOp::Neg, a)),
                4 => bits(BitOp::And, b),
                5 => bits(BitOp::Or, b),
                6 => bits(BitOp::Xor, b),
                7 => bits(BitOp::Shl, by),
                _ => bits(BitOp::Shr, by),
            }
        }

        /// A number that is not wrapped, by a divisor that is not zero.
        fn exact(&mut self) -> Term {
            let ty = self.ty();
            let (a, b) = (self.term(ty, 2), self.literal(ty));
            let op = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem][self.roll(5) as usize];
            match (op, b.kind()) {
                (BinOp::Div | BinOp::Rem, TermKind::Int(n)) if n.is_zero() => a,
                _ => Term::arith(op, a, b, Ty::Exact),
            }
        }
    }

    #[test]
    fn both_encodings_agree_on_literals() {
        let (mut dice, program) = (Dice(7), program(""));
        let env = || Env::default();
        let (mut exact, mut bit_vectors) = (Encoder::new(&program, None, false), Encoder::new(&program, None, true));
        let mut compared = 0;
        for _ in 0..3_000 {
            let term = dice.exact();
            let Sym::Int(integer) = exact.value(&term, &env()).unwrap() else { panic!("{term:?}") };
            // Numbers of hundreds of bits are refused.
            let Ok(Sym::Word(word)) = bit_vectors.value(&term, &env()) else { continue };
            let number = |value: &Int| value.simplify().to_string();
            let bits = number(&word.bits.to_int(true));
            assert_eq!(number(&integer), bits, "{term:?}");
            let value: BigInt = bits.replace(['(', ')', ' '], "").parse().unwrap();
            assert!(word.lo <= value && value <= word.hi, "{value} is outside of {}..={}: {term:?}", word.lo, word.hi);
            compared += 1;
        }
        assert!(compared > 2_500, "{compared}");
    }
}
