//! The whole way with the real front end: source text, harness, generated vectors, outcomes.
mod support;

use refine_core::finished::FinishedProgram;
use refine_core::ids::{AdtId, FnId};
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::Value;
use refine_front::testing::{Memory, demo};
use refine_front::{CrateInput, Input, Options};
use refine_testgen::generate::vectors;
use refine_testgen::source::call;
use refine_testgen::{BuildRequest, Cargo, ClauseRef, Harness, Limits, Outcome};
use support::{Package, int, ints};

const TEXT: &str = r#"#![allow(dead_code, unexpected_cfgs)]
#![deny(unused_imports)]

use std::fmt;

/// Shadows what generated code might rely on.
type Result<T> = std::result::Result<T, ()>;

#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}

#[cfg_attr(refine, measure)]
fn height(t: &Tree) -> usize {
    match t {
        Tree::Leaf => 0,
        Tree::Node(l, _, r) => {
            let (l, r) = (height(l), height(r));
            1 + if l > r { l } else { r }
        }
    }
}

#[cfg_attr(refine, requires(height(t) >= 2))]
#[cfg_attr(refine, ensures(|ret| *ret != 9))]
fn root(t: &Tree) -> i64 {
    match t {
        Tree::Leaf => 0,
        Tree::Node(_, n, _) => *n,
    }
}

pub struct Sorted {
    items: Vec<i32>,
}

impl Sorted {
    pub fn new(mut items: Vec<i32>) -> Self {
        items.sort();
        Sorted { items }
    }

    pub fn least(&self) -> Option<i32> {
        self.items.first().copied()
    }

    fn add(&mut self, x: i32) -> &mut i32 {
        self.items.push(x);
        self.items.last_mut().unwrap()
    }
}

struct View<'a> {
    text: &'a str,
    parts: &'a [u8],
}

impl<'a> View<'a> {
    fn count(&self) -> usize {
        self.text.len() + self.parts.len()
    }
}

#[derive(Clone, Copy)]
struct Pair<T> {
    a: T,
    b: T,
}

impl<T: Copy> Pair<T> {
    fn swapped(self) -> Self {
        Pair { a: self.b, b: self.a }
    }
}

fn pick<T>(xs: &[T], at: usize) -> &T {
    &xs[at]
}

trait Area {
    fn area(&self) -> u32;
}

mod shapes {
    pub mod square {
        #[derive(Debug)]
        pub(crate) struct Square(pub(crate) u32);

        impl super::super::Area for Square {
            fn area(&self) -> u32 {
                self.0 * self.0
            }
        }

        #[cfg(test)]
        mod tests {
            #[test]
            fn nothing() {}
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tree")
    }
}

fn parse(text: &str) -> Result<u8> {
    text.parse().map_err(|_| ())
}

#[cfg_attr(refine, ensures(|ret| ret.chars().rev().collect::<String>() == *text))]
fn flip(text: &str) -> String {
    if text.len() > 2 { String::new() } else { text.chars().rev().collect() }
}

fn chatty(x: i32) -> i32 {
    println!("ready");
    eprintln!("{x}");
    std::thread::spawn(move || x).join().unwrap_or(0)
}

const fn plain(xs: [u8; 3]) -> u8 {
    xs[0] / xs[1]
}

fn mean(a: f64, b: f32) -> f64 {
    (a + b as f64) / 2.0
}
"#;

struct Built {
    program: FinishedProgram,
    harness: Harness,
    _package: Package,
}

impl Built {
    fn new(name: &str, edition: &str, text: &str) -> Built {
        let package = Package::new(name, edition, text, &[]);
        let program = load(&package);
        let functions: Vec<FnInst> = program.fns().iter().enumerate().filter(|(_, def)| !def.std).map(inst).collect();
        let request = BuildRequest { program: &program, package: package.info.clone(), functions };
        let cargo = Cargo { offline: true, ..Cargo::default() };
        let harness = Harness::build_with(&request, &cargo).unwrap_or_else(|error| panic!("{error}"));
        Built { program, harness, _package: package }
    }

    fn func(&self, path: &str) -> FnInst {
        let found = self.program.fns().iter().enumerate().find(|(_, def)| def.path == path && !def.std);
        inst(found.unwrap_or_else(|| panic!("no {path}")))
    }

    fn run(&self, path: &str, vector: Vec<Value>) -> Outcome {
        self.harness.run(&self.func(path), &vector, &Limits::default()).outcome
    }
}

/// The program of a package on disk.
fn load(package: &Package) -> FinishedProgram {
    let krate = CrateInput {
        name: package.info.crate_name.clone(),
        root: package.path(&package.info.root_file).display().to_string(),
        edition: package.info.edition.clone(),
        ..demo()
    };
    let input = Input { crates: vec![krate], local: vec![0], folder: package.info.root.display().to_string() };
    let program = refine_front::load(&input, &Memory::default(), &Options::default()).program;
    let errors: Vec<_> = program.diagnostics.iter().filter(|each| each.error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    program
}

fn inst((at, def): (usize, &refine_core::program::FnDef)) -> FnInst {
    FnInst { func: FnId(at as u32), args: def.generics.iter().map(|name| Ty::Param(name.clone())).collect() }
}

#[test]
fn all_kinds_of_functions_run() {
    for edition in ["2018", "2024"] {
        let built = Built::new(&format!("front{edition}"), edition, TEXT);
        let passed = |result| Outcome::Passed { result };
        for (path, text) in [
            ("height", None),
            ("root", None),
            ("Sorted::least", None),
            ("Sorted::add", None),
            ("View::count", None),
            ("Pair::swapped", None),
            ("parse", None),
            ("flip", None),
            ("chatty", None),
            ("plain", None),
            ("pick", None),
            ("shapes::square::Square::area", None),
            ("mean", None),
        ] {
            assert_eq!(built.harness.unsupported(&built.func(path)), text, "{path}");
        }
        assert_eq!(built.run("plain", vec![ints(&[7, 2, 0])]), passed(int(3)));
        let Outcome::Panicked { message, at, .. } = built.run("plain", vec![ints(&[7, 0, 0])]) else { panic!() };
        assert_eq!(message, "attempt to divide by zero");
        assert_eq!(TEXT.lines().nth(at.line as usize - 1), Some("    xs[0] / xs[1]"));
        assert_eq!(built.run("flip", vec![Value::Str("ab".into())]), passed(Value::Str("ba".into())));
        assert!(matches!(
            built.run("flip", vec![Value::Str("abc".into())]),
            Outcome::EnsuresViolated { clauses, .. } if clauses == [ClauseRef::Raw(0)]
        ));
        assert_eq!(built.run("chatty", vec![int(3)]), passed(int(3)));
        assert_eq!(
            built.run("mean", vec![Value::Float(1f64.to_bits()), Value::Float(2f64.to_bits())]),
            passed(Value::Float(1.5f64.to_bits()))
        );
        for path in ["Sorted::least", "Sorted::add", "View::count", "Pair::swapped", "height"] {
            let func = built.func(path);
            for vector in vectors(&built.program, &func, 3, 0).take(20) {
                let ran = built.harness.run(&func, &vector, &Limits::default());
                let shown = call(&built.program, &func, &vector);
                assert!(matches!(ran.outcome, Outcome::Passed { .. }), "{shown}: {:?}", ran.outcome);
            }
        }
    }
}

#[test]
fn measures_in_clauses_are_evaluated() {
    let built = Built::new("measures", "2021", TEXT);
    let root = built.func("root");
    let mut passed = 0;
    for vector in vectors(&built.program, &root, 3, 0).take(300) {
        match built.harness.run(&root, &vector, &Limits::default()).outcome {
            Outcome::Passed { .. } => passed += 1,
            Outcome::EnsuresViolated { result, .. } => assert_eq!(result, int(9)),
            // (What is generated meets the precondition.)
            other => panic!("{}: {other:?}", call(&built.program, &root, &vector)),
        }
    }
    assert!(passed > 200, "{passed} passed");
    let tree = built.program.adts.iter().position(|def| def.name == "Tree").expect("the type");
    let leaf = Value::Adt(AdtId(tree as u32), 0, Vec::new());
    let rejected = Outcome::Rejected { clause: ClauseRef::Requires(0) };
    assert_eq!(built.harness.run(&root, &vec![leaf], &Limits::default()).outcome, rejected);
}

#[test]
fn several_threads_share_a_harness() {
    let built = Built::new("threads", "2021", TEXT);
    let plain = built.func("plain");
    std::thread::scope(|scope| {
        for start in 0..4 {
            let (built, plain) = (&built, &plain);
            scope.spawn(move || {
                for n in 1..20 {
                    let ran = built.harness.run(plain, &vec![ints(&[start * n, n, 0])], &Limits::default());
                    assert_eq!(ran.outcome, Outcome::Passed { result: int(start) });
                }
            });
        }
    });
}
