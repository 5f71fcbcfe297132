//! Iterators: the traits, the adapters, and what iterates by itself. An adapter is a plain struct; its model is `next`.

mod adapters;
mod range;
mod range_from;
mod sources;
mod step;
mod traits;

pub use adapters::{
    Chain, Cloned, Copied, Cycle, Enumerate, Filter, FilterMap, FlatMap, Flatten, Fuse, Inspect, Map, MapWhile,
    Peekable, Rev, Scan, Skip, SkipWhile, StepBy, Take, TakeWhile, Zip, chain, zip,
};
pub(crate) use adapters::{OptionShunt, ResultShunt};
pub use sources::{
    Empty, FromFn, Once, OnceWith, Repeat, RepeatN, RepeatWith, Successors, empty, from_fn, once, once_with, repeat,
    repeat_n, repeat_with, successors,
};
pub use step::Step;
pub use traits::{
    DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, FusedIterator, IntoIterator, Iterator, Product, Sum,
    TrustedLen,
};
