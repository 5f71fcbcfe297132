//! Terms as text that a Rust programmer can read: for `refine explain` and for the names of inferred invariants.
mod clause;

use crate::ids::LocalId;
use crate::program::Program;
use crate::term::{BinOp, BitOp, Quantifier, Term, TermKind, UnOp};
use crate::ty::Ty;

pub use self::clause::clause;

/// Prints terms over named variables.
pub struct Printer<'a> {
    /// Where field, variant and function names come from.
    pub program: &'a dyn Program,
    /// The name of a variable.
    pub name: &'a dyn Fn(LocalId) -> String,
}

/// How tightly a form binds; a looser one inside a tighter one gets parentheses.
fn precedence(kind: &TermKind) -> u8 {
    use BinOp::*;
    match kind {
        TermKind::Bin(Implies, ..) | TermKind::Ite(..) | TermKind::Quant(..) => 0,
        TermKind::Bin(Or, ..) => 1,
        TermKind::Bin(And, ..) => 2,
        TermKind::Bin(Eq | Ne | Same | Lt | Le | Gt | Ge, ..) => 3,
        TermKind::Bits(..) => 4,
        TermKind::Bin(Add | Sub, ..) => 5,
        TermKind::Bin(Mul | Div | Rem, ..) => 6,
        TermKind::Un(..) => 7,
        _ => 8,
    }
}

impl Printer<'_> {
    /// A term.
    pub fn term(&self, term: &Term) -> String {
        self.at(term, 0)
    }

    fn at(&self, term: &Term, outer: u8) -> String {
        let own = precedence(term.kind());
        let text = self.plain(term, own);
        if own < outer { format!("({text})") } else { text }
    }

    fn list(&self, terms: &[Term]) -> String {
        terms.iter().map(|t| self.term(t)).collect::<Vec<_>>().join(", ")
    }

    fn plain(&self, term: &Term, own: u8) -> String {
        use TermKind::*;
        match term.kind() {
            Local(id) => (self.name)(*id),
            Old(id) => format!("old({})", (self.name)(*id)),
            Bound(id) => format!("i{}", id.0),
            Param(name) => name.clone(),
            Int(value) if *term.ty() == Ty::Char => {
                let c = u32::try_from(value.clone()).ok().and_then(char::from_u32);
                c.map_or_else(|| value.to_string(), |c| format!("{c:?}"))
            }
            Int(value) => value.to_string(),
            Bool(value) => value.to_string(),
            Un(UnOp::Neg, a) => format!("-{}", self.at(a, 8)),
            Un(UnOp::Not, a) => format!("!{}", self.at(a, 8)),
            Bin(op, a, b) => {
                // Comparisons do not chain, and implications nest to the right.
                let (left, right) = match op {
                    BinOp::Implies => (own + 1, own),
                    BinOp::And | BinOp::Or | BinOp::Add => (own, own),
                    _ => (own, own + 1),
                };
                format!("{} {} {}", self.at(a, left), binary(*op), self.at(b, right))
            }
            Wrap(ty, a) => format!("wrap::<{ty}>({})", self.term(a)),
            Bits(op, _, a, b) => format!("{} {} {}", self.at(a, own + 1), bits(*op), self.at(b, own + 1)),
            Ite(c, a, b) => format!("if {} {{ {} }} else {{ {} }}", self.term(c), self.term(a), self.term(b)),
            Tuple(all) if all.len() == 1 => format!("({},)", self.term(&all[0])),
            Tuple(all) => format!("({})", self.list(all)),
            Proj(a, at) => format!("{}.{at}", self.at(a, 8)),
            Ctor(variant, fields) => self.constructed(term.ty(), *variant, fields),
            Field(a, variant, at) => format!("{}.{}", self.at(a, 8), self.field(a.ty(), *variant, *at)),
            IsVariant(a, variant) => format!("{} is {}", self.at(a, 8), self.variant(a.ty(), *variant)),
            SeqLit(all) => format!("[{}]", self.list(all)),
            SeqRepeat(value, n) => format!("[{}; {}]", self.term(value), self.term(n)),
            SeqLen(a) => format!("{}.len()", self.at(a, 8)),
            SeqGet(a, at) => format!("{}[{}]", self.at(a, 8), self.term(at)),
            SeqSet(a, at, value) => {
                format!("{}.with({}, {})", self.at(a, 8), self.term(at), self.term(value))
            }
            SeqPush(a, value) => format!("{}.with_last({})", self.at(a, 8), self.term(value)),
            SeqSlice(a, lo, hi) => format!("{}[{}..{}]", self.at(a, 8), self.term(lo), self.term(hi)),
            SeqConcat(a, b) => format!("concat({}, {})", self.term(a), self.term(b)),
            Quant(quantifier, id, lo, hi, body) => {
                let word = match quantifier {
                    Quantifier::Forall => "forall",
                    Quantifier::Exists => "exists",
                };
                format!("{word}({}..{}, |i{}| {})", self.at(lo, 8), self.at(hi, 8), id.0, self.term(body))
            }
            Defined(inst, args) => {
                format!("defined({}({}))", self.program.func(inst.func).path, self.list(args))
            }
            NoValue => "no_value()".to_owned(),
            Call(inst, args) => format!("{}({})", self.program.func(inst.func).path, self.list(args)),
        }
    }

    fn variant(&self, ty: &Ty, variant: usize) -> String {
        match ty.peeled() {
            Ty::Adt(id, _) => {
                let def = self.program.adt(*id);
                let variant = def.variants.get(variant).map_or("?", |v| v.name.as_str());
                if def.is_enum { format!("{}::{variant}", def.name) } else { def.name.clone() }
            }
            _ => "?".to_owned(),
        }
    }

    fn field(&self, ty: &Ty, variant: usize, at: usize) -> String {
        match ty.peeled() {
            Ty::Adt(id, _) => {
                let field = self.program.adt(*id).variants.get(variant).and_then(|v| v.fields.get(at));
                field.map_or_else(|| at.to_string(), |field| field.name.clone())
            }
            _ => at.to_string(),
        }
    }

    fn constructed(&self, ty: &Ty, variant: usize, fields: &[Term]) -> String {
        let name = self.variant(ty, variant);
        if fields.is_empty() { name } else { format!("{name}({})", self.list(fields)) }
    }
}

/// How an operator is written.
pub(crate) fn binary(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Eq => "==",
        BinOp::Same => "===",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        BinOp::And => "&&",
        BinOp::Or => "||",
        BinOp::Implies => "==>",
    }
}

fn bits(op: BitOp) -> &'static str {
    match op {
        BitOp::And => "&",
        BitOp::Or => "|",
        BitOp::Xor => "^",
        BitOp::Shl => "<<",
        BitOp::Shr => ">>",
    }
}
