//! A clause that is asserted as it was written: of text, say, or of floating-point numbers.
//!
//! It was compiled and run like this in the harness (`harness/raw.rs`), in a module inside the function's own: so the test
//! stands in such a module too, and has the same names.
use std::collections::BTreeSet;

use refine_core::ir::RawClause;
use refine_core::ty::Ty;

use super::test::Writer;
use crate::source::clause::{PlainClause, moved, placeholder, replaced, with_self, words};
use crate::source::{Paths, is_method};
use crate::types::{has_own_order, param_types, return_type, self_type};

impl Writer<'_> {
    /// The parameters that the clause speaks of as variables, what it takes from the entry, the call, the clause.
    pub(super) fn as_written(&self, clause: &RawClause) -> Option<Vec<String>> {
        if !matches!(self.printer.paths, Paths::Within(_)) {
            return None;
        }
        let def = self.program.func(self.inst.func);
        let text = moved(shown(clause));
        let text = match self_type(self.program, self.inst) {
            Some(own) => with_self(&text, &self.printer.ty(&own)),
            None => text,
        };
        let PlainClause { mut claim, olds } = PlainClause::of(&text, self.program.spec_crate());
        let mut lines = Vec::new();
        let tys = param_types(self.program, self.inst);
        let names: Vec<String> = def.params.iter().map(|param| named(&param.name)).collect();
        let bound = |at: usize, as_name: &str| {
            let (ty, value) = (&tys[at], &self.vector[at]);
            format!("let {as_name}: {} = {};", self.printer.ty(ty), self.printer.value(ty, value))
        };
        let in_clause = |at: usize| if names[at] == "this" { "__self" } else { &names[at] };
        let speaks_of = |text: &str, at: usize| !words(text, in_clause(at)).is_empty();
        let variable = |at: usize| speaks_of(&text, at).then(|| bound(at, &names[at]));
        // What has an order of its own is looked at itself, as in the run.
        let itself = |at: usize| matches!(tys[at], Ty::Ref(true, _)) && has_own_order(self.program, &tys[at]);
        let (mut before, mut is_bound) = (BTreeSet::new(), false);
        for (number, old) in olds.iter().enumerate() {
            let mut inner = old.inner.clone();
            if old.always && !old.bound {
                // Computing it may use the variables up, so there are others for the call.
                lines.extend((0..tys.len()).filter(|at| !is_bound || !itself(*at)).filter_map(variable));
                is_bound = true;
                lines.push(format!("let old_{number} = {};", receiver_named(&inner)));
                inner = format!("old_{number}");
            } else {
                // It may have a value only where the clause asks for it: so what it speaks of is kept.
                for at in (0..tys.len()).filter(|at| matches!(tys[*at], Ty::Ref(true, _)) && speaks_of(&old.inner, *at))
                {
                    inner = replaced(&inner, in_clause(at), &kept(&names[at], &text));
                    before.insert(at);
                }
                if !old.alone {
                    inner = format!("({inner})");
                }
            }
            claim = claim.replace(&placeholder(number), &inner);
        }
        lines.extend(before.into_iter().map(|at| bound(at, &kept(&names[at], &text))));
        lines.extend((0..tys.len()).filter(|at| !is_bound || !itself(*at)).filter_map(variable));
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
        let is_unused =
            |binder: &&str| syn::parse_str::<syn::Ident>(binder).is_ok() && words(&claim, binder).is_empty();
        lines.push(match clause.binder.as_deref().map(|binder| if is_unused(&binder) { "_" } else { binder }) {
            Some("_") if return_type(self.program, self.inst) == Ty::unit() => format!("{call};"),
            Some("_") => format!("let _ = {call};"),
            Some(binder) => format!("let {binder} = &{call};"),
            None => format!("let result = {call};"),
        });
        lines.push(format!("assert!({});", receiver_named(&claim)));
        Some(lines)
    }
}

fn named(param: &str) -> String {
    if param == "self" { "this".to_owned() } else { param.to_owned() }
}

/// The name of a parameter's value before the call, one that the clause does not speak of.
fn kept(name: &str, clause: &str) -> String {
    let mut kept = if name == "this" { "before".to_owned() } else { format!("{name}_before") };
    while !words(clause, &kept).is_empty() {
        kept.push('_');
    }
    kept
}

/// A clause with the variable's name for the receiver.
fn receiver_named(text: &str) -> String {
    replaced(text, "__self", "this")
}

/// The clause in the user's own layout, where that is the clause: forms of refine's own, or names of a trait's, are replaced elsewhere.
fn shown(clause: &RawClause) -> &str {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let same = !clause.written.contains('\n') && bare(&clause.written) == bare(&clause.text);
    if same { &clause.written } else { &clause.text }
}
