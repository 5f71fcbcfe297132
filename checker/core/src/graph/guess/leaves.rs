//! Guesses about the parts of structs, tuples and references: iterators, above all, which a loop changes as a whole and in one
//! or two fields at most.
//!
//! A `slice::Iter` is a sequence and two positions, a `Range` two bounds, an `Enumerate` another iterator and a count. That the
//! sequence and the upper position stay as they are, that the lower one goes up, no further than to the upper one, and in step with the count, is
//! what `for i in 0..n { xs[i] }` needs.
use crate::ids::{BoundId, LocalId};
use crate::ir::Body;
use crate::program::Program;
use crate::term::{BinOp, Quantifier, Term, TermKind};
use crate::ty::{IntTy, Ty};

/// A local with more parts than these is left alone.
const MAX_LEAVES: usize = 16;
/// Of more integers than these, no pairs are formed.
const MAX_PAIRED: usize = 6;
/// How deep parts of parts are looked at.
const MAX_DEPTH: usize = 8;

/// A part of a local that has no parts itself.
pub(super) struct Leaf {
    /// Its value.
    pub(super) now: Term,
    /// Its value on entering the loop.
    pub(super) then: Term,
    /// Whether it is one of the two sides of a reference to a slice.
    of_slice: bool,
}

impl Leaf {
    /// Whether it is a number.
    pub(super) fn is_int(&self) -> bool {
        self.now.ty().int().is_some()
    }
}

/// The parts of a local. None if it is all one, or has too many.
pub(super) fn leaves(program: &dyn Program, body: &Body, id: LocalId) -> Vec<Leaf> {
    // A parameter that is a mutable reference is what it points to.
    let ty = body.local(id).ty.plain();
    let at = |kind: TermKind| Term::new(kind, ty.clone());
    let whole = Leaf { now: at(TermKind::Local(id)), then: at(TermKind::Old(id)), of_slice: false };
    let mut out = Vec::new();
    if parts(program, &ty).is_none() {
        return out;
    }
    collect(program, whole, 0, &mut out);
    if out.len() > MAX_LEAVES { Vec::new() } else { out }
}

/// The types of a product's parts, with how one is taken out.
fn parts(program: &dyn Program, ty: &Ty) -> Option<Vec<Ty>> {
    match ty {
        Ty::Tuple(all) => Some(all.clone()),
        Ty::Borrow(inner) => Some(vec![(**inner).clone(); 2]),
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            let [variant] = &def.variants[..] else { return None };
            let field = |at| crate::mir::types::field_ty(program, *id, args, 0, at);
            (!def.is_enum).then(|| (0..variant.fields.len()).map(field).collect()).flatten()
        }
        _ => None,
    }
}

fn collect(program: &dyn Program, of: Leaf, depth: usize, out: &mut Vec<Leaf>) {
    let ty = of.now.ty().clone();
    let Some(parts) = parts(program, &ty).filter(|_| depth < MAX_DEPTH && out.len() <= MAX_LEAVES) else {
        out.push(of);
        return;
    };
    for (at, part) in parts.iter().enumerate() {
        let step = |whole: &Term| {
            let kind = match ty {
                Ty::Adt(..) => TermKind::Field(whole.clone(), 0, at),
                _ => TermKind::Proj(whole.clone(), at),
            };
            Term::new(kind, part.plain())
        };
        let of_slice = matches!((&ty, part.plain()), (Ty::Borrow(_), Ty::Slice(_)));
        collect(program, Leaf { now: step(&of.now), then: step(&of.then), of_slice }, depth + 1, out);
    }
}

/// What may be true of the parts of one local.
pub(super) fn of_parts(leaves: &[Leaf], out: &mut Vec<Term>) {
    for leaf in leaves {
        out.push(Term::test(BinOp::Same, leaf.now.clone(), leaf.then.clone()));
    }
    for leaf in leaves {
        super::of_value(&leaf.now, &leaf.then, out);
        if leaf.of_slice {
            out.extend(is_rest(leaf));
        }
    }
    let ints: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.is_int()).collect();
    if ints.len() > MAX_PAIRED {
        return;
    }
    for (at, a) in ints.iter().enumerate() {
        for (other, b) in ints.iter().enumerate() {
            if at != other && a.now.ty() == b.now.ty() {
                // Where there is a turn at all, the one is below the other; where there is none, it stays as it is.
                let below = Term::test(BinOp::Le, a.now.clone(), b.now.clone());
                let still = Term::test(BinOp::Eq, a.now.clone(), a.then.clone());
                out.push(Term::or(below, still));
            }
            if at < other {
                out.extend(in_step((&a.now, &a.then), (&b.now, &b.then)));
            }
        }
    }
}

/// Two numbers that go up together, or the one up and the other down.
fn in_step((a, a_then): (&Term, &Term), (b, b_then): (&Term, &Term)) -> [Term; 2] {
    let sum = |x: &Term, y: &Term| Term::arith(BinOp::Add, x.clone(), y.clone(), Ty::Exact);
    [Term::test(BinOp::Eq, sum(a, b_then), sum(b, a_then)), Term::test(BinOp::Eq, sum(a, b), sum(a_then, b_then))]
}

/// What a counter of the loop has to do with a number in an iterator: it is not ahead of it, nor perhaps behind.
pub(super) fn counted(size: (&Term, &Term), leaf: &Leaf, out: &mut Vec<Term>) {
    let sum = |x: &Term, y: &Term| Term::arith(BinOp::Add, x.clone(), y.clone(), Ty::Exact);
    let (now, then) = size;
    let (up, up_then) = (sum(now, &leaf.then), sum(&leaf.now, then));
    let (down, down_then) = (sum(now, &leaf.now), sum(then, &leaf.then));
    for op in [BinOp::Le, BinOp::Ge] {
        out.push(Term::test(op, up.clone(), up_then.clone()));
        out.push(Term::test(op, down.clone(), down_then.clone()));
    }
}

/// The quantified variable of guesses, far above those that front ends give out. No guess has two.
const POSITION: BoundId = BoundId(1 << 25);

/// A slice that gets shorter from the front, or from the back: an `IterMut` goes over what is left. Said of positions in the old one,
/// which is what other facts are about.
fn is_rest(leaf: &Leaf) -> [Term; 2] {
    let usize = Ty::Int(IntTy::Usize);
    let len = |of: &Term| Term::new(TermKind::SeqLen(of.clone()), usize.clone());
    let element = leaf.now.ty().element().cloned().unwrap_or(Ty::Never).plain();
    let at = Term::new(TermKind::Bound(POSITION), usize.clone());
    let minus = |a: Term, b: Term| Term::arith(BinOp::Sub, a, b, Ty::Exact);
    let get = |of: &Term, at: Term| Term::new(TermKind::SeqGet(of.clone(), at), element.clone());
    let gone = minus(len(&leaf.then), len(&leaf.now));
    let all = |lo: Term, hi: Term, of_now: Term| {
        let same = Term::test(BinOp::Same, get(&leaf.now, of_now), get(&leaf.then, at.clone()));
        let fits = Term::test(BinOp::Le, len(&leaf.now), len(&leaf.then));
        Term::and(fits, Term::new(TermKind::Quant(Quantifier::Forall, POSITION, lo, hi, same), Ty::Bool))
    };
    [
        all(gone.clone(), len(&leaf.then), minus(at.clone(), gone)),
        all(Term::int(0, usize.clone()), len(&leaf.now), at.clone()),
    ]
}
