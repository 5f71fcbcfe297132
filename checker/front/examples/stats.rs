//! `cargo run -p refine-front --example stats -- FOLDER [FEATURE …]`: how much of a crate without dependencies is in the model,
//! and what keeps the rest out. The standard library is that in the folder `REFINE_STD`, if it is set.
#![allow(clippy::print_stdout, reason = "a tool for a person")]
use refine_front::{stats, testing};

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else { return println!("which folder?") };
    let mut krate = testing::demo();
    krate.root = format!("{folder}/src/lib.rs");
    "2021".clone_into(&mut krate.edition);
    krate.cfgs.extend(args.map(|name| ("feature".to_owned(), Some(name))));
    let db = testing::load(krate, &[]);
    println!("{}", testing::with_database(&db, stats::stats));
}
