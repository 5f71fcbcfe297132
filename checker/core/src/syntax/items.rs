//! First pass over the items: who is there, under which name. Types are not looked at, since they need all names.
use std::collections::HashMap;

use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::program::{AdtDef, CtorShape, Diagnostic, FnId, VariantDef};
use crate::span::FileId;
use crate::ty::{AdtId, IntTy, Ty};
use refine_spec_lang::{Aliases, TypeSpec, alias_macro, meant_macro};

use super::modules::join;
use super::names::{At, Def, Import, Ns, Table, Vis};
use super::{AdtItem, BlockScope, ConstId, ConstItem, Crate, Scope};

/// `type Name<T> = …`.
#[derive(Clone, Debug)]
pub(super) struct AliasItem {
    pub(super) scope: Scope,
    pub(super) ty: syn::Type,
}

/// A trait: what of it the model needs.
#[derive(Clone, Debug)]
pub(super) struct TraitItem {
    /// Whether it can be reached from outside.
    pub(super) public: bool,
}

/// What a function belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Free,
    /// Index in [`Draft::impls`].
    Impl(usize),
    /// Index in the crate's traits.
    Trait(usize),
}

/// A function as declared.
pub(super) struct FnDraft {
    pub(super) attrs: Vec<syn::Attribute>,
    pub(super) vis: Vis,
    pub(super) sig: syn::Signature,
    pub(super) block: Option<syn::Block>,
    pub(super) place: Place,
    pub(super) owner: Owner,
    /// What the body declares.
    pub(super) body: Option<BlockScope>,
    pub(super) tokens: (proc_macro2::Span, proc_macro2::Span),
}

/// An `impl` block, or a trait's own block of provided methods.
pub(super) struct ImplDraft {
    pub(super) place: Place,
    pub(super) item: syn::ItemImpl,
    /// The type that a template of the standard specs is instantiated with.
    pub(super) instance: Option<Ty>,
    pub(super) consts: Vec<(ConstId, syn::Type)>,
}

/// Where items stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) file: FileId,
    pub(super) at: At,
    /// The function in whose body they are.
    pub(super) outer: Option<FnId>,
}

impl Place {
    /// The scope of an item here.
    pub(super) fn scope(&self, self_ty: Option<Ty>, generics: Vec<String>) -> Scope {
        Scope { file: self.file, module: self.at.module, self_ty, generics, block: self.at.block }
    }
}

/// All that was declared, with the syntax that the second pass reads.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) adts: Vec<(syn::Item, Place)>,
    pub(super) fns: Vec<FnDraft>,
    pub(super) impls: Vec<ImplDraft>,
    pub(super) traits: Vec<syn::ItemTrait>,
    pub(super) consts: Vec<(ConstId, syn::Type)>,
    pub(super) aliases: Aliases,
    /// Macros in the place of items that may be refine's by another name.
    pub(super) misspelt: Vec<syn::Ident>,
    /// Which items are not seen, with the number of places and the note about the first.
    unseen: HashMap<String, (usize, usize)>,
}

/// The first pass.
pub(super) struct Declare<'a> {
    pub(super) krate: &'a mut Crate,
    pub(super) draft: Draft,
}

impl Declare<'_> {
    /// Declares items of a module or a body.
    pub(super) fn items(&mut self, place: Place, items: Vec<syn::Item>) {
        for item in items {
            if !self.is_undecided(place, &item) {
                self.item(place, item);
            }
        }
    }

    pub(super) fn table(&mut self, at: At) -> &mut Table {
        match at.block {
            Some(block) => &mut self.krate.names.blocks[block.0 as usize].0,
            None => &mut self.krate.names.modules[at.module.0 as usize],
        }
    }

    fn name(&mut self, at: At, ns: Ns, name: &syn::Ident, def: Def, vis: impl Into<Vis>) {
        self.table(at).declare(ns, name, def, vis.into());
    }

    fn item(&mut self, place: Place, item: syn::Item) {
        let at = place.at;
        match item {
            syn::Item::Const(item) => {
                let id = self.constant(place, &item.ident.to_string(), Some(*item.expr));
                self.draft.consts.push((id, *item.ty));
                if item.ident != "_" {
                    self.name(at, Ns::Values, &item.ident, Def::Const(id), &item.vis);
                }
            }
            syn::Item::Static(item) => {
                let fixed = matches!(item.mutability, syn::StaticMutability::None);
                let id = self.constant(place, &item.ident.to_string(), fixed.then_some(*item.expr));
                self.draft.consts.push((id, *item.ty));
                self.name(at, Ns::Values, &item.ident, Def::Const(id), &item.vis);
            }
            syn::Item::Struct(item) => self.structure(place, item),
            syn::Item::Enum(item) => self.enumeration(place, item),
            syn::Item::Union(item) => self.name(at, Ns::Types, &item.ident, Def::Union, &item.vis),
            syn::Item::Type(item) => {
                let alias = AliasItem { scope: place.scope(None, type_params(&item.generics)), ty: *item.ty };
                self.krate.aliases.push(alias);
                let def = Def::Alias(self.krate.aliases.len() - 1);
                self.name(at, Ns::Types, &item.ident, def, &item.vis);
            }
            syn::Item::Use(item) => self.table(at).import(&item),
            syn::Item::ExternCrate(item) => {
                self.krate.names.macro_use |= item.attrs.iter().any(|attr| attr.path().is_ident("macro_use"));
                let path = vec![if item.ident == "self" { "crate".to_owned() } else { item.ident.to_string() }];
                let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name).to_string();
                let import = Import { path, absolute: item.ident != "self", vis: Vis::from(&item.vis) };
                self.table(at).imports.entry(name).or_default().push(import);
            }
            syn::Item::ForeignMod(item) => {
                for each in item.items {
                    let (ident, vis) = match each {
                        syn::ForeignItem::Fn(it) => (it.sig.ident, it.vis),
                        syn::ForeignItem::Static(it) => (it.ident, it.vis),
                        _ => continue,
                    };
                    self.name(at, Ns::Values, &ident, Def::Foreign(ident.to_string()), &vis);
                }
            }
            syn::Item::Fn(item) => {
                let tokens = (first_token(&item.attrs, &item.vis, &item.sig), item.block.brace_token.span.close());
                let vis = Vis::from(&item.vis);
                self.function(place, item.attrs, vis, item.sig, Some(*item.block), Owner::Free, tokens);
            }
            syn::Item::Impl(item) => self.implementation(place, item),
            syn::Item::Trait(item) => self.interface(place, item),
            syn::Item::Macro(item) => self.macro_item(place, item),
            syn::Item::Mod(item) => {
                let what = format!("module `{}` inside a function is not seen", item.ident);
                self.note(what, item.mod_token.span());
            }
            syn::Item::TraitAlias(item) => self.note("a trait alias is not seen".to_owned(), item.ident.span()),
            syn::Item::Verbatim(tokens) => match syn::parse2::<Bodiless>(tokens.clone()) {
                Ok(it) => {
                    let ends = (tokens.span(), tokens.span());
                    self.function(place, it.attrs, Vis::from(&it.vis), it.sig, None, Owner::Free, ends);
                }
                Err(_) => self.note("an item of a form unknown to refine is not seen".to_owned(), tokens.span()),
            },
            _ => {}
        }
    }

    fn constant(&mut self, place: Place, name: &str, expr: Option<syn::Expr>) -> ConstId {
        let path = join(&self.krate.modules[place.at.module.0 as usize].path, name);
        let ty = Ty::Opaque(String::new());
        self.krate.consts.push(ConstItem { path, scope: place.scope(None, Vec::new()), ty, expr });
        ConstId(self.krate.consts.len() as u32 - 1)
    }

    fn structure(&mut self, place: Place, item: syn::ItemStruct) {
        let shape = match &item.fields {
            syn::Fields::Named(_) => CtorShape::Named,
            syn::Fields::Unnamed(_) => CtorShape::Tuple,
            syn::Fields::Unit => CtorShape::Unit,
        };
        let body = VariantDef {
            name: item.ident.to_string(),
            shape,
            fields: Vec::new(),
            discriminant: Some(0),
            is_default: true,
        };
        let id = self.adt(place, &item.ident, &item.attrs, &item.generics, vec![body], false);
        self.name(place.at, Ns::Types, &item.ident, Def::Adt(id), &item.vis);
        if shape != CtorShape::Named {
            self.name(place.at, Ns::Values, &item.ident, Def::Variant(id, 0), &item.vis);
        }
        self.draft.adts.push((syn::Item::Struct(item), place));
    }

    fn enumeration(&mut self, place: Place, item: syn::ItemEnum) {
        let variant = |variant: &syn::Variant| VariantDef {
            name: variant.ident.to_string(),
            shape: match &variant.fields {
                syn::Fields::Named(_) => CtorShape::Named,
                syn::Fields::Unnamed(_) => CtorShape::Tuple,
                syn::Fields::Unit => CtorShape::Unit,
            },
            fields: Vec::new(),
            discriminant: None,
            is_default: variant.attrs.iter().any(|attr| attr.path().is_ident("default")),
        };
        let variants = item.variants.iter().map(variant).collect();
        let id = self.adt(place, &item.ident, &item.attrs, &item.generics, variants, true);
        self.name(place.at, Ns::Types, &item.ident, Def::Adt(id), &item.vis);
        self.draft.adts.push((syn::Item::Enum(item), place));
    }

    fn adt(
        &mut self,
        place: Place,
        ident: &syn::Ident,
        attrs: &[syn::Attribute],
        generics: &syn::Generics,
        variants: Vec<VariantDef>,
        is_enum: bool,
    ) -> AdtId {
        let id = AdtId(self.krate.adts.len() as u32);
        let std = self.krate.is_std(place.at.module);
        let name = ident.to_string();
        let module = self.krate.modules[place.at.module.0 as usize].path.clone();
        let params = type_params(generics);
        let this = Ty::Adt(id, params.iter().cloned().map(Ty::Param).collect());
        let def = AdtDef {
            path: if std { name.clone() } else { join(&module, &name) },
            module: (!std).then_some(place.at.module),
            generics: params.clone(),
            lifetimes: generics.params.len() - params.len(),
            is_enum,
            variants,
            public: false,
            refined: false,
            span: self.krate.spans.place(ident.span(), ident.span()),
            derives: derives(&self.krate.cfg.expand(attrs)),
            makers: Vec::new(),
            name,
        };
        let scope = place.scope(Some(this), params);
        self.krate.adts.push(AdtItem { def, scope, spec: TypeSpec::default(), faulty: false });
        self.krate.type_defaults.push(defaults(generics));
        id
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a function, once")]
    fn function(
        &mut self,
        place: Place,
        attrs: Vec<syn::Attribute>,
        vis: Vis,
        sig: syn::Signature,
        block: Option<syn::Block>,
        owner: Owner,
        tokens: (proc_macro2::Span, proc_macro2::Span),
    ) {
        // Functions of the test harness are not compiled.
        if attrs.iter().any(|attr| attr.path().is_ident("test") || attr.path().is_ident("bench")) {
            return;
        }
        let id = FnId(self.draft.fns.len() as u32);
        if owner == Owner::Free {
            self.name(place.at, Ns::Values, &sig.ident, Def::Fn(id), vis);
        }
        let (inner, deeper) = block.as_ref().map(inner_items).unwrap_or_default();
        let body = (!inner.is_empty() || !deeper.is_empty()).then(|| {
            self.krate.names.blocks.push((Table::default(), place.at));
            BlockScope(self.krate.names.blocks.len() as u32 - 1)
        });
        self.draft.fns.push(FnDraft { attrs, vis, sig, block, place, owner, body, tokens });
        if body.is_some() {
            let at = At { module: place.at.module, block: body };
            let here = Place { file: place.file, at, outer: Some(id) };
            self.items(here, inner);
            let own = std::mem::take(self.table(at));
            self.items(here, deeper);
            let mut nested = std::mem::replace(self.table(at), own);
            self.table(at).macros.append(&mut nested.macros);
            self.table(at).nested = Some(Box::new(nested));
        }
    }

    /// An `impl` block. In the standard specs `impl Int { … }` stands for one of each integer type.
    fn implementation(&mut self, place: Place, item: syn::ItemImpl) {
        let template = self.krate.is_std(place.at.module) && is_name(&item.self_ty, "Int");
        let instances: Vec<Option<Ty>> = match template {
            true => IntTy::ALL.into_iter().map(|int| Some(Ty::Int(int))).collect(),
            false => vec![None],
        };
        for instance in instances {
            self.implementation_for(place, item.clone(), instance);
        }
    }

    fn implementation_for(&mut self, place: Place, mut item: syn::ItemImpl, instance: Option<Ty>) {
        let items = std::mem::take(&mut item.items);
        let index = self.draft.impls.len();
        // What the trait's `impl` has is as visible as the trait.
        let inherited = if item.trait_.is_some() { Vis::Public } else { Vis::Private };
        self.draft.impls.push(ImplDraft { place, item, instance, consts: Vec::new() });
        let owner = Owner::Impl(index);
        for each in items {
            match each {
                syn::ImplItem::Fn(it) if self.is_undecided_part(&it.sig.ident, &it) => {}
                syn::ImplItem::Const(it) if self.is_undecided_part(&it.ident, &it) => {}
                syn::ImplItem::Type(it) if self.is_undecided_part(&it.ident, &it) => {}
                syn::ImplItem::Fn(it) => {
                    let tokens = (first_token(&it.attrs, &it.vis, &it.sig), it.block.brace_token.span.close());
                    let vis = inherited_or(&it.vis, inherited);
                    self.function(place, it.attrs, vis, it.sig, Some(it.block), owner, tokens);
                }
                syn::ImplItem::Const(it) => {
                    let id = self.constant(place, &it.ident.to_string(), Some(it.expr));
                    self.draft.impls[index].consts.push((id, it.ty));
                }
                syn::ImplItem::Verbatim(tokens) => {
                    if let Ok(it) = syn::parse2::<Bodiless>(tokens.clone()) {
                        let ends = (tokens.span(), tokens.span());
                        let vis = inherited_or(&it.vis, inherited);
                        self.function(place, it.attrs, vis, it.sig, None, owner, ends);
                    }
                }
                syn::ImplItem::Macro(it) => self.unseen(&it.mac),
                other => self.draft.impls[index].item.items.push(other),
            }
        }
    }

    fn interface(&mut self, place: Place, mut item: syn::ItemTrait) {
        let index = self.krate.traits.len();
        self.krate.traits.push(TraitItem { public: false });
        self.name(place.at, Ns::Types, &item.ident, Def::Trait(index), &item.vis);
        let items = std::mem::take(&mut item.items);
        self.draft.traits.push(item);
        for each in items {
            match each {
                syn::TraitItem::Fn(it) if self.is_undecided_part(&it.sig.ident, &it) => {}
                syn::TraitItem::Fn(it) => {
                    let Some(block) = it.default else { continue };
                    let vis = syn::Visibility::Inherited;
                    let tokens = (first_token(&it.attrs, &vis, &it.sig), block.brace_token.span.close());
                    self.function(place, it.attrs, Vis::Public, it.sig, Some(block), Owner::Trait(index), tokens);
                }
                syn::TraitItem::Macro(it) => self.unseen(&it.mac),
                _ => {}
            }
        }
    }

    fn macro_item(&mut self, place: Place, item: syn::ItemMacro) {
        let last = item.mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        match (last.as_str(), &item.ident) {
            ("macro_rules", Some(name)) => self.table(place.at).macros.push((name.to_string(), item.mac.tokens)),
            ("alias", _) => match alias_macro(item.mac.tokens) {
                Ok(all) => {
                    for error in all.into_iter().filter_map(|alias| self.draft.aliases.insert(alias).err()) {
                        self.krate.spec_error(place.file, error);
                    }
                }
                Err(error) => self.krate.spec_error(place.file, error),
            },
            ("thread_local" | "compile_error", _) => {}
            _ => self.unseen(&item.mac),
        }
    }

    fn unseen(&mut self, mac: &syn::Macro) {
        if let (Some(name), false) = (mac.path.get_ident(), self.krate.names.macro_use)
            && meant_macro(&name.to_string()).is_some()
        {
            self.draft.misspelt.push(name.clone());
        }
        let name = mac.path.segments.iter().map(|s| s.ident.to_string()).collect::<Vec<_>>().join("::");
        let what = match name.as_str() {
            "include" => "the items of the file that `include!` brings in are not seen".to_owned(),
            _ => format!("items made by the macro `{name}!` are not seen"),
        };
        // Crates that make their items so do it many times: said once, with how often.
        let next = self.krate.diagnostics.len();
        let (count, note) = self.draft.unseen.entry(what.clone()).or_insert((0, next));
        *count += 1;
        match (*count, *note) {
            (1, _) => self.note(what, mac.path.span()),
            (count, note) => {
                let places = if count == 2 { "place" } else { "places" };
                let what = format!("{what}, here and at {} more {places}", count - 1);
                self.krate.diagnostics[note].message = what;
            }
        }
    }

    fn note(&mut self, message: String, span: proc_macro2::Span) {
        let span = self.krate.spans.place(span, span);
        self.krate.diagnostics.push(Diagnostic { error: false, code: "N0001", message, span, help: None });
    }
}

/// A function without a body, as the standard specs have them.
struct Bodiless {
    attrs: Vec<syn::Attribute>,
    vis: syn::Visibility,
    sig: syn::Signature,
}

impl syn::parse::Parse for Bodiless {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(syn::Attribute::parse_outer)?;
        let it = Bodiless { attrs, vis: input.parse()?, sig: input.parse()? };
        input.parse::<syn::Token![;]>()?;
        Ok(it)
    }
}

/// The items that a body declares itself, and those of the blocks in it, without those of its own functions.
fn inner_items(block: &syn::Block) -> (Vec<syn::Item>, Vec<syn::Item>) {
    struct Inner(Vec<syn::Item>);
    impl<'ast> Visit<'ast> for Inner {
        fn visit_item(&mut self, item: &'ast syn::Item) {
            self.0.push(item.clone());
        }
    }
    let (mut own, mut deeper) = (Vec::new(), Inner(Vec::new()));
    for stmt in &block.stmts {
        match stmt {
            syn::Stmt::Item(item) => own.push(item.clone()),
            other => deeper.visit_stmt(other),
        }
    }
    (own, deeper.0)
}

/// The names of type parameters.
pub(super) fn type_params(generics: &syn::Generics) -> Vec<String> {
    generics.type_params().map(|param| param.ident.to_string()).collect()
}

fn defaults(generics: &syn::Generics) -> Vec<Option<syn::Type>> {
    generics.type_params().map(|param| param.default.as_ref().map(|(_, ty)| ty.clone())).collect()
}

pub(super) fn derives(attrs: &[syn::Attribute]) -> Vec<String> {
    let mut names = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
        let parse = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        let Ok(paths) = attr.parse_args_with(parse) else { continue };
        names.extend(paths.iter().filter_map(|path| Some(path.segments.last()?.ident.to_string())));
    }
    names
}

fn inherited_or(vis: &syn::Visibility, inherited: Vis) -> Vis {
    if matches!(vis, syn::Visibility::Inherited) { inherited } else { Vis::from(vis) }
}

fn is_name(ty: &syn::Type, name: &str) -> bool {
    matches!(ty, syn::Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// The first token of a function with what stands before it.
fn first_token(attrs: &[syn::Attribute], vis: &syn::Visibility, sig: &syn::Signature) -> proc_macro2::Span {
    if let Some(attr) = attrs.first() {
        return attr.pound_token.span();
    }
    match vis {
        syn::Visibility::Public(token) => token.span(),
        syn::Visibility::Restricted(inner) => inner.pub_token.span(),
        syn::Visibility::Inherited => signature_start(sig),
    }
}

fn signature_start(sig: &syn::Signature) -> proc_macro2::Span {
    use quote::ToTokens;
    sig.to_token_stream().into_iter().next().map_or_else(|| sig.ident.span(), |token| token.span())
}
