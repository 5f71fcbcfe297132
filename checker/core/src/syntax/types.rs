//! What a type means.
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

use crate::ty::{AdtId, IntTy, Ty};

use super::names::{At, Def, Ns, segments};
use super::{Crate, Scope};

/// How deep type aliases may nest. More is a cycle.
const MAX_DEPTH: u32 = 32;

/// The type that stands for "to be inferred": `_`, and arguments that are left out.
pub(super) fn infer() -> Ty {
    Ty::Param("_".to_owned())
}

impl Crate {
    pub(super) fn type_of(&self, scope: &Scope, ty: &syn::Type, depth: u32) -> Ty {
        if depth > MAX_DEPTH {
            return opaque(ty);
        }
        let sub = |ty: &syn::Type| self.type_of(scope, ty, depth + 1);
        let boxed = |ty: &syn::Type| Box::new(sub(ty));
        match ty {
            syn::Type::Paren(inner) => sub(&inner.elem),
            syn::Type::Group(inner) => sub(&inner.elem),
            syn::Type::Never(_) => Ty::Never,
            syn::Type::Infer(_) => infer(),
            syn::Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(sub).collect()),
            syn::Type::Slice(slice) => Ty::Slice(boxed(&slice.elem)),
            syn::Type::Reference(reference) => Ty::Ref(reference.mutability.is_some(), boxed(&reference.elem)),
            syn::Type::Array(array) => {
                match self.const_int(scope, &array.len).and_then(|length| u64::try_from(length).ok()) {
                    Some(length) => Ty::Array(boxed(&array.elem), length),
                    None => opaque(ty),
                }
            }
            syn::Type::Path(path) => {
                self.path_type(scope, path.qself.as_ref(), &path.path, depth).unwrap_or_else(|| opaque(ty))
            }
            _ => opaque(ty),
        }
    }

    fn path_type(&self, scope: &Scope, qself: Option<&syn::QSelf>, path: &syn::Path, depth: u32) -> Option<Ty> {
        let names = segments(path);
        let last = path.segments.last()?;
        if let Some(qself) = qself {
            let base = self.type_of(scope, &qself.ty, depth + 1);
            return if names.len() == qself.position + 1 {
                self.assoc_type(&base, &names[qself.position])
            } else {
                None
            };
        }
        if path.leading_colon.is_none() {
            if names[0] == "Self" {
                let this = scope.self_ty.clone()?;
                return match names.as_slice() {
                    [_] => Some(this),
                    [_, name] => self.assoc_type(&this, name),
                    _ => None,
                };
            }
            if scope.generics.iter().any(|name| *name == names[0]) {
                return if names.len() == 1 { Some(Ty::Param(names[0].clone())) } else { None };
            }
        }
        let found = self.resolve_path(At::from(scope), &names, path.leading_colon.is_some(), Ns::Types);
        let Some((def, used)) = found else { return self.builtin(scope, &names, last) };
        if used < names.len() {
            let base = self.def_type(scope, &def, &path.segments[used - 1], depth)?;
            return if used + 1 == names.len() { self.assoc_type(&base, &names[used]) } else { None };
        }
        self.def_type(scope, &def, last, depth)
    }

    /// The type that a definition with its written arguments is.
    pub(super) fn def_type(&self, scope: &Scope, def: &Def, segment: &syn::PathSegment, depth: u32) -> Option<Ty> {
        let args = self.type_args(scope, segment, depth);
        match def {
            Def::Adt(id) => Some(Ty::Adt(*id, self.fill_args(*id, args, depth))),
            Def::Alias(index) => {
                let alias = self.aliases.get(*index)?;
                let target = self.type_of(&alias.scope, &alias.ty, depth + 1);
                let args = args.unwrap_or_default();
                let arg = |name: &str| {
                    let at = alias.scope.generics.iter().position(|each| each == name)?;
                    Some(args.get(at).cloned().unwrap_or_else(infer))
                };
                Some(target.substitute(&arg))
            }
            Def::External(path) => external_type(path, args),
            _ => None,
        }
    }

    /// The type arguments of a path segment; `None` where there are no angle brackets.
    pub(super) fn type_args(&self, scope: &Scope, segment: &syn::PathSegment, depth: u32) -> Option<Vec<Ty>> {
        let syn::PathArguments::AngleBracketed(list) = &segment.arguments else { return None };
        let ty = |arg: &syn::GenericArgument| match arg {
            syn::GenericArgument::Type(ty) => Some(self.type_of(scope, ty, depth + 1)),
            _ => None,
        };
        Some(list.args.iter().filter_map(ty).collect())
    }

    /// Arguments for all parameters of a type: those written, then the defaults, then "to be inferred".
    fn fill_args(&self, id: AdtId, args: Option<Vec<Ty>>, depth: u32) -> Vec<Ty> {
        let item = &self.adts[id.0 as usize];
        let written = args.is_some();
        let mut args = args.unwrap_or_default();
        // A constant argument that is a plain name reads as a type; the parameters tell how many types there are.
        args.truncate(item.def.generics.len());
        for index in args.len()..item.def.generics.len() {
            let default = self.type_defaults[id.0 as usize][index].as_ref();
            args.push(match default {
                Some(ty) if written || item.def.generics.len() == self.defaults_of(id) => {
                    self.type_of(&item.scope, ty, depth + 1)
                }
                _ => infer(),
            });
        }
        args
    }

    fn defaults_of(&self, id: AdtId) -> usize {
        self.type_defaults[id.0 as usize].iter().flatten().count()
    }

    /// Types that need no declaration.
    fn builtin(&self, scope: &Scope, names: &[String], segment: &syn::PathSegment) -> Option<Ty> {
        let [name] = names else { return None };
        primitive(name).or_else(|| {
            // `int` is for specs; a name that a dependency may bring in by a glob is not taken for it.
            let foreign = |path: &Vec<String>| path[0] != "refine_spec";
            let is_int = segment.ident.unraw() == "int";
            (is_int && !self.external_globs(At::from(scope)).iter().any(foreign)).then_some(Ty::Exact)
        })
    }

    /// `<T as Trait>::Name`, where all `impl`s for `T` agree on it.
    fn assoc_type(&self, base: &Ty, name: &str) -> Option<Ty> {
        // No type of Rust's own has this one; it is for the models of the integers.
        if let (Ty::Int(int), "Unsigned") = (base, name) {
            return Some(Ty::Int(int.unsigned()));
        }
        let mut found: Option<Ty> = None;
        for (of, each, ty) in &self.assoc_types {
            if each != name {
                continue;
            }
            let Some(bound) = super::methods::match_ty(of, base) else { continue };
            let ty = ty.substitute(&|param| bound.get(param).cloned());
            if found.as_ref().is_some_and(|other| *other != ty) {
                return None;
            }
            found = Some(ty);
        }
        found
    }
}

/// A type outside the model, as it is spelled.
fn opaque(ty: &syn::Type) -> Ty {
    Ty::Opaque(spelled(ty.to_token_stream()))
}

/// Types of the language itself, by name. Floats and `str` are known, and outside the model.
pub(super) fn primitive(name: &str) -> Option<Ty> {
    Some(match name {
        "bool" => Ty::Bool,
        "char" => Ty::Char,
        "f32" | "f64" | "str" | "String" => Ty::Opaque(name.to_owned()),
        _ => Ty::Int(IntTy::from_name(name)?),
    })
}

/// Types of the standard library that the model knows without a declaration.
fn external_type(path: &[String], args: Option<Vec<Ty>>) -> Option<Ty> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let first = || Box::new(args.clone().and_then(|args| args.into_iter().next()).unwrap_or_else(infer));
    match path.as_slice() {
        ["std", "vec", "Vec"] => Some(Ty::Vec(first())),
        ["std", "boxed", "Box"] => Some(Ty::Boxed(first())),
        ["std", "string", "String"] => Some(Ty::Opaque("String".to_owned())),
        ["std", "primitive", name] => primitive(name),
        // The modules of constants, `std::i32`, read as the types they are of.
        ["std", name] => IntTy::from_name(name).map(Ty::Int),
        _ => None,
    }
}

/// A type or path as people write it: no spaces but where words meet, after commas, and around `->`, `=` and `+`.
pub(super) fn spelled(tokens: TokenStream) -> String {
    fn write(tokens: TokenStream, out: &mut String) {
        let mut word = false;
        let mut arrow = false;
        for tree in tokens {
            let is_word = matches!(tree, TokenTree::Ident(_) | TokenTree::Literal(_));
            if (word && is_word) || (out.ends_with([',', ';', '+', '=']) || out.ends_with("->")) {
                out.push(' ');
            }
            match &tree {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                        proc_macro2::Delimiter::Bracket => ("[", "]"),
                        proc_macro2::Delimiter::Brace => ("{", "}"),
                        proc_macro2::Delimiter::None => ("", ""),
                    };
                    out.push_str(open);
                    write(group.stream(), out);
                    out.push_str(close);
                }
                TokenTree::Punct(punct) => {
                    let char = punct.as_char();
                    let spaced =
                        matches!(char, '+' | '=') || (char == '-' && punct.spacing() == proc_macro2::Spacing::Joint);
                    if spaced && !arrow {
                        out.push(' ');
                    }
                    out.push(char);
                    arrow = char == '-';
                    if char == '\'' {
                        word = false;
                        continue;
                    }
                }
                other => out.push_str(&other.to_string()),
            }
            word = is_word;
        }
    }
    let mut out = String::new();
    write(tokens, &mut out);
    out
}
