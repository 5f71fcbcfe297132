//! Every question to the solver about some of the corpus, to the letter: nothing may depend on the order of a
//! hash map, which is another one in each run.
use std::fmt::Write as _;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::thread;

use anyhow::{Context, Result, ensure};
use refine_core::ids::FnId;
use refine_core::program::Program;
use refine_core::smt::{Budget, Prover, in_new_context};
use refine_core::ty::FnInst;
use refine_front::testing::{Memory, demo};
use refine_front::{Input, Options};
use refine_tests::{markdown, package};

/// Few files: each question is made twice, in full.
const CORPUS: [&str; 2] = ["calls", "recursion"];

/// A crate with these modules.
fn program(modules: &[(String, String)]) -> impl Program {
    let declared: String = modules.iter().map(|(name, _)| format!("pub mod {name};\n")).collect();
    let files = modules.iter().map(|(name, text)| (format!("src/{name}.rs"), text.clone()));
    let files: Vec<(String, String)> = files.chain([("src/lib.rs".to_owned(), declared)]).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let input = Input { crates: vec![demo()], local: vec![0], folder: "/demo".to_owned() };
    refine_front::load(&input, &Memory::new(&files), &Options::default()).program
}

/// Terms are trees of the depth of the source's; deep ones need more than the usual stack.
fn on_new_thread<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).expect("a thread starts");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Each function with the questions about it.
fn questions(program: &dyn Program) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (at, def) in program.fns().iter().enumerate().filter(|(_, def)| !def.std && def.generics.is_empty()) {
        let inst = FnInst { func: FnId(at as u32), args: Vec::new() };
        let ask = || match Prover::new(program, &inst, Budget(1_000), 1) {
            Some(prover) => (0..prover.obligations().len()).map(|at| prover.smt2(at)).collect(),
            None => String::new(),
        };
        let asked = on_new_thread(|| in_new_context(&AtomicBool::new(false), ask));
        all.push((def.path.clone(), asked));
    }
    all
}

#[test]
fn the_same_source_asks_the_same_questions() -> Result<()> {
    let tests = package::root().join("tests");
    let mut modules = Vec::new();
    for file in CORPUS {
        let text = fs::read_to_string(tests.join(format!("corpus/{file}.md")))?;
        for (number, snippet) in markdown::snippets(&text).context(file)?.iter().enumerate() {
            let module = format!("{}_{number}", file.replace('-', "_"));
            modules.push((module, format!("use refine_spec::*;\n{}", snippet.code)));
        }
    }
    let ask = || on_new_thread(|| questions(&program(&modules)));
    let (first, again) = (ask(), ask());
    let mut differences = String::new();
    for ((path, a), (other, b)) in first.iter().zip(&again) {
        ensure!(path == other, "`{path}` comes where `{other}` came");
        if let Some((a, b)) = a.lines().zip(b.lines()).find(|(a, b)| a != b) {
            writeln!(differences, "{path}:\n  {a}\n  {b}")?;
        }
    }
    ensure!(differences.is_empty(), "{differences}");
    let size: usize = first.iter().map(|(_, asked)| asked.len()).sum();
    ensure!(size > 100_000, "only {size} bytes were asked");
    Ok(())
}
