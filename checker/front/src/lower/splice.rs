//! Small models of the standard library, put in place of their calls.
//!
//! `v.push(x)` is to append, and `it.next()` is to look and step: where that can be seen, references keep their targets and loops
//! their counters. Only what claims nothing is put in place so. What claims something says it in terms of the call, which is for the graph.
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use hir_def::hir::ExprId;
use refine_core::ids::{BlockId, LocalId};
use refine_core::ir::CallOrigin;
use refine_core::mir::{Body, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use refine_core::program::FnDef;
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::ty::FnInst;

use super::Lower;
use crate::context::Context;

/// A body with more blocks or statements than this is no small one.
const BLOCKS: usize = 10;
const STATEMENTS: usize = 48;

/// By instance, and whether contracts are left out.
type ModelCache = HashMap<(FnInst, bool), Option<Arc<Body>>>;

/// The small models that were looked for, with contracts and [without](crate::clause::Clauses::without_contracts).
#[derive(Default)]
pub(crate) struct Models {
    known: RefCell<ModelCache>,
}

/// The body of a model that may be put in place of a call.
fn small(cx: &Context<'_>, inst: &FnInst, def: &FnDef) -> Option<Arc<Body>> {
    if !def.std {
        return None;
    }
    let key = (inst.clone(), cx.clauses.is_bare());
    if let Some(known) = cx.models.known.borrow().get(&key) {
        return known.clone();
    }
    // One that calls itself is not small.
    cx.models.known.borrow_mut().insert(key.clone(), None);
    let found = super::function::body(cx, inst).filter(is_small).map(Arc::new);
    cx.models.known.borrow_mut().insert(key, found.clone());
    found
}

fn is_small(body: &Body) -> bool {
    let stmts = || body.blocks.iter().flat_map(|block| &block.stmts);
    let told = |stmt: &Stmt| !matches!(stmt, Stmt::Unmodelled { .. } | Stmt::LoopClause(_));
    body.blocks.len() <= BLOCKS
        && stmts().count() <= STATEMENTS
        && body.obligations.is_empty()
        && body.loops.is_empty()
        && stmts().all(told)
        && !body.contract.explicit
}

impl Lower<'_, '_> {
    /// Puts a small model in place of a call. The arguments come back where there is none.
    pub(super) fn splice(
        &mut self,
        dest: &Place,
        e: ExprId,
        (inst, def): (&FnInst, &FnDef),
        operands: Vec<Operand>,
    ) -> Result<(), Vec<Operand>> {
        let Some(body) = small(self.cx, inst, def).filter(|body| body.params == operands.len()) else {
            return Err(operands);
        };
        let span = self.span(e);
        let locals: Vec<LocalId> =
            body.locals.iter().map(|local| self.b.new_local("_", local.ty.clone(), span)).collect();
        let blocks: Vec<BlockId> = body.blocks.iter().map(|_| self.b.new_block()).collect();
        let after = self.b.new_block();
        for (param, value) in locals.iter().zip(operands) {
            self.b.assign(Place::local(*param), Rvalue::Use(value));
        }
        body.escaping.iter().for_each(|ty| self.b.escapes(ty.clone()));
        let moved = Moved { locals: &locals, blocks: &blocks, def, origin: self.origin(e), span };
        self.b.goto(blocks[0]);
        for (block, at) in body.blocks.iter().zip(&blocks) {
            self.b.enter(*at);
            block.stmts.iter().for_each(|stmt| self.b.push(moved.stmt(stmt)));
            match &block.end {
                Terminator::Goto(to) => self.b.goto(moved.block(*to)),
                Terminator::Branch { cond, then, otherwise } => {
                    self.b.branch(moved.term(cond), moved.block(*then), moved.block(*otherwise));
                }
                Terminator::Return => self.b.goto(after),
                Terminator::Stop => self.b.end(Terminator::Stop),
            }
        }
        self.b.enter(after);
        let result = Place::local(moved.local(body.result()));
        self.b.assign(dest.clone(), Rvalue::Use(Operand::Move(result)));
        Ok(())
    }
}

/// A body's statements, over the locals and blocks of another.
struct Moved<'m> {
    locals: &'m [LocalId],
    blocks: &'m [BlockId],
    def: &'m FnDef,
    /// What the call in place of which it is says to those in it.
    origin: CallOrigin,
    span: Span,
}

impl Moved<'_> {
    fn local(&self, id: LocalId) -> LocalId {
        self.locals.get(id.0 as usize).copied().unwrap_or(id)
    }

    fn block(&self, id: BlockId) -> BlockId {
        self.blocks.get(id.0 as usize).copied().unwrap_or(id)
    }

    fn place(&self, place: &Place) -> Place {
        let step = |step: &Projection| match step {
            Projection::Index(at) => Projection::Index(self.local(*at)),
            Projection::Slice { lo, hi } => Projection::Slice { lo: self.local(*lo), hi: self.local(*hi) },
            Projection::Deref
            | Projection::Field { .. }
            | Projection::Component(_)
            | Projection::ConstantIndex { .. } => step.clone(),
        };
        Place { local: self.local(place.local), projections: place.projections.iter().map(step).collect() }
    }

    fn term(&self, term: &Term) -> Term {
        match term.kind() {
            TermKind::Local(id) => Term::local(self.local(*id), term.ty().clone()),
            _ => term.map_children(&mut |child| self.term(child)),
        }
    }

    fn operand(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Copy(place) => Operand::Copy(self.place(place)),
            Operand::Move(place) => Operand::Move(self.place(place)),
            Operand::Constant(term) => Operand::Constant(term.clone()),
        }
    }

    fn operands(&self, all: &[Operand]) -> Vec<Operand> {
        all.iter().map(|operand| self.operand(operand)).collect()
    }

    fn rvalue(&self, value: &Rvalue) -> Rvalue {
        match value {
            Rvalue::Use(value) => Rvalue::Use(self.operand(value)),
            Rvalue::Ref(mutable, place) => Rvalue::Ref(*mutable, self.place(place)),
            Rvalue::Compute(term) => Rvalue::Compute(self.term(term)),
            Rvalue::Aggregate(ty, variant, all) => Rvalue::Aggregate(ty.clone(), *variant, self.operands(all)),
            Rvalue::Repeat(ty, value, n) => Rvalue::Repeat(ty.clone(), self.operand(value), self.term(n)),
            Rvalue::IsVariant(place, variant) => Rvalue::IsVariant(self.place(place), *variant),
            Rvalue::Len(place) => Rvalue::Len(self.place(place)),
        }
    }

    fn stmt(&self, stmt: &Stmt) -> Stmt {
        match stmt {
            Stmt::Assign { dest, value } => Stmt::Assign { dest: self.place(dest), value: self.rvalue(value) },
            Stmt::Assert { cond, obligation } => Stmt::Assert { cond: self.term(cond), obligation: *obligation },
            Stmt::Assume { cond, source } => Stmt::Assume { cond: self.term(cond), source: source.clone() },
            Stmt::Way { way, cond } => Stmt::Way { way: *way, cond: self.term(cond) },
            Stmt::Havoc { dest } => Stmt::Havoc { dest: self.place(dest) },
            Stmt::Call { callee, args, dest, requires, origin, .. } => Stmt::Call {
                callee: callee.clone(),
                args: self.operands(args),
                dest: self.place(dest),
                requires: requires.clone(),
                span: self.span,
                origin: Arc::new(self.called(origin)),
            },
            Stmt::Intrinsic { op, args, dest } => {
                Stmt::Intrinsic { op: *op, args: self.operands(args), dest: self.place(dest) }
            }
            Stmt::Drop { place, glue, .. } => Stmt::Drop {
                place: self.place(place),
                glue: glue.iter().map(|(part, inst)| (self.place(part), inst.clone())).collect(),
                span: self.span,
            },
            Stmt::LoopClause(at) => Stmt::LoopClause(*at),
            Stmt::Unmodelled { what, obligation, dest } => {
                let dest = dest.as_ref().map(|dest| self.place(dest));
                Stmt::Unmodelled { what: *what, obligation: *obligation, dest }
            }
        }
    }

    /// What a call in the body says to its callee: it is seen from the user's call.
    fn called(&self, inner: &CallOrigin) -> CallOrigin {
        let over = |text: &String| {
            let given = self.def.params.iter().zip(&self.origin.args);
            given.fold(text.clone(), |text, (param, arg)| text.replace(&format!("{{{}}}", param.name), arg))
        };
        let at = self.origin.at.filter(|_| self.def.track_caller);
        CallOrigin { at, template: self.origin.template, args: inner.args.iter().map(over).collect() }
    }
}
