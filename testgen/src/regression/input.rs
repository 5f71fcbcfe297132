//! The input of a test as its marker has it: the function's path and the arguments' tokens, by which it can be run again.
use refine_core::ids::FnId;
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};

use crate::types::{Adts, param_types};
use crate::wire;

/// Longer inputs are not noted.
const LONGEST: usize = 600;

/// A call as text; none if it cannot be read back, or is too long for a comment.
pub(super) fn noted(program: &dyn Program, inst: &FnInst, vector: &Vector) -> Option<String> {
    let path = |func: FnId| program.func(func).path.clone();
    let mut out = format!("{}:", path(inst.func));
    for value in vector {
        out.push(' ');
        wire::print_naming(&mut out, value, &path);
    }
    let known = read(program, &out).is_some_and(|(func, known)| func == *inst && known == *vector);
    (known && out.len() <= LONGEST).then_some(out)
}

/// The call that a text stands for, if there still is such a function and it still takes such arguments.
pub(super) fn read(program: &dyn Program, text: &str) -> Option<(FnInst, Vector)> {
    let (path, values) = text.split_once(": ").or_else(|| Some((text.strip_suffix(':')?, "")))?;
    let inst = function(program, path)?;
    let tys = param_types(program, &inst);
    let constructor = |name: &str| {
        let func = function(program, name)?.func;
        let tys = param_types(program, &FnInst { func, args: Vec::new() });
        Some((func, tys))
    };
    let mut adts = Adts::default();
    tys.iter().for_each(|ty| adts.keep(program, ty));
    let mut tokens = values.split(' ').filter(|token| !token.is_empty());
    let parsed = |ty: &Ty| wire::parse_made(&adts, ty, &mut tokens, &constructor).filter(|value| fits(ty, value));
    let vector: Vector = tys.iter().map(parsed).collect::<Option<_>>()?;
    tokens.next().is_none().then_some((inst, vector))
}

/// The one function of a path, over its own type parameters.
fn function(program: &dyn Program, path: &str) -> Option<FnInst> {
    let mut found = program.fns().iter().enumerate().filter(|(_, def)| def.is_own() && def.path == path);
    let (at, def) = found.next()?;
    let args = def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
    found.next().is_none().then_some(FnInst { func: FnId(at as u32), args })
}

/// Whether a value is of a type, as far as its tokens left that open.
fn fits(ty: &Ty, value: &Value) -> bool {
    match (ty.peeled(), value) {
        (Ty::Int(of), Value::Int(value)) => *value >= (*of).min() && *value <= (*of).max(),
        (Ty::Bool, Value::Bool(_)) | (Ty::Char, Value::Char(_)) => true,
        (Ty::Array(_, length), Value::Seq(all)) if length.known() != Some(all.len() as u64) => false,
        (Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_), Value::Seq(all)) => {
            ty.peeled().element().is_some_and(|element| all.iter().all(|value| fits(element, value)))
        }
        (Ty::Tuple(tys), Value::Tuple(all)) => tys.iter().zip(all).all(|(ty, value)| fits(ty, value)),
        (Ty::Adt(..), Value::Adt(..) | Value::Call(..) | Value::Default(_)) => true,
        (Ty::Opaque(name), Value::Str(_)) => name == "str" || name == "String",
        (Ty::Opaque(name), Value::Float(_)) => name == "f32" || name == "f64",
        _ => false,
    }
}
