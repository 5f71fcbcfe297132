//! Types of which it is not seen what they are: a macro of another crate makes them, or implementations for them. What they hold or
//! do where they are dropped, and which methods they have, is not known then, nor of what holds them.
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use hir_def::signatures::{EnumSignature, StructSignature, UnionSignature};
use hir_def::{AdtId, HasModule};
use hir_ty::next_solver::{Ty, TyKind};
use rustc_type_ir::inherent::IntoKind;

use super::Env;
use crate::context::Context;
use crate::database::Origin;

/// The doubts of structs and enums that were looked at.
#[derive(Default)]
pub(crate) struct TypeDoubts {
    found: RefCell<HashMap<AdtId, Option<String>>>,
}

impl TypeDoubts {
    /// Why values of a type may be something else than what is written, in words that fit before "is outside the model".
    pub(crate) fn of<'db>(&self, cx: &Context<'db>, ty: Ty<'db>, env: Env) -> Option<String> {
        let (mut todo, mut seen) = (vec![ty], HashSet::new());
        while let Some(ty) = todo.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match ty.kind() {
                TyKind::Adt(adt, args) => {
                    let id = adt.def_id();
                    if let Some(doubt) = self.of_adt(cx, id) {
                        return Some(doubt);
                    }
                    todo.extend(args.types());
                    if cx.db.origin(id.module(cx.db).krate(cx.db)) != Origin::Std {
                        todo.extend(crate::lower::alike::fields(cx, id, args, env).into_iter().flatten());
                    }
                }
                TyKind::Closure(id, args) => todo.extend(crate::lower::alike::captures(cx, id.0, args, env)),
                TyKind::Ref(_, inner, _) | TyKind::RawPtr(inner, _) | TyKind::Slice(inner) => todo.push(inner),
                TyKind::Array(inner, _) => todo.push(inner),
                TyKind::Tuple(all) => todo.extend(all.iter()),
                _ => {}
            }
        }
        None
    }

    fn of_adt(&self, cx: &Context<'_>, id: AdtId) -> Option<String> {
        if let Some(known) = self.found.borrow().get(&id) {
            return known.clone();
        }
        let name = match id {
            AdtId::StructId(id) => StructSignature::of(cx.db, id).name.as_str().to_owned(),
            AdtId::EnumId(id) => EnumSignature::of(cx.db, id).name.as_str().to_owned(),
            AdtId::UnionId(id) => UnionSignature::of(cx.db, id).name.as_str().to_owned(),
        };
        let nested = || cx.types.is_nested(id).then(|| "it contains ever larger instances of itself".to_owned());
        let doubt = crate::items::doubt_of_type(cx, id).or_else(nested);
        let doubt = doubt.map(|what| format!("the type `{name}` ({what})"));
        self.found.borrow_mut().insert(id, doubt.clone());
        doubt
    }
}
