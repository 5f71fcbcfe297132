//! A translated clause as plain Rust over typed variables, for an assertion that a person reads.
//!
//! Clauses have exact integers, Rust has not: where a clause computes, operands are widened to `i128`, and a clause that
//! could overflow even there has no plain form (`None`). Comparisons of equal types stay as they are.
use std::cell::RefCell;
use std::collections::HashMap;

use num_bigint::BigInt;
use refine_core::ids::{AdtId, BoundId, LocalId};
use refine_core::program::CtorShape;
use refine_core::term::{BinOp, BitOp, Quantifier, Term, TermKind, UnOp};
use refine_core::ty::{FnInst, IntTy, Ty};
use refine_core::value::Value;

use crate::source::Printer;
use crate::types::{field_types, std_path};

/// What the variables of a clause are called in the test.
pub(super) struct ClauseNames<'a> {
    pub(super) printer: Printer<'a>,
    /// The parameters' (final) values and the result.
    pub(super) locals: Vec<String>,
    /// The parameters' values at entry.
    pub(super) olds: Vec<String>,
    /// The entry values of the parameters that do not change.
    pub(super) values: Vec<Option<Value>>,
    /// The types of the parameters and of the result, in which a `&mut` is one, where the clause has a pair for it.
    pub(super) tys: Vec<Ty>,
    /// Whether private fields can be named.
    pub(super) inside: bool,
    bounds: RefCell<HashMap<BoundId, IntTy>>,
}

/// How tightly a piece of text holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    /// An `if`.
    Open,
    Or,
    And,
    Compare,
    Sum,
    Product,
    Prefix,
    Atom,
}

type Text = (String, Binds);

fn at_least(text: Text, binds: Binds) -> String {
    if text.1 < binds { format!("({})", text.0) } else { text.0 }
}

/// A variable, or what one leads to.
fn named(name: &str) -> Text {
    (name.to_owned(), if name.starts_with('*') { Binds::Prefix } else { Binds::Atom })
}

/// A text in front of a `.` or a `[`, where Rust looks behind references by itself.
fn receiver(text: Text) -> String {
    match text.0.starts_with('*') && text.1 == Binds::Prefix {
        true => text.0.trim_start_matches('*').to_owned(),
        false => at_least(text, Binds::Atom),
    }
}

/// What a reference leads to.
fn behind(text: Text) -> Text {
    let text = at_least(text, Binds::Atom);
    let bare = text.strip_prefix("(*").and_then(|inner| inner.strip_suffix(')'));
    (bare.map_or_else(|| format!("*{text}"), |inner| format!("**{inner}")), Binds::Prefix)
}

impl<'a> ClauseNames<'a> {
    pub(super) fn new(
        printer: Printer<'a>,
        locals: Vec<String>,
        olds: Vec<String>,
        values: Vec<Option<Value>>,
        tys: Vec<Ty>,
        inside: bool,
    ) -> Self {
        ClauseNames { printer, locals, olds, values, tys, inside, bounds: RefCell::default() }
    }

    /// An upper bound on the bits that a number needs.
    fn bits(&self, term: &Term) -> u64 {
        use TermKind::*;
        match term.kind() {
            Int(int) => int.bits(),
            Local(id) | Old(id) => match self.values.get(id.0 as usize) {
                Some(Some(Value::Int(int))) => int.bits(),
                _ => term.ty().int().map_or(64, |ty| u64::from(ty.bits())),
            },
            Bin(BinOp::Add | BinOp::Sub, a, b) => self.bits(a).max(self.bits(b)) + 1,
            Bin(BinOp::Mul, a, b) => self.bits(a) + self.bits(b),
            Bin(_, a, _) | Un(_, a) => self.bits(a),
            Ite(_, a, b) => self.bits(a).max(self.bits(b)),
            Wrap(ty, _) | Bits(_, ty, _, _) => u64::from(ty.bits()),
            _ => term.ty().int().map_or(64, |ty| u64::from(ty.bits())),
        }
    }

    /// The clause as an expression of type `bool`, if it has a plain form.
    pub(super) fn assertion(&self, term: &Term) -> Option<String> {
        Some(self.truth(term)?.0)
    }

    fn truth(&self, term: &Term) -> Option<Text> {
        use TermKind::*;
        Some(match term.kind() {
            Bool(flag) => (flag.to_string(), Binds::Atom),
            Un(UnOp::Not, a) => match a.kind() {
                IsVariant(value, variant) => self.is_variant(value, *variant, true)?,
                _ => (format!("!{}", at_least(self.truth(a)?, Binds::Prefix)), Binds::Prefix),
            },
            Bin(BinOp::And, a, b) => self.join(a, " && ", b, Binds::And)?,
            Bin(BinOp::Or, a, b) => self.join(a, " || ", b, Binds::Or)?,
            Bin(BinOp::Implies, a, b) => {
                let (a, b) = (at_least(self.truth(a)?, Binds::Prefix), at_least(self.truth(b)?, Binds::And));
                (format!("!{a} || {b}"), Binds::Or)
            }
            Bin(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge), a, b) => {
                self.compare(*op, a, b)?
            }
            Quant(quantifier, id, lo, hi, body) => {
                let plain = [lo, hi].iter().all(|end| self.fits(end, IntTy::Usize));
                let ty = if plain { IntTy::Usize } else { IntTy::I128 };
                self.bounds.borrow_mut().insert(*id, ty);
                let end = |end: &Term| {
                    let text = if plain { self.plain(end)? } else { self.wide(end)? };
                    Some(at_least(text, Binds::Sum))
                };
                let name = if *quantifier == Quantifier::Forall { "all" } else { "any" };
                let ends = (end(lo)?, end(hi)?);
                (format!("({}..{}).{name}(|i{}| {})", ends.0, ends.1, id.0, self.truth(body)?.0), Binds::Atom)
            }
            IsVariant(value, variant) => self.is_variant(value, *variant, false)?,
            Ite(c, a, b) => {
                let (c, a, b) = (self.truth(c)?.0, self.truth(a)?.0, self.truth(b)?.0);
                choice(&c, &a, &b)
            }
            Call(inst, args) => self.call(inst, args)?,
            _ if *term.ty().peeled() == Ty::Bool => self.place(term)?,
            _ => return None,
        })
    }

    /// A function of the crate applied, where the test may name it.
    fn call(&self, inst: &FnInst, args: &[Term]) -> Option<Text> {
        let def = self.printer.program.func(inst.func);
        if !def.is_own() || !(def.public || self.inside) || def.params.len() != args.len() {
            return None;
        }
        let mut texts = Vec::new();
        for (param, arg) in def.params.iter().zip(args) {
            let own = |ty: IntTy| if self.fits(arg, ty) { self.plain(arg) } else { None };
            texts.push(match &param.ty {
                Ty::Ref(false, _) => {
                    let place = at_least(self.place(arg)?, Binds::Prefix);
                    let pointee = place.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')'));
                    pointee.map_or_else(|| format!("&{place}"), str::to_owned)
                }
                Ty::Ref(..) | Ty::Boxed(_) => return None,
                Ty::Int(ty) => own(*ty)?.0,
                Ty::Bool => self.truth(arg)?.0,
                Ty::Char => self.place(arg)?.0,
                Ty::Adt(id, _) if self.printer.program.adt(*id).derives.iter().any(|name| name == "Copy") => {
                    self.place(arg)?.0
                }
                _ => format!("{}.clone()", receiver(self.place(arg)?)),
            });
        }
        let is_method = def.of_trait.is_none() && def.params.first().is_some_and(|param| param.name == "self");
        let receiver = match args.first() {
            Some(receiver) if is_method => Some(self::receiver(self.place(receiver)?)),
            _ => None,
        };
        Some((self.printer.apply(inst, &texts, receiver), Binds::Atom))
    }

    fn join(&self, a: &Term, op: &str, b: &Term, binds: Binds) -> Option<Text> {
        let (a, b) = (at_least(self.truth(a)?, binds), at_least(self.truth(b)?, binds));
        Some((format!("{a}{op}{b}"), binds))
    }

    fn compare(&self, op: BinOp, a: &Term, b: &Term) -> Option<Text> {
        let sign = match op {
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            _ => ">=",
        };
        let (a, b) = if a.ty().is_integral() {
            let chars = |term: &Term| *term.ty().peeled() == Ty::Char && !matches!(term.kind(), TermKind::Int(_));
            let common = self.native(a).or_else(|| self.native(b));
            if chars(a) && chars(b) {
                (self.place(a)?, self.place(b)?)
            } else if common.is_some_and(|ty| self.fits(a, ty) && self.fits(b, ty)) {
                (self.plain(a)?, self.plain(b)?)
            } else {
                (self.wide(a)?, self.wide(b)?)
            }
        } else if *a.ty().peeled() == Ty::Bool {
            (self.truth(a)?, self.truth(b)?)
        } else {
            (self.data(a)?, self.data(b)?)
        };
        Some((format!("{} {sign} {}", at_least(a, Binds::Sum), at_least(b, Binds::Sum)), Binds::Compare))
    }

    fn is_variant(&self, value: &Term, variant: usize, negated: bool) -> Option<Text> {
        let Ty::Adt(id, _) = value.ty().peeled() else { return None };
        let def = self.printer.program.adt(*id);
        let name = &def.variants.get(variant)?.name;
        let place = self.place(value)?;
        let test = match (name.as_str(), negated) {
            ("Some", false) | ("None", true) => "is_some",
            ("Some", true) | ("None", false) => "is_none",
            ("Ok", false) | ("Err", true) => "is_ok",
            ("Ok", true) | ("Err", false) => "is_err",
            _ => "",
        };
        if def.module.is_none() && !test.is_empty() {
            return Some((format!("{}.{test}()", receiver(place)), Binds::Atom));
        }
        let not = if negated { "!" } else { "" };
        let path = self.printer.adt(*id);
        Some((format!("{not}matches!({}, {path}::{name} {{ .. }})", place.0), Binds::Prefix))
    }

    /// The type that a term has in Rust as it stands, if it is one that needs no computing.
    fn native(&self, term: &Term) -> Option<IntTy> {
        match term.kind() {
            TermKind::SeqLen(_) => Some(IntTy::Usize),
            TermKind::Bound(id) => self.bounds.borrow().get(id).copied(),
            TermKind::Wrap(ty, _) | TermKind::Bits(_, ty, _, _) => Some(*ty),
            TermKind::Param(_) => term.ty().int(),
            TermKind::Local(_) | TermKind::Old(_) | TermKind::Field(..) | TermKind::Proj(..) | TermKind::SeqGet(..) => {
                term.ty().int()
            }
            TermKind::Call(inst, _) => self.printer.program.func(inst.func).ret.int(),
            TermKind::Ite(_, a, b) => {
                self.native(a).or_else(|| self.native(b)).filter(|ty| self.fits(a, *ty) && self.fits(b, *ty))
            }
            _ => None,
        }
    }

    /// Whether a term can stand for itself where this type is wanted.
    fn fits(&self, term: &Term, ty: IntTy) -> bool {
        match term.kind() {
            TermKind::Int(int) => *int >= ty.min() && *int <= ty.max(),
            _ => self.native(term) == Some(ty),
        }
    }

    /// An integer in its own type.
    fn plain(&self, term: &Term) -> Option<Text> {
        use TermKind::*;
        Some(match term.kind() {
            Int(int) => number(int),
            SeqLen(seq) => (format!("{}.len()", receiver(self.place(seq)?)), Binds::Atom),
            Bound(id) => (format!("i{}", id.0), Binds::Atom),
            Param(name) => (name.clone(), Binds::Atom),
            Wrap(ty, inner) => (format!("({} as {ty})", at_least(self.wide(inner)?, Binds::Prefix)), Binds::Atom),
            Ite(c, a, b) => {
                let (c, a, b) = (self.truth(c)?.0, self.plain(a)?.0, self.plain(b)?.0);
                choice(&c, &a, &b)
            }
            Bits(op, ty, a, b) => {
                if !self.fits(a, *ty) || self.native(b).is_none() && !matches!(b.kind(), Int(_)) {
                    return None;
                }
                let sign = match op {
                    BitOp::And => "&",
                    BitOp::Or => "|",
                    BitOp::Xor => "^",
                    BitOp::Shl => "<<",
                    BitOp::Shr => ">>",
                };
                let is_shift = matches!(op, BitOp::Shl | BitOp::Shr);
                let (a, b) = match a.kind() {
                    // Its type is that of the result, and is nowhere else.
                    Int(int) if is_shift => ((format!("{int}{}", ty.name()), number(int).1), self.plain(b)?),
                    _ => (self.plain(a)?, self.plain(b)?),
                };
                (format!("({} {sign} {})", at_least(a, Binds::Atom), at_least(b, Binds::Atom)), Binds::Atom)
            }
            _ => self.place(term)?,
        })
    }

    /// An integer widened to `i128`, in which computing is exact.
    fn wide(&self, term: &Term) -> Option<Text> {
        use TermKind::*;
        if let Some(ty) = self.native(term) {
            let plain = self.plain(term)?;
            return match ty {
                IntTy::I128 if matches!(term.kind(), Bound(_)) => Some(plain),
                // Computing with these could leave `i128`.
                IntTy::I128 | IntTy::U128 if self.bits(term) > 126 => None,
                _ => Some((format!("({} as i128)", at_least(plain, Binds::Prefix)), Binds::Atom)),
            };
        }
        if self.bits(term) > 126 {
            return None;
        }
        let binary = |a: &Term, sign: &str, b: &Term, left: Binds, right: Binds| {
            let (a, b) = (at_least(self.wide(a)?, left), at_least(self.wide(b)?, right));
            Some((format!("{a} {sign} {b}"), left))
        };
        Some(match term.kind() {
            Int(int) if int.bits() < 64 => number(int),
            Un(UnOp::Neg, a) => (format!("-{}", at_least(self.wide(a)?, Binds::Prefix)), Binds::Prefix),
            Bin(op @ (BinOp::Mul | BinOp::Div | BinOp::Rem), a, b) => {
                let sign = match op {
                    BinOp::Mul => "*",
                    BinOp::Div => "/",
                    _ => "%",
                };
                binary(a, sign, b, Binds::Product, Binds::Prefix)?
            }
            Bin(BinOp::Add, a, b) => binary(a, "+", b, Binds::Sum, Binds::Product)?,
            Bin(BinOp::Sub, a, b) => binary(a, "-", b, Binds::Sum, Binds::Product)?,
            Ite(c, a, b) => {
                let (c, a, b) = (self.truth(c)?.0, self.wide(a)?.0, self.wide(b)?.0);
                choice(&c, &a, &b)
            }
            _ if *term.ty().peeled() == Ty::Char => (format!("({} as i128)", self.place(term)?.0), Binds::Atom),
            _ => return None,
        })
    }

    /// An index in its own type. Where computing it leaves the type the test panics, as it does for an index too great.
    fn index(&self, term: &Term) -> Option<String> {
        if self.fits(term, IntTy::Usize) {
            return Some(self.plain(term)?.0);
        }
        let TermKind::Bin(op @ (BinOp::Add | BinOp::Sub), a, b) = term.kind() else { return None };
        let sign = if *op == BinOp::Add { "+" } else { "-" };
        self.fits(b, IntTy::Usize).then_some(())?;
        Some(format!("{} {sign} {}", self.index(a)?, self.plain(b)?.0))
    }

    /// A value that is not a number: compared as a whole.
    fn data(&self, term: &Term) -> Option<Text> {
        use TermKind::*;
        let each = |all: &[Term]| -> Option<String> {
            let all: Option<Vec<String>> = all.iter().map(|term| Some(self.part(term)?.0)).collect();
            Some(all?.join(", "))
        };
        Some(match (term.kind(), term.ty().peeled()) {
            (Tuple(all), _) if all.len() == 1 => (format!("({},)", each(all)?), Binds::Atom),
            (Tuple(all), _) => (format!("({})", each(all)?), Binds::Atom),
            (SeqLit(all), _) => (format!("[{}]", each(all)?), Binds::Atom),
            (Ctor(variant, all), Ty::Adt(id, _)) => {
                let def = self.printer.program.adt(*id);
                if def.is_spelled() {
                    return self.constructed(*id, *variant, all).filter(|_| self.comparable(term.ty().peeled()));
                }
                if !["Option", "Result"].contains(&def.name.as_str()) {
                    std_path(&def.name)?;
                    return self.constructed(*id, *variant, all);
                }
                let name = &def.variants.get(*variant)?.name;
                (if all.is_empty() { name.clone() } else { format!("{name}({})", each(all)?) }, Binds::Atom)
            }
            (Ite(c, a, b), ty) if self.comparable(ty) => {
                let (c, a, b) = (self.truth(c)?.0, self.data(a)?.0, self.data(b)?.0);
                choice(&c, &a, &b)
            }
            (_, ty) if self.comparable(ty) => self.place(term)?,
            _ => return None,
        })
    }

    /// A value of a type of the crate, where the test may name all of it.
    fn constructed(&self, id: AdtId, variant: usize, all: &[Term]) -> Option<Text> {
        let def = self.printer.program.adt(id);
        let made = def.variants.get(variant)?;
        let open = (def.public || def.module.is_none()) && made.fields.iter().all(|field| field.public);
        (self.inside && def.module.is_some() || open).then_some(())?;
        let path = self.printer.adt(id);
        let path = if def.is_enum { format!("{path}::{}", made.name) } else { path };
        let parts: Vec<String> = all.iter().map(|term| Some(self.part(term)?.0)).collect::<Option<_>>()?;
        let text = match made.shape {
            CtorShape::Unit => path,
            CtorShape::Tuple => format!("{path}({})", parts.join(", ")),
            // In a comparison, braces would be a block.
            CtorShape::Named => {
                let fields = made.fields.iter().zip(parts).map(|(field, part)| format!("{}: {part}", field.name));
                format!("({path} {{ {} }})", fields.collect::<Vec<_>>().join(", "))
            }
        };
        Some((text, Binds::Atom))
    }

    fn part(&self, term: &Term) -> Option<Text> {
        if *term.ty().peeled() == Ty::Char {
            let TermKind::Int(code) = term.kind() else { return self.place(term) };
            let char = u32::try_from(code).ok().and_then(char::from_u32)?;
            return Some((format!("{char:?}"), Binds::Atom));
        }
        if !term.ty().is_integral() {
            return if *term.ty().peeled() == Ty::Bool { self.truth(term) } else { self.data(term) };
        }
        match self.native(term).is_some() || matches!(term.kind(), TermKind::Int(_)) {
            true => self.plain(term),
            // A computed number has to be of the element's type; exact, or the assertion fails as it should.
            false => None,
        }
    }

    fn comparable(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Bool | Ty::Char | Ty::Int(_) => true,
            Ty::Tuple(all) => all.iter().all(|ty| self.comparable(ty)),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) => self.comparable(inner),
            Ty::Ref(_, inner) | Ty::Boxed(inner) => self.comparable(inner),
            Ty::Adt(id, args) => {
                let def = self.printer.program.adt(*id);
                let is_std = def.module.is_none() && !def.foreign;
                let equal = is_std || def.derives.iter().any(|name| name == "PartialEq");
                equal && args.iter().all(|ty| self.comparable(ty))
            }
            _ => false,
        }
    }

    /// Whether a place is a `&mut` in Rust.
    fn is_borrow(&self, place: &Term) -> bool {
        matches!(self.declared(place), Some(Ty::Borrow(_)))
    }

    /// The type that a place has in Rust.
    fn declared(&self, term: &Term) -> Option<Ty> {
        use TermKind::*;
        match term.kind() {
            Local(LocalId(at)) | Old(LocalId(at)) => self.tys.get(*at as usize).map(|ty| ty.peeled().clone()),
            Proj(inner, at) => match self.declared(inner)? {
                Ty::Borrow(now) => (*at == 0).then(|| now.peeled().clone()),
                Ty::Tuple(all) => all.get(*at).map(|ty| ty.peeled().clone()),
                _ => None,
            },
            Field(inner, variant, at) => {
                let Ty::Adt(id, args) = self.declared(inner)? else { return None };
                let fields = field_types(self.printer.program, id, &args, *variant)?;
                fields.get(*at).map(|ty| ty.peeled().clone())
            }
            SeqSlice(seq, ..) => self.declared(seq),
            SeqGet(seq, _) => self.declared(seq)?.element().map(|ty| ty.peeled().clone()),
            _ => Some(term.ty().peeled().clone()),
        }
    }

    /// A field of an enum that is known to be of this variant.
    fn field_of_variant(&self, id: AdtId, variant: usize, at: usize, of: &str) -> Option<String> {
        let def = self.printer.program.adt(id);
        let made = def.variants.get(variant)?;
        let fields = match made.shape {
            CtorShape::Unit => return None,
            CtorShape::Tuple => {
                let fields = (0..made.fields.len()).map(|field| if field == at { "it" } else { "_" });
                format!("({})", fields.collect::<Vec<_>>().join(", "))
            }
            CtorShape::Named => format!(" {{ {}: it, .. }}", made.fields[at].name),
        };
        let (path, name) = (self.printer.adt(id), &made.name);
        let others = if def.variants.len() > 1 { ", _ => unreachable!()" } else { "" };
        Some(format!("(*match &{of} {{ {path}::{name}{fields} => it{others} }})"))
    }

    /// A variable, what a function of the crate gives, or a part of one.
    fn place(&self, term: &Term) -> Option<Text> {
        use TermKind::*;
        Some(match term.kind() {
            Local(LocalId(at)) => named(self.locals.get(*at as usize)?),
            Old(LocalId(at)) => named(self.olds.get(*at as usize)?),
            Call(inst, args) => match self.printer.program.func(inst.func).ret {
                Ty::Ref(..) | Ty::Boxed(_) => return None,
                _ => self.call(inst, args)?,
            },
            SeqLit(_) => self.data(term)?,
            Proj(inner, 0) if self.is_borrow(inner) => behind(self.place(inner)?),
            // What it leads to at the end no test sees.
            Proj(inner, _) if self.is_borrow(inner) => return None,
            Proj(inner, at) => (format!("{}.{at}", receiver(self.place(inner)?)), Binds::Atom),
            SeqGet(seq, at) => {
                if matches!(seq.ty().element()?, Ty::Ref(..) | Ty::Boxed(_)) {
                    return None;
                }
                let index = match self.index(at) {
                    Some(index) => index,
                    None => format!("{} as usize", at_least(self.wide(at)?, Binds::Prefix)),
                };
                (format!("{}[{index}]", receiver(self.place(seq)?)), Binds::Atom)
            }
            Field(inner, variant, at) => {
                let Ty::Adt(id, _) = inner.ty().peeled() else { return None };
                let def = self.printer.program.adt(*id);
                let field = def.variants.get(*variant)?.fields.get(*at)?;
                let inner = receiver(self.place(inner)?);
                if matches!(field.ty, Ty::Ref(..) | Ty::Boxed(_)) {
                    return None;
                }
                let copied = matches!(term.ty().peeled(), Ty::Int(_) | Ty::Bool | Ty::Char);
                match (def.is_enum, def.name.as_str(), def.variants[*variant].name.as_str()) {
                    (false, "NonZero", _) if def.module.is_none() => (format!("{inner}.get()"), Binds::Atom),
                    (false, ..) if field.public || self.inside && def.module.is_some() => {
                        (format!("{inner}.{}", field.name), Binds::Atom)
                    }
                    (true, "Option", "Some") | (true, "Result", "Ok") if def.module.is_none() && copied => {
                        (format!("{inner}.unwrap()"), Binds::Atom)
                    }
                    (true, "Option", "Some") | (true, "Result", "Ok") if def.module.is_none() => {
                        (format!("(*{inner}.as_ref().unwrap())"), Binds::Atom)
                    }
                    (true, "Result", "Err") if def.module.is_none() => {
                        (format!("(*{inner}.as_ref().err().unwrap())"), Binds::Atom)
                    }
                    (true, ..) if def.module.is_some() && (self.inside || def.public) => {
                        (self.field_of_variant(*id, *variant, *at, &inner)?, Binds::Atom)
                    }
                    _ => return None,
                }
            }
            SeqSlice(seq, lo, hi) if [lo, hi].iter().all(|end| self.fits(end, IntTy::Usize)) => {
                let seq = receiver(self.place(seq)?);
                (format!("{seq}[{}..{}]", self.plain(lo)?.0, self.plain(hi)?.0), Binds::Atom)
            }
            _ => return None,
        })
    }
}

/// One of two, without parentheses for which rustc would warn.
fn choice(c: &str, a: &str, b: &str) -> Text {
    (format!("if {} {{ {} }} else {{ {} }}", bare(c), bare(a), bare(b)), Binds::Open)
}

/// A text without parentheses around all of it.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut depth = 0;
    let closes = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0 || c == '"' || c == '\''
    });
    if closes || inner.contains(',') { text } else { inner }
}

fn number(int: &BigInt) -> Text {
    (int.to_string(), if *int < BigInt::ZERO { Binds::Prefix } else { Binds::Atom })
}
