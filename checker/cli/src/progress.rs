//! The one line on standard error that says what is going on.
//!
//! It shows up only when a run takes longer than half a second, and leaves no trace.
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

const DELAY: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(100);
const ERASE: &[u8] = b"\r\x1b[2K";
const FRAMES: [char; 4] = ['|', '/', '-', '\\'];

struct State {
    out: Box<dyn Write + Send>,
    line: String,
    frame: usize,
    drawn: bool,
    ended: bool,
}

impl State {
    /// A terminal that cannot be written to any more is no reason to stop a run, hence the `let _`.
    fn erase(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = self.out.write_all(ERASE).and_then(|()| self.out.flush());
        }
    }

    fn draw(&mut self) {
        if self.line.is_empty() {
            return;
        }
        self.frame += 1;
        let frame = FRAMES[self.frame % FRAMES.len()];
        let _ = self.out.write_all(ERASE);
        let _ = write!(self.out, "{frame} {}", self.line).and_then(|()| self.out.flush());
        self.drawn = true;
    }
}

/// A progress line with the thread that keeps it moving.
pub struct Progress {
    shared: Arc<(Mutex<State>, Condvar)>,
    ticker: Option<JoinHandle<()>>,
}

impl Progress {
    /// A line on standard error.
    pub fn on_stderr() -> Progress {
        Progress::new(Box::new(std::io::stderr()), DELAY)
    }

    fn new(out: Box<dyn Write + Send>, delay: Duration) -> Progress {
        let state = State { out, line: String::new(), frame: 0, drawn: false, ended: false };
        let shared = Arc::new((Mutex::new(state), Condvar::new()));
        let ticker = std::thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                let mut pause = delay;
                let mut state = shared.0.lock().expect("no holder panics");
                loop {
                    state =
                        shared.1.wait_timeout_while(state, pause, |state| !state.ended).expect("no holder panics").0;
                    if state.ended {
                        return;
                    }
                    state.draw();
                    pause = TICK;
                }
            }
        });
        Progress { shared, ticker: Some(ticker) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().expect("no holder panics")
    }

    /// A step began.
    pub fn step(&self, step: &str, done: usize, total: usize) {
        let line = if total > 0 { format!("[{done}/{total}] {step}") } else { step.to_owned() };
        // One line only: a wrapped one could not be erased.
        let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(80_usize);
        self.lock().line = line.chars().filter(|c| !c.is_control()).take(width.saturating_sub(3)).collect();
    }

    /// Does something else with the terminal, with the line out of the way.
    pub fn aside<T>(&self, body: impl FnOnce() -> T) -> T {
        let mut state = self.lock();
        state.erase();
        body()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Ok(mut state) = self.shared.0.lock() {
            state.erase();
            state.ended = true;
        }
        self.shared.1.notify_all();
        if let Some(ticker) = self.ticker.take() {
            let _ = ticker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn text(out: &Shared) -> String {
        String::from_utf8(out.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn a_short_run_shows_nothing() {
        let out = Shared::default();
        let progress = Progress::new(Box::new(out.clone()), Duration::from_secs(60));
        progress.step("proving f", 1, 2);
        drop(progress);
        assert_eq!(text(&out), "");
    }

    #[test]
    fn a_long_run_shows_its_step_and_erases_it() {
        let out = Shared::default();
        let progress = Progress::new(Box::new(out.clone()), Duration::ZERO);
        progress.step("proving f", 1, 2);
        while !text(&out).contains("[1/2] proving f") {
            std::thread::sleep(Duration::from_millis(5));
        }
        progress.aside(|| assert!(text(&out).ends_with("\r\x1b[2K")));
        drop(progress);
    }
}
