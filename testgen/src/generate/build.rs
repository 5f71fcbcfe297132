//! Vectors from the state of a search in which all is chosen but the values of unknowns.
use std::collections::HashMap;

use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};

use super::linear::Var;
use super::model::draw;
use super::room::Form;
use super::search::{DepthSearch, Mode, Sources};
use super::state::Val;
use crate::foreign::kept;

impl<'p> DepthSearch<'p> {
    /// The unknowns of the vector, in order, with their types.
    pub(super) fn unknowns(&self) -> Vec<(Var, Ty)> {
        let mut out = Vec::new();
        self.roots.iter().for_each(|(val, ty)| self.collect(val, ty, &mut out));
        out
    }

    fn collect(&self, val: &Val, ty: &Ty, out: &mut Vec<(Var, Ty)>) {
        match (val, ty) {
            (Val::Int(sum), _) => out.extend(sum.terms.iter().map(|(var, _)| (*var, ty.clone()))),
            (Val::Tuple(all), Ty::Tuple(tys)) => {
                all.iter().zip(tys).for_each(|(val, ty)| self.collect(val, ty, out));
            }
            (Val::Adt(variant, all), _) => {
                let variants = self.room.variants(ty);
                let fields = variants[*variant].fields.iter();
                all.iter().zip(fields).for_each(|(val, ty)| self.collect(val, ty, out));
            }
            (Val::Seq(all), _) => {
                let element = ty.element().map(Ty::plain).unwrap_or(Ty::Never);
                all.iter().for_each(|val| self.collect(val, &element, out));
            }
            (Val::Carried(inner), _) => {
                if let Form::Carried(carrier) = self.room.form(ty) {
                    self.collect(inner, &carrier, out);
                }
            }
            (Val::Hole(hole), _) => {
                if let Some(value) = &self.state.holes[*hole].value {
                    self.collect(value, ty, out);
                }
            }
            _ => {}
        }
    }

    /// The vector, when all is chosen but the values of unknowns.
    pub(super) fn vector(&mut self, sources: &mut Sources<'_, 'p>) -> Option<Vector> {
        let unknowns = self.unknowns();
        self.room.steps.set(self.room.steps.get() + self.state.store.len() as u64);
        let order: Vec<Var> = unknowns.iter().map(|(var, _)| *var).collect();
        let types: HashMap<Var, Ty> = unknowns.into_iter().collect();
        let random = &mut *sources.random;
        random.forget();
        let mode = self.mode;
        let mut pick = |var: Var, lo: i128, hi: i128| {
            let value = match (mode, types.get(&var)) {
                (Mode::Random, Some(ty)) => random.scalar(ty, lo, hi),
                (_, Some(Ty::Char)) => i128::from(u32::from('a')).clamp(lo, hi),
                _ => 0,
            };
            match types.get(&var) {
                Some(Ty::Char) if (0xd800..0xe000).contains(&value) => {
                    if hi < 0xe000 {
                        0xd7ff
                    } else {
                        0xe000
                    }
                }
                _ => value,
            }
        };
        let model = draw(&self.state.store, &order, &mut pick)?;
        self.roots.iter().map(|(val, ty)| self.built(val, ty, &model)).collect()
    }

    fn built(&self, val: &Val, ty: &Ty, model: &[i128]) -> Option<Value> {
        let element = || ty.element().map(Ty::plain).unwrap_or(Ty::Never);
        Some(match (val, ty) {
            (Val::Bool(flag), _) => Value::Bool(*flag),
            (Val::Int(sum), _) => {
                let value = sum.with(&|var| model.get(var as usize).copied())?.known()?;
                match ty {
                    Ty::Char => Value::Char(char::from_u32(u32::try_from(value).ok()?)?),
                    _ => Value::Int(value.into()),
                }
            }
            (Val::Tuple(all), Ty::Tuple(tys)) => {
                let parts = all.iter().zip(tys).map(|(val, ty)| self.built(val, ty, model));
                Value::Tuple(parts.collect::<Option<_>>()?)
            }
            (Val::Adt(variant, all), Ty::Adt(id, _)) => {
                let variants = self.room.variants(ty);
                let parts = all.iter().zip(&variants[*variant].fields).map(|(val, ty)| self.built(val, ty, model));
                Value::Adt(*id, *variant, parts.collect::<Option<_>>()?)
            }
            (Val::Seq(all), _) => {
                Value::Seq(all.iter().map(|val| self.built(val, &element(), model)).collect::<Option<_>>()?)
            }
            (Val::Carried(inner), _) => {
                let Form::Carried(carrier) = self.room.form(ty) else { return None };
                kept(self.room.program, ty, self.built(inner, &carrier, model)?)
            }
            (Val::Hole(hole), _) => {
                let hole = &self.state.holes[*hole];
                match (&hole.value, &hole.foreign) {
                    (Some(value), _) => self.built(value, ty, model)?,
                    (None, foreign) => foreign.clone()?,
                }
            }
            _ => return None,
        })
    }
}
