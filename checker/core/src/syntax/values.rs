//! What a path means where a value is expected.
use crate::ty::{IntTy, Ty};

use super::items::Owner;
use super::names::{At, Def, Ns, segments};
use super::types::{infer, primitive};
use super::{Crate, Scope, ValueRes};

impl Crate {
    pub(super) fn value(&self, scope: &Scope, path: &syn::ExprPath) -> Option<ValueRes> {
        let names = segments(&path.path);
        if let Some(qself) = &path.qself {
            let base = self.resolve_type(scope, &qself.ty);
            let [name] = &names[qself.position..] else { return None };
            let of_trait = (qself.position > 0).then(|| names[qself.position - 1].as_str());
            return self.assoc_in(&base, name, of_trait);
        }
        let absolute = path.path.leading_colon.is_some();
        if !absolute && names[0] == "Self" {
            let this = scope.self_ty.clone()?;
            return match (&names[1..], this) {
                ([], Ty::Adt(id, args)) => Some(ValueRes::Ctor(id, 0, Some(args))),
                ([name], this) => self.assoc(&this, name),
                _ => None,
            };
        }
        if !absolute && names.len() > 1 && scope.generics.contains(&names[0]) {
            // `T::default()`: which one is up to the caller.
            let [_, name] = names.as_slice() else { return None };
            return Some(ValueRes::Assoc(Ty::Param(names[0].clone()), name.clone()));
        }
        let at = At::from(scope);
        let found = self
            .resolve_path(at, &names, absolute, Ns::Values)
            .or_else(|| self.resolve_path(at, &names, absolute, Ns::Types));
        let Some((def, used)) = found else {
            let [name, member] = names.as_slice() else { return None };
            return self.assoc(&primitive(name)?, member);
        };
        let segment = |index: usize| &path.path.segments[index];
        if used == names.len() {
            let last = segment(used - 1);
            return match def {
                Def::Fn(id) => Some(ValueRes::Fn(id, None)),
                Def::Ambiguous => Some(ValueRes::Unclear),
                Def::Const(id) => Some(ValueRes::Const(id)),
                Def::Variant(id, variant) => {
                    // `Option::<u8>::None` and `None::<u8>` both have arguments.
                    let before = used.checked_sub(2).map(segment).and_then(|it| self.type_args(scope, it, 0));
                    let args = self.type_args(scope, last, 0).or(before);
                    Some(ValueRes::Ctor(id, variant, args))
                }
                Def::Adt(id) if !self.adts[id.0 as usize].def.is_enum => {
                    Some(ValueRes::Ctor(id, 0, self.type_args(scope, last, 0)))
                }
                Def::Alias(_) => match self.def_type(scope, &def, last, 0)? {
                    Ty::Adt(id, args) if !self.adts[id.0 as usize].def.is_enum => {
                        Some(ValueRes::Ctor(id, 0, Some(args)))
                    }
                    _ => None,
                },
                Def::External(_) if used == 1 => Some(ValueRes::Unclear),
                Def::External(path) => match path.as_slice() {
                    // The old constants, `std::i32::MAX`.
                    [std, ty, name] if std == "std" => self.assoc(&Ty::Int(IntTy::from_name(ty)?), name),
                    [std, _, _, name] if std == "std" => {
                        let outer = path[..path.len() - 1].to_vec();
                        let base = self.def_type(scope, &Def::External(outer), segment(used.checked_sub(2)?), 0)?;
                        self.assoc(&base, name)
                    }
                    _ => None,
                },
                _ => None,
            };
        }
        if used + 1 != names.len() {
            return None;
        }
        let base = self.def_type(scope, &def, segment(used - 1), 0)?;
        self.assoc(&base, &names[used])
    }

    /// `Type::name`.
    fn assoc(&self, ty: &Ty, name: &str) -> Option<ValueRes> {
        self.assoc_in(ty, name, None)
    }

    /// `<Type as Trait>::name`.
    fn assoc_in(&self, ty: &Ty, name: &str, of_trait: Option<&str>) -> Option<ValueRes> {
        if let (Ty::Adt(id, args), None) = (ty, of_trait)
            && let Some(variant) = self.variant(*id, name)
        {
            let args = (!args.iter().all(|arg| *arg == infer())).then(|| args.clone());
            return Some(ValueRes::Ctor(*id, variant, args));
        }
        let of_this_trait = |id: crate::program::FnId| match of_trait {
            None => true,
            Some(name) => match self.fns[id.0 as usize].def.of_trait.as_deref() {
                Some(spelled) => {
                    let plain = spelled.split('<').next().unwrap_or(spelled);
                    plain.rsplit("::").next() == Some(name)
                }
                None => false,
            },
        };
        if let Some(id) = self.assoc_fn(ty, name, of_trait).or_else(|| self.provided_fn(ty, name)) {
            return of_this_trait(id).then(|| ValueRes::Fn(id, Some(ty.clone())));
        }
        // A trait's constants are not told apart from the type's own.
        if let (Some(id), None) = (self.assoc_const(ty, name), of_trait) {
            return Some(ValueRes::Const(id));
        }
        Some(ValueRes::Assoc(ty.clone(), name.to_owned()))
    }

    /// A provided function of the one trait with it that the type implements.
    fn provided_fn(&self, ty: &Ty, name: &str) -> Option<crate::program::FnId> {
        let mut found = self.methods.get(name)?.iter().copied().filter(|id| {
            let Some(&Owner::Trait(of)) = self.owners.get(id.0 as usize) else { return false };
            let fits = |(implemented, self_ty): &(usize, Ty)| {
                *implemented == of
                    && !matches!(self_ty, Ty::Param(_))
                    && super::methods::match_ty(self_ty, ty).is_some()
            };
            self.trait_impls.iter().any(fits)
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}
