//! Small functions and their MIR as text.
use std::collections::HashSet;

use refine_core::mir::Stmt;
use refine_core::ty::FnInst;

use crate::context::Callable;
use crate::testing;

mod calls;
mod claims;
mod drops;
mod flow;
mod obligations;
mod order;

/// The bodies of a crate's functions, and of the closures in them; with `all`, what they declare and claim is told in full.
fn lowered(source: &str, all: bool) -> String {
    testing::with(source, |cx| {
        let mut text = String::new();
        let mut todo: Vec<FnInst> = cx.items.fns.iter().rev().map(|item| cx.identity(item.id)).collect();
        while let Some(inst) = todo.pop() {
            let Some(body) = super::body(cx, &inst) else { continue };
            text.push_str(&testing::mir_text(cx, &body));
            if all {
                body.unmodelled.iter().for_each(|known| text.push_str(&format!("? {}\n", known.what)));
            }
            let calls = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match stmt {
                Stmt::Call { callee, .. } => Some(callee.clone()),
                _ => None,
            });
            let closures = calls.filter(|callee| matches!(cx.callable(callee.func), Callable::Closure(_)));
            todo.extend(closures.collect::<HashSet<_>>());
        }
        text
    })
}

/// Checks the MIR of the last function of a source, and of the closures that it calls, without the types of locals and the ways of branches.
fn check(source: &str, expected: &str) {
    let text = lowered(source, false);
    let is_own = |at: &usize| !text[*at..].starts_with("fn f::") && (*at == 0 || text[..*at].ends_with('\n'));
    let start = text.match_indices("fn f").map(|(at, _)| at).filter(is_own).last().unwrap_or(0);
    let plain = |text: &str| -> String {
        let is_left_out = |line: &str| ["let ", "way "].iter().any(|first| line.trim_start().starts_with(first));
        let lines = text.lines().map(str::trim_end).filter(|line| !is_left_out(line));
        lines.filter(|line| !line.is_empty()).map(|line| format!("{}\n", numberless(line))).collect()
    };
    let (found, expected) = (plain(&text[start..]), plain(expected));
    let indent = expected.lines().next().map_or(0, |line| line.len() - line.trim_start().len());
    let expected: String = expected.lines().map(|line| format!("{}\n", line.get(indent..).unwrap_or(""))).collect();
    let expected = expected.trim_end();
    if let Ok(folder) = std::env::var("REFINE_TEXTS") {
        let name = std::thread::current().name().unwrap_or_default().replace("lower::tests::", "").replace("::", "__");
        std::fs::write(format!("{folder}/{name}"), &found).expect("it can be written");
        return;
    }
    assert_eq!(found.trim_end(), expected);
}

/// A line without the numbers of closures.
fn numberless(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('#') {
        let (before, after) = rest.split_at(at + 1);
        let made_up = before.ends_with("closure#");
        out.push_str(if made_up { before.trim_end_matches('#') } else { before });
        rest = if made_up { after.trim_start_matches(|c: char| c.is_ascii_digit()) } else { after };
    }
    out + rest
}

#[test]
fn macros_that_are_made_up() {
    let text =
        lowered("pub fn f() -> u32 { line!() + 1 } pub fn g() -> bool { option_env!(\"NOT_TOLD\").is_some() }", false);
    assert_eq!(text.matches("havoc").count(), 2, "{text}");
}
