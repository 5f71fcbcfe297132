//! What the harness says: many lines in one go, so that neither side waits for the other, but none of them late.
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Lines are said when they are together this long, and at the latest after this time.
const MANY: usize = 16 * 1024;
const SOON: Duration = Duration::from_millis(2);
/// A check that takes longer is said to go on: it may never end.
const LONG: Duration = Duration::from_millis(50);

thread_local! {
    static OUT: RefCell<Option<Out>> = RefCell::new(None);
    static AT_ONCE: Cell<bool> = Cell::new(false);
}

/// Where the thread that serves the calls says what happens in one.
pub(super) fn tell_to(out: Out) {
    OUT.with(|own| *own.borrow_mut() = Some(out));
}

/// Whether how far the call is must be said at once: it may take the process with it.
pub(super) fn may_die(at_once: bool) {
    AT_ONCE.with(|own| own.set(at_once));
}

/// Says how far the call is: at once if it may take the process with it, else before anything else that is said of it.
pub(super) fn phase(line: &'static str) {
    let at_once = AT_ONCE.with(|at_once| at_once.get());
    with(|out| out.phase(line, at_once));
}

/// Says something of the call before its reply: at once if it may take the process with it.
pub(super) fn tell(line: &str) {
    say(line, AT_ONCE.with(|at_once| at_once.get()));
}

/// Says something of the call before its reply.
pub(super) fn say(line: &str, at_once: bool) {
    with(|out| {
        out.line(line);
        if at_once {
            out.flush();
        }
    });
}

/// Says that a callee's precondition is being evaluated: at once if that may take the process with it, else if it takes long.
pub(super) fn check_starts(may_die: bool) {
    let at_once = may_die && AT_ONCE.with(|at_once| at_once.get());
    with(|out| out.lines().check_starts(at_once));
}

/// Says that it was, if it was said to be.
pub(super) fn check_ends() {
    with(|out| out.lines().check_ends());
}

fn with<F: FnOnce(&Out)>(action: F) {
    OUT.with(|out| {
        if let Some(ref out) = *out.borrow() {
            action(out);
        }
    });
}

struct Lines {
    socket: UnixStream,
    text: Vec<u8>,
    /// How far the call is, if that was not said. (Of most calls it never is: they are over before.)
    phase: Option<&'static str>,
    /// The checks so far.
    checks: u64,
    check: Check,
}

/// What is known of the last check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    Done,
    Running,
    Told,
}

impl Lines {
    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.phase.is_none()
    }

    fn line(&mut self, line: &str) {
        self.text.extend_from_slice(line.as_bytes());
        self.text.push(b'\n');
        if self.text.len() > MANY {
            self.flush();
        }
    }

    fn check_starts(&mut self, at_once: bool) {
        self.checks += 1;
        self.check = Check::Running;
        if at_once {
            self.tell_check();
        }
    }

    fn check_ends(&mut self) {
        if self.check == Check::Told {
            self.text.extend_from_slice(b">\n");
            self.flush();
        }
        self.check = Check::Done;
    }

    fn tell_check(&mut self) {
        self.say_phase();
        self.text.extend_from_slice(b"?\n");
        self.flush();
        self.check = Check::Told;
    }

    fn say_phase(&mut self) {
        if let Some(phase) = self.phase.take() {
            self.text.extend_from_slice(phase.as_bytes());
            self.text.push(b'\n');
        }
    }

    fn flush(&mut self) {
        self.say_phase();
        if !self.text.is_empty() {
            let _ = self.socket.write_all(&self.text);
            self.text.clear();
        }
    }
}

/// The way out.
#[derive(Clone)]
pub struct Out(Arc<(Mutex<Lines>, Condvar)>);

impl Out {
    pub fn new(socket: UnixStream) -> Out {
        let out = Out(Arc::new((
            Mutex::new(Lines { socket, text: Vec::new(), phase: None, checks: 0, check: Check::Done }),
            Condvar::new(),
        )));
        let own = out.clone();
        // A call that takes long must not hold back what those before it came to.
        std::thread::spawn(move || {
            loop {
                let mut lines = own.lines();
                while lines.is_empty() {
                    lines = (own.0).1.wait(lines).unwrap_or_else(PoisonError::into_inner);
                }
                drop(lines);
                std::thread::sleep(SOON);
                own.flush();
            }
        });
        let own = out.clone();
        std::thread::spawn(move || {
            let mut before = 0;
            loop {
                std::thread::sleep(LONG);
                let mut lines = own.lines();
                if lines.check == Check::Running && lines.checks == before {
                    lines.tell_check();
                }
                before = lines.checks;
            }
        });
        out
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        (self.0).0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says a line before the reply to a call.
    pub fn line(&self, line: &str) {
        let mut lines = self.woken();
        lines.say_phase();
        lines.line(line);
    }

    /// Says what a call came to.
    pub fn reply(&self, line: &str) {
        let mut lines = self.woken();
        lines.phase = None;
        lines.line(line);
    }

    fn phase(&self, phase: &'static str, at_once: bool) {
        let mut lines = self.woken();
        lines.phase = Some(phase);
        if at_once {
            lines.flush();
        }
    }

    /// The lines, of which there are some from here on.
    fn woken(&self) -> MutexGuard<'_, Lines> {
        let lines = self.lines();
        if lines.is_empty() {
            (self.0).1.notify_one();
        }
        lines
    }

    pub fn flush(&self) {
        self.lines().flush();
    }
}
