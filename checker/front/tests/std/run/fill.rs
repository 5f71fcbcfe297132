//! Types of our choice written for type parameters.
use std::collections::HashMap;

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, Lifetime, PathArguments, Type};

use super::recipes::arguments;

/// Writes the chosen types for the parameters, 3 for all constant ones, and leaves lifetimes out.
pub struct Filler<'a> {
    pub chosen: HashMap<String, Type>,
    pub consts: Vec<String>,
    /// Types that only the function's module has a name for.
    pub aliases: &'a HashMap<String, Type>,
}

impl Filler<'_> {
    fn named(&self, ty: &Type) -> Option<&Type> {
        let Type::Path(path) = ty else { return None };
        let name = path.path.get_ident().filter(|_| path.qself.is_none())?.to_string();
        self.chosen.get(&name).or_else(|| self.aliases.get(&name))
    }

    fn constant(&self, name: Option<&syn::Ident>) -> bool {
        name.is_some_and(|name| self.consts.iter().any(|known| name == known))
    }
}

/// `X` for `<Few<X> as Iterator>::Item` and the like.
fn item_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    if path.path.segments.last()?.ident != "Item" {
        return None;
    }
    let Type::Path(of) = &*path.qself.as_ref()?.ty else { return None };
    let last = of.path.segments.last()?;
    let known = last.ident == "Few" || last.ident == "Vec";
    arguments(&last.arguments).next().filter(|_| known).cloned()
}

impl VisitMut for Filler<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Reference(reference) = ty
            && reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident != "static")
        {
            reference.lifetime = None;
        }
        if let Some(chosen) = self.named(ty) {
            *ty = chosen.clone();
            return;
        }
        // `I::Item` is `<I>::Item`.
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.segments.len() == 2
            && let Some(chosen) = self.chosen.get(&path.path.segments[0].ident.to_string())
        {
            let name = &path.path.segments[1];
            *ty = syn::parse_quote!(<#chosen>::#name);
        }
        visit_mut::visit_type_mut(self, ty);
        if let Some(item) = item_of(ty) {
            *ty = item;
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && self.constant(path.path.get_ident())
        {
            *expr = syn::parse_quote!(3);
        }
    }

    fn visit_generic_argument_mut(&mut self, arg: &mut GenericArgument) {
        if let GenericArgument::Type(Type::Path(path)) = arg
            && self.constant(path.path.get_ident())
        {
            *arg = GenericArgument::Const(syn::parse_quote!(3));
            return;
        }
        visit_mut::visit_generic_argument_mut(self, arg);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = Lifetime::new("'_", lifetime.span());
        }
    }
}

/// Whether values of a type can be written down. References that may be changed can where they are parameters: `top`.
pub fn is_plain(ty: &Type, top: bool) -> bool {
    const SCALARS: [&str; 18] = [
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "bool", "char",
        "Ordering", "String", "f32", "f64",
    ];
    match ty {
        Type::Reference(reference) => (top || reference.mutability.is_none()) && is_target(&reference.elem),
        Type::Paren(inner) => is_plain(&inner.elem, top),
        Type::Array(array) => is_plain(&array.elem, false),
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| is_plain(ty, false)),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return false };
            match &last.arguments {
                PathArguments::None => SCALARS.iter().any(|name| last.ident == name),
                PathArguments::AngleBracketed(_) if last.ident == "Box" => arguments(&last.arguments).all(is_target),
                PathArguments::AngleBracketed(_) => {
                    ["Option", "Result", "Vec"].iter().any(|name| last.ident == name)
                        && arguments(&last.arguments).all(|ty| is_plain(ty, false))
                }
                PathArguments::Parenthesized(_) => false,
            }
        }
        _ => false,
    }
}

/// What a reference may point to.
fn is_target(ty: &Type) -> bool {
    match ty {
        Type::Slice(slice) => is_plain(&slice.elem, false),
        Type::Paren(inner) => is_target(&inner.elem),
        Type::Path(path) if path.path.is_ident("str") => true,
        other => is_plain(other, false),
    }
}
