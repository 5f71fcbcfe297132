//! From a package's files to its program.
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use refine_core::program::{Diagnostic, Program};
use refine_front::Coverage;
use refine_testgen::Checking;

use crate::apart;
use crate::cancel::Cancel;
use crate::kept::Disk;
use crate::options::{Options, Overflow};
use crate::project::Target;
use crate::workers::on_deep_stack;
use crate::{macros, scripts};

/// What is kept between the checks of a project, so that the next one need not start from nothing: the front end's database.
#[derive(Debug, Default)]
pub struct Session {
    pub(crate) front: Arc<Mutex<refine_front::Session>>,
    /// How a process is started that does the checks, if not this one.
    pub(crate) apart: Option<apart::Command>,
    /// The one that did the last.
    pub(crate) worker: Option<apart::Worker>,
}

impl Session {
    /// One whose checks are done in a process of their own, so that a crash of the solver costs the function that it comes from, and no
    /// more. This program, called with `arg` alone, is to [`serve`](crate::serve) it.
    pub fn apart(arg: &'static str) -> Session {
        // By this name it is the same program even if another has been put in its place.
        let here = PathBuf::from("/proc/self/exe");
        let program = if here.exists() { Some(here) } else { std::env::current_exe().ok() };
        Session { apart: program.map(|program| apart::Command { program, arg }), ..Session::default() }
    }

    /// Forgets all that is kept.
    pub fn clear(&mut self) {
        *self = Session { apart: self.apart.take(), ..Session::default() };
    }
}

/// A package's program, and what there is to say of its source.
pub(crate) struct Loaded {
    pub(crate) program: Box<dyn Program>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How much of each function is in the model.
    pub(crate) coverage: Vec<Coverage>,
}

/// Reads and lowers a package, with what `cargo check` tells of build scripts if that makes a difference.
pub(crate) fn program(
    target: &Target,
    options: &Options,
    front: &mut refine_front::Session,
    cancel: &Cancel,
    checking: Option<&Checking>,
    disk: &Disk,
) -> Loaded {
    let input = scripts::heard(&target.crates, checking, disk);
    let macros = checking.map(|checking| macros::of(target, checking)).unwrap_or_default();
    let options = refine_front::Options { cancel: cancel.flag(), macros, ..front_options(options) };
    let refine_front::Loaded { mut program, coverage } = on_deep_stack(|| front.load(&input, disk, &options));
    let mut diagnostics = std::mem::take(&mut program.diagnostics);
    let way_out =
        checking.is_none().then(|| "without `--no-run` the build script is run, and then this is known".to_owned());
    for note in diagnostics.iter_mut().filter(|each| each.code == "N0004") {
        note.help.clone_from(&way_out);
    }
    let others = scripts::unasked(&target.crates, &input).into_iter().filter(|name| *name != target.name);
    diagnostics.extend(unasked(&others.collect::<Vec<_>>(), way_out));
    Loaded { program: Box::new(program), diagnostics, coverage }
}

/// Says once what is not known of dependencies.
fn unasked(packages: &[String], help: Option<String>) -> Option<Diagnostic> {
    let named = packages.iter().take(3).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = match packages.len() {
        0 => return None,
        1 => format!("the dependency {named} depends on what its build script sets, which is not known"),
        count => {
            let more = if count > 3 { format!(" and {} more", count - 3) } else { String::new() };
            format!("the dependencies {named}{more} depend on what their build scripts set, which is not known")
        }
    };
    Some(Diagnostic { error: false, code: "N0004", message, span: None, help })
}

/// How the front end is to lower.
pub(crate) fn front_options(options: &Options) -> refine_front::Options {
    let overflow = match options.overflow {
        Overflow::Panic => refine_front::Overflow::Panic,
        Overflow::Wrap => refine_front::Overflow::Wrap,
        Overflow::Ignore => refine_front::Overflow::Ignore,
    };
    refine_front::Options { overflow, keep_mir: options.audit, ..refine_front::Options::default() }
}
