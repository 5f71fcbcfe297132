//! `DebugStruct` and its kind: each part that is given prints itself, unless something before it failed.

use super::*;
use crate::refine;

/// After an error nothing more is printed.
fn maybe(f: &mut Formatter<'_>, value: &dyn Debug) {
    if refine::any() {
        _ = value.fmt(f);
    }
}

pub struct DebugStruct<'a, 'b: 'a> {
    pub(super) fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugStruct<'a, 'b> {
    pub fn field(&mut self, name: &str, value: &dyn Debug) -> &mut Self {
        maybe(self.fmt, value);
        self
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        done(self.fmt)
    }
    pub fn finish(&mut self) -> Result {
        done(self.fmt)
    }
}

pub struct DebugTuple<'a, 'b: 'a> {
    pub(super) fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugTuple<'a, 'b> {
    pub fn field(&mut self, value: &dyn Debug) -> &mut Self {
        maybe(self.fmt, value);
        self
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        done(self.fmt)
    }
    pub fn finish(&mut self) -> Result {
        done(self.fmt)
    }
}

pub struct DebugSet<'a, 'b: 'a> {
    pub(super) fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugSet<'a, 'b> {
    pub fn entry(&mut self, entry: &dyn Debug) -> &mut Self {
        maybe(self.fmt, entry);
        self
    }
    pub fn entries<D, I>(&mut self, entries: I) -> &mut Self
    where
        D: Debug,
        I: IntoIterator<Item = D>,
    {
        for entry in entries {
            if refine::any() {
                _ = entry.fmt(self.fmt);
            }
        }
        self
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        done(self.fmt)
    }
    pub fn finish(&mut self) -> Result {
        done(self.fmt)
    }
}

pub struct DebugList<'a, 'b: 'a> {
    pub(super) fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugList<'a, 'b> {
    pub fn entry(&mut self, entry: &dyn Debug) -> &mut Self {
        maybe(self.fmt, entry);
        self
    }
    pub fn entries<D, I>(&mut self, entries: I) -> &mut Self
    where
        D: Debug,
        I: IntoIterator<Item = D>,
    {
        for entry in entries {
            if refine::any() {
                _ = entry.fmt(self.fmt);
            }
        }
        self
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        done(self.fmt)
    }
    pub fn finish(&mut self) -> Result {
        done(self.fmt)
    }
}

pub struct DebugMap<'a, 'b: 'a> {
    pub(super) fmt: &'a mut Formatter<'b>,
}

impl<'a, 'b: 'a> DebugMap<'a, 'b> {
    pub fn entry(&mut self, key: &dyn Debug, value: &dyn Debug) -> &mut Self {
        maybe(self.fmt, key);
        maybe(self.fmt, value);
        self
    }
    pub fn key(&mut self, key: &dyn Debug) -> &mut Self {
        maybe(self.fmt, key);
        self
    }
    pub fn value(&mut self, value: &dyn Debug) -> &mut Self {
        maybe(self.fmt, value);
        self
    }
    pub fn entries<K, V, I>(&mut self, entries: I) -> &mut Self
    where
        K: Debug,
        V: Debug,
        I: IntoIterator<Item = (K, V)>,
    {
        for (key, value) in entries {
            if refine::any() {
                _ = key.fmt(self.fmt);
                _ = value.fmt(self.fmt);
            }
        }
        self
    }
    pub fn finish_non_exhaustive(&mut self) -> Result {
        done(self.fmt)
    }
    pub fn finish(&mut self) -> Result {
        done(self.fmt)
    }
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
