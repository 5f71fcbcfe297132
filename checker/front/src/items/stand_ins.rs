//! What stands for the type parameters of a function when it is run: types for which all bounds hold. Whether they do is the trait
//! solver's to say.
//!
//! A parameter that is bound by one of the `Fn` traits gets a function pointer, which is all that a bound may ask of a function: it can be
//! copied, sent and kept. The others get the first type of a list that fits, `i32` before all. Where none does, since nothing implements
//! a trait of the crate, a type is [made](super::stubs) that does.
use either::Either;
use hir_def::nameres::crate_def_map;
use hir_def::signatures::{TraitSignature, TypeAliasSignature};
use hir_def::{AdtId as HirAdtId, FunctionId, HasModule, ItemContainerId, Lookup, ModuleDefId, TraitId};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::infer::DbInternerInferExt;
use hir_ty::next_solver::infer::traits::{Obligation, ObligationCause};
use hir_ty::next_solver::{
    Clause, ClauseKind, Const, GenericArg, GenericArgs, ParamEnv, SolverDefId, Ty as HirTy, TyKind, TypingMode,
};
use refine_core::program::ObjectDef;
use refine_core::ty::{IntTy, Ty};
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind, Ty as _};
use rustc_type_ir::{TermKind, TypeVisitableExt};

use super::stubs::impls;
use crate::database::Origin;
use crate::guard::guard;
use crate::types::{Env, Types, VEC_INTO_ITER};

/// Assignments of types to parameters that are looked at.
const TRIES: usize = 600;

/// Why a function is not called where no single bound is to blame.
pub(super) const UNKNOWN: &str = "no known types satisfy the bounds of its type parameters";

/// What stands for a function's type parameters, by their names.
#[derive(Clone, Debug, Default)]
pub struct StandIns {
    /// Types that there are.
    pub known: Vec<(String, Ty)>,
    /// For the other parameters, what a type has to implement that is made for them.
    pub made: Vec<(String, Bounds)>,
    /// Why the function is not called if none can be made.
    pub missing: String,
}

/// What a type has to implement.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bounds {
    /// Traits of the crate.
    pub traits: Vec<TraitId>,
    /// Traits of the standard library that can be derived.
    pub derives: Vec<String>,
}

impl Bounds {
    /// Adds a trait, which is given so many arguments, the type itself among them; else why that cannot be made.
    pub(super) fn add(&mut self, types: &Types<'_>, id: TraitId, args: usize) -> Result<(), String> {
        let db = types.db();
        let data = TraitSignature::of(db, id);
        let name = data.name.as_str();
        let is_std = db.origin(id.krate(db)) == Origin::Std;
        if id.krate(db) == types.krate() {
            if args > 1 {
                return Err(format!("the trait `{name}` has parameters"));
            }
            self.traits.push(id);
        } else if is_std && DERIVABLE.contains(&name) {
            self.derives.push(name.to_owned());
        } else if !(is_std && GIVEN.contains(&name)) {
            return Err(format!("it would also have to implement `{name}`"));
        }
        Ok(())
    }
}

/// What can be derived for a struct whose fields are functions, whatever it stands for.
const DERIVABLE: [&str; 7] = ["Clone", "Copy", "Debug", "PartialEq", "Eq", "PartialOrd", "Ord"];

/// What such a struct is anyhow.
const GIVEN: [&str; 7] = ["Sized", "MetaSized", "PointeeSized", "Send", "Sync", "Unpin", "Freeze"];

/// What stands for a function's type parameters, or why nothing is known for which its bounds hold.
pub(super) fn stand_ins(types: &Types<'_>, id: FunctionId) -> Result<StandIns, String> {
    let mut search = StandInSearch::new(types, id);
    if search.params.is_empty() {
        return Ok(StandIns::default());
    }
    let candidates = candidates(types);
    let mut missing = String::new();
    let mut without = Vec::new();
    let mut found = search.first(&candidates, &[]);
    if found.is_none() {
        missing = match search.without_type(&candidates) {
            Some(name) => format!("no known type implements the trait `{name}`, a bound of a type parameter"),
            None => UNKNOWN.to_owned(),
        };
        without = search.unimplemented(&candidates);
        let params = search.params.clone();
        search.fix(|param| without.iter().find(|at| params[**at] == param).map(|_| param));
        found = if without.is_empty() { None } else { search.first(&candidates, &[]) };
    }
    let Some(chosen) = found else { return Err(missing) };
    let args = search.closed(&chosen, &[]);
    let mut out = StandIns { missing, ..StandIns::default() };
    for (at, param) in search.params.iter().enumerate() {
        let Ty::Param(name) = types.ty(*param, Env::of(id)) else { return Err(UNKNOWN.to_owned()) };
        if without.contains(&at) {
            match search.bounds(at) {
                Ok(Some(bounds)) => out.made.push((name, bounds)),
                Ok(None) => return Err(out.missing),
                Err(why) => return Err(format!("{}, and none can be made: {why}", out.missing)),
            }
        } else {
            let ty = types.ty(types.instantiate(*param, args, Env::CLOSED), Env::CLOSED);
            out.known.push((name, if search.is_called_mutably(*param) { types.called_mutably(ty) } else { ty }));
        }
    }
    Ok(out)
}

/// The function pointer that a clause says a parameter is called as: `<F as FnOnce<(A, B)>>::Output == R` says `fn(A, B) -> R`.
fn as_pointer<'db>(types: &Types<'db>, clause: Clause<'db>, param: HirTy<'db>) -> Option<HirTy<'db>> {
    let kind = clause.kind();
    let ClauseKind::Projection(bound) = kind.skip_binder() else { return None };
    let mut args = bound.projection_term.args.types();
    let (this, inputs) = (args.next()?, args.next()?);
    let is_output = hir_def::lang_item::lang_items(types.db(), types.krate()).FnOnceOutput;
    let of = SolverDefId::from(is_output?);
    let (TyKind::Tuple(inputs), TermKind::Ty(output)) = (inputs.kind(), bound.term.kind()) else { return None };
    if this != param || bound.projection_term.def_id() != of {
        return None;
    }
    let signature = types.interner().mk_fn_sig_safe_rust_abi(inputs.iter(), output);
    Some(HirTy::new_fn_ptr(types.interner(), kind.rebind(signature)))
}

/// The types that a parameter may get: some of the language's own, then those of the crate.
pub(super) fn candidates<'db>(types: &Types<'db>) -> Vec<HirTy<'db>> {
    let plain = [
        Ty::Int(IntTy::I32),
        Ty::Int(IntTy::U8),
        Ty::Int(IntTy::U32),
        Ty::Int(IntTy::U64),
        Ty::Int(IntTy::Usize),
        Ty::Bool,
        Ty::Char,
        Ty::Opaque("f64".to_owned()),
        Ty::Tuple(Vec::new()),
        // Before texts, of which not all bytes are one (`AsRef<[u8]>`).
        Ty::Vec(Box::new(Ty::Int(IntTy::U8))),
        Ty::Opaque("String".to_owned()),
        Ty::Ref(false, Box::new(Ty::Opaque("str".to_owned()))),
        Ty::Vec(Box::new(Ty::Int(IntTy::I32))),
        Ty::Ref(false, Box::new(Ty::Slice(Box::new(Ty::Int(IntTy::I32))))),
    ];
    let plain = plain.iter().filter_map(|ty| types.hir(ty, Env::CLOSED));
    // For bounds that none of these meets.
    let items = [Ty::Int(IntTy::I32), Ty::Int(IntTy::U8), Ty::Char, Ty::Opaque("String".to_owned())];
    let items: Vec<HirTy<'db>> = items.iter().filter_map(|ty| types.hir(ty, Env::CLOSED)).collect();
    let iterators = items.iter().filter_map(|item| iterator(types, *item));
    let texts = items.last().and_then(|text| list(types, *text));
    let bytes = types.hir(&Ty::Ref(false, Box::new(Ty::Slice(Box::new(Ty::Int(IntTy::U8))))), Env::CLOSED);
    let hashers = ["RandomState", "DefaultHasher"];
    let hashers = hashers.map(|name| types.standard_ty(&format!("std::hash::random::{name}"), &[]));
    let rare =
        iterators.chain(texts).chain(bytes).chain(hashers.into_iter().flatten()).chain(errors_and_readers(types));
    let map = crate_def_map(types.db(), types.krate());
    let declared = map.modules().flat_map(|(_, module)| module.scope.declarations());
    let own = declared.filter_map(|def| match def {
        ModuleDefId::AdtId(id) => own_type(types, id),
        _ => None,
    });
    plain.chain(rare).chain(own).collect()
}

/// What is best when it is one of many: an error, a source of bytes.
fn errors_and_readers<'db>(types: &Types<'db>) -> impl Iterator<Item = HirTy<'db>> {
    let errors = ["std::io::error::Error", "core::fmt::Error"].map(|path| types.standard_ty(path, &[]));
    let bytes = types.hir(&Ty::Vec(Box::new(Ty::Int(IntTy::U8))), Env::CLOSED);
    let cursor = bytes.and_then(|bytes| types.standard_ty("std::io::cursor::Cursor", &[bytes]));
    errors.into_iter().chain([cursor]).flatten()
}

/// What gives the elements of a list.
fn iterator<'db>(types: &Types<'db>, item: HirTy<'db>) -> Option<HirTy<'db>> {
    types.standard_ty(VEC_INTO_ITER, &[item])
}

/// A list.
fn list<'db>(types: &Types<'db>, item: HirTy<'db>) -> Option<HirTy<'db>> {
    types.standard_ty("alloc::vec::Vec", &[item])
}

/// Types that a bound of a parameter asks for by naming what is in them: `IntoIterator<Item = A>`, `FromIterator<A>`.
fn of_items<'db>(types: &Types<'db>, clause: Clause<'db>, param: HirTy<'db>) -> Vec<HirTy<'db>> {
    let db = types.db();
    let is_any = |id: TraitId, names: &[&str]| {
        db.origin(id.krate(db)) == Origin::Std && names.contains(&TraitSignature::of(db, id).name.as_str())
    };
    let kind = clause.kind();
    let found = match kind.skip_binder() {
        ClauseKind::Projection(bound) if bound.projection_term.args.types().next() == Some(param) => {
            let SolverDefId::TypeAliasId(alias) = bound.projection_term.def_id() else { return Vec::new() };
            match (alias.lookup(db).container, bound.term.kind()) {
                (ItemContainerId::TraitId(id), TermKind::Ty(item)) if is_any(id, &["Iterator", "IntoIterator"]) => {
                    [iterator(types, item), list(types, item)]
                }
                (ItemContainerId::TraitId(id), TermKind::Ty(item)) if is_any(id, &["Deref"]) => {
                    [types.standard_ty("alloc::boxed::Box", &[item]), None]
                }
                _ => return Vec::new(),
            }
        }
        ClauseKind::Trait(bound)
            if bound.self_ty() == param && is_any(bound.def_id().0, &["Extend", "FromIterator"]) =>
        {
            [bound.trait_ref.args.types().nth(1).and_then(|item| list(types, item)), None]
        }
        // Every type implements these for itself.
        ClauseKind::Trait(bound)
            if bound.self_ty() == param
                && is_any(bound.def_id().0, &["Into", "From", "TryInto", "TryFrom", "Borrow", "BorrowMut"]) =>
        {
            [bound.trait_ref.args.types().nth(1), None]
        }
        ClauseKind::Trait(bound) if bound.self_ty() == param && is_any(bound.def_id().0, &["RangeBounds"]) => {
            let item = bound.trait_ref.args.types().nth(1);
            ["Range", "RangeInclusive"].map(|name| types.standard_ty(&format!("core::ops::range::{name}"), &[item?]))
        }
        _ => return Vec::new(),
    };
    found.into_iter().flatten().collect()
}

/// The types that the crate's implementations of its own traits have where the bounds have a parameter (most of all those that are
/// implemented for), generic ones with numbers in them.
fn implementing<'db>(types: &Types<'db>, clauses: &[Clause<'db>], param: HirTy<'db>) -> Vec<HirTy<'db>> {
    let db = types.db();
    let of_own = |clause: &Clause<'db>| match clause.kind().skip_binder() {
        ClauseKind::Trait(bound) if bound.def_id().0.krate(db) == types.krate() => {
            let at = bound.trait_ref.args.iter().position(|arg| arg.ty() == Some(param));
            at.map(|at| (bound.def_id().0, at))
        }
        _ => None,
    };
    let wanted: Vec<(TraitId, usize)> = clauses.iter().filter_map(of_own).collect();
    let Some(number) = types.hir(&Ty::Int(IntTy::I32), Env::CLOSED).filter(|_| !wanted.is_empty()) else {
        return Vec::new();
    };
    let own = impls(types)
        .into_iter()
        .flat_map(|(id, of)| wanted.iter().filter(move |(known, _)| *known == of).map(move |(_, at)| (id, *at)));
    let this = own.filter_map(|(id, at)| {
        let identity: GenericArgs<'db> = types.identity(id.into());
        let filled: Vec<GenericArg<'db>> =
            identity.iter().map(|arg| arg.ty().map_or(arg, |_| GenericArg::from(number))).collect();
        let of = db.impl_trait(id)?.instantiate_identity().skip_norm_wip();
        let ty = of.args.iter().nth(at)?.ty()?;
        Some(types.instantiate(ty, GenericArgs::new_from_slice(&filled), Env::CLOSED))
    });
    this.filter(|ty| !ty.has_non_region_param()).collect()
}

/// The objects of traits of the standard library that there are, by name.
pub(crate) fn standard_objects(types: &Types<'_>) -> Vec<(String, ObjectDef)> {
    let all = types.standard_objects();
    let candidates = if all.is_empty() { Vec::new() } else { candidates(types) };
    let object = |(name, ty)| Some((name, guard(|| standard_object(types, ty, &candidates)).flatten()?));
    all.into_iter().filter_map(object).collect()
}

/// What objects of a trait of the standard library are made of: the first type for which all holds that the `dyn` says.
fn standard_object<'db>(types: &Types<'db>, ty: HirTy<'db>, candidates: &[HirTy<'db>]) -> Option<ObjectDef> {
    let TyKind::Dynamic(bounds, _) = ty.kind() else { return None };
    let (interner, db) = (types.interner(), types.db());
    let of = bounds.principal()?.skip_binder();
    let items: Vec<(String, HirTy<'db>)> = bounds
        .projection_bounds()
        .into_iter()
        .map(|bound| {
            let bound = bound.skip_binder();
            let SolverDefId::TypeAliasId(alias) = bound.def_id.into() else { return None };
            let TermKind::Ty(item) = bound.term.kind() else { return None };
            Some((TypeAliasSignature::of(db, alias).name.as_str().to_owned(), item))
        })
        .collect::<Option<_>>()?;
    // What goes over things is asked for by what these are.
    let iterators = items.iter().filter_map(|(_, item)| iterator(types, *item));
    let holds = |candidate: &HirTy<'db>| {
        bounds.iter().all(|bound| {
            let infer = interner.infer_ctxt().build(TypingMode::PostAnalysis);
            let clause = bound.with_self_ty(interner, *candidate);
            let goal =
                Obligation::new(interner, ObligationCause::dummy(), ParamEnv::empty(interner), clause.as_predicate());
            infer.predicate_must_hold_modulo_regions(&goal)
        })
    };
    let made_of = iterators.chain(candidates.iter().copied()).find(holds)?;
    let convert = |ty: HirTy<'db>| types.ty(ty, Env::CLOSED);
    let path = types.path_in(of.def_id.0.module(db), TraitSignature::of(db, of.def_id.0).name.as_str());
    // Its traits are public in the modules at the top: `core::iter::traits::iterator::Iterator` is `std::iter::Iterator`.
    let (top, name) = (path.split("::").nth(1)?, path.rsplit("::").next()?);
    Some(ObjectDef {
        made_of: convert(made_of),
        path: format!("{top}::{name}"),
        is_std: true,
        args: of.args.types().map(convert).collect(),
        items: items.into_iter().map(|(name, ty)| (name, convert(ty))).collect(),
        markers: bounds
            .auto_traits()
            .into_iter()
            .map(|of| TraitSignature::of(db, of.0).name.as_str().to_owned())
            .collect(),
    })
}

fn own_type<'db>(types: &Types<'db>, id: HirAdtId) -> Option<HirTy<'db>> {
    let args = types.args_for(id.into(), &[], &[])?;
    Some(HirTy::new_adt(types.interner(), id, args))
}

/// A search for types that go together.
pub(super) struct StandInSearch<'a, 'db> {
    types: &'a Types<'db>,
    pub(super) identity: GenericArgs<'db>,
    clauses: Vec<Clause<'db>>,
    pub(super) params: Vec<HirTy<'db>>,
    /// For each parameter the function pointer that stands for it, over the other parameters.
    functions: Vec<Option<HirTy<'db>>>,
    /// For each parameter types that its bounds ask for by what is in them, over the other parameters: they come first.
    of_items: Vec<Vec<HirTy<'db>>>,
    /// For each parameter the types for which the crate implements its bounds: they come last, since most of them are candidates anyway.
    implementing: Vec<Vec<HirTy<'db>>>,
    /// For each parameter the type that it has to be, if there is one.
    fixed: Vec<Option<HirTy<'db>>>,
    /// Types that come last, whatever asks for them: those of earlier instances.
    used: Vec<HirTy<'db>>,
    tries: usize,
    /// The provided method that is called: what stands for `Self` has none of its own in its place. With the number of its trait's
    /// parameters, of which `Self` is the first.
    provided: Option<(FunctionId, usize)>,
}

impl<'a, 'db> StandInSearch<'a, 'db> {
    /// For a function's parameters and those of what it is in.
    pub(super) fn new(types: &'a Types<'db>, id: FunctionId) -> StandInSearch<'a, 'db> {
        let identity: GenericArgs<'db> = types.identity(id.into());
        let clauses: Vec<Clause<'db>> = types.param_env(Env::of(id)).param_env.clauses().iter().collect();
        let params: Vec<HirTy<'db>> = identity.types().filter(|ty| matches!(ty.kind(), TyKind::Param(_))).collect();
        let functions =
            params.iter().map(|param| clauses.iter().find_map(|clause| as_pointer(types, *clause, *param))).collect();
        let of_items =
            |param: &HirTy<'db>| clauses.iter().flat_map(|clause| of_items(types, *clause, *param)).collect();
        let of_items = params.iter().map(of_items).collect();
        let implementing = params.iter().map(|param| implementing(types, &clauses, *param)).collect();
        let fixed = vec![None; params.len()];
        let provided = match id.lookup(types.db()).container {
            ItemContainerId::TraitId(of) => Some((id, types.identity(of.into()).iter().count())),
            _ => None,
        };
        let used = Vec::new();
        StandInSearch {
            types,
            identity,
            clauses,
            params,
            functions,
            of_items,
            implementing,
            fixed,
            used,
            tries: 0,
            provided,
        }
    }

    /// Whether a parameter, or what a parameter of the function borrows, is called as an `FnMut`, and is not copied: each copy would go on
    /// for itself.
    pub(super) fn is_called_mutably(&self, param: HirTy<'db>) -> bool {
        let items = hir_def::lang_item::lang_items(self.types.db(), self.types.krate());
        let bound_by = |of: Option<TraitId>| self.is_bound_by(param, of);
        bound_by(items.FnMut) && ![items.Fn, items.Clone, items.Copy].into_iter().any(bound_by)
    }

    /// Whether values of a parameter's type are compared, as far as its bounds tell.
    pub(super) fn is_compared(&self, param: HirTy<'db>) -> bool {
        let items = hir_def::lang_item::lang_items(self.types.db(), self.types.krate());
        [items.PartialEq, items.PartialOrd].into_iter().any(|of| self.is_bound_by(param, of))
    }

    /// Whether values of a parameter's type are made texts of, as far as its bounds tell.
    pub(super) fn is_shown(&self, param: HirTy<'db>) -> bool {
        self.is_bound_by_one_of(param, &["Debug", "Display", "ToString"])
    }

    /// Whether values of a parameter's type are converted in a way that may fail.
    pub(super) fn is_tried(&self, param: HirTy<'db>) -> bool {
        self.is_bound_by_one_of(param, &["TryInto"])
    }

    /// Whether one of these traits of the standard library is a bound of a parameter.
    fn is_bound_by_one_of(&self, param: HirTy<'db>, names: &[&str]) -> bool {
        let db = self.types.db();
        let is_one = |of: TraitId| {
            let name = TraitSignature::of(db, of).name.as_str().to_owned();
            db.origin(of.krate(db)) == Origin::Std && names.contains(&name.as_str())
        };
        self.clauses.iter().any(|clause| match clause.kind().skip_binder() {
            ClauseKind::Trait(bound) => bound.self_ty() == param && is_one(bound.def_id().0),
            _ => false,
        })
    }

    fn is_bound_by(&self, param: HirTy<'db>, of: Option<TraitId>) -> bool {
        self.clauses.iter().any(|clause| match clause.kind().skip_binder() {
            ClauseKind::Trait(bound) => bound.self_ty() == param && Some(bound.def_id().0) == of,
            _ => false,
        })
    }

    /// What parameters have to be from now on.
    pub(super) fn fix(&mut self, fixed: impl Fn(HirTy<'db>) -> Option<HirTy<'db>>) {
        self.fixed = self.params.iter().map(|param| fixed(*param)).collect();
    }

    /// From now on takes these types only where nothing else fits.
    pub(super) fn leave_for_last(&mut self, used: Vec<HirTy<'db>>) {
        self.used = used;
    }

    /// Whether the function is a provided method of a trait: each type that has it is one that implements the trait in a way of its own.
    pub(super) fn is_provided_method(&self) -> bool {
        self.provided.is_some()
    }

    /// The first types of the candidates, those in front first, for which all bounds hold where the constants are these.
    pub(super) fn first(&mut self, candidates: &[HirTy<'db>], consts: &[Const<'db>]) -> Option<Vec<HirTy<'db>>> {
        self.tries = 0;
        let mut chosen = Vec::new();
        self.choose(&mut chosen, candidates, consts).then_some(chosen)
    }

    /// Chooses for the parameters that come after those chosen; whether all bounds hold then.
    fn choose(&mut self, chosen: &mut Vec<HirTy<'db>>, candidates: &[HirTy<'db>], consts: &[Const<'db>]) -> bool {
        self.tries += 1;
        if self.tries > TRIES || !self.holds(chosen, consts) {
            return false;
        }
        let at = chosen.len();
        if at == self.params.len() {
            return true;
        }
        let pointer = self.fixed[at].or(self.functions[at]);
        let own = pointer.as_slice();
        let all = match own {
            [] => self.suggested(at, candidates),
            own => own.to_vec(),
        };
        all.iter().any(|candidate| {
            chosen.push(*candidate);
            let found = self.choose(chosen, candidates, consts);
            if !found {
                chosen.pop();
            }
            found
        })
    }

    /// What may stand for a parameter, in the order in which it is tried.
    fn suggested(&self, at: usize, candidates: &[HirTy<'db>]) -> Vec<HirTy<'db>> {
        let (items, own) = (&self.of_items[at], &self.implementing[at]);
        // What has a provided method of the crate implements its trait, and mostly there.
        let (first, last) = if self.provided.is_some() && at == 0 {
            (own.as_slice(), candidates)
        } else {
            (candidates, own.as_slice())
        };
        let mut all: Vec<HirTy<'db>> = items.iter().chain(first).chain(last).copied().collect();
        all.sort_by_key(|ty| self.used.contains(ty));
        all
    }

    /// The arguments with what is chosen filled in; the other parameters stand for themselves.
    fn args(&self, chosen: &[HirTy<'db>], consts: &[Const<'db>]) -> GenericArgs<'db> {
        let place = |arg: GenericArg<'db>| arg.ty().and_then(|ty| self.params.iter().position(|param| *param == ty));
        let mut consts = consts.iter();
        let filled = self.identity.iter().map(|arg| match (place(arg).and_then(|at| chosen.get(at)), arg.konst()) {
            (Some(ty), _) => GenericArg::from(*ty),
            (None, Some(own)) => GenericArg::from(*consts.next().unwrap_or(&own)),
            (None, None) => arg,
        });
        GenericArgs::new_from_slice(&filled.collect::<Vec<_>>())
    }

    /// The same where all are chosen: without parameters.
    pub(super) fn closed(&self, chosen: &[HirTy<'db>], consts: &[Const<'db>]) -> GenericArgs<'db> {
        // A function pointer is one over the other parameters, and what stands for these may be again.
        let mut args = self.args(chosen, consts);
        for _ in 0..self.params.len().max(1) {
            args = self.types.instantiate(args, args, Env::CLOSED);
            if !self.types.mentions_params(args) {
                break;
            }
        }
        args
    }

    /// The first trait that a parameter is bound by and none of the candidates implements.
    fn without_type(&self, candidates: &[HirTy<'db>]) -> Option<String> {
        self.clauses.iter().find_map(|clause| {
            let ClauseKind::Trait(bound) = clause.kind().skip_binder() else { return None };
            let at = self.params.iter().position(|param| *param == bound.self_ty())?;
            let implements = |candidate: &HirTy<'db>| {
                let mut chosen = self.params.clone();
                chosen[at] = *candidate;
                self.is_met(*clause, self.args(&chosen, &[]))
            };
            let own = self.functions[at].as_slice();
            let all = if own.is_empty() { self.suggested(at, candidates) } else { own.to_vec() };
            let name = || TraitSignature::of(self.types.db(), bound.def_id().0).name.as_str().to_owned();
            (!all.iter().any(implements)).then(name)
        })
    }

    /// The parameters for which none of the candidates meets all bounds that speak of nothing else.
    fn unimplemented(&self, candidates: &[HirTy<'db>]) -> Vec<usize> {
        let without = |at: &usize| {
            let mut chosen = self.params.clone();
            let mut fits = |candidate: &HirTy<'db>| {
                chosen[*at] = *candidate;
                self.holds(&chosen, &[])
            };
            self.functions[*at].is_none() && !self.suggested(*at, candidates).iter().any(&mut fits)
        };
        (0..self.params.len()).filter(without).collect()
    }

    /// What a type has to implement to stand for a parameter, if a struct of functions can; else why not. None without a trait of the crate.
    fn bounds(&self, at: usize) -> Result<Option<Bounds>, String> {
        let (param, mut out) = (self.params[at], Bounds::default());
        let is_own = |id: TraitId| id.krate(self.types.db()) == self.types.krate();
        let own = |clause: &Clause<'db>| match clause.kind().skip_binder() {
            ClauseKind::Trait(bound) => bound.self_ty() == param && is_own(bound.def_id().0),
            _ => false,
        };
        if !self.clauses.iter().any(own) {
            return Ok(None);
        }
        let mut other = self.params.clone();
        other[at] = HirTy::new_tup(self.types.interner(), &[]);
        let other = self.args(&other, &[]);
        for clause in &self.clauses {
            match clause.kind().skip_binder() {
                ClauseKind::Trait(bound) if bound.self_ty() == param => {
                    out.add(self.types, bound.def_id().0, bound.trait_ref.args.len())?;
                }
                ClauseKind::TypeOutlives(_) | ClauseKind::RegionOutlives(_) => {}
                _ if self.types.instantiate(*clause, other, Env::CLOSED) != *clause => {
                    return Err("other bounds also refer to that parameter".to_owned());
                }
                _ => {}
            }
        }
        Ok(Some(out))
    }

    /// Whether all bounds hold that speak of nothing but what is chosen.
    fn holds(&self, chosen: &[HirTy<'db>], consts: &[Const<'db>]) -> bool {
        let is_known = |arg: GenericArg<'db>| !arg.has_non_region_param();
        let args = self.args(chosen, consts);
        let is_bound = |clause: &&Clause<'db>| {
            matches!(clause.kind().skip_binder(), ClauseKind::Trait(_) | ClauseKind::Projection(_))
        };
        self.clauses.iter().filter(is_bound).all(|clause| self.is_met(*clause, args))
            && self.provided.is_none_or(|(method, params)| {
                !args.iter().take(params).all(is_known) || self.is_provided(method, args)
            })
    }

    /// Whether a trait's method is the trait's own for a type that stands for `Self`.
    fn is_provided(&self, method: FunctionId, args: GenericArgs<'db>) -> bool {
        let known = self.types.param_env(Env::CLOSED);
        match self.types.db().lookup_impl_method(known, method, args).0 {
            Either::Left(found) => found == method,
            Either::Right(_) => false,
        }
    }

    /// Whether a bound holds for some arguments, or still speaks of parameters.
    fn is_met(&self, clause: Clause<'db>, args: GenericArgs<'db>) -> bool {
        let interner = self.types.interner();
        let infer = interner.infer_ctxt().build(TypingMode::PostAnalysis);
        let filled = self.types.instantiate(clause, args, Env::CLOSED);
        let cause = ObligationCause::dummy();
        let goal = Obligation::new(interner, cause, ParamEnv::empty(interner), filled.as_predicate());
        filled.has_non_region_param() || infer.predicate_must_hold_modulo_regions(&goal)
    }
}
