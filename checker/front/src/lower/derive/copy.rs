//! `Clone`, `Default`, `Hash` and `Debug`.
use hir_def::Lookup;
use hir_def::attrs::AttrFlags;
use hir_def::layout::{Integer, IntegerType};
use hir_def::src::HasSource;
use hir_ty::next_solver::{GenericArg, GenericArgs, Ty as HirTy, TyKind};
use ra_syntax::ast::HasAttrs;
use refine_core::mir::{Operand, Place, Projection, Rvalue, Stmt, Terminator};
use refine_core::term::{Term, TermKind};
use refine_core::ty::Ty;
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{IntTy as HirIntTy, UintTy};

use super::Derive;
use crate::lower::alike::{self, Likeness};

/// How many elements of an array are cloned one by one.
const SHORT: u64 = 16;

impl<'db> Derive<'_, '_, '_, 'db> {
    /// A value of the same variant, with each field cloned.
    pub(super) fn clone(&mut self) {
        let whole = self.shim.pointee(self.shim.b.param(0));
        if self.is_structural(Likeness::Clone) {
            return self.shim.give(Operand::Copy(whole));
        }
        if !self.is_modelled() {
            return;
        }
        let result = self.shim.ty(self.this);
        self.by_variant(&|derive, variant| derive.is(0, variant), &mut |derive, variant| {
            let tys = derive.fields[variant].clone();
            let parts: Vec<Operand> = tys
                .into_iter()
                .enumerate()
                .map(|(at, ty)| derive.shim.clone_of(derive.field(0, variant, at), ty, derive.method))
                .collect();
            let dest = Place::local(derive.shim.b.result());
            derive.shim.b.assign(dest, Rvalue::Aggregate(result.clone(), variant, parts));
            derive.shim.leave();
        });
        if self.is_enum() {
            self.shim.b.end(Terminator::Stop);
        }
    }

    /// The default of each field; of an enum, the variant marked so.
    pub(super) fn default(&mut self) {
        if !self.is_modelled() {
            return;
        }
        let variant = if self.is_enum() { self.marked_default() } else { Some(0) };
        let Some(variant) = variant else { return self.shim.lost("a derived `default` without a variant") };
        let mut parts = Vec::new();
        for ty in self.fields[variant].clone() {
            let own = self.shim.ty(ty);
            let part = self.shim.call(self.of_field(ty, 1), Vec::new(), own);
            parts.push(Operand::Move(Place::local(part)));
        }
        let (dest, ty) = (Place::local(self.shim.b.result()), self.shim.ty(self.this));
        self.shim.b.assign(dest, Rvalue::Aggregate(ty, variant, parts));
    }

    /// The variant with `#[default]`.
    fn marked_default(&self) -> Option<usize> {
        let hir_def::AdtId::EnumId(id) = self.adt else { return None };
        let db = self.shim.cx.db;
        id.enum_variants(db).variants.values().position(|(id, _)| {
            let source = id.lookup(db).source(db).value;
            source.attrs().any(|attr| attr.simple_name().is_some_and(|name| name == "default"))
        })
    }

    /// The variant's discriminant, where there is more than one, then each field, into the hasher.
    pub(super) fn hash(&mut self) {
        if !self.is_modelled() {
            return;
        }
        if self.is_enum() && self.fields.len() > 1 {
            let Some(discriminant) = self.discriminant(0) else {
                return self.shim.lost("a hash of variants whose discriminants are not known");
            };
            let hashed = self.discriminant_ty();
            let ty = self.shim.ty(hashed);
            let value = Term::new(discriminant.kind().clone(), ty.clone());
            let kept = self.shim.b.keep(Rvalue::Compute(value), ty, self.shim.span);
            let reference = self.shim.borrow(false, Place::local(kept), hashed);
            self.feed(reference, hashed);
        }
        self.by_variant(&|derive, variant| derive.is(0, variant), &mut |derive, variant| {
            for (at, ty) in derive.fields[variant].clone().into_iter().enumerate() {
                let reference = derive.field_ref(0, variant, at);
                derive.feed(reference, ty);
            }
            derive.unit();
            derive.shim.leave();
        });
        if self.is_enum() {
            self.shim.b.end(Terminator::Stop);
        }
    }

    /// The type of the enum's discriminants: what `repr` says, or `isize`.
    fn discriminant_ty(&self) -> HirTy<'db> {
        let interner = self.shim.cx.types.interner();
        let repr = AttrFlags::repr(self.shim.cx.db, self.adt).and_then(|repr| repr.int);
        let Some(IntegerType::Fixed(width, signed)) = repr else {
            return match repr {
                Some(IntegerType::Pointer(false)) => HirTy::new_uint(interner, UintTy::Usize),
                _ => HirTy::new_int(interner, HirIntTy::Isize),
            };
        };
        let (int, uint) = match width {
            Integer::I8 => (HirIntTy::I8, UintTy::U8),
            Integer::I16 => (HirIntTy::I16, UintTy::U16),
            Integer::I32 => (HirIntTy::I32, UintTy::U32),
            Integer::I64 => (HirIntTy::I64, UintTy::U64),
            Integer::I128 => (HirIntTy::I128, UintTy::U128),
        };
        if signed { HirTy::new_int(interner, int) } else { HirTy::new_uint(interner, uint) }
    }

    /// Calls `hash` of a value with the hasher.
    fn feed(&mut self, value: Operand, ty: HirTy<'db>) {
        let state = self.second();
        self.shim.call(self.of_field(ty, 1), vec![value, state], Ty::unit());
    }

    /// The second parameter, borrowed for one call.
    fn second(&mut self) -> Operand {
        let param = self.shim.b.param(1);
        let ty = self.shim.b.local_ty(param).clone();
        let place = self.shim.pointee(param);
        Operand::Move(Place::local(self.shim.b.keep(Rvalue::Ref(true, place), ty, self.shim.span)))
    }

    fn unit(&mut self) {
        self.shim.give_term(Term::new(TermKind::Tuple(Vec::new()), Ty::unit()));
    }

    /// What is printed is of no matter; the fields' own `fmt` run, each maybe.
    pub(super) fn fmt(&mut self) {
        if !self.is_structural(Likeness::Debug) {
            if !self.is_modelled() {
                return;
            }
            let done = self.shim.b.new_block();
            self.by_variant(&|derive, variant| derive.is(0, variant), &mut |derive, variant| {
                for (at, ty) in derive.fields[variant].clone().into_iter().enumerate() {
                    if !alike::structural(derive.shim.cx, ty, derive.shim.env, Likeness::Debug) {
                        derive.fmt_field(variant, at, ty);
                    }
                }
                derive.shim.b.goto(done);
            });
            if self.is_enum() {
                self.shim.b.end(Terminator::Stop);
            }
            self.shim.b.enter(done);
        }
        let formatter = self.shim.pointee(self.shim.b.param(1));
        self.shim.b.push(Stmt::Havoc { dest: formatter });
        let result = Place::local(self.shim.b.result());
        self.shim.b.push(Stmt::Havoc { dest: result });
    }

    /// Formats a field, unless an error came before it. It is given a formatter of its own: which one depends on `{:#?}`.
    fn fmt_field(&mut self, variant: usize, at: usize, ty: HirTy<'db>) {
        let span = self.shim.span;
        let (there, next) = (self.shim.b.new_block(), self.shim.b.new_block());
        let goes_on = self.shim.b.any(Ty::Bool, span);
        let goes_on = self.shim.b.term(goes_on);
        self.shim.b.branch(goes_on, there, next);
        self.shim.b.enter(there);
        let borrowed = self.shim.b.local_ty(self.shim.b.param(1)).clone();
        if let Ty::Borrow(inner) = &borrowed {
            let formatter = self.shim.b.any((**inner).clone(), span);
            let formatter = self.shim.b.keep(Rvalue::Ref(true, Place::local(formatter)), borrowed, span);
            let value = self.field_ref(0, variant, at);
            let result = self.shim.b.local_ty(self.shim.b.result()).clone();
            self.shim.call(self.of_field(ty, 1), vec![value, Operand::Move(Place::local(formatter))], result);
        }
        self.shim.b.goto(next);
        self.shim.b.enter(next);
    }
}

impl<'db> super::Shim<'_, '_, 'db> {
    /// The clone of what is at a place. Where `Clone` is built in (tuples, closures) each part is cloned.
    pub fn clone_of(&mut self, place: Place, ty: HirTy<'db>, method: hir_def::FunctionId) -> Operand {
        if alike::structural(self.cx, ty, self.env, Likeness::Clone) {
            return Operand::Copy(place);
        }
        let own = self.ty(ty);
        let part = |step| place.project(step);
        let parts: Vec<(Place, HirTy<'db>)> = match ty.kind() {
            TyKind::Tuple(all) => {
                all.iter().enumerate().map(|(at, ty)| (part(Projection::Component(at)), ty)).collect()
            }
            // (The elements of a long one are cloned in a loop, by the standard library's own code.)
            TyKind::Array(element, len) if self.cx.types.known_length(len).is_some_and(|len| len <= SHORT) => {
                let len = self.cx.types.known_length(len).unwrap_or_default();
                let at = |offset| part(Projection::ConstantIndex { offset, from_end: false });
                (0..len).map(|offset| (at(offset), element)).collect()
            }
            TyKind::Closure(id, args) => {
                let captures = alike::captures(self.cx, id.0, args, self.env);
                let field = |field| part(Projection::Field { variant: 0, field });
                captures.into_iter().enumerate().map(|(at, ty)| (field(at), ty)).collect()
            }
            _ => {
                let args: [GenericArg<'db>; 1] = [ty.into()];
                let callee = self.method(method, GenericArgs::new_from_slice(&args));
                let reference = self.borrow(false, place, ty);
                return Operand::Move(Place::local(self.call(callee, vec![reference], own)));
            }
        };
        let parts: Vec<Operand> = parts.into_iter().map(|(place, ty)| self.clone_of(place, ty, method)).collect();
        Operand::Move(Place::local(self.b.keep(Rvalue::Aggregate(own.clone(), 0, parts), own, self.span)))
    }
}
