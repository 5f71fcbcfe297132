//! Values by hand, as an `Arbitrary` makes them: by the size that `Gen` has.
use quickcheck::{Arbitrary, Gen};

use crate::balanced::Map;
use crate::list::List;
use crate::red_black::{Color, Tree};
use crate::stack_set::{Stack, StackSet, Windows, Workspace, Workspaces};
use crate::{Wanted, is_list, is_map, is_red_black, is_stack_set};

struct Source {
    random: Gen,
    keys: u64,
}

impl Source {
    fn below(&mut self, bound: u64) -> u64 {
        u64::arbitrary(&mut self.random) % bound
    }

    fn key(&mut self) -> u64 {
        let keys = self.keys;
        self.below(keys)
    }

    fn list(&mut self, depth: u32) -> List {
        let length = self.below(u64::from(depth) + 2);
        (0..length).fold(List::Nil, |rest, _| List::Cons(self.key(), Box::new(rest)))
    }

    fn tree(&mut self, depth: u32) -> Tree {
        if depth == 0 || self.below(4) == 0 {
            return Tree::Leaf;
        }
        let color = if bool::arbitrary(&mut self.random) { Color::Red } else { Color::Black };
        let (left, key) = (Box::new(self.tree(depth - 1)), self.key());
        Tree::Node(color, left, key, Box::new(self.tree(depth - 1)))
    }

    fn map(&mut self, depth: u32) -> Map {
        if depth == 0 || self.below(4) == 0 {
            return Map::Tip;
        }
        let (left, right) = (Box::new(self.map(depth - 1)), Box::new(self.map(depth - 1)));
        // The size that is kept is worked out: no filter would ever find it.
        let size = 1 + crate::balanced::size(&left) + crate::balanced::size(&right);
        Map::Bin { size, key: self.key(), value: 0, left, right }
    }

    fn windows(&mut self, depth: u32) -> Windows {
        let length = self.below(u64::from(depth) + 1);
        (0..length).fold(Windows::Nil, |rest, _| Windows::Cons(self.key(), Box::new(rest)))
    }

    fn space(&mut self, depth: u32) -> Workspace {
        let tag = u32::arbitrary(&mut self.random);
        let stack = match self.below(2) {
            0 => Stack::Empty,
            _ => Stack::Focus(self.key(), self.windows(depth), self.windows(depth)),
        };
        Workspace { tag, stack }
    }

    fn spaces(&mut self, depth: u32) -> Workspaces {
        let length = self.below(u64::from(depth) + 1);
        (0..length).fold(Workspaces::None, |rest, _| Workspaces::More(self.space(depth), Box::new(rest)))
    }
}

/// One program.
pub fn draw(program: &str, wanted: Wanted) {
    let height = wanted.height;
    let mut source = Source { random: Gen::new(100), keys: wanted.keys() };
    match program {
        "list" => wanted.draw(|| source.list(height), |value| is_list(value, height)),
        "red_black" => wanted.draw(|| source.tree(height), |value| is_red_black(value, height)),
        "balanced" => wanted.draw(|| source.map(height), |value| is_map(value, height)),
        _ => {
            let next = || StackSet {
                current: source.space(height),
                visible: source.spaces(height),
                hidden: source.spaces(height),
            };
            wanted.draw(next, |value| is_stack_set(value, height));
        }
    }
}
