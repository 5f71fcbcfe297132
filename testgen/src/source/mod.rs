//! Values and calls in source syntax.
pub(crate) mod chain;
pub(crate) mod clause;
pub(crate) mod exact;
mod foreign;
pub(crate) mod parts;
mod places;

use num_bigint::BigInt;
use refine_core::ids::{AdtId, FnId};
use refine_core::program::{Called, CtorShape, FnDef, Program};
use refine_core::ty::{FnInst, IntTy, Length, Ty};
use refine_core::value::{Value, Vector};

use crate::foreign::counter;
use crate::harness::is_driven;
use crate::types::{
    Inside, field_types, grounded, is_keyed, is_named, is_usual_hasher, known, own_args, param_types, result_type,
    return_type, self_type, std_path,
};

/// Texts of one character are written as repeated from this length on.
const LONG: usize = 40;

/// How paths to the crate's items are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paths<'a> {
    /// By the last name, for people: `Point`, `Shape::Circle`.
    Short,
    /// In full: `crate::geometry::Point`, or from outside `my_crate::geometry::Point`.
    From(&'a str),
    /// As seen from a module (by its path) and its children that import all of it; else from `crate`.
    Within(&'a str),
}

/// Prints values and calls.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    /// The program.
    pub program: &'a dyn Program,
    /// How paths are written.
    pub paths: Paths<'a>,
}

/// A call as people write it: `rescale(1, 0, 0)`, `Point { x: 1, y: 2 }.norm()`, after the statements that make what it is
/// called with: `let mut map = Map::new(); map.insert(1, 2); map.remove(1)`.
pub fn call(program: &dyn Program, inst: &FnInst, vector: &Vector) -> String {
    let (mut statements, call) = Printer { program, paths: Paths::Short }.staged(inst, vector);
    statements.push(driven(program, inst, call));
    statements.join(" ")
}

/// A call with what asks for the items of the iterator that it returns, where runs and tests do.
pub(crate) fn driven(program: &dyn Program, inst: &FnInst, call: String) -> String {
    if is_driven(program, inst) { format!("{call}.take(100).for_each(drop)") } else { call }
}

/// A result of a function, as people write it.
pub fn result(program: &dyn Program, inst: &FnInst, result: &Value) -> String {
    value(program, &result_type(program, inst), result)
}

/// A value of a type, as people write it.
pub fn value(program: &dyn Program, ty: &Ty, value: &Value) -> String {
    Printer { program, paths: Paths::Short }.value(&grounded(ty), value)
}

/// A long text of one character over and over.
fn repeated(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    let count = text.chars().count();
    (count >= LONG && text.chars().all(|c| c == first)).then(|| format!("{:?}.repeat({count})", first.to_string()))
}

/// Whether values of a type are copied by `[value; n]`, as far as the type alone tells.
fn is_copied(ty: &Ty) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact | Ty::Ref(false, _) => true,
        Ty::Opaque(name) => matches!(name.as_str(), "f32" | "f64"),
        Ty::Tuple(all) => all.iter().all(is_copied),
        Ty::Array(inner, _) => is_copied(inner),
        _ => false,
    }
}

/// Whether a value of a type surely borrows from nothing. Such values can be cloned.
fn is_owned(program: &dyn Program, ty: &Ty) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) => true,
        Ty::Opaque(name) => matches!(name.as_str(), "f32" | "f64" | "String"),
        Ty::Tuple(_) | Ty::Array(..) | Ty::Vec(_) | Ty::Boxed(_) => ty.parts().all(|ty| is_owned(program, ty)),
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            let plain = matches!(def.name.as_str(), "Option" | "Result" | "Ordering" | "Duration");
            plain && def.module.is_none() && args.iter().all(|ty| is_owned(program, ty))
        }
        _ => false,
    }
}

impl Printer<'_> {
    /// A call with all arguments in place.
    pub fn call(&self, inst: &FnInst, vector: &Vector) -> String {
        let tys = param_types(self.program, inst);
        let all = tys.iter().zip(vector).enumerate();
        // (Each argument is printed once: in a chain of calls, twice for each would be twice as long with every call.)
        let receiver = tys.first().zip(vector.first()).filter(|_| self.has_receiver(inst));
        let argument = |(at, (ty, value))| match receiver {
            Some(_) if at == 0 => String::new(),
            _ => self.argument(inst, at, ty, value),
        };
        let args: Vec<String> = all.map(argument).collect();
        self.apply(inst, &args, receiver.map(|(ty, value)| self.receiver(ty, value)))
    }

    /// Whether calls of a function are written with their first argument before a dot, or as the one that the call is about.
    pub(super) fn has_receiver(&self, inst: &FnInst) -> bool {
        let def = self.program.func(inst.func);
        let is_method = || {
            def.params.first().is_some_and(|param| param.name == "self")
                && self.qualified(inst).is_none()
                && !self.leaves_type_open(inst)
                && !self.has_namesake(inst)
        };
        matches!(def.called, Called::Dropped | Called::Formatted(_)) || is_method()
    }

    /// An argument, as it stands in a call: that for the parameter at a place.
    pub(crate) fn argument(&self, inst: &FnInst, at: usize, ty: &Ty, value: &Value) -> String {
        if let Some(Ty::Param(name)) = self.program.func(inst.func).params.get(at).map(|param| param.ty.peeled())
            && !is_named(name)
        {
            return self.typed(ty, value);
        }
        // Of a trait with parameters there may be several implementations, as of `From`, which every type has for itself.
        let of_trait = &self.program.func(inst.func).of_trait;
        if of_trait.as_ref().is_some_and(|of| of.contains('<')) && self.qualified(inst).is_none() {
            return self.typed(ty, value);
        }
        let repeated = match (ty, value) {
            (Ty::Ref(false, _), Value::Str(text)) => repeated(text),
            _ => None,
        };
        // What is returned may borrow from it, and it does not live longer than the call.
        match repeated.filter(|_| is_owned(self.program, &return_type(self.program, inst))) {
            Some(repeated) => format!("&{repeated}"),
            None => self.value(ty, value),
        }
    }

    /// A value that says itself of which type it is, where an `impl Trait` takes many: `3_u8`, `&[3][..]`.
    pub(super) fn typed(&self, ty: &Ty, value: &Value) -> String {
        match (ty, value) {
            (Ty::Int(of), Value::Int(_)) if *of != IntTy::I32 => {
                let shown = self.value(ty, value);
                if shown.contains("::") { shown } else { format!("{shown}_{}", of.name()) }
            }
            (Ty::Tuple(tys), Value::Tuple(all)) if all.len() > 1 => {
                let parts: Vec<String> = tys.iter().zip(all).map(|(ty, value)| self.typed(ty, value)).collect();
                format!("({})", parts.join(", "))
            }
            (Ty::Ref(mutable, inner), _) => {
                let mutable = if *mutable { "mut " } else { "" };
                match (&**inner, value) {
                    (Ty::Slice(element), Value::Seq(all)) if all.is_empty() => {
                        format!("<&{mutable}[{}]>::default()", self.ty(element))
                    }
                    (Ty::Slice(_), Value::Seq(_)) => format!("&{mutable}{}[..]", self.value(inner, value)),
                    (Ty::Opaque(name), _) if name == "str" => self.value(ty, value),
                    _ => format!("&{mutable}{}", self.typed(inner, value)),
                }
            }
            _ => self.value(ty, value),
        }
    }

    /// A call of a function with these arguments; a method's receiver is written before the dot, if there is one.
    pub(crate) fn apply(&self, inst: &FnInst, args: &[String], receiver: Option<String>) -> String {
        let def = self.program.func(inst.func);
        match (&def.called, &receiver) {
            (Called::Dropped, Some(receiver)) => return format!("drop({receiver})"),
            (Called::Formatted(kind), Some(receiver)) => return format!("format!(\"{{{kind}}}\", {receiver})"),
            _ => {}
        }
        match receiver {
            Some(receiver) if self.has_receiver(inst) => {
                format!("{receiver}.{}({})", def.name, args[1..].join(", "))
            }
            _ => format!("{}({})", self.function(inst), args.join(", ")),
        }
    }

    /// Whether a method is one of the crate's own for a type that its values do not tell: a generic one of the standard library (`vec![].width()`
    /// does not say of which type the elements are), or one with a constant that no array in it shows.
    fn leaves_type_open(&self, inst: &FnInst) -> bool {
        match self_type(self.program, inst) {
            Some(Ty::Vec(_) | Ty::Array(..) | Ty::Slice(_) | Ty::Tuple(_)) => true,
            Some(Ty::Adt(id, args)) => {
                let def = self.program.adt(id);
                let of_std = def.module.is_none() && !def.foreign && !args.is_empty();
                of_std || def.consts.iter().any(|value| !self.shows_length(&Ty::Adt(id, args.clone()), value, 0))
            }
            _ => false,
        }
    }

    /// Whether before a dot another function of this name may be meant: that of another trait, or that of the same type with other arguments.
    /// (Which of several implementations of a trait with parameters is meant, the call's arguments say.)
    fn has_namesake(&self, inst: &FnInst) -> bool {
        let def = self.program.func(inst.func);
        // (A method that a trait provides is of any type.)
        let Some(own) = def.self_ty.as_ref().filter(|ty| !matches!(ty, Ty::Param(_))) else { return false };
        let is_alike = |other: &Ty| match (other, own) {
            (Ty::Adt(id, _), Ty::Adt(own, _)) => id == own,
            (other, own) => other == own,
        };
        let trait_of =
            |def: &FnDef| def.of_trait.as_ref().map(|path| path.split('<').next().unwrap_or(path).to_owned());
        let may_be_meant = |other: &FnDef| {
            let of_its = other.self_ty.as_ref().filter(|other| is_alike(other));
            of_its.is_some_and(|of| of != own || trait_of(other) != trait_of(def))
        };
        self.program.fns().iter().any(|other| !other.std && other.name == def.name && may_be_meant(other))
    }

    /// Whether there is an array of this length in every value of a type.
    fn shows_length(&self, ty: &Ty, length: &str, depth: usize) -> bool {
        let inside = |ty: &Ty| depth < 8 && self.shows_length(ty, length, depth + 1);
        match ty {
            Ty::Array(element, known) => {
                matches!(known, Length::Known(n) if n.to_string() == length) || inside(element)
            }
            Ty::Tuple(all) => all.iter().any(inside),
            Ty::Ref(_, to) | Ty::Borrow(to) | Ty::Boxed(to) => inside(to),
            Ty::Adt(id, args) if self.program.adt(*id).variants.len() == 1 => {
                field_types(self.program, *id, args, 0).unwrap_or_default().iter().any(inside)
            }
            _ => false,
        }
    }

    /// A receiver, ready for the dot: method calls borrow on their own.
    pub(crate) fn receiver(&self, ty: &Ty, value: &Value) -> String {
        let ty = match ty {
            Ty::Ref(_, inner) => inner,
            other => other,
        };
        match value {
            Value::Int(int) => {
                let suffix = ty.int().map_or("", IntTy::name);
                if *int < BigInt::ZERO { format!("({int}_{suffix})") } else { format!("{int}_{suffix}") }
            }
            _ if foreign::needs_brackets(self.program, ty, value) => format!("({})", self.value(ty, value)),
            _ => match self.value(ty, value) {
                closure if closure.starts_with('|') => format!("({closure})"),
                value => value,
            },
        }
    }

    /// The path of a function, with the arguments for its parameters where they do not follow from the values.
    fn function(&self, inst: &FnInst) -> String {
        let def = self.program.func(inst.func);
        // A closure has a type without a name, which follows from the value.
        let ground = |ty: &Ty| match crate::foreign::function(self.program, ty) {
            Some(_) => "_".to_owned(),
            None => self.ty(ty),
        };
        let own: Vec<String> = own_args(self.program, inst).iter().map(ground).collect();
        let says = own.iter().any(|name| name != "_");
        let turbofish = if says { format!("::<{}>", own.join(", ")) } else { String::new() };
        if let Some(of) = self.qualified(inst) {
            return format!("{of}::{}{turbofish}", def.name);
        }
        let of = match self_type(self.program, inst) {
            None => return format!("{}{turbofish}", self.path(&def.path)),
            Some(Ty::Adt(id, args)) => match self.args_of(id, &args) {
                all if all.is_empty() => self.adt(id),
                all => format!("{}::<{all}>", self.adt(id)),
            },
            Some(other) => format!("<{}>", self.ty(&other)),
        };
        format!("{of}::{}{turbofish}", def.name)
    }

    /// The type and the trait of a method where the trait's parameters do not follow from the arguments, `<u8 as Sized<3>>`, or where what
    /// implements it is a reference, so that before a dot the method of what it leads to may be meant: `<&mut u8 as Step>`, or has another
    /// function of that name.
    fn qualified(&self, inst: &FnInst) -> Option<String> {
        let def = self.program.func(inst.func);
        let path = def.of_trait.as_ref()?;
        // (The name of a type outside the model says what its parameters are, so all types are looked at as text.)
        let all = def.params.iter().map(|param| &param.ty).chain(&def.self_ty).map(|ty| format!("{ty:?}"));
        let shown: Vec<String> = all.collect();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let follows = |name: &str| shown.iter().any(|ty| ty.split(|c| !is_part(c)).any(|word| word == name));
        let consts = def.consts.iter().map(|param| &param.name);
        let mut names = def.generics.iter().chain(consts);
        let is_unclear = matches!(def.self_ty, Some(Ty::Ref(..) | Ty::Borrow(_))) || self.has_namesake(inst);
        if !is_unclear && !names.any(|name| !clause::words(path, name).is_empty() && !follows(name)) {
            return None;
        }
        let own = self.ty(&self_type(self.program, inst)?);
        Some(format!("<{own} as {}>", clause::trait_path(self.program, inst, path, &own, &|ty| self.ty(ty))))
    }

    /// What a struct or enum is written with: its types, and its constants.
    fn args_of(&self, id: AdtId, args: &[Ty]) -> String {
        // (The standard hasher is what stands there if nothing does; its path is private.)
        let def = self.program.adt(id);
        let tys = def.written(args).iter().filter(|ty| !is_usual_hasher(ty)).map(|ty| self.ty(ty));
        tys.chain(def.consts.iter().cloned()).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn path(&self, path: &str) -> String {
        match self.paths {
            Paths::Short => path.rsplit("::").next().unwrap_or(path).to_string(),
            Paths::From(root) => format!("{root}::{path}"),
            Paths::Within("") => path.to_string(),
            Paths::Within(module) => match path.strip_prefix(module).and_then(|rest| rest.strip_prefix("::")) {
                Some(rest) => rest.to_string(),
                None => format!("crate::{path}"),
            },
        }
    }

    pub(crate) fn adt(&self, id: AdtId) -> String {
        let def = self.program.adt(id);
        match (def.module, self.paths) {
            // It is declared where it is needed.
            (Some(_), _) if def.stub.is_some() => def.name.clone(),
            (Some(_), _) => self.path(&def.path),
            (None, Paths::Short) if def.foreign => def.path.rsplit("::").next().unwrap_or(&def.path).to_owned(),
            (None, _) if def.named.is_some() => {
                let named = def.named.as_deref().unwrap_or_default();
                match (named.strip_prefix("crate::"), self.paths) {
                    (Some(path), _) => self.path(path),
                    // In a file of its own nothing else has the crate's name.
                    (None, Paths::From(_)) => named.trim_start_matches(':').to_owned(),
                    (None, _) => named.to_owned(),
                }
            }
            (None, _) if self.carried(id).is_some() => self.carried(id).unwrap_or_default(),
            (None, _) if is_keyed(def) => def.name.clone(),
            (None, Paths::From(_) | Paths::Within(_)) if !["Option", "Result"].contains(&def.name.as_str()) => {
                format!("std::{}", std_path(&def.name).unwrap_or(&def.name))
            }
            (None, _) => def.name.clone(),
        }
    }

    fn tys(&self, tys: &[Ty]) -> String {
        tys.iter().map(|ty| self.ty(ty)).collect::<Vec<_>>().join(", ")
    }

    /// A type.
    pub fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Int(int) => int.name().into(),
            Ty::Exact => "int".into(),
            Ty::Tuple(all) if all.len() == 1 => format!("({},)", self.tys(all)),
            Ty::Tuple(all) => format!("({})", self.tys(all)),
            Ty::Adt(id, args) => match self.args_of(*id, args) {
                all if all.is_empty() => self.adt(*id),
                all => format!("{}<{all}>", self.adt(*id)),
            },
            Ty::Array(inner, n) => format!("[{}; {n}]", self.ty(inner)),
            Ty::Slice(inner) => format!("[{}]", self.ty(inner)),
            Ty::Vec(inner) => format!("Vec<{}>", self.ty(inner)),
            Ty::Ref(mutable, inner) => format!("&{}{}", if *mutable { "mut " } else { "" }, self.ty(inner)),
            Ty::Borrow(inner) => format!("&mut {}", self.ty(inner)),
            Ty::Boxed(inner) => format!("Box<{}>", self.ty(inner)),
            Ty::Param(name) => name.clone(),
            Ty::Infer(_) => "_".into(),
            Ty::Never => "!".into(),
            Ty::Opaque(spelling) => self.foreign_type(ty).unwrap_or_else(|| spelling.clone()),
        }
    }

    /// A value of a type.
    pub fn value(&self, ty: &Ty, value: &Value) -> String {
        if let Some(text) = self.foreign(ty, value) {
            return text;
        }
        match (ty, value) {
            (_, Value::Opaque(text)) => format!("a value of `{text}`"),
            (Ty::Ref(_, inner), Value::Str(text)) if matches!(&**inner, Ty::Opaque(name) if name == "str") => {
                let mutable = matches!(ty, Ty::Ref(true, _));
                if mutable { format!("{text:?}.to_string().as_mut_str()") } else { format!("{text:?}") }
            }
            (Ty::Borrow(inner), Value::Tuple(both)) if both.len() == 2 => {
                self.value(&Ty::Ref(true, inner.clone()), &both[0])
            }
            (Ty::Ref(mutable, inner), _) => {
                let shown = self.value(inner, value);
                let shown =
                    if foreign::needs_brackets(self.program, inner, value) { format!("({shown})") } else { shown };
                format!("&{}{shown}", if *mutable { "mut " } else { "" })
            }
            (Ty::Boxed(inner), Value::Str(text)) if matches!(&**inner, Ty::Opaque(name) if name == "str") => {
                format!("Box::from({text:?})")
            }
            (Ty::Boxed(inner), _) => format!("Box::new({})", self.value(inner, value)),
            (_, Value::Bool(flag)) => flag.to_string(),
            (_, Value::Int(value)) => int(ty, value),
            (_, Value::Char(c)) => format!("{c:?}"),
            (Ty::Opaque(name), Value::Float(bits)) => float(name, f64::from_bits(*bits)),
            (_, Value::Float(bits)) => float("f64", f64::from_bits(*bits)),
            (_, Value::Str(text)) => repeated(text).unwrap_or_else(|| format!("{text:?}.to_string()")),
            (_, Value::Function(_)) => "a function".into(),
            (Ty::Tuple(tys), Value::Tuple(all)) => {
                let parts: Vec<String> = tys.iter().zip(all).map(|(ty, value)| self.value(ty, value)).collect();
                if parts.len() == 1 { format!("({},)", parts[0]) } else { format!("({})", parts.join(", ")) }
            }
            (_, Value::Seq(all)) => {
                let element = ty.element().cloned().unwrap_or(Ty::Exact);
                let cloned = matches!(ty, Ty::Vec(_)) && is_owned(self.program, &element);
                // (People know what is meant, also where Rust would ask for a `Clone`.)
                let able = cloned || is_copied(&element) || self.paths == Paths::Short;
                let filled =
                    |shown: &str| if matches!(ty, Ty::Vec(_)) { format!("vec!{shown}") } else { shown.to_owned() };
                let all_of = |one: &Value| filled(&format!("[{}; {}]", self.value(&element, one), all.len()));
                match all.as_slice() {
                    [first, rest @ ..] if able && rest.len() >= 8 && rest.iter().all(|one| one == first) => {
                        all_of(first)
                    }
                    _ if let Some((usual, others)) = nearly_alike(all).filter(|_| able) => {
                        let set = |(at, one): (usize, &Value)| format!("all[{at}] = {}; ", self.value(&element, one));
                        let set: String = others.into_iter().map(set).collect();
                        format!("{{ let mut all = {}; {set}all }}", all_of(usual))
                    }
                    _ => {
                        let parts: Vec<String> = all.iter().map(|value| self.value(&element, value)).collect();
                        filled(&format!("[{}]", parts.join(", ")))
                    }
                }
            }
            (Ty::Adt(id, args), Value::Adt(_, variant, all)) => self.constructed(*id, args, *variant, all),
            (_, Value::Adt(id, variant, all)) => self.constructed(*id, &[], *variant, all),
            (_, Value::Call(func, all)) => match self.block(ty, value) {
                Some(block) => block,
                None => {
                    let inst = self.constructor(ty, *func).map(|one| one.inst);
                    let inst = inst.unwrap_or_else(|| FnInst { func: *func, args: Vec::new() });
                    let made = self.call(&inst, all);
                    self.inside(ty, *func, made, all)
                }
            },
            (Ty::Adt(id, args), Value::Default(_)) if !self.args_of(*id, args).is_empty() => {
                format!("{}::<{}>::default()", self.adt(*id), self.args_of(*id, args))
            }
            (_, Value::Default(id)) => format!("{}::default()", self.adt(*id)),
            (_, Value::Tuple(all)) => format!("a tuple of {}", all.len()),
        }
    }

    /// What is inside of a constructor's result.
    fn inside(&self, ty: &Ty, func: FnId, made: String, args: &[Value]) -> String {
        let inside = self.constructor(ty, func).map(|one| one.inside).unwrap_or_default();
        inside.into_iter().fold(made, |made, step| match step {
            Inside::Option | Inside::Result => format!("{made}.unwrap()"),
            Inside::Box => format!("(*{made})"),
            Inside::Rc => format!("std::rc::Rc::into_inner({made}).unwrap()"),
            Inside::Arc => format!("std::sync::Arc::into_inner({made}).unwrap()"),
            Inside::Cell => format!("{made}.into_inner()"),
            Inside::Part(at) => format!("{made}.{at}"),
            Inside::Element => {
                let which = args.last().map_or_else(String::new, |at| self.value(&Ty::Int(IntTy::U8), at));
                format!("{made}.into_iter().nth({which}).unwrap()")
            }
            Inside::After(_) | Inside::Write => made,
        })
    }

    fn constructed(&self, id: AdtId, args: &[Ty], variant: usize, all: &[Value]) -> String {
        let def = self.program.adt(id);
        let Some(variant_def) = def.variants.get(variant) else { return def.name.clone() };
        let tys = field_types(self.program, id, args, variant).unwrap_or_default();
        let name = match def.name.as_str() {
            "Option" | "Result" if def.module.is_none() => variant_def.name.clone(),
            _ if def.is_enum => format!("{}::{}", self.adt(id), variant_def.name),
            _ => self.adt(id),
        };
        let parts: Vec<String> = tys.iter().zip(all).map(|(ty, value)| self.value(&grounded(ty), value)).collect();
        if def.choice {
            return parts.concat();
        }
        match variant_def.shape {
            CtorShape::Unit => name,
            CtorShape::Tuple => format!("{name}({})", parts.join(", ")),
            CtorShape::Named if parts.is_empty() => format!("{name} {{}}"),
            CtorShape::Named => {
                let fields =
                    variant_def.fields.iter().zip(parts).map(|(field, part)| format!("{}: {part}", field.name));
                let counter = counter(def).filter(|_| self.paths != Paths::Short);
                let fields: Vec<String> = fields.chain(counter.map(|name| format!("{name}: 0"))).collect();
                format!("{name} {{ {} }}", fields.join(", "))
            }
        }
    }
}

/// Whether a function is called with a receiver before the dot.
pub(crate) fn is_method(def: &FnDef) -> bool {
    def.params.first().is_some_and(|param| param.name == "self")
}

/// An integer; the ends of wide types by name.
fn int(ty: &Ty, value: &BigInt) -> String {
    match ty.int() {
        Some(int) if int.bits() > 8 && *value == int.max() => format!("{}::MAX", int.name()),
        Some(int) if int.signed() && int.bits() > 8 && *value == int.min() => format!("{}::MIN", int.name()),
        _ => value.to_string(),
    }
}

fn float(ty: &str, value: f64) -> String {
    let ty = if known(ty).is_some() { ty } else { "f64" };
    if value.is_nan() {
        format!("{ty}::NAN")
    } else if value == f64::INFINITY {
        format!("{ty}::INFINITY")
    } else if value == f64::NEG_INFINITY {
        format!("{ty}::NEG_INFINITY")
    } else if ty == "f32" {
        format!("{:?}", value as f32)
    } else {
        format!("{value:?}")
    }
}

/// Of a long sequence the element that nearly all are, and the others with their places.
fn nearly_alike(all: &[Value]) -> Option<(&Value, Vec<(usize, &Value)>)> {
    const LONG: usize = 24;
    const FEW: usize = 6;
    // (If nearly all are alike, so are two of any `FEW + 2`.)
    let usual = all.iter().take(FEW + 2).find(|one| all.iter().filter(|other| other == one).count() + FEW >= all.len());
    let usual = usual.filter(|_| all.len() > LONG)?;
    let others: Vec<_> = all.iter().enumerate().filter(|(_, one)| *one != usual).collect();
    (!others.is_empty()).then_some((usual, others))
}
