//! Casts.
use hir_def::hir::ExprId;
use num_bigint::BigInt;
use refine_core::ids::AdtId;
use refine_core::mir::{Place, Rvalue};
use refine_core::term::{Term, TermKind};
use refine_core::ty::{IntTy, Ty as CoreTy};

use super::{Lower, Modelled, outside_but_calm, terms};

impl Lower<'_, '_> {
    /// `inner as T`.
    pub fn cast(&mut self, dest: &Place, e: ExprId, inner: ExprId) -> Modelled<()> {
        let (from, to) = (self.adjusted_ty(inner), self.ty(e));
        // A coercion, which is among the adjustments.
        if from == to {
            self.into(dest, inner);
            return Ok(());
        }
        let (core_from, core_to) = (self.core_ty(from), self.core_ty(to));
        let value = match (&core_from, &core_to) {
            (CoreTy::Bool | CoreTy::Int(_) | CoreTy::Char, CoreTy::Int(_) | CoreTy::Char) => {
                let value = self.value(inner);
                terms::cast(value, &core_from, &core_to)
            }
            (CoreTy::Adt(id, _), CoreTy::Int(int)) => {
                let value = self.value(inner);
                self.discriminant(value, *id, *int)
            }
            (CoreTy::Int(_) | CoreTy::Opaque(_), _) if self.is_float(to) => {
                self.operand(inner);
                self.havoc(dest);
                return Ok(());
            }
            // `&T` as one of another lifetime, and the like: one value to us.
            _ if core_from == core_to && !matches!(core_from, CoreTy::Opaque(_)) => {
                let value = self.operand(inner);
                self.b.assign(dest.clone(), Rvalue::Use(value));
                return Ok(());
            }
            _ => {
                self.operand(inner);
                None
            }
        };
        match value {
            Some(value) => {
                self.set(dest, value);
                Ok(())
            }
            None => outside_but_calm(format!("a cast from `{}` to `{}`", self.show(from), self.show(to))),
        }
    }

    /// The number of an enum's variant, as a machine integer.
    fn discriminant(&self, value: Term, id: AdtId, int: IntTy) -> Option<Term> {
        let numbers = self.cx.types.with_adt(id, |def| {
            let plain = def.is_enum && def.variants.iter().all(|variant| variant.fields.is_empty());
            plain.then(|| def.variants.iter().map(|variant| variant.discriminant).collect::<Option<Vec<i128>>>())?
        })?;
        let mut numbers = numbers.into_iter().enumerate().rev();
        let literal = |n: i128| Term::int(n, CoreTy::Exact);
        let mut known = Vec::new();
        let (_, last) = numbers.next()?;
        known.push(last);
        let mut result = literal(last);
        for (at, n) in numbers {
            known.push(n);
            let is = Term::new(TermKind::IsVariant(value.clone(), at), CoreTy::Bool);
            result = terms::ite(is, literal(n), result);
        }
        let fits = |n: &i128| BigInt::from(*n) >= int.min() && BigInt::from(*n) <= int.max();
        let ty = CoreTy::Int(int);
        let all_fit = known.iter().all(fits);
        Some(if all_fit { Term::new(result.kind().clone(), ty) } else { terms::wrap(int, result) })
    }
}
