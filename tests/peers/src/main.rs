//! `peers PEER PROGRAM HEIGHT COUNT SECONDS`: how many distinct valid inputs of at least a height a peer finds in a time, by
//! generating and filtering, with keys from 2^height - 1 values.
#[path = "../../crates/generate/src/balanced.rs"]
#[allow(dead_code, reason = "the functions under test are not called here")]
mod balanced;
#[path = "../../crates/generate/src/list.rs"]
#[allow(dead_code, reason = "the functions under test are not called here")]
mod list;
#[path = "../../crates/generate/src/red_black.rs"]
#[allow(dead_code, reason = "the functions under test are not called here")]
mod red_black;
#[path = "../../crates/generate/src/stack_set.rs"]
#[allow(dead_code, reason = "the functions under test are not called here")]
mod stack_set;

mod by_proptest;
mod by_quickcheck;

use std::collections::HashSet;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// What is asked for.
#[derive(Clone, Copy)]
pub struct Wanted {
    height: u32,
    count: usize,
    time: Duration,
}

impl Wanted {
    /// Keys are below this.
    fn keys(&self) -> u64 {
        (1 << self.height.clamp(2, 63)) - 1
    }

    /// Draws until there are enough, and prints how many there are and when the last of them was found.
    fn draw<T: Debug>(&self, mut next: impl FnMut() -> T, valid: impl Fn(&T) -> bool) {
        let (start, mut seen, mut last) = (Instant::now(), HashSet::new(), Duration::ZERO);
        while seen.len() < self.count && start.elapsed() < self.time {
            let value = next();
            if valid(&value) && seen.insert(format!("{value:?}")) {
                last = start.elapsed();
            }
        }
        println!("{} {:.3}", seen.len(), last.as_secs_f64());
    }
}

fn is_list(list: &list::List, height: u32) -> bool {
    list::height(list) >= height as usize && list::ordered(list)
}

fn is_red_black(tree: &red_black::Tree, height: u32) -> bool {
    red_black::height(tree) >= height as usize && red_black::is_red_black(tree)
}

fn is_map(map: &balanced::Map, height: u32) -> bool {
    balanced::height(map) >= height as usize && balanced::is_valid(map)
}

fn is_stack_set(set: &stack_set::StackSet, height: u32) -> bool {
    stack_set::height(set) >= height as usize && stack_set::is_valid(set)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [peer, program, height, count, seconds] = &args[..] else {
        eprintln!("peers PEER PROGRAM HEIGHT COUNT SECONDS");
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let wanted = Wanted {
        height: number(height) as u32,
        count: number(count) as usize,
        time: Duration::from_secs(number(seconds)),
    };
    match peer.as_str() {
        "proptest" => by_proptest::draw(program, wanted),
        "quickcheck" => by_quickcheck::draw(program, wanted),
        other => panic!("no peer is called {other}"),
    }
}
