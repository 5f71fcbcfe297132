//! One file for each type. Each mounts those files of `shared` that fit it, in which `This` is the type: so what is written once
//! stands for all twelve integer types, without a macro (expansion is most of the time that rust-analyzer needs for a crate).

mod for_bool;
mod for_char;
mod for_f32;
mod for_f64;
mod for_i128;
mod for_i16;
mod for_i32;
mod for_i64;
mod for_i8;
mod for_isize;
mod for_u128;
mod for_u16;
mod for_u32;
mod for_u64;
mod for_u8;
mod for_usize;
