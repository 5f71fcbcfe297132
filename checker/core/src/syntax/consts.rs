//! The value of constant expressions, as far as types need it: array lengths and discriminants.
use num_traits::ToPrimitive;

use crate::ty::Ty;

use super::{Crate, Scope, ValueRes};

/// How many constants may lead to each other. More is a cycle.
const MAX_DEPTH: u32 = 64;

impl Crate {
    /// The value of an integer constant; `None` where it is not one that is plain enough.
    pub fn const_int(&self, scope: &Scope, expr: &syn::Expr) -> Option<i128> {
        self.const_at(scope, expr, 0)
    }

    fn const_at(&self, scope: &Scope, expr: &syn::Expr, depth: u32) -> Option<i128> {
        if depth > MAX_DEPTH {
            return None;
        }
        let sub = |expr: &syn::Expr| self.const_at(scope, expr, depth + 1);
        match expr {
            syn::Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Int(int) => int.base10_parse().ok(),
                syn::Lit::Byte(byte) => Some(byte.value().into()),
                syn::Lit::Char(char) => Some(u32::from(char.value()).into()),
                _ => None,
            },
            syn::Expr::Paren(inner) => sub(&inner.expr),
            syn::Expr::Group(inner) => sub(&inner.expr),
            syn::Expr::Block(block) if block.label.is_none() => match block.block.stmts.as_slice() {
                [syn::Stmt::Expr(value, None)] => sub(value),
                _ => None,
            },
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => sub(expr)?.checked_neg(),
            syn::Expr::Binary(binary) => {
                let (left, right) = (sub(&binary.left)?, sub(&binary.right)?);
                match binary.op {
                    syn::BinOp::Add(_) => left.checked_add(right),
                    syn::BinOp::Sub(_) => left.checked_sub(right),
                    syn::BinOp::Mul(_) => left.checked_mul(right),
                    syn::BinOp::Div(_) => left.checked_div(right),
                    syn::BinOp::Rem(_) => left.checked_rem(right),
                    syn::BinOp::Shl(_) => left.checked_mul(1i128.checked_shl(u32::try_from(right).ok()?)?),
                    syn::BinOp::Shr(_) => left.checked_shr(u32::try_from(right).ok()?),
                    syn::BinOp::BitAnd(_) => Some(left & right),
                    syn::BinOp::BitOr(_) => Some(left | right),
                    _ => None,
                }
            }
            syn::Expr::Cast(cast) => {
                // Only a cast that keeps the value is plain enough.
                let value = sub(&cast.expr)?;
                match self.resolve_type(scope, &cast.ty) {
                    Ty::Int(int) => {
                        let fits = int.min() <= value.into() && num_bigint::BigInt::from(value) <= int.max();
                        fits.then_some(value)
                    }
                    _ => None,
                }
            }
            syn::Expr::Path(path) => match self.resolve_value(scope, path)? {
                ValueRes::Const(id) => {
                    let item = &self.consts[id.0 as usize];
                    self.const_at(&item.scope, item.expr.as_ref()?, depth + 1)
                }
                ValueRes::Assoc(Ty::Int(int), name) => match name.as_str() {
                    "MAX" => int.max().to_i128(),
                    "MIN" => int.min().to_i128(),
                    "BITS" => Some(int.bits().into()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
