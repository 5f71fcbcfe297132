//! ArtiCheck's `SIList`: a sorted list that nobody can look into, and a map made of one.
use refine_spec::*;

/// Numbers, the least in front.
#[derive(Clone, Debug)]
pub struct SIList {
    first: Option<Box<Cell>>,
}

#[derive(Clone, Debug)]
struct Cell {
    key: i32,
    value: i32,
    next: Option<Box<Cell>>,
}

fn put(cell: Option<Box<Cell>>, key: i32, value: i32) -> Option<Box<Cell>> {
    let Some(mut cell) = cell else { return Some(Box::new(Cell { key, value, next: None })) };
    if key < cell.key {
        return Some(Box::new(Cell { key, value, next: Some(cell) }));
    }
    if key == cell.key {
        cell.value = value;
    } else if cell.next.as_ref().is_some_and(|next| next.key < key) {
        cell.next = put(cell.next, key, value);
    } else if cell.next.as_ref().is_some_and(|next| next.key == key) {
        cell.next = put(cell.next, key, value);
    } else {
        let next = cell.next.take(); // WRONG: let next = cell.next.take().and_then(|next| if next.key == key + 1 { next.next } else { Some(next) });
        cell.next = Some(Box::new(Cell { key, value, next }));
    }
    Some(cell)
}

/// Nothing.
pub fn empty() -> SIList {
    SIList { first: None }
}

/// The list with a number at its place, for which a value is kept.
#[ensures(|ret| find(key, ret) == Some(value))]
#[ensures(|ret| len(ret) == old(len(&list)) + usize::from(old(find(key, &list).is_none())))]
pub fn add(key: i32, value: i32, list: SIList) -> SIList {
    SIList { first: put(list.first, key, value) }
}

/// What is kept for a number.
pub fn find(key: i32, list: &SIList) -> Option<i32> {
    let mut at = &list.first;
    while let Some(cell) = at {
        if cell.key == key {
            return Some(cell.value);
        }
        at = &cell.next;
    }
    None
}

/// How many.
pub fn len(list: &SIList) -> usize {
    let (mut at, mut count) = (&list.first, 0);
    while let Some(cell) = at {
        count += 1;
        at = &cell.next;
    }
    count
}

/// Whether each is less than the next: so is every list that can be had.
#[ensures(|ret| *ret)]
pub fn is_sorted(list: &SIList) -> bool {
    let mut at = &list.first;
    while let Some(cell) = at {
        if cell.next.as_ref().is_some_and(|next| next.key <= cell.key) {
            return false;
        }
        at = &cell.next;
    }
    true
}
