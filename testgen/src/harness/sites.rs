//! Calls made to say which they are just before they happen, so that a broken precondition belongs to the right one:
//!
//! ```text
//! f(x)      (at(3), f(x)).1
//! f(g(x))   f((g(x), at(3)).0)
//! ```
//!
//! The callee's check at its entry takes the number. Where there is none, it was called in some other way.
use std::collections::HashSet;

use refine_core::ir::CallSite;
use refine_core::program::{FnId, FnInst, Program};
use refine_core::span::FileId;
use refine_core::ty::Ty;

use super::instrument::Insertions;

/// The calls, numbered by their places in the list, and what is to be inserted.
pub(super) struct Sites {
    pub(super) all: Vec<CallSite>,
    before: Vec<(FileId, u32, String)>,
    after: Vec<(FileId, u32, String)>,
}

impl Sites {
    /// The calls of checked functions in the functions of which `may_change` is true.
    pub(super) fn new(program: &dyn Program, checked: &[FnId], may_change: &dyn Fn(FnId) -> bool) -> Sites {
        let mut all: Vec<CallSite> = Vec::new();
        let mut seen = HashSet::new();
        for (at, def) in program.fns().iter().enumerate() {
            let func = FnId(at as u32);
            if def.std || !may_change(func) {
                continue;
            }
            let args = def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
            let Some(body) = program.body(&FnInst { func, args }) else { continue };
            let fits = |site: &&CallSite| {
                checked.contains(&site.callee) && def.block.range().contains(&(site.span.start as usize))
            };
            all.extend(body.sites.iter().filter(fits).filter(|site| seen.insert(site.span)).cloned());
        }
        // What is wrapped: outer before inner where they start at one place, an argument around the call that it is.
        let mut wraps: Vec<_> = (all.iter().enumerate())
            .map(|(at, site)| match site.last {
                Some(last) => (last, true, "(".to_owned(), format!(", crate::__refine_rt::at({at})).0 ")),
                None => (site.span, false, format!("(crate::__refine_rt::at({at}), "), ").1 ".to_owned()),
            })
            .collect();
        wraps.sort_by_key(|(span, is_arg, ..)| (span.file, span.start, u32::MAX - span.end, !is_arg));
        let before = wraps.iter().map(|(span, _, text, _)| (span.file, span.start, text.clone())).collect();
        wraps.reverse();
        let after = wraps.into_iter().map(|(span, _, _, text)| (span.file, span.end, text)).collect();
        Sites { all, before, after }
    }

    /// Inserts what ends a call: to be done before anything else is inserted there.
    pub(super) fn close(&self, insertions: &mut Insertions) {
        self.after.iter().for_each(|(file, at, text)| insertions.add(*file, *at, text));
    }

    /// Inserts what starts a call: to be done after everything else.
    pub(super) fn open(&self, insertions: &mut Insertions) {
        self.before.iter().for_each(|(file, at, text)| insertions.add(*file, *at, text));
    }
}
