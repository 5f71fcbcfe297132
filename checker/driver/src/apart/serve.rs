//! The process that checks.
use std::io::{BufRead as _, Write as _};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use crossbeam_channel::Sender;
use refine_testgen::children;

use super::wire::{Reply, Request};
use crate::bounded;
use crate::cancel::Cancel;
use crate::crashes::{Crashes, InSolver, KnownCrashes};
use crate::load::Session;
use crate::options::Options;
use crate::report::Event;

type CheckRequest = (Options, Crashes, Cancel);

/// Does checks for the process that started this one, until that one is gone; then all that was started is ended, and with `leave` this
/// process. Standard input and output are theirs alone.
pub fn serve(leave: fn() -> !) -> ! {
    children::watch(|leader, starts| tell(if starts { Reply::Started(leader) } else { Reply::Over(leader) }));
    let (sender, checks) = crossbeam_channel::unbounded();
    std::thread::spawn(move || {
        listen(&sender);
        leave()
    });
    let mut session = Session::default();
    for (options, crashes, cancel) in checks {
        let check = || {
            let mut last = None;
            let result =
                bounded::in_process(&mut session, &options, (&crashes, true), &cancel, &mut |event| match event {
                    Event::Finished(report) => last = Some(report),
                    event => tell(event.into()),
                });
            // One that was broken off has no last event.
            tell(match result {
                Ok(report) => Reply::from(last.map_or(report, |last| *last)),
                Err(error) => Reply::Refused(error.into()),
            });
        };
        if std::panic::catch_unwind(AssertUnwindSafe(check)).is_err() {
            tell(Reply::Panicked);
        }
    }
    leave()
}

/// Listens until nobody is there any more.
fn listen(checks: &Sender<CheckRequest>) {
    let mut current = Cancel::default();
    for line in std::io::stdin().lock().lines() {
        match line.ok().and_then(|line| serde_json::from_str(&line).ok()) {
            Some(Request::Check(options, known)) => {
                current = Cancel::default();
                let _ = checks.send((*options, crashes(known), current.clone()));
            }
            Some(Request::Stop) => current.cancel(),
            None => return,
        }
    }
}

fn crashes(known: KnownCrashes) -> Crashes {
    let tell = |who: &InSolver, enters| {
        let who = who.clone();
        tell(if enters { Reply::Enters(who) } else { Reply::Left(who) });
    };
    Crashes::new(known, Arc::new(tell))
}

/// At once: whatever comes next may be a crash.
fn tell(told: Reply) {
    let Ok(mut line) = serde_json::to_string(&told) else { return };
    line.push('\n');
    let mut out = std::io::stdout().lock();
    // Where nobody listens, there is nobody to complain to.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}
