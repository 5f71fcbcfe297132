//! Ctrl-C.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use refine_driver::Cancel;

use crate::exit::Exit;

/// Whether the user asked to stop. (The run's [`Cancel`] is also set for other reasons.)
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Lets Ctrl-C cancel the run; a second one ends the program at once.
    pub fn cancels(cancel: &Cancel) -> Interrupt {
        let interrupt = Interrupt::default();
        let (flag, cancel) = (interrupt.clone(), cancel.clone());
        let handler = move || {
            if flag.0.swap(true, Ordering::SeqCst) {
                std::process::exit(Exit::Interrupted as i32);
            }
            cancel.cancel();
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
