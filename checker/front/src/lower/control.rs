//! Branches and blocks: `if`, `let`, `&&`, `match`, statements.
use hir_def::CallableDefId;
use hir_def::hir::{BinaryOp, Expr, ExprId, LabelId, LogicOp, MatchArm, Pat, PatId, Statement, UnaryOp};
use hir_expand::{HirFileId, Lookup as _};
use hir_ty::{BindingMode, ByRef};
use ra_span::Edition;
use refine_core::mir::{Place, Stmt, Terminator, Way};
use refine_core::planted::{Defect, is_planted};
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::ty::Ty as CoreTy;

use super::expr::unit;
use super::scope::{Exit, Holds};
use super::{Breakable, Lower};
use crate::items::as_value;

impl<'db> Lower<'_, 'db> {
    /// `if`, also `if let` and chains of both.
    pub fn if_expr(&mut self, dest: &Place, e: ExprId, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) {
        if self.assertion(dest, e, cond, then, otherwise) {
            return;
        }
        let span = self.span(e);
        let pattern = self.branch(cond).filter(|_| self.has_let(cond));
        let (no, join) = (self.b.new_block(), self.b.new_block());
        let exit = self.exit_to(no);
        self.scoped(Holds::Variables, span, |this| {
            if !this.has_let(cond) {
                this.scoped(Holds::Temporaries, span, |this| this.jump(cond, exit));
                this.into(dest, then);
            } else if this.edition() >= Edition::Edition2024 {
                this.scoped(Holds::Temporaries, span, |this| {
                    this.jump(cond, exit);
                    this.goes(pattern, true);
                    this.into(dest, then);
                });
            } else {
                // Temporaries of what is matched live to the end of the statement around.
                this.jump(cond, exit);
                this.goes(pattern, true);
                this.into(dest, then);
            }
        });
        self.b.goto(join);
        self.b.enter(no);
        self.goes(pattern, false);
        match otherwise {
            Some(otherwise) => self.into(dest, otherwise),
            None => self.set(dest, unit()),
        }
        self.b.goto(join);
        self.b.enter(join);
    }

    pub(super) fn edition(&self) -> Edition {
        self.resolver.krate().data(self.cx.db).edition
    }

    /// Whether a condition binds variables.
    fn has_let(&self, cond: ExprId) -> bool {
        match &self.src.store()[cond] {
            Expr::Let { .. } => true,
            Expr::BinaryOp { lhs, rhs, op: Some(BinaryOp::LogicOp(LogicOp::And)) } => {
                self.has_let(*lhs) || self.has_let(*rhs)
            }
            _ => false,
        }
    }

    /// The value of a condition.
    pub fn truth(&mut self, dest: &Place, e: ExprId) {
        if self.is_plain(e) {
            let value = self.plain_truth(e);
            return self.set(dest, value);
        }
        let span = self.span(e);
        let (no, join) = (self.b.new_block(), self.b.new_block());
        let exit = self.exit_to(no);
        self.scoped(Holds::Variables, span, |this| {
            // What is made of its value afterwards is not part of it.
            this.jump_by(e, exit, false);
            this.set(dest, Term::bool(true));
        });
        self.b.goto(join);
        self.b.enter(no);
        self.set(dest, Term::bool(false));
        self.b.goto(join);
        self.b.enter(join);
    }

    /// Whether a condition may be evaluated early: it has no effect, makes no claim and binds nothing.
    fn is_plain(&self, e: ExprId) -> bool {
        if self.src.infer.expr_adjustment(e).is_some_and(|all| !super::arith::without_borrow(all).is_empty()) {
            return false;
        }
        let built_in = |e: ExprId| self.ty(e).is_scalar();
        match &self.src.store()[e] {
            Expr::Literal(_) => self.bare_literal(e).is_some(),
            Expr::Path(path) => path.segments().len() == 1 && built_in(e) && !self.ty(e).is_never(),
            Expr::UnaryOp { expr, op: UnaryOp::Not } => self.ty(*expr).is_bool() && self.is_plain(*expr),
            Expr::BinaryOp { lhs, rhs, op: Some(BinaryOp::LogicOp(_)) } => self.is_plain(*lhs) && self.is_plain(*rhs),
            Expr::BinaryOp { lhs, rhs, op: Some(BinaryOp::CmpOp(_)) } => {
                let modelled =
                    |e: ExprId| matches!(self.core_ty(self.ty(e)), CoreTy::Bool | CoreTy::Int(_) | CoreTy::Char);
                modelled(*lhs) && modelled(*rhs) && self.is_plain(*lhs) && self.is_plain(*rhs)
            }
            _ => false,
        }
    }

    /// The value of a plain condition as one term. Its operands decide on branches, as it does itself.
    fn plain_truth(&mut self, e: ExprId) -> Term {
        let mut operands = Vec::new();
        let value = self.plain_part(e, &Term::bool(true), &mut operands);
        self.ways(e, &Term::bool(true), &value);
        for (operand, given, value) in operands.into_iter().filter(|(operand, ..)| *operand != e) {
            self.ways(operand, &given, &value);
        }
        value
    }

    /// The value of a part of it, which is evaluated where `given` holds. Adds its operands, with where they are evaluated and their values.
    fn plain_part(&mut self, e: ExprId, given: &Term, operands: &mut Vec<(ExprId, Term, Term)>) -> Term {
        let value = match &self.src.store()[e] {
            Expr::BinaryOp { lhs, rhs, op: Some(BinaryOp::LogicOp(op)) } => {
                let is_and = *op == LogicOp::And;
                let a = self.plain_part(*lhs, given, operands);
                let goes_on = if is_and { a.clone() } else { Term::not(a.clone()) };
                let b = self.plain_part(*rhs, &Term::and(given.clone(), goes_on), operands);
                return if is_and { Term::and(a, b) } else { Term::or(a, b) };
            }
            Expr::UnaryOp { expr, op: UnaryOp::Not } => {
                let before = operands.len();
                let value = self.plain_part(*expr, given, operands);
                // (It is an operand itself, unless it is of several.)
                if operands[before..].iter().any(|(operand, ..)| operand == expr) {
                    operands.truncate(before);
                }
                Term::not(value)
            }
            _ => self.value(e),
        };
        operands.push((e, given.clone(), value.clone()));
        value
    }

    /// Goes on where a condition holds, with its variables bound; leaves where it does not.
    pub fn jump(&mut self, cond: ExprId, no: Exit) {
        let adjusted = self.src.infer.expr_adjustment(cond).is_some_and(|all| !all.is_empty());
        self.jump_by(cond, no, adjusted);
    }

    fn jump_by(&mut self, cond: ExprId, no: Exit, adjusted: bool) {
        let span = self.span(cond);
        match &self.src.store()[cond] {
            Expr::BinaryOp { lhs, rhs, op: Some(BinaryOp::LogicOp(op)) } if !adjusted && !self.is_plain(cond) => {
                match op {
                    LogicOp::And if is_planted(Defect::ConjunctionRightFirst) && !self.has_let(cond) => {
                        self.operand_jump(*rhs, no);
                        self.operand_jump(*lhs, no);
                    }
                    LogicOp::And => {
                        self.operand_jump(*lhs, no);
                        self.operand_jump(*rhs, no);
                    }
                    LogicOp::Or => {
                        let (yes, right) = (self.b.new_block(), self.b.new_block());
                        let exit = self.exit_to(right);
                        self.operand_jump(*lhs, exit);
                        self.b.goto(yes);
                        self.b.enter(right);
                        self.operand_jump(*rhs, no);
                        self.b.goto(yes);
                        self.b.enter(yes);
                    }
                }
            }
            Expr::UnaryOp { expr, op: UnaryOp::Not } if !adjusted && self.ty(*expr).is_bool() => {
                let (yes, branch) = (self.b.new_block(), self.branch(cond));
                let exit = self.exit_to(yes);
                self.operand_jump(*expr, exit);
                self.goes(branch, false);
                self.leave(no, span);
                self.b.enter(yes);
                self.goes(branch, true);
            }
            Expr::Let { pat, expr } => {
                let place = self.place(*expr);
                self.pattern_scope = cond;
                self.match_pattern(*pat, None, &place, no);
            }
            _ => {
                let value = match self.asked(cond) {
                    Some(answer) => Term::bool(answer),
                    None if self.is_plain(cond) => self.plain_truth(cond),
                    None => {
                        let value = self.value(cond);
                        self.ways(cond, &Term::bool(true), &value);
                        value
                    }
                };
                match value.kind() {
                    TermKind::Bool(true) => {}
                    TermKind::Bool(false) => self.leave(no, span),
                    _ => {
                        let (yes, out) = (self.b.new_block(), self.leaving(no, span));
                        self.b.branch(value, yes, out);
                        self.b.enter(yes);
                    }
                }
            }
        }
    }

    /// Where an expression decides on a branch that runs count: not where a macro makes it, nor in the standard library.
    fn branch(&self, e: ExprId) -> Option<Span> {
        let is_written = !self.b.of_std && self.src.map.expr_syntax(e).is_ok_and(|at| !at.file_id.is_macro());
        is_written.then(|| self.span(e))
    }

    /// The same for the pattern of an arm.
    fn arm(&self, pat: PatId) -> Option<Span> {
        let at = self.src.map.pat_syntax(pat).ok().filter(|at| !self.b.of_std && !at.file_id.is_macro())?;
        Some(self.cx.span_of(at))
    }

    /// The same for `let pattern = value else …`.
    fn let_else(&self, pat: PatId, value: ExprId) -> Option<Span> {
        Some(Span { end: self.branch(value)?.end, ..self.arm(pat)? })
    }

    /// The call of a macro as which a `match` is written, and the values of its arms, if runs count these ([`as_value`]).
    fn as_value(&self, e: ExprId) -> Option<(Span, Vec<bool>)> {
        let made = self.src.map.expr_syntax(e).ok()?;
        let HirFileId::MacroFile(call) = made.file_id else { return None };
        let is_written = !self.b.of_std && !call.lookup(self.cx.db).kind.file_id().is_macro();
        let all = made.file_id.parse_or_expand(self.cx.db);
        let is_all = is_written && made.value.text_range() == all.text_range();
        Some((self.span(e), as_value(self.src.store(), e).filter(|_| is_all)?))
    }

    /// Says that control goes one way of a branch, here.
    fn goes(&mut self, branch: Option<Span>, holds: bool) {
        if let Some(branch) = branch {
            let way = if holds { Way::In(branch) } else { Way::Out(branch) };
            self.b.push(Stmt::Way { way, cond: Term::bool(true) });
        }
    }

    /// Says which ways control goes from here, if it gets here at all, where a condition has this value.
    fn ways(&mut self, e: ExprId, given: &Term, value: &Term) {
        let Some(branch) = self.branch(e) else { return };
        for (way, value) in [(Way::In(branch), value.clone()), (Way::Out(branch), Term::not(value.clone()))] {
            self.b.push(Stmt::Way { way, cond: Term::and(given.clone(), value) });
        }
    }

    /// An operand of `&&`, `||` or `!`, whose temporaries end with it, unless it binds variables to them.
    fn operand_jump(&mut self, cond: ExprId, no: Exit) {
        if self.has_let(cond) {
            return self.jump(cond, no);
        }
        let span = self.span(cond);
        self.scoped(Holds::Temporaries, span, |this| this.jump(cond, no));
    }

    /// `match`.
    pub fn match_expr(&mut self, dest: &Place, e: ExprId, value: ExprId, arms: &[MatchArm]) {
        if self.for_loop(dest, value, arms) {
            return;
        }
        let span = self.span(e);
        let place = self.place(value);
        let join = self.b.new_block();
        let as_value = self.as_value(e);
        for (at, arm) in arms.iter().enumerate() {
            let last = at + 1 == arms.len() && arm.guard.is_none();
            let next = self.b.new_block();
            let exit = self.exit_to(next);
            self.scoped(Holds::Variables, span, |this| {
                this.pattern_scope = arm.expr;
                // The arms are exhaustive: what no other takes is the last one's.
                if last {
                    this.match_surely(arm.pat, &place);
                } else {
                    this.match_pattern(arm.pat, arm.guard, &place, exit);
                }
                let way = this.arm(arm.pat);
                this.goes(way, true);
                if let Some((branch, values)) = &as_value {
                    this.goes(Some(*branch), values[at]);
                }
                this.scoped(Holds::Temporaries, span, |this| this.into(dest, arm.expr));
            });
            self.b.goto(join);
            self.b.enter(next);
        }
        self.b.end(Terminator::Stop);
        self.b.enter(join);
    }

    /// A block, which may be left by its label.
    pub fn block(
        &mut self,
        dest: &Place,
        e: ExprId,
        statements: &[Statement],
        tail: Option<ExprId>,
        label: Option<LabelId>,
    ) {
        let exit = label.map(|label| {
            let block = self.b.new_block();
            let exit = self.exit_to(block);
            self.breakables.push(Breakable { label: Some(label), exit, next: None, dest: dest.clone() });
            block
        });
        let span = self.span(e);
        self.scoped(Holds::Variables, span, |this| {
            statements.iter().for_each(|statement| this.statement(statement));
            match tail {
                Some(tail) if this.edition() >= Edition::Edition2024 => {
                    let span = this.span(tail);
                    this.scoped(Holds::Temporaries, span, |this| this.into(dest, tail));
                }
                Some(tail) => this.into(dest, tail),
                None if this.ty(e).is_unit() => this.set(dest, unit()),
                None => {}
            }
        });
        if let Some(exit) = exit {
            self.breakables.pop();
            self.b.goto(exit);
            self.b.enter(exit);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let { pat, initializer, else_branch, .. } => match initializer {
                Some(initializer) => self.let_statement(*pat, *initializer, *else_branch),
                None => self.declare_all(*pat),
            },
            Statement::Expr { expr, .. } => {
                let span = self.span(*expr);
                self.scoped(Holds::Temporaries, span, |this| this.discard(*expr));
            }
            Statement::Item(_) => {}
        }
    }

    /// `let pat = initializer else { … };`
    fn let_statement(&mut self, pat: PatId, initializer: ExprId, otherwise: Option<ExprId>) {
        let span = self.span(initializer);
        self.extend(pat, initializer);
        let no = self.b.new_block();
        let exit = self.exit_to(no);
        let sure = otherwise.is_none();
        let branch = self.let_else(pat, initializer).filter(|_| !sure);
        self.scoped(Holds::Temporaries, span, |this| match this.plain_binding(pat) {
            Some(binding) => {
                let local = this.declare(binding, pat);
                this.into(&Place::local(local), initializer);
                this.schedule_drop(Holds::Variables, local, this.inst.ty(this.src.infer.binding_ty(binding)));
            }
            None => {
                let place = this.place(initializer);
                this.pattern_scope = initializer;
                if sure {
                    this.match_surely(pat, &place);
                } else {
                    this.match_pattern(pat, None, &place, exit);
                }
            }
        });
        let bound = self.b.new_block();
        self.goes(branch, true);
        self.b.goto(bound);
        self.b.enter(no);
        self.goes(branch, false);
        if let Some(otherwise) = otherwise {
            self.discard(otherwise);
        }
        self.b.end(Terminator::Stop);
        self.b.enter(bound);
    }

    /// The variable of a pattern that is nothing but it, and takes its value.
    pub fn plain_binding(&self, pat: PatId) -> Option<hir_def::hir::BindingId> {
        match &self.src.store()[pat] {
            Pat::Bind { id, subpat: None }
                if self.src.infer.pat_adjustment(pat).is_none_or(|all| all.is_empty())
                    && matches!(self.src.infer.binding_mode(pat), Some(BindingMode(ByRef::No, _))) =>
            {
                Some(*id)
            }
            _ => None,
        }
    }

    /// Notes the expressions in an initializer whose temporaries live as long as the variables.
    fn extend(&mut self, pat: PatId, initializer: ExprId) {
        let mut by_reference = false;
        self.src.store().walk_pats(pat, &mut |pat| {
            by_reference |= matches!(self.src.infer.binding_mode(pat), Some(BindingMode(ByRef::Yes(_), _)));
        });
        if by_reference {
            self.extend_place(initializer);
        }
        self.extend_borrowed(initializer);
    }

    fn extend_borrowed(&mut self, e: ExprId) {
        match &self.src.store()[e] {
            Expr::Ref { expr, .. } => {
                self.extend_place(*expr);
                self.extend_borrowed(*expr);
            }
            Expr::Tuple { exprs } => exprs.iter().for_each(|e| self.extend_borrowed(*e)),
            Expr::Array(hir_def::hir::Array::ElementList { elements }) => {
                elements.iter().for_each(|e| self.extend_borrowed(*e));
            }
            Expr::RecordLit { fields, .. } => fields.iter().for_each(|field| self.extend_borrowed(field.expr)),
            Expr::Cast { expr, .. } => self.extend_borrowed(*expr),
            Expr::Block { tail: Some(tail), .. } | Expr::Unsafe { tail: Some(tail), .. } => self.extend_borrowed(*tail),
            Expr::If { then_branch, else_branch, .. } => {
                [Some(*then_branch), *else_branch].into_iter().flatten().for_each(|e| self.extend_borrowed(e));
            }
            Expr::Match { arms, .. } => arms.iter().for_each(|arm| self.extend_borrowed(arm.expr)),
            Expr::Call { callee, args } if self.is_constructor(*callee) => {
                args.iter().for_each(|e| self.extend_borrowed(*e));
            }
            _ => {}
        }
    }

    fn is_constructor(&self, callee: ExprId) -> bool {
        let constructed = self.callable(self.ty(callee));
        matches!(constructed, Some((CallableDefId::StructId(_) | CallableDefId::EnumVariantId(_), _)))
    }

    /// The value that a borrowed place is a part of.
    fn extend_place(&mut self, e: ExprId) {
        let scope = self.innermost(Holds::Variables);
        self.extended.insert(e, scope);
        match &self.src.store()[e] {
            Expr::Field { expr, .. } | Expr::Index { base: expr, .. } | Expr::UnaryOp { expr, op: UnaryOp::Deref } => {
                self.extend_place(*expr);
            }
            _ => {}
        }
    }
}
