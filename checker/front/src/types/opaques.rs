//! What is known of types outside the model, so that values of them can be made: functions as values, and types of the standard library.
use std::collections::HashMap;

use hir_def::signatures::TraitSignature;
use hir_def::{HasModule, TraitId};
use hir_ty::next_solver::{Ty as HirTy, TyKind};
use refine_core::program::{FnSig, OpaqueDef};
use refine_core::ty::Ty;
use rustc_type_ir::TermKind;
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind, Safety as _};

use super::adts::name_of_standard;
use super::{Env, Types};
use crate::database::Origin;

/// The name of a type, of those with the same spelling.
pub(super) fn numbered(spelling: &str, at: usize) -> String {
    if at == 0 { spelling.to_owned() } else { format!("{spelling} #{}", at + 1) }
}

impl<'db> Types<'db> {
    /// What is known of all types outside the model so far, by name.
    pub fn opaques(&self) -> HashMap<String, OpaqueDef> {
        self.table.borrow().opaques.clone()
    }

    /// The name of a type of the standard library among them, and what it is generic over.
    pub fn standard_opaque(&self, name: &str) -> Option<(String, Vec<Ty>)> {
        match self.table.borrow().opaques.get(name) {
            Some(OpaqueDef::Std(path, args)) => Some((path.clone(), args.clone())),
            _ => None,
        }
    }

    /// What a type of the standard library among them is generic over.
    pub fn standard_args(&self, name: &str) -> Vec<Ty> {
        self.standard_opaque(name).map_or_else(Vec::new, |(_, args)| args)
    }

    /// The objects of a trait of the crate among them, by name: the trait, and the names of the marker traits that are added to it.
    pub fn objects(&self) -> Vec<(String, TraitId, Vec<String>)> {
        let object = |(name, ty): (String, HirTy<'db>)| {
            let TyKind::Dynamic(bounds, _) = ty.kind() else { return None };
            let of = bounds.principal()?.skip_binder();
            let id = of.def_id.0;
            let plain = of.args.is_empty() && bounds.projection_bounds().into_iter().next().is_none();
            let markers = bounds.auto_traits().into_iter().map(|of| self.trait_name(of.0)).collect();
            (plain && id.krate(self.db) == self.krate).then_some((name, id, markers))
        };
        let named = |(name, all): (&String, &Vec<HirTy<'db>>)| {
            let all = all.iter().enumerate();
            all.map(|(at, ty)| (numbered(name, at), *ty)).collect::<Vec<_>>()
        };
        let mut all: Vec<_> = self.table.borrow().opaque.iter().flat_map(named).filter_map(object).collect();
        all.sort();
        all
    }

    /// The objects of traits of the standard library among them, but for those of functions, by name.
    pub(crate) fn standard_objects(&self) -> Vec<(String, HirTy<'db>)> {
        let items = hir_def::lang_item::lang_items(self.db, self.krate);
        let functions = [items.Fn, items.FnMut, items.FnOnce];
        let is_one = |ty: &HirTy<'db>| match ty.kind() {
            TyKind::Dynamic(bounds, _) => bounds.principal().is_some_and(|of| {
                let id = of.skip_binder().def_id.0;
                self.db.origin(id.krate(self.db)) == Origin::Std && !functions.contains(&Some(id))
            }),
            _ => false,
        };
        let named = |(name, all): (&String, &Vec<HirTy<'db>>)| {
            let all = all.iter().enumerate().filter(|(_, ty)| is_one(ty));
            all.map(|(at, ty)| (numbered(name, at), *ty)).collect::<Vec<_>>()
        };
        let mut all: Vec<_> = self.table.borrow().opaque.iter().flat_map(named).collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    }

    /// A function pointer, or a reference to one, where it stands for a parameter that is called as an `FnMut`.
    pub fn called_mutably(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Ref(mutable, inner) => Ty::Ref(mutable, Box::new(self.called_mutably(*inner))),
            Ty::Opaque(pointer) => {
                let mut table = self.table.borrow_mut();
                let Some(OpaqueDef::Function(signature)) = table.opaques.get(&pointer).cloned() else {
                    return Ty::Opaque(pointer);
                };
                let name = format!("{pointer} as FnMut");
                table.opaques.insert(name.clone(), OpaqueDef::Function(FnSig { is_mut: true, ..signature }));
                Ty::Opaque(name)
            }
            ty => ty,
        }
    }

    fn trait_name(&self, id: TraitId) -> String {
        TraitSignature::of(self.db, id).name.as_str().to_owned()
    }

    pub(super) fn opaque_def(&self, ty: HirTy<'db>, env: Env) -> Option<OpaqueDef> {
        let signature = |inputs: &[HirTy<'db>], output: HirTy<'db>, traits: Vec<String>| {
            let params = inputs.iter().map(|ty| self.convert(*ty, env)).collect();
            let is_mut = traits.first().is_some_and(|name| name == "FnMut");
            Some(OpaqueDef::Function(FnSig { params, ret: self.convert(output, env), traits, is_mut }))
        };
        match ty.kind() {
            TyKind::FnPtr(tys, header) if header.safety().is_safe() && !header.c_variadic() => {
                let tys = self.interner().instantiate_bound_regions_with_erased(tys);
                let (output, inputs) = tys.inputs_and_output.as_slice().split_last()?;
                signature(inputs, *output, Vec::new())
            }
            TyKind::Dynamic(bounds, _) => {
                let items = hir_def::lang_item::lang_items(self.db, self.krate);
                let of = bounds.principal()?.skip_binder();
                if ![items.Fn, items.FnMut, items.FnOnce].contains(&Some(of.def_id.0)) {
                    return None;
                }
                let TyKind::Tuple(inputs) = of.args.types().next()?.kind() else { return None };
                let output = bounds.projection_bounds().into_iter().next()?.skip_binder().term;
                let TermKind::Ty(output) = output.kind() else { return None };
                let auto = bounds.auto_traits().into_iter().map(|of| self.trait_name(of.0));
                let traits = [self.trait_name(of.def_id.0)].into_iter().chain(auto).collect();
                signature(&inputs.iter().collect::<Vec<_>>(), output, traits)
            }
            TyKind::Adt(adt, args) if self.db.origin(adt.def_id().krate(self.db)) == Origin::Std => {
                let path = self.path_of_adt(adt.def_id());
                let name = name_of_standard(&path).to_owned();
                Some(OpaqueDef::Std(name, args.types().map(|ty| self.convert(ty, env)).collect()))
            }
            _ => None,
        }
    }
}
