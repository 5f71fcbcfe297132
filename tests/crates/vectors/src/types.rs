//! One function for each kind of type.
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::num::{NonZeroI8, NonZeroU32, Wrapping};
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use refine_spec::*;

#[derive(Clone, Debug)]
pub enum Rose {
    Leaf(i32),
    Node(Vec<Rose>),
}

pub fn rose_wrong(rose: &Rose) {
    if let Rose::Node(all) = rose {
        assert!(all.len() != 2);
    }
}

#[derive(Clone, Debug)]
pub enum Shared {
    Nil,
    Cons(i32, Rc<Shared>),
}

pub fn shared_wrong(list: &Shared) {
    if let Shared::Cons(_, rest) = list
        && let Shared::Cons(2, _) = **rest
    {
        panic!();
    }
}

pub struct Linked {
    pub head: i32,
    pub next: Option<Box<Linked>>,
}

pub fn linked_wrong(list: &Linked) {
    assert!(list.next.as_ref().is_none_or(|next| next.head != 3));
}

pub enum Statement {
    Set(u8, Expression),
    All(Vec<Statement>),
}

pub enum Expression {
    Literal(i32),
    Block(Box<Statement>, Box<Expression>),
}

pub fn mutual_wrong(statement: &Statement) {
    if let Statement::Set(_, Expression::Block(inner, _)) = statement {
        assert!(!matches!(**inner, Statement::Set(2, _)));
    }
}

pub enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

pub fn tree_wrong(tree: &Tree<u8>) {
    if let Tree::Node(left, ..) = tree {
        assert!(!matches!(**left, Tree::Node(_, 2, _)));
    }
}

pub enum Json {
    Null,
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

pub fn json_wrong(json: &Json) {
    if let Json::Object(all) = json {
        assert!(all.len() != 1);
    }
}

pub fn string_wrong(text: String) {
    assert!(text.chars().count() != 2 || !text.starts_with('a'));
}

pub fn str_wrong(text: &str) {
    assert_eq!(text.len(), text.chars().count());
}

pub fn char_wrong(c: char) {
    assert!(!c.is_whitespace());
}

pub fn nan_wrong(x: f64) {
    assert!(!x.is_nan());
}

pub fn minus_zero_wrong(x: f32) {
    assert!(x != 0.0 || x.is_sign_positive());
}

pub fn infinite_wrong(x: f32) {
    assert!(!x.is_infinite());
}

pub fn hash_map_wrong(map: &HashMap<u8, i32>) {
    assert!(map.get(&2) != Some(&1));
}

pub fn btree_map_wrong(map: BTreeMap<String, i32>) {
    assert!(map.len() != 2);
}

pub fn deque_wrong(deque: &mut VecDeque<u8>) {
    assert!(deque.front() <= deque.back());
}

pub fn hash_set_wrong(set: HashSet<char>) {
    assert!(set.len() != 2);
}

pub fn btree_set_wrong(set: &BTreeSet<(u8, u8)>) {
    assert!(set.len() != 2);
}

pub fn heap_wrong(heap: BinaryHeap<u8>) {
    assert!(heap.peek() != Some(&3));
}

pub fn duration_wrong(time: Duration) {
    assert!(time.subsec_nanos() == 0);
}

pub fn non_zero(n: NonZeroU32) -> u32 {
    6 / n.get()
}

pub fn non_zero_wrong(n: NonZeroI8) -> i8 {
    6 / (n.get() + 2)
}

pub fn cow_wrong(text: Cow<'_, str>) {
    assert!(!matches!(text, Cow::Owned(text) if text.len() == 1));
}

pub fn rc_wrong(n: Rc<i32>) {
    assert!(*n != 2);
}

pub fn arc_wrong(text: Arc<str>) {
    assert!(text.len() != 2);
}

pub fn cell_wrong(cell: &Cell<i32>) {
    cell.set(cell.get().wrapping_add(1));
    assert!(cell.get() != 2);
}

pub fn ref_cell_wrong(cell: &RefCell<Vec<u8>>) {
    cell.borrow_mut().push(1);
    assert!(cell.borrow().len() != 3);
}

pub fn range_wrong(range: Range<usize>) -> usize {
    range.end - range.start
}

pub fn range_inclusive_wrong(range: &RangeInclusive<u8>) {
    assert!(*range.start() != 2 || *range.end() != 3);
}

pub fn slices_wrong(all: &[&[u8]]) {
    assert!(all.iter().all(|one| one.len() != 2));
}

pub fn texts_wrong(all: &[&str]) {
    assert!(all.iter().all(|one| one.len() != 2));
}

pub fn arrays_wrong(grid: [[u8; 2]; 2]) {
    assert!(grid[1][0] <= grid[0][1]);
}

pub struct Grid<const N: usize> {
    pub cells: [u8; N],
}

pub fn constant_wrong(grid: &Grid<2>) {
    assert!(grid.cells[1] != 2);
}

pub struct Tagged<T> {
    pub n: i32,
    pub tag: PhantomData<T>,
}

pub fn phantom_wrong(tagged: Tagged<u8>) {
    assert!(tagged.n != 2);
}

pub fn wrapping_wrong(n: Wrapping<u8>) {
    assert!((n + Wrapping(1)).0 != 0);
}

pub fn ordering_wrong(ordering: Ordering) {
    assert!(ordering != Ordering::Greater);
}

pub fn boxed_wrong(n: Option<Box<u8>>) {
    assert!(n != Some(Box::new(2)));
}

pub fn path_wrong(path: &Path) {
    assert!(path.as_os_str().is_empty());
}

/// What a field may be depends on its sibling.
#[refined]
pub struct Window {
    pub low: u8,
    #[field(u8{v: v >= self.low})]
    pub high: u8,
}

pub fn window(window: &Window) -> u8 {
    window.high - window.low
}

pub fn window_wrong(window: &Window) -> u8 {
    100 / (7 - (window.high - window.low).min(7))
}
