//! Values of expressions.
use super::place::Place;
use super::text;
use super::{Claim, Emitter, is_simple};
use crate::ir::{Stmt, Terminator};
use crate::lower::hir::{self, Expr, ExprKind};
use crate::lower::infer::{holds_mut_ref, plain};
use crate::obligation::Kind;
use crate::span::Span;
use crate::term::{BinOp, Term, TermKind, UnOp};
use crate::terms::{self, bits, order, parts};
use crate::ty::Ty;

impl Emitter<'_> {
    /// The value of an expression, after its effects.
    pub fn value(&mut self, e: &Expr) -> Term {
        let ty = self.ty(e);
        match &e.kind {
            ExprKind::Int(value) => match ty {
                Ty::Opaque(_) => {
                    self.outside("a literal of an unknown type", e.span, false);
                    self.any(ty, e.span)
                }
                ty => terms::literal(value.clone(), ty),
            },
            ExprKind::Bool(value) => Term::bool(*value),
            ExprKind::Const(term) => term.clone(),
            ExprKind::Text => self.any(ty, e.span),
            ExprKind::Var(id) => match self.bindings.get(id) {
                Some(place) => place.read(),
                None => {
                    self.outside("a variable of an unmodelled pattern", e.span, false);
                    self.any(ty, e.span)
                }
            },
            ExprKind::Deref(inner) | ExprKind::Borrow(_, inner) => self.value(inner),
            ExprKind::Proj(base, at) => {
                let base = self.value(base);
                Term::new(TermKind::Proj(base, *at), ty)
            }
            ExprKind::Field(base, at) => {
                let base = self.value(base);
                Term::new(TermKind::Field(base, 0, *at), ty)
            }
            ExprKind::Index(..) => self.place(e).read(),
            ExprKind::Slice(base, lo, hi, inclusive, at) => {
                let whole = self.value(base);
                let whole = self.keep(whole, base.span);
                let (lo, hi) = self.bounds((e.span, *at), base, &whole, lo.as_deref(), hi.as_deref(), *inclusive);
                let element = ty.element().cloned().unwrap_or(Ty::unit());
                terms::slice(&whole, lo, hi, &element)
            }
            ExprKind::Unary(UnOp::Not, inner) => Term::not(self.value(inner)),
            ExprKind::Unary(UnOp::Neg, inner) => self.negate(e, inner),
            ExprKind::BitNot(inner) => {
                let value = self.value(inner);
                match ty.int() {
                    Some(int) => bits::bit_not(value, int),
                    None => self.lost("a bit operation on this type", e, ty),
                }
            }
            ExprKind::Arith(op, a, b) => {
                let values = self.values(&[a, b]);
                self.arith(*op, e, (a, values[0].clone()), (b, values[1].clone()))
            }
            ExprKind::Compare(op, a, b) => self.compare(*op, e, a, b),
            ExprKind::Logic(..) | ExprKind::Let(..) => self.truth(e),
            ExprKind::Assign(left, right) => {
                self.assign(left, right);
                unit()
            }
            ExprKind::AssignOp(op, left, right) => {
                // On integers the right side comes first.
                let value = self.value(right);
                let value = self.keep(value, right.span);
                let place = self.place(left);
                if !self.is_place(left) {
                    self.outside("an assignment to this place", left.span, false);
                }
                let target = Expr { ty: left.ty.clone(), ..e.clone() };
                let result = self.arith(*op, &target, (left, place.read()), (right, value));
                self.write(&place, result);
                unit()
            }
            ExprKind::Call(func, targs, args) => self.call(e, *func, targs, args),
            ExprKind::IntCall(name, args) => {
                let receiver = self.ty(&args[0]);
                match self.low.krate.resolve_method(&receiver, name) {
                    Some(func) => self.call(e, func, &[], args),
                    None => self.lost("this method", e, ty),
                }
            }
            ExprKind::Prim(op, args, at) => self.prim(e, *op, args, *at),
            ExprKind::Ctor(id, variant, fields, base) => {
                // The fields are evaluated as they are written, then the base.
                let mut given: Vec<(usize, &Expr)> =
                    fields.iter().enumerate().filter_map(|(at, field)| Some((at, field.as_ref()?))).collect();
                given.sort_by_key(|(_, field)| field.span.start);
                given.extend(base.as_ref().map(|base| (fields.len(), &**base)));
                let exprs: Vec<&Expr> = given.iter().map(|(_, e)| *e).collect();
                let mut values: Vec<(usize, Term)> = given.iter().map(|(at, _)| *at).zip(self.stored(&exprs)).collect();
                let base = base.as_ref().and_then(|_| Some(values.pop()?.1));
                values.sort_by_key(|(at, _)| *at);
                let mut values = values.into_iter().map(|(_, value)| value);
                let args = if let Ty::Adt(_, args) = &ty { args.clone() } else { Vec::new() };
                let all = fields
                    .iter()
                    .enumerate()
                    .map(|(at, field)| match (field, &base) {
                        (None, Some(base)) => {
                            let field = plain(&self.low.field_ty(*id, &args, *variant, at));
                            Term::new(TermKind::Field(base.clone(), *variant, at), field)
                        }
                        _ => values.next().unwrap_or_else(unit),
                    })
                    .collect();
                Term::new(TermKind::Ctor(*variant, all), ty)
            }
            ExprKind::Tuple(all) => {
                let all: Vec<&Expr> = all.iter().collect();
                Term::new(TermKind::Tuple(self.stored(&all)), ty)
            }
            ExprKind::List(all) => {
                let all: Vec<&Expr> = all.iter().collect();
                Term::new(TermKind::SeqLit(self.stored(&all)), ty)
            }
            ExprKind::Repeat(value, count) => {
                let values = self.stored(&[value, count]);
                if matches!(ty, Ty::Vec(_)) && !self.low.clones_by_parts(values[0].ty()) {
                    self.outside("`clone` of the elements", e.span, true);
                }
                Term::new(TermKind::SeqRepeat(values[0].clone(), values[1].clone()), ty)
            }
            ExprKind::If(cond, then, otherwise) => self.if_expr(e, cond, then, otherwise.as_deref()),
            ExprKind::Match(value, arms) => self.match_expr(e, value, arms),
            ExprKind::Block(stmts, tail, target) => self.block_expr(e, stmts, tail.as_deref(), *target),
            ExprKind::Loop(inner) => self.loop_expr(e, inner),
            ExprKind::Break(target, value) => self.break_expr(*target, value.as_deref(), e),
            ExprKind::Continue(target) => {
                if let Some(next) = self.targets.get(target).and_then(|target| target.next) {
                    self.goto(next);
                }
                self.never(e)
            }
            ExprKind::Return(value) => {
                let value = match value {
                    Some(value) => self.value(value),
                    None => unit(),
                };
                let ret = crate::lower::contract::instantiate(self.def, self.inst, &self.def.ret);
                self.leave(value, &ret, e.span);
                self.never(e)
            }
            ExprKind::Try(inner) => self.try_expr(e, inner),
            ExprKind::Cast(inner) => {
                let from = self.ty(inner);
                let value = self.value(inner);
                match parts::cast(self.low, value, &from, &ty) {
                    Some(value) => value,
                    None => {
                        let what = format!("a cast from `{}` to `{}`", self.low.show(&from), self.low.show(&ty));
                        self.outside(&what, e.span, false);
                        self.any(ty, e.span)
                    }
                }
            }
            ExprKind::Assert(cond, message, claim) => {
                self.quoted.push(e.span);
                let holds = self.truth(cond);
                self.check(holds, Kind::Assert, e.span, Some(e.span), claim.clone(), message);
                unit()
            }
            ExprKind::Demand(demand) => {
                let holds = self.truth(&demand.cond);
                self.check(holds, demand.kind, e.span, demand.at, demand.claim.clone(), &demand.message);
                unit()
            }
            ExprKind::Choose(var, cond) => {
                let value = self.any(ty, e.span);
                self.bind_value(*var, value.clone());
                let cond = self.pure().term(cond);
                match cond {
                    Ok(cond) => self.assume(cond),
                    Err(reason) => self.outside(&format!("this call ({reason})"), e.span, false),
                }
                value
            }
            ExprKind::Panic(message) => {
                let claim = Claim {
                    panics_at: self.at(e.span),
                    ..Claim::new(Kind::Panic, e.span, "this is never reached", message.clone())
                };
                self.assert(Term::bool(false), claim);
                self.end(Terminator::Stop);
                self.never(e)
            }
            ExprKind::Unmodelled(what, parts, may_panic) => {
                for part in parts {
                    self.value(part);
                }
                self.outside(what, e.span, *may_panic);
                self.any(ty, e.span)
            }
            ExprKind::Quant(_, var, lo, hi, body) => {
                let over = hir::Over::Range {
                    lo: (**lo).clone(),
                    hi: (**hi).clone(),
                    inclusive: false,
                    reversed: false,
                    step: None,
                };
                self.quantified(e, hir::Pat::Bind(*var, hir::Binding::Value, None), over, body)
            }
            ExprKind::Elements(_, pat, seq, body) => {
                let over =
                    hir::Over::Elements { seq: (**seq).clone(), mutable: false, counted: false, reversed: false };
                self.quantified(e, (**pat).clone(), over, body)
            }
            ExprKind::Old(_) => self.lost("`old` outside of a clause", e, ty),
        }
    }

    /// The result of something that turns out to be outside the model.
    pub fn lost(&mut self, what: &str, e: &Expr, ty: Ty) -> Term {
        self.outside(what, e.span, true);
        self.any(ty, e.span)
    }

    /// The result of an expression that does not give one.
    pub fn never(&mut self, e: &Expr) -> Term {
        let ty = match self.ty(e) {
            Ty::Never => Ty::unit(),
            ty => ty,
        };
        let id = self.local("_never", ty, e.span);
        self.read(id)
    }

    /// Operands in order. What is read before a later operand writes is kept.
    pub fn values(&mut self, all: &[&Expr]) -> Vec<Term> {
        let mut values = Vec::new();
        for (at, e) in all.iter().enumerate() {
            let value = self.value(e);
            let disturbed = all[at + 1..].iter().any(|later| later.writes());
            values.push(if disturbed { self.keep(value, e.span) } else { value });
        }
        values
    }

    /// Operands that become part of a value: a mutable reference among them is outside the model.
    pub fn stored(&mut self, all: &[&Expr]) -> Vec<Term> {
        for e in all {
            if holds_mut_ref(&self.infer.zonk(&e.ty)) {
                self.outside("a mutable reference stored in a value", e.span, false);
            }
        }
        self.values(all)
    }

    fn assign(&mut self, left: &Expr, right: &Expr) {
        let value = self.value(right);
        if holds_mut_ref(&self.infer.zonk(&right.ty)) {
            self.outside("a mutable reference that comes to point elsewhere", left.span, false);
            return;
        }
        let value = if matches!(left.kind, ExprKind::Var(_)) { value } else { self.keep(value, right.span) };
        self.assign_value(left, value);
    }

    /// Writes a value, which does not change on the way, to a place, or its parts to the places of a tuple.
    fn assign_value(&mut self, left: &Expr, value: Term) {
        if let ExprKind::Tuple(parts) = &left.kind {
            for (at, part) in parts.iter().enumerate() {
                let ty = self.ty(part);
                self.assign_value(part, Term::new(TermKind::Proj(value.clone(), at), ty));
            }
            return;
        }
        let rebinds = matches!(self.infer.zonk(&left.ty), Ty::Ref(true, _)) && !matches!(left.kind, ExprKind::Deref(_));
        if rebinds {
            self.outside("a mutable reference that comes to point elsewhere", left.span, false);
            return;
        }
        if !self.is_place(left) {
            // The way to the place may panic.
            self.value(left);
            self.outside("an assignment to this place", left.span, false);
            return;
        }
        let place = self.place(left);
        self.write(&place, value);
    }

    fn compare(&mut self, op: BinOp, e: &Expr, a: &Expr, b: &Expr) -> Term {
        let (ty, other) = (self.ty(a), self.ty(b));
        let values = self.values(&[a, b]);
        let ty = if matches!(ty, Ty::Never) { other } else { ty };
        if let Some(term) = order::compare(self.low, op, values[0].clone(), values[1].clone(), &ty) {
            return term;
        }
        let peeled = ty.peeled();
        let by_ref = Ty::Ref(false, Box::new(peeled.clone()));
        let method = |name| self.low.krate.resolve_operator(peeled, Some(&by_ref), name);
        if matches!(op, BinOp::Eq | BinOp::Ne)
            && method("ne").is_none()
            && let Some(func) = method("eq")
        {
            let args = if let Ty::Adt(_, args) = &ty { args.clone() } else { Vec::new() };
            let arity = self.low.krate.fns[func.0 as usize].def.generics.len();
            if arity == args.len() {
                let inst = crate::program::FnInst { func, args };
                let same = self.call_inst(e, &inst, values, Vec::new(), Ty::Bool);
                return if op == BinOp::Eq { same } else { Term::not(same) };
            }
        }
        let what = format!("a comparison of values of type `{}`", self.low.show(&ty));
        self.outside(&what, e.span, !self.low.compares_safely(&ty));
        self.any(Ty::Bool, e.span)
    }

    /// Checks the bounds of a slice and gives them.
    pub fn bounds(
        &mut self,
        (span, at): (Span, Span),
        base: &Expr,
        whole: &Term,
        lo: Option<&Expr>,
        hi: Option<&Expr>,
        inclusive: bool,
    ) -> (Term, Term) {
        let mut texts = (String::from("0"), format!("{}.len()", text::receiver(&self.text(base))));
        let low = match lo {
            Some(lo) => {
                texts.0 = self.text(lo);
                let value = self.value(lo);
                self.keep(value, lo.span)
            }
            None => terms::size(0),
        };
        let high = match hi {
            Some(hi) => {
                texts.1 = if inclusive { format!("{} + 1", self.text(hi)) } else { self.text(hi) };
                let value = self.value(hi);
                let value = self.keep(value, hi.span);
                if inclusive { terms::exact(BinOp::Add, value, terms::size(1)) } else { value }
            }
            None => terms::len(whole),
        };
        if lo.is_some() {
            let ordered = Term::test(BinOp::Le, low.clone(), high.clone());
            let claim = format!("{} <= {}", texts.0, texts.1);
            self.check(ordered, Kind::Slice, span, Some(at), claim, "the start of the slice is behind its end");
        }
        if hi.is_some() {
            let within = Term::test(BinOp::Le, high.clone(), terms::len(whole));
            let claim = format!("{} <= {}.len()", texts.1, text::receiver(&self.text(base)));
            self.check(within, Kind::Slice, span, Some(at), claim, "the end of the slice is out of range");
        }
        (low, high)
    }

    /// `let pat = init else { diverge };`
    pub fn let_stmt(&mut self, pat: &hir::Pat, init: Option<&Expr>, diverge: Option<&Expr>) {
        let Some(init) = init else {
            self.declare_pattern(pat);
            return;
        };
        let of_place = matches!(pat, hir::Pat::Bind(_, hir::Binding::Place, None));
        let mutable = of_place || matches!(self.infer.zonk(&init.ty), Ty::Ref(true, _));
        let place: Option<Place> =
            if self.is_place(init) && (mutable || diverge.is_some()) { Some(self.place(init)) } else { None };
        match (place, pat, diverge) {
            (Some(place), pat, None) => self.bind_pattern(pat, &place, init.span),
            (None, hir::Pat::Bind(var, _, None), None) => {
                let value = self.value(init);
                if holds_mut_ref(&self.infer.zonk(&init.ty)) {
                    self.outside("a mutable reference from elsewhere", init.span, false);
                }
                let value = if matches!(self.ty(init), Ty::Never) { self.never(init) } else { value };
                self.bind_value(*var, value);
            }
            (place, pat, diverge) => {
                let place = place.unwrap_or_else(|| self.place(&by_value(init)));
                let (matched, failed) = (self.block(), self.block());
                self.pattern_jump(pat, &place, matched, failed, init.span);
                self.enter(failed);
                if let Some(diverge) = diverge {
                    self.value(diverge);
                }
                self.end(Terminator::Stop);
                self.enter(matched);
            }
        }
    }

    /// Whether the operands of an `if` may be evaluated without control flow.
    pub fn is_simple(&self, e: &Expr) -> bool {
        is_simple(self.low, e)
    }

    /// A statement whose value is dropped.
    pub fn statement(&mut self, e: &Expr) {
        self.value(e);
    }

    /// Gives a fresh variable its first value.
    pub fn bind_value(&mut self, var: hir::VarId, value: Term) {
        let place = self.variable(var);
        self.push(Stmt::Assign { dest: place.base, value });
    }
}

/// The expression seen as a value, so that its place is a temporary.
fn by_value(e: &Expr) -> Expr {
    e.clone()
}

/// `()`.
pub fn unit() -> Term {
    Term::new(TermKind::Tuple(Vec::new()), Ty::unit())
}
