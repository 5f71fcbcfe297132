//! Calls that may make a value with private insides: a model of the solver's says what is in it, and not how it came to be.
use refine_core::program::Program;
use refine_core::ty::{FnInst, IntTy, Ty};
use refine_core::value::{Value, Vector};

use super::plainest;
use crate::types::{Constructor, constructors, field_types, grounded, param_types};

/// Ways to make the values of one vector, at most.
const WAYS: usize = 16;

/// Vectors like this one, with calls in the place of values that nobody outside can write down. A constructor is given what is in the value,
/// in order and by type, and so is one step after it: what most do is keep what they are given. Whether these do shows when they run.
pub fn by_calls(program: &dyn Program, inst: &FnInst, vector: &[Value]) -> Vec<Vector> {
    let tys = param_types(program, inst);
    let mut out: Vec<Vector> = Vec::new();
    for way in 0..WAYS {
        let made = Made { program, way };
        let vector: Option<Vector> = tys.iter().zip(vector).map(|(ty, value)| made.value(ty, value)).collect();
        out.extend(vector.filter(|vector| !out.contains(vector)));
    }
    out
}

struct Made<'p> {
    program: &'p dyn Program,
    /// Which of its constructors and steps each value takes.
    way: usize,
}

impl Made<'_> {
    fn value(&self, ty: &Ty, value: &Value) -> Option<Value> {
        let each = |tys: &[Ty], all: &[Value]| -> Option<Vec<Value>> {
            tys.iter().zip(all).map(|(ty, value)| self.value(ty, value)).collect()
        };
        Some(match (value, ty.peeled()) {
            (Value::Adt(id, variant, all), Ty::Adt(_, args)) => {
                let tys: Vec<Ty> = field_types(self.program, *id, args, *variant)?.iter().map(grounded).collect();
                if !self.program.adt(*id).is_abstract() {
                    return Some(Value::Adt(*id, *variant, each(&tys, all)?));
                }
                let (steps, starts): (Vec<_>, Vec<_>) =
                    constructors(self.program, *id, args).into_iter().partition(|one| one.is_step);
                let start = starts.get(self.way % starts.len().max(1))?;
                let made = self.call(start, None, &tys, all)?;
                match (self.way / starts.len()).checked_sub(1).map(|at| steps.get(at)) {
                    None => made,
                    Some(step) => self.call(step?, Some((ty.peeled(), made)), &tys, all)?,
                }
            }
            (Value::Tuple(all), Ty::Tuple(tys)) => Value::Tuple(each(tys, all)?),
            (Value::Seq(all), ty) => {
                let element = ty.element()?;
                Value::Seq(all.iter().map(|value| self.value(element, value)).collect::<Option<_>>()?)
            }
            _ => value.clone(),
        })
    }

    /// A call with these fields as arguments, each at most once, and the plainest values for the rest.
    fn call(&self, of: &Constructor, from: Option<(&Ty, Value)>, tys: &[Ty], fields: &[Value]) -> Option<Value> {
        let (mut left, mut from): (Vec<(&Ty, &Value)>, _) = (tys.iter().zip(fields).collect(), from);
        let args = of.params.iter().map(|param| {
            let param = param.peeled();
            if let Some((_, value)) = from.take_if(|(ty, _)| *ty == param) {
                return Some(value);
            }
            let fits = |(ty, value): &(&Ty, &Value)| match (param, value) {
                (Ty::Int(int), Value::Int(value)) => (IntTy::min(*int)..=IntTy::max(*int)).contains(value),
                _ => ty.peeled() == param,
            };
            let same = left.iter().position(|(ty, _)| ty.peeled() == param);
            match same.or_else(|| left.iter().position(fits)) {
                Some(at) => {
                    let (ty, value) = left.remove(at);
                    self.value(ty, value)
                }
                None => plainest(self.program, param),
            }
        });
        Some(Value::Call(of.func, args.collect::<Option<_>>()?))
    }
}
