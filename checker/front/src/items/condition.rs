//! Why something may be another than it seems, in words.
use std::fmt;

use ra_syntax::TextRange;
use vfs::FileId;

/// Why something may be another than it seems.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) cause: Cause,
    /// The dependency that it is in.
    pub(super) of: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) enum Cause {
    /// In words: ``cfg `fancy` ``.
    Script(String),
    /// An attribute, by name, and the item that it is on.
    Attribute(String, String),
}

impl Condition {
    pub(super) fn of_script(what: String) -> Condition {
        Condition { cause: Cause::Script(what), of: None }
    }

    /// The same, of a dependency.
    pub(super) fn within(&self, dependency: &str) -> Condition {
        Condition { of: self.of.clone().or_else(|| Some(dependency.to_owned())), ..self.clone() }
    }

    /// What is not known, as a reason.
    pub(super) fn reason(&self) -> String {
        match &self.cause {
            Cause::Script(_) => format!("code that depends on {self}"),
            Cause::Attribute(..) => self.to_string(),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.cause, &self.of) {
            (Cause::Script(what), Some(of)) => write!(f, "{what} of `{of}`, which only its build script knows"),
            (Cause::Script(what), None) => write!(f, "{what}, which only the build script knows"),
            (Cause::Attribute(name, item), _) if item.is_empty() => {
                write!(f, "the output of the attribute `{name}` on an item")
            }
            (Cause::Attribute(name, item), _) => write!(f, "the output of the attribute `{name}` on `{item}`"),
        }
    }
}

/// An open condition as it is written.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) condition: Condition,
    /// The item that depends on it.
    pub(super) item: Option<String>,
    pub(super) file: FileId,
    pub(super) range: TextRange,
}
