//! All values of a type with private insides, where calls make few: they are closed under the type's functions once no call makes of one that
//! is known another that is not (the reachable states of explicit-state model checking).
use std::rc::Rc;

use refine_core::ids::{AdtId, FnId};
use refine_core::program::{AdtDef, FnDef, FnSig, Program};
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};

use super::space::{Chains, Construction, Space, made};
use crate::foreign::{function, standard};
use crate::types::{any_part, known, mentions, over_own_parameters, param_types, return_type, shares_cell};

/// Arguments that all calls with one value have, at most: more take too long for each of them.
const MOST: usize = 256;

/// The arguments of a function that takes one value with private insides, and beside it what has few values. So have the arguments of all
/// functions that make or change such a value.
pub struct Closed {
    id: AdtId,
    /// Which argument it is.
    at: usize,
    chains: Rc<Chains>,
    /// All arguments of each start, and of each step but for the value that it goes on from.
    starts: Vec<Vec<Vec<Value>>>,
    steps: Vec<Vec<Vec<Value>>>,
    /// All arguments of the function; what is in the value's place stands for it.
    others: Vec<Vec<Value>>,
}

/// `None` where the function takes something else, or where a value may come from elsewhere.
pub fn closed(program: &dyn Program, inst: &FnInst) -> Option<Closed> {
    let (mut space, tys) = (Space::new(program), param_types(program, inst));
    let is_private = |ty: &Ty| matches!(ty.peeled(), Ty::Adt(id, _) if space.is_abstract(*id));
    let at = tys.iter().position(is_private)?;
    let Ty::Adt(id, args) = tys[at].peeled() else { return None };
    let (id, def) = (*id, program.adt(*id));
    let chains = space.chains(id, args);
    let is_own = def.module.is_some() && !def.generated && args.is_empty() && def.consts.is_empty();
    let fields = || def.variants.iter().flat_map(|variant| &variant.fields);
    // Others write into public fields, and a cell that two values share changes in both.
    let is_shut = !fields().any(|field| field.public) && !shares_cell(program, tys[at].peeled());
    let mut functions = def.constructors.iter().chain(&def.steps);
    let is_shut = is_shut && !functions.any(|func| is_written_through(program, &program.func(*func).ret, id));
    // (Those whose arguments cannot be made are no ways.)
    let ways = chains.starts.len() + chains.steps.len();
    let default = chains.starts.iter().filter(|(how, _)| matches!(how, Construction::Default)).count();
    if !is_own
        || !is_shut
        || ways - default != def.constructors.len() + def.steps.len()
        || comes_from_elsewhere(program, id, def)
    {
        return None;
    }
    let starts = chains.starts.iter().map(|(_, params)| product(&mut space, params, None)).collect::<Option<_>>()?;
    let steps = chains.steps.iter().map(|step| product(&mut space, &step.params, Some(step.from)));
    let steps = steps.collect::<Option<_>>()?;
    let others = product(&mut space, &tys, Some(at))?;
    Some(Closed { id, at, chains, starts, steps, others })
}

impl Closed {
    /// The values that calls make of no other.
    pub fn starts(&self) -> Vec<Value> {
        let each = self.chains.starts.iter().zip(&self.starts);
        each.flat_map(|((how, _), all)| all.iter().map(|args| made(self.id, how.clone(), args.clone()))).collect()
    }

    /// What one more call makes of a value.
    pub fn next(&self, from: &Value) -> Vec<Value> {
        let each = self.chains.steps.iter().zip(&self.steps);
        each.flat_map(|(step, all)| all.iter().map(|args| Value::Call(step.func, with(args, step.from, from))))
            .collect()
    }

    /// The function's arguments with a value, in an order that is the same for all of them.
    pub fn vectors(&self, value: &Value) -> Vec<Vector> {
        self.others.iter().map(|args| with(args, self.at, value)).collect()
    }
}

fn with(args: &[Value], at: usize, value: &Value) -> Vec<Value> {
    let mut args = args.to_vec();
    args[at] = value.clone();
    args
}

/// All lists of values of these types, with anything in the place that is left out; if they are few.
fn product(space: &mut Space<'_>, tys: &[Ty], but: Option<usize>) -> Option<Vec<Vec<Value>>> {
    let mut out = vec![Vec::new()];
    for (at, ty) in tys.iter().enumerate() {
        let values = if but == Some(at) { Rc::from([Value::Bool(false)]) } else { space.whole(ty)? };
        if out.len() * values.len() > MOST {
            return None;
        }
        let longer = |list: &Vec<Value>| -> Vec<Vec<Value>> {
            values.iter().map(|value| [&list[..], std::slice::from_ref(value)].concat()).collect()
        };
        out = out.iter().flat_map(longer).collect();
    }
    Some(out)
}

/// Whether others may write through what a function gives them: into a part of such a value, as far as is known.
fn is_written_through(program: &dyn Program, ty: &Ty, id: AdtId) -> bool {
    let is_whole = |ty: &Ty| matches!(ty, Ty::Adt(of, _) if *of == id);
    match ty {
        ty if is_whole(ty) => false,
        Ty::Ref(_, inner) | Ty::Borrow(inner) if is_whole(inner) => false,
        ty => any_part(program, ty, &|part| match part {
            Ty::Ref(true, _) | Ty::Borrow(_) => true,
            Ty::Opaque(name) => known(name).is_none(),
            _ => false,
        }),
    }
}

/// Whether others may get a value from a constant, or from a function that is neither constructor nor step: in a form that these are not looked for in, as behind a
/// reference or in what a closure is given. What only its own module can call hands out nothing. (A copy is no other value.)
fn comes_from_elsewhere(program: &dyn Program, id: AdtId, adt: &AdtDef) -> bool {
    let copies = |def: &FnDef| {
        def.of_trait.as_deref().is_some_and(|of| matches!(of.rsplit("::").next(), Some("Clone" | "Drop")))
    };
    let hands_out = |ty: &Ty| match ty {
        // (To look at it, or to take it away.)
        Ty::Ref(false, inner) if **inner == Ty::Adt(id, Vec::new()) => false,
        Ty::Adt(of, _) if *of == id => false,
        ty => !is_without(program, ty, id),
    };
    let is_constant = program.constant_types().iter().any(|ty| !is_without(program, ty, id));
    is_constant
        || (0..program.fns().len()).any(|at| {
            let (func, def) = (FnId(at as u32), &program.fns()[at]);
            let counts = !def.std && !def.foreign && (def.public || Some(def.module) != adt.module);
            let is_way = adt.constructors.contains(&func) || adt.steps.contains(&func);
            if !counts || is_way || copies(def) {
                return false;
            }
            let inst = over_own_parameters(program, func);
            !is_without(program, &return_type(program, &inst), id) || param_types(program, &inst).iter().any(hands_out)
        })
}

/// Whether there is certainly no such value in one of a type, and nothing that gives any.
fn is_without(program: &dyn Program, ty: &Ty, id: AdtId) -> bool {
    is_without_beside(program, ty, id, &mut Vec::new())
}

/// The same, where that is being found out of other types: a struct may hold a function that takes it.
fn is_without_beside(program: &dyn Program, ty: &Ty, id: AdtId, seen: &mut Vec<Ty>) -> bool {
    if seen.contains(ty) {
        return true;
    }
    seen.push(ty.clone());
    let mut is_without = |ty: &Ty| is_without_beside(program, ty, id, seen);
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact | Ty::Never => true,
        Ty::Opaque(name) if known(name).is_some() => true,
        Ty::Opaque(_) => match (function(program, ty), standard(program, ty)) {
            (Some(FnSig { params, ret, .. }), _) => params.iter().chain([&ret]).all(is_without),
            (None, Some((_, args))) => args.iter().all(is_without),
            (None, None) => false,
        },
        Ty::Tuple(all) => all.iter().all(is_without),
        Ty::Array(inner, _)
        | Ty::Slice(inner)
        | Ty::Vec(inner)
        | Ty::Ref(_, inner)
        | Ty::Boxed(inner)
        | Ty::Borrow(inner) => is_without(inner),
        Ty::Adt(of, args) => {
            let fields = program.adt(*of).variants.iter().flat_map(|variant| &variant.fields);
            // (What else may be in a field is among what it mentions.)
            let mut opaque = fields.map(|field| &field.ty).filter(|ty| matches!(ty, Ty::Opaque(_)));
            !mentions(program, ty, id) && args.iter().all(&mut is_without) && opaque.all(is_without)
        }
        Ty::Param(_) | Ty::Infer(_) => false,
    }
}
