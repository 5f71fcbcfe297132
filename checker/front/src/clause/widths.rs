//! Comparisons of integers of different types, in clauses that are compiled as they were written: casts make them Rust.
use refine_core::span::Span;
use refine_core::ty::{IntTy, Ty};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

use super::typer::{Typed, Typer};

/// What an operand of a comparison needs so that rustc compares it with the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widened {
    /// How many references it is behind.
    behind: usize,
    /// The type in which both can be written.
    to: IntTy,
}

impl Typer<'_, '_> {
    /// Notes what the operands of a comparison need, if they are integers of different types.
    pub(super) fn note_widths(&mut self, left: &Typed, right: &Typed) {
        let (Some((left_behind, a)), Some((right_behind, b))) = (self.integer(&left.ty), self.integer(&right.ty))
        else {
            return;
        };
        if a == b {
            return;
        }
        let Some(to) = common(a, b) else { return };
        self.widened.insert(left.span, Widened { behind: left_behind, to });
        self.widened.insert(right.span, Widened { behind: right_behind, to });
    }

    /// An integer type, and how many references it is behind.
    fn integer(&self, ty: &Ty) -> Option<(usize, IntTy)> {
        match self.scope.concrete(self.cx, &self.infer.shallow(ty)) {
            Ty::Ref(_, inner) => self.integer(&inner).map(|(behind, int)| (behind + 1, int)),
            Ty::Int(int) => Some((0, int)),
            _ => None,
        }
    }

    /// A clause with the casts that its comparisons need.
    pub(super) fn widened(&self, clause: &Expr) -> Expr {
        let mut widened = clause.clone();
        if !self.widened.is_empty() {
            Widen { typer: self }.visit_expr_mut(&mut widened);
        }
        widened
    }
}

/// A type that has all values of both.
fn common(a: IntTy, b: IntTy) -> Option<IntTy> {
    let has = |ty: IntTy, of: IntTy| ty.min() <= of.min() && of.max() <= ty.max();
    // (How wide `usize` is differs between machines.)
    let is_fixed = |ty: IntTy| !matches!(ty, IntTy::Usize | IntTy::Isize);
    [a, b, IntTy::I128, IntTy::U128].into_iter().find(|ty| is_fixed(*ty) && has(*ty, a) && has(*ty, b))
}

struct Widen<'t, 'a, 'db> {
    typer: &'t Typer<'a, 'db>,
}

impl Widen<'_, '_, '_> {
    fn operand(&self, expr: &mut Expr) {
        let span: Span = self.typer.span(expr);
        if let Some(Widened { behind, to }) = self.typer.widened.get(&span) {
            let ty = quote::format_ident!("{}", to.name());
            let value = (0..*behind).fold(grouped(expr), |value, _| parse_quote!(*#value));
            *expr = parse_quote!((#value as #ty));
        }
    }
}

/// An expression that a prefix and `as` take as a whole.
fn grouped(expr: &Expr) -> Expr {
    let is_one = matches!(
        expr,
        Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_) | Expr::Index(_) | Expr::Paren(_)
    ) || matches!(expr, Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)));
    if is_one { expr.clone() } else { parse_quote!((#expr)) }
}

impl VisitMut for Widen<'_, '_, '_> {
    fn visit_expr_binary_mut(&mut self, binary: &mut syn::ExprBinary) {
        use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let compares = matches!(binary.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_));
        if compares {
            self.operand(&mut binary.left);
            self.operand(&mut binary.right);
        }
        visit_mut::visit_expr_binary_mut(self, binary);
    }
}
