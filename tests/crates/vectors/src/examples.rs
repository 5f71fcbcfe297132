//! The worked examples of "Type Targeted Testing" and "SmartCheck", right and wrong.
use refine_spec::*;

/// Weights that add up to nothing.
#[spec(fn(all: &Vec<(i16, i16)>) -> i32)]
pub fn average_wrong(all: &Vec<(i16, i16)>) -> i32 {
    let total: i32 = all.iter().map(|(_, x)| i32::from(*x)).sum();
    let weight: i32 = all.iter().map(|(w, _)| i32::from(*w)).sum();
    total.wrapping_div(weight)
}

#[requires(k <= xs.len())]
#[ensures(|ret| ret.len() == k)]
pub fn best(k: usize, xs: &[i32]) -> Vec<i32> {
    let mut all = xs.to_vec();
    all.sort_by(|a, b| b.cmp(a));
    all.truncate(k);
    all
}

#[ensures(|ret| ret.len() == k)]
pub fn best_wrong(k: usize, xs: &[i32]) -> Vec<i32> {
    let mut all = xs.to_vec();
    all.sort_by(|a, b| b.cmp(a));
    all.truncate(k);
    all
}

/// `padAverage`: the length that `f` pads to is at least the one that it is asked about, which may be nothing.
#[spec(fn(f: impl Fn(s: u32) -> u32{v: s <= v}, xs: &Vec<u8>) -> u32)]
pub fn pad_average_wrong(f: impl Fn(u32) -> u32, xs: &Vec<u8>) -> u32 {
    let sum: u32 = xs.iter().map(|x| u32::from(*x)).sum();
    sum / f(xs.len() as u32)
}

#[requires(!xs.is_empty())]
#[spec(fn(f: impl Fn(s: u32) -> u32{v: s <= v}, xs: &Vec<u8>) -> u32)]
pub fn pad_average(f: impl Fn(u32) -> u32, xs: &Vec<u8>) -> u32 {
    let sum: u32 = xs.iter().map(|x| u32::from(*x)).sum();
    sum / f(xs.len() as u32)
}

fn sum(xs: &[i16]) -> i16 {
    xs.iter().fold(0, |sum, x| sum.wrapping_add(*x))
}

type List = Vec<i16>;

/// Five lists, each with a small sum.
#[requires([a, b, c, d, e].iter().all(|list| list.iter().fold(0i16, |sum, x| sum.wrapping_add(*x)) < 256))]
#[ensures(|ret| *ret)]
pub fn five_lists_wrong(a: &List, b: &List, c: &List, d: &List, e: &List) -> bool {
    [a, b, c, d, e].iter().fold(0i16, |all, list| all.wrapping_add(sum(list))) < 5 * 256
}

#[derive(Clone, Debug)]
pub enum Exp {
    C(i8),
    Add(Box<Exp>, Box<Exp>),
    Div(Box<Exp>, Box<Exp>),
}

fn eval(exp: &Exp) -> Option<i32> {
    Some(match exp {
        Exp::C(n) => i32::from(*n),
        Exp::Add(a, b) => eval(a)?.wrapping_add(eval(b)?),
        Exp::Div(a, b) => {
            let b = eval(b)?;
            if b == 0 {
                return None;
            }
            eval(a)?.wrapping_div(b)
        }
    })
}

/// Whether no divisor is the constant zero.
#[pure]
pub fn no_zero(exp: &Exp) -> bool {
    match exp {
        Exp::C(_) => true,
        Exp::Add(a, b) => no_zero(a) && no_zero(b),
        Exp::Div(a, b) => !matches!(**b, Exp::C(0)) && no_zero(a) && no_zero(b),
    }
}

#[requires(no_zero(exp))]
#[ensures(|ret| ret.is_some())]
pub fn div0_wrong(exp: &Exp) -> Option<i32> {
    eval(exp)
}

#[ensures(|ret| *ret == *xs)]
pub fn reverse_wrong(xs: &Vec<i32>) -> Vec<i32> {
    xs.iter().rev().copied().collect()
}

/// A sort that loses what comes twice.
#[ensures(|ret| ret.len() == xs.len())]
pub fn sort_wrong(xs: &Vec<i32>) -> Vec<i32> {
    let mut all = xs.clone();
    all.sort();
    all.dedup();
    all
}

#[ensures(|ret| ret.len() == xs.len())]
pub fn sort(xs: &Vec<i32>) -> Vec<i32> {
    let mut all = xs.clone();
    all.sort();
    all
}
