//! Whether a recursive `#[pure]` function ends, so that its definition may be assumed.
//!
//! `f(x) = f(x) + 1` is no definition: assumed as an equation, it proves anything. So a recursive function is only used
//! in proofs if some measure gets smaller in each of its calls of itself, without falling below zero: its `decreases`
//! clause, an integer parameter, a length, or the difference of two of these; or one parameter is always
//! a part of what it was.

use z3::ast::Bool;
use z3::{SatResult, Solver};

use super::encode::{Encoder, Env, Side, Unencodable};
use super::sym::Sym;
use super::{Budget, clock};
use crate::ids::LocalId;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::{FnInst, IntTy, Ty};

/// For each question whether a measure gets smaller. They are small, and what is hard to see is no definition.
const BUDGET: Budget = Budget(400_000);

/// A function's call of itself: what holds where it is evaluated, and the arguments.
struct SelfCall {
    conds: Vec<Term>,
    args: Vec<Term>,
}

impl Encoder<'_> {
    /// An error unless the function is seen to end for all arguments of the types.
    pub(super) fn terminates(&mut self, inst: &FnInst, types: &[Ty], body: &Term) -> Result<(), Unencodable> {
        let path = self.sorts.program.func(inst.func).path.clone();
        let mut calls = Vec::new();
        let plain = self.self_calls(inst, body, &mut Vec::new(), &mut calls);
        let params = params(types);
        if plain && takes_apart(&params, &calls) {
            return Ok(());
        }
        let decreases = self.sorts.program.contract(inst).decreases.as_ref().map(|clause| clause.term.clone());
        let measures = decreases.map_or_else(|| measures(&params), |given| vec![given]);
        if plain && measures.iter().any(|measure| self.gets_smaller(inst, types, measure, &calls)) {
            return Ok(());
        }
        Err(Unencodable(format!(
            "the recursion of `{path}`, which refine cannot show to terminate (state a measure with `decreases`)"
        )))
    }

    /// Whether one of the function's parameters is a part of what it was in all of its calls of itself. Then it ends for
    /// whatever integers its other arguments are, also those that are no values of their types.
    pub(super) fn is_structural(&self, inst: &FnInst, types: &[Ty], body: &Term) -> bool {
        let mut calls = Vec::new();
        self.self_calls(inst, body, &mut Vec::new(), &mut calls) && takes_apart(&params(types), &calls)
    }

    /// Collects the calls of `inst` in its body. False if there are some of another form: in a quantifier, or by way of
    /// another function.
    fn self_calls(&self, inst: &FnInst, term: &Term, conds: &mut Vec<Term>, out: &mut Vec<SelfCall>) -> bool {
        let mut under = |cond: Term, term: &Term| {
            conds.push(cond);
            let fine = self.self_calls(inst, term, conds, out);
            conds.pop();
            fine
        };
        match term.kind() {
            TermKind::Ite(cond, then, otherwise) => {
                under(cond.clone(), then)
                    && under(Term::not(cond.clone()), otherwise)
                    && self.self_calls(inst, cond, conds, out)
            }
            TermKind::Bin(BinOp::And | BinOp::Implies, a, b) => {
                under(a.clone(), b) && self.self_calls(inst, a, conds, out)
            }
            TermKind::Bin(BinOp::Or, a, b) => under(Term::not(a.clone()), b) && self.self_calls(inst, a, conds, out),
            TermKind::Quant(..) => !self.leads_to(term, inst, &mut Vec::new()),
            kind => {
                if let TermKind::Call(callee, args) = kind {
                    if callee == inst {
                        out.push(SelfCall { conds: conds.clone(), args: args.clone() });
                    } else if self.leads_back(callee, inst, &mut Vec::new()) {
                        return false;
                    }
                }
                term.children().into_iter().all(|child| self.self_calls(inst, child, conds, out))
            }
        }
    }

    /// Whether a term applies a function, itself or through others.
    fn leads_to(&self, term: &Term, inst: &FnInst, seen: &mut Vec<FnInst>) -> bool {
        if let TermKind::Call(callee, _) = term.kind()
            && (callee == inst || self.leads_back(callee, inst, seen))
        {
            return true;
        }
        term.children().into_iter().any(|child| self.leads_to(child, inst, seen))
    }

    fn leads_back(&self, from: &FnInst, inst: &FnInst, seen: &mut Vec<FnInst>) -> bool {
        if seen.contains(from) {
            return false;
        }
        seen.push(from.clone());
        self.sorts.program.pure_def(from).is_some_and(|def| self.leads_to(&def.body, inst, seen))
    }

    fn gets_smaller(&mut self, inst: &FnInst, types: &[Ty], measure: &Term, calls: &[SelfCall]) -> bool {
        self.checking.push(inst.clone());
        let outer = self.expand.take();
        let smaller = calls.iter().all(|call| self.smaller_in(types, measure, call).unwrap_or(false));
        self.expand = outer;
        self.checking.pop();
        smaller
    }

    fn smaller_in(&mut self, types: &[Ty], measure: &Term, call: &SelfCall) -> Result<bool, Unencodable> {
        // The facts that are pushed meanwhile are about this question's values, not the execution's.
        self.open_facts();
        let question = (|| {
            let vars: Vec<Sym> = types.iter().map(|ty| self.fresh("p", ty)).collect();
            let env = Env::of(vars);
            let mut all = Vec::new();
            for cond in &call.conds {
                all.push(self.cond(cond, &env, Side::Both)?);
            }
            let before = self.value(measure, &env)?.int()?;
            let args = call.args.iter().map(|arg| self.value(arg, &env)).collect::<Result<Vec<_>, _>>()?;
            let after = self.value(measure, &Env::of(args))?.int()?;
            all.push(Bool::and(&[before.ge(0), after.lt(&before)]).not());
            Ok(all)
        })();
        let facts = self.close_facts();
        let solver = Solver::new();
        solver.set_params(&BUDGET.params());
        for assertion in question?.iter().chain(&facts) {
            solver.assert(assertion);
        }
        Ok(clock::limited(BUDGET.guard(), || solver.check()) == SatResult::Unsat)
    }
}

/// The parameters as terms.
fn params(types: &[Ty]) -> Vec<Term> {
    types.iter().enumerate().map(|(at, ty)| Term::local(LocalId(at as u32), ty.clone())).collect()
}

fn takes_apart(params: &[Term], calls: &[SelfCall]) -> bool {
    (0..params.len()).any(|at| calls.iter().all(|call| is_part(&call.args[at], &params[at])))
}

/// Whether a term is a field of (a field of …) a parameter.
fn is_part(term: &Term, param: &Term) -> bool {
    match term.kind() {
        // Only in data types: a tuple or struct holds no value of its own type otherwise.
        TermKind::Field(of, ..) | TermKind::Proj(of, _) => of.kind() == param.kind() || is_part(of, param),
        _ => false,
    }
}

/// What may get smaller: integers, lengths, and how far one of them is from another.
fn measures(params: &[Term]) -> Vec<Term> {
    let sizes: Vec<Term> = params
        .iter()
        .filter_map(|param| match param.ty().peeled() {
            Ty::Int(_) => Some(param.clone()),
            Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_) => {
                Some(Term::new(TermKind::SeqLen(param.clone()), Ty::Int(IntTy::Usize)))
            }
            _ => None,
        })
        .collect();
    let apart = sizes.iter().flat_map(|a| {
        let others = sizes.iter().filter(move |b| *b != a);
        others.map(move |b| Term::arith(BinOp::Sub, a.clone(), b.clone(), Ty::Exact))
    });
    sizes.iter().cloned().chain(apart).collect()
}
