//! What a clause must not do: reach out of the process.
use hir_def::{FunctionId, HasModule};
use refine_core::program::FnDef;

use crate::context::Context;
use crate::database::Origin;
use crate::items::reaches_out;

/// What calling a function does to the world outside, in words, if that is known to be something.
pub(super) fn effect(cx: &Context<'_>, id: FunctionId, def: &FnDef) -> Option<String> {
    let module = id.module(cx.db);
    if cx.db.origin(module.krate(cx.db)) == Origin::Std {
        let path = cx.types.path_in(module, &def.name);
        return reaches_out(&path).then(|| format!("calls `{path}`"));
    }
    def.effects.iter().find(|effect| effect.what.starts_with("calls `std::")).map(|effect| effect.what.clone())
}
