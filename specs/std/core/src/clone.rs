//! `core::clone`.

#[lang = "clone"]
pub trait Clone: Sized {
    #[lang = "clone_fn"]
    fn clone(&self) -> Self;

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone()
    }
}

#[rustc_builtin_macro]
pub macro Clone($item:item) {}

macro_rules! clone {
    ($($t:ident)*) => {
        $(impl Clone for $t {
            fn clone(&self) -> Self {
                *self
            }
        })*
    };
}
clone! { usize u8 u16 u32 u64 u128 isize i8 i16 i32 i64 i128 f32 f64 bool char }

impl Clone for ! {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Clone for *const T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Clone for *mut T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Clone for &T {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> !Clone for &mut T {}
