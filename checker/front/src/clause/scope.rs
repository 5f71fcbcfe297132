//! Where a clause stands: what its names and its type parameters mean.
use hir_def::resolver::{HasResolver, Resolver};
use hir_def::{AdtId as HirAdtId, FunctionId, GenericDefId};
use hir_ty::next_solver::{GenericArgs, TyKind};
use refine_core::term::Term;
use refine_core::ty::Ty;
use rustc_type_ir::inherent::IntoKind;

use crate::context::Context;
use crate::lower::of_const_arg;
use crate::types::Env;

/// The scope of a clause, in an instance of what it belongs to.
///
/// A clause is typed once for each instance, in terms of the type parameters: which method a call takes is decided where
/// the parameters are only known by their bounds. Terms are those of the instance.
pub struct ClauseScope<'db> {
    /// What names mean.
    pub resolver: Resolver<'db>,
    /// What is known of the type parameters here.
    pub own: Env,
    /// What they stand for, the lifetimes among them, over the parameters of `env`.
    pub args: GenericArgs<'db>,
    /// The environment of the instance.
    pub env: Env,
    /// Whether it is that of a struct or enum.
    pub of_type: bool,
    /// The type parameters by name, with what they stand for.
    generics: Vec<(String, Ty)>,
    /// What the constant parameters are in the instance, where it is known: by name.
    constants: Vec<(String, Term)>,
}

impl<'db> ClauseScope<'db> {
    /// The scope of a piece of code in a function or type.
    pub fn new(
        cx: &Context<'db>,
        resolver: Resolver<'db>,
        item: GenericDefId,
        args: GenericArgs<'db>,
        env: Env,
    ) -> ClauseScope<'db> {
        let own = cx.types.identity(item);
        let pairs = own.iter().zip(args.iter()).filter_map(|(own, arg)| {
            let TyKind::Param(param) = own.ty()?.kind() else { return None };
            Some((cx.types.param_name(param.id), cx.types.ty(arg.ty()?, env)))
        });
        let generics = pairs.collect();
        let constants = own.iter().zip(args.iter()).filter_map(|(own, arg)| {
            let name = cx.types.const_name(own.konst()?)?;
            Some((name, of_const_arg(cx, arg.konst()?, env).ok()?))
        });
        let constants = constants.collect();
        let of_type = matches!(item, GenericDefId::AdtId(_));
        ClauseScope { resolver, own: Env::of(item), args, env, of_type, generics, constants }
    }

    /// The scope of a function's signature.
    pub fn of_fn(cx: &Context<'db>, id: FunctionId, args: GenericArgs<'db>, env: Env) -> ClauseScope<'db> {
        ClauseScope::new(cx, id.resolver(cx.db), id.into(), args, env)
    }

    /// The scope of a struct or enum, for some arguments.
    pub fn of_adt(cx: &Context<'db>, id: HirAdtId, args: GenericArgs<'db>) -> ClauseScope<'db> {
        ClauseScope::new(cx, id.resolver(cx.db), id.into(), args, Env::of(id))
    }

    /// What a constant parameter is in the instance.
    pub fn constant(&self, name: &str) -> Option<&Term> {
        self.constants.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// A type of this scope, in the instance.
    pub fn concrete(&self, cx: &Context<'db>, ty: &Ty) -> Ty {
        // A place that the caller sees changed has no other type in Rust than a `&mut` that is a value.
        if let Ty::Ref(true, inner) = ty {
            return Ty::Ref(true, Box::new(self.concrete(cx, inner)));
        }
        // What a projection such as `Self::Item` stands for, rust-analyzer knows; and what types are with certain constants.
        if (has_projection(ty) || !self.constants.is_empty())
            && let Some(generic) = cx.types.hir(ty, self.own)
        {
            return cx.types.ty(cx.types.instantiate(generic, self.args, self.env), self.env);
        }
        ty.substitute(&|name| self.generics.iter().find(|(known, _)| known == name).map(|(_, ty)| ty.clone()))
    }
}

/// Whether a type may be one of a trait that a type parameter has: it is outside the model by itself.
fn has_projection(ty: &Ty) -> bool {
    match ty {
        Ty::Opaque(name) => name.contains("::"),
        Ty::Tuple(tys) | Ty::Adt(_, tys) => tys.iter().any(has_projection),
        _ => {
            ty.element().is_some_and(has_projection)
                || matches!(ty, Ty::Ref(_, of) | Ty::Borrow(of) | Ty::Boxed(of) if has_projection(of))
        }
    }
}
