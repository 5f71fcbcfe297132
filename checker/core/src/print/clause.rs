//! Preconditions as a user can write them.
use crate::program::{CtorShape, FnDef, Program};
use crate::term::{BinOp, Term, TermKind, UnOp};
use crate::ty::{IntTy, Ty};
use num_bigint::BigInt;

/// Longer ones are not offered.
const LONGEST: usize = 120;

/// A condition on the parameters of a function as the text of a clause for `#[requires(…)]`. `None` if it takes more than
/// comparisons, arithmetic, fields, lengths and elements to say it.
pub fn clause(program: &dyn Program, def: &FnDef, condition: &Term) -> Option<String> {
    let text = Writer { program, def }.term(condition, 0)?;
    (text.len() <= LONGEST).then_some(text)
}

struct Writer<'a> {
    program: &'a dyn Program,
    def: &'a FnDef,
}

impl Writer<'_> {
    /// A term that stands where a looser one than `outer` needs parentheses.
    fn term(&self, term: &Term, outer: u8) -> Option<String> {
        let (text, own) = match term.kind() {
            TermKind::Local(id) | TermKind::Old(id) => (self.parameter(id.0 as usize)?, 8),
            TermKind::Int(value) => {
                (integer(value, term.ty().int(), term.ty())?, if *value < BigInt::ZERO { 7 } else { 8 })
            }
            TermKind::Bool(value) => (value.to_string(), 8),
            TermKind::Un(UnOp::Not, a) => return self.negated(a, outer),
            TermKind::Un(UnOp::Neg, a) => (format!("-{}", self.term(a, 7)?), 7),
            TermKind::Bin(BinOp::And, a, b) if is_evident(a) => return self.term(b, outer),
            TermKind::Bin(BinOp::And, a, b) if is_evident(b) => return self.term(a, outer),
            TermKind::Bin(op, a, b) => return self.binary(*op, a, b, outer),
            // What a `&mut` leads to now; what it will is for nobody to say before the call.
            TermKind::Proj(of, at) if matches!(of.ty(), Ty::Borrow(_)) => {
                let is_seen_through = matches!(term.ty(), Ty::Slice(_) | Ty::Vec(_) | Ty::Array(..) | Ty::Adt(..));
                return match (at, is_seen_through) {
                    (0, true) => self.term(of, outer),
                    (0, false) => Some(format!("*{}", self.term(of, 7)?)),
                    _ => None,
                };
            }
            TermKind::Proj(of, at) => (format!("{}.{at}", self.term(of, 8)?), 8),
            TermKind::Field(of, 0, at) => (format!("{}.{}", self.term(of, 8)?, self.field(of.ty(), *at)?), 8),
            TermKind::IsVariant(of, variant) => return self.is_variant(of, *variant),
            TermKind::SeqLen(of) => (format!("{}.len()", self.term(of, 8)?), 8),
            TermKind::SeqGet(of, at) => (format!("{}[{}]", self.term(of, 8)?, self.term(at, 0)?), 8),
            _ => return None,
        };
        Some(if own < outer { format!("({text})") } else { text })
    }

    fn binary(&self, op: BinOp, a: &Term, b: &Term, outer: u8) -> Option<String> {
        let (word, own) = match op {
            BinOp::Or => ("||", 1),
            BinOp::And => ("&&", 2),
            BinOp::Eq => ("==", 3),
            BinOp::Ne => ("!=", 3),
            BinOp::Lt => ("<", 3),
            BinOp::Le => ("<=", 3),
            BinOp::Gt => (">", 3),
            BinOp::Ge => (">=", 3),
            BinOp::Add => ("+", 5),
            BinOp::Sub => ("-", 5),
            BinOp::Mul => ("*", 6),
            BinOp::Div => ("/", 6),
            BinOp::Rem => ("%", 6),
            BinOp::Same | BinOp::Implies => return None,
        };
        // The variable goes first.
        if let (TermKind::Int(_), Some(mirrored)) = (a.kind(), mirrored(op))
            && !matches!(b.kind(), TermKind::Int(_))
        {
            return self.binary(mirrored, b, a, outer);
        }
        let left = if own == 3 { own + 1 } else { own };
        let right = if matches!(op, BinOp::Or | BinOp::And) { own } else { own + 1 };
        let right = match b.kind() {
            TermKind::Int(value) if own == 3 => integer(value, int_in(a), b.ty())?,
            _ => self.term(b, right)?,
        };
        let text = format!("{} {word} {right}", self.term(a, left)?);
        Some(if own < outer { format!("({text})") } else { text })
    }

    fn negated(&self, a: &Term, outer: u8) -> Option<String> {
        let turned = |op: BinOp| {
            Some(match op {
                BinOp::Eq => BinOp::Ne,
                BinOp::Ne => BinOp::Eq,
                BinOp::Lt => BinOp::Ge,
                BinOp::Le => BinOp::Gt,
                BinOp::Gt => BinOp::Le,
                BinOp::Ge => BinOp::Lt,
                _ => return None,
            })
        };
        match a.kind() {
            TermKind::Bin(op, x, y) if turned(*op).is_some() => self.binary(turned(*op)?, x, y, outer),
            TermKind::IsVariant(of, variant) if self.variants(of.ty())?.len() == 2 => self.is_variant(of, 1 - variant),
            _ => Some(format!("!{}", self.term(a, 7)?)),
        }
    }

    fn parameter(&self, at: usize) -> Option<String> {
        let name = &self.def.params.get(at)?.name;
        // A pattern has no name of its own.
        (!name.starts_with('_')).then(|| name.clone())
    }

    /// A field of a struct.
    fn field(&self, ty: &Ty, at: usize) -> Option<String> {
        let Ty::Adt(id, _) = ty.peeled() else { return None };
        let def = self.program.adt(*id);
        let variant = def.variants.first().filter(|variant| !def.is_enum && variant.shape != CtorShape::Unit)?;
        def.module.and(variant.fields.get(at)).map(|field| field.name.clone())
    }

    fn variants(&self, ty: &Ty) -> Option<Vec<String>> {
        let Ty::Adt(id, _) = ty.peeled() else { return None };
        Some(self.program.adt(*id).variants.iter().map(|variant| variant.name.clone()).collect())
    }

    fn is_variant(&self, of: &Term, variant: usize) -> Option<String> {
        let names = self.variants(of.ty())?;
        let test = match names.get(variant)?.as_str() {
            "Some" => "is_some()",
            "None" => "is_none()",
            "Ok" => "is_ok()",
            "Err" => "is_err()",
            _ => return None,
        };
        Some(format!("{}.{test}", self.term(of, 8)?))
    }
}

/// The type of the first integer in a term: numbers that it is compared with are of that type.
fn int_in(term: &Term) -> Option<IntTy> {
    let own = term.ty().int().filter(|_| term.is_in_range());
    own.or_else(|| term.children().into_iter().find_map(int_in))
}

/// An integer; the ends of its type, or of any, are written as such.
fn integer(value: &BigInt, of: Option<IntTy>, ty: &Ty) -> Option<String> {
    if *ty == Ty::Char {
        return char::from_u32(u32::try_from(value).ok()?).map(|c| format!("{c:?}"));
    }
    let end = |int: &IntTy| *value == IntTy::max(*int) || int.signed() && *value == IntTy::min(*int);
    let named = |int: IntTy| format!("{}::{}", int.name(), if *value == IntTy::max(int) { "MAX" } else { "MIN" });
    let own = of.filter(end);
    // Small ends are likelier to be numbers.
    let any = IntTy::ALL.into_iter().filter(|int| int.bits() >= 32).find(end);
    Some(own.or(any).map_or_else(|| value.to_string(), named))
}

fn mirrored(op: BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::Eq | BinOp::Ne => op,
        BinOp::Lt => BinOp::Gt,
        BinOp::Le => BinOp::Ge,
        BinOp::Gt => BinOp::Lt,
        BinOp::Ge => BinOp::Le,
        _ => return None,
    })
}

/// Whether a bound holds for the types alone: that a sum of unsigned integers is not negative, or that a difference of them is
/// not above what they can be.
fn is_evident(bound: &Term) -> bool {
    let TermKind::Bin(op, a, b) = bound.kind() else { return false };
    let (low, value, high) = match (op, a.kind(), b.kind()) {
        (BinOp::Le, TermKind::Int(low), _) => (Some(low), b, None),
        (BinOp::Ge, _, TermKind::Int(low)) => (Some(low), a, None),
        (BinOp::Le, _, TermKind::Int(high)) => (None, a, Some(high)),
        _ => return false,
    };
    let unsigned = |term: &Term| term.is_in_range() && term.ty().int().is_some_and(|int| !int.signed());
    match value.kind() {
        TermKind::Bin(BinOp::Add | BinOp::Mul, x, y) => {
            low.is_some_and(|low| *low <= BigInt::ZERO) && [x, y].into_iter().all(|part| is_natural(part, &unsigned))
        }
        TermKind::Bin(BinOp::Sub, x, y) => {
            let below = |high: &BigInt| x.ty().int().is_some_and(|int| unsigned(x) && int.max() <= *high);
            high.is_some_and(below) && is_natural(y, &unsigned)
        }
        _ => false,
    }
}

fn is_natural(term: &Term, unsigned: &dyn Fn(&Term) -> bool) -> bool {
    match term.kind() {
        TermKind::Int(value) => *value >= BigInt::ZERO,
        TermKind::SeqLen(_) => true,
        _ => unsigned(term),
    }
}
