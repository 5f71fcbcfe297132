//! Witnesses, and runs that passed, to tests: which of them `cargo test` would show, too.
//!
//! A witness comes from a build in which overflow is what `--overflow` takes it to be; the test of it is built as the
//! package's profile says. Where the two differ, the witnesses are run again in a build like the one of the tests, and those
//! that do something else there are not kept: their tests would fail or pass for another reason than the one they state.
use std::path::Path;

use refine_core::program::Program;
use refine_core::ty::FnInst;
use refine_core::value::Vector;
use refine_testgen::outcome::Outcome;
use refine_testgen::regression::{self, Changes, Kept, Retired, Sample, Violation, Witness};
use refine_testgen::{BuildError, BuildRequest, Harness, PackageInfo, UserError};

use crate::cancel::Cancel;
use crate::case::{Case, Ran, Work};
use crate::error::CheckError;
use crate::judge;
use crate::options::Options;
use crate::profile::Checks;
use crate::project::{Project, Target};
use crate::report::TestFile;

/// Whose tests they are.
pub(crate) struct Subject<'a> {
    pub(crate) project: &'a Project,
    pub(crate) target: &'a Target,
    pub(crate) program: &'a dyn Program,
    pub(crate) package: PackageInfo,
}

/// Writes the tests of all witnesses and of the samples, or says which files are stale.
pub(crate) fn write(
    subject: &Subject<'_>,
    works: &[Work],
    samples: Vec<(Sample, Outcome)>,
    options: &Options,
    cancel: &Cancel,
) -> Result<Vec<TestFile>, CheckError> {
    let found = works.iter().flat_map(|work| work.cases.iter().map(move |case| (work, case)));
    let found =
        found.filter(|(_, case)| !case.told_at_site).filter_map(|(work, case)| Some((work, case, case.refutation()?)));
    let (announced, found): (Vec<_>, Vec<_>) =
        found.partition(|(work, case, _)| judge::is_documented(subject.program, work, case));
    let witness = |(_, case, ran): (&Work, &Case, &Ran)| {
        let witness = Witness {
            inst: ran.inst.clone(),
            vector: ran.vector.clone(),
            violation: Violation::of(&ran.raw),
            obligation: case.obligation.clone(),
            outcome: ran.outcome.clone(),
        };
        (witness, ran.raw.clone())
    };
    let of_witness = |witness: &Witness| (witness.inst.clone(), witness.vector.clone());
    let of_sample = |sample: &Sample| (sample.inst.clone(), sample.vector.clone());
    let (witnesses, mut tests) =
        shown_by_tests(subject, found.into_iter().map(witness).collect(), &of_witness, options);
    let (samples, dropped) = shown_by_tests(subject, samples, &of_sample, options);
    tests.extend(dropped);
    tests.extend(announced.into_iter().map(|(_, case, _)| TestFile {
        path: case.obligation.id.clone(),
        status: "not kept",
        reason: Some("its documentation announces the panic".to_owned()),
    }));
    let target = subject.target;
    let info = regression::Package {
        root: target.root.clone(),
        crate_name: target.crate_name.clone(),
        is_library: target.is_library,
        finds_tests: target.finds_tests,
        edition: target.edition.clone(),
    };
    let kept = regression::kept(subject.program, &info);
    let retired = retired(subject, kept, options);
    let changes = Changes { witnesses: &witnesses, samples: &samples, retired: &retired };
    let mut compile = |files: &[regression::TestFile]| compile(subject, files, options, cancel);
    let written = regression::write(subject.program, &info, changes, options.check_tests, &mut compile)
        .map_err(|error| CheckError::new("E0303", format!("cannot write the regression tests: {error}")))?;
    let written = written.into_iter().map(|file| TestFile {
        path: if file.reason.is_some() { file.path } else { format!("{}{}", target.prefix, file.path) },
        status: file.status,
        reason: file.reason,
    });
    tests.splice(0..0, written);
    Ok(tests)
}

/// What `cargo check` has against files of tests. Nothing where it does not get as far as that: what else the package's tests need may be
/// missing.
fn compile(
    subject: &Subject<'_>,
    files: &[regression::TestFile],
    options: &Options,
    cancel: &Cancel,
) -> Vec<regression::CompileError> {
    let mut check = subject.project.check(subject.target, options);
    check.selection.extend(["--profile".to_owned(), "test".to_owned()]);
    if files.iter().any(|file| file.path == regression::OUTSIDE) {
        let name = Path::new(regression::OUTSIDE).file_stem().unwrap_or_default();
        check.selection.extend(["--test".to_owned(), name.to_string_lossy().into_owned()]);
    }
    let Err(BuildError::UserCode(errors)) = check.start(cancel).finish() else { return Vec::new() };
    let of = |error: UserError| {
        let UserError { message, file, at, .. } = error;
        Some(regression::CompileError { path: file?, line: at?.line, message })
    };
    errors.into_iter().filter_map(of).collect()
}

/// The tests whose input no longer meets a precondition. Where nothing may be run, that is not known.
fn retired(subject: &Subject<'_>, mut kept: Vec<Kept>, options: &Options) -> Vec<Retired> {
    let allowed = |kept: &Kept| {
        let def = subject.program.func(kept.inst.func);
        def.uncallable.is_none() && (def.effects.is_empty() || options.allow_effects)
    };
    kept.retain(|kept| options.run && allowed(kept));
    if kept.is_empty() {
        return Vec::new();
    }
    let mut functions: Vec<FnInst> = Vec::new();
    for one in &kept {
        if !functions.contains(&one.inst) {
            functions.push(one.inst.clone());
        }
    }
    let request = BuildRequest { program: subject.program, package: subject.package.clone(), functions };
    let cargo = Options::cargo_that(options.checks(), subject.target);
    let Ok(harness) = Harness::build_with(&request, &cargo) else { return Vec::new() };
    let judged = kept.into_iter().filter_map(|kept| {
        let outcome = harness.run(&kept.inst, &kept.vector, &options.limits()).outcome;
        kept.retired(subject.program, &outcome)
    });
    judged.collect()
}

/// Those of the calls that do in a test what they did in a run, and the others as such.
fn shown_by_tests<T>(
    subject: &Subject<'_>,
    found: Vec<(T, Outcome)>,
    call: &dyn Fn(&T) -> (FnInst, Vector),
    options: &Options,
) -> (Vec<T>, Vec<TestFile>) {
    let checks = checks_of_tests(&subject.project.root, &|name| std::env::var(name).ok());
    if checks == options.checks() || found.is_empty() {
        return (found.into_iter().map(|(one, _)| one).collect(), Vec::new());
    }
    let mut functions: Vec<_> = found.iter().map(|(one, _)| call(one).0).collect();
    functions.dedup();
    let request = BuildRequest { program: subject.program, package: subject.package.clone(), functions };
    let harness = Harness::build_with(&request, &Options::cargo_that(checks, subject.target)).ok();
    let differs = if checks.overflow == options.checks().overflow {
        format!("{} debug assertions", if checks.debug { "with" } else { "without" })
    } else {
        format!("{} overflow checks", if checks.overflow { "with" } else { "without" })
    };
    let why = format!("`cargo test` builds it {differs}, and then it does something else");
    let (mut kept, mut dropped) = (Vec::new(), Vec::new());
    for (one, outcome) in found {
        let (inst, vector) = call(&one);
        let again = harness.as_ref().map(|harness| harness.run(&inst, &vector, &options.limits()).outcome);
        if again.as_ref() == Some(&outcome) {
            kept.push(one);
        } else {
            let path = subject.program.func(inst.func).path.clone();
            dropped.push(TestFile { path, status: "not kept", reason: Some(why.clone()) });
        }
    }
    (kept, dropped)
}

/// What `cargo test` checks: the profile `test`, which takes after `dev`.
fn checks_of_tests(workspace: &Path, variable: &dyn Fn(&str) -> Option<String>) -> Checks {
    Checks::of(workspace, &["test", "dev"], variable)
}
