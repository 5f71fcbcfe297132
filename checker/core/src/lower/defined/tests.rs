//! Where clauses have a value: those that always have one stay as they are, for the others it is said in few words.
use crate::defined::Pures as _;
use crate::lower::{LowerOptions, Lowering, program_from_source};
use crate::print::Printer;
use crate::program::{FnId, FnInst, Program};
use crate::syntax::{CompileConfig, Crate};
use crate::term::{Term, TermKind};
use crate::ty::Ty;

const PARAMS: &str = "xs: &[i32], ys: &[i32; 4], i: usize, n: usize, o: Option<u32>, e: E, m: u8";

const ITEMS: &str = "
enum E { A, B(u32), C(u32, u32) }
#[pure] fn sorted(xs: &[i32]) -> bool { forall(0..xs.len(), |j| forall(0..j, |i| xs[i] <= xs[j])) }
#[pure] fn third(xs: &[i32]) -> i32 { xs[2] }
#[measure] fn down(n: usize) -> usize { if n == 0 { 0 } else { down(n - 1) } }
#[pure] fn walk(xs: &[i32], n: usize) -> bool { n == 0 || (xs[n - 1] > 0 && walk(xs, n - 1)) }
#[pure] fn odd(n: usize) -> usize { match n % 2 { 1 => n, _ => panic!() } }
";

/// Where the clause has a value; empty if everywhere.
fn domain(clause: &str) -> String {
    let program = program_from_source(&format!("{ITEMS} #[requires({clause})] fn f({PARAMS}) {{}}"));
    let errors: Vec<_> = program.diagnostics.iter().filter(|d| d.error).map(|d| d.message.as_str()).collect();
    assert!(errors.is_empty(), "{clause}: {errors:?}");
    let at = program.fns().iter().position(|def| def.path == "f").expect("the function");
    let inst = FnInst { func: FnId(at as u32), args: Vec::new() };
    let contract = program.contract(&inst);
    let [only] = &contract.requires[..] else { panic!("{clause}: {:?}", contract.raw) };
    if only.term == only.value {
        return String::new();
    }
    let TermKind::Bin(_, domain, value) = only.term.kind() else { panic!("{clause}") };
    assert_eq!(*value, only.value);
    let names = ["xs", "ys", "i", "n", "o", "e", "m"];
    let name = |id: crate::ir::LocalId| names[id.0 as usize].to_owned();
    let unbound = |term: &Term| Printer { program: &program, name: &name }.term(term);
    let text = unbound(domain);
    // Quantified variables are numbered; which number is of no matter.
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == 'i' && out.chars().rev().nth(1).is_none_or(|before| !before.is_alphanumeric()) {
            while chars.next_if(char::is_ascii_digit).is_some() {}
        }
    }
    out
}

#[test]
fn clauses_that_always_have_a_value_stay_as_they_are() {
    for clause in [
        "i < n && n <= xs.len()",
        "i < xs.len() && xs[i] > 0",
        "i >= xs.len() || xs[i] > 0",
        "i < xs.len() ==> xs[i] > 0",
        "i + 1 < xs.len() && xs[i] <= xs[i + 1]",
        "xs.len() > 0 && xs[xs.len() - 1] == 0",
        "!xs.is_empty() ==> xs[0] > 0",
        "ys[3] == ys[0]",
        "forall(0..4, |k| ys[k] > 0)",
        "forall(0..xs.len(), |k| xs[k] > 0)",
        "forall(0..xs.len() - 1, |k| xs[k] <= xs[k + 1])",
        "forall(1..xs.len(), |k| xs[k - 1] <= xs[k])",
        "forall(0..xs.len(), |k| forall(0..k, |j| xs[j] <= xs[k]))",
        "i <= xs.len() && forall(i..xs.len(), |k| xs[k] > 0)",
        "i <= xs.len() && forall(0..i, |k| xs[k] > 0)",
        "n == xs.len() && forall(0..n, |k| xs[k] > 0)",
        "xs.iter().all(|x| *x > 0) && ys.contains(&3)",
        "exists(0..xs.len(), |k| k > i && xs[k] == 0)",
        "xs.first().is_some()",
        "i <= n && n <= xs.len() && xs[i..n].len() < 9",
        "n <= xs.len() && xs[xs.len() - n..].len() == n",
        "o.is_some() ==> o.unwrap() > 0",
        "o.is_none() || o.unwrap() > 0",
        "matches!(o, Some(x) if x > 0)",
        "if let Some(x) = o { x > 0 } else { true }",
        "match e { E::A => true, E::B(x) => x > 0, E::C(x, y) => x < y }",
        "match e { E::A => true, E::B(x) | E::C(x, _) => x > 0 }",
        "n / 2 > 3 && n % 10 == 0",
        "n != 0 && 100 / n > 3",
        "n > 0 ==> 100 % n > 3",
        "n == 0 || 100 % n > 3",
        "m >> 3 == 0 && (m < 8 ==> 1u8 << m > 0)",
        "sorted(xs) && down(n) == 0",
        "xs.len() > 2 && third(xs) > 0",
    ] {
        assert_eq!(domain(clause), "", "{clause}");
    }
}

#[test]
fn what_a_clause_asks_for_is_said_in_few_words() {
    for (clause, wanted) in [
        ("100 / n > 3", "n != 0"),
        ("xs[i] > 0", "i < xs.len()"),
        ("xs[i] > 0 && xs[i] < 9", "i < xs.len()"),
        ("xs[i - 1] > 0", "0 <= i - 1 && i - 1 < xs.len()"),
        ("xs[0] > 0 || xs.len() > 0", "0 < xs.len()"),
        ("o.unwrap() > 0", "o is Option::Some"),
        ("i > 0 ==> xs[i] > 0", "i > 0 ==> i < xs.len()"),
        ("forall(0..n, |k| xs[k] > 0)", "0 < n ==> n <= xs.len()"),
        ("forall(0..n, |k| xs[k + 1] > 0)", "0 < n ==> n + 1 <= xs.len()"),
        ("!forall(0..n, |k| 10 / (k - 3) > 0)", "forall(0..n, |i| i - 3 != 0)"),
        ("m << n == 0", "n < 8"),
        ("third(xs) > 0", "2 < xs.len()"),
        ("walk(xs, n)", "defined(walk(xs, n))"),
        ("odd(n) > 0", "wrap::<usize>(n % 2) == 1"),
    ] {
        assert_eq!(domain(clause), wanted, "{clause}");
    }
}

#[test]
fn arithmetic_that_cannot_wrap_is_plain_in_pure_functions() {
    let body = |source: &str| {
        let program = program_from_source(source);
        let inst = FnInst {
            func: FnId(program.fns().iter().position(|def| def.path == "g").expect("g") as u32),
            args: vec![],
        };
        let name = |id: crate::ir::LocalId| ["n", "m"][id.0 as usize].to_owned();
        let def = program.pure_def(&inst).expect("a term");
        Printer { program: &program, name: &name }.term(&def.body)
    };
    let text = body("#[pure] fn g(n: u8, m: u8) -> u8 { if n == 0 { n - 1 } else if n <= m { m - n } else { n - 1 } }");
    assert_eq!(text, "if n == 0 { wrap::<u8>(n - 1) } else { if n <= m { m - n } else { n - 1 } }");
}

/// Models are put in place of calls in bodies, where nothing claims that they have a value.
#[test]
fn models_of_the_library_always_have_a_value() {
    struct Empty;
    impl crate::syntax::Files for Empty {
        fn read(&self, path: &str) -> Option<String> {
            (path == "src/lib.rs").then(String::new)
        }
    }
    let config = CompileConfig { root: "src/lib.rs".into(), edition: "2024".into(), ..CompileConfig::default() };
    let krate = Crate::load(&config, &Empty);
    let low = Lowering::new(&krate, LowerOptions::default());
    let mut seen = 0;
    for (at, item) in krate.fns.iter().enumerate().filter(|(_, item)| item.def.std) {
        let args = item.def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
        let inst = FnInst { func: FnId(at as u32), args };
        if let Ok(Some(_)) = low.pure(&inst) {
            assert_eq!(low.pure_domain(&inst), Term::bool(true), "{}", item.def.path);
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}
