//! What build scripts set: `cfg`s, variables, `OUT_DIR`, as `cargo check` tells of them where it may run.
//!
//! Only crates whose text depends on it are asked for. What is not known then stays open in the front end's input, which
//! relies on nothing that it may change.
use std::path::{Path, PathBuf};

use refine_front::{CrateInput, Input};
use refine_testgen::{Checking, Script};

use crate::crates::{self, Crates, Origin};
use crate::kept::Disk;

/// The crates with what their build scripts say.
pub(crate) fn heard(target: &Crates, checking: Option<&Checking>, disk: &Disk) -> Input {
    let mut input = target.input.clone();
    for krate in &mut input.crates {
        if krate.unasked.is_some() && refine_front::undecided(krate, disk).is_none() {
            krate.unasked = None;
        }
    }
    let crates = || target.packages.iter().zip(&target.input.crates);
    let is_open: Vec<bool> = input.crates.iter().map(|krate| krate.unasked.is_some()).collect();
    let open = || crates().zip(&is_open).filter(|(_, is_open)| **is_open).map(|((package, _), _)| package);
    let Some(checking) = checking.filter(|_| is_open.contains(&true)) else { return input };
    let told = |scripts: &[Script], package: &Origin| {
        !package.for_host && scripts.iter().any(|script| script.package == package.id)
    };
    let scripts = checking.scripts(&|scripts| open().all(|package| told(scripts, package)));
    for (krate, package) in input.crates.iter_mut().zip(&target.packages).filter(|(krate, _)| krate.unasked.is_some()) {
        let of_package: Vec<&Script> = scripts.iter().filter(|script| script.package == package.id).collect();
        match agreed(&of_package) {
            Some(script) => apply(krate, script),
            None if of_package.is_empty() && checking.leaves_out(&package.id) => krate.unasked = None,
            None => {}
        }
    }
    input
}

/// The packages whose build scripts were not asked although it matters, by name.
pub(crate) fn unasked(target: &Crates, input: &Input) -> Vec<String> {
    let all = target.packages.iter().zip(&input.crates).filter(|(_, krate)| krate.unasked.is_some());
    let mut names: Vec<String> = all.map(|(package, _)| package.name.clone()).collect();
    names.sort();
    names.dedup();
    names
}

/// What the runs of one script say, if they all say the same. Cargo does not tell which of them is for which build.
fn agreed<'s>(runs: &[&'s Script]) -> Option<&'s Script> {
    let (first, others) = runs.split_first()?;
    let alike = |other: &&Script| {
        let folders = || same(Path::new(&first.out_dir), Path::new(&other.out_dir));
        other.cfgs == first.cfgs && other.env == first.env && (other.out_dir == first.out_dir || folders())
    };
    others.iter().all(alike).then_some(*first)
}

/// Whether two folders hold the same.
fn same(a: &Path, b: &Path) -> bool {
    let entries = |folder: &Path| -> Option<Vec<PathBuf>> {
        let mut all =
            std::fs::read_dir(folder).ok()?.map(|entry| Some(entry.ok()?.path())).collect::<Option<Vec<_>>>()?;
        all.sort();
        Some(all)
    };
    let (Some(of_a), Some(of_b)) = (entries(a), entries(b)) else { return false };
    let alike = |(a, b): (&PathBuf, &PathBuf)| {
        let content = || std::fs::read(a).ok().zip(std::fs::read(b).ok()).is_some_and(|(a, b)| a == b);
        a.file_name() == b.file_name() && if a.is_dir() { b.is_dir() && same(a, b) } else { content() }
    };
    of_a.len() == of_b.len() && of_a.iter().zip(&of_b).all(alike)
}

fn apply(krate: &mut CrateInput, script: &Script) {
    krate.unasked = None;
    krate.cfgs.extend(script.cfgs.iter().map(|line| crates::parsed(line)));
    let set = |krate: &mut CrateInput, name: &str, value: &str| {
        krate.env.retain(|(known, _)| known != name);
        krate.env.push((name.to_owned(), value.to_owned()));
    };
    for (name, value) in &script.env {
        set(krate, name, value);
    }
    set(krate, "OUT_DIR", &script.out_dir);
}
