//! One file per command.
pub mod check;
pub mod clean;
pub mod explain;
pub mod init;
mod interrupt;
mod project;

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::{Exit, Failure};

/// `refine lsp`.
pub fn lsp() -> Result<Exit, Failure> {
    match refine_lsp::run(crate::session()) {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => Err(Failure { exit: Exit::Internal, ..Failure::usage(format!("language server: {error:#}")) }),
    }
}

/// `refine completions`.
pub fn completions(name: &str, shell: Shell) -> Result<Exit, Failure> {
    // Into memory first: the generator panics where a write fails.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), name.replace(' ', "-"), &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Clean)
}
