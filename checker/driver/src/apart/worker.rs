//! The other process, as the user's sees it.
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender};
use refine_testgen::children::{Companion, adopt, disown, resident_of};

use super::wire::{Message, Reply, Request};

/// What starts a process that calls [`super::serve`].
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) program: PathBuf,
    pub(crate) arg: &'static str,
}

/// After so many checks a process that has more than so many bytes makes way for another: rust-analyzer's crates keep each type that they have
/// ever seen, some MiB for each edit.
const MANY: u32 = 50;
const LARGE: u64 = 1 << 30;

/// A process that checks. It ends when this is dropped, with all that it started.
#[derive(Debug)]
pub(crate) struct Worker {
    process: Companion,
    /// What it tells, to its end.
    pub(super) told: Receiver<Message>,
    reader: Option<JoinHandle<()>>,
    /// Checks that it has finished.
    checks: u32,
}

impl Worker {
    pub(super) fn start(command: &Command) -> io::Result<Worker> {
        let mut start = std::process::Command::new(&command.program);
        start.arg(command.arg).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Companion::start(&mut start)?;
        let output = process.child().stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let (sender, told) = crossbeam_channel::unbounded();
        let reader = std::thread::Builder::new().spawn(move || read(BufReader::new(output), &sender))?;
        Ok(Worker { process, told, reader: Some(reader), checks: 0 })
    }

    /// # Errors
    /// If it cannot be said in JSON, or nobody is there.
    pub(super) fn ask(&mut self, request: &Request) -> io::Result<()> {
        let mut line = serde_json::to_string(request)?;
        line.push('\n');
        let input = self.process.child().stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(line.as_bytes()).and_then(|()| input.flush())
    }

    /// Notes the end of a check; whether it is to do the next one as well.
    pub(super) fn goes_on(&mut self) -> bool {
        self.checks += 1;
        let process = self.process.child().id().to_string();
        self.checks < MANY || resident_of(&process).is_none_or(|bytes| bytes < LARGE)
    }

    /// Ends it, with all that it started.
    pub(super) fn end(&mut self) -> ExitStatus {
        let status = self.process.end();
        // What it has told of what it started is heard to the end first.
        let _ = self.reader.take().map(JoinHandle::join);
        status
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

fn read(output: impl io::Read, tell: &Sender<Message>) {
    let mut started = Vec::new();
    let lines = BufReader::new(output).lines().map_while(Result::ok);
    for told in lines.map_while(|line| serde_json::from_str::<Reply>(&line).ok()) {
        let heard = Message::from(told);
        match heard {
            Message::Started(leader) => {
                adopt(leader);
                started.push(leader);
            }
            Message::Over(leader) => {
                disown(leader, false);
                started.retain(|known| *known != leader);
            }
            _ => {}
        }
        if tell.send(heard).is_err() {
            break;
        }
    }
    // It is gone, and these are still there.
    started.into_iter().for_each(|leader| disown(leader, true));
}
