//! Tests of the syntax room: small crates in memory, one rule each.
use std::collections::HashMap;

use crate::program::Diagnostic;
use crate::span::Span;
use crate::ty::Ty;

use super::{CompileConfig, Crate, Files, FnItem, ValueRes};

mod effects;
mod names;
mod places;
mod tree;
mod types;

/// Files by path.
struct Memory(HashMap<String, String>);

impl Files for Memory {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).cloned()
    }
}

/// A crate of these files, the first being its root.
fn load(files: &[(&str, &str)]) -> Crate {
    load_with(files, &[], &["rand", "refine-spec"])
}

fn load_with(files: &[(&str, &str)], cfg: &[&str], dependencies: &[&str]) -> Crate {
    let owned = |all: &[&str]| all.iter().map(ToString::to_string).collect();
    let config = CompileConfig {
        root: files[0].0.to_owned(),
        cfg: owned(cfg),
        edition: "2021".to_owned(),
        dependencies: owned(dependencies),
        ..CompileConfig::default()
    };
    let files = files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    Crate::load(&config, &Memory(files))
}

/// A crate of one file.
fn lib(text: &str) -> Crate {
    load(&[("src/lib.rs", text)])
}

impl Crate {
    fn get(&self, path: &str) -> &FnItem {
        let found = self.fns.iter().find(|item| item.def.path == path);
        found.unwrap_or_else(|| panic!("no `{path}` in {:?}", self.own_paths()))
    }

    fn own_paths(&self) -> Vec<&str> {
        self.fns.iter().filter(|item| !item.def.std).map(|item| item.def.path.as_str()).collect()
    }

    fn errors(&self) -> Vec<&Diagnostic> {
        self.diagnostics.iter().filter(|each| each.error).collect()
    }

    /// The one error: code, text of its place, message.
    fn error(&self) -> (&'static str, &str, &str) {
        let errors = self.errors();
        assert_eq!(errors.len(), 1, "{errors:?}");
        (errors[0].code, errors[0].span.map_or("", |span| self.sources.text(span)), &errors[0].message)
    }

    /// A type as a function sees it.
    fn ty(&self, of: &str, text: &str) -> Ty {
        self.resolve_type(&self.get(of).scope, &syn::parse_str(text).unwrap())
    }

    fn val(&self, of: &str, text: &str) -> Option<ValueRes> {
        self.resolve_value(&self.get(of).scope, &syn::parse_str(text).unwrap())
    }

    /// The path of the function that a value path leads to.
    fn leads_to(&self, of: &str, text: &str) -> Option<&str> {
        match self.val(of, text)? {
            ValueRes::Fn(id, _) => Some(&self.fns[id.0 as usize].def.path),
            _ => None,
        }
    }
}
