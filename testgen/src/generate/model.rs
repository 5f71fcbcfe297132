//! Solutions of a store: one value after the other, each within the bounds that the values before it leave.
//!
//! With the bounds of a set of differences made as tight as they can be (shortest paths; Dechter, Meiri and Pearl, "Temporal
//! constraint networks", 1991), any value within the bounds of an unknown is part of a solution.
use std::collections::VecDeque;

use super::linear::{Linear, Var};
use super::store::Store;

/// The least and greatest value of each unknown.
pub(super) struct Bounds(Vec<(i128, i128)>);

impl Bounds {
    pub(super) fn new(store: &Store) -> Bounds {
        let mut bounds = Bounds((0..store.len()).map(|var| store.range(var as Var)).collect());
        bounds.tighten(store, (0..store.len()).collect());
        bounds
    }

    pub(super) fn of(&self, var: Var) -> (i128, i128) {
        self.0[var as usize]
    }

    fn fix(&mut self, store: &Store, var: Var, value: i128) {
        self.0[var as usize] = (value, value);
        self.tighten(store, VecDeque::from([var as usize]));
    }

    fn tighten(&mut self, store: &Store, mut todo: VecDeque<usize>) {
        let mut queued = vec![false; self.0.len()];
        todo.iter().for_each(|at| queued[*at] = true);
        while let Some(at) = todo.pop_front() {
            queued[at] = false;
            let (lo, hi) = self.0[at];
            let mut changed = |other: usize, range: (i128, i128), all: &mut Vec<(i128, i128)>| {
                if range != all[other] {
                    all[other] = range;
                    if !std::mem::replace(&mut queued[other], true) {
                        todo.push_back(other);
                    }
                }
            };
            for (to, weight) in store.edges_out(at as Var) {
                if let Some(to) = to.checked_sub(1) {
                    let (low, high) = self.0[to];
                    changed(to, (low, high.min(hi.saturating_add(*weight))), &mut self.0);
                }
            }
            for (from, weight) in store.edges_into(at as Var) {
                if let Some(from) = from.checked_sub(1) {
                    let (low, high) = self.0[from];
                    changed(from, (low.max(lo.saturating_sub(*weight)), high), &mut self.0);
                }
            }
        }
    }
}

/// A solution: `pick` chooses for an unknown within bounds. `None` if the sums that must not be zero leave no value for
/// what was chosen before.
pub(super) fn draw(store: &Store, order: &[Var], pick: &mut dyn FnMut(Var, i128, i128) -> i128) -> Option<Vec<i128>> {
    let mut bounds = Bounds::new(store);
    let mut apart: Vec<Vec<&Linear>> = vec![Vec::new(); store.len()];
    for sum in store.apart() {
        sum.terms.iter().for_each(|(var, _)| apart[*var as usize].push(sum));
    }
    let mut values: Vec<Option<i128>> = (0..store.len()).map(|var| store.value(var as Var)).collect();
    let rest = 0..store.len() as Var;
    for var in order.iter().copied().chain(rest) {
        let at = var as usize;
        if values[at].is_some() {
            continue;
        }
        let excluded: Vec<i128> = apart[at]
            .iter()
            .filter_map(|sum| {
                let sum = sum.with(&|other| values[other as usize])?;
                match &sum.terms[..] {
                    [(_, factor)] if sum.constant % factor == 0 => Some(-sum.constant / factor),
                    _ => None,
                }
            })
            .collect();
        let (lo, hi) = bounds.of(var);
        if lo > hi {
            return None;
        }
        let wanted = pick(var, lo, hi).clamp(lo, hi);
        let near = (0..=excluded.len() as i128).flat_map(|by| [wanted.saturating_add(by), wanted.saturating_sub(by)]);
        let value = { near }.find(|value| (lo..=hi).contains(value) && !excluded.contains(value))?;
        values[at] = Some(value);
        bounds.fix(store, var, value);
    }
    let values: Vec<i128> = values.into_iter().collect::<Option<_>>()?;
    is_solution(store, &values).then_some(values)
}

fn is_solution(store: &Store, values: &[i128]) -> bool {
    let zero = |sum: &Linear| sum.with(&|var| values.get(var as usize).copied()).and_then(|sum| sum.known()) == Some(0);
    !store.apart().iter().any(zero) && store.holds_of(values)
}
