//! What the rooms of this crate ask of types.
use std::collections::HashMap;

use refine_core::ids::{AdtId, FnId};
use refine_core::program::{AdtDef, Called, FnDef, Program};
use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, IntTy, Length, Ty};
use refine_core::value::Value;

use crate::carried::{Carried, carried};
use crate::foreign::{carrier, function, object, standard};
use crate::source::clause::words;

/// The types of a variant's fields, with the type's parameters replaced; `None` for a variant that does not exist.
pub fn field_types(program: &dyn Program, id: AdtId, args: &[Ty], variant: usize) -> Option<Vec<Ty>> {
    fields_of(program.adt(id), args, variant)
}

/// Structs and enums, kept apart from the program that declares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adts {
    defs: HashMap<AdtId, AdtDef>,
}

impl Adts {
    /// Keeps all that a type is made of.
    pub(crate) fn keep(&mut self, program: &dyn Program, ty: &Ty) {
        match ty {
            Ty::Tuple(all) => all.iter().for_each(|ty| self.keep(program, ty)),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => {
                self.keep(program, inner);
            }
            Ty::Adt(id, args) => {
                args.iter().for_each(|ty| self.keep(program, ty));
                if !self.defs.contains_key(id) {
                    let def = program.adt(*id);
                    self.defs.insert(*id, def.clone());
                    let fields = def.variants.iter().flat_map(|variant| &variant.fields);
                    fields.for_each(|field| self.keep(program, &field.ty));
                }
            }
            Ty::Opaque(_) => {
                object(program, ty).iter().for_each(|object| self.keep(program, &object.made_of));
                if let Some(signature) = function(program, ty) {
                    signature.params.iter().chain([&signature.ret]).for_each(|ty| self.keep(program, ty));
                }
            }
            _ => {}
        }
    }

    /// The types of a variant's fields, as they are in a run.
    pub(crate) fn field_types(&self, id: AdtId, args: &[Ty], variant: usize) -> Option<Vec<Ty>> {
        fields_of(self.defs.get(&id)?, args, variant).map(|tys| tys.iter().map(grounded).collect())
    }
}

fn fields_of(def: &AdtDef, args: &[Ty], variant: usize) -> Option<Vec<Ty>> {
    let arg = |name: &str| def.generics.iter().position(|generic| generic == name).and_then(|at| args.get(at)).cloned();
    Some(def.variants.get(variant)?.fields.iter().map(|field| field.ty.substitute(&arg)).collect())
}

/// The type that stands for a type parameter when a generic function is run.
fn stand_in() -> Ty {
    Ty::Int(IntTy::I32)
}

/// A type with every remaining type parameter replaced by the one that stands for it in runs.
pub fn grounded(ty: &Ty) -> Ty {
    ty.substitute(&|_| Some(stand_in()))
}

/// The types of the runtime whose equal values differ, by their names in the model of the standard library.
pub(crate) const KEYED: &str = "Keyed";
pub(crate) const KEYED_COPY: &str = "KeyedCopy";

/// The traits by way of which calls of these types are counted ([`Ran::by_trait`](crate::Ran::by_trait)).
pub const KEYED_TRAITS: [&str; 8] = [
    "core::cmp::PartialEq",
    "core::cmp::PartialOrd",
    "core::cmp::Ord",
    "core::clone::Clone",
    "core::default::Default",
    "core::hash::Hash",
    "core::fmt::Debug",
    "core::fmt::Display",
];

/// Whether runs of an instance count calls by way of [`KEYED_TRAITS`]: the type of the runtime stands for one of its type parameters.
pub fn counts_by_trait(program: &dyn Program, inst: &FnInst) -> bool {
    inst.args.iter().any(|arg| matches!(arg, Ty::Adt(id, _) if is_keyed(program.adt(*id))))
}

/// Whether a type is one of these of the runtime.
pub(crate) fn is_keyed(def: &AdtDef) -> bool {
    def.module.is_none() && [KEYED, KEYED_COPY].contains(&def.name.as_str())
}

/// The instances of a function that are run: over its own parameters, where it can be run so, and the others. Of an instance that
/// instance alone.
pub fn runs(program: &dyn Program, inst: &FnInst) -> Vec<FnInst> {
    let def = program.func(inst.func);
    if def.instance(inst).is_some() {
        return vec![inst.clone()];
    }
    let own = (!def.only_instances).then(|| inst.clone());
    own.into_iter().chain(def.instances.iter().filter(|one| one.is_run).map(|one| one.inst.clone())).collect()
}

/// A type in a function's signature, as it is when the instance is run.
pub fn instantiate(program: &dyn Program, inst: &FnInst, ty: &Ty) -> Ty {
    let generics = &program.func(inst.func).generics;
    let arg =
        |name: &str| generics.iter().position(|generic| generic == name).and_then(|at| inst.args.get(at)).cloned();
    grounded(&ty.substitute(&arg).substitute(&|name| stand_in_for(program, inst, name)))
}

/// The type that stands for a type parameter of a function when it is run, where bounds ask for another than the usual one.
fn stand_in_for(program: &dyn Program, inst: &FnInst, name: &str) -> Option<Ty> {
    let known = program.func(inst.func).stand_ins.iter().find(|(param, _)| param == name);
    known.map(|(_, ty)| ty.clone())
}

/// Whether a type parameter has a name to give it by: one that `impl Trait` stands for has none.
pub fn is_named(param: &str) -> bool {
    !param.strip_prefix("impl_").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a term has a leaf in it.
pub(crate) fn speaks_of(term: &Term, leaf: &dyn Fn(&TermKind) -> bool) -> bool {
    leaf(term.kind()) || term.children().into_iter().any(|child| speaks_of(child, leaf))
}

/// A function over its own type parameters.
pub fn over_own_parameters(program: &dyn Program, func: FnId) -> FnInst {
    let args = program.func(func).generics.iter().map(|name| Ty::Param(name.clone())).collect();
    FnInst { func, args }
}

/// The types of the parameters that an instance is given in a run, references included: not the formatter of what formats a value.
pub fn param_types(program: &dyn Program, inst: &FnInst) -> Vec<Ty> {
    let def = program.func(inst.func);
    let mut all: Vec<Ty> = match def.instance(inst) {
        Some(known) => known.params.clone(),
        None => def.params.iter().map(|param| instantiate(program, inst, &param.ty)).collect(),
    };
    if let Called::Formatted(_) = def.called {
        all.truncate(1);
    }
    all
}

/// The type of an instance's result in a run.
pub fn return_type(program: &dyn Program, inst: &FnInst) -> Ty {
    if let Some(known) = program.func(inst.func).instance(inst) {
        return known.ret.clone();
    }
    instantiate(program, inst, &program.func(inst.func).ret)
}

/// The type of the values that stand for an instance's result: a `&mut` is a pair, whatever it is in.
pub(crate) fn result_type(program: &dyn Program, inst: &FnInst) -> Ty {
    match return_type(program, inst) {
        Ty::Ref(true, inner) => Ty::Borrow(inner),
        ty => ty,
    }
}

/// The type of the `impl` block that an instance is in, in a run.
pub(crate) fn self_type(program: &dyn Program, inst: &FnInst) -> Option<Ty> {
    let def = program.func(inst.func);
    match def.instance(inst) {
        Some(known) => known.self_ty.clone(),
        None => def.self_ty.as_ref().map(|ty| instantiate(program, inst, ty)),
    }
}

/// The arguments for a function's own parameters that have names, types and constants, as they are written behind its name.
pub(crate) fn own_args(program: &dyn Program, inst: &FnInst) -> Vec<Ty> {
    let def = program.func(inst.func);
    if let Some(known) = def.instance(inst) {
        return known.own.clone();
    }
    let of_impl = |name: &str| {
        def.self_ty.as_ref().is_some_and(|ty| ty.substitute(&|found| (found == name).then(Ty::unit)) != *ty)
            || def.of_trait.as_ref().is_some_and(|path| !words(path, name).is_empty())
    };
    let own = def.generics.iter().filter(|name| is_named(name) && !of_impl(name));
    own.map(|name| instantiate(program, inst, &Ty::Param(name.clone()))).collect()
}

/// One step from the result of a constructor to the value in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inside {
    /// `Option<…>`.
    Option,
    /// `Result<…, _>`.
    Result,
    /// `Box<…>`.
    Box,
    /// `Rc<…>` that nothing else shares.
    Rc,
    /// `Arc<…>` that nothing else shares.
    Arc,
    /// `RefCell<…>` or `Cell<…>`.
    Cell,
    /// A component of a tuple.
    Part(usize),
    /// An element of a `Vec`: which one is said by an argument after those that the function takes.
    Element,
    /// Not the result: what an argument behind a `&mut`, or behind a `&` with cells in it, has become.
    After(usize),
    /// A `&mut` that is written through: by what is said by an argument after those that the function takes.
    Write,
}

impl Inside {
    /// The step out of a type of the standard library that holds one value, by its name.
    pub(crate) fn of_holder(name: &str) -> Option<Inside> {
        Some(match name {
            "Option" => Inside::Option,
            "Result" => Inside::Result,
            "Rc" => Inside::Rc,
            "Arc" => Inside::Arc,
            "RefCell" | "Cell" => Inside::Cell,
            _ => return None,
        })
    }
}

/// A function of the crate that makes values of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Constructor {
    /// The function.
    pub(crate) func: FnId,
    /// For which types and constants.
    pub(crate) inst: FnInst,
    /// Where in its result the value is, from outside in.
    pub(crate) inside: Vec<Inside>,
    /// What it takes, and which element of its result is the value, if that is asked.
    pub(crate) params: Vec<Ty>,
    /// Whether it makes the value of another of the same type: a step of a chain of calls.
    pub(crate) is_step: bool,
    /// The argument that a chain of calls goes on from: the first of the type that is made.
    pub(crate) from: Option<usize>,
}

impl Constructor {
    /// How many arguments the function takes.
    pub(crate) fn takes(&self) -> usize {
        self.params.len() - usize::from(self.inside.iter().any(|step| matches!(step, Inside::Element | Inside::Write)))
    }
}

/// The crate's own ways to make values of a struct or enum that can be called without more ado.
pub(crate) fn constructors(program: &dyn Program, id: AdtId, args: &[Ty]) -> Vec<Constructor> {
    let def = program.adt(id);
    let of = Ty::Adt(id, args.to_vec());
    let constructor = |(func, is_step): (&FnId, bool)| {
        let def = program.func(*func);
        if def.uncallable.is_some() || !def.effects.is_empty() {
            return None;
        }
        let only_to_make = def.instances.iter().filter(|one| !one.is_run).map(|one| one.inst.clone());
        let all = runs(program, &over_own_parameters(program, *func)).into_iter().chain(only_to_make);
        all.into_iter().find_map(|inst| {
            let mut params = param_types(program, &inst);
            let lent = |mutable: bool| {
                let is_lent = |ty: &Ty| matches!(ty, Ty::Ref(how, inner) if *how == mutable && **inner == of);
                params.iter().position(is_lent).filter(|_| is_step).map(|at| vec![Inside::After(at)])
            };
            let returned = return_type(program, &inst);
            // Behind a `&` there may be cells. What returns one need not change the one that it is given.
            let mut inside = lent(true).or_else(|| find_inside(program, &returned, &of)).or_else(|| lent(false))?;
            let from = match inside.first() {
                Some(Inside::After(at)) => Some(*at),
                _ => params.iter().position(|ty| *ty.peeled() == of),
            };
            // `fill(self: Draft<Empty>) -> Draft<Full>` is where chains of `Draft<Full>` start.
            let is_other = |ty: &Ty| matches!(ty.peeled(), Ty::Adt(found, _) if *found == id);
            let is_step = is_step && (from.is_some() || !params.iter().any(is_other));
            let elements = inside.iter().filter(|step| **step == Inside::Element).count();
            params.extend((elements > 0).then_some(Ty::Int(IntTy::U8)));
            if let ([Inside::After(_)], Some((steps, written))) = (&inside[..], written(program, &returned)) {
                inside.extend(steps);
                params.push(written);
            }
            (elements < 2).then_some(Constructor { func: *func, inst, inside, params, is_step, from })
        })
    };
    let constructors = def.constructors.iter().map(|func| (func, false));
    constructors.chain(def.steps.iter().map(|func| (func, true))).filter_map(constructor).collect()
}

/// The way to a `&mut` in a result that a caller can write through, and the type of what may be written.
fn written(program: &dyn Program, ty: &Ty) -> Option<(Vec<Inside>, Ty)> {
    fn is_plain(ty: &Ty) -> bool {
        match ty {
            Ty::Bool | Ty::Char | Ty::Int(_) => true,
            Ty::Opaque(name) => matches!(name.as_str(), "String" | "f32" | "f64"),
            Ty::Tuple(_) | Ty::Vec(_) | Ty::Array(..) => ty.parts().all(is_plain),
            _ => false,
        }
    }
    match ty {
        Ty::Ref(true, inner) | Ty::Borrow(inner) => is_plain(inner).then(|| (vec![Inside::Write], (**inner).clone())),
        Ty::Adt(outer, args) if program.adt(*outer).module.is_none() => {
            let step = Inside::of_holder(&program.adt(*outer).name)?;
            let (Inside::Option | Inside::Result) = step else { return None };
            let (rest, inner) = written(program, args.first()?)?;
            Some((std::iter::once(step).chain(rest).collect(), inner))
        }
        _ => None,
    }
}

fn find_inside(program: &dyn Program, ty: &Ty, of: &Ty) -> Option<Vec<Inside>> {
    let (step, inner) = match ty {
        ty if ty == of => return Some(Vec::new()),
        Ty::Adt(outer, args) if program.adt(*outer).module.is_none() => {
            (Inside::of_holder(&program.adt(*outer).name)?, args.first()?)
        }
        Ty::Opaque(_) => {
            let (name, args) = standard(program, ty)?;
            (Inside::of_holder(name)?, args.first()?)
        }
        Ty::Boxed(inner) => (Inside::Box, &**inner),
        Ty::Vec(inner) => (Inside::Element, &**inner),
        Ty::Tuple(all) => {
            let parts = all.iter().enumerate();
            let found = parts.filter_map(|(at, ty)| Some((at, find_inside(program, ty, of)?))).next()?;
            return Some(std::iter::once(Inside::Part(found.0)).chain(found.1).collect());
        }
        _ => return None,
    };
    let rest = find_inside(program, inner, of)?;
    Some(std::iter::once(step).chain(rest).collect())
}

/// Whether a type of the crate derives `Default`, so that there is at least this way to make a value of it.
pub(crate) fn has_default(def: &AdtDef) -> bool {
    // (Of another crate's, not all is known that makes one.)
    let known = !def.foreign || !def.steps.is_empty() || !def.constructors.is_empty();
    !def.generated && known && def.derives.iter().any(|name| name == "Default")
}

/// Whether a vector can be made: no value of an abstract type is given by its fields.
pub fn can_be_made(program: &dyn Program, vector: &[Value]) -> bool {
    vector.iter().all(|value| match value {
        Value::Adt(id, _, all) => {
            let def = program.adt(*id);
            let known = def.is_spelled() || std_path(&def.name).is_some();
            known && !def.is_abstract() && can_be_made(program, all)
        }
        Value::Tuple(all) | Value::Seq(all) | Value::Call(_, all) => can_be_made(program, all),
        _ => true,
    })
}

/// Whether a type has another (or itself) among its parts, at any depth.
pub fn mentions(program: &dyn Program, ty: &Ty, id: AdtId) -> bool {
    fn go(program: &dyn Program, ty: &Ty, id: AdtId, seen: &mut Vec<AdtId>) -> bool {
        match ty {
            Ty::Adt(found, _) if *found == id => true,
            Ty::Adt(found, args) => {
                if args.iter().any(|arg| go(program, arg, id, seen)) {
                    return true;
                }
                if seen.contains(found) {
                    return false;
                }
                seen.push(*found);
                let fields = program.adt(*found).variants.iter().flat_map(|variant| &variant.fields);
                fields.map(|field| &field.ty).any(|ty| go(program, ty, id, seen))
            }
            Ty::Tuple(all) => all.iter().any(|ty| go(program, ty, id, seen)),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => {
                go(program, inner, id, seen)
            }
            ty => carrier(program, ty).is_some_and(|inner| go(program, &inner, id, seen)),
        }
    }
    go(program, ty, id, &mut Vec::new())
}

/// Whether a struct or enum contains itself.
pub fn is_recursive(program: &dyn Program, id: AdtId) -> bool {
    let fields = program.adt(id).variants.iter().flat_map(|variant| &variant.fields);
    fields.map(|field| &field.ty).any(|ty| mentions(program, ty, id))
}

/// Whether values of a type hold a mutable reference.
pub(crate) fn holds_borrow(program: &dyn Program, ty: &Ty) -> bool {
    any_part(program, ty, &|ty| matches!(ty, Ty::Borrow(_)))
}

/// Whether values of a type may have cells in them, which change behind a `&`.
pub(crate) fn holds_cell(program: &dyn Program, ty: &Ty) -> bool {
    any_part(program, ty, &|ty| standard(program, ty).and_then(|(name, _)| carried(name)).is_some_and(Carried::is_cell))
}

/// Whether values of a type may have cells in them that others see, too: behind a `&` or an `Rc`.
pub(crate) fn shares_cell(program: &dyn Program, ty: &Ty) -> bool {
    any_part(program, ty, &|ty| match (ty, standard(program, ty)) {
        (Ty::Ref(_, inner), _) => holds_cell(program, inner),
        (_, Some(("Rc" | "Arc", args))) => args.iter().any(|arg| holds_cell(program, arg)),
        _ => false,
    })
}

/// Whether values of a type may be made in ways that are not known: there are private fields of another crate in them.
pub fn is_made_elsewhere(program: &dyn Program, ty: &Ty) -> bool {
    any_part(
        program,
        ty,
        &|ty| matches!(ty, Ty::Adt(id, _) if program.adt(*id).foreign && program.adt(*id).is_abstract()),
    )
}

/// Whether a value of a type is, or has in it, a function or an implementation of a trait that the harness makes up: what it answers is
/// chosen at will.
pub fn answers_at_will(program: &dyn Program, ty: &Ty) -> bool {
    any_part(program, ty, &|ty| match ty {
        Ty::Adt(id, _) => program.adt(*id).stub.is_some(),
        ty => function(program, ty).is_some() || object(program, ty).is_some(),
    })
}

/// Whether other threads may change what is in a value of a type, behind a shared reference.
pub fn is_for_threads(program: &dyn Program, ty: &Ty) -> bool {
    any_part(program, ty, &|ty| {
        let path = standard(program, ty).map(|(name, _)| carried(name).map_or(name, |known| known.path));
        path.is_some_and(|path| path.starts_with("sync::") && !matches!(path, "sync::Arc" | "sync::Weak"))
    })
}

/// Whether a test holds of a type or of one of its parts, at any depth.
pub(crate) fn any_part(program: &dyn Program, ty: &Ty, test: &dyn Fn(&Ty) -> bool) -> bool {
    let (mut todo, mut seen) = (vec![ty.clone()], Vec::new());
    while let Some(ty) = todo.pop() {
        if test(&ty) {
            return true;
        }
        if let Ty::Adt(id, _) = &ty
            && !seen.contains(id)
        {
            seen.push(*id);
            let fields = program.adt(*id).variants.iter().flat_map(|variant| &variant.fields);
            todo.extend(fields.map(|field| field.ty.clone()));
        }
        todo.extend(standard(program, &ty).into_iter().flat_map(|(_, args)| args).cloned());
        todo.extend(ty.parts().cloned());
    }
    false
}

/// The earlier parameters that may be given the same cells as one: they are of the same type, behind a `&`.
pub(crate) fn may_share(program: &dyn Program, def: &FnDef, tys: &[Ty], at: usize) -> Vec<usize> {
    let is_static = |at: usize| def.params.get(at).is_some_and(|param| param.is_static);
    let ty = tys.get(at).filter(|ty| matches!(ty, Ty::Ref(false, inner) if holds_cell(program, inner)));
    let earlier = (0..at).filter(|other| ty == tys.get(*other) && !is_static(*other));
    if ty.is_none() || is_static(at) { Vec::new() } else { earlier.collect() }
}

/// The earlier argument that an argument is: of cells that are equal, half are the same ones, so that what a function does with one shows
/// in the other. (`is_shared` in `runtime/value.rs` is its twin.)
pub(crate) fn same_as(program: &dyn Program, inst: &FnInst, vector: &[Value], at: usize) -> Option<usize> {
    let tys = param_types(program, inst);
    let others = may_share(program, program.func(inst.func), &tys, at);
    let is_same = |other: &usize| vector.get(*other) == vector.get(at) && !vector.get(at).is_some_and(is_odd);
    others.into_iter().find(is_same)
}

fn is_odd(value: &Value) -> bool {
    let among = |all: &[Value]| all.iter().fold(false, |odd, part| odd != is_odd(part));
    match value {
        Value::Bool(flag) => *flag,
        Value::Int(int) => int.bit(0),
        Value::Char(c) => u32::from(*c) & 1 == 1,
        Value::Tuple(all) | Value::Call(_, all) => among(all),
        Value::Adt(_, variant, all) => (variant & 1 == 1) != among(all),
        Value::Seq(all) => (all.len() & 1 == 1) != among(all),
        Value::Str(text) => text.chars().count() & 1 == 1,
        Value::Float(_) | Value::Default(_) | Value::Function(_) | Value::Opaque(_) => false,
    }
}

/// Whether a later argument is the same as one.
pub(crate) fn is_shared(program: &dyn Program, inst: &FnInst, vector: &[Value], at: usize) -> bool {
    (at + 1..vector.len()).any(|later| same_as(program, inst, vector, later) == Some(at))
}

/// Whether there may be text in values of a type, also that which is given as characters. (Bytes are numbers to the solver.)
pub fn has_text(program: &dyn Program, ty: &Ty) -> bool {
    any_part(program, ty, &|ty| match ty {
        Ty::Opaque(name) => known(name) == Some(TextOrFloat::Text),
        Ty::Slice(inner) | Ty::Vec(inner) => matches!(&**inner, Ty::Char),
        _ => false,
    })
}

/// Whether values of a type may have any number of parts.
pub fn has_shapes(program: &dyn Program, ty: &Ty) -> bool {
    match ty {
        Ty::Adt(id, args) => {
            program.adt(*id).is_abstract()
                || is_recursive(program, *id)
                || args.iter().any(|ty| has_shapes(program, ty))
                || program
                    .adt(*id)
                    .variants
                    .iter()
                    .flat_map(|variant| &variant.fields)
                    .any(|field| !matches!(&field.ty, Ty::Adt(own, _) if own == id) && has_shapes(program, &field.ty))
        }
        Ty::Slice(_) | Ty::Vec(_) => true,
        Ty::Opaque(name) => name.ends_with("str") || name.ends_with("String"),
        ty => ty.parts().any(|ty| has_shapes(program, ty)),
    }
}

/// Texts and floats are outside the model, but values of them can be made and shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextOrFloat {
    /// `str` or `String`.
    Text,
    /// `f32` or `f64`.
    Float,
}

/// What is known of a type outside the model, by its spelling.
pub(crate) fn known(spelling: &str) -> Option<TextOrFloat> {
    match spelling.rsplit("::").next().unwrap_or(spelling).trim() {
        "str" | "String" => Some(TextOrFloat::Text),
        "f32" | "f64" => Some(TextOrFloat::Float),
        _ => None,
    }
}

/// Whether it is how the maps and sets of the standard library hash, unless they are told otherwise.
pub(crate) fn is_usual_hasher(ty: &Ty) -> bool {
    matches!(ty, Ty::Opaque(name) if name == "std::hash::random::RandomState")
}

/// Whether a value differs from one that is made like it: maps and sets of the standard library have an order of their own each.
pub(crate) fn has_own_order(program: &dyn Program, ty: &Ty) -> bool {
    let (mut todo, mut seen) = (vec![ty.clone()], Vec::new());
    while let Some(ty) = todo.pop() {
        if is_usual_hasher(&ty) {
            return true;
        }
        match ty {
            Ty::Tuple(all) => todo.extend(all),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => {
                todo.push(*inner)
            }
            Ty::Adt(id, args) => {
                // A field's own type says it all: what is put in for parameters is among the arguments.
                todo.extend(args);
                if !seen.contains(&id) {
                    seen.push(id);
                    let fields = program.adt(id).variants.iter().flat_map(|variant| &variant.fields);
                    todo.extend(fields.map(|field| field.ty.clone()));
                }
            }
            _ => {}
        }
    }
    false
}

/// The path of a standard type whose values are made of the fields that it has in the model.
pub(crate) fn std_path(name: &str) -> Option<&'static str> {
    Some(match name {
        "Option" => "option::Option",
        "Result" => "result::Result",
        "Ordering" => "cmp::Ordering",
        "atomic::Ordering" => "sync::atomic::Ordering",
        "fmt::Error" => "fmt::Error",
        "ErrorKind" => "io::ErrorKind",
        "SeekFrom" => "io::SeekFrom",
        "IntErrorKind" => "num::IntErrorKind",
        "FpCategory" => "num::FpCategory",
        "Reverse" => "cmp::Reverse",
        "Wrapping" => "num::Wrapping",
        "Range" => "ops::Range",
        "RangeFrom" => "ops::RangeFrom",
        "RangeTo" => "ops::RangeTo",
        "RangeToInclusive" => "ops::RangeToInclusive",
        "RangeFull" => "ops::RangeFull",
        "RangeInclusive" => "ops::RangeInclusive",
        "Bound" => "ops::Bound",
        "Infallible" => "convert::Infallible",
        "ControlFlow" => "ops::ControlFlow",
        "Saturating" => "num::Saturating",
        "NonZero" => "num::NonZero",
        "Duration" => "time::Duration",
        "VecDeque" => "collections::VecDeque",
        "IpAddr" => "net::IpAddr",
        "Ipv4Addr" => "net::Ipv4Addr",
        "Ipv6Addr" => "net::Ipv6Addr",
        "SocketAddr" => "net::SocketAddr",
        "SocketAddrV4" => "net::SocketAddrV4",
        "SocketAddrV6" => "net::SocketAddrV6",
        // They are the runtime's.
        KEYED => KEYED,
        KEYED_COPY => KEYED_COPY,
        _ => return None,
    })
}

/// Whether a variant of a standard type is one that stable code cannot name.
pub(crate) fn is_unstable(def: &AdtDef, variant: usize) -> bool {
    let name = def.variants.get(variant).map_or("", |variant| variant.name.as_str());
    def.module.is_none() && def.name == "ErrorKind" && ["FilesystemLoop", "InProgress", "Uncategorized"].contains(&name)
}

/// Why no value of a type can be made, if so.
pub fn unmakable(program: &dyn Program, ty: &Ty) -> Option<String> {
    makable(program, ty, &mut Vec::new()).err()
}

/// The most elements of arrays that a value is made with: each is a value of its own.
const LARGEST: u64 = 1 << 21;

/// How many elements the arrays in a value have.
fn elements(program: &dyn Program, ty: &Ty, depth: u32) -> u64 {
    match ty {
        Ty::Array(inner, Length::Known(n)) => n.saturating_mul(elements(program, inner, depth)),
        Ty::Ref(_, inner) | Ty::Boxed(inner) => elements(program, inner, depth),
        Ty::Tuple(all) => all.iter().map(|ty| elements(program, ty, depth)).fold(1, u64::saturating_add),
        Ty::Adt(id, args) if depth > 0 => {
            let variants = 0..program.adt(*id).variants.len();
            let tys = variants.flat_map(|at| field_types(program, *id, args, at).unwrap_or_default());
            tys.map(|ty| elements(program, &ty, depth - 1)).fold(1, u64::saturating_add)
        }
        _ => 1,
    }
}

fn makable(program: &dyn Program, ty: &Ty, seen: &mut Vec<AdtId>) -> Result<(), String> {
    match ty {
        Ty::Array(..) if elements(program, ty, 4) > LARGEST => {
            Err(format!("it takes an array with more than {LARGEST} elements in it"))
        }
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Param(_) => Ok(()),
        Ty::Exact | Ty::Infer(_) | Ty::Never => Err("it takes a value of a type that has no values".into()),
        Ty::Borrow(inner) => makable(program, inner, seen),
        Ty::Tuple(all) if all.len() > 8 => Err("it takes a tuple of more than 8 elements".into()),
        Ty::Tuple(all) => all.iter().try_for_each(|ty| makable(program, ty, seen)),
        Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => {
            makable(program, inner, seen)
        }
        Ty::Opaque(spelling) if known(spelling).is_some() => Ok(()),
        Ty::Opaque(spelling) => match (function(program, ty), carrier(program, ty)) {
            (Some(signature), _) => makable(program, &grounded(&signature.ret), seen),
            (None, Some(inner)) => makable(program, &inner, seen),
            (None, None) => {
                // (Types of the same name have numbers.)
                let spelling = spelling.split(" #").next().unwrap_or_default();
                Err(format!("it takes a `{spelling}`, a type refine cannot make values of"))
            }
        },
        Ty::Adt(id, args) => {
            if let Some(inner) = carrier(program, ty) {
                return makable(program, &inner, seen);
            }
            // What a type is generic over, its constructors may do without.
            if !program.adt(*id).is_abstract() {
                args.iter().try_for_each(|arg| makable(program, arg, seen))?;
            }
            if seen.contains(id) {
                return Ok(());
            }
            seen.push(*id);
            let def = program.adt(*id);
            let out_of_reach = def.foreign && !program.untranslated_invariants(*id).is_empty();
            if !def.is_spelled() && std_path(&def.name).is_none() || out_of_reach {
                return Err(format!("it takes a `{}`, a type refine cannot make values of", def.path));
            }
            if def.is_abstract() {
                let able =
                    |one: &Constructor| !one.is_step && one.params.iter().all(|ty| makable(program, ty, seen).is_ok());
                return match has_default(def) || constructors(program, *id, args).iter().any(able) {
                    true => Ok(()),
                    false => Err(format!(
                        "it takes a `{}`, which has private fields, and refine can call none of the functions that make one",
                        def.path
                    )),
                };
            }
            let variants = (0..def.variants.len()).map(|variant| {
                let tys = field_types(program, *id, args, variant).unwrap_or_default();
                tys.iter().try_for_each(|ty| makable(program, ty, seen))
            });
            match def.choice {
                // One that can be made is enough.
                true => variants.reduce(Result::or).unwrap_or(Ok(())),
                false => variants.collect(),
            }
        }
    }
}

/// Whether values of a type can be shown in full.
pub(crate) fn showable(program: &dyn Program, ty: &Ty) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Param(_) => true,
        Ty::Exact | Ty::Infer(_) | Ty::Never | Ty::Borrow(_) => false,
        Ty::Tuple(all) => all.len() <= 8 && all.iter().all(|ty| showable(program, ty)),
        Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => {
            showable(program, inner)
        }
        Ty::Opaque(spelling) => known(spelling).is_some(),
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            let is_known = def.module.is_some()
                || def.named.is_some() && !def.is_abstract()
                || std_path(&def.name).is_some()
                || carrier(program, ty).is_some();
            is_known && args.iter().all(|ty| is_usual_hasher(ty) || showable(program, ty))
        }
    }
}
