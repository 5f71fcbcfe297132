//! Checks every snippet of `corpus/*.md`: one test per file, all its snippets in as few packages as their settings allow.
//!
//! A snippet's source file starts with as many empty lines as it needs for its lines to have the numbers they have in
//! the Markdown file.
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use libtest_mimic::{Arguments, Failed, Trial};
use refine_driver::{Cancel, Options, Overflow, Report, Scope};
use refine_tests::markdown::{self, Settings, Snippet};
use refine_tests::{expect, package};

fn main() -> Result<()> {
    let folder = package::root().join("tests/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|path| {
        path.extension().is_some_and(|e| e == "md") && path.file_name().is_some_and(|n| n != "README.md")
    });
    files.sort();
    let tests = files
        .into_iter()
        .map(|path| {
            Trial::test(stem(&path), move || check_file(&path).map_err(|error| Failed::from(format!("{error:#}"))))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn check_file(path: &Path) -> Result<()> {
    let stem = stem(path);
    let shown = format!("tests/corpus/{stem}.md");
    let snippets = markdown::snippets(&fs::read_to_string(path)?).context(shown.clone())?;
    ensure!(!snippets.is_empty(), "{shown} has no snippets");
    let mut differences = Vec::new();
    for (number, (settings, group)) in groups(&snippets).into_iter().enumerate() {
        let name = format!("{stem}-{number}");
        let folder = package::scratch("corpus").join(&name);
        package::make(&folder, &name, &sources(&group))?;
        let report = check(&folder, settings).with_context(|| format!("{shown}: package {}", folder.display()))?;
        for (file, snippet) in &group {
            for difference in expect::differences(snippet, &format!("src/{file}.rs"), &shown, &report) {
                differences.push(format!("[{}] {difference}", snippet.title));
            }
        }
    }
    if differences.is_empty() {
        Ok(())
    } else {
        Err(anyhow!("{} differences\n{}", differences.len(), differences.join("\n")))
    }
}

/// Snippets by their settings, each with the name of its module.
fn groups(snippets: &[Snippet]) -> Vec<(&Settings, Vec<(String, &Snippet)>)> {
    let mut groups: Vec<(&Settings, Vec<(String, &Snippet)>)> = Vec::new();
    for (snippet, number) in snippets.iter().zip(1..) {
        let entry = (format!("s{number:02}"), snippet);
        match groups.iter_mut().find(|(settings, _)| **settings == snippet.settings && !settings.alone) {
            Some((_, group)) => group.push(entry),
            None => groups.push((&snippet.settings, vec![entry])),
        }
    }
    groups
}

fn sources(group: &[(String, &Snippet)]) -> Vec<(String, String)> {
    let modules: String = group.iter().map(|(name, _)| format!("pub mod {name};\n")).collect();
    let mut sources = vec![(
        "lib.rs".to_owned(),
        format!("#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n{modules}"),
    )];
    for (name, snippet) in group {
        let padding = "\n".repeat(snippet.line as usize - 1);
        sources.push((format!("{name}.rs"), format!("use refine_spec::*;{padding}{}\n", snippet.code)));
    }
    sources
}

fn check(folder: &Path, settings: &Settings) -> Result<Report> {
    let options = Options {
        manifest: folder.join("Cargo.toml"),
        scope: if settings.annotated { Scope::Annotated } else { Scope::All },
        overflow: match settings.overflow.as_str() {
            "" | "panic" => Overflow::Panic,
            "wrap" => Overflow::Wrap,
            "ignore" => Overflow::Ignore,
            other => return Err(anyhow!("unknown overflow mode `{other}`")),
        },
        run: !settings.no_run,
        ..Options::default()
    };
    let report = refine_driver::check(&options, &Cancel::default(), &mut |_| {}).map_err(|error| anyhow!("{error}"))?;
    let counts = &report.summary;
    ensure!(
        counts.internal_errors == 0,
        "{} internal errors: solver and compiled code disagree",
        counts.internal_errors
    );
    let sum = counts.proved + counts.refuted + counts.tested + counts.open;
    ensure!(sum == counts.obligations && sum == report.obligations.len(), "the summary does not add up: {counts:?}");
    Ok(report)
}
