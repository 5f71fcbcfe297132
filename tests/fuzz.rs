//! Compares refine's verdicts on random programs with independent runs of them.
//!
//! `REFINE_FUZZ_PROGRAMS` (300) programs are made from `REFINE_FUZZ_SEED` (by default the time of day; it is printed), from the
//! one numbered `REFINE_FUZZ_FIRST` (0, a multiple of 50) on. A program that was proved and is violated, or refuted and is not, fails
//! the test and is printed.
//!
//! With the feature `planted`, each defect of `refine_core::planted` is planted in turn, and the test fails where the fuzzer does not
//! notice within so many programs.
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use std::{env, fmt};

use anyhow::{Context, Result, anyhow, ensure};
use libtest_mimic::{Arguments, Failed, Trial};
use refine_core::planted::Defect;
use refine_driver::{Cancel, EntryScope, Options, Scope, check_again};
use refine_tests::fuzz::ast::Program;
use refine_tests::fuzz::print::Audience;
use refine_tests::fuzz::rng::Rng;
use refine_tests::fuzz::{generate, judge, oracle, print};
use refine_tests::{apart, package};

/// Programs in one package: one build for refine's harness, one for the oracle.
const BATCH: u64 = 50;

fn main() -> Result<()> {
    apart::serve_if_asked();
    let number = |name: &str| match env::var(name) {
        Ok(text) if !text.is_empty() => text.parse::<u64>().map(Some).with_context(|| format!("{name}={text}")),
        _ => Ok(None),
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let seed = number("REFINE_FUZZ_SEED")?.unwrap_or(now);
    let programs = number("REFINE_FUZZ_PROGRAMS")?.unwrap_or(300);
    let first = number("REFINE_FUZZ_FIRST")?.unwrap_or(0);
    let agree = Trial::test("verdicts_agree_with_runs", move || {
        fuzz(seed, first, programs).map_err(|error| Failed::from(format!("{error:#}\nREFINE_FUZZ_SEED={seed}")))
    });
    let mut arguments = Arguments::from_args();
    let mut tests = vec![agree];
    if cfg!(feature = "planted") && env::var_os(PLANTED).is_none() {
        tests
            .extend(Defect::ALL.iter().map(|defect| Trial::test(format!("{defect:?}_is_found"), || is_found(*defect))));
        // They share the folders that they write their programs to.
        arguments.test_threads = Some(1);
    }
    libtest_mimic::run(&arguments, tests).exit()
}

/// The variable that names the defect to plant.
const PLANTED: &str = "REFINE_PLANTED";

/// Whether the fuzzer fails with a defect in place: in a process of its own, which goes up to the first batch that does.
#[allow(clippy::print_stderr, reason = "how many programs it took, for whoever watches")]
fn is_found(defect: Defect) -> Result<(), Failed> {
    let run = || -> Result<String> {
        let output = Command::new(env::current_exe()?)
            .args(["--exact", "verdicts_agree_with_runs"])
            .env(PLANTED, format!("{defect:?}"))
            .output()?;
        ensure!(!output.status.success(), "not found");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
    };
    let said = run().map_err(|error| Failed::from(format!("{error:#}")))?;
    let signs = ["SOUNDNESS BUG", "FALSE ALARM", "INTERNAL ERROR"];
    let seen: Vec<String> = signs.iter().map(|sign| format!("{} x {sign}", said.matches(sign).count())).collect();
    let last = said.lines().rfind(|line| line.starts_with("fuzz: ")).unwrap_or_default();
    eprintln!("{defect:?}: {}; {last}", seen.join(", "));
    if signs.iter().any(|sign| said.contains(sign)) {
        return Ok(());
    }
    Err(Failed::from(format!("it failed, though not by a verdict:\n{said}")))
}

#[derive(Default)]
struct Totals {
    programs: u64,
    obligations: usize,
    proved: usize,
    refuted: usize,
    tested: usize,
    open: usize,
    missed: usize,
    runs: usize,
    failures: Vec<String>,
}

impl Totals {
    fn add(&mut self, other: Totals) {
        self.programs += other.programs;
        self.obligations += other.obligations;
        self.proved += other.proved;
        self.refuted += other.refuted;
        self.tested += other.tested;
        self.open += other.open;
        self.missed += other.missed;
        self.runs += other.runs;
        self.failures.extend(other.failures);
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Totals { programs, obligations, proved, refuted, tested, open, missed, runs, failures } = self;
        write!(
            f,
            "{programs} programs, {obligations} obligations: {proved} proved, {refuted} refuted, {tested} tested, {open} open; \
             {runs} runs, {missed} violations without a witness, {} failures",
            failures.len()
        )
    }
}

#[allow(clippy::print_stderr, reason = "progress and the seed, for whoever watches")]
fn fuzz(seed: u64, first: u64, count: u64) -> Result<()> {
    eprintln!("fuzz: seed {seed}, {count} programs from {first}");
    let start = Instant::now();
    let end = first + count;
    let next = AtomicU64::new(first);
    let totals = Mutex::new(Totals::default());
    // Much of a batch is a wait for cargo and rustc.
    let work = || -> Result<()> {
        loop {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= end {
                return Ok(());
            }
            let to = end.min(from + BATCH);
            let found = batch(seed, from, to).with_context(|| format!("programs from {from}"))?;
            for failure in &found.failures {
                eprintln!("fuzz: failure in the programs from {from}\n{failure}");
            }
            let mut totals = totals.lock().map_err(|_| anyhow!("another batch panicked"))?;
            totals.add(found);
            eprintln!("fuzz: {totals} ({} s)", start.elapsed().as_secs());
            if !totals.failures.is_empty() && env::var_os(PLANTED).is_some() {
                next.store(end, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| -> Result<()> {
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| anyhow!("a batch panicked"))?)
    })?;
    let totals = totals.into_inner().map_err(|_| anyhow!("a batch panicked"))?;
    ensure!(totals.failures.is_empty(), "{} failures\n\n{}", totals.failures.len(), totals.failures.join("\n"));
    Ok(())
}

/// What comes of the programs with these numbers.
fn batch(seed: u64, from: u64, to: u64) -> Result<Totals> {
    let programs: Vec<(String, Program)> = (from..to)
        .map(|number| {
            // Each program has its own stream, so that one can be made again without the others.
            let mut rng = Rng(seed ^ number.wrapping_mul(0xD129_0B26_4F1A_7C35));
            (format!("p{number:03}"), generate::program(&mut rng))
        })
        .collect();
    let name = format!("fuzz-{from:03}");
    let folder = package::scratch("fuzz").join(&name);
    let modules: String = programs.iter().map(|(name, _)| format!("pub mod {name};\n")).collect();
    let root = format!("#![allow(warnings, unconditional_panic, arithmetic_overflow)]\nmod shared;\n{modules}");
    let mut sources = vec![("lib.rs".to_owned(), root), ("shared.rs".to_owned(), print::shared())];
    for (name, program) in &programs {
        sources.push((format!("{name}.rs"), print::program(program, Audience::Refine)));
    }
    package::make(&folder, &name, &sources)?;
    let options = Options {
        manifest: folder.join("Cargo.toml"),
        scope: Scope::All,
        entry: EntryScope::Private,
        // Small budgets: what is not settled is `tested`, which is no fault here.
        rlimit: 400_000,
        vectors: 30,
        depth: 3,
        audit: env::var_os("REFINE_AUDIT").is_some(),
        ..Options::default()
    };
    let checked = check_again(&mut apart::session(), &options, &Cancel::default(), &mut |_| {});
    let report = checked.map_err(|error| anyhow!("{error}"))?;
    let errors = report.diagnostics.iter().filter(|(diagnostic, _)| diagnostic.error);
    let (internal, rejected): (Vec<_>, Vec<_>) = errors.partition(|(_, place)| place.is_none());
    ensure!(rejected.is_empty(), "refine rejects what compiles: {rejected:#?}");

    let witnesses: Vec<oracle::Witness> =
        judge::witnesses(&programs, &report).into_iter().map(|(_, witness)| witness).collect();
    let findings = oracle::run(&folder.join("oracle"), &programs, &witnesses)?;
    let outcome = judge::judge(&programs, &report, &findings);
    let mut failures = outcome.failures;
    failures.extend(internal.iter().map(|(diagnostic, _)| judge::internal(&programs, &report, &diagnostic.message)));
    ensure!(internal.len() >= report.summary.internal_errors, "an internal error without a message");
    if failures.is_empty() {
        // A batch takes 90 MB, and thousands of programs would fill the disk.
        std::fs::remove_dir_all(&folder)?;
    }
    Ok(Totals {
        programs: to - from,
        obligations: report.obligations.len(),
        proved: report.summary.proved,
        refuted: report.summary.refuted,
        tested: report.summary.tested,
        open: report.summary.open,
        missed: outcome.missed,
        runs: outcome.runs,
        failures,
    })
}
