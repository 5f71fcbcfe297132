//! A whole run: packages one after the other, each through all steps.
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::{Duration, Instant};

use refine_core::obligation::{Kind, Obligation};
use refine_core::program::{Diagnostic, FnDef, FnId, FnInst, Program};
use refine_core::smt::ProofOutcome;
use refine_front::{Coverage, Stats};
use refine_testgen::{BuildError, BuildRequest, Cargo, Checking, Harness};

use crate::artifacts;
use crate::build_errors::build_errors;
use crate::cancel::Cancel;
use crate::case::{Case, Work};
use crate::crashes::{Crashes, Step};
use crate::entries;
use crate::error::CheckError;
use crate::given::{given, rests_on};
use crate::judge;
use crate::kept::{self, Check, Disk, Started};
use crate::load::{self, Fronts};
use crate::options::Options;
use crate::place::Places;
use crate::project::{self, Project, Target};
use crate::proving::Proving;
use crate::regressions::{self, Subject};
use crate::report::{Cached, Cut, Event, FunctionReport, ObligationReport, Place, Report, Spent};
use crate::search::Search;
use crate::select;
use crate::workers::{Heard, at_once, in_order, on_deep_stack};

/// Checks a project, to the end or until it is cancelled.
pub(crate) fn project(
    fronts: &mut Fronts,
    options: &Options,
    crashes: &Crashes,
    cancel: &Cancel,
    listener: &mut dyn FnMut(Event),
) -> Result<Report, CheckError> {
    let start = Instant::now();
    let place = kept::Place::of(options);
    let started = match place.as_ref().map(|place| place.recall(cancel)) {
        Some(Ok(known)) => return Ok(recalled(*known, start, listener)),
        Some(Err(started)) => started,
        None => Vec::new(),
    };
    let disk = Disk::default();
    let project = project::load(options, &disk)?;
    listener(Event::Project {
        root: project.root.clone(),
        packages: project.targets.iter().map(|target| target.name.clone()).collect(),
    });
    let targets: Vec<(&Target, Options)> =
        project.targets.iter().filter_map(|target| Some((target, project.narrowed(target, options)?))).collect();
    let mut run = Run {
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
        held: Vec::new(),
        order: Vec::new(),
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
fn recalled(known: kept::Entry, start: Instant, listener: &mut dyn FnMut(Event)) -> Report {
    listener(Event::Project { root: known.root.clone(), packages: known.packages.clone() });
    let mut report = Report { cached: Cached::Recalled, ..known.into_report() };
    let each = |(diagnostic, place): &(Diagnostic, Option<Place>)| Event::Diagnostic(diagnostic.clone(), place.clone());
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

struct Run<'a> {
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
    checking: Option<(Check, Checking)>,
    /// Those that run already.
    started: Started,
    /// What is read of the sources.
    disk: &'a Disk,
    /// Those that have ended, with what there is.
    checks: Vec<(Check, Vec<String>)>,
    /// Whether all would come out so again.
    lasting: bool,
    /// What is proved if it does.
    held: Vec<ObligationReport>,
    /// The functions under check, in the order that they are reported in.
    order: Vec<String>,
}

impl Run<'_> {
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
        let places = Places { program, prefix: &target.prefix, before_names: &target.before_names };
        self.heard = self.report.diagnostics.len();
        for diagnostic in &diagnostics {
            self.diagnostic(diagnostic.clone(), diagnostic.span.map(|span| places.of(span)));
        }
        if self.cancel.is_cancelled() {
            // Some of it was left out.
            return self.unread(target);
        }
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
        self.leave_off(&places, &mut works);
        self.lasting &= works.iter().all(|work| !work.clock && !work.hurried);
        let internal = entries::internal(program, self.options, &works);
        entries::judge(program, &internal, &mut works);
        let aside = self.aside(&places, &works);
        self.settle(project, &places, &works, &aside);
        if compiled.known() != Some(false)
            && !self.cancel.is_cancelled()
            && (self.options.write_tests || self.options.check_tests)
        {
            let package = Subject { project, target, program, package: project.package(target) };
            match regressions::write(&package, &works, self.options) {
                Ok(tests) => self.report.tests.extend(tests),
                Err(error) => self.diagnostic(error.diagnostic(), error.place),
            }
        }
    }

    /// `cargo check` of a package, which may run already.
    fn check(&mut self, project: &Project, target: &Target) -> (Check, Checking) {
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

    /// Books what a run that is out of time does not look at.
    fn cut(&mut self) -> Option<&mut Cut> {
        let why = self.cancel.why()?;
        Some(self.report.cut.get_or_insert_with(|| Cut { why, packages: Vec::new(), functions: Vec::new() }))
    }

    fn unread(&mut self, target: &Target) {
        if let Some(cut) = self.cut() {
            cut.packages.push(target.name.clone());
        }
        self.checking = None;
    }

    /// Tells of something in the input that is not in order. The rest is checked all the same.
    fn diagnostic(&mut self, diagnostic: Diagnostic, place: Option<Place>) {
        (self.listener)(Event::Diagnostic(diagnostic.clone(), place.clone()));
        self.report.diagnostics.push((diagnostic, place));
    }

    /// Proofs, streamed: what is proved without leaning on anything is settled at once, if the crate is known to compile.
    fn prove(&mut self, target: &Target, program: &dyn Program, places: &Places<'_>) -> Vec<Work> {
        let mut functions = on_deep_stack(|| select::functions(places, self.options));
        let name = |inst: &FnInst| places.name(&program.func(inst.func).path);
        let selected: Vec<String> = functions.iter().map(name).collect();
        (self.listener)(Event::Functions { package: target.name.clone(), functions: selected.clone() });
        let asked = functions.len();
        functions.extend(on_deep_stack(|| entries::callers(program, self.options, &functions)));
        let total = functions.len();
        let claims = |inst: &FnInst| program.body(inst).map_or(0, |body| body.obligations.len());
        let claimed: Vec<usize> = functions.iter().map(claims).collect();
        let (mut done, all) = (0, claimed.iter().sum());
        let before = Instant::now();
        let (options, cancel, crashes) = (self.options, self.cancel, self.crashes);
        let under_check = on_deep_stack(|| select::Selected::new(program, &functions[..asked]));
        let proofs = Proving { program, functions: total, options, cancel, crashes };
        let proving = |inst: FnInst| {
            let elsewhere = |obligation: &Obligation| under_check.answer_for(&inst, obligation);
            proofs.prove(&inst, &name(&inst), &elsewhere)
        };
        let alone = |inst: &FnInst| crashes.is_suspect(Step::Proof, &name(inst));
        let mut works = BTreeMap::new();
        at_once(functions, &alone, options, cancel, &proving, &mut |heard| {
            let Heard::Done(at, mut work) = heard else { return };
            done += claimed[at];
            self.progress(format!("proving {}", work.path), done, all);
            work.asked = at < asked;
            if work.asked {
                self.function(program, places, &work);
                // A run may still show that the model is wrong.
                for case in work.cases.iter().filter(|case| stands_alone(case) && !self.options.audit) {
                    self.held.push(judge::report(places, &work, case, None));
                }
                self.release();
            }
            works.insert(at, work);
        });
        self.report.timings.solver += before.elapsed();
        if let Some(cut) = self.cut() {
            let left = selected.iter().enumerate().filter(|(at, _)| !works.contains_key(at));
            cut.functions.extend(left.map(|(_, name)| name.clone()));
        }
        self.order.extend(selected);
        works.into_values().collect()
    }

    /// Where one obligation is looked at alone: what its proof rests on, proved as well, so that it is known whether it
    /// holds. Nothing else is said of it.
    fn aside(&mut self, places: &Places<'_>, works: &[Work]) -> Vec<Work> {
        let program = places.program;
        let mut aside: Vec<Work> = Vec::new();
        if self.options.obligation.is_none() {
            return aside;
        }
        let before = Instant::now();
        let (cancel, crashes) = (self.cancel, self.crashes);
        let options = Options { obligation: None, ..self.options.clone() };
        let name = |inst: &FnInst| places.name(&program.func(inst.func).path);
        let proofs = Proving { program, functions: 1, options: &options, cancel, crashes };
        let proving = |inst: FnInst| proofs.prove(&inst, &name(&inst), &|_| false);
        let alone = |inst: &FnInst| crashes.is_suspect(Step::Proof, &name(inst));
        let mut next = rests_on(program, works);
        while !next.is_empty() && !cancel.is_cancelled() {
            let insts = next.iter().map(|func| select::instance(program, *func)).collect();
            let mut found = in_order(insts, &alone, &options, cancel, &proving);
            next = rests_on(program, &found);
            aside.append(&mut found);
            next.retain(|func| aside.iter().all(|known| known.inst.func != *func));
        }
        self.report.timings.solver += before.elapsed();
        aside
    }

    /// Settles what was proved so far, unless it may yet turn out that the crate does not compile.
    fn release(&mut self) {
        if self.checking().is_none_or(|checking| checking.passed() == Some(true)) {
            std::mem::take(&mut self.held).into_iter().for_each(|report| self.settled(report));
        }
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
        let ended = checking.finish();
        self.report.timings.harness_build += before.elapsed();
        let Err(error) = ended else {
            self.release();
            return Compiled::Yes;
        };
        let of_user = matches!(error, BuildError::UserCode(_));
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

    fn function(&mut self, program: &dyn Program, places: &Places<'_>, work: &Work) {
        let status = match (work.trusted, work.unmodelled.is_empty(), program.body(&work.inst).is_some()) {
            (true, ..) => "trusted",
            (_, _, false) => "not modelled",
            (_, true, _) => "checked",
            (_, false, _) => "partly modelled",
        };
        let report = FunctionReport {
            function: places.name(&work.path),
            place: places.of(program.func(work.inst.func).span),
            status,
            unmodelled: work.unmodelled.iter().map(|(what, at)| (what.clone(), places.of(*at))).collect(),
            obligations: work.cases.len(),
        };
        (self.listener)(Event::Function(report.clone()));
        self.report.functions.push(report);
    }

    /// Books a verdict and tells the listener.
    fn settled(&mut self, report: ObligationReport) {
        if self.report.obligations.is_empty() {
            self.report.timings.first_verdict = self.start.elapsed();
        }
        self.report.obligations.push(report.clone());
        (self.listener)(Event::Settled(Box::new(report)));
    }

    /// Find and run, for the functions that have something left open.
    fn search(
        &mut self,
        project: &Project,
        target: &Target,
        places: &Places<'_>,
        works: &mut [Work],
        compiled: &Compiled,
    ) {
        if !self.options.prove {
            return;
        }
        let program = places.program;
        let audit = self.options.audit;
        // Of a precondition without translation only the compiler says whether it is Rust.
        let unread = |work: &Work| program.contract(&work.inst).raw_requires().next().is_some();
        let replayed = |work: &Work| audit && !work.trusted && program.mir(&work.inst).is_some();
        let looked_at = |work: &Work| !work.settled() || unread(work) || replayed(work);
        let open: Vec<&Work> = works.iter().filter(|work| looked_at(work)).collect();
        if open.is_empty() {
            return;
        }
        let paths: Vec<String> = open.iter().map(|work| work.path.clone()).collect();
        let runs = |def: &FnDef| def.uncallable.is_none() && (def.effects.is_empty() || self.options.allow_effects);
        let mut insts: Vec<FnInst> = Vec::new();
        for work in open.iter().filter(|work| runs(program.func(work.called.func))) {
            if !insts.contains(&work.called) {
                insts.push(work.called.clone());
            }
        }
        let harness = match compiled {
            Compiled::Unknown(why) => Err(*why),
            Compiled::Yes | Compiled::No => self.harness(project, target, places, insts),
        };
        let asked = works.iter().filter(|work| work.asked);
        let under_check: BTreeSet<String> = asked.map(|work| work.path.clone()).collect();
        let all = || works.iter().flat_map(|work| work.cases.iter().map(move |case| (work, &case.obligation)));
        let callers = all()
            .filter(|(_, obligation)| obligation.kind == Kind::Requires)
            .filter_map(|(work, obligation)| Some((obligation.clause?, work.path.clone())))
            .collect();
        let answered = all()
            .filter(|(_, obligation)| !obligation.through.is_empty())
            .filter_map(|(work, o)| Some((o.span.file, o.panics_at?, work.path.clone())))
            .collect();
        let search = Search {
            places,
            program,
            harness: harness.as_ref().map_err(|why| *why),
            options: self.options,
            limits: self.options.limits(),
            functions: open.len(),
            cancel: self.cancel,
            crashes: self.crashes,
            under_check: &under_check,
            answered: &answered,
            callers: &callers,
        };
        let waits = entries::may_move(&entries::internal(program, self.options, works), works);
        let open: Vec<&mut Work> = works.iter_mut().filter(|work| looked_at(work)).collect();
        let (options, cancel, start) = (self.options, self.cancel, Instant::now());
        let left: Vec<usize> =
            open.iter().map(|work| work.cases.iter().filter(|case| !case.settled()).count()).collect();
        let (mut done, total) = (0, left.iter().sum());
        let (mut solving, mut running) = (Duration::ZERO, Duration::ZERO);
        let alone = |work: &&mut Work| self.crashes.is_suspect(Step::Search, &places.name(&work.path));
        at_once(open, &alone, options, cancel, &|work| timed(&search, work), &mut |heard| match heard {
            Heard::Started(at) => self.progress(format!("running {}", paths[at]), done, total),
            Heard::Done(at, (work, solver, runs)) => {
                done += left[at];
                solving += solver;
                running += runs;
                if !work.searched {
                    return;
                }
                // What a run of one function shows may be another's to tell, which is known when all were run.
                let final_now =
                    |case: &&Case| work.asked && !waits && case.listed() && (!case.proved() || case.witness.is_some());
                for case in work.cases.iter().filter(final_now) {
                    let mut report = judge::report(places, work, case, None);
                    report.smt2 = script(project, case, &report.id);
                    self.settled(report);
                }
            }
        });
        // Several functions share the time that passes.
        let share = solving.as_secs_f64() / (solving + running).as_secs_f64().max(f64::MIN_POSITIVE);
        let solver = start.elapsed().mul_f64(share.min(1.0));
        self.report.timings.solver += solver;
        self.report.timings.runs += start.elapsed().saturating_sub(solver);
    }

    /// Marks what a run that is out of time did not look at to the end.
    fn leave_off(&mut self, places: &Places<'_>, works: &mut [Work]) {
        let Some(why) = self.cancel.why() else { return };
        for work in works.iter_mut().filter(|work| !work.searched && !work.settled() && !work.trusted) {
            work.cut = Some(why);
            work.internal.clear();
            if let Some(cut) = self.cut().filter(|_| work.asked) {
                cut.functions.push(places.name(&work.path));
            }
        }
    }

    /// The harness for some functions, or why there is none.
    fn harness(
        &mut self,
        project: &Project,
        target: &Target,
        places: &Places<'_>,
        functions: Vec<FnInst>,
    ) -> Result<Harness, &'static str> {
        if functions.is_empty() || self.cancel.is_cancelled() {
            return Err("there is no harness");
        }
        self.progress(format!("building {} for its runs", target.name), 0, 0);
        let before = Instant::now();
        let request = BuildRequest { program: places.program, package: project.package(target), functions };
        let built = Harness::build_with(&request, &self.cargo(target));
        self.report.timings.harness_build += before.elapsed();
        let rejected = built.iter().flat_map(Harness::rejected).cloned().collect::<BTreeSet<_>>();
        for (span, why) in rejected {
            let message = format!("this clause is not valid Rust: {why}");
            let diagnostic = Diagnostic { error: true, code: "E0200", message, span: Some(span), help: None };
            self.diagnostic(diagnostic, Some(places.of(span)));
        }
        built.map_err(|error| match self.cancel.why() {
            Some(why) => why.reason(),
            None => self.not_built(target, places, error),
        })
    }

    /// Tells why there is no program to run, and says it in short.
    fn not_built(&mut self, target: &Target, places: &Places<'_>, error: BuildError) -> &'static str {
        let (errors, why) = build_errors(target, places, error);
        // Of a file that is missing or does not parse it was said before, and so of what is amiss at a place.
        let told = &self.report.diagnostics[self.heard..];
        let all = told.iter().any(|(known, _)| matches!(known.code, "E0001" | "E0002"));
        let line = |place: &Option<Place>| place.as_ref().map(|place| (place.file.clone(), place.line));
        let lines: Vec<_> = told.iter().filter(|(known, _)| known.error).filter_map(|(_, at)| line(at)).collect();
        let known = |error: &CheckError| all || line(&error.place).is_some_and(|line| lines.contains(&line));
        for error in errors.into_iter().filter(|error| error.code != Some("E0300") || !known(error)) {
            self.diagnostic(error.diagnostic(), error.place);
        }
        why
    }

    /// Verdicts of all that was not settled on the way.
    fn settle(&mut self, project: &Project, places: &Places<'_>, works: &[Work], aside: &[Work]) {
        if self.options.audit {
            let sum = self.report.audit.get_or_insert_default();
            works.iter().for_each(|work| sum.add(work.replays));
        }
        let given = given(places, works, aside);
        for work in works {
            // A run that violates what was proved, when all that the proof leant on is proved too.
            let contradicted = work.cases.iter().filter_map(|case| {
                let ran = case.witness.as_ref()?;
                let weak = given.given.get(&case.obligation.id)?;
                let leans = matches!(&case.proof, Some(ProofOutcome::Proved { used, .. }) if !used.is_empty());
                let id = &case.obligation.id;
                (leans && weak.is_empty()).then(|| format!("{id}: proved, but {} {}", ran.call, ran.outcome))
            });
            for message in work.internal.iter().cloned().chain(contradicted) {
                self.report.summary.internal_errors += 1;
                let diagnostic = Diagnostic {
                    error: true,
                    code: "E0900",
                    message: format!("solver and compiled code disagree: {message}"),
                    span: None,
                    help: Some("this is a defect of refine; please report it with the function".to_owned()),
                };
                self.diagnostic(diagnostic, None);
            }
            if work.clock {
                let span = Some(places.program.func(work.inst.func).span);
                let diagnostic = Diagnostic {
                    error: false,
                    code: "N0005",
                    message: format!("the clock stopped the solver in `{}`", work.path),
                    span,
                    help: Some("on a faster machine the verdicts of this function may differ".to_owned()),
                };
                self.diagnostic(diagnostic, span.map(|span| places.of(span)));
            }
        }
        let spent = |work: &Work| Spent {
            function: places.name(&work.path),
            solver: work.solver,
            runs: work.running,
            vectors: work.vectors,
            ended: work.ended.clone().or(work.clock.then(|| "the clock stopped the solver".to_owned())),
        };
        self.report.timings.functions.extend(works.iter().map(spent));
        let mut left = Vec::new();
        for work in works {
            for case in work.cases.iter().filter(|case| case.listed()) {
                let id = places.name(&case.obligation.id);
                if !self.report.obligations.iter().any(|known| known.id == id) {
                    let mut report = judge::report(places, work, case, Some(&given));
                    report.smt2 = script(project, case, &report.id);
                    left.push(report);
                }
            }
        }
        left.sort_by_key(ObligationReport::urgency);
        left.into_iter().for_each(|report| self.settled(report));
        let told = &self.report.obligations;
        for function in &mut self.report.functions {
            function.obligations = told.iter().filter(|obligation| obligation.function == function.function).count();
        }
        self.report.in_order();
        let place = |function: &FunctionReport| self.order.iter().position(|name| *name == function.function);
        self.report.functions.sort_by_cached_key(place);
    }
}

/// Searches, with the time that went into the solver and into runs.
fn timed<'w>(search: &Search<'_>, work: &'w mut Work) -> (&'w Work, Duration, Duration) {
    let (before, solver) = (Instant::now(), work.solver);
    search.function(work);
    let solver = work.solver - solver;
    (work, solver, before.elapsed().saturating_sub(solver))
}

/// Writes the script of a VC that was not proved.
fn script(project: &Project, case: &Case, id: &str) -> Option<String> {
    let text = case.smt2.as_ref().filter(|_| !case.proved())?;
    let path = artifacts::folder(&project.target_dir).join("smt2").join(format!("{}.smt2", artifacts::file_name(id)));
    artifacts::write(&path, text).ok()?;
    Some(path.strip_prefix(&project.root).unwrap_or(&path).to_string_lossy().into_owned())
}

/// Proved, resting on nothing that could turn out weak, so that its verdict is final.
fn stands_alone(case: &Case) -> bool {
    matches!(&case.proof, Some(ProofOutcome::Proved { used, .. }) if used.is_empty())
}
