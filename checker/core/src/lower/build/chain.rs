//! Iterator chains: `xs.iter().enumerate().filter(…).map(…)`, gone over by a `for` or by a method that consumes it.
//!
//! A chain is known while it is built and never becomes a value: what it starts from is a loop over a sequence or a range,
//! each adapter is a step at the top of the loop's body, and what consumes it is a model in `specs/std/iter.rs` that is
//! put in place, with `self` for the chain. A chain that is kept in a variable, or has an adapter that is not listed here,
//! is outside the model.
use std::rc::Rc;

use super::expr::strip_parens;
use super::inline::Closure;
use super::loops::Body;
use super::{Builder, is_mut_ref};
use crate::lower::hir::{Arith, Arm, Binding, Expr, ExprKind, LoopKind, Over, Pat, Prim, Stmt, TargetId, VarId};
use crate::span::Span;
use crate::term::{BinOp, UnOp};
use crate::ty::{IntTy, Ty};

/// A step at the top of each turn.
#[derive(Clone)]
enum Stage {
    Map(Closure),
    Filter(Closure),
    FilterMap(Closure),
    TakeWhile(Closure),
    /// `enumerate` behind other adapters, with the variable that counts.
    Count(VarId),
}

/// A chain, taken apart.
#[derive(Clone)]
pub struct Chain {
    /// What is evaluated once, before.
    prelude: Vec<Stmt>,
    over: Over,
    /// The variable that the loop binds.
    var: VarId,
    /// The item that a turn starts from.
    item: Expr,
    stages: Vec<Stage>,
}

/// Sources of chains beside sequences and ranges, and adapters; `true` for those that `for` knows without a chain.
fn known(name: &str, args: usize) -> Option<bool> {
    Some(match (name, args) {
        ("iter" | "iter_mut" | "into_iter" | "copied" | "cloned" | "rev" | "enumerate", 0) | ("step_by", 1) => true,
        ("windows" | "chunks" | "chunks_exact" | "zip" | "skip" | "take" | "map", 1) => false,
        ("filter" | "filter_map" | "take_while", 1) => false,
        _ => return None,
    })
}

/// Whether an expression is such a chain, by its names alone; and whether it has to be one.
fn shape(expr: &syn::Expr) -> Option<bool> {
    match strip_parens(expr) {
        syn::Expr::Range(range) => (range.start.is_some() && range.end.is_some()).then_some(false),
        syn::Expr::MethodCall(call) => {
            let simple = known(&call.method.to_string(), call.args.len())?;
            let source = matches!(
                call.method.to_string().as_str(),
                "iter" | "iter_mut" | "into_iter" | "windows" | "chunks" | "chunks_exact"
            );
            let inner = shape(&call.receiver);
            if source {
                return Some(!simple || inner == Some(true));
            }
            let inner = inner?;
            Some(!simple || inner)
        }
        _ => None,
    }
}

impl Builder<'_> {
    /// The chain that a `for` goes over, where it takes one.
    pub fn chain_of_for(&mut self, expr: &syn::Expr) -> Option<Chain> {
        if let syn::Expr::Path(path) = strip_parens(expr)
            && let Some(var) = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()))
            && let Some(chain) = self.chains.get(&var)
        {
            return Some(Chain::clone(chain));
        }
        match shape(expr) {
            Some(true) => self.chain(expr),
            // `(…).enumerate().rev()` is not one loop over elements.
            Some(false) if reversed_pairs(expr) => self.chain(expr),
            _ => None,
        }
    }

    /// A method that consumes a chain, put in place.
    pub fn consume(
        &mut self,
        call: &syn::ExprMethodCall,
        expect: Option<&Ty>,
        (span, at): (Span, Span),
    ) -> Option<Expr> {
        let mut name = call.method.to_string();
        shape(&call.receiver)?;
        let iter = self.low.krate.adts.iter().position(|item| item.def.module.is_none() && item.def.name == "Iter")?;
        let iter = crate::ty::AdtId(iter as u32);
        let of = |item: Ty| Ty::Adt(iter, vec![item]);
        let mut written: Vec<Ty> = call.turbofish.as_ref().map(|args| self.type_args(args)).unwrap_or_default();
        if name == "collect" {
            let into = written.pop().or_else(|| expect.cloned())?;
            let Ty::Vec(_) = self.infer.shallow(&into) else { return None };
            name = "__collect".into();
        }
        self.low.krate.resolve_method(&of(Ty::Bool), &name)?;
        let chain = self.chain(&call.receiver)?;
        let item = self.chain_item(&chain);
        let id = self.low.krate.resolve_method(&of(item.clone()), &name)?;
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let body = self.inline_chain(id, (chain.clone(), of(item)), &args, &written, expect, (span, at));
        let ty = body.ty.clone();
        Some(Expr { kind: ExprKind::Block(chain.prelude, Some(Box::new(body)), None), ty, span })
    }

    /// The type of a chain's items: that of its last step, which is built for that and dropped.
    fn chain_item(&mut self, chain: &Chain) -> Ty {
        let target = TargetId(usize::MAX);
        let (pending, vars) = (self.pending.len(), self.vars.len());
        let (_, item) = self.turn(chain, target);
        self.pending.truncate(pending);
        let _ = vars;
        item.ty
    }

    fn chain(&mut self, expr: &syn::Expr) -> Option<Chain> {
        let span = self.span(expr);
        let usize = || Ty::Int(IntTy::Usize);
        let syn::Expr::MethodCall(call) = strip_parens(expr) else {
            let (over, ty) = self.over(expr, false).ok()?;
            return Some(self.simple_chain(over, ty, span));
        };
        let name = call.method.to_string();
        match name.as_str() {
            "map" | "filter" | "filter_map" | "take_while" => {
                let mut chain = self.chain(&call.receiver)?;
                let closure = self.closure(call.args.first()?)?;
                chain.stages.push(match name.as_str() {
                    "map" => Stage::Map(closure),
                    "filter" => Stage::Filter(closure),
                    "filter_map" => Stage::FilterMap(closure),
                    _ => Stage::TakeWhile(closure),
                });
                Some(chain)
            }
            "windows" | "chunks" | "chunks_exact" => {
                let seq = self.expr(&call.receiver, None);
                let element = self.element_of(&seq, &name)?;
                let mut prelude = Vec::new();
                let seq = self.named_value(seq, &mut prelude);
                let n = self.expr_of(call.args.first()?, &usize());
                let shown = self.low.text(n.span);
                let n = self.named_value(n, &mut prelude);
                let at = self.span(&call.method);
                let zero = self.number(0, span);
                let cond = self.compare(BinOp::Ne, n.clone(), zero.clone(), span);
                let message =
                    if name == "windows" { "window size must be non-zero" } else { "chunk size must be non-zero" };
                let demand = crate::lower::hir::Demand {
                    kind: crate::obligation::Kind::Panic,
                    cond,
                    claim: format!("{shown} != 0"),
                    message: message.into(),
                    at: Some(at),
                };
                prelude.push(Stmt::Expr(Expr { kind: ExprKind::Demand(Box::new(demand)), ty: Ty::unit(), span }));
                let var = self.hidden("_i", usize(), span);
                let i = Expr { kind: ExprKind::Var(var), ty: usize(), span };
                let len = self.size_of(&seq, span);
                let sure = |op, a: &Expr, b: &Expr| {
                    let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
                    Expr { kind: ExprKind::Arith(Arith::Sure(op), a, b), ty: usize(), span }
                };
                let end = sure(BinOp::Add, &i, &n);
                let (hi, step, end) = match name.as_str() {
                    "windows" => {
                        let one = self.number(1, span);
                        let rest = sure(BinOp::Add, &sure(BinOp::Sub, &len, &n), &one);
                        (self.unless(BinOp::Lt, (&len, &n), &zero, &rest, span), None, end)
                    }
                    "chunks" => (len.clone(), Some(n), self.unless(BinOp::Lt, (&len, &end), &len, &end, span)),
                    _ => (sure(BinOp::Sub, &len, &sure(BinOp::Rem, &len, &n)), Some(n), end),
                };
                let ty = Ty::Ref(false, Box::new(Ty::Slice(Box::new(element))));
                let item = Expr { kind: ExprKind::Prim(Prim::Part, vec![seq, i, end], span), ty, span };
                let hi = self.named_value(hi, &mut prelude);
                let over = Over::Range { lo: zero, hi, inclusive: false, reversed: false, step };
                Some(Chain { prelude, over, var, item, stages: Vec::new() })
            }
            "zip" => {
                let mut prelude = Vec::new();
                let left = self.sequence(&call.receiver, &mut prelude)?;
                let right = self.sequence(call.args.first()?, &mut prelude)?;
                let [left, right] = [left, right].map(|(seq, mutable)| (self.named_value(seq, &mut prelude), mutable));
                let var = self.hidden("_i", usize(), span);
                let parts = [&left, &right].map(|(seq, mutable)| self.element_at(seq, var, *mutable, span));
                let (a, b) = (self.size_of(&left.0, span), self.size_of(&right.0, span));
                let hi = self.unless(BinOp::Lt, (&a, &b), &a, &b, span);
                let hi = self.named_value(hi, &mut prelude);
                let lo = self.number(0, span);
                let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
                let item = Expr { kind: ExprKind::Tuple(parts.into()), ty, span };
                let over = Over::Range { lo, hi, inclusive: false, reversed: false, step: None };
                Some(Chain { prelude, over, var, item, stages: Vec::new() })
            }
            "skip" | "take" => {
                let mut prelude = Vec::new();
                let (seq, mutable) = self.sequence(expr, &mut prelude)?;
                let seq = self.named_value(seq, &mut prelude);
                let var = self.hidden("_i", usize(), span);
                let item = self.element_at(&seq, var, mutable, span);
                let (lo, hi) = (self.number(0, span), self.size_of(&seq, span));
                let hi = self.named_value(hi, &mut prelude);
                let over = Over::Range { lo, hi, inclusive: false, reversed: false, step: None };
                Some(Chain { prelude, over, var, item, stages: Vec::new() })
            }
            "rev" => {
                let mut chain = self.chain(&call.receiver)?;
                match &mut chain.over {
                    Over::Range { reversed, step: None, .. } | Over::Elements { reversed, .. }
                        if !chain.stages.iter().any(|stage| !matches!(stage, Stage::Map(_) | Stage::Filter(_))) =>
                    {
                        *reversed = !*reversed;
                        Some(chain)
                    }
                    _ => None,
                }
            }
            "enumerate" => {
                // Over elements it is the loop's own counter, also going back.
                let mut prelude = Vec::new();
                if let Some((seq, mutable)) = self.sequence(&call.receiver, &mut prelude) {
                    let seq = self.named_value(seq, &mut prelude);
                    let var = self.hidden("_i", usize(), span);
                    let element = self.element_at(&seq, var, mutable, span);
                    let i = Expr { kind: ExprKind::Var(var), ty: usize(), span };
                    let ty = Ty::Tuple(vec![usize(), element.ty.clone()]);
                    let item = Expr { kind: ExprKind::Tuple(vec![i, element]), ty, span };
                    let (lo, hi) = (self.number(0, span), self.size_of(&seq, span));
                    let hi = self.named_value(hi, &mut prelude);
                    let over = Over::Range { lo, hi, inclusive: false, reversed: false, step: None };
                    return Some(Chain { prelude, over, var, item, stages: Vec::new() });
                }
                let mut chain = self.chain(&call.receiver)?;
                let zero = self.number(0, span);
                let count = self.hidden("_count", usize(), span);
                chain.prelude.push(Stmt::Let(Pat::Bind(count, Binding::Value, None), Some(zero), None));
                chain.stages.push(Stage::Count(count));
                Some(chain)
            }
            "copied" => self.chain(&call.receiver),
            "cloned" => {
                let chain = self.chain(&call.receiver)?;
                let item = self.chain_item(&chain);
                let ty = self.infer.known(&self.infer.peel(&item));
                self.low.clones_by_parts(&ty).then_some(chain)
            }
            "into_iter" if matches!(strip_parens(&call.receiver), syn::Expr::Range(_)) => self.chain(&call.receiver),
            _ => {
                let (over, ty) = self.over(expr, false).ok()?;
                Some(self.simple_chain(over, ty, span))
            }
        }
    }

    fn simple_chain(&mut self, over: Over, ty: Ty, span: Span) -> Chain {
        let var = self.hidden("_item", ty.clone(), span);
        let item = Expr { kind: ExprKind::Var(var), ty, span };
        Chain { prelude: Vec::new(), over, var, item, stages: Vec::new() }
    }

    /// The sequence that `xs.iter()`, `&xs`, `xs.iter().skip(1)` and their kin go over, and whether mutably.
    pub fn sequence(&mut self, expr: &syn::Expr, prelude: &mut Vec<Stmt>) -> Option<(Expr, bool)> {
        let span = self.span(expr);
        let source = strip_parens(expr);
        let syn::Expr::MethodCall(call) = source else {
            if matches!(source, syn::Expr::Range(_)) {
                return None;
            }
            let seq = self.expr(source, None);
            self.element_of(&seq, "into_iter")?;
            let mutable = is_mut_ref(&self.infer.shallow(&seq.ty));
            return Some((seq, mutable));
        };
        let name = call.method.to_string();
        match (name.as_str(), call.args.len()) {
            ("copied" | "cloned", 0) => {
                shape(&call.receiver)?;
                let (seq, mutable) = self.sequence(&call.receiver, prelude)?;
                let element = self.element_of(&seq, "iter")?;
                (name == "copied" || self.low.clones_by_parts(&element)).then_some((seq, mutable))
            }
            ("iter" | "into_iter" | "iter_mut", 0) if shape(&call.receiver).is_none() => {
                let seq = self.expr(&call.receiver, None);
                self.element_of(&seq, &name)?;
                let moved = name == "into_iter" && is_mut_ref(&self.infer.shallow(&seq.ty));
                Some((seq, moved || name == "iter_mut"))
            }
            ("skip" | "take", 1) => {
                shape(&call.receiver)?;
                let (seq, mutable) = self.sequence(&call.receiver, prelude)?;
                let seq = self.named_value(seq, prelude);
                let element = self.element_of(&seq, &name)?;
                let n = self.expr_of(call.args.first()?, &Ty::Int(IntTy::Usize));
                let n = self.named_value(n, prelude);
                let len = self.size_of(&seq, span);
                let least = self.unless(BinOp::Lt, (&n, &len), &n, &len, span);
                let least = self.named_value(least, prelude);
                let (lo, hi) = if name == "skip" { (least, len) } else { (self.number(0, span), least) };
                let slice = Ty::Slice(Box::new(element));
                let part = Expr { kind: ExprKind::Prim(Prim::Part, vec![seq, lo, hi], span), ty: slice.clone(), span };
                let ty = Ty::Ref(mutable, Box::new(slice));
                Some((Expr { kind: ExprKind::Borrow(mutable, Box::new(part)), ty, span }, mutable))
            }
            _ if shape(source).is_none() => {
                let seq = self.expr(source, None);
                self.element_of(&seq, "into_iter")?;
                let mutable = is_mut_ref(&self.infer.shallow(&seq.ty));
                Some((seq, mutable))
            }
            _ => None,
        }
    }

    /// The type of a sequence's elements, unless a trait of the crate has a method of this name for it.
    fn element_of(&mut self, seq: &Expr, name: &str) -> Option<Ty> {
        let ty = self.infer.known(&self.infer.peel(&seq.ty));
        if self.low.krate.has_rival(&ty, name, None, false) {
            return None;
        }
        match ty {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => Some(*element),
            _ => None,
        }
    }

    /// A value under a name, evaluated once; a place stays one.
    fn named_value(&mut self, value: Expr, prelude: &mut Vec<Stmt>) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.kept(value, prelude);
        Expr { kind: ExprKind::Var(var), ty, span }
    }

    fn number(&self, n: u32, span: Span) -> Expr {
        Expr { kind: ExprKind::Int(n.into()), ty: Ty::Int(IntTy::Usize), span }
    }

    fn size_of(&self, seq: &Expr, span: Span) -> Expr {
        Expr { kind: ExprKind::Prim(Prim::Len, vec![seq.clone()], span), ty: Ty::Int(IntTy::Usize), span }
    }

    fn element_at(&mut self, seq: &Expr, var: VarId, mutable: bool, span: Span) -> Expr {
        let element = match self.infer.peel(&seq.ty) {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => *element,
            other => other,
        };
        let i = Expr { kind: ExprKind::Var(var), ty: Ty::Int(IntTy::Usize), span };
        let at = Expr { kind: ExprKind::Prim(Prim::At, vec![seq.clone(), i], span), ty: element.clone(), span };
        let ty = Ty::Ref(mutable, Box::new(element));
        Expr { kind: ExprKind::Borrow(mutable, Box::new(at)), ty, span }
    }

    /// `if a op b { then } else { otherwise }` on numbers.
    fn unless(&mut self, op: BinOp, (a, b): (&Expr, &Expr), then: &Expr, otherwise: &Expr, span: Span) -> Expr {
        let cond = self.compare(op, a.clone(), b.clone(), span);
        let kind = ExprKind::If(Box::new(cond), Box::new(then.clone()), Some(Box::new(otherwise.clone())));
        Expr { kind, ty: then.ty.clone(), span }
    }

    /// The steps of a turn, and the item that comes out of them.
    fn turn(&mut self, chain: &Chain, target: TargetId) -> (Vec<Stmt>, Expr) {
        let span = chain.item.span;
        let mut stmts = Vec::new();
        let mut item = chain.item.clone();
        let make = |kind, ty| Expr { kind, ty, span };
        for stage in &chain.stages {
            match stage {
                Stage::Map(closure) => {
                    let mapped = self.closure_call(closure, vec![item], None, span);
                    item = self.named_value(mapped, &mut stmts);
                }
                Stage::Filter(closure) | Stage::TakeWhile(closure) => {
                    if !matches!(item.kind, ExprKind::Var(_)) && !holds_place(&item) {
                        item = self.named_value(item, &mut stmts);
                    }
                    let test = self.closure_call(closure, vec![item.clone()], Some(&Ty::Bool), span);
                    let not = make(ExprKind::Unary(UnOp::Not, Box::new(test)), Ty::Bool);
                    let leave = if matches!(stage, Stage::Filter(_)) {
                        ExprKind::Continue(target)
                    } else {
                        ExprKind::Break(target, None)
                    };
                    let leave = Box::new(make(leave, Ty::Never));
                    stmts.push(Stmt::Expr(make(ExprKind::If(Box::new(not), leave, None), Ty::unit())));
                }
                Stage::FilterMap(closure) => {
                    let found = self.closure_call(closure, vec![item], None, span);
                    let ty = self.infer.fresh();
                    let Some(option) = self.low.option else { return (stmts, found) };
                    self.infer.unify(&found.ty, &Ty::Adt(option, vec![ty.clone()]));
                    let var = self.hidden("_", ty.clone(), span);
                    let bind = vec![(0, Pat::Bind(var, Binding::Value, None))];
                    let value = make(ExprKind::Var(var), ty.clone());
                    let arms = vec![
                        Arm { pat: Pat::Ctor(option, 1, bind), guard: None, body: value },
                        Arm { pat: Pat::Wild, guard: None, body: make(ExprKind::Continue(target), Ty::Never) },
                    ];
                    item = self.named_value(make(ExprKind::Match(Box::new(found), arms), ty), &mut stmts);
                }
                Stage::Count(count) => {
                    let usize = Ty::Int(IntTy::Usize);
                    let now = make(ExprKind::Var(*count), usize.clone());
                    let at = self.named_value(now.clone(), &mut stmts);
                    let one = Box::new(self.number(1, span));
                    let next = ExprKind::Arith(Arith::Sure(BinOp::Add), Box::new(now.clone()), one);
                    let next = make(next, usize.clone());
                    stmts.push(Stmt::Expr(make(ExprKind::Assign(Box::new(now), Box::new(next)), Ty::unit())));
                    let ty = Ty::Tuple(vec![usize, item.ty.clone()]);
                    item = make(ExprKind::Tuple(vec![at, item]), ty);
                }
            }
        }
        (stmts, item)
    }

    /// A loop over a chain: `body` is built with the item bound to the pattern.
    pub fn chain_loop(&mut self, inner: &syn::ExprForLoop, chain: Chain, span: Span) -> Expr {
        let mut stmts = chain.prelude.clone();
        let built = self.looped(&inner.label, Ty::unit(), span, |b, target| {
            let (mut turn, item) = b.turn(&chain, target);
            b.bind_item(&inner.pat, item, &mut turn);
            let body: Body = b.loop_body(&inner.body, target);
            let binding =
                if is_mut_ref(&b.infer.shallow(&b.vars[chain.var.0].ty)) { Binding::Place } else { Binding::Value };
            turn.push(Stmt::Expr(body.expr));
            let expr = Expr { kind: ExprKind::Block(turn, None, None), ty: Ty::unit(), span };
            (LoopKind::For(Pat::Bind(chain.var, binding, None), chain.over.clone()), Body { expr, ..body })
        });
        if stmts.is_empty() {
            return built;
        }
        stmts.push(Stmt::Expr(built));
        Expr { kind: ExprKind::Block(stmts, None, None), ty: Ty::unit(), span }
    }

    /// `let pat = item`, part by part where the item is a tuple, so that places stay places.
    fn bind_item(&mut self, pat: &syn::Pat, item: Expr, stmts: &mut Vec<Stmt>) {
        if let (syn::Pat::Tuple(pats), ExprKind::Tuple(parts)) = (pat, &item.kind)
            && pats.elems.len() == parts.len()
            && !pats.elems.iter().any(|pat| matches!(pat, syn::Pat::Rest(_)))
        {
            for (pat, part) in pats.elems.iter().zip(parts.clone()) {
                self.bind_item(pat, part, stmts);
            }
            return;
        }
        let by_place = is_mut_ref(&self.infer.shallow(&item.ty));
        let ty = item.ty.clone();
        let pat = self.pattern(pat, &ty, by_place);
        stmts.push(Stmt::Let(pat, Some(item), None));
    }

    /// What stands for a chain in a model.
    pub fn chain_var(&mut self, chain: Chain, ty: Ty, span: Span) -> VarId {
        let var = self.hidden("self", ty, span);
        self.chains.insert(var, Rc::new(chain));
        var
    }
}

/// Whether an expression is made of mutable places.
fn holds_place(e: &Expr) -> bool {
    let mut found = matches!(e.kind, ExprKind::Borrow(true, _));
    e.each(&mut |part| found |= holds_place(part));
    found
}

/// `….enumerate().rev()`.
fn reversed_pairs(expr: &syn::Expr) -> bool {
    match strip_parens(expr) {
        syn::Expr::MethodCall(call) if call.method == "rev" => {
            matches!(strip_parens(&call.receiver), syn::Expr::MethodCall(inner) if inner.method == "enumerate")
        }
        _ => false,
    }
}
