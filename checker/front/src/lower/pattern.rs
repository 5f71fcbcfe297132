//! Patterns: the test whether a place's value is of one, and what its variables are.
//!
//! A pattern is tested as a whole before anything is bound, so that nothing is moved out of a value that does not match.
use std::collections::HashMap;

use hir_def::expr_store::path::Path;
use hir_def::hir::{BindingId, Expr, ExprId, Pat, PatId, RangeOp, RecordFieldPat};
use hir_def::resolver::ValueNs;
use hir_def::{FieldId, VariantId};
use hir_ty::method_resolution::CandidateId;
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use hir_ty::{BindingMode, ByRef};
use refine_core::ids::LocalId;
use refine_core::mir::{Place, Projection, Rvalue, Stmt, Way};
use refine_core::planted::{Defect, is_planted};
use refine_core::term::{BinOp, Term};
use refine_core::ty::{IntTy, Ty as CoreTy};
use rustc_type_ir::inherent::IntoKind;

use super::builder::plain;
use super::scope::{Exit, Holds};
use super::{Lower, Modelled, TypedPlace, outside};

/// Patterns with more alternatives than this are not tried one by one.
const MANY: usize = 64;

/// Which alternative of each or-pattern is tried.
type Choice = HashMap<PatId, usize>;

const USIZE: CoreTy = CoreTy::Int(IntTy::Usize);

impl<'db> Lower<'_, 'db> {
    /// Goes on where a place's value is of a pattern and the guard holds, with the variables bound; leaves where not.
    pub fn match_pattern(&mut self, pat: PatId, guard: Option<ExprId>, place: &TypedPlace<'db>, no: Exit) {
        self.match_with(pat, guard, place, no, false);
    }

    /// The same of a pattern that is known to match, as that of the last arm of a `match` does.
    pub fn match_surely(&mut self, pat: PatId, place: &TypedPlace<'db>) {
        let never = self.b.new_block();
        let no = self.exit_to(never);
        self.match_with(pat, None, place, no, true);
    }

    fn match_with(&mut self, pat: PatId, guard: Option<ExprId>, place: &TypedPlace<'db>, no: Exit, sure: bool) {
        self.attributed_to(None, |this| this.match_any(pat, guard, place, no, sure));
    }

    fn match_any(&mut self, pat: PatId, guard: Option<ExprId>, place: &TypedPlace<'db>, no: Exit, sure: bool) {
        let span = self.pat_span(pat);
        let Some(choices) = self.choices(pat, guard.is_some()).filter(|all| all.len() <= MANY) else {
            return self.lose_pattern(pat, guard, "a pattern with too many alternatives", no);
        };
        if let [choice] = &choices[..] {
            self.chosen.clone_from(choice);
            self.try_choice(pat, guard, place, no, sure);
        } else {
            // Each alternative is tried with the guard before the next.
            let taken = self.b.new_block();
            let tried = if is_planted(Defect::FirstAlternativeOnly) { 1 } else { choices.len() };
            for choice in choices.into_iter().take(tried) {
                let next = self.b.new_block();
                let exit = self.exit_to(next);
                self.chosen = choice;
                self.try_choice(pat, guard, place, exit, false);
                self.b.goto(taken);
                self.b.enter(next);
            }
            self.leave(no, span);
            self.b.enter(taken);
        }
        self.chosen.clear();
        for (_, binding) in self.bound(pat) {
            if let Some(&local) = self.bindings.get(&binding) {
                self.schedule_drop(Holds::Variables, local, self.inst.ty(self.src.infer.binding_ty(binding)));
            }
        }
    }

    fn try_choice(&mut self, pat: PatId, guard: Option<ExprId>, place: &TypedPlace<'db>, no: Exit, sure: bool) {
        if !sure && let Err(why) = self.test(pat, place.clone(), no) {
            return self.lose_pattern(pat, guard, &why.what, no);
        }
        let mut binds = Vec::new();
        if let Err(why) = self.collect_binds(pat, place.clone(), &mut binds) {
            return self.lose_pattern(pat, guard, &why.what, no);
        }
        let Some(guard) = guard else { return self.bind_all(&binds) };
        // To a guard, a variable that takes a value is the place of it: it may say no, and then nothing was moved.
        let (moved, borrowed): (Vec<_>, Vec<_>) = binds.into_iter().partition(|bind| bind.mode == ByRef::No);
        self.bind_all(&borrowed);
        self.guarded = moved.iter().map(|bind| (bind.binding, bind.place.place.clone())).collect();
        let span = self.span(guard);
        self.scoped(Holds::Temporaries, span, |this| this.jump(guard, no));
        self.guarded.clear();
        self.bind_all(&moved);
    }

    /// Where a pattern is outside the model, anything may match it.
    fn lose_pattern(&mut self, pat: PatId, guard: Option<ExprId>, what: &str, no: Exit) {
        let span = self.pat_span(pat);
        let ty = self.core_ty(self.inst.ty(self.src.infer.pat_ty(pat)));
        self.b.escapes(ty);
        self.b.outside(what, span, false, None);
        let either = self.b.any(CoreTy::Bool, span);
        let either = self.b.term(either);
        let (yes, out) = (self.b.new_block(), self.leaving(no, span));
        self.b.branch(either, yes, out);
        self.b.enter(yes);
        for (pat, binding) in self.bound(pat) {
            let local = self.declare(binding, pat);
            self.havoc(&Place::local(local));
        }
        if let Some(guard) = guard {
            self.scoped(Holds::Temporaries, span, |this| this.jump(guard, no));
        }
    }

    /// The variables of a pattern, each with the first pattern that binds it.
    fn bound(&self, pat: PatId) -> Vec<(PatId, BindingId)> {
        let mut found: Vec<(PatId, BindingId)> = Vec::new();
        let store = self.src.store();
        store.walk_pats(pat, &mut |pat| {
            if let Pat::Bind { id, .. } = &store[pat]
                && !found.iter().any(|(_, known)| known == id)
            {
                found.push((pat, *id));
            }
        });
        found
    }

    /// The local of a variable.
    pub fn declare(&mut self, binding: BindingId, pat: PatId) -> LocalId {
        if let Some(known) = self.bindings.get(&binding) {
            return *known;
        }
        let ty = self.core_ty(self.inst.ty(self.src.infer.binding_ty(binding)));
        let name = self.src.store()[binding].name.as_str().to_owned();
        // rust-analyzer's own (of `for` and `?`) have names that no source has.
        let name = if name.starts_with('<') { "_".to_owned() } else { name };
        let local = self.b.new_local(&name, ty, self.pat_span(pat));
        self.bindings.insert(binding, local);
        local
    }

    /// Declares the variables of a pattern without a value.
    pub fn declare_all(&mut self, pat: PatId) {
        for (pat, binding) in self.bound(pat) {
            let local = self.declare(binding, pat);
            self.schedule_drop(Holds::Variables, local, self.inst.ty(self.src.infer.binding_ty(binding)));
        }
    }

    /// The choices of alternatives to try one after the other: more than one where it matters which one it is. `None` for too many.
    fn choices(&self, pat: PatId, guarded: bool) -> Option<Vec<Choice>> {
        let store = self.src.store();
        let own = match &store[pat] {
            Pat::Or(cases) if guarded || !self.bound(pat).is_empty() => {
                let mut all = Vec::new();
                for (at, case) in cases.iter().enumerate() {
                    for mut choice in self.choices(*case, guarded)? {
                        choice.insert(pat, at);
                        all.push(choice);
                    }
                }
                return (all.len() <= MANY).then_some(all);
            }
            Pat::Or(_) => return Some(vec![Choice::new()]),
            _ => Choice::new(),
        };
        let mut parts = Vec::new();
        store.walk_pats_shallow(pat, |part| parts.push(part));
        parts.into_iter().try_fold(vec![own], |known, part| {
            let more = self.choices(part, guarded)?;
            let joined = known.iter().flat_map(|front| {
                more.iter().map(|choice| front.iter().chain(choice).map(|(pat, at)| (*pat, *at)).collect())
            });
            (known.len() * more.len() <= MANY).then(|| joined.collect())
        })
    }

    /// The place that a pattern looks at: references that it looks through are followed.
    fn followed(&mut self, pat: PatId, mut place: TypedPlace<'db>) -> Modelled<TypedPlace<'db>> {
        // `&` that stands for a reference which the pattern has looked through already.
        if self.src.infer.is_skipped_ref_pat(pat) {
            return outside("this pattern");
        }
        for adjustment in self.src.infer.pat_adjustment(pat).unwrap_or(&[]) {
            // Anything else is looked through by a call of `deref`.
            if !matches!(adjustment.source.as_ref().kind(), TyKind::Ref(..)) {
                return outside("a pattern that looks through a smart pointer");
            }
            place = self.deref(place)?;
        }
        Ok(place)
    }

    /// Leaves where a place's value is not of a pattern.
    fn test(&mut self, pat: PatId, place: TypedPlace<'db>, no: Exit) -> Modelled<()> {
        let place = self.followed(pat, place)?;
        let store = self.src.store();
        match &store[pat] {
            Pat::Missing => return outside("a pattern that does not parse"),
            Pat::Wild | Pat::Rest => {}
            Pat::Bind { subpat, .. } => {
                if let Some(sub) = self.within(*subpat) {
                    self.test(sub, place, no)?;
                }
            }
            Pat::Or(cases) => return self.test_or(pat, cases, &place, no),
            Pat::Lit(e) => {
                let Expr::Literal(literal) = &store[*e] else { return outside("this pattern") };
                let value = self.literal_pattern(literal, place.ty)?;
                self.equal(pat, &place, value, no);
            }
            Pat::Range { start, end, range_type } => {
                return self.test_range(pat, &place, (*start, *end), *range_type, no);
            }
            Pat::Path(path) if self.src.infer.variant_resolution_for_pat(pat).is_none() => {
                let value = self.constant_pattern(pat, path, place.ty)?;
                self.equal(pat, &place, value, no);
            }
            Pat::Ref { pat: inner, .. } | Pat::Box { inner } => {
                let place = self.deref(place)?;
                return self.test(*inner, place, no);
            }
            Pat::Slice { prefix, slice, suffix } => {
                self.test_len(pat, &place, prefix.len() + suffix.len(), slice.is_some(), no);
                return self.each_part(pat, &place, &mut |this, part, place| this.test(part, place, no));
            }
            Pat::Tuple { .. } | Pat::Record { .. } | Pat::TupleStruct { .. } | Pat::Path(_) => {
                self.test_variant(pat, &place, no)?;
                return self.each_part(pat, &place, &mut |this, part, place| this.test(part, place, no));
            }
            Pat::ConstBlock(_) => return outside("a pattern with `const`"),
            Pat::Expr(_) => return outside("an expression as a pattern"),
            Pat::Deref { .. } | Pat::NotNull => return outside("this pattern"),
        }
        Ok(())
    }

    /// What a variable's pattern asks of it: nothing in `rest @ ..`.
    fn within(&self, subpat: Option<PatId>) -> Option<PatId> {
        subpat.filter(|sub| !matches!(self.src.store()[*sub], Pat::Rest))
    }

    fn test_or(&mut self, pat: PatId, cases: &[PatId], place: &TypedPlace<'db>, no: Exit) -> Modelled<()> {
        if let Some(&at) = self.chosen.get(&pat) {
            self.test(cases[at], place.clone(), no)?;
            self.alternative(cases[at]);
            return Ok(());
        }
        let yes = self.b.new_block();
        for case in cases {
            let next = self.b.new_block();
            let exit = self.exit_to(next);
            self.test(*case, place.clone(), exit)?;
            self.alternative(*case);
            self.b.goto(yes);
            self.b.enter(next);
        }
        self.leave(no, self.pat_span(pat));
        self.b.enter(yes);
        Ok(())
    }

    /// Says that an alternative fits, here.
    fn alternative(&mut self, case: PatId) {
        if !self.b.of_std
            && let Ok(at) = self.src.map.pat_syntax(case)
            && let Some(span) = self.cx.spans.written(at)
        {
            self.b.push(Stmt::Way { way: Way::Alternative(span), cond: Term::bool(true) });
        }
    }

    /// Goes on if a condition holds.
    fn hold(&mut self, cond: Term, pat: PatId, no: Exit) {
        let span = self.pat_span(pat);
        let (yes, out) = (self.b.new_block(), self.leaving(no, span));
        self.b.branch(cond, yes, out);
        self.b.enter(yes);
    }

    fn equal(&mut self, pat: PatId, place: &TypedPlace<'db>, value: Term, no: Exit) {
        let core = self.core_ty(place.ty);
        let span = self.pat_span(pat);
        let here = self.b.read(place.place.clone(), core, span);
        self.hold(Term::test(BinOp::Eq, here, value), pat, no);
    }

    fn test_range(
        &mut self,
        pat: PatId,
        place: &TypedPlace<'db>,
        (start, end): (Option<ExprId>, Option<ExprId>),
        kind: RangeOp,
        no: Exit,
    ) -> Modelled<()> {
        let core = self.core_ty(place.ty);
        if !matches!(core, CoreTy::Int(_) | CoreTy::Char) {
            return outside(format!("a range of the type `{}` as a pattern", self.show(place.ty)));
        }
        let span = self.pat_span(pat);
        let here = self.b.read(place.place.clone(), core, span);
        let lo = start.map(|e| self.bound_of_range(e, place.ty)).transpose()?;
        let hi = end.map(|e| self.bound_of_range(e, place.ty)).transpose()?;
        let mut within = Term::bool(true);
        if let Some(lo) = lo {
            within = Term::and(within, Term::test(BinOp::Le, lo, here.clone()));
        }
        if let Some(hi) = hi {
            let inclusive = kind == RangeOp::Inclusive && !is_planted(Defect::PatternRangeExclusive);
            let op = if inclusive { BinOp::Le } else { BinOp::Lt };
            within = Term::and(within, Term::test(op, here, hi));
        }
        self.hold(within, pat, no);
        Ok(())
    }

    fn bound_of_range(&mut self, e: ExprId, ty: Ty<'db>) -> Modelled<Term> {
        match &self.src.store()[e] {
            Expr::Literal(literal) => self.literal_pattern(literal, ty),
            Expr::Path(path) => {
                if let Some((CandidateId::ConstId(id), args)) = self.src.infer.assoc_resolutions_for_expr(e) {
                    let args = self.inst.generic_args(args);
                    return self.constant_value(id, args, ty);
                }
                match self.resolve_value(self.pattern_scope, path) {
                    Some(ValueNs::ConstId(id)) => {
                        let none = GenericArgs::empty(self.inst.interner());
                        self.constant_value(id, none, ty)
                    }
                    _ => outside("a range as a pattern"),
                }
            }
            _ => outside("a range as a pattern"),
        }
    }

    /// A path that is neither a variable nor a variant: a constant.
    fn constant_pattern(&mut self, pat: PatId, path: &Path, ty: Ty<'db>) -> Modelled<Term> {
        let (id, args) = match self.src.infer.assoc_resolutions_for_pat(pat) {
            Some((CandidateId::ConstId(id), args)) => (id, self.inst.generic_args(args)),
            Some(_) => return outside("this pattern"),
            None => match self.resolve_pattern(pat, path) {
                Some(ValueNs::ConstId(id)) => (id, GenericArgs::empty(self.inst.interner())),
                _ => return outside("this pattern"),
            },
        };
        match plain(&self.core_ty(ty)) {
            CoreTy::Opaque(_) | CoreTy::Param(_) => {
                outside(format!("a constant of type `{}` as a pattern", self.show(ty)))
            }
            _ => self.constant_value(id, args, ty),
        }
    }

    /// What a path in a pattern means.
    pub fn resolve_pattern(&mut self, pat: PatId, path: &Path) -> Option<ValueNs> {
        let guard = self.resolver.update_to_inner_scope(self.cx.db, self.src.owner, self.pattern_scope);
        let hygiene = self.src.store().pat_path_hygiene(pat);
        let found = self.resolver.resolve_path_in_value_ns_fully(self.cx.db, path, hygiene);
        self.resolver.reset_to_guard(guard);
        found
    }

    fn test_len(&mut self, pat: PatId, place: &TypedPlace<'db>, n: usize, rest: bool, no: Exit) {
        if !matches!(place.ty.kind(), TyKind::Slice(_)) {
            return;
        }
        let span = self.pat_span(pat);
        let len = self.b.keep(Rvalue::Len(place.place.clone()), USIZE, span);
        let n = Term::int(n, USIZE);
        let len = self.b.term(len);
        let fits = if rest { Term::test(BinOp::Le, n, len) } else { Term::test(BinOp::Eq, len, n) };
        self.hold(fits, pat, no);
    }

    fn test_variant(&mut self, pat: PatId, place: &TypedPlace<'db>, no: Exit) -> Modelled<()> {
        let Some(VariantId::EnumVariantId(variant)) = self.src.infer.variant_resolution_for_pat(pat) else {
            return Ok(());
        };
        let CoreTy::Adt(id, _) = self.core_ty(place.ty) else {
            return outside(format!("a pattern of the type `{}`", self.show(place.ty)));
        };
        // With one variant, there is nothing to ask.
        if self.cx.types.with_adt(id, |def| def.variants.len()) == 1 {
            return Ok(());
        }
        let span = self.pat_span(pat);
        let index = self.variant_index(variant);
        let is = self.b.keep(Rvalue::IsVariant(place.place.clone(), index), CoreTy::Bool, span);
        let is = self.b.term(is);
        self.hold(is, pat, no);
        Ok(())
    }

    /// Calls `f` with each part of a pattern and its place.
    fn each_part(
        &mut self,
        pat: PatId,
        place: &TypedPlace<'db>,
        f: &mut dyn FnMut(&mut Self, PatId, TypedPlace<'db>) -> Modelled<()>,
    ) -> Modelled<()> {
        let store = self.src.store();
        match &store[pat] {
            Pat::Tuple { args, ellipsis } => {
                let Some(tys) = self.components(place.ty) else { return outside("this pattern") };
                for (at, part) in spread(args, *ellipsis, tys.len()) {
                    let Some(&ty) = tys.get(at) else { return outside("this pattern") };
                    let place = place.place.project(Projection::Component(at));
                    f(self, part, TypedPlace { place, ty })?;
                }
            }
            Pat::TupleStruct { args, ellipsis, .. } => {
                let Some(variant) = self.src.infer.variant_resolution_for_pat(pat) else {
                    return outside("this pattern");
                };
                let fields: Vec<_> = variant.fields(self.db()).fields().iter().map(|(id, _)| id).collect();
                for (at, part) in spread(args, *ellipsis, fields.len()) {
                    let Some(&local_id) = fields.get(at) else { return outside("this pattern") };
                    let place = self.part(place, FieldId { parent: variant, local_id })?;
                    f(self, part, place)?;
                }
            }
            Pat::Record { args, .. } => {
                let Some(variant) = self.src.infer.variant_resolution_for_pat(pat) else {
                    return outside("this pattern");
                };
                for RecordFieldPat { name, pat: part } in args {
                    let Some(local_id) = variant.fields(self.db()).field(name) else { return outside("this pattern") };
                    let place = self.part(place, FieldId { parent: variant, local_id })?;
                    f(self, *part, place)?;
                }
            }
            Pat::Slice { prefix, slice, suffix } => {
                let Some(element) = element_ty(place.ty) else { return outside("this pattern") };
                for (at, part) in prefix.iter().enumerate() {
                    let step = Projection::ConstantIndex { offset: at as u64, from_end: false };
                    f(self, *part, TypedPlace { place: place.place.project(step), ty: element })?;
                }
                if let Some(part) = slice.filter(|part| self.looks(*part)) {
                    let middle = self.middle(place, prefix.len(), suffix.len(), part)?;
                    f(self, part, middle)?;
                }
                let len = match place.ty.kind() {
                    TyKind::Array(_, len) => self.cx.types.known_length(len),
                    _ => None,
                };
                for (at, part) in suffix.iter().enumerate() {
                    let back = (suffix.len() - at) as u64;
                    let from_start = len.and_then(|len| len.checked_sub(back));
                    let step = match from_start {
                        Some(offset) => Projection::ConstantIndex { offset, from_end: false },
                        None => Projection::ConstantIndex { offset: back, from_end: true },
                    };
                    f(self, *part, TypedPlace { place: place.place.project(step), ty: element })?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a pattern looks at its value.
    fn looks(&self, pat: PatId) -> bool {
        !matches!(self.src.store()[pat], Pat::Wild | Pat::Rest)
    }

    /// The elements of a sequence without some at its ends.
    fn middle(&mut self, place: &TypedPlace<'db>, front: usize, back: usize, pat: PatId) -> Modelled<TypedPlace<'db>> {
        let span = self.pat_span(pat);
        let len = self.b.keep(Rvalue::Len(place.place.clone()), USIZE, span);
        let hi = Term::arith(BinOp::Sub, self.b.term(len), Term::int(back, USIZE), USIZE);
        let lo = self.b.keep(Rvalue::Compute(Term::int(front, USIZE)), USIZE, span);
        let hi = self.b.keep(Rvalue::Compute(hi), USIZE, span);
        let ty = match place.ty.kind() {
            // The pattern's own type has the length.
            TyKind::Array(..) => {
                let ty = self.inst.ty(self.src.infer.pat_ty(pat));
                if !matches!(ty.kind(), TyKind::Array(..)) {
                    return outside("a part of an array as a pattern");
                }
                ty
            }
            _ => place.ty,
        };
        Ok(TypedPlace { place: place.place.project(Projection::Slice { lo, hi }), ty })
    }

    /// A field of the value at a place, with its type.
    fn part(&mut self, base: &TypedPlace<'db>, field: FieldId) -> Modelled<TypedPlace<'db>> {
        let step = self.field_step(base, field)?;
        let Some((_, args)) = base.ty.as_adt() else { return outside("this field") };
        let declared = self.db().field_types(field.parent)[field.local_id].ty().skip_binder();
        let ty = self.cx.types.instantiate(declared, args, self.inst.env);
        Ok(TypedPlace { place: base.place.project(step), ty })
    }

    /// A part of the value at a place, with its type.
    pub fn project(&mut self, base: &TypedPlace<'db>, step: Projection) -> Modelled<TypedPlace<'db>> {
        let Projection::Field { variant, field } = step else { return outside("this part") };
        let parent = match base.ty.as_adt() {
            Some((hir_def::AdtId::StructId(id), _)) => VariantId::StructId(id),
            Some((hir_def::AdtId::EnumId(id), _)) => match id.enum_variants(self.db()).variants.get_index(variant) {
                Some((_, (id, _))) => VariantId::EnumVariantId(*id),
                None => return outside("this part"),
            },
            _ => return outside("this part"),
        };
        match parent.fields(self.db()).fields().iter().nth(field) {
            Some((local_id, _)) => self.part(base, FieldId { parent, local_id }),
            None => outside("this part"),
        }
    }

    /// The variables that a pattern binds, in order.
    fn collect_binds(&mut self, pat: PatId, place: TypedPlace<'db>, binds: &mut Vec<Bind<'db>>) -> Modelled<()> {
        let place = self.followed(pat, place)?;
        let store = self.src.store();
        match &store[pat] {
            Pat::Bind { id, subpat } => {
                let Some(BindingMode(mode, _)) = self.src.infer.binding_mode(pat) else {
                    return outside("this pattern");
                };
                binds.push(Bind { pat, binding: *id, mode, place: place.clone() });
                match self.within(*subpat) {
                    Some(sub) => self.collect_binds(sub, place, binds),
                    None => Ok(()),
                }
            }
            Pat::Or(cases) => match self.chosen.get(&pat) {
                Some(&at) => self.collect_binds(cases[at], place, binds),
                None => Ok(()),
            },
            Pat::Ref { pat: inner, .. } | Pat::Box { inner } => {
                let place = self.deref(place)?;
                self.collect_binds(*inner, place, binds)
            }
            _ => self.each_part(pat, &place, &mut |this, part, place| this.collect_binds(part, place, binds)),
        }
    }

    /// Binds variables.
    fn bind_all(&mut self, binds: &[Bind<'db>]) {
        for bind in binds {
            let local = self.declare(bind.binding, bind.pat);
            let value = match bind.mode {
                ByRef::Yes(mutability) => Rvalue::Ref(mutability.is_mut(), bind.place.place.clone()),
                ByRef::No => Rvalue::Use(self.consume(&bind.place)),
            };
            self.b.push(Stmt::Assign { dest: Place::local(local), value });
        }
    }

    /// `target = value`, also where the target takes a value apart.
    pub fn assignment(&mut self, dest: &Place, e: ExprId, target: PatId, value: ExprId) {
        use super::expr::unit;
        let store = self.src.store();
        self.pattern_scope = e;
        match &store[target] {
            // Nothing is moved.
            Pat::Wild => {
                self.place(value);
            }
            Pat::Expr(_) | Pat::Path(_) => {
                let value = self.temporary(value);
                self.assign_part(e, target, value);
            }
            _ => {
                let value = self.place(value);
                self.assign_part(e, target, value);
            }
        }
        self.set(dest, unit());
    }

    fn assign_part(&mut self, e: ExprId, target: PatId, value: TypedPlace<'db>) {
        if let Err(why) = self.try_assign(target, value) {
            self.give_up(e, why, None);
        }
    }

    fn try_assign(&mut self, target: PatId, value: TypedPlace<'db>) -> Modelled<()> {
        let span = self.pat_span(target);
        let store = self.src.store();
        let place = match &store[target] {
            Pat::Wild => return Ok(()),
            Pat::Expr(place) => self.place(*place),
            Pat::Path(path) => match self.resolve_pattern(target, path) {
                Some(ValueNs::LocalBinding(binding)) => {
                    let ty = self.inst.ty(self.src.infer.binding_ty(binding));
                    TypedPlace { place: self.variable(binding)?, ty }
                }
                // A unit struct: nothing to assign.
                Some(ValueNs::StructId(_)) => return Ok(()),
                _ => return outside("an assignment to a place that is not modelled"),
            },
            Pat::Tuple { .. } | Pat::Record { .. } | Pat::TupleStruct { .. } | Pat::Slice { .. } => {
                return self.each_part(target, &value, &mut |this, part, value| this.try_assign(part, value));
            }
            _ => return outside("an assignment to a place that is not modelled"),
        };
        let operand = self.consume(&value);
        self.drop_place(&place.place, place.ty, span);
        self.b.assign(place.place, Rvalue::Use(operand));
        Ok(())
    }
}

/// A variable to bind.
#[derive(Clone, Debug)]
struct Bind<'db> {
    pat: PatId,
    binding: BindingId,
    mode: ByRef,
    place: TypedPlace<'db>,
}

/// The parts of a pattern with their positions, those after `..` counted from the end.
fn spread(parts: &[PatId], ellipsis: Option<u32>, n: usize) -> Vec<(usize, PatId)> {
    let front = ellipsis.map_or(parts.len(), |at| (at as usize).min(parts.len()));
    let back = parts.len() - front;
    let fronts = parts[..front].iter().enumerate().map(|(at, pat)| (at, *pat));
    let backs = parts[front..].iter().enumerate().map(|(at, pat)| ((n + at).saturating_sub(back), *pat));
    fronts.chain(backs).collect()
}

fn element_ty(ty: Ty<'_>) -> Option<Ty<'_>> {
    match ty.kind() {
        TyKind::Array(element, _) | TyKind::Slice(element) => Some(element),
        _ => None,
    }
}
