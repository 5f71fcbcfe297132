//! Items as rust-analyzer has their syntax, macros expanded, as `syn` has them.
use proc_macro2::TokenStream;
use quote::quote;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};
use syn::parse::Parser;
use syn::visit_mut::VisitMut;
use syn::{Generics, Signature, Type};

use crate::lines::{Around, compact};
use crate::rewrite::{MirrorPaths, NameLifetimes, ReplaceSelf, merged, plain};

/// The header of an `impl`; `around` is none for one that says that a trait is not implemented.
pub struct ImplHeader {
    pub around: Option<Around>,
}

pub fn impl_header(source: &ast::Impl, krate: &str) -> Option<ImplHeader> {
    if source.excl_token().is_some() {
        return Some(ImplHeader { around: None });
    }
    let mut item: syn::ItemImpl =
        syn::parse_str(&format!("{} {{}}", head(source.syntax(), SyntaxKind::ASSOC_ITEM_LIST))).ok()?;
    MirrorPaths(krate).visit_item_impl_mut(&mut item);
    let mut lifetimes = NameLifetimes::new("h");
    let of_trait = item.trait_.map(|(mut path, _)| {
        lifetimes.visit_path_mut(&mut path);
        path
    });
    let mut this = *item.self_ty;
    lifetimes.visit_type_mut(&mut this);
    let mut generics = plain(item.generics);
    lifetimes.visit_generics_mut(&mut generics);
    let mut of_trait = of_trait;
    if let Some(path) = &mut of_trait {
        ReplaceSelf { ty: &this, of_trait: None }.visit_path_mut(path);
    }
    ReplaceSelf { ty: &this, of_trait: of_trait.as_ref() }.visit_generics_mut(&mut generics);
    let mut generics = merged(&lifetimes.made, &generics, &Generics::default());
    let lifetimes: Vec<_> = generics.lifetimes().map(|param| param.lifetime.clone()).collect();
    for param in generics.type_params_mut() {
        // In an `impl` this is implied by its types.
        param.bounds.extend(lifetimes.iter().map(|lifetime| syn::TypeParamBound::Lifetime(lifetime.clone())));
    }
    Some(ImplHeader { around: Some(Around { generics, this, of_trait }) })
}

/// An `impl` as it is called in messages.
pub fn header_name(source: &ast::Impl) -> String {
    let ty = |ty: Option<ast::Type>| {
        let tokens = ty.and_then(|ty| text(ty.syntax()).parse::<TokenStream>().ok());
        tokens.map(|tokens| compact(&tokens)).unwrap_or_default()
    };
    match source.trait_() {
        Some(of) => format!("{} for {}", ty(Some(of)), ty(source.self_ty())),
        None => ty(source.self_ty()),
    }
}

/// A trait's parameters and supertraits.
pub fn trait_header(source: &SyntaxNode, krate: &str) -> Option<(Generics, TokenStream)> {
    let mut item: syn::ItemTrait =
        syn::parse_str(&format!("{} {{}}", head(source, SyntaxKind::ASSOC_ITEM_LIST))).ok()?;
    MirrorPaths(krate).visit_item_trait_mut(&mut item);
    let mut generics = plain(item.generics);
    // What is asked of the trait itself is not repeated.
    generics.where_clause = None;
    let this: Type = syn::parse_quote!(This_);
    ReplaceSelf { ty: &this, of_trait: None }.visit_generics_mut(&mut generics);
    let mut above = item.supertraits;
    for bound in &mut above {
        ReplaceSelf { ty: &this, of_trait: None }.visit_type_param_bound_mut(bound);
    }
    Some((generics, quote!(#above)))
}

pub fn signature(source: &SyntaxNode, krate: &str) -> Option<Signature> {
    let head = head(source, SyntaxKind::BLOCK_EXPR);
    let parser = |input: syn::parse::ParseStream<'_>| {
        input.call(syn::Attribute::parse_outer)?;
        input.parse::<syn::Visibility>()?;
        let signature: Signature = input.parse()?;
        input.parse::<Option<syn::Token![;]>>()?;
        Ok(signature)
    };
    let mut signature = parser.parse_str(&head).ok()?;
    MirrorPaths(krate).visit_signature_mut(&mut signature);
    Some(signature)
}

/// The tokens of an item without those of its body.
fn head(item: &SyntaxNode, body: SyntaxKind) -> String {
    let skip = item.children().find(|child| child.kind() == body);
    let keep = |token: &ra_syntax::SyntaxToken| {
        skip.as_ref().is_none_or(|skip| !skip.text_range().contains_range(token.text_range()))
    };
    tokens(item, keep)
}

/// An item as text that `syn` can read.
pub fn text(item: &SyntaxNode) -> String {
    tokens(item, |_| true)
}

fn tokens(item: &SyntaxNode, keep: impl Fn(&ra_syntax::SyntaxToken) -> bool) -> String {
    let all = item.descendants_with_tokens().filter_map(|element| element.into_token());
    let all = all.filter(|token| !token.kind().is_trivia() && keep(token));
    let mut text = String::new();
    for token in all {
        let joint = token.prev_token().is_some_and(|before| before.text_range().end() == token.text_range().start());
        // Two characters may be one operator.
        if !(joint && token.kind().is_punct()) {
            text.push(' ');
        }
        text.push_str(token.text());
    }
    text.replace("$ crate", "crate").replace("$crate", "crate")
}

/// The clauses of a function, as attributes.
pub fn contract(item: &SyntaxNode) -> Vec<syn::Attribute> {
    let attributes = item.children().filter_map(ast::Attr::cast);
    let read = attributes.filter_map(|attr| syn::Attribute::parse_outer.parse_str(&text(attr.syntax())).ok()).flatten();
    read.filter(|attr| attr.path().is_ident("requires") || attr.path().is_ident("ensures")).collect()
}

pub fn is_public(item: &SyntaxNode) -> bool {
    item.children().find_map(ast::Visibility::cast).is_some_and(|known| known.syntax().text() == "pub")
}

/// What a function's syntax tells.
pub trait FnSyntax {
    fn has_body(&self) -> bool;
    fn name_text(&self) -> String;
}

impl FnSyntax for ast::Fn {
    fn has_body(&self) -> bool {
        self.body().is_some()
    }

    fn name_text(&self) -> String {
        ast::HasName::name(self).map(|name| name.text().to_string()).unwrap_or_default()
    }
}
