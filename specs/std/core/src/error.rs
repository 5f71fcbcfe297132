//! `core::error`.

use crate::any::TypeId;
use crate::fmt::{Debug, Display};

pub trait Error: Debug + Display {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        None
    }

    fn type_id(&self, _: private::Internal) -> TypeId
    where
        Self: 'static;

    fn description(&self) -> &str {
        "description() is deprecated; use Display"
    }

    fn cause(&self) -> Option<&dyn Error> {
        self.source()
    }
}

mod private {
    #[derive(Debug)]
    pub struct Internal;
}

impl dyn Error + 'static {
    pub fn is<T: Error + 'static>(&self) -> bool;
    pub fn downcast_ref<T: Error + 'static>(&self) -> Option<&T>;
    pub fn downcast_mut<T: Error + 'static>(&mut self) -> Option<&mut T>;
}

impl dyn Error + Send + 'static {
    pub fn is<T: Error + 'static>(&self) -> bool;
    pub fn downcast_ref<T: Error + 'static>(&self) -> Option<&T>;
    pub fn downcast_mut<T: Error + 'static>(&mut self) -> Option<&mut T>;
}

impl dyn Error + Send + Sync + 'static {
    pub fn is<T: Error + 'static>(&self) -> bool;
    pub fn downcast_ref<T: Error + 'static>(&self) -> Option<&T>;
    pub fn downcast_mut<T: Error + 'static>(&mut self) -> Option<&mut T>;
}

impl Error for ! {}

impl<'a, T: Error + ?Sized> Error for &'a T {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        (**self).source()
    }
}

impl Error for crate::fmt::Error {}
impl Error for crate::cell::BorrowError {}
impl Error for crate::cell::BorrowMutError {}
impl Error for crate::char::CharTryFromError {}
impl Error for crate::char::ParseCharError {}
impl Error for crate::char::DecodeUtf16Error {}
impl Error for crate::char::TryFromCharError {}
impl Error for crate::time::TryFromFloatSecsError {}
impl Error for crate::ffi::FromBytesUntilNulError {}
