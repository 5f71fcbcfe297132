//! Bodies of values executed. A value of which nothing is known yet (what a reference will point to at its end) is a hole, which the first
//! fact that tells of it fills. A hole that is filled twice, differently, is an end that was assumed too early; one that is never filled is an
//! end that was missed.
use std::cell::RefCell;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::ids::{AdtId, LocalId};
use crate::ir::{Body, Stmt, Terminator};
use crate::mir::listing::Listing;
use crate::mir::types::field_ty;
use crate::program::Program;
use crate::term::{BinOp, Term, TermKind, UnOp};
use crate::ty::Ty;
use crate::value::Value;

/// A value with holes.
#[derive(Clone, Debug)]
pub(super) enum V {
    Bool(bool),
    Int(BigInt),
    Tuple(Vec<V>),
    Adt(AdtId, usize, Vec<V>),
    Seq(Vec<V>),
    Hole(usize, Ty),
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum End {
    Returned(Value, Vec<(usize, Value)>),
    Failed(String),
    /// Facts contradict each other.
    Contradiction(String),
    /// A hole was looked at, or is still there at the end.
    Hole,
    /// Outside of what is executed here.
    Other(String),
}

pub(super) struct Evaluation<'p> {
    pub(super) program: &'p Listing,
    holes: RefCell<Vec<Option<V>>>,
    fuel: RefCell<u32>,
}

type Run<T> = Result<T, End>;

fn other<T>(what: &str) -> Run<T> {
    Err(End::Other(what.to_owned()))
}

impl<'p> Evaluation<'p> {
    pub(super) fn new(program: &'p Listing) -> Self {
        Evaluation { program, holes: RefCell::new(Vec::new()), fuel: RefCell::new(20_000) }
    }

    /// Executes a body on arguments.
    pub(super) fn run(&self, body: &Body, args: &[Value]) -> End {
        let done = || {
            let (result, outs) = self.call(body, args.iter().map(v).collect())?;
            let outs = outs.into_iter().map(|(at, out)| Ok((at, self.plain(&out)?))).collect::<Run<_>>()?;
            Ok((self.plain(&result)?, outs))
        };
        match done() {
            Ok((result, outs)) => End::Returned(result, outs),
            Err(end) => end,
        }
    }

    fn hole(&self, ty: &Ty) -> V {
        self.holes.borrow_mut().push(None);
        V::Hole(self.holes.borrow().len() - 1, ty.plain())
    }

    /// What a value is, as far as that is known; a hole of a type with one form gets its parts.
    fn shown(&self, value: &V) -> V {
        let V::Hole(at, ty) = value else { return value.clone() };
        if let Some(known) = self.holes.borrow()[*at].clone() {
            return self.shown(&known);
        }
        let holes = |tys: &[Ty]| tys.iter().map(|ty| self.hole(ty)).collect::<Vec<V>>();
        let made = match ty {
            Ty::Tuple(all) => V::Tuple(holes(all)),
            Ty::Borrow(inner) => V::Tuple(vec![self.hole(inner), self.hole(inner)]),
            Ty::Array(element, n) => V::Seq((0..n.known().unwrap_or(0)).map(|_| self.hole(element)).collect()),
            Ty::Adt(id, args) if !self.program.adt(*id).is_enum => {
                let count = self.program.adt(*id).variants[0].fields.len();
                let field = |at| self.hole(&field_ty(self.program, *id, args, 0, at).expect("a field"));
                V::Adt(*id, 0, (0..count).map(field).collect())
            }
            _ => return value.clone(),
        };
        self.holes.borrow_mut()[*at] = Some(made.clone());
        made
    }

    fn plain(&self, value: &V) -> Run<Value> {
        let all = |parts: &[V]| parts.iter().map(|part| self.plain(part)).collect::<Run<Vec<Value>>>();
        Ok(match self.shown(value) {
            V::Bool(b) => Value::Bool(b),
            V::Int(n) => Value::Int(n),
            V::Tuple(parts) => Value::Tuple(all(&parts)?),
            V::Adt(id, variant, parts) => Value::Adt(id, variant, all(&parts)?),
            V::Seq(parts) => Value::Seq(all(&parts)?),
            V::Hole(..) => return Err(End::Hole),
        })
    }

    /// Makes two values one.
    fn unify(&self, a: &V, b: &V) -> Run<()> {
        let odds = |a: &V, b: &V| Err(End::Contradiction(format!("{a:?} is not {b:?}")));
        match (self.shown(a), self.shown(b)) {
            (V::Hole(x, _), V::Hole(y, _)) if x == y => Ok(()),
            (V::Hole(at, _), known) | (known, V::Hole(at, _)) => {
                self.holes.borrow_mut()[at] = Some(known);
                Ok(())
            }
            (V::Bool(a), V::Bool(b)) if a == b => Ok(()),
            (V::Int(a), V::Int(b)) if a == b => Ok(()),
            (V::Adt(_, v, a), V::Adt(_, w, b)) if v == w => self.unify_all(&a, &b),
            (V::Tuple(a), V::Tuple(b)) | (V::Seq(a), V::Seq(b)) if a.len() == b.len() => self.unify_all(&a, &b),
            (a, b) => odds(&a, &b),
        }
    }

    fn unify_all(&self, a: &[V], b: &[V]) -> Run<()> {
        a.iter().zip(b).try_for_each(|(a, b)| self.unify(a, b))
    }

    fn call(&self, body: &Body, args: Vec<V>) -> Run<(V, Vec<(usize, V)>)> {
        let mut locals: Vec<Option<V>> = vec![None; body.locals.len()];
        for (at, arg) in args.iter().enumerate() {
            locals[at] = Some(arg.clone());
        }
        let mut at = 0;
        loop {
            let block = &body.blocks[at];
            for stmt in &block.stmts {
                self.burn()?;
                self.stmt(body, stmt, &mut locals, &args)?;
            }
            self.burn()?;
            at = match &block.end {
                Terminator::Goto(to) => to.0 as usize,
                Terminator::Branch { cond, then, otherwise } => {
                    let to = if self.truth(cond, &locals, &args)? { then } else { otherwise };
                    to.0 as usize
                }
                Terminator::Return => break,
                Terminator::Stop => return other("the end"),
            };
        }
        let get = |at: usize| locals[at].clone().ok_or(End::Other("no value at the end".to_owned()));
        let is_out = |at: &usize| matches!(body.locals[*at].ty, Ty::Ref(true, _));
        let outs = (0..body.params).filter(is_out).map(|at| Ok((at, get(at)?))).collect::<Run<_>>()?;
        Ok((get(body.params)?, outs))
    }

    fn burn(&self) -> Run<()> {
        let left = self.fuel.borrow().checked_sub(1).ok_or(End::Other("fuel".to_owned()))?;
        *self.fuel.borrow_mut() = left;
        Ok(())
    }

    fn stmt(&self, body: &Body, stmt: &Stmt, locals: &mut [Option<V>], old: &[V]) -> Run<()> {
        match stmt {
            Stmt::Assign { dest, value } => locals[dest.0 as usize] = Some(self.value(value, locals, old)?),
            Stmt::Havoc { dest, .. } => locals[dest.0 as usize] = Some(self.hole(&body.locals[dest.0 as usize].ty)),
            Stmt::Assert { cond, obligation } => {
                if !self.truth(cond, locals, old)? {
                    return Err(End::Failed(body.obligations[obligation.0 as usize].id.clone()));
                }
            }
            Stmt::Way { .. } => {}
            Stmt::Assume { cond, .. } => self.assume(cond, locals, old)?,
            Stmt::Call { callee, args, dest, outs, .. } => {
                let args = args.iter().map(|arg| self.value(arg, locals, old)).collect::<Run<Vec<V>>>()?;
                let callee = self.program.lowered.get(callee).ok_or(End::Other("no body".to_owned()))?;
                let (result, values) = self.call(callee, args)?;
                for (at, out) in outs {
                    let value = values.iter().find(|(of, _)| of == at).expect("a parameter that comes back");
                    locals[out.0 as usize] = Some(value.1.clone());
                }
                locals[dest.0 as usize] = Some(result);
            }
            Stmt::Unmodelled { what, .. } => return other(&body.unmodelled[*what].what),
        }
        Ok(())
    }

    fn assume(&self, cond: &Term, locals: &[Option<V>], old: &[V]) -> Run<()> {
        match cond.kind() {
            TermKind::Bin(BinOp::And, a, b) => {
                self.assume(a, locals, old)?;
                self.assume(b, locals, old)
            }
            TermKind::Bin(BinOp::Implies, a, b) => match self.truth(a, locals, old)? {
                true => self.assume(b, locals, old),
                false => Ok(()),
            },
            TermKind::Bin(BinOp::Same, a, b) => self.unify(&self.value(a, locals, old)?, &self.value(b, locals, old)?),
            // A slice's length is the first that is known of it.
            TermKind::Bin(BinOp::Eq, a, n) if matches!(a.kind(), TermKind::SeqLen(_)) => {
                let TermKind::SeqLen(seq) = a.kind() else { return other("a length") };
                let n = self.int(n, locals, old)?.to_usize().expect("a length");
                match self.shown(&self.value(seq, locals, old)?) {
                    V::Hole(at, ty) => {
                        let element = ty.element().expect("a slice").clone();
                        let all = (0..n).map(|_| self.hole(&element)).collect();
                        self.holes.borrow_mut()[at] = Some(V::Seq(all));
                        Ok(())
                    }
                    V::Seq(all) if all.len() == n => Ok(()),
                    other => Err(End::Contradiction(format!("the length of {other:?}"))),
                }
            }
            _ => match self.truth(cond, locals, old)? {
                true => Ok(()),
                false => Err(End::Contradiction(format!("{cond:?}"))),
            },
        }
    }

    fn truth(&self, term: &Term, locals: &[Option<V>], old: &[V]) -> Run<bool> {
        match self.shown(&self.value(term, locals, old)?) {
            V::Bool(b) => Ok(b),
            V::Hole(..) => Err(End::Hole),
            _ => other("no boolean"),
        }
    }

    fn int(&self, term: &Term, locals: &[Option<V>], old: &[V]) -> Run<BigInt> {
        match self.shown(&self.value(term, locals, old)?) {
            V::Int(n) => Ok(n),
            V::Hole(..) => Err(End::Hole),
            _ => other("no number"),
        }
    }

    fn seq(&self, term: &Term, locals: &[Option<V>], old: &[V]) -> Run<Vec<V>> {
        match self.shown(&self.value(term, locals, old)?) {
            V::Seq(all) => Ok(all),
            V::Hole(..) => Err(End::Hole),
            _ => other("no sequence"),
        }
    }

    fn value(&self, term: &Term, locals: &[Option<V>], old: &[V]) -> Run<V> {
        use TermKind::*;
        let value = |t: &Term| self.value(t, locals, old);
        let all = |ts: &[Term]| ts.iter().map(value).collect::<Run<Vec<V>>>();
        let int = |t: &Term| self.int(t, locals, old);
        let at = |t: &Term| int(t).map(|n| n.to_usize().unwrap_or(usize::MAX));
        let seq = |t: &Term| self.seq(t, locals, old);
        let truth = |t: &Term| self.truth(t, locals, old);
        Ok(match term.kind() {
            Local(LocalId(id)) => locals[*id as usize].clone().ok_or(End::Other(format!("no value in {id}")))?,
            Old(LocalId(id)) => old[*id as usize].clone(),
            Int(n) => V::Int(n.clone()),
            Bool(b) => V::Bool(*b),
            Un(UnOp::Not, a) => V::Bool(!truth(a)?),
            Un(UnOp::Neg, a) => V::Int(-int(a)?),
            Bin(BinOp::And, a, b) => V::Bool(truth(a)? && truth(b)?),
            Bin(BinOp::Or, a, b) => V::Bool(truth(a)? || truth(b)?),
            Bin(BinOp::Implies, a, b) => V::Bool(!truth(a)? || truth(b)?),
            Bin(BinOp::Eq, a, b) => V::Bool(self.plain(&value(a)?)? == self.plain(&value(b)?)?),
            Bin(BinOp::Ne, a, b) => V::Bool(self.plain(&value(a)?)? != self.plain(&value(b)?)?),
            Bin(op, a, b) => {
                let (x, y) = (int(a)?, int(b)?);
                match op {
                    BinOp::Add => V::Int(x + y),
                    BinOp::Sub => V::Int(x - y),
                    BinOp::Mul => V::Int(x * y),
                    BinOp::Lt => V::Bool(x < y),
                    BinOp::Le => V::Bool(x <= y),
                    BinOp::Gt => V::Bool(x > y),
                    BinOp::Ge => V::Bool(x >= y),
                    _ => return other("this operator"),
                }
            }
            Wrap(ty, a) => V::Int(crate::mir::interpret::wrap(&int(a)?, *ty)),
            Ite(c, a, b) => value(if truth(c)? { a } else { b })?,
            Tuple(parts) => V::Tuple(all(parts)?),
            Proj(a, n) => match self.shown(&value(a)?) {
                V::Tuple(parts) => parts[*n].clone(),
                _ => return Err(End::Hole),
            },
            Ctor(variant, parts) => match term.ty() {
                Ty::Adt(id, _) => V::Adt(*id, *variant, all(parts)?),
                _ => return other("a constructor"),
            },
            Field(a, variant, n) => match self.shown(&value(a)?) {
                V::Adt(_, is, parts) if is == *variant => parts[*n].clone(),
                V::Hole(..) => return Err(End::Hole),
                _ => return other("a field that is not there"),
            },
            IsVariant(a, variant) => match self.shown(&value(a)?) {
                V::Adt(_, is, _) => V::Bool(is == *variant),
                _ => return Err(End::Hole),
            },
            SeqLit(parts) => V::Seq(all(parts)?),
            SeqRepeat(x, n) => V::Seq(vec![value(x)?; at(n)?]),
            SeqLen(a) => V::Int(seq(a)?.len().into()),
            SeqGet(a, n) => seq(a)?.get(at(n)?).cloned().ok_or(End::Other("out of bounds".to_owned()))?,
            SeqSet(a, n, x) => {
                let (mut seq, n) = (seq(a)?, at(n)?);
                if n < seq.len() {
                    seq[n] = value(x)?;
                }
                V::Seq(seq)
            }
            SeqPush(a, x) => {
                let mut seq = seq(a)?;
                seq.push(value(x)?);
                V::Seq(seq)
            }
            SeqSlice(a, lo, hi) => {
                let part = seq(a)?.get(at(lo)?..at(hi)?).map(<[V]>::to_vec);
                V::Seq(part.ok_or(End::Other("a slice out of bounds".to_owned()))?)
            }
            SeqConcat(a, b) => V::Seq([seq(a)?, seq(b)?].concat()),
            other_kind => return other(&format!("{other_kind:?}")),
        })
    }
}

fn v(value: &Value) -> V {
    let all = |parts: &[Value]| parts.iter().map(v).collect();
    match value {
        Value::Bool(b) => V::Bool(*b),
        Value::Int(n) => V::Int(n.clone()),
        Value::Tuple(parts) => V::Tuple(all(parts)),
        Value::Adt(id, variant, parts) => V::Adt(*id, *variant, all(parts)),
        Value::Seq(parts) => V::Seq(all(parts)),
        other => panic!("{other:?}"),
    }
}
