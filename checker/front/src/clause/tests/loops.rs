//! Clauses of loops, at the heads.
use refine_core::mir::LoopClause;

use super::{same, text};
use crate::testing;

/// The clauses of the loops of `f` over its locals, and the variables that a run watches.
fn clauses(source: &str) -> String {
    testing::with(&format!("use refine_spec::*; {source}"), |cx| {
        let item = cx.items.fns.iter().find(|item| item.def.path == "f").expect("a function `f`");
        let body = crate::lower::body(cx, &cx.identity(item.id)).expect("a body");
        let errors = cx.clauses.diagnostics();
        if let [error, ..] = &errors[..] {
            return format!("{} {}", error.code, error.message);
        }
        let names: Vec<&str> = body.locals.iter().map(|local| local.name.as_str()).collect();
        let clause = |clause: &LoopClause| match clause {
            LoopClause::Invariant(clause, ..) => text(cx, &clause.value, &names),
            LoopClause::Decreases(clause, _) => format!("decreases {}", text(cx, &clause.value, &names)),
        };
        let clauses: Vec<String> = body.clauses.iter().map(clause).collect();
        let watched = body.loops.iter().filter_map(|l| l.watch.as_ref()).flat_map(|watch| &watch.vars);
        let watched: Vec<&str> = watched.map(|(name, _)| name.as_str()).collect();
        format!("{} | {}", clauses.join("; "), watched.join(", "))
    })
}

#[test]
fn clauses_speak_of_the_variables_at_the_head() {
    same(
        &[
            (
                "fn f(n: u8) { let mut i = n; while i > 0 { loop_invariant!(i <= n); loop_decreases!(i); i -= 1; } }",
                "i <= n; decreases i | i, n",
            ),
            ("fn f(n: u8) { for i in 0..n { loop_invariant!(i <= n); } }", "_i <= n | i, n"),
            (
                "fn f(v: &mut Vec<u8>) { loop { loop_invariant!(v.len() >= old(v.len())); v.push(1); } }",
                "v.len() >= old(v).len() | v",
            ),
        ],
        clauses,
    );
}

#[test]
fn clauses_stand_at_the_top_of_a_body() {
    same(
        &[
            (
                "fn f(n: u8) { loop_invariant!(n > 0); }",
                "E0206 `loop_invariant!` must stand at the top of a loop's body",
            ),
            (
                "fn f(n: u8) { loop { let x = n; loop_invariant!(x > 0); } }",
                "E0206 `loop_invariant!` must stand at the top of a loop's body",
            ),
            ("fn f(n: u8) { loop { loop_invariant!(y > 0); } }", "E0201 `y` is not known here"),
            (
                "fn f(n: u8) { loop { loop_invariant!(g(n)); } } fn g(n: u8) -> bool { true }",
                "E0208 this loop clause cannot be translated for the solver: it calls `g`, which is neither `#[pure]` nor a `#[measure]`",
            ),
        ],
        clauses,
    );
}
