//! Types and functions as source that means the same in every module of the crate, whatever its user's names shadow.
use refine_core::program::{FnDef, FnSig, ParamDef, Program, StubTrait};
use refine_core::ty::{FnInst, Ty};

use crate::carried::carried;
use crate::foreign::{function, object, standard};
use crate::harness::terms::constant;
use crate::source::clause;
use crate::types::{TextOrFloat, grounded, is_keyed, known, own_args, self_type, std_path};

/// A function's constant parameters in a helper that looks at claims about all of its instances: empty if it has none.
#[derive(Default)]
pub(in crate::harness) struct Constants {
    /// Behind the helper's name where it is declared.
    pub(in crate::harness) declared: String,
    /// Behind its name where a helper like it calls it.
    pub(in crate::harness) passed_on: String,
    /// Behind its name where the function itself calls it.
    pub(in crate::harness) given: String,
}

/// How the helpers of a function speak of its constant parameters.
pub(in crate::harness) fn constants(program: &dyn Program, def: &FnDef) -> Constants {
    if def.consts.is_empty() {
        return Constants::default();
    }
    let all = |one: &dyn Fn(&ParamDef) -> String| def.consts.iter().map(one).collect::<Vec<_>>().join(", ");
    Constants {
        declared: format!(
            "<{}>",
            all(&|param| format!("const {}: {}", constant(&param.name), spell(program, &param.ty)))
        ),
        passed_on: format!("::<{}>", all(&|param| constant(&param.name))),
        given: format!("::<{}>", all(&|param| param.name.clone())),
    }
}

/// The path of a function for a call from the module inside its own.
pub(super) fn callee_path(program: &dyn Program, def: &FnDef, inst: &FnInst) -> String {
    let own: Vec<String> = own_args(program, inst).iter().map(|ty| spell(program, ty)).collect();
    let turbofish = if own.is_empty() { String::new() } else { format!("::<{}>", own.join(", ")) };
    let Some(spelled) = self_path(program, def, inst) else {
        return format!("super::{}{turbofish}", def.name);
    };
    match &def.of_trait {
        Some(of_trait) => {
            let of_trait =
                clause::trait_path(program, inst, &clause::moved(of_trait), &spelled, &|ty| spell(program, ty));
            format!("<{spelled} as {of_trait}>::{}{turbofish}", def.name)
        }
        None => format!("<{spelled}>::{}{turbofish}", def.name),
    }
}

/// The type that a function's `impl` is for, from the module inside its own; none for a function without.
pub(super) fn self_path(program: &dyn Program, def: &FnDef, inst: &FnInst) -> Option<String> {
    Some(match &self_type(program, inst)? {
        // The module of an `impl` may see the type by its name only.
        Ty::Adt(id, args) if program.adt(*id).module == Some(def.module) && program.adt(*id).stub.is_none() => {
            let args = program.adt(*id).written(args).iter().map(|ty| spell(program, ty));
            let args: Vec<String> = args.chain(program.adt(*id).consts.iter().cloned()).collect();
            let args = if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
            format!("super::{}{args}", program.adt(*id).name)
        }
        other => spell(program, other),
    })
}

/// The path of a trait that a stub implements, from the module inside its own or from another.
pub(super) fn of_trait(one: &StubTrait, is_here: bool) -> String {
    match one.path.rsplit("::").next() {
        Some(name) if is_here => format!("super::{name}"),
        _ => format!("crate::{}", one.path),
    }
}

fn primitive(name: &str) -> String {
    format!("crate::__refine_rt::std::primitive::{name}")
}

/// A type as source that means the same in every module of the crate.
pub(in crate::harness) fn spell(program: &dyn Program, ty: &Ty) -> String {
    let list = |all: &[Ty]| all.iter().map(|ty| spell(program, ty)).collect::<Vec<_>>().join(", ");
    match ty {
        // A crate may have a type of its own by the name of one of these.
        Ty::Bool => primitive("bool"),
        Ty::Char => primitive("char"),
        Ty::Int(int) => primitive(int.name()),
        Ty::Exact => "int".into(),
        Ty::Infer(_) => "_".into(),
        Ty::Tuple(all) if all.len() == 1 => format!("({},)", list(all)),
        Ty::Tuple(all) => format!("({})", list(all)),
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            if let Some(spelled) = standard_type(program, ty) {
                return spelled;
            }
            let path = match def.module {
                // It is declared in the module inside.
                Some(module) if def.stub.is_some() => {
                    let path = &program.modules()[module.0 as usize].path;
                    let before = if path.is_empty() { String::new() } else { format!("{path}::") };
                    format!("crate::{before}__refine::{}", def.name)
                }
                Some(_) => format!("crate::{}", def.path),
                None if def.named.is_some() => def.named.clone().unwrap_or_default(),
                None if is_keyed(def) => format!("crate::__refine_rt::{}", def.name),
                None => format!("crate::__refine_rt::std::{}", std_path(&def.name).unwrap_or(&def.path)),
            };
            let all: Vec<String> =
                def.written(args).iter().map(|ty| spell(program, ty)).chain(def.consts.iter().cloned()).collect();
            if all.is_empty() { path } else { format!("{path}<{}>", all.join(", ")) }
        }
        Ty::Array(inner, n) => format!("[{}; {n}]", spell(program, inner)),
        Ty::Slice(inner) => format!("[{}]", spell(program, inner)),
        Ty::Vec(inner) => format!("crate::__refine_rt::std::vec::Vec<{}>", spell(program, inner)),
        Ty::Ref(mutable, inner) => format!("&{}{}", if *mutable { "mut " } else { "" }, spell(program, inner)),
        Ty::Borrow(inner) => format!("&mut {}", spell(program, inner)),
        Ty::Boxed(inner) => format!("crate::__refine_rt::std::boxed::Box<{}>", spell(program, inner)),
        Ty::Param(name) => name.clone(),
        Ty::Never => "!".into(),
        Ty::Opaque(spelling) => match (function(program, ty), known(spelling), standard_type(program, ty)) {
            (Some(signature), ..) if signature.traits.is_empty() => pointer(program, &signature),
            (Some(signature), ..) => function_object(program, &signature),
            _ if object(program, ty).is_some() => trait_object(program, ty),
            (None, Some(TextOrFloat::Float), _) => primitive(spelling),
            (None, Some(TextOrFloat::Text), _) if spelling == "str" => primitive(spelling),
            (None, Some(TextOrFloat::Text), _) => "crate::__refine_rt::std::string::String".into(),
            (None, None, Some(spelled)) => spelled,
            (None, None, None) => spelling.clone(),
        },
    }
}

/// A type of the standard library that is made out of its carrier.
fn standard_type(program: &dyn Program, ty: &Ty) -> Option<String> {
    let (name, args) = standard(program, ty)?;
    let known = carried(name)?;
    let lifetime = known.borrows.then(|| "'static".to_owned());
    let args = args.iter().take(known.args).map(|ty| spell(program, &grounded(ty)));
    let args: Vec<String> = lifetime.into_iter().chain(args).collect();
    let args = if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
    Some(format!("crate::__refine_rt::std::{}{args}", known.path))
}

/// What a function gives, from its spelling: what is borrowed has one owner among the parameters, or lives as long as the process.
pub(crate) fn lent(signature: &FnSig, ret: &str) -> String {
    let owners = signature.params.iter().filter(|ty| matches!(ty, Ty::Ref(..) | Ty::Borrow(_))).count();
    if owners == 1 { ret.to_owned() } else { ret.replace('&', "&'static ") }
}

/// The type of the pointers to functions of a signature.
pub(super) fn pointer(program: &dyn Program, signature: &FnSig) -> String {
    let params: Vec<String> = signature.params.iter().map(|ty| spell(program, ty)).collect();
    format!("fn({}) -> {}", params.join(", "), lent(signature, &spell(program, &signature.ret)))
}

/// A trait of the standard library that a function type is made with.
fn std_trait(name: &str) -> String {
    match name {
        "Send" | "Sync" | "Unpin" => format!("crate::__refine_rt::std::marker::{name}"),
        "UnwindSafe" | "RefUnwindSafe" => format!("crate::__refine_rt::std::panic::{name}"),
        name => format!("crate::__refine_rt::std::ops::{name}"),
    }
}

/// The `dyn` of a trait. What is borrowed in it lives as long as the process.
pub(super) fn trait_object(program: &dyn Program, ty: &Ty) -> String {
    let Some(object) = object(program, ty) else { return String::new() };
    let root = if object.is_std { "crate::__refine_rt::std" } else { "crate" };
    let spelled = |ty: &Ty| spell(program, ty).replace('&', "&'static ");
    let args = object.args.iter().map(spelled);
    let args: Vec<String> =
        args.chain(object.items.iter().map(|(name, ty)| format!("{name} = {}", spelled(ty)))).collect();
    let args = if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
    let more: String = object.markers.iter().map(|name| format!(" + {}", std_trait(name))).collect();
    format!("(dyn {root}::{}{args}{more})", object.path)
}

/// The `dyn Fn` of a signature.
pub(super) fn function_object(program: &dyn Program, signature: &FnSig) -> String {
    let params: Vec<String> = signature.params.iter().map(|ty| spell(program, ty)).collect();
    let mut traits = signature.traits.iter().map(|name| std_trait(name));
    let of = traits.next().unwrap_or_default();
    let more: String = traits.map(|name| format!(" + {name}")).collect();
    format!("(dyn {of}({}) -> {}{more})", params.join(", "), spell(program, &signature.ret))
}
