//! Which types a function may have values of: those it mentions, those in their fields and their associated types, and
//! those in the signatures of what it calls. A method by name can only be one of these types' methods, unless values of
//! other types can come in unseen (type parameters, `dyn`, `impl`).
use std::collections::BTreeSet;

use proc_macro2::TokenStream;

use crate::program::FnId;
use crate::ty::{AdtId, Ty};

use super::Crate;
use super::effects::{Facts, Search};

/// What types and signatures bring into play.
pub(super) struct InPlay {
    /// By type: the types of its fields and of its `impl`s' associated types.
    behind: Vec<(BTreeSet<AdtId>, bool)>,
    /// By function: the types in its signature.
    signatures: Vec<(BTreeSet<AdtId>, bool)>,
    /// By function: the type that it is a method of, if that is one of the crate's.
    of: Vec<Option<AdtId>>,
}

impl InPlay {
    pub(super) fn new(krate: &Crate, fields: &[TokenStream]) -> InPlay {
        let behind = krate.adts.iter().zip(fields).enumerate().map(|(at, (item, fields))| {
            let mut search = Search::closed(krate, &item.scope);
            search.tokens(fields.clone());
            for (of, _, ty) in &krate.assoc_types {
                if matches!(of.peeled(), Ty::Adt(id, _) if id.0 as usize == at) {
                    search.ty(ty);
                }
            }
            let facts = search.facts();
            (facts.adts, facts.open)
        });
        let signatures = krate.fns.iter().map(|item| {
            let mut search = Search::closed(krate, &item.scope);
            search.signature(&item.sig);
            let facts = search.facts();
            (facts.adts, facts.open)
        });
        let of = krate.fns.iter().map(|item| match item.def.self_ty.as_ref().map(Ty::peeled) {
            Some(Ty::Adt(id, _)) if krate.adts[id.0 as usize].def.module.is_some() => Some(*id),
            _ => None,
        });
        InPlay { behind: behind.collect(), signatures: signatures.collect(), of: of.collect() }
    }

    /// Turns the candidates that may be meant into callees.
    pub(super) fn settle(&self, facts: &mut Facts) {
        let mut entered: BTreeSet<FnId> = BTreeSet::new();
        loop {
            for id in facts.callees.difference(&entered).copied().collect::<Vec<_>>() {
                entered.insert(id);
                let (adts, open) = &self.signatures[id.0 as usize];
                facts.adts.extend(adts);
                facts.open |= open;
            }
            self.close(facts);
            let meant = |id: &&FnId| match self.of[id.0 as usize] {
                Some(adt) => facts.open || facts.adts.contains(&adt),
                None => true,
            };
            let meant: Vec<FnId> = facts.candidates.iter().filter(meant).copied().collect();
            if meant.iter().all(|id| facts.callees.contains(id)) {
                return;
            }
            facts.callees.extend(meant);
        }
    }

    /// Adds what is behind the types in play.
    fn close(&self, facts: &mut Facts) {
        let mut todo: Vec<AdtId> = facts.adts.iter().copied().collect();
        while let Some(id) = todo.pop() {
            let (adts, open) = &self.behind[id.0 as usize];
            facts.open |= open;
            todo.extend(adts.iter().filter(|id| facts.adts.insert(**id)));
        }
    }
}
