//! Whether a harness can call a function, and if not, why.
use syn::visit::{self, Visit};

use super::names::{At, Def, Ns, segments};
use super::{Crate, Scope};

/// Traits that `i32` has: a type parameter bound by these alone can be called with it.
const MET: [&str; 14] = [
    "Copy",
    "Clone",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Debug",
    "Default",
    "Hash",
    "Display",
    "Sized",
    "Send",
    "Sync",
    "Unpin",
];

/// The reason why a function cannot be called from outside with made-up arguments.
pub(super) fn uncallable(
    krate: &Crate,
    scope: &Scope,
    sig: &syn::Signature,
    outer: Option<&syn::Generics>,
) -> Option<String> {
    let reason = |text: &str| Some(text.to_owned());
    if matches!(sig.safety, syn::Safety::Unsafe(_)) {
        return reason("it is `unsafe`");
    }
    if sig.asyncness.is_some() {
        return reason("it is `async`");
    }
    if sig.variadic.is_some() {
        return reason("it has a variable number of arguments");
    }
    if sig.abi.is_some() {
        return reason("it is an `extern` function");
    }
    for generics in outer.into_iter().chain([&sig.generics]) {
        if generics.const_params().next().is_some() {
            return reason("it has a const parameter");
        }
        let all = |bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>| {
            bounds.iter().all(|bound| met(krate, scope, bound))
        };
        let where_bounds = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let mut bounded = where_bounds.filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(it) => Some(&it.bounds),
            _ => None,
        });
        if !generics.type_params().all(|param| all(&param.bounds)) || !bounded.all(all) {
            return reason("it has a type parameter with bounds");
        }
    }
    let mut search = Search { found: None };
    sig.inputs.iter().for_each(|input| search.visit_fn_arg(input));
    search.found.map(str::to_owned)
}

fn met(krate: &Crate, scope: &Scope, bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(bound) = bound else { return matches!(bound, syn::TypeParamBound::Lifetime(_)) };
    let path = &bound.path;
    let Some(last) = path.segments.last() else { return false };
    let names = segments(path);
    let found = krate.resolve_path(At::from(scope), &names, path.leading_colon.is_some(), Ns::Types);
    let own = matches!(found, Some((Def::Trait(_), _)));
    !own && last.arguments.is_none() && names.last().is_some_and(|name| MET.contains(&name.as_str()))
}

/// Looks for types that no value can be made up for.
struct Search {
    found: Option<&'static str>,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_type(&mut self, ty: &'ast syn::Type) {
        let found = match ty {
            syn::Type::ImplTrait(_) => "it has an `impl Trait` parameter",
            syn::Type::TraitObject(_) => "it has a `dyn Trait` parameter",
            syn::Type::FnPtr(_) => "it has a function pointer parameter",
            syn::Type::Ptr(_) => "it has a raw pointer parameter",
            _ => return visit::visit_type(self, ty),
        };
        self.found.get_or_insert(found);
    }
}
