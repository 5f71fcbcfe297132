//! Real crates, built and run.
mod support;

use std::time::Duration;

use refine_core::ids::FnId;
use refine_core::program::CtorShape;
use refine_core::term::{BinOp, Term};
use refine_core::ty::Ty;
use refine_core::value::Value;
use refine_testgen::harness::{BuildError, BuildRequest, Cargo, UserError};
use refine_testgen::outcome::{ClauseRef, Outcome, Ran};
use refine_testgen::run::{Harness, Limits};
use support::*;

const SCORES: &str = r#"//! Scores.
#![deny(missing_docs, warnings)]
#![forbid(unsafe_code)]

/// Rescales.
pub fn rescale(r1: u32, r2: u32, s: u32) -> u32 {
    s * (r2 / r1)
}

fn first(xs: &[i32]) -> i32 {
    let _t = 1; xs[0]
}

fn push(xs: &mut Vec<i32>, x: i32) {
    xs.push(x);
}

fn caller(x: u32) -> u32 {
    let y = x; guarded(y) + guarded(5)
}

fn guarded(n: u32) -> u32 {
    100 / n
}

fn spin(x: i32) -> i32 {
    let mut n = x; while n >= 0 { n = n.max(1) - 1; } n
}

fn deep(x: i32) -> i32 {
    if x == 0 { 0 } else { 1 + deep(std::hint::black_box(x) + 1) }
}

fn leave(x: i32) {
    if x == 1 { std::process::exit(7) } else if x == 2 { std::process::abort() }
}

fn hungry(n: u32) -> u64 {
    let mut all = Vec::new(); for i in 0..n as u64 { all.push(vec![i; 1 << 20]); } all.iter().map(|v| v[0]).sum()
}

/// A point.
#[derive(Debug)]
pub struct Point {
    x: i32,
    y: i32,
}

mod inner {
    pub(super) fn swap(p: &super::Point) -> Option<super::Point> {
        if p.x == p.y { None } else { Some(super::Point { x: p.y, y: p.x }) }
    }
} // inner
"#;

fn scores() -> (Hand, Vec<FnId>) {
    let mut p = Hand::new(SCORES);
    let option = p.option();
    let point = p.adt("Point", false, vec![variant("Point", CtorShape::Named, &[("x", I32, true), ("y", I32, true)])]);
    let point = Ty::Adt(point, vec![]);
    let inner = p.module("inner", 0);
    let slice = Ty::Ref(false, Box::new(Ty::Slice(Box::new(I32))));
    let vec = Ty::Ref(true, Box::new(Ty::Vec(Box::new(I32))));

    let rescale = p.func("rescale", &[("r1", U32), ("r2", U32), ("s", U32)], U32);
    p.requires(rescale, lt(num(0, U32), local(0, U32)), "r1 > 0");
    p.ensures(rescale, lt(local(3, U32), local(1, U32)), "*ret < r2");
    let first = p.func("first", &[("xs", slice)], I32);
    p.obligations(first, &["xs[0]"]);
    let push = p.func("push", &[("xs", vec), ("x", I32)], Ty::unit());
    let len = |of: Term| Term::new(refine_core::term::TermKind::SeqLen(of), Ty::Exact);
    let xs = Ty::Vec(Box::new(I32));
    let grown = Term::test(
        BinOp::Eq,
        len(local(0, xs.clone())),
        Term::arith(BinOp::Add, len(old(0, xs)), num(1, Ty::Exact), Ty::Exact),
    );
    p.ensures(push, grown, "xs.len() == old(xs.len()) + 1");
    let caller = p.func("caller", &[("x", U32)], U32);
    p.obligations(caller, &["guarded(y)"]);
    let guarded = p.func("guarded", &[("n", U32)], U32);
    p.requires(guarded, lt(num(1, U32), local(0, U32)), "n > 1");
    let mut all = vec![rescale, first, push, caller, guarded];
    all.push(p.func("spin", &[("x", I32)], I32));
    all.push(p.func("deep", &[("x", I32)], I32));
    all.push(p.func("leave", &[("x", I32)], Ty::unit()));
    all.push(p.func("hungry", &[("n", U32)], Ty::Int(refine_core::ty::IntTy::U64)));
    let reference = Ty::Ref(false, Box::new(point.clone()));
    let swap = p.func("inner::swap", &[("p", reference)], Ty::Adt(option, vec![point]));
    p.fns[swap.0 as usize].module = inner;
    all.push(swap);
    (p, all)
}

fn build(p: &Hand, package: &Package, fns: &[FnId]) -> Result<Harness, BuildError> {
    let functions: Vec<_> = fns.iter().map(|func| inst(*func)).collect();
    let cargo = Cargo { offline: true, ..Cargo::default() };
    Harness::build_with(&BuildRequest { program: p, package: package.info.clone(), functions }, &cargo)
}

#[test]
fn every_outcome_is_told_apart() {
    let (p, fns) = scores();
    let package = Package::new("scores", "2021", SCORES, &[]);
    let harness = build(&p, &package, &fns).unwrap();
    let patient = Limits { timeout: Duration::from_secs(20), memory_mib: 256 };
    let brief = Limits { timeout: Duration::from_millis(100), ..patient };
    let run = |at: usize, args: &[Value]| -> Ran { harness.run(&inst(fns[at]), &args.to_vec(), &patient) };
    for func in &fns {
        assert_eq!(harness.unsupported(&inst(*func)), None);
    }

    assert_eq!(run(0, &[int(0), int(1), int(0)]).outcome, Outcome::Rejected { clause: ClauseRef::Requires(0) });
    assert_eq!(
        run(0, &[int(1), int(4), int(2)]).outcome,
        Outcome::EnsuresViolated {
            clauses: vec![ClauseRef::Ensures(0)],
            undefined: None,
            result: int(8),
            left: Vec::new()
        }
    );
    assert_eq!(run(0, &[int(5), int(100), int(2)]).outcome, Outcome::Passed { result: int(40) });

    let passed = run(1, &[ints(&[7, 8])]);
    assert_eq!(passed.often.iter().map(|(_, times)| *times).collect::<Vec<_>>(), [1], "one place, once");
    assert_eq!(
        passed,
        Ran {
            outcome: Outcome::Passed { result: int(7) },
            reached: vec![p.find("xs[0]")],
            ways: vec![],
            often: passed.often.clone(),
            clauses: vec![],
            parts: vec![],
            by_trait: vec![],
            loops: vec![],
            state: None,
            input: None,
            caught: Vec::new(),
            unjudged: vec![],
        }
    );
    let Ran { outcome: Outcome::Panicked { message, file, at, .. }, reached, .. } = run(1, &[ints(&[])]) else {
        panic!()
    };
    assert_eq!(
        (message.as_str(), file.as_str()),
        ("index out of bounds: the len is 0 but the index is 0", "src/lib.rs")
    );
    assert_eq!(at, p.sources.line_col(p.find("xs[0]")), "the column is that of the user's own text");
    assert_eq!(reached, [p.find("xs[0]")]);

    assert_eq!(run(2, &[ints(&[1]), int(2)]).outcome, Outcome::Passed { result: Value::Tuple(vec![]) });
    assert_eq!(run(3, &[int(4)]).outcome, Outcome::Passed { result: int(45) });
    assert_eq!(
        run(3, &[int(1)]).outcome,
        Outcome::CalleePrecondition {
            callee: fns[4],
            clause: ClauseRef::Requires(0),
            near: vec![p.find("guarded(y)")],
            call: None,
            within: Some(fns[3])
        }
    );
    assert_eq!(run(4, &[int(1)]).outcome, Outcome::Rejected { clause: ClauseRef::Requires(0) });
    assert_eq!(run(5, &[int(-3)]).outcome, Outcome::Passed { result: int(-3) });
    assert_eq!(harness.run(&inst(fns[5]), &vec![int(3)], &brief).outcome, Outcome::TimedOut);
    assert_eq!(run(6, &[int(1)]).outcome, Outcome::StackOverflow);
    assert_eq!(run(7, &[int(1)]).outcome, Outcome::Exited { code: 7 });
    assert_eq!(run(7, &[int(2)]).outcome, Outcome::Aborted { signal: 6 });
    assert_eq!(run(7, &[int(0)]).outcome, Outcome::Passed { result: Value::Tuple(vec![]) });
    assert_eq!(run(8, &[int(1000)]).outcome, Outcome::OutOfMemory);

    let id = |ty: u32, variant, fields| Value::Adt(refine_core::ids::AdtId(ty), variant, fields);
    let swapped = id(0, 1, vec![id(1, 0, vec![int(2), int(1)])]);
    assert_eq!(run(9, &[id(1, 0, vec![int(1), int(2)])]).outcome, Outcome::Passed { result: swapped });
    assert_eq!(run(9, &[id(1, 0, vec![int(1), int(1)])]).outcome, Outcome::Passed { result: id(0, 0, vec![]) });

    drop(harness);
    let left = std::fs::read_dir(package.path("target/refine/run")).unwrap().count();
    assert_eq!(left, 0, "nothing is left behind");
    assert!(!package.path("Cargo.lock").exists(), "the user's package is not touched");
}

#[test]
fn an_error_in_the_users_code_is_reported_as_theirs() {
    let text = "pub fn good(x: i32) -> i32 { x }\npub fn bad() -> i32 { \"no\" }\npub fn worse() -> u8 { 'n' }\n";
    let mut p = Hand::new(text);
    let good = p.func("good", &[("x", I32)], I32);
    let package = Package::new("broken", "2018", text, &[]);
    match build(&p, &package, &[good]) {
        Err(BuildError::UserCode(errors)) => {
            let place = |error: &UserError| (error.file.clone(), error.at.map(|at| at.line), error.message.clone());
            let at = |line: u32, types: &str| {
                (Some("src/lib.rs".to_owned()), Some(line), format!("mismatched types: {types}"))
            };
            let wanted = [at(2, "expected `i32`, found `&str`"), at(3, "expected `u8`, found `char`")];
            assert_eq!(errors.iter().map(place).collect::<Vec<_>>(), wanted);
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it built"),
    }
}

#[test]
fn what_does_not_compile_is_dropped_alone() {
    let text = "pub fn good(x: i32) -> i32 { x }\npub fn odd<const N: usize>(x: i32) -> [i32; N] { [x; N] }\n";
    let mut p = Hand::new(text);
    let good = p.func("good", &[("x", I32)], I32);
    let odd = p.func("odd", &[("x", I32)], I32);
    let package = Package::new("dropping", "2015", text, &[]);
    let harness = build(&p, &package, &[good, odd]).unwrap_or_else(|error| panic!("{error}"));
    assert!(harness.unsupported(&inst(odd)).is_some());
    assert_eq!(harness.run(&inst(good), &vec![int(3)], &Limits::default()).outcome, Outcome::Passed { result: int(3) });
}

#[test]
fn a_crate_without_std_and_with_its_own_files_builds() {
    let text = "#![no_std]\n#![doc = include_str!(\"../NOTES.md\")]\ntype Result<T> = core::result::Result<T, ()>;\n\
                pub fn half(x: u32) -> Result<u32> { if x % 2 == 0 { Ok(x / 2) } else { Err(()) } }\n";
    for edition in ["2015", "2024"] {
        let mut p = Hand::new(text);
        let half = p.func("half", &[("x", U32)], Ty::Opaque("Result<u32>".into()));
        let package = Package::new(&format!("nostd{edition}"), edition, text, &[("NOTES.md", "Notes.")]);
        let harness = build(&p, &package, &[half]).unwrap_or_else(|error| panic!("{error}"));
        let ran = harness.run(&inst(half), &vec![int(4)], &Limits::default());
        assert_eq!(ran.outcome, Outcome::Passed { result: Value::Opaque("Result<u32>".into()) });
    }
}

#[test]
fn a_member_of_a_workspace_is_built_as_the_workspace_says() {
    let text = "#![doc = include_str!(\"../../README.md\")]\npub fn twice(x: u32) -> u32 { helper::double(x) }\n";
    let member = "[package]\nname = \"member\"\nversion.workspace = true\nedition.workspace = true\n\n\
                  [dependencies]\nhelper.workspace = true\n\n[dev-dependencies]\nnone = \"999\"\n";
    let workspace = "[workspace]\nmembers = [\"member\", \"helper\"]\nresolver = \"2\"\n\n\
                     [workspace.package]\nversion = \"1.0.0\"\nedition = \"2021\"\n\n\
                     [workspace.dependencies]\nhelper = { path = \"helper\" }\n\n\
                     [profile.dev]\npanic = \"abort\"\noverflow-checks = false\n";
    let helper = "[package]\nname = \"helper\"\nversion.workspace = true\n";
    let files = [
        ("Cargo.toml", workspace),
        ("README.md", "Read me."),
        ("member/Cargo.toml", member),
        ("member/src/lib.rs", text),
        ("helper/Cargo.toml", helper),
        ("helper/src/lib.rs", "pub fn double(x: u32) -> u32 { assert!(x != 7); x * 2 }\n"),
    ];
    let mut p = Hand::new(text);
    let twice = p.func("twice", &[("x", U32)], U32);
    let mut package = Package::new("member", "2021", "", &files);
    std::fs::remove_dir_all(package.path("src")).unwrap();
    let workspace_root = package.info.root.clone();
    package.info.root = workspace_root.join("member");
    package.info.manifest = package.info.root.join("Cargo.toml");
    let harness = build(&p, &package, &[twice]).unwrap_or_else(|error| panic!("{error}"));
    let run = |x| harness.run(&inst(twice), &vec![int(x)], &Limits::default()).outcome;
    assert_eq!(run(1 << 31), Outcome::Passed { result: int(0) }, "the user's own profile holds");
    assert!(matches!(run(7), Outcome::Panicked { .. }), "but a panic unwinds");
    package.info.root = workspace_root;
}
