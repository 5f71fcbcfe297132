//! The audit by rustc: types of variables and called functions, ours against those of `rustc --emit=mir`, for the corpus and the
//! example crates, and with `REFINE_AUDIT_REAL=1` (`make audit`) for the crates of `real/crates.txt`. No difference is allowed.
#![allow(clippy::print_stdout, reason = "the counts are for whoever runs the audit")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, anyhow, bail, ensure};
use libtest_mimic::{Arguments, Failed, Trial};
use refine_driver::{AuditReport, Options, audit};
use refine_tests::{corpus, package};

/// The corpus is compared in so many parts at the same time.
const PARTS: usize = 2;

fn main() -> Result<()> {
    let mut tests: Vec<Trial> =
        (0..PARTS).map(|part| trial(&format!("corpus-{part}"), move || compare_corpus(part))).collect();
    for entry in fs::read_dir(package::root().join("tests/crates"))? {
        let folder = entry?.path();
        // (Some hold sources that tests make packages of.)
        if !folder.join("Cargo.toml").is_file() {
            continue;
        }
        tests.push(trial(&corpus::stem(&folder), move || compare(&folder, &|_| false)));
    }
    if env::var_os("REFINE_AUDIT_REAL").is_some() {
        match fetched() {
            Ok(folders) => tests.extend(folders.into_iter().map(|(name, source)| {
                let folder = package::scratch("audit").join("real").join(&name);
                trial(&name, move || {
                    copy(&source, &folder)?;
                    compare(&folder, &|_| false)
                })
            })),
            Err(why) => println!("the real crates are not compared, for they cannot be fetched: {why:#}"),
        }
    }
    libtest_mimic::run(&Arguments::from_args(), tests).exit()
}

fn trial(name: &str, run: impl FnOnce() -> Result<()> + Send + 'static) -> Trial {
    Trial::test(name, || run().map_err(|error| Failed::from(format!("{error:#}"))))
}

/// Compares all packages of a project; some may be such as rustc refuses.
fn compare(folder: &Path, may_be_refused: &dyn Fn(&str) -> bool) -> Result<()> {
    let options = Options { manifest: folder.join("Cargo.toml"), ..Options::default() };
    let mut sum = AuditReport::default();
    let mut refused = 0;
    for audited in audit(&options).map_err(|error| anyhow!("{error}"))? {
        match audited.outcome {
            Ok(report) => sum.add(report),
            Err(_) if may_be_refused(&audited.package) => refused += 1,
            Err(why) => bail!("{}: {why}", audited.package),
        }
    }
    let text = format!("{}\n{sum}{refused:>6} packages that rustc refuses\n", corpus::stem(folder));
    ensure!(sum.differences.is_empty(), "{} differences\n{text}", sum.differences.len());
    print!("{text}");
    Ok(())
}

/// The snippets of one part of the files, in one workspace.
fn compare_corpus(part: usize) -> Result<()> {
    let folder = package::scratch("audit").join(format!("corpus-{part}"));
    let (mut members, mut faulty) = (Vec::new(), Vec::new());
    for file in corpus::files()?.into_iter().skip(part).step_by(PARTS) {
        for (number, (settings, group)) in corpus::groups(&corpus::snippets(&file)?).into_iter().enumerate() {
            let name = format!("{}-{number}", corpus::stem(&file));
            package::make_member(&folder.join(&name), &name, &corpus::sources(&group))?;
            faulty.extend(settings.alone.then(|| name.clone()));
            members.push(name);
        }
    }
    package::write(&folder.join("Cargo.toml"), &format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n"))?;
    compare(&folder, &|package| faulty.iter().any(|name| name == package))
}

/// The sources of the real crates, from cargo's registry.
fn fetched() -> Result<Vec<(String, PathBuf)>> {
    let listed = fs::read_to_string(package::root().join("tests/real/crates.txt"))?;
    let crates = listed.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    let crates: Vec<(&str, &str)> = crates.collect();
    let folder = package::scratch("audit").join("fetch");
    let dependencies: String =
        crates.iter().map(|(name, version)| format!("{name} = \"={}\"\n", version.trim())).collect();
    let head = "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n[dependencies]\n";
    package::write(&folder.join("Cargo.toml"), &format!("{head}{dependencies}"))?;
    package::write(&folder.join("src/lib.rs"), "")?;
    let output = Command::new("cargo").args(["metadata", "--format-version", "1"]).current_dir(&folder).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo metadata tells no packages")?;
    let source = |name: &str| {
        let found = packages.iter().find(|package| package["name"] == name)?;
        Path::new(found["manifest_path"].as_str()?).parent().map(Path::to_owned)
    };
    crates.iter().map(|(name, _)| Ok(((*name).to_owned(), source(name).context("not resolved")?))).collect()
}

/// Copies the files of a folder that lie in it and in those below.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        match entry.is_dir() {
            true => copy(&entry, &to.join(name))?,
            false => _ = fs::copy(&entry, to.join(name))?,
        }
    }
    Ok(())
}
