#!/bin/sh
# The client in a real, headless Neovim: first on a small package of its own, then on the example crate.
# REFINE names the binary; without it the newest build of this checkout is taken.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)

if ! command -v nvim >/dev/null; then
    echo "nvim is missing: install Neovim 0.7.2 or later (apt-get install neovim)" >&2
    exit 1
fi
REFINE=${REFINE:-$(ls -t "$repo/target/debug/refine" "$repo/target/release/refine" 2>/dev/null | head -n 1)}
if [ ! -x "$REFINE" ]; then
    echo "no refine binary: run 'cargo build -p cargo-refine' first, or set REFINE" >&2
    exit 1
fi
export REFINE REFINE_NVIM="$here"

# Nothing of the user's own configuration, and no traces in it.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CONFIG_HOME="$scratch/config" XDG_DATA_HOME="$scratch/data" XDG_STATE_HOME="$scratch/state" XDG_CACHE_HOME="$scratch/cache"

mkdir -p "$scratch/fixture with space/src"
cat > "$scratch/fixture with space/Cargo.toml" <<TOML
[package]
name = "fixture"
version = "0.1.0"
edition = "2024"

[dependencies]
refine-spec = { path = "$repo/specs/spec" }
TOML
cat > "$scratch/fixture with space/src/lib.rs" <<RUST
//! One fault.
use refine_spec::*;

#[requires(b < 10)]
pub fn quotient(a: u32, b: u32) -> u32 {
    /* ä𝄞 */ a / b
}
RUST

# nvim -l does not exist in 0.7.2; a script that never reaches its end is stopped by \`timeout\`.
run() {
    timeout 600 nvim --headless -n -u "$here/test/init.lua" "$2" -c "luafile $here/test/$1.lua" 2>&1 || {
        echo "the $1 test failed; the client's log:"
        find "$scratch" -name lsp.log -exec tail -n 40 {} + | cut -c 1-400
        exit 1
    }
}
run fixture "$scratch/fixture with space/src/lib.rs"
run grading "$repo/tests/crates/grading/src/lib.rs"
