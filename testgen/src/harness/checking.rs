//! `cargo check` of the user's own package, beside everything else: whether it compiles, and what build scripts say.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use serde_json::Value;

use super::cargo::{Built, messages, offline_first};
use super::{BuildError, Cargo, PackageInfo, shared};

/// What a build script told cargo, of the package that it is part of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The package, as cargo names it.
    pub package: String,
    /// The `cfg`s that it sets, as `rustc --print cfg` prints them.
    pub cfgs: Vec<String>,
    /// The variables that it sets.
    pub env: Vec<(String, String)>,
    /// `OUT_DIR`.
    pub out_dir: String,
}

/// What the package's own target was compiled from, as rustc and cargo tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompiledFrom {
    /// The files that rustc read.
    pub files: Vec<PathBuf>,
    /// The variables that it read, with their values.
    pub env: Vec<String>,
    /// All that was made of other packages, and what build scripts say; and what the target's own files are called, which depends
    /// on the compiler and its options.
    pub with: Vec<String>,
}

/// What is said where refine itself fails.
const PANICKED: &str =
    "refine panicked while it ran `cargo check` (the message is above): a defect in refine, please report it";

/// What is known so far.
#[derive(Default)]
struct CargoOutput {
    scripts: Vec<Script>,
    /// The packages something of which was compiled.
    compiled: Vec<String>,
    /// The files that cargo has of them.
    files: Vec<String>,
    /// The libraries of procedural macros, with the packages that they are of.
    macros: Vec<(String, PathBuf)>,
    /// Those among them that are the target's own.
    own: Vec<String>,
    from: Option<CompiledFrom>,
    /// Whether something was not as it should be, so that it was made anew.
    stale: bool,
    /// What there is in the end: each file with its time and length, and what build scripts say.
    made: Vec<String>,
    /// What it came to, until somebody asks for that.
    outcome: Option<Result<(), BuildError>>,
    ended: bool,
}

/// A running `cargo check`.
#[derive(Clone)]
pub struct Checking {
    shared: Arc<(Mutex<CargoOutput>, Condvar)>,
    folder: PathBuf,
}

impl Checking {
    /// Starts it. `selection` are cargo's options for the target.
    pub fn start(package: PackageInfo, cargo: Cargo, selection: Vec<String>) -> Checking {
        let checking = Checking { shared: Arc::default(), folder: package.folder.clone() };
        let own = checking.clone();
        std::thread::spawn(move || {
            let run = AssertUnwindSafe(|| own.run(&package, &cargo, &selection));
            // (Whoever waits for the end would wait for ever.)
            let outcome = catch_unwind(run).unwrap_or_else(|_| Err(BuildError::Cargo(PANICKED.to_owned())));
            own.change(|known| (known.outcome, known.ended) = (Some(outcome), true));
        });
        checking
    }

    fn run(&self, package: &PackageInfo, cargo: &Cargo, selection: &[String]) -> Result<(), BuildError> {
        let target_dir = package.folder.join("build");
        shared::fill(&target_dir);
        let built = offline_first(cargo, &mut |cargo| {
            let mut command = cargo.command("check", &package.root, &package.manifest, &target_dir);
            command.args(selection);
            let mut units = Vec::new();
            let messages = messages(cargo, command, &mut |message| {
                units.extend(shared::named(message, &target_dir));
                self.hear(package, message);
            });
            if !messages.success {
                return messages.failure();
            }
            shared::keep(&target_dir, &units);
            Built::Program(target_dir.clone())
        });
        match built {
            Built::Program(_) => {
                self.change(|known| {
                    let scripts = known.scripts.iter().map(|script| format!("{script:?}"));
                    known.made = known.files.iter().filter_map(|file| stamped(file)).chain(scripts).collect();
                    known.made.sort();
                    known.made.dedup();
                    known.from = compiled_from(package, known);
                });
                Ok(())
            }
            Built::Errors(errors) => {
                // The compiler runs in the workspace's folder.
                let inner = package.root.strip_prefix(&package.workspace_root).unwrap_or(Path::new(""));
                Err(BuildError::UserCode(errors.into_iter().map(|error| error.of_user(inner)).collect()))
            }
            Built::Failed(said) => Err(BuildError::Cargo(said)),
        }
    }

    fn hear(&self, checked: &PackageInfo, message: &Value) {
        let Some(package) = message["package_id"].as_str().map(str::to_owned) else { return };
        match message["reason"].as_str() {
            Some("build-script-executed") => {
                let script = script(package, message);
                self.change(|known| {
                    if !known.scripts.contains(&script) {
                        known.scripts.push(script);
                    }
                });
            }
            Some("compiler-artifact") => {
                let files = message["filenames"].as_array().into_iter().flatten();
                let files: Vec<String> = files.filter_map(|file| Some(file.as_str()?.to_owned())).collect();
                let kinds: Vec<&str> =
                    message["target"]["kind"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let is_macro = kinds.contains(&"proc-macro");
                let library = files.iter().map(PathBuf::from).find(|file| {
                    is_macro && file.extension().is_some_and(|ending| ending == std::env::consts::DLL_EXTENSION)
                });
                let manifest = message["manifest_path"].as_str().map(Path::new);
                let own = manifest == Some(&checked.manifest) && !kinds.contains(&"custom-build");
                self.change(|known| {
                    known.macros.extend(library.map(|library| (package.clone(), library)));
                    known.compiled.push(package);
                    if own {
                        known.own.extend(files.iter().cloned());
                    }
                    known.files.extend(files);
                    known.stale |= message["fresh"] != true;
                });
            }
            _ => {}
        }
    }

    fn known(&self) -> MutexGuard<'_, CargoOutput> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut CargoOutput)) {
        change(&mut self.known());
        self.shared.1.notify_all();
    }

    fn wait(&self, enough: impl Fn(&CargoOutput) -> bool) -> MutexGuard<'_, CargoOutput> {
        let more = |known: &mut CargoOutput| !known.ended && !enough(known);
        self.shared.1.wait_while(self.known(), more).unwrap_or_else(PoisonError::into_inner)
    }

    /// What the build scripts say, once that is enough or there will be no more.
    pub fn scripts(&self, enough: &dyn Fn(&[Script]) -> bool) -> Vec<Script> {
        self.wait(|known| enough(&known.scripts)).scripts.clone()
    }

    /// Our folder below cargo's target folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The library that the procedural macros of a package are compiled to, once it is there or will not be.
    pub fn macros(&self, package: &str) -> Option<PathBuf> {
        let find =
            |known: &CargoOutput| known.macros.iter().find(|(of, _)| of == package).map(|(_, path)| path.clone());
        find(&self.wait(|known| find(known).is_some()))
    }

    /// Whether a package is no part of the build. To be known, it is waited for the end.
    pub fn leaves_out(&self, package: &str) -> bool {
        let known = self.wait(|_| false);
        matches!(known.outcome, Some(Ok(()))) && !known.compiled.iter().any(|each| each == package)
    }

    /// Whether the package compiles, if that is known already.
    pub fn passed(&self) -> Option<bool> {
        self.known().outcome.as_ref().map(Result::is_ok)
    }

    /// What cargo has of the package and all that it depends on, in the end: each file with its time and length, and what build scripts
    /// say. Nothing if it does not compile.
    pub fn made(&self) -> Vec<String> {
        self.wait(|_| false).made.clone()
    }

    /// What the package's own target was compiled from, if it compiles and that is known.
    pub fn compiled_from(&self) -> Option<CompiledFrom> {
        self.wait(|_| false).from.clone()
    }

    /// The same if cargo has found all of it as it should be, and has made nothing anew. It is not waited for more than that.
    pub fn made_if_fresh(&self) -> Option<Vec<String>> {
        let known = self.wait(|known| known.stale);
        (!known.stale && matches!(known.outcome, Some(Ok(())))).then(|| known.made.clone())
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// The compiler's errors, or what cargo says if it did not get that far.
    pub fn finish(self) -> Result<(), BuildError> {
        self.wait(|_| false).outcome.take().unwrap_or(Ok(()))
    }
}

fn compiled_from(package: &PackageInfo, known: &CargoOutput) -> Option<CompiledFrom> {
    let others = known.files.iter().filter(|file| !known.own.contains(file));
    let scripts = known.scripts.iter().map(|script| format!("{script:?}"));
    let mut from =
        CompiledFrom { with: others.filter_map(|file| stamped(file)).chain(scripts).collect(), ..Default::default() };
    // Beside `libname-hash.rmeta` there is `name-hash.d`.
    for file in known.own.iter().map(Path::new) {
        let stem = file.file_stem()?.to_str()?;
        let text =
            std::fs::read_to_string(file.with_file_name(format!("{}.d", stem.strip_prefix("lib").unwrap_or(stem))))
                .ok()?;
        from.with.push(stem.to_owned());
        from.env.extend(text.lines().filter(|line| line.starts_with("# env-dep:")).map(str::to_owned));
        let (_, names) = text.lines().next()?.split_once(": ")?;
        let names = names.replace("\\ ", "\0");
        let names = names.split_whitespace().map(|name| name.replace('\0', " "));
        from.files.extend(names.map(|name| package.workspace_root.join(name)));
    }
    for all in [&mut from.with, &mut from.env] {
        all.sort();
        all.dedup();
    }
    from.files.sort();
    from.files.dedup();
    (!from.files.is_empty()).then_some(from)
}

/// A file with its time and length.
fn stamped(path: &str) -> Option<String> {
    let file = std::fs::metadata(path).ok()?;
    let changed = file.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{path} {} {}", changed.as_nanos(), file.len()))
}

fn script(package: String, message: &Value) -> Script {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_owned())).collect()
    };
    let pairs = message["env"].as_array().into_iter().flatten().map(&texts);
    let env = pairs.filter_map(|pair| <[String; 2]>::try_from(pair).ok()).map(|[name, value]| (name, value)).collect();
    let out_dir = message["out_dir"].as_str().unwrap_or_default().to_owned();
    Script { package, cfgs: texts(&message["cfgs"]), env, out_dir }
}
