//! What cannot be compared with the real library, and why.
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The items that are ours alone, by the start of their names (after `*`, a part of them; before `$`, all of them), with the reason.
const OURS: &[(&str, &str)] = &[
    ("::core::refine", MODELS),
    ("::std::refine", MODELS),
    ("::alloc::refine", MODELS),
    ("core::iter::step::", "the methods of `Step` are those that our ranges need"),
    ("core::str::pattern::<F as Pattern>::consult", MODELS),
    ("core::str::pattern::Pattern::consult", MODELS),
    ("core::marker::PointeeSized", "holds of what has no size, even one that is known at run time"),
    ("core::ops::index::Index::index", "takes what may have no size"),
    ("core::ops::index::IndexMut::index_mut", "takes what may have no size"),
    ("core::panic::<PanicInfo<'a>>::message", UNNAMED),
    ("core::pin::Pin$", PRIVATE),
    ("std::thread::<LocalKey<T>>::new", MACROS),
    ("*FnOnce<()>>::call_once", "a call of it has an ABI of its own"),
    ("*Drop>::drop$", "may not be called by name"),
    ("core::ops::drop::Drop::drop", "may not be called by name"),
    ("core::intrinsics", "may not be coerced to a function pointer"),
    ("core::ops::function::", "a call of it has an ABI of its own"),
    ("*Fn<Args>>::call", "a call of it has an ABI of its own"),
    ("*FnMut<Args>>::call_mut", "a call of it has an ABI of its own"),
    ("*FnOnce<Args>>::call_once", "a call of it has an ABI of its own"),
    ("core::fmt::<Arguments<'a>>::new$", MACROS),
    ("*ZeroablePrimitive::is_zero", MODELS),
    ("*<This as ZeroablePrimitive>::is_zero", MODELS),
    ("*::shift::", "by any integer type at once, where the real library has an `impl` for each"),
    ("core::iter::adapters::peekable::<Clone for Peekable>", "the derive asks more than its type parameters show"),
    ("core::iter::adapters::peekable::<Debug for Peekable>", "the derive asks more than its type parameters show"),
    ("::core::ops::NeverShortCircuit", PRIVATE),
    ("::std::ops::NeverShortCircuit", PRIVATE),
    ("::core::panicking", MACROS),
    ("::core::fmt::rt", MACROS),
    ("::std::fmt::rt", MACROS),
    ("::alloc::fmt::rt", MACROS),
    ("::alloc::__export", MACROS),
    ("::std::__export", MACROS),
    ("alloc::fmt::format", MACROS),
    ("::alloc::vec::from_array", MACROS),
    ("::std::vec::from_array", MACROS),
    ("::core::num::f32_consts", PRIVATE),
    ("::core::num::f64_consts", PRIVATE),
    ("::std::num::f32_consts", PRIVATE),
    ("::std::num::f64_consts", PRIVATE),
    ("core::slice::<[T]>::get_disjoint", UNNAMED),
    ("core::slice::search::<[T]>::strip_", UNNAMED),
    ("alloc::rc::<Rc<T>>::make_mut", UNNAMED),
    ("alloc::sync::<Arc<T>>::make_mut", UNNAMED),
    ("core::error::Error::type_id", UNNAMED),
    ("::core::panic::PanicMessage", UNNAMED),
    ("::std::panic::PanicMessage", UNNAMED),
    ("core::ops::async_function", UNNAMED),
    ("core::convert::<From<!> for T>", "only reserved in the real library"),
    ("core::convert::<T as From<!>>", "only reserved in the real library"),
    ("core::pin::<CoerceUnsized", UNNAMED),
    ("core::pin::<DispatchFromDyn", UNNAMED),
    ("core::ptr::<Thin for T>", UNNAMED),
    ("::alloc::collections::Bound", PATHS),
    ("::alloc::collections::btree_map::Occupied$", PATHS),
    ("::alloc::collections::btree_map::Vacant$", PATHS),
    ("::std::collections::btree_map::Occupied$", PATHS),
    ("::std::collections::btree_map::Vacant$", PATHS),
    ("::alloc::task::", PATHS),
    ("::core::range::", PATHS),
    ("::std::range::", PATHS),
    ("::proc_macro::token_stream::TokenStream", PATHS),
    ("::std::hash::random", PATHS),
    ("::std::os::unix::prelude::DirBuilderExt", PATHS),
    ("std::sync::mpsc::<core::ops::Drop", DROPS),
];

const MODELS: &str = "what models are written with";
const MACROS: &str = "what macros expand to";
const PRIVATE: &str = "private in the real library";
const UNNAMED: &str = "mentions a trait or type that only the real library can name";
const PATHS: &str = "a further path of ours to something public";
const DROPS: &str = "in the real library a field of the type is what is dropped";

/// Which of them were used how often.
#[derive(Default)]
pub struct Exceptions {
    used: RefCell<BTreeMap<&'static str, usize>>,
}

impl Exceptions {
    /// Whether an item is excepted.
    pub fn cover(&self, item: &str) -> bool {
        let within = |of: &str| match of.strip_prefix('*') {
            Some(part) => match part.strip_suffix('$') {
                Some(end) => item.ends_with(end),
                None => item.contains(part),
            },
            None => match of.strip_suffix('$') {
                Some(whole) => item == whole,
                None => item.starts_with(of),
            },
        };
        let Some((start, _)) = OURS.iter().find(|(start, _)| within(start)) else { return false };
        *self.used.borrow_mut().entry(start).or_default() += 1;
        true
    }

    /// How many items each reason covers.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut all = BTreeMap::new();
        for (start, reason) in OURS.iter() {
            *all.entry(*reason).or_default() += self.used.borrow().get(start).copied().unwrap_or(0);
        }
        all
    }

    /// Those that cover nothing.
    pub fn idle(&self) -> Vec<&'static str> {
        let used = self.used.borrow();
        OURS.iter().map(|(start, _)| *start).filter(|start| !used.contains_key(start)).collect()
    }
}
