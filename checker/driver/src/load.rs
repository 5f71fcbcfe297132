//! From a package's files to its program.
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
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

/// What is kept between the checks of a project, so that the next one need not start from nothing: the front end's databases.
#[derive(Debug, Default)]
pub struct Session {
    pub(crate) fronts: Arc<Mutex<Fronts>>,
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

/// Packages that have a front end of their own at most.
const OWN: usize = 16;

/// The front ends of the packages that are checked, by manifest.
///
/// One goes from package to package, and keeps what it knows of the standard library: each package of a workspace is checked once on the
/// command line. A package that comes back after others, as in the language server, gets one of its own, which keeps the rest as well.
#[derive(Debug, Default)]
pub(crate) struct Fronts {
    shared: refine_front::Session,
    /// The package that the shared one was at last.
    last: Option<PathBuf>,
    seen: HashSet<PathBuf>,
    own: HashMap<PathBuf, refine_front::Session>,
}

impl Fronts {
    fn of(&mut self, manifest: &Path) -> &mut refine_front::Session {
        if self.last.as_deref() != Some(manifest) {
            let is_back = !self.seen.insert(manifest.to_owned());
            if is_back && (self.own.contains_key(manifest) || self.own.len() < OWN) {
                return self.own.entry(manifest.to_owned()).or_default();
            }
            self.last = Some(manifest.to_owned());
        }
        &mut self.shared
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
    fronts: &mut Fronts,
    cancel: &Cancel,
    checking: Option<&Checking>,
    disk: &Disk,
) -> Loaded {
    let input = scripts::heard(&target.crates, checking, disk);
    let macros = checking.map(|checking| macros::of(target, checking)).unwrap_or_default();
    let options = refine_front::Options { cancel: cancel.flag(), macros, ..front_options(options) };
    let front = fronts.of(&target.manifest);
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
    refine_front::Options { overflow, keep_mir: options.run || options.audit, ..refine_front::Options::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_packages_that_come_back_after_others_have_a_front_end_of_their_own() {
        let mut fronts = Fronts::default();
        let mut own = |name: &str| {
            _ = fronts.of(Path::new(name));
            let mut own: Vec<String> = fronts.own.keys().map(|path| path.display().to_string()).collect();
            own.sort();
            own.join(" ")
        };
        // The command line: each once, or one again and again.
        let once = ["a", "a", "b", "c", "c"].map(&mut own);
        assert_eq!(once, ["", "", "", "", ""]);
        // The language server: all of them, time and again. The last one still has the shared one.
        let again = ["a", "b", "c", "a", "b", "c"].map(&mut own);
        assert_eq!(again, ["a", "a b", "a b", "a b", "a b", "a b"]);
        assert_eq!(fronts.last.as_deref(), Some(Path::new("c")));
        let many = (0..40).map(|at| at.to_string());
        many.clone().chain(many).for_each(|name| _ = fronts.of(Path::new(&name)));
        assert_eq!(fronts.own.len(), OWN);
    }
}
