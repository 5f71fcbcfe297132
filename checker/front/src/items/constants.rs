//! The definitions of what the compiler evaluates: constants, statics, discriminants, and expressions in types.
use hir_def::expr_store::ExpressionStore;
use hir_def::hir::ExprId;
use hir_def::signatures::TraitSignature;
use hir_def::src::HasSource;
use hir_def::{DefWithBodyId, ExpressionStoreOwnerId, GenericDefId, HasModule, ItemContainerId, Lookup};
use hir_expand::InFile;
use hir_ty::ValueTyDefId;
use hir_ty::db::HirDatabase;
use ra_syntax::{AstNode, SyntaxNode, ast};
use refine_core::ids::ModuleId;
use refine_core::program::FnDef;
use refine_core::span::Span;
use refine_core::ty::Ty;

use super::signature::{bare, is_foreign, nowhere};
use crate::context::{Callable, Context};
use crate::types::Env;

/// The definition of what gives a constant or static its value.
pub(super) fn of_item(context: &Context<'_>, id: DefWithBodyId) -> FnDef {
    let db = context.db;
    let (source, container) = match id {
        DefWithBodyId::ConstId(id) => {
            let of = id.lookup(db);
            (Some(of.source(db).map(|it| it.syntax().clone())), Some(of.container))
        }
        DefWithBodyId::StaticId(id) => (Some(id.lookup(db).source(db).map(|it| it.syntax().clone())), None),
        DefWithBodyId::VariantId(id) => (Some(id.lookup(db).source(db).map(|it| it.syntax().clone())), None),
        DefWithBodyId::FunctionId(_) => (None, None),
    };
    let whole = source.as_ref().map_or_else(|| nowhere(context), |node| context.spans.of(node.as_ref()));
    let named = |node: &InFile<SyntaxNode>| {
        let name = node.value.children().find_map(ast::Name::cast)?;
        Some(context.spans.of(node.with_value(name.syntax())))
    };
    let span = source.as_ref().and_then(named).unwrap_or(whole);
    let line = context.spans.sources().line_col(span);
    let name = super::owners::name(db, id).unwrap_or_else(|| format!("{{const {}:{}}}", line.line, line.column));
    // Of an `impl`, the type that it is for.
    let around = match container {
        _ if let DefWithBodyId::VariantId(id) = id => {
            hir_def::signatures::EnumSignature::of(db, id.lookup(db).parent).name.as_str().to_owned()
        }
        Some(ItemContainerId::ImplId(of)) => {
            let ty = of.lookup(db).source(db).value.self_ty();
            ty.map(|ty| super::mentions::last_name(ty.syntax())).unwrap_or_default()
        }
        Some(ItemContainerId::TraitId(of)) => TraitSignature::of(db, of).name.as_str().to_owned(),
        _ => String::new(),
    };
    let owner = ExpressionStoreOwnerId::Body(id).generic_def(db);
    let ty = ty_of(context, id);
    let item = context.items.consts.iter().find(|item| item.id == id);
    let module = item.map_or(ModuleId(0), |item| item.module);
    // Nothing can be put into it to look at it when it is run: it has no block, and is no more than its name.
    let mut def = evaluated(context, owner, (module, around, name), span);
    def.ret = ty.unwrap_or_else(Ty::unit);
    // Others get its value.
    def.public = item.is_some_and(|item| item.public);
    def
}

/// The type of a constant or static.
pub(crate) fn ty_of(context: &Context<'_>, id: DefWithBodyId) -> Option<Ty> {
    let of_value = match id {
        DefWithBodyId::ConstId(id) => context.db.value_ty(ValueTyDefId::ConstId(id)),
        DefWithBodyId::StaticId(id) => context.db.value_ty(ValueTyDefId::StaticId(id)),
        DefWithBodyId::FunctionId(_) | DefWithBodyId::VariantId(_) => None,
    };
    let owner = ExpressionStoreOwnerId::Body(id).generic_def(context.db);
    of_value.map(|ty| context.ty(ty.instantiate_identity().skip_norm_wip(), Env::of(owner)))
}

/// The definition of an expression in a type. It has the name of what the type is written in.
pub(super) fn in_type(context: &Context<'_>, owner: ExpressionStoreOwnerId, root: ExprId) -> FnDef {
    let (_, map) = ExpressionStore::with_source_map(context.db, owner);
    let span = map.expr_syntax(root).map(|at| context.spans.of(at.map(|ptr| ptr.text_range())));
    let span = span.unwrap_or_else(|_| nowhere(context));
    let item = context.items.in_types.iter().find(|item| (item.owner, item.root) == (owner, root));
    let module = item.map_or(ModuleId(0), |item| item.module);
    let of = owner.generic_def(context.db);
    let named = match owner {
        ExpressionStoreOwnerId::Body(id) => super::owners::name(context.db, id),
        _ => None,
    };
    let mut def = evaluated(
        context,
        of,
        (module, named.unwrap_or_else(|| super::owners::name_of(context.db, of)), "{constant}".to_owned()),
        span,
    );
    // The braces around an argument are no block to add to.
    def.block.end = def.block.start;
    if let GenericDefId::FunctionId(id) = of {
        def.path = format!("{}::{}", context.fn_def(context.fn_id(Callable::Function(id))).path, def.name);
    }
    def
}

/// The definition of what the compiler evaluates.
fn evaluated(
    context: &Context<'_>,
    owner: GenericDefId,
    (module, around, name): (ModuleId, String, String),
    span: Span,
) -> FnDef {
    let parts = [context.items.modules[module.0 as usize].path.clone(), around, name.clone()];
    let path: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let generics = context.types.identity(owner).types().filter_map(|ty| match context.ty(ty, Env::of(owner)) {
        Ty::Param(name) => Some(name),
        _ => None,
    });
    let mut def = bare(path.join("::"), name, span, generics.collect(), Ty::unit());
    def.module = module;
    def.foreign = is_foreign(context.db, context.krate, owner.krate(context.db));
    // It has claims only where it calls what has a contract.
    def.annotated = true;
    def.uncallable = Some("it is evaluated when the crate is compiled".to_owned());
    def
}
