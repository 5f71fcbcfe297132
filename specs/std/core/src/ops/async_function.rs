//! The traits of async closures.

use crate::future::Future;
use crate::marker::Tuple;

#[lang = "async_fn"]
#[fundamental]
#[rustc_paren_sugar]
pub trait AsyncFn<Args: Tuple>: AsyncFnMut<Args> {
    extern "rust-call" fn async_call(&self, args: Args) -> Self::CallRefFuture<'_>;
}

#[lang = "async_fn_mut"]
#[fundamental]
#[rustc_paren_sugar]
pub trait AsyncFnMut<Args: Tuple>: AsyncFnOnce<Args> {
    #[lang = "call_ref_future"]
    type CallRefFuture<'a>: Future<Output = Self::Output>
    where
        Self: 'a;
    extern "rust-call" fn async_call_mut(&mut self, args: Args) -> Self::CallRefFuture<'_>;
}

#[lang = "async_fn_once"]
#[fundamental]
#[rustc_paren_sugar]
pub trait AsyncFnOnce<Args: Tuple> {
    #[lang = "call_once_future"]
    type CallOnceFuture: Future<Output = Self::Output>;
    #[lang = "async_fn_once_output"]
    type Output;
    extern "rust-call" fn async_call_once(self, args: Args) -> Self::CallOnceFuture;
}
