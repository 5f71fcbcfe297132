//! What a run looks like: one file per output format, all over the driver's events and its one report.
//!
//! A renderer writes into blocks of text; printing them is the business of [`crate::screen`]. A further format is a
//! further file with a [`Renderer`] and a line in [`renderer`].
mod concise;
mod coverage;
pub mod excerpt;
mod explain;
mod full;
mod json;
pub mod phrases;
mod summary;

#[cfg(test)]
pub mod samples;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;

use std::io;

use codespan_reporting::term::termcolor::Buffer;
use refine_driver::{Event, Report};

use crate::args::Format;

pub use self::summary::{slowest, timings};

/// What renderers need to know beside the events.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// What was checked, for the summary: the packages' names.
    pub subject: String,
    /// Also list what is proved.
    pub verbose: bool,
    /// Say where the time went.
    pub timings: bool,
    /// Say how much of the code is in the model.
    pub stats: bool,
    /// Say what the runs got to.
    pub coverage: bool,
    /// All that is known is told anyway.
    pub explaining: bool,
    /// The options that select the same program and meaning again: ` --scope all`. Starts with a space unless empty.
    pub same: String,
}

/// One output format.
pub trait Renderer {
    /// Something happened. What can be shown at once is.
    fn event(&mut self, event: &Event, out: &mut Buffer) -> io::Result<()>;
    /// The run is over.
    fn finish(&mut self, report: &Report, out: &mut Buffer) -> io::Result<()>;
}

/// The renderer of a format.
pub fn renderer(format: Format, view: View) -> Box<dyn Renderer> {
    match format {
        Format::Full => Box::new(full::Full::new(view)),
        Format::Concise => Box::new(concise::Concise::new(view)),
        Format::Json => Box::new(json::Json::new(view)),
    }
}

/// The renderer of `refine explain`.
pub fn explanation(view: View) -> impl Renderer {
    explain::Explain::new(view)
}

/// All that a renderer says about a run, as text without colours.
#[cfg(test)]
fn rendered(format: Format, view: View, events: &[Event], report: &Report) -> String {
    let mut out = Buffer::no_color();
    let mut renderer = renderer(format, view);
    for event in events {
        renderer.event(event, &mut out).unwrap();
    }
    renderer.finish(report, &mut out).unwrap();
    String::from_utf8(out.into_inner()).unwrap()
}
