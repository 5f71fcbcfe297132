//! `Sum` and `Product`. The arithmetic of integers claims that it does not overflow, at the call.

use crate::iter::{OptionShunt, ResultShunt};
use crate::num::Wrapping;

pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

macro_rules! accumulate {
    ($zero:expr, $one:expr; $($T:ty)*) => {
        $(
            impl Sum for $T {
                #[rustc_inherit_overflow_checks]
                #[bypasses(fold)]
                fn sum<I: Iterator<Item = $T>>(mut iter: I) -> $T {
                    let mut total: $T = $zero;
                    while let Some(x) = iter.next() {
                        total = total + x;
                    }
                    total
                }
            }

            impl<'a> Sum<&'a $T> for $T {
                #[rustc_inherit_overflow_checks]
                #[bypasses(fold)]
                fn sum<I: Iterator<Item = &'a $T>>(mut iter: I) -> $T {
                    let mut total: $T = $zero;
                    while let Some(x) = iter.next() {
                        total = total + *x;
                    }
                    total
                }
            }

            impl Product for $T {
                #[rustc_inherit_overflow_checks]
                #[bypasses(fold)]
                fn product<I: Iterator<Item = $T>>(mut iter: I) -> $T {
                    let mut total: $T = $one;
                    while let Some(x) = iter.next() {
                        total = total * x;
                    }
                    total
                }
            }

            impl<'a> Product<&'a $T> for $T {
                #[rustc_inherit_overflow_checks]
                #[bypasses(fold)]
                fn product<I: Iterator<Item = &'a $T>>(mut iter: I) -> $T {
                    let mut total: $T = $one;
                    while let Some(x) = iter.next() {
                        total = total * *x;
                    }
                    total
                }
            }
        )*
    };
}

accumulate! { 0, 1; i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
accumulate! { -0.0, 1.0; f32 f64 }
accumulate! { Wrapping(0), Wrapping(1);
    Wrapping<i8> Wrapping<i16> Wrapping<i32> Wrapping<i64> Wrapping<i128> Wrapping<isize>
    Wrapping<u8> Wrapping<u16> Wrapping<u32> Wrapping<u64> Wrapping<u128> Wrapping<usize>
}

impl<T, U> Sum<Option<U>> for Option<T>
where
    T: Sum<U>,
{
    #[bypasses(fold)]
    fn sum<I: Iterator<Item = Option<U>>>(iter: I) -> Option<T> {
        let mut failed = false;
        let total = T::sum(OptionShunt::new(iter, &mut failed));
        if failed { None } else { Some(total) }
    }
}

impl<T, U> Product<Option<U>> for Option<T>
where
    T: Product<U>,
{
    #[bypasses(fold)]
    fn product<I: Iterator<Item = Option<U>>>(iter: I) -> Option<T> {
        let mut failed = false;
        let total = T::product(OptionShunt::new(iter, &mut failed));
        if failed { None } else { Some(total) }
    }
}

impl<T, U, E> Sum<Result<U, E>> for Result<T, E>
where
    T: Sum<U>,
{
    #[bypasses(fold)]
    fn sum<I: Iterator<Item = Result<U, E>>>(iter: I) -> Result<T, E> {
        let mut error = None;
        let total = T::sum(ResultShunt::new(iter, &mut error));
        match error {
            Some(error) => Err(error),
            None => Ok(total),
        }
    }
}

impl<T, U, E> Product<Result<U, E>> for Result<T, E>
where
    T: Product<U>,
{
    #[bypasses(fold)]
    fn product<I: Iterator<Item = Result<U, E>>>(iter: I) -> Result<T, E> {
        let mut error = None;
        let total = T::product(ResultShunt::new(iter, &mut error));
        match error {
            Some(error) => Err(error),
            None => Ok(total),
        }
    }
}
