//! Calls of what is built in: the functions of `core::refine` and `alloc::refine`, in which the standard library's models are
//! written.
//!
//! Their conditions (an index is within bounds) are the model's to see to: they were claimed before, by `require`.
use hir_def::CallableDefId;
use hir_def::hir::{Expr, ExprId, Literal};
use hir_def::lang_item::lang_items;
use hir_expand::name::Name;
use hir_ty::next_solver::{GenericArgs, Ty as HirTy};
use intern::sym;
use refine_core::ids::{BlockId, LocalId};
use refine_core::mir::{Intrinsic, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use refine_core::obligation::Kind;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::{USIZE, bits, exact, in_range, size};
use refine_core::ty::{IntTy, Ty};

use super::alike::{self, Likeness};
use super::builder::ClaimInfo;
use super::bypassed::{own_nth, use_shows};
use super::size::{fixed_size, size_bound};
use super::{Lower, Modelled, glue, outside, promises};

/// A call of something built in, with its arguments evaluated.
struct Built<'c, 'db> {
    dest: &'c Place,
    e: ExprId,
    /// The generic arguments, of which the first type is mostly that of the elements.
    generic: GenericArgs<'db>,
    args: &'c [Operand],
}

impl<'db> Built<'_, 'db> {
    /// The first type argument.
    fn ty(&self) -> Modelled<HirTy<'db>> {
        self.generic.types().next().map_or_else(|| outside("this operation"), Ok)
    }

    fn arg(&self, at: usize) -> Modelled<Operand> {
        self.args.get(at).cloned().map_or_else(|| outside("this operation"), Ok)
    }

    /// What an argument of a reference type points to.
    fn pointee(&self, at: usize) -> Modelled<Place> {
        match self.arg(at)? {
            Operand::Copy(place) | Operand::Move(place) => Ok(place.project(Projection::Deref)),
            Operand::Constant(_) => outside("this operation on a constant"),
        }
    }
}

impl<'db> Lower<'_, 'db> {
    /// A call of the function with a name in `core::refine` or `alloc::refine`.
    pub(super) fn intrinsic(
        &mut self,
        dest: &Place,
        e: ExprId,
        name: &str,
        generic: GenericArgs<'db>,
        args: &[Operand],
    ) -> Modelled<()> {
        let call = Built { dest, e, generic, args };
        match name {
            "require" | "fail" | "assume" | "any" => self.fact(name, &call),
            "len" | "text_len" | "at" | "at_mut" | "part" | "part_mut" | "split_mut" | "vec_slice"
            | "vec_slice_mut" | "array_slice" | "array_slice_mut" => self.part_of(name, &call),
            "read" => self.operation(Intrinsic::Read, &call),
            "concat" => self.operation(Intrinsic::Concat, &call),
            "vec_push" => self.growth(Intrinsic::Push, &call),
            "vec_append" => self.growth(Intrinsic::Append, &call),
            "vec_insert" => self.growth(Intrinsic::Insert, &call),
            "vec_truncate" => self.operation(Intrinsic::Truncate, &call),
            "vec_cut" => self.operation(Intrinsic::Cut, &call),
            "vec_new" | "repeat" | "array_from" | "box_new" | "unbox" => self.made_of(name, &call),
            "add_fits" | "sub_fits" | "mul_fits" | "wrapping_add" | "wrapping_sub" | "wrapping_mul" | "ctpop"
            | "ctlz" | "cttz" => self.count_or_wrap(name, &call),
            "replace" | "swap" => self.exchange(name, &call),
            "clone_each" => self.clone_each(&call),
            "drop_each" => self.drop_each(&call),
            "size_of" => self.size_of(&call),
            _ => match self.is_so(name, call.ty()?) {
                Some(answer) => {
                    self.set(call.dest, Term::bool(answer));
                    Ok(())
                }
                None => outside(format!("the operation `{name}`, which is not built in")),
            },
        }
    }

    /// The answer to what a model asks of a type, by the question's name in `core::refine`.
    fn is_so(&self, question: &str, ty: HirTy<'db>) -> Option<bool> {
        let (cx, env) = (self.cx, self.inst.env);
        Some(match question {
            "clones_are_equal" => alike::structural(cx, ty, env, Likeness::Clone) && !glue::needs_glue(cx, ty, env),
            "use_shows" => use_shows(cx, ty),
            "is_text" => matches!(self.core_ty(ty), Ty::Opaque(name) if name == "str" || name == "String"),
            "order_is_derived" => alike::structural(cx, ty, env, Likeness::Order),
            "promises_any_number" => promises::any_number(cx, ty, env),
            "skips_any_number" => promises::any_number(cx, ty, env) || own_nth(cx, ty),
            "promises_anew" => promises::anew(cx, ty, env),
            "fmt_may_fail" => self.fmt_may_fail(ty),
            _ => return None,
        })
    }

    /// The value of a condition in a model that is such a question: what is not done for the types at hand is not there.
    pub(super) fn asked(&self, cond: ExprId) -> Option<bool> {
        let Expr::Call { callee, .. } = &self.src.store()[cond] else { return None };
        let Some((CallableDefId::FunctionId(func), generic)) =
            self.def.std.then(|| self.callable(self.adjusted_ty(*callee))).flatten()
        else {
            return None;
        };
        let path = super::resolve::path_of(self.cx, func);
        self.is_so(path.strip_prefix("core::refine::")?, generic.types().next()?)
    }

    /// Claims, facts, and values of which nothing is known.
    fn fact(&mut self, name: &str, call: &Built<'_, 'db>) -> Modelled<()> {
        match name {
            "require" => {
                let cond = self.condition(call)?;
                let claim = self.claim(call.e, 1)?;
                self.b.assert(cond, claim);
                self.set(call.dest, super::expr::unit());
            }
            "fail" => {
                let claim = self.claim(call.e, 0)?;
                self.b.assert(Term::bool(false), claim);
                self.b.end(Terminator::Stop);
            }
            "assume" => {
                let cond = self.condition(call)?;
                self.b.assume(cond);
                self.set(call.dest, super::expr::unit());
            }
            _ => {
                self.havoc(call.dest);
                if let Some(ty) = call.generic.types().next() {
                    self.claim_lent(&self.core_ty(ty), self.span(call.e));
                }
            }
        }
        Ok(())
    }

    fn condition(&mut self, call: &Built<'_, 'db>) -> Modelled<Term> {
        let span = self.span(call.e);
        Ok(self.b.operand_term(call.arg(0)?, Ty::Bool, span))
    }

    /// The claim that the last arguments, from one on, spell: its kind, its text, what the panic says.
    fn claim(&self, e: ExprId, from: usize) -> Modelled<ClaimInfo> {
        let Expr::Call { args, .. } = &self.src.store()[e] else { return outside("this claim") };
        let text = |at: usize| {
            let text = args.get(from + at).and_then(|arg| self.told_text(*arg));
            text.map_or_else(|| outside("a claim that is not spelled out"), Ok)
        };
        let (kind, claim) = (text(0)?, text(1)?);
        let kind = match kind.as_str() {
            "index" => Kind::Index,
            "slice" => Kind::Slice,
            "division" => Kind::Division,
            "overflow" => Kind::Overflow,
            "unwrap" => Kind::Unwrap,
            "panic" => Kind::Panic,
            "assert" => Kind::Assert,
            _ => return outside("a claim of an unknown kind"),
        };
        let message = match (kind, text(2)?) {
            // `expect` says what the user wrote.
            (Kind::Unwrap, given) if given.starts_with('{') => {
                let on = match claim.rsplit('.').next() {
                    Some("is_some()") => "a `None` value",
                    Some("is_ok()") => "an `Err` value",
                    _ => "an `Ok` value",
                };
                format!("called `{}({given})` on {on}", self.def.name)
            }
            (_, message) => message,
        };
        let span = self.span(e);
        Ok(ClaimInfo::new(kind, span, claim, message).at(span))
    }

    /// A text that is spelled out, or a parameter, for which the argument at the call will stand.
    fn told_text(&self, e: ExprId) -> Option<String> {
        match &self.src.store()[e] {
            Expr::Literal(Literal::String(text)) => Some(text.as_str().to_owned()),
            Expr::Path(path) => {
                let name = path.mod_path()?.as_ident()?.as_str().to_owned();
                let is_param = self.def.params.iter().any(|param| param.name == name);
                is_param.then(|| format!("{{{name}}}"))
            }
            _ => None,
        }
    }

    /// Parts of sequences, by reference, and their lengths.
    fn part_of(&mut self, name: &str, call: &Built<'_, 'db>) -> Modelled<()> {
        let span = self.span(call.e);
        let whole = call.pointee(0)?;
        let mutable = name.ends_with("_mut");
        let part = match name {
            "len" | "text_len" => {
                self.b.assign(call.dest.clone(), Rvalue::Len(whole));
                return Ok(());
            }
            "at" | "at_mut" => {
                let at = self.index_local(call, 1)?;
                whole.project(Projection::Index(at))
            }
            "part" | "part_mut" => {
                let (lo, hi) = (self.index_local(call, 1)?, self.index_local(call, 2)?);
                whole.project(Projection::Slice { lo, hi })
            }
            "split_mut" => {
                let mid = self.index_local(call, 1)?;
                let start = self.b.keep(Rvalue::Use(Operand::Constant(size(0))), USIZE, span);
                let end = self.b.keep(Rvalue::Len(whole.clone()), USIZE, span);
                let element = self.core_ty(call.ty()?);
                let half = Ty::Borrow(Box::new(Ty::Slice(Box::new(element))));
                let mut borrow = |lo, hi| {
                    let place = whole.project(Projection::Slice { lo, hi });
                    let half = self.b.keep(Rvalue::Ref(true, place), half.clone(), span);
                    Operand::Move(Place::local(half))
                };
                let halves = vec![borrow(start, mid), borrow(mid, end)];
                let ty = Ty::Tuple(vec![half.clone(), half]);
                self.b.assign(call.dest.clone(), Rvalue::Aggregate(ty, 0, halves));
                return Ok(());
            }
            // A vector or an array is the same sequence as the slice of all of it.
            _ => whole,
        };
        self.b.assign(call.dest.clone(), Rvalue::Ref(mutable, part));
        Ok(())
    }

    /// A local of its own that holds the index that an argument is.
    fn index_local(&mut self, call: &Built<'_, 'db>, at: usize) -> Modelled<LocalId> {
        let span = self.span(call.e);
        Ok(self.b.keep(Rvalue::Use(call.arg(at)?), USIZE, span))
    }

    fn operation(&mut self, op: Intrinsic, call: &Built<'_, 'db>) -> Modelled<()> {
        self.b.push(Stmt::Intrinsic { op, args: call.args.to_vec(), dest: call.dest.clone() });
        Ok(())
    }

    /// A vector gets more elements. Memory has no room for too many, unless they take none: then `usize` counts no further.
    fn growth(&mut self, op: Intrinsic, call: &Built<'_, 'db>) -> Modelled<()> {
        if fixed_size(self.cx, call.ty()?, self.inst.env) == Some(0) {
            let span = self.span(call.e);
            let mut length = |place: Place| {
                let len = self.b.keep(Rvalue::Len(place), USIZE, span);
                self.b.term(len)
            };
            let now = length(call.pointee(0)?);
            let more = if op == Intrinsic::Append { length(call.pointee(1)?) } else { size(1) };
            let most = Term::int(IntTy::Usize.max(), Ty::Exact);
            let fits = Term::test(BinOp::Le, exact(BinOp::Add, now, more), most);
            let text = "there are at most usize::MAX elements";
            self.b.assert(fits, ClaimInfo::new(Kind::Panic, span, text, "capacity overflow"));
        }
        self.operation(op, call)
    }

    /// Values that are the argument as a whole, or made of it.
    fn made_of(&mut self, name: &str, call: &Built<'_, 'db>) -> Modelled<()> {
        let span = self.span(call.e);
        let element = self.core_ty(call.ty()?);
        let value = match name {
            "vec_new" => {
                let ty = Ty::Vec(Box::new(element.plain()));
                Rvalue::Compute(Term::new(TermKind::SeqLit(Vec::new()), ty))
            }
            "repeat" => {
                let n = self.b.operand_term(call.arg(1)?, USIZE, span);
                Rvalue::Repeat(Ty::Vec(Box::new(element)), call.arg(0)?, n)
            }
            "array_from" => Rvalue::Use(Operand::Copy(call.pointee(0)?)),
            "unbox" => Rvalue::Use(Operand::Move(call.pointee(0)?)),
            // A box is its content.
            _ => Rvalue::Use(call.arg(0)?),
        };
        self.b.assign(call.dest.clone(), value);
        Ok(())
    }

    /// Exact arithmetic on machine integers.
    fn count_or_wrap(&mut self, name: &str, call: &Built<'_, 'db>) -> Modelled<()> {
        let span = self.span(call.e);
        let ty = self.core_ty(call.ty()?);
        let Ty::Int(int) = ty else { return outside(format!("`{name}` of a type that is not a machine integer")) };
        let a = self.b.operand_term(call.arg(0)?, ty.clone(), span);
        let counted = match name {
            "ctpop" => Some(bits::count_ones(int, &a)),
            "ctlz" => Some(bits::leading_zeros(int, &a)),
            "cttz" => Some(bits::trailing_zeros(int, &a)),
            _ => None,
        };
        let value = match counted {
            Some(count) => Term::new(count.kind().clone(), Ty::Int(IntTy::U32)),
            None => {
                let b = self.b.operand_term(call.arg(1)?, ty.clone(), span);
                let op = match name {
                    "add_fits" | "wrapping_add" => BinOp::Add,
                    "sub_fits" | "wrapping_sub" => BinOp::Sub,
                    _ => BinOp::Mul,
                };
                let result = exact(op, a, b);
                match name.starts_with("wrapping") {
                    true => Term::new(TermKind::Wrap(int, result), ty),
                    false => in_range(int, &result),
                }
            }
        };
        self.set(call.dest, value);
        Ok(())
    }

    /// Values put in the place of others. These are moved out, so that what they borrow lives on.
    fn exchange(&mut self, name: &str, call: &Built<'_, 'db>) -> Modelled<()> {
        let span = self.span(call.e);
        let place = call.pointee(0)?;
        let take = |place: &Place| Rvalue::Use(Operand::Move(place.clone()));
        if name == "replace" {
            self.b.assign(call.dest.clone(), take(&place));
            self.b.assign(place, Rvalue::Use(call.arg(1)?));
            return Ok(());
        }
        let (other, ty) = (call.pointee(1)?, self.core_ty(call.ty()?));
        let kept = self.b.keep(take(&place), ty, span);
        self.b.assign(place, take(&other));
        self.b.assign(other, take(&Place::local(kept)));
        self.set(call.dest, super::expr::unit());
        Ok(())
    }

    /// `T::clone` on each element, in order.
    fn clone_each(&mut self, call: &Built<'_, 'db>) -> Modelled<()> {
        let (ty, xs) = (call.ty()?, call.pointee(0)?);
        if alike::structural(self.cx, ty, self.inst.env, Likeness::Clone) {
            self.b.assign(call.dest.clone(), Rvalue::Use(Operand::Copy(xs)));
            return Ok(());
        }
        let clone = lang_items(self.cx.db, self.cx.krate)
            .Clone
            .and_then(|the_trait| the_trait.trait_items(self.cx.db).method_by_name(&Name::new_symbol_root(sym::clone)));
        let Some(clone) = clone else { return outside("`clone`") };
        let span = self.span(call.e);
        let vec = Ty::Vec(Box::new(self.core_ty(ty)));
        let none = Term::new(TermKind::SeqLit(Vec::new()), vec.plain());
        let all = self.b.keep(Rvalue::Compute(none), vec.clone(), span);
        let turn = self.each_index(&xs, call.e);
        let element = xs.project(Projection::Index(turn.at));
        let cloned = self.shim(call.e).clone_of(element, ty, clone);
        let target = self.b.keep(Rvalue::Ref(true, Place::local(all)), Ty::Borrow(Box::new(vec)), span);
        let unit = self.b.temp(Ty::unit(), span);
        let args = vec![Operand::Move(Place::local(target)), cloned];
        self.b.push(Stmt::Intrinsic { op: Intrinsic::Push, args, dest: Place::local(unit) });
        self.next_turn(&turn);
        self.b.assign(call.dest.clone(), Rvalue::Use(Operand::Move(Place::local(all))));
        Ok(())
    }

    /// The drop glue of each element, in order.
    fn drop_each(&mut self, call: &Built<'_, 'db>) -> Modelled<()> {
        let (ty, xs) = (call.ty()?, call.pointee(0)?);
        let env = self.inst.env;
        if glue::needs_glue(self.cx, ty, env) {
            let span = self.span(call.e);
            let own = self.core_ty(ty);
            let turn = self.each_index(&xs, call.e);
            let element = self.b.temp(own, span);
            let element = Place::local(element);
            let from = Operand::Copy(Place::local(turn.at));
            let args = vec![call.arg(0)?, from];
            self.b.push(Stmt::Intrinsic { op: Intrinsic::Read, args, dest: element.clone() });
            self.drop_place(&element, ty, span);
            self.next_turn(&turn);
        }
        self.set(call.dest, super::expr::unit());
        Ok(())
    }

    /// Starts a loop over the indices of a sequence.
    fn each_index(&mut self, xs: &Place, e: ExprId) -> Turn {
        let span = self.span(e);
        let len = self.b.keep(Rvalue::Len(xs.clone()), USIZE, span);
        let next = self.b.keep(Rvalue::Use(Operand::Constant(size(0))), USIZE, span);
        let (head, turn, done) = (self.b.new_block(), self.b.new_block(), self.b.new_block());
        self.b.goto(head);
        self.b.enter(head);
        let (index, len) = (self.b.term(next), self.b.term(len));
        self.b.branch(Term::test(BinOp::Lt, index.clone(), len), turn, done);
        self.b.enter(turn);
        // Its own local, which stays as it is while the element is borrowed.
        let at = self.b.keep(Rvalue::Compute(index), USIZE, span);
        Turn { at, next, head, done }
    }

    /// Ends a loop over indices.
    fn next_turn(&mut self, turn: &Turn) {
        let next = Term::arith(BinOp::Add, self.b.term(turn.next), size(1), USIZE);
        self.b.assign(Place::local(turn.next), Rvalue::Compute(next));
        self.b.goto(turn.head);
        self.b.enter(turn.done);
    }

    /// The size of a type, where the language fixes it.
    fn size_of(&mut self, call: &Built<'_, 'db>) -> Modelled<()> {
        let (ty, env) = (call.ty()?, self.inst.env);
        if let Some(bytes) = fixed_size(self.cx, ty, env) {
            self.set(call.dest, size(bytes));
            return Ok(());
        }
        self.havoc(call.dest);
        if let Some(most) = size_bound(self.cx, ty, env) {
            let bytes = self.b.read(call.dest.clone(), USIZE, self.span(call.e));
            self.b.assume(Term::test(BinOp::Le, bytes, size(most)));
        }
        Ok(())
    }
}

/// A turn of a loop over the indices of a sequence.
struct Turn {
    /// The index of this turn.
    at: LocalId,
    /// The variable.
    next: LocalId,
    head: BlockId,
    done: BlockId,
}
