//! Functions whose result may still borrow what a parameter points to: a clause about that is one about the time when this borrow
//! ends, and a run only shows it for a caller that does nothing with the result.
use std::collections::HashSet;

use refine_core::ids::LocalId;
use refine_core::ir::Contract;
use refine_core::program::Program;
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::ty::Ty;
use refine_testgen::types::field_types;

/// Why such a clause is not tested.
pub(super) const WHY: &str = "a caller may change the value through the result, and no run does that";

/// Types of which no more than the name is known, and of which it is known that they hold no reference.
const WHOLE: [&str; 5] = ["String", "alloc::string::String", "str", "f32", "f64"];

/// Types that one is looked for in.
const MANY: usize = 100;

/// Whether the result of a function may hold a mutable reference. Where its type does not say so, it can only be one that a parameter holds.
pub(super) fn may_lend(program: &dyn Program, params: &[Ty], ret: &Ty) -> bool {
    holds(program, ret, false) || holds(program, ret, true) && params.iter().any(|ty| holds(program, ty, true))
}

/// Whether values of a type hold a mutable reference; `perhaps`: or may do so, since its parts are not known.
fn holds(program: &dyn Program, ty: &Ty, perhaps: bool) -> bool {
    let (mut seen, mut todo) = (HashSet::new(), vec![ty.clone()]);
    while let Some(ty) = todo.pop() {
        let found = match &ty {
            Ty::Borrow(_) | Ty::Ref(true, _) => true,
            Ty::Opaque(name) => perhaps && !WHOLE.contains(&name.as_str()),
            Ty::Param(_) => perhaps,
            _ => false,
        };
        if found || seen.len() > MANY {
            return true;
        }
        if !seen.insert(ty.clone()) {
            continue;
        }
        if let Ty::Adt(id, args) = &ty {
            let variants = 0..program.adt(*id).variants.len();
            todo.extend(variants.filter_map(|variant| field_types(program, *id, args, variant)).flatten());
        }
        todo.extend(ty.parts().cloned());
    }
    false
}

/// The postconditions that speak of what mutable references among the parameters point to in the end.
pub(super) fn clauses(contract: &Contract, params: &[Ty]) -> HashSet<Span> {
    let mutable = |at: &LocalId| matches!(params.get(at.0 as usize), Some(Ty::Borrow(_) | Ty::Ref(true, _)));
    if !(0..params.len()).any(|at| mutable(&LocalId(at as u32))) {
        return HashSet::new();
    }
    fn speaks(term: &Term, mutable: &dyn Fn(&LocalId) -> bool) -> bool {
        match term.kind() {
            TermKind::Local(at) => mutable(at),
            // How long a slice is nobody changes.
            TermKind::SeqLen(of) if matches!(of.kind(), TermKind::Local(_)) && is_fixed(of.ty()) => false,
            _ => term.children().into_iter().any(|child| speaks(child, mutable)),
        }
    }
    let ensures = contract.ensures.iter().filter(|clause| speaks(&clause.term, &mutable)).map(|clause| clause.span);
    // Of one without translation it is not known.
    ensures.chain(contract.raw.iter().filter(|clause| !clause.requires).map(|clause| clause.span)).collect()
}

/// Whether it is a slice or an array, or one reference to that: behind a second one there may be another slice later.
fn is_fixed(ty: &Ty) -> bool {
    let fixed = |ty: &Ty| matches!(ty, Ty::Slice(_) | Ty::Array(..));
    match ty {
        Ty::Ref(_, inner) | Ty::Borrow(inner) => fixed(inner),
        ty => fixed(ty),
    }
}
