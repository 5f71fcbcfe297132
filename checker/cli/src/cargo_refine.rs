//! `cargo refine`: the same program, started by cargo, which puts the subcommand's name first.
fn main() {
    let mut args: Vec<_> = std::env::args_os().collect();
    if args.get(1).is_some_and(|arg| arg == "refine") {
        args.remove(1);
    }
    cargo_refine::main("cargo refine", args)
}
