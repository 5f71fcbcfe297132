//! `refine check`: run the driver, show what it says, decide on the exit code.
use std::io;
use std::path::{Path, PathBuf};

use refine_driver::{Cancel, Config, Deny, Emitted, Event, Options, Report, Scope, Verdict};

use crate::args::{CheckArgs, RunArgs};
use crate::commands::interrupt::Interrupt;
use crate::commands::project::Project;
use crate::exit::{Exit, Failure};
use crate::output::{self, Renderer, View, phrases};
use crate::screen::Screen;
use crate::solver;

/// Runs the command.
pub fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let Project { manifest, config } = Project::open(&args.run.project)?;
    let options = args.options(manifest, &config);
    let CheckArgs { verbose, timings, stats, coverage, .. } = *args;
    let view = View { verbose, timings, stats, coverage, ..view(&args.run, &options, &config) };
    let mut renderer = output::renderer(args.output_format, view);
    let screen = Screen::new(args.run.color, !args.run.no_progress);
    let report = match drive(&options, renderer.as_mut(), &screen)? {
        CheckOutcome::Done(report) => report,
        CheckOutcome::Interrupted => {
            screen.remark("interrupted");
            return Ok(Exit::Interrupted);
        }
    };
    let (exit, remarks) = judge(&report, &options, &args.denied(&config));
    for remark in remarks {
        screen.remark(&remark);
    }
    if let Some(Emitted { path, functions, vectors }) = &report.vectors {
        let (functions, vectors) = (phrases::count(*functions, "function"), phrases::count(*vectors, "vector"));
        screen.remark(&format!("wrote {path}: {vectors} of {functions}"));
    }
    if args.timings {
        output::slowest(&report).iter().for_each(|line| screen.remark(line));
        screen.remark(&output::timings(&report));
    }
    if args.stats {
        screen.remark(&report.stats.to_string());
    }
    Ok(exit)
}

/// How a run ended.
pub enum CheckOutcome {
    /// In its own time.
    Done(Box<Report>),
    /// By Ctrl-C.
    Interrupted,
}

/// What the renderers need to know.
pub fn view(args: &RunArgs, options: &Options, config: &Config) -> View {
    let folder = options.manifest.parent().and_then(Path::file_name);
    let subject = folder.map_or("project".to_owned(), |name| name.to_string_lossy().into_owned());
    View { subject, same: same(args, options, config), ..View::default() }
}

/// The options of the command line that select the same project, functions and meaning again.
fn same(args: &RunArgs, options: &Options, config: &Config) -> String {
    let mut flags_given = Vec::new();
    if let Some(manifest) = args.project.place() {
        flags_given.extend(["--manifest-path".to_owned(), phrases::shell(&manifest.to_string_lossy())]);
    }
    flags_given.extend(args.packages.iter().flat_map(|name| ["-p".to_owned(), phrases::shell(name)]));
    let flags = [(args.all_features, "--all-features"), (args.no_default_features, "--no-default-features")];
    flags_given.extend(args.features.iter().flat_map(|name| ["-F".to_owned(), phrases::shell(name)]));
    flags_given.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, flag)| flag.to_owned()));
    let configured = config.scope.unwrap_or_default();
    if options.scope != configured {
        let scope = match options.scope {
            Scope::Annotated => "annotated",
            Scope::Pub => "pub",
            Scope::All => "all",
        };
        flags_given.extend(["--scope".to_owned(), scope.to_owned()]);
    }
    if options.entry != config.entry.unwrap_or_default() {
        flags_given.extend(["--entry".to_owned(), format!("{:?}", options.entry).to_lowercase()]);
    }
    if options.overflow != config.overflow.unwrap_or_default() {
        flags_given.extend(["--overflow".to_owned(), format!("{:?}", options.overflow).to_lowercase()]);
    }
    if options.allow_effects && config.allow_effects != Some(true) {
        flags_given.push("--allow-effects".to_owned());
    }
    flags_given.iter().map(|word| format!(" {word}")).collect()
}

/// Runs the driver with a renderer as its listener.
pub fn drive(options: &Options, renderer: &mut dyn Renderer, screen: &Screen) -> Result<CheckOutcome, Failure> {
    if let Some(complaint) = solver::complaint() {
        screen.remark(&complaint);
    }
    let cancel = Cancel::default();
    let interrupt = Interrupt::cancels(&cancel);
    let mut trouble: Option<io::Error> = None;
    let mut root = PathBuf::new();
    let result = refine_driver::check_again(&mut crate::session(), options, &cancel, &mut |event| {
        screen.follow(&event);
        if let Event::Project { root: known, .. } = &event {
            root.clone_from(known);
        }
        if trouble.is_none() {
            let mut block = screen.block();
            let shown = renderer.event(&event, &mut block).and_then(|()| screen.print(&block));
            if let Err(error) = shown {
                // Nobody reads on: no sense in going on.
                trouble = Some(error);
                cancel.cancel();
            }
        }
    });
    if let Some(error) = trouble {
        return Err(error.into());
    }
    let report = result.map_err(|error| Failure { root, ..error.into() })?;
    let mut block = screen.block();
    renderer.finish(&report, &mut block)?;
    screen.print(&block)?;
    // Whoever presses it when all is said has not interrupted anything.
    let interrupted = interrupt.pressed() && report.cut.is_some();
    Ok(if interrupted { CheckOutcome::Interrupted } else { CheckOutcome::Done(Box::new(report)) })
}

/// The exit code, with what the user should know about it.
fn judge(report: &Report, options: &Options, denied: &[Deny]) -> (Exit, Vec<String>) {
    let mut remarks = Vec::new();
    let mut exit = Exit::Clean;
    let summary = &report.summary;
    if summary.refuted > summary.documented || report.tests.iter().any(|test| test.status == "stale") {
        exit = Exit::Found;
    }
    for deny in denied {
        let (found, what) = match deny {
            Deny::Open => (summary.open, "open"),
            Deny::Tested => (summary.tested, "tested"),
            Deny::Given => (summary.proved_given, "given"),
            Deny::Vacuous => (summary.vacuous, "vacuous"),
            Deny::Documented => (summary.documented, "documented"),
        };
        if found > 0 {
            remarks.push(format!(
                "error: {} with the verdict `{what}`, which is denied",
                phrases::count(found, "obligation")
            ));
            exit = Exit::Found;
        }
    }
    // E0900 is about us, not about the user's input, and counted as an internal error.
    if report.diagnostics.iter().any(|(diagnostic, _)| diagnostic.error && diagnostic.code != "E0900") {
        // The others are about the package, about writing and building, and speak for themselves.
        let of_code = |code: &str| !matches!(code, "E0301" | "E0302" | "E0303" | "E0304" | "E0900");
        if report.diagnostics.iter().any(|(diagnostic, _)| diagnostic.error && of_code(diagnostic.code)) {
            remarks.push("error: there are errors in the code; what depends on them was not checked".to_owned());
        }
        exit = Exit::Usage;
    } else if let Some(remark) = nothing_checked(report, options) {
        remarks.push(remark);
        exit = Exit::Usage;
    }
    if summary.internal_errors > 0 {
        let errors = phrases::count(summary.internal_errors, "internal error");
        remarks.push(format!(
            "error: {errors}. This is a defect in refine, not in your \
             code; please report it with the code that triggers it"
        ));
        exit = Exit::Internal;
    }
    debug_assert_eq!(
        summary.refuted,
        report.obligations.iter().filter(|obligation| obligation.verdict == Verdict::Refuted).count()
    );
    (exit, remarks)
}

/// What to do about a run that checked nothing. It must not look like success.
fn nothing_checked(report: &Report, options: &Options) -> Option<String> {
    if let Some(id) = &options.obligation
        && report.cut.is_none()
        && report.obligations.is_empty()
    {
        let more = if options.scope == Scope::All { "" } else { " with this scope (see --scope)" };
        return Some(format!("error: there is no obligation `{id}`{more}; `refine check -v` lists all obligations"));
    }
    if !report.functions.is_empty() {
        return None;
    }
    if let Some(cut) = &report.cut {
        return Some(format!("error: nothing was checked: {}", cut.why.reason()));
    }
    if !options.functions.is_empty() {
        return Some(format!("error: no function under check has `{}` in its path", options.functions.join("` or `")));
    }
    Some(match options.scope {
        Scope::Annotated => "error: no function has a refine annotation. Annotate one, for example with \
                             #[requires(x > 0)] or #[ensures(|ret| *ret < x)] (`refine init` explains how), or also \
                             check functions without annotations: --scope pub, --scope all"
            .to_owned(),
        Scope::Pub => "error: no function is public or has an annotation; --scope all checks all functions".to_owned(),
        Scope::All => "error: there are no functions to check".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use refine_driver::Summary;

    use super::*;
    use crate::output::samples;

    #[test]
    fn a_clean_report_ends_clean() {
        let report = samples::report(vec![samples::proved()]);
        assert_eq!(judge(&report, &Options::default(), &[]), (Exit::Clean, Vec::new()));
    }

    #[test]
    fn what_is_refuted_or_denied_is_found() {
        let report = samples::report(vec![samples::refuted()]);
        assert_eq!(judge(&report, &Options::default(), &[]).0, Exit::Found);
        let report = samples::report(vec![samples::open(), samples::tested()]);
        assert_eq!(judge(&report, &Options::default(), &[Deny::Given]).0, Exit::Clean);
        let (exit, remarks) = judge(&report, &Options::default(), &[Deny::Open]);
        assert_eq!(exit, Exit::Found);
        assert_eq!(remarks, ["error: 1 obligation with the verdict `open`, which is denied"]);
    }

    #[test]
    fn faulty_input_goes_before_findings_and_defects_of_ours_before_both() {
        let mut report = samples::report(vec![samples::refuted()]);
        report.diagnostics.push((samples::diagnostic(), None));
        assert_eq!(judge(&report, &Options::default(), &[]).0, Exit::Usage);
        report.summary.internal_errors = 1;
        assert_eq!(judge(&report, &Options::default(), &[]).0, Exit::Internal);
    }

    #[test]
    fn a_run_that_checked_nothing_is_no_success() {
        let mut report = samples::report(Vec::new());
        report.functions.clear();
        report.summary = Summary::default();
        let (exit, remarks) = judge(&report, &Options::default(), &[]);
        assert_eq!(exit, Exit::Usage);
        assert!(remarks[0].contains("--scope all"), "{remarks:?}");
        let options = Options { obligation: Some("f/index/9".to_owned()), ..Options::default() };
        assert!(judge(&report, &options, &[]).1[0].contains("no obligation `f/index/9`"));
    }
}
