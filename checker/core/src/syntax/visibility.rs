//! What can be reached from outside the crate: `pub` all the way, or through a `pub use`.
use std::collections::HashSet;

use crate::program::ModuleId;
use crate::ty::Ty;

use super::Crate;
use super::names::{At, Def, Entry, Ns, Vis};

/// What was found reachable.
#[derive(Default)]
pub(super) struct Reached {
    modules: HashSet<ModuleId>,
    defs: Vec<Def>,
}

impl Crate {
    /// Finds what is reachable, before the second pass: names suffice.
    pub(super) fn reachable(&self) -> Reached {
        let mut reached = Reached::default();
        self.reach(ModuleId(0), &mut reached);
        reached
    }

    fn reach(&self, id: ModuleId, reached: &mut Reached) {
        if !reached.modules.insert(id) {
            return;
        }
        let table = &self.names.modules[id.0 as usize];
        let public = |entry: &&Entry| entry.vis == Vis::Public;
        let mut found: Vec<Def> = [&table.types, &table.values]
            .into_iter()
            .flat_map(|map| map.values().filter(public).map(|entry| entry.def.clone()))
            .collect();
        let at = At { module: id, block: None };
        let named = table.imports.values().flatten();
        for import in named.chain(&table.globs).filter(|import| import.vis == Vis::Public) {
            for ns in [Ns::Types, Ns::Values] {
                found.extend(self.imported(at, import, ns));
            }
        }
        for def in found {
            match def {
                // Everything `pub` in a module that a `pub use m::*` names is reachable, even if `m` is not.
                Def::Module(inner) => self.reach(inner, reached),
                other => reached.defs.push(other),
            }
        }
    }

    /// Marks traits and types; functions are marked when their types are known.
    pub(super) fn mark_types(&mut self, reached: &Reached) {
        for def in &reached.defs {
            match def {
                Def::Adt(id) | Def::Variant(id, _) => self.adts[id.0 as usize].def.public = true,
                Def::Trait(index) => self.traits[*index].public = true,
                Def::Alias(index) => {
                    let alias = &self.aliases[*index];
                    if let Ty::Adt(id, _) = self.resolve_type(&alias.scope, &alias.ty) {
                        self.adts[id.0 as usize].def.public = true;
                    }
                }
                _ => {}
            }
        }
    }

    /// Narrows `public` of functions to those that are reachable.
    pub(super) fn mark_fns(&mut self, reached: &Reached) {
        let free: HashSet<u32> =
            reached.defs.iter().filter_map(|def| if let Def::Fn(id) = def { Some(id.0) } else { None }).collect();
        for (at, item) in self.fns.iter_mut().enumerate() {
            let reachable = match &item.def.self_ty {
                None => free.contains(&(at as u32)),
                Some(ty) => match ty.peeled() {
                    Ty::Adt(id, _) => {
                        let adt = &self.adts[id.0 as usize].def;
                        adt.public || adt.module.is_none()
                    }
                    _ => true,
                },
            };
            item.def.public &= reachable && !item.def.std;
        }
    }
}
