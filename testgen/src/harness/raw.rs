//! Clauses that are compiled as they were written, over variables named like the parameters.
//!
//! Each clause sees arguments of its own, decoded a second time: it may use them up, and `old(…)` is computed on
//! such a copy before the call.
use std::fmt::Write;

use refine_core::ir::RawClause;
use refine_core::program::{FnDef, Program};
use refine_core::ty::Ty;

use super::emit::{owned, passed};
use crate::source::clause::{Old, Written, moved, placeholder};

/// What stands before the call: a precondition's check, or what a postcondition has to know of the entry.
pub(super) fn before(program: &dyn Program, out: &mut String, def: &FnDef, tys: &[Ty], at: usize, clause: &RawClause) {
    let copies = |out: &mut String, set: &str| {
        for (param, ty) in tys.iter().enumerate() {
            let copy = format!("{set}_{param}{}", owned(program, ty));
            let _ = writeln!(out, "    rt::param({param}); let mut {copy} = rt::again(&__a{param}, &__args[{param}])?;");
        }
    };
    copies(out, &format!("__x{at}"));
    let Written { claim, olds } = written(program, clause);
    if clause.requires {
        let _ = writeln!(out, "    rt::require(\"x{at}\", rt::guarded(|| -> rt::D<rt::std::primitive::bool> {{");
        bind(program, out, def, tys, &format!("__x{at}"));
        let _ = writeln!(out, "        rt::fine({claim})\n    }}))?;");
        return;
    }
    for (number, old) in olds.iter().enumerate() {
        let set = format!("__y{at}_{number}");
        copies(out, &set);
        if !old.bound {
            // It may use up its arguments. A panic is the clause's only if the clause asks for the value.
            let _ = writeln!(out, "    let __old_{at}_{number} = rt::old(|| {{");
            bind(program, out, def, tys, &set);
            let _ = writeln!(out, "        {}\n    }});", old.inner);
        }
    }
}

/// A postcondition's check; `__out` is the result. (The user's names are in scope: none of ours is like one of theirs.)
pub(super) fn after(
    program: &dyn Program,
    out: &mut String,
    def: &FnDef,
    tys: &[Ty],
    ret: &Ty,
    at: usize,
    clause: &RawClause,
) {
    if clause.requires {
        return;
    }
    let Written { mut claim, olds } = written(program, clause);
    for (number, old) in olds.iter().enumerate() {
        claim = claim.replace(&placeholder(number), &used(program, def, tys, at, number, old));
    }
    let _ = writeln!(out, "    __run.ensure(\"x{at}\", rt::guarded(|| -> rt::D<rt::std::primitive::bool> {{");
    bind(program, out, def, tys, &format!("__x{at}"));
    for (param, ty) in tys.iter().enumerate() {
        // What the call was given itself: also behind a `&` there may be cells that it has changed.
        if let Ty::Ref(_, of) = ty {
            let now = passed(program, &Ty::Ref(false, of.clone()), &format!("__a{param}"));
            let _ = writeln!(out, "        let {} = {now};", local_name(def, param));
        }
    }
    let copied = clause.binder.is_none() && matches!(ret, Ty::Bool | Ty::Char | Ty::Int(_));
    let result = if copied { "__out" } else { "&__out" };
    let _ = writeln!(out, "        let {} = {result};", clause.binder.as_deref().unwrap_or("result"));
    let _ = writeln!(out, "        rt::fine({claim})\n    }}));");
}

fn written(program: &dyn Program, clause: &RawClause) -> Written {
    Written::of(&moved(&clause.text), program.spec_crate())
}

/// What stands in a postcondition for an `old(…)`.
fn used(program: &dyn Program, def: &FnDef, tys: &[Ty], at: usize, number: usize, old: &Old) -> String {
    match old {
        // Only there it has a value. What it asks for is only looked at, and looked at again the next time.
        Old { bound: true, inner, .. } => {
            let mut names = String::new();
            for (param, ty) in tys.iter().enumerate() {
                let value = match ty {
                    Ty::Ref(_, of) => passed(program, &Ty::Ref(false, of.clone()), &format!("__y{at}_{number}_{param}")),
                    Ty::Bool | Ty::Char | Ty::Int(_) => format!("__y{at}_{number}_{param}"),
                    _ => format!("&__y{at}_{number}_{param}"),
                };
                let _ = write!(names, "let {} = {value}; ", local_name(def, param));
            }
            format!("{{ {names}{inner} }}")
        }
        Old { repeated: true, .. } => format!("(*__old_{at}_{number}.held())"),
        _ => format!("__old_{at}_{number}.taken()"),
    }
}

pub(super) fn local_name(def: &FnDef, param: usize) -> String {
    let name = &def.params[param].name;
    if name == "self" { "__self".into() } else { name.clone() }
}

fn bind(program: &dyn Program, out: &mut String, def: &FnDef, tys: &[Ty], set: &str) {
    for (param, ty) in tys.iter().enumerate() {
        let _ = writeln!(
            out,
            "        let {} = {};",
            local_name(def, param),
            passed(program, ty, &format!("{set}_{param}"))
        );
    }
}
