//! Calls of functions and methods.
use super::{Builder, apply, path_text};
use crate::lower::hir::{Expr, ExprKind, Prim};
use crate::program::FnId;
use crate::span::Span;
use crate::syntax::ValueRes;
use crate::ty::Ty;

impl Builder<'_> {
    /// `f(a, b)`.
    pub fn call(&mut self, call: &syn::ExprCall, expect: Option<&Ty>, span: Span) -> Expr {
        let syn::Expr::Path(path) = super::expr::strip_parens(&call.func) else {
            let mut parts = vec![self.expr(&call.func, None)];
            parts.extend(call.args.iter().map(|arg| self.expr(arg, None)));
            return self.unmodelled("a call of a function value", parts, true, span);
        };
        if let Some(closure) = self.known_closure(&path.path) {
            let args = call.args.iter().map(|arg| self.expr(arg, None)).collect();
            return self.closure_call(&closure, args, expect, span);
        }
        let text = path_text(&path.path);
        if let Some(built) = self.spec_call(&text, call, span) {
            return built;
        }
        let local = path.path.get_ident().is_some_and(|ident| self.lookup(&ident.to_string()).is_some());
        let res = if local { None } else { self.low.krate.resolve_value(&self.scope, path) };
        match res {
            Some(ValueRes::Ctor(id, variant, args)) => {
                let fields = call.args.iter().enumerate().collect();
                self.construct(id, variant, args, fields, None, expect, span)
            }
            Some(ValueRes::Fn(id, Some(ty)))
                if self.of_bound(&path.path)
                    && self.low.krate.has_rival(&ty, &super::last_segment(&path.path), Some(id), true) =>
            {
                let parts = call.args.iter().map(|arg| self.expr(arg, None)).collect();
                self.unmodelled(format!("a call of `{text}`, by a bound"), parts, true, span)
            }
            Some(ValueRes::Fn(id, Some(_))) if !self.low.krate.may_use(&self.scope, id) => {
                let parts = call.args.iter().map(|arg| self.expr(arg, None)).collect();
                self.unmodelled(format!("a call of `{text}`, which is private elsewhere"), parts, true, span)
            }
            Some(ValueRes::Fn(id, self_ty)) => {
                let written = self.turbofish(path.path.segments.last().map(|segment| &segment.arguments));
                let self_ty = self_ty.map(|ty| {
                    let ty = apply(&self.generics, &ty);
                    self.fill(&ty)
                });
                let (params, ret, targs) = self.signature(id, self_ty, &written);
                if let Some(expect) = expect {
                    self.infer.unify(&ret, expect);
                }
                if params.len() != call.args.len() {
                    let parts = call.args.iter().map(|arg| self.expr(arg, None)).collect();
                    return self.unmodelled(format!("this call of `{text}`"), parts, true, span);
                }
                let args: Vec<Expr> = call.args.iter().zip(&params).map(|(arg, ty)| self.expr_of(arg, ty)).collect();
                self.finish_call(id, targs, args, ret, span)
            }
            Some(ValueRes::Assoc(ty, name)) => {
                let bounded = matches!(ty, Ty::Param(_));
                let ty = apply(&self.generics, &ty);
                let ty = self.fill(&ty);
                if bounded && self.low.krate.has_rival(&self.infer.known(&self.infer.peel(&ty)), &name, None, true) {
                    let parts = call.args.iter().map(|arg| self.expr(arg, None)).collect();
                    return self.unmodelled(format!("a call of `{text}`, by a bound"), parts, true, span);
                }
                self.assoc_call(ty, &name, call, expect, span)
            }
            Some(ValueRes::Const(_) | ValueRes::Unclear) | None => {
                let args: Vec<Expr> = call.args.iter().map(|arg| self.expr(arg, None)).collect();
                if matches!(text.as_str(), "std::mem::swap" | "mem::swap" | "core::mem::swap") && args.len() == 2 {
                    self.infer.unify(&args[0].ty, &args[1].ty);
                    return Expr { kind: ExprKind::Prim(Prim::MemSwap, args, span), ty: Ty::unit(), span };
                }
                if matches!(text.as_str(), "std::mem::take" | "mem::take" | "core::mem::take") && args.len() == 1 {
                    let ty = self.infer.peel(&args[0].ty);
                    let default = self.default_value(ty.clone(), span);
                    let args = args.into_iter().chain([default]).collect();
                    return Expr { kind: ExprKind::Prim(Prim::Replace, args, span), ty, span };
                }
                if matches!(text.as_str(), "Default::default" | "std::default::Default::default") && args.is_empty() {
                    let ty = expect.cloned().unwrap_or_else(|| self.infer.fresh());
                    return self.default_value(ty, span);
                }
                if matches!(text.as_str(), "std::mem::replace" | "mem::replace" | "core::mem::replace")
                    && args.len() == 2
                {
                    let ty = self.infer.peel(&args[0].ty);
                    self.infer.unify(&ty, &args[1].ty);
                    return Expr { kind: ExprKind::Prim(Prim::Replace, args, span), ty, span };
                }
                if self.clause && !local && !text.contains("::") {
                    self.error("E0201", format!("the function `{text}` is not known here"), span);
                }
                self.unmodelled(format!("a call of `{text}`"), args, true, span)
            }
        }
    }

    /// Whether a path starts with the `Self` of a trait: what follows is the trait's, whatever the type has itself.
    pub fn of_bound(&self, path: &syn::Path) -> bool {
        let own = path.segments.len() > 1 && path.segments[0].ident == "Self";
        own && self.generics.iter().any(|(name, _)| name == "Self")
    }

    fn turbofish(&mut self, args: Option<&syn::PathArguments>) -> Vec<Ty> {
        match args {
            Some(syn::PathArguments::AngleBracketed(args)) => self.type_args(args),
            _ => Vec::new(),
        }
    }

    pub fn type_args(&mut self, args: &syn::AngleBracketedGenericArguments) -> Vec<Ty> {
        args.args
            .iter()
            .filter_map(|arg| match arg {
                syn::GenericArgument::Type(ty) => Some(self.ty(ty)),
                _ => None,
            })
            .collect()
    }

    /// Parameters, result and type arguments of a function for one call.
    pub fn signature(&mut self, id: FnId, self_ty: Option<Ty>, written: &[Ty]) -> (Vec<Ty>, Ty, Vec<Ty>) {
        let def = &self.low.krate.fns[id.0 as usize].def;
        let targs: Vec<Ty> = def.generics.iter().map(|_| self.infer.fresh()).collect();
        let generics: Vec<(String, Ty)> = def.generics.iter().cloned().zip(targs.iter().cloned()).collect();
        if let (Some(found), Some(declared)) = (&self_ty, &def.self_ty) {
            let declared = apply(&generics, declared);
            self.infer.unify(found, &declared);
        }
        for (var, ty) in targs.iter().rev().zip(written.iter().rev()) {
            self.infer.unify(var, ty);
        }
        let params = def.params.iter().map(|param| apply(&generics, &param.ty)).collect();
        (params, apply(&generics, &def.ret), targs)
    }

    /// A call with its arguments built already.
    pub fn call_built(&mut self, id: FnId, self_ty: Option<Ty>, written: Vec<Ty>, args: Vec<Expr>, span: Span) -> Expr {
        let (params, ret, targs) = self.signature(id, self_ty, &written);
        if params.len() != args.len() {
            return self.unmodelled("a call with another number of arguments", args, true, span);
        }
        let args = args.into_iter().zip(&params).map(|(arg, ty)| self.adjust(arg, ty)).collect();
        self.finish_call(id, targs, args, ret, span)
    }

    /// An argument for a parameter: a receiver that is a place is borrowed as the parameter wants it.
    pub fn adjust(&mut self, arg: Expr, ty: &Ty) -> Expr {
        let arg = self.coerce(arg, ty);
        match ty {
            Ty::Ref(true, _) if !super::is_mut_ref(&self.infer.shallow(&arg.ty)) => {
                let span = arg.span;
                let ty = Ty::Ref(true, Box::new(arg.ty.clone()));
                Expr { kind: ExprKind::Borrow(true, Box::new(arg)), ty, span }
            }
            _ => arg,
        }
    }

    fn finish_call(&mut self, id: FnId, targs: Vec<Ty>, args: Vec<Expr>, ret: Ty, span: Span) -> Expr {
        let item = &self.low.krate.fns[id.0 as usize];
        let def = &item.def;
        if item.sig.asyncness.is_some() {
            return self.unmodelled("a call of an async function", args, true, span);
        }
        if self.clause && def.params.iter().any(|param| super::is_mut_ref(&param.ty)) {
            self.error("E0101", "a clause must not change anything, and this call may", span);
        }
        Expr { kind: ExprKind::Call(id, targs, args), ty: ret, span }
    }

    /// `receiver.name(…)`.
    pub fn method_call(&mut self, call: &syn::ExprMethodCall, expect: Option<&Ty>, span: Span) -> Expr {
        let name = call.method.to_string();
        if let Some(built) = self.spec_method(&name, call, span) {
            return built;
        }
        let at = self.span(&call.method);
        if let Some(built) = self.consume(call, expect, (span, at)) {
            return built;
        }
        let receiver = self.expr(&call.receiver, None);
        let ty = self.infer.known(&self.infer.peel(&receiver.ty));
        let found = self.low.krate.resolve_method(&ty, &name);
        let bounded = self.generics.iter().any(|(_, arg)| self.infer.known(&self.infer.peel(arg)) == ty);
        let of = if crate::lower::infer::is_int_var(&ty) { Ty::Int(crate::ty::IntTy::I32) } else { ty.clone() };
        let hidden = found.is_some_and(|id| !self.low.krate.may_use(&self.scope, id));
        if hidden || self.low.krate.has_rival(&of, &name, found, bounded) {
            let mut parts = vec![receiver];
            parts.extend(call.args.iter().map(|arg| self.expr(arg, None)));
            let what =
                format!("a call of `{}::{name}`, which may mean a trait's method or the type's own", self.show(&ty));
            return self.unmodelled(what, parts, true, span);
        }
        // A method of the type itself comes before one of a trait, and those of built-in types are the library's.
        let own = |id: &FnId| {
            let def = &self.low.krate.fns[id.0 as usize].def;
            let built_in = !matches!(&ty, Ty::Adt(id, _) if self.low.adt(*id).module.is_some());
            !(def.std || built_in && def.of_trait.is_some())
        };
        if let Some(id) = found.filter(own) {
            return self.method_of(id, receiver, ty, call, expect, span);
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let receiver = match self.std_method(&name, receiver, &ty, &args, expect, span, at) {
            Ok(built) => return built,
            Err(receiver) => receiver,
        };
        if let Some(id) = found {
            if self.is_code(id) {
                return self.inline(id, (receiver, ty), &args, expect, (span, at));
            }
            return self.method_of(id, receiver, ty, call, expect, span);
        }
        if crate::lower::infer::is_int_var(&ty)
            && let Some(id) = self.low.krate.resolve_method(&Ty::Int(crate::ty::IntTy::I32), &name)
        {
            return self.int_method(id, name, receiver, ty, call, span);
        }
        let shown = self.show(&ty);
        let mut parts = vec![receiver];
        parts.extend(args.iter().map(|arg| self.expr(arg, None)));
        let text = matches!(&ty, Ty::Opaque(name) if matches!(name.as_str(), "&str" | "str" | "String"));
        let may_panic = !(text && TEXT_METHODS.contains(&name.as_str()));
        self.unmodelled(format!("a call of `{shown}::{name}`"), parts, may_panic, span)
    }

    fn method_of(
        &mut self,
        id: FnId,
        receiver: Expr,
        ty: Ty,
        call: &syn::ExprMethodCall,
        expect: Option<&Ty>,
        span: Span,
    ) -> Expr {
        let written = call.turbofish.as_ref().map(|args| self.type_args(args)).unwrap_or_default();
        let (params, ret, targs) = self.signature(id, Some(ty), &written);
        if let Some(expect) = expect {
            self.infer.unify(&ret, expect);
        }
        if params.len() != call.args.len() + 1 {
            let mut parts = vec![receiver];
            parts.extend(call.args.iter().map(|arg| self.expr(arg, None)));
            return self.unmodelled(format!("this call of `{}`", call.method), parts, true, span);
        }
        let mut args = vec![self.adjust(receiver, &params[0])];
        args.extend(call.args.iter().zip(&params[1..]).map(|(arg, ty)| self.expr_of(arg, ty)));
        self.finish_call(id, targs, args, ret, span)
    }

    /// A method on an integer literal or variable whose type shows later: typed like that of `i32`.
    fn int_method(
        &mut self,
        id: FnId,
        name: String,
        receiver: Expr,
        ty: Ty,
        call: &syn::ExprMethodCall,
        span: Span,
    ) -> Expr {
        let def = &self.low.krate.fns[id.0 as usize].def;
        let params: Vec<Ty> = def.params.iter().map(|param| swap_i32(&param.ty, &ty)).collect();
        let ret = swap_i32(&def.ret, &ty);
        if def.ret == Ty::Int(crate::ty::IntTy::U32) && !BIT_COUNTS.contains(&name.as_str()) {
            // Of the type without a sign, which is not known yet either.
            return self.unmodelled(format!("a call of `integer::{name}`"), vec![receiver], true, span);
        }
        let mut args = vec![receiver];
        for (at, arg) in call.args.iter().enumerate() {
            args.push(match params.get(at + 1) {
                Some(ty) => self.expr_of(arg, ty),
                None => self.expr(arg, None),
            });
        }
        Expr { kind: ExprKind::IntCall(name, args), ty: ret, span }
    }
}

/// Methods of text that do not panic.
#[rustfmt::skip]
const TEXT_METHODS: &[&str] = &[
    "as_bytes", "as_str", "bytes", "char_indices", "chars", "contains", "ends_with", "eq_ignore_ascii_case", "find",
    "into_bytes", "is_empty", "len", "lines", "parse", "pop", "push", "push_str", "rfind", "split", "split_once",
    "split_whitespace", "starts_with", "strip_prefix", "strip_suffix", "to_ascii_lowercase", "to_ascii_uppercase",
    "to_lowercase", "to_owned", "to_string", "to_uppercase", "trim", "trim_end", "trim_start",
];

/// Methods of integers whose result is a `u32` whatever the integer.
const BIT_COUNTS: &[&str] = &["count_zeros", "leading_ones", "trailing_ones", "ilog2", "ilog10"];

fn swap_i32(ty: &Ty, with: &Ty) -> Ty {
    match ty {
        Ty::Int(crate::ty::IntTy::I32) => with.clone(),
        Ty::Ref(mutable, inner) => Ty::Ref(*mutable, Box::new(swap_i32(inner, with))),
        Ty::Tuple(tys) => Ty::Tuple(tys.iter().map(|ty| swap_i32(ty, with)).collect()),
        Ty::Adt(id, tys) => Ty::Adt(*id, tys.iter().map(|ty| swap_i32(ty, with)).collect()),
        other => other.clone(),
    }
}
