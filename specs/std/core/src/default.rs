//! `core::default`.

pub trait Default: Sized {
    fn default() -> Self;
}

#[rustc_builtin_macro(Default, attributes(default))]
pub macro Default($item:item) {}

macro_rules! default {
    ($($t:ident $v:literal;)*) => {
        $(impl Default for $t {
            fn default() -> $t {
                $v
            }
        })*
    };
}
default! {
    bool false; char '\0';
    usize 0; u8 0; u16 0; u32 0; u64 0; u128 0;
    isize 0; i8 0; i16 0; i32 0; i64 0; i128 0;
    f32 0.0; f64 0.0;
}

impl Default for () {
    fn default() -> () {}
}
