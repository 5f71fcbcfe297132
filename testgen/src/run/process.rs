//! A child process that serves calls: started with a memory cap and a group of its own, asked with a deadline, and
//! killed with all that it started.
use std::io::{ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::children::Group;
use crate::outcome::{Outcome, When};

/// A call may take this many times its limit while it waits for a processor, or for whatever else.
const PATIENCE: u32 = 4;

/// But no longer than this beyond its limit: it may wait for what never comes.
const OVERTIME: Duration = Duration::from_secs(5);

/// How long a new process may take until it is ready for calls; generous, for a loaded machine.
const START: Duration = Duration::from_secs(30);

/// How often a call that is waited for looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// What came of waiting for a line.
pub(super) enum Reply {
    Line(String),
    /// Nothing in time.
    Late,
    /// Nobody waits for it any more.
    Stopped,
    /// The process is gone.
    Dead,
}

/// What a process says before it replies to a request.
#[derive(Default)]
pub(super) struct Notices {
    /// Lines that start with `!`.
    pub(super) lines: Vec<String>,
    /// Panics so far, each once.
    pub(super) panics: Vec<String>,
    phase: Phase,
}

/// How far a request got.
#[derive(Clone, Copy, Default)]
enum Phase {
    /// The arguments are made and preconditions evaluated.
    #[default]
    Before,
    /// The function was called.
    Called,
    /// The precondition of a function that it calls is evaluated.
    Check,
    /// It has returned: postconditions are evaluated.
    Returned,
}

impl Notices {
    /// What became of a request that has no reply.
    pub(super) fn ended(&self, how: Outcome) -> Outcome {
        let when = match self.phase {
            Phase::Before => When::Before,
            Phase::Called => return how,
            Phase::Check => When::Inside,
            Phase::Returned => When::After,
        };
        match how {
            Outcome::HarnessError { .. } => how,
            how => Outcome::Outside { what: Box::new(how), when },
        }
    }

    /// Takes in a line; gives it back if it is the reply.
    fn line(&mut self, line: String) -> Option<String> {
        match line.as_str() {
            ">" => self.phase = Phase::Called,
            "?" => self.phase = Phase::Check,
            "<" => self.phase = Phase::Returned,
            other if other.starts_with('!') => self.lines.push(line),
            other if other.starts_with('^') => {
                let panic = &other[1..];
                if !self.panics.iter().any(|known| known == panic) {
                    self.panics.push(panic.to_owned());
                }
            }
            _ => return Some(line),
        }
        None
    }
}

/// A child process that serves calls.
pub(super) struct Process {
    group: Group,
    socket: UnixStream,
    buffer: Vec<u8>,
    /// How much of it was read.
    read: usize,
    /// Its memory cap.
    pub(super) memory: u64,
    stderr: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
    /// Set when nobody waits for it any more.
    stop: Arc<AtomicBool>,
}

impl Process {
    /// A process that is ready for calls.
    pub(super) fn start(
        program: &Path,
        folder: &Path,
        memory_mib: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Process, String> {
        let failed = |error: std::io::Error| format!("cannot start the harness: {error}");
        let (socket, theirs) = UnixStream::pair().map_err(failed)?;
        let mut command = Command::new("/bin/sh");
        let script = format!("ulimit -v {} 2>/dev/null; ulimit -c 0; exec \"$0\"", memory_mib * 1024);
        command.arg("-c").arg(script).arg(program).current_dir(folder).env_clear();
        for name in ["PATH", "LD_LIBRARY_PATH"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command.env("HOME", folder).env("TMPDIR", folder).env("MALLOC_ARENA_MAX", "1").env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut group = Group::start(&mut command).map_err(failed)?;
        // The command holds the child's end of the socket; while it is open here, no end of it would be seen.
        drop(command);
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let reader = group.child().stderr.take().map(|pipe| keep_tail(pipe, Arc::clone(&stderr)));
        let (buffer, read, memory, stop) = (Vec::new(), 0, memory_mib, Arc::clone(stop));
        let mut process = Process { group, socket, buffer, read, memory, stderr, reader, stop };
        match process.line(Instant::now() + START) {
            Reply::Line(line) if line == "ready" => Ok(process),
            _ => Err("the harness did not start".into()),
        }
    }

    /// Sends requests; whether they could be sent.
    pub(super) fn send(&mut self, requests: &str, timeout: Duration) -> bool {
        // A large request may not fit into the socket; the other side reads all the time.
        let _ = self.socket.set_write_timeout(Some(timeout.max(Duration::from_secs(1))));
        self.socket.write_all(requests.as_bytes()).is_ok()
    }

    /// Waits for the reply to the first request that has none.
    pub(super) fn reply(&mut self, timeout: Duration, told: &mut Notices) -> Reply {
        while let Some(line) = self.at_hand() {
            if let Some(line) = told.line(line) {
                return Reply::Line(line);
            }
        }
        let (start, busy) = (Instant::now(), self.busy());
        let most = (timeout * PATIENCE).min(timeout + OVERTIME);
        let mut deadline = start + timeout;
        loop {
            match self.line(deadline) {
                Reply::Line(line) => {
                    if let Some(line) = told.line(line) {
                        return Reply::Line(line);
                    }
                }
                Reply::Late => {
                    // On a machine under load a call is late through no fault of its own: what counts is the time
                    // that it computed.
                    let spent =
                        busy.zip(self.busy()).map_or(Duration::ZERO, |(before, now)| now.saturating_sub(before));
                    let left = timeout.saturating_sub(spent);
                    if left < timeout / 10 || start.elapsed() >= most {
                        return Reply::Late;
                    }
                    deadline = (Instant::now() + left).min(start + most);
                }
                reply => return reply,
            }
        }
    }

    /// How long the thread that serves the calls has been on a processor, if the system tells.
    fn busy(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/schedstat", self.group.id())).ok()?;
        Some(Duration::from_nanos(text.split_ascii_whitespace().next()?.parse().ok()?))
    }

    /// A line that has come already.
    fn at_hand(&mut self) -> Option<String> {
        let end = self.read + self.buffer[self.read..].iter().position(|byte| *byte == b'\n')?;
        let line = String::from_utf8_lossy(&self.buffer[self.read..end]).into_owned();
        self.read = end + 1;
        Some(line)
    }

    fn line(&mut self, deadline: Instant) -> Reply {
        let mut chunk = [0; 16 * 1024];
        loop {
            if let Some(line) = self.at_hand() {
                return Reply::Line(line);
            }
            self.buffer.drain(..self.read);
            self.read = 0;
            if self.stop.load(Ordering::Relaxed) {
                return Reply::Stopped;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.socket.set_read_timeout(Some(left.min(GLANCE))).is_err() {
                return Reply::Late;
            }
            match self.socket.read(&mut chunk) {
                Ok(0) => return Reply::Dead,
                Ok(count) => self.buffer.extend_from_slice(&chunk[..count]),
                Err(error) if passing(error.kind()) => {}
                Err(_) => return Reply::Dead,
            }
        }
    }

    /// What the process died of.
    pub(super) fn post_mortem(mut self) -> Outcome {
        let deadline = Instant::now() + Duration::from_secs(2);
        let status = loop {
            match self.group.child().try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                _ => break None,
            }
        };
        self.group.kill();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        let said = self.stderr.lock().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        verdict(status, &said)
    }
}

/// Whether reading may go on after an error of this kind.
fn passing(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// What its status and its last words say.
fn verdict(status: Option<ExitStatus>, said: &str) -> Outcome {
    let Some(status) = status else {
        return Outcome::HarnessError { message: "the call closed its connection and went on".into() };
    };
    if said.contains("has overflowed its stack") {
        return Outcome::StackOverflow;
    }
    if said.contains("memory allocation of") {
        return Outcome::OutOfMemory;
    }
    match (status.code(), status.signal()) {
        (Some(code), _) => Outcome::Exited { code },
        (_, Some(signal)) => Outcome::Aborted { signal },
        _ => Outcome::HarnessError { message: format!("the process ended ({status})") },
    }
}

/// Reads a pipe to its end and keeps what came last.
fn keep_tail(mut pipe: ChildStderr, tail: Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    const KEPT: usize = 16 * 1024;
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = pipe.read(&mut chunk) {
            let Ok(mut tail) = tail.lock() else { return };
            tail.extend_from_slice(&chunk[..count]);
            let extra = tail.len().saturating_sub(KEPT);
            tail.drain(..extra);
        }
    })
}
