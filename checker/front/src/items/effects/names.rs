//! Which parts of the standard library reach out of the process, and what it calls back.

/// The standard library's macros. What they do beyond their arguments is at most to print.
pub(super) const STD_MACROS: [&str; 49] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
    "vec",
    "format",
    "format_args",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "dbg",
    "matches",
    "cfg",
    "env",
    "option_env",
    "concat",
    "stringify",
    "line",
    "column",
    "file",
    "module_path",
    "include",
    "include_str",
    "include_bytes",
    "compile_error",
    "thread_local",
    "assert_matches",
    "try",
    "addr_of",
    "addr_of_mut",
    "offset_of",
    "pin",
    "ready",
    "is_x86_feature_detected",
    "is_aarch64_feature_detected",
    "const_format_args",
    "panic_2015",
    "panic_2021",
    "unreachable_2015",
    "unreachable_2021",
];

/// Methods of the standard library that ask the file system or the network, on types that are otherwise harmless.
const FILE_METHODS: [&str; 12] = [
    "exists",
    "try_exists",
    "is_file",
    "is_dir",
    "is_symlink",
    "metadata",
    "symlink_metadata",
    "canonicalize",
    "read_dir",
    "read_link",
    "to_socket_addrs",
    "read_to_string",
];

/// Methods of traits that the standard library's own functions call back: `collect` calls `next`, `sort` calls `cmp`.
const CALLED_BACK: &[&str] = &[
    "next",
    "next_back",
    "into_iter",
    "from",
    "try_from",
    "from_str",
    "from_iter",
    "extend",
    "cmp",
    "partial_cmp",
    "eq",
    "hash",
    "clone",
    "default",
    "deref",
    "deref_mut",
    "borrow",
    "as_ref",
    "add",
    "mul",
];

/// Calls that do not show.
pub(super) const UNSEEN: [&str; 3] = ["drop", "deref", "deref_mut"];

/// What runs call of the types of values: to compare states and to show results.
const BY_HARNESS: &[&str] = &["fmt", "eq", "clone"];

/// The same where there are sets and maps to put values into.
const OF_KEYS: &[&str] = &["fmt", "eq", "clone", "hash", "cmp", "partial_cmp"];

/// The collections of the standard library that call methods of what is in them.
pub(super) const KEYED: [&str; 5] = ["HashMap", "HashSet", "BTreeMap", "BTreeSet", "BinaryHeap"];

/// What runs call of the types of values, with such a collection among them or without.
pub(super) fn by_harness(keyed: bool) -> &'static [&'static str] {
    if keyed { OF_KEYS } else { BY_HARNESS }
}

/// What formatting calls.
const FORMATS: &[&str] = &["fmt", "deref"];

/// Methods that format a value, be it for the message of a panic.
const FORMATTING: [&str; 12] = [
    "to_string",
    "unwrap",
    "expect",
    "unwrap_err",
    "expect_err",
    "write_fmt",
    "new_display",
    "new_debug",
    "assert_failed",
    "format",
    "_print",
    "_eprint",
];

/// What a function of the standard library may call back.
pub(super) struct CalledBack {
    /// The methods that are likely.
    pub(super) methods: &'static [&'static str],
    /// Whether that is all, since it does no more than format values; else it may be any method of the library's own traits.
    pub(super) formats: bool,
}

/// What a function of the standard library may call back, by its name.
pub(super) fn called_back(name: &str) -> CalledBack {
    let formats = FORMATTING.contains(&name);
    CalledBack { methods: if formats { FORMATS } else { CALLED_BACK }, formats }
}

/// Whether a method by this name may touch files or the network, whatever it is of.
pub(super) fn is_file_method(name: &str) -> bool {
    FILE_METHODS.contains(&name)
}

/// Whether a path into `std` reaches out of the process.
pub(crate) fn reaches_out(path: &str) -> bool {
    let parts: Vec<&str> = path.split("::").collect();
    let [krate, module, item, ..] = parts[..] else { return false };
    let last = parts.last().copied().unwrap_or_default();
    if krate != "std" {
        return false;
    }
    match module {
        "fs" | "process" | "env" | "os" => true,
        // Which thread it is, and what each has of its own, stays inside.
        "thread" => !matches!(
            item,
            "local" | "LocalKey" | "AccessError" | "current" | "Thread" | "ThreadId" | "panicking" | "park"
        ),
        "path" => is_file_method(last) || last == "absolute",
        // What panics do is how a run tells of them.
        "panic" => matches!(item, "set_hook" | "take_hook" | "update_hook" | "resume_unwind"),
        // Addresses are plain data.
        "net" => !(item.starts_with("Ip") || item.starts_with("SocketAddr") || item == "AddrParseError"),
        // What a reader reads from outside comes from where it is opened: that is the effect.
        "io" => parts[2..].iter().any(|part| matches!(*part, "stdin" | "Stdin" | "StdinLock" | "IsTerminal")),
        _ => false,
    }
}
