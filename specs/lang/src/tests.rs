//! Whole attributes to whole specifications, on text: what comes out, and what is refused.
use crate::{Aliases, ClauseSyntax, FnSpec, SpecError, TypeBody, TypeSpec, alias_macro, fn_spec, type_spec};
use crate::{LoopClause, loop_clause, print::show};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;

const ALIASES: &str = "
    type Nat = i64{v: v >= 0};
    type Pos = i64{v: v > 0};
    type Rng(n: int) = i64{v: 0 <= v && v < n};
    type Small = Rng(10);
    type Len(n) = Vec<Pos>[n];
    type Within(v) = i64{w: w < v};
    type Shadow(n) = Vec<i64>{v: forall(0..v.len(), |i| v[i] < n)};
    type Loop = Vec<Loop>;
    type There = Back; type Back = (i32, There);
";

fn aliases() -> Aliases {
    let mut aliases = Aliases::default();
    for alias in alias_macro(ALIASES.parse().unwrap()).unwrap() {
        aliases.insert(alias).unwrap();
    }
    aliases
}

fn read(item: &str) -> (FnSpec, Vec<SpecError>) {
    let item: syn::ImplItemFn =
        syn::parse_str(&format!("{item} {{}}")).unwrap_or_else(|error| panic!("{item}: {error}"));
    fn_spec(&item.attrs, &item.sig, &aliases())
}

fn list(clauses: &[ClauseSyntax]) -> Vec<String> {
    let binder =
        |clause: &ClauseSyntax| clause.binder.as_ref().map_or(String::new(), |pat| format!("|{}| ", show(pat)));
    clauses.iter().map(|clause| binder(clause) + &show(&clause.expr)).collect()
}

/// The clauses that a well-formed item gives.
#[track_caller]
fn gives(item: &str, requires: &[&str], ensures: &[&str]) {
    let (spec, errors) = read(item);
    assert!(errors.is_empty(), "{item}: {errors:?}");
    assert!(spec.annotated, "{item}");
    assert_eq!(list(&spec.requires), requires, "{item}");
    assert_eq!(list(&spec.ensures), ensures, "{item}");
}

/// The one error that an item gives, with the source at which it points.
#[track_caller]
fn refuses(item: &str, message: &str, at: &str) {
    let (_, errors) = read(item);
    let [error] = &errors[..] else { panic!("{item}: {errors:?}") };
    assert!(error.message.contains(message), "{item}: {}", error.message);
    let written = error.span.0.join(error.span.1).unwrap().source_text().unwrap();
    assert_eq!(written, at, "{item}: {}", error.message);
}

#[test]
fn the_contract_form_is_read_in_every_spelling() {
    for path in ["", "refine_spec::", "core::contracts::", "std::contracts::", "contracts::", "kani::", "::kani::"] {
        let item = format!("#[{path}requires(a > 0)] #[{path}ensures(|ret| *ret > a)] fn f(a: i32) -> i32");
        gives(&item, &["a > 0"], &["|ret| *ret > a"]);
    }
    let item = "#[prusti_contracts::ensures(result > a)] fn f(a: i32) -> i32";
    gives(item, &[], &["result > a"]);
    gives("#[cfg_attr(kani, requires(a > 0), allow(x))] fn f(a: i32)", &["a > 0"], &[]);
    gives("#[cfg_attr(any(a, b), cfg_attr(c, kani::requires(a > 0)))] fn f(a: i32)", &["a > 0"], &[]);
    gives("#[requires(a > 0, b > 0 ==> a < b)] fn f(a: i32, b: i32)", &["a > 0", "implies(b > 0, a < b)"], &[]);
}

#[test]
fn other_attributes_are_left_alone() {
    let (spec, errors) = read("#[inline] #[kani::proof] #[other::requires(] )] fn f()".replace("(] )", "(x)").as_str());
    assert!(!spec.annotated && errors.is_empty());
    refuses("#[refine_spec::require(a)] fn f(a: bool)", "no attribute `require`", "refine_spec::require(a)");
    refuses("#[refine_spec::invariant(a)] fn f(a: bool)", "no attribute `invariant`", "refine_spec::invariant(a)");
}

#[test]
fn marks_are_read() {
    let (spec, errors) = read("#[trusted] #[pure] #[measure] #[decreases(n)] fn f(n: u8)");
    assert!(errors.is_empty() && spec.trusted && spec.pure && spec.measure);
    assert_eq!(show(&spec.decreases.unwrap().expr), "n");
    refuses("#[trusted(now)] fn f()", "takes no arguments", "now");
    refuses("#[decreases(n)] #[decreases(m)] fn f(n: u8, m: u8)", "second", "decreases(m)");
}

#[test]
fn a_malformed_clause_is_refused_at_its_place() {
    refuses("#[requires] fn f()", "empty", "requires");
    refuses("#[requires()] fn f()", "empty", "requires()");
    refuses("#[requires(|r| r > 0)] fn f(r: i32)", "only a postcondition", "r");
    refuses("#[kani::ensures(a > 0)] fn f(a: i32)", "closure over the result", "a > 0");
    refuses("#[requires(a > )] fn f(a: i32)", "not a Rust expression", "a >");
}

#[test]
fn a_clause_with_side_effects_is_refused_at_its_place() {
    for (case, at) in [
        ("a = 1", "a = 1"),
        ("a += 1", "a += 1"),
        ("g(&mut a)", "&mut a"),
        ("&raw const a", "&raw const a"),
        ("print!(a)", "print!(a)"),
        ("print!(a);", "print!(a);"),
        ("(a?, 1)", "a?"),
        ("return", "return"),
        ("a.await", "a.await"),
        ("loop {}", "loop {}"),
        ("while a {}", "while a {}"),
        ("for i in a {}", "for i in a {}"),
        ("unsafe { a }", "unsafe { a }"),
        ("async {}", "async {}"),
    ] {
        let item = format!("#[requires(b && {{ {case} }})] fn f(a: bool, b: bool)");
        refuses(&item, "a condition without effects", at);
    }
    gives("#[requires(matches!(a, Some(x) if x > 0))] fn f(a: Option<i32>)", &["matches!(a, Some(x) if x > 0)"], &[]);
}

#[test]
fn a_refined_signature_gives_clauses() {
    gives(
        "#[spec(fn(r1: Pos, r2: Pos, s: Rng(r1)) -> Rng(r2))] fn rescale(r1: i64, r2: i64, s: i64) -> i64",
        &["r1 > 0", "r2 > 0", "0 <= s && s < r1"],
        &["|ret| 0 <= *ret && *ret < r2"],
    );
    gives(
        "#[spec(fn(wxs: &Vec<(Pos, Rng(100))>) -> Rng(100))] fn average(wxs: &Vec<(i64, i64)>) -> i64",
        &["forall(0..wxs.len(), |i| wxs[i].0 > 0)", "forall(0..wxs.len(), |i| 0 <= wxs[i].1 && wxs[i].1 < 100)"],
        &["|ret| 0 <= *ret && *ret < 100"],
    );
    gives("#[spec(fn(i32{v: v > 0}, bool) -> ())] fn f(mut a: i32, b: bool) -> ()", &["a > 0"], &[]);
    gives("#[flux_rs::sig(fn(x: i32{x: x > 0}))] fn f(x: i32)", &["x > 0"], &[]);
    gives("#[flux::spec(fn f(x: &i32{v: -v > 0 && v.abs() > 1}))] fn f(x: &i32)", &["-*x > 0 && (*x).abs() > 1"], &[]);
    gives("#[spec(fn(x: &::std::vec::Vec::<Pos>))] fn f(x: &Vec<i64>)", &["forall(0..x.len(), |i| x[i] > 0)"], &[]);
    gives("#[refine_spec::spec(fn(Small))] fn f(x: i64)", &["0 <= x && x < 10"], &[]);
}

#[test]
fn all_that_is_made_has_a_place_in_the_specification() {
    let (spec, errors) = read(
        "#[spec(fn(x: &mut Vec<i64{v: v > 0}>[@n], y: Option<(Pos, i8[3])>, z: Rng(n)) -> &[i64{v: v > n}][n])]
         fn f(x: &mut Vec<i64>, y: Option<(i64, i8)>, z: i64) -> &[i64]",
    );
    assert!(errors.is_empty(), "{errors:?}");
    let all = spec.requires.iter().chain(&spec.ensures);
    let places: Vec<String> =
        all.clone().map(|made| made.span.0.join(made.span.1).unwrap().source_text().unwrap()).collect();
    let result = "[i64{v: v > n}][n]";
    let vector = "Vec<i64{v: v > 0}>[@n]";
    assert_eq!(places, ["v > 0", "Pos", "i8[3]", "Rng(n)", vector, "v > 0", result, "v > n"]);
    for clause in all {
        has_places(clause.expr.to_token_stream(), &clause.text);
    }
}

fn has_places(tokens: TokenStream, clause: &str) {
    for token in tokens {
        // `fn(` of the specification stands at byte 7.
        assert!(token.span().byte_range().start > 7, "{clause}: {token}");
        assert!(token.span().byte_range().end < 120, "{clause}: {token}");
        if let TokenTree::Group(group) = token {
            has_places(group.stream(), clause);
        }
    }
}

#[test]
fn containers_are_refined_inside() {
    gives(
        "#[spec(fn(x: Option<Pos>, y: Result<Nat, &[Pos]>) -> Option<Box<Nat>>)] fn f(x: Option<i64>, y: Result<i64, &[i64]>) -> Option<Box<i64>>",
        &[
            "match &x { Some(item) => *item > 0, None => true }",
            "match &y { Ok(item) => *item >= 0, Err(_) => true }",
            "match &y { Err(item) => forall(0..item.len(), |i| item[i] > 0), Ok(_) => true }",
        ],
        &["|ret| match ret { Some(item) => **item >= 0, None => true }"],
    );
    gives(
        "#[spec(fn(x: [[Pos; 2]; 3]))] fn f(x: [[i64; 2]; 3])",
        &["forall(0..x.len(), |i| forall(0..x[i].len(), |j| x[i][j] > 0))"],
        &[],
    );
    gives("#[spec(fn(i: usize, x: &[Pos]))] fn f(i: usize, x: &[i64])", &["forall(0..x.len(), |j| x[j] > 0)"], &[]);
    gives("#[spec(fn(x: &&(Pos, i8)))] fn f(x: &&(i64, i8))", &["x.0 > 0"], &[]);
    refuses("#[spec(fn(x: HashMap<u8, Pos>))] fn f(x: HashMap<u8, i64>)", "cannot be refined", "HashMap<u8, Pos>");
    gives("#[spec(fn(x: HashMap<u8, i64>{v: v.len() > 0}))] fn f(x: HashMap<u8, i64>)", &["x.len() > 0"], &[]);
}

#[test]
fn an_index_is_a_value_or_a_length() {
    gives(
        "#[spec(fn(x: i32[@n], y: &Vec<i32>[n], z: Vec<i32>[@m]) -> bool[n < 3 && m > 0])] fn f(x: i32, y: &Vec<i32>, z: Vec<i32>) -> bool",
        &["y.len() == x"],
        &["|ret| *ret == (x < 3 && z.len() > 0)"],
    );
    gives("#[spec(fn() -> bool[true])] fn prop() -> bool", &[], &["|ret| *ret"]);
    gives("#[spec(fn(x: Len(3)))] fn f(x: Vec<i64>)", &["x.len() == 3", "forall(0..x.len(), |i| x[i] > 0)"], &[]);
    refuses("#[spec(fn(x: Foo[3]))] fn f(x: Foo)", "can have an index", "Foo[3]");
    refuses("#[spec(fn(x: i32[@n], y: i32[@n]))] fn f(x: i32, y: i32)", "bound twice", "n");
    refuses("#[spec(fn(x: &[i32[@n]]))] fn f(x: &[i32])", "more than one", "i32[@n]");
}

#[test]
fn behind_a_mutable_reference_a_type_holds_before_and_after() {
    gives("#[spec(fn(x: &mut Nat, y: Pos))] fn f(x: &mut i64, y: i64)", &["*x >= 0", "y > 0"], &["|ret| *x >= 0"]);
    gives(
        "#[spec(fn(x: &mut Vec<Nat>[@n]) -> usize[n])] fn f(x: &mut Vec<i64>) -> usize",
        &["forall(0..x.len(), |i| x[i] >= 0)"],
        &["|ret| x.len() == old(x.len())", "|ret| forall(0..x.len(), |i| x[i] >= 0)", "|ret| *ret == old(x.len())"],
    );
    gives(
        "#[spec(fn(&mut self, ret: Pos) -> Pos)] fn f(&mut self, ret: i64) -> i64",
        &["ret > 0"],
        &["|out| *out > 0"],
    );
    gives("#[spec(fn(self: &Self{v: v.lo <= v.hi}))] fn f(&self)", &["self.lo <= self.hi"], &[]);
}

#[test]
fn suffixes_are_clauses() {
    gives(
        "#[spec(fn(x: i32[@n], y: i32) -> i32 requires n > y ==> y > 0 ensures |r| *r > n, |r| *r > y)] fn f(x: i32, y: i32) -> i32",
        &["implies(x > y, y > 0)"],
        &["|r| *r > x", "|r| *r > y"],
    );
    refuses("#[spec(fn(x: i32) requires)] fn f(x: i32)", "empty", "requires");
    refuses("#[spec(fn(x: i32) needs x)] fn f(x: i32)", "expected `->`", "needs");
}

#[test]
fn a_refined_signature_must_fit() {
    refuses("#[spec(fn(x: i32))] fn f(x: i32, y: i32)", "2 parameters, but its specification has 1", "fn(x: i32)");
    refuses("#[spec(fn(z: i32))] fn f(x: i32)", "not called `z`", "z");
    refuses("#[spec(fn(x: i64))] fn f(x: i32)", "says `i32`", "i64");
    refuses("#[spec(fn(x: &i32))] fn f(x: i32)", "says `i32`", "&i32");
    refuses("#[spec(fn(x: Vec<(Pos, u8)>))] fn f(x: Vec<(i64, i8)>)", "says `i8`", "u8");
    refuses("#[spec(fn(x: &i32))] fn f(x: &mut i32)", "says `&mut i32`", "&i32");
    refuses("#[spec(fn() -> i32)] fn f()", "says `()`", "i32");
    refuses("#[spec(fn())] fn f() -> i32", "has no result type", "fn()");
    refuses("#[spec(fn((Pos, i8)))] fn f((a, b): (i64, i8))", "needs a name", "(Pos, i8)");
    refuses("#[spec(fn(x: i32{v > 0}))] fn f(x: i32)", "not a refinement type", ">");
    refuses("#[spec(fn(x: i32{v: v = 0}))] fn f(x: i32)", "cannot contain an assignment", "v");
}

#[test]
fn aliases_are_filled_in() {
    let (spec, _) = read("#[spec(fn(x: Rng(n + 1), n: i64))] fn f(x: i64, n: i64)");
    assert_eq!(spec.requires[0].text, "0 <= v && v < n + 1");
    let place = spec.requires[0].span;
    assert_eq!(place.0.join(place.1).unwrap().source_text().unwrap(), "Rng(n + 1)");
    // The binder `w` of the alias and the parameter `w` of the function are two things.
    gives("#[spec(fn(w: i64, x: Within(w)))] fn f(w: i64, x: i64)", &["x < w"], &[]);
    refuses("#[spec(fn(i: i64, x: Shadow(i)))] fn f(i: i64, x: Vec<i64>)", "declares another `i`", "Shadow(i)");
    refuses("#[spec(fn(x: Rng))] fn f(x: i64)", "takes 1 arguments", "Rng");
    refuses("#[spec(fn(x: Nope(3)))] fn f(x: i64)", "no alias `Nope`", "Nope(3)");
    refuses("#[spec(fn(x: Loop))] fn f(x: i64)", "in terms of itself", "Loop");
    refuses("#[spec(fn(x: There))] fn f(x: i64)", "in terms of itself", "There");
    let twice = alias_macro("type A = i32; type A = u8;".parse().unwrap()).unwrap();
    let mut aliases = Aliases::default();
    let results: Vec<bool> = twice.into_iter().map(|alias| aliases.insert(alias).is_ok()).collect();
    assert_eq!(results, [true, false]);
    assert!(alias_macro("type A = ;".parse().unwrap()).is_err());
    assert!(alias_macro("struct A;".parse().unwrap()).is_err());
}

fn read_type(item: &str) -> (TypeSpec, Vec<SpecError>) {
    match syn::parse_str(item).unwrap() {
        syn::Item::Struct(item) => type_spec(&item.attrs, TypeBody::Struct(&item.fields), &aliases()),
        syn::Item::Enum(item) => type_spec(&item.attrs, TypeBody::Enum(&item.variants), &aliases()),
        _ => unreachable!(),
    }
}

#[track_caller]
fn holds(item: &str, invariants: &[&str]) {
    let (spec, errors) = read_type(item);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(spec.refined, !invariants.is_empty());
    assert_eq!(list(&spec.invariants), invariants);
}

#[test]
fn types_have_invariants() {
    holds(
        "#[invariant(self.lo <= self.hi, self.lo > 0 ==> a)] struct Span { lo: i32, hi: i32 }",
        &["self.lo <= self.hi", "implies(self.lo > 0, a)"],
    );
    holds("#[refined] struct Ratio { num: i64, #[field(i64{v: v != 0})] den: i64 }", &["self.den != 0"]);
    holds(
        "#[refined] struct R(#[field(Pos)] i64, #[field(Vec<Pos>)] Vec<i64>);",
        &["self.0 > 0", "forall(0..self.1.len(), |i| self.1[i] > 0)"],
    );
    holds(
        "#[refined] enum E { V { a: u8, #[field(Pos)] b: i64 }, W(u8, #[field(Pos)] i64), N }",
        &[
            "match self { Self::V { b, .. } => *b > 0, _ => true }",
            "match self { Self::W(_, item, ..) => *item > 0, _ => true }",
        ],
    );
    holds("#[refined] enum E { V(#[field(Pos)] i64) }", &["match self { Self::V(item, ..) => *item > 0 }"]);
    holds(
        "#[refined] enum E { V { #[field(Pos)] r#type: i64 } }",
        &["match self { Self::V { r#type, .. } => *r#type > 0 }"],
    );
    holds("struct S { #[field(x)] a: u8 }", &[]);
}

#[test]
fn malformed_invariants_are_refused() {
    for (item, message) in [
        ("#[invariant] struct S;", "empty"),
        ("#[invariant(|x| x)] struct S;", "not a closure"),
        ("#[invariant({ self.a = 1; true })] struct S { a: u8 }", "cannot contain an assignment"),
        ("#[refined(x)] struct S;", "no arguments"),
        ("#[refine_spec::requires(x)] struct S;", "no attribute `requires`"),
        ("#[refined] struct S { #[field(i64)] a: i64 }", "says nothing"),
        ("#[refined] struct S { #[field(u8{v: v > 0})] a: i64 }", "says `i64`"),
        ("#[refined] struct S { #[field(i64[@n])] a: i64 }", "says nothing"),
        ("struct S { #[refine_spec::field(Pos)] a: i64 }", "not `#[refined]`"),
    ] {
        let (spec, errors) = read_type(item);
        assert!(errors.len() == 1 && errors[0].message.contains(message), "{item}: {errors:?}");
        assert!(spec.invariants.is_empty(), "{item}");
    }
}

#[test]
fn loop_macros_are_read() {
    let read = |text: &str| loop_clause(&syn::parse_str(text).unwrap());
    assert!(
        matches!(read("loop_invariant!(a ==> b)"), Some(Ok(LoopClause::Invariant(clause))) if clause.text == "a ==> b")
    );
    assert!(matches!(read("refine_spec::loop_decreases!(n)"), Some(Ok(LoopClause::Decreases(_)))));
    assert!(read("assert!(a)").is_none());
    assert!(matches!(read("loop_invariant!()"), Some(Err(error)) if error.message.contains("empty")));
    assert!(matches!(read("loop_invariant!(|x| x)"), Some(Err(error)) if error.message.contains("postcondition")));
    assert!(matches!(read("loop_invariant!(x += 1)"), Some(Err(error)) if error.message.contains("an assignment")));
}

/// The texts with one token less, for each token at any depth.
fn shortened(tokens: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut all = Vec::new();
    for at in 0..tokens.len() {
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        let with =
            |middle: Option<TokenTree>| before.iter().cloned().chain(middle).chain(after.iter().cloned()).collect();
        all.push(with(None));
        if let TokenTree::Group(group) = &tokens[at] {
            let groups = shortened(group.stream()).into_iter();
            all.extend(groups.map(|inside| with(Some(proc_macro2::Group::new(group.delimiter(), inside).into()))));
        }
    }
    all
}

#[test]
fn no_malformed_specification_makes_a_panic() {
    let attribute = "requires(a ==> f::<A, B>(b) ==> c, matches!(d, Some(e) if e > 0)),
        ensures(|(a, &b): &T| forall(0..n, move |i| a ==> { let x = b ==> c; x })),
        spec(fn(x: &'a mut Vec<i64{v: v > 0}>[@n], y: Option<(Pos, i8[3])>, z: Rng(n)) -> std::Vec<[i64{v: v > n}; 3], {N}>
            requires x ==> y ensures |r| r)";
    let sig = syn::parse_str("fn f(x: &mut Vec<i64>, y: Option<(i64, i8)>, z: i64) -> Vec<[i64; 3]>").unwrap();
    let is_refused = |case: TokenStream| {
        let attrs = syn::Attribute::parse_outer.parse2(quote::quote!(#[cfg_attr(x, #case)])).unwrap_or_default();
        !fn_spec(&attrs, &sig, &aliases()).1.is_empty()
    };
    let whole: TokenStream = attribute.parse().unwrap();
    assert!(!is_refused(whole.clone()));
    assert!(shortened(whole).into_iter().filter(|case| is_refused(case.clone())).count() > 50);
    let refused = shortened(ALIASES.parse().unwrap()).into_iter().filter(|case| alias_macro(case.clone()).is_err());
    assert!(refused.count() > 50);
}
