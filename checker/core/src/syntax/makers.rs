//! Which functions make values of a type from other things: the way to values of types with private insides.
use crate::program::{FnDef, FnId};
use crate::ty::{AdtId, Ty};

use super::Crate;

impl Crate {
    /// Lists for each struct and enum the functions that return one without being given one.
    pub(super) fn find_makers(&mut self) {
        let mut found = Vec::new();
        for (at, item) in self.fns.iter().enumerate() {
            let def = &item.def;
            if def.std || self.for_tests(def) {
                continue;
            }
            let mut made = Vec::new();
            self.handed_out(&def.ret, &mut made);
            let takes = |id: AdtId| def.params.iter().any(|param| self.has(&param.ty, id, &mut Vec::new()));
            found.extend(made.into_iter().filter(|id| !takes(*id)).map(|id| (id, FnId(at as u32))));
        }
        for (id, func) in found {
            self.adts[id.0 as usize].def.makers.push(func);
        }
    }

    fn for_tests(&self, def: &FnDef) -> bool {
        let mut at = Some(def.module);
        while let Some(here) = at {
            let module = &self.modules[here.0 as usize];
            if module.test_only {
                return true;
            }
            at = module.parent;
        }
        false
    }

    /// The types of which a result holds one that the caller gets to own.
    fn handed_out(&self, ret: &Ty, out: &mut Vec<AdtId>) {
        match ret {
            Ty::Boxed(inner) => self.handed_out(inner, out),
            Ty::Tuple(all) => all.iter().for_each(|ty| self.handed_out(ty, out)),
            Ty::Adt(id, args) => {
                let def = &self.adts[id.0 as usize].def;
                if def.module.is_some() {
                    if !out.contains(id) {
                        out.push(*id);
                    }
                } else if let ("Option" | "Result", Some(first)) = (def.name.as_str(), args.first()) {
                    self.handed_out(first, out);
                }
            }
            _ => {}
        }
    }

    /// Whether a type is among the parts of another, or the other itself.
    fn has(&self, ty: &Ty, id: AdtId, seen: &mut Vec<AdtId>) -> bool {
        match ty {
            Ty::Adt(found, _) if *found == id => true,
            Ty::Adt(found, args) => {
                if args.iter().any(|arg| self.has(arg, id, seen)) {
                    return true;
                }
                if seen.contains(found) {
                    return false;
                }
                seen.push(*found);
                let variants = &self.adts[found.0 as usize].def.variants;
                variants.iter().flat_map(|variant| &variant.fields).any(|field| self.has(&field.ty, id, seen))
            }
            Ty::Tuple(all) => all.iter().any(|ty| self.has(ty, id, seen)),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => {
                self.has(inner, id, seen)
            }
            _ => false,
        }
    }
}
