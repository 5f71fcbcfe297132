//! A clause that is asserted as it was written: of text, say, or of floating-point numbers.
//!
//! It was compiled and run like this in the harness (`harness/raw.rs`), in a module inside the function's own: so the test
//! stands in such a module too, and has the same names.
use refine_core::ir::RawClause;
use refine_core::ty::Ty;
use refine_core::value::Value;

use super::test::Writer;
use crate::harness::raw::{moved, olds, words};
use crate::source::{Paths, is_method};
use crate::types::{param_types, return_type};

/// The forms of the spec language that are functions when a clause runs.
const FORMS: [&str; 3] = ["forall", "exists", "implies"];

impl Writer<'_> {
    /// The parameters that the clause speaks of as variables, what it takes from the entry, the call, the clause.
    pub(super) fn as_written(&self, clause: &RawClause) -> Option<Vec<String>> {
        if !matches!(self.printer.paths, Paths::Within(_)) {
            return None;
        }
        let def = self.program.func(self.inst.func);
        let text = moved(shown(clause));
        let (mut claim, inner) = olds(&text);
        let mut lines = Vec::new();
        if FORMS.iter().any(|form| !words(&text, form).is_empty()) {
            let spec = self.program.spec_crate();
            lines.extend(["#[allow(unused_imports)]".to_owned(), format!("use {spec}::*;")]);
        }
        let tys = param_types(self.program, self.inst);
        let names: Vec<String> = def.params.iter().map(|param| named(&param.name)).collect();
        let variable = |at: usize, (ty, value): (&Ty, &Value)| {
            let name = if names[at] == "this" { "__self" } else { &names[at] };
            let spoken_of = !words(&text, name).is_empty();
            spoken_of
                .then(|| format!("let {}: {} = {};", names[at], self.printer.ty(ty), self.printer.value(ty, value)))
        };
        let variables = || tys.iter().zip(self.vector).enumerate().filter_map(|(at, arg)| variable(at, arg));
        for (number, inner) in inner.iter().enumerate() {
            // Computing it may use the variables up, so there are others for the call.
            lines.extend(variables());
            lines.push(format!("let old_{number} = {};", receiver_named(inner)));
            claim = claim.replace(&format!("__old_{number}__"), &format!("old_{number}"));
        }
        lines.extend(variables());
        let args: Vec<String> = (tys.iter().zip(self.vector).enumerate())
            .map(|(at, (ty, value))| match (variable(at, (ty, value)), ty) {
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
        lines.push(match clause.binder.as_deref() {
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

/// A clause with the variable's name for the receiver.
fn receiver_named(text: &str) -> String {
    let mut out = text.to_owned();
    for at in words(text, "__self").into_iter().rev() {
        out.replace_range(at..at + "__self".len(), "this");
    }
    out
}

/// The clause in the user's own layout, where that is the clause: forms of refine's own, or names of a trait's, are replaced elsewhere.
fn shown(clause: &RawClause) -> &str {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let same = !clause.written.contains('\n') && bare(&clause.written) == bare(&clause.text);
    if same { &clause.written } else { &clause.text }
}
