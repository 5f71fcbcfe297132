//! Division by what comes to zero.
use refine_spec::*;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Exp {
    /// A constant.
    C(i32),
    /// A sum.
    Add(Box<Exp>, Box<Exp>),
    /// A quotient.
    Div(Box<Exp>, Box<Exp>),
}

use Exp::{Add, C, Div};

/// Whether nothing is divided by the constant zero.
#[pure]
pub fn fine(e: &Exp) -> bool {
    match e {
        C(_) => true,
        Add(a, b) => fine(a) && fine(b),
        Div(a, b) => {
            fine(a)
                && fine(b)
                && match &**b {
                    C(n) => *n != 0,
                    _ => true,
                }
        }
    }
}

/// What it comes to.
#[requires(fine(e))]
#[ensures(|ret| ret.is_some())]
pub fn value(e: &Exp) -> Option<i32> {
    go(e)
}

fn go(e: &Exp) -> Option<i32> {
    match e {
        C(n) => Some(*n),
        Add(a, b) => Some(go(a)?.wrapping_add(go(b)?)),
        Div(a, b) => {
            let (a, b) = (go(a)?, go(b)?);
            if b == 0 { None } else { Some(a.wrapping_div(b)) }
        }
    }
}
