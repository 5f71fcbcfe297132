//! A struct's or enum's attributes to its invariants.
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{Member, Token, parse_quote};

use crate::attrs::{Dialect, SpecAttr, spec_attrs};
use crate::expand::{At, Expansion, Frame};
use crate::names::Names;
use crate::refined::{Refined, parse};
use crate::signature::fit;
use crate::subst::{Env, words};
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
    let mut walk = Fields::new(aliases, fields);
    match body {
        TypeBody::Struct(all) => walk.fields(all, None),
        TypeBody::Enum(variants) => {
            for variant in variants {
                walk.fields(&variant.fields, Some((&variant.ident, variants.len())));
            }
        }
    }
    spec.invariants.extend(walk.made);
    errors.extend(walk.errors);
    (spec, errors)
}

/// Goes through the fields of a type.
struct Fields<'a> {
    aliases: &'a Aliases,
    /// Whether `#[refined]` is on the type; without it `#[field(…)]` may be another macro's.
    refined: bool,
    made: Vec<ClauseSyntax>,
    errors: Vec<SpecError>,
}

impl<'a> Fields<'a> {
    fn new(aliases: &'a Aliases, refined: bool) -> Fields<'a> {
        Fields { aliases, refined, made: Vec::new(), errors: Vec::new() }
    }

    /// The fields of a struct, or of a variant with its name and the number of variants.
    fn fields(&mut self, fields: &syn::Fields, variant: Option<(&Ident, usize)>) {
        for (number, field) in fields.iter().enumerate() {
            for attr in spec_attrs(&field.attrs) {
                let result = match (attr.name.as_str(), attr.dialect) {
                    ("field", Dialect::Refine) if !self.refined => Err(attr
                        .error("the type that has this field is not `#[refined]`")
                        .help("write `#[refined]` before the type")),
                    ("field", _) if self.refined => self.field(&attr, fields, number, variant),
                    ("field", _) => continue,
                    _ => attr.unknown(KNOWN).map_or(Ok(()), Err),
                };
                self.errors.extend(result.err());
            }
        }
    }

    fn field(
        &mut self,
        attr: &SpecAttr,
        fields: &syn::Fields,
        number: usize,
        variant: Option<(&Ident, usize)>,
    ) -> Result<(), SpecError> {
        let tokens = attr.need_args()?;
        let refined = parse(Refined::parse, &tokens)?;
        let field = fields.iter().nth(number).ok_or_else(|| attr.error("there is no such field"))?;
        fit(&refined, &field.ty, self.aliases)?;
        let mut names = Names::default();
        names.take(words(tokens));
        let (place, frame) = match variant {
            None => {
                let member = match &field.ident {
                    Some(name) => Member::Named(name.clone()),
                    None => Member::Unnamed(number.into()),
                };
                (parse_quote!(self.#member), None)
            }
            Some((variant, of)) => {
                let wish = field.ident.as_ref().map_or("item".to_string(), ToString::to_string);
                let item = names.fresh(&[&wish, "item"], Span::call_site());
                (parse_quote!(*#item), Some(frame(variant, of, field.ident.as_ref(), number, &item)))
            }
        };
        let mut walk = Expansion::new(self.aliases, names);
        walk.walk(&refined, &At { place, env: &Env::new(), frames: frame.into_iter().collect() });
        if walk.made.is_empty() && walk.errors.is_empty() {
            return Err(attr.error("this says nothing about the field").help("write `T{v: condition on v}`"));
        }
        self.made.append(&mut walk.made);
        self.errors.append(&mut walk.errors);
        Ok(())
    }
}

/// `match self { Self::V { den, .. } => …, _ => true }`.
fn frame(variant: &Ident, of: usize, field: Option<&Ident>, number: usize, item: &Ident) -> Frame {
    let pattern = match field {
        Some(field) if field == item => quote!(Self::#variant { #field, .. }),
        Some(field) => quote!(Self::#variant { #field: #item, .. }),
        None => {
            let before = (0..number).map(|_| quote!(_,));
            quote!(Self::#variant(#(#before)* #item, ..))
        }
    };
    Frame::Variant { scrutinee: parse_quote!(self), pattern, others: (of > 1).then(|| quote!(_)) }
}

fn invariants(attr: &SpecAttr) -> Result<Vec<ClauseSyntax>, SpecError> {
    let found = clauses(attr.need_args()?)?;
    match found.iter().find_map(|clause| clause.binder.as_ref()) {
        None => Ok(found),
        Some(pat) => Err(SpecError::at(pat, "an invariant is a condition on `self`, not a closure")),
    }
}
