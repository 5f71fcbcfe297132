//! Witnesses kept as plain tests in the user's crate; runs that passed too, where they are asked for.
//!
//! Those of public functions go to `tests/refine_regressions.rs`, if cargo looks there; others to a `#[cfg(test)]` module at the end of their own module.
//!
//! **Invariant:** no byte outside the marked regions changes, no test that a person edited changes, no test goes but those whose
//! input a precondition rules out by now, and a second run changes nothing.
mod clause;
mod input;
mod kept;
mod region;
mod stub;
mod test;
mod written;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use refine_core::ids::ModuleId;
use refine_core::obligation::Obligation;
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};

pub use self::kept::{Kept, kept};
use self::region::{Frame, Test, updated};
use crate::foreign::carrier;
use crate::harness::mirror::is_inside;
use crate::outcome::{ClauseRef, Outcome};
use crate::source::Paths;
use crate::types::{constructors, field_types, param_types};

/// How long a test waits for a call that did not finish.
pub const WAIT: Duration = Duration::from_secs(10);

/// How a run violated an obligation, as far as a test has to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// Postconditions did not hold.
    Ensures {
        /// Which.
        clauses: Vec<ClauseRef>,
        /// Whether the first of them has no value there: to evaluate it panics.
        is_undefined: bool,
    },
    /// It panicked.
    Panics,
    /// It did not finish.
    Hangs,
    /// It took the process with it.
    Dies,
    /// It called another function outside its precondition.
    Callee,
    /// A clause of one of its loops did not hold.
    Loop,
}

impl Violation {
    /// The violation that an outcome is.
    pub fn of(outcome: &Outcome) -> Violation {
        match outcome {
            Outcome::EnsuresViolated { clauses, undefined, .. } => {
                Violation::Ensures { clauses: clauses.clone(), is_undefined: undefined.is_some() }
            }
            Outcome::TimedOut => Violation::Hangs,
            Outcome::CalleePrecondition { .. } | Outcome::ArgumentPrecondition { .. } => Violation::Callee,
            Outcome::Panicked { .. } => Violation::Panics,
            Outcome::LoopViolated { .. } => Violation::Loop,
            _ => Violation::Dies,
        }
    }
}

/// A run that violated an obligation.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The function.
    pub inst: FnInst,
    /// The arguments.
    pub vector: Vector,
    /// What went wrong.
    pub violation: Violation,
    /// The obligation.
    pub obligation: Obligation,
    /// What the call did, in words that go on after the call: `returned 0`.
    pub outcome: String,
}

/// A run that passed, and that came by something which none before it did.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The function.
    pub inst: FnInst,
    /// The arguments.
    pub vector: Vector,
    /// What it came by, in words: "`x > 0` is false".
    pub first: Vec<String>,
    /// What the call did, in words that go on after the call: `returned 0`.
    pub outcome: String,
}

/// What tests are to be, and what are to be no longer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// A test for each that shows in one.
    pub witnesses: &'a [Witness],
    /// A test for each.
    pub samples: &'a [Sample],
    /// These go.
    pub retired: &'a [Retired],
}

/// The package that the tests go to.
#[derive(Clone, Debug)]
pub struct Package {
    /// The folder of its `Cargo.toml`.
    pub root: PathBuf,
    /// The name of its library as an identifier.
    pub crate_name: String,
    /// Whether it has a library that tests can use.
    pub is_library: bool,
    /// Whether cargo builds a file of ours in `tests/`.
    pub finds_tests: bool,
    /// Its edition.
    pub edition: String,
}

/// A file of tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestFile {
    /// The path, relative to the package's root.
    pub path: String,
    /// The whole text as it was; none if there is no such file.
    pub before: Option<String>,
    /// The whole text as it should be.
    pub text: String,
}

impl TestFile {
    fn is_changed(&self) -> bool {
        self.before.as_deref() != Some(self.text.as_str())
    }
}

/// What the compiler has against a file of the package.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// The path, relative to the package's root.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// What it says.
    pub message: String,
}

/// What became of a file, or of a witness that no test can show (then `path` is its function's).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileStatus {
    /// The path, relative to the package's root.
    pub path: String,
    /// `written`, `unchanged`, `stale`, `not kept`, or `retired` (then `path` is the test's name).
    pub status: &'static str,
    /// Why it is not kept, or goes.
    pub reason: Option<String>,
}

/// A test that goes, because its input no longer meets a precondition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retired {
    /// Its name.
    pub name: String,
    /// The module at whose end it stands; none for those in `tests/`.
    pub module: Option<u32>,
    /// Which precondition rules it out.
    pub reason: String,
}

/// What is to be written.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The files.
    pub files: Vec<TestFile>,
    /// The tests of this run in them: the module at whose end each stands (none for those in `tests/`), and its name.
    pub tests: Vec<(Option<u32>, String)>,
    /// Functions with a witness that no test can show, and why.
    pub not_kept: Vec<(String, String)>,
}

/// Where the tests of public functions are.
pub const OUTSIDE: &str = "tests/refine_regressions.rs";

/// What the region of a module is called.
fn label(module: &str) -> String {
    if module.is_empty() { "crate".into() } else { format!("crate::{module}") }
}

/// How often tests that do not compile are left out: without some of its errors the compiler finds others.
const ATTEMPTS: usize = 5;

/// Writes the tests and takes out those that are retired, or with `check` only says what would change.
///
/// `compile` says what is wrong with the files that were written just now (for a moment only, with `check`). A test that does not compile
/// is not kept: all tests of the package would fail with it.
pub fn write(
    program: &dyn Program,
    package: &Package,
    changes: Changes<'_>,
    check: bool,
    compile: &mut dyn FnMut(&[TestFile]) -> Vec<CompileError>,
) -> io::Result<Vec<FileStatus>> {
    let mut broken = Vec::new();
    let plan = loop {
        let plan = plan(program, package, changes, &broken)?;
        let changed: Vec<TestFile> = plan.files.iter().filter(|file| file.is_changed()).cloned().collect();
        if changed.is_empty() {
            break plan;
        }
        let put = |file: &TestFile, text: &str| {
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.path));
            replace(&package.root.join(&file.path), text).map_err(named)
        };
        let restore = || {
            changed.iter().try_for_each(|file| match &file.before {
                Some(text) => put(file, text),
                None => {
                    let path = package.root.join(&file.path);
                    std::fs::remove_file(&path)?;
                    // The folder goes too if there is nothing else in it.
                    let _ = path.parent().map(std::fs::remove_dir);
                    Ok(())
                }
            })
        };
        let there = changed.iter().try_for_each(|file| put(file, &file.text));
        if check && there.is_err() {
            restore().ok();
            break plan;
        }
        there?;
        let found =
            if broken.len() < ATTEMPTS { plan.broken(program, package, &compile(&changed)) } else { Vec::new() };
        if check || !found.is_empty() {
            restore()?;
        }
        if found.is_empty() {
            break plan;
        }
        broken.push(found);
    };
    let mut out = Vec::new();
    for file in plan.files {
        let status = match (file.is_changed(), check) {
            (false, _) => "unchanged",
            (true, true) => "stale",
            (true, false) => "written",
        };
        out.push(FileStatus { path: file.path, status, reason: None });
    }
    let not_kept = |(path, reason)| FileStatus { path, status: "not kept", reason: Some(reason) };
    out.extend(plan.not_kept.into_iter().map(not_kept));
    let goes =
        |one: &Retired| FileStatus { path: one.name.clone(), status: "retired", reason: Some(one.reason.clone()) };
    out.extend(changes.retired.iter().map(goes));
    Ok(out)
}

impl Plan {
    /// The tests of this run that errors of the compiler are in.
    fn broken(&self, program: &dyn Program, package: &Package, errors: &[CompileError]) -> Vec<Retired> {
        let mut found: Vec<Retired> = Vec::new();
        for CompileError { path, line, message } in errors {
            let Some(file) = self.files.iter().find(|file| file.path == *path) else { continue };
            for (module, name) in &self.tests {
                let label = match module {
                    None if *path == OUTSIDE => package.crate_name.clone(),
                    None => continue,
                    Some(module) => label(&program.modules()[*module as usize].path),
                };
                let known = found.iter().any(|one| (one.module, &one.name) == (*module, name));
                if !known && region::lines_of(&file.text, &label, name).is_some_and(|lines| lines.contains(line)) {
                    let reason = format!("its test does not compile: {message}");
                    found.push(Retired { name: name.clone(), module: *module, reason });
                }
            }
        }
        found
    }
}

/// A run that a test is written of.
#[derive(Clone, Copy)]
enum Input<'a> {
    Witness(&'a Witness),
    Sample(&'a Sample),
}

impl Input<'_> {
    fn call(&self) -> (&FnInst, &Vector) {
        match self {
            Input::Witness(witness) => (&witness.inst, &witness.vector),
            Input::Sample(sample) => (&sample.inst, &sample.vector),
        }
    }

    fn test(&self, program: &dyn Program, paths: Paths<'_>) -> Result<Test, String> {
        match self {
            Input::Witness(witness) => test::of_witness(program, witness, paths),
            Input::Sample(sample) => test::of_sample(program, sample, paths),
        }
    }
}

/// The tests in their files, without those that are retired, and without those that do not compile.
pub fn plan(
    program: &dyn Program,
    package: &Package,
    changes: Changes<'_>,
    broken: &[Vec<Retired>],
) -> io::Result<Plan> {
    let Changes { witnesses, samples, retired } = changes;
    let mut plan = Plan::default();
    let gone = |module: Option<u32>| -> Vec<&str> {
        let all = retired.iter().chain(broken.iter().flatten());
        all.filter(|one| one.module == module).map(|one| one.name.as_str()).collect()
    };
    let why_not = |module: Option<u32>, name: &str| {
        let found = broken.iter().flatten().find(|one| one.module == module && one.name == name)?;
        Some(found.reason.clone())
    };
    let mut outside: Vec<Test> = Vec::new();
    let mut inside: BTreeMap<u32, Vec<Test>> = BTreeMap::new();
    for input in witnesses.iter().map(Input::Witness).chain(samples.iter().map(Input::Sample)) {
        let (inst, vector) = input.call();
        let def = program.func(inst.func);
        let path = &program.modules()[def.module.0 as usize].path;
        let outside_test = || input.test(program, Paths::From(&package.crate_name)).ok();
        let public = package.is_library && package.finds_tests && is_public(program, inst, vector);
        // What cannot be said from outside is said inside.
        let (module, tests, test) = match public.then(outside_test).flatten() {
            Some(test) => (None, &mut outside, Ok(test)),
            None => {
                let tests = inside.entry(def.module.0).or_default();
                (Some(def.module.0), tests, input.test(program, Paths::Within(path)))
            }
        };
        let test = test.and_then(|test| why_not(module, &test.name).map_or(Ok(test), Err));
        let test = test.and_then(|test| module.and_then(|at| not_ours(program, at)).map_or(Ok(test), Err));
        match test {
            Ok(test) if tests.iter().any(|known| known.name == test.name) => {}
            Ok(test) => {
                plan.tests.push((module, test.name.clone()));
                tests.push(test);
            }
            Err(reason) => plan.not_kept.push((def.path.clone(), reason)),
        }
    }
    for module in retired.iter().filter_map(|one| one.module) {
        inside.entry(module).or_default();
    }
    if !outside.is_empty() || !gone(None).is_empty() {
        let file = integration(package, &outside, &gone(None))?;
        // (Where none of the tests compiles, a file without tests may not do so either.)
        plan.files.extend((file.before.is_some() || !outside.is_empty()).then_some(file));
    }
    let mut files: BTreeMap<String, (String, String)> = BTreeMap::new();
    // Later modules first, so that places in the text before them stay true.
    let changes = |(module, tests): &(u32, Vec<Test>)| !tests.is_empty() || !gone(Some(*module)).is_empty();
    let mut modules: Vec<(u32, Vec<Test>)> = inside.into_iter().filter(changes).collect();
    modules.sort_by_key(|(module, _)| std::cmp::Reverse(program.modules()[*module as usize].end.start));
    for (module, tests) in modules {
        let def = &program.modules()[module as usize];
        let source = program.sources().file(def.end.file);
        let on_disk = std::fs::read_to_string(package.root.join(&source.path))?;
        if on_disk != source.text {
            return Err(io::Error::other(format!("{} changed while it was checked", source.path)));
        }
        let (_, text) = files.entry(source.path.clone()).or_insert_with(|| (on_disk.clone(), on_disk));
        *text = updated(text, &module_frame(program, module), &tests, &gone(Some(module)));
    }
    for (path, (before, text)) in files {
        plan.files.push(TestFile { path, before: Some(before), text });
    }
    Ok(plan)
}

fn integration(package: &Package, tests: &[Test], gone: &[&str]) -> io::Result<TestFile> {
    let before = match std::fs::read_to_string(package.root.join(OUTSIDE)) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut fresh = String::from(
        "//! Inputs that `refine` ran: those that broke a specification are kept, so that it stays fixed.\n",
    );
    if package.edition == "2015" {
        fresh += &format!("extern crate {};\n", package.crate_name);
    }
    let text = before.clone().unwrap_or(fresh);
    let frame = Frame {
        label: package.crate_name.clone(),
        head: Vec::new(),
        tail: Vec::new(),
        outer: String::new(),
        inner: String::new(),
        at: text.len(),
    };
    let text = updated(&text, &frame, tests, gone);
    Ok(TestFile { path: OUTSIDE.into(), before, text })
}

fn module_frame(program: &dyn Program, module: u32) -> Frame {
    let def = &program.modules()[module as usize];
    let text = &program.sources().file(def.end.file).text;
    let at = (def.end.start as usize).min(text.len());
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    // An inline module's brace says how deep it is.
    let inline = at < text.len();
    let indent: String = text[line..].chars().take_while(|c| *c == ' ' || *c == '\t').collect();
    let outer = if inline { format!("{indent}    ") } else { String::new() };
    let inner = format!("{outer}    ");
    let root = &program.sources().file(program.modules()[0].end.file).text;
    let mut head: Vec<String> = vec!["#[cfg(test)]".into(), "mod refine_regressions {".into()];
    if root.contains("no_std") {
        head.push("    extern crate std;".into());
        head.push("    #[allow(unused_imports)]".into());
        head.push("    use self::std::{prelude::v1::*, vec};".into());
    }
    head.push("    #[allow(unused_imports)]".into());
    head.push("    use super::*;".into());
    Frame { label: label(&def.path), head, tail: vec!["}".into()], outer, inner, at }
}

/// Whether a test outside the crate can name all that a call needs.
fn is_public(program: &dyn Program, inst: &FnInst, vector: &Vector) -> bool {
    let def = program.func(inst.func);
    let home = match &def.self_ty {
        Some(Ty::Adt(id, _)) => {
            let def = program.adt(*id);
            def.module.is_none_or(|module| def.public && reachable(program, module))
        }
        Some(_) => false,
        None => reachable(program, def.module),
    };
    let tys = param_types(program, inst);
    let makable = |(ty, value): (&Ty, &Value)| made_outside(program, ty, value);
    def.public && def.of_trait.is_none() && home && tys.iter().zip(vector).all(makable)
}

/// Whether every module on the way is `pub`, as its parent's text has it. (An item that is public by a re-export
/// only is tested from inside.)
fn reachable(program: &dyn Program, module: ModuleId) -> bool {
    let def = &program.modules()[module.0 as usize];
    let Some(parent) = def.parent else { return true };
    let declared = format!("pub mod {}", def.name);
    let text = &program.sources().file(program.modules()[parent.0 as usize].end.file).text;
    let whole = |(at, _): (usize, &str)| {
        let after = text[at + declared.len()..].chars().next();
        !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
    };
    text.match_indices(&declared).any(whole) && reachable(program, parent)
}

fn made_outside(program: &dyn Program, ty: &Ty, value: &Value) -> bool {
    match (ty, value) {
        (Ty::Ref(_, inner) | Ty::Boxed(inner), _) => made_outside(program, inner, value),
        _ if let Some(inner) = carrier(program, ty) => made_outside(program, &inner, value),
        (Ty::Tuple(tys), Value::Tuple(all)) => tys.iter().zip(all).all(|(ty, value)| made_outside(program, ty, value)),
        (_, Value::Seq(all)) => {
            ty.element().is_some_and(|element| all.iter().all(|value| made_outside(program, element, value)))
        }
        (Ty::Adt(id, args), Value::Adt(_, variant, all)) => {
            let def = program.adt(*id);
            let open =
                def.variants.get(*variant).is_some_and(|variant| variant.fields.iter().all(|field| field.public));
            let named = def.module.is_none_or(|module| def.public && reachable(program, module));
            let tys = field_types(program, *id, args, *variant).unwrap_or_default();
            named && open && tys.iter().zip(all).all(|(ty, value)| made_outside(program, ty, value))
        }
        (Ty::Adt(id, _), Value::Default(_)) => {
            let def = program.adt(*id);
            def.public && def.module.is_none_or(|module| reachable(program, module))
        }
        (Ty::Adt(id, args), Value::Call(func, all)) => {
            let (def, constructor) = (program.adt(*id), program.func(*func));
            let named = def.module.is_none_or(|module| def.public && reachable(program, module));
            // A trait may not be in scope where the test is.
            let called = constructor.public && constructor.of_trait.is_none() && reachable(program, constructor.module);
            let one = constructors(program, *id, args).into_iter().find(|one| one.func == *func);
            let tys = one.map_or(Vec::new(), |one| one.params);
            named
                && called
                && tys.len() == all.len()
                && tys.iter().zip(all).all(|(ty, value)| made_outside(program, ty, value))
        }
        _ => true,
    }
}

/// Why no test can be written into a module: its file is not one of the package's sources.
fn not_ours(program: &dyn Program, module: u32) -> Option<String> {
    let path = &program.sources().file(program.modules()[module as usize].end.file).path;
    let is_source = is_inside(Path::new(path)) && !path.starts_with("target/");
    (!is_source).then(|| format!("its module is in {path}, which is not a source file of the package"))
}

/// Puts a new text in a file's place at once: half of it is never seen.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}.refine", std::process::id()));
    std::fs::write(&temporary, text)?;
    if let Ok(found) = std::fs::metadata(&path) {
        let _ = std::fs::set_permissions(&temporary, found.permissions());
    }
    std::fs::rename(&temporary, &path).inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    })
}
