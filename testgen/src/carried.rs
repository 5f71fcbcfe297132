//! Types of the standard library whose values are made out of values of another type, their *carrier*: a `HashMap<K, V>` out of a list of
//! pairs, an `Rc<T>` out of a `T`. One row for each; `conversions/standard.rs` has the conversions.
use refine_core::ty::{IntTy, Ty};

use crate::types::grounded;

/// How values of a type are made.
pub(crate) struct Carried {
    /// What the front end calls it.
    name: &'static str,
    /// Its path in `std`.
    pub(crate) path: &'static str,
    /// How many of its type arguments it is written with.
    pub(crate) args: usize,
    /// Whether it borrows from what it is made out of.
    pub(crate) borrows: bool,
    /// The path of what owns it, if it has no size of its own.
    pub(crate) owner: Option<&'static str>,
    carrier: fn(&[Ty]) -> Option<Ty>,
    /// The expression that makes it: `{path}` is its path, `{}` the carrier's value, `{0}` a part of that. None for those that depend on more.
    pub(crate) written: Option<&'static str>,
}

impl Carried {
    /// The type that its values are made out of.
    pub(crate) fn carrier(&self, args: &[Ty]) -> Option<Ty> {
        (args.len() >= self.args).then(|| (self.carrier)(args)).flatten()
    }
}

/// What is known of a type by its name.
pub(crate) fn carried(name: &str) -> Option<&'static Carried> {
    CARRIED.iter().find(|known| known.name == name)
}

const fn made(path: &'static str, args: usize, carrier: fn(&[Ty]) -> Option<Ty>) -> Carried {
    Carried { name: last(path), path, args, borrows: false, owner: None, carrier, written: Some("{path}::new({})") }
}

const fn borrowed(path: &'static str, args: usize, carrier: fn(&[Ty]) -> Option<Ty>) -> Carried {
    Carried { borrows: true, ..made(path, args, carrier) }
}

impl Carried {
    /// Whether it changes behind a `&`.
    pub(crate) fn is_cell(&self) -> bool {
        let starts = ["cell::", "sync::Mutex", "sync::RwLock", "sync::OnceLock", "sync::atomic::"];
        starts.iter().any(|start| self.path.starts_with(start))
    }

    /// How its value is changed behind a `&`: `{0}` is the place, `{1}` the value.
    pub(crate) fn set(&self) -> Option<&'static str> {
        match self.path {
            "cell::Cell" => Some("{0}.set({1})"),
            "cell::RefCell" => Some("*{0}.borrow_mut() = {1}"),
            "sync::Mutex" => Some("*{0}.lock().unwrap() = {1}"),
            "sync::RwLock" => Some("*{0}.write().unwrap() = {1}"),
            path if path.starts_with("sync::atomic::") => Some("{0}.store({1}, std::sync::atomic::Ordering::SeqCst)"),
            _ => None,
        }
    }

    /// A type that has its name from the front end, since others have the same last name.
    const fn called(self, name: &'static str) -> Carried {
        Carried { name, ..self }
    }

    const fn owned_by(self, path: &'static str) -> Carried {
        Carried { owner: Some(path), ..self }
    }

    const fn written(self, how: &'static str) -> Carried {
        Carried { written: Some(how), ..self }
    }

    const fn written_apart(self) -> Carried {
        Carried { written: None, ..self }
    }
}

/// The last part of a path.
const fn last(path: &str) -> &str {
    let mut at = path.len();
    while at > 0 && path.as_bytes()[at - 1] != b':' {
        at -= 1;
    }
    path.split_at(at).1
}

#[rustfmt::skip]
const CARRIED: &[Carried] = &[
    made("collections::HashMap", 2, pairs).written_apart(),
    made("collections::BTreeMap", 2, pairs).written_apart(),
    made("collections::HashSet", 1, list).written_apart(),
    made("collections::BTreeSet", 1, list).written_apart(),
    made("collections::BinaryHeap", 1, list).written_apart(),
    made("collections::LinkedList", 1, list).written_apart(),
    made("rc::Rc", 1, owned).written_apart(),
    made("sync::Arc", 1, owned).written_apart(),
    made("rc::Weak", 1, perhaps).called("rc::Weak").written_apart(),
    made("sync::Weak", 1, perhaps).called("sync::Weak").written_apart(),
    made("cell::Cell", 1, owned),
    made("cell::RefCell", 1, owned),
    made("cell::OnceCell", 1, perhaps).written_apart(),
    made("sync::OnceLock", 1, perhaps).written_apart(),
    made("sync::Mutex", 1, owned),
    made("sync::RwLock", 1, owned),
    made("sync::atomic::AtomicBool", 0, |_| Some(Ty::Bool)),
    made("sync::atomic::AtomicI8", 0, |_| Some(Ty::Int(IntTy::I8))),
    made("sync::atomic::AtomicI16", 0, |_| Some(Ty::Int(IntTy::I16))),
    made("sync::atomic::AtomicI32", 0, |_| Some(Ty::Int(IntTy::I32))),
    made("sync::atomic::AtomicI64", 0, |_| Some(Ty::Int(IntTy::I64))),
    made("sync::atomic::AtomicIsize", 0, |_| Some(Ty::Int(IntTy::Isize))),
    made("sync::atomic::AtomicU8", 0, |_| Some(Ty::Int(IntTy::U8))),
    made("sync::atomic::AtomicU16", 0, |_| Some(Ty::Int(IntTy::U16))),
    made("sync::atomic::AtomicU32", 0, |_| Some(Ty::Int(IntTy::U32))),
    made("sync::atomic::AtomicU64", 0, |_| Some(Ty::Int(IntTy::U64))),
    made("sync::atomic::AtomicUsize", 0, |_| Some(Ty::Int(IntTy::Usize))),
    made("pin::Pin", 1, pinned),
    borrowed("borrow::Cow", 1, |args| Some(Ty::Tuple(vec![Ty::Bool, owned(args)?]))).written_apart(),
    made("marker::PhantomData", 1, nothing).written("{path}"),
    made("hash::RandomState", 0, nothing).written("{path}::new()"),
    made("hash::DefaultHasher", 0, nothing).written("{path}::new()"),
    made("path::PathBuf", 0, text).written("{path}::from({})"),
    made("path::Path", 0, text).written("*{path}::new({})").owned_by("path::PathBuf"),
    made("ffi::OsString", 0, text).written("{path}::from({})"),
    made("ffi::OsStr", 0, text).written("*{path}::new({})").owned_by("ffi::OsString"),
    made("num::ParseIntError", 0, nothing).written("\"\".parse::<u8>().unwrap_err()"),
    made("num::ParseFloatError", 0, nothing).written("\"\".parse::<f64>().unwrap_err()"),
    made("num::TryFromIntError", 0, nothing).written("u8::try_from(256).unwrap_err()"),
    made("str::Utf8Error", 0, nothing).written("String::from_utf8(vec![255]).unwrap_err().utf8_error()"),
    made("string::FromUtf8Error", 0, nothing).written("String::from_utf8(vec![255]).unwrap_err()"),
    made("net::AddrParseError", 0, nothing).written("\"\".parse::<std::net::IpAddr>().unwrap_err()"),
    made("io::Error", 0, |_| Some(Ty::Int(IntTy::U8))).called("io::Error").written_apart(),
    made("io::Cursor", 1, first),
    made("io::BufReader", 1, first),
    made("io::BufWriter", 1, first),
    made("io::LineWriter", 1, first),
    made("io::Take", 1, counted).written("std::io::Read::take({0}, {1})"),
    made("io::Chain", 2, both).written("std::io::Read::chain({0}, {1})"),
    made("io::Bytes", 1, first).written("std::io::Read::bytes({})"),
    made("io::Lines", 1, first).written("std::io::BufRead::lines({})"),
    made("io::Empty", 0, nothing).written("std::io::empty()"),
    made("io::Sink", 0, nothing).written("std::io::sink()"),
    made("io::Repeat", 0, |_| Some(Ty::Int(IntTy::U8))).written("std::io::repeat({})"),
    // Seconds since the epoch, or before it, and nanoseconds after these.
    made("time::SystemTime", 0, |_| Some(Ty::Tuple(vec![Ty::Int(IntTy::I32), Ty::Int(IntTy::U32)]))).written_apart(),
    made("vec::IntoIter", 1, list).called("vec::IntoIter").written("{}.into_iter()"),
    borrowed("slice::Iter", 1, list).called("slice::Iter").written_apart(),
    borrowed("slice::IterMut", 1, list).called("slice::IterMut").written("{}.leak().iter_mut()"),
    borrowed("str::Chars", 0, text).written("{}.chars()"),
    borrowed("str::CharIndices", 0, text).written("{}.char_indices()"),
    borrowed("str::Bytes", 0, text).called("str::Bytes").written("{}.bytes()"),
    borrowed("str::Lines", 0, text).called("str::Lines").written("{}.lines()"),
    borrowed("str::SplitWhitespace", 0, text).written("{}.split_whitespace()"),
    borrowed("str::SplitAsciiWhitespace", 0, text).written("{}.split_ascii_whitespace()"),
    borrowed("str::Split", 1, separated).called("str::Split").written("{0}.split({1})"),
    borrowed("slice::Windows", 1, list).written("{}.leak().windows(2)"),
    borrowed("slice::Chunks", 1, list).written("{}.leak().chunks(2)"),
    borrowed("slice::ChunksExact", 1, list).written("{}.leak().chunks_exact(2)"),
    made("iter::Once", 1, first).called("iter::Once").written("std::iter::once({})"),
    made("iter::Empty", 1, nothing).called("iter::Empty").written("std::iter::empty()"),
    made("iter::Cloned", 1, first).written("{}.cloned()"),
    made("iter::Copied", 1, first).written("{}.copied()"),
    made("iter::StepBy", 1, first).written("{}.step_by(2)"),
    made("iter::Peekable", 1, first).written("{}.peekable()"),
    made("iter::Rev", 1, first).written("{}.rev()"),
    made("iter::Enumerate", 1, first).written("{}.enumerate()"),
    made("iter::Fuse", 1, first).written("{}.fuse()"),
    made("iter::Cycle", 1, first).written("{}.cycle()"),
    made("iter::Flatten", 1, first).written("{}.flatten()"),
    made("iter::Repeat", 1, first).called("iter::Repeat").written("std::iter::repeat({})"),
    made("iter::Zip", 2, both).written("{0}.zip({1})"),
    made("iter::Chain", 2, both).called("iter::Chain").written("{0}.chain({1})"),
    made("iter::Skip", 1, counted).written("{0}.skip({1})"),
    made("iter::Take", 1, counted).called("iter::Take").written("{0}.take({1})"),
];

fn list_of(ty: Ty) -> Ty {
    Ty::Vec(Box::new(ty))
}

fn list(args: &[Ty]) -> Option<Ty> {
    Some(list_of(first(args)?))
}

fn pairs(args: &[Ty]) -> Option<Ty> {
    Some(list_of(Ty::Tuple(vec![grounded(args.first()?), grounded(args.get(1)?)])))
}

fn first(args: &[Ty]) -> Option<Ty> {
    args.first().map(grounded)
}

fn both(args: &[Ty]) -> Option<Ty> {
    Some(Ty::Tuple(vec![grounded(args.first()?), grounded(args.get(1)?)]))
}

/// What a `Pin<Box<T>>` is made of. (Behind a `&mut` it pins what someone else has.)
fn pinned(args: &[Ty]) -> Option<Ty> {
    first(args).filter(|ty| matches!(ty, Ty::Boxed(_)))
}

fn counted(args: &[Ty]) -> Option<Ty> {
    Some(Ty::Tuple(vec![first(args)?, Ty::Int(IntTy::U8)]))
}

/// A text, and the character at which it is split.
fn separated(args: &[Ty]) -> Option<Ty> {
    first(args).filter(|by| *by == Ty::Char).map(|by| Ty::Tuple(vec![Ty::Opaque("String".to_owned()), by]))
}

/// Whether there is a value, and which one.
fn perhaps(args: &[Ty]) -> Option<Ty> {
    Some(Ty::Tuple(vec![Ty::Bool, first(args)?]))
}

fn nothing(_: &[Ty]) -> Option<Ty> {
    Some(Ty::unit())
}

fn text(_: &[Ty]) -> Option<Ty> {
    Some(Ty::Opaque("String".to_owned()))
}

/// What owns a value of a type that may have no size: of a `str` a `String`.
pub(crate) fn owned(args: &[Ty]) -> Option<Ty> {
    Some(match first(args)? {
        Ty::Slice(inner) => Ty::Vec(inner),
        Ty::Opaque(name) if name == "str" => Ty::Opaque("String".to_owned()),
        ty => ty,
    })
}

/// The kinds of errors that a `std::io::Error` is made of, by what its carrier is modulo their number and two: one more is the system's, and one has
/// a payload. (`conversions/standard.rs` makes the same ones.)
pub(crate) const ERROR_KINDS: [&str; 6] =
    ["Other", "NotFound", "PermissionDenied", "Interrupted", "UnexpectedEof", "InvalidData"];
