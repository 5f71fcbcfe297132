//! Types and functions as source that means the same in every module of the crate, whatever its user's names shadow.
use refine_core::program::{FnDef, FnInst, Program};
use refine_core::ty::Ty;

use crate::harness::raw;
use crate::types::{instantiate, std_path};

/// The path of a function for a call from the module inside its own.
pub(super) fn callee_path(program: &dyn Program, def: &FnDef, inst: &FnInst) -> String {
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
            let of_trait = replaced(&raw::moved(of_trait), "Self", &spelled);
            format!("<{spelled} as {of_trait}>::{}{turbofish}", def.name)
        }
        None => format!("<{spelled}>::{}{turbofish}", def.name),
    }
}

/// Text with another text for a word.
fn replaced(text: &str, word: &str, by: &str) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for at in raw::words(text, word) {
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

fn primitive(name: &str) -> String {
    format!("crate::__refine_rt::std::primitive::{name}")
}

/// A type as source that means the same in every module of the crate.
pub(super) fn spell(program: &dyn Program, ty: &Ty) -> String {
    let list = |all: &[Ty]| all.iter().map(|ty| spell(program, ty)).collect::<Vec<_>>().join(", ");
    match ty {
        // A crate may have a type of its own by the name of one of these.
        Ty::Bool => primitive("bool"),
        Ty::Char => primitive("char"),
        Ty::Int(int) => primitive(int.name()),
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
        Ty::Borrow(inner) => format!("&mut {}", spell(program, inner)),
        Ty::Boxed(inner) => format!("crate::__refine_rt::std::boxed::Box<{}>", spell(program, inner)),
        Ty::Param(name) => name.clone(),
        Ty::Never => "!".into(),
        Ty::Opaque(spelling) => spelling.clone(),
    }
}
