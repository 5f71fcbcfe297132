//! The way back: types of ours as rustc's, so that rust-analyzer can be asked about them.
use hir_def::layout::Size;
use hir_def::{GenericDefId, GenericParamId};
use hir_ty::next_solver::{
    Const, GenericArg, GenericArgs, Region, ScalarInt, SolverDefId, Ty as HirTy, TyKind, ValTreeKind,
};
use refine_core::ty::{IntTy, Ty};
use rustc_type_ir::inherent::{IntoKind, Ty as _};
use rustc_type_ir::{FloatTy, IntTy as HirIntTy, Mutability, UintTy};

use super::{AdtKind, Env, Types};

impl<'db> Types<'db> {
    /// The rustc type that a type of ours was made from, but for lifetimes; `None` for one of no Rust type. Type parameters
    /// are those of the environment.
    pub fn hir(&self, ty: &Ty, env: Env) -> Option<HirTy<'db>> {
        let interner = self.interner();
        let all = |tys: &[Ty]| tys.iter().map(|ty| self.hir(ty, env)).collect::<Option<Vec<_>>>();
        let reference = |inner: &Ty, mutability| {
            Some(HirTy::new_ref(interner, Region::new_erased(interner), self.hir(inner, env)?, mutability))
        };
        Some(match ty {
            Ty::Bool => HirTy::new(interner, TyKind::Bool),
            Ty::Char => HirTy::new(interner, TyKind::Char),
            Ty::Int(int) => match signed(*int) {
                Ok(int) => HirTy::new_int(interner, int),
                Err(int) => HirTy::new_uint(interner, int),
            },
            Ty::Tuple(tys) => HirTy::new_tup(interner, &all(tys)?),
            Ty::Array(inner, len) => {
                let len = self.length_const(len, env)?;
                HirTy::new_array_with_const_len(interner, self.hir(inner, env)?, len)
            }
            Ty::Slice(inner) => HirTy::new_slice(interner, self.hir(inner, env)?),
            Ty::Ref(false, inner) => reference(inner, Mutability::Not)?,
            Ty::Ref(true, inner) | Ty::Borrow(inner) => reference(inner, Mutability::Mut)?,
            Ty::Never => HirTy::new(interner, TyKind::Never),
            Ty::Param(name) => self.param(name, env)?,
            Ty::Adt(id, tys) => match self.kind(*id) {
                AdtKind::Item(item) => {
                    let consts = self.consts_of(*id, env)?;
                    let tys = self.with_adt(*id, |def| def.written(tys).to_vec());
                    HirTy::new_adt(interner, item, self.args_for(item.into(), &all(&tys)?, &consts)?)
                }
                AdtKind::Closure(..) | AdtKind::Callable(..) => return None,
            },
            Ty::Vec(inner) => self.of_std("alloc::vec::Vec", inner, env)?,
            Ty::Boxed(inner) => self.of_std("alloc::boxed::Box", inner, env)?,
            Ty::Opaque(name) => match name.as_str() {
                "str" => HirTy::new(interner, TyKind::Str),
                "String" => {
                    HirTy::new_adt(interner, self.standard("alloc::string::String")?, GenericArgs::empty(interner))
                }
                "f32" => HirTy::new_float(interner, FloatTy::F32),
                "f64" => HirTy::new_float(interner, FloatTy::F64),
                _ => self.opaque_named(name)?,
            },
            Ty::Exact | Ty::Infer(_) => return None,
        })
    }

    /// A number, truth value or character of a type as a constant; `None` where it is none of the type's.
    pub(crate) fn scalar(&self, value: i128, ty: HirTy<'db>) -> Option<Const<'db>> {
        let leaf = match ty.kind() {
            TyKind::Bool => ScalarInt::from(value != 0),
            TyKind::Char => ScalarInt::from(u32::try_from(value).ok().and_then(char::from_u32)?),
            TyKind::Int(int) => ScalarInt::try_from_int(value, self.size_of_int(int.bit_width())?)?,
            TyKind::Uint(int) => {
                ScalarInt::try_from_uint(u128::try_from(value).ok()?, self.size_of_int(int.bit_width())?)?
            }
            _ => return None,
        };
        Some(Const::new_valtree(self.interner(), ty, ValTreeKind::Leaf(leaf)))
    }

    /// The size of an integer of so many bits, or else of a pointer.
    fn size_of_int(&self, bits: Option<u64>) -> Option<Size> {
        match bits {
            Some(bits) => Some(Size::from_bits(bits)),
            None => self.db_hir().target_data_layout(self.krate).ok().map(|layout| layout.pointer_size()),
        }
    }

    /// Generic arguments for an item: its types and constants in order, and no lifetimes that matter. Type parameters
    /// beyond those given have their defaults.
    pub fn args_for(
        &self,
        item: SolverDefId<'db>,
        tys: &[HirTy<'db>],
        consts: &[Const<'db>],
    ) -> Option<GenericArgs<'db>> {
        let interner = self.interner();
        let (mut tys, mut consts) = (tys.iter(), consts.iter());
        let mut missing = false;
        let generic = GenericDefId::try_from(item).ok();
        let mut next = |id: GenericParamId| match id {
            GenericParamId::TypeParamId(_) => tys.next().map(|ty| GenericArg::from(*ty)),
            GenericParamId::ConstParamId(_) => consts.next().map(|value| GenericArg::from(*value)),
            GenericParamId::LifetimeParamId(_) => Some(GenericArg::from(Region::new_erased(interner))),
        };
        let args = GenericArgs::for_item(interner, item, |at, id, _, before| {
            next(id).unwrap_or_else(|| {
                let defaults = generic.map(|item| self.db_hir().generic_defaults(item));
                match defaults.as_ref().and_then(|all| all.get(at as usize)) {
                    Some(default) => default.instantiate(interner, before).skip_norm_wip(),
                    None => {
                        missing = true;
                        GenericArg::error_from_id(interner, id)
                    }
                }
            })
        });
        (!missing).then_some(args)
    }

    /// A type parameter that an item or what it is in declares, or what is associated with one.
    fn param(&self, name: &str, env: Env) -> Option<HirTy<'db>> {
        let mut all = self.identity(env.item()?).types();
        let declared = all.find(|ty| matches!(ty.kind(), TyKind::Param(param) if self.param_name(param.id) == name));
        declared.or_else(|| match env.item()? {
            GenericDefId::AdtId(id) => self.projections(id).iter().find(|(own, _)| own == name).map(|(_, ty)| *ty),
            _ => None,
        })
    }

    /// The type of a name that [`Types::opaque`] gave.
    fn opaque_named(&self, name: &str) -> Option<HirTy<'db>> {
        let table = self.table.borrow();
        let first = |name: &str, at: usize| table.opaque.get(name)?.get(at).copied();
        match name.rsplit_once(" #") {
            Some((base, number)) => first(base, number.parse::<usize>().ok()?.checked_sub(1)?),
            None => first(name, 0),
        }
    }

    fn of_std(&self, path: &str, inner: &Ty, env: Env) -> Option<HirTy<'db>> {
        self.standard_ty(path, &[self.hir(inner, env)?])
    }
}

fn signed(int: IntTy) -> Result<HirIntTy, UintTy> {
    use IntTy::*;
    match int {
        I8 => Ok(HirIntTy::I8),
        I16 => Ok(HirIntTy::I16),
        I32 => Ok(HirIntTy::I32),
        I64 => Ok(HirIntTy::I64),
        I128 => Ok(HirIntTy::I128),
        Isize => Ok(HirIntTy::Isize),
        U8 => Err(UintTy::U8),
        U16 => Err(UintTy::U16),
        U32 => Err(UintTy::U32),
        U64 => Err(UintTy::U64),
        U128 => Err(UintTy::U128),
        Usize => Err(UintTy::Usize),
    }
}
