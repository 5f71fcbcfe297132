//! A whole run: packages one after the other, each through all steps.
mod again;
mod covering;
mod cut;
mod finding;
mod proofs;
mod telling;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::time::Instant;

use refine_core::ids::FnId;
use refine_core::program::{Diagnostic, Program};
use refine_front::{Coverage, Stats};
use refine_testgen::regression::Sample;
use refine_testgen::{BuildError, Cargo, Checking, CompiledFrom, Outcome};

use crate::bounded::KEEPING_TESTS;
use crate::build_errors::build_errors;
use crate::cancel::{Cancel, Stop};
use crate::case::Work;
use crate::crashes::Crashes;
use crate::emitted::Document;
use crate::entries;
use crate::error::CheckError;
use crate::given::Contracts;
use crate::kept::{self, CargoCheck, Disk, Functions, Started};
use crate::load::{self, Fronts};
use crate::options::Options;
use crate::place::Places;
use crate::project::{self, Project, Target};
use crate::regressions::{self, Subject};
use crate::report::{Cached, Event, ObligationReport, Report, SourceLocation};

/// Checks a project, to the end or until it is cancelled. It may be known that it `has_changed` since it was checked.
pub(crate) fn project(
    fronts: &mut Fronts,
    options: &Options,
    (crashes, has_changed): (&Crashes, bool),
    cancel: &Cancel,
    listener: &mut dyn FnMut(Event),
) -> Result<Report, CheckError> {
    let start = Instant::now();
    let place = kept::ReportKey::of(options);
    if let Some(known) = place.as_ref().filter(|_| !has_changed).and_then(|place| place.recall(cancel)) {
        return Ok(recalled(*known, start, listener));
    }
    let started = place.as_ref().map_or_else(Vec::new, |place| place.start(cancel));
    let disk = Disk::default();
    let project = project::load(options, &disk)?;
    listener(Event::Project {
        root: project.root.clone(),
        packages: project.targets.iter().map(|target| target.name.clone()).collect(),
    });
    let targets: Vec<(&Target, Options)> =
        project.targets.iter().filter_map(|target| Some((target, project.narrowed(target, options)?))).collect();
    let mut run = CheckRun {
        fronts,
        options,
        cancel,
        crashes,
        listener,
        start,
        report: Report::default(),
        coverage: Vec::new(),
        heard: 0,
        compiles: Vec::new(),
        checking: None,
        started,
        disk: &disk,
        checks: Vec::new(),
        // Where the solver crashes, it may do so elsewhere the next time.
        lasting: !crashes.any(),
        contracts: Contracts::default(),
        held: Vec::new(),
        order: Vec::new(),
        place: place.as_ref(),
        functions: None,
        from: None,
        emitted: Document::default(),
        samples: Vec::new(),
    };
    run.report.timings.load = start.elapsed();
    for note in &project.left_out {
        run.diagnostic(note.clone(), None);
    }
    for (target, options) in &targets {
        run.options = options;
        if cancel.is_cancelled() {
            run.unread(target);
        } else {
            run.package(&project, target);
        }
    }
    if options.emit_vectors {
        run.emit(&project);
    }
    let (checks, lasting) = (std::mem::take(&mut run.checks), run.lasting);
    let known = |answer: Option<bool>| run.compiles.contains(&answer);
    let compiles = if known(Some(false)) { Some(false) } else { (!known(None)).then_some(true) };
    let mut report = Report { compiles, ..run.report };
    report.count();
    report.stats = Stats::of(run.coverage.iter().map(|(function, has_obligations)| (function, *has_obligations)));
    if let Some(place) = place.filter(|_| lasting && !cancel.is_cancelled())
        && place.keep(&project, &disk, checks, &report)
    {
        report.cached = Cached::Kept;
    }
    report.timings.total = start.elapsed();
    listener(Event::Finished(Box::new(report.clone())));
    Ok(report)
}

/// Tells again what the last run told.
pub(crate) fn recalled(known: kept::KeptReport, start: Instant, listener: &mut dyn FnMut(Event)) -> Report {
    listener(Event::Project { root: known.root.clone(), packages: known.packages.clone() });
    let mut report = Report { cached: Cached::Recalled, ..known.into_report() };
    let each = |(diagnostic, place): &(Diagnostic, Option<SourceLocation>)| {
        Event::Diagnostic(diagnostic.clone(), place.clone())
    };
    report.diagnostics.iter().map(each).for_each(&mut *listener);
    report.functions.iter().cloned().map(Event::Function).for_each(&mut *listener);
    report.timings.first_verdict = start.elapsed();
    report.obligations.iter().map(|known| Event::Settled(Box::new(known.clone()))).for_each(&mut *listener);
    report.timings.total = start.elapsed();
    listener(Event::Finished(Box::new(report.clone())));
    report
}

/// What is known of whether a package compiles.
enum Compiled {
    Yes,
    No,
    /// It was not looked at, or cargo cannot do its work; and why nothing is run.
    Unknown(&'static str),
}

impl Compiled {
    fn known(&self) -> Option<bool> {
        match self {
            Compiled::Yes => Some(true),
            Compiled::No => Some(false),
            Compiled::Unknown(_) => None,
        }
    }
}

struct CheckRun<'a> {
    fronts: &'a mut Fronts,
    options: &'a Options,
    cancel: &'a Cancel,
    crashes: &'a Crashes,
    listener: &'a mut dyn FnMut(Event),
    start: Instant,
    report: Report,
    /// How much of each function is in the model, and whether it has obligations.
    coverage: Vec<(Coverage, bool)>,
    /// How many diagnostics are about earlier packages.
    heard: usize,
    /// Whether each package compiles.
    compiles: Vec<Option<bool>>,
    /// The same of this package, while that is being found out.
    checking: Option<(CargoCheck, Checking)>,
    /// Those that run already.
    started: Started,
    /// What is read of the sources.
    disk: &'a Disk,
    /// Those that have ended, with what there is.
    checks: Vec<(CargoCheck, Vec<String>)>,
    /// Whether all would come out so again.
    lasting: bool,
    /// The contracts of the packages that were checked before this one.
    contracts: Contracts,
    /// What is proved if it does.
    held: Vec<ObligationReport>,
    /// The functions under check, in the order that they are reported in.
    order: Vec<String>,
    /// Where what is found is kept, if it may be.
    place: Option<&'a kept::ReportKey<'a>>,
    /// What is kept of this package's functions.
    functions: Option<Functions>,
    /// What this package was compiled from.
    from: Option<CompiledFrom>,
    /// All vectors that were run, if that is asked for.
    emitted: Document,
    /// Runs of this package that are to be tests.
    samples: Vec<(Sample, Outcome)>,
}

impl CheckRun<'_> {
    /// The user's cargo, which ends when the run is cancelled.
    fn cargo(&self, target: &Target) -> Cargo {
        Cargo { stop: self.cancel.flag(), ..self.options.cargo(target) }
    }

    fn progress(&mut self, step: String, done: usize, total: usize) {
        (self.listener)(Event::Progress { step, done, total });
    }

    fn package(&mut self, project: &Project, target: &Target) {
        self.progress(format!("reading {}", target.name), 0, 0);
        let before = Instant::now();
        self.checking = self.options.run.then(|| self.check(project, target));
        let checking = self.checking.as_ref().map(|(_, checking)| checking);
        let load::Loaded { program, diagnostics, coverage } =
            load::program(target, self.options, self.fronts, self.cancel, checking, self.disk);
        let program: &dyn Program = &*program;
        self.report.timings.lower += before.elapsed();
        let places =
            Places { program, root: &project.root, prefix: &target.prefix, before_names: &target.before_names };
        self.heard = self.report.diagnostics.len();
        for diagnostic in &diagnostics {
            self.diagnostic(diagnostic.clone(), diagnostic.span.map(|span| places.of(span)));
        }
        if self.cancel.is_cancelled() {
            return self.read_in_part(project, target, &places);
        }
        self.functions = self.place.map(|place| place.functions(&project.target_dir, target));
        self.from = None;
        let mut works = self.prove(target, program, &places);
        let with_obligations: HashSet<FnId> =
            works.iter().filter(|work| !work.cases.is_empty()).map(|work| work.inst.func).collect();
        self.coverage.extend(coverage.into_iter().map(|function| {
            let has_obligations = with_obligations.contains(&function.func);
            (function, has_obligations)
        }));
        let compiled = self.compiled(target, &places, &mut works);
        self.compiles.push(compiled.known());
        if !matches!(compiled, Compiled::No) {
            self.search(project, target, &places, &mut works, &compiled);
        }
        if let Some(functions) = self.functions.take() {
            let all: Vec<String> = works.iter().map(|work| work.path.clone()).collect();
            functions.write(&all, !self.cancel.is_cancelled());
        }
        self.leave_off(&places, &mut works);
        self.lasting &= works.iter().all(|work| !work.clock && !work.hurried);
        let internal = entries::internal(program, self.options, &works);
        entries::judge(program, &internal, &mut works);
        let aside = self.aside(&places, &works);
        self.settle(project, &places, &works, &aside);
        let asks = self.options.looks_at_tests();
        if compiled.known() != Some(false) && asks && self.cancel.why() != Some(Stop::Interrupted) {
            self.progress(format!("{KEEPING_TESTS}{}", target.name), 0, 0);
            let samples = std::mem::take(&mut self.samples);
            let package = Subject { project, target, program, package: project.package(target) };
            // (What was found is kept, also where the time for finding it is used up.)
            let cancel = self.cancel.beyond_budgets();
            match regressions::write(&package, &works, samples, self.options, &cancel) {
                Ok(tests) => self.report.tests.extend(tests),
                Err(error) => self.diagnostic(error.diagnostic(), error.place),
            }
        }
    }

    /// `cargo check` of a package, which may run already.
    fn check(&mut self, project: &Project, target: &Target) -> (CargoCheck, Checking) {
        let check = project.check(target, self.options);
        match self.started.iter().position(|(known, _)| *known == check) {
            Some(at) => self.started.swap_remove(at),
            None => {
                let checking = check.start(self.cancel);
                (check, checking)
            }
        }
    }

    fn checking(&self) -> Option<&Checking> {
        self.checking.as_ref().map(|(_, checking)| checking)
    }

    /// Tells of something in the input that is not in order. The rest is checked all the same.
    fn diagnostic(&mut self, diagnostic: Diagnostic, place: Option<SourceLocation>) {
        (self.listener)(Event::Diagnostic(diagnostic.clone(), place.clone()));
        self.report.diagnostics.push((diagnostic, place));
    }

    /// What `cargo check` came to. A crate that does not compile has no proofs to speak of.
    fn compiled(&mut self, target: &Target, places: &Places<'_>, works: &mut [Work]) -> Compiled {
        let Some((check, checking)) = self.checking.take() else {
            self.release();
            return Compiled::Unknown("there is no harness");
        };
        self.progress(format!("compiling {}", target.name), 0, 0);
        let before = Instant::now();
        self.checks.push((check, checking.made()));
        self.from = checking.compiled_from();
        let ended = checking.finish();
        self.report.timings.harness_build += before.elapsed();
        let Err(error) = ended else {
            self.release();
            return Compiled::Yes;
        };
        let of_user = error.is_of_code();
        if !of_user {
            self.release();
        }
        self.held.clear();
        if let Some(why) = self.cancel.why() {
            return Compiled::Unknown(why.reason());
        }
        let why = self.not_built(target, places, error);
        if !of_user {
            return Compiled::Unknown(why);
        }
        for work in works {
            let own = places.program.func(work.called.func).uncallable.clone();
            work.not_run = Some(own.unwrap_or_else(|| why.to_owned()));
            work.cases.iter_mut().for_each(|case| case.proof = None);
        }
        Compiled::No
    }

    /// Tells why there is no program to run, and says it in short.
    fn not_built(&mut self, target: &Target, places: &Places<'_>, error: BuildError) -> &'static str {
        let (errors, why) = build_errors(target, places, error);
        // Of a file that is missing or does not parse it was said before, and so of what is amiss at a place.
        let told = &self.report.diagnostics[self.heard..];
        let all = told.iter().any(|(known, _)| matches!(known.code, "E0001" | "E0002"));
        let line = |place: &Option<SourceLocation>| place.as_ref().map(|place| (place.file.clone(), place.line));
        let lines: Vec<_> = told.iter().filter(|(known, _)| known.error).filter_map(|(_, at)| line(at)).collect();
        let known = |error: &CheckError| all || line(&error.place).is_some_and(|line| lines.contains(&line));
        for error in errors.into_iter().filter(|error| error.code != Some("E0300") || !known(error)) {
            self.diagnostic(error.diagnostic(), error.place);
        }
        why
    }
}
