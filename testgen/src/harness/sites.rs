//! Calls made to say which they are just before they happen, so that a broken precondition belongs to the right one:
//!
//! ```text
//! f(x)      (at(3), f(x)).1
//! f(g(x))   f((g(x), at(3)).0)
//! ```
//!
//! The callee's check at its entry takes the number. Where there is none, it was called in some other way.
//!
//! And operations, where several panic at the same place (`a + b + c` at `a`): the last number before a panic is that of the operation
//! that panicked.
//!
//! ```text
//! a + b + c   a + (b, op(0)).0 + (c, op(1)).0
//! ```
use std::collections::HashSet;

use refine_core::ids::FnId;
use refine_core::ir::CallSite;
use refine_core::program::Program;
use refine_core::span::Span;
use refine_core::ty::{FnInst, Ty};

use super::instrument::{Edits, Layer};

/// The calls of checked functions in the functions of which `may_change` is true, numbered by their places in the list.
pub(super) fn insert(
    program: &dyn Program,
    checked: &[FnId],
    may_change: &dyn Fn(FnId) -> bool,
    edits: &mut Edits,
) -> Vec<CallSite> {
    let mut all: Vec<CallSite> = Vec::new();
    let mut seen = HashSet::new();
    for (at, def) in program.fns().iter().enumerate() {
        let func = FnId(at as u32);
        if !def.is_own() || !may_change(func) {
            continue;
        }
        let args = def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
        let Some(body) = program.body(&FnInst { func, args }) else { continue };
        let fits = |site: &&CallSite| {
            checked.contains(&site.callee) && def.block.range().contains(&(site.span.start as usize))
        };
        all.extend(body.sites.iter().filter(fits).filter(|site| seen.insert(site.span)).cloned());
    }
    for (at, site) in all.iter().enumerate() {
        let says = format!("crate::__refine_rt::at({at})");
        match site.last {
            Some(last) => edits.wrap(last, Layer::Argument, "(", format!(", {says}).0 ")),
            None => edits.wrap(site.span, Layer::Call, format!("({says}, "), ").1 "),
        }
    }
    all
}

/// The operations that say which they are, numbered by their places in the list.
pub(super) fn insert_operations(
    program: &dyn Program,
    made: &HashSet<FnId>,
    may_change: &dyn Fn(Span) -> bool,
    edits: &mut Edits,
) -> Vec<Span> {
    let mut all = program.operations();
    all.retain(|(span, _)| may_change(*span));
    let own = all.len();
    let templates = program.template_operations();
    let templates = templates.iter().filter(|one| one.funcs.iter().all(|func| made.contains(func)));
    all.extend(templates.map(|one| (one.place, one.point.span())));
    for (at, (_, operand)) in all.iter().enumerate() {
        let says = if at < own { "op" } else { "op_made" };
        edits.wrap(*operand, Layer::Argument, "(", format!(", crate::__refine_rt::{says}({at})).0 "));
    }
    all.into_iter().map(|(span, _)| span).collect()
}
