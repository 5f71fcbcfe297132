//! Sequences as the library's iterators go through them: `xs.iter().skip(1).enumerate()`, `xs.windows(2)`, `(0..n).rev()`.
//!
//! A view is no iterator. It says of each index in a range which item is there, so that `all` and `any` are quantifiers over indices
//! of the sequence itself, and the solver finds `xs[i]` in them.
use refine_core::ids::BoundId;
use refine_core::span::Span;
use refine_core::term::{BinOp, Quantifier, Term, TermKind};
use refine_core::terms::parts::clones_by_parts;
use refine_core::terms::{self, USIZE, exact};
use refine_core::ty::Ty;

use super::expr::strip_parens;
use super::probe::Probed;
use super::typer::{Typed, Typer};
use crate::database::Origin;

/// A sequence as an iterator goes through it: the items at the indices `lo..hi`, none if that is empty.
struct View<'e> {
    ends: Ends,
    item: Item<'e>,
}

/// The indices, and from which end they are gone through.
#[derive(Clone)]
struct Ends {
    lo: Term,
    /// `None` for `n..`.
    hi: Option<Term>,
    reversed: bool,
}

/// What is at an index.
enum Item<'e> {
    /// The index, of a range over the type.
    Index(Ty),
    /// The element of a sequence; its type, references included.
    Element(Typed, Ty),
    /// So many elements from there on; the type of one.
    Window(Typed, u64, Ty),
    /// The number at which it comes, and it.
    Numbered(Box<Item<'e>>, Ends),
    /// It, and what comes at the same number in another view.
    Pair(Box<Item<'e>>, Ends, Box<View<'e>>),
    /// What it refers to.
    Copied(Box<Item<'e>>),
    /// What a function makes of it.
    Mapped(Box<Item<'e>>, &'e syn::ExprClosure),
    /// It, if a condition on it holds.
    Kept(Box<Item<'e>>, &'e syn::ExprClosure),
}

impl Ends {
    /// The number at which the index comes.
    fn number(&self, at: &Term) -> Option<Term> {
        Some(match &self.hi {
            Some(hi) if self.reversed => less(less(hi.clone(), 1), at.clone()),
            None if self.reversed => return None,
            _ => less(at.clone(), self.lo.clone()),
        })
    }

    /// The index that comes at the number.
    fn index(&self, number: Term) -> Option<Term> {
        Some(match &self.hi {
            Some(hi) if self.reversed => less(less(hi.clone(), 1), number),
            None if self.reversed => return None,
            _ => plus(self.lo.clone(), number),
        })
    }

    /// Without the first so many.
    fn skip(&mut self, count: Term) {
        match &self.hi {
            Some(hi) if self.reversed => self.hi = Some(less(hi.clone(), count)),
            _ => self.lo = plus(self.lo.clone(), count),
        }
    }

    /// No more than so many.
    fn take(&mut self, count: Term) {
        match &self.hi {
            Some(hi) if self.reversed => {
                let lo = less(hi.clone(), count);
                let later = Term::test(BinOp::Lt, self.lo.clone(), lo.clone());
                self.lo = number(terms::ite(later, lo, self.lo.clone()));
            }
            Some(hi) => {
                let end = plus(self.lo.clone(), count);
                let earlier = Term::test(BinOp::Lt, end.clone(), hi.clone());
                self.hi = Some(number(terms::ite(earlier, end, hi.clone())));
            }
            None => self.hi = Some(plus(self.lo.clone(), count)),
        }
    }
}

impl Typer<'_, '_> {
    /// `xs.iter().all(|x| p)`, `(lo..hi).all(|i| p)`, and the same with `any` and through the adapters of a [`View`]; `count` of one.
    pub(super) fn of_view(&mut self, call: &syn::ExprMethodCall, span: Span) -> Option<Typed> {
        let method = call.method.to_string();
        let closure = match (method.as_str(), call.args.len(), call.args.first().map(strip_parens)) {
            ("all" | "any", 1, Some(syn::Expr::Closure(closure))) if closure.inputs.len() == 1 => Some(closure),
            ("count", 0, None) => None,
            _ => return None,
        };
        if !is_view(&call.receiver) {
            return None;
        }
        let view = self.view(&call.receiver, span)?;
        if self.is_shadowed(&method) {
            return Some(self.foreign_iterator(span));
        }
        let Ends { lo, hi, .. } = view.ends;
        let Some(hi) = hi else { return Some(self.outside("it asks an iterator that never ends", span)) };
        let Some(closure) = closure else {
            if !view.item.is_plain() {
                return Some(self.outside_of(USIZE, "it counts what a closure chooses or makes", span));
            }
            let count = less(hi.clone(), lo.clone());
            let none = Term::test(BinOp::Le, hi, lo);
            return Some(Typed { term: number(terms::ite(none, terms::size(0), count)), ty: Ty::Exact, span });
        };
        let q = if method == "all" { Quantifier::Forall } else { Quantifier::Exists };
        let (id, at) = match &view.item {
            Item::Index(ty) => self.bound(ty),
            _ => self.bound(&USIZE),
        };
        let (kept, body) = self.scoped(|b| {
            let (kept, item) = b.item(&view.item, &at, span)?;
            let test = b.matched(&closure.inputs[0], &item);
            let body = b.expr_of(&closure.body, &Ty::Bool).term;
            Some((kept, Term::and(test, body)))
        })?;
        let body = match q {
            Quantifier::Forall if !matches!(kept.kind(), TermKind::Bool(true)) => {
                Term::test(BinOp::Implies, kept, body)
            }
            _ => Term::and(kept, body),
        };
        let body = without_windows(&body, id);
        Some(self.test(Term::new(TermKind::Quant(q, id, lo, hi, body), Ty::Bool), span))
    }

    /// `(lo..hi).contains(&x)`.
    pub(super) fn range_contains(&mut self, call: &syn::ExprMethodCall, span: Span) -> Option<Typed> {
        let (syn::Expr::Range(range), 1) = (strip_parens(&call.receiver), call.args.len()) else { return None };
        if call.method != "contains" || self.is_shadowed("contains") {
            return None;
        }
        let lo = range.start.as_ref().map(|lo| self.expr(lo));
        let hi = range.end.as_ref().map(|hi| self.expr_for(hi, lo.as_ref().map(|lo| &lo.ty)));
        let of = lo.as_ref().or(hi.as_ref()).map(|end| end.ty.clone());
        let value = self.expr_for(&call.args[0], of.as_ref());
        let upper = match range.limits {
            syn::RangeLimits::Closed(_) => BinOp::Le,
            syn::RangeLimits::HalfOpen(_) => BinOp::Lt,
        };
        let above = lo.map(|lo| self.compare(BinOp::Le, lo, value.clone(), span).term);
        let below = hi.map(|hi| self.compare(upper, value.clone(), hi, span).term);
        let both = above.into_iter().chain(below).reduce(Term::and)?;
        Some(self.test(both, span))
    }

    /// `xs.is_sorted()`, of elements that are ordered by their parts.
    pub(super) fn is_sorted(&mut self, seq: &Typed, span: Span) -> Option<Typed> {
        let element = seq.term.ty().element()?.clone();
        let settled = self.infer.settled(&element);
        let (id, at) = self.bound(&USIZE);
        let part = |at: Term| terms::get(&seq.term, at, &element);
        let (this, next) = (part(at.clone()), part(plus(at, 1)));
        let ordered = terms::order::compare(self.cx.types, BinOp::Le, this, next, &settled)?;
        let last = less(terms::len(&seq.term), 1);
        Some(
            self.test(
                Term::new(TermKind::Quant(Quantifier::Forall, id, terms::size(0), last, ordered), Ty::Bool),
                span,
            ),
        )
    }

    fn view<'e>(&mut self, expr: &'e syn::Expr, span: Span) -> Option<View<'e>> {
        let call = match strip_parens(expr) {
            syn::Expr::Range(range) => return self.range_view(range),
            syn::Expr::MethodCall(call) => call,
            _ => return None,
        };
        let method = call.method.to_string();
        if matches!(method.as_str(), "iter" | "into_iter" | "windows") && !is_view(&call.receiver) {
            return self.elements(call, &method, span);
        }
        let mut view = self.view(&call.receiver, span)?;
        if self.is_shadowed(&method) {
            self.foreign_iterator(span);
        }
        let argument = call.args.first().map(strip_parens);
        let inner = |item: Item<'e>| Box::new(item);
        match (method.as_str(), argument) {
            ("into_iter", None) => {}
            ("rev", None) => {
                view.ends.hi.as_ref()?;
                view.ends.reversed = !view.ends.reversed;
            }
            ("skip", Some(count)) => view.ends.skip(self.expr_of(count, &USIZE).term),
            ("take", Some(count)) => view.ends.take(self.expr_of(count, &USIZE).term),
            ("enumerate", None) => view.item = Item::Numbered(inner(view.item), view.ends.clone()),
            ("copied" | "cloned", None) => {
                if !self.copies(&view.item, span)? {
                    self.outside("it clones values whose `Clone` is not derived", span);
                }
                view.item = Item::Copied(inner(view.item));
            }
            ("zip", Some(other)) => {
                let other = match is_view(other) {
                    true => self.view(other, span)?,
                    false => {
                        let seq = self.expr(other);
                        let by_ref = matches!(self.infer.shallow(&seq.ty), Ty::Ref(..));
                        self.whole_sequence(seq, by_ref)?
                    }
                };
                let ends = view.ends.clone();
                if let Some(hi) = &other.ends.hi {
                    view.ends.take(less(hi.clone(), other.ends.lo.clone()));
                }
                view.item = Item::Pair(inner(view.item), ends, Box::new(other));
            }
            ("map", Some(syn::Expr::Closure(closure))) => view.item = Item::Mapped(inner(view.item), closure),
            ("filter", Some(syn::Expr::Closure(closure))) => view.item = Item::Kept(inner(view.item), closure),
            _ => return None,
        }
        Some(view)
    }

    fn range_view<'e>(&mut self, range: &syn::ExprRange) -> Option<View<'e>> {
        let lo = self.expr(range.start.as_ref()?);
        let hi = range.end.as_ref().map(|hi| self.expr_of(hi, &lo.ty).term);
        let hi = match range.limits {
            syn::RangeLimits::Closed(_) => hi.map(|hi| exact(BinOp::Add, hi, Term::int(1, Ty::Exact))),
            syn::RangeLimits::HalfOpen(_) => hi,
        };
        Some(View { ends: Ends { lo: lo.term, hi, reversed: false }, item: Item::Index(lo.ty) })
    }

    /// `xs.iter()`, `xs.into_iter()`, `xs.windows(2)`.
    fn elements<'e>(&mut self, call: &syn::ExprMethodCall, method: &str, span: Span) -> Option<View<'e>> {
        let seq = self.expr(&call.receiver);
        let seq = self.through(seq);
        // The library's `iter`, and not one of a trait of the crate.
        let is_the_librarys = matches!(self.probe_method(&seq.ty, method), Probed::Found(id) if self.is_std(id));
        let by_ref = method != "into_iter" || matches!(self.infer.shallow(&seq.ty), Ty::Ref(..));
        let view = self.whole_sequence(seq, by_ref)?;
        if !is_the_librarys {
            self.foreign_iterator(span);
        }
        if method != "windows" {
            return Some(view);
        }
        let (
            Item::Element(seq, Ty::Ref(_, element)),
            Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(width), .. })),
        ) = (view.item, call.args.first().map(strip_parens))
        else {
            return None;
        };
        let width = width.base10_parse::<u64>().ok().filter(|width| *width > 0)?;
        let hi = less(terms::len(&seq.term), width - 1);
        Some(View { ends: Ends { hi: Some(hi), ..view.ends }, item: Item::Window(seq, width, *element) })
    }

    /// All elements of a slice, a vector, an array or a `VecDeque`.
    fn whole_sequence<'e>(&mut self, seq: Typed, by_ref: bool) -> Option<View<'e>> {
        let seq = self.items_of(seq);
        let (Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element)) = self.infer.peel(&seq.ty) else {
            return None;
        };
        let item = if by_ref { Ty::Ref(false, element) } else { *element };
        let hi = Some(terms::len(&seq.term));
        Some(View { ends: Ends { lo: terms::size(0), hi, reversed: false }, item: Item::Element(seq, item) })
    }

    /// The elements of a `VecDeque`, which its model has in a vector; any other value is itself.
    pub(super) fn items_of(&self, seq: Typed) -> Typed {
        let Ty::Adt(id, args) = self.infer.peel(&seq.ty) else { return seq };
        let is_deque = self.cx.types.with_adt(id, |def| def.module.is_none() && def.name == "VecDeque");
        match is_deque && args.len() == 1 {
            true => self.make(TermKind::Field(seq.term, 0, 0), Ty::Vec(Box::new(args[0].clone())), seq.span),
            false => seq,
        }
    }

    /// Whether `copied` and `cloned` keep the value of what the items refer to; `None` if they are no references.
    fn copies(&self, item: &Item<'_>, _span: Span) -> Option<bool> {
        match item {
            Item::Element(_, Ty::Ref(_, ty)) => {
                let ty = self.infer.settled(&self.concrete(ty));
                Some(clones_by_parts(self.cx.types, &ty))
            }
            Item::Kept(inner, _) => self.copies(inner, _span),
            _ => None,
        }
    }

    /// The item at an index, and whether it is there.
    fn item(&mut self, item: &Item<'_>, at: &Term, span: Span) -> Option<(Term, Typed)> {
        let always = Term::bool(true);
        Some(match item {
            Item::Index(ty) => (always, Typed { term: at.clone(), ty: ty.clone(), span }),
            Item::Element(seq, ty) => {
                let of = seq.term.ty().element()?.clone();
                (always, Typed { term: terms::get(&seq.term, at.clone(), &of), ty: ty.clone(), span })
            }
            Item::Window(seq, width, element) => {
                let of = seq.term.ty().element()?.clone();
                let term = terms::slice(&seq.term, at.clone(), plus(at.clone(), *width), &of);
                (always, Typed { term, ty: Ty::Ref(false, Box::new(Ty::Slice(Box::new(element.clone())))), span })
            }
            Item::Numbered(inner, ends) => {
                let (kept, value) = self.item(inner, at, span)?;
                let number = Typed { term: ends.number(at)?, ty: USIZE, span };
                (kept, self.pair(number, value, span))
            }
            Item::Pair(inner, ends, other) => {
                let (kept, value) = self.item(inner, at, span)?;
                let index = other.ends.index(ends.number(at)?)?;
                let (also, second) = self.item(&other.item, &index, span)?;
                (Term::and(kept, also), self.pair(value, second, span))
            }
            Item::Copied(inner) => {
                let (kept, value) = self.item(inner, at, span)?;
                let Ty::Ref(_, ty) = self.infer.shallow(&value.ty) else { return None };
                (kept, Typed { ty: *ty, ..value })
            }
            Item::Mapped(inner, closure) => {
                let (kept, value) = self.item(inner, at, span)?;
                (kept, self.applied(closure, value, None))
            }
            Item::Kept(inner, closure) => {
                let (kept, value) = self.item(inner, at, span)?;
                let seen = Typed { ty: Ty::Ref(false, Box::new(value.ty.clone())), ..value.clone() };
                let test = self.applied(closure, seen, Some(&Ty::Bool));
                let test = self.coerce(test, &Ty::Bool).term;
                (Term::and(kept, test), value)
            }
        })
    }

    fn pair(&self, a: Typed, b: Typed, span: Span) -> Typed {
        self.make(TermKind::Tuple(vec![a.term, b.term]), Ty::Tuple(vec![a.ty, b.ty]), span)
    }

    /// Whether a trait of the crate that is in scope has a method of the name, which may be taken before the library's.
    fn is_shadowed(&self, method: &str) -> bool {
        let name = hir_expand::name::Name::new_root(method);
        let db = self.cx.db;
        self.scope.resolver.traits_in_scope(db).into_iter().any(|of| {
            use hir_def::HasModule as _;
            self.cx.db.origin(of.krate(db)) != Origin::Std && of.trait_items(db).method_by_name(&name).is_some()
        })
    }

    fn foreign_iterator(&mut self, span: Span) -> Typed {
        self.outside_of(Ty::Bool, "it iterates over a sequence by a method that is not the standard library's", span)
    }
}

impl Item<'_> {
    /// Whether there is an item at each index, and none is made by a closure.
    fn is_plain(&self) -> bool {
        match self {
            Item::Index(_) | Item::Element(..) | Item::Window(..) => true,
            Item::Numbered(inner, _) | Item::Copied(inner) => inner.is_plain(),
            Item::Pair(inner, _, other) => inner.is_plain() && other.item.is_plain(),
            Item::Mapped(..) | Item::Kept(..) => false,
        }
    }
}

/// Whether the expression is written as a view. What is counted or cut off after a `filter` has other numbers.
fn is_view(expr: &syn::Expr) -> bool {
    let call = match strip_parens(expr) {
        syn::Expr::Range(range) => return range.start.is_some(),
        syn::Expr::MethodCall(call) => call,
        _ => return false,
    };
    match (call.method.to_string().as_str(), call.args.len()) {
        ("iter" | "into_iter", 0) | ("windows", 1) => true,
        ("rev" | "copied" | "cloned", 0) | ("map" | "filter", 1) => is_view(&call.receiver),
        ("enumerate", 0) | ("skip" | "take" | "zip", 1) => is_view(&call.receiver) && !filters(&call.receiver),
        _ => false,
    }
}

fn filters(expr: &syn::Expr) -> bool {
    match strip_parens(expr) {
        syn::Expr::MethodCall(call) => call.method == "filter" || filters(&call.receiver),
        _ => false,
    }
}

/// Elements of windows at the index, as elements of the sequence: `xs[at..at + 2][1]` is `xs[at + 1]`. All windows are within it.
fn without_windows(term: &Term, at: BoundId) -> Term {
    let term = term.map_children(&mut |child| without_windows(child, at));
    let width = |lo: &Term, hi: &Term| match (lo.kind(), hi.kind()) {
        (TermKind::Bound(id), TermKind::Bin(BinOp::Add, base, width)) if *id == at && base == lo => {
            match width.kind() {
                TermKind::Int(width) => Some(width.clone()),
                _ => None,
            }
        }
        _ => None,
    };
    match term.kind() {
        TermKind::SeqGet(of, index) => match (of.kind(), index.kind()) {
            (TermKind::SeqSlice(seq, lo, hi), TermKind::Int(number))
                if width(lo, hi).is_some_and(|width| *number >= 0.into() && *number < width) =>
            {
                Term::new(
                    TermKind::SeqGet(seq.clone(), plus(lo.clone(), Term::int(number.clone(), Ty::Exact))),
                    term.ty().clone(),
                )
            }
            _ => term,
        },
        _ => term,
    }
}

/// An integer as a term.
trait Count {
    fn term(self) -> Term;
}

impl Count for Term {
    fn term(self) -> Term {
        self
    }
}

impl Count for u64 {
    fn term(self) -> Term {
        Term::int(self, Ty::Exact)
    }
}

fn is_zero(term: &Term) -> bool {
    matches!(term.kind(), TermKind::Int(value) if *value == 0.into())
}

fn plus(a: Term, b: impl Count) -> Term {
    match b.term() {
        b if is_zero(&b) => a,
        b if is_zero(&a) => b,
        b => exact(BinOp::Add, a, b),
    }
}

fn less(a: Term, b: impl Count) -> Term {
    match b.term() {
        b if is_zero(&b) => a,
        b => exact(BinOp::Sub, a, b),
    }
}

/// An exact integer: those that were chosen between may be of machine types.
fn number(term: Term) -> Term {
    match term.kind() {
        TermKind::Ite(..) => Term::new(term.kind().clone(), Ty::Exact),
        _ => term,
    }
}
