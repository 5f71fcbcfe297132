//! What consumes an iterator. `self` is the chain of adapters, which a `for` goes over; it is never a value.

/// An iterator, whatever its type in Rust.
pub struct Iter<T> {
    item: T,
}

impl<T> Iter<T> {
    pub fn count(self) -> usize {
        let mut n = 0;
        for _ in self {
            n = n + 1;
        }
        n
    }

    pub fn sum<S>(self) -> S {
        let mut total: S = 0;
        for x in self {
            total = checked!(total + x);
        }
        total
    }

    pub fn product<S>(self) -> S {
        let mut total: S = 1;
        for x in self {
            total = checked!(total * x);
        }
        total
    }

    pub fn fold<A>(self, init: A, f: impl FnMut(A, T) -> A) -> A {
        let mut total = init;
        for x in self {
            total = f(total, x);
        }
        total
    }

    pub fn for_each(self, f: impl FnMut(T)) {
        for x in self {
            f(x);
        }
    }

    pub fn any(self, f: impl FnMut(T) -> bool) -> bool {
        let mut found = false;
        for x in self {
            if f(x) {
                found = true;
                break;
            }
        }
        found
    }

    pub fn all(self, f: impl FnMut(T) -> bool) -> bool {
        let mut found = true;
        for x in self {
            if !f(x) {
                found = false;
                break;
            }
        }
        found
    }

    pub fn position(self, f: impl FnMut(T) -> bool) -> Option<usize> {
        let mut found = None;
        let mut at = 0;
        for x in self {
            if f(x) {
                found = Some(at);
                break;
            }
            at = at + 1;
        }
        found
    }

    pub fn find(self, f: impl FnMut(&T) -> bool) -> Option<T> {
        let mut found = None;
        for x in self {
            if f(x) {
                found = Some(x);
                break;
            }
        }
        found
    }

    pub fn last(self) -> Option<T> {
        let mut found = None;
        for x in self {
            found = Some(x);
        }
        found
    }

    pub fn min(self) -> Option<T> {
        let mut best = None;
        for x in self {
            best = match best {
                Some(known) => {
                    if x < known {
                        Some(x)
                    } else {
                        Some(known)
                    }
                }
                None => Some(x),
            };
        }
        best
    }

    pub fn max(self) -> Option<T> {
        let mut best = None;
        for x in self {
            best = match best {
                Some(known) => {
                    if x < known {
                        Some(known)
                    } else {
                        Some(x)
                    }
                }
                None => Some(x),
            };
        }
        best
    }

    pub fn __collect(self) -> Vec<T> {
        let mut out = Vec::new();
        for x in self {
            out.push(x);
        }
        out
    }
}
