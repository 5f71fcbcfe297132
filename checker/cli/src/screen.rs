//! Where text goes: standard output in whole blocks, standard error for progress and complaints.
use std::io::{IsTerminal, Write};

use codespan_reporting::term::termcolor::{Buffer, ColorChoice, StandardStream, WriteColor};
use refine_driver::Event;

use crate::args::Color;
use crate::exit::{Exit, Failure};
use crate::output::excerpt;
use crate::progress::Progress;

/// Whether a stream takes colours.
fn colored(color: Color, terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// The terminal, or what stands in for it.
pub struct Screen {
    color: bool,
    progress: Option<Progress>,
}

impl Screen {
    /// With colours and progress as asked for and possible.
    pub fn new(color: Color, progress: bool) -> Screen {
        let color = colored(color, std::io::stdout().is_terminal());
        let progress = (progress && std::io::stderr().is_terminal()).then(Progress::on_stderr);
        Screen { color, progress }
    }

    /// An empty block of text.
    pub fn block(&self) -> Buffer {
        if self.color { Buffer::ansi() } else { Buffer::no_color() }
    }

    /// Prints a block. A reader that went away is an error of kind `BrokenPipe`.
    pub fn print(&self, block: &Buffer) -> std::io::Result<()> {
        if block.is_empty() {
            return Ok(());
        }
        let print = || {
            let mut out = std::io::stdout().lock();
            out.write_all(block.as_slice()).and_then(|()| out.flush())
        };
        match &self.progress {
            Some(progress) => progress.aside(print),
            None => print(),
        }
    }

    /// Moves the progress display.
    pub fn follow(&self, event: &Event) {
        if let (Some(progress), Event::Progress { step, done, total }) = (&self.progress, event) {
            progress.step(step, *done, *total);
        }
    }

    /// Prints a line on standard output, for commands that have nothing else to print.
    pub fn say(line: &str) -> std::io::Result<()> {
        writeln!(std::io::stdout().lock(), "{line}")
    }

    /// Prints a line on standard error.
    pub fn remark(&self, line: &str) {
        let print = || {
            let _ = writeln!(std::io::stderr(), "{line}");
        };
        match &self.progress {
            Some(progress) => progress.aside(print),
            None => print(),
        }
    }

    /// Says on standard error why a command failed.
    pub fn complain(color: Color, failure: &Failure) {
        if failure.exit == Exit::BrokenPipe {
            return;
        }
        let choice =
            if colored(color, std::io::stderr().is_terminal()) { ColorChoice::Always } else { ColorChoice::Never };
        let mut block = if choice == ColorChoice::Always { Buffer::ansi() } else { Buffer::no_color() };
        let _ = excerpt::failure(failure, &mut block);
        let mut stream = StandardStream::stderr(choice);
        let _ = stream.write_all(block.as_slice()).and_then(|()| stream.reset());
    }
}
