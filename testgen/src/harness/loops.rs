//! The clauses of loops in runs: where the source is made to look at them, and the code that does.
//!
//! Only loops of the function under test itself are looked at, not those of what it calls: these have runs of their own.
use std::fmt::Write;

use refine_core::ids::ObligationIx;
use refine_core::ir::{Loop, Watch};
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};

use super::emit::{Emitter, ModuleCode, Piece, constants, predicate};
use super::instrument::{Edits, Layer};
use super::looks::Looks;
use super::terms::{Pures, body};

/// A loop of a function under test, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LoopRef {
    /// The function.
    pub(crate) func: usize,
    /// The loop, as an index into its body's.
    pub(crate) at: usize,
}

/// The obligations of a loop's clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopClauses {
    /// On entry and after a turn, of each invariant.
    pub(crate) invariants: Vec<(ObligationIx, ObligationIx)>,
    /// Of the measure.
    pub(crate) measure: Option<ObligationIx>,
}

/// What of a variable the clauses get to see. Evaluation that comes to more than that gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// Its value.
    All,
    /// Of a sequence of elements of a type parameter, how many there are.
    Length,
}

/// Whether a type depends on the type parameters of the function around.
fn is_generic(ty: &Ty) -> bool {
    ty.substitute(&|_| Some(Ty::Never)) != *ty
}

/// Numbers of probes from here on say that a loop's clauses were looked at.
pub(crate) const PROBES: u32 = 1 << 30;

impl Emitter<'_> {
    /// The loops that can be looked at.
    pub(crate) fn watchable(&self) -> Vec<LoopRef> {
        let mut out = Vec::new();
        for (func, inst) in self.functions.iter().enumerate() {
            let Some(body) = self.program.body(inst) else { continue };
            // In the source there is one of each loop, of all instances.
            if self.unsupported(func).is_some() || self.program.func(inst.func).instance(inst).is_some() {
                continue;
            }
            for (at, each) in body.loops.iter().enumerate() {
                let seen = |watch: &Watch| watch.vars.iter().all(|(_, ty)| self.sight(ty).is_some());
                if each.watch.as_ref().is_some_and(seen)
                    && !self.dropped.contains_key(&Piece::Loop(LoopRef { func, at }))
                {
                    out.push(LoopRef { func, at });
                }
            }
        }
        out
    }

    /// What can be seen of a variable of the type, inside of the function.
    pub(super) fn sight(&self, ty: &Ty) -> Option<Sight> {
        if !is_generic(ty) {
            return self.shows(ty).then_some(Sight::All);
        }
        ty.element().map(|_| Sight::Length)
    }

    /// The code that evaluates the clauses of a loop.
    pub(super) fn watcher(&self, code: &mut ModuleCode, one: LoopRef, pures: &mut Pures<'_>) {
        let found = self.program.body(&self.functions[one.func]);
        let Some(watch) = found.as_ref().and_then(|body| body.loops[one.at].watch.as_ref()) else { return };
        code.start(Piece::Loop(one));
        let name = format!("{}_{}", one.func, one.at);
        let constants = constants(self.program, self.program.func(self.functions[one.func].func));
        let (params, given) = (constants.declared, constants.passed_on);
        let mut calls = String::new();
        for (k, clause) in watch.invariants.iter().enumerate() {
            predicate(&mut code.text, &format!("fn w_{name}_{k}{params}"), clause, pures);
            let _ = write!(calls, "turns.claim({k}, w_{name}_{k}{given}(l, o)); ");
        }
        if let Some(measure) = &watch.measure {
            let text = body(&measure.term, pures);
            let _ = writeln!(
                code.text,
                "fn m_{name}{params}(l: &[rt::V], o: &[rt::V]) -> rt::E<rt::V> {{ let _ = (l, o); {text} }}"
            );
            let _ = write!(calls, "turns.measure(m_{name}{given}(l, o)); ");
        }
        let _ = writeln!(
            code.text,
            "pub fn loop_{name}{params}(l: &[rt::V], turns: &mut rt::Turns) {{ rt::at_entry(&mut |o| {{ let _ = o; {calls}}}); turns.next(); }}"
        );
    }
}

/// A loop whose clauses the source was made to look at.
pub(super) struct Watched {
    pub(super) one: LoopRef,
    /// Number of the probe for the first turn; the next one is for later turns.
    pub(super) probe: u32,
    pub(super) clauses: LoopClauses,
}

/// Makes the source look at the clauses.
pub(super) fn insert(
    program: &dyn Program,
    functions: &[FnInst],
    loops: &[LoopRef],
    edits: &mut Edits,
) -> Vec<Watched> {
    let mut out: Vec<Watched> = Vec::new();
    for &one in loops {
        let inst = &functions[one.func];
        let Some(body) = program.body(inst) else { continue };
        let each = &body.loops[one.at];
        let Some(watch) = &each.watch else { continue };
        let (rt, LoopRef { func, at }) = ("crate::__refine_rt", one);
        let given = constants(program, program.func(inst.func)).given;
        if out.iter().all(|known| known.one.func != func) {
            let block = program.func(inst.func).block;
            let text = format!(" let __refine_top = {rt}::top({}); ", inst.func.0);
            edits.add(block.file, block.start + 1, &text);
        }
        let probe = PROBES + 2 * out.len() as u32;
        let counter = format!("{{ let mut __refine_t{at} = {rt}::Turns::new({func}, {at}, {probe}, __refine_top); ");
        edits.wrap(each.span, Layer::Block, counter, " }");
        let mut looks = Looks::new(program);
        watch.invariants.iter().for_each(|clause| looks.clause(clause));
        watch.measure.iter().for_each(|measure| looks.clause(measure));
        let shown = watch.vars.iter().enumerate().map(|(at, (name, ty))| match is_generic(ty) {
            true => format!("{rt}::V::Elements({name}.len())"),
            false => looks.of(at).of_variable(rt, name),
        });
        let shown: Vec<String> = shown.collect();
        let look = format!(
            " if __refine_t{at}.watching() {{ let __refine_l: [{rt}::V; {}] = [{}]; \
             self::__refine::loop_{func}_{at}{given}(&__refine_l, &mut __refine_t{at}); }} ",
            shown.len(),
            shown.join(", "),
        );
        if watch.at.start == watch.at.end {
            edits.add(watch.at.file, watch.at.start, &look);
        } else {
            edits.wrap(watch.at, Layer::Block, format!("{{{look}"), " }");
        }
        out.push(Watched { one, probe, clauses: clauses(each) });
    }
    out
}

fn clauses(each: &Loop) -> LoopClauses {
    LoopClauses {
        invariants: each.invariants.iter().map(|invariant| (invariant.entry, invariant.preserved)).collect(),
        measure: each.decreases.as_ref().map(|(_, ix)| *ix),
    }
}
