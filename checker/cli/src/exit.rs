//! How the program ends: exit codes, and the failures that end it early.
use std::io::Write as _;
use std::path::PathBuf;

use refine_driver::{CheckError, ConfigError, SourceLocation};

/// The exit codes. They are documented in `README.md` and in `refine check --help`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Nothing refuted, nothing denied.
    Clean = 0,
    /// Something is refuted or denied, or regression tests are stale.
    Found = 1,
    /// The command line, the configuration or the user's code is not in order.
    Usage = 2,
    /// A defect in refine itself.
    Internal = 101,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
    /// Whoever read standard output went away (what a shell says of a program that died so).
    BrokenPipe = 141,
}

/// Ends the program at once, with all that it started. Threads that are still at work are not waited for, nor does what they
/// use go away under them.
pub fn leave(exit: Exit) -> ! {
    let _ = std::io::stdout().flush();
    refine_driver::end_children();
    signal_hook::low_level::exit(exit as i32)
}

/// Why a command did not do what it was asked to.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// For `refine explain`.
    pub code: Option<&'static str>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// A way out.
    pub help: Option<String>,
    /// Where, if there is a place.
    pub place: Option<Box<SourceLocation>>,
    /// What the place is relative to; empty for the current folder.
    pub root: PathBuf,
    /// How the program ends.
    pub exit: Exit,
}

impl Failure {
    /// Something in the command line or its surroundings.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure {
            code: None,
            message: message.into(),
            help: None,
            place: None,
            root: PathBuf::new(),
            exit: Exit::Usage,
        }
    }

    /// A defect in refine itself.
    pub fn internal(message: impl Into<String>) -> Failure {
        let help = "this is a defect in refine, not in your code; please report it with the code that triggers it";
        Failure { exit: Exit::Internal, help: Some(help.to_owned()), ..Failure::usage(message) }
    }

    /// With a way out.
    pub fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }

    /// With a code for `refine explain`.
    pub fn code(self, code: &'static str) -> Failure {
        Failure { code: Some(code), ..self }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Failure {
        Failure { help: error.help, place: error.place.map(Box::new), ..Failure::usage(error.message).code("E0302") }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Failure {
        let CheckError { code, message, help, place } = error;
        let failure = if code == Some("E0901") { Failure::internal(message) } else { Failure::usage(message) };
        Failure { code, help: help.or(failure.help), place: place.map(Box::new), ..failure }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure { exit: Exit::BrokenPipe, ..Failure::usage("") },
            _ => Failure::usage(error.to_string()),
        }
    }
}
