use super::{Blocker, stats};
use crate::testing;

const SOURCE: &str = r#"
    pub fn sum(xs: &[u32]) -> u32 { let mut s = 0u32; for x in xs { s = s.wrapping_add(*x); } s }
    pub fn lost() -> u32 { nowhere(1) }
    pub fn files() -> bool { std::fs::read("x").is_ok() }
    pub fn calls() -> u32 { lost() }
"#;

#[test]
fn what_is_outside_the_model_is_counted_by_function() {
    let stats = testing::with(SOURCE, stats);
    assert_eq!((stats.bodies, stats.typed), (4, 3));
    assert_eq!(stats.modelled, 2);
    assert!(stats.blockers.contains(&Blocker { what: "untyped: the name `nowhere`".to_owned(), bodies: 1 }), "{stats}");
}
