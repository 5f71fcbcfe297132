//! Under which public path something is found, and the modules that make the names in a signature mean what they mean in ours.
use std::collections::{HashMap, HashSet, VecDeque};

use base_db::Crate;
use hir_def::nameres::crate_def_map;
use hir_def::src::HasSource as _;
use hir_def::visibility::Visibility;
use hir_def::{HasModule, Lookup as _, ModuleDefId, ModuleId};
use ra_syntax::AstNode as _;
use refine_front::Database;

use crate::exceptions::Exceptions;
use crate::syntax::text;

/// The crates, the one that all can name first.
pub const CRATES: [&str; 4] = ["std", "core", "alloc", "proc_macro"];

/// Where everything is.
pub struct Names<'db> {
    db: &'db Database,
    pub crates: Vec<(&'static str, Crate)>,
    /// The shortest public path of each item, with `::` first.
    paths: HashMap<ModuleDefId, String>,
    /// All public paths.
    pub all: Vec<String>,
}

impl<'db> Names<'db> {
    pub fn new(db: &'db Database, exceptions: &Exceptions) -> Names<'db> {
        let all = base_db::all_crates(db);
        let named = |name: &str| {
            let is = |krate: &&Crate| {
                krate.extra_data(db).display_name.as_ref().is_some_and(|known| known.to_string() == name)
            };
            *all.iter().find(is).expect("a crate of the sysroot")
        };
        let crates: Vec<_> = CRATES.iter().map(|name| (*name, named(name))).collect();
        let mut names = Names { db, crates, paths: HashMap::new(), all: Vec::new() };
        for (name, krate) in names.crates.clone() {
            let root = crate_def_map(db, krate).root_module_id();
            names.walk(name, root, exceptions);
        }
        names
    }

    /// Breadth first, so that the first path is a shortest one.
    fn walk(&mut self, krate: &str, root: ModuleId, exceptions: &Exceptions) {
        let mut queue = VecDeque::from([(root, format!("::{krate}"))]);
        let mut seen = HashSet::from([root]);
        while let Some((module, path)) = queue.pop_front() {
            let scope = &module.def_map(self.db)[module].scope;
            let types =
                scope.types().filter(|(_, item)| item.vis == Visibility::Public).map(|(name, item)| (name, item.def));
            let values =
                scope.values().filter(|(_, item)| item.vis == Visibility::Public).map(|(name, item)| (name, item.def));
            let mut found: Vec<_> = types.chain(values).map(|(name, def)| (name.as_str().to_owned(), def)).collect();
            found.sort_by(|a, b| a.0.cmp(&b.0));
            for (name, def) in found {
                let name = if syn::parse_str::<syn::Ident>(&name).is_ok() { name } else { format!("r#{name}") };
                let path = format!("{path}::{name}");
                if exceptions.cover(&path) {
                    continue;
                }
                self.all.push(path.clone());
                self.paths.entry(def).or_insert_with(|| path.clone());
                if let ModuleDefId::ModuleId(child) = def
                    && seen.insert(child)
                {
                    queue.push_back((child, path));
                }
            }
        }
    }

    /// The public path of an item.
    pub fn path(&self, def: ModuleDefId) -> Option<&str> {
        self.paths.get(&def).map(String::as_str)
    }

    /// The path of a module as it is, public or not: in the mirror, behind `crate::`.
    pub fn mirrored(&self, module: ModuleId) -> Option<String> {
        let krate = module.krate(self.db);
        let (name, _) = self.crates.iter().find(|(_, known)| *known == krate)?;
        let mut path = Vec::new();
        let mut at = Some(module);
        while let Some(module) = at {
            path.extend(module.name(self.db).map(|name| format!("::{}", name.as_str())));
            at = module.containing_module(self.db);
        }
        path.push((*name).to_owned());
        Some(path.into_iter().rev().collect())
    }

    /// The imports of the mirror of a module. Aliases that no one else can name stand where they are declared.
    pub fn imports(&self, module: ModuleId) -> Vec<String> {
        let scope = &module.def_map(self.db)[module].scope;
        let mut found = Vec::new();
        for (name, item) in scope.types() {
            let declared = |of: ModuleId| self.mirrored(of).map(|path| format!("crate::{path}"));
            let path = match item.def {
                ModuleDefId::ModuleId(of) if of.containing_module(self.db) == Some(module) => None,
                ModuleDefId::ModuleId(of) => declared(of),
                ModuleDefId::AdtId(_) | ModuleDefId::TraitId(_) => self.path(item.def).map(str::to_owned),
                ModuleDefId::TypeAliasId(of) => match self.path(item.def) {
                    Some(path) => Some(path.to_owned()),
                    None if of.module(self.db) == module => None,
                    None => declared(of.module(self.db)).map(|path| format!("{path}::{}", name.as_str())),
                },
                _ => None,
            };
            found.extend(path.map(|path| format!("pub use {path} as {};", name.as_str())));
        }
        found.sort();
        found
    }

    /// The aliases that a module names and that no one else can.
    pub fn aliases(&self, module: ModuleId) -> HashMap<String, syn::Type> {
        let types = module.def_map(self.db)[module].scope.types();
        let private = types.filter_map(|(name, item)| match item.def {
            ModuleDefId::TypeAliasId(of) if self.path(item.def).is_none() => Some((name, of)),
            _ => None,
        });
        let read = private.filter_map(|(name, of)| {
            let source = of.lookup(self.db).source(self.db).value;
            let item: syn::ItemType = syn::parse_str(&text(source.syntax())).ok()?;
            Some((name.as_str().to_owned(), *item.ty))
        });
        read.collect()
    }
}
