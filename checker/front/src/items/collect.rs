//! Who is there: modules, functions, structs and enums, in the order of the source.
use base_db::Crate;
use hir_def::expr_store::Body;
use hir_def::nameres::{DefMap, crate_def_map};
use hir_def::signatures::FunctionSignature;
use hir_def::src::HasSource;
use hir_def::{AdtId, DefWithBodyId, FunctionId, Lookup, ModuleDefId, ModuleId as HirModuleId};
use refine_core::program::{ModuleDef, ModuleId};
use refine_core::span::Span;
use refine_spec_lang::{FnSpec, TypeSpec};
use ra_syntax::AstNode;

use super::signature::{Place, Signatures, functions};
use super::{AdtItem, FnItem, Items};
use crate::spans::Spans;
use crate::types::Types;

impl Items {
    /// Collects the items of the crate under check.
    pub fn collect<'db>(types: &Types<'db>, spans: &Spans<'db>) -> Items {
        let signatures = Signatures { types, spans };
        let mut collect = Collect { signatures, items: Items::default() };
        collect.krate(types.krate());
        collect.items
    }
}

struct Collect<'a, 'db> {
    signatures: Signatures<'a, 'db>,
    items: Items,
}

/// What a module or a body declares, before it is put in order.
#[derive(Default)]
struct Found {
    fns: Vec<(Span, FunctionId)>,
    adts: Vec<(Span, AdtId)>,
    bodies: Vec<DefWithBodyId>,
}

impl<'db> Collect<'_, 'db> {
    fn krate(&mut self, krate: Crate) {
        let map = crate_def_map(self.signatures.types.db(), krate);
        self.module(map, map.root_module_id(), None);
    }

    fn module(&mut self, map: &DefMap, id: HirModuleId, parent: Option<ModuleId>) {
        let db = self.signatures.types.db();
        let data = &map[id];
        let name = id.name(db).map(|name| name.as_str().to_owned()).unwrap_or_default();
        let path = match parent {
            Some(parent) if !self.items.modules[parent.0 as usize].path.is_empty() => {
                format!("{}::{name}", self.items.modules[parent.0 as usize].path)
            }
            _ => name.clone(),
        };
        let source = data.definition_source(db);
        let whole = self.signatures.spans.of(source.map(|it| it.node()));
        // Before the brace of an inline module.
        let at = if data.origin.is_inline() { whole.end.saturating_sub(1) } else { whole.end };
        let end = Span { start: at, end: at, ..whole };
        let own = ModuleId(self.items.modules.len() as u32);
        self.items.modules.push(ModuleDef { path, parent, name, end, test_only: false, cfg: Vec::new() });
        self.scope(map, id, own, None);
        for &child in data.children.values() {
            self.module(map, child, Some(own));
        }
    }

    /// The items of a module, or of a block of a body, with those in their bodies.
    fn scope(&mut self, map: &DefMap, id: HirModuleId, module: ModuleId, outer: Option<&str>) {
        let mut found = self.declared(map, id);
        found.fns.sort_by_key(|(span, _)| *span);
        found.adts.sort_by_key(|(span, _)| *span);
        for (_, adt) in found.adts {
            let id = self.signatures.types.adt_id(adt);
            self.items.adts.push(AdtItem { id: adt, adt: id, spec: TypeSpec::default(), faulty: false, doubted: None });
        }
        for (_, function) in found.fns {
            let place = Place { module, outer: outer.map(str::to_owned) };
            let def = self.signatures.function(function, &place);
            let path = def.path.clone();
            self.items.fns.push(FnItem { def, id: function, spec: FnSpec::default(), doubted: None });
            self.body(function.into(), module, &path);
        }
        for body in found.bodies {
            self.body(body, module, outer.unwrap_or_default());
        }
    }

    /// The items that the blocks of a body declare.
    fn body(&mut self, def: DefWithBodyId, module: ModuleId, path: &str) {
        let db = self.signatures.types.db();
        let body = Body::of(db, def);
        for (_, map) in body.blocks(db) {
            self.block(map, map.root_module_id(), module, path);
        }
    }

    /// A block, with the modules in it.
    fn block(&mut self, map: &DefMap, id: HirModuleId, module: ModuleId, path: &str) {
        self.scope(map, id, module, Some(path));
        for &child in map[id].children.values() {
            self.block(map, child, module, path);
        }
    }

    fn declared(&self, map: &DefMap, id: HirModuleId) -> Found {
        let db = self.signatures.types.db();
        let scope = &map[id].scope;
        let mut found = Found::default();
        let mut fns = Vec::new();
        for def in scope.declarations() {
            match def {
                ModuleDefId::FunctionId(id) => fns.push(id),
                ModuleDefId::AdtId(id) => found.adts.push((self.place_of(id), id)),
                ModuleDefId::ConstId(id) => found.bodies.push(id.into()),
                ModuleDefId::StaticId(id) => found.bodies.push(id.into()),
                ModuleDefId::TraitId(id) => {
                    let provided = functions(&id.trait_items(db).items).into_iter();
                    fns.extend(provided.filter(|id| FunctionSignature::of(db, *id).has_body()));
                }
                _ => {}
            }
        }
        found.bodies.extend(scope.unnamed_consts().map(DefWithBodyId::from));
        for id in scope.impls() {
            fns.extend(functions(&id.impl_items(db).items));
        }
        let place = |id: FunctionId| {
            let source = id.lookup(db).source(db);
            self.signatures.spans.of(source.map(|it| it.syntax().clone()))
        };
        found.fns = fns.into_iter().map(|id| (place(id), id)).collect();
        found
    }

    fn place_of(&self, id: AdtId) -> Span {
        let db = self.signatures.types.db();
        let spans = self.signatures.spans;
        match id {
            AdtId::StructId(id) => spans.of(id.lookup(db).source(db).map(|it| it.syntax().clone())),
            AdtId::EnumId(id) => spans.of(id.lookup(db).source(db).map(|it| it.syntax().clone())),
            AdtId::UnionId(id) => spans.of(id.lookup(db).source(db).map(|it| it.syntax().clone())),
        }
    }
}
