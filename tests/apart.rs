//! Checks in processes of their own, as those of `refine` are: a crash of the solver costs a function, and not the whole test.
use refine_driver::Session;

const SERVE: &str = "--serve";

/// Does the checks of the process that started this one, if that is what it was started for. The first step of a `main`.
pub fn serve_if_asked() {
    if std::env::args().nth(1).is_some_and(|arg| arg == SERVE) {
        refine_driver::serve(|| std::process::exit(0))
    }
}

/// A session whose checks are done by this program in another process.
pub fn session() -> Session {
    Session::apart(SERVE)
}
