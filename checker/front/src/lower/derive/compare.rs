//! `PartialEq`, `PartialOrd` and `Ord`.
use hir_def::hir::type_ref::TypeRef;
use hir_def::signatures::FieldData;
use hir_def::{AdtId as HirAdtId, VariantId};
use hir_ty::next_solver::Ty as HirTy;
use refine_core::ids::BlockId;
use refine_core::mir::{Operand, Place, Terminator};
use refine_core::term::{BinOp, Term};
use refine_core::ty::Ty;

use super::Derive;
use super::order::{self, Orders};
use crate::lower::alike::{self, Likeness};

/// The types that rustc's `derive(PartialEq)` takes for cheap to compare.
const SCALARS: [&str; 16] =
    ["i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "f16", "f32", "f64", "f128", "char", "bool"];

impl<'db> Derive<'_, '_, '_, 'db> {
    /// `==`: scalars first, as rustc has it, then the other fields in order; the first that differ decide.
    pub(super) fn eq(&mut self) {
        let equal = |derive: &Self| Term::test(BinOp::Eq, derive.value(0), derive.value(1));
        if self.is_structural(Likeness::Eq) {
            let equal = equal(self);
            return self.shim.give_term(equal);
        }
        if !self.is_modelled() {
            return;
        }
        let differ = self.shim.b.new_block();
        self.by_variant(&|derive, variant| derive.is(0, variant), &mut |derive, variant| {
            if derive.is_enum() {
                let same = derive.shim.b.new_block();
                let both = derive.is(1, variant);
                derive.shim.b.branch(both, same, differ);
                derive.shim.b.enter(same);
            }
            let tys = derive.fields[variant].clone();
            let spelled = derive.spelled_as_scalars(variant);
            let mut order: Vec<usize> = (0..tys.len()).collect();
            order.sort_by_key(|&at| !spelled[at]);
            for at in order {
                derive.eq_field(variant, at, tys[at], differ);
            }
            derive.shim.give_term(Term::bool(true));
            derive.shim.leave();
        });
        if self.is_enum() {
            // A value is of some variant.
            self.shim.b.end(Terminator::Stop);
        }
        self.shim.b.enter(differ);
        self.shim.give_term(Term::bool(false));
    }

    fn eq_field(&mut self, variant: usize, at: usize, ty: HirTy<'db>, differ: BlockId) {
        let args = vec![self.field_ref(0, variant, at), self.field_ref(1, variant, at)];
        let equal = if alike::structural(self.shim.cx, ty, self.shim.env, Likeness::Eq) {
            Term::test(BinOp::Eq, self.referred(&args[0]), self.referred(&args[1]))
        } else {
            let equal = self.shim.call(self.of_field(ty, 2), args, Ty::Bool);
            self.shim.b.term(equal)
        };
        let same = self.shim.b.new_block();
        self.shim.b.branch(equal, same, differ);
        self.shim.b.enter(same);
    }

    /// What a reference that was just made points to.
    fn referred(&self, reference: &Operand) -> Term {
        match reference {
            Operand::Copy(place) | Operand::Move(place) => self.shim.b.term(place.local),
            Operand::Constant(term) => term.clone(),
        }
    }

    /// `cmp` or `partial_cmp`: variants first, by their discriminants, then the fields in order.
    pub(super) fn cmp(&mut self, partial: bool) {
        if !self.is_modelled() {
            return;
        }
        let Some(orders) = Orders::of(self.shim.cx, self.shim.b.local_ty(self.shim.b.result()), partial) else {
            return self.shim.lost("an `Ordering` that is not the standard library's");
        };
        let like = if partial { Likeness::PartialOrder } else { Likeness::Order };
        if self.is_structural(like) {
            let equal = orders.equal();
            if let Some(found) = order::by_parts(self.shim.cx, &orders, &self.value(0), &self.value(1), equal) {
                return self.shim.give_term(found);
            }
        }
        self.by_variant(
            &|derive, variant| Term::and(derive.is(0, variant), derive.is(1, variant)),
            &mut |derive, variant| {
                let tys = derive.fields[variant].clone();
                for (at, ty) in tys.into_iter().enumerate() {
                    derive.cmp_field(&orders, variant, at, ty);
                }
                derive.shim.give_term(orders.equal());
                derive.shim.leave();
            },
        );
        if self.is_enum() {
            match (self.discriminant(0), self.discriminant(1)) {
                (Some(a), Some(b)) => self.shim.give_term(orders.of_integers(&a, &b, orders.equal())),
                _ => self.shim.lost("the order of variants whose discriminants are not known"),
            }
        }
    }

    fn cmp_field(&mut self, orders: &Orders, variant: usize, at: usize, ty: HirTy<'db>) {
        let callee = self.of_field(ty, if orders.is_partial() { 2 } else { 1 });
        let args = vec![self.field_ref(0, variant, at), self.field_ref(1, variant, at)];
        let found = self.shim.call(callee, args, orders.ty().clone());
        let found_term = self.shim.b.term(found);
        let (next, decided) = (self.shim.b.new_block(), self.shim.b.new_block());
        let equal = orders.is_equal(&found_term);
        self.shim.b.branch(equal, next, decided);
        self.shim.b.enter(decided);
        self.shim.give(Operand::Copy(Place::local(found)));
        self.shim.leave();
        self.shim.b.enter(next);
    }

    /// Which fields rustc compares before all others: those whose type is spelled as one of [`SCALARS`], or is `()`.
    fn spelled_as_scalars(&self, variant: usize) -> Vec<bool> {
        let db = self.shim.cx.db;
        let id: Option<VariantId> = match self.adt {
            HirAdtId::StructId(id) => Some(id.into()),
            HirAdtId::EnumId(id) => id.enum_variants(db).variants.get_index(variant).map(|(_, (id, _))| (*id).into()),
            HirAdtId::UnionId(_) => None,
        };
        let Some(fields) = id.map(|id| id.fields(db)) else { return Vec::new() };
        let is_scalar = |field: &FieldData| match &fields.store[field.type_ref] {
            TypeRef::Tuple(parts) => parts.is_empty(),
            TypeRef::Path(path) => {
                let name = path.mod_path().and_then(|path| path.as_ident());
                name.is_some_and(|name| SCALARS.contains(&name.as_str()))
            }
            _ => false,
        };
        fields.fields().iter().map(|(_, field)| is_scalar(field)).collect()
    }
}
