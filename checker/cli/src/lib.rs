//! The command line of refine: commands, and rendering of what the driver's events say.
//!
//! Diagnostics go to standard output, progress and complaints about the command itself to standard error.
//!
//! **Invariant:** no verdict is made here. Everything shown comes from [`refine_driver::Event`]s.
mod args;
mod codes;
mod commands;
mod exit;
mod output;
mod progress;
mod screen;
mod solver;

use std::ffi::OsString;
use std::panic::AssertUnwindSafe;

use clap::{CommandFactory, FromArgMatches};
use refine_driver::Session;

use crate::args::{Cli, Color, Command};
use crate::exit::{Exit, Failure};
use crate::screen::Screen;

/// The front end, the runs and the solver make and drop very many small values. (On Linux it serves the solver too: what many threads have given
/// back is of use to others.)
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the program that is called `name` (`refine` or `cargo refine`), and ends with its exit code.
pub fn main(name: &'static str, args: impl IntoIterator<Item = OsString>) -> ! {
    let args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|arg| arg == SERVE) {
        // The process that shows results says what Ctrl-C means.
        let _ = ctrlc::set_handler(|| {});
        refine_driver::serve(|| exit::leave(Exit::Clean))
    }
    exit::leave(guarded(|| run(name, args)))
}

/// The argument for a process that does the checks of another one. (No command: nobody is to call it.)
const SERVE: &str = "--serve";

/// A session whose checks are done in a process of their own, which the solver may crash.
fn session() -> Session {
    Session::apart(SERVE)
}

/// A panic is a defect in refine, with an exit code and a request of its own.
fn guarded(run: impl FnOnce() -> Exit) -> Exit {
    std::panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        Screen::complain(Color::Auto, &Failure::internal("refine itself panicked (the message is above)"));
        Exit::Internal
    })
}

fn run(name: &'static str, args: impl IntoIterator<Item = OsString>) -> Exit {
    let command = Cli::command().name(name).bin_name(name).version(version());
    let parsed = command.try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too. A closed pipe is no reason to complain.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Clean };
        }
    };
    let (color, result) = match &cli.command {
        Command::Check(args) => (args.run.color, commands::check::run(args)),
        Command::Explain(args) => (args.run.color, commands::explain::run(args)),
        Command::Init(args) => (Color::Auto, commands::init::run(args)),
        Command::Clean(args) => (Color::Auto, commands::clean::run(args)),
        Command::Lsp => (Color::Auto, commands::lsp()),
        Command::Completions { shell } => (Color::Auto, commands::completions(name, *shell)),
    };
    result.unwrap_or_else(|failure| {
        Screen::complain(color, &failure);
        failure.exit
    })
}

/// The version of refine, and of the solver from the library that is really loaded.
fn version() -> &'static str {
    static VERSION: std::sync::LazyLock<String> =
        std::sync::LazyLock::new(|| format!("{} (Z3 {})", env!("CARGO_PKG_VERSION"), solver::version()));
    &VERSION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(guarded(|| panic!("on purpose, in a test")), Exit::Internal);
        assert_eq!(guarded(|| Exit::Found), Exit::Found);
    }
}
