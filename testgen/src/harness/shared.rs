//! What is compiled once for all packages of a user: the runtime, and `refine-spec` with its macros.
//!
//! Cargo keeps what it compiles in each target folder, so the first check of every package would compile these anew, which can take
//! longer than all the rest of it. So they are kept in the user's cache folder, and put into a target folder before cargo looks
//! there. Each unit has the name that cargo gives it, `refine-spec-2a1ee5bb26914a98`, whose hash is of the compiler, the profile, the
//! features and the place of the sources. Cargo judges it as it judges all that it finds, and compiles anew what does not fit. Beyond
//! that (cargo looks at the times of files, and these may have been copied) the sources, and the files themselves, must be what they were.
//!
//! **Invariant:** all this may fail, and nothing is lost but time. A file is written whole or not at all, and the folder by which
//! cargo takes a unit for compiled comes last.
use std::fs::{self, File, FileTimes};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy as _;
use refine_core::content;
use serde_json::Value;

use super::runtime;

/// The variable that names another folder than the user's cache folder; none is used if it is empty.
const FOLDER: &str = "REFINE_CACHE_DIR";

/// The packages whose units are kept.
const PACKAGES: [&str; 3] = [runtime::PACKAGE, "refine-spec", "refine-spec-macros"];

/// So many units are kept, the newest. A compiler and its flags make five.
const UNITS: usize = 20;

/// For so many versions of refine.
const VERSIONS: usize = 4;

/// Where cargo puts what it compiles for the profile `dev`, in a target folder. (What is built for another target is elsewhere: then
/// nothing is found, and nothing is kept.)
const PROFILE: &str = "debug";

/// The user's cache folder for this version of refine, if there is one.
pub(super) fn folder() -> Option<PathBuf> {
    let all = match std::env::var_os(FOLDER) {
        Some(folder) => std::path::absolute(folder).ok()?,
        None => etcetera::choose_base_strategy().ok()?.cache_dir().join("refine"),
    };
    let folder = all.join(runtime::version());
    if !folder.exists() {
        keep_newest(entries(&all).filter(|path| is_of_a_version(path)), VERSIONS - 1, modified);
        fs::create_dir_all(&folder).ok()?;
    }
    Some(folder)
}

/// Whether a folder is one that refine made for a version of itself. The user may have named a folder with other things in it: none of
/// them is touched.
fn is_of_a_version(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_hash = name.len() == runtime::version().len() && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let manifest = || fs::read_to_string(folder.join("runtime/Cargo.toml")).unwrap_or_default();
    is_hash && !folder.is_symlink() && manifest().contains(runtime::PACKAGE)
}

/// Puts the units that a target folder has not into it.
pub(super) fn fill(target_dir: &Path) {
    let Some(units) = units() else { return };
    let built = target_dir.join(PROFILE);
    // (One with an ending is being written.)
    for unit in entries(&units).filter(|unit| unit.extension().is_none()) {
        let fingerprint = built.join(".fingerprint").join(unit.file_name().unwrap_or_default());
        if !fingerprint.exists() {
            let _ = put(&unit, &built.join("deps"), &fingerprint);
        }
    }
}

fn put(unit: &Path, deps: &Path, fingerprint: &Path) -> io::Result<()> {
    let (kept, known_by) = (files(&unit.join("deps"))?, files(&unit.join("fingerprint"))?);
    if fs::read_to_string(unit.join("sums"))? != sums(&kept, &known_by)? {
        return Ok(());
    }
    fs::create_dir_all(deps)?;
    for file in &kept {
        copy(file, deps)?;
    }
    copy_folder(&known_by, fingerprint)
}

/// The units among what a message of cargo says that there is now.
pub(super) fn named(message: &Value, target_dir: &Path) -> Vec<String> {
    let deps = target_dir.join(PROFILE).join("deps");
    let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str).map(Path::new);
    files.filter(|file| file.parent() == Some(&*deps)).filter_map(unit).collect()
}

/// Keeps these units of a target folder, if they are newer than what is kept of them.
pub(super) fn keep(target_dir: &Path, named: &[String]) {
    let (Some(units), built) = (units(), target_dir.join(PROFILE)) else { return };
    for name in named {
        if keep_unit(name, &built, &units.join(name)).is_ok_and(|is_new| is_new) {
            keep_newest(entries(&units), UNITS, compiled_at);
        }
    }
}

fn keep_unit(name: &str, built: &Path, kept: &Path) -> io::Result<bool> {
    let fingerprint = built.join(".fingerprint").join(name);
    if invoked_at(&fingerprint) <= compiled_at(kept) {
        return Ok(false);
    }
    let is_of_it = |file: &PathBuf| unit(file).is_some_and(|of| of == name);
    let deps: Vec<PathBuf> = files(&built.join("deps"))?.into_iter().filter(is_of_it).collect();
    let (known_by, new) = (files(&fingerprint)?, beside(kept));
    let written = (|| {
        copy_folder(&deps, &new.join("deps"))?;
        copy_folder(&known_by, &new.join("fingerprint"))?;
        fs::write(new.join("sums"), sums(&deps, &known_by)?)?;
        let _ = fs::remove_dir_all(kept);
        fs::rename(&new, kept)
    })();
    if written.is_err() {
        let _ = fs::remove_dir_all(&new);
    }
    written.map(|()| true)
}

/// Where the units are kept.
fn units() -> Option<PathBuf> {
    Some(folder()?.join("units"))
}

/// The unit that a file of cargo's is part of: `librefine_spec-2a1ee5bb26914a98.rlib` of `refine-spec-2a1ee5bb26914a98`.
fn unit(file: &Path) -> Option<String> {
    let (name, hash) = file.file_stem()?.to_str()?.rsplit_once('-')?;
    let package = name.strip_prefix("lib").unwrap_or(name).replace('_', "-");
    PACKAGES.contains(&&*package).then(|| format!("{package}-{hash}"))
}

/// When cargo had a kept unit compiled.
fn compiled_at(unit: &Path) -> Option<SystemTime> {
    invoked_at(&unit.join("fingerprint"))
}

fn invoked_at(fingerprint: &Path) -> Option<SystemTime> {
    modified(&fingerprint.join("invoked.timestamp"))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// What a unit is: each of its files and each source that rustc read for it (its `.d` file lists them), with the hash of what is in it.
fn sums(deps: &[PathBuf], known_by: &[PathBuf]) -> io::Result<String> {
    let list = deps.iter().find(|file| file.extension().is_some_and(|ending| ending == "d"));
    let text = fs::read_to_string(list.ok_or(io::ErrorKind::NotFound)?)?;
    let sources = text.lines().filter_map(|line| line.strip_suffix(':')).map(|path| path.replace("\\ ", " "));
    let all = deps.iter().chain(known_by).map(|file| (file.file_name().map(Path::new), file.clone()));
    let all = all.chain(sources.map(|path| (None, path.into())));
    let mut lines = all
        .map(|(name, file)| Ok(format!("{} {}\n", name.unwrap_or(&file).display(), content::hash(&fs::read(&file)?))))
        .collect::<io::Result<Vec<String>>>()?;
    lines.sort();
    Ok(lines.concat())
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .filter(|path| !path.as_ref().is_ok_and(|path| path.is_dir()))
        .collect()
}

/// A folder with copies of these files, which is there with all of them or not at all.
fn copy_folder(from: &[PathBuf], to: &Path) -> io::Result<()> {
    let new = beside(to);
    fs::create_dir_all(&new)?;
    let copied = from.iter().try_for_each(|file| copy(file, &new)).and_then(|()| fs::rename(&new, to));
    copied.inspect_err(|_| _ = fs::remove_dir_all(&new))
}

/// Copies a file into a folder, with its time.
fn copy(file: &Path, folder: &Path) -> io::Result<()> {
    let to = folder.join(file.file_name().unwrap_or_default());
    let new = beside(&to);
    let copied = fs::copy(file, &new)
        .and_then(|_| File::options().append(true).open(&new))
        .and_then(|copy| copy.set_times(FileTimes::new().set_modified(fs::metadata(file)?.modified()?)))
        .and_then(|()| fs::rename(&new, &to));
    copied.inspect_err(|_| _ = fs::remove_file(&new))
}

/// A path beside another that no other process or thread writes to.
fn beside(path: &Path) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static LAST: AtomicU32 = AtomicU32::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    path.with_extension(format!("new-{}-{number}", std::process::id()))
}

/// Writes a file whole, unless it has this text: another process may be reading it.
pub(super) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let new = beside(path);
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).inspect_err(|_| _ = fs::remove_file(&new))
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// Removes all of these folders but the newest.
fn keep_newest(folders: impl Iterator<Item = PathBuf>, count: usize, age: impl Fn(&Path) -> Option<SystemTime>) {
    let mut all: Vec<PathBuf> = folders.collect();
    // (Each is asked once: another process may change it meanwhile, and sorting panics where the order is not the same each time.)
    all.sort_by_cached_key(|path| std::cmp::Reverse(age(path)));
    for old in all.iter().skip(count) {
        let _ = fs::remove_dir_all(old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_cargos_names_its_unit() {
        let unit = |file: &str| unit(Path::new(file));
        assert_eq!(unit("/t/debug/deps/librefine_spec-2a1e.rmeta").as_deref(), Some("refine-spec-2a1e"));
        assert_eq!(unit("/t/debug/deps/refine_spec_macros-f7db.d").as_deref(), Some("refine-spec-macros-f7db"));
        assert_eq!(unit("/t/debug/deps/libserde-2a1e.rmeta"), None);
        assert_eq!(unit("/t/debug/deps/refine_spec"), None);
    }
}
