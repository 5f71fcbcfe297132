//! Whether the constants in types are what rust-analyzer takes them for: lengths of arrays, constant arguments.
//!
//! It evaluates them where it meets them, and what it came to is part of a type then, of which nothing shows any more where it is from. So
//! they are looked at where they are written: a literal and a parameter are what they are, and anything else has to have a value that is
//! computed here, from text that is not in doubt.
use hir_def::expr_store::{ExpressionStore, HygieneId, StoreVisitor};
use hir_def::hir::{Expr, ExprId, Pat, PatId};
use hir_def::resolver::{HasResolver, ValueNs};
use hir_def::type_ref::TypeRefId;
use hir_def::{DefWithBodyId, ExpressionStoreOwnerId, FunctionId};
use hir_ty::db::{AnonConstId, HirDatabase};
use hir_ty::next_solver::GenericArgs;

use super::{Value, of_body, of_const, of_source, of_static};
use crate::context::Context;
use crate::lower::Source;
use crate::lower::expr::unit;
use crate::types::Env;

/// Why a constant in the types of a signature or of fields may not be what it is taken for.
pub(crate) fn doubt_of_signature(cx: &Context<'_>, owner: ExpressionStoreOwnerId) -> Option<String> {
    let store = ExpressionStore::of(cx.db, owner);
    let mut roots = store.expr_roots().peekable();
    roots.peek()?;
    let known = expressions(cx, owner);
    let env = Env::of(owner.generic_def(cx.db));
    let args = cx.types.identity(owner.generic_def(cx.db));
    roots.find_map(|root| {
        let value =
            plain(cx, owner, root, env).unwrap_or_else(|| match known.iter().find(|id| id.loc(cx.db).expr == root) {
                Some(id) => of_body(cx, (*id).into(), args, env),
                None => Err("it is not known".into()),
            });
        doubt(value)
    })
}

/// The same of the types in a body, with the constant.
pub(crate) fn doubt_of_body<'db>(
    cx: &Context<'db>,
    of: Source<'db>,
    (args, env): (GenericArgs<'db>, Env),
) -> Option<(String, ExprId)> {
    let mut written = Written { store: of.store(), found: Vec::new() };
    written.on_expr(of.root);
    // Those of the patterns of parameters.
    written.found.extend(of.store().expr_roots().filter(|root| *root != of.root));
    written.found.into_iter().find_map(|root| {
        let value = plain(cx, of.owner, root, env);
        let why = doubt(value.unwrap_or_else(|| of_source(cx, of.part(root), args, env)))?;
        Some((why, root))
    })
}

/// Why a constant in the types of a function, of its own and of those in its body, may not be what it is taken for.
pub(crate) fn doubt_of_constants(cx: &Context<'_>, id: FunctionId) -> Option<String> {
    let of = Source::of(cx.db, DefWithBodyId::from(id).into());
    let within = || doubt_of_body(cx, of, (cx.types.identity(id.into()), Env::of(id))).map(|(why, _)| why);
    cx.type_doubts.of_function(cx, id).or_else(within)
}

/// The expressions in the types of a body, in their own too.
struct Written<'db> {
    store: &'db ExpressionStore,
    found: Vec<ExprId>,
}

impl StoreVisitor for Written<'_> {
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

fn doubt(value: Value) -> Option<String> {
    let why = value.err()?;
    Some(format!("a constant in a type, whose value is not known ({})", why.why()))
}

/// The value of what needs no evaluation of its own: of a literal and a parameter, whatever it is.
fn plain(cx: &Context<'_>, owner: ExpressionStoreOwnerId, root: ExprId, env: Env) -> Option<Value> {
    let (store, map) = ExpressionStore::with_source_map(cx.db, owner);
    let anything = || Some(Ok(unit()));
    let is_made_up = |e| map.expr_syntax(e).is_ok_and(|at| crate::items::made_up(cx.db, at.file_id).is_some());
    let mut at = root;
    if let Expr::Block { statements, tail: Some(tail), .. } = &store[at]
        && statements.is_empty()
    {
        at = *tail;
    }
    let path = match &store[at] {
        Expr::Literal(_) if is_made_up(at) => return Some(Err("it is what a macro makes".into())),
        // What does not parse has no value in a type either.
        Expr::Literal(_) | Expr::Underscore | Expr::Missing => return anything(),
        Expr::Path(path) => path,
        _ => return None,
    };
    let mut resolver = owner.resolver(cx.db);
    let _guard = resolver.update_to_inner_scope(cx.db, owner, at);
    let none = || GenericArgs::empty(cx.types.interner());
    match resolver.resolve_path_in_value_ns_fully(cx.db, path, HygieneId::ROOT)? {
        ValueNs::GenericParam(_) => anything(),
        ValueNs::ConstId(id) => Some(of_const(cx, id, none(), env)),
        ValueNs::StaticId(id) => Some(of_static(cx, id)),
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
