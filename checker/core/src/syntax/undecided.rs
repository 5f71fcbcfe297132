//! What stands under a `cfg` that only a build script knows, while it is not asked: it is not looked at, and that is said.
//!
//! Such an item is neither there nor not there. Its name leads nowhere ([`Def::Ambiguous`]), so that what uses it is outside
//! the model. Where it may change the meaning of code that does not name it (an `impl` of a trait, a glob import), nothing
//! of the crate is proved.
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::program::Diagnostic;

use super::Crate;
use super::cfg::{Cfg, CfgAttr, Condition};
use super::items::{Declare, Place};
use super::names::{Def, Ns, Table, Vis};

/// Attributes that say nothing of what the code does: `cfg_attr(docsrs, doc(…))` is of no interest.
const INERT: [&str; 12] = [
    "allow",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "feature",
    "forbid",
    "inline",
    "must_use",
    "no_std",
    "warn",
];

/// The code of the notes.
const NOTE: &str = "N0004";

/// A condition whose value is not known.
pub(super) struct Undecided {
    name: String,
    span: Span,
}

impl Undecided {
    /// The name as it is written in source.
    fn shown(&self) -> String {
        self.name.replacen('=', " = ", 1)
    }
}

impl Cfg {
    /// The first condition in a run of tokens whose value is not known: in `#[cfg(…)]`, `#[cfg_attr(…)]` or `cfg!(…)`.
    pub(super) fn undecided(&self, tokens: impl ToTokens) -> Option<Undecided> {
        if self.is_open() { self.undecided_in(tokens.into_token_stream()) } else { None }
    }

    fn undecided_in(&self, tokens: TokenStream) -> Option<Undecided> {
        let mut before = None;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => before = Some(ident.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '!' => {}
                TokenTree::Punct(_) | TokenTree::Literal(_) => before = None,
                TokenTree::Group(group) => {
                    let parenthesized = group.delimiter() == Delimiter::Parenthesis;
                    let found = match before.take().as_deref() {
                        // `doc(cfg(…))` is only shown.
                        Some("doc") if parenthesized => None,
                        Some("cfg") if parenthesized => self.condition(&group),
                        Some("cfg_attr") if parenthesized => self.attribute(&group),
                        _ => self.undecided_in(group.stream()),
                    };
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }

    fn condition(&self, group: &Group) -> Option<Undecided> {
        let condition = syn::parse2::<Condition>(group.stream()).ok()?;
        Some(Undecided { name: self.open_name(&condition)?.to_owned(), span: group.span() })
    }

    fn attribute(&self, group: &Group) -> Option<Undecided> {
        let wrapped = syn::parse2::<CfgAttr>(group.stream()).ok()?;
        let inert = |meta: &syn::Meta| match meta.path().segments.first() {
            Some(first) => first.ident == "rustfmt" || INERT.iter().any(|name| first.ident == name),
            None => false,
        };
        if wrapped.metas.iter().all(inert) {
            return None;
        }
        match self.open_name(&wrapped.condition) {
            Some(name) => Some(Undecided { name: name.to_owned(), span: group.span() }),
            None => wrapped.metas.iter().find_map(|meta| self.undecided_in(meta.to_token_stream())),
        }
    }
}

impl Crate {
    /// Notes that something is not looked at; `silent` if it may change the meaning of code that does not name it.
    pub(super) fn note_undecided(&mut self, what: &str, undecided: &Undecided, silent: bool) {
        let name = undecided.shown();
        self.undecided = true;
        if silent {
            self.doubt = Some(format!("what cfg `{name}`, which only the build script knows, changes here"));
        }
        self.diagnostics.push(Diagnostic {
            error: false,
            code: NOTE,
            message: format!("{what} depends on cfg `{name}`, which only the build script knows: it is not checked"),
            span: self.spans.place(undecided.span, undecided.span),
            help: None,
        });
    }
}

impl Crate {
    /// Adds to the notes why the build script was not asked.
    pub fn tell_undecided(&mut self, why: &str) {
        for note in self.diagnostics.iter_mut().filter(|each| each.code == NOTE) {
            note.help = Some(why.to_owned());
        }
    }
}

impl Declare<'_> {
    /// Whether an item is not looked at because of a condition that is not known; that is said, and its name is taken.
    pub(super) fn is_undecided(&mut self, place: Place, item: &syn::Item) -> bool {
        let undecided = match item {
            syn::Item::Macro(item) if item.mac.path.is_ident("compile_error") => return true,
            // Rules are not looked into; what they make is not seen anyway.
            syn::Item::Macro(item) if item.ident.is_some() => return false,
            syn::Item::Impl(item) if item.trait_.is_none() => {
                let head = syn::ItemImpl { items: Vec::new(), ..item.clone() };
                self.krate.cfg.undecided(head)
            }
            syn::Item::Trait(item) => {
                let head = syn::ItemTrait { items: Vec::new(), ..item.clone() };
                self.krate.cfg.undecided(head)
            }
            item => self.krate.cfg.undecided(item),
        };
        let Some(undecided) = undecided else { return false };
        let hidden = |ident: &syn::Ident| (vec![ident.clone()], format!("`{ident}`"));
        let (names, what) = match item {
            syn::Item::Const(item) => hidden(&item.ident),
            syn::Item::Enum(item) => hidden(&item.ident),
            syn::Item::Fn(item) => hidden(&item.sig.ident),
            syn::Item::Static(item) => hidden(&item.ident),
            syn::Item::Struct(item) => hidden(&item.ident),
            syn::Item::Trait(item) => hidden(&item.ident),
            syn::Item::Type(item) => hidden(&item.ident),
            syn::Item::Union(item) => hidden(&item.ident),
            syn::Item::ExternCrate(item) => hidden(item.rename.as_ref().map_or(&item.ident, |(_, name)| name)),
            syn::Item::ForeignMod(_) => (Vec::new(), "an `extern` block".to_owned()),
            syn::Item::Impl(_) => (Vec::new(), "an `impl`".to_owned()),
            syn::Item::Use(item) => {
                let mut table = Table::default();
                table.import(item);
                let names = table.imports.keys().filter_map(|name| syn::parse_str(name).ok());
                (names.filter(|_| table.globs.is_empty()).collect(), "an import".to_owned())
            }
            _ => (Vec::new(), "an item".to_owned()),
        };
        self.krate.note_undecided(&what, &undecided, names.is_empty());
        for name in &names {
            for ns in [Ns::Types, Ns::Values] {
                self.table(place.at).declare(ns, name, Def::Ambiguous, Vis::Public);
            }
        }
        true
    }

    /// The same for what an `impl` or a trait has: without it, a name may lead to what another trait provides.
    pub(super) fn is_undecided_part(&mut self, name: &syn::Ident, part: impl ToTokens) -> bool {
        let Some(undecided) = self.krate.cfg.undecided(part) else { return false };
        self.krate.note_undecided(&format!("`{name}`"), &undecided, true);
        true
    }
}
