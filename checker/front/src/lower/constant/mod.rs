//! The values of constants: of `const` and `static` items, of associated constants and constant arguments.
//!
//! A constant's body is lowered as any other and executed ([`machine`]), so that what it means is known from the same source, with
//! the same doubts, as everything else. Where that is not enough (floating point on the way to an integer) and the body calls
//! nothing, rust-analyzer's evaluation is asked.
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use hir_def::hir::Expr;
use hir_def::signatures::StaticSignature;
use hir_def::{
    ConstId, ConstParamId, DefWithBodyId, ExpressionStoreOwnerId, GenericDefId, ItemContainerId, Lookup, StaticId,
};
use hir_ty::InferBodyId;
use hir_ty::db::{GeneralConstId, HirDatabase};
use hir_ty::method_resolution::lookup_impl_const;
use hir_ty::next_solver::infer::DbInternerInferExt;
use hir_ty::next_solver::{Const, ConstKind, GenericArgs, Ty as HirTy, TyKind, TypingMode, ValueConst};
use hir_ty::traits::implements_trait_unique_with_args;
use num_bigint::BigInt;
use refine_core::mir::Body;
use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, Ty};
use rustc_type_ir::inherent::IntoKind;

use super::doubt::is_of_lifetimes;
use super::{HirSource, Lower, Modelled, function, outside_but_calm};
use crate::context::Context;
use crate::guard::guard;
use crate::types::Env;

mod certain;
mod fold;
mod machine;

pub(super) use certain::source;
pub(crate) use certain::{doubt_of_body, doubt_of_constants, doubt_of_signature, in_types};

/// Constants with more text than this, in bytes, are tables that would only burden the solver.
const TEXT: u32 = 8 * 1024;

/// How many parts of a constant may be of types outside the model.
const UNKNOWN_PARTS: usize = 1024;

/// A constant's value, or why it has none that can be told. Parts outside the model are [`TermKind::NoValue`].
type Evaluated = Result<Term, Untold>;

/// Why a constant has no value that can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Untold {
    /// It has one value of its type, whichever: it is not computed here, or is for who fills in a type parameter to say.
    Fixed(String),
    /// Not even that is known: it may be another thing than what is written, or change.
    Lost(String),
}

impl Untold {
    /// The reason, in words.
    pub fn why(&self) -> &str {
        match self {
            Untold::Fixed(why) | Untold::Lost(why) => why,
        }
    }
}

/// A constant with one value all through a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fixed<'db> {
    /// A `const` or `static`, for some generic arguments.
    Item(GenericDefId, GenericArgs<'db>),
    /// A constant parameter.
    Param(ConstParamId),
}

impl From<String> for Untold {
    fn from(why: String) -> Untold {
        Untold::Fixed(why)
    }
}

impl From<&str> for Untold {
    fn from(why: &str) -> Untold {
        Untold::Fixed(why.to_owned())
    }
}

/// The constants that were evaluated.
#[derive(Default)]
pub(crate) struct Constants<'db> {
    values: RefCell<HashMap<(InferBodyId<'db>, GenericArgs<'db>, Env), Evaluated>>,
    bodies: RefCell<HashMap<FnInst, Option<Arc<Body>>>>,
}

/// The bodies of the functions that constants call.
struct Called<'a, 'db>(&'a Context<'db>);

impl machine::Bodies for Called<'_, '_> {
    fn body(&self, inst: &FnInst) -> Option<Arc<Body>> {
        let known = &self.0.constants.bodies;
        if let Some(body) = known.borrow().get(inst) {
            return body.clone();
        }
        let body = function::body(self.0, inst).map(Arc::new);
        known.borrow_mut().insert(inst.clone(), body.clone());
        body
    }
}

/// The value of a `const` item, or of an associated constant of a trait or type, for some generic arguments.
pub(crate) fn of_const<'db>(cx: &Context<'db>, id: ConstId, args: GenericArgs<'db>, env: Env) -> Evaluated {
    let (id, args) = implementation(cx, id, args, env).ok_or("it depends on a type parameter")?;
    of_body(cx, DefWithBodyId::from(id).into(), args, env)
}

/// The value of a `static` item that does not change.
pub(crate) fn of_static(cx: &Context<'_>, id: StaticId) -> Evaluated {
    use hir_def::signatures::StaticFlags;
    if StaticSignature::of(cx.db, id).flags.contains(StaticFlags::MUTABLE) {
        return Err(Untold::Lost("its value may change".to_owned()));
    }
    // One of an atomic type, or a lock, has no value in the model either.
    of_body(cx, DefWithBodyId::from(id).into(), GenericArgs::empty(cx.types.interner()), Env::CLOSED)
}

/// The value of a constant in a type's or function's generic arguments.
pub(crate) fn of_const_arg<'db>(cx: &Context<'db>, value: Const<'db>, env: Env) -> Evaluated {
    match value.kind() {
        ConstKind::Value(known) => {
            let ty = cx.ty(known.ty, env);
            leaf(known, &ty).ok_or_else(|| "it is not a number".into())
        }
        ConstKind::Unevaluated(of) => match of.def.0 {
            GeneralConstId::ConstId(id) => of_const(cx, id, of.args, env),
            GeneralConstId::StaticId(id) => of_static(cx, id),
            GeneralConstId::AnonConstId(id) => of_body(cx, id.into(), of.args, env),
        },
        ConstKind::Param(param) => {
            let ty = cx.ty(cx.db.const_param_ty(param.id), Env::CLOSED);
            let name = cx.types.const_name(value).filter(|_| matches!(ty, Ty::Int(_) | Ty::Bool | Ty::Char));
            let name = name.ok_or("it is a parameter of a type that is not known")?;
            Ok(Term::new(TermKind::Param(name), ty))
        }
        _ => Err("it is not known".into()),
    }
}

/// The constant that is meant: of a trait's, that of the implementation. `None` where that is not known.
fn implementation<'db>(
    cx: &Context<'db>,
    id: ConstId,
    args: GenericArgs<'db>,
    env: Env,
) -> Option<(ConstId, GenericArgs<'db>)> {
    let ItemContainerId::TraitId(of) = id.lookup(cx.db).container else { return Some((id, args)) };
    if matches!(args.types().next()?.kind(), TyKind::Param(_) | TyKind::Alias(..) | TyKind::Dynamic(..)) {
        return None;
    }
    let infer = cx.types.interner().infer_ctxt().build(TypingMode::PostAnalysis);
    let known = cx.param_env(env);
    let found = lookup_impl_const(&infer, known.param_env, id, args);
    // The trait's own value is meant if there is an implementation, and it leaves the constant out.
    let settled = found.0 != id || implements_trait_unique_with_args(cx.db, known, of, args);
    settled.then_some(found)
}

/// The value of what has a body without parameters.
fn of_body<'db>(cx: &Context<'db>, owner: InferBodyId<'db>, args: GenericArgs<'db>, env: Env) -> Evaluated {
    let args = cx.types.normalize(args, env);
    let key = (owner, args, cx.types.needed(args, env));
    if let Some(known) = cx.constants.values.borrow().get(&key) {
        return known.clone();
    }
    // Until it is known, a constant that needs its own value has none.
    cx.constants.values.borrow_mut().insert(key, Err("it is defined in terms of itself".into()));
    let value = evaluate(cx, owner, args, env);
    cx.constants.values.borrow_mut().insert(key, value.clone());
    value
}

fn evaluate<'db>(cx: &Context<'db>, owner: InferBodyId<'db>, args: GenericArgs<'db>, env: Env) -> Evaluated {
    let doubt = match owner {
        InferBodyId::DefWithBodyId(owner) => crate::items::doubt_of_value(cx, owner),
        InferBodyId::AnonConstId(id) => crate::items::doubt_of_expression(cx, id.loc(cx.db).owner),
    };
    if let Some(doubt) = doubt {
        return Err(Untold::Lost(doubt));
    }
    of_source(cx, HirSource::of(cx.db, owner), args, env)
}

/// The value of what is lowered without parameters.
fn of_source<'db>(cx: &Context<'db>, of: HirSource<'db>, args: GenericArgs<'db>, env: Env) -> Evaluated {
    if let Ok(at) = of.map.expr_syntax(of.root) {
        let range = at.value.text_range();
        if u32::from(range.len()) > TEXT {
            return Err("it is too large".into());
        }
    }
    let lowered = function::body_of(cx, of, args, env).ok_or("rust-analyzer fails on it")?;
    let ty = lowered.locals[lowered.result().0 as usize].ty.plain();
    let value = machine::run(&Called(cx), Arc::new(lowered)).and_then(|value| match is_told(&value) {
        true => Ok(value),
        false => Err("it needs a constant that is not known".to_owned()),
    });
    value.or_else(|why| by_rust_analyzer(cx, of, args, &ty).ok_or(why.into()))
}

/// rust-analyzer's own evaluation, of numbers only, and only of bodies that call nothing: in what they call, the types may
/// not be known.
fn by_rust_analyzer<'db>(cx: &Context<'db>, of: HirSource<'db>, args: GenericArgs<'db>, ty: &Ty) -> Option<Term> {
    let db: &'db dyn HirDatabase = cx.db;
    let (infer, body) = (of.infer, of.store());
    let ExpressionStoreOwnerId::Body(owner) = of.owner else { return None };
    if of.is_part {
        return None;
    }
    let is_scalar = |e| infer.expr_ty(e).is_scalar();
    let calls = body.exprs().any(|(e, expr)| {
        let built_in = match expr {
            Expr::BinaryOp { lhs, rhs, .. } => is_scalar(*lhs) && is_scalar(*rhs),
            Expr::UnaryOp { expr, .. } => is_scalar(*expr),
            _ => infer.method_resolution(e).is_none(),
        };
        !built_in || matches!(infer.expr_ty(e).kind(), TyKind::FnDef(..) | TyKind::Closure(..))
    });
    let is_made_up = |e| {
        let at = of.map.expr_syntax(e);
        at.is_ok_and(|at| crate::items::made_up(cx.db, at.file_id).is_some())
    };
    if body.exprs().any(|(e, _)| is_made_up(e)) {
        return None;
    }
    let doubtful = infer.has_type_mismatches() || !infer.diagnostics().iter().all(is_of_lifetimes);
    if calls || doubtful {
        return None;
    }
    let value = guard(|| match owner {
        DefWithBodyId::ConstId(id) => db.const_eval(id, args, None).ok(),
        DefWithBodyId::StaticId(id) => db.const_eval_static(id).ok(),
        _ => None,
    });
    scalar(&value??.memory, ty)
}

/// The number, truth value or character of a type that a constant argument is.
fn leaf(known: ValueConst<'_>, ty: &Ty) -> Option<Term> {
    let bits = known.try_to_leaf()?.to_bits_unchecked();
    let bytes = match ty {
        Ty::Bool => 1,
        Ty::Char => 4,
        Ty::Int(int) => int.bits() as usize / 8,
        _ => return None,
    };
    scalar(&bits.to_le_bytes()[..bytes], ty)
}

/// The number, truth value or character of a type that some bytes are.
fn scalar(bytes: &[u8], ty: &Ty) -> Option<Term> {
    let expected = match ty {
        Ty::Bool => 1,
        Ty::Char => 4,
        Ty::Int(int) => int.bits() as usize / 8,
        _ => return None,
    };
    if bytes.len() != expected {
        return None;
    }
    match ty {
        Ty::Bool => Some(Term::bool(bytes[0] != 0)),
        Ty::Int(int) if int.signed() => Some(Term::int(BigInt::from_signed_bytes_le(bytes), ty.clone())),
        _ => Some(Term::int(BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes), ty.clone())),
    }
}

impl<'db> Lower<'_, 'db> {
    /// The value of a constant of a type.
    pub(super) fn constant_value(&mut self, id: ConstId, args: GenericArgs<'db>, ty: HirTy<'db>) -> Modelled<Term> {
        let value = of_const(self.cx, id, args, self.inst.env);
        self.told(Fixed::Item(id.into(), args), value, ty)
    }

    /// The value of a `static` of a type.
    pub(super) fn static_value(&mut self, id: StaticId, ty: HirTy<'db>) -> Modelled<Term> {
        let value = of_static(self.cx, id);
        let none = GenericArgs::empty(self.inst.interner());
        self.told(Fixed::Item(id.into(), none), value, ty)
    }

    fn told(&mut self, which: Fixed<'db>, value: Evaluated, ty: HirTy<'db>) -> Modelled<Term> {
        let known = value.and_then(|value| match unknown_parts(&value) {
            0..=UNKNOWN_PARTS => Ok(value),
            _ => Err("it is too large".into()),
        });
        match known {
            Ok(value) => Ok(self.filled(&value)),
            // Text and the like: nobody looks into it.
            Err(_) if matches!(self.core_ty(ty).plain(), Ty::Opaque(_)) => {
                let ty = self.core_ty(ty);
                let any = self.b.any(ty, self.def.span);
                Ok(self.b.term(any))
            }
            Err(Untold::Fixed(_)) => Ok(self.fixed(which, ty)),
            Err(Untold::Lost(why)) => outside_but_calm(format!("the constant `{}` ({why})", self.name_of(&which))),
        }
    }

    /// Any value of a type, but the same one wherever the constant is used in this body.
    pub(super) fn fixed(&mut self, which: Fixed<'db>, ty: HirTy<'db>) -> Term {
        let ty = self.core_ty(ty);
        let (b, span) = (&mut self.b, self.def.span);
        let local = *self.fixed.entry(which).or_insert_with(|| b.any_at_entry(ty, span));
        self.b.term(local)
    }

    /// A value with something in the place of each part that is outside the model.
    fn filled(&mut self, value: &Term) -> Term {
        if *value.kind() == TermKind::NoValue {
            let any = self.b.any(value.ty().clone(), self.def.span);
            return self.b.term(any);
        }
        value.map_children(&mut |part| self.filled(part))
    }

    fn name_of(&self, which: &Fixed<'db>) -> String {
        let name = match *which {
            Fixed::Item(GenericDefId::ConstId(id), _) => hir_def::signatures::ConstSignature::of(self.cx.db, id)
                .name
                .as_ref()
                .map(|name| name.as_str().to_owned()),
            Fixed::Item(GenericDefId::StaticId(id), _) => {
                Some(StaticSignature::of(self.cx.db, id).name.as_str().to_owned())
            }
            _ => None,
        };
        name.unwrap_or_else(|| "_".to_owned())
    }
}

/// Whether all is known of a value but parts of types that have no model.
fn is_told(value: &Term) -> bool {
    match value.kind() {
        TermKind::NoValue => matches!(value.ty(), Ty::Opaque(_)),
        _ => value.children().into_iter().all(is_told),
    }
}

/// How many parts of a value are outside the model.
fn unknown_parts(value: &Term) -> usize {
    match value.kind() {
        TermKind::NoValue => 1,
        _ => value.children().into_iter().map(unknown_parts).sum(),
    }
}

#[cfg(test)]
mod tests;
