//! What the runs of a package cover, and the runs themselves, where that is asked for.
use refine_testgen::Harness;
use refine_testgen::regression::Sample;

use super::CheckRun;
use crate::case::Work;
use crate::covered::{Branches, Recorded};
use crate::error::CheckError;
use crate::project::Project;
use crate::search::{Search, told};

impl CheckRun<'_> {
    /// Books what the runs cover.
    pub(super) fn cover(&mut self, search: &Search<'_>, harness: &Harness, works: &[Work]) {
        let did = |work: &Work, run: &Recorded| told(search, work, &run.inst, &run.outcome);
        let branches = Branches::new(search.places, harness.branches(), works);
        if self.options.coverage {
            let mut coverage = branches.coverage(works);
            for function in &mut self.report.functions {
                function.coverage = coverage.remove(&function.function).or(function.coverage.take());
            }
        }
        if self.options.emit_tests {
            let mut samples = Vec::new();
            for (work, run, first) in branches.first(works) {
                let (inst, vector, outcome) = (run.inst.clone(), run.vector.clone(), did(work, run));
                samples.push((Sample { inst, vector, first, outcome }, run.outcome.clone()));
            }
            self.samples = samples;
        }
        if self.options.emit_vectors {
            self.emitted.add(search.places, works, &did);
        }
    }

    /// Writes down all vectors that were run.
    pub(super) fn emit(&mut self, project: &Project) {
        match self.emitted.write(project) {
            Ok(emitted) => self.report.vectors = Some(emitted),
            Err(error) => {
                let error = CheckError::new("E0303", format!("cannot write the vectors: {error}"));
                self.diagnostic(error.diagnostic(), None);
            }
        }
    }
}
