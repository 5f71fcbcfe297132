//! What the kept database saves: `cargo run -p refine-front --example edits -- FOLDER [EDITS]` loads the crate in a folder, then again and
//! again with a comment more in its root file, and tells the times and the memory.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is what it is for")]
use std::cell::Cell;
use std::time::Instant;

use refine_front::testing::{Memory, demo};
use refine_front::{CrateInput, Files, Input, Options, Session};

/// The disk, with a statement more in one file for each edit.
struct Edited {
    disk: Memory,
    root: String,
    edits: Cell<usize>,
}

impl Files for Edited {
    fn read(&self, path: &str) -> Option<String> {
        let text = self.disk.read(path)?;
        let edits = self.edits.get();
        Some(if path == self.root { format!("{text}\npub fn edit() -> usize {{ {edits} }}\n") } else { text })
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.disk.list(folder)
    }
}

/// Resident memory in MiB.
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<usize>().ok());
    pages.unwrap_or_default() * 4096 / (1 << 20)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else { return eprintln!("edits FOLDER [EDITS]") };
    let count = args.next().and_then(|count| count.parse().ok()).unwrap_or(20);
    let root = format!("{folder}/src/lib.rs");
    let files = Edited { disk: Memory::default(), root: root.clone(), edits: Cell::new(0) };
    let input = Input { crates: vec![CrateInput { root, ..demo() }], local: vec![0], folder };
    let mut session = Session::default();
    for edit in 0..=count {
        files.edits.set(edit);
        let start = Instant::now();
        let functions = session.load(&input, &files, &Options::default()).program.bodies.len();
        if edit < 3 || edit % 10 == 0 {
            println!("edit {edit}: {functions} bodies, {} ms, {} MiB", start.elapsed().as_millis(), memory());
        }
    }
}
