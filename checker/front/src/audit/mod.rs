//! The audit by rustc itself: what `rustc --emit=mir` (a stable flag) says of each function, against what we take it to be.
//!
//! Compared are the types of variables, by name, and the functions that are called. rustc's text names types and
//! functions in its own way; both sides are brought to one spelling first (`spelling`). What cannot be compared is
//! counted, with the reason.
mod ours;
mod spelling;
#[cfg(test)]
mod tests;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::context::{Context, Options};
use crate::database::{Database, Files, Input};
use crate::items::Items;
use crate::spans::Spans;
use crate::types::Types;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Functions that were compared.
    pub functions: usize,
    /// Variables whose types were compared.
    pub variables: usize,
    /// Called functions that were compared, each once for a function.
    pub callees: usize,
    /// Where rustc and we are not of one mind.
    pub differences: Vec<Difference>,
    /// What was not compared: why, and how often.
    pub skipped: BTreeMap<&'static str, usize>,
}

/// Where rustc and we are not of one mind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The function's path.
    pub function: String,
    /// What is different.
    pub what: What,
    /// rustc's.
    pub theirs: String,
    /// Ours.
    pub ours: String,
}

/// What may be different.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// The type of a variable of this name.
    Variable(String),
    /// A function that only one side calls.
    Callee,
}

/// Functions that rustc knows the meaning of.
const LOWERED: [&str; 8] = [
    "len of slice",
    "transmute",
    "size_of",
    "align_of",
    "forget",
    "unreachable_unchecked",
    "discriminant",
    "black_box",
];

/// Functions that rustc makes of syntax, and of macros of the standard library: `a..=b`, `vec![…]`, text as a pattern, a box that is left
/// when what was in it has been moved out.
const OF_SYNTAX: [&str; 5] = [
    "new of RangeInclusive",
    "box_assume_init_into_vec_unsafe",
    "new_uninit of Box",
    "eq of PartialEq for str",
    "drop of Drop for Box",
];

impl Report {
    /// Adds what was found elsewhere.
    pub fn add(&mut self, other: Report) {
        self.functions += other.functions;
        self.variables += other.variables;
        self.callees += other.callees;
        self.differences.extend(other.differences);
        other.skipped.into_iter().for_each(|(why, count)| self.skip(why, count));
    }

    fn skip(&mut self, why: &'static str, count: usize) {
        if count > 0 {
            *self.skipped.entry(why).or_default() += count;
        }
    }
}

/// Loads the crates and compares the one under check with the text of its MIR.
pub fn audit_input(input: &Input, files: &dyn Files, options: &Options, mir: &str) -> Report {
    let db = Database::load(input, files);
    let Some(&krate) = db.local().first() else { return Report::default() };
    db.attach(|| {
        let (types, spans) = (Types::new(&db, krate), Spans::new(&db, krate));
        let items = Items::collect(&types, &spans);
        audit(&Context::new(&items, &types, &spans, options.clone()), mir)
    })
}

/// Compares a crate with the text of its MIR.
pub fn audit(cx: &Context<'_>, mir: &str) -> Report {
    let mut report = Report::default();
    let theirs = text::functions(mir, &mut report.skipped);
    let mut by_key: BTreeMap<String, Vec<&text::Function>> = BTreeMap::new();
    for function in &theirs {
        by_key.entry(function.key.clone()).or_default().push(function);
    }
    for item in &cx.items.fns {
        let found = ours::keys(cx, item).into_iter().find_map(|key| by_key.remove(&key));
        let Some(found) = found else {
            report.skip("functions that rustc's text does not have: generic ones are, unused inline ones are not", 1);
            continue;
        };
        let [theirs] = found[..] else {
            report.skip("functions of one name", found.len());
            continue;
        };
        match ours::of(cx, item) {
            Ok(ours) => compare(&item.def.path, theirs, &ours, &mut report),
            Err(why) => report.skip(why, 1),
        }
    }
    let (derived, unknown): (Vec<_>, Vec<_>) = by_key.keys().partition(|key| is_derived(cx, key));
    report.skip("derived functions", derived.len());
    report.skip("functions of rustc's text that are not found in the crate: in bodies, of macros", unknown.len());
    report
}

/// Whether a key is of a function that rustc writes itself: its `impl` is where the derive is.
fn is_derived(cx: &Context<'_>, key: &str) -> bool {
    let mut parts = key.splitn(3, ':');
    let (Some(file), Some(line)) = (parts.next(), parts.next()) else { return false };
    let source = cx.spans.sources().iter().find(|(_, source)| source.path == file);
    let text = source.zip(line.parse::<usize>().ok()).and_then(|((_, source), line)| source.text.lines().nth(line - 1));
    text.is_some_and(|text| text.contains("derive"))
}

fn compare(path: &str, theirs: &text::Function, ours: &ours::Function, report: &mut Report) {
    report.functions += 1;
    let mut differences = Vec::new();
    let mut differ = |what: What, theirs: String, ours: String| {
        differences.push(Difference { function: path.to_owned(), what, theirs, ours });
    };
    let mut only_theirs = 0;
    for (name, types) in &theirs.variables {
        match ours.variables.get(name) {
            Some(known) if known.iter().any(|ty| ty.contains(";_]")) => {
                report.skip("variables with a length that is outside the model", 1);
            }
            Some(known) => {
                report.variables += 1;
                // Of several variables with one name, rustc may have dropped one. In a guard it sees them by reference.
                let in_guard = |ty: &str| ty.strip_prefix('&').is_some_and(|inner| types.contains(inner));
                if !types.iter().all(|ty| known.contains(ty) || in_guard(ty)) {
                    differ(What::Variable(name.clone()), listed(types), listed(known));
                }
            }
            None => only_theirs += 1,
        }
    }
    let only_ours = ours.variables.keys().filter(|name| !theirs.variables.contains_key(*name)).count();
    let unknown = theirs.callees.iter().filter(|callee| !ours.callees.contains(*callee));
    let (of_values, unknown): (Vec<_>, Vec<_>) = unknown.partition(|callee| is_of_value(callee));
    let (of_syntax, unknown): (Vec<_>, Vec<_>) =
        unknown.into_iter().partition(|callee| OF_SYNTAX.contains(&callee.as_str()));
    for callee in unknown {
        differ(What::Callee, callee.clone(), String::new());
    }
    let missing = ours.certain.iter().filter(|callee| !theirs.callees.contains(*callee));
    let (our_values, missing): (Vec<_>, Vec<_>) = missing.partition(|callee| is_of_value(callee));
    let (lowered, missing): (Vec<_>, Vec<_>) =
        missing.into_iter().partition(|callee| LOWERED.contains(&callee.as_str()));
    // `a..=b` of constants is one itself, where it is only looked at.
    let (constant, missing): (Vec<_>, Vec<_>) =
        missing.into_iter().partition(|callee| OF_SYNTAX.contains(&callee.as_str()));
    for callee in missing {
        differ(What::Callee, String::new(), callee.clone());
    }
    report.differences.append(&mut differences);
    report.skip("calls of function values", of_values.len().max(our_values.len()));
    report.skip("calls that rustc makes operations of", lowered.len());
    report.skip("calls that rustc makes of syntax and of `vec!`", of_syntax.len() + constant.len());
    report.callees += theirs.callees.intersection(&ours.callees).count();
    report.skip("variables that only rustc's text has", only_theirs);
    report.skip("variables that rustc's text does not have", only_ours);
}

/// Whether a call is one of a function that is known by a reference or as a trait object, however far either side follows it.
fn is_of_value(callee: &str) -> bool {
    let of = |kind: &str| callee.starts_with(kind) && callee.contains(" of Fn");
    of("call") && [" for dyn", " for &", " for Box"].iter().any(|end| callee.ends_with(end))
}

fn listed(all: &BTreeSet<String>) -> String {
    all.iter().cloned().collect::<Vec<_>>().join(" or ")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} functions: {} variables, {} callees", self.functions, self.variables, self.callees)?;
        for Difference { function, what, theirs, ours } in &self.differences {
            match what {
                What::Variable(name) => writeln!(f, "  {function}: `{name}` is `{theirs}`, not `{ours}`")?,
                What::Callee if ours.is_empty() => writeln!(f, "  {function}: `{theirs}` is called")?,
                What::Callee => writeln!(f, "  {function}: `{ours}` is not called")?,
            }
        }
        for (why, count) in &self.skipped {
            writeln!(f, "{count:>6} {why}")?;
        }
        Ok(())
    }
}
