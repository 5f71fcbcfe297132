//! Clauses that are compiled as they were written, over variables named like the parameters.
//!
//! Each clause sees arguments of its own, decoded a second time: it may use them up, and `old(…)` is computed on
//! such a copy before the call. Only what has an order of its own (a `HashMap`) is looked at itself, as long as that compiles: what `old(…)`
//! gives may go on to borrow it.
use std::fmt::Write;

use refine_core::ir::RawClause;
use refine_core::program::{FnDef, Program};
use refine_core::ty::Ty;

use super::emit::{argument, owned, passed, spell};
use super::order::depends_on_order;
use crate::generate::plain::is_chain;
use crate::source::clause::{Old, PlainClause, moved, placeholder, replaced, with_self, words};
use crate::source::exact;
use crate::source::parts::in_parts;
use crate::types::{has_own_order, holds_borrow, may_share, shares_cell};

/// Whether `old(…)` of a clause may be computed on the arguments of the call themselves.
pub(super) fn looks_at_arguments(program: &dyn Program, tys: &[Ty], clause: &RawClause) -> bool {
    let computed = || written(program, clause, None).olds.iter().any(|old| !old.bound);
    !clause.requires && tys.iter().any(|ty| is_looked_at(program, ty)) && computed()
}

/// The file in which an overflow is one of the clause's own text, as an expression. If it calls `#[pure]` functions, whose values wrap around, that is
/// any.
pub(super) fn own_file(program: &dyn Program, text: &str) -> &'static str {
    let calls = |def: &FnDef| def.pure && !words(text, &def.name).is_empty();
    if program.fns().iter().any(calls) { "\"\"" } else { "rt::std::file!()" }
}

/// Whether integers of a clause are of any size, if that compiles.
pub(super) fn may_be_exact(program: &dyn Program, clause: &RawClause) -> bool {
    exact::may_differ(&written(program, clause, None).claim)
}

/// Why such a clause is not evaluated that speaks of what a mutable reference in a parameter leads to after the call: the call was given that one.
pub const LATER: &str = "no run shows later what a mutable reference or a shared cell inside of a parameter leads to";

/// Whether a postcondition that is compiled as it was written speaks of a parameter that is passed by value and holds what others see
/// change: a mutable reference, or a cell that it shares.
pub(super) fn speaks_of_later(program: &dyn Program, def: &FnDef, tys: &[Ty], clause: &RawClause) -> bool {
    let text = moved(&clause.text);
    let spoken_of = |param: usize| !words(&text, &local_name(def, param)).is_empty();
    let is_seen = |ty: &Ty| holds_borrow(program, ty) || shares_cell(program, ty);
    let by_value = |ty: &Ty| !matches!(ty, Ty::Ref(..)) && is_seen(ty);
    !clause.requires && tys.iter().enumerate().any(|(param, ty)| by_value(ty) && spoken_of(param))
}

fn is_looked_at(program: &dyn Program, ty: &Ty) -> bool {
    matches!(ty, Ty::Ref(..)) && has_own_order(program, ty)
}

/// The parameters that a precondition speaks of, if it can look at them as they are at its function's entry: they are borrowed there, or
/// copied. (One that uses such a value up does not compile.)
pub(super) fn in_place(def: &FnDef, clause: &RawClause) -> Option<Vec<usize>> {
    let text = moved(&clause.text);
    let spoken_of = |param: &usize| !words(&text, &local_name(def, *param)).is_empty();
    let params: Vec<usize> = (0..def.params.len()).filter(spoken_of).collect();
    let is_kept = |param: &usize| !def.params[*param].name.starts_with('_');
    (def.generics.is_empty() && def.consts.is_empty() && params.iter().all(is_kept)).then_some(params)
}

/// A clause as an expression inside of the function that it is said of.
pub(super) fn inside(program: &dyn Program, text: &str) -> String {
    exact::checked(&PlainClause::of(text, program.spec_crate()).claim)
}

/// Macros that bring no names into the block that they stand in.
const NAMELESS: [&str; 16] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprintln",
    "loop_decreases",
    "loop_invariant",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "writeln",
];

/// Whether there may be items in a function's block: at its start a name of a clause would mean these, and not what it means outside.
pub(super) fn has_names_of_its_own(block: &str) -> bool {
    let is_nameless =
        |called: &syn::Macro| called.path.get_ident().is_some_and(|name| NAMELESS.iter().any(|known| name == known));
    let may_name = |stmt: &syn::Stmt| match stmt {
        syn::Stmt::Item(_) => true,
        syn::Stmt::Macro(stmt) => !is_nameless(&stmt.mac),
        syn::Stmt::Local(_) | syn::Stmt::Expr(..) => false,
    };
    syn::parse_str::<syn::Block>(block).map_or(true, |block| block.stmts.iter().any(may_name))
}

/// A function that evaluates such a precondition, by its name.
pub(super) fn predicate_in_place(
    program: &dyn Program,
    def: &FnDef,
    (at, clause): (usize, &RawClause),
    (name, params): (&str, &[usize]),
    own: Option<&str>,
) -> String {
    let (mut declared, mut bound, mut claim) = (Vec::new(), String::new(), written(program, clause, own).claim);
    for param in params {
        let (ty, name) = (&def.params[*param].ty, local_name(def, *param));
        let lent = match ty {
            Ty::Ref(_, of) => Ty::Ref(false, of.clone()),
            Ty::Bool | Ty::Char | Ty::Int(_) => ty.clone(),
            ty => Ty::Ref(false, Box::new(ty.clone())),
        };
        declared.push(format!("__p{param}: {}", spell(program, &lent)));
        match matches!(lent, Ty::Ref(..)) && !matches!(ty, Ty::Ref(..)) {
            true => claim = replaced(&claim, &name, &format!("(*__p{param})")),
            false => bound += &format!("let {name} = __p{param}; "),
        }
    }
    let declared = declared.join(", ");
    let (claim, file) = (exact::checked(&claim), own_file(program, &clause.text));
    format!(
        "pub fn {name}({declared}) -> rt::Res<()> {{\n    \
         rt::require(\"x{at}\", rt::guarded({file}, || -> rt::D<rt::std::primitive::bool> {{\n        \
         {bound}let __holds = {claim};\n        rt::fine(__holds)\n    }}))\n}}\n"
    )
}

/// A clause that is compiled as it was written, in a runner.
pub(super) struct Raw<'a> {
    pub(super) program: &'a dyn Program,
    pub(super) def: &'a FnDef,
    /// The types of the parameters.
    pub(super) tys: &'a [Ty],
    /// Its number.
    pub(super) at: usize,
    pub(super) clause: &'a RawClause,
    /// What `Self` means in it.
    pub(super) own: Option<&'a str>,
    /// Whether `old(…)` looks at values made for it alone.
    pub(super) apart: bool,
    /// Whether its integers are of any size, as far as that compiles.
    pub(super) exact: bool,
    /// Whether it is of the call that a runner makes, in which two arguments may be the same cells: then they are for the clause, too.
    pub(super) of_run: bool,
}

impl Raw<'_> {
    /// What stands before the call: a precondition's check, or what a postcondition has to know of the entry.
    pub(super) fn before(&self, out: &mut String) {
        let Raw { program, def, tys, at, clause, own, apart, .. } = *self;
        let copies = |out: &mut String, set: &str| {
            for (param, ty) in tys.iter().enumerate() {
                let copy = format!("{set}_{param}{}", owned(program, ty));
                let _ = writeln!(
                    out,
                    "    rt::param({param}); let mut {copy} = rt::again(&{}, &__args[{param}])?;",
                    argument(def, param)
                );
            }
        };
        let looks = |out: &mut String| {
            for (param, ty) in tys.iter().enumerate().filter(|(_, ty)| !apart && is_looked_at(program, ty)) {
                look(program, out, def, ty, param);
            }
        };
        copies(out, &format!("__x{at}"));
        let PlainClause { claim, olds } = written(program, clause, own);
        let file = own_file(program, &clause.text);
        if clause.requires {
            let claim = self.of_integers(&claim);
            let _ = writeln!(
                out,
                "    rt::require(\"x{at}\", rt::guarded({file}, || -> rt::D<rt::std::primitive::bool> {{"
            );
            self.bind(out, &format!("__x{at}"));
            looks(out);
            let _ = writeln!(out, "        let __holds = {claim};\n        rt::fine(__holds)\n    }}))?;");
            return;
        }
        for (number, old) in olds.iter().enumerate() {
            let set = format!("__y{at}_{number}");
            copies(out, &set);
            if !old.bound {
                // It may use up its arguments. A panic is the clause's only if the clause asks for the value.
                let _ = writeln!(out, "    let __old_{at}_{number} = rt::old({file}, || {{");
                self.bind(out, &set);
                looks(out);
                let _ = writeln!(out, "        let __old = {};\n        __old\n    }});", exact::checked(&old.inner));
            }
        }
    }

    /// A postcondition's check; `__out` is the result. (The user's names are in scope: none of ours is like one of theirs.)
    /// What is only evaluated on a condition is counted by the numbers that `parts` gives, if it does.
    pub(super) fn after(&self, out: &mut String, ret: &Ty, parts: Option<&mut dyn FnMut(String) -> u32>) {
        let Raw { program, def, tys, at, clause, own, .. } = *self;
        if clause.requires {
            return;
        }
        let (mut plain, file) = (written(program, clause, own), own_file(program, &clause.text));
        if let Some(number) = parts {
            plain.claim = in_parts(&plain, number);
        }
        let PlainClause { claim, olds } = plain;
        let mut claim = self.of_integers(&claim);
        for (number, old) in olds.iter().enumerate() {
            claim = claim.replace(&placeholder(number), &self.used(number, old));
        }
        let _ =
            writeln!(out, "    __run.ensure(\"x{at}\", rt::guarded({file}, || -> rt::D<rt::std::primitive::bool> {{");
        self.bind(out, &format!("__x{at}"));
        for (param, ty) in tys.iter().enumerate() {
            // What the call was given itself: also behind a `&` there may be cells that it has changed. (What the clause does not speak of
            // now, the result may still borrow.)
            let spoken_of = !words(&claim, &local_name(def, param)).is_empty();
            match self.shared(param).is_empty() {
                true if !spoken_of => {}
                true => look(program, out, def, ty, param),
                false => drop(writeln!(out, "        let {} = __p{param};", local_name(def, param))),
            }
        }
        let copied = clause.binder.is_none() && matches!(ret, Ty::Bool | Ty::Char | Ty::Int(_));
        let result = if copied { "__out" } else { "&__out" };
        let _ = writeln!(out, "        let {} = {result};", clause.binder.as_deref().unwrap_or("result"));
        let is = if self.is_of_another_order(&olds) { "unless_by_order" } else { "fine" };
        // (What is temporary in it is gone before the variables are.)
        let _ = writeln!(out, "        let __holds = {claim};\n        rt::{is}(__holds)\n    }}));");
    }

    fn of_integers(&self, claim: &str) -> String {
        if self.exact { exact::exact(claim) } else { exact::checked(claim) }
    }

    /// Whether what a postcondition says may depend on the order of a map made for it, which may be another than that of the call.
    fn is_of_another_order(&self, olds: &[Old]) -> bool {
        let mut all = self.tys.iter().enumerate().filter(|(_, ty)| has_own_order(self.program, ty));
        let by_order = depends_on_order(&self.clause.text);
        all.any(|(param, ty)| {
            let looks = match ty {
                Ty::Ref(..) => olds.iter().any(|old| self.apart || old.bound),
                _ => !words(&moved(&self.clause.text), &local_name(self.def, param)).is_empty(),
            };
            // What calls made may have gone by the order themselves.
            looks && (by_order || is_chain(self.program, ty))
        })
    }

    /// The earlier parameters that may be given the same cells as one.
    fn shared(&self, param: usize) -> Vec<usize> {
        if self.of_run { may_share(self.program, self.def, self.tys, param) } else { Vec::new() }
    }

    /// A value for a parameter, if it is not the same as that of an earlier one: these have their names already.
    fn unless_shared(&self, param: usize, value: String) -> String {
        let other = |value: String, other: usize| {
            let name = local_name(self.def, other);
            format!("if rt::is_shared(__args, {other}, {param}) {{ {name} }} else {{ {value} }}")
        };
        self.shared(param).into_iter().rev().fold(value, other)
    }

    /// The parameters as variables, for a set of values.
    fn bind(&self, out: &mut String, set: &str) {
        for (param, ty) in self.tys.iter().enumerate() {
            let value = self.unless_shared(param, passed(self.program, ty, &format!("{set}_{param}")));
            let _ = writeln!(out, "        let {} = {value};", local_name(self.def, param));
        }
    }

    /// What stands in a postcondition for an `old(…)`.
    fn used(&self, number: usize, old: &Old) -> String {
        let at = self.at;
        match old {
            // Only there it has a value. What it asks for is only looked at, and looked at again the next time.
            Old { bound: true, inner, .. } => {
                let mut names = String::new();
                for (param, ty) in self.tys.iter().enumerate() {
                    let held = format!("__y{at}_{number}_{param}");
                    let value = match ty {
                        Ty::Ref(_, of) => {
                            let value = passed(self.program, &Ty::Ref(false, of.clone()), &held);
                            self.unless_shared(param, value)
                        }
                        Ty::Bool | Ty::Char | Ty::Int(_) => held,
                        _ => format!("&{held}"),
                    };
                    let _ = write!(names, "let {} = {value}; ", local_name(self.def, param));
                }
                // At the start of a statement, or of an arm, a block alone would be all of it.
                let inner = exact::checked(inner);
                format!("({{ {names}{inner} }})")
            }
            Old { repeated: true, .. } => format!("(*__old_{at}_{number}.held())"),
            _ => format!("__old_{at}_{number}.taken()"),
        }
    }
}

fn written(program: &dyn Program, clause: &RawClause, own: Option<&str>) -> PlainClause {
    let text = moved(&clause.text);
    PlainClause::of(&own.map_or(text.clone(), |own| with_self(&text, own)), program.spec_crate())
}

pub(super) fn local_name(def: &FnDef, param: usize) -> String {
    let name = &def.params[param].name;
    if name == "self" { "__self".into() } else { name.clone() }
}

/// A parameter that is a reference, bound to what the call is given.
fn look(program: &dyn Program, out: &mut String, def: &FnDef, ty: &Ty, param: usize) {
    if let Ty::Ref(_, of) = ty {
        let now = passed(program, &Ty::Ref(false, of.clone()), &argument(def, param));
        let _ = writeln!(out, "        let {} = {now};", local_name(def, param));
    }
}
