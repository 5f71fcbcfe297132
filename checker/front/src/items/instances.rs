//! The instances of generic functions that are run beside the function over its own parameters: with a type whose equal values differ,
//! with each type that implements a trait of the crate, and with constants, small ones first.
use std::collections::{HashMap, HashSet};

use hir_def::hir::generics::GenericParams;
use hir_def::nameres::crate_def_map;
use hir_def::{
    AdtId as HirAdtId, ConstParamId, FunctionId, GenericDefId, HasModule, ItemContainerId, Lookup, ModuleDefId,
    TypeOrConstParamId,
};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{Const, GenericArgs, Ty as HirTy, TyKind};
use num_bigint::BigInt;
use refine_core::ids::FnId;
use refine_core::program::{AdtDef, FnDef, Instance};
use refine_core::ty::{IntTy, Ty};
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{TypeFlags, TypeVisitableExt};

use super::signature::top;
use super::stand_ins::{StandInSearch, candidates};
use crate::context::{Callable, Context};
use crate::guard::guard;
use crate::types::Env;

/// Instances of one function for its types, those that stand for its parameters anyway among them.
const TYPES: usize = 2;
/// The same where they are types of the crate: each implements the traits in a way of its own.
const OWN_TYPES: usize = 4;
/// Types that a generic type's functions are run for because the crate speaks of it so.
const ELSEWHERE: usize = 3;
/// The same for those that make its values, which other functions need.
const MADE: usize = 24;

/// Numbers of a function that its constant parameters are run with, and the longest arrays of such a length.
const WRITTEN: usize = 3;
const LONG: i128 = 64;

/// The types in the model of `core` whose equal values differ, the second for bounds that ask for `Copy`. (The harness has them, too.)
const KEYED: [&str; 2] = ["core::refine::Keyed", "core::refine::KeyedCopy"];

/// The instances of a function.
#[derive(Default)]
pub(crate) struct Instances {
    pub all: Vec<Instance>,
    /// Whether it is not run over its own parameters, and what stands for these.
    pub only: bool,
}

/// The instances of all functions of the crate under check, by number.
pub(crate) fn instances(cx: &Context<'_>) -> Vec<Instances> {
    let keyed = |path: &&str| guard(|| cx.types.standard_ty(path, &[])).flatten();
    let keyed = KEYED.iter().filter_map(keyed).collect();
    let effectful =
        cx.items.fns.iter().map(|item| &item.def).filter(|def| def.of_trait.is_some() && !def.effects.is_empty());
    let finder = InstanceFinder {
        cx,
        keyed,
        spoken_of: guard(|| spoken_of(cx)).unwrap_or_default(),
        effectful: effectful.filter_map(|def| def.self_ty.clone()).collect(),
    };
    let makers: HashSet<FnId> =
        cx.types.adts().into_iter().flat_map(|def| def.constructors.into_iter().chain(def.steps)).collect();
    let is_generic = |item: &super::FnItem| {
        (!item.def.generics.is_empty() || !item.def.consts.is_empty()) && item.def.uncallable.is_none()
    };
    let makes = |at: usize| makers.contains(&FnId(at as u32));
    let of = |(at, item): (usize, &super::FnItem)| {
        let found = is_generic(item).then(|| guard(|| finder.all(item, makes(at))));
        found.flatten().unwrap_or_default()
    };
    let mut found: Vec<Instances> = cx.items.fns.iter().enumerate().map(of).collect();
    // What these take has to be made, in an `impl` whose bounds may ask for other types.
    let taken = guard(|| arguments(cx, taken(cx, &found))).unwrap_or_default();
    for (at, item) in cx.items.fns.iter().enumerate().filter(|(at, item)| makes(*at) && is_generic(item)) {
        let more = guard(|| finder.elsewhere(item, &taken, MADE)).unwrap_or_default().into_iter();
        finder.add(&mut found[at].all, more.map(|instance| Instance { is_run: false, ..instance }));
    }
    cx.types.share_makers();
    found
}

/// The types of what generic functions take when they are run: over their own parameters, with what stands for these, and their instances.
fn taken(cx: &Context<'_>, found: &[Instances]) -> Vec<Ty> {
    let over_own = cx.items.fns.iter().filter(|item| !item.def.stand_ins.is_empty()).flat_map(|item| {
        let stands = |name: &str| {
            item.def.stand_ins.iter().find(|(param, _)| param == name).map(|(_, stand_in)| stand_in.clone())
        };
        item.def.params.iter().map(move |param| param.ty.substitute(&stands))
    });
    let instances = found.iter().flat_map(|each| &each.all).filter(|instance| instance.is_run);
    over_own.chain(instances.flat_map(|instance| instance.params.iter().cloned())).collect()
}

/// The arguments with which the signatures and the types of the crate speak of its generic types.
fn spoken_of<'db>(cx: &Context<'db>) -> HashMap<HirAdtId, Vec<GenericArgs<'db>>> {
    let signatures =
        cx.items.fns.iter().flat_map(|item| item.def.params.iter().map(|param| &param.ty).chain([&item.def.ret]));
    let mut all: Vec<Ty> = signatures.cloned().collect();
    for id in cx.items.adts.iter().filter_map(|item| item.adt) {
        let fields = |def: &AdtDef| -> Vec<Ty> {
            def.variants.iter().flat_map(|variant| &variant.fields).map(|field| field.ty.clone()).collect()
        };
        all.extend(cx.types.with_adt(id, fields));
    }
    all.extend(declared(cx));
    arguments(cx, all)
}

/// The types that aliases, constants and statics of the crate have, and those that traits are implemented for.
fn declared(cx: &Context<'_>) -> Vec<Ty> {
    let (db, mut all) = (cx.db, Vec::new());
    for (_, module) in crate_def_map(db, cx.krate).modules() {
        let of_item = |def| match def {
            ModuleDefId::TypeAliasId(id) => Some((db.ty(id.into()), id.into())),
            ModuleDefId::ConstId(id) => Some((db.value_ty(id.into())?, id.into())),
            ModuleDefId::StaticId(id) => Some((db.value_ty(id.into())?, id.into())),
            _ => None,
        };
        let items = module.scope.declarations().filter_map(of_item);
        let impls = module.scope.impls().map(|id| (db.impl_self_ty(id), GenericDefId::from(id)));
        for (ty, owner) in items.chain(impls) {
            let ty = ty.instantiate_identity().skip_norm_wip();
            all.extend(guard(|| cx.types.ty(ty, Env::of(owner))));
        }
    }
    all
}

/// The arguments of the crate's generic types in some types, at any depth.
fn arguments<'db>(cx: &Context<'db>, all: Vec<Ty>) -> HashMap<HirAdtId, Vec<GenericArgs<'db>>> {
    let mut found: HashMap<HirAdtId, Vec<GenericArgs<'db>>> = HashMap::new();
    for ty in all.iter().flat_map(all_parts) {
        let Ty::Adt(id, _) = ty else { continue };
        if cx.types.with_adt(*id, |def| def.module.is_none() || def.generics.is_empty() && def.consts.is_empty()) {
            continue;
        }
        let Some((adt, args)) = cx.types.hir(ty, Env::CLOSED).and_then(|ty| ty.as_adt()) else { continue };
        let known = found.entry(adt).or_default();
        if !cx.types.mentions_params(args) && !known.contains(&args) && known.len() < MADE {
            known.push(args);
        }
    }
    found
}

/// A type and its parts, at any depth.
fn all_parts(ty: &Ty) -> Vec<&Ty> {
    std::iter::once(ty).chain(ty.parts().flat_map(all_parts)).collect()
}

struct InstanceFinder<'a, 'db> {
    cx: &'a Context<'db>,
    /// [`KEYED`].
    keyed: Vec<HirTy<'db>>,
    /// The arguments with which the crate speaks of its generic types.
    spoken_of: HashMap<HirAdtId, Vec<GenericArgs<'db>>>,
    /// The types of which an implementation of a trait has effects.
    effectful: Vec<Ty>,
}

impl<'db> InstanceFinder<'_, 'db> {
    fn all(&self, item: &super::FnItem, makes: bool) -> Instances {
        let of_associated = self.speaks_of_associated_types(item.id);
        let mut all: Vec<Instance> = Vec::new();
        let most = if makes { MADE } else { ELSEWHERE };
        let elsewhere = self.elsewhere(item, &self.spoken_of, most).into_iter().enumerate();
        let elsewhere = elsewhere.map(|(at, instance)| Instance { is_run: at < ELSEWHERE, ..instance });
        self.add(&mut all, self.of(item, of_associated).into_iter().chain(elsewhere));
        let only = !item.def.consts.is_empty() || of_associated && !all.is_empty();
        Instances { all, only }
    }

    /// Adds those that are new and harmless.
    fn add(&self, all: &mut Vec<Instance>, more: impl Iterator<Item = Instance>) {
        for instance in more {
            if !all.iter().any(|known| known.inst == instance.inst) && self.is_harmless(&instance) {
                all.push(instance);
            }
        }
    }

    /// Whether a function's signature has associated types of its parameters in it: these are known for an instance only.
    fn speaks_of_associated_types(&self, id: FunctionId) -> bool {
        let signature = self.cx.db.callable_item_signature(id.into()).instantiate_identity().skip_norm_wip();
        let signature = self.cx.types.interner().instantiate_bound_regions_with_erased(signature);
        let env = Env::of(id);
        let has = |ty: HirTy<'db>| self.cx.types.normalize(ty, env).has_type_flags(TypeFlags::HAS_TY_PROJECTION);
        signature.inputs_and_output.iter().any(has)
    }

    /// Whether none of its types may have effects that only show with that type.
    fn is_harmless(&self, instance: &Instance) -> bool {
        let is_same = |one: &Ty, other: &Ty| match (one.peeled(), other.peeled()) {
            (Ty::Adt(one, _), Ty::Adt(other, _)) => one == other,
            (one, other) => one == other,
        };
        let mut parts = instance.inst.args.iter().flat_map(all_parts);
        !parts.any(|part| self.effectful.iter().any(|of| is_same(of, part)))
    }

    /// The first of them only `with_first`: a function over its own parameters is run for the same types.
    fn of(&self, item: &super::FnItem, with_first: bool) -> Vec<Instance> {
        let mut search = StandInSearch::new(self.cx.types, item.id);
        let tuples = self.constants(item);
        if !item.def.consts.is_empty() {
            let mut out = Vec::new();
            for tuple in &tuples {
                let chosen = self.types(&mut search, tuple, 1);
                out.extend(chosen.iter().filter_map(|chosen| self.instance(item.id, &search, chosen, tuple)));
            }
            let Some(tuple) = tuples.get(2) else { return out };
            let more = self.types(&mut search, tuple, TYPES).into_iter().skip(1);
            out.extend(more.filter_map(|chosen| self.instance(item.id, &search, &chosen, tuple)));
            return out;
        }
        let more = self.types(&mut search, &[], TYPES).into_iter().skip(usize::from(!with_first));
        more.filter_map(|chosen| self.instance(item.id, &search, &chosen, &[])).collect()
    }

    /// Types for the parameters, those first that stand for them anyway. The next are as different from those before as can be.
    fn types(&self, search: &mut StandInSearch<'_, 'db>, consts: &[Const<'db>], most: usize) -> Vec<Vec<HirTy<'db>>> {
        let plain = candidates(self.cx.types);
        search.leave_for_last(Vec::new());
        let Some(first) = search.first(&plain, consts) else { return Vec::new() };
        let is_own = |ty: &HirTy<'db>| ty.as_adt().is_some_and(|(id, _)| id.krate(self.cx.db) == self.cx.krate);
        let is_own = first.iter().any(is_own) || search.is_provided_method();
        let most = if most > 1 && is_own { OWN_TYPES } else { most };
        // The numbers that stand in front are much alike.
        let (numbers, others): (Vec<_>, Vec<_>) =
            plain.iter().copied().partition(|ty| matches!(ty.kind(), TyKind::Int(_) | TyKind::Uint(_)));
        let wished: Vec<_> = self.keyed.iter().copied().chain(others).chain(numbers).collect();
        let mut out = vec![first];
        while out.len() < most {
            search.leave_for_last(out.concat());
            match search.first(&wished, consts) {
                Some(next) if !out.contains(&next) => out.push(next),
                _ => break,
            }
        }
        if most > 1 {
            let opaque = |name: &str| Ty::Opaque(name.to_owned());
            // Of floats that are compared, not all are equal to themselves, or less, equal or greater than each other.
            let compared = search.params.iter().copied().filter(|param| search.is_compared(*param)).collect();
            out.extend(self.instead(search, &out, consts, (compared, &opaque("f64"))));
            // Texts may be empty, and have quotes around them when they are shown.
            let shown = search.params.iter().copied().filter(|param| search.is_shown(*param)).collect();
            out.extend(self.instead(search, &out, consts, (shown, &opaque("String"))));
            // What a bound names can be converted to itself: `TryInto<u8>` of a `u8` never fails.
            let tried = search.params.iter().copied().filter(|param| search.is_tried(*param)).collect();
            out.extend(self.instead(search, &out, consts, (tried, &Ty::Int(IntTy::I128))));
        }
        out
    }

    /// The same with a type for some of the parameters, unless it is among them anyway.
    fn instead(
        &self,
        search: &mut StandInSearch<'_, 'db>,
        known: &[Vec<HirTy<'db>>],
        consts: &[Const<'db>],
        (params, ty): (Vec<HirTy<'db>>, &Ty),
    ) -> Option<Vec<HirTy<'db>>> {
        let ty = self.cx.types.hir(ty, Env::CLOSED)?;
        if params.is_empty() || known.iter().any(|tys| tys.contains(&ty)) {
            return None;
        }
        search.fix(|param| params.contains(&param).then_some(ty));
        let found = search.first(&candidates(self.cx.types), consts);
        search.fix(|_| None);
        found
    }

    /// Values for the constant parameters of a function and of what it is in: all the same small ones, then mixed ones.
    fn constants(&self, item: &super::FnItem) -> Vec<Vec<Const<'db>>> {
        let id = item.id;
        let outer = match id.lookup(self.cx.db).container {
            ItemContainerId::ImplId(of) => Some(GenericDefId::from(of)),
            ItemContainerId::TraitId(of) => Some(GenericDefId::from(of)),
            _ => None,
        };
        let of = |parent: GenericDefId| {
            let params = GenericParams::of(self.cx.db, parent);
            let consts = params.iter_type_or_consts().filter(|(_, param)| param.const_param().is_some());
            let id = |local_id| ConstParamId::from_unchecked(TypeOrConstParamId { parent, local_id });
            consts.map(|(at, _)| self.values(id(at), &item.def)).collect::<Vec<_>>()
        };
        let values: Vec<Vec<Const<'db>>> = outer.into_iter().chain([id.into()]).flat_map(of).collect();
        let most = values.iter().map(Vec::len).max().unwrap_or(0);
        if values.iter().any(Vec::is_empty) || most == 0 {
            return Vec::new();
        }
        let pick = |at: &dyn Fn(usize) -> usize| -> Vec<Const<'db>> {
            values.iter().enumerate().map(|(param, all)| all[at(param) % all.len()]).collect()
        };
        let same = (0..most).map(|at| pick(&|_| at));
        // Each differs from each other one in some of them, and comes before it in some.
        let mixed = [[2, 3, 1], [3, 2, 4], [1, 2, 3], [0, 1, 2], [1, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 0], [2, 1, 0]];
        let mixed = mixed.into_iter().map(|places| pick(&|param| places[param % 3] + param / 3));
        let mut out: Vec<Vec<Const<'db>>> = Vec::new();
        for tuple in same.chain(mixed) {
            if !out.contains(&tuple) {
                out.push(tuple);
            }
        }
        out
    }

    /// Instances of what is in an `impl`, for the first so many of its type's arguments.
    fn elsewhere(
        &self,
        item: &super::FnItem,
        arguments: &HashMap<HirAdtId, Vec<GenericArgs<'db>>>,
        most: usize,
    ) -> Vec<Instance> {
        let ItemContainerId::ImplId(of) = item.id.lookup(self.cx.db).container else { return Vec::new() };
        let Some((adt, params)) = self.cx.db.impl_self_ty(of).instantiate_identity().skip_norm_wip().as_adt() else {
            return Vec::new();
        };
        let first = self.constants(item).into_iter().nth(1).unwrap_or_default();
        let plain = candidates(self.cx.types);
        let of_type = |args: &GenericArgs<'db>| {
            let mut search = StandInSearch::new(self.cx.types, item.id);
            let stands = |param: HirTy<'db>| {
                let mut pairs = params.iter().zip(args.iter());
                pairs.find(|(known, _)| known.ty() == Some(param)).and_then(|(_, arg)| arg.ty())
            };
            search.fix(stands);
            let constant = |(at, param): (usize, Const<'db>)| {
                let mut pairs = params.iter().zip(args.iter());
                let found = pairs.find(|(known, _)| known.konst() == Some(param)).and_then(|(_, arg)| arg.konst());
                found.or_else(|| first.get(at).copied())
            };
            let consts: Vec<Const<'db>> = search.identity.consts().enumerate().map(constant).collect::<Option<_>>()?;
            let chosen = search.first(&plain, &consts)?;
            self.instance(item.id, &search, &chosen, &consts)
        };
        arguments.get(&adt).into_iter().flatten().take(most).filter_map(of_type).collect()
    }

    /// The first values of a constant parameter, then some of the numbers or characters that are written in the function; none for a type of
    /// which none are known.
    fn values(&self, id: ConstParamId, def: &FnDef) -> Vec<Const<'db>> {
        let db: &'db dyn HirDatabase = self.cx.db;
        let ty = db.const_param_ty(id);
        // (An array of the greatest `usize` has no size, and one of many elements takes long to make.)
        let (most, largest) = match self.cx.types.ty(ty, Env::CLOSED) {
            Ty::Int(IntTy::Usize) => (None::<i128>, LONG),
            // (What is greater than any `i128` is left out.)
            Ty::Int(int) => i128::try_from(int.max()).map_or((None, i128::MAX), |most| (Some(most), most)),
            _ => (None, 0),
        };
        let fits = |number: &BigInt| i128::try_from(number).ok().filter(|n| (4..=largest).contains(n) && *n != 5);
        let mut written: Vec<i128> = def.numbers.iter().filter_map(fits).collect();
        written.dedup();
        written.truncate(WRITTEN);
        let values: Vec<i128> = match ty.kind() {
            TyKind::Uint(_) => [0, 1, 2, 3, 5].into_iter().chain(most).chain(written).collect(),
            TyKind::Int(_) => {
                let ends = most.into_iter().flat_map(|most| [most, -most - 1]);
                [0, 1, -1, 2, 5].into_iter().chain(ends).chain(written).collect()
            }
            TyKind::Bool => vec![0, 1],
            TyKind::Char => {
                let single = |text: &String| text.parse::<char>().ok();
                let written = def.texts.iter().filter_map(single).filter(|c| !['a', '0'].contains(c)).take(WRITTEN);
                ['a', '0', char::MAX].into_iter().chain(written).map(|c| c as i128).collect()
            }
            _ => Vec::new(),
        };
        values.iter().filter_map(|value| self.cx.types.scalar(*value, ty)).collect()
    }

    fn instance(
        &self,
        id: FunctionId,
        search: &StandInSearch<'_, 'db>,
        chosen: &[HirTy<'db>],
        consts: &[Const<'db>],
    ) -> Option<Instance> {
        let (cx, types) = (self.cx, self.cx.types);
        let args = search.closed(chosen, consts);
        let ours =
            |ty: HirTy<'db>, args: GenericArgs<'db>| types.ty(types.instantiate(ty, args, Env::CLOSED), Env::CLOSED);
        let container = id.lookup(cx.db).container;
        let (outer, self_ty) = match container {
            ItemContainerId::ImplId(of) => {
                let ty = cx.db.impl_self_ty(of).instantiate_identity().skip_norm_wip();
                (types.identity(of.into()).iter().count(), Some(ours(ty, args)))
            }
            // `Self` is its first parameter.
            ItemContainerId::TraitId(of) => {
                (types.identity(of.into()).iter().count(), args.types().next().map(|ty| types.ty(ty, Env::CLOSED)))
            }
            _ => (0, None),
        };
        let signature = cx.db.callable_item_signature(id.into()).instantiate_identity().skip_norm_wip();
        let signature = types.interner().instantiate_bound_regions_with_erased(signature);
        let param = |declared: HirTy<'db>| {
            let ty = top(ours(declared, args));
            let is_mut = search.is_called_mutably(declared.strip_references());
            if is_mut { types.called_mutably(ty) } else { ty }
        };
        let (output, inputs) = signature.inputs_and_output.as_slice().split_last()?;
        let params: Vec<Ty> = inputs.iter().map(|ty| param(*ty)).collect();
        let ret = top(ours(*output, args));
        let nameless = |ty: HirTy<'db>| match types.ty(ty, Env::of(id)) {
            Ty::Param(name) => name.starts_with("impl_"),
            _ => false,
        };
        let own = search.identity.iter().zip(args.iter()).skip(outer).filter_map(|(param, arg)| {
            let ty = || arg.ty().map(|ty| types.ty(ty, Env::CLOSED));
            let text = || arg.konst().map(|value| Ty::Opaque(types.const_text(value)));
            if param.ty().is_some_and(nameless) { None } else { ty().or_else(text) }
        });
        let own = own.collect();
        let inst = cx.instance(Callable::Function(id), args, Env::CLOSED);
        Some(Instance { inst, self_ty, params, ret, own, is_run: true })
    }
}
