//! How many items an iterator may promise.
//!
//! `collect`, `extend` and their kind make room for the items that `size_hint` promises before they ask for them, and panic ("capacity
//! overflow") where those are more than `isize::MAX` bytes. An iterator over what is in memory does not get there, since as much of it
//! would be in memory: no address space has 2^48 elements of anything that takes a byte, and where memory runs out the process ends, which is
//! no panic. So only what promises a number that was just given to it is asked, and it is asked exactly.
use hir_def::{AdtId, HasModule};
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use rustc_type_ir::inherent::IntoKind;

use super::alike;
use super::size::fixed_size;
use crate::context::Context;
use crate::database::Origin;
use crate::types::Env;

/// Iterators are nested no deeper than this, as far as they are looked at.
const DEPTH: usize = 24;

/// Whether an iterator of a type may promise any number of items, with so many or few there to give.
pub(super) fn any_number<'db>(cx: &Context<'db>, ty: Ty<'db>, env: Env) -> bool {
    Promises { cx, env, flattens: false }.of(ty, DEPTH)
}

/// Whether it is one that promises more as it goes on.
pub(super) fn anew<'db>(cx: &Context<'db>, ty: Ty<'db>, env: Env) -> bool {
    let mut promises = Promises { cx, env, flattens: false };
    promises.of(ty, DEPTH) && promises.flattens
}

struct Promises<'a, 'db> {
    cx: &'a Context<'db>,
    env: Env,
    /// Whether something came up that flattens iterators which may promise any number.
    flattens: bool,
}

impl<'db> Promises<'_, 'db> {
    fn of(&mut self, ty: Ty<'db>, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        match ty.kind() {
            TyKind::Ref(_, inner, _) => self.of(inner, depth),
            TyKind::Adt(adt, args) if self.cx.db.origin(adt.def_id().krate(self.cx.db)) == Origin::Std => {
                self.of_std(adt.def_id(), args, depth)
            }
            // What implements `size_hint` in the program is outside the model; the trait's own promises nothing.
            _ => false,
        }
    }

    fn of_std(&mut self, id: AdtId, args: GenericArgs<'db>, depth: usize) -> bool {
        let path = self.cx.types.path_of_adt(id);
        match path.rsplit("::").next().unwrap_or_default() {
            "Range" | "RangeInclusive" | "RangeIter" | "RangeInclusiveIter" => {
                args.types().any(|ty| fixed_size(self.cx, ty, self.env).is_none_or(|bytes| bytes > 4))
            }
            "RangeFrom" | "RangeFromIter" | "Repeat" | "RepeatN" | "RepeatWith" | "Cycle" => true,
            "Filter" | "FilterMap" | "SkipWhile" | "TakeWhile" | "MapWhile" | "Scan" | "FromFn" | "Successors" => false,
            "Zip" => args.types().all(|ty| self.of(ty, depth)),
            "Flatten" | "FlatMap" => {
                // What is flattened at the moment is in an `Option`.
                let fields = alike::fields(self.cx, id, args, self.env).into_iter().flatten();
                let inner: Vec<_> = fields.filter_map(|ty| ty.as_adt()).flat_map(|(_, args)| args.types()).collect();
                let found = inner.into_iter().any(|ty| self.of(ty, depth));
                self.flattens |= found;
                found
            }
            // What takes no memory may be there any number of times.
            _ => args.types().any(|ty| {
                let is_item = !matches!(ty.kind(), TyKind::Closure(..) | TyKind::FnDef(..));
                self.of(ty, depth) || is_item && fixed_size(self.cx, ty, self.env) == Some(0)
            }),
        }
    }
}
