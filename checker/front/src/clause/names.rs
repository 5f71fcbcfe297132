//! What paths and types in a clause mean: rust-analyzer's resolver is asked, in the scope where the clause stands.
use hir_def::builtin_type::BuiltinType;
use hir_def::expr_store::HygieneId;
use hir_def::expr_store::path::Path;
use hir_def::nameres::MacroSubNs;
use hir_def::resolver::{ResolveValueResult, TypeNs, ValueNs};
use hir_def::{
    AdtId as HirAdtId, AssocItemId, ConstId, EnumVariantId, FunctionId, GenericDefId, ImplId, Lookup, MacroId,
    StaticId, TraitId,
};
use hir_expand::mod_path::{ModPath, PathKind};
use hir_expand::name::{AsName, Name};
use hir_ty::TyDefId;
use hir_ty::db::HirDatabase;
use hir_ty::method_resolution::CandidateId;
use hir_ty::next_solver::{Const, Ty as HirTy, TyKind};
use intern::Interned;
use refine_core::ids::AdtId;
use refine_core::ty::{IntTy, Length, Ty};
use rustc_type_ir::inherent::IntoKind;
use syn::ext::IdentExt;

use super::Typer;
use super::infer::is_var;
use crate::items::plain;
use crate::types::{AdtKind, Env};

/// Generic arguments as they are written.
#[derive(Clone, Default)]
pub(super) struct WrittenArgs<'db> {
    pub types: Vec<Ty>,
    /// Those that stand for constant parameters, if they are known.
    pub constants: Vec<Option<Const<'db>>>,
}

/// A function that a path or the name of a method stands for.
pub(super) struct NamedFn<'db> {
    pub id: FunctionId,
    /// The type that it is looked up in: the `Self` of a trait's.
    pub of: Option<Ty>,
    pub written: WrittenArgs<'db>,
}

impl WrittenArgs<'_> {
    fn is_empty(&self) -> bool {
        self.types.is_empty() && self.constants.is_empty()
    }
}

/// What a path stands for, other than a variable. Types are over the scope's own parameters, with some to be found out.
pub(super) enum Meaning<'db> {
    /// A constructor, with the type's arguments.
    Ctor(AdtId, usize, Vec<Ty>),
    /// A constructor of a type outside the model, or of one whose constants only what is around tells: then with the item and the variant.
    OtherCtor(Option<(HirAdtId, usize)>),
    /// A function.
    Fn(NamedFn<'db>),
    /// A constant, with the type that it is looked up in.
    Const(ConstId, Option<Ty>),
    /// A `static`.
    Static(StaticId),
    /// A constant parameter.
    ConstParam,
    /// A variable of the function around that the clause does not see.
    Hidden,
}

impl<'db> Typer<'_, 'db> {
    /// What a path in value position means; `None` if nothing is known by it.
    pub(super) fn value_path(&mut self, qself: Option<&syn::QSelf>, path: &syn::Path) -> Option<Meaning<'db>> {
        if let Some(qself) = qself {
            return self.qualified(qself, path);
        }
        let found = self.scope.resolver.resolve_path_in_value_ns(
            self.cx.db,
            &Path::BarePath(Interned::new(mod_path(path, path.segments.len())?)),
            HygieneId::ROOT,
        )?;
        let last = self.written_args(path.segments.last());
        match found {
            ResolveValueResult::ValueNs(value) => Some(match value {
                ValueNs::FunctionId(id) => Meaning::Fn(NamedFn { id, of: None, written: last }),
                ValueNs::ConstId(id) => Meaning::Const(id, None),
                ValueNs::StaticId(id) => Meaning::Static(id),
                ValueNs::StructId(id) => self.ctor_of(id.into(), 0, last),
                ValueNs::EnumVariantId(id) => {
                    let count = path.segments.len();
                    let before = if count > 1 { path.segments.get(count - 2) } else { None };
                    let args = if last.is_empty() { self.written_args(before) } else { last };
                    self.variant_of(id, args)
                }
                ValueNs::ImplSelf(id) => self.self_ctor(id),
                ValueNs::GenericParam(_) => Meaning::ConstParam,
                ValueNs::LocalBinding(_) => Meaning::Hidden,
            }),
            ResolveValueResult::Partial(of, resolved) if resolved + 1 == path.segments.len() => {
                let name = &path.segments.last()?.ident;
                if let TypeNs::TraitId(id) = of {
                    let this = self.infer.fresh();
                    return self.trait_item(id, name, this, last);
                }
                let written = self.written_args(path.segments.get(resolved.checked_sub(1)?));
                let left_out = match of {
                    TypeNs::AdtId(id) if written.is_empty() => Some(id),
                    _ => None,
                };
                let ty = self.named_ty(of, written)?;
                match of {
                    // Its constants are found out: whatever they are, it has the same names.
                    TypeNs::AdtId(id) if is_var(&self.infer.shallow(&ty)) => {
                        let generic = self.cx.types.ty(self.identity_ty(id), Env::of(id));
                        Some(match self.associated(&generic, left_out, name, last)? {
                            Meaning::Fn(named) => Meaning::Fn(NamedFn { of: None, ..named }),
                            Meaning::Const(id, _) => Meaning::Const(id, None),
                            Meaning::Ctor(_, variant, _) => Meaning::OtherCtor(Some((id, variant))),
                            other => other,
                        })
                    }
                    _ => self.associated(&ty, left_out, name, last),
                }
            }
            ResolveValueResult::Partial(..) => None,
        }
    }

    /// The macro that a path in front of a `!` names.
    pub(super) fn macro_path(&mut self, path: &syn::Path) -> Option<MacroId> {
        let path = mod_path(path, path.segments.len())?;
        Some(self.scope.resolver.resolve_path_as_macro(self.cx.db, &path, Some(MacroSubNs::Bang))?.def)
    }

    /// `<T>::name`, `<T as Trait>::name`.
    fn qualified(&mut self, qself: &syn::QSelf, path: &syn::Path) -> Option<Meaning<'db>> {
        let this = self.ty(&qself.ty)?;
        let last = path.segments.last()?;
        let args = self.written_args(Some(last));
        if qself.position == 0 {
            return self.associated(&this, None, &last.ident, args);
        }
        match self.type_ns(path, qself.position)? {
            (TypeNs::TraitId(id), None) => self.trait_item(id, &last.ident, this, args),
            _ => None,
        }
    }

    /// What a type has by a name: a variant, or an associated function or constant. `left_out` is the item of a type whose
    /// arguments are not written.
    fn associated(
        &mut self,
        ty: &Ty,
        left_out: Option<HirAdtId>,
        name: &syn::Ident,
        args: WrittenArgs<'db>,
    ) -> Option<Meaning<'db>> {
        let name = name.unraw().to_string();
        if let Ty::Adt(id, targs) = self.infer.shallow(ty) {
            let variant = self.cx.types.with_adt(id, |def| {
                let mut variants = def.variants.iter();
                if def.is_enum { variants.position(|variant| plain(&variant.name) == name) } else { None }
            });
            if let Some(variant) = variant {
                return Some(Meaning::Ctor(id, variant, targs));
            }
        }
        let found = match left_out {
            Some(id) => self.probe_path_of(id, &name),
            None => self.probe_path(ty, &name),
        };
        match found? {
            CandidateId::FunctionId(id) => Some(Meaning::Fn(NamedFn { id, of: Some(ty.clone()), written: args })),
            CandidateId::ConstId(id) => Some(Meaning::Const(id, Some(ty.clone()))),
        }
    }

    fn trait_item(&mut self, id: TraitId, name: &syn::Ident, this: Ty, args: WrittenArgs<'db>) -> Option<Meaning<'db>> {
        let items = id.trait_items(self.cx.db);
        match items.assoc_item_by_name(&Name::new_root(&name.unraw().to_string()))? {
            AssocItemId::FunctionId(id) => Some(Meaning::Fn(NamedFn { id, of: Some(this), written: args })),
            AssocItemId::ConstId(id) => Some(Meaning::Const(id, Some(this))),
            AssocItemId::TypeAliasId(_) => None,
        }
    }

    fn self_ctor(&mut self, id: ImplId) -> Meaning<'db> {
        match self.self_of(id) {
            Ty::Adt(id, args) => Meaning::Ctor(id, 0, args),
            _ => Meaning::OtherCtor(None),
        }
    }

    fn ctor_of(&mut self, id: HirAdtId, variant: usize, args: WrittenArgs<'db>) -> Meaning<'db> {
        match self.adt_ty(id, args) {
            Ty::Adt(id, args) => Meaning::Ctor(id, variant, args),
            _ => Meaning::OtherCtor(Some((id, variant))),
        }
    }

    /// What a path in value position means, where a value of this type is wanted or taken apart.
    pub(super) fn constructed(
        &mut self,
        qself: Option<&syn::QSelf>,
        path: &syn::Path,
        ty: Option<&Ty>,
    ) -> Option<Meaning<'db>> {
        let found = self.value_path(qself, path);
        self.wanted(found, ty)
    }

    /// What a constructor is of, where a value of this type is wanted or taken apart.
    pub(super) fn wanted(&self, meaning: Option<Meaning<'db>>, ty: Option<&Ty>) -> Option<Meaning<'db>> {
        match (meaning, ty.map(|ty| self.infer.peel(ty))) {
            (Some(Meaning::OtherCtor(Some((item, variant)))), Some(Ty::Adt(id, args))) if matches!(self.cx.types.kind(id), AdtKind::Item(of) if of == item) => {
                Some(Meaning::Ctor(id, variant, args))
            }
            (meaning, _) => meaning,
        }
    }

    fn variant_of(&mut self, id: EnumVariantId, args: WrittenArgs<'db>) -> Meaning<'db> {
        let variant = id.lookup(self.cx.db);
        self.ctor_of(variant.parent.into(), variant.index(self.cx.db), args)
    }

    /// The struct or variant that a path before `{` names.
    pub(super) fn struct_path(&mut self, qself: Option<&syn::QSelf>, path: &syn::Path) -> Option<Meaning<'db>> {
        if qself.is_some() {
            return None;
        }
        let args = self.written_args(path.segments.last());
        match self.type_ns(path, path.segments.len())? {
            (TypeNs::EnumVariantId(id), None) => {
                let count = path.segments.len();
                let before = if count > 1 { path.segments.get(count - 2) } else { None };
                let args = if args.is_empty() { self.written_args(before) } else { args };
                Some(self.variant_of(id, args))
            }
            (of, None) => match self.named_ty(of, args)? {
                Ty::Adt(id, args) => Some(Meaning::Ctor(id, 0, args)),
                _ => Some(Meaning::OtherCtor(match of {
                    TypeNs::AdtId(id) => Some((id, 0)),
                    _ => None,
                })),
            },
            (of, Some(rest)) if rest + 1 == path.segments.len() => {
                let written = self.written_args(path.segments.get(rest.checked_sub(1)?));
                let ty = self.named_ty(of, written)?;
                match self.associated(&ty, None, &path.segments.last()?.ident, args)? {
                    found @ Meaning::Ctor(..) => Some(found),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What the first segments of a path mean as a type, with the number of the segments if not all were needed.
    fn type_ns(&self, path: &syn::Path, segments: usize) -> Option<(TypeNs, Option<usize>)> {
        let path = Path::BarePath(Interned::new(mod_path(path, segments)?));
        let (found, rest, _) = self.scope.resolver.resolve_path_in_type_ns(self.cx.db, &path)?;
        Some((found, rest))
    }

    /// The type arguments that a segment is written with.
    fn written_args(&mut self, segment: Option<&syn::PathSegment>) -> WrittenArgs<'db> {
        let Some(syn::PathArguments::AngleBracketed(args)) = segment.map(|segment| &segment.arguments) else {
            return WrittenArgs::default();
        };
        self.generic_args(args)
    }

    /// Generic arguments. A type that is not known is to be found out.
    pub(super) fn generic_args(&mut self, args: &syn::AngleBracketedGenericArguments) -> WrittenArgs<'db> {
        let mut written = WrittenArgs::default();
        for arg in &args.args {
            match arg {
                syn::GenericArgument::Type(syn::Type::Path(path)) if self.is_constant(&path.path) => {
                    let name = path.path.get_ident().map(syn::Ident::to_string).unwrap_or_default();
                    written.constants.push(self.cx.types.length_const(&Length::Param(name), self.scope.own));
                }
                syn::GenericArgument::Type(ty) => {
                    let ty = self.ty(ty).unwrap_or_else(|| self.infer.fresh());
                    written.types.push(ty);
                }
                syn::GenericArgument::Const(value) => {
                    let length = self.expr(value).term.as_length();
                    written.constants.push(length.and_then(|it| self.cx.types.length_const(&it, self.scope.own)));
                }
                _ => {}
            }
        }
        written
    }

    /// Whether a generic argument that is a name means a constant parameter: types come first.
    fn is_constant(&self, path: &syn::Path) -> bool {
        let name = path.get_ident().map(ToString::to_string);
        name.is_some_and(|name| self.scope.constant(&name).is_some()) && self.type_ns(path, 1).is_none()
    }

    /// A type as it is written. `None` if it means nothing here.
    pub(super) fn ty(&mut self, ty: &syn::Type) -> Option<Ty> {
        let boxed = |ty: Option<Ty>| ty.map(Box::new);
        Some(match ty {
            syn::Type::Paren(inner) => self.ty(&inner.elem)?,
            syn::Type::Group(inner) => self.ty(&inner.elem)?,
            syn::Type::Infer(_) => self.infer.fresh(),
            syn::Type::Never(_) => Ty::Never,
            syn::Type::Reference(inner) => Ty::Ref(inner.mutability.is_some(), boxed(self.ty(&inner.elem))?),
            syn::Type::Slice(inner) => Ty::Slice(boxed(self.ty(&inner.elem))?),
            syn::Type::Tuple(all) => Ty::Tuple(all.elems.iter().map(|ty| self.ty(ty)).collect::<Option<_>>()?),
            syn::Type::Array(array) => {
                let element = self.ty(&array.elem)?;
                let len = self.expr(&array.len);
                Ty::Array(Box::new(element), len.term.as_length()?)
            }
            syn::Type::Path(path) if path.qself.is_none() => {
                let path = &path.path;
                if path.is_ident("int") && self.type_ns(path, 1).is_none() {
                    return Some(Ty::Exact);
                }
                let args = self.written_args(path.segments.last());
                match self.type_ns(path, path.segments.len())? {
                    (of, None) => self.named_ty(of, args)?,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// The type that a name of a type stands for, with the arguments that are written.
    fn named_ty(&mut self, of: TypeNs, args: WrittenArgs<'db>) -> Option<Ty> {
        Some(match of {
            TypeNs::AdtId(id) => self.adt_ty(id, args),
            TypeNs::AdtSelfType(id) => self.cx.types.ty(self.identity_ty(id), self.scope.own),
            TypeNs::SelfType(id) => self.self_of(id),
            TypeNs::GenericParam(id) => Ty::Param(self.cx.types.param_name(id)),
            TypeNs::TypeAliasId(id) => {
                let ty = self.cx.db.ty(TyDefId::TypeAliasId(id)).instantiate_identity().skip_norm_wip();
                let ty = self.cx.types.ty(ty, Env::of(id));
                self.with_args(id.into(), &ty, args)
            }
            TypeNs::BuiltinType(builtin) => builtin_ty(builtin)?,
            TypeNs::EnumVariantId(_) | TypeNs::TraitId(_) | TypeNs::ModuleId(_) => return None,
        })
    }

    fn self_of(&self, id: ImplId) -> Ty {
        self.cx.types.ty(self.cx.db.impl_self_ty(id).instantiate_identity().skip_norm_wip(), self.scope.own)
    }

    fn identity_ty(&self, id: HirAdtId) -> HirTy<'db> {
        HirTy::new_adt(self.cx.types.interner(), id, self.cx.types.identity(id.into()))
    }

    /// A struct or enum with arguments: those that are written, or such as are to be found out.
    fn adt_ty(&mut self, id: HirAdtId, args: WrittenArgs<'db>) -> Ty {
        let ty = self.cx.types.ty(self.identity_ty(id), Env::of(id));
        self.with_args(id.into(), &ty, args)
    }

    /// A type over an item's own parameters, with arguments for them.
    fn with_args(&mut self, item: GenericDefId, ty: &Ty, args: WrittenArgs<'db>) -> Ty {
        let types = self.cx.types;
        let consts = types.identity(item).consts().count();
        // In a clause of the type itself they are its own.
        let ty = match args.constants.len() == consts {
            true => match args.constants.into_iter().collect::<Option<Vec<_>>>() {
                Some(constants) => types.for_constants(item, ty, &constants),
                None => return self.infer.fresh(),
            },
            false if self.scope.own == Env::of(item) => ty.clone(),
            false => return self.infer.fresh(),
        };
        let mut args = args.types.into_iter();
        let mut filled = Vec::new();
        for param in self.cx.types.identity(item).types() {
            if let TyKind::Param(param) = param.kind() {
                let arg = args.next().unwrap_or_else(|| self.infer.fresh());
                filled.push((self.cx.types.param_name(param.id), arg));
            }
        }
        ty.substitute(&|name| filled.iter().find(|(known, _)| known == name).map(|(_, ty)| ty.clone()))
    }
}

/// The first segments of a path, without generic arguments.
fn mod_path(path: &syn::Path, count: usize) -> Option<ModPath> {
    let mut names: Vec<&syn::Ident> = path.segments.iter().take(count).map(|segment| &segment.ident).collect();
    let mut kind = if path.leading_colon.is_some() { PathKind::Abs } else { PathKind::Plain };
    if kind == PathKind::Plain {
        let supers = names.iter().take_while(|name| **name == "super" || **name == "self").count();
        let up = names[..supers].iter().filter(|name| **name == "super").count();
        if names.first()? == &"crate" {
            kind = PathKind::Crate;
            names.remove(0);
        } else if supers > 0 && !(supers == 1 && names.len() == 1) {
            kind = PathKind::Super(u8::try_from(up).ok()?);
            names.drain(..supers);
        }
    }
    Some(ModPath::from_segments(kind, names.into_iter().map(|name| Name::new_root(&name.unraw().to_string()))))
}

fn builtin_ty(builtin: BuiltinType) -> Option<Ty> {
    Some(match builtin {
        BuiltinType::Char => Ty::Char,
        BuiltinType::Bool => Ty::Bool,
        BuiltinType::Str => Ty::Opaque("str".into()),
        BuiltinType::Int(_) | BuiltinType::Uint(_) => Ty::Int(IntTy::from_name(builtin.as_name().as_str())?),
        BuiltinType::Float(_) => Ty::Opaque(builtin.as_name().as_str().to_owned()),
    })
}
