//! `alias!`: names for refinement types.
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use syn::parse::{Parse, ParseStream};
use syn::{Token, parenthesized, token};

use crate::SpecError;
use crate::refined::{Refined, consumed, parse};
use crate::subst::words;

/// `type Rng(n: int) = i64{v: 0 <= v && v < n};`
#[derive(Clone, Debug)]
pub struct Alias {
    /// The name.
    pub name: Ident,
    /// The parameters; their sorts are read and dropped.
    pub params: Vec<Ident>,
    /// What it stands for.
    pub(crate) body: Refined,
    /// All identifiers in it: names made up for its users must differ from them.
    pub(crate) words: Rc<HashSet<String>>,
}

/// The aliases in scope, by name.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    by_name: HashMap<String, Alias>,
}

impl Aliases {
    /// Adds one. A second one of the same name is an error, and the first stays.
    pub fn insert(&mut self, alias: Alias) -> Result<(), SpecError> {
        let name = alias.name.to_string();
        if self.by_name.contains_key(&name) {
            return Err(SpecError::here(alias.name.span(), format!("there is already an alias `{name}`")));
        }
        self.by_name.insert(name, alias);
        Ok(())
    }

    /// The alias of a name.
    pub fn get(&self, name: &str) -> Option<&Alias> {
        self.by_name.get(name)
    }
}

/// Reads the inside of `alias! { … }`.
pub fn alias_macro(tokens: TokenStream) -> Result<Vec<Alias>, SpecError> {
    let parser = |input: ParseStream<'_>| {
        let mut all: Vec<Alias> = Vec::new();
        while !input.is_empty() {
            all.push(input.parse()?);
        }
        Ok(all)
    };
    parse(parser, &tokens)
}

impl Parse for Alias {
    fn parse(input: ParseStream<'_>) -> syn::Result<Alias> {
        input.call(syn::Attribute::parse_outer)?;
        input.parse::<syn::Visibility>()?;
        input.parse::<Token![type]>()?;
        let name = input.parse()?;
        let mut params = Vec::new();
        if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            params = content.parse_terminated(parameter, Token![,])?.into_iter().collect();
        }
        input.parse::<Token![=]>()?;
        let begin = input.cursor().token_stream();
        let body = input.parse()?;
        let words = Rc::new(words(consumed(begin, input)));
        input.parse::<Token![;]>()?;
        Ok(Alias { name, params, body, words })
    }
}

/// `n: int`, or `n`.
fn parameter(input: ParseStream<'_>) -> syn::Result<Ident> {
    let name = input.parse()?;
    if input.parse::<Option<Token![:]>>()?.is_some() {
        input.parse::<syn::Type>()?;
    }
    Ok(name)
}
