//! `impl`s inside of functions and of other expressions. To rustc they count everywhere, to rust-analyzer only there: which methods a type has
//! elsewhere, and what happens where it is dropped, is not what inference tells. (Rustc's lint `non_local_definitions` is about them.)
use std::collections::HashSet;

use base_db::{Crate, all_crates};
use hir_def::expr_store::Body;
use hir_def::nameres::{DefMap, crate_def_map};
use hir_def::{AdtId, AssocItemId, DefWithBodyId, HasModule, ImplId, ModuleDefId, TraitId};
use hir_expand::name::Name;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{DbInterner, Ty, TyKind};
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind};
use rustc_type_ir::{TypeSuperVisitable as _, TypeVisitor};

use crate::database::Origin;
use crate::guard::guard;
use crate::types::Types;

/// The types and traits of the user's crates with such an `impl`.
#[derive(Debug, Default)]
pub(crate) struct Scattered {
    types: HashSet<AdtId>,
    traits: HashSet<TraitId>,
    /// Those that are known by their names only.
    names: HashSet<String>,
}

impl Scattered {
    pub(super) fn of(types: &Types<'_>) -> Scattered {
        let db = types.db();
        let mut found = Scattered::default();
        for &krate in all_crates(db).iter().filter(|krate| db.origin(**krate) == Origin::Local) {
            for block in blocks(types, krate) {
                for (_, module) in block.modules() {
                    module.scope.impls().for_each(|id| found.add(types, block, id));
                }
            }
            for (_, module) in crate_def_map(db, krate).modules() {
                found.add_names(module.definition_source(db).value.node());
            }
        }
        found
    }

    /// Whether a type has such an `impl`.
    pub(crate) fn has_type(&self, types: &Types<'_>, id: AdtId) -> bool {
        let named = || self.names.contains(types.path_of_adt(id).rsplit("::").next().unwrap_or_default());
        self.types.contains(&id)
            || !self.names.is_empty() && types.db().origin(id.krate(types.db())) == Origin::Local && named()
    }

    /// Whether a trait is implemented by one.
    pub(crate) fn has_trait(&self, id: TraitId) -> bool {
        self.traits.contains(&id)
    }

    /// What an `impl` in a block is for, unless that is declared in the same block.
    fn add(&mut self, types: &Types<'_>, block: &DefMap, id: ImplId) {
        let db = types.db();
        let is_here = |module: hir_def::ModuleId| std::ptr::eq(module.def_map(db), block);
        let is_users = |krate: Crate| db.origin(krate) != Origin::Std && db.origin(krate) != Origin::Spec;
        let of = db.impl_trait(id).map(|of| of.skip_binder());
        if of.is_some_and(|of| is_here(of.def_id.0.module(db))) {
            return;
        }
        let mut header = Header::default();
        header.visit_ty(db.impl_self_ty(id).skip_binder());
        if let Some(of) = of {
            of.args.types().for_each(|ty| header.visit_ty(ty));
            header.traits.push(of.def_id.0);
        }
        if header.adts.iter().any(|adt| is_here(adt.module(db))) {
            return;
        }
        self.types.extend(header.adts.into_iter().filter(|adt| is_users(adt.krate(db))));
        self.traits.extend(header.traits.into_iter().filter(|of| is_users(of.krate(db))));
    }

    /// The names in the heads of those that are in no body: in the length of an array, say.
    fn add_names(&mut self, file: SyntaxNode) {
        for node in file.descendants() {
            let ancestors = || node.ancestors().skip(1).map(|node| node.kind());
            if ast::Impl::can_cast(node.kind())
                && ancestors().any(|kind| kind == SyntaxKind::BLOCK_EXPR)
                && !is_in_body(&node)
            {
                let head = node.children().take_while(|child| child.kind() != SyntaxKind::ASSOC_ITEM_LIST);
                let idents = head.flat_map(|part| part.descendants_with_tokens()).filter_map(|part| part.into_token());
                let idents = idents.filter(|token| token.kind() == SyntaxKind::IDENT);
                self.names.extend(idents.map(|token| token.text().to_owned()));
            }
            // What a macro makes of its arguments in a type is not looked at.
            let in_type = || {
                ancestors()
                    .any(|kind| matches!(kind, SyntaxKind::ARRAY_TYPE | SyntaxKind::CONST_ARG | SyntaxKind::VARIANT))
            };
            if node.kind() == SyntaxKind::TOKEN_TREE && in_type() && !is_in_body(&node) {
                let tokens: Vec<_> = node.descendants_with_tokens().filter_map(|part| part.into_token()).collect();
                if tokens.iter().any(|token| token.kind() == SyntaxKind::IMPL_KW) {
                    let idents = tokens.iter().filter(|token| token.kind() == SyntaxKind::IDENT);
                    self.names.extend(idents.map(|token| token.text().to_owned()));
                }
            }
        }
    }
}

/// Whether a node is in the body of a function, or in the value of a constant or a static.
fn is_in_body(node: &SyntaxNode) -> bool {
    node.ancestors().any(|inner| match inner.parent().map(|outer| outer.kind()) {
        Some(SyntaxKind::FN) => inner.kind() == SyntaxKind::BLOCK_EXPR,
        Some(SyntaxKind::CONST | SyntaxKind::STATIC) => ast::Expr::can_cast(inner.kind()),
        _ => false,
    })
}

/// The blocks in the bodies of a crate that have items of their own, at any depth; not those of constants without a name, which are looked
/// into by name resolution.
pub(super) fn blocks<'db>(types: &Types<'db>, krate: Crate) -> Vec<&'db DefMap> {
    let db = types.db();
    let mut found: Vec<&DefMap> = Vec::new();
    let mut todo: Vec<&DefMap> = vec![crate_def_map(db, krate)];
    while let Some(map) = todo.pop() {
        let mut bodies: Vec<DefWithBodyId> = Vec::new();
        for (_, module) in map.modules() {
            for id in module.scope.unnamed_consts() {
                let inner = guard(|| Body::of(db, id.into()).blocks(db).map(|(_, block)| block).collect::<Vec<_>>());
                todo.extend(inner.into_iter().flatten());
            }
            for def in module.scope.declarations() {
                match def {
                    ModuleDefId::FunctionId(id) => bodies.push(id.into()),
                    ModuleDefId::ConstId(id) => bodies.push(id.into()),
                    ModuleDefId::StaticId(id) => bodies.push(id.into()),
                    ModuleDefId::TraitId(id) => bodies.extend(id.trait_items(db).items.iter().filter_map(body_of)),
                    ModuleDefId::AdtId(AdtId::EnumId(id)) => {
                        bodies.extend(id.enum_variants(db).variants.values().map(|(id, _)| DefWithBodyId::from(*id)));
                    }
                    _ => {}
                }
            }
            for id in module.scope.impls() {
                bodies.extend(id.impl_items(db).items.iter().filter_map(body_of));
            }
        }
        for body in bodies {
            let inner = guard(|| Body::of(db, body).blocks(db).map(|(_, block)| block).collect::<Vec<_>>());
            for block in inner.into_iter().flatten() {
                found.push(block);
                todo.push(block);
            }
        }
    }
    found
}

/// The body of an item in a trait or an `impl`.
fn body_of((_, item): &(Name, AssocItemId)) -> Option<DefWithBodyId> {
    match item {
        AssocItemId::FunctionId(id) => Some((*id).into()),
        AssocItemId::ConstId(id) => Some((*id).into()),
        AssocItemId::TypeAliasId(_) => None,
    }
}

/// What the head of an `impl` names.
#[derive(Default)]
struct Header {
    adts: Vec<AdtId>,
    traits: Vec<TraitId>,
}

impl<'db> TypeVisitor<DbInterner<'db>> for Header {
    type Result = ();

    fn visit_ty(&mut self, ty: Ty<'db>) {
        match ty.kind() {
            TyKind::Adt(adt, _) => self.adts.push(adt.def_id()),
            TyKind::Dynamic(bounds, _) => self.traits.extend(bounds.principal_def_id().map(|of| of.0)),
            _ => {}
        }
        ty.super_visit_with(self);
    }
}
