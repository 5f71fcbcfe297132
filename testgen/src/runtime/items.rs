//! Iterators that a call returns: what is in them runs as they are asked for items.
use std::iter::Iterator;

/// So many items are asked for: there may be no end of them.
const ITEMS: usize = 100;

/// What a call left to be done.
pub struct Left<'a, T>(pub &'a mut T);

/// Of two methods of one name the one is taken for which less has to be borrowed: this one for iterators.
pub trait Drives {
    /// Asks for the items.
    fn drive(&mut self);
}

impl<'a, T: Iterator> Drives for Left<'a, T> {
    fn drive(&mut self) {
        self.0.by_ref().take(ITEMS).for_each(|_| ());
    }
}

/// And this one for all else.
pub trait Leaves {
    /// Does nothing.
    fn drive(&mut self);
}

impl<'a, 'b, T> Leaves for &'b mut Left<'a, T> {
    fn drive(&mut self) {}
}
