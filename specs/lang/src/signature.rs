//! The refinement form of a function's specification: `fn(x: Pos, y: &mut Vec<Nat>[@n]) -> Rng(n)`.
//!
//! Its parameters are matched with those of the function, each type is walked for its clauses, and the names that
//! `@n` binds are replaced by what they stand for: in a precondition the value, in a postcondition the value at entry.
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, FnArg, Lifetime, Pat, ReceiverKind, ReturnType, Token, Type, parenthesized, parse_quote};

use crate::callback::{callback, function_of};
use crate::error::ends;
use crate::expand::{At, Expansion, is_integer};
use crate::names::Names;
use crate::refined::{Index, Refined, Shape, parse};
use crate::subst::{Env, substitute, words};
use crate::{Aliases, Callback, ClauseSyntax, SpecError, SpecErrorKind, clauses};

/// A refined signature, as written.
struct RefinedFn {
    params: Vec<RefinedParam>,
    output: Option<Refined>,
    /// `requires p`, `ensures p` after the result.
    suffixes: Vec<(Ident, TokenStream)>,
}

/// A parameter: with a name or without; `self`, `&self` without a type.
struct RefinedParam {
    name: Option<Ident>,
    ty: Option<Refined>,
}

/// The clauses of a refined signature.
pub(crate) struct Clauses {
    pub requires: Vec<ClauseSyntax>,
    pub ensures: Vec<ClauseSyntax>,
    pub callbacks: Vec<Callback>,
    pub errors: Vec<SpecError>,
}

/// Reads a refined signature for a function.
pub(crate) fn refined_fn(tokens: TokenStream, sig: &syn::Signature, aliases: &Aliases) -> Result<Clauses, SpecError> {
    let written = parse(RefinedFn::parse, &tokens)?;
    let whole = ends(&tokens);
    if written.params.len() != sig.inputs.len() {
        let (has, given) = (sig.inputs.len(), written.params.len());
        let message = format!("`{}` has {has} parameters, but its specification has {given}", sig.ident);
        return Err(SpecError::between(whole, message).of(SpecErrorKind::Signature));
    }
    let mut names = Names::default();
    names.take(words(tokens));
    names.take(words(sig.to_token_stream()));
    let ret = names.fresh(&["ret", "out"], whole.0);
    let mut walk = Expansion::new(aliases, names);

    let mut typed = Vec::new();
    for (param, arg) in written.params.iter().zip(&sig.inputs) {
        typed.extend(fit_param(param, arg, aliases)?);
    }
    let (mut entry, mut exit) = (Env::new(), Env::new());
    for (ty, place) in &typed {
        bind(ty, place, false, &walk, &mut entry, &mut exit)?;
    }
    let mut callbacks = Vec::new();
    for (ty, place) in &typed {
        callbacks.extend(callback(ty, place, &mut walk, &entry)?);
    }
    // What is said of functions is said.
    typed.retain(|(ty, _)| function_of(ty).is_none());
    for (ty, place) in &typed {
        walk.walk(ty, &At { place: place.clone(), env: &entry, frames: Vec::new() });
    }
    let requires = std::mem::take(&mut walk.made);

    // The second walk finds the same errors again.
    let errors = std::mem::take(&mut walk.errors);
    walk.at_exit = true;
    for (ty, place) in &typed {
        walk.walk(ty, &At { place: place.clone(), env: &exit, frames: Vec::new() });
    }
    walk.at_exit = false;
    walk.errors = errors;
    if let Some(output) = fit_output(&written, sig, whole, aliases)? {
        walk.walk(output, &At { place: parse_quote!(*#ret), env: &exit, frames: Vec::new() });
    }
    let binder: Pat = parse_quote!(#ret);
    let ensures = std::mem::take(&mut walk.made).into_iter();
    let ensures = ensures.map(|clause| ClauseSyntax { binder: Some(binder.clone()), ..clause }).collect();
    let mut result = Clauses { requires, ensures, callbacks, errors: walk.errors };
    for (keyword, tokens) in written.suffixes {
        result.suffix(&keyword, tokens, &entry, &exit)?;
    }
    Ok(result)
}

impl Clauses {
    fn suffix(&mut self, keyword: &Ident, tokens: TokenStream, entry: &Env, exit: &Env) -> Result<(), SpecError> {
        let (list, env) = if keyword == "requires" { (&mut self.requires, entry) } else { (&mut self.ensures, exit) };
        let found = clauses(tokens)?;
        if found.is_empty() {
            return Err(SpecError::at(keyword, "this clause is empty"));
        }
        for clause in found {
            if let (Some(pat), true) = (&clause.binder, keyword == "requires") {
                return Err(SpecError::at(pat, "only a postcondition has a result to name"));
            }
            list.push(ClauseSyntax { expr: substitute(&clause.expr, env)?, ..clause });
        }
        Ok(())
    }
}

/// The type and the place of a parameter, if it has a type here.
fn fit_param<'a>(
    param: &'a RefinedParam,
    arg: &FnArg,
    aliases: &Aliases,
) -> Result<Option<(&'a Refined, Expr)>, SpecError> {
    let (declared, ty) = match arg {
        FnArg::Receiver(receiver) => {
            let ty = match &receiver.kind {
                ReceiverKind::Reference(_, _, Some(_)) => parse_quote!(&mut Self),
                ReceiverKind::Reference(..) => parse_quote!(&Self),
                ReceiverKind::Typed(_, ty) => (**ty).clone(),
                _ => parse_quote!(Self),
            };
            (Some(format_ident!("self")), ty)
        }
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pat) => (Some(pat.ident.clone()), (*typed.ty).clone()),
            _ => (None, (*typed.ty).clone()),
        },
    };
    if let Some(name) = &param.name
        && declared.as_ref().is_none_or(|declared| declared != name)
    {
        let error = SpecError::at(name, format!("the function's parameter here is not called `{name}`"));
        let error = error.of(SpecErrorKind::Signature);
        return Err(match declared {
            Some(declared) => error.help(format!("it is called `{declared}`")),
            None => error.help("it is a pattern; give the parameter a name"),
        });
    }
    let Some(refined) = &param.ty else { return Ok(None) };
    fit(refined, &ty, aliases)?;
    match declared {
        Some(name) => Ok(Some((refined, parse_quote!(#name)))),
        None => Err(SpecError::between(refined.span, "a refined parameter needs a name")
            .help("give it a name in the function's signature, and destructure it in the body")),
    }
}

/// The refined result, if there is one to refine.
fn fit_output<'a>(
    written: &'a RefinedFn,
    sig: &syn::Signature,
    whole: (proc_macro2::Span, proc_macro2::Span),
    aliases: &Aliases,
) -> Result<Option<&'a Refined>, SpecError> {
    match (&written.output, &sig.output) {
        (None, ReturnType::Default) => Ok(None),
        (Some(refined), ReturnType::Type(_, ty)) => fit(refined, ty, aliases).map(|()| Some(refined)),
        (Some(refined), ReturnType::Default) => fit(refined, &parse_quote!(()), aliases).map(|()| None),
        (None, ReturnType::Type(_, ty)) => {
            let message = format!("`{}` returns a value, but its specification has no result type", sig.ident);
            let error = SpecError::between(whole, message).of(SpecErrorKind::Signature);
            Err(error.help(format!("add `-> {}`", crate::print::show(ty))))
        }
    }
}

/// Checks that a refined type is the declared one as far as both are known.
pub(crate) fn fit(refined: &Refined, declared: &Type, aliases: &Aliases) -> Result<(), SpecError> {
    let mismatch = || {
        let message = format!("the declaration says `{}` here", crate::print::show(declared));
        Err(SpecError::between(refined.span, message).of(SpecErrorKind::Signature))
    };
    let declared_name = |ty: &syn::TypePath| ty.path.segments.last().map(|last| last.ident.to_string());
    match (&refined.shape, declared) {
        (_, Type::Paren(inner)) => fit(refined, &inner.elem, aliases),
        (_, Type::Group(inner)) => fit(refined, &inner.elem, aliases),
        (Shape::Path { path: name, .. }, _) if matches!(&name[..], [one] if aliases.get(&one.to_string()).is_some()) => {
            Ok(())
        }
        (Shape::Ref(mutable, inner), Type::Reference(reference)) if *mutable == reference.mutability.is_some() => {
            fit(inner, &reference.elem, aliases)
        }
        (Shape::Fn(function), Type::FnPtr(declared)) if function.params.len() != declared.inputs.len() => mismatch(),
        // A type parameter, whose bounds say which function it is.
        (Shape::Fn(_), _) => Ok(()),
        (Shape::Ref(..), _) | (Shape::Path { .. } | Shape::Tuple(_) | Shape::Seq(_), Type::Reference(_)) => mismatch(),
        (Shape::Tuple(parts), Type::Tuple(tuple)) if parts.len() == tuple.elems.len() => {
            parts.iter().zip(&tuple.elems).try_for_each(|(part, ty)| fit(part, ty, aliases))
        }
        (Shape::Tuple(_), Type::Tuple(_) | Type::Array(_) | Type::Slice(_)) => mismatch(),
        (Shape::Seq(element), Type::Array(syn::TypeArray { elem, .. }) | Type::Slice(syn::TypeSlice { elem, .. })) => {
            fit(element, elem, aliases)
        }
        (Shape::Path { .. }, Type::Tuple(_) | Type::Array(_) | Type::Slice(_)) => mismatch(),
        (Shape::Path { path, args, .. }, Type::Path(ty)) => {
            let (written, declared) = (path.last().map(Ident::to_string), declared_name(ty));
            let primitive = |name: &Option<String>| {
                name.as_ref().is_some_and(|name| is_integer(name) || ["bool", "char"].contains(&name.as_str()))
            };
            if written != declared {
                // Either may be a `type` of the crate.
                return if primitive(&written) && primitive(&declared) { mismatch() } else { Ok(()) };
            }
            let Some(syn::PathArguments::AngleBracketed(arguments)) =
                ty.path.segments.last().map(|last| &last.arguments)
            else {
                return Ok(());
            };
            let types = arguments.args.iter().filter_map(|arg| match arg {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            args.iter().zip(types).try_for_each(|(arg, ty)| fit(arg, ty, aliases))
        }
        _ => Ok(()),
    }
}

/// Notes what `@n` stands for: at entry, and seen from a postcondition.
pub(crate) fn bind(
    ty: &Refined,
    place: &Expr,
    behind_mut: bool,
    walk: &Expansion<'_>,
    entry: &mut Env,
    exit: &mut Env,
) -> Result<(), SpecError> {
    if let Some(Index::Binds(name)) = &ty.index {
        let value = walk.measured(ty, &At { place: place.clone(), env: &Env::new(), frames: Vec::new() })?;
        let then = if behind_mut { parse_quote!(old(#value)) } else { value.clone() };
        exit.insert(name.to_string(), then);
        if entry.insert(name.to_string(), value).is_some() {
            return Err(SpecError::at(name, format!("`@{name}` is bound twice"))
                .help(format!("write `[{name}]` where the value must be the same")));
        }
    }
    match &ty.shape {
        Shape::Ref(mutable, inner) => bind(inner, &parse_quote!(*#place), behind_mut || *mutable, walk, entry, exit),
        Shape::Tuple(parts) => parts.iter().enumerate().try_for_each(|(number, part)| {
            let (base, member) = (crate::subst::through(place), syn::Index::from(number));
            bind(part, &parse_quote!(#base.#member), behind_mut, walk, entry, exit)
        }),
        _ => Ok(()),
    }
}

impl Parse for RefinedFn {
    fn parse(input: ParseStream<'_>) -> syn::Result<RefinedFn> {
        input.parse::<Token![fn]>()?;
        input.parse::<Option<Ident>>()?;
        if input.peek(Token![<]) || input.peek(syn::token::Bracket) {
            return Err(input.error("a specification has no generic parameters of its own; bind a name with `@n`"));
        }
        let content;
        parenthesized!(content in input);
        let params = content.parse_terminated(RefinedParam::parse, Token![,])?.into_iter().collect();
        let output = match input.parse::<Option<Token![->]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let mut suffixes: Vec<(Ident, TokenStream)> = Vec::new();
        while !input.is_empty() {
            match input.parse()? {
                TokenTree::Ident(word) if word == "requires" || word == "ensures" => {
                    suffixes.push((word, TokenStream::new()));
                }
                token => match suffixes.last_mut() {
                    Some((_, tokens)) => tokens.extend([token]),
                    None => return Err(syn::Error::new(token.span(), "expected `->`, `requires` or `ensures`")),
                },
            }
        }
        Ok(RefinedFn { params, output, suffixes })
    }
}

impl Parse for RefinedParam {
    fn parse(input: ParseStream<'_>) -> syn::Result<RefinedParam> {
        let shorthand = input.fork();
        if shorthand.parse::<Option<Token![&]>>()?.is_some() {
            shorthand.parse::<Option<Lifetime>>()?;
        }
        shorthand.parse::<Option<Token![mut]>>()?;
        if shorthand.peek(Token![self]) && !shorthand.peek2(Token![:]) && !shorthand.peek2(Token![::]) {
            while !input.peek(Token![self]) {
                input.parse::<TokenTree>()?;
            }
            let name = input.call(Ident::parse_any)?;
            return Ok(RefinedParam { name: Some(name), ty: None });
        }
        input.parse::<Option<Token![mut]>>()?;
        let named = input.peek(Ident::peek_any) && input.peek2(Token![:]) && !input.peek2(Token![::]);
        let name = if named {
            let name = input.call(Ident::parse_any)?;
            input.parse::<Token![:]>()?;
            Some(name)
        } else {
            None
        };
        Ok(RefinedParam { name, ty: Some(input.parse()?) })
    }
}
