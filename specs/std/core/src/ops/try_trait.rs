//! What `?` works on.

use crate::ops::ControlFlow;

#[lang = "Try"]
pub trait Try: FromResidual {
    type Output;
    type Residual;

    #[lang = "from_output"]
    fn from_output(output: Self::Output) -> Self;

    #[lang = "branch"]
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}

#[lang = "FromResidual"]
pub trait FromResidual<R = <Self as Try>::Residual> {
    #[lang = "from_residual"]
    fn from_residual(residual: R) -> Self;
}

pub trait Residual<O> {
    type TryType: Try<Output = O, Residual = Self>;
}

#[lang = "into_try_type"]
pub fn residual_into_try_type<R: Residual<O>, O>(r: R) -> <R as Residual<O>>::TryType {
    FromResidual::from_residual(r)
}

/// A `Try` that never breaks, to write an infallible function by means of a fallible one.
pub struct NeverShortCircuit<T>(pub T);

pub enum NeverShortCircuitResidual {}

impl<T> Try for NeverShortCircuit<T> {
    type Output = T;
    type Residual = NeverShortCircuitResidual;

    fn from_output(x: T) -> Self {
        NeverShortCircuit(x)
    }

    fn branch(self) -> ControlFlow<NeverShortCircuitResidual, T> {
        ControlFlow::Continue(self.0)
    }
}

impl<T> FromResidual for NeverShortCircuit<T> {
    fn from_residual(residual: NeverShortCircuitResidual) -> Self {
        match residual {}
    }
}

impl<T> Residual<T> for NeverShortCircuitResidual {
    type TryType = NeverShortCircuit<T>;
}
