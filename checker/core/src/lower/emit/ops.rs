//! Arithmetic with its obligations.
use super::{Emitter, text};
use crate::lower::hir::{Arith, Expr};
use crate::lower::{Overflow, bits, terms};
use crate::obligation::Kind;
use crate::print::binary;
use crate::span::Span;
use crate::term::{BinOp, BitOp, Term, TermKind, UnOp};
use crate::ty::{IntTy, Ty};

impl Emitter<'_> {
    /// `-e`.
    pub fn negate(&mut self, e: &Expr, inner: &Expr) -> Term {
        let ty = self.ty(e);
        let value = self.value(inner);
        let Some(int) = ty.int() else { return self.lost("a negation of this type", e, ty) };
        let result = Term::new(TermKind::Un(UnOp::Neg, value.clone()), ty.clone());
        let fits = Term::test(BinOp::Ne, value, Term::int(int.min(), ty));
        let claim = format!("{} != {int}::MIN", self.text(inner));
        self.in_type(int, result, fits, e.span, Some(e.span), claim, "attempt to negate with overflow")
    }

    /// `a op b` on machine integers and `bool`s; `e` gives the type of the result and the place.
    pub fn arith(&mut self, op: Arith, e: &Expr, a: (&Expr, Term), b: (&Expr, Term)) -> Term {
        let ty = self.ty(e);
        let operand = self.ty(a.0);
        let texts = (self.text(a.0), self.text(b.0));
        match (op, operand.int()) {
            (Arith::Sure(op), Some(int)) => Term::arith(op, a.1, b.1, Ty::Int(int)),
            (Arith::Exact(op), Some(int)) => {
                let whole = text::operation(&self.text(e), binary(op), &texts.0, &texts.1);
                self.exact(op, int, e.span, a.1, b.1, (texts.0, texts.1, whole))
            }
            (Arith::Inside(op), Some(int)) => {
                let ty = Ty::Int(int);
                let result = Term::arith(op, a.1, b.1, ty);
                let claim = format!("{} <= {int}::MAX", self.low.text(e.span));
                let verb = if op == BinOp::Mul { "multiply" } else { "add" };
                let fits = terms::in_range(int, &result);
                self.in_type(int, result, fits, e.span, None, claim, &format!("attempt to {verb} with overflow"))
            }
            (Arith::Bits(op @ (BitOp::Shl | BitOp::Shr)), Some(int)) => {
                let count_ty = self.ty(b.0);
                self.shift(op, int, e.span, a.1, b.1, &count_ty, texts)
            }
            (Arith::Bits(op), _) => match bits::bits(op, a.1, b.1, &operand) {
                Some(term) => term,
                None => self.lost("a bit operation on this type", e, ty),
            },
            _ => self.lost("arithmetic on this type", e, ty),
        }
    }

    fn exact(&mut self, op: BinOp, int: IntTy, span: Span, a: Term, b: Term, texts: (String, String, String)) -> Term {
        let ty = Ty::Int(int);
        let name = match op {
            BinOp::Add => "add",
            BinOp::Sub => "subtract",
            BinOp::Mul => "multiply",
            BinOp::Div => "divide",
            _ => "calculate the remainder",
        };
        let whole = &texts.2;
        if matches!(op, BinOp::Div | BinOp::Rem) {
            let message = if op == BinOp::Div {
                "attempt to divide by zero"
            } else {
                "attempt to calculate the remainder with a divisor of zero"
            };
            let nonzero = Term::test(BinOp::Ne, b.clone(), Term::int(0, ty.clone()));
            if *nonzero.ty() == Ty::Bool && !is_nonzero(&b) {
                self.check(nonzero, Kind::Division, span, Some(span), format!("{} != 0", texts.1), message);
            }
            let result = Term::arith(op, a.clone(), b.clone(), ty.clone());
            let harmless = matches!(b.kind(), TermKind::Int(n) if *n != (-1).into());
            if !int.signed() || harmless {
                return result;
            }
            let fits = Term::or(
                Term::test(BinOp::Ne, a, Term::int(int.min(), ty.clone())),
                Term::test(BinOp::Ne, b, Term::int(-1, ty)),
            );
            let claim = format!("{} != {int}::MIN || {} != -1", texts.0, texts.1);
            // This one panics in release builds too; only `wrapping_div` wraps.
            let message = format!("attempt to {name} with overflow");
            self.check(fits, Kind::Overflow, span, Some(span), claim, &message);
            return result;
        }
        let result = Term::arith(op, a.clone(), b.clone(), ty);
        let (fits, claim) = match op {
            BinOp::Sub if !int.signed() => (Term::test(BinOp::Le, b, a), format!("{} <= {}", texts.1, texts.0)),
            _ if !int.signed() => {
                let max = Term::int(int.max(), Ty::Exact);
                (Term::test(BinOp::Le, result.clone(), max), format!("{whole} <= {int}::MAX"))
            }
            _ => (terms::in_range(int, &result), format!("{int}::MIN <= {whole} <= {int}::MAX")),
        };
        let message = format!("attempt to {name} with overflow");
        self.in_type(int, result, fits, span, Some(span), claim, &message)
    }

    /// A result that must fit its type, as the options say.
    #[allow(clippy::too_many_arguments, reason = "the parts of one obligation")]
    pub fn in_type(
        &mut self,
        int: IntTy,
        result: Term,
        fits: Term,
        span: Span,
        at: Option<Span>,
        claim: String,
        message: &str,
    ) -> Term {
        match self.low.options.overflow {
            Overflow::Panic => self.check(fits, Kind::Overflow, span, at, claim, message),
            Overflow::Wrap => return Term::new(TermKind::Wrap(int, result), Ty::Int(int)),
            Overflow::Ignore => self.assume(fits),
        }
        result
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one operation")]
    fn shift(
        &mut self,
        op: BitOp,
        int: IntTy,
        span: Span,
        a: Term,
        b: Term,
        count_ty: &Ty,
        texts: (String, String),
    ) -> Term {
        let (name, zero) = (if op == BitOp::Shl { "left" } else { "right" }, Term::int(0, Ty::Exact));
        let bits = Term::int(int.bits(), Ty::Exact);
        let mut fits = Term::test(BinOp::Lt, b.clone(), bits.clone());
        if count_ty.int().is_none_or(IntTy::signed) {
            fits = Term::and(Term::test(BinOp::Le, zero, b.clone()), fits);
        }
        let claim = format!("{} < {}", texts.1, int.bits());
        let message = format!("attempt to shift {name} with overflow");
        let mut count = b.clone();
        match self.low.options.overflow {
            Overflow::Panic if matches!(b.kind(), TermKind::Int(n) if *n >= 0.into() && *n < int.bits().into()) => {}
            Overflow::Panic => self.check(fits, Kind::Overflow, span, Some(span), claim, &message),
            Overflow::Ignore => self.assume(fits),
            // The count is masked to the width, that is, taken modulo a power of two: the non-negative remainder.
            Overflow::Wrap => {
                let rem = terms::exact(BinOp::Rem, b, bits.clone());
                let negative = Term::test(BinOp::Lt, rem.clone(), Term::int(0, Ty::Exact));
                count = terms::ite(negative, terms::exact(BinOp::Add, rem.clone(), bits), rem);
            }
        }
        Term::new(TermKind::Bits(op, int, a, count), Ty::Int(int))
    }
}

fn is_nonzero(term: &Term) -> bool {
    matches!(term.kind(), TermKind::Int(n) if *n != 0.into())
}
