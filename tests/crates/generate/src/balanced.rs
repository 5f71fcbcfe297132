//! Maps as trees that are balanced by their sizes, which they keep (Adams).
use refine_spec::*;

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub enum Map {
    /// The empty one.
    Tip,
    /// A key and its value between smaller and greater keys.
    Bin {
        /// The number of keys.
        size: usize,
        /// The key.
        key: u64,
        /// Its value.
        value: u8,
        /// Smaller keys.
        left: Box<Map>,
        /// Greater keys.
        right: Box<Map>,
    },
}

use Map::{Bin, Tip};

/// The number of keys, as it is kept.
#[pure]
pub fn size(m: &Map) -> usize {
    match m {
        Tip => 0,
        Bin { size, .. } => *size,
    }
}

/// The longest way down.
#[measure]
pub fn height(m: &Map) -> usize {
    match m {
        Tip => 0,
        Bin { left, right, .. } => {
            let (l, r) = (height(left), height(right));
            1 + if l > r { l } else { r }
        }
    }
}

/// Whether the sizes that are kept are right.
#[pure]
pub fn is_sized(m: &Map) -> bool {
    match m {
        Tip => true,
        Bin { size: n, left, right, .. } => {
            is_sized(left) && is_sized(right) && *n < 1_000_000 && *n == 1 + size(left) + size(right)
        }
    }
}

/// Whether no side of a node has more than three times the keys of the other.
#[pure]
pub fn is_balanced(m: &Map) -> bool {
    match m {
        Tip => true,
        Bin { left, right, .. } => {
            let (l, r) = (size(left), size(right));
            (l + r <= 1 || l <= 3 * r && r <= 3 * l) && is_balanced(left) && is_balanced(right)
        }
    }
}

/// Whether all keys are above `low` and below `high`, where these are given.
#[pure]
pub fn is_within(m: &Map, low: Option<u64>, high: Option<u64>) -> bool {
    match m {
        Tip => true,
        Bin { key, left, right, .. } => {
            (match low {
                Some(low) => *key > low,
                None => true,
            }) && (match high {
                Some(high) => *key < high,
                None => true,
            }) && is_within(left, low, Some(*key))
                && is_within(right, Some(*key), high)
        }
    }
}

/// Whether it is a map as this module makes it.
#[pure]
pub fn is_valid(m: &Map) -> bool {
    is_sized(m) && is_balanced(m) && is_within(m, None, None)
}

/// Whether the map has the key.
#[pure]
pub fn has(m: &Map, k: u64) -> bool {
    match m {
        Tip => false,
        Bin { key, left, right, .. } => *key == k || has(left, k) || has(right, k),
    }
}

/// The map without a key.
#[requires(is_valid(&m) && height(&m) >= 3)]
#[ensures(|ret| is_valid(ret) && !has(ret, k))]
pub fn delete(k: u64, m: Map) -> Map {
    remove(k, m)
}

/// The keys, the least in front.
pub fn keys(m: &Map) -> Vec<u64> {
    match m {
        Tip => Vec::new(),
        Bin { key, left, right, .. } => [keys(left), vec![*key], keys(right)].concat(),
    }
}

/// Whether only that key goes.
#[requires(is_valid(&m))]
#[ensures(|ret| *ret)]
pub fn keeps_the_rest(k: u64, m: Map) -> bool {
    let mut rest = keys(&m);
    rest.retain(|key| *key != k);
    keys(&remove(k, m)) == rest
}

fn remove(k: u64, m: Map) -> Map {
    match m {
        Tip => Tip,
        Bin { key, value, left, right, .. } => {
            if k < key {
                balance(key, value, remove(k, *left), *right)
            } else if k > key {
                balance(key, value, *left, remove(k, *right))
            } else {
                glue(*left, *right)
            }
        }
    }
}

fn bin(key: u64, value: u8, left: Map, right: Map) -> Map {
    Bin { size: 1 + size(&left) + size(&right), key, value, left: Box::new(left), right: Box::new(right) }
}

fn glue(left: Map, right: Map) -> Map {
    if let Tip = left {
        return right;
    }
    if let Tip = right {
        return left;
    }
    if size(&left) > size(&right) {
        let ((key, value), left) = take(left, false);
        balance(key, value, left, right)
    } else {
        let ((key, value), right) = take(right, true);
        balance(key, value, left, right)
    }
}

/// The least entry (or the greatest), and the rest.
fn take(m: Map, least: bool) -> ((u64, u8), Map) {
    match m {
        Tip => ((0, 0), Tip),
        Bin { key, value, left, right, .. } => {
            let next = if least { &left } else { &right };
            if let Tip = **next {
                return ((key, value), if least { *right } else { *left });
            }
            if least {
                let (found, left) = take(*left, true);
                (found, balance(key, value, left, *right)) // WRONG: (found, bin(key, value, left, *right))
            } else {
                let (found, right) = take(*right, false);
                (found, balance(key, value, *left, right))
            }
        }
    }
}

fn balance(key: u64, value: u8, left: Map, right: Map) -> Map {
    let (l, r) = (size(&left), size(&right));
    if l + r <= 1 {
        return bin(key, value, left, right);
    }
    match (left, right) {
        (left, Bin { key: y, value: v, left: rl, right: rr, .. }) if r > 3 * l => {
            if size(&rl) < 2 * size(&rr) {
                return bin(y, v, bin(key, value, left, *rl), *rr);
            }
            match *rl {
                Bin { key: z, value: w, left: a, right: b, .. } => {
                    bin(z, w, bin(key, value, left, *a), bin(y, v, *b, *rr))
                }
                Tip => bin(y, v, bin(key, value, left, Tip), *rr),
            }
        }
        (Bin { key: y, value: v, left: ll, right: lr, .. }, right) if l > 3 * r => {
            if size(&lr) < 2 * size(&ll) {
                return bin(y, v, *ll, bin(key, value, *lr, right));
            }
            match *lr {
                Bin { key: z, value: w, left: a, right: b, .. } => {
                    bin(z, w, bin(y, v, *ll, *a), bin(key, value, *b, right))
                }
                Tip => bin(y, v, *ll, bin(key, value, Tip, right)),
            }
        }
        (left, right) => bin(key, value, left, right),
    }
}
