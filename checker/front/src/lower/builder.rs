//! The writer of one MIR body: locals, blocks, statements, obligations. It knows nothing of HIR, so that bodies without
//! source (derived methods, shims) are written with it as well.
//!
//! Execution is written forward from a current block. Code after a jump goes to a block that nothing reaches; such blocks
//! are dropped in [`Builder::finish`], together with their obligations.
use std::sync::Arc;

use refine_core::ids::{BlockId, FnId, LocalId, ObligationIx};
use refine_core::mir::{
    Block, Body, CallSite, Contract, FactSource, Local, LoopClause, LoopSource, Operand, Place, Rvalue, Stmt,
    Terminator, Unmodelled,
};
use refine_core::obligation::{Kind, Obligation};
use refine_core::span::{LineCol, Sources, Span};
use refine_core::term::Term;
use refine_core::ty::{FnInst, Ty};

use super::finish;
use crate::context::Overflow;

/// Text of a claim that is longer than this, in characters, is replaced by what it is about.
const LONG_CLAIM: usize = 60;

/// What a claim says, apart from its condition.
#[derive(Clone, Debug)]
pub(crate) struct ClaimInfo {
    /// Why it arises.
    pub kind: Kind,
    /// Where it is used.
    pub span: Span,
    /// Where rustc reports the panic, for those that show as one.
    pub at: Option<Span>,
    /// The claim as one short line of source-like text.
    pub text: String,
    /// What may go wrong, in words.
    pub message: String,
    /// What rustc's panic says, if that is something else: `SOME_VALUE` stands for each value.
    pub words: Option<String>,
    /// Where the clause was written, if it comes from one.
    pub clause: Option<Span>,
    /// The function whose precondition it is, where that is known.
    pub callee: Option<FnId>,
}

impl ClaimInfo {
    /// A claim that shows as no panic of its own.
    pub fn new(kind: Kind, span: Span, text: impl Into<String>, message: impl Into<String>) -> ClaimInfo {
        let (text, message) = (text.into(), message.into());
        ClaimInfo { kind, span, at: None, text, message, words: None, clause: None, callee: None }
    }

    /// The same claim, of which a panic says something else.
    pub fn says(self, words: String) -> ClaimInfo {
        ClaimInfo { words: Some(words), ..self }
    }

    /// The same claim, which panics at a place of the user's code.
    pub fn at(self, at: Span) -> ClaimInfo {
        ClaimInfo { at: Some(at), ..self }
    }

    /// The same claim, as the clause written there says it.
    pub fn clause(self, clause: Span) -> ClaimInfo {
        ClaimInfo { clause: Some(clause), ..self }
    }
}

/// The body that is being written.
pub(crate) struct Builder<'a> {
    sources: &'a Sources,
    inst: FnInst,
    locals: Vec<Local>,
    params: usize,
    blocks: Vec<Block>,
    current: BlockId,
    clauses: Vec<LoopClause>,
    loops: Vec<LoopSource>,
    obligations: Vec<Obligation>,
    unmodelled: Vec<Unmodelled>,
    sites: Vec<CallSite>,
    escaping: Vec<Ty>,
    /// What overflow means here.
    pub overflow: Overflow,
    /// Whether the text is not the user's, so that claims cannot quote it.
    pub of_std: bool,
    /// What the expression at hand was made of, in a macro's definition.
    pub template: Option<Span>,
}

impl<'a> Builder<'a> {
    /// An empty body, in its first block. Parameters and the result are declared next, in this order.
    pub fn new(sources: &'a Sources, inst: FnInst, overflow: Overflow) -> Builder<'a> {
        let mut builder = Builder {
            sources,
            inst,
            locals: Vec::new(),
            params: 0,
            blocks: Vec::new(),
            current: BlockId(0),
            clauses: Vec::new(),
            loops: Vec::new(),
            obligations: Vec::new(),
            unmodelled: Vec::new(),
            sites: Vec::new(),
            escaping: Vec::new(),
            overflow,
            of_std: false,
            template: None,
        };
        builder.current = builder.new_block();
        builder
    }

    /// Declares the next parameter. A `&mut T` is [`Ty::Borrow`].
    pub fn new_param(&mut self, name: &str, ty: Ty, span: Span) -> LocalId {
        debug_assert_eq!(self.params, self.locals.len(), "parameters come before all other locals");
        self.params += 1;
        self.new_local(name, ty, span)
    }

    /// Declares the result, right after the parameters.
    pub fn new_result(&mut self, ty: Ty, span: Span) -> LocalId {
        debug_assert_eq!(self.params, self.locals.len(), "the result comes right after the parameters");
        self.new_local("result", ty, span)
    }

    /// Declares a local, a variable of the source or `_…`.
    pub fn new_local(&mut self, name: &str, ty: Ty, span: Span) -> LocalId {
        self.locals.push(Local { name: name.to_owned(), ty, span });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Declares a temporary.
    pub fn temp(&mut self, ty: Ty, span: Span) -> LocalId {
        self.new_local("_", ty, span)
    }

    /// How many parameters there are.
    pub fn params(&self) -> usize {
        self.params
    }

    /// The result's local.
    pub fn result(&self) -> LocalId {
        LocalId(self.params as u32)
    }

    /// A parameter's local.
    pub fn param(&self, at: usize) -> LocalId {
        LocalId(at as u32)
    }

    /// The type of a local.
    pub fn local_ty(&self, id: LocalId) -> &Ty {
        &self.locals[id.0 as usize].ty
    }

    /// The value of a local, which is not of type [`Ty::Borrow`], as a term.
    pub fn term(&self, id: LocalId) -> Term {
        Term::local(id, plain(self.local_ty(id)))
    }

    /// Which instance the body is of.
    pub fn inst(&self) -> &FnInst {
        &self.inst
    }

    /// Changes each place in the body, those in other places' indices excepted.
    pub fn map_places(&mut self, mut change: impl FnMut(&mut Place)) {
        let operand = |operand: &mut Operand, change: &mut dyn FnMut(&mut Place)| match operand {
            Operand::Copy(place) | Operand::Move(place) => change(place),
            Operand::Constant(_) => {}
        };
        for stmt in self.blocks.iter_mut().flat_map(|block| &mut block.stmts) {
            match stmt {
                Stmt::Assign { dest, value } => {
                    match value {
                        Rvalue::Use(value) | Rvalue::Repeat(_, value, _) => operand(value, &mut change),
                        Rvalue::Ref(_, place) | Rvalue::IsVariant(place, _) | Rvalue::Len(place) => change(place),
                        Rvalue::Aggregate(_, _, all) => all.iter_mut().for_each(|it| operand(it, &mut change)),
                        Rvalue::Compute(_) => {}
                    }
                    change(dest);
                }
                Stmt::Havoc { dest } => change(dest),
                Stmt::Call { args, dest, .. } | Stmt::Intrinsic { args, dest, .. } => {
                    args.iter_mut().for_each(|it| operand(it, &mut change));
                    change(dest);
                }
                Stmt::Drop { place, glue, .. } => {
                    change(place);
                    glue.iter_mut().for_each(|(part, _)| change(part));
                }
                Stmt::Unmodelled { dest, .. } => dest.iter_mut().for_each(&mut change),
                Stmt::Assert { .. } | Stmt::Assume { .. } | Stmt::Way { .. } | Stmt::LoopClause(_) => {}
            }
        }
    }

    /// The line and column of a span's start.
    pub fn line_col(&self, span: Span) -> LineCol {
        self.sources.line_col(span)
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> String {
        self.sources.text(span).to_owned()
    }

    /// Makes a block. It stops until it is given an end.
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block { stmts: Vec::new(), end: Terminator::Stop });
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// The block that is being written.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Goes on in a block.
    pub fn enter(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Adds a statement.
    pub fn push(&mut self, stmt: Stmt) {
        self.blocks[self.current.0 as usize].stmts.push(stmt);
    }

    /// Ends the current block; what follows is reached by nothing until a block is entered.
    pub fn end(&mut self, end: Terminator) {
        self.blocks[self.current.0 as usize].end = end;
        self.current = self.new_block();
    }

    /// Jumps.
    pub fn goto(&mut self, block: BlockId) {
        self.end(Terminator::Goto(block));
    }

    /// Jumps to one of two blocks.
    pub fn branch(&mut self, cond: Term, then: BlockId, otherwise: BlockId) {
        self.end(Terminator::Branch { cond, then, otherwise });
    }

    /// `dest = value`.
    pub fn assign(&mut self, dest: Place, value: Rvalue) {
        self.push(Stmt::Assign { dest, value });
    }

    /// A temporary that holds an rvalue.
    pub fn keep(&mut self, value: Rvalue, ty: Ty, span: Span) -> LocalId {
        let id = self.temp(ty, span);
        self.assign(Place::local(id), value);
        id
    }

    /// The value at a place of a type, as it is now: a later write does not change it. Not for [`Ty::Borrow`].
    pub fn read(&mut self, place: Place, ty: Ty, span: Span) -> Term {
        let id = self.keep(Rvalue::Use(Operand::Copy(place)), ty, span);
        self.term(id)
    }

    /// The value of an operand of a type as a term. A constant is itself. Not for [`Ty::Borrow`].
    pub fn operand_term(&mut self, operand: Operand, ty: Ty, span: Span) -> Term {
        match operand {
            Operand::Constant(term) => term,
            operand => {
                let id = self.keep(Rvalue::Use(operand), ty, span);
                self.term(id)
            }
        }
    }

    /// Any value of a type.
    pub fn any(&mut self, ty: Ty, span: Span) -> LocalId {
        let id = self.new_local("_any", ty, span);
        self.push(Stmt::Havoc { dest: Place::local(id) });
        id
    }

    /// The same, made up where the function starts, so that it is the same value all through.
    pub fn any_at_entry(&mut self, ty: Ty, span: Span) -> LocalId {
        let id = self.new_local("_any", ty, span);
        self.blocks[0].stmts.insert(0, Stmt::Havoc { dest: Place::local(id) });
        id
    }

    /// A fact.
    pub fn assume(&mut self, cond: Term) {
        self.push(Stmt::Assume { cond, source: FactSource::Own });
    }

    /// Adds an obligation, for a statement that claims it.
    pub fn obligation(&mut self, claim: ClaimInfo) -> ObligationIx {
        self.obligations.push(Obligation {
            id: String::new(),
            kind: claim.kind,
            span: claim.span,
            clause: claim.clause,
            claim: claim.text,
            words: claim.words.unwrap_or_else(|| claim.message.clone()),
            message: claim.message,
            panics_at: claim.at.map(|at| self.sources.line_col(at)),
            template: self.template,
            through: Vec::new(),
            callee: claim.callee,
            home: None,
            always_met: true,
        });
        ObligationIx(self.obligations.len() as u32 - 1)
    }

    /// Claims a condition.
    pub fn assert(&mut self, cond: Term, claim: ClaimInfo) {
        let obligation = self.obligation(claim);
        self.push(Stmt::Assert { cond, obligation });
    }

    /// Whether a clause is claimed in some way already.
    pub fn claims(&self, kind: Kind, clause: Span) -> bool {
        self.obligations.iter().any(|known| known.kind == kind && known.clause == Some(clause))
    }

    /// Claims what nothing is known of.
    pub fn claim_in_vain(&mut self, claim: ClaimInfo) {
        let holds = self.any(Ty::Bool, claim.span);
        let holds = self.term(holds);
        self.assert(holds, claim);
    }

    /// Claims a condition that shows as a panic at the expression if it fails.
    pub fn check(&mut self, cond: Term, kind: Kind, span: Span, claim: String, message: &str) {
        self.assert(cond, ClaimInfo::new(kind, span, claim, message).at(span));
    }

    /// Something outside the model happens here; `dest` gets any value.
    pub fn outside(&mut self, what: &str, span: Span, may_panic: bool, dest: Option<Place>) {
        self.unmodelled.push(Unmodelled { what: what.to_owned(), span, runs: Vec::new() });
        let index = self.unmodelled.len() - 1;
        let obligation = may_panic.then(|| {
            let message = format!("{what}{} is outside the model; it may panic", Self::comma(what));
            self.free_of_panics(what, span, message)
        });
        self.push(Stmt::Unmodelled { what: index, obligation, dest });
    }

    /// What the last thing outside the model may run of the crate.
    pub fn may_run(&mut self, runs: Vec<FnId>) {
        if let Some(last) = self.unmodelled.last_mut() {
            last.runs = runs;
        }
    }

    /// A value of a type goes where it is not followed.
    pub fn escapes(&mut self, ty: Ty) {
        if !self.escaping.contains(&ty) {
            self.escaping.push(ty);
        }
    }

    /// What the parameters hold goes where it is not followed.
    pub fn parameters_escape(&mut self) {
        self.escaping.extend(self.locals[..self.params].iter().map(|local| local.ty.clone()));
    }

    /// A call of which it is not known where it leads: the claim that it does not panic.
    pub fn unknown(&mut self, what: &str, callee: FnId, span: Span) -> ObligationIx {
        self.unmodelled.push(Unmodelled { what: what.to_owned(), span, runs: Vec::new() });
        let claim = self.free_of_panics(what, span, format!("{what}{} may panic", Self::comma(what)));
        self.obligations[claim.0 as usize].callee = Some(callee);
        claim
    }

    /// The comma that ends a clause of its own: ``a call of `f`, which has no body here,``.
    fn comma(what: &str) -> &'static str {
        let ends = |rest: &str| !rest.contains(',') && !rest.ends_with(')');
        let is_clause = |start: &str| what.rsplit_once(start).is_some_and(|(_, rest)| ends(rest));
        if is_clause(", wh") || is_clause(", according to ") { "," } else { "" }
    }

    fn free_of_panics(&mut self, what: &str, span: Span, message: String) -> ObligationIx {
        let text = self.text(span);
        let text =
            if self.of_std || text.is_empty() || text.chars().count() > LONG_CLAIM { what.to_owned() } else { text };
        self.obligation(ClaimInfo::new(Kind::Unmodelled, span, text, message))
    }

    /// Adds a clause of a loop, and claims it here.
    pub fn loop_clause(&mut self, clause: LoopClause) {
        self.clauses.push(clause);
        self.push(Stmt::LoopClause(self.clauses.len() - 1));
    }

    /// Lists a loop of the source.
    pub fn loop_source(&mut self, source: LoopSource) {
        self.loops.push(source);
    }

    /// Lists a call of the source.
    pub fn site(&mut self, site: CallSite) {
        self.sites.push(site);
    }

    /// The calls listed so far.
    pub fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    /// Whether execution may come to a block.
    pub fn is_reached(&self, block: BlockId) -> bool {
        finish::reachable(&self.blocks).contains(&block)
    }

    /// A way from the start to a block that is never taken: without one, the block goes, and what is claimed there with it.
    pub fn never_leads_to(&mut self, block: BlockId) {
        let on = self.new_block();
        let first = Block {
            stmts: Vec::new(),
            end: Terminator::Branch { cond: Term::bool(false), then: block, otherwise: on },
        };
        self.blocks[on.0 as usize] = std::mem::replace(&mut self.blocks[0], first);
    }

    /// The finished body: unreachable blocks go, obligations get their names from the function's path.
    pub fn finish(self, path: &str, contract: Arc<Contract>) -> Body {
        let mut body = Body {
            inst: self.inst,
            locals: self.locals,
            params: self.params,
            blocks: self.blocks,
            clauses: self.clauses,
            loops: self.loops,
            obligations: self.obligations,
            contract,
            unmodelled: self.unmodelled,
            sites: self.sites,
            escaping: self.escaping,
        };
        finish::tidy(&mut body);
        finish::name_obligations(&mut body, path);
        body
    }
}

/// The type without any reference or box in it, as terms have it.
pub(crate) fn plain(ty: &Ty) -> Ty {
    match ty {
        Ty::Ref(_, inner) | Ty::Boxed(inner) => plain(inner),
        Ty::Borrow(inner) => Ty::Borrow(Box::new(plain(inner))),
        Ty::Tuple(tys) => Ty::Tuple(tys.iter().map(plain).collect()),
        Ty::Adt(id, tys) => Ty::Adt(*id, tys.iter().map(plain).collect()),
        Ty::Array(ty, n) => Ty::Array(Box::new(plain(ty)), n.clone()),
        Ty::Slice(ty) => Ty::Slice(Box::new(plain(ty))),
        Ty::Vec(ty) => Ty::Vec(Box::new(plain(ty))),
        Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact | Ty::Param(_) | Ty::Infer(_) | Ty::Never | Ty::Opaque(_) => {
            ty.clone()
        }
    }
}

/// The type of the term for a local: a mutable reference is seen as what it points to.
pub(crate) fn seen(ty: &Ty) -> Ty {
    match ty {
        Ty::Borrow(inner) | Ty::Ref(_, inner) | Ty::Boxed(inner) => seen(inner),
        ty => plain(ty),
    }
}
