//! Terms evaluated.
use std::collections::HashMap;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{Halt, OrHalt};
use crate::ids::{BoundId, LocalId};
use crate::program::Program;
use crate::term::{BinOp, BitOp, Quantifier, Term, TermKind, UnOp};
use crate::ty::{FnInst, IntTy, Ty};
use crate::value::Value;

/// What a leaf stands for.
pub(crate) type Leaf<'l> = &'l dyn Fn(&TermKind) -> OrHalt<Value>;

/// Evaluates terms.
pub(crate) struct Evaluator<'a> {
    /// Where pure functions are defined.
    pub(crate) program: &'a dyn Program,
    /// What each term and each step of a quantifier takes one of.
    pub(crate) fuel: &'a mut u64,
    /// How many pure functions are being applied, inside of each other.
    pub(crate) depth: usize,
}

/// Pure functions applied inside of each other, after which a value is given up.
const MAX_DEPTH: usize = 100;

/// A term whose value means nothing: the element at an index out of bounds, a quotient by zero.
fn meaningless<T>() -> OrHalt<T> {
    Err(Halt::unmodelled("a term without a value"))
}

/// An integer, or a character as one.
fn int(value: &Value) -> OrHalt<BigInt> {
    match value {
        Value::Int(n) => Ok(n.clone()),
        Value::Char(c) => Ok(u32::from(*c).into()),
        _ => Err(Halt::unmodelled("a value that is no number")),
    }
}

/// An integer that is an index.
pub(crate) fn index(value: &Value) -> OrHalt<usize> {
    int(value)?.to_usize().map_or_else(meaningless, Ok)
}

fn truth(value: &Value) -> OrHalt<bool> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        _ => Err(Halt::unmodelled("a value that is no boolean")),
    }
}

fn seq(value: Value) -> OrHalt<Vec<Value>> {
    match value {
        Value::Seq(all) => Ok(all),
        _ => Err(Halt::unmodelled("a value that is no sequence")),
    }
}

/// A number as a value of a type.
fn number(n: BigInt, ty: &Ty) -> OrHalt<Value> {
    match ty.peeled() {
        Ty::Char => n.to_u32().and_then(char::from_u32).map_or_else(meaningless, |c| Ok(Value::Char(c))),
        _ => Ok(Value::Int(n)),
    }
}

/// Reduction modulo `2^bits` into the type's range.
pub(crate) fn wrap(n: &BigInt, ty: IntTy) -> BigInt {
    let modulus = BigInt::one() << ty.bits();
    let low = ((n % &modulus) + &modulus) % &modulus;
    if low > ty.max() { low - modulus } else { low }
}

type Bound = HashMap<BoundId, BigInt>;

impl Evaluator<'_> {
    /// A term's value.
    pub(crate) fn value(&mut self, term: &Term, leaf: Leaf<'_>) -> OrHalt<Value> {
        self.at(term, leaf, &mut Bound::new())
    }

    fn all(&mut self, terms: &[Term], leaf: Leaf<'_>, bound: &mut Bound) -> OrHalt<Vec<Value>> {
        terms.iter().map(|term| self.at(term, leaf, bound)).collect()
    }

    fn int(&mut self, term: &Term, leaf: Leaf<'_>, bound: &mut Bound) -> OrHalt<BigInt> {
        int(&self.at(term, leaf, bound)?)
    }

    fn at(&mut self, term: &Term, leaf: Leaf<'_>, bound: &mut Bound) -> OrHalt<Value> {
        use TermKind::*;
        *self.fuel = self.fuel.checked_sub(1).ok_or(Halt::OutOfFuel)?;
        Ok(match term.kind() {
            Local(_) | Old(_) => match (leaf(term.kind())?, term.ty().peeled()) {
                // A character may be looked at as a number.
                (Value::Char(c), Ty::Int(_) | Ty::Exact) => Value::Int(u32::from(c).into()),
                (value, _) => value,
            },
            Bound(id) => Value::Int(bound.get(id).cloned().map_or_else(meaningless, Ok)?),
            Int(n) => number(n.clone(), term.ty())?,
            Bool(truth) => Value::Bool(*truth),
            Un(UnOp::Neg, a) => Value::Int(-self.int(a, leaf, bound)?),
            Un(UnOp::Not, a) => Value::Bool(!truth(&self.at(a, leaf, bound)?)?),
            Bin(op, a, b) => self.binary(*op, a, b, leaf, bound)?,
            Wrap(ty, a) => Value::Int(wrap(&self.int(a, leaf, bound)?, *ty)),
            Bits(op, ty, a, b) => {
                let (a, b) = (self.int(a, leaf, bound)?, self.int(b, leaf, bound)?);
                Value::Int(bits(*op, *ty, &a, &b)?)
            }
            Ite(c, a, b) => {
                let chosen = if truth(&self.at(c, leaf, bound)?)? { a } else { b };
                self.at(chosen, leaf, bound)?
            }
            Tuple(all) => Value::Tuple(self.all(all, leaf, bound)?),
            Proj(a, at) => match self.at(a, leaf, bound)? {
                Value::Tuple(parts) => parts.get(*at).cloned().map_or_else(meaningless, Ok)?,
                _ => return meaningless(),
            },
            Ctor(variant, fields) => {
                let Ty::Adt(id, _) = term.ty().peeled() else { return meaningless() };
                Value::Adt(*id, *variant, self.all(fields, leaf, bound)?)
            }
            Field(a, variant, at) => match self.at(a, leaf, bound)? {
                Value::Adt(_, is, parts) if is == *variant => parts.get(*at).cloned().map_or_else(meaningless, Ok)?,
                _ => return meaningless(),
            },
            IsVariant(a, variant) => match self.at(a, leaf, bound)? {
                Value::Adt(_, is, _) => Value::Bool(is == *variant),
                _ => return meaningless(),
            },
            SeqLit(all) => Value::Seq(self.all(all, leaf, bound)?),
            SeqRepeat(value, n) => {
                let (value, n) = (self.at(value, leaf, bound)?, self.at(n, leaf, bound)?);
                let n = index(&n)?;
                *self.fuel = self.fuel.checked_sub(n as u64).ok_or(Halt::OutOfFuel)?;
                Value::Seq(vec![value; n])
            }
            SeqLen(a) => match self.at(a, leaf, bound)? {
                Value::Str(text) => Value::Int(text.len().into()),
                all => Value::Int(seq(all)?.len().into()),
            },
            SeqGet(a, at) => {
                let (all, at) = (seq(self.at(a, leaf, bound)?)?, self.int(at, leaf, bound)?);
                at.to_usize().and_then(|at| all.get(at).cloned()).map_or_else(meaningless, Ok)?
            }
            SeqSet(a, at, value) => {
                let (mut all, at) = (seq(self.at(a, leaf, bound)?)?, self.int(at, leaf, bound)?);
                let value = self.at(value, leaf, bound)?;
                if let Some(cell) = at.to_usize().and_then(|at| all.get_mut(at)) {
                    *cell = value;
                }
                Value::Seq(all)
            }
            SeqPush(a, value) => {
                let mut all = seq(self.at(a, leaf, bound)?)?;
                all.push(self.at(value, leaf, bound)?);
                Value::Seq(all)
            }
            SeqSlice(a, lo, hi) => {
                let all = seq(self.at(a, leaf, bound)?)?;
                let (lo, hi) = (self.int(lo, leaf, bound)?.to_usize(), self.int(hi, leaf, bound)?.to_usize());
                let part = lo.zip(hi).and_then(|(lo, hi)| all.get(lo..hi).map(<[Value]>::to_vec));
                Value::Seq(part.map_or_else(meaningless, Ok)?)
            }
            SeqConcat(a, b) => {
                let mut all = seq(self.at(a, leaf, bound)?)?;
                all.extend(seq(self.at(b, leaf, bound)?)?);
                Value::Seq(all)
            }
            Quant(quantifier, id, lo, hi, body) => self.quantified(*quantifier, *id, (lo, hi), body, leaf, bound)?,
            Call(inst, args) => self.applied(inst, args, false, leaf, bound)?,
            Defined(inst, args) => self.applied(inst, args, true, leaf, bound)?,
            Param(_) => return Err(Halt::unmodelled("a constant parameter")),
            NoValue => return meaningless(),
        })
    }

    fn binary(&mut self, op: BinOp, a: &Term, b: &Term, leaf: Leaf<'_>, bound: &mut Bound) -> OrHalt<Value> {
        let first = self.at(a, leaf, bound)?;
        match (op, &first) {
            (BinOp::And, Value::Bool(false)) => return Ok(Value::Bool(false)),
            (BinOp::Or, Value::Bool(true)) | (BinOp::Implies, Value::Bool(false)) => return Ok(Value::Bool(true)),
            (BinOp::And | BinOp::Or | BinOp::Implies, Value::Bool(_)) => return self.at(b, leaf, bound),
            _ => {}
        }
        let second = self.at(b, leaf, bound)?;
        if let BinOp::Eq | BinOp::Ne | BinOp::Same = op {
            let same = match (int(&first), int(&second)) {
                (Ok(x), Ok(y)) => x == y,
                _ => first == second,
            };
            return Ok(Value::Bool(same != (op == BinOp::Ne)));
        }
        let (x, y) = (int(&first)?, int(&second)?);
        Ok(match op {
            BinOp::Add => Value::Int(x + y),
            BinOp::Sub => Value::Int(x - y),
            BinOp::Mul => Value::Int(x * y),
            BinOp::Div | BinOp::Rem if y.is_zero() => return meaningless(),
            BinOp::Div => Value::Int(x / y),
            BinOp::Rem => Value::Int(x % y),
            BinOp::Lt => Value::Bool(x < y),
            BinOp::Le => Value::Bool(x <= y),
            BinOp::Gt => Value::Bool(x > y),
            BinOp::Ge => Value::Bool(x >= y),
            BinOp::Eq | BinOp::Ne | BinOp::Same | BinOp::And | BinOp::Or | BinOp::Implies => return meaningless(),
        })
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        id: BoundId,
        (lo, hi): (&Term, &Term),
        body: &Term,
        leaf: Leaf<'_>,
        bound: &mut Bound,
    ) -> OrHalt<Value> {
        let (mut at, hi) = (self.int(lo, leaf, bound)?, self.int(hi, leaf, bound)?);
        let ends = quantifier == Quantifier::Exists;
        let outer = bound.get(&id).cloned();
        let mut found = !ends;
        while at < hi {
            bound.insert(id, at.clone());
            if truth(&self.at(body, leaf, bound)?)? == ends {
                found = ends;
                break;
            }
            at += 1;
        }
        match outer {
            Some(outer) => bound.insert(id, outer),
            None => bound.remove(&id),
        };
        Ok(Value::Bool(found))
    }

    /// A pure function applied, or whether it has a value.
    fn applied(
        &mut self,
        inst: &FnInst,
        args: &[Term],
        domain: bool,
        leaf: Leaf<'_>,
        bound: &mut Bound,
    ) -> OrHalt<Value> {
        let Some(def) = self.program.pure_def(inst) else {
            return Err(Halt::Unmodelled(format!("the value of `{}`", self.program.func(inst.func).path)));
        };
        let args = self.all(args, leaf, bound)?;
        if self.depth >= MAX_DEPTH {
            return Err(Halt::OutOfFuel);
        }
        let inner = |kind: &TermKind| match kind {
            TermKind::Local(LocalId(at)) | TermKind::Old(LocalId(at)) => {
                args.get(*at as usize).cloned().map_or_else(meaningless, Ok)
            }
            _ => meaningless(),
        };
        let mut callee = Evaluator { program: self.program, fuel: &mut *self.fuel, depth: self.depth + 1 };
        callee.value(if domain { &def.domain } else { &def.body }, &inner)
    }
}

fn bits(op: BitOp, ty: IntTy, a: &BigInt, b: &BigInt) -> OrHalt<BigInt> {
    let exact = match op {
        // Two's complement of any width.
        BitOp::And => a & b,
        BitOp::Or => a | b,
        BitOp::Xor => a ^ b,
        BitOp::Shl | BitOp::Shr => {
            let Some(by) = b.to_u32().filter(|by| !b.is_negative() && *by < ty.bits()) else { return meaningless() };
            if op == BitOp::Shl { a << by } else { a >> by }
        }
    };
    Ok(wrap(&exact, ty))
}
