//! Chains of calls by chance: a constructor, then steps, as users of a type with private insides make its values.
use refine_core::ids::AdtId;
use refine_core::ty::Ty;
use refine_core::value::Value;

use super::random::Random;
use super::space::{Construction, Space, Transition, made};

/// A chain has at most one of these numbers of steps: short ones are as likely as long ones.
const LENGTHS: [usize; 6] = [1, 2, 4, 8, 12, 20];
/// Steps of the longest chain that grows out of another.
const LONGEST: usize = 40;
/// One of so many vectors has a chain that makes the same step very often: only that fills what is full at some number, or comes to the end of
/// a counter.
const MONOTONE: usize = 32;
/// After how many calls a counter of eight bits is at its end, with steps that are one to five apart; and after one more.
const ENDS: [usize; 10] = [255, 256, 127, 128, 85, 86, 63, 64, 51, 52];
/// Steps that such a chain has at most.
const MOST: usize = 300;
/// Calls that all chains of a vector have together: a step may take other chains, whose steps may, too.
pub(super) const CALLS: usize = 4 * LONGEST;
/// States of one type that are kept to go on from.
const STATES: usize = 256;

impl Random {
    /// A value of an abstract type: a chain of its own, or one that goes on from a state that was seen.
    pub(super) fn chain(&mut self, space: &mut Space<'_>, ty: &Ty, of: (AdtId, &[Ty]), parts: u32) -> Option<Value> {
        let chains = space.chains(of.0, of.1);
        let below = (parts > 0).then_some(parts / 2);
        let seen = self.states.get(ty).map_or(0, Vec::len);
        let known = seen > 0 && self.chance.below(4) != 0 && self.calls_left > 0;
        let (mut value, most) = if known {
            // Those that were found last are likely to be the longest.
            let at = self.chance.below(seen).max(self.chance.below(seen));
            let value = self.states[ty][at].clone();
            self.calls_left = self.calls_left.saturating_sub(length(&value));
            // (What steps take may be chains that go on from others, too.)
            let most = if below.is_some() { LONGEST.saturating_sub(length(&value)).min(3) } else { 0 };
            (value, most)
        } else {
            let starts: Vec<_> =
                chains.starts.iter().filter(|(_, parts)| parts.is_empty() || below.is_some()).collect();
            if starts.is_empty() {
                return None;
            }
            let (how, parts) = starts[self.chance.below(starts.len())];
            let share = below.unwrap_or(0);
            let values = |this: &mut Self, space: &mut Space<'_>| {
                parts.iter().map(|ty| this.value(space, ty, share)).collect::<Option<_>>()
            };
            let parts = match how {
                Construction::Call(func) => self.with_literals_of(space, *func, values)?,
                _ => values(self, space)?,
            };
            let most = if below.is_some() { LENGTHS[self.chance.below(LENGTHS.len())] } else { 0 };
            (made(of.0, how.clone(), parts), most)
        };
        // Before one has got anywhere, what it takes to make one matters more than what is done to it.
        let count = match known {
            true => most,
            false if seen == 0 && self.chance.below(4) > 0 => 0,
            false => self.chance.below(most + 1),
        };
        if below.is_some() && self.calls_left == CALLS && self.chance.below(MONOTONE) == 0 {
            value = self.monotone(space, &chains.steps, value)?;
        }
        // Some functions only: what one undoes, all of a chain may have to do without.
        let chosen: Vec<&Transition> = chains.steps.iter().filter(|_| self.chance.below(3) != 0).collect();
        for _ in 0..count {
            if chosen.is_empty() || self.calls_left == 0 {
                break;
            }
            self.calls_left -= 1;
            let step = chosen[self.chance.below(chosen.len())];
            value = self.step(space, step, value, below.unwrap_or(0))?;
        }
        Some(value)
    }

    /// What many calls of one function make of a value: all with the same arguments, or each with others.
    fn monotone(&mut self, space: &mut Space<'_>, steps: &[Transition], mut value: Value) -> Option<Value> {
        let is_chain = |ty: &Ty| matches!(ty.peeled(), Ty::Adt(id, _) if space.is_abstract(*id));
        let takes_one = |step: &&Transition| step.params.iter().filter(|ty| is_chain(ty)).count() == 1;
        let plain: Vec<&Transition> = steps.iter().filter(takes_one).collect();
        if plain.is_empty() {
            return Some(value);
        }
        // In turn, and not by chance: each is there once few have been made.
        let number = self.monotone.entry(plain[0].func).or_default();
        let (step, turn) = (plain[*number % plain.len()], *number / plain.len());
        *number += 1;
        let limits: Vec<usize> =
            self.literals().filter_map(|n| usize::try_from(n).ok()).filter(|n| *n < MOST).collect();
        let often = if limits.is_empty() || turn.is_multiple_of(2) {
            let turn = if limits.is_empty() { turn } else { turn / 2 };
            ENDS[turn % ENDS.len()]
        } else {
            let (at, near) = (turn / 2 / 3 % limits.len(), turn / 2 % 3);
            (limits[at] + near).saturating_sub(1)
        };
        self.calls_left = 0;
        let mut same = (self.chance.below(2) == 0).then(Vec::new);
        for _ in 0..often {
            let known = same.as_ref().filter(|args| !args.is_empty()).cloned();
            value = match known {
                Some(mut args) => {
                    args[step.from] = value;
                    Value::Call(step.func, args)
                }
                None => self.step(space, step, value, 1)?,
            };
            if let (Some(same), Value::Call(_, args)) = (&mut same, &value)
                && same.is_empty()
            {
                same.clone_from(args);
                same[step.from] = Value::Bool(false);
            }
        }
        Some(value)
    }

    /// What a step makes of a value.
    pub(super) fn step(&mut self, space: &mut Space<'_>, step: &Transition, from: Value, parts: u32) -> Option<Value> {
        let mut from = Some(from);
        let args = self.with_literals_of(space, step.func, |this, space| {
            let args = step.params.iter().enumerate().map(|(at, ty)| match at == step.from {
                true => from.take(),
                false => this.value(space, ty, parts),
            });
            args.collect::<Option<_>>()
        });
        Some(Value::Call(step.func, args?))
    }

    /// Keeps the values of abstract types in a vector to go on from.
    pub(super) fn learn(&mut self, space: &Space<'_>, tys: &[Ty], vector: &[Value]) {
        for (ty, value) in tys.iter().zip(vector) {
            let ty = ty.peeled();
            if let (Ty::Adt(id, _), Value::Call(..) | Value::Default(_)) = (ty, value)
                && space.is_abstract(*id)
                && length(value) <= LONGEST
            {
                let known = self.states.entry(ty.clone()).or_default();
                if known.len() < STATES {
                    known.push(value.clone());
                } else {
                    let at = self.chance.below(STATES);
                    known[at] = value.clone();
                }
            }
        }
    }
}

/// The number of calls in a value.
pub(super) fn length(value: &Value) -> usize {
    match value {
        Value::Call(_, all) => 1 + all.iter().map(length).sum::<usize>(),
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) => all.iter().map(length).sum(),
        _ => 0,
    }
}
