//! Generic functions, with types for which their bounds hold.
use std::fmt::Display;
use std::ops::Add;

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
