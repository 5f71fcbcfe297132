use std::path::{Path, PathBuf};

use super::*;
use crate::cancel::Stop;
use crate::options::{Cache, Scope};
use crate::report::{Summary, Verdict};

fn package(name: &str, lib: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("refine-check-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = "[package]\nname = \"late\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::write(folder.join("src/lib.rs"), lib).unwrap();
    folder
}

/// A check that is out of time at the first event of a kind.
fn out_of_time(folder: &Path, run: bool, at: fn(&Event) -> bool) -> (Report, Vec<Event>) {
    let manifest = folder.join("Cargo.toml");
    let options = Options { manifest, scope: Scope::All, run, cache: Cache::On, ..Options::default() };
    let (cancel, mut events) = (Cancel::default(), Vec::new());
    let report = project(&mut Fronts::default(), &options, (&Crashes::default(), false), &cancel, &mut |event| {
        if at(&event) {
            cancel.stop(Stop::Time);
        }
        events.push(event);
    });
    (report.unwrap(), events)
}

fn settled(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Settled(_))).count()
}

#[test]
fn what_a_run_did_not_get_to_is_open_and_not_kept() {
    let lib = "pub fn half(x: u8, n: u8) -> u8 { if n > 1 { x / n } else { 0 } }\n\
               pub fn first(xs: &[u8]) -> u8 { if xs.is_empty() { 0 } else { xs[0] } }\n\
               pub trait Shape { fn sides(&self) -> u8; }\n";
    let folder = package("cut", lib);
    // Before anything is lowered: the functions are known.
    let (report, _) = out_of_time(&folder, false, |event| matches!(event, Event::Progress { .. }));
    let cut = report.cut.unwrap();
    assert_eq!(
        (cut.why, cut.packages.concat(), cut.functions.join(" ")),
        (Stop::Time, "late".into(), "half first".into())
    );
    assert_eq!(report.obligations, []);
    // Before anything is proved: what they claim is known too.
    let (report, events) = out_of_time(&folder, false, |event| matches!(event, Event::Functions { .. }));
    let cut = report.cut.unwrap();
    assert_eq!((cut.packages.len(), cut.functions.len(), report.functions.len()), (0, 2, 2));
    let Summary { open, obligations, .. } = report.summary;
    assert_eq!((open, obligations, settled(&events)), (2, 2, 2), "{:?}", report.obligations);
    for claim in &report.obligations {
        let why = "not checked: the time budget was used up";
        assert_eq!((claim.verdict, claim.reason.as_deref()), (Verdict::Open, Some(why)));
    }
    // None of that is kept.
    let (report, _) = out_of_time(&folder, false, |_| false);
    let Report { cut, cached, summary, diagnostics, .. } = report;
    assert_eq!((cut, cached, summary.proved), (None, Cached::Kept, 2), "{diagnostics:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_refuted_is_told_before_all_is_run() {
    let lib = "pub fn digits(xs: &[Vec<u8>]) -> usize {\n\
                   assert!(xs.len() != 2);\n\
                   let all: usize = xs.iter().flatten().map(|x| format!(\"{x}\").len()).sum();\n\
                   assert!(all < 1_000_000);\n\
                   all\n\
               }\n";
    let folder = package("refuted", lib);
    let is_refuted = |event: &Event| matches!(event, Event::Settled(claim) if claim.verdict == Verdict::Refuted && claim.kind == "assert");
    let (report, events) = out_of_time(&folder, true, is_refuted);
    // The other assertion may still fail.
    assert_eq!(report.cut.map(|cut| cut.functions.join(" ")).as_deref(), Some("digits"), "{:?}", report.obligations);
    let of_assert = |event: &&Event| matches!(event, Event::Settled(claim) if claim.kind == "assert");
    let told: Vec<bool> = events.iter().filter(of_assert).map(is_refuted).collect();
    assert_eq!(told[..1], [true]);
    // In the end it is told once.
    let (report, events) = out_of_time(&folder, true, |_| false);
    assert_eq!((report.cut, events.iter().filter(|event| is_refuted(event)).count()), (None, 1));
    std::fs::remove_dir_all(folder).unwrap();
}
