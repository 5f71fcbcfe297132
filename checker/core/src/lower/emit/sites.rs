//! Where the source calls functions of the crate, so that a run can tell which of several calls it was.
use super::Emitter;
use crate::ir::CallSite;
use crate::lower::hir::{Expr, ExprKind, Prim};
use crate::program::FnId;
use crate::span::Span;
use crate::ty::Ty;

impl Emitter<'_> {
    /// Lists a call, if text can be put around it and before its last step.
    pub fn site(&mut self, e: &Expr, callee: FnId, args: &[Expr]) {
        let within = |outer: &Span| inside(e.span, *outer);
        // An `assert!` shows the text of its condition when it fails.
        let quoted = self.quoted.iter().any(within) || self.sites.iter().any(|known| known.span == e.span);
        if quoted || !self.text(e).ends_with(')') || self.low.krate.fns[callee.0 as usize].def.ret == Ty::Never {
            return;
        }
        let last = args.iter().rev().find(|arg| self.runs_code(arg));
        if last.is_some_and(|last| matches!(last.kind, ExprKind::Unmodelled(..)) || !inside(last.span, e.span)) {
            return;
        }
        self.sites.push(CallSite { callee, span: e.span, last: last.map(|last| last.span) });
    }

    /// Whether evaluating an expression may run a function of the crate.
    fn runs_code(&self, e: &Expr) -> bool {
        use ExprKind as E;
        let harmless = match &e.kind {
            E::Int(_) | E::Bool(_) | E::Text | E::Var(_) | E::Const(_) | E::Field(..) | E::Proj(..) => true,
            E::Deref(_) | E::Borrow(..) | E::Cast(_) | E::Unary(..) | E::BitNot(_) | E::Arith(..) | E::Logic(..) => {
                true
            }
            E::Index(..) | E::Slice(..) | E::Tuple(_) | E::List(_) | E::Ctor(..) | E::Repeat(..) | E::IntCall(..) => {
                true
            }
            E::Prim(op, ..) => matches!(op, Prim::Len | Prim::IsEmpty | Prim::Same | Prim::Get | Prim::Unwrap),
            E::Call(func, ..) => self.low.krate.fns[func.0 as usize].def.std,
            _ => false,
        };
        let mut any = !harmless;
        e.each(&mut |part| any |= self.runs_code(part));
        any
    }
}

/// Whether a span is a part of another, and not all of it.
fn inside(inner: Span, outer: Span) -> bool {
    let within = inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end;
    within && inner != outer && inner.start < inner.end
}
