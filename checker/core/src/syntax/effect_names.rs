//! Which parts of the standard library reach out of the process, and which names are known not to.

/// Crates whose names belong to specifications.
pub(super) const SPEC_CRATES: [&str; 6] = ["refine_spec", "contracts", "kani", "flux", "flux_rs", "prusti_contracts"];

/// The standard library's macros. What they do beyond their arguments is at most to print.
pub(super) const STD_MACROS: [&str; 36] = [
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
    "include_str",
    "include_bytes",
    "compile_error",
    "thread_local",
    "assert_matches",
    "try",
];

/// Methods of the standard library that ask the file system or the network, on types that are otherwise harmless.
pub(super) const FILE_METHODS: [&str; 12] = [
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
];

/// What formatting calls.
const FORMATS: &[&str] = &["fmt", "deref"];

/// Methods that format a value, be it for the message of a panic.
const FORMATTING: [&str; 6] = ["to_string", "unwrap", "expect", "unwrap_err", "expect_err", "write_fmt"];

/// What a method of the standard library may call back.
pub(super) fn called_back(method: &str) -> &'static [&'static str] {
    if FORMATTING.contains(&method) { FORMATS } else { CALLED_BACK }
}

/// What a macro of the standard library may call: formatting and comparison.
pub(super) const MACRO_CALLS: [&str; 4] = ["fmt", "deref", "eq", "clone"];

/// Whether a path into `std` reaches out of the process.
pub(super) fn reaches_out(path: &[String]) -> bool {
    let part = |at: usize| path.get(at).map_or("", String::as_str);
    if path.len() < 3 {
        return false;
    }
    match part(1) {
        "fs" | "process" | "env" | "os" | "thread" => true,
        // Addresses are plain data.
        "net" => !(part(2).starts_with("Ip") || part(2).starts_with("SocketAddr") || part(2) == "AddrParseError"),
        "io" => matches!(
            part(2),
            "stdin"
                | "Stdin"
                | "StdinLock"
                | "Read"
                | "BufRead"
                | "BufReader"
                | "read_to_string"
                | "copy"
                | "IsTerminal"
        ),
        _ => false,
    }
}

/// The methods that an operator's character may call.
pub(super) fn implicit_calls(char: char) -> &'static [&'static str] {
    match char {
        '+' => &["add", "add_assign"],
        '-' => &["sub", "sub_assign", "neg"],
        '*' => &["mul", "mul_assign", "deref", "deref_mut"],
        '/' => &["div", "div_assign"],
        '%' => &["rem", "rem_assign"],
        '^' => &["bitxor", "bitxor_assign"],
        '&' => &["bitand", "bitand_assign"],
        '|' => &["bitor", "bitor_assign"],
        '!' => &["not", "ne"],
        '=' => &["eq"],
        '<' | '>' => &["partial_cmp", "lt", "le", "gt", "ge", "shl", "shr", "shl_assign", "shr_assign"],
        '?' => &["from", "branch"],
        _ => &[],
    }
}

/// Whether a method name is one of the standard library's that stay inside the process. Asked only in modules that
/// import another crate's names, where an unknown method may be of one of that crate's traits.
pub(super) fn is_std_method(name: &str) -> bool {
    const PREFIXES: [&str; 17] = [
        "checked_",
        "wrapping_",
        "saturating_",
        "overflowing_",
        "is_",
        "as_",
        "to_",
        "into_",
        "from_",
        "unwrap_",
        "map_",
        "try_",
        "rotate_",
        "sort_",
        "split_",
        "trim_",
        "iter_",
    ];
    const NAMES: &str = "abs abs_diff all and and_then any append back binary_search binary_search_by \
        binary_search_by_key borrow borrow_mut bytes capacity ceil chain char_indices chars chunks chunks_exact clamp \
        clear clone clone_from cloned cmp collect concat contains contains_key copied copy_from_slice \
        copy_within count count_ones count_zeros cycle dedup dedup_by dedup_by_key default deref deref_mut div_ceil \
        div_euclid drain elapsed ends_with entry enumerate eq eq_ignore_ascii_case err escape_debug exp expect \
        expect_err extend extend_from_slice fill filter filter_map find find_map first first_mut flat_map flatten \
        floor fmt fold for_each front fuse ge get get_mut get_or_insert get_or_insert_with get_unchecked gt hash \
        ilog ilog10 ilog2 insert inspect intersection isqrt iter join keys last last_mut le leading_ones leading_zeros \
        len lines ln lock lt make_ascii_lowercase make_ascii_uppercase map max max_by max_by_key min min_by min_by_key \
        ne next next_back next_power_of_two nth ok ok_or ok_or_else or or_default or_else or_insert or_insert_with \
        parse partial_cmp partition peek peekable pop pop_back pop_front position pow powf powi product push \
        push_back push_front push_str reduce rem_euclid remove repeat replace reserve resize retain rev reverse \
        reverse_bits rfind round rposition rsplit scan set shrink_to_fit signum skip skip_while sort splitn sqrt \
        starts_with step_by strip_prefix strip_suffix sum swap swap_remove take take_while then then_some \
        then_with trailing_ones trailing_zeros transpose truncate union unsigned_abs unwrap unzip update values \
        values_mut windows with_capacity write_fmt write_str xor zip";
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || NAMES.split_whitespace().any(|each| each == name)
}
