use super::{Blocker, Effect, Stats};
use crate::program::program;
use crate::testing;

const SOURCE: &str = r#"
    pub fn sum(xs: &[u32]) -> u32 { let mut s = 0u32; for x in xs { s = s.wrapping_add(*x); } s }
    pub fn lost() -> u32 { nowhere(1) }
    pub fn files() -> bool { std::fs::read("x").is_ok() }
    pub fn calls() -> u32 { lost() }
"#;

#[test]
fn what_is_outside_the_model_is_counted_by_function() {
    let coverage = testing::with(SOURCE, |cx| program(cx).coverage);
    let stats = Stats::of(coverage.iter().map(|function| (function, true)));
    assert_eq!((stats.bodies, stats.typed), (4, 3));
    assert_eq!((stats.with_obligations, stats.modelled, stats.modelled_in_part), (4, 2, 0));
    let lost = Blocker { what: "the name `nowhere`".to_owned(), effect: Effect::Untyped, functions: 1, alone: 1 };
    assert!(stats.blockers.contains(&lost), "{stats}");
    let files = |blocker: &Blocker| blocker.what.contains("read") && blocker.effect == Effect::Unmodelled;
    assert!(stats.blockers.iter().any(files), "{stats}");
}

#[test]
fn functions_without_obligations_count_as_bodies_only() {
    let coverage = testing::with(SOURCE, |cx| program(cx).coverage);
    let stats = Stats::of(coverage.iter().map(|function| (function, false)));
    assert_eq!((stats.bodies, stats.with_obligations, stats.modelled), (4, 0, 0));
    assert!(stats.blockers.iter().all(|blocker| blocker.effect == Effect::Untyped), "{stats}");
}
