//! Which implementations of the standard traits for comparing and cloning are built in or derived all the way down: what they
//! do is then one operation on whole values, and no code of the user's runs.
use hir_def::hir::generics::GenericParams;
use hir_def::lang_item::lang_items;
use hir_def::{AdtId as HirAdtId, HasModule, TraitId, VariantId};
use hir_expand::name::Name;
use hir_ty::db::{HirDatabase, InternedClosureId};
use hir_ty::method_resolution::TraitImpls;
use hir_ty::next_solver::{GenericArg, GenericArgs, SimplifiedType, Ty as HirTy, TyKind};
use intern::{Symbol, sym};
use refine_core::ty::Ty;
use rustc_type_ir::inherent::IntoKind;

use super::copied::is_copy;
use super::shim::lookup;
use crate::context::{Callable, Context};
use crate::database::Origin;
use crate::types::{Env, variants};

/// Types nested deeper than this are taken to be endless.
const DEPTH: usize = 32;

/// What an implementation does, where it is built in or derived all the way down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Likeness {
    /// `clone` gives an equal value.
    Clone,
    /// `==` holds of equal values and of no others.
    Eq,
    /// `partial_cmp` compares part by part, variants first.
    PartialOrder,
    /// `cmp` does.
    Order,
    /// `fmt` of `Debug` runs nothing of the user's.
    Debug,
    /// `fmt` of another trait of `core::fmt` runs nothing of the user's. None of these is derived.
    Display,
}

impl Likeness {
    /// Whether it is an order: that of sequences, and of types that contain themselves, is no term of bounded size.
    fn is_order(self) -> bool {
        matches!(self, Likeness::PartialOrder | Likeness::Order)
    }

    /// Whether it is about what is printed.
    fn is_text(self) -> bool {
        matches!(self, Likeness::Debug | Likeness::Display)
    }

    /// The method that does it, and how many type parameters its trait has, `Self` included.
    fn method(self) -> (Symbol, usize) {
        match self {
            Likeness::Clone => (sym::clone, 1),
            Likeness::Eq => (sym::eq, 2),
            Likeness::PartialOrder => (sym::partial_cmp, 2),
            Likeness::Order => (sym::cmp, 1),
            Likeness::Debug | Likeness::Display => (sym::fmt, 1),
        }
    }
}

/// Whether the type's implementation is built in or derived all the way down.
pub(crate) fn structural<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env, like: Likeness) -> bool {
    let ty = cx.types.normalize(ty, env);
    Walk { cx, env, like, above: Vec::new() }.holds(ty)
}

fn the_trait(cx: &Context<'_>, like: Likeness) -> Option<TraitId> {
    let items = lang_items(cx.db, cx.krate);
    match like {
        Likeness::Clone => items.Clone,
        Likeness::Eq => items.PartialEq,
        Likeness::PartialOrder => items.PartialOrd,
        Likeness::Order => items.Ord,
        Likeness::Debug => items.Debug,
        Likeness::Display => None,
    }
}

struct Walk<'a, 'db> {
    cx: &'a Context<'db>,
    env: Env,
    like: Likeness,
    /// The types that the one at hand is a part of.
    above: Vec<HirTy<'db>>,
}

impl<'db> Walk<'_, 'db> {
    fn holds(&mut self, ty: HirTy<'db>) -> bool {
        let like = self.like;
        match ty.kind() {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Uint(_) | TyKind::Never => true,
            // Not every float equals itself.
            TyKind::Float(_) => like == Likeness::Clone || like.is_text(),
            TyKind::Str => like.is_text(),
            TyKind::Ref(_, inner, mutability) => match like {
                Likeness::Clone => mutability.is_not(),
                // The value of a mutable reference is more than what it points to.
                Likeness::Debug | Likeness::Display => self.holds(inner),
                Likeness::Eq | Likeness::PartialOrder | Likeness::Order => mutability.is_not() && self.holds(inner),
            },
            TyKind::RawPtr(..) | TyKind::FnPtr(..) => like == Likeness::Clone || like.is_text(),
            TyKind::FnDef(..) => like == Likeness::Clone,
            TyKind::Tuple(all) => all.iter().all(|ty| self.holds(ty)),
            TyKind::Array(inner, _) | TyKind::Slice(inner) => !like.is_order() && self.holds(inner),
            TyKind::Closure(id, args) if like == Likeness::Clone => {
                captures(self.cx, id.0, args, self.env).into_iter().all(|ty| self.holds(ty))
            }
            TyKind::Param(_) => like == Likeness::Clone && is_copy(self.cx, ty, self.env),
            TyKind::Adt(adt, args) => self.adt(ty, adt.def_id(), args),
            _ => false,
        }
    }

    fn adt(&mut self, ty: HirTy<'db>, id: HirAdtId, args: GenericArgs<'db>) -> bool {
        if self.above.contains(&ty) {
            return !self.like.is_order();
        }
        if self.above.len() > DEPTH {
            return false;
        }
        self.above.push(ty);
        let holds = self.adt_by_parts(ty, id, args);
        self.above.pop();
        holds
    }

    fn adt_by_parts(&mut self, ty: HirTy<'db>, id: HirAdtId, args: GenericArgs<'db>) -> bool {
        if let Some(known) = self.built_in(ty, id, args) {
            return known;
        }
        if !self.is_derived(ty) || self.cx.types.is_nested(id) {
            return false;
        }
        if self.like == Likeness::Clone && derives_copy(self.cx, id) {
            return true;
        }
        // A value outside the model has no parts to compare.
        let modelled = matches!(self.cx.ty(ty, self.env), Ty::Adt(..));
        (modelled || self.like == Likeness::Clone || self.like.is_text())
            && fields(self.cx, id, args, self.env).into_iter().flatten().all(|field| self.holds(field))
    }

    /// What is known of types of the standard library whose implementations are not derived in our description of it.
    fn built_in(&mut self, ty: HirTy<'db>, id: HirAdtId, args: GenericArgs<'db>) -> Option<bool> {
        let cx = self.cx;
        if cx.db.origin(id.krate(cx.db)) != Origin::Std {
            return None;
        }
        let items = lang_items(cx.db, cx.krate);
        if matches!((id, items.PhantomData), (HirAdtId::StructId(id), Some(phantom)) if id == phantom) {
            return Some(true);
        }
        match self.cx.ty(ty, self.env) {
            Ty::Boxed(_) => Some(args.types().next().is_some_and(|inner| self.holds(inner))),
            Ty::Vec(_) => Some(!self.like.is_order() && args.types().next().is_some_and(|inner| self.holds(inner))),
            Ty::Opaque(name) if name == "String" => Some(self.like == Likeness::Clone || self.like.is_text()),
            // It may hold one of the user's.
            Ty::Opaque(name) if name.ends_with("::io::error::Error") => Some(false),
            _ if self.like.is_text() => Some(args.types().all(|ty| self.holds(ty))),
            _ => None,
        }
    }

    /// Whether the type has a derived implementation.
    fn is_derived(&self, ty: HirTy<'db>) -> bool {
        let (name, params) = self.like.method();
        let method = the_trait(self.cx, self.like)
            .and_then(|id| id.trait_items(self.cx.db).method_by_name(&Name::new_symbol_root(name)));
        let Some(method) = method else { return false };
        let args: Vec<GenericArg<'db>> = vec![ty.into(); params];
        let (found, _) = lookup(self.cx, self.env, method, GenericArgs::new_from_slice(&args));
        matches!(found, Callable::Derived(..))
    }
}

/// Whether a derived `clone` is `*self`: `Copy` is derived too, and there are no type parameters.
pub(crate) fn derives_copy(cx: &Context<'_>, id: HirAdtId) -> bool {
    let params = GenericParams::of(cx.db, id.into());
    if params.iter_type_or_consts().any(|(_, param)| param.type_param().is_some()) {
        return false;
    }
    let Some(copy) = lang_items(cx.db, cx.krate).Copy else { return false };
    let module = id.module(cx.db);
    let derived =
        |impls: &TraitImpls<'_>| !impls.for_trait_and_self_ty(copy, &SimplifiedType::Adt(id.into())).1.is_empty();
    match module.block(cx.db) {
        Some(block) => TraitImpls::for_block(cx.db, block).is_some_and(derived),
        None => derived(TraitImpls::for_crate(cx.db, module.krate(cx.db))),
    }
}

/// How many generic parameters a struct, enum or union has, lifetimes and constants included.
pub(crate) fn param_count(cx: &Context<'_>, id: HirAdtId) -> usize {
    GenericParams::of(cx.db, id.into()).len()
}

/// The types of all fields, by variant; a struct has one.
pub(crate) fn fields<'db>(cx: &Context<'db>, id: HirAdtId, args: GenericArgs<'db>, env: Env) -> Vec<Vec<HirTy<'db>>> {
    let db: &'db dyn HirDatabase = cx.db;
    let of = |variant: VariantId| {
        let tys = db.field_types(variant).iter();
        tys.map(|(_, ty)| cx.instantiate(ty.ty().skip_binder(), args, env)).collect()
    };
    variants(cx.db, id).into_iter().map(of).collect()
}

/// The types of what a closure holds.
pub(crate) fn captures<'db>(
    cx: &Context<'db>,
    id: InternedClosureId<'db>,
    args: GenericArgs<'db>,
    env: Env,
) -> Vec<HirTy<'db>> {
    match super::captures_of(cx.db, id) {
        Some((captures, _)) => {
            captures.iter().map(|capture| cx.instantiate(capture.captured_ty(cx.db), args, env)).collect()
        }
        None => vec![HirTy::new(cx.types.interner(), TyKind::Error(hir_ty::next_solver::ErrorGuaranteed))],
    }
}
