//! What a function must be given so that one of its claims holds: the weakest precondition (Dijkstra, *Guarded commands*, 1975) of
//! the claim on the acyclic graph, as far as it can be said over the parameters alone.
//!
//! | action | `wp(action, Q)` |
//! |---|---|
//! | `v := t` | `Q[v := t]` |
//! | the claim, of `c` | `c && Q` |
//! | another claim, a fact | `Q`: stronger than `c ==> Q`, and easier to read |
//! | any value for `v`, something outside the model | `Q`, if it does not speak of it |
//! | branch on `c` | `(!c \|\| Q1) && (c \|\| Q2)` |
use std::collections::HashMap;

use super::{Action, ClaimFor, End, Graph, NodeId, VarId};
use crate::term::{Term, TermKind};
use crate::terms::simple::simple;

/// Larger ones help nobody.
const LARGEST: usize = 40;

/// The precondition over the graph's parameters under which an obligation (by its index) holds. `None` if there is none that can be
/// said shortly over the parameters, or only one that allows nothing.
pub fn weakest_precondition(graph: &Graph, obligation: usize) -> Option<Term> {
    let mut after: HashMap<NodeId, Term> = HashMap::new();
    // The nodes are in topological order.
    for at in (0..graph.nodes.len()).rev() {
        let node = &graph.nodes[at];
        let of = |id: &NodeId| after.get(id).cloned().unwrap_or_else(|| Term::bool(true));
        let mut wanted = match &node.end {
            End::Goto(next) => of(next),
            End::Branch(cond, then, otherwise) => {
                let then = Term::or(Term::not(cond.clone()), of(then));
                Term::and(then, Term::or(cond.clone(), of(otherwise)))
            }
            End::Stop | End::Bound => Term::bool(true),
        };
        // The parameters get their values at the entry.
        let given = |action: &&Action| matches!(action, Action::Havoc(_) | Action::Assume(..));
        let entry = if at == 0 { node.actions.iter().take_while(given).count() } else { 0 };
        for action in node.actions[entry..].iter().rev() {
            wanted = before(graph, action, obligation, wanted)?;
            if size(&wanted, LARGEST) > LARGEST {
                return None;
            }
        }
        after.insert(NodeId(at as u32), wanted);
    }
    let wanted = simple(&after.remove(&NodeId(0))?);
    let over_params = !mentions(&wanted, &|id| id.0 as usize >= graph.params);
    (over_params && !matches!(wanted.kind(), TermKind::Bool(_))).then_some(wanted)
}

fn before(graph: &Graph, action: &Action, obligation: usize, wanted: Term) -> Option<Term> {
    Some(match action {
        Action::Assign(var, value) => wanted.substitute(&|leaf| match leaf {
            TermKind::Local(id) if id == var => Some(value.clone()),
            _ => None,
        }),
        Action::Claim(claim, cond) if graph.claims[*claim].of == ClaimFor::Obligation(obligation) => {
            Term::and(cond.clone(), wanted)
        }
        Action::Havoc(var) if mentions(&wanted, &|id| id == *var) => return None,
        Action::Taint(_) if mentions(&wanted, &|_| true) => return None,
        Action::Claim(..) | Action::Assume(..) | Action::Havoc(_) | Action::Taint(_) | Action::Cut(_) => wanted,
    })
}

fn mentions(term: &Term, what: &dyn Fn(VarId) -> bool) -> bool {
    match term.kind() {
        TermKind::Local(id) | TermKind::Old(id) => what(*id),
        _ => term.children().into_iter().any(|child| mentions(child, what)),
    }
}

/// How many nodes a term has as a tree, as far as `enough` and a little beyond.
fn size(term: &Term, enough: usize) -> usize {
    let mut sum = 1;
    for child in term.children() {
        if sum > enough {
            break;
        }
        sum += size(child, enough - sum.min(enough));
    }
    sum
}
