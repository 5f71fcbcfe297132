//! Constant parameters: in types of ours they are lengths of arrays, and part of what a struct is.
use std::collections::HashMap;

use hir_def::GenericDefId;
use hir_def::hir::generics::GenericParams;
use hir_ty::ParamEnvAndCrate;
use hir_ty::consteval::{try_const_usize, usize_const};
use hir_ty::db::GeneralConstId;
use hir_ty::next_solver::{Const, ConstKind, GenericArg, GenericArgs, ParamEnv, TyKind};
use refine_core::ids::AdtId;
use refine_core::ty::{Length, Ty};
use rustc_type_ir::inherent::IntoKind;

use super::{AdtKey, Env, Types};
use crate::guard::guard;

/// Constants that stand for constant parameters, by the names of these.
pub(crate) type Constants<'db> = HashMap<String, Const<'db>>;

impl<'db> Types<'db> {
    /// What a constant in a type is as the length of an array, if it is known.
    pub(super) fn length(&self, len: Const<'db>) -> Option<Length> {
        match len.kind() {
            ConstKind::Value(_) | ConstKind::Unevaluated(_) => self.known_length(len).map(Length::Known),
            ConstKind::Param(_) => self.const_name(len).map(Length::Param),
            _ => None,
        }
    }

    /// The value of a constant in a type, if it is known.
    pub(crate) fn known_length(&self, len: Const<'db>) -> Option<u64> {
        let value = self.evaluated(len);
        match value.kind() {
            ConstKind::Value(_) => try_const_usize(self.db, value)?.try_into().ok(),
            _ => None,
        }
    }

    /// A constant as its value, by rust-analyzer's evaluation, where that is a number, a truth value or a character; else as it is.
    /// Whether the value can be relied on is [`TypeDoubts`]' to say.
    pub(crate) fn evaluated(&self, value: Const<'db>) -> Const<'db> {
        let ConstKind::Unevaluated(_) = value.kind() else { return value };
        if let Some(known) = self.table.borrow().constants.get(&value) {
            return *known;
        }
        let found = guard(|| self.evaluate(value)).flatten().unwrap_or(value);
        self.table.borrow_mut().constants.insert(value, found);
        found
    }

    fn evaluate(&self, value: Const<'db>) -> Option<Const<'db>> {
        let ConstKind::Unevaluated(of) = value.kind() else { return None };
        let db = self.db_hir();
        let found = match of.def.0 {
            GeneralConstId::ConstId(id) => db.const_eval(id, of.args, None),
            GeneralConstId::StaticId(id) => db.const_eval_static(id),
            GeneralConstId::AnonConstId(id) => db.anon_const_eval(id, of.args, None),
        };
        let found = found.ok()?;
        let is_scalar = matches!(found.ty.kind(), TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Uint(_));
        let env = ParamEnvAndCrate { param_env: ParamEnv::empty(self.interner()), krate: self.krate };
        is_scalar.then(|| Const::new_from_allocation(self.interner(), &found, env))
    }

    /// The length of an array as a constant; parameters are those of the environment.
    pub(crate) fn length_const(&self, length: &Length, env: Env) -> Option<Const<'db>> {
        match length {
            Length::Known(n) => Some(usize_const(self.db, Some(u128::from(*n)), self.krate)),
            Length::Param(name) => self.const_param(name, env),
        }
    }

    /// The constant arguments that are part of a struct of ours. Parameters among them are those of the environment, by their names: the
    /// type may have been met in another item first.
    pub(super) fn consts_of(&self, id: AdtId, env: Env) -> Option<Vec<Const<'db>>> {
        let consts = {
            let table = self.table.borrow();
            table.ids.iter().find(|(_, known)| **known == id).and_then(|(key, _)| match key {
                AdtKey::Item(_, consts) => Some(consts.clone()),
                AdtKey::Closure(..) | AdtKey::Callable(..) => None,
            })?
        };
        let here = |value: Const<'db>| match self.const_name(value) {
            Some(name) => self.const_param(&name, env),
            None => Some(value),
        };
        consts.into_iter().map(here).collect()
    }

    /// A constant parameter that an item or what it is in declares.
    fn const_param(&self, name: &str, env: Env) -> Option<Const<'db>> {
        let mut all = self.identity(env.item()?).iter().filter_map(|arg| arg.konst());
        all.find(|own| self.const_name(*own).as_deref() == Some(name))
    }

    /// The name of a constant that is a parameter.
    pub(crate) fn const_name(&self, value: Const<'db>) -> Option<String> {
        let ConstKind::Param(param) = value.kind() else { return None };
        let params = GenericParams::of(self.db, param.id.parent());
        Some(self.name(&params[param.id.local_id()].const_param()?.name))
    }

    /// Whether a type has parts that are for some constants only.
    pub(crate) fn depends_on_constants(&self, ty: &Ty) -> bool {
        let here = match ty {
            Ty::Array(_, length) => length.known().is_none(),
            Ty::Adt(id, _) => self.with_adt(*id, |def| !def.consts.is_empty()),
            _ => false,
        };
        here || ty.parts().any(|part| self.depends_on_constants(part))
    }

    /// The generic arguments of a struct of ours that stands for one of Rust: its own type parameters, and the constants that it is for.
    pub(crate) fn own_args(&self, id: AdtId) -> GenericArgs<'db> {
        let table = self.table.borrow();
        let keys = table.ids.iter().find_map(|(key, known)| match key {
            AdtKey::Item(item, consts) if *known == id => Some((*item, consts.clone())),
            _ => None,
        });
        drop(table);
        match keys {
            Some((item, consts)) => self.with_consts(item.into(), &consts),
            None => GenericArgs::empty(self.interner()),
        }
    }

    /// The item's own type parameters, with other values of the constant ones.
    pub(super) fn with_consts(&self, item: GenericDefId, consts: &[Const<'db>]) -> GenericArgs<'db> {
        let mut consts = consts.iter();
        let args = self.identity(item).iter().map(|arg| match arg.konst() {
            Some(own) => GenericArg::from(*consts.next().unwrap_or(&own)),
            None => arg,
        });
        let args: Vec<GenericArg<'db>> = args.collect();
        GenericArgs::new_from_slice(&args)
    }

    /// A type over an item's own parameters, with constants put in for the constant ones.
    pub(crate) fn for_constants(&self, item: GenericDefId, ty: &Ty, consts: &[Const<'db>]) -> Ty {
        if consts.is_empty() || !self.depends_on_constants(ty) {
            return ty.clone();
        }
        // A place that the caller sees changed has no other type in Rust than a `&mut` that is a value.
        if let Ty::Ref(true, inner) = ty {
            return Ty::Ref(true, Box::new(self.for_constants(item, inner, consts)));
        }
        let env = Env::of(item);
        match self.hir(ty, env) {
            Some(known) => self.ty(self.instantiate(known, self.with_consts(item, consts), env), env),
            None => Ty::Opaque("a type that depends on a constant".to_owned()),
        }
    }

    /// What the constant parameters of a declared type are, where values of another type are its values; constants of this are over the
    /// parameters of the environment. Those that are known already stay.
    pub(crate) fn find_constants(&self, declared: &Ty, actual: &Ty, env: Env, found: &mut Constants<'db>) {
        let below = |ty: &Ty| match ty.peeled() {
            Ty::Borrow(inner) => inner.peeled().clone(),
            ty => ty.clone(),
        };
        let mut bind = |declared: Const<'db>, actual: Option<Const<'db>>| {
            if let (Some(name), Some(actual)) = (self.const_name(declared), actual) {
                found.entry(name).or_insert(actual);
            }
        };
        let (declared, actual) = (below(declared), below(actual));
        match (&declared, &actual) {
            (Ty::Array(_, Length::Param(name)), Ty::Array(_, length)) => {
                if let Some(length) = self.length_const(length, env) {
                    found.entry(name.clone()).or_insert(length);
                }
            }
            (Ty::Adt(one, _), Ty::Adt(other, _)) if self.kind(*one) == self.kind(*other) => {
                let actual = self.consts_of(*other, env).unwrap_or_default();
                for (at, declared) in self.own_args(*one).consts().enumerate() {
                    bind(declared, actual.get(at).copied());
                }
            }
            _ => {}
        }
        let same = std::mem::discriminant(&declared) == std::mem::discriminant(&actual);
        for (declared, actual) in declared.parts().zip(actual.parts()).filter(|_| same) {
            self.find_constants(declared, actual, env, found);
        }
    }

    /// The constants that stand for an item's parameters, in their order; `None` if one is not known.
    pub(crate) fn in_order(&self, item: GenericDefId, found: &Constants<'db>) -> Option<Vec<Const<'db>>> {
        let one = |own: Const<'db>| found.get(&self.const_name(own)?).copied();
        self.identity(item).consts().map(one).collect()
    }
}
