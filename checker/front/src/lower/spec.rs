//! What contracts ask of a body: the callee's measure, pure results.
use std::collections::HashSet;
use std::sync::Arc;

use hir_def::hir::{Expr, ExprId};
use hir_def::signatures::FunctionSignature;
use hir_def::{CallableDefId, DefWithBodyId, HasModule};
use hir_ty::InferenceResult;
use hir_ty::next_solver::TyKind;
use refine_core::ir::{Contract, ObligationIx};
use refine_core::mir::{Operand, Place};
use refine_core::obligation::Kind;
use refine_core::program::{FnDef, FnInst};
use refine_core::span::Span;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::Lower;
use super::builder::{Builder, Claim, seen};
use super::resolve::{Target, resolve};
use crate::clause;
use crate::context::{Callable, Context};
use crate::types::Env;

/// The contract of an instance.
pub(crate) fn contract_of(cx: &Context<'_>, inst: &FnInst) -> Arc<Contract> {
    clause::contract(cx, inst)
}

/// What a call claims of its callee's preconditions: those with a translation first, in the contract's order.
pub(crate) fn preconditions(b: &mut Builder<'_>, contract: &Contract, path: &str, span: Span) -> Vec<ObligationIx> {
    let translated = contract.requires.iter().map(|clause| (&clause.text, clause.span));
    let raw = contract.raw_requires().map(|clause| (&clause.written, clause.span));
    let claim = |(text, clause): (&String, Span)| {
        let message = format!("the precondition of `{path}` may not hold");
        b.obligation(Claim::new(Kind::Requires, span, text.clone(), message).clause(clause))
    };
    translated.chain(raw).map(claim).collect()
}

impl<'db> Lower<'_, 'db> {
    /// The contract of a callee.
    pub fn contract(&self, inst: &FnInst) -> Arc<Contract> {
        contract_of(self.cx, inst)
    }

    /// Whether a callee has a body, written or made up.
    pub fn has_body(&self, callable: Callable) -> bool {
        match callable {
            Callable::Function(id) => FunctionSignature::of(self.cx.db, id).has_body(),
            Callable::Closure(_) | Callable::Derived(..) | Callable::Glue => true,
        }
    }

    /// At a call that may lead back here: the measure gets smaller.
    pub fn decrease(&mut self, e: ExprId, inst: &FnInst, contract: &Contract, operands: &[Operand]) {
        let Some(measure) = self.contract.decreases.clone() else { return };
        if !self.may_lead_back(self.cx.callable(inst.func)) {
            return;
        }
        let span = self.span(e);
        let own = self.b.inst().func;
        // A function on the way back has a measure, too; of one without, nothing is known.
        let next = contract.decreases.as_ref();
        let below = next.and_then(|next| Some(place_args(&next.term, &self.argument_terms(e, operands)?)));
        let below = match below {
            Some(below) => below,
            None => {
                let any = self.b.any(CoreTy::Exact, span);
                self.b.term(any)
            }
        };
        let entry = measure.term.substitute(&|leaf| match leaf {
            TermKind::Local(id) => Some(Term::new(TermKind::Old(*id), seen(self.b.local_ty(*id)))),
            _ => None,
        });
        let smaller = Term::and(
            Term::test(BinOp::Le, Term::int(0, CoreTy::Exact), below.clone()),
            Term::test(BinOp::Lt, below, entry),
        );
        let other = self.cx.fn_def(inst.func).name;
        let (claim, message) = match next {
            _ if inst.func == own => (
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
        self.b.assert(smaller, Claim::new(Kind::Decreases, span, claim, message).clause(measure.span));
    }

    /// In a function with a measure, a closure that may call back cannot be followed to its calls.
    pub fn decrease_in_closure(&mut self, e: ExprId, closure: hir_ty::db::InternedClosureId) {
        let Some(measure) = self.contract.decreases.clone() else { return };
        if self.may_lead_back(Callable::Closure(closure)) {
            let claim = format!("this closure has a measure, which is smaller than {} here", measure.text);
            let message = "this closure may call back, and nothing says what gets smaller in it";
            let claim = Claim::new(Kind::Decreases, self.span(e), claim, message).clause(measure.span);
            self.b.assert(Term::bool(false), claim);
        }
    }

    /// Whether a callee may call the function that this body is of.
    fn may_lead_back(&self, callee: Callable) -> bool {
        let own = self.cx.callable(self.b.inst().func);
        let (mut seen, mut todo) = (HashSet::from([callee]), vec![callee]);
        while let Some(next) = todo.pop() {
            if next == own {
                return true;
            }
            todo.extend(callees(self.cx, next).into_iter().filter(|callee| seen.insert(*callee)));
        }
        false
    }

    /// Makes a call. The result of a pure function is what the function is in specifications.
    pub fn pure_call(
        &mut self,
        e: ExprId,
        inst: &FnInst,
        def: &FnDef,
        operands: Vec<Operand>,
        dest: &Place,
        call: impl FnOnce(&mut Self, Vec<Operand>),
    ) {
        let known = || !self.cx.clauses.is_bare() && clause::pure_def(self.cx, inst).is_some();
        let is_pure = def.pure && dest.projections.is_empty() && known();
        let values = if is_pure { self.argument_terms(e, &operands) } else { None };
        call(self, operands);
        if let Some(values) = values {
            let result = self.b.term(dest.local);
            let applied = Term::new(TermKind::Call(inst.clone(), values), result.ty().clone());
            self.b.assume(Term::test(BinOp::Eq, result, applied));
        }
    }
}

/// A term over a function's parameters, with arguments in their place.
fn place_args(term: &Term, args: &[Term]) -> Term {
    term.substitute(&|leaf| match leaf {
        TermKind::Local(id) => args.get(id.0 as usize).cloned(),
        _ => None,
    })
}

/// What something may call, as far as it is told without its generic arguments.
fn callees(cx: &Context<'_>, of: Callable) -> Vec<Callable> {
    let (owner, root) = match of {
        Callable::Function(id) if cx.db.origin(id.krate(cx.db)) != crate::database::Origin::Std => {
            (DefWithBodyId::from(id), None)
        }
        Callable::Closure(id) => match id.loc(cx.db).0.as_def_with_body() {
            Some(owner) => (owner, Some(id.loc(cx.db).1)),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let body = hir_def::expr_store::Body::of(cx.db, owner);
    let infer = InferenceResult::of(cx.db, owner);
    let env = match owner {
        DefWithBodyId::FunctionId(id) => Env::of(id),
        _ => Env::CLOSED,
    };
    let mut found = Vec::new();
    let mut todo = vec![root.unwrap_or_else(|| body.root_expr())];
    while let Some(e) = todo.pop() {
        if let Some((func, args)) = infer.method_resolution(e) {
            match resolve(cx, env, func, args) {
                Target::Function(id, _) => found.push(Callable::Function(id)),
                Target::Closure(id, ..) => found.push(Callable::Closure(id)),
                _ => {}
            }
        }
        match infer.expr_ty(e).kind() {
            TyKind::FnDef(id, args) => {
                if let CallableDefId::FunctionId(func) = id.0
                    && let Target::Function(id, _) = resolve(cx, env, func, args)
                {
                    found.push(Callable::Function(id));
                }
            }
            TyKind::Closure(id, _) if Some(e) != root => found.push(Callable::Closure(id.0)),
            _ => {}
        }
        if let Expr::Match { arms, .. } = &body[e] {
            todo.extend(arms.iter().filter_map(|arm| arm.guard));
        }
        body.walk_child_exprs(e, |part| todo.push(part));
    }
    found
}
