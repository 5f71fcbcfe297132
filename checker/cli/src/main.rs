//! `refine`.
fn main() {
    cargo_refine::main("refine", std::env::args_os())
}
