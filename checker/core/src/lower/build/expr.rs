//! Expressions, but for operators, calls, loops and macros.
use num_bigint::BigInt;

use super::pattern::member_name;
use super::{Builder, last_segment, path_text};
use crate::lower::hir::{Arm, Expr, ExprKind, Prim};
use crate::lower::infer::is_var;
use crate::syntax::ValueRes;
use crate::term::UnOp;
use crate::ty::{IntTy, Ty};

impl Builder<'_> {
    /// An expression; `expect` is the type that it should have, if that is known.
    pub fn expr(&mut self, expr: &syn::Expr, expect: Option<&Ty>) -> Expr {
        use syn::Expr as E;
        let span = self.span(expr);
        let make = |kind, ty| Expr { kind, ty, span };
        match expr {
            E::Paren(inner) => Expr { span, ..self.expr(&inner.expr, expect) },
            E::Group(inner) => Expr { span, ..self.expr(&inner.expr, expect) },
            E::Lit(lit) => self.literal(&lit.lit),
            E::Path(path) => self.path(path, expect),
            E::Unary(unary) => self.unary(unary, expect, span),
            E::Binary(binary) => self.binary(binary, expect, span),
            E::Assign(assign) => {
                if let E::Infer(_) = &*assign.left {
                    let value = self.expr(&assign.right, None);
                    return make(ExprKind::Block(vec![super::Stmt::Expr(value)], None, None), Ty::unit());
                }
                let left = self.expr(&assign.left, None);
                let ty = left.ty.clone();
                let right = self.expr_of(&assign.right, &ty);
                make(ExprKind::Assign(Box::new(left), Box::new(right)), Ty::unit())
            }
            E::Field(field) => self.field(field, span),
            E::Index(index) => self.index(index, span),
            E::Reference(reference) => {
                let inner = match expect.map(|ty| self.infer.shallow(ty)) {
                    Some(Ty::Ref(_, inner)) => self.expr(&reference.expr, Some(&inner)),
                    _ => self.expr(&reference.expr, None),
                };
                let mutable = reference.mutability.is_some();
                let ty = Ty::Ref(mutable, Box::new(inner.ty.clone()));
                make(ExprKind::Borrow(mutable, Box::new(inner)), ty)
            }
            E::Tuple(tuple) => {
                let expected = match expect.map(|ty| self.infer.peel(ty)) {
                    Some(Ty::Tuple(tys)) if tys.len() == tuple.elems.len() => tys.into_iter().map(Some).collect(),
                    _ => vec![None; tuple.elems.len()],
                };
                let all: Vec<Expr> = tuple
                    .elems
                    .iter()
                    .zip(&expected)
                    .map(|(e, ty)| match ty {
                        Some(ty) => self.expr_of(e, ty),
                        None => self.expr(e, None),
                    })
                    .collect();
                let ty = Ty::Tuple(
                    all.iter().zip(expected).map(|(e, expected)| expected.unwrap_or_else(|| e.ty.clone())).collect(),
                );
                make(ExprKind::Tuple(all), ty)
            }
            E::Array(array) => {
                let element = self.expected_element(expect);
                let all: Vec<Expr> = array.elems.iter().map(|e| self.expr_of(e, &element)).collect();
                let ty = Ty::Array(Box::new(element), all.len() as u64);
                make(ExprKind::List(all), ty)
            }
            E::Repeat(repeat) => {
                let element = self.expected_element(expect);
                let value = self.expr_of(&repeat.expr, &element);
                let count = self.expr_of(&repeat.len, &Ty::Int(IntTy::Usize));
                let ty = match self.low.constant(&count) {
                    Some(n) => Ty::Array(Box::new(element), n),
                    None => Ty::Slice(Box::new(element)),
                };
                make(ExprKind::Repeat(Box::new(value), Box::new(count)), ty)
            }
            E::Struct(strukt) => self.struct_literal(strukt, expect, span),
            E::Block(block) => match &block.label {
                Some(label) => self.labelled_block(&label.name.ident.to_string(), &block.block, expect),
                None => self.block(&block.block, expect, None),
            },
            E::Const(block) => self.block(&block.block, expect, None),
            E::If(cond) => self.if_expr(cond, expect, span),
            E::Match(matched) => self.match_expr(matched, expect, span),
            E::Let(condition) => {
                let value = self.expr(&condition.expr, None);
                let place = super::is_mut_ref(&self.infer.shallow(&value.ty));
                let ty = value.ty.clone();
                let pat = self.pattern(&condition.pat, &ty, place);
                make(ExprKind::Let(Box::new(pat), Box::new(value)), Ty::Bool)
            }
            E::While(_) | E::Loop(_) | E::ForLoop(_) | E::Break(_) | E::Continue(_) => self.loop_expr(expr, span),
            E::Return(ret) if self.closure_target.is_some() => {
                let (target, ty) = self.closure_target.clone().expect("it was there");
                let value = ret.expr.as_ref().map(|e| Box::new(self.expr_of(e, &ty)));
                make(ExprKind::Break(target, value), Ty::Never)
            }
            E::Return(ret) => {
                let ty = self.ret.clone();
                let value = ret.expr.as_ref().map(|e| Box::new(self.expr_of(e, &ty)));
                make(ExprKind::Return(value), Ty::Never)
            }
            E::Try(tried) => self.try_expr(tried, span),
            E::Cast(cast) => {
                let value = self.expr(&cast.expr, None);
                let ty = self.ty(&cast.ty);
                // A literal is of the type that it is cast to.
                if matches!((&value.kind, &ty), (ExprKind::Int(_), Ty::Int(_))) {
                    self.infer.unify(&value.ty, &ty);
                }
                if is_var(&self.infer.shallow(&ty))
                    && let Some(expect) = expect
                {
                    self.infer.unify(&ty, expect);
                }
                make(ExprKind::Cast(Box::new(value)), ty)
            }
            E::Call(call) => self.call(call, expect, span),
            E::MethodCall(call) => self.method_call(call, expect, span),
            E::Macro(mac) => self.macro_call(&mac.mac, expect),
            E::Closure(_) => self.unmodelled("a closure", Vec::new(), false, span),
            E::Unsafe(_) => self.unmodelled("an `unsafe` block", Vec::new(), true, span),
            E::Async(_) | E::Await(_) => self.unmodelled("async code", Vec::new(), true, span),
            E::Range(range) => {
                let parts = range.start.iter().chain(&range.end).map(|e| self.expr(e, None)).collect();
                self.unmodelled("a range as a value", parts, false, span)
            }
            _ => self.unmodelled("this kind of expression", Vec::new(), true, span),
        }
    }

    fn expected_element(&mut self, expect: Option<&Ty>) -> Ty {
        match expect.map(|ty| self.infer.peel(ty)) {
            Some(Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element)) => *element,
            _ => self.infer.fresh(),
        }
    }

    /// A literal.
    pub fn literal(&mut self, lit: &syn::Lit) -> Expr {
        let span = self.span(lit);
        let make = |kind, ty| Expr { kind, ty, span };
        match lit {
            syn::Lit::Int(int) => {
                let value: BigInt = int.base10_digits().parse().unwrap_or_default();
                match (IntTy::from_name(int.suffix()), int.suffix()) {
                    (Some(ty), _) => make(ExprKind::Int(value), Ty::Int(ty)),
                    (None, "") => make(ExprKind::Int(value), self.infer.fresh_int()),
                    (None, suffix) => make(ExprKind::Text, Ty::Opaque(suffix.to_string())),
                }
            }
            syn::Lit::Bool(bool) => make(ExprKind::Bool(bool.value), Ty::Bool),
            syn::Lit::Char(char) => make(ExprKind::Int(BigInt::from(u32::from(char.value()))), Ty::Char),
            syn::Lit::Byte(byte) => make(ExprKind::Int(BigInt::from(byte.value())), Ty::Int(IntTy::U8)),
            syn::Lit::ByteStr(bytes) => {
                let all: Vec<Expr> = bytes
                    .value()
                    .into_iter()
                    .map(|byte| make(ExprKind::Int(BigInt::from(byte)), Ty::Int(IntTy::U8)))
                    .collect();
                let ty = Ty::Array(Box::new(Ty::Int(IntTy::U8)), all.len() as u64);
                make(ExprKind::List(all), ty)
            }
            syn::Lit::Float(float) => {
                let ty = if float.suffix() == "f32" { "f32" } else { "f64" };
                make(ExprKind::Text, Ty::Opaque(ty.into()))
            }
            _ => make(ExprKind::Text, Ty::Opaque("&str".into())),
        }
    }

    /// A path: a variable, a constant or a constructor without arguments.
    pub fn path(&mut self, path: &syn::ExprPath, expect: Option<&Ty>) -> Expr {
        let span = self.span(path);
        if path.qself.is_none()
            && let Some(ident) = path.path.get_ident()
            && let Some(id) = self.lookup(&ident.to_string())
        {
            if self.closures.contains_key(&id) {
                return self.unmodelled("a closure as a value", Vec::new(), false, span);
            }
            return Expr { kind: ExprKind::Var(id), ty: self.vars[id.0].ty.clone(), span };
        }
        let text = path_text(&path.path);
        match self.low.krate.resolve_value(&self.scope, path) {
            Some(ValueRes::Const(_)) if self.of_bound(&path.path) => {
                self.unmodelled(format!("`{text}`, by a bound"), Vec::new(), false, span)
            }
            Some(ValueRes::Const(id)) => match self.low.constant_term(id) {
                Ok((term, ty)) => Expr { kind: ExprKind::Const(term), ty, span },
                Err(reason) => {
                    let ty = self.low.krate.consts[id.0 as usize].ty.clone();
                    let what = format!("the constant `{text}` ({reason})");
                    Expr { ty, ..self.unmodelled(what, Vec::new(), false, span) }
                }
            },
            Some(ValueRes::Ctor(id, variant, args)) => {
                if self.low.adt(id).variants[variant].fields.is_empty() {
                    self.construct(id, variant, args, Vec::new(), None, expect, span)
                } else {
                    self.unmodelled(format!("the constructor `{text}` as a function value"), Vec::new(), false, span)
                }
            }
            Some(ValueRes::Fn(..)) => {
                self.unmodelled(format!("the function `{text}` as a value"), Vec::new(), false, span)
            }
            Some(ValueRes::Assoc(ty, name)) => {
                let bounded = matches!(ty, Ty::Param(_));
                let ty = super::apply(&self.generics, &ty);
                match (&ty, name.as_str()) {
                    _ if bounded => self.unmodelled(format!("`{text}`, by a bound"), Vec::new(), false, span),
                    (Ty::Int(int), "MAX") => Expr { kind: ExprKind::Int(IntTy::max(*int)), ty, span },
                    (Ty::Int(int), "MIN") => Expr { kind: ExprKind::Int(IntTy::min(*int)), ty, span },
                    (Ty::Int(int), "BITS") => {
                        Expr { kind: ExprKind::Int(int.bits().into()), ty: Ty::Int(IntTy::U32), span }
                    }
                    (Ty::Char, "MAX") => Expr { kind: ExprKind::Int(0x10ffff.into()), ty, span },
                    _ => self.unmodelled(format!("`{text}`"), Vec::new(), false, span),
                }
            }
            Some(ValueRes::Unclear) | None => {
                // Const parameters are not modelled, but they are there.
                let parameter = path.path.get_ident().is_some_and(|_| text.chars().all(|c| !c.is_lowercase()));
                if self.clause && !parameter {
                    self.error("E0201", format!("`{text}` is not known here"), span);
                }
                self.unmodelled(format!("`{text}`"), Vec::new(), false, span)
            }
        }
    }

    /// A struct or variant from its fields' values.
    #[allow(clippy::too_many_arguments, reason = "the parts of one constructor")]
    pub fn construct(
        &mut self,
        id: crate::ty::AdtId,
        variant: usize,
        args: Option<Vec<Ty>>,
        fields: Vec<(usize, &syn::Expr)>,
        base: Option<&syn::Expr>,
        expect: Option<&Ty>,
        span: crate::span::Span,
    ) -> Expr {
        let args = self.adt_args(id, args);
        let ty = Ty::Adt(id, args.clone());
        if let Some(expect) = expect {
            self.infer.unify(&ty, expect);
        }
        let count = self.low.adt(id).variants[variant].fields.len();
        let mut values: Vec<Option<Expr>> = vec![None; count];
        for (at, value) in fields {
            let field = self.field_ty(id, &args, variant, at);
            values[at] = Some(self.expr_of(value, &field));
        }
        let base = base.map(|base| Box::new(self.expr_of(base, &ty)));
        if base.is_none() && values.iter().any(Option::is_none) {
            let parts = values.into_iter().flatten().collect();
            return self.unmodelled("a constructor without all of its fields", parts, false, span);
        }
        Expr { kind: ExprKind::Ctor(id, variant, values, base), ty, span }
    }

    fn struct_literal(&mut self, strukt: &syn::ExprStruct, expect: Option<&Ty>, span: crate::span::Span) -> Expr {
        let fields: Option<(_, Vec<_>)> = self.ctor_path(&strukt.qself, &strukt.path).and_then(|found| {
            let fields = strukt
                .fields
                .iter()
                .map(|field| Some((self.low.field(found.0, found.1, &member_name(&field.member))?, &field.expr)));
            Some((found.clone(), fields.collect::<Option<_>>()?))
        });
        match fields {
            Some(((id, variant, args), fields)) => {
                self.construct(id, variant, args, fields, strukt.rest.as_deref(), expect, span)
            }
            None => {
                let parts = strukt.fields.iter().map(|field| self.expr(&field.expr, None)).collect();
                self.unmodelled(format!("a value of `{}`", last_segment(&strukt.path)), parts, false, span)
            }
        }
    }

    fn field(&mut self, field: &syn::ExprField, span: crate::span::Span) -> Expr {
        let base = self.expr(&field.base, None);
        let name = member_name(&field.member);
        match self.infer.peel(&base.ty) {
            Ty::Tuple(tys) if name.parse::<usize>().is_ok_and(|at| at < tys.len()) => {
                let at: usize = name.parse().unwrap_or_default();
                Expr { ty: tys[at].clone(), kind: ExprKind::Proj(Box::new(base), at), span }
            }
            Ty::Adt(id, args) if !self.low.adt(id).is_enum && self.low.field(id, 0, &name).is_some() => {
                let at = self.low.field(id, 0, &name).unwrap_or_default();
                let ty = self.field_ty(id, &args, 0, at);
                Expr { kind: ExprKind::Field(Box::new(base), at), ty, span }
            }
            ty => {
                let shown = self.show(&ty);
                if self.clause && !matches!(ty, Ty::Opaque(_)) {
                    self.error("E0203", format!("`{shown}` has no field `{name}`"), span);
                }
                self.unmodelled(format!("the field `{name}` of a value of type `{shown}`"), vec![base], false, span)
            }
        }
    }

    fn index(&mut self, index: &syn::ExprIndex, span: crate::span::Span) -> Expr {
        let base = self.expr(&index.expr, None);
        let element = match self.infer.peel(&base.ty) {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => *element,
            ty => {
                let at = self.expr(&index.index, None);
                let what = format!("indexing a value of type `{}`", self.show(&ty));
                return self.unmodelled(what, vec![base, at], true, span);
            }
        };
        if self.model.0.is_some() {
            return self.model_index(base, element, &index.index, span);
        }
        let open = index.bracket_token.span.open();
        let bracket = self.token_span(open, open);
        let usize = Ty::Int(IntTy::Usize);
        if let syn::Expr::Range(range) = strip_parens(&index.index) {
            let mut bound = |e: &Option<Box<syn::Expr>>| e.as_ref().map(|e| Box::new(self.expr_of(e, &usize)));
            let (lo, hi) = (bound(&range.start), bound(&range.end));
            let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
            let ty = Ty::Slice(Box::new(element));
            return Expr { kind: ExprKind::Slice(Box::new(base), lo, hi, inclusive, bracket), ty, span };
        }
        let at = self.expr_of(&index.index, &usize);
        Expr { kind: ExprKind::Index(Box::new(base), Box::new(at), bracket), ty: element, span }
    }

    /// `base[at]` and `base[lo..hi]` in a model, which makes sure that they are there.
    fn model_index(&mut self, base: Expr, element: Ty, at: &syn::Expr, span: crate::span::Span) -> Expr {
        let usize = Ty::Int(IntTy::Usize);
        let syn::Expr::Range(range) = strip_parens(at) else {
            let at = self.expr_of(at, &usize);
            return Expr { kind: ExprKind::Prim(Prim::At, vec![base, at], span), ty: element, span };
        };
        let lo = match &range.start {
            Some(lo) => self.expr_of(lo, &usize),
            None => Expr { kind: ExprKind::Int(0.into()), ty: usize.clone(), span },
        };
        let hi = match &range.end {
            Some(hi) => self.expr_of(hi, &usize),
            None => Expr { kind: ExprKind::Prim(Prim::Len, vec![base.clone()], span), ty: usize, span },
        };
        let ty = Ty::Slice(Box::new(element));
        Expr { kind: ExprKind::Prim(Prim::Part, vec![base, lo, hi], span), ty, span }
    }

    /// The common type of branches: that of the first that has one.
    pub fn join(&mut self, expect: Option<&Ty>, parts: &mut [&mut Expr]) -> Ty {
        if parts.iter().all(|part| part.ty == Ty::Never) {
            return Ty::Never;
        }
        let ty = match expect {
            Some(ty) if *ty != Ty::Never => ty.clone(),
            _ => parts.iter().map(|part| part.ty.clone()).find(|ty| *ty != Ty::Never).unwrap_or(Ty::Never),
        };
        for part in parts.iter_mut() {
            let taken = std::mem::replace(*part, Expr { kind: ExprKind::Text, ty: Ty::Never, span: part.span });
            **part = self.coerce(taken, &ty);
        }
        ty
    }

    fn if_expr(&mut self, cond: &syn::ExprIf, expect: Option<&Ty>, span: crate::span::Span) -> Expr {
        let (test, mut then) = self.scoped(|b| {
            let test = b.expr_of(&cond.cond, &Ty::Bool);
            (test, b.block(&cond.then_branch, if cond.else_branch.is_some() { expect } else { None }, None))
        });
        let Some((_, otherwise)) = &cond.else_branch else {
            let ty = if test.ty == Ty::Never { Ty::Never } else { Ty::unit() };
            return Expr { kind: ExprKind::If(Box::new(test), Box::new(then), None), ty, span };
        };
        let mut otherwise = self.expr(otherwise, expect);
        let ty = self.join(expect, &mut [&mut then, &mut otherwise]);
        Expr { kind: ExprKind::If(Box::new(test), Box::new(then), Some(Box::new(otherwise))), ty, span }
    }

    fn match_expr(&mut self, matched: &syn::ExprMatch, expect: Option<&Ty>, span: crate::span::Span) -> Expr {
        let value = self.expr(&matched.expr, None);
        let place = super::is_mut_ref(&self.infer.shallow(&value.ty));
        let mut arms: Vec<Arm> = matched
            .arms
            .iter()
            .map(|arm| {
                self.scoped(|b| {
                    let ty = value.ty.clone();
                    let (pat, guard) = split_guard(&arm.pat);
                    let pat = b.pattern(pat, &ty, place);
                    let guard = guard.map(|guard| b.expr_of(guard, &Ty::Bool));
                    let body = b.expr(&arm.body, expect);
                    Arm { pat, guard, body }
                })
            })
            .collect();
        let mut bodies: Vec<&mut Expr> = arms.iter_mut().map(|arm| &mut arm.body).collect();
        let ty = if bodies.is_empty() { Ty::Never } else { self.join(expect, &mut bodies) };
        Expr { kind: ExprKind::Match(Box::new(value), arms), ty, span }
    }

    fn try_expr(&mut self, tried: &syn::ExprTry, span: crate::span::Span) -> Expr {
        let value = self.expr(&tried.expr, None);
        if self.closure_target.is_some() {
            return self.try_in_closure(value, span);
        }
        if let Ty::Adt(id, args) = self.infer.peel(&value.ty)
            && let Ty::Adt(ret, ret_args) = self.infer.peel(&self.ret.clone())
            && id == ret
            && (Some(id) == self.low.option || Some(id) == self.low.result)
        {
            // An error of a type that nothing else tells is the function's own.
            if let (Some(from), Some(to)) = (args.get(1), ret_args.get(1))
                && is_var(&self.infer.shallow(from))
            {
                self.infer.unify(from, to);
            }
            return Expr { kind: ExprKind::Try(Box::new(value)), ty: args[0].clone(), span };
        }
        self.unmodelled("`?` on this type", vec![value], false, span)
    }

    /// `!e`, `-e`, `*e`.
    fn unary(&mut self, unary: &syn::ExprUnary, expect: Option<&Ty>, span: crate::span::Span) -> Expr {
        match unary.op {
            syn::UnOp::Deref(_) => {
                let inner = self.expr(&unary.expr, None);
                let ty = match self.infer.shallow(&inner.ty) {
                    Ty::Ref(_, ty) | Ty::Boxed(ty) => *ty,
                    Ty::Opaque(name) => {
                        return self.unmodelled(format!("`*` on a value of type `{name}`"), vec![inner], true, span);
                    }
                    // (A variable of a pattern that goes through references is known by value, too.)
                    other @ Ty::Adt(..) if self.low.krate.resolve_operator(&other, None, "deref").is_some() => {
                        let what = format!("`*` on a value of type `{}`", self.show(&other));
                        return self.unmodelled(what, vec![inner], true, span);
                    }
                    // In clauses the quantified variable or the result may be known by value only.
                    other => other,
                };
                Expr { kind: ExprKind::Deref(Box::new(inner)), ty, span }
            }
            syn::UnOp::Not(_) => {
                let inner = self.expr(&unary.expr, expect);
                match self.infer.peel(&inner.ty) {
                    Ty::Bool => Expr { kind: ExprKind::Unary(UnOp::Not, Box::new(inner)), ty: Ty::Bool, span },
                    ty @ Ty::Int(_) => Expr { kind: ExprKind::BitNot(Box::new(inner)), ty, span },
                    ty if crate::lower::infer::is_int_var(&ty) => {
                        Expr { kind: ExprKind::BitNot(Box::new(inner)), ty, span }
                    }
                    Ty::Never => inner,
                    _ => self.overloaded("not", vec![inner], span),
                }
            }
            _ => {
                let inner = self.expr(&unary.expr, expect);
                // A negative literal is one; `-i64::MIN` is a computation, whatever is known of its operand.
                if let (ExprKind::Int(value), syn::Expr::Lit(_)) = (&inner.kind, &*unary.expr) {
                    return Expr { kind: ExprKind::Int(-value), span, ..inner };
                }
                match self.infer.peel(&inner.ty) {
                    Ty::Int(_) | Ty::Exact if self.clause => {
                        Expr { kind: ExprKind::Unary(UnOp::Neg, Box::new(inner)), ty: Ty::Exact, span }
                    }
                    ty @ (Ty::Int(_) | Ty::Exact) => {
                        Expr { kind: ExprKind::Unary(UnOp::Neg, Box::new(inner)), ty, span }
                    }
                    ty if crate::lower::infer::is_int_var(&ty) => {
                        Expr { kind: ExprKind::Unary(UnOp::Neg, Box::new(inner)), ty, span }
                    }
                    _ => self.overloaded("neg", vec![inner], span),
                }
            }
        }
    }
}

/// The expression inside parentheses.
pub fn strip_parens(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => strip_parens(&inner.expr),
        syn::Expr::Group(inner) => strip_parens(&inner.expr),
        other => other,
    }
}

/// A pattern and its guard.
fn split_guard(pat: &syn::Pat) -> (&syn::Pat, Option<&syn::Expr>) {
    match pat {
        syn::Pat::Guard(guarded) => (&guarded.pat, Some(&guarded.guard)),
        pat => (pat, None),
    }
}
