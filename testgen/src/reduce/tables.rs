//! Functions made smaller: fewer entries, then less that they ask for, then plainer answers, then plainer questions.
use num_bigint::BigUint;
use refine_core::program::Program;
use refine_core::ty::Ty;
use refine_core::value::{Table, Value};

use super::shapes::{Shapes, Take, shorter};
use crate::foreign::{answer, function, question};

/// An entry counts as what it is made of; so do the answers to all other questions.
pub(super) fn measure(table: &Table) -> (usize, BigUint) {
    let said = |part: &&Value| !matches!(part, Value::Opaque(_));
    let entries = table.entries.iter().flat_map(|(question, answer)| question.iter().filter(said).chain([answer]));
    let sizes = entries.chain(&table.others).map(super::measure);
    sizes.fold((1 + table.entries.len(), BigUint::ZERO), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// A value whose functions give one answer, as those do that are written down.
pub(super) fn settled(value: Value) -> Value {
    let all = |values: Vec<Value>| values.into_iter().map(settled).collect();
    match value {
        Value::Function(mut table) => {
            table.others.truncate(1);
            Value::Function(table)
        }
        Value::Tuple(values) => Value::Tuple(all(values)),
        Value::Seq(values) => Value::Seq(all(values)),
        Value::Adt(id, variant, values) => Value::Adt(id, variant, all(values)),
        Value::Call(func, values) => Value::Call(func, all(values)),
        other => other,
    }
}

/// Offers candidates that differ from the table at a depth. Says whether one was taken.
pub(super) fn smaller(
    shapes: &mut Shapes<'_>,
    program: &dyn Program,
    ty: &Ty,
    table: &Table,
    depth: usize,
    take: Take<'_>,
) -> bool {
    let Some(signature) = function(program, ty) else { return false };
    let (answers, question_types) = (answer(program, &signature), question(&signature));
    let mut put = |table: Table| take(Value::Function(Box::new(table)));
    let Some(below) = depth.checked_sub(1) else {
        let mut constants = table.others.iter().chain(table.entries.iter().map(|(_, answer)| answer));
        return constants.any(|answer| put(Table { entries: Vec::new(), others: vec![answer.clone()] }))
            || table.others.len() > 1
                && (table.others.iter())
                    .any(|other| put(Table { entries: table.entries.clone(), others: vec![other.clone()] }))
            || shorter(&table.entries).any(|entries| put(Table { entries, others: table.others.clone() }))
            || (0..table.entries.len()).any(|at| {
                let parts = table.entries[at].0.iter().enumerate();
                let said = parts.filter(|(_, part)| !matches!(part, Value::Opaque(_)));
                said.map(|(part, _)| part).collect::<Vec<_>>().into_iter().any(|part| {
                    let mut wider = table.clone();
                    wider.entries[at].0[part] = Value::Opaque(String::new());
                    put(wider)
                })
            });
    };
    let mut plainer = |ty: &Ty, value: &Value, change: &dyn Fn(&mut Table, Value)| {
        shapes.smaller(ty, value, below, &mut |value| {
            let mut table = table.clone();
            change(&mut table, value);
            put(table)
        })
    };
    for (at, other) in table.others.iter().enumerate() {
        if plainer(&answers, other, &|table, value| table.others[at] = value) {
            return true;
        }
    }
    for (at, (question, answer)) in table.entries.iter().enumerate() {
        if plainer(&answers, answer, &|table, value| table.entries[at].1 = value) {
            return true;
        }
        for (part, (ty, value)) in question_types.iter().zip(question).enumerate() {
            if plainer(ty, value, &|table, value| table.entries[at].0[part] = value) {
                return true;
            }
        }
    }
    false
}
