//! The attributes of an item, as refine reads them: through `cfg_attr`, and in each of the spellings it knows.
use proc_macro2::{Span, TokenStream};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Meta, Path, Token};

use crate::error::ends;
use crate::{SpecError, SpecErrorKind};

/// Whose spelling an attribute is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// `#[requires(…)]`, which may be anyone's.
    Plain,
    /// `#[refine_spec::requires(…)]`.
    Refine,
    /// `#[core::contracts::requires(…)]`.
    Contracts,
    /// `#[kani::requires(…)]`.
    Kani,
    /// `#[flux_rs::sig(…)]`.
    Flux,
    /// `#[prusti_contracts::requires(…)]`.
    Prusti,
}

/// An attribute that may be one of refine's.
pub(crate) struct SpecAttr {
    /// Its last path segment.
    pub name: String,
    /// Whose spelling it is in.
    pub dialect: Dialect,
    /// What is between its brackets; `None` without brackets.
    pub args: Option<TokenStream>,
    /// All of it, without `#[` and `]`.
    pub span: (Span, Span),
}

impl SpecAttr {
    /// An error about the whole attribute.
    pub fn error(&self, message: impl Into<String>) -> SpecError {
        SpecError::between(self.span, message)
    }

    /// The error for a name that refine does not have here; none if the attribute may be someone else's.
    pub fn unknown(&self, known: &str) -> Option<SpecError> {
        (self.dialect == Dialect::Refine).then(|| {
            let message = format!("refine has no attribute `{}` here", self.name);
            self.error(message).of(SpecErrorKind::Unknown).help(format!("it knows {known}"))
        })
    }

    /// The arguments, which must be there.
    pub fn need_args(&self) -> Result<TokenStream, SpecError> {
        match &self.args {
            Some(tokens) if !tokens.is_empty() => Ok(tokens.clone()),
            _ => Err(self.error("this clause is empty").help(format!("write `#[{}(…)]`", self.name))),
        }
    }

    /// Checks that there are no arguments.
    pub fn no_args(&self) -> Result<(), SpecError> {
        // `#[flux::trusted(yes)]` has some.
        match &self.args {
            Some(tokens) if self.dialect != Dialect::Flux => {
                Err(SpecError { span: ends(tokens), ..self.error(format!("`{}` takes no arguments", self.name)) })
            }
            _ => Ok(()),
        }
    }
}

/// The attributes that may be of refine, in order.
pub(crate) fn spec_attrs(attrs: &[Attribute]) -> Vec<SpecAttr> {
    let mut found = Vec::new();
    for attr in attrs {
        collect(&attr.meta, &mut found);
    }
    found
}

/// An item's attributes as `spec_attrs` sees them: those that stand in a `cfg_attr` by themselves.
pub fn unwrapped(attrs: &[Attribute]) -> Vec<Attribute> {
    let inner = |attr: &Attribute| match &attr.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let inner = conditional.parse2(list.tokens.clone()).unwrap_or_default();
            unwrapped(&inner.into_iter().map(|meta| Attribute { meta, ..attr.clone() }).collect::<Vec<_>>())
        }
        _ => vec![attr.clone()],
    };
    attrs.iter().flat_map(inner).collect()
}

fn collect(meta: &Meta, found: &mut Vec<SpecAttr>) {
    if let Meta::List(list) = meta
        && list.path.is_ident("cfg_attr")
    {
        // What does not parse is not ours to report: rustc does.
        let inner = conditional.parse2(list.tokens.clone()).unwrap_or_default();
        inner.iter().for_each(|meta| collect(meta, found));
        return;
    }
    let Some((dialect, name)) = classify(meta.path()) else { return };
    let args = match meta {
        Meta::List(list) => Some(list.tokens.clone()),
        _ => None,
    };
    found.push(SpecAttr { name, dialect, args, span: ends(meta) });
}

/// The attributes of a `cfg_attr`; its condition is not evaluated: a specification under `cfg_attr` is meant for checkers.
fn conditional(input: ParseStream<'_>) -> syn::Result<Vec<Meta>> {
    let all = input.parse_terminated(Meta::parse, Token![,])?;
    Ok(all.into_iter().skip(1).collect())
}

/// Whose attribute it is, and its name; `None` for one that cannot be refine's.
fn classify(path: &Path) -> Option<(Dialect, String)> {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let (name, module) = segments.split_last()?;
    let module: Vec<&str> = module.iter().map(String::as_str).collect();
    let dialect = match module[..] {
        [] => Dialect::Plain,
        ["refine_spec"] => Dialect::Refine,
        ["contracts"] | ["core" | "std", "contracts"] => Dialect::Contracts,
        ["kani"] => Dialect::Kani,
        ["flux" | "flux_rs"] => Dialect::Flux,
        ["prusti_contracts"] => Dialect::Prusti,
        _ => return None,
    };
    Some((dialect, name.clone()))
}
