//! What rustc's MIR says of a crate, against what we take it to be:
//! `cargo run -p refine-front --example audit -- path/to/src/lib.rs path/to/crate.mir [edition] [feature …]`.
//!
//! The text is that of `rustc --emit=mir` or `cargo rustc -- --emit=mir`, made in the folder of the package.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is what it is for")]
use refine_front::spans::Spans;
use refine_front::testing::{Memory, demo};
use refine_front::types::Types;
use refine_front::{Context, CrateInput, Database, Input, Items, Options, Sysroot, audit};

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(root), Some(mir)) = (args.next(), args.next()) else {
        eprintln!("audit ROOT MIR [EDITION] [FEATURE …]");
        return;
    };
    let edition = args.next().unwrap_or_else(|| "2021".to_owned());
    let text = match std::fs::read_to_string(&mir) {
        Ok(text) => text,
        Err(error) => return eprintln!("{mir}: {error}"),
    };
    let mut cfgs = demo().cfgs;
    cfgs.extend(args.map(|feature| ("feature".to_owned(), Some(feature))));
    let folder = root.rsplit_once("/src/").map_or_else(String::new, |(folder, _)| folder.to_owned());
    let krate = CrateInput { root, edition, cfgs, ..demo() };
    let sysroot = std::env::var("REFINE_STD").map_or(Sysroot::Embedded, Sysroot::Folder);
    let input = Input { crates: vec![krate], local: vec![0], folder };
    let db = Database::load_with_sysroot(&input, &Memory::default(), &sysroot);
    db.attach(|| {
        let krate = db.local()[0];
        let (types, spans) = (Types::new(&db, krate), Spans::new(&db, krate));
        let items = Items::collect(&types, &spans);
        let cx = Context::new(&items, &types, &spans, Options::default());
        print!("{}", audit::audit(&cx, &text));
    });
}
