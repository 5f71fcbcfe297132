//! `std::option`.

/// A value or none.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub enum Option<T> {
    #[default]
    None,
    Some(T),
}

impl<T> Option<T> {
    pub fn is_some(&self) -> bool {
        match self {
            Some(_) => true,
            None => false,
        }
    }

    pub fn is_none(&self) -> bool {
        match self {
            Some(_) => false,
            None => true,
        }
    }

    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Some(value) => value,
            None => default,
        }
    }

    pub fn or(self, other: Option<T>) -> Option<T> {
        match self {
            Some(value) => Some(value),
            None => other,
        }
    }

    pub fn and<U>(self, other: Option<U>) -> Option<U> {
        match self {
            Some(_) => other,
            None => None,
        }
    }

    pub fn xor(self, other: Option<T>) -> Option<T> {
        match (self, other) {
            (Some(value), None) => Some(value),
            (None, Some(value)) => Some(value),
            _ => None,
        }
    }

    pub fn ok_or<E>(self, error: E) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(error),
        }
    }

    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Option<U> {
        match self {
            Some(value) => Some(f(value)),
            None => None,
        }
    }

    pub fn map_or<U>(self, default: U, f: impl FnOnce(T) -> U) -> U {
        match self {
            Some(value) => f(value),
            None => default,
        }
    }

    pub fn map_or_else<U>(self, default: impl FnOnce() -> U, f: impl FnOnce(T) -> U) -> U {
        match self {
            Some(value) => f(value),
            None => default(),
        }
    }

    pub fn and_then<U>(self, f: impl FnOnce(T) -> Option<U>) -> Option<U> {
        match self {
            Some(value) => f(value),
            None => None,
        }
    }

    pub fn or_else(self, f: impl FnOnce() -> Option<T>) -> Option<T> {
        match self {
            Some(value) => Some(value),
            None => f(),
        }
    }

    pub fn filter(self, f: impl FnOnce(&T) -> bool) -> Option<T> {
        match self {
            Some(value) => {
                if f(&value) {
                    Some(value)
                } else {
                    None
                }
            }
            None => None,
        }
    }

    pub fn is_some_and(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            Some(value) => f(value),
            None => false,
        }
    }

    pub fn is_none_or(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            Some(value) => f(value),
            None => true,
        }
    }

    pub fn unwrap_or_else(self, f: impl FnOnce() -> T) -> T {
        match self {
            Some(value) => value,
            None => f(),
        }
    }

    pub fn ok_or_else<E>(self, f: impl FnOnce() -> E) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(f()),
        }
    }

    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(value), Some(second)) => Some((value, second)),
            _ => None,
        }
    }
}
