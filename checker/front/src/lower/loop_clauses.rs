//! Clauses of loops. They stand at the top of a loop's body and are claimed at its head: where the condition of a `while` is about to be
//! evaluated, or the next item of a `for` about to be asked for.
//!
//! What the item will be is what `next` returns for the iterator as it is: so a clause may name it at the head, given that
//! there is one. The item of `lo..hi` is known after the last turn as well, where it is `hi`.
use std::collections::HashMap;

use hir_def::expr_store::path::Path;
use hir_def::expr_store::scope::ExprScopes;
use hir_def::hir::{BindingId, Expr, ExprId, Pat, PatId, Statement};
use hir_def::resolver::resolver_for_scope;
use hir_def::signatures::FunctionSignature;
use hir_def::{CallableDefId, FunctionId, HasModule};
use hir_expand::{InFile, Lookup, MacroCallKind};
use hir_ty::next_solver::{Ty, TyKind};
use refine_core::ir::Watch;
use refine_core::mir::{LoopClause, LocalId};
use refine_core::obligation::Kind;
use refine_core::program::Diagnostic;
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::terms::{USIZE, is_variant, ite};
use refine_core::ty::Ty as CoreTy;
use refine_spec_lang::ClauseSyntax;
use rustc_type_ir::inherent::IntoKind;

use super::Lower;
use super::builder::Claim;
use super::resolve::{Target, resolve};
use crate::clause::{LoopScope, LoopVariable, Scope, loop_clause, read_loop_clause, watch};
use crate::context::Callable;
use crate::database::Origin;
use crate::items::arguments;
use crate::types::Env;

/// The clauses that are being read for one loop.
struct Clauses {
    /// An expression in whose scope they stand.
    at: ExprId,
    invariants: Vec<ClauseSyntax>,
    measure: Option<ClauseSyntax>,
    /// The place before the first of them.
    top: Span,
}

/// What is known of a loop's form.
struct Form {
    /// The block of a turn.
    block: ExprId,
    /// The condition of a `while`.
    condition: Option<ExprId>,
    /// The iterator of a `for`, and the pattern for its items.
    items: Option<(BindingId, PatId)>,
}

impl<'db> Lower<'_, 'db> {
    /// At the head of a loop: its clauses are claimed. The answer is how a run can look at them.
    pub fn head_clauses(&mut self, span: Span, body: ExprId) -> Option<Watch> {
        let form = self.form(body)?;
        let clauses = self.clauses_of(form.block)?;
        let scope = self.clause_scope(&form, clauses.at, clauses.top)?;
        for clause in &clauses.invariants {
            let Some(clause) = loop_clause(self.cx, &scope, clause, false) else { continue };
            let claim = |kind, message: &str| {
                Claim::new(kind, span, clause.text.clone(), message).clause(clause.span)
            };
            let entry = claim(Kind::LoopEntry, "the loop invariant may not hold at the start");
            let kept = claim(Kind::LoopPreserved, "a turn of the loop may break its invariant");
            let (entry, kept) = (self.b.obligation(entry), self.b.obligation(kept));
            self.b.loop_clause(LoopClause::Invariant(clause, entry, kept));
        }
        if let Some(clause) = &clauses.measure
            && let Some(clause) = loop_clause(self.cx, &scope, clause, true)
        {
            let text = format!("0 <= {0}, and {0} gets smaller", clause.text);
            let message = "the loop's measure may not get smaller";
            let ix = self.b.obligation(Claim::new(Kind::Decreases, span, text, message).clause(clause.span));
            self.b.loop_clause(LoopClause::Decreases(clause, ix));
        }
        let at = match form.condition {
            Some(condition) if !self.binds(condition) => self.span(condition),
            _ => clauses.top,
        };
        watch(self.cx, &scope, at, &clauses.invariants, clauses.measure.as_ref())
    }

    /// A marker's call that stands elsewhere than at the top of a loop's body, if the function is one.
    pub fn stray_marker(&mut self, e: ExprId, func: FunctionId) -> bool {
        let Some(measure) = self.marked(func) else { return false };
        if !self.read_clauses.contains(&e) {
            let name = if measure { "loop_decreases" } else { "loop_invariant" };
            let message = format!("`{name}!` stands at the top of a loop's body");
            let span = Some(self.span(e));
            self.cx.clauses.report(vec![Diagnostic { error: true, code: "E0206", message, span, help: None }]);
        }
        true
    }

    /// How a loop is written, from the body of the `loop` that it came to be.
    fn form(&self, body: ExprId) -> Option<Form> {
        let store = self.src.store();
        match &store[body] {
            Expr::If { condition, then_branch, else_branch: Some(_) } => {
                Some(Form { block: *then_branch, condition: Some(*condition), items: None })
            }
            Expr::Block { statements, tail: Some(tail), .. } if statements.is_empty() => {
                let Expr::Match { expr, arms } = &store[*tail] else {
                    return Some(Form { block: body, condition: None, items: None });
                };
                let Expr::Call { callee, args } = &store[*expr] else { return None };
                if !matches!(&store[*callee], Expr::Path(Path::LangItem(..))) {
                    return None;
                }
                let (iterator, last) = (args.first()?, arms.last()?);
                let Expr::Ref { expr: iterator, .. } = &store[*iterator] else { return None };
                let Pat::TupleStruct { args, .. } = &store[last.pat] else { return None };
                let iterator = self.local_binding(*iterator)?;
                Some(Form { block: last.expr, condition: None, items: Some((iterator, *args.first()?)) })
            }
            _ => Some(Form { block: body, condition: None, items: None }),
        }
    }

    fn local_binding(&self, e: ExprId) -> Option<BindingId> {
        let Expr::Path(path) = &self.src.store()[e] else { return None };
        let name = path.mod_path()?.as_ident()?;
        let scopes = ExprScopes::of(self.cx.db, self.src.owner);
        scopes.resolve_name_in_scope(scopes.scope_for(e)?, name).map(|entry| entry.binding())
    }

    /// Whether a condition binds variables.
    fn binds(&self, e: ExprId) -> bool {
        let store = self.src.store();
        let mut found = matches!(store[e], Expr::Let { .. });
        store.walk_child_exprs(e, |part| found |= self.binds(part));
        found
    }

    /// The clauses at the top of a block; none if there are none.
    fn clauses_of(&mut self, block: ExprId) -> Option<Clauses> {
        let statements: Vec<ExprId> = match &self.src.store()[block] {
            Expr::Block { statements, tail, .. } => {
                let expr = |statement: &Statement| match statement {
                    Statement::Expr { expr, .. } => Some(*expr),
                    Statement::Let { .. } | Statement::Item(_) => None,
                };
                let own = statements.iter().map_while(expr);
                let all = own.clone().count() == statements.len();
                own.chain(tail.filter(|_| all)).collect()
            }
            _ => return None,
        };
        let mut found: Option<Clauses> = None;
        for e in statements {
            let Some(measure) = self.marker(e) else { break };
            self.read_clauses.insert(e);
            let Some((clause, call)) = self.clause_text(e, measure) else { continue };
            let found = found.get_or_insert_with(|| Clauses {
                at: e,
                invariants: Vec::new(),
                measure: None,
                top: Span { end: call.start, ..call },
            });
            match clause {
                Some(clause) if !measure => found.invariants.push(clause),
                Some(clause) => found.measure = Some(clause),
                None => {}
            }
        }
        found
    }

    /// Whether an expression is the call that stands for a clause: of a measure, or of an invariant.
    fn marker(&self, e: ExprId) -> Option<bool> {
        let Expr::Call { callee, args } = &self.src.store()[e] else { return None };
        if !args.is_empty() {
            return None;
        }
        match self.src.infer.expr_ty(*callee).kind() {
            TyKind::FnDef(id, _) => match id.0 {
                CallableDefId::FunctionId(id) => self.marked(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a function stands for a clause: for a measure, or for an invariant.
    fn marked(&self, id: FunctionId) -> Option<bool> {
        let measure = match FunctionSignature::of(self.cx.db, id).name.as_str() {
            "__loop_invariant" => false,
            "__loop_decreases" => true,
            _ => return None,
        };
        (self.cx.db.origin(id.krate(self.cx.db)) == Origin::Spec).then_some(measure)
    }

    /// The clause of the macro that a marker's call came from (nothing if it is in error), and where the macro is called.
    fn clause_text(&self, e: ExprId, measure: bool) -> Option<(Option<ClauseSyntax>, Span)> {
        let at = self.src.map.expr_syntax(e).ok()?;
        let call = at.file_id.macro_file()?;
        let MacroCallKind::FnLike { ast_id, .. } = call.lookup(self.cx.db).kind else { return None };
        let node = InFile::new(ast_id.file_id, ast_id.to_node(self.cx.db));
        let text = arguments(self.cx.db, self.cx.spans, &node)?;
        let span = self.cx.spans.call(call);
        let tokens = self.cx.items.texts.tokens(&text)?;
        let name = if measure { "loop_decreases" } else { "loop_invariant" };
        Some((read_loop_clause(self.cx, name, tokens, span), span))
    }

    /// The variables that the clauses of a loop may name, at its head.
    fn clause_scope(&mut self, form: &Form, at: ExprId, around: Span) -> Option<LoopScope<'db>> {
        let scopes = ExprScopes::of(self.cx.db, self.src.owner);
        let scope = scopes.scope_for(at)?;
        let resolver = resolver_for_scope(self.cx.db, self.src.owner, Some(scope));
        let item = self.src.owner.as_generic_def_id(self.cx.db)?;
        let own = Scope::new(self.cx, resolver, item, self.inst.args, self.inst.env);
        let mut variables = Vec::new();
        let items = self.items(form);
        // From the outermost scope to the innermost: of two with one name, the later one is meant.
        let chain: Vec<_> = scopes.scope_chain(Some(scope)).collect();
        for scope in chain.into_iter().rev() {
            for entry in scopes.entries(scope) {
                let binding = entry.binding();
                let name = entry.name().as_str().to_owned();
                let ty = self.binding_ty(binding, Env::of(item));
                let known = items.get(&binding).cloned().or_else(|| {
                    let local = *self.bindings.get(&binding)?;
                    Some((self.value_of(local), None))
                });
                if let Some((now, given)) = known {
                    let old = self.entry_value(binding).unwrap_or_else(|| now.clone());
                    variables.push(LoopVariable { name, now, old, ty, given });
                }
            }
        }
        Some(LoopScope { scope: own, variables, around })
    }

    /// The type of a variable over the item's own parameters. A `&mut` is what it points to.
    fn binding_ty(&self, binding: BindingId, env: Env) -> CoreTy {
        match self.cx.types.ty(self.src.infer.binding_ty(binding), env) {
            CoreTy::Borrow(inner) => CoreTy::Ref(true, inner),
            ty => ty,
        }
    }

    /// The value of a local, of a `&mut` what it points to.
    fn value_of(&self, local: LocalId) -> Term {
        match self.b.local_ty(local) {
            CoreTy::Borrow(inner) => Term::local(local, inner.plain()),
            ty => Term::local(local, ty.plain()),
        }
    }

    /// What a variable was at the function's entry, if it is a parameter.
    fn entry_value(&self, binding: BindingId) -> Option<Term> {
        let local = *self.bindings.get(&binding)?;
        ((local.0 as usize) < self.b.params()).then(|| {
            let here = self.value_of(local);
            Term::new(TermKind::Old(local), here.ty().clone())
        })
    }

    /// The variables of the pattern for a `for` loop's items, at the head: with what they will be, and given what.
    fn items(&mut self, form: &Form) -> HashMap<BindingId, (Term, Option<Term>)> {
        let mut found = HashMap::new();
        let Some((iterator, pat)) = form.items else { return found };
        let Some(&local) = self.bindings.get(&iterator) else { return found };
        let iterator_ty = self.inst.ty(self.src.infer.binding_ty(iterator));
        let value = self.value_of(local);
        let name = match value.ty() {
            CoreTy::Adt(id, _) => self.cx.types.with_adt(*id, |def| def.module.is_none().then(|| def.name.clone())),
            _ => None,
        };
        let Some((next, ty)) = self.next_item(iterator_ty, &value) else { return found };
        // What counts is known after the last turn as well.
        if name.as_deref() == Some("Range") {
            self.bind_item(pat, Term::new(TermKind::Field(value, 0, 0), ty), None, &mut found);
            return found;
        }
        let (given, item) = some(&next).unwrap_or_else(|| {
            (is_variant(&next, 1), Term::new(TermKind::Field(next.clone(), 1, 0), ty))
        });
        self.bind_item(pat, item, Some(&given), &mut found);
        if name.as_deref() == Some("Enumerate")
            && let Pat::Tuple { args, ellipsis: None } = &self.src.store()[pat]
            && let Some(index) = args.first()
        {
            let count = Term::new(TermKind::Field(value, 0, 1), USIZE);
            self.bind_item(*index, count, None, &mut found);
        }
        found
    }

    /// What `next` returns for an iterator, as a term, and the type of the items.
    fn next_item(&mut self, iterator: Ty<'db>, value: &Term) -> Option<(Term, CoreTy)> {
        let items = hir_def::lang_item::lang_items(self.cx.db, self.cx.krate);
        let args = self.cx.types.args_for(items.IteratorNext?.into(), &[iterator], &[])?;
        let Target::Function(id, args) = resolve(self.cx, self.inst.env, items.IteratorNext?, args) else { return None };
        let inst = self.cx.instance(Callable::Function(id), args, self.inst.env);
        let found = self.cx.clauses.pure(self.cx, &inst).ok()??;
        let next = refine_core::terms::place_args(&found.term, std::slice::from_ref(value));
        let item = match next.ty() {
            CoreTy::Adt(_, args) => args.first()?.clone(),
            _ => return None,
        };
        Some((next, item))
    }

    /// The variables of a pattern that always matches.
    fn bind_item(
        &self,
        pat: PatId,
        value: Term,
        given: Option<&Term>,
        found: &mut HashMap<BindingId, (Term, Option<Term>)>,
    ) {
        match &self.src.store()[pat] {
            Pat::Bind { id, subpat: None } => {
                found.insert(*id, (value, given.cloned()));
            }
            Pat::Ref { pat, .. } => self.bind_item(*pat, value, given, found),
            Pat::Tuple { args, ellipsis: None } => {
                let CoreTy::Tuple(tys) = value.ty().clone() else { return };
                for (at, (pat, ty)) in args.iter().zip(tys).enumerate() {
                    let part = Term::new(TermKind::Proj(value.clone(), at), ty);
                    self.bind_item(*pat, part, given, found);
                }
            }
            _ => {}
        }
    }
}

/// When an `Option` that is spelled out has a value, and which. `None` if it never has, or is not spelled out.
fn some(option: &Term) -> Option<(Term, Term)> {
    match option.kind() {
        TermKind::Ctor(1, all) => Some((Term::bool(true), all.first()?.clone())),
        TermKind::Ite(cond, then, otherwise) => match (some(then), some(otherwise)) {
            (Some((first, a)), Some((second, b))) => Some((ite(cond.clone(), first, second), ite(cond.clone(), a, b))),
            (Some((given, value)), None) if is_none(otherwise) => Some((Term::and(cond.clone(), given), value)),
            (None, Some((given, value))) if is_none(then) => Some((Term::and(Term::not(cond.clone()), given), value)),
            _ => None,
        },
        _ => None,
    }
}

fn is_none(option: &Term) -> bool {
    matches!(option.kind(), TermKind::Ctor(0, _))
}
