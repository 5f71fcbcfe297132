//! Guesses of simple loop invariants. Each is checked like a user's before it is used (Houdini: Flanagan and Leino,
//! "Houdini, an annotation assistant for ESC/Java", FME 2001); a wrong guess costs time and nothing else.
mod leaves;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::ids::{BlockId, LocalId};
use crate::ir::{Block, Body, Loop, Stmt, Terminator};
use crate::program::Program;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::{IntTy, Ty};

use super::live::carried;
use super::loops::NaturalLoop;
use leaves::Leaf;

/// A guess: the claim over the body's locals, where `Old(x)` stands for the value of `x` on entering the loop.
pub(super) fn guesses(program: &dyn Program, body: &Body, l: &Loop, natural: &NaturalLoop) -> Vec<Term> {
    let mut out: Vec<Term> = l.hints.clone();
    let carried = carried(body, l, natural);
    let mut parts: Vec<Leaf> = Vec::new();
    for &id in &carried {
        let ty = &body.local(id).ty;
        of_value(&Term::local(id, ty.clone()), &Term::new(TermKind::Old(id), ty.clone()), &mut out);
        let leaves = leaves::leaves(program, body, id);
        leaves::of_parts(&leaves, &mut out);
        parts.extend(leaves);
    }
    out.extend(from_condition(body, l));
    out.extend(from_exits(body, natural));
    out.extend(in_step(body, natural, &carried, &parts));
    out.extend(from_remainders(body, natural, &carried));
    out.extend(from_preconditions(body, natural));
    let mut seen = HashSet::new();
    out.retain(|term| seen.insert(term.clone()));
    out
}

/// That a number or a sequence's length only goes up, or down, or stays.
fn of_value(now: &Term, then: &Term, out: &mut Vec<Term>) {
    let ty = now.ty();
    match ty.peeled() {
        Ty::Int(int) => {
            out.push(Term::test(BinOp::Ge, now.clone(), then.clone()));
            out.push(Term::test(BinOp::Le, now.clone(), then.clone()));
            if int.signed() {
                out.push(Term::test(BinOp::Ge, now.clone(), Term::int(0, ty.clone())));
            }
        }
        Ty::Slice(_) | Ty::Vec(_) => {
            let len = |of: &Term| Term::new(TermKind::SeqLen(of.clone()), Ty::Int(IntTy::Usize));
            let (now, then) = (len(now), len(then));
            out.push(Term::test(BinOp::Eq, now.clone(), then.clone()));
            out.push(Term::test(BinOp::Ge, now.clone(), then.clone()));
            out.push(Term::test(BinOp::Le, now, then));
        }
        _ => {}
    }
}

/// From the condition that keeps the loop going, `a < b` gives `a <= b`: it holds after the last turn too.
fn from_condition(body: &Body, l: &Loop) -> Vec<Term> {
    let block = body.block(l.head);
    let mut out = Vec::new();
    if let Some(cond) = condition(block) {
        collect(&cond, &mut out);
    }
    out
}

/// What a block asks at its end, over the locals at its start.
fn condition(block: &Block) -> Option<Term> {
    let Terminator::Branch { cond, .. } = &block.end else { return None };
    let mut values: HashMap<LocalId, Term> = HashMap::new();
    for stmt in &block.stmts {
        if let Stmt::Assign { dest, value } = stmt {
            let value = inlined(value, &values);
            values.insert(*dest, value);
        }
    }
    Some(inlined(cond, &values))
}

fn inlined(term: &Term, values: &HashMap<LocalId, Term>) -> Term {
    term.substitute(&|leaf| match leaf {
        TermKind::Local(id) => values.get(id).cloned(),
        _ => None,
    })
}

fn collect(cond: &Term, out: &mut Vec<Term>) {
    if let TermKind::Bin(op, a, b) = cond.kind() {
        match op {
            BinOp::And => {
                collect(a, out);
                collect(b, out);
            }
            BinOp::Lt | BinOp::Le => out.push(Term::test(BinOp::Le, a.clone(), b.clone())),
            BinOp::Gt | BinOp::Ge => out.push(Term::test(BinOp::Ge, a.clone(), b.clone())),
            BinOp::Ne if a.ty().is_integral() => {
                out.push(Term::test(BinOp::Le, a.clone(), b.clone()));
                out.push(Term::test(BinOp::Ge, a.clone(), b.clone()));
            }
            _ => {}
        }
    }
}

/// A loop has so many variables that count, at most; beyond that pairs of them are too many guesses.
const COUNTERS: usize = 6;

/// How an assignment moves a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    /// One more: an integer plus one, a sequence with one more element.
    Up,
    /// To the value of another variable.
    To(LocalId),
    Otherwise,
}

fn local_of(term: &Term) -> Option<LocalId> {
    match term.kind() {
        TermKind::Local(id) => Some(*id),
        _ => None,
    }
}

/// `once` has what a turn assigns in one place only: a sum may be worked out first, `t = n + 1; n = t`.
fn moved(dest: LocalId, value: &Term, copies: &HashMap<LocalId, LocalId>, once: &HashMap<LocalId, &Term>) -> Move {
    let origin = |id: LocalId| {
        let next = |id: &LocalId| copies.get(id).copied().filter(|_| *id != dest);
        std::iter::successors(Some(id), next).take(4).last().unwrap_or(id)
    };
    let is = |term: &Term| matches!(term.kind(), TermKind::Local(id) if origin(*id) == dest);
    match value.kind() {
        TermKind::Bin(BinOp::Add, a, by) if is(a) && *by.kind() == TermKind::Int(1.into()) => Move::Up,
        TermKind::SeqPush(seq, _) if is(seq) => Move::Up,
        TermKind::Local(id) => match once.get(&origin(*id)) {
            Some(value) if local_of(value).is_none() && moved(dest, value, copies, once) == Move::Up => Move::Up,
            _ => Move::To(origin(*id)),
        },
        _ => Move::Otherwise,
    }
}

/// Variables that count: what goes up by one in some turns (`if x > 0 { n += 1 }`, `out.push(x)`) is not ahead of what
/// does in every turn, and what is set to a counter now and then (`best = i`) is not ahead of that.
fn in_step(body: &Body, natural: &NaturalLoop, carried: &BTreeSet<LocalId>, parts: &[Leaf]) -> Vec<Term> {
    // In an order of their own: what is guessed first may decide what the solver gets to.
    let mut assigned: BTreeMap<LocalId, Vec<&Term>> = BTreeMap::new();
    for stmt in natural.blocks.iter().flat_map(|&at| &body.block(at).stmts) {
        if let Stmt::Assign { dest, value } = stmt {
            assigned.entry(*dest).or_default().push(value);
        }
    }
    let once: HashMap<LocalId, &Term> = assigned
        .iter()
        .filter_map(|(id, values)| if let [value] = values.as_slice() { Some((*id, *value)) } else { None })
        .collect();
    // What a turn only copies.
    let copies: HashMap<LocalId, LocalId> =
        once.iter().filter_map(|(id, value)| local_of(value).map(|of| (*id, of))).collect();
    let moves: BTreeMap<LocalId, Vec<Move>> = assigned
        .into_iter()
        .map(|(id, values)| (id, values.into_iter().map(|value| moved(id, value, &copies, &once)).collect()))
        .collect();
    let counts = |id: &LocalId| moves.get(id).is_some_and(|all| all.iter().all(|m| *m == Move::Up));
    let size = |id: LocalId, then: bool| {
        let ty = body.local(id).ty.clone();
        let value = Term::new(if then { TermKind::Old(id) } else { TermKind::Local(id) }, ty.clone());
        match ty.element() {
            Some(_) => Term::new(TermKind::SeqLen(value), Ty::Int(IntTy::Usize)),
            None => value,
        }
    };
    let all: Vec<LocalId> = carried.iter().copied().filter(counts).collect();
    let mut out = Vec::new();
    let positions: Vec<&Leaf> = parts.iter().filter(|leaf| leaf.is_int()).collect();
    if all.len() <= COUNTERS && positions.len() <= COUNTERS {
        for (&id, leaf) in all.iter().flat_map(|id| positions.iter().map(move |leaf| (id, leaf))) {
            leaves::counted((&size(id, false), &size(id, true)), leaf, &mut out);
        }
    }
    for (&slow, &fast) in all.iter().flat_map(|slow| all.iter().map(move |fast| (slow, fast))) {
        if slow != fast && all.len() <= COUNTERS {
            let sum = |a: Term, b: Term| Term::arith(BinOp::Add, a, b, Ty::Exact);
            // As far from where it began as the other, at most.
            let (left, right) = (sum(size(slow, false), size(fast, true)), sum(size(fast, false), size(slow, true)));
            out.push(Term::test(BinOp::Le, left, right));
        }
    }
    for (&id, all) in moves.iter().filter(|(id, _)| matches!(body.local(**id).ty.peeled(), Ty::Int(_))) {
        for other in all.iter().filter_map(|m| if let Move::To(other) = m { Some(*other) } else { None }) {
            if !carried.contains(&id) || body.local(other).ty.plain() != body.local(id).ty.plain() || other == id {
                continue;
            }
            let behind = |out: &mut Vec<Term>, that: Term| {
                out.push(Term::test(BinOp::Lt, size(id, false), that.clone()));
                out.push(Term::test(BinOp::Le, size(id, false), that));
            };
            if counts(&other) || !natural.modified.contains(&other) {
                behind(&mut out, size(other, false));
            } else if positions.len() <= COUNTERS {
                // What an iterator gave, perhaps the number that it counts with.
                let alike = positions.iter().filter(|leaf| leaf.now.ty().peeled() == body.local(id).ty.peeled());
                alike.for_each(|leaf| behind(&mut out, leaf.now.clone()));
            }
        }
    }
    out
}

/// From a test inside of the loop that a variable has not come to a bound: `if i >= 100 { break }` gives `i <= 100`.
fn from_exits(body: &Body, natural: &NaturalLoop) -> Vec<Term> {
    let fixed = |term: &Term| match term.kind() {
        TermKind::Int(_) => true,
        TermKind::Local(id) => !natural.modified.contains(id),
        _ => false,
    };
    let moves = |term: &Term| matches!(term.kind(), TermKind::Local(id) if natural.modified.contains(id));
    let mut out = Vec::new();
    for &at in &natural.blocks {
        let Terminator::Branch { then, otherwise, .. } = &body.block(at).end else { continue };
        let leaves = |to: &BlockId| !natural.blocks.contains(to);
        let cond = condition(body.block(at));
        if let Some(cond) = cond.filter(|_| leaves(then) || leaves(otherwise)) {
            each_test(&cond, &mut |a, b| {
                if a.ty().is_integral() && (moves(a) && fixed(b) || moves(b) && fixed(a)) {
                    out.push(Term::test(BinOp::Le, a.clone(), b.clone()));
                    out.push(Term::test(BinOp::Ge, a.clone(), b.clone()));
                }
            });
        }
    }
    out
}

/// The two sides of each comparison in a condition.
fn each_test(cond: &Term, f: &mut dyn FnMut(&Term, &Term)) {
    use BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    match cond.kind() {
        TermKind::Un(_, inner) => each_test(inner, f),
        TermKind::Bin(And | Or, a, b) => {
            each_test(a, f);
            each_test(b, f);
        }
        TermKind::Bin(Lt | Le | Gt | Ge | Eq | Ne, a, b) => f(a, b),
        _ => {}
    }
}

/// What is set to a remainder, `a = (a + x) % 255`, may be below the divisor all along.
fn from_remainders(body: &Body, natural: &NaturalLoop, carried: &BTreeSet<LocalId>) -> Vec<Term> {
    let fixed = |term: &Term| match term.kind() {
        TermKind::Int(_) => true,
        TermKind::Local(id) => !natural.modified.contains(id),
        _ => false,
    };
    // What holds a remainder, at first or by way of other variables.
    let mut held: Vec<(LocalId, &Term)> = Vec::new();
    let mut copied: HashMap<LocalId, Vec<LocalId>> = HashMap::new();
    for stmt in natural.blocks.iter().flat_map(|&at| &body.block(at).stmts) {
        let Stmt::Assign { dest, value } = stmt else { continue };
        match value.kind() {
            TermKind::Bin(BinOp::Rem, _, by) if fixed(by) => held.push((*dest, by)),
            TermKind::Local(of) => copied.entry(*of).or_default().push(*dest),
            _ => {}
        }
    }
    let mut next = 0;
    while let Some(&(id, by)) = held.get(next) {
        for &to in copied.get(&id).into_iter().flatten() {
            if !held.contains(&(to, by)) {
                held.push((to, by));
            }
        }
        next += 1;
    }
    held.retain(|(id, _)| carried.contains(id));
    held.into_iter()
        .map(|(id, by)| Term::test(BinOp::Lt, Term::local(id, body.local(id).ty.clone()), by.clone()))
        .collect()
}

/// What the function demands of a parameter that the loop changes may go on to hold.
fn from_preconditions(body: &Body, natural: &NaturalLoop) -> Vec<Term> {
    fn names(term: &Term, found: &mut dyn FnMut(LocalId)) {
        if let TermKind::Local(id) = term.kind() {
            found(*id);
        }
        term.children().into_iter().for_each(|child| names(child, found));
    }
    let changed = |term: &Term| {
        let mut any = false;
        names(term, &mut |id| any |= natural.modified.contains(&id));
        any
    };
    body.contract.requires.iter().map(|clause| &clause.term).filter(|term| changed(term)).cloned().collect()
}
