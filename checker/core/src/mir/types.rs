//! The types of places and of the parts of values.
use super::{Body, Local, Place, Projection};
use crate::ids::AdtId;
use crate::program::Program;
use crate::ty::Ty;

/// The type of a field of a struct or enum, with the type's arguments put in.
pub fn field_ty(program: &dyn Program, id: AdtId, args: &[Ty], variant: usize, field: usize) -> Option<Ty> {
    let def = program.adt(id);
    let arg = |name: &str| def.generics.iter().position(|g| g == name).and_then(|at| args.get(at).cloned());
    Some(def.variants.get(variant)?.fields.get(field)?.ty.substitute(&arg))
}

/// The type of a part of a value of a type; `None` if it has no such part.
pub fn step_ty(program: &dyn Program, ty: &Ty, step: &Projection) -> Option<Ty> {
    match (step, ty) {
        (Projection::Deref, Ty::Ref(_, inner) | Ty::Borrow(inner) | Ty::Boxed(inner)) => Some((**inner).clone()),
        (Projection::Field { variant, field }, Ty::Adt(id, args)) => field_ty(program, *id, args, *variant, *field),
        (Projection::Component(at), Ty::Tuple(all)) => all.get(*at).cloned(),
        (
            Projection::Index(_) | Projection::ConstantIndex { .. },
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element),
        ) => Some((**element).clone()),
        (Projection::Slice { .. }, Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element)) => {
            Some(Ty::Slice(element.clone()))
        }
        _ => None,
    }
}

/// The type of a place over some locals; `None` for a place that makes no sense.
pub fn place_ty(program: &dyn Program, locals: &[Local], place: &Place) -> Option<Ty> {
    let start = locals.get(place.local.0 as usize)?.ty.clone();
    place.projections.iter().try_fold(start, |ty, step| step_ty(program, &ty, step))
}

impl Body {
    /// The type of a place.
    pub fn place_ty(&self, program: &dyn Program, place: &Place) -> Option<Ty> {
        place_ty(program, &self.locals, place)
    }
}
