//! Shows the items of a crate: `cargo run -p refine-front --example items -- path/to/src/lib.rs [edition] [feature …]`.
#![allow(clippy::print_stdout, reason = "it is what it is for")]
use std::time::Instant;

use refine_front::spans::Spans;
use refine_front::testing::{Memory, demo};
use refine_front::types::Types;
use refine_front::{CrateInput, Database, Input, Items, Sysroot};

fn main() {
    let mut args = std::env::args().skip(1);
    let root = args.next().unwrap_or_default();
    let edition = args.next().unwrap_or_else(|| "2021".to_owned());
    let mut cfgs = demo().cfgs;
    cfgs.extend(args.map(|feature| ("feature".to_owned(), Some(feature))));
    let krate = CrateInput { root, edition, cfgs, ..demo() };
    let sysroot = std::env::var("REFINE_STD").map_or(Sysroot::Embedded, Sysroot::Folder);
    let start = Instant::now();
    let input = Input { crates: vec![krate], local: vec![0], folder: String::new() };
    let db = Database::load_with_sysroot(&input, &Memory::default(), &sysroot);
    println!("loaded {:?}", start.elapsed());
    db.attach(|| {
        let krate = db.local()[0];
        let (types, spans) = (Types::new(&db, krate), Spans::new(&db, krate));
        let items = Items::collect(&types, &spans);
        println!("collected {:?}", start.elapsed());
        for item in &items.fns {
            let def = &item.def;
            let public = if def.public { "pub " } else { "" };
            println!(
                "{public}fn {}{:?} -> {:?}",
                def.path,
                def.params.iter().map(|it| &it.ty).collect::<Vec<_>>(),
                def.ret
            );
            let notes = [item.doubted.as_ref().map(|it| format!("doubted: {it}")), def.uncallable.clone()];
            notes.into_iter().flatten().for_each(|note| println!("    {note}"));
            def.effects.iter().for_each(|effect| println!("    effect: {}", effect.what));
        }
        for item in &items.diagnostics {
            let place = item.span.map(|span| spans.sources().line_col(span));
            println!("{} {} {place:?}", item.code, item.message);
        }
        println!("{} functions, {} types", items.fns.len(), items.adts.len());
    });
}
