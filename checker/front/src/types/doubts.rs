//! Types of which it is not seen what they are: a macro of another crate makes them, or implementations for them. What they hold or
//! do where they are dropped, and which methods they have, is not known then, nor of what holds them.
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use hir_def::nameres::crate_def_map;
use hir_def::signatures::{EnumSignature, StructSignature, UnionSignature};
use hir_def::{
    AdtId, AssocItemId, CallableDefId, ExpressionStoreOwnerId, FunctionId, HasModule, ItemContainerId, Lookup,
    ModuleDefId,
};
use hir_ty::next_solver::{Const, ConstKind, DbInterner, Ty, TyKind};
use refine_core::term::TermKind;
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{TypeFlags, TypeSuperVisitable, TypeVisitable, TypeVisitableExt, TypeVisitor};

use super::Env;
use crate::context::Context;
use crate::database::Origin;
use crate::guard::guard;
use crate::lower::{doubt_of_signature, of_const_arg};

/// The doubts of structs and enums that were looked at.
#[derive(Default)]
pub(crate) struct TypeDoubts {
    found: RefCell<HashMap<AdtId, Option<String>>>,
    signatures: RefCell<HashMap<ExpressionStoreOwnerId, Option<String>>>,
    aliases: RefCell<Option<String>>,
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
                // What it takes and gives back.
                TyKind::FnDef(id, _) => {
                    if let CallableDefId::FunctionId(id) = id.0
                        && let Some(doubt) = self.of_function(cx, id)
                    {
                        return Some(doubt);
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
        let mut written = ConstExprs::default();
        ty.visit_with(&mut written);
        written.0.into_iter().find(|value| !is_certain(cx, *value, env)).map(|value| {
            let text = cx.types.const_text(value);
            format!("the constant `{text}` in a type, whose value is not known")
        })
    }

    /// Of the constants in the types of a signature, or of fields.
    pub(crate) fn of_signature(&self, cx: &Context<'_>, owner: ExpressionStoreOwnerId) -> Option<String> {
        if let Some(known) = self.signatures.borrow().get(&owner) {
            return known.clone();
        }
        // Until it is known: what is asked for while it is worked out is the same thing.
        self.signatures.borrow_mut().insert(owner, None);
        let doubt = doubt_of_signature(cx, owner);
        self.signatures.borrow_mut().insert(owner, doubt.clone());
        doubt
    }

    /// Of those in what a function takes and gives back, and in the head of what it is in.
    pub(crate) fn of_function(&self, cx: &Context<'_>, id: FunctionId) -> Option<String> {
        if cx.db.origin(id.krate(cx.db)) == Origin::Std {
            return None;
        }
        let around = || match id.lookup(cx.db).container {
            ItemContainerId::ImplId(id) => self.of_signature(cx, ExpressionStoreOwnerId::Signature(id.into())),
            ItemContainerId::TraitId(id) => self.of_signature(cx, ExpressionStoreOwnerId::Signature(id.into())),
            ItemContainerId::ExternBlockId(_) | ItemContainerId::ModuleId(_) => None,
        };
        self.of_signature(cx, ExpressionStoreOwnerId::Signature(id.into())).or_else(around)
    }

    /// Of those in what the names of types in the crate under check stand for, wherever these names are written.
    pub(crate) fn of_aliases(&self) -> Option<String> {
        self.aliases.borrow().clone()
    }

    /// Looks for these. Bodies that are looked at on the way are believed as far as that goes.
    pub(crate) fn find_aliases(&self, cx: &Context<'_>) {
        let map = crate_def_map(cx.db, cx.krate);
        let declared = map.modules().flat_map(|(_, module)| {
            let own = module.scope.declarations().filter_map(|def| match def {
                ModuleDefId::TypeAliasId(id) => Some(id),
                _ => None,
            });
            let of_impls = module.scope.impls().flat_map(|id| id.impl_items(cx.db).items.iter());
            own.chain(of_impls.filter_map(|(_, item)| match item {
                AssocItemId::TypeAliasId(id) => Some(*id),
                _ => None,
            }))
        });
        let mut owners = declared.map(|id| ExpressionStoreOwnerId::Signature(id.into()));
        let doubt = owners.find_map(|owner| guard(|| self.of_signature(cx, owner)).flatten());
        *self.aliases.borrow_mut() = doubt;
    }

    /// Of those in what a struct or enum declares.
    fn of_fields(&self, cx: &Context<'_>, id: AdtId) -> Option<String> {
        let fields = || {
            let mut all = super::variants(cx.db, id).into_iter().map(ExpressionStoreOwnerId::VariantFields);
            all.find_map(|owner| self.of_signature(cx, owner))
        };
        self.of_signature(cx, ExpressionStoreOwnerId::Signature(id.into())).or_else(fields)
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
        let of_own = || match cx.db.origin(id.module(cx.db).krate(cx.db)) {
            Origin::Std => None,
            _ => self.of_fields(cx, id),
        };
        let doubt = crate::items::doubt_of_type(cx, id).or_else(nested).or_else(of_own);
        let doubt = doubt.map(|what| format!("the type `{name}` ({what})"));
        self.found.borrow_mut().insert(id, doubt.clone());
        doubt
    }
}

/// The constants that are written as expressions.
#[derive(Default)]
struct ConstExprs<'db>(Vec<Const<'db>>);

impl<'db> TypeVisitor<DbInterner<'db>> for ConstExprs<'db> {
    type Result = ();

    fn visit_const(&mut self, value: Const<'db>) {
        match value.kind() {
            ConstKind::Unevaluated(_) => self.0.push(value),
            _ => value.super_visit_with(self),
        }
    }
}

/// Whether the value that a type has for a constant is that which its text comes to. Where it has none, nothing is taken for anything.
fn is_certain<'db>(cx: &Context<'db>, value: Const<'db>, env: Env) -> bool {
    let told = cx.types.evaluated(value);
    if told == value {
        return true;
    }
    match (of_const_arg(cx, told, env), of_const_arg(cx, value, env)) {
        (Ok(told), Ok(ours)) => told == ours && !matches!(told.kind(), TermKind::NoValue),
        _ => false,
    }
}
