//! Crates of several files, editions, and what is wrong with files.
#![allow(missing_docs)]
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
        assert_eq!(codes[1], "E0002: the file of module `gone` is not there");
        let doubted = |name: &str| cx.items.fns.iter().find(|it| it.def.name == name).map(|it| it.doubted.clone());
        assert_eq!(doubted("b"), Some(Some("a file that does not parse".to_owned())));
        assert_eq!(doubted("fine"), Some(None));
    });
    let none = load_bare(vec![demo()], &[]);
    with_database(&none, |cx| assert_eq!(codes(cx), ["E0002: the crate's root file `src/lib.rs` is not there"]));
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
        let doubted = with_database(&db, |cx| cx.items.fns.iter().any(|item| item.doubted.is_some()));
        assert_eq!(doubted, name.is_some(), "{source}");
        name
    };
    assert_eq!(of("#[cfg(has_it)] fn f() {} fn g() {}").as_deref(), Some("has_it"));
    assert_eq!(of("fn g() -> bool { cfg!(all(unix, feature = \"other\")) }").as_deref(), Some("feature = \"other\""));
    assert_eq!(of("#[cfg(any(unix, has_it))] fn f() {}"), None);
    assert_eq!(of("#[cfg(feature = \"known\")] fn f() {} #[cfg(target_os = \"none\")] fn g() {}"), None);
    assert_eq!(of("#[cfg_attr(has_it, doc(hidden))] fn f() {}"), None);
    assert_eq!(of("#[cfg_attr(has_it, path = \"x.rs\")] mod f {} fn g() {}").as_deref(), Some("has_it"));
}

#[test]
fn edits() {
    let mut db = load_bare(vec![demo()], &[("src/lib.rs", "fn before() {}")]);
    with_database(&db, |cx| assert_eq!(paths(cx), ["before"]));
    assert!(db.edit("/demo/src/lib.rs", "fn after() {}"));
    with_database(&db, |cx| assert_eq!(paths(cx), ["after"]));
    assert!(!db.edit("/demo/src/other.rs", ""));
}

#[test]
fn probes() {
    let source = "fn f(x: u8) { let a = x; if a > 1 { g(a + 1); } } const fn g(x: u8) { let _y = x; }";
    let db = load_bare(vec![demo()], &[("src/lib.rs", source)]);
    with_database(&db, |cx| {
        let at = |item: usize, text: &str| {
            let start = source.find(text).unwrap_or_default() as u32;
            let place =
                refine_core::span::Span { start, end: start + text.len() as u32, ..cx.items.fns[item].def.span };
            refine_front::items::probe(cx, cx.items.fns[item].id, place).map(|span| &source[span.start as usize..])
        };
        assert!(at(0, "a + 1").is_some_and(|rest| rest.starts_with("g(a + 1);")));
        assert!(at(0, "a > 1").is_some_and(|rest| rest.starts_with("if a > 1")));
        assert_eq!(at(1, "_y"), None);
    });
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
        let fields = cx.types.with_adt(refine_core::ty::AdtId(0), |def| def.variants[0].fields.clone());
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
