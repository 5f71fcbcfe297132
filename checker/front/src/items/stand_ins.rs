//! What stands for the type parameters of a function when it is run: types for which all bounds hold. Whether they do is the trait
//! solver's to say.
//!
//! A parameter that is bound by one of the `Fn` traits gets a function pointer, which is all that a bound may ask of a function: it can be
//! copied, sent and kept. The others get the first type of a list that fits, `i32` before all.
use hir_def::nameres::crate_def_map;
use hir_def::{AdtId as HirAdtId, FunctionId, ModuleDefId};
use hir_ty::FnAbi;
use hir_ty::next_solver::abi::Safety;
use hir_ty::next_solver::infer::DbInternerInferExt;
use hir_ty::next_solver::{
    Clause, ClauseKind, GenericArg, GenericArgs, Goal, ParamEnv, Ty as HirTy, TyKind, TypingMode,
};
use hir_ty::traits::next_trait_solve_in_ctxt;
use refine_core::ty::{IntTy, Ty};
use rustc_type_ir::inherent::{IntoKind, Ty as _};
use rustc_type_ir::solve::Certainty;
use rustc_type_ir::{TermKind, TypeVisitableExt};

use crate::types::{Env, Types};

/// Assignments of types to parameters that are looked at.
const TRIES: usize = 600;

/// The types that stand for a function's type parameters, by name; `None` if none are known for which its bounds hold.
pub(super) fn stand_ins(types: &Types<'_>, id: FunctionId) -> Option<Vec<(String, Ty)>> {
    let identity: GenericArgs<'_> = types.identity(id.into());
    let clauses: Vec<Clause<'_>> = types.param_env(Env::of(id)).param_env.clauses().iter().collect();
    let params: Vec<HirTy<'_>> = identity.types().filter(|ty| matches!(ty.kind(), TyKind::Param(_))).collect();
    if params.is_empty() {
        return Some(Vec::new());
    }
    let functions: Vec<Option<HirTy<'_>>> =
        params.iter().map(|param| clauses.iter().find_map(|clause| as_pointer(types, *clause, *param))).collect();
    let mut search = Search { types, identity, clauses, functions, params, candidates: candidates(types), tries: 0 };
    let mut chosen = Vec::new();
    if !search.choose(&mut chosen) {
        return None;
    }
    let args = search.args(&chosen);
    let named = search.params.iter().map(|param| match types.ty(*param, Env::of(id)) {
        Ty::Param(name) => Some((name, types.ty(types.instantiate(*param, args, Env::CLOSED), Env::CLOSED))),
        _ => None,
    });
    named.collect()
}

/// The function pointer that a clause says a parameter is called as: `<F as FnOnce<(A, B)>>::Output == R` says `fn(A, B) -> R`.
fn as_pointer<'db>(types: &Types<'db>, clause: Clause<'db>, param: HirTy<'db>) -> Option<HirTy<'db>> {
    let kind = clause.kind();
    let ClauseKind::Projection(bound) = kind.skip_binder() else { return None };
    let mut args = bound.projection_term.args.types();
    let (this, inputs) = (args.next()?, args.next()?);
    let is_output = hir_def::lang_item::lang_items(types.db(), types.krate()).FnOnceOutput;
    let of = hir_ty::next_solver::SolverDefId::from(is_output?);
    let (TyKind::Tuple(inputs), TermKind::Ty(output)) = (inputs.kind(), bound.term.kind()) else { return None };
    if this != param || bound.projection_term.def_id != of {
        return None;
    }
    let signature = types.interner().mk_fn_sig(inputs.iter(), output, false, Safety::Safe, FnAbi::Rust);
    Some(HirTy::new_fn_ptr(types.interner(), kind.rebind(signature)))
}

/// The types that a parameter may get: some of the language's own, then those of the crate.
fn candidates<'db>(types: &Types<'db>) -> Vec<HirTy<'db>> {
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
        Ty::Opaque("String".to_owned()),
        Ty::Ref(false, Box::new(Ty::Opaque("str".to_owned()))),
        Ty::Vec(Box::new(Ty::Int(IntTy::I32))),
        Ty::Ref(false, Box::new(Ty::Slice(Box::new(Ty::Int(IntTy::I32))))),
        Ty::Vec(Box::new(Ty::Int(IntTy::U8))),
    ];
    let plain = plain.iter().filter_map(|ty| types.hir(ty, Env::CLOSED));
    let map = crate_def_map(types.db(), types.krate());
    let declared = map.modules().flat_map(|(_, module)| module.scope.declarations());
    let own = declared.filter_map(|def| match def {
        ModuleDefId::AdtId(id) => own_type(types, id),
        _ => None,
    });
    plain.chain(own).collect()
}

fn own_type<'db>(types: &Types<'db>, id: HirAdtId) -> Option<HirTy<'db>> {
    let args = types.args_for(id.into(), &[], &[])?;
    Some(HirTy::new_adt(types.interner(), id, args))
}

/// A search for types that go together.
struct Search<'a, 'db> {
    types: &'a Types<'db>,
    identity: GenericArgs<'db>,
    clauses: Vec<Clause<'db>>,
    params: Vec<HirTy<'db>>,
    /// For each parameter the function pointer that stands for it, over the other parameters.
    functions: Vec<Option<HirTy<'db>>>,
    candidates: Vec<HirTy<'db>>,
    tries: usize,
}

impl<'db> Search<'_, 'db> {
    /// Chooses for the parameters that come after those chosen; whether all bounds hold then.
    fn choose(&mut self, chosen: &mut Vec<HirTy<'db>>) -> bool {
        self.tries += 1;
        if self.tries > TRIES || !self.holds(chosen) {
            return false;
        }
        let at = chosen.len();
        if at == self.params.len() {
            return true;
        }
        let candidates = match self.functions[at] {
            Some(pointer) => vec![pointer],
            None => self.candidates.clone(),
        };
        candidates.into_iter().any(|candidate| {
            chosen.push(candidate);
            let found = self.choose(chosen);
            if !found {
                chosen.pop();
            }
            found
        })
    }

    /// The arguments with what is chosen filled in; the other parameters stand for themselves.
    fn args(&self, chosen: &[HirTy<'db>]) -> GenericArgs<'db> {
        let place = |arg: GenericArg<'db>| arg.ty().and_then(|ty| self.params.iter().position(|param| *param == ty));
        let filled = self.identity.iter().map(|arg| match place(arg).and_then(|at| chosen.get(at)) {
            Some(ty) => GenericArg::from(*ty),
            None => arg,
        });
        GenericArgs::new_from_slice(&filled.collect::<Vec<_>>())
    }

    /// Whether all bounds hold that speak of nothing but what is chosen.
    fn holds(&self, chosen: &[HirTy<'db>]) -> bool {
        let (interner, args) = (self.types.interner(), self.args(chosen));
        let infer = interner.infer_ctxt().build(TypingMode::PostAnalysis);
        self.clauses.iter().all(|clause| {
            if !matches!(clause.kind().skip_binder(), ClauseKind::Trait(_) | ClauseKind::Projection(_)) {
                return true;
            }
            let filled = self.types.instantiate(*clause, args, Env::CLOSED);
            let goal = Goal::new(interner, ParamEnv::empty(), filled.as_predicate());
            filled.has_non_region_param() || matches!(next_trait_solve_in_ctxt(&infer, goal), Ok((_, Certainty::Yes)))
        })
    }
}
