//! What the generator gives for a precondition, against all values of the types filtered by the same predicate in Rust.
use std::collections::HashSet;

use refine_core::finished::FinishedProgram;
use refine_core::ids::{AdtId, FnId};
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};
use refine_front::testing::{Memory, demo};
use refine_front::{Input, Options};
use refine_testgen::generate::{Vectors, allows, vectors};
use refine_testgen::source::call;
use refine_testgen::types::field_types;

fn load(text: &str) -> FinishedProgram {
    let text = format!("use refine_spec::*;\n{text}");
    let files = Memory::new(&[("src/lib.rs", &text)]);
    let input = Input { crates: vec![demo()], local: vec![0], folder: "/demo".into() };
    let program = refine_front::load(&input, &files, &Options::default()).program;
    let errors: Vec<_> = program.diagnostics.iter().filter(|each| each.error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    program
}

fn inst(program: &FinishedProgram, path: &str) -> FnInst {
    let at = program.fns().iter().position(|def| def.path == path && !def.std).expect("the function");
    FnInst { func: FnId(at as u32), args: Vec::new() }
}

/// All values of a type to a depth.
fn all(program: &FinishedProgram, ty: &Ty, depth: u32, reach: u32) -> Vec<Value> {
    match ty {
        Ty::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Ty::Int(int) => {
            let from = if int.signed() { -i64::from(reach) } else { 0 };
            (from..=i64::from(reach)).map(|n| Value::Int(n.into())).collect()
        }
        Ty::Ref(_, inner) | Ty::Boxed(inner) => all(program, inner, depth, reach),
        Ty::Tuple(tys) => products(program, tys, depth, reach).into_iter().map(Value::Tuple).collect(),
        Ty::Vec(inner) | Ty::Slice(inner) => {
            let each = |n: u32| products(program, &vec![(**inner).clone(); n as usize], depth, reach);
            (0..=depth).flat_map(each).map(Value::Seq).collect()
        }
        Ty::Adt(id, args) => {
            let recursive = refine_testgen::types::is_recursive(program, *id);
            let mut out = Vec::new();
            for variant in 0..program.adt(*id).variants.len() {
                let tys = field_types(program, *id, args, variant).expect("fields");
                let cost = u32::from(recursive && !tys.is_empty());
                let Some(below) = depth.checked_sub(cost) else { continue };
                let parts = products(program, &tys, below, reach);
                out.extend(parts.into_iter().map(|parts| Value::Adt(*id, variant, parts)));
            }
            out
        }
        other => panic!("{other:?}"),
    }
}

fn products(program: &FinishedProgram, tys: &[Ty], depth: u32, reach: u32) -> Vec<Vec<Value>> {
    tys.iter().fold(vec![Vec::new()], |lists, ty| {
        let next = all(program, ty, depth, reach);
        let longer = |list: &Vec<Value>| {
            let list = list.clone();
            next.iter().map(move |value| list.iter().cloned().chain([value.clone()]).collect())
        };
        lists.iter().flat_map(longer).collect()
    })
}

/// The generator's vectors until all to a depth were given.
fn generated(vectors: &mut Vectors<'_>, depth: u32) -> HashSet<Vector> {
    let mut out = HashSet::new();
    while vectors.exhaustive_to().is_none_or(|to| to < depth) {
        let Some(vector) = vectors.next() else { break };
        assert!(out.insert(vector), "no vector comes twice");
    }
    assert!(vectors.exhaustive_to().is_some_and(|to| to >= depth) || vectors.is_complete());
    out
}

/// The generator gives all vectors that the predicate allows, to a depth, and no others.
fn agrees(text: &str, depth: u32, allowed: &dyn Fn(&[Value]) -> bool) {
    let program = load(text);
    let inst = inst(&program, "f");
    let tys: Vec<Ty> = program.func(inst.func).params.iter().map(|param| param.ty.clone()).collect();
    let found = generated(&mut vectors(&program, &inst, 4, 0), depth);
    let wrong: Vec<&Vector> = found.iter().filter(|vector| !allowed(vector)).take(3).collect();
    assert!(wrong.is_empty(), "not allowed: {wrong:#?}");
    let every = products(&program, &tys, depth, depth);
    for vector in &every {
        assert_eq!(allows(&program, &inst, vector), allowed(vector), "{vector:?}");
    }
    let wanted: Vec<Vector> = every.into_iter().filter(|vector| allowed(vector)).collect();
    let missing: Vec<&Vector> = wanted.iter().filter(|vector| !found.contains(*vector)).take(3).collect();
    assert!(missing.is_empty(), "missing, of {}: {missing:#?}", wanted.len());
    assert!(wanted.len() > 5, "the case shows something");
}

fn int(value: &Value) -> i64 {
    match value {
        Value::Int(n) => i64::try_from(n).expect("a small number"),
        other => panic!("{other:?}"),
    }
}

fn parts(value: &Value) -> (usize, &[Value]) {
    match value {
        Value::Adt(_, variant, parts) => (*variant, parts),
        other => panic!("{other:?}"),
    }
}

fn items(value: &Value) -> Vec<i64> {
    match value {
        Value::Seq(all) => all.iter().map(int).collect(),
        other => panic!("{other:?}"),
    }
}

const LIST: &str = "pub enum List { Nil, Cons(u8, Box<List>) }
    #[pure] fn ordered(l: &List) -> bool {
        match l {
            List::Nil => true,
            List::Cons(x, t) => ordered(t) && match &**t { List::Nil => true, List::Cons(y, _) => *x <= *y },
        }
    }
    #[measure] fn height(l: &List) -> usize { match l { List::Nil => 0, List::Cons(_, t) => 1 + height(t) } }
    #[pure] fn has(l: &List, k: u8) -> bool {
        match l { List::Nil => false, List::Cons(x, t) => *x == k || has(t, k) }
    }\n";

fn keys(value: &Value) -> Vec<i64> {
    match parts(value) {
        (0, _) => Vec::new(),
        (_, all) => std::iter::once(int(&all[0])).chain(keys(&all[1])).collect(),
    }
}

#[test]
fn lists() {
    let text = format!("{LIST} #[requires(ordered(&l))] pub fn f(l: List) {{}}");
    agrees(&text, 3, &|v| keys(&v[0]).is_sorted());
    let text =
        format!("{LIST} #[requires(ordered(&l) && height(&l) >= 2 && has(&l, k))] pub fn f(k: u8, l: List) {{}}");
    agrees(&text, 3, &|v| {
        let keys = keys(&v[1]);
        keys.is_sorted() && keys.len() >= 2 && keys.contains(&int(&v[0]))
    });
    let text = format!("{LIST} #[requires(height(&a) == height(&b) && !has(&a, 1))] pub fn f(a: List, b: List) {{}}");
    agrees(&text, 2, &|v| keys(&v[0]).len() == keys(&v[1]).len() && !keys(&v[0]).contains(&1));
}

const TREE: &str = "pub enum Tree { Leaf, Node(Box<Tree>, i8, Box<Tree>, u8) }
    use Tree::*;
    #[measure] fn height(t: &Tree) -> usize {
        match t { Leaf => 0, Node(l, _, r, _) => { let (l, r) = (height(l), height(r)); 1 + if l > r { l } else { r } } }
    }
    #[pure] fn size(t: &Tree) -> u8 { match t { Leaf => 0, Node(_, _, _, n) => *n } }
    #[pure] fn sized(t: &Tree) -> bool {
        match t { Leaf => true, Node(l, _, r, n) => *n < 100 && *n == 1 + size(l) + size(r) && sized(l) && sized(r) }
    }
    #[pure] fn even(t: &Tree) -> bool {
        match t {
            Leaf => true,
            Node(l, _, r, _) => {
                height(l) <= height(r) + 1 && height(r) <= height(l) + 1 && even(l) && even(r)
            }
        }
    }
    #[pure] fn below(t: &Tree, k: i8) -> bool {
        match t { Leaf => true, Node(l, x, r, _) => *x < k && below(l, k) && below(r, k) }
    }
    #[pure] fn above(t: &Tree, k: i8) -> bool {
        match t { Leaf => true, Node(l, x, r, _) => *x > k && above(l, k) && above(r, k) }
    }
    #[pure] fn ordered(t: &Tree) -> bool {
        match t { Leaf => true, Node(l, x, r, _) => below(l, *x) && above(r, *x) && ordered(l) && ordered(r) }
    }\n";

/// The height, the size and the keys in order of a tree, if it is even and sized.
fn tree(value: &Value) -> Option<(usize, i64, Vec<i64>)> {
    let (variant, all) = parts(value);
    if variant == 0 {
        return Some((0, 0, Vec::new()));
    }
    let (l, r) = (tree(&all[0])?, tree(&all[2])?);
    let keys = [l.2, vec![int(&all[1])], r.2].concat();
    let fits = l.0.abs_diff(r.0) <= 1 && int(&all[3]) == 1 + l.1 + r.1;
    fits.then_some((1 + l.0.max(r.0), 1 + l.1 + r.1, keys))
}

#[test]
fn trees() {
    let text = format!("{TREE} #[requires(even(&t) && sized(&t) && ordered(&t))] pub fn f(t: Tree) {{}}");
    agrees(&text, 2, &|v| tree(&v[0]).is_some_and(|(_, _, keys)| keys.windows(2).all(|w| w[0] < w[1])));
    // What is claimed of the parts alone is not claimed of the whole.
    let text = format!(
        "{TREE} #[pure] fn inner(t: &Tree) -> bool {{ match t {{ Leaf => false, Node(l, _, r, _) => sized(l) && sized(r) }} }}
        #[requires(inner(&t))] pub fn f(t: Tree) {{}}"
    );
    agrees(&text, 2, &|v| {
        fn size(value: &Value) -> Option<i64> {
            let (variant, all) = parts(value);
            if variant == 0 {
                return Some(0);
            }
            (int(&all[3]) == 1 + size(&all[0])? + size(&all[2])?).then_some(int(&all[3]))
        }
        let (variant, all) = parts(&v[0]);
        variant == 1 && size(&all[0]).is_some() && size(&all[2]).is_some()
    });
}

const ROSE: &str = "pub struct Rose { pub key: u8, pub below: Vec<Rose> }
    #[measure] fn height(t: &Rose) -> usize { 1 + tallest(&t.below) }
    #[measure] fn tallest(all: &[Rose]) -> usize {
        match all { [] => 0, [a, rest @ ..] => { let (a, b) = (height(a), tallest(rest)); if a > b { a } else { b } } }
    }
    #[pure] fn heap(t: &Rose) -> bool { heaps(&t.below, t.key) }
    #[pure] fn heaps(all: &[Rose], low: u8) -> bool {
        match all { [] => true, [a, rest @ ..] => a.key > low && heap(a) && heaps(rest, low) }
    }
    #[pure] fn even(t: &Rose) -> bool { alike(&t.below) }
    #[pure] fn alike(all: &[Rose]) -> bool {
        match all { [] => true, [a, rest @ ..] => even(a) && alike(rest) && (rest.is_empty() || height(a) == tallest(rest)) }
    }\n";

/// The height of a rose tree whose keys increase on the way down.
fn heap(value: &Value) -> Option<usize> {
    let (_, all) = parts(value);
    let Value::Seq(below) = &all[1] else { panic!("{value:?}") };
    let greater = |part: &Value| int(&parts(part).1[0]) > int(&all[0]);
    let heights: Option<Vec<usize>> = below.iter().map(|part| heap(part).filter(|_| greater(part))).collect();
    Some(1 + heights?.into_iter().max().unwrap_or(0))
}

/// The height of a rose tree of which all ways down are as long.
fn even(value: &Value) -> Option<usize> {
    let Value::Seq(below) = &parts(value).1[1] else { panic!("{value:?}") };
    let heights = below.iter().map(even).collect::<Option<Vec<usize>>>()?;
    heights.windows(2).all(|two| two[0] == two[1]).then(|| 1 + heights.first().copied().unwrap_or(0))
}

#[test]
fn rose_trees() {
    let text = format!("{ROSE} #[requires(height(&t) >= 2 && heap(&t))] pub fn f(t: Rose) {{}}");
    agrees(&text, 3, &|v| heap(&v[0]).is_some_and(|height| height >= 2));
    let text = format!("{ROSE} #[requires(height(&t) >= 2 && even(&t) && t.key < 2)] pub fn f(t: Rose) {{}}");
    agrees(&text, 3, &|v| int(&parts(&v[0]).1[0]) < 2 && even(&v[0]).is_some_and(|height| height >= 2));
}

const LINKS: &str = "pub struct Node { pub key: u8, pub left: Option<Box<Node>>, pub right: Option<Box<Node>> }
    #[measure] fn high(t: &Option<Box<Node>>) -> usize {
        match t { None => 0, Some(n) => { let (l, r) = (high(&n.left), high(&n.right)); 1 + if l > r { l } else { r } } }
    }
    #[pure] fn leans(t: &Node) -> bool {
        high(&t.left) >= high(&t.right)
            && (match &t.left { None => true, Some(n) => leans(n) }) && (match &t.right { None => true, Some(n) => leans(n) })
    }\n";

/// The height of a tree of links that leans to the left everywhere.
fn leaning(value: &Value) -> Option<usize> {
    match parts(value) {
        (0, _) => Some(0),
        (_, node) => {
            let (_, all) = parts(&node[0]);
            let (left, right) = (leaning(&all[1])?, leaning(&all[2])?);
            (left >= right).then_some(1 + left)
        }
    }
}

#[test]
fn trees_of_options() {
    let text = format!("{LINKS} #[requires(leans(&t) && high(&t.left) >= 1 && t.key < 2)] pub fn f(t: Node) {{}}");
    agrees(&text, 2, &|v| {
        let (_, all) = parts(&v[0]);
        let sides = (leaning(&all[1]), leaning(&all[2]));
        int(&all[0]) < 2 && matches!(sides, (Some(left), Some(right)) if left >= 1 && left >= right)
    });
}

#[test]
fn sequences() {
    let text = "#[requires(forall(0..v.len(), |i| forall(0..i, |j| v[j] < v[i])) && (b || v.len() == n))]
        pub fn f(v: Vec<i8>, n: usize, b: bool) {}";
    agrees(text, 3, &|v| {
        let keys = items(&v[0]);
        keys.windows(2).all(|w| w[0] < w[1]) && (v[2] == Value::Bool(true) || keys.len() as i64 == int(&v[1]))
    });
    let text = "#[requires(a.len() == b.len() && forall(0..a.len(), |i| a[i] != b[i]))]
        pub fn f(a: &[u8], b: Vec<u8>) {}";
    agrees(text, 2, &|v| {
        let (a, b) = (items(&v[0]), items(&v[1]));
        a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a != b)
    });
}

#[test]
fn integers() {
    let text =
        "#[requires(x < y && y != z && x * z >= 2 && (x % 2 == 0 || z > 0))] pub fn f(x: i16, y: i16, z: i16) {}";
    agrees(text, 4, &|v| {
        let (x, y, z) = (int(&v[0]), int(&v[1]), int(&v[2]));
        x < y && y != z && x * z >= 2 && (x % 2 == 0 || z > 0)
    });
    let text = "#[requires(a + b == c && a <= b)] pub fn f(a: u8, b: u8, c: u8) {}";
    agrees(text, 4, &|v| int(&v[0]) + int(&v[1]) == int(&v[2]) && int(&v[0]) <= int(&v[1]));
}

#[test]
fn invariants_at_every_depth() {
    let text = "#[invariant(self.lo <= self.hi)] pub struct Span { lo: i8, hi: i8 }
        pub enum Spans { End, More(Span, Box<Spans>) }
        #[requires(o.is_some())]
        pub fn f(o: Option<Span>, s: Spans) {}";
    fn holds(value: &Value) -> bool {
        match value {
            Value::Adt(AdtId(_), _, all) if all.len() == 2 && matches!(all[0], Value::Int(_)) => {
                int(&all[0]) <= int(&all[1])
            }
            Value::Adt(_, _, all) => all.iter().all(holds),
            _ => true,
        }
    }
    agrees(text, 1, &|v| parts(&v[0]).0 == 1 && v.iter().all(holds));
}

#[test]
fn what_is_finite_is_given_whole() {
    let program = load("#[requires(x > 250 && b != (x == 255))] pub fn f(x: u8, b: bool) {}");
    let inst = inst(&program, "f");
    let mut all = vectors(&program, &inst, 4, 0);
    assert_eq!(all.by_ref().count(), 5);
    assert!(all.is_complete());
}

#[test]
fn functions_that_do_not_end_are_given_up() {
    let text = "#[pure] fn ever(x: u8) -> bool { ever(x) }
        #[pure] fn twice(x: u64) -> bool { x < 2 || twice(x - 1) && twice(x - 2) }
        #[pure] fn fib(x: u64) -> u64 { if x < 2 { x } else { fib(x - 1) + fib(x - 2) } }
        #[requires(ever(x) && twice(200) && fib(200) > 1 && x > 3)] pub fn f(x: u8) {}";
    let program = load(text);
    let inst = inst(&program, "f");
    // (As deep as a call may be is too deep for the stack of a test.)
    let take = move || vectors(&program, &inst, 4, 0).take(5).collect::<Vec<Vector>>();
    let first =
        std::thread::Builder::new().stack_size(256 << 20).spawn(take).expect("a thread").join().expect("vectors");
    // (Nearly all that may be spent goes into the functions, so there are few.)
    assert!(!first.is_empty() && first.iter().all(|vector| int(&vector[0]) > 3), "{first:?}");
}

#[test]
fn tall_values_are_built() {
    let text =
        format!("{TREE} #[requires(even(&t) && sized(&t) && ordered(&t) && height(&t) >= 6)] pub fn f(t: Tree) {{}}");
    let program = load(&text);
    let inst = inst(&program, "f");
    let first: Vec<Vector> = vectors(&program, &inst, 4, 0).take(60).collect();
    assert_eq!(first.len(), 60);
    for vector in &first {
        let (height, _, keys) = tree(&vector[0]).expect("an even tree with its size");
        assert!(height >= 6 && keys.windows(2).all(|w| w[0] < w[1]));
    }
    let again: Vec<Vector> = vectors(&program, &inst, 4, 0).take(60).collect();
    assert_eq!(first, again, "the same seed gives the same vectors");
}

#[test]
fn tall_rose_trees_are_built() {
    for (claim, height) in
        [("heap(&t)", &heap as &dyn Fn(&Value) -> Option<usize>), ("even(&t) && t.below.len() > 1", &even)]
    {
        let text = format!("{ROSE} #[requires({claim} && height(&t) >= 7)] pub fn f(t: Rose) {{}}");
        let program = load(&text);
        let found: Vec<Vector> = vectors(&program, &inst(&program, "f"), 4, 0).take(40).collect();
        assert_eq!(found.len(), 40, "{claim}");
        let wrong = found.iter().find(|vector| height(&vector[0]).is_none_or(|height| height < 7));
        assert!(wrong.is_none(), "{claim}: {wrong:?}");
    }
}

#[test]
fn long_chains_of_methods_are_printed() {
    let text = "pub struct Version { n: u32 }\nimpl Version {\n    pub fn new(n: u32) -> Version { Version { n } }\n    \
                pub fn next(&self) -> Version { Version { n: self.n + 1 } }\n}\n";
    let program = load(text);
    let (new, next) = (inst(&program, "Version::new"), inst(&program, "Version::next"));
    let first = Value::Call(new.func, vec![Value::Int(7.into())]);
    let value = (0..64).fold(first, |value, _| Value::Call(next.func, vec![value]));
    assert_eq!(call(&program, &next, &vec![value]), format!("Version::new(7){}", ".next()".repeat(65)));
}
