//! Refinement types: `i64{v: v > 0}`, `Vec<Pos>[n]`, `&mut i32[@n]`, and their parser.
use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Expr, Lifetime, Token, braced, bracketed, parenthesized, token};

use crate::SpecError;
use crate::clause::{implications, source_text};
use crate::error::ends;

/// A type with its refinements.
#[derive(Clone, Debug)]
pub(crate) struct Refined {
    /// The type without the refinements of its own values.
    pub shape: Shape,
    /// `[e]` and `[@n]`.
    pub index: Option<Index>,
    /// `{v: p}`.
    pub predicate: Option<Predicate>,
    /// Where it was written.
    pub span: (Span, Span),
}

/// What a refinement type is made of.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// `Vec<T>`, `i64`, `Pos`, `geometry::Point`.
    Path {
        /// The path without arguments.
        path: Vec<Ident>,
        /// The type arguments between `<` and `>`; those that are no types are left out.
        args: Vec<Refined>,
        /// The arguments of an alias, between brackets.
        params: Option<Vec<Expr>>,
    },
    /// `&T` and `&mut T`.
    Ref(bool, Box<Refined>),
    /// `(T, U)`.
    Tuple(Vec<Refined>),
    /// `[T]` and `[T; n]`.
    Seq(Box<Refined>),
    /// `fn(T) -> U`, `dyn Fn(T) -> U`, `impl Fn(T) -> U`.
    Fn(FnShape),
    /// Any other type of Rust; it cannot be refined.
    Rust,
}

/// A function type.
#[derive(Clone, Debug)]
pub(crate) struct FnShape {
    /// The parameters: with a name or without.
    pub params: Vec<(Option<Ident>, Refined)>,
    /// The result, if it is given.
    pub output: Option<Box<Refined>>,
}

/// An index: what the value is, or a name for it. For a sequence, its length.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    /// `[e]`.
    Is(Expr),
    /// `[@n]`.
    Binds(Ident),
}

/// A predicate on a value.
#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    /// The name of the value.
    pub binder: Ident,
    /// The condition.
    pub expr: Expr,
    /// The condition as it was written.
    pub text: String,
    /// Where it was written.
    pub span: (Span, Span),
}

/// Parses refinement types and what is made of them.
pub(crate) fn parse<T>(parser: impl Parser<Output = T>, tokens: &TokenStream) -> Result<T, SpecError> {
    parser.parse2(tokens.clone()).map_err(|error| {
        SpecError::parse("this is not a refinement type", &error, tokens)
            .help("a refinement type is `T`, `T{v: condition on v}`, `T[value]` or `T[@name]`")
    })
}

/// The tokens that were parsed since `begin`, the input's state at some earlier time.
pub(crate) fn consumed(begin: TokenStream, input: ParseStream<'_>) -> TokenStream {
    let left = input.cursor().token_stream().into_iter().count();
    let count = begin.clone().into_iter().count() - left;
    begin.into_iter().take(count).collect()
}

impl Parse for Refined {
    fn parse(input: ParseStream<'_>) -> syn::Result<Refined> {
        let begin = input.cursor().token_stream();
        let shape = shape(input)?;
        let mut index = None;
        if input.peek(token::Bracket) {
            let content;
            bracketed!(content in input);
            index = Some(match content.parse::<Option<Token![@]>>()? {
                Some(_) => Index::Binds(content.parse()?),
                None => Index::Is(condition(content.parse()?)?),
            });
            end(&content)?;
        }
        let mut predicate = None;
        if input.peek(token::Brace) {
            let content;
            braced!(content in input);
            let binder = content.call(Ident::parse_any)?;
            content.parse::<Token![:]>()?;
            let expr = condition(content.parse()?)?;
            predicate = Some(Predicate { binder, text: source_text(&expr), span: ends(&expr), expr });
        }
        let span = ends(consumed(begin, input));
        Ok(Refined { shape, index, predicate, span })
    }
}

fn shape(input: ParseStream<'_>) -> syn::Result<Shape> {
    if input.peek(Token![&]) {
        input.parse::<Token![&]>()?;
        input.parse::<Option<Lifetime>>()?;
        let mutable = input.parse::<Option<Token![mut]>>()?.is_some();
        return Ok(Shape::Ref(mutable, input.parse()?));
    }
    if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        let parts = content.parse_terminated(Refined::parse, Token![,])?;
        if parts.len() == 1 && !parts.trailing_punct() {
            return Err(syn::Error::new(content.span(), "remove the parentheses around this single type"));
        }
        return Ok(Shape::Tuple(parts.into_iter().collect()));
    }
    if input.peek(token::Bracket) {
        let content;
        bracketed!(content in input);
        let element = content.parse()?;
        if content.parse::<Option<Token![;]>>()?.is_some() {
            content.parse::<Expr>()?;
        }
        end(&content)?;
        return Ok(Shape::Seq(element));
    }
    if is_function(&input.fork()) {
        return function(input).map(Shape::Fn);
    }
    let rust = input.peek(Token![fn]) || input.peek(Token![impl]) || input.peek(Token![dyn]);
    let rust = rust || input.peek(Token![*]) || input.peek(Token![!]) || input.peek(Token![<]);
    if rust || input.peek(Token![unsafe]) || input.peek(Token![extern]) || input.peek(Token![for]) {
        input.parse::<syn::Type>()?;
        return Ok(Shape::Rust);
    }
    path(input)
}

/// Whether a function type is next: `fn(`, `dyn Fn(`, `impl for<'a> FnMut(`.
fn is_function(input: ParseStream<'_>) -> bool {
    head(input).is_ok() && input.peek(token::Paren)
}

/// What stands before the parameters of a function type.
fn head(input: ParseStream<'_>) -> syn::Result<()> {
    let of_trait = input.peek(Token![impl]) || input.peek(Token![dyn]);
    if of_trait {
        input.call(Ident::parse_any)?;
    }
    input.parse::<Option<syn::BoundLifetimes>>()?;
    if !of_trait {
        return input.parse::<Token![fn]>().map(drop);
    }
    loop {
        let name: Ident = input.parse()?;
        if input.parse::<Option<Token![::]>>()?.is_none() {
            let known = ["Fn", "FnMut", "FnOnce"].iter().any(|known| name == known);
            return if known {
                Ok(())
            } else {
                Err(syn::Error::new(name.span(), "expected `Fn`, `FnMut` or `FnOnce`"))
            };
        }
    }
}

fn function(input: ParseStream<'_>) -> syn::Result<FnShape> {
    head(input)?;
    let content;
    parenthesized!(content in input);
    let param = |input: ParseStream<'_>| {
        let named = input.peek(Ident::peek_any) && input.peek2(Token![:]) && !input.peek2(Token![::]);
        let name = if named { Some(input.call(Ident::parse_any)?) } else { None };
        if named {
            input.parse::<Token![:]>()?;
        }
        Ok((name, input.parse()?))
    };
    let params = content.parse_terminated(param, Token![,])?.into_iter().collect();
    let output = match input.parse::<Option<Token![->]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    // `+ Send`, `+ 'a`.
    while input.parse::<Option<Token![+]>>()?.is_some() {
        input.parse::<syn::TypeParamBound>()?;
    }
    Ok(FnShape { params, output })
}

fn path(input: ParseStream<'_>) -> syn::Result<Shape> {
    input.parse::<Option<Token![::]>>()?;
    let mut path = vec![input.call(Ident::parse_any)?];
    while input.peek(Token![::]) && input.peek3(Ident::peek_any) {
        input.parse::<Token![::]>()?;
        path.push(input.call(Ident::parse_any)?);
    }
    let mut args = Vec::new();
    input.parse::<Option<Token![::]>>()?;
    if input.parse::<Option<Token![<]>>()?.is_some() {
        while !input.peek(Token![>]) {
            argument(input, &mut args)?;
            if input.parse::<Option<Token![,]>>()?.is_none() {
                break;
            }
        }
        input.parse::<Token![>]>()?;
    }
    let mut params = None;
    if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        let tokens = implications(content.parse()?).map_err(to_syn)?;
        let list = |input: ParseStream<'_>| input.parse_terminated(Expr::parse, Token![,]);
        params = Some(list.parse2(tokens)?.into_iter().collect());
    }
    Ok(Shape::Path { path, args, params })
}

/// One argument between `<` and `>`.
fn argument(input: ParseStream<'_>, args: &mut Vec<Refined>) -> syn::Result<()> {
    if input.peek(Lifetime) {
        input.parse::<Lifetime>().map(drop)
    } else if input.peek(syn::Lit) || input.peek(token::Brace) {
        input.parse::<syn::GenericArgument>().map(drop)
    } else {
        args.push(input.parse()?);
        Ok(())
    }
}

/// A condition, or a value, between brackets of a type.
fn condition(tokens: TokenStream) -> syn::Result<Expr> {
    crate::clause(tokens).map(|clause| clause.expr).map_err(to_syn)
}

fn end(content: ParseStream<'_>) -> syn::Result<()> {
    if content.is_empty() {
        Ok(())
    } else {
        Err(content.error("expected only one value or name between these brackets"))
    }
}

/// Through the parser, which knows errors of its own kind only.
fn to_syn(error: SpecError) -> syn::Error {
    syn::Error::new(error.span.0, error.message)
}
