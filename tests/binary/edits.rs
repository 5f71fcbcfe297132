//! What is kept of each function: after an edit only what rests on it is looked at again, and every verdict is as without anything kept.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use refine_driver::{Cache, Cached, Cancel, Options, Report, Scope, check};
use refine_tests::e2e::Package;
use refine_tests::fuzz::rng::Rng;

fn look(package: &Package, cache: Cache) -> Report {
    let manifest = package.path("Cargo.toml");
    let options = Options { manifest, scope: Scope::All, cache, ..Options::default() };
    check(&options, &Cancel::default(), &mut |_| {}).unwrap()
}

/// What is known of each obligation, and where it is.
fn known(report: &Report) -> BTreeMap<String, String> {
    let said = |o: &refine_driver::ObligationReport| {
        let place = (&o.place, &o.clause, &o.site);
        format!("{:?} {} {:?} {:?} {place:?} {} {:?}", o.verdict, o.vacuous, o.given, o.class, o.message, o.chain)
    };
    let codes: BTreeSet<_> = report.diagnostics.iter().map(|(it, place)| format!("{} {place:?}", it.code)).collect();
    let all = report.obligations.iter().map(|o| (o.id.clone(), said(o)));
    all.chain([("the crate".to_owned(), format!("{:?} {codes:?}", report.compiles))]).collect()
}

/// The functions that the solver looked at.
fn looked_at(report: &Report) -> BTreeSet<&str> {
    let spent =
        report.timings.functions.iter().filter(|spent| spent.solver > Duration::ZERO || spent.runs > Duration::ZERO);
    spent.map(|spent| spent.function.as_str()).collect()
}

/// A part of the source, as it may be.
const LIB: [&[&str]; 13] = [
    &["", "// A comment.\n\n", "//! Of the crate.\n"],
    &["use refine_spec::*;\npub mod part;\n"],
    &["#[cfg(feature = \"wide\")]\npub const LIMIT: u32 = 100;\n#[cfg(not(feature = \"wide\"))]\n"],
    &["pub const LIMIT: u32 = 10;\n", "pub const LIMIT: u32 = 60;\n\n"],
    &[
        "macro_rules! twice { ($x:expr) => { $x + $x } }\n",
        "macro_rules! twice { ($x:expr) => { $x / 2 } }\n",
        "macro_rules! twice { ($x:expr) => { $x * 3 - $x } }\n",
    ],
    &[
        "#[derive(Clone, Copy, PartialEq)]\npub struct Pair { pub a: u32, pub b: u32 }\n",
        "#[derive(Clone, Copy, PartialEq)]\npub struct Pair { pub a: u32, pub b: u8 }\n",
        "#[derive(Clone, Copy, PartialEq)]\n#[invariant(self.a <= 9)]\npub struct Pair { pub a: u32, pub b: u32 }\n",
    ],
    &["pub trait Weight { fn weight(&self) -> u32; }\n"],
    &[
        "impl Weight for Pair { fn weight(&self) -> u32 { self.a % 10 } }\n",
        "impl Weight for Pair { fn weight(&self) -> u32 { self.a } }\n",
        "impl Weight for Pair {\n    fn weight(&self) -> u32 { 10 / self.a } }\n",
    ],
    &[
        "impl std::ops::Not for Pair { type Output = u32; fn not(self) -> u32 { self.a / 2 } }\n",
        "impl std::ops::Not for Pair { type Output = u32; fn not(self) -> u32 { self.a + 1 } }\n",
    ],
    &[
        "fn helper(x: u32) -> u32 { x / 2 }\n",
        "fn helper(x: u32) -> u32 { x % 9 }\n",
        "fn helper(x: u32) -> u32 { x + 1 }\n",
    ],
    &[
        "#[requires(n > 0)]\n#[ensures(|ret| *ret < n)]\npub fn rest(x: u32, n: u32) -> u32 { x % n }\n",
        "#[requires(n > 0)]\n#[ensures(|ret| *ret < n)]\npub fn rest(x: u32, n: u32) -> u32 { x / n }\n",
        "#[requires(n > 3)]\n#[ensures(|ret| *ret < n)]\npub fn rest(x: u32, n: u32) -> u32 { x % n }\n",
        "#[requires(n > 0)]\n#[ensures(|ret| *ret <= n)]\npub fn rest(x: u32, n: u32) -> u32 {\n    // As it is.\n    x % n\n}\n",
        "pub fn rest(x: u32, n: u32) -> u32 { x % n }\n",
    ],
    &[
        "#[ensures(|ret| *ret < 5)]\npub fn user(x: u32) -> u32 { rest(helper(x), 5) }\n",
        "#[ensures(|ret| *ret < 3)]\npub fn user(x: u32) -> u32 { rest(helper(x), 3) }\n",
        "#[ensures(|ret| *ret < 5)]\npub fn user(x: u32) -> u32 { rest(helper(x), 5) }\npub fn added(x: u8) -> u8 {\n    let next = |y: u8| y + 1;\n    next(x)\n}\n",
    ],
    &["#[ensures(|ret| *ret <= LIMIT)]
pub fn capped(x: u32) -> u32 { if x > 50 { LIMIT } else { x } }
#[ensures(|ret| *ret >= x as u32)]
pub fn doubled(x: u8) -> u32 { twice!(x as u32) }
#[ensures(|ret| *ret < 10)]
pub fn heavy(pair: Pair) -> u32 { pair.weight() }
#[ensures(|ret| *ret < 10)]
pub fn turned(pair: Pair) -> u32 { !pair }
pub fn by_pointer(f: fn(u32) -> u32, x: u32) -> u32 { f(x) / 2 }
#[ensures(|ret| *ret < 5)]
pub fn by_closure(x: u32) -> u32 { applied(|y| y % 3, x) + applied(Last::digit, 2) }
fn applied<F: Fn(u32) -> u32>(f: F, x: u32) -> u32 { f(x) }
pub struct Last;
impl Last { fn digit(x: u32) -> u32 { x % 2 } }
#[ensures(|ret| *ret < 5)]
pub fn mapped(xs: &[u32]) -> u32 { part::last(xs).map(helper).unwrap_or(4) }
"],
];

const PART: [&[&str]; 2] = [
    &[
        "pub fn last(xs: &[u32]) -> Option<u32> { xs.last().copied() }\n",
        "pub fn last(xs: &[u32]) -> Option<u32> { Some(xs[0]) }\n",
        "\npub fn last(xs: &[u32]) -> Option<u32> { xs.first().copied() }\n",
    ],
    &[
        "pub fn sum(xs: &[u8]) -> u32 {\n    let mut sum = 0;\n    for x in xs { sum += *x as u32; }\n    sum\n}\n",
        "pub fn sum(xs: &[u8]) -> u8 {\n    let mut sum = 0;\n    for x in xs { sum += *x; }\n    sum\n}\n",
    ],
];

const FEATURES: [&str; 2] = ["[features]\nwide = []\n", "[features]\ndefault = [\"wide\"]\nwide = []\n"];

/// Which of each.
#[derive(Clone, Default)]
struct State {
    lib: [usize; LIB.len()],
    part: [usize; PART.len()],
    features: usize,
}

impl State {
    fn edit(&mut self, random: &mut Rng) {
        let at = random.below(LIB.len() + PART.len() + 1);
        let other = |of: &mut usize, all: usize, random: &mut Rng| {
            *of = if all > 1 { (*of + 1 + random.below(all - 1)) % all } else { 0 };
        };
        match at {
            at if at < LIB.len() => other(&mut self.lib[at], LIB[at].len(), random),
            at if at < LIB.len() + PART.len() => {
                let at = at - LIB.len();
                other(&mut self.part[at], PART[at].len(), random);
            }
            _ => other(&mut self.features, FEATURES.len(), random),
        }
    }

    fn write(&self, package: &Package, manifest: &str) {
        let text =
            |parts: &[&[&str]], of: &[usize]| -> String { parts.iter().zip(of).map(|(part, at)| part[*at]).collect() };
        package.write("src/lib.rs", &text(&LIB, &self.lib));
        package.write("src/part.rs", &text(&PART, &self.part));
        package
            .write("Cargo.toml", &manifest.replace("[workspace]", &format!("{}[workspace]", FEATURES[self.features])));
    }
}

/// A package, and its manifest without features.
fn package(name: &str) -> (Package, String) {
    let package = Package::new(name, "");
    for kept in ["cache", "functions"] {
        let _ = fs::remove_dir_all(package.path("target/refine").join(kept));
    }
    let manifest = fs::read_to_string(package.path("Cargo.toml")).unwrap();
    (package, manifest)
}

type Edit<'a> = &'a dyn Fn(&mut State);

#[test]
fn after_an_edit_only_what_rests_on_it_is_looked_at_again() {
    let (package, manifest) = package("one-edit");
    let mut state = State::default();
    state.write(&package, &manifest);
    let first = look(&package, Cache::On);
    assert!(looked_at(&first).contains("helper"), "{:?}", looked_at(&first));
    // What these call is not known, so all text may be of what they run.
    let unknown = ["by_pointer", "applied"];
    let edits: [(&str, Edit<'_>, &[&str]); 5] = [
        ("a comment", &|state| state.lib[0] = 1, &[]),
        ("a body that is inlined", &|state| state.lib[9] = 1, &["helper", "mapped", "user"]),
        ("a new function", &|state| state.lib[11] = 2, &["added"]),
        ("a body in another file", &|state| state.part[0] = 2, &["mapped", "part::last"]),
        ("a body behind a contract", &|state| state.lib[10] = 1, &["rest", "user"]),
    ];
    for (what, edit, may) in edits {
        edit(&mut state);
        state.write(&package, &manifest);
        let report = look(&package, Cache::On);
        assert_eq!(report.cached, Cached::Kept, "{what}");
        let looked = looked_at(&report);
        let may_be = |function: &&str| may.contains(function) || !may.is_empty() && unknown.contains(function);
        assert!(looked.iter().all(may_be), "{what}: {looked:?}");
        assert!(may.is_empty() || !looked.is_empty(), "{what}");
        assert_eq!(known(&report), known(&look(&package, Cache::Off)), "{what}");
    }
}

/// What only runs is in no IR, and yet it is known what it calls.
#[test]
fn what_a_clause_runs_does_not_rest_on_all_text() {
    let (package, _) = package("clause-that-runs");
    let lib = "use refine_spec::*;
        pub struct Held { all: Vec<u8> }
        impl Held {
            pub fn new() -> Held { Held { all: Vec::new() } }
            fn is_sorted(&self) -> bool { self.all.windows(2).all(|pair| pair[0] <= pair[1]) }
            #[ensures(|_| self.is_sorted())]
            pub fn add(&mut self, x: u8) {
                let at = self.all.iter().position(|y| *y >= x).unwrap_or(self.all.len());
                self.all.insert(at, x);
            }
        }";
    package.write("src/lib.rs", lib);
    let first = look(&package, Cache::On);
    assert!(looked_at(&first).contains("Held::add"), "{:?}", looked_at(&first));
    package.write("src/lib.rs", &format!("{lib}\npub fn one_more(x: u8) -> u8 {{ x / 2 }}\n"));
    assert_eq!(looked_at(&look(&package, Cache::On)), BTreeSet::from(["one_more"]));
}

/// Functions share the solver's budget where there are many.
#[test]
fn of_many_functions_the_others_are_not_looked_at_for_one_more() {
    let (package, _) = package("many-functions");
    let lib = |count: usize| -> String {
        (0..count).map(|at| format!("pub fn f{at}(x: u8) -> u8 {{ x.saturating_sub(1) / (x | 1) + {at} }}\n")).collect()
    };
    package.write("src/lib.rs", &lib(70));
    let first = look(&package, Cache::On);
    assert_eq!(first.summary.refuted, 0);
    package.write("src/lib.rs", &lib(71));
    let report = look(&package, Cache::On);
    assert_eq!(looked_at(&report), BTreeSet::from(["f70"]));
}

/// `REFINE_EDITS=200 REFINE_EDITS_SEED=3 cargo test -p refine-tests --test binary -- edits::` for more of them.
#[test]
fn whatever_is_edited_the_verdicts_are_as_without_a_cache() {
    let number = |name: &str, or: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or);
    let (package, manifest) = package("many-edits");
    let mut random = Rng(number("REFINE_EDITS_SEED", 11));
    let mut state = State::default();
    for nth in 0..number("REFINE_EDITS", 6) {
        state.write(&package, &manifest);
        let with = look(&package, Cache::On);
        let without = look(&package, Cache::Off);
        assert_eq!(with.summary.internal_errors, 0);
        assert_eq!(known(&with), known(&without), "edit {nth}: {:?} {:?}", state.lib, state.part);
        for _ in 0..=random.below(2) {
            state.edit(&mut random);
        }
    }
}
