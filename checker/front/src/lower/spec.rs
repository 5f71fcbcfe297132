//! What contracts ask of a body: the callee's measure, pure results.
use std::sync::Arc;

use hir_def::hir::ExprId;
use hir_def::signatures::FunctionSignature;
use hir_def::{FunctionId, HasModule};
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use refine_core::ids::FnId;
use refine_core::ids::ObligationIx;
use refine_core::ir::Contract;
use refine_core::mir::{Operand, Place};
use refine_core::obligation::Kind;
use refine_core::program::FnDef;
use refine_core::span::Span;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::counts::counted;
use refine_core::terms::lent;
use refine_core::ty::FnInst;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::Lower;
use super::builder::{Builder, ClaimInfo, seen};
use super::leads::Leads;
use crate::clause;
use crate::context::{Callable, Context};
use crate::database::Origin;

/// The contract of an instance.
pub(crate) fn contract_of(cx: &Context<'_>, inst: &FnInst) -> Arc<Contract> {
    clause::contract(cx, inst)
}

/// What a call claims of its callee's preconditions: those with a translation first, in the contract's order.
pub(crate) fn preconditions(
    b: &mut Builder<'_>,
    contract: &Contract,
    (path, callee): (&str, Option<FnId>),
    span: Span,
) -> Vec<ObligationIx> {
    let claim = |(text, clause): (&str, Span)| {
        let message = format!("the precondition of `{path}` may not hold");
        let claim = ClaimInfo::new(Kind::Requires, span, text, message).clause(clause);
        b.obligation(ClaimInfo { callee, ..claim })
    };
    contract.preconditions().map(claim).collect()
}

impl<'db> Lower<'_, 'db> {
    /// The contract of a callee.
    pub fn contract(&self, inst: &FnInst) -> Arc<Contract> {
        contract_of(self.cx, inst)
    }

    /// Whether a callee has a body, written or made up.
    pub fn has_body(&self, callable: Callable<'db>) -> bool {
        match callable {
            Callable::Function(id) => FunctionSignature::of(self.cx.db, id).has_body(),
            Callable::Closure(_)
            | Callable::Derived(..)
            | Callable::Glue
            | Callable::Constant(_)
            | Callable::InType(..) => true,
        }
    }

    /// At a call that may lead back here: the measure gets smaller.
    pub fn decrease(&mut self, e: ExprId, inst: &FnInst, contract: &Contract, operands: &[Operand]) {
        let Some(measure) = self.contract.decreases.clone() else { return };
        let Some((callable, args, env)) = self.cx.args_of(inst) else { return };
        let called = |leads: &Leads<'_, 'db>| match callable {
            // A function or closure among the arguments was claimed where it was mentioned.
            Callable::Function(id) if self.cx.db.origin(id.krate(self.cx.db)) == Origin::Std => {
                let mentioned = |ty: &Ty<'db>| matches!(ty.kind(), TyKind::FnDef(..) | TyKind::Closure(..));
                leads.through_std(id, args.types().filter(|ty| !mentioned(ty)), env)
            }
            Callable::Function(id) => leads.of(id, args, env),
            Callable::Closure(_) => vec![callable],
            Callable::Derived(derived, _) => leads.of_derived(derived, args, env),
            Callable::Glue | Callable::Constant(_) | Callable::InType(..) => leads.of_types(args.types(), env),
        };
        if !self.lead_back(called) {
            return;
        }
        let span = self.span(e);
        let own = self.b.inst().func;
        // A function on the way back has a measure, too; of one without, nothing is known.
        let next = contract.decreases.as_ref();
        let count = |term: &Term| counted(term).unwrap_or_else(|| term.clone());
        let below = next.and_then(|next| Some(place_args(&count(&next.term), &self.argument_terms(e, operands)?)));
        let below = match below {
            Some(below) => below,
            None => {
                let any = self.b.any(CoreTy::Exact, span);
                self.b.term(any)
            }
        };
        let entry = count(&measure.term).substitute(&|leaf| match leaf {
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
                format!("0 <= {0}, and {0} decreases", measure.text),
                "the measure may not decrease in this recursive call".to_string(),
            ),
            Some(next) => (
                format!("0 <= {} in `{other}`, and it is smaller than {} here", next.text, measure.text),
                format!("the measure of `{other}`, which may call back, may not decrease"),
            ),
            None => (
                format!("`{other}` has a measure, which is smaller than {} here", measure.text),
                format!("`{other}` may call back, but has no measure (`decreases`)"),
            ),
        };
        self.b.assert(smaller, ClaimInfo::new(Kind::Decreases, span, claim, message).clause(measure.span));
    }

    /// In a function with a measure, a closure or function that is mentioned and may call back cannot be followed to its calls.
    pub fn decrease_in_value(&mut self, e: ExprId) {
        let ty = self.ty(e);
        let what = if matches!(ty.kind(), TyKind::Closure(..)) { "this closure" } else { "this function" };
        self.decrease_unseen(self.span(e), what, |this| this.lead_back(|leads| leads.of_types([ty], this.inst.env)));
    }

    /// In a function with a measure, the same of a call of what is only known when it runs.
    pub fn decrease_through_pointer(&mut self, e: ExprId) {
        self.decrease_unseen(self.span(e), "what is called here", |this| this.lead_back(|leads| leads.values()));
    }

    /// In a function with a measure, the same of a call that is made up of one for each part of a value.
    pub fn decrease_in_parts(&mut self, e: ExprId, (func, args): (FunctionId, GenericArgs<'db>)) {
        let what = format!("the `{}` of a part", FunctionSignature::of(self.cx.db, func).name.as_str());
        let callees = |this: &Self| this.lead_back(|leads| leads.of(func, args, this.inst.env));
        self.decrease_unseen(self.span(e), &what, callees);
    }

    /// In a function with a measure, the same of a value that is dropped.
    pub fn decrease_in_drop(&mut self, ty: Ty<'db>, span: Span) {
        let what = "a `drop` that runs here";
        self.decrease_unseen(span, what, |this| this.lead_back(|leads| leads.of_drop(ty, this.inst.env)));
    }

    fn decrease_unseen(&mut self, span: Span, what: &str, leads_back: impl FnOnce(&Self) -> bool) {
        let Some(measure) = self.contract.decreases.clone() else { return };
        if leads_back(self) {
            let claim = format!("{what} has a measure, which is smaller than {} here", measure.text);
            let message = format!("{what} may call back, but has no measure");
            let claim = ClaimInfo::new(Kind::Decreases, span, claim, message).clause(measure.span);
            // (`false` would make all that comes after it true.)
            let any = self.b.any(CoreTy::Bool, span);
            let unknown = self.b.term(any);
            self.b.assert(unknown, claim);
        }
    }

    /// Whether one of some callees may call the function that this body is of.
    fn lead_back(&self, callees: impl FnOnce(&Leads<'_, 'db>) -> Vec<Callable<'db>>) -> bool {
        let leads = Leads::new(self.cx);
        leads.lead_to(callees(&leads), self.cx.callable(self.b.inst().func))
    }

    /// Makes a call. The result of a pure function is what the function is in specifications: not where another implementation may run, nor
    /// where it is lent something mutably, since what it does to that is no part of its value.
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
        let is_lent = |operand: &Operand| match operand {
            Operand::Constant(_) => false,
            Operand::Copy(place) | Operand::Move(place) => {
                self.place_core_ty(place).is_none_or(|ty| lent::holds_borrow(self.cx, &ty))
            }
        };
        let is_pure = def.pure
            && dest.projections.is_empty()
            && !self.cx.is_abstract(inst)
            && !operands.iter().any(is_lent)
            && known();
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
