//! Terms and types. A term that is shared is hashed once.
use std::collections::{HashMap, HashSet};

use super::writer::Writer;
use super::{Walk, names};
use crate::ids::BoundId;
use crate::program::{FnSig, ObjectDef, OpaqueDef};
use crate::term::{Term, TermKind};
use crate::ty::{Length, Ty};

/// The terms that were met, with their hashes, and the variables that they bind.
#[derive(Default)]
pub(super) struct Terms {
    /// By address; the term is kept so that it stays its own.
    known: HashMap<usize, (Term, [u8; 16])>,
    bounds: names::Numbers<BoundId>,
    /// The types outside the model that were met.
    opaque: HashSet<String>,
}

impl Walk<'_> {
    pub(super) fn term(&mut self, term: &Term) {
        let sum = match self.terms.known.get(&term.address()) {
            Some((_, sum)) => *sum,
            None => {
                let around = std::mem::take(&mut self.out);
                self.kind(term);
                self.ty(term.ty());
                let own: Writer = std::mem::replace(&mut self.out, around);
                let sum = own.sum();
                self.terms.known.insert(term.address(), (term.clone(), sum));
                sum
            }
        };
        self.out.bytes(&sum);
    }

    fn kind(&mut self, term: &Term) {
        use TermKind::*;
        let kind = term.kind();
        self.out.word(name(kind));
        match kind {
            Local(id) | Old(id) => self.out.number(id.0 as usize),
            Bound(id) => self.bound(*id),
            Param(name) => self.out.text(name),
            Int(n) => self.out.text(&n.to_string()),
            Bool(value) => self.out.flag(*value),
            Un(op, _) => self.out.text(&format!("{op:?}")),
            Bin(op, ..) => self.out.text(&format!("{op:?}")),
            Wrap(ty, _) => self.out.word(ty.name()),
            Bits(op, ty, ..) => self.out.text(&format!("{op:?} {ty:?}")),
            Proj(_, at) => self.out.number(*at),
            Ctor(variant, _) | IsVariant(_, variant) => self.out.number(*variant),
            Field(_, variant, at) => {
                self.out.number(*variant);
                self.out.number(*at);
            }
            Quant(quantifier, id, ..) => {
                self.out.text(&format!("{quantifier:?}"));
                self.bound(*id);
            }
            Call(inst, _) | Defined(inst, _) => self.inst(inst),
            Ite(..) | Tuple(_) | SeqLit(_) | SeqRepeat(..) | SeqLen(_) | SeqGet(..) | SeqSet(..) | SeqPush(..) => {}
            SeqSlice(..) | SeqConcat(..) | NoValue => {}
        }
        let children: Vec<Term> = term.children().into_iter().cloned().collect();
        self.many(&children, Self::term);
    }

    fn bound(&mut self, id: BoundId) {
        let (number, _) = self.terms.bounds.number(id);
        self.out.number(number);
    }

    pub(super) fn tys(&mut self, all: &[Ty]) {
        self.many(all, Self::ty);
    }

    pub(super) fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Bool => self.out.word("bool"),
            Ty::Char => self.out.word("char"),
            Ty::Int(int) => self.out.word(int.name()),
            Ty::Exact => self.out.word("int"),
            Ty::Tuple(all) => {
                self.out.word("tuple");
                self.tys(all);
            }
            Ty::Adt(id, args) => {
                self.out.word("adt");
                self.adt(*id);
                self.tys(args);
            }
            Ty::Array(inner, length) => {
                self.out.word("array");
                match length {
                    Length::Known(n) => self.out.number(*n as usize),
                    Length::Param(name) => self.out.text(name),
                }
                self.ty(inner);
            }
            Ty::Slice(inner) => self.around("slice", inner),
            Ty::Vec(inner) => self.around("vec", inner),
            Ty::Ref(false, inner) => self.around("ref", inner),
            Ty::Ref(true, inner) => self.around("mut", inner),
            Ty::Borrow(inner) => self.around("borrow", inner),
            Ty::Boxed(inner) => self.around("box", inner),
            Ty::Param(name) => {
                self.out.word("param");
                self.out.text(name);
            }
            Ty::Infer(_) => unreachable!("clauses are settled before they are written"),
            Ty::Never => self.out.word("never"),
            Ty::Opaque(text) => {
                self.out.word("opaque");
                self.out.text(text);
                if self.terms.opaque.insert(text.clone()) {
                    self.opaque(text);
                }
            }
        }
    }

    /// What is known of a type outside the model.
    fn opaque(&mut self, name: &str) {
        match self.program.opaque(name).cloned() {
            Some(OpaqueDef::Function(FnSig { params, ret, traits, is_mut })) => {
                self.out.word("function");
                self.out.flag(is_mut);
                self.tys(&params);
                self.ty(&ret);
                self.texts(&traits);
            }
            Some(OpaqueDef::Std(name, args)) => {
                self.out.word("std");
                self.out.text(&name);
                self.tys(&args);
            }
            Some(OpaqueDef::Object(ObjectDef { made_of, path, is_std, args, items, markers })) => {
                self.out.word("object");
                self.ty(&made_of);
                self.out.text(&path);
                self.out.flag(is_std);
                self.tys(&args);
                self.out.number(items.len());
                for (name, ty) in &items {
                    self.out.text(name);
                    self.ty(ty);
                }
                self.texts(&markers);
            }
            None => self.out.word("unknown"),
        }
    }

    fn around(&mut self, word: &'static str, inner: &Ty) {
        self.out.word(word);
        self.ty(inner);
    }
}

/// What a term is, in a word.
fn name(kind: &TermKind) -> &'static str {
    use TermKind::*;
    match kind {
        Local(_) => "local",
        Old(_) => "old",
        Bound(_) => "bound",
        Param(_) => "constant",
        Int(_) => "int",
        Bool(_) => "bool",
        Un(..) => "un",
        Bin(..) => "bin",
        Wrap(..) => "wrap",
        Bits(..) => "bits",
        Ite(..) => "ite",
        Tuple(_) => "tuple",
        Proj(..) => "proj",
        Ctor(..) => "ctor",
        Field(..) => "field",
        IsVariant(..) => "is",
        SeqLit(_) => "list",
        SeqRepeat(..) => "repeat",
        SeqLen(_) => "len",
        SeqGet(..) => "get",
        SeqSet(..) => "set",
        SeqPush(..) => "push",
        SeqSlice(..) => "part",
        SeqConcat(..) => "concat",
        Quant(..) => "quant",
        Call(..) => "call",
        Defined(..) => "defined",
        NoValue => "none",
    }
}
