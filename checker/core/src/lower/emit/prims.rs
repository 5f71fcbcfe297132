//! Built-in operations: their obligations, their values, and what they do to their receiver.
use super::expr::unit;
use super::{Emitter, text};
use crate::lower::hir::{Expr, Prim};
use crate::lower::infer::holds_mut_ref;
use crate::lower::terms;
use crate::obligation::Kind;
use crate::program::{FnId, FnInst};
use crate::span::Span;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::Ty;

impl Emitter<'_> {
    /// A built-in operation. `at` is where a panic of it is reported.
    pub fn prim(&mut self, e: &Expr, op: Prim, args: &[Expr], at: Span) -> Term {
        let ty = self.ty(e);
        if op == Prim::Ignore {
            for arg in args {
                self.value(arg);
            }
            return if ty == Ty::unit() { unit() } else { self.any(ty, e.span) };
        }
        if op == Prim::MemSwap {
            return self.mem_swap(e, &args[0], &args[1]);
        }
        if op.mutates() {
            return self.mutation(e, op, args, at);
        }
        let all: Vec<&Expr> = args.iter().collect();
        let mut values = self.values(&all);
        let from = args.first().map(|arg| self.ty(arg)).unwrap_or(Ty::unit());
        match op {
            Prim::Unwrap | Prim::UnwrapErr => {
                if self.low.present(&from).is_none() {
                    return self.lost("`unwrap` on this type", e, ty);
                }
                values[0] = self.keep(values[0].clone(), args[0].span);
                self.check_present(e, args, &values[0], op, at);
            }
            Prim::Abs => {
                let Some(int) = from.int() else { return self.lost("`abs` on this type", e, ty) };
                let fits = Term::test(BinOp::Ne, values[0].clone(), Term::int(int.min(), from.clone()));
                let result = self.pure().value_of(op, &values, &from, &ty);
                let Some(result) = result else { return self.lost("`abs` on this type", e, ty) };
                let claim = format!("{} != {int}::MIN", self.text(&args[0]));
                return self.in_type(int, result, fits, e.span, None, claim, "attempt to negate with overflow");
            }
            Prim::DivEuclid | Prim::RemEuclid => {
                let Some(int) = from.int() else { return self.lost("this division", e, ty) };
                let (text, zero) = (self.text(&args[1]), Term::int(0, from.clone()));
                let (message, overflow) = if op == Prim::DivEuclid {
                    ("attempt to divide by zero", "attempt to divide with overflow")
                } else {
                    let overflow = "attempt to calculate the remainder with overflow";
                    ("attempt to calculate the remainder with a divisor of zero", overflow)
                };
                let nonzero = Term::test(BinOp::Ne, values[1].clone(), zero);
                self.check(nonzero, Kind::Division, e.span, Some(at), format!("{text} != 0"), message);
                if int.signed() {
                    let fits = Term::or(
                        Term::test(BinOp::Ne, values[0].clone(), Term::int(int.min(), from.clone())),
                        Term::test(BinOp::Ne, values[1].clone(), Term::int(-1, from.clone())),
                    );
                    let claim = format!("{} != {int}::MIN || {text} != -1", self.text(&args[0]));
                    self.check(fits, Kind::Overflow, e.span, Some(at), claim, overflow);
                }
            }
            Prim::Pow => {
                let Some(int) = from.int() else { return self.lost("`pow` on this type", e, ty) };
                let result = self.pure().value_of(op, &values, &from, &ty);
                let Some(result) = result else { return self.lost("`pow` with a variable exponent", e, ty) };
                let fits = terms::in_range(int, &result);
                let claim =
                    format!("{}.pow({}) <= {int}::MAX", text::receiver(&self.text(&args[0])), self.text(&args[1]));
                return self.in_type(int, result, fits, e.span, None, claim, "attempt to multiply with overflow");
            }
            Prim::CountOnes | Prim::LeadingZeros | Prim::TrailingZeros => {
                values[0] = self.keep(values[0].clone(), args[0].span);
            }
            Prim::Default | Prim::Convert => {
                if let Some(value) = self.by_trait(e, op, &values, &from, &ty) {
                    return value;
                }
            }
            Prim::TryConvert => return self.try_convert(e, &values[0], &from, ty),
            _ => {}
        }
        let value = self.pure().value_of(op, &values, &from, &ty);
        match value {
            Some(value) => value,
            None if matches!(op, Prim::GetMut | Prim::FirstMut | Prim::LastMut) => {
                self.lost("a mutable reference to an element as a value", e, ty)
            }
            None if op == Prim::Default => {
                let what = format!("`default` of the type `{}`", self.low.show(&ty));
                self.lost(&what, e, ty)
            }
            None if matches!(op, Prim::Clone | Prim::Contains) => {
                let what = format!("`clone` or `==` of what is in a value of type `{}`", self.low.show(&from));
                self.lost(&what, e, ty)
            }
            None => {
                let what = format!("a conversion from `{}` to `{}`", self.low.show(&from), self.low.show(&ty));
                self.outside(&what, e.span, op != Prim::Convert);
                self.any(ty, e.span)
            }
        }
    }

    /// Claims that there is something to unwrap.
    pub fn check_present(&mut self, e: &Expr, args: &[Expr], value: &Term, op: Prim, at: Span) {
        let present = self.low.present(value.ty()).unwrap_or_default();
        let wanted = if op == Prim::Unwrap { present } else { 1 - present };
        let is = Term::new(TermKind::IsVariant(value.clone(), wanted), Ty::Bool);
        let (test, what) = match (present, op) {
            (1, _) => ("is_some", "called `Option::unwrap()` on a `None` value"),
            (_, Prim::Unwrap) => ("is_ok", "called `Result::unwrap()` on an `Err` value"),
            _ => ("is_err", "called `Result::unwrap_err()` on an `Ok` value"),
        };
        let what = match args.get(1).map(|message| self.text(message)) {
            // `expect` says what the user wrote.
            Some(message) => {
                let method = if op == Prim::Unwrap { "expect" } else { "expect_err" };
                let (_, on) = what.split_once("` on ").unwrap_or_default();
                format!("called `{method}({message})` on {on}")
            }
            None => what.to_owned(),
        };
        let claim = format!("{}.{test}()", text::receiver(&self.text(&args[0])));
        self.check(is, Kind::Unwrap, e.span, Some(at), claim, &what);
    }

    /// `Default` and `From` as the crate implements them for the type.
    fn by_trait(&mut self, e: &Expr, op: Prim, values: &[Term], from: &Ty, ty: &Ty) -> Option<Term> {
        let func = match op {
            Prim::Default => self.low.krate.resolve_conversion(None, ty)?,
            _ if from == ty => return None,
            _ => self.low.krate.resolve_conversion(Some(from), ty)?,
        };
        Some(self.convert(e, func, values.to_vec(), ty))
    }

    /// A call of the crate's own `from` or `default`.
    pub fn convert(&mut self, e: &Expr, func: FnId, values: Vec<Term>, ty: &Ty) -> Term {
        let args = if let Ty::Adt(_, args) = ty { args.clone() } else { Vec::new() };
        if self.low.krate.fns[func.0 as usize].def.generics.len() != args.len() {
            return self.lost("this conversion", e, ty.clone());
        }
        self.call_inst(e, &FnInst { func, args }, values, Vec::new(), ty.clone())
    }

    fn try_convert(&mut self, e: &Expr, value: &Term, from: &Ty, ty: Ty) -> Term {
        let (Ty::Adt(_, args), Some(_)) = (&ty, from.int()) else { return self.lost("this conversion", e, ty) };
        let Some(int) = args[0].int() else { return self.lost("this conversion", e, ty) };
        let error = self.any(args[1].clone(), e.span);
        let fits = terms::in_range(int, value);
        let ok = Term::new(TermKind::Ctor(0, vec![value.clone()]), ty.clone());
        let err = Term::new(TermKind::Ctor(1, vec![error]), ty);
        terms::ite(fits, ok, err)
    }

    fn mem_swap(&mut self, e: &Expr, a: &Expr, b: &Expr) -> Term {
        if !self.is_place(a) || !self.is_place(b) || self.is_of_refs(a) || self.is_of_refs(b) {
            return self.lost("`swap` of these places", e, Ty::unit());
        }
        let (first, second) = (self.place(a), self.place(b));
        let (x, y) = (self.keep(first.read(), a.span), self.keep(second.read(), b.span));
        self.write(&first, y);
        self.write(&second, x);
        unit()
    }

    /// Whether what is at a place, seen through one `&mut`, holds a mutable reference itself: to change it is to let
    /// that point elsewhere, rather than to write where it points.
    pub fn is_of_refs(&self, e: &Expr) -> bool {
        match self.infer.zonk(&e.ty) {
            Ty::Ref(true, inner) => holds_mut_ref(&inner),
            ty => holds_mut_ref(&ty),
        }
    }

    /// An operation that changes its receiver.
    fn mutation(&mut self, e: &Expr, op: Prim, args: &[Expr], at: Span) -> Term {
        let ty = self.ty(e);
        let rest: Vec<&Expr> = args[1..].iter().collect();
        let values = self.values(&rest);
        let values: Vec<Term> = values.into_iter().map(|value| self.keep(value, e.span)).collect();
        if !self.is_place(&args[0]) && !matches!(args[0].kind, crate::lower::hir::ExprKind::Borrow(true, _)) {
            let receiver = matches!(self.infer.zonk(&args[0].ty), Ty::Ref(true, _));
            if receiver {
                self.outside("a mutable reference from elsewhere", args[0].span, false);
            }
        }
        if self.is_of_refs(&args[0]) {
            self.outside("a mutable reference that comes to point elsewhere", e.span, false);
        }
        let place = self.place(&args[0]);
        let old = place.read();
        if matches!(op, Prim::Take | Prim::Replace) {
            let result = self.keep(old.clone(), e.span);
            let new = match op {
                Prim::Take => Term::new(TermKind::Ctor(0, Vec::new()), old.ty().clone()),
                _ => values[0].clone(),
            };
            self.write(&place, new);
            return result;
        }
        let Some(element) = old.ty().element().cloned() else { return self.lost("this operation", e, ty) };
        if op == Prim::Append && !self.low.clones_by_parts(&element) {
            self.outside("`clone` of the elements", e.span, true);
        }
        // What the operation starts from, under a name: it stands several times in the results.
        let old = self.keep(old, args[0].span);
        let len = terms::len(&old);
        let name = self.text(&args[0]);
        let zero = terms::size(0);
        let whole = old.ty().clone();
        let make = |kind| Term::new(kind, whole.clone());
        let slice = |lo: Term, hi: Term| terms::slice(&old, lo, hi, &element);
        let join = |a: Term, b: Term| make(TermKind::SeqConcat(a, b));
        let next = |at: &Term| Term::arith(BinOp::Add, at.clone(), terms::size(1), terms::USIZE);
        // `swap_remove` panics inside of the library.
        let at = Some(at).filter(|_| op != Prim::SwapRemove);
        let index = |emitter: &mut Self, at_arg: usize, op: BinOp, message: &str| {
            let within = Term::test(op, values[at_arg].clone(), len.clone());
            let sign = if op == BinOp::Lt { "<" } else { "<=" };
            let claim = format!("{} {sign} {name}.len()", emitter.text(&args[at_arg + 1]));
            emitter.check(within, Kind::Index, e.span, at, claim, message);
        };
        let (new, result) = match op {
            Prim::Push => (make(TermKind::SeqPush(old.clone(), values[0].clone())), unit()),
            Prim::Clear => (make(TermKind::SeqLit(Vec::new())), unit()),
            Prim::Append => (join(old.clone(), values[0].clone()), unit()),
            Prim::Truncate => {
                let shorter = Term::test(BinOp::Lt, values[0].clone(), len.clone());
                let kept = Term::new(slice(zero, values[0].clone()).kind().clone(), whole.clone());
                (terms::ite(shorter, kept, old.clone()), unit())
            }
            Prim::Pop => {
                let some = Term::test(BinOp::Gt, len.clone(), zero.clone());
                let last = terms::from_end(&old, 1);
                let value = terms::get(&old, last.clone(), &element);
                let present = Term::new(TermKind::Ctor(1, vec![value]), ty.clone());
                let result = terms::ite(some.clone(), present, Term::new(TermKind::Ctor(0, Vec::new()), ty));
                let kept = Term::new(slice(zero, last).kind().clone(), whole.clone());
                (terms::ite(some, kept, old.clone()), result)
            }
            Prim::Insert => {
                index(self, 0, BinOp::Le, "insertion index is out of bounds");
                let front = make(TermKind::SeqPush(slice(zero, values[0].clone()), values[1].clone()));
                (join(front, slice(values[0].clone(), len)), unit())
            }
            Prim::Remove => {
                index(self, 0, BinOp::Lt, "removal index is out of bounds");
                let taken = terms::get(&old, values[0].clone(), &element);
                (join(slice(zero, values[0].clone()), slice(next(&values[0]), len)), taken)
            }
            Prim::SwapRemove => {
                index(self, 0, BinOp::Lt, "swap_remove index is out of bounds");
                let taken = terms::get(&old, values[0].clone(), &element);
                let last = terms::from_end(&old, 1);
                let moved =
                    make(TermKind::SeqSet(old.clone(), values[0].clone(), terms::get(&old, last.clone(), &element)));
                (Term::new(terms::slice(&moved, zero, last, &element).kind().clone(), whole.clone()), taken)
            }
            Prim::Swap => {
                index(self, 0, BinOp::Lt, "index out of bounds");
                index(self, 1, BinOp::Lt, "index out of bounds");
                let (a, b) =
                    (terms::get(&old, values[0].clone(), &element), terms::get(&old, values[1].clone(), &element));
                let once = make(TermKind::SeqSet(old.clone(), values[0].clone(), b));
                (make(TermKind::SeqSet(once, values[1].clone(), a)), unit())
            }
            _ => return self.lost("this operation", e, ty),
        };
        let result = if result.children().is_empty() { result } else { self.keep(result, e.span) };
        self.write(&place, new);
        result
    }
}
