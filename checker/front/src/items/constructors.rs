//! Which functions make values of a type: the way to values of types with private insides.
use hir_def::nameres::crate_def_map;
use hir_def::visibility::Visibility;
use hir_def::{AssocItemId, FunctionId, HasModule};
use hir_ty::db::HirDatabase;
use refine_core::ids::{AdtId, FnId, ModuleId};
use refine_core::program::{AdtDef, FnDef};
use refine_core::ty::Ty;

use super::callable::callable;
use super::signature::{Enclosing, Signatures};
use super::{FnItem, Items};
use crate::database::Origin;
use crate::spans::Spans;
use crate::types::{AdtKind, Types};

/// A function of another of the user's packages that makes values of a type of that package, or changes them.
#[derive(Clone, Debug)]
pub(crate) struct Maker {
    pub(crate) id: FunctionId,
    pub(crate) def: FnDef,
    /// The types, and whether it makes a value of another.
    pub(crate) of: Vec<(AdtId, bool)>,
}

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
            handed_out(types, &item.def.ret, &is_own, &mut made);
            changed(types, &item.def, &is_own, &mut made);
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
            handed_out(types, &item.def.ret, &AdtDef::is_spelled, &mut made);
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

    /// The same of the user's other packages, for the types of theirs that the crate under check speaks of and cannot write down field by field:
    /// public functions in `impl`s of the types themselves.
    pub(super) fn find_makers_elsewhere<'db>(&mut self, types: &Types<'db>, spans: &Spans<'db>) {
        let db = types.db();
        let is_such =
            |def: &AdtDef| def.named.is_some() && def.is_abstract() && def.generics.is_empty() && !def.generated;
        let all = types.adts().into_iter().enumerate().filter(|(_, def)| is_such(def));
        let krate = |id: AdtId| match types.kind(id) {
            AdtKind::Item(of) => Some(of.krate(db)).filter(|krate| db.origin(*krate) == Origin::Local),
            _ => None,
        };
        let mut crates: Vec<_> = all.filter_map(|(at, _)| krate(AdtId(at as u32))).collect();
        crates.sort_unstable();
        crates.dedup();
        let signatures = Signatures { types, spans };
        for krate in crates {
            let impls = crate_def_map(db, krate).modules().flat_map(|(_, module)| module.scope.impls());
            let inherent = impls.filter(|id| db.impl_trait(*id).is_none());
            let functions = inherent.flat_map(|id| id.impl_items(db).items.iter().map(|(_, item)| *item));
            for item in functions {
                let AssocItemId::FunctionId(id) = item else { continue };
                let is_callable = callable(types, id, false).is_ok_and(|stand_ins| stand_ins.made.is_empty());
                if item.assoc_visibility(db) != Visibility::Public || !is_callable {
                    continue;
                }
                let def = signatures.function(id, &Enclosing { module: ModuleId(0), outer: None });
                if !def.generics.is_empty() || !def.consts.is_empty() {
                    continue;
                }
                let mut made = Vec::new();
                handed_out(types, &def.ret, &is_such, &mut made);
                changed(types, &def, &is_such, &mut made);
                let of: Vec<_> = made.into_iter().map(|of| (of, takes(types, &def, of))).collect();
                if !of.is_empty() {
                    self.makers.push(Maker { id, def: FnDef { uncallable: None, ..def }, of });
                }
            }
        }
    }
}

/// Whether a type is declared by the crate under check.
fn is_own(def: &AdtDef) -> bool {
    def.module.is_some()
}

/// Whether a function can be called from outside of its module.
fn is_open(types: &Types<'_>, item: &FnItem) -> bool {
    let db = types.db();
    let private = |visibility| matches!(visibility, Visibility::Module(of, _) if of == item.id.module(db));
    item.def.of_trait.is_some() || !private(AssocItemId::FunctionId(item.id).assoc_visibility(db))
}

/// The types of which a function changes a value of its caller's, or may, where there are cells in it.
fn changed(types: &Types<'_>, def: &FnDef, counts: &dyn Fn(&AdtDef) -> bool, out: &mut Vec<AdtId>) {
    for param in &def.params {
        if let Ty::Ref(mutable, inner) = &param.ty
            && let Ty::Adt(id, _) = &**inner
            && types.with_adt(*id, counts)
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

/// Types of the standard library that a value can be taken out of.
const HOLDERS: [&str; 6] = ["Option", "Result", "Rc", "Arc", "RefCell", "Cell"];

/// The types of which a result holds one that the caller gets to own.
fn handed_out(types: &Types<'_>, ret: &Ty, counts: &dyn Fn(&AdtDef) -> bool, out: &mut Vec<AdtId>) {
    match ret {
        Ty::Boxed(inner) | Ty::Vec(inner) => handed_out(types, inner, counts, out),
        Ty::Tuple(all) => all.iter().for_each(|ty| handed_out(types, ty, counts, out)),
        Ty::Adt(id, args) => {
            let (found, name) = types.with_adt(*id, |def| (counts(def), def.path.clone()));
            if found {
                if !out.contains(id) {
                    out.push(*id);
                }
            } else if let (true, Some(first)) = (HOLDERS.contains(&name.as_str()), args.first()) {
                handed_out(types, first, counts, out);
            }
        }
        Ty::Opaque(name) => {
            let held = types.standard_opaque(name).filter(|(name, _)| HOLDERS.contains(&name.as_str()));
            held.iter().filter_map(|(_, args)| args.first()).for_each(|first| handed_out(types, first, counts, out));
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
