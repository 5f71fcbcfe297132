//! Functions among the arguments, as they were in a run: each answer that it took is written down.
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Table, Value, Vector};

use super::process::{Notices, Process, Reply};
use super::{Harness, Limits};
use crate::foreign::{answer, carrier, function, question, stub};
use crate::types::{constructors, field_types, grounded, param_types};
use crate::wire;

/// The questions that a function was asked, each with its answer.
type Entries = Vec<(Vec<Value>, Value)>;

/// A function that a call is given: the parameter, what it is known by there, its place in that, and what it is. A function is known by
/// itself, one of a stub by the whole.
struct Given {
    param: usize,
    whole: Value,
    at: usize,
    table: Table,
    ty: Ty,
}

impl Harness {
    /// The vector with the functions in it as tables of what they were asked and answered, and one answer to all else. The same if there
    /// is nothing to write down, or the run ends the process.
    pub fn written_down(&self, program: &dyn Program, inst: &FnInst, vector: &Vector, limits: &Limits) -> Vector {
        let tys = param_types(program, inst);
        let mut given: Vec<Given> = Vec::new();
        for (param, (ty, value)) in tys.iter().zip(vector).enumerate() {
            each(program, ty, value, &mut |whole, at, ty, table| {
                if !given.iter().any(|one| one.param == param && one.at == at && one.whole == *whole) {
                    given.push(Given { param, whole: whole.clone(), at, table: table.clone(), ty: ty.clone() });
                }
            });
        }
        if given.iter().all(|one| one.table.others.len() == 1) {
            return vector.clone();
        }
        let told = self.functions_of(program, inst, vector, &given, limits).unwrap_or_default();
        let mut written = vector.clone();
        for (param, value) in written.iter_mut().enumerate() {
            replace(program, value, &mut |whole, at, table| {
                let known = given.iter().position(|one| one.param == param && one.at == at && one.whole == *whole);
                if let Some(entries) = known.and_then(|at| told.get(at)) {
                    table.entries.clone_from(entries);
                    table.others.truncate(1);
                    // What a contract allows for one question it most likely allows for others.
                    if let (true, Some((_, answer))) = (matches!(whole, Value::Adt(..)), entries.first()) {
                        table.others = vec![answer.clone()];
                    }
                }
            });
        }
        written
    }

    fn functions_of(
        &self,
        program: &dyn Program,
        inst: &FnInst,
        vector: &Vector,
        given: &[Given],
        limits: &Limits,
    ) -> Option<Vec<Entries>> {
        let number = *self.numbers.get(inst)?;
        let mut request = format!("?{number} {}", vector.len());
        for value in vector {
            request.push(' ');
            wire::print(&mut request, value);
        }
        request.push('\n');
        let mut process = Process::start(&self.shadow.program, &self.folder, limits.memory_mib, &self.stop).ok()?;
        if !process.send(&request, limits.timeout) {
            return None;
        }
        let Reply::Line(line) = process.reply(limits.timeout, &mut Notices::default()) else { return None };
        let tys = given.iter().map(|one| {
            let signature = function(program, &one.ty)?;
            Some(Ty::Vec(Box::new(Ty::Tuple(vec![Ty::Tuple(question(&signature)), answer(program, &signature)]))))
        });
        let tys = Ty::Tuple(tys.collect::<Option<_>>()?);
        let mut tokens = line.split_ascii_whitespace().skip(2);
        let Value::Tuple(all) = wire::parse(&self.adts, &tys, &mut tokens)? else { return None };
        let entry = |entry: Value| {
            let Value::Tuple(both) = entry else { return None };
            let [Value::Tuple(question), answer] = <[Value; 2]>::try_from(both).ok()? else { return None };
            Some((question, answer))
        };
        let entries = |all: Value| match all {
            Value::Seq(all) => all.into_iter().map(entry).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        all.into_iter().map(entries).collect()
    }
}

/// Visits the functions in a value, from left to right: in the order in which they are made.
fn each(program: &dyn Program, ty: &Ty, value: &Value, visit: &mut dyn FnMut(&Value, usize, &Ty, &Table)) {
    let ty = ty.peeled();
    if let Some(inner) = carrier(program, ty) {
        return each(program, &inner, value, visit);
    }
    match (ty, value) {
        (_, Value::Function(table)) => visit(value, 0, ty, table),
        (Ty::Tuple(tys), Value::Tuple(all)) => {
            tys.iter().zip(all).for_each(|(ty, value)| each(program, ty, value, visit));
        }
        (_, Value::Seq(all)) => {
            if let Some(element) = ty.element() {
                all.iter().for_each(|value| each(program, element, value, visit));
            }
        }
        (Ty::Adt(id, args), Value::Adt(_, variant, all)) => {
            let tys = field_types(program, *id, args, *variant).unwrap_or_default();
            let is_stub = stub(program, ty).is_some();
            for (at, (ty, part)) in tys.iter().zip(all).enumerate() {
                match part {
                    Value::Function(table) if is_stub => visit(value, at, ty, table),
                    _ => each(program, &grounded(ty), part, visit),
                }
            }
        }
        (Ty::Adt(id, args), Value::Call(func, all)) => {
            let known = constructors(program, *id, args);
            let tys = known.iter().find(|one| one.func == *func).map_or(Vec::new(), |one| one.params.clone());
            tys.iter().zip(all).for_each(|(ty, value)| each(program, ty, value, visit));
        }
        _ => {}
    }
}

fn replace(program: &dyn Program, value: &mut Value, change: &mut dyn FnMut(&Value, usize, &mut Table)) {
    let whole = value.clone();
    match value {
        Value::Function(table) => change(&whole, 0, table),
        Value::Adt(id, _, all) if program.adt(*id).stub.is_some() => {
            for (at, part) in all.iter_mut().enumerate() {
                if let Value::Function(table) = part {
                    change(&whole, at, table);
                }
            }
        }
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter_mut().for_each(|value| replace(program, value, change));
        }
        _ => {}
    }
}
