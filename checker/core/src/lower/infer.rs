//! Types by unification.
//!
//! An inference variable is a [`Ty::Param`] whose name starts with `?`, which no source name does; `?i` ones stand for
//! integers only. Unification is lenient about references, boxes and the three sequence types, since terms do not tell
//! them apart and the code is known to compile: it only has to find out what rustc found out.
use crate::ty::{IntTy, Ty};

/// The variables and what is known of them.
#[derive(Clone, Debug, Default)]
pub struct Infer {
    bound: Vec<Option<Ty>>,
    int: Vec<bool>,
    /// In clauses an integer literal without a type is an exact integer, not an `i32`.
    pub exact: bool,
}

fn index(name: &str) -> Option<usize> {
    name.strip_prefix('?').map(|rest| rest.trim_start_matches('i')).and_then(|rest| rest.parse().ok())
}

/// Whether a type outside the model is one of text, which is no number whatever it is used for.
fn is_text(name: &str) -> bool {
    matches!(name, "&str" | "str" | "String")
}

fn is_scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Exact | Ty::Bool | Ty::Char)
}

/// Whether the type is an unbound integer variable.
pub fn is_int_var(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(name) if name.starts_with("?i"))
}

/// Whether the type is an inference variable.
pub fn is_var(ty: &Ty) -> bool {
    matches!(ty, Ty::Param(name) if name.starts_with('?'))
}

impl Infer {
    /// No variables yet; `exact` for clauses.
    pub fn new(exact: bool) -> Self {
        Infer { exact, ..Infer::default() }
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Ty {
        self.bound.push(None);
        self.int.push(false);
        Ty::Param(format!("?{}", self.bound.len() - 1))
    }

    /// A new variable for an integer type.
    pub fn fresh_int(&mut self) -> Ty {
        self.bound.push(None);
        self.int.push(true);
        Ty::Param(format!("?i{}", self.bound.len() - 1))
    }

    /// Makes every integer that is still unknown an `i32`. Variables made from now on belong to clauses.
    pub fn settle(&mut self) {
        for (bound, int) in self.bound.iter_mut().zip(&self.int) {
            if *int && bound.is_none() {
                *bound = Some(Ty::Int(IntTy::I32));
            }
        }
        self.exact = true;
    }

    /// The type with its outermost variable replaced by what is known.
    pub fn shallow(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Param(name) => match index(name).and_then(|at| self.bound.get(at)?.as_ref()) {
                Some(known) => self.shallow(known),
                None => ty.clone(),
            },
            _ => ty.clone(),
        }
    }

    /// The type below references and boxes, with its outermost variable replaced.
    pub fn peel(&self, ty: &Ty) -> Ty {
        match self.shallow(ty) {
            Ty::Ref(_, inner) | Ty::Boxed(inner) => self.peel(&inner),
            other => other,
        }
    }

    /// The type with all known variables replaced.
    pub fn known(&self, ty: &Ty) -> Ty {
        ty.substitute(&|name| {
            let bound = self.bound.get(index(name)?)?.as_ref()?;
            Some(self.known(bound))
        })
    }

    /// The type as the syntax room asks for types: what is still unknown fits all.
    pub fn open(&self, ty: &Ty) -> Ty {
        self.known(ty).substitute(&|name| name.starts_with('?').then(|| Ty::Param("_".into())))
    }

    /// The final type: unknown integers are `i32` (or exact, in clauses), the rest is opaque.
    pub fn zonk(&self, ty: &Ty) -> Ty {
        self.known(ty).substitute(&|name| match name {
            _ if name.starts_with("?i") && self.exact => Some(Ty::Exact),
            _ if name.starts_with("?i") => Some(Ty::Int(IntTy::I32)),
            _ if name.starts_with('?') => Some(Ty::Opaque("_".into())),
            _ => None,
        })
    }

    /// The final type without any reference or box in it, as terms have it.
    pub fn plain(&self, ty: &Ty) -> Ty {
        plain(&self.zonk(ty))
    }

    fn occurs(&self, at: usize, ty: &Ty) -> bool {
        let seen = std::cell::Cell::new(false);
        self.known(ty).substitute(&|name| {
            if index(name) == Some(at) {
                seen.set(true);
            }
            None
        });
        seen.get()
    }

    fn bind(&mut self, name: &str, ty: Ty) -> bool {
        let Some(at) = index(name) else { return false };
        let int_only = name.starts_with("?i");
        match &ty {
            Ty::Param(other) if other == name => return true,
            // The more special of two variables stays.
            Ty::Param(other) if int_only && other.starts_with('?') && !other.starts_with("?i") => {
                let other = other.clone();
                return self.bind(&other, Ty::Param(name.into()));
            }
            Ty::Ref(_, inner) | Ty::Boxed(inner) if int_only => {
                let inner = self.shallow(inner);
                return self.unify(&Ty::Param(name.into()), &inner);
            }
            Ty::Opaque(text) if int_only && is_text(text) => return false,
            // A clause inside of a body says nothing of the body's types.
            Ty::Exact if int_only && !self.exact => return true,
            Ty::Int(_) | Ty::Exact | Ty::Param(_) | Ty::Opaque(_) => {}
            _ if int_only => return false,
            Ty::Never => return true,
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
            (Ty::Param(name), _) if is_var(&a) => self.bind(name, b.clone()),
            (_, Ty::Param(name)) if is_var(&b) => self.bind(name, a.clone()),
            (Ty::Ref(_, x), Ty::Ref(_, y)) | (Ty::Boxed(x), Ty::Boxed(y)) => self.unify(x, y),
            (Ty::Ref(_, x) | Ty::Boxed(x), _) => self.unify(x, &b),
            (_, Ty::Ref(_, y) | Ty::Boxed(y)) => self.unify(&a, y),
            (Ty::Exact, Ty::Int(_)) | (Ty::Int(_), Ty::Exact) => true,
            // Integers in clauses are exact, so those of different types mix.
            (Ty::Int(_), Ty::Int(_)) => self.exact,
            (Ty::Tuple(xs), Ty::Tuple(ys)) if xs.len() == ys.len() => {
                xs.iter().zip(ys).fold(true, |ok, (x, y)| self.unify(x, y) && ok)
            }
            (Ty::Adt(x, xs), Ty::Adt(y, ys)) if x == y && xs.len() == ys.len() => {
                xs.iter().zip(ys).fold(true, |ok, (x, y)| self.unify(x, y) && ok)
            }
            (Ty::Array(x, _) | Ty::Slice(x) | Ty::Vec(x), Ty::Array(y, _) | Ty::Slice(y) | Ty::Vec(y)) => {
                self.unify(x, y)
            }
            (Ty::Opaque(name), other) | (other, Ty::Opaque(name)) => !(is_text(name) && is_scalar(other)),
            _ => false,
        }
    }
}

/// The type without any reference or box in it.
pub fn plain(ty: &Ty) -> Ty {
    ty.plain()
}

/// Whether a mutable reference is anywhere in the type.
pub fn holds_mut_ref(ty: &Ty) -> bool {
    match ty {
        Ty::Ref(true, _) => true,
        Ty::Ref(false, inner) | Ty::Boxed(inner) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Array(inner, _) => {
            holds_mut_ref(inner)
        }
        Ty::Tuple(tys) | Ty::Adt(_, tys) => tys.iter().any(holds_mut_ref),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_takes_the_type_it_meets() {
        let mut infer = Infer::default();
        let (lit, element) = (infer.fresh_int(), infer.fresh());
        let vec = Ty::Vec(Box::new(element.clone()));
        assert!(infer.unify(&element, &lit));
        assert!(infer.unify(&vec, &Ty::Ref(false, Box::new(Ty::Slice(Box::new(Ty::Int(IntTy::U8)))))));
        assert_eq!(infer.zonk(&vec), Ty::Vec(Box::new(Ty::Int(IntTy::U8))));
    }

    #[test]
    fn an_integer_is_no_bool() {
        let mut infer = Infer::default();
        let lit = infer.fresh_int();
        assert!(!infer.unify(&lit, &Ty::Bool));
        assert!(!infer.unify(&Ty::Int(IntTy::U8), &Ty::Int(IntTy::U16)));
        assert_eq!(infer.zonk(&lit), Ty::Int(IntTy::I32));
    }

    #[test]
    fn a_variable_does_not_contain_itself() {
        let mut infer = Infer::default();
        let var = infer.fresh();
        assert!(!infer.unify(&var, &Ty::Vec(Box::new(var.clone()))));
    }
}
