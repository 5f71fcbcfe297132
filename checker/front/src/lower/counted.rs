//! `for` loops over integers in a row and over the elements of a sequence, with the iterator in plain sight: a counter.
//!
//! Any other iterator is what it is in the standard library: a struct with a `next`. These are no different, but a counter is easier to
//! reason with, and the clauses of a loop may speak of it by the name of the loop's variable: at the head, that is the value that comes next.
use hir_def::expr_store::path::Path;
use hir_def::hir::{Expr, ExprId, LabelId, MatchArm, Pat, PatId};
use hir_def::lang_item::{LangItemTarget, lang_items};
use hir_def::signatures::FunctionSignature;
use hir_def::{FunctionId, HasModule, ItemContainerId, Lookup};
use hir_ty::next_solver::{Ty, TyKind};
use refine_core::ids::LocalId;
use refine_core::mir::{Operand, Place, Projection, Rvalue};
use refine_core::obligation::Kind;
use refine_core::span::Span;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::{USIZE, exact, size};
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::{IntoKind, Ty as _};

use super::aggregate::WrittenRange;
use super::builder::ClaimInfo;
use super::expr::unit;
use super::loops::Turn;
use super::scope::Holds;
use super::{Breakable, Lower, Outside, TypedPlace};
use crate::database::Origin;

/// The first surrogate, which is no `char`.
const SURROGATES: u32 = 0xd800;

/// A `for` loop, as it was before rust-analyzer took it apart.
struct For {
    /// The `loop` in it.
    inner: ExprId,
    pat: PatId,
    body: ExprId,
    label: Option<LabelId>,
    over: Over,
}

/// What a `for` loop goes over.
enum Over {
    /// `lo..hi` or `lo..=hi`, perhaps backwards or in steps.
    Range { lo: ExprId, hi: ExprId, inclusive: bool, reversed: bool, step: Option<ExprId> },
    /// The range that an expression gives.
    Between(ExprId),
    /// The elements of a sequence that an expression gives (`owned`, of elements that are copied) or refers to, perhaps with their indices.
    Elements { seq: ExprId, owned: bool, counted: bool, reversed: bool },
}

/// How the counter goes.
struct Counting {
    counter: LocalId,
    /// The test whether there is a turn at all, if that is not left to the head.
    some: Option<Term>,
    start: Term,
    /// The test at the head, if there is one.
    go_on: Option<Term>,
    /// At the end of a turn: the test whether there is another, if that is not left to the head, and the counter's next value.
    again: Option<Term>,
    next: Term,
    hints: Vec<Term>,
}

impl<'db> Lower<'_, 'db> {
    /// Lowers a `match` that is a `for` loop over a known iterator; `false` if it is none.
    pub fn for_loop(&mut self, dest: &Place, value: ExprId, arms: &[MatchArm]) -> bool {
        let Some(it) = self.as_for(value, arms) else { return false };
        match it.over {
            Over::Range { lo, hi, inclusive, reversed, step } => {
                let rust = self.adjusted_ty(lo);
                let span = self.span(it.inner);
                let values = (self.value(lo), self.value(hi));
                let bounds = (self.named("_lo", values.0, span), self.named("_hi", values.1, span));
                let by = step.map(|step| self.step(step));
                self.range_loop(dest, &it, rust, bounds, (inclusive, reversed, by));
            }
            Over::Between(range) => self.range_value_loop(dest, &it, range),
            Over::Elements { seq, owned, counted, reversed } => {
                self.element_loop(dest, &it, seq, (owned, counted, reversed));
            }
        }
        true
    }

    /// `match into_iter(head) { mut iter => loop { match next(&mut iter) { None => break, Some(pat) => body } } }`, with a head that is known.
    fn as_for(&self, value: ExprId, arms: &[MatchArm]) -> Option<For> {
        let store = self.src.store();
        let items = lang_items(self.cx.db, self.cx.krate);
        let is_call = |e: ExprId, of: Option<FunctionId>| match &store[e] {
            Expr::Call { callee, args } => match &store[*callee] {
                Expr::Path(Path::LangItem(LangItemTarget::FunctionId(id), _)) if Some(*id) == of => Some(args),
                _ => None,
            },
            _ => None,
        };
        let [head] = is_call(value, items.IntoIterIntoIter)?[..] else { return None };
        let [MatchArm { guard: None, expr: inner, .. }] = arms else { return None };
        let Expr::Loop { body, label, .. } = &store[*inner] else { return None };
        let Expr::Block { tail: Some(turn), .. } = &store[*body] else { return None };
        let Expr::Match { expr: next, arms } = &store[*turn] else { return None };
        is_call(*next, items.IteratorNext)?;
        let [_, MatchArm { pat: some, expr: body, .. }] = arms[..] else { return None };
        let Pat::TupleStruct { args, .. } = &store[some] else { return None };
        let [pat] = args[..] else { return None };
        let over = self.known_iterator(head)?;
        Some(For { inner: *inner, pat, body, label: *label, over })
    }

    /// What an expression is an iterator over, if that can be seen.
    fn known_iterator(&self, head: ExprId) -> Option<Over> {
        let store = self.src.store();
        let adjusted = self.src.infer.expr_adjustment(head).is_some_and(|all| !all.is_empty());
        match &store[head] {
            _ if adjusted => None,
            _ if let Some(WrittenRange { lo: Some(lo), hi: Some(hi), inclusive }) = self.written_range(head) => {
                self.counts(lo, hi).then_some(())?;
                Some(Over::Range { lo, hi, inclusive, reversed: false, step: None })
            }
            Expr::MethodCall { receiver, args, .. } if self.known_method(head, *receiver, args).is_some() => {
                self.known_method(head, *receiver, args)
            }
            _ => {
                let ty = self.ty(head);
                let (sequence, owned) = match ty.kind() {
                    TyKind::Ref(_, inner, _) => (inner, false),
                    _ => (ty, true),
                };
                if self.is_sequence(sequence) {
                    let element = self.element_of(sequence)?;
                    let plain = !owned || self.inst.is_copy(element);
                    return plain.then_some(Over::Elements { seq: head, owned, counted: false, reversed: false });
                }
                self.is_range(ty).then_some(Over::Between(head))
            }
        }
    }

    fn known_method(&self, e: ExprId, receiver: ExprId, args: &[ExprId]) -> Option<Over> {
        let (id, _) = self.src.infer.method_resolution(e)?;
        if self.cx.db.origin(id.krate(self.cx.db)) != Origin::Std {
            return None;
        }
        let name = FunctionSignature::of(self.cx.db, id).name.as_str().to_owned();
        let of_iterator = match id.lookup(self.cx.db).container {
            ItemContainerId::TraitId(of) => Some(of) == lang_items(self.cx.db, self.cx.krate).Iterator,
            ItemContainerId::ImplId(of) => {
                let this = self.db().impl_self_ty(of).skip_binder();
                if !matches!(this.kind(), TyKind::Slice(_)) || !args.is_empty() {
                    return None;
                }
                return matches!(name.as_str(), "iter" | "iter_mut").then_some(Over::Elements {
                    seq: receiver,
                    owned: false,
                    counted: false,
                    reversed: false,
                });
            }
            _ => false,
        };
        if !of_iterator {
            return None;
        }
        match (name.as_str(), args, self.known_iterator(receiver)?) {
            ("rev", [], Over::Range { lo, hi, inclusive, reversed: false, step: None }) => {
                Some(Over::Range { lo, hi, inclusive, reversed: true, step: None })
            }
            ("step_by", [by], Over::Range { lo, hi, inclusive, reversed, step: None }) => {
                Some(Over::Range { lo, hi, inclusive, reversed, step: Some(*by) })
            }
            ("rev", [], Over::Elements { seq, owned: false, counted: false, reversed: false }) => {
                Some(Over::Elements { seq, owned: false, counted: false, reversed: true })
            }
            ("enumerate", [], Over::Elements { seq, owned: false, counted: false, reversed: false }) => {
                Some(Over::Elements { seq, owned: false, counted: true, reversed: false })
            }
            _ => None,
        }
    }

    /// Whether the values between two bounds are integers in a row.
    fn counts(&self, lo: ExprId, hi: ExprId) -> bool {
        let below = |e: ExprId| {
            let value = self.literal_of(e);
            value.is_some_and(|value| matches!(value.kind(), TermKind::Int(n) if *n < SURROGATES.into()))
        };
        match self.core_ty(self.adjusted_ty(lo)) {
            CoreTy::Int(_) => true,
            CoreTy::Char => below(lo) && below(hi),
            _ => false,
        }
    }

    /// The variable of a pattern that is nothing else, with its name.
    fn only_variable(&self, pat: PatId) -> Option<String> {
        let binding = self.plain_binding(pat)?;
        Some(self.src.store()[binding].name.as_str().to_owned())
    }

    /// A loop over a range that is there as a value.
    fn range_value_loop(&mut self, dest: &Place, it: &For, range: ExprId) {
        let whole = self.temporary(range);
        let span = self.span(it.inner);
        let bound = |this: &mut Self, field: usize, name: &str| {
            let part = this.project(&whole, Projection::Field { variant: 0, field }).ok()?;
            let ty = this.core_ty(part.ty);
            let local = this.b.new_local(name, ty, span);
            this.b.assign(Place::local(local), Rvalue::Use(Operand::Copy(part.place)));
            Some((this.b.term(local), part.ty))
        };
        match (bound(self, 0, "_lo"), bound(self, 1, "_hi")) {
            (Some((lo, ty)), Some((hi, _))) => self.range_loop(dest, it, ty, (lo, hi), (false, false, None)),
            _ => self.lose_loop(dest, it, "a loop over a range that is not modelled"),
        }
    }

    /// A loop that is outside the model, turns and all.
    fn lose_loop(&mut self, dest: &Place, it: &For, what: &str) {
        self.give_up(it.inner, Outside { what: what.to_owned(), may_panic: true }, Some(dest.clone()));
    }

    /// Whether a type is that of ranges `lo..hi` of integers.
    fn is_range(&self, ty: Ty<'db>) -> bool {
        let range = lang_items(self.cx.db, self.cx.krate).Range;
        match ty.as_adt() {
            Some((hir_def::AdtId::StructId(id), args)) if Some(id) == range => {
                args.types().next().is_some_and(|ty| matches!(self.core_ty(ty), CoreTy::Int(_)))
            }
            _ => false,
        }
    }

    fn range_loop(
        &mut self,
        dest: &Place,
        it: &For,
        rust: Ty<'db>,
        (lo, hi): (Term, Term),
        (inclusive, reversed, by): (bool, bool, Option<Term>),
    ) {
        let ty = self.core_ty(rust);
        let span = self.span(it.inner);
        let name = self.only_variable(it.pat).unwrap_or_else(|| "i".to_owned());
        let counter = self.b.new_local(&format!("_{name}"), ty.clone(), span);
        let i = self.b.term(counter);
        let test = |op, a: &Term, b: &Term| Term::test(op, a.clone(), b.clone());
        let one = || Term::int(1, ty.clone());
        let moved = |op, by: Option<Term>| Term::arith(op, i.clone(), by.unwrap_or_else(one), ty.clone());
        let counting = if reversed || inclusive {
            // Whether there is a turn, and another one, is asked where it comes up: beyond its last value the counter may
            // have none, and the clauses are about values that the variable has.
            let start = match (reversed, inclusive) {
                (false, _) => lo.clone(),
                (true, true) => hi.clone(),
                (true, false) => Term::arith(BinOp::Sub, hi.clone(), one(), ty.clone()),
            };
            let (from, to, op) = if reversed { (&lo, &i, BinOp::Sub) } else { (&i, &hi, BinOp::Add) };
            let ends = if inclusive { BinOp::Le } else { BinOp::Lt };
            let again = match &by {
                None => test(BinOp::Lt, from, to),
                Some(by) => Term::test(BinOp::Le, by.clone(), exact(BinOp::Sub, to.clone(), from.clone())),
            };
            Counting {
                counter,
                some: Some(test(if inclusive { BinOp::Le } else { BinOp::Lt }, &lo, &hi)),
                start,
                go_on: None,
                again: Some(again),
                next: moved(op, by),
                hints: vec![test(BinOp::Le, &lo, &i), test(ends, &i, &hi)],
            }
        } else {
            // A step may lead beyond the type's last value, so it is asked before.
            let left = exact(BinOp::Sub, hi.clone(), i.clone());
            Counting {
                counter,
                some: None,
                start: lo.clone(),
                go_on: Some(test(BinOp::Lt, &i, &hi)),
                again: by.clone().map(|by| Term::test(BinOp::Lt, by, left)),
                next: moved(BinOp::Add, by),
                hints: vec![test(BinOp::Le, &lo, &i), Term::or(test(BinOp::Le, &i, &hi), test(BinOp::Eq, &i, &lo))],
            }
        };
        let named = self.plain_binding(it.pat).map(|_| counter);
        self.counted(dest, it, counting, named, |this| {
            let item = this.b.keep(Rvalue::Compute(i.clone()), ty.clone(), span);
            this.bind_item(it.pat, TypedPlace { place: Place::local(item), ty: rust });
        });
    }

    /// The step of `step_by`, which is not zero.
    fn step(&mut self, step: ExprId) -> Term {
        let value = self.value(step);
        let span = self.span(step);
        let by = self.named("_step", value, span);
        if !matches!(by.kind(), TermKind::Int(n) if *n > 0.into()) {
            let nonzero = Term::test(BinOp::Ne, by.clone(), size(0));
            let claim = format!("{} != 0", self.text(step));
            self.b.assert(nonzero, ClaimInfo::new(Kind::Assert, span, claim, "assertion failed: step != 0"));
        }
        by
    }

    fn element_loop(&mut self, dest: &Place, it: &For, seq: ExprId, (owned, counted, reversed): (bool, bool, bool)) {
        let given = self.temporary(seq);
        let span = self.span(it.inner);
        let mutable = matches!(given.ty.kind(), TyKind::Ref(_, _, mutability) if mutability.is_mut());
        let (place, whole) = match given.ty.kind() {
            _ if owned => (given.place, Some(given.ty)),
            _ => (given.place.project(Projection::Deref), given.ty.builtin_deref(false)),
        };
        let Some(element) = whole.and_then(|whole| self.element_of(whole)) else {
            return self.lose_loop(dest, it, "a loop over a type that is not modelled");
        };
        let len = self.b.new_local("_len", USIZE, span);
        self.b.assign(Place::local(len), Rvalue::Len(place.clone()));
        let len = self.b.term(len);
        let counter = self.b.new_local("_i", USIZE, span);
        let i = self.b.term(counter);
        let moved = |op| Term::arith(op, i.clone(), size(1), USIZE);
        let counting = Counting {
            counter,
            some: None,
            start: if reversed { len.clone() } else { size(0) },
            go_on: Some(match reversed {
                true => Term::test(BinOp::Lt, size(0), i.clone()),
                false => Term::test(BinOp::Lt, i.clone(), len.clone()),
            }),
            again: None,
            next: moved(if reversed { BinOp::Sub } else { BinOp::Add }),
            hints: vec![Term::test(BinOp::Le, i.clone(), len)],
        };
        let at = if reversed { moved(BinOp::Sub) } else { i.clone() };
        let index = self.index_pattern(it.pat).filter(|_| counted);
        let named = index.and_then(|(index, _)| self.plain_binding(index)).map(|_| counter);
        self.counted(dest, it, counting, named, |this| {
            let at = this.b.keep(Rvalue::Compute(at), USIZE, span);
            let item = place.project(Projection::Index(at));
            let (ty, value) = match owned {
                true => (element, Rvalue::Use(Operand::Copy(item))),
                false => (this.reference_to(element, mutable), Rvalue::Ref(mutable, item)),
            };
            let local = this.temp(ty, span);
            this.b.assign(Place::local(local), value);
            let item = TypedPlace { place: Place::local(local), ty };
            if !counted {
                return this.bind_item(it.pat, item);
            }
            let interner = this.inst.interner();
            let usize = Ty::new_usize(interner);
            match index {
                Some((first, second)) => {
                    this.bind_item(first, TypedPlace { place: Place::local(at), ty: usize });
                    this.bind_item(second, item);
                }
                None => {
                    let pair = Ty::new_tup(interner, &[usize, ty]);
                    let core = this.core_ty(pair);
                    let parts = vec![Operand::Copy(Place::local(at)), this.consume(&item)];
                    let pair_local = this.b.keep(Rvalue::Aggregate(core.clone(), 0, parts), core, span);
                    this.bind_item(it.pat, TypedPlace { place: Place::local(pair_local), ty: pair });
                }
            }
        });
    }

    /// The patterns of index and element.
    fn index_pattern(&self, pat: PatId) -> Option<(PatId, PatId)> {
        match &self.src.store()[pat] {
            Pat::Tuple { args, ellipsis: None } if args.len() == 2 => Some((args[0], args[1])),
            _ => None,
        }
    }

    fn bind_item(&mut self, pat: PatId, item: TypedPlace<'db>) {
        self.match_surely(pat, &item);
    }

    /// The loop around: the pattern's variables are bound by `bind` at the start of each turn.
    fn counted(
        &mut self,
        dest: &Place,
        it: &For,
        counting: Counting,
        named: Option<LocalId>,
        bind: impl FnOnce(&mut Self),
    ) {
        let span = self.span(it.inner);
        let (head, step, done) = (self.b.new_block(), self.b.new_block(), self.b.new_block());
        let (exit, next) = (self.exit_to(done), self.exit_to(step));
        self.set(dest, unit());
        if let Some(some) = counting.some {
            let first = self.b.new_block();
            self.b.branch(some, first, done);
            self.b.enter(first);
        }
        self.set(&Place::local(counting.counter), counting.start);
        let copies = self.loop_copies(it.body);
        self.b.goto(head);
        self.b.enter(head);
        self.assume_copies(&copies);
        let counter = named.and_then(|counter| Some((self.counter_name(it.pat)?, counter)));
        let turn = Turn { body: it.body, condition: None, ends: true };
        self.open_loop(it.inner, head, &turn, counter, counting.hints);
        if let Some(go_on) = counting.go_on {
            let turn = self.b.new_block();
            self.b.branch(go_on, turn, done);
            self.b.enter(turn);
        }
        self.breakables.push(Breakable { label: it.label, exit, next: Some(next), dest: dest.clone() });
        self.scoped(Holds::Variables, span, |this| {
            this.pattern_scope = it.body;
            bind(this);
            this.scoped(Holds::Temporaries, span, |this| this.discard(it.body));
        });
        self.breakables.pop();
        self.close_loop();
        self.b.goto(step);
        self.b.enter(step);
        if let Some(again) = counting.again {
            let more = self.b.new_block();
            self.b.branch(again, more, done);
            self.b.enter(more);
        }
        self.set(&Place::local(counting.counter), counting.next);
        self.copy_again(&copies);
        self.b.goto(head);
        self.b.enter(done);
    }

    /// The name by which clauses speak of the counter.
    fn counter_name(&self, pat: PatId) -> Option<String> {
        let index = self.index_pattern(pat).map(|(index, _)| index);
        self.only_variable(index.unwrap_or(pat))
    }

    /// A value under a name, unless it is a literal.
    fn named(&mut self, name: &str, value: Term, span: Span) -> Term {
        if matches!(value.kind(), TermKind::Int(_)) {
            return value;
        }
        let local = self.b.new_local(name, value.ty().clone(), span);
        self.set(&Place::local(local), value);
        self.b.term(local)
    }
}
