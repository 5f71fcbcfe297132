//! What a postcondition asks of the arguments before it says anything: `x > 3` in `implies(x > 3, ret > x)`. Only arguments that meet it put the
//! claim to the test.
use refine_core::ir::Clause;
use refine_core::program::Program;
use refine_core::term::{BinOp, Term, TermKind, UnOp};
use refine_core::ty::{FnInst, Ty};

use super::Vectors;

/// Vectors that meet a postcondition's premises beside the precondition. `None` where it has none, or where nothing is known of them.
pub fn with_premises<'p>(
    program: &'p dyn Program,
    inst: &FnInst,
    clause: &Clause,
    depth: u32,
    seed: u64,
) -> Option<Vectors<'p>> {
    let mut premises = Vec::new();
    of_failure(&clause.value, &mut premises);
    // (A postcondition has the arguments as they were, a precondition as they are.)
    let at_entry = |term: &Term| {
        term.substitute(&|leaf| match leaf {
            TermKind::Old(id) => Some(Term::local(*id, typed(term, leaf)?)),
            _ => None,
        })
    };
    let premises: Vec<Term> = premises.iter().filter(|term| is_of_arguments(term)).map(at_entry).collect();
    if premises.is_empty() {
        return None;
    }
    let vectors = super::vectors_with(program, inst, premises, depth, seed);
    vectors.are_sought().then_some(vectors)
}

/// The type of a variable in a term.
fn typed(term: &Term, leaf: &TermKind) -> Option<Ty> {
    match term.kind() == leaf {
        true => Some(term.ty().clone()),
        false => term.children().into_iter().find_map(|child| typed(child, leaf)),
    }
}

/// What surely holds where a term is false, in parts.
fn of_failure(term: &Term, out: &mut Vec<Term>) {
    match term.kind() {
        TermKind::Bin(BinOp::Implies, a, b) => {
            of_truth(a, out);
            of_failure(b, out);
        }
        TermKind::Bin(BinOp::Or, a, b) => {
            of_failure(a, out);
            of_failure(b, out);
        }
        TermKind::Un(UnOp::Not, a) => of_truth(a, out),
        _ => out.push(Term::not(term.clone())),
    }
}

/// The same where it is true.
fn of_truth(term: &Term, out: &mut Vec<Term>) {
    match term.kind() {
        TermKind::Bin(BinOp::And, a, b) => {
            of_truth(a, out);
            of_truth(b, out);
        }
        TermKind::Un(UnOp::Not, a) => of_failure(a, out),
        _ => out.push(term.clone()),
    }
}

/// Whether a term speaks of the arguments at entry, and of nothing else.
fn is_of_arguments(term: &Term) -> bool {
    fn speaks_of(term: &Term, of: &dyn Fn(&TermKind) -> bool) -> bool {
        of(term.kind()) || term.children().into_iter().any(|child| speaks_of(child, of))
    }
    speaks_of(term, &|leaf| matches!(leaf, TermKind::Old(_)))
        && !speaks_of(term, &|leaf| matches!(leaf, TermKind::Local(_)))
}
