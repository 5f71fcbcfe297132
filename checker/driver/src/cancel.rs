//! Asking a check to stop.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

/// Why a check stops before it has looked at everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// Whoever asked for it does not wait for it any more.
    Interrupted,
    /// The time for the whole run is used up.
    Time,
    /// The memory for the whole run is.
    Memory,
}

impl Stop {
    /// In words: why something was not looked at.
    pub fn reason(self) -> &'static str {
        match self {
            Stop::Interrupted => "the run was interrupted",
            Stop::Time => "the time budget was used up",
            Stop::Memory => "the memory was used up",
        }
    }

    /// Why a claim is open, in a function that was `begun` with or was not.
    pub(crate) fn left_open(self, begun: bool) -> String {
        format!("not checked{}: {}", if begun { " completely" } else { "" }, self.reason())
    }
}

/// A flag that asks a check to stop. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
    why: Arc<RwLock<Option<Stop>>>,
}

impl Cancel {
    /// Asks: nobody waits for it any more.
    pub fn cancel(&self) {
        self.stop(Stop::Interrupted);
    }

    /// Asks. Whoever does not wait any more needs no other reason; else the first one stays.
    pub(crate) fn stop(&self, reason: Stop) {
        let mut why = self.why.write().unwrap_or_else(PoisonError::into_inner);
        if why.is_none() || reason == Stop::Interrupted {
            *why = Some(reason);
        }
        self.flag.store(true, Ordering::SeqCst);
        if reason == Stop::Interrupted {
            self.interrupted.store(true, Ordering::SeqCst);
        }
    }

    /// The same for what is done though time or memory is used up: only whoever does not wait any more ends it.
    pub(crate) fn beyond_budgets(&self) -> Cancel {
        let interrupted = || Arc::clone(&self.interrupted);
        Cancel { flag: interrupted(), interrupted: interrupted(), why: Arc::clone(&self.why) }
    }

    /// Why it was asked, if it was.
    pub(crate) fn why(&self) -> Option<Stop> {
        *self.why.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag itself, for those that do not know of this type.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Whether it was asked.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
