//! A function's attributes and a loop's macros to their specifications.
use crate::attrs::{Dialect, SpecAttr, spec_attrs};
use crate::error::ends;
use crate::signature::refined_fn;
use crate::{Aliases, ClauseSyntax, FnSpec, SpecError, clause, clauses};

/// What refine knows on a function, for messages.
const KNOWN: &str =
    "`requires`, `ensures`, `spec`, `decreases`, `trusted`, `pure`, `measure` and `generator` on functions";

/// Reads a function's attributes. What is wrong is in the list; what is right is in the specification all the same.
pub fn fn_spec(attrs: &[syn::Attribute], sig: &syn::Signature, aliases: &Aliases) -> (FnSpec, Vec<SpecError>) {
    let mut spec = FnSpec::default();
    let mut errors = Vec::new();
    for attr in spec_attrs(attrs) {
        if let Err(error) = read(&attr, sig, aliases, &mut spec, &mut errors) {
            spec.annotated = true;
            errors.push(error);
        }
    }
    (spec, errors)
}

/// Adds what one attribute says.
fn read(
    attr: &SpecAttr,
    sig: &syn::Signature,
    aliases: &Aliases,
    spec: &mut FnSpec,
    errors: &mut Vec<SpecError>,
) -> Result<(), SpecError> {
    match (attr.name.as_str(), attr.dialect) {
        ("requires", _) => spec.requires.extend(preconditions(attr)?),
        ("ensures", _) => spec.ensures.extend(postconditions(attr)?),
        ("decreases", _) => {
            let measure = plain(clause(attr.need_args()?)?)?;
            if spec.decreases.is_some() {
                return Err(attr.error("a function has one measure for its recursion, and this is the second"));
            }
            spec.decreases = Some(measure);
        }
        ("spec", _) | ("sig", Dialect::Flux) => {
            let found = refined_fn(attr.need_args()?, sig, aliases)?;
            spec.requires.extend(found.requires);
            spec.ensures.extend(found.ensures);
            spec.callbacks.extend(found.callbacks);
            errors.extend(found.errors);
        }
        ("trusted", _) => {
            attr.no_args()?;
            spec.trusted = true;
        }
        ("pure", _) => {
            attr.no_args()?;
            spec.pure = true;
        }
        ("measure", Dialect::Plain | Dialect::Refine) => {
            attr.no_args()?;
            spec.measure = true;
        }
        ("generator", Dialect::Plain | Dialect::Refine) => {
            attr.no_args()?;
            spec.generator = true;
            return Ok(());
        }
        _ => return attr.unknown(KNOWN).map_or(Ok(()), Err),
    }
    spec.annotated = true;
    Ok(())
}

fn preconditions(attr: &SpecAttr) -> Result<Vec<ClauseSyntax>, SpecError> {
    clauses(attr.need_args()?)?.into_iter().map(plain).collect()
}

/// A clause that is no closure.
fn plain(clause: ClauseSyntax) -> Result<ClauseSyntax, SpecError> {
    match clause.binder {
        None => Ok(clause),
        Some(pat) => Err(SpecError::at(pat, "only a postcondition has a result to name")),
    }
}

/// Postconditions. Without a closure the clause is Prusti's, whose attributes are mostly imported and so spelled plainly.
fn postconditions(attr: &SpecAttr) -> Result<Vec<ClauseSyntax>, SpecError> {
    let found = clauses(attr.need_args()?)?;
    let by_value = matches!(attr.dialect, Dialect::Plain | Dialect::Prusti);
    match found.iter().find(|clause| clause.binder.is_none() && !by_value) {
        None => Ok(found),
        Some(clause) => Err(SpecError::between(clause.span, "a postcondition is a closure over the result")
            .help(format!("write `|ret| {}`, where `ret` is a reference to the result", clause.text))),
    }
}

/// What a loop macro says.
#[derive(Clone, Debug)]
pub enum LoopClause {
    /// `loop_invariant!(…)`: holds each time the loop's condition is about to be evaluated.
    Invariant(ClauseSyntax),
    /// `loop_decreases!(…)`: gets smaller with each turn.
    Decreases(ClauseSyntax),
}

/// Reads `loop_invariant!` or `loop_decreases!`; `None` for another macro.
pub fn loop_clause(mac: &syn::Macro) -> Option<Result<LoopClause, SpecError>> {
    let name = mac.path.segments.last()?.ident.to_string();
    let make = match name.as_str() {
        "loop_invariant" => LoopClause::Invariant,
        "loop_decreases" => LoopClause::Decreases,
        _ => return None,
    };
    if mac.tokens.is_empty() {
        let error = SpecError::between(ends(mac), "this clause is empty");
        return Some(Err(error.help(format!("write `{name}!(…)`"))));
    }
    Some(clause(mac.tokens.clone()).and_then(plain).map(make))
}
