//! How the two graphs of one body differ: cuts, unrolling, calls, taints.
use super::{Action, Assumption, ClaimFor, Cut, End, Graph, Mode, build};
use crate::term::Term;
use crate::testing::{LOOP, inst, program};

const FIND: Mode = Mode::Find { depth: 2 };

fn graph(text: &str, mode: Mode) -> Graph {
    let program = program(text);
    build(&program, &inst(&program, "f"), mode).expect("a body")
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
        ClaimFor::Guess(_) | ClaimFor::Way(_) => false,
    };
    count(graph, |action| matches!(action, Action::Claim(claim, _) if of_kind(*claim)))
}

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
    assert!(matches!(graph.cuts[..], [Cut::Loop(..)]));
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

const CALL: &str = "
fn g(x: u8) -> r: u8 requires x < 10_u8; ensures r == old(x); {
  bb0: r = copy x; assert r == old(x) @ensures/1; return;
}
fn f() -> r: () {
  let y: u8;
  bb0: y = call g(const 3_u8) @requires/1; return;
}";

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
    let text = "
        fn g(x: u8) -> r: u8 {
          bb0: assert x + 1_u8 <= 255_int @overflow/1; r = x + 1_u8; return;
        }
        fn f() -> r: () {
          let y: u8;
          bb0: y = call g(const 3_u8); y = call g(const 4_u8); return;
        }";
    for mode in [Mode::Prove, FIND] {
        let graph = graph(text, mode);
        let ids: Vec<&str> = graph.obligations.iter().map(|o| o.id.as_str()).collect();
        assert_eq!((ids, claims(&graph, "overflow")), (vec!["f/g/overflow/1"], 2));
    }
}

#[test]
fn recursion_without_contract_is_cut_to_prove_and_bounded_to_find() {
    let text = "
        fn f(x: u8) -> r: () {
          bb0: if x > 0_u8 bb1 else bb2;
          bb1: x = x - 1_u8; r = call f(copy x); return;
          bb2: return;
        }";
    let prove = graph(text, Mode::Prove);
    assert_eq!((count(&prove, |action| matches!(action, Action::Taint(_))), prove.cuts.len()), (0, 1));
    let find = graph(text, FIND);
    assert_eq!((count(&find, |action| matches!(action, Action::Taint(_))), bounds(&find)), (0, 1));
}

#[test]
fn recursion_of_a_callee_is_outside_the_model() {
    // The claims of `g` are made of its own calls here, and not of those further down.
    let text = "
        fn g(x: u8) -> r: () {
          bb0: if x > 0_u8 bb1 else bb2;
          bb1: x = x - 1_u8; r = call g(copy x); return;
          bb2: return;
        }
        fn f() -> r: () {
          bb0: r = call g(const 3_u8); return;
        }";
    let prove = graph(text, Mode::Prove);
    assert_eq!(count(&prove, |action| matches!(action, Action::Taint(_))), 1);
}

#[test]
fn a_turn_with_something_unmodelled_taints_the_head() {
    let turn = |stmt: &str| {
        format!(
            "fn f(n: u8) -> r: () {{
               let i: u8;
               bb0: i = const 0_u8; goto bb1;
               bb1: if i < n bb2 else bb3;
               bb2: {stmt} i = i + 1_u8; goto bb1;
               bb3: return;
             }}"
        )
    };
    let taints = |text: &str| count(&graph(text, Mode::Prove), |action| matches!(action, Action::Taint(_)));
    assert_eq!(taints(&turn("")), 0);
    // At the head, for all that the turns before may have done, and where it happens.
    assert_eq!(taints(&turn("unmodelled \"a call\";")), 2);
}

/// Whether all obligations are claimed as `false` somewhere.
fn all_given_up(graph: &Graph) -> bool {
    let never = |action: &Action| matches!(action, Action::Claim(_, cond) if *cond == Term::bool(false));
    graph.nodes.iter().any(|node| node.actions.iter().filter(|action| never(action)).count() == graph.obligations.len())
}

#[test]
fn a_graph_with_too_many_calls_is_less_deep() {
    // Each function calls the next one three times: 3^8 bodies.
    let mut text = String::from(
        "fn g8(x: u8) -> r: u8 {
           bb0: assert x + 1_u8 <= 255_int @overflow/1; r = x + 1_u8; return;
         }",
    );
    for n in 1..8 {
        let next = n + 1;
        text += &format!(
            "fn g{n}(x: u8) -> r: u8 {{
               bb0: r = call g{next}(copy x); if r > 3_u8 bb2 else bb1;
               bb1: r = call g{next}(copy x); if r > 4_u8 bb2 else bb3;
               bb2: r = call g{next}(copy x); return;
               bb3: r = const 0_u8; return;
             }}"
        );
    }
    text += "fn f(x: u8) -> r: u8 {
               bb0: r = call g1(copy x); return;
             }";
    let graph = graph(&text, Mode::Prove);
    assert_eq!((graph.depth, graph.cut_short), (4, false));
    assert!(count(&graph, |action| matches!(action, Action::Taint(_))) > 0);
    // What it does not follow is told of, and not proved.
    assert_eq!(graph.obligations.len(), 1);
    assert!(all_given_up(&graph));
}

#[test]
fn where_a_function_is_too_large_by_itself_nothing_is_proved_beyond() {
    let step = |n: usize| {
        let next = n + 1;
        format!("bb{n}: assert x + 1_u8 <= 255_int @overflow/{next}; x = x + 1_u8; goto bb{next};\n")
    };
    let blocks: String = (0..8_000).map(step).collect();
    let text = format!("fn f(x: u8) -> r: u8 {{\n{blocks}bb8000: r = copy x; return;\n}}");
    let graph = graph(&text, Mode::Prove);
    assert!(graph.cut_short && graph.nodes.len() < 8_000 && all_given_up(&graph));
}

#[test]
fn a_graph_with_too_many_turns_has_fewer() {
    let text = LOOP.replace("i = i + 1_u32; goto bb1", "i = i + 1_u32; goto bb4").replace(
        "bb3: return;",
        "bb3: return;
         bb4: clause 1; if i < n bb5 else bb1;
         bb5: i = i + 1_u32; goto bb4;",
    );
    let text =
        text.replace("@loop-preserved/1;", "@loop-preserved/1;\n  invariant i <= n @loop-entry/2 @loop-preserved/2;");
    let program = program(&text);
    let depth = |depth| build(&program, &inst(&program, "f"), Mode::Find { depth }).expect("a body").depth;
    assert_eq!(depth(5), 5);
    assert!((10..500).contains(&depth(500)));
}
