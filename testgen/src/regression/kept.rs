//! The tests that are there already: which of them nobody edited, and what they call.
use std::path::Path;

use refine_core::program::Program;
use refine_core::ty::FnInst;
use refine_core::value::Vector;

use super::{Package, Retired, input, region};
use crate::outcome::{ClauseRef, Outcome};
use crate::source;

/// A test on disk that nobody edited, with the call in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Its name.
    pub name: String,
    /// The module at whose end it stands; none for those in `tests/`.
    pub module: Option<u32>,
    /// What it calls.
    pub inst: FnInst,
    /// The arguments.
    pub vector: Vector,
}

impl Kept {
    /// That the test is to go, if a run of its call says that a precondition rules it out.
    pub fn retired(self, program: &dyn Program, outcome: &Outcome) -> Option<Retired> {
        let Outcome::Rejected { clause } = outcome else { return None };
        let contract = program.contract(&self.inst);
        let text = match clause {
            ClauseRef::Requires(at) => &contract.requires.get(*at)?.text,
            ClauseRef::Raw(at) => &contract.raw.get(*at)?.written,
            ClauseRef::Ensures(_) => return None,
        };
        let call = source::call(program, &self.inst, &self.vector);
        let reason = format!("`{}` no longer allows `{call}`", one_line(text));
        Some(Retired { name: self.name, module: self.module, reason })
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tests on disk that nobody edited, of functions with preconditions.
pub fn kept(program: &dyn Program, package: &Package) -> Vec<Kept> {
    let mut out = Vec::new();
    let mut add = |file: &Path, label: &str, module: Option<u32>| {
        let Ok(text) = std::fs::read_to_string(file) else { return };
        for (name, input) in region::unedited(&text, label) {
            let Some((inst, vector)) = input::read(program, &input) else { continue };
            if program.contract(&inst).preconditions().next().is_some() {
                out.push(Kept { name, module, inst, vector });
            }
        }
    };
    add(&package.root.join(super::OUTSIDE), &package.crate_name, None);
    for (at, module) in program.modules().iter().enumerate() {
        let file = package.root.join(&program.sources().file(module.end.file).path);
        add(&file, &super::label(&module.path), Some(at as u32));
    }
    out
}
