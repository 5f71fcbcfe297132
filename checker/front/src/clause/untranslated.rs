//! Invariants that have no translation: like other such clauses they are compiled and run, once for each parameter and
//! result that has a value of the type inside.
//!
//! An invariant speaks of `self`; here it is said of a place, as Rust: of `parameter.field`, of each element of a `Vec`, of what
//! is in an `Option`. What is in the private fields of a type of another module is that module's to keep: nothing else
//! can change it.
use std::rc::Rc;

use proc_macro2::{Group, Ident, Span as TokenSpan, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use refine_core::ids::{AdtId, ModuleId};
use refine_core::invariants::Stated;
use refine_core::ir::RawClause;
use refine_core::program::{FnDef, ParamDef};
use refine_core::span::Span;
use refine_core::terms::lent;
use refine_core::terms::parts::Types;
use refine_core::ty::Ty;

use super::spacing::spaced;
use crate::context::Context;

/// An invariant that no term stands for.
pub(super) struct Untranslated {
    /// The condition, about `self`.
    pub(super) said: TokenStream,
    /// As it was written.
    pub(super) written: String,
    /// Where it was written.
    pub(super) span: Span,
    /// What the translation does not cover.
    pub(super) reason: String,
}

/// The name that a postcondition gives the result.
const RESULT: &str = "returned";

/// How deep types are looked into.
const DEPTH: usize = 6;

/// What is said of a parameter: before the call, and after it if the caller may see it changed.
pub(super) fn of_param(cx: &Context<'_>, def: &FnDef, param: &ParamDef, ty: &Ty) -> Vec<RawClause> {
    let here = def.module;
    let name = match param.name.strip_prefix("r#") {
        Some(bare) => Ident::new_raw(bare, TokenSpan::call_site()),
        None => Ident::new(&param.name, TokenSpan::call_site()),
    };
    let before = clauses(cx, here, &quote!(#name), ty).into_iter().map(|clause| RawClause { requires: true, ..clause });
    let changed = match &param.ty {
        Ty::Ref(mutable, inner) => *mutable || !def.pure && cx.types.has_cell(inner),
        // (Of what is lent inside of it no clause has a value in the end.)
        ty => lent::holds_borrow(cx, ty),
    };
    // What a type parameter stands for is not the function's to keep.
    let after = if changed { clauses(cx, here, &quote!(#name), &param.ty) } else { Vec::new() };
    before.chain(after).collect()
}

/// What is said of a result.
pub(super) fn of_result(cx: &Context<'_>, here: ModuleId, ty: &Ty) -> Vec<RawClause> {
    let name = format_ident!("{RESULT}");
    let lent = Ty::Ref(false, Box::new(ty.clone()));
    let all = clauses(cx, here, &quote!(#name), &lent).into_iter();
    all.map(|clause| RawClause { binder: Some(RESULT.to_owned()), ..clause }).collect()
}

/// Those that no clause speaks of, of what a value of a type holds: among the entries of a map, behind an `Rc`.
pub fn out_of_reach(cx: &Context<'_>, here: ModuleId, ty: &Ty) -> Vec<Said> {
    Walk::of(cx, here, &format_ident!("{RESULT}").into_token_stream(), ty).out_of_reach
}

/// All, of what a value of a type holds.
pub fn all_untranslated(cx: &Context<'_>, here: ModuleId, ty: &Ty) -> Vec<Said> {
    let Walk { found, out_of_reach, .. } = Walk::of(cx, here, &format_ident!("{RESULT}").into_token_stream(), ty);
    let found = found.into_iter().map(|(_, clause)| Said { written: clause.written, span: clause.span });
    found.chain(out_of_reach).collect()
}

fn clauses(cx: &Context<'_>, here: ModuleId, name: &TokenStream, ty: &Ty) -> Vec<RawClause> {
    let Walk { found, recurring, cut_short, .. } = Walk::of(cx, here, name, ty);
    let whole = |(of, clause)| RawClause { partly: cut_short || recurring.contains(&of), ..clause };
    found.into_iter().map(whole).collect()
}

/// An invariant as it was written, and where.
pub struct Said {
    /// The text.
    pub written: String,
    /// The place.
    pub span: Span,
}

/// A place as Rust: so many `*` before what owns it. For a field or method of it they need not be written.
struct PlaceTokens {
    owner: TokenStream,
    derefs: usize,
}

impl PlaceTokens {
    fn whole(&self) -> TokenStream {
        (0..self.derefs).fold(self.owner.clone(), |inner, _| quote!((*#inner)))
    }

    fn below(&self) -> PlaceTokens {
        PlaceTokens { owner: self.owner.clone(), derefs: self.derefs + 1 }
    }
}

struct Walk<'a, 'db> {
    cx: &'a Context<'db>,
    here: ModuleId,
    above: Vec<Ty>,
    /// Each with the type that states it.
    found: Vec<(Ty, RawClause)>,
    /// Types that are inside of themselves: of the values inside nothing is said.
    recurring: Vec<Ty>,
    /// Whether there are parts deeper inside.
    cut_short: bool,
    /// Those of values that Rust has no place for here.
    out_of_reach: Vec<Said>,
    /// Whether there is one for what is looked at now.
    is_reached: bool,
}

impl<'a, 'db> Walk<'a, 'db> {
    /// What is said of the parts of a value of a type.
    fn of(cx: &'a Context<'db>, here: ModuleId, name: &TokenStream, ty: &Ty) -> Walk<'a, 'db> {
        let (above, found, recurring, out_of_reach) = Default::default();
        let mut walk = Walk { cx, here, above, found, recurring, cut_short: false, out_of_reach, is_reached: true };
        walk.within(ty, &PlaceTokens { owner: name.clone(), derefs: 0 }, &|said| said);
        walk
    }

    /// What is said of a place's parts; `around` makes a condition on the place one on what the walk began with.
    fn within(&mut self, ty: &Ty, place: &PlaceTokens, around: &dyn Fn(TokenStream) -> TokenStream) {
        if self.above.len() >= DEPTH {
            self.cut_short = true;
            return;
        }
        let owner = &place.owner;
        match ty {
            Ty::Ref(_, inner) | Ty::Boxed(inner) | Ty::Borrow(inner) => self.within(inner, &place.below(), around),
            Ty::Tuple(tys) => {
                for (at, ty) in tys.iter().enumerate() {
                    let at = syn::Index::from(at);
                    self.within(ty, &PlaceTokens { owner: quote!(#owner.#at), derefs: 0 }, around);
                }
            }
            Ty::Vec(inner) | Ty::Slice(inner) | Ty::Array(inner, _) => {
                self.each(inner, &quote!(#owner.iter()), around);
            }
            Ty::Adt(id, args) => match self.cx.types.adt(*id).module {
                Some(module) => self.of_adt(*id, args, module, place, around),
                None => {
                    let name = self.cx.types.with_adt(*id, |def| def.name.clone());
                    match (name.as_str(), &args[..]) {
                        ("Option" | "VecDeque", [inner, ..]) => self.each(inner, &quote!(#owner.iter()), around),
                        ("Result", [good, bad]) => {
                            self.each(good, &quote!(#owner.iter()), around);
                            self.each(bad, &quote!(#owner.as_ref().err().into_iter()), around);
                        }
                        ("PhantomData", _) => {}
                        (_, args) => self.of_unseen(args, place, around),
                    }
                }
            },
            Ty::Opaque(name) => self.of_unseen(&self.cx.types.standard_args(name), place, around),
            _ => {}
        }
    }

    /// What is said of values that have no place.
    fn of_unseen(&mut self, tys: &[Ty], place: &PlaceTokens, around: &dyn Fn(TokenStream) -> TokenStream) {
        let was_reached = std::mem::replace(&mut self.is_reached, false);
        tys.iter().for_each(|ty| self.within(ty, place, around));
        self.is_reached = was_reached;
    }

    /// What is said of all that an iterator yields references to.
    fn each(&mut self, ty: &Ty, iterator: &TokenStream, around: &dyn Fn(TokenStream) -> TokenStream) {
        let part = format_ident!("part_{}", self.above.len());
        self.above.push(Ty::Vec(Box::new(ty.clone())));
        let all = |said: TokenStream| around(quote!(#iterator.all(|#part| #said)));
        self.within(ty, &PlaceTokens { owner: quote!(#part), derefs: 1 }, &all);
        self.above.pop();
    }

    fn of_adt(
        &mut self,
        id: AdtId,
        args: &[Ty],
        module: ModuleId,
        place: &PlaceTokens,
        around: &dyn Fn(TokenStream) -> TokenStream,
    ) {
        let ty = Ty::Adt(id, args.to_vec());
        if self.above.contains(&ty) {
            self.recurring.push(ty);
            return;
        }
        for invariant in stated(self.cx, id).iter() {
            let Untranslated { said, written, span, reason } = invariant;
            if !self.is_reached {
                self.out_of_reach.push(Said { written: written.clone(), span: *span });
                continue;
            }
            let clause = RawClause {
                of_type: true,
                partly: false,
                requires: false,
                binder: None,
                text: spaced(&around(said_of(said, place))),
                written: written.clone(),
                span: *span,
                reason: reason.clone(),
            };
            self.found.push((ty.clone(), clause));
        }
        let def = self.cx.types.adt(id);
        if !self.sees_fields(module) && def.is_abstract() {
            return;
        }
        self.above.push(ty);
        let owner = &place.owner;
        for variant in &def.variants {
            for field in &variant.fields {
                let inner = def.instantiate(&field.ty, args);
                let Ok(member) = syn::parse_str::<syn::Member>(&field.name) else { continue };
                if !def.is_enum {
                    self.within(&inner, &PlaceTokens { owner: quote!(#owner.#member), derefs: 0 }, around);
                } else if let Ok(name) = syn::parse_str::<syn::Path>(&format!("crate::{}", def.path)) {
                    let part = format_ident!("part_{}", self.above.len());
                    let (whole, of) = (place.whole(), format_ident!("{}", variant.name));
                    let matched = |said: TokenStream| {
                        around(quote!(match &#whole { #name::#of { #member: #part, .. } => #said, _ => true }))
                    };
                    self.within(&inner, &PlaceTokens { owner: quote!(#part), derefs: 1 }, &matched);
                }
            }
        }
        self.above.pop();
    }

    /// Whether private fields of a module's types can be named from here: in it and in what is inside of it.
    fn sees_fields(&self, module: ModuleId) -> bool {
        let modules = &self.cx.items.modules;
        let mut at = Some(self.here);
        while let Some(inside) = at {
            if inside == module {
                return true;
            }
            at = modules[inside.0 as usize].parent;
        }
        false
    }
}

/// The invariants of a type that have no translation.
fn stated(cx: &Context<'_>, id: AdtId) -> Rc<Vec<Untranslated>> {
    cx.stated(id);
    cx.clauses.untranslated.borrow().get(&id).cloned().unwrap_or_default()
}

/// The same, as Rust about `this`.
pub fn untranslated_invariants(cx: &Context<'_>, id: AdtId) -> Vec<String> {
    let this = |one: &Untranslated| spaced(&renamed(one.said.clone(), &quote!(this)));
    stated(cx, id).iter().map(this).collect()
}

/// A condition on `self` as one on a place.
fn said_of(said: &TokenStream, place: &PlaceTokens) -> TokenStream {
    if is_only_looked_into(said) {
        return renamed(said.clone(), &place.owner);
    }
    let (value, said) = (place.whole(), renamed(said.clone(), &quote!(this)));
    quote!({ let this = &#value; #said })
}

/// Whether only fields and methods of `self` are spoken of.
fn is_only_looked_into(said: &TokenStream) -> bool {
    let mut tokens = said.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let fine = match &token {
            TokenTree::Ident(ident) if ident == "self" => {
                matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '.' || next.as_char() == ':')
            }
            TokenTree::Group(group) => is_only_looked_into(&group.stream()),
            _ => true,
        };
        if !fine {
            return false;
        }
    }
    true
}

/// The same about something else than `self`. (`self::name` is a path.)
fn renamed(said: TokenStream, name: &TokenStream) -> TokenStream {
    let mut tokens = said.into_iter().peekable();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident)
                if ident == "self"
                    && !matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':') =>
            {
                out.extend(name.clone());
            }
            TokenTree::Group(group) => {
                let inner = renamed(group.stream(), name);
                out.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            other => out.extend([other]),
        }
    }
    out
}
