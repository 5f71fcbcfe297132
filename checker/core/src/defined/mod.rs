//! Where a clause has a value: *a clause means that it is defined and true*.
//!
//! Terms are total: the solver gives `10 / 0` some number. Compiled code does not. So each clause gets the condition under
//! which its evaluation meets no operation without a value, and means that condition and itself. What is evaluated:
//! everything, except for what `&&`, `||`, `implies`, `if` and `match` leave out on the right of what decides, and with
//! quantifiers over all of their range.
//!
//! ```text
//! D(a / b)      = D(a) ∧ D(b) ∧ b ≠ 0            D(xs[i]) = D(xs) ∧ D(i) ∧ 0 ≤ i < |xs|
//! D(a && b)     = D(a) ∧ (a ⇒ D(b))              D(f(a))  = D(a) ∧ D_f(a), for the body of a pure f
//! D(∀ lo..hi p) = D(lo) ∧ D(hi) ∧ ∀ lo..hi D(p)
//! ```
//!
//! What evidently holds is left out (see `facts`), so that the clauses of which all is evident, nearly all of them, stay
//! as they are.
mod facts;

use num_bigint::BigInt;
use num_traits::Zero;

use crate::ids::BoundId;
use crate::ir::Clause;
use crate::span::Span;
use crate::term::{BinOp, BitOp, Quantifier, Term, TermKind, may_fail};
use crate::terms::parts::Types;
use crate::terms::{self, exact, implies, place_args};
use crate::ty::{FnInst, Ty};
use facts::Facts;

/// The pure functions of a program.
pub trait Pures: Types {
    /// Where a pure function has a value, over its parameters as `Local`s: `true` where it always has. While that is being
    /// worked out, that it is [`TermKind::Defined`] there.
    fn pure_domain(&self, inst: &FnInst) -> Term;
}

/// A clause from its translation.
pub fn clause(pures: &dyn Pures, value: Term, span: Span, text: String) -> Clause {
    Clause { term: Term::and(domain(pures, &value), value.clone()), value, span, text, binder: None }
}

/// A measure from its translation. Where it has no value it is negative, and what is negative is no measure.
pub fn measure(pures: &dyn Pures, value: Term, span: Span, text: String) -> Clause {
    let term = terms::ite(domain(pures, &value), value.clone(), Term::int(-1, Ty::Exact));
    Clause { term, value, span, text, binder: None }
}

/// Where a term has a value: `true` where it always has.
pub fn domain(pures: &dyn Pures, term: &Term) -> Term {
    if may_fail(term) { Domain::new(pures).of(term) } else { Term::bool(true) }
}

/// Where the body of a pure function has a value. `applied` says that the function has one for its own parameters.
///
/// By induction on the calls: it has a value if it has one wherever its calls of itself have.
pub fn domain_of_body(pures: &dyn Pures, inst: &FnInst, body: &Term, applied: &Term) -> Term {
    let found = domain(pures, body);
    let mut inner = Domain::new(pures);
    inner.facts.learn(applied, true);
    let total = inner.simplified(&found, Some(inst)) == Term::bool(true);
    if total { Term::bool(true) } else { found }
}

/// The conjuncts of a condition that do not follow from the others, nor from a value's being there.
pub fn beyond(pures: &dyn Pures, cond: &Term, value: &Term) -> Term {
    let mut domain = Domain::new(pures);
    let known = domain.of(value);
    domain.facts.learn(&known, true);
    let mut parts = Vec::new();
    conjuncts(cond, &mut parts);
    parts.into_iter().fold(Term::bool(true), |all, part| Term::and(all, domain.simplified(&part, None)))
}

/// A term in which arithmetic wraps, without that where what stands around says that the result is in range:
/// `n - 1` after `n == 0 ||`. The solver likes plain arithmetic better.
pub fn unwrapped(pures: &dyn Pures, term: &Term) -> Term {
    Domain::new(pures).unwrapped(term)
}

/// Works out where a term has a value, at a place where something is known.
struct Domain<'a> {
    pures: &'a dyn Pures,
    facts: Facts<'a>,
}

impl<'a> Domain<'a> {
    fn new(pures: &'a dyn Pures) -> Self {
        Domain { pures, facts: Facts::new(pures) }
    }

    /// The condition, without what is known here. It is known from here on.
    fn of(&mut self, term: &Term) -> Term {
        use TermKind::*;
        match term.kind() {
            Bin(BinOp::And | BinOp::Implies, a, b) => {
                let first = self.of(a);
                let then = self.under(a, true, |d| d.of(b));
                self.both(first, implies(a.clone(), then))
            }
            Bin(BinOp::Or, a, b) => {
                let first = self.of(a);
                let then = self.under(a, false, |d| d.of(b));
                self.both(first, implies(Term::not(a.clone()), then))
            }
            Ite(cond, a, b) if *b.kind() == NoValue => {
                let first = self.of(cond);
                let own = self.claim(cond.clone());
                let first = self.both(first, own);
                let then = self.of(a);
                self.both(first, then)
            }
            Ite(cond, a, b) => {
                let first = self.of(cond);
                let then = self.under(cond, true, |d| d.of(a));
                let otherwise = self.under(cond, false, |d| d.of(b));
                let then = self.both(first, implies(cond.clone(), then));
                self.both(then, implies(Term::not(cond.clone()), otherwise))
            }
            Quant(_, bound, lo, hi, body) => {
                let first = self.all([lo, hi]);
                let within = self.in_range(*bound, lo, hi, |d| d.of(body));
                self.both(first, within)
            }
            _ => {
                let parts = self.all(term.children());
                let own = self.own(term);
                self.both(parts, own)
            }
        }
    }

    fn unwrapped(&mut self, term: &Term) -> Term {
        use TermKind::*;
        let kind = match term.kind() {
            Bin(op @ (BinOp::And | BinOp::Implies | BinOp::Or), a, b) => {
                let first = self.unwrapped(a);
                Bin(*op, first, self.under(a, *op != BinOp::Or, |d| d.unwrapped(b)))
            }
            Ite(cond, a, b) => {
                let first = self.unwrapped(cond);
                Ite(first, self.under(cond, true, |d| d.unwrapped(a)), self.under(cond, false, |d| d.unwrapped(b)))
            }
            Quant(q, id, lo, hi, body) => {
                let (from, to) = (self.unwrapped(lo), self.unwrapped(hi));
                let mark = self.facts.mark();
                self.learn_range(*id, lo, hi);
                let body = self.unwrapped(body);
                self.facts.back_to(&mark);
                Quant(*q, *id, from, to, body)
            }
            Wrap(ty, inner) => {
                let inner = self.unwrapped(inner);
                let plain = matches!(inner.kind(), Bin(..) | Un(..));
                if plain && self.facts.is(&terms::in_range(*ty, &inner), true) {
                    // As before it is one of the machine type.
                    return Term::new(inner.kind().clone(), term.ty().clone());
                }
                Wrap(*ty, inner)
            }
            _ => return term.map_children(&mut |child| self.unwrapped(child)),
        };
        Term::new(kind, term.ty().clone())
    }

    fn learn_range(&mut self, id: BoundId, lo: &Term, hi: &Term) {
        let bound = Term::new(TermKind::Bound(id), Ty::Exact);
        self.facts.learn(&Term::test(BinOp::Le, lo.clone(), bound.clone()), true);
        self.facts.learn(&Term::test(BinOp::Lt, bound, hi.clone()), true);
    }

    /// What the operation itself asks of its operands.
    fn own(&mut self, term: &Term) -> Term {
        use TermKind::*;
        let zero = || Term::int(0, Ty::Exact);
        match term.kind() {
            Bin(BinOp::Div | BinOp::Rem, _, b) => self.claim(Term::test(BinOp::Ne, b.clone(), zero())),
            Bits(BitOp::Shl | BitOp::Shr, ty, _, by) => self.between(by, BinOp::Lt, &Term::int(ty.bits(), Ty::Exact)),
            SeqGet(seq, at) => self.between(at, BinOp::Lt, &terms::len(seq)),
            SeqSlice(seq, lo, hi) => {
                let ends = self.between(lo, BinOp::Le, hi);
                let end = self.claim(Term::test(BinOp::Le, hi.clone(), terms::len(seq)));
                Term::and(ends, end)
            }
            SeqRepeat(_, count) => self.claim(Term::test(BinOp::Le, zero(), count.clone())),
            Field(of, variant, _) => match of.ty().peeled() {
                Ty::Adt(id, _) if self.pures.adt(*id).variants.len() > 1 => self.claim(terms::is_variant(of, *variant)),
                _ => Term::bool(true),
            },
            Call(inst, args) => {
                let body = self.pures.pure_domain(inst);
                let defined = match body.kind() {
                    Bool(true) => return body,
                    // What calls itself is unfolded by the solver.
                    _ if applies(&body, inst) => Term::new(Defined(inst.clone(), args.clone()), Ty::Bool),
                    _ => place_args(&body, args),
                };
                self.simplified(&defined, None)
            }
            NoValue => Term::bool(false),
            _ => Term::bool(true),
        }
    }

    fn all<'t>(&mut self, parts: impl IntoIterator<Item = &'t Term>) -> Term {
        parts.into_iter().fold(Term::bool(true), |all, part| {
            let one = self.of(part);
            self.both(all, one)
        })
    }

    /// Both conditions. What was learnt of the parts in an inner place is known as a whole now.
    fn both(&mut self, a: Term, b: Term) -> Term {
        self.facts.learn(&b, true);
        Term::and(a, b)
    }

    /// A condition, unless it is known.
    fn claim(&mut self, cond: Term) -> Term {
        if self.facts.is(&cond, true) {
            return Term::bool(true);
        }
        self.facts.learn(&cond, true);
        cond
    }

    /// `0 <= value op limit`.
    fn between(&mut self, value: &Term, op: BinOp, limit: &Term) -> Term {
        let low = self.claim(Term::test(BinOp::Le, Term::int(0, Ty::Exact), value.clone()));
        let high = self.claim(Term::test(op, value.clone(), limit.clone()));
        Term::and(low, high)
    }

    /// Works on what is evaluated only where a condition has a truth value.
    fn under<T>(&mut self, cond: &Term, truth: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.facts.mark();
        self.facts.learn(cond, truth);
        let done = work(self);
        self.facts.back_to(&mark);
        done
    }

    /// A condition for all values of a range. About the ends of the range where that says it, else quantified.
    fn in_range(&mut self, id: BoundId, lo: &Term, hi: &Term, work: impl FnOnce(&mut Self) -> Term) -> Term {
        let some = Term::test(BinOp::Lt, lo.clone(), hi.clone());
        let mark = self.facts.mark();
        self.learn_range(id, lo, hi);
        let inner = work(self);
        let mut parts = Vec::new();
        conjuncts(&inner, &mut parts);
        let parts: Vec<_> = parts.into_iter().map(|part| (self.at_the_end(&part, id, lo, hi), part)).collect();
        self.facts.back_to(&mark);
        let mut all = Term::bool(true);
        let mut rest = Term::bool(true);
        for (at_the_end, part) in parts {
            match at_the_end {
                Some(ends) => {
                    let ends = self.under(&some, true, |d| d.simplified(&ends, None));
                    all = self.both(all, implies(some.clone(), ends));
                }
                None => rest = Term::and(rest, part),
            }
        }
        if rest == Term::bool(true) {
            return all;
        }
        let quantified = TermKind::Quant(Quantifier::Forall, id, lo.clone(), hi.clone(), rest);
        self.both(all, Term::new(quantified, Ty::Bool))
    }

    /// A condition that holds for all of a range if it holds at one end of it, at that end.
    fn at_the_end(&self, cond: &Term, id: BoundId, lo: &Term, hi: &Term) -> Option<Term> {
        if !mentions(cond, id) {
            return Some(cond.clone());
        }
        let TermKind::Bin(op @ (BinOp::Lt | BinOp::Le), a, b) = cond.kind() else { return None };
        let is_bound = |base: &Option<Term>| base.as_ref().is_some_and(|base| *base.kind() == TermKind::Bound(id));
        let ((x, i), (y, j)) = (self.facts.linear(a), self.facts.linear(b));
        match (is_bound(&x), is_bound(&y)) {
            // i + k < b up to hi - 1: hi + k <= b. Else one less.
            (true, false) if !mentions(b, id) && *op == BinOp::Lt => {
                Some(Term::test(BinOp::Le, plus(hi, &i), b.clone()))
            }
            (true, false) if !mentions(b, id) => Some(Term::test(BinOp::Le, plus(hi, &(i - 1)), b.clone())),
            (false, true) if !mentions(a, id) => Some(Term::test(*op, a.clone(), plus(lo, &j))),
            _ => None,
        }
    }

    /// A condition of this kind without what is known here. With `total`, that function has a value everywhere.
    fn simplified(&mut self, cond: &Term, total: Option<&FnInst>) -> Term {
        match cond.kind() {
            TermKind::Bin(BinOp::And, a, b) => {
                let first = self.simplified(a, total);
                let then = self.simplified(b, total);
                Term::and(first, then)
            }
            TermKind::Bin(BinOp::Implies, a, b) => {
                let then = self.under(a, true, |d| d.simplified(b, total));
                self.claim(implies(a.clone(), then))
            }
            TermKind::Quant(Quantifier::Forall, id, lo, hi, body) => {
                self.in_range(*id, lo, hi, |d| d.simplified(body, total))
            }
            TermKind::Defined(inst, _) if Some(inst) == total || self.pures.pure_domain(inst) == Term::bool(true) => {
                Term::bool(true)
            }
            _ => self.claim(cond.clone()),
        }
    }
}

fn conjuncts(term: &Term, out: &mut Vec<Term>) {
    match term.kind() {
        TermKind::Bin(BinOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        TermKind::Bool(true) => {}
        _ => out.push(term.clone()),
    }
}

fn mentions(term: &Term, id: BoundId) -> bool {
    *term.kind() == TermKind::Bound(id) || term.children().into_iter().any(|child| mentions(child, id))
}

fn applies(term: &Term, inst: &FnInst) -> bool {
    matches!(term.kind(), TermKind::Defined(callee, _) if callee == inst)
        || term.children().into_iter().any(|child| applies(child, inst))
}

fn plus(term: &Term, n: &BigInt) -> Term {
    if n.is_zero() { term.clone() } else { exact(BinOp::Add, term.clone(), Term::int(n.clone(), Ty::Exact)) }
}
