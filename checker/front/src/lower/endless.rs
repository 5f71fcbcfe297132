//! Which iterators may go on for ever, so that a `for` over one may.
use hir_def::HasModule;
use hir_ty::next_solver::{Ty, TyKind};
use rustc_type_ir::inherent::IntoKind;

use crate::context::Context;
use crate::database::Origin;

/// Iterators are nested no deeper than this, as far as they are looked at.
const DEPTH: usize = 24;

/// Whether an iterator of a type may have no end. Nothing is proved by it: a function whose loops may not end is run.
pub(super) fn may_be_endless<'db>(cx: &Context<'db>, ty: Ty<'db>) -> bool {
    within(cx, ty, DEPTH)
}

fn within<'db>(cx: &Context<'db>, ty: Ty<'db>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    match ty.kind() {
        TyKind::Ref(_, inner, _) => within(cx, inner, depth),
        TyKind::Adt(adt, args) if cx.db.origin(adt.def_id().krate(cx.db)) == Origin::Std => {
            let path = cx.types.path_of_adt(adt.def_id());
            match path.rsplit("::").next().unwrap_or_default() {
                "RangeFrom" | "RangeFromIter" | "Repeat" | "RepeatWith" | "Cycle" | "FromFn" | "Successors" => true,
                "Take" => false,
                "Zip" => args.types().all(|ty| within(cx, ty, depth)),
                // Others are over what is in memory, and their arguments are its elements.
                _ => path.contains("iter::adapters::") && args.types().any(|ty| within(cx, ty, depth)),
            }
        }
        // Its `next` is the program's.
        TyKind::Adt(..) => true,
        _ => false,
    }
}
