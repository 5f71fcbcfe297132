//! Vectors that differ in one place from one that got somewhere new.
use num_bigint::BigInt;
use refine_core::ty::{IntTy, Ty};
use refine_core::value::Value;

use super::random::Random;
use super::space::{Foreign, Space};
use crate::types::{Known, field_types, grounded, known};

impl Random {
    /// A vector with one place changed.
    pub(super) fn mutant(
        &mut self,
        space: &mut Space<'_>,
        tys: &[Ty],
        vector: &[Value],
        depth: u32,
    ) -> Option<Vec<Value>> {
        self.begin();
        let mut out = vector.to_vec();
        let at = self.chance.below(out.len());
        out[at] = self.changed(space, tys.get(at)?, &out[at], depth)?;
        Some(out)
    }

    fn changed(&mut self, space: &mut Space<'_>, ty: &Ty, value: &Value, depth: u32) -> Option<Value> {
        let ty = ty.peeled();
        if self.chance.below(8) == 0 {
            return self.value(space, ty, depth);
        }
        if let Some(Foreign::Carried(inner)) = space.foreign(ty) {
            let changed = self.changed(space, &inner, value, depth)?;
            return Some(space.kept(ty, changed));
        }
        Some(match (value, ty) {
            (Value::Bool(flag), _) => Value::Bool(!flag),
            (Value::Int(int), Ty::Int(of)) if self.chance.below(2) == 0 => {
                let near: BigInt = int + BigInt::from(self.chance.below(3)) - 1;
                Value::Int(near.clamp(IntTy::min(*of), IntTy::max(*of)))
            }
            (Value::Seq(all), Ty::Array(inner, _)) => {
                Value::Seq(self.changed_one(space, &|_| (**inner).clone(), all, depth)?)
            }
            (Value::Seq(all), _) => {
                let element = ty.element()?.clone();
                let mut all = all.clone();
                let at = self.chance.below(all.len() + 1);
                match self.chance.below(4) {
                    0 => all.insert(at, self.value(space, &element, depth)?),
                    1 if at < all.len() => drop(all.remove(at)),
                    2 if at < all.len() => all.insert(at, all[at].clone()),
                    _ if all.is_empty() => all.push(self.value(space, &element, depth)?),
                    _ => all = self.changed_one(space, &|_| element.clone(), &all, depth)?,
                }
                Value::Seq(all)
            }
            (Value::Str(text), Ty::Opaque(name)) if known(name) == Some(Known::Text) => {
                let mut all: Vec<char> = text.chars().collect();
                let at = self.chance.below(all.len() + 1);
                let Value::Char(c) = self.value(space, &Ty::Char, depth)? else { return None };
                match self.chance.below(3) {
                    0 if at < all.len() => drop(all.remove(at)),
                    1 if at < all.len() => all[at] = c,
                    _ => all.insert(at, c),
                }
                Value::Str(all.into_iter().collect())
            }
            (Value::Tuple(all), Ty::Tuple(tys)) => {
                Value::Tuple(self.changed_one(space, &|at| tys[at].clone(), all, depth)?)
            }
            (Value::Adt(id, variant, all), Ty::Adt(_, args)) if !all.is_empty() => {
                let tys = field_types(space.program(), *id, args, *variant)?;
                Value::Adt(*id, *variant, self.changed_one(space, &|at| grounded(&tys[at]), all, depth)?)
            }
            (Value::Call(func, all), Ty::Adt(id, args)) => {
                let chains = space.chains(*id, args);
                let step = chains.steps.iter().find(|step| step.func == *func);
                match (step, self.chance.below(3)) {
                    (Some(step), 0) => all.get(step.from)?.clone(),
                    (_, 1) if !chains.steps.is_empty() => {
                        let next = &chains.steps[self.chance.below(chains.steps.len())];
                        self.step(space, next, value.clone(), depth)?
                    }
                    (Some(step), _) => {
                        let params = &step.params;
                        Value::Call(*func, self.changed_one(space, &|at| params[at].clone(), all, depth)?)
                    }
                    _ => self.value(space, ty, depth)?,
                }
            }
            _ => self.value(space, ty, depth)?,
        })
    }

    /// Parts of which one is changed.
    fn changed_one(
        &mut self,
        space: &mut Space<'_>,
        ty: &dyn Fn(usize) -> Ty,
        all: &[Value],
        depth: u32,
    ) -> Option<Vec<Value>> {
        let mut all = all.to_vec();
        if !all.is_empty() {
            let at = self.chance.below(all.len());
            all[at] = self.changed(space, &ty(at), &all[at], depth)?;
        }
        Some(all)
    }
}
