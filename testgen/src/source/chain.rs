//! Chains of calls as statements.
use refine_core::ids::FnId;
use refine_core::program::{ParamDef, Program};
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};

use super::{Printer, is_method};
use crate::types::{Constructor, Inside, constructors, is_shared, param_types, return_type, same_as};

/// One call of a chain: the function, its arguments, and which of them the chain goes on from.
struct Link<'v> {
    one: Constructor,
    args: &'v [Value],
    from: usize,
}

impl Link<'_> {
    fn is_change(&self) -> bool {
        matches!(self.one.inside.first(), Some(Inside::After(_)))
    }

    /// Whether the variable that it changes has to be declared `mut` for it.
    fn is_mutable(&self) -> bool {
        self.is_change() && matches!(self.one.params.get(self.from), Some(Ty::Ref(true, _)))
    }
}

impl Printer<'_> {
    pub(super) fn constructor(&self, ty: &Ty, func: FnId) -> Option<Constructor> {
        let Ty::Adt(id, args) = ty.peeled() else { return None };
        constructors(self.program, *id, args).into_iter().find(|one| one.func == func)
    }

    /// The calls of a chain in their order, and the value it starts from.
    fn links<'v>(&self, ty: &Ty, value: &'v Value) -> (Vec<Link<'v>>, &'v Value) {
        let (mut links, mut start) = (Vec::new(), value);
        while let (Value::Call(func, args), Ty::Adt(..)) = (start, ty.peeled())
            && let Some(one) = self.constructor(ty, *func).filter(|one| one.is_step)
            && let Some(from) = one.from
            && let Some(before) = args.get(from)
        {
            links.push(Link { one, args, from });
            start = before;
        }
        links.reverse();
        (links, start)
    }

    /// The statements that leave a chain's value in a variable; `None` for what is no chain. `mutable` if the variable is
    /// changed after them.
    pub(crate) fn chain(&self, name: &str, ty: &Ty, value: &Value, mutable: bool) -> Option<Vec<String>> {
        let (links, start) = self.links(ty, value);
        let lent = self.lent(ty, start);
        if !links.iter().any(Link::is_change) && lent.is_empty() {
            return None;
        }
        let mut out = Vec::new();
        let made = self.start(ty, start, &lent, &mut |_, param, shown| {
            let taken = param == name || param.starts_with('_');
            let held = if taken { format!("held{}", out.len()) } else { param.to_owned() };
            let (borrow, mutable) = if shown.starts_with("&mut ") { ("&mut ", "mut ") } else { ("&", "") };
            out.push(format!("let {mutable}{held} = {};", shown.strip_prefix(borrow)?));
            Some(format!("{borrow}{held}"))
        });
        self.linked(name, ty, (&links, made), mutable, out)
    }

    /// The statements of a chain, after those that make what it starts with.
    fn linked(
        &self,
        name: &str,
        ty: &Ty,
        (links, made): (&[Link<'_>], String),
        mutable: bool,
        mut out: Vec<String>,
    ) -> Option<Vec<String>> {
        let mutable = |after: usize| {
            let next = links[after..].iter().position(|link| !link.is_change()).unwrap_or(links.len() - after);
            let changed = links[after..after + next].iter().any(Link::is_mutable);
            if changed || mutable && after + next == links.len() { "mut " } else { "" }
        };
        let ty = ty.peeled();
        out.push(format!("let {}{name} = {made};", mutable(0)));
        for (at, link) in links.iter().enumerate() {
            let inst = link.one.inst.clone();
            let own = |ty: &Ty| match ty {
                Ty::Ref(true, _) => format!("&mut {name}"),
                Ty::Ref(false, _) => format!("&{name}"),
                _ => name.to_owned(),
            };
            let args = link.one.params.iter().take(link.one.takes()).zip(link.args).enumerate();
            let args: Vec<String> =
                args.map(|(at, (ty, arg))| if at == link.from { own(ty) } else { self.value(ty, arg) }).collect();
            let receiver = match link.from {
                0 => Some(name.to_owned()),
                _ => link.one.params.first().zip(link.args.first()).map(|(ty, arg)| self.receiver(ty, arg)),
            };
            let call = self.apply(&inst, &args, receiver);
            if let Some(written) = self.written(link, &call, (name, &args)) {
                out.push(written);
                continue;
            }
            out.push(match link.is_change() {
                true if is_result(self.program, &return_type(self.program, &inst)) => format!("let _ = {call};"),
                true => format!("{call};"),
                false => {
                    format!("let {}{name} = {};", mutable(at + 1), self.inside(ty, link.one.func, call, link.args))
                }
            });
        }
        Some(as_loops(&out))
    }

    /// A call whose result is written through, as a statement: that of a variable, with these arguments.
    fn written(&self, link: &Link<'_>, call: &str, (name, args): (&str, &[String])) -> Option<String> {
        let [_, steps @ .., Inside::Write] = &link.one.inside[..] else { return None };
        let (ty, value) = link.one.params.last().zip(link.args.last())?;
        let value = self.value(ty, value);
        let def = self.program.func(link.one.func);
        Some(match (def.of_trait.as_deref().and_then(|of| of.rsplit("::").next()), args) {
            (Some(of), [_, index]) if of.starts_with("IndexMut") => format!("{name}[{index}] = {value};"),
            (Some("DerefMut"), [_]) => format!("*{name} = {value};"),
            _ => format!("*{call}{} = {value};", ".unwrap()".repeat(steps.len())),
        })
    }

    /// The arguments of a constructor that what it makes may go on to borrow, and that do not last by themselves.
    fn lent(&self, ty: &Ty, start: &Value) -> Vec<usize> {
        let (Ty::Adt(id, _), Value::Call(func, args)) = (ty.peeled(), start) else { return Vec::new() };
        let Some(one) = self.constructor(ty, *func).filter(|_| self.program.adt(*id).lifetimes > 0) else {
            return Vec::new();
        };
        let borrowed = |at: &usize| match &one.params[*at] {
            Ty::Ref(true, _) => true,
            Ty::Ref(false, inner) => !is_constant(inner),
            _ => false,
        };
        (0..one.takes().min(args.len())).filter(borrowed).collect()
    }

    /// What a chain starts with. `held` gives what stands for a borrowed argument, from the parameter's type and name and how it is written.
    fn start(
        &self,
        ty: &Ty,
        start: &Value,
        lent: &[usize],
        held: &mut dyn FnMut(&Ty, &str, &str) -> Option<String>,
    ) -> String {
        let ty = ty.peeled();
        let Value::Call(func, values) = start else { return self.value(ty, start) };
        let Some(one) = self.constructor(ty, *func).filter(|_| !lent.is_empty()) else { return self.value(ty, start) };
        let is_receiver = |at: usize| at == 0 && self.has_receiver(&one.inst) && !lent.contains(&0);
        let args = one.params.iter().zip(values).enumerate().map(|(at, (ty, value))| {
            if is_receiver(at) {
                return String::new();
            }
            let shown = self.argument(&one.inst, at, ty, value);
            let param = self.program.func(*func).params.get(at).filter(|_| lent.contains(&at));
            let name = |param: &ParamDef| match param.name.as_str() {
                "self" => self.variable(ty),
                name => name.to_owned(),
            };
            param.and_then(|param| held(ty, &name(param), &shown)).unwrap_or(shown)
        });
        let args: Vec<String> = args.take(one.takes()).collect();
        let receiver = one.params.first().zip(values.first()).filter(|_| self.has_receiver(&one.inst));
        let receiver = receiver.map(|(ty, value)| match lent.contains(&0) {
            true => args[0].trim_start_matches("&mut ").trim_start_matches('&').to_owned(),
            false => self.receiver(ty, value),
        });
        self.inside(ty, *func, self.apply(&one.inst, &args, receiver), values)
    }

    /// A chain as one expression.
    pub(super) fn block(&self, ty: &Ty, value: &Value) -> Option<String> {
        let name = self.variable(ty);
        let (links, start) = self.links(ty, value);
        if !links.iter().any(Link::is_change) {
            return None;
        }
        // The value leaves the block, so what it borrows has to last.
        let made = self.start(ty, start, &self.lent(ty, start), &mut |ty, _, shown| leaked(ty, shown));
        Some(format!("{{ {} {name} }}", self.linked(&name, ty, (&links, made), false, Vec::new())?.join(" ")))
    }

    /// What a variable of a type is called.
    fn variable(&self, ty: &Ty) -> String {
        let name = match ty.peeled() {
            Ty::Adt(id, _) => snake(self.program.adt(*id).name.rsplit("::").next().unwrap_or("")),
            _ => String::new(),
        };
        match name.as_str() {
            "" | "box" | "type" | "ref" | "loop" | "match" | "move" | "trait" | "self" | "super" | "crate"
            | "final" | "do" | "in" | "if" | "let" | "use" | "where" | "while" | "for" | "fn" | "mod" | "enum"
            | "struct" | "static" | "const" | "union" | "dyn" | "async" | "await" | "yield" | "macro" | "priv"
            | "try" | "gen" | "virtual" | "become" | "abstract" | "override" | "typeof" | "unsized" | "else"
            | "extern" | "false" | "true" | "impl" | "mut" | "pub" | "return" | "unsafe" | "as" | "break"
            | "continue" => "value".to_owned(),
            _ => name,
        }
    }

    /// The statements that make what a call is called with, and the call.
    pub(crate) fn staged(&self, inst: &FnInst, vector: &Vector) -> (Vec<String>, String) {
        let tys = param_types(self.program, inst);
        let (mut statements, mut args, mut receiver) = (Vec::new(), Vec::new(), None);
        let mut names: Vec<String> = Vec::new();
        let mut held: Vec<Option<String>> = Vec::new();
        for (at, (ty, value)) in tys.iter().zip(vector).enumerate() {
            if let Some(name) = same_as(self.program, inst, vector, at).and_then(|other| held[other].clone()) {
                args.push(format!("&{name}"));
                held.push(Some(name));
                continue;
            }
            let base = self.variable(ty);
            let count = names.iter().filter(|name| **name == base).count();
            let name = if count == 0 { base.clone() } else { format!("{base}{}", count + 1) };
            let made = match ty {
                Ty::Boxed(_) => None,
                ty => self.chain(&name, ty, value, matches!(ty, Ty::Ref(true, _))),
            };
            let plain = || {
                let shown = self.argument(inst, at, ty, value);
                vec![format!("let {name} = {};", shown.strip_prefix('&').unwrap_or(&shown))]
            };
            let is_shared = is_shared(self.program, inst, vector, at);
            let made = made.or_else(|| is_shared.then(plain));
            held.push(is_shared.then(|| name.clone()));
            match made {
                Some(made) => {
                    statements.extend(made);
                    names.push(base);
                    args.push(match ty {
                        Ty::Ref(mutable, _) => format!("&{}{name}", if *mutable { "mut " } else { "" }),
                        _ => name.clone(),
                    });
                    receiver = receiver.or((at == 0).then_some(name));
                }
                None => {
                    args.push(self.argument(inst, at, ty, value));
                    receiver = receiver.or((at == 0).then(|| self.receiver(ty, value)));
                }
            }
        }
        let receiver = receiver.filter(|_| is_method(self.program.func(inst.func)));
        (statements, self.apply(inst, &args, receiver))
    }
}

/// What a loop for equal statements starts with.
pub(crate) const LOOP: &str = "for _ in 0..";

/// So many equal statements in a row are written as a loop.
const MANY: usize = 4;

/// Statements with a loop for many equal ones: `for _ in 0..256 { counter.step(); }`.
fn as_loops(statements: &[String]) -> Vec<String> {
    let is_change = |statement: &str| !statement.starts_with("let ") || statement.starts_with("let _ =");
    let runs = statements.chunk_by(|one, next| one == next && is_change(one));
    runs.flat_map(|run| match run.len() {
        ..MANY => run.to_vec(),
        many => vec![format!("{LOOP}{many} {{ {} }}", run[0])],
    })
    .collect()
}

/// A borrowed value that lasts as long as the process.
fn leaked(ty: &Ty, shown: &str) -> Option<String> {
    let Ty::Ref(mutable, inner) = ty else { return None };
    let shown = shown.strip_prefix(if *mutable { "&mut " } else { "&" })?;
    Some(match &**inner {
        Ty::Slice(_) => {
            format!("{}.leak()", if shown.starts_with('[') { format!("vec!{shown}") } else { shown.to_owned() })
        }
        Ty::Opaque(name) if name == "str" => return None,
        _ => format!("Box::leak(Box::new({shown}))"),
    })
}

/// Whether rustc makes a constant of a value that is borrowed where it stands, so that it lives on.
pub(crate) fn is_constant(ty: &Ty) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) => true,
        Ty::Opaque(name) => name == "str",
        Ty::Ref(false, inner) | Ty::Slice(inner) | Ty::Array(inner, _) => is_constant(inner),
        Ty::Tuple(all) => all.iter().all(is_constant),
        _ => false,
    }
}

/// Whether rustc warns where a value of the type is not used.
fn is_result(program: &dyn Program, ty: &Ty) -> bool {
    matches!(ty, Ty::Adt(id, _) if program.adt(*id).module.is_none() && program.adt(*id).name == "Result")
}

/// The name of a type as that of a variable: `SortedMap` is a `sorted_map`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
