//! The parts of an expression that are executed.
//!
//! rust-analyzer's own walks also visit what is evaluated at compile time (lengths of arrays, constant arguments, `const` blocks), whose
//! types inference does not always tell, and literals in patterns.
use hir_def::expr_store::{ExpressionStore, StoreVisitor};
use hir_def::hir::{ExprId, Pat, PatId};

/// Calls a function with each expression directly in another one, in the order of the source: guards of a `match` are among them, and
/// the targets of an assignment that takes a value apart.
pub(crate) fn parts(store: &ExpressionStore, e: ExprId, f: impl FnMut(ExprId)) {
    store.visit_expr_children(e, Children { store, f });
}

struct Children<'a, F> {
    store: &'a ExpressionStore,
    f: F,
}

impl<F: FnMut(ExprId)> StoreVisitor for Children<'_, F> {
    fn on_expr(&mut self, e: ExprId) {
        (self.f)(e);
    }

    fn on_anon_const_expr(&mut self, _: ExprId) {}

    fn on_generic_args(&mut self, _: &hir_def::expr_store::path::GenericArgs) {}

    fn on_pat(&mut self, pat: PatId) {
        let Children { store, f } = self;
        store.walk_pats(pat, &mut |pat| {
            if let Pat::Expr(e) = store[pat] {
                f(e);
            }
        });
    }
}
