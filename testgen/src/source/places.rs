//! Places of large integer literals in patterns. `300` in a pattern for a `u8` is another number in the compiled copy, where rustc's lints are
//! off; what type stands in its place is known to the compiler alone.
use syn::spanned::Spanned;
use syn::{Expr, FieldPat, Lit, Pat};

/// A literal in a pattern.
pub(super) struct Place {
    /// The pattern with the variable [`VARIABLE`] in the literal's place, and nothing else that it asks for but how to get there.
    pub(super) pattern: String,
    pub(super) literal: i128,
}

pub(super) const VARIABLE: &str = "__p";

/// The literals in a pattern that are `large`.
pub(super) fn of(text: &str, pat: &Pat, large: &dyn Fn(i128) -> bool) -> Vec<Place> {
    let at = |pat: &Pat| of(text, pat, large);
    let literals = |all: Vec<i128>| {
        let place = |literal| Place { pattern: VARIABLE.to_owned(), literal };
        all.into_iter().filter(|literal| large(*literal)).map(place).collect()
    };
    let written = |part: &dyn Spanned| text[part.span().byte_range()].to_owned();
    let inside = |places: Vec<Place>, around: &dyn Fn(&str) -> String| -> Vec<Place> {
        places.into_iter().map(|place| Place { pattern: around(&place.pattern), ..place }).collect()
    };
    match pat {
        Pat::Lit(lit) => literals(number(&lit.lit).into_iter().collect()),
        Pat::Range(range) => {
            let ends = [&range.start, &range.end].into_iter().flatten();
            literals(ends.filter_map(|end| if let Expr::Lit(lit) = &**end { number(&lit.lit) } else { None }).collect())
        }
        Pat::Ident(ident) => ident.subpat.iter().flat_map(|(_, inner)| at(inner)).collect(),
        Pat::Or(or) => or.cases.iter().flat_map(at).collect(),
        Pat::Paren(inner) => at(&inner.pat),
        Pat::Reference(inner) => {
            let sign = if inner.mutability.is_some() { "&mut " } else { "&" };
            inside(at(&inner.pat), &|pattern| format!("{sign}({pattern})"))
        }
        Pat::Tuple(tuple) => {
            let comma = if tuple.elems.len() == 1 { "," } else { "" };
            in_list(tuple.elems.iter(), &at, &|list| format!("({list}{comma})"))
        }
        Pat::TupleStruct(of) => {
            let path = written(&of.path);
            in_list(of.elems.iter(), &at, &|list| format!("{path}({list})"))
        }
        Pat::Slice(slice) => in_list(slice.elems.iter(), &at, &|list| format!("[{list}]")),
        Pat::Struct(of) => {
            let path = written(&of.path);
            let field = |field: &FieldPat| {
                let name = written(&field.member);
                inside(at(&field.pat), &|pattern| format!("{path} {{ {name}: {pattern}, .. }}"))
            };
            of.fields.iter().flat_map(field).collect()
        }
        _ => Vec::new(),
    }
}

/// Those in one of several patterns, of which the others stay open.
fn in_list<'p>(
    all: impl Iterator<Item = &'p Pat> + Clone,
    at: &dyn Fn(&Pat) -> Vec<Place>,
    around: &dyn Fn(&str) -> String,
) -> Vec<Place> {
    let is_rest = |pat: &Pat| match pat {
        Pat::Rest(_) => true,
        Pat::Ident(ident) => ident.subpat.as_ref().is_some_and(|(_, inner)| matches!(**inner, Pat::Rest(_))),
        _ => false,
    };
    let open: Vec<&str> = all.clone().map(|pat| if is_rest(pat) { ".." } else { "_" }).collect();
    let one = |(nth, pat): (usize, &Pat)| {
        let list = |place: &Place| {
            let each =
                open.iter().enumerate().map(|(other, text)| if other == nth { place.pattern.as_str() } else { *text });
            around(&each.collect::<Vec<&str>>().join(", "))
        };
        let places = at(pat).into_iter().map(|place| Place { pattern: list(&place), ..place });
        places.collect::<Vec<Place>>()
    };
    all.enumerate().flat_map(one).collect()
}

/// The value of a literal without a type of its own.
fn number(lit: &Lit) -> Option<i128> {
    match lit {
        Lit::Int(int) if int.suffix().is_empty() => int.base10_parse().ok(),
        _ => None,
    }
}
