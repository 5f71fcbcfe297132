//! What a key depends on, and what not.
use super::{Part, of};
use crate::testing::{LOOP, inst, program};

fn key(text: &str) -> String {
    let program = program(text);
    of(&program, &inst(&program, "f"), Part::Proofs).key
}

#[test]
fn where_it_stands_makes_no_difference() {
    let other = "fn other(n: u32) -> i: u32 { bb0: i = const 7_u32; return; }\n\n";
    assert_eq!(key(LOOP), key(&format!("{other}{LOOP}")));
}

#[test]
fn what_it_is_does() {
    let others = [
        ("i <= n", "i < n"),
        ("0_u32", "1_u32"),
        ("4294967295", "4294967294"),
        ("n: u32", "n: u64"),
        ("bb2 else bb3", "bb3 else bb2"),
    ];
    for (from, to) in others {
        let text = LOOP.replacen(from, to, 1);
        assert_ne!(key(LOOP), key(&text), "{from}");
    }
}
