//! Crates of several files, editions, and what is wrong with files.
#![allow(missing_docs)]
use refine_core::program::{Branch, ProbePoint};
use refine_front::testing::{Memory, demo, load_bare, with_database};
use refine_front::{Context, CrateInput, undecided};

fn paths(cx: &Context<'_>) -> Vec<String> {
    cx.items.fns.iter().map(|item| item.def.path.clone()).collect()
}

fn codes(cx: &Context<'_>) -> Vec<String> {
    cx.items.diagnostics.iter().map(|each| format!("{}: {}", each.code, each.message)).collect()
}

#[test]
fn modules_in_files() {
    let files = [
        (
            "src/lib.rs",
            "mod a; mod b; #[path = \"elsewhere/c.rs\"] mod c; mod inline { mod d; } #[path = \"../out/e.rs\"] mod e;",
        ),
        ("src/a.rs", "pub fn in_a() {} mod deep;"),
        ("src/a/deep.rs", "fn in_deep() {}"),
        ("src/b/mod.rs", "fn in_b() {}"),
        ("src/elsewhere/c.rs", "fn in_c() {}"),
        ("src/inline/d.rs", "fn in_d() {}"),
        ("out/e.rs", "fn in_e() {} mod f;"),
        ("out/f.rs", "fn in_f() {}"),
    ];
    let db = load_bare(vec![demo()], &files);
    with_database(&db, |cx| {
        let want = ["a::in_a", "a::deep::in_deep", "b::in_b", "c::in_c", "inline::d::in_d", "e::in_e", "e::f::in_f"];
        assert_eq!(paths(cx), want);
        assert_eq!(codes(cx), [""; 0]);
        let shown: Vec<_> =
            cx.items.fns.iter().map(|it| cx.spans.sources().file(it.def.span.file).path.clone()).collect();
        assert_eq!(shown[1], "src/a/deep.rs");
        assert_eq!(shown[5], "out/e.rs");
    });
}

#[test]
fn editions() {
    let source = "
        mod util { pub fn helper() {} }
        mod user { use util::helper; pub fn f() { helper() } }
        fn dyn_() {} fn async() {}
    ";
    let of = |edition: &str| {
        let db = load_bare(vec![CrateInput { edition: edition.to_owned(), ..demo() }], &[("src/lib.rs", source)]);
        with_database(&db, |cx| (paths(cx).len(), codes(cx).len()))
    };
    assert_eq!(of("2015"), (4, 0));
    // `async` is a keyword.
    assert!(of("2018").1 > 0);
    assert!(of("2024").1 > 0);
}

#[test]
fn names_through_globs_and_crates() {
    let dep = CrateInput { name: "dep".to_owned(), root: "/demo/dep/lib.rs".to_owned(), is_local: false, ..demo() };
    let own = CrateInput { deps: vec![("renamed".to_owned(), 0)], ..demo() };
    let files = [
        (
            "dep/lib.rs",
            "pub mod m { pub struct Thing(pub u8); } #[macro_export] macro_rules! made { ($n:ident) => { fn $n() {} } }",
        ),
        (
            "src/lib.rs",
            "use renamed::m::*; mod inner { pub use super::Thing; } fn f(x: inner::Thing) {} renamed::made!(g);",
        ),
    ];
    let db = load_bare(vec![dep, own], &files);
    with_database(&db, |cx| {
        assert_eq!(paths(cx), ["f", "g"]);
        let ty = format!("{:?}", cx.items.fns[0].def.params[0].ty);
        let def = cx.types.adts();
        assert_eq!(def[0].path, "dep::m::Thing", "{ty}");
    });
}

#[test]
fn faulty_files() {
    let files = [("src/lib.rs", "mod gone; mod bad; fn fine() {}"), ("src/bad.rs", "fn a() { let x = ; } fn b() {}")];
    let db = load_bare(vec![demo()], &files);
    with_database(&db, |cx| {
        let codes = codes(cx);
        assert!(codes[0].starts_with("E0001: `src/bad.rs` does not parse"), "{codes:?}");
        assert_eq!(codes[1], "E0002: the file of the module `gone` is missing or is not valid UTF-8");
        let doubted = |name: &str| cx.items.fns.iter().find(|it| it.def.name == name).map(|it| it.doubted.clone());
        assert_eq!(doubted("b"), Some(Some("a file that does not parse".to_owned())));
        assert_eq!(doubted("fine"), Some(None));
    });
    let none = load_bare(vec![demo()], &[]);
    with_database(&none, |cx| {
        assert_eq!(codes(cx), ["E0002: the crate's root file `src/lib.rs` is missing or is not valid UTF-8"])
    });
}

#[test]
fn places_after_a_byte_order_mark() {
    let db = load_bare(vec![demo()], &[("src/lib.rs", "\u{feff}#!/usr/bin/env run\nfn found() {}")]);
    with_database(&db, |cx| {
        assert_eq!(codes(cx), [""; 0]);
        assert_eq!(cx.spans.text(cx.items.fns[0].def.span), "found");
        assert!(cx.spans.sources().file(cx.items.fns[0].def.span.file).text.starts_with('\u{feff}'));
    });
}

#[test]
fn what_a_build_script_decides() {
    let of = |source: &str| {
        let files = [("src/lib.rs", source)];
        let krate = CrateInput { unasked: Some(vec!["known".to_owned()]), ..demo() };
        let name = undecided(&krate, &Memory::new(&files)).map(|it| it.name);
        let db = load_bare(vec![krate], &files);
        let doubted = with_database(&db, |cx| {
            let all = cx.items.fns.iter().filter(|item| item.doubted.is_some());
            all.map(|item| item.def.path.clone()).collect::<Vec<_>>().join(" ")
        });
        (name.unwrap_or_default(), doubted)
    };
    #[track_caller]
    fn check((name, doubted): (String, String), expected: (&str, &str)) {
        assert_eq!((name.as_str(), doubted.as_str()), expected);
    }
    check(of("#[cfg(any(unix, has_it))] fn f() {}"), ("", ""));
    check(of("#[cfg(feature = \"known\")] fn f() {} #[cfg(target_os = \"none\")] fn g() {}"), ("", ""));
    check(of("#[cfg_attr(has_it, doc(hidden))] fn f() {}"), ("", ""));
    // What mentions the function, and what does not.
    let other = "#[cfg(has_it)] fn f() {} #[cfg(not(has_it))] fn f() {} fn g() { f() } fn h() {}";
    check(of(other), ("cfg `has_it`", "f g"));
    let own = "fn f() -> bool { cfg!(all(unix, feature = \"other\")) } fn g() { f(); } fn h() {}";
    check(of(own), ("cfg `feature = \"other\"`", "f"));
    // By way of other items.
    let by_const = "#[cfg(has_it)] const A: u8 = 1; const B: u8 = A; fn f() -> u8 { B } fn g() {}";
    check(of(by_const), ("cfg `has_it`", "f"));
    let by_type = "struct S { #[cfg(has_it)] x: u8 } impl S { fn f(&self) {} } fn g(s: &S) {} fn h() {}";
    check(of(by_type), ("cfg `has_it`", "S::f g"));
    let by_signature = "#[cfg(has_it)] type A = u8; fn f() -> A { 1 } fn g() { f(); } fn h() {}";
    check(of(by_signature), ("cfg `has_it`", "f g"));
    let by_macro = "macro_rules! m { () => { cfg!(has_it) } } fn f() -> bool { m!() } fn g() {}";
    check(of(by_macro), ("cfg `has_it`", "f"));
    let by_impl =
        "struct S; trait T { fn t(&self) {} } #[cfg(has_it)] impl T for S {} fn f(s: S) { s.t() } fn g(s: S) {}";
    check(of(by_impl), ("cfg `has_it`", "T::t f"));
    let by_foreign_impl =
        "struct S; #[cfg(has_it)] impl Clone for S { fn clone(&self) -> S { S } } fn f(s: S) {} fn g() {}";
    check(of(by_foreign_impl), ("cfg `has_it`", "f"));
    let of_any =
        "trait T { fn t(&self) {} } #[cfg(has_it)] impl<X> T for X {} fn f<X: T>() {} fn g() { 1u8.t() } fn h() {}";
    check(of(of_any), ("cfg `has_it`", "T::t f g"));
    let within = "trait T { fn a(&self) {} fn b(&self) {} } impl T for u8 { #[cfg(has_it)] fn a(&self) {} }
        fn f() { 1u8.a() } fn g() { 1u8.b() }";
    check(of(within), ("cfg `has_it`", "T::a f"));
    let associated = "trait T { type A; fn a(&self) -> Self::A; } impl T for u8 {
        #[cfg(has_it)] type A = u8; #[cfg(not(has_it))] type A = u16; fn a(&self) -> Self::A { 1 } } fn f() { 1u8.a(); } fn h() {}";
    check(of(associated), ("cfg `has_it`", "u8::a f"));
    // What is not compiled whatever the script says.
    check(of("#[cfg(test)] mod tests { #[cfg(has_it)] impl Drop for S {} } struct S; fn g() {}"), ("", ""));
    // What names do not tell.
    for anything in [
        "#[cfg_attr(has_it, path = \"x.rs\")] mod f; fn g() {}",
        "mod m {} #[cfg(has_it)] use m::*; fn g() {}",
        "struct S; #[cfg(has_it)] impl Drop for S {} fn g() {}",
        "mod a {} mod b {} #[cfg(has_it)] use a as m; #[cfg(not(has_it))] use b as m; use m::*; fn g() {}",
        "#[cfg(has_it)] unseen!(); fn g() {}",
        "macro_rules! m { () => { #[cfg(has_it)] impl T for u8 {} } } trait T {} fn f() { m!(); } fn g() {}",
    ] {
        let (_, doubted) = of(anything);
        assert!(doubted.split(' ').any(|path| path == "g"), "{anything}: {doubted}");
    }
}

#[test]
fn what_a_build_script_decides_of_macros() {
    #[track_caller]
    fn check(source: &str, expected: &str) {
        let krate = CrateInput { unasked: Some(Vec::new()), ..demo() };
        let db = load_bare(vec![krate], &[("src/lib.rs", source)]);
        with_database(&db, |cx| {
            let all = cx.items.fns.iter().filter(|item| item.doubted.is_some());
            assert_eq!(all.map(|item| item.def.path.clone()).collect::<Vec<_>>().join(" "), expected);
        });
    }
    // What a macro makes is seen where it is called.
    check("macro_rules! m { ($n:ident) => { #[cfg(has_it)] fn $n() {} } } m!(f); fn g() {} fn h() { f() }", "h");
    let twins =
        "macro_rules! m { ($n:ident) => { #[cfg(has_it)] fn $n() {} #[cfg(not(has_it))] fn $n() {} fn other() {} } }
        m!(f); fn g() {} fn h() { f() }";
    check(twins, "f h");
    let nested = "macro_rules! inner { ($n:ident) => { fn $n() -> bool { cfg!(has_it) } } }
        macro_rules! outer { ($n:ident, $m:ident) => { inner!($n); fn $m() -> bool { true } } }
        outer!(f, g); fn h() { f(); } fn i() { g(); }";
    check(nested, "f");
    let in_impl =
        "macro_rules! m { ($n:ident) => { #[cfg(has_it)] fn $n(&self) {} #[cfg(not(has_it))] fn $n(&self) {} } }
        trait T { fn a(&self); fn b(&self) {} } impl T for u8 { m!(a); } fn f() { 1u8.a() } fn g() { 1u8.b() }";
    check(in_impl, "u8::a f");
    // One that is called under a condition, or another in its place.
    let choice = "macro_rules! m { ($n:ident, $e:expr) => { fn $n() -> u8 { $e } } } #[cfg(has_it)] m!(f, 1);
        #[cfg(not(has_it))] m!(f, 2); fn g() {} fn h() { f(); }";
    check(choice, "f h");
    let other = "#[cfg(has_it)] macro_rules! m { () => { fn f() {} } } #[cfg(not(has_it))] macro_rules! m { () => { fn f() {} } }
        m!(); fn g() {}";
    check(other, "f g");
    // In a body it is the name that counts.
    check("macro_rules! m { () => { cfg!(has_it) } } fn f() -> bool { m!() } fn g() {} fn h() { f(); }", "f");
}

#[test]
fn what_the_build_script_of_a_dependency_decides() {
    #[track_caller]
    fn check(dep: &str, source: &str, expected: &str) {
        let of_dep = CrateInput {
            name: "dep".to_owned(),
            root: "/demo/dep/lib.rs".to_owned(),
            is_local: false,
            unasked: Some(Vec::new()),
            ..demo()
        };
        let own = CrateInput { deps: vec![("dep".to_owned(), 0)], ..demo() };
        let db = load_bare(vec![of_dep, own], &[("dep/lib.rs", dep), ("src/lib.rs", source)]);
        with_database(&db, |cx| {
            let all = cx.items.fns.iter().filter(|item| item.doubted.is_some());
            assert_eq!(all.map(|item| item.def.path.clone()).collect::<Vec<_>>().join(" "), expected);
        });
    }
    // Anything may be different in it.
    let all = "pub trait Half { fn half(&self) {} } impl Half for u8 {} pub mod m { pub fn size() {} } pub fn new() {} pub struct S;
        #[cfg(has_it)] impl Drop for S {}";
    check(all, "fn f() { dep::new() } fn new() {} fn g() { new() } fn half() {} fn h() { half() }", "f");
    check(all, "use dep::S; fn f(s: S) {} fn half() {} fn h() { half() }", "f");
    check(all, "use dep::Half; fn f() { 1u8.half() } fn g() {}", "f");
    check(all, "use dep::Half as _; fn f() { 1u8.half() } fn g() {}", "f");
    check(all, "mod inner { pub use dep::Half as Other; } use inner::Other; fn f() { 1u8.half() } fn g() {}", "f");
    check(all, "trait Own: dep::Half {} fn f<T: Own>(x: T) { x.half() } fn g() {}", "f");
    check(all, "fn f(x: &dyn dep::Half) { x.half() } fn g() {}", "f");
    check(all, "use dep::*; fn f() {}", "f");
    check(all, "use dep::m; mod inner { use super::m::*; } fn f() {}", "f");
    // Some names may.
    let some = "#[cfg(has_it)] pub fn a() {} #[cfg(not(has_it))] pub fn a() {} pub fn b() {}";
    check(some, "fn f() { dep::a() } fn g() { dep::b() } fn a() {} fn h() { a() }", "f");
    check(some, "use dep::*; fn f() { a() } fn g() { b() }", "f");
    check(some, "use dep::a as other; fn f() { other() } fn g() {}", "f");
    check(some, "fn by() { dep::a() } fn f() { by() }", "by");
}

#[test]
fn a_condition_in_a_macro_is_the_callers() {
    let dep = CrateInput { name: "dep".to_owned(), root: "/demo/dep/lib.rs".to_owned(), is_local: false, ..demo() };
    let own = CrateInput { deps: vec![("dep".to_owned(), 0)], unasked: Some(Vec::new()), ..demo() };
    let files = [
        (
            "dep/lib.rs",
            "#[macro_export] macro_rules! m { () => { cfg!(has_it) } } #[macro_export] macro_rules! n { () => { 1 } }",
        ),
        ("src/lib.rs", "fn f() -> bool { dep::m!() } fn g() -> u8 { dep::n!() }"),
    ];
    let db = load_bare(vec![dep, own], &files);
    with_database(&db, |cx| {
        let all = cx.items.fns.iter().filter(|item| item.doubted.is_some());
        assert_eq!(all.map(|item| item.def.path.clone()).collect::<Vec<_>>(), ["f"]);
    });
}

#[test]
fn edits() {
    let mut db = load_bare(vec![demo()], &[("src/lib.rs", "fn before() {}")]);
    with_database(&db, |cx| assert_eq!(paths(cx), ["before"]));
    assert!(db.edit("/demo/src/lib.rs", "fn after() {}"));
    with_database(&db, |cx| assert_eq!(paths(cx), ["after"]));
    assert!(!db.edit("/demo/src/other.rs", ""));
}

/// The body of `f` with what counts how often control gets to a marked place.
fn probe(body: &str, mark: &str) -> String {
    probe_in(&format!("fn f(c: bool) {{ {body} }}"), mark)
        .map_or_else(|| "nowhere".to_owned(), |text| text["fn f(c: bool) { ".len()..text.len() - " }".len()].to_owned())
}

fn probe_in(source: &str, mark: &str) -> Option<String> {
    let db = load_bare(vec![demo()], &[("src/lib.rs", source)]);
    with_database(&db, |cx| {
        let item = &cx.items.fns[0];
        let start = source.find(mark).expect("the mark") as u32;
        let place = refine_core::span::Span { start, end: start + mark.len() as u32, ..item.def.span };
        let point = refine_front::items::probe(cx, item.id, place)?;
        let (before, inside) = source.split_at(point.span().start as usize);
        let (inside, after) = inside.split_at((point.span().end - point.span().start) as usize);
        Some(match point {
            ProbePoint::Before(_) => format!("{before}#; {inside}{after}"),
            ProbePoint::Block(_) => format!("{before}{{ #; {inside} }}{after}"),
            ProbePoint::After(_) => format!("{before}({inside}, #).0{after}"),
            ProbePoint::Else(_) => format!("{before}{inside} else {{ #; }}{after}"),
        })
    })
}

#[test]
fn a_probe_is_evaluated_exactly_when_its_place_is() {
    for (body, mark, counted) in [
        ("let a = 1; let b = a / 2;", "a / 2", "let a = 1; #; let b = a / 2;"),
        ("if c { let b = a / 2; }", "a / 2", "if c { #; let b = a / 2; }"),
        ("if a > 1 { g(a); }", "a > 1", "#; if a > 1 { g(a); }"),
        ("match c { true => 1 / 2, _ => { 3 / 4 } };", "1 / 2", "match c { true => { #; 1 / 2 }, _ => { 3 / 4 } };"),
        ("match c { true => 1 / 2, _ => { 3 / 4 } };", "3 / 4", "match c { true => 1 / 2, _ => { #; 3 / 4 } };"),
        ("match c { x if 1 / 2 > 0 => 1, _ => 2 };", "1 / 2", "match c { x if { #; 1 / 2 > 0 } => 1, _ => 2 };"),
        ("let g = |x: u8| 1 / x;", "1 / x", "let g = |x: u8| { #; 1 / x };"),
        ("let Some(x) = y else { return 1 / 0; };", "1 / 0", "let Some(x) = y else { #; return 1 / 0; };"),
        ("c && 1 / 2 > 0 && c", "1 / 2", "c && { #; 1 / 2 > 0 } && c"),
        ("while c || 1 / 2 > 0 {}", "1 / 2", "while c || { #; 1 / 2 > 0 } {}"),
        ("if let Some(x) = y && 1 / x > 0 {}", "1 / x", "if let Some(x) = y && { #; 1 / x > 0 } {}"),
        ("if c && let Some(x) = g(1 / 2) {}", "1 / 2", "nowhere"),
        ("let b = g()? / 2;", "g()? / 2", "let b = (g()?, #).0 / 2;"),
        ("let b = g(h()?, a / 2, i()?);", "a / 2", "let b = g((h()?, #).0, a / 2, i()?);"),
        ("xs[i] = g()?;", "xs[i]", "xs[i] = (g()?, #).0;"),
        ("g(|| h()?) + 1 / 2;", "1 / 2", "#; g(|| h()?) + 1 / 2;"),
        ("g(if c { return } else { 1 }, 1 / 2);", "1 / 2", "g((if c { return } else { 1 }, #).0, 1 / 2);"),
        ("g({ if c { return } 1 }, 1 / 2);", "1 / 2", "g({ if c { return }#;  1 }, 1 / 2);"),
    ] {
        assert_eq!(probe(body, mark), counted, "{body}: {mark}");
    }
}

#[test]
fn a_probe_is_never_in_what_is_evaluated_at_compile_time_or_in_a_macro() {
    let macros =
        "macro_rules! both { ($a:expr, $b:expr) => { $a && $b }; } macro_rules! all { ($a:expr) => { g($a) }; } ";
    let at = |body: &str, mark: &str| probe(&format!("{macros}{body}"), mark).replace(macros, "");
    assert_eq!(at("let a = const { let b = 1 / 2; b };", "1 / 2"), "nowhere");
    assert_eq!(at("let a = [0; { let n = 1 / 2; n }];", "1 / 2"), "nowhere");
    assert_eq!(at("let a = all!({ let n = 1 / 2; n > 0 });", "1 / 2"), "#; let a = all!({ let n = 1 / 2; n > 0 });");
    assert_eq!(at("both!(1 / 2 > 0, c);", "1 / 2"), "#; both!(1 / 2 > 0, c);");
    assert_eq!(at("both!(c, 1 / 2 > 0);", "1 / 2"), "nowhere");
    assert_eq!(at("c || both!(1 / 2 > 0, c);", "1 / 2"), "c || { #; both!(1 / 2 > 0, c) };");
    assert_eq!(at("both!(c, c);", "both!(c, c)"), "nowhere");
    assert_eq!(at("const K: u8 = { let n = 1 / 2; n };", "1 / 2"), "nowhere");
    assert!(probe_in("fn f(x: u8) -> u8 { 1 / x }", "1 / x").is_some());
}

#[test]
fn the_last_operand_of_an_operation() {
    let last = |body: &str, mark: &str| {
        let source = format!("macro_rules! less {{ ($a:expr) => {{ $a - 1 }}; }} fn f(c: bool) {{ {body} }}");
        let db = load_bare(vec![demo()], &[("src/lib.rs", &source)]);
        with_database(&db, |cx| {
            let item = &cx.items.fns[0];
            let start = source.find(mark).expect("the mark") as u32;
            let place = refine_core::span::Span { start, end: start + mark.len() as u32, ..item.def.span };
            let found = refine_front::items::last_operand(cx, item.id, place)?;
            Some(source[found.start as usize..found.end as usize].to_owned())
        })
    };
    for (body, mark, operand) in [
        ("let x = a + b + c;", "a + b + c", Some("c")),
        ("let x = a + b + c;", "a + b", Some("b")),
        ("x += y * 2;", "x += y * 2", Some("y * 2")),
        ("v[i][j + 1] = 3;", "v[i][j + 1]", Some("j + 1")),
        ("let s = &v[i..j];", "v[i..j]", Some("i..j")),
        ("let g = |x: u8| n - 1 - x;", "n - 1 - x", Some("x")),
        ("let x = less!(a - b);", "less!(a - b)", None),
        ("let x = less!(a - b);", "a - b", None),
        ("let x = a.max(b);", "a.max(b)", None),
    ] {
        assert_eq!(last(body, mark).as_deref(), operand, "{body}: {mark}");
    }
}

/// The branches of `f`, each as the text of its place and how many ways of it are counted.
fn branches(body: &str) -> Vec<String> {
    let source = format!("fn f(c: bool, d: bool, y: Option<u8>) {{ {body} }}");
    let db = load_bare(vec![demo()], &[("src/lib.rs", &source)]);
    with_database(&db, |cx| {
        let found = refine_front::items::branches(cx, cx.items.fns[0].id);
        let text = |branch: &Branch| {
            let span = branch.span();
            let ways = if branch.has_two_ways() { 2 } else { 1 };
            format!("{} {ways}", &source[span.start as usize..span.end as usize])
        };
        found.iter().map(text).collect()
    })
}

#[test]
fn branches_are_conditions_and_patterns() {
    assert_eq!(branches("if c { g() } else if d { h() }"), ["c 2", "d 2"]);
    assert_eq!(branches("if c && (d || g()) {}"), ["c && (d || g()) 2", "c 2", "d 2", "g() 2"]);
    assert_eq!(branches("let a = c || d; while a {}"), ["c 2", "d 2", "a 2"]);
    assert_eq!(branches("if let Some(x) = y {} else {}"), ["let Some(x) = y 2"]);
    assert_eq!(branches("if let Some(x) = y && x > 1 {}"), ["let Some(x) = y && x > 1 2", "x > 1 2"]);
    assert_eq!(branches("while let Some(x) = y {}"), ["let Some(x) = y 1"]);
    assert_eq!(branches("match y { Some(x) if c => 1, _ => 2 };"), ["Some(x) 1", "c 2", "_ 1"]);
    assert_eq!(branches("let Some(x) = y else { return };"), ["Some(x) = y 2"]);
    assert_eq!(branches("let g = |x: u8| if c { 1 } else { 2 };"), ["c 2"]);
    let is = "macro_rules! is { ($e:expr, $p:pat) => { match $e { $p => true, _ => false } } }";
    assert_eq!(branches(&format!("{is} let a = is!(y, Some(3));")), ["is!(y, Some(3)) 2"]);
    assert_eq!(branches(&format!("{is} if is!(y, Some(3)) {{}}")), ["is!(y, Some(3)) 2"]);
    // Not what is evaluated at compile time, what a macro gets, nor what is not compiled.
    assert!(branches("let a = const { if true { 1 } else { 2 } }; assert!(c && d); match c { _ => () }").is_empty());
    assert!(branches("#[cfg(not_set)] if c {} fn g(c: bool) { if c {} }").is_empty());
}

#[test]
fn raw_identifiers_and_unknown_types() {
    let source =
        "mod r#mod { pub struct S { pub r#type: u8, x: Nowhere } pub fn r#fn(r#in: &Nowhere, b: u8) -> Gone<u8> {} }";
    let db = load_bare(vec![demo()], &[("src/lib.rs", source)]);
    with_database(&db, |cx| {
        let def = &cx.items.fns[0].def;
        assert_eq!((def.path.as_str(), def.name.as_str()), ("r#mod::r#fn", "r#fn"));
        assert_eq!(cx.items.modules[1].name, "r#mod");
        let params: Vec<_> = def.params.iter().map(|param| format!("{}: {:?}", param.name, param.ty)).collect();
        assert_eq!(params, ["r#in: Opaque(\"&Nowhere\")", "b: Int(U8)"]);
        assert_eq!(format!("{:?}", def.ret), "Opaque(\"Gone<u8>\")");
        let fields = cx.types.with_adt(refine_core::ids::AdtId(0), |def| def.variants[0].fields.clone());
        assert_eq!(fields[0].name, "r#type");
        assert_eq!(format!("{:?}", fields[1].ty), "Opaque(\"Nowhere\")");
    });
}

#[test]
fn included_files() {
    let files = [
        ("src/lib.rs", "include!(\"../more.in\"); mod m { include!(concat!(env!(\"OUT_DIR\"), \"/gen.rs\")); }"),
        ("more.in", "fn more() {}"),
        ("out/gen.rs", "fn generated() { fn inner() {} }"),
    ];
    let env = vec![("OUT_DIR".to_owned(), "/demo/out".to_owned())];
    // The macros are the standard library's.
    let db = refine_front::testing::load(CrateInput { env, ..demo() }, &files);
    with_database(&db, |cx| {
        assert_eq!(paths(cx), ["more", "m::generated", "m::generated::inner"]);
        assert_eq!(codes(cx), [""; 0]);
        let place = cx.items.fns[0].def.span;
        assert_eq!(cx.spans.sources().file(place.file).path, "more.in");
        assert_eq!(cx.spans.text(place), "more");
    });
}

/// What a function's name, item and block are in a text.
fn places(text: &str) -> [String; 3] {
    let db = load_bare(vec![demo()], &[("src/lib.rs", text)]);
    with_database(&db, |cx| {
        let def = &cx.items.fns[0].def;
        [def.span, def.item, def.block].map(|span| cx.spans.text(span).to_owned())
    })
}

#[test]
fn places_are_those_of_the_text_on_disk() {
    let plain = "/// Ä € 🦀\npub fn f(x: u8) -> u8 {\n\tlet ü = \"🦀\"; x\n}\n";
    let crlf = plain.replace('\n', "\r\n");
    for before in
        ["", "\u{feff}", "#!/usr/bin/env run\n", "\u{feff}#!/bin/x\n", "#![allow(unused)]\n", "#! [allow(x)]\n"]
    {
        for body in [plain, &crlf] {
            let text = format!("{before}{body}");
            let [name, item, block] = places(&text);
            assert_eq!(name, "f", "{text:?}");
            assert_eq!(item, body.trim_end(), "{text:?}");
            assert_eq!(block, body[body.find('{').unwrap_or_default()..].trim_end());
        }
    }
}

#[test]
fn lines_and_columns_are_those_of_rustc() {
    let db = load_bare(vec![demo()], &[("src/lib.rs", "\u{feff}fn a() {}\r\n/* é */ fn b() {}")]);
    with_database(&db, |cx| {
        let at = cx.spans.sources().line_col(cx.items.fns[1].def.span);
        assert_eq!((at.line, at.column), (2, 12));
    });
}

#[test]
fn an_item_can_be_put_at_the_end_of_a_module() {
    let text = "mod m { fn f() {} }\nfn g() {}\n#[cfg(test)]\nmod tests { use super::*; fn helper() {} }";
    let db = load_bare(vec![demo()], &[("src/lib.rs", text)]);
    with_database(&db, |cx| {
        let end = |at: usize| cx.items.modules[at].end.start as usize;
        assert_eq!(end(0), text.len());
        assert_eq!(&text[end(1)..=end(1)], "}");
        assert_eq!(&text[end(2)..], "}");
    });
}

#[test]
fn what_is_wrong_with_a_file_has_its_place() {
    let first = |files: &[(&str, &str)]| {
        let db = load_bare(vec![demo()], files);
        with_database(&db, |cx| {
            let error = cx.items.diagnostics.iter().find(|each| each.error).expect("an error");
            let span = error.span.expect("a place");
            let at = cx.spans.sources().line_col(span);
            format!("{} {}:{}:{}", error.code, cx.spans.sources().file(span.file).path, at.line, at.column)
        })
    };
    let bad =
        |text: &'static str| [("src/lib.rs", "mod bad; mod good;"), ("src/bad.rs", text), ("src/good.rs", "fn g() {}")];
    assert_eq!(first(&bad("fn f() {\n    let = 3;\n}")), "E0001 src/bad.rs:2:8");
    assert_eq!(first(&bad("fn f() {\n")), "E0001 src/bad.rs:1:9");
    assert_eq!(first(&bad("fn ok() {}\n#[inline]\n")), "E0001 src/bad.rs:2:10");
    assert_eq!(first(&[("src/lib.rs", "fn before() {}\nmod gone;\nfn after() {}")]), "E0002 src/lib.rs:2:1");
    assert_eq!(first(&[("src/lib.rs", "#[path = \"lib.rs\"] mod again;")]), "E0002 src/lib.rs:1:20");
}

#[test]
fn cfg_is_evaluated_as_cargo_would() {
    let source = r#"
        #[cfg(unix)] fn unix() {}
        #[cfg(not(unix))] fn not_unix() {}
        #[cfg(all(unix, feature = "std"))] fn both() {}
        #[cfg(any(windows, feature = "std"))] fn either() {}
        #[cfg(feature = "extra")] fn extra() {}
        #[cfg(test)] fn in_tests() {}
        #[cfg(debug_assertions)] fn debug() {}
        #[cfg_attr(unix, cfg(windows))] fn wrapped() {}
        #[cfg(any())] fn never() {}
        fn body(#[cfg(windows)] w: u8, x: u8) {
            #[cfg(windows)] { fn inner_windows() {} }
            #[cfg(unix)] { fn inner_unix() {} }
        }
        struct S { #[cfg(windows)] w: u8, x: u8 }
        impl S { #[cfg(windows)] fn w(&self) {} fn u(&self) {} }
    "#;
    let mut krate = demo();
    krate.cfgs.push(("feature".to_owned(), Some("std".to_owned())));
    let db = load_bare(vec![krate], &[("src/lib.rs", source)]);
    with_database(&db, |cx| {
        assert_eq!(paths(cx), ["unix", "both", "either", "debug", "body", "body::inner_unix", "S::u"]);
        let of = |path: &str| &cx.items.fns.iter().find(|item| item.def.path == path).expect("a function").def;
        assert_eq!(of("both").cfg, ["all(unix, feature = \"std\")"]);
        assert!(of("body").cfg.is_empty());
        assert_eq!(of("body").params.len(), 1);
        assert_eq!(cx.types.with_adt(refine_core::ids::AdtId(0), |def| def.variants[0].fields.len()), 1);
    });
}

#[test]
fn what_is_not_found_may_bring_any_name() {
    let doubted = |source: &str| {
        let db = load_bare(vec![demo()], &[("src/lib.rs", source)]);
        with_database(&db, |cx| cx.items.fns.iter().filter_map(|item| item.doubted.clone()).collect::<Vec<_>>())
    };
    let unseen = |name: &str| vec![format!("`{name}`, which is not found and may bring other names into this file")];
    assert_eq!(doubted("use helper::ByValue; fn f() {}"), unseen("helper"));
    assert_eq!(doubted("extern crate helper; fn f() {}"), unseen("helper"));
    assert_eq!(doubted("#[allow(deprecated)] use helper::ByValue; fn f() {}"), unseen("helper"));
    assert_eq!(doubted("#[allow(deprecated)] use std::not_declared_here; fn f() {}"), [""; 0]);
    assert_eq!(doubted("makes_items!(a); fn f() {}"), unseen("makes_items"));
    assert_eq!(doubted("mod m { pub struct S; } use m::S; fn f() {}"), [""; 0]);
    assert_eq!(doubted("use std::not_declared_here; fn f() {}"), [""; 0]);
}
