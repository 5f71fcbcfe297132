//! Symbolic values: solver terms in the shape of the type.
use std::rc::Rc;

use num_bigint::BigInt;
use z3::FuncDecl;
use z3::ast::{Array, Ast, Bool, Dynamic, Int};

use super::bit_vectors::Word;
use super::encode::{Encoder, Env, Side, Unencodable, is_of};
use super::sorts::normal;
use crate::ids::{AdtId, LocalId};
use crate::term::{BinOp, Term, TermKind};
use crate::ty::{IntTy, Length, Ty};

/// A value. Products and sequences are taken apart, so that most terms need no data types at all.
#[derive(Clone, Debug)]
pub(super) enum Sym {
    Bool(Bool),
    Int(Int),
    /// A tuple or struct.
    Product(Vec<Sym>),
    /// An array, slice or `Vec`. Cells outside `0..len` hold anything.
    Seq(Int, Array),
    /// An enum, or a value that can only be moved about.
    One(Dynamic),
    /// An integer as a bit vector ([`super::bit_vectors`]).
    Word(Word),
    /// A short array, cell by cell, where integers are bit vectors.
    Cells(Vec<Sym>),
    /// Any value: one that has no translation where integers are bit vectors.
    Unknown,
}

/// An integer literal.
pub(super) fn int(value: &BigInt) -> Int {
    match i64::try_from(value.clone()) {
        Ok(small) => Int::from_i64(small),
        Err(_) => value.to_string().parse().unwrap_or_else(|_| unreachable!("digits are a numeral")),
    }
}

/// `lo <= value <= hi`.
pub(super) fn between(lo: &BigInt, value: &Int, hi: &BigInt) -> Bool {
    Bool::and(&[int(lo).le(value), value.le(int(hi))])
}

/// What the length of a sequence is at most: no object is larger than `isize::MAX` bytes, but values without a size
/// take none of them.
fn max_len(element_has_size: bool) -> BigInt {
    if element_has_size { IntTy::Isize.max() } else { IntTy::Usize.max() }
}

impl Sym {
    pub(super) fn bool(&self) -> Result<Bool, Unencodable> {
        match self {
            Sym::Bool(b) => Ok(b.clone()),
            _ => Err(Unencodable::new("a value that is not a boolean where one is needed")),
        }
    }

    pub(super) fn int(&self) -> Result<Int, Unencodable> {
        match self {
            Sym::Int(i) => Ok(i.clone()),
            _ => Err(Unencodable::new("a value that is not an integer where one is needed")),
        }
    }

    pub(super) fn seq(&self) -> Result<(Int, Array), Unencodable> {
        match self {
            Sym::Seq(len, cells) => Ok((len.clone(), cells.clone())),
            _ => Err(Unencodable::new("a value that is not a sequence where one is needed")),
        }
    }

    /// `if cond { a } else { b }`.
    pub(super) fn ite(cond: &Bool, a: &Sym, b: &Sym) -> Result<Sym, Unencodable> {
        Ok(match (a, b) {
            (Sym::Bool(a), Sym::Bool(b)) => Sym::Bool(cond.ite(a, b)),
            (Sym::Int(a), Sym::Int(b)) => Sym::Int(cond.ite(a, b)),
            (Sym::One(a), Sym::One(b)) if a.get_sort() == b.get_sort() => Sym::One(cond.ite(a, b)),
            (Sym::Seq(n, a), Sym::Seq(m, b)) if a.get_sort() == b.get_sort() => {
                Sym::Seq(cond.ite(n, m), cond.ite(a, b))
            }
            (Sym::Product(a), Sym::Product(b)) if a.len() == b.len() => {
                Sym::Product(a.iter().zip(b).map(|(a, b)| Sym::ite(cond, a, b)).collect::<Result<_, _>>()?)
            }
            (Sym::Word(a), Sym::Word(b)) => Sym::Word(Word::ite(cond, a, b)),
            (Sym::Cells(a), Sym::Cells(b)) if a.len() == b.len() => {
                Sym::Cells(a.iter().zip(b).map(|(a, b)| Sym::ite(cond, a, b)).collect::<Result<_, _>>()?)
            }
            _ => return Err(Unencodable::new("two values of different shapes")),
        })
    }

    /// Whether two values are the same solver terms.
    pub(super) fn same(&self, other: &Sym) -> bool {
        match (self, other) {
            (Sym::Bool(a), Sym::Bool(b)) => a.ast_eq(b),
            (Sym::Int(a), Sym::Int(b)) => a.ast_eq(b),
            (Sym::One(a), Sym::One(b)) => a.ast_eq(b),
            (Sym::Seq(n, a), Sym::Seq(m, b)) => n.ast_eq(m) && a.ast_eq(b),
            (Sym::Product(a), Sym::Product(b)) | (Sym::Cells(a), Sym::Cells(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Sym::Word(a), Sym::Word(b)) => a.same(b),
            _ => false,
        }
    }

    /// That two values are represented alike, where their shapes are: what [`BinOp::Same`](crate::term::BinOp::Same) claims.
    pub(super) fn identical(&self, other: &Sym) -> Result<Bool, Unencodable> {
        Ok(match (self, other) {
            (Sym::Product(a), Sym::Product(b)) | (Sym::Cells(a), Sym::Cells(b)) if a.len() == b.len() => {
                Bool::and(&a.iter().zip(b).map(|(a, b)| a.identical(b)).collect::<Result<Vec<_>, _>>()?)
            }
            (Sym::Bool(_), Sym::Bool(_)) | (Sym::Int(_), Sym::Int(_)) | (Sym::Word(_), Sym::Word(_)) => self.is(other),
            (Sym::One(a), Sym::One(b)) if a.get_sort() == b.get_sort() => self.is(other),
            (Sym::Seq(_, a), Sym::Seq(_, b)) if a.get_sort() == b.get_sort() => self.is(other),
            _ => return Err(Unencodable::new("two values of different shapes")),
        })
    }

    /// That two values are represented alike: a definition of one by the other, not Rust's `==`.
    pub(super) fn is(&self, other: &Sym) -> Bool {
        match (self, other) {
            (Sym::Bool(a), Sym::Bool(b)) => a.iff(b),
            (Sym::Int(a), Sym::Int(b)) => a.eq(b),
            (Sym::One(a), Sym::One(b)) if a.get_sort() == b.get_sort() => a.eq(b),
            (Sym::Seq(n, a), Sym::Seq(m, b)) if a.get_sort() == b.get_sort() => Bool::and(&[n.eq(m), a.eq(b)]),
            (Sym::Product(a), Sym::Product(b)) | (Sym::Cells(a), Sym::Cells(b)) => {
                Bool::and(&a.iter().zip(b).map(|(a, b)| a.is(b)).collect::<Vec<_>>())
            }
            (Sym::Word(a), Sym::Word(b)) => a.equals(b),
            _ => Bool::from_bool(true),
        }
    }

    /// Whether [`Sym::is`] says all of it: not where one of them has another sort, as values of types that are not known well do.
    pub(super) fn is_like(&self, other: &Sym) -> bool {
        match (self, other) {
            (Sym::Bool(_), Sym::Bool(_)) | (Sym::Int(_), Sym::Int(_)) | (Sym::Word(_), Sym::Word(_)) => true,
            (Sym::One(a), Sym::One(b)) => a.get_sort() == b.get_sort(),
            (Sym::Seq(_, a), Sym::Seq(_, b)) => a.get_sort() == b.get_sort(),
            (Sym::Product(a), Sym::Product(b)) | (Sym::Cells(a), Sym::Cells(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b))
            }
            _ => false,
        }
    }
}

impl Encoder<'_> {
    /// Any value of a type; the facts that make it one are pushed.
    pub(super) fn fresh(&mut self, name: &str, ty: &Ty) -> Sym {
        if self.bit_vectors {
            return self.fresh_words(name, ty);
        }
        if let Some(parts) = self.sorts.product(ty) {
            let parts = parts.iter().enumerate().map(|(at, part)| self.fresh(&format!("{name}.{at}"), part));
            let value = Sym::Product(parts.collect());
            self.product_facts(&value, ty);
            return value;
        }
        match ty.peeled() {
            Ty::Bool => Sym::Bool(Bool::fresh_const(name)),
            Ty::Int(_) | Ty::Char | Ty::Exact => {
                let value = Int::fresh_const(name);
                self.int_fact(&value, ty);
                Sym::Int(value)
            }
            Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_) => {
                let element = ty.element().map(|e| self.sorts.sort(e)).unwrap_or_else(z3::Sort::int);
                let len = Int::fresh_const(&format!("{name}.len"));
                self.len_fact(&len, ty);
                Sym::Seq(len, Array::fresh_const(name, &z3::Sort::int(), &element))
            }
            _ => Sym::One(Dynamic::fresh_const(name, &self.sorts.sort(ty))),
        }
    }

    /// A name for what comes along several edges. The values' own facts come with them.
    pub(super) fn joined(&mut self, name: &str, ty: &Ty, values: &[&Sym]) -> Sym {
        if self.bit_vectors {
            return self.joined_words(name, values);
        }
        let name = self.fresh(name, ty);
        self.take_facts();
        name
    }

    /// Whether a type is the standard library's.
    fn is_standard(&self, id: AdtId) -> bool {
        let def = self.sorts.program.adt(id);
        def.module.is_none() && !def.foreign
    }

    /// What is known of every value of a product type: the invariants of a struct of the standard library, whose fields nobody else can
    /// set, and that nothing which is done by way of a reference to a slice changes its length.
    pub(super) fn product_facts(&mut self, value: &Sym, ty: &Ty) {
        let ty = ty.peeled();
        let stated = match ty {
            Ty::Adt(id, _) if self.is_standard(*id) => {
                let value = Term::local(LocalId(0), ty.clone());
                crate::borrow::predicate(self.sorts.program, ty, &self.sorts.program.type_invariant(&value))
            }
            Ty::Borrow(pointee) if matches!(**pointee, Ty::Slice(_)) => {
                let pair = Term::local(LocalId(0), ty.clone());
                let half = |at| Term::new(TermKind::Proj(pair.clone(), at), (**pointee).clone());
                let len = |at| Term::new(TermKind::SeqLen(half(at)), Ty::Int(IntTy::Usize));
                Term::test(BinOp::Eq, len(0), len(1))
            }
            _ => return,
        };
        if stated != Term::bool(true) {
            let env = Env::of([value.clone()]);
            // A fact without an encoding is left out.
            if let Ok(fact) = self.cond(&stated, &env, Side::Hypothesis) {
                self.fact(fact);
            }
        }
    }

    fn int_fact(&mut self, value: &Int, ty: &Ty) {
        match ty.peeled() {
            Ty::Int(int) => self.fact(between(&(*int).min(), value, &(*int).max())),
            Ty::Char => {
                let surrogate = Bool::and(&[value.ge(0xD800), value.le(0xDFFF)]);
                self.fact(Bool::and(&[value.ge(0), value.le(0x10_FFFF), surrogate.not()]));
            }
            _ => {}
        }
    }

    /// A constant parameter that is an integer. It has one name wherever it occurs, since a graph is of one function under check.
    pub(super) fn constant(&mut self, name: &str, ty: &Ty) -> Int {
        let value = Int::new_const(format!("constant {name}"));
        self.int_fact(&value, ty);
        value
    }

    fn len_fact(&mut self, len: &Int, ty: &Ty) {
        match ty.peeled() {
            Ty::Array(_, n) => {
                let n = match n {
                    Length::Known(n) => Int::from_u64(*n),
                    Length::Param(name) => self.constant(name, &Ty::Int(IntTy::Usize)),
                };
                self.fact(len.eq(n));
            }
            other => {
                let sized = other.element().is_some_and(|element| self.sorts.has_size(element));
                self.fact(between(&BigInt::from(0), len, &max_len(sized)));
            }
        }
    }

    /// How many bytes a text has: a function of the text.
    pub(super) fn text_len(&mut self, text: &Dynamic) -> Result<Int, Unencodable> {
        let sort = text.get_sort();
        let len = FuncDecl::new(format!("{sort}.len"), &[&sort], &z3::Sort::int()).apply(&[text]);
        let len = len.as_int().ok_or_else(|| Unencodable::new("a length of another sort"))?;
        self.fact(between(&BigInt::from(0), &len, &max_len(true)));
        Ok(len)
    }

    /// The value as one solver term.
    pub(super) fn pack(&mut self, value: &Sym, ty: &Ty) -> Result<Dynamic, Unencodable> {
        Ok(match value {
            Sym::Bool(b) => Dynamic::from_ast(b),
            Sym::Int(i) => Dynamic::from_ast(i),
            Sym::One(one) => one.clone(),
            Sym::Word(_) | Sym::Cells(_) | Sym::Unknown => {
                return Err(Unencodable::new("a value that is part of another"));
            }
            Sym::Seq(len, cells) => self.construct(ty, 0, &[Dynamic::from_ast(len), Dynamic::from_ast(cells)])?,
            Sym::Product(parts) => {
                let types = self.sorts.product(ty).unwrap_or_default();
                let mut packed = Vec::new();
                for (part, ty) in parts.iter().zip(&types) {
                    packed.push(self.pack(part, ty)?);
                }
                self.construct(ty, 0, &packed)?
            }
        })
    }

    /// A variant's constructor applied.
    pub(super) fn construct(&mut self, ty: &Ty, variant: usize, args: &[Dynamic]) -> Result<Dynamic, Unencodable> {
        let data = self.data(ty)?;
        let declared = self.sorts.fields(ty, variant);
        let given: Vec<_> = args.iter().map(|arg| arg.get_sort()).collect();
        // The solver has no term for a value of another sort.
        if declared.as_ref() != Some(&given) {
            return Err(Unencodable::new("a value whose parts do not have the types that are declared"));
        }
        let variant = data.variants.get(variant).ok_or_else(|| Unencodable::new("a variant that does not exist"))?;
        let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
        Ok(variant.constructor.apply(&args))
    }

    /// The solver's data type, or why there is none.
    pub(super) fn data(&mut self, ty: &Ty) -> Result<Rc<z3::DatatypeSort>, Unencodable> {
        self.sorts.data(ty).ok_or_else(|| Unencodable::new("a type that contains sequences of itself"))
    }

    /// The value that a solver term is; facts about its components are pushed.
    pub(super) fn unpack(&mut self, term: &Dynamic, ty: &Ty) -> Result<Sym, Unencodable> {
        if let Some(parts) = self.sorts.product(ty) {
            let data = self.data(ty)?;
            is_of(term, &data)?;
            let mut out = Vec::new();
            for (accessor, part) in data.variants[0].accessors.iter().zip(&parts) {
                out.push(self.unpack(&accessor.apply(&[term]), part)?);
            }
            let value = Sym::Product(out);
            self.product_facts(&value, ty);
            return Ok(value);
        }
        Ok(match normal(ty) {
            Ty::Bool => Sym::Bool(term.as_bool().ok_or_else(|| Unencodable::new("a boolean of another sort"))?),
            Ty::Int(_) | Ty::Char | Ty::Exact => {
                let value = term.as_int().ok_or_else(|| Unencodable::new("an integer of another sort"))?;
                self.int_fact(&value, ty);
                Sym::Int(value)
            }
            Ty::Vec(_) => {
                let data = self.data(ty)?;
                is_of(term, &data)?;
                let [len, cells] = [0, 1].map(|at| data.variants[0].accessors[at].apply(&[term]));
                let len = len.as_int().ok_or_else(|| Unencodable::new("a length of another sort"))?;
                let cells = cells.as_array().ok_or_else(|| Unencodable::new("cells of another sort"))?;
                self.len_fact(&len, ty);
                Sym::Seq(len, cells)
            }
            _ => Sym::One(term.clone()),
        })
    }
}
