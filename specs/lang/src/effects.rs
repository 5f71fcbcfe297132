//! What a clause may not do: change anything, or leave the expression other than with its value.
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr};

use crate::{SpecError, SpecErrorKind, macros};

/// The first thing in a clause that could change something, or is no value, if there is one.
pub fn side_effects(expr: &Expr) -> Option<SpecError> {
    let mut search = Search { found: None };
    search.visit_expr(expr);
    search.found
}

struct Search {
    found: Option<SpecError>,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if self.found.is_none() {
            self.found = forbidden(expr).map(|what| refused(expr, what));
            visit::visit_expr(self, expr);
        }
    }

    fn visit_stmt_macro(&mut self, mac: &'ast syn::StmtMacro) {
        if self.found.is_none() && !macros::is_matches(&mac.mac.path) {
            self.found = Some(refused(mac, MACRO));
        }
    }
}

const MACRO: &str = "a macro other than `matches!` and `vec!`";

fn refused(at: &impl ToTokens, what: &str) -> SpecError {
    SpecError::at(at, format!("a clause is a condition without effects: it cannot contain {what}"))
        .of(SpecErrorKind::Effect)
        .help("a clause is read by the checker and evaluated any number of times")
}

/// What is wrong with this node itself, in words.
fn forbidden(expr: &Expr) -> Option<&'static str> {
    Some(match expr {
        Expr::Assign(_) => "an assignment",
        Expr::Binary(binary) if assigns(&binary.op) => "an assignment",
        Expr::Reference(reference) if reference.mutability.is_some() => "a mutable borrow",
        Expr::RawAddr(_) => "a raw pointer",
        Expr::Macro(mac) if !macros::is_matches(&mac.mac.path) => MACRO,
        Expr::Try(_) => "an early return",
        Expr::Return(_) => "an early return",
        Expr::Break(_) | Expr::Continue(_) => "a jump",
        Expr::Await(_) | Expr::Async(_) => "asynchronous code",
        Expr::Yield(_) => "a generator",
        Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => "a loop",
        Expr::Unsafe(_) => "unsafe code",
        Expr::Infer(_) => "a placeholder",
        _ => return None,
    })
}

fn assigns(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
