//! What the two processes say to each other: a line of JSON each.
use std::path::PathBuf;

use refine_core::program::Diagnostic;
use refine_front::Stats;
use serde::{Deserialize, Serialize};

use crate::crashes::{InSolver, KnownCrashes};
use crate::error::CheckError;
use crate::options::Options;
use crate::report::{Cached, Event, FunctionReport, ObligationReport, Report, SourceLocation, Timings, known_word};

/// What the process is asked to do.
#[derive(Serialize, Deserialize)]
pub(super) enum Request {
    /// A check. It ends with [`Reply::Finished`], [`Reply::Refused`] or [`Reply::Panicked`].
    Check(Box<Options>, KnownCrashes),
    /// To stop the check that it is at.
    Stop,
}

/// What it tells.
#[derive(Serialize, Deserialize)]
pub(super) enum Reply {
    Project {
        root: PathBuf,
        packages: Vec<String>,
    },
    Progress {
        step: String,
        done: usize,
        total: usize,
    },
    Functions {
        package: String,
        functions: Vec<String>,
    },
    Diagnostic(WireMessage),
    Function(FunctionReport),
    /// With what the document does not hold of it.
    Settled(Box<ObligationReport>, Option<String>),
    Finished(Box<Ended>),
    /// There is nothing to check.
    Refused(WireMessage),
    Panicked,
    /// A function is about to enter the solver.
    Enters(InSolver),
    Left(InSolver),
    /// It started a process that leads a group.
    Started(u32),
    /// One of them has ended.
    Over(u32),
}

/// A message about the user's input.
#[derive(Serialize, Deserialize)]
pub(super) struct WireMessage {
    error: bool,
    code: Option<String>,
    message: String,
    help: Option<String>,
    place: Option<SourceLocation>,
}

/// The report, without what was told on the way.
#[derive(Serialize, Deserialize)]
pub(super) struct Ended {
    report: Report,
    cached: Cached,
    stats: Stats,
    timings: Timings,
}

impl WireMessage {
    fn of(diagnostic: Diagnostic, place: Option<SourceLocation>) -> WireMessage {
        let Diagnostic { error, code, message, help, .. } = diagnostic;
        WireMessage { error, code: Some(code.to_owned()), message, help, place }
    }

    fn diagnostic(self) -> (Diagnostic, Option<SourceLocation>) {
        let code = known_word(&self.code.unwrap_or_default());
        (Diagnostic { error: self.error, code, message: self.message, span: None, help: self.help }, self.place)
    }

    /// As the reason why there is nothing to check.
    pub(super) fn error(self) -> CheckError {
        let code = self.code.as_deref().map(known_word);
        CheckError { code, message: self.message, help: self.help, place: self.place }
    }
}

impl From<CheckError> for WireMessage {
    fn from(error: CheckError) -> WireMessage {
        let CheckError { code, message, help, place } = error;
        WireMessage { error: true, code: code.map(str::to_owned), message, help, place }
    }
}

impl From<Event> for Reply {
    fn from(event: Event) -> Reply {
        match event {
            Event::Project { root, packages } => Reply::Project { root, packages },
            Event::Progress { step, done, total } => Reply::Progress { step, done, total },
            Event::Functions { package, functions, .. } => Reply::Functions { package, functions },
            Event::Diagnostic(diagnostic, place) => Reply::Diagnostic(WireMessage::of(diagnostic, place)),
            Event::Function(function) => Reply::Function(function),
            Event::Settled(mut obligation) => {
                let vc = obligation.vc.take();
                Reply::Settled(obligation, vc)
            }
            Event::Finished(report) => Reply::from(*report),
        }
    }
}

impl From<Report> for Reply {
    fn from(mut report: Report) -> Reply {
        let (stats, timings) = (std::mem::take(&mut report.stats), std::mem::take(&mut report.timings));
        let cached = report.cached;
        report.obligations.clear();
        Reply::Finished(Box::new(Ended { report, cached, stats, timings }))
    }
}

impl Ended {
    /// The report, with what was told on the way.
    pub(super) fn report(self, heard: &Report) -> Report {
        let mut report = Report {
            cached: self.cached,
            stats: self.stats,
            timings: self.timings,
            obligations: heard.obligations.clone(),
            diagnostics: heard.diagnostics.clone(),
            ..self.report
        };
        report.in_order();
        report.count();
        report
    }
}

/// What it told: an event of the check, or something between the two processes.
pub(super) enum Message {
    Event(Event),
    Finished(Box<Ended>),
    Refused(CheckError),
    Panicked,
    Enters(InSolver),
    Left(InSolver),
    Started(u32),
    Over(u32),
}

impl From<Reply> for Message {
    fn from(told: Reply) -> Message {
        Message::Event(match told {
            Reply::Project { root, packages } => Event::Project { root, packages },
            Reply::Progress { step, done, total } => Event::Progress { step, done, total },
            Reply::Functions { package, functions } => Event::Functions { package, functions, unseen: Vec::new() },
            Reply::Diagnostic(said) => {
                let (diagnostic, place) = said.diagnostic();
                Event::Diagnostic(diagnostic, place)
            }
            Reply::Function(function) => Event::Function(function),
            Reply::Settled(mut obligation, vc) => {
                obligation.vc = vc;
                Event::Settled(obligation)
            }
            Reply::Finished(ended) => return Message::Finished(ended),
            Reply::Refused(said) => return Message::Refused(said.error()),
            Reply::Panicked => return Message::Panicked,
            Reply::Enters(who) => return Message::Enters(who),
            Reply::Left(who) => return Message::Left(who),
            Reply::Started(leader) => return Message::Started(leader),
            Reply::Over(leader) => return Message::Over(leader),
        })
    }
}
