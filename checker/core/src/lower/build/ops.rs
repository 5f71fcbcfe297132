//! Operators of two arguments.
use super::Builder;
use crate::lower::hir::{Arith, Expr, ExprKind};
use crate::lower::infer::{is_int_var, is_var};
use crate::span::Span;
use crate::term::{BinOp, BitOp};
use crate::ty::Ty;

/// What an operator of Rust is here: its meaning, whether it assigns, and its trait's method.
enum Op {
    Arith(Arith, bool, &'static str),
    Compare(BinOp),
    Logic(BinOp),
}

fn op_of(op: &syn::BinOp) -> Option<Op> {
    use syn::BinOp as B;
    let exact = |op| Arith::Exact(op);
    let bits = |op| Arith::Bits(op);
    Some(match op {
        B::Add(_) => Op::Arith(exact(BinOp::Add), false, "add"),
        B::Sub(_) => Op::Arith(exact(BinOp::Sub), false, "sub"),
        B::Mul(_) => Op::Arith(exact(BinOp::Mul), false, "mul"),
        B::Div(_) => Op::Arith(exact(BinOp::Div), false, "div"),
        B::Rem(_) => Op::Arith(exact(BinOp::Rem), false, "rem"),
        B::BitXor(_) => Op::Arith(bits(BitOp::Xor), false, "bitxor"),
        B::BitAnd(_) => Op::Arith(bits(BitOp::And), false, "bitand"),
        B::BitOr(_) => Op::Arith(bits(BitOp::Or), false, "bitor"),
        B::Shl(_) => Op::Arith(bits(BitOp::Shl), false, "shl"),
        B::Shr(_) => Op::Arith(bits(BitOp::Shr), false, "shr"),
        B::AddAssign(_) => Op::Arith(exact(BinOp::Add), true, "add_assign"),
        B::SubAssign(_) => Op::Arith(exact(BinOp::Sub), true, "sub_assign"),
        B::MulAssign(_) => Op::Arith(exact(BinOp::Mul), true, "mul_assign"),
        B::DivAssign(_) => Op::Arith(exact(BinOp::Div), true, "div_assign"),
        B::RemAssign(_) => Op::Arith(exact(BinOp::Rem), true, "rem_assign"),
        B::BitXorAssign(_) => Op::Arith(bits(BitOp::Xor), true, "bitxor_assign"),
        B::BitAndAssign(_) => Op::Arith(bits(BitOp::And), true, "bitand_assign"),
        B::BitOrAssign(_) => Op::Arith(bits(BitOp::Or), true, "bitor_assign"),
        B::ShlAssign(_) => Op::Arith(bits(BitOp::Shl), true, "shl_assign"),
        B::ShrAssign(_) => Op::Arith(bits(BitOp::Shr), true, "shr_assign"),
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

fn is_integer(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Exact) || is_int_var(ty)
}

impl Builder<'_> {
    /// `a op b` and `a op= b`.
    pub fn binary(&mut self, binary: &syn::ExprBinary, expect: Option<&Ty>, span: Span) -> Expr {
        let Some(op) = op_of(&binary.op) else {
            return self.unmodelled("this operator", Vec::new(), true, span);
        };
        match op {
            Op::Logic(op) => {
                let left = self.expr_of(&binary.left, &Ty::Bool);
                let right = self.expr_of(&binary.right, &Ty::Bool);
                Expr { kind: ExprKind::Logic(op, Box::new(left), Box::new(right)), ty: Ty::Bool, span }
            }
            Op::Compare(op) => {
                let left = self.expr(&binary.left, None);
                let hint = left.ty.clone();
                let right = self.expr(&binary.right, Some(&hint));
                self.compare(op, left, right, span)
            }
            Op::Arith(op, assign, method) => {
                let hint = expect.cloned().filter(|ty| !assign && is_integer(&self.infer.shallow(ty)));
                let left = self.expr(&binary.left, hint.as_ref());
                let right = self.expr(&binary.right, None);
                self.arith(op, assign, method, left, right, span)
            }
        }
    }

    /// A comparison.
    pub fn compare(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Expr {
        if !self.infer.unify(&left.ty, &right.ty) {
            let (a, b) = (self.show(&left.ty), self.show(&right.ty));
            if self.clause {
                self.error("E0200", format!("`{a}` cannot be compared with `{b}`"), span);
            }
            let what = format!("a comparison of `{a}` with `{b}`");
            return Expr { ty: Ty::Bool, ..self.unmodelled(what, vec![left, right], true, span) };
        }
        Expr { kind: ExprKind::Compare(op, Box::new(left), Box::new(right)), ty: Ty::Bool, span }
    }

    fn arith(&mut self, op: Arith, assign: bool, method: &str, left: Expr, right: Expr, span: Span) -> Expr {
        let (mut lt, mut rt) = (self.infer.peel(&left.ty), self.infer.peel(&right.ty));
        let shift = matches!(op, Arith::Bits(BitOp::Shl | BitOp::Shr));
        if is_var(&lt) && !is_int_var(&lt) && is_integer(&rt) && !shift {
            self.infer.unify(&lt, &rt);
            lt = self.infer.peel(&lt);
        }
        if is_var(&rt) && !is_int_var(&rt) && is_integer(&lt) {
            let int = self.infer.fresh_int();
            self.infer.unify(&rt, &int);
            rt = self.infer.peel(&rt);
        }
        let logical = lt == Ty::Bool && rt == Ty::Bool && matches!(op, Arith::Bits(_)) && !shift;
        if lt == Ty::Never || rt == Ty::Never {
            return self.unmodelled("an operation on a value that never comes", vec![left, right], false, span);
        }
        let modelled = logical || is_integer(&lt) && is_integer(&rt) && (shift || self.infer.unify(&lt, &rt));
        if !modelled {
            if self.clause
                && is_integer(&lt) != is_integer(&rt)
                && !matches!((&lt, &rt), (Ty::Opaque(_), _) | (_, Ty::Opaque(_)) | (Ty::Adt(..), _) | (_, Ty::Adt(..)))
            {
                let (a, b) = (self.show(&lt), self.show(&rt));
                self.error("E0200", format!("no such operation on `{a}` and `{b}`"), span);
            }
            return self.overloaded(method, vec![left, right], span);
        }
        let op = match op {
            Arith::Exact(op) if self.model.0.is_some() && self.checked => Arith::Inside(op),
            Arith::Exact(op) if self.model.0.is_some() => Arith::Sure(op),
            op => op,
        };
        let exact = self.clause && !matches!(op, Arith::Bits(_));
        let ty = if exact { Ty::Exact } else { self.infer.peel(&lt) };
        if assign {
            let kind = ExprKind::AssignOp(op, Box::new(left), Box::new(right));
            return Expr { kind, ty: Ty::unit(), span };
        }
        Expr { kind: ExprKind::Arith(op, Box::new(left), Box::new(right)), ty, span }
    }

    /// An operator on a type with an implementation of its trait.
    pub fn overloaded(&mut self, method: &str, mut args: Vec<Expr>, span: Span) -> Expr {
        let ty = self.infer.peel(&args[0].ty);
        let operand = |at: usize| args.get(at).map(|arg: &Expr| self.infer.open(&arg.ty));
        if let Ty::Adt(..) = ty
            && let Some(left) = operand(0)
            && let Some(id) = self.low.krate.resolve_operator(&left, operand(1).as_ref(), method)
        {
            return self.call_built(id, Some(left), Vec::new(), args, span);
        }
        if let Ty::Opaque(name) = &ty
            && (name == "f64" || name == "f32")
        {
            let ty = ty.clone();
            return Expr { ty, ..self.unmodelled("floating-point arithmetic", args, false, span) };
        }
        let shown = self.show(&ty);
        let known = matches!(ty, Ty::Opaque(_) | Ty::Param(_) | Ty::Adt(..));
        if self.clause && !known {
            self.error("E0200", format!("no such operation on `{shown}`"), args.remove(0).span);
            return self.unmodelled("this operation", args, true, span);
        }
        self.unmodelled(format!("an operator on `{shown}`"), args, true, span)
    }
}
