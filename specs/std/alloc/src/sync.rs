//! The pointers that count: their API is in shared.rs.

use crate::borrow::{Cow, ToOwned};
use crate::boxed::Box;
use crate::string::String;
use crate::vec::Vec;
use core::any::Any;
use core::borrow::Borrow;
use core::clone::CloneToUninit;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::FromIterator;
use core::marker::{PhantomData, Unpin, Unsize};
use core::mem::MaybeUninit;
use core::ops::{CoerceUnsized, Deref, DispatchFromDyn};
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::pin::Pin;

shared_pointer! { Arc, Weak, Send Sync }

impl Arc<dyn Any + Send + Sync> {
    pub fn downcast<T: Any + Send + Sync>(self) -> Result<Arc<T>, Self>;
}

impl<T: core::error::Error + ?Sized> core::error::Error for Arc<T> {}
