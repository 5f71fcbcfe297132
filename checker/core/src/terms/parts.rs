//! Values part by part: what a derived implementation does with them.
use std::sync::Arc;

use super::{is_variant, ite};
use crate::ids::AdtId;
use crate::program::AdtDef;
use crate::term::{Term, TermKind};
use crate::ty::{InferVar, IntTy, Ty};

use num_bigint::BigInt;

/// The structs and enums of a program.
pub trait Types {
    /// A struct or enum.
    fn adt(&self, id: AdtId) -> Arc<AdtDef>;

    /// Whether the type has an order of its own beside a derived one.
    fn has_own_order(&self, _ty: &Ty) -> bool {
        false
    }
}

/// Types nested deeper than this are taken to be endless.
pub(super) const DEPTH: usize = 16;

/// The type of a field in a type with these arguments, without references and boxes.
pub fn field_ty(types: &dyn Types, id: AdtId, args: &[Ty], variant: usize, at: usize) -> Ty {
    let def = types.adt(id);
    let Some(field) = def.variants.get(variant).and_then(|variant| variant.fields.get(at)) else {
        return Ty::Opaque("_".into());
    };
    def.instantiate(&field.ty, args).plain()
}

/// A field of a value.
pub fn field(types: &dyn Types, of: &Term, variant: usize, at: usize) -> Term {
    let ty = match of.ty().peeled() {
        Ty::Adt(id, args) => field_ty(types, *id, args, variant, at),
        _ => Ty::Opaque("_".into()),
    };
    Term::new(TermKind::Field(of.clone(), variant, at), ty)
}

/// Whether `==` (with `order`, also `<`) on the type compares part by part, as derived implementations do.
pub fn compares_by_parts(types: &dyn Types, ty: &Ty, order: bool) -> bool {
    compares(types, ty, order, &mut Vec::new())
}

fn compares(types: &dyn Types, ty: &Ty, order: bool, above: &mut Vec<Ty>) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact => true,
        Ty::Tuple(tys) => tys.iter().all(|ty| compares(types, ty, order, above)),
        Ty::Ref(_, inner) | Ty::Boxed(inner) => compares(types, inner, order, above),
        Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) => !order && compares(types, inner, false, above),
        // The order of a recursive type has no end as a term; equality is one operation.
        Ty::Adt(..) if above.contains(ty) || above.len() > DEPTH => !order,
        Ty::Adt(id, args) => {
            let derive = if order { "PartialOrd" } else { "PartialEq" };
            let derived = types.adt(*id).derives.iter().any(|known| known == derive);
            derived
                && !(order && types.has_own_order(ty))
                && holds(types, (*id, args), above, &|ty, above| compares(types, ty, order, above))
        }
        _ => false,
    }
}

/// Whether `clone` on the type gives an equal value.
pub fn clones_by_parts(types: &dyn Types, ty: &Ty) -> bool {
    clones(types, ty, &mut Vec::new())
}

fn clones(types: &dyn Types, ty: &Ty, above: &mut Vec<Ty>) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact => true,
        Ty::Tuple(tys) => tys.iter().all(|ty| clones(types, ty, above)),
        Ty::Ref(_, inner) | Ty::Boxed(inner) => clones(types, inner, above),
        Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) => clones(types, inner, above),
        Ty::Opaque(name) => ["String", "&str", "str", "alloc::string::String"].contains(&name.as_str()),
        Ty::Adt(..) if above.contains(ty) || above.len() > DEPTH => true,
        Ty::Adt(id, args) => {
            types.adt(*id).derives.iter().any(|known| known == "Clone")
                && holds(types, (*id, args), above, &|ty, above| clones(types, ty, above))
        }
        _ => false,
    }
}

/// Whether a test holds of all fields. `above` are the types that these are parts of.
fn holds(
    types: &dyn Types,
    (id, args): (AdtId, &[Ty]),
    above: &mut Vec<Ty>,
    test: &dyn Fn(&Ty, &mut Vec<Ty>) -> bool,
) -> bool {
    let def = types.adt(id);
    above.push(Ty::Adt(id, args.to_vec()));
    let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
    let held = fields.all(|field| test(&def.instantiate(&field.ty, args), above));
    above.pop();
    held
}

/// What `Default::default()` gives, where that is built in or derived all the way down.
pub fn default_of(types: &dyn Types, ty: &Ty) -> Option<Term> {
    let kind = match ty {
        Ty::Bool => TermKind::Bool(false),
        Ty::Char | Ty::Int(_) => TermKind::Int(0.into()),
        Ty::Tuple(tys) => TermKind::Tuple(tys.iter().map(|ty| default_of(types, ty)).collect::<Option<_>>()?),
        Ty::Boxed(inner) => return default_of(types, inner),
        Ty::Vec(_) => TermKind::SeqLit(Vec::new()),
        Ty::Array(inner, n) => TermKind::SeqRepeat(default_of(types, inner)?, Term::length(n)),
        Ty::Adt(id, args) => {
            let def = types.adt(*id);
            def.derives.iter().any(|known| known == "Default").then_some(())?;
            let variant = def.variants.iter().position(|variant| variant.is_default)?;
            let fields = 0..def.variants[variant].fields.len();
            let value = |at| default_of(types, &field_ty(types, *id, args, variant, at));
            TermKind::Ctor(variant, fields.map(value).collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Some(Term::new(kind, ty.clone()))
}

/// The number by which an enum's variants are ordered: the discriminant. `None` if one is not known.
pub fn discriminant(types: &dyn Types, value: &Term, id: AdtId) -> Option<Term> {
    let mut result: Option<Term> = None;
    for (at, variant) in types.adt(id).variants.iter().enumerate().rev() {
        let number = Term::int(variant.discriminant?, Ty::Exact);
        result = Some(match result {
            None => number,
            Some(rest) => ite(is_variant(value, at), number, rest),
        });
    }
    result
}

/// `value as to`; `None` where that is not modelled.
pub fn cast(types: &dyn Types, value: Term, from: &Ty, to: &Ty) -> Option<Term> {
    match (from, to) {
        (Ty::Bool, Ty::Int(_)) => Some(ite(value, Term::int(1, to.clone()), Term::int(0, to.clone()))),
        (Ty::Int(_) | Ty::Char, Ty::Int(int)) if fits(from, *int) => Some(value),
        (Ty::Int(_) | Ty::Char | Ty::Exact, Ty::Int(int)) => Some(Term::new(TermKind::Wrap(*int, value), to.clone())),
        (Ty::Int(_) | Ty::Char, Ty::Exact) | (Ty::Exact, Ty::Exact) | (Ty::Char, Ty::Char) => Some(value),
        // (From other integers in models only, which make sure that it is one.)
        (Ty::Int(_), Ty::Char) => Some(value),
        (Ty::Adt(id, _), Ty::Int(int)) => {
            let def = types.adt(*id);
            if !def.is_enum || def.variants.iter().any(|variant| !variant.fields.is_empty()) {
                return None;
            }
            let number = discriminant(types, &value, *id)?;
            let known = |n: Option<i128>| {
                n.is_some_and(|n| BigInt::from(n) >= IntTy::min(*int) && BigInt::from(n) <= IntTy::max(*int))
            };
            let all = def.variants.iter().all(|variant| known(variant.discriminant));
            Some(if all { number } else { Term::new(TermKind::Wrap(*int, number), to.clone()) })
        }
        _ => None,
    }
}

/// Whether every value of one integer type is one of the other.
fn fits(from: &Ty, to: IntTy) -> bool {
    match from {
        Ty::Int(from) => IntTy::min(*from) >= to.min() && IntTy::max(*from) <= to.max(),
        Ty::Char => to.max() >= BigInt::from(0x10ffff),
        _ => false,
    }
}

/// A type as the user would write it.
pub fn show(types: &dyn Types, ty: &Ty) -> String {
    let one = |ty: &Ty| show(types, ty);
    let all = |tys: &[Ty]| tys.iter().map(one).collect::<Vec<_>>().join(", ");
    match ty {
        Ty::Bool => "bool".into(),
        Ty::Char => "char".into(),
        Ty::Int(int) => int.name().into(),
        Ty::Exact => "int".into(),
        Ty::Tuple(tys) if tys.len() == 1 => format!("({},)", one(&tys[0])),
        Ty::Tuple(tys) => format!("({})", all(tys)),
        Ty::Adt(id, tys) => {
            let def = types.adt(*id);
            let args: Vec<String> = def.written(tys).iter().map(one).chain(def.consts.iter().cloned()).collect();
            if args.is_empty() { def.name.clone() } else { format!("{}<{}>", def.name, args.join(", ")) }
        }
        Ty::Array(ty, n) => format!("[{}; {n}]", one(ty)),
        Ty::Slice(ty) => format!("[{}]", one(ty)),
        Ty::Vec(ty) => format!("Vec<{}>", one(ty)),
        Ty::Ref(false, ty) => format!("&{}", one(ty)),
        Ty::Ref(true, ty) | Ty::Borrow(ty) => format!("&mut {}", one(ty)),
        Ty::Boxed(ty) => format!("Box<{}>", one(ty)),
        Ty::Infer(InferVar::Integer(_)) => "integer".into(),
        Ty::Infer(InferVar::Any(_)) => "_".into(),
        Ty::Param(name) | Ty::Opaque(name) => name.clone(),
        Ty::Never => "!".into(),
    }
}
