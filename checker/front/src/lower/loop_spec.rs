//! Clauses of loops. `loop_invariant!` and `loop_decreases!` come as calls of markers; what they say is read from the text of the macro.
use std::collections::HashSet;

use hir_def::expr_store::scope::ExprScopes;
use hir_def::hir::{BindingId, Expr, ExprId};
use hir_def::resolver::HasResolver;
use hir_def::signatures::FunctionSignature;
use hir_def::{CallableDefId, FunctionId, HasModule};
use hir_expand::{HirFileId, InFile, Lookup};
use ra_syntax::{AstNode, ast};
use refine_core::ids::LocalId;
use refine_core::ir::{Clause, Watch};
use refine_core::mir::{LoopClause, Place};
use refine_core::obligation::Kind;
use refine_core::program::Diagnostic;
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::ty::Ty as CoreTy;
use refine_spec_lang::ClauseSyntax;

use super::builder::{ClaimInfo, seen};
use super::expr::unit;
use super::{Lower, Modelled};
use crate::clause::{self, ClauseScope, LoopScope, LoopVariable};
use crate::database::Origin;
use crate::items::Text;
use crate::types::Env;

/// What a loop offers its clauses.
pub(super) struct Clauses<'a> {
    /// The calls that stand for them.
    pub markers: &'a [ExprId],
    /// The condition of a `while`.
    pub condition: Option<ExprId>,
    /// What they call by a name that the body has not given yet.
    pub counter: Option<(String, LocalId)>,
}

impl<'db> Lower<'_, 'db> {
    /// Whether an expression is the call that stands for `loop_invariant!` (`false`) or `loop_decreases!` (`true`).
    pub fn loop_marker(&self, e: ExprId) -> Option<bool> {
        let Expr::Call { callee, .. } = &self.src.store()[e] else { return None };
        let (CallableDefId::FunctionId(func), _) = self.callable(self.ty(*callee))? else { return None };
        self.marker(func)
    }

    fn marker(&self, func: FunctionId) -> Option<bool> {
        if self.cx.db.origin(func.krate(self.cx.db)) != Origin::Spec {
            return None;
        }
        match FunctionSignature::of(self.cx.db, func).name.as_str() {
            "__loop_invariant" => Some(false),
            "__loop_decreases" => Some(true),
            _ => None,
        }
    }

    /// A call that stands for a clause of a loop: it was claimed at the head, or stands where it must not.
    pub fn loop_clause(&mut self, dest: &Place, e: ExprId, func: FunctionId) -> Option<Modelled<()>> {
        let decreases = self.marker(func)?;
        self.set(dest, unit());
        if !self.claimed.contains(&e) && !self.cx.clauses.is_bare() {
            let message = format!("`{}!` must stand at the top of a loop's body", name_of(decreases));
            let span = Some(self.span(e));
            self.cx.clauses.report(vec![Diagnostic { error: true, code: "E0206", message, span, help: None }]);
        }
        Some(Ok(()))
    }

    /// Claims the clauses of a loop at its head, which is the current block. Gives how a run can look at them.
    pub(super) fn claim_clauses(&mut self, of: &Clauses<'_>) -> Option<Watch> {
        self.claimed.extend(of.markers);
        let first = *of.markers.first().filter(|_| !self.cx.clauses.is_bare())?;
        let scope = self.loop_scope(first, of.counter.as_ref())?;
        let (mut invariants, mut measure) = (Vec::new(), None);
        for &marker in of.markers {
            let decreases = self.loop_marker(marker)?;
            let Some(syntax) = self.written_clause(marker, decreases) else { continue };
            let Some(clause) = clause::loop_clause(self.cx, &scope, &syntax, decreases) else { continue };
            self.claim_clause(clause, decreases);
            match decreases {
                true => measure = Some(syntax),
                false => invariants.push(syntax),
            }
        }
        let at = match of.condition.filter(|cond| self.is_splittable(*cond)) {
            Some(cond) => self.span(cond),
            None => {
                let start = self.span(first);
                Span { end: start.start, ..start }
            }
        };
        clause::watch(self.cx, &scope, at, &invariants, measure.as_ref())
    }

    /// Whether a condition is one that a block can be put around: it binds no variables and is no macro's.
    fn is_splittable(&self, cond: ExprId) -> bool {
        let store = self.src.store();
        let own = match &store[cond] {
            Expr::Let { .. } | Expr::Missing => false,
            _ => self.src.map.expr_syntax(cond).is_ok_and(|at| !at.file_id.is_macro()),
        };
        let mut all = own;
        super::walk::parts(store, cond, |part| all &= self.is_splittable(part));
        all
    }

    /// The clause that a marker stands for.
    fn written_clause(&self, marker: ExprId, decreases: bool) -> Option<ClauseSyntax> {
        let tokens = self.cx.items.texts.tokens(&self.clause_text(marker)?)?;
        clause::read_loop_clause(self.cx, name_of(decreases), tokens, self.span(marker))
    }

    fn clause_text(&self, marker: ExprId) -> Option<Text> {
        let at = self.src.map.expr_syntax(marker).ok()?;
        let HirFileId::MacroFile(call) = at.file_id else { return None };
        let node = call.lookup(self.cx.db).to_node(self.cx.db);
        let call = InFile::new(node.file_id, ast::MacroCall::cast(node.value)?);
        crate::items::arguments(self.cx.db, self.cx.spans, &call)
    }

    /// The words of some clauses: what they name is among them.
    pub(super) fn clause_words(&self, markers: &[ExprId]) -> HashSet<String> {
        let is_apart = |c: char| !(c.is_alphanumeric() || c == '_');
        let texts = markers.iter().filter_map(|marker| self.clause_text(*marker));
        texts.flat_map(|text| text.text.split(is_apart).map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    /// What clauses at an expression may speak of.
    fn loop_scope(&mut self, e: ExprId, counter: Option<&(String, LocalId)>) -> Option<LoopScope<'db>> {
        let item = self.src.owner.generic_def(self.cx.db);
        let mut resolver = self.src.owner.resolver(self.cx.db);
        let _guard = resolver.update_to_inner_scope(self.cx.db, self.src.owner, e);
        let scope = ClauseScope::new(self.cx, resolver, item, self.inst.args, self.inst.env);
        let scopes = ExprScopes::of(self.cx.db, self.src.owner);
        let mut visible: Vec<(String, BindingId)> = Vec::new();
        for at in scopes.scope_chain(scopes.scope_for(e)) {
            for entry in scopes.entries(at).iter().rev() {
                visible.push((entry.name().as_str().to_owned(), entry.binding()));
            }
        }
        // Of two with one name the later one is meant.
        visible.reverse();
        let mut variables: Vec<LoopVariable> = Vec::new();
        for (name, binding) in visible {
            let generic = self.cx.types.ty(self.src.infer.binding_ty(binding), Env::of(item));
            let ty = match generic {
                CoreTy::Borrow(inner) => CoreTy::Ref(true, inner),
                ty => ty,
            };
            let known = counter.filter(|(known, _)| *known == name && !self.bindings.contains_key(&binding));
            let local = match known {
                Some((_, local)) => *local,
                None => match self.bindings.get(&binding).or_else(|| self.copied.get(&binding)) {
                    Some(local) => *local,
                    // Not bound yet: another variable of that name is not meant.
                    None => {
                        variables.retain(|known| known.name != name);
                        continue;
                    }
                },
            };
            let value = seen(self.b.local_ty(local));
            let now = Term::local(local, value.clone());
            let is_param = (local.0 as usize) < self.b.params();
            let old = if is_param { Term::new(TermKind::Old(local), value) } else { now.clone() };
            variables.push(LoopVariable { name, now, old, given: None, ty });
        }
        Some(LoopScope { scope, variables, around: self.span(e) })
    }

    /// Claims one clause of a loop.
    fn claim_clause(&mut self, clause: Clause, decreases: bool) {
        let Some(&span) = self.loops.last() else { return };
        let claim = |kind, text: String, message: &str| ClaimInfo::new(kind, span, text, message).clause(clause.span);
        let clause = if decreases {
            let text = format!("0 <= {0}, and {0} decreases", clause.text);
            let ix = self.b.obligation(claim(Kind::Decreases, text, "the loop's measure may not decrease"));
            LoopClause::Decreases(clause, ix)
        } else {
            let message = "the loop invariant may not hold at the start";
            let entry = self.b.obligation(claim(Kind::LoopEntry, clause.text.clone(), message));
            let message = "the loop's body may break its invariant";
            let kept = self.b.obligation(claim(Kind::LoopPreserved, clause.text.clone(), message));
            LoopClause::Invariant(clause, entry, kept)
        };
        self.b.loop_clause(clause);
    }
}

fn name_of(decreases: bool) -> &'static str {
    if decreases { "loop_decreases" } else { "loop_invariant" }
}
