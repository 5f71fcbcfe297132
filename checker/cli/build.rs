//! The program looks for libz3 where it was linked from, also if `RUSTFLAGS` replaces the flags of `.cargo/config.toml`.
const LIBRARY: &str = "Z3_LIBRARY_PATH_OVERRIDE";

fn main() {
    println!("cargo::rerun-if-env-changed={LIBRARY}");
    if let Ok(folder) = std::env::var(LIBRARY) {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{folder}");
    }
}
