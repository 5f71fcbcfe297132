//! Attributes and helpers for [refine](https://example.invalid/refine), gradual verification for ordinary Rust.
//!
//! You say what a function needs and what it promises; `refine check` proves it, or finds an input for which it is not
//! so and runs it. To the compiler the attributes are nothing: an annotated item compiles as if it had none, on stable
//! Rust, with or without `std`, without dependencies.
//!
//! ```
//! use refine_spec::*;
//!
//! #[requires(r1 > 0 && r2 > 0 && s < r1)]
//! #[ensures(|ret| *ret < r2)]
//! fn rescale(r1: u32, r2: u32, s: u32) -> u32 {
//!     (u64::from(s) * u64::from(r2) / u64::from(r1)) as u32
//! }
//! # assert_eq!(rescale(5, 100, 2), 40);
//! ```
//!
//! # Clauses
//!
//! A clause is a Rust expression of type `bool` that changes nothing. Integers in it are exact: `a + b <= 100` cannot
//! overflow, whatever the types of `a` and `b`. Besides what Rust has, there are
//!
//! | form | meaning |
//! |---|---|
//! | `a ==> b`, [`implies(a, b)`](implies) | if `a` holds, so does `b` |
//! | [`forall(lo..hi, \|i\| p)`](forall) | `p` holds for each `i` in the range |
//! | [`exists(lo..hi, \|i\| p)`](exists) | `p` holds for some `i` in the range |
//! | [`old(e)`](old) | in a postcondition: the value that `e` had when the function was called |
//!
//! A clause may call functions that are marked [`#[pure]`](macro@pure) or [`#[measure]`](macro@measure).
//! A malformed clause is a compile error at the clause.
//!
//! Bring the names into scope with `use refine_spec::*;`: the helpers appear in clauses only, which the compiler does not
//! see, so it would call an import of a helper by its name unused.
//!
//! # Refinement types
//!
//! Where several clauses would say the same of each parameter, say it in the types, as [`#[spec]`](macro@spec) does:
//!
//! | type | its values |
//! |---|---|
//! | `i64{v: v > 0}` | those `v` for which the condition holds |
//! | `usize[e]`, `bool[e]` | just `e` |
//! | `Vec<T>[e]`, `[T][e]` | those of length `e` |
//! | `usize[@n]`, `Vec<T>[@n]` | any; the value, or the length, is called `n` from here on |
//! | `Pos`, `Rng(100)` | those of the alias, see [`alias!`] |
//! | `Vec<T>`, `[T; 3]`, `(T, U)`, `Option<T>`, `&T`, … | made of values of `T` |
//!
//! A type behind a `&mut` holds before the call and after it.
//!
//! # Checks while the program runs
//!
//! With the feature `runtime` preconditions, postconditions and invariants are checked whenever an annotated function is called, in any build: a clause that
//! does not hold panics, and says which it is. See the module `runtime`, which that feature adds.
#![no_std]

#[cfg(feature = "runtime")]
pub mod runtime;

/// A precondition: what must hold when the function is called. Several clauses, or several attributes, must all hold.
///
/// ```
/// use refine_spec::*;
///
/// #[requires(!xs.is_empty(), lo < hi)]
/// #[requires(forall(0..xs.len(), |i| xs[i] != 0))]
/// fn scale(xs: &[i32], lo: i32, hi: i32) -> i32 {
///     (hi - lo) / xs[0]
/// }
/// # assert_eq!(scale(&[2], 0, 4), 2);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[requires(x > )]
/// fn f(x: i32) {}
/// ```
pub use refine_spec_macros::requires;

/// A postcondition: what holds when the function has returned. The clause is a closure that gets the result by
/// reference; the name of a `&mut` parameter stands for its value after the call, and inside [`old`] for that before.
///
/// ```
/// use refine_spec::*;
///
/// #[ensures(|ret| *ret == old(*counter))]
/// #[ensures(|_| *counter == old(*counter) + 1)]
/// fn next(counter: &mut u64) -> u64 {
///     *counter += 1;
///     *counter - 1
/// }
/// # assert_eq!(next(&mut 3), 3);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[ensures(ret > 0)] // must be `|ret| *ret > 0`
/// fn f() -> i32 { 1 }
/// ```
pub use refine_spec_macros::ensures;

/// A refined signature: the function's parameters and result with [refinement types](crate#refinement-types).
/// Parameters are named as in the function, or not at all; `requires` and `ensures` clauses may follow.
///
/// ```
/// use refine_spec::*;
///
/// alias! { type Pos = i64{v: v > 0};  type Rng(n: int) = i64{v: 0 <= v && v < n}; }
///
/// #[spec(fn(wxs: &Vec<(Pos, Rng(100))>) -> Rng(100) requires wxs.len() > 0)]
/// fn average(wxs: &Vec<(i64, i64)>) -> i64 {
///     let total: i64 = wxs.iter().map(|(w, x)| w * x).sum();
///     total / wxs.iter().map(|(w, _)| w).sum::<i64>()
/// }
/// # assert_eq!(average(&vec![(1, 10), (1, 20)]), 15);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[spec(fn(x: i32{x > 0}))] // must be `{v: v > 0}`
/// fn f(x: i32) {}
/// ```
pub use refine_spec_macros::spec;

/// A measure that gets smaller with each recursive call, and never below zero.
///
/// ```
/// use refine_spec::*;
///
/// #[decreases(b)]
/// fn gcd(a: u32, b: u32) -> u32 {
///     if b == 0 { a } else { gcd(b, a % b) }
/// }
/// # assert_eq!(gcd(12, 18), 6);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[decreases()]
/// fn f(n: u32) {}
/// ```
pub use refine_spec_macros::decreases;

/// What holds of all values of a struct or an enum, wherever a function of the crate gets or gives one. `self` is a
/// reference to the value.
///
/// ```
/// use refine_spec::*;
///
/// #[invariant(self.lo <= self.hi)]
/// pub struct Span { lo: u32, hi: u32 }
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[invariant(self.lo <= )]
/// struct Span { lo: u32 }
/// ```
pub use refine_spec_macros::invariant;

/// A struct or an enum with `#[field(…)]` on the fields that have a [refinement type](crate#refinement-types).
///
/// ```
/// use refine_spec::*;
///
/// #[refined]
/// pub struct Ratio {
///     num: i64,
///     #[field(i64{v: v != 0})]
///     den: i64,
/// }
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[refined]
/// struct Ratio { #[field(i64{v: != 0})] den: i64 }
/// ```
pub use refine_spec_macros::refined;

/// A function on data that clauses may use, such as the height of a tree. It is unfolded as far as a proof needs it.
/// It does not warn when nothing but clauses uses it.
///
/// ```
/// use refine_spec::*;
///
/// enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// #[measure]
/// fn height(t: &Tree) -> usize {
///     match t {
///         Tree::Leaf => 0,
///         Tree::Node(l, r) => 1 + height(l).max(height(r)),
///     }
/// }
///
/// #[ensures(|ret| height(ret) == old(height(&t)) + 1)]
/// fn grow(t: Tree) -> Tree {
///     Tree::Node(Box::new(t), Box::new(Tree::Leaf))
/// }
/// # assert_eq!(height(&grow(Tree::Leaf)), 1);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[measure(deep)] // takes no arguments
/// fn f() -> usize { 0 }
/// ```
pub use refine_spec_macros::measure;

/// A function without side effects that clauses may use. It does not warn when nothing but clauses uses it.
///
/// ```
/// use refine_spec::*;
///
/// #[pure]
/// fn in_order(a: &[i32]) -> bool {
///     a.windows(2).all(|pair| pair[0] <= pair[1])
/// }
///
/// #[requires(in_order(a))]
/// fn smallest(a: &[i32]) -> Option<i32> {
///     a.first().copied()
/// }
/// # assert_eq!(smallest(&[1, 2]), Some(1));
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[pure]
/// struct Thing; // stands on functions
/// ```
pub use refine_spec_macros::pure;

/// A function whose specification is taken for true: its body is not checked, and each proof that rests on it says so.
///
/// ```
/// use refine_spec::*;
///
/// #[trusted]
/// #[ensures(|ret| *ret <= 64)]
/// fn leading_zeros(x: u64) -> u32 {
///     // A loop that is still to be verified.
///     (0..64).rev().take_while(|bit| x >> bit == 0).count() as u32
/// }
/// # assert_eq!(leading_zeros(1), 63);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[trusted = "because"] // takes no arguments
/// fn f() {}
/// ```
pub use refine_spec_macros::trusted;

/// A function that makes the values of a type that `refine check` runs other functions with: of a type that nothing else makes, or to say which of
/// its values are worth while. It takes a number, or whatever else chooses between them, and is the only way to such a value then.
///
/// ```
/// use refine_spec::*;
///
/// pub struct Session {
///     id: u64,
///     open: bool,
/// }
///
/// #[generator]
/// fn any_session(seed: u64) -> Session {
///     Session { id: seed / 2, open: seed % 2 == 0 }
/// }
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// #[generator(1)]
/// fn any_session() -> u8 { 1 }
/// ```
pub use refine_spec_macros::generator;

/// What holds each time the loop around it is about to start a turn, before its condition is evaluated.
/// Stands at the beginning of the loop's body.
///
/// ```
/// use refine_spec::*;
///
/// #[requires(n <= 1000)]
/// #[ensures(|ret| *ret == n * (n + 1) / 2)]
/// fn sum(n: u32) -> u32 {
///     let (mut i, mut total) = (0, 0);
///     while i < n {
///         loop_invariant!(i <= n && total == i * (i + 1) / 2);
///         i += 1;
///         total += i;
///     }
///     total
/// }
/// # assert_eq!(sum(4), 10);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// fn f() {
///     for i in 0..3 {
///         loop_invariant!(i <);
///     }
/// }
/// ```
pub use refine_spec_macros::loop_invariant;

/// A measure that gets smaller with each turn of the loop around it, and never below zero: the loop ends.
///
/// ```
/// use refine_spec::*;
///
/// fn gcd(mut a: u32, mut b: u32) -> u32 {
///     while b != 0 {
///         loop_decreases!(b);
///         (a, b) = (b, a % b);
///     }
///     a
/// }
/// # assert_eq!(gcd(12, 18), 6);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// fn f() {
///     loop { loop_decreases!(); }
/// }
/// ```
pub use refine_spec_macros::loop_decreases;

/// Names for [refinement types](crate#refinement-types), with parameters or without. They are known in the whole crate, to
/// refine only: no type comes out.
///
/// ```
/// use refine_spec::*;
///
/// alias! {
///     type Percent = u8{v: v <= 100};
///     type Below(n: int) = usize{v: v < n};
/// }
///
/// #[spec(fn(xs: &[u8], i: Below(xs.len())) -> Percent)]
/// fn at(xs: &[u8], i: usize) -> u8 {
///     xs[i].min(100)
/// }
/// # assert_eq!(at(&[200], 0), 100);
/// ```
///
/// ```compile_fail
/// use refine_spec::*;
///
/// alias! { type Percent: u8; }
/// ```
pub use refine_spec_macros::alias;

/// The value that an expression had when the function was called. Read by the checker in postconditions; as a function
/// it returns what it is given.
///
/// ```
/// use refine_spec::*;
///
/// #[ensures(|_| xs.len() == old(xs.len()) + 1)]
/// fn push_one(xs: &mut Vec<u8>) {
///     xs.push(1);
/// }
/// # push_one(&mut Vec::new());
/// ```
pub fn old<T>(value: T) -> T {
    value
}

/// Whether `test` holds for all of a range.
///
/// ```
/// use refine_spec::*;
///
/// let xs = [1, 2, 3];
/// assert!(forall(0..xs.len(), |i| xs[i] > 0));
/// assert!(!forall(0..xs.len(), |i| xs[i] > 1));
/// ```
pub fn forall<R: IntoIterator>(range: R, test: impl FnMut(R::Item) -> bool) -> bool {
    range.into_iter().all(test)
}

/// Whether `test` holds for one of a range at least.
///
/// ```
/// use refine_spec::*;
///
/// let xs = [1, 2, 3];
/// assert!(exists(0..xs.len(), |i| xs[i] == 3));
/// assert!(!exists(0..xs.len(), |i| xs[i] == 4));
/// ```
pub fn exists<R: IntoIterator>(range: R, test: impl FnMut(R::Item) -> bool) -> bool {
    range.into_iter().any(test)
}

/// Whether `conclusion` holds if `condition` does. In clauses also written `condition ==> conclusion`.
///
/// ```
/// use refine_spec::*;
///
/// assert!(implies(false, false));
/// assert!(!implies(true, false));
/// ```
pub fn implies(condition: bool, conclusion: bool) -> bool {
    !condition || conclusion
}
