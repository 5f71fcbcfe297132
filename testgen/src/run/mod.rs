//! Runs calls in the harness, one by one or many in flight (`batch`): one child process at a time per caller, with a deadline, a memory cap, and a new one
//! whenever it dies.
//!
//! **Invariant:** user code runs only in such a child: own process group, empty working folder, no input but the socket.
mod batch;
mod entry;
mod process;
mod reply;
mod tables;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use refine_core::ids::{FnId, ObligationIx};
use refine_core::ir::Way;
use refine_core::program::Branch;
use refine_core::span::{Sources, Span};
use refine_core::ty::{FnInst, Ty};
use refine_core::value::Vector;
use rustix::process::Pid;

pub use self::batch::Batch;
use self::process::{Notices, Process, Reply};
use crate::harness::{BuildError, BuildRequest, Cargo, Shadow, build, forget};
use crate::outcome::{ClausePart, ClauseRef, Outcome, Ran};
use crate::types::{Adts, param_types, result_type, runs};
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

/// A harness that can be run, from several threads at once.
pub struct Harness {
    shadow: Shadow,
    sources: Sources,
    adts: Adts,
    results: Vec<Ty>,
    params: Vec<Vec<Ty>>,
    paths: Vec<String>,
    numbers: HashMap<FnInst, usize>,
    folder: PathBuf,
    idle: Mutex<Vec<Process>>,
    /// Set when nobody waits for its runs any more.
    stop: Arc<AtomicBool>,
}

impl Harness {
    /// Builds the harness of a crate.
    pub fn build(request: &BuildRequest<'_>) -> Result<Harness, BuildError> {
        Harness::build_with(request, &Cargo::default())
    }

    /// Builds the harness of a crate by a cargo of one's choice.
    pub fn build_with(request: &BuildRequest<'_>, cargo: &Cargo) -> Result<Harness, BuildError> {
        let mut functions: Vec<FnInst> = Vec::new();
        for inst in request.functions.iter().flat_map(|inst| runs(request.program, inst)) {
            if !functions.contains(&inst) {
                functions.push(inst);
            }
        }
        let request = &BuildRequest { functions, ..request.clone() };
        let lock = lock(&request.package.folder)?;
        let built = build(request, cargo)?;
        let folder = working_folder(&request.package.folder)?;
        let (shadow, first) = match start(built, &folder, cargo) {
            Ok(started) => started,
            Err((why, _)) if cargo.stop.load(Ordering::Relaxed) => return Err(BuildError::Cargo(why)),
            // The disk was full when it was built, or something has written to it since.
            Err((_, program)) => {
                forget(&program);
                start(build(request, cargo)?, &folder, cargo)
                    .map_err(|(why, program)| BuildError::Cargo(format!("{why}: {}", program.display())))?
            }
        };
        drop(lock);
        let numbers = request.functions.iter().enumerate().map(|(at, inst)| (inst.clone(), at)).collect();
        let program = request.program;
        let results: Vec<Ty> = request.functions.iter().map(|inst| result_type(program, inst)).collect();
        let mut adts = Adts::default();
        results.iter().for_each(|ty| adts.keep(program, ty));
        let params: Vec<Vec<Ty>> = request.functions.iter().map(|inst| param_types(program, inst)).collect();
        params.iter().flatten().for_each(|ty| adts.keep(program, ty));
        let paths = request.functions.iter().map(|inst| program.func(inst.func).path.clone()).collect();
        let sources = program.sources().clone();
        let (idle, stop) = (Mutex::new(vec![first]), Arc::clone(&cargo.stop));
        Ok(Harness { shadow, sources, adts, results, params, paths, numbers, folder, idle, stop })
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

    /// The parts of a function's postconditions that runs tell of, by number ([`Ran::parts`]).
    pub fn parts(&self, inst: &FnInst) -> impl Iterator<Item = (u32, &ClausePart)> {
        let own = self.numbers.get(inst).copied();
        let all = self.shadow.parts.iter().enumerate().filter(move |(_, (func, _))| Some(*func) == own);
        all.map(|(at, (_, part))| (at as u32, part))
    }

    /// Clauses of the functions that are no Rust, with what the compiler says of them.
    pub fn rejected(&self) -> impl Iterator<Item = &(Span, String)> {
        self.shadow.entries.iter().flat_map(|entry| &entry.rejected)
    }

    /// Whether runs tell if they get to a place.
    pub fn is_counted(&self, place: Span) -> bool {
        self.shadow.probes.iter().any(|places| places.contains(&place))
    }

    /// Whether two places that are counted have their counter in common: runs do not tell at which of them they are.
    pub fn counts_together(&self, place: Span, other: Span) -> bool {
        self.shadow.probes.iter().any(|places| places.contains(&place) && places.contains(&other))
    }

    /// The branches of which runs tell the ways they take ([`Ran::ways`]).
    pub fn branches(&self) -> &[Branch] {
        &self.shadow.branches
    }

    /// The number of a way in these ([`Ran::ways`]), if it is counted.
    pub fn way(&self, way: Way) -> Option<u32> {
        let all = self.branches();
        let find = |at| all.binary_search_by_key(&at, |branch| branch.span()).ok();
        match way {
            Way::In(at) => find(at).map(|number| 2 * number as u32),
            Way::Out(at) => find(at).filter(|number| all[*number].has_two_ways()).map(|number| 2 * number as u32 + 1),
            Way::Alternative(_) => None,
        }
    }

    /// Whether runs look at a clause of a function's loops.
    pub fn is_watched(&self, inst: &FnInst, clause: ObligationIx) -> bool {
        let turns = self.numbers.get(inst).map(|&number| &self.shadow.entries[number].turns);
        turns.is_some_and(|turns| turns.values().any(|all| all.contains(&clause)))
    }

    /// Whether a call says which it is when it breaks its callee's precondition.
    pub fn is_told(&self, call: Span) -> bool {
        self.shadow.sites.iter().any(|site| site.span == call)
    }

    /// Whether an operation says which it is just before it panics.
    pub fn tells_operation(&self, operation: Span) -> bool {
        self.shadow.operations.contains(&operation)
    }

    /// Whether runs look at a precondition where a function (any that has it, without one) is called by others.
    pub fn is_checked(&self, callee: Option<FnId>, clause: Span) -> bool {
        let fits = |(func, at): &(FnId, Span)| *at == clause && callee.is_none_or(|callee| callee == *func);
        self.shadow.checked.iter().any(fits)
    }

    /// Calls a function with a vector.
    pub fn run(&self, inst: &FnInst, vector: &Vector, limits: &Limits) -> Ran {
        self.call(inst, vector, limits, false)
    }

    /// The same in a process of its own, where no other call has left anything behind.
    pub fn run_alone(&self, inst: &FnInst, vector: &Vector, limits: &Limits) -> Ran {
        self.call(inst, vector, limits, true)
    }

    fn call(&self, inst: &FnInst, vector: &Vector, limits: &Limits, alone: bool) -> Ran {
        match self.number(inst) {
            Ok(number) => self.ask(number, &request(number, vector), limits, alone),
            Err(problem) => error(problem),
        }
    }

    /// The number of a function that can be run.
    fn number(&self, inst: &FnInst) -> Result<usize, String> {
        let Some(&number) = self.numbers.get(inst) else {
            return Err("a function that is not in the harness".into());
        };
        match self.unsupported(inst) {
            Some(reason) => Err(format!("`{}` cannot be run: {reason}", self.paths[number])),
            None => Ok(number),
        }
    }

    /// A process for calls: one that waits for some, or a new one.
    fn process(&self, limits: &Limits, alone: bool) -> Result<Process, String> {
        let idle = || self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let idle = if alone { None } else { idle().filter(|idle| idle.memory == limits.memory_mib) };
        match idle {
            Some(process) => Ok(process),
            None => Process::start(&self.shadow.program, &self.folder, limits.memory_mib, &self.stop),
        }
    }

    /// Keeps a process for later calls.
    fn keep(&self, process: Process) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(process);
        }
    }

    fn ask(&self, number: usize, request: &str, limits: &Limits, alone: bool) -> Ran {
        let mut process = match self.process(limits, alone) {
            Ok(process) => process,
            Err(problem) => return error(problem),
        };
        let mut told = Notices::default();
        // (With `!` it says at once how far it is: it may die.)
        let reply = match process.send(&format!("!{request}"), limits.timeout) {
            true => process.reply(limits.timeout, &mut told),
            false => Reply::Dead,
        };
        match reply {
            Reply::Line(line) => {
                if !alone {
                    self.keep(process);
                }
                self.ran(number, &line, &told)
            }
            Reply::Late => {
                drop(process);
                self.broken_off(number, Outcome::TimedOut, &told)
            }
            Reply::Stopped => error("nobody waits for it any more".into()),
            Reply::Dead => self.broken_off(number, process.post_mortem(), &told),
        }
    }

    /// A call that no reply came from.
    fn broken_off(&self, number: usize, how: Outcome, told: &Notices) -> Ran {
        Ran { loops: self.loops(number, told), caught: self.panics(&told.panics), ..Ran::ended(told.ended(how)) }
    }

    /// What a reply says, with the lines before it.
    fn ran(&self, number: usize, line: &str, told: &Notices) -> Ran {
        let ran = self
            .judge(number, line)
            .unwrap_or_else(|| error(format!("the harness sent a reply that refine does not understand: {line}")));
        Ran { loops: self.loops(number, told), ..ran }
    }

    fn loops(&self, number: usize, told: &Notices) -> Vec<Outcome> {
        told.lines.iter().filter_map(|line| self.loop_violated(number, line)).collect()
    }
}

/// A new folder for a process to work in, below our folder in cargo's target folder. Those of processes that are gone are removed.
///
/// # Errors
/// It cannot be made.
pub fn working_folder(ours: &Path) -> std::io::Result<PathBuf> {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let runs = ours.join("run");
    remove_left_behind(&runs);
    let folder = runs.join(format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed)));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Starts a harness that was built, from a file of its own: there it stays what it is when another refine builds one for other functions.
/// If it does not start: why, and the file that was built.
fn start(mut shadow: Shadow, folder: &Path, cargo: &Cargo) -> Result<(Shadow, Process), (String, PathBuf)> {
    let own = folder.with_extension("exe");
    let _ = std::fs::remove_file(&own);
    let kept = std::fs::hard_link(&shadow.program, &own).or_else(|_| std::fs::copy(&shadow.program, &own).map(drop));
    let started = kept
        .map_err(|why| format!("cannot keep the harness: {why}"))
        .and_then(|()| Process::start(&own, folder, Limits::default().memory_mib, &cargo.stop));
    match started {
        Ok(process) => {
            shadow.program = own;
            Ok((shadow, process))
        }
        Err(why) => Err((why, shadow.program)),
    }
}

/// A call as a line.
fn request(number: usize, vector: &Vector) -> String {
    let mut request = format!("{number} {}", vector.len());
    for value in vector {
        request.push(' ');
        wire::print(&mut request, value);
    }
    request.push('\n');
    request
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
fn lock(folder: &Path) -> std::io::Result<std::fs::File> {
    std::fs::create_dir_all(folder)?;
    let file = std::fs::File::create(folder.join("harness.lock"))?;
    let _ = rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive);
    Ok(file)
}

/// Removes the working folders of runs whose process is gone.
fn remove_left_behind(runs: &Path) {
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
    Ran::ended(Outcome::HarnessError { message })
}
