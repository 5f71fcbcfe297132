//! Which variables of a graph are looked at later.
use std::collections::BTreeSet;

use super::order::successors;
use super::{Action, End, Graph, NodeId, VarId};
use crate::mir::visit::locals;
use crate::term::Term;

impl Graph {
    /// For each node, the variables whose value on arrival is looked at there or after it.
    pub fn live(&self) -> Vec<BTreeSet<VarId>> {
        let mut live = vec![BTreeSet::new(); self.nodes.len()];
        // Edges go from lower to higher numbers.
        for at in (0..self.nodes.len()).rev() {
            live[at] = self.live_from(NodeId(at as u32), 0, &live);
        }
        live
    }

    /// The variables that are looked at after an action of a node, where those of the nodes after it are known.
    pub fn live_after(&self, node: NodeId, action: usize, live: &[BTreeSet<VarId>]) -> BTreeSet<VarId> {
        self.live_from(node, action + 1, live)
    }

    /// For each node, where what decides about claims ends: the number of actions up to the last claim or meeting with something outside the
    /// model, if nothing after the node has either; all of them if something has. 0 where there is nothing to decide.
    pub fn decisive(&self) -> Vec<usize> {
        let mut decisive = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let is_wanted = |action: &Action| matches!(action, Action::Claim(..) | Action::Taint(_));
            decisive[at] = match successors(node).into_iter().any(|to| decisive[to.0 as usize] > 0) {
                true => node.actions.len().max(1),
                false => node.actions.iter().rposition(is_wanted).map_or(0, |last| last + 1),
            };
        }
        decisive
    }

    fn live_from(&self, node: NodeId, first: usize, live: &[BTreeSet<VarId>]) -> BTreeSet<VarId> {
        let node = &self.nodes[node.0 as usize];
        let mut set = BTreeSet::new();
        for to in successors(node) {
            set.extend(live[to.0 as usize].iter().copied());
        }
        if let End::Branch(cond, ..) = &node.end {
            look_at(&mut set, cond);
        }
        for action in node.actions[first..].iter().rev() {
            match action {
                Action::Assign(dest, term) => {
                    set.remove(dest);
                    look_at(&mut set, term);
                }
                Action::Havoc(dest) => {
                    set.remove(dest);
                }
                Action::Assume(term, _) | Action::Claim(_, term) => look_at(&mut set, term),
                // After something outside the model, what had a value has another one.
                Action::Taint(_) | Action::Cut(_) => {}
            }
        }
        set
    }
}

fn look_at(set: &mut BTreeSet<VarId>, term: &Term) {
    locals(term, &mut |id| {
        set.insert(id);
    });
}
