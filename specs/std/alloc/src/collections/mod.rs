//! The collections.

pub mod binary_heap;
pub mod btree_map;
pub mod btree_set;
pub mod linked_list;
pub mod vec_deque;

pub use binary_heap::BinaryHeap;
pub use btree_map::BTreeMap;
pub use btree_set::BTreeSet;
pub use core::ops::Bound;
pub use linked_list::LinkedList;
pub use vec_deque::VecDeque;

use core::error::Error;
use core::fmt;

pub struct TryReserveError {
    _private: (),
}

impl Clone for TryReserveError {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self);
}

impl PartialEq for TryReserveError {
    fn eq(&self, other: &Self) -> bool;
    fn ne(&self, other: &Self) -> bool;
}

impl Eq for TryReserveError {}

impl fmt::Debug for TryReserveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Display for TryReserveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Error for TryReserveError {}
