//! A program written as text: types, functions and their MIR. For tests.
use std::collections::HashMap;
use std::sync::Arc;

use super::{Body, parse};
use crate::ids::{AdtId, FnId};
use crate::ir::Contract;
use crate::mir::print::{adt_text, body_text, fn_text};
use crate::program::{AdtDef, FnDef, ModuleDef, ProbePoint, Program, PureDef};
use crate::span::{SourceFile, Sources, Span};
use crate::term::{Term, TermKind};
use crate::ty::{FnInst, Ty};

/// A program as [`parse`] reads it. Its [`Program::body`]s are those of its MIR that were lowered.
#[derive(Debug)]
pub struct Listing {
    /// The structs and enums.
    pub adts: Vec<AdtDef>,
    /// Their invariants, over `Local(0)`.
    pub invariants: Vec<Option<Term>>,
    /// The functions.
    pub fns: Vec<FnDef>,
    /// The contract of each function.
    pub contracts: Vec<Contract>,
    /// The bodies, in order.
    pub bodies: Vec<Arc<Body>>,
    /// The bodies as values, where they were made.
    pub lowered: HashMap<FnInst, Arc<crate::ir::Body>>,
    /// The pure functions as terms.
    pub pures: HashMap<FnInst, Arc<PureDef>>,
    sources: Sources,
    modules: Vec<ModuleDef>,
}

impl Listing {
    /// A program without anything, that is about to be read from the text.
    pub(super) fn of(text: &str) -> Listing {
        let mut sources = Sources::default();
        let file = sources.add(SourceFile::new("listing.mir", text));
        let root = ModuleDef {
            path: String::new(),
            parent: None,
            name: String::new(),
            end: Span { file, start: 0, end: 0 },
            test_only: false,
            cfg: Vec::new(),
        };
        Listing {
            adts: Vec::new(),
            invariants: Vec::new(),
            fns: Vec::new(),
            contracts: Vec::new(),
            bodies: Vec::new(),
            lowered: HashMap::new(),
            pures: HashMap::new(),
            sources,
            modules: vec![root],
        }
    }

    /// Reads a program.
    pub fn parse(text: &str) -> Result<Listing, parse::ParseError> {
        parse::listing(text)
    }

    /// A struct or enum by its path.
    pub fn adt_named(&self, path: &str) -> Option<AdtId> {
        self.adts.iter().position(|def| def.path == path).map(|at| AdtId(at as u32))
    }

    /// A function by its path.
    pub fn fn_named(&self, path: &str) -> Option<FnId> {
        self.fns.iter().position(|def| def.path == path).map(|at| FnId(at as u32))
    }

    /// Adds a body.
    pub fn add(&mut self, body: Body) {
        self.bodies.push(Arc::new(body));
    }

    /// Tells which pure functions call themselves, directly or not.
    pub(super) fn find_recursion(&mut self) {
        let calls = |def: &PureDef| called(&def.body).into_iter().chain(called(&def.domain)).collect();
        let of: HashMap<FnInst, Vec<FnInst>> =
            self.pures.iter().map(|(inst, def)| (inst.clone(), calls(def))).collect();
        for (inst, def) in &mut self.pures {
            let mut reached: Vec<FnInst> = of[inst].clone();
            let mut at = 0;
            while let Some(next) = reached.get(at).cloned() {
                let further = of.get(&next).into_iter().flatten();
                let new: Vec<FnInst> = further.filter(|callee| !reached.contains(callee)).cloned().collect();
                reached.extend(new);
                at += 1;
            }
            if reached.contains(inst) {
                *def = Arc::new(PureDef { recursive: true, ..(**def).clone() });
            }
        }
    }

    /// All of it as text.
    pub fn text(&self) -> String {
        let adts = (0..self.adts.len()).map(|at| adt_text(self, AdtId(at as u32)));
        let fns = (0..self.fns.len()).map(|at| {
            let id = FnId(at as u32);
            let bodies = self.bodies.iter().filter(|body| body.inst.func == id).map(|body| body_text(self, body));
            let text: String = bodies.collect();
            if text.is_empty() { fn_text(self, id) } else { text }
        });
        adts.chain(fns).collect()
    }
}

impl Program for Listing {
    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn modules(&self) -> &[ModuleDef] {
        &self.modules
    }

    fn adt(&self, id: AdtId) -> &AdtDef {
        &self.adts[id.0 as usize]
    }

    fn fns(&self) -> &[FnDef] {
        &self.fns
    }

    fn contract(&self, inst: &FnInst) -> Arc<Contract> {
        Arc::new(self.contracts[inst.func.0 as usize].clone())
    }

    fn body(&self, inst: &FnInst) -> Option<Arc<crate::ir::Body>> {
        self.lowered.get(inst).cloned()
    }

    fn mir(&self, inst: &FnInst) -> Option<Arc<Body>> {
        self.bodies.iter().find(|body| body.inst == *inst).cloned()
    }

    fn pure_def(&self, inst: &FnInst) -> Option<Arc<PureDef>> {
        self.pures.get(inst).cloned()
    }

    fn probes(&self) -> Vec<(Span, ProbePoint)> {
        Vec::new()
    }

    fn closure(&self, _: AdtId) -> Option<&FnInst> {
        None
    }

    fn type_invariant(&self, value: &Term) -> Term {
        let Ty::Adt(id, _) = value.ty().peeled() else { return Term::bool(true) };
        match &self.invariants[id.0 as usize] {
            Some(term) => term.substitute(&|leaf| matches!(leaf, TermKind::Local(_)).then(|| value.clone())),
            None => Term::bool(true),
        }
    }
}

/// The pure functions that a term applies.
fn called(term: &Term) -> Vec<FnInst> {
    let own = match term.kind() {
        TermKind::Call(inst, _) | TermKind::Defined(inst, _) => Some(inst.clone()),
        _ => None,
    };
    own.into_iter().chain(term.children().into_iter().flat_map(called)).collect()
}
