//! The macros of `std`.

#[macro_export]
#[rustc_builtin_macro(std_panic)]
#[allow_internal_unstable(edition_panic)]
macro_rules! panic {
    ($($arg:tt)*) => {};
}

#[macro_export]
macro_rules! print {
    ($($arg:tt)*) => {
        $crate::io::_print($crate::__export::format_args!($($arg)*))
    };
}

#[macro_export]
macro_rules! println {
    () => {
        $crate::print!("\n")
    };
    ($($arg:tt)*) => {
        $crate::io::_print($crate::__export::format_args_nl!($($arg)*))
    };
}

#[macro_export]
macro_rules! eprint {
    ($($arg:tt)*) => {
        $crate::io::_eprint($crate::__export::format_args!($($arg)*))
    };
}

#[macro_export]
macro_rules! eprintln {
    () => {
        $crate::eprint!("\n")
    };
    ($($arg:tt)*) => {
        $crate::io::_eprint($crate::__export::format_args_nl!($($arg)*))
    };
}

#[macro_export]
macro_rules! dbg {
    () => {
        $crate::eprintln!("[{}]", $crate::__export::line!())
    };
    ($val:expr $(,)?) => {
        match $val {
            value => {
                $crate::eprintln!("[{}] {} = {:#?}", $crate::__export::line!(), $crate::__export::stringify!($val), &value);
                value
            }
        }
    };
    ($($val:expr),+ $(,)?) => {
        ($($crate::dbg!($val)),+,)
    };
}

#[macro_export]
macro_rules! thread_local {
    () => {};
    ($(#[$attr:meta])* $vis:vis static $name:ident: $t:ty = const { $($init:tt)* }; $($rest:tt)*) => {
        $crate::thread_local! { $(#[$attr])* $vis static $name: $t = const { $($init)* } }
        $crate::thread_local! { $($rest)* }
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident: $t:ty = const { $($init:tt)* }) => {
        $(#[$attr])* $vis const $name: $crate::thread::LocalKey<$t> = $crate::thread::LocalKey::new(|| { $($init)* });
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident: $t:ty = $init:expr; $($rest:tt)*) => {
        $crate::thread_local! { $(#[$attr])* $vis static $name: $t = $init }
        $crate::thread_local! { $($rest)* }
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident: $t:ty = $init:expr) => {
        $(#[$attr])* $vis const $name: $crate::thread::LocalKey<$t> = $crate::thread::LocalKey::new(|| $init);
    };
}

#[macro_export]
macro_rules! is_x86_feature_detected {
    ($feature:tt $(,)?) => {
        $crate::refine::any::<bool>()
    };
}
