//! A check on a thread of its own, and who listens to it: the listener is not kept waiting when the check is asked to stop,
//! whatever it is busy with, and the bounds on the whole run are kept.
//!
//! A check that was asked to stop ends soon by itself: the solver is interrupted, runs and cargo are killed. What cannot be
//! broken off (reading the source, building a graph) is not waited for.
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use refine_testgen::children;

use crate::cancel::{Cancel, Stop};
use crate::error::CheckError;
use crate::load::Session;
use crate::options::Options;
use crate::report::{Cut, Event, Report};

/// How often the bounds are looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a check may take to end in good order when nobody waits for it any more.
const ASKED: Duration = Duration::from_millis(60);

/// The same where it is to say all that it knows.
const OUT_OF_BUDGET: Duration = Duration::from_secs(1);

/// The check goes as deep into terms as its workers do.
const STACK: usize = 64 << 20;

/// Checks a project. Events arrive in order, on the caller's thread; the report holds all of them again.
///
/// # Errors
/// If there is nothing to check because of the input: no package, a configuration or a crate that cargo refuses.
/// Errors in the user's annotations are diagnostics of the report, and the other functions are still checked.
pub fn check(options: &Options, cancel: &Cancel, listener: &mut dyn FnMut(Event)) -> Result<Report, CheckError> {
    check_again(&mut Session::default(), options, cancel, listener)
}

/// The same for a project that may have been checked before, and has changed since.
///
/// # Errors
/// As [`check`].
pub fn check_again(
    session: &mut Session,
    options: &Options,
    cancel: &Cancel,
    listener: &mut dyn FnMut(Event),
) -> Result<Report, CheckError> {
    let start = Instant::now();
    let (tell, events) = crossbeam_channel::unbounded();
    let (options_there, cancel_there, kept) = (options.clone(), cancel.clone(), Arc::clone(&session.fronts));
    let work = move || {
        let mut fronts = kept.lock().unwrap_or_else(|poisoned| {
            // What a check that panicked left behind is not built on.
            kept.clear_poison();
            let mut fronts = poisoned.into_inner();
            fronts.clear();
            fronts
        });
        // Where nobody listens any more, the check was asked to stop.
        crate::check::project(&mut fronts, &options_there, &cancel_there, &mut |event| drop(tell.send(event)))
    };
    let thread = std::thread::Builder::new().name("check".to_owned()).stack_size(STACK).spawn(work);
    let thread = thread.expect("a thread starts");
    let mut heard = Heard::default();
    let waited = heard.listen(&events, options, cancel, start, listener);
    // The thread ends right after its last event, if that was heard.
    if let Waited::ToTheEnd = waited {
        let ended = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        return if cancel.why() == Some(Stop::Interrupted) { Ok(heard.so_far(cancel, start)) } else { ended };
    }
    session.fronts = Arc::default();
    let report = heard.so_far(cancel, start);
    if cancel.why() != Some(Stop::Interrupted) {
        listener(Event::Finished(Box::new(report.clone())));
    }
    Ok(report)
}

enum Waited {
    ToTheEnd,
    /// The check is still at it.
    LongEnough,
}

/// What a check has told so far.
#[derive(Default)]
struct Heard {
    packages: Vec<String>,
    /// The functions under check, by package.
    selected: BTreeMap<String, Vec<String>>,
    report: Report,
}

impl Heard {
    fn listen(
        &mut self,
        events: &Receiver<Event>,
        options: &Options,
        cancel: &Cancel,
        start: Instant,
        listener: &mut dyn FnMut(Event),
    ) -> Waited {
        let mut since = None;
        loop {
            let event = events.recv_timeout(GLANCE);
            self.keep_bounds(options, cancel, start);
            match event {
                Ok(event) if cancel.why() != Some(Stop::Interrupted) => {
                    self.hear(&event, start);
                    listener(event);
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Waited::ToTheEnd,
            }
            let Some(why) = cancel.why() else { continue };
            let patience = if why == Stop::Interrupted { ASKED } else { OUT_OF_BUDGET };
            if since.get_or_insert_with(Instant::now).elapsed() > patience {
                return Waited::LongEnough;
            }
        }
    }

    fn keep_bounds(&self, options: &Options, cancel: &Cancel, start: Instant) {
        if options.time_budget.is_some_and(|budget| start.elapsed() >= budget) {
            cancel.stop(Stop::Time);
        }
        let used = || children::resident_of("self").unwrap_or_default() + children::resident();
        if options.memory.is_some_and(|mebibytes| used() >= mebibytes << 20) {
            cancel.stop(Stop::Memory);
        }
    }

    fn hear(&mut self, event: &Event, start: Instant) {
        match event {
            Event::Project { packages, .. } => self.packages.clone_from(packages),
            Event::Functions { package, functions } => {
                self.selected.insert(package.clone(), functions.clone());
            }
            Event::Diagnostic(diagnostic, place) => self.report.diagnostics.push((diagnostic.clone(), place.clone())),
            Event::Function(function) => self.report.functions.push(function.clone()),
            Event::Settled(obligation) => {
                if self.report.obligations.is_empty() {
                    self.report.timings.first_verdict = start.elapsed();
                }
                self.report.obligations.push((**obligation).clone());
            }
            Event::Progress { .. } | Event::Finished(_) => {}
        }
    }

    /// The report of what was settled before the check was asked to stop.
    fn so_far(self, cancel: &Cancel, start: Instant) -> Report {
        let mut report = self.report;
        let settled = |name: &str| report.obligations.iter().filter(|known| known.function == name).count();
        let known: BTreeMap<&str, usize> =
            report.functions.iter().map(|function| (&*function.function, function.obligations)).collect();
        let is_left = |name: &&String| known.get(name.as_str()).is_none_or(|count| settled(name) < *count);
        let functions = self.selected.values().flatten().filter(is_left).cloned().collect();
        let unread = self.packages.iter().filter(|name| !self.selected.contains_key(*name)).cloned().collect();
        let why = cancel.why().unwrap_or(Stop::Interrupted);
        for function in &mut report.functions {
            function.obligations = report.obligations.iter().filter(|o| o.function == function.function).count();
        }
        report.cut = Some(Cut { why, packages: unread, functions });
        report.timings.total = start.elapsed();
        report.in_order();
        report.count();
        report
    }
}
