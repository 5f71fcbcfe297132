//! Signatures as `syn` has them, rewritten so that they mean the same outside of their `impl` or trait.
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Generics, Lifetime, ParenthesizedGenericArguments, Path, Type, TypeFnPtr, TypeReference};

/// Gives each lifetime that is left out a name.
pub struct NameLifetimes {
    prefix: &'static str,
    pub made: Vec<Lifetime>,
}

impl NameLifetimes {
    pub fn new(prefix: &'static str) -> Self {
        NameLifetimes { prefix, made: Vec::new() }
    }

    pub fn fresh(&mut self) -> Lifetime {
        let name = format!("'{}{}", self.prefix, self.made.len());
        let lifetime = Lifetime::new(&name, proc_macro2::Span::call_site());
        self.made.push(lifetime.clone());
        lifetime
    }
}

impl VisitMut for NameLifetimes {
    fn visit_type_reference_mut(&mut self, ty: &mut TypeReference) {
        if ty.lifetime.is_none() {
            ty.lifetime = Some(self.fresh());
        }
        visit_mut::visit_type_reference_mut(self, ty);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.fresh();
        }
    }

    // Those in here are bound here.
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
    fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}
}

/// Gives the lifetimes that a result leaves out the one name that they mean.
pub struct SetLifetimes(pub Lifetime);

impl VisitMut for SetLifetimes {
    fn visit_type_reference_mut(&mut self, ty: &mut TypeReference) {
        ty.lifetime.get_or_insert_with(|| self.0.clone());
        visit_mut::visit_type_reference_mut(self, ty);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.0.clone();
        }
    }

    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
    fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}
}

/// Writes a type for `Self`.
pub struct ReplaceSelf<'a> {
    pub ty: &'a Type,
    pub of_trait: Option<&'a Path>,
}

impl VisitMut for ReplaceSelf<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.segments.first().is_some_and(|first| first.ident == "Self")
        {
            let (this, rest) = (self.ty, path.path.segments.iter().skip(1).collect::<Vec<_>>());
            let new = match (rest.as_slice(), self.of_trait) {
                ([], _) => quote!(#this),
                (_, Some(of)) => {
                    let of = declaring(of);
                    quote!(<#this as #of>::#(#rest)::*)
                }
                (_, None) => quote!(<#this>::#(#rest)::*),
            };
            *ty = syn::parse_quote!(#new);
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Makes the paths from the root of a crate of ours paths to what mirrors it.
pub struct MirrorPaths<'a>(pub &'a str);

impl VisitMut for MirrorPaths<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if path.segments.first().is_some_and(|first| first.ident == "crate") {
            let krate = proc_macro2::Ident::new(self.0, proc_macro2::Span::call_site());
            path.segments.insert(1, krate.into());
        }
    }
}

/// Generic parameters without defaults and attributes.
pub fn plain(mut generics: Generics) -> Generics {
    for param in &mut generics.params {
        match param {
            syn::GenericParam::Lifetime(param) => param.attrs.clear(),
            syn::GenericParam::Type(param) => {
                param.attrs.clear();
                param.default = None;
            }
            syn::GenericParam::Const(param) => {
                param.attrs.clear();
                param.default = None;
            }
        }
    }
    generics
}

/// The parameters of two items, lifetimes first, with all conditions.
pub fn merged(lifetimes: &[Lifetime], outer: &Generics, inner: &Generics) -> Generics {
    let mut all = Generics::default();
    let new = lifetimes.iter().map(|lifetime| syn::GenericParam::Lifetime(syn::LifetimeParam::new(lifetime.clone())));
    let known = || outer.params.iter().chain(&inner.params).cloned();
    let is_lifetime = |param: &syn::GenericParam| matches!(param, syn::GenericParam::Lifetime(_));
    all.params.extend(new.chain(known().filter(is_lifetime)));
    all.params.extend(known().filter(|param| !is_lifetime(param)));
    let conditions = outer.where_clause.iter().chain(&inner.where_clause).flat_map(|clause| clause.predicates.clone());
    let conditions: Vec<_> = conditions.collect();
    if !conditions.is_empty() {
        all.make_where_clause().predicates.extend(conditions);
    }
    all
}

/// The parameters as arguments.
pub fn arguments(generics: &Generics, lifetimes: bool) -> Vec<GenericArgument> {
    let argument = |param: &syn::GenericParam| match param {
        syn::GenericParam::Lifetime(param) => lifetimes.then(|| GenericArgument::Lifetime(param.lifetime.clone())),
        syn::GenericParam::Type(param) => {
            let name = &param.ident;
            Some(GenericArgument::Type(syn::parse_quote!(#name)))
        }
        syn::GenericParam::Const(param) => {
            let name = &param.ident;
            Some(GenericArgument::Type(syn::parse_quote!(#name)))
        }
    };
    generics.params.iter().filter_map(argument).collect()
}

/// The trait that has the associated types which the methods of another one, below it, name as their own.
fn declaring(of: &Path) -> Path {
    let mut path = of.clone();
    let above = match path.segments.last().map(|last| last.ident.to_string()).as_deref() {
        Some("Fn" | "FnMut") => "FnOnce",
        Some("DoubleEndedIterator" | "ExactSizeIterator") => "Iterator",
        Some("DerefMut") => "Deref",
        Some("IndexMut") => "Index",
        _ => return path,
    };
    if let Some(last) = path.segments.last_mut() {
        last.ident = proc_macro2::Ident::new(above, proc_macro2::Span::call_site());
    }
    path
}
