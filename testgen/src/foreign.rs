//! Types whose values the model does not know, and how they are made all the same: functions as tables, and types of the standard
//! library out of their carriers (`carried`).
use refine_core::program::{AdtDef, FnSig, ObjectDef, OpaqueDef, Program, Stub};
use refine_core::ty::{IntTy, Ty};
use refine_core::value::Value;

use crate::carried::{carried, owned};
use crate::types::{constructors, grounded, known, std_path};

/// The signature of a type of functions, with the type parameters of runs.
pub fn function(program: &dyn Program, ty: &Ty) -> Option<FnSig> {
    let Ty::Opaque(spelling) = ty else { return None };
    let Some(OpaqueDef::Function(FnSig { params, ret, traits, is_mut })) = program.opaque(spelling) else {
        return None;
    };
    let lent = |ty: &Ty| match grounded(ty) {
        Ty::Borrow(inner) => Ty::Ref(true, inner),
        ty => ty,
    };
    let params = params.iter().map(lent).collect();
    Some(FnSig { params, ret: grounded(ret), traits: traits.clone(), is_mut: *is_mut })
}

/// The types of what a table of a function is asked: what the function is given; before that, where answers may change from call to call,
/// which call it is, from 1 on.
pub(crate) fn question(signature: &FnSig) -> Vec<Ty> {
    let call = signature.is_mut.then_some(Ty::Int(IntTy::U32));
    call.into_iter().chain(signature.params.iter().cloned()).collect()
}

/// The type of what a function answers in a run: its result, and for each thing that it is lent and may change whether it does, and what
/// into. The result alone where it can change nothing.
pub(crate) fn answer(program: &dyn Program, signature: &FnSig) -> Ty {
    let changes: Vec<Ty> =
        changeable(program, signature).into_iter().map(|change| Ty::Tuple(vec![Ty::Bool, change.ty])).collect();
    match changes.is_empty() {
        true => signature.ret.clone(),
        false => Ty::Tuple([signature.ret.clone()].into_iter().chain(changes).collect()),
    }
}

/// A parameter through which a function may write in a run.
pub(crate) struct Change {
    /// Its place.
    pub(crate) param: usize,
    /// What is written.
    pub(crate) ty: Ty,
    /// How, if that is in a cell: see [`Carried::set`](crate::carried::Carried::set).
    pub(crate) cell: Option<&'static str>,
}

/// The parameters through which a function may write in a run: references to what it may change, and to cells.
pub(crate) fn changeable(program: &dyn Program, signature: &FnSig) -> Vec<Change> {
    let params = signature.params.iter().enumerate();
    let changes = params.filter_map(|(param, ty)| match ty {
        Ty::Ref(true, inner) => Some(Change { param, ty: (**inner).clone(), cell: None }),
        ty => {
            let (ty, set) = cell_behind(program, shared(program, ty)?)?;
            Some(Change { param, ty, cell: Some(set) })
        }
    });
    changes.filter(|change| is_made(program, &change.ty, DEPTH)).collect()
}

/// What a type shares with others.
fn shared<'a>(program: &'a dyn Program, ty: &'a Ty) -> Option<&'a Ty> {
    match (ty, standard(program, ty)) {
        (Ty::Ref(false, inner), _) => Some(inner),
        (_, Some(("Rc" | "Arc", args))) => args.first(),
        _ => None,
    }
}

/// What is in the cell that a type is or shares, and how it is changed.
fn cell_behind(program: &dyn Program, ty: &Ty) -> Option<(Ty, &'static str)> {
    if let Some(inner) = shared(program, ty) {
        return cell_behind(program, inner);
    }
    let (name, args) = standard(program, ty)?;
    let known = carried(name)?;
    Some((known.carrier(args)?, known.set()?))
}

/// Types nested deeper than this are not written by functions that are made.
const DEPTH: usize = 4;

/// Whether values of a type are surely made, and without borrows in them.
fn is_made(program: &dyn Program, ty: &Ty, depth: usize) -> bool {
    let Some(below) = depth.checked_sub(1) else { return false };
    match ty {
        Ty::Bool | Ty::Int(_) | Ty::Char => true,
        Ty::Opaque(name) => known(name).is_some() && name != "str",
        Ty::Tuple(all) => all.iter().all(|ty| is_made(program, ty, below)),
        Ty::Vec(inner) | Ty::Boxed(inner) => is_made(program, inner, below),
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            if def.stub.is_some() || def.lifetimes > 0 || !args.iter().all(|ty| is_made(program, ty, below)) {
                return false;
            }
            let fields = def.variants.iter().flat_map(|variant| &variant.fields);
            if def.module.is_none() {
                return def.name == "Option";
            }
            match def.is_abstract() {
                true => !constructors(program, *id, args).is_empty(),
                false => fields.into_iter().all(|field| is_made(program, &grounded(&field.ty), below)),
            }
        }
        _ => false,
    }
}

/// What a type implements that is made because nothing else does.
pub(crate) fn stub<'p>(program: &'p dyn Program, ty: &Ty) -> Option<&'p Stub> {
    match ty {
        Ty::Adt(id, _) => program.adt(*id).stub.as_ref(),
        _ => None,
    }
}

/// The field of a stub that counts the calls which may change it, if it has one.
pub(crate) fn counter(def: &AdtDef) -> Option<&'static str> {
    let is_taken = def.variants.iter().flat_map(|variant| &variant.fields).any(|field| field.name == "calls");
    def.stub.as_ref().filter(|stub| stub.counts).map(|_| if is_taken { "calls_before" } else { "calls" })
}

/// What is known of a trait's objects.
pub(crate) fn object<'p>(program: &'p dyn Program, ty: &Ty) -> Option<&'p ObjectDef> {
    let Ty::Opaque(spelling) = ty else { return None };
    match program.opaque(spelling)? {
        OpaqueDef::Object(object) => Some(object),
        OpaqueDef::Function(_) | OpaqueDef::Std(..) => None,
    }
}

/// A type of the standard library, by its name, with its type arguments.
pub(crate) fn standard<'p>(program: &'p dyn Program, ty: &'p Ty) -> Option<(&'p str, &'p [Ty])> {
    match ty {
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            let is_std = def.module.is_none() && std_path(&def.name).is_none();
            is_std.then(|| (def.name.as_str(), def.written(args)))
        }
        Ty::Opaque(spelling) => match program.opaque(spelling)? {
            OpaqueDef::Std(name, args) => Some((name, args)),
            OpaqueDef::Function(_) | OpaqueDef::Object(..) => None,
        },
        _ => None,
    }
}

/// The type whose values a type is made out of. A `&mut` inside of a value is a pair there, as in clauses: of what it leads to, and nothing, since
/// what that will be at the end is not known.
pub(crate) fn carrier(program: &dyn Program, ty: &Ty) -> Option<Ty> {
    if let Ty::Borrow(inner) = ty {
        return Some(Ty::Tuple(vec![owned(std::slice::from_ref(&**inner))?, Ty::unit()]));
    }
    if let Some(object) = object(program, ty) {
        return Some(object.made_of.clone());
    }
    let (name, args) = standard(program, ty)?;
    carried(name)?.carrier(args)
}

/// A value of a carrier without what comes twice where only one is kept: of keys the last.
pub(crate) fn kept(program: &dyn Program, ty: &Ty, value: Value) -> Value {
    let name = standard(program, ty).map(|(name, _)| name);
    let key = |value: &Value| match (name, value) {
        (Some("HashMap" | "BTreeMap"), Value::Tuple(both)) => both.first().cloned(),
        (Some("HashSet" | "BTreeSet"), value) => Some(value.clone()),
        _ => None,
    };
    let Value::Seq(all) = value else { return value };
    let mut out: Vec<Value> = Vec::new();
    for value in all {
        match key(&value).and_then(|own| out.iter().position(|known| key(known).as_ref() == Some(&own))) {
            Some(at) => out[at] = value,
            None => out.push(value),
        }
    }
    Value::Seq(out)
}
