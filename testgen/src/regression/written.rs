//! A clause without a plain form, asserted as it was written: in its own module, where all that it names is.
use refine_core::ir::RawClause;
use refine_core::ty::Ty;

use super::test::Writer;
use crate::harness::raw::{moved, words};
use crate::source::{Paths, is_method};
use crate::types::{param_types, return_type};

/// Words that mean something in clauses only.
const FORMS: [&str; 4] = ["old", "forall", "exists", "implies"];

impl Writer<'_> {
    /// The parameters that the clause speaks of as variables, the call, the clause.
    pub(super) fn written(&self, clause: &RawClause) -> Option<Vec<String>> {
        let inside = matches!(self.printer.paths, Paths::Within(_));
        let ret = return_type(self.program, self.inst);
        if !inside || borrows(&ret) || FORMS.iter().any(|form| !words(&clause.text, form).is_empty()) {
            return None;
        }
        let def = self.program.func(self.inst.func);
        let tys = param_types(self.program, self.inst);
        let text = moved(&clause.text);
        let (mut lines, mut args, mut receiver, mut views) = (Vec::new(), Vec::new(), None, Vec::new());
        for (at, (ty, value)) in tys.iter().zip(&self.witness.vector).enumerate() {
            let name = match def.params[at].name.as_str() {
                "self" => "__self",
                name => name,
            };
            let changed = matches!(ty, Ty::Ref(true, _));
            let spoken_of = !words(&text, name).is_empty();
            let called = at == 0 && is_method(def);
            if spoken_of {
                let (held, borrow) = self.held(ty, value);
                match self.printer.chain(name, ty, value, changed) {
                    Some(made) if !matches!(ty, Ty::Boxed(_)) => lines.extend(made),
                    _ => {
                        lines.push(format!("let {}{name}: {} = {};", if changed { "mut " } else { "" }, held.0, held.1))
                    }
                }
                match ty {
                    Ty::Ref(_, inner) if matches!(**inner, Ty::Slice(_)) => {
                        views.push(format!("let {name} = &{name}[..];"))
                    }
                    Ty::Ref(..) if !borrow.is_empty() => views.push(format!("let {name} = &{name};")),
                    _ => {}
                }
            }
            if changed && spoken_of {
                args.push(format!("&mut {name}"));
                receiver = receiver.or(called.then(|| name.to_owned()));
            } else {
                args.push(self.printer.value(ty, value));
                receiver = receiver.or(called.then(|| self.printer.receiver(ty, value)));
            }
        }
        let call = self.printer.apply(self.inst, &args, receiver);
        let binder = clause.binder.as_deref().unwrap_or("result");
        if words(&text, binder).is_empty() {
            lines.push(if ret == Ty::unit() { format!("{call};") } else { format!("let _ = {call};") });
        } else {
            let copied = clause.binder.is_none() && matches!(ret, Ty::Bool | Ty::Char | Ty::Int(_));
            lines.push(format!("let {binder} = {}{call};", if copied { "" } else { "&" }));
        }
        lines.extend(views);
        lines.push(format!("assert!({text});"));
        Some(lines)
    }
}

/// Whether a value of a type may borrow from the arguments.
fn borrows(ty: &Ty) -> bool {
    matches!(ty, Ty::Ref(..) | Ty::Borrow(_)) || ty.parts().any(borrows)
}
