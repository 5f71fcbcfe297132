//! Find and run: what the proofs of a package leave open.
use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use refine_core::content::Part;
use refine_core::ids::FnId;
use refine_core::obligation::Kind;
use refine_core::program::{Diagnostic, FnDef, Program};
use refine_core::smt::Capacity;
use refine_core::ty::{FnInst, Ty};
use refine_testgen::types::{has_shapes, param_types};
use refine_testgen::{BuildRequest, Cargo, Harness};

use super::telling::script;
use super::{CheckRun, Compiled};
use crate::case::{Case, Work};
use crate::crashes::SolverUse;
use crate::entries;
use crate::judge;
use crate::kept::Others;
use crate::place::Places;
use crate::project::{Project, Target};
use crate::report::ObligationReport;
use crate::search::{Hooks, Search};
use crate::select;
use crate::workers::{Heard, Turn, at_once};

/// What runs beside the user's code is optimised for so many vectors a function, or for so many functions whose arguments have any number of
/// parts, each of which is run with thousands: their runs then take half the time. (One whose arguments are made by chains of calls counts
/// twice.) It costs some seconds, once for all packages of a user.
const MANY: usize = 10_000;
const SHAPED: usize = 4;

impl CheckRun<'_> {
    /// Find and run, for the functions that have something left open.
    pub(super) fn search(
        &mut self,
        project: &Project,
        target: &Target,
        places: &Places<'_>,
        works: &mut [Work],
        compiled: &Compiled,
    ) {
        if !self.options.prove || self.cancel.is_cancelled() {
            return;
        }
        let program = places.program;
        let audit = self.options.audit;
        // Of a precondition without translation only the compiler says whether it is Rust.
        let unread = |work: &Work| program.contract(&work.inst).raw_requires().next().is_some();
        let replayed = |work: &Work| audit && !work.trusted && program.mir(&work.inst).is_some();
        let is_searched = |work: &Work| !work.claims_settled() || unread(work) || replayed(work);
        let runs = self.options.run;
        let looked_at = |work: &Work| is_searched(work) || !work.settled(runs);
        if !works.iter().any(looked_at) {
            return;
        }
        // (What is only run a little takes nothing from the others.)
        let functions = works.iter().filter(|work| is_searched(work)).count();
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
        let others = Others { under_check: &under_check, answered: &answered, callers: &callers, functions };
        // What a run of one function shows may be another's to tell, which is known when all were run.
        let waiting = entries::waiting(program, &entries::internal(program, self.options, works), works);
        let contents = self.recall(project, target, program, works, compiled, (&looked_at, &others));
        let are_proved = |work: &&Work| work.asked && work.cases.iter().all(Case::proved);
        let proved: HashSet<FnInst> = works.iter().filter(are_proved).map(|work| work.inst.clone()).collect();
        let mut open: Vec<&mut Work> = Vec::new();
        for work in works.iter_mut().filter(|work| looked_at(work) || work.searched) {
            match work.searched {
                true => self.settle_now(project, places, work, &waiting),
                false => open.push(work),
            }
        }
        if let Some(known) = &self.functions {
            open.sort_by_cached_key(|work| !known.is_urgent(&work.path));
        }
        let runs = |def: &FnDef| def.uncallable.is_none() && (def.effects.is_empty() || self.options.allow_effects);
        let mut insts: Vec<FnInst> = Vec::new();
        for work in open.iter().filter(|work| runs(program.func(work.called.func))) {
            if !insts.contains(&work.called) {
                insts.push(work.called.clone());
            }
        }
        let nothing_to_run = insts.is_empty();
        let makers: Vec<FnInst> = makers(program, &insts)
            .filter(|inst| runs(program.func(inst.func)) && !insts.contains(inst))
            // What is proved of one need not be looked at.
            .filter(|inst| !proved.contains(inst))
            .collect();
        insts.extend(makers);
        let harness = match compiled {
            Compiled::Unknown(why) => Err(*why),
            Compiled::Yes | Compiled::No => self.harness(project, target, places, insts),
        };
        let sound = harness.as_ref().map_or(nothing_to_run || !self.options.run, |it| it.rejected().next().is_none());
        let earlier = |work: &Work| {
            let content = contents.get(&work.path)?;
            Some((work.path.clone(), self.functions.as_ref()?.witnesses(program, work, &content.names)))
        };
        let capacity = Capacity::default();
        let search = Search {
            places,
            program,
            harness: harness.as_ref().map_err(|why| *why),
            options: self.options,
            capacity: &capacity,
            limits: self.options.limits(),
            functions,
            cancel: self.cancel,
            crashes: self.crashes,
            under_check: &under_check,
            answered: &answered,
            callers: &callers,
            earlier: open.iter().filter_map(|work| earlier(work)).collect(),
        };
        let paths: Vec<String> = open.iter().map(|work| work.path.clone()).collect();
        let (options, cancel, crashes, start) = (self.options, self.cancel, self.crashes, Instant::now());
        let alone = |work: &&mut Work| crashes.is_suspect(SolverUse::Search, &places.name(&work.path));
        let left: Vec<usize> =
            open.iter().map(|work| work.cases.iter().filter(|case| !case.settled()).count()).collect();
        let (mut done, total) = (0, left.iter().sum());
        let (mut solving, mut running) = (Duration::ZERO, Duration::ZERO);
        let searching = |work, turn: Turn<'_, ObligationReport>| {
            // What is refuted is, whatever else comes of the search, which may take long.
            let refuted = |work: &Work, case: &Case| {
                if is_final(work, case, &waiting) && !cancel.is_cancelled() {
                    (turn.tell)(told(project, places, work, case));
                }
            };
            timed(&search, work, Hooks { refuted: &refuted, step_back: turn.step_back })
        };
        at_once(open, &alone, options, cancel, &searching, &mut |heard| match heard {
            Heard::Started(at) => self.progress(format!("running {}", paths[at]), done, total),
            Heard::Told(report) => self.settled(report),
            Heard::Done(at, (work, solver, runs)) => {
                done += left[at];
                solving += solver;
                running += runs;
                if !work.searched {
                    return;
                }
                if sound && !work.cut_short {
                    self.keep(places, Part::Runs, work, contents.get(&work.path));
                }
                self.settle_now(project, places, work, &waiting);
            }
        });
        if let (Ok(harness), true) = (&harness, options.measures()) {
            self.cover(&search, harness, works);
        }
        // Several functions share the time that passes.
        let share = solving.as_secs_f64() / (solving + running).as_secs_f64().max(f64::MIN_POSITIVE);
        let solver = start.elapsed().mul_f64(share.min(1.0));
        self.report.timings.solver += solver;
        self.report.timings.runs += start.elapsed().saturating_sub(solver);
    }

    /// Settles what the search in a function has found, unless that was told or may be another's to tell.
    fn settle_now(&mut self, project: &Project, places: &Places<'_>, work: &Work, waiting: &HashSet<FnId>) {
        for case in work.cases.iter().filter(|case| is_final(work, case, waiting)) {
            let report = told(project, places, work, case);
            let is_told = case.witness.is_some() && self.report.obligations.iter().any(|known| known.id == report.id);
            if !is_told {
                self.settled(report);
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
        self.progress(format!("building {} for the runs", target.name), 0, 0);
        let before = Instant::now();
        let program = places.program;
        let is_chain = |ty: &Ty| match ty.peeled() {
            Ty::Adt(id, _) => program.adt(*id).module.is_some() && program.adt(*id).is_abstract(),
            _ => false,
        };
        let shaped = functions.iter().map(|inst| {
            let params = param_types(program, inst);
            let of_param = |ty: &Ty| match has_shapes(program, ty) {
                // Each of their values is many calls, after all of which the claims are looked at.
                true if is_chain(ty) => 2,
                shaped => usize::from(shaped),
            };
            params.iter().map(of_param).max().unwrap_or(0)
        });
        let optimised = shaped.sum::<usize>() >= SHAPED || self.options.vectors > MANY;
        let request = BuildRequest { program, package: project.package(target), functions };
        let built = Harness::build_with(&request, &Cargo { optimised, ..self.cargo(target) });
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
}

/// Whether what the search in a function has found of a case is all that there is to say of it.
fn is_final(work: &Work, case: &Case, waiting: &HashSet<FnId>) -> bool {
    let is_own = work.asked && !waiting.contains(&work.called.func) && !entries::may_move(case);
    is_own && case.listed() && (!case.proved() || case.witness.is_some())
}

/// What is told of it.
fn told(project: &Project, places: &Places<'_>, work: &Work, case: &Case) -> ObligationReport {
    let report = judge::report(places, work, case, None);
    ObligationReport { smt2: script(project, case, &report.id), ..report }
}

/// The functions that promise something and make values, or change them, that some functions take: what is wrong with a value after such a
/// promise was broken is no fault of who takes it.
fn makers<'p>(program: &'p dyn Program, insts: &[FnInst]) -> impl Iterator<Item = FnInst> + 'p {
    let params = insts.iter().flat_map(|inst| &program.func(inst.func).params);
    let mut todo: Vec<Ty> = params.map(|param| param.ty.clone()).collect();
    let (mut seen, mut makers) = (BTreeSet::new(), BTreeSet::new());
    while let Some(ty) = todo.pop() {
        todo.extend(ty.parts().cloned());
        if let Ty::Adt(id, _) = ty
            && seen.insert(id)
        {
            let def = program.adt(id);
            todo.extend(def.variants.iter().flat_map(|variant| &variant.fields).map(|field| field.ty.clone()));
            makers.extend(def.constructors.iter().chain(&def.steps).copied());
        }
    }
    makers.into_iter().map(|func| select::instance(program, func)).filter(|inst| select::promises(program, inst))
}

/// Searches, with the time that went into the solver and into runs.
fn timed<'w>(search: &Search<'_>, work: &'w mut Work, hooks: Hooks<'_>) -> (&'w Work, Duration, Duration) {
    let (before, solver) = (Instant::now(), work.solver);
    let waited = search.function(work, hooks);
    let solver = work.solver - solver;
    // To make the vectors takes its time too.
    work.running = before.elapsed().saturating_sub(solver).saturating_sub(waited);
    (work, solver, work.running)
}
