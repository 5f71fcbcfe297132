//! Conversions between a type's values and the harness's: showing them, and making them field by field or by calling
//! the crate's own constructors.
use std::fmt::Write;

use refine_core::ids::{AdtId, LocalId};
use refine_core::program::{AdtDef, FnSig, Program};
use refine_core::term::Term;
use refine_core::ty::{FnInst, Ty};

use super::spell::{callee_path, function_object, lent, pointer, spell, trait_object};
use super::{Emitter, ModuleCode, Piece};
use crate::foreign::{Change, changeable, function, object, standard};
use crate::harness::loops::Sight;
use crate::harness::raw::own_file;
use crate::harness::terms::{Pures, body};
use crate::source::clause::PlainClause;
use crate::source::exact;
use crate::types::{
    Constructor, Inside, KEYED, KEYED_COPY, constructors, field_types, grounded, has_default, is_named, is_unstable,
    param_types, return_type, std_path, unmakable,
};

/// The calls that make values, each with the type that it is called for, by the numbers that the code knows them by.
#[derive(Default)]
pub(super) struct Constructors {
    all: Vec<(FnInst, AdtId)>,
}

impl Constructors {
    pub(super) fn number(&mut self, inst: &FnInst, id: AdtId) -> usize {
        let known = self.all.iter().position(|(known, of)| known == inst && *of == id);
        known.unwrap_or_else(|| {
            self.all.push((inst.clone(), id));
            self.all.len() - 1
        })
    }
}

/// What types consist of.
#[derive(Default)]
pub(super) struct TypeParts {
    pub(super) adts: Vec<(AdtId, Vec<Ty>)>,
    pub(super) functions: Vec<FnSig>,
    /// Objects of traits that stubs stand for.
    pub(super) objects: Vec<Ty>,
}

/// A type of functions as source: the same for types that Rust does not tell apart.
pub(super) fn object_or_pointer(program: &dyn Program, signature: &FnSig) -> String {
    if signature.traits.is_empty() { pointer(program, signature) } else { function_object(program, signature) }
}

/// How objects behind pointers are made. `made` gives the body, over the `value` that came, for each expression that puts a variable `made` of
/// a type of its own behind a pointer.
pub(super) fn boxes(out: &mut String, object: &str, made: &dyn Fn(&str) -> String) {
    for (head, put) in [
        (format!("rt::std::boxed::Box<{object}>"), "rt::std::boxed::Box::new(made)"),
        (format!("rt::std::rc::Rc<{object}>"), "rt::std::rc::Rc::new(made)"),
        (format!("rt::std::sync::Arc<{object}>"), "rt::std::sync::Arc::new(made)"),
        (
            format!("rt::std::rc::Rc<rt::std::cell::RefCell<{object}>>"),
            "rt::std::rc::Rc::new(rt::std::cell::RefCell::new(made))",
        ),
        (
            format!("rt::std::sync::Arc<rt::std::sync::Mutex<{object}>>"),
            "rt::std::sync::Arc::new(rt::std::sync::Mutex::new(made))",
        ),
        (
            format!("rt::std::sync::Arc<rt::std::sync::RwLock<{object}>>"),
            "rt::std::sync::Arc::new(rt::std::sync::RwLock::new(made))",
        ),
        (format!("&'static {object}"), "&*rt::std::boxed::Box::leak(rt::std::boxed::Box::new(made))"),
        (format!("&'static mut {object}"), "&mut *rt::std::boxed::Box::leak(rt::std::boxed::Box::new(made))"),
    ] {
        let lent = if head.starts_with("&'static mut") { "let value = &rt::pair(value)?[0]; " } else { "" };
        let _ = writeln!(
            out,
            "impl rt::Decode for {head} {{ fn decode(value: &rt::V) -> rt::D<Self> {{ {lent}{} }} }}",
            made(put)
        );
    }
}

/// The same, of values of one type.
pub(super) fn boxes_of(out: &mut String, object: &str, of: &str) {
    boxes(out, object, &|put| format!("let made: {of} = rt::Decode::decode(value)?; rt::fine({put})"));
}

/// What is said to the runtime before a function of a signature is decoded.
pub(super) fn counting(signature: &FnSig) -> &'static str {
    if signature.is_mut { "rt::counting(); " } else { "" }
}

/// Standard types whose conversions are in the runtime.
fn is_ready(name: &str) -> bool {
    let all = [
        "VecDeque",
        "Duration",
        "NonZero",
        "RangeInclusive",
        "Ipv4Addr",
        "Ipv6Addr",
        "SocketAddrV4",
        "SocketAddrV6",
        KEYED,
        KEYED_COPY,
    ];
    all.contains(&name)
}

/// What a function of a table does: it asks, with what is in its parameters of these names, writes what is to be written, and returns the
/// result.
pub(super) fn asked(program: &dyn Program, signature: &FnSig, slot: &str, question: &str, names: &[String]) -> String {
    let changes = changeable(program, signature);
    let asked = format!("rt::ask({slot}, {question}, {})", !changes.is_empty());
    if changes.is_empty() {
        return asked;
    }
    let (mut parts, mut writes) = (String::new(), String::new());
    for Change { param, cell, .. } in changes {
        let _ = write!(parts, ", (__changes{param}, __new{param})");
        let name = &names[param];
        let _ = match cell {
            Some(_) => write!(writes, " if __changes{param} {{ rt::set(&{name}, __new{param}); }}"),
            None => write!(writes, " if __changes{param} {{ *{name} = __new{param}; }}"),
        };
    }
    format!("let (__r{parts}) = {asked};{writes} __r")
}

impl Emitter<'_> {
    /// All structs and enums, and all objects of traits, that conversions are needed for.
    pub(super) fn types(&self) -> (Vec<(AdtId, Vec<Ty>)>, Vec<Ty>) {
        let mut out = TypeParts::default();
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
            let seen = vars.filter(|(_, ty)| self.sight(ty) == Some(Sight::All));
            seen.for_each(|(_, ty)| self.parts(ty, &mut out));
        }
        out.adts.retain(|(id, args)| !self.dropped.contains_key(&Piece::Adt(*id, args.clone())));
        (out.adts, out.objects)
    }

    /// The structs and enums that a type consists of, and the types of functions.
    pub(super) fn parts(&self, ty: &Ty, out: &mut TypeParts) {
        if let Some(object) = object(self.program, ty) {
            if !out.objects.contains(ty) {
                out.objects.push(ty.clone());
            }
            return self.parts(&object.made_of, out);
        }
        if let Some(signature) = function(self.program, ty) {
            if !out.functions.contains(&signature) {
                out.functions.push(signature.clone());
                signature.params.iter().chain([&signature.ret]).for_each(|ty| self.parts(ty, out));
            }
            return;
        }
        match ty {
            Ty::Tuple(all) => all.iter().for_each(|ty| self.parts(ty, out)),
            Ty::Array(inner, _)
            | Ty::Slice(inner)
            | Ty::Vec(inner)
            | Ty::Ref(_, inner)
            | Ty::Borrow(inner)
            | Ty::Boxed(inner) => self.parts(inner, out),
            Ty::Adt(id, args) => {
                args.iter().for_each(|ty| self.parts(ty, out));
                let def = self.program.adt(*id);
                // Standard types get one conversion for all arguments.
                let own = if def.is_spelled() { args.clone() } else { Vec::new() };
                let has_own = def.is_spelled() || std_path(&def.name).is_some() && !is_ready(&def.name);
                if out.adts.contains(&(*id, own.clone())) || !has_own {
                    return;
                }
                out.adts.push((*id, own));
                if let Some(stub) = &def.stub {
                    for def in stub.methods.iter().map(|method| self.program.func(method.func)) {
                        def.params.iter().skip(1).for_each(|param| self.parts(&param.ty, out));
                        self.parts(&def.ret, out);
                    }
                } else if def.is_spelled() {
                    for variant in 0..def.variants.len() {
                        let tys = field_types(self.program, *id, args, variant).unwrap_or_default();
                        tys.iter().for_each(|ty| self.parts(&grounded(ty), out));
                    }
                    for one in constructors(self.program, *id, args).iter().filter(|_| def.is_abstract()) {
                        one.params.iter().for_each(|ty| self.parts(ty, out));
                    }
                }
            }
            ty => {
                let args = standard(self.program, ty).map_or(&[][..], |(_, args)| args);
                args.iter().for_each(|ty| self.parts(&grounded(ty), out));
            }
        }
    }

    /// The type of functions, as pointers to the slots of the runtime, and behind pointers as objects.
    pub(super) fn function(&self, code: &mut ModuleCode, signature: &FnSig) {
        let (program, text) = (self.program, pointer(self.program, signature));
        code.start(Piece::Function(object_or_pointer(program, signature)));
        let out = &mut code.text;
        if !signature.traits.is_empty() {
            let made = |put: &str| {
                format!("{}let made: {text} = rt::Decode::decode(value)?; rt::fine({put})", counting(signature))
            };
            boxes(out, &function_object(program, signature), &made);
            return;
        }
        let named = signature.params.iter().enumerate();
        let params: Vec<String> = named.map(|(at, ty)| format!("a{at}: {}", spell(program, ty))).collect();
        let seen = |ty: &Ty| match ty {
            Ty::Ref(_, inner) | Ty::Borrow(inner) => self.shows(inner),
            ty => self.shows(ty),
        };
        let question = signature.params.iter().enumerate().map(|(at, ty)| match seen(ty) {
            true => format!("rt::Reflect::reflect(&a{at})"),
            false => format!("{{ let _ = &a{at}; rt::opaque({at:?}) }}", at = at.to_string()),
        });
        let question: Vec<String> = question.collect();
        let ret = lent(signature, &spell(program, &signature.ret));
        let (params, question) = (params.join(", "), question.join(", "));
        let named: Vec<String> = (0..signature.params.len()).map(|at| format!("a{at}")).collect();
        let body = asked(program, signature, "K", &format!("rt::std::vec![{question}]"), &named);
        let _ = writeln!(out, "impl rt::Decode for {text} {{ fn decode(value: &rt::V) -> rt::D<Self> {{");
        let _ = writeln!(out, "    fn ask<const K: rt::std::primitive::usize>({params}) -> {ret} {{ {body} }}");
        let all: Vec<String> = (0..8).map(|at| format!("ask::<{at}>")).collect();
        let _ =
            writeln!(out, "    let all: [Self; rt::SLOTS] = [{}];\n    rt::slot(value, &all)\n}} }}", all.join(", "));
    }

    pub(super) fn adt(
        &self,
        code: &mut ModuleCode,
        id: AdtId,
        args: &[Ty],
        made: &mut Constructors,
        pures: &mut Pures<'_>,
    ) {
        let def = self.program.adt(id);
        let kept = self.kept(code, id, args, pures);
        code.start(Piece::Adt(id, args.to_vec()));
        let spelling = Spelling::of(self.program, id, args);
        // (What is private in another crate's type is not to be seen.)
        if !(def.foreign && def.is_abstract()) {
            self.reflection(&mut code.text, id, args, &spelling);
        }
        let out = &mut code.text;
        if unmakable(self.program, &Ty::Adt(id, args.to_vec())).is_some() && def.is_spelled() {
            return;
        }
        // Borrowed parts are made to last as long as the process.
        let _ = writeln!(
            out,
            "impl<{}> rt::Decode for {} {{",
            if def.is_spelled() { String::new() } else { spelling.bound(def, "Decode") },
            spelling.ty(Some("'static"))
        );
        let head = if kept.is_empty() { "match *value {" } else { "let made = (|| -> rt::D<Self> { match *value {" };
        let _ = writeln!(out, "    fn decode(value: &rt::V) -> rt::D<Self> {{ {head}");
        if def.is_abstract() {
            self.decode_by_calls(out, id, args, def, made);
        } else {
            let named = def.variants.iter().enumerate().filter(|(variant, _)| !is_unstable(def, *variant));
            for (variant, variant_def) in named {
                let parts = variant_def.fields.iter().enumerate();
                let parts: Vec<String> =
                    parts.map(|(at, field)| format!("{}: rt::part(p, {at})?", field.name)).collect();
                let parts = parts.join(", ");
                let _ = writeln!(
                    out,
                    "        rt::V::Adt({variant}, ref p) => {{ let _ = p; rt::fine({} {{ {parts} }}) }}",
                    spelling.ctor(def, variant)
                );
            }
        }
        let end = if kept.is_empty() { String::new() } else { format!(" }})()?; {kept}rt::fine(made)") };
        let _ = writeln!(out, "        _ => rt::misfit(\"{}\", value),\n    }}{end} }}\n}}", def.name);
    }

    /// The conversion from a struct or enum, field by field.
    fn reflection(&self, out: &mut String, id: AdtId, args: &[Ty], spelling: &Spelling) {
        let def = self.program.adt(id);
        // The name of each field, and what shows it where it cannot be shown in full.
        let fields = |variant: usize| -> Vec<(String, Option<String>)> {
            let tys = match def.is_spelled() {
                true => field_types(self.program, id, args, variant).unwrap_or_default(),
                false => def.variants[variant].fields.iter().map(|field| field.ty.clone()).collect(),
            };
            let names = def.variants[variant].fields.iter().map(|field| field.name.clone());
            let fields = names.zip(tys.iter().enumerate());
            let instead = |ty: &Ty, at: usize, name: &str| {
                (!self.shows(ty)).then(|| self.shown(ty, &format!("f{at}"), Some(name)))
            };
            fields.map(|(name, (at, ty))| (name.clone(), instead(&grounded(ty), at, &name))).collect()
        };
        // An arm's pattern, and its fields shown.
        let arm = |variant: usize, shown: &dyn Fn(usize) -> String| -> (String, String) {
            let fields = fields(variant);
            let pattern = fields.iter().enumerate().map(|(at, (name, _))| format!("{name}: ref f{at}"));
            let shown =
                fields.iter().enumerate().map(|(at, (_, instead))| instead.clone().unwrap_or_else(|| shown(at)));
            (pattern.collect::<Vec<_>>().join(", "), shown.collect::<Vec<_>>().join(", "))
        };
        let _ = writeln!(out, "impl<{}> rt::Reflect for {} {{", spelling.bound(def, "Reflect"), spelling.ty(None));
        let _ = writeln!(out, "    fn reflect(&self) -> rt::V {{ match *self {{");
        for variant in (0..def.variants.len()).filter(|variant| !is_unstable(def, *variant)) {
            let (pattern, shown) = arm(variant, &|at| format!("rt::Reflect::reflect(f{at})"));
            let _ = writeln!(
                out,
                "        {} {{ {pattern} }} => rt::V::adt({variant}, rt::std::vec![{shown}]),",
                spelling.ctor(def, variant)
            );
        }
        if def.module.is_none() && def.is_enum {
            // There may be more of them.
            let _ = writeln!(out, "        #[allow(unreachable_patterns)] _ => rt::opaque({:?}),", def.name);
        }
        let _ = writeln!(out, "    }} }}");
        if !def.is_enum {
            let (pattern, shown) = arm(0, &|at| format!("rt::field_part(look, {at}, f{at})"));
            let _ = writeln!(
                out,
                "    fn reflect_part(&self, look: &rt::Look) -> rt::V {{ let _ = look; match *self {{ {} {{ {pattern} }} => rt::V::adt(0, rt::std::vec![{shown}]) }} }}",
                spelling.ctor(def, 0),
            );
        }
        let _ = writeln!(out, "}}");
    }

    /// Statements that look at the invariants of a type for a value `made` out of `value`. (Where calls make the values, that is their claim.)
    fn kept(&self, code: &mut ModuleCode, id: AdtId, args: &[Ty], pures: &mut Pures<'_>) -> String {
        let (program, def) = (self.program, self.program.adt(id));
        let mut kept = String::new();
        if !def.is_spelled() || def.is_abstract() {
            return kept;
        }
        let (ty, number) = (Ty::Adt(id, args.to_vec()), code.pieces.len());
        let stated = program.type_invariant(&Term::local(LocalId(0), ty.clone()));
        if stated != Term::bool(true) {
            code.start(Piece::Adt(id, args.to_vec()));
            let text = body(&stated, pures);
            let _ = writeln!(
                code.text,
                "fn __keeps_{number}(l: &[rt::V]) -> rt::E<rt::V> {{ let o = l; let _ = o; {text} }}"
            );
            let _ = write!(
                kept,
                "rt::keeps({:?}, __keeps_{number}(rt::std::slice::from_ref(value)).and_then(rt::claimed)); ",
                def.name
            );
        }
        for (at, text) in program.untranslated_invariants(id).iter().enumerate() {
            let piece = Piece::Invariant(id, args.to_vec(), at);
            if self.dropped.contains_key(&piece) {
                continue;
            }
            code.start(piece);
            let said = exact::checked(&PlainClause::of(text, program.spec_crate()).claim);
            let spelled = spell(program, &ty);
            let _ = writeln!(
                code.text,
                "fn __stated_{number}_{at}(this: &{spelled}) -> rt::std::primitive::bool {{ {said} }}"
            );
            let _ = write!(
                kept,
                "rt::keeps({:?}, rt::guarded({}, || rt::fine(__stated_{number}_{at}(&made)))); ",
                def.name,
                own_file(program, text)
            );
        }
        kept
    }

    /// Objects of a trait, of values of the types that implement it.
    pub(super) fn choice(&self, code: &mut ModuleCode, id: AdtId, objects: &[Ty]) {
        let (program, def) = (self.program, self.program.adt(id));
        code.start(Piece::Adt(id, Vec::new()));
        let able = |ty: &Ty| unmakable(program, ty).is_none() && self.broken(ty).is_none();
        let variants = def.variants.iter().enumerate().map(|(at, variant)| (at, &variant.fields[0].ty));
        let variants: Vec<(usize, String)> =
            variants.filter(|(_, ty)| able(ty)).map(|(at, ty)| (at, spell(program, ty))).collect();
        let made = |put: &str| {
            let arm = |(at, ty): &(usize, String)| {
                format!("rt::V::Adt({at}, ref p) => {{ let made: {ty} = rt::part(p, 0)?; rt::fine({put}) }} ")
            };
            let arms: String = variants.iter().map(arm).collect();
            format!("match *value {{ {arms}_ => rt::misfit({:?}, value) }}", def.name)
        };
        let is_own = |ty: &&Ty| object(program, ty).is_some_and(|object| object.made_of == Ty::Adt(id, Vec::new()));
        objects.iter().filter(is_own).for_each(|ty| boxes(&mut code.text, &trait_object(program, ty), &made));
    }

    /// Values of an abstract type come from the crate's own functions, each called where it can be seen.
    fn decode_by_calls(&self, out: &mut String, id: AdtId, args: &[Ty], def: &AdtDef, made: &mut Constructors) {
        if has_default(def) {
            let _ = writeln!(out, "        rt::V::Default => rt::fine(rt::std::default::Default::default()),");
        }
        for one in self.callable(id, args) {
            let path = &self.program.func(one.func).path;
            let _ = writeln!(
                out,
                "        rt::V::Call({}, ref p) => rt::made(crate::__refine::__make({}, p), {path:?}),",
                one.func.0,
                made.number(&one.inst, id)
            );
        }
    }

    /// The constructors of a type that the harness has.
    pub(super) fn callable(&self, id: AdtId, args: &[Ty]) -> Vec<Constructor> {
        let able = |one: &Constructor| {
            let fits = |ty: &Ty| unmakable(self.program, ty).is_none() && self.broken(ty).is_none();
            !self.dropped.contains_key(&Piece::Make(one.inst.clone())) && one.params.iter().all(fits)
        };
        constructors(self.program, id, args).into_iter().filter(able).collect()
    }

    /// A constructor of a type, for whoever decodes what it makes.
    pub(super) fn constructor(&self, code: &mut ModuleCode, number: usize, id: AdtId, one: &Constructor) {
        code.start(Piece::Make(one.inst.clone()));
        let (out, def) = (&mut code.text, self.program.func(one.func));
        let _ = writeln!(out, "fn __make_{number}(p: &[rt::V]) -> rt::D<rt::Thing> {{ let _ = p;");
        // What it borrows lasts as long as the process: the value made may keep it.
        let args: Vec<String> = (0..one.takes()).map(|at| format!("a{at}")).collect();
        let after = one.inside.iter().find_map(|step| if let Inside::After(at) = step { Some(*at) } else { None });
        for (at, arg) in args.iter().enumerate() {
            // Of which type it is, an `impl Trait` does not say.
            let nameless = def.params.get(at).is_some_and(|param| has_nameless(&param.ty));
            let of = if nameless { format!(": {}", spell(self.program, &one.params[at])) } else { String::new() };
            let _ = match after == Some(at) {
                true => writeln!(out, "    let mut {arg}{} = rt::part(p, {at})?;", self.spelled_below(&one.params[at])),
                false if matches!(one.params.get(at), Some(Ty::Ref(true, _))) => {
                    writeln!(out, "    let {arg}{of} = rt::lent(p, {at})?;")
                }
                false => writeln!(out, "    let {arg}{of} = rt::part(p, {at})?;"),
            };
        }
        let callee = callee_path(self.program, def, &one.inst);
        let Some(after) = after else {
            let why = match self.program.adt(id).generated {
                true => {
                    let asks = !self.program.contract(&one.inst).requires.is_empty();
                    format!(".map_err(|_| rt::no_generator({:?}, {asks}))", def.path)
                }
                false => String::new(),
            };
            let _ = writeln!(out, "    let made = rt::making(move || {callee}({})){why}?;", args.join(", "));
            self.unpack(out, one);
            return;
        };
        let lent = if matches!(one.params[after], Ty::Ref(true, _)) { "&mut " } else { "&" };
        let passed =
            args.iter().enumerate().map(|(at, arg)| if at == after { format!("{lent}{arg}") } else { arg.clone() });
        let passed: Vec<String> = passed.collect();
        let call = format!("{callee}({})", passed.join(", "));
        // (What it returns may borrow what it changes.)
        let _ = match &one.inside[..] {
            [_, steps @ .., Inside::Write] => {
                let (at, of) = (one.takes(), spell(self.program, &one.params[one.takes()]));
                let there = steps.iter().rev().fold("there".to_owned(), |inner, step| match step {
                    Inside::Result => format!("rt::std::result::Result::Ok({inner})"),
                    _ => format!("rt::std::option::Option::Some({inner})"),
                });
                let _ = writeln!(out, "    let __written: {of} = rt::part(p, {at})?;");
                writeln!(
                    out,
                    "    let __wrote = rt::making(|| match {call} {{ {there} => {{ *there = __written; true }} \
                     #[allow(unreachable_patterns)] _ => false }})?;\n    \
                     if !__wrote {{ return rt::std::result::Result::Err(rt::nothing({:?})); }}",
                    def.path
                )
            }
            _ => writeln!(out, "    rt::making(|| {{ let _ = {call}; }})?;"),
        };
        let _ = writeln!(out, "    rt::fine(rt::thing(a{after}))\n}}");
    }

    /// The annotation of a variable that owns what a parameter borrows.
    fn spelled_below(&self, ty: &Ty) -> String {
        match ty {
            Ty::Ref(_, inner) => format!(": {}", spell(self.program, inner)),
            _ => String::new(),
        }
    }

    /// What is inside of a constructor's result.
    fn unpack(&self, out: &mut String, one: &Constructor) {
        let def = self.program.func(one.func);
        for step in &one.inside {
            let inner = match step {
                Inside::Option => format!("made.ok_or_else(|| rt::nothing({:?}))?", def.path),
                Inside::Result => format!("made.map_err(|_| rt::nothing({:?}))?", def.path),
                Inside::Box => "*made".into(),
                Inside::Rc => format!("rt::std::rc::Rc::into_inner(made).ok_or_else(|| rt::nothing({:?}))?", def.path),
                Inside::Arc => {
                    format!("rt::std::sync::Arc::into_inner(made).ok_or_else(|| rt::nothing({:?}))?", def.path)
                }
                Inside::Cell => "made.into_inner()".into(),
                Inside::Part(at) => format!("made.{at}"),
                Inside::Element => format!(
                    "rt::one_of(made, rt::part(p, {})?).ok_or_else(|| rt::nothing({:?}))?",
                    one.takes(),
                    def.path
                ),
                Inside::After(_) | Inside::Write => continue,
            };
            let _ = writeln!(out, "    let made = {inner};");
        }
        let _ = writeln!(out, "    rt::fine(rt::thing(made))\n}}");
    }
}

/// Whether a parameter's type has an `impl Trait` in it.
fn has_nameless(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(name) if !is_named(name)) || ty.parts().any(has_nameless)
}

/// How the conversions of a struct or enum spell it.
struct Spelling {
    path: String,
    lifetimes: Vec<String>,
    params: Vec<String>,
}

impl Spelling {
    /// Of the standard library's types over their own parameters, of others for these arguments.
    fn of(program: &dyn Program, id: AdtId, args: &[Ty]) -> Spelling {
        let def = program.adt(id);
        if !def.is_spelled() {
            let path = format!("rt::std::{}", std_path(&def.name).unwrap_or("unknown"));
            return Spelling { path, lifetimes: Vec::new(), params: def.generics.clone() };
        }
        let params = def.written(args).iter().map(|ty| spell(program, ty)).chain(def.consts.iter().cloned());
        Spelling {
            path: def.named.clone().unwrap_or_else(|| format!("super::{}", def.name)),
            lifetimes: (0..def.lifetimes).map(|at| format!("'l{at}")).collect(),
            params: params.collect(),
        }
    }

    /// The generic parameters of an `impl`, with what is asked of types.
    fn bound(&self, def: &AdtDef, of: &str) -> String {
        let open = if def.is_spelled() { &[][..] } else { &def.generics };
        let bounded = open.iter().map(|name| format!("{name}: rt::{of}"));
        self.lifetimes.iter().cloned().chain(bounded).collect::<Vec<_>>().join(", ")
    }

    /// The type, with its own lifetimes or all the same.
    fn ty(&self, lifetime: Option<&str>) -> String {
        let lifetimes = self.lifetimes.iter().map(|own| lifetime.unwrap_or(own).to_owned());
        format!("{}<{}>", self.path, lifetimes.chain(self.params.iter().cloned()).collect::<Vec<_>>().join(", "))
    }

    /// A variant, or the struct.
    fn ctor(&self, def: &AdtDef, variant: usize) -> String {
        match def.is_enum {
            true => format!("{}::{}", self.path, def.variants[variant].name),
            false => self.path.clone(),
        }
    }
}
