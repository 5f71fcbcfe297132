//! Whether the constants in types are what rust-analyzer takes them for: lengths of arrays, constant arguments.
//!
//! It evaluates them where it meets them, and what it came to is part of a type then, of which nothing shows any more where it is from. So
//! they are looked at where they are written: a literal and a parameter are what they are, and anything else has to have a value that is
//! computed here, from text that is not in doubt.
use hir_def::expr_store::{ExpressionStore, HygieneId, StoreVisitor};
use hir_def::hir::{Expr, ExprId, Pat, PatId};
use hir_def::resolver::{HasResolver, ValueNs};
use hir_def::type_ref::TypeRefId;
use hir_def::{ConstId, DefWithBodyId, ExpressionStoreOwnerId, FunctionId, StaticId};
use hir_ty::db::{AnonConstId, HirDatabase};
use hir_ty::next_solver::GenericArgs;

use super::{Evaluated, of_body, of_const, of_source, of_static, scalar};
use crate::context::Context;
use crate::guard::guard;
use crate::lower::HirSource;
use crate::types::Env;

/// Why a constant in the types of a signature or of fields may not be what it is taken for. One that rust-analyzer has no value for makes
/// the type unknown, and is no matter here.
pub(crate) fn doubt_of_signature<'db>(cx: &Context<'db>, owner: ExpressionStoreOwnerId) -> Option<String> {
    let mut roots = ExpressionStore::of(cx.db, owner).expr_roots().peekable();
    roots.peek()?;
    let known = expressions(cx, owner);
    let env = Env::of(owner.generic_def(cx.db));
    let db: &'db dyn HirDatabase = cx.db;
    let none = || GenericArgs::empty(cx.types.interner());
    roots.find_map(|root| {
        let (told, ours) = match plain(cx, owner, root) {
            Some(Plain::Anything) => return None,
            Some(Plain::MadeUp) => return doubt(Err("it is what a macro makes".into())),
            Some(Plain::Const(id)) => {
                (guard(|| db.const_eval(id, none(), None).ok()).flatten()?, of_const(cx, id, none(), env))
            }
            Some(Plain::Static(id)) => (guard(|| db.const_eval_static(id).ok()).flatten()?, of_static(cx, id)),
            None => {
                let Some(id) = known.iter().find(|id| id.loc(cx.db).expr == root).copied() else {
                    return doubt(Err("it is not known".into()));
                };
                let told = guard(|| db.anon_const_eval(id, none(), None).ok()).flatten()?;
                (told, of_body(cx, id.into(), none(), env))
            }
        };
        let ours = ours.and_then(|ours| match scalar(&told.memory, &ours.ty().plain()) {
            Some(told) if told != ours => Err("it is another to rust-analyzer".into()),
            _ => Ok(ours),
        });
        doubt(ours)
    })
}

/// The same of the types in a body, with the constant.
pub(crate) fn doubt_of_body<'db>(
    cx: &Context<'db>,
    of: HirSource<'db>,
    (args, env): (GenericArgs<'db>, Env),
) -> Option<(String, ExprId)> {
    in_types(of.store(), of.root).into_iter().find_map(|root| {
        let none = || GenericArgs::empty(cx.types.interner());
        let value = match plain(cx, of.owner, root) {
            Some(Plain::Anything) => return None,
            Some(Plain::MadeUp) => Err("it is what a macro makes".into()),
            Some(Plain::Const(id)) => of_const(cx, id, none(), env),
            Some(Plain::Static(id)) => of_static(cx, id),
            None => of_source(cx, of.part(root), args, env),
        };
        Some((doubt(value)?, root))
    })
}

/// Why a constant in the types of a function, of its own and of those in its body, may not be what it is taken for.
pub(crate) fn doubt_of_constants(cx: &Context<'_>, id: FunctionId) -> Option<String> {
    let of = HirSource::of(cx.db, DefWithBodyId::from(id).into());
    let within = || doubt_of_body(cx, of, (cx.types.identity(id.into()), Env::of(id))).map(|(why, _)| why);
    cx.type_doubts.of_function(cx, id).or_else(within)
}

/// The expressions in the types of a body.
pub(crate) fn in_types(store: &ExpressionStore, body: ExprId) -> Vec<ExprId> {
    let mut written = TypeExprs { store, found: Vec::new() };
    written.on_expr(body);
    // Those of the patterns of parameters.
    written.found.extend(store.expr_roots().filter(|root| *root != body));
    written.found
}

/// An expression in the types of what it stands in, by itself; `None` where rust-analyzer has none such.
pub(in crate::lower) fn source<'db>(
    cx: &Context<'db>,
    owner: ExpressionStoreOwnerId,
    root: ExprId,
) -> Option<HirSource<'db>> {
    match owner {
        ExpressionStoreOwnerId::Body(id) => Some(HirSource::of(cx.db, id.into()).part(root)),
        _ => {
            let known = expressions(cx, owner).into_iter().find(|id| id.loc(cx.db).expr == root);
            known.map(|id| HirSource::of(cx.db, id.into()))
        }
    }
}

/// The expressions in the types of a body, in their own too.
struct TypeExprs<'db> {
    store: &'db ExpressionStore,
    found: Vec<ExprId>,
}

impl StoreVisitor for TypeExprs<'_> {
    fn on_expr(&mut self, e: ExprId) {
        match self.store[e] {
            // It is lowered where it stands.
            Expr::Const(inner) => self.on_expr(inner),
            _ => self.store.visit_expr_children(e, self),
        }
    }

    fn on_anon_const_expr(&mut self, e: ExprId) {
        self.found.push(e);
        self.on_expr(e);
    }

    fn on_pat(&mut self, pat: PatId) {
        // Nor is such a pattern in the model.
        if !matches!(self.store[pat], Pat::ConstBlock(_)) {
            self.store.visit_pat_children(pat, self);
        }
    }

    fn on_type(&mut self, ty: TypeRefId) {
        self.store.visit_type_ref_children(ty, self);
    }
}

fn doubt(value: Evaluated) -> Option<String> {
    let why = value.err()?;
    Some(format!("a constant in a type, whose value is not known ({})", why.why()))
}

/// What needs no evaluation of its own.
enum Plain {
    /// A literal or a parameter, which is what it is, or what has no value in a type.
    Anything,
    /// A literal that a macro makes, and not the one that rustc has there.
    MadeUp,
    Const(ConstId),
    Static(StaticId),
}

fn plain(cx: &Context<'_>, owner: ExpressionStoreOwnerId, root: ExprId) -> Option<Plain> {
    let (store, map) = ExpressionStore::with_source_map(cx.db, owner);
    let is_made_up = |e| map.expr_syntax(e).is_ok_and(|at| crate::items::made_up(cx.db, at.file_id).is_some());
    let mut at = root;
    if let Expr::Block { statements, tail: Some(tail), .. } = &store[at]
        && statements.is_empty()
    {
        at = *tail;
    }
    let path = match &store[at] {
        Expr::Literal(_) if is_made_up(at) => return Some(Plain::MadeUp),
        Expr::Literal(_) | Expr::Underscore | Expr::Missing => return Some(Plain::Anything),
        Expr::Path(path) => path,
        _ => return None,
    };
    let mut resolver = owner.resolver(cx.db);
    let _guard = resolver.update_to_inner_scope(cx.db, owner, at);
    match resolver.resolve_path_in_value_ns_fully(cx.db, path, HygieneId::ROOT)? {
        ValueNs::GenericParam(_) => Some(Plain::Anything),
        ValueNs::ConstId(id) => Some(Plain::Const(id)),
        ValueNs::StaticId(id) => Some(Plain::Static(id)),
        _ => None,
    }
}

/// The expressions in the types of a signature or of fields that rust-analyzer evaluates.
fn expressions<'db>(cx: &Context<'db>, owner: ExpressionStoreOwnerId) -> Vec<AnonConstId<'db>> {
    let db: &'db dyn HirDatabase = cx.db;
    match owner {
        ExpressionStoreOwnerId::Signature(def) => {
            AnonConstId::all_from_signature(db, def).into_iter().flatten().copied().collect()
        }
        ExpressionStoreOwnerId::VariantFields(variant) => {
            db.field_types_with_diagnostics(variant).defined_anon_consts().to_vec()
        }
        ExpressionStoreOwnerId::Body(_) => Vec::new(),
    }
}
