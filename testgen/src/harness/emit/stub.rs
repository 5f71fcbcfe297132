//! Stubs: structs that implement traits of the crate which nothing else implements, and answer by tables. A call outside a method's precondition
//! is its caller's fault; an answer keeps the method's postconditions.
use std::fmt::Write;

use refine_core::ids::{AdtId, FnId};
use refine_core::ir::RawClause;
use refine_core::program::{FnDef, FnSig, Program, Stub, StubMethod};
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::ty::Ty;

use super::convert::{asked, boxes_of};
use super::run::{decode_args, predicate};
use super::spell::{of_trait, spell, trait_object};
use super::{Emitter, ModuleCode, Piece};
use crate::foreign::{function, object, stub};
use crate::harness::raw::Raw;
use crate::harness::terms::Pures;
use crate::types::over_own_parameters;

/// A method of a stub, with what is needed to write it.
struct Method<'a> {
    /// The number that functions of it have behind their names.
    number: String,
    field: usize,
    func: FnId,
    def: &'a FnDef,
    /// The types of its parameters, where `Self` is the stub.
    tys: Vec<Ty>,
    counts: bool,
    /// What its field's functions are given, and give.
    signature: Option<FnSig>,
}

impl Method<'_> {
    /// How it takes its receiver.
    fn receiver(&self) -> &'static str {
        match &self.tys[0] {
            Ty::Ref(true, _) => "&mut self",
            Ty::Ref(false, _) => "&self",
            _ => "self",
        }
    }

    fn changes(&self) -> bool {
        matches!(&self.tys[0], Ty::Ref(true, _))
    }

    /// One of its clauses that is compiled as it was written.
    fn raw<'m>(&'m self, program: &'m dyn Program, at: usize, clause: &'m RawClause) -> Raw<'m> {
        let (def, tys) = (self.def, &self.tys[..]);
        Raw { program, def, tys, at, clause, own: None, apart: true, exact: false, of_run: false }
    }
}

impl Emitter<'_> {
    /// A struct, what it implements, its conversions, and those of the objects that it stands for.
    pub(super) fn stub(&self, code: &mut ModuleCode, id: AdtId, objects: &[Ty], pures: &mut Pures<'_>) {
        let (program, def) = (self.program, self.program.adt(id));
        let Some(stub) = &def.stub else { return };
        code.start(Piece::Adt(id, Vec::new()));
        let (out, name, number) = (&mut code.text, &def.name, id.0);
        let own: Vec<Method<'_>> = (0..stub.methods.len()).map(|field| method(program, id, stub, field)).collect();
        for one in &own {
            self.precondition(out, one, stub, pures);
            self.promise(out, one, stub, name, pures);
        }
        let _ = writeln!(out, "static METHODS_{number}: [rt::Method; {}] = [", own.len());
        for one in &own {
            let literals: Vec<String> = literals(program, one.func).iter().map(|text| format!("{text:?}")).collect();
            let _ = writeln!(
                out,
                "    rt::Method {{ counts: {}, promise: promise_{}, literals: &[{}] }},",
                stub.counts,
                one.number,
                literals.join(", ")
            );
        }
        let _ = writeln!(
            out,
            "];\n#[derive({})] pub struct {name} {{ at: rt::std::primitive::usize, calls: rt::std::primitive::u32 }}",
            def.derives.join(", ")
        );
        for (of, one) in stub.traits.iter().enumerate() {
            let methods = own.iter().filter(|method| stub.methods[method.field].of == of);
            let methods: String = methods.map(|method| self.method(method, name)).collect();
            let path = of_trait(one, def.module == Some(one.module));
            let _ = writeln!(out, "impl {path} for {name} {{\n{methods}}}");
        }
        let _ = writeln!(
            out,
            "impl rt::Reflect for {name} {{ fn reflect(&self) -> rt::V {{ rt::V::Stub(self.at, self.calls, {name:?}) }} }}\n\
             impl rt::Decode for {name} {{ fn decode(value: &rt::V) -> rt::D<Self> {{\n    \
             if let rt::V::Stub(at, calls, _) = *value {{ return rt::fine({name} {{ at, calls }}); }}\n    \
             rt::fine({name} {{ at: rt::stub(value, &METHODS_{number})?, calls: 0 }})\n}} }}"
        );
        let is_own = |ty: &&Ty| object(program, ty).is_some_and(|object| object.made_of == Ty::Adt(id, Vec::new()));
        objects.iter().filter(is_own).for_each(|ty| boxes_of(out, &trait_object(program, ty), name));
    }

    /// A method: it checks that it may be called so, and asks the table of its place.
    fn method(&self, one: &Method<'_>, name: &str) -> String {
        let (program, def) = (self.program, one.def);
        let args = one.tys.iter().enumerate().skip(1);
        let counted = one.counts.then(|| "self.calls".to_owned());
        let names: Vec<String> = counted.into_iter().chain(args.clone().map(|(at, _)| format!("a{at}"))).collect();
        let slot = format!("self.at + {}", one.field);
        let ask = one.signature.as_ref().map(|signature| asked(program, signature, &slot, "q", &names));
        let params: String = args.clone().map(|(at, ty)| format!(", a{at}: {}", spell(program, ty))).collect();
        let question = args.map(|(at, ty)| match self.shows(ty.peeled()) {
            true => format!("rt::Reflect::reflect(&a{at}), "),
            false => format!("{{ let _ = &a{at}; rt::opaque({:?}) }}, ", at.to_string()),
        });
        let question: String = question.collect();
        let ret = if def.ret == Ty::unit() { String::new() } else { format!(" -> {}", spell(program, &def.ret)) };
        let count = if one.counts { "rt::Reflect::reflect(&self.calls), " } else { "" };
        let next = if one.changes() { "self.calls = self.calls.wrapping_add(1); " } else { "" };
        format!(
            "    fn {}({}{params}){ret} {{\n        \
             let l = [rt::V::Stub(self.at, self.calls, {name:?}), {question}];\n        \
             rt::asked({}, &|| asked_{}(&l));\n        \
             let q = rt::std::vec![{count}{question}]; {next}\n        \
             {}\n    }}\n",
            def.name,
            one.receiver(),
            one.func.0,
            one.number,
            ask.unwrap_or_else(|| format!("rt::ask({slot}, q, false)"))
        )
    }

    /// Whether a method may be called so.
    fn precondition(&self, out: &mut String, one: &Method<'_>, stub: &Stub, pures: &mut Pures<'_>) {
        let contract = self.program.contract(&over_own_parameters(self.program, one.func));
        for (at, clause) in contract.requires.iter().enumerate() {
            predicate(out, &format!("fn t_{}_{at}", one.number), clause, pures);
        }
        let _ = writeln!(out, "fn asked_{}(__args: &[rt::V]) -> rt::Res<()> {{ let _ = __args;", one.number);
        for at in 0..contract.requires.len() {
            let _ = writeln!(out, "    rt::require(\"r{at}\", t_{}_{at}(__args, __args))?;", one.number);
        }
        if contract.raw_requires().next().is_some() {
            self.imports(out, stub);
            decode_args(self.program, out, one.def, &one.tys);
        }
        for (at, clause) in contract.raw.iter().enumerate().filter(|(_, clause)| clause.requires) {
            one.raw(self.program, at, clause).before(out);
        }
        let _ = writeln!(out, "    rt::std::result::Result::Ok(())\n}}");
    }

    /// What a method's postconditions say of an answer.
    fn promise(&self, out: &mut String, one: &Method<'_>, stub: &Stub, name: &str, pures: &mut Pures<'_>) {
        let (program, number) = (self.program, &one.number);
        let contract = program.contract(&over_own_parameters(program, one.func));
        for (at, clause) in contract.ensures.iter().enumerate() {
            predicate(out, &format!("fn s_{number}_{at}"), clause, pures);
        }
        let (calls, skip) = if one.counts { ("rt::again_of(&__q[0])?", 1) } else { ("0", 0) };
        let after = if one.changes() { "__calls + 1" } else { "__calls" };
        let args: String = (1..one.tys.len()).map(|at| format!("__q[{}].copy(), ", at - 1 + skip)).collect();
        let _ = writeln!(
            out,
            "fn promise_{number}(__at: rt::std::primitive::usize, __q: &[rt::V], __r: &rt::V) -> rt::E<rt::Truth> {{\n    \
             let __calls: rt::std::primitive::u32 = {calls}; let _ = __q;\n    \
             let __o = [rt::V::Stub(__at, __calls, {name:?}), {args}];\n    \
             let __l = [rt::V::Stub(__at, {after}, {name:?}), {args}__r.copy()]; let _ = (&__o, &__l);"
        );
        for at in 0..contract.ensures.len() {
            let _ = writeln!(
                out,
                "    match s_{number}_{at}(&__l, &__o)? {{ rt::Truth::True => {{}} other => return rt::fine(other) }}"
            );
        }
        let written = || contract.raw.iter().enumerate().filter(|(_, clause)| !clause.requires);
        if written().next().is_some() {
            self.imports(out, stub);
            let _ = writeln!(out, "    let (__args, mut __run) = (&__o, rt::Run::default());");
            decode_args(program, out, one.def, &one.tys);
            for (at, clause) in written() {
                one.raw(self.program, at, clause).before(out);
            }
            if one.changes() {
                let _ = writeln!(out, "    __a0.calls = {after};");
            }
            let ret = spell(program, &one.def.ret).replace('&', "&'static ");
            let _ = writeln!(out, "    let __out: {ret} = rt::again_of(__r)?;");
            for (at, clause) in written() {
                one.raw(self.program, at, clause).after(out, &one.def.ret, None);
            }
            let _ = writeln!(out, "    return __run.said();");
        } else {
            let _ = writeln!(out, "    rt::fine(rt::Truth::True)");
        }
        let _ = writeln!(out, "}}");
    }

    /// The stub's traits, whose methods clauses may call.
    fn imports(&self, out: &mut String, stub: &Stub) {
        for one in &stub.traits {
            let _ = writeln!(out, "    #[allow(unused_imports)] use crate::{} as _;", one.path);
        }
    }

    /// The preconditions that stubs look at when they are called.
    pub(crate) fn stubbed(&self) -> Vec<(FnId, Span)> {
        let (adts, _) = self.types();
        let stubs = adts.iter().filter_map(|(id, args)| stub(self.program, &Ty::Adt(*id, args.clone())));
        let mut out = Vec::new();
        for StubMethod { func, .. } in stubs.flat_map(|stub| &stub.methods) {
            let contract = self.program.contract(&over_own_parameters(self.program, *func));
            let raw = contract.raw_requires().map(|clause| clause.span);
            out.extend(contract.requires.iter().map(|clause| clause.span).chain(raw).map(|span| (*func, span)));
        }
        out
    }
}

fn method<'a>(program: &'a dyn Program, id: AdtId, stub: &Stub, field: usize) -> Method<'a> {
    let func = stub.methods[field].func;
    let def = program.func(func);
    let own = |name: &str| (name == "Self").then(|| Ty::Adt(id, Vec::new()));
    let tys = def.params.iter().map(|param| param.ty.substitute(&own)).collect();
    let fields = program.adt(id).variants.first().map_or(&[][..], |variant| &variant.fields);
    let signature = fields.get(field).and_then(|field| function(program, &field.ty));
    Method { number: format!("{}_{field}", id.0), field, func, def, tys, counts: stub.counts, signature }
}

/// The integers in a method's postconditions, and those that are in most.
fn literals(program: &dyn Program, func: FnId) -> Vec<String> {
    fn collect(term: &Term, out: &mut Vec<String>) {
        if let TermKind::Int(int) = term.kind() {
            out.push(int.to_string());
        }
        term.children().into_iter().for_each(|child| collect(child, out));
    }
    let mut out = vec!["0".to_owned(), "1".to_owned()];
    let contract = program.contract(&over_own_parameters(program, func));
    contract.ensures.iter().for_each(|clause| collect(&clause.term, &mut out));
    out.sort_unstable();
    out.dedup();
    out
}
