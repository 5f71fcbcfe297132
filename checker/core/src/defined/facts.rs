//! What is known at a place inside a clause, and what follows from it without asking the solver.
//!
//! Most operations that may fail stand where they evidently do not: `xs[i]` under `i < xs.len()`, a field under the test
//! of its variant. Integers are compared as differences: a fact `a - b <= c` is an edge from `a` to `b`, and what
//! follows is the shortest way (Bellman and Ford). Everything else is known literally or not at all. To miss
//! something is harmless: then the solver is asked.
use num_bigint::BigInt;
use num_traits::Zero;

use crate::term::{BinOp, Term, TermKind, UnOp};
use crate::terms;
use crate::terms::parts::Types;
use crate::ty::{IntTy, Ty};

/// A term without its constant summand; `None` is zero.
type Base = Option<Term>;

/// Facts, the later ones of inner places.
pub(super) struct Facts<'a> {
    types: &'a dyn Types,
    /// `a - b <= c`.
    edges: Vec<(Base, Base, BigInt)>,
    /// `a - b != c`.
    apart: Vec<(Base, Base, BigInt)>,
    /// Other conditions, and whether they are true.
    literals: Vec<(Term, bool)>,
    /// The literals from which a part followed, which is known since.
    resolved: Vec<usize>,
}

/// How much is known at a place.
pub(super) struct Mark(usize, usize, usize, usize);

impl<'a> Facts<'a> {
    pub(super) fn new(types: &'a dyn Types) -> Self {
        Facts { types, edges: Vec::new(), apart: Vec::new(), literals: Vec::new(), resolved: Vec::new() }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.edges.len(), self.apart.len(), self.literals.len(), self.resolved.len())
    }

    /// Forgets what was learnt since.
    pub(super) fn back_to(&mut self, mark: &Mark) {
        self.edges.truncate(mark.0);
        self.apart.truncate(mark.1);
        self.literals.truncate(mark.2);
        self.resolved.truncate(mark.3);
    }

    /// Takes a condition as true or false.
    pub(super) fn learn(&mut self, cond: &Term, truth: bool) {
        match (cond.kind(), truth) {
            (TermKind::Bool(_), _) => {}
            (TermKind::Un(UnOp::Not, inner), _) => self.learn(inner, !truth),
            (TermKind::Bin(BinOp::And, a, b), true) | (TermKind::Bin(BinOp::Or, a, b), false) => {
                self.learn(a, truth);
                self.learn(b, truth);
            }
            (TermKind::Bin(BinOp::Implies, a, b), false) => {
                self.learn(a, true);
                self.learn(b, false);
            }
            (TermKind::Bin(op, a, b), _) if compares_integers(*op, a, b) => {
                self.learn_order(*op, a, b, truth);
                self.follow_up();
            }
            _ => {
                self.literals.push((cond.clone(), truth));
                self.follow_up();
            }
        }
    }

    /// `a || b` with `a` false gives `b`; likewise `a ==> b` with `a` true. Each is resolved once: what was learnt need not be found
    /// again by [`Facts::is`], since the form of a sum may change with what is known.
    fn follow_up(&mut self) {
        for at in 0..self.literals.len() {
            if self.resolved.contains(&at) {
                continue;
            }
            let (cond, truth) = self.literals[at].clone();
            let rest = match (cond.kind(), truth) {
                (TermKind::Bin(BinOp::Or, a, b), true) if self.is(a, false) => b.clone(),
                (TermKind::Bin(BinOp::Or, a, b), true) if self.is(b, false) => a.clone(),
                (TermKind::Bin(BinOp::Implies, a, b), true) if self.is(a, true) => b.clone(),
                _ => continue,
            };
            self.resolved.push(at);
            if !self.is(&rest, true) {
                self.learn(&rest, true);
            }
        }
    }

    fn learn_order(&mut self, op: BinOp, a: &Term, b: &Term, truth: bool) {
        let (x, y, apart) = self.difference(a, b);
        let below = |strict: i32| (x.clone(), y.clone(), apart.clone() - strict);
        let above = |strict: i32| (y.clone(), x.clone(), -apart.clone() - strict);
        match (op, truth) {
            (BinOp::Lt, true) | (BinOp::Ge, false) => self.edges.push(below(1)),
            (BinOp::Le, true) | (BinOp::Gt, false) => self.edges.push(below(0)),
            (BinOp::Gt, true) | (BinOp::Le, false) => self.edges.push(above(1)),
            (BinOp::Ge, true) | (BinOp::Lt, false) => self.edges.push(above(0)),
            (BinOp::Eq, true) | (BinOp::Ne, false) => self.edges.extend([below(0), above(0)]),
            _ => {
                // What is at most, but not equal, is less.
                let nearer = [below(0), above(0)].into_iter().filter(|(a, b, c)| self.within(a, b, c));
                let nearer: Vec<_> = nearer.map(|(a, b, c)| (a, b, c - 1)).collect();
                self.edges.extend(nearer);
                self.apart.push((x, y, apart));
            }
        }
    }

    /// Whether a condition is known to have a truth value.
    pub(super) fn is(&self, cond: &Term, truth: bool) -> bool {
        match (cond.kind(), truth) {
            (TermKind::Bool(value), _) => *value == truth,
            (TermKind::Un(UnOp::Not, inner), _) => self.is(inner, !truth),
            (TermKind::Bin(BinOp::And, a, b), true) | (TermKind::Bin(BinOp::Or, a, b), false) => {
                self.is(a, truth) && self.is(b, truth)
            }
            (TermKind::Bin(BinOp::And, a, b), false) | (TermKind::Bin(BinOp::Or, a, b), true) => {
                self.is(a, truth) || self.is(b, truth) || self.literals.contains(&(cond.clone(), truth))
            }
            (TermKind::Bin(BinOp::Implies, a, b), true) => {
                self.is(a, false) || self.is(b, true) || self.literals.contains(&(cond.clone(), true))
            }
            (TermKind::Bin(op, a, b), _) if compares_integers(*op, a, b) => self.is_order(*op, a, b, truth),
            (TermKind::IsVariant(of, variant), _) => self.is_variant(of, *variant, truth),
            _ => self.literals.contains(&(cond.clone(), truth)),
        }
    }

    fn is_variant(&self, of: &Term, variant: usize, truth: bool) -> bool {
        let known = |at: usize, truth: bool| {
            let test = terms::is_variant(of, at);
            self.literals.contains(&(test, truth))
        };
        let Ty::Adt(id, _) = of.ty().peeled() else { return false };
        let mut others = (0..self.types.adt(*id).variants.len()).filter(|at| *at != variant);
        known(variant, truth)
            || if truth { others.all(|at| known(at, false)) } else { others.any(|at| known(at, true)) }
    }

    fn is_order(&self, op: BinOp, a: &Term, b: &Term, truth: bool) -> bool {
        let (x, y, apart) = self.difference(a, b);
        let below = |strict: i32| self.within(&x, &y, &(apart.clone() - strict));
        let above = |strict: i32| self.within(&y, &x, &(-apart.clone() - strict));
        match (op, truth) {
            (BinOp::Lt, true) | (BinOp::Ge, false) => below(1),
            (BinOp::Le, true) | (BinOp::Gt, false) => below(0),
            (BinOp::Gt, true) | (BinOp::Le, false) => above(1),
            (BinOp::Ge, true) | (BinOp::Lt, false) => above(0),
            (BinOp::Eq, true) | (BinOp::Ne, false) => below(0) && above(0),
            _ => {
                let here = |(p, q, c): &(Base, Base, BigInt)| {
                    (*p == x && *q == y && *c == apart) || (*p == y && *q == x && *c == -apart.clone())
                };
                below(1) || above(1) || self.apart.iter().any(here)
            }
        }
    }

    /// Whether `x - y <= limit` follows.
    fn within(&self, x: &Base, y: &Base, limit: &BigInt) -> bool {
        if x == y {
            return *limit >= BigInt::zero();
        }
        let mut edges: Vec<(&Base, &Base, BigInt)> = self.edges.iter().map(|(a, b, c)| (a, b, c.clone())).collect();
        let mut nodes: Vec<&Base> = vec![x, y];
        for (a, b, _) in &self.edges {
            for node in [a, b] {
                if !nodes.contains(&node) {
                    nodes.push(node);
                }
            }
        }
        let zero: &Base = &None;
        for node in nodes.clone() {
            let (least, most) = node.as_ref().map_or((None, None), range);
            edges.extend(least.map(|least| (zero, node, -least)));
            edges.extend(most.map(|most| (node, zero, most)));
        }
        if !nodes.contains(&zero) {
            nodes.push(zero);
        }
        // The least known `c` with `x - node <= c`, for each node.
        let mut ways: Vec<Option<BigInt>> = nodes.iter().map(|node| (*node == x).then(BigInt::zero)).collect();
        let at = |node: &Base| nodes.iter().position(|known| *known == node);
        for _ in 0..nodes.len() {
            let mut shorter = false;
            for (from, to, c) in &edges {
                let (Some(from), Some(to)) = (at(from), at(to)) else { continue };
                let Some(way) = ways[from].as_ref().map(|way| way + c) else { continue };
                if ways[to].as_ref().is_none_or(|known| way < *known) {
                    ways[to] = Some(way);
                    shorter = true;
                }
            }
            if !shorter {
                break;
            }
        }
        at(y).and_then(|at| ways[at].as_ref()).is_some_and(|way| way <= limit)
    }

    /// Bases and a constant by which `a op b` is `x - y op constant`.
    fn difference(&self, a: &Term, b: &Term) -> (Base, Base, BigInt) {
        let (a_sum, b_sum) = (self.sum(a), self.sum(b));
        let mut all = a_sum;
        all.subtract(b_sum);
        match (&all.plus[..], &all.minus[..]) {
            ([] | [_], [] | [_]) => (all.plus.pop(), all.minus.pop(), -all.constant),
            _ => (Some(a.clone()), Some(b.clone()), BigInt::zero()),
        }
    }

    /// An integer as a base and a constant.
    pub(super) fn linear(&self, term: &Term) -> (Base, BigInt) {
        let mut sum = self.sum(term);
        match (&sum.plus[..], &sum.minus[..]) {
            ([] | [_], []) => (sum.plus.pop(), sum.constant),
            _ => (Some(term.clone()), BigInt::zero()),
        }
    }

    /// An integer as a sum.
    fn sum(&self, term: &Term) -> Sum {
        let whole = || Sum { plus: vec![term.clone()], ..Sum::default() };
        match term.kind() {
            TermKind::Int(value) => Sum { constant: value.clone(), ..Sum::default() },
            TermKind::Bin(BinOp::Add, a, b) => {
                let (mut sum, other) = (self.sum(a), self.sum(b));
                sum.add(other);
                sum
            }
            TermKind::Bin(BinOp::Sub, a, b) => {
                let (mut sum, other) = (self.sum(a), self.sum(b));
                sum.subtract(other);
                sum
            }
            TermKind::Wrap(ty, inner) => {
                let sum = self.sum(inner);
                let (x, y) = match (&sum.plus[..], &sum.minus[..]) {
                    ([] | [_], [] | [_]) => (sum.plus.first().cloned(), sum.minus.first().cloned()),
                    _ => return whole(),
                };
                let most = IntTy::max(*ty) - &sum.constant;
                let least = &sum.constant - IntTy::min(*ty);
                if self.within(&x, &y, &most) && self.within(&y, &x, &least) { sum } else { whole() }
            }
            // The variable of a quantifier is in its range, whatever its type.
            TermKind::Bound(_) => Sum { plus: vec![Term::new(term.kind().clone(), Ty::Exact)], ..Sum::default() },
            TermKind::SeqLen(seq) => self.length(seq).unwrap_or_else(whole),
            _ => whole(),
        }
    }

    /// The length of a sequence, where its form tells more than that it has one.
    fn length(&self, seq: &Term) -> Option<Sum> {
        let number = |n: BigInt| Sum { constant: n, ..Sum::default() };
        let len = |seq: &Term| self.sum(&terms::len(seq));
        match (seq.kind(), seq.ty().peeled()) {
            (_, Ty::Array(_, n)) => Some(self.sum(&Term::length(n))),
            (TermKind::SeqLit(all), _) => Some(number(all.len().into())),
            (TermKind::SeqRepeat(_, n), _) => Some(self.sum(n)),
            (TermKind::SeqSet(of, ..), _) => Some(len(of)),
            (TermKind::SeqPush(of, _), _) => {
                let mut sum = len(of);
                sum.constant += 1;
                Some(sum)
            }
            (TermKind::SeqSlice(_, lo, hi), _) => {
                let (mut sum, lo) = (self.sum(hi), self.sum(lo));
                sum.subtract(lo);
                Some(sum)
            }
            _ => None,
        }
    }
}

/// What is added, what is taken away, and a constant.
#[derive(Default)]
struct Sum {
    plus: Vec<Term>,
    minus: Vec<Term>,
    constant: BigInt,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.plus.extend(other.plus);
        self.minus.extend(other.minus);
        self.constant += other.constant;
        let minus = std::mem::take(&mut self.minus);
        for term in minus {
            match self.plus.iter().position(|known| *known == term) {
                Some(at) => drop(self.plus.swap_remove(at)),
                None => self.minus.push(term),
            }
        }
    }

    fn subtract(&mut self, other: Sum) {
        self.add(Sum { plus: other.minus, minus: other.plus, constant: -other.constant });
    }
}

/// Whether it is a comparison of integers.
pub(super) fn compares_integers(op: BinOp, a: &Term, b: &Term) -> bool {
    let ordered = matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge);
    ordered || (matches!(op, BinOp::Eq | BinOp::Ne) && a.ty().is_integral() && b.ty().is_integral())
}

/// The bounds that a term's form sets: those of its machine type, where it surely has a value of that type.
fn range(term: &Term) -> (Option<BigInt>, Option<BigInt>) {
    if matches!(term.kind(), TermKind::SeqLen(_)) {
        return (Some(BigInt::zero()), None);
    }
    match term.ty().peeled() {
        Ty::Int(int) if term.is_in_range() => (Some(IntTy::min(*int)), Some(IntTy::max(*int))),
        _ => (None, None),
    }
}
