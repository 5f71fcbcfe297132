//! The definition of a function, as the rooms after the front end see it.
use base_db::Crate;
use hir_def::expr_store::Body;
use hir_def::hir::generics::GenericParams;
use hir_def::hir::{BindingAnnotation, Pat};
use hir_def::signatures::{FunctionSignature, ImplSignature, TraitSignature};
use hir_def::src::HasSource;
use hir_def::{
    AssocItemId, ConstParamId, DefWithBodyId, FunctionId, GenericDefId, HasModule, ItemContainerId, Lookup,
    TypeOrConstParamId,
};
use hir_expand::InFile;
use hir_ty::db::{HirDatabase, InternedClosureId};
use hir_ty::next_solver::{Mutability, TyKind};
use ra_syntax::ast::{HasAttrs as _, HasName};
use ra_syntax::{AstNode, ast};
use refine_core::ids::ModuleId;
use refine_core::program::{Called, FnDef, FnTemplate, ParamDef};
use refine_core::span::Span;
use refine_core::ty::Ty;
use rustc_type_ir::inherent::IntoKind;

use super::attrs::attributes;
use super::{constants, derived, docs};
use crate::context::{Callable, Context};
use crate::database::{Database, Origin};
use crate::spans::Spans;
use crate::types::{Env, Types};

/// Whether a function is declared to return `impl Iterator` or a `Box<dyn Iterator>`, by whatever name a trait of that kind goes.
fn iterates(function: &ast::Fn) -> bool {
    let ty = function.ret_type().and_then(|ret| ret.ty()).map_or(String::new(), |ty| ty.syntax().text().to_string());
    let bounds = ty.strip_prefix("impl ").or_else(|| ty.strip_prefix("Box<dyn "));
    let name = bounds.and_then(|bounds| bounds.split(['<', '+', '>', ' ']).next()).unwrap_or_default();
    name.rsplit("::").next().is_some_and(|name| name.ends_with("Iterator") && !name.starts_with("Into"))
}

/// Whether there is an `impl Trait` in what a function is declared to return.
fn hides_result(function: &ast::Fn) -> bool {
    let ret = function.ret_type().and_then(|ret| ret.ty());
    ret.is_some_and(|ty| ty.syntax().descendants().any(|node| ast::ImplTraitType::can_cast(node.kind())))
}

/// What definitions are made with.
pub(super) struct Signatures<'a, 'db> {
    pub(super) types: &'a Types<'db>,
    pub(super) spans: &'a Spans<'db>,
}

/// Where a function stands.
pub(super) struct Enclosing {
    pub(super) module: ModuleId,
    /// The path of the function in whose body it is.
    pub(super) outer: Option<String>,
}

impl<'db> Signatures<'_, 'db> {
    /// A function's definition, as far as its declaration tells: not what it does, nor whether it can be called.
    pub(super) fn function(&self, id: FunctionId, place: &Enclosing) -> FnDef {
        let db = self.types.db();
        let data = FunctionSignature::of(db, id);
        let loc = id.lookup(db);
        let env = Env::of(id);
        let name = self.types.name(&data.name);
        let self_ty = self.self_ty(loc.container, env);
        let source = loc.source(db);
        let (span, item, block) = self.places(&source);
        let before = self.before(id, loc.container, place);
        let (params, ret) = self.types_of(id, env);
        let is_foreign = is_foreign(db, self.types.krate(), id.krate(db));
        let path = if before.is_empty() { name.clone() } else { format!("{before}::{name}") };
        FnDef {
            module: place.module,
            self_ty,
            of_trait: self.of_trait(loc.container),
            generics: self.generics(id.into()),
            params,
            ret,
            item,
            block,
            template: self.template(&source),
            std: db.origin(id.krate(db)) == Origin::Std,
            foreign: is_foreign,
            uncallable: is_foreign.then(|| "it belongs to another crate".to_owned()),
            consts: self.consts(id),
            track_caller: self.tracks_caller(id),
            documents_panics: docs::documents_panics(source.value.syntax()),
            iterates: iterates(&source.value),
            hides_result: hides_result(&source.value),
            called: self.called(id),
            ..FnDef::new(path, name, span)
        }
    }

    /// Whether a panic in a function is reported at its call: its own attribute says so, or that of the trait's method
    /// (`Index::index`) that it implements.
    fn tracks_caller(&self, id: FunctionId) -> bool {
        let db = self.types.db();
        let source = id.lookup(db).source(db);
        let marked = attributes(db, id.krate(db), source.value.syntax()).iter().any(|attr| attr.path == "track_caller");
        marked || self.implemented(id).is_some_and(|of| self.tracks_caller(of))
    }

    /// How a function is called: those that implement some traits of the standard library, only the language and its macros call.
    fn called(&self, id: FunctionId) -> Called {
        let db = self.types.db();
        let ItemContainerId::ImplId(of) = id.lookup(db).container else { return Called::ByName };
        let Some(of) = db.impl_trait(of).map(|it| it.skip_binder().def_id.0) else { return Called::ByName };
        if db.origin(of.krate(db)) != Origin::Std {
            return Called::ByName;
        }
        if Some(of) == hir_def::lang_item::lang_items(db, self.types.krate()).Drop {
            return Called::Dropped;
        }
        let formats = of.module(db).name(db).is_some_and(|name| name.as_str() == "fmt");
        let kind = match TraitSignature::of(db, of).name.as_str() {
            "Display" => "",
            "Debug" => ":?",
            "LowerHex" => ":x",
            "UpperHex" => ":X",
            "Octal" => ":o",
            "Binary" => ":b",
            "LowerExp" => ":e",
            "UpperExp" => ":E",
            "Pointer" => ":p",
            _ => return Called::ByName,
        };
        if formats { Called::Formatted(kind.to_owned()) } else { Called::ByName }
    }

    /// The trait's method that a function of an `impl` implements.
    fn implemented(&self, id: FunctionId) -> Option<FunctionId> {
        let db = self.types.db();
        let ItemContainerId::ImplId(of) = id.lookup(db).container else { return None };
        let of = db.impl_trait(of)?.instantiate_identity().skip_norm_wip().def_id.0;
        of.trait_items(db).method_by_name(&FunctionSignature::of(db, id).name)
    }

    /// A function of which nothing but its name is known.
    pub(super) fn unknown(&self, id: FunctionId, module: ModuleId) -> FnDef {
        let db = self.types.db();
        let source = id.lookup(db).source(db);
        let span = self.spans.of(source.as_ref().map(|it| it.syntax()));
        let name = source.value.name().map(|name| name.text().to_string()).unwrap_or_default();
        let def = bare(self.types.path_in(id.module(db), &name), name, span, Vec::new(), Ty::unit());
        FnDef { module, uncallable: Some("its signature is not known".to_owned()), ..def }
    }

    /// The names of all type parameters that an item is generic over, those of what it is in first.
    pub(super) fn generics(&self, item: GenericDefId) -> Vec<String> {
        let own = |item: GenericDefId| {
            let params = GenericParams::of(self.types.db(), item);
            let types = params.iter_type_or_consts().filter(|(_, param)| param.type_param().is_some());
            let id = |local_id| TypeOrConstParamId { parent: item, local_id };
            let names = types.map(|(at, _)| self.types.param_name(hir_def::TypeParamId::from_unchecked(id(at))));
            names.collect::<Vec<_>>()
        };
        let container = match item {
            GenericDefId::FunctionId(id) => Some(id.lookup(self.types.db()).container),
            GenericDefId::ConstId(id) => Some(id.lookup(self.types.db()).container),
            _ => None,
        };
        let outer = match container {
            Some(ItemContainerId::ImplId(id)) => own(id.into()),
            Some(ItemContainerId::TraitId(id)) => own(id.into()),
            _ => Vec::new(),
        };
        [outer, own(item)].concat()
    }

    /// The constant parameters of a function and of what it is in.
    fn consts(&self, id: FunctionId) -> Vec<ParamDef> {
        let outer = match id.lookup(self.types.db()).container {
            ItemContainerId::ImplId(id) => Some(GenericDefId::from(id)),
            ItemContainerId::TraitId(id) => Some(GenericDefId::from(id)),
            _ => None,
        };
        let of = |parent: GenericDefId| {
            let params = GenericParams::of(self.types.db(), parent);
            let consts = params.iter_type_or_consts().filter_map(|(local_id, param)| {
                let name = self.types.name(&param.const_param()?.name);
                let id = ConstParamId::from_unchecked(TypeOrConstParamId { parent, local_id });
                let ty = self.types.ty(self.types.db().const_param_ty(id), Env::CLOSED);
                Some(ParamDef { name, ty, is_static: false })
            });
            consts.collect::<Vec<_>>()
        };
        outer.into_iter().chain([id.into()]).flat_map(of).collect()
    }

    fn self_ty(&self, container: ItemContainerId, env: Env) -> Option<Ty> {
        match container {
            ItemContainerId::ImplId(id) => {
                let (data, map) = ImplSignature::with_source_map(self.types.db(), id);
                let known = || {
                    let ty = self.types.db().impl_self_ty(id).instantiate_identity().skip_norm_wip();
                    (!ty.references_non_lt_error()).then(|| self.types.ty(ty, env))
                };
                Some(self.types.known_or_written(|| map.type_syntax(data.self_ty).ok(), known))
            }
            ItemContainerId::TraitId(_) => Some(Ty::Param("Self".to_owned())),
            _ => None,
        }
    }

    /// The trait as it is spelled, with the names of its own parameters where the function is one of its own.
    fn of_trait(&self, container: ItemContainerId) -> Option<String> {
        let db = self.types.db();
        match container {
            ItemContainerId::ImplId(id) => {
                let path = id.lookup(db).source(db).value.trait_()?;
                Some(path.syntax().text().to_string().split_whitespace().collect::<Vec<_>>().join(" "))
            }
            ItemContainerId::TraitId(id) => {
                let name = self.types.name(&TraitSignature::of(db, id).name);
                // (The first one is `Self`.)
                let params = GenericParams::of(db, id.into());
                let params = params.iter_type_or_consts().skip(1).filter_map(|(_, param)| param.name());
                let params: Vec<String> = params.map(|name| self.types.name(name)).collect();
                Some(if params.is_empty() { name } else { format!("{name}<{}>", params.join(", ")) })
            }
            _ => None,
        }
    }

    /// What stands before `::name` in a function's path.
    fn before(&self, id: FunctionId, container: ItemContainerId, place: &Enclosing) -> String {
        let db = self.types.db();
        match container {
            ItemContainerId::ImplId(id) => {
                let ty = self.types.db().impl_self_ty(id).instantiate_identity().skip_norm_wip();
                let module = self.types.path_in(id.module(db), "");
                self.type_path(ty, module.trim_end_matches("::"))
            }
            ItemContainerId::TraitId(of) => {
                self.types.path_in(of.module(db), &self.types.name(&TraitSignature::of(db, of).name))
            }
            _ => match &place.outer {
                Some(outer) => outer.clone(),
                None => {
                    let path = self.types.path_in(id.module(db), "");
                    path.trim_end_matches("::").to_owned()
                }
            },
        }
    }

    /// How a type is called in the paths of its functions.
    fn type_path(&self, ty: hir_ty::next_solver::Ty<'db>, module: &str) -> String {
        let join = |name: &str| if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        if let Some((adt, _)) = ty.as_adt() {
            let path = self.types.path_of_adt(adt);
            return match self.types.db().origin(adt.krate(self.types.db())) {
                Origin::Std => path.rsplit("::").next().unwrap_or(&path).to_owned(),
                _ => path,
            };
        }
        match self.types.ty(ty, Env::CLOSED) {
            Ty::Int(int) => int.to_string(),
            Ty::Slice(_) => "slice".to_owned(),
            Ty::Array(..) => "array".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Char => "char".to_owned(),
            Ty::Param(name) => join(&name),
            Ty::Opaque(name) => join(name.split('<').next().unwrap_or(&name)),
            Ty::Ref(..) | Ty::Borrow(_) => match ty.as_reference() {
                Some((inner, ..)) => self.type_path(inner, module),
                None => "reference".to_owned(),
            },
            Ty::Tuple(all) if all.is_empty() => "unit".to_owned(),
            Ty::Tuple(_) => "tuple".to_owned(),
            _ => join("impl"),
        }
    }

    /// Its name, the whole item, its block.
    fn places(&self, source: &InFile<ast::Fn>) -> (Span, Span, Span) {
        let item = self.spans.of(source.with_value(source.value.syntax()));
        // What a macro made is at its call, with all that is in it.
        if self.spans.written(source.with_value(source.value.syntax())).is_none() {
            return (item, item, item);
        }
        let name = source.value.name().map(|name| self.spans.of(source.with_value(name.syntax())));
        let name = name.unwrap_or(item);
        let block = source.value.body().map(|body| self.spans.of(source.with_value(body.syntax())));
        (name, item, block.unwrap_or(Span { start: name.end, ..name }))
    }

    /// What a macro of the crate made it of, if that can be changed: its block opens there, with nothing but statements in it.
    fn template(&self, source: &InFile<ast::Fn>) -> Option<FnTemplate> {
        if !source.file_id.is_macro() {
            return None;
        }
        let body = source.value.body()?;
        let opening = self.spans.template(source.with_value(body.stmt_list()?.l_curly_token()?.text_range()))?;
        let constness = match source.value.const_token() {
            Some(token) => Some(self.spans.template(source.with_value(token.text_range()))?),
            None => None,
        };
        body.stmt_list()?.attrs().next().is_none().then_some(FnTemplate { opening, constness })
    }

    fn types_of(&self, id: FunctionId, env: Env) -> (Vec<ParamDef>, Ty) {
        let signature = self.types.db().callable_item_signature(id.into()).instantiate_identity().skip_norm_wip();
        let signature = self.types.interner().instantiate_bound_regions_with_erased(signature);
        let (data, map) = FunctionSignature::with_source_map(self.types.db(), id);
        let known = |(at, ty): (usize, hir_ty::next_solver::Ty<'db>)| {
            let written = || map.type_syntax(data.params.get(at).copied().or(data.ret_type)?).ok();
            let known = || (!ty.references_non_lt_error()).then(|| top(self.types.ty(ty, env)));
            self.types.known_or_written(written, known)
        };
        let mut tys: Vec<Ty> = signature.inputs_and_output.iter().enumerate().map(known).collect();
        let ret = tys.pop().unwrap_or_else(Ty::unit);
        let names = self.param_names(id);
        let name = |at: usize| names.get(at).cloned().unwrap_or_else(|| format!("_{at}"));
        let is_static = |ty: &hir_ty::next_solver::Ty<'db>| matches!((*ty).kind(), TyKind::Ref(region, _, Mutability::Not) if region.is_static());
        let params = tys.into_iter().zip(signature.inputs_and_output.iter()).enumerate();
        let params = params.map(|(at, (ty, known))| ParamDef { name: name(at), ty, is_static: is_static(&known) });
        (params.collect(), ret)
    }

    /// `self`, then the names of the patterns; `_3` where one is more than a name.
    fn param_names(&self, id: FunctionId) -> Vec<String> {
        let body = Body::of(self.types.db(), DefWithBodyId::from(id));
        let own = body.params.iter().map(|param| param.user_written);
        let first = body.self_param.map(|_| "self".to_owned());
        let skip = usize::from(first.is_some());
        let by_ref = |mode| matches!(mode, BindingAnnotation::Ref | BindingAnnotation::RefMut);
        let name = |(at, pat): (usize, hir_def::hir::PatId)| match &body[pat] {
            Pat::Bind { id, subpat: None } if !by_ref(body[*id].mode) => self.types.name(&body[*id].name),
            _ => format!("_{}", at + skip),
        };
        first.into_iter().chain(own.enumerate().map(name)).collect()
    }
}

/// A type as it stands in a signature: a `&mut` at the top is a reference.
pub(super) fn top(ty: Ty) -> Ty {
    match ty {
        Ty::Borrow(inner) => Ty::Ref(true, inner),
        other => other,
    }
}

/// The definition of a function of another crate, a closure or a derived method.
pub(super) fn foreign<'db>(context: &Context<'db>, callable: Callable<'db>) -> FnDef {
    let signatures = Signatures { types: context.types, spans: context.spans };
    match callable {
        Callable::Function(id) => {
            let outer = None;
            signatures.function(id, &Enclosing { module: ModuleId(0), outer })
        }
        Callable::Closure(id) => closure(context, id),
        Callable::Derived(of, method) => derived::definition(context, of, method),
        Callable::Constant(id) => constants::of_item(context, id),
        Callable::InType(owner, root) => constants::in_type(context, owner, root),
        Callable::Glue => {
            let (name, nowhere) = ("drop_in_place".to_owned(), nowhere(context));
            FnDef { std: true, ..bare(name.clone(), name, nowhere, vec!["T".to_owned()], Ty::unit()) }
        }
    }
}

fn closure<'db>(context: &Context<'db>, id: InternedClosureId<'db>) -> FnDef {
    let hir_ty::db::InternedClosure { owner, expr, .. } = id.loc(context.db);
    let body = match owner {
        hir_ty::InferBodyId::DefWithBodyId(def) => Some(def),
        hir_ty::InferBodyId::AnonConstId(_) => None,
    };
    let within = owner.as_function().map(|id| context.fn_id(Callable::Function(id)));
    let around = within.map(|id| context.fn_def(id));
    let span = body.and_then(|def| {
        let (_, map) = Body::with_source_map(context.db, def);
        let at = map.expr_syntax(expr).ok()?;
        Some(context.spans.of(at.map(|ptr| ptr.text_range())))
    });
    let span = span.unwrap_or_else(|| nowhere(context));
    let item = context.items.consts.iter().find(|item| body == Some(item.id));
    let path = match (&around, item) {
        (Some(around), _) => format!("{}::", around.path),
        (None, Some(item)) => {
            let module = context.items.modules[item.module.0 as usize].path.clone();
            let parts = [module, super::owners::name(context.db, item.id).unwrap_or_default()];
            parts.iter().filter(|part| !part.is_empty()).map(|part| format!("{part}::")).collect()
        }
        (None, None) => String::new(),
    };
    let name = context.types.closure_name(id);
    let generics = match &around {
        Some(around) => around.generics.clone(),
        None => {
            let named = |ty| match context.ty(ty, Env::CLOSED) {
                Ty::Param(name) => Some(name),
                _ => None,
            };
            context.types.identity(owner.generic_def(context.db)).types().filter_map(named).collect()
        }
    };
    let mut def = bare(format!("{path}{name}"), name, span, generics, Ty::unit());
    if let Some(around) = around {
        def.module = around.module;
        def.std = around.std;
        def.foreign = around.foreign;
        def.within = within;
    } else if let Some(item) = item {
        def.module = item.module;
    }
    def
}

/// Whether a crate is another than the one under check, and not the standard library.
pub(super) fn is_foreign(db: &Database, own: Crate, krate: Crate) -> bool {
    krate != own && db.origin(krate) != Origin::Std
}

/// A place for what has none.
pub(crate) fn nowhere(context: &Context<'_>) -> Span {
    let root = context.krate.root_file_id(context.db).file_id(context.db);
    Span { file: context.spans.file(root), start: 0, end: 0 }
}

/// The definition of what nobody can call by a name.
pub(super) fn bare(path: String, name: String, span: Span, generics: Vec<String>, ret: Ty) -> FnDef {
    FnDef { generics, ret, uncallable: Some("it has no name".to_owned()), ..FnDef::new(path, name, span) }
}

/// The functions among the items of an `impl` or a trait.
pub(super) fn functions(items: &[(hir_expand::name::Name, AssocItemId)]) -> Vec<FunctionId> {
    let function = |(_, item): &(_, AssocItemId)| match item {
        AssocItemId::FunctionId(id) => Some(*id),
        _ => None,
    };
    items.iter().filter_map(function).collect()
}
