//! A check on a thread of its own, and who listens to it: the listener is not kept waiting when the check is asked to stop,
//! whatever it is busy with, and the bounds on the whole run are kept.
//!
//! A check that was asked to stop ends soon by itself: the solver is interrupted, runs and cargo are killed. What cannot be
//! broken off (reading the source, building a graph) is not waited for.
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use refine_testgen::children;

use crate::apart;
use crate::cancel::{Cancel, Stop};
use crate::crashes::Crashes;
use crate::error::CheckError;
use crate::heard::Heard;
use crate::kept::{self, KeptReport};
use crate::load::{Fronts, Session};
use crate::options::Options;
use crate::report::{Event, Report};

/// How often the bounds are looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// How long a check may take to end in good order when nobody waits for it any more.
const ASKED: Duration = Duration::from_millis(30);

/// The same where it is to say all that it knows.
const OUT_OF_BUDGET: Duration = Duration::from_secs(1);

/// The same where it is to keep what it found as tests, before it begins with that. Then it is waited for.
const BEFORE_TESTS: Duration = Duration::from_secs(10);

/// How the step of a check is told in which tests are kept.
pub(crate) const KEEPING_TESTS: &str = "keeping tests of ";

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
    let Some(command) = &session.apart else {
        return in_process(session, options, (&Crashes::default(), false), cancel, listener);
    };
    let start = Instant::now();
    if let Some(known) = recall(options, cancel, start) {
        return Ok(crate::check::recalled(*known, start, listener));
    }
    match apart::check(command, &mut session.worker, options, cancel, start, listener) {
        Some(ended) => ended,
        None => in_process(session, options, (&Crashes::default(), true), cancel, listener),
    }
}

/// The report of the last run, if nothing has changed: there is nothing for the solver to do, and so no need of another process.
fn recall(options: &Options, cancel: &Cancel, start: Instant) -> Option<Box<KeptReport>> {
    let (tell, found) = crossbeam_channel::bounded(1);
    let (options_there, asked) = (options.clone(), Cancel::default());
    let stop = asked.clone();
    let look = move || kept::ReportKey::of(&options_there).and_then(|place| place.recall(&asked));
    std::thread::spawn(move || drop(tell.send(look())));
    loop {
        match found.recv_timeout(GLANCE) {
            Ok(known) => return known,
            Err(RecvTimeoutError::Timeout) => keep_bounds(options, cancel, start),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        if cancel.is_cancelled() {
            stop.cancel();
            return None;
        }
    }
}

/// The same in this process, which a crash of the solver ends. It may be known that the project `has_changed` since it was checked.
pub(crate) fn in_process(
    session: &mut Session,
    options: &Options,
    (crashes, has_changed): (&Crashes, bool),
    cancel: &Cancel,
    listener: &mut dyn FnMut(Event),
) -> Result<Report, CheckError> {
    let start = Instant::now();
    let (tell, events) = crossbeam_channel::unbounded();
    let (options_there, cancel_there, kept) = (options.clone(), cancel.clone(), Arc::clone(&session.fronts));
    let crashes = crashes.clone();
    let work = move || {
        let mut fronts = kept.lock().unwrap_or_else(|poisoned| {
            // What a check that panicked left behind is not built on.
            kept.clear_poison();
            let mut fronts = poisoned.into_inner();
            *fronts = Fronts::default();
            fronts
        });
        // Where nobody listens any more, the check was asked to stop.
        let mut listener = |event| drop(tell.send(event));
        crate::check::project(&mut fronts, &options_there, (&crashes, has_changed), &cancel_there, &mut listener)
    };
    let thread = std::thread::Builder::new().name("check".to_owned()).stack_size(STACK).spawn(work);
    let thread = thread.expect("a thread starts");
    let mut heard = Heard::default();
    let waited = listen(&mut heard, &events, options, cancel, start, listener);
    // The thread ends right after its last event, if that was heard.
    if let Waited::ToTheEnd = waited {
        let ended = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        return if cancel.why() == Some(Stop::Interrupted) { Ok(heard.so_far(cancel, start)) } else { ended };
    }
    session.fronts = Arc::default();
    if cancel.why() == Some(Stop::Interrupted) {
        return Ok(heard.so_far(cancel, start));
    }
    let report = heard.all(cancel, start, listener);
    // Nobody waits for the tests that it would keep.
    cancel.cancel();
    listener(Event::Finished(Box::new(report.clone())));
    Ok(report)
}

enum Waited {
    ToTheEnd,
    /// The check is still at it.
    LongEnough,
}

fn listen(
    heard: &mut Heard,
    events: &Receiver<Event>,
    options: &Options,
    cancel: &Cancel,
    start: Instant,
    listener: &mut dyn FnMut(Event),
) -> Waited {
    let (mut since, mut at_tests) = (None, false);
    loop {
        let event = events.recv_timeout(GLANCE);
        keep_bounds(options, cancel, start);
        match event {
            Ok(event) if cancel.why() != Some(Stop::Interrupted) => {
                if let Event::Progress { step, .. } = &event {
                    at_tests = step.starts_with(KEEPING_TESTS);
                }
                heard.hear(&event, start);
                listener(event);
            }
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Waited::ToTheEnd,
        }
        let Some(why) = cancel.why() else { continue };
        let patience = match why {
            Stop::Interrupted => ASKED,
            _ if at_tests => continue,
            _ if options.looks_at_tests() => BEFORE_TESTS,
            _ => OUT_OF_BUDGET,
        };
        if since.get_or_insert_with(Instant::now).elapsed() > patience {
            return Waited::LongEnough;
        }
    }
}

fn keep_bounds(options: &Options, cancel: &Cancel, start: Instant) {
    if options.time_budget.is_some_and(|budget| start.elapsed() >= budget) {
        cancel.stop(Stop::Time);
    }
    let used = || children::resident_of("self").unwrap_or_default() + children::resident();
    if options.memory.is_some_and(|mebibytes| used() >= mebibytes << 20) {
        cancel.stop(Stop::Memory);
    }
}
