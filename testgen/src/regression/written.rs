//! A clause that is asserted as it was written: of text, say, or of floating-point numbers.
//!
//! It was compiled and run like this in the harness (`harness/raw.rs`), in a module inside the function's own: so the test
//! stands in such a module too, and has the same names.
use std::collections::BTreeSet;

use refine_core::ir::{Clause, RawClause};
use refine_core::ty::Ty;
use syn::parse::Parser;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};

use super::test::{Writer, depends, mentioned, unused};
use crate::source::chain::is_constant;
use crate::source::clause::{PlainClause, moved, placeholder, replaced, with_self, words};
use crate::source::{Paths, exact, is_method};
use crate::types::{has_own_order, holds_cell, is_shared, param_types, return_type, same_as, self_type};

impl Writer<'_> {
    /// A clause without translation, as it was written.
    pub(super) fn as_written(&self, clause: &RawClause) -> Option<Vec<String>> {
        let written = || self.written(&exact::in_test(shown(clause)), clause.binder.as_deref());
        matches!(self.printer.paths, Paths::Within(_)).then(written)
    }

    /// A clause with a translation, as it was written, if that means the same: it computes nothing, which clauses do exactly, and it speaks of
    /// nothing but the parameters and the result.
    pub(super) fn in_own_words(&self, clause: &Clause) -> Option<Vec<String>> {
        let binder = clause.binder.as_deref()?;
        let def = self.program.func(self.inst.func);
        let params = def.params.iter().map(|param| param.name.clone()).collect();
        let parts = means_the_same(&clause.text, binder, params)?;
        let is_seen = matches!(self.printer.paths, Paths::Within(_)) || parts.iter().all(|name| !self.is_private(name));
        is_seen.then(|| self.written(&clause.text, Some(binder)))
    }

    /// Whether a field or a method by a name may be one that only the crate sees.
    fn is_private(&self, name: &str) -> bool {
        let ret = return_type(self.program, self.inst);
        let fields = mentioned(self.program, self.inst, &ret).into_iter().flat_map(|id| &self.program.adt(id).variants);
        fields.flat_map(|variant| &variant.fields).any(|field| field.name == name && !field.public)
            || self.program.fns().iter().any(|def| def.name == name && !def.public && !def.std)
    }

    /// The parameters that the clause speaks of as variables, what it takes from the entry, the call, the clause.
    fn written(&self, text: &str, binder: Option<&str>) -> Vec<String> {
        let def = self.program.func(self.inst.func);
        let text = moved(text);
        let text = match self_type(self.program, self.inst) {
            Some(own) => with_self(&text, &self.printer.ty(&own)),
            None => text,
        };
        let PlainClause { mut claim, olds } = PlainClause::of(&text, self.program.spec_crate());
        let mut lines = Vec::new();
        let tys = param_types(self.program, self.inst);
        let mut names: Vec<String> = def.params.iter().map(|param| param.name.clone()).collect();
        let own = is_method(def).then(|| unused("this", &names));
        if let Some(own) = &own {
            names[0].clone_from(own);
        }
        let receiver_named = |text: &str| own.as_deref().map_or(text.to_owned(), |own| replaced(text, "__self", own));
        let bound = |at: usize, as_name: &str| -> Vec<String> {
            let (ty, value) = (&tys[at], &self.vector[at]);
            let (held, borrow) =
                (format!("{as_name}_held"), if matches!(ty, Ty::Ref(true, _)) { "&mut " } else { "&" });
            let chain = match ty {
                Ty::Ref(mutable, _) => self.printer.chain(&held, ty, value, *mutable),
                _ => None,
            };
            let (lines, value) = match chain {
                Some(lines) => (lines, format!("{borrow}{held}")),
                None => (Vec::new(), self.printer.value(ty, value)),
            };
            // The same cells are there already.
            let same = same_as(self.program, self.inst, self.vector, at).filter(|_| as_name == names[at]);
            let (mut lines, value) = same.map_or((lines, value), |other| (Vec::new(), names[other].clone()));
            lines.push(format!("let {as_name}: {} = {value};", self.printer.ty(ty)));
            lines
        };
        let in_clause = |at: usize| if at == 0 && own.is_some() { "__self" } else { &names[at] };
        // The value before the call has a name that the clause does not speak of.
        let kept = |at: usize| {
            let is_own = at == 0 && own.is_some();
            let mut name = unused(&if is_own { "before".to_owned() } else { format!("{}_before", names[at]) }, &names);
            while !words(&text, &name).is_empty() {
                name.push('_');
            }
            name
        };
        let speaks_of = |text: &str, at: usize| !words(text, in_clause(at)).is_empty();
        let is_unused =
            |binder: &&str| syn::parse_str::<syn::Ident>(binder).is_ok() && words(&claim, binder).is_empty();
        let binder = binder.map(|binder| if is_unused(&binder) { "_" } else { binder });
        // What the result depends on has to be there when the clause looks at it.
        let lends = binder != Some("_") && depends(self.program, &return_type(self.program, self.inst));
        let outlives =
            |at: usize| lends && matches!(&tys[at], Ty::Ref(mutable, inner) if *mutable || !is_constant(inner));
        let same = |at: usize| same_as(self.program, self.inst, self.vector, at);
        let outlives =
            |at: usize| outlives(at) || same(at).is_some() || is_shared(self.program, self.inst, self.vector, at);
        let variable = |at: usize| (speaks_of(&text, at) || outlives(at)).then(|| bound(at, &names[at]));
        // What has an order of its own is looked at itself, as in the run.
        let itself = |at: usize| matches!(tys[at], Ty::Ref(true, _)) && has_own_order(self.program, &tys[at]);
        // What a call may change.
        let changes = |at: usize| match &tys[at] {
            Ty::Ref(is_mut, inner) => *is_mut || holds_cell(self.program, inner),
            _ => false,
        };
        let (mut before, mut is_bound) = (BTreeSet::new(), false);
        for (number, old) in olds.iter().enumerate() {
            let mut inner = old.inner.clone();
            if old.always && !old.bound {
                // Computing it may use the variables up, so there are others for the call.
                let takes = |at: &usize| if itself(*at) { !is_bound } else { speaks_of(&old.inner, *at) };
                lines.extend((0..tys.len()).filter(takes).filter_map(variable).flatten());
                is_bound = true;
                lines.push(format!("let old_{number} = {};", receiver_named(&inner)));
                inner = format!("old_{number}");
            } else {
                // It may have a value only where the clause asks for it: so what it speaks of is kept.
                for at in (0..tys.len()).filter(|at| changes(*at) && speaks_of(&old.inner, *at)) {
                    inner = replaced(&inner, in_clause(at), &kept(at));
                    before.insert(at);
                }
                if !old.alone {
                    inner = format!("({inner})");
                }
            }
            claim = claim.replace(&placeholder(number), &inner);
        }
        lines.extend(before.into_iter().flat_map(|at| bound(at, &kept(at))));
        // (What is passed by value is made again for the call.)
        let is_used = |at: usize| matches!(tys[at], Ty::Ref(..)) || outlives(at) || speaks_of(&claim, at);
        let takes = |at: &usize| (!is_bound || !itself(*at)) && is_used(*at);
        lines.extend((0..tys.len()).filter(takes).filter_map(variable).flatten());
        let args: Vec<String> = (tys.iter().zip(self.vector).enumerate())
            .map(|(at, (ty, value))| match (variable(at), ty) {
                // A reference is the same one, what is passed by value is made again.
                (Some(_), Ty::Ref(true, _)) => format!("&mut *{}", names[at]),
                (Some(_), Ty::Ref(false, _)) => names[at].clone(),
                _ => self.printer.value(ty, value),
            })
            .collect();
        let receiver =
            args.first().filter(|_| is_method(def)).map(|first| match (first.strip_prefix("&mut *"), &tys[0]) {
                (Some(name), _) => name.to_owned(),
                (None, _) if *first == names[0] => first.clone(),
                (None, ty) => self.printer.receiver(ty, &self.vector[0]),
            });
        let call = self.printer.apply(self.inst, &args, receiver);
        let binder = binder.or_else(|| words(&claim, "result").is_empty().then_some("_"));
        lines.push(match binder {
            Some("_") if return_type(self.program, self.inst) == Ty::unit() => format!("{call};"),
            Some("_") => format!("let _ = {call};"),
            Some(binder) => format!("let {binder} = &{call};"),
            None => format!("let result = {call};"),
        });
        lines.push(format!("assert!({});", receiver_named(&claim)));
        lines
    }
}

/// The fields and methods that a clause over parameters and what its binder binds names, if it is the same as Rust: where it computes, a clause
/// has exact numbers.
fn means_the_same(text: &str, binder: &str, params: Vec<String>) -> Option<Vec<String>> {
    let expr = syn::parse_str::<Expr>(text).ok()?;
    let binder = syn::Pat::parse_single.parse_str(binder).ok()?;
    let mut plain = Plain { known: params, parts: Vec::new(), is_plain: true };
    plain.visit_pat(&binder);
    plain.visit_expr(&expr);
    plain.is_plain.then_some(plain.parts)
}

/// Methods of numbers that compute.
const COMPUTING: [&str; 9] =
    ["abs", "pow", "sum", "product", "rem_euclid", "div_euclid", "next_power_of_two", "next_multiple_of", "neg"];
/// What a test has without saying so, and the forms that are replaced.
const ANYWHERE: [&str; 8] = ["Some", "None", "Ok", "Err", "old", "implies", "forall", "exists"];

struct Plain {
    /// The parameters, and the names that patterns have bound so far.
    known: Vec<String>,
    /// The fields and methods.
    parts: Vec<String>,
    is_plain: bool,
}

impl<'ast> Visit<'ast> for Plain {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        use BinOp::*;
        self.is_plain &= match expr {
            Expr::Binary(binary) => {
                matches!(binary.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) | And(_) | Or(_))
            }
            Expr::Unary(unary) => !matches!(unary.op, UnOp::Neg(_)) || matches!(*unary.expr, Expr::Lit(_)),
            Expr::MethodCall(call) => {
                call.turbofish.is_none() && !COMPUTING.contains(&call.method.to_string().as_str())
            }
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                ANYWHERE.iter().any(|known| name == known) || self.known.iter().any(|known| name == known)
            }),
            Expr::Array(_)
            | Expr::Call(_)
            | Expr::Closure(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Lit(_)
            | Expr::Match(_)
            | Expr::Paren(_)
            | Expr::Range(_)
            | Expr::Reference(_)
            | Expr::Tuple(_) => true,
            _ => false,
        };
        match expr {
            Expr::MethodCall(call) => self.parts.push(call.method.to_string()),
            Expr::Field(field) => self.parts.push(match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(at) => at.index.to_string(),
            }),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat(&mut self, pat: &'ast syn::Pat) {
        let is_known =
            |path: &syn::Path| path.get_ident().is_some_and(|name| ANYWHERE.iter().any(|known| name == known));
        self.is_plain &= match pat {
            syn::Pat::TupleStruct(pat) => is_known(&pat.path),
            syn::Pat::Path(pat) => is_known(&pat.path),
            // (What begins with a capital is a constant or a variant, which another module may not know: there it would match anything.)
            syn::Pat::Ident(pat) => {
                let name = pat.ident.to_string();
                ANYWHERE.contains(&name.as_str()) || !name.starts_with(char::is_uppercase)
            }
            syn::Pat::Struct(_) | syn::Pat::Const(_) | syn::Pat::Macro(_) => false,
            _ => true,
        };
        visit::visit_pat(self, pat);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.known.push(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

/// The clause in the user's own layout, where that is the clause: forms of refine's own, or names of a trait's, are replaced elsewhere.
fn shown(clause: &RawClause) -> &str {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let same = !clause.written.contains('\n') && bare(&clause.written) == bare(&clause.text);
    if same { &clause.written } else { &clause.text }
}
