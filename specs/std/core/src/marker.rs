//! `core::marker`.

use crate::cell::UnsafeCell;
use crate::cmp::{self, Ordering};
use crate::fmt;
use crate::hash::{Hash, Hasher};

#[lang = "pointee_sized"]
#[fundamental]
#[rustc_specialization_trait]
pub trait PointeeSized {}

#[lang = "meta_sized"]
#[fundamental]
#[rustc_specialization_trait]
pub trait MetaSized: PointeeSized {}

#[lang = "sized"]
#[fundamental]
#[rustc_specialization_trait]
pub trait Sized: MetaSized {}

#[lang = "unsize"]
pub trait Unsize<T: PointeeSized>: PointeeSized {}

pub unsafe auto trait Send {}

#[lang = "sync"]
pub unsafe auto trait Sync {}

impl<T: ?Sized> !Send for *const T {}
impl<T: ?Sized> !Send for *mut T {}
unsafe impl<T: Sync + ?Sized> Send for &T {}
impl<T: ?Sized> !Sync for *const T {}
impl<T: ?Sized> !Sync for *mut T {}
impl<T: ?Sized> !Sync for UnsafeCell<T> {}

#[lang = "copy"]
pub trait Copy: Clone {}

#[rustc_builtin_macro]
pub macro Copy($item:item) {}

#[rustc_builtin_macro(CoercePointee, attributes(pointee))]
pub macro CoercePointee($item:item) {}

macro_rules! copy {
    ($($t:ident)*) => { $(impl Copy for $t {})* };
}
copy! { usize u8 u16 u32 u64 u128 isize i8 i16 i32 i64 i128 f32 f64 bool char }

impl Copy for ! {}

impl<T: ?Sized> Copy for *const T {}
impl<T: ?Sized> Copy for *mut T {}
impl<T: ?Sized> Copy for &T {}

#[lang = "freeze"]
pub unsafe auto trait Freeze {}
impl<T: ?Sized> !Freeze for UnsafeCell<T> {}
unsafe impl<T: ?Sized> Freeze for PhantomData<T> {}
unsafe impl<T: ?Sized> Freeze for *const T {}
unsafe impl<T: ?Sized> Freeze for *mut T {}
unsafe impl<T: ?Sized> Freeze for &T {}
unsafe impl<T: ?Sized> Freeze for &mut T {}

#[lang = "unpin"]
pub auto trait Unpin {}
impl !Unpin for PhantomPinned {}
impl<T: ?Sized> Unpin for &T {}
impl<T: ?Sized> Unpin for &mut T {}
impl<T: ?Sized> Unpin for *const T {}
impl<T: ?Sized> Unpin for *mut T {}

#[lang = "structural_peq"]
pub trait StructuralPartialEq {}

#[lang = "discriminant_kind"]
pub trait DiscriminantKind {
    #[lang = "discriminant_type"]
    type Discriminant: Clone + Copy + fmt::Debug + Eq + PartialEq + Hash + Send + Sync + Unpin;
}

#[lang = "tuple_trait"]
pub trait Tuple {}

#[lang = "destruct"]
pub trait Destruct: PointeeSized {}

#[lang = "fn_ptr_trait"]
pub trait FnPtr: Copy + Clone {
    #[lang = "fn_ptr_addr"]
    fn addr(self) -> *const ();
}

#[lang = "const_param_ty"]
pub trait ConstParamTy_: StructuralPartialEq + Eq {}

#[lang = "phantom_data"]
pub struct PhantomData<T: PointeeSized>;

impl<T: PointeeSized> Hash for PhantomData<T> {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}
impl<T: PointeeSized> cmp::PartialEq for PhantomData<T> {
    fn eq(&self, _other: &PhantomData<T>) -> bool {
        true
    }
}
impl<T: PointeeSized> cmp::Eq for PhantomData<T> {}
impl<T: PointeeSized> cmp::PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, _other: &PhantomData<T>) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}
impl<T: PointeeSized> cmp::Ord for PhantomData<T> {
    fn cmp(&self, _other: &PhantomData<T>) -> Ordering {
        Ordering::Equal
    }
}
impl<T: PointeeSized> Copy for PhantomData<T> {}
impl<T: PointeeSized> Clone for PhantomData<T> {
    fn clone(&self) -> PhantomData<T> {
        PhantomData
    }
}
impl<T: PointeeSized> Default for PhantomData<T> {
    fn default() -> PhantomData<T> {
        PhantomData
    }
}
impl<T: ?Sized> fmt::Debug for PhantomData<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[derive(Debug, Default, Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct PhantomPinned;
