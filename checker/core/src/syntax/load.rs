//! From a root file to a [`Crate`], pass by pass.
use proc_macro2::TokenStream;
use quote::ToTokens;

use super::cfg::Cfg;
use super::items::{Declare, Draft, Place};
use super::modules::{ModuleItems, Reader};
use super::names::{At, Def, Entry, Names, Table};
use super::{CompileConfig, Crate, Files};

impl Crate {
    /// Reads a crate, with the standard specs of these names and texts.
    pub(super) fn read(config: &CompileConfig, files: &dyn Files, std: &[(&str, &str)]) -> Crate {
        let cfg = Cfg::new(config);
        let mut krate = Crate { cfg: cfg.clone(), ..Crate::default() };
        let mut reader = Reader::new(&mut krate, files, &cfg);
        reader.root(&config.root);
        let first_std = reader.krate.modules.len();
        for (name, text) in std {
            reader.std(name, text);
        }
        let modules = reader.out;
        let tables = krate.modules.iter().map(|_| Table::default()).collect();
        krate.names = Names {
            modules: tables,
            blocks: Vec::new(),
            first_std,
            dependencies: config.dependencies.iter().map(|name| name.replace('-', "_")).collect(),
            edition_2015: config.edition == "2015",
            macro_use: false,
        };
        krate.declare_modules(&modules);
        let mut declare = Declare { krate: &mut krate, draft: Draft::default() };
        for module in modules {
            let at = At { module: module.id, block: None };
            declare.items(Place { file: module.file, at, outer: None }, module.items);
        }
        let draft = declare.draft;
        let fields: Vec<_> = draft.adts.iter().map(|(item, _)| fields(item)).collect();
        let reached = krate.reachable();
        krate.mark_types(&reached);
        krate.define(draft);
        krate.mark_fns(&reached);
        krate.find_makers();
        krate.find_effects(&fields);
        krate
    }

    /// Each module is a name in its parent.
    fn declare_modules(&mut self, modules: &[ModuleItems]) {
        for module in modules {
            let def = &self.modules[module.id.0 as usize];
            let Some(parent) = def.parent else { continue };
            let name = def.name.trim_start_matches("r#").to_owned();
            let entry = Entry { def: Def::Module(module.id), vis: module.vis };
            self.names.modules[parent.0 as usize].types.insert(name, entry);
        }
    }
}

/// The tokens of a type's fields.
fn fields(item: &syn::Item) -> TokenStream {
    match item {
        syn::Item::Struct(item) => item.fields.to_token_stream(),
        syn::Item::Enum(item) => item.variants.to_token_stream(),
        _ => TokenStream::new(),
    }
}
