//! What is particular to an operating system, as far as it is used every day.

pub mod raw {
    //! The types of C.

    pub use core::ffi::{
        c_char, c_double, c_float, c_int, c_long, c_longlong, c_schar, c_short, c_uchar, c_uint, c_ulong, c_ulonglong,
        c_ushort, c_void,
    };
}

#[cfg(unix)]
pub mod fd;
#[cfg(unix)]
pub mod unix;
