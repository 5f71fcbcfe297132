//! What is written in the program: the integers and texts that a value is likely to be compared with.
use std::collections::BTreeSet;

use num_bigint::BigInt;
use refine_core::ir::{Stmt, Terminator};
use refine_core::program::{Program, Stub};
use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, Ty};

use crate::foreign::{carrier, stub};
use crate::types::{over_own_parameters, param_types};

/// Integers of the program that are chosen from, at most.
const NUMBERS: usize = 64;

/// Texts of the functions that one calls, at most.
const TEXTS: usize = 64;

/// What is written in a function and around it.
#[derive(Default)]
pub(super) struct Literals {
    pub(super) numbers: Vec<BigInt>,
    /// Floating-point numbers of the function and of what it calls.
    pub(super) floats: Vec<f64>,
    /// Texts and characters: the function's own come first, then those of what it calls.
    pub(super) texts: Vec<String>,
    /// How many of them are its own or of what it calls.
    pub(super) own: usize,
}

impl Literals {
    /// Those of a function, and the texts of its module.
    pub(super) fn of(program: &dyn Program, inst: &FnInst) -> Literals {
        let def = program.func(inst.func);
        let near = program.fns().iter().filter(|other| other.is_own() && other.module == def.module);
        let called = def.reaches.iter().flatten().map(|func| program.func(*func)).filter(|other| other.is_own());
        let mut texts: Vec<String> = Vec::new();
        let add = |texts: &mut Vec<String>, found: BTreeSet<&String>, most: usize| {
            let fresh: Vec<String> = found
                .into_iter()
                .filter(|text| !text.is_empty() && !texts.contains(text))
                .take(most)
                .cloned()
                .collect();
            texts.extend(fresh);
            texts.len()
        };
        // `format!("{key}={value}") == "mode=fast"`: the arguments are parts of what is written.
        let pieces = |texts: &[String]| texts.iter().flat_map(|text| words(text)).collect::<BTreeSet<String>>();
        add(&mut texts, def.texts.iter().collect(), usize::MAX);
        let own_pieces = pieces(&texts);
        let with_pieces = add(&mut texts, own_pieces.iter().collect(), TEXTS);
        add(&mut texts, called.flat_map(|def| &def.texts).collect(), TEXTS);
        let called_pieces = pieces(&texts[with_pieces..]);
        let all = add(&mut texts, called_pieces.iter().collect(), TEXTS);
        add(&mut texts, near.flat_map(|def| &def.texts).collect(), usize::MAX);
        Literals { numbers: numbers(program, inst), floats: floats(program, inst), texts, own: all }
    }
}

/// The letters and digits between what separates them in a text; none if nothing does.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty() && part.len() < text.len());
    parts.map(str::to_owned)
}

/// The integer literals in a function's contract and body, in order.
fn numbers(program: &dyn Program, inst: &FnInst) -> Vec<BigInt> {
    let mut out = BTreeSet::new();
    let own = program.func(inst.func);
    out.extend(own.numbers.iter().cloned());
    let near = own.reaches.iter().flatten().map(|func| program.func(*func));
    let near: BTreeSet<&BigInt> = near.filter(|def| def.module == own.module).flat_map(|def| &def.numbers).collect();
    out.extend(near.into_iter().take(NUMBERS).cloned());
    let tys = param_types(program, inst);
    // What a trait says of the answers of a stub counts, too.
    let stubs = tys.iter().filter_map(|ty| stub_in(program, ty));
    let methods = stubs.flat_map(|stub| &stub.methods).map(|method| over_own_parameters(program, method.func));
    for inst in methods.chain([inst.clone()]) {
        let contract = program.contract(&inst);
        contract.requires.iter().chain(&contract.ensures).for_each(|clause| collect(&clause.term, &mut out));
    }
    for block in program.body(inst).iter().flat_map(|body| &body.blocks) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Assign { value, .. } => collect(value, &mut out),
                Stmt::Assert { cond, .. } | Stmt::Assume { cond, .. } | Stmt::Way { cond, .. } => {
                    collect(cond, &mut out);
                }
                Stmt::Call { args, .. } => args.iter().for_each(|arg| collect(arg, &mut out)),
                Stmt::Havoc { .. } | Stmt::Unmodelled { .. } => {}
            }
        }
        if let Terminator::Branch { cond, .. } = &block.end {
            collect(cond, &mut out);
        }
    }
    out.into_iter().collect()
}

/// The floating-point numbers in a function and in what it calls in its module.
fn floats(program: &dyn Program, inst: &FnInst) -> Vec<f64> {
    let own = program.func(inst.func);
    let near = own.reaches.iter().flatten().map(|func| program.func(*func)).filter(|def| def.module == own.module);
    let all: BTreeSet<u64> = near.chain([own]).flat_map(|def| &def.floats).copied().collect();
    all.into_iter().take(NUMBERS).map(f64::from_bits).collect()
}

/// The first stub among the parts of a type that its arguments and what it is made of show.
fn stub_in<'p>(program: &'p dyn Program, ty: &Ty) -> Option<&'p Stub> {
    let made = carrier(program, ty);
    let parts = || ty.parts().chain(&made).find_map(|part| stub_in(program, part));
    stub(program, ty).or_else(parts)
}

fn collect(term: &Term, out: &mut BTreeSet<BigInt>) {
    if let TermKind::Int(int) = term.kind() {
        out.insert(int.clone());
    }
    term.children().into_iter().for_each(|child| collect(child, out));
}
