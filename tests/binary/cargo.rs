//! What cargo knows and the sources do not say: what build scripts of dependencies set, and whether the crate compiles.
use std::fs;

use refine_tests::e2e::{Package, adds_up, obligations, refuted, verdicts};
use refine_tests::package;

/// A package of its own with a manifest of the test's making.
fn package_of(name: &str, manifest: &str, lib: &str) -> Package {
    let package = Package::new(name, lib);
    let spec = package::root().join("specs/spec");
    let head = format!("[package]\nname = \"{}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n", name.replace(' ', "-"));
    let manifest = manifest.replace("SPEC", &format!("refine-spec = {{ path = {spec:?} }}"));
    package.write("Cargo.toml", &format!("{head}{manifest}\n[workspace]\n"));
    package
}

/// A package with a dependency `dep`, which has a build script.
fn with_dep(name: &str, lib: &str, dep: &str, script: &str) -> Package {
    let package = package_of(name, "[dependencies]\nSPEC\ndep = { path = \"dep\" }\n", lib);
    package.write("dep/Cargo.toml", "[package]\nname = \"dep\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    package.write("dep/src/lib.rs", dep);
    package.write("dep/build.rs", script);
    package
}

const LIB: &str = "use refine_spec::*;
#[ensures(|ret| *ret == x)]
pub fn through(x: u32) -> u32 {
    dep::same(x)
}
#[ensures(|ret| *ret == x)]
pub fn on_its_own(x: u32) -> u32 {
    x
}
";

/// With the script's cfg it is the function that its name says, without not.
const DEP: &str = "pub fn same(x: u32) -> u32 {
    if cfg!(right) { x } else { x / 2 }
}
";

/// With the script's cfg it is not what it is without.
const TRAP: &str = "#[cfg(not(wrong))]
pub fn same(x: u32) -> u32 { x }
#[cfg(wrong)]
pub fn same(x: u32) -> u32 { x / 2 }
";

fn script(sets: &str) -> String {
    format!(
        "fn main() {{ println!(\"cargo::rustc-check-cfg=cfg(right, wrong)\"); println!(\"cargo::rustc-cfg={sets}\"); }}"
    )
}

#[test]
fn what_the_build_script_of_a_dependency_sets_is_known() {
    let package = with_dep("dep cfg", LIB, DEP, &script("right"));
    let (run, document) = package.json(&[]);
    run.exits(0);
    verdicts(&document, "through", "ensures", "proved");
    assert_eq!(document["compiles"], true);
    let package = with_dep("dep trap", LIB, TRAP, &script("wrong"));
    let (run, document) = package.json(&["--allow-effects"]);
    run.exits(1);
    verdicts(&document, "through", "ensures", "refuted");
    verdicts(&document, "on_its_own", "ensures", "proved");
}

/// refine builds without debug information, of which cargo tells build scripts.
#[test]
fn a_build_script_is_told_what_it_is_told_in_the_users_own_build() {
    let told = "if std::env::var(\"DEBUG\").as_deref() == Ok(\"true\") { println!(\"cargo:rustc-cfg=right\") }";
    let package = with_dep("dep debug", LIB, DEP, &format!("fn main() {{ {told} }}"));
    let (run, document) = package.json(&[]);
    run.exits(0);
    verdicts(&document, "through", "ensures", "proved");
}

#[test]
fn without_a_run_what_a_dependency_may_be_is_doubted() {
    for (name, dep) in [("unasked dep", DEP), ("unasked trap", TRAP)] {
        let package = with_dep(name, LIB, dep, &script("wrong"));
        let (run, document) = package.json(&["--no-run"]);
        run.exits(0);
        verdicts(&document, "through", "ensures", "open");
        verdicts(&document, "on_its_own", "ensures", "proved");
        let run = package.check(&["--no-run"]);
        run.says("the dependency `dep` depends on what its build script sets");
    }
    // Nothing is open: it is as if there were no script.
    let plain = with_dep("asked for nothing", LIB, "pub fn same(x: u32) -> u32 { x }", &script("wrong"));
    let (_, document) = plain.json(&["--no-run"]);
    verdicts(&document, "through", "ensures", "proved");
    assert!(document["diagnostics"].as_array().unwrap().is_empty(), "{document:#}");
}

#[test]
fn what_is_in_doubt_of_a_dependency_is_so_by_whatever_name() {
    let lib = "use refine_spec::*;
mod inner { pub use dep::limit as most; pub use dep::Half; }
use inner::*;
#[ensures(|ret| *ret == 10)]
pub fn by_name() -> u32 { inner::most() }
#[ensures(|ret| *ret == x / 2)]
pub fn by_trait(x: u32) -> u32 { x.half() }
#[ensures(|ret| *ret == 20)]
pub fn by_another() -> u32 { middle::twice() }
#[ensures(|ret| *ret == x)]
pub fn untouched(x: u32) -> u32 { x }
";
    let dep = "#[cfg(wrong)] pub fn limit() -> u32 { 11 }
#[cfg(not(wrong))] pub fn limit() -> u32 { 10 }
pub trait Half { fn half(self) -> u32; }
impl Half for u32 { fn half(self) -> u32 { if cfg!(wrong) { self } else { self / 2 } } }
";
    let package = with_dep("dep names", lib, dep, &script("wrong"));
    let spec = "[dependencies]\nSPEC\ndep = { path = \"dep\" }\nmiddle = { path = \"middle\" }\n";
    let spec = spec.replace("SPEC", &format!("refine-spec = {{ path = {:?} }}", package::root().join("specs/spec")));
    let head = "[package]\nname = \"dep-names\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    package.write("Cargo.toml", &format!("{head}{spec}[workspace]\n"));
    let middle = "[package]\nname = \"middle\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\ndep = { path = \"../dep\" }\n";
    package.write("middle/Cargo.toml", middle);
    package.write("middle/src/lib.rs", "pub fn twice() -> u32 { dep::limit() * 2 }");
    let (run, document) = package.json(&["--no-run"]);
    run.exits(0);
    for function in ["by_name", "by_trait", "by_another"] {
        verdicts(&document, function, "ensures", "open");
    }
    verdicts(&document, "untouched", "ensures", "proved");
    let (run, document) = package.json(&["--allow-effects"]);
    run.exits(1);
    for function in ["by_name", "by_trait", "by_another"] {
        verdicts(&document, function, "ensures", "refuted");
    }
    package.write("dep/build.rs", &script("right"));
    let (run, document) = package.json(&[]);
    run.exits(0);
    verdicts(&document, "by_another", "ensures", "proved");
    verdicts(&document, "by_name", "ensures", "proved");
    verdicts(&document, "by_trait", "ensures", "proved");
}

/// Cargo lists a dependency that only a weak feature mentions, and does not compile it.
#[test]
fn an_optional_dependency_that_is_off_puts_nothing_in_doubt() {
    let manifest = |feature: &str| {
        format!(
            "[package]\nname = \"middle\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[features]\ndefault = [\"more\"]\nmore = [\"{feature}\"]
[dependencies]\ndep = {{ path = \"../dep\", optional = true }}\n"
        )
    };
    let lib = LIB.replace("dep::same", "middle::same");
    let dep = format!("{TRAP}#[cfg(wrong)] pub trait Deref {{}}");
    let package = with_dep("weak dep", &lib, &dep, &script("wrong"));
    package.write(
        "dep/Cargo.toml",
        "[package]\nname = \"dep\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[features]\nfast = []\n",
    );
    let spec = format!("refine-spec = {{ path = {:?} }}", package::root().join("specs/spec"));
    let head = "[package]\nname = \"weak-dep\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\n";
    package.write("Cargo.toml", &format!("{head}{spec}\nmiddle = {{ path = \"middle\" }}\n[workspace]\n"));
    let middle =
        "#[cfg(feature = \"dep\")] pub use dep::same;\n#[cfg(not(feature = \"dep\"))] pub fn same(x: u32) -> u32 { x }";
    package.write("middle/src/lib.rs", middle);
    for (feature, verdict) in [("dep?/fast", "proved"), ("dep/fast", "open")] {
        package.write("middle/Cargo.toml", &manifest(feature));
        let (run, document) = package.json(&["--no-run"]);
        run.exits(0);
        verdicts(&document, "through", "ensures", verdict);
        verdicts(&document, "on_its_own", "ensures", "proved");
    }
}

#[test]
fn code_that_a_build_script_writes_is_read() {
    let dep = "include!(concat!(env!(\"OUT_DIR\"), \"/made.rs\"));\npub const LEVEL: &str = env!(\"LEVEL\");\n";
    let script = "fn main() {
    let folder = std::env::var(\"OUT_DIR\").unwrap();
    std::fs::write(format!(\"{folder}/made.rs\"), \"pub fn same(x: u32) -> u32 { x }\").unwrap();
    println!(\"cargo::rustc-env=LEVEL=3\");
}";
    let package = with_dep("dep generated", LIB, dep, script);
    let (run, document) = package.json(&[]);
    run.exits(0);
    verdicts(&document, "through", "ensures", "proved");
    let (_, document) = package.json(&["--no-run"]);
    verdicts(&document, "through", "ensures", "open");
    verdicts(&document, "on_its_own", "ensures", "proved");
}

/// What no crate can be that compiles; where cargo may not run, what is said of it instead.
struct Broken {
    name: &'static str,
    manifest: &'static str,
    lib: &'static str,
    /// What rustc or cargo says.
    said: &'static str,
    /// What refine says itself with `--no-run`, if it sees it.
    seen: Option<&'static str>,
}

const BROKEN: [Broken; 12] = [
    Broken {
        name: "no dependency",
        manifest: "",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }",
        said: "refine_spec",
        seen: Some("refine-spec"),
    },
    Broken {
        name: "no use",
        manifest: "[dependencies]\nSPEC\n",
        lib: "#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }",
        said: "refine's attribute `ensures` is not imported here",
        seen: Some("use refine_spec::*"),
    },
    Broken {
        name: "type error",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }\npub fn g() -> u32 { \"no\" }",
        said: "mismatched types",
        seen: None,
    },
    Broken {
        name: "use after move",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { let v = Vec::<u8>::new(); drop(v); drop(v); x }",
        said: "use of moved value",
        seen: None,
    },
    Broken {
        name: "two borrows",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(mut x: u32) -> u32 { let a = &mut x; let b = &mut x; *a = *b; x }",
        said: "cannot borrow `x` as mutable",
        seen: None,
    },
    Broken {
        name: "missing module",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\nmod gone;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }",
        said: "gone",
        seen: Some("is missing"),
    },
    Broken {
        name: "does not parse",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }\nfn g( {}",
        said: "does not parse",
        seen: Some("does not parse"),
    },
    Broken {
        name: "old edition",
        manifest: "edition_is_2015",
        lib: "extern crate refine_spec;\nuse refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }\npub async fn g() {}",
        said: "async fn",
        seen: None,
    },
    Broken {
        name: "unknown import",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\nuse std::collections::Nothing;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }",
        said: "no `Nothing`",
        seen: None,
    },
    Broken {
        name: "unknown macro",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }\nfn g() { nothing!() }",
        said: "cannot find macro `nothing`",
        seen: None,
    },
    Broken {
        name: "compile error",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }\ncompile_error!(\"not like this\");",
        said: "not like this",
        seen: None,
    },
    Broken {
        name: "trait not implemented",
        manifest: "[dependencies]\nSPEC\n",
        lib: "use refine_spec::*;\n#[ensures(|ret| *ret == x)]\npub fn f(x: u32) -> u32 { x }\nstruct S;\nfn g() -> S { S.clone() }",
        said: "no method named `clone`",
        seen: None,
    },
];

#[test]
fn a_crate_that_does_not_compile_is_never_a_success() {
    for Broken { name, manifest, lib, said, seen } in BROKEN {
        let old = manifest == "edition_is_2015";
        let manifest = if old { "[dependencies]\nSPEC\n" } else { manifest };
        let package = package_of(&format!("broken {name}"), manifest, lib);
        if old {
            let text = fs::read_to_string(package.path("Cargo.toml")).unwrap();
            package.write("Cargo.toml", &text.replace("2024", "2015"));
        }
        let run = package.check(&[]);
        assert_eq!(run.code, Some(2), "{name}: {run:#?}");
        run.says(said);
        let (run, document) = package.json(&[]);
        run.exits(2);
        adds_up(&document);
        assert_eq!(document["compiles"], false, "{name}: {document:#}");
        assert_eq!(document["summary"]["proved"], 0, "{name}: {document:#}");
        assert!(!obligations(&document, "f", "ensures").is_empty(), "{name}: {document:#}");

        let (run, document) = package.json(&["--no-run"]);
        assert_eq!(document["compiles"], serde_json::Value::Null, "{name}");
        let run_text = package.check(&["--no-run"]);
        match seen {
            Some(words) => {
                assert_eq!(run.code, Some(2), "{name}: {document:#}");
                run_text.says(words);
            }
            None => run_text.says("whether it compiles was not checked"),
        }
    }
}

#[test]
fn a_dependency_that_does_not_compile_is_no_success_either() {
    let package = with_dep("broken dep", LIB, "pub fn same(x: u32) -> u32 { \"no\" }", "fn main() {}");
    let (run, document) = package.json(&[]);
    run.exits(2);
    assert_eq!(document["summary"]["proved"], 0, "{document:#}");
    let package = with_dep("broken script", LIB, DEP, "fn main() { panic!(\"no such luck\") }");
    let run = package.check(&[]);
    run.exits(2);
    run.says("no such luck");
    let (_, document) = package.json(&[]);
    verdicts(&document, "through", "ensures", "open");
}

/// Macros that make what is not seen in the text: `drop`s, fields of another type, methods.
const UNSEEN: &str = "use proc_macro::TokenStream;\n\
    #[proc_macro_derive(Resets)]\npub fn resets(_: TokenStream) -> TokenStream {\n    \
        \"impl Drop for Guard<'_> { fn drop(&mut self) { *self.0 = 9; } }\".parse().unwrap()\n}\n\
    #[proc_macro_attribute]\npub fn wide(_: TokenStream, item: TokenStream) -> TokenStream {\n    \
        item.to_string().replace(\"u8\", \"u16\").parse().unwrap()\n}\n\
    #[proc_macro]\npub fn implement(_: TokenStream) -> TokenStream {\n    \
        \"impl crate::Plain { pub fn one(&self) -> u8 { 2 } }\".parse().unwrap()\n}\n";

#[test]
fn types_that_unseen_macros_make_or_implement_for_are_doubted() {
    let guard = "#[derive(magic::Resets)]\npub struct Guard<'a>(pub &'a mut u8);\n\
        #[ensures(|_| *x == 3)]\npub fn doubted(x: &mut u8) {\n    let guard = Guard(x);\n    *guard.0 = 3;\n}\n";
    let wide = "#[magic::wide]\npub struct Wide(pub u8);\n\
        #[ensures(|ret| *ret <= 255)]\npub fn doubted(x: &Wide) -> u16 {\n    x.0 as u16\n}\n";
    let made = "magic::implement!();\npub struct Plain;\npub trait One {\n    fn one(&self) -> u8;\n}\n\
        impl One for Plain {\n    fn one(&self) -> u8 {\n        1\n    }\n}\n\
        #[ensures(|ret| *ret == 1)]\npub fn doubted() -> u8 {\n    Plain.one()\n}\n";
    let sound = "#[ensures(|ret| *ret > 0)]\npub fn sound(x: u8) -> u16 {\n    x as u16 + 1\n}\n";
    for (name, lib, all) in [("derive", guard, false), ("attribute", wide, false), ("items", made, true)] {
        let lib = format!("use refine_spec::*;\n{lib}{sound}");
        let package = package_of(name, "[dependencies]\nSPEC\nmagic = { path = \"magic\" }\n", &lib);
        let manifest =
            "[package]\nname = \"magic\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[lib]\nproc-macro = true\n";
        package.write("magic/Cargo.toml", manifest);
        package.write("magic/src/lib.rs", UNSEEN);
        let (run, document) = package.json(&["--no-run"]);
        run.exits(0);
        verdicts(&document, "doubted", "ensures", "open");
        // What has nothing to do with them keeps its proof, but where implementations for any type may be made.
        verdicts(&document, "sound", "ensures", if all { "open" } else { "proved" });
    }
}

/// Macros that are not what they seem: `3` becomes `4`, and `m1` is `m2`; a type gets a destructor that panics.
const TWIST: &str = r#"use proc_macro::*;
fn tw(ts: TokenStream) -> TokenStream {
    ts.into_iter().map(|t| match t {
        TokenTree::Group(g) => TokenTree::Group(Group::new(g.delimiter(), tw(g.stream()))),
        TokenTree::Literal(l) if l.to_string() == "3" => TokenTree::Literal(Literal::u8_unsuffixed(4)),
        TokenTree::Ident(i) if i.to_string() == "m1" => TokenTree::Ident(Ident::new("m2", i.span())),
        t => t,
    }).collect()
}
#[proc_macro_attribute]
pub fn twist(_: TokenStream, item: TokenStream) -> TokenStream { tw(item) }
#[proc_macro_derive(Trap)]
pub fn trap(item: TokenStream) -> TokenStream {
    let mut it = item.into_iter();
    let name = loop { if let TokenTree::Ident(i) = it.next().unwrap() { if i.to_string() == "struct" { break it.next().unwrap().to_string() } } };
    format!("impl {name} {{ pub fn value(&self) -> u32 {{ 2 }} }} impl Drop for {name} {{ fn drop(&mut self) {{ panic!() }} }}").parse().unwrap()
}
"#;

const TWISTED: &str = "use refine_spec::*;
use twist::{twist, Trap};
mod m1 { pub fn f() -> u32 { 1 } }
mod m2 { pub fn f() -> u32 { 2 } }
#[twist] const N: usize = 3;
#[repr(isize)] pub enum E { A = N as isize, B }
#[twist] #[repr(isize)] pub enum F { A = 3, B }
#[twist] pub struct Arr { pub a: [u8; 3] }
pub struct Holder<const K: usize> { pub a: [u8; K] }
#[ensures(|ret| *ret == 3)] pub fn len() -> usize { let a = [0u8; N]; a.len() }
#[ensures(|ret| *ret == 3)] pub fn len_ty(a: [u8; N]) -> usize { a.len() }
#[ensures(|ret| *ret == 3)] pub fn len_arr(a: Arr) -> usize { a.a.len() }
#[ensures(|ret| *ret == 3)] pub fn len_k(a: Holder<N>) -> usize { a.a.len() }
#[ensures(|ret| *ret == 3)] pub fn disc() -> isize { E::A as isize }
#[ensures(|ret| *ret == 4)] pub fn disc_b() -> isize { E::B as isize }
#[ensures(|ret| *ret == 3)] pub fn disc_f() -> isize { F::A as isize }
#[ensures(|ret| *ret == 1)] pub fn inner_use() -> u32 { #[twist] use m1::f; f() }
#[ensures(|ret| *ret == 1)] pub fn block_use() -> u32 { { #[twist] use m1::f; f() } }
#[ensures(|ret| *ret == 1)] pub fn inner_mod() -> u32 { #[twist] mod x { pub use super::m1::f; } x::f() }
#[ensures(|ret| *ret == 3)] pub fn inner_const() -> usize { #[twist] const M: usize = 3; M }
#[ensures(|ret| *ret == 3)] pub fn inner_len() -> usize { #[twist] const M: usize = 3; [0u8; M].len() }
#[ensures(|ret| *ret == 3)] pub fn inner_ty() -> usize { #[twist] type T = [u8; 3]; T::default().len() }
const DERIVED: usize = N + 0;
#[ensures(|ret| *ret == 3)] pub fn derived() -> usize { [0u8; DERIVED].len() }
#[ensures(|ret| *ret == t.0)] pub fn by_reference(t: &T) -> u32 { t.0 }
#[ensures(|ret| *ret == x)] pub fn untouched(x: u32) -> u32 { x }
#[derive(Trap)] pub struct T(pub u32);
pub trait Value { fn value(&self) -> u32; }
impl Value for T { fn value(&self) -> u32 { 1 } }
#[ensures(|ret| *ret == 1)] pub fn trapped(t: &T) -> u32 { t.value() }
#[ensures(|ret| *ret == 1)] pub fn dropped() -> u32 { let t = T(1); t.0 }
const fn side() -> usize { three() }
#[twist] const fn three() -> usize { 3 }
#[ensures(|ret| *ret == 3)] pub fn by_call() -> usize { [0u8; side()].len() }
static S: [u8; N] = [0; N];
#[ensures(|ret| *ret == 3)] pub fn of_static() -> usize { S.len() }
pub trait Has { const C: usize; }
impl Has for u8 { #[twist] const C: usize = 3; }
#[ensures(|ret| *ret == 3)] pub fn assoc() -> usize { [0u8; <u8 as Has>::C].len() }
#[ensures(|ret| *ret == 3)] pub fn pat(x: usize) -> usize { match x { N => x, _ => 3 } }
";

#[test]
fn what_macros_of_others_may_change_is_doubted_wherever_it_is_used() {
    let package = package_of("twisted", "[dependencies]\nSPEC\ntwist = { path = \"twist\" }\n", TWISTED);
    let manifest = "[package]\nname = \"twist\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\nproc-macro = true\n";
    package.write("twist/Cargo.toml", manifest);
    package.write("twist/src/lib.rs", TWIST);
    for args in [&["--no-run"][..], &[]] {
        let (_, document) = package.json(args);
        adds_up(&document);
        let all = document["obligations"].as_array().unwrap();
        let proved: Vec<_> =
            all.iter().filter(|each| each["verdict"] == "proved" && each["kind"] == "ensures").collect();
        let of = |each: &serde_json::Value| each["function"].as_str().unwrap().rsplit("::").next().unwrap().to_owned();
        let proved: Vec<String> = proved.into_iter().map(of).collect();
        // Where they may be run it is seen what they made, and what is proved is so.
        let seen: &[&str] = if args.is_empty() { &["by_reference", "untouched", "dropped"] } else { &["untouched"] };
        assert_eq!(proved, seen, "{document:#}");
        assert_eq!(document["summary"]["internal_errors"], 0, "{document:#}");
    }
}

/// Lines that end in two characters are to rustc as if they ended in one, in literals too.
#[test]
fn lines_that_end_as_on_windows_are_read_as_rustc_reads_them() {
    let lib = "use refine_spec::*;
#[ensures(|ret| *ret == 7)]
pub fn long() -> usize {
    b\"abc
def\".len()
}
#[ensures(|ret| *ret == 8)]
pub fn longer() -> usize {
    b\"abc
def\".len()
}
#[ensures(|ret| *ret ==
    4)]
pub fn continued() -> usize {
    b\"ab\\
      cd\".len()
}
";
    let lib = lib.replace('\n', "\r\n");
    let package = Package::new("windows lines", &lib);
    let (run, document) = package.json(&["--write-tests"]);
    run.exits(1);
    verdicts(&document, "long", "ensures", "proved");
    verdicts(&document, "longer", "ensures", "refuted");
    verdicts(&document, "continued", "ensures", "proved");
    let found = obligations(&document, "continued", "ensures")[0];
    let text = |place: &serde_json::Value| {
        let at = |key: &str| place[key].as_u64().unwrap() as usize;
        lib[at("start")..at("end")].to_owned()
    };
    assert_eq!((text(found), text(&found["clause"])), ("continued".to_owned(), "|ret| *ret ==\r\n    4".to_owned()));
    assert_eq!(found["line"], 14);
}

#[test]
fn overflow_is_what_the_proofs_take_it_to_be_in_dependencies_too() {
    let lib = "use refine_spec::*;\n#[ensures(|ret| *ret > x)]\npub fn next(x: u8) -> u8 {\n    dep::add(x, 1)\n}\n";
    let dep = "pub fn add(x: u8, y: u8) -> u8 {\n    x + y\n}\n";
    let package = with_dep("dep profile", lib, dep, "fn main() {}");
    let manifest = fs::read_to_string(package.path("Cargo.toml")).unwrap();
    package.write("Cargo.toml", &format!("{manifest}\n[profile.dev.package.dep]\noverflow-checks = false\n"));
    let (run, document) = package.json(&["--allow-effects"]);
    run.exits(1);
    adds_up(&document);
    verdicts(&document, "next", "ensures", "proved");
    verdicts(&document, "next", "overflow", "refuted");
}

/// Attributes and macros are known by what they resolve to, and not by their names.
#[test]
fn annotations_have_whatever_name_the_crate_gives_them() {
    let lib = r"
#[rs::ensures(|ret| *ret != 5)]
pub fn by_path(x: u32) -> u32 { x }
pub mod renamed {
    use rs::{ensures as post, invariant as inv, requires as need};
    #[cfg_attr(all(), post(|ret| *ret < 5))]
    pub fn conditional(x: u8) -> u8 { x }
    #[cfg_attr(any(), rs::ensures(|ret| *ret < 5))]
    pub fn elsewhere(x: u8) -> u8 { x }
    #[post(|ret| *ret != 5)]
    pub fn returned(x: u32) -> u32 { x }
    #[inv(self.a < 5)]
    pub struct Few { pub a: u32 }
    pub fn few(a: u32) -> Few { Few { a } }
    #[need(a > 5)]
    pub fn large(a: u32) -> u32 { a - 6 }
    pub fn called() -> u32 { large(1) }
}
mod again { pub use rs::ensures; }
#[again::ensures(|ret| *ret != 5)]
pub fn passed_on(x: u32) -> u32 { x }
pub fn turns(n: u32) { let mut i = 0; while i < n { rs::loop_invariant!(i < 3); i += 1; } }
";
    let spec = package::root().join("specs/spec");
    let manifest = format!("[dependencies]\nrs = {{ package = \"refine-spec\", path = {spec:?} }}\n");
    let (run, document) = package_of("renamed-spec", &manifest, lib).json(&["--scope", "all"]);
    run.exits(1);
    adds_up(&document);
    refuted(&document, "by_path", "ensures", "by_path(5)");
    refuted(&document, "renamed::returned", "ensures", "returned(5)");
    refuted(&document, "renamed::conditional", "ensures", "conditional(5)");
    refuted(&document, "renamed::elsewhere", "ensures", "elsewhere(5)");
    refuted(&document, "passed_on", "ensures", "passed_on(5)");
    refuted(&document, "renamed::few", "invariant", "few(5)");
    refuted(&document, "renamed::called", "requires", "called()");
    verdicts(&document, "renamed::large", "overflow", "proved");
    verdicts(&document, "turns", "loop-preserved", "refuted");
}

/// Before edition 2021 a closure captures whole variables.
#[test]
fn closures_of_older_editions_are_not_taken_for_those_of_now() {
    let lib = r"
use refine_spec::*;
pub struct Adds<'a>(pub &'a mut i64, pub i64);
impl<'a> Drop for Adds<'a> { fn drop(&mut self) { *self.0 += self.1; } }
pub struct Pair<'a> { pub adds: Adds<'a>, pub other: i64 }
#[ensures(|ret| *ret != 1)]
pub fn kept() -> i64 {
    let mut n = 1;
    {
        let pair = Pair { adds: Adds(&mut n, 2), other: 5 };
        let closure = move || pair.other;
        std::mem::forget(closure);
    }
    n
}
";
    let package = Package::new("older-edition", lib);
    for (edition, verdict) in [("2018", "refuted"), ("2024", "proved")] {
        package.edition(edition);
        let (_, document) = package.json(&["--scope", "all"]);
        verdicts(&document, "kept", "ensures", verdict);
    }
}

#[test]
fn a_dependency_is_looked_into_and_neither_checked_nor_changed() {
    // Beside the workspace, as what cargo has unpacked is: of its files and ours, only folders further up are common. It is taken for one of
    // the registry's, since the user's own packages are looked into and run.
    let name = "dep beside";
    let own = package_of(
        name,
        "[dependencies]\nSPEC\nbeside = \"0.1.0\"\n",
        "use refine_spec::*;
#[ensures(|ret| *ret == x)]
pub fn small(x: u32) -> u32 { beside::same(x) }
pub fn large(x: u32) -> u32 { beside::sum(x) }
pub fn halves(x: u32) -> u32 { beside::half(x) }
pub fn found() -> bool { beside::exists(\"/nowhere\") }
pub fn held(x: Option<beside::Guard>) -> bool { x.is_some() }
",
    );
    let registry = own.0.parent().unwrap().join("dep beside it");
    let beside = registry.join("beside-0.1.0");
    own.write(
        ".cargo/config.toml",
        "[source.crates-io]\nreplace-with = \"beside\"\n[source.beside]\ndirectory = \"../dep beside it\"\n",
    );
    let lib = "#[derive(Default)]
pub struct Guard(u8);
impl Drop for Guard { fn drop(&mut self) { let _ = std::fs::remove_file(\"/nowhere\"); } }
pub const fn same(x: u32) -> u32 { x }
pub fn half(x: u32) -> u32 { let all = [0, 1, 2]; let mut at = 0; for y in all { at += y; } x / (at - 3 + x) }
pub fn sum(x: u32) -> u32 { let mut all = 0u32; for y in 0..x % 9 { all += y; } helper(all) }
fn helper(x: u32) -> u32 { assert!(x > 0 || x == 0); x }
pub fn exists(path: &str) -> bool { looked_up(path) }
fn looked_up(path: &str) -> bool { std::fs::metadata(path).is_ok() }
";
    let manifest = "[package]\nname = \"beside\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    fs::create_dir_all(beside.join("src")).unwrap();
    fs::write(beside.join("Cargo.toml"), manifest).unwrap();
    fs::write(beside.join(".cargo-checksum.json"), "{\"files\":{}}").unwrap();
    fs::write(beside.join("src/lib.rs"), lib).unwrap();
    let (run, document) = own.json(&["--scope", "all"]);
    run.exits(0);
    adds_up(&document);
    // All claims are the crate's own, one for a call.
    let all = document["obligations"].as_array().unwrap();
    let functions: Vec<&str> = all.iter().map(|each| each["function"].as_str().unwrap()).collect();
    assert!(functions.iter().all(|name| ["small", "large", "halves", "found", "held"].contains(name)), "{functions:?}");
    verdicts(&document, "small", "ensures", "proved");
    let reason = |name: &str| {
        let open = all.iter().find(|each| each["function"] == name && each["verdict"] == "open");
        open.unwrap_or_else(|| panic!("{name} is open: {all:#?}"))["reason"].as_str().unwrap()
    };
    assert!(reason("large").contains("it calls `beside::sum`, which is outside the crate"), "{}", reason("large"));
    assert!(reason("found").contains("`beside::exists`, through which `beside::looked_up` calls `std::fs::metadata`"));
    assert!(reason("held").contains("`beside::Guard::drop` calls `std::fs::remove_file`"), "{}", reason("held"));
    // With permission they are run.
    let (run, document) = own.json(&["--scope", "all", "--allow-effects"]);
    run.exits(1);
    adds_up(&document);
    verdicts(&document, "large", "unmodelled", "tested");
    let all = document["obligations"].as_array().unwrap();
    let found = all.iter().find(|each| each["function"] == "halves" && each["verdict"] == "refuted");
    assert_eq!(found.unwrap_or_else(|| panic!("{all:#?}"))["witness"]["call"], "halves(0)");
    // And nothing beside it is another than it was.
    assert_eq!(fs::read_to_string(beside.join("src/lib.rs")).unwrap(), lib);
    for path in [beside.as_path(), &beside.join("src"), &beside.join("Cargo.toml"), beside.parent().unwrap()] {
        assert!(!path.is_symlink(), "{}", path.display());
    }
    assert_eq!(fs::read_dir(&beside).unwrap().count(), 3);
}

#[test]
fn into_iter_gives_what_it_gives_in_the_edition() {
    let lib = r"
use refine_spec::*;
pub trait Kind { fn kind(self) -> u8; }
impl Kind for i64 { fn kind(self) -> u8 { 1 } }
impl Kind for &i64 { fn kind(self) -> u8 { 2 } }
#[ensures(|ret| *ret == 1)]
pub fn array() -> u8 { [1i64, 2].into_iter().next().map_or(9, |x| x.kind()) }
#[requires(xs.len() == 1)]
#[ensures(|ret| *ret == 1)]
pub fn boxed(xs: Box<[i64]>) -> u8 { xs.into_iter().next().map_or(9, |x| x.kind()) }
#[ensures(|ret| *ret == 1)]
pub fn by_trait() -> u8 { IntoIterator::into_iter([1i64, 2]).next().map_or(9, |x| x.kind()) }
";
    let package = Package::new("into-iter", lib);
    for (edition, array, boxed) in
        [("2018", "refuted", "refuted"), ("2021", "proved", "refuted"), ("2024", "proved", "proved")]
    {
        package.edition(edition);
        let (_, document) = package.json(&["--scope", "all"]);
        verdicts(&document, "array", "ensures", array);
        verdicts(&document, "boxed", "ensures", boxed);
        verdicts(&document, "by_trait", "ensures", "proved");
    }
}

/// `debug_assert!` and `cfg(debug_assertions)` are those of the builds that `--overflow wrap` is about.
#[test]
fn debug_assertions_go_with_overflow_checks() {
    let lib = r"
use refine_spec::*;
#[ensures(|ret| *ret > 5)]
pub fn asserted(a: u8) -> u8 { debug_assert!(a > 5); a }
#[ensures(|ret| *ret == 1)]
pub fn told() -> u8 { if cfg!(debug_assertions) { 1 } else { 2 } }
";
    let package = Package::new("debug-assertions", lib);
    let (_, document) = package.json(&[]);
    verdicts(&document, "told", "ensures", "proved");
    let (_, document) = package.json(&["--overflow", "wrap"]);
    verdicts(&document, "asserted", "ensures", "refuted");
    verdicts(&document, "told", "ensures", "refuted");
    let manifest = fs::read_to_string(package.path("Cargo.toml")).unwrap();
    package
        .write("Cargo.toml", &format!("{manifest}\n[profile.dev]\ndebug-assertions = false\noverflow-checks = true\n"));
    package.check(&[]).says("the profile `dev` turns debug assertions off");
}

/// Patterns as they were before `..=`, which rust-analyzer does not read.
#[test]
fn ranges_of_older_editions_are_read() {
    let lib = r#"
extern crate refine_spec;
use refine_spec::*;
// In a comment: 1...3, and in a text below.
#[ensures(|ret| *ret < 36)]
pub fn digit(c: u8) -> u8 {
    let note = "0...9";
    match c { b'0'...b'9' => c - b'0', b'a'...b'z' => c - b'a' + 10, _ => note.len() as u8 }
}
#[ensures(|ret| *ret < 35)]
pub fn wrong(c: u8) -> u8 {
    match c { b'0'...b'9' => c - b'0', b'a'...b'z' => c - b'a' + 10, _ => 0 }
}
"#;
    let package = Package::new("old-ranges", lib);
    package.edition("2018");
    let (_, document) = package.json(&["--scope", "all"]);
    verdicts(&document, "digit", "ensures", "proved");
    verdicts(&document, "digit", "overflow", "proved");
    verdicts(&document, "wrong", "ensures", "refuted");
}

/// Before edition 2018 a trait's functions need not name their parameters. The parser does not know such parameters:
/// what is called through the trait is not known, the rest of the file is.
#[test]
fn parameters_without_a_name_are_read_where_the_edition_allows_them() {
    let lib = r"
extern crate refine_spec;
use refine_spec::*;
pub trait Add { fn add(&mut self, u8); }
pub struct Sum(pub u64);
impl Add for Sum { fn add(&mut self, other: u8) { self.0 = self.0.wrapping_add(other as u64); } }
#[ensures(|ret| *ret >= 1)]
pub fn known(x: u8) -> u16 { x as u16 + 1 }
#[ensures(|ret| *ret == x as u64)]
pub fn added(x: u8) -> u64 { let mut sum = Sum(0); sum.add(x); sum.0 }
#[ensures(|ret| *ret != 7)]
pub fn broken(x: u8) -> u64 { let mut sum = Sum(0); sum.add(x); sum.0 }
";
    let package = Package::new("edition-2015", lib);
    package.edition("2015");
    let (_, document) = package.json(&["--scope", "all"]);
    verdicts(&document, "known", "ensures", "proved");
    verdicts(&document, "added", "ensures", "tested");
    verdicts(&document, "broken", "ensures", "refuted");
    // Since edition 2018 rustc does not take them.
    package.edition("2018");
    package.check(&["--scope", "all"]).exits(2);
}
