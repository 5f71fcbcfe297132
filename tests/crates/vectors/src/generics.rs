//! Generic functions, with types for which their bounds hold.
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Add;

use refine_spec::*;

pub trait Shape {
    fn area(&self) -> u32;
}

pub struct Square(pub u8);

impl Shape for Square {
    fn area(&self) -> u32 {
        u32::from(self.0) * u32::from(self.0)
    }
}

pub fn own_trait_wrong<S: Shape>(shape: &S) {
    assert!(shape.area() != 4);
}

pub fn shown_wrong<T: Display>(value: T) {
    assert!(value.to_string().len() != 2);
}

pub fn added_wrong<T: Add<Output = T> + Copy + Into<i64>>(value: T) {
    let sum: i64 = (value + value).into();
    assert!(sum != 4);
}

pub fn text_wrong<S: AsRef<str>>(text: S) {
    assert!(text.as_ref().len() != 2);
}

pub fn items_wrong(items: impl IntoIterator<Item = i32>) {
    assert!(items.into_iter().count() != 2);
}

/// Equal values need not look alike.
pub fn alike_wrong<T: PartialEq + Debug>(a: &T, b: &T) {
    if a == b {
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
    }
}

pub fn alike<T: PartialEq>(a: &T, b: &T) {
    if a == b {
        assert!(b == a);
    }
}

/// As many texts as values: of two that are equal both may be shown.
pub fn texts_wrong<T: Ord + Clone + Display>(xs: &[T]) {
    let mut all = xs.to_vec();
    all.sort();
    all.dedup();
    let mut texts: Vec<String> = xs.iter().map(ToString::to_string).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(all.len(), texts.len());
}

#[ensures(|ret| ret.len() <= xs.len())]
pub fn distinct<T: Ord + Clone>(xs: &[T]) -> Vec<T> {
    let mut all = xs.to_vec();
    all.sort();
    all.dedup();
    all
}

pub fn counted<T: Eq + Hash + Clone>(xs: &[T]) -> usize {
    let all: std::collections::HashSet<T> = xs.iter().cloned().collect();
    assert!(all.len() <= xs.len());
    all.len()
}

/// What is put in first stays.
pub struct Words<T> {
    all: Vec<T>,
}

impl<T: Ord> Words<T> {
    pub fn new() -> Words<T> {
        Words { all: Vec::new() }
    }

    pub fn insert(&mut self, word: T) -> bool {
        let is_new = !self.all.contains(&word);
        if is_new {
            self.all.push(word);
        }
        assert!(!self.all.is_empty());
        is_new
    }

    #[ensures(|ret| ret.is_none_or(|found| found == word))]
    pub fn get(&self, word: &T) -> Option<&T> {
        self.all.iter().find(|found| *found == word)
    }

    pub fn shown_wrong(&self, word: &T)
    where
        T: Display,
    {
        if let Some(found) = self.get(word) {
            assert_eq!(word.to_string(), found.to_string());
        }
    }
}

/// Of the types that implement a trait the second is at fault.
pub trait Limit {
    fn limit(&self) -> u32;
}

pub struct Plain(pub u8);

impl Limit for Plain {
    fn limit(&self) -> u32 {
        u32::from(self.0) + 1
    }
}

pub struct Steep(pub u8);

impl Limit for Steep {
    fn limit(&self) -> u32 {
        u32::from(self.0)
    }
}

pub fn shared_wrong<L: Limit>(limit: &L, n: u32) -> u32 {
    n / limit.limit()
}

#[ensures(|ret| *ret <= n)]
pub fn shared<L: Limit>(limit: &L, n: u32) -> u32 {
    n.checked_div(limit.limit()).unwrap_or(0)
}

/// A type that is spoken of with another type than those that stand for its parameter.
pub fn spoken(words: &mut Words<String>, word: String) {
    assert!(!words.insert(word.clone()) || words.get(&word).is_some());
}

pub fn spoken_wrong(words: &Words<String>) {
    assert!(words.get(&"a".to_owned()).is_none());
}

/// What makes its values asks for less than what takes them: they are made of the types that are asked for there.
pub struct Pile<T> {
    all: Vec<T>,
}

impl<T> Pile<T> {
    pub fn new() -> Pile<T> {
        Pile { all: Vec::new() }
    }

    pub fn push(&mut self, item: T) {
        self.all.push(item);
    }
}

impl<T: PartialOrd + Copy> Pile<T> {
    /// Not of what is not a number.
    #[ensures(|ret| self.all.iter().all(|item| ret.is_some_and(|most| *item <= most)))]
    pub fn most_wrong(&self) -> Option<T> {
        let mut most = *self.all.first()?;
        for item in &self.all {
            if *item > most {
                most = *item;
            }
        }
        Some(most)
    }

    #[ensures(|ret| ret.is_none_or(|most| self.all.iter().all(|item| !(*item > most))))]
    pub fn most(&self) -> Option<T> {
        let mut most = *self.all.first()?;
        for item in &self.all {
            if !(*item <= most) {
                most = *item;
            }
        }
        if self.all.iter().any(|item| *item > most) { None } else { Some(most) }
    }
}

impl<T: std::fmt::Display> Pile<T> {
    #[ensures(|ret| !ret.is_empty() || self.all.is_empty())]
    pub fn shown_wrong(&self) -> String {
        self.all.iter().map(|item| item.to_string()).collect()
    }
}

impl<T: Into<i64> + Copy> Pile<T> {
    #[ensures(|ret| *ret >= 0)]
    pub fn sum_wrong(&self) -> i64 {
        self.all.iter().map(|item| { let item: i64 = (*item).into(); item.max(0) }).fold(0, i64::wrapping_add)
    }
}

/// What a bound names can be converted to itself, and the next not.
#[ensures(|ret| ret.is_some())]
pub fn narrowed_wrong<T: TryInto<u8>>(item: T) -> Option<u8> {
    item.try_into().ok()
}
