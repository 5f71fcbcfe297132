//! Expressions, printed with as few parentheses as there must be.
use refine_spec::*;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Num(u8),
    /// A sum.
    Add(Box<Expr>, Box<Expr>),
    /// A difference.
    Sub(Box<Expr>, Box<Expr>),
    /// A product.
    Mul(Box<Expr>, Box<Expr>),
}

use Expr::{Add, Mul, Num, Sub};

fn print(e: &Expr, level: u8, out: &mut String) {
    let (own, op, left, right) = match e {
        Num(n) => {
            out.push_str(&n.to_string());
            return;
        }
        Add(l, r) => (1, '+', l, r),
        Sub(l, r) => (1, '-', l, r),
        Mul(l, r) => (2, '*', l, r),
    };
    if own < level {
        out.push('(');
    }
    print(left, own, out);
    out.push(op);
    print(right, own + 1, out); // WRONG: print(right, own + u8::from(op == '*' || matches!(**right, Add(..))), out);
    if own < level {
        out.push(')');
    }
}

fn sum(text: &[u8], at: &mut usize) -> Option<i64> {
    let mut total = product(text, at)?;
    while let Some(op @ (b'+' | b'-')) = text.get(*at) {
        *at += 1;
        let next = product(text, at)?;
        total = if *op == b'+' { total.wrapping_add(next) } else { total.wrapping_sub(next) };
    }
    Some(total)
}

fn product(text: &[u8], at: &mut usize) -> Option<i64> {
    let mut total = atom(text, at)?;
    while text.get(*at) == Some(&b'*') {
        *at += 1;
        total = total.wrapping_mul(atom(text, at)?);
    }
    Some(total)
}

fn atom(text: &[u8], at: &mut usize) -> Option<i64> {
    if text.get(*at) == Some(&b'(') {
        *at += 1;
        let inner = sum(text, at)?;
        *at += 1;
        return Some(inner);
    }
    let start = *at;
    while text.get(*at).is_some_and(u8::is_ascii_digit) {
        *at += 1;
    }
    std::str::from_utf8(&text[start..*at]).ok()?.parse().ok()
}

/// What it comes to.
pub fn value(e: &Expr) -> i64 {
    match e {
        Num(n) => i64::from(*n),
        Add(l, r) => value(l).wrapping_add(value(r)),
        Sub(l, r) => value(l).wrapping_sub(value(r)),
        Mul(l, r) => value(l).wrapping_mul(value(r)),
    }
}

/// What a text comes to.
pub fn parsed(text: &str) -> Option<i64> {
    sum(text.as_bytes(), &mut 0)
}

/// Its text.
#[ensures(|ret| parsed(ret) == Some(value(e)))]
pub fn printed(e: &Expr) -> String {
    let mut out = String::new();
    print(e, 0, &mut out);
    out
}
