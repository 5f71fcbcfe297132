//! The built-in operations that name `Vec` or `Box`; the others are in `core::refine`.

use crate::boxed::Box;
use crate::vec::Vec;

pub fn concat<T>(a: &[T], b: &[T]) -> Vec<T>;
pub fn repeat<T>(x: T, n: usize) -> Vec<T>;
pub fn vec_new<T>() -> Vec<T>;
pub fn vec_slice<T>(v: &Vec<T>) -> &[T];
pub fn vec_slice_mut<T>(v: &mut Vec<T>) -> &mut [T];
pub fn vec_push<T>(v: &mut Vec<T>, x: T);
pub fn vec_append<T>(v: &mut Vec<T>, xs: &[T]);
pub fn vec_truncate<T>(v: &mut Vec<T>, n: usize);
pub fn vec_insert<T>(v: &mut Vec<T>, at: usize, x: T);
pub fn vec_cut<T>(v: &mut Vec<T>, lo: usize, hi: usize);
pub fn box_new<T>(x: T) -> Box<T>;
pub fn unbox<T>(b: Box<T>) -> T;
pub fn clone_each<T: Clone>(xs: &[T]) -> Vec<T>;
