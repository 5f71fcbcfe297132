//! Functions of the standard library that clauses have built in: those on exact integers, those that take a closure, and
//! those whose models are loops. All others mean what their model says.
use num_traits::ToPrimitive;
use refine_core::span::Span;
use refine_core::term::{BinOp, Quantifier, Term, TermKind, UnOp};
use refine_core::terms::bits::{count_ones, leading_zeros, trailing_zeros};
use refine_core::terms::order::compare;
use refine_core::terms::parts::{clones_by_parts, default_of};
use refine_core::terms::{self, exact, is_variant, ite};
use refine_core::ty::{IntTy, Ty};

use super::calls::Callee;
use super::expr::strip_parens;
use super::infer::is_integer;
use super::typer::{Typed, Typer};

/// The highest power that is multiplied out.
const HIGHEST_POWER: u32 = 64;

impl Typer<'_, '_> {
    /// A method on an integer that is exact: it cannot overflow, and only those that ask for no width have a meaning.
    pub(super) fn integer_method(
        &mut self,
        name: &str,
        receiver: &Typed,
        args: &[&syn::Expr],
        span: Span,
    ) -> Option<Typed> {
        let arity = match name {
            "abs" | "signum" | "is_positive" | "is_negative" | "clone" => 0,
            "min" | "max" | "abs_diff" | "pow" | "div_euclid" | "rem_euclid" => 1,
            "clamp" => 2,
            _ => return None,
        };
        if args.len() != arity {
            return None;
        }
        let mut all = vec![receiver.term.clone()];
        for arg in args {
            let any = self.infer.fresh_int();
            all.push(self.expr_of(arg, &any).term);
        }
        let Some(term) = integer(name, &all) else {
            return Some(self.outside_of(Ty::Exact, "it has a power whose exponent is not a small constant", span));
        };
        let ty = if *term.ty() == Ty::Bool { Ty::Bool } else { Ty::Exact };
        Some(Typed { term, ty, span })
    }

    /// Calls whose arguments are no plain values: closures, and ranges of indices.
    pub(super) fn lenient(
        &mut self,
        callee: &Callee<'_>,
        receiver: &[Typed],
        args: &[&syn::Expr],
        span: Span,
    ) -> Option<Typed> {
        let [of] = receiver else { return None };
        let args: Vec<&syn::Expr> = args.iter().map(|arg| strip_parens(arg)).collect();
        match (callee.def.path.as_str(), &args[..]) {
            ("slice::get", [syn::Expr::Range(range)]) => {
                let element = of.term.ty().element()?.clone();
                let ty = match self.infer.peel(&of.ty) {
                    Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => *element,
                    _ => return None,
                };
                let (lo, hi) = self.range_ends(range, &of.term);
                let ordered = Term::test(BinOp::Le, lo.clone(), hi.clone());
                let within = Term::and(ordered, Term::test(BinOp::Le, hi.clone(), terms::len(&of.term)));
                let part = terms::slice(&of.term, lo, hi, &element);
                let item = Ty::Ref(false, Box::new(Ty::Slice(Box::new(ty))));
                let ret = self.option_of(&callee.ret, item)?;
                Some(self.optional(within, part, ret, span))
            }
            // (The message of `expect` is text, of which nothing is known.)
            ("Option::expect", [syn::Expr::Lit(_)]) => {
                let ret = callee.ret.clone();
                Some(self.content(of, 1, &ret, span))
            }
            ("Result::expect", [syn::Expr::Lit(_)]) => {
                let ret = callee.ret.clone();
                Some(self.content(of, 0, &ret, span))
            }
            // A number without a type is an index.
            ("slice::get", [syn::Expr::Lit(at)]) => {
                let element = of.term.ty().element()?.clone();
                let (Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty)) = self.infer.peel(&of.ty) else { return None };
                let at = self.expr_of(&syn::Expr::Lit(at.clone()), &terms::USIZE).term;
                let within = Term::test(BinOp::Lt, at.clone(), terms::len(&of.term));
                let ret = self.option_of(&callee.ret, Ty::Ref(false, ty))?;
                Some(self.optional(within, terms::get(&of.term, at, &element), ret, span))
            }
            (path, [.., syn::Expr::Closure(closure)]) => {
                let path = path.to_owned();
                self.with_closure(&path, callee, of, &args[..args.len() - 1], closure, span)
            }
            _ => None,
        }
    }

    /// The `Option` of a signature, of another type.
    fn option_of(&self, ret: &Ty, item: Ty) -> Option<Ty> {
        match ret {
            Ty::Adt(id, args) if args.len() == 1 => Some(Ty::Adt(*id, vec![item])),
            _ => None,
        }
    }

    /// `Some(value)` where it is there, else `None`.
    fn optional(&self, there: Term, value: Term, ret: Ty, span: Span) -> Typed {
        let ty = self.term_ty(&ret);
        let some = Term::new(TermKind::Ctor(1, vec![value]), ty.clone());
        let none = Term::new(TermKind::Ctor(0, Vec::new()), ty);
        Typed { term: ite(there, some, none), ty: ret, span }
    }

    /// `Option::map` and its kind.
    fn with_closure(
        &mut self,
        path: &str,
        callee: &Callee<'_>,
        of: &Typed,
        before: &[&syn::Expr],
        closure: &syn::ExprClosure,
        span: Span,
    ) -> Option<Typed> {
        let Ty::Adt(id, targs) = self.infer.peel(&of.ty) else { return None };
        let (kind, method) = path.split_once("::")?;
        let (present, other) = match kind {
            "Option" => (1, 0),
            "Result" => (0, 1),
            _ => return None,
        };
        let is = |variant: usize| is_variant(&of.term, variant);
        let part = |b: &Self, variant: usize, ty: &Ty| {
            let kind = TermKind::Field(of.term.clone(), variant, 0);
            Typed { term: Term::new(kind, b.term_ty(ty)), ty: ty.clone(), span }
        };
        let value = part(self, present, targs.first()?);
        let absent = targs.get(1).map(|ty| part(self, other, ty));
        Some(match method {
            "is_some_and" | "is_ok_and" => {
                let test = self.applied(closure, value, Some(&Ty::Bool));
                let test = self.coerce(test, &Ty::Bool);
                self.test(Term::and(is(present), test.term), span)
            }
            "is_none_or" => {
                let test = self.applied(closure, value, Some(&Ty::Bool));
                let test = self.coerce(test, &Ty::Bool);
                self.test(Term::or(is(other), test.term), span)
            }
            "is_err_and" => {
                let test = self.applied(closure, absent?, Some(&Ty::Bool));
                let test = self.coerce(test, &Ty::Bool);
                self.test(Term::and(is(other), test.term), span)
            }
            "map" if kind == "Option" => {
                let mapped = self.applied(closure, value, None);
                let ret = Ty::Adt(id, vec![mapped.ty.clone()]);
                self.optional(is(present), mapped.term, ret, span)
            }
            "and_then" if kind == "Option" => {
                let mapped = self.applied(closure, value, Some(&callee.ret));
                let none = Term::new(TermKind::Ctor(0, Vec::new()), self.term_ty(&mapped.ty));
                Typed { term: ite(is(present), mapped.term, none), ..mapped }
            }
            "filter" => {
                let seen = Typed { ty: Ty::Ref(false, Box::new(value.ty.clone())), ..value.clone() };
                let test = self.applied(closure, seen, Some(&Ty::Bool));
                let test = self.coerce(test, &Ty::Bool).term;
                let none = Term::new(TermKind::Ctor(0, Vec::new()), self.term_ty(&of.ty));
                let kept = ite(Term::and(is(present), test), of.term.clone(), none);
                Typed { term: kept, ty: Ty::Adt(id, targs), span }
            }
            "or_else" if kind == "Option" => {
                let ty = Ty::Adt(id, targs);
                let other = self.scoped(|b| b.expr_for(&closure.body, Some(&ty)));
                let other = self.coerce(other, &ty);
                Typed { term: ite(is(present), of.term.clone(), other.term), ty, span }
            }
            "map_or" => {
                let default = self.expr(before.first()?);
                let mapped = self.applied(closure, value, Some(&default.ty));
                let mapped = self.coerce(mapped, &default.ty);
                Typed { term: ite(is(present), mapped.term, default.term), ty: default.ty, span }
            }
            "unwrap_or_else" => {
                let ty = value.ty.clone();
                let default = match absent {
                    Some(absent) => self.applied(closure, absent, Some(&ty)),
                    None => self.scoped(|b| b.expr_for(&closure.body, Some(&ty))),
                };
                let default = self.coerce(default, &ty);
                Typed { term: ite(is(present), value.term, default.term), ty, span }
            }
            _ => return None,
        })
    }

    /// A function of the standard library that is built in, by its path.
    pub(super) fn known(&mut self, callee: &Callee<'_>, args: &[Typed], span: Span) -> Option<Typed> {
        let path = callee.def.path.as_str();
        let of = args.first()?;
        let first = self.infer.peel(&of.ty);
        let (kind, name) = path.rsplit_once("::")?;
        // What is asked of a machine integer is answered exactly.
        if IntTy::from_name(kind).is_some() || kind.ends_with("::Ord") && is_integer(&first) {
            let all: Vec<Term> = args.iter().map(|arg| arg.term.clone()).collect();
            let exact = matches!(
                name,
                "abs"
                    | "signum"
                    | "is_positive"
                    | "is_negative"
                    | "min"
                    | "max"
                    | "abs_diff"
                    | "pow"
                    | "div_euclid"
                    | "rem_euclid"
                    | "clamp"
            );
            let int = match &first {
                Ty::Int(int) => Some(*int),
                _ => None,
            };
            let bits = match (name, int) {
                ("count_ones", Some(int)) => Some(count_ones(int, &of.term)),
                ("leading_zeros", Some(int)) => Some(leading_zeros(int, &of.term)),
                ("trailing_zeros", Some(int)) => Some(trailing_zeros(int, &of.term)),
                _ => None,
            };
            if let Some(term) = bits {
                return Some(Typed { term, ty: Ty::Int(IntTy::U32), span });
            }
            if exact {
                let term = integer(name, &all)?;
                let ty = if *term.ty() == Ty::Bool { Ty::Bool } else { Ty::Exact };
                return Some(Typed { term, ty, span });
            }
            return None;
        }
        if matches!(kind, "core::refine" | "alloc::refine") {
            return self.built_in(name, callee, args, span);
        }
        match (kind, name, args) {
            ("slice", "contains", [seq, item]) => {
                let element = seq.term.ty().element()?.clone();
                let settled = self.infer.settled(&element);
                let (id, at) = self.bound(&terms::USIZE);
                let part = terms::get(&seq.term, at, &element);
                let Some(same) = compare(self.cx.types, BinOp::Eq, part, item.term.clone(), &settled) else {
                    let shown = self.show_concrete(&settled);
                    return Some(self.outside_of(Ty::Bool, format!("it compares values of type `{shown}`"), span));
                };
                Some(self.test(terms::over_indices(Quantifier::Exists, id, &seq.term, same), span))
            }
            ("slice" | "Vec" | "array", "len", [seq]) => {
                let term = terms::len(&seq.term);
                Some(Typed { term, ty: terms::USIZE, span })
            }
            ("slice" | "Vec", "is_empty", [seq]) => {
                Some(self.test(Term::test(BinOp::Eq, terms::len(&seq.term), terms::size(0)), span))
            }
            ("slice", "is_sorted", [seq]) => self.is_sorted(seq, span),
            ("Option", "is_some", [of]) => Some(self.test(is_variant(&of.term, 1), span)),
            ("Option", "is_none", [of]) => Some(self.test(is_variant(&of.term, 0), span)),
            ("Result", "is_ok", [of]) => Some(self.test(is_variant(&of.term, 0), span)),
            ("Result", "is_err", [of]) => Some(self.test(is_variant(&of.term, 1), span)),
            ("Option", "unwrap" | "expect", [of, ..]) => Some(self.content(of, 1, &callee.ret, span)),
            ("Result", "unwrap" | "expect", [of, ..]) => Some(self.content(of, 0, &callee.ret, span)),
            ("Result", "unwrap_err" | "expect_err", [of, ..]) => Some(self.content(of, 1, &callee.ret, span)),
            (_, "clone" | "to_vec" | "cloned" | "to_owned", [of]) => {
                let ty = self.infer.settled(&self.concrete(&of.ty));
                clones_by_parts(self.cx.types, &ty).then(|| {
                    let ty = callee.ret.clone();
                    Typed { term: of.term.clone(), ty, span }
                })
            }
            (_, "as_slice" | "copied", [of]) => {
                let ty = callee.ret.clone();
                Some(Typed { term: of.term.clone(), ty, span })
            }
            (_, "from" | "into", [of]) => self.converted(of, &callee.ret, span),
            (_, "default", []) => {
                let term = default_of(self.cx.types, &self.term_ty(&callee.ret))?;
                Some(Typed { term, ty: callee.ret.clone(), span })
            }
            _ => None,
        }
    }

    /// A function that models are written in terms of.
    fn built_in(&self, name: &str, callee: &Callee<'_>, args: &[Typed], span: Span) -> Option<Typed> {
        let element = || args.first()?.term.ty().element().cloned();
        let term = match (name, args) {
            ("len" | "text_len", [seq]) => terms::len(&seq.term),
            ("at", [seq, at]) => terms::get(&seq.term, at.term.clone(), &element()?),
            ("part", [seq, lo, hi]) => terms::slice(&seq.term, lo.term.clone(), hi.term.clone(), &element()?),
            ("vec_slice" | "array_slice" | "box_new" | "unbox", [of]) => of.term.clone(),
            _ => return None,
        };
        Some(Typed { term, ty: callee.ret.clone(), span })
    }

    /// What a variant holds.
    fn content(&self, of: &Typed, variant: usize, ty: &Ty, span: Span) -> Typed {
        self.make(TermKind::Field(of.term.clone(), variant, 0), ty.clone(), span)
    }

    /// `u64::from(x)`, `x.into()`: between integers it keeps the value.
    fn converted(&mut self, of: &Typed, to: &Ty, span: Span) -> Option<Typed> {
        let (from, to) = (self.infer.peel(&self.concrete(&of.ty)), self.infer.shallow(&self.concrete(to)));
        let integral = |ty: &Ty| is_integer(ty) || *ty == Ty::Char;
        let same = from == to && clones_by_parts(self.cx.types, &from);
        (same || integral(&from) && is_integer(&to)).then(|| Typed { term: of.term.clone(), ty: to, span })
    }
}

/// A function of integers, exactly; `None` for a power that is not a small constant.
pub(crate) fn integer(name: &str, args: &[Term]) -> Option<Term> {
    let zero = || Term::int(0, Ty::Exact);
    let test = |op, a: &Term, b: &Term| Term::test(op, a.clone(), b.clone());
    let choose = |cond: Term, a: Term, b: Term| {
        let term = ite(cond, a, b);
        if matches!(term.kind(), TermKind::Ite(..)) { Term::new(term.kind().clone(), Ty::Exact) } else { term }
    };
    let neg = |a: &Term| Term::new(TermKind::Un(UnOp::Neg, a.clone()), Ty::Exact);
    let a = args.first()?;
    Some(match (name, args) {
        ("clone", [_]) => a.clone(),
        ("abs", [_]) => choose(test(BinOp::Lt, a, &zero()), neg(a), a.clone()),
        ("is_positive", [_]) => test(BinOp::Gt, a, &zero()),
        ("is_negative", [_]) => test(BinOp::Lt, a, &zero()),
        ("signum", [_]) => {
            let one = |n: i32| Term::int(n, Ty::Exact);
            choose(test(BinOp::Lt, a, &zero()), one(-1), choose(test(BinOp::Gt, a, &zero()), one(1), one(0)))
        }
        ("min", [_, b]) => choose(test(BinOp::Lt, b, a), b.clone(), a.clone()),
        ("max", [_, b]) => choose(test(BinOp::Lt, b, a), a.clone(), b.clone()),
        ("abs_diff", [_, b]) => {
            let less = |a: &Term, b: &Term| exact(BinOp::Sub, a.clone(), b.clone());
            choose(test(BinOp::Lt, a, b), less(b, a), less(a, b))
        }
        ("clamp", [_, lo, hi]) => {
            let inside = choose(test(BinOp::Gt, a, hi), hi.clone(), a.clone());
            let clamped = choose(test(BinOp::Lt, a, lo), lo.clone(), inside);
            let none = Term::new(TermKind::NoValue, Ty::Exact);
            choose(test(BinOp::Le, lo, hi), clamped, none)
        }
        ("rem_euclid", [_, b]) => {
            // The remainder of truncation, moved up by |b| where it is negative.
            let rem = exact(BinOp::Rem, a.clone(), b.clone());
            let moved = |op| exact(op, rem.clone(), b.clone());
            let moved = choose(test(BinOp::Gt, b, &zero()), moved(BinOp::Add), moved(BinOp::Sub));
            choose(test(BinOp::Lt, &rem, &zero()), moved, rem)
        }
        ("div_euclid", [_, b]) => {
            let quotient = exact(BinOp::Div, a.clone(), b.clone());
            let rem = exact(BinOp::Rem, a.clone(), b.clone());
            let moved = |op| exact(op, quotient.clone(), Term::int(1, Ty::Exact));
            let moved = choose(test(BinOp::Gt, b, &zero()), moved(BinOp::Sub), moved(BinOp::Add));
            choose(test(BinOp::Lt, &rem, &zero()), moved, quotient)
        }
        ("pow", [_, n]) => match n.kind() {
            TermKind::Int(n) if n.to_u32().is_some_and(|n| n <= HIGHEST_POWER) => {
                let count = n.to_u32()?;
                let first = if count == 0 { Term::int(1, Ty::Exact) } else { a.clone() };
                (1..count).fold(first, |product, _| exact(BinOp::Mul, product, a.clone()))
            }
            _ => return None,
        },
        _ => return None,
    })
}
