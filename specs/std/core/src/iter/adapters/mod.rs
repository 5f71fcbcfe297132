//! The adapters: what the methods of `Iterator` return.

mod chain;
mod cloned;
mod cycle;
mod enumerate;
mod filter;
mod flatten;
mod fuse;
mod inspect;
mod map;
mod peekable;
mod rev;
mod scan;
mod shunt;
mod skip;
mod step_by;
mod take;
mod zip;

pub use chain::{Chain, chain};
pub use cloned::{Cloned, Copied};
pub use cycle::Cycle;
pub use enumerate::Enumerate;
pub use filter::{Filter, FilterMap};
pub use flatten::{FlatMap, Flatten};
pub use fuse::Fuse;
pub use inspect::Inspect;
pub use map::{Map, MapWhile};
pub use peekable::Peekable;
pub use rev::Rev;
pub use scan::Scan;
pub(crate) use shunt::{OptionShunt, ResultShunt};
pub use skip::{Skip, SkipWhile};
pub use step_by::StepBy;
pub use take::{Take, TakeWhile};
pub use zip::{Zip, zip};
