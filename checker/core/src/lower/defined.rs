//! Where clauses and pure functions have a value.
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::Lowering;
use crate::defined::{self, Pures};
use crate::ir::{Clause, LocalId};
use crate::program::FnInst;
use crate::span::Span;
use crate::term::{Term, TermKind};
use crate::ty::Ty;

/// Where pure functions have a value, as far as that is known; `None` while it is being worked out.
pub type PureDomains = HashMap<FnInst, Option<Term>>;

impl Pures for Lowering<'_> {
    fn pure_domain(&self, inst: &FnInst) -> Term {
        if let Some(known) = self.domains.borrow().get(inst) {
            return known.clone().unwrap_or_else(|| self.applied(inst));
        }
        let Ok(Some(body)) = self.pure(inst) else { return Term::bool(true) };
        self.domains.borrow_mut().insert(inst.clone(), None);
        let domain = defined::domain_of_body(self, inst, &body, &self.applied(inst));
        self.domains.borrow_mut().insert(inst.clone(), Some(domain.clone()));
        domain
    }
}

impl Lowering<'_> {
    /// A clause from its translation.
    pub fn clause_of(&self, value: Term, span: Span, text: String) -> Clause {
        defined::clause(self, value, span, text)
    }

    /// A measure from its translation. Where it has no value it is negative, and what is negative is no measure.
    pub fn measure_of(&self, value: Term, span: Span, text: String) -> Clause {
        defined::measure(self, value, span, text)
    }

    /// That a function has a value for its own parameters.
    fn applied(&self, inst: &FnInst) -> Term {
        let def = &self.krate.fns[inst.func.0 as usize].def;
        let ty = |at: usize| super::contract::instantiate(def, inst, &def.params[at].ty).plain();
        let params = (0..def.params.len()).map(|at| Term::local(LocalId(at as u32), ty(at))).collect();
        Term::new(TermKind::Defined(inst.clone(), params), Ty::Bool)
    }
}
