//! `refine explain`: the page of an error code, or all that is known of one obligation.
use refine_driver::{Options, Scope};

use crate::args::ExplainArgs;
use crate::codes;
use crate::commands::check::{CheckOutcome, drive, view};
use crate::commands::project::Project;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::screen::Screen;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> Result<Exit, Failure> {
    let subject = args.subject.trim();
    if let Some(page) = codes::page(subject) {
        Screen::say(page.trim_end())?;
        return Ok(Exit::Clean);
    }
    if looks_like_a_code(subject) {
        let known: Vec<_> = codes::ALL.iter().map(|(code, _)| *code).collect();
        let message = format!("there is no code {subject}");
        return Err(Failure::usage(message).help(format!("the codes are {}", known.join(", "))));
    }
    if !subject.contains('/') {
        return Err(Failure::usage(format!("`{subject}` is neither the code of an error or a note nor an obligation"))
            .help("an obligation looks like path::of::function/division/1; `refine check -v` lists them all"));
    }
    let Project { manifest, config } = Project::open(&args.run.project)?;
    let options = args.run.options(manifest, &config);
    // Whoever names an obligation need not say again how its function came under check.
    let scope = args.run.scope.unwrap_or(Scope::All);
    let options = Options { obligation: Some(subject.to_owned()), scope, ..options };
    let mut renderer = output::explanation(view(&args.run, &options, &config));
    let screen = Screen::new(args.run.color, !args.run.no_progress);
    match drive(&options, &mut renderer, &screen)? {
        CheckOutcome::Interrupted => {
            screen.remark("interrupted");
            Ok(Exit::Interrupted)
        }
        CheckOutcome::Done(report) if report.obligations.is_empty() => {
            Err(Failure::usage(format!("there is no obligation `{subject}`")).help("`refine check -v` lists them all"))
        }
        CheckOutcome::Done(_) => Ok(Exit::Clean),
    }
}

fn looks_like_a_code(subject: &str) -> bool {
    let mut chars = subject.chars();
    matches!(chars.next(), Some('E' | 'e' | 'N' | 'n')) && !subject[1..].is_empty() && chars.all(|c| c.is_ascii_digit())
}
