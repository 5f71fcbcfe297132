//! What stands for type parameters beside numbers: a type that asks of generic code what its bounds promise, and no more.
//!
//! Values with one key are equal, and can be told apart by their tag, as two words that differ in case only. Each value is one: what is
//! dropped twice, or used after it was dropped, is noticed.
use super::std;
use super::std::cmp::Ordering;
use super::std::collections::HashSet;
use super::std::fmt;
use super::std::hash::{Hash, Hasher};
use super::std::prelude::v1::*;
use super::std::sync::{Mutex, MutexGuard, PoisonError};
use super::{Decode, Reflect, V, by_trait, misfit, part};

/// The traits whose methods count that they are called, by their places in `KEYED_TRAITS` of refine.
const PARTIAL_EQ: u32 = 0;
const PARTIAL_ORD: u32 = 1;
const ORD: u32 = 2;
const CLONE: u32 = 3;
const DEFAULT: u32 = 4;
const HASH: u32 = 5;
const DEBUG: u32 = 6;
const DISPLAY: u32 = 7;

pub struct Keyed {
    key: u8,
    tag: u8,
    /// Which value it is.
    number: u64,
}

/// The values there are, and the number of the next one.
static ALIVE: Mutex<(Option<HashSet<u64>>, u64)> = Mutex::new((None, 0));

fn alive() -> MutexGuard<'static, (Option<HashSet<u64>>, u64)> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Keyed {
    fn new(key: u8, tag: u8) -> Keyed {
        let mut alive = alive();
        alive.1 += 1;
        let number = alive.1;
        alive.0.get_or_insert_with(HashSet::new).insert(number);
        Keyed { key, tag, number }
    }

    fn key(&self) -> u8 {
        let known = alive().0.as_ref().map_or(false, |all| all.contains(&self.number));
        if !known && !std::thread::panicking() {
            std::panic!("a value is used that was already dropped, or was never made");
        }
        self.key
    }
}

impl Drop for Keyed {
    fn drop(&mut self) {
        let known = alive().0.as_mut().map_or(false, |all| all.remove(&self.number));
        if !known && !std::thread::panicking() {
            std::panic!("a value is dropped twice, or was never made");
        }
    }
}

impl Clone for Keyed {
    fn clone(&self) -> Keyed {
        by_trait(CLONE);
        Keyed::new(self.key(), self.tag)
    }
}

/// The same where a bound asks for `Copy`: it can be forgotten, and used again.
#[derive(Copy)]
pub struct KeyedCopy {
    key: u8,
    tag: u8,
}

impl KeyedCopy {
    fn new(key: u8, tag: u8) -> KeyedCopy {
        KeyedCopy { key, tag }
    }

    fn key(&self) -> u8 {
        self.key
    }
}

impl Clone for KeyedCopy {
    fn clone(&self) -> KeyedCopy {
        by_trait(CLONE);
        *self
    }
}

macro_rules! keyed {
    ($($name:ident)*) => {$(
        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                by_trait(PARTIAL_EQ);
                self.key() == other.key()
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &$name) -> Option<Ordering> {
                by_trait(PARTIAL_ORD);
                Some(self.key().cmp(&other.key()))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &$name) -> Ordering {
                by_trait(ORD);
                self.key().cmp(&other.key())
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                by_trait(HASH);
                self.key().hash(state);
            }
        }

        impl Default for $name {
            fn default() -> $name {
                by_trait(DEFAULT);
                $name::new(0, 0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                by_trait(DEBUG);
                f.debug_struct(std::stringify!($name)).field("key", &self.key()).field("tag", &self.tag).finish()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                by_trait(DISPLAY);
                std::write!(f, "{}#{}", self.key(), self.tag)
            }
        }

        impl Decode for $name {
            fn decode(value: &V) -> Result<Self, String> {
                match *value {
                    V::Adt(0, ref all) => Ok($name::new(part(all, 0)?, part(all, 1)?)),
                    _ => misfit(std::stringify!($name), value),
                }
            }
        }

        impl Reflect for $name {
            fn reflect(&self) -> V {
                V::adt(0, std::vec![self.key.reflect(), self.tag.reflect()])
            }
        }
    )*};
}

keyed!(Keyed KeyedCopy);
