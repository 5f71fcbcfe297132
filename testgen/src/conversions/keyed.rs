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
use super::{Decode, Reflect, V, misfit, part};

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
        Keyed::new(self.key(), self.tag)
    }
}

impl PartialEq for Keyed {
    fn eq(&self, other: &Keyed) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Keyed {}

impl PartialOrd for Keyed {
    fn partial_cmp(&self, other: &Keyed) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Keyed {
    fn cmp(&self, other: &Keyed) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Keyed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Default for Keyed {
    fn default() -> Keyed {
        Keyed::new(0, 0)
    }
}

impl fmt::Debug for Keyed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keyed").field("key", &self.key()).field("tag", &self.tag).finish()
    }
}

impl fmt::Display for Keyed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        std::write!(f, "{}#{}", self.key(), self.tag)
    }
}

impl Decode for Keyed {
    fn decode(value: &V) -> Result<Self, String> {
        match *value {
            V::Adt(0, ref all) => Ok(Keyed::new(part(all, 0)?, part(all, 1)?)),
            _ => misfit("Keyed", value),
        }
    }
}

impl Reflect for Keyed {
    fn reflect(&self) -> V {
        V::adt(0, std::vec![self.key.reflect(), self.tag.reflect()])
    }
}
