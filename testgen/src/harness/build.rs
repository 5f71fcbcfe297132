//! Building the copy in rounds: what does not compile is given up, piece by piece, until the rest does.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use refine_core::ids::FnId;
use refine_core::program::{FnDef, Program};
use refine_core::span::LineCol;
use refine_core::ty::{FnInst, Ty};

use super::cargo::{self, Built, CompileError, Site};
use super::copy::Round;
use super::emit::{ModuleCode, Piece};
use super::instrument::Insertions;
use super::raw::{self, looks_at_arguments};
use super::{BuildError, BuildRequest, Cargo, Shadow, UserError, manifest, runtime};
use crate::outcome::{ClausePart, ClauseRef};
use crate::types::param_types;

/// A build fails in rounds: each drops what did not compile.
const ROUNDS: usize = 14;

/// Writes and builds the shadow package.
pub(crate) fn build(request: &BuildRequest<'_>, cargo: &Cargo) -> Result<Shadow, BuildError> {
    Builder::new(request, cargo).build()
}

/// What is being built, and what was given up so far.
pub(super) struct Builder<'a> {
    pub(super) request: &'a BuildRequest<'a>,
    cargo: &'a Cargo,
    /// Where the mirror of the workspace is.
    pub(super) base: PathBuf,
    /// Where the code that is added is.
    pub(super) added: PathBuf,
    /// The shadow package.
    pub(super) root: PathBuf,
    pub(super) dropped: HashMap<Piece, String>,
    /// Clauses whose `old(…)` looks at values made for it, by the numbers of the function and of the clause.
    pub(super) apart: HashSet<(usize, usize)>,
    /// Clauses, by the same numbers, whose parts are not counted, since they do not compile so.
    pub(super) partless: HashSet<(usize, usize)>,
    /// Clauses, by the same numbers, whose integers are of the types that rustc gives them, since they do not compile otherwise.
    pub(super) inexact: HashSet<(usize, usize)>,
    /// Functions whose branches are not counted.
    pub(super) uncounted: HashSet<FnId>,
    /// Functions whose calls and operations do not say which they are.
    pub(super) siteless: HashSet<FnId>,
    /// Those whose preconditions do not compile inside of them.
    pub(super) unguarded: HashSet<FnId>,
    /// Functions in which nothing is counted inside of expressions.
    pub(super) plain: HashSet<FnId>,
    /// Functions whose loops are not looked at.
    pub(super) unwatched: HashSet<FnId>,
    /// Functions whose text stays as it is, and whether all of it does.
    pub(super) bare: HashSet<FnId>,
    pub(super) all_bare: bool,
    /// Whether the definitions of macros stay as they are.
    pub(super) templates_stay: bool,
    /// Whether `const` functions stay so: the crate evaluates some at compile time.
    pub(super) consts_stay: bool,
}

/// The clauses that no run can evaluate, with the reason.
fn never_evaluated(request: &BuildRequest<'_>) -> HashMap<Piece, String> {
    let program = request.program;
    let mut out = HashMap::new();
    for (number, inst) in request.functions.iter().enumerate() {
        let (def, tys) = (program.func(inst.func), param_types(program, inst));
        for (at, clause) in program.contract(inst).raw.iter().enumerate() {
            if raw::speaks_of_later(program, def, &tys, clause) {
                out.insert(Piece::Raw(number, at), raw::LATER.to_owned());
            }
        }
    }
    out
}

/// The functions of a global allocator, and those that they call: what counts in the copy allocates, and would call them in turn.
fn allocators(program: &dyn Program) -> HashSet<FnId> {
    let is_one = |def: &FnDef| def.is_own() && def.of_trait.as_ref().is_some_and(|name| name.ends_with("GlobalAlloc"));
    let all = program.fns().iter().enumerate().filter(|(_, def)| is_one(def));
    all.flat_map(|(at, def)| def.reaches.iter().flatten().chain(&def.leads_to).copied().chain([FnId(at as u32)]))
        .collect()
}

/// The generic arguments that rustc names for a function, the last ones in its path: `f::<1, 'a'>`, `Pattern::<'a', 'a'>::new`.
fn arguments(instance: &str) -> Option<Vec<&str>> {
    let (_, rest) = instance.rsplit_once("::<")?;
    let end = rest.rfind('>')?;
    Some(rest[..end].split(", ").collect())
}

/// The path that rustc names for a function without its generic arguments: `Pattern::new`.
fn without_arguments(instance: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0);
    for c in instance.replace("::<", "<").chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

impl<'a> Builder<'a> {
    fn new(request: &'a BuildRequest<'a>, cargo: &'a Cargo) -> Self {
        let package = &request.package;
        let base = package.folder.join("harness").join(&package.name);
        let inner = package.root.strip_prefix(&package.workspace_root).unwrap_or(Path::new(""));
        let (added, root) = (base.join("added"), base.join("copy").join(inner));
        Builder {
            request,
            cargo,
            base,
            added,
            root,
            dropped: never_evaluated(request),
            apart: HashSet::new(),
            partless: HashSet::new(),
            inexact: HashSet::new(),
            uncounted: HashSet::new(),
            siteless: HashSet::new(),
            unguarded: HashSet::new(),
            plain: HashSet::new(),
            unwatched: HashSet::new(),
            bare: allocators(request.program),
            all_bare: false,
            templates_stay: false,
            consts_stay: false,
        }
    }

    fn build(mut self) -> Result<Shadow, BuildError> {
        let package = &self.request.package;
        let runtime = runtime::write_package(&package.folder)?;
        let manifest =
            manifest::shadow(package, &self.added.join("main.rs"), &runtime).map_err(BuildError::Unsupported)?;
        let target_dir = package.folder.join("build");
        let mut last = String::new();
        for _ in 0..ROUNDS {
            let Round { modules, insertions, entries, probes, branches, parts, sites, operations, checked } =
                self.write(&manifest)?;
            match cargo::build(self.cargo, &package.root, &self.root.join("Cargo.toml"), &target_dir) {
                Built::Program(program) => {
                    let original = package.root.clone();
                    let root = self.root;
                    return Ok(Shadow {
                        program,
                        root,
                        original,
                        entries,
                        probes,
                        branches,
                        parts,
                        sites,
                        operations,
                        checked,
                        insertions,
                    });
                }
                Built::Failed(message) => return Err(BuildError::Cargo(message)),
                Built::Errors(errors) => {
                    last = errors.iter().map(|error| error.rendered.as_str()).collect();
                    self.drop_failures(&modules, (&insertions, &parts), &errors)?;
                }
            }
        }
        Err(BuildError::Cargo(last))
    }

    /// Gives up what did not compile; an error if that is the user's own code.
    fn drop_failures(
        &mut self,
        modules: &BTreeMap<usize, ModuleCode>,
        (insertions, parts): (&Insertions, &[(usize, ClausePart)]),
        errors: &[CompileError],
    ) -> Result<(), BuildError> {
        let mut progress = false;
        let mut theirs = Vec::new();
        // (One that is written otherwise from now on may have had several errors.)
        let mut changed: HashSet<Piece> = HashSet::new();
        for error in errors {
            let owners = error.places.iter().filter_map(|Site { file, line, .. }| {
                let file = file.strip_prefix(&self.added).ok()?.to_str()?;
                let home: usize = file.strip_prefix('m')?.strip_suffix(".rs")?.parse().ok()?;
                modules.get(&home)?.owner(*line as usize)
            });
            let owners: Vec<&Piece> = owners.collect();
            // What borrows an argument is in the way of the call: the error may be that of either.
            let mut is_changed = |piece: &Piece| {
                self.is_left_inexact(piece) || self.looks_apart(piece) || self.is_left_partless(piece, parts)
            };
            if owners.iter().any(|piece| changed.contains(piece)) {
                continue;
            }
            if let Some(&piece) = owners.iter().find(|piece| is_changed(piece)) {
                changed.insert(piece.clone());
                progress = true;
                continue;
            }
            match owners.first() {
                Some(Piece::Frame) => {}
                Some(&piece) => progress |= self.dropped.insert(piece.clone(), error.message.clone()).is_none(),
                None => theirs.push(error),
            }
        }
        progress |= theirs.iter().any(|error| self.drop_instances(error));
        if progress {
            return Ok(());
        }
        if !self.consts_stay && theirs.iter().any(|error| error.message.contains("non-const")) {
            self.consts_stay = true;
            return Ok(());
        }
        // (It shows where a macro is used for something else, in a constant say, that its definition was changed.)
        if !self.templates_stay && !theirs.is_empty() && self.changes_macros() {
            self.templates_stay = true;
            return Ok(());
        }
        if !self.all_bare && !theirs.is_empty() {
            let spared: Vec<bool> = theirs.iter().map(|error| self.spare(error)).collect();
            self.all_bare = !spared.contains(&true);
            return Ok(());
        }
        let mut found: Vec<UserError> = Vec::new();
        for error in theirs.into_iter().filter_map(|error| self.of_user(insertions, error)) {
            if !found.contains(&error) {
                found.push(error);
            }
        }
        match found.is_empty() {
            true => Err(BuildError::Cargo(errors.iter().map(|error| error.rendered.as_str()).collect())),
            false => Err(BuildError::UserCode(found)),
        }
    }

    fn changes_macros(&self) -> bool {
        !self.all_bare && self.request.program.fns().iter().any(|def| def.is_own() && def.template.is_some())
    }

    /// Lets the `old(…)` of a clause look at values made for it from now on. Whether it did not before.
    fn looks_apart(&mut self, piece: &Piece) -> bool {
        let Piece::Raw(number, at) = *piece else { return false };
        let (program, inst) = (self.request.program, &self.request.functions[number]);
        let contract = program.contract(inst);
        looks_at_arguments(program, &param_types(program, inst), &contract.raw[at]) && self.apart.insert((number, at))
    }

    /// Gives the integers of a clause the types that rustc gives them from now on. Whether they were of any size before.
    fn is_left_inexact(&mut self, piece: &Piece) -> bool {
        let Piece::Raw(number, at) = *piece else { return false };
        let contract = self.request.program.contract(&self.request.functions[number]);
        raw::may_be_exact(self.request.program, &contract.raw[at]) && self.inexact.insert((number, at))
    }

    /// Counts no parts of a clause from now on. Whether some were counted before.
    fn is_left_partless(&mut self, piece: &Piece, parts: &[(usize, ClausePart)]) -> bool {
        let Piece::Raw(number, at) = *piece else { return false };
        let counted = |(func, part): &(usize, ClausePart)| *func == number && part.clause == ClauseRef::Raw(at);
        parts.iter().any(counted) && self.partless.insert((number, at))
    }

    /// Gives up the instances with the constants of a function further inside that does not compile for them, of those that lead to it; all
    /// with constants if there are none such.
    fn drop_instances(&mut self, error: &CompileError) -> bool {
        let Some(values) = error.instance.as_ref().and_then(|instance| arguments(instance)) else { return false };
        let program = self.request.program;
        let constants = |inst: &FnInst| -> Vec<String> {
            let constants = &inst.args[inst.args.len().saturating_sub(program.func(inst.func).consts.len())..];
            let text = |ty: &Ty| if let Ty::Opaque(text) = ty { Some(text.clone()) } else { None };
            constants.iter().filter_map(text).collect()
        };
        let is_such = |inst: &FnInst| constants(inst).iter().any(|constant| values.contains(&constant.as_str()));
        let is_it = |inst: &FnInst| !constants(inst).is_empty() && constants(inst) == values;
        let inside: Vec<FnId> = error.places.iter().filter_map(|site| self.function_at(site)).collect();
        // What makes values is not there for these constants either.
        let named = error.instance.as_ref().map(|instance| without_arguments(instance)).unwrap_or_default();
        let is_named = |def: &FnDef| def.path == named || def.path.ends_with(&format!("::{named}"));
        let fails = program.fns().iter().enumerate().filter(|(_, def)| is_named(def)).map(|(at, _)| FnId(at as u32));
        let fails: Vec<FnId> = fails.collect();
        let instances = program.fns().iter().flat_map(|def| &def.instances).map(|one| &one.inst);
        let such = instances.filter(|inst| is_it(inst) && leads_to(program, inst.func, &fails));
        let mut makers: Vec<Piece> = such.map(|inst| Piece::Make(inst.clone())).collect();
        makers.retain(|piece| !self.dropped.contains_key(piece));
        let functions = &self.request.functions;
        let left = |number: &usize| {
            let is_constant = !program.func(functions[*number].func).consts.is_empty();
            is_constant && !self.dropped.contains_key(&Piece::Run(*number))
        };
        let left: Vec<usize> = (0..functions.len()).filter(left).collect();
        let leads = |at: &usize| is_such(&functions[*at]) && leads_to(program, functions[*at].func, &inside);
        let mut such: Vec<usize> = left.iter().copied().filter(leads).collect();
        if such.iter().any(|at| is_it(&functions[*at])) {
            such.retain(|at| is_it(&functions[*at]));
        }
        let dropped = if such.is_empty() && makers.is_empty() { left } else { such };
        let any = !dropped.is_empty() || !makers.is_empty();
        self.dropped.extend(makers.into_iter().map(|piece| (piece, error.message.clone())));
        self.dropped.extend(dropped.into_iter().map(|number| (Piece::Run(number), error.message.clone())));
        any
    }

    /// The function around a place in the copy.
    fn function_at(&self, site: &Site) -> Option<FnId> {
        let program = self.request.program;
        let shown = self.shown(site);
        let found = program.fns().iter().enumerate().find(|(_, def)| {
            let source = program.sources().file(def.item.file);
            let lines = source.line_col(def.item.start).line..=source.line_col(def.item.end).line;
            def.is_own() && source.path == shown && lines.contains(&site.line)
        });
        found.map(|(at, _)| FnId(at as u32))
    }

    /// An error as one of the user's package; `None` if all its places are elsewhere.
    fn of_user(&self, insertions: &Insertions, error: &CompileError) -> Option<UserError> {
        let own = error.places.iter().find(|site| site.file.is_relative() || site.file.starts_with(&self.root));
        // Without any place it is said of the crate as a whole.
        (own.is_some() || error.places.is_empty()).then(|| UserError {
            message: error.message.clone(),
            at: own.map(|site| self.original(insertions, site)),
            file: own.map(|site| self.shown(site)),
            rendered: error.rendered.clone(),
        })
    }

    /// A file of the copy as the user knows it.
    fn shown(&self, site: &Site) -> String {
        site.file.strip_prefix(&self.root).unwrap_or(&site.file).display().to_string()
    }

    /// A place in the copy as the user knows it.
    fn original(&self, insertions: &Insertions, site: &Site) -> LineCol {
        let sources = self.request.program.sources();
        let at = LineCol { line: site.line, column: site.column };
        let shown = self.shown(site);
        let known = sources.iter().find(|(_, source)| source.path == shown);
        known.map_or(at, |(id, _)| insertions.original(sources, id, at))
    }

    /// Leaves the function around an error as it was written; `false` if there is none left to spare.
    fn spare(&mut self, error: &CompileError) -> bool {
        let Some(func) = error.places.iter().find_map(|site| self.function_at(site)) else { return false };
        // A precondition may use up what it speaks of. Around a call a type may no longer be found out; where its loops are looked at, a
        // variable may be borrowed.
        let is_guarded = self.emitter(&[], &[]).is_checked_inside(func);
        is_guarded && self.unguarded.insert(func)
            || self.uncounted.insert(func)
            || self.siteless.insert(func)
            || self.plain.insert(func)
            || self.unwatched.insert(func)
            || self.bare.insert(func)
    }
}

/// Whether a function may come to call one of these, or is one.
fn leads_to(program: &dyn Program, from: FnId, to: &[FnId]) -> bool {
    let (mut seen, mut todo) = (HashSet::from([from]), vec![from]);
    while let Some(next) = todo.pop() {
        if to.contains(&next) {
            return true;
        }
        todo.extend(program.func(next).leads_to.iter().copied().filter(|func| seen.insert(*func)));
    }
    false
}
