//! What is known of integer unknowns: bounds and bounded differences, answered at once, and the rest kept for later.
//!
//! Bounds and differences `y - x <= w` are the edges of a graph (a bound is a difference from the node that stands for
//! zero). They contradict each other exactly if the graph has a cycle of negative weight. A *potential*, one solution
//! of them all, is kept: an edge that it breaks is repaired by a search along the edges that break in turn, and the cycle
//! is found when that search comes back to where the edge starts (Cotton and Maler, "Fast and flexible difference
//! constraint propagation for DPLL(T)", SAT 2006). Taking edges back leaves the potential a solution.
//!
//! Claims of other forms wait until all but one (or two) of their unknowns have a value.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::linear::{Atom, Linear, Relation, Var};

/// The knowledge, which only grows, but for [`Store::back_to`].
#[derive(Default)]
pub(super) struct Store {
    /// By node: 0 stands for zero, `v + 1` for the unknown `v`.
    potential: Vec<i128>,
    /// Edges out of each node and into it: the other end, and the weight.
    out: Vec<Vec<(usize, i128)>>,
    into: Vec<Vec<(usize, i128)>>,
    /// The bounds that were stated of each unknown.
    ranges: Vec<(i128, i128)>,
    /// Claims that are no differences. Looked at again when one of their unknowns gets a value.
    others: Vec<Atom>,
    /// Sums that are not zero.
    apart: Vec<Linear>,
    trail: Vec<Undo>,
    /// By node: the last repair of the potential that went by it, and the number of repairs.
    visited: Vec<u64>,
    repairs: u64,
}

enum Undo {
    Edge(usize, usize),
    Range(Var, (i128, i128)),
    Var,
    Other,
    Apart,
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// What is claimed cannot be.
#[derive(Debug)]
pub(super) struct Contradiction;

pub(super) type Consistent = Result<(), Contradiction>;

impl Store {
    pub(super) fn new() -> Self {
        Store { potential: vec![0], out: vec![Vec::new()], into: vec![Vec::new()], ..Store::default() }
    }

    /// A new unknown within bounds.
    pub(super) fn fresh(&mut self, lo: i128, hi: i128) -> Var {
        let var = self.ranges.len() as Var;
        self.ranges.push((lo, hi));
        // (What is below others goes down from there, and need not take zero along.)
        self.potential.push(self.potential[0] + hi);
        self.out.push(Vec::new());
        self.into.push(Vec::new());
        self.trail.push(Undo::Var);
        let node = var as usize + 1;
        self.link(0, node, hi);
        self.link(node, 0, -lo);
        var
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        while self.trail.len() > mark.0 {
            match self.trail.pop() {
                Some(Undo::Edge(from, to)) => {
                    self.out[from].pop();
                    self.into[to].pop();
                }
                Some(Undo::Range(var, range)) => self.ranges[var as usize] = range,
                Some(Undo::Var) => {
                    self.ranges.pop();
                    self.potential.pop();
                    self.out.pop();
                    self.into.pop();
                }
                Some(Undo::Other) => drop(self.others.pop()),
                Some(Undo::Apart) => drop(self.apart.pop()),
                None => {}
            }
        }
    }

    /// The bounds that were stated of an unknown.
    pub(super) fn range(&self, var: Var) -> (i128, i128) {
        self.ranges[var as usize]
    }

    /// The value of an unknown of which only one is left.
    pub(super) fn value(&self, var: Var) -> Option<i128> {
        let (lo, hi) = self.range(var);
        (lo == hi).then_some(lo)
    }

    /// Whether a claim holds, as far as the bounds tell.
    pub(super) fn decided(&self, atom: &Atom) -> Option<bool> {
        atom.decided(&|var| self.range(var))
    }

    /// The sums that are not zero.
    pub(super) fn apart(&self) -> &[Linear] {
        &self.apart
    }

    pub(super) fn edges_out(&self, var: Var) -> &[(usize, i128)] {
        &self.out[var as usize + 1]
    }

    pub(super) fn edges_into(&self, var: Var) -> &[(usize, i128)] {
        &self.into[var as usize + 1]
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Takes a claim for true.
    pub(super) fn claim(&mut self, atom: &Atom) -> Consistent {
        // What does not fit is left to the compiled clause.
        let Some(sum) = atom.sum.with(&|var| self.value(var)) else { return Ok(()) };
        let atom = Atom::new(sum, atom.relation);
        match self.decided(&atom) {
            Some(true) if atom.sum.terms.len() < 2 => return Ok(()),
            Some(false) => return Err(Contradiction),
            _ => {}
        }
        let negative = || Some(Atom::new(atom.sum.scale(-1)?, Relation::AtMost));
        match (atom.relation, &atom.sum.terms[..]) {
            (_, []) => Ok(()),
            (Relation::Apart, [(var, 1 | -1)]) => {
                let value = -atom.sum.constant * atom.sum.terms[0].1;
                let (lo, hi) = self.range(*var);
                if value == lo {
                    self.at_least(*var, lo + 1)
                } else if value == hi {
                    self.at_most(*var, hi - 1)
                } else {
                    self.keep_apart(atom.sum)
                }
            }
            (Relation::Apart, _) => self.keep_apart(atom.sum),
            (Relation::AtMost, [(var, factor)]) => {
                // `factor * var <= -constant`.
                let limit = -atom.sum.constant;
                if *factor > 0 {
                    self.at_most(*var, limit.div_euclid(*factor))
                } else {
                    self.at_least(*var, -limit.div_euclid(-*factor))
                }
            }
            (Relation::AtMost, [(x, 1), (y, -1)]) => self.edge(*y as usize + 1, *x as usize + 1, -atom.sum.constant),
            (Relation::AtMost, [(x, -1), (y, 1)]) => self.edge(*x as usize + 1, *y as usize + 1, -atom.sum.constant),
            (Relation::Equal, [(_, factor)]) if atom.sum.constant % factor != 0 => Err(Contradiction),
            (Relation::Equal, [_] | [(_, 1), (_, -1)] | [(_, -1), (_, 1)]) => {
                let Some(opposite) = negative() else { return Ok(()) };
                if atom.sum.terms.len() == 2 {
                    // When one has a value, so has the other.
                    self.others.push(atom.clone());
                    self.trail.push(Undo::Other);
                }
                self.claim(&Atom::new(atom.sum.clone(), Relation::AtMost))?;
                self.claim(&opposite)
            }
            _ => {
                self.others.push(atom);
                self.trail.push(Undo::Other);
                Ok(())
            }
        }
    }

    fn keep_apart(&mut self, sum: Linear) -> Consistent {
        self.apart.push(sum);
        self.trail.push(Undo::Apart);
        Ok(())
    }

    fn at_most(&mut self, var: Var, value: i128) -> Consistent {
        let (lo, hi) = self.range(var);
        if value >= hi {
            return Ok(());
        }
        self.narrow(var, (lo, value))?;
        self.edge(0, var as usize + 1, value)
    }

    fn at_least(&mut self, var: Var, value: i128) -> Consistent {
        let (lo, hi) = self.range(var);
        if value <= lo {
            return Ok(());
        }
        self.narrow(var, (value, hi))?;
        self.edge(var as usize + 1, 0, -value)
    }

    fn narrow(&mut self, var: Var, range: (i128, i128)) -> Consistent {
        if range.0 > range.1 {
            return Err(Contradiction);
        }
        self.trail.push(Undo::Range(var, self.range(var)));
        self.ranges[var as usize] = range;
        Ok(())
    }

    fn link(&mut self, from: usize, to: usize, weight: i128) {
        self.out[from].push((to, weight));
        self.into[to].push((from, weight));
        self.trail.push(Undo::Edge(from, to));
    }

    /// `to - from <= weight`.
    fn edge(&mut self, from: usize, to: usize, weight: i128) -> Consistent {
        self.link(from, to, weight);
        let slack = |store: &Self, from: usize, to: usize, weight: i128| {
            store.potential[from].saturating_add(weight).saturating_sub(store.potential[to])
        };
        let first = slack(self, from, to, weight);
        if first >= 0 {
            return Ok(());
        }
        // What each node has to go down by, the most first.
        let mut done: Vec<(usize, i128)> = Vec::new();
        self.repairs += 1;
        self.visited.resize(self.potential.len().max(self.visited.len()), 0);
        let mut todo = BinaryHeap::from([(Reverse(first), to)]);
        while let Some((Reverse(by), node)) = todo.pop() {
            if std::mem::replace(&mut self.visited[node], self.repairs) == self.repairs {
                continue;
            }
            if node == from {
                done.iter().for_each(|(node, old)| self.potential[*node] = *old);
                return Err(Contradiction);
            }
            done.push((node, self.potential[node]));
            self.potential[node] = self.potential[node].saturating_add(by);
            for (next, weight) in &self.out[node] {
                if self.visited[*next] != self.repairs {
                    let slack = slack(self, node, *next, *weight);
                    if slack < 0 {
                        todo.push((Reverse(slack), *next));
                    }
                }
            }
        }
        Ok(())
    }

    /// Looks again at the claims that waited, now that some of their unknowns may have a value.
    pub(super) fn settle(&mut self) -> Consistent {
        let known = |store: &Self| store.ranges.iter().filter(|(lo, hi)| lo == hi).count();
        loop {
            let before = known(self);
            for at in 0..self.others.len() {
                let atom = &self.others[at];
                let Some(sum) = atom.sum.with(&|var| self.value(var)) else { continue };
                let fewer = sum.terms.len() < atom.sum.terms.len();
                let now = Atom::new(sum, atom.relation);
                match self.decided(&now) {
                    Some(true) => {}
                    Some(false) => return Err(Contradiction),
                    None if fewer && now.is_simple() => self.claim(&now)?,
                    None => {}
                }
            }
            for at in 0..self.apart.len() {
                let Some(sum) = self.apart[at].with(&|var| self.value(var)) else { continue };
                match &sum.terms[..] {
                    [] if sum.constant == 0 => return Err(Contradiction),
                    [(var, factor @ (1 | -1))] => {
                        let (lo, hi) = self.range(*var);
                        let value = -sum.constant * factor;
                        if value == lo {
                            self.at_least(*var, lo + 1)?;
                        } else if value == hi {
                            self.at_most(*var, hi - 1)?;
                        }
                    }
                    _ => {}
                }
            }
            if known(self) == before {
                return Ok(());
            }
        }
    }

    /// Whether the claims that waited hold of a solution.
    pub(super) fn holds_of(&self, values: &[i128]) -> bool {
        let range = |var: Var| values.get(var as usize).map_or((0, 0), |value| (*value, *value));
        self.others.iter().all(|atom| atom.decided(&range) != Some(false))
    }

    /// An unknown of a claim that still waits.
    pub(super) fn waited_for(&self) -> Option<Var> {
        let open = self.others.iter().filter(|atom| self.decided(atom) != Some(true) && !atom.is_simple());
        let mut vars = open.flat_map(|atom| atom.sum.terms.iter().map(|(var, _)| *var));
        vars.find(|var| self.value(*var).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::{Bounds, draw};
    use super::super::random::Chance;
    use super::*;

    /// A claim about some of four unknowns.
    fn atom(chance: &mut Chance) -> Atom {
        let mut number = |below: u64| chance.next() % below;
        let mut sum = Linear::constant(number(9) as i128 - 4);
        for _ in 0..=number(3) {
            let factor = [1, -1, 1, -1, 2][number(5) as usize];
            let term = Linear::var(number(4) as Var).scale(factor).expect("it fits");
            sum = sum.plus(&term).expect("it fits");
        }
        Atom::new(sum, [Relation::AtMost, Relation::AtMost, Relation::Equal, Relation::Apart][number(4) as usize])
    }

    /// The solutions of claims, with all four unknowns within `-3..=3`.
    fn solutions(atoms: &[Atom]) -> Vec<[i128; 4]> {
        let each = |code: i128| [code % 7 - 3, code / 7 % 7 - 3, code / 49 % 7 - 3, code / 343 - 3];
        let holds = |values: &[i128; 4], atom: &Atom| {
            atom.decided(&|var| (values[var as usize], values[var as usize])) == Some(true)
        };
        (0..2401).map(each).filter(|values| atoms.iter().all(|atom| holds(values, atom))).collect()
    }

    #[test]
    fn differences_are_decided_exactly_and_the_rest_never_too_early() {
        let mut chance = Chance::new(7);
        for _ in 0..400 {
            let mut store = Store::new();
            (0..4).for_each(|_| assert!(store.fresh(-3, 3) < 4));
            let start = store.mark();
            let atoms: Vec<Atom> = (0..6).map(|_| atom(&mut chance)).collect();
            let mut before = Vec::new();
            for (count, atom) in atoms.iter().enumerate() {
                before.push(store.mark());
                let consistent = store.claim(atom).and_then(|()| store.settle()).is_ok();
                let known = solutions(&atoms[..=count]);
                assert!(consistent || known.is_empty(), "{atoms:?}");
                let exact = atoms[..=count].iter().all(|atom| atom.is_simple() && atom.relation != Relation::Apart);
                assert!(!(exact && consistent && known.is_empty()), "{atoms:?}");
                if !consistent {
                    break;
                }
                let bounds = Bounds::new(&store);
                for var in 0..4 {
                    let within = |values: &[i128; 4]| {
                        let (lo, hi) = bounds.of(var as Var);
                        (lo..=hi).contains(&values[var])
                    };
                    assert!(known.iter().all(within), "{atoms:?}");
                }
                let drawn = draw(&store, &[2, 0, 3, 1], &mut |_, lo, hi| lo.midpoint(hi));
                if let Some(values) = &drawn {
                    let simple = atoms[..=count].iter().filter(|atom| atom.is_simple());
                    let holds = |atom: &Atom| atom.decided(&|var| (values[var as usize], values[var as usize]));
                    assert!({ simple }.all(|atom| holds(atom) == Some(true)), "{atoms:?} {values:?}");
                }
                assert!(!exact || drawn.is_some(), "{atoms:?}");
            }
            store.back_to(start);
            let free: Vec<(i128, i128)> = (0..4).map(|var| Bounds::new(&store).of(var)).collect();
            assert_eq!(free, [(-3, 3); 4], "all is taken back");
        }
    }
}
