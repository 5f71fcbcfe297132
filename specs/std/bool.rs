//! `bool`.

impl bool {
    pub fn then_some<T>(self, value: T) -> Option<T> {
        if self { Some(value) } else { None }
    }

    pub fn then<T>(self, f: impl FnOnce() -> T) -> Option<T> {
        if self {
            Some(f())
        } else {
            None
        }
    }
}
