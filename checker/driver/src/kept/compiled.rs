//! What the runs of a function depend on beside its content: the text that is compiled.
//!
//! A function's item is its own text: only the runs of what may call it depend on it, as far as the front end knows what may be called
//! and what else may depend on the text ([`FnDef::reaches`], [`FnDef::apart`]). All other text of the crate, and all that it is compiled
//! with, is in the key of every function.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use refine_core::content::{self, Content, Part};
use refine_core::ids::FnId;
use refine_core::program::{FnDef, Program};
use refine_core::smt::sharers;
use refine_core::span::{FileId, LineCol, Span};
use refine_core::ty::Ty;
use refine_testgen::CompiledFrom;

use super::hash;
use crate::case::Work;
use crate::project::{Project, Target};

/// What is compiled, without what is some function's own.
pub(crate) struct Compiled<'a> {
    program: &'a dyn Program,
    /// The hash of what all have in common.
    common: String,
}

/// What the search in one function knows of the others: who answers for what.
pub(crate) struct Others<'a> {
    pub(crate) under_check: &'a BTreeSet<String>,
    pub(crate) answered: &'a BTreeSet<(FileId, LineCol, String)>,
    pub(crate) callers: &'a BTreeSet<(Span, String)>,
    /// How many functions are looked into.
    pub(crate) functions: usize,
}

impl<'a> Compiled<'a> {
    /// What a package is compiled from. `None` if that is not known to the last.
    pub(crate) fn new(
        program: &'a dyn Program,
        project: &Project,
        target: &Target,
        from: &CompiledFrom,
    ) -> Option<Compiled<'a>> {
        let mut common = String::new();
        // Where the code may ask for its place, lines matter everywhere.
        let asks = |text: &str| ["line!", "column!", "Location", "macro_export"].iter().any(|word| text.contains(word));
        let all = from.files.iter().any(|file| std::fs::read_to_string(file).is_ok_and(|text| asks(&text)));
        for file in &from.files {
            let shown = file.strip_prefix(&target.root).unwrap_or(file).to_string_lossy().replace('\\', "/");
            let source = program.sources().iter().find(|(_, source)| source.path == shown);
            let sum = match source {
                Some((id, source)) if !all => hash(without_items(program, id, &source.text).as_bytes()),
                Some((_, source)) => hash(source.text.as_bytes()),
                None => hash(&std::fs::read(file).ok()?),
            };
            let _ = writeln!(common, "{shown} {sum}");
        }
        let above = target.root.ancestors().chain([project.root.as_path()]);
        let settings = above.flat_map(|folder| [".cargo/config.toml", ".cargo/config"].map(|name| folder.join(name)));
        let home = std::env::var_os("CARGO_HOME").map(|home| Path::new(&home).join("config.toml"));
        let manifests = [project.root.join("Cargo.toml"), project.root.join("Cargo.lock"), target.manifest.clone()];
        for file in settings.chain(home).chain(manifests) {
            let sum = std::fs::read(&file).map_or_else(|_| String::new(), |text| hash(&text));
            let _ = writeln!(common, "{} {sum}", file.display());
        }
        let ours = |name: &str| name.starts_with("CARGO_") || name.starts_with("RUST");
        let vars = std::env::vars().filter(|(name, _)| ours(name) && name != "CARGO_MAKEFLAGS");
        for (name, value) in vars.collect::<BTreeMap<_, _>>() {
            let _ = writeln!(common, "{name}={value}");
        }
        for line in from.env.iter().chain(&from.with) {
            let _ = writeln!(common, "{line}");
        }
        Some(Compiled { program, common: hash(common.as_bytes()) })
    }

    /// The same where nothing is run.
    pub(crate) fn nothing(program: &'a dyn Program) -> Compiled<'a> {
        Compiled { program, common: String::new() }
    }

    /// What the search in a function depends on. `proofs` is the key of its proofs.
    pub(crate) fn content(&self, work: &Work, proofs: &str, others: &Others<'_>) -> Content {
        let program = self.program;
        let Content { key, mut names } = content::of(program, &work.inst, Part::Runs);
        let mut text = format!("{proofs} {key} {} {}\n", self.common, sharers(others.functions));
        // Texts of the module are inputs.
        let module = program.func(work.called.func).module;
        let near = program.fns().iter().filter(|def| !def.std && def.module == module);
        let texts: BTreeSet<&String> = near.flat_map(|def| &def.texts).collect();
        let _ = writeln!(text, "{texts:?}");
        let mut members: BTreeMap<&str, FnId> = BTreeMap::new();
        let made_by = |id| [&program.adt(id).constructors, &program.adt(id).steps].into_iter().flatten().copied();
        let constructors = names.adts.iter().flat_map(|id| made_by(*id));
        let start: Vec<FnId> = constructors.chain([work.called.func]).filter(|func| !program.func(*func).std).collect();
        let own = |func: &FnId| !program.func(*func).std && program.func(*func).within.is_none();
        let all = || (0..program.fns().len() as u32).map(FnId);
        let reaches = |func: &FnId| program.func(*func).reaches.as_ref();
        let reached = start.iter().map(reaches).collect::<Option<Vec<_>>>();
        // What the IR does not get to may have values of types that it does not speak of.
        let beyond = reached.iter().flatten().copied().flatten().any(|func| names.funcs.of(func).is_none());
        // What others' traits have an implementation for, others may call: `unwrap` calls `fmt`.
        let may_be_called = |def: &FnDef| {
            let of_type = match def.self_ty.as_ref().map(Ty::peeled) {
                Some(Ty::Adt(id, _)) => beyond || names.adts.of(id).is_some(),
                _ => true,
            };
            let of_others = def.of_trait.is_some() && def.implements.is_none() && def.trait_method.is_none();
            !def.std && def.within.is_none() && of_others && of_type
        };
        let by_others = program.fns().iter().enumerate().filter(|(_, def)| may_be_called(def));
        let by_others: Vec<FnId> = by_others.map(|(at, _)| FnId(at as u32)).collect();
        let called_back = by_others.iter().map(reaches).collect::<Option<Vec<_>>>();
        let reached = reached.zip(called_back).map(|(reached, called_back)| [reached, called_back].concat());
        let reached: Vec<FnId> = match reached {
            Some(reached) => reached.into_iter().flatten().chain(names.funcs.iter()).copied().collect(),
            None => all().collect(),
        };
        for func in reached.into_iter().filter(own) {
            members.insert(&program.func(func).path, func);
        }
        for (path, func) in &members {
            names.funcs.number(*func);
            let def = program.func(*func);
            let sum = hash(program.sources().text(def.item).as_bytes());
            let _ = writeln!(text, "{path} {sum} {}", others.under_check.contains(*path));
        }
        // Closures are parts of their functions' texts.
        let inside =
            program.fns().iter().filter(|def| def.within.is_some_and(|func| members.values().any(|it| *it == func)));
        for def in inside.filter(|def| others.under_check.contains(&def.path)) {
            let _ = writeln!(text, "{}", def.path);
        }
        let place = |file: FileId, start: u32| {
            let around = |def: &FnDef| def.item.file == file && def.item.range().contains(&(start as usize));
            let (path, func) = members.iter().find(|(_, func)| around(program.func(**func)))?;
            Some(format!("{path}+{}", start - program.func(*func).item.start))
        };
        for (file, at, path) in others.answered.iter().filter(|(.., path)| *path != work.path) {
            if let Some(at) = program.sources().file(*file).offset(*at).and_then(|start| place(*file, start)) {
                let _ = writeln!(text, "{at} {path}");
            }
        }
        for (clause, path) in others.callers.iter().filter(|(_, path)| *path != work.path) {
            if let Some(at) = place(clause.file, clause.start) {
                let _ = writeln!(text, "{at} calls {path}");
            }
        }
        Content { key: hash(text.as_bytes()), names }
    }
}

/// A file without the items that are their functions' own. Where lines make no difference, those that say nothing are left out.
fn without_items(program: &dyn Program, file: FileId, text: &str) -> String {
    let is_own = |def: &&FnDef| def.item.file == file && def.within.is_none() && def.apart && !def.std;
    let mut items: Vec<Span> = program.fns().iter().filter(is_own).map(|def| def.item).collect();
    items.sort();
    let (mut rest, mut at) = (String::new(), 0);
    for item in items.into_iter().map(Span::range) {
        if item.start >= at && item.end <= text.len() {
            rest += &text[at..item.start];
            at = item.end;
        }
    }
    rest += &text[at..];
    // In none of these a literal goes on in the next line.
    let plain =
        rest.lines().all(|line| line.matches('"').count() % 2 == 0) && !rest.contains("\\\"") && !rest.contains("/*");
    if !plain {
        return rest;
    }
    let says = |line: &&str| {
        let line = line.trim_start();
        !line.is_empty() && (!line.starts_with("//") || line.starts_with("///") || line.starts_with("//!"))
    };
    rest.lines().filter(says).flat_map(|line| [line.trim_end(), "\n"]).collect()
}
