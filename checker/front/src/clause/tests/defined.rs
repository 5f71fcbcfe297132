//! Where clauses have a value: those that always have one stay as they are, for the others it is said in few words.
use super::{domain, same};

const ITEMS: &str = "
use refine_spec::*;
pub enum E { A, B(u32), C(u32, u32) }
#[pure] fn sorted(xs: &[i32]) -> bool { forall(0..xs.len(), |j| forall(0..j, |i| xs[i] <= xs[j])) }
#[pure] fn third(xs: &[i32]) -> i32 { xs[2] }
#[measure] fn down(n: usize) -> usize { if n == 0 { 0 } else { down(n - 1) } }
#[pure] fn walk(xs: &[i32], n: usize) -> bool { n == 0 || (xs[n - 1] > 0 && walk(xs, n - 1)) }
#[pure] fn odd(n: usize) -> usize { match n % 2 { 1 => n, _ => panic!() } }
";

fn of(clause: &str) -> String {
    let params = "xs: &[i32], ys: &[i32; 4], i: usize, n: usize, o: Option<u32>, e: E, m: u8";
    domain(&format!("{ITEMS} #[requires({clause})] fn f({params}) {{}}"))
}

#[test]
fn clauses_that_always_have_a_value_stay_as_they_are() {
    let clauses = [
        "i < n && n <= xs.len()",
        "i < xs.len() && xs[i] > 0",
        "i >= xs.len() || xs[i] > 0",
        "i < xs.len() ==> xs[i] > 0",
        "i + 1 < xs.len() && xs[i] <= xs[i + 1]",
        "xs.len() > 0 && xs[xs.len() - 1] == 0",
        "!xs.is_empty() ==> xs[0] > 0",
        "ys[3] == ys[0]",
        "forall(0..4, |k| ys[k] > 0)",
        "forall(0..xs.len(), |k| xs[k] > 0)",
        "forall(0..xs.len() - 1, |k| xs[k] <= xs[k + 1])",
        "forall(1..xs.len(), |k| xs[k - 1] <= xs[k])",
        "forall(0..xs.len(), |k| forall(0..k, |j| xs[j] <= xs[k]))",
        "i <= xs.len() && forall(i..xs.len(), |k| xs[k] > 0)",
        "i <= xs.len() && forall(0..i, |k| xs[k] > 0)",
        "n == xs.len() && forall(0..n, |k| xs[k] > 0)",
        "xs.iter().all(|x| *x > 0) && ys.contains(&3)",
        "exists(0..xs.len(), |k| k > i && xs[k] == 0)",
        "xs.first().is_some()",
        "i <= n && n <= xs.len() && xs[i..n].len() < 9",
        "n <= xs.len() && xs[xs.len() - n..].len() == n",
        "o.is_some() ==> o.unwrap() > 0",
        "o.is_none() || o.unwrap() > 0",
        "matches!(o, Some(x) if x > 0)",
        "if let Some(x) = o { x > 0 } else { true }",
        "match e { E::A => true, E::B(x) => x > 0, E::C(x, y) => x < y }",
        "match e { E::A => true, E::B(x) | E::C(x, _) => x > 0 }",
        "n / 2 > 3 && n % 10 == 0",
        "n != 0 && 100 / n > 3",
        "n > 0 ==> 100 % n > 3",
        "n == 0 || 100 % n > 3",
        "m >> 3 == 0 && (m < 8 ==> 1u8 << m > 0)",
        "sorted(xs) && down(n) == 0",
        "xs.len() > 2 && third(xs) > 0",
    ];
    same(&clauses.map(|clause| (clause, "")), of);
}

#[test]
fn what_a_clause_asks_for_is_said_in_few_words() {
    let clauses = [
        ("100 / n > 3", "n != 0"),
        ("xs[i] > 0", "i < xs.len()"),
        ("xs[i] > 0 && xs[i] < 9", "i < xs.len()"),
        ("xs[i - 1] > 0", "0 <= i - 1 && i - 1 < xs.len()"),
        ("xs[0] > 0 || xs.len() > 0", "0 < xs.len()"),
        ("o.unwrap() > 0", "o is Option::Some"),
        ("i > 0 ==> xs[i] > 0", "i > 0 ==> i < xs.len()"),
        ("forall(0..n, |k| xs[k] > 0)", "0 < n ==> n <= xs.len()"),
        ("forall(0..n, |k| xs[k + 1] > 0)", "0 < n ==> n + 1 <= xs.len()"),
        ("!forall(0..n, |k| 10 / (k - 3) > 0)", "forall(0..n, |i| i - 3 != 0)"),
        ("m << n == 0", "n < 8"),
        ("third(xs) > 0", "2 < xs.len()"),
        ("walk(xs, n)", "defined(walk(xs, n))"),
        ("odd(n) > 0", "n % 2 == 1"),
    ];
    same(&clauses, of);
}
