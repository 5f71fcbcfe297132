//! Faults that show only after several calls or in values of several nodes, each beside a twin without it: with default
//! options the one is found, and the other is neither refuted nor left without a run.
use std::fs;

use refine_tests::e2e::Package;
use refine_tests::package::root;
use serde_json::Value;

/// The programs of `tests/crates/structures` as modules of one crate: as they are, and with what stands after `WRONG:` in
/// the place of its line.
fn package(name: &str) -> (Package, Vec<String>) {
    let folder = root().join("tests/crates/structures");
    let mut sources: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"))
        .map(|entry| {
            let name = entry.path().file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    sources.sort();
    let names = sources.iter().map(|(name, _)| name.clone()).collect();
    let mut lib = String::new();
    for (name, _) in &sources {
        lib += &format!("pub mod {name};\npub mod {name}_wrong;\n");
    }
    let package = Package::new(name, &lib);
    for (name, text) in &sources {
        package.write(&format!("src/{name}.rs"), text);
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
    let (package, names) = package("structures");
    let (_, document) = package.json(&[]);
    let missed: Vec<&String> =
        names.iter().filter(|name| of_module(&document, &format!("{name}_wrong"), "refuted").is_empty()).collect();
    let blamed: Vec<&String> = names.iter().filter(|name| !of_module(&document, name, "refuted").is_empty()).collect();
    let unrun: Vec<&String> = names.iter().filter(|name| of_module(&document, name, "tested").is_empty()).collect();
    assert!(
        missed.is_empty() && blamed.is_empty() && unrun.is_empty(),
        "{missed:?} {blamed:?} {unrun:?}: {document:#}"
    );
}

#[test]
fn a_chain_of_calls_is_a_test() {
    let (package, _) = package("chains");
    package.json(&["--write-tests", "--function", "intervals_wrong", "--function", "ring_wrong"]);
    // What is claimed of a private field can be asserted in its module only.
    let inside = fs::read_to_string(package.path("src/ring_wrong.rs")).unwrap();
    assert!(inside.contains("ring.push();"), "{inside}");
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
