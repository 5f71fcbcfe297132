//! The processes that are started: each leads a process group of its own, so that all it starts ends with it, and none of
//! them outlives the program. A [`Companion`] is a part of the program itself, and shares its group.
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The groups that are there, by the process that leads each.
struct Groups {
    leaders: Vec<Pid>,
    /// Processes of our own group.
    companions: Vec<Pid>,
    /// Whether the program is about to end: there are to be no more.
    closed: bool,
}

static GROUPS: Mutex<Groups> = Mutex::new(Groups { leaders: Vec::new(), companions: Vec::new(), closed: false });

/// Whom to tell of each group that is started, and that is over.
type Watch = Box<dyn Fn(u32, bool) + Send + Sync>;

static WATCH: OnceLock<Watch> = OnceLock::new();

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all that was started. From now on nothing can be started any more: the program is about to end.
pub fn end_all() {
    let mut groups = groups();
    groups.closed = true;
    // Those first that could start others.
    groups.companions.iter().for_each(|process| _ = kill_process(*process, Signal::KILL));
    groups.leaders.iter().for_each(|leader| kill(*leader));
}

/// From now on somebody is told of each group, by its leader, that is started (`true`) or over. Once only.
pub fn watch(tell: impl Fn(u32, bool) + Send + Sync + 'static) {
    let _ = WATCH.set(Box::new(tell));
}

fn tell(leader: Pid, starts: bool) {
    if let (Some(tell), Ok(leader)) = (WATCH.get(), leader.as_raw_nonzero().get().try_into()) {
        tell(leader, starts);
    }
}

fn pid(process: u32) -> Option<Pid> {
    Pid::from_raw(process.try_into().ok()?)
}

/// Takes in a group that a companion started: it ends with the program.
pub fn adopt(leader: u32) {
    groups().leaders.extend(pid(leader));
}

/// Forgets a group that was adopted, and kills it if it is not over.
pub fn disown(leader: u32, running: bool) {
    let Some(leader) = pid(leader) else { return };
    if running {
        kill(leader);
    }
    groups().leaders.retain(|known| *known != leader);
}

/// How much memory the processes have that lead a group, in bytes.
pub fn resident() -> u64 {
    groups().leaders.iter().filter_map(|leader| resident_of(&leader.as_raw_nonzero().to_string())).sum()
}

/// How much memory a process has, in bytes: one by its number, or `self`. `None` where the system does not tell.
pub fn resident_of(process: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

fn kill(leader: Pid) {
    let _ = kill_process_group(leader, Signal::KILL);
}

/// A process with all that it starts. It ends when this is dropped.
pub(crate) struct Group {
    child: Child,
    leader: Pid,
}

impl Group {
    /// Starts a process that leads a group.
    pub(crate) fn start(command: &mut Command) -> io::Result<Group> {
        let mut groups = groups();
        if groups.closed {
            return Err(io::Error::other("the program is about to end"));
        }
        let child = command.process_group(0).spawn()?;
        let leader = Pid::from_child(&child);
        groups.leaders.push(leader);
        tell(leader, true);
        Ok(Group { child, leader })
    }

    /// The process itself.
    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it with all that it started.
    pub(crate) fn kill(&self) {
        kill(self.leader);
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
        groups().leaders.retain(|leader| *leader != self.leader);
        tell(self.leader, false);
    }
}

/// A process of our own group, which hears what the user does to it: Ctrl-C, Ctrl-Z.
#[derive(Debug)]
pub struct Companion {
    child: Child,
    process: Pid,
}

impl Companion {
    /// Starts one.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Companion> {
        let mut groups = groups();
        if groups.closed {
            return Err(io::Error::other("the program is about to end"));
        }
        let child = command.spawn()?;
        let process = Pid::from_child(&child);
        groups.companions.push(process);
        Ok(Companion { child, process })
    }

    /// The process itself.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Kills it, if it still runs, and says how it ended.
    pub fn end(&mut self) -> ExitStatus {
        let _ = self.child.kill();
        let status = self.child.wait().unwrap_or_default();
        groups().companions.retain(|known| *known != self.process);
        status
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs a command to its end, without input.
///
/// # Errors
/// If it cannot be started.
pub fn output(command: &mut Command) -> io::Result<Output> {
    let mut group = Group::start(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let (stdout, stderr) = (group.child.stdout.take(), group.child.stderr.take());
    let errors = std::thread::spawn(move || read(stderr));
    let stdout = read(stdout);
    let stderr = errors.join().unwrap_or_default();
    Ok(Output { status: group.wait()?, stdout, stderr })
}

fn read(pipe: Option<impl io::Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    bytes
}
