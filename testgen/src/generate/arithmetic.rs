//! Integers in terms: sums of unknowns where that is exact, else values that have to be chosen first.
use num_bigint::BigInt;
use refine_core::term::{BinOp, BitOp, Term};
use refine_core::ty::IntTy;

use super::evaluate::{Evaluated, Evaluator, Stuck};
use super::linear::{Atom, Linear, Relation};
use super::state::{Env, Val, Wait};

impl Evaluator<'_, '_> {
    pub(super) fn wrap(&mut self, int: IntTy, term: &Term, env: &Env) -> Evaluated<Linear> {
        let sum = self.int(term, env)?;
        let end = |value: BigInt| i128::try_from(value).unwrap_or(i128::MAX);
        let (min, max) = (end(int.min()), end(int.max()));
        if let Some(value) = sum.known() {
            if value >= min && value <= max {
                return Ok(sum);
            }
            let wrapped = reduce(int, BigInt::from(value));
            return Ok(Linear::constant(i128::try_from(wrapped).map_err(|_| Stuck::Never)?));
        }
        let high = Atom::new(fits(max.checked_neg().and_then(|max| sum.offset(max)))?, Relation::AtMost);
        let low = Atom::new(fits(sum.scale(-1).and_then(|sum| sum.offset(min)))?, Relation::AtMost);
        for side in [high, low] {
            match self.state.truth(&side) {
                Some(true) => {}
                Some(false) => return Err(Stuck::Wait(Wait::Value(sum.terms[0].0))),
                None => return Err(Stuck::Wait(Wait::Decide(side))),
            }
        }
        Ok(sum)
    }

    pub(super) fn binary(&mut self, op: BinOp, a: &Term, b: &Term, env: &Env) -> Evaluated {
        Ok(match op {
            BinOp::And => Val::Bool(self.either(a, b, env, (false, false))?),
            BinOp::Or => Val::Bool(self.either(a, b, env, (true, true))?),
            BinOp::Implies => Val::Bool(self.either(a, b, env, (false, true))?),
            BinOp::Eq | BinOp::Same => Val::Bool(self.equal(a, b, env)?),
            BinOp::Ne => Val::Bool(!self.equal(a, b, env)?),
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                let atom = self.comparison(op, a, b, env)?;
                Val::Bool(self.state.truth(&atom).ok_or(Stuck::Wait(Wait::Decide(atom)))?)
            }
            BinOp::Add => Val::Int(fits(self.int(a, env)?.plus(&self.int(b, env)?))?),
            BinOp::Sub => Val::Int(fits(self.int(a, env)?.minus(&self.int(b, env)?))?),
            BinOp::Mul => {
                let (a, b) = (self.int(a, env)?, self.int(b, env)?);
                match (a.known(), b.known()) {
                    (Some(by), _) => Val::Int(fits(b.scale(by))?),
                    (_, Some(by)) => Val::Int(fits(a.scale(by))?),
                    _ => return Err(Stuck::Wait(Wait::Value(a.terms[0].0))),
                }
            }
            BinOp::Div | BinOp::Rem => {
                let (a, b) = (self.known(a, env)?, self.known(b, env)?);
                let value = if op == BinOp::Div { a.checked_div(b) } else { a.checked_rem(b) };
                Val::int(value.ok_or(Stuck::Never)?)
            }
        })
    }

    /// A connective. A value of `decisive.0` on the left, or of `decisive.1` on the right, settles it; for an implication
    /// that is to true.
    fn either(&mut self, a: &Term, b: &Term, env: &Env, decisive: (bool, bool)) -> Evaluated<bool> {
        let settled = decisive.1;
        let first = self.truth(a, env);
        match first {
            Ok(value) if value == decisive.0 => Ok(settled),
            Ok(_) => self.truth(b, env),
            Err(stop) => match self.truth(b, env) {
                Ok(value) if value == decisive.1 => Ok(settled),
                _ => Err(stop),
            },
        }
    }

    /// A comparison of integers as a claim.
    pub(super) fn comparison(&mut self, op: BinOp, a: &Term, b: &Term, env: &Env) -> Evaluated<Atom> {
        let (a, b) = (self.int(a, env)?, self.int(b, env)?);
        let (low, high, by) = match op {
            BinOp::Lt => (a, b, 1),
            BinOp::Le => (a, b, 0),
            BinOp::Gt => (b, a, 1),
            _ => (b, a, 0),
        };
        let sum = low.minus(&high).and_then(|sum| sum.offset(by));
        Ok(Atom::new(fits(sum)?, Relation::AtMost))
    }
}

pub(super) fn fits<T>(value: Option<T>) -> Evaluated<T> {
    value.ok_or(Stuck::Never)
}

/// Modulo 2^bits, into the type's range.
fn reduce(int: IntTy, value: BigInt) -> BigInt {
    let modulus = BigInt::from(1) << int.bits();
    let rest = ((value % &modulus) + &modulus) % &modulus;
    if rest > int.max() { rest - modulus } else { rest }
}

/// A bit operation on values of a type.
pub(super) fn bits(op: BitOp, int: IntTy, a: i128, b: i128) -> Option<i128> {
    let value = match op {
        BitOp::And => BigInt::from(a & b),
        BitOp::Or => BigInt::from(a | b),
        BitOp::Xor => BigInt::from(a ^ b),
        BitOp::Shl => BigInt::from(a) << u32::try_from(b).ok().filter(|by| *by < int.bits())?,
        BitOp::Shr => BigInt::from(a) >> u32::try_from(b).ok().filter(|by| *by < int.bits())?,
    };
    i128::try_from(reduce(int, value)).ok()
}
