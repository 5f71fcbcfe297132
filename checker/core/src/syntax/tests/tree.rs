//! The module tree and `cfg`.
use super::*;

#[test]
fn modules_are_found_where_rustc_finds_them() {
    let krate = load(&[
        (
            "src/lib.rs",
            "mod a; mod b; mod inline { mod c; #[path = \"odd.rs\"] mod d; } #[path = \"x/y.rs\"] mod e; mod r#type;",
        ),
        ("src/a.rs", "mod deep; fn a() {}"),
        ("src/a/deep.rs", "fn deep() {}"),
        ("src/b/mod.rs", "mod deep; fn b() {}"),
        ("src/b/deep.rs", "fn deep() {}"),
        ("src/inline/c.rs", "fn c() {}"),
        ("src/inline/odd.rs", "fn d() {}"),
        ("src/x/y.rs", "mod z; fn e() {}"),
        ("src/x/z.rs", "fn z() {}"),
        ("src/type.rs", "fn t() {}"),
    ]);
    assert_eq!(krate.errors().len(), 0, "{:?}", krate.errors());
    let paths = krate.own_paths();
    let expected = [
        "a::a",
        "a::deep::deep",
        "b::b",
        "b::deep::deep",
        "inline::c::c",
        "inline::d::d",
        "e::e",
        "e::z::z",
        "r#type::t",
    ];
    for path in expected {
        assert!(paths.contains(&path), "{path} in {paths:?}");
    }
    assert_eq!(paths.len(), expected.len());
}

#[test]
fn a_missing_module_file_is_an_error_at_its_declaration_and_the_rest_is_read() {
    let krate = lib("fn before() {}\nmod gone;\nfn after() {}");
    let (code, text, message) = krate.error();
    assert_eq!((code, text), ("E0002", "mod gone;"));
    assert!(message.contains("`gone`"), "{message}");
    assert_eq!(krate.own_paths(), ["before", "after"]);
}

#[test]
fn a_missing_root_is_an_error() {
    let config = CompileConfig { root: "src/lib.rs".to_owned(), ..CompileConfig::default() };
    let krate = Crate::load(&config, &Memory(HashMap::new()));
    assert_eq!(krate.error().0, "E0002");
}

#[test]
fn a_file_that_does_not_parse_is_an_error_with_its_place_and_the_others_are_read() {
    let krate = load(&[
        ("src/lib.rs", "mod bad; mod good;"),
        ("src/bad.rs", "fn f() {\n    let = 3;\n}"),
        ("src/good.rs", "fn g() {}"),
    ]);
    assert_eq!(krate.own_paths(), ["good::g"]);
    let errors = krate.errors();
    let span = errors[0].span.unwrap();
    assert_eq!(errors[0].code, "E0001");
    assert_eq!(krate.sources.file(span.file).path, "src/bad.rs");
    assert_eq!((krate.sources.line_col(span).line, krate.sources.line_col(span).column), (2, 9));
}

#[test]
fn an_unclosed_brace_is_an_error_in_its_file() {
    let krate = load(&[("src/lib.rs", "mod bad;"), ("src/bad.rs", "fn f() {\n")]);
    let span = krate.errors()[0].span.unwrap();
    assert_eq!(krate.sources.file(span.file).path, "src/bad.rs");
}

#[test]
fn a_file_that_ends_too_early_is_an_error_at_its_end() {
    let krate = lib("fn ok() {}\n#[inline]\n");
    let span = krate.errors()[0].span.unwrap();
    assert_eq!(krate.sources.line_col(span).line, 2);
}

#[test]
fn a_module_that_includes_its_own_file_is_an_error() {
    let krate = lib("#[path = \"lib.rs\"] mod again;");
    assert_eq!(krate.error().0, "E0002");
}

#[test]
fn cfg_is_evaluated_as_cargo_would() {
    let text = r#"
        #[cfg(unix)] fn unix() {}
        #[cfg(not(unix))] fn not_unix() {}
        #[cfg(all(unix, feature = "std"))] fn both() {}
        #[cfg(any(windows, feature = "std"))] fn either() {}
        #[cfg(feature = "extra")] fn extra() {}
        #[cfg(test)] fn in_tests() {}
        #[cfg(debug_assertions)] fn debug() {}
        #[cfg_attr(unix, cfg(windows))] fn wrapped() {}
        #[cfg(any())] fn never() {}
        #[test] fn a_test() {}
        fn body(#[cfg(windows)] w: u8, x: u8) {
            #[cfg(windows)] { fn inner_windows() {} }
            #[cfg(unix)] { fn inner_unix() {} }
        }
        struct S { #[cfg(windows)] w: u8, x: u8 }
        impl S { #[cfg(windows)] fn w(&self) {} fn u(&self) {} }
    "#;
    let krate = load_with(&[("src/lib.rs", text)], &["unix", "feature=\"std\""], &[]);
    assert_eq!(krate.own_paths(), ["unix", "both", "either", "debug", "body", "body::inner_unix", "S::u"]);
    assert_eq!(krate.get("both").def.cfg, ["all(unix, feature = \"std\")"]);
    assert!(krate.get("body").def.cfg.is_empty());
    assert_eq!(krate.get("body").def.params.len(), 1);
    assert_eq!(krate.adts[0].def.variants[0].fields.len(), 1);
}

/// A crate with a build script that was not asked.
fn unasked(text: &str) -> Crate {
    let config = CompileConfig {
        root: "src/lib.rs".to_owned(),
        cfg: vec!["unix".to_owned()],
        features: vec!["std".to_owned()],
        unasked_script: true,
        ..CompileConfig::default()
    };
    Crate::load(&config, &Memory([("src/lib.rs".to_owned(), text.to_owned())].into()))
}

#[test]
fn what_only_the_build_script_knows_is_not_guessed() {
    let krate = unasked(
        r#"
        #[cfg(fancy)] fn one() {}
        #[cfg(not(fancy))] fn one() {}
        #[cfg(any(unix, fancy))] fn surely() {}
        #[cfg(all(windows, fancy))] fn surely_not() {}
        #[cfg(feature = "std")] fn std() {}
        #[cfg(feature = "sneaked")] fn sneaked() {}
        #[cfg_attr(fancy, doc = "x")] fn documented() {}
        #[cfg_attr(fancy, requires(x > 0))] fn required(x: u8) {}
        fn inside() -> u8 { if cfg!(fancy) { 1 } else { 2 } }
        fn hidden() -> u8 { assert!(vec![cfg!(fancy)][0]); 1 }
        struct S { #[cfg(fancy)] a: u8 }
        fn plain() {}
        "#,
    );
    assert_eq!(krate.own_paths(), ["surely", "documented", "plain"]);
    assert!(krate.undecided);
    let notes: Vec<_> = krate.diagnostics.iter().map(|each| each.message.split(' ').next().unwrap()).collect();
    assert_eq!(notes, ["`one`", "`one`", "`sneaked`", "`required`", "`inside`", "`hidden`", "`S`"]);
    assert!(krate.diagnostics.iter().all(|each| each.code == "N0004" && each.span.is_some()));
    assert_eq!(krate.get("plain").unseen, None);
    assert!(!unasked("#[cfg(feature = \"std\")] fn f() {}").undecided);
}

#[test]
fn what_may_change_other_code_unseen_leaves_nothing_certain() {
    for text in [
        "struct S; #[cfg(fancy)] impl Drop for S { fn drop(&mut self) {} } fn f() {}",
        "struct S; impl S { #[cfg(fancy)] fn m(&self) {} } fn f() {}",
        "mod m {} #[cfg(fancy)] use m::*; fn f() {}",
        "#[cfg(fancy)] mod m {} fn f() {}",
    ] {
        assert!(unasked(text).get("f").unseen.is_some(), "{text}");
    }
}

#[test]
fn modules_for_tests_are_known_of_and_hold_nothing() {
    let krate = lib("fn f() {}\n#[cfg(test)]\nmod tests { use super::*; fn helper() {} }");
    assert_eq!(krate.own_paths(), ["f"]);
    let module = krate.modules.iter().find(|module| module.name == "tests").unwrap();
    assert!(module.test_only);
    assert_eq!(krate.sources.text(Span { end: module.end.end + 1, ..module.end }), "}");
}

#[test]
fn the_cfg_macro_has_a_value() {
    let krate = load_with(&[("src/lib.rs", "")], &["unix"], &[]);
    assert_eq!(krate.cfg_value("all(unix, not(test))".parse().unwrap()), Some(true));
    assert_eq!(krate.cfg_value("windows".parse().unwrap()), Some(false));
    assert_eq!(krate.cfg_value("odd(windows)".parse().unwrap()), None);
}

#[test]
fn items_of_macros_are_said_not_to_be_seen() {
    let included = "include!(concat!(env!(\"OUT_DIR\"), \"/made.rs\"));";
    let krate = lib(&format!("macro_rules! make {{ () => {{}} }}\nmake!();\nfn f() {{}}\n{included}"));
    let notes: Vec<_> = krate.diagnostics.iter().map(|each| each.message.as_str()).collect();
    let of_file = "the items of the file that `include!` brings in are not seen";
    assert_eq!(notes, ["items made by the macro `make!` are not seen", of_file]);
    assert_eq!(krate.errors().len(), 0);
}

#[test]
fn a_macro_that_makes_items_many_times_is_named_once_with_their_number() {
    let krate = lib("macro_rules! make { () => {} } make!(); mod inner { make!(); } struct S; impl S { make!(); }");
    let notes: Vec<_> = krate.diagnostics.iter().map(|each| each.message.as_str()).collect();
    assert_eq!(notes, ["items made by the macro `make!` are not seen, here and at 2 more places"]);
}
