//! Runs calls in the harness: one child process at a time per caller, with a deadline, a memory cap, and a new one
//! whenever it dies.
//!
//! **Invariant:** user code runs only in such a child: own process group, empty working folder, no input but the socket.
use std::collections::{HashMap, VecDeque};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use refine_core::ir::ObligationIx;
use refine_core::program::{FnId, FnInst};
use refine_core::span::{LineCol, Sources};
use refine_core::ty::Ty;
use refine_core::value::Vector;
use rustix::process::{Pid, Signal, kill_process_group};

use crate::harness::{BuildError, BuildRequest, Cargo, Shadow, build};
use crate::outcome::{ClauseRef, Outcome, Ran};
use crate::types::{Adts, return_type};
use crate::wire;

/// Bounds on one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time that one call may compute.
    pub timeout: Duration,
    /// Address space of the process.
    pub memory_mib: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { timeout: Duration::from_secs(1), memory_mib: 1024 }
    }
}

/// A call may take this many times its limit while it waits for a processor, or for whatever else.
const PATIENCE: u32 = 4;

/// How long a new process may take until it is ready for calls; generous, for a loaded machine.
const START: Duration = Duration::from_secs(30);

/// A harness that can be run, from several threads at once.
pub struct Harness {
    shadow: Shadow,
    sources: Sources,
    adts: Adts,
    results: Vec<Ty>,
    paths: Vec<String>,
    numbers: HashMap<FnInst, usize>,
    folder: PathBuf,
    idle: Mutex<Vec<Process>>,
}

impl Harness {
    /// Builds the harness of a crate.
    pub fn build(request: &BuildRequest<'_>) -> Result<Harness, BuildError> {
        Harness::build_with(request, &Cargo::default())
    }

    /// Builds the harness of a crate by a cargo of one's choice.
    pub fn build_with(request: &BuildRequest<'_>, cargo: &Cargo) -> Result<Harness, BuildError> {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let lock = lock(&request.package.folder)?;
        let mut shadow = build(request, cargo)?;
        let runs = request.package.folder.join("run");
        remove_left_behind(&runs);
        let folder = runs.join(format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed)));
        std::fs::create_dir_all(&folder)?;
        // Under a name of its own the program stays what it is when another refine builds one for other functions.
        let program = folder.with_extension("exe");
        std::fs::hard_link(&shadow.program, &program)
            .or_else(|_| std::fs::copy(&shadow.program, &program).map(drop))?;
        shadow.program = program;
        drop(lock);
        let numbers = request.functions.iter().enumerate().map(|(at, inst)| (inst.clone(), at)).collect();
        let program = request.program;
        let results: Vec<Ty> = request.functions.iter().map(|inst| return_type(program, inst)).collect();
        let mut adts = Adts::default();
        results.iter().for_each(|ty| adts.keep(program, ty));
        let paths = request.functions.iter().map(|inst| program.func(inst.func).path.clone()).collect();
        let sources = program.sources().clone();
        Ok(Harness { shadow, sources, adts, results, paths, numbers, folder, idle: Mutex::new(Vec::new()) })
    }

    /// Why a function cannot be run, if so.
    pub fn unsupported(&self, inst: &FnInst) -> Option<&str> {
        match self.numbers.get(inst) {
            Some(&number) => self.shadow.entries[number].unsupported.as_deref(),
            None => Some("it is not in the harness"),
        }
    }

    /// Postconditions of a function that do not compile, with the compiler's message: no run can check them.
    pub fn unevaluated(&self, inst: &FnInst) -> &[(ClauseRef, String)] {
        self.numbers.get(inst).map_or(&[], |&number| &self.shadow.entries[number].unevaluated)
    }

    /// Whether runs tell if they reached an obligation.
    pub fn is_probed(&self, inst: &FnInst, obligation: ObligationIx) -> bool {
        let probes = self.numbers.get(inst).map(|&number| &self.shadow.entries[number].probes);
        probes.is_some_and(|probes| probes.values().any(|all| all.contains(&obligation)))
    }

    /// Calls a function with a vector.
    pub fn run(&self, inst: &FnInst, vector: &Vector, limits: &Limits) -> Ran {
        let Some(&number) = self.numbers.get(inst) else {
            return error("a function that is not in the harness".into());
        };
        if let Some(reason) = self.unsupported(inst) {
            return error(format!("`{}` cannot be run: {reason}", self.paths[number]));
        }
        let mut request = format!("{number} {}", vector.len());
        for value in vector {
            request.push(' ');
            wire::print(&mut request, value);
        }
        request.push('\n');
        self.ask(number, &request, limits)
    }

    /// Calls a function with each of the vectors, in order, until the visitor says `false`.
    pub fn run_all(
        &self,
        inst: &FnInst,
        vectors: &mut dyn Iterator<Item = Vector>,
        limits: &Limits,
        visit: &mut dyn FnMut(Vector, Ran) -> bool,
    ) {
        for vector in vectors {
            let ran = self.run(inst, &vector, limits);
            if !visit(vector, ran) {
                break;
            }
        }
    }

    fn ask(&self, number: usize, request: &str, limits: &Limits) -> Ran {
        let idle =
            self.idle.lock().ok().and_then(|mut idle| idle.pop()).filter(|idle| idle.memory == limits.memory_mib);
        let process = match idle {
            Some(process) => Ok(process),
            None => Process::start(&self.shadow.program, &self.folder, limits.memory_mib),
        };
        let mut process = match process {
            Ok(process) => process,
            Err(problem) => return error(problem),
        };
        let mut told = Vec::new();
        let reply = process.ask(request, limits.timeout, &mut told);
        let loops = told.iter().filter_map(|line| self.loop_violated(number, line)).collect();
        let ended = |outcome| Ran { outcome, reached: Vec::new(), loops: Vec::new() };
        let ran = match reply {
            Reply::Line(line) => {
                if let Ok(mut idle) = self.idle.lock() {
                    idle.push(process);
                }
                self.judge(number, &line).unwrap_or_else(|| error(format!("a reply not understood: {line}")))
            }
            Reply::Late => {
                drop(process);
                ended(Outcome::TimedOut)
            }
            Reply::Dead => ended(process.post_mortem()),
        };
        Ran { loops, ..ran }
    }

    /// What a line that came before the reply says: `! function loop clause turn`.
    fn loop_violated(&self, number: usize, line: &str) -> Option<Outcome> {
        let mut tokens = line.split_ascii_whitespace().skip(1);
        let func: usize = tokens.next()?.parse().ok()?;
        let clauses = self.shadow.entries[number].loops.get(&tokens.next()?.parse().ok()?)?;
        let (clause, turn) = (tokens.next()?, tokens.next()?.parse().ok()?);
        let obligation = match clause {
            "m" => clauses.measure?,
            k => {
                let (entry, preserved) = *clauses.invariants.get(k.parse::<usize>().ok()?)?;
                if turn == 0 { entry } else { preserved }
            }
        };
        (func == number).then_some(Outcome::LoopViolated { obligation, turn })
    }

    fn judge(&self, number: usize, line: &str) -> Option<Ran> {
        let probes = &self.shadow.entries[number].probes;
        let mut tokens = line.split_ascii_whitespace();
        let mut tokens: &mut dyn Iterator<Item = &str> = &mut tokens;
        let mut reached = Vec::new();
        for _ in 0..tokens.next()?.parse().ok()? {
            reached.extend(probes.get(&tokens.next()?.parse().ok()?).into_iter().flatten().copied());
        }
        reached.sort();
        let result = |tokens: &mut dyn Iterator<Item = &str>| wire::parse(&self.adts, &self.results[number], tokens);
        let outcome = match tokens.next()? {
            "rejected" => Outcome::Rejected { clause: clause(tokens.next()?)? },
            "undefined" => Outcome::Undefined { clause: clause(tokens.next()?)?, reason: wire::unhex(tokens.next()?)? },
            "notbuilt" => Outcome::NotBuilt { reason: wire::unhex(tokens.next()?)? },
            "passed" => Outcome::Passed { result: result(tokens)? },
            "violated" => {
                let count: usize = tokens.next()?.parse().ok()?;
                let clauses = (0..count).map(|_| clause(tokens.next()?)).collect::<Option<_>>()?;
                Outcome::EnsuresViolated { clauses, result: result(&mut tokens)? }
            }
            "panicked" => {
                let (message, file) = (wire::unhex(tokens.next()?)?, wire::unhex(tokens.next()?)?);
                let at = LineCol { line: tokens.next()?.parse().ok()?, column: tokens.next()?.parse().ok()? };
                let (file, at) = self.shadow.place(&self.sources, &file, at);
                Outcome::Panicked { message, file, at }
            }
            "callee" => {
                let callee = FnId(tokens.next()?.parse().ok()?);
                let clause = clause(tokens.next()?)?;
                let near = probes.get(&tokens.next()?.parse().ok()?).cloned().unwrap_or_default();
                Outcome::CalleePrecondition { callee, clause, near }
            }
            "error" => Outcome::HarnessError { message: wire::unhex(tokens.next()?)? },
            _ => return None,
        };
        Some(Ran { outcome, reached, loops: Vec::new() })
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.clear();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
        let _ = std::fs::remove_file(&self.shadow.program);
    }
}

/// One refine at a time writes and builds the copy: the command line and the editor may be at work at once. Where a file
/// system has no locks it must do without.
fn lock(folder: &std::path::Path) -> std::io::Result<std::fs::File> {
    std::fs::create_dir_all(folder)?;
    let file = std::fs::File::create(folder.join("harness.lock"))?;
    let _ = rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive);
    Ok(file)
}

/// Removes the working folders of runs whose process is gone.
fn remove_left_behind(runs: &std::path::Path) {
    for entry in std::fs::read_dir(runs).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.split('-').next()?.parse::<i32>().ok());
        let gone = owner.and_then(Pid::from_raw).is_some_and(|pid| rustix::process::test_kill_process(pid).is_err());
        if gone {
            let _ = std::fs::remove_dir_all(entry.path()).or_else(|_| std::fs::remove_file(entry.path()));
        }
    }
}

fn error(message: String) -> Ran {
    Ran { outcome: Outcome::HarnessError { message }, reached: Vec::new(), loops: Vec::new() }
}

fn clause(token: &str) -> Option<ClauseRef> {
    let at = token.get(1..)?.parse().ok()?;
    match token.get(..1)? {
        "r" => Some(ClauseRef::Requires(at)),
        "e" => Some(ClauseRef::Ensures(at)),
        "x" => Some(ClauseRef::Raw(at)),
        _ => None,
    }
}

enum Reply {
    Line(String),
    Late,
    Dead,
}

/// A child process that serves calls.
struct Process {
    child: Child,
    socket: UnixStream,
    buffer: VecDeque<u8>,
    memory: u64,
    stderr: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Process {
    fn start(program: &std::path::Path, folder: &std::path::Path, memory_mib: u64) -> Result<Process, String> {
        let failed = |error: std::io::Error| format!("cannot start the harness: {error}");
        let (socket, theirs) = UnixStream::pair().map_err(failed)?;
        let mut command = Command::new("/bin/sh");
        let script = format!("ulimit -v {} 2>/dev/null; ulimit -c 0; exec \"$0\"", memory_mib * 1024);
        command.arg("-c").arg(script).arg(program).current_dir(folder).process_group(0).env_clear();
        for name in ["PATH", "LD_LIBRARY_PATH"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command.env("HOME", folder).env("TMPDIR", folder).env("MALLOC_ARENA_MAX", "1").env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        // The command holds the child's end of the socket; while it is open here, no end of it would be seen.
        drop(command);
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let reader = child.stderr.take().map(|pipe| keep_tail(pipe, Arc::clone(&stderr)));
        let mut process = Process { child, socket, buffer: VecDeque::new(), memory: memory_mib, stderr, reader };
        match process.line(Instant::now() + START) {
            Reply::Line(line) if line == "ready" => Ok(process),
            _ => Err("the harness did not start".into()),
        }
    }

    /// Sends a request and waits for the reply; lines that come before it start with `!`.
    fn ask(&mut self, request: &str, timeout: Duration, told: &mut Vec<String>) -> Reply {
        // A large request may not fit into the socket; the other side reads all the time.
        let _ = self.socket.set_write_timeout(Some(timeout.max(Duration::from_secs(1))));
        if self.socket.write_all(request.as_bytes()).is_err() {
            return Reply::Dead;
        }
        let (start, busy) = (Instant::now(), self.busy());
        let mut deadline = start + timeout;
        loop {
            match self.line(deadline) {
                Reply::Line(line) if line.starts_with('!') => told.push(line),
                Reply::Late => {
                    // On a machine under load a call is late through no fault of its own: what counts is the time
                    // that it computed.
                    let spent =
                        busy.zip(self.busy()).map_or(Duration::ZERO, |(before, now)| now.saturating_sub(before));
                    let left = timeout.saturating_sub(spent);
                    if left < timeout / 10 || start.elapsed() >= timeout * PATIENCE {
                        return Reply::Late;
                    }
                    deadline = (Instant::now() + left).min(start + timeout * PATIENCE);
                }
                reply => return reply,
            }
        }
    }

    /// How long the thread that serves the calls has been on a processor, if the system tells.
    fn busy(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/schedstat", self.child.id())).ok()?;
        Some(Duration::from_nanos(text.split_ascii_whitespace().next()?.parse().ok()?))
    }

    fn line(&mut self, deadline: Instant) -> Reply {
        let mut chunk = [0; 4096];
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                return Reply::Line(String::from_utf8_lossy(&line[..end]).into_owned());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.socket.set_read_timeout(Some(left)).is_err() {
                return Reply::Late;
            }
            match self.socket.read(&mut chunk) {
                Ok(0) => return Reply::Dead,
                Ok(count) => self.buffer.extend(&chunk[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Reply::Late;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Reply::Dead,
            }
        }
    }

    /// What the process died of.
    fn post_mortem(mut self) -> Outcome {
        let deadline = Instant::now() + Duration::from_secs(2);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                _ => break None,
            }
        };
        self.kill();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        let said = self.stderr.lock().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        verdict(status, &said)
    }

    fn kill(&mut self) {
        if let Some(group) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

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
        _ => Outcome::HarnessError { message: format!("the process ended as {status}") },
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
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
