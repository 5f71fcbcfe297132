//! `vec!` and `format!`.

#[macro_export]
macro_rules! vec {
    () => {
        $crate::vec::Vec::new()
    };
    ($elem:expr; $n:expr) => {
        $crate::vec::from_elem($elem, $n)
    };
    ($($x:expr),+ $(,)?) => {
        $crate::vec::from_array([$($x),+])
    };
}

#[macro_export]
macro_rules! format {
    ($($arg:tt)*) => {
        $crate::fmt::format($crate::__export::format_args!($($arg)*))
    };
}
