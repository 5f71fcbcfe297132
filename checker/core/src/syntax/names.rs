//! Names: what each module and each function body declares and imports, and what a path leads to.
//!
//! Imports are followed when a name is asked for, not before, so cycles of `use` and globs need no fixed point; a name
//! that is being looked up already has no meaning by that way. What a glob brings in gives way to what is declared.
use std::collections::HashMap;

use syn::ext::IdentExt;

use crate::program::{FnId, ModuleId};
use crate::ty::AdtId;

use super::{BlockScope, ConstId, Crate, Scope};

/// Types and modules have names of their own, beside those of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ns {
    Types,
    Values,
}

/// What a name means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Def {
    Module(ModuleId),
    Adt(AdtId),
    Variant(AdtId, usize),
    Alias(usize),
    Trait(usize),
    Fn(FnId),
    Const(ConstId),
    /// A function of an `extern` block.
    Foreign(String),
    /// A union: known by name, and outside the model.
    Union,
    /// Outside the crate, with `core` and `alloc` called `std`.
    External(Vec<String>),
    /// Two declarations in blocks of one body: the model does not tell them apart.
    Ambiguous,
}

/// Who may use a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Vis {
    /// The module and what is in it.
    Private,
    /// A part of the crate, taken as all of it: what compiles does not use it elsewhere.
    Crate,
    /// `pub`.
    Public,
}

impl From<&syn::Visibility> for Vis {
    fn from(vis: &syn::Visibility) -> Vis {
        match vis {
            syn::Visibility::Public(_) => Vis::Public,
            syn::Visibility::Restricted(inner) if inner.path.is_ident("self") => Vis::Private,
            syn::Visibility::Restricted(_) => Vis::Crate,
            syn::Visibility::Inherited => Vis::Private,
        }
    }
}

/// A name with who may use it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) def: Def,
    pub(super) vis: Vis,
}

/// `use path as name`, or `use path::*`.
#[derive(Clone, Debug)]
pub(super) struct Import {
    pub(super) path: Vec<String>,
    pub(super) absolute: bool,
    pub(super) vis: Vis,
}

/// The names of one module or body.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) types: HashMap<String, Entry>,
    pub(super) values: HashMap<String, Entry>,
    pub(super) imports: HashMap<String, Vec<Import>>,
    pub(super) globs: Vec<Import>,
    /// What the blocks inside of a body declare. They are not told apart: a name of one of them may not be meant.
    pub(super) nested: Option<Box<Table>>,
    /// `macro_rules!`: name and rules.
    pub(super) macros: Vec<(String, proc_macro2::TokenStream)>,
}

impl Table {
    pub(super) fn declare(&mut self, ns: Ns, name: &syn::Ident, def: Def, vis: Vis) {
        let map = if ns == Ns::Types { &mut self.types } else { &mut self.values };
        let name = name.unraw().to_string();
        let def = if map.contains_key(&name) { Def::Ambiguous } else { def };
        map.insert(name, Entry { def, vis });
    }

    /// Whether the table may have the name more than once, as that of several blocks may.
    fn repeats(&self, name: &str) -> bool {
        let declared = self.types.contains_key(name) || self.values.contains_key(name);
        let imported = self.imports.get(name).map_or(0, Vec::len);
        imported > 1 || !declared && imported == 0 && self.globs.len() > 1
    }

    /// Adds a `use` declaration.
    pub(super) fn import(&mut self, item: &syn::ItemUse) {
        self.tree(&item.tree, Vec::new(), item.leading_colon.is_some(), Vis::from(&item.vis));
    }

    fn tree(&mut self, tree: &syn::UseTree, mut path: Vec<String>, absolute: bool, vis: Vis) {
        let (leaf, name) = match tree {
            syn::UseTree::Path(step) => {
                path.push(step.ident.unraw().to_string());
                return self.tree(&step.tree, path, absolute, vis);
            }
            syn::UseTree::Group(group) => {
                return group.items.iter().for_each(|each| self.tree(each, path.clone(), absolute, vis));
            }
            syn::UseTree::Glob(_) => return self.globs.push(Import { path, absolute, vis }),
            syn::UseTree::Name(name) => (&name.ident, &name.ident),
            syn::UseTree::Rename(rename) => (&rename.ident, &rename.rename),
        };
        // `use a::{self}` imports `a`.
        let own = leaf == "self" && !path.is_empty();
        let name = if own && name == "self" { path[path.len() - 1].clone() } else { name.unraw().to_string() };
        if !own {
            path.push(leaf.unraw().to_string());
        }
        if name != "_" {
            self.imports.entry(name).or_default().push(Import { path, absolute, vis });
        }
    }
}

/// All tables of a crate.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) modules: Vec<Table>,
    /// Bodies of functions that declare items: the table, and where the function stands.
    pub(super) blocks: Vec<(Table, At)>,
    /// Modules of the standard specs are those from here on.
    pub(super) first_std: usize,
    pub(super) dependencies: Vec<String>,
    pub(super) edition_2015: bool,
    /// Whether a crate's macros are taken over without their names (`#[macro_use] extern crate`).
    pub(super) macro_use: bool,
}

/// Where a name is looked up from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct At {
    pub(super) module: ModuleId,
    pub(super) block: Option<BlockScope>,
}

impl From<&Scope> for At {
    fn from(scope: &Scope) -> At {
        At { module: scope.module, block: scope.block }
    }
}

/// The lookups under way, so that a cycle of imports ends.
type Seen = Vec<(At, String, Ns)>;

impl Crate {
    /// What the longest known prefix of a path means, and how many segments it has; what follows are associated names.
    pub(super) fn resolve_path(&self, at: At, path: &[String], absolute: bool, ns: Ns) -> Option<(Def, usize)> {
        self.walk(at, path, absolute, ns, &mut Seen::new())
    }

    fn walk(&self, at: At, path: &[String], absolute: bool, ns: Ns, seen: &mut Seen) -> Option<(Def, usize)> {
        let last = path.len().checked_sub(1)?;
        let ns_of = |index| if index == last { ns } else { Ns::Types };
        let first = path[0].as_str();
        let mut def = if absolute && !self.names.edition_2015 {
            self.extern_crate(first)?
        } else {
            match first {
                "crate" | "$crate" => Def::Module(self.root_of(at.module)),
                "self" => Def::Module(at.module),
                "super" => Def::Module(self.modules[at.module.0 as usize].parent?),
                _ if absolute => self
                    .in_module(self.root_of(at.module), first, ns_of(0), seen)
                    .or_else(|| self.extern_crate(first))?,
                _ => self.lexical(at, first, ns_of(0), seen)?,
            }
        };
        for (index, name) in path.iter().enumerate().skip(1) {
            let next = match &def {
                Def::Module(id) if name == "super" => self.modules[id.0 as usize].parent.map(Def::Module),
                Def::Module(id) if name == "self" => Some(Def::Module(*id)),
                Def::Module(id) => self.in_module(*id, name, ns_of(index), seen),
                Def::Adt(id) => match self.variant(*id, name) {
                    Some(variant) => Some(Def::Variant(*id, variant)),
                    None => return Some((def, index)),
                },
                Def::External(outer) => {
                    let mut outer = outer.clone();
                    outer.push(name.clone());
                    Some(self.of_std(outer, ns_of(index)))
                }
                _ => return Some((def, index)),
            };
            def = next?;
        }
        Some((def, path.len()))
    }

    /// A name as it is seen from inside: bodies outwards, the module, the crates, the prelude.
    fn lexical(&self, at: At, name: &str, ns: Ns, seen: &mut Seen) -> Option<Def> {
        let mut here = at;
        while let Some(block) = here.block {
            let (table, outer) = &self.names.blocks[block.0 as usize];
            let own = self.in_table(table, here, name, ns, Vis::Private, seen);
            if let Some(nested) = &table.nested
                && let Some(def) = self.in_table(nested, here, name, ns, Vis::Private, seen)
            {
                let other = own.or_else(|| self.lexical(*outer, name, ns, seen));
                return Some(if other.is_some() || nested.repeats(name) { Def::Ambiguous } else { def });
            }
            if own.is_some() {
                return own;
            }
            here = *outer;
        }
        if let Some(def) = self.in_module(at.module, name, ns, seen) {
            return Some(def);
        }
        if self.is_std(at.module) {
            let all = self.names.first_std..self.names.modules.len();
            if let Some(def) = all.into_iter().find_map(|id| self.in_module(ModuleId(id as u32), name, ns, seen)) {
                return Some(def);
            }
        }
        if ns == Ns::Types
            && let Some(def) = self.extern_crate(name)
        {
            return Some(def);
        }
        self.prelude(name, ns)
    }

    /// A name declared in or imported into a module.
    pub(super) fn in_module(&self, id: ModuleId, name: &str, ns: Ns, seen: &mut Vec<(At, String, Ns)>) -> Option<Def> {
        let table = self.names.modules.get(id.0 as usize)?;
        self.in_table(table, At { module: id, block: None }, name, ns, Vis::Private, seen)
    }

    /// A name of a table that is at least as visible as `least`.
    fn in_table(&self, table: &Table, at: At, name: &str, ns: Ns, least: Vis, seen: &mut Seen) -> Option<Def> {
        let seen_from_here = |vis: Vis| least == Vis::Private || vis != Vis::Private;
        let map = if ns == Ns::Types { &table.types } else { &table.values };
        if let Some(entry) = map.get(name).filter(|entry| seen_from_here(entry.vis)) {
            return Some(entry.def.clone());
        }
        let key = (at, name.to_owned(), ns);
        if seen.contains(&key) {
            return None;
        }
        seen.push(key);
        let named = table.imports.get(name).into_iter().flatten().filter(|import| seen_from_here(import.vis));
        let mut found = named.filter_map(|import| self.import(at, import, ns, seen)).next();
        if found.is_none() {
            let mut globs = table.globs.iter().filter(|glob| seen_from_here(glob.vis));
            found = globs.find_map(|glob| match self.import(at, glob, Ns::Types, seen)? {
                Def::Module(id) => {
                    let least = if self.is_inside(at.module, id) { Vis::Private } else { Vis::Crate };
                    let place = At { module: id, block: None };
                    self.in_table(&self.names.modules[id.0 as usize], place, name, ns, least, seen)
                }
                Def::Adt(id) => self.variant(id, name).map(|variant| Def::Variant(id, variant)),
                Def::External(mut path) if path[0] == "std" => {
                    path.push(name.to_owned());
                    Some(self.of_std(path, ns)).filter(|def| !matches!(def, Def::External(_)))
                }
                _ => None,
            });
        }
        seen.pop();
        found
    }

    fn import(&self, at: At, import: &Import, ns: Ns, seen: &mut Seen) -> Option<Def> {
        // Before 2018 the paths of `use` start at the crate's root.
        let relative = matches!(import.path.first().map(String::as_str), Some("crate" | "self" | "super"));
        let absolute = !relative && (import.absolute || self.names.edition_2015);
        let (def, used) = self.walk(at, &import.path, absolute, ns, seen)?;
        (used == import.path.len()).then_some(def)
    }

    /// What an import leads to.
    pub(super) fn imported(&self, at: At, import: &Import, ns: Ns) -> Option<Def> {
        self.import(at, import, ns, &mut Seen::new())
    }

    /// The globs seen from a place that lead out of the crate, also through other modules' globs: what an unknown name
    /// may come from.
    pub(super) fn external_globs(&self, at: At) -> Vec<Vec<String>> {
        let mut here = at;
        let mut found = Vec::new();
        let mut modules = vec![at.module];
        while let Some(block) = here.block {
            let (table, outer) = &self.names.blocks[block.0 as usize];
            self.globs_of(here, table, &mut found, &mut modules);
            here = *outer;
        }
        let mut next = 0;
        while let Some(&module) = modules.get(next) {
            let table = &self.names.modules[module.0 as usize];
            self.globs_of(At { module, block: None }, table, &mut found, &mut modules);
            next += 1;
        }
        found
    }

    fn globs_of(&self, at: At, table: &Table, found: &mut Vec<Vec<String>>, modules: &mut Vec<ModuleId>) {
        for glob in &table.globs {
            match self.imported(at, glob, Ns::Types) {
                Some(Def::External(path)) => found.push(path),
                Some(Def::Module(id)) if !modules.contains(&id) => modules.push(id),
                _ => {}
            }
        }
    }

    /// The globs that a path which leads nowhere may yet come from: those seen from here and from the modules that it
    /// goes through.
    pub(super) fn globs_behind(&self, at: At, names: &[String]) -> Vec<Vec<String>> {
        let mut found = self.external_globs(at);
        let mut paths = vec![(at, names.to_vec())];
        let imports = self.names.modules[at.module.0 as usize].imports.get(&names[0]);
        let place = At { module: at.module, block: None };
        paths.extend(imports.into_iter().flatten().map(|import| (place, import.path.clone())));
        for (at, path) in paths {
            for end in 1..path.len() {
                if let Some((Def::Module(module), _)) = self.resolve_path(at, &path[..end], false, Ns::Types) {
                    found.extend(self.external_globs(At { module, block: None }));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// The variant of an enum with this name.
    pub(super) fn variant(&self, id: AdtId, name: &str) -> Option<usize> {
        let def = &self.adts[id.0 as usize].def;
        if !def.is_enum {
            return None;
        }
        def.variants.iter().position(|variant| variant.name.trim_start_matches("r#") == name)
    }

    /// Whether a module is of the standard specs.
    pub(super) fn is_std(&self, id: ModuleId) -> bool {
        id.0 as usize >= self.names.first_std
    }

    /// Whether a module is another one or below it.
    fn is_inside(&self, id: ModuleId, outer: ModuleId) -> bool {
        let parent = |id: &ModuleId| self.modules[id.0 as usize].parent;
        std::iter::successors(Some(id), parent).any(|each| each == outer)
    }

    fn root_of(&self, id: ModuleId) -> ModuleId {
        if self.is_std(id) { id } else { ModuleId(0) }
    }

    fn extern_crate(&self, name: &str) -> Option<Def> {
        match name {
            "std" | "core" | "alloc" => Some(Def::External(vec!["std".to_owned()])),
            _ => self.names.dependencies.iter().any(|each| each == name).then(|| Def::External(vec![name.to_owned()])),
        }
    }

    /// An external path, or what the standard specs know by it: `std::option::Option`.
    fn of_std(&self, path: Vec<String>, ns: Ns) -> Def {
        if let [first, modules @ .., name] = path.as_slice()
            && first == "std"
            && !modules.is_empty()
        {
            let module = format!("std::{}", modules.join("::"));
            let ids = self.names.first_std..self.names.modules.len();
            let found = ids.into_iter().find(|&id| self.modules[id].path == module);
            let table = found.map(|id| &self.names.modules[id]);
            let map = table.map(|table| if ns == Ns::Types { &table.types } else { &table.values });
            if let Some(entry) = map.and_then(|map| map.get(name)) {
                return entry.def.clone();
            }
        }
        Def::External(path)
    }

    /// What the standard library's prelude gives to every module, as far as the standard specs declare it.
    fn prelude(&self, name: &str, ns: Ns) -> Option<Def> {
        let path = match name {
            "Option" => ["std", "option", "Option"],
            "Result" => ["std", "result", "Result"],
            "Vec" => ["std", "vec", "Vec"],
            "Box" => ["std", "boxed", "Box"],
            "String" => ["std", "string", "String"],
            "drop" => ["std", "mem", "drop"],
            "Some" | "None" => return self.std_variant("option", "Option", name),
            "Ok" | "Err" => return self.std_variant("result", "Result", name),
            _ => return None,
        };
        Some(self.of_std(path.iter().map(ToString::to_string).collect(), ns))
    }

    fn std_variant(&self, module: &str, adt: &str, name: &str) -> Option<Def> {
        match self.of_std(vec!["std".into(), module.into(), adt.into()], Ns::Types) {
            Def::Adt(id) => Some(Def::Variant(id, self.variant(id, name)?)),
            _ => None,
        }
    }
}

/// The segments of a path without their arguments.
pub(super) fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect()
}
