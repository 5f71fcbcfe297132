//! `#[cfg]` and `#[cfg_attr]`: what of the text is compiled at all.
//!
//! Everything that a configuration leaves out is taken from the tree before any other code looks at it, inside bodies too.
//! `test` is off, since refine checks what the users of a crate get; `debug_assertions` is on. Where a build script has a
//! say that is not known, a condition may be neither on nor off (`undecided`).
use std::collections::HashSet;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Token};

use super::CompileConfig;

/// The configuration.
#[derive(Debug, Default, Clone)]
pub(super) struct Cfg {
    set: HashSet<String>,
    /// A build script that was not asked may set more than is in `set`: whatever is not among these, if they are there.
    decided: Option<HashSet<String>>,
}

/// What only rustc, cargo or rustdoc set, so that it is off where they do not.
const BUILT_IN: [&str; 17] = [
    "clippy",
    "debug_assertions",
    "doc",
    "docsrs",
    "doctest",
    "fmt_debug",
    "miri",
    "overflow_checks",
    "panic",
    "proc_macro",
    "relocation_model",
    "rustfmt",
    "sanitize",
    "test",
    "ub_checks",
    "unix",
    "windows",
];

/// The condition of a `cfg`.
pub(super) enum Condition {
    Literal(bool),
    /// `unix`, or `feature = "x"` as rustc prints it.
    Is(String),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Parse for Condition {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::LitBool) {
            return Ok(Condition::Literal(input.parse::<syn::LitBool>()?.value));
        }
        let path: syn::Path = input.call(syn::Path::parse_mod_style)?;
        let name = path.get_ident().map(ToString::to_string).unwrap_or_default();
        if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            let mut list: Vec<_> =
                Punctuated::<Condition, Token![,]>::parse_terminated(&content)?.into_iter().collect();
            return match name.as_str() {
                "all" => Ok(Condition::All(list)),
                "any" => Ok(Condition::Any(list)),
                "not" if list.len() == 1 => Ok(Condition::Not(Box::new(list.remove(0)))),
                _ => Err(syn::Error::new_spanned(path, "no such condition")),
            };
        }
        if input.parse::<Option<Token![=]>>()?.is_some() {
            let value: syn::LitStr = input.parse()?;
            return Ok(Condition::Is(format!("{name}=\"{}\"", value.value())));
        }
        Ok(Condition::Is(name))
    }
}

/// `cfg_attr(condition, attributes…)`.
pub(super) struct CfgAttr {
    pub(super) condition: Condition,
    pub(super) metas: Vec<syn::Meta>,
}

impl Parse for CfgAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let condition = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        let metas = Punctuated::<syn::Meta, Token![,]>::parse_terminated(input)?;
        Ok(CfgAttr { condition, metas: metas.into_iter().collect() })
    }
}

impl Cfg {
    /// From how the target is compiled.
    pub(super) fn new(config: &CompileConfig) -> Cfg {
        let spaced = |line: &String| match line.split_once('=') {
            Some((key, value)) => format!("{}={}", key.trim(), value.trim()),
            None => line.trim().to_owned(),
        };
        let mut set: HashSet<String> = config.cfg.iter().map(spaced).collect();
        set.remove("test");
        set.insert("debug_assertions".to_owned());
        let features = || config.features.iter().map(|name| format!("feature=\"{name}\"")).collect();
        Cfg { set, decided: config.unasked_script.then(features) }
    }

    fn test(&self) -> Cfg {
        let mut with = self.clone();
        with.set.insert("test".to_owned());
        with
    }

    /// Whether it holds; `None` if that is not known.
    fn eval(&self, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::Literal(value) => Some(*value),
            Condition::Is(name) if self.set.contains(name) => Some(true),
            Condition::Is(name) => self.is_decided(name).then_some(false),
            Condition::Not(inner) => self.eval(inner).map(|value| !value),
            Condition::All(list) => self.any(list, false).map(|value| !value),
            Condition::Any(list) => self.any(list, true),
        }
    }

    /// Whether one of the conditions has this value.
    fn any(&self, list: &[Condition], wanted: bool) -> Option<bool> {
        let values: Vec<_> = list.iter().map(|each| self.eval(each)).collect();
        let open = values.contains(&None).then_some(());
        if values.contains(&Some(wanted)) { Some(true) } else { open.map_or(Some(false), |()| None) }
    }

    /// Whether a name that is not set is known not to be.
    fn is_decided(&self, name: &str) -> bool {
        let key = name.split('=').next().unwrap_or(name);
        let of_rustc = || BUILT_IN.contains(&key) || key.starts_with("target_") || key.starts_with("sanitizer_");
        self.decided.as_ref().is_none_or(|known| of_rustc() || known.contains(name))
    }

    /// The first name in a condition whose value is not known, if that leaves the condition open.
    pub(super) fn open_name<'c>(&self, condition: &'c Condition) -> Option<&'c str> {
        fn names<'c>(condition: &'c Condition, found: &mut Vec<&'c str>) {
            match condition {
                Condition::Literal(_) => {}
                Condition::Is(name) => found.push(name),
                Condition::Not(inner) => names(inner, found),
                Condition::All(list) | Condition::Any(list) => list.iter().for_each(|each| names(each, found)),
            }
        }
        if self.eval(condition).is_some() {
            return None;
        }
        let mut found = Vec::new();
        names(condition, &mut found);
        found.into_iter().find(|name| !self.set.contains(*name) && !self.is_decided(name))
    }

    /// Whether a build script has a say that is not known.
    pub(super) fn is_open(&self) -> bool {
        self.decided.is_some()
    }

    /// The value of `cfg!(…)`; `None` if its condition makes no sense, or is open.
    pub(super) fn value(&self, tokens: proc_macro2::TokenStream) -> Option<bool> {
        syn::parse2::<Condition>(tokens).ok().and_then(|condition| self.eval(&condition))
    }

    /// The attributes with every `cfg_attr` replaced by what it stands for.
    pub(super) fn expand(&self, attrs: &[Attribute]) -> Vec<Attribute> {
        let mut out = Vec::new();
        for attr in attrs {
            if !attr.path().is_ident("cfg_attr") {
                out.push(attr.clone());
                continue;
            }
            let Ok(wrapped) = attr.parse_args::<CfgAttr>() else { continue };
            if self.eval(&wrapped.condition) == Some(true) {
                let inner: Vec<_> = wrapped.metas.into_iter().map(|meta| Attribute { meta, ..attr.clone() }).collect();
                out.extend(self.expand(&inner));
            }
        }
        out
    }

    /// The conditions under which alone an item with these attributes is compiled, as text.
    pub(super) fn conditions(&self, attrs: &[Attribute]) -> Vec<String> {
        let text = |attr: &Attribute| match &attr.meta {
            syn::Meta::List(list) if attr.path().is_ident("cfg") => {
                Some(list.tokens.to_string().replace(" (", "(").replace(" ,", ","))
            }
            _ => None,
        };
        self.expand(attrs).iter().filter_map(text).collect()
    }

    /// Whether an item with these attributes is compiled, or may be. A condition that makes no sense is for rustc to refuse.
    pub(super) fn on(&self, attrs: &[Attribute]) -> bool {
        if attrs.iter().all(|attr| !attr.path().is_ident("cfg") && !attr.path().is_ident("cfg_attr")) {
            return true;
        }
        self.expand(attrs)
            .iter()
            .filter(|attr| attr.path().is_ident("cfg"))
            .all(|attr| attr.parse_args::<Condition>().is_ok_and(|condition| self.eval(&condition) != Some(false)))
    }

    /// Whether an item with these attributes is compiled for tests, and only for them.
    pub(super) fn test_only(&self, attrs: &[Attribute]) -> bool {
        !self.on(attrs) && self.test().on(attrs)
    }
}
