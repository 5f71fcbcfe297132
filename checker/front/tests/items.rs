//! Items of small crates.
#![allow(missing_docs)]
use refine_front::testing::with;

#[test]
fn functions_and_types() {
    let source = "
        pub struct P<T> { pub x: T, y: Option<Box<T>> }
        pub enum E { A, B(u8, [i32; 3]) = 7, }
        impl<T> P<T> { pub fn get(&mut self, n: usize) -> &T { fn inner() {} &self.x } }
        mod m { pub fn f<U: Iterator<Item = u8>>(u: U, v: Vec<&mut u8>) -> Option<U::Item> { None } }
        pub fn g(x: impl Fn(u8) -> u8) -> impl Iterator<Item = u8> { let c = |y: u8| y; (0..3u8).map(c) }
    ";
    with(source, |cx| {
        for item in &cx.items.fns {
            println!("{} {:?} {:?} {:?}", item.def.path, item.def.generics, item.def.params, item.def.ret);
        }
        for item in cx.types.adts() {
            println!("{} {:#?}", item.path, item.variants);
        }
    });
}
