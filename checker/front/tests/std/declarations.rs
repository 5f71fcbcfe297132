//! Every public declaration of our standard library as a line of Rust that the real one must make true.
use std::collections::HashMap;
use std::rc::Rc;

use hir_def::nameres::{DefMap, crate_def_map};
use hir_def::src::HasSource;
use hir_def::{AdtId, AssocItemId, FunctionId, ImplId, Lookup, ModuleDefId, ModuleId, TraitId};
use hir_ty::db::HirDatabase;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use ra_syntax::ast::HasName as _;
use ra_syntax::{AstNode, ast};
use refine_front::Database;
use syn::visit_mut::VisitMut;
use syn::{Generics, Path, Type};

use crate::compile::Line;
use crate::exceptions::Exceptions;
use crate::known::{Counts, Known, stands_for};
use crate::lines::{Around, data, function, implements, supertraits};
use crate::names::Names;
use crate::rewrite::{MirrorPaths, ReplaceSelf, arguments, merged, plain};
use crate::syntax::{FnSyntax as _, contract, header_name, impl_header, is_public, signature, text, trait_header};

/// What is walked, and what was made of it.
pub struct Declarations<'a, 'db> {
    db: &'db Database,
    names: &'a Names<'db>,
    exceptions: &'a Exceptions,
    krate: &'static str,
    aliases: Rc<HashMap<String, Type>>,
    pub lines: Vec<Line>,
    /// The functions with a model or a contract.
    pub known: Vec<Known>,
    pub counts: Counts,
}

impl<'a, 'db> Declarations<'a, 'db> {
    pub fn new(db: &'db Database, names: &'a Names<'db>, exceptions: &'a Exceptions) -> Self {
        Declarations {
            db,
            names,
            exceptions,
            krate: "",
            aliases: Rc::default(),
            lines: Vec::new(),
            known: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// All crates.
    pub fn all(&mut self) {
        let public: Vec<_> = self.names.all.clone();
        for path in public {
            self.claim(&path, || Some(format!("use {path} as _;")));
        }
        for (name, krate) in self.names.crates.clone() {
            self.krate = name;
            let map = crate_def_map(self.db, krate);
            self.module(map, map.root_module_id(), name);
        }
    }

    fn helper(&mut self, code: String) {
        self.lines.push(Line { item: None, code });
    }

    /// A line about an item, unless the item is excepted.
    fn claim(&mut self, item: &str, code: impl FnOnce() -> Option<String>) {
        if self.exceptions.cover(item) {
            return;
        }
        let code = code().unwrap_or_else(|| format!("compile_error!({:?});", format!("cannot read {item}")));
        self.lines.push(Line { item: Some(item.to_owned()), code });
    }

    fn module(&mut self, map: &'db DefMap, id: ModuleId, path: &str) {
        let (db, at) = (self.db, path.rsplit("::").next().unwrap_or(path));
        self.helper(format!("pub mod r#{at} {{").replace("r#core", "core").replace("r#alloc", "alloc"));
        for import in self.names.imports(id) {
            self.helper(import);
        }
        self.helper("use crate::*;".to_owned());
        self.aliases = Rc::new(self.names.aliases(id));
        let scope = &map[id].scope;
        for def in scope.declarations() {
            match def {
                ModuleDefId::FunctionId(id) => self.free_function(id, path),
                ModuleDefId::AdtId(id) => self.adt(id, path),
                ModuleDefId::TraitId(id) => self.of_trait(id, path),
                ModuleDefId::TypeAliasId(id) => self.alias(id, path),
                ModuleDefId::ConstId(id) => self.constant(id, path, None),
                _ => {}
            }
        }
        for id in scope.impls() {
            self.implementation(id, path);
        }
        for id in scope.builtin_derive_impls() {
            let of = id.loc(db);
            self.derived(of.adt, of.trait_.name().as_str(), path);
        }
        let mut children: Vec<_> = map[id].children.iter().map(|(name, id)| (name.as_str().to_owned(), *id)).collect();
        children.sort();
        for (name, child) in children {
            self.module(map, child, &format!("{path}::{name}"));
        }
        self.helper("}".to_owned());
    }

    fn free_function(&mut self, id: FunctionId, path: &str) {
        let source = id.lookup(self.db).source(self.db).value;
        let item = format!("{path}::{}", source.name_text());
        let real = self.names.path(id.into());
        let callee = real.or_else(|| stands_for(&item)).and_then(|path| path.parse::<TokenStream>().ok());
        if callee.is_some() {
            self.function(&source, &item, path, None, callee.as_ref());
        }
        if real.is_none() {
            return;
        }
        let krate = self.krate;
        self.claim(&item, || Some(function(None, signature(source.syntax(), krate)?, &callee?).to_string()));
    }

    /// Counts a function, and takes note of it if it has a model or a contract.
    fn function(
        &mut self,
        source: &ast::Fn,
        item: &str,
        module: &str,
        around: Option<&Around>,
        callee: Option<&TokenStream>,
    ) {
        self.counts.functions += 1;
        let contract = if source.has_body() { Vec::new() } else { contract(source.syntax()) };
        match (source.has_body(), contract.is_empty()) {
            (true, _) => self.counts.models += 1,
            (false, false) => self.counts.contracts += 1,
            (false, true) => return,
        }
        let Some(signature) = signature(source.syntax(), self.krate) else { return };
        self.known.push(Known {
            item: item.to_owned(),
            module: module.to_owned(),
            aliases: self.aliases.clone(),
            place: self.lines.len(),
            around: around.cloned(),
            signature,
            callee: callee.cloned(),
            contract,
        });
    }

    fn alias(&mut self, id: hir_def::TypeAliasId, path: &str) {
        let source = id.lookup(self.db).source(self.db).value;
        let krate = self.krate;
        let Ok(mut item) = syn::parse_str::<syn::ItemType>(&text(source.syntax())) else { return };
        MirrorPaths(krate).visit_item_type_mut(&mut item);
        item.attrs.clear();
        let Some(real) = self.names.path(id.into()).map(str::to_owned) else {
            item.vis = syn::parse_quote!(pub);
            self.helper(quote!(#item).to_string());
            return;
        };
        self.counts.types += 1;
        self.claim(&format!("{path}::{}", item.ident), || {
            let generics = plain(item.generics);
            let (params, _, conditions) = generics.split_for_impl();
            let params = (!generics.params.is_empty()).then(|| quote!(#params));
            let (args, real, ty) = (arguments(&generics, true), syn::parse_str::<Path>(&real).ok()?, *item.ty);
            Some(quote!(fn alias #params (x: Same<#real<#(#args),*>>) -> Same<#ty> #conditions { x }).to_string())
        });
        self.rename("alias");
    }

    /// Helper functions have names of their own.
    fn rename(&mut self, name: &str) {
        let number = self.lines.len();
        if let Some(line) = self.lines.last_mut() {
            line.code = line.code.replacen(&format!("fn {name}"), &format!("fn {name}{number}"), 1);
        }
    }

    fn constant(&mut self, id: hir_def::ConstId, path: &str, around: Option<&Around>) {
        let source = id.lookup(self.db).source(self.db).value;
        let in_trait = around.is_some_and(|around| around.of_trait.is_some());
        if !in_trait && !is_public(source.syntax()) {
            return;
        }
        let Some(name) = source.name().map(|name| name.text().to_string()) else { return };
        let Some(ty) = source.ty().map(|ty| text(ty.syntax())) else { return };
        let krate = self.krate;
        self.counts.constants += 1;
        let (item, real) = match around {
            Some(around) => (format!("{path}::{}::{name}", around.name()), None),
            None => match self.names.path(id.into()) {
                Some(real) => (format!("{path}::{name}"), Some(real.to_owned())),
                None => return,
            },
        };
        self.claim(&item, || {
            let mut ty: Type = syn::parse_str(&ty).ok()?;
            MirrorPaths(krate).visit_type_mut(&mut ty);
            let name = format_ident!("{name}");
            let code = match (around, real) {
                (Some(around), _) => {
                    ReplaceSelf { ty: &around.this, of_trait: around.of_trait.as_ref() }.visit_type_mut(&mut ty);
                    let (params, _, conditions) = around.generics.split_for_impl();
                    let place = around.place();
                    quote!(fn constant #params () #conditions { let _: Same<#ty> = Same(#place::#name); })
                }
                (None, Some(real)) => {
                    let real: Path = syn::parse_str(&real).ok()?;
                    quote!(fn constant() { let _: Same<#ty> = Same(#real); })
                }
                (None, None) => return None,
            };
            Some(code.to_string())
        });
        self.rename("constant");
    }

    fn adt(&mut self, id: AdtId, path: &str) {
        let node = match id {
            AdtId::StructId(id) => id.lookup(self.db).source(self.db).value.syntax().clone(),
            AdtId::EnumId(id) => id.lookup(self.db).source(self.db).value.syntax().clone(),
            AdtId::UnionId(id) => id.lookup(self.db).source(self.db).value.syntax().clone(),
        };
        let Some(real) = self.names.path(id.into()).map(str::to_owned) else { return };
        self.counts.types += 1;
        let krate = self.krate;
        let name = node.children().find_map(ast::Name::cast).map(|name| name.text().to_string()).unwrap_or_default();
        self.claim(&format!("{path}::{name}"), || {
            let mut item: syn::DeriveInput = syn::parse_str(&text(&node)).ok()?;
            MirrorPaths(krate).visit_derive_input_mut(&mut item);
            let real: Path = syn::parse_str(&real).ok()?;
            Some(data(&real, item).to_string())
        });
        self.rename("data");
    }

    fn of_trait(&mut self, id: TraitId, path: &str) {
        let source = id.lookup(self.db).source(self.db).value;
        let Some(real) = self.names.path(id.into()).map(str::to_owned) else { return };
        self.counts.traits += 1;
        let krate = self.krate;
        let name = source.name().map(|name| name.text().to_string()).unwrap_or_default();
        let outer = format!("{path}::{name}");
        let Some((generics, supertraits_of)) = trait_header(source.syntax(), krate) else {
            return self.claim(&outer, || None);
        };
        let Ok(real) = syn::parse_str::<Path>(&real) else { return };
        let args = arguments(&generics, true);
        let full: Path = if args.is_empty() { real } else { syn::parse_quote!(#real<#(#args),*>) };
        let this: Type = syn::parse_quote!(This_);
        let bound: Generics = syn::parse_quote!(<This_: #full>);
        let generics = merged(&[], &generics, &bound);
        self.claim(&outer, || Some(supertraits(&generics, supertraits_of)?.to_string()));
        self.rename("supertraits");
        let around = Around { generics, this, of_trait: Some(full) };
        for (_, item) in &id.trait_items(self.db).items {
            match item {
                AssocItemId::FunctionId(id) => self.method(*id, path, &around, Some(&outer)),
                AssocItemId::ConstId(id) => self.constant(*id, path, Some(&around)),
                AssocItemId::TypeAliasId(id) => {
                    let source = id.lookup(self.db).source(self.db).value;
                    let name = source.name().map(|name| name.text().to_string());
                    let name = name.unwrap_or_default();
                    if ast::HasGenericParams::generic_param_list(&source).is_some() {
                        continue;
                    }
                    self.claim(&format!("{outer}::{name}"), || {
                        let (params, _, conditions) = around.generics.split_for_impl();
                        let (place, name) = (around.place(), format_ident!("{name}"));
                        Some(quote!(fn associated #params (_: &#place::#name) #conditions {}).to_string())
                    });
                    self.rename("associated");
                }
            }
        }
    }

    fn implementation(&mut self, id: ImplId, path: &str) {
        let source = id.lookup(self.db).source(self.db).value;
        let krate = self.krate;
        let item = format!("{path}::<{}>", header_name(&source));
        if !self.is_public_impl(id) {
            return;
        }
        let Some(header) = impl_header(&source, krate) else { return self.claim(&item, || None) };
        let Some(around) = header.around else { return };
        let items = &id.impl_items(self.db).items;
        if let Some(of) = &around.of_trait {
            self.counts.impls += 1;
            let db = self.db;
            self.claim(&item, || {
                let mut bindings = Vec::new();
                for (_, item) in items {
                    let AssocItemId::TypeAliasId(id) = item else { continue };
                    let source = id.lookup(db).source(db).value;
                    let mut alias: syn::ImplItemType = syn::parse_str(&text(source.syntax())).ok()?;
                    if !alias.generics.params.is_empty() {
                        continue;
                    }
                    MirrorPaths(krate).visit_impl_item_type_mut(&mut alias);
                    ReplaceSelf { ty: &around.this, of_trait: Some(of) }.visit_type_mut(&mut alias.ty);
                    let (name, ty) = (alias.ident, alias.ty);
                    bindings.push(quote!(#name = #ty));
                }
                Some(implements(&around, of, &bindings).to_string())
            });
            self.rename_trait();
        }
        for (_, each) in items {
            match each {
                AssocItemId::FunctionId(id) => self.method(*id, path, &around, None),
                AssocItemId::ConstId(id) => self.constant(*id, path, Some(&around)),
                AssocItemId::TypeAliasId(_) => {}
            }
        }
    }

    fn rename_trait(&mut self) {
        let number = self.lines.len();
        if let Some(line) = self.lines.last_mut() {
            line.code = line.code.replace("Implements", &format!("Implements{number}"));
        }
    }

    /// Whether the type and the trait have public names: what others have is ours to choose.
    fn is_public_impl(&self, id: ImplId) -> bool {
        let known = |def: ModuleDefId| self.names.path(def).is_some();
        let this = self.db.impl_self_ty(id).instantiate_identity().skip_norm_wip();
        let mut inner = this;
        while let Some((next, ..)) = inner.as_reference() {
            inner = next;
        }
        let this = inner.as_adt().is_none_or(|(adt, _)| known(adt.into()));
        let of =
            self.db.impl_trait(id).is_none_or(|of| known(of.instantiate_identity().skip_norm_wip().def_id.0.into()));
        this && of
    }

    fn method(&mut self, id: FunctionId, path: &str, around: &Around, of_trait: Option<&str>) {
        let source = id.lookup(self.db).source(self.db).value;
        if around.of_trait.is_none() && !is_public(source.syntax()) {
            return;
        }
        let name = source.name_text();
        let krate = self.krate;
        let item = match of_trait {
            Some(of) => format!("{of}::{name}"),
            None => format!("{path}::{}::{name}", around.name()),
        };
        self.function(&source, &item, path, Some(around), None);
        self.claim(&item, || {
            let signature = signature(source.syntax(), krate)?;
            let (place, name) = (around.inferred_place(), &signature.ident);
            let callee = quote!(#place::#name);
            Some(function(Some(around), signature, &callee).to_string())
        });
    }

    fn derived(&mut self, id: AdtId, name: &str, path: &str) {
        let node = match id {
            AdtId::StructId(id) => id.lookup(self.db).source(self.db).value.syntax().clone(),
            AdtId::EnumId(id) => id.lookup(self.db).source(self.db).value.syntax().clone(),
            AdtId::UnionId(_) => return,
        };
        let Some(real) = self.names.path(id.into()).map(str::to_owned) else { return };
        let of: Path = match name {
            "Debug" => syn::parse_quote!(::core::fmt::Debug),
            "Hash" => syn::parse_quote!(::core::hash::Hash),
            name => {
                let name = format_ident!("{name}");
                syn::parse_quote!(#name)
            }
        };
        self.counts.impls += 1;
        self.claim(&format!("{path}::<{name} for {}>", real.rsplit("::").next().unwrap_or("")), || {
            let mut item: syn::DeriveInput = syn::parse_str(&text(&node)).ok()?;
            MirrorPaths(self.krate).visit_derive_input_mut(&mut item);
            let mut generics = plain(item.generics);
            for param in generics.type_params_mut() {
                param.bounds.push(syn::parse_quote!(#of));
            }
            let (real, args) = (syn::parse_str::<Path>(&real).ok()?, arguments(&generics, true));
            let this: Type = syn::parse_quote!(#real<#(#args),*>);
            Some(implements(&Around { generics, this, of_trait: None }, &of, &[]).to_string())
        });
        self.rename_trait();
    }
}
