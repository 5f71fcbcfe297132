//! Values with fewer parts, and plainer ones of the same shape.
use std::collections::HashMap;

use num_bigint::BigInt;
use refine_core::program::Program;
use refine_core::ty::{IntTy, Ty};
use refine_core::value::Value;

use super::chains::shorter_chains;
use super::{char_size, tables};
use crate::foreign::{carrier, kept};
use crate::generate::plainest;
use crate::types::{constructors, field_types, grounded};

/// In sequences of at most so many integers one is made to stand for two.
const MERGED: usize = 4;

/// Values of a program that may be smaller.
pub(super) struct Shapes<'p> {
    program: &'p dyn Program,
    plainest: HashMap<Ty, Option<Value>>,
}

impl<'p> Shapes<'p> {
    pub(super) fn new(program: &'p dyn Program) -> Self {
        Shapes { program, plainest: HashMap::new() }
    }

    fn plainest(&mut self, ty: &Ty) -> Option<Value> {
        let program = self.program;
        let made = || plainest(program, ty).map(tables::settled);
        self.plainest.entry(ty.clone()).or_insert_with(made).clone()
    }

    /// Candidates for a value, each with the depth at which it differs; integers stay. Not all are smaller.
    pub(super) fn smaller(&mut self, ty: &Ty, value: &Value, depth: usize, out: &mut Vec<(usize, Value)>) {
        let program = self.program;
        let ty = ty.peeled();
        if let Some(inner) = carrier(program, ty) {
            let from = out.len();
            self.smaller(&inner, value, depth, out);
            out[from..].iter_mut().for_each(|(_, one)| *one = kept(program, ty, one.clone()));
            return;
        }
        if matches!(value, Value::Adt(..) | Value::Call(..)) {
            out.extend(self.plainest(ty).map(|plainest| (depth, plainest)));
        }
        match (value, ty) {
            (Value::Function(table), _) => tables::smaller(self, program, ty, table, depth, out),
            (Value::Bool(true), _) => out.push((depth, Value::Bool(false))),
            (Value::Char(c), _) => out.extend(chars(*c).into_iter().map(|c| (depth, Value::Char(c)))),
            (Value::Float(bits), _) => {
                let float = f64::from_bits(*bits);
                let simpler = [0.0, 1.0, -1.0, float.trunc(), -float, float / 2.0];
                out.extend(
                    simpler.into_iter().filter(|one| one.is_finite()).map(|one| (depth, Value::Float(one.to_bits()))),
                );
            }
            (Value::Str(text), _) => {
                let all: Vec<char> = text.chars().collect();
                out.extend(shorter(&all).into_iter().map(|all| (depth, Value::Str(all.into_iter().collect()))));
                // One by one they may be too many.
                let alike = |c: char| (depth, Value::Str(std::iter::repeat_n(c, all.len()).collect()));
                out.extend(all.first().into_iter().filter(|_| all.len() > 1).flat_map(|c| [alike('a'), alike(*c)]));
                for (at, c) in all.iter().enumerate() {
                    for simpler in chars(*c) {
                        let mut all = all.clone();
                        all[at] = simpler;
                        out.push((depth + 1, Value::Str(all.into_iter().collect())));
                    }
                }
            }
            (Value::Tuple(all), Ty::Tuple(tys)) => {
                self.parts(all, &|at| tys.get(at).cloned(), depth, out, &|all| Value::Tuple(all));
            }
            (Value::Seq(all), _) => {
                if !matches!(ty, Ty::Array(..)) {
                    out.extend(shorter(all).into_iter().map(|all| (depth, Value::Seq(all))));
                    out.extend(merged(all, ty.element()).into_iter().map(|all| (depth, Value::Seq(all))));
                }
                let zero = |value: &Value| matches!(value, Value::Int(_)).then(|| Value::Int(BigInt::ZERO));
                let alike =
                    all.first().into_iter().filter(|_| all.len() > 1).flat_map(|one| [zero(one), Some(one.clone())]);
                out.extend(alike.flatten().map(|one| (depth, Value::Seq(vec![one; all.len()]))));
                self.parts(all, &|_| ty.element().cloned(), depth, out, &|all| Value::Seq(all));
            }
            (Value::Adt(id, variant, all), Ty::Adt(_, args)) => {
                let mut inner = Vec::new();
                all.iter().for_each(|part| same_type(part, *id, &mut inner));
                out.extend(inner.into_iter().map(|value| (depth, value)));
                let def = program.adt(*id);
                let units = def.variants.iter().enumerate().filter(|(_, variant)| variant.fields.is_empty());
                out.extend(units.map(|(at, _)| (depth, Value::Adt(*id, at, Vec::new()))));
                let tys = field_types(program, *id, args, *variant).unwrap_or_default();
                let (id, variant) = (*id, *variant);
                self.parts(all, &|at| tys.get(at).map(grounded), depth, out, &|all| Value::Adt(id, variant, all));
            }
            (Value::Call(func, all), Ty::Adt(id, args)) => {
                let known = constructors(program, *id, args);
                out.extend(shorter_chains(&known, *id, value).into_iter().map(|value| (depth, value)));
                let params = known.iter().find(|one| one.func == *func).map_or(Vec::new(), |one| one.params.clone());
                let func = *func;
                self.parts(all, &|at| params.get(at).cloned(), depth, out, &|all| Value::Call(func, all));
            }
            _ => {}
        }
    }

    /// Candidates that differ in one part.
    fn parts(
        &mut self,
        all: &[Value],
        ty: &dyn Fn(usize) -> Option<Ty>,
        depth: usize,
        out: &mut Vec<(usize, Value)>,
        whole: &dyn Fn(Vec<Value>) -> Value,
    ) {
        for (at, part) in all.iter().enumerate() {
            let Some(ty) = ty(at) else { continue };
            let mut inner = Vec::new();
            self.smaller(&ty, part, depth + 1, &mut inner);
            out.extend(inner.into_iter().map(|(depth, part)| {
                let mut all = all.to_vec();
                all[at] = part;
                (depth, whole(all))
            }));
        }
    }
}

/// Without one integer, and another at an end of its range: one may do what two did.
fn merged(all: &[Value], element: Option<&Ty>) -> Vec<Vec<Value>> {
    let Some(Ty::Int(int)) = element else { return Vec::new() };
    let mut out = Vec::new();
    if (2..=MERGED).contains(&all.len()) {
        for gone in 0..all.len() {
            for other in (0..all.len()).filter(|other| *other != gone) {
                for end in [IntTy::min(*int), IntTy::max(*int)] {
                    let mut all = all.to_vec();
                    all[other] = Value::Int(end);
                    all.remove(gone);
                    out.push(all);
                }
            }
        }
    }
    out
}

fn chars(c: char) -> Vec<char> {
    ['a', 'b', ' ', 'A', '0'].into_iter().filter(|simple| char_size(*simple) < char_size(c)).collect()
}

/// Without a half, without a quarter, …, without one element; and nothing at all first.
pub(super) fn shorter<T: Clone>(all: &[T]) -> Vec<Vec<T>> {
    let mut out = Vec::new();
    let mut chunk = all.len();
    while chunk > 0 {
        for start in (0..all.len()).step_by(chunk) {
            let end = (start + chunk).min(all.len());
            out.push(all[..start].iter().chain(&all[end..]).cloned().collect());
        }
        chunk /= 2;
    }
    out
}

/// The values of the same struct or enum inside a value.
fn same_type(value: &Value, id: refine_core::ty::AdtId, out: &mut Vec<Value>) {
    match value {
        Value::Adt(found, ..) if *found == id => out.push(value.clone()),
        Value::Adt(_, _, all) | Value::Tuple(all) | Value::Seq(all) => {
            all.iter().for_each(|part| same_type(part, id, out));
        }
        _ => {}
    }
}
