//! Expressions to terms: clauses, constants, `#[pure]` functions and the models in `specs/std`.
//!
//! The translation is total or it says why not; a reason is a phrase that completes "it has no translation: …".
use std::collections::HashMap;

use super::hir::{Arith, Expr, ExprKind, Pat, Prim, Stmt, VarId};
use super::infer::Infer;
use super::{Lowering, bits, contract, infer, terms};
use crate::program::FnInst;
use crate::term::{BinOp, BoundId, Quantifier, Term, TermKind, UnOp};
use crate::terms::order::compare;
use crate::terms::over_indices as quantified;
use crate::terms::parts::cast;
use crate::ty::{IntTy, Ty};

/// What a variable stands for: its value now, and in `old(…)`.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its value here.
    pub now: Term,
    /// Its value at the function's entry.
    pub old: Term,
}

/// Translates expressions of one tree.
pub struct Pure<'a> {
    /// What is shared by all bodies.
    pub low: &'a Lowering<'a>,
    /// The types of the tree.
    pub infer: &'a Infer,
    /// The variables.
    pub env: HashMap<VarId, Known>,
    /// Machine arithmetic wraps, as it does when a `#[pure]` function is compiled for release; else it is exact.
    pub wrapping: bool,
    in_old: bool,
}

type Translated = Result<Term, String>;

impl<'a> Pure<'a> {
    /// A translation where nothing is known yet.
    pub fn new(low: &'a Lowering<'a>, infer: &'a Infer, wrapping: bool) -> Self {
        Pure { low, infer, env: HashMap::new(), wrapping, in_old: false }
    }

    /// Makes a variable stand for a value.
    pub fn bind(&mut self, var: VarId, value: Term) {
        self.env.insert(var, Known { now: value.clone(), old: value });
    }

    fn ty(&self, e: &Expr) -> Ty {
        self.infer.plain(&e.ty)
    }

    /// The expression as a term.
    pub fn term(&mut self, e: &Expr) -> Translated {
        let ty = self.ty(e);
        match &e.kind {
            ExprKind::Int(value) if self.infer.exact => Ok(Term::int(value.clone(), ty)),
            ExprKind::Int(value) => Ok(terms::literal(value.clone(), ty)),
            ExprKind::Bool(value) => Ok(Term::bool(*value)),
            ExprKind::Const(term) => Ok(term.clone()),
            ExprKind::Var(id) => match self.env.get(id) {
                Some(known) if self.in_old => Ok(known.old.clone()),
                Some(known) => Ok(known.now.clone()),
                None => Err("it uses a variable that has no value here".into()),
            },
            ExprKind::Deref(inner) | ExprKind::Borrow(_, inner) => self.term(inner),
            ExprKind::Unary(UnOp::Not, inner) => Ok(Term::not(self.term(inner)?)),
            ExprKind::Unary(UnOp::Neg, inner) => {
                let value = self.term(inner)?;
                Ok(self.result(Term::new(TermKind::Un(UnOp::Neg, value), Ty::Exact), &ty))
            }
            ExprKind::BitNot(inner) => {
                let int = ty.int().ok_or("it has a bit operation on an exact integer")?;
                Ok(bits::bit_not(self.term(inner)?, int))
            }
            ExprKind::Arith(op, a, b) => {
                let (left, right) = (self.term(a)?, self.term(b)?);
                self.arith(*op, left, right, &self.ty(a), &ty)
            }
            ExprKind::Compare(op, a, b) => {
                let ty = self.ty(a);
                let other = self.ty(b);
                let (left, right) = (self.term(a)?, self.term(b)?);
                let mixed = ty != other && !(ty.is_integral() && other.is_integral()) && ty.element().is_none();
                let compared = if mixed { None } else { compare(self.low, *op, left, right, &ty) };
                compared.ok_or_else(|| format!("it compares values of type `{}`", self.low.show(&ty)))
            }
            ExprKind::Logic(op, a, b) => {
                let left = self.term(a)?;
                let right = self.term(b)?;
                Ok(match op {
                    BinOp::And => Term::and(left, right),
                    BinOp::Or => Term::or(left, right),
                    _ => Term::test(BinOp::Implies, left, right),
                })
            }
            ExprKind::Let(pat, value) => {
                let value = self.term(value)?;
                self.matched(pat, &value)
            }
            ExprKind::Proj(base, at) => Ok(Term::new(TermKind::Proj(self.term(base)?, *at), ty)),
            ExprKind::Field(base, at) => Ok(Term::new(TermKind::Field(self.term(base)?, 0, *at), ty)),
            ExprKind::Index(base, at, _) => {
                let (base, at) = (self.term(base)?, self.term(at)?);
                Ok(terms::get(&base, at, &ty))
            }
            ExprKind::Slice(base, lo, hi, inclusive, _) => {
                let base = self.term(base)?;
                let lo = lo.as_ref().map_or(Ok(terms::size(0)), |e| self.term(e))?;
                let mut hi = hi.as_ref().map_or(Ok(terms::len(&base)), |e| self.term(e))?;
                if *inclusive {
                    hi = terms::exact(BinOp::Add, hi, terms::size(1));
                }
                let element = ty.element().cloned().unwrap_or(Ty::unit());
                Ok(terms::slice(&base, lo, hi, &element))
            }
            ExprKind::Call(func, targs, args) => {
                let args = args.iter().map(|arg| self.term(arg)).collect::<Result<Vec<_>, _>>()?;
                let inst = FnInst { func: *func, args: targs.iter().map(|ty| self.infer.plain(ty)).collect() };
                self.call(inst, args, &ty)
            }
            ExprKind::IntCall(name, args) => {
                let receiver = self.ty(&args[0]);
                let receiver = if receiver == Ty::Exact { Ty::Int(IntTy::I128) } else { receiver };
                let func = self.low.krate.resolve_method(&receiver, name).ok_or("it calls an unknown method")?;
                let args = args.iter().map(|arg| self.term(arg)).collect::<Result<Vec<_>, _>>()?;
                self.call(FnInst { func, args: Vec::new() }, args, &ty)
            }
            ExprKind::Prim(op, args, _) => self.prim(*op, args, &ty),
            ExprKind::Ctor(id, variant, fields, base) => {
                let base = base.as_ref().map(|e| self.term(e)).transpose()?;
                let mut values = Vec::new();
                for (at, field) in fields.iter().enumerate() {
                    values.push(match (field, &base) {
                        (Some(e), _) => self.term(e)?,
                        (None, Some(base)) => {
                            let args = if let Ty::Adt(_, args) = &ty { args.as_slice() } else { &[] };
                            let field = infer::plain(&self.low.field_ty(*id, args, *variant, at));
                            Term::new(TermKind::Field(base.clone(), *variant, at), field)
                        }
                        (None, None) => return Err("it leaves out a field".into()),
                    });
                }
                Ok(Term::new(TermKind::Ctor(*variant, values), ty))
            }
            ExprKind::Tuple(all) => {
                let all = all.iter().map(|e| self.term(e)).collect::<Result<Vec<_>, _>>()?;
                Ok(Term::new(TermKind::Tuple(all), ty))
            }
            ExprKind::List(all) => {
                let all = all.iter().map(|e| self.term(e)).collect::<Result<Vec<_>, _>>()?;
                Ok(Term::new(TermKind::SeqLit(all), ty))
            }
            ExprKind::Repeat(value, count) => {
                Ok(Term::new(TermKind::SeqRepeat(self.term(value)?, self.term(count)?), ty))
            }
            ExprKind::If(cond, then, Some(otherwise)) => {
                let cond = self.term(cond)?;
                let (then, otherwise) = terms::alike(self.term(then)?, self.term(otherwise)?);
                let exact = [&then, &otherwise].iter().any(|branch| *branch.ty() == Ty::Exact);
                Ok(Term::new(TermKind::Ite(cond, then, otherwise), if exact { Ty::Exact } else { ty }))
            }
            ExprKind::Match(value, arms) => {
                let value = self.term(value)?;
                let mut cases = Vec::new();
                for arm in arms {
                    let mut test = self.matched(&arm.pat, &value)?;
                    if let Some(guard) = &arm.guard {
                        test = Term::and(test, self.term(guard)?);
                    }
                    cases.push((test, self.term(&arm.body)?));
                }
                let (_, last) = cases.pop().ok_or("it has a `match` without arms")?;
                Ok(cases.into_iter().rev().fold(last, |rest, (test, value)| terms::ite(test, value, rest)))
            }
            ExprKind::Block(stmts, Some(tail), None) => {
                let mut asserted = Vec::new();
                for stmt in stmts {
                    match stmt {
                        Stmt::Let(pat, Some(init), None) => {
                            let value = self.term(init)?;
                            self.matched(pat, &value)?;
                        }
                        Stmt::Expr(Expr { kind: ExprKind::Assert(cond, ..), .. }) => asserted.push(self.term(cond)?),
                        _ => return Err("it has a statement that is not a `let`".into()),
                    }
                }
                let value = self.term(tail)?;
                let none = || Term::new(TermKind::NoValue, value.ty().clone());
                Ok(asserted.into_iter().rev().fold(value.clone(), |rest, cond| terms::ite(cond, rest, none())))
            }
            ExprKind::Cast(inner) => {
                let value = self.term(inner)?;
                let from = if *value.ty() == Ty::Exact { Ty::Exact } else { self.ty(inner) };
                let shown = || format!("it casts `{}` to `{}`", self.low.show(&from), self.low.show(&ty));
                cast(self.low, value, &from, &ty).ok_or_else(shown)
            }
            ExprKind::Old(inner) => {
                let outer = std::mem::replace(&mut self.in_old, true);
                let result = self.term(inner);
                self.in_old = outer;
                result
            }
            ExprKind::Quant(q, var, lo, hi, body) => {
                let (lo, hi) = (self.term(lo)?, self.term(hi)?);
                let bound = self.low.fresh_bound();
                let ty = if lo.ty().is_integral() { lo.ty().clone() } else { Ty::Exact };
                self.bind(*var, Term::new(TermKind::Bound(bound), ty));
                let body = self.term(body)?;
                Ok(Term::new(TermKind::Quant(*q, bound, lo, hi, body), Ty::Bool))
            }
            ExprKind::Elements(q, pat, seq, body) => {
                let seq = self.term(seq)?;
                let element = seq.ty().element().cloned().ok_or("it goes over something that is no sequence")?;
                let (bound, at) = self.bound();
                let test = self.matched(pat, &terms::get(&seq, at, &element))?;
                let body = Term::and(test, self.term(body)?);
                Ok(quantified(*q, bound, &seq, body))
            }
            ExprKind::Unmodelled(what, ..) => Err(format!("it has {what}")),
            ExprKind::Text => Err("it has text or a floating-point number".into()),
            ExprKind::Panic(_) => Ok(Term::new(TermKind::NoValue, ty)),
            ExprKind::Assert(..) | ExprKind::Demand(_) => Err("it asserts something".into()),
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) | ExprKind::Try(_) => {
                Err("it leaves before its end".into())
            }
            ExprKind::Choose(..) => Err("it has a value that is only described".into()),
            ExprKind::Loop(_) => Err("it has a loop".into()),
            ExprKind::Assign(..) | ExprKind::AssignOp(..) => Err("it assigns".into()),
            ExprKind::If(..) | ExprKind::Block(..) => Err("it has a statement".into()),
        }
    }

    fn bound(&self) -> (BoundId, Term) {
        let bound = self.low.fresh_bound();
        (bound, Term::new(TermKind::Bound(bound), terms::USIZE))
    }

    /// An exact result, wrapped into its machine type where that is asked for.
    fn result(&self, value: Term, ty: &Ty) -> Term {
        match ty {
            Ty::Int(int) if self.wrapping => Term::new(TermKind::Wrap(*int, value), ty.clone()),
            _ => value,
        }
    }

    fn arith(&self, op: Arith, a: Term, b: Term, operand: &Ty, ty: &Ty) -> Translated {
        match op {
            Arith::Exact(op) | Arith::Sure(op) | Arith::Inside(op) => Ok(self.result(terms::exact(op, a, b), ty)),
            Arith::Bits(op) => bits::bits(op, a, b, operand).ok_or("it has a bit operation on an exact integer".into()),
        }
    }

    /// A function applied: models of `specs/std` are put in place, `#[pure]` functions stay calls.
    fn call(&self, inst: FnInst, args: Vec<Term>, ty: &Ty) -> Translated {
        let def = &self.low.krate.fns[inst.func.0 as usize].def;
        if !def.std && !def.pure {
            return Err(format!("it calls `{}`, which is neither `#[pure]` nor a `#[measure]`", def.path));
        }
        let pure = self.low.pure(&inst).map_err(|reason| format!("`{}` has no translation: {reason}", def.path))?;
        if def.std {
            return match pure {
                Some(body) => Ok(terms::place_args(&body, &args)),
                None => Err(format!("the model of `{}` calls itself", def.path)),
            };
        }
        let item = &self.low.krate.fns[inst.func.0 as usize];
        let params = item.def.params.iter().map(|p| infer::plain(&contract::instantiate(&item.def, &inst, &p.ty)));
        let args = params.zip(args).map(|(ty, arg)| machine(arg, &ty)).collect::<Result<_, _>>()?;
        Ok(Term::new(TermKind::Call(inst, args), ty.clone()))
    }

    /// The test whether a value is of a pattern; binds the pattern's variables.
    pub fn matched(&mut self, pat: &Pat, value: &Term) -> Translated {
        let mut binds = Vec::new();
        let test = self.pattern(pat, value, &mut binds)?;
        for (var, value) in binds {
            self.bind(var, value);
        }
        Ok(test)
    }

    /// The test whether a value is of a pattern, and what its variables are then.
    pub fn pattern(&mut self, pat: &Pat, value: &Term, binds: &mut Vec<(VarId, Term)>) -> Translated {
        let value_ty = value.ty().clone();
        match pat {
            Pat::Wild => Ok(Term::bool(true)),
            Pat::Bind(var, _, sub) => {
                binds.push((*var, value.clone()));
                sub.as_ref().map_or(Ok(Term::bool(true)), |sub| self.pattern(sub, value, binds))
            }
            Pat::Value(e) => {
                let other = self.term(e)?;
                compare(self.low, BinOp::Eq, value.clone(), other, &value_ty)
                    .ok_or_else(|| format!("a pattern of type `{}`", self.low.show(&value_ty)))
            }
            Pat::Range(lo, hi, inclusive) => {
                let mut test = Term::bool(true);
                if let Some(lo) = lo {
                    test = Term::test(BinOp::Le, self.term(lo)?, value.clone());
                }
                if let Some(hi) = hi {
                    let op = if *inclusive { BinOp::Le } else { BinOp::Lt };
                    test = Term::and(test, Term::test(op, value.clone(), self.term(hi)?));
                }
                Ok(test)
            }
            Pat::Tuple(pats) => {
                let Ty::Tuple(tys) = &value_ty else { return Err("a tuple pattern".into()) };
                let mut test = Term::bool(true);
                for (at, (pat, ty)) in pats.iter().zip(tys).enumerate() {
                    let part = Term::new(TermKind::Proj(value.clone(), at), ty.clone());
                    test = Term::and(test, self.pattern(pat, &part, binds)?);
                }
                Ok(test)
            }
            Pat::Ctor(id, variant, fields) => {
                let mut test = if self.low.adt(*id).variants.len() == 1 {
                    Term::bool(true)
                } else {
                    Term::new(TermKind::IsVariant(value.clone(), *variant), Ty::Bool)
                };
                let args = if let Ty::Adt(_, args) = &value_ty { args.clone() } else { Vec::new() };
                for (at, pat) in fields {
                    let ty = infer::plain(&self.low.field_ty(*id, &args, *variant, *at));
                    let part = Term::new(TermKind::Field(value.clone(), *variant, *at), ty);
                    test = Term::and(test, self.pattern(pat, &part, binds)?);
                }
                Ok(test)
            }
            Pat::Or(cases) => {
                let mut found: Vec<(Term, Vec<(VarId, Term)>)> = Vec::new();
                for case in cases {
                    let mut own = Vec::new();
                    found.push((self.pattern(case, value, &mut own)?, own));
                }
                let any = found.iter().fold(Term::bool(false), |any, (test, _)| Term::or(any, test.clone()));
                let (_, last) = found.pop().ok_or("a pattern without cases")?;
                for (var, value) in last {
                    let of = |own: &[(VarId, Term)]| own.iter().find(|(v, _)| *v == var).map(|(_, t)| t.clone());
                    let value = found.iter().rev().fold(value, |rest, (test, own)| match of(own) {
                        Some(value) => terms::ite(test.clone(), value, rest),
                        None => rest,
                    });
                    binds.push((var, value));
                }
                Ok(any)
            }
            Pat::Seq(front, rest, back) => {
                let element = value_ty.element().cloned().ok_or("a slice pattern")?;
                let count = (front.len() + back.len()) as u64;
                let op = if rest.is_some() { BinOp::Ge } else { BinOp::Eq };
                let mut test = Term::test(op, terms::len(value), terms::size(count));
                for (at, pat) in front.iter().enumerate() {
                    let part = terms::get(value, terms::size(at as u64), &element);
                    test = Term::and(test, self.pattern(pat, &part, binds)?);
                }
                for (at, pat) in back.iter().enumerate() {
                    let index = terms::from_end(value, (back.len() - at) as u64);
                    test = Term::and(test, self.pattern(pat, &terms::get(value, index, &element), binds)?);
                }
                if let Some(rest) = rest {
                    let hi = terms::from_end(value, back.len() as u64);
                    let middle = terms::slice(value, terms::size(front.len() as u64), hi, &element);
                    test = Term::and(test, self.pattern(rest, &middle, binds)?);
                }
                Ok(test)
            }
            Pat::Unmodelled(what) => Err(what.clone()),
        }
    }

    fn prim(&mut self, op: Prim, args: &[Expr], ty: &Ty) -> Translated {
        if op.mutates() {
            return Err("it changes its receiver".into());
        }
        let from = args.first().map(|e| self.ty(e)).unwrap_or(Ty::unit());
        // What `expect` would say is of no matter.
        let kept = if matches!(op, Prim::Unwrap | Prim::UnwrapErr) { &args[..1] } else { args };
        let args = kept.iter().map(|e| self.term(e)).collect::<Result<Vec<_>, _>>()?;
        self.value_of(op, &args, &from, ty).ok_or_else(|| "it calls a method outside the model".into())
    }

    /// The value of a built-in operation that changes nothing, where it does not panic.
    pub fn value_of(&self, op: Prim, args: &[Term], from: &Ty, ty: &Ty) -> Option<Term> {
        let element = || args[0].ty().element().cloned();
        let zero = || terms::size(0);
        let option = |present: Term, value: Term| {
            let some = Term::new(TermKind::Ctor(1, vec![value]), ty.clone());
            terms::ite(present, some, Term::new(TermKind::Ctor(0, Vec::new()), ty.clone()))
        };
        Some(match op {
            Prim::Len => terms::len(&args[0]),
            Prim::IsEmpty => Term::test(BinOp::Eq, terms::len(&args[0]), zero()),
            Prim::Get => {
                let within = Term::test(BinOp::Lt, args[1].clone(), terms::len(&args[0]));
                option(within, terms::get(&args[0], args[1].clone(), &element()?))
            }
            Prim::At => terms::get(&args[0], args[1].clone(), &element()?),
            Prim::Part => terms::slice(&args[0], args[1].clone(), args[2].clone(), &element()?),
            Prim::First | Prim::Last => {
                let some = Term::test(BinOp::Gt, terms::len(&args[0]), zero());
                let at = if op == Prim::First { zero() } else { terms::from_end(&args[0], 1) };
                option(some, terms::get(&args[0], at, &element()?))
            }
            Prim::Contains => {
                self.low.compares_by_parts(&element()?, false).then_some(())?;
                let (bound, at) = self.bound();
                let same = Term::test(BinOp::Eq, terms::get(&args[0], at, &element()?), args[1].clone());
                quantified(Quantifier::Exists, bound, &args[0], same)
            }
            Prim::Default => self.low.default_of(ty)?,
            Prim::NewSeq => Term::new(TermKind::SeqLit(Vec::new()), ty.clone()),
            Prim::Filled => Term::new(TermKind::SeqRepeat(args[0].clone(), args[1].clone()), ty.clone()),
            Prim::Unwrap => {
                let variant = self.low.present(from)?;
                Term::new(TermKind::Field(args[0].clone(), variant, 0), ty.clone())
            }
            Prim::UnwrapErr => Term::new(TermKind::Field(args[0].clone(), 1, 0), ty.clone()),
            Prim::Same => args[0].clone(),
            Prim::Clone => self.low.clones_by_parts(from).then(|| args[0].clone())?,
            Prim::Convert if from == ty => args[0].clone(),
            Prim::Convert => cast(self.low, args[0].clone(), from, ty).filter(|_| ty.int().is_some())?,
            Prim::Wrap => Term::new(TermKind::Wrap(ty.int()?, args[0].clone()), ty.clone()),
            Prim::Abs => {
                let negative = Term::test(BinOp::Lt, args[0].clone(), Term::int(0, Ty::Exact));
                let negated = Term::new(TermKind::Un(UnOp::Neg, args[0].clone()), ty.clone());
                Term::new(TermKind::Ite(negative, negated, args[0].clone()), ty.clone())
            }
            Prim::RemEuclid => {
                // The remainder of truncation, moved up by |b| where it is negative.
                let rem = Term::arith(BinOp::Rem, args[0].clone(), args[1].clone(), ty.clone());
                let zero = || Term::int(0, Ty::Exact);
                let positive = Term::test(BinOp::Gt, args[1].clone(), zero());
                let up = terms::exact(BinOp::Add, rem.clone(), args[1].clone());
                let down = terms::exact(BinOp::Sub, rem.clone(), args[1].clone());
                let moved = terms::ite(positive, up, down);
                Term::new(TermKind::Ite(Term::test(BinOp::Lt, rem.clone(), zero()), moved, rem), ty.clone())
            }
            Prim::DivEuclid => {
                let quotient = Term::arith(BinOp::Div, args[0].clone(), args[1].clone(), ty.clone());
                let rem = Term::arith(BinOp::Rem, args[0].clone(), args[1].clone(), ty.clone());
                let (zero, one) = (|| Term::int(0, Ty::Exact), || Term::int(1, Ty::Exact));
                let positive = Term::test(BinOp::Gt, args[1].clone(), zero());
                let down = terms::exact(BinOp::Sub, quotient.clone(), one());
                let up = terms::exact(BinOp::Add, quotient.clone(), one());
                let moved = terms::ite(positive, down, up);
                Term::new(TermKind::Ite(Term::test(BinOp::Lt, rem, zero()), moved, quotient), ty.clone())
            }
            Prim::CountOnes => bits::count_ones(from.int()?, &args[0]),
            Prim::LeadingZeros => bits::leading_zeros(from.int()?, &args[0]),
            Prim::TrailingZeros => bits::trailing_zeros(from.int()?, &args[0]),
            Prim::Pow => match args[1].kind() {
                TermKind::Int(n) if *n <= 64.into() => {
                    let count: u32 = n.try_into().ok()?;
                    let first = if count == 0 { Term::int(1, ty.clone()) } else { args[0].clone() };
                    (1..count).fold(first, |product, _| terms::exact(BinOp::Mul, product, args[0].clone()))
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// An exact integer as an argument of a machine type: reduced into its range, as arithmetic in `#[pure]` functions is.
fn machine(arg: Term, ty: &Ty) -> Translated {
    match (ty.peeled(), arg.ty()) {
        (Ty::Int(int), Ty::Exact) => Ok(Term::new(TermKind::Wrap(*int, arg), Ty::Int(*int))),
        (_, given) if holds_exact(given) => Err("it passes an exact integer inside a value to a function".into()),
        _ => Ok(arg),
    }
}

fn holds_exact(ty: &Ty) -> bool {
    match ty.peeled() {
        Ty::Exact => true,
        Ty::Tuple(all) | Ty::Adt(_, all) => all.iter().any(holds_exact),
        ty => ty.element().is_some_and(holds_exact),
    }
}
