//! The way to a claim, as text for `refine explain`.
use std::collections::BTreeSet;
use std::fmt::Write;

use super::order::successors;
use super::{Action, Assumption, ClaimFor, Cut, End, Graph, NodeId};
use crate::print::Printer;
use crate::program::Program;

impl Graph {
    /// The VC of an obligation (by its index), step by step: what is known on the way to each of its claims, and the
    /// claim. A claim is proved if it holds whenever the steps before it can be taken.
    pub fn readable(&self, program: &dyn Program, obligation: usize) -> String {
        let mut out = String::new();
        let name = |id| self.var(id).name.clone();
        let printer = Printer { program, name: &name };
        let claims: Vec<usize> =
            (0..self.claims.len()).filter(|&at| self.claims[at].of == ClaimFor::Obligation(obligation)).collect();
        for node in self.leading_to(&claims) {
            let block = &self.nodes[node.0 as usize];
            let _ = writeln!(out, "at {}:", node.0);
            for action in &block.actions {
                if let Some(line) = self.step(&printer, action, &claims) {
                    let _ = writeln!(out, "    {line}");
                }
            }
            match &block.end {
                End::Goto(to) => {
                    let _ = writeln!(out, "    go on at {}", to.0);
                }
                End::Branch(cond, then, otherwise) => {
                    let cond = printer.term(cond);
                    let _ = writeln!(out, "    if {cond}, go on at {}, else at {}", then.0, otherwise.0);
                }
                End::Stop | End::Bound => {}
            }
        }
        out
    }

    /// The nodes from which one of the claims can be reached.
    fn leading_to(&self, claims: &[usize]) -> BTreeSet<NodeId> {
        let mut wanted = BTreeSet::new();
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            let here = node.actions.iter().any(|a| matches!(a, Action::Claim(claim, _) if claims.contains(claim)));
            if here || successors(node).iter().any(|to| wanted.contains(to)) {
                wanted.insert(NodeId(at as u32));
            }
        }
        wanted
    }

    fn step(&self, printer: &Printer<'_>, action: &Action, claims: &[usize]) -> Option<String> {
        Some(match action {
            Action::Assign(to, term) => format!("{} = {}", self.var(*to).name, printer.term(term)),
            Action::Havoc(var) => format!("{} is any value of its type", self.var(*var).name),
            Action::Assume(term, from) => {
                let from = match from.map(|at| &self.assumptions[at]) {
                    None => String::new(),
                    Some(Assumption::Callee(inst)) => {
                        format!("   (by the contract of `{}`)", printer.program.func(inst.func).path)
                    }
                    Some(Assumption::Obligations(ids)) => format!("   (by {})", ids.join(" and ")),
                    Some(Assumption::Guess(_)) => "   (inferred)".to_owned(),
                };
                format!("known: {}{from}", printer.term(term))
            }
            Action::Claim(claim, term) if claims.contains(claim) => format!("CLAIM: {}", printer.term(term)),
            Action::Claim(claim, term) => match self.claims[*claim].of {
                ClaimFor::Obligation(other) => {
                    format!("known: {}   (claimed by {})", printer.term(term), self.obligations[other].id)
                }
                ClaimFor::Guess(_) => return None,
            },
            Action::Taint(what) => format!("not modelled: {}; nothing is known from here on", self.taints[*what].0),
            Action::Cut(what) => match &self.cuts[*what] {
                Cut::Loop(_) => "any turn of the loop".to_owned(),
                Cut::Call(inst, _) => format!("`{}` has returned", printer.program.func(inst.func).path),
            },
        })
    }
}
