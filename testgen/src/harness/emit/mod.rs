//! The code that the harness adds to each module: conversions of its types, a runner for each of its functions under
//! test, checks of preconditions for callers, and the way on to the modules inside it.
//!
//! User code may shadow any name, so the text spells everything by way of `rt` or `super`. Each piece has an owner, so that
//! a compile error in it costs no more than that piece.
mod convert;
mod run;
mod shown;
mod spell;
mod stub;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use refine_core::ids::{AdtId, FnId, ModuleId};
use refine_core::program::{AdtDef, Called, FnSig, Program};
use refine_core::term::Term;
use refine_core::ty::{FnInst, Ty};

use self::convert::{Constructors, TypeParts, boxes_of, object_or_pointer};
pub use self::run::is_driven;
pub(super) use self::run::{argument, owned, passed, predicate};
pub(super) use self::spell::constants;
pub(crate) use self::spell::lent;
pub(super) use self::spell::spell;
use self::spell::trait_object;
use super::loops::LoopRef;
use super::terms::{Pures, body, constant};
use crate::foreign::object;
use crate::outcome::{ClausePart, ClauseRef};
use crate::types::{Constructor, param_types, showable, unmakable};

/// A piece of generated code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Piece {
    /// The runner of a function under test, by its number.
    Run(usize),
    /// A clause of it that is compiled as it was written, by its number.
    Raw(usize, usize),
    /// The conversions of a type.
    Adt(AdtId, Vec<Ty>),
    /// An invariant of a type that is compiled as it was written, by its number.
    Invariant(AdtId, Vec<Ty>, usize),
    /// The conversions of a type of functions, as it is spelled.
    Function(String),
    /// The conversions of objects of a trait of the standard library, as their type is spelled.
    Object(String),
    /// The call of a constructor, or of a step of a chain.
    Make(FnInst),
    /// The clauses of a loop.
    Loop(LoopRef),
    /// The check of a callee's precondition.
    Check(FnId),
    /// A clause of it that is compiled as it was written, by its number.
    CheckRaw(FnId, usize),
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
    /// Clauses, by the numbers of the function and of the clause, whose `old(…)` borrows what it looks at: it looks at values made for it.
    pub(crate) apart: &'a HashSet<(usize, usize)>,
    /// Clauses, by the same numbers, that do not compile with counters in them.
    pub(crate) partless: &'a HashSet<(usize, usize)>,
    /// Clauses, by the same numbers, that do not compile with integers of any size.
    pub(crate) inexact: &'a HashSet<(usize, usize)>,
    /// The parts of postconditions that are counted, by number: of each function, with the clause. They are found as the code is written.
    pub(crate) parts: RefCell<Vec<(usize, ClausePart)>>,
}

impl Emitter<'_> {
    /// The number of a part of a postcondition that is only evaluated on a condition.
    fn part(&self, func: usize, clause: ClauseRef, text: String) -> u32 {
        let mut parts = self.parts.borrow_mut();
        let place = parts.iter().filter(|(of, part)| *of == func && part.clause == clause).count();
        parts.push((func, ClausePart { clause, place, text }));
        (parts.len() - 1) as u32
    }

    /// The code of every module that has any; the root is always among them.
    pub(crate) fn modules(&self) -> BTreeMap<usize, ModuleCode> {
        let mut out = BTreeMap::from([(0, ModuleCode::default())]);
        let mut pures = Pures::new(self.program);
        let mut runners: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut numbers = Constructors::default();
        let mut made: BTreeMap<usize, (AdtId, Constructor)> = BTreeMap::new();
        let (adts, objects) = self.types();
        for (id, args) in adts {
            let home = self.program.adt(id).module.map_or(0, |module| module.0 as usize);
            let code = out.entry(home).or_default();
            match self.program.adt(id) {
                AdtDef { stub: Some(_), .. } => self.stub(code, id, &objects, &mut pures),
                AdtDef { choice: true, .. } => self.choice(code, id, &objects),
                _ => self.adt(code, id, &args, &mut numbers, &mut pures),
            }
            if self.program.adt(id).is_abstract() {
                let all = self.callable(id, &args).into_iter();
                made.extend(all.map(|one| (numbers.number(&one.inst, id), (id, one))));
            }
        }
        let mut constructors: HashMap<usize, Vec<usize>> = HashMap::new();
        for (&number, (id, one)) in &made {
            let home = self.program.func(one.func).module.0 as usize;
            constructors.entry(home).or_default().push(number);
            self.constructor(out.entry(home).or_default(), number, *id, one);
        }
        for (number, inst) in self.functions.iter().enumerate() {
            if self.unsupported(number).is_some() {
                continue;
            }
            let home = self.program.func(inst.func).module.0 as usize;
            runners.entry(home).or_default().push(number);
            self.runner(out.entry(home).or_default(), number, inst, &mut pures);
        }
        self.functions_as_values(&mut out);
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
            let constructors = constructors.get(home).map_or(&[][..], Vec::as_slice);
            self.frame(code, *home, runners.get(home).map_or(&[], Vec::as_slice), constructors, &all);
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
        let contract = self.program.contract(inst);
        if def.called != Called::ByName && !(contract.ensures.is_empty() && contract.raw.is_empty()) {
            return Some("only the language calls it, and shows no run what it leaves".to_owned());
        }
        let raw = &contract.raw;
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
        let mut parts = TypeParts::default();
        self.parts(ty, &mut parts);
        let functions = parts.functions.iter().map(|one| Piece::Function(object_or_pointer(self.program, one)));
        let adts = parts.adts.into_iter().map(|(id, args)| Piece::Adt(id, args));
        let objects = parts.objects.iter().map(|ty| Piece::Object(trait_object(self.program, ty)));
        adts.chain(functions).chain(objects).find_map(|piece| self.dropped.get(&piece))
    }

    /// The conversions of types of functions, and of objects of the standard library's traits, each in the module of the first function that
    /// takes one: it sees what they speak of.
    fn functions_as_values(&self, out: &mut BTreeMap<usize, ModuleCode>) {
        let mut seen = HashSet::new();
        for (number, inst) in self.functions.iter().enumerate() {
            if self.unsupported(number).is_some() {
                continue;
            }
            let home = self.program.func(inst.func).module.0 as usize;
            let mut parts = TypeParts::default();
            param_types(self.program, inst).iter().for_each(|ty| self.parts(ty, &mut parts));
            let pointers = parts.functions.iter().map(|one| FnSig { traits: Vec::new(), ..one.clone() });
            for signature in pointers.chain(parts.functions.iter().cloned()) {
                if seen.insert(object_or_pointer(self.program, &signature)) {
                    self.function(out.entry(home).or_default(), &signature);
                }
            }
            for ty in &parts.objects {
                let spelled = trait_object(self.program, ty);
                if let Some(object) = object(self.program, ty).filter(|object| object.is_std)
                    && seen.insert(spelled.clone())
                {
                    let code = out.entry(home).or_default();
                    code.start(Piece::Object(spelled.clone()));
                    boxes_of(&mut code.text, &spelled, &spell(self.program, &object.made_of));
                }
            }
        }
    }

    pub(super) fn shows(&self, ty: &Ty) -> bool {
        showable(self.program, ty) && self.broken(ty).is_none()
    }

    fn pure_functions(&self, code: &mut ModuleCode, pures: &mut Pures<'_>) {
        let mut number = 0;
        while let Some(inst) = pures.get(number).cloned() {
            code.start(Piece::Pure(inst.clone()));
            let def = self.program.pure_def(&inst);
            let constants = pures.constants(&inst);
            let declared: Vec<String> = (constants.iter())
                .map(|(name, ty)| format!("const {}: {}", constant(name), spell(self.program, ty)))
                .collect();
            let declared = if declared.is_empty() { String::new() } else { format!("<{}>", declared.join(", ")) };
            let mut put = |what: &str, text: String| {
                let _ = writeln!(
                    code.text,
                    "pub fn {what}_{number}{declared}(l: &[rt::V]) -> rt::E<rt::V> {{ let o = l; let _ = o; let _deeper = rt::Deeper::enter()?; {text} }}"
                );
            };
            let none = format!("rt::std::result::Result::Err(rt::no_meaning({:?}))", self.program.func(inst.func).path);
            let is_dropped = self.dropped.contains_key(&Piece::Pure(inst));
            match &def {
                Some(def) => {
                    let mut put_term = |what: &str, term: &Term| {
                        put(what, if is_dropped { none.clone() } else { body(term, pures) });
                    };
                    put_term("pure", &def.body);
                    if def.domain != Term::bool(true) {
                        put_term("defined", &def.domain);
                    }
                }
                None => put("pure", none),
            }
            number += 1;
        }
    }

    fn frame(
        &self,
        code: &mut ModuleCode,
        home: usize,
        runners: &[usize],
        constructors: &[usize],
        all: &HashSet<usize>,
    ) {
        code.start(Piece::Frame);
        let out = &mut code.text;
        let below: Vec<&str> = (self.program.modules().iter().enumerate())
            .filter(|(at, module)| module.parent == Some(ModuleId(home as u32)) && all.contains(at))
            .map(|(_, module)| module.name.as_str())
            .collect();
        let _ = writeln!(out, "use crate::__refine_rt as rt;\nuse super::*;");
        let _ = writeln!(
            out,
            "pub fn __call(func: rt::std::primitive::u32, args: &[rt::V], run: &mut rt::Run) -> rt::Answer {{"
        );
        let _ = writeln!(out, "    match func {{");
        for number in runners {
            let _ = writeln!(out, "        {number} => return rt::answered(__run_{number}(args, run)),");
        }
        let _ = writeln!(out, "        _ => {{}}\n    }}");
        for name in &below {
            let _ = writeln!(out, "    let found = super::{name}::__refine::__call(func, args, run);");
            let _ = writeln!(out, "    if found.is_some() {{ return found; }}");
        }
        let _ = writeln!(out, "    let _ = (args, run);\n    rt::unanswered()\n}}");
        let _ = writeln!(out, "pub fn __make(number: rt::std::primitive::u32, p: &[rt::V]) -> rt::D<rt::Thing> {{");
        let _ = writeln!(out, "    match number {{");
        for number in constructors {
            let _ = writeln!(out, "        {number} => return rt::make(number, p, __make_{number}),");
        }
        let _ = writeln!(out, "        _ => {{}}\n    }}");
        for name in &below {
            let _ = writeln!(out, "    let made = super::{name}::__refine::__make(number, p)?;");
            let _ = writeln!(out, "    if made.is_some() {{ return rt::fine(made); }}");
        }
        let _ = writeln!(out, "    let _ = p;\n    rt::fine(rt::no_thing())\n}}");
    }
}
