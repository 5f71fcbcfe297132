//! Operators.
use refine_core::span::Span;
use refine_core::term::{BinOp, BitOp, Term, TermKind, UnOp};
use refine_core::terms::bits::{bit_not, bits};
use refine_core::terms::exact;
use refine_core::terms::order::compare;
use refine_core::ty::Ty;

use super::expr::strip_parens;
use super::infer::{is_float, is_int_var, is_integer, is_var};
use super::typer::{Typed, Typer};

/// What an operator is in a clause, with its trait and method.
enum Op {
    Exact(BinOp, &'static str, &'static str),
    Bits(BitOp, &'static str, &'static str),
    Compare(BinOp),
    Logic(BinOp),
}

fn op_of(op: &syn::BinOp) -> Option<Op> {
    use syn::BinOp as B;
    Some(match op {
        B::Add(_) => Op::Exact(BinOp::Add, "Add", "add"),
        B::Sub(_) => Op::Exact(BinOp::Sub, "Sub", "sub"),
        B::Mul(_) => Op::Exact(BinOp::Mul, "Mul", "mul"),
        B::Div(_) => Op::Exact(BinOp::Div, "Div", "div"),
        B::Rem(_) => Op::Exact(BinOp::Rem, "Rem", "rem"),
        B::BitXor(_) => Op::Bits(BitOp::Xor, "BitXor", "bitxor"),
        B::BitAnd(_) => Op::Bits(BitOp::And, "BitAnd", "bitand"),
        B::BitOr(_) => Op::Bits(BitOp::Or, "BitOr", "bitor"),
        B::Shl(_) => Op::Bits(BitOp::Shl, "Shl", "shl"),
        B::Shr(_) => Op::Bits(BitOp::Shr, "Shr", "shr"),
        B::And(_) => Op::Logic(BinOp::And),
        B::Or(_) => Op::Logic(BinOp::Or),
        B::Eq(_) => Op::Compare(BinOp::Eq),
        B::Ne(_) => Op::Compare(BinOp::Ne),
        B::Lt(_) => Op::Compare(BinOp::Lt),
        B::Le(_) => Op::Compare(BinOp::Le),
        B::Gt(_) => Op::Compare(BinOp::Gt),
        B::Ge(_) => Op::Compare(BinOp::Ge),
        _ => return None,
    })
}

impl Typer<'_, '_> {
    /// `a op b`.
    pub(super) fn binary(&mut self, binary: &syn::ExprBinary, expect: Option<&Ty>, span: Span) -> Typed {
        let Some(op) = op_of(&binary.op) else {
            return self.error("E0101", "a clause must not change anything, and this does", span);
        };
        match op {
            Op::Logic(op) => {
                let left = self.expr_of(&binary.left, &Ty::Bool).term;
                // (What `let` on the left binds is known on the right.)
                let right = self.expr_of(&binary.right, &Ty::Bool).term;
                let term = if op == BinOp::And { Term::and(left, right) } else { Term::or(left, right) };
                self.test(term, span)
            }
            Op::Compare(op) => {
                let (left, right) = self.operands(binary, None);
                self.note_widths(&left, &right);
                self.compare(op, left, right, span)
            }
            Op::Exact(op, of_trait, method) => {
                let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
                if self.are_integers(&left, &right, true) {
                    return Typed { term: exact(op, left.term, right.term), ty: Ty::Exact, span };
                }
                self.overloaded(of_trait, method, vec![left, right], span)
            }
            Op::Bits(op, of_trait, method) => {
                let int = expect.map(|ty| self.number_ty(ty)).filter(|ty| matches!(ty, Ty::Int(_)));
                let (left, right) = if matches!(op, BitOp::Shl | BitOp::Shr) {
                    (self.expr_for(&binary.left, int.as_ref()), self.expr(&binary.right))
                } else {
                    self.operands(binary, int.as_ref())
                };
                // `1 << n` where a `u64` is expected is one.
                if let Some(int) = &int
                    && is_int_var(&self.number_ty(&left.ty))
                {
                    self.infer.unify(&left.ty, int);
                }
                self.bit_operation(op, (of_trait, method), left, right, span)
            }
        }
    }

    /// Two operands of one type. The one that has a type of its own gives it to the other.
    fn operands(&mut self, binary: &syn::ExprBinary, expect: Option<&Ty>) -> (Typed, Typed) {
        if is_literal(&binary.left) && !is_literal(&binary.right) {
            let right = self.expr_for(&binary.right, expect);
            let left = self.expr_for(&binary.left, Some(&right.ty));
            return (left, right);
        }
        let left = self.expr_for(&binary.left, expect);
        let right = self.expr_for(&binary.right, Some(&left.ty));
        (left, right)
    }

    /// Whether both are integers. What is still unknown becomes one beside an integer.
    fn are_integers(&mut self, left: &Typed, right: &Typed, together: bool) -> bool {
        let (lt, rt) = (self.number_ty(&left.ty), self.number_ty(&right.ty));
        match (is_integer(&lt), is_integer(&rt)) {
            (true, true) => true,
            (true, false) if together && is_var(&rt) => {
                let int = self.infer.fresh_int();
                self.infer.unify(&rt, &int)
            }
            (false, true) if together && is_var(&lt) => {
                let int = self.infer.fresh_int();
                self.infer.unify(&lt, &int)
            }
            _ => false,
        }
    }

    /// The type of an operand in the instance: there a type parameter may be an integer.
    fn number_ty(&self, ty: &Ty) -> Ty {
        let peeled = self.infer.peel(ty);
        self.infer.peel(&self.scope.concrete(self.cx, &peeled))
    }

    fn bit_operation(
        &mut self,
        op: BitOp,
        (of_trait, method): (&str, &str),
        left: Typed,
        right: Typed,
        span: Span,
    ) -> Typed {
        let shift = matches!(op, BitOp::Shl | BitOp::Shr);
        let (lt, rt) = (self.number_ty(&left.ty), self.number_ty(&right.ty));
        if lt == Ty::Bool && rt == Ty::Bool && !shift {
            let term = bits(op, left.term, right.term, &Ty::Bool).unwrap_or(Term::bool(true));
            return self.test(term, span);
        }
        if !self.are_integers(&left, &right, !shift) {
            return self.overloaded(of_trait, method, vec![left, right], span);
        }
        // Of two operands, one that has a type gives it to the other. (Of an exact one the lower bits count.)
        if !shift && is_int_var(&lt) != is_int_var(&rt) {
            self.infer.unify(&left.ty, &right.ty);
        }
        let ty = match (self.number_ty(&left.ty), self.number_ty(&right.ty)) {
            (ty @ Ty::Int(_), _) if shift => ty,
            (ty @ Ty::Int(_), other) if other == ty || other == Ty::Exact => ty,
            (Ty::Exact, ty @ Ty::Int(_)) if !shift => ty,
            (Ty::Int(_), Ty::Int(_)) => {
                return self.outside("it has a bit operation on integers of different types", span);
            }
            _ => return self.outside("it has a bit operation on an exact integer", span),
        };
        let term = bits(op, left.term, right.term, &ty).unwrap_or(Term::bool(true));
        Typed { term, ty, span }
    }

    /// A comparison.
    pub(super) fn compare(&mut self, op: BinOp, left: Typed, right: Typed, span: Span) -> Typed {
        if !self.infer.unify(&left.ty, &right.ty) {
            let tys = [&left, &right].map(|side| self.number_ty(&side.ty));
            let is_param = |side: &Typed| matches!(self.infer.peel(&side.ty), Ty::Param(_)) && !is_var(&side.ty);
            if tys.iter().any(|ty| matches!(ty, Ty::Adt(..) | Ty::Param(_)) && !is_var(ty))
                || is_param(&left)
                || is_param(&right)
            {
                let (of_trait, method) = method_of(op);
                let found = self.operator_call(of_trait, method, vec![left, right], span);
                return Typed { ty: Ty::Bool, ..found };
            }
            let (a, b) = (self.show(&left.ty), self.show(&right.ty));
            // Elements of types of the crate may be compared with those of others.
            let has_own =
                |side: &Typed| self.infer.known(&side.ty).any_part(&|ty| matches!(ty, Ty::Adt(..) | Ty::Param(_)));
            if has_own(&left) || has_own(&right) {
                let found = self.outside(format!("it compares `{a}` with `{b}`"), span);
                return Typed { ty: Ty::Bool, ..found };
            }
            return Typed { ty: Ty::Bool, ..self.error("E0200", format!("`{a}` cannot be compared with `{b}`"), span) };
        }
        let (a, b) = (self.compared(&left), self.compared(&right));
        // Integers of different types are compared as what they are; so are sequences of different kinds.
        let mixed =
            a != b && !(a.is_integral() && b.is_integral()) && a.element().is_none() && !self.exact_inside(&a, &b);
        let found = if mixed { None } else { compare(self.cx.types, op, left.term, right.term, &a) };
        match found {
            Some(term) => self.test(term, span),
            None => {
                let shown = self.show_concrete(&a);
                self.outside_of(Ty::Bool, format!("it compares values of type `{shown}`"), span)
            }
        }
    }

    /// The type of a compared value in the instance; integers that are still without a type are exact.
    fn compared(&self, typed: &Typed) -> Ty {
        self.infer.settled(&self.concrete(&typed.ty)).plain()
    }

    /// Whether two types differ in integers only.
    fn exact_inside(&self, a: &Ty, b: &Ty) -> bool {
        self.infer.clone().unify(a, b)
    }

    /// `!e`, `-e`, `*e`.
    pub(super) fn unary(&mut self, unary: &syn::ExprUnary, expect: Option<&Ty>, span: Span) -> Typed {
        match unary.op {
            syn::UnOp::Deref(_) => {
                let inner = self.expr(&unary.expr);
                self.deref(inner, span)
            }
            syn::UnOp::Not(_) => {
                let inner = self.expr_for(&unary.expr, expect);
                match self.number_ty(&inner.ty) {
                    Ty::Bool => self.test(Term::not(inner.term), span),
                    Ty::Int(int) => Typed { term: bit_not(inner.term, int), ty: Ty::Int(int), span },
                    ty if is_integer(&ty) => self.outside("it has a bit operation on an exact integer", span),
                    ty if is_var(&ty) => {
                        let inner = self.coerce(inner, &Ty::Bool);
                        self.test(Term::not(inner.term), span)
                    }
                    _ => self.overloaded("Not", "not", vec![inner], span),
                }
            }
            _ => {
                let inner = self.expr_for(&unary.expr, expect);
                // A negative literal is one.
                if let (TermKind::Int(value), syn::Expr::Lit(_)) = (inner.term.kind(), &*unary.expr) {
                    return Typed { term: Term::int(-value, inner.term.ty().clone()), span, ..inner };
                }
                if is_integer(&self.number_ty(&inner.ty)) {
                    return Typed {
                        term: Term::new(TermKind::Un(UnOp::Neg, inner.term), Ty::Exact),
                        ty: Ty::Exact,
                        span,
                    };
                }
                self.overloaded("Neg", "neg", vec![inner], span)
            }
        }
    }

    /// `*e`.
    fn deref(&mut self, inner: Typed, span: Span) -> Typed {
        match self.infer.shallow(&inner.ty) {
            Ty::Ref(_, ty) | Ty::Boxed(ty) => Typed { term: inner.term, ty: *ty, span },
            Ty::Borrow(ty) => self.make(TermKind::Proj(inner.term, 0), *ty, span),
            Ty::Opaque(name) => self.outside(format!("it applies `*` to a value of type `{name}`"), span),
            other @ Ty::Adt(..) if !matches!(self.probe_method(&other, "deref"), super::probe::Probed::None) => {
                let shown = self.show(&other);
                self.outside(format!("it applies `*` to a value of type `{shown}`"), span)
            }
            // The quantified variable or the result may be known by value only.
            other => Typed { term: inner.term, ty: other, span },
        }
    }

    /// An operator on a type with an implementation of its trait.
    fn overloaded(&mut self, of_trait: &str, method: &str, args: Vec<Typed>, span: Span) -> Typed {
        let tys: Vec<Ty> = args.iter().map(|arg| self.number_ty(&arg.ty)).collect();
        if let Some(name) = tys.iter().find_map(|ty| match ty {
            Ty::Opaque(name) if is_float(name) => Some(name.clone()),
            _ => None,
        }) && tys.iter().all(|ty| matches!(ty, Ty::Opaque(_)) || is_var(ty))
        {
            return self.outside_of(Ty::Opaque(name), "it has floating-point arithmetic", span);
        }
        if tys.iter().any(|ty| matches!(ty, Ty::Adt(..) | Ty::Param(_)) && !is_var(ty)) {
            return self.operator_call(of_trait, method, args, span);
        }
        if tys.iter().any(|ty| matches!(ty, Ty::Opaque(name) if !is_float(name))) || tys.iter().any(is_var) {
            let shown = self.show(&tys[0]);
            return self.outside(format!("it applies an operator to a value of type `{shown}`"), span);
        }
        let shown: Vec<String> = tys.iter().map(|ty| format!("`{}`", self.show(ty))).collect();
        self.error("E0200", format!("no such operation on {}", shown.join(" and ")), span)
    }
}

/// The trait and the method that a comparison is a call of.
fn method_of(op: BinOp) -> (&'static str, &'static str) {
    match op {
        BinOp::Eq => ("PartialEq", "eq"),
        BinOp::Ne => ("PartialEq", "ne"),
        BinOp::Lt => ("PartialOrd", "lt"),
        BinOp::Le => ("PartialOrd", "le"),
        BinOp::Gt => ("PartialOrd", "gt"),
        _ => ("PartialOrd", "ge"),
    }
}

/// Whether an expression has the type that it is wanted to have, as literals have.
fn is_literal(expr: &syn::Expr) -> bool {
    match strip_parens(expr) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) => int.suffix().is_empty(),
        syn::Expr::Unary(unary) => is_literal(&unary.expr),
        syn::Expr::Binary(binary) => match binary.op {
            syn::BinOp::Shl(_) | syn::BinOp::Shr(_) => is_literal(&binary.left),
            _ => is_literal(&binary.left) && is_literal(&binary.right),
        },
        _ => false,
    }
}
