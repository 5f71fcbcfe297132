//! What we take a function to be: its variables and what it calls, from the HIR and its types as the lowering reads them.
use std::collections::{BTreeMap, BTreeSet, HashSet};

use hir_def::expr_store::{Body, BodySourceMap};
use hir_def::hir::{Expr, ExprId};
use hir_def::signatures::{FunctionSignature, TraitSignature};
use hir_def::src::HasSource;
use hir_def::{CallableDefId, DefWithBodyId, FunctionId, ItemContainerId, Lookup};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use hir_ty::{Adjust, InferenceResult};
use ra_syntax::AstNode;
use refine_core::terms::parts::show;
use rustc_type_ir::inherent::IntoKind;

use super::spelling;
use crate::context::Context;
use crate::items::FnItem;
use crate::lower::walk::parts;
use crate::lower::{doubt_of_constants, in_types};
use crate::stats::untyped;
use crate::types::Env;

/// A function as we have it.
#[derive(Default)]
pub(super) struct Function {
    /// The types of variables, by name.
    pub variables: BTreeMap<String, BTreeSet<String>>,
    /// What it may call.
    pub callees: BTreeSet<String>,
    /// What it surely calls, as it is written: not what macros make of it.
    pub certain: BTreeSet<String>,
}

/// By what rustc's text may call a function.
pub(super) fn keys(cx: &Context<'_>, item: &FnItem) -> Vec<String> {
    let name = &item.def.name;
    match item.id.lookup(cx.db).container {
        ItemContainerId::ImplId(id) => {
            let source = id.lookup(cx.db).source(cx.db);
            let span = cx.spans.of(source.as_ref().map(|it| it.syntax().clone()));
            // From its first word, after attributes and comments.
            let text = cx.spans.text(span);
            let skip = first_word(text);
            let sources = cx.spans.sources();
            let start = refine_core::span::Span { start: span.start + skip as u32, ..span };
            let at = sources.line_col(start);
            vec![format!("{}:{}:{} {name}", sources.file(span.file).path, at.line, at.column)]
        }
        _ => {
            // rustc shortens a path that is clear without its modules.
            let parts: Vec<&str> = item.def.path.split("::").collect();
            (0..parts.len()).map(|from| parts[from..].join("::")).collect()
        }
    }
}

/// Where `impl` or `unsafe impl` begins.
fn first_word(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("#[") {
            let mut depth = 0i32;
            let end = trimmed.char_indices().find_map(|(at, c)| {
                depth += i32::from(c == '[') - i32::from(c == ']');
                (c == ']' && depth == 0).then_some(at + 1)
            });
            at += end.unwrap_or(trimmed.len());
        } else {
            return at;
        }
        if at >= text.len() {
            return text.len().saturating_sub(1);
        }
    }
}

/// A function, or why it is not compared.
pub(super) fn of(cx: &Context<'_>, item: &FnItem) -> Result<Function, &'static str> {
    if item.doubted.is_some() {
        return Err("functions whose text may not be what is compiled");
    }
    if untyped(cx, item.id).is_some() {
        return Err("functions in which something is not typed");
    }
    if doubt_of_constants(cx, item.id).is_some() {
        return Err("functions with a constant in a type whose value is not known");
    }
    let owner = DefWithBodyId::from(item.id);
    let (body, map) = Body::with_source_map(cx.db, owner);
    let infer = InferenceResult::of(cx.db, owner);
    let env = Env::of(item.id);
    if body.exprs().any(|(e, _)| cx.type_doubts.of(cx, infer.expr_ty(e), env).is_some()) {
        return Err("functions with values of a type that may not be what is written");
    }
    let mut walk = Walk { cx, env, body, map, infer, found: Function::default() };
    walk.variables();
    // What is evaluated for the types in it is no part of rustc's text of it.
    let mut in_types = in_types(body, body.root_expr());
    let mut apart = HashSet::new();
    while let Some(e) = in_types.pop() {
        if apart.insert(e) {
            parts(body, e, |part| in_types.push(part));
        }
    }
    for (e, _) in body.exprs().filter(|(e, _)| !apart.contains(e)) {
        walk.calls(e);
    }
    Ok(walk.found)
}

struct Walk<'a, 'db> {
    cx: &'a Context<'db>,
    env: Env,
    body: &'db Body,
    map: &'db BodySourceMap,
    infer: &'db InferenceResult<'db>,
    found: Function,
}

impl<'db> Walk<'_, 'db> {
    fn variables(&mut self) {
        for (id, binding) in self.body.bindings() {
            let ty = self.cx.types.ty(self.infer.binding_ty(id), self.env);
            let text = spelling::ty(&show(self.cx.types, &ty));
            self.found.variables.entry(binding.name.as_str().to_owned()).or_default().insert(text);
        }
    }

    /// What an expression calls itself.
    fn calls(&mut self, e: ExprId) {
        if let Some((id, args)) = self.infer.method_resolution(e)
            && !self.is_built_in(e)
        {
            self.call(e, id, args);
        }
        if let Expr::Call { callee, .. } = &self.body[e]
            && let TyKind::FnDef(id, args) = self.infer.expr_ty(*callee).kind()
            && let CallableDefId::FunctionId(id) = id.0
        {
            self.call(e, id, args);
        }
        let mut ty = self.infer.expr_ty(e);
        for adjustment in self.infer.expr_adjustment(e).unwrap_or_default() {
            if let Adjust::Deref(Some(overloaded)) = &adjustment.kind {
                let (name, of) = match overloaded.0 {
                    hir_ty::next_solver::Mutability::Mut => ("deref_mut", "DerefMut"),
                    _ => ("deref", "Deref"),
                };
                let text = format!("{name} of {of} for {}", self.head(ty));
                self.add(e, text);
            }
            ty = adjustment.target.as_ref();
        }
    }

    /// Whether an operator is one of the language, for its operands.
    fn is_built_in(&self, e: ExprId) -> bool {
        let scalar = |ty: Ty<'db>| {
            matches!(
                ty.kind(),
                TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Uint(_) | TyKind::Float(_) | TyKind::RawPtr(..)
            )
        };
        match &self.body[e] {
            Expr::BinaryOp { lhs, rhs, .. } => scalar(self.infer.expr_ty(*lhs)) && scalar(self.infer.expr_ty(*rhs)),
            Expr::UnaryOp { expr, .. } => {
                let ty = self.infer.expr_ty(*expr);
                let is_box = |(id, _)| crate::types::is_box(self.cx.db, id);
                scalar(ty) || matches!(ty.kind(), TyKind::Ref(..)) || ty.as_adt().is_some_and(is_box)
            }
            Expr::Index { base, index } => {
                let mut of = self
                    .infer
                    .expr_adjustment(*base)
                    .and_then(|all| all.last())
                    .map_or_else(|| self.infer.expr_ty(*base), |last| last.target.as_ref());
                while let TyKind::Ref(_, inner, _) = of.kind() {
                    of = inner;
                }
                matches!(of.kind(), TyKind::Array(..) | TyKind::Slice(_)) && scalar(self.infer.expr_ty(*index))
            }
            _ => false,
        }
    }

    fn call(&mut self, e: ExprId, id: FunctionId, args: GenericArgs<'db>) {
        let db: &dyn HirDatabase = self.cx.db;
        let name = FunctionSignature::of(db, id).name.as_str().to_owned();
        let text = match id.lookup(db).container {
            ItemContainerId::TraitId(of) => {
                let of = TraitSignature::of(db, of).name.as_str().to_owned();
                let this = args.types().next().map(|ty| self.head(ty)).unwrap_or_default();
                format!("{name} of {of} for {this}")
            }
            ItemContainerId::ImplId(of) => {
                let this = self.cx.db.impl_self_ty(of).instantiate_identity().skip_norm_wip();
                format!("{name} of {}", self.head(this))
            }
            _ => name,
        };
        self.add(e, text);
    }

    fn add(&mut self, e: ExprId, text: String) {
        if self.map.expr_syntax(e).is_ok_and(|at| !at.file_id.is_macro()) {
            self.found.certain.insert(text.clone());
        }
        self.found.callees.insert(text);
    }

    fn head(&self, ty: Ty<'db>) -> String {
        match ty.kind() {
            TyKind::Closure(..) => "{closure}".to_owned(),
            TyKind::FnDef(..) => "{fn}".to_owned(),
            _ => spelling::head(&self.cx.types.spelled(self.cx.types.normalize(ty, self.env))),
        }
    }
}
