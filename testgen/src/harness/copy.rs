//! What the copy consists of: the user's files with the code that looks inside them, and the files that are added.
use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use refine_core::ids::FnId;
use refine_core::ir::CallSite;
use refine_core::program::{Branch, FnDef, Program};
use refine_core::span::{FileId, Span};
use refine_core::ty::IntTy;

use super::build::Builder;
use super::emit::{Emitter, ModuleCode, Piece};
use super::instrument::{Edits, Insertions};
use super::loops::LoopRef;
use super::{BuildError, BuildRequest, HarnessEntry, loops, manifest, mirror, runtime, sites};
use crate::outcome::{ClausePart, ClauseRef};
use crate::types::over_own_parameters;

/// One round's files.
pub(super) struct Round {
    pub(super) modules: BTreeMap<usize, ModuleCode>,
    pub(super) insertions: Insertions,
    pub(super) entries: Vec<HarnessEntry>,
    /// The places that each counter counts for.
    pub(super) probes: Vec<Vec<Span>>,
    /// The branches that are counted, by number.
    pub(super) branches: Vec<Branch>,
    /// The parts of postconditions that are counted, by number.
    pub(super) parts: Vec<(usize, ClausePart)>,
    pub(super) sites: Vec<CallSite>,
    /// The operations that say which they are, by number.
    pub(super) operations: Vec<Span>,
    /// The preconditions that are checked at their functions' entries.
    pub(super) checked: HashSet<(FnId, Span)>,
}

impl Builder<'_> {
    fn checks(&self) -> Vec<FnId> {
        if self.all_bare {
            return Vec::new();
        }
        let program = self.request.program;
        let wanted = |(at, def): (usize, &FnDef)| {
            let id = FnId(at as u32);
            let fits = def.is_own() && !self.bare.contains(&id) && !self.unguarded.contains(&id);
            let here = fits && !self.is_const(def) && !self.dropped.contains_key(&Piece::Check(id));
            if !here || def.block.start == def.block.end || self.test_only(def.module.0 as usize) {
                return None;
            }
            let contract = program.contract(&over_own_parameters(program, id));
            let requires = !contract.requires.is_empty() || contract.raw_requires().next().is_some();
            requires.then_some(id)
        };
        program.fns().iter().enumerate().filter_map(wanted).collect()
    }

    fn test_only(&self, module: usize) -> bool {
        let modules = self.request.program.modules();
        let mut at = Some(module);
        while let Some(here) = at {
            if modules[here].test_only {
                return true;
            }
            at = modules[here].parent.map(|parent| parent.0 as usize);
        }
        false
    }

    pub(super) fn emitter<'e>(&'e self, checks: &'e [FnId], loops: &'e [LoopRef]) -> Emitter<'e> {
        Emitter {
            program: self.request.program,
            functions: &self.request.functions,
            checks,
            loops,
            dropped: &self.dropped,
            apart: &self.apart,
            partless: &self.partless,
            inexact: &self.inexact,
            parts: RefCell::default(),
        }
    }

    /// Writes everything; cargo sees what changed.
    pub(super) fn write(&self, manifest: &str) -> Result<Round, BuildError> {
        let BuildRequest { program, package, functions } = self.request;
        let program = *program;
        let checks = self.checks();
        let emitter = self.emitter(&checks, &[]);
        let guards: Vec<(FnId, String)> =
            checks.iter().filter_map(|func| Some((*func, emitter.entry_check(*func)?))).collect();
        let guarded: Vec<FnId> = guards.iter().map(|(func, _)| *func).collect();
        let stubbed = emitter.stubbed();
        let mut loops = emitter.watchable();
        loops.retain(|one| self.watched(functions[one.func].func));
        let emitter = self.emitter(&guarded, &loops);
        let modules = emitter.modules();
        let parts = emitter.parts.take();

        let may_change = |func: FnId| {
            let block = program.func(func).block;
            !self.all_bare && !self.siteless.contains(&func) && !self.must_stay(block.file, block.start)
        };
        let mut edits = Edits::default();
        let judged: Vec<FnId> = guarded.iter().copied().chain(stubbed.iter().map(|(func, _)| *func)).collect();
        let sites = sites::insert(program, &judged, &may_change, &mut edits);
        let says_which =
            |at: Span| !self.all_bare && !self.must_stay(at.file, at.start) && !self.is_in(&self.siteless, at);
        let made = self.made_frames(&mut edits);
        let operations = sites::insert_operations(program, &made, &says_which, &mut edits);
        for (func, text) in &guards {
            let block = program.func(*func).block;
            edits.add(block.file, block.start + 1, text);
        }
        self.frames(&mut edits);
        self.unconst(&mut edits);
        let probes = self.probes(&made, &mut edits);
        let branches = self.branches(&mut edits);
        let entries = self.entries(&emitter, &mut edits);
        for (&home, code) in &modules {
            let end = program.modules()[home].end;
            let at_end = end.start as usize >= program.sources().file(end.file).text.len();
            let mut text = if at_end { String::from("\n") } else { String::from(" ") };
            if home == 0 {
                text += &format!("#[path = {:?}] #[doc(hidden)] pub mod __refine_rt; ", self.added.join("rt.rs"));
            }
            let file = self.added.join(format!("m{home}.rs"));
            text += &format!("#[path = {file:?}] #[doc(hidden)] pub mod __refine; ");
            edits.add(end.file, end.start, &text);
            mirror::write_if_changed(&file, &code.text)?;
        }
        runtime::write_conversions(&self.added)?;
        let main = format!(
            "extern crate {} as subject;\nfn main() {{ subject::__refine_rt::main(subject::__refine::__call) }}\n",
            package.crate_name
        );
        mirror::write_if_changed(&self.added.join("main.rs"), &main)?;

        let inner = package.root.strip_prefix(&package.workspace_root).unwrap_or(Path::new(""));
        let mut replaced = BTreeMap::from([(inner.join("Cargo.toml"), manifest.to_string())]);
        let insertions = edits.finish();
        for (file, text) in insertions.apply(program.sources()) {
            let path = self.place_in_copy(file).ok_or_else(|| {
                let path = &program.sources().file(file).path;
                io::Error::new(io::ErrorKind::InvalidInput, format!("{path} is outside of the workspace"))
            })?;
            replaced.insert(path, text);
        }
        let lock = self.root.join("Cargo.lock");
        if let (false, Ok(text)) = (lock.exists(), std::fs::read_to_string(package.workspace_root.join("Cargo.lock"))) {
            mirror::write_if_changed(&lock, &text)?;
        }
        mirror::mirror(&package.workspace_root, &self.base.join("copy"), &replaced)?;
        let clauses = |func: FnId| emitter.checked_clauses(func).into_iter().map(move |clause| (func, clause));
        let checked = guarded.iter().flat_map(|func| clauses(*func)).chain(stubbed).collect();
        Ok(Round { modules, insertions, entries, probes, branches, parts, sites, operations, checked })
    }

    /// Makes functions say that they are the ones running. (After their checks at entry, which are their callers'.)
    fn frames(&self, edits: &mut Edits) {
        let program = self.request.program;
        for (at, def) in program.fns().iter().enumerate() {
            let block = def.block;
            let inner = program.sources().text(block).strip_prefix('{').map(str::trim_start);
            let has_attribute = |text: &str| ["#!", "//!", "/*!"].iter().any(|start| text.starts_with(start));
            let is_plain = def.is_own() && def.within.is_none() && !inner.is_none_or(has_attribute);
            let may_change = !self.all_bare && !self.must_stay(block.file, block.start);
            if may_change && is_plain && !self.test_only(def.module.0 as usize) {
                let text = format!(" let __refine_frame = crate::__refine_rt::Frame::of({at});");
                edits.add(block.file, block.start + 1, &text);
            }
        }
    }

    /// The same for functions that macros make, in the macros' definitions; those that do.
    fn made_frames(&self, edits: &mut Edits) -> HashSet<FnId> {
        let program = self.request.program;
        let mut by_text: BTreeMap<Span, Vec<FnId>> = BTreeMap::new();
        for (at, def) in program.fns().iter().enumerate().filter(|(_, def)| def.is_own() && def.within.is_none()) {
            if let Some(template) = def.template {
                by_text.entry(template.opening).or_default().push(FnId(at as u32));
            }
        }
        let may_change = |opening: Span, funcs: &[FnId]| {
            let stays = |func: &FnId| {
                let def = program.func(*func);
                let is_const = def.template.is_some_and(|template| template.constness.is_some());
                self.bare.contains(func) || is_const && self.consts_stay || self.test_only(def.module.0 as usize)
            };
            !self.all_bare
                && !self.templates_stay
                && !self.must_stay(opening.file, opening.start)
                && !funcs.iter().any(stays)
        };
        by_text.retain(|opening, funcs| may_change(*opening, funcs));
        let mut words: HashSet<Span> = HashSet::new();
        for (opening, funcs) in &by_text {
            edits.add(opening.file, opening.end, " let __refine_frame = crate::__refine_rt::Frame::made();");
            let consts = funcs.iter().filter_map(|func| program.func(*func).template?.constness);
            for word in consts.filter(|word| words.insert(*word)) {
                edits.add(word.file, word.start, "/*");
                edits.add(word.file, word.end, "*/");
            }
        }
        by_text.into_values().flatten().collect()
    }

    fn entries(&self, emitter: &Emitter<'_>, edits: &mut Edits) -> Vec<HarnessEntry> {
        let program = self.request.program;
        let mut entries = Vec::new();
        for (number, inst) in self.request.functions.iter().enumerate() {
            let mut entry = HarnessEntry { unsupported: emitter.unsupported(number), ..HarnessEntry::default() };
            for (at, clause) in program.contract(inst).raw.iter().enumerate() {
                let reason = self.dropped.get(&Piece::Raw(number, at));
                if let Some(reason) = reason.filter(|reason| is_about_the_clause(reason)) {
                    entry.rejected.push((clause.span, reason.clone()));
                }
                if let (false, Some(reason)) = (clause.requires, self.dropped.get(&Piece::Raw(number, at))) {
                    entry.unevaluated.push((ClauseRef::Raw(at), reason.clone()));
                }
            }
            entries.push(entry);
        }
        for loops::Watched { one, probe, clauses } in
            loops::insert(program, &self.request.functions, emitter.loops, edits)
        {
            let entry = &mut entries[one.func];
            entry.turns.insert(probe, clauses.invariants.iter().map(|(entry, _)| *entry).collect());
            let later = clauses.invariants.iter().map(|(_, preserved)| *preserved).chain(clauses.measure);
            entry.turns.insert(probe + 1, later.collect());
            entry.loops.insert(one.at, clauses);
        }
        entries
    }

    /// Whether the loops of a function may be looked at.
    fn watched(&self, func: FnId) -> bool {
        let block = self.request.program.func(func).block;
        !self.all_bare && !self.unwatched.contains(&func) && !self.must_stay(block.file, block.start)
    }

    /// Makes `const` functions plain ones, since those cannot call the runtime.
    fn unconst(&self, edits: &mut Edits) {
        if self.consts_stay || self.all_bare {
            return;
        }
        let program = self.request.program;
        for def in program.fns().iter().filter(|def| def.is_own() && self.in_copy(def.item.file)) {
            if let Some(word) = const_word(program, def) {
                edits.add(word.file, word.start, "/*");
                edits.add(word.file, word.end, "*/");
            }
        }
    }

    /// Whether a function is a `const` one in the copy.
    fn is_const(&self, def: &FnDef) -> bool {
        let program = self.request.program;
        says_const(program, def) && (self.consts_stay || const_word(program, def).is_none())
    }

    /// Whether a place is in a function that must not be changed.
    pub(super) fn must_stay(&self, file: FileId, offset: u32) -> bool {
        let program = self.request.program;
        let inside =
            program.fns().iter().enumerate().filter(|(_, def)| {
                !def.std && def.item.file == file && (def.item.start..def.item.end).contains(&offset)
            });
        let stays =
            |(at, def): (usize, &FnDef)| def.foreign || self.bare.contains(&FnId(at as u32)) || self.is_const(def);
        !self.in_copy(file) || inside.into_iter().any(stays)
    }

    /// The path in the copy for one of the user's files; none for a file outside the workspace, which is not copied.
    fn place_in_copy(&self, file: FileId) -> Option<PathBuf> {
        let BuildRequest { program, package, .. } = self.request;
        let inner = package.root.strip_prefix(&package.workspace_root).unwrap_or(Path::new(""));
        let path = manifest::normal(&inner.join(&program.sources().file(file).path));
        mirror::is_inside(&path).then_some(path)
    }

    fn in_copy(&self, file: FileId) -> bool {
        self.place_in_copy(file).is_some()
    }
}

/// Whether an error of the compiler can only be the clause's own fault. Others may come of the way it is put into the copy, where
/// integers are not exact, for one.
fn is_about_the_clause(message: &str) -> bool {
    let certain = [
        "no method named ",
        "no field `",
        "no function or associated item named ",
        "no associated item named ",
        "the trait bound ",
    ];
    let integer = |ty: &str| ty == "integer" || IntTy::ALL.iter().any(|int| ty == format!("`{}`", int.name()));
    let mismatch = message.strip_prefix(MISMATCH).and_then(|rest| rest.split_once(", found "));
    // References are the copy's: it has variables where the function has parameters.
    let bare = |ty: &str| ty.replace(['&', '`'], "");
    let is_mismatch =
        |(expected, found): (&str, &str)| !(integer(expected) && integer(found)) && bare(expected) != bare(found);
    certain.iter().any(|start| message.starts_with(start)) || mismatch.is_some_and(is_mismatch)
}

const MISMATCH: &str = "mismatched types: expected ";

/// What stands before a function's name, attributes and all.
fn head(def: &FnDef) -> Span {
    Span { file: def.item.file, start: def.item.start.min(def.span.start), end: def.span.start }
}

/// Whether a function's head may say `const`. (Or a comment does.)
fn says_const(program: &dyn Program, def: &FnDef) -> bool {
    program.sources().text(head(def)).split_whitespace().any(|word| word == "const")
}

/// The `const` of a function that evidently has one.
fn const_word(program: &dyn Program, def: &FnDef) -> Option<Span> {
    let head = head(def);
    let text = program.sources().text(head);
    let mut rest = text.trim_end();
    loop {
        let start = rest.rfind(|c: char| c.is_ascii_whitespace()).map_or(0, |at| at + 1);
        match &rest[start..] {
            "const" => {
                let start = head.start + start as u32;
                return Some(Span { start, end: start + "const".len() as u32, ..head });
            }
            "fn" | "unsafe" | "async" | "extern" | "\"C\"" => rest = rest[..start].trim_end(),
            _ => return None,
        }
    }
}
