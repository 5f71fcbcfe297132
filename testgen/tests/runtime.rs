//! The exact integers of the harness against those of `num-bigint`, and its counters.
#[allow(
    clippy::all,
    missing_docs,
    unused,
    unreachable_pub,
    unused_qualifications,
    reason = "it is a crate of an earlier edition"
)]
#[path = "../src/runtime/lib.rs"]
mod runtime;

#[allow(clippy::all, missing_docs, unused, unreachable_pub, reason = "it is part of that crate, and private in it")]
#[path = "../src/runtime/hits.rs"]
mod hits;

use num_bigint::BigInt;
use runtime::{V, literal};

/// Numbers around the edges of machine words, and some in between.
fn numbers() -> Vec<BigInt> {
    let mut out: Vec<BigInt> = (-3..=3).map(BigInt::from).collect();
    for bits in [31, 32, 64, 127, 128, 200] {
        for near in -1..=1 {
            let power: BigInt = (BigInt::from(1) << bits) + near;
            out.extend([power.clone(), -power]);
        }
    }
    out.extend(["123456789012345678901234567890", "-98765432109876543210"].map(|text| text.parse::<BigInt>().unwrap()));
    out
}

fn back(value: Result<V, String>) -> Result<BigInt, String> {
    match value? {
        V::Int(int) => Ok(int.to_string().parse().unwrap()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn arithmetic_is_exact() {
    let int = |n: &BigInt| literal(&n.to_string());
    for a in &numbers() {
        assert_eq!(back(Ok(int(a))).as_ref(), Ok(a));
        assert_eq!(back(runtime::neg(int(a))), Ok(-a));
        for b in &numbers() {
            assert_eq!(back(runtime::add(int(a), int(b))), Ok(a + b), "{a} + {b}");
            assert_eq!(back(runtime::sub(int(a), int(b))), Ok(a - b), "{a} - {b}");
            assert_eq!(back(runtime::mul(int(a), int(b))), Ok(a * b), "{a} * {b}");
            assert!(matches!(runtime::lt(int(a), int(b)), Ok(V::Bool(less)) if less == (a < b)), "{a} < {b}");
            assert!(matches!(runtime::le(int(a), int(b)), Ok(V::Bool(less)) if less == (a <= b)), "{a} <= {b}");
            assert!(matches!(runtime::eq(int(a), int(b)), Ok(V::Bool(same)) if same == (a == b)), "{a} == {b}");
            if *b == BigInt::ZERO {
                assert!(runtime::div(int(a), int(b)).is_err() && runtime::rem(int(a), int(b)).is_err());
            } else {
                assert_eq!(back(runtime::div(int(a), int(b))), Ok(a / b), "{a} / {b}");
                assert_eq!(back(runtime::rem(int(a), int(b))), Ok(a % b), "{a} % {b}");
            }
        }
    }
}

#[test]
fn wrapping_and_bits_are_those_of_machine_integers() {
    let int = |n: i128| literal(&n.to_string());
    for a in [0, 1, -1, 5, 127, 128, 255, 256, -128, -129, 40_000, i128::from(i64::MAX), i128::MIN] {
        assert_eq!(back(runtime::wrap(8, true, int(a))), Ok(BigInt::from(a as i8)));
        assert_eq!(back(runtime::wrap(8, false, int(a))), Ok(BigInt::from(a as u8)));
        assert_eq!(back(runtime::wrap(64, true, int(a))), Ok(BigInt::from(a as i64)));
        assert_eq!(back(runtime::wrap(128, false, int(a))), Ok(BigInt::from(a as u128)));
        for b in [0, 1, -1, 6, 127] {
            let (x, y) = (a as i8, b as i8);
            let bits = |op, b: i128| back(runtime::bits(op, 8, true, int(x.into()), int(b)));
            assert_eq!(bits("and", y.into()), Ok(BigInt::from(x & y)));
            assert_eq!(bits("or", y.into()), Ok(BigInt::from(x | y)));
            assert_eq!(bits("xor", y.into()), Ok(BigInt::from(x ^ y)));
            for shift in 0..8 {
                assert_eq!(bits("shl", shift), Ok(BigInt::from(x << shift)));
                assert_eq!(bits("shr", shift), Ok(BigInt::from(x >> shift)));
            }
            assert!(bits("shl", 8).is_err());
        }
    }
}

#[test]
fn only_the_thread_that_makes_the_calls_counts() {
    const LATER: u32 = (3 << 29) + 70;
    hits::reached(1);
    assert!(!hits::is_on() && hits::sorted().is_empty());
    assert!(!hits::count(true));
    (0..5).for_each(|_| hits::reached(LATER));
    hits::reached(2);
    // Another thread neither counts nor ends the counting, when it stops for a moment what it never began.
    let other = std::thread::spawn(|| {
        hits::reached(3);
        let was = hits::count(false);
        hits::count(was);
        (was, hits::is_on(), hits::sorted())
    });
    assert_eq!(other.join().unwrap(), (false, false, vec![]));
    assert!(hits::is_on());
    hits::reached(2);
    assert!(hits::count(false));
    hits::reached(2);
    assert_eq!(hits::sorted(), [(2, 2), (LATER, 4)]);
    hits::clear();
    assert!(hits::sorted().is_empty());
    hits::count(true);
    hits::reached(LATER);
    hits::count(false);
    assert_eq!(hits::sorted(), [(LATER, 1)]);
    // The parts of clauses are evaluated while nothing else is counted.
    hits::evaluated(1);
    assert_eq!(hits::sorted(), [((3 << 29) + 1, 1), (LATER, 1)]);
}
