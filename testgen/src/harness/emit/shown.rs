//! What runs see of a value: all of it, or where a part of it is outside the model, all around that part.
use refine_core::ty::Ty;

use super::Emitter;
use super::spell::spell;
use crate::types::{grounded, std_path};

impl Emitter<'_> {
    /// An expression that shows what a reference leads to. `name` is what is said of it if nothing can be shown, else its type is.
    pub(super) fn shown(&self, ty: &Ty, reference: &str, name: Option<&str>) -> String {
        if self.shows(ty) {
            return format!("rt::Reflect::reflect({reference})");
        }
        match ty {
            // What it is when the borrow ends is still open.
            Ty::Borrow(inner) => format!(
                "rt::V::tuple(rt::std::vec![{}, rt::opaque(\"what a `&mut` leads to after the call\")])",
                self.shown(inner, &format!("&**{reference}"), None)
            ),
            Ty::Ref(_, inner) | Ty::Boxed(inner) if !matches!(**inner, Ty::Opaque(_)) => {
                self.shown(inner, &format!("&**{reference}"), name)
            }
            Ty::Vec(inner) | Ty::Slice(inner) | Ty::Array(inner, _) => {
                format!("rt::seq_of(&({reference})[..], |p| {})", self.shown(inner, "p", name))
            }
            Ty::Tuple(all) => {
                let names: Vec<String> = (0..all.len()).map(|at| format!("ref p{at},")).collect();
                format!(
                    "{{ let ({}) = *{reference}; rt::V::tuple(rt::std::vec![{}]) }}",
                    names.concat(),
                    self.each(all)
                )
            }
            Ty::Adt(id, args) => {
                let def = self.program.adt(*id);
                let std = std_path(&def.name).filter(|_| def.module.is_none() && def.is_enum);
                std.map_or_else(
                    || self.outside(ty, reference, name),
                    |path| {
                        let arms = def.variants.iter().enumerate().map(|(variant, one)| {
                            let tys: Vec<Ty> =
                                one.fields.iter().map(|field| grounded(&def.instantiate(&field.ty, args))).collect();
                            let fields: Vec<String> = one
                                .fields
                                .iter()
                                .enumerate()
                                .map(|(at, field)| format!("{}: ref p{at},", field.name))
                                .collect();
                            format!(
                                "rt::std::{path}::{} {{ {} }} => rt::V::adt({variant}, rt::std::vec![{}]),",
                                one.name,
                                fields.concat(),
                                self.each(&tys)
                            )
                        });
                        format!("match *{reference} {{ {} }}", arms.collect::<String>())
                    },
                )
            }
            _ => self.outside(ty, reference, name),
        }
    }

    /// Whether [shown](Self::shown) shows all of a value but what a `&mut` in it will lead to.
    pub(super) fn shows_now(&self, ty: &Ty) -> bool {
        match ty {
            _ if self.shows(ty) => true,
            Ty::Borrow(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) | Ty::Vec(inner) | Ty::Slice(inner) => {
                self.shows_now(inner)
            }
            Ty::Array(inner, _) => self.shows_now(inner),
            Ty::Tuple(all) => all.iter().all(|ty| self.shows_now(ty)),
            Ty::Adt(id, args) => {
                let def = self.program.adt(*id);
                let is_std = def.module.is_none() && def.is_enum && std_path(&def.name).is_some();
                is_std && args.iter().all(|ty| self.shows_now(ty))
            }
            _ => false,
        }
    }

    /// What the references `p0`, `p1`, … lead to.
    fn each(&self, tys: &[Ty]) -> String {
        tys.iter().enumerate().map(|(at, ty)| self.shown(ty, &format!("p{at}"), None) + ", ").collect()
    }

    /// What stands for a value that is outside the model.
    fn outside(&self, ty: &Ty, reference: &str, name: Option<&str>) -> String {
        // (The fields of a tuple have numbers.)
        let name = name.filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()));
        let shown = || brief(&spell(self.program, ty));
        format!("{{ let _ = {reference}; rt::opaque({:?}) }}", name.map_or_else(shown, str::to_owned))
    }
}

/// A type as people write it, from how generated code spells it: `std`'s without their paths, but for the many that are called `Error`.
fn brief(spelled: &str) -> String {
    const STD: &str = "crate::__refine_rt::std::";
    let mut parts = spelled.split(STD);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(part.len());
        let (path, rest) = part.split_at(end);
        let module = path.strip_suffix("::Error").map(|module| module.rsplit("::").next().unwrap_or_default());
        let name = match module {
            Some(module @ ("io" | "fmt")) => format!("{module}::Error"),
            _ => path.rsplit("::").next().unwrap_or_default().to_owned(),
        };
        out.push_str(&name);
        out.push_str(rest);
    }
    let object =
        out.strip_prefix('(').filter(|inner| inner.starts_with("dyn ")).and_then(|inner| inner.strip_suffix(')'));
    object.map_or(out.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::brief;

    #[test]
    fn types_are_shown_as_people_write_them() {
        let std = "crate::__refine_rt::std";
        assert_eq!(
            brief(&format!("({std}::option::Option<{std}::primitive::u8>, {std}::io::Error)")),
            "(Option<u8>, io::Error)"
        );
        assert_eq!(brief(&format!("(dyn {std}::error::Error + {std}::marker::Send)")), "dyn Error + Send");
        assert_eq!(brief("crate::shape::Circle"), "crate::shape::Circle");
    }
}
