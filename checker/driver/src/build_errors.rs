//! Why there is no harness, in words for the user.
use refine_core::span::Span;
use refine_testgen::{BuildError, UserError};

use crate::error::CheckError;
use crate::place::Places;
use crate::project::Target;
use crate::report::SourceLocation;

/// Errors of the compiler that are shown; one mistake may have many.
const COMPILE_ERRORS: usize = 20;

/// Why there is no harness: for the user, and as the reason why nothing was run.
pub(crate) fn build_errors(target: &Target, places: &Places<'_>, error: BuildError) -> (Vec<CheckError>, &'static str) {
    let name = &target.name;
    match error {
        BuildError::UserCode(errors) => {
            let more = errors.len().saturating_sub(COMPILE_ERRORS);
            let mut shown: Vec<CheckError> =
                errors.into_iter().take(COMPILE_ERRORS).map(|error| compile_error(target, places, error)).collect();
            if more > 0 {
                let error = CheckError::new("E0300", format!("{name} does not compile: {more} more errors"));
                shown.push(error.help("`cargo check` shows them all"));
            }
            (shown, "the crate does not compile")
        }
        other => {
            // Cargo's own words come with its marks.
            let text = other.to_string();
            let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let first = first.strip_prefix("error: ").unwrap_or(first);
            let rest = without_hints(rest);
            let of_code = other.is_of_code();
            let message = match of_code {
                true => format!("{name} does not build: {first}"),
                false => format!("cannot build the program that runs {name}: {first}"),
            };
            let error = CheckError::new("E0304", message);
            let help = match other {
                _ if other.is_about_writing() => Some(match rest.trim() {
                    "" => "set CARGO_TARGET_DIR to let refine write elsewhere".to_owned(),
                    said => format!("{said}; set CARGO_TARGET_DIR to let refine write elsewhere"),
                }),
                _ => (!rest.trim().is_empty()).then(|| rest.trim_end().to_owned()),
            };
            let why =
                if of_code { "the crate does not build" } else { "the program that runs the code cannot be built" };
            (vec![CheckError { help, ..error }], why)
        }
    }
}

/// What cargo says of an error, without its hints on how to look into cargo.
fn without_hints(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("note: To improve backtraces"));
    lines.collect::<Vec<_>>().join("\n")
}

fn compile_error(target: &Target, places: &Places<'_>, error: UserError) -> CheckError {
    let UserError { message, file, at, rendered } = error;
    let place = file.zip(at).map(|(file, at)| {
        let sources = places.program.sources();
        let known = sources.iter().find(|(_, source)| source.path == file);
        let known = known.and_then(|(id, source)| Some((id, source.offset(at)?)));
        match known {
            Some((file, start)) => places.of(Span { file, start, end: start }),
            None => {
                let file = format!("{}{file}", target.prefix);
                SourceLocation { file, line: at.line, column: at.column, start: 0, end: 0 }
            }
        }
    });
    let help = (!rendered.is_empty()).then_some(rendered);
    let error = CheckError::new("E0300", format!("{} does not compile: {message}", target.name));
    CheckError { place, help, ..error }
}
