//! Procedural macros: the program that runs them, and what they make of a crate.
//!
//! The toolchain's `rust-analyzer-proc-macro-srv` loads the libraries that cargo has compiled the macros to. Nothing is started here: the
//! driver does that, and gives the two ends of the pipe. Whatever goes wrong (no such program, another protocol, no library, a macro that
//! panics or does not end) leaves the macro as it is without: what it makes is not seen, and that is doubted.
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io, panic};

use base_db::{CrateBuilderId, Env, ProcMacroLoadingError, SourceDatabase};
use hir_def::nameres::crate_def_map;
use hir_expand::proc_macro::{
    ProcMacro, ProcMacroExpander, ProcMacroExpansionError, ProcMacroKind, ProcMacroLoadResult, ProcMacrosBuilder,
};
use hir_expand::tt::iter::{TtElement, TtIter};
use hir_expand::tt::{DelimiterKind, TopSubtree};
use hir_expand::{HirFileId, Lookup as _, MacroCallId, MacroDefKind};
use intern::Symbol;
use paths::AbsPathBuf;
use proc_macro_api::process::ProcessExit;
use proc_macro_api::{MacroDylib, ProcMacroClient, ServerError};
use ra_span::Span;

use super::{Database, Files, Input};
use crate::guard::guard;

/// Who runs procedural macros.
pub trait MacroServer: Send + Sync {
    /// The library that the macros of a crate are compiled to, by the crate's index in the [`Input`]. May have to wait for it.
    fn library(&self, krate: usize) -> Option<PathBuf>;

    /// Starts the toolchain's `rust-analyzer-proc-macro-srv`. What is written and read fails where it takes too long.
    ///
    /// # Errors
    /// There is none, or it does not start.
    fn start(&self) -> io::Result<Channels>;
}

/// Both ways to a running server.
pub struct Channels {
    /// Its input.
    pub requests: Box<dyn io::Write + Send + Sync>,
    /// Its output.
    pub answers: Box<dyn io::BufRead + Send + Sync>,
}

/// A server, if there is one.
#[derive(Clone, Default)]
pub struct Macros(pub Option<Arc<dyn MacroServer>>);

impl fmt::Debug for Macros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Macros").field(&self.0.is_some()).finish()
    }
}

/// The libraries of the macros that a crate uses: by the crate's index, with the time when each was made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Libraries(Vec<(usize, PathBuf, Option<std::time::SystemTime>)>);

impl Macros {
    /// The libraries of all procedural macros, if the user's own code seems to use one: nothing is waited for otherwise.
    pub(crate) fn libraries(&self, db: &Database, input: &Input, files: &dyn Files) -> Libraries {
        let Some(server) = self.0.as_ref().filter(|_| db.names_macro(input, files)) else {
            return Libraries::default();
        };
        let all = input.crates.iter().enumerate().filter(|(_, krate)| krate.is_proc_macro);
        let found = all.filter_map(|(at, _)| {
            let path = server.library(at)?;
            let made = std::fs::metadata(&path).and_then(|file| file.modified()).ok();
            Some((at, path, made))
        });
        Libraries(found.collect())
    }

    /// The macros in some libraries. Nothing where there is no server to run them.
    pub(super) fn load(&self, libraries: &Libraries, ids: &[CrateBuilderId]) -> Option<ProcMacrosBuilder> {
        let server = self.0.clone().filter(|_| !libraries.0.is_empty())?;
        // Its place is for messages only.
        let place = AbsPathBuf::assert_utf8(libraries.0.first()?.1.clone());
        let start = move |_| {
            let Channels { requests, answers } = server.start()?;
            Ok((Box::new(Running) as Box<dyn ProcessExit>, requests, answers))
        };
        let client = ProcMacroClient::with_io_channels(&place, start, None, 1).ok()?;
        let loaded = libraries.0.iter().filter_map(|(at, path, _)| {
            let found = guard(|| load(&client, path.clone()));
            Some((*ids.get(*at)?, found.unwrap_or(Err(ProcMacroLoadingError::NoProcMacros))))
        });
        Some(loaded.collect())
    }
}

fn load(client: &ProcMacroClient, path: PathBuf) -> ProcMacroLoadResult {
    let library = MacroDylib::new(AbsPathBuf::assert_utf8(path));
    let found = client.load_dylib(library);
    let found = found.map_err(|error| ProcMacroLoadingError::ProcMacroSrvError(error.to_string().into_boxed_str()))?;
    let known = |found: proc_macro_api::ProcMacro| ProcMacro {
        name: Symbol::intern(found.name()),
        kind: match found.kind() {
            proc_macro_api::ProcMacroKind::CustomDerive => ProcMacroKind::CustomDerive,
            proc_macro_api::ProcMacroKind::Bang => ProcMacroKind::Bang,
            proc_macro_api::ProcMacroKind::Attr => ProcMacroKind::Attr,
        },
        expander: Arc::new(Expander(found)),
        disabled: false,
    };
    Ok(found.into_iter().map(known).collect())
}

/// The server ends with what is written to it.
struct Running;

impl ProcessExit for Running {
    fn exit_err(&mut self) -> Option<ServerError> {
        None
    }
}

/// One macro.
#[derive(PartialEq, Eq, Debug)]
struct Expander(proc_macro_api::ProcMacro);

impl ProcMacroExpander for Expander {
    fn expand(
        &self,
        _: &dyn SourceDatabase,
        given: &TopSubtree,
        attribute: Option<&TopSubtree>,
        env: &Env,
        def_site: Span,
        call_site: Span,
        mixed_site: Span,
        folder: String,
    ) -> Result<TopSubtree, ProcMacroExpansionError> {
        let run = panic::AssertUnwindSafe(|| {
            let (given, attribute) = (given.view(), attribute.map(TopSubtree::view));
            self.0.expand(given, attribute, env.clone().into(), def_site, call_site, mixed_site, folder, None)
        });
        match panic::catch_unwind(run) {
            Ok(Ok(Ok(made))) if is_flat(made.view().iter()) => Ok(made),
            Ok(Ok(Ok(_))) => Err(ProcMacroExpansionError::Panic("what it makes is in groups without brackets".into())),
            Ok(Ok(Err(said))) => Err(ProcMacroExpansionError::Panic(said)),
            Ok(Err(error)) => Err(ProcMacroExpansionError::System(error.to_string())),
            Err(_) => Err(ProcMacroExpansionError::System("the server's answer is not understood".into())),
        }
    }

    fn eq_dyn(&self, other: &dyn ProcMacroExpander) -> bool {
        (other as &dyn std::any::Any).downcast_ref::<Self>() == Some(self)
    }
}

/// Whether there are no groups without brackets that make a difference. rust-analyzer writes what is in them as plain tokens.
fn is_flat(trees: TtIter<'_>) -> bool {
    trees.into_iter().all(|tree| match tree {
        TtElement::Leaf(_) => true,
        TtElement::Subtree(of, within) => {
            let is_single = of.delimiter.kind != DelimiterKind::Invisible || within.clone().count() <= 1;
            is_single && is_flat(within)
        }
    })
}

impl Database {
    /// Whether what a call of a procedural macro makes is seen: it was run on what rustc runs it on, and what it made can be read.
    ///
    /// What a macro by rules has handed to it is not, since groups without brackets got lost on the way.
    pub(crate) fn is_run(&self, call: MacroCallId) -> bool {
        let loc = call.lookup(self);
        let MacroDefKind::ProcMacro(_, expander, _) = loc.def.kind else { return false };
        if expander.as_expand_error(loc.def.krate).is_some() {
            return false;
        }
        let made = call.parse_macro_expansion(self);
        let is_read = made.err.is_none() && made.value.0.errors().is_empty();
        is_read
            && match loc.kind.file_id() {
                HirFileId::FileId(_) => true,
                HirFileId::MacroFile(around) => self.is_run(around),
            }
    }

    /// Whether the text of the crate under check, or of another of the user's packages, has the name of a procedural macro of another
    /// crate in it.
    fn names_macro(&self, input: &Input, files: &dyn Files) -> bool {
        let macros = self.crates().zip(&input.crates).filter(|(_, krate)| krate.is_proc_macro);
        let names: HashSet<String> = macros
            .flat_map(|(id, _)| {
                let map = crate_def_map(self, id);
                let names = map[map.root_module_id()].scope.macros().map(|(name, _)| name.as_str().to_owned());
                names.collect::<Vec<_>>()
            })
            .collect();
        let named =
            |text: &str| text.split(|c: char| c != '_' && !c.is_alphanumeric()).any(|word| names.contains(word));
        let own = input.crates.iter().filter(|krate| !krate.is_proc_macro && (krate.is_local || krate.is_by_path));
        let mut texts = own.flat_map(|krate| {
            let folder = krate.root.rfind(['/', '\\']).map(|at| &krate.root[..at]);
            folder.map(|folder| files.list(folder)).unwrap_or_default().into_iter().chain([krate.root.clone()])
        });
        !names.is_empty() && texts.any(|path| files.read(&path).is_some_and(|text| named(&text)))
    }
}
