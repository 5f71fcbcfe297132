//! The types of a clause, by unification.
//!
//! Nearly all of them are known from outside: those of parameters, fields, functions. What is not is a literal's (an exact
//! integer, unless it meets another type) and the arguments of `None`, `[]` and generic functions. Such a type is a
//! [`Ty::Infer`].
//!
//! Unification is lenient about references, boxes and the three sequence types, since terms do not tell them apart, and
//! about integers, which are exact whatever their type.
use refine_core::ty::{InferVar, Ty};

/// The variables, with what is known of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Infer {
    bound: Vec<Option<Ty>>,
}

/// Whether a type outside the model is one of text, which is no number whatever it is used for.
fn is_text(name: &str) -> bool {
    matches!(name, "str" | "String")
}

/// Whether it is a float's.
pub(super) fn is_float(name: &str) -> bool {
    matches!(name, "f32" | "f64")
}

fn is_scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Exact | Ty::Bool | Ty::Char) || is_int_var(ty)
}

/// Whether the type is an integer that is still without a type.
pub(super) fn is_int_var(ty: &Ty) -> bool {
    matches!(ty, Ty::Infer(InferVar::Integer(_)))
}

/// Whether the type is not known yet.
pub(super) fn is_var(ty: &Ty) -> bool {
    matches!(ty, Ty::Infer(_))
}

/// Whether the type is one of integers, with or without a width.
pub(super) fn is_integer(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Exact) || is_int_var(ty)
}

impl Infer {
    /// A type to be found out.
    pub fn fresh(&mut self) -> Ty {
        Ty::Infer(InferVar::Any(self.next()))
    }

    /// An integer type to be found out.
    pub fn fresh_int(&mut self) -> Ty {
        Ty::Infer(InferVar::Integer(self.next()))
    }

    fn next(&mut self) -> u32 {
        self.bound.push(None);
        self.bound.len() as u32 - 1
    }

    fn found(&self, var: InferVar) -> Option<&Ty> {
        self.bound.get(var.index())?.as_ref()
    }

    /// The type with what is known of its outermost variable.
    pub fn shallow(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Infer(var) => match self.found(*var) {
                Some(known) => self.shallow(known),
                None => ty.clone(),
            },
            _ => ty.clone(),
        }
    }

    /// The type below references and boxes, with what is known of its outermost variable.
    pub fn peel(&self, ty: &Ty) -> Ty {
        match self.shallow(ty) {
            Ty::Ref(_, inner) | Ty::Boxed(inner) => self.peel(&inner),
            other => other,
        }
    }

    /// The type with all that is known of its variables.
    pub fn known(&self, ty: &Ty) -> Ty {
        ty.inferred(&|var| self.found(var).map(|bound| self.known(bound)))
    }

    /// The final type: integers that are still without a type are exact; of the rest nothing is known.
    pub fn settled(&self, ty: &Ty) -> Ty {
        self.known(ty).inferred(&|var| match var {
            InferVar::Integer(_) => Some(Ty::Exact),
            InferVar::Any(_) => Some(Ty::Opaque("_".into())),
        })
    }

    fn occurs(&self, var: InferVar, ty: &Ty) -> bool {
        self.known(ty).any_part(&|part| *part == Ty::Infer(var))
    }

    fn bind(&mut self, var: InferVar, ty: Ty) -> bool {
        match (var, &ty) {
            (_, Ty::Infer(other)) if *other == var => return true,
            // The more special of two variables stays.
            (InferVar::Integer(_), Ty::Infer(other @ InferVar::Any(_))) => {
                return self.bind(*other, Ty::Infer(var));
            }
            (InferVar::Integer(_), Ty::Int(_) | Ty::Exact | Ty::Infer(_)) | (InferVar::Any(_), _) => {}
            (InferVar::Integer(_), _) => return false,
        }
        if self.occurs(var, &ty) {
            return false;
        }
        self.bound[var.index()] = Some(ty);
        true
    }

    /// Makes two types the same as far as terms are concerned; whether that worked.
    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            _ if a == b => true,
            (Ty::Never, _) | (_, Ty::Never) => true,
            (Ty::Ref(_, x), Ty::Ref(_, y)) | (Ty::Boxed(x), Ty::Boxed(y)) => self.unify(x, y),
            (Ty::Infer(var @ InferVar::Integer(_)), other) | (other, Ty::Infer(var @ InferVar::Integer(_)))
                if !is_var(other) =>
            {
                let other = self.peel(other);
                self.bind(*var, other)
            }
            (Ty::Infer(var), other) | (other, Ty::Infer(var)) => self.bind(*var, other.clone()),
            (Ty::Ref(_, x) | Ty::Boxed(x), _) => self.unify(x, &b),
            (_, Ty::Ref(_, y) | Ty::Boxed(y)) => self.unify(&a, y),
            // Integers are exact, so those of different types mix.
            (Ty::Exact | Ty::Int(_), Ty::Exact | Ty::Int(_)) => true,
            (Ty::Borrow(x), Ty::Borrow(y)) => self.unify(x, y),
            (Ty::Tuple(xs), Ty::Tuple(ys)) if xs.len() == ys.len() => self.unify_all(xs, ys),
            (Ty::Adt(x, xs), Ty::Adt(y, ys)) if x == y && xs.len() == ys.len() => self.unify_all(xs, ys),
            (Ty::Array(x, _) | Ty::Slice(x) | Ty::Vec(x), Ty::Array(y, _) | Ty::Slice(y) | Ty::Vec(y)) => {
                self.unify(x, y)
            }
            // Of what is outside the model only this much is known.
            (Ty::Opaque(name), other) | (other, Ty::Opaque(name)) => {
                !((is_text(name) || is_float(name)) && is_scalar(other))
            }
            _ => false,
        }
    }

    fn unify_all(&mut self, xs: &[Ty], ys: &[Ty]) -> bool {
        xs.iter().zip(ys).fold(true, |ok, (x, y)| self.unify(x, y) && ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use refine_core::ty::IntTy;

    #[test]
    fn a_literal_takes_the_type_it_meets() {
        let mut infer = Infer::default();
        let (lit, element) = (infer.fresh_int(), infer.fresh());
        let vec = Ty::Vec(Box::new(element.clone()));
        assert!(infer.unify(&element, &lit));
        assert!(infer.unify(&vec, &Ty::Ref(false, Box::new(Ty::Slice(Box::new(Ty::Int(IntTy::U8)))))));
        assert_eq!(infer.settled(&vec), Ty::Vec(Box::new(Ty::Int(IntTy::U8))));
    }

    #[test]
    fn integers_mix_and_are_nothing_else() {
        let mut infer = Infer::default();
        let lit = infer.fresh_int();
        assert!(!infer.unify(&lit, &Ty::Bool));
        assert!(!infer.unify(&lit, &Ty::Opaque("f64".into())));
        assert!(!infer.unify(&Ty::Int(IntTy::U8), &Ty::Opaque("f64".into())));
        assert!(infer.unify(&Ty::Int(IntTy::U8), &Ty::Int(IntTy::U16)));
        assert_eq!(infer.settled(&lit), Ty::Exact);
    }

    #[test]
    fn a_type_does_not_contain_itself() {
        let mut infer = Infer::default();
        let var = infer.fresh();
        assert!(!infer.unify(&var, &Ty::Vec(Box::new(var.clone()))));
    }
}
