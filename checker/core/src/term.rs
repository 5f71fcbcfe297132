//! Terms: the pure, typed expressions that IR statements and clauses are made of.
//!
//! Integers are exact (unbounded) in terms. Where Rust's arithmetic wraps, the lowering says so with
//! [`TermKind::Wrap`]; where it may overflow, the lowering puts an assertion before the use.
//! References and boxes leave no trace: a term of type `&T` is the value it points to.
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Zero;

use crate::ids::{BoundId, LocalId};
use crate::ty::{FnInst, IntTy, Length, Ty};

/// A term with its type. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Term(Arc<(TermKind, Ty)>);

/// Operators of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    /// Integer negation.
    Neg,
    /// Boolean negation.
    Not,
}

/// Operators of two arguments. Comparisons of integers; `Eq` and `Ne` of any two values of one type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    /// Rounds towards zero, as Rust does. Meaningless (but total) for a zero divisor.
    Div,
    /// The remainder of `Div`: it has the sign of the dividend.
    Rem,
    Eq,
    Ne,
    /// The two are one value: more than `==`, which looks at what Rust can see of them. No clause and no run says it.
    Same,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Implies,
}

/// Operators on the bits of a machine integer. The result is in the type's range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BitOp {
    And,
    Or,
    Xor,
    /// The second argument is below the width.
    Shl,
    /// Arithmetic for signed types. The second argument is below the width.
    Shr,
}

/// `forall` or `exists`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Quantifier {
    Forall,
    Exists,
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TermKind {
    /// The value of a local here: in a clause, of a `&mut` parameter or the result, at the end.
    Local(LocalId),
    /// The value of a parameter (of its pointee, for `&mut`) at the function's entry.
    Old(LocalId),
    /// A quantified variable.
    Bound(BoundId),
    /// A constant parameter of the function under check: any value of its type, the same wherever it occurs.
    Param(String),
    /// An integer (or the scalar value of a `char`).
    Int(BigInt),
    /// A boolean.
    Bool(bool),
    /// `UnOp` applied.
    Un(UnOp, Term),
    /// `BinOp` applied. `And`, `Or`, `Implies` are short-circuiting when they are run.
    Bin(BinOp, Term, Term),
    /// The integer reduced modulo 2^bits into the range of the type, as `as` and `wrapping_*` do.
    Wrap(IntTy, Term),
    /// A bit operation on two values of the type (for shifts, the second is any integer in `0..bits`).
    Bits(BitOp, IntTy, Term, Term),
    /// If, then, else.
    Ite(Term, Term, Term),
    /// A tuple of values; its type is [`Ty::Tuple`].
    Tuple(Vec<Term>),
    /// Component of a tuple.
    Proj(Term, usize),
    /// A struct or enum value; the type is [`Ty::Adt`]. A struct has the one variant 0.
    Ctor(usize, Vec<Term>),
    /// Field (by declaration order) of a variant. Meaningless, but total, when the value is of another variant.
    Field(Term, usize, usize),
    /// Whether the value is of the variant.
    IsVariant(Term, usize),
    /// An array, slice or `Vec` listed.
    SeqLit(Vec<Term>),
    /// `n` copies of a value: `[v; n]`.
    SeqRepeat(Term, Term),
    /// Number of elements; of a text, of bytes.
    SeqLen(Term),
    /// Element at an index. Meaningless, but total, out of bounds.
    SeqGet(Term, Term),
    /// The sequence with the element at an index replaced. Unchanged out of bounds.
    SeqSet(Term, Term, Term),
    /// The sequence with one element appended.
    SeqPush(Term, Term),
    /// The elements `lo..hi`; the bounds hold `lo <= hi <= len`.
    SeqSlice(Term, Term, Term),
    /// The two sequences one after the other.
    SeqConcat(Term, Term),
    /// `Quantifier` over `lo..hi`.
    Quant(Quantifier, BoundId, Term, Term, Term),
    /// A `#[pure]` or `#[measure]` function applied.
    Call(FnInst, Vec<Term>),
    /// Whether a `#[pure]` or `#[measure]` function has a value for these arguments: its evaluation fails nowhere.
    Defined(FnInst, Vec<Term>),
    /// What `panic!` is in a `#[pure]` function: no value. Meaningless, but total.
    NoValue,
}

impl Term {
    /// A term of a kind and type, which must fit.
    pub fn new(kind: TermKind, ty: Ty) -> Term {
        Term(Arc::new((kind, ty)))
    }

    /// Where it is in memory: the same for all its clones.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// What it is.
    pub fn kind(&self) -> &TermKind {
        &self.0.0
    }

    /// Its type.
    pub fn ty(&self) -> &Ty {
        &self.0.1
    }

    /// `true` or `false`.
    pub fn bool(value: bool) -> Term {
        Term::new(TermKind::Bool(value), Ty::Bool)
    }

    /// An integer literal of a type.
    pub fn int(value: impl Into<BigInt>, ty: Ty) -> Term {
        Term::new(TermKind::Int(value.into()), ty)
    }

    /// How many elements an array has.
    pub fn length(length: &Length) -> Term {
        let usize = Ty::Int(IntTy::Usize);
        match length {
            Length::Known(n) => Term::int(*n, usize),
            Length::Param(name) => Term::new(TermKind::Param(name.clone()), usize),
        }
    }

    /// As how many elements an array may have.
    pub fn as_length(&self) -> Option<Length> {
        match self.kind() {
            TermKind::Int(n) => u64::try_from(n).ok().map(Length::Known),
            TermKind::Param(name) => Some(Length::Param(name.clone())),
            _ => None,
        }
    }

    /// A local of a type.
    pub fn local(id: LocalId, ty: Ty) -> Term {
        Term::new(TermKind::Local(id), ty)
    }

    /// `a op b` for an arithmetic operator, with the exact result.
    pub fn arith(op: BinOp, a: Term, b: Term, ty: Ty) -> Term {
        Term::new(TermKind::Bin(op, a, b), ty)
    }

    /// `a op b` for a comparison or connective.
    pub fn test(op: BinOp, a: Term, b: Term) -> Term {
        Term::new(TermKind::Bin(op, a, b), Ty::Bool)
    }

    /// `a && b`, simplified when one is a literal; `a` stays if it may have no value, since then neither has this.
    pub fn and(a: Term, b: Term) -> Term {
        match (a.kind(), b.kind()) {
            (TermKind::Bool(true), _) => b,
            (_, TermKind::Bool(true)) | (TermKind::Bool(false), _) => a,
            (_, TermKind::Bool(false)) if !may_fail(&a) => b,
            _ => Term::test(BinOp::And, a, b),
        }
    }

    /// `a || b`, simplified likewise.
    pub fn or(a: Term, b: Term) -> Term {
        match (a.kind(), b.kind()) {
            (TermKind::Bool(false), _) => b,
            (_, TermKind::Bool(false)) | (TermKind::Bool(true), _) => a,
            (_, TermKind::Bool(true)) if !may_fail(&a) => b,
            _ => Term::test(BinOp::Or, a, b),
        }
    }

    /// `!a`, simplified when `a` is a literal or a negation.
    #[allow(clippy::should_implement_trait, reason = "a constructor, not an operator")]
    pub fn not(a: Term) -> Term {
        match a.kind() {
            TermKind::Bool(value) => Term::bool(!value),
            TermKind::Un(UnOp::Not, inner) => inner.clone(),
            _ => Term::new(TermKind::Un(UnOp::Not, a), Ty::Bool),
        }
    }

    /// Whether an integer surely is one of its machine type. The type alone does not tell: in clauses, exact integers are
    /// chosen and put into values beside those of machine types.
    pub fn is_in_range(&self) -> bool {
        match self.kind() {
            TermKind::Wrap(..) | TermKind::Bits(..) => true,
            _ => self.is_stored(),
        }
    }

    /// Whether the value is that of a variable or of a part of one.
    fn is_stored(&self) -> bool {
        match self.kind() {
            TermKind::Local(_) | TermKind::Old(_) | TermKind::Param(_) => true,
            TermKind::Field(of, ..) | TermKind::Proj(of, _) | TermKind::SeqGet(of, _) => of.is_stored(),
            TermKind::SeqSlice(of, ..) => of.is_stored(),
            _ => false,
        }
    }

    /// The terms directly below.
    pub fn children(&self) -> Vec<&Term> {
        use TermKind::*;
        match self.kind() {
            Local(_) | Old(_) | Bound(_) | Param(_) | Int(_) | Bool(_) | NoValue => Vec::new(),
            Un(_, a) | Wrap(_, a) | Proj(a, _) | Field(a, _, _) | IsVariant(a, _) | SeqLen(a) => vec![a],
            Bin(_, a, b) | Bits(_, _, a, b) | SeqRepeat(a, b) | SeqGet(a, b) | SeqPush(a, b) | SeqConcat(a, b) => {
                vec![a, b]
            }
            Ite(a, b, c) | SeqSet(a, b, c) | SeqSlice(a, b, c) | Quant(_, _, a, b, c) => vec![a, b, c],
            Tuple(all) | Ctor(_, all) | SeqLit(all) | Call(_, all) | Defined(_, all) => all.iter().collect(),
        }
    }

    /// The same term with each direct child replaced.
    pub fn map_children(&self, f: &mut dyn FnMut(&Term) -> Term) -> Term {
        use TermKind::*;
        let kind = match self.kind() {
            Local(_) | Old(_) | Bound(_) | Param(_) | Int(_) | Bool(_) | NoValue => return self.clone(),
            Un(op, a) => Un(*op, f(a)),
            Wrap(ty, a) => Wrap(*ty, f(a)),
            Proj(a, at) => Proj(f(a), *at),
            Field(a, variant, at) => Field(f(a), *variant, *at),
            IsVariant(a, variant) => IsVariant(f(a), *variant),
            SeqLen(a) => SeqLen(f(a)),
            Bin(op, a, b) => Bin(*op, f(a), f(b)),
            Bits(op, ty, a, b) => Bits(*op, *ty, f(a), f(b)),
            SeqRepeat(a, b) => SeqRepeat(f(a), f(b)),
            SeqGet(a, b) => SeqGet(f(a), f(b)),
            SeqPush(a, b) => SeqPush(f(a), f(b)),
            SeqConcat(a, b) => SeqConcat(f(a), f(b)),
            Ite(a, b, c) => Ite(f(a), f(b), f(c)),
            SeqSet(a, b, c) => SeqSet(f(a), f(b), f(c)),
            SeqSlice(a, b, c) => SeqSlice(f(a), f(b), f(c)),
            Quant(q, x, a, b, c) => Quant(*q, *x, f(a), f(b), f(c)),
            Tuple(all) => Tuple(all.iter().map(f).collect()),
            Ctor(variant, all) => Ctor(*variant, all.iter().map(f).collect()),
            SeqLit(all) => SeqLit(all.iter().map(f).collect()),
            Call(inst, all) => Call(inst.clone(), all.iter().map(f).collect()),
            Defined(inst, all) => Defined(inst.clone(), all.iter().map(f).collect()),
        };
        Term::new(kind, self.ty().clone())
    }

    /// Replaces leaves: `leaf` answers for `Local`, `Old` and `Bound` terms, `None` keeps them.
    pub fn substitute(&self, leaf: &dyn Fn(&TermKind) -> Option<Term>) -> Term {
        match self.kind() {
            TermKind::Local(_) | TermKind::Old(_) | TermKind::Bound(_) => {
                leaf(self.kind()).unwrap_or_else(|| self.clone())
            }
            _ => self.map_children(&mut |child| child.substitute(leaf)),
        }
    }
}

/// Whether there is an operation in a term that has no value for some operands.
pub fn may_fail(term: &Term) -> bool {
    is_partial(term, &|term| matches!(term.kind(), TermKind::Field(..)))
}

/// Whether what a user wrote may have no value: the fields of variants in its translation are there, since patterns ask first.
pub fn may_panic(term: &Term) -> bool {
    is_partial(term, &|_| false)
}

fn is_partial(term: &Term, also: &dyn Fn(&Term) -> bool) -> bool {
    use TermKind::*;
    match term.kind() {
        Bin(BinOp::Div | BinOp::Rem, _, b) if !matches!(b.kind(), Int(n) if !n.is_zero()) => true,
        Bits(BitOp::Shl | BitOp::Shr, ..) | SeqGet(..) | SeqSlice(..) | SeqRepeat(..) => true,
        Call(..) | NoValue => true,
        _ => also(term) || term.children().into_iter().any(|part| is_partial(part, also)),
    }
}
