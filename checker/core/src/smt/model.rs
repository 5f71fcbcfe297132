//! Models to vectors, and vectors to formulas.
use num_bigint::BigInt;
use z3::Model;
use z3::ast::{Bool, Dynamic, Int};

use super::encode::{Encoder, is_text};
use super::sym::{Sym, int};
use crate::program::{OpaqueDef, Program};
use crate::ty::{IntTy, Ty};
use crate::value::Value;

/// Longer sequences are not decoded.
const MAX_DECODED: usize = 4_096;

impl Encoder<'_> {
    /// The concrete value that a model gives a symbolic one. `None` where there is none worth having: a type of which
    /// the model knows nothing, or a sequence too long to write down.
    pub(super) fn decode(&mut self, value: &Sym, ty: &Ty, model: &Model) -> Option<Value> {
        let decoded = self.decode_any(value, ty, model);
        // Taking values apart pushes facts about terms of the model, which nobody needs.
        self.take_facts();
        decoded
    }

    fn decode_any(&mut self, value: &Sym, ty: &Ty, model: &Model) -> Option<Value> {
        if let Some(any) = any_of(self.sorts.program, ty.peeled()) {
            return Some(match (value, any) {
                (Sym::One(text), Value::Str(_)) if is_text(ty) => Value::Str(self.decode_text(text, model)?),
                (_, any) => any,
            });
        }
        match value {
            Sym::Bool(b) => Some(Value::Bool(model.eval(b, true)?.as_bool()?)),
            Sym::Int(i) => {
                let value = numeral(&model.eval(i, true)?)?;
                // Of parts that its execution does not look at, the model does not know what values there are.
                Some(match ty.peeled() {
                    Ty::Char => Value::Char(u32::try_from(value).ok().and_then(char::from_u32).unwrap_or('a')),
                    Ty::Int(int) => Value::Int(value.clamp(IntTy::min(*int), IntTy::max(*int))),
                    _ => Value::Int(value),
                })
            }
            Sym::Product(parts) => {
                let types = self.sorts.product(ty)?;
                let parts: Option<Vec<Value>> =
                    parts.iter().zip(&types).map(|(part, ty)| self.decode_any(part, ty, model)).collect();
                Some(match ty.peeled() {
                    Ty::Adt(id, _) => Value::Adt(*id, 0, parts?),
                    _ => Value::Tuple(parts?),
                })
            }
            Sym::Seq(len, cells) => {
                let len = usize::try_from(numeral(&model.eval(len, true)?)?).ok().filter(|&n| n <= MAX_DECODED)?;
                let element = ty.element()?.clone();
                let cells = model.eval(cells, true)?;
                let mut out = Vec::with_capacity(len);
                for at in 0..len {
                    let cell = model.eval(&cells.select(&Int::from_u64(at as u64)), true)?;
                    let cell = self.unpack(&cell, &element).ok()?;
                    out.push(self.decode_any(&cell, &element, model)?);
                }
                Some(Value::Seq(out))
            }
            Sym::One(one) => self.decode_enum(one, ty, model),
            Sym::Word(word) => self.decode_any(&Sym::Int(word.bits.to_int(true)), ty, model),
            Sym::Cells(cells) => {
                let element = ty.element()?.clone();
                let cells = cells.iter().map(|cell| self.decode_any(cell, &element, model));
                Some(Value::Seq(cells.collect::<Option<_>>()?))
            }
            Sym::Unknown => None,
        }
    }

    /// Some text that is as long as the model says.
    fn decode_text(&mut self, text: &Dynamic, model: &Model) -> Option<String> {
        let len = self.text_len(text).ok()?;
        let len = usize::try_from(numeral(&model.eval(&len, true)?)?).ok().filter(|&n| n <= MAX_DECODED)?;
        Some("a".repeat(len))
    }

    fn decode_enum(&mut self, one: &Dynamic, ty: &Ty, model: &Model) -> Option<Value> {
        let Ty::Adt(id, args) = ty.peeled() else { return None };
        let one = model.eval(one, true)?;
        for (variant, fields) in self.sorts.variants(*id, args).into_iter().enumerate() {
            let is = self.is_variant(ty, &one, variant).ok()?;
            if model.eval(&is, true)?.as_bool()? {
                let mut values = Vec::new();
                for (at, field) in fields.iter().enumerate() {
                    let part = self.field_of(&one, ty, variant, at).ok()?;
                    values.push(self.decode_any(&part, field, model)?);
                }
                return Some(Value::Adt(*id, variant, values));
            }
        }
        None
    }

    /// That a symbolic value is this concrete one. `None` for values that only generators make.
    pub(super) fn equals(&mut self, value: &Sym, ty: &Ty, concrete: &Value) -> Option<Bool> {
        let out = self.equals_any(value, ty, concrete);
        self.take_facts();
        out
    }

    /// What a model that was decoded to a concrete value must meet to have that very value, and does not: there are
    /// facts about the parts that executions read, and about no others, but recursive functions read the others, too,
    /// and are not defined outside of their parameters' types. Empty where the model has the value.
    pub(super) fn missed_facts(&mut self, value: &Sym, ty: &Ty, concrete: &Value, model: &Model) -> Vec<Bool> {
        let same = self.equals_any(value, ty, concrete);
        let facts = self.take_facts();
        let holds = |cond: &Bool| model.eval(cond, true).and_then(|it| it.as_bool()) == Some(true);
        if same.is_none_or(|same| holds(&same)) {
            Vec::new()
        } else {
            facts.into_iter().filter(|it| !holds(it)).collect()
        }
    }

    fn equals_any(&mut self, value: &Sym, ty: &Ty, concrete: &Value) -> Option<Bool> {
        if any_of(self.sorts.program, ty.peeled()).is_some() {
            return Some(Bool::from_bool(true));
        }
        match (value, concrete) {
            (Sym::Bool(b), Value::Bool(c)) => Some(if *c { b.clone() } else { b.not() }),
            (Sym::Int(i), Value::Int(c)) => Some(i.eq(int(c))),
            (Sym::Int(i), Value::Char(c)) => Some(i.eq(Int::from_u64(u64::from(u32::from(*c))))),
            (Sym::Product(parts), Value::Tuple(all) | Value::Adt(_, _, all)) => {
                let types = self.sorts.product(ty)?;
                let mut conds = Vec::new();
                for ((part, ty), c) in parts.iter().zip(&types).zip(all) {
                    conds.push(self.equals_any(part, ty, c)?);
                }
                Some(Bool::and(&conds))
            }
            (Sym::Seq(len, cells), Value::Seq(all)) => {
                let element = ty.element()?.clone();
                let mut conds = vec![len.eq(Int::from_u64(all.len() as u64))];
                for (at, c) in all.iter().enumerate() {
                    let cell = self.unpack(&cells.select(&Int::from_u64(at as u64)), &element).ok()?;
                    conds.push(self.equals_any(&cell, &element, c)?);
                }
                Some(Bool::and(&conds))
            }
            (Sym::One(one), Value::Adt(_, variant, all)) => {
                let Ty::Adt(id, args) = ty.peeled() else { return None };
                let types = self.sorts.variants(*id, args).into_iter().nth(*variant)?;
                let mut conds = vec![self.is_variant(ty, one, *variant).ok()?];
                for (at, (ty_of_field, c)) in types.iter().zip(all).enumerate() {
                    let part = self.field_of(one, ty, *variant, at).ok()?;
                    conds.push(self.equals_any(&part, ty_of_field, c)?);
                }
                Some(Bool::and(&conds))
            }
            _ => None,
        }
    }

    /// That a value is small: integers within `-n..=n`, sequences of at most `len` elements, and so their parts. Makes
    /// for models that people can read, and bounds the search.
    pub(super) fn small(&mut self, value: &Sym, ty: &Ty, n: Option<i64>, len: u32) -> Vec<Bool> {
        let mut conds = Vec::new();
        self.small_parts(value, ty, n, len, 3, &mut conds);
        // Facts about the parts are stated where executions read them.
        self.take_facts();
        conds
    }

    /// That a value is of sequences of at most `len` elements, of which nothing is said.
    pub(super) fn short(&mut self, value: &Sym, ty: &Ty, len: u32) -> Vec<Bool> {
        let mut conds = Vec::new();
        self.small_parts(value, ty, None, len, 0, &mut conds);
        self.take_facts();
        conds
    }

    fn small_parts(&mut self, value: &Sym, ty: &Ty, n: Option<i64>, len: u32, nesting: u32, out: &mut Vec<Bool>) {
        match (value, ty.peeled()) {
            (Sym::Int(i), _) => {
                if let Some(n) = n {
                    out.push(Bool::and(&[i.ge(-n), i.le(n)]));
                }
            }
            (Sym::Product(parts), ty) => {
                for (part, ty) in parts.iter().zip(self.sorts.product(ty).unwrap_or_default()) {
                    self.small_parts(part, &ty, n, len, nesting, out);
                }
            }
            (Sym::Seq(length, cells), ty) => {
                // An array's length is what it is.
                let known = if let Ty::Array(_, count) = ty { count.known() } else { None };
                let count = known.map_or(len, |count| count.min(u64::from(len) + 4) as u32);
                if known.is_none() {
                    out.push(length.le(Int::from_u64(u64::from(len))));
                }
                let Some(element) = ty.element().cloned() else { return };
                for at in 0..if nesting == 0 { 0 } else { count } {
                    let cell = self.unpack(&cells.select(&Int::from_u64(u64::from(at))), &element);
                    if let Ok(cell) = cell {
                        self.small_parts(&cell, &element, n, len, nesting - 1, out);
                    }
                }
            }
            (Sym::One(one), Ty::Adt(id, args)) if nesting > 0 => {
                for (variant, fields) in self.sorts.variants(*id, args).into_iter().enumerate() {
                    let mut inner = Vec::new();
                    for (at, field) in fields.iter().enumerate() {
                        if let Ok(part) = self.field_of(one, ty, variant, at) {
                            self.small_parts(&part, field, n, len, nesting - 1, &mut inner);
                        }
                    }
                    if let (false, Ok(is)) = (inner.is_empty(), self.is_variant(ty, one, variant)) {
                        out.push(is.implies(Bool::and(&inner)));
                    }
                }
            }
            _ => {}
        }
    }
}

/// A value for a part that the solver knows nothing of: text, a floating-point number, a function (which has no answers yet). What is of a
/// type parameter, or of another type outside the model, is for those who run it to fill in.
fn any_of(program: &dyn Program, ty: &Ty) -> Option<Value> {
    if let Ty::Param(name) = ty {
        return Some(Value::Opaque(name.clone()));
    }
    let Ty::Opaque(spelling) = ty else { return None };
    if let Some(OpaqueDef::Function(_) | OpaqueDef::Object(..)) = program.opaque(spelling) {
        return Some(Value::Function(Box::default()));
    }
    match spelling.rsplit("::").next().unwrap_or(spelling).trim() {
        "str" | "String" => Some(Value::Str(String::new())),
        "f32" | "f64" => Some(Value::Float(0)),
        _ => Some(Value::Opaque(spelling.clone())),
    }
}

/// Whether a value has parts that the solver knows nothing of.
pub(super) fn is_in_part_any(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Float(_) | Value::Function(_) | Value::Opaque(_) => true,
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) | Value::Call(_, all) => {
            all.iter().any(is_in_part_any)
        }
        _ => false,
    }
}

fn numeral(value: &Int) -> Option<BigInt> {
    if let Some(small) = value.as_i64() {
        return Some(small.into());
    }
    let text = value.to_string();
    // Negative numerals print as `(- 5)`.
    let text = text.trim_start_matches('(').trim_end_matches(')').replace(' ', "");
    text.parse().ok()
}
