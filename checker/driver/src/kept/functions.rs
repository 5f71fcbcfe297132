//! What was found of each function of a package, by the content of all that it was found from: after an edit only those are proved and run
//! again whose content is another.
//!
//! Proofs have a key of their own (the IR that leads from the function, and of what it calls by contract only that), and runs have one (all
//! that may be called, and the text that is compiled: [`super::compiled`]). What is kept is in the numbers of the content, so it does
//! not matter where things stand.
//!
//! All of a package is in one file, which is replaced as a whole and begins with the hash of its text.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use refine_core::content::{self, Content, Names, Part};
use refine_core::ids::{AdtId, FnId};
use refine_core::program::Program;
use refine_core::smt::sharers;
use refine_core::ty::{FnInst, IntTy, Ty};
use refine_core::value::{Value, Vector};
use serde::{Deserialize, Serialize};

use super::renamed::{Renamed, To};
use super::{hash, read_summed, write_summed};
use crate::artifacts;
use crate::case::Work;
use crate::select::Selected;

/// So many states of a function are kept, the latest ones: an edit that is taken back finds what was there.
const STATES: usize = 2;
/// A file that would be larger is not written.
const BYTES: usize = 64 << 20;
/// Files of so many packages, or of sets of options, are kept.
const FILES: usize = 64;

/// What was found of a function in one state of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptState {
    key: String,
    /// In the numbers of the content.
    work: Work,
    /// The hash of each script that was written, by obligation.
    scripts: BTreeMap<String, String>,
    /// The types and functions by number, for values.
    types: Vec<String>,
    functions: Vec<String>,
}

/// What was found of a function, the latest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct KeptFunction {
    proofs: Vec<KeptState>,
    runs: Vec<KeptState>,
}

/// What was found of the functions of a package.
pub(crate) struct Functions {
    file: PathBuf,
    /// Where scripts are.
    scripts: PathBuf,
    known: BTreeMap<String, KeptFunction>,
    /// What this run has found, likewise.
    new: BTreeMap<String, KeptFunction>,
}

impl Functions {
    /// What is kept under a name; nothing if it is not to be looked at.
    pub(super) fn open(folder: &Path, name: &str, look: bool) -> Functions {
        let file = folder.join("functions").join(name);
        let text = look.then(|| read_summed(&file)).flatten();
        let known = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Functions { file, scripts: folder.join("smt2"), known, new: BTreeMap::new() }
    }

    /// What the proofs of a function are made from.
    pub(crate) fn content(program: &dyn Program, inst: &FnInst, under_check: &Selected, total: usize) -> Content {
        let Content { key, names } = content::of(program, inst, Part::Proofs);
        // Who answers for what stands in it.
        let mut around = String::new();
        for func in names.funcs.iter() {
            if let Some(owner) = under_check.around(program, *func) {
                around += &format!("{} {}\n", program.func(*func).path, program.func(owner).path);
                let generics = &program.func(owner).generics;
                if !generics.is_empty() && owner != inst.func {
                    let args = generics.iter().map(|name| Ty::Param(name.clone())).collect();
                    around += &content::of(program, &FnInst { func: owner, args }, Part::Proofs).key;
                }
            }
        }
        let key = hash(format!("{key}\n{around}\n{}", sharers(total)).as_bytes());
        Content { key, names }
    }

    /// What the solver said of a function with this content.
    pub(crate) fn proofs(&self, program: &dyn Program, path: &str, content: &Content) -> Option<Work> {
        let found = with_key(&self.known.get(path)?.proofs, &content.key)?;
        let mut work = found.recalled(program, &content.names, false)?;
        for case in &mut work.cases {
            // A script that is not there any more is made again.
            let Some(sum) = found.scripts.get(&case.obligation.id) else { continue };
            let script = self.script(&case.obligation.id)?;
            if hash(script.as_bytes()) != *sum {
                return None;
            }
            case.smt2 = Some(script);
        }
        Some(work)
    }

    /// What the search found, for a function of which the solver said what `work` says.
    pub(crate) fn runs(&self, program: &dyn Program, work: &Work, content: &Content) -> Option<Work> {
        let found = with_key(&self.known.get(&work.path)?.runs, &content.key)?;
        let mut found = found.recalled(program, &content.names, true)?;
        for case in &mut found.cases {
            let same = work.cases.iter().find(|known| known.obligation.id == case.obligation.id);
            case.smt2 = same.and_then(|known| known.smt2.clone());
        }
        Some(Work { asked: work.asked, content: work.content.clone(), solver: work.solver, ..found })
    }

    /// Whether a function was found wanting the last time, or is new.
    pub(crate) fn is_urgent(&self, path: &str) -> bool {
        let Some(known) = self.known.get(path) else { return true };
        let last = known.runs.first().or(known.proofs.first());
        last.is_none_or(|found| !found.work.cases.iter().all(|case| case.proved() || case.tested()))
    }

    /// The witnesses of the last time, as far as the function still takes such values.
    pub(crate) fn witnesses(&self, program: &dyn Program, work: &Work, here: &Names) -> Vec<Vector> {
        let Some(found) = self.known.get(&work.path).and_then(|known| known.runs.first()) else { return Vec::new() };
        let names = found.names(program, here);
        let renamed = Renamed { program, names: &names, to: To::Names, by_text: false };
        let tys = refine_testgen::types::param_types(program, &work.called);
        let fit = |vector: &Vector| {
            let each = vector.iter().zip(&tys);
            vector.len() == tys.len() && each.into_iter().all(|(value, ty)| fits(program, ty, value))
        };
        let vectors = found.work.cases.iter().filter_map(|case| Some(case.witness.as_ref()?.vector.clone()));
        let here = vectors.filter_map(|mut vector| renamed.values(&mut vector).map(|()| vector));
        let mut all: Vec<Vector> = here.filter(fit).collect();
        all.dedup();
        all
    }

    /// Keeps what the solver said, or what the search found, if it would come out so again.
    pub(crate) fn keep(&mut self, program: &dyn Program, part: Part, work: &Work, content: &Content) {
        if work.clock || work.hurried || !work.internal.is_empty() || work.cut.is_some() {
            return;
        }
        let Some(found) = KeptState::new(program, part, work, content) else { return };
        let known = self.new.entry(work.path.clone()).or_default();
        let of = if part == Part::Proofs { &mut known.proofs } else { &mut known.runs };
        of.insert(0, found);
    }

    fn script(&self, id: &str) -> Option<String> {
        std::fs::read_to_string(self.scripts.join(format!("{}.smt2", artifacts::file_name(id)))).ok()
    }

    /// Writes it all. Of functions that are no more, nothing is kept, unless the run did not look at all. That it cannot be written is no
    /// reason to complain.
    pub(crate) fn write(mut self, all: &[String], complete: bool) {
        let merged = |new: &mut Vec<KeptState>, old: Vec<KeptState>| {
            for found in old {
                if new.iter().all(|known| known.key != found.key) {
                    new.push(found);
                }
            }
            new.truncate(STATES);
        };
        for (path, old) in std::mem::take(&mut self.known) {
            if complete && !all.contains(&path) {
                continue;
            }
            let known = self.new.entry(path).or_default();
            merged(&mut known.proofs, old.proofs);
            merged(&mut known.runs, old.runs);
        }
        let Ok(text) = serde_json::to_string(&self.new) else { return };
        if text.len() <= BYTES && write_summed(&self.file, &text).is_ok() {
            super::drop_oldest(self.file.parent().unwrap_or(&self.file), FILES);
        }
    }
}

impl KeptState {
    fn new(program: &dyn Program, part: Part, work: &Work, content: &Content) -> Option<KeptState> {
        let names = &content.names;
        let renamed = Renamed { program, names, to: To::Numbers, by_text: part == Part::Runs };
        let scripts = work.cases.iter().filter(|case| !case.proved());
        let scripts =
            scripts.filter_map(|case| Some((case.obligation.id.clone(), hash(case.smt2.as_ref()?.as_bytes()))));
        let scripts = if part == Part::Proofs { scripts.collect() } else { BTreeMap::new() };
        let mut work = work.clone();
        renamed.work(&mut work)?;
        let of_runs = part == Part::Runs;
        let types = names.adts.iter().filter(|_| of_runs).map(|id| program.adt(*id).path.clone()).collect();
        let functions = names.funcs.iter().filter(|_| of_runs).map(|id| program.func(*id).path.clone()).collect();
        Some(KeptState { key: content.key.clone(), work, scripts, types, functions })
    }

    /// In the names of this program.
    fn recalled(&self, program: &dyn Program, names: &Names, by_text: bool) -> Option<Work> {
        let mut work = self.work.clone();
        Renamed { program, names, to: To::Names, by_text }.work(&mut work)?;
        (work.solver, work.running, work.enough) = (Duration::ZERO, Duration::ZERO, None);
        Some(work)
    }

    /// Its names, as far as the functions and types here are called so. Others have one that nothing has.
    fn names(&self, program: &dyn Program, here: &Names) -> Names {
        let mut names = Names::default();
        for (at, path) in self.functions.iter().enumerate() {
            let same = here.funcs.iter().find(|id| program.func(**id).path == *path);
            names.funcs.number(same.copied().unwrap_or(FnId(u32::MAX - at as u32)));
        }
        for (at, path) in self.types.iter().enumerate() {
            let same = here.adts.iter().find(|id| program.adt(**id).path == *path);
            names.adts.number(same.copied().unwrap_or(AdtId(u32::MAX - at as u32)));
        }
        names
    }
}

fn with_key<'a>(all: &'a [KeptState], key: &str) -> Option<&'a KeptState> {
    all.iter().find(|found| found.key == key)
}

/// Whether a value is surely one of a type.
fn fits(program: &dyn Program, ty: &Ty, value: &Value) -> bool {
    let all = |tys: &[Ty], values: &[Value]| {
        tys.len() == values.len() && tys.iter().zip(values).all(|(ty, value)| fits(program, ty, value))
    };
    match (ty.peeled(), value) {
        (Ty::Bool, Value::Bool(_)) | (Ty::Char, Value::Char(_)) => true,
        (Ty::Int(int), Value::Int(n)) => IntTy::min(*int) <= *n && *n <= IntTy::max(*int),
        (Ty::Tuple(tys), Value::Tuple(values)) => all(tys, values),
        (Ty::Array(ty, length), Value::Seq(values)) => {
            length.known() == Some(values.len() as u64) && values.iter().all(|value| fits(program, ty, value))
        }
        (Ty::Slice(ty) | Ty::Vec(ty), Value::Seq(values)) => values.iter().all(|value| fits(program, ty, value)),
        (Ty::Adt(id, args), Value::Adt(of, variant, values)) => {
            let tys = refine_testgen::types::field_types(program, *id, args, *variant);
            id == of && !program.adt(*id).is_abstract() && tys.is_some_and(|tys| all(&tys, values))
        }
        _ => false,
    }
}
