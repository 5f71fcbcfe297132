//! `core::any`, declared.

use crate::fmt;
use crate::intrinsics;

pub trait Any: 'static {
    fn type_id(&self) -> TypeId;
}

impl<T: 'static + ?Sized> Any for T {
    fn type_id(&self) -> TypeId;
}

impl fmt::Debug for dyn Any {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Debug for dyn Any + Send {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Debug for dyn Any + Send + Sync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl dyn Any {
    pub fn is<T: Any>(&self) -> bool;
    pub fn downcast_ref<T: Any>(&self) -> Option<&T>;
    pub fn downcast_mut<T: Any>(&mut self) -> Option<&mut T>;
}

impl dyn Any + Send {
    pub fn is<T: Any>(&self) -> bool;
    pub fn downcast_ref<T: Any>(&self) -> Option<&T>;
    pub fn downcast_mut<T: Any>(&mut self) -> Option<&mut T>;
}

impl dyn Any + Send + Sync {
    pub fn is<T: Any>(&self) -> bool;
    pub fn downcast_ref<T: Any>(&self) -> Option<&T>;
    pub fn downcast_mut<T: Any>(&mut self) -> Option<&mut T>;
}

#[derive(Copy, Clone, Eq, PartialEq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId {
    t: u128,
}

impl TypeId {
    pub const fn of<T: ?Sized + 'static>() -> TypeId;
}

pub const fn type_name<T: ?Sized>() -> &'static str {
    intrinsics::type_name::<T>()
}

pub const fn type_name_of_val<T: ?Sized>(_val: &T) -> &'static str {
    intrinsics::type_name::<T>()
}
