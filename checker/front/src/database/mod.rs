//! The database: rust-analyzer's queries over the crates under check, their dependencies and our standard library.
//!
//! In reading order: `input` (what it is made from), `load` (files and the crate graph), `sysroot` (our standard library),
//! `stub` (what stands in for `refine_spec`), `macros` (who runs procedural macros).
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::{fmt, panic};

use base_db::{
    Crate, CrateGraphBuilder, CratesMap, FileSourceRootInput, FileText, LibraryRoots, LocalRoots, Nonce,
    SourceDatabase, SourceRoot, SourceRootId, SourceRootInput, set_all_crates_with_durability,
};
use hir_def::set_expand_proc_attr_macros;
use hir_expand::proc_macro::ProcMacros;
use ra_syntax::{AstNode, Edition, SyntaxKind, T, TextRange, TextSize, ast};
use salsa::Durability;
use triomphe::Arc;
use vfs::FileId;

mod input;
mod load;
mod macros;
mod missing;
mod stub;
mod sysroot;
mod undecided;

pub use input::{CrateInput, Files, Input};
pub(crate) use macros::Libraries;
pub use macros::{Channels, MacroServer, Macros};
pub use sysroot::Sysroot;
pub(crate) use undecided::{Decided, conditions, live};
pub use undecided::{Undecided, undecided};

/// The folder, by name, of the files that are ours.
pub(crate) const OURS: &str = "<refine>";

/// The salsa database, with what it was loaded from. One crate after the other is lowered while it is
/// [attached](Database::attach) to the thread.
#[salsa_macros::db]
#[derive(Clone)]
pub struct Database {
    storage: salsa::Storage<Self>,
    files: Arc<base_db::Files>,
    crates_map: Arc<CratesMap>,
    nonce: Nonce,
    catalogue: Arc<Catalogue>,
}

/// Which files and crates there are.
#[derive(Clone, Default)]
struct Catalogue {
    /// The path of each file, by [`FileId`].
    paths: Vec<String>,
    ids: HashMap<String, FileId>,
    /// The crates of the [`Input`], by index.
    crates: Vec<Crate>,
    local: Vec<Crate>,
    /// The folder of the package under check.
    folder: String,
    origins: HashMap<Crate, Origin>,
    /// The roots of crates that could not be read.
    missing: HashSet<FileId>,
    /// The files that rust-analyzer is shown otherwise than they are on disk.
    on_disk: HashMap<FileId, OnDisk>,
    /// The crates whose packages do not depend on `refine_spec`.
    without_spec: HashSet<Crate>,
    /// What is known of `cfg`s where a build script was not asked.
    unasked: HashMap<Crate, Decided>,
}

/// A file as it is on disk.
#[derive(Clone)]
struct OnDisk {
    text: String,
    /// The ends of lines, as they are shown, before which there is a carriage return on disk.
    returns: Vec<u32>,
}

/// Where a crate comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Under check, or another package of the user's.
    Local,
    /// A dependency.
    Dependency,
    /// Our standard library.
    Std,
    /// What stands in for `refine_spec`.
    Spec,
}

impl Database {
    fn empty() -> Database {
        let mut db = Database {
            storage: salsa::Storage::new(None),
            files: Arc::default(),
            crates_map: Arc::default(),
            nonce: Nonce::new(),
            catalogue: Arc::default(),
        };
        set_expand_proc_attr_macros(&mut db, false);
        ProcMacros::init_default(&db, Durability::HIGH);
        // The crate graph's builder and the roots' setters expect these to be there.
        set_all_crates_with_durability(&mut db, std::iter::empty(), Durability::HIGH);
        _ = LibraryRoots::builder(Default::default()).durability(Durability::MEDIUM).new(&db);
        _ = LocalRoots::builder(Default::default()).durability(Durability::MEDIUM).new(&db);
        CrateGraphBuilder::default().set_in_db(&mut db);
        db
    }

    /// Runs something that asks about types: the trait solver finds its database through the thread.
    pub fn attach<R>(&self, run: impl FnOnce() -> R) -> R {
        hir_ty::attach_db(self, run)
    }

    /// The crates under check.
    pub fn local(&self) -> &[Crate] {
        &self.catalogue.local
    }

    /// The crates of the [`Input`], dependencies first.
    pub(crate) fn crates(&self) -> impl Iterator<Item = Crate> {
        self.catalogue.crates.iter().copied()
    }

    /// A crate by its index in the [`Input`].
    pub fn krate(&self, index: usize) -> Option<Crate> {
        self.catalogue.crates.get(index).copied()
    }

    /// Where a crate comes from.
    pub fn origin(&self, krate: Crate) -> Origin {
        self.catalogue.origins.get(&krate).copied().unwrap_or(Origin::Dependency)
    }

    /// The absolute path of a file; one of our own starts with `<refine>`.
    pub fn path(&self, file: FileId) -> &str {
        self.catalogue.paths.get(file.index() as usize).map_or("", String::as_str)
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        (0..self.catalogue.paths.len() as u32).map(FileId::from_raw)
    }

    /// The path of a file as it is shown to the user: below the package's folder where it is there.
    pub fn shown_path(&self, file: FileId) -> String {
        let path = self.path(file);
        let below = path.strip_prefix(&self.catalogue.folder).filter(|_| !self.catalogue.folder.is_empty());
        below.map_or(path, |rest| rest.trim_start_matches(['/', '\\'])).to_owned()
    }

    /// The file at an absolute path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        self.catalogue.ids.get(path).copied()
    }

    /// Whether a file could not be read: the root of a crate, which is there all the same.
    pub fn is_missing(&self, file: FileId) -> bool {
        self.catalogue.missing.contains(&file)
    }

    /// The text of a file, as it is on disk.
    pub fn text(&self, file: FileId) -> &str {
        match self.catalogue.on_disk.get(&file) {
            Some(known) => &known.text,
            None => self.files.file_text(file).text(self),
        }
    }

    /// What is known of `cfg`s in a crate, if a build script may set some that are not told.
    pub(crate) fn unasked(&self, krate: Crate) -> Option<&Decided> {
        self.catalogue.unasked.get(&krate)
    }

    /// Whether a crate's package depends on `refine_spec`.
    pub(crate) fn has_spec(&self, krate: Crate) -> bool {
        !self.catalogue.without_spec.contains(&krate)
    }

    /// A range that rust-analyzer tells of, in the file as it is on disk.
    pub(crate) fn on_disk(&self, file: FileId, range: TextRange) -> std::ops::Range<u32> {
        let (start, end) = (u32::from(range.start()), u32::from(range.end()));
        let Some(known) = self.catalogue.on_disk.get(&file) else { return start..end };
        let place = |at: u32| at + known.returns.partition_point(|line| *line < at) as u32;
        place(start)..place(end)
    }

    /// The text of a file as rust-analyzer is to see it, and as rustc does: lines end in one character; there are spaces for a
    /// byte order mark; patterns `a...b` of older editions are `a..=b`.
    fn readable(&mut self, file: FileId, text: String) -> String {
        let catalogue = Arc::make_mut(&mut self.catalogue);
        catalogue.on_disk.remove(&file);
        let mut shown = without_mark(&text);
        let mut returns = Vec::new();
        if shown.contains("\r\n") {
            let lines: Vec<&str> = shown.split("\r\n").collect();
            let mut end = 0;
            for line in &lines[..lines.len() - 1] {
                end += line.len() as u32;
                returns.push(end);
                end += 1;
            }
            shown = Cow::Owned(lines.join("\n"));
        }
        if let Some(new) = without_old_ranges(&shown) {
            shown = Cow::Owned(new);
        }
        if shown == text {
            return text;
        }
        let shown = shown.into_owned();
        catalogue.on_disk.insert(file, OnDisk { text, returns });
        shown
    }

    /// Replaces the text of a file, as an editor does. Whether there was one of the path.
    pub fn edit(&mut self, path: &str, text: &str) -> bool {
        let Some(file) = self.file(path) else { return false };
        let text = self.readable(file, text.to_owned());
        self.set_file_text(file, &text);
        true
    }
}

/// A text with spaces for a byte order mark, so that the places of all else are kept.
fn without_mark(text: &str) -> Cow<'_, str> {
    let Some(rest) = text.strip_prefix('\u{feff}') else { return Cow::Borrowed(text) };
    // After spaces, a `#!` line is no longer one, so it goes too.
    let is_line = rest.strip_prefix("#!").is_some_and(|after| !after.trim_start().starts_with('['));
    let line = if is_line { rest.find('\n').unwrap_or(rest.len()) } else { 0 };
    Cow::Owned(" ".repeat(text.len() - rest.len() + line) + &rest[line..])
}

/// A text with `..=` for the `...` of patterns, which rust-analyzer does not read; `None` where there are none.
fn without_old_ranges(text: &str) -> Option<String> {
    const OLD: &str = "...";
    // In comments there are many, so this much is asked before the text is parsed.
    let may_be_one = |at: usize| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        !line.contains("//") && line.trim_end().ends_with(|c: char| c == '\'' || c == '_' || c.is_alphanumeric())
    };
    text.match_indices(OLD).find(|(at, _)| may_be_one(*at))?;
    let file = ast::SourceFile::parse(text, Edition::Edition2018).tree();
    let tokens = file.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
    let old = tokens
        .filter(|token| token.kind() == T![...] && token.parent().is_some_and(|it| it.kind() == SyntaxKind::RANGE_PAT));
    let mut new = text.to_owned();
    old.for_each(|token| new.replace_range(std::ops::Range::<usize>::from(token.text_range()), "..="));
    (new != text).then_some(new)
}

#[salsa_macros::db]
impl salsa::Database for Database {}

#[salsa_macros::db]
impl SourceDatabase for Database {
    fn file_text(&self, file_id: FileId) -> FileText {
        self.files.file_text(file_id)
    }

    fn set_file_text(&mut self, file_id: FileId, text: &str) {
        let files = Arc::clone(&self.files);
        files.set_file_text(self, file_id, text);
    }

    fn set_file_text_with_durability(&mut self, file_id: FileId, text: &str, durability: Durability) {
        let files = Arc::clone(&self.files);
        files.set_file_text_with_durability(self, file_id, text, durability);
    }

    fn source_root(&self, source_root_id: SourceRootId) -> SourceRootInput {
        self.files.source_root(source_root_id)
    }

    fn set_source_root_with_durability(
        &mut self,
        source_root_id: SourceRootId,
        source_root: Arc<SourceRoot>,
        durability: Durability,
    ) {
        let files = Arc::clone(&self.files);
        files.set_source_root_with_durability(self, source_root_id, source_root, durability);
    }

    fn file_source_root(&self, id: FileId) -> FileSourceRootInput {
        self.files.file_source_root(self, id)
    }

    fn set_file_source_root_with_durability(
        &mut self,
        id: FileId,
        source_root_id: SourceRootId,
        durability: Durability,
    ) {
        let files = Arc::clone(&self.files);
        files.set_file_source_root_with_durability(self, id, source_root_id, durability);
    }

    fn crates_map(&self) -> Arc<CratesMap> {
        self.crates_map.clone()
    }

    fn nonce_and_revision(&self) -> (Nonce, salsa::Revision) {
        (self.nonce, salsa::plumbing::ZalsaDatabase::zalsa(self).current_revision())
    }

    /// As `Location::caller` tells them in a constant, but from 0 on: a column is a `char`.
    fn line_column(&self, file: FileId, offset: TextSize) -> Result<(u32, u32), ()> {
        let at = self.on_disk(file, TextRange::empty(offset)).start as usize;
        let before = self.text(file).get(..at).ok_or(())?;
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let last = before.rsplit('\n').next().unwrap_or_default();
        let column = last.chars().filter(|c| *c != '\u{feff}').count();
        Ok((line as u32, column as u32))
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

/// A query that panicked left nothing half done: salsa takes its result for not computed.
impl panic::RefUnwindSafe for Database {}
