//! Values of types outside the model in source syntax: closures for tables, and types of the standard library by way of their carriers.
use std::fmt;

use num_bigint::BigInt;
use refine_core::ids::AdtId;
use refine_core::program::{FnSig, Program};
use refine_core::ty::{IntTy, Ty};
use refine_core::value::{Table, Value};

use super::{Paths, Printer};
use crate::carried::{Carried, ERROR_KINDS, carried};
use crate::foreign::{carrier, changeable, function, object, standard};
use crate::harness::lent;
use crate::types::{Inside, field_types, std_path};

impl Printer<'_> {
    /// A value of a type that values are made of in a way of its own; `None` for all others.
    pub(super) fn foreign(&self, ty: &Ty, value: &Value) -> Option<String> {
        if let (Some(signature), Value::Function(table)) = (function(self.program, ty), value) {
            return Some(self.closure(&signature, table));
        }
        if let (Ty::Adt(id, _), Value::Adt(_, 0, fields)) = (ty, value)
            && self.program.adt(*id).module.is_none()
            && std_path(&self.program.adt(*id).name).is_some()
        {
            return self.by_fields(ty, *id, fields);
        }
        if let Some(object) = object(self.program, ty).filter(|object| object.is_std) {
            return Some(self.typed(&object.made_of, value));
        }
        let (name, _) = standard(self.program, ty)?;
        let inner = carrier(self.program, ty)?;
        let known = carried(name)?;
        let path = self.standard_path(known.path);
        let shown = || self.value(&inner, value);
        Some(match (name, value) {
            (_, Value::Opaque(_)) => return None,
            (_, Value::Adt(of, _, fields)) if self.program.adt(*of).module.is_none() && matches!(inner, Ty::Vec(_)) => {
                match fields.first() {
                    Some(Value::Int(count)) => {
                        let many = *count != BigInt::from(1);
                        let of = match (name.ends_with("Map"), many) {
                            (true, true) => "entries",
                            (true, false) => "entry",
                            (false, true) => "elements",
                            (false, false) => "element",
                        };
                        format!("a `{name}` of {count} {of}")
                    }
                    _ => format!("a `{name}`"),
                }
            }
            ("HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" | "BinaryHeap" | "LinkedList", Value::Seq(all)) => {
                let element = inner.element()?;
                let all: Vec<String> = all.iter().map(|value| self.coerced(element, value)).collect();
                if all.is_empty() { format!("{path}::new()") } else { format!("{path}::from([{}])", all.join(", ")) }
            }
            ("slice::Iter", Value::Seq(_)) => {
                let slice = Ty::Slice(Box::new(inner.element()?.clone()));
                format!("{}.iter()", self.value(&slice, value))
            }
            ("SystemTime", Value::Tuple(both)) => {
                let [Value::Int(secs), Value::Int(nanos)] = &both[..] else { return None };
                let duration = self.standard_path("time::Duration");
                match secs.sign() {
                    num_bigint::Sign::Minus => {
                        let before = format!("{path}::UNIX_EPOCH - {duration}::from_secs({})", secs.magnitude());
                        let after = format!(" + {duration}::new(0, {nanos})");
                        if *nanos == BigInt::ZERO { before } else { before + &after }
                    }
                    _ => format!("{path}::UNIX_EPOCH + {duration}::new({secs}, {nanos})"),
                }
            }
            ("io::Error", Value::Int(number)) => {
                let number = usize::try_from(number).unwrap_or_default() % (ERROR_KINDS.len() + 2);
                let kind = |name: &str| format!("{}::{name}", self.standard_path("io::ErrorKind"));
                match ERROR_KINDS.get(number) {
                    Some(name) => format!("{path}::from({})", kind(name)),
                    None if number == ERROR_KINDS.len() => format!("{path}::from_raw_os_error(2)"),
                    None => format!("{path}::new({}, \"payload\")", kind("Other")),
                }
            }
            ("OnceCell" | "OnceLock" | "rc::Weak" | "sync::Weak", Value::Tuple(both)) => {
                let (Ty::Tuple(tys), [Value::Bool(is_there), value]) = (&inner, &both[..]) else { return None };
                let value = self.value(&tys[1], value);
                match (is_there, name.strip_suffix("::Weak")) {
                    (false, _) => format!("{path}::new()"),
                    (true, None) => format!("{path}::from({value})"),
                    (true, Some("rc")) => format!(
                        "{rc}::downgrade(Box::leak(Box::new({rc}::new({value}))))",
                        rc = self.standard_path("rc::Rc")
                    ),
                    (true, Some(_)) => format!(
                        "{arc}::downgrade(Box::leak(Box::new({arc}::new({value}))))",
                        arc = self.standard_path("sync::Arc")
                    ),
                }
            }
            ("Cow", Value::Tuple(both)) => {
                let Ty::Tuple(tys) = &inner else { return None };
                let text = self.value(&tys[1], &both[1]);
                match &both[0] {
                    Value::Bool(true) => format!("{path}::Owned({text})"),
                    _ => match &both[1] {
                        Value::Str(text) => format!("{path}::Borrowed({text:?})"),
                        _ => format!("{path}::Borrowed(&{text})"),
                    },
                }
            }
            ("Rc" | "Arc", Value::Str(text)) if unsized_inside(self.program, ty) => format!("{path}::from({text:?})"),
            ("Rc" | "Arc", Value::Seq(_)) if unsized_inside(self.program, ty) => format!("{path}::from({})", shown()),
            ("Rc" | "Arc", _) => self.handed_out(ty, value).unwrap_or_else(|| format!("{path}::new({})", shown())),
            _ => self.filled(known, &path, &inner, value)?,
        })
    }

    /// The call of a constructor that hands a value out in just this type, as in `fn new() -> Rc<RefCell<Self>>`.
    fn handed_out(&self, ty: &Ty, value: &Value) -> Option<String> {
        let Value::Call(func, args) = value else { return None };
        let (mut holders, mut held) = (Vec::new(), ty);
        while let Some((name, of)) = standard(self.program, held) {
            holders.push(Inside::of_holder(name)?);
            held = of.first()?;
        }
        let one = self.constructor(held, *func).filter(|one| one.inside == holders)?;
        Some(self.call(&one.inst, args))
    }

    /// The expression that makes a value out of its carrier's.
    fn filled(&self, known: &Carried, path: &str, inner: &Ty, value: &Value) -> Option<String> {
        // What is made of text, and of nothing else or borrows it, is made of a `&str`.
        let shown = |ty: &Ty, value: &Value| match value {
            Value::Str(text) if known.args == 0 || known.borrows => format!("{text:?}"),
            _ if needs_brackets(self.program, ty, value) => format!("({})", self.value(ty, value)),
            _ => self.value(ty, value),
        };
        let mut out = String::new();
        let mut rest = known.written?;
        while let Some((before, hole)) = rest.split_once('{') {
            let (hole, after) = hole.split_once('}')?;
            out += before;
            out += &match (hole, inner, value) {
                ("path", ..) => path.to_owned(),
                ("", ..) => shown(inner, value),
                (at, Ty::Tuple(tys), Value::Tuple(all)) => {
                    let at: usize = at.parse().ok()?;
                    shown(tys.get(at)?, all.get(at)?)
                }
                _ => return None,
            };
            rest = after;
        }
        Some(out + rest)
    }

    /// A value where nothing says which type is expected: objects behind pointers are said to be such.
    fn coerced(&self, ty: &Ty, value: &Value) -> String {
        match (ty, value) {
            (Ty::Tuple(tys), Value::Tuple(all)) if all.len() > 1 => {
                let parts: Vec<String> = tys.iter().zip(all).map(|(ty, value)| self.coerced(ty, value)).collect();
                format!("({})", parts.join(", "))
            }
            (Ty::Boxed(inner), _) if self.paths != Paths::Short && object(self.program, inner).is_some() => {
                format!("{} as {}", self.value(ty, value), self.ty(ty))
            }
            (Ty::Boxed(inner), Value::Function(table)) if self.paths != Paths::Short => {
                match function(self.program, inner) {
                    Some(signature) if !signature.traits.is_empty() => self.function_object(&signature, table),
                    _ => self.value(ty, value),
                }
            }
            _ => self.value(ty, value),
        }
    }

    /// A boxed closure as an object: `Box::new(|a: u8| -> bool { true }) as Box<dyn Fn(u8) -> bool>`.
    fn function_object(&self, signature: &FnSig, table: &Table) -> String {
        let (params, ret) = (self.tys(&signature.params), self.ty(&signature.ret));
        let closure = self.closure_of(signature, table);
        let typed = |(name, ty): (&String, &Ty)| format!("{name}: {}", self.ty(ty));
        let names: Vec<String> = closure.names.iter().zip(&signature.params).map(typed).collect();
        let closure = Closure { names, ret: Some(ret.clone()), ..closure };
        let markers: String = signature.traits[1..].iter().map(|name| format!(" + {name}")).collect();
        format!("Box::new({closure}) as Box<dyn {}({params}) -> {ret}{markers}>", signature.traits[0])
    }

    /// Standard types that the model has fields of, and Rust does not show.
    fn by_fields(&self, ty: &Ty, id: AdtId, fields: &[Value]) -> Option<String> {
        let name = self.program.adt(id).name.as_str();
        let Ty::Adt(_, args) = ty else { return None };
        let path = || self.standard_path(std_path(name).unwrap_or(name));
        Some(match (name, fields) {
            ("VecDeque", [Value::Seq(all)]) => {
                let element = args.first()?;
                let all: Vec<String> = all.iter().map(|value| self.value(element, value)).collect();
                if all.is_empty() {
                    format!("{}::new()", path())
                } else {
                    format!("{}::from([{}])", path(), all.join(", "))
                }
            }
            ("Duration", [Value::Int(secs), Value::Int(nanos)]) => format!("{}::new({secs}, {nanos})", path()),
            ("NonZero", [Value::Int(number)]) => {
                let ty = args.first().map(|ty| self.ty(ty)).unwrap_or_default();
                format!("{}::new({number}_{ty}).unwrap()", path())
            }
            ("RangeInclusive", [from, to, exhausted]) => {
                let ty = args.first()?;
                let exhausted = if *exhausted == Value::Bool(true) { ", exhausted" } else { "" };
                format!("{}..={}{exhausted}", self.value(ty, from), self.value(ty, to))
            }
            ("Ipv4Addr", [Value::Seq(octets)]) => {
                let octets: Vec<String> = octets.iter().map(|octet| self.value(&Ty::Int(IntTy::U8), octet)).collect();
                format!("{}::new({})", path(), octets.join(", "))
            }
            ("Ipv6Addr", [octets]) => {
                let octets = self.value(&Ty::Array(Box::new(Ty::Int(IntTy::U8)), 16.into()), octets);
                format!("{}::from({octets})", path())
            }
            ("SocketAddrV4" | "SocketAddrV6", fields) => {
                let tys = field_types(self.program, id, args, 0)?;
                let fields: Vec<String> = tys.iter().zip(fields).map(|(ty, field)| self.value(ty, field)).collect();
                format!("{}::new({})", path(), fields.join(", "))
            }
            ("Range", [from, to]) => {
                let ty = args.first()?;
                format!("{}..{}", self.value(ty, from), self.value(ty, to))
            }
            _ => return None,
        })
    }

    fn standard_path(&self, path: &str) -> String {
        match self.paths {
            Paths::Short => path.rsplit("::").next().unwrap_or(path).to_owned(),
            Paths::From(_) | Paths::Within(_) => format!("std::{path}"),
        }
    }

    /// A standard type that is made out of its carrier, without its arguments.
    pub(super) fn carried(&self, id: AdtId) -> Option<String> {
        Some(self.standard_path(carried(&self.program.adt(id).name)?.path))
    }

    /// A type outside the model.
    pub(super) fn foreign_type(&self, ty: &Ty) -> Option<String> {
        if let Some(FnSig { params, ret, .. }) = function(self.program, ty) {
            // Of an object there is no value but behind a pointer; a closure is a function pointer as well.
            let signature = FnSig { traits: Vec::new(), params, ret, is_mut: false };
            return Some(format!(
                "fn({}) -> {}",
                self.tys(&signature.params),
                lent(&signature, &self.ty(&signature.ret))
            ));
        }
        if let Some(object) = object(self.program, ty) {
            let path = if object.is_std { self.standard_path(&object.path) } else { self.path(&object.path) };
            let items = object.items.iter().map(|(name, ty)| format!("{name} = {}", self.ty(ty)));
            let args: Vec<String> = object.args.iter().map(|ty| self.ty(ty)).chain(items).collect();
            let args = if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
            let markers: String = object.markers.iter().map(|name| format!(" + {name}")).collect();
            return Some(format!("dyn {path}{args}{markers}"));
        }
        let (name, args) = standard(self.program, ty)?;
        let known = carried(name)?;
        let (path, args) = (self.standard_path(known.path), self.tys(&args[..known.args.min(args.len())]));
        Some(if args.is_empty() { path } else { format!("{path}<{args}>") })
    }

    /// A table as a closure: `|x| match x { 3 => 5, _ => 0 }`.
    fn closure(&self, signature: &FnSig, table: &Table) -> String {
        self.closure_of(signature, table).to_string()
    }

    fn closure_of(&self, signature: &FnSig, table: &Table) -> Closure {
        let name = |at: usize| ((b'a' + at as u8) as char).to_string();
        let call = signature.is_mut.then(|| ("calls".to_owned(), Ty::Int(IntTy::U32)));
        // What is written through is looked at before.
        let params = signature.params.iter().enumerate().map(|(at, ty)| match ty {
            Ty::Ref(true, inner) => (format!("&*{}", name(at)), Ty::Ref(false, inner.clone())),
            ty => (name(at), ty.clone()),
        });
        let questions = || table.entries.iter().map(|(question, _)| question);
        // Parts that no entry tells from others are not looked at.
        let tells = |at: usize| questions().any(|question| question.get(at).is_some_and(|part| !is_any(part)));
        let looked: Vec<(usize, (String, Ty))> =
            call.into_iter().chain(params).enumerate().filter(|(at, _)| tells(*at)).collect();
        let answers = table.entries.iter().map(|(_, answer)| answer).chain(table.others.first());
        let answers: Vec<&Value> = answers.take(if looked.is_empty() { 1 } else { usize::MAX }).collect();
        let is_named = |at: usize| {
            looked.iter().any(|(place, _)| *place == at + usize::from(signature.is_mut))
                || answers.iter().any(|answer| self.writes(signature, answer).iter().any(|(param, _)| *param == at))
        };
        let names = (0..signature.params.len()).map(|at| if is_named(at) { name(at) } else { "_".to_owned() });
        let counts = signature.is_mut && looked.first().is_some_and(|(place, _)| *place == 0);
        let body = match (looked.is_empty(), &answers[..]) {
            (true, [answer, ..]) => self.answer(signature, answer),
            (true, []) => "unreachable!()".to_owned(),
            (false, _) => self.choice(signature, table, &looked),
        };
        Closure { names: names.collect(), ret: None, body, counts }
    }

    /// The `match` of a closure over the parts of the question that its table looks at, by place, each with how it is spoken of.
    fn choice(&self, signature: &FnSig, table: &Table, looked: &[(usize, (String, Ty))]) -> String {
        let mut arms = Vec::new();
        for (question, answer) in &table.entries {
            let mut guards = Vec::new();
            let parts = looked.iter().map(|(at, (asked, ty))| {
                let value = &question[*at];
                if is_any(value) {
                    return "_".to_owned();
                }
                if is_pattern(value) {
                    return self.value(ty, value);
                }
                let name = asked.trim_start_matches("&*");
                guards.push(format!("*{name} == {}", self.value(ty.peeled(), value)));
                if asked == name { name.to_owned() } else { "_".to_owned() }
            });
            let parts: Vec<String> = parts.collect();
            let pattern = if let [only] = &parts[..] { only.clone() } else { format!("({})", parts.join(", ")) };
            let guard = if guards.is_empty() { String::new() } else { format!(" if {}", guards.join(" && ")) };
            arms.push(format!("{pattern}{guard} => {}", self.answer(signature, answer)));
        }
        let asked: Vec<&str> = looked.iter().map(|(_, (asked, _))| &**asked).collect();
        let asked = if let [only] = asked[..] { only.to_owned() } else { format!("({})", asked.join(", ")) };
        let other = table.others.first().map_or("unreachable!()".to_owned(), |first| self.answer(signature, first));
        format!("match {asked} {{ {}, _ => {other} }}", arms.join(", "))
    }

    /// What a function answers: `{ *a = 3; 5 }` where it writes.
    fn answer(&self, signature: &FnSig, answer: &Value) -> String {
        let result = match answer {
            Value::Tuple(parts) if !changeable(self.program, signature).is_empty() => parts.first(),
            _ => Some(answer),
        };
        let result = result.map_or_else(String::new, |result| self.value(&signature.ret, result));
        let writes = self.writes(signature, answer);
        if writes.is_empty() {
            return result;
        }
        let mut steps: Vec<String> = writes.into_iter().map(|(_, text)| text).collect();
        if signature.ret != Ty::unit() {
            steps.push(result);
        }
        if let [only] = &steps[..] { only.clone() } else { format!("{{ {} }}", steps.join("; ")) }
    }

    /// The parameters that an answer writes through, by place, each with how it does.
    fn writes(&self, signature: &FnSig, answer: &Value) -> Vec<(usize, String)> {
        let Value::Tuple(parts) = answer else { return Vec::new() };
        let changes = changeable(self.program, signature).into_iter().zip(parts.iter().skip(1));
        let written = changes.filter_map(|(change, part)| match part {
            Value::Tuple(both) if both.first() == Some(&Value::Bool(true)) => {
                let name = ((b'a' + change.param as u8) as char).to_string();
                let how = change.cell.unwrap_or("*{0} = {1}");
                let text = how.replace("{0}", &name).replace("{1}", &self.value(&change.ty, both.get(1)?));
                Some((change.param, text))
            }
            _ => None,
        });
        written.collect()
    }
}

/// A closure as text.
struct Closure {
    /// Of its parameters, with their types if need be; `_` for those that it does not look at.
    names: Vec<String>,
    ret: Option<String>,
    /// What it answers.
    body: String,
    /// Whether that depends on how often it was called.
    counts: bool,
}

impl fmt::Display for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Closure { names, ret, body, counts } = self;
        let head = match (&ret, names.join(", ")) {
            (Some(ret), names) => format!("|{names}| -> {ret}"),
            (None, names) => format!("|{names}|"),
        };
        match (counts, ret) {
            (true, _) => write!(f, "{{ let mut calls = 0; move {head} {{ calls += 1; {body} }} }}"),
            (false, Some(_)) => write!(f, "{head} {{ {body} }}"),
            (false, None) => write!(f, "{head} {body}"),
        }
    }
}

/// Whether an expression has to be in brackets behind a `&`.
pub(super) fn needs_brackets(program: &dyn Program, ty: &Ty, value: &Value) -> bool {
    match (ty, value) {
        (Ty::Adt(id, _), Value::Adt(..)) => {
            let def = program.adt(*id);
            def.module.is_none() && ["Range", "RangeInclusive"].contains(&def.name.as_str())
        }
        (ty, Value::Tuple(_)) => standard(program, ty).is_some_and(|(name, _)| name == "SystemTime"),
        _ => false,
    }
}

/// Whether a part of a question may be anything.
fn is_any(value: &Value) -> bool {
    matches!(value, Value::Opaque(_))
}

/// Whether a value can stand in a pattern.
fn is_pattern(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Int(_) | Value::Char(_) => true,
        Value::Tuple(all) | Value::Adt(_, _, all) => all.iter().all(is_pattern),
        _ => false,
    }
}

/// Whether an `Rc` or `Arc` holds a `str` or a slice.
fn unsized_inside(program: &dyn Program, ty: &Ty) -> bool {
    let inner = standard(program, ty).and_then(|(_, args)| args.first());
    inner.is_some_and(|inner| match inner {
        Ty::Slice(_) => true,
        Ty::Opaque(name) => name == "str",
        _ => false,
    })
}
