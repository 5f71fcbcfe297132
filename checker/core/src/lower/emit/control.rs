//! Branches, matches, blocks and jumps.
use super::place::{Place, Step};
use super::{Emitter, Target};
use crate::ir::{BlockId, LocalId, Stmt, Terminator};
use crate::lower::hir::{self, Arm, Binding, Expr, ExprKind, Pat, TargetId, VarId};
use crate::lower::infer::plain;
use crate::span::Span;
use crate::term::{BinOp, Term, TermKind};
use crate::terms::{self, parts};
use crate::ty::Ty;

/// A guard is repeated for so many alternatives at most.
const MANY: usize = 32;

impl Emitter<'_> {
    /// A condition as a term, with control flow only where the right side of `&&` or `||` needs it.
    pub fn truth(&mut self, e: &Expr) -> Term {
        match &e.kind {
            ExprKind::Logic(BinOp::Implies, a, b) => {
                // A function in bodies: both sides are evaluated.
                let values = self.values(&[a, b]);
                Term::test(BinOp::Implies, values[0].clone(), values[1].clone())
            }
            ExprKind::Logic(op, a, b) if self.is_simple(b) => {
                let left = self.value(a);
                let right = self.value(b);
                if *op == BinOp::And { Term::and(left, right) } else { Term::or(left, right) }
            }
            ExprKind::Logic(..) | ExprKind::Let(..) => {
                let result = self.local("_", Ty::Bool, e.span);
                let (yes, no, join) = (self.block(), self.block(), self.block());
                self.jump(e, yes, no);
                for (block, value) in [(yes, true), (no, false)] {
                    self.enter(block);
                    self.push(Stmt::Assign { dest: result, value: Term::bool(value) });
                    self.goto(join);
                }
                self.enter(join);
                self.read(result)
            }
            _ => self.value(e),
        }
    }

    /// Goes to one of two blocks by a condition; `let` in it binds on the way to the first.
    pub fn jump(&mut self, e: &Expr, yes: BlockId, no: BlockId) {
        match &e.kind {
            ExprKind::Logic(BinOp::And, a, b) if !self.is_simple(e) => {
                let next = self.block();
                self.jump(a, next, no);
                self.enter(next);
                self.jump(b, yes, no);
            }
            ExprKind::Logic(BinOp::Or, a, b) if !self.is_simple(e) => {
                let next = self.block();
                self.jump(a, yes, next);
                self.enter(next);
                self.jump(b, yes, no);
            }
            ExprKind::Unary(crate::term::UnOp::Not, inner) if !self.is_simple(inner) => self.jump(inner, no, yes),
            ExprKind::Let(pat, value) => {
                let place = self.place(value);
                self.pattern_jump(pat, &place, yes, no, e.span);
            }
            _ => {
                let cond = self.truth(e);
                self.branch(cond, yes, no);
            }
        }
    }

    pub fn if_expr(&mut self, e: &Expr, cond: &Expr, then: &Expr, otherwise: Option<&Expr>) -> Term {
        let result = self.result_of(e);
        let (yes, no, join) = (self.block(), self.block(), self.block());
        self.jump(cond, yes, no);
        self.enter(yes);
        self.branch_value(then, result);
        self.goto(join);
        self.enter(no);
        if let Some(otherwise) = otherwise {
            self.branch_value(otherwise, result);
        }
        self.goto(join);
        self.enter(join);
        self.result_value(result)
    }

    /// A local for the value of branches; none where there is no value.
    fn result_of(&mut self, e: &Expr) -> Option<LocalId> {
        let ty = self.ty(e);
        if ty == Ty::unit() || ty == Ty::Never {
            return None;
        }
        if crate::lower::infer::holds_mut_ref(&self.infer.zonk(&e.ty)) {
            self.outside("a mutable reference chosen at run time", e.span, false);
        }
        Some(self.local("_", ty, e.span))
    }

    fn result_value(&self, result: Option<LocalId>) -> Term {
        result.map_or_else(super::expr::unit, |id| self.read(id))
    }

    fn branch_value(&mut self, e: &Expr, result: Option<LocalId>) {
        let value = self.value(e);
        if let (Some(dest), false) = (result, matches!(self.ty(e), Ty::Never)) {
            self.push(Stmt::Assign { dest, value });
        }
    }

    pub fn match_expr(&mut self, e: &Expr, value: &Expr, arms: &[Arm]) -> Term {
        let result = self.result_of(e);
        let place = self.place(value);
        let join = self.block();
        for arm in arms {
            let taken = self.block();
            for pat in self.tries(arm, value.span) {
                let (matched, next) = (self.block(), self.block());
                self.pattern_jump(&pat, &place, matched, next, value.span);
                self.enter(matched);
                match &arm.guard {
                    Some(guard) => self.jump(guard, taken, next),
                    None => self.goto(taken),
                }
                self.enter(next);
            }
            let rest = self.current;
            self.enter(taken);
            self.branch_value(&arm.body, result);
            self.goto(join);
            self.enter(rest);
        }
        // The arms are exhaustive.
        self.end(Terminator::Stop);
        self.enter(join);
        self.result_value(result)
    }

    /// The patterns that an arm tries one after the other: a guard is asked again for each case of an or-pattern that
    /// fits, which makes a difference if it sees what the case binds, or if it changes something.
    fn tries(&mut self, arm: &Arm, span: Span) -> Vec<Pat> {
        let bound = variables(&arm.pat);
        let again = arm.guard.as_ref().is_some_and(|guard| guard.writes() || !bound.is_empty());
        // (Places bound by an or-pattern are outside the model anyway: they are not the same in all cases.)
        if !again || bound.iter().any(|(_, binding)| *binding == Binding::Place) {
            return vec![arm.pat.clone()];
        }
        alternatives(&arm.pat).unwrap_or_else(|| {
            self.outside("a guard of so many alternatives", span, false);
            vec![arm.pat.clone()]
        })
    }

    pub fn block_expr(&mut self, e: &Expr, stmts: &[hir::Stmt], tail: Option<&Expr>, target: Option<TargetId>) -> Term {
        let labelled = target.map(|target| {
            let exit = self.block();
            let result = self.result_of(e);
            self.open_target(target, Target { exit, next: None, result });
            (exit, result)
        });
        for stmt in stmts {
            match stmt {
                hir::Stmt::Let(pat, init, diverge) => self.let_stmt(pat, init.as_ref(), diverge.as_ref()),
                hir::Stmt::Expr(e) => self.statement(e),
            }
        }
        let Some((exit, result)) = labelled else {
            return match tail {
                Some(tail) => self.value(tail),
                None if matches!(self.ty(e), Ty::Never) => self.never(e),
                None => super::expr::unit(),
            };
        };
        if let Some(tail) = tail {
            self.branch_value(tail, result);
        }
        self.open.pop();
        self.goto(exit);
        self.enter(exit);
        self.result_value(result)
    }

    pub fn break_expr(&mut self, target: TargetId, value: Option<&Expr>, e: &Expr) -> Term {
        let known = self.targets.get(&target).map(|target| (target.exit, target.result));
        let value = value.map(|value| self.value(value));
        if let Some((exit, result)) = known {
            if let (Some(dest), Some(value)) = (result, value) {
                self.push(Stmt::Assign { dest, value });
            }
            self.goto(exit);
        }
        self.never(e)
    }

    /// `e?`: returns early with `None` or `Err`.
    pub fn try_expr(&mut self, e: &Expr, inner: &Expr) -> Term {
        let ty = self.ty(inner);
        let place = self.place(inner);
        let Some(present) = self.low.present(&ty) else {
            let ty = self.ty(e);
            return self.lost("`?` on this type", e, ty);
        };
        let (yes, no) = (self.block(), self.block());
        self.branch(Term::new(TermKind::IsVariant(place.read(), present), Ty::Bool), yes, no);
        self.enter(no);
        let ret = crate::lower::contract::instantiate(self.def, self.inst, &self.def.ret);
        let fields = if present == 1 {
            Vec::new()
        } else {
            let (from, to) = (argument(&ty, 1), argument(&plain(&ret), 1));
            let error = Term::new(TermKind::Field(place.read(), 1, 0), from.clone());
            let error = if from == to {
                error
            } else if let Some(func) = self.low.krate.resolve_conversion(Some(&from), &to) {
                self.convert(e, func, vec![error], &to)
            } else if let (Some(_), Some(into)) = (from.int(), to.int())
                && let Some(value) = parts::cast(self.low, error.clone(), &from, &to).filter(|v| *v == error)
            {
                Term::new(value.kind().clone(), Ty::Int(into))
            } else {
                self.outside("`?` that converts the error", e.span, true);
                self.any(to, e.span)
            };
            vec![error]
        };
        let absent = Term::new(TermKind::Ctor(1 - present, fields), plain(&ret));
        self.leave(absent, &ret, e.span);
        self.enter(yes);
        Term::new(TermKind::Field(place.read(), present, 0), self.ty(e))
    }

    /// The place of a variable, made when it is first bound.
    pub fn variable(&mut self, var: VarId) -> Place {
        if let Some(place) = self.bindings.get(&var) {
            return place.clone();
        }
        let known = &self.tree.vars[var.0];
        let ty = self.infer.plain(&known.ty);
        let id = self.local(&known.name, ty.clone(), known.span);
        let place = Place::local(id, ty);
        self.bindings.insert(var, place.clone());
        place
    }

    /// Declares the variables of a pattern without a value.
    pub fn declare_pattern(&mut self, pat: &Pat) {
        for var in variables(pat) {
            self.variable(var.0);
        }
    }

    /// Binds an irrefutable pattern.
    pub fn bind_pattern(&mut self, pat: &Pat, place: &Place, span: Span) {
        if let Pat::Bind(var, Binding::Place, None) = pat {
            self.bindings.insert(*var, place.clone());
            return;
        }
        let (matched, failed) = (self.block(), self.block());
        self.pattern_jump(pat, place, matched, failed, span);
        self.enter(matched);
    }

    /// Goes to a block by whether a place's value is of a pattern, with the variables bound in the first case.
    pub fn pattern_jump(&mut self, pat: &Pat, place: &Place, yes: BlockId, no: BlockId, span: Span) {
        let mut binds = Vec::new();
        let read = place.read();
        let test = self.pure().pattern(pat, &read, &mut binds);
        let test = match test {
            Ok(test) => test,
            Err(what) => {
                self.outside(&what, span, false);
                for (var, _) in variables(pat) {
                    let place = self.variable(var);
                    self.push(Stmt::Havoc { dest: place.base });
                }
                let unknown = self.any(Ty::Bool, span);
                self.branch(unknown, yes, no);
                return;
            }
        };
        let mut places = Vec::new();
        if !self.part_places(pat, place, &mut places) {
            self.outside("a mutable reference bound by this pattern", span, false);
        }
        let bound = if binds.is_empty() { yes } else { self.block() };
        self.branch(test, bound, no);
        if binds.is_empty() {
            return;
        }
        self.enter(bound);
        for (var, value) in binds {
            match places.iter().find(|(known, _)| *known == var) {
                Some((_, place)) => {
                    self.bindings.insert(var, place.clone());
                }
                None => {
                    let place = self.variable(var);
                    self.push(Stmt::Assign { dest: place.base, value });
                }
            }
        }
        self.goto(yes);
    }

    /// The places that a pattern's mutable bindings stand for; false if there is one that has none.
    fn part_places(&mut self, pat: &Pat, place: &Place, found: &mut Vec<(VarId, Place)>) -> bool {
        match pat {
            Pat::Wild | Pat::Value(_) | Pat::Range(..) | Pat::Unmodelled(_) => true,
            Pat::Bind(_, Binding::Value, _) => true,
            Pat::Bind(var, Binding::Place, sub) => {
                found.push((*var, place.clone()));
                sub.is_none()
            }
            Pat::Tuple(pats) => {
                let Ty::Tuple(tys) = place.ty().clone() else { return false };
                pats.iter().zip(&tys).enumerate().all(|(at, (pat, ty))| {
                    let part = place.step(Step::Proj(at), ty.clone());
                    self.part_places(pat, &part, found)
                })
            }
            Pat::Ctor(id, variant, fields) => {
                let Ty::Adt(_, args) = place.ty().clone() else { return false };
                fields.iter().all(|(at, pat)| {
                    let ty = self.low.field_ty(*id, &args, *variant, *at);
                    let step = self.field_step(place.ty(), *variant, *at);
                    let part = place.step(step, ty);
                    self.part_places(pat, &part, found)
                })
            }
            Pat::Seq(front, rest, back) => {
                let Some(element) = place.ty().element().cloned() else { return false };
                let fronts = front.iter().enumerate().map(|(at, pat)| (terms::size(at as u64), pat));
                let whole = place.read();
                let backs =
                    back.iter().enumerate().map(|(at, pat)| (terms::from_end(&whole, (back.len() - at) as u64), pat));
                let parts: Vec<(Term, &Pat)> = fronts.chain(backs).collect();
                rest.iter().all(|rest| !variables(rest).iter().any(|(_, binding)| *binding == Binding::Place))
                    && parts.into_iter().all(|(index, pat)| {
                        if variables(pat).iter().all(|(_, binding)| *binding == Binding::Value) {
                            return true;
                        }
                        // Only fixed indices stay right while the sequence is written to; its length does not change.
                        let index = self.keep(index, self.def.span);
                        let part = place.step(Step::Index(index), element.clone());
                        self.part_places(pat, &part, found)
                    })
            }
            Pat::Or(cases) => {
                cases.iter().all(|case| variables(case).iter().all(|(_, binding)| *binding == Binding::Value))
            }
        }
    }
}

/// The pattern without or-patterns: one for each choice of their cases, in the order in which they are tried.
fn alternatives(pat: &Pat) -> Option<Vec<Pat>> {
    /// All choices of one alternative of each.
    fn all<'p>(parts: impl IntoIterator<Item = &'p Pat>) -> Option<Vec<Vec<Pat>>> {
        parts.into_iter().try_fold(vec![Vec::new()], |known: Vec<Vec<Pat>>, part| {
            let cases = alternatives(part)?;
            let longer = |front: &Vec<Pat>, case: &Pat| front.iter().chain([case]).cloned().collect();
            (known.len() * cases.len() <= MANY)
                .then(|| known.iter().flat_map(|front| cases.iter().map(move |case| longer(front, case))).collect())
        })
    }
    let one = |pat: &Pat| alternatives(pat);
    Some(match pat {
        Pat::Wild | Pat::Value(_) | Pat::Range(..) | Pat::Unmodelled(_) | Pat::Bind(_, _, None) => vec![pat.clone()],
        Pat::Bind(var, binding, Some(sub)) => {
            one(sub)?.into_iter().map(|sub| Pat::Bind(*var, *binding, Some(Box::new(sub)))).collect()
        }
        Pat::Or(cases) => {
            let all: Vec<Pat> = cases.iter().map(one).collect::<Option<Vec<_>>>()?.concat();
            return (all.len() <= MANY).then_some(all);
        }
        Pat::Tuple(pats) => all(pats)?.into_iter().map(Pat::Tuple).collect(),
        Pat::Ctor(id, variant, fields) => all(fields.iter().map(|(_, pat)| pat))?
            .into_iter()
            .map(|pats| Pat::Ctor(*id, *variant, fields.iter().map(|(at, _)| *at).zip(pats).collect()))
            .collect(),
        Pat::Seq(front, rest, back) => all(front.iter().chain(back))?
            .into_iter()
            .map(|mut pats| {
                let back = pats.split_off(front.len());
                Pat::Seq(pats, rest.clone(), back)
            })
            .collect(),
    })
}

/// The variables of a pattern, with how they are bound.
pub fn variables(pat: &Pat) -> Vec<(VarId, Binding)> {
    match pat {
        Pat::Wild | Pat::Value(_) | Pat::Range(..) | Pat::Unmodelled(_) => Vec::new(),
        Pat::Bind(var, binding, sub) => {
            let mut all = vec![(*var, *binding)];
            all.extend(sub.iter().flat_map(|sub| variables(sub)));
            all
        }
        Pat::Tuple(pats) | Pat::Or(pats) => pats.iter().flat_map(variables).collect(),
        Pat::Ctor(_, _, fields) => fields.iter().flat_map(|(_, pat)| variables(pat)).collect(),
        Pat::Seq(front, rest, back) => {
            front.iter().chain(rest.iter().map(|rest| &**rest)).chain(back).flat_map(variables).collect()
        }
    }
}

fn argument(ty: &Ty, at: usize) -> Ty {
    match ty {
        Ty::Adt(_, args) => args.get(at).cloned().unwrap_or(Ty::unit()),
        _ => Ty::unit(),
    }
}
