//! Functions made smaller: fewer entries, then plainer answers, then plainer questions.
use num_bigint::BigUint;
use refine_core::program::Program;
use refine_core::ty::Ty;
use refine_core::value::{Table, Value};

use super::shapes::Shapes;
use crate::foreign::function;

/// An entry counts as what it is made of; so do the answers to all other questions.
pub(super) fn measure(table: &Table) -> (usize, BigUint) {
    let entries = table.entries.iter().flat_map(|(question, answer)| question.iter().chain([answer]));
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

/// Candidates for a table, each with the depth at which it differs.
pub(super) fn smaller(
    shapes: &mut Shapes<'_>,
    program: &dyn Program,
    ty: &Ty,
    table: &Table,
    depth: usize,
    out: &mut Vec<(usize, Value)>,
) {
    let Some(signature) = function(program, ty) else { return };
    let mut put = |depth: usize, table: Table| out.push((depth, Value::Function(Box::new(table))));
    let constants = table.others.iter().chain(table.entries.iter().map(|(_, answer)| answer));
    for answer in constants {
        put(depth, Table { entries: Vec::new(), others: vec![answer.clone()] });
    }
    if table.others.len() > 1 {
        for other in &table.others {
            put(depth, Table { entries: table.entries.clone(), others: vec![other.clone()] });
        }
    }
    for at in 0..table.entries.len() {
        let mut fewer = table.clone();
        fewer.entries.remove(at);
        put(depth, fewer);
    }
    let mut plainer = |ty: &Ty, value: &Value, change: &dyn Fn(&mut Table, Value)| {
        let mut found = Vec::new();
        shapes.smaller(ty, value, depth + 1, &mut found);
        for (depth, value) in found {
            let mut table = table.clone();
            change(&mut table, value);
            put(depth, table);
        }
    };
    for (at, other) in table.others.iter().enumerate() {
        plainer(&signature.ret, other, &|table, value| table.others[at] = value);
    }
    for (at, (question, answer)) in table.entries.iter().enumerate() {
        plainer(&signature.ret, answer, &|table, value| table.entries[at].1 = value);
        for (part, (ty, value)) in signature.params.iter().zip(question).enumerate() {
            plainer(ty, value, &|table, value| table.entries[at].0[part] = value);
        }
    }
}
