//! `std::option`.

/// A value or none.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub enum Option<T> {
    #[default]
    None,
    Some(T),
}
