//! The seam between the server and the driver.
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use refine_driver::{Config, ConfigError, Event, Options, Place, Report};

/// A flag that asks a check to stop. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a check did not come about.
#[derive(Clone, Debug)]
pub struct CheckError {
    /// One sentence.
    pub message: String,
    /// A way out.
    pub help: Option<String>,
    /// Where, if there is a place.
    pub place: Option<Place>,
}

impl From<ConfigError> for CheckError {
    fn from(error: ConfigError) -> Self {
        CheckError { message: error.message, help: error.help, place: error.place }
    }
}

/// What checks a package. The driver, or a fake in tests.
pub trait Checker: Send + Sync + 'static {
    /// Checks the package of a manifest and tells the listener what happens. `user` lies over the package's own
    /// configuration. Returns soon once it is cancelled, with whatever result.
    ///
    /// # Errors
    /// If the package cannot be loaded or its configuration is wrong.
    fn check(
        &self,
        manifest: &Path,
        user: &Config,
        cancel: &Cancel,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Report, CheckError>;
}

/// The driver.
#[derive(Clone, Copy, Debug)]
pub struct Driver;

impl Checker for Driver {
    fn check(
        &self,
        manifest: &Path,
        user: &Config,
        cancel: &Cancel,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Report, CheckError> {
        let mut options = Options { manifest: manifest.to_owned(), ..Options::default() };
        Config::load(manifest)?.apply(&mut options);
        user.apply(&mut options);
        let _ = (options, cancel, listener);
        Err(CheckError { message: "the driver has not landed".into(), help: None, place: None })
    }
}
