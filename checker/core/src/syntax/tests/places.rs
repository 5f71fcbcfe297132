//! Spans, on texts that are hard to count in, and probe points.
use super::*;

fn item_text(text: &str, path: &str) -> (String, String, String) {
    let krate = lib(text);
    let def = &krate.get(path).def;
    let text = |span| krate.sources.text(span).to_owned();
    (text(def.span), text(def.item), text(def.block))
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
            let (name, item, block) = item_text(&text, "f");
            assert_eq!(name, "f", "{text:?}");
            assert_eq!(item, body.trim_end(), "{text:?}");
            assert_eq!(block, body[body.find('{').unwrap()..].trim_end());
        }
    }
}

#[test]
fn lines_and_columns_are_those_of_rustc() {
    let krate = lib("\u{feff}fn a() {}\r\n/* é */ fn b() {}");
    let at = krate.sources.line_col(krate.get("b").def.span);
    assert_eq!((at.line, at.column), (2, 12));
}

#[test]
fn places_in_many_files_do_not_mix() {
    let krate = load(&[("src/lib.rs", "mod a; fn root() {}"), ("src/a.rs", "\u{feff}fn inner() {}")]);
    for (path, name) in [("root", "root"), ("a::inner", "inner")] {
        assert_eq!(krate.sources.text(krate.get(path).def.span), name);
    }
}

#[test]
fn an_item_can_be_put_at_the_end_of_a_module() {
    let text = "mod m { fn f() {} }\nfn g() {}\n";
    let krate = lib(text);
    assert_eq!(krate.modules[0].end.start as usize, text.len());
    assert_eq!(&text[krate.modules[1].end.range().start..][..1], "}");
}

/// What follows the probe point of a marked place.
fn probe(body: &str, mark: &str) -> Option<String> {
    let text = format!("fn f(c: bool) {{ {body} }}");
    let krate = lib(&text);
    let item = krate.get("f");
    let start = text.find(mark).unwrap() as u32;
    let place = Span { file: item.scope.file, start, end: start + mark.len() as u32 };
    let point = krate.probe(&item.scope, item.block.as_ref().unwrap(), place)?;
    Some(text[point.start as usize..].chars().take(12).collect())
}

#[test]
fn a_probe_is_before_the_innermost_statement() {
    assert_eq!(probe("let a = 1; let b = a / 2;", "a / 2").as_deref(), Some("let b = a / "));
    assert_eq!(probe("let a = 1; if c { let b = a / 2; }", "a / 2").as_deref(), Some("let b = a / "));
    assert_eq!(probe("loop { match c { true => 1 / 2, _ => { 3 / 4 } }; }", "1 / 2").as_deref(), Some("match c { tr"));
    assert_eq!(probe("loop { match c { true => 1 / 2, _ => { 3 / 4 } }; }", "3 / 4").as_deref(), Some("3 / 4 } }; }"));
    assert_eq!(probe("let g = |x: u8| { 1 / x };", "1 / x").as_deref(), Some("1 / x }; }"));
    assert_eq!(probe("let Some(x) = y else { return 1 / 0; };", "1 / 0").as_deref(), Some("return 1 / 0"));
}

#[test]
fn a_probe_is_never_in_what_is_evaluated_at_compile_time_or_in_a_macro() {
    assert_eq!(probe("let a = const { let b = 1 / 2; b };", "1 / 2").as_deref(), Some("let a = cons"));
    assert_eq!(probe("let a = [0; { let n = 1 / 2; n }];", "1 / 2").as_deref(), Some("let a = [0; "));
    assert_eq!(probe("assert!({ let n = 1 / 2; n > 0 });", "1 / 2").as_deref(), Some("assert!({ le"));
    for (constness, found) in [("", true), ("const ", false)] {
        let text = format!("{constness}fn f(x: u8) -> u8 {{ 1 / x }}");
        let krate = lib(&text);
        let item = krate.get("f");
        let start = text.find("1 / x").unwrap() as u32;
        let place = Span { file: item.scope.file, start, end: start + 5 };
        assert_eq!(krate.probe(&item.scope, item.block.as_ref().unwrap(), place).is_some(), found);
    }
    assert_eq!(probe("const K: u8 = { let n = 1 / 2; n };", "1 / 2"), None);
}
