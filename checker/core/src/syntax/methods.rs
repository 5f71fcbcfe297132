//! Methods and associated items by type.
use std::collections::{BTreeSet, HashMap};

use crate::program::{FnId, ModuleId};
use crate::ty::Ty;

use super::effect_names::is_std_method;
use super::items::Owner;
use super::{ConstId, Crate, Scope};

/// Binds the type parameters of a pattern so that it becomes the type; `None` if it cannot. "To be inferred" fits all.
pub(super) fn match_ty(pattern: &Ty, ty: &Ty) -> Option<HashMap<String, Ty>> {
    let mut bound = HashMap::new();
    unify(pattern, ty, &mut bound).then_some(bound)
}

fn unify(pattern: &Ty, ty: &Ty, bound: &mut HashMap<String, Ty>) -> bool {
    let is_infer = |ty: &Ty| matches!(ty, Ty::Param(name) if name == "_");
    if is_infer(ty) || is_infer(pattern) {
        return true;
    }
    if let Ty::Param(name) = pattern {
        return match bound.get(name) {
            Some(known) => known == ty,
            None => {
                bound.insert(name.clone(), ty.clone());
                true
            }
        };
    }
    match (pattern, ty) {
        (Ty::Tuple(left), Ty::Tuple(right)) => all(left, right, bound),
        (Ty::Adt(left, args), Ty::Adt(right, others)) => left == right && all(args, others, bound),
        (Ty::Array(left, n), Ty::Array(right, m)) => n == m && unify(left, right, bound),
        (Ty::Ref(left_mut, left), Ty::Ref(right_mut, right)) => left_mut == right_mut && unify(left, right, bound),
        (Ty::Slice(left), Ty::Slice(right)) | (Ty::Vec(left), Ty::Vec(right)) | (Ty::Boxed(left), Ty::Boxed(right)) => {
            unify(left, right, bound)
        }
        _ => pattern == ty,
    }
}

fn all(left: &[Ty], right: &[Ty], bound: &mut HashMap<String, Ty>) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| unify(left, right, bound))
}

/// What one step of the search for a method finds.
enum Step {
    Nothing,
    One(FnId),
    /// More than one trait has it; which is meant depends on what is in scope.
    Unclear,
}

impl Crate {
    /// Rust's search: the receiver, then what it derefs to, each by value, by `&`, by `&mut`; a type's own methods first.
    /// Which traits are in scope is not known: a trait's method is only taken if the search finds nothing else further on.
    pub(super) fn method(&self, receiver: &Ty, name: &str) -> Option<FnId> {
        // Of a type that is still to be inferred nothing is known.
        if is_blanket(receiver) {
            return None;
        }
        let mut level = Some(receiver.clone());
        let mut found = None;
        while let Some(ty) = level {
            let by_ref = |mutable| Ty::Ref(mutable, Box::new(ty.clone()));
            for receiver in [ty.clone(), by_ref(false), by_ref(true)] {
                match (self.method_for(&receiver, name), found) {
                    (Step::Nothing, _) => {}
                    (Step::One(id), Some(other)) if id == other => {}
                    (Step::Unclear, _) | (Step::One(_), Some(_)) => return None,
                    (Step::One(id), None) if self.fns[id.0 as usize].def.of_trait.is_none() => return Some(id),
                    (Step::One(id), None) => found = Some(id),
                }
            }
            level = match ty {
                Ty::Ref(_, inner) | Ty::Boxed(inner) => Some(*inner),
                Ty::Vec(element) | Ty::Array(element, _) => Some(Ty::Slice(element)),
                // What the user's own `deref` gives only shows that there is more than one candidate.
                Ty::Adt(..) if found.is_some() => self.deref_target(&ty),
                _ => None,
            };
        }
        found
    }

    /// What a type's own `Deref` gives.
    fn deref_target(&self, ty: &Ty) -> Option<Ty> {
        let def = &self.fns[self.operator(ty, None, "deref")?.0 as usize].def;
        let bound = match_ty(def.self_ty.as_ref()?, ty)?;
        Some(def.ret.peeled().substitute(&|name| bound.get(name).cloned()))
    }

    /// The method whose `self` parameter has exactly this type.
    fn method_for(&self, receiver: &Ty, name: &str) -> Step {
        let fits = |id: &&FnId| {
            let item = &self.fns[id.0 as usize];
            let first = item.def.params.first().filter(|param| param.name == "self");
            first.is_some_and(|param| !is_blanket(&param.ty) && match_ty(&param.ty, receiver).is_some())
        };
        let ids = self.methods.get(name).map_or(&[][..], Vec::as_slice);
        let (of_trait, inherent): (Vec<FnId>, Vec<FnId>) =
            ids.iter().filter(fits).partition(|id| self.fns[id.0 as usize].def.of_trait.is_some());
        match (inherent.as_slice(), of_trait.as_slice()) {
            ([], []) => self.provided_for(receiver, name),
            ([id], _) | ([], [id]) => Step::One(*id),
            _ => Step::Unclear,
        }
    }

    /// A provided method of a trait that the receiver's type implements.
    fn provided_for(&self, receiver: &Ty, name: &str) -> Step {
        let mut found = Vec::new();
        for &id in self.methods.get(name).into_iter().flatten() {
            let Some(&Owner::Trait(of)) = self.owners.get(id.0 as usize) else { continue };
            let Some(this) = self.fns[id.0 as usize].def.params.first().filter(|param| param.name == "self") else {
                continue;
            };
            let fits = |(implemented, self_ty): &(usize, Ty)| {
                let as_self = |name: &str| (name == "Self").then(|| self_ty.clone());
                *implemented == of
                    && !matches!(self_ty, Ty::Param(_))
                    && match_ty(&this.ty.substitute(&as_self), receiver).is_some()
            };
            if self.trait_impls.iter().any(fits) {
                found.push(id);
            }
        }
        match found.as_slice() {
            [] => Step::Nothing,
            [id] => Step::One(*id),
            _ => Step::Unclear,
        }
    }

    /// Whether a call of this method may mean another one than `chosen`: a method of a trait of the crate that the type
    /// implements, too. It may where the type stands for a type parameter (`bounded`: then the bound decides), where the
    /// trait is implemented for all types, and where the type is built in, since most of the library's own methods are
    /// not known here.
    pub(super) fn rival(&self, ty: &Ty, name: &str, chosen: Option<FnId>, bounded: bool) -> bool {
        let built_in = !matches!(ty, Ty::Adt(id, _) if self.adts[id.0 as usize].def.module.is_some());
        let Some(ids) = self.methods.get(name) else { return false };
        let of_trait = |id: FnId| {
            let def = &self.fns[id.0 as usize].def;
            !def.std && def.of_trait.is_some()
        };
        if built_in && chosen.is_some_and(of_trait) {
            let text = matches!(ty, Ty::Opaque(name) if !matches!(name.as_str(), "&str" | "str" | "String"));
            if text || is_std_method(name) {
                return true;
            }
        }
        let counts = |of: &Ty| {
            let same = || {
                let slice = match ty {
                    Ty::Vec(element) | Ty::Array(element, _) => match_ty(of.peeled(), &Ty::Slice(element.clone())),
                    _ => None,
                };
                slice.or_else(|| match_ty(of.peeled(), ty)).is_some()
            };
            is_blanket(of) || (built_in || bounded) && same()
        };
        ids.iter().filter(|id| Some(**id) != chosen && of_trait(**id)).any(|id| match self.owners.get(id.0 as usize) {
            Some(&Owner::Trait(of)) => self.trait_impls.iter().any(|(each, ty)| *each == of && counts(ty)),
            _ => self.fns[id.0 as usize].def.self_ty.as_ref().is_some_and(counts),
        })
    }

    /// Whether the crate has a macro of this name, or imports one from elsewhere than the standard library.
    pub(super) fn own_macro(&self, name: &str) -> bool {
        let tables = self.names.modules.iter().chain(self.names.blocks.iter().map(|(table, _)| table));
        let foreign = |path: &[String]| !matches!(path.first().map(String::as_str), Some("std" | "core" | "alloc"));
        tables.into_iter().any(|table| {
            table.macros.iter().any(|(each, _)| each == name)
                || table.imports.get(name).into_iter().flatten().any(|import| foreign(&import.path))
        })
    }

    /// The implementation of an operator: the method of exactly these operands.
    pub(super) fn operator(&self, left: &Ty, right: Option<&Ty>, method: &str) -> Option<FnId> {
        let trait_name = if method == "eq" || method == "ne" { "partialeq".into() } else { method.replace('_', "") };
        let fits = |id: &&FnId| {
            let def = &self.fns[id.0 as usize].def;
            let spelled = def.of_trait.as_deref().and_then(|of| of.split('<').next()?.rsplit("::").next());
            !def.std
                && spelled.is_some_and(|of| of.trim().to_lowercase() == trait_name)
                && def.self_ty.as_ref().is_some_and(|of| !is_blanket(of) && match_ty(of, left).is_some())
                && match (def.params.as_slice(), right) {
                    ([_, param], Some(right)) => match_ty(&param.ty, right).is_some(),
                    ([_], None) => true,
                    _ => false,
                }
        };
        match self.methods.get(method)?.iter().filter(fits).collect::<Vec<_>>().as_slice() {
            [id] => Some(**id),
            _ => None,
        }
    }

    /// `From::from` (or `Default::default`, where there is nothing to start from), as the crate implements it for `to`.
    pub(super) fn conversion(&self, from: Option<&Ty>, to: &Ty) -> Option<FnId> {
        let (name, of) = if from.is_some() { ("from", "From") } else { ("default", "Default") };
        let fits = |id: &&FnId| {
            let def = &self.fns[id.0 as usize].def;
            let spelled = def.of_trait.as_deref().and_then(|of| of.split('<').next()?.rsplit("::").next());
            !def.std
                && spelled.map(str::trim) == Some(of)
                && def.self_ty.as_ref().is_some_and(|of| !is_blanket(of) && match_ty(of, to).is_some())
                && match (def.params.as_slice(), from) {
                    ([param], Some(from)) => match_ty(param.ty.peeled(), from.peeled()).is_some(),
                    ([], None) => true,
                    _ => false,
                }
        };
        match self.methods.get(name)?.iter().filter(fits).collect::<Vec<_>>().as_slice() {
            [id] => Some(**id),
            _ => None,
        }
    }

    /// The associated function of a type, its own before those of traits; only those of `of_trait` if that is given.
    pub(super) fn assoc_fn(&self, ty: &Ty, name: &str, of_trait: Option<&str>) -> Option<FnId> {
        let ids = self.methods.get(name).filter(|_| !is_blanket(ty))?;
        let fits = |id: &&FnId| {
            let def = &self.fns[id.0 as usize].def;
            let spelled = def.of_trait.as_deref().and_then(|of| of.split('<').next()?.rsplit("::").next());
            def.self_ty.as_ref().is_some_and(|of| !is_blanket(of) && match_ty(of, ty).is_some())
                && (of_trait.is_none() || spelled.map(str::trim) == of_trait)
        };
        let (of_traits, inherent): (Vec<FnId>, Vec<FnId>) =
            ids.iter().filter(fits).partition(|id| self.fns[id.0 as usize].def.of_trait.is_some());
        match (inherent.as_slice(), of_traits.as_slice(), ty) {
            ([id], _, _) | ([], [id], _) => Some(*id),
            ([], [], Ty::Vec(element) | Ty::Array(element, _)) => {
                self.assoc_fn(&Ty::Slice(element.clone()), name, of_trait)
            }
            _ => None,
        }
    }

    /// Whether code at a place may use a function. Where it may not, the name means something else there.
    pub fn may_use(&self, scope: &Scope, id: FnId) -> bool {
        let item = &self.fns[id.0 as usize];
        let module = |id: ModuleId| self.modules[id.0 as usize].path.as_str();
        let (here, there) = (module(scope.module), module(item.def.module));
        let inside = || here.strip_prefix(there).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        !item.private || there.is_empty() || inside()
    }

    /// Whether a call of `from` may lead to one of `to`.
    pub fn may_reach(&self, from: FnId, to: FnId) -> bool {
        let (mut seen, mut todo) = (BTreeSet::from([from]), vec![from]);
        while let Some(next) = todo.pop() {
            if next == to {
                return true;
            }
            todo.extend(self.fns[next.0 as usize].callees.iter().filter(|callee| seen.insert(**callee)));
        }
        false
    }

    /// The associated constant of a type.
    pub(super) fn assoc_const(&self, ty: &Ty, name: &str) -> Option<ConstId> {
        let all = self.assoc_consts.get(name)?;
        let mut fits = all.iter().filter(|(of, _)| !is_blanket(of) && match_ty(of, ty).is_some());
        let first = fits.next()?;
        fits.next().is_none().then_some(first.1)
    }
}

/// Whether an `impl` for this is one for (nearly) all types: its bounds decide, and they are not modelled.
fn is_blanket(ty: &Ty) -> bool {
    matches!(ty.peeled(), Ty::Param(_))
}
