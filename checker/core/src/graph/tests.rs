//! How the two graphs of one body differ: cuts, unrolling, calls, taints.
use super::{Action, Assumption, ClaimFor, Cut, End, Graph, Mode, build};
use crate::lower::program_from_source;
use crate::program::{FnId, FnInst, Program};

const FIND: Mode = Mode::Find { depth: 2 };

fn graph(source: &str, mode: Mode) -> Graph {
    let program = program_from_source(source);
    let at = program.fns().iter().position(|def| def.path == "f").expect("a function `f`");
    build(&program, &FnInst { func: FnId(at as u32), args: Vec::new() }, mode).expect("a body")
}

fn count(graph: &Graph, test: impl Fn(&Action) -> bool) -> usize {
    graph.nodes.iter().flat_map(|node| &node.actions).filter(|action| test(action)).count()
}

fn bounds(graph: &Graph) -> usize {
    graph.nodes.iter().filter(|node| node.end == End::Bound).count()
}

/// The claims of the obligation of a kind.
fn claims(graph: &Graph, kind: &str) -> usize {
    let of_kind = |claim: usize| match graph.claims[claim].of {
        ClaimFor::Obligation(at) => graph.obligations[at].kind.name() == kind,
        ClaimFor::Guess(_) => false,
    };
    count(graph, |action| matches!(action, Action::Claim(claim, _) if of_kind(*claim)))
}

const LOOP: &str = "fn f(n: u32) -> u32 { let mut i = 0; while i < n { loop_invariant!(i <= n); i += 1; } i }";

#[test]
fn edges_go_forward() {
    for mode in [Mode::Prove, FIND] {
        let graph = graph(LOOP, mode);
        for (at, node) in graph.nodes.iter().enumerate() {
            let forward = super::order::successors(node).iter().all(|to| to.0 as usize > at);
            assert!(forward, "{at} in {graph:?}");
        }
    }
}

#[test]
fn a_loop_is_cut_once_to_prove() {
    let graph = graph(LOOP, Mode::Prove);
    assert!(matches!(graph.cuts[..], [Cut::Loop(_)]));
    assert_eq!(count(&graph, |action| matches!(action, Action::Cut(_))), 1);
    // The invariant is claimed on entry, and at the end of the one turn.
    assert_eq!((claims(&graph, "loop-entry"), claims(&graph, "loop-preserved")), (1, 1));
    assert_eq!(claims(&graph, "overflow"), 1);
    assert_eq!(bounds(&graph), 0);
}

#[test]
fn a_loop_is_unrolled_to_find() {
    let graph = graph(LOOP, FIND);
    assert!(graph.cuts.is_empty() && graph.guesses.is_empty());
    assert_eq!((claims(&graph, "loop-entry"), claims(&graph, "loop-preserved")), (1, 3));
    // Two turns, and the start of the one that the bound ends.
    assert_eq!(claims(&graph, "overflow"), 3);
    assert_eq!(bounds(&graph), 1);
}

#[test]
fn an_invariant_of_the_user_is_no_fact_on_its_own() {
    let graph = graph(LOOP, Mode::Prove);
    let facts = graph.nodes.iter().flat_map(|node| &node.actions).filter_map(|action| match action {
        Action::Assume(_, assumption) => Some(*assumption),
        _ => None,
    });
    let facts: Vec<Option<usize>> = facts.collect();
    assert!(!facts.is_empty() && facts.iter().all(Option::is_some), "{facts:?}");
    let both = |a: &Assumption| matches!(a, Assumption::Obligations(ids) if ids.len() == 2);
    assert!(graph.assumptions.iter().any(both), "{:?}", graph.assumptions);
}

const CALL: &str = "#[requires(x < 10)] #[ensures(|r| *r == x)] fn g(x: u8) -> u8 { x } fn f() { g(3); }";

#[test]
fn a_contract_stands_for_its_callee_to_prove() {
    let graph = graph(CALL, Mode::Prove);
    assert!(matches!(graph.cuts[..], [Cut::Call(..)]));
    assert_eq!(claims(&graph, "requires"), 1);
    assert!(!graph.looks_behind_contracts);
}

#[test]
fn the_body_stands_for_itself_to_find() {
    let graph = graph(CALL, FIND);
    assert!(graph.cuts.is_empty());
    assert_eq!(claims(&graph, "requires"), 1);
    // What is found out behind a contract is no proof.
    assert!(graph.looks_behind_contracts);
}

#[test]
fn a_callee_without_contract_raises_its_obligations_once() {
    let source = "fn g(x: u8) -> u8 { x + 1 } fn f() { g(3); g(4); }";
    for mode in [Mode::Prove, FIND] {
        let graph = graph(source, mode);
        let ids: Vec<&str> = graph.obligations.iter().map(|o| o.id.as_str()).collect();
        assert_eq!((ids, claims(&graph, "overflow")), (vec!["f/g/overflow/1"], 2));
    }
}

#[test]
fn recursion_without_contract_is_cut_to_prove_and_bounded_to_find() {
    let source = "fn f(x: u8) { if x > 0 { f(x - 1); } }";
    let prove = graph(source, Mode::Prove);
    assert_eq!((count(&prove, |action| matches!(action, Action::Taint(_))), prove.cuts.len()), (0, 1));
    let find = graph(source, FIND);
    assert_eq!((count(&find, |action| matches!(action, Action::Taint(_))), bounds(&find)), (0, 1));
}

#[test]
fn recursion_of_a_callee_is_outside_the_model() {
    // The claims of `g` are made of its own calls here, and not of those further down.
    let source = "fn g(x: u8) { if x > 0 { g(x - 1); } } fn f() { g(3); }";
    let prove = graph(source, Mode::Prove);
    assert_eq!(count(&prove, |action| matches!(action, Action::Taint(_))), 1);
}

#[test]
fn a_turn_with_something_unmodelled_taints_the_head() {
    let turn = |body: &str| format!("fn f(n: u8) {{ let mut i = 0; while i < n {{ {body} i += 1; }} }}");
    let taints = |source: &str| count(&graph(source, Mode::Prove), |action| matches!(action, Action::Taint(_)));
    assert_eq!(taints(&turn("")), 0);
    // At the head, for all that the turns before may have done, and where it happens.
    assert_eq!(taints(&turn("let _ = std::env::args().count();")), 2);
}

#[test]
fn a_graph_that_is_too_large_proves_nothing_beyond() {
    // Each function calls the next one three times: 3^8 bodies.
    let mut source = String::from("fn g8(x: u8) -> u8 { x + 1 }\n");
    for n in 1..8 {
        source +=
            &format!("fn g{n}(x: u8) -> u8 {{ if g{0}(x) > 3 || g{0}(x) > 4 {{ g{0}(x) }} else {{ 0 }} }}\n", n + 1);
    }
    source += "fn f(x: u8) -> u8 { g1(x) }";
    let graph = graph(&source, Mode::Prove);
    assert!(count(&graph, |action| matches!(action, Action::Taint(_))) > 0);
    let never = |action: &Action| match action {
        Action::Claim(_, cond) => *cond == crate::term::Term::bool(false),
        _ => false,
    };
    assert!(graph.obligations.is_empty() || count(&graph, never) > 0);
}
