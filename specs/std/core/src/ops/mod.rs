//! `core::ops`.

mod arith;
mod async_function;
mod bit;
mod control_flow;
mod deref;
mod drop;
mod function;
mod index;
mod range;
mod try_trait;
mod unsize;

pub use self::arith::{Add, Div, Mul, Neg, Rem, Sub};
pub use self::arith::{AddAssign, DivAssign, MulAssign, RemAssign, SubAssign};
pub use self::async_function::{AsyncFn, AsyncFnMut, AsyncFnOnce};
pub use self::bit::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
pub use self::bit::{BitAndAssign, BitOrAssign, BitXorAssign, ShlAssign, ShrAssign};
pub use self::control_flow::ControlFlow;
pub use self::deref::{Deref, DerefMut, DerefPure, Receiver};
pub use self::drop::Drop;
pub use self::function::{Fn, FnMut, FnOnce};
pub use self::index::{Index, IndexMut};
pub use self::range::{Bound, OneSidedRange, RangeBounds, RangeInclusive, RangeToInclusive};
pub use self::range::{Range, RangeFrom, RangeFull, RangeTo};
pub use self::try_trait::{FromResidual, NeverShortCircuit, Residual, Try};
pub use self::unsize::{CoerceUnsized, DispatchFromDyn};
