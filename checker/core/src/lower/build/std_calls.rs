//! Methods and associated functions of the standard library that the model has built in.
use super::Builder;
use crate::lower::hir::{Expr, ExprKind, Prim};
use crate::lower::infer::is_int_var;
use crate::program::FnId;
use crate::span::Span;
use crate::ty::{IntTy, Ty};

impl Builder<'_> {
    fn prim(&self, op: Prim, args: Vec<Expr>, ty: Ty, at: Span, span: Span) -> Expr {
        Expr { kind: ExprKind::Prim(op, args, at), ty, span }
    }

    /// `Default::default()` of a type, which may still be unknown.
    pub fn default_value(&self, ty: Ty, span: Span) -> Expr {
        self.prim(Prim::Default, Vec::new(), ty, span, span)
    }

    fn option_of(&self, ty: Ty) -> Option<Ty> {
        self.low.option.map(|id| Ty::Adt(id, vec![ty]))
    }

    /// A built-in method, or the receiver back. `at` is the method's name, where panics are reported.
    #[allow(clippy::too_many_arguments, reason = "the parts of one call")]
    pub fn std_method(
        &mut self,
        name: &str,
        receiver: Expr,
        ty: &Ty,
        args: &[&syn::Expr],
        expect: Option<&Ty>,
        span: Span,
        at: Span,
    ) -> Result<Expr, Expr> {
        match ty {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => {
                self.seq_method(name, receiver, ty, element, args, span, at)
            }
            Ty::Adt(id, targs) if Some(*id) == self.low.option || Some(*id) == self.low.result => {
                self.option_method(name, receiver, ty, targs, args, span, at)
            }
            _ => self.scalar_method(name, receiver, ty, args, expect, span, at),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one call")]
    fn seq_method(
        &mut self,
        name: &str,
        receiver: Expr,
        ty: &Ty,
        element: &Ty,
        args: &[&syn::Expr],
        span: Span,
        at: Span,
    ) -> Result<Expr, Expr> {
        let usize = Ty::Int(IntTy::Usize);
        let shared = Ty::Ref(false, Box::new(element.clone()));
        let slice = Ty::Slice(Box::new(element.clone()));
        let vec = Ty::Vec(Box::new(element.clone()));
        let option = |ty: Ty| self.option_of(ty);
        let is_vec = matches!(ty, Ty::Vec(_));
        let (op, params, ret) = match (name, args.len()) {
            ("len", 0) => (Prim::Len, vec![], Some(usize)),
            ("is_empty", 0) => (Prim::IsEmpty, vec![], Some(Ty::Bool)),
            ("get", 1) if !matches!(args[0], syn::Expr::Range(_)) => (Prim::Get, vec![usize], option(shared)),
            ("get_mut", 1) if !matches!(args[0], syn::Expr::Range(_)) => {
                (Prim::GetMut, vec![usize], option(Ty::Ref(true, Box::new(element.clone()))))
            }
            ("first_mut", 0) => (Prim::FirstMut, vec![], option(Ty::Ref(true, Box::new(element.clone())))),
            ("last_mut", 0) => (Prim::LastMut, vec![], option(Ty::Ref(true, Box::new(element.clone())))),
            ("get", 1) => return self.get_range(receiver, ty, args[0], (span, at)),
            ("first", 0) => (Prim::First, vec![], option(shared)),
            ("last", 0) => (Prim::Last, vec![], option(shared)),
            ("contains", 1) => (Prim::Contains, vec![element.clone()], Some(Ty::Bool)),
            ("push", 1) if is_vec => (Prim::Push, vec![element.clone()], Some(Ty::unit())),
            ("pop", 0) if is_vec => (Prim::Pop, vec![], option(element.clone())),
            ("insert", 2) if is_vec => (Prim::Insert, vec![usize, element.clone()], Some(Ty::unit())),
            ("remove", 1) if is_vec => (Prim::Remove, vec![usize], Some(element.clone())),
            ("swap_remove", 1) if is_vec => (Prim::SwapRemove, vec![usize], Some(element.clone())),
            ("swap", 2) => (Prim::Swap, vec![usize.clone(), usize], Some(Ty::unit())),
            ("truncate", 1) if is_vec => (Prim::Truncate, vec![usize], Some(Ty::unit())),
            ("clear", 0) if is_vec => (Prim::Clear, vec![], Some(Ty::unit())),
            ("extend_from_slice", 1) if is_vec => (Prim::Append, vec![slice], Some(Ty::unit())),
            ("extend", 1) if is_vec => return self.extend(receiver, element, args[0], (span, at)),
            ("as_slice" | "borrow" | "as_ref", 0) => (Prim::Same, vec![], Some(Ty::Ref(false, Box::new(slice)))),
            ("to_vec", 0) => (Prim::Clone, vec![], Some(vec)),
            ("clone" | "to_owned", 0) => (Prim::Clone, vec![], Some(if is_vec { vec } else { ty.clone() })),
            _ => return Err(receiver),
        };
        let Some(ret) = ret else { return Err(receiver) };
        Ok(self.finish_prim(op, receiver, params, args, ret, span, at))
    }

    /// `v.extend(xs)`, where `xs` is a sequence or goes over one.
    fn extend(
        &mut self,
        receiver: Expr,
        element: &Ty,
        arg: &syn::Expr,
        (span, at): (Span, Span),
    ) -> Result<Expr, Expr> {
        let mut prelude = Vec::new();
        match self.sequence(arg, &mut prelude) {
            Some((seq, false)) if self.infer.unify(&seq.ty, &Ty::Slice(Box::new(element.clone()))) => {
                let ty = Ty::unit();
                let call = self.prim(Prim::Append, vec![receiver, seq], ty.clone(), at, span);
                Ok(Expr { kind: ExprKind::Block(prelude, Some(Box::new(call)), None), ty, span })
            }
            _ => Err(receiver),
        }
    }

    /// `xs.get(lo..hi)`.
    fn get_range(&mut self, receiver: Expr, ty: &Ty, arg: &syn::Expr, at: (Span, Span)) -> Result<Expr, Expr> {
        let syn::Expr::Range(range) = arg else { return Err(receiver) };
        let (name, args) = match (&range.start, &range.end, &range.limits) {
            (Some(lo), Some(hi), syn::RangeLimits::HalfOpen(_)) => ("__get_range", vec![&**lo, &**hi]),
            (Some(lo), None, _) => ("__get_from", vec![&**lo]),
            (None, Some(hi), syn::RangeLimits::HalfOpen(_)) => ("__get_to", vec![&**hi]),
            _ => return Err(receiver),
        };
        match self.low.krate.resolve_method(ty, name) {
            Some(id) if self.is_code(id) => Ok(self.inline(id, (receiver, ty.clone()), &args, None, at)),
            Some(id) => {
                let mut all = vec![receiver];
                all.extend(args.into_iter().map(|arg| self.expr_of(arg, &Ty::Int(IntTy::Usize))));
                Ok(self.call_built(id, Some(ty.clone()), Vec::new(), all, at.0))
            }
            None => Err(receiver),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one call")]
    fn finish_prim(
        &mut self,
        op: Prim,
        receiver: Expr,
        params: Vec<Ty>,
        args: &[&syn::Expr],
        ret: Ty,
        span: Span,
        at: Span,
    ) -> Expr {
        if self.clause && op.mutates() {
            self.error("E0101", "a clause must not change anything, and this does", span);
        }
        let mut all = vec![receiver];
        all.extend(params.iter().zip(args).map(|(ty, arg)| self.expr_of(arg, ty)));
        self.prim(op, all, ret, at, span)
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one call")]
    fn option_method(
        &mut self,
        name: &str,
        receiver: Expr,
        ty: &Ty,
        targs: &[Ty],
        args: &[&syn::Expr],
        span: Span,
        at: Span,
    ) -> Result<Expr, Expr> {
        if matches!((name, args.len()), ("as_mut" | "as_deref_mut", 0)) {
            // Matched on or unwrapped, it is a borrow of the parts. (Kept in a variable it is outside the model: that
            // can be taken from and set without the parts being changed.)
            let borrowed = |inner: &Ty| Ty::Ref(true, Box::new(inner.clone()));
            let targs = match (name, ty, targs) {
                ("as_mut", _, targs) => targs.iter().map(borrowed).collect(),
                (_, _, [Ty::Boxed(inner)]) => vec![borrowed(inner)],
                _ => return Err(receiver),
            };
            let Ty::Adt(id, _) = ty else { return Err(receiver) };
            let ty = Ty::Adt(*id, targs);
            return Ok(Expr { kind: ExprKind::Borrow(true, Box::new(receiver)), ty, span });
        }
        let is_option = targs.len() == 1;
        let value = targs[0].clone();
        let (op, params, ret) = match (name, args.len()) {
            ("unwrap", 0) => (Prim::Unwrap, vec![], value),
            // The message is an ordinary argument; a literal has no effect.
            ("expect", 1) => (Prim::Unwrap, vec![self.infer.fresh()], value),
            ("unwrap_err", 0) if !is_option => (Prim::UnwrapErr, vec![], targs[1].clone()),
            ("expect_err", 1) if !is_option => (Prim::UnwrapErr, vec![self.infer.fresh()], targs[1].clone()),
            ("take", 0) if is_option => (Prim::Take, vec![], ty.clone()),
            ("replace", 1) if is_option => (Prim::Replace, vec![value], ty.clone()),
            ("unwrap_or_default", 0) => {
                // As if it were `unwrap_or(Default::default())`.
                let default = self.default_value(value.clone(), span);
                let Some(id) = self.low.krate.resolve_method(ty, "unwrap_or") else { return Err(receiver) };
                return Ok(self.call_built(id, Some(ty.clone()), Vec::new(), vec![receiver, default], span));
            }
            ("clone" | "cloned", 0) => (Prim::Clone, vec![], ty.clone()),
            ("copied" | "as_ref" | "as_deref", 0) => (Prim::Same, vec![], ty.clone()),
            _ => return Err(receiver),
        };
        if op == Prim::Replace {
            // `o.replace(v)` is `mem::replace(&mut o, Some(v))`.
            let Some(option) = self.low.option else { return Err(receiver) };
            let new = self.expr_of(args[0], &params[0]);
            let at_new = new.span;
            let some = Expr { kind: ExprKind::Ctor(option, 1, vec![Some(new)], None), ty: ty.clone(), span: at_new };
            return Ok(self.prim(op, vec![receiver, some], ret, at, span));
        }
        Ok(self.finish_prim(op, receiver, params, args, ret, span, at))
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one call")]
    fn scalar_method(
        &mut self,
        name: &str,
        receiver: Expr,
        ty: &Ty,
        args: &[&syn::Expr],
        expect: Option<&Ty>,
        span: Span,
        at: Span,
    ) -> Result<Expr, Expr> {
        let int = matches!(ty, Ty::Int(_)) || is_int_var(ty);
        if let ("max" | "min", 1, false) = (name, args.len(), int)
            && self.low.compares_by_parts(&self.infer.known(ty), true)
            && let Some(id) =
                self.low.krate.fns.iter().position(|f| f.def.std && f.def.self_ty.is_none() && f.def.name == name)
        {
            let other = self.expr_of(args[0], ty);
            return Ok(self.call_built(FnId(id as u32), None, Vec::new(), vec![receiver, other], span));
        }
        let signed = is_int_var(ty) || matches!(ty, Ty::Int(int) if int.signed());
        let (op, params, ret) = match (name, args.len()) {
            ("clone" | "to_owned", 0) if int || self.low.clones_by_parts(ty) => (Prim::Clone, vec![], ty.clone()),
            ("abs", 0) if signed => (Prim::Abs, vec![], ty.clone()),
            ("div_euclid", 1) if int => (Prim::DivEuclid, vec![ty.clone()], ty.clone()),
            ("rem_euclid", 1) if int => (Prim::RemEuclid, vec![ty.clone()], ty.clone()),
            ("pow", 1) if int => (Prim::Pow, vec![Ty::Int(IntTy::U32)], ty.clone()),
            ("count_ones", 0) if int => (Prim::CountOnes, vec![], Ty::Int(IntTy::U32)),
            ("leading_zeros", 0) if int => (Prim::LeadingZeros, vec![], Ty::Int(IntTy::U32)),
            ("trailing_zeros", 0) if int => (Prim::TrailingZeros, vec![], Ty::Int(IntTy::U32)),
            ("into", 0) if int || matches!(ty, Ty::Bool | Ty::Char | Ty::Adt(..)) => {
                let target = expect.cloned().unwrap_or_else(|| self.infer.fresh());
                (Prim::Convert, vec![], target)
            }
            ("try_into", 0) if int => {
                let target = self.infer.fresh();
                let Some(result) = self.low.result else { return Err(receiver) };
                let ret = Ty::Adt(result, vec![target, Ty::Opaque("std::num::TryFromIntError".into())]);
                if let Some(expect) = expect {
                    self.infer.unify(&ret, expect);
                }
                (Prim::TryConvert, vec![], ret)
            }
            _ => return Err(receiver),
        };
        Ok(self.finish_prim(op, receiver, params, args, ret, span, at))
    }

    /// `T::name(…)` for a type of the standard library that has no declaration of it.
    pub fn assoc_call(&mut self, ty: Ty, name: &str, call: &syn::ExprCall, expect: Option<&Ty>, span: Span) -> Expr {
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        match (&ty, name, args.len()) {
            (Ty::Vec(_), "new", 0) => {
                if let Some(expect) = expect {
                    self.infer.unify(&ty, expect);
                }
                return self.prim(Prim::NewSeq, vec![], ty, span, span);
            }
            (Ty::Vec(_), "with_capacity", 1) => {
                if let Some(expect) = expect {
                    self.infer.unify(&ty, expect);
                }
                // An absurd capacity panics; the number is still evaluated.
                let capacity = self.expr_of(args[0], &Ty::Int(IntTy::Usize));
                return self.prim(Prim::NewSeq, vec![capacity], ty, span, span);
            }
            (Ty::Vec(_), "from", 1) => {
                let value = self.expr_of(args[0], &ty);
                return self.prim(Prim::Same, vec![value], ty, span, span);
            }
            (Ty::Boxed(inner), "new", 1) => {
                let value = self.expr_of(args[0], inner);
                return self.prim(Prim::Same, vec![value], ty, span, span);
            }
            (Ty::Adt(..), "from", 1) => {
                let value = self.expr(args[0], None);
                return self.prim(Prim::Convert, vec![value], ty, span, span);
            }
            (Ty::Int(_), "from", 1) => {
                let value = self.expr(args[0], None);
                if is_int_var(&self.infer.peel(&value.ty)) {
                    self.infer.unify(&value.ty, &ty);
                }
                return self.prim(Prim::Convert, vec![value], ty, span, span);
            }
            (Ty::Int(_), "try_from", 1) => {
                if let Some(result) = self.low.result {
                    let value = self.expr(args[0], None);
                    let error = Ty::Opaque("std::num::TryFromIntError".into());
                    let ret = Ty::Adt(result, vec![ty, error]);
                    return self.prim(Prim::TryConvert, vec![value], ret, span, span);
                }
            }
            (_, "default", 0) if !matches!(ty, Ty::Opaque(_) | Ty::Param(_)) => {
                if let Some(expect) = expect {
                    self.infer.unify(&ty, expect);
                }
                return self.default_value(ty, span);
            }
            // `i32::abs(x)` is `x.abs()`.
            (_, _, 1..) => {
                let receiver = self.expr_of(args[0], &ty);
                let peeled = self.infer.known(&self.infer.peel(&ty));
                match self.std_method(name, receiver, &peeled, &args[1..], expect, span, span) {
                    Ok(built) => return built,
                    Err(receiver) => {
                        if let Some(id) = self.low.krate.resolve_method(&peeled, name) {
                            let mut all = vec![receiver];
                            all.extend(args[1..].iter().map(|arg| self.expr(arg, None)));
                            return self.call_built(id, Some(peeled), Vec::new(), all, span);
                        }
                    }
                }
            }
            _ => {}
        }
        let parts = args.iter().map(|arg| self.expr(arg, None)).collect();
        let what = format!("a call of `{}::{name}`", self.show(&ty));
        self.unmodelled(what, parts, true, span)
    }
}
