//! Attributes without a path that lead nowhere and look like refine's: `#[ensure(…)]`.
//!
//! rustc refuses them too, but only when it is asked, and as what nobody knows. What may be another crate's, or the helper of
//! another macro, is left to rustc.
use refine_spec_lang::{FIELD_ATTRIBUTES, SpecError, TYPE_ATTRIBUTES, unknown_attribute};

use crate::program::Diagnostic;

use super::Crate;
use super::items::derives;
use super::names::{At, Def, Ns};
use super::strip::item_attrs;

/// Attributes of the language that are spelled a little like refine's.
const OF_RUST: [&str; 3] = ["feature", "expect", "used"];

/// What the standard library derives: these have no helper attributes that look like refine's.
const STD_DERIVES: [&str; 9] = ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

impl Crate {
    /// The errors about such attributes of one item, on which refine knows some.
    pub(super) fn misspelt(&self, at: At, attrs: &[syn::Attribute], known_here: &[&str]) -> Vec<SpecError> {
        let attrs = self.cfg.expand(attrs);
        let may_help = derives(&attrs).iter().any(|name| !STD_DERIVES.contains(&name.as_str()));
        let glob = |path: &Vec<String>| path[0] != "std" && path[0] != "refine_spec";
        if may_help || self.names.macro_use || self.external_globs(at).iter().any(glob) {
            return Vec::new();
        }
        attrs.iter().filter_map(|attr| self.nobodys(at, attr, known_here)).collect()
    }

    /// The same for a type, and for its fields if it is refined.
    pub(super) fn misspelt_on_type(&self, at: At, item: &syn::Item, refined: bool) -> Vec<SpecError> {
        let attrs = item_attrs(item);
        let fields: Vec<&syn::Field> = match item {
            syn::Item::Struct(item) => item.fields.iter().collect(),
            syn::Item::Enum(item) => item.variants.iter().flat_map(|variant| &variant.fields).collect(),
            _ => Vec::new(),
        };
        let mut found = self.misspelt(at, attrs, TYPE_ATTRIBUTES);
        let derives: Vec<_> = attrs.iter().filter(|attr| attr.path().is_ident("derive")).cloned().collect();
        for field in fields.into_iter().filter(|_| refined) {
            // What the type derives may have helpers on its fields.
            let own = self.misspelt(at, &[derives.as_slice(), &field.attrs].concat(), FIELD_ATTRIBUTES);
            found.extend(own);
        }
        found
    }

    fn nobodys(&self, at: At, attr: &syn::Attribute, known_here: &[&str]) -> Option<SpecError> {
        let name = attr.path().get_ident()?.to_string();
        if OF_RUST.contains(&name.as_str()) {
            return None;
        }
        match self.resolve_path(at, std::slice::from_ref(&name), false, Ns::Types) {
            Some((Def::External(path), _)) if path[0] != "refine_spec" => None,
            _ => unknown_attribute(attr, &name, known_here),
        }
    }

    /// Says of macros in the place of items what may be meant, now that all names are known.
    pub(super) fn misspelt_items(&mut self, macros: Vec<syn::Ident>) {
        for name in macros {
            if let Some(meant) = self.misspelt_macro(&name.to_string()) {
                let span = self.spans.place(name.span(), name.span());
                let message = format!("there is no macro `{name}!`; is refine's `{meant}!` meant?");
                self.diagnostics.push(Diagnostic { error: true, code: "E0102", message, span, help: None });
            }
        }
    }
}
