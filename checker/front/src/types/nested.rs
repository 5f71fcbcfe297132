//! Nested data types: those that hold ever larger instances of themselves, as `struct Nest<T>(T, Option<Box<Nest<(T, T)>>>)`.
//!
//! The types that such a type is made of have no end, so nothing that goes through the parts of types may meet one. A type is nested
//! if among its parameters and those of the types in its fields there is a way from a parameter back to itself on which what stands
//! for it grows: the infinite closure of Kennedy and Pierce, "On decidability of nominal subtyping with variance", FOOL/WOOD 2007, §3.
use std::ops::ControlFlow;

use hir_def::{AdtId as HirAdtId, HasModule};
use hir_ty::next_solver::{DbInterner, GenericArgs, Ty as HirTy, TyKind};
use rustc_type_ir::inherent::IntoKind;
use rustc_type_ir::{TypeSuperVisitable, TypeVisitable, TypeVisitor};

use super::Types;
use super::adts::variants;
use crate::database::Origin;

/// A type parameter of a struct or enum, by its place among the generic arguments.
type Param = (HirAdtId, usize);

/// A parameter stands in what is given for another one; alone, or in something larger.
struct Edge {
    from: Param,
    to: Param,
    grows: bool,
}

impl<'db> Types<'db> {
    /// Whether a struct or enum holds ever larger instances of itself.
    pub(crate) fn is_nested(&self, id: HirAdtId) -> bool {
        if let Some(&known) = self.table.borrow().nested.get(&id) {
            return known;
        }
        let edges = match self.db.origin(id.krate(self.db)) {
            Origin::Std => Vec::new(),
            _ => self.edges(id),
        };
        let back = |edge: &Edge| {
            let mut seen = vec![edge.to];
            let mut at = 0;
            while let Some(&param) = seen.get(at) {
                for next in edges.iter().filter(|next| next.from == param) {
                    if !seen.contains(&next.to) {
                        seen.push(next.to);
                    }
                }
                at += 1;
            }
            seen.contains(&edge.from) && seen.iter().any(|(of, _)| *of == id)
        };
        let found = edges.iter().any(|edge| edge.grows && back(edge));
        self.table.borrow_mut().nested.insert(id, found);
        found
    }

    /// What the fields of a type, and of the types in them, give for parameters. (The types of the standard library hold
    /// what they are given and no instances of the crate's types.)
    fn edges(&self, id: HirAdtId) -> Vec<Edge> {
        let (mut all, mut edges) = (vec![id], Vec::new());
        let mut at = 0;
        while let Some(&of) = all.get(at) {
            at += 1;
            let own: GenericArgs<'db> = self.identity(of.into());
            let mut parts = AdtsIn(Vec::new());
            for variant in variants(self.db, of) {
                for (_, ty) in self.db_hir().field_types(variant).iter() {
                    ty.ty().skip_binder().visit_with(&mut parts);
                }
            }
            for (part, args) in parts.0 {
                if self.db.origin(part.krate(self.db)) == Origin::Std {
                    continue;
                }
                if !all.contains(&part) {
                    all.push(part);
                }
                for (to, arg) in args.iter().enumerate() {
                    let Some(arg) = arg.ty() else { continue };
                    let own = own.iter().enumerate().filter_map(|(at, own)| Some((at, own.ty()?)));
                    let given = own.filter(|(_, own)| mentions(arg, *own));
                    edges.extend(given.map(|(from, own)| Edge { from: (of, from), to: (part, to), grows: arg != own }));
                }
            }
        }
        edges
    }
}

/// The structs and enums in a type, with what is given to them.
struct AdtsIn<'db>(Vec<(HirAdtId, GenericArgs<'db>)>);

impl<'db> TypeVisitor<DbInterner<'db>> for AdtsIn<'db> {
    type Result = ();

    fn visit_ty(&mut self, ty: HirTy<'db>) {
        if let TyKind::Adt(adt, args) = ty.kind() {
            self.0.push((adt.def_id(), args));
        }
        ty.super_visit_with(self);
    }
}

/// Whether a type occurs in another.
fn mentions<'db>(ty: HirTy<'db>, part: HirTy<'db>) -> bool {
    struct Search<'db>(HirTy<'db>);

    impl<'db> TypeVisitor<DbInterner<'db>> for Search<'db> {
        type Result = ControlFlow<()>;

        fn visit_ty(&mut self, ty: HirTy<'db>) -> ControlFlow<()> {
            if ty == self.0 { ControlFlow::Break(()) } else { ty.super_visit_with(self) }
        }
    }

    ty.visit_with(&mut Search(part)).is_break()
}
