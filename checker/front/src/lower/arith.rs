//! Operators: arithmetic with its obligations, comparisons, and the traits behind both.
use hir_def::hir::{ArithOp, BinaryOp, CmpOp, ExprId, Ordering, UnaryOp};
use hir_ty::next_solver::{Mutability, Ty};
use hir_ty::{Adjust, Adjustment, AutoBorrow};
use refine_core::mir::{Operand, Place, Rvalue};
use refine_core::obligation::Kind;
use refine_core::planted::{Defect, is_planted};
use refine_core::span::Span;
use refine_core::term::{BinOp, BitOp, Term, TermKind, UnOp};
use refine_core::ty::{IntTy, Ty as CoreTy};

use super::builder::ClaimInfo;
use super::call::Call;
use super::expr::unit;
use super::{Lower, Modelled, TypedPlace, outside, outside_but_calm, terms, text};
use crate::context::Overflow;

/// The operands of an arithmetic operation, with the texts for its claims.
struct Operation {
    span: Span,
    /// The whole as it is written, and the operands.
    whole: String,
    texts: (String, String),
    values: (Term, Term),
}

impl<'db> Lower<'_, 'db> {
    /// `-e` or `!e`.
    pub fn unary(&mut self, dest: &Place, e: ExprId, inner: ExprId, op: UnaryOp) -> Modelled<()> {
        if let Some(value) = self.literal_of(e) {
            self.set(dest, value);
            return Ok(());
        }
        let ty = self.ty(inner);
        let core = self.core_ty(ty);
        match (op, &core) {
            (UnaryOp::Not, CoreTy::Bool) => {
                let value = Term::not(self.value(inner));
                self.set(dest, value);
            }
            (UnaryOp::Not, CoreTy::Int(int)) => {
                let value = terms::bit_not(self.value(inner), *int);
                self.set(dest, value);
            }
            (UnaryOp::Neg, CoreTy::Int(int)) => {
                let value = self.value(inner);
                let value = self.negate(e, inner, value, *int);
                self.set(dest, value);
            }
            (UnaryOp::Neg, _) if self.is_float(ty) => {
                self.operand(inner);
                self.havoc(dest);
            }
            _ => {
                let args = vec![self.operand(inner)];
                return self.operator_call(dest, e, args);
            }
        }
        Ok(())
    }

    fn negate(&mut self, e: ExprId, inner: ExprId, value: Term, int: IntTy) -> Term {
        let ty = CoreTy::Int(int);
        let result = Term::new(TermKind::Un(UnOp::Neg, value.clone()), ty.clone());
        let fits = Term::test(BinOp::Ne, value, Term::int(int.min(), ty));
        let text = format!("{} != {int}::MIN", self.text(inner));
        let span = self.span(e);
        let claim = ClaimInfo::new(Kind::Overflow, span, text, "attempt to negate with overflow").at(span);
        self.in_type(int, result, fits, claim)
    }

    /// A call of the method that inference found for an operator.
    fn operator_call(&mut self, dest: &Place, e: ExprId, args: Vec<Operand>) -> Modelled<()> {
        let Some((id, generic)) = self.src.infer.method_resolution(e) else { return outside("this operator") };
        let method = (id, self.inst.generic_args(generic));
        let ty = self.ty(e);
        self.call(dest, ty, Call { e, method, args })
    }

    /// A binary operator, `&&` and `||` included, assignments with an operation too.
    pub fn binary(&mut self, dest: &Place, e: ExprId, lhs: ExprId, rhs: ExprId, op: BinaryOp) -> Modelled<()> {
        if let BinaryOp::LogicOp(_) = op {
            self.truth(dest, e);
            return Ok(());
        }
        let types = (self.ty(lhs), self.ty(rhs));
        let built_in = is_scalar(types.0) && is_scalar(types.1);
        match op {
            BinaryOp::Assignment { op: Some(op) } if built_in => {
                // What is of a type parameter is assigned to by a call, also in an instance in which that is a number.
                let by_call = !is_scalar(self.src.infer.expr_ty(lhs)) || !is_scalar(self.src.infer.expr_ty(rhs));
                self.assign_op(dest, e, (lhs, rhs), op, by_call)
            }
            BinaryOp::Assignment { op: Some(_) } => self.overloaded_assign(dest, e, lhs, rhs),
            BinaryOp::CmpOp(op) if built_in => {
                let values = (self.scalar(lhs), self.scalar(rhs));
                let value = self.compare(op, values, types.0)?;
                self.set(dest, value);
                Ok(())
            }
            BinaryOp::ArithOp(op) if built_in => {
                let values = if is_planted(Defect::OperandsRightFirst) {
                    let right = self.scalar(rhs);
                    (self.scalar(lhs), right)
                } else {
                    (self.scalar(lhs), self.scalar(rhs))
                };
                let operation = Operation {
                    span: self.span(e),
                    whole: self.text(e),
                    texts: (self.text(lhs), self.text(rhs)),
                    values,
                };
                match self.arithmetic(op, types, operation)? {
                    Some(value) => self.set(dest, value),
                    None => self.havoc(dest),
                }
                Ok(())
            }
            _ => {
                let args = vec![self.operand(lhs), self.operand(rhs)];
                self.operator_call(dest, e, args)
            }
        }
    }

    /// The value of an operand of a built-in operator, which takes it by value where the trait's method would borrow it.
    fn scalar(&mut self, e: ExprId) -> Term {
        if let Some(literal) = self.literal_beneath(e) {
            return literal;
        }
        let adjustments = without_borrow(self.src.infer.expr_adjustment(e).unwrap_or(&[]));
        let ty = self.core_ty(self.adjusted_by(e, adjustments));
        let local = self.b.temp(ty, self.span(e));
        if let Err(why) = self.write_adjusted(&Place::local(local), e, adjustments) {
            self.give_up(e, why, Some(Place::local(local)));
        }
        self.b.term(local)
    }

    /// A literal, borrowed for the trait's method or not.
    fn literal_beneath(&self, e: ExprId) -> Option<Term> {
        let adjustments = self.src.infer.expr_adjustment(e).unwrap_or(&[]);
        without_borrow(adjustments).is_empty().then(|| self.bare_literal(e)).flatten()
    }

    /// `a op= b` on machine types: the right side first, but if it is a call (`by_call`), the left side's place.
    fn assign_op(
        &mut self,
        dest: &Place,
        e: ExprId,
        (lhs, rhs): (ExprId, ExprId),
        op: ArithOp,
        by_call: bool,
    ) -> Modelled<()> {
        let types = (self.ty(lhs), self.ty(rhs));
        let early = is_planted(Defect::AssignmentLeftFirst).then(|| self.scalar(lhs));
        let adjustments = without_borrow(self.src.infer.expr_adjustment(lhs).unwrap_or(&[]));
        let (place, right) = if by_call {
            let place = self.place_adjusted(lhs, adjustments);
            (place, self.scalar(rhs))
        } else {
            let right = self.scalar(rhs);
            (self.place_adjusted(lhs, adjustments), right)
        };
        let core = self.core_ty(place.ty);
        let span = self.span(e);
        let left = early.unwrap_or_else(|| self.b.read(place.place.clone(), core, self.span(lhs)));
        let operation =
            Operation { span, whole: self.text(e), texts: (self.text(lhs), self.text(rhs)), values: (left, right) };
        match self.arithmetic(op, types, operation)? {
            Some(value) => self.set(&place.place, value),
            None => self.havoc(&place.place),
        }
        self.set(dest, unit());
        Ok(())
    }

    /// `a op= b` by a trait: the left side's place first, though it is borrowed only for the call.
    fn overloaded_assign(&mut self, dest: &Place, e: ExprId, lhs: ExprId, rhs: ExprId) -> Modelled<()> {
        let adjustments = without_borrow(self.src.infer.expr_adjustment(lhs).unwrap_or(&[]));
        let place = self.place_adjusted(lhs, adjustments);
        let value = self.operand(rhs);
        let receiver = self.borrow_mut(&place, self.span(lhs));
        self.operator_call(dest, e, vec![receiver, value])
    }

    /// `&mut place` as an operand.
    pub fn borrow_mut(&mut self, place: &TypedPlace<'db>, span: Span) -> Operand {
        let ty = self.reference_to(place.ty, true);
        let local = self.temp(ty, span);
        self.b.assign(Place::local(local), Rvalue::Ref(true, place.place.clone()));
        Operand::Move(Place::local(local))
    }

    /// A comparison of two values of a scalar type.
    fn compare(&mut self, op: CmpOp, (a, b): (Term, Term), ty: Ty<'db>) -> Modelled<Term> {
        let op = match op {
            CmpOp::Eq { negated: false } => BinOp::Eq,
            CmpOp::Eq { negated: true } => BinOp::Ne,
            CmpOp::Ord { ordering: Ordering::Less, strict: true } => BinOp::Lt,
            CmpOp::Ord { ordering: Ordering::Less, strict: false } => BinOp::Le,
            CmpOp::Ord { ordering: Ordering::Greater, strict: true } => BinOp::Gt,
            CmpOp::Ord { ordering: Ordering::Greater, strict: false } => BinOp::Ge,
        };
        match self.core_ty(ty) {
            CoreTy::Int(_) | CoreTy::Char => Ok(Term::test(op, a, b)),
            CoreTy::Bool if matches!(op, BinOp::Eq | BinOp::Ne) => Ok(Term::test(op, a, b)),
            CoreTy::Bool => {
                let number = |value| terms::number(value, CoreTy::Exact);
                Ok(Term::test(op, number(a), number(b)))
            }
            // Of such numbers no values are known.
            _ if self.is_float(ty) => {
                let either = self.b.any(CoreTy::Bool, self.here.get());
                Ok(self.b.term(either))
            }
            _ => outside_but_calm(format!("a comparison of values of type `{}`", self.show(ty))),
        }
    }

    /// `a op b` on machine types. `None` is a value that the model does not tell from others: a floating point number.
    fn arithmetic(&mut self, op: ArithOp, types: (Ty<'db>, Ty<'db>), it: Operation) -> Modelled<Option<Term>> {
        if self.is_float(types.0) {
            return Ok(None);
        }
        let core = self.core_ty(types.0);
        let bits = |op| match op {
            ArithOp::BitAnd => Some(BitOp::And),
            ArithOp::BitOr => Some(BitOp::Or),
            ArithOp::BitXor => Some(BitOp::Xor),
            _ => None,
        };
        let exact = |op| match op {
            ArithOp::Add => Some(BinOp::Add),
            ArithOp::Sub => Some(BinOp::Sub),
            ArithOp::Mul => Some(BinOp::Mul),
            ArithOp::Div => Some(BinOp::Div),
            ArithOp::Rem => Some(BinOp::Rem),
            _ => None,
        };
        if let Some(op) = bits(op) {
            let found = terms::bits(op, it.values.0, it.values.1, &core);
            return found
                .map_or_else(|| outside("a bit operation on a type that is not modelled"), |term| Ok(Some(term)));
        }
        let CoreTy::Int(int) = core else { return outside("arithmetic on a type that is not modelled") };
        Ok(Some(match (op, exact(op)) {
            (_, Some(op @ (BinOp::Div | BinOp::Rem))) => self.divide(op, int, it),
            (_, Some(op)) => self.exact(op, int, it),
            (ArithOp::Shl, _) => self.shift(BitOp::Shl, int, it, types.1),
            _ => self.shift(BitOp::Shr, int, it, types.1),
        }))
    }

    fn exact(&mut self, op: BinOp, int: IntTy, it: Operation) -> Term {
        let (a, b) = it.values;
        let (left, right) = &it.texts;
        let name = match op {
            BinOp::Add => "add",
            BinOp::Sub => "subtract",
            _ => "multiply",
        };
        let whole = text::operation(&it.whole, sign(op), left, right);
        let result = Term::arith(op, a.clone(), b.clone(), CoreTy::Int(int));
        let (fits, text) = match op {
            BinOp::Sub if !int.signed() => (Term::test(BinOp::Le, b, a), format!("{right} <= {left}")),
            _ if !int.signed() => {
                let max = Term::int(int.max(), CoreTy::Exact);
                (Term::test(BinOp::Le, result.clone(), max), format!("{whole} <= {int}::MAX"))
            }
            _ => (terms::in_range(int, &result), format!("{int}::MIN <= {whole} <= {int}::MAX")),
        };
        let message = format!("attempt to {name} with overflow");
        self.in_type(int, result, fits, ClaimInfo::new(Kind::Overflow, it.span, text, message).at(it.span))
    }

    fn divide(&mut self, op: BinOp, int: IntTy, it: Operation) -> Term {
        let ty = CoreTy::Int(int);
        let (a, b) = it.values;
        let result = Term::arith(op, a.clone(), b.clone(), ty.clone());
        if !self.claims.arithmetic {
            return result;
        }
        let (name, message) = match op {
            BinOp::Div => ("divide", "attempt to divide by zero"),
            _ => ("calculate the remainder", "attempt to calculate the remainder with a divisor of zero"),
        };
        let constant = if let TermKind::Int(value) = b.kind() { Some(value.clone()) } else { None };
        if constant.as_ref().is_none_or(|value| *value == 0.into()) {
            let nonzero = Term::test(BinOp::Ne, b.clone(), Term::int(0, ty.clone()));
            self.b.check(nonzero, Kind::Division, it.span, format!("{} != 0", it.texts.1), message);
        }
        if int.signed() && constant.is_none_or(|value| value == (-1).into()) {
            let fits = Term::or(
                Term::test(BinOp::Ne, a, Term::int(int.min(), ty.clone())),
                Term::test(BinOp::Ne, b, Term::int(-1, ty)),
            );
            let claim = format!("{} != {int}::MIN || {} != -1", it.texts.0, it.texts.1);
            // This one panics in release builds too.
            self.b.check(fits, Kind::Overflow, it.span, claim, &format!("attempt to {name} with overflow"));
        }
        result
    }

    fn shift(&mut self, op: BitOp, int: IntTy, it: Operation, count_ty: Ty<'db>) -> Term {
        let (a, b) = it.values;
        let name = if op == BitOp::Shl { "left" } else { "right" };
        let (zero, bits) = (Term::int(0, CoreTy::Exact), Term::int(int.bits(), CoreTy::Exact));
        let within = if is_planted(Defect::ShiftByWidth) { BinOp::Le } else { BinOp::Lt };
        let mut fits = Term::test(within, b.clone(), bits.clone());
        if self.core_ty(count_ty).int().is_none_or(IntTy::signed) {
            fits = Term::and(Term::test(BinOp::Le, zero, b.clone()), fits);
        }
        let mut count = b.clone();
        match self.b.overflow {
            _ if !self.claims.arithmetic => {}
            Overflow::Panic if matches!(b.kind(), TermKind::Int(n) if *n >= 0.into() && *n < int.bits().into()) => {}
            Overflow::Panic => {
                let claim = format!("{} < {}", it.texts.1, int.bits());
                self.b.check(fits, Kind::Overflow, it.span, claim, &format!("attempt to shift {name} with overflow"));
            }
            Overflow::Ignore => self.b.assume(fits),
            // The count is masked to the width, that is, taken modulo a power of two: the non-negative remainder.
            Overflow::Wrap => {
                let rem = terms::exact(BinOp::Rem, b, bits.clone());
                let negative = Term::test(BinOp::Lt, rem.clone(), Term::int(0, CoreTy::Exact));
                count = terms::ite(negative, terms::exact(BinOp::Add, rem.clone(), bits), rem);
            }
        }
        Term::new(TermKind::Bits(op, int, a, count), CoreTy::Int(int))
    }

    /// A result that must fit its type, as the options say.
    pub fn in_type(&mut self, int: IntTy, result: Term, fits: Term, claim: ClaimInfo) -> Term {
        match self.b.overflow {
            _ if !self.claims.arithmetic => {}
            Overflow::Panic => self.b.assert(fits, claim),
            Overflow::Wrap => return terms::wrap(int, result),
            Overflow::Ignore => self.b.assume(fits),
        }
        result
    }
}

/// How an operator is written.
fn sign(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        _ => "*",
    }
}

/// Whether operators on values of the type are built in.
fn is_scalar(ty: Ty<'_>) -> bool {
    ty.is_scalar()
}

/// The adjustments without a borrow at their end.
pub(super) fn without_borrow(adjustments: &[Adjustment]) -> &[Adjustment] {
    match adjustments {
        [rest @ .., Adjustment { kind: Adjust::Borrow(AutoBorrow::Ref(_)), .. }] => rest,
        all => all,
    }
}

/// Whether the last adjustment borrows mutably.
pub(super) fn borrows_mut(adjustments: &[Adjustment]) -> bool {
    match adjustments {
        [.., Adjustment { kind: Adjust::Borrow(AutoBorrow::Ref(mutability)), .. }] => {
            Mutability::from(*mutability).is_mut()
        }
        _ => false,
    }
}
