//! Places: a local, and the way from it to the part that is meant.
use super::{Emitter, text};
use crate::ir::{LocalId, Stmt};
use crate::lower::hir::{Expr, ExprKind, Prim};
use crate::lower::infer::plain;
use crate::lower::terms;
use crate::obligation::Kind;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::Ty;

/// One step into a value.
#[derive(Clone, Debug)]
pub enum Step {
    /// A component of a tuple.
    Proj(usize),
    /// A field of a variant, with the types of all its fields.
    Field(usize, usize, Vec<Ty>),
    /// An element; the index does not change while the place is in use.
    Index(Term),
    /// An element as an `Option`, `None` where there is none at the index. Only what is inside of it can be written.
    Get(Term),
    /// The elements `lo..hi`.
    Range(Term, Term),
}

/// A place.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it starts.
    pub base: LocalId,
    base_ty: Ty,
    steps: Vec<(Step, Ty)>,
}

impl Place {
    /// A whole local.
    pub fn local(base: LocalId, ty: Ty) -> Place {
        Place { base, base_ty: ty, steps: Vec::new() }
    }

    /// The type of what is there.
    pub fn ty(&self) -> &Ty {
        self.steps.last().map_or(&self.base_ty, |(_, ty)| ty)
    }

    /// A part of the place.
    pub fn step(&self, step: Step, ty: Ty) -> Place {
        let mut place = self.clone();
        place.steps.push((step, plain(&ty)));
        place
    }

    /// Its value.
    pub fn read(&self) -> Term {
        let base = Term::local(self.base, self.base_ty.clone());
        self.steps.iter().fold(base, |value, (step, ty)| into(&value, step, ty))
    }

    /// The base's value with the place's part replaced.
    pub fn written(&self, value: Term) -> Term {
        let base = Term::local(self.base, self.base_ty.clone());
        replace(&base, &self.steps, value)
    }
}

fn into(value: &Term, step: &Step, ty: &Ty) -> Term {
    let kind = match step {
        Step::Proj(at) => TermKind::Proj(value.clone(), *at),
        Step::Field(variant, at, _) => TermKind::Field(value.clone(), *variant, *at),
        Step::Index(at) => TermKind::SeqGet(value.clone(), at.clone()),
        Step::Get(at) => {
            let element = value.ty().element().cloned().unwrap_or(Ty::unit());
            let some = Term::new(TermKind::Ctor(1, vec![terms::get(value, at.clone(), &element)]), ty.clone());
            let within = Term::and(
                Term::test(BinOp::Le, terms::size(0), at.clone()),
                Term::test(BinOp::Lt, at.clone(), terms::len(value)),
            );
            return terms::ite(within, some, Term::new(TermKind::Ctor(0, Vec::new()), ty.clone()));
        }
        Step::Range(lo, hi) => TermKind::SeqSlice(value.clone(), lo.clone(), hi.clone()),
    };
    Term::new(kind, ty.clone())
}

fn replace(whole: &Term, steps: &[(Step, Ty)], value: Term) -> Term {
    let Some(((step, ty), rest)) = steps.split_first() else { return value };
    let inner = replace(&into(whole, step, ty), rest, value);
    let kind = match step {
        Step::Proj(at) => {
            let Ty::Tuple(tys) = whole.ty() else { return whole.clone() };
            let part = |k: usize, ty: &Ty| Term::new(TermKind::Proj(whole.clone(), k), ty.clone());
            TermKind::Tuple(
                tys.iter().enumerate().map(|(k, ty)| if k == *at { inner.clone() } else { part(k, ty) }).collect(),
            )
        }
        Step::Field(variant, at, tys) => return with_field(whole, *variant, *at, tys, inner),
        Step::Index(at) => TermKind::SeqSet(whole.clone(), at.clone(), inner),
        Step::Get(at) => {
            let element = whole.ty().element().cloned().unwrap_or(Ty::unit());
            let value = Term::new(TermKind::Field(inner, 1, 0), element);
            TermKind::SeqSet(whole.clone(), at.clone(), value)
        }
        Step::Range(lo, hi) => {
            let element = whole.ty().element().cloned().unwrap_or(Ty::unit());
            let front = terms::slice(whole, terms::size(0), lo.clone(), &element);
            let back = terms::slice(whole, hi.clone(), terms::len(whole), &element);
            let joined = Term::new(TermKind::SeqConcat(front, inner), whole.ty().clone());
            TermKind::SeqConcat(joined, back)
        }
    };
    Term::new(kind, whole.ty().clone())
}

fn with_field(whole: &Term, variant: usize, at: usize, tys: &[Ty], value: Term) -> Term {
    let part = |k: usize, ty: &Ty| Term::new(TermKind::Field(whole.clone(), variant, k), ty.clone());
    let fields = tys.iter().enumerate().map(|(k, ty)| if k == at { value.clone() } else { part(k, ty) });
    Term::new(TermKind::Ctor(variant, fields.collect()), whole.ty().clone())
}

impl Emitter<'_> {
    /// The place that an expression denotes; a value that is none is kept in a temporary.
    pub fn place(&mut self, e: &Expr) -> Place {
        let ty = self.ty(e);
        match &e.kind {
            ExprKind::Var(id) => match self.bindings.get(id) {
                Some(place) => place.clone(),
                None => self.temporary(e),
            },
            ExprKind::Deref(inner) | ExprKind::Borrow(_, inner) => self.place(inner),
            ExprKind::Proj(base, at) => self.place(base).step(Step::Proj(*at), ty),
            ExprKind::Field(base, at) => {
                let base = self.place(base);
                let step = self.field_step(base.ty(), 0, *at);
                base.step(step, ty)
            }
            ExprKind::Index(base, at, bracket) => {
                let base_place = self.place(base);
                let index = self.value(at);
                let index = self.keep(index, at.span);
                let claim = format!("{} < {}.len()", self.text(at), text::receiver(&self.text(base)));
                let within = Term::test(BinOp::Lt, index.clone(), terms::len(&base_place.read()));
                let at = if matches!(base_place.ty(), Ty::Vec(_)) { *bracket } else { e.span };
                self.check(within, Kind::Index, e.span, Some(at), claim, "index out of bounds");
                base_place.step(Step::Index(index), ty)
            }
            ExprKind::Slice(base, lo, hi, inclusive, bracket) => {
                let base_place = self.place(base);
                let (lo, hi) =
                    self.bounds((e.span, *bracket), base, &base_place.read(), lo.as_deref(), hi.as_deref(), *inclusive);
                base_place.step(Step::Range(lo, hi), ty)
            }
            ExprKind::Prim(Prim::Unwrap, args, at) if self.is_place(&args[0]) => {
                let whole = self.place(&args[0]);
                let whole_ty = whole.ty().clone();
                let Some(present) = self.low.present(&whole_ty) else { return self.temporary(e) };
                for message in &args[1..] {
                    self.value(message);
                }
                self.check_present(e, args, &whole.read(), Prim::Unwrap, *at);
                let step = self.field_step(&whole_ty, present, 0);
                whole.step(step, ty)
            }
            ExprKind::Prim(Prim::At, args, _) => {
                let base = self.place(&args[0]);
                let at = self.value(&args[1]);
                let at = self.keep(at, e.span);
                base.step(Step::Index(at), ty)
            }
            ExprKind::Prim(Prim::Part, args, _) => {
                let base = self.place(&args[0]);
                let bounds = self.values(&[&args[1], &args[2]]);
                let [lo, hi] = [0, 1].map(|at: usize| self.keep(bounds[at].clone(), e.span));
                base.step(Step::Range(lo, hi), ty)
            }
            ExprKind::Prim(op @ (Prim::GetMut | Prim::FirstMut | Prim::LastMut), args, _) if self.is_place(e) => {
                let base = self.place(&args[0]);
                let at = match op {
                    Prim::GetMut => self.value(&args[1]),
                    Prim::FirstMut => terms::size(0),
                    // Of an empty sequence it is no index either.
                    _ => terms::from_end(&base.read(), 1),
                };
                let at = self.keep(at, e.span);
                base.step(Step::Get(at), ty)
            }
            _ => self.temporary(e),
        }
    }

    fn temporary(&mut self, e: &Expr) -> Place {
        let value = self.value(e);
        let ty = self.ty(e);
        let id = self.local("_", ty.clone(), e.span);
        self.push(Stmt::Assign { dest: id, value });
        Place::local(id, ty)
    }

    /// Whether writing to the expression's place is seen by the variable it starts from.
    pub fn is_place(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(id) => self.bindings.contains_key(id),
            ExprKind::Deref(inner) | ExprKind::Borrow(_, inner) => self.is_place(inner),
            ExprKind::Proj(base, _)
            | ExprKind::Field(base, _)
            | ExprKind::Index(base, ..)
            | ExprKind::Slice(base, ..) => self.is_place(base),
            ExprKind::Prim(
                Prim::Unwrap | Prim::At | Prim::Part | Prim::GetMut | Prim::FirstMut | Prim::LastMut,
                args,
                _,
            ) => self.is_place(&args[0]),
            _ => false,
        }
    }

    /// The step to a field of a variant.
    pub fn field_step(&self, ty: &Ty, variant: usize, at: usize) -> Step {
        let Ty::Adt(id, args) = ty else { return Step::Field(variant, at, Vec::new()) };
        let count = self.low.adt(*id).variants[variant].fields.len();
        let tys = (0..count).map(|at| plain(&self.low.field_ty(*id, args, variant, at))).collect();
        Step::Field(variant, at, tys)
    }

    /// Writes a value to a place.
    pub fn write(&mut self, place: &Place, value: Term) {
        let value = place.written(value);
        self.push(Stmt::Assign { dest: place.base, value });
    }
}
