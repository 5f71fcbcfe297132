# Everything a contributor runs. `make demo` and `make test` are all a fresh machine needs.
REFINE := target/release/refine
N ?= 300
SEED ?=
# The fuzzer's seed in `make test`: fixed, so that a change is judged by what it changed. `make fuzz` takes new ones.
TEST_SEED := 1795172284

.PHONY: help setup build demo test fmt clippy unit grading neovim vscode fuzz planted bench-generate bench-vectors real audit deny clean

# In the environment they would replace the flags of .cargo/config.toml, and tests would not find libz3.
unexport RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS

help: ## This list.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

setup: ## Z3 for cargo to link to: the system's if it is recent, otherwise the PyPI wheel.
	@scripts/setup-z3

build: setup ## The release build.
	cargo build --release --locked -p cargo-refine

demo: build ## Checks the example crate. It has faults, so refine exits with code 1, as it should.
	$(REFINE) check --manifest-path tests/crates/grading/Cargo.toml --timings; test $$? -eq 1

test: fmt clippy unit grading neovim vscode ## All tests.

fmt: ## The formatting of all packages.
	cargo fmt --all --check
	cargo fmt --check --manifest-path tests/crates/grading/Cargo.toml

clippy: setup ## No warnings.
	cargo clippy --workspace --all-targets --locked -- -D warnings

unit: setup ## Unit tests, the corpus, 120 programs of the soundness fuzzer, the command line end to end.
	cargo build --workspace --locked
	REFINE_FUZZ_PROGRAMS=120 REFINE_FUZZ_SEED=$(TEST_SEED) cargo test --workspace --locked
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

grading: setup ## The example builds without warnings.
	RUSTFLAGS="-D warnings" cargo check --manifest-path tests/crates/grading/Cargo.toml --target-dir target/grading

neovim: setup ## Tests the client in a real, headless Neovim. If it is missing, root installs it with apt; others get a note.
	@command -v nvim >/dev/null || [ "$$(id -u)" != 0 ] || { apt-get update -q && apt-get install -q -y neovim; }
	cargo build --locked -p cargo-refine
	@if command -v nvim >/dev/null; then editors/neovim/test.sh; else echo "nvim is missing: client not tested"; fi

vscode: ## Packages the VS Code client, if npm is installed.
	@if command -v npm >/dev/null; then editors/vscode/test.sh; else echo "npm is missing: VS Code client not packaged"; fi

fuzz: setup ## N programs (default 300) of the soundness fuzzer, from SEED (default: the time of day): make fuzz N=5000 SEED=7
	REFINE_FUZZ_PROGRAMS=$(N) REFINE_FUZZ_SEED=$(SEED) cargo test --locked -p refine-tests --test fuzz -- --nocapture

planted: setup ## The fuzzer must find each of 20 defects planted in the checker, one at a time.
	REFINE_FUZZ_PROGRAMS=600 REFINE_FUZZ_SEED=$(TEST_SEED) REFINE_AUDIT=1 \
		cargo test --locked -p refine-tests --features planted --test fuzz -- --nocapture _is_found

bench-generate: build ## How tall the inputs get with which refine and its peers run four programs that need rare inputs.
	scripts/bench-generate

bench-vectors: build ## How many vectors the harness runs per second.
	scripts/bench-vectors

real: build ## Unmodified crates from crates.io.
	scripts/real

audit: setup ## Compares rustc's MIR of the corpus, the examples and the real crates with what the front end reads.
	REFINE_AUDIT_REAL=1 cargo test --locked -p refine-tests --test audit -- --nocapture
	REFINE_AUDIT=1 cargo test --locked -p refine-tests --test corpus

deny: ## Licences, origins and known vulnerabilities of the dependencies (needs cargo-deny).
	@command -v cargo-deny >/dev/null || { echo "cargo-deny is missing (cargo install cargo-deny --locked)"; exit 1; }
	cargo deny check licenses bans sources
	@if cargo deny fetch db; then cargo deny check advisories; \
	else echo "the database of advisories cannot be fetched: known vulnerabilities not checked"; fi

clean: ## Removes the throw-away packages of the tests.
	rm -rf target/corpus target/fuzz target/e2e target/real target/audit
