//! Places to values: MIR, where references point to places, to the IR, where they leave no trace.
//!
//! - A shared reference is the value it points to; a `Box` is its content.
//! - A mutable reference whose target is known *is* that place (`targets`).
//! - Any other one is a pair: what it points to now, and what that will be when it ends. To borrow a place gives it its
//!   value at the end right away, a value of which nothing is known yet. Where the reference is used for the last time (`live`), the two are
//!   assumed to be one: what was written last is what was to come. (Matsushita, Tsukada and Kobayashi, "RustHorn: CHC-based verification for
//!   Rust programs", ESOP 2020.)
//! - A reference that is a parameter is a local that holds what it points to, and that the caller gets back.
//!
//! **Soundness.** The end of a reference may only be assumed where nothing can be written by it any more: it was surely not moved elsewhere
//! (`init`) and is not used on any path (`live`), other names of its target included. Where that is not known, nothing is assumed.
//! Then less can be proved, never more.
mod calls;
mod cfg;
mod drops;
mod init;
mod live;
mod loops;
mod normal;
mod places;
mod statements;
mod targets;
mod terms;
#[cfg(test)]
mod tests;
mod tidy;
mod values;

use std::collections::HashMap;

pub use terms::{contract, predicate};

use crate::ids::{BlockId, LocalId, ObligationIx};
use crate::ir::{Block, Body, FactSource, Local, Stmt, Terminator, Unmodelled};
use crate::mir;
use crate::program::Program;
use crate::term::Term;
use crate::ty::Ty;
use cfg::Cfg;
use init::{Init, hides_borrow};
use live::Live;
use loops::ClauseAt;
use targets::Targets;

/// The value-level body.
pub fn lower(program: &dyn Program, body: &mir::Body) -> Body {
    let normal = normal::normal(body);
    let body = normal.as_ref().unwrap_or(body);
    let cfg = Cfg::new(body.blocks.iter().map(|block| block.end.successors()).collect());
    if cfg.loops().is_none() {
        return unmodelled(program, body, "a jump into the middle of a loop");
    }
    let targets = Targets::new(program, body, &cfg);
    let init = Init::new(program, body, &targets, &cfg);
    let live = Live::new(body, &targets, &init, &cfg);
    let mut lowering = Lowering {
        program,
        mir: body,
        targets: &targets,
        init: &init,
        live: &live,
        ends: HashMap::new(),
        flags: HashMap::new(),
        locals: Vec::new(),
        blocks: Vec::new(),
        current: BlockId(0),
        unmodelled: body.unmodelled.clone(),
        escaping: body.escaping.clone(),
        clauses: Vec::new(),
        hides_borrows: body.locals.iter().any(|local| hides_borrow(program, &local.ty)),
    };
    lowering.declare();
    lowering.declare_flags(&cfg);
    for &block in &cfg.order {
        lowering.block(block);
    }
    lowering.finish()
}

/// A body of which nothing is known but its obligations.
fn unmodelled(program: &dyn Program, body: &mir::Body, what: &str) -> Body {
    let mut locals: Vec<Local> = body.locals[..=body.params].to_vec();
    for local in &mut locals[..body.params] {
        if let Ty::Borrow(inner) = &local.ty {
            local.ty = Ty::Ref(true, inner.clone());
        }
    }
    let span = program.func(body.inst.func).span;
    let mut all = body.unmodelled.clone();
    all.push(Unmodelled { what: what.to_owned(), span, runs: vec![body.inst.func] });
    let mut stmts = vec![Stmt::Unmodelled { what: all.len() - 1, obligation: None }];
    stmts.push(Stmt::Havoc { dest: body.result(), made_up: true });
    for at in 0..body.obligations.len() {
        // It may hold or not; nothing that comes later rests on it.
        let may = LocalId(locals.len() as u32);
        locals.push(Local { name: "_may".to_owned(), ty: Ty::Bool, span });
        stmts.push(Stmt::Havoc { dest: may, made_up: true });
        stmts.push(Stmt::Assert { cond: Term::local(may, Ty::Bool), obligation: ObligationIx(at as u32) });
    }
    let contract = contract(program, &body.locals[..=body.params], &body.contract);
    Body {
        inst: body.inst.clone(),
        locals,
        params: body.params,
        blocks: vec![Block { stmts, end: Terminator::Return }],
        loops: Vec::new(),
        obligations: body.obligations.clone(),
        contract: contract.into(),
        unmodelled: all,
        sites: body.sites.clone(),
        escaping: body.locals.iter().map(|local| local.ty.clone()).chain(body.escaping.iter().cloned()).collect(),
    }
}

/// The state of one translation.
struct Lowering<'a> {
    program: &'a dyn Program,
    mir: &'a mir::Body,
    targets: &'a Targets,
    init: &'a Init<'a>,
    live: &'a Live<'a>,
    /// For each local that is a pair, the local that holds the value at the end.
    ends: HashMap<LocalId, LocalId>,
    /// The flags of the paths that some drop finds with a value on some ways only.
    flags: HashMap<usize, LocalId>,
    locals: Vec<Local>,
    blocks: Vec<Block>,
    current: BlockId,
    unmodelled: Vec<Unmodelled>,
    escaping: Vec<Ty>,
    clauses: Vec<ClauseAt>,
    /// Whether some references may be where they are not followed, and so be taken to point to anything at their end.
    hides_borrows: bool,
}

impl Lowering<'_> {
    /// The locals, by the same ids, and the ends of those that are pairs.
    fn declare(&mut self) {
        self.locals = self.mir.locals.clone();
        for at in 0..self.mir.locals.len() {
            let Local { name, ty, span } = self.mir.locals[at].clone();
            let id = LocalId(at as u32);
            self.locals[at].ty = match &ty {
                Ty::Borrow(inner) if at < self.mir.params => Ty::Ref(true, inner.clone()),
                Ty::Borrow(inner) if id != self.mir.result() => {
                    if self.targets.of(id).is_none() {
                        let end = LocalId(self.locals.len() as u32);
                        self.locals.push(Local { name: format!("_end_{name}"), ty: inner.plain(), span });
                        self.ends.insert(id, end);
                    }
                    inner.plain()
                }
                ty if at < self.mir.params => ty.clone(),
                ty => ty.plain(),
            };
        }
        let empty = Block { stmts: Vec::new(), end: Terminator::Stop };
        self.blocks = vec![empty; self.mir.blocks.len()];
    }

    fn push(&mut self, stmt: Stmt) {
        self.blocks[self.current.0 as usize].stmts.push(stmt);
    }

    fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block { stmts: Vec::new(), end: Terminator::Stop });
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn end_block(&mut self, end: Terminator) {
        self.blocks[self.current.0 as usize].end = end;
    }

    fn assume(&mut self, cond: Term) {
        self.push(Stmt::Assume { cond, source: FactSource::Own });
    }

    /// A new local.
    fn temporary(&mut self, ty: &Ty) -> LocalId {
        let span = self.program.func(self.mir.inst.func).span;
        self.locals.push(Local { name: "_".to_owned(), ty: ty.plain(), span });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A value in a local of its own, so that later writes do not change it.
    fn keep(&mut self, value: Term) -> Term {
        let dest = self.temporary(value.ty());
        let ty = value.ty().clone();
        self.push(Stmt::Assign { dest, value });
        values::local(dest, &ty)
    }

    fn block(&mut self, block: BlockId) {
        let Some(mut state) = self.init.on_entry(block).cloned() else { return };
        self.current = block;
        let of = self.mir.block(block);
        let live = self.live.after_each(block);
        if block == BlockId(0) {
            // Parameters that are not used at all.
            self.resolve(&state, |at| self.init.paths[at].lent == 0 && !live[0].has(at));
        }
        for (at, stmt) in of.stmts.iter().enumerate() {
            let mut read = state.clone();
            self.init.read(&mut read, stmt);
            self.stmt(stmt, &statements::Point { state: &state, read: &read, live: &live[at] });
            self.set_flags(stmt);
            self.init.step(&mut state, stmt);
            let written = self.live.written(stmt);
            let used = |path: usize| live[at].has(path) || written.contains(&path);
            self.resolve(&state, |path| used(path) && !live[at + 1].has(path));
        }
        let (before, after) = (&live[of.stmts.len()], &live[of.stmts.len() + 1]);
        match &of.end {
            mir::Terminator::Branch { cond, then, otherwise } => {
                // The condition reads what they point to now, and that is all.
                self.resolve(&state, |path| before.has(path) && !after.has(path));
                let cond = self.rewrite(cond);
                let from = self.current;
                let live = self.live;
                let [then, otherwise] = [*then, *otherwise].map(|to| {
                    let ends = |path: usize| after.has(path) && !live.on_entry(to).has(path);
                    if !(0..self.init.paths.len()).any(|path| ends(path) && state.surely.has(path)) {
                        return to;
                    }
                    let edge = self.new_block();
                    self.current = edge;
                    self.resolve(&state, ends);
                    self.end_block(Terminator::Goto(to));
                    edge
                });
                self.current = from;
                self.end_block(Terminator::Branch { cond, then, otherwise });
            }
            mir::Terminator::Goto(to) => self.end_block(Terminator::Goto(*to)),
            mir::Terminator::Return => self.end_block(Terminator::Return),
            mir::Terminator::Stop => self.end_block(Terminator::Stop),
        }
    }

    fn finish(self) -> Body {
        let contract = contract(self.program, &self.mir.locals[..=self.mir.params], &self.mir.contract);
        let mut body = Body {
            inst: self.mir.inst.clone(),
            locals: self.locals,
            params: self.mir.params,
            blocks: self.blocks,
            loops: Vec::new(),
            obligations: self.mir.obligations.clone(),
            contract: contract.into(),
            unmodelled: self.unmodelled,
            sites: self.mir.sites.clone(),
            escaping: self.escaping,
        };
        let span = self.program.func(self.mir.inst.func).span;
        loops::attach(&mut body, &self.mir.loops, self.clauses, span);
        tidy::tidy(&mut body);
        body
    }
}
