//! `DebugStruct` and its kind, declared.

use super::*;

pub struct DebugStruct<'a, 'b: 'a> {
    fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugStruct<'a, 'b> {
    pub fn field(&mut self, name: &str, value: &dyn Debug) -> &mut Self;
    pub fn finish_non_exhaustive(&mut self) -> Result;
    pub fn finish(&mut self) -> Result;
}

pub struct DebugTuple<'a, 'b: 'a> {
    fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugTuple<'a, 'b> {
    pub fn field(&mut self, value: &dyn Debug) -> &mut Self;
    pub fn finish_non_exhaustive(&mut self) -> Result;
    pub fn finish(&mut self) -> Result;
}

pub struct DebugSet<'a, 'b: 'a> {
    fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugSet<'a, 'b> {
    pub fn entry(&mut self, entry: &dyn Debug) -> &mut Self;
    pub fn entries<D, I>(&mut self, entries: I) -> &mut Self
    where
        D: Debug,
        I: IntoIterator<Item = D>;
    pub fn finish_non_exhaustive(&mut self) -> Result;
    pub fn finish(&mut self) -> Result;
}

pub struct DebugList<'a, 'b: 'a> {
    fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugList<'a, 'b> {
    pub fn entry(&mut self, entry: &dyn Debug) -> &mut Self;
    pub fn entries<D, I>(&mut self, entries: I) -> &mut Self
    where
        D: Debug,
        I: IntoIterator<Item = D>;
    pub fn finish_non_exhaustive(&mut self) -> Result;
    pub fn finish(&mut self) -> Result;
}

pub struct DebugMap<'a, 'b: 'a> {
    fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugMap<'a, 'b> {
    pub fn entry(&mut self, key: &dyn Debug, value: &dyn Debug) -> &mut Self;
    pub fn key(&mut self, key: &dyn Debug) -> &mut Self;
    pub fn value(&mut self, value: &dyn Debug) -> &mut Self;
    pub fn entries<K, V, I>(&mut self, entries: I) -> &mut Self
    where
        K: Debug,
        V: Debug,
        I: IntoIterator<Item = (K, V)>;
    pub fn finish_non_exhaustive(&mut self) -> Result;
    pub fn finish(&mut self) -> Result;
}

pub const fn from_fn<F: Fn(&mut Formatter<'_>) -> Result>(f: F) -> FromFn<F> {
    FromFn(f)
}

pub struct FromFn<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> Result> Debug for FromFn<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        (self.0)(f)
    }
}

impl<F: Fn(&mut Formatter<'_>) -> Result> Display for FromFn<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        (self.0)(f)
    }
}
