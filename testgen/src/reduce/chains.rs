//! Chains of calls with fewer steps.
use refine_core::value::Value;

use super::shapes::shorter;
use crate::types::Constructor;

/// Of chains with at most so many steps any two are left out together.
const PAIRED: usize = 16;
/// Of chains with at most so many steps all but any three are left out together.
const FEW: usize = 10;

/// The chain that a call ends, without some of its steps; and the values it goes on from otherwise.
pub(super) fn shorter_chains(known: &[Constructor], value: &Value) -> Vec<Value> {
    let step = |value: &Value| match value {
        Value::Call(func, _) => known.iter().find(|one| one.func == *func && one.is_step)?.from,
        _ => None,
    };
    let chain = |value| {
        let mut steps: Vec<(&Value, usize)> = Vec::new();
        let mut start: &Value = value;
        while let (Some(from), Value::Call(_, args)) = (step(start), start)
            && let Some(before) = args.get(from)
        {
            steps.push((start, from));
            start = before;
        }
        steps.reverse();
        (steps, start)
    };
    let (steps, start) = chain(value);
    let again = |steps: Vec<(&Value, usize)>| {
        steps.into_iter().fold(start.clone(), |before, (call, from)| match call {
            Value::Call(func, args) => {
                let (first, rest) = (args[..from].iter().cloned(), args[from + 1..].iter().cloned());
                Value::Call(*func, first.chain([before]).chain(rest).collect())
            }
            other => other.clone(),
        })
    };
    let mut out: Vec<Value> = shorter(&steps).map(again).collect();
    // Instead of a step that is given another chain, the steps of that.
    for (at, (call, from)) in steps.iter().enumerate() {
        let Value::Call(_, args) = call else { continue };
        for (_, arg) in args.iter().enumerate().filter(|(place, _)| place != from) {
            let (inner, _) = chain(arg);
            if !inner.is_empty() {
                out.push(again(steps[..at].iter().chain(&inner).chain(&steps[at + 1..]).copied().collect()));
            }
        }
    }
    if (3..=FEW).contains(&steps.len()) {
        for third in 0..steps.len() {
            for second in 0..=third {
                for first in 0..=second {
                    let rest = steps.iter().enumerate().filter(|(at, _)| [first, second, third].contains(at));
                    out.push(again(rest.map(|(_, step)| *step).collect()));
                }
            }
        }
    }
    // What one step does another undoes.
    if steps.len() <= PAIRED {
        for second in 1..steps.len() {
            for first in 0..second {
                let rest = steps.iter().enumerate().filter(|(at, _)| *at != first && *at != second);
                out.push(again(rest.map(|(_, step)| *step).collect()));
            }
        }
    }
    if let (true, Value::Call(_, args)) = (steps.is_empty(), value) {
        out.extend(args.iter().filter(|arg| step(arg).is_some()).cloned());
    }
    out
}
