//! Types of rustc, as rust-analyzer has them, as ours; and the table of the structs and enums among them.
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use base_db::{Crate, all_crates};
use hir_def::hir::generics::GenericParams;
use hir_def::nameres::crate_def_map;
use hir_def::signatures::{StructFlags, StructSignature};
use hir_def::{
    AdtId as HirAdtId, CallableDefId, GenericDefId, HasModule, ModuleDefId, TypeOrConstParamId, TypeParamId,
};
use hir_expand::name::Name;
use hir_ty::ParamEnvAndCrate;
use hir_ty::db::InternedClosureId;
use hir_ty::display::{DisplayTarget, HirDisplay};
use hir_ty::next_solver::{Const, GenericArgKind, GenericArgs, ParamEnv, Ty as HirTy, TyKind};
use refine_core::ids::{AdtId, ModuleId};
use refine_core::program::{AdtDef, OpaqueDef};
use refine_core::span::Span;
use refine_core::ty::{IntTy, Ty};
use rustc_type_ir::inherent::{GenericArgs as _, IntoKind};
use rustc_type_ir::{FloatTy, IntTy as HirIntTy, UintTy};

use crate::database::{Database, Origin};

mod adts;
mod back;
mod constants;
mod doubts;
mod nested;
mod normal;
mod opaques;
mod projections;

pub(crate) use adts::{VEC_INTO_ITER, field_is_public, variants};
pub(crate) use constants::Constants;
pub(crate) use doubts::TypeDoubts;

/// The bounds that hold: those of a generic item whose type parameters are in use, or none where there are none.
///
/// A body is lowered for an instance. Its types may mention the type parameters of the *function under check* (of no
/// other: those of callees are filled in), and what is known of these stands at that function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Env(Option<GenericDefId>);

impl Env {
    /// No type parameters.
    pub const CLOSED: Env = Env(None);

    /// The bounds of an item and of what it is in.
    pub fn of(item: impl Into<GenericDefId>) -> Env {
        Env(Some(item.into()))
    }

    /// The item.
    pub fn item(self) -> Option<GenericDefId> {
        self.0
    }
}

/// What a struct of ours stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AdtKind<'db> {
    /// A struct or enum of Rust.
    Item(HirAdtId),
    /// A closure with its generic arguments: a struct of its captures.
    Closure(InternedClosureId<'db>, GenericArgs<'db>, Env),
    /// A function, or the constructor of a struct or variant, as a value: a struct without fields.
    Callable(CallableDefId, GenericArgs<'db>, Env),
}

/// By what a struct of ours is found again.
#[derive(Clone, PartialEq, Eq, Hash)]
enum AdtKey<'db> {
    /// With the constant arguments, which types of ours do not have.
    Item(HirAdtId, Vec<Const<'db>>),
    Closure(InternedClosureId<'db>, GenericArgs<'db>, Env),
    Callable(CallableDefId, GenericArgs<'db>, Env),
}

/// All types of a crate under check, in the making.
pub struct Types<'db> {
    db: &'db Database,
    krate: Crate,
    table: RefCell<Table<'db>>,
    /// The structs and enums of the standard library, by path.
    standard: OnceCell<HashMap<String, HirAdtId>>,
    normal_forms: RefCell<normal::NormalForms<'db>>,
}

#[derive(Default)]
struct Table<'db> {
    adts: Vec<Arc<AdtDef>>,
    kinds: Vec<AdtKind<'db>>,
    ids: HashMap<AdtKey<'db>, AdtId>,
    /// Names of types outside the model: two types never share one.
    opaque: HashMap<String, Vec<HirTy<'db>>>,
    /// What is known of those of which values can be made.
    opaques: HashMap<String, OpaqueDef>,
    /// What the items tell of a struct or enum of the crate under check.
    own: HashMap<HirAdtId, Own>,
    /// Whether values of a struct or enum can change behind a shared reference, as far as it is known.
    interior: HashMap<HirAdtId, bool>,
    /// Whether a struct or enum holds ever larger instances of itself, as far as it is known.
    nested: HashMap<HirAdtId, bool>,
    /// What of a struct's or enum's parameters stands in its fields beside them, as far as it is known.
    projections: HashMap<HirAdtId, Arc<[(String, HirTy<'db>)]>>,
    /// The values of constants that are written as expressions; one that has none is there as it is.
    constants: HashMap<Const<'db>, Const<'db>>,
}

/// What only the items tell of a struct or enum: the same for all values of its constant parameters.
#[derive(Clone)]
pub(crate) struct Own {
    pub(crate) module: ModuleId,
    pub(crate) public: bool,
    pub(crate) given: bool,
    pub(crate) refined: bool,
    pub(crate) span: Option<Span>,
    pub(crate) derives: Vec<String>,
    /// The variant that a derived `Default` gives.
    pub(crate) default: Option<usize>,
}

impl Own {
    fn tell(&self, def: &mut AdtDef) {
        def.module = Some(self.module);
        def.public = self.public;
        def.given = self.given;
        def.refined = self.refined;
        def.span = self.span;
        def.derives.clone_from(&self.derives);
        for (at, variant) in def.variants.iter_mut().enumerate() {
            variant.is_default = self.default == Some(at);
        }
    }
}

impl<'db> Types<'db> {
    /// An empty table. The crate is that under check.
    pub fn new(db: &'db Database, krate: Crate) -> Types<'db> {
        Types { db, krate, table: RefCell::default(), standard: OnceCell::new(), normal_forms: RefCell::default() }
    }

    /// The database.
    pub fn db(&self) -> &'db Database {
        self.db
    }

    /// The crate under check.
    pub fn krate(&self) -> Crate {
        self.krate
    }

    /// A struct or enum of the standard library, whether or not the crate under check speaks of it.
    pub(crate) fn standard(&self, path: &str) -> Option<HirAdtId> {
        let all = || {
            let crates = all_crates(self.db);
            let std = crates.iter().filter(|krate| self.db.origin(**krate) == Origin::Std);
            let modules = std.flat_map(|krate| crate_def_map(self.db, *krate).modules());
            let declared = modules.flat_map(|(_, module)| module.scope.declarations());
            let adt = |def| match def {
                ModuleDefId::AdtId(id) => Some((self.path_of_adt(id), id)),
                _ => None,
            };
            declared.filter_map(adt).collect()
        };
        self.standard.get_or_init(all).get(path).copied()
    }

    /// The type of that name, with these type arguments.
    pub(crate) fn standard_ty(&self, path: &str, args: &[HirTy<'db>]) -> Option<HirTy<'db>> {
        let id = self.standard(path)?;
        Some(HirTy::new_adt(self.interner(), id, self.args_for(id.into(), args, &[])?))
    }

    /// What the trait solver is told holds.
    pub fn param_env(&self, env: Env) -> ParamEnvAndCrate<'db> {
        let param_env = match env.0 {
            Some(item) => self.db_hir().trait_environment(item),
            None => ParamEnv::empty(self.interner()),
        };
        ParamEnvAndCrate { param_env, krate: self.krate }
    }

    fn db_hir(&self) -> &'db dyn hir_ty::db::HirDatabase {
        self.db
    }

    /// A type as ours. It may have aliases yet, but no parameters other than those of the environment. See `INTERFACES`:
    /// `&mut T` is [`Ty::Borrow`] at every depth.
    pub fn ty(&self, ty: HirTy<'db>, env: Env) -> Ty {
        let ty = self.normalize(ty, env);
        self.convert(ty, env)
    }

    /// A type without aliases that could be resolved.
    fn convert(&self, ty: HirTy<'db>, env: Env) -> Ty {
        let boxed = |ty| Box::new(self.convert(ty, env));
        match ty.kind() {
            TyKind::Bool => Ty::Bool,
            TyKind::Char => Ty::Char,
            TyKind::Int(int) => Ty::Int(signed(int)),
            TyKind::Uint(int) => Ty::Int(unsigned(int)),
            TyKind::Float(FloatTy::F32) => Ty::Opaque("f32".to_owned()),
            TyKind::Float(FloatTy::F64) => Ty::Opaque("f64".to_owned()),
            TyKind::Str => Ty::Opaque("str".to_owned()),
            TyKind::Never => Ty::Never,
            TyKind::Tuple(tys) => Ty::Tuple(tys.iter().map(|ty| self.convert(ty, env)).collect()),
            TyKind::Slice(inner) => Ty::Slice(boxed(inner)),
            TyKind::Array(inner, len) => match self.length(len) {
                Some(len) => Ty::Array(boxed(inner), len),
                None => self.opaque(ty, env),
            },
            TyKind::Ref(_, inner, mutability) if mutability.is_mut() => Ty::Borrow(boxed(inner)),
            TyKind::Ref(_, inner, _) => Ty::Ref(false, boxed(inner)),
            TyKind::Param(param) => Ty::Param(self.param_name(param.id)),
            TyKind::Adt(adt, args) => self.adt(ty, adt.def_id(), args, env),
            TyKind::Closure(id, args) => Ty::Adt(self.closure(id.0, args, env), Vec::new()),
            TyKind::FnDef(id, args) => Ty::Adt(self.callable(id.0, args, env), Vec::new()),
            _ => self.opaque(ty, env),
        }
    }

    fn adt(&self, ty: HirTy<'db>, id: HirAdtId, args: GenericArgs<'db>, env: Env) -> Ty {
        let first = || args.types().next().map(|ty| Box::new(self.convert(ty, env)));
        if is_box(self.db, id) {
            return first().map_or_else(|| self.opaque(ty, env), Ty::Boxed);
        }
        if self.db.origin(id.krate(self.db)) == Origin::Std {
            match self.path_of_adt(id).as_str() {
                "alloc::vec::Vec" => return first().map_or_else(|| self.opaque(ty, env), Ty::Vec),
                "alloc::string::String" => return Ty::Opaque("String".to_owned()),
                _ => {}
            }
        }
        if !self.has_model(id) {
            return self.opaque(ty, env);
        }
        let consts = args.consts().map(|value| self.evaluated(value)).collect();
        let projections = self.projections(id);
        let projections = projections.iter().map(|(_, ty)| self.instantiate(*ty, args, env));
        let tys = args.types().chain(projections).map(|ty| self.convert(ty, env)).collect();
        Ty::Adt(self.item_adt(id, consts), tys)
    }

    /// The name of a type parameter, also of one that `impl Trait` in a parameter's place stands for.
    pub fn param_name(&self, id: TypeParamId) -> String {
        let params = GenericParams::of(self.db, id.parent());
        match params[id.local_id()].name() {
            Some(name) => self.name(name),
            None => {
                let local = TypeOrConstParamId { parent: id.parent(), local_id: id.local_id() }.local_id;
                format!("impl_{}", local.into_raw().into_u32())
            }
        }
    }

    /// A name as an identifier in source: `r#type` has its prefix.
    pub fn name(&self, name: &Name) -> String {
        name.display(self.db, self.krate.data(self.db).edition).to_string()
    }

    /// A type outside the model, by its full path. Two types with one spelling get names of their own.
    fn opaque(&self, ty: HirTy<'db>, env: Env) -> Ty {
        let def = self.opaque_def(ty, env);
        let spelling = self.spelled(ty);
        let mut table = self.table.borrow_mut();
        let same = table.opaque.entry(spelling.clone()).or_default();
        let at = same.iter().position(|each| *each == ty).unwrap_or_else(|| {
            same.push(ty);
            same.len() - 1
        });
        let name = opaques::numbered(&spelling, at);
        if let Some(def) = def {
            table.opaques.entry(name.clone()).or_insert(def);
        }
        Ty::Opaque(name)
    }

    /// A type as text.
    pub fn spelled(&self, ty: HirTy<'db>) -> String {
        let head = match ty.kind() {
            TyKind::Adt(adt, _) => Some(self.path_of_adt(adt.def_id())),
            _ => None,
        };
        let target = DisplayTarget::from_crate(self.db, self.krate);
        let shown = ty.display(self.db, target).to_string();
        match head {
            Some(path) => match shown.find('<') {
                Some(at) => format!("{path}{}", &shown[at..]),
                None => path,
            },
            None => shown,
        }
    }

    /// The types among generic arguments, as ours; constants after them as [`Ty::Opaque`], so that no two differ only there.
    pub fn type_args(&self, args: GenericArgs<'db>, env: Env) -> Vec<Ty> {
        let mut tys: Vec<Ty> = args.types().map(|ty| self.ty(ty, env)).collect();
        tys.extend(args.consts().map(|value| Ty::Opaque(self.const_text(self.evaluated(value)))));
        tys
    }

    /// A constant argument as text.
    pub(crate) fn const_text(&self, value: Const<'db>) -> String {
        value.display(self.db, DisplayTarget::from_crate(self.db, self.krate)).to_string()
    }

    /// Whether type or constant parameters occur.
    pub fn mentions_params(&self, args: GenericArgs<'db>) -> bool {
        use rustc_type_ir::TypeVisitableExt;
        args.iter().any(|arg| match arg.kind() {
            GenericArgKind::Type(ty) => ty.has_non_region_param(),
            GenericArgKind::Const(value) => value.has_non_region_param(),
            GenericArgKind::Lifetime(_) => false,
        })
    }
}

impl refine_core::terms::parts::Types for Types<'_> {
    fn adt(&self, id: AdtId) -> Arc<AdtDef> {
        self.table.borrow().adts[id.0 as usize].clone()
    }
}

/// Whether a struct is `Box`.
pub(crate) fn is_box(db: &Database, id: HirAdtId) -> bool {
    let HirAdtId::StructId(id) = id else { return false };
    StructSignature::of(db, id).flags.contains(StructFlags::IS_BOX)
}

/// What a closure's generic arguments have from what it is in.
pub(crate) fn parent_args(args: GenericArgs<'_>) -> GenericArgs<'_> {
    GenericArgs::new_from_slice(args.split_closure_args().parent_args)
}

fn signed(int: HirIntTy) -> IntTy {
    match int {
        HirIntTy::Isize => IntTy::Isize,
        HirIntTy::I8 => IntTy::I8,
        HirIntTy::I16 => IntTy::I16,
        HirIntTy::I32 => IntTy::I32,
        HirIntTy::I64 => IntTy::I64,
        HirIntTy::I128 => IntTy::I128,
    }
}

fn unsigned(int: UintTy) -> IntTy {
    match int {
        UintTy::Usize => IntTy::Usize,
        UintTy::U8 => IntTy::U8,
        UintTy::U16 => IntTy::U16,
        UintTy::U32 => IntTy::U32,
        UintTy::U64 => IntTy::U64,
        UintTy::U128 => IntTy::U128,
    }
}
