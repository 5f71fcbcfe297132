//! What a search chooses next, and between what.
use std::collections::HashSet;
use std::rc::Rc;

use refine_core::ty::Ty;

use super::linear::Var;
use super::model::Bounds;
use super::required::claimed_of;
use super::room::Form;
use super::search::{Choice, DepthSearch, Hole, Mode, Sources};
use super::state::{HoleId, Wait};
use super::table::table;

/// Values of an unknown that are tried where a claim waits for it, unless all are.
const SOME: i128 = 24;

impl<'p> DepthSearch<'p> {
    /// The next thing to choose, and whether no claim asks for it. `None` if all is chosen.
    pub(super) fn split(&mut self, sources: &mut Sources<'_, 'p>) -> Option<(Vec<Choice>, bool)> {
        let wait = {
            let waits = || self.state.waiting.iter().map(|claim| &claim.wait);
            let key = waits().find(|wait| matches!(wait, Wait::Key(_)));
            let shape = || waits().find(|wait| matches!(wait, Wait::Shape(_)));
            key.or_else(shape).or_else(|| waits().next()).cloned()
        };
        let choices = match wait {
            Some(Wait::Key(hole) | Wait::Shape(hole)) => self.shapes(hole, sources),
            Some(Wait::Value(var)) => match self.state.holes.iter().position(|hole| hole.length == Some(var)) {
                Some(hole) if self.state.holes[hole].value.is_none() => self.shapes(hole, sources),
                _ => self.values(var, sources),
            },
            Some(Wait::Decide(atom)) => {
                let mut both = vec![Choice::Decide(atom.clone(), true), Choice::Decide(atom, false)];
                self.shuffle(&mut both, sources);
                both
            }
            None => return self.fill(sources),
        };
        Some((choices, false))
    }

    /// What no claim waits for.
    fn fill(&mut self, sources: &mut Sources<'_, 'p>) -> Option<(Vec<Choice>, bool)> {
        let open = |hole: &super::state::Hole| hole.value.is_none() && hole.foreign.is_none();
        if let Some(hole) = self.state.holes.iter().position(open) {
            return Some((self.shapes(hole, sources), true));
        }
        if let Some(var) = self.state.store.waited_for() {
            return Some((self.values(var, sources), false));
        }
        if self.mode != Mode::All {
            return None;
        }
        let labels = match &self.labels {
            Some((_, labels)) => labels.clone(),
            None => {
                let labels: Rc<[Var]> = self.unknowns().into_iter().map(|(var, _)| var).collect();
                self.labels = Some((self.branches.len(), labels.clone()));
                labels
            }
        };
        let var = *labels.iter().find(|var| self.state.store.value(**var).is_none())?;
        Some((self.values(var, sources), true))
    }

    /// The ways to fill a hole.
    fn shapes(&mut self, hole: HoleId, sources: &mut Sources<'_, 'p>) -> Vec<Choice> {
        let Hole { ty, depth } = self.hole(hole);
        let room = self.room.clone();
        let mut choices: Vec<Choice> = match room.form(&ty) {
            Form::Bool => [false, true].map(|flag| Choice::Flag(hole, flag)).to_vec(),
            Form::Seq(Some(n)) => vec![Choice::Length(hole, n as usize)],
            Form::Seq(None) => {
                self.cut = true;
                let (lo, hi) = match self.state.holes[hole].length {
                    Some(length) => Bounds::new(&self.state.store).of(length),
                    None => (0, i128::from(depth)),
                };
                (lo..=hi).map(|n| Choice::Length(hole, n as usize)).collect()
            }
            Form::Carried(carrier) => vec![Choice::Carrier(hole, carrier)],
            Form::Foreign => return self.foreign(hole, &ty, sources),
            Form::Data => match self.state.holes[hole].key {
                Some(key) => {
                    let mut all = room.tables.borrow().productions(key, depth);
                    if self.mode == Mode::Random {
                        let most = all.first().map_or(0, |smallest| smallest.least) + self.state.holes[hole].spare;
                        all.retain(|production| production.least <= most);
                        sources.random.chance().order(&mut all, false);
                    }
                    return all.into_iter().map(|production| Choice::Production(hole, production)).collect();
                }
                None => match table(&room, &ty, &claimed_of(&self.state, hole), depth) {
                    Some(context) => {
                        let (mut keys, partial) = room.tables.borrow().keys(context, &ty, depth);
                        self.partial |= partial;
                        self.cut = true;
                        if self.mode == Mode::Random {
                            let tables = room.tables.borrow();
                            sources.random.chance().small_first(&mut keys, &|key| tables.least(*key));
                        }
                        return keys.into_iter().map(|key| Choice::Key(hole, key)).collect();
                    }
                    None => {
                        let variants = room.variants(&ty);
                        let able = variants.iter().enumerate().filter(|(_, variant)| variant.able);
                        let (within, beyond): (Vec<_>, Vec<_>) = able.partition(|(_, variant)| variant.cost <= depth);
                        self.cut |= !beyond.is_empty();
                        let mut within: Vec<(u32, usize)> =
                            within.into_iter().map(|(at, variant)| (variant.cost, at)).collect();
                        within.sort_by_key(|(cost, _)| *cost);
                        within.into_iter().map(|(_, at)| Choice::Variant(hole, at)).collect()
                    }
                },
            },
        };
        if !self.is_full() {
            self.shuffle(&mut choices, sources);
        }
        choices
    }

    fn foreign(&mut self, hole: HoleId, ty: &Ty, sources: &mut Sources<'_, 'p>) -> Vec<Choice> {
        let choice = |value| Choice::Foreign(hole, value);
        if self.mode == Mode::All
            && let Some(whole) = sources.space.whole(ty)
        {
            return whole.iter().cloned().map(choice).collect();
        }
        (self.cut, self.partial) = (true, true);
        match self.mode {
            Mode::Random => sources.random.value(sources.space, ty, self.depth).map(choice).into_iter().collect(),
            Mode::Plain => sources.space.first(ty, 0..64).map(choice).into_iter().collect(),
            Mode::All => sources.space.all(ty, self.depth as usize).into_iter().map(choice).collect(),
        }
    }

    /// Values of an unknown.
    fn values(&mut self, var: Var, sources: &mut Sources<'_, 'p>) -> Vec<Choice> {
        self.room.steps.set(self.room.steps.get() + self.state.store.len() as u64);
        let (lo, hi) = Bounds::new(&self.state.store).of(var);
        let plain = 0i128.clamp(lo, hi.max(lo));
        let reach = if self.mode == Mode::All { self.window } else { SOME };
        let (from, to) = (lo.max(plain.saturating_sub(reach)), hi.min(plain.saturating_add(reach)));
        self.cut |= from > lo || to < hi;
        let mut values: Vec<i128> = (from..=to).collect();
        values.sort_by_key(|value| (value.abs_diff(plain), *value < plain));
        match self.mode {
            Mode::All => {}
            Mode::Plain => values.extend(sources.random.literals().filter(|value| (lo..=hi).contains(value))),
            Mode::Random => {
                let drawn = (0..8).map(|_| sources.random.within(lo, hi));
                values = drawn.chain(values).collect();
            }
        }
        let mut seen = HashSet::new();
        values.retain(|value| seen.insert(*value));
        values.into_iter().map(|value| Choice::Value(var, value)).collect()
    }

    fn shuffle(&self, choices: &mut [Choice], sources: &mut Sources<'_, 'p>) {
        if self.mode == Mode::Random {
            sources.random.chance().order(choices, false);
        }
    }
}
