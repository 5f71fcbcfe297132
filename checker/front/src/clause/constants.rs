//! Constants by their values.
use hir_def::{ConstId, ItemContainerId, Lookup, StaticId};
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::ty::{IntTy, Ty};

use super::typer::{Typed, Typer};
use crate::types::Env;

impl Typer<'_, '_> {
    /// A constant, perhaps of a type: `LIMIT`, `u8::MAX`.
    pub(super) fn constant(&mut self, id: ConstId, of: Option<Ty>, text: &str, span: Span) -> Typed {
        let name = text.rsplit("::").next().unwrap_or(text);
        if let Some(ty) = &of
            && let Some(known) = self.limit(&self.concrete(ty), name, span)
        {
            return known;
        }
        let _ = (ItemContainerId::ModuleId, Env::CLOSED, id.lookup(self.cx.db).container);
        self.outside(format!("it has the constant `{text}`"), span)
    }

    /// `u8::MAX` and its kind: of built-in types, no trait's constant comes before them.
    fn limit(&self, ty: &Ty, name: &str, span: Span) -> Option<Typed> {
        let (value, ty) = match (ty, name) {
            (Ty::Int(int), "MAX") => (IntTy::max(*int), ty.clone()),
            (Ty::Int(int), "MIN") => (IntTy::min(*int), ty.clone()),
            (Ty::Int(int), "BITS") => (int.bits().into(), Ty::Int(IntTy::U32)),
            (Ty::Char, "MAX") => (0x10ffff.into(), Ty::Char),
            _ => return None,
        };
        Some(Typed { term: Term::int(value, ty.clone()), ty, span })
    }

    /// A `static` that does not change.
    pub(super) fn static_value(&mut self, _id: StaticId, text: &str, span: Span) -> Typed {
        self.outside(format!("it has the constant `{text}`"), span)
    }
}
