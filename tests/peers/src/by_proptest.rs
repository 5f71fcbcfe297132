//! Strategies as its book writes them: `prop_recursive`.
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::balanced::Map;
use crate::list::List;
use crate::red_black::{Color, Tree};
use crate::stack_set::{Stack, StackSet, Windows, Workspace, Workspaces};
use crate::{Wanted, is_list, is_map, is_red_black, is_stack_set};

fn list(depth: u32, keys: u64) -> impl Strategy<Value = List> {
    Just(List::Nil).prop_recursive(depth + 1, 2 * depth, 1, move |inner| {
        (0..keys, inner).prop_map(|(key, rest)| List::Cons(key, Box::new(rest)))
    })
}

fn tree(depth: u32, keys: u64) -> impl Strategy<Value = Tree> {
    let color = || prop_oneof![Just(Color::Red), Just(Color::Black)];
    Just(Tree::Leaf).prop_recursive(depth + 1, 1 << depth.min(10), 2, move |inner| {
        (color(), inner.clone(), 0..keys, inner)
            .prop_map(|(color, l, key, r)| Tree::Node(color, Box::new(l), key, Box::new(r)))
    })
}

fn map(depth: u32, keys: u64) -> impl Strategy<Value = Map> {
    Just(Map::Tip).prop_recursive(depth + 1, 1 << depth.min(10), 2, move |inner| {
        (0..keys, inner.clone(), inner).prop_map(|(key, left, right)| {
            // The size that is kept is worked out: no filter would ever find it.
            let size = 1 + crate::balanced::size(&left) + crate::balanced::size(&right);
            Map::Bin { size, key, value: 0, left: Box::new(left), right: Box::new(right) }
        })
    })
}

fn stack_set(depth: u32, keys: u64) -> impl Strategy<Value = StackSet> {
    let windows = move || {
        proptest::collection::vec(0..keys, 0..=depth as usize)
            .prop_map(|all| all.into_iter().fold(Windows::Nil, |rest, w| Windows::Cons(w, Box::new(rest))))
    };
    let stack = move || {
        prop_oneof![
            Just(Stack::Empty),
            (0..keys, windows(), windows()).prop_map(|(w, before, after)| Stack::Focus(w, before, after))
        ]
    };
    let space = move || (any::<u32>(), stack()).prop_map(|(tag, stack)| Workspace { tag, stack });
    let spaces = move || {
        proptest::collection::vec(space(), 0..=depth as usize)
            .prop_map(|all| all.into_iter().fold(Workspaces::None, |rest, one| Workspaces::More(one, Box::new(rest))))
    };
    (space(), spaces(), spaces()).prop_map(|(current, visible, hidden)| StackSet { current, visible, hidden })
}

fn run<T: std::fmt::Debug>(wanted: Wanted, strategy: impl Strategy<Value = T>, valid: fn(&T, u32) -> bool) {
    let mut runner = TestRunner::deterministic();
    let next = || strategy.new_tree(&mut runner).expect("a value").current();
    wanted.draw(next, |value| valid(value, wanted.height));
}

/// One program.
pub fn draw(program: &str, wanted: Wanted) {
    let (height, keys) = (wanted.height, wanted.keys());
    match program {
        "list" => run(wanted, list(height, keys), is_list),
        "red_black" => run(wanted, tree(height, keys), is_red_black),
        "balanced" => run(wanted, map(height, keys), is_map),
        _ => run(wanted, stack_set(height, keys), is_stack_set),
    }
}
