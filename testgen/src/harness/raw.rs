//! Clauses that are compiled as they were written, over variables named like the parameters.
//!
//! Each clause sees arguments of its own, decoded a second time: it may use them up, and `old(…)` is computed on
//! such a copy before the call.
use std::fmt::Write;

use refine_core::ir::RawClause;
use refine_core::program::{FnDef, Program};
use refine_core::ty::Ty;

use super::emit::{owned, passed};

pub(super) const FORMS: &str = "#[allow(unused_imports)] use crate::__refine_rt::spec::*;";

/// What stands before the call: a precondition's check, or what a postcondition has to know of the entry.
pub(super) fn before(program: &dyn Program, out: &mut String, def: &FnDef, tys: &[Ty], at: usize, clause: &RawClause) {
    let copies = |out: &mut String, set: &str| {
        for (param, ty) in tys.iter().enumerate() {
            let copy = format!("{set}_{param}{}", owned(program, ty));
            let _ = writeln!(out, "    rt::param({param}); let mut {copy} = rt::again(&a{param}, &args[{param}])?;");
        }
    };
    copies(out, &format!("x{at}"));
    if clause.requires {
        let text = moved(&clause.text);
        let _ =
            writeln!(out, "    rt::require(\"x{at}\", rt::guarded(|| -> rt::D<rt::std::primitive::bool> {{ {FORMS}");
        bind(out, def, tys, &format!("x{at}"));
        let _ = writeln!(out, "        rt::fine({text})\n    }}))?;");
        return;
    }
    for (number, inner) in olds(&clause.text).1.iter().enumerate() {
        let set = format!("y{at}_{number}");
        copies(out, &set);
        let _ = writeln!(out, "    let old_{at}_{number} = {{ {FORMS}");
        bind(out, def, tys, &set);
        let _ = writeln!(out, "        {}\n    }};", moved(inner));
    }
}

/// A postcondition's check; `out` is the result.
pub(super) fn after(out: &mut String, def: &FnDef, tys: &[Ty], ret: &Ty, at: usize, clause: &RawClause) {
    if clause.requires {
        return;
    }
    let (mut text, inner) = olds(&clause.text);
    for number in 0..inner.len() {
        text = text.replace(&format!("__old_{number}__"), &format!("old_{at}_{number}"));
    }
    let _ = writeln!(out, "    run.ensure(\"x{at}\", rt::guarded(|| -> rt::D<rt::std::primitive::bool> {{ {FORMS}");
    bind(out, def, tys, &format!("x{at}"));
    for (param, ty) in tys.iter().enumerate() {
        if let Ty::Ref(true, _) = ty {
            let _ = writeln!(out, "        let {} = &a{param};", local_name(def, param));
        }
    }
    let copied = clause.binder.is_none() && matches!(ret, Ty::Bool | Ty::Char | Ty::Int(_));
    let result = if copied { "out" } else { "&out" };
    let _ = writeln!(out, "        let {} = {result};", clause.binder.as_deref().unwrap_or("result"));
    let _ = writeln!(out, "        rt::fine({})\n    }}));", moved(&text));
}

pub(super) fn local_name(def: &FnDef, param: usize) -> String {
    let name = &def.params[param].name;
    if name == "self" { "__self".into() } else { name.clone() }
}

fn bind(out: &mut String, def: &FnDef, tys: &[Ty], set: &str) {
    for (param, ty) in tys.iter().enumerate() {
        let _ = writeln!(out, "        let {} = {};", local_name(def, param), passed(ty, &format!("{set}_{param}")));
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The byte offsets at which a word stands on its own.
pub(crate) fn words(text: &str, word: &str) -> Vec<usize> {
    let alone = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    text.match_indices(word).map(|(at, _)| at).filter(alone).collect()
}

/// The text for the module inside the one it was written for: paths start one module further up, and the receiver has
/// a name that a variable may have.
pub(crate) fn moved(text: &str) -> String {
    let mut places: Vec<(usize, &str)> = ["self", "super"]
        .into_iter()
        .flat_map(|word| words(text, word).into_iter().map(move |at| (at, word)))
        .filter(|(at, _)| !text[..*at].trim_end().ends_with("::"))
        .collect();
    places.sort_unstable();
    let (mut out, mut done) = (String::new(), 0);
    for (at, word) in places {
        let end = at + word.len();
        let path = text[end..].trim_start().starts_with("::");
        out.push_str(&text[done..at]);
        out.push_str(match (word, path) {
            ("super", _) => "super::super",
            (_, true) => "super",
            _ => "__self",
        });
        done = end;
    }
    out.push_str(&text[done..]);
    out
}

/// The text with the outermost `old(…)` replaced by `__old_0__`, `__old_1__`, …, and what stood inside them.
pub(crate) fn olds(text: &str) -> (String, Vec<String>) {
    let (mut out, mut inner, mut done) = (String::new(), Vec::new(), 0);
    for at in words(text, "old") {
        let open = at + "old".len() + text[at + "old".len()..].chars().take_while(|c| c.is_whitespace()).count();
        if at < done || !text[open..].starts_with('(') {
            continue;
        }
        let mut depth = 0;
        let closing = text[open..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0
        });
        let Some((length, _)) = closing else { continue };
        out.push_str(&text[done..at]);
        let _ = write!(out, "__old_{}__", inner.len());
        inner.push(text[open + 1..open + length].to_string());
        done = open + length + 1;
    }
    out.push_str(&text[done..]);
    (out, inner)
}
