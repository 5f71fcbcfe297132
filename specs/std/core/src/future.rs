//! `core::future`.

use crate::fmt;
use crate::marker::PhantomData;
use crate::pin::Pin;
use crate::ptr::NonNull;
use crate::task::{Context, Poll};

#[lang = "future_trait"]
pub trait Future {
    #[lang = "future_output"]
    type Output;

    #[lang = "poll"]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output>;
}

impl<F: ?Sized + Future + Unpin> Future for &mut F {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output>;
}

pub trait IntoFuture {
    type Output;
    type IntoFuture: Future<Output = Self::Output>;

    #[lang = "into_future"]
    fn into_future(self) -> Self::IntoFuture;
}

impl<F: Future> IntoFuture for F {
    type Output = F::Output;
    type IntoFuture = F;
    fn into_future(self) -> F {
        self
    }
}

#[lang = "ResumeTy"]
#[derive(Debug, Copy, Clone)]
pub struct ResumeTy(NonNull<Context<'static>>);

#[lang = "get_context"]
pub unsafe fn get_context<'a, 'b>(cx: ResumeTy) -> &'a mut Context<'b>;

#[derive(Debug, Clone)]
pub struct Ready<T>(Option<T>);

impl<T> Unpin for Ready<T> {}

impl<T> Ready<T> {
    pub fn into_inner(self) -> T {
        match self.0 {
            Some(x) => x,
            None => crate::refine::fail(
                "panic",
                "{self} was not polled",
                "Called `into_inner()` on `Ready` after completion",
            ),
        }
    }
}

impl<T> Future for Ready<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<T>;
}

pub fn ready<T>(t: T) -> Ready<T> {
    Ready(Some(t))
}

pub struct Pending<T> {
    _data: PhantomData<fn() -> T>,
}

pub fn pending<T>() -> Pending<T> {
    Pending { _data: PhantomData }
}

impl<T> Future for Pending<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<T> {
        Poll::Pending
    }
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T> Clone for Pending<T> {
    fn clone(&self) -> Pending<T> {
        pending()
    }
}

pub struct PollFn<F> {
    f: F,
}

impl<F: Unpin> Unpin for PollFn<F> {}

impl<F> fmt::Debug for PollFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub fn poll_fn<T, F>(f: F) -> PollFn<F>
where
    F: FnMut(&mut Context<'_>) -> Poll<T>,
{
    PollFn { f }
}

impl<T, F> Future for PollFn<F>
where
    F: FnMut(&mut Context<'_>) -> Poll<T>,
{
    type Output = T;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T>;
}
