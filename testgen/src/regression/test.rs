//! One witness as the text of one test: the call, and an assertion that says the clause.
use refine_core::ids::{AdtId, FnId, LocalId};
use refine_core::ir::Clause;
use refine_core::obligation::NO_PANIC;
use refine_core::program::{AdtDef, FnDef, Program};
use refine_core::span::Span;
use refine_core::term::TermKind;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};

use super::clause::ClauseNames;
use super::region::{Test, hash};
use super::{Sample, Violation, WAIT, Witness, input, stub};
use crate::carried::carried;
use crate::foreign::{carrier, object, standard};
use crate::harness::is_driven;
use crate::outcome::ClauseRef;
use crate::source::chain::{LOOP, is_constant};
use crate::source::clause::{moved, words};
use crate::source::{self, Paths, Printer, driven, exact, is_method};
use crate::types::{
    KEYED, KEYED_COPY, field_types, instantiate, is_keyed, is_named, is_shared, own_args, param_types, result_type,
    return_type, same_as, self_type, speaks_of,
};

/// So much is named of what a run came by first.
const NAMED: usize = 3;

/// The test of a witness, or why there is none.
pub(super) fn of_witness(program: &dyn Program, witness: &Witness, paths: Paths<'_>) -> Result<Test, String> {
    let Witness { inst, vector, obligation, outcome, .. } = witness;
    let call = source::call(program, inst, vector);
    let kind = obligation.kind.name().replace('-', "_");
    let writer = Writer { program, vector, inst, printer: Printer { program, paths } };
    let lines = match &witness.violation {
        Violation::Ensures { clauses, .. } => writer.ensures(clauses, obligation.clause)?,
        Violation::Panics | Violation::Dies => writer.plain_call(),
        Violation::Hangs => writer.timed(),
        Violation::Loop => return Err("a test cannot observe a clause of a loop".into()),
        // Where it calls a stub, that says so.
        Violation::Callee if writer.shows(obligation.clause) => writer.plain_call(),
        Violation::Callee => {
            return Err("a test cannot observe that a callee's precondition is violated".into());
        }
    };
    let what = match obligation.claim.as_str() {
        "" | NO_PANIC => format!("`{call}` {outcome}"),
        claim => format!("`{claim}` does not hold: `{call}` {outcome}"),
    };
    let panics = match &witness.violation {
        Violation::Ensures { is_undefined: true, .. } => true,
        Violation::Ensures { clauses, .. } => clauses.iter().any(|clause| writer.may_overflow(clause)),
        _ => false,
    };
    Ok(writer.test(&kind, &format!("{call} {}", obligation.claim), &what, (panics, &lines)))
}

/// The test of a run that passed, or why there is none: what the contract says of the result holds.
pub(super) fn of_sample(program: &dyn Program, sample: &Sample, paths: Paths<'_>) -> Result<Test, String> {
    let Sample { inst, vector, first, outcome } = sample;
    let call = source::call(program, inst, vector);
    let writer = Writer { program, vector, inst, printer: Printer { program, paths } };
    let contract = program.contract(inst);
    let has_form = |clause: &&Clause| writer.asserted(&[clause]).is_some();
    let plain: Vec<&Clause> = contract.ensures.iter().filter(has_form).collect();
    let mut written = contract.raw.iter().filter(|clause| !clause.requires);
    let outside = matches!(paths, Paths::From(_));
    let lines = match writer.asserted(&plain).filter(|_| !plain.is_empty()) {
        Some(lines) => lines,
        None if outside && (!contract.ensures.is_empty() || written.next().is_some()) => {
            return Err("its claim cannot be written in plain Rust".into());
        }
        None => written.find_map(|clause| writer.as_written(clause)).unwrap_or_else(|| writer.plain_call()),
    };
    let shown = first.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = first.len().checked_sub(NAMED + 1).map_or(String::new(), |more| format!(", and {} more", more + 1));
    let what = format!("`{call}` {outcome}. No earlier input reached {shown}{more}");
    Ok(writer.test("covers", &call, &what, (false, &lines)))
}

/// So much longer than a clause an assertion may be (it has its own `assert!()` around).
const LONGER: usize = 20;

/// `Keyed` as a test has it: what refine runs generic functions with is not there for others.
const KEYED_IN_A_TEST: &str = include_str!("keyed.txt");

/// That, or `KeyedCopy`, where a function takes one of them.
fn keyed(program: &dyn Program, inst: &FnInst) -> Vec<String> {
    let taken = mentioned(program, inst, &Ty::unit()).into_iter().map(|id| program.adt(id)).filter(|def| is_keyed(def));
    let declared = |def: &AdtDef| match def.name.as_str() {
        KEYED_COPY => KEYED_IN_A_TEST.replace(KEYED, KEYED_COPY).replacen("derive(Clone,", "derive(Clone, Copy,", 1),
        _ => KEYED_IN_A_TEST.to_owned(),
    };
    taken.map(declared).collect()
}

/// The structs and enums that a function takes values of, or is called for, and those in a type.
pub(super) fn mentioned(program: &dyn Program, inst: &FnInst, more: &Ty) -> Vec<AdtId> {
    fn add(program: &dyn Program, ty: &Ty, out: &mut Vec<AdtId>) {
        match ty {
            Ty::Adt(id, args) => {
                if !out.contains(id) {
                    out.push(*id);
                }
                args.iter().for_each(|ty| add(program, ty, out));
            }
            Ty::Opaque(_) => carrier(program, ty).iter().for_each(|inner| add(program, inner, out)),
            ty => ty.parts().for_each(|ty| add(program, ty, out)),
        }
    }
    let own = self_type(program, inst).into_iter().chain(own_args(program, inst));
    let mut out = Vec::new();
    param_types(program, inst).into_iter().chain(own).chain([more.clone()]).for_each(|ty| add(program, &ty, &mut out));
    out
}

/// A name, with a mark if there is one like it.
pub(super) fn unused(name: &str, names: &[String]) -> String {
    let mut name = name.to_owned();
    while names.contains(&name) {
        name.push('_');
    }
    name
}

/// What a test has to declare first: nothing else implements what it stands for.
fn stubs(program: &dyn Program, inst: &FnInst) -> Vec<AdtId> {
    mentioned(program, inst, &Ty::unit()).into_iter().filter(|id| program.adt(*id).stub.is_some()).collect()
}

/// Whether what a clause says of values of a type may depend on something else that is still there: they may borrow from it, or
/// share it with it.
pub(super) fn depends(program: &dyn Program, ty: &Ty) -> bool {
    match ty {
        Ty::Ref(..) | Ty::Borrow(_) => true,
        Ty::Adt(id, _) if program.adt(*id).lifetimes > 0 => true,
        _ => match standard(program, ty) {
            Some(("Rc" | "Arc" | "rc::Weak" | "sync::Weak", _)) => true,
            Some((name, _)) if carried(name).is_some_and(|known| known.borrows) => true,
            _ => ty.parts().any(|part| depends(program, part)),
        },
    }
}

/// The trait of a method that is known by a path only where it is implemented (`impl hash::Hasher for …`): a call by name needs
/// it in scope. What has a plain name there has it in the module of the tests too.
fn trait_to_import(def: &FnDef) -> Option<String> {
    let path = def.of_trait.as_deref()?.split('<').next()?.trim();
    path.contains("::").then(|| moved(path))
}

/// The conditions under which alone a test finds the function: inside its module, those of the module hold anyhow.
fn conditions(program: &dyn Program, func: FnId, paths: &Paths<'_>) -> Vec<String> {
    let def = program.func(func);
    let mut out = def.cfg.clone();
    let mut around = matches!(paths, Paths::From(_)).then_some(def.module);
    while let Some(module) = around {
        let module = &program.modules()[module.0 as usize];
        out.splice(0..0, module.cfg.iter().cloned());
        around = module.parent;
    }
    out.dedup();
    out
}

pub(super) struct Writer<'a> {
    pub(super) program: &'a dyn Program,
    pub(super) vector: &'a Vector,
    pub(super) inst: &'a FnInst,
    pub(super) printer: Printer<'a>,
}

impl Writer<'_> {
    /// A test of these lines, which says what the call did. Its name is made of the function's, a word, and an identity. Where its assertion is
    /// known to panic before it compares anything, rustc may see that too, and is told that it is meant so.
    fn test(&self, word: &str, identity: &str, what: &str, (panics, lines): (bool, &[String])) -> Test {
        let (program, def) = (self.program, self.program.func(self.inst.func));
        let id = hash(&format!("{} {identity}", def.path));
        let name = format!("{}_{word}_{id}", def.name.trim_start_matches("r#"));
        let mut text = format!("/// {}.\n", what.replace(['\r', '\n'], " "));
        for condition in conditions(program, self.inst.func, &self.printer.paths) {
            text.push_str(&format!("#[cfg({condition})]\n"));
        }
        if panics {
            text.push_str("#[allow(arithmetic_overflow, unconditional_panic)]\n");
        }
        text.push_str(&format!("#[test]\nfn {name}() {{\n"));
        if let Some(of_trait) = trait_to_import(def) {
            text.push_str(&format!("    #[allow(unused_imports)]\n    use {of_trait} as _;\n"));
        }
        let keyed = keyed(program, self.inst);
        let stubs: Vec<String> =
            stubs(program, self.inst).iter().flat_map(|id| stub::declared(self.printer, *id)).collect();
        let params = self.params_named(lines);
        let declared =
            keyed.iter().flat_map(|text| text.lines()).chain(stubs.iter().chain(&params).map(String::as_str));
        for line in declared.chain(lines.iter().map(String::as_str)) {
            // As rustfmt writes it.
            let turn = line.strip_prefix(LOOP).and_then(|line| line.strip_suffix(" }")?.split_once(" { "));
            match turn {
                Some((count, turn)) => text += &format!("    {LOOP}{count} {{\n        {turn}\n    }}\n"),
                None => text += &format!("    {line}\n"),
            }
        }
        text.push('}');
        Test { name, text, input: input::noted(program, self.inst, self.vector) }
    }

    /// The type parameters of the function that a clause names (`S::CAP`), each as what it stands for in the run.
    fn params_named(&self, lines: &[String]) -> Vec<String> {
        // (Another type of that name may be meant.)
        let types = mentioned(self.program, self.inst, &return_type(self.program, self.inst));
        let is_type = |name: &str| types.iter().any(|id| self.program.adt(*id).name == name);
        let named = |name: &&String| !is_type(name) && lines.iter().any(|line| !words(line, name).is_empty());
        let params = self.program.func(self.inst.func).generics.iter().filter(|name| is_named(name)).filter(named);
        let stands = |name: &String| self.printer.ty(&instantiate(self.program, self.inst, &Ty::Param(name.clone())));
        params.map(|name| format!("type {name} = {};", stands(name))).collect()
    }

    /// Whether a stub looks at a precondition.
    fn shows(&self, clause: Option<Span>) -> bool {
        clause.is_some_and(|at| stubs(self.program, self.inst).iter().any(|id| stub::looks_at(self.printer, *id, at)))
    }

    /// A `&mut` parameter needs no variable if nobody looks at it afterwards.
    fn plain_call(&self) -> Vec<String> {
        let (mut lines, call) = self.printer.staged(self.inst, self.vector);
        let unit = return_type(self.program, self.inst) == Ty::unit();
        lines.push(match unit {
            true => format!("{call};"),
            false if is_driven(self.program, self.inst) => format!("{};", driven(self.program, self.inst, call)),
            false => format!("let _ = {call};"),
        });
        lines
    }

    fn timed(&self) -> Vec<String> {
        let (statements, call) = self.printer.staged(self.inst, self.vector);
        let mut lines = vec![
            "let (done, finished) = std::sync::mpsc::channel();".to_owned(),
            "std::thread::spawn(move || {".into(),
        ];
        lines.extend(statements.into_iter().map(|statement| format!("    {statement}")));
        lines.extend([
            format!("    let _ = {call};"),
            "    let _ = done.send(());".into(),
            "});".into(),
            format!("let limit = std::time::Duration::from_secs({});", WAIT.as_secs()),
            "assert!(finished.recv_timeout(limit).is_ok(), \"it does not finish\");".into(),
        ]);
        lines
    }

    /// Whether integers in a clause may overflow where it stands as it was written.
    fn may_overflow(&self, clause: &ClauseRef) -> bool {
        let contract = self.program.contract(self.inst);
        matches!(clause, ClauseRef::Raw(at) if contract.raw.get(*at).is_some_and(|clause| exact::may_differ(&clause.text)))
    }

    /// The clause that was written at a place, or the first, in plain Rust or as it was written.
    fn ensures(&self, clauses: &[ClauseRef], place: Option<Span>) -> Result<Vec<String>, String> {
        let contract = self.program.contract(self.inst);
        let span = |clause: &&ClauseRef| match clause {
            ClauseRef::Ensures(at) => contract.ensures.get(*at).map(|clause| clause.span),
            ClauseRef::Raw(at) => contract.raw.get(*at).map(|clause| clause.span),
            ClauseRef::Requires(_) => None,
        };
        let own = |clause: &&ClauseRef| span(clause).is_some_and(|span| Some(span) == place);
        let lines = match clauses.iter().find(own).or(clauses.first()) {
            Some(ClauseRef::Ensures(at)) => contract.ensures.get(*at).and_then(|clause| {
                let plain = self.asserted(&[clause]);
                // Where its translation is longer, or none, it is easier to read as it is.
                let length = |lines: &Vec<String>| lines.last().map_or(0, String::len);
                let is_long = plain.as_ref().is_none_or(|lines| length(lines) > clause.text.len() + LONGER);
                if is_long { self.in_own_words(clause).or(plain) } else { plain }
            }),
            Some(ClauseRef::Raw(at)) => contract.raw.get(*at).and_then(|clause| self.as_written(clause)),
            _ => None,
        };
        lines.ok_or_else(|| "its claim cannot be written in plain Rust".to_string())
    }

    /// The parameters that the clauses speak of as variables, the call, the clauses.
    fn asserted(&self, clauses: &[&Clause]) -> Option<Vec<String>> {
        let speak_of = |local: &dyn Fn(&TermKind) -> bool| clauses.iter().any(|one| speaks_of(&one.value, local));
        let def = self.program.func(self.inst.func);
        let tys = param_types(self.program, self.inst);
        let mut names: Vec<String> = def.params.iter().map(|param| param.name.clone()).collect();
        for at in 0..names.len() {
            match names[at].as_str() {
                "self" => names[at] = unused("this", &names),
                name if name.starts_with('_') => names[at] = unused(&format!("arg{at}"), &names),
                _ => {}
            }
        }
        let result = unused("result", &names);
        let ret = return_type(self.program, self.inst);
        let result_local = def.params.len();
        let is_result = |term: &TermKind| matches!(term, TermKind::Local(LocalId(at)) if *at as usize == result_local);
        // What the result borrows from has to be there when the clause looks at it.
        let lends = speak_of(&is_result) && depends(self.program, &ret);
        let (mut lines, mut args, mut receiver, mut olds) = (Vec::new(), Vec::<String>::new(), None, names.clone());
        for (at, (ty, value)) in tys.iter().zip(self.vector).enumerate() {
            let local = |term: &TermKind| matches!(term, TermKind::Local(LocalId(found)) if *found as usize == at);
            let old = |term: &TermKind| matches!(term, TermKind::Old(LocalId(found)) if *found as usize == at);
            let (is_final, is_old) = (speak_of(&local), speak_of(&old));
            let mut_ref = matches!(ty, Ty::Ref(true, _));
            if let Some(other) = same_as(self.program, self.inst, self.vector, at) {
                args.push(args[other].clone());
                (names[at], olds[at]) = (names[other].clone(), olds[other].clone());
                continue;
            }
            let outlives = lends && matches!(ty, Ty::Ref(mutable, inner) if *mutable || !is_constant(inner));
            let outlives = outlives || is_shared(self.program, self.inst, self.vector, at);
            if !is_final && !is_old && !outlives {
                args.push(self.printer.argument(self.inst, at, ty, value));
                if at == 0 && is_method(def) {
                    receiver = Some(self.printer.receiver(ty, value));
                }
                continue;
            }
            let (held, borrow) = self.held(ty, value);
            let mut variable = |name: &str, mutable: bool| match self.printer.chain(name, ty, value, mutable) {
                Some(made) if !matches!(ty, Ty::Boxed(_)) => lines.extend(made),
                _ => {
                    lines.push(format!("let {}{name}: {} = {};", if mutable { "mut " } else { "" }, held.0, held.1));
                }
            };
            if mut_ref && is_old {
                olds[at] = unused(&format!("old_{}", names[at]), &names);
                variable(&olds[at], false);
            }
            if !mut_ref || is_final || outlives {
                variable(&names[at], mut_ref);
            }
            let copied = matches!(ty, Ty::Int(_) | Ty::Bool | Ty::Char);
            let arg = match ty {
                Ty::Ref(true, _) if !is_final && !outlives => self.printer.value(ty, value),
                Ty::Ref(..) => format!("{borrow}{}", names[at]),
                _ if copied => names[at].clone(),
                _ => self.printer.value(ty, value),
            };
            if at == 0 && is_method(def) {
                receiver = Some(arg.trim_start_matches("&mut ").trim_start_matches('&').to_string());
            }
            args.push(arg);
        }
        let call = self.printer.apply(self.inst, &args, receiver);
        let mut locals = names;
        if speak_of(&is_result) {
            let by_reference =
                matches!(&ret, Ty::Ref(false, inner) | Ty::Boxed(inner) if !matches!(**inner, Ty::Ref(..)));
            lines.push(format!("let {result} = {call};"));
            locals.push(if by_reference { format!("*{result}") } else { result });
        } else {
            lines.push(if ret == Ty::unit() { format!("{call};") } else { format!("let _ = {call};") });
        }
        let inside = matches!(self.printer.paths, Paths::Within(_));
        let fixed = tys.iter().zip(self.vector);
        let fixed = fixed.map(|(ty, value)| (!matches!(ty, Ty::Ref(true, _))).then(|| value.clone())).collect();
        let declared = tys.iter().cloned().chain([result_type(self.program, self.inst)]).collect();
        let names = ClauseNames::new(self.printer, locals, olds, fixed, declared, inside);
        for clause in clauses {
            lines.push(format!("assert!({});", names.assertion(&clause.value)?));
        }
        Some(lines)
    }

    /// The type and value of the variable behind a parameter, and how the parameter borrows it.
    pub(super) fn held(&self, ty: &Ty, value: &Value) -> ((String, String), &'static str) {
        let borrow = match ty {
            Ty::Ref(true, _) => "&mut ",
            Ty::Ref(false, _) => "&",
            _ => "",
        };
        match (ty, value) {
            (Ty::Ref(_, inner), Value::Seq(all)) => match &**inner {
                Ty::Slice(element) => {
                    let array = Ty::Array(element.clone(), (all.len() as u64).into());
                    ((self.printer.ty(&array), self.printer.value(&array, value)), borrow)
                }
                inner => ((self.printer.ty(inner), self.printer.value(inner, value)), borrow),
            },
            (Ty::Ref(false, inner), Value::Str(text)) if matches!(&**inner, Ty::Opaque(name) if name == "str") => {
                (("&str".into(), format!("{text:?}")), "")
            }
            (Ty::Ref(_, inner), _) if object(self.program, inner).is_some() => {
                let made_of = carrier(self.program, inner).unwrap_or(Ty::Never);
                let shown = match (&made_of, value) {
                    (Ty::Adt(id, args), Value::Adt(_, variant, _)) if self.program.adt(*id).choice => {
                        field_types(self.program, *id, args, *variant).and_then(|tys| tys.into_iter().next())
                    }
                    _ => None,
                };
                (
                    (self.printer.ty(&shown.unwrap_or_else(|| made_of.clone())), self.printer.value(&made_of, value)),
                    borrow,
                )
            }
            (Ty::Ref(_, inner), _) => ((self.printer.ty(inner), self.printer.value(inner, value)), borrow),
            _ => ((self.printer.ty(ty), self.printer.value(ty, value)), borrow),
        }
    }
}
