//! The methods of `f32` that are in `std`: declared, since a float has no bits to the solver that a model could compute with.

pub use core::f32::*;

impl f32 {
    #[rustc_allow_incoherent_impl]
    pub fn floor(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn ceil(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn round(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn round_ties_even(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn trunc(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn fract(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn sqrt(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn exp(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn exp2(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn ln(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn log2(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn log10(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn cbrt(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn sin(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn cos(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn tan(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn asin(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn acos(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn atan(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn exp_m1(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn ln_1p(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn sinh(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn cosh(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn tanh(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn asinh(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn acosh(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn atanh(self) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn mul_add(self, a: f32, b: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn div_euclid(self, rhs: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn rem_euclid(self, rhs: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn powi(self, n: i32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn powf(self, n: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn log(self, base: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn abs_sub(self, other: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn hypot(self, other: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn atan2(self, other: f32) -> f32;

    #[rustc_allow_incoherent_impl]
    pub fn sin_cos(self) -> (f32, f32);
}
