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

shared_pointer! { Rc, Weak, }

impl Rc<dyn Any> {
    pub fn downcast<T: Any>(self) -> Result<Rc<T>, Self>;
}
