//! Which method a call takes: rust-analyzer's probing is asked.
use hir_def::AdtId;
use hir_def::resolver::Resolver;
use hir_expand::name::Name;
use hir_ty::Span;
use hir_ty::method_resolution::{CandidateId, MethodError, MethodResolutionContext, Mode, Pick};
use hir_ty::next_solver::infer::{DbInternerInferExt, InferCtxt};
use hir_ty::next_solver::{Ty as HirTy, TypingMode};
use refine_core::ty::Ty;

use super::Typer;

/// What a method call came to.
pub(super) enum Probed {
    /// This function.
    Found(hir_def::FunctionId),
    /// There is none of the name, or none that can be used here.
    None,
    /// Several, or what the type is is not known well enough.
    Unclear,
}

impl<'db> Typer<'_, 'db> {
    /// The method that `receiver.name(…)` calls.
    pub(super) fn probe_method(&self, receiver: &Ty, name: &str) -> Probed {
        match self.probe(Mode::MethodCall, receiver, name) {
            Some(Ok(pick)) => match pick.item {
                CandidateId::FunctionId(id) => Probed::Found(id),
                CandidateId::ConstId(_) => Probed::None,
            },
            Some(Err(MethodError::NoMatch | MethodError::PrivateMatch(_))) => Probed::None,
            Some(Err(_)) | None => Probed::Unclear,
        }
    }

    /// What `Type::name` means.
    pub(super) fn probe_path(&self, ty: &Ty, name: &str) -> Option<CandidateId> {
        Some(self.probe(Mode::Path, ty, name)?.ok()?.item)
    }

    /// What `Type::name` means where the arguments of the type are left out. rustc settles it before it knows them, too.
    pub(super) fn probe_path_of(&self, id: AdtId, name: &str) -> Option<CandidateId> {
        let interner = self.cx.types.interner();
        let infcx = interner.infer_ctxt().build(TypingMode::PostAnalysis);
        let ty = HirTy::new_adt(interner, id, infcx.fresh_args_for_item(Span::Dummy, id.into()));
        Some(self.probe_in(&infcx, Mode::Path, ty, name).ok()?.item)
    }

    fn probe(&self, mode: Mode, ty: &Ty, name: &str) -> Option<Result<Pick<'db>, MethodError<'db>>> {
        let ty = self.stand_in(ty)?;
        let ty = self.cx.types.hir(&ty, self.scope.own)?;
        let infcx = self.cx.types.interner().infer_ctxt().build(TypingMode::PostAnalysis);
        Some(self.probe_in(&infcx, mode, ty, name))
    }

    fn probe_in(
        &self,
        infcx: &InferCtxt<'db>,
        mode: Mode,
        ty: HirTy<'db>,
        name: &str,
    ) -> Result<Pick<'db>, MethodError<'db>> {
        let resolver: &Resolver<'db> = &self.scope.resolver;
        let traits = resolver.traits_in_scope(self.cx.db);
        let env = self.cx.param_env(self.scope.own);
        let context = MethodResolutionContext {
            infcx,
            resolver,
            param_env: env.param_env,
            traits_in_scope: &traits,
            edition: resolver.krate().data(self.cx.db).edition,
            features: resolver.top_level_def_map().features(),
            call_span: Span::Dummy,
            receiver_span: Span::Dummy,
        };
        context.probe_for_name(mode, Name::new_root(name), ty)
    }
}
