//! Trees to IR: the graph of one body, its obligations, and what it leaves to be said.
//!
//! An [`Emitter`] walks the tree once in the order of evaluation. A value is a [`Term`] over the locals as they are at
//! that moment; where a later operand may write, earlier values are kept in temporaries. Code after a jump goes to a
//! block that nothing reaches, and such blocks are dropped at the end together with their obligations.
mod calls;
mod control;
mod expr;
mod finish;
mod loops;
mod ops;
mod place;
mod prims;
mod sites;
mod text;

use std::collections::HashMap;
use std::sync::Arc;

use super::build::Builder;
use super::hir::{Expr, ExprKind, Pat, TargetId, Tree, VarId};
use super::infer::{Infer, holds_mut_ref, plain};
use super::pure::{Known, Pure};
use super::{Lowering, contract};
use crate::ir::{
    Block, BlockId, Body, CallSite, Contract, Local, LocalId, Loop, ObligationIx, Source, Stmt, Terminator, Unmodelled,
};
use crate::obligation::{Kind, Obligation};
use crate::program::{FnDef, FnInst};
use crate::span::{LineCol, Span};
use crate::term::{Term, TermKind};
use crate::ty::Ty;
use place::Place;

/// Where `break` and `continue` go.
#[derive(Clone, Copy)]
struct Target {
    exit: BlockId,
    next: Option<BlockId>,
    result: Option<LocalId>,
}

/// Makes the IR of one body.
pub struct Emitter<'a> {
    low: &'a Lowering<'a>,
    infer: Infer,
    tree: &'a Tree,
    inst: &'a FnInst,
    def: &'a FnDef,
    contract: Arc<Contract>,
    locals: Vec<Local>,
    blocks: Vec<Block>,
    current: BlockId,
    bindings: HashMap<VarId, Place>,
    targets: HashMap<TargetId, Target>,
    /// The targets around, the innermost last.
    open: Vec<TargetId>,
    loops: Vec<Loop>,
    obligations: Vec<Obligation>,
    unmodelled: Vec<Unmodelled>,
    sites: Vec<CallSite>,
    /// Conditions of `assert!`s.
    quoted: Vec<Span>,
    exit: BlockId,
}

/// A claim about to be made.
pub struct Claim {
    kind: Kind,
    span: Span,
    claim: String,
    message: String,
    panics_at: Option<LineCol>,
    clause: Option<Span>,
}

impl Claim {
    fn new(kind: Kind, span: Span, claim: impl Into<String>, message: impl Into<String>) -> Self {
        Claim { kind, span, claim: claim.into(), message: message.into(), panics_at: None, clause: None }
    }

    fn clause(self, clause: Span) -> Self {
        Claim { clause: Some(clause), ..self }
    }
}

/// The body of a function; `None` if it has none.
pub fn body(low: &Lowering<'_>, inst: &FnInst, contract: Arc<Contract>) -> Option<Body> {
    let item = &low.krate.fns[inst.func.0 as usize];
    item.block.as_ref()?;
    let builder = Builder::new(low, &item.scope, &item.def.generics, Some(inst), false);
    let (tree, infer) = builder.body(inst)?;
    let mut emitter = Emitter {
        low,
        infer,
        tree: &tree,
        inst,
        def: &item.def,
        contract,
        locals: Vec::new(),
        blocks: Vec::new(),
        current: BlockId(0),
        bindings: HashMap::new(),
        targets: HashMap::new(),
        open: Vec::new(),
        loops: Vec::new(),
        obligations: Vec::new(),
        unmodelled: Vec::new(),
        sites: Vec::new(),
        quoted: Vec::new(),
        exit: BlockId(0),
    };
    emitter.run();
    Some(emitter.finish())
}

impl Emitter<'_> {
    fn run(&mut self) {
        for param in &self.def.params {
            let ty = contract::instantiate(self.def, self.inst, &param.ty);
            self.locals.push(Local { name: param.name.clone(), ty, span: self.def.span });
        }
        let ret = contract::instantiate(self.def, self.inst, &self.def.ret);
        self.locals.push(Local { name: "result".into(), ty: plain(&ret), span: self.def.span });
        self.current = self.block();
        self.exit = self.block();
        let tree = self.tree;
        for (at, pat) in tree.params.iter().enumerate() {
            let id = LocalId(at as u32);
            let declared = self.locals[at].ty.clone();
            let place = Place::local(id, plain(&declared));
            match pat {
                Pat::Bind(var, _, None) => {
                    self.locals[at].span = tree.vars[var.0].span;
                    self.bindings.insert(*var, place);
                }
                pat => self.bind_pattern(pat, &place, self.def.span),
            }
            // References inside of data would need their final values.
            if matches!(&declared, Ty::Ref(_, inner) if holds_mut_ref(inner))
                || (!matches!(declared, Ty::Ref(..)) && holds_mut_ref(&declared))
            {
                self.outside("a mutable reference inside of a parameter", self.def.span, false);
            }
        }
        if let Some(what) = &self.low.krate.fns[self.inst.func.0 as usize].unseen {
            self.outside(what, self.def.span, true);
        }
        let value = self.value(&tree.root);
        self.leave(value, &ret, self.def.span);
        self.current = self.exit;
        self.check_postconditions();
        self.drops();
        self.end(Terminator::Return);
    }

    /// Returns a value.
    fn leave(&mut self, value: Term, ret: &Ty, span: Span) {
        if holds_mut_ref(ret) {
            self.outside("returning a mutable reference", span, false);
        }
        let result = LocalId(self.def.params.len() as u32);
        self.push(Stmt::Assign { dest: result, value });
        self.end(Terminator::Goto(self.exit));
    }

    fn check_postconditions(&mut self) {
        let contract = self.contract.clone();
        let outputs = self.def.params.iter().map(|param| &param.ty).filter(|ty| contract::is_out(ty));
        let outputs: Vec<Ty> = outputs.chain([&self.def.ret]).cloned().collect();
        let hidden = |ty: &Ty| self.low.hides_invariants(&contract::instantiate(self.def, self.inst, ty));
        let mut hidden = outputs.iter().any(hidden);
        for clause in &contract.ensures {
            if hidden && self.low.is_invariant(self.def, clause) {
                self.outside("the invariants of the parts of a recursive type", self.def.span, false);
                hidden = false;
            }
            let invariant = self.low.is_invariant(self.def, clause);
            let (kind, what) = if invariant {
                (Kind::Invariant, "the invariant may not hold")
            } else {
                (Kind::Ensures, "the postcondition may not hold")
            };
            let claim = Claim::new(kind, self.def.span, clause.text.clone(), what).clause(clause.span);
            self.assert(clause.term.clone(), claim);
        }
    }

    /// Says that values with a `drop` of their own are dropped somewhere in the body: it may panic. (What else it does
    /// is not seen by safe code, but through references stored in the value, and storing those is outside the model.)
    fn drops(&mut self) {
        fn made(low: &Lowering<'_>, infer: &Infer, e: &Expr, tail: bool, found: &mut Vec<(Ty, Span)>) {
            let makes = matches!(e.kind, ExprKind::Ctor(..) | ExprKind::Call(..) | ExprKind::Prim(..));
            let ty = infer.zonk(&e.ty);
            if makes && !tail && low.drops(&ty) {
                found.push((ty, e.span));
            }
            let last = match &e.kind {
                ExprKind::Block(_, Some(last), _) if tail => Some(&**last as *const Expr),
                _ => None,
            };
            e.each(&mut |part: &Expr| made(low, infer, part, last == Some(part as *const Expr), found));
        }
        let mut found = Vec::new();
        for param in &self.locals[..self.def.params.len()] {
            if self.low.drops(&param.ty) {
                found.push((param.ty.clone(), param.span));
            }
        }
        made(self.low, &self.infer, &self.tree.root, true, &mut found);
        if let Some((ty, span)) = found.first() {
            let what = format!("the `drop` of a value of type `{}`", self.low.show(ty));
            self.outside(&what, *span, true);
        }
    }

    fn block(&mut self) -> BlockId {
        self.blocks.push(Block { stmts: Vec::new(), end: Terminator::Stop });
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn push(&mut self, stmt: Stmt) {
        self.blocks[self.current.0 as usize].stmts.push(stmt);
    }

    /// Ends the current block; what follows is reached by nothing until a block is entered.
    fn end(&mut self, end: Terminator) {
        self.blocks[self.current.0 as usize].end = end;
        self.current = self.block();
    }

    /// Ends the current block with a jump, unless it is the block itself, and goes on in another.
    fn enter(&mut self, block: BlockId) {
        self.current = block;
    }

    fn goto(&mut self, block: BlockId) {
        self.end(Terminator::Goto(block));
    }

    fn branch(&mut self, cond: Term, then: BlockId, otherwise: BlockId) {
        match cond.kind() {
            TermKind::Bool(true) => self.goto(then),
            TermKind::Bool(false) => self.goto(otherwise),
            _ => self.end(Terminator::Branch { cond, then, otherwise }),
        }
    }

    fn local(&mut self, name: &str, ty: Ty, span: Span) -> LocalId {
        self.locals.push(Local { name: name.to_string(), ty: plain(&ty), span });
        LocalId(self.locals.len() as u32 - 1)
    }

    fn read(&self, id: LocalId) -> Term {
        Term::local(id, plain(&self.locals[id.0 as usize].ty))
    }

    /// A new temporary with this value.
    fn keep(&mut self, value: Term, span: Span) -> Term {
        if is_constant(&value) {
            return value;
        }
        let ty = value.ty().clone();
        let id = self.local("_", ty, span);
        self.push(Stmt::Assign { dest: id, value });
        self.read(id)
    }

    /// Any value of a type.
    fn any(&mut self, ty: Ty, span: Span) -> Term {
        let id = self.local("_any", ty, span);
        self.push(Stmt::Havoc { dest: id });
        self.read(id)
    }

    /// The type of an expression, as terms have it.
    fn ty(&self, e: &Expr) -> Ty {
        self.infer.plain(&e.ty)
    }

    fn text(&self, e: &Expr) -> String {
        self.low.text(e.span)
    }

    fn at(&self, span: Span) -> Option<LineCol> {
        Some(self.low.krate.sources.line_col(span))
    }

    fn obligation(&mut self, claim: Claim) -> ObligationIx {
        self.obligations.push(Obligation {
            id: String::new(),
            kind: claim.kind,
            span: claim.span,
            clause: claim.clause,
            claim: claim.claim,
            message: claim.message,
            panics_at: claim.panics_at,
            through: Vec::new(),
        });
        ObligationIx(self.obligations.len() as u32 - 1)
    }

    fn assert(&mut self, cond: Term, claim: Claim) {
        let obligation = self.obligation(claim);
        self.push(Stmt::Assert { cond, obligation });
    }

    /// An assertion that shows as a panic at a place of the user's code.
    fn check(&mut self, cond: Term, kind: Kind, span: Span, at: Option<Span>, claim: String, message: &str) {
        let panics_at = at.and_then(|at| self.at(at));
        let claim = Claim { panics_at, ..Claim::new(kind, span, claim, message) };
        self.assert(cond, claim);
    }

    fn assume(&mut self, cond: Term) {
        self.push(Stmt::Assume { cond, source: Source::Own });
    }

    /// Something outside the model happens here.
    fn outside(&mut self, what: &str, span: Span, may_panic: bool) {
        self.unmodelled.push(Unmodelled { what: what.to_string(), span });
        let at = self.unmodelled.len() - 1;
        let obligation = may_panic.then(|| {
            let claim = self.low.text(span);
            let claim = if claim.chars().count() > 60 { what.to_string() } else { claim };
            self.obligation(Claim::new(
                Kind::Unmodelled,
                span,
                claim,
                format!("{what} is outside the model; it may panic"),
            ))
        });
        self.push(Stmt::Unmodelled { what: at, obligation });
        if may_jump(&self.low.text(span)) {
            self.jumps_anywhere(span);
        }
    }

    /// From here execution may go on anywhere that a `return`, `break`, `continue` or `?` can lead to, with any value. Without
    /// these paths, what only they get to would be proved for want of a way there.
    fn jumps_anywhere(&mut self, span: Span) {
        let targets: Vec<Target> = self.open.iter().filter_map(|target| self.targets.get(target)).copied().collect();
        let loops = targets.iter().filter_map(|target| Some((target.next?, None)));
        let exits = targets.iter().map(|target| (target.exit, target.result));
        let result = LocalId(self.def.params.len() as u32);
        let all: Vec<(BlockId, Option<LocalId>)> = loops.chain(exits).chain([(self.exit, Some(result))]).collect();
        for (to, value) in all {
            let (jump, stay) = (self.block(), self.block());
            let either = self.any(Ty::Bool, span);
            self.branch(either, jump, stay);
            self.enter(jump);
            if let Some(dest) = value {
                self.push(Stmt::Havoc { dest });
            }
            self.goto(to);
            self.enter(stay);
        }
    }

    /// Begins with what can be jumped out of.
    fn open_target(&mut self, id: TargetId, target: Target) {
        self.targets.insert(id, target);
        self.open.push(id);
    }

    /// A translation of pure expressions that sees the variables as they are here.
    fn pure(&self) -> Pure<'_> {
        let mut pure = Pure::new(self.low, &self.infer, false);
        for (var, place) in &self.bindings {
            let now = place.read();
            let old = now.substitute(&|leaf| match leaf {
                TermKind::Local(id) if (id.0 as usize) < self.def.params.len() => {
                    Some(Term::new(TermKind::Old(*id), plain(&self.locals[id.0 as usize].ty)))
                }
                _ => None,
            });
            pure.env.insert(*var, Known { now, old });
        }
        pure
    }

    /// Drops what cannot be reached, and names the obligations.
    fn finish(self) -> Body {
        let mut body = Body {
            inst: self.inst.clone(),
            locals: self.locals,
            params: self.def.params.len(),
            blocks: self.blocks,
            loops: self.loops,
            obligations: self.obligations,
            contract: self.contract,
            unmodelled: self.unmodelled,
            sites: self.sites,
        };
        finish::tidy(&mut body);
        finish::name_obligations(&mut body, &self.def.path);
        body
    }
}

fn is_constant(value: &Term) -> bool {
    matches!(value.kind(), TermKind::Int(_) | TermKind::Bool(_) | TermKind::Old(_))
}

/// Whether evaluating the expression has no effect, no obligation and no jump, so that it may be evaluated early.
pub fn is_simple(low: &Lowering<'_>, e: &Expr) -> bool {
    use super::hir::Prim;
    let own = match &e.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Var(_) | ExprKind::Const(_) => true,
        ExprKind::Field(..) | ExprKind::Proj(..) | ExprKind::Compare(..) | ExprKind::Deref(_) => true,
        ExprKind::Borrow(mutable, _) => !mutable,
        ExprKind::Unary(op, _) => *op == crate::term::UnOp::Not,
        ExprKind::Logic(_, _, right) => !matches!(right.kind, ExprKind::Let(..)),
        ExprKind::Prim(op, ..) => matches!(op, Prim::Len | Prim::IsEmpty | Prim::Same | Prim::Get),
        ExprKind::Call(func, ..) => low.krate.fns[func.0 as usize].def.std,
        ExprKind::IntCall(..) => true,
        _ => false,
    };
    let mut parts = true;
    e.each(&mut |part| parts &= is_simple(low, part));
    own && parts
}

/// Whether code may hold a jump: read generously, since a macro may expand to one.
fn may_jump(text: &str) -> bool {
    ["?", "!", "return", "break", "continue"].iter().any(|word| text.contains(word))
}
