//! Names that are nobody's, and look like refine's: a claim that nobody reads is worse than none.
use quote::ToTokens;

use crate::{SpecError, SpecErrorKind};

/// What refine knows on functions.
pub const FN_ATTRIBUTES: &[&str] =
    &["requires", "ensures", "spec", "decreases", "trusted", "pure", "measure", "generator"];
/// What refine knows on structs and enums.
pub const TYPE_ATTRIBUTES: &[&str] = &["invariant", "refined"];
/// What refine knows on fields.
pub const FIELD_ATTRIBUTES: &[&str] = &["field"];
/// The macros of refine.
const MACROS: &[&str] = &["loop_invariant", "loop_decreases", "alias"];

/// The error for an attribute that means nothing where it stands, if it is by a name of refine, or nearly so.
pub fn unknown_attribute(attr: &syn::Attribute, name: &str, known_here: &[&str]) -> Option<SpecError> {
    if known_here.contains(&name) {
        return None;
    }
    let all = || [FN_ATTRIBUTES, TYPE_ATTRIBUTES, FIELD_ATTRIBUTES].into_iter().flatten().copied();
    let meant = all().find(|each| *each == name).or_else(|| all().find(|each| is_near(name, each)))?;
    let message = format!("refine has no attribute `{name}` here");
    let help = match meant {
        _ if known_here.contains(&meant) => format!("did you mean `{meant}`?"),
        meant if FIELD_ATTRIBUTES.contains(&meant) => format!("`{meant}` is for fields of a type with `#[refined]`"),
        meant if TYPE_ATTRIBUTES.contains(&meant) => format!("`{meant}` is for structs and enums"),
        meant => format!("`{meant}` is for functions"),
    };
    Some(SpecError::at(attr.meta.to_token_stream(), message).of(SpecErrorKind::Unknown).help(help))
}

/// An attribute that is one of those known here by name, and that the code has not got: it does not compile. `depends` says
/// whether only its import is missing.
pub fn not_imported(attr: &syn::Attribute, known_here: &[&str], depends: bool) -> Option<SpecError> {
    let name = attr.path().segments.last()?.ident.to_string();
    if !known_here.contains(&name.as_str()) {
        return None;
    }
    let help = match depends {
        true => "`use refine_spec::*;` imports it",
        false => {
            "the package does not depend on `refine-spec`, which provides it; `refine init` explains how to add it"
        }
    };
    let message = format!("refine's attribute `{name}` is not imported here");
    Some(SpecError::at(attr.path(), message).of(SpecErrorKind::Unknown).help(help))
}

/// The macro of refine that a name which is no macro's nearly is.
pub fn meant_macro(name: &str) -> Option<&'static str> {
    MACROS.iter().copied().find(|each| is_near(name, each))
}

/// Whether one is a misspelling of the other: a letter or two too many, too few, wrong, or in the wrong order.
fn is_near(written: &str, meant: &str) -> bool {
    let allowed = if meant.len() < 7 { 1 } else { 2 };
    written != meant && distance(written.as_bytes(), meant.as_bytes()) <= allowed
}

/// The least number of such changes (optimal string alignment).
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_told_from_other_words() {
        for (written, meant) in
            [("ensure", "ensures"), ("reqiures", "requires"), ("filed", "field"), ("invarient", "invariant")]
        {
            assert!(is_near(written, meant), "{written}");
        }
        for (written, meant) in [("inline", "refined"), ("path", "pure"), ("test", "trusted"), ("expect", "spec")] {
            assert!(!is_near(written, meant), "{written}");
        }
        assert_eq!(meant_macro("loop_invarient"), Some("loop_invariant"));
        assert_eq!(meant_macro("loop_invariant"), None);
    }
}
