//! Refined functions as parameters: `f: fn(i32{v: v > 0}) -> i32{r: r > v}` says what `f` may be asked and how it answers.
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::{Expr, parse_quote};

use crate::expand::{At, Expansion};
use crate::refined::{FnShape, Refined, Shape};
use crate::signature::bind;
use crate::subst::Env;
use crate::{Callback, SpecError};

/// The function type that a parameter's type is, also behind a reference or a `Box`.
pub(crate) fn function_of(ty: &Refined) -> Option<&FnShape> {
    match &ty.shape {
        Shape::Fn(function) => Some(function),
        Shape::Ref(_, inner) => function_of(inner),
        Shape::Path { path, args, .. } => match (path.last()?.to_string().as_str(), &args[..]) {
            ("Box" | "Rc" | "Arc", [inner]) => function_of(inner),
            _ => None,
        },
        _ => None,
    }
}

/// What a parameter that is a function may be asked, and how it answers. `env` is what names stand for at the call.
pub(crate) fn callback(
    ty: &Refined,
    place: &Expr,
    walk: &mut Expansion<'_>,
    env: &Env,
) -> Result<Option<Callback>, SpecError> {
    let Some(function) = function_of(ty).filter(|_| walk.is_refined(ty)) else { return Ok(None) };
    let Expr::Path(param) = place else { return Ok(None) };
    let Some(param) = param.path.get_ident().cloned() else { return Ok(None) };
    let before = std::mem::take(&mut walk.made);
    let mut known = env.clone();
    let mut names = Vec::new();
    for (name, arg) in &function.params {
        let binder = arg.predicate.as_ref().map(|predicate| predicate.binder.clone());
        let own =
            name.clone().or(binder.clone()).unwrap_or_else(|| walk.names.fresh(&["a", "b", "c"], Span::call_site()));
        let here: Expr = parse_quote!(#own);
        bind(arg, &here, false, walk, &mut known, &mut Env::new())?;
        walk.walk(arg, &At { place: here.clone(), env: &known, frames: Vec::new() });
        for name in [binder, Some(own.clone())].into_iter().flatten() {
            known.insert(name.to_string(), here.clone());
        }
        names.push(own);
    }
    let requires = std::mem::take(&mut walk.made);
    let mut result = format_ident!("answer");
    if let Some(output) = &function.output {
        let binder = output.predicate.as_ref().map(|predicate| predicate.binder.clone());
        let is_free = |name: &Ident| !names.contains(name);
        result = binder.filter(is_free).unwrap_or_else(|| walk.names.fresh(&["answer"], Span::call_site()));
        walk.walk(output, &At { place: parse_quote!(#result), env: &known, frames: Vec::new() });
    }
    let ensures = std::mem::replace(&mut walk.made, before);
    Ok(Some(Callback { param, names, result, requires, ensures, span: ty.span }))
}
