//! How many bytes values of a type take.
use hir_def::{AdtId as HirAdtId, HasModule};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{Ty as HirTy, TyKind};
use rustc_type_ir::TypeVisitableExt;
use rustc_type_ir::inherent::IntoKind;

use super::alike;
use crate::context::Context;
use crate::database::Origin;
use crate::guard::guard;
use crate::types::Env;

/// Types nested deeper than this have no size that is known.
const DEPTH: usize = 12;
/// No struct of the standard library has more, apart from what its generic arguments are.
const STD_PARTS: u64 = 4096;
/// No pointer takes more: it is an address, and a length or a table.
const POINTER: u64 = 16;
/// Types of the standard library that have what they are generic over behind a pointer, each with how many parameters that are.
const BEHIND_POINTERS: [(&str, usize); 11] = [
    ("Vec", 1),
    ("VecDeque", 1),
    ("LinkedList", 1),
    ("BinaryHeap", 1),
    ("BTreeMap", 2),
    ("BTreeSet", 1),
    ("HashMap", 2),
    ("HashSet", 1),
    ("Box", 1),
    ("Rc", 1),
    ("Arc", 1),
];
/// No field is padded by more than this, unless an attribute says so.
const PADDING: u64 = 16;

/// The size of a type in bytes, where the language fixes it.
pub(super) fn fixed_size<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env) -> Option<u64> {
    let db: &'db dyn HirDatabase = cx.db;
    match ty.kind() {
        TyKind::Array(element, len) => {
            let len = cx.types.known_length(len)?;
            fixed_size(cx, element, env)?.checked_mul(len)
        }
        TyKind::Tuple(all) => all.iter().all(|ty| fixed_size(cx, ty, env) == Some(0)).then_some(0),
        TyKind::Adt(adt, args) => match cx.types.path_of_adt(adt.def_id()).as_str() {
            // These are the pointer that they hold.
            "core::ptr::non_null::NonNull" | "core::ptr::NonNull" | "alloc::boxed::Box" => {
                let pointer = HirTy::new_imm_ptr(cx.types.interner(), args.types().next()?);
                fixed_size(cx, pointer, env)
            }
            "core::marker::PhantomData" => Some(0),
            // A struct in which nothing has a size has none. (Those of our standard library have other fields than the real ones.)
            _ => {
                let HirAdtId::StructId(id) = adt.def_id() else { return None };
                if cx.db.origin(id.krate(cx.db)) == Origin::Std || cx.types.is_nested(id.into()) {
                    return None;
                }
                let mut parts = alike::fields(cx, id.into(), args, env).into_iter().flatten();
                parts.all(|ty| fixed_size(cx, ty, env) == Some(0)).then_some(0)
            }
        },
        TyKind::Bool
        | TyKind::Char
        | TyKind::Int(_)
        | TyKind::Uint(_)
        | TyKind::Float(_)
        | TyKind::Ref(..)
        | TyKind::RawPtr(..)
        | TyKind::FnPtr(..)
            // (How large a pointer to a parameter is depends on what that stands for.)
            if !ty.has_non_region_param() =>
        {
            let layout = guard(|| db.layout_of_ty(ty.store(), cx.param_env(env).store()).ok()).flatten()?;
            Some(layout.size.bytes())
        }
        _ => None,
    }
}

/// A size in bytes that no value of a type exceeds, how ever rustc orders and pads its fields.
pub(super) fn size_bound<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env) -> Option<u64> {
    bound(cx, ty, env, DEPTH)
}

fn bound<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env, depth: usize) -> Option<u64> {
    if let Some(bytes) = fixed_size(cx, ty, env) {
        return Some(bytes);
    }
    let depth = depth.checked_sub(1)?;
    let each = |ty| bound(cx, ty, env, depth);
    match ty.kind() {
        TyKind::Array(element, len) => {
            let len = cx.types.known_length(len)?;
            each(element)?.checked_mul(len)
        }
        TyKind::Tuple(all) => sum(all.iter().map(each)),
        TyKind::Ref(..) | TyKind::RawPtr(..) | TyKind::FnPtr(..) => Some(POINTER),
        TyKind::Adt(adt, args) => {
            let id = adt.def_id();
            if cx.db.origin(id.krate(cx.db)) == Origin::Std {
                let path = cx.types.path_of_adt(id);
                let name = path.rsplit("::").next().unwrap_or(&path);
                if let Some((_, inline)) = BEHIND_POINTERS.iter().find(|(known, _)| *known == name) {
                    return sum(args.types().skip(*inline).map(each))?.checked_add(STD_PARTS);
                }
                // Some hold what they are generic over more than once, but not many times unless they are told how often.
                let counted = args.iter().any(|arg| arg.konst().is_some());
                let given = sum(args.types().map(each)).filter(|_| !counted)?;
                return given.checked_mul(8)?.checked_add(STD_PARTS);
            }
            let repr = match id {
                HirAdtId::StructId(id) => hir_def::signatures::StructSignature::of(cx.db, id).repr(cx.db, id),
                HirAdtId::EnumId(id) => hir_def::signatures::EnumSignature::of(cx.db, id).repr(cx.db, id),
                HirAdtId::UnionId(_) => return None,
            };
            match repr.and_then(|repr| repr.align) {
                Some(_) => None,
                None if cx.types.is_nested(id) => None,
                None => sum(alike::fields(cx, id, args, env).into_iter().flatten().map(each)),
            }
        }
        _ => None,
    }
}

/// The size of some parts together, each with what it is padded by.
fn sum(parts: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    let mut all = PADDING;
    for part in parts {
        all = all.checked_add(part?)?.checked_add(PADDING)?;
    }
    Some(all)
}
