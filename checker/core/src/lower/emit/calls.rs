//! Calls: arguments, write-back of `&mut` places, the callee's preconditions.
use std::sync::Arc;

use super::place::Place;
use super::{Claim, Emitter};
use crate::defined::Pures as _;
use crate::ir::{LocalId, Stmt};
use crate::lower::contract::{instantiate, is_out};
use crate::lower::hir::Expr;
use crate::lower::infer::{holds_mut_ref, plain};
use crate::obligation::Kind;
use crate::program::{FnId, FnInst};
use crate::term::{BinOp, Term, TermKind};
use crate::terms::place_args;
use crate::ty::Ty;

impl Emitter<'_> {
    /// A call of a function of the crate, or of a model in `specs/std`.
    pub fn call(&mut self, e: &Expr, func: FnId, targs: &[Ty], args: &[Expr]) -> Term {
        let item = &self.low.krate.fns[func.0 as usize];
        let inst = FnInst { func, args: targs.iter().map(|ty| self.infer.plain(ty)).collect() };
        let ty = self.ty(e);
        if item.def.std {
            return self.std_call(e, &inst, args, ty);
        }
        self.site(e, func, args);
        let mut values = Vec::new();
        let mut outs: Vec<(usize, Place)> = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let declared = item.def.params.get(at).map(|param| instantiate(&item.def, &inst, &param.ty));
            let declared = declared.unwrap_or(Ty::unit());
            if is_out(&declared) {
                if !self.is_place(arg) {
                    let fresh = matches!(&arg.kind, crate::lower::hir::ExprKind::Borrow(true, _));
                    if !fresh {
                        self.outside("a mutable reference from elsewhere", arg.span, false);
                    }
                }
                if self.is_of_refs(arg) {
                    self.outside("a mutable reference inside of an argument", arg.span, false);
                }
                let place = self.place(arg);
                values.push(place.read());
                outs.push((at, place));
                continue;
            }
            if holds_mut_ref(&self.infer.zonk(&arg.ty)) && holds_mut_ref(&declared) {
                self.outside("a mutable reference inside of an argument", arg.span, false);
            }
            let value = self.value(arg);
            let disturbed = args[at + 1..].iter().any(Expr::writes);
            values.push(if disturbed { self.keep(value, arg.span) } else { value });
        }
        // Two-phase borrows: what a place holds is what it holds when all arguments have been evaluated.
        for (at, place) in &outs {
            values[*at] = place.read();
        }
        if holds_mut_ref(&instantiate(&item.def, &inst, &item.def.ret)) {
            self.outside(&format!("the mutable reference that `{}` returns", item.def.name), e.span, false);
        }
        self.call_inst(e, &inst, values, outs, ty)
    }

    /// A call with its arguments evaluated.
    pub fn call_inst(&mut self, e: &Expr, inst: &FnInst, values: Vec<Term>, outs: Vec<(usize, Place)>, ty: Ty) -> Term {
        let item = &self.low.krate.fns[inst.func.0 as usize];
        if !self.low.is_small(inst) {
            return self.lost(&format!("a call of `{}` with ever larger types", item.def.path), e, ty);
        }
        self.low.demand(inst);
        if item.block.is_none() && !self.low.contract(inst).explicit {
            self.outside(&format!("a call of `{}`, which has no body here", item.def.path), e.span, true);
        }
        let contract = self.low.contract(inst);
        let mut requires = Vec::new();
        if contract.explicit {
            for clause in &contract.requires {
                let message = format!("the precondition of `{}` may not hold", item.def.path);
                let claim = Claim::new(Kind::Requires, e.span, clause.text.clone(), message).clause(clause.span);
                requires.push(self.obligation(claim));
            }
        }
        if let Some(measure) = &self.contract.decreases.clone()
            && self.low.krate.may_reach(inst.func, self.inst.func)
        {
            // A function on the way back has a measure, too; of one without, nothing is known.
            let next = contract.decreases.as_ref();
            let below = match next {
                Some(next) => place_args(&next.term, &values),
                None => self.any(Ty::Exact, e.span),
            };
            let entry = measure.term.substitute(&|leaf| match leaf {
                TermKind::Local(id) => {
                    let ty = plain(&self.locals[id.0 as usize].ty);
                    Some(Term::new(TermKind::Old(*id), ty))
                }
                _ => None,
            });
            let smaller = Term::and(
                Term::test(BinOp::Le, Term::int(0, Ty::Exact), below.clone()),
                Term::test(BinOp::Lt, below, entry),
            );
            let other = &item.def.name;
            let (claim, message) = match next {
                _ if inst.func == self.inst.func => (
                    format!("0 <= {0}, and {0} gets smaller", measure.text),
                    "the measure may not get smaller in this recursive call".to_string(),
                ),
                Some(next) => (
                    format!("0 <= {} in `{other}`, and it is smaller than {} here", next.text, measure.text),
                    format!("the measure of `{other}`, which may call back, may not be smaller"),
                ),
                None => (
                    format!("`{other}` has a measure, which is smaller than {} here", measure.text),
                    format!("`{other}` may call back, and nothing says what gets smaller in it (`decreases`)"),
                ),
            };
            self.assert(smaller, Claim::new(Kind::Decreases, e.span, claim, message).clause(measure.span));
        }
        let dest = self.local("_", ty, e.span);
        let mut written: Vec<(usize, LocalId)> = Vec::new();
        for (at, place) in &outs {
            written.push((*at, self.local("_out", place.ty().clone(), e.span)));
        }
        let call = Stmt::Call {
            callee: inst.clone(),
            args: values.clone(),
            dest,
            outs: written.clone(),
            requires,
            span: e.span,
            origin: Arc::default(),
        };
        self.push(call);
        for ((_, place), (_, id)) in outs.iter().zip(&written) {
            let value = self.read(*id);
            self.write(place, value);
        }
        let result = self.read(dest);
        if item.def.ret == Ty::Never {
            self.end(crate::ir::Terminator::Stop);
        }
        // A pure function's result is what the function is in specs.
        if item.def.pure && outs.is_empty() && matches!(self.low.pure(inst), Ok(Some(_))) {
            let applied = Term::new(TermKind::Call(inst.clone(), values), result.ty().clone());
            self.assume(Term::test(BinOp::Eq, result.clone(), applied));
        }
        result
    }

    /// A model of the standard library, put in place.
    fn std_call(&mut self, e: &Expr, inst: &FnInst, args: &[Expr], ty: Ty) -> Term {
        let all: Vec<&Expr> = args.iter().collect();
        let values = self.values(&all);
        let def = &self.low.krate.fns[inst.func.0 as usize].def;
        match self.low.pure(inst) {
            // What a model may leave without a value needs a claim, and it makes none.
            Ok(Some(body)) if self.low.pure_domain(inst) == Term::bool(true) => {
                let kept: Vec<Term> = values
                    .into_iter()
                    .map(|value| if is_small(&value) { value } else { self.keep(value, e.span) })
                    .collect();
                let applied = place_args(&body, &kept);
                Term::new(
                    applied.kind().clone(),
                    if matches!(applied.kind(), TermKind::Local(_)) { applied.ty().clone() } else { ty },
                )
            }
            _ => self.lost(&format!("a call of `{}`", def.path), e, ty),
        }
    }
}

/// Whether a term may stand several times in another without harm.
fn is_small(term: &Term) -> bool {
    term.children().iter().all(|child| child.children().is_empty())
}
