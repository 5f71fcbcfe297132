//! One body, expression by expression.
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use base_db::Crate;
use hir_def::expr_store::Body;
use hir_def::hir::{Expr, ExprId};
use hir_def::resolver::ValueNs;
use hir_def::signatures::{FunctionSignature, TraitSignature};
use hir_def::src::HasSource;
use hir_def::{
    AdtId, CallableDefId, DefWithBodyId, FunctionId, HasModule, ItemContainerId, Lookup, TraitId, VariantId,
};
use hir_expand::InFile;
use hir_ty::InferenceResult;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{DbInterner, GenericArgs, Ty, TyKind};
use ra_syntax::{AstNode, SyntaxKind, SyntaxNodePtr, ast};
use refine_core::program::Effect;
use refine_core::span::Span;
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind};
use rustc_type_ir::{TypeSuperVisitable as _, TypeVisitor};

use super::imports::Imports;
use super::names::{KEYED, STD_MACROS, UNSEEN, by_harness, called_back, is_file_method, reaches_out};
use super::{EffectFacts, Given, MAX_EFFECTS, Mention, PathIndex};
use crate::database::Origin;
use crate::guard::guard;
use crate::items::macros::{columns_in, unseen_in};
use crate::spans::Spans;
use crate::types::{Env, Types};

/// A piece of syntax.
pub(super) type Syntax = InFile<SyntaxNodePtr>;

/// The search in a body, and in the constants that it reads.
///
/// In bodies of other packages' authors, `unsafe` is no effect of its own: their safe functions are taken to be safe.
pub(super) struct Walk<'a, 'db> {
    pub(super) types: &'a Types<'db>,
    pub(super) owner: DefWithBodyId,
    pub(super) spans: &'a Spans<'db>,
    index: &'a PathIndex,
    pub(super) facts: EffectFacts,
    seen: HashSet<DefWithBodyId>,
    /// What the function that is called now is given, and whether that may be anything, if it is known.
    passed: Option<(HashSet<AdtId>, bool)>,
    env: Env,
    /// Whether it is the crate's own, or of another of the user's packages.
    is_local: bool,
    /// Whether of its own body only what is in closures is looked at.
    in_closures: bool,
}

impl<'a, 'db> Walk<'a, 'db> {
    pub(super) fn new(
        types: &'a Types<'db>,
        spans: &'a Spans<'db>,
        index: &'a PathIndex,
        owner: DefWithBodyId,
    ) -> Self {
        let env = Env::of(owner.generic_def(types.db()));
        let is_local = types.db().origin(owner.krate(types.db())) == Origin::Local;
        Walk {
            types,
            owner,
            spans,
            index,
            facts: EffectFacts::default(),
            seen: HashSet::new(),
            passed: None,
            env,
            is_local,
            in_closures: false,
        }
    }

    /// A function with its body.
    pub(super) fn function(&mut self, id: FunctionId, name: Span) {
        let db = self.types.db();
        let source = id.lookup(db).source(db);
        let has_body = source.value.body().is_some();
        if self.is_local && FunctionSignature::of(db, id).is_unsafe() {
            let token = source.value.unsafe_token();
            let span = token.map_or(name, |token| self.spans.of(source.with_value(token.text_range())));
            self.effect("is `unsafe`".to_owned(), span);
        }
        let owner = self.owner;
        if has_body && guard(|| self.body(owner)).is_none() {
            self.facts.unknown = true;
            self.effect("could not be analysed".to_owned(), name);
        }
    }

    /// What the initialiser of a constant or a static shows.
    pub(super) fn constant(mut self) -> EffectFacts {
        let owner = self.owner;
        guard(|| self.body(owner));
        self.facts
    }

    /// What the closures of a function show, and whatever else in it is not known to be outside of them.
    pub(super) fn closures(mut self, id: FunctionId, name: Span) -> EffectFacts {
        self.in_closures = true;
        self.function(id, name);
        self.finish()
    }

    /// What was found.
    pub(super) fn finish(mut self) -> EffectFacts {
        self.implicit();
        self.facts
    }

    pub(super) fn body(&mut self, def: DefWithBodyId) {
        if !self.seen.insert(def) {
            return;
        }
        let db = self.types.db();
        let (body, map) = Body::with_source_map(db, def);
        let infer = InferenceResult::of(db, def);
        let called: HashSet<ExprId> = body.exprs().filter_map(|(_, expr)| callee(expr)).collect();
        let place = |expr: ExprId| map.expr_syntax(expr).ok().map(|it| it.map(|ptr| ptr.syntax_node_ptr()));
        let span = |expr: ExprId| place(expr).map(|it| self.spans.of(it));
        let mut found: Vec<(ExprId, Option<Span>)> = body.exprs().map(|(id, _)| (id, span(id))).collect();
        if self.in_closures && def == self.owner {
            let inside = closed_over(body);
            found.retain(|(id, _)| inside.contains(id));
        }
        found.sort_by_key(|(_, span)| *span);
        for (id, span) in found {
            let Some(span) = span else { continue };
            let ty = infer.expr_ty(id);
            self.facts.unknown |= ty.references_non_lt_error();
            self.ty(ty);
            if let TyKind::FnDef(callable, args) = ty.kind()
                && let CallableDefId::FunctionId(function) = callable.0
            {
                self.mention(function, args, called.contains(&id), span);
            }
            if let Some((function, args)) = infer.method_resolution(id) {
                let span = place(id).map_or(span, |it| self.method_name(&it).unwrap_or(span));
                self.mention(function, args, true, span);
            }
            if let Expr::Call { callee, .. } = &body[id]
                && let Some(place) = place(id).filter(|place| self.is_local && place.file_id.is_macro())
            {
                self.loop_clause(infer.expr_ty(*callee), &place, span);
            }
            match &body[id] {
                // What `format_args!` comes to has one too.
                Expr::Unsafe { .. }
                    if self.is_local && place(id).is_some_and(|it| self.text(&it).starts_with("unsafe{")) =>
                {
                    let word = Span { end: (span.start + 6).min(span.end), ..span };
                    self.effect("has an `unsafe` block".to_owned(), word);
                }
                Expr::InlineAsm(_) => self.effect("has inline assembly".to_owned(), span),
                Expr::Await { .. } if !self.is_local => self.effect("waits for a future".to_owned(), span),
                Expr::Closure { .. } => self.facts.closures = true,
                Expr::Call { callee, .. } if is_indirect(infer.expr_ty(*callee)) => self.facts.indirect = true,
                Expr::Call { callee, .. }
                    if infer.expr_ty(*callee).references_non_lt_error() && !matches!(body[*callee], Expr::Path(_)) =>
                {
                    self.facts.indirect = true;
                }
                Expr::Path(path) => {
                    let value = self.value(def, id, path, body.expr_path_hygiene(id));
                    self.facts.remembers |= self.is_state(value, ty);
                    self.value_of_another_crate(value);
                    let name = path.segments().last().map(|segment| segment.name.as_str().to_owned());
                    for value in name.iter().flat_map(|name| self.index.values.get(name)).flatten() {
                        self.body(*value);
                    }
                    if ty.references_non_lt_error()
                        && let Some(text) = place(id).map(|it| self.text(&it))
                    {
                        self.unknown_path(&text, &place(id), called.contains(&id), span);
                    }
                }
                Expr::MethodCall { method_name, .. } if infer.method_resolution(id).is_none() => {
                    self.unknown_method(method_name.as_str(), &place(id), span);
                }
                _ => {}
            }
        }
        for (_, ty) in infer.pattern_types() {
            self.ty(ty);
        }
        for (name, span) in unseen_in(db, self.spans, def) {
            self.macro_call(&name, span);
        }
        // (Refine puts text before it on its line.)
        for span in columns_in(db, self.spans, def) {
            self.effect("asks for its column, which is another one in the copy that runs are made of".to_owned(), span);
        }
    }

    pub(super) fn effect(&mut self, what: String, span: Span) {
        let effect = Effect { what, span };
        if self.facts.effects.len() < MAX_EFFECTS && !self.facts.effects.contains(&effect) {
            self.facts.effects.push(effect);
        }
    }

    /// A function that is known by inference.
    fn mention(&mut self, id: FunctionId, args: GenericArgs<'db>, called: bool, span: Span) {
        let db = self.types.db();
        args.types().for_each(|ty| self.ty(ty));
        let verb = if called { "calls" } else { "uses" };
        let (id, is_seen) = self.resolved(id, args);
        self.passed = Some(self.given(args));
        let container = id.lookup(db).container;
        let name = FunctionSignature::of(db, id).name.as_str().to_owned();
        if let ItemContainerId::TraitId(of) = container {
            let what = format!("{verb} `{}`", path_of(self.types, id));
            self.facts.methods.entry((of, name.clone())).or_insert(Mention { what, span });
            let all = self.index.of_traits.get(&(of, name.clone()));
            self.facts.callees.extend(all.into_iter().flatten().map(|(at, _)| *at));
            self.facts.indirect |= self.is_closure_trait(of) && args.types().next().is_some_and(is_indirect);
        }
        if let Some(&at) = self.index.ids.get(&id) {
            if called {
                self.facts.callees.insert(at)
            } else {
                self.facts.values.insert(at)
            };
            return;
        }
        self.of_another_crate(id, verb, span, is_seen);
    }

    /// A function is given values of types: those that its type arguments name, whatever its parameters are. And whether these may be any.
    fn given(&mut self, args: GenericArgs<'db>) -> (HashSet<AdtId>, bool) {
        let mut given = HashSet::new();
        args.types().for_each(|ty| self.adts_of(ty, &mut given));
        (given, args.types().any(is_any_inside))
    }

    /// A function of the standard library may call what its bounds ask for, of the types that it is given; and what its implementation
    /// for a type asks of that. There is no other way from code that knows nothing of a type to its methods.
    fn call_back(&mut self, id: FunctionId, verb: &str, span: Span) {
        let all = self.index.bounds.of(self.types, id);
        let (adts, any) = self.passed.take().unwrap_or((HashSet::new(), true));
        let any = any || all.erases;
        match self.facts.given.iter_mut().find(|known| Rc::ptr_eq(&known.asked, &all)) {
            Some(known) => {
                known.adts.extend(adts);
                known.any |= any;
            }
            None => self.facts.given.push(Given { asked: Rc::clone(&all), adts, any }),
        }
        if all.traits.iter().any(|of| !self.facts.traits.contains_key(of)) {
            let mention = Mention { what: format!("{verb} `{}`", path_of(self.types, id)), span };
            for of in all.traits.iter() {
                self.facts.traits.entry(*of).or_insert_with(|| mention.clone());
            }
        }
    }

    /// The same of one that is not known: it may be given anything.
    pub(super) fn call_back_by_name(&mut self, path: &str, verb: &str, span: Span) {
        let mention = || Mention { what: format!("{verb} `{path}`"), span };
        let called = called_back(path.rsplit("::").next().unwrap_or(path));
        if !called.formats {
            self.facts.std.get_or_insert_with(mention);
        }
        for called in called.methods {
            self.facts.callbacks.entry(called).or_insert_with(mention);
        }
    }

    /// A function that is none of the crate's own with a body, and whether what it is is seen.
    fn of_another_crate(&mut self, id: FunctionId, verb: &str, span: Span, is_seen: bool) {
        let db = self.types.db();
        let container = id.lookup(db).container;
        let name = FunctionSignature::of(db, id).name.as_str().to_owned();
        if matches!(container, ItemContainerId::ExternBlockId(_)) {
            return self.effect(format!("{verb} the foreign function `{name}`"), span);
        }
        let path = path_of(self.types, id);
        match db.origin(id.krate(db)) {
            Origin::Spec => {}
            Origin::Std if reaches_out(&path) => self.effect(format!("{verb} `{path}`"), span),
            Origin::Std => {
                if !is_seen && !self.is_local {
                    self.effect(format!("{verb} `{path}`, whose implementation refine does not see"), span);
                }
                self.call_back(id, verb, span);
            }
            // A required method of a trait of the crate.
            Origin::Local if id.krate(db) == self.types.krate() => {}
            Origin::Local | Origin::Dependency if is_seen => {
                self.facts.outside.push((id, Mention { what: format!("{verb} `{path}`"), span }));
            }
            Origin::Local | Origin::Dependency => {
                self.effect(format!("{verb} `{path}`, which is outside the crate"), span);
            }
        }
    }

    /// What a clause calls.
    pub(super) fn function_of_clause(&mut self, id: FunctionId, span: Span) {
        match self.index.ids.get(&id) {
            Some(&at) => drop(self.facts.callees.insert(at)),
            None => {
                self.passed = None;
                self.of_another_crate(id, "calls", span, true);
            }
        }
    }

    /// The implementation that a trait's method is for these arguments, if that is known, and whether there may be others.
    fn resolved(&self, id: FunctionId, args: GenericArgs<'db>) -> (FunctionId, bool) {
        let db = self.types.db();
        let ItemContainerId::TraitId(of) = id.lookup(db).container else { return (id, true) };
        let env = self.types.param_env(self.env);
        match guard(|| db.lookup_impl_method(env, id, args).0) {
            // A method that the trait provides is also found where the type is not known.
            Some(either::Either::Left(found)) if found != id => (found, true),
            Some(either::Either::Right(_)) => (id, true),
            _ => {
                let is_std = |krate| matches!(db.origin(krate), Origin::Std | Origin::Spec);
                let ty = args.types().next().map(|ty| ty.strip_references());
                let is_others = |ty: Ty<'db>| ty.as_adt().is_some_and(|(adt, _)| !is_std(adt.krate(db)));
                let is_seen = |ty| is_open(ty) || is_std(of.krate(db)) && !is_others(ty);
                (id, FunctionSignature::of(db, id).has_body() || ty.is_none_or(is_seen))
            }
        }
    }

    /// Whether a trait is one of the `Fn`s.
    fn is_closure_trait(&self, id: TraitId) -> bool {
        let items = hir_def::lang_item::lang_items(self.types.db(), self.types.krate());
        [items.Fn, items.FnMut, items.FnOnce].contains(&Some(id))
    }

    /// The types that it has values of, with those in their fields.
    pub(super) fn ty(&mut self, ty: Ty<'db>) {
        let mut adts = std::mem::take(&mut self.facts.adts);
        self.adts_of(ty, &mut adts);
        self.facts.adts = adts;
    }

    /// Adds the structs and enums in a type, with those in their fields.
    fn adts_of(&mut self, ty: Ty<'db>, adts: &mut HashSet<AdtId>) {
        let db = self.types.db();
        match ty.kind() {
            TyKind::Adt(adt, args) => {
                let id = adt.def_id();
                args.types().for_each(|ty| self.adts_of(ty, adts));
                let is_std = matches!(db.origin(id.krate(db)), Origin::Std | Origin::Spec);
                if is_std && KEYED.iter().any(|name| self.types.path_of_adt(id).ends_with(name)) {
                    self.facts.keyed = true;
                }
                if is_std || !adts.insert(id) {
                    return;
                }
                let variants: Vec<VariantId> = match id {
                    AdtId::StructId(id) => vec![id.into()],
                    AdtId::UnionId(id) => vec![id.into()],
                    AdtId::EnumId(id) => {
                        id.enum_variants(db).variants.values().map(|(variant, _)| (*variant).into()).collect()
                    }
                };
                for variant in variants {
                    db.field_types(variant).iter().for_each(|(_, ty)| self.adts_of(ty.ty().skip_binder(), adts));
                }
            }
            TyKind::Ref(_, inner, _) | TyKind::Slice(inner) | TyKind::Array(inner, _) | TyKind::RawPtr(inner, _) => {
                self.adts_of(inner, adts);
            }
            TyKind::Tuple(tys) => tys.iter().for_each(|ty| self.adts_of(ty, adts)),
            TyKind::Dynamic(bounds, _) => {
                if let Some(of) = bounds.principal_def_id() {
                    self.object(of.0, adts);
                }
            }
            _ => {}
        }
    }

    /// An object of a trait, which may be any of the crate's types that implement it.
    fn object(&self, of: TraitId, adts: &mut HashSet<AdtId>) {
        let index = self.index;
        for adt in index.objects.get(&of).into_iter().flatten() {
            match adt {
                Some(adt) => adts.extend([*adt]),
                None => adts.extend(index.objects.values().flatten().flatten()),
            }
        }
    }

    /// What has `impl`s inside of functions may do anything: which of its methods are called, and what a destructor does, is not known.
    pub(super) fn scattered(&mut self, span: Span) {
        let scattered = &self.index.scattered;
        let has_type = self.facts.adts.iter().any(|adt| scattered.has_type(self.types, *adt));
        if has_type || self.facts.methods.keys().any(|(of, _)| scattered.has_trait(*of)) {
            self.effect("deals with a type or trait that has an `impl` inside of a function".to_owned(), span);
        }
    }

    /// Runs ask what it returns for items.
    pub(super) fn is_driven(&mut self, span: Span) {
        let what = "returns an iterator, which is asked for its items".to_owned();
        self.facts.std.get_or_insert(Mention { what, span });
    }

    /// What stands for a type parameter in runs.
    pub(super) fn stand_in(&mut self, ty: &refine_core::ty::Ty) {
        if let Some(ty) = self.types.hir(ty, Env::CLOSED) {
            self.ty(ty);
        }
    }

    /// Calls that do not show: what goes out of scope, what is dereferenced, what the standard library calls back.
    fn implicit(&mut self) {
        let names: HashSet<&str> = self.facts.callbacks.keys().copied().chain(UNSEEN).collect();
        for ((of, name), all) in &self.index.of_traits {
            if self.facts.std.is_some() && is_std_trait(self.types, *of) {
                let meant = all.iter().filter(|(_, of)| of.is_none_or(|of| self.facts.adts.contains(&of)));
                self.facts.by_std.extend(meant.map(|(at, _)| *at));
            }
            if self.facts.traits.contains_key(of) {
                let (given, adts) = (&self.facts.given, &self.facts.adts);
                let asks = |given: &&Given| given.asked.traits.binary_search(of).is_ok();
                let is_given = |adt: AdtId| {
                    given.iter().filter(asks).any(|given| given.adts.contains(&adt) || given.any && adts.contains(&adt))
                };
                let meant = all.iter().filter(|(_, of)| of.is_none_or(is_given));
                self.facts.callees.extend(meant.map(|(at, _)| *at));
            }
            if names.contains(name.as_str()) {
                let meant = all.iter().filter(|(_, of)| of.is_none_or(|of| self.facts.adts.contains(&of)));
                self.facts.callees.extend(meant.map(|(at, _)| *at));
            } else if by_harness(self.facts.keyed).contains(&name.as_str()) {
                let meant = all.iter().filter(|(_, of)| of.is_some_and(|of| self.facts.adts.contains(&of)));
                self.facts.by_harness.extend(meant.map(|(at, _)| *at));
            }
        }
    }

    /// Every associated function by a name, of the crate and of those that may be meant where another crate's text has it.
    pub(super) fn by_name(&mut self, name: &str) {
        self.facts.callees.extend(self.index.by_name.get(name).into_iter().flatten());
        if self.krate() != self.types.krate() {
            self.facts.names.insert((self.krate(), name.to_owned()));
        }
    }

    /// The crate that the text is of.
    pub(super) fn krate(&self) -> Crate {
        self.owner.krate(self.types.db())
    }

    /// A path that inference does not know: as likely one of the standard library that we do not describe.
    pub(super) fn unknown_path(&mut self, text: &str, place: &Option<Syntax>, called: bool, span: Span) {
        let verb = if called { "calls" } else { "uses" };
        if let Some((_, last)) = text.rsplit_once("::") {
            self.by_name(last);
            self.call_back_by_name(text, verb, span);
        }
        for meaning in self.meanings(text, place) {
            let meaning = meaning.trim_start_matches("::");
            if reaches_out(meaning) {
                self.effect(format!("{verb} `{meaning}`"), span);
            } else if self.is_foreign(meaning) {
                self.effect(format!("{verb} `{meaning}`, which is outside the crate"), span);
            }
        }
    }

    fn unknown_method(&mut self, name: &str, place: &Option<Syntax>, span: Span) {
        self.facts.unknown = true;
        let span = place.as_ref().and_then(|it| self.method_name(it)).unwrap_or(span);
        self.by_name(name);
        self.call_back_by_name(name, "calls", span);
        if self.index.by_name.contains_key(name) {
            return;
        }
        if is_file_method(name) {
            self.effect(format!("calls `.{name}()`, which may touch files or the network"), span);
        } else if self.is_local
            && let Some(krate) = self.imported_crate(place).filter(|_| !self.index.is_std_method(self.types, name))
        {
            self.effect(format!("calls `.{name}()`, which may belong to the crate `{krate}`"), span);
        }
    }

    fn macro_call(&mut self, name: &str, span: Span) {
        let last = name.rsplit("::").next().unwrap_or(name);
        if !STD_MACROS.contains(&last) {
            self.facts.unknown = true;
            self.effect(format!("uses the macro `{name}!`, which refine does not look into"), span);
        }
    }

    /// What reading a constant or `static` of another crate may run.
    pub(super) fn value_of_another_crate(&mut self, value: Option<ValueNs>) {
        let db = self.types.db();
        let (krate, body): (_, DefWithBodyId) = match value {
            Some(ValueNs::StaticId(id)) => (id.krate(db), id.into()),
            Some(ValueNs::ConstId(id)) => (id.krate(db), id.into()),
            _ => return,
        };
        if krate != self.types.krate() && !matches!(db.origin(krate), Origin::Std | Origin::Spec) {
            self.body(body);
        }
    }

    fn meanings(&self, text: &str, place: &Option<Syntax>) -> Vec<String> {
        let Some(place) = place else { return vec![text.to_owned()] };
        let file = place.file_id.original_file_respecting_includes(self.types.db());
        let read = || Rc::new(Imports::of(&file.parse(self.types.db()).syntax_node()));
        let imports = Rc::clone(self.index.imports.borrow_mut().entry(file).or_insert_with(read));
        imports.meanings(text)
    }

    /// A dependency that the file imports names of.
    fn imported_crate(&self, place: &Option<Syntax>) -> Option<String> {
        let all = self.meanings("_", place);
        let crates = all.iter().filter_map(|path| path.split("::").next());
        crates.filter(|name| self.is_foreign(name)).map(str::to_owned).min()
    }

    /// Whether a path starts with the name of a dependency.
    fn is_foreign(&self, path: &str) -> bool {
        let first = path.split("::").next().unwrap_or_default();
        let data = self.krate().data(self.types.db());
        let named = data.dependencies.iter().find(|dep| dep.name.symbol().as_str() == first);
        named.is_some_and(|dep| {
            !matches!(self.types.db().origin(dep.crate_id), Origin::Std | Origin::Spec)
                && !super::super::meaning::SPEC_CRATES.contains(&first)
        })
    }

    fn text(&self, place: &Syntax) -> String {
        let root = place.file_id.parse_or_expand(self.types.db());
        let node = place.value.to_node(&root);
        node.text().to_string().split_whitespace().collect()
    }

    /// The name in a call of a method.
    fn method_name(&self, place: &Syntax) -> Option<Span> {
        if place.value.kind() != SyntaxKind::METHOD_CALL_EXPR {
            return None;
        }
        let root = place.file_id.parse_or_expand(self.types.db());
        let call = ast::MethodCallExpr::cast(place.value.to_node(&root))?;
        Some(self.spans.of(place.with_value(call.name_ref()?.syntax())))
    }
}

/// The expressions in closures.
fn closed_over(body: &Body) -> HashSet<ExprId> {
    let closures = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::Closure { body, .. } => Some(*body),
        _ => None,
    });
    let (mut todo, mut inside) = (closures.collect::<Vec<_>>(), HashSet::new());
    while let Some(id) = todo.pop() {
        if inside.insert(id) {
            body.walk_child_exprs(id, |child| todo.push(child));
        }
    }
    inside
}

/// The expression that a call calls.
fn callee(expr: &Expr) -> Option<ExprId> {
    match expr {
        Expr::Call { callee, .. } => Some(*callee),
        _ => None,
    }
}

/// The path of a function, with the type that it is of.
pub(super) fn path_of(types: &Types<'_>, id: FunctionId) -> String {
    let db = types.db();
    let name = FunctionSignature::of(db, id).name.as_str();
    match id.lookup(db).container {
        ItemContainerId::ImplId(of) => {
            let ty = db.impl_self_ty(of).skip_binder();
            let owner = ty.as_adt().map(|(adt, _)| types.path_of_adt(adt));
            let of_trait = || db.impl_trait(of).map(|of| path_of_trait(types, of.skip_binder().def_id.0));
            let owner = owner.or_else(of_trait);
            owner.map_or_else(|| types.path_in(id.module(db), name), |owner| format!("{owner}::{name}"))
        }
        ItemContainerId::TraitId(of) => format!("{}::{name}", path_of_trait(types, of)),
        _ => types.path_in(id.module(db), name),
    }
}

fn path_of_trait(types: &Types<'_>, id: TraitId) -> String {
    let db = types.db();
    types.path_in(id.module(db), TraitSignature::of(db, id).name.as_str())
}

/// Whether a trait is one of the standard library's.
pub(super) fn is_std_trait(types: &Types<'_>, id: TraitId) -> bool {
    matches!(types.db().origin(id.krate(types.db())), Origin::Std | Origin::Spec)
}

/// Whether a value of the type may have any type inside: behind a `dyn`, as an argument of what is generic, or where it is not known.
fn is_any_inside(ty: Ty<'_>) -> bool {
    struct Any;
    impl<'db> TypeVisitor<DbInterner<'db>> for Any {
        type Result = ControlFlow<()>;

        fn visit_ty(&mut self, ty: Ty<'db>) -> ControlFlow<()> {
            match ty.kind() {
                // What a closure does is looked at where it is.
                TyKind::Closure(..) | TyKind::FnDef(..) => ControlFlow::Continue(()),
                TyKind::Dynamic(..)
                | TyKind::Param(_)
                | TyKind::Alias(..)
                | TyKind::Infer(_)
                | TyKind::Bound(..)
                | TyKind::Placeholder(_)
                | TyKind::Error(_)
                | TyKind::Foreign(_)
                | TyKind::Coroutine(..)
                | TyKind::CoroutineClosure(..)
                | TyKind::CoroutineWitness(..) => ControlFlow::Break(()),
                _ => ty.super_visit_with(self),
            }
        }
    }
    Any.visit_ty(ty).is_break()
}

/// Whether it depends on others which type it is.
fn is_open(ty: Ty<'_>) -> bool {
    matches!(ty.strip_references().kind(), TyKind::Param(_) | TyKind::Dynamic(..) | TyKind::Alias(..))
}

/// Whether a callee is only known when it runs.
fn is_indirect(ty: Ty<'_>) -> bool {
    match ty.kind() {
        TyKind::FnPtr(..) | TyKind::Dynamic(..) => true,
        TyKind::Ref(_, inner, _) => is_indirect(inner),
        TyKind::Adt(_, args) => args.types().any(is_indirect),
        _ => false,
    }
}
