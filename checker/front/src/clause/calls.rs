//! Calls of functions and methods.
use hir_def::lang_item::lang_items;
use hir_def::src::HasSource;
use hir_def::{FunctionId, ItemContainerId, Lookup};
use hir_ty::db::HirDatabase;
use ra_syntax::ast::{self, AstNode, HasGenericParams, HasTypeBounds};
use refine_core::ids::AdtId;
use refine_core::program::{CtorShape, FnDef, ParamDef};
use refine_core::span::Span;
use refine_core::term::{Term, TermKind};
use refine_core::terms::{place_args, retype};
use refine_core::ty::{FnInst, IntTy, Ty};
use syn::ext::IdentExt;

use super::effects::effect;
use super::expr::strip_parens;
use super::functions::untranslated;
use super::infer::{is_int_var, is_integer, is_var};
use super::names::{Meaning, NamedFn, WrittenArgs};
use super::path_text;
use super::probe::Probed;
use super::typer::{Typed, Typer};
use crate::context::Callable;
use crate::lower::{CallTarget, resolve};
use crate::types::Constants;

/// A function at a call, with its type arguments to be found out.
pub(super) struct Callee<'db> {
    pub id: FunctionId,
    pub def: FnDef,
    /// The type parameters, with what they stand for.
    generics: Vec<(String, Ty)>,
    /// What the constant parameters are found to be, by name.
    constants: Constants<'db>,
    pub params: Vec<Ty>,
    pub ret: Ty,
}

impl<'db> Typer<'_, 'db> {
    /// `f(a, b)`.
    pub(super) fn call(&mut self, call: &syn::ExprCall, expect: Option<&Ty>, span: Span) -> Typed {
        let syn::Expr::Path(path) = strip_parens(&call.func) else {
            return self.outside("it calls a function value", span);
        };
        let text = path_text(&path.path);
        if let Some(typed) = self.form(&text, call, span) {
            return typed;
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let local = path.path.get_ident().is_some_and(|ident| self.lookup(&ident.to_string()).is_some());
        let meaning = if local { None } else { self.constructed(path.qself.as_ref(), &path.path, expect) };
        match meaning {
            Some(Meaning::Ctor(id, variant, targs)) => {
                let count = self.cx.types.with_adt(id, |def| def.variants[variant].fields.len());
                let shape = self.cx.types.with_adt(id, |def| def.variants[variant].shape);
                if shape != CtorShape::Tuple {
                    return self.error("E0200", format!("`{text}` cannot be called like a function"), span);
                }
                if count != args.len() {
                    let message = format!("`{text}` has {count} fields, not {}", args.len());
                    return self.error("E0200", message, span);
                }
                self.construct((id, variant, targs), args.into_iter().enumerate().collect(), expect, span)
            }
            Some(Meaning::OtherCtor(_)) => self.outside(format!("it has a value of `{text}`"), span),
            Some(Meaning::Fn(named)) => self.function(named, None, &args, expect, span),
            Some(Meaning::Const(..) | Meaning::Static(_) | Meaning::ConstParam | Meaning::Hidden) => {
                self.outside("it calls a function value", span)
            }
            None if local => self.outside("it calls a function value", span),
            None if path.path.get_ident().is_some() => {
                self.error("E0201", format!("the function `{text}` is not known here"), span)
            }
            None => {
                args.iter().for_each(|arg| drop(self.expr(arg)));
                self.outside(format!("it calls `{text}`"), span)
            }
        }
    }

    /// `receiver.name(…)`.
    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall, expect: Option<&Ty>, span: Span) -> Typed {
        if let Some(typed) = self.of_view(call, span).or_else(|| self.range_contains(call, span)) {
            return typed;
        }
        let name = call.method.unraw().to_string();
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let receiver = self.expr(&call.receiver);
        let receiver = self.through(receiver);
        let peeled = self.infer.peel(&receiver.ty);
        if (peeled == Ty::Exact || is_int_var(&peeled))
            && let Some(typed) = self.integer_method(&name, &receiver, &args, span)
        {
            return typed;
        }
        let written = call.turbofish.as_ref().map(|args| self.generic_args(args)).unwrap_or_default();
        match self.probe_method(&receiver.ty, &name) {
            Probed::Found(id) if is_temporary(&call.receiver, &receiver.ty) && self.changes_receiver(id) => {
                let callee = self.callee(id, None, &written);
                args.iter().for_each(|arg| drop(self.closed_expr(arg)));
                let reason = format!("it calls `{}`, which changes the value it is called on", callee.def.path);
                self.outside_of(callee.ret, reason, span)
            }
            Probed::Found(id) => self.function(NamedFn { id, of: None, written }, Some(receiver), &args, expect, span),
            found => {
                args.iter().for_each(|arg| drop(self.closed_expr(arg)));
                let shown = self.show(&peeled);
                let own = matches!(&peeled, Ty::Adt(id, _) if self.cx.types.with_adt(*id, |def| def.module.is_some()));
                if own && matches!(found, Probed::None) {
                    let at = self.span(&call.method);
                    let conditional = self.bounds_of_method(&peeled, &name);
                    // Values are only made of types that the harness chooses, and there it may have the method.
                    if conditional.is_some() && self.scope.of_type {
                        return self.outside(format!("it calls `{name}`, which not every `{shown}` has"), span);
                    }
                    let why = match conditional {
                        Some(bounds) if !bounds.is_empty() => format!(" here: its `impl` requires `{bounds}`"),
                        Some(_) => " here: its `impl` is for other type arguments".to_owned(),
                        None => String::new(),
                    };
                    return self.error("E0203", format!("`{shown}` has no method `{name}`{why}"), at);
                }
                self.outside(format!("it calls `{shown}::{name}`"), span)
            }
        }
    }

    /// Where the crate has a method for some values of the type: the bounds of its `impl`, as they are written.
    fn bounds_of_method(&self, ty: &Ty, name: &str) -> Option<String> {
        let Ty::Adt(id, _) = ty else { return None };
        // (Also where the `impl` is of another constant.)
        let same = |of: &AdtId| self.cx.types.kind(*of) == self.cx.types.kind(*id);
        let takes = |param: &ParamDef| param.name == "self" && matches!(param.ty.peeled(), Ty::Adt(of, _) if same(of));
        let is_it = |def: &FnDef| def.params.first().is_some_and(takes) && def.path.rsplit("::").next() == Some(name);
        let item = self.cx.items.fns.iter().find(|item| is_it(&item.def))?;
        let db = self.cx.db;
        let ItemContainerId::ImplId(of) = item.id.lookup(db).container else { return Some(String::new()) };
        let of = of.lookup(db).source(db).value;
        let params = of.generic_param_list().into_iter().flat_map(|list| list.type_or_const_params());
        let bounded = params.filter_map(|param| match param {
            ast::TypeOrConstParam::Type(param) if param.type_bound_list().is_some() => Some(param.syntax().to_string()),
            _ => None,
        });
        let predicates = of.where_clause().into_iter().flat_map(|clause| clause.predicates());
        let all: Vec<String> = bounded.chain(predicates.map(|predicate| predicate.syntax().to_string())).collect();
        Some(all.join(", "))
    }

    /// Whether a method changes what it is called on and nothing else that it is given.
    fn changes_receiver(&self, id: FunctionId) -> bool {
        let def = self.cx.fn_def(self.cx.fn_id(Callable::Function(id)));
        let mut changed = def.params.iter().map(|param| matches!(param.ty, Ty::Ref(true, _)));
        changed.next() == Some(true) && !changed.any(|changed| changed)
    }

    /// An argument whose type nothing tells; of a closure nothing is known.
    fn closed_expr(&mut self, arg: &syn::Expr) -> Option<Typed> {
        if matches!(strip_parens(arg), syn::Expr::Closure(_)) { None } else { Some(self.expr(arg)) }
    }

    /// A call of a function that is known: `receiver` comes before the arguments.
    fn function(
        &mut self,
        NamedFn { id, of, written }: NamedFn<'db>,
        receiver: Option<Typed>,
        args: &[&syn::Expr],
        expect: Option<&Ty>,
        span: Span,
    ) -> Typed {
        let mut callee = self.callee(id, of, &written);
        let path = callee.def.path.clone();
        if callee.params.len() != args.len() + usize::from(receiver.is_some()) {
            let count = callee.params.len() - usize::from(receiver.is_some());
            let message = format!("`{path}` takes {count} arguments, not {}", args.len());
            return self.error("E0200", message, span);
        }
        let mut typed = Vec::new();
        if let Some(receiver) = receiver {
            self.find_constants(&mut callee, 0, &receiver.ty);
            // However often it is borrowed on the way: what the method is of was settled by its name.
            let (own, wanted) = (self.infer.peel(&receiver.ty), self.infer.peel(&callee.params[0]));
            let is_text = |ty: &Ty| matches!(ty, Ty::Opaque(name) if ["str", "String"].contains(&name.as_str()));
            let is_other = matches!(own, Ty::Adt(..) | Ty::Opaque(_)) && !is_text(&own);
            if !self.infer.unify(&own, &wanted) && is_other {
                args.iter().for_each(|arg| drop(self.closed_expr(arg)));
                let reason = format!("it calls `{path}` through a `Deref`");
                return self.outside_of(callee.ret, reason, span);
            }
            typed.push(receiver);
        }
        if callee.def.params.iter().any(|param| matches!(param.ty, Ty::Ref(true, _))) {
            return self.error("E0101", "a clause must not change anything, and this call may", span);
        }
        if let Some(effect) = effect(self.cx, id, &callee.def) {
            let message = format!("a clause must not change anything, and this one {effect}");
            return self.error("E0101", message, span);
        }
        if callee.def.std
            && let Some(found) = self.lenient(&callee, &typed, args, span)
        {
            return found;
        }
        if let Some(expect) = expect {
            self.infer.unify(&callee.ret, expect);
        }
        for arg in args {
            if matches!(strip_parens(arg), syn::Expr::Closure(_)) {
                return self.outside_of(callee.ret, "it has a closure", span);
            }
            let at = typed.len();
            if self.is_settled(&callee, at) {
                typed.push(self.expr_of(arg, &callee.params[at]));
                continue;
            }
            let arg = self.expr(arg);
            self.find_constants(&mut callee, at, &arg.ty);
            self.infer.unify(&arg.ty, &callee.params[at]);
            typed.push(arg);
        }
        if callee.def.std
            && let Some(found) = self.known(&callee, &typed, span)
        {
            return found;
        }
        self.apply(callee, typed, span)
    }

    /// What the type of an argument tells of a callee's constant parameters.
    fn find_constants(&self, callee: &mut Callee<'db>, param: usize, actual: &Ty) {
        let Some(declared) = callee.def.params.get(param).filter(|_| !callee.def.consts.is_empty()) else { return };
        let (types, actual) = (self.cx.types, self.infer.known(actual));
        types.find_constants(&declared.ty, &actual, self.scope.own, &mut callee.constants);
        self.put_constants(callee);
    }

    /// Whether a parameter's type is known but for type parameters.
    fn is_settled(&self, callee: &Callee<'db>, param: usize) -> bool {
        let types = self.cx.types;
        !callee.def.params.get(param).is_some_and(|param| types.depends_on_constants(&param.ty))
            || types.in_order(callee.id.into(), &callee.constants).is_some()
    }

    /// Puts a callee's constants in, once all are known.
    fn put_constants(&self, callee: &mut Callee<'db>) {
        let (types, item) = (self.cx.types, callee.id.into());
        let Some(consts) = types.in_order(item, &callee.constants) else { return };
        let fill = |ty: &Ty| substituted(&callee.generics, &types.for_constants(item, ty, &consts));
        callee.params = callee.def.params.iter().map(|param| fill(&param.ty)).collect();
        callee.ret = fill(&callee.def.ret);
    }

    /// A function with its generic parameters to be found out.
    fn callee(&mut self, id: FunctionId, of: Option<Ty>, written: &WrittenArgs<'db>) -> Callee<'db> {
        let def = self.cx.fn_def(self.cx.fn_id(Callable::Function(id)));
        let generics: Vec<(String, Ty)> = def.generics.iter().map(|name| (name.clone(), self.infer.fresh())).collect();
        for ((_, var), ty) in generics.iter().rev().zip(written.types.iter().rev()) {
            self.infer.unify(var, ty);
        }
        let fill = |ty: &Ty| substituted(&generics, ty);
        if let (Some(of), Some(declared)) = (&of, &def.self_ty) {
            self.infer.unify(of, &fill(declared));
        }
        let params = def.params.iter().map(|param| fill(&param.ty)).collect();
        let ret = fill(&def.ret);
        let mut callee = Callee { id, def, generics, constants: Constants::new(), params, ret };
        if !callee.def.consts.is_empty() {
            let types = self.cx.types;
            if let (Some(of), Some(declared)) = (&of, &callee.def.self_ty) {
                types.find_constants(declared, &self.infer.known(of), self.scope.own, &mut callee.constants);
            }
            // Those of the function itself are the last ones.
            let names = callee.def.consts.iter().rev().map(|param| param.name.clone());
            let written = names.zip(written.constants.iter().rev()).filter_map(|(name, value)| Some((name, (*value)?)));
            callee.constants.extend(written);
            self.put_constants(&mut callee);
        }
        callee
    }

    /// A function applied: models of the standard library are put in place, `#[pure]` functions stay calls.
    fn apply(&mut self, callee: Callee<'db>, args: Vec<Typed>, span: Span) -> Typed {
        let path = callee.def.path.clone();
        if !callee.def.std && !callee.def.pure {
            let reason = format!("it calls `{path}`, which is neither `#[pure]` nor a `#[measure]`");
            return self.outside_of(callee.ret, reason, span);
        }
        let (inst, ret) = match self.instance(&callee) {
            Ok(found) => found,
            Err(reason) => return self.outside_of(callee.ret, reason, span),
        };
        let ty = match ret {
            // What an associated type is may show in the instance only.
            Some(ret) if callee.ret.any_part(&|ty| matches!(ty, Ty::Opaque(_))) => ret,
            _ => callee.ret,
        };
        let found = match self.cx.clauses.pure(self.cx, &inst) {
            Ok(found) => found,
            Err(reason) => {
                return self.outside_of(ty, untranslated(&callee.def, &reason), span);
            }
        };
        if callee.def.std {
            let Some(found) = found else {
                return self.outside_of(ty, format!("the model of `{path}` is recursive"), span);
            };
            let exact = callee.generics.iter().any(|(_, arg)| self.stands_in(arg));
            let term = if exact { as_exact(&found.term) } else { Some(found.term) };
            let Some(term) = term else {
                return self.outside_of(ty, format!("it calls `{path}` with exact integers"), span);
            };
            let args: Vec<Term> = args.into_iter().map(|arg| arg.term).collect();
            return Typed { term: place_args(&term, &args), ty, span };
        }
        let params = callee.params.iter().map(|ty| self.term_ty(ty)).collect::<Vec<_>>();
        let mut terms = Vec::new();
        for (arg, param) in args.into_iter().zip(params) {
            match machine(arg.term, &param) {
                Ok(arg) => terms.push(arg),
                Err(reason) => return self.outside_of(ty, reason, span),
            }
        }
        self.make(TermKind::Call(inst, terms), ty, span)
    }

    /// The instance that a call means, and what it returns: over the scope's type parameters, or in the instance if that is not known. Integers that are exact are `i128` for that.
    fn instance(&self, callee: &Callee<'db>) -> Result<(FnInst, Option<Ty>), String> {
        let (cx, types) = (self.cx, self.cx.types);
        let path = &callee.def.path;
        // Of what the library's type is of, outside the model, nothing is known: what is in a cell, say.
        let unknown = || match callee.def.std {
            true => format!("it calls `{path}`, which refine can only run here"),
            false => format!("it calls `{path}` with types that are not known"),
        };
        let mut tys = Vec::new();
        for (_, arg) in &callee.generics {
            let arg = self.stand_in(arg).ok_or_else(unknown)?;
            tys.push(types.hir(&arg, self.scope.own).ok_or_else(unknown)?);
        }
        let consts = types.in_order(callee.id.into(), &callee.constants).ok_or_else(unknown)?;
        let args = types.args_for(callee.id.into(), &tys, &consts).ok_or_else(unknown)?;
        let signature = cx.db.callable_item_signature(callee.id.into());
        let ret = |args, env| {
            let signature = types.instantiate(signature.skip_binder(), args, env);
            let signature = types.interner().instantiate_bound_regions_with_erased(signature);
            signature.inputs_and_output.iter().last().map(|ty| types.ty(ty, env))
        };
        let is_unknown = |ty: &Ty| matches!(ty, Ty::Opaque(name) if name.contains("::"));
        let generic = ret(args, self.scope.own).filter(|ty| !ty.any_part(&is_unknown));
        let args = types.instantiate(args, self.scope.args, self.scope.env);
        let ret = generic.or_else(|| ret(args, self.scope.env));
        let (callable, args) = match resolve(cx, self.scope.env, callee.id, args) {
            CallTarget::Function(id, args) => (Callable::Function(id), args),
            CallTarget::Derived(of, method, args) => (Callable::Derived(of, method), args),
            CallTarget::Abstract(..) => return Err(format!("it calls `{path}` through a trait bound")),
            _ => return Err(format!("it calls `{path}`, whose implementation is not known")),
        };
        Ok((cx.instance(callable, args, self.scope.env), ret))
    }

    /// Whether an exact integer is put in for a type parameter.
    fn stands_in(&self, arg: &Ty) -> bool {
        self.infer.known(arg).any_part(&|ty| *ty == Ty::Exact || is_int_var(ty))
    }

    /// A type with machine integers for exact ones; `None` if not all of it is known.
    pub(super) fn stand_in(&self, ty: &Ty) -> Option<Ty> {
        let ty = self.infer.settled(&self.infer.known(ty));
        let ty = with_i128(&ty);
        (!ty.any_part(&|ty| is_var(ty) || matches!(ty, Ty::Opaque(name) if name == "_"))).then_some(ty)
    }

    /// A call of an operator's method.
    pub(super) fn operator_call(&mut self, of_trait: &str, method: &str, args: Vec<Typed>, span: Span) -> Typed {
        let items = lang_items(self.cx.db, self.cx.krate);
        let id = match of_trait {
            "Add" => items.Add,
            "Sub" => items.Sub,
            "Mul" => items.Mul,
            "Div" => items.Div,
            "Rem" => items.Rem,
            "BitXor" => items.BitXor,
            "BitAnd" => items.BitAnd,
            "BitOr" => items.BitOr,
            "Shl" => items.Shl,
            "Shr" => items.Shr,
            "Not" => items.Not,
            "PartialEq" => items.PartialEq,
            "PartialOrd" => items.PartialOrd,
            _ => items.Neg,
        };
        let shown = self.show(&args[0].ty);
        let name = hir_expand::name::Name::new_root(method);
        let Some(id) = id.and_then(|id| id.trait_items(self.cx.db).method_by_name(&name)) else {
            return self.outside(format!("it applies an operator to a value of type `{shown}`"), span);
        };
        let this = args[0].ty.clone();
        let mut callee = self.callee(id, Some(this), &WrittenArgs::default());
        args.iter().enumerate().for_each(|(at, arg)| self.find_constants(&mut callee, at, &arg.ty));
        // `Rhs` is what stands there.
        if let (Some(arg), Some((_, rhs))) = (args.get(1), callee.generics.get(1)) {
            self.infer.unify(rhs, &arg.ty);
        }
        match self.instance(&callee) {
            Ok((inst, _)) => {
                let def = self.cx.fn_def(inst.func);
                let ret = self.cx.signature_ty(&inst, &def.ret);
                if !def.std && !def.pure {
                    let reason = format!("it calls `{}`, which is neither `#[pure]` nor a `#[measure]`", def.path);
                    return self.outside_of(ret, reason, span);
                }
                match self.cx.clauses.pure(self.cx, &inst) {
                    Ok(Some(found)) if def.std => {
                        let args: Vec<Term> = args.into_iter().map(|arg| arg.term).collect();
                        Typed { term: place_args(&found.term, &args), ty: ret, span }
                    }
                    Ok(_) => {
                        let args: Vec<Term> = args.into_iter().map(|arg| arg.term).collect();
                        self.make(TermKind::Call(inst, args), ret, span)
                    }
                    Err(reason) => self.outside_of(ret, untranslated(&def, &reason), span),
                }
            }
            Err(_) => self.outside(format!("it applies an operator to a value of type `{shown}`"), span),
        }
    }
}

pub(super) fn substituted(generics: &[(String, Ty)], ty: &Ty) -> Ty {
    ty.substitute(&|name| generics.iter().find(|(known, _)| known == name).map(|(_, ty)| ty.clone()))
}

/// Machine integers, wide ones, for exact integers.
fn with_i128(ty: &Ty) -> Ty {
    let all = |tys: &[Ty]| tys.iter().map(with_i128).collect();
    let boxed = |ty: &Ty| Box::new(with_i128(ty));
    match ty {
        Ty::Exact => Ty::Int(IntTy::I128),
        Ty::Tuple(tys) => Ty::Tuple(all(tys)),
        Ty::Adt(id, tys) => Ty::Adt(*id, all(tys)),
        Ty::Array(ty, n) => Ty::Array(boxed(ty), n.clone()),
        Ty::Slice(ty) => Ty::Slice(boxed(ty)),
        Ty::Vec(ty) => Ty::Vec(boxed(ty)),
        Ty::Ref(mutable, ty) => Ty::Ref(*mutable, boxed(ty)),
        Ty::Borrow(ty) => Ty::Borrow(boxed(ty)),
        Ty::Boxed(ty) => Ty::Boxed(boxed(ty)),
        other => other.clone(),
    }
}

/// A model's term with exact integers where it was made for `i128`; `None` if it depends on the type's range.
fn as_exact(term: &Term) -> Option<Term> {
    fn ranges(term: &Term) -> bool {
        matches!(term.kind(), TermKind::Wrap(IntTy::I128, _) | TermKind::Bits(_, IntTy::I128, ..))
            || term.children().into_iter().any(ranges)
    }
    fn exact(ty: &Ty) -> Ty {
        match ty {
            Ty::Int(IntTy::I128) => Ty::Exact,
            Ty::Tuple(tys) => Ty::Tuple(tys.iter().map(exact).collect()),
            Ty::Adt(id, tys) => Ty::Adt(*id, tys.iter().map(exact).collect()),
            Ty::Array(ty, n) => Ty::Array(Box::new(exact(ty)), n.clone()),
            Ty::Slice(ty) => Ty::Slice(Box::new(exact(ty))),
            Ty::Vec(ty) => Ty::Vec(Box::new(exact(ty))),
            other => other.clone(),
        }
    }
    (!ranges(term)).then(|| retype(term, &exact))
}

/// An exact integer as an argument of a machine type: reduced into its range, as arithmetic in `#[pure]` functions is.
fn machine(arg: Term, ty: &Ty) -> Result<Term, String> {
    match (ty.peeled(), arg.ty()) {
        (Ty::Int(int), given) if is_integer(given) && *given != Ty::Int(*int) => match arg.kind() {
            TermKind::Int(n) if *n >= IntTy::min(*int) && *n <= IntTy::max(*int) => {
                Ok(Term::int(n.clone(), Ty::Int(*int)))
            }
            _ => Ok(Term::new(TermKind::Wrap(*int, arg), Ty::Int(*int))),
        },
        (_, given) if given.any_part(&|ty| *ty == Ty::Exact) => {
            Err("it passes an exact integer inside a value to a function".into())
        }
        _ => Ok(arg),
    }
}

/// Whether an expression gives a value that nobody else has, as the iterator `xs.windows(2)`.
fn is_temporary(e: &syn::Expr, ty: &Ty) -> bool {
    let made = matches!(strip_parens(e), syn::Expr::MethodCall(_) | syn::Expr::Call(_));
    made && !matches!(ty, Ty::Ref(..) | Ty::Borrow(_))
}
