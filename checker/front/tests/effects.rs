//! Effects: what is found, through what, and what is harmless.
#![allow(missing_docs)]
use refine_front::testing::{demo, load_crates, with, with_database};
use refine_front::{Context, CrateInput};

fn of_f(cx: &Context<'_>) -> Vec<String> {
    let item = cx.items.fns.iter().find(|item| item.def.path == "f").expect("a function `f`");
    item.def.effects.iter().map(|effect| effect.what.clone()).collect()
}

/// The effects of `f`.
fn effects(source: &str) -> Vec<String> {
    with(source, of_f)
}

/// The effects of `f` in a crate that depends on `dep`, of which that is the text.
fn with_dep(text: &str, source: &str) -> Vec<String> {
    with_other(text, source, false)
}

/// With another package of the user's, by its path.
fn with_member(text: &str, source: &str) -> Vec<String> {
    with_other(text, source, true)
}

fn with_other(text: &str, source: &str, is_by_path: bool) -> Vec<String> {
    let (name, root) = ("dep".to_owned(), "/demo/dep/lib.rs".to_owned());
    let dep = CrateInput { name, root, is_local: false, is_by_path, ..demo() };
    let own = CrateInput { deps: vec![("dep".to_owned(), 0)], ..demo() };
    let db = load_crates(vec![dep, own], &[("dep/lib.rs", text), ("src/lib.rs", source)]);
    with_database(&db, of_f)
}

const ABORTS: [&str; 1] = ["calls `std::process::abort`"];

#[test]
fn a_path_into_the_outside_is_an_effect_with_its_place() {
    with("fn f(x: u8) -> u8 { if x > 3 { std::process::exit(1) } x }", |cx| {
        let effect = &cx.items.fns[0].def.effects[0];
        assert_eq!(effect.what, "calls `std::process::exit`");
        assert_eq!(cx.spans.text(effect.span), "std::process::exit");
    });
}

#[test]
fn names_are_seen_through_imports_renames_and_globs() {
    assert_eq!(effects("use std::fs::File; fn f() { let _ = File::open(\"x\"); }"), ["calls `std::fs::File::open`"]);
    assert_eq!(
        effects("use std::fs as disk; fn f() { disk::remove_file(\"x\").ok(); }"),
        ["calls `std::fs::remove_file`"]
    );
    assert_eq!(effects("use std::{env::{self}}; fn f() { env::var(\"x\").ok(); }"), ["calls `std::env::var`"]);
    assert_eq!(effects("use std::fs::*; fn f() { File::open(\"x\").ok(); }").len(), 1);
    let value = "fn f() { use std::fs::File; let g = File::open::<&str>; g(\"x\").ok(); }";
    assert!(effects(value).contains(&"calls `std::fs::File::open`".to_owned()));
    let hidden = "mod m { pub use std::process::*; }";
    assert_eq!(effects(&format!("{hidden} fn f() {{ m::exit(1) }}")).len(), 1);
    assert_eq!(effects(&format!("{hidden} use m::*; fn f() {{ exit(1) }}")).len(), 1);
    assert_eq!(effects(&format!("{hidden} use m::exit; fn f() {{ exit(1) }}")).len(), 1);
}

#[test]
fn calls_are_followed() {
    assert_eq!(effects("fn f() { g() } fn g() { h(1); } fn h(_: u8) { std::process::abort() }"), ABORTS);
    assert_eq!(effects("struct S; impl S { fn go(&self) { std::process::abort() } } fn f(s: &S) { s.go() }"), ABORTS);
    let types = "struct S; impl S { fn new() -> S { std::process::abort() } } struct T; impl T { fn new() -> T { T } }";
    assert_eq!(effects(&format!("{types} fn f() {{ S::new(); }}")), ABORTS);
    assert_eq!(effects(&format!("{types} fn f() {{ T::new(); }}")), [""; 0]);
    let value = "fn bad(x: &u8) -> u8 { std::process::abort() } fn f(xs: &[u8]) { xs.iter().map(bad).count(); }";
    assert_eq!(effects(value), ABORTS);
    assert_eq!(effects("fn f() { fn g() { std::process::abort() } g() }"), ABORTS);
}

#[test]
fn what_is_read_from_memory_is_no_effect_and_what_is_opened_is() {
    let uses = "use std::io::{self, BufRead, BufReader, Cursor, Read};";
    for body in [
        "Cursor::new(b).read_to_end(&mut Vec::new()).ok();",
        "BufReader::new(b).lines().count();",
        "io::copy(&mut &b[..], &mut Vec::new()).ok();",
        "io::read_to_string(b).ok();",
        "b.bytes().count();",
        "BufReader::with_capacity(4, Cursor::new(b)).read_line(&mut String::new()).ok();",
    ] {
        assert_eq!(effects(&format!("{uses} fn f(b: &[u8]) {{ {body} }}")), [""; 0], "{body}");
    }
    for body in [
        "BufReader::new(io::stdin()).lines().count();",
        "io::stdin().read_line(&mut String::new()).ok();",
        "BufReader::new(std::fs::File::open(\"x\").unwrap()).lines().count();",
        "io::read_to_string(std::fs::File::open(\"x\").unwrap()).ok();",
    ] {
        assert!(!effects(&format!("{uses} fn f() {{ {body} }}")).is_empty(), "{body}");
    }
    let own =
        "struct S; impl Read for S { fn read(&mut self, _: &mut [u8]) -> io::Result<usize> { std::process::abort() } }";
    for body in [
        "S.read_to_end(&mut Vec::new()).ok();",
        "BufReader::new(S).lines().count();",
        "io::copy(&mut S, &mut Vec::new()).ok();",
        "io::read_to_string(S).ok();",
        "S.by_ref().take(3).bytes().count();",
        "let r: &mut dyn Read = &mut S; r.read_exact(&mut []).ok();",
    ] {
        assert_eq!(effects(&format!("{uses} {own} fn f() {{ {body} }}")), ABORTS, "{body}");
    }
}

#[test]
fn what_is_called_back_may_be_of_a_type_that_another_function_has() {
    let uses = "use std::io::{self, Read};";
    let own =
        "struct S; impl Read for S { fn read(&mut self, _: &mut [u8]) -> io::Result<usize> { std::process::abort() } }
        impl Iterator for S { type Item = u8; fn next(&mut self) -> Option<u8> { std::process::abort() } }";
    for body in [
        "fn pick() -> Box<dyn Read> { Box::new(S) } fn f() { io::read_to_string(pick()).ok(); }",
        "fn pick() -> impl Read { S } fn f() { io::read_to_string(pick()).ok(); }",
        "fn pick() -> Box<dyn Iterator<Item = u8>> { Box::new(S) } fn f() { pick().count(); }",
        "fn all<I: Iterator>(i: I) -> usize { i.count() } fn f() { all(S); }",
        "trait Src { type R: Read; fn open(&self) -> Self::R; } impl Src for u8 { type R = S; fn open(&self) -> S { S } }
            fn f<T: Src>(t: T) { io::copy(&mut t.open(), &mut Vec::new()).ok(); }",
        "struct H { s: S } impl H { fn new() -> H { H { s: S } } fn inner(&mut self) -> &mut dyn Read { &mut self.s } }
            fn f() { H::new().inner().read_to_end(&mut Vec::new()).ok(); }",
        "struct B { r: Box<dyn Read> } impl B { fn new() -> B { B { r: Box::new(S) } } }
            fn f(b: &mut B) { b.r.read(&mut []).ok(); }",
        "trait Named: Read { fn name(&self) -> u8 { 0 } } impl Named for S {}
            fn f(b: &mut Box<dyn Named>) { b.read(&mut []).ok(); }",
        "trait Named: Read {} impl<T: Read> Named for T {} fn f(b: &mut Vec<Box<dyn Named>>) { b[0].read(&mut []).ok(); }",
        "static M: std::sync::OnceLock<std::sync::Mutex<Box<dyn Read + Send>>> = std::sync::OnceLock::new();
            fn set() { M.set(std::sync::Mutex::new(Box::new(S))).ok(); }
            fn f() { M.get().unwrap().lock().unwrap().read_to_end(&mut Vec::new()).ok(); }",
    ] {
        assert!(!effects(&format!("{uses} {own} {body}")).is_empty(), "{body}");
    }
    let harmless = "fn pick() -> impl Iterator<Item = u8> { vec![1].into_iter() } fn g() { S.next(); }
        fn f() { pick().count(); }";
    assert_eq!(effects(&format!("{uses} {own} {harmless}")), [""; 0]);
}

#[test]
fn operators_drops_and_loops_are_calls_too() {
    let abort = "std::process::abort()";
    let add =
        format!("struct S; impl std::ops::Add for S {{ type Output = S; fn add(self, o: S) -> S {{ {abort} }} }}");
    assert_eq!(effects(&format!("{add} fn f(a: S, b: S) -> S {{ a + b }}")), ABORTS);
    let drop = format!("struct S; impl Drop for S {{ fn drop(&mut self) {{ {abort} }} }}");
    assert_eq!(effects(&format!("{drop} fn f() {{ let _ = S; }}")), ABORTS);
    assert_eq!(effects(&format!("{drop} fn f() {{ let _ = 1; }}")), [""; 0]);
    let from =
        format!("struct S; impl From<u8> for S {{ fn from(_: u8) -> S {{ {abort} }} }} impl S {{ fn own() {{}} }}");
    assert_eq!(effects(&format!("{from} fn f() -> S {{ 1u8.into() }}")), ABORTS);
    assert_eq!(effects(&format!("{from} fn f() -> S {{ From::from(1) }}")), ABORTS);
    assert_eq!(effects(&format!("{from} fn f() {{ S::own() }}")), [""; 0]);
    let next =
        format!("struct S; impl Iterator for S {{ type Item = u8; fn next(&mut self) -> Option<u8> {{ {abort} }} }}");
    assert_eq!(effects(&format!("{next} fn f(s: S) {{ for _ in s {{}} }}")), ABORTS);
}

#[test]
fn a_method_is_that_of_its_type() {
    let types = "
        pub struct Bad; impl Bad { fn go(&self) { std::process::abort() } } impl Tr for Bad { fn tr(&self) { self.go() } }
        pub struct Good; impl Good { fn go(&self) {} } pub trait Tr { fn tr(&self); } impl Tr for Good { fn tr(&self) {} }
        struct Holds { inner: Vec<Bad> } type Alias = Bad; struct Boxes(Box<dyn Tr>); static BAD: Bad = Bad;
        fn make() -> Holds { Holds { inner: vec![] } } fn some() -> impl Tr { Good } fn with(f: impl Fn(&Bad)) {}
    ";
    let count = |f: &str| effects(&format!("{types} {f}")).len();
    assert_eq!(count("fn f(x: &Good) { x.go() }"), 0);
    assert_eq!(count("fn f(x: &Good) { x.tr() }"), 0);
    assert_eq!(count("fn f(x: &Bad) { x.tr() }"), 1);
    assert_eq!(count("fn f(x: &Alias) { x.go() }"), 1);
    assert_eq!(count("fn f(x: &Holds) { x.inner[0].go() }"), 1);
    assert_eq!(count("fn f() { make().inner[0].go() }"), 1);
    assert_eq!(count("fn f() { with(|x| x.go()) }"), 1);
    assert_eq!(count("fn f() { BAD.go() }"), 1);
    assert_eq!(count("fn f() { some().tr() }"), 0);
    // Whose method it is, is not known: it may be anyone's.
    assert_eq!(count("fn f(x: &dyn Tr) { x.tr() }"), 1);
    assert_eq!(count("fn f(x: &Boxes) { x.0.tr() }"), 1);
    assert_eq!(count("fn f<T: Tr>(x: T) { x.tr() }"), 1);
}

#[test]
fn unsafe_code_and_foreign_functions_are_effects() {
    assert_eq!(effects("fn f(x: *const u8) -> u8 { unsafe { *x } }"), ["has an `unsafe` block"]);
    assert_eq!(effects("unsafe fn f() {}"), ["is `unsafe`"]);
    assert_eq!(effects("unsafe extern \"C\" { safe fn go(); } fn f() { go() }"), ["calls the foreign function `go`"]);
}

#[test]
fn macros_are_looked_into_or_suspected() {
    assert_eq!(effects("fn f() { println!(\"{}\", std::env::args().count()); }"), ["calls `std::env::args`"]);
    assert_eq!(effects("macro_rules! m { () => { std::process::abort() } } fn f() { m!() }"), ABORTS);
    assert_eq!(effects("macro_rules! m { ($x:expr) => { $x + 1 } } fn f() { m!(1); }"), [""; 0]);
    assert_eq!(effects("fn f() { rand::dice!(1); }").len(), 1);
    assert_eq!(effects("fn f() { unheard_of!(1); }").len(), 1);
}

#[test]
fn other_crates_are_suspected() {
    assert_eq!(effects("use refine_spec::*; fn f(x: u8) -> u8 { old(x) }"), [""; 0]);
    let text = "
        pub fn four() -> u8 { 4 } pub fn random() -> u8 { inner() } fn inner() -> u8 { std::env::args().count() as u8 }
        pub fn seed() -> u64 { unsafe { entropy() } } unsafe extern \"C\" { fn entropy() -> u64; }
        pub fn bits(x: f32) -> u32 { unsafe { std::mem::transmute(x) } }
        pub fn lost() -> u8 { nobody::knows() } pub fn unseen() -> u8 { std::net::TcpStream::connect(1).unwrap() }
    ";
    let effects = |source: &str| with_dep(text, source);
    // However harmless it looks: not all of another crate's text is seen.
    let outside = ["calls `dep::four`, which is outside the crate"];
    assert_eq!(effects("fn f() -> u8 { dep::four() }"), outside);
    assert_eq!(effects("use dep::*; fn f() -> u8 { four().wrapping_add(1) }"), outside);
    assert_eq!(effects("fn f() -> u8 { g() } fn g() -> u8 { dep::four() }"), outside);
    assert_eq!(
        effects("fn f() -> u8 { dep::random() }"),
        ["calls `dep::random`, through which `dep::inner` calls `std::env::args`"]
    );
    assert_eq!(
        effects("fn f() -> u64 { dep::seed() }"),
        ["calls `dep::seed`, which calls the foreign function `entropy`"]
    );
    assert_eq!(effects("fn f() -> u64 { g() } fn g() -> u64 { dep::seed() }").len(), 1);
    assert!(!effects("fn f() -> u64 { let g = dep::seed; g() }").is_empty());
    // Safe functions of others are taken to be safe; ours are looked at by those who write them.
    assert_eq!(effects("fn f() -> u32 { dep::bits(1.0) }"), ["calls `dep::bits`, which is outside the crate"]);
    assert_eq!(effects("fn f() -> u8 { dep::unseen() }").len(), 1);
    assert_eq!(effects("use refine_spec::*; #[requires(dep::random() > 3)] fn f() {}").len(), 1);
}

#[test]
fn the_users_other_packages_are_looked_into() {
    let text = "
        pub fn four() -> u8 { 4 } pub fn random() -> u8 { inner() } fn inner() -> u8 { std::env::args().count() as u8 }
        pub struct S(pub u8); pub trait Tr { fn go(&self) -> u8; }
        pub fn hidden(x: &dyn Tr) -> u8 { impl Tr for S { fn go(&self) -> u8 { std::process::abort() } } x.go() }
        pub fn raw(x: &u8) -> u8 { unsafe { *(x as *const u8) } }
        pub fn each(x: u8, f: impl Fn(u8) -> u8) -> u8 { f(x) }
    ";
    let effects = |source: &str| with_member(text, source);
    assert_eq!(effects("fn f() -> u8 { dep::four() }"), [""; 0]);
    assert_eq!(effects("use dep::*; fn f() -> u8 { four().wrapping_add(each(1, |x| x)) }"), [""; 0]);
    assert_eq!(effects("use refine_spec::*; #[requires(dep::four() > 3)] fn f() {}"), [""; 0]);
    assert_eq!(
        effects("fn f() -> u8 { dep::random() }"),
        ["calls `dep::random`, through which `dep::inner` calls `std::env::args`"]
    );
    assert_eq!(effects("fn f() -> u8 { dep::each(1, |_| std::process::abort()) }"), ABORTS);
    // What is inside of a function counts as well.
    assert!(!effects("fn f(x: u8) -> u8 { use dep::Tr; dep::S(x).go() }").is_empty());
    assert!(!effects("fn f(x: u8) -> u8 { dep::hidden(&dep::S(x)) }").is_empty());
    assert_eq!(effects("fn f(x: u8) -> u8 { dep::raw(&x) }").len(), 1);
    // Not all of it is there, so it may do anything.
    let missing = with_member("mod lost; pub fn four() -> u8 { 4 }", "fn f() -> u8 { dep::four() }");
    assert_eq!(missing, ["calls `dep::four`, which is outside the crate"]);
    let unexpanded = with_member("nothing!(); pub fn four() -> u8 { 4 }", "fn f() -> u8 { dep::four() }");
    assert_eq!(unexpanded, ["calls `dep::four`, which is outside the crate"]);
}

#[test]
fn values_that_only_a_clause_has_are_seen() {
    let bad = "std::process::abort()";
    let own = format!(
        "use refine_spec::*; pub struct V(pub u8); impl PartialEq<u8> for V {{ fn eq(&self, _: &u8) -> bool {{ {bad} }} }}
         impl PartialEq for V {{ fn eq(&self, _: &V) -> bool {{ {bad} }} }} impl std::str::FromStr for V {{ type Err = ();
         fn from_str(_: &str) -> Result<V, ()> {{ {bad} }} }} type W = V; const ONE: V = V(1); pub struct N {{ v: u8 }}
         impl std::ops::Neg for N {{ type Output = u8; fn neg(self) -> u8 {{ {bad} }} }} enum E {{ A(u8) }}
         impl std::ops::Deref for E {{ type Target = u8; fn deref(&self) -> &u8 {{ {bad} }} }} "
    );
    for clause in [
        "V(x) == 5u8",
        "W(x) == V(3)",
        "ONE == 5u8",
        "matches!(V(x) == 5u8, true)",
        "matches!(x, 3 if V(3) == V(x))",
        "\"3\".parse::<V>().is_ok()",
        "-N { v: x } == 3",
        "*E::A(x) == 3",
    ] {
        let found = effects(&format!("{own} #[requires({clause})] fn f(x: u8) {{}}"));
        assert!(!found.is_empty(), "{clause}");
        let found = effects(&format!("{own} #[requires(x == 5 && matches!(x, 5 | 6))] fn f(x: u8) {{}}"));
        assert_eq!(found, [""; 0]);
    }
}

#[test]
fn the_standard_library_may_call_any_method_of_its_traits() {
    let own = "use std::collections::*; use std::hash::*; use std::sync::Arc; use std::task::{Wake, Waker};
        #[derive(Default)] struct B; impl BuildHasher for B { type Hasher = std::hash::DefaultHasher;
        fn build_hasher(&self) -> std::hash::DefaultHasher { std::process::abort() } }
        struct F; impl Wake for F { fn wake(self: Arc<F>) { std::process::abort() } }
        struct I; impl Iterator for I { type Item = u8; fn next(&mut self) -> Option<u8> { std::process::abort() } } ";
    for f in [
        "fn f(x: u8) { let _: HashSet<u8, B> = [x].into_iter().collect(); }",
        "fn f(x: u8) { let mut all: HashMap<u8, u8, B> = HashMap::default(); all.insert(x, 1); }",
        "fn f() { let w: Waker = Arc::new(F).into(); w.wake(); }",
        "fn f() -> impl Iterator<Item = u8> { I }",
        "struct S(u8); impl From<S> for String { fn from(_: S) -> String { std::process::abort() } } \
         fn f(x: u8) { let _: String = S(x).into(); }",
    ] {
        assert_eq!(effects(&format!("{own} {f}")), ABORTS, "{f}");
    }
    assert_eq!(effects(&format!("{own} fn f(x: u8) -> u8 {{ x.wrapping_add(1) }}")), [""; 0]);
}

#[test]
fn what_constants_of_traits_and_types_hold_may_be_called() {
    let own =
        "fn ev(x: u8) -> u8 { std::process::abort() } struct A; struct G<T>(T); struct V { f: Option<fn(u8) -> u8> }
        trait Tr { const F: fn(u8) -> u8; const D: fn(u8) -> u8 = ev; const V: &'static V; }
        impl Tr for A { const F: fn(u8) -> u8 = ev; const V: &'static V = &V { f: Some(ev) }; }
        impl<T> G<T> { const F: fn(u8) -> u8 = ev; } trait W { const W: fn() -> !; }
        impl W for A { const W: fn() -> ! = std::process::abort; } ";
    for f in [
        "fn go<T: Tr>(x: u8) -> u8 { (T::F)(x) } fn f() -> u8 { go::<A>(1) }",
        "fn go<T: Tr>(x: u8) -> u8 { (T::D)(x) } fn f() -> u8 { go::<A>(1) }",
        "fn go<T: Tr>(x: u8) -> u8 { T::V.f.map_or(0, |g| g(x)) } fn f() -> u8 { go::<A>(1) }",
        "fn go<T: Tr>(x: u8) -> u8 { let f = const { T::F }; f(x) } fn f() -> u8 { go::<A>(1) }",
        "fn f() -> u8 { let f = <A as Tr>::F; f(1) }",
        "fn f() -> u8 { (G::<u8>::F)(1) }",
        "fn f() { (<A as W>::W)() }",
    ] {
        assert!(!effects(&format!("{own} {f}")).is_empty(), "{f}");
    }
    let own = "trait Tr { const F: fn(u8) -> u8; } struct A; impl Tr for A { const F: fn(u8) -> u8 = ev; } fn ev(x: u8) -> u8 { x } ";
    assert_eq!(effects(&format!("{own} fn f() -> u8 {{ (A::F)(1) }}")), [""; 0]);
    let member = "pub trait Tr { const F: fn(u8) -> u8; } pub struct A; impl Tr for A { const F: fn(u8) -> u8 = ev; }
        fn ev(x: u8) -> u8 { std::process::abort() } pub fn go<T: Tr>(x: u8) -> u8 { (T::F)(x) }";
    assert!(!with_member(member, "fn f() -> u8 { dep::go::<dep::A>(1) }").is_empty());
    assert!(!with_member(member, "use dep::Tr; fn f() -> u8 { (dep::A::F)(1) }").is_empty());
}

#[test]
fn what_clauses_and_runs_call_of_other_crates_is_seen() {
    let bad = "std::process::abort()";
    let text = format!(
        "pub struct D(pub u8); impl D {{ pub fn good(&self) -> bool {{ {bad} }} pub fn len(&self) -> usize {{ {bad} }} \
         pub fn fine(&self) -> bool {{ true }} }} impl std::ops::Add for &D {{ type Output = u8; \
         fn add(self, _: &D) -> u8 {{ {bad} }} }} pub trait Ext {{ fn asked(&self) -> bool; }} \
         impl Ext for u8 {{ fn asked(&self) -> bool {{ {bad} }} }}"
    );
    let with = |source: &str| with_dep(&text, &format!("use refine_spec::*; use dep::*; {source}"));
    for source in [
        "#[requires(d.good())] fn f(d: &D) {}",
        "#[requires(d.len() == 0)] fn f(d: &D) {}",
        "#[requires(d + d == 3)] fn f(d: &D) {}",
        "#[ensures(|_| x.asked())] fn f(x: u8) {}",
        "#[invariant(self.0.good())] struct I(D); fn f(i: &I) {}",
        "#[invariant(self.0.asked())] struct I(u8); fn f(i: &[I]) {}",
        "fn f(n: u8, d: &D) { let mut i = 0; while i < n { loop_invariant!(d.good()); i += 1; } }",
        "#[spec(fn(g: fn(u8{v: v.asked()}) -> u8))] fn f(g: impl Fn(u8) -> u8) {}",
    ] {
        let found = with(source);
        assert!(found.iter().any(|what| what.contains("std::process::abort")), "{source}: {found:?}");
    }
    // Whatever it does, it is another crate's; a method of this crate or of the standard library is not.
    assert!(with("#[requires(d.fine())] fn f(d: &D) {}").iter().any(|what| what.contains("outside the crate")));
    assert_eq!(with("#[requires(x.is_some())] fn f(x: Option<u8>) {}"), [""; 0]);
    assert_eq!(
        with("#[requires(x.mine())] fn f(x: My) {} struct My; impl My { fn mine(&self) -> bool { true } }"),
        [""; 0]
    );
}

#[test]
fn what_other_crates_call_without_saying_so_is_seen() {
    let bad = "std::process::abort()";
    // Beside the calls themselves.
    let is_told = |what: &String| !what.ends_with("which is outside the crate");
    let with = |text: &str, source: &str| with_dep(text, source).iter().filter(|what| is_told(what)).count();
    // What is dropped, dereferenced, read for the first time, and called through a trait or a pointer.
    let drop = format!("pub struct S(u8); impl Drop for S {{ fn drop(&mut self) {{ {bad} }} }} pub struct T(S);");
    assert_eq!(with(&drop, "fn f(s: dep::T) {}"), 1);
    assert_eq!(with(&drop, "fn f() -> Option<dep::T> { None }"), 1);
    assert_eq!(with(&drop, "fn f() {} fn g(s: dep::T) {}"), 0);
    let lazy = format!("pub static L: std::sync::LazyLock<u8> = std::sync::LazyLock::new(|| {bad});");
    assert_eq!(with(&lazy, "fn f() -> u8 { *dep::L }"), 1);
    assert_eq!(with(&format!("{lazy} pub fn get() -> u8 {{ *L }}"), "fn f() -> u8 { dep::get() }"), 1);
    let traits = format!(
        "pub trait Tr {{ fn go(&self); }} pub struct A; impl Tr for A {{ fn go(&self) {{ {bad} }} }} pub struct B; \
         impl Tr for B {{ fn go(&self) {{}} }} pub fn run(x: &dyn Tr) {{ x.go() }} pub fn all<T: Tr>(x: T) {{ x.go() }} \
         pub fn boxed(bad: bool) -> Box<dyn Tr> {{ if bad {{ Box::new(A) }} else {{ Box::new(B) }} }}"
    );
    assert_eq!(with(&traits, "fn f() { dep::run(&dep::A) }"), 1);
    assert_eq!(with(&traits, "fn f() { dep::run(&dep::B); dep::all(dep::B) }"), 0);
    assert_eq!(with(&traits, "fn f() { dep::all(dep::A) }"), 1);
    assert_eq!(with(&traits, "fn f() { dep::boxed(true).go() } use dep::Tr;"), 1);
    let own = format!("struct Own; impl dep::Tr for Own {{ fn go(&self) {{ {bad} }} }}");
    assert_eq!(with(&traits, &format!("{own} fn f() {{ dep::all(Own) }}")), 1);
    assert_eq!(with(&traits, &format!("{own} fn f(x: &dyn dep::Tr) {{ dep::run(x) }}")), 1);
    // What the standard library calls of theirs and of ours.
    let ord = format!(
        "#[derive(PartialEq, Eq)] pub struct K; impl PartialOrd for K {{ fn partial_cmp(&self, o: &K) -> \
         Option<std::cmp::Ordering> {{ Some(self.cmp(o)) }} }} impl Ord for K {{ fn cmp(&self, _: &K) -> \
         std::cmp::Ordering {{ {bad} }} }} pub fn sort<T: Ord>(xs: &mut [T]) {{ xs.sort() }}"
    );
    assert_eq!(with(&ord, "fn f(mut xs: Vec<dep::K>) { xs.sort() }"), 1);
    assert_eq!(with(&ord, "fn f(xs: &[dep::K]) {}"), 0);
    let own = ord.replace("pub fn sort<T: Ord>(xs: &mut [T]) { xs.sort() }", "");
    let sort = "pub fn sort<T: Ord>(xs: &mut [T]) { xs.sort() }";
    assert_eq!(with(sort, &format!("{own} fn f(mut xs: Vec<K>) {{ dep::sort(&mut xs) }}")), 1);
    let hash = format!(
        "#[derive(Default)] pub struct H; impl std::hash::Hasher for H {{ fn finish(&self) -> u64 {{ 0 }} \
         fn write(&mut self, _: &[u8]) {{ {bad} }} }} pub type S = std::hash::BuildHasherDefault<H>;"
    );
    assert_eq!(with(&hash, "fn f(m: &std::collections::HashMap<u8, u8, dep::S>) -> bool { m.contains_key(&1) }"), 1);
    // Functions that are kept: theirs in a table, ours in their hands.
    let table = format!("static T: [fn() -> u8; 1] = [bad]; fn bad() -> u8 {{ {bad} }} pub fn at() -> u8 {{ T[0]() }}");
    assert_eq!(with(&table, "fn f() -> u8 { dep::at() }"), 1);
    let call = "pub struct C(fn() -> u8); impl C { pub fn new(f: fn() -> u8) -> C { C(f) } pub fn go(&self) -> u8 { (self.0)() } }";
    assert_eq!(
        with(
            call,
            &format!(
                "fn f(c: &dep::C) -> u8 {{ c.go() }} fn g() -> dep::C {{ dep::C::new(h) }} fn h() -> u8 {{ {bad} }}"
            )
        ),
        1
    );
    // More than can be looked into.
    let many: String = (0..300).map(|at| format!("pub fn f{at}() {{ f{}() }} ", at + 1)).collect();
    assert_eq!(with(&format!("{many} fn f300() {{}}"), "fn f() { dep::f0() }"), 1);
    assert_eq!(with(&format!("{many} fn f300() {{}}"), "fn f() { dep::f250() }"), 0);
}

#[test]
fn printing_formatting_and_plain_data_are_harmless() {
    let text = r#"
        use std::fmt::Write as _; use std::time::Duration;
        struct Point { env: u8 }
        fn f(d: Duration) -> usize {
            let process = 3; let fs = Point { env: process };
            println!("{}", fs.env); eprintln!("x");
            let mut s = String::new(); write!(s, "{d:?}").ok(); std::mem::swap(&mut 1, &mut 2); vec![1; 3].len()
        }
    "#;
    assert_eq!(effects(text), [""; 0]);
}

#[test]
fn a_clause_that_reaches_out_is_refused_and_still_counts() {
    let source = "
        use refine_spec::*;
        #[requires(p(x))] #[ensures(|r| std::fs::write(\"a\", \"b\").is_ok())] #[ensures(|r| *r > x)] fn f(x: u8) -> u8 { x }
        fn p(x: u8) -> bool { std::process::exit(3) }
        #[requires(q(x))] fn g(x: u8) {}
        fn q(x: u8) -> bool { unsafe { true } }
        fn h(x: u8) { g(x) }
    ";
    with(source, |cx| {
        let program = refine_front::program::program(cx).program;
        let errors: Vec<_> = program.diagnostics.iter().filter(|each| each.error).collect();
        let refused = "a clause must not change anything, and this one calls";
        let messages: Vec<String> = errors.iter().map(|each| format!("{} {}", each.code, each.message)).collect();
        let wanted = [format!("E0101 {refused} `std::process::exit`"), format!("E0101 {refused} `std::fs::write`")];
        assert!(wanted.iter().all(|each| messages.contains(each)), "{messages:?}");
        // What is in a clause may be run with the function, and with its callers.
        let has = |name: &str, what: &str| {
            let item = cx.items.fns.iter().find(|item| item.def.name == name).expect("a function");
            item.def.effects.iter().any(|effect| effect.what == what)
        };
        assert!(has("f", "calls `std::process::exit`"));
        assert!(has("g", "has an `unsafe` block") && has("h", "has an `unsafe` block"));
    });
}

#[test]
fn the_column_of_a_place_is_another_one_in_the_copy_that_is_run() {
    let column = ["asks for its column, which is another one in the copy that runs are made of"];
    assert_eq!(effects("fn f() -> u32 { column!() }"), column);
    assert_eq!(effects("use std::column as place; fn f() -> u32 { g() } fn g() -> u32 { place!() }"), column);
    assert!(effects("fn f() -> u32 { line!() }").is_empty());
}
