//! Whether inference is believed: not where anything is unknown, since types far from there may be wrong too.
use std::collections::{HashMap, HashSet};

use hir_def::expr_store::{ExpressionStore, ExpressionStoreDiagnostics};
use hir_def::hir::{Expr, ExprId, ExprOrPatId, ExprOrPatIdPacked, Pat, PatId};
use hir_def::{DefWithBodyId, ExpressionStoreOwnerId};
use hir_ty::next_solver::Ty;
use hir_ty::{
    IncorrectGenericsLenKind, InferenceDiagnostic, PathLoweringDiagnostic, Span as HirSpan, TyLoweringDiagnostic,
};
use refine_core::span::Span;

use super::Lower;

/// Why a body is not believed, and where that shows.
pub(crate) struct Doubt {
    pub what: String,
    pub span: Span,
}

impl<'db> Lower<'_, 'db> {
    /// The first reason not to believe what inference says of the body.
    pub fn doubt(&self) -> Option<Doubt> {
        self.complaint().or_else(|| self.unknown()).or_else(|| self.of_constants())
    }

    /// A constant in a type that may be another than rust-analyzer takes it for.
    fn of_constants(&self) -> Option<Doubt> {
        if self.src.is_part {
            return None;
        }
        let own = || match self.src.owner {
            ExpressionStoreOwnerId::Body(owner) => {
                let doubts = &self.cx.type_doubts;
                let signature = || match owner {
                    DefWithBodyId::FunctionId(id) => doubts.of_function(self.cx, id),
                    _ => {
                        let signature = ExpressionStoreOwnerId::Signature(owner.generic_def(self.cx.db));
                        doubts.of_signature(self.cx, signature)
                    }
                };
                match self.def.std {
                    true => None,
                    false => doubts.of_aliases().or_else(signature),
                }
            }
            _ => None,
        };
        if let Some(what) = own() {
            return Some(Doubt { what, span: self.def.span });
        }
        let (what, root) = super::constant::doubt_of_body(self.cx, self.src, (self.inst.args, self.inst.env))?;
        Some(Doubt { what, span: self.span(root) })
    }

    /// What rust-analyzer complains of.
    fn complaint(&self) -> Option<Doubt> {
        let said = |what: String, span: Span| Some(Doubt { what, span });
        let inactive =
            |it: &&ExpressionStoreDiagnostics| !matches!(it, ExpressionStoreDiagnostics::InactiveCode { .. });
        if let Some(diagnostic) = self.src.map.diagnostics().iter().find(inactive) {
            let what = match diagnostic {
                ExpressionStoreDiagnostics::UnresolvedMacroCall { path, .. } => {
                    let name = path.segments().last().map_or("?", |name| name.as_str());
                    format!("the macro `{name}!`, which is not found")
                }
                _ => "code that rust-analyzer does not understand".to_owned(),
            };
            return said(what, self.def.span);
        }
        let diagnostics = self.src.infer.diagnostics();
        let mismatch = diagnostics.iter().find_map(|it| match it {
            InferenceDiagnostic::TypeMismatch { node, .. } => Some(*node),
            _ => None,
        });
        if mismatch.is_some() || self.src.infer.has_type_mismatches() {
            let what = "code whose types do not match, according to rust-analyzer".to_owned();
            return said(what, self.place_of(mismatch.map(ExprOrPatIdPacked::unpack)));
        }
        if self.src.infer.is_erroneous() {
            return said("code that rust-analyzer does not understand".to_owned(), self.def.span);
        }
        let ty = |pat| self.inst.ty(self.src.infer.pat_ty(pat));
        if let Some(pat) = of_two_types(self.src.store(), self.src.pats(), ty) {
            let what = "a pattern whose alternatives give one name two types, according to rust-analyzer".to_owned();
            return said(what, self.pat_span(pat));
        }
        let (what, at) = self.words(diagnostics.iter().find(|it| !is_of_lifetimes(it))?);
        said(what, self.place_of(at))
    }

    fn place_of(&self, at: Option<ExprOrPatId>) -> Span {
        match at {
            Some(ExprOrPatId::ExprId(e)) => self.span(e),
            Some(ExprOrPatId::PatId(pat)) => self.pat_span(pat),
            None => self.def.span,
        }
    }

    /// A complaint of inference in words, with its place.
    fn words(&self, diagnostic: &InferenceDiagnostic) -> (String, Option<ExprOrPatId>) {
        use InferenceDiagnostic as D;
        let misunderstood = || {
            let kind = format!("{diagnostic:?}");
            let kind = kind.split([' ', '(', '{']).next().unwrap_or_default();
            format!("code that rust-analyzer does not understand ({kind})")
        };
        match diagnostic {
            D::UnresolvedMethodCall { expr, name, .. } => {
                (format!("the method `{}`, which is not known here", name.as_str()), Some((*expr).into()))
            }
            D::UnresolvedField { expr, name, .. } => {
                (format!("the field `{}`, which is not known here", name.as_str()), Some((*expr).into()))
            }
            D::UnresolvedIdent { id } | D::UnresolvedAssocItem { id } => {
                let text = match id.unpack() {
                    ExprOrPatId::ExprId(e) => self.text(e),
                    ExprOrPatId::PatId(pat) => self.b.text(self.pat_span(pat)),
                };
                (format!("`{text}`, which is not known here"), Some(id.unpack()))
            }
            D::SolverDiagnostic(unsolved) => {
                let at = match unsolved.span {
                    HirSpan::ExprId(e) => Some(e.into()),
                    HirSpan::PatId(pat) => Some(pat.into()),
                    HirSpan::BindingId(_) | HirSpan::TypeRefId(_) | HirSpan::Dummy => None,
                };
                (
                    "code that asks for a trait which a type does not implement, according to rust-analyzer".to_owned(),
                    at,
                )
            }
            D::MismatchedArgCount { call_expr: expr, .. }
            | D::ExpectedFunction { call_expr: expr, .. }
            | D::MethodCallIllegalSizedBound { call_expr: expr }
            | D::InvalidCast { expr, .. }
            | D::CastToUnsized { expr, .. }
            | D::MethodCallIncorrectGenericsLen { expr, .. }
            | D::MethodCallIncorrectGenericsOrder { expr, .. }
            | D::CannotBeDereferenced { expr, .. }
            | D::CannotIndexInto { expr, .. }
            | D::NonExhaustiveRecordExpr { expr }
            | D::UnionExprMustHaveExactlyOneField { expr }
            | D::FunctionalRecordUpdateOnNonStruct { base_expr: expr }
            | D::InvalidLhsOfAssignment { lhs: expr }
            | D::PrivateField { expr, .. } => (misunderstood(), Some((*expr).into())),
            D::NoSuchField { field: id, .. }
            | D::DuplicateField { field: id, .. }
            | D::PrivateAssocItem { id, .. }
            | D::PathDiagnostic { node: id, .. } => (misunderstood(), Some(id.unpack())),
            _ => (misunderstood(), None),
        }
    }

    /// A type that is not known.
    fn unknown(&self) -> Option<Doubt> {
        let store = self.src.store();
        let infer = self.src.infer;
        let mut known = HashSet::new();
        let mut written = |ty: Ty<'db>| match known.insert(ty) {
            true => self.cx.type_doubts.of(self.cx, ty, self.inst.env),
            false => None,
        };
        for e in executed(self.src.store(), self.src.root) {
            // What stands for nothing of its own.
            if matches!(store[e], Expr::Underscore) {
                continue;
            }
            let adjusted = infer.expr_adjustment(e).unwrap_or(&[]).iter().map(|it| self.inst.ty(it.target.as_ref()));
            let called = infer.method_resolution(e).and_then(|(id, _)| self.cx.type_doubts.of_function(self.cx, id));
            if let Some(what) = called.or_else(|| written(self.ty(e))) {
                return Some(Doubt { what, span: self.span(e) });
            }
            if adjusted.chain([self.ty(e)]).any(|ty| self.inst.is_unknown(ty)) {
                let text = self.text(e);
                let what = match text.chars().count() {
                    0..=60 => format!("`{text}`, whose type is not known"),
                    _ => "an expression whose type is not known".to_owned(),
                };
                return Some(Doubt { what, span: self.span(e) });
            }
        }
        for pat in self.src.pats() {
            if let Some(what) = written(self.inst.ty(infer.pat_ty(pat))) {
                return Some(Doubt { what, span: self.pat_span(pat) });
            }
            if !matches!(store[pat], Pat::Expr(_)) && self.inst.is_unknown(self.inst.ty(infer.pat_ty(pat))) {
                return Some(Doubt { what: "a pattern whose type is not known".to_owned(), span: self.pat_span(pat) });
            }
        }
        None
    }
}

/// A name in one alternative of a pattern that has another type in another one. rustc makes the two one type, which may decide that of
/// a literal elsewhere; rust-analyzer does not.
pub(crate) fn of_two_types<T: PartialEq>(
    store: &ExpressionStore,
    pats: impl Iterator<Item = PatId>,
    ty: impl Fn(PatId) -> T,
) -> Option<PatId> {
    let mut known = HashMap::new();
    let mut names = pats.filter_map(|pat| match &store[pat] {
        Pat::Bind { id, .. } => Some((pat, *id)),
        _ => None,
    });
    names.find_map(|(pat, id)| {
        let ty = ty(pat);
        match known.get(&id) {
            Some(first) if *first != ty => Some(pat),
            Some(_) => None,
            None => {
                known.insert(id, ty);
                None
            }
        }
    })
}

/// The expressions of a body, below its root, that are executed, or of a closure in it. Those in types (lengths, constant arguments) are not, nor
/// does rust-analyzer say what type they have; what they come to is part of the types around them.
pub(crate) fn executed(store: &ExpressionStore, root: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut todo = vec![root];
    while let Some(e) = todo.pop() {
        found.push(e);
        match &store[e] {
            Expr::Const(inner) => todo.push(*inner),
            _ => super::walk::parts(store, e, |part| todo.push(part)),
        }
    }
    found.sort_unstable();
    found
}

/// Whether all that is wrong is how lifetimes are written, which types here do not have. (An elided one is mostly no more than
/// frowned upon.)
pub(crate) fn is_of_lifetimes(diagnostic: &InferenceDiagnostic) -> bool {
    let path = match diagnostic {
        InferenceDiagnostic::PathDiagnostic { diag, .. } => diag,
        InferenceDiagnostic::TyDiagnostic { diag, .. } => {
            let TyLoweringDiagnostic::PathDiagnostic { diag: path, .. } = diag else { return false };
            path
        }
        _ => return false,
    };
    matches!(
        path,
        PathLoweringDiagnostic::ElidedLifetimesInPath { .. }
            | PathLoweringDiagnostic::ElisionFailure { .. }
            | PathLoweringDiagnostic::MissingLifetime { .. }
            | PathLoweringDiagnostic::IncorrectGenericsLen { kind: IncorrectGenericsLenKind::Lifetimes, .. }
    )
}
