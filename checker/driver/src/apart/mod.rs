//! A check in a process of its own, so that a crash of the solver is not the end of all: the check is started again, without the
//! function to blame, and nothing is told twice.
//!
//! ```text
//! the user's process: listener ← [check] ← lines of JSON ← [serve] ← bounded ← check: the process that does the work
//! ```
//!
//! What the user does to a run (Ctrl-C, a closed pipe, a signal) concerns the user's process alone; when it ends, however it does, the other
//! sees the end of its standard input and ends too. Both are in one process group, so that Ctrl-Z stops both.
mod serve;
mod wire;
mod worker;

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;

pub use self::serve::serve;
use self::wire::{Message, Request};
pub(crate) use self::worker::{Command, Worker};
use crate::cancel::{Cancel, Stop};
use crate::crashes::{InSolver, KnownCrashes};
use crate::error::CheckError;
use crate::heard::Heard;
use crate::options::Options;
use crate::report::{Event, Report};

/// How often it is looked whether anybody still waits.
const GLANCE: Duration = Duration::from_millis(10);

/// How long the process may take to stop a check, which it does by itself in less.
const ASKED: Duration = Duration::from_millis(200);

/// A check is not started again more often.
const ATTEMPTS: usize = 64;

/// The signals by which a program ends that has crashed: on Linux and macOS SIGILL, SIGABRT, SIGFPE and SIGSEGV; SIGBUS there and here.
const CRASHES: [i32; 6] = [4, 6, 8, 11, 7, 10];

/// How an attempt at a check ended.
enum Attempt {
    Done(Box<Result<Report, CheckError>>),
    /// With the process, while these were in the solver.
    Crashed(BTreeSet<InSolver>, ExitStatus),
}

/// Checks a project that has changed in the process of `command`, which is kept in `worker`. `None` if no such process can be had.
pub(crate) fn check(
    command: &Command,
    worker: &mut Option<Worker>,
    options: &Options,
    cancel: &Cancel,
    start: Instant,
    listener: &mut dyn FnMut(Event),
) -> Option<Result<Report, CheckError>> {
    let mut heard = Heard::default();
    let mut known = KnownCrashes::default();
    for _ in 0..ATTEMPTS {
        let left = options.time_budget.map(|budget| budget.saturating_sub(start.elapsed()));
        let request = Request::Check(Box::new(Options { time_budget: left, ..options.clone() }), known.clone());
        let asked = match worker.take() {
            Some(mut there) => there.ask(&request).ok().map(|()| there),
            None => None,
        };
        let mut there = match asked {
            Some(there) => there,
            None => match Worker::start(command).and_then(|mut new| new.ask(&request).map(|()| new)) {
                Ok(new) => new,
                Err(_) if !heard.again => return None,
                Err(error) => {
                    return Some(Err(CheckError::new("E0901", format!("cannot start the checking process: {error}"))));
                }
            },
        };
        match attempt(&mut there, &mut heard, cancel, start, listener) {
            Some(Attempt::Done(result)) => {
                *worker = there.goes_on().then_some(there);
                return Some(*result);
            }
            Some(Attempt::Crashed(in_solver, status)) => {
                let signal = status.signal();
                let contained = signal.is_some_and(|signal| CRASHES.contains(&signal)) && known.learn(in_solver);
                if !contained {
                    return Some(Err(gone(status)));
                }
                heard.again = true;
            }
            None => return Some(Ok(heard.so_far(cancel, start))),
        }
    }
    Some(Err(CheckError::new("E0901", "the solver crashed again and again")))
}

/// Listens to one attempt. `None` if it was interrupted and did not say so in time, or was not to: the worker is gone then.
fn attempt(
    worker: &mut Worker,
    heard: &mut Heard,
    cancel: &Cancel,
    start: Instant,
    listener: &mut dyn FnMut(Event),
) -> Option<Attempt> {
    let (mut in_solver, mut since) = (BTreeSet::new(), None);
    loop {
        let told = worker.told.recv_timeout(GLANCE);
        let interrupted = cancel.why() == Some(Stop::Interrupted);
        if interrupted && since.is_none() {
            since = Some(Instant::now());
            let _ = worker.ask(&Request::Stop);
        }
        match told {
            Ok(Message::Enters(who)) => drop(in_solver.insert(who)),
            Ok(Message::Left(who)) => drop(in_solver.remove(&who)),
            Ok(Message::Started(_) | Message::Over(_)) => {}
            Ok(Message::Panicked) => std::panic::resume_unwind(Box::new("the process that checks panicked")),
            Ok(Message::Finished(_) | Message::Refused(_)) if interrupted => {
                return Some(Attempt::Done(Box::new(Ok(std::mem::take(heard).so_far(cancel, start)))));
            }
            Ok(Message::Refused(error)) => return Some(Attempt::Done(Box::new(Err(error)))),
            Ok(Message::Finished(ended)) => {
                let mut report = ended.report(heard.report());
                report.timings.total = start.elapsed();
                listener(Event::Finished(Box::new(report.clone())));
                return Some(Attempt::Done(Box::new(Ok(report))));
            }
            Ok(Message::Event(event)) if !interrupted && heard.is_news(&event) => {
                heard.hear(&event, start);
                listener(event);
            }
            Ok(Message::Event(_)) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if interrupted => return None,
            Err(RecvTimeoutError::Disconnected) => return Some(Attempt::Crashed(in_solver, worker.end())),
        }
        if since.is_some_and(|since| since.elapsed() > ASKED) {
            worker.end();
            return None;
        }
    }
}

/// Why there is no report.
fn gone(status: ExitStatus) -> CheckError {
    let how = match status.signal() {
        Some(9) => "was killed; it may have run out of memory".to_owned(),
        Some(signal) => format!("was ended by signal {signal}"),
        None => format!("ended before it had finished ({status})"),
    };
    CheckError::new("E0901", format!("the checking process {how}"))
}
