//! Types of which it is not seen what they are: a macro of another crate makes them, or implementations for them. What they hold or
//! do where they are dropped, and which methods they have, is not known then, nor of what holds them.
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use hir_def::signatures::{EnumSignature, StructSignature, UnionSignature};
use hir_def::{AdtId, HasModule};
use hir_ty::next_solver::{Const, ConstKind, DbInterner, Ty, TyKind};
use refine_core::term::TermKind;
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{TypeFlags, TypeSuperVisitable, TypeVisitable, TypeVisitableExt, TypeVisitor};

use super::Env;
use crate::context::Context;
use crate::database::Origin;
use crate::lower::of_const_arg;

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
            if ty.has_type_flags(TypeFlags::HAS_CT_PROJECTION)
                && let Some(doubt) = self.of_constants(cx, ty, env)
            {
                return Some(doubt);
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

    /// Of the constants in a type that are written as expressions: rust-analyzer evaluates these without asking which of the functions
    /// that they call are only described to it, so its value counts if ours is the same.
    fn of_constants<'db>(&self, cx: &Context<'db>, ty: Ty<'db>, env: Env) -> Option<String> {
        let mut written = Written::default();
        ty.visit_with(&mut written);
        written.0.into_iter().find(|value| !is_certain(cx, *value, env)).map(|value| {
            let text = cx.types.const_text(value);
            format!("the constant `{text}` in a type, whose value is not known")
        })
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

/// The constants that are written as expressions.
#[derive(Default)]
struct Written<'db>(Vec<Const<'db>>);

impl<'db> TypeVisitor<DbInterner<'db>> for Written<'db> {
    type Result = ();

    fn visit_const(&mut self, value: Const<'db>) {
        match value.kind() {
            ConstKind::Unevaluated(_) => self.0.push(value),
            _ => value.super_visit_with(self),
        }
    }
}

/// Whether the value that a type has for a constant is that which its text comes to.
fn is_certain<'db>(cx: &Context<'db>, value: Const<'db>, env: Env) -> bool {
    let told = cx.types.evaluated(value);
    match (of_const_arg(cx, told, env), of_const_arg(cx, value, env)) {
        (Ok(told), Ok(ours)) => told == ours && !matches!(told.kind(), TermKind::NoValue),
        _ => false,
    }
}
