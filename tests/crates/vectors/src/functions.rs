//! Functions as arguments.
use refine_spec::*;

pub fn pointer_wrong(f: fn(i32) -> i32, x: i32) {
    assert!(f(x) != 3);
}

pub fn pointer(f: fn(i32) -> i32, x: i32) {
    assert!(f(x) == f(x), "the same question has the same answer");
}

pub fn object_wrong(f: &dyn Fn(u8) -> bool) {
    assert!(f(1) == f(2));
}

pub fn boxed_wrong(f: Box<dyn Fn(char) -> String>) {
    assert!(f('x').len() >= f('y').len());
}

pub fn implied_wrong(f: impl Fn(i32, i32) -> bool) {
    assert!(!f(1, 2) || !f(2, 1));
}

pub fn mutable(mut f: impl FnMut(u8)) {
    f(1);
    f(2);
}

pub fn once_wrong<F: FnOnce(u8) -> u8 + Send + 'static>(f: F) -> u8 {
    10 / f(3)
}

pub fn generic_wrong<T: Copy, U: PartialEq, F: Fn(T) -> U>(xs: &[T], f: F) {
    assert!(xs.len() != 2 || f(xs[0]) == f(xs[1]));
}

pub fn borrowed_wrong(f: &mut dyn FnMut(&i32) -> bool, mut xs: Vec<i32>) {
    xs.retain(|x| f(x));
    assert!(xs.len() != 1);
}

pub struct Handler {
    pub run: Box<dyn Fn(i32) -> i32>,
    pub limit: i32,
}

pub fn handler_wrong(handler: &Handler) {
    assert!((handler.run)(handler.limit) <= handler.limit);
}

#[spec(fn(f: fn(i32{v: v > 0}) -> i32{r: r > v}, x: i32{x: x > 0}) -> i32{r: r > x})]
pub fn refined(f: fn(i32) -> i32, x: i32) -> i32 {
    f(x)
}

/// It calls `f` outside its precondition.
#[spec(fn(f: fn(i32{v: v > 0}) -> i32{r: r > v}, x: i32) -> i32)]
pub fn asks_wrong(f: fn(i32) -> i32, x: i32) -> i32 {
    f(x)
}

/// It promises more than `f` does.
#[spec(fn(f: impl Fn(i32{v: v > 0}) -> i32{r: r > v}, x: i32{x: x > 0 && x < 100}) -> i32{r: r > x + 1})]
pub fn promises_wrong(f: impl Fn(i32) -> i32, x: i32) -> i32 {
    f(x)
}
