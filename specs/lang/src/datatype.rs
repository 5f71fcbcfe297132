//! A struct's or enum's attributes to its invariants.
use syn::Token;
use syn::punctuated::Punctuated;

use crate::attrs::{SpecAttr, spec_attrs};
use crate::{Aliases, ClauseSyntax, SpecError, TypeSpec, clauses};

/// What refine knows on a type, for messages.
const KNOWN: &str = "`invariant`, `refined` and `field` on types";

/// The inside of a type's declaration.
#[derive(Clone, Copy, Debug)]
pub enum TypeBody<'a> {
    /// A struct.
    Struct(&'a syn::Fields),
    /// An enum.
    Enum(&'a Punctuated<syn::Variant, Token![,]>),
}

/// Reads a type's attributes, and those of its fields. What is wrong is in the list; what is right is in the
/// specification all the same. `self` in the clauses is a reference to the value.
pub fn type_spec(attrs: &[syn::Attribute], body: TypeBody<'_>, aliases: &Aliases) -> (TypeSpec, Vec<SpecError>) {
    let mut spec = TypeSpec::default();
    let mut errors = Vec::new();
    let mut fields = false;
    for attr in spec_attrs(attrs) {
        let read = match attr.name.as_str() {
            "invariant" => invariants(&attr).map(|found| spec.invariants.extend(found)),
            "refined" => attr.no_args().map(|()| fields = true),
            _ => match attr.unknown(KNOWN) {
                Some(error) => Err(error),
                None => continue,
            },
        };
        spec.refined = true;
        errors.extend(read.err());
    }
    let _ = (fields, body, aliases);
    (spec, errors)
}

fn invariants(attr: &SpecAttr) -> Result<Vec<ClauseSyntax>, SpecError> {
    let found = clauses(attr.need_args()?)?;
    match found.iter().find_map(|clause| clause.binder.as_ref()) {
        None => Ok(found),
        Some(pat) => Err(SpecError::at(pat, "an invariant is a condition over `self`, not a closure")),
    }
}
