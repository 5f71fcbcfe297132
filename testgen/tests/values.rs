//! Generation, reduction and source text, without running anything.
mod support;

use std::collections::HashSet;
use std::ops::ControlFlow;

use refine_core::program::CtorShape;
use refine_core::ty::{IntTy, Ty};
use refine_core::value::{Value, Vector};
use refine_testgen::generate::vectors;
use refine_testgen::reduce::minimise;
use refine_testgen::source::call;
use support::*;

const TEXT: &str = "pub fn f() {}\npub fn g() {}\npub fn norm() {}\npub fn new() {}\npub fn empty() {}\n";

fn vec_of(ty: Ty) -> Ty {
    Ty::Vec(Box::new(ty))
}

fn slice_of(ty: Ty) -> Ty {
    Ty::Ref(false, Box::new(Ty::Slice(Box::new(ty))))
}

#[test]
fn vectors_are_distinct_deterministic_and_small_first() {
    let mut p = Hand::new(TEXT);
    let f = p.func("f", &[("a", I32), ("xs", vec_of(I32))], Ty::unit());
    let all: Vec<Vector> = vectors(&p, &inst(f), 4, 1).take(3000).collect();
    assert_eq!(all[0], vec![int(0), ints(&[])]);
    assert_eq!(all[1..4], [vec![int(0), ints(&[0])], vec![int(1), ints(&[])], vec![int(-1), ints(&[])]]);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 3000, "no vector comes twice");
    assert!(all.contains(&vec![int(-2), ints(&[1, 1])]));
    assert!(all.iter().any(|v| v[0] == int(i64::from(i32::MIN))), "ends of ranges come early");
    let again: Vec<Vector> = vectors(&p, &inst(f), 4, 1).take(3000).collect();
    assert_eq!(all, again);
}

/// The numbers of a vector of integers, or of one list of them.
fn numbers(vector: &[Value]) -> Vec<i64> {
    let number = |value: &Value| match value {
        Value::Int(int) => vec![i64::try_from(int).expect("it is small")],
        Value::Seq(all) => numbers(all),
        other => panic!("{other:?} is no number"),
    };
    vector.iter().flat_map(number).collect()
}

#[test]
fn of_what_counts_by_its_sum_one_is_large_and_the_others_small() {
    let p = Hand::new(TEXT);
    let byte = Ty::Int(IntTy::U8);
    let overflows = |v: &Vector| ControlFlow::Continue(numbers(v).iter().sum::<i64>() > 255);
    let found = minimise(&p, vec![int(21), int(235)], &[byte.clone(), byte.clone()], &mut |v| overflows(v));
    assert_eq!(found, vec![int(1), int(255)]);
    let three = [byte.clone(), byte.clone(), byte.clone()];
    let found = minimise(&p, vec![int(20), int(216), int(20)], &three, &mut |v| overflows(v));
    assert_eq!(numbers(&found).iter().sum::<i64>(), 256);
    assert!(numbers(&found).iter().all(|one| *one <= 1 || *one >= 254), "{found:?}");
    let hundred = |v: &Vector| {
        let all = numbers(v);
        ControlFlow::Continue(all.len() > 2 && all.iter().sum::<i64>() == 100)
    };
    let many = vec![ints(&[9, 10, 13, 9, 4, 6, 12, 13, 9, 5, 10])];
    let found = minimise(&p, many, &[slice_of(byte)], &mut |v| hundred(v));
    assert_eq!(numbers(&found).len(), 3, "{found:?}");
}

#[test]
fn what_is_the_same_becomes_less_together() {
    let p = Hand::new(TEXT);
    let byte = Ty::Int(IntTy::U8);
    // An array keeps its length.
    let found = |v: &Vector| ControlFlow::Continue(numbers(v)[17] == 200);
    let filled: Vec<i64> = (0..4096).map(|at| if at == 17 { 200 } else { at * 7 % 251 }).collect();
    let array = Ty::Array(Box::new(byte.clone()), refine_core::ty::Length::Known(4096));
    let least = numbers(&minimise(&p, vec![ints(&filled)], &[array], &mut |v| found(v)));
    assert_eq!((least[17], least.iter().sum::<i64>()), (200, 200));
    // A square matrix loses rows and columns at once.
    let square = |v: &Vector| {
        let (Value::Int(side), Value::Seq(rows)) = (&v[0], &v[1]) else { return ControlFlow::Continue(false) };
        let is_row = |row: &Value| matches!(row, Value::Seq(all) if num_bigint::BigInt::from(all.len()) == *side);
        let is_square = num_bigint::BigInt::from(rows.len()) == *side && rows.iter().all(is_row);
        ControlFlow::Continue(is_square && rows.len() > 2)
    };
    let row: Vec<i64> = (0..8).collect();
    let matrix = vec![int(8), Value::Seq(vec![ints(&row); 8])];
    let found = minimise(&p, matrix, &[Ty::Int(IntTy::Usize), vec_of(vec_of(byte.clone()))], &mut |v| square(v));
    assert_eq!(found, vec![int(3), Value::Seq(vec![ints(&[0; 3]); 3])]);
    // What is put in is taken out.
    let same = |v: &Vector| ControlFlow::Continue(v[0] == v[1] && numbers(v)[0] > 63);
    let found = minimise(&p, vec![int(512), int(512)], &[I32, I32], &mut |v| same(v));
    assert_eq!(found, vec![int(64), int(64)]);
    let texts = vec![Value::Str("{x".into()), Value::Str("{".into())];
    let prefix = |v: &Vector| match &v[..] {
        [Value::Str(whole), Value::Str(part)] => {
            ControlFlow::Continue(!part.is_empty() && whole != part && whole.starts_with(part))
        }
        _ => ControlFlow::Continue(false),
    };
    let string = Ty::Opaque("String".into());
    let found = minimise(&p, texts, &[string.clone(), string], &mut |v| prefix(v));
    assert_eq!(found, vec![Value::Str("aa".into()), Value::Str("a".into())]);
}

#[test]
fn exhaustion_is_known() {
    let mut p = Hand::new(TEXT);
    let f = p.func("f", &[("a", Ty::Bool), ("b", Ty::Int(IntTy::I8))], Ty::unit());
    let mut all = vectors(&p, &inst(f), 4, 7);
    assert_eq!(all.by_ref().count(), 512);
    assert!(all.is_complete());

    let g = p.func("g", &[("a", I32), ("xs", vec_of(Ty::Int(IntTy::U32)))], Ty::unit());
    let mut all = vectors(&p, &inst(g), 4, 7);
    assert_eq!(all.exhaustive_to(), None);
    let mut first: Vec<Vector> = Vec::new();
    while all.exhaustive_to() != Some(2) {
        first.extend(all.next());
    }
    for a in -2..=2 {
        for xs in [vec![], vec![0], vec![2], vec![0, 0], vec![1, 2], vec![2, 2]] {
            assert!(first.contains(&vec![int(a), ints(&xs)]), "{a} {xs:?} is within depth 2");
        }
    }
    assert!(!all.is_complete());
}

#[test]
fn data_types_are_made_from_their_variants_or_constructors() {
    let mut p = Hand::new(TEXT);
    let option = p.option();
    let list = refine_core::ids::AdtId(p.adts.len() as u32);
    let tail = Ty::Adt(option, vec![Ty::Boxed(Box::new(Ty::Adt(list, vec![])))]);
    p.adt("List", false, vec![variant("List", CtorShape::Named, &[("head", I32, true), ("tail", tail, true)])]);
    let sealed = p.adt("Sealed", false, vec![variant("Sealed", CtorShape::Named, &[("n", I32, false)])]);
    let sealed_ty = Ty::Adt(sealed, vec![]);
    let new = p.func("new", &[("n", I32)], Ty::Adt(option, vec![sealed_ty.clone()]));
    p.fns[new.0 as usize].self_ty = Some(sealed_ty.clone());
    p.fns[new.0 as usize].path = "Sealed::new".into();
    p.adts[sealed.0 as usize].constructors = vec![new];
    let f = p.func("f", &[("l", Ty::Adt(list, vec![])), ("s", sealed_ty)], Ty::unit());
    let all: Vec<String> = vectors(&p, &inst(f), 3, 1).take(60).map(|v| call(&p, &inst(f), &v)).collect();
    assert_eq!(all[0], "f(List { head: 0, tail: None }, Sealed::new(0).unwrap())");
    let two = "f(List { head: 0, tail: Some(Box::new(List { head: 0, tail: None })) }, Sealed::new(0).unwrap())";
    assert!(all.iter().any(|call| call == two), "{all:#?}");
}

#[test]
fn a_failing_vector_becomes_small() {
    let mut p = Hand::new(TEXT);
    p.func("f", &[("k", I32), ("xs", slice_of(I32))], Ty::unit());
    let small = |vector: Vector, fails: &mut dyn FnMut(&Vector) -> bool| {
        minimise(&p, vector, &[I32, slice_of(I32)], &mut |v| ControlFlow::Continue(fails(v)))
    };
    let items = |v: &Vector| -> Vec<i64> {
        let Value::Seq(all) = &v[1] else { panic!() };
        all.iter().map(|v| if let Value::Int(int) = v { i64::try_from(int).unwrap() } else { panic!() }).collect()
    };
    let found = small(vec![int(-77_777), ints(&[5, 900, -3, 44, 1234])], &mut |v| items(v).iter().any(|x| *x > 123));
    assert_eq!(found, [int(0), ints(&[124])]);
    let found = small(vec![int(8), ints(&[9, 1, -3, 4])], &mut |v| !items(v).is_sorted());
    assert_eq!(found, [int(0), ints(&[1, 0])]);
    let mut runs = 0;
    minimise(&p, vec![int(1 << 30), ints(&[7; 50])], &[I32, slice_of(I32)], &mut |_| {
        runs += 1;
        ControlFlow::Continue(true)
    });
    assert!(runs <= 3, "what always fails is small at once");
}

#[test]
fn a_part_of_the_same_type_is_adopted() {
    let mut p = Hand::new(TEXT);
    let tree = refine_core::ids::AdtId(0);
    let ty = Ty::Adt(tree, vec![]);
    let boxed = Ty::Boxed(Box::new(ty.clone()));
    let fields = [("0", boxed.clone(), true), ("1", I32, true), ("2", boxed, true)];
    p.adt("Tree", true, vec![variant("Leaf", CtorShape::Unit, &[]), variant("Node", CtorShape::Tuple, &fields)]);
    let f = p.func("f", &[("t", ty.clone())], Ty::unit());
    let leaf = || Value::Adt(tree, 0, vec![]);
    let node = |l, n, r| Value::Adt(tree, 1, vec![l, int(n), r]);
    fn holds_nine(v: &Value) -> bool {
        match v {
            Value::Adt(_, _, all) => all.iter().any(holds_nine),
            other => *other == int(9),
        }
    }
    let big = node(node(leaf(), 1, node(leaf(), 9, leaf())), 5, node(leaf(), 6, leaf()));
    let found = minimise(&p, vec![big], &[ty], &mut |v| ControlFlow::Continue(holds_nine(&v[0])));
    assert_eq!(call(&p, &inst(f), &found), "f(Tree::Node(Box::new(Tree::Leaf), 9, Box::new(Tree::Leaf)))");
}

#[test]
fn calls_read_as_source() {
    let mut p = Hand::new(TEXT);
    let pair = Ty::Tuple(vec![Ty::Int(IntTy::I64), Ty::Int(IntTy::I64)]);
    let text = Ty::Ref(false, Box::new(Ty::Opaque("str".into())));
    let weights = Ty::Ref(false, Box::new(vec_of(pair)));
    let params = [
        ("w", weights),
        ("xs", slice_of(U32)),
        ("c", Ty::Char),
        ("t", text),
        ("m", Ty::Ref(true, Box::new(vec_of(I32)))),
    ];
    let f = p.func("f", &params, Ty::unit());
    let vector = vec![
        Value::Seq(vec![Value::Tuple(vec![int(3), int(i64::MIN)])]),
        ints(&[i64::from(u32::MAX), 7]),
        Value::Char('\n'),
        Value::Str("a\"b".into()),
        ints(&[]),
    ];
    let expected = r#"f(&vec![(3, i64::MIN)], &[u32::MAX, 7], '\n', "a\"b", &mut vec![])"#;
    assert_eq!(call(&p, &inst(f), &vector), expected);

    let fields = [("x", I32, true), ("y", I32, true)];
    let point = Ty::Adt(p.adt("Point", false, vec![variant("Point", CtorShape::Named, &fields)]), vec![]);
    let norm = p.func("norm", &[("self", Ty::Ref(false, Box::new(point.clone()))), ("n", I32)], I32);
    p.fns[norm.0 as usize].self_ty = Some(point);
    let vector = vec![Value::Adt(refine_core::ids::AdtId(0), 0, vec![int(1), int(-2)]), int(5)];
    assert_eq!(call(&p, &inst(norm), &vector), "Point { x: 1, y: -2 }.norm(5)");
}
