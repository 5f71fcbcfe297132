//! Which functions make values of a type from other things: the way to values of types with private insides.
use refine_core::program::{FnDef, FnId};
use refine_core::ty::{AdtId, Ty};

use super::Items;
use crate::types::Types;

impl Items {
    /// Lists for each struct and enum the functions that return one without being given one.
    pub(super) fn find_makers(&self, types: &Types<'_>) {
        for (at, item) in self.fns.iter().enumerate() {
            let mut made = Vec::new();
            handed_out(types, &item.def.ret, &mut made);
            for id in made {
                if !takes(types, &item.def, id) {
                    types.complete(id, |def| def.makers.push(FnId(at as u32)));
                }
            }
        }
    }
}

fn takes(types: &Types<'_>, def: &FnDef, id: AdtId) -> bool {
    def.params.iter().any(|param| has(types, &param.ty, id, &mut Vec::new()))
}

/// The types of which a result holds one that the caller gets to own.
fn handed_out(types: &Types<'_>, ret: &Ty, out: &mut Vec<AdtId>) {
    match ret {
        Ty::Boxed(inner) => handed_out(types, inner, out),
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

/// Whether a type is among the parts of another, or the other itself.
fn has(types: &Types<'_>, ty: &Ty, id: AdtId, seen: &mut Vec<AdtId>) -> bool {
    match ty {
        Ty::Adt(found, _) if *found == id => true,
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
