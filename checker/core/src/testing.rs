//! For the tests of all rooms after the front end: programs written as MIR in text.
use std::fmt::Debug;
use std::sync::Arc;

use crate::mir::listing::Listing;
use crate::ty::FnInst;

/// A function with a loop and its invariant.
pub(crate) const LOOP: &str = "
fn f(n: u32) -> i: u32 {
  invariant i <= n @loop-entry/1 @loop-preserved/1;
  bb0: i = const 0_u32; goto bb1;
  bb1: clause 0; if i < n bb2 else bb3;
  bb2: assert i + 1_u32 <= 4294967295_int @overflow/1; i = i + 1_u32; goto bb1;
  bb3: return;
}";

/// A program with all of its bodies lowered to values.
pub(crate) fn program(text: &str) -> Listing {
    let mut program = Listing::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    for body in program.bodies.clone() {
        let values = crate::borrow::lower(&program, &body);
        program.lowered.insert(body.inst.clone(), Arc::new(values));
    }
    program
}

/// A function without type parameters.
pub(crate) fn inst(program: &Listing, path: &str) -> FnInst {
    let func = program.fn_named(path).unwrap_or_else(|| panic!("no function `{path}`"));
    FnInst { func, args: Vec::new() }
}

/// A value as text, the places in it left out: what is read from two texts may be the same but for these.
pub(crate) fn without_spans(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let mut parts = text.split("Span {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once(" }").map_or(part, |(_, rest)| rest))
}
