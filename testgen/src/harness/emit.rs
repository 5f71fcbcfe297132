//! The code that the harness adds to each module: conversions of its types, a runner for each of its functions under
//! test, checks of preconditions for callers, and the way on to the modules inside it.
//!
//! User code may shadow any name, so the text spells everything by way of `rt` or `super`. Each piece has an owner, so that
//! a compile error in it costs no more than that piece.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use refine_core::program::{AdtDef, FnDef, FnId, FnInst, ModuleId, Program};
use refine_core::term::Term;
use refine_core::ty::{AdtId, Ty};

use super::loops::LoopRef;
use super::terms::{Pures, body};
use crate::types::*;

/// A piece of generated code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Piece {
    /// The runner of a function under test, by its number.
    Run(usize),
    /// A clause of it that is compiled as it was written, by its number.
    Raw(usize, usize),
    /// The conversions of a type.
    Adt(AdtId, Vec<Ty>),
    /// The call of a constructor.
    Make(FnId),
    /// The clauses of a loop.
    Loop(LoopRef),
    /// The check of a callee's precondition.
    Check(FnId),
    /// A pure function used in clauses.
    Pure(FnInst),
    /// The ways between modules.
    Frame,
}

/// The code of one module, with the line (from 1) at which each piece starts.
#[derive(Default)]
pub(crate) struct ModuleCode {
    pub(crate) text: String,
    pub(crate) pieces: Vec<(usize, Piece)>,
}

impl ModuleCode {
    pub(super) fn start(&mut self, piece: Piece) {
        self.pieces.push((self.text.lines().count() + 1, piece));
    }

    /// Whose line it is.
    pub(crate) fn owner(&self, line: usize) -> Option<&Piece> {
        self.pieces.iter().rev().find(|(start, _)| *start <= line).map(|(_, piece)| piece)
    }
}

/// What is to be emitted.
pub(crate) struct Emitter<'a> {
    pub(crate) program: &'a dyn Program,
    /// The functions under test; a function's number is its index.
    pub(crate) functions: &'a [FnInst],
    /// Callees whose preconditions are checked at their entry.
    pub(crate) checks: &'a [FnId],
    /// Loops whose clauses are looked at.
    pub(crate) loops: &'a [LoopRef],
    /// Pieces that did not compile, with the reason.
    pub(crate) dropped: &'a HashMap<Piece, String>,
}

impl Emitter<'_> {
    /// The code of every module that has any; the root is always among them.
    pub(crate) fn modules(&self) -> BTreeMap<usize, ModuleCode> {
        let mut out = BTreeMap::from([(0, ModuleCode::default())]);
        let mut pures = Pures::default();
        let mut runners: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut made: BTreeMap<FnId, Constructor> = BTreeMap::new();
        for (id, args) in self.types() {
            let home = self.program.adt(id).module.map_or(0, |module| module.0 as usize);
            self.adt(out.entry(home).or_default(), id, &args);
            if self.program.adt(id).is_abstract() {
                made.extend(self.callable(id, &args).into_iter().map(|one| (one.func, one)));
            }
        }
        let mut makers: HashMap<usize, Vec<FnId>> = HashMap::new();
        for (func, one) in &made {
            let home = self.program.func(*func).module.0 as usize;
            makers.entry(home).or_default().push(*func);
            self.maker(out.entry(home).or_default(), one);
        }
        for (number, inst) in self.functions.iter().enumerate() {
            if self.unsupported(number).is_some() {
                continue;
            }
            let home = self.program.func(inst.func).module.0 as usize;
            runners.entry(home).or_default().push(number);
            self.runner(out.entry(home).or_default(), number, inst, &mut pures);
        }
        for &func in self.checks {
            let home = self.program.func(func).module.0 as usize;
            self.check(out.entry(home).or_default(), func, &mut pures);
        }
        for &one in self.loops {
            let home = self.program.func(self.functions[one.func].func).module.0 as usize;
            self.watcher(out.entry(home).or_default(), one, &mut pures);
        }
        self.pure_functions(out.entry(0).or_default(), &mut pures);
        let homes: Vec<usize> = out.keys().copied().collect();
        for home in homes {
            let mut at = self.program.modules()[home].parent;
            while let Some(parent) = at {
                out.entry(parent.0 as usize).or_default();
                at = self.program.modules()[parent.0 as usize].parent;
            }
        }
        let all: HashSet<usize> = out.keys().copied().collect();
        for (home, code) in &mut out {
            let makers = makers.get(home).map_or(&[][..], Vec::as_slice);
            self.frame(code, *home, runners.get(home).map_or(&[], Vec::as_slice), makers, &all);
        }
        out
    }

    /// Why a function cannot be run, if so.
    pub(crate) fn unsupported(&self, number: usize) -> Option<String> {
        let inst = &self.functions[number];
        let def = self.program.func(inst.func);
        if let Some(reason) = self.dropped.get(&Piece::Run(number)) {
            return Some(reason.clone());
        }
        if let Some(reason) = &def.uncallable {
            return Some(reason.clone());
        }
        let raw = &self.program.contract(inst).raw;
        for (at, clause) in raw.iter().enumerate() {
            if let (true, Some(reason)) = (clause.requires, self.dropped.get(&Piece::Raw(number, at))) {
                return Some(format!("its precondition `{}` cannot be compiled: {reason}", clause.text));
            }
        }
        for ty in param_types(self.program, inst) {
            if let Some(reason) = unmakable(self.program, &ty) {
                return Some(reason);
            }
            if let Some(reason) = self.broken(&ty) {
                return Some(reason.clone());
            }
        }
        None
    }

    /// Why a type that is among a type's parts has no conversions, if so.
    fn broken(&self, ty: &Ty) -> Option<&String> {
        let mut parts = Vec::new();
        self.parts(ty, &mut parts);
        parts.into_iter().find_map(|(id, args)| self.dropped.get(&Piece::Adt(id, args)))
    }

    pub(super) fn shows(&self, ty: &Ty) -> bool {
        showable(self.program, ty) && self.broken(ty).is_none()
    }

    /// All structs and enums that conversions are needed for.
    fn types(&self) -> Vec<(AdtId, Vec<Ty>)> {
        let mut out = Vec::new();
        for (number, inst) in self.functions.iter().enumerate() {
            if self.unsupported(number).is_none() {
                param_types(self.program, inst).iter().for_each(|ty| self.parts(ty, &mut out));
                self.parts(&return_type(self.program, inst), &mut out);
            }
        }
        for &func in self.checks {
            self.program.func(func).params.iter().for_each(|param| self.parts(&param.ty, &mut out));
        }
        for one in self.loops {
            let body = self.program.body(&self.functions[one.func]);
            let vars = body.iter().filter_map(|body| body.loops[one.at].watch.as_ref()).flat_map(|watch| &watch.vars);
            vars.for_each(|(_, ty)| self.parts(ty, &mut out));
        }
        out.retain(|(id, args)| !self.dropped.contains_key(&Piece::Adt(*id, args.clone())));
        out
    }

    fn parts(&self, ty: &Ty, out: &mut Vec<(AdtId, Vec<Ty>)>) {
        match ty {
            Ty::Tuple(all) => all.iter().for_each(|ty| self.parts(ty, out)),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => {
                self.parts(inner, out)
            }
            Ty::Adt(id, args) => {
                args.iter().for_each(|ty| self.parts(ty, out));
                let def = self.program.adt(*id);
                // Standard types get one conversion for all arguments.
                let own = if def.module.is_some() { args.clone() } else { Vec::new() };
                if out.contains(&(*id, own.clone())) || (def.module.is_none() && std_path(&def.name).is_none()) {
                    return;
                }
                out.push((*id, own));
                if def.module.is_some() {
                    for variant in 0..def.variants.len() {
                        let tys = field_types(self.program, *id, args, variant).unwrap_or_default();
                        tys.iter().for_each(|ty| self.parts(&grounded(ty), out));
                    }
                    for one in constructors(self.program, *id, args).iter().filter(|_| def.is_abstract()) {
                        one.params.iter().for_each(|ty| self.parts(ty, out));
                    }
                }
            }
            _ => {}
        }
    }

    fn adt(&self, code: &mut ModuleCode, id: AdtId, args: &[Ty]) {
        let def = self.program.adt(id);
        code.start(Piece::Adt(id, args.to_vec()));
        let lifetimes: Vec<String> = (0..def.lifetimes).map(|at| format!("'l{at}")).collect();
        let (path, params) = match def.module {
            Some(_) => {
                let spelled: Vec<String> = args.iter().map(|ty| spell(self.program, ty)).collect();
                (format!("super::{}", def.name), (lifetimes.clone(), spelled))
            }
            None => {
                (format!("rt::std::{}", std_path(&def.name).unwrap_or("unknown")), (Vec::new(), def.generics.clone()))
            }
        };
        let bound = |of: &str| {
            let generics = if def.module.is_none() { def.generics.clone() } else { Vec::new() };
            let bounded = generics.iter().map(|name| format!("{name}: rt::{of}"));
            params.0.iter().cloned().chain(bounded).collect::<Vec<_>>().join(", ")
        };
        let ty = |lifetime: Option<&str>| {
            let lifetimes = params.0.iter().map(|own| lifetime.unwrap_or(own).to_string());
            format!("{path}<{}>", lifetimes.chain(params.1.iter().cloned()).collect::<Vec<_>>().join(", "))
        };
        let ctor = |variant: usize| match def.is_enum {
            true => format!("{path}::{}", def.variants[variant].name),
            false => path.clone(),
        };
        let reflect_fields = |variant: usize| -> Vec<(String, bool)> {
            let tys = match def.module {
                Some(_) => field_types(self.program, id, args, variant).unwrap_or_default(),
                None => def.variants[variant].fields.iter().map(|field| field.ty.clone()).collect(),
            };
            let names = def.variants[variant].fields.iter().map(|field| field.name.clone());
            names.zip(tys.iter().map(|ty| self.shows(&grounded(ty)))).collect()
        };
        let out = &mut code.text;
        let _ = writeln!(out, "impl<{}> rt::Reflect for {} {{", bound("Reflect"), ty(None));
        let _ = writeln!(out, "    fn reflect(&self) -> rt::V {{ match *self {{");
        for variant in 0..def.variants.len() {
            let fields = reflect_fields(variant);
            let each = || fields.iter().enumerate();
            let pattern: Vec<String> = each().map(|(at, (name, _))| format!("{name}: ref f{at}")).collect();
            let shown = each().map(|(at, (name, shows))| match shows {
                true => format!("rt::Reflect::reflect(f{at})"),
                false => format!("{{ let _ = f{at}; rt::opaque({name:?}) }}"),
            });
            let shown: Vec<String> = shown.collect();
            let (pattern, shown) = (pattern.join(", "), shown.join(", "));
            let _ = writeln!(
                out,
                "        {} {{ {pattern} }} => rt::V::Adt({variant}, rt::std::vec![{shown}]),",
                ctor(variant)
            );
        }
        let _ = writeln!(out, "    }} }}\n}}");
        if unmakable(self.program, &Ty::Adt(id, args.to_vec())).is_some() && def.module.is_some() {
            return;
        }
        // Borrowed parts are made to last as long as the process.
        let _ = writeln!(
            out,
            "impl<{}> rt::Decode for {} {{",
            if def.module.is_some() { String::new() } else { bound("Decode") },
            ty(Some("'static"))
        );
        let _ = writeln!(out, "    fn decode(value: &rt::V) -> rt::D<Self> {{ match *value {{");
        if def.is_abstract() {
            self.decode_by_calls(out, id, args, def);
        } else {
            for (variant, variant_def) in def.variants.iter().enumerate() {
                let parts = variant_def.fields.iter().enumerate();
                let parts: Vec<String> =
                    parts.map(|(at, field)| format!("{}: rt::part(p, {at})?", field.name)).collect();
                let parts = parts.join(", ");
                let _ = writeln!(
                    out,
                    "        rt::V::Adt({variant}, ref p) => {{ let _ = p; rt::fine({} {{ {parts} }}) }}",
                    ctor(variant)
                );
            }
        }
        let _ = writeln!(out, "        _ => rt::misfit(\"{}\", value),\n    }} }}\n}}", def.name);
    }

    /// Values of an abstract type come from the crate's own functions, each called where it can be seen.
    fn decode_by_calls(&self, out: &mut String, id: AdtId, args: &[Ty], def: &AdtDef) {
        if has_default(def) {
            let _ = writeln!(out, "        rt::V::Default => rt::fine(rt::std::default::Default::default()),");
        }
        for one in self.callable(id, args) {
            let path = &self.program.func(one.func).path;
            let _ = writeln!(
                out,
                "        rt::V::Call({0}, ref p) => rt::made(crate::__refine::make({0}, p), {path:?}),",
                one.func.0
            );
        }
    }

    /// The constructors of a type that the harness has.
    fn callable(&self, id: AdtId, args: &[Ty]) -> Vec<Constructor> {
        let able = |one: &Constructor| {
            let fits = |ty: &Ty| unmakable(self.program, ty).is_none() && self.broken(ty).is_none();
            !self.dropped.contains_key(&Piece::Make(one.func)) && one.params.iter().all(fits)
        };
        constructors(self.program, id, args).into_iter().filter(able).collect()
    }

    /// A constructor, for whoever decodes what it makes.
    fn maker(&self, code: &mut ModuleCode, one: &Constructor) {
        code.start(Piece::Make(one.func));
        let (out, def) = (&mut code.text, self.program.func(one.func));
        let _ = writeln!(out, "fn make_{}(p: &[rt::V]) -> rt::D<rt::Thing> {{ let _ = p;", one.func.0);
        // What it borrows lasts as long as the process: the value made may keep it.
        let args: Vec<String> = (0..one.params.len()).map(|at| format!("a{at}")).collect();
        for (at, arg) in args.iter().enumerate() {
            let _ = writeln!(out, "    let {arg} = rt::part(p, {at})?;");
        }
        let callee = callee_path(self.program, def, &FnInst { func: one.func, args: Vec::new() });
        let _ = writeln!(out, "    let made = rt::making(move || {callee}({}))?;", args.join(", "));
        for step in &one.inside {
            let inner = match step {
                Inside::Option => format!("made.ok_or_else(|| rt::nothing({:?}))?", def.path),
                Inside::Result => format!("made.map_err(|_| rt::nothing({:?}))?", def.path),
                Inside::Box => "*made".into(),
                Inside::Part(at) => format!("made.{at}"),
            };
            let _ = writeln!(out, "    let made = {inner};");
        }
        let _ = writeln!(out, "    rt::fine(rt::thing(made))\n}}");
    }

    fn runner(&self, code: &mut ModuleCode, number: usize, inst: &FnInst, pures: &mut Pures) {
        let (program, def) = (self.program, self.program.func(inst.func));
        let contract = program.contract(inst);
        let (tys, ret) = (param_types(program, inst), return_type(program, inst));
        code.start(Piece::Run(number));
        for (kind, clauses) in [("r", &contract.requires), ("e", &contract.ensures)] {
            for (at, clause) in clauses.iter().enumerate() {
                predicate(&mut code.text, &format!("fn {kind}_{number}_{at}"), &clause.term, pures);
            }
        }
        let out = &mut code.text;
        let _ = writeln!(out, "fn run_{number}(args: &[rt::V], run: &mut rt::Run) -> rt::Res<rt::V> {{");
        decode_args(out, &tys, "args");
        let entry: Vec<String> = (0..tys.len()).map(|at| self.reflected(&tys[at], at)).collect();
        let _ = writeln!(out, "    let o: &[rt::V] = &[{}];", entry.join(", "));
        for at in 0..contract.requires.len() {
            let _ = writeln!(out, "    rt::require(\"r{at}\", r_{number}_{at}(o, o))?;");
        }
        for at in (0..contract.raw.len()).filter(|at| !self.dropped.contains_key(&Piece::Raw(number, *at))) {
            code.start(Piece::Raw(number, at));
            super::raw::before(&mut code.text, def, &tys, at, &contract.raw[at]);
            code.start(Piece::Run(number));
        }
        let out = &mut code.text;
        let mut args = Vec::new();
        for (at, ty) in tys.iter().enumerate() {
            let value = passed(ty, &format!("a{at}"));
            if let Ty::Ref(..) = ty {
                let _ = writeln!(out, "    let p{at} = {value};");
                args.push(format!("p{at}"));
            } else {
                args.push(value);
            }
        }
        let (args, callee) = (args.join(", "), callee_path(program, def, inst));
        let end = if ret == Ty::Never { ";" } else { "" };
        if self.loops.iter().any(|one| one.func == number) {
            let _ = writeln!(out, "    rt::entry(o);");
        }
        let _ = writeln!(out, "    let out = run.call({}, move || {{ {callee}({args}){end} }})?;", inst.func.0);
        let result = if self.shows(&ret) { "rt::Reflect::reflect(&out)".into() } else { opaque(program, &ret) };
        let _ = writeln!(out, "    let result = {result};");
        for at in (0..contract.raw.len()).filter(|at| !self.dropped.contains_key(&Piece::Raw(number, *at))) {
            code.start(Piece::Raw(number, at));
            super::raw::after(&mut code.text, def, &tys, &ret, at, &contract.raw[at]);
            code.start(Piece::Run(number));
        }
        let out = &mut code.text;
        let _ = writeln!(out, "    rt::std::mem::drop(out);");
        let last = tys.iter().enumerate().map(|(at, ty)| match ty {
            Ty::Ref(true, _) => self.reflected(ty, at),
            _ => format!("o[{at}].clone()"),
        });
        let last: Vec<String> = last.chain(["result.clone()".to_string()]).collect();
        let _ = writeln!(out, "    let l: &[rt::V] = &[{}];", last.join(", "));
        for at in 0..contract.ensures.len() {
            let _ = writeln!(out, "    run.ensure(\"e{at}\", e_{number}_{at}(l, o));");
        }
        let _ = writeln!(out, "    let _ = l;\n    rt::std::result::Result::Ok(result)\n}}");
    }

    fn reflected(&self, ty: &Ty, at: usize) -> String {
        if self.shows(ty) { format!("rt::Reflect::reflect(&a{at})") } else { format!("args[{at}].clone()") }
    }

    fn check(&self, code: &mut ModuleCode, func: FnId, pures: &mut Pures) {
        let contract = self.program.contract(&FnInst { func, args: Vec::new() });
        code.start(Piece::Check(func));
        let mut calls = String::new();
        for (at, clause) in contract.requires.iter().enumerate() {
            predicate(&mut code.text, &format!("fn c_{}_{at}", func.0), &clause.term, pures);
            let _ = write!(calls, "rt::require(\"r{at}\", c_{}_{at}(l, l))?; ", func.0);
        }
        let _ = writeln!(
            code.text,
            "pub fn check_{}(l: &[rt::V]) -> rt::Res<()> {{ {calls}rt::std::result::Result::Ok(()) }}",
            func.0
        );
    }

    /// A statement for a function's entry that checks its precondition; none if its parameters cannot be shown.
    pub(crate) fn entry_check(&self, func: FnId) -> Option<String> {
        let params = &self.program.func(func).params;
        let shown = params.iter().map(|param| match self.shows(&param.ty) && is_name(&param.name) {
            true => Some(format!("crate::__refine_rt::Reflect::reflect(&{})", param.name)),
            false => None,
        });
        let shown: Vec<String> = shown.collect::<Option<_>>()?;
        let id = func.0;
        Some(format!(
            " if crate::__refine_rt::enter({id}) {{ let __refine_l = [{}]; \
             crate::__refine_rt::judge({id}, &|| self::__refine::check_{id}(&__refine_l)); }}",
            shown.join(", ")
        ))
    }

    fn pure_functions(&self, code: &mut ModuleCode, pures: &mut Pures) {
        let mut number = 0;
        while let Some(inst) = pures.get(number).cloned() {
            code.start(Piece::Pure(inst.clone()));
            let text = match self.program.pure_def(&inst) {
                Some(def) => body(&def.body, pures),
                None => {
                    let path = &self.program.func(inst.func).path;
                    format!("rt::std::result::Result::Err(rt::no_meaning(\"{path}\"))")
                }
            };
            let _ = writeln!(
                code.text,
                "pub fn pure_{number}(l: &[rt::V]) -> rt::E<rt::V> {{ let o = l; let _ = o; let _deeper = rt::Deeper::enter()?; {text} }}"
            );
            number += 1;
        }
    }

    fn frame(&self, code: &mut ModuleCode, home: usize, runners: &[usize], makers: &[FnId], all: &HashSet<usize>) {
        code.start(Piece::Frame);
        let out = &mut code.text;
        let below: Vec<&str> = (self.program.modules().iter().enumerate())
            .filter(|(at, module)| module.parent == Some(ModuleId(home as u32)) && all.contains(at))
            .map(|(_, module)| module.name.as_str())
            .collect();
        let _ = writeln!(out, "use crate::__refine_rt as rt;\nuse super::*;");
        let _ = writeln!(out, "pub fn call(func: u32, args: &[rt::V], run: &mut rt::Run) -> rt::Answer {{");
        let _ = writeln!(out, "    match func {{");
        for number in runners {
            let _ = writeln!(out, "        {number} => return rt::answered(run_{number}(args, run)),");
        }
        let _ = writeln!(out, "        _ => {{}}\n    }}");
        for name in &below {
            let _ = writeln!(out, "    let found = super::{name}::__refine::call(func, args, run);");
            let _ = writeln!(out, "    if found.is_some() {{ return found; }}");
        }
        let _ = writeln!(out, "    let _ = (args, run);\n    rt::unanswered()\n}}");
        let _ = writeln!(out, "pub fn make(func: u32, p: &[rt::V]) -> rt::D<rt::Thing> {{");
        let _ = writeln!(out, "    match func {{");
        for func in makers {
            let _ = writeln!(out, "        {0} => return make_{0}(p),", func.0);
        }
        let _ = writeln!(out, "        _ => {{}}\n    }}");
        for name in &below {
            let _ = writeln!(out, "    let made = super::{name}::__refine::make(func, p)?;");
            let _ = writeln!(out, "    if made.is_some() {{ return rt::fine(made); }}");
        }
        let _ = writeln!(out, "    let _ = p;\n    rt::fine(rt::no_thing())\n}}");
    }
}

fn is_name(name: &str) -> bool {
    !name.starts_with('_')
}

fn opaque(program: &dyn Program, ty: &Ty) -> String {
    format!("rt::opaque({:?})", spell(program, ty))
}

pub(super) fn predicate(out: &mut String, head: &str, term: &Term, pures: &mut Pures) {
    let text = body(term, pures);
    let _ = writeln!(out, "{head}(l: &[rt::V], o: &[rt::V]) -> rt::E<rt::V> {{ let _ = (l, o); {text} }}");
}

/// `let` lines for decoded arguments `a0`, `a1`, …; what they are decoded to follows from their use.
fn decode_args(out: &mut String, tys: &[Ty], from: &str) {
    for (at, ty) in tys.iter().enumerate() {
        let _ = writeln!(out, "    let mut a{at}{} = rt::part({from}, {at})?;", owned(ty));
    }
}

/// The annotation of a variable that owns what a parameter of the type borrows.
pub(super) fn owned(ty: &Ty) -> &'static str {
    match ty {
        Ty::Ref(_, inner) => match &**inner {
            Ty::Slice(_) => ": rt::std::vec::Vec<_>",
            Ty::Opaque(name) if name == "str" => ": rt::std::string::String",
            _ => "",
        },
        _ => "",
    }
}

/// The argument for a parameter of the type, from the variable that owns it.
pub(super) fn passed(ty: &Ty, name: &str) -> String {
    match ty {
        Ty::Ref(mutable, inner) => {
            let mutable = if *mutable { "mut " } else { "" };
            match &**inner {
                Ty::Slice(_) => format!("&{mutable}{name}[..]"),
                Ty::Opaque(spelled) if spelled == "str" => format!("&{mutable}{name}[..]"),
                _ => format!("&{mutable}{name}"),
            }
        }
        _ => name.to_string(),
    }
}

fn callee_path(program: &dyn Program, def: &FnDef, inst: &FnInst) -> String {
    let ground = |name: &String| spell(program, &instantiate(program, inst, &Ty::Param(name.clone())));
    let Some(self_ty) = &def.self_ty else {
        let args: Vec<String> = def.generics.iter().map(ground).collect();
        let turbofish = if args.is_empty() { String::new() } else { format!("::<{}>", args.join(", ")) };
        return format!("super::{}{turbofish}", def.name);
    };
    let own = def.generics.iter().filter(|name| !has_param(self_ty, name));
    let own: Vec<String> = own.map(ground).collect();
    let turbofish = if own.is_empty() { String::new() } else { format!("::<{}>", own.join(", ")) };
    let ground_self = instantiate(program, inst, self_ty);
    let spelled = match &ground_self {
        // The module of an `impl` may see the type by its name only.
        Ty::Adt(id, args) if program.adt(*id).module == Some(def.module) => {
            let args: Vec<String> = args.iter().map(|ty| spell(program, ty)).collect();
            let args = if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
            format!("super::{}{args}", program.adt(*id).name)
        }
        other => spell(program, other),
    };
    match &def.of_trait {
        Some(of_trait) => {
            let of_trait = replaced(&super::raw::moved(of_trait), "Self", &spelled);
            format!("<{spelled} as {of_trait}>::{}{turbofish}", def.name)
        }
        None => format!("<{spelled}>::{}{turbofish}", def.name),
    }
}

/// Text with another text for a word.
fn replaced(text: &str, word: &str, by: &str) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for at in super::raw::words(text, word) {
        out.push_str(&text[done..at]);
        out.push_str(by);
        done = at + word.len();
    }
    out.push_str(&text[done..]);
    out
}

fn has_param(ty: &Ty, name: &str) -> bool {
    ty.substitute(&|found| (found == name).then(Ty::unit)) != *ty
}

/// A type as source that means the same in every module of the crate.
pub(crate) fn spell(program: &dyn Program, ty: &Ty) -> String {
    let list = |all: &[Ty]| all.iter().map(|ty| spell(program, ty)).collect::<Vec<_>>().join(", ");
    match ty {
        Ty::Bool => "bool".into(),
        Ty::Char => "char".into(),
        Ty::Int(int) => int.name().into(),
        Ty::Exact => "int".into(),
        Ty::Tuple(all) if all.len() == 1 => format!("({},)", list(all)),
        Ty::Tuple(all) => format!("({})", list(all)),
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            let path = match def.module {
                Some(_) => format!("crate::{}", def.path),
                None => format!("crate::__refine_rt::std::{}", std_path(&def.name).unwrap_or(&def.path)),
            };
            if args.is_empty() { path } else { format!("{path}<{}>", list(args)) }
        }
        Ty::Array(inner, n) => format!("[{}; {n}]", spell(program, inner)),
        Ty::Slice(inner) => format!("[{}]", spell(program, inner)),
        Ty::Vec(inner) => format!("crate::__refine_rt::std::vec::Vec<{}>", spell(program, inner)),
        Ty::Ref(mutable, inner) => format!("&{}{}", if *mutable { "mut " } else { "" }, spell(program, inner)),
        Ty::Boxed(inner) => format!("crate::__refine_rt::std::boxed::Box<{}>", spell(program, inner)),
        Ty::Param(name) => name.clone(),
        Ty::Never => "!".into(),
        Ty::Opaque(spelling) => spelling.clone(),
    }
}
