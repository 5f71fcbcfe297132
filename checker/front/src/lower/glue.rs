//! Drop glue: what runs when a value goes out of scope. As in rustc it is a function for each type, `fn(&mut T)`: the user's
//! [`Drop::drop`], then the glue of the parts in order.
//!
//! A value of a type parameter is taken to have none, as it is where the function is checked: what its destructor
//! may do to what the function sees is nothing, unless it panics.
use hir_def::lang_item::lang_items;
use hir_def::signatures::{FunctionSignature, StructFlags, StructSignature};
use hir_def::{AdtId as HirAdtId, FunctionId, HasModule};
use hir_expand::name::Name;
use hir_ty::method_resolution::TraitImpls;
use hir_ty::next_solver::{GenericArg, GenericArgs, SimplifiedType, Ty as HirTy, TyKind};
use intern::sym;
use refine_core::mir::{Body, Intrinsic, Operand, Place, Projection, Rvalue, Stmt};
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::{USIZE, size};
use refine_core::ty::{FnInst, Ty};
use rustc_type_ir::inherent::IntoKind;

use super::Lower;
use super::alike::{captures, fields};
use super::copied::is_copy;
use super::foreign::is_left_out;
use super::shim::{self, Shim, lookup};
use crate::context::{Callable, Context};
use crate::database::Origin;
use crate::types::Env;

/// Types nested deeper than this are taken to have glue.
const DEPTH: usize = 64;

/// Elements of an array that a pattern may move out one by one.
const ELEMENTS: usize = 8;

/// What is dropped with a place of a type: parts of it, which may be moved out on their own, each with its glue, in order.
pub(crate) fn glue<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env) -> Vec<(Vec<Projection>, FnInst)> {
    let mut parts = Vec::new();
    split(cx, cx.types.normalize(ty, env), env, &mut Vec::new(), &mut Vec::new(), &mut parts);
    parts
}

/// Whether anything runs when a value of a type goes out of scope.
pub(crate) fn needs_glue<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env) -> bool {
    Need { cx, env, above: Vec::new(), unknown: false }.of(cx.types.normalize(ty, env))
}

impl<'db> Lower<'_, 'db> {
    /// What is dropped with a value of a type of the instance.
    pub(super) fn glue(&self, ty: HirTy<'db>) -> Vec<(Vec<Projection>, FnInst)> {
        glue(self.cx, ty, self.inst.env)
    }
}

/// The glue of a type.
fn instance<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env) -> FnInst {
    let args: [GenericArg<'db>; 1] = [ty.into()];
    cx.instance(Callable::Glue, GenericArgs::new_from_slice(&args), env)
}

fn split<'db>(
    cx: &Context<'db>,
    ty: HirTy<'db>,
    env: Env,
    at: &mut Vec<Projection>,
    above: &mut Vec<HirTy<'db>>,
    found: &mut Vec<(Vec<Projection>, FnInst)>,
) {
    if !needs_glue(cx, ty, env) {
        return;
    }
    let parts = match parts(cx, ty, env).known(cx, env) {
        // A type that recurs, or has very many parts, is dropped as one.
        _ if above.contains(&ty) || found.len() > DEPTH => None,
        Glue::Fields { own: None, variants } => Some(variants.into_iter().flatten().collect()),
        Glue::One(part) => Some(vec![part]),
        Glue::Elements(element) => few(cx, ty).map(|count| {
            let at = |offset| Projection::ConstantIndex { offset, from_end: false };
            (0..count as u64).map(|offset| (at(offset), element)).collect()
        }),
        _ => None,
    };
    let Some(parts) = parts else {
        found.push((at.clone(), instance(cx, ty, env)));
        return;
    };
    above.push(ty);
    for (step, ty) in parts {
        at.push(step);
        split(cx, ty, env, at, above, found);
        at.pop();
    }
    above.pop();
}

/// The length of an array that is short.
fn few<'db>(cx: &Context<'db>, ty: HirTy<'db>) -> Option<usize> {
    let TyKind::Array(_, len) = ty.kind() else { return None };
    cx.types.known_length(len).and_then(|len| usize::try_from(len).ok()).filter(|len| *len <= ELEMENTS)
}

fn is_enum(ty: HirTy<'_>) -> bool {
    matches!(ty.as_adt(), Some((HirAdtId::EnumId(_), _)))
}

/// How a type's glue is made up.
enum Glue<'db> {
    /// Nothing runs.
    Nothing,
    /// Its own `drop`, if it has one, then the fields, by variant (one for what is no enum).
    Fields { own: Option<(FunctionId, GenericArgs<'db>)>, variants: Vec<Vec<(Projection, HirTy<'db>)>> },
    /// That of what it points to.
    One((Projection, HirTy<'db>)),
    /// That of each element.
    Elements(HirTy<'db>),
    /// Something that is not known if one of these types has glue, which it may own; else the rest.
    Hidden(Vec<HirTy<'db>>, Box<Glue<'db>>),
    /// Something that is not known.
    Unknown,
}

impl<'db> Glue<'db> {
    /// What is not known only if it has to be.
    fn known(self, cx: &Context<'db>, env: Env) -> Self {
        match self {
            Glue::Hidden(owned, _) if owned.iter().any(|ty| needs_glue(cx, *ty, env)) => Glue::Unknown,
            Glue::Hidden(_, rest) => *rest,
            parts => parts,
        }
    }
}

fn parts<'db>(cx: &Context<'db>, ty: HirTy<'db>, env: Env) -> Glue<'db> {
    let whole = |all: Vec<(Projection, HirTy<'db>)>| Glue::Fields { own: None, variants: vec![all] };
    let field = |(field, ty)| (Projection::Field { variant: 0, field }, ty);
    match ty.kind() {
        TyKind::Tuple(all) => {
            let component = |(at, ty)| (Projection::Component(at), ty);
            whole(all.iter().enumerate().map(component).collect())
        }
        TyKind::Array(_, len) if cx.types.known_length(len) == Some(0) => Glue::Nothing,
        TyKind::Array(element, _) | TyKind::Slice(element) => match cx.ty(ty, env) {
            // Elements that cannot be spoken of one by one.
            Ty::Opaque(_) => Glue::Hidden(vec![element], Box::new(Glue::Nothing)),
            _ => Glue::Elements(element),
        },
        TyKind::Closure(id, args) => whole(captures(cx, id.0, args, env).into_iter().enumerate().map(field).collect()),
        TyKind::Adt(adt, args) => adt_parts(cx, ty, adt.def_id(), args, env),
        TyKind::Bool
        | TyKind::Char
        | TyKind::Int(_)
        | TyKind::Uint(_)
        | TyKind::Float(_)
        | TyKind::Str
        | TyKind::Never
        | TyKind::Ref(..)
        | TyKind::RawPtr(..)
        | TyKind::FnDef(..)
        | TyKind::FnPtr(..)
        | TyKind::Foreign(_)
        | TyKind::Param(_)
        | TyKind::Alias(..) => Glue::Nothing,
        // Whatever it is, nothing runs where nobody wrote a `drop`.
        TyKind::Dynamic(..) if !any_drop(cx) => Glue::Nothing,
        _ => Glue::Unknown,
    }
}

fn adt_parts<'db>(cx: &Context<'db>, ty: HirTy<'db>, id: HirAdtId, args: GenericArgs<'db>, env: Env) -> Glue<'db> {
    if let HirAdtId::StructId(id) = id {
        let flags = StructSignature::of(cx.db, id).flags;
        if flags.intersects(StructFlags::IS_MANUALLY_DROP | StructFlags::IS_PHANTOM_DATA) {
            return Glue::Nothing;
        }
    }
    if is_copy(cx, ty, env) {
        return Glue::Nothing;
    }
    let is_std = cx.db.origin(id.krate(cx.db)) == Origin::Std;
    let own = destructor(cx, ty, id, env);
    let ours = cx.ty(ty, env);
    match &ours {
        Ty::Boxed(_) => {
            return args.types().next().map_or(Glue::Unknown, |inner| Glue::One((Projection::Deref, inner)));
        }
        Ty::Vec(_) => return args.types().next().map_or(Glue::Unknown, Glue::Elements),
        _ => {}
    }
    // What our standard library only names may own what it is generic over.
    let hidden = |rest| Glue::Hidden(args.types().collect(), Box::new(rest));
    if is_std && own.is_some_and(|(id, _)| !FunctionSignature::of(cx.db, id).has_body()) {
        return hidden(Glue::Nothing);
    }
    match ours {
        Ty::Adt(..) => {
            let all = fields(cx, id, args, env);
            let owns = is_std && all.iter().flatten().any(|ty| is_phantom(cx, *ty));
            let step = |variant| move |(field, ty)| (Projection::Field { variant, field }, ty);
            let variants = all.into_iter().enumerate();
            let variants = variants.map(|(at, tys)| tys.into_iter().enumerate().map(step(at)).collect()).collect();
            let parts = Glue::Fields { own, variants };
            if owns { hidden(parts) } else { parts }
        }
        _ if is_std => hidden(Glue::Nothing),
        // The parts of its parts have no end.
        _ if cx.types.is_nested(id) => Glue::Unknown,
        // A union drops none of its fields.
        _ if own.is_none() && matches!(id, HirAdtId::UnionId(_)) => Glue::Nothing,
        _ if own.is_none() => {
            Glue::Hidden(fields(cx, id, args, env).into_iter().flatten().collect(), Box::new(Glue::Nothing))
        }
        _ => Glue::Unknown,
    }
}

fn is_phantom(cx: &Context<'_>, ty: HirTy<'_>) -> bool {
    let phantom = lang_items(cx.db, cx.krate).PhantomData;
    matches!((ty.as_adt(), phantom), (Some((HirAdtId::StructId(id), _)), Some(phantom)) if id == phantom)
}

/// The type's own implementation of `Drop`.
fn destructor<'db>(
    cx: &Context<'db>,
    ty: HirTy<'db>,
    id: HirAdtId,
    env: Env,
) -> Option<(FunctionId, GenericArgs<'db>)> {
    let the_trait = lang_items(cx.db, cx.krate).Drop?;
    let module = id.module(cx.db);
    let has =
        |impls: &TraitImpls<'_>| !impls.for_trait_and_self_ty(the_trait, &SimplifiedType::Adt(id.into())).0.is_empty();
    let there = match module.block(cx.db) {
        Some(block) => TraitImpls::for_block(cx.db, block).is_some_and(has),
        None => has(TraitImpls::for_crate(cx.db, module.krate(cx.db))),
    };
    if !there {
        return None;
    }
    let method = the_trait.trait_items(cx.db).method_by_name(&Name::new_symbol_root(sym::drop))?;
    let args: [GenericArg<'db>; 1] = [ty.into()];
    match lookup(cx, env, method, GenericArgs::new_from_slice(&args)) {
        (Callable::Function(id), args) => Some((id, args)),
        _ => None,
    }
}

/// Whether anyone outside of the standard library implements `Drop`.
fn any_drop(cx: &Context<'_>) -> bool {
    let Some(the_trait) = lang_items(cx.db, cx.krate).Drop else { return true };
    let crates = cx.krate.transitive_deps(cx.db);
    let theirs = crates.into_iter().filter(|krate| matches!(cx.db.origin(*krate), Origin::Local | Origin::Dependency));
    theirs.into_iter().any(|krate| {
        let mut any = false;
        TraitImpls::for_crate(cx.db, krate)
            .for_trait(the_trait, |impls| any |= impls.left().is_some_and(|all| !all.is_empty()));
        any
    })
}

/// Whether something runs, for one type after the other.
struct Need<'a, 'db> {
    cx: &'a Context<'db>,
    env: Env,
    /// The types that the one at hand is a part of.
    above: Vec<HirTy<'db>>,
    /// Whether only what is not known counts.
    unknown: bool,
}

impl<'db> Need<'_, 'db> {
    fn of(&mut self, ty: HirTy<'db>) -> bool {
        // A type that contains itself has what the rest of it has.
        if self.above.contains(&ty) {
            return false;
        }
        if self.above.len() > DEPTH {
            return true;
        }
        let parts = match parts(self.cx, ty, self.env) {
            parts if self.unknown => parts.known(self.cx, self.env),
            parts => parts,
        };
        self.above.push(ty);
        let needs = self.of_parts(parts);
        self.above.pop();
        needs
    }

    fn of_parts(&mut self, parts: Glue<'db>) -> bool {
        match parts {
            Glue::Nothing => false,
            Glue::Unknown => true,
            Glue::Fields { own: Some((id, _)), .. }
                if !self.unknown || is_left_out(self.cx, Callable::Function(id)) =>
            {
                true
            }
            Glue::Fields { variants, .. } => variants.into_iter().flatten().any(|(_, ty)| self.of(ty)),
            Glue::One((_, ty)) | Glue::Elements(ty) => self.of(ty),
            Glue::Hidden(owned, rest) => owned.into_iter().any(|ty| self.of(ty)) || self.of_parts(*rest),
        }
    }
}

/// The body of a type's glue; `None` for an instance that is none.
pub(crate) fn body(cx: &Context<'_>, inst: &FnInst) -> Option<Body> {
    let (Callable::Glue, args, env) = cx.args_of(inst)? else { return None };
    let ty = args.types().next()?;
    let ours = cx.ty(ty, env);
    let span = cx.fn_def(inst.func).span;
    let params = [("place", Ty::Borrow(Box::new(ours)))];
    Some(shim::body(cx, (inst, env, span), &params, Ty::unit(), |shim| {
        let place = shim.pointee(shim.b.param(0));
        Dropper { shim }.write(ty, place);
        shim.give_term(Term::new(TermKind::Tuple(Vec::new()), Ty::unit()));
    }))
}

struct Dropper<'s, 'a, 'b, 'db> {
    shim: &'s mut Shim<'a, 'b, 'db>,
}

impl<'db> Dropper<'_, '_, '_, 'db> {
    fn write(&mut self, ty: HirTy<'db>, place: Place) {
        let (cx, env) = (self.shim.cx, self.shim.env);
        let of_others = ty.as_adt().is_some_and(|(id, _)| cx.db.origin(id.krate(cx.db)) == Origin::Dependency);
        // One claim for what another crate keeps inside.
        let is_left_out = of_others && Need { cx, env, above: Vec::new(), unknown: true }.of(ty);
        let parts = if is_left_out { Glue::Unknown } else { parts(cx, ty, env).known(cx, env) };
        match parts {
            Glue::Nothing => {}
            Glue::One(part) => self.each(&place, vec![part]),
            Glue::Elements(element) => self.elements(ty, &place, element),
            Glue::Fields { own, variants } => {
                if let Some((id, args)) = own {
                    let callee = self.shim.cx.instance(Callable::Function(id), args, self.shim.env);
                    let argument = self.shim.borrow(true, place.clone(), ty);
                    self.shim.call(callee, vec![argument], Ty::unit());
                }
                if is_enum(ty) {
                    self.variants(&place, variants);
                } else {
                    variants.into_iter().for_each(|parts| self.each(&place, parts));
                }
            }
            Glue::Hidden(..) | Glue::Unknown => {
                let what = format!("the `drop` of a value of the type `{}`", self.shim.cx.types.spelled(ty));
                self.shim.b.parameters_escape();
                self.shim.b.outside(&what, self.shim.span, true, None);
                let own = self.shim.b.inst().func;
                self.shim.b.may_run(vec![own]);
            }
        }
    }

    /// The glue of parts of a place, in order.
    fn each(&mut self, place: &Place, parts: Vec<(Projection, HirTy<'db>)>) {
        for (step, ty) in parts {
            self.part(place.project(step), ty);
        }
    }

    fn part(&mut self, place: Place, ty: HirTy<'db>) {
        let (cx, env) = (self.shim.cx, self.shim.env);
        if needs_glue(cx, ty, env) {
            let argument = self.shim.borrow(true, place, ty);
            self.shim.call(instance(cx, ty, env), vec![argument], Ty::unit());
        }
    }

    fn variants(&mut self, place: &Place, variants: Vec<Vec<(Projection, HirTy<'db>)>>) {
        let (cx, env) = (self.shim.cx, self.shim.env);
        let done = self.shim.b.new_block();
        for (variant, parts) in variants.into_iter().enumerate() {
            if !parts.iter().any(|(_, ty)| needs_glue(cx, *ty, env)) {
                continue;
            }
            let (there, next) = (self.shim.b.new_block(), self.shim.b.new_block());
            let is = self.shim.b.keep(Rvalue::IsVariant(place.clone(), variant), Ty::Bool, self.shim.span);
            let is = self.shim.b.term(is);
            self.shim.b.branch(is, there, next);
            self.shim.b.enter(there);
            self.each(place, parts);
            self.shim.b.goto(done);
            self.shim.b.enter(next);
        }
        self.shim.b.goto(done);
        self.shim.b.enter(done);
    }

    /// The glue of each element, the first before the others.
    fn elements(&mut self, ty: HirTy<'db>, place: &Place, element: HirTy<'db>) {
        let span = self.shim.span;
        let sequence = self.shim.ty(ty);
        let usize = USIZE;
        let len = self.shim.b.keep(Rvalue::Len(place.clone()), usize.clone(), span);
        let at = self.shim.b.keep(Rvalue::Use(Operand::Constant(size(0))), usize.clone(), span);
        let (head, turn, done) = (self.shim.b.new_block(), self.shim.b.new_block(), self.shim.b.new_block());
        self.shim.b.goto(head);
        self.shim.b.enter(head);
        let (at_term, len) = (self.shim.b.term(at), self.shim.b.term(len));
        self.shim.b.branch(Term::test(BinOp::Lt, at_term.clone(), len), turn, done);
        self.shim.b.enter(turn);
        // Nobody looks at the sequence any more: each element is dropped apart from it, so that what is known of the others stays.
        let own = self.shim.ty(element);
        let taken = Place::local(self.shim.b.temp(own, span));
        let whole = Rvalue::Ref(false, place.clone());
        let whole = self.shim.b.keep(whole, Ty::Ref(false, Box::new(sequence)), span);
        let args = vec![Operand::Move(Place::local(whole)), Operand::Copy(Place::local(at))];
        self.shim.b.push(Stmt::Intrinsic { op: Intrinsic::Read, args, dest: taken.clone() });
        self.part(taken, element);
        let next = Term::arith(BinOp::Add, at_term, size(1), usize);
        self.shim.b.assign(Place::local(at), Rvalue::Compute(next));
        self.shim.b.goto(head);
        self.shim.b.enter(done);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::derive::tests::ty_named;
    use crate::testing;

    const TYPES: &str = r"
        pub struct Guard(u32);
        impl Drop for Guard { fn drop(&mut self) {} }
        pub struct Parts<'a> { a: Guard, b: (u8, Option<Guard>), c: Vec<Guard>, d: Box<(Guard, u8)>, e: &'a Guard }
        pub struct Plain { a: Vec<String>, b: Box<Option<u32>>, c: std::rc::Rc<u8>, d: std::mem::ManuallyDrop<Guard> }
        pub struct Hidden { a: std::collections::HashMap<u8, Guard> }
        pub enum Tree { Leaf(Guard), Node(Vec<Tree>) }
        pub enum Bare { Leaf(u8), Node(Vec<Bare>) }
        pub enum Shared { Leaf(u8), Node(std::rc::Rc<Shared>) }
        pub enum Guarded { Leaf(Guard), Node(std::rc::Rc<Guarded>) }
        pub struct Holder<T>(T);
    ";

    #[test]
    fn glue_is_that_of_what_someone_wrote() {
        testing::with(TYPES, |cx| {
            let needs = |name: &str| {
                let (ty, env) = ty_named(cx, name);
                needs_glue(cx, ty, env)
            };
            let with = ["Guard", "Parts", "Hidden", "Tree", "Guarded"];
            assert_eq!(with.map(needs), [true; 5]);
            let without = ["Plain", "Bare", "Shared", "Holder"];
            assert_eq!(without.map(needs), [false; 4]);
            let (ty, env) = ty_named(cx, "Parts");
            let split: Vec<String> = glue(cx, ty, env)
                .into_iter()
                .map(|(steps, inst)| {
                    format!(
                        "{} of {}",
                        steps.len(),
                        cx.types.spelled(cx.args_of(&inst).unwrap().1.types().next().unwrap())
                    )
                })
                .collect();
            assert_eq!(split, ["1 of Guard", "3 of Guard", "1 of alloc::vec::Vec<Guard>", "3 of Guard"]);
        });
    }

    #[test]
    fn the_body_of_glue_calls_the_parts_in_order() {
        testing::with(TYPES, |cx| {
            let (ty, env) = ty_named(cx, "Tree");
            let text = testing::mir_text(cx, &body(cx, &instance(cx, ty, env)).unwrap());
            assert!(text.contains("= test *place is Leaf;"), "{text}");
            assert!(text.contains("= &mut ((*place) as Leaf).0;"), "{text}");
            assert!(text.contains("= call drop_in_place<Vec<Tree>>("), "{text}");
        });
    }
}
