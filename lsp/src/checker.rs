//! The seam between the server and the driver.
use std::path::Path;
use std::sync::Mutex;

use refine_driver::{Cache, Cancel, CheckError, Config, Event, Options, Report, Session};

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

/// The driver, with what it keeps between checks.
#[derive(Debug, Default)]
pub struct Driver {
    session: Mutex<Session>,
}

impl Driver {
    /// One that keeps it in this session.
    pub fn new(session: Session) -> Driver {
        Driver { session: Mutex::new(session) }
    }
}

impl Checker for Driver {
    fn check(
        &self,
        manifest: &Path,
        user: &Config,
        cancel: &Cancel,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Report, CheckError> {
        let mut options = Options { manifest: manifest.to_owned(), cache: Cache::On, ..Options::default() };
        Config::load(manifest)?.apply(&mut options);
        user.apply(&mut options);
        // What a check that panicked left behind is not built on.
        let mut session = self.session.lock().unwrap_or_else(|poisoned| {
            self.session.clear_poison();
            let mut session = poisoned.into_inner();
            session.clear();
            session
        });
        refine_driver::check_again(&mut session, &options, cancel, listener)
    }
}
