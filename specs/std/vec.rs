//! `Vec`. What is a primitive of the model (`push`, `pop`, `insert`, …) is built into the checker.

impl<T> Vec<T> {
    pub fn resize(&mut self, len: usize, value: T) {
        if len <= self.len() {
            self.truncate(len);
        } else {
            let mut grown = vec![value; len - self.len()];
            self.extend_from_slice(&grown);
        }
    }

    pub fn append(&mut self, other: &mut Vec<T>) {
        self.extend_from_slice(other);
        other.clear();
    }

    pub fn split_off(&mut self, at: usize) -> Vec<T> {
        demand!(slice, at <= self.len(), "{at} <= {self}.len()", "`at` split index should be <= len");
        let mut tail = self[at..].to_vec();
        self.truncate(at);
        tail
    }

    pub fn retain(&mut self, f: impl FnMut(&T) -> bool) {
        let mut kept = Vec::new();
        for item in self.iter() {
            if f(item) {
                kept.push(*item);
            }
        }
        *self = kept;
    }
}
