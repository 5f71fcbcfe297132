//! The macros of `core`: the built-in ones are declared, the others expand to calls into `panicking` and to plain code.

#[macro_export]
#[rustc_builtin_macro(core_panic)]
#[allow_internal_unstable(edition_panic)]
macro_rules! panic {
    ($($arg:tt)*) => {};
}

#[macro_export]
#[rustc_builtin_macro(unreachable)]
#[allow_internal_unstable(edition_panic)]
macro_rules! unreachable {
    ($($arg:tt)*) => {};
}

#[macro_export]
macro_rules! assert {
    ($cond:expr $(,)?) => {
        if !$cond {
            $crate::panicking::assert_false($crate::concat!("assertion failed: ", $crate::stringify!($cond)))
        }
    };
    ($cond:expr, $($arg:tt)+) => {
        if !$cond {
            $crate::panicking::assert_false_fmt($crate::format_args!($($arg)+))
        }
    };
}

#[macro_export]
macro_rules! assert_eq {
    ($left:expr, $right:expr $(,)?) => {
        match (&$left, &$right) {
            (left, right) => {
                if !(*left == *right) {
                    $crate::panicking::assert_failed(
                        $crate::panicking::AssertKind::Eq, &*left, &*right, $crate::option::Option::None,
                    );
                }
            }
        }
    };
    ($left:expr, $right:expr, $($arg:tt)+) => {
        match (&$left, &$right) {
            (left, right) => {
                if !(*left == *right) {
                    $crate::panicking::assert_failed(
                        $crate::panicking::AssertKind::Eq, &*left, &*right,
                        $crate::option::Option::Some($crate::format_args!($($arg)+)),
                    );
                }
            }
        }
    };
}

#[macro_export]
macro_rules! assert_ne {
    ($left:expr, $right:expr $(,)?) => {
        match (&$left, &$right) {
            (left, right) => {
                if *left == *right {
                    $crate::panicking::assert_failed(
                        $crate::panicking::AssertKind::Ne, &*left, &*right, $crate::option::Option::None,
                    );
                }
            }
        }
    };
    ($left:expr, $right:expr, $($arg:tt)+) => {
        match (&$left, &$right) {
            (left, right) => {
                if *left == *right {
                    $crate::panicking::assert_failed(
                        $crate::panicking::AssertKind::Ne, &*left, &*right,
                        $crate::option::Option::Some($crate::format_args!($($arg)+)),
                    );
                }
            }
        }
    };
}

#[macro_export]
macro_rules! debug_assert {
    ($($arg:tt)*) => {
        if $crate::cfg!(debug_assertions) {
            $crate::assert!($($arg)*);
        }
    };
}

#[macro_export]
macro_rules! debug_assert_eq {
    ($($arg:tt)*) => {
        if $crate::cfg!(debug_assertions) {
            $crate::assert_eq!($($arg)*);
        }
    };
}

#[macro_export]
macro_rules! debug_assert_ne {
    ($($arg:tt)*) => {
        if $crate::cfg!(debug_assertions) {
            $crate::assert_ne!($($arg)*);
        }
    };
}

#[macro_export]
macro_rules! matches {
    ($value:expr, $pattern:pat $(if $guard:expr)? $(,)?) => {
        match $value {
            $pattern $(if $guard)? => true,
            _ => false,
        }
    };
}

#[macro_export]
macro_rules! r#try {
    ($value:expr $(,)?) => {
        match $value {
            $crate::result::Result::Ok(value) => value,
            $crate::result::Result::Err(error) => {
                return $crate::result::Result::Err($crate::convert::From::from(error));
            }
        }
    };
}

#[macro_export]
macro_rules! write {
    ($to:expr, $($arg:tt)*) => {
        $to.write_fmt($crate::format_args!($($arg)*))
    };
}

#[macro_export]
macro_rules! writeln {
    ($to:expr $(,)?) => {
        $crate::write!($to, "\n")
    };
    ($to:expr, $($arg:tt)*) => {
        $to.write_fmt($crate::format_args_nl!($($arg)*))
    };
}

#[macro_export]
macro_rules! unimplemented {
    () => { $crate::panicking::panic("not implemented") };
    ($($arg:tt)+) => {
        $crate::panicking::panic_fmt($crate::format_args!("not implemented: {}", $crate::format_args!($($arg)+)))
    };
}

#[macro_export]
macro_rules! todo {
    () => { $crate::panicking::panic("not yet implemented") };
    ($($arg:tt)+) => {
        $crate::panicking::panic_fmt($crate::format_args!("not yet implemented: {}", $crate::format_args!($($arg)+)))
    };
}

pub(crate) mod builtin {
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! compile_error {
        ($msg:expr $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! format_args {
        ($fmt:expr) => {};
        ($fmt:expr, $($args:tt)*) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! const_format_args {
        ($fmt:expr) => {};
        ($fmt:expr, $($args:tt)*) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! format_args_nl {
        ($fmt:expr) => {};
        ($fmt:expr, $($args:tt)*) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! env {
        ($name:expr $(,)?) => {};
        ($name:expr, $error:expr $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! option_env {
        ($name:expr $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! concat_idents {
        ($($e:ident),+ $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! concat_bytes {
        ($($e:literal),+ $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! concat {
        ($($e:expr),* $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! line {
        () => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! column {
        () => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! file {
        () => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! stringify {
        ($($t:tt)*) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! include_str {
        ($file:expr $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! include_bytes {
        ($file:expr $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! module_path {
        () => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! cfg {
        ($($cfg:tt)*) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! cfg_select {
        ($($tt:tt)*) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! include {
        ($file:expr $(,)?) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! log_syntax {
        ($($arg:tt)*) => {};
    }
    #[rustc_builtin_macro]
    #[macro_export]
    macro_rules! trace_macros {
        (true) => {};
        (false) => {};
    }

    #[rustc_builtin_macro]
    pub macro derive($item:item) {}
    #[rustc_builtin_macro]
    pub macro derive_const($item:item) {}
    #[rustc_builtin_macro]
    pub macro test($item:item) {}
    #[rustc_builtin_macro]
    pub macro bench($item:item) {}
    #[rustc_builtin_macro]
    pub macro test_case($item:item) {}
    #[rustc_builtin_macro]
    pub macro global_allocator($item:item) {}
    #[rustc_builtin_macro]
    pub macro alloc_error_handler($item:item) {}
    #[rustc_builtin_macro]
    pub macro cfg_accessible($item:item) {}
    #[rustc_builtin_macro]
    pub macro cfg_eval($($tt:tt)*) {}
    #[rustc_builtin_macro]
    pub macro define_opaque($($tt:tt)*) {}
}
