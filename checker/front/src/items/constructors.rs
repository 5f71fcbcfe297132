//! Which functions make values of a type: the way to values of types with private insides.
use hir_def::visibility::Visibility;
use hir_def::{AssocItemId, HasModule};
use refine_core::ids::{AdtId, FnId};
use refine_core::program::FnDef;
use refine_core::ty::Ty;

use super::{FnItem, Items};
use crate::types::Types;

/// Traits whose methods lead to no other value, or cannot be called.
const NO_STEPS: [&str; 2] = ["Clone", "Drop"];

impl Items {
    /// Lists for each struct and enum the functions that return one without being given one, and those that make of one
    /// another. Where a type's users have functions to make one with, its module's private ones are no way: between two
    /// calls of them its fields may be in any state.
    pub(super) fn find_makers(&self, types: &Types<'_>) {
        let (mut constructors, mut steps) = (Vec::new(), Vec::new());
        for (at, item) in self.fns.iter().enumerate() {
            let func = FnId(at as u32);
            let mut made = Vec::new();
            handed_out(types, &item.def.ret, &mut made);
            changed(types, &item.def, &mut made);
            for id in made {
                let id = types.over_own_constants(id);
                let list = if takes(types, &item.def, id) { &mut steps } else { &mut constructors };
                list.push((id, func, is_open(types, item)));
            }
        }
        let open = |id: AdtId| constructors.iter().any(|(of, _, open)| *of == id && *open);
        for (id, func, _) in constructors.iter().filter(|(id, _, is_open)| *is_open || !open(*id)) {
            types.complete(*id, |def| def.constructors.push(*func));
        }
        for (id, func, _) in steps.iter().filter(|(id, _, is_open)| *is_open || !open(*id)) {
            let of_trait = self.fns[func.0 as usize].def.of_trait.as_deref().unwrap_or_default();
            if !NO_STEPS.contains(&of_trait.rsplit("::").next().unwrap_or_default()) {
                types.complete(*id, |def| def.steps.push(*func));
            }
        }
        for (at, item) in self.fns.iter().enumerate().filter(|(_, item)| item.spec.generator) {
            let mut made = Vec::new();
            handed_out(types, &item.def.ret, &mut made);
            for id in made {
                let id = types.over_own_constants(id);
                types.complete(id, |def| {
                    // Several generators are several ways; what is no generator is none.
                    if !std::mem::replace(&mut def.generated, true) {
                        def.constructors.clear();
                        def.steps.clear();
                    }
                    def.constructors.push(FnId(at as u32));
                });
            }
        }
    }
}

/// Whether a function can be called from outside of its module.
fn is_open(types: &Types<'_>, item: &FnItem) -> bool {
    let db = types.db();
    let private = |visibility| matches!(visibility, Visibility::Module(of, _) if of == item.id.module(db));
    item.def.of_trait.is_some() || !private(AssocItemId::FunctionId(item.id).assoc_visibility(db))
}

/// The types of which a function changes a value of its caller's, or may, where there are cells in it.
fn changed(types: &Types<'_>, def: &FnDef, out: &mut Vec<AdtId>) {
    for param in &def.params {
        if let Ty::Ref(mutable, inner) = &param.ty
            && let Ty::Adt(id, _) = &**inner
            && types.with_adt(*id, |def| def.module.is_some())
            && !out.contains(id)
            && (*mutable || !def.pure && types.has_cell(inner))
        {
            out.push(*id);
        }
    }
}

fn takes(types: &Types<'_>, def: &FnDef, id: AdtId) -> bool {
    def.params.iter().any(|param| has(types, &param.ty, id, &mut Vec::new()))
}

/// The types of which a result holds one that the caller gets to own.
fn handed_out(types: &Types<'_>, ret: &Ty, out: &mut Vec<AdtId>) {
    match ret {
        Ty::Boxed(inner) | Ty::Vec(inner) => handed_out(types, inner, out),
        Ty::Tuple(all) => all.iter().for_each(|ty| handed_out(types, ty, out)),
        Ty::Adt(id, args) => {
            let (own, name) = types.with_adt(*id, |def| (def.module.is_some(), def.path.clone()));
            if own {
                if !out.contains(id) {
                    out.push(*id);
                }
            } else if let ("Option" | "Result", Some(first)) = (name.as_str(), args.first()) {
                handed_out(types, first, out);
            }
        }
        _ => {}
    }
}

/// Whether a type, over its own constant parameters, is among the parts of another, or the other itself.
fn has(types: &Types<'_>, ty: &Ty, id: AdtId, seen: &mut Vec<AdtId>) -> bool {
    match ty {
        Ty::Adt(found, _) if types.over_own_constants(*found) == id => true,
        Ty::Adt(found, args) => {
            if args.iter().any(|arg| has(types, arg, id, seen)) {
                return true;
            }
            if seen.contains(found) {
                return false;
            }
            seen.push(*found);
            let variants = types.with_adt(*found, |def| def.variants.clone());
            variants.iter().flat_map(|variant| &variant.fields).any(|field| has(types, &field.ty, id, seen))
        }
        Ty::Tuple(all) => all.iter().any(|ty| has(types, ty, id, seen)),
        Ty::Array(inner, _)
        | Ty::Slice(inner)
        | Ty::Vec(inner)
        | Ty::Ref(_, inner)
        | Ty::Borrow(inner)
        | Ty::Boxed(inner) => has(types, inner, id, seen),
        _ => false,
    }
}
