//! Loops. The head is where every turn starts; it is entered from outside once, and by the back edges.
use super::place::Step;
use super::{Claim, Emitter, Target};
use crate::ir::{BlockId, Clause, LocalId, Loop, LoopInvariant, ObligationIx, Stmt, Watch};
use crate::lower::hir::{self, ClauseExpr, Expr, ExprKind, LoopKind, Over, Pat};
use crate::lower::pure::Pure;
use crate::lower::{Lowering, Overflow, terms};
use crate::obligation::Kind;
use crate::program::Diagnostic;
use crate::span::Span;
use crate::term::{BinOp, Quantifier, Term, TermKind};
use crate::ty::Ty;

/// What a `for` loop counts with.
struct Counting {
    /// The test whether there is a turn at all, if that is not left to the head.
    some: Option<Term>,
    /// The counter's first value.
    start: (LocalId, Term),
    /// The test at the head.
    go_on: Term,
    /// At the end of a turn: the test whether there is another, if that is not left to the head, and the step.
    again: Option<Term>,
    step: (LocalId, Term),
    hints: Vec<Term>,
}

impl Emitter<'_> {
    pub fn loop_expr(&mut self, e: &Expr, inner: &hir::Loop) -> Term {
        match &inner.kind {
            LoopKind::Forever | LoopKind::While(_) => self.plain_loop(e, inner),
            LoopKind::For(pat, Over::Range { lo, hi, inclusive, reversed, step }) => {
                self.range_loop(e, inner, pat, (lo, hi), *inclusive, *reversed, step.as_ref())
            }
            LoopKind::For(pat, Over::Elements { seq, mutable, counted, reversed }) => {
                self.element_loop(e, inner, pat, seq, *mutable, *counted, *reversed)
            }
        }
    }

    /// `all` or `any` in a body: a loop for the obligations of the closure, then what its result is.
    pub fn quantified(&mut self, e: &Expr, pat: Pat, over: Over, body: &Expr) -> Term {
        let (ExprKind::Quant(q, ..) | ExprKind::Elements(q, ..)) = &e.kind else {
            return self.lost("this quantifier", e, Ty::Bool);
        };
        // `all` leaves at the first that is false, `any` at the first that is true.
        let target = hir::TargetId(usize::MAX - self.loops.len());
        let unit = || Expr { kind: ExprKind::Tuple(Vec::new()), ty: Ty::unit(), span: e.span };
        let leave = || Expr { kind: ExprKind::Break(target, None), ty: Ty::Never, span: e.span };
        let (then, otherwise) = match q {
            Quantifier::Forall => (unit(), leave()),
            Quantifier::Exists => (leave(), unit()),
        };
        let kind = ExprKind::If(Box::new(body.clone()), Box::new(then), Some(Box::new(otherwise)));
        let turn = Expr { kind, ty: Ty::unit(), span: body.span };
        let kind = LoopKind::For(pat, over);
        let inner = hir::Loop { target, kind, body: turn, invariants: Vec::new(), decreases: None, clauses_at: None };
        self.loop_expr(e, &inner);
        let mut pure = self.pure();
        pure.wrapping = self.low.options.overflow == Overflow::Wrap;
        match pure.term(e) {
            Ok(value) => {
                let result = self.any(Ty::Bool, e.span);
                self.assume(Term::test(BinOp::Eq, result.clone(), value));
                result
            }
            Err(reason) => self.lost(&format!("this closure ({reason})"), e, Ty::Bool),
        }
    }

    fn plain_loop(&mut self, e: &Expr, inner: &hir::Loop) -> Term {
        let ty = self.ty(e);
        let result = (ty != Ty::unit() && ty != Ty::Never).then(|| self.local("_", ty, e.span));
        let (head, exit) = (self.block(), self.block());
        self.goto(head);
        self.enter(head);
        self.open_loop(head, e.span, inner, Vec::new());
        self.open_target(inner.target, Target { exit, next: Some(head), result });
        if let LoopKind::While(cond) = &inner.kind {
            let body = self.block();
            self.jump(cond, body, exit);
            self.enter(body);
        }
        self.value(&inner.body);
        self.open.pop();
        self.goto(head);
        self.enter(exit);
        result.map_or_else(super::expr::unit, |id| self.read(id))
    }

    /// Lists a loop, with its clauses over the locals as they are at its head.
    fn open_loop(&mut self, head: BlockId, span: Span, inner: &hir::Loop, hints: Vec<Term>) {
        let mut invariants = Vec::new();
        let tree = self.tree;
        for clause in inner.invariants.iter().map(|at| &tree.clauses[*at]) {
            let Some(clause) = self.loop_clause(clause) else { continue };
            let obligation = |emitter: &mut Self, kind, message: &str| -> ObligationIx {
                emitter.obligation(Claim::new(kind, span, clause.text.clone(), message).clause(clause.span))
            };
            let entry = obligation(self, Kind::LoopEntry, "the loop invariant may not hold at the start");
            let preserved = obligation(self, Kind::LoopPreserved, "a turn of the loop may break its invariant");
            invariants.push(LoopInvariant { clause, entry, preserved });
        }
        let decreases = inner.decreases.and_then(|at| self.loop_clause(&tree.clauses[at])).map(|clause| {
            let claim = format!("0 <= {0}, and {0} gets smaller", clause.text);
            let message = "the loop's measure may not get smaller";
            let ix = self.obligation(Claim::new(Kind::Decreases, span, claim, message).clause(clause.span));
            (clause, ix)
        });
        let watch = self.watch(inner).filter(|watch| watch.invariants.len() == invariants.len());
        self.loops.push(Loop { head, span, invariants, decreases, hints, watch });
    }

    /// The clauses over the variables that they name, each of which is a local of its own.
    fn watch(&self, inner: &hir::Loop) -> Option<Watch> {
        let at = match &inner.kind {
            LoopKind::While(cond) if !unsplit(cond) => cond.span,
            _ => inner.clauses_at?,
        };
        let clauses = inner.invariants.iter().chain(&inner.decreases).map(|at| &self.tree.clauses[*at].expr);
        let mut named = Vec::new();
        clauses.for_each(|clause| self.named_in(clause, &mut named));
        let mut pure = self.pure();
        let mut vars = Vec::new();
        for (at, var) in named.into_iter().enumerate() {
            let (known, def) = (pure.env.get_mut(&var)?, &self.tree.vars[var.0]);
            let ty = self.infer.plain(&def.ty);
            let now = Term::local(LocalId(at as u32), known.now.ty().clone());
            if has_local(&known.old) {
                known.old = now.clone();
            }
            known.now = now;
            vars.push((def.name.clone(), ty));
        }
        let mut clause = |at: &usize| translated(self.low, &mut pure, &self.tree.clauses[*at]).ok();
        let invariants = inner.invariants.iter().map(&mut clause).collect::<Option<_>>()?;
        let measure = inner.decreases.iter().map(&mut clause).collect::<Option<Vec<_>>>()?.pop();
        Some(Watch { at, vars, invariants, measure })
    }

    fn named_in(&self, e: &Expr, out: &mut Vec<hir::VarId>) {
        if let ExprKind::Var(var) = &e.kind
            && self.bindings.contains_key(var)
            && !out.contains(var)
        {
            out.push(*var);
        }
        e.each(&mut |part| self.named_in(part, out));
    }

    fn loop_clause(&mut self, clause: &ClauseExpr) -> Option<Clause> {
        // Integers in clauses are exact wherever they stand.
        let translated = translated(self.low, &mut self.pure(), clause);
        match translated {
            Ok(clause) => Some(clause),
            Err(reason) => {
                self.low.report(vec![Diagnostic {
                    error: true,
                    code: "E0208",
                    message: format!("this loop clause has no translation: {reason}"),
                    span: Some(clause.span),
                    help: None,
                }]);
                None
            }
        }
    }

    /// A `for` loop: the pattern's variables are bound by `bind` at the start of each turn.
    fn counted_loop(
        &mut self,
        e: &Expr,
        inner: &hir::Loop,
        counting: Counting,
        at_head: impl FnOnce(&mut Self),
        bind: impl FnOnce(&mut Self),
    ) -> Term {
        let (head, turn, next, exit) = (self.block(), self.block(), self.block(), self.block());
        if let Some(some) = counting.some {
            let first = self.block();
            self.branch(some, first, exit);
            self.enter(first);
        }
        let (dest, value) = counting.start;
        self.push(Stmt::Assign { dest, value });
        self.goto(head);
        self.enter(head);
        at_head(self);
        self.open_loop(head, e.span, inner, counting.hints);
        self.open_target(inner.target, Target { exit, next: Some(next), result: None });
        self.branch(counting.go_on, turn, exit);
        self.enter(turn);
        bind(self);
        self.value(&inner.body);
        self.open.pop();
        self.goto(next);
        self.enter(next);
        if let Some(again) = counting.again {
            let more = self.block();
            self.branch(again, more, exit);
            self.enter(more);
        }
        let (dest, value) = counting.step;
        self.push(Stmt::Assign { dest, value });
        self.goto(head);
        self.enter(exit);
        super::expr::unit()
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a `for` over a range")]
    fn range_loop(
        &mut self,
        e: &Expr,
        inner: &hir::Loop,
        pat: &Pat,
        (lo_expr, hi_expr): (&Expr, &Expr),
        inclusive: bool,
        reversed: bool,
        step: Option<&Expr>,
    ) -> Term {
        let ty = self.ty(lo_expr);
        if ty.int().is_none() && ty != Ty::Char {
            return self.lost("a range of this type", e, Ty::unit());
        }
        let bounds = self.values(&[lo_expr, hi_expr]);
        let lo = self.named("_lo", bounds[0].clone(), lo_expr.span);
        let hi = self.named("_hi", bounds[1].clone(), hi_expr.span);
        let by = step.map(|step| {
            let value = self.value(step);
            let by = self.named("_step", value, step.span);
            if !matches!(by.kind(), TermKind::Int(n) if *n > 0.into()) {
                let nonzero = Term::test(BinOp::Ne, by.clone(), terms::size(0));
                let claim = format!("{} != 0", self.text(step));
                self.check(nonzero, Kind::Assert, step.span, None, claim, "assertion failed: step != 0");
            }
            by
        });
        let var = match pat {
            Pat::Bind(var, hir::Binding::Value, None) => Some(*var),
            _ => None,
        };
        let name = var.map_or("_i".to_string(), |var| self.tree.vars[var.0].name.clone());
        let counter = self.local(&format!("_{name}"), ty.clone(), e.span);
        let i = self.read(counter);
        let test = |op, a: &Term, b: &Term| Term::test(op, a.clone(), b.clone());
        let moved = |op, by: Term| Term::arith(op, i.clone(), by, ty.clone());
        let some = test(if inclusive { BinOp::Le } else { BinOp::Lt }, &lo, &hi);
        let start = match (reversed, inclusive) {
            (false, _) => lo.clone(),
            (true, true) => hi.clone(),
            (true, false) => Term::arith(BinOp::Sub, hi.clone(), Term::int(1, ty.clone()), ty.clone()),
        };
        let counting = if reversed || inclusive {
            // Whether there is a turn, and another one, is asked where it comes up: beyond its last value the counter may
            // have none, and the clauses are about values that the variable has.
            let (from, to, op) = if reversed { (&lo, &i, BinOp::Sub) } else { (&i, &hi, BinOp::Add) };
            let ends = if inclusive || !reversed { BinOp::Le } else { BinOp::Lt };
            let again = match &by {
                None => test(BinOp::Lt, from, to),
                Some(by) => Term::test(BinOp::Le, by.clone(), terms::exact(BinOp::Sub, to.clone(), from.clone())),
            };
            Counting {
                some: Some(some),
                start: (counter, start),
                go_on: Term::bool(true),
                again: Some(again),
                step: (counter, moved(op, by.unwrap_or_else(|| Term::int(1, ty.clone())))),
                hints: vec![test(BinOp::Le, &lo, &i), test(ends, &i, &hi)],
            }
        } else {
            let again = by.clone().map(|by| {
                let left = terms::exact(BinOp::Sub, hi.clone(), i.clone());
                Term::test(BinOp::Lt, by, left)
            });
            let below = test(BinOp::Le, &i, &hi);
            Counting {
                some: None,
                start: (counter, start),
                go_on: test(BinOp::Lt, &i, &hi),
                again,
                step: (counter, moved(BinOp::Add, by.unwrap_or_else(|| Term::int(1, ty.clone())))),
                hints: vec![test(BinOp::Le, &lo, &i), Term::or(below, test(BinOp::Eq, &i, &lo))],
            }
        };
        let item = i.clone();
        let pat = pat.clone();
        self.counted_loop(
            e,
            inner,
            counting,
            |emitter| {
                // The loop's clauses may name the item; at the head it is the one that comes next.
                if let Some(var) = var {
                    let clause_place = super::place::Place::local(counter, ty.clone());
                    emitter.bindings.insert(var, clause_place);
                }
            },
            |emitter| match var {
                Some(var) => {
                    emitter.bindings.remove(&var);
                    emitter.bind_value(var, item);
                }
                None => {
                    let value = emitter.keep(item, e.span);
                    let id = emitter.local("_item", value.ty().clone(), e.span);
                    let place = super::place::Place::local(id, value.ty().clone());
                    emitter.push(Stmt::Assign { dest: id, value });
                    emitter.bind_pattern(&pat, &place, e.span);
                }
            },
        )
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a `for` over a sequence")]
    fn element_loop(
        &mut self,
        e: &Expr,
        inner: &hir::Loop,
        pat: &Pat,
        seq: &Expr,
        mutable: bool,
        counted: bool,
        reversed: bool,
    ) -> Term {
        let (ty, usize) = (self.ty(seq), terms::USIZE);
        let Some(element) = ty.element().cloned() else {
            return self.lost("a loop over this type", e, Ty::unit());
        };
        if mutable && !self.is_place(seq) {
            self.outside("a loop over a mutable reference from elsewhere", seq.span, false);
        }
        let place = if mutable {
            self.place(seq)
        } else {
            let value = self.value(seq);
            let id = self.local("_seq", ty.clone(), seq.span);
            self.push(Stmt::Assign { dest: id, value });
            super::place::Place::local(id, ty.clone())
        };
        let len = self.named("_len", terms::len(&place.read()), seq.span);
        let counter = self.local("_i", usize.clone(), e.span);
        let start = if reversed { len.clone() } else { terms::size(0) };
        let i = self.read(counter);
        let one = terms::size(1);
        let mut hints = vec![Term::test(BinOp::Le, i.clone(), len.clone())];
        if mutable {
            hints.push(Term::test(BinOp::Eq, terms::len(&place.read()), len.clone()));
        }
        let (go_on, step, at) = if reversed {
            let before = Term::arith(BinOp::Sub, i.clone(), one, usize.clone());
            (Term::test(BinOp::Lt, terms::size(0), i), before.clone(), before)
        } else {
            let after = Term::arith(BinOp::Add, i.clone(), one, usize.clone());
            (Term::test(BinOp::Lt, i.clone(), len), after, i)
        };
        let counting =
            Counting { some: None, start: (counter, start), go_on, again: None, step: (counter, step), hints };
        let pat = pat.clone();
        let index_var = match &pat {
            Pat::Tuple(parts) if counted => match parts.first() {
                Some(Pat::Bind(var, hir::Binding::Value, None)) => Some(*var),
                _ => None,
            },
            _ => None,
        };
        self.counted_loop(
            e,
            inner,
            counting,
            |emitter| {
                // As in a loop over a range, the clauses may name the index.
                if let (Some(var), false) = (index_var, reversed) {
                    emitter.bindings.insert(var, super::place::Place::local(counter, terms::USIZE));
                }
            },
            |emitter| {
                if let Some(var) = index_var {
                    emitter.bindings.remove(&var);
                }
                let at = emitter.keep(at, e.span);
                let item = place.step(Step::Index(at.clone()), element.clone());
                match &pat {
                    Pat::Tuple(parts) if counted && parts.len() == 2 => {
                        let index = emitter.local("_at", usize, e.span);
                        emitter.push(Stmt::Assign { dest: index, value: at });
                        let index = super::place::Place::local(index, terms::USIZE);
                        emitter.bind_pattern(&parts[0], &index, e.span);
                        emitter.bind_pattern(&parts[1], &item, e.span);
                    }
                    Pat::Bind(..) if counted => {
                        emitter.outside("a pair of index and element as one variable", e.span, false);
                        emitter.declare_pattern(&pat);
                    }
                    _ if counted => {}
                    pat => emitter.bind_pattern(pat, &item, e.span),
                }
            },
        )
    }

    /// A value under a name that the hints of loops can speak of.
    fn named(&mut self, name: &str, value: Term, span: Span) -> Term {
        if super::is_constant(&value) {
            return value;
        }
        let ty = value.ty().clone();
        let id = self.local(name, ty, span);
        self.push(Stmt::Assign { dest: id, value });
        self.read(id)
    }
}

fn translated(low: &Lowering<'_>, pure: &mut Pure<'_>, clause: &ClauseExpr) -> Result<Clause, String> {
    let (value, text) = (pure.term(&clause.expr)?, clause.text.clone());
    let made = if *value.ty() == Ty::Bool { Lowering::clause_of } else { Lowering::measure_of };
    Ok(made(low, value, clause.span, text))
}

/// Whether a condition is not one that a block can be put around: it binds variables (`while let`), or is no text at all.
fn unsplit(e: &Expr) -> bool {
    let mut found = matches!(e.kind, ExprKind::Let(..) | ExprKind::Text);
    e.each(&mut |part| found |= unsplit(part));
    found
}

fn has_local(term: &Term) -> bool {
    matches!(term.kind(), TermKind::Local(_)) || term.children().into_iter().any(has_local)
}
