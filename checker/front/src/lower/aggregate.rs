//! Values made of others: tuples, arrays, structs, ranges.
use hir_def::VariantId;
use hir_def::expr_store::path::Path;
use hir_def::hir::{Expr, ExprId, RecordLitField, RecordSpread};
use hir_def::lang_item::{LangItemTarget, lang_items};
use hir_ty::next_solver::{Ty, TyKind};
use refine_core::mir::{Operand, Place, Projection, Rvalue};
use refine_core::term::Term;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::{Lower, Modelled, outside};

/// `lo..hi` and its kind.
pub(super) struct WrittenRange {
    pub lo: Option<ExprId>,
    pub hi: Option<ExprId>,
    pub inclusive: bool,
}

impl<'db> Lower<'_, 'db> {
    /// Operands in order.
    pub fn operands(&mut self, all: &[ExprId]) -> Vec<Operand> {
        all.iter().map(|e| self.operand(*e)).collect()
    }

    /// `(a, b)`.
    pub fn tuple(&mut self, dest: &Place, e: ExprId, parts: &[ExprId]) {
        let parts = self.operands(parts);
        let ty = self.core_ty(self.ty(e));
        self.b.assign(dest.clone(), Rvalue::Aggregate(ty, 0, parts));
    }

    /// `[a, b]`.
    pub fn array(&mut self, dest: &Place, e: ExprId, elements: &[ExprId]) {
        let elements = self.operands(elements);
        let ty = self.core_ty(self.ty(e));
        self.b.assign(dest.clone(), Rvalue::Aggregate(ty, 0, elements));
    }

    /// `[value; n]`.
    pub fn repeat(&mut self, dest: &Place, e: ExprId, value: ExprId) -> Modelled<()> {
        let value = self.operand(value);
        let ty = self.core_ty(self.ty(e));
        let CoreTy::Array(_, length) = &ty else { return outside("an array whose length is not known here") };
        let count = Term::length(length);
        self.b.assign(dest.clone(), Rvalue::Repeat(ty, value, count));
        Ok(())
    }

    /// The index of a variant of its enum.
    pub fn variant_index(&self, variant: hir_def::EnumVariantId) -> usize {
        hir_def::Lookup::lookup(&variant, self.db()).index(self.db())
    }

    /// The index of a struct's (0) or enum's variant; `None` for a union.
    pub fn variant_of(&self, variant: VariantId) -> Option<usize> {
        match variant {
            VariantId::StructId(_) => Some(0),
            VariantId::EnumVariantId(variant) => Some(self.variant_index(variant)),
            VariantId::UnionId(_) => None,
        }
    }

    /// `dest = Variant(operands)`, if values of the type are in the model.
    pub fn construct(&mut self, dest: &Place, ty: Ty<'db>, variant: VariantId, parts: Vec<Operand>) -> Modelled<()> {
        match (self.core_ty(ty), self.variant_of(variant)) {
            (core @ CoreTy::Adt(..), Some(variant)) => {
                self.b.assign(dest.clone(), Rvalue::Aggregate(core, variant, parts));
                Ok(())
            }
            _ => outside(format!("a value of type `{}`", self.show(ty))),
        }
    }

    /// `S { a: x, ..base }`: the fields in the order in which they are written, then the base.
    pub fn record(&mut self, dest: &Place, e: ExprId, fields: &[RecordLitField], spread: RecordSpread) -> Modelled<()> {
        let ty = self.ty(e);
        let Some(variant) = self.src.infer.variant_resolution_for_expr(e) else { return outside("this struct") };
        let declared = variant.fields(self.db());
        let mut parts: Vec<Option<Operand>> = vec![None; declared.fields().len()];
        let mut odd = false;
        for field in fields {
            let value = self.operand(field.expr);
            let at = declared.fields().iter().position(|(_, known)| known.name == field.name);
            match at {
                Some(at) => parts[at] = Some(value),
                None => odd = true,
            }
        }
        let base = match spread {
            RecordSpread::Expr(base) => Some(self.place(base)),
            RecordSpread::None => None,
            RecordSpread::FieldDefaults => return outside("default values of fields"),
        };
        let Some(index) = self.variant_of(variant) else { return outside("a union") };
        let mut all = Vec::new();
        for (field, part) in parts.into_iter().enumerate() {
            match (part, &base) {
                (Some(part), _) => all.push(part),
                (None, Some(base)) => {
                    let step = Projection::Field { variant: index, field };
                    let part = self.project(base, step)?;
                    all.push(self.consume(&part));
                }
                (None, None) => odd = true,
            }
        }
        if odd {
            return outside("this struct");
        }
        self.construct(dest, ty, variant, all)
    }

    /// The range that an expression is, if it is written as one. What rust-analyzer makes of it is rustc's: a struct or, where both
    /// bounds belong to it, a call of `RangeInclusive::new`. Only what is made of `..` names these by their lang items.
    pub(super) fn written_range(&self, e: ExprId) -> Option<WrittenRange> {
        let items = lang_items(self.cx.db, self.cx.krate);
        match &self.src.store()[e] {
            Expr::RecordLit { path: Path::LangItem(LangItemTarget::StructId(id), None), fields, spread } => {
                let known = [items.RangeFull, items.Range, items.RangeFrom, items.RangeTo, items.RangeToInclusive];
                let inclusive = Some(*id) == items.RangeToInclusive;
                if !known.contains(&Some(*id)) || !matches!(spread, RecordSpread::None) {
                    return None;
                }
                let (mut lo, mut hi) = (None, None);
                for field in fields {
                    match field.name.as_str() {
                        "start" => lo = Some(field.expr),
                        "end" => hi = Some(field.expr),
                        _ => return None,
                    }
                }
                Some(WrittenRange { lo, hi, inclusive })
            }
            Expr::Call { callee, args } => match (&self.src.store()[*callee], &args[..]) {
                (Expr::Path(Path::LangItem(LangItemTarget::FunctionId(id), None)), [lo, hi])
                    if Some(*id) == items.RangeInclusiveNew =>
                {
                    Some(WrittenRange { lo: Some(*lo), hi: Some(*hi), inclusive: true })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `a..b` and its kind: a struct with the fields `start`, `end` and (not) `exhausted`.
    pub(super) fn range(&mut self, dest: &Place, e: ExprId, range: &WrittenRange) -> Modelled<()> {
        let mut lo = range.lo.map(|lo| self.operand(lo));
        let mut hi = range.hi.map(|hi| self.operand(hi));
        let ty = self.ty(e);
        let variant = match ty.as_adt() {
            Some((hir_def::AdtId::StructId(id), _)) => VariantId::StructId(id),
            _ => return outside("this range"),
        };
        let mut parts = Vec::new();
        for (_, field) in variant.fields(self.db()).fields().iter() {
            let part = match field.name.as_str() {
                "start" => lo.take(),
                "end" => hi.take(),
                "exhausted" => Some(Operand::Constant(Term::bool(false))),
                _ => None,
            };
            match part {
                Some(part) => parts.push(part),
                None => return outside("this range"),
            }
        }
        self.construct(dest, ty, variant, parts)
    }

    /// Whether an expression is a path, which has no effect of its own.
    pub fn is_path(&self, e: ExprId) -> bool {
        matches!(self.src.store()[e], Expr::Path(_))
    }

    /// The types of the components of a tuple type.
    pub fn components(&self, ty: Ty<'db>) -> Option<Vec<Ty<'db>>> {
        match ty.kind() {
            TyKind::Tuple(tys) => Some(rustc_type_ir::inherent::SliceLike::iter(tys).collect()),
            _ => None,
        }
    }
}
