//! Ctrl-C.
//!
//! The run is asked to stop, and ends within a fraction of a second. Should it not, the program ends anyway: files are replaced as
//! a whole, and what was started is killed.
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use refine_driver::Cancel;

use crate::exit::{Exit, leave};

/// How long a run may take to stop in good order.
const GRACE: Duration = Duration::from_millis(1500);

/// Whether the user asked to stop. (The run's [`Cancel`] is also set for other reasons.)
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Lets Ctrl-C cancel the run, and end the program if that takes too long; a second one ends it at once.
    pub fn cancels(cancel: &Cancel) -> Interrupt {
        let interrupt = Interrupt::default();
        let (flag, cancel) = (interrupt.clone(), cancel.clone());
        let handler = move || {
            if flag.0.swap(true, Ordering::SeqCst) {
                end();
            }
            cancel.cancel();
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                end();
            });
        };
        // Without a handler Ctrl-C still ends the program, only less tidily.
        let _ = ctrlc::set_handler(handler);
        interrupt
    }

    /// Whether Ctrl-C was pressed.
    pub fn pressed(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

fn end() -> ! {
    let mut stderr = std::io::stderr();
    // The progress line, if there is one, would stay.
    let erase = if stderr.is_terminal() { "\r\x1b[2K" } else { "" };
    let _ = writeln!(stderr, "{erase}interrupted");
    leave(Exit::Interrupted)
}
