//! Patterns: the test whether a value is of one, and what its variables are then.
use refine_core::ids::AdtId;
use refine_core::span::Span;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::order::compare;
use refine_core::terms::{self, is_variant, ite};
use refine_core::ty::Ty;
use syn::ext::IdentExt;

use super::names::Meaning;
use super::typer::{Typed, Typer, Variable};
use super::{member_name, path_text};

type Pats = syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>;

impl Typer<'_, '_> {
    /// The test whether a value is of a pattern. The variables are declared; in `old(…)` they mean the same.
    pub(super) fn matched(&mut self, pat: &syn::Pat, value: &Typed) -> Term {
        self.pattern(pat, value.term.clone(), &value.ty, false)
    }

    /// Binds a pattern to a value that is another one in `old(…)`.
    pub(super) fn bind_both(&mut self, pat: &syn::Pat, known: Variable) {
        let from = self.declared();
        self.pattern(pat, known.now, &known.ty, false);
        let now = self.take_from(from);
        self.pattern(pat, known.old, &known.ty, false);
        let old = self.take_from(from);
        for ((name, now), (_, old)) in now.into_iter().zip(old) {
            self.declare(&name, Variable { now: now.now, old: old.now, ty: now.ty });
        }
    }

    /// `by_ref` says that the value was come to through a reference, so that variables are references to its parts.
    fn pattern(&mut self, pat: &syn::Pat, value: Term, ty: &Ty, by_ref: bool) -> Term {
        let span = self.span(pat);
        let shallow = self.infer.shallow(ty);
        // What is not a reference itself goes through references.
        if let Ty::Ref(_, inner) = &shallow
            && !matches!(pat, syn::Pat::Reference(_) | syn::Pat::Wild(_) | syn::Pat::Rest(_) | syn::Pat::Paren(_))
            && !matches!(pat, syn::Pat::Type(_) | syn::Pat::Or(_))
            && !self.binds(pat)
        {
            return self.pattern(pat, value, inner, true);
        }
        match pat {
            syn::Pat::Wild(_) | syn::Pat::Rest(_) => Term::bool(true),
            syn::Pat::Paren(paren) => self.pattern(&paren.pat, value, ty, by_ref),
            syn::Pat::Reference(reference) => {
                let inner = match shallow {
                    Ty::Ref(_, inner) => *inner,
                    other => other,
                };
                self.pattern(&reference.pat, value, &inner, false)
            }
            syn::Pat::Type(typed) => {
                if let Some(declared) = self.ty(&typed.ty) {
                    self.infer.unify(&declared, ty);
                }
                self.pattern(&typed.pat, value, ty, by_ref)
            }
            syn::Pat::Ident(ident) => self.ident_pattern(ident, value, ty, by_ref),
            syn::Pat::Lit(lit) => {
                let other = self.literal(&lit.lit);
                self.value_pattern(other, value, ty)
            }
            syn::Pat::Path(path) => match self.constructed(path.qself.as_ref(), &path.path, Some(ty)) {
                Some(Meaning::Ctor(id, variant, args)) => {
                    self.ctor_pattern((id, variant, args), value, ty, Vec::new(), (by_ref, span))
                }
                _ => {
                    let other = self.expr(&syn::Expr::Path(path.clone()));
                    self.value_pattern(other, value, ty)
                }
            },
            syn::Pat::Range(range) => self.range_pattern(range, value, ty),
            syn::Pat::Tuple(tuple) => self.tuple_pattern(&tuple.elems, value, ty, (by_ref, span)),
            syn::Pat::TupleStruct(tuple) => match self.constructed(tuple.qself.as_ref(), &tuple.path, Some(ty)) {
                Some(Meaning::Ctor(id, variant, args)) => {
                    let arity = self.cx.types.with_adt(id, |def| def.variants[variant].fields.len());
                    match spread(&tuple.elems, Some(arity)) {
                        Some((slots, count)) if count == arity => {
                            self.ctor_pattern((id, variant, args), value, ty, slots, (by_ref, span))
                        }
                        _ => {
                            let name = path_text(&tuple.path);
                            self.no_pattern(format!("`{name}` has a different number of fields"), span)
                        }
                    }
                }
                Some(_) => self.outside_pattern(format!("it has the pattern `{}(…)`", path_text(&tuple.path)), span),
                None => self.unknown_pattern(&tuple.path, span),
            },
            syn::Pat::Struct(strukt) => self.struct_pattern(strukt, value, ty, (by_ref, span)),
            syn::Pat::Or(or) => self.or_pattern(&or.cases, value, ty, by_ref),
            syn::Pat::Slice(slice) => self.slice_pattern(&slice.elems, value, ty, (by_ref, span)),
            _ => self.outside_pattern("it has a pattern of a kind that is not supported".into(), span),
        }
    }

    fn outside_pattern(&mut self, reason: String, span: Span) -> Term {
        self.outside(reason, span);
        Term::bool(true)
    }

    fn no_pattern(&mut self, message: String, span: Span) -> Term {
        self.mistake("E0200", message, None, span);
        Term::bool(true)
    }

    fn unknown_pattern(&mut self, path: &syn::Path, span: Span) -> Term {
        self.mistake("E0201", format!("`{}` is not known here", path_text(path)), None, span);
        Term::bool(true)
    }

    /// Whether the pattern is a variable.
    fn binds(&mut self, pat: &syn::Pat) -> bool {
        matches!(pat, syn::Pat::Ident(ident) if self.constant_pattern(ident).is_none())
    }

    /// What a pattern that is one name means, if it is no variable.
    fn constant_pattern(&mut self, ident: &syn::PatIdent) -> Option<Meaning<'_>> {
        if ident.by_ref.is_some() || ident.mutability.is_some() || ident.subpat.is_some() {
            return None;
        }
        match self.value_path(None, &ident.ident.clone().into())? {
            Meaning::Ctor(id, variant, args) => {
                let unit = self.cx.types.with_adt(id, |def| def.variants[variant].fields.is_empty());
                unit.then_some(Meaning::Ctor(id, variant, args))
            }
            found @ (Meaning::Const(..) | Meaning::OtherCtor(_) | Meaning::Static(_)) => Some(found),
            Meaning::Fn(..) | Meaning::ConstParam | Meaning::Hidden => None,
        }
    }

    fn ident_pattern(&mut self, ident: &syn::PatIdent, value: Term, ty: &Ty, by_ref: bool) -> Term {
        let span = self.span(ident);
        match self.constant_pattern(ident) {
            Some(Meaning::Ctor(id, variant, args)) => {
                return self.ctor_pattern((id, variant, args), value, ty, Vec::new(), (by_ref, span));
            }
            Some(_) => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: ident.ident.clone().into() };
                let other = self.expr(&syn::Expr::Path(path));
                return self.value_pattern(other, value, ty);
            }
            None => {}
        }
        let by_ref = by_ref || ident.by_ref.is_some();
        let declared = match self.infer.shallow(ty) {
            inner if by_ref => Ty::Ref(false, Box::new(inner)),
            inner => inner,
        };
        self.bind(&ident.ident.unraw().to_string(), value.clone(), declared);
        match &ident.subpat {
            Some((_, sub)) => self.pattern(sub, value, ty, by_ref),
            None => Term::bool(true),
        }
    }

    fn value_pattern(&mut self, other: Typed, value: Term, ty: &Ty) -> Term {
        if !self.infer.unify(&other.ty, ty) {
            let (found, wanted) = (self.show(&other.ty), self.show(ty));
            let message = format!("this pattern has type `{found}`, but the value has type `{wanted}`");
            return self.no_pattern(message, other.span);
        }
        let of = self.infer.settled(&self.concrete(ty)).plain();
        match compare(self.cx.types, BinOp::Eq, value, other.term, &of) {
            Some(test) => test,
            None => {
                let shown = self.show_concrete(&of);
                self.outside_pattern(format!("it has a pattern of type `{shown}`"), other.span)
            }
        }
    }

    fn range_pattern(&mut self, range: &syn::PatRange, value: Term, ty: &Ty) -> Term {
        let mut test = Term::bool(true);
        if let Some(lo) = &range.start {
            test = Term::test(BinOp::Le, self.expr_of(lo, ty).term, value.clone());
        }
        if let Some(hi) = &range.end {
            let op = if matches!(range.limits, syn::RangeLimits::Closed(_)) { BinOp::Le } else { BinOp::Lt };
            test = Term::and(test, Term::test(op, value, self.expr_of(hi, ty).term));
        }
        test
    }

    fn tuple_pattern(&mut self, pats: &Pats, value: Term, ty: &Ty, (by_ref, span): (bool, Span)) -> Term {
        let known = match self.infer.shallow(ty) {
            Ty::Tuple(tys) => Some(tys),
            _ => None,
        };
        let Some((slots, count)) = spread(pats, known.as_ref().map(Vec::len)) else {
            return self.outside_pattern("it has a tuple pattern of a kind that is not supported".into(), span);
        };
        let tys = known.unwrap_or_else(|| (0..count).map(|_| self.infer.fresh()).collect());
        if tys.len() != count || !self.infer.unify(ty, &Ty::Tuple(tys.clone())) {
            let shown = self.show(ty);
            return self.no_pattern(format!("this pattern is a tuple, but the value has type `{shown}`"), span);
        }
        let mut test = Term::bool(true);
        for (at, pat) in slots {
            let part = Term::new(TermKind::Proj(value.clone(), at), self.term_ty(&tys[at]));
            test = Term::and(test, self.pattern(pat, part, &tys[at], by_ref));
        }
        test
    }

    fn ctor_pattern(
        &mut self,
        (id, variant, args): (AdtId, usize, Vec<Ty>),
        value: Term,
        ty: &Ty,
        slots: Vec<(usize, &syn::Pat)>,
        (by_ref, span): (bool, Span),
    ) -> Term {
        let own = Ty::Adt(id, args.clone());
        // `Some(…)` for the content of a box: as in Rust, there is no such pattern.
        if !self.infer.unify(ty, &own) {
            let (found, wanted) = (self.show(&own), self.show(ty));
            return self
                .no_pattern(format!("this pattern has type `{found}`, but the value has type `{wanted}`"), span);
        }
        let count = self.cx.types.with_adt(id, |def| def.variants.len());
        let mut test = if count == 1 { Term::bool(true) } else { is_variant(&value, variant) };
        for (at, pat) in slots {
            let field = self.field_of(id, &args, variant, at);
            let part = Term::new(TermKind::Field(value.clone(), variant, at), self.term_ty(&field));
            test = Term::and(test, self.pattern(pat, part, &field, by_ref));
        }
        test
    }

    fn struct_pattern(&mut self, pat: &syn::PatStruct, value: Term, ty: &Ty, (by_ref, span): (bool, Span)) -> Term {
        let found = self.struct_path(pat.qself.as_ref(), &pat.path);
        let (id, variant, args) = match self.wanted(found, Some(ty)) {
            Some(Meaning::Ctor(id, variant, args)) => (id, variant, args),
            Some(_) => {
                return self.outside_pattern(format!("it has the pattern `{} {{…}}`", path_text(&pat.path)), span);
            }
            None => return self.unknown_pattern(&pat.path, span),
        };
        let mut slots = Vec::new();
        for field in &pat.fields {
            let member = member_name(&field.member);
            match self.field_number(id, variant, &member) {
                Some(at) => slots.push((at, &*field.pat)),
                None => {
                    let (name, at) = (path_text(&pat.path), self.span(&field.member));
                    self.mistake("E0203", format!("`{name}` has no field `{member}`"), None, at);
                }
            }
        }
        self.ctor_pattern((id, variant, args), value, ty, slots, (by_ref, span))
    }

    /// Alternatives, which bind the same names.
    fn or_pattern<'p>(
        &mut self,
        cases: impl IntoIterator<Item = &'p syn::Pat>,
        value: Term,
        ty: &Ty,
        by_ref: bool,
    ) -> Term {
        let from = self.declared();
        let mut found: Vec<(Term, Vec<(String, Variable)>)> = Vec::new();
        for case in cases {
            let test = self.pattern(case, value.clone(), ty, by_ref);
            found.push((test, self.take_from(from)));
        }
        let any = found.iter().fold(Term::bool(false), |any, (test, _)| Term::or(any, test.clone()));
        let Some((_, last)) = found.pop() else { return any };
        for (name, known) in last {
            let of = |own: &[(String, Variable)]| own.iter().find(|(n, _)| *n == name).map(|(_, known)| known.clone());
            let mut term = known.now;
            for (test, own) in found.iter().rev() {
                if let Some(other) = of(own) {
                    self.infer.unify(&known.ty, &other.ty);
                    term = ite(test.clone(), other.now, term);
                }
            }
            self.bind(&name, term, known.ty);
        }
        any
    }

    fn slice_pattern(&mut self, pats: &Pats, value: Term, ty: &Ty, (by_ref, span): (bool, Span)) -> Term {
        let element = match self.infer.shallow(ty) {
            Ty::Array(element, _) | Ty::Slice(element) => *element,
            other => {
                let shown = self.show(&other);
                return self.no_pattern(format!("this pattern is for a slice, but the value has type `{shown}`"), span);
            }
        };
        let of_rest = |pat: &syn::Pat| match pat {
            syn::Pat::Rest(_) => Some(None),
            syn::Pat::Ident(ident) => match &ident.subpat {
                Some((_, sub)) if matches!(**sub, syn::Pat::Rest(_)) => Some(Some(ident.ident.unraw().to_string())),
                _ => None,
            },
            _ => None,
        };
        let rest = pats.iter().position(|pat| of_rest(pat).is_some());
        let back = rest.map_or(0, |at| pats.len() - at - 1);
        let count = (pats.len() - usize::from(rest.is_some())) as u64;
        let op = if rest.is_some() { BinOp::Ge } else { BinOp::Eq };
        let mut test = Term::test(op, terms::len(&value), terms::size(count));
        let of = self.term_ty(&element);
        for (at, pat) in pats.iter().enumerate() {
            match (rest, of_rest(pat)) {
                (Some(rest), Some(name)) if at == rest => {
                    let hi = terms::from_end(&value, back as u64);
                    let middle = terms::slice(&value, terms::size(rest as u64), hi, &of);
                    if let Some(name) = name {
                        let ty = Ty::Ref(false, Box::new(Ty::Slice(Box::new(element.clone()))));
                        self.bind(&name, middle, ty);
                    }
                }
                _ => {
                    let index = match rest {
                        Some(rest) if at > rest => terms::from_end(&value, (pats.len() - at) as u64),
                        _ => terms::size(at as u64),
                    };
                    let part = terms::get(&value, index, &of);
                    test = Term::and(test, self.pattern(pat, part, &element, by_ref));
                }
            }
        }
        test
    }
}

/// The numbers of the patterns of a tuple with `..` somewhere, and the tuple's length.
fn spread(pats: &Pats, len: Option<usize>) -> Option<(Vec<(usize, &syn::Pat)>, usize)> {
    let rest = pats.iter().position(|pat| matches!(pat, syn::Pat::Rest(_)));
    let count = if rest.is_some() { len? } else { pats.len() };
    let written = pats.len() - usize::from(rest.is_some());
    let slots = pats.iter().enumerate().filter(|(at, _)| Some(*at) != rest);
    let slots = slots.map(|(at, pat)| match rest {
        Some(rest) if at > rest => (count + at - pats.len(), pat),
        _ => (at, pat),
    });
    (count >= written).then(|| (slots.collect(), count))
}
