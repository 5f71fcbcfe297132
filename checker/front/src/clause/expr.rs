//! Expressions, but for operators, calls and patterns.
use num_bigint::BigInt;
use refine_core::ids::AdtId;
use refine_core::program::FieldDef;
use refine_core::span::Span;
use refine_core::term::{BinOp, Term, TermKind, may_panic};
use refine_core::terms::parts::{cast, field_ty};
use refine_core::terms::{self, alike, ite};
use refine_core::ty::{IntTy, Ty};
use syn::ext::IdentExt;

use super::infer::is_var;
use super::names::Meaning;
use super::typer::{Typed, Typer};
use super::{member_name, path_text};
use crate::items::plain;

impl Typer<'_, '_> {
    /// An expression of which nothing is expected.
    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Typed {
        self.expr_for(expr, None)
    }

    /// An expression; `expect` is the type that it should have, if that is known.
    pub(super) fn expr_for(&mut self, expr: &syn::Expr, expect: Option<&Ty>) -> Typed {
        use syn::Expr as E;
        let span = self.span(expr);
        match expr {
            E::Paren(inner) => Typed { span, ..self.expr_for(&inner.expr, expect) },
            E::Group(inner) => Typed { span, ..self.expr_for(&inner.expr, expect) },
            E::Lit(lit) => self.literal(&lit.lit),
            E::Path(path) => self.path(path, expect),
            E::Unary(unary) => self.unary(unary, expect, span),
            E::Binary(binary) => self.binary(binary, expect, span),
            E::Field(field) => self.field(field, span),
            E::Index(index) => self.index(index, span),
            E::Reference(reference) => {
                let inner = match expect.map(|ty| self.infer.shallow(ty)) {
                    Some(Ty::Ref(_, inner)) => self.expr_for(&reference.expr, Some(&inner)),
                    _ => self.expr(&reference.expr),
                };
                Typed { ty: Ty::Ref(false, Box::new(inner.ty.clone())), span, ..inner }
            }
            E::Tuple(tuple) => self.tuple(tuple, expect, span),
            E::Array(array) => {
                let element = self.expected_element(expect);
                let all: Vec<Term> = array.elems.iter().map(|e| self.expr_of(e, &element).term).collect();
                let ty = Ty::Array(Box::new(element), (all.len() as u64).into());
                self.make(TermKind::SeqLit(all), ty, span)
            }
            E::Repeat(repeat) => {
                let element = self.expected_element(expect);
                let value = self.expr_of(&repeat.expr, &element);
                let count = self.expr_of(&repeat.len, &terms::USIZE);
                let ty = match count.term.as_length() {
                    Some(length) => Ty::Array(Box::new(element), length),
                    None => Ty::Slice(Box::new(element)),
                };
                self.make(TermKind::SeqRepeat(value.term, count.term), ty, span)
            }
            E::Struct(strukt) => self.struct_literal(strukt, expect, span),
            E::Block(block) if block.label.is_none() => self.block(&block.block, expect),
            E::Const(block) => self.block(&block.block, expect),
            E::If(cond) => self.if_expr(cond, expect, span),
            E::Match(matched) => self.match_expr(matched, expect, span),
            E::Let(condition) => {
                let value = self.expr(&condition.expr);
                let test = self.matched(&condition.pat, &value);
                after(&value.term, self.test(test, span))
            }
            E::Cast(cast) => self.cast(cast, expect, span),
            E::Call(call) => self.call(call, expect, span),
            E::MethodCall(call) => self.method_call(call, expect, span),
            E::Macro(mac) => self.macro_call(&mac.mac, span),
            E::Closure(_) => self.outside("it has a closure", span),
            E::Range(_) => self.outside("it uses a range as a value", span),
            E::Assign(_) | E::While(_) | E::Loop(_) | E::ForLoop(_) | E::Break(_) | E::Continue(_) | E::Return(_) => {
                self.error("E0101", "a clause must not change anything, and this does", span)
            }
            _ => self.outside("it has an expression of a kind that is not supported", span),
        }
    }

    fn expected_element(&mut self, expect: Option<&Ty>) -> Ty {
        match expect.map(|ty| self.infer.peel(ty)) {
            Some(Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element)) => *element,
            _ => self.infer.fresh(),
        }
    }

    /// A literal. An integer without a suffix is exact, unless it meets another type.
    pub(super) fn literal(&mut self, lit: &syn::Lit) -> Typed {
        let span = self.span(lit);
        let text = |b: &mut Self, ty: &str| {
            b.outside_of(Ty::Opaque(ty.into()), "it uses text or a floating-point number", span)
        };
        match lit {
            syn::Lit::Int(int) => {
                let value: BigInt = int.base10_digits().parse().unwrap_or_default();
                let ty = match int.suffix() {
                    "" => self.infer.fresh_int(),
                    suffix => match IntTy::from_name(suffix) {
                        Some(ty) => Ty::Int(ty),
                        None => return text(self, suffix),
                    },
                };
                self.make(TermKind::Int(value), ty, span)
            }
            syn::Lit::Bool(bool) => self.test(Term::bool(bool.value), span),
            syn::Lit::Char(char) => self.make(TermKind::Int(u32::from(char.value()).into()), Ty::Char, span),
            syn::Lit::Byte(byte) => self.make(TermKind::Int(byte.value().into()), Ty::Int(IntTy::U8), span),
            syn::Lit::ByteStr(bytes) => {
                let byte = |byte: u8| Term::int(byte, Ty::Int(IntTy::U8));
                let all: Vec<Term> = bytes.value().into_iter().map(byte).collect();
                let ty = Ty::Array(Box::new(Ty::Int(IntTy::U8)), (all.len() as u64).into());
                let ty = Ty::Ref(false, Box::new(ty));
                self.make(TermKind::SeqLit(all), ty, span)
            }
            syn::Lit::Float(float) => text(self, if float.suffix() == "f32" { "f32" } else { "f64" }),
            _ => {
                let ty = Ty::Ref(false, Box::new(Ty::Opaque("str".into())));
                self.outside_of(ty, "it uses text or a floating-point number", span)
            }
        }
    }

    /// A path: a variable, a constant or a constructor without arguments.
    fn path(&mut self, path: &syn::ExprPath, expect: Option<&Ty>) -> Typed {
        let span = self.span(path);
        if path.qself.is_none()
            && let Some(ident) = path.path.get_ident()
            && let Some(known) = self.variable(&ident.unraw().to_string())
        {
            let term = if self.in_old { known.old } else { known.now };
            return Typed { term, ty: known.ty, span };
        }
        let text = path_text(&path.path);
        match self.constructed(path.qself.as_ref(), &path.path, expect) {
            Some(Meaning::Ctor(id, variant, args)) => {
                if self.cx.types.with_adt(id, |def| def.variants[variant].fields.is_empty()) {
                    self.construct((id, variant, args), Vec::new(), expect, span)
                } else {
                    self.outside(format!("it uses the constructor `{text}` as a function value"), span)
                }
            }
            Some(Meaning::OtherCtor(_)) => self.outside(format!("it uses `{text}`"), span),
            Some(Meaning::Const(id, of)) => self.constant(id, of, &text, span),
            Some(Meaning::Static(id)) => self.static_value(id, &text, span),
            Some(Meaning::Fn(..)) => self.outside(format!("it uses the function `{text}` as a value"), span),
            Some(Meaning::ConstParam) => match self.scope.constant(&text) {
                Some(value) => Typed { term: value.clone(), ty: value.ty().clone(), span },
                None => self.outside(format!("it uses `{text}`"), span),
            },
            // A pattern of a loop binds it in each turn.
            Some(Meaning::Hidden) => self
                .outside(format!("it uses `{text}`, whose value is not known where a turn of the loop begins"), span),
            // (What it has by that name rustc tells, where the clause is compiled to be run.)
            None if self.is_of_unknown_constants(path) => self.outside(format!("it uses `{text}`"), span),
            None => {
                let help =
                    self.result.as_deref().filter(|_| path.path.get_ident().is_some()).map(|named| match named {
                        "_" => format!("to speak of the result, name it: `|{text}| …`"),
                        named => {
                            format!(
                                "the result is called `{named}` here; if you mean it by `{text}`, write `|{text}| …`"
                            )
                        }
                    });
                self.mistake("E0201", format!("`{text}` is not known here"), help, span);
                self.unknown(span)
            }
        }
    }

    /// Whether a path goes by way of a type whose constant arguments are not known: such as are computed, or defaults.
    fn is_of_unknown_constants(&mut self, path: &syn::ExprPath) -> bool {
        let computed = |arg: &syn::GenericArgument| matches!(arg, syn::GenericArgument::Const(syn::Expr::Block(_)));
        let is_computed = path.path.segments.iter().any(|segment| match &segment.arguments {
            syn::PathArguments::AngleBracketed(args) => args.args.iter().any(computed),
            _ => false,
        });
        let of = path.qself.as_ref().and_then(|qself| self.ty(&qself.ty));
        is_computed || of.is_some_and(|ty| is_var(&self.infer.shallow(&ty)))
    }

    /// A struct or variant from its fields' values, by their numbers.
    pub(super) fn construct(
        &mut self,
        (id, variant, args): (AdtId, usize, Vec<Ty>),
        fields: Vec<(usize, &syn::Expr)>,
        expect: Option<&Ty>,
        span: Span,
    ) -> Typed {
        let ty = Ty::Adt(id, args.clone());
        if let Some(expect) = expect {
            self.infer.unify(&ty, expect);
        }
        let count = self.cx.types.with_adt(id, |def| def.variants[variant].fields.len());
        let mut values: Vec<Option<Term>> = vec![None; count];
        for (at, value) in fields {
            let field = self.field_of(id, &args, variant, at);
            let value = self.expr_of(value, &field);
            if let Some(slot) = values.get_mut(at) {
                *slot = Some(value.term);
            }
        }
        match values.into_iter().collect() {
            Some(values) => self.make(TermKind::Ctor(variant, values), ty, span),
            None => self.outside_of(ty, "it leaves out a field", span),
        }
    }

    /// The type of a field, references included.
    pub(super) fn field_of(&self, id: AdtId, args: &[Ty], variant: usize, at: usize) -> Ty {
        self.cx.types.with_adt(id, |def| match def.variants.get(variant).and_then(|it| it.fields.get(at)) {
            Some(field) => def.instantiate(&field.ty, args),
            None => Ty::Opaque("_".into()),
        })
    }

    /// The number of a field.
    pub(super) fn field_number(&self, id: AdtId, variant: usize, name: &str) -> Option<usize> {
        let named = |field: &FieldDef| plain(&field.name) == name;
        self.cx.types.with_adt(id, |def| def.variants.get(variant)?.fields.iter().position(named))
    }

    fn struct_literal(&mut self, strukt: &syn::ExprStruct, expect: Option<&Ty>, span: Span) -> Typed {
        let name = path_text(&strukt.path);
        let found = self.struct_path(strukt.qself.as_ref(), &strukt.path);
        let (id, variant, args) = match self.wanted(found, expect) {
            Some(Meaning::Ctor(id, variant, args)) => (id, variant, args),
            Some(_) => return self.outside(format!("it has a value of `{name}`"), span),
            None => return self.error("E0201", format!("`{name}` is not known here"), span),
        };
        let mut fields = Vec::new();
        for field in &strukt.fields {
            let member = member_name(&field.member);
            match self.field_number(id, variant, &member) {
                Some(at) => fields.push((at, &field.expr)),
                None => {
                    let at = self.span(&field.member);
                    return self.error("E0203", format!("`{name}` has no field `{member}`"), at);
                }
            }
        }
        let Some(rest) = strukt.rest.as_deref() else {
            return self.construct((id, variant, args), fields, expect, span);
        };
        let ty = Ty::Adt(id, args.clone());
        let base = self.expr_of(rest, &ty);
        let count = self.cx.types.with_adt(id, |def| def.variants[variant].fields.len());
        let part = |at: usize| Term::new(TermKind::Field(base.term.clone(), variant, at), Ty::unit());
        let mut values: Vec<Term> = (0..count).map(part).collect();
        for (at, value) in values.iter_mut().enumerate() {
            let ty = self.term_ty(&self.field_of(id, &args, variant, at));
            *value = Term::new(value.kind().clone(), ty);
        }
        for (at, value) in fields {
            let field = self.field_of(id, &args, variant, at);
            values[at] = self.expr_of(value, &field).term;
        }
        self.make(TermKind::Ctor(variant, values), ty, span)
    }

    fn tuple(&mut self, tuple: &syn::ExprTuple, expect: Option<&Ty>, span: Span) -> Typed {
        let expected = match expect.map(|ty| self.infer.peel(ty)) {
            Some(Ty::Tuple(tys)) if tys.len() == tuple.elems.len() => tys.into_iter().map(Some).collect(),
            _ => vec![None; tuple.elems.len()],
        };
        let mut all = Vec::new();
        let mut tys = Vec::new();
        for (part, expected) in tuple.elems.iter().zip(&expected) {
            let part = self.expr_for(part, expected.as_ref());
            all.push(part.term);
            tys.push(part.ty);
        }
        self.make(TermKind::Tuple(all), Ty::Tuple(tys), span)
    }

    /// `base.name`, through references and boxes.
    fn field(&mut self, field: &syn::ExprField, span: Span) -> Typed {
        let base = self.expr(&field.base);
        let base = self.through(base);
        let name = member_name(&field.member);
        match self.infer.peel(&base.ty) {
            Ty::Tuple(tys) if name.parse::<usize>().is_ok_and(|at| at < tys.len()) => {
                let at: usize = name.parse().unwrap_or_default();
                let ty = tys[at].clone();
                self.make(TermKind::Proj(base.term, at), ty, span)
            }
            Ty::Adt(id, args) if self.struct_field(id, &name).is_some() => {
                let at = self.struct_field(id, &name).unwrap_or_default();
                let ty = self.field_of(id, &args, 0, at);
                // In the instance, an associated type may be known.
                let of = match base.term.ty() {
                    Ty::Adt(id, args) => field_ty(self.cx.types, *id, args, 0, at),
                    _ => self.term_ty(&ty),
                };
                Typed { term: Term::new(TermKind::Field(base.term, 0, at), of), ty, span }
            }
            ty => {
                let shown = self.show(&ty);
                let plain = match &ty {
                    Ty::Opaque(_) => false,
                    // (It may be a field of what this points to.)
                    Ty::Adt(..) => matches!(self.probe_method(&base.ty, "deref"), super::probe::Probed::None),
                    other => !is_var(other),
                };
                if plain {
                    return self.error("E0203", format!("`{shown}` has no field `{name}`"), span);
                }
                self.outside(format!("it uses the field `{name}` of a value of type `{shown}`"), span)
            }
        }
    }

    fn struct_field(&self, id: AdtId, name: &str) -> Option<usize> {
        if self.cx.types.with_adt(id, |def| def.is_enum) { None } else { self.field_number(id, 0, name) }
    }

    /// What a value behind mutable borrows is now: those that are part of a value are a pair.
    pub(super) fn through(&mut self, base: Typed) -> Typed {
        match self.infer.peel(&base.ty) {
            Ty::Borrow(inner) => {
                let kind = TermKind::Proj(base.term, 0);
                let made = self.make(kind, *inner, base.span);
                self.through(made)
            }
            _ => base,
        }
    }

    fn index(&mut self, index: &syn::ExprIndex, span: Span) -> Typed {
        let base = self.expr(&index.expr);
        let base = self.through(base);
        let base = self.items_of(base);
        let element = match self.infer.peel(&base.ty) {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => *element,
            ty => {
                self.expr(&index.index);
                let shown = self.show(&ty);
                if matches!(ty, Ty::Int(_) | Ty::Exact | Ty::Bool | Ty::Char | Ty::Tuple(_)) {
                    return self.error("E0200", format!("a value of type `{shown}` has no elements"), span);
                }
                return self.outside(format!("it indexes a value of type `{shown}`"), span);
            }
        };
        if let syn::Expr::Range(range) = strip_parens(&index.index) {
            let (lo, hi) = self.range_ends(range, &base.term);
            let term_element = self.term_ty(&element);
            let term = terms::slice(&base.term, lo, hi, &term_element);
            return Typed { term, ty: Ty::Slice(Box::new(element)), span };
        }
        let at = self.expr_of(&index.index, &terms::USIZE);
        self.make(TermKind::SeqGet(base.term, at.term), element, span)
    }

    /// The ends of a range of indices into a sequence.
    pub(super) fn range_ends(&mut self, range: &syn::ExprRange, of: &Term) -> (Term, Term) {
        let lo = range.start.as_ref().map(|lo| self.expr_of(lo, &terms::USIZE).term);
        let hi = range.end.as_ref().map(|hi| self.expr_of(hi, &terms::USIZE).term);
        let hi = match (hi, &range.limits) {
            (Some(hi), syn::RangeLimits::Closed(_)) => terms::exact(BinOp::Add, hi, terms::size(1)),
            (Some(hi), syn::RangeLimits::HalfOpen(_)) => hi,
            (None, _) => terms::len(of),
        };
        (lo.unwrap_or_else(|| terms::size(0)), hi)
    }

    fn cast(&mut self, it: &syn::ExprCast, expect: Option<&Ty>, span: Span) -> Typed {
        let value = self.expr(&it.expr);
        let Some(ty) = self.ty(&it.ty) else {
            return self.outside("it casts to a type that is not modelled", span);
        };
        if let Some(expect) = expect.filter(|_| is_var(&self.infer.shallow(&ty))) {
            self.infer.unify(&ty, expect);
        }
        // A literal is of the type that it is cast to.
        if matches!((value.term.kind(), &ty), (TermKind::Int(_), Ty::Int(_)))
            && super::infer::is_int_var(&self.infer.shallow(&value.ty))
        {
            self.infer.unify(&value.ty, &ty);
        }
        let from = self.infer.settled(&self.concrete(&value.ty)).plain();
        let from = if *value.term.ty() == Ty::Exact { Ty::Exact } else { from };
        let to = self.term_ty(&ty);
        match cast(self.cx.types, value.term, &from, &to) {
            // A cast that keeps the value keeps the term, which is of the new type all the same.
            Some(term) => Typed { term, ty, span },
            None => {
                let (from, to) = (self.show_concrete(&from), self.show_concrete(&to));
                self.outside_of(ty, format!("it casts `{from}` to `{to}`"), span)
            }
        }
    }

    /// A block of `let`s and a value.
    fn block(&mut self, block: &syn::Block, expect: Option<&Ty>) -> Typed {
        let span = self.span(block);
        self.scoped(|b| {
            let Some((last, stmts)) = block.stmts.split_last() else {
                return b.make(TermKind::Tuple(Vec::new()), Ty::unit(), span);
            };
            let mut before = Vec::new();
            for stmt in stmts {
                match stmt {
                    syn::Stmt::Local(syn::Local { pat, init: Some(init), .. }) if init.diverge.is_none() => {
                        before.push(b.let_stmt(pat, &init.expr));
                    }
                    syn::Stmt::Expr(expr, _) => {
                        b.expr(expr);
                        b.outside("it has a statement that is not a `let`", span);
                    }
                    _ => {
                        b.outside("it has a statement that is not a `let`", span);
                    }
                }
            }
            let value = match last {
                syn::Stmt::Expr(tail, None) => b.expr_for(tail, expect),
                syn::Stmt::Macro(mac) if mac.semi_token.is_none() => b.macro_call(&mac.mac, span),
                _ => b.outside("it has a block that does not end with a value", span),
            };
            before.iter().rev().fold(value, |value, first| after(first, value))
        })
    }

    /// Binds the variables of a `let` to what is returned.
    fn let_stmt(&mut self, pat: &syn::Pat, init: &syn::Expr) -> Term {
        let (pat, declared) = match pat {
            syn::Pat::Type(typed) => (&*typed.pat, self.ty(&typed.ty)),
            pat => (pat, None),
        };
        let mut value = self.expr_for(init, declared.as_ref());
        if let Some(ty) = declared {
            value = self.coerce(value, &ty);
            value.ty = ty;
        }
        self.matched(pat, &value);
        value.term
    }

    fn if_expr(&mut self, cond: &syn::ExprIf, expect: Option<&Ty>, span: Span) -> Typed {
        let (test, then) = self.scoped(|b| {
            let test = b.expr_of(&cond.cond, &Ty::Bool);
            (test.term, b.block(&cond.then_branch, expect))
        });
        let Some((_, otherwise)) = &cond.else_branch else {
            return self.outside("it has an `if` without `else`", span);
        };
        let otherwise = self.expr_for(otherwise, Some(expect.unwrap_or(&then.ty)));
        let ty = self.join(&[&then, &otherwise]);
        let (a, b) = alike(then.term, otherwise.term);
        Typed { term: branch(test, a, b), ty, span }
    }

    fn match_expr(&mut self, matched: &syn::ExprMatch, expect: Option<&Ty>, span: Span) -> Typed {
        let value = self.expr(&matched.expr);
        let mut cases: Vec<(Term, Typed)> = Vec::new();
        for arm in &matched.arms {
            let expected = expect.cloned().or_else(|| cases.first().map(|(_, first)| first.ty.clone()));
            cases.push(self.scoped(|b| {
                let (pat, guard) = match &arm.pat {
                    syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                    pat => (pat, None),
                };
                let mut test = b.matched(pat, &value);
                if let Some(guard) = guard {
                    test = Term::and(test, b.expr_of(guard, &Ty::Bool).term);
                }
                (test, b.expr_for(&arm.body, expected.as_ref()))
            }));
        }
        let parts: Vec<&Typed> = cases.iter().map(|(_, part)| part).collect();
        let ty = self.join(&parts);
        let Some((_, last)) = cases.pop() else { return self.outside("it has a `match` without arms", span) };
        let rest = |rest: Term, (test, value): (Term, Typed)| {
            let (value, rest) = alike(value.term, rest);
            branch(test, value, rest)
        };
        let term = cases.into_iter().rev().fold(last.term, rest);
        after(&value.term, Typed { term, ty, span })
    }

    /// The common type of branches.
    fn join(&mut self, parts: &[&Typed]) -> Ty {
        let ty = parts.iter().map(|part| part.ty.clone()).find(|ty| *ty != Ty::Never).unwrap_or(Ty::Never);
        for part in parts {
            self.coerce((*part).clone(), &ty);
        }
        // An exact integer in one branch makes an exact integer of the whole.
        let exact = parts.iter().any(|part| self.infer.shallow(&part.ty) == Ty::Exact);
        if exact { Ty::Exact } else { ty }
    }
}

/// A value that is there only if another one is, which was worked out before, be it used or not.
pub(super) fn after(first: &Term, value: Typed) -> Typed {
    if !may_panic(first) {
        return value;
    }
    let there = Term::test(BinOp::Eq, first.clone(), first.clone());
    let none = Term::new(TermKind::NoValue, value.term.ty().clone());
    let term = Term::new(TermKind::Ite(there, value.term.clone(), none), value.term.ty().clone());
    Typed { term, ..value }
}

/// If, then, else, of exact integers if one is.
fn branch(cond: Term, then: Term, otherwise: Term) -> Term {
    let exact = *then.ty() == Ty::Exact || *otherwise.ty() == Ty::Exact;
    let term = ite(cond, then, otherwise);
    if exact && matches!(term.kind(), TermKind::Ite(..)) { Term::new(term.kind().clone(), Ty::Exact) } else { term }
}

/// The expression inside parentheses.
pub(super) fn strip_parens(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => strip_parens(&inner.expr),
        syn::Expr::Group(inner) => strip_parens(&inner.expr),
        other => other,
    }
}
