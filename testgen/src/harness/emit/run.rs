//! Runners: one per function under test, which decodes the arguments, checks the precondition, calls, and checks the
//! postcondition; and the checks at a callee's entry.
use std::fmt::Write;

use refine_core::ids::{FnId, LocalId};
use refine_core::ir::{Clause, Contract, RawClause};
use refine_core::program::{AdtDef, Called, FnDef, ParamDef, Program};
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, Ty};

use super::convert::counting;
use super::spell::{Constants, callee_path, constants, function_object, pointer, self_path, spell, trait_object};
use super::{Emitter, ModuleCode, Piece};
use crate::carried::carried;
use crate::foreign::{function, object, standard, stub};
use crate::harness::looks::{Look, Looks};
use crate::harness::raw::{self, Raw};
use crate::harness::terms::{PartNumbers, Pures, claim};
use crate::outcome::ClauseRef;
use crate::source::clause;
use crate::source::parts::{as_written, in_term};
use crate::types::{
    grounded, has_shapes, instantiate, is_named, may_share, over_own_parameters, param_types, result_type, return_type,
    speaks_of, std_path,
};

impl Emitter<'_> {
    pub(super) fn runner(&self, code: &mut ModuleCode, number: usize, inst: &FnInst, pures: &mut Pures<'_>) {
        let (program, def) = (self.program, self.program.func(inst.func));
        let contract = program.contract(inst);
        let (tys, ret) = (param_types(program, inst), return_type(program, inst));
        let own = self_path(program, def, inst);
        code.start(Piece::Run(number));
        for (kind, clauses) in [("r", &contract.requires), ("e", &contract.ensures)] {
            for (at, clause) in clauses.iter().enumerate() {
                let head = format!("fn {kind}_{number}_{at}");
                if kind == "r" {
                    predicate(&mut code.text, &head, clause, pures);
                    continue;
                }
                let parts = in_term(&clause.text, &clause.value);
                let mut numbers = |term: &Term| {
                    let text = parts.get(term)?;
                    Some(self.part(number, ClauseRef::Ensures(at), text.clone()))
                };
                predicate_in_parts(&mut code.text, &head, clause, pures, Some(&mut numbers));
            }
        }
        let out = &mut code.text;
        let _ = writeln!(out, "fn __run_{number}(__args: &[rt::V], __run: &mut rt::Run) -> rt::Res<rt::V> {{");
        let _ = writeln!(out, "    {}rt::no_functions();", parameters(program, inst));
        decode_args(program, out, def, &tys);
        callbacks(program, out, def, &tys, &contract);
        if tys.iter().any(|ty| self.is_looked_into(ty)) {
            infer_from_call(program, out, inst, &tys);
        }
        let entry: Vec<String> = (0..tys.len()).map(|at| self.reflected(def, &tys[at], at)).collect();
        let _ = writeln!(out, "    let __o: &[rt::V] = &[{}];", entry.join(", "));
        let hides = |ty: &Ty| matches!(ty.peeled(), Ty::Adt(id, _) if program.adt(*id).is_abstract());
        for at in (0..tys.len()).filter(|at| hides(&tys[*at])) {
            let _ = writeln!(out, "    __run.came_with(&__o[{at}]);");
        }
        if tys.iter().any(|ty| has_shapes(program, ty)) {
            let _ = writeln!(out, "    __run.came_as(__args, __o);");
        }
        for at in 0..contract.requires.len() {
            let _ = writeln!(out, "    rt::require(\"r{at}\", r_{number}_{at}(__o, __o))?;");
        }
        let compiled = |at: &usize| !self.dropped.contains_key(&Piece::Raw(number, *at));
        let raw = |at: usize| Raw {
            program,
            def,
            tys: &tys,
            at,
            clause: &contract.raw[at],
            own: own.as_deref(),
            apart: self.apart.contains(&(number, at)),
            exact: !self.inexact.contains(&(number, at)),
            of_run: true,
        };
        if (0..contract.raw.len()).any(|at| compiled(&at)) {
            infer_from_call(program, &mut code.text, inst, &tys);
        }
        for at in (0..contract.raw.len()).filter(compiled) {
            code.start(Piece::Raw(number, at));
            raw(at).before(&mut code.text);
            code.start(Piece::Run(number));
        }
        let out = &mut code.text;
        if contract.keeps_invariants {
            let _ = writeln!(out, "    rt::all_kept()?;");
        }
        let args = if def.called == Called::ByName { pass(program, out, def, &tys) } else { String::new() };
        let callee = callee_path(program, def, inst);
        let end = if ret == Ty::Never { ";" } else { "" };
        if self.loops.iter().any(|one| one.func == number) {
            let _ = writeln!(out, "    rt::entry(__o);");
        }
        // (A postcondition that runs as it was written may ask for the items itself.)
        let owner = own.as_deref().unwrap_or_default();
        let body = match &def.called {
            Called::Dropped => format!("rt::std::mem::drop::<{owner}>(__a0)"),
            Called::Formatted(kind) => format!(
                "let __shown: &{owner} = &__a0; \
                 rt::std::fmt::Write::write_fmt(&mut rt::std::string::String::new(), rt::std::format_args!(\"{{{kind}}}\", __shown))"
            ),
            Called::ByName if is_driven(program, inst) => format!(
                "let mut __items = {callee}({args}); \
                 {{ use rt::{{Drives as _, Leaves as _}}; (&mut rt::Left(&mut __items)).drive(); }} __items"
            ),
            Called::ByName => format!("{callee}({args}){end}"),
        };
        let _ = writeln!(out, "    let __out = __run.call({}, move || {{ {body} }})?;", inst.func.0);
        let result = match def.hides_result && !is_driven(program, inst) {
            true => "{ let _ = &__out; rt::opaque(\"impl Trait\") }".to_owned(),
            false => self.shown(&result_type(program, inst), "&__out", None),
        };
        let _ = writeln!(out, "    let __result = {result};");
        for at in (0..contract.raw.len()).filter(|at| !self.dropped.contains_key(&Piece::Raw(number, *at))) {
            code.start(Piece::Raw(number, at));
            let written = &contract.raw[at].written;
            let mut numbers = |text: String| self.part(number, ClauseRef::Raw(at), as_written(written, &text));
            let counts = !self.partless.contains(&(number, at));
            let parts: Option<&mut dyn FnMut(String) -> u32> = if counts { Some(&mut numbers) } else { None };
            raw(at).after(&mut code.text, &ret, parts);
            code.start(Piece::Run(number));
        }
        let out = &mut code.text;
        let _ = writeln!(out, "    rt::let_go(__out);");
        let last = tys.iter().enumerate().map(|(at, ty)| match ty {
            // (It is no longer what was passed, even where not all of it can be shown.)
            Ty::Ref(true, inner) if def.called == Called::ByName => {
                self.shown(inner, &format!("&{}", argument(def, at)), None)
            }
            _ => format!("__o[{at}].copy()"),
        });
        let last: Vec<String> = last.chain(["__result.copy()".to_string()]).collect();
        let _ = writeln!(out, "    let __l: &[rt::V] = &[{}];", last.join(", "));
        for at in 0..contract.ensures.len() {
            let _ = writeln!(out, "    __run.ensure(\"e{at}\", e_{number}_{at}(__l, __o));");
        }
        let changed =
            |at: &usize| matches!(&tys[*at], Ty::Ref(true, _)) && self.shows(&tys[*at]) && def.called == Called::ByName;
        for at in (0..tys.len()).filter(changed) {
            let _ = writeln!(out, "    __run.leaves({at}, &__l[{at}]);");
        }
        let _ = writeln!(out, "    let _ = __l;\n    rt::ends(__result)\n}}");
    }

    fn reflected(&self, def: &FnDef, ty: &Ty, at: usize) -> String {
        match self.shows(ty) {
            true => format!("rt::Reflect::reflect(&{})", argument(def, at)),
            false if self.is_looked_into(ty) => self.shown(ty, &format!("&{}", argument(def, at)), None),
            false => format!("__args[{at}].copy()"),
        }
    }

    /// Whether an argument that cannot be shown in full, since a `&mut` is in it, is shown as it is: what calls make is seen only in the value.
    fn is_looked_into(&self, ty: &Ty) -> bool {
        !self.shows(ty) && has_shapes(self.program, ty) && self.shows_now(ty)
    }

    pub(super) fn check(&self, code: &mut ModuleCode, func: FnId, pures: &mut Pures<'_>) {
        if self.is_checked_inside(func) {
            return;
        }
        let inst = over_own_parameters(self.program, func);
        let contract = self.program.contract(&inst);
        let mut calls = String::new();
        for (at, clause) in self.checked_raw(func, &contract) {
            code.start(Piece::CheckRaw(func, at));
            let (tys, out) = (param_types(self.program, &inst), &mut code.text);
            if let Some(params) = raw::in_place(self.program.func(func), clause) {
                let (def, name) = (self.program.func(func), in_place_name(func, at));
                let own = self_path(self.program, def, &inst);
                *out += &raw::predicate_in_place(self.program, def, (at, clause), (&name, &params), own.as_deref());
                continue;
            }
            let _ = writeln!(out, "fn x_{}_{at}(__args: &[rt::V]) -> rt::Res<()> {{", func.0);
            let def = self.program.func(func);
            let own = self_path(self.program, def, &inst);
            decode_args(self.program, out, def, &tys);
            if inst.args.is_empty() {
                infer_from_call(self.program, out, &inst, &tys);
            }
            Raw {
                program: self.program,
                def,
                tys: &tys,
                at,
                clause,
                own: own.as_deref(),
                apart: true,
                exact: false,
                of_run: false,
            }
            .before(out);
            let _ = writeln!(out, "    rt::std::result::Result::Ok(())\n}}");
            let _ = write!(calls, "x_{}_{at}(l)?; ", func.0);
        }
        code.start(Piece::Check(func));
        let Constants { declared, passed_on, .. } = constants(self.program, self.program.func(func));
        for (at, clause) in contract.requires.iter().enumerate() {
            predicate(&mut code.text, &format!("fn c_{}_{at}{declared}", func.0), clause, pures);
            let _ = write!(calls, "rt::require(\"r{at}\", c_{}_{at}{passed_on}(l, l))?; ", func.0);
        }
        let _ = writeln!(
            code.text,
            "pub fn __check_{}{declared}(l: &[rt::V]) -> rt::Res<()> {{ {calls}rt::std::result::Result::Ok(()) }}",
            func.0
        );
    }

    /// The preconditions of a callee that its check compiles as they were written, by their numbers.
    fn checked_raw<'c>(&self, func: FnId, contract: &'c Contract) -> impl Iterator<Item = (usize, &'c RawClause)> {
        let compiles = move |at: &usize| !self.dropped.contains_key(&Piece::CheckRaw(func, *at));
        contract.raw.iter().enumerate().filter(move |(at, clause)| clause.requires && compiles(at))
    }

    /// The clauses that the check of a callee's precondition looks at.
    pub(crate) fn checked_clauses(&self, func: FnId) -> Vec<Span> {
        let contract = self.program.contract(&over_own_parameters(self.program, func));
        let raw = self.checked_raw(func, &contract).map(|(_, clause)| clause.span);
        contract.requires.iter().map(|clause| clause.span).chain(raw).collect()
    }

    /// A statement for a function's entry that checks its precondition; none if that cannot be said there.
    pub(crate) fn entry_check(&self, func: FnId) -> Option<String> {
        self.check_of_shown(func).or_else(|| self.check_inside(func))
    }

    /// Whether the precondition of a function is evaluated inside of it, where its type parameters have their names.
    pub(crate) fn is_checked_inside(&self, func: FnId) -> bool {
        self.check_of_shown(func).is_none() && self.check_inside(func).is_some()
    }

    /// Its clauses as they were written: of values of a type parameter only these know anything.
    fn check_inside(&self, func: FnId) -> Option<String> {
        let def = self.program.func(func);
        if raw::has_names_of_its_own(self.program.sources().text(def.block)) {
            return None;
        }
        let contract = self.program.contract(&over_own_parameters(self.program, func));
        let of_raw = |(at, clause): (usize, &RawClause)| {
            let text = (!clause.of_type && !clause.partly).then(|| raw::inside(self.program, &clause.text))?;
            Some((format!("x{at}"), text))
        };
        let of_term = |(at, clause): (usize, &Clause)| {
            let before = Span { start: def.item.start, end: clause.span.start, ..clause.span };
            let is_own = def.item.covers(clause.span) && clause.binder.is_none();
            let is_whole = is_own && self.program.sources().text(before).trim_end().ends_with("requires(");
            is_whole.then(|| (format!("r{at}"), raw::inside(self.program, &clause.text)))
        };
        let raw = contract.raw.iter().enumerate().filter(|(_, clause)| clause.requires).map(of_raw);
        let claims: Vec<(String, String)> =
            contract.requires.iter().enumerate().map(of_term).chain(raw).collect::<Option<_>>()?;
        let checks = claims.iter().map(|(name, claim)| {
            format!(
                "rt::require({name:?}, rt::guarded(\"\", || -> rt::D<rt::std::primitive::bool> {{ \
                 let __holds = {claim}; rt::fine(__holds) }}))?; "
            )
        });
        let (id, checks) = (func.0, checks.collect::<String>());
        Some(format!(
            " if crate::__refine_rt::enter({id}) {{ use crate::__refine_rt as rt; \
             rt::judge({id}, true, &|| {{ {checks}rt::std::result::Result::Ok(()) }}); }}"
        ))
    }

    /// A statement that shows the parameters that the precondition speaks of; none if they cannot be shown.
    fn check_of_shown(&self, func: FnId) -> Option<String> {
        let def = self.program.func(func);
        let contract = self.program.contract(&over_own_parameters(self.program, func));
        // Of a value of a type parameter, or of a receiver that is any type, nothing is known here.
        let generic = |ty: &Ty| ty.substitute(&|_| Some(Ty::unit())) != *ty;
        // What runs as it was written is given all, or looks at the parameters themselves.
        let raw_checks = || self.checked_raw(func, &contract).map(|(at, clause)| (at, raw::in_place(def, clause)));
        let raw = raw_checks().any(|(_, params)| params.is_none());
        let spoken_of = |at: usize| {
            let local = |term: &TermKind| matches!(term, TermKind::Local(LocalId(found)) if *found as usize == at);
            raw || contract.requires.iter().any(|clause| speaks_of(&clause.term, &local))
        };
        let mut looks = Looks::new(self.program);
        contract.requires.iter().for_each(|clause| looks.clause(clause));
        let look = |at| if raw { Look::All } else { looks.of(at) };
        let shown = def.params.iter().enumerate().map(|(at, param)| {
            match self.shows(&param.ty) && is_name(&param.name) && !generic(&param.ty) {
                true => Some(look(at).of_variable("crate::__refine_rt", &param.name)),
                false if spoken_of(at) => None,
                false => Some("crate::__refine_rt::V::tuple(crate::__refine_rt::std::vec::Vec::new())".to_owned()),
            }
        });
        let shown: Vec<String> = shown.collect::<Option<_>>()?;
        let id = func.0;
        let given = constants(self.program, def).given;
        let passed = |param: &usize| match &def.params[*param] {
            ParamDef { name, ty: Ty::Ref(..), .. } => format!("&*{name}"),
            ParamDef { name, ty: Ty::Bool | Ty::Char | Ty::Int(_), .. } => name.clone(),
            ParamDef { name, .. } => format!("&{name}"),
        };
        let in_place = raw_checks().filter_map(|(at, params)| {
            let args: Vec<String> = params?.iter().map(passed).collect();
            Some(format!(" self::__refine::{}({})?;", in_place_name(func, at), args.join(", ")))
        });
        let in_place: String = in_place.collect();
        let compiled = raw || !in_place.is_empty();
        Some(format!(
            " if crate::__refine_rt::enter({id}) {{ let __refine_l = [{}]; \
             crate::__refine_rt::judge({id}, {compiled}, \
             &|| {{{in_place} self::__refine::__check_{id}{given}(&__refine_l) }}); }}",
            shown.join(", ")
        ))
    }
}

/// The function that evaluates a precondition as it was written, over the parameters themselves.
fn in_place_name(func: FnId, clause: usize) -> String {
    format!("__here_{}_{clause}", func.0)
}

/// Whether runs and tests ask for the items of the iterator that a function returns.
pub fn is_driven(program: &dyn Program, inst: &FnInst) -> bool {
    program.func(inst.func).iterates && program.contract(inst).raw.iter().all(|clause| clause.requires)
}

/// What the generic parameters of a function are in an instance, as items: clauses that are compiled as they were written may speak of them.
fn parameters(program: &dyn Program, inst: &FnInst) -> String {
    let (def, contract) = (program.func(inst.func), program.contract(inst));
    let spoken_of = |name: &str| contract.raw.iter().any(|clause| !clause::words(&clause.text, name).is_empty());
    let types = def.generics.iter().filter(|name| is_named(name) && *name != "Self" && spoken_of(name)).map(|name| {
        let ty = spell(program, &instantiate(program, inst, &Ty::Param(name.clone())));
        format!("#[allow(dead_code)] type {name} = {}; ", ty.replace('&', "&'static "))
    });
    let values = &inst.args[inst.args.len().saturating_sub(def.consts.len())..];
    let constants = def.consts.iter().zip(values).filter_map(|(param, value)| match value {
        Ty::Opaque(text) if spoken_of(&param.name) => {
            Some(format!("#[allow(dead_code)] const {}: {} = {text}; ", param.name, spell(program, &param.ty)))
        }
        _ => None,
    });
    types.chain(constants).collect()
}

fn is_name(name: &str) -> bool {
    !name.starts_with('_')
}

pub(in crate::harness) fn predicate(out: &mut String, head: &str, clause: &Clause, pures: &mut Pures<'_>) {
    predicate_in_parts(out, head, clause, pures, None);
}

fn predicate_in_parts<'t>(
    out: &mut String,
    head: &str,
    clause: &Clause,
    pures: &'t mut Pures<'_>,
    parts: Option<&'t mut PartNumbers<'t>>,
) {
    let text = claim(clause, pures, parts);
    let _ = writeln!(out, "{head}(l: &[rt::V], o: &[rt::V]) -> rt::E<rt::Truth> {{ let _ = (l, o); {text} }}");
}

/// `let` lines for the arguments of a function, decoded from `__args`: the variables `__a0`, `__a1`, …. What they are decoded to follows
/// from their use. What has to live for ever (`&'static T`) is never dropped: see [`argument`].
pub(super) fn decode_args(program: &dyn Program, out: &mut String, def: &FnDef, tys: &[Ty]) {
    for (at, ty) in tys.iter().enumerate() {
        let before = function(program, ty.peeled()).map_or("", |signature| counting(&signature));
        let declared = def.params.get(at).map(|param| &param.ty);
        let base = if let Ty::Ref(_, base) = ty { base } else { ty };
        let owned = match base {
            // Nothing else says what stands for a type parameter without a name.
            Ty::Slice(inner) if declared.is_some_and(is_nameless) => {
                format!(": rt::std::vec::Vec<{}>", spell(program, inner))
            }
            Ty::Adt(..) if declared.is_some_and(is_nameless) => format!(": {}", spell(program, base)),
            _ => owned(program, ty),
        };
        let _ = writeln!(out, "    rt::param({at}); {before}let mut __a{at}{owned} = rt::part(__args, {at})?;");
        if def.params.get(at).is_some_and(|param| param.is_static) {
            let _ = writeln!(out, "    let __a{at} = &*rt::std::boxed::Box::leak(rt::std::boxed::Box::new(__a{at}));");
        }
    }
}

/// Whether a parameter's type is, or has in it, an `impl Trait`.
fn is_nameless(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(name) if name.starts_with("impl_")) || ty.parts().any(is_nameless)
}

/// The place of a decoded argument, or of what it borrows.
pub(in crate::harness) fn argument(def: &FnDef, at: usize) -> String {
    match def.params.get(at) {
        Some(param) if param.is_static => format!("(*__a{at})"),
        _ => format!("__a{at}"),
    }
}

/// References to the decoded arguments as variables; the arguments of the call.
fn pass(program: &dyn Program, out: &mut String, def: &FnDef, tys: &[Ty]) -> String {
    let mut args = Vec::new();
    for (at, ty) in tys.iter().enumerate() {
        let value = passed(program, ty, &argument(def, at));
        if let Ty::Ref(..) = ty {
            let other = |value: String, other: usize| {
                format!("if rt::is_shared(__args, {other}, {at}) {{ __p{other} }} else {{ {value} }}")
            };
            let value = may_share(program, def, tys, at).into_iter().rev().fold(value, other);
            let _ = writeln!(out, "    let __p{at} = {value};");
            args.push(format!("__p{at}"));
        } else {
            args.push(value);
        }
    }
    args.join(", ")
}

/// A call that is never made: from here on the types of the arguments are known. A clause that stands as it was written may call methods
/// of them, for which inference has to know the type, and not all types can be named from here.
fn infer_from_call(program: &dyn Program, out: &mut String, inst: &FnInst, tys: &[Ty]) {
    let _ = writeln!(out, "    if false {{");
    let def = program.func(inst.func);
    let args = pass(program, out, def, tys);
    let callee = callee_path(program, def, inst);
    let _ = writeln!(out, "    {callee}({args});\n    rt::std::unreachable!()\n    }}");
}

/// What is said of parameters that are functions, so that it is looked at when they are called.
fn callbacks(program: &dyn Program, out: &mut String, def: &FnDef, tys: &[Ty], contract: &Contract) {
    for one in &contract.callbacks {
        let Some(signature) = tys.get(one.param).and_then(|ty| function(program, ty.peeled())) else { continue };
        let _ = writeln!(
            out,
            "    {{ let __args: rt::std::vec::Vec<rt::V> = __args.to_vec();\n    \
             rt::refine({}, rt::std::rc::Rc::new(move |__q: &[rt::V], __r: rt::std::option::Option<&rt::V>| {{\n        \
             let __said = || -> rt::D<rt::std::primitive::bool> {{ let _ = &__args;",
            one.param,
        );
        let text = one.requires.iter().chain(&one.ensures).cloned().collect::<Vec<_>>().join(" ");
        for (at, ty) in tys.iter().enumerate().filter(|(at, _)| *at != one.param) {
            let name = raw::local_name(def, at);
            if !clause::words(&clause::moved(&text), &name).is_empty() {
                let _ = writeln!(out, "        let mut __x{at}{} = rt::part(&__args, {at})?;", owned(program, ty));
                let _ = writeln!(out, "        let {name} = {};", passed(program, ty, &format!("__x{at}")));
            }
        }
        let (names, result) = one.names.split_at(signature.params.len().min(one.names.len()));
        for (at, (name, ty)) in names.iter().zip(&signature.params).enumerate() {
            let _ = writeln!(out, "        let mut __q{at}{} = rt::part(__q, {at})?;", owned(program, ty));
            let _ = writeln!(out, "        let {name} = {};", passed(program, ty, &format!("__q{at}")));
        }
        let plain = |text: &str| clause::PlainClause::of(&clause::moved(text), program.spec_crate()).claim;
        let all = |clauses: &[String]| {
            let all: Vec<String> = clauses.iter().map(|text| format!("({})", plain(text))).collect();
            if all.is_empty() { "true".to_owned() } else { all.join(" && ") }
        };
        let _ = writeln!(out, "        let Some(__r) = __r else {{ return rt::fine({}); }};", all(&one.requires));
        let name = result.first().map_or("_answer", String::as_str);
        let ty = &signature.ret;
        let _ = writeln!(out, "        let mut __r0{} = rt::again_of(__r)?;", owned(program, ty));
        let _ = writeln!(out, "        let {name} = {};", passed(program, ty, "__r0"));
        let _ = writeln!(out, "        let _ = &{name}; rt::fine({})", all(&one.ensures));
        let _ = writeln!(out, "    }}; rt::guarded(rt::std::file!(), __said) }})); }}");
    }
}

/// The annotation of a variable that owns what a parameter of the type borrows. A clause need not tell the type by what it does.
pub(in crate::harness) fn owned(program: &dyn Program, ty: &Ty) -> String {
    let base = match ty {
        Ty::Ref(_, inner) => &**inner,
        ty => ty,
    };
    let owner = standard(program, base).and_then(|(name, _)| carried(name)?.owner);
    if let Some(path) = owner {
        return format!(": rt::std::{path}");
    }
    let spelled = match base {
        Ty::Slice(inner) => format!("rt::std::vec::Vec<{}>", spelled(program, inner).unwrap_or_else(|| "_".to_owned())),
        Ty::Opaque(name) if name == "str" => "rt::std::string::String".to_owned(),
        base if object(program, base).is_some() => format!("rt::std::boxed::Box<{}>", trait_object(program, base)),
        base => match spelled(program, base) {
            Some(spelled) => spelled,
            None => return String::new(),
        },
    };
    format!(": {spelled}")
}

/// A type that has the same name everywhere.
fn spelled(program: &dyn Program, ty: &Ty) -> Option<String> {
    let one = |inner: &Ty| spelled(program, inner);
    Some(match ty {
        Ty::Bool => "rt::std::primitive::bool".to_owned(),
        Ty::Char => "rt::std::primitive::char".to_owned(),
        Ty::Int(int) => format!("rt::std::primitive::{}", int.name()),
        Ty::Opaque(name) if name == "f32" || name == "f64" => format!("rt::std::primitive::{name}"),
        Ty::Opaque(name) if name == "String" => "rt::std::string::String".to_owned(),
        Ty::Opaque(_) => match function(program, ty) {
            // An object is made of a pointer where it is passed.
            Some(signature) => pointer(program, &signature),
            None if object(program, ty).is_some() => trait_object(program, ty),
            None => spelled_standard(program, ty)?,
        },
        Ty::Tuple(all) => {
            let parts: Option<String> = all.iter().map(|ty| Some(one(ty)? + ", ")).collect();
            format!("({})", parts?)
        }
        Ty::Array(inner, length) => format!("[{}; {length}]", one(inner)?),
        Ty::Ref(false, inner) => match &**inner {
            Ty::Slice(inner) => format!("&[{}]", one(inner)?),
            Ty::Opaque(name) if name == "str" => "&rt::std::primitive::str".to_owned(),
            inner => format!("&{}", one(inner)?),
        },
        Ty::Borrow(inner) => match &**inner {
            Ty::Slice(inner) => format!("&mut [{}]", one(inner)?),
            Ty::Opaque(name) if name == "str" => "&mut rt::std::primitive::str".to_owned(),
            inner => format!("&mut {}", one(inner)?),
        },
        // What is in them follows from the call; not so that it is one of these, since what takes an iterator takes others, too.
        Ty::Vec(inner) => format!("rt::std::vec::Vec<{}>", one(inner).unwrap_or_else(|| "_".to_owned())),
        Ty::Boxed(inner) => match function(program, inner).filter(|signature| !signature.traits.is_empty()) {
            Some(signature) => format!("rt::std::boxed::Box<{}>", function_object(program, &signature)),
            None => format!("rt::std::boxed::Box<{}>", one(inner)?),
        },
        Ty::Adt(..) if stub(program, ty).is_some() => spell(program, ty),
        // What takes a range may take others, too.
        Ty::Adt(id, args) if is_range(program.adt(*id)) && args.iter().all(|ty| one(ty).is_some()) => {
            spell(program, ty)
        }
        Ty::Adt(..) => spelled_standard(program, ty)?,
        _ => return None,
    })
}

fn is_range(def: &AdtDef) -> bool {
    def.module.is_none() && std_path(&def.name).is_some_and(|path| path.starts_with("ops::Range"))
}

/// A type of the standard library, if all its arguments have the same names everywhere.
fn spelled_standard(program: &dyn Program, ty: &Ty) -> Option<String> {
    let (name, args) = standard(program, ty)?;
    let known = carried(name)?;
    // What takes an iterator takes others, too.
    if is_iterator(known.path) {
        let inner =
            args.iter().take(known.args).map(|ty| spelled(program, &grounded(ty)).unwrap_or_else(|| "_".to_owned()));
        let lifetime = known.borrows.then(|| "'static".to_owned());
        let args: Vec<String> = lifetime.into_iter().chain(inner).collect();
        return Some(format!("rt::std::{}<{}>", known.path, args.join(", ")));
    }
    let plain = |ty: &Ty| !matches!(ty, Ty::Adt(..)) && spelled(program, &grounded(ty)).is_some();
    args.iter().take(known.args).all(plain).then(|| spell(program, ty))
}

fn is_iterator(path: &str) -> bool {
    path.starts_with("iter::") || path.ends_with("::IntoIter") || path.starts_with("slice::")
}

/// The argument for a parameter of the type, from the variable that owns it.
pub(in crate::harness) fn passed(program: &dyn Program, ty: &Ty, name: &str) -> String {
    match ty {
        Ty::Ref(mutable, inner) => {
            let mutable = if *mutable { "mut " } else { "" };
            match &**inner {
                Ty::Slice(_) => format!("&{mutable}{name}[..]"),
                Ty::Opaque(spelled) if spelled == "str" => format!("&{mutable}{name}[..]"),
                inner if object(program, inner).is_some() => format!("&{mutable}*{name}"),
                _ => format!("&{mutable}{name}"),
            }
        }
        _ => name.to_string(),
    }
}
