//! The passes of the lowering, from items to the finished program.
use std::collections::HashMap;
use std::sync::Arc;

use super::emit;
use super::{LowerOptions, Lowering, PureState};
use crate::defined::Pures as _;
use crate::finished::FinishedProgram;
use crate::invariants::Stated as _;
use crate::program::{FnDef, FnId, FnInst, ProbePoint, PureDef};
use crate::syntax::{CompileConfig, Crate, Files, FnItem};
use crate::term::{Term, TermKind};
use crate::ty::{AdtId, Ty};

/// Lowers every function of the crate, and every instance of a generic one that is called.
pub fn program(krate: Crate, options: &LowerOptions) -> FinishedProgram {
    let low = Lowering::new(&krate, *options);
    for (at, item) in krate.fns.iter().enumerate() {
        if !item.def.std {
            let args = item.def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
            low.demand(&FnInst { func: FnId(at as u32), args });
        }
    }
    for at in 0..krate.adts.len() {
        low.stated(AdtId(at as u32));
    }
    let mut bodies = HashMap::new();
    let mut probes = HashMap::new();
    loop {
        let next = low.wanted.borrow_mut().pop_front();
        let Some(inst) = next else { break };
        let contract = low.contract(&inst);
        let item = &krate.fns[inst.func.0 as usize];
        if item.def.pure {
            // Found out now, so that later rooms can ask for it.
            let _ = low.pure(&inst);
        }
        if let Some(body) = emit::body(&low, &inst, contract) {
            if let Some(block) = &item.block {
                for obligation in &body.obligations {
                    if let Some(at) = krate.probe(&item.scope, block, obligation.span) {
                        probes.insert((inst.func, obligation.span), ProbePoint { at });
                    }
                }
            }
            bodies.insert(inst, Arc::new(body));
        }
    }
    let faulty = faulty_signatures(&low);
    let pures = finish_pures(&low);
    let contracts = low.contracts.take();
    let invariants = low.invariants.take();
    let mut diagnostics = low.diagnostics.take();
    drop(low);
    let mut all = krate.diagnostics;
    all.append(&mut diagnostics);
    FinishedProgram {
        diagnostics: all,
        sources: krate.sources,
        modules: krate.modules,
        adts: krate.adts.into_iter().map(|item| item.def).collect(),
        fns: krate.fns.into_iter().zip(faulty).map(|(item, faulty)| without_runs(item.def, faulty)).collect(),
        bodies,
        contracts,
        pures,
        invariants,
        probes,
        ..FinishedProgram::default()
    }
}

/// For each function, why it is not run, if it takes or gives values with invariants that are not in order: a run would take
/// such as never occur.
fn faulty_signatures(low: &Lowering<'_>) -> Vec<Option<String>> {
    let reason = |item: &FnItem| {
        let types = item.def.params.iter().map(|param| &param.ty).chain([&item.def.ret]);
        let id = low.faulty_part(types)?;
        Some(format!("the invariants of `{}` are not in order", low.adt(id).name))
    };
    low.krate.fns.iter().map(reason).collect()
}

fn without_runs(def: FnDef, why: Option<String>) -> FnDef {
    FnDef { uncallable: def.uncallable.or(why), ..def }
}

/// The program of one file, for tests.
pub fn program_from_source(text: &str) -> FinishedProgram {
    struct One<'a>(&'a str);
    impl Files for One<'_> {
        fn read(&self, path: &str) -> Option<String> {
            (path == "src/lib.rs").then(|| self.0.to_string())
        }
    }
    let config = CompileConfig { root: "src/lib.rs".into(), edition: "2024".into(), ..CompileConfig::default() };
    program(Crate::load(&config, &One(text)), &LowerOptions::default())
}

fn finish_pures(low: &Lowering<'_>) -> HashMap<FnInst, Arc<PureDef>> {
    let insts: Vec<FnInst> = low.pures.borrow().keys().cloned().collect();
    let mut domains: HashMap<FnInst, Term> =
        insts.into_iter().map(|inst| (inst.clone(), low.pure_domain(&inst))).collect();
    let terms: HashMap<FnInst, Term> = low
        .pures
        .take()
        .into_iter()
        .filter_map(|(inst, state)| match state {
            PureState::Done(Ok(term)) if !low.krate.fns[inst.func.0 as usize].def.std => Some((inst, term)),
            _ => None,
        })
        .collect();
    let recursive = |inst: &FnInst| {
        let mut seen = Vec::new();
        let mut todo = vec![inst.clone()];
        while let Some(next) = todo.pop() {
            for callee in terms.get(&next).map(callees).unwrap_or_default() {
                if callee == *inst {
                    return true;
                }
                if !seen.contains(&callee) {
                    seen.push(callee.clone());
                    todo.push(callee);
                }
            }
        }
        false
    };
    terms
        .iter()
        .map(|(inst, body)| {
            let domain = domains.remove(inst).unwrap_or(Term::bool(true));
            (inst.clone(), Arc::new(PureDef { body: body.clone(), domain, recursive: recursive(inst) }))
        })
        .collect()
}

fn callees(term: &Term) -> Vec<FnInst> {
    let mut found: Vec<FnInst> = term.children().into_iter().flat_map(callees).collect();
    if let TermKind::Call(inst, _) = term.kind() {
        found.push(inst.clone());
    }
    found
}
