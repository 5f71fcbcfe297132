//! Associated types of a struct's or enum's parameters that its fields are made of: `<I as Iterator>::Item` of a `Peekable<I>`.
//!
//! A type of ours is its parts, whatever bounds held where it was written. So a struct has these as type parameters, too, after those that
//! it declares, and a type of it has what they are for its arguments: what the trait solver says where the type occurs.
use std::collections::HashMap;
use std::sync::Arc;

use hir_def::{AdtId as HirAdtId, GenericDefId, HasModule};
use hir_ty::next_solver::{DbInterner, GenericArgs, Ty as HirTy, TyKind};
use refine_core::ty::Ty;
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{TypeSuperVisitable, TypeVisitable, TypeVisitableExt, TypeVisitor};

use super::adts::variants;
use super::{Env, Types, is_box, opaques};
use crate::database::Origin;
use crate::guard::guard;

/// Types that are looked at for the fields of one.
const LOOKED_AT: usize = 200;

impl<'db> Types<'db> {
    /// The associated types of its own parameters that a struct or enum has in its fields, at any depth, each with the name of the type
    /// parameter that stands for it.
    pub(super) fn projections(&self, id: HirAdtId) -> Arc<[(String, HirTy<'db>)]> {
        if let Some(known) = self.table.borrow().projections.get(&id) {
            return known.clone();
        }
        let found = match self.identity(id.into()).types().next() {
            Some(_) => guard(|| self.find_projections(id)).unwrap_or_default(),
            None => Vec::new(),
        };
        let spelled: Vec<String> = found.iter().map(|ty| self.spelled(*ty)).collect();
        let name = |at: usize| {
            let same = spelled[..at].iter().filter(|before| **before == spelled[at]).count();
            opaques::numbered(&spelled[at], same)
        };
        let named: Arc<[_]> = found.iter().enumerate().map(|(at, ty)| (name(at), *ty)).collect();
        self.table.borrow_mut().projections.insert(id, named.clone());
        named
    }

    fn find_projections(&self, id: HirAdtId) -> Vec<HirTy<'db>> {
        let env = Env::of(GenericDefId::from(id));
        let mut all: Vec<(HirAdtId, GenericArgs<'db>)> = vec![(id, self.identity(id.into()))];
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(&(of, args)) = all.get(at) {
            at += 1;
            let mut parts = Parts::default();
            for variant in variants(self.db, of) {
                for (_, ty) in self.db_hir().field_types(variant).iter() {
                    self.instantiate(ty.ty().skip_binder(), args, env).visit_with(&mut parts);
                }
            }
            for alias in parts.aliases {
                if !found.contains(&alias) {
                    found.push(alias);
                }
            }
            for part in parts.adts {
                if all.len() < LOOKED_AT && !all.contains(&part) && self.is_of_its_fields(part.0) {
                    all.push(part);
                }
            }
        }
        found
    }

    /// Whether a type of ours has the fields of a struct or enum, and is not a type of its own.
    fn is_of_its_fields(&self, id: HirAdtId) -> bool {
        let is_own = |path: &str| matches!(path, "alloc::vec::Vec" | "alloc::string::String");
        let is_std = self.db.origin(id.krate(self.db)) == Origin::Std;
        self.has_model(id) && !is_box(self.db, id) && !(is_std && is_own(&self.path_of_adt(id)))
    }
}

/// A field's type, where type parameters stand for types outside the model.
pub(super) fn with_params(ty: &Ty, params: &HashMap<Ty, Ty>) -> Ty {
    match params.get(ty) {
        Some(param) => param.clone(),
        None => ty.map_parts(&|part| with_params(part, params)),
    }
}

/// The associated types, and the structs and enums, that types are made of.
#[derive(Default)]
struct Parts<'db> {
    aliases: Vec<HirTy<'db>>,
    adts: Vec<(HirAdtId, GenericArgs<'db>)>,
}

impl<'db> TypeVisitor<DbInterner<'db>> for Parts<'db> {
    type Result = ();

    fn visit_ty(&mut self, ty: HirTy<'db>) {
        match ty.kind() {
            TyKind::Alias(..) if !ty.has_escaping_bound_vars() && ty.has_non_region_param() => self.aliases.push(ty),
            TyKind::Adt(adt, args) => {
                if !ty.has_escaping_bound_vars() {
                    self.adts.push((adt.def_id(), args));
                }
                ty.super_visit_with(self);
            }
            _ => ty.super_visit_with(self),
        }
    }
}
