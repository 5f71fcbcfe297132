//! Structs and enums: their entries in the table.
use std::sync::Arc;

use hir_def::attrs::AttrFlags;
use hir_def::expr_store::{ExpressionStore, TypeSource};
use hir_def::find_path::{FindPathConfig, PrefixKind, find_path};
use hir_def::hir::Expr;
use hir_def::hir::generics::GenericParams;
use hir_def::item_scope::ItemInNs;
use hir_def::item_tree::FieldsShape;
use hir_def::nameres::crate_def_map;
use hir_def::signatures::{
    EnumSignature, FunctionSignature, StructSignature, TraitSignature, UnionSignature, VariantFields,
};
use hir_def::src::HasSource;
use hir_def::{
    AdtId as HirAdtId, AttrDefId, CallableDefId, EnumVariantId, GenericDefId, HasModule, ItemContainerId, Lookup,
    ModuleDefId, ModuleId, VariantId,
};
use hir_expand::mod_path::PathKind;
use hir_ty::db::{HirDatabase, InternedClosure, InternedClosureId};
use hir_ty::next_solver::{Const, GenericArgs};
use ra_syntax::AstNode;
use refine_core::ids::AdtId;
use refine_core::program::{AdtDef, CtorShape, FieldDef, VariantDef};
use refine_core::ty::Ty;
use rustc_type_ir::TypeVisitableExt;
use rustc_type_ir::inherent::GenericArgs as _;

use super::projections::with_params;
use super::{AdtKey, AdtKind, Env, Own, Types, parent_args};
use crate::database::{Database, Origin};
use crate::guard::guard;

/// The iterator of a `Vec` itself.
pub(crate) const VEC_INTO_ITER: &str = "alloc::vec::into_iter::IntoIter";

/// The name of a type of the standard library, by its path: the last part, and the one before it where there are others of that name.
pub(super) fn name_of_standard(path: &str) -> &str {
    match path {
        VEC_INTO_ITER => "vec::IntoIter",
        "core::slice::iter::Iter" => "slice::Iter",
        "core::slice::iter::IterMut" => "slice::IterMut",
        "core::str::iter::Bytes" => "str::Bytes",
        "core::str::iter::Lines" => "str::Lines",
        "core::str::iter_split::Split" => "str::Split",
        "core::sync::atomic::Ordering" => "atomic::Ordering",
        "core::iter::sources::once::Once" => "iter::Once",
        "core::iter::sources::empty::Empty" => "iter::Empty",
        "core::iter::sources::repeat::Repeat" => "iter::Repeat",
        "core::iter::adapters::chain::Chain" => "iter::Chain",
        "core::iter::adapters::take::Take" => "iter::Take",
        "alloc::rc::Weak" => "rc::Weak",
        "alloc::sync::Weak" => "sync::Weak",
        "std::io::error::Error" => "io::Error",
        "core::fmt::Error" => "fmt::Error",
        path => path.rsplit("::").next().unwrap_or(path),
    }
}

impl<'db> Types<'db> {
    /// All structs and enums so far.
    pub fn adts(&self) -> Vec<AdtDef> {
        self.table.borrow().adts.iter().map(|def| (**def).clone()).collect()
    }

    /// What a struct of ours stands for.
    pub fn kind(&self, id: AdtId) -> AdtKind<'db> {
        self.table.borrow().kinds[id.0 as usize]
    }

    /// Looks at a definition.
    pub fn with_adt<R>(&self, id: AdtId, look: impl FnOnce(&AdtDef) -> R) -> R {
        look(&self.table.borrow().adts[id.0 as usize])
    }

    /// Completes a definition with what only the items tell.
    pub(crate) fn complete(&self, id: AdtId, change: impl FnOnce(&mut AdtDef)) {
        change(Arc::make_mut(&mut self.table.borrow_mut().adts[id.0 as usize]));
    }

    /// The struct of ours for one of Rust; `None` where values of it are outside the model.
    pub fn adt_id(&self, id: HirAdtId) -> Option<AdtId> {
        let own = |id: HirAdtId| GenericParams::of(self.db, id.into()).iter_type_or_consts();
        let consts = own(id).filter(|(_, param)| param.const_param().is_some()).count();
        if !self.has_model(id) {
            return None;
        }
        let identity: GenericArgs<'db> = self.identity(id.into());
        let consts: Vec<Const<'db>> = if consts == 0 { Vec::new() } else { identity.consts().collect() };
        Some(self.item_adt(id, consts))
    }

    /// An item's own parameters as arguments.
    pub fn identity(&self, item: GenericDefId) -> GenericArgs<'db> {
        GenericArgs::identity_for_item(self.interner(), item.into())
    }

    pub(super) fn item_adt(&self, id: HirAdtId, consts: Vec<Const<'db>>) -> AdtId {
        let key = AdtKey::Item(id, consts.clone());
        if let Some(known) = self.known(&key) {
            return known;
        }
        let path = self.path_of_adt(id);
        let is_local = id.krate(self.db) == self.krate;
        let is_std = self.db.origin(id.krate(self.db)) == Origin::Std;
        let last = path.rsplit("::").next().unwrap_or(&path);
        let name = if is_std { name_of_standard(&path) } else { last }.to_owned();
        let params = GenericParams::of(self.db, id.into());
        let type_params = params.iter_type_or_consts().filter(|(_, param)| param.type_param().is_some());
        let declared = type_params.filter_map(|(_, param)| Some(self.name(param.name()?)));
        let projections = self.projections(id);
        let generics = declared.chain(projections.iter().map(|(name, _)| name.clone())).collect();
        // A dependency's `Range` is not the one of the standard library.
        let own_name = if is_local || is_std { name.clone() } else { path.clone() };
        let def = AdtDef {
            generics,
            projections: projections.len(),
            lifetimes: params.len_lifetimes(),
            consts: consts.iter().map(|value| self.const_text(*value)).collect(),
            is_enum: matches!(id, HirAdtId::EnumId(_)),
            foreign: !is_local && !is_std,
            named: if is_local || is_std { None } else { self.named(id) },
            non_exhaustive: !is_local && self.is_non_exhaustive(id),
            derives: self.derived(id),
            ..AdtDef::plain(own_name, if is_std { name } else { path }, None, Vec::new())
        };
        let own = self.enter(key, AdtKind::Item(id), def);
        let args = self.with_consts(id.into(), &consts);
        let variants: Vec<VariantDef> = match id {
            HirAdtId::StructId(of) => {
                let name = self.with_adt(own, |def| def.path.rsplit("::").next().unwrap_or("").to_owned());
                vec![self.variant(of.into(), name, args, Some(0))]
            }
            HirAdtId::EnumId(of) => {
                let all = &of.enum_variants(self.db).variants;
                all.iter().map(|(name, (id, _))| self.enum_variant(*id, &self.name(name), args)).collect()
            }
            HirAdtId::UnionId(_) => Vec::new(),
        };
        let told = self.table.borrow().own.get(&id).cloned();
        let env = Env::of(GenericDefId::from(id));
        let params = projections.iter().map(|(name, ty)| (self.convert(*ty, env), Ty::Param(name.clone()))).collect();
        self.complete(own, |def| {
            def.variants = variants;
            for field in def.variants.iter_mut().flat_map(|variant| &mut variant.fields) {
                field.ty = with_params(&field.ty, &params);
            }
            if let Some(told) = told {
                told.tell(def);
            }
        });
        own
    }

    /// Completes a struct or enum of the crate under check.
    pub(crate) fn tell(&self, id: HirAdtId, own: Own) {
        let table = &mut *self.table.borrow_mut();
        for (def, kind) in table.adts.iter_mut().zip(&table.kinds) {
            if matches!(kind, AdtKind::Item(other) if *other == id) {
                own.tell(Arc::make_mut(def));
            }
        }
        table.own.insert(id, own);
    }

    /// A struct or enum of the crate under check with its own parameters for its constants.
    pub(crate) fn over_own_constants(&self, id: AdtId) -> AdtId {
        let has_consts = self.with_adt(id, |def| def.module.is_some() && !def.consts.is_empty());
        match self.kind(id) {
            AdtKind::Item(of) if has_consts => self.adt_id(of).unwrap_or(id),
            _ => id,
        }
    }

    /// What makes values of a struct or enum over its own constant parameters makes them for all constants.
    pub(crate) fn share_makers(&self) {
        let count = self.table.borrow().adts.len();
        for at in 0..count {
            let id = AdtId(at as u32);
            let general = self.over_own_constants(id);
            if general == id {
                continue;
            }
            let known = self.with_adt(general, |def| (def.constructors.clone(), def.steps.clone(), def.generated));
            self.complete(id, |def| (def.constructors, def.steps, def.generated) = known);
        }
    }

    /// How the crate under check names a type of another crate: see [`AdtDef::named`].
    fn named(&self, id: HirAdtId) -> Option<String> {
        let config = FindPathConfig {
            prefer_no_std: false,
            prefer_prelude: false,
            prefer_absolute: true,
            allow_unstable: false,
        };
        let item = ItemInNs::Types(ModuleDefId::AdtId(id));
        let root = crate_def_map(self.db, self.krate).root_module_id();
        let path = guard(|| find_path(self.db, item, root, PrefixKind::ByCrate, true, config)).flatten()?;
        let is_whole = matches!(path.kind, PathKind::Abs | PathKind::Crate);
        is_whole.then(|| path.display(self.db, self.krate.data(self.db).edition).to_string())
    }

    /// Whether no other crate can write down values of a struct, or of a variant.
    fn is_non_exhaustive(&self, id: HirAdtId) -> bool {
        let is_so = |id: AttrDefId| AttrFlags::query(self.db, id).contains(AttrFlags::NON_EXHAUSTIVE);
        match id {
            HirAdtId::EnumId(_) => variants(self.db, id).into_iter().any(|id| match id {
                VariantId::EnumVariantId(id) => is_so(id.into()),
                VariantId::StructId(_) | VariantId::UnionId(_) => false,
            }),
            HirAdtId::StructId(_) | HirAdtId::UnionId(_) => is_so(id.into()),
        }
    }

    /// The standard library's traits that a type derives, by name.
    fn derived(&self, id: HirAdtId) -> Vec<String> {
        let module = id.module(self.db);
        let derived = module.def_map(self.db)[module].scope.builtin_derive_impls();
        let derived = derived.map(|id| id.loc(self.db)).filter(|found| found.adt == id);
        let mut names: Vec<String> = derived.map(|found| found.trait_.name().as_str().to_owned()).collect();
        // Written out in the library, in the sense of a derive.
        if self.db.origin(id.krate(self.db)) == Origin::Std && self.path_of_adt(id) == "core::option::Option" {
            names.extend(["Clone".to_owned(), "PartialEq".to_owned()]);
        }
        names
    }

    fn enum_variant(&self, id: EnumVariantId, name: &str, args: GenericArgs<'db>) -> VariantDef {
        let discriminant = guard(|| self.db.const_eval_discriminant(id).ok()).flatten();
        self.variant(id.into(), name.to_owned(), args, discriminant)
    }

    fn variant(&self, id: VariantId, name: String, args: GenericArgs<'db>, discriminant: Option<i128>) -> VariantDef {
        let (data, map) = id.fields_with_source_map(self.db);
        let env = Env::of(GenericDefId::from(id.adt_id(self.db)));
        let tys = self.db.field_types(id);
        let is_enum = matches!(id, VariantId::EnumVariantId(_));
        let field = |(at, field): (hir_def::LocalFieldId, &hir_def::signatures::FieldData)| FieldDef {
            name: self.name(&field.name),
            ty: self.known_or_written(
                || map.type_syntax(field.type_ref).ok(),
                || {
                    let ty = tys[at].ty().skip_binder();
                    (!ty.references_non_lt_error()).then(|| self.convert(self.instantiate(ty, args, env), env))
                },
            ),
            public: is_enum || field_is_public(self.db, id, at),
        };
        let shape = match data.shape {
            FieldsShape::Record => CtorShape::Named,
            FieldsShape::Tuple => CtorShape::Tuple,
            FieldsShape::Unit => CtorShape::Unit,
        };
        let fields = data.fields().iter().map(field).collect();
        VariantDef { name, shape, fields, discriminant, is_default: false }
    }

    /// A type that is known, or as it is written.
    pub(crate) fn known_or_written(
        &self,
        source: impl FnOnce() -> Option<TypeSource>,
        known: impl FnOnce() -> Option<Ty>,
    ) -> Ty {
        guard(known).flatten().unwrap_or_else(|| Ty::Opaque(self.written(source())))
    }

    /// A type as it is written.
    fn written(&self, source: Option<TypeSource>) -> String {
        let text = source.map(|source| {
            let root = source.file_id.parse_or_expand(self.db);
            source.value.to_node(&root).syntax().text().to_string()
        });
        text.map_or_else(|| "_".to_owned(), |text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The struct of a closure: its captures, references among them for those by reference.
    pub fn closure(&self, id: InternedClosureId<'db>, args: GenericArgs<'db>, env: Env) -> AdtId {
        let args = self.normalize(args, env);
        let env = self.needed(args, env);
        let parent = parent_args(args);
        let key = AdtKey::Closure(id, parent, env);
        if let Some(known) = self.known(&key) {
            return known;
        }
        let def = synthetic(self.closure_name(id));
        let own = self.enter(key, AdtKind::Closure(id, args, env), def);
        let captures = crate::lower::captures_of(self.db, id).map(|(captures, _)| captures).unwrap_or_default();
        let tys =
            captures.iter().map(|capture| self.convert(self.instantiate(capture.captured_ty(self.db), args, env), env));
        let fields = tys.enumerate().map(|(at, ty)| FieldDef { name: at.to_string(), ty, public: false });
        let fields: Vec<FieldDef> = fields.collect();
        self.complete(own, |def| def.variants[0].fields = fields);
        own
    }

    /// What a closure is called: its number among those of the body that it is in, wherever that stands.
    pub fn closure_name(&self, id: InternedClosureId<'db>) -> String {
        let InternedClosure { owner, expr: closure, .. } = id.loc(self.db);
        let store = ExpressionStore::of(self.db, owner.expression_store_owner(self.db));
        let before = store.exprs().take_while(|(at, _)| *at != closure);
        let number = before.filter(|(_, expr)| matches!(expr, Expr::Closure { .. })).count();
        format!("{{closure#{number}}}")
    }

    /// What a function or constructor is called as a value, with the head of the `impl` that it is in.
    fn callable_name(&self, id: CallableDefId) -> String {
        let db = self.db;
        let (module, name) = match id {
            CallableDefId::FunctionId(id) => {
                let head = match id.lookup(db).container {
                    ItemContainerId::ImplId(of) => {
                        let source = of.lookup(db).source(db).value;
                        let parts = [source.trait_(), source.self_ty()];
                        parts.iter().flatten().map(|ty| format!("{}::", ty.syntax().text())).collect()
                    }
                    ItemContainerId::TraitId(of) => format!("{}::", TraitSignature::of(db, of).name.as_str()),
                    _ => String::new(),
                };
                (id.module(db), head + FunctionSignature::of(db, id).name.as_str())
            }
            CallableDefId::StructId(id) => (id.module(db), StructSignature::of(db, id).name.as_str().to_owned()),
            CallableDefId::EnumVariantId(id) => {
                let of = id.lookup(db);
                (id.module(db), format!("{}#{}", EnumSignature::of(db, of.parent).name.as_str(), of.index(db)))
            }
        };
        format!("{{fn {}}}", self.path_in(module, &name))
    }

    /// The struct of a function or constructor as a value.
    pub fn callable(&self, id: CallableDefId, args: GenericArgs<'db>, env: Env) -> AdtId {
        let args = self.normalize(args, env);
        let env = self.needed(args, env);
        let key = AdtKey::Callable(id, args, env);
        self.known(&key).unwrap_or_else(|| {
            let name = self.callable_name(id);
            self.enter(key, AdtKind::Callable(id, args, env), synthetic(name))
        })
    }

    /// The environment, if it is of any use.
    pub fn needed(&self, args: GenericArgs<'db>, env: Env) -> Env {
        if self.mentions_params(args) { env } else { Env::CLOSED }
    }

    fn known(&self, key: &AdtKey<'db>) -> Option<AdtId> {
        self.table.borrow().ids.get(key).copied()
    }

    fn enter(&self, key: AdtKey<'db>, kind: AdtKind<'db>, def: AdtDef) -> AdtId {
        let mut table = self.table.borrow_mut();
        let id = AdtId(table.adts.len() as u32);
        table.adts.push(Arc::new(def));
        table.kinds.push(kind);
        table.ids.insert(key, id);
        id
    }

    /// Whether values of a struct or enum are those of its fields: unions are not, nor is what our standard library only
    /// names, nor what changes behind a shared reference, nor [nested](Types::is_nested) types.
    pub(super) fn has_model(&self, id: HirAdtId) -> bool {
        let is_std = self.db.origin(id.krate(self.db)) == Origin::Std;
        match id {
            HirAdtId::UnionId(_) => false,
            HirAdtId::StructId(of) if is_std => {
                let named = |(_, field): (_, &hir_def::signatures::FieldData)| field.name.as_str() == "_private";
                !of.fields(self.db).fields().iter().any(named) && !self.is_interior(id)
            }
            _ if is_std => !self.is_interior(id),
            _ => !self.is_nested(id),
        }
    }

    /// Whether a value of a type can be changed behind a shared reference.
    pub fn has_cell(&self, ty: &Ty) -> bool {
        self.has_cell_within(ty, &mut Vec::new())
    }

    fn has_cell_within(&self, ty: &Ty, seen: &mut Vec<AdtId>) -> bool {
        match ty {
            Ty::Adt(id, args) => {
                if args.iter().any(|arg| self.has_cell_within(arg, seen)) {
                    return true;
                }
                if seen.contains(id) {
                    return false;
                }
                seen.push(*id);
                let variants = self.with_adt(*id, |def| def.variants.clone());
                let mut fields = variants.iter().flat_map(|variant| &variant.fields);
                self.is_cell(ty) || fields.any(|field| self.has_cell_within(&field.ty, seen))
            }
            Ty::Opaque(name) => {
                self.is_cell(ty) || self.standard_args(name).iter().any(|arg| self.has_cell_within(arg, seen))
            }
            _ => ty.parts().any(|part| self.has_cell_within(part, seen)),
        }
    }

    /// Whether a type of the standard library can be changed behind a shared reference, as a `Cell` or a `Mutex` can.
    pub fn is_cell(&self, ty: &Ty) -> bool {
        let known = self.hir(ty, Env::CLOSED).and_then(|ty| ty.as_adt());
        known.is_some_and(|(id, _)| self.db.origin(id.krate(self.db)) == Origin::Std && self.is_interior(id))
    }

    /// Whether an `UnsafeCell` is part of each value of a type of our standard library.
    fn is_interior(&self, id: HirAdtId) -> bool {
        if let Some(&known) = self.table.borrow().interior.get(&id) {
            return known;
        }
        // While it is looked at: a type that contains itself has a cell only where it has one elsewhere.
        self.table.borrow_mut().interior.insert(id, false);
        let cell = hir_def::lang_item::lang_items(self.db, id.krate(self.db)).UnsafeCell;
        let holds = |of: HirAdtId| self.db.origin(of.krate(self.db)) == Origin::Std && self.is_interior(of);
        let found = matches!((id, cell), (HirAdtId::StructId(of), Some(cell)) if of == cell)
            || variants(self.db, id).iter().any(|variant| {
                self.db.field_types(*variant).iter().any(|(_, ty)| {
                    let ty = ty.ty().skip_binder();
                    !ty.has_escaping_bound_vars() && ty.as_adt().is_some_and(|(of, _)| holds(of))
                })
            });
        self.table.borrow_mut().interior.insert(id, found);
        found
    }

    /// The path of a struct, enum or union: from the root of the crate under check, or with another crate's name first.
    pub fn path_of_adt(&self, id: HirAdtId) -> String {
        let name = match id {
            HirAdtId::StructId(id) => StructSignature::of(self.db, id).name.clone(),
            HirAdtId::EnumId(id) => EnumSignature::of(self.db, id).name.clone(),
            HirAdtId::UnionId(id) => UnionSignature::of(self.db, id).name.clone(),
        };
        self.path_in(id.module(self.db), &self.name(&name))
    }

    /// The path of something in a module.
    pub fn path_in(&self, module: ModuleId, name: &str) -> String {
        let mut path = vec![name.to_owned()];
        let mut at = Some(module);
        while let Some(module) = at {
            if let Some(name) = module.name(self.db) {
                path.push(self.name(&name));
            }
            at = module.containing_module(self.db);
        }
        let krate = module.krate(self.db);
        if krate != self.krate
            && let Some(name) = &krate.extra_data(self.db).display_name
        {
            path.push(name.crate_name().to_string());
        }
        path.reverse();
        path.join("::")
    }
}

/// The definition of a struct that stands for a closure or a function.
fn synthetic(name: String) -> AdtDef {
    let variant = VariantDef {
        name: name.clone(),
        shape: CtorShape::Tuple,
        fields: Vec::new(),
        discriminant: None,
        is_default: false,
    };
    AdtDef { public: false, ..AdtDef::plain(name.clone(), name, None, vec![variant]) }
}

/// Whether everyone may read a field of a value that he has.
pub(crate) fn field_is_public(db: &Database, id: VariantId, at: hir_def::LocalFieldId) -> bool {
    let all = VariantFields::field_visibilities(db, id);
    matches!(all.get(at), Some(hir_def::visibility::Visibility::Public))
}

/// The variants of an enum, or what a struct has in the place of one.
pub(crate) fn variants(db: &Database, id: HirAdtId) -> Vec<VariantId> {
    match id {
        HirAdtId::StructId(of) => vec![of.into()],
        HirAdtId::EnumId(of) => of.enum_variants(db).variants.values().map(|(id, _)| (*id).into()).collect(),
        HirAdtId::UnionId(_) => Vec::new(),
    }
}
