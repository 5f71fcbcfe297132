//! Results of comparisons, and the order of values whose implementations are derived all the way down as one term.
use refine_core::ids::AdtId;
use refine_core::program::AdtDef;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::{is_variant, ite};
use refine_core::ty::Ty;

use crate::context::Context;

/// Terms with more comparisons than this are of no use to the solver; the comparison is made step by step then.
const LARGEST: usize = 256;

/// `Ordering`, or `Option<Ordering>`, as terms.
pub(super) struct Orders {
    ty: Ty,
    ordering: Ty,
    less: usize,
    equal: usize,
    greater: usize,
    /// The variant `Some`, for `partial_cmp`.
    some: Option<usize>,
}

impl Orders {
    /// From the type that a comparison returns.
    pub fn of(cx: &Context<'_>, ty: &Ty, partial: bool) -> Option<Orders> {
        let variant = |id: AdtId, name: &str| {
            cx.types.with_adt(id, |def| def.variants.iter().position(|variant| variant.name == name))
        };
        let (ordering, some) = match ty {
            Ty::Adt(id, args) if partial => (args.first()?.clone(), Some(variant(*id, "Some")?)),
            _ => (ty.clone(), None),
        };
        let Ty::Adt(id, _) = &ordering else { return None };
        let of = |name| variant(*id, name);
        let (less, equal, greater) = (of("Less")?, of("Equal")?, of("Greater")?);
        Some(Orders { ty: ty.clone(), ordering, less, equal, greater, some })
    }

    pub fn ty(&self) -> &Ty {
        &self.ty
    }

    pub fn is_partial(&self) -> bool {
        self.some.is_some()
    }

    fn make(&self, variant: usize) -> Term {
        let ordering = Term::new(TermKind::Ctor(variant, Vec::new()), self.ordering.clone());
        match self.some {
            Some(some) => Term::new(TermKind::Ctor(some, vec![ordering]), self.ty.clone()),
            None => ordering,
        }
    }

    /// `Equal`.
    pub fn equal(&self) -> Term {
        self.make(self.equal)
    }

    /// Whether a result says `Equal`.
    pub fn is_equal(&self, found: &Term) -> Term {
        match self.some {
            Some(some) => {
                let inner = Term::new(TermKind::Field(found.clone(), some, 0), self.ordering.clone());
                Term::and(is_variant(found, some), is_variant(&inner, self.equal))
            }
            None => is_variant(found, self.equal),
        }
    }

    /// The order of two integers; `equal` if they are the same.
    pub fn of_integers(&self, a: &Term, b: &Term, equal: Term) -> Term {
        let (less, greater) = (self.make(self.less), self.make(self.greater));
        let test = |op| Term::test(op, a.clone(), b.clone());
        ite(test(BinOp::Lt), less, ite(test(BinOp::Gt), greater, equal))
    }
}

/// The number by which an enum's variants are ordered; `None` if one is not known.
pub(super) fn discriminant(def: &AdtDef, value: &Term) -> Option<Term> {
    let mut result: Option<Term> = None;
    for (at, variant) in def.variants.iter().enumerate().rev() {
        let number = Term::int(variant.discriminant?, Ty::Exact);
        result = Some(match result {
            None => number,
            Some(rest) => ite(is_variant(value, at), number, rest),
        });
    }
    result
}

/// The order of two values, of a type whose order is derived all the way down; `equal` if they are the same. `None` where the term
/// would be too large.
pub(super) fn by_parts(cx: &Context<'_>, orders: &Orders, a: &Term, b: &Term, equal: Term) -> Option<Term> {
    OrderByParts { cx, orders, budget: LARGEST }.order(a, b, equal)
}

struct OrderByParts<'a, 'db> {
    cx: &'a Context<'db>,
    orders: &'a Orders,
    budget: usize,
}

impl OrderByParts<'_, '_> {
    fn order(&mut self, a: &Term, b: &Term, equal: Term) -> Option<Term> {
        self.budget = self.budget.checked_sub(1)?;
        match a.ty() {
            Ty::Int(_) | Ty::Exact | Ty::Char => Some(self.orders.of_integers(a, b, equal)),
            Ty::Bool => {
                let number = |t: &Term| ite(t.clone(), Term::int(1, Ty::Exact), Term::int(0, Ty::Exact));
                Some(self.orders.of_integers(&number(a), &number(b), equal))
            }
            Ty::Tuple(tys) => {
                let part = |t: &Term, at: usize| Term::new(TermKind::Proj(t.clone(), at), tys[at].plain());
                (0..tys.len()).rev().try_fold(equal, |rest, at| self.order(&part(a, at), &part(b, at), rest))
            }
            Ty::Adt(id, args) => {
                let def = self.cx.types.with_adt(*id, AdtDef::clone);
                if !def.is_enum {
                    return self.fields(&def, args, (a, b), 0, equal);
                }
                let mut rest = equal;
                if def.variants.iter().any(|variant| !variant.fields.is_empty()) {
                    let same = rest.clone();
                    for variant in (0..def.variants.len()).rev() {
                        let of = self.fields(&def, args, (a, b), variant, same.clone())?;
                        rest = ite(is_variant(a, variant), of, rest);
                    }
                }
                if def.variants.len() < 2 {
                    return Some(rest);
                }
                Some(self.orders.of_integers(&discriminant(&def, a)?, &discriminant(&def, b)?, rest))
            }
            _ => None,
        }
    }

    fn fields(
        &mut self,
        def: &AdtDef,
        args: &[Ty],
        (a, b): (&Term, &Term),
        variant: usize,
        equal: Term,
    ) -> Option<Term> {
        let tys: Vec<Ty> =
            def.variants.get(variant)?.fields.iter().map(|field| def.instantiate(&field.ty, args).plain()).collect();
        let part = |t: &Term, at: usize| Term::new(TermKind::Field(t.clone(), variant, at), tys[at].clone());
        (0..tys.len()).rev().try_fold(equal, |rest, at| self.order(&part(a, at), &part(b, at), rest))
    }
}
