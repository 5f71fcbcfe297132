//! `refine`.
use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_refine::main("refine", std::env::args_os())
}
