//! Patterns.
use super::{Builder, last_segment};
use crate::lower::hir::{Binding, Expr, Pat, VarId};
use crate::syntax::ValueRes;
use crate::ty::{AdtId, Ty};

impl Builder<'_> {
    /// A pattern against a scrutinee's type; `place` says that bindings borrow it mutably (through `&mut`).
    pub fn pattern(&mut self, pat: &syn::Pat, ty: &Ty, place: bool) -> Pat {
        let shallow = self.infer.shallow(ty);
        let place = place || super::is_mut_ref(&shallow);
        let peeled = self.infer.peel(ty);
        match pat {
            syn::Pat::Wild(_) | syn::Pat::Rest(_) => Pat::Wild,
            syn::Pat::Paren(paren) => self.pattern(&paren.pat, ty, place),
            syn::Pat::Reference(reference) => self.pattern(&reference.pat, &peeled, false),
            syn::Pat::Type(typed) => {
                let declared = self.ty(&typed.ty);
                self.infer.unify(&declared, ty);
                self.pattern(&typed.pat, &declared, place)
            }
            syn::Pat::Ident(ident) => self.ident_pattern(ident, ty, place),
            syn::Pat::Lit(lit) => {
                let value = self.literal(&lit.lit);
                self.value_pattern(value, ty)
            }
            syn::Pat::Path(path) => match self.low.krate.resolve_value(&self.scope, path) {
                Some(ValueRes::Ctor(id, variant, args)) => self.ctor_pattern(id, variant, args, ty, Vec::new(), place),
                Some(_) => {
                    let value = self.path(path, Some(ty));
                    self.value_pattern(value, ty)
                }
                None => Pat::Unmodelled("a pattern whose path is not known".into()),
            },
            syn::Pat::Range(range) => {
                let bound = |b: &mut Self, e: &Option<Box<syn::Expr>>| {
                    e.as_ref().map(|e| {
                        let value = b.expr(e, Some(ty));
                        b.coerce(value, ty)
                    })
                };
                let (lo, hi) = (bound(self, &range.start), bound(self, &range.end));
                Pat::Range(lo, hi, matches!(range.limits, syn::RangeLimits::Closed(_)))
            }
            syn::Pat::Tuple(tuple) => {
                let fields = self.spread(&tuple.elems, || match &peeled {
                    Ty::Tuple(tys) => Some(tys.len()),
                    _ => None,
                });
                let Some((slots, count)) = fields else { return Pat::Unmodelled("this tuple pattern".into()) };
                let tys: Vec<Ty> = match &peeled {
                    Ty::Tuple(tys) => tys.clone(),
                    _ => (0..count).map(|_| self.infer.fresh()).collect(),
                };
                if tys.len() != count || !self.infer.unify(ty, &Ty::Tuple(tys.clone())) {
                    return Pat::Unmodelled("a tuple pattern for another type".into());
                }
                let mut pats = vec![Pat::Wild; count];
                for (at, pat) in slots {
                    pats[at] = self.pattern(pat, &tys[at], place);
                }
                Pat::Tuple(pats)
            }
            syn::Pat::TupleStruct(tuple) => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: tuple.qself.clone(), path: tuple.path.clone() };
                let Some(ValueRes::Ctor(id, variant, args)) = self.low.krate.resolve_value(&self.scope, &path) else {
                    return Pat::Unmodelled(format!("the pattern `{}(…)`", last_segment(&tuple.path)));
                };
                let arity = self.low.adt(id).variants[variant].fields.len();
                match self.spread(&tuple.elems, || Some(arity)) {
                    Some((slots, _)) => self.ctor_pattern(id, variant, args, ty, slots, place),
                    None => Pat::Unmodelled("this pattern".into()),
                }
            }
            syn::Pat::Struct(strukt) => {
                let Some((id, variant, args)) = self.ctor_path(&strukt.qself, &strukt.path) else {
                    return Pat::Unmodelled(format!("the pattern `{} {{…}}`", last_segment(&strukt.path)));
                };
                let mut slots = Vec::new();
                for field in &strukt.fields {
                    match self.low.field(id, variant, &member_name(&field.member)) {
                        Some(at) => slots.push((at, &*field.pat)),
                        None => return Pat::Unmodelled("a pattern with an unknown field".into()),
                    }
                }
                self.ctor_pattern(id, variant, args, ty, slots, place)
            }
            syn::Pat::Or(or) => {
                let outer = self.or_from;
                self.or_from = Some(outer.unwrap_or(self.names.len()));
                let cases = or.cases.iter().map(|case| self.pattern(case, ty, place)).collect();
                self.or_from = outer;
                Pat::Or(cases)
            }
            syn::Pat::Slice(slice) => self.slice_pattern(slice, ty, &peeled, place),
            _ => Pat::Unmodelled("this kind of pattern".into()),
        }
    }

    fn ident_pattern(&mut self, ident: &syn::PatIdent, ty: &Ty, place: bool) -> Pat {
        let name = ident.ident.to_string();
        if ident.by_ref.is_none() && ident.mutability.is_none() && ident.subpat.is_none() {
            let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: ident.ident.clone().into() };
            match self.low.krate.resolve_value(&self.scope, &path) {
                Some(ValueRes::Ctor(id, variant, args)) if self.is_unit(id, variant) => {
                    return self.ctor_pattern(id, variant, args, ty, Vec::new(), place);
                }
                Some(ValueRes::Const(_)) => {
                    let value = self.path(&path, Some(ty));
                    return self.value_pattern(value, ty);
                }
                // A constant or variant that is not known, rather than a variable.
                Some(ValueRes::Unclear) => return Pat::Unmodelled(format!("the pattern `{name}`")),
                None if name.starts_with(char::is_uppercase) => {
                    return Pat::Unmodelled(format!("the pattern `{name}`"));
                }
                _ => {}
            }
        }
        let by_ref_mut = ident.by_ref.is_some() && ident.mutability.is_some();
        let place = place || by_ref_mut;
        let declared = match self.infer.shallow(ty) {
            inner if place && !super::is_mut_ref(&inner) => Ty::Ref(true, Box::new(inner)),
            inner => inner,
        };
        let span = self.span(&ident.ident);
        // The cases of an or-pattern bind the same names: one variable each.
        let id = match self.or_binding(&name) {
            Some(id) => {
                let known = self.vars[id.0].ty.clone();
                self.infer.unify(&known, &declared);
                id
            }
            None => self.declare(&name, declared, span),
        };
        let sub = ident.subpat.as_ref().map(|(_, sub)| Box::new(self.pattern(sub, ty, place)));
        Pat::Bind(id, if place { Binding::Place } else { Binding::Value }, sub)
    }

    fn or_binding(&self, name: &str) -> Option<VarId> {
        self.names[self.or_from?..].iter().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    fn is_unit(&self, id: AdtId, variant: usize) -> bool {
        self.low.adt(id).variants[variant].fields.is_empty()
    }

    fn value_pattern(&mut self, value: Expr, ty: &Ty) -> Pat {
        if !self.infer.unify(&value.ty, ty) {
            if self.clause {
                let (found, wanted) = (self.show(&value.ty), self.show(ty));
                self.error(
                    "E0200",
                    format!("this pattern is of type `{found}`, but the value is `{wanted}`"),
                    value.span,
                );
            }
            return Pat::Unmodelled("a pattern of another type".into());
        }
        Pat::Value(value)
    }

    fn ctor_pattern(
        &mut self,
        id: AdtId,
        variant: usize,
        args: Option<Vec<Ty>>,
        ty: &Ty,
        slots: Vec<(usize, &syn::Pat)>,
        place: bool,
    ) -> Pat {
        let args = self.adt_args(id, args);
        if !self.infer.unify(ty, &Ty::Adt(id, args.clone())) {
            return Pat::Unmodelled("a pattern for another type".into());
        }
        let mut fields = Vec::new();
        for (at, pat) in slots {
            let field = self.field_ty(id, &args, variant, at);
            fields.push((at, self.pattern(pat, &field, place)));
        }
        Pat::Ctor(id, variant, fields)
    }

    fn slice_pattern(&mut self, slice: &syn::PatSlice, ty: &Ty, peeled: &Ty, place: bool) -> Pat {
        let element = match peeled {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => (**element).clone(),
            _ => return Pat::Unmodelled("a slice pattern for another type".into()),
        };
        let _ = ty;
        let (mut front, mut rest, mut back) = (Vec::new(), None, Vec::new());
        for pat in &slice.elems {
            let binds_rest = match pat {
                syn::Pat::Rest(_) => Some(Pat::Wild),
                syn::Pat::Ident(ident) => match &ident.subpat {
                    Some((_, sub)) if matches!(**sub, syn::Pat::Rest(_)) && !place => {
                        let span = self.span(&ident.ident);
                        let whole = Ty::Slice(Box::new(element.clone()));
                        Some(Pat::Bind(self.declare(&ident.ident.to_string(), whole, span), Binding::Value, None))
                    }
                    Some((_, sub)) if matches!(**sub, syn::Pat::Rest(_)) => {
                        Some(Pat::Unmodelled("a mutable rest of a slice pattern".into()))
                    }
                    _ => None,
                },
                _ => None,
            };
            match binds_rest {
                Some(pat) => rest = Some(Box::new(pat)),
                None if rest.is_some() => back.push(self.pattern(pat, &element, place)),
                None => front.push(self.pattern(pat, &element, place)),
            }
        }
        Pat::Seq(front, rest, back)
    }

    /// Positions of the patterns of a tuple with `..` somewhere, and the tuple's length.
    fn spread<'p>(
        &self,
        pats: &'p syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>,
        len: impl Fn() -> Option<usize>,
    ) -> Option<(Vec<(usize, &'p syn::Pat)>, usize)> {
        let rest = pats.iter().position(|pat| matches!(pat, syn::Pat::Rest(_)));
        let count = if rest.is_some() { len()? } else { pats.len() };
        let behind = rest.map_or(0, |at| pats.len() - at - 1);
        let slots = pats
            .iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != rest)
            .map(|(at, pat)| match rest {
                Some(rest) if at > rest => (count + at - pats.len(), pat),
                _ => (at, pat),
            })
            .collect();
        (count >= behind).then_some((slots, count))
    }

    /// The struct or variant that a path before `{` names.
    pub fn ctor_path(
        &mut self,
        qself: &Option<syn::QSelf>,
        path: &syn::Path,
    ) -> Option<(AdtId, usize, Option<Vec<Ty>>)> {
        let expr = syn::ExprPath { attrs: Vec::new(), qself: qself.clone(), path: path.clone() };
        if let Some(ValueRes::Ctor(id, variant, args)) = self.low.krate.resolve_value(&self.scope, &expr) {
            return Some((
                id,
                variant,
                args.map(|args| args.iter().map(|ty| super::apply(&self.generics, ty)).collect()),
            ));
        }
        let ty = syn::Type::Path(syn::TypePath { attrs: Vec::new(), qself: qself.clone(), path: path.clone() });
        match self.ty(&ty) {
            Ty::Adt(id, args) if !self.low.adt(id).is_enum => Some((id, 0, Some(args))),
            _ => None,
        }
    }

    /// The type arguments of a struct or enum, new variables where they are not written.
    pub fn adt_args(&mut self, id: AdtId, args: Option<Vec<Ty>>) -> Vec<Ty> {
        let count = self.low.adt(id).generics.len();
        match args {
            Some(args) if args.len() == count => {
                let args: Vec<Ty> = args.iter().map(|ty| super::apply(&self.generics, ty)).collect();
                args.iter().map(|ty| self.fill(ty)).collect()
            }
            _ => (0..count).map(|_| self.infer.fresh()).collect(),
        }
    }

    /// The type of a field.
    pub fn field_ty(&self, id: AdtId, args: &[Ty], variant: usize, at: usize) -> Ty {
        self.low.field_ty(id, args, variant, at)
    }
}

/// A field's name.
pub fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(ident) => ident.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}
