//! The collections: those of `alloc`, and the ones that hash.

pub mod hash_map;
pub mod hash_set;

pub use alloc_crate::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
pub use alloc_crate::collections::{TryReserveError, binary_heap, btree_map, btree_set, linked_list, vec_deque};
pub use core::ops::Bound;
pub use hash_map::HashMap;
pub use hash_set::HashSet;
