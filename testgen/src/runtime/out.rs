//! What the harness says: many lines in one go, so that neither side waits for the other, but none of them late.
use super::std;
use super::std::cell::{Cell, RefCell};
use super::std::io::Write;
use super::std::os::unix::net::UnixStream;
use super::std::prelude::v1::*;
use super::std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use super::std::time::Duration;

/// Lines are said when they are together this long, and at the latest after this time.
const MANY: usize = 16 * 1024;
const SOON: Duration = Duration::from_millis(2);

std::thread_local! {
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

/// Says how far the call is.
pub(super) fn phase(line: &str) {
    say(line, AT_ONCE.with(|at_once| at_once.get()));
}

/// Says something of the call before its reply.
pub(super) fn say(line: &str, at_once: bool) {
    OUT.with(|out| {
        if let Some(ref out) = *out.borrow() {
            out.line(line);
            if at_once {
                out.flush();
            }
        }
    });
}

struct Lines {
    socket: UnixStream,
    text: Vec<u8>,
}

impl Lines {
    fn flush(&mut self) {
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
        let out = Out(Arc::new((Mutex::new(Lines { socket, text: Vec::new() }), Condvar::new())));
        let own = out.clone();
        // A call that takes long must not hold back what those before it came to.
        std::thread::spawn(move || {
            loop {
                let mut lines = own.lines();
                while lines.text.is_empty() {
                    lines = (own.0).1.wait(lines).unwrap_or_else(PoisonError::into_inner);
                }
                drop(lines);
                std::thread::sleep(SOON);
                own.flush();
            }
        });
        out
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        (self.0).0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn line(&self, line: &str) {
        let mut lines = self.lines();
        if lines.text.is_empty() {
            (self.0).1.notify_one();
        }
        lines.text.extend_from_slice(line.as_bytes());
        lines.text.push(b'\n');
        if lines.text.len() > MANY {
            lines.flush();
        }
    }

    pub fn flush(&self) {
        self.lines().flush();
    }
}
