//! Who is there: modules, functions, structs and enums, in the order of the source.
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use base_db::Crate;
use hir_def::expr_store::ExpressionStore;
use hir_def::nameres::{DefMap, crate_def_map};
use hir_def::signatures::FunctionSignature;
use hir_def::src::HasSource;
use hir_def::{
    AdtId, ExpressionStoreOwnerId as Owner, FunctionId, HasModule, ItemContainerId, Lookup, ModuleDefId,
    ModuleId as HirModuleId, TraitId,
};
use hir_expand::InFile;
use num_bigint::BigInt;
use ra_syntax::ast::{HasModuleItem, HasName};
use ra_syntax::{AstNode, AstToken, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};
use refine_core::ids::ModuleId;
use refine_core::program::{Diagnostic, ModuleDef};
use refine_core::span::Span;
use refine_core::ty::IntTy;

use super::attrs::{conditions, is_test_only};
use super::callable::callable;
use super::conditional::Conditions;
use super::doubts::Doubts;
use super::files::Files;
use super::macros::{Macros, unseen_in};
use super::owners::{self, ConstItem, InType};
use super::reach::Reached;
use super::signature::{Enclosing, Signatures, functions};
use super::specs::Specs;
use super::stand_ins::StandIns;
use super::text::Texts;
use super::{AdtItem, FnItem, Items, Scattered, TraitItem};
use crate::guard::guard;
use crate::spans::Spans;
use crate::types::{Own, Types};

/// Longer texts are messages.
const LONG: usize = 40;

/// Why a function with a clause in error is not run.
const FAULTY: &str = "its specification has an error";

impl Items {
    /// Collects the items of the crate under check.
    pub fn collect<'db>(types: &Types<'db>, spans: &Spans<'db>) -> Items {
        let (db, krate) = (types.db(), types.krate());
        let texts = Texts::default();
        let macros = Macros::new(db, spans, &texts);
        let mut collect = Collect {
            types,
            spans,
            macros,
            modules: Vec::new(),
            fns: Vec::new(),
            adts: Vec::new(),
            traits: Vec::new(),
            consts: Vec::new(),
            in_types: Vec::new(),
        };
        collect.krate(krate);
        let Collect { macros, modules, fns, adts, traits, consts, in_types, .. } = collect;
        let (aliases, noted) = macros.finish();
        let doubts = Doubts::new(db, spans);
        let conditions = Conditions::new(db, &doubts);
        let mut files = Files::new(db, spans, krate, &conditions);
        let mut diagnostics = std::mem::take(&mut files.diagnostics);
        diagnostics.extend(noted);
        let specs = Specs { db, spans, texts: &texts, aliases: &aliases };
        let finish =
            Finish { signatures: Signatures { types, spans }, specs, doubts, reached: Reached::new(types), files };
        let adts = adts.iter().map(|declared| finish.adt(declared, &mut diagnostics)).collect();
        let of_trait = |(id, around): (TraitId, Around)| {
            let module = (!around.nested).then_some(around.module);
            TraitItem { id, public: finish.reached.interface(id), module }
        };
        let traits = traits.into_iter().map(of_trait).collect();
        let of_const = |item: ConstItem| ConstItem { public: finish.reached.constant(item.id), ..item };
        let consts = consts.into_iter().map(of_const).collect();
        let mut items = Items { modules, adts, traits, consts, in_types, ..Items::default() };
        for declared in &fns {
            let item = finish.function(declared, &items.fns, &mut diagnostics);
            items.fns.push(item);
        }
        diagnostics.extend(finish.doubts.notes());
        items.diagnostics = diagnostics;
        items.conditions = conditions;
        items.texts = texts;
        items.aliases = aliases;
        items.scattered = Rc::new(Scattered::of(types));
        for item in &mut items.fns {
            if super::of_scattered_trait(&items.scattered, db, item.id) {
                item.doubted.get_or_insert_with(|| super::SCATTERED.to_owned());
            }
        }
        items.name_apart();
        items.find_makers(types);
        items.find_makers_elsewhere(types, spans);
        items.find_effects(types, spans);
        items
    }

    /// Two `impl`s of traits may give a type two functions of one name: their paths name the trait.
    fn name_apart(&mut self) {
        let mut taken = HashSet::new();
        for item in &mut self.fns {
            let def = &mut item.def;
            if taken.contains(&def.path)
                && let (Some(of), Some((before, name))) = (&def.of_trait, def.path.rsplit_once("::"))
            {
                def.path = format!("<{before} as {of}>::{name}");
            }
            let base = def.path.clone();
            let mut count = 2;
            while taken.contains(&def.path) {
                def.path = format!("{base}#{count}");
                count += 1;
            }
            taken.insert(def.path.clone());
        }
    }
}

/// The texts, byte strings of text, characters and bytes of ASCII that are written in an item.
fn texts(item: &SyntaxNode) -> Vec<String> {
    let text = |token: SyntaxToken| {
        let string = || ast::String::cast(token.clone())?.value().ok().map(|text| text.into_owned());
        let bytes = || String::from_utf8(ast::ByteString::cast(token.clone())?.value().ok()?.into_owned()).ok();
        let char = || Some(ast::Char::cast(token.clone())?.value().ok()?.to_string());
        let byte = || Some(char::from(ast::Byte::cast(token.clone())?.value().ok()?)).filter(char::is_ascii);
        string().or_else(bytes).or_else(char).or_else(|| byte().map(String::from))
    };
    let mut out = Vec::new();
    for text in item.descendants_with_tokens().filter_map(|part| text(part.into_token()?)) {
        if !out.contains(&text) && text.len() <= LONG {
            out.push(text);
        }
    }
    out.extend(told_apart(item));
    out
}

/// What a function that looks at texts tells apart without a literal: functions that do, and texts that matter to them.
const TOLD_APART: [(&[&str], &[&str]); 3] = [
    // Blanks of one byte, of several, and those that only some of these functions count as one.
    (
        &["trim", "trim_start", "trim_end", "is_whitespace", "is_ascii_whitespace", "split_whitespace", "lines"],
        &["\t", "\r\n", "\u{b}", "\u{a0}", "\u{3000}"],
    ),
    // Letters that are not ASCII: those that are longer in upper or in lower case, one without case.
    (
        &["is_alphabetic", "is_alphanumeric", "is_uppercase", "is_lowercase", "to_uppercase", "to_lowercase"],
        &["é", "ß", "ŉ", "İ", "字"],
    ),
    // Digits that are not ASCII, and a number that is no digit.
    (&["is_numeric", "is_alphanumeric"], &["٣", "½"]),
];
/// Functions by which integers are read from texts.
const READ: [&str; 6] = ["parse", "from_str", "from_str_radix", "to_digit", "is_ascii_digit", "is_digit"];

/// The texts that matter to the functions that an item names; where it reads integers, the ends of the integer types that it names,
/// or else of common ones, and what is just beyond.
fn told_apart(item: &SyntaxNode) -> Vec<String> {
    let tokens = item.descendants_with_tokens().filter_map(|part| part.into_token());
    let names: BTreeSet<String> =
        tokens.filter(|token| token.kind().is_any_identifier()).map(|token| token.text().to_owned()).collect();
    let has = |all: &[&str]| all.iter().any(|name| names.contains(*name));
    let mut out: Vec<String> = TOLD_APART
        .iter()
        .filter(|(by, _)| has(by))
        .flat_map(|(_, texts)| texts.iter().map(ToString::to_string))
        .collect();
    if has(&READ) {
        let is_bool = |kind| matches!(kind, SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW);
        let mut tokens = item.descendants_with_tokens().filter_map(|part| part.into_token());
        if names.contains("bool") || tokens.any(|token| is_bool(token.kind())) {
            out.extend([true, false].map(|flag| flag.to_string()));
        }
        out.push("+1".to_owned());
        let mut types: Vec<IntTy> = names.iter().filter_map(|name| IntTy::from_name(name)).collect();
        if types.is_empty() {
            types = ["i32", "u64"].into_iter().filter_map(IntTy::from_name).collect();
        }
        out.extend(
            types
                .into_iter()
                .flat_map(|ty| [ty.min() - 1, ty.min(), ty.max(), ty.max() + 1].map(|end| end.to_string())),
        );
    }
    out
}

/// The integers and bytes that are written in an item.
fn numbers(item: &SyntaxNode) -> Vec<BigInt> {
    let number = |token: SyntaxToken| {
        let int = || ast::IntNumber::cast(token.clone())?.value().ok().map(BigInt::from);
        let byte = || ast::Byte::cast(token.clone())?.value().ok().map(BigInt::from);
        int().or_else(byte)
    };
    let all = item.descendants_with_tokens().filter_map(|part| number(part.into_token()?));
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The floating-point numbers that are written in an item, as bits of an `f64`.
fn floats(item: &SyntaxNode) -> Vec<u64> {
    let number = |token| ast::FloatNumber::cast(token)?.value_string().parse().ok().map(f64::to_bits);
    let all = item.descendants_with_tokens().filter_map(|part| number(part.into_token()?));
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

/// A function with where it was found.
struct FnDeclared {
    id: FunctionId,
    module: ModuleId,
    /// The function in whose body it is, by its place among the declared.
    outer: Option<usize>,
    /// Whether it is in some body: of a function, a constant or a static.
    nested: bool,
}

/// The first pass: who is there.
struct Collect<'a, 'db> {
    types: &'a Types<'db>,
    spans: &'a Spans<'db>,
    macros: Macros<'a>,
    modules: Vec<ModuleDef>,
    fns: Vec<FnDeclared>,
    adts: Vec<(AdtId, ModuleId)>,
    traits: Vec<(TraitId, Around)>,
    consts: Vec<ConstItem>,
    in_types: Vec<InType>,
}

/// Where a body is.
#[derive(Clone, Copy)]
struct Around {
    module: ModuleId,
    outer: Option<usize>,
    nested: bool,
}

/// By which items of a module are put in order: the place in the user's text, then that in the expansion.
type Order = (Span, TextSize);

impl Collect<'_, '_> {
    fn krate(&mut self, krate: Crate) {
        let map = crate_def_map(self.types.db(), krate);
        self.macros.unresolved(map.diagnostics());
        self.module(map, map.root_module_id(), None);
    }

    fn module(&mut self, map: &DefMap, id: HirModuleId, parent: Option<ModuleId>) {
        let db = self.types.db();
        let data = &map[id];
        let source = data.definition_source(db).map(|it| it.node());
        let declared = data.origin.declaration().map(|declared| declared.to_in_file_node(db));
        let cfg = declared.as_ref().map(|it| conditions(db, id.krate(db), it.value.syntax())).unwrap_or_default();
        let name = declared.as_ref().and_then(|it| Some(it.value.name()?.text().to_string())).unwrap_or_default();
        let path = self.path(parent, &name);
        let own = ModuleId(self.modules.len() as u32);
        let end = self.end(&source, data.origin.is_inline());
        self.modules.push(ModuleDef { path, parent, name, end, test_only: false, cfg });
        self.scope(map, id, Around { module: own, outer: None, nested: false });
        for &child in data.children.values() {
            self.module(map, child, Some(own));
        }
        self.test_modules(&source, id.krate(db), own);
    }

    fn path(&self, parent: Option<ModuleId>, name: &str) -> String {
        match parent.map(|parent| self.modules[parent.0 as usize].path.as_str()) {
            None | Some("") => name.to_owned(),
            Some(path) => format!("{path}::{name}"),
        }
    }

    /// Where something can be added to a module: at the end of its file, or before the brace of an inline module.
    fn end(&self, source: &InFile<SyntaxNode>, inline: bool) -> Span {
        let whole = self.spans.of(source.as_ref());
        let at = if inline { whole.end.saturating_sub(1) } else { whole.end };
        Span { start: at, end: at, ..whole }
    }

    /// Modules for tests alone are not compiled here; they are places to know of.
    fn test_modules(&mut self, source: &InFile<SyntaxNode>, krate: Crate, parent: ModuleId) {
        let list = match ast::SourceFile::cast(source.value.clone()) {
            Some(file) => file.items().collect::<Vec<_>>(),
            None => {
                let module = ast::Module::cast(source.value.clone()).and_then(|module| module.item_list());
                module.map(|list| list.items().collect()).unwrap_or_default()
            }
        };
        for item in list {
            let ast::Item::Module(module) = item else { continue };
            let (Some(name), Some(_)) = (module.name(), module.item_list()) else { continue };
            if !is_test_only(self.types.db(), krate, module.syntax()) {
                continue;
            }
            let path = self.path(Some(parent), name.text());
            let end = self.end(&source.with_value(module.syntax().clone()), true);
            let cfg = conditions(self.types.db(), krate, module.syntax());
            let name = name.text().to_string();
            self.modules.push(ModuleDef { path, parent: Some(parent), name, end, test_only: true, cfg });
        }
    }

    /// The items of a module, or of a block of a body, with those in their bodies.
    fn scope(&mut self, map: &DefMap, id: HirModuleId, around: Around) {
        let db = self.types.db();
        self.macros.module(map, id);
        let scope = &map[id].scope;
        let (mut fns, mut adts, mut owners) = (Vec::new(), Vec::new(), Vec::new());
        for def in scope.declarations() {
            owners.extend(owners::of_declaration(db, def));
            match def {
                ModuleDefId::FunctionId(id) => fns.push(id),
                ModuleDefId::AdtId(id) => adts.push((self.order(adt_source(db, id).as_ref()), id)),
                ModuleDefId::TraitId(id) => {
                    self.macros.interface(id);
                    self.traits.push((id, around));
                    fns.extend(functions(&id.trait_items(db).items));
                }
                _ => {}
            }
        }
        owners.extend(scope.unnamed_consts().map(|id| Owner::Body(id.into())));
        for id in scope.impls() {
            owners.extend(owners::of_impl(db, id));
            self.macros.implementation(id);
            fns.extend(functions(&id.impl_items(db).items));
        }
        fns.retain(|id| FunctionSignature::of(db, *id).has_body());
        let mut fns: Vec<(Order, FunctionId)> = fns.into_iter().map(|id| (self.fn_order(id), id)).collect();
        fns.sort_by_key(|(order, _)| *order);
        adts.sort_by_key(|(order, _)| *order);
        self.adts.extend(adts.into_iter().map(|(_, id)| (id, around.module)));
        for (_, id) in fns {
            let own = self.fns.len();
            self.fns.push(FnDeclared { id, module: around.module, outer: around.outer, nested: around.nested });
            let inside = Around { outer: Some(own), nested: true, ..around };
            self.inside(Owner::Body(id.into()), inside);
            // That of a method is among those of its `impl` or trait.
            if matches!(id.lookup(db).container, ItemContainerId::ModuleId(_) | ItemContainerId::ExternBlockId(_)) {
                self.inside(Owner::Signature(id.into()), inside);
            }
        }
        for owner in owners {
            if let Owner::Body(id) = owner {
                self.consts.push(ConstItem { id, module: around.module, public: false });
            }
            self.inside(owner, Around { nested: true, ..around });
        }
    }

    fn fn_order(&self, id: FunctionId) -> Order {
        let source = id.lookup(self.types.db()).source(self.types.db());
        self.order(source.as_ref().map(|it| it.syntax()))
    }

    fn order(&self, node: InFile<&SyntaxNode>) -> Order {
        (self.spans.of(node), node.value.text_range().start())
    }

    /// The items that the blocks of a body or signature declare, and what is called in its types.
    fn inside(&mut self, owner: Owner, around: Around) {
        let db = self.types.db();
        let module = around.module;
        self.in_types.extend(owners::in_types(db, owner).into_iter().map(|root| InType { owner, root, module }));
        for (_, map) in ExpressionStore::of(db, owner).blocks(db) {
            self.macros.unresolved_in_body(map.diagnostics());
            self.block(map, map.root_module_id(), around);
        }
    }

    /// A block, with the modules in it.
    fn block(&mut self, map: &DefMap, id: HirModuleId, around: Around) {
        self.scope(map, id, around);
        for &child in map[id].children.values() {
            self.block(map, child, around);
        }
    }
}

/// The second pass: what they are.
struct Finish<'a, 'db> {
    signatures: Signatures<'a, 'db>,
    specs: Specs<'a>,
    doubts: Doubts<'a>,
    reached: Reached<'a>,
    files: Files<'a>,
}

impl Finish<'_, '_> {
    /// A function; one about which rust-analyzer has no answer is there by name, and nothing is proved of it.
    fn function(&self, declared: &FnDeclared, before: &[FnItem], diagnostics: &mut Vec<Diagnostic>) -> FnItem {
        let known = guard(|| self.known(declared, before));
        let (item, errors) = known.unwrap_or_else(|| (self.unknown(declared), Vec::new()));
        diagnostics.extend(errors);
        item
    }

    fn unknown(&self, declared: &FnDeclared) -> FnItem {
        let def = self.signatures.unknown(declared.id, declared.module);
        let (doubted, unimplemented) = (Some("the content of this function".to_owned()), Vec::new());
        FnItem { def, id: declared.id, spec: Rc::default(), doubted, unimplemented }
    }

    fn known(&self, declared: &FnDeclared, before: &[FnItem]) -> (FnItem, Vec<Diagnostic>) {
        let &FnDeclared { id, module, outer, nested } = declared;
        let db = self.signatures.types.db();
        let loc = id.lookup(db);
        let source = loc.source(db);
        let node = source.as_ref().map(|it| it.syntax());
        let outer = outer.and_then(|at| before.get(at));
        let place = Enclosing { module, outer: outer.map(|item| item.def.path.clone()) };
        let mut def = self.signatures.function(id, &place);
        let rewritten = self.doubts.of(node, id.module(db)).or_else(|| outer.and_then(|item| item.doubted.clone()));
        let unseen = || match guard(|| unseen_in(db, self.signatures.spans, id.into())) {
            Some(all) => all.first().map(|(name, _)| super::unseen(name)),
            None => Some("the content of this function".to_owned()),
        };
        let mut read = self.specs.function(id);
        // Within what another macro rewrites, attributes may be its own.
        if rewritten.is_some() {
            read.errors.clear();
        }
        let doubted = rewritten.or_else(|| self.files.doubt(node));
        let faulty = (!read.errors.is_empty()).then(|| FAULTY.to_owned());
        def.annotated = read.spec.annotated;
        def.pure = read.spec.pure || read.spec.measure;
        let mut unimplemented = Vec::new();
        match callable(self.signatures.types, id, nested) {
            Ok(StandIns { known, made, missing }) => {
                let without = (!made.is_empty()).then(|| missing.clone());
                (def.stand_ins, def.uncallable) = (known, faulty.or(without));
                unimplemented = made;
            }
            Err(why) => def.uncallable = Some(faulty.unwrap_or(why)),
        }
        def.public = !nested && self.reached.function(id);
        def.cfg = match loc.container {
            ItemContainerId::ImplId(of) => conditions(db, id.krate(db), of.lookup(db).source(db).value.syntax()),
            ItemContainerId::TraitId(of) => conditions(db, id.krate(db), of.lookup(db).source(db).value.syntax()),
            _ => Vec::new(),
        };
        def.cfg.extend(conditions(db, id.krate(db), node.value));
        (def.texts, def.numbers, def.floats) = (texts(node.value), numbers(node.value), floats(node.value));
        let doubted = doubted.or_else(unseen);
        (FnItem { def, id, spec: Rc::new(read.spec), doubted, unimplemented }, read.errors)
    }

    fn adt(&self, &(id, module): &(AdtId, ModuleId), diagnostics: &mut Vec<Diagnostic>) -> AdtItem {
        let types = self.signatures.types;
        let db = types.db();
        let source = adt_source(db, id);
        let derives = || {
            let what = self.doubts.derives(id, &source)?;
            diagnostics.push(Diagnostic {
                error: false,
                code: "N0002",
                message: format!("refine does not see {what} for this type"),
                span: Some(self.signatures.spans.of(source.as_ref())),
                help: Some("nothing is proved of functions that use it".to_owned()),
            });
            Some(what)
        };
        let doubted = self.doubts.of(source.as_ref(), id.module(db)).or_else(derives);
        let doubted = doubted.or_else(|| self.files.doubt(source.as_ref()));
        let read = self.specs.adt(id);
        let faulty = !read.errors.is_empty();
        diagnostics.extend(read.errors);
        let name = source.value.children().find_map(ast::Name::cast);
        let default = match id {
            AdtId::EnumId(of) => of.enum_variants(db).variants.values().position(|(id, _)| {
                let variant = id.lookup(db).source(db);
                let attrs = super::attrs::attributes(db, id.krate(db), variant.value.syntax());
                attrs.iter().any(|attr| attr.path == "default")
            }),
            _ => Some(0),
        };
        let own = Own {
            module,
            public: self.reached.adt(id),
            given: self.reached.is_given(id),
            refined: read.spec.refined,
            span: name.map(|name| self.signatures.spans.of(source.with_value(name.syntax()))),
            derives: self.doubts.known_derives(id, &source),
            default,
        };
        let adt = types.adt_id(id);
        types.tell(id, own);
        AdtItem { id, adt, spec: Rc::new(read.spec), faulty, doubted }
    }
}

/// The syntax of a struct, enum or union.
pub(super) fn adt_source(db: &crate::database::Database, id: AdtId) -> InFile<SyntaxNode> {
    match id {
        AdtId::StructId(id) => id.lookup(db).source(db).map(|it| it.syntax().clone()),
        AdtId::EnumId(id) => id.lookup(db).source(db).map(|it| it.syntax().clone()),
        AdtId::UnionId(id) => id.lookup(db).source(db).map(|it| it.syntax().clone()),
    }
}
