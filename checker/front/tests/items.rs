//! Items of small crates.
#![allow(missing_docs)]
use refine_front::testing::with;

#[test]
fn functions_and_types() {
    let source = r#"
        use refine_spec::*;
        /// doc
        #[derive(Clone, PartialEq)]
        #[invariant(self.x == self.x)]
        pub struct P<T> { pub x: T, y: Option<Box<T>> }
        #[refined] struct R { #[cfg(never)] no: u8, #[field(i64{v: v != 0})] den: i64 }
        pub enum E { A, B(u8, [i32; 3]) = 7, }
        alias! { type Pos = i64{v: v > 0}; }
        impl<T> P<T> { pub fn get(&mut self, n: usize) -> &T { fn inner() {} &self.x } }
        #[cfg(unix)]
        mod m { pub fn f<U: Iterator<Item = u8>>(u: U, v: Vec<&mut u8>) -> Option<U::Item> { None } }
        pub fn g(x: impl Fn(u8) -> u8) -> impl Iterator<Item = u8> { let c = |y: u8| y; (0..3u8).map(c) }
        #[requires(x > 0)] #[ensures(|r| *r > x)] pub fn k(x: u8) -> u8 { x }
        #[spec(fn(x: Pos) -> Pos)] pub fn k2(x: i64) -> i64 { x }
        #[ensure(x > 0)] fn bad(x: u8) {}
        macro_rules! make { ($n:ident, $($t:tt)*) => { #[refine_spec::requires(x > 1)] fn $n(x: u8) {} $($t)* } }
        make!(one, #[requires(y > 2)] fn two(y: u8) {});
        loop_invariants!(x);
        #[cfg(test)] mod tests { use super::*; #[test] fn t() {} }
        #[test] fn t() {}
    "#;
    with(source, |cx| {
        for item in &cx.items.modules {
            println!("{item:?}");
        }
        for item in &cx.items.fns {
            println!("{} pub {} {:?} {:?} {:?} {:?} {:?}", item.def.path, item.def.public, item.def.generics, item.def.params, item.def.ret, item.def.uncallable, item.doubted);
            for clause in item.spec.requires.iter().chain(&item.spec.ensures) {
                println!("   {} at {:?}", clause.text, cx.items.texts.place(clause.span.0, clause.span.1).map(|s| cx.spans.text(s)));
            }
        }
        for item in &cx.items.adts {
            let def = cx.types.with_adt(item.adt.unwrap(), |def| def.clone());
            println!("{} {:?} {:?} {:?}", def.path, def.public, def.derives, def.makers);
            for clause in &item.spec.invariants {
                println!("   {} at {:?}", clause.text, cx.items.texts.place(clause.span.0, clause.span.1).map(|s| cx.spans.text(s)));
            }
        }
        for item in &cx.items.diagnostics {
            println!("{item:?} {:?}", item.span.map(|s| cx.spans.text(s)));
        }
    });
}

#[test]
fn second() {
    with("pub fn f() {}", |cx| assert_eq!(cx.items.fns.len(), 1));
    let t = std::time::Instant::now();
    with("pub fn g() {} fn h() {}", |cx| assert_eq!(cx.items.fns.len(), 2));
    println!("edited {:?}", t.elapsed());
}
