//! The corpus, clause by clause: what this front end makes of it, against what the old one does. While there are both.
use refine_core::finished::FinishedProgram;
use refine_core::ir::{Clause, Contract, LocalId};
use refine_core::print::Printer;
use refine_core::program::{FnInst, Program, PureDef};

use crate::testing;

/// The snippets of a file of the corpus.
fn snippets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside: Option<String> = None;
    for line in text.lines() {
        match &mut inside {
            Some(code) if line.trim() == "```" => {
                found.push(std::mem::take(code));
                inside = None;
            }
            Some(code) => {
                code.push_str(line);
                code.push('\n');
            }
            None if line.starts_with("```rust") => inside = Some("use refine_spec::*;\n".to_owned()),
            None => {}
        }
    }
    found
}

fn shown(program: &FinishedProgram, contract: &Contract, pure: Option<&PureDef>) -> String {
    let name = |id: LocalId| format!("p{}", id.0);
    let printer = Printer { program, name: &name };
    let clause = |kind: &str, clause: &Clause| format!("{kind} {}", printer.term(&clause.term));
    let mut out: Vec<String> = contract.requires.iter().map(|it| clause("requires", it)).collect();
    out.extend(contract.ensures.iter().map(|it| clause("ensures", it)));
    out.extend(contract.decreases.iter().map(|it| clause("decreases", it)));
    out.extend(contract.raw.iter().map(|raw| format!("raw {}", raw.reason)));
    out.extend(pure.map(|pure| {
        format!("is {} where {} ({})", printer.term(&pure.body), printer.term(&pure.domain), pure.recursive)
    }));
    numberless(&out.join("\n"))
}

/// Quantified variables without their numbers.
fn numberless(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == 'i' && out.chars().rev().nth(1).is_none_or(|before| !before.is_alphanumeric() && before != '_' && before != '<') {
            while chars.next_if(char::is_ascii_digit).is_some() {}
        }
    }
    out
}

#[test]
#[ignore = "a comparison to read"]
fn contracts_are_those_of_the_old_front_end() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");
    let only = std::env::var("ONLY").ok();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut same, mut other) = (0, 0);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        for source in snippets(&std::fs::read_to_string(&file).unwrap()) {
            let old = refine_core::lower::program_from_source(&source);
            let mut differences = String::new();
            testing::with(&source, |cx| {
                let mut program =
                    FinishedProgram { modules: cx.items.modules.clone(), ..FinishedProgram::default() };
                let contracts: Vec<_> = cx.items.fns.iter().map(|item| {
                    let inst = cx.identity(item.id);
                    let pure = item.def.pure.then(|| super::super::pure_def(cx, &inst)).flatten();
                    (item, super::super::contract(cx, &inst), pure)
                }).collect();
                for item in &cx.items.fns {
                    _ = crate::lower::body(cx, &cx.identity(item.id));
                }
                program.adts = cx.types.adts();
                program.fns = cx.fn_defs();
                for (item, contract, pure) in contracts {
                    let new = shown(&program, &contract, pure.as_deref());
                    let at = old.fns().iter().position(|def| def.path == item.def.path);
                    let before = at.map_or_else(|| "no such function".to_owned(), |at| {
                        let def = &old.fns[at];
                        let args = def.generics.iter().map(|name| refine_core::ty::Ty::Param(name.clone())).collect();
                        let inst = FnInst { func: refine_core::program::FnId(at as u32), args };
                        shown(&old, &old.contract(&inst), old.pure_def(&inst).as_deref())
                    });
                    if new == before {
                        same += 1;
                    } else {
                        other += 1;
                        differences.push_str(&format!("  {}\n    old {}\n    new {}\n", item.def.path, before.replace('\n', "\n        "), new.replace('\n', "\n        ")));
                    }
                }
                let codes = |all: &[refine_core::program::Diagnostic]| {
                    let mut codes: Vec<String> = all.iter().filter(|it| it.error).map(|it| format!("{} {}", it.code, it.message)).collect();
                    codes.sort();
                    codes
                };
                let (new, before) = (
                    codes(&cx.items.diagnostics.iter().cloned().chain(cx.clauses.diagnostics()).collect::<Vec<_>>()),
                    codes(&old.diagnostics),
                );
                if new != before {
                    differences.push_str(&format!("  errors\n    old {before:?}\n    new {new:?}\n"));
                }
            });
            if !differences.is_empty() {
                let title: String = source.lines().skip(1).take(3).collect::<Vec<_>>().join(" / ");
                println!("== {name}: {title}\n{differences}");
            }
        }
    }
    println!("{same} contracts the same, {other} not");
}
