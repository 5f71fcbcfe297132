//! The database kept between loads: after an edit, what has not changed is not analysed again.
use crate::context::{Context, Options};
use crate::database::{Database, Files, Input, Libraries};
use crate::items::Items;
use crate::program::{Loaded, program};
use crate::spans::Spans;
use crate::types::Types;

/// Loads after which a database is made anew: what earlier revisions interned is not all given back.
const LOADS: usize = 64;

/// The crates that were loaded last.
#[derive(Debug, Default)]
pub struct Session {
    known: Option<SessionState>,
}

#[derive(Debug)]
struct SessionState {
    input: Input,
    db: Database,
    libraries: Libraries,
    loads: usize,
}

impl Session {
    /// Loads the crates and lowers the one under check. What is wrong with the source is in the program's diagnostics. Of crates that
    /// were loaded before, only the files that are others now are taken in. Of other crates than before, all but the standard library is
    /// analysed anew.
    pub fn load(&mut self, input: &Input, files: &dyn Files, options: &Options) -> Loaded {
        let mut known = match self.known.take().filter(|known| known.loads < LOADS) {
            Some(known) => known.again(input, files),
            None => SessionState::new(input, files),
        };
        let libraries = options.macros.libraries(&known.db, input, files);
        if libraries != known.libraries {
            known.db = Database::load_with_macros(input, files, (&options.macros, &libraries));
            known.libraries = libraries;
        }
        known.loads += 1;
        let mut finished = finish(&known.db, options);
        finished.program.spec_crate = input.local.first().and_then(|&at| input.crates.get(at)?.spec.clone());
        self.known = Some(known);
        finished
    }
}

impl SessionState {
    fn new(input: &Input, files: &dyn Files) -> SessionState {
        let (db, libraries) = (Database::load(input, files), Libraries::default());
        SessionState { input: input.clone(), db, libraries, loads: 0 }
    }

    fn again(mut self, input: &Input, files: &dyn Files) -> SessionState {
        if self.input == *input && self.db.refresh(input, files) {
            return self;
        }
        // What macros there are says the graph of crates, so it would have to be taken back.
        if self.libraries != Libraries::default() {
            return SessionState::new(input, files);
        }
        SessionState { db: self.db.load_instead(input, files), input: input.clone(), ..self }
    }
}

/// The program of the crate under check.
fn finish(db: &Database, options: &Options) -> Loaded {
    let Some(&krate) = db.local().first() else { return Loaded::default() };
    db.attach(|| {
        let (types, spans) = (Types::new(db, krate), Spans::new(db, krate));
        let items = Items::collect(&types, &spans);
        program(&Context::new(&items, &types, &spans, options.clone()))
    })
}

#[cfg(test)]
mod tests {
    use refine_core::finished::FinishedProgram;
    use refine_core::program::Program as _;

    use super::*;
    use crate::CrateInput;
    use crate::testing::{Memory, demo};

    const ROOT: &str = "pub mod part; pub fn f(x: u8) -> u8 { part::g(x) }";

    fn input() -> Input {
        Input { crates: vec![demo()], local: vec![0], folder: "/demo".to_owned() }
    }

    /// The functions of the crate with the statements of their bodies.
    fn seen(program: &FinishedProgram) -> Vec<String> {
        let own = program.fns().iter().filter(|def| !def.std);
        let bodies = program.bodies.values();
        let mut texts: Vec<String> = bodies.map(|body| format!("{:?}", body.blocks)).collect();
        texts.sort();
        own.map(|def| def.path.clone()).chain(texts).collect()
    }

    #[test]
    fn after_an_edit_all_is_as_if_loaded_anew() {
        let states: [&[(&str, &str)]; 4] = [
            &[("src/lib.rs", ROOT), ("src/part.rs", "pub fn g(x: u8) -> u8 { x + 1 }")],
            &[("src/lib.rs", ROOT), ("src/part.rs", "pub fn g(x: u8) -> u8 { x / 2 } pub fn h() {}")],
            &[
                ("src/lib.rs", ROOT),
                ("src/part.rs", "pub mod new; pub use new::g;"),
                ("src/part/new.rs", "pub fn g(x: u8) -> u8 { x - 3 }"),
            ],
            &[("src/lib.rs", "pub fn f(x: u8) -> u8 { x }")],
        ];
        let mut session = Session::default();
        for files in states {
            let files = Memory::new(files);
            let kept = session.load(&input(), &files, &Options::default()).program;
            let anew = crate::load(&input(), &files, &Options::default()).program;
            assert!(kept.diagnostics.is_empty(), "{:?}", kept.diagnostics);
            assert_eq!(seen(&kept), seen(&anew));
        }
    }

    #[test]
    fn after_other_crates_all_is_as_if_loaded_anew() {
        let part = ("src/part.rs", "pub struct Part(pub u8); impl Part { pub fn next(self) -> u8 { self.0 + 1 } }");
        let macros = "macro_rules! twice { ($e:expr) => { $e * 2 } } pub fn f(v: Vec<u8>) -> usize { twice!(v.len()) }";
        let states: [(&str, &[(&str, &str)]); 4] = [
            ("one", &[("src/lib.rs", "mod part; pub fn f(x: part::Part) -> u8 { x.next() }"), part]),
            ("other", &[("src/lib.rs", macros)]),
            ("one", &[("src/lib.rs", "mod part; pub fn g(x: &[part::Part]) -> usize { x.len() }"), part]),
            ("third", &[("src/lib.rs", "pub fn f(x: Option<u8>) -> u8 { x.unwrap() }")]),
        ];
        let mut session = Session::default();
        for (name, files) in states {
            let krate = CrateInput { name: name.to_owned(), ..demo() };
            let input = Input { crates: vec![krate], local: vec![0], folder: "/demo".to_owned() };
            let files = Memory::new(files);
            let kept = session.load(&input, &files, &Options::default()).program;
            let anew = crate::load(&input, &files, &Options::default()).program;
            assert!(kept.diagnostics.is_empty(), "{:?}", kept.diagnostics);
            assert_eq!(seen(&kept), seen(&anew));
        }
    }

    #[test]
    fn what_nobody_waits_for_is_left_out() {
        let options = Options::default();
        options.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        let program = crate::load(&input(), &Memory::new(&[("src/lib.rs", "pub fn f() {}")]), &options).program;
        assert!(program.bodies.is_empty());
    }
}
