//! What a trait asks of the methods that implement it (behavioural subtyping).
//!
//! ```text
//! requires   the implementation's own, which the trait's must imply; the trait's, where it states none
//! ensures    the implementation's own, and the trait's for the arguments that the trait allows
//! ```
use hir_def::signatures::FunctionSignature;
use hir_def::{AssocItemId, FunctionId, ItemContainerId, Lookup};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{GenericArgs, Ty as HirTy};
use refine_core::ir::{Clause, Contract, RawClause};
use refine_core::program::FnDef;
use refine_core::term::{Term, TermKind};
use refine_core::terms::implies;
use refine_core::ty::FnInst;

use crate::context::{Callable, Context};
use crate::items::plain;
use crate::types::Env;

/// A precondition that callers of the trait's method may not know of.
pub struct Narrowed {
    /// The preconditions of the trait's method, for the types of the implementation.
    pub known: Vec<Clause>,
    /// The implementation's own.
    pub own: Vec<Clause>,
    /// The path of the trait's method.
    pub method: String,
}

/// The trait's method that an `impl`'s method implements, for the same types.
pub fn implemented<'db>(cx: &Context<'db>, inst: &FnInst) -> Option<FnInst> {
    let (Callable::Function(id), args, env) = cx.args_of(inst)? else { return None };
    let (method, args) = method_of(cx, id, args, env)?;
    Some(cx.instance(Callable::Function(method), args, env))
}

fn method_of<'db>(
    cx: &Context<'db>,
    id: FunctionId,
    args: GenericArgs<'db>,
    env: Env,
) -> Option<(FunctionId, GenericArgs<'db>)> {
    let db: &'db dyn HirDatabase = cx.db;
    let ItemContainerId::ImplId(of) = id.lookup(db).container else { return None };
    let trait_ref = db.impl_trait(of)?.skip_binder();
    let name = &FunctionSignature::of(db, id).name;
    let same = |(known, item): &(_, AssocItemId)| match item {
        AssocItemId::FunctionId(method) if known == name => Some(*method),
        _ => None,
    };
    let method = trait_ref.def_id.0.trait_items(db).items.iter().find_map(same)?;
    let around: GenericArgs<'db> = cx.types.identity(of.into());
    let of_trait: GenericArgs<'db> = cx.instantiate(trait_ref.args, args, env);
    let tys = of_trait.types().chain(args.types().skip(around.types().count()));
    let consts = of_trait.consts().chain(args.consts().skip(around.consts().count()));
    let (tys, consts): (Vec<HirTy<'db>>, Vec<_>) = (tys.collect(), consts.collect());
    Some((method, cx.types.args_for(method.into(), &tys, &consts)?))
}

/// Adds to an implementation's contract what the trait promises of it.
pub fn inherit(own: Contract, of_trait: &Contract, names: (&FnDef, &FnDef)) -> Contract {
    if !of_trait.explicit {
        return own;
    }
    let narrowed = states_requires(&own);
    let allowed = of_trait.requires.iter().map(|clause| at_entry(&clause.term)).fold(Term::bool(true), Term::and);
    let promised = of_trait.ensures.iter().map(|clause| match narrowed {
        true => Clause {
            term: implies(allowed.clone(), clause.term.clone()),
            value: implies(allowed.clone(), clause.value.clone()),
            ..clause.clone()
        },
        false => clause.clone(),
    });
    // It speaks of the trait's names.
    let promised = promised.map(|clause| Clause { binder: None, ..clause });
    let raw = of_trait.raw.iter().filter(|clause| !(narrowed && clause.requires)).map(|clause| renamed(clause, names));
    Contract {
        explicit: true,
        trusted: own.trusted,
        requires: if narrowed { own.requires } else { of_trait.requires.clone() },
        ensures: own.ensures.into_iter().chain(promised).collect(),
        decreases: own.decreases.or_else(|| of_trait.decreases.clone()),
        raw: own.raw.into_iter().chain(raw).collect(),
        callbacks: own.callbacks,
        keeps_invariants: own.keeps_invariants,
    }
}

/// Whether a contract has preconditions of its own.
pub fn states_requires(contract: &Contract) -> bool {
    !contract.requires.is_empty() || contract.raw.iter().any(|clause| clause.requires)
}

/// A precondition as it was at entry.
fn at_entry(term: &Term) -> Term {
    match term.kind() {
        TermKind::Local(id) => Term::new(TermKind::Old(*id), term.ty().clone()),
        _ => term.map_children(&mut |part| at_entry(part)),
    }
}

/// A clause that is compiled as it is written, with the names that the implementation gives the parameters.
fn renamed(clause: &RawClause, (own, of_trait): (&FnDef, &FnDef)) -> RawClause {
    let new = |name: String| {
        let at = of_trait.params.iter().position(|param| plain(&param.name) == plain(&name));
        at.and_then(|at| own.params.get(at)).map_or(name, |param| param.name.clone())
    };
    let text = match clause.text.parse::<proc_macro2::TokenStream>() {
        Ok(tokens) => refine_spec_lang::laid_out(&rename(tokens, &new)),
        Err(_) => clause.text.clone(),
    };
    RawClause { text, ..clause.clone() }
}

fn rename(tokens: proc_macro2::TokenStream, new: &dyn Fn(String) -> String) -> proc_macro2::TokenStream {
    use proc_macro2::{Group, Ident, TokenTree};
    let one = |token| match token {
        TokenTree::Ident(ident) => {
            let name = new(ident.to_string());
            match name.strip_prefix("r#") {
                Some(bare) => TokenTree::Ident(Ident::new_raw(bare, ident.span())),
                None => TokenTree::Ident(Ident::new(&name, ident.span())),
            }
        }
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), rename(group.stream(), new))),
        other => other,
    };
    tokens.into_iter().map(one).collect()
}
