//! What procedural macros make, end to end: seen where the toolchain's server runs them, and doubted where it does not.
use refine_tests::e2e::{Package, obligations, refuted, verdicts};

const MACROS: &str = r#"
use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// `+` for a struct of one field.
#[proc_macro_derive(Plus)]
pub fn plus(item: TokenStream) -> TokenStream {
    let mut tokens = item.into_iter().skip_while(|token| token.to_string() != "struct").skip(1);
    let name = tokens.next().unwrap();
    let add = format!("fn add(self, other: {name}) -> {name} {{ {name}(self.0 + other.0) }}");
    format!("impl ::core::ops::Add for {name} {{ type Output = {name}; {add} }}").parse().unwrap()
}

/// The function's body in a closure, and something more.
#[proc_macro_attribute]
pub fn more(by: TokenStream, item: TokenStream) -> TokenStream {
    let mut all: Vec<TokenTree> = item.into_iter().collect();
    let body = all.pop().unwrap();
    let new = format!("let run = move || {body}; run() + {by}").parse().unwrap();
    all.push(TokenTree::Group(Group::new(Delimiter::Brace, new)));
    all.into_iter().collect()
}

#[proc_macro]
pub fn twice(item: TokenStream) -> TokenStream {
    format!("(({item}) * 2)").parse().unwrap()
}

/// The same, with what it is given in a group without brackets.
#[proc_macro]
pub fn grouped(item: TokenStream) -> TokenStream {
    let group = TokenStream::from(TokenTree::Group(Group::new(Delimiter::None, item)));
    group.into_iter().chain("* 2".parse::<TokenStream>().unwrap()).collect()
}

/// It is no panic of the compiler's.
#[proc_macro]
pub fn fails(item: TokenStream) -> TokenStream {
    let here = std::env::current_exe().unwrap();
    assert!(!here.to_string_lossy().contains("rust-analyzer"), "not here");
    item
}
"#;

const SOURCE: &str = "use refine_spec::*;
use mac::Plus;
#[derive(Plus, Clone, Copy, PartialEq, Debug)]
pub struct Meters(pub u32);
#[requires(a.0 < 1000 && b.0 < 1000)]
#[ensures(|ret| ret.0 == a.0 + b.0)]
pub fn sum(a: Meters, b: Meters) -> Meters { a + b }
#[requires(a.0 < 1000 && b.0 < 1000)]
#[ensures(|ret| ret.0 > a.0)]
pub fn larger(a: Meters, b: Meters) -> Meters { a + b }
#[requires(x < 100)]
#[ensures(|ret| *ret == x + 5)]
#[mac::more(3)]
pub fn five(x: u32) -> u32 { x + 2 }
#[requires(x < 100)]
#[ensures(|ret| *ret == x + 2)]
#[mac::more(3)]
pub fn two(x: u32) -> u32 { x + 2 }
#[requires(x < 100)]
#[ensures(|ret| *ret == 2 * x + 2)]
pub fn doubled(x: u32) -> u32 { mac::twice!(x + 1) }
#[requires(x < 100)]
#[ensures(|ret| *ret == x + 2)]
pub fn grouped(x: u32) -> u32 { mac::grouped!(x + 1) }
#[ensures(|ret| *ret == x)]
pub fn failing(x: u32) -> u32 { mac::fails!(x) }
#[ensures(|ret| *ret == x)]
pub fn plain(x: u32) -> u32 { x }
";

fn package(name: &str) -> Package {
    let package = Package::new(name, SOURCE);
    let manifest = std::fs::read_to_string(package.path("Cargo.toml")).unwrap();
    package.write("Cargo.toml", &manifest.replace("[dependencies]", "[dependencies]\nmac = { path = \"mac\" }"));
    let own = "[package]\nname = \"mac\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\nproc-macro = true\n";
    package.write("mac/Cargo.toml", own);
    package.write("mac/src/lib.rs", MACROS);
    package
}

#[test]
fn what_macros_make_is_seen_where_they_can_be_run() {
    let (run, document) = package("procedural").json(&["--scope", "all"]);
    run.exits(1);
    for function in ["sum", "five", "doubled", "plain"] {
        verdicts(&document, function, "ensures", "proved");
    }
    refuted(&document, "larger", "ensures", "larger(");
    refuted(&document, "two", "ensures", "two(");
    refuted(&document, "Meters::add", "overflow", "add(");
    // As rustc reads it, `grouped!(x + 1)` is `(x + 1) * 2`; as plain tokens, it is something else.
    for function in ["grouped", "failing"] {
        assert!(
            obligations(&document, function, "ensures").iter().all(|one| one["verdict"] != "proved"),
            "{document:#}"
        );
    }
}

#[test]
fn what_they_make_is_doubted_where_nothing_may_be_run() {
    let (run, document) = package("procedural_unrun").json(&["--no-run"]);
    run.exits(0);
    verdicts(&document, "plain", "ensures", "proved");
    for function in ["sum", "five", "two", "doubled", "grouped", "failing"] {
        assert!(obligations(&document, function, "ensures").iter().all(|one| one["verdict"] == "open"), "{document:#}");
    }
}
