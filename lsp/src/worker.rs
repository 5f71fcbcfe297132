//! The thread that runs the checks, one at a time.
//!
//! **Invariant:** a check is started only after the one before has ended, so that events of two never mix.
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender};
use refine_driver::{Cancel, CheckError, Config, Event, Report};

use crate::checker::Checker;

/// The solver and the front end recurse over terms; a thread has a smaller stack than the main one by default.
const STACK: usize = 64 << 20;

/// One check to run.
pub(crate) struct Job {
    pub(crate) manifest: PathBuf,
    pub(crate) user: Config,
    pub(crate) cancel: Cancel,
}

/// What the thread tells.
pub(crate) enum Note {
    /// Something happened in the running check.
    Event(Event),
    /// The running check is over.
    Done(Result<Box<Report>, CheckError>),
}

/// Starts the thread. It ends when the sender of jobs is dropped.
pub(crate) fn start(checker: Arc<dyn Checker>) -> std::io::Result<(Sender<Job>, Receiver<Note>)> {
    let (jobs, todo) = crossbeam_channel::unbounded::<Job>();
    let (tell, notes) = crossbeam_channel::unbounded();
    thread::Builder::new().name("refine-check".into()).stack_size(STACK).spawn(move || {
        for job in todo {
            // A defect of the checker must not take the editor's server down with it.
            let checked = panic::catch_unwind(AssertUnwindSafe(|| {
                checker.check(&job.manifest, &job.user, &job.cancel, &mut |event| {
                    // Without a listener the check only has to end.
                    if tell.send(Note::Event(event)).is_err() {
                        job.cancel.cancel();
                    }
                })
            }));
            let outcome = checked.unwrap_or_else(|panic| Err(internal_error(&*panic)));
            if tell.send(Note::Done(outcome.map(Box::new))).is_err() {
                return;
            }
        }
    })?;
    Ok((jobs, notes))
}

fn internal_error(panic: &(dyn Any + Send)) -> CheckError {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    CheckError {
        code: None,
        message: format!("refine itself failed: {}", text.unwrap_or("a panic without a message")),
        help: Some("this is a defect in refine; please report it".into()),
        place: None,
    }
}
