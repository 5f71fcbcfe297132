//! Functions as terms.
use super::{body_of_g, same};

#[test]
fn a_body_is_one_term() {
    same(
        &[
            ("#[pure] fn g(n: u8, m: u8) -> u8 { if n < m { n } else { m } }", "if n < m { n } else { m }"),
            ("#[pure] fn g(n: u8) -> bool { n % 2 == 0 }", "n % 2 == 0"),
            (
                "#[pure] fn g(n: u8, m: u8) -> u8 { if n == 0 { n - 1 } else if n <= m { m - n } else { n - 1 } }",
                "if n == 0 { wrap::<u8>(n - 1) } else { if n <= m { m - n } else { n - 1 } }",
            ),
            (
                "#[pure] fn g(o: Option<u8>) -> u8 { match o { Some(x) => x, None => 0 } }",
                "if o is Option::Some { o.0 } else { 0 }",
            ),
            ("#[pure] fn g(n: u8) -> u8 { let mut m = n; if m > 3 { m = 3; } m }", "if n > 3 { 3 } else { n }"),
            ("#[pure] fn g(n: u8) -> u8 { if n > 3 { return 3; } n }", "if n > 3 { 3 } else { n }"),
            ("#[pure] fn g(xs: &[u8]) -> bool { xs.iter().all(|x| *x > 0) }", "forall(0..xs.len(), |i| xs[i] > 0)"),
            (
                "#[pure] fn g(xs: &[u8]) -> bool { forall(0..xs.len(), |i| xs[i] > 0) }",
                "forall(0..xs.len(), |i| xs[i] > 0)",
            ),
        ],
        |source| body_of_g(&format!("use refine_spec::*; {source}")),
    );
}

#[test]
fn what_is_no_term_is_said() {
    same(
        &[
            ("#[pure] fn g(n: u8) -> u8 { let mut i = 0; while i < n { i += 1; } i }", "none: it has a loop"),
            (
                "#[pure] fn g(n: u8) -> u8 { h(n) } fn h(n: u8) -> u8 { n }",
                "none: it calls `h`, which is neither `#[pure]` nor a `#[measure]`",
            ),
        ],
        |source| body_of_g(&format!("use refine_spec::*; {source}")),
    );
}
