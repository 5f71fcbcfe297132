//! `core::num`: the number types.

mod byte;
mod error;
mod float;
mod nonzero;
mod saturating;
mod types;
mod wrapping;

pub use error::{IntErrorKind, ParseFloatError, ParseIntError, TryFromIntError};
pub use float::{FpCategory, f32_consts, f64_consts};
pub use nonzero::{NonZero, ZeroablePrimitive};
pub use nonzero::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};
pub use saturating::Saturating;
pub use wrapping::Wrapping;
