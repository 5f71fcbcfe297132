//! ClaimedOps in the user's own words: pieces of source put together, with parentheses where Rust needs them.
use syn::{BinOp, Expr, parse_str};

/// How tightly an expression binds, as far as operands go.
fn tightness(text: &str) -> u8 {
    match parse_str::<Expr>(text) {
        Ok(Expr::Binary(binary)) => of_operator(&binary.op),
        Ok(Expr::Cast(_)) => 8,
        Ok(Expr::Unary(_) | Expr::Reference(_)) => 9,
        Ok(
            Expr::Range(_)
            | Expr::Closure(_)
            | Expr::Assign(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::Unsafe(_)
            | Expr::Let(_)
            | Expr::Return(_)
            | Expr::Break(_)
            | Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_),
        )
        | Err(_) => 0,
        Ok(_) => 10,
    }
}

fn of_operator(op: &BinOp) -> u8 {
    match op {
        BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => 7,
        BinOp::Add(_) | BinOp::Sub(_) => 6,
        BinOp::Shl(_) | BinOp::Shr(_) => 5,
        BinOp::BitAnd(_) => 4,
        BinOp::BitXor(_) => 3,
        BinOp::BitOr(_) => 2,
        // Comparisons and what is looser, assignments last.
        _ => 1,
    }
}

/// What a method is called on.
pub fn receiver(text: &str) -> String {
    within(text, 10)
}

/// `left sign right`: as it was written, if it was (`whole`), and not as `left sign= right`.
pub fn operation(whole: &str, sign: &str, left: &str, right: &str) -> String {
    let Ok(op) = parse_str::<BinOp>(sign) else { return format!("({left}) {sign} ({right})") };
    match parse_str::<Expr>(whole) {
        Ok(Expr::Binary(written)) if written.op == op => whole.to_owned(),
        _ => {
            let own = of_operator(&op);
            format!("{} {sign} {}", within(left, own), within(right, own + 1))
        }
    }
}

fn within(text: &str, least: u8) -> String {
    if tightness(text) < least { format!("({text})") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_as_it_was_written_or_as_rust_would_have_it() {
        assert_eq!(operation("total + (w * x)", "+", "total", "w * x"), "total + (w * x)");
        assert_eq!(operation("total += w * x", "+", "total", "w * x"), "total + w * x");
        assert_eq!(operation("t -= a + b", "-", "t", "a + b"), "t - (a + b)");
        assert_eq!(operation("t -= a - b", "-", "t", "a - b"), "t - (a - b)");
        assert_eq!(operation("*t *= (a) + (b)", "*", "*t", "(a) + (b)"), "*t * ((a) + (b))");
        assert_eq!(operation("t += a as u32", "+", "t", "a as u32"), "t + a as u32");
        assert_eq!(
            operation("t += if c { 1 } else { 2 }", "+", "t", "if c { 1 } else { 2 }"),
            "t + (if c { 1 } else { 2 })"
        );
        assert_eq!(receiver("a + b"), "(a + b)");
        assert_eq!(receiver("a.b(c + d)[0]"), "a.b(c + d)[0]");
    }
}
