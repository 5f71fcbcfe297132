//! What values are made from whose type has no literals, and which types stand for type parameters.
use proc_macro2::Ident;
use syn::{AngleBracketedGenericArguments, GenericArgument, Generics, PathArguments, Type, TypeParamBound};

/// How a value of a type is made: the start of the names of the functions that mean this type by the name, the name, what it is
/// made from (`$`, the type's first argument), and how.
type Recipe = (&'static str, &'static str, &'static [&'static str], &'static str);

const RECIPES: &[Recipe] = &[
    ("core::slice", "Iter", &["&[$]"], "#0.iter()"),
    ("core::slice", "IterMut", &["&mut [$]"], "#0.iter_mut()"),
    ("core::slice", "Chunks", &["&[$]"], "#0.chunks(2)"),
    ("core::slice", "ChunksExact", &["&[$]"], "#0.chunks_exact(2)"),
    ("core::slice", "RChunks", &["&[$]"], "#0.rchunks(2)"),
    ("core::slice", "RChunksExact", &["&[$]"], "#0.rchunks_exact(2)"),
    ("core::slice", "ChunksMut", &["&mut [$]"], "#0.chunks_mut(2)"),
    ("core::slice", "ChunksExactMut", &["&mut [$]"], "#0.chunks_exact_mut(2)"),
    ("core::slice", "RChunksMut", &["&mut [$]"], "#0.rchunks_mut(2)"),
    ("core::slice", "RChunksExactMut", &["&mut [$]"], "#0.rchunks_exact_mut(2)"),
    ("core::slice", "Windows", &["&[$]"], "#0.windows(2)"),
    ("core::slice", "Split", &["&[$]"], "#0.split(|x| *x % 3 == 0)"),
    ("core::slice", "SplitMut", &["&mut [$]"], "#0.split_mut(|x| *x % 3 == 0)"),
    ("core::slice", "SplitInclusive", &["&[$]"], "#0.split_inclusive(|x| *x % 3 == 0)"),
    ("core::slice", "SplitInclusiveMut", &["&mut [$]"], "#0.split_inclusive_mut(|x| *x % 3 == 0)"),
    ("core::slice", "RSplit", &["&[$]"], "#0.rsplit(|x| *x % 3 == 0)"),
    ("core::slice", "RSplitMut", &["&mut [$]"], "#0.rsplit_mut(|x| *x % 3 == 0)"),
    ("core::slice", "SplitN", &["&[$]"], "#0.splitn(2, |x| *x % 3 == 0)"),
    ("core::slice", "SplitNMut", &["&mut [$]"], "#0.splitn_mut(2, |x| *x % 3 == 0)"),
    ("core::slice", "RSplitN", &["&[$]"], "#0.rsplitn(2, |x| *x % 3 == 0)"),
    ("core::slice", "RSplitNMut", &["&mut [$]"], "#0.rsplitn_mut(2, |x| *x % 3 == 0)"),
    ("core::slice", "ChunkBy", &["&[$]"], "#0.chunk_by(|a, b| *a <= *b)"),
    ("core::slice", "ChunkByMut", &["&mut [$]"], "#0.chunk_by_mut(|a, b| *a <= *b)"),
    ("core::option", "Iter", &["&Option<$>"], "#0.iter()"),
    ("core::option", "IterMut", &["&mut Option<$>"], "#0.iter_mut()"),
    ("core::option", "IntoIter", &["Option<$>"], "#0.into_iter()"),
    ("core::result", "Iter", &["&Result<$, u8>"], "#0.iter()"),
    ("core::result", "IterMut", &["&mut Result<$, u8>"], "#0.iter_mut()"),
    ("core::result", "IntoIter", &["Result<$, u8>"], "#0.into_iter()"),
    ("core::array", "IntoIter", &["[$; 3]"], "#0.into_iter()"),
    ("alloc::vec", "IntoIter", &["Vec<$>"], "#0.into_iter()"),
    ("alloc::vec", "Drain", &["&mut Vec<$>"], "#0.drain(..)"),
    ("alloc::collections::vec_deque", "IntoIter", &["Vec<$>"], "::std::collections::VecDeque::from(#0).into_iter()"),
    (
        "alloc::collections::btree_map",
        "BTreeMap",
        &["Vec<(i32, i32)>"],
        "::std::collections::BTreeMap::<i32, i32>::from_iter(#0)",
    ),
    ("alloc::collections::btree_set", "BTreeSet", &["Vec<i32>"], "::std::collections::BTreeSet::<i32>::from_iter(#0)"),
    (
        "alloc::collections::binary_heap",
        "BinaryHeap",
        &["Vec<i32>"],
        "::std::collections::BinaryHeap::<i32>::from_iter(#0)",
    ),
    (
        "alloc::collections::linked_list",
        "LinkedList",
        &["Vec<i32>"],
        "::std::collections::LinkedList::<i32>::from_iter(#0)",
    ),
    ("std::collections", "HashMap", &["Vec<(i32, i32)>"], "::std::collections::HashMap::<i32, i32>::from_iter(#0)"),
    ("std::collections", "HashSet", &["Vec<i32>"], "::std::collections::HashSet::<i32>::from_iter(#0)"),
    ("core::iter", "Chain", &["Vec<i32>", "Vec<i32>"], "few(#0).chain(few(#1))"),
    ("core::iter", "Cloned", &["Vec<&i32>"], "few(#0).cloned()"),
    ("core::iter", "Copied", &["Vec<&i32>"], "few(#0).copied()"),
    ("core::iter", "Cycle", &["Vec<i32>"], "few(#0).cycle()"),
    ("core::iter", "Enumerate", &["Vec<i32>"], "few(#0).enumerate()"),
    ("core::iter", "Filter", &["Vec<i32>"], "few(#0).filter(|x| *x % 2 == 0)"),
    ("core::iter", "FilterMap", &["Vec<i32>"], "few(#0).filter_map(|x| if x % 2 == 0 { Some(x / 2) } else { None })"),
    ("core::iter", "FlatMap", &["Vec<i32>"], "few(#0).flat_map(|x| if x % 2 == 0 { vec![x, 1] } else { vec![] })"),
    ("core::iter", "Flatten", &["Vec<Vec<i32>>"], "#0.into_iter().flatten()"),
    ("core::iter", "Fuse", &["Vec<i32>"], "few(#0).fuse()"),
    ("core::iter", "Inspect", &["Vec<i32>"], "few(#0).inspect(|_| {})"),
    ("core::iter", "Map", &["Vec<i32>"], "few(#0).map(|x| x / 2)"),
    ("core::iter", "MapWhile", &["Vec<i32>"], "few(#0).map_while(|x| if x % 3 != 0 { Some(x / 2) } else { None })"),
    ("core::iter", "Peekable", &["Vec<i32>"], "few(#0).peekable()"),
    ("core::iter", "Rev", &["Vec<i32>"], "few(#0).rev()"),
    ("core::iter", "Scan", &["Vec<i32>"], "few(#0).scan(0, |sum, x| { *sum = x / 2; Some(*sum) })"),
    ("core::iter", "Skip", &["Vec<i32>"], "few(#0).skip(2)"),
    ("core::iter", "SkipWhile", &["Vec<i32>"], "few(#0).skip_while(|x| *x % 2 == 0)"),
    ("core::iter", "StepBy", &["Vec<i32>"], "few(#0).step_by(2)"),
    ("core::iter::adapters", "Take", &["Vec<i32>"], "few(#0).take(2)"),
    ("core::iter", "TakeWhile", &["Vec<i32>"], "few(#0).take_while(|x| *x % 2 == 0)"),
    ("core::iter", "Zip", &["Vec<i32>", "Vec<i32>"], "few(#0).zip(few(#1))"),
    ("core::iter", "Empty", &[], "::std::iter::empty::<i32>()"),
    ("core::iter", "Once", &["i32"], "::std::iter::once(#0)"),
    ("core::iter", "OnceWith", &["i32"], "::std::iter::once_with(move || #0)"),
    ("core::iter", "Repeat", &["i32"], "::std::iter::repeat(#0)"),
    ("core::iter", "RepeatN", &["i32"], "::std::iter::repeat_n(#0, 3)"),
    ("core::iter", "RepeatWith", &["i32"], "::std::iter::repeat_with(move || #0)"),
    (
        "core::iter",
        "FromFn",
        &["i32"],
        "{ let mut n = #0 % 4; ::std::iter::from_fn(move || if n > 0 { n -= 1; Some(n) } else { None }) }",
    ),
    (
        "core::iter",
        "Successors",
        &["Option<i32>"],
        "::std::iter::successors(#0, |x| if *x > 1 { Some(*x / 7) } else { None })",
    ),
    ("alloc::collections::vec_deque", "Iter", &["&VecDeque<$>"], "#0.iter()"),
    ("alloc::collections::vec_deque", "IterMut", &["&mut VecDeque<$>"], "#0.iter_mut()"),
    ("alloc::collections::vec_deque", "Drain", &["&mut VecDeque<$>"], "#0.drain(..)"),
    ("", "Vec", &["$", "$"], "vec![#0, #1]"),
    ("", "Box", &["$"], "Box::new(#0)"),
    ("", "Pin", &["$"], "::std::pin::Pin::new(#0)"),
    ("", "Option", &["bool", "$"], "if #0 { Some(#1) } else { None }"),
    (
        "",
        "Cow",
        &["&$", "bool"],
        "if #1 { ::std::borrow::Cow::Borrowed(#0) } else { ::std::borrow::Cow::Owned(#0.to_owned()) }",
    ),
    ("", "VecDeque", &["Vec<$>"], "::std::collections::VecDeque::from(#0)"),
    ("", "Few", &["Vec<$>"], "few(#0)"),
    ("", "Range", &["$", "$"], "(#0..#1)"),
    ("", "RangeInclusive", &["$", "$"], "(#0..=#1)"),
    ("", "RangeFrom", &["$"], "(#0..)"),
    ("", "RangeTo", &["$"], "(..#0)"),
    ("", "RangeToInclusive", &["$"], "(..=#0)"),
    ("", "RangeFull", &[], "(..)"),
    ("", "Reverse", &["$"], "::std::cmp::Reverse(#0)"),
    ("", "Wrapping", &["$"], "::std::num::Wrapping(#0)"),
    ("", "Saturating", &["$"], "::std::num::Saturating(#0)"),
    ("", "NonZero", &["$"], "::std::num::NonZero::new(if #0 == 0 { 1 } else { #0 }).unwrap()"),
    ("", "Cell", &["$"], "::std::cell::Cell::new(#0)"),
    ("", "RefCell", &["$"], "::std::cell::RefCell::new(#0)"),
    ("", "ManuallyDrop", &["$"], "::std::mem::ManuallyDrop::new(#0)"),
    ("", "Rc", &["$"], "::std::rc::Rc::new(#0)"),
    ("", "Arc", &["$"], "::std::sync::Arc::new(#0)"),
    ("", "Ready", &["$"], "::std::future::ready(#0)"),
    ("", "Ipv4Addr", &["u32"], "::std::net::Ipv4Addr::from_bits(#0)"),
    ("", "Ipv6Addr", &["u128"], "::std::net::Ipv6Addr::from_bits(#0)"),
    (
        "",
        "Bound",
        &["Option<$>", "bool"],
        "match #0 { Some(x) => if #1 { ::std::ops::Bound::Included(x) } else { ::std::ops::Bound::Excluded(x) }, None => ::std::ops::Bound::Unbounded }",
    ),
    (
        "",
        "ControlFlow",
        &["bool", "i32"],
        "if #0 { ::std::ops::ControlFlow::<i32, i32>::Continue(#1) } else { ::std::ops::ControlFlow::<i32, i32>::Break(#1) }",
    ),
    (
        "",
        "Poll",
        &["Option<$>"],
        "match #0 { Some(x) => ::std::task::Poll::Ready(x), None => ::std::task::Poll::Pending }",
    ),
    ("", "Duration", &["u64", "u32"], "::std::time::Duration::new(#0, #1 % 1_000_000_000)"),
];

/// The types that a value is made from, and how.
pub fn recipe(item: &str, ty: &Type) -> Option<(Vec<Type>, &'static str)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let (_, _, from, made) =
        RECIPES.iter().find(|(module, name, ..)| last.ident == *name && item.starts_with(module))?;
    let first = arguments(&last.arguments).next().map_or_else(|| "i32".to_owned(), |ty| quote::quote!(#ty).to_string());
    let from = from.iter().map(|ty| syn::parse_str(&ty.replace('$', &first)).ok()).collect::<Option<_>>();
    Some((from?, made))
}

/// The types in angle brackets.
pub fn arguments(of: &PathArguments) -> impl Iterator<Item = &Type> {
    let all = match of {
        PathArguments::AngleBracketed(AngleBracketedGenericArguments { args, .. }) => Some(args),
        _ => None,
    };
    all.into_iter().flatten().filter_map(|arg| match arg {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// What a type parameter becomes.
pub enum Choice {
    Type(Box<Type>),
    /// A closure of so many parameters.
    Closure(usize),
}

/// Traits of which no type is at hand.
const FOREIGN: [&str; 13] = [
    "Hasher",
    "Write",
    "Read",
    "Any",
    "Error",
    "Future",
    "Allocator",
    "BufRead",
    "Seek",
    "FnPtr",
    "Termination",
    "ToSocketAddrs",
    "Tuple",
];

/// What stands for a type parameter, by what is asked of it.
pub fn choose(item: &str, name: &Ident, generics: &[Generics]) -> Result<Choice, String> {
    let mut found = "i32".to_owned();
    if name == "S" && item.starts_with("std::collections") {
        found = "::std::hash::RandomState".to_owned();
    }
    for bound in bounds(name, generics) {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(last) = bound.path.segments.last() else { continue };
        if let PathArguments::Parenthesized(args) = &last.arguments {
            return Ok(Choice::Closure(args.inputs.len()));
        }
        let of = last.ident.to_string();
        let args = || arguments(&last.arguments).map(|ty| quote::quote!(#ty).to_string().replace(' ', "")).next();
        let item = bound_item(&last.arguments);
        match of.as_str() {
            "SliceIndex" if args().as_deref() == Some("str") => found = "::std::ops::Range<usize>".to_owned(),
            "SliceIndex" => found = "usize".to_owned(),
            "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
                match (item, found.starts_with("Few")) {
                    (None, true) => {}
                    (item, _) => found = format!("Few<{}>", item.unwrap_or_else(|| "i32".to_owned())),
                }
            }
            "IntoIterator" => found = format!("Vec<{}>", item.unwrap_or_else(|| "i32".to_owned())),
            "FromIterator" | "Extend" => found = format!("Vec<{}>", args().unwrap_or_else(|| "i32".to_owned())),
            "Try" => found = "Option<i32>".to_owned(),
            "RangeBounds" => found = format!("::std::ops::Range<{}>", args().unwrap_or_default()),
            "Pattern" => found = "char".to_owned(),
            "Deref" | "DerefMut" => found = "Box<i32>".to_owned(),
            "Into" if args().is_some_and(|of| of.contains("dyn")) => found = "&'static str".to_owned(),
            "AsRef" | "Borrow" | "ToOwned"
                if args().is_some_and(|of| ["str", "OsStr", "Path"].contains(&of.as_str())) =>
            {
                found = "&'static str".to_owned();
            }
            "AsRef" | "Borrow" | "AsMut" | "BorrowMut" => {
                found = args().map_or_else(
                    || "i32".to_owned(),
                    |of| if of.starts_with('[') { "Vec<i32>".to_owned() } else { of },
                );
            }
            name if FOREIGN.contains(&name) => return Err(format!("no type that is `{name}`")),
            _ => {}
        }
    }
    let ty = syn::parse_str(&found).map_err(|_| format!("no type for `{found}`"))?;
    Ok(Choice::Type(Box::new(ty)))
}

/// What is asked of a type parameter, where it is declared and in the conditions.
fn bounds<'g>(name: &Ident, generics: &'g [Generics]) -> impl Iterator<Item = &'g TypeParamBound> {
    let declared = generics.iter().flat_map(Generics::type_params).filter(move |param| param.ident == *name);
    let conditions = generics.iter().filter_map(|generics| generics.where_clause.as_ref());
    let stated = conditions.flat_map(|clause| &clause.predicates).filter_map(move |predicate| match predicate {
        syn::WherePredicate::Type(of) if matches!(&of.bounded_ty, Type::Path(path) if path.path.is_ident(name)) => {
            Some(&of.bounds)
        }
        _ => None,
    });
    declared.flat_map(|param| &param.bounds).chain(stated.flatten())
}

/// The type in `Iterator<Item = X>`.
fn bound_item(of: &PathArguments) -> Option<String> {
    let PathArguments::AngleBracketed(args) = of else { return None };
    args.args.iter().find_map(|arg| match arg {
        GenericArgument::AssocType(known) if known.ident == "Item" => {
            let ty = &known.ty;
            Some(quote::quote!(#ty).to_string())
        }
        // `Iterator<Item: IntoIterator>`
        GenericArgument::Constraint(known) if known.ident == "Item" => Some("Vec<i32>".to_owned()),
        _ => None,
    })
}
