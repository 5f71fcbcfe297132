//! Faults that show only after several calls or in values of several nodes, each beside a twin without it: with default
//! options the one is found, and the other is neither refuted nor left without a run.
use std::fs;

use refine_tests::e2e::Package;
use refine_tests::package::root;
use serde_json::Value;

/// The programs of some folders as modules of one crate: as they are, and with what stands after `WRONG:` in the place of its
/// line.
fn package(name: &str, folders: &[&str]) -> (Package, Vec<String>) {
    let files = folders.iter().flat_map(|folder| fs::read_dir(root().join("tests/crates").join(folder)).unwrap());
    let mut sources: Vec<(String, String)> = files
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"))
        .map(|entry| {
            let name = entry.path().file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .filter(|(name, _)| name != "lib")
        .collect();
    sources.sort();
    let names = sources.iter().map(|(name, _)| name.clone()).collect();
    let mut lib = String::new();
    for (name, _) in &sources {
        lib += &format!("pub mod {name};\npub mod {name}_wrong;\n");
    }
    let package = Package::new(name, &lib);
    for (name, text) in &sources {
        // How tall values are is the benchmark's business.
        let text = text.replace(" && height(&list) >= 3", "").replace(" && height(&t) >= 3", "");
        let text = text.replace(" && height(&m) >= 3", "").replace(" && height(&s) >= 3", "");
        package.write(&format!("src/{name}.rs"), &text);
        let wrong = |line: &str| match line.split_once("// WRONG: ") {
            Some((_, wrong)) => format!("{wrong}\n"),
            None => format!("{line}\n"),
        };
        let text: String = text.lines().map(wrong).collect();
        package.write(&format!("src/{name}_wrong.rs"), &text);
    }
    (package, names)
}

fn of_module<'d>(document: &'d Value, module: &str, verdict: &str) -> Vec<&'d Value> {
    let all = document["obligations"].as_array().unwrap().iter();
    let own = |function: &Value| function.as_str().is_some_and(|path| path.split("::").next() == Some(module));
    all.filter(|obligation| own(&obligation["function"]) && obligation["verdict"] == verdict).collect()
}

#[test]
fn faults_of_several_steps_are_found_and_right_twins_are_run() {
    twins("structures", &["structures"], &[]);
}

/// Of the papers' worked examples: sorted lists (3), red-black trees, balanced maps and stack sets (6), `SIList` (11), a zipper that
/// is put together wrongly (12), and a value that is an element of what a call returns (17); the others are in
/// `tests/crates/vectors`, and the AVL tree (13) is among the structures.
#[test]
fn worked_examples_hold_and_their_faulty_twins_do_not() {
    // What is public, but was made for these, must not cope with all there is.
    let examples = ["insert", "add", "delete", "keeps_the_rest", "focus_left", "find", "is_sorted", "close", "weight"];
    let asked: Vec<String> = examples.iter().map(|name| format!("--function=::{name}")).collect();
    twins("papers", &["papers", "generate/src"], &asked.iter().map(String::as_str).collect::<Vec<_>>());
}

#[track_caller]
fn twins(name: &str, folders: &[&str], args: &[&str]) {
    let (package, names) = package(name, folders);
    let (_, document) = package.json(args);
    let missed: Vec<&String> =
        names.iter().filter(|name| of_module(&document, &format!("{name}_wrong"), "refuted").is_empty()).collect();
    let blamed: Vec<&String> = names.iter().filter(|name| !of_module(&document, name, "refuted").is_empty()).collect();
    let looked_at =
        |name: &String| ["tested", "proved"].iter().any(|verdict| !of_module(&document, name, verdict).is_empty());
    let unrun: Vec<&String> = names.iter().filter(|name| !looked_at(name)).collect();
    assert!(
        missed.is_empty() && blamed.is_empty() && unrun.is_empty(),
        "{missed:?} {blamed:?} {unrun:?}: {document:#}"
    );
}

#[test]
fn a_chain_of_calls_is_a_test() {
    let (package, _) = package("chains", &["structures"]);
    let (_, document) = package.json(&["--write-tests", "--function", "intervals_wrong", "--function", "ring_wrong"]);
    // What is claimed of a private field can be asserted in its module only.
    let inside = fs::read_to_string(package.path("src/ring_wrong.rs")).unwrap();
    assert!(inside.contains("ring.push();"), "{inside}\n{document:#}");
    let (passes, said) = package.cargo_test();
    assert!(!passes && said.contains("refine_regressions") && !said.contains("error[E"), "{said}");
}

/// The five programs of SmartCheck, each with what its least counter-example is counted by, and how many of these there are.
const LEAST: [(&str, &str, usize); 5] =
    [("lists", "-", 2), ("div0", "Exp::", 5), ("reverse", ",", 1), ("heap", "Node(", 3), ("parser", "Exp::", 3)];

#[test]
fn counter_examples_are_the_least() {
    let folder = root().join("tests/crates/smart_check");
    let lib: String = LEAST.iter().map(|(name, _, _)| format!("pub mod {name};\n")).collect();
    let package = Package::new("smart check", &lib);
    for (name, _, _) in LEAST {
        let text = fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
        package.write(&format!("src/{name}.rs"), &text);
    }
    let (_, document) = package.json(&[]);
    for (name, counted, most) in LEAST {
        let found = of_module(&document, name, "refuted");
        let calls: Vec<&str> = found.iter().filter_map(|one| one["witness"]["call"].as_str()).collect();
        let call = calls.first().unwrap_or_else(|| panic!("{name} is not refuted: {document:#}"));
        assert!(call.matches(counted).count() <= most, "{name}: {call}");
    }
}
