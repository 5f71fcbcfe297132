//! Tests of the lowering: small sources to IR text and obligations.
use super::{LoweredProgram, program_from_source};
use crate::ir::body_text;
use crate::program::{FnId, FnInst, Program};
use crate::ty::Ty;

fn inst(program: &LoweredProgram, name: &str) -> FnInst {
    let at = program.fns().iter().position(|def| def.path == name).expect("the function");
    let args = program.fns()[at].generics.iter().map(|name| Ty::Param(name.clone())).collect();
    FnInst { func: FnId(at as u32), args }
}

/// The IR of the function `f` without its first line.
fn ir(source: &str) -> String {
    let program = program_from_source(source);
    let errors: Vec<&str> = program.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    let body = program.body(&inst(&program, "f")).expect("a body");
    let text = body_text(&program, &body);
    text.lines().skip(1).map(|line| format!("{line}\n")).collect()
}

#[test]
fn smoke() {
    for source in [
        "fn f(a: i32, b: i32) -> i32 { if a < b { a + b } else { a / b } }",
        "fn f(xs: &mut Vec<u8>, i: usize) { let r = &mut xs[i]; *r += 1; xs.push(3); }",
        "fn f(n: usize) -> usize { let mut s = 0; for i in 0..n { s += i; } s }",
        "fn f(o: Option<u32>) -> Option<u32> { let x = o?; match x { 0 => None, 1 | 2 => Some(7), n @ 3..=9 if n > 4 => Some(n), _ => Some(x.wrapping_add(1)) } }",
        "fn f(mut n: u32) -> u32 { let mut c = 0; while n > 1 { n /= 2; c += 1 } c }",
        "struct P { x: i32, y: (u8, bool) } fn f(p: &mut P) -> i32 { p.y.0 = 3; p.x = -p.x; let P { x, .. } = *p; x }",
        "fn f(xs: &[i32]) -> i32 { let mut m = xs[0]; for &x in xs { m = m.max(x); } for (i, x) in xs.iter().enumerate() { if i > 3 && *x > m { m = *x } } m }",
    ] {
        let text = ir(source);
        eprintln!("{source}\n{text}");
    }
}
