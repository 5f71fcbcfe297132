//! Regression tests in real crates: they fail before the fix and pass after, and nobody's line is touched.
mod support;

use std::process::Command;

use refine_core::ids::FnId;
use refine_core::obligation::{Kind, Obligation};
use refine_core::span::Span;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::ty::Ty;
use refine_core::value::Value;
use refine_testgen::regression::{self, Changes, FileStatus, Sample, Violation, Witness};
use refine_testgen::{ClauseRef, Outcome};
use support::*;

const FAULTY: &str = "//! Scores.

/// Rescales.
pub fn rescale(r1: u32, r2: u32, s: u32) -> u32 {
    s * (r2 / r1)
}

fn insert(xs: &mut Vec<i32>, x: i32) {
    xs.push(x);
}

mod inner {
    fn first(xs: &[i32]) -> i32 {
        xs[0]
    }
    pub(crate) fn use_first() -> i32 {
        first(&[1])
    }
} // inner

/// Uses all.
pub fn all() -> i32 {
    let mut xs = vec![];
    insert(&mut xs, 1);
    inner::use_first()
}
";

fn fixed() -> String {
    let text = FAULTY.replace("s * (r2 / r1)", "(s * (r2 / r1)).min(r2 - 1)");
    let text = text.replace("    xs.push(x);", "    xs.push(x);\n    xs.sort();");
    text.replace("        xs[0]", "        xs.first().copied().unwrap_or(0)")
}

fn obligation(p: &Hand, func: FnId, kind: Kind, claim: &str, clause: Option<Span>) -> Obligation {
    Obligation {
        id: String::new(),
        kind,
        span: p.fns[func.0 as usize].span,
        clause,
        claim: claim.into(),
        message: String::new(),
        words: String::new(),
        panics_at: None,
        template: None,
        through: vec![],
        callee: None,
        home: None,
        always_met: true,
    }
}

fn program(text: &str) -> (Hand, Vec<Witness>) {
    let mut p = Hand::new(text);
    let inner = p.module("inner", 0);
    let rescale = p.func("rescale", &[("r1", U32), ("r2", U32), ("s", U32)], U32);
    p.ensures(rescale, lt(local(3, U32), local(1, U32)), "*ret < r2");
    let xs = Ty::Vec(Box::new(I32));
    let insert = p.func("insert", &[("xs", Ty::Ref(true, Box::new(xs.clone()))), ("x", I32)], Ty::unit());
    // forall(1..xs.len(), |i| xs[i - 1] <= xs[i])
    let seq = || local(0, xs.clone());
    let i = || Term::new(TermKind::Bound(refine_core::ids::BoundId(0)), Ty::Exact);
    let at = |index| Term::new(TermKind::SeqGet(seq(), index), I32);
    let before = at(Term::arith(BinOp::Sub, i(), num(1, Ty::Exact), Ty::Exact));
    let body = Term::test(BinOp::Le, before, at(i()));
    let len = Term::new(TermKind::SeqLen(seq()), Ty::Exact);
    let quantifier = refine_core::term::Quantifier::Forall;
    let bound = refine_core::ids::BoundId(0);
    let sorted = Term::new(TermKind::Quant(quantifier, bound, num(1, Ty::Exact), len, body), Ty::Bool);
    p.ensures(insert, sorted, "sorted(xs)");
    let first = p.func("inner::first", &[("xs", Ty::Ref(false, Box::new(Ty::Slice(Box::new(I32)))))], I32);
    p.fns[first.0 as usize].module = inner;

    let violated = |result| {
        Violation::of(&Outcome::EnsuresViolated {
            clauses: vec![ClauseRef::Ensures(0)],
            undefined: None,
            result,
            left: Vec::new(),
        })
    };
    let witness = |func: FnId, vector, violation, kind, claim: &str, outcome: &str| Witness {
        inst: inst(func),
        vector,
        violation,
        obligation: obligation(&p, func, kind, claim, None),
        outcome: outcome.into(),
    };
    let unit = Value::Tuple(vec![]);
    let witnesses = vec![
        witness(rescale, vec![int(1), int(4), int(1)], violated(int(4)), Kind::Ensures, "*ret < r2", "returned 4"),
        witness(insert, vec![ints(&[1]), int(0)], violated(unit), Kind::Ensures, "sorted(xs)", "returned ()"),
        witness(
            first,
            vec![ints(&[])],
            Violation::Panics,
            Kind::Index,
            "0 < xs.len()",
            "panicked: index out of bounds",
        ),
    ];
    (p, witnesses)
}

fn changes(witnesses: &[Witness]) -> Changes<'_> {
    Changes { witnesses, ..Changes::default() }
}

fn place(package: &Package) -> regression::Package {
    regression::Package {
        root: package.info.root.clone(),
        crate_name: package.info.crate_name.clone(),
        is_library: true,
        finds_tests: true,
        edition: package.info.edition.clone(),
    }
}

/// The names of the tests that fail.
fn failing(package: &Package) -> Vec<String> {
    let mut command = Command::new("cargo");
    command.args(["test", "--offline", "--quiet", "--no-fail-fast"]).current_dir(&package.info.root);
    let output = command.env("CARGO_TARGET_DIR", package.path("target")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("test result"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let mut names: Vec<String> =
        text.lines().filter_map(|line| Some(line.strip_prefix("---- ")?.split(' ').next()?.to_string())).collect();
    names.sort();
    names
}

fn status(written: &[FileStatus]) -> Vec<(&str, &str)> {
    written.iter().map(|file| (file.path.as_str(), file.status)).collect()
}

fn read(package: &Package, path: &str) -> String {
    std::fs::read_to_string(package.path(path)).unwrap()
}

#[test]
fn tests_fail_before_the_fix_and_pass_after() {
    let package = Package::new("regress", "2021", FAULTY, &[]);
    let (p, witnesses) = program(FAULTY);
    let written = regression::write(&p, &place(&package), changes(&witnesses), true, &mut |_| Vec::new()).unwrap();
    assert_eq!(status(&written), [("tests/refine_regressions.rs", "stale"), ("src/lib.rs", "stale")]);
    assert_eq!(read(&package, "src/lib.rs"), FAULTY, "a check writes nothing");

    let written = regression::write(&p, &place(&package), changes(&witnesses), false, &mut |_| Vec::new()).unwrap();
    assert_eq!(status(&written), [("tests/refine_regressions.rs", "written"), ("src/lib.rs", "written")]);
    let outside = read(&package, "tests/refine_regressions.rs");
    let expected = "
    let r2: u32 = 4;
    let result = regress::rescale(1, r2, 1);
    assert!(result < r2);
";
    assert!(outside.contains(expected), "{outside}");
    let inside = read(&package, "src/lib.rs");
    let expected = "
        let mut xs: Vec<i32> = vec![1];
        insert(&mut xs, 0);
        assert!((1..xs.len()).all(|i0| xs[i0 - 1] <= xs[i0]));
";
    assert!(inside.contains(expected), "{inside}");
    assert!(inside.contains("            let _ = first(&[]);\n"), "{inside}");
    let names = failing(&package);
    assert_eq!(names.len(), 3, "all fail before the fix: {names:?}");

    // A second run changes nothing.
    let (p, witnesses) = program(&inside);
    let written = regression::write(&p, &place(&package), changes(&witnesses), false, &mut |_| Vec::new()).unwrap();
    assert_eq!(status(&written), [("tests/refine_regressions.rs", "unchanged"), ("src/lib.rs", "unchanged")]);
    assert_eq!(
        (read(&package, "src/lib.rs"), read(&package, "tests/refine_regressions.rs")),
        (inside.clone(), outside)
    );

    // The fix, without the tests' regions, makes them pass.
    let mut after = inside;
    for (from, to) in [
        ("s * (r2 / r1)", "(s * (r2 / r1)).min(r2 - 1)"),
        ("    xs.push(x);\n", "    xs.push(x);\n    xs.sort();\n"),
        ("        xs[0]\n", "        xs.first().copied().unwrap_or(0)\n"),
    ] {
        after = after.replace(from, to);
    }
    assert!(after.contains(fixed().split("mod inner").next().unwrap()));
    write(&package.info.root, "src/lib.rs", &after);
    assert_eq!(failing(&package), Vec::<String>::new());
}

#[test]
fn what_a_person_wrote_stays() {
    let text = FAULTY.replace('\n', "\r\n");
    let package = Package::new("edited", "2018", &text, &[]);
    let (p, mut witnesses) = program(&text);
    witnesses.remove(0);
    regression::write(&p, &place(&package), changes(&witnesses), false, &mut |_| Vec::new()).unwrap();
    let first = read(&package, "src/lib.rs");
    assert_eq!(first.matches('\n').count(), first.matches("\r\n").count(), "CRLF files keep CRLF");
    let mut rest = first.clone();
    while let Some(start) = rest.find("// refine: begin") {
        let line = |at: usize| rest[..at].rfind('\n').unwrap() + 1;
        // The blank line before the region is its own too.
        let start = line(start) - "\r\n".len();
        let end = rest.find("// refine: end").unwrap();
        let end = end + rest[end..].find('\n').unwrap() + 1;
        rest.replace_range(start..end, "");
    }
    assert_eq!(rest, text, "nothing outside the regions changed");

    // An edited test stays though its witness is found again; a test whose witness is gone stays too.
    let edited = first.replace("insert(&mut xs, 0);", "insert(&mut xs, -1); // by hand");
    write(&package.info.root, "src/lib.rs", &edited);
    let (p, mut witnesses) = program(&edited);
    witnesses.truncate(2);
    witnesses[0] = witnesses.remove(1);
    witnesses[0].outcome = "returned something else".into();
    let written = regression::write(&p, &place(&package), changes(&witnesses), false, &mut |_| Vec::new()).unwrap();
    assert_eq!(status(&written), [("src/lib.rs", "unchanged")]);
    assert_eq!(read(&package, "src/lib.rs"), edited);

    // A new witness joins behind the others.
    witnesses[0].vector = vec![ints(&[5]), int(3)];
    regression::write(&p, &place(&package), changes(&witnesses), false, &mut |_| Vec::new()).unwrap();
    let joined = read(&package, "src/lib.rs");
    assert!(joined.contains("by hand") && joined.contains("vec![5]"), "{joined}");
    assert_eq!(joined.matches("#[test]").count(), 3);
    assert_eq!(joined.matches('\n').count(), joined.matches("\r\n").count());
}

#[test]
fn what_no_test_can_show_is_said() {
    let package = Package::new("notkept", "2021", FAULTY, &[]);
    let (p, mut witnesses) = program(FAULTY);
    witnesses.truncate(1);
    witnesses[0].violation = Violation::Callee;
    let written = regression::write(&p, &place(&package), changes(&witnesses), false, &mut |_| Vec::new()).unwrap();
    assert_eq!(status(&written), [("rescale", "not kept")]);
}

#[test]
fn a_run_that_passed_is_a_test_of_all_that_is_claimed() {
    let package = Package::new("samples", "2021", &fixed(), &[]);
    let (p, witnesses) = program(&fixed());
    let sample = |witness: &Witness, outcome: &str| Sample {
        inst: witness.inst.clone(),
        vector: witness.vector.clone(),
        first: vec!["`r2 > 1` true".into()],
        outcome: outcome.into(),
    };
    let samples = [sample(&witnesses[0], "returned 3"), sample(&witnesses[1], "returned ()")];
    let changes = Changes { samples: &samples, ..Changes::default() };
    let written = regression::write(&p, &place(&package), changes, false, &mut |_| Vec::new()).unwrap();
    assert_eq!(status(&written), [("tests/refine_regressions.rs", "written"), ("src/lib.rs", "written")]);
    let (outside, inside) = (read(&package, "tests/refine_regressions.rs"), read(&package, "src/lib.rs"));
    let says = "/// `rescale(1, 4, 1)` returned 3. No earlier input reached `r2 > 1` true.";
    assert!(outside.contains(says) && outside.contains("fn rescale_covers_"), "{outside}");
    assert!(inside.contains("fn insert_covers_") && inside.contains("assert!((1..xs.len())"), "{inside}");
    assert_eq!(failing(&package), Vec::<String>::new());
    let (p, _) = program(&inside);
    let written = regression::write(&p, &place(&package), changes, false, &mut |_| Vec::new()).unwrap();
    assert_eq!(status(&written), [("tests/refine_regressions.rs", "unchanged"), ("src/lib.rs", "unchanged")]);
}
