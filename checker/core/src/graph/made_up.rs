//! Which variables may have values that come of made-up ones.
use std::collections::HashSet;

use super::{Action, Graph, VarId};
use crate::mir::visit::locals;
use crate::term::Term;

impl Graph {
    /// The variables that, somewhere in the graph, may have a value that comes of a made-up one.
    pub fn depends_on_made_up(&self) -> HashSet<VarId> {
        let mut found = self.made_up.clone();
        // What a fact may yet determine: the ends of borrows. (The parameters are what they are, whatever a fact says.)
        let forgotten: HashSet<VarId> =
            self.actions().filter_map(forgotten).filter(|var| !self.is_param(*var)).collect();
        while !found.is_empty() {
            let before = found.len();
            for action in self.actions() {
                match action {
                    Action::Assign(dest, value) if reads_any(value, &found) => {
                        found.insert(*dest);
                    }
                    Action::Assume(fact, _) if reads_any(fact, &found) => locals(fact, &mut |var| {
                        if forgotten.contains(&var) {
                            found.insert(var);
                        }
                    }),
                    _ => {}
                }
            }
            if found.len() == before {
                break;
            }
        }
        found
    }

    fn actions(&self) -> impl Iterator<Item = &Action> {
        self.nodes.iter().flat_map(|node| &node.actions)
    }

    fn is_param(&self, var: VarId) -> bool {
        (var.0 as usize) < self.params
    }
}

fn forgotten(action: &Action) -> Option<VarId> {
    match action {
        Action::Havoc(var) => Some(*var),
        _ => None,
    }
}

/// Whether a term reads one of some variables.
pub fn reads_any(term: &Term, vars: &HashSet<VarId>) -> bool {
    let mut any = false;
    locals(term, &mut |var| any |= vars.contains(&var));
    any
}
