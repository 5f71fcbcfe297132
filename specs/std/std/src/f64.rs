//! The methods of `f64` that are in `std`: declared, since a float has no bits to the solver that a model could compute with.

pub use core::f64::*;

impl f64 {
    #[rustc_allow_incoherent_impl]
    pub fn floor(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn ceil(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn round(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn round_ties_even(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn trunc(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn fract(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn sqrt(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn exp(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn exp2(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn ln(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn log2(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn log10(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn cbrt(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn sin(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn cos(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn tan(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn asin(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn acos(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn atan(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn exp_m1(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn ln_1p(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn sinh(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn cosh(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn tanh(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn asinh(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn acosh(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn atanh(self) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn mul_add(self, a: f64, b: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn div_euclid(self, rhs: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn rem_euclid(self, rhs: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn powi(self, n: i32) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn powf(self, n: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn log(self, base: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn abs_sub(self, other: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn hypot(self, other: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn atan2(self, other: f64) -> f64;

    #[rustc_allow_incoherent_impl]
    pub fn sin_cos(self) -> (f64, f64);
}
