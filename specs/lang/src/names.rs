//! Names that nothing else uses.
use std::collections::HashSet;

use proc_macro2::{Ident, Span};

/// Makes names that differ from all that are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// These are taken.
    pub fn take(&mut self, names: impl IntoIterator<Item = String>) {
        self.taken.extend(names);
    }

    /// This one may be given again.
    pub fn release(&mut self, name: &Ident) {
        self.taken.remove(&name.to_string());
    }

    /// The first of the wishes that is free, else the last with a number; it is taken from now on.
    pub fn fresh(&mut self, wishes: &[&str], place: Span) -> Ident {
        let last = wishes.last().copied().unwrap_or("x");
        let numbered = (1..).map(|number| format!("{last}{number}"));
        let mut all = wishes.iter().map(ToString::to_string).chain(numbered);
        let name = all.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        match name.strip_prefix("r#") {
            Some(raw) => Ident::new_raw(raw, place),
            None => Ident::new(&name, place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_name_is_not_given() {
        let mut names = Names::default();
        names.take(["i".to_string(), "k1".to_string()]);
        let mut next = || names.fresh(&["i", "j", "k"], Span::call_site()).to_string();
        assert_eq!([next(), next(), next()], ["j", "k", "k2"]);
        names.release(&Ident::new("j", Span::call_site()));
        assert_eq!(names.fresh(&["i", "j", "k"], Span::call_site()).to_string(), "j");
    }
}
