//! Whose an attribute is: refine's, the language's, or another crate's, which may make anything of its item.
use hir_def::nameres::{MacroSubNs, crate_def_map};
use hir_def::per_ns::Item as PerNsItem;
use hir_def::resolver::HasResolver;
use hir_def::{MacroId, ModuleId};
use hir_expand::inert_attr_macro::find_builtin_attr_idx;
use hir_expand::mod_path::{ModPath, PathKind};
use hir_expand::name::Name;
use hir_expand::{HirFileId, MacroDefKind};
use intern::Symbol;
use ra_syntax::ast;

use super::attrs::Attr;
use crate::database::{Database, Origin};

/// Crates whose attributes are read as specifications.
pub(crate) const SPEC_CRATES: [&str; 6] = ["refine_spec", "contracts", "kani", "flux", "flux_rs", "prusti_contracts"];

/// Tools whose attributes mean nothing to the compiler.
const TOOLS: [&str; 5] = ["clippy", "rustfmt", "diagnostic", "miri", "rust_analyzer"];

/// Whose an attribute is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// A specification's.
    Spec,
    /// The language's, the standard library's, or a tool's: it is known what it does.
    Known,
    /// A macro of another crate.
    Foreign,
    /// Nobody's, as far as is known.
    Nobody,
}

/// Where attributes are looked up.
#[derive(Clone, Copy)]
pub(crate) struct Lookup<'a> {
    pub(crate) db: &'a Database,
    pub(crate) module: ModuleId,
    pub(crate) file: HirFileId,
}

impl Lookup<'_> {
    /// Whose an attribute is. Helpers of derives that are another crate's are nobody's.
    pub(crate) fn attribute(&self, attr: &Attr) -> Meaning {
        self.path(&attr.syntax, &attr.path)
    }

    /// What refine calls an attribute that is its own, whatever the crate calls it. By its text, if it stands in a `cfg_attr` whose condition
    /// does not hold.
    pub(crate) fn spec_name(&self, attr: Option<&Attr>, text: &str, names: &[&'static str]) -> Option<&'static str> {
        let path = match attr {
            Some(attr) => self.mod_path(&attr.syntax)?,
            None => path_of_text(text),
        };
        let resolver = self.module.resolver(self.db);
        let id = resolver.resolve_path_as_macro(self.db, &path, Some(MacroSubNs::Attr))?.def;
        let krate = id.definition(self.db).krate;
        if self.db.origin(krate) != Origin::Spec {
            return None;
        }
        let def_map = crate_def_map(self.db, krate);
        let scope = &def_map[def_map.root_module_id()].scope;
        let of = |name: &str| scope.get(&Name::new_symbol_root(Symbol::intern(name))).macros.map(|item| item.def);
        names.iter().copied().find(|name| of(name) == Some(id))
    }

    fn mod_path(&self, syntax: &ast::Path) -> Option<ModPath> {
        let spans = self.file.span_map(self.db);
        ModPath::from_src(self.db, syntax.clone(), &mut |range| spans.span_for_range(range).ctx)
    }

    /// The same of one that is a single name.
    pub(crate) fn named(&self, name: &str) -> Meaning {
        let path = ModPath::from_segments(PathKind::Plain, [Name::new_symbol_root(Symbol::intern(name))]);
        self.seen(Some(path), name)
    }

    /// The same by its path, as syntax and as text.
    pub(crate) fn path(&self, syntax: &ast::Path, text: &str) -> Meaning {
        self.seen(self.mod_path(syntax), text)
    }

    fn seen(&self, path: Option<ModPath>, text: &str) -> Meaning {
        let first = text.trim_start_matches("::").split("::").next().unwrap_or_default();
        let single = !text.contains("::");
        let def_map = self.module.def_map(self.db);
        let tool =
            |name: &str| TOOLS.contains(&name) || def_map.registered_tools().iter().any(|tool| tool.as_str() == name);
        if single && find_builtin_attr_idx(&Symbol::intern(text)).is_some() || !single && tool(first) {
            return Meaning::Known;
        }
        let resolver = self.module.resolver(self.db);
        let found = path.and_then(|path| resolver.resolve_path_as_macro(self.db, &path, Some(MacroSubNs::Attr)));
        if let Some(PerNsItem { def: id, .. }) = found {
            return self.meaning(id);
        }
        match text.trim_start_matches("::").rsplit_once("::") {
            Some(("contracts" | "core::contracts" | "std::contracts", _)) => Meaning::Spec,
            Some((module, _)) if SPEC_CRATES.contains(&module) => Meaning::Spec,
            _ => Meaning::Nobody,
        }
    }

    fn meaning(&self, id: MacroId) -> Meaning {
        let def = id.definition(self.db);
        let name = def.krate.extra_data(self.db).display_name.as_ref().map(|name| name.crate_name().to_string());
        let spec = |name: &str| SPEC_CRATES.contains(&name.trim_end_matches("_macros"));
        match (self.db.origin(def.krate), &def.kind) {
            (Origin::Spec, _) => Meaning::Spec,
            (Origin::Std, _) => Meaning::Known,
            (_, MacroDefKind::BuiltIn(..) | MacroDefKind::BuiltInAttr(..) | MacroDefKind::BuiltInDerive(..)) => {
                Meaning::Known
            }
            _ if name.as_deref().is_some_and(spec) => Meaning::Spec,
            _ => Meaning::Foreign,
        }
    }

    /// Whether a path, as text, names a derive of the standard library.
    pub(crate) fn std_derive(&self, path: &str) -> bool {
        let path = path_of_text(path);
        let found = self.module.resolver(self.db).resolve_path_as_macro(self.db, &path, Some(MacroSubNs::Attr));
        found.is_some_and(|PerNsItem { def: id, .. }| {
            let def = id.definition(self.db);
            matches!(def.kind, MacroDefKind::BuiltInDerive(..)) || self.db.origin(def.krate) == Origin::Std
        })
    }
}

/// A path, from its text without spaces.
fn path_of_text(path: &str) -> ModPath {
    let (kind, rest) = match path.strip_prefix("::") {
        Some(rest) => (PathKind::Abs, rest),
        None => match path.split_once("::") {
            Some(("crate", rest)) => (PathKind::Crate, rest),
            Some(("self", rest)) => (PathKind::SELF, rest),
            _ => (PathKind::Plain, path),
        },
    };
    ModPath::from_segments(kind, rest.split("::").map(|name| Name::new_symbol_root(Symbol::intern(name))))
}
