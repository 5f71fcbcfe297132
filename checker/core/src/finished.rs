//! A program that a front end is done with: IR only, no syntax, so that it can be shared between threads.
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::ids::{AdtId, BoundId};
use crate::invariants::{self, Stated};
use crate::ir::{Body, Clause, Contract};
use crate::mir;
use crate::program::{
    AdtDef, Branch, Diagnostic, FnDef, ModuleDef, OpaqueDef, ProbePoint, Program, PureDef, SPEC_CRATE, TemplateProbe,
};
use crate::span::{Sources, Span};
use crate::term::Term;
use crate::terms::parts::Types;
use crate::ty::{FnInst, Ty};

/// A program in IR.
#[derive(Debug, Default)]
pub struct FinishedProgram {
    /// What is wrong with the source or the clauses, and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// The sources.
    pub sources: Sources,
    /// The modules, the root first.
    pub modules: Vec<ModuleDef>,
    /// Structs and enums, by [`AdtId`].
    pub adts: Vec<AdtDef>,
    /// Functions, by [`FnId`](crate::ids::FnId).
    pub fns: Vec<FnDef>,
    /// The bodies of the instances that were asked for.
    pub bodies: HashMap<FnInst, Arc<Body>>,
    /// Their MIR, if it is kept.
    pub mir: HashMap<FnInst, Arc<mir::Body>>,
    /// Their contracts.
    pub contracts: HashMap<FnInst, Arc<Contract>>,
    /// Pure functions as terms.
    pub pures: HashMap<FnInst, Arc<PureDef>>,
    /// The invariants that types state themselves, over `Local(0)`, the value.
    pub invariants: HashMap<AdtId, Arc<Vec<Clause>>>,
    /// Those that have no translation, as Rust about `this`.
    pub untranslated_invariants: HashMap<AdtId, Vec<String>>,
    /// The bodies of closures, by the structs of their captures.
    pub closures: HashMap<AdtId, FnInst>,
    /// [`Program::constant_types`].
    pub constant_types: Vec<Ty>,
    /// Types outside the model of which more than the name is known.
    pub opaques: HashMap<String, OpaqueDef>,
    /// Where the harness can count how often control gets to a place.
    pub probes: Vec<(Span, ProbePoint)>,
    /// [`Program::template_probes`].
    pub template_probes: Vec<TemplateProbe>,
    /// [`Program::template_operations`].
    pub template_operations: Vec<TemplateProbe>,
    /// [`Program::operations`].
    pub operations: Vec<(Span, Span)>,
    /// Where control goes one of two ways.
    pub branches: Vec<Branch>,
    /// What the crate calls `refine_spec`, if it depends on it.
    pub spec_crate: Option<String>,
    /// The contract of what has none.
    pub no_contract: Arc<Contract>,
}

/// The invariants of a finished program, with quantified variables that no function's own terms have.
struct Finished<'a> {
    program: &'a FinishedProgram,
    next: Cell<u32>,
}

impl Types for Finished<'_> {
    fn adt(&self, id: AdtId) -> Arc<AdtDef> {
        Arc::new(self.program.adt(id).clone())
    }
}

impl Stated for Finished<'_> {
    fn stated(&self, id: AdtId) -> Arc<Vec<Clause>> {
        self.program.invariants.get(&id).cloned().unwrap_or_default()
    }

    fn fresh(&self) -> BoundId {
        self.next.set(self.next.get() + 1);
        BoundId(self.next.get())
    }
}

impl Program for FinishedProgram {
    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn modules(&self) -> &[ModuleDef] {
        &self.modules
    }

    fn adt(&self, id: AdtId) -> &AdtDef {
        &self.adts[id.0 as usize]
    }

    fn opaque(&self, name: &str) -> Option<&OpaqueDef> {
        self.opaques.get(name)
    }

    fn fns(&self) -> &[FnDef] {
        &self.fns
    }

    fn contract(&self, inst: &FnInst) -> Arc<Contract> {
        self.contracts.get(inst).unwrap_or(&self.no_contract).clone()
    }

    fn body(&self, inst: &FnInst) -> Option<Arc<Body>> {
        self.bodies.get(inst).cloned()
    }

    fn mir(&self, inst: &FnInst) -> Option<Arc<mir::Body>> {
        self.mir.get(inst).cloned()
    }

    fn pure_def(&self, inst: &FnInst) -> Option<Arc<PureDef>> {
        self.pures.get(inst).cloned()
    }

    fn probes(&self) -> Vec<(Span, ProbePoint)> {
        self.probes.clone()
    }

    fn template_probes(&self) -> Vec<TemplateProbe> {
        self.template_probes.clone()
    }

    fn template_operations(&self) -> Vec<TemplateProbe> {
        self.template_operations.clone()
    }

    fn operations(&self) -> Vec<(Span, Span)> {
        self.operations.clone()
    }

    fn branches(&self) -> Vec<Branch> {
        self.branches.clone()
    }

    fn constant_types(&self) -> &[Ty] {
        &self.constant_types
    }

    fn closure(&self, captures: AdtId) -> Option<&FnInst> {
        self.closures.get(&captures)
    }

    fn spec_crate(&self) -> &str {
        self.spec_crate.as_deref().unwrap_or(SPEC_CRATE)
    }

    fn untranslated_invariants(&self, id: AdtId) -> &[String] {
        self.untranslated_invariants.get(&id).map_or(&[], Vec::as_slice)
    }

    fn type_invariant(&self, value: &Term) -> Term {
        // Far above the ids that the lowering gives out.
        let types = Finished { program: self, next: Cell::new(1 << 24) };
        invariants::own_condition(&types, value)
    }
}
