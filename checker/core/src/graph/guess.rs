//! Guesses of simple loop invariants. Each is checked like a user's before it is used (Houdini: Flanagan and Leino,
//! "Houdini, an annotation assistant for ESC/Java", FME 2001); a wrong guess costs time and nothing else.
use std::collections::HashMap;

use crate::ir::{Body, LocalId, Loop, Stmt, Terminator};
use crate::term::{BinOp, Term, TermKind};
use crate::ty::Ty;

use super::loops::NaturalLoop;

/// A guess: the claim over the body's locals, where `Old(x)` stands for the value of `x` on entering the loop.
pub(super) fn guesses(body: &Body, l: &Loop, natural: &NaturalLoop) -> Vec<Term> {
    let mut out: Vec<Term> = l.hints.clone();
    for &id in &natural.modified {
        let ty = &body.local(id).ty;
        let now = Term::local(id, ty.clone());
        let then = Term::new(TermKind::Old(id), ty.clone());
        match ty.peeled() {
            Ty::Int(int) => {
                out.push(Term::test(BinOp::Ge, now.clone(), then.clone()));
                out.push(Term::test(BinOp::Le, now.clone(), then));
                if int.signed() {
                    out.push(Term::test(BinOp::Ge, now, Term::int(0, ty.clone())));
                }
            }
            Ty::Slice(_) | Ty::Vec(_) => {
                let len = |of: Term| Term::new(TermKind::SeqLen(of), Ty::Int(crate::ty::IntTy::Usize));
                let (now, then) = (len(now), len(then));
                out.push(Term::test(BinOp::Eq, now.clone(), then.clone()));
                out.push(Term::test(BinOp::Ge, now.clone(), then.clone()));
                out.push(Term::test(BinOp::Le, now, then));
            }
            _ => {}
        }
    }
    out.extend(from_condition(body, l));
    let mut seen = std::collections::HashSet::new();
    out.retain(|term| seen.insert(term.clone()));
    out
}

/// From the condition that keeps the loop going, `a < b` gives `a <= b`: it holds after the last turn too.
fn from_condition(body: &Body, l: &Loop) -> Vec<Term> {
    let block = body.block(l.head);
    let Terminator::Branch { cond, .. } = &block.end else { return Vec::new() };
    let mut values: HashMap<LocalId, Term> = HashMap::new();
    for stmt in &block.stmts {
        if let Stmt::Assign { dest, value } = stmt {
            let value = inlined(value, &values);
            values.insert(*dest, value);
        }
    }
    let mut out = Vec::new();
    collect(&inlined(cond, &values), &mut out);
    out
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
