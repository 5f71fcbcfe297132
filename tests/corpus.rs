//! Checks every snippet of `corpus/*.md`: one test per file, all its snippets in as few packages as their settings allow.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use libtest_mimic::{Arguments, Failed, Trial};
use refine_driver::{
    Cache, Cached, Cancel, EntryScope, ObligationReport, Options, Overflow, Report, Scope, Session, check_again,
};
use refine_tests::markdown::Settings;
use refine_tests::{apart, corpus, expect, package};

fn main() -> Result<()> {
    apart::serve_if_asked();
    let tests = corpus::files()?
        .into_iter()
        .map(|path| {
            Trial::test(corpus::stem(&path), move || {
                check_file(&path).map_err(|error| Failed::from(format!("{error:#}")))
            })
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit()
}

/// One file in so many is checked again after an edit.
const EDITED: u32 = 3;

/// Inputs wanted for each function, unless a snippet asks for more: enough for what the snippets hide, and runs take most of the time.
const VECTORS: usize = 25;

thread_local! {
    /// The standard library is read once for all the packages that a thread checks.
    static SESSION: RefCell<Session> = RefCell::new(apart::session());
}

fn check_file(path: &Path) -> Result<()> {
    let stem = corpus::stem(path);
    let shown = format!("tests/corpus/{stem}.md");
    let snippets = corpus::snippets(path)?;
    let mut differences = Vec::new();
    for (number, (settings, group)) in corpus::groups(&snippets).into_iter().enumerate() {
        let name = format!("{stem}-{number}");
        let folder = package::scratch("corpus").join(&name);
        package::make(&folder, &name, &corpus::sources(&group))?;
        let report = check(&folder, settings, Cache::Renewed)
            .with_context(|| format!("{shown}: package {}", folder.display()))?;
        // What is kept of it says the same. (One package of each file is enough.)
        if number == 0 && report.cached == Cached::Kept {
            let again = check(&folder, settings, Cache::On)?;
            ensure!(again.cached == Cached::Recalled, "{shown}: {} is made anew", folder.display());
            let known = verdicts(&report);
            let (report, again) = (serde_json::to_string(&report)?, serde_json::to_string(&again)?);
            ensure!(report == again, "{shown}: what is kept is not what was found:\n{report}\n{again}");
            // (It takes another build of the harness.)
            if stem.bytes().map(u32::from).sum::<u32>() % EDITED == 0 {
                edited(&folder, settings, &known).with_context(|| format!("{shown}: after an edit"))?;
            }
        }
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

/// What is known of each obligation.
fn verdicts(report: &Report) -> BTreeMap<String, String> {
    let said = |o: &ObligationReport| {
        format!("{:?} {} {:?} {:?} {:?} {:?}", o.verdict, o.vacuous, o.given, o.class, o.place, o.clause)
    };
    report.obligations.iter().map(|o| (o.id.clone(), said(o))).collect()
}

/// With one more function, what is kept of the others is what was found of them.
fn edited(folder: &Path, settings: &Settings, known: &BTreeMap<String, String>) -> Result<()> {
    let root = folder.join("src/lib.rs");
    let text = fs::read_to_string(&root)?;
    fs::write(&root, format!("{text}#[allow(unused)]\nfn one_more(x: u8) -> u8 {{ x }}\n"))?;
    let report = check(folder, settings, Cache::On);
    fs::write(&root, text)?;
    let report = report?;
    ensure!(report.cached != Cached::Recalled, "the edit is not seen");
    let found = verdicts(&report);
    for (id, said) in known {
        ensure!(found.get(id) == Some(said), "{id} was\n{said}\nand is\n{:?}", found.get(id));
    }
    Ok(())
}

fn check(folder: &Path, settings: &Settings, cache: Cache) -> Result<Report> {
    let options = Options {
        manifest: folder.join("Cargo.toml"),
        scope: if settings.annotated { Scope::Annotated } else { Scope::All },
        entry: if settings.entry_public { EntryScope::Public } else { EntryScope::Private },
        overflow: match settings.overflow.as_str() {
            "" | "panic" => Overflow::Panic,
            "wrap" => Overflow::Wrap,
            "ignore" => Overflow::Ignore,
            other => return Err(anyhow!("unknown overflow mode `{other}`")),
        },
        run: !settings.no_run,
        vectors: settings.vectors.unwrap_or(VECTORS),
        cache,
        // With `REFINE_AUDIT=1` (`make audit`) every run is held against the model too.
        audit: !settings.no_run && std::env::var_os("REFINE_AUDIT").is_some(),
        ..Options::default()
    };
    let checked = SESSION.with_borrow_mut(|session| check_again(session, &options, &Cancel::default(), &mut |_| {}));
    let report = checked.map_err(|error| anyhow!("{error}"))?;
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
