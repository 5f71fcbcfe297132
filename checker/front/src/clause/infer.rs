//! The types of a clause, by unification.
//!
//! Nearly all of them are known from outside: those of parameters, fields, functions. What is not is a literal's (an exact
//! integer, unless it meets another type) and the arguments of `None`, `[]` and generic functions. Such a type is a
//! [`Ty::Param`] whose name starts with `?`, which no name in source does; `?i` ones stand for integers only.
//!
//! Unification is lenient about references, boxes and the three sequence types, since terms do not tell them apart, and
//! about integers, which are exact whatever their type.
use refine_core::ty::Ty;

/// The variables, with what is known of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Infer {
    bound: Vec<Option<Ty>>,
}

fn index(name: &str) -> Option<usize> {
    name.strip_prefix('?').map(|rest| rest.trim_start_matches('i')).and_then(|rest| rest.parse().ok())
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
    matches!(ty, Ty::Param(name) if name.starts_with("?i"))
}

/// Whether the type is not known yet.
pub(super) fn is_var(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(name) if name.starts_with('?'))
}

/// Whether the type is one of integers, with or without a width.
pub(super) fn is_integer(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Exact) || is_int_var(ty)
}

impl Infer {
    /// A type to be found out.
    pub fn fresh(&mut self) -> Ty {
        self.bound.push(None);
        Ty::Param(format!("?{}", self.bound.len() - 1))
    }

    /// An integer type to be found out.
    pub fn fresh_int(&mut self) -> Ty {
        self.bound.push(None);
        Ty::Param(format!("?i{}", self.bound.len() - 1))
    }

    /// The type with what is known of its outermost variable.
    pub fn shallow(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Param(name) => match index(name).and_then(|at| self.bound.get(at)?.as_ref()) {
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
        ty.substitute(&|name| {
            let bound = self.bound.get(index(name)?)?.as_ref()?;
            Some(self.known(bound))
        })
    }

    /// The final type: integers that are still without a type are exact; of the rest nothing is known.
    pub fn settled(&self, ty: &Ty) -> Ty {
        self.known(ty).substitute(&|name| match name {
            _ if name.starts_with("?i") => Some(Ty::Exact),
            _ if name.starts_with('?') => Some(Ty::Opaque("_".into())),
            _ => None,
        })
    }

    fn occurs(&self, at: usize, ty: &Ty) -> bool {
        holds(&self.known(ty), &|ty| matches!(ty, Ty::Param(name) if index(name) == Some(at)))
    }

    fn bind(&mut self, name: &str, ty: Ty) -> bool {
        let Some(at) = index(name) else { return false };
        let int_only = name.starts_with("?i");
        match &ty {
            Ty::Param(other) if other == name => return true,
            // The more special of two variables stays.
            Ty::Param(other) if int_only && is_var(&ty) && !is_int_var(&ty) => {
                let other = other.clone();
                return self.bind(&other, Ty::Param(name.into()));
            }
            Ty::Int(_) | Ty::Exact => {}
            Ty::Param(_) if is_var(&ty) => {}
            _ if int_only => return false,
            _ => {}
        }
        if self.occurs(at, &ty) {
            return false;
        }
        self.bound[at] = Some(ty);
        true
    }

    /// Makes two types the same as far as terms are concerned; whether that worked.
    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            _ if a == b => true,
            (Ty::Never, _) | (_, Ty::Never) => true,
            (Ty::Ref(_, x), Ty::Ref(_, y)) | (Ty::Boxed(x), Ty::Boxed(y)) => self.unify(x, y),
            (Ty::Param(name), other) if is_int_var(&a) && !is_var(other) => {
                let other = self.peel(other);
                self.bind(name, other)
            }
            (other, Ty::Param(name)) if is_int_var(&b) && !is_var(other) => {
                let other = self.peel(other);
                self.bind(name, other)
            }
            (Ty::Param(name), _) if is_var(&a) => self.bind(name, b.clone()),
            (_, Ty::Param(name)) if is_var(&b) => self.bind(name, a.clone()),
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

/// Whether a test holds of some part of a type.
pub(super) fn holds(ty: &Ty, test: &dyn Fn(&Ty) -> bool) -> bool {
    let all = |tys: &[Ty]| tys.iter().any(|ty| holds(ty, test));
    test(ty)
        || match ty {
            Ty::Tuple(tys) | Ty::Adt(_, tys) => all(tys),
            Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty) | Ty::Ref(_, ty) | Ty::Boxed(ty) | Ty::Borrow(ty) => {
                holds(ty, test)
            }
            Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact | Ty::Param(_) | Ty::Never | Ty::Opaque(_) => false,
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
