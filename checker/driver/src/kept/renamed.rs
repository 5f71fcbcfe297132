//! What was found of a function, in other names: its functions, types and places by the numbers that they have in a content
//! ([`refine_core::content`]), and back by those of an equal one.
use refine_core::content::Names;
use refine_core::graph::{Assumption, Cut};
use refine_core::ids::{AdtId, FnId};
use refine_core::obligation::Obligation;
use refine_core::program::Program;
use refine_core::smt::ProofOutcome;
use refine_core::span::{FileId, LineCol, Span};
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Table, Value};
use refine_testgen::outcome::Outcome;

use crate::case::{Case, Ran, Work};

/// What stands for a file in a place that runs told of.
const HERE: &str = "@";

/// Which way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    Numbers,
    Names,
}

/// The other names of things. Where something has none, nothing is said of the whole.
///
/// A place is that with a number, in file 0; or it is in the item of a function, from whose start it is counted: then the file is one
/// more than the function's number.
pub(super) struct Renamed<'a> {
    pub(super) program: &'a dyn Program,
    pub(super) names: &'a Names,
    pub(super) to: To,
    /// Whether the text of the functions' items is known to be the same.
    pub(super) by_text: bool,
}

impl Renamed<'_> {
    pub(super) fn func(&self, id: &mut FnId) -> Option<()> {
        let FnId(number) = *id;
        *id = match self.to {
            To::Numbers => FnId(u32::try_from(self.names.funcs.of(id)?).ok()?),
            To::Names => self.names.funcs.get(number as usize)?,
        };
        Some(())
    }

    pub(super) fn adt(&self, id: &mut AdtId) -> Option<()> {
        let AdtId(number) = *id;
        *id = match self.to {
            To::Numbers => AdtId(u32::try_from(self.names.adts.of(id)?).ok()?),
            To::Names => self.names.adts.get(number as usize)?,
        };
        Some(())
    }

    fn span(&self, span: &mut Span) -> Option<()> {
        *span = match self.to {
            To::Numbers => match self.names.spans.of(span) {
                Some(number) => {
                    let number = u32::try_from(number).ok()?;
                    Span { file: FileId(0), start: number, end: number }
                }
                None => self.in_item(*span)?,
            },
            To::Names if span.file == FileId(0) => self.names.spans.get(span.start as usize)?,
            To::Names => {
                let func = self.names.funcs.get(span.file.0 as usize - 1)?;
                let item = self.program.func(func).item;
                Span { file: item.file, start: item.start + span.start, end: item.start + span.end }
            }
        };
        Some(())
    }

    /// A place in the innermost item around it.
    fn in_item(&self, span: Span) -> Option<Span> {
        if !self.by_text {
            return None;
        }
        let around = |func: &FnId| {
            let def = self.program.func(*func);
            !def.std && def.item.file == span.file && def.item.start <= span.start && span.end <= def.item.end
        };
        let items = self.names.funcs.iter().enumerate().filter(|(_, func)| around(func));
        let size = |func: &FnId| self.program.func(*func).item.end - self.program.func(*func).item.start;
        let (number, func) = items.min_by_key(|(_, func)| size(func))?;
        let start = self.program.func(*func).item.start;
        let file = FileId(u32::try_from(number).ok()? + 1);
        Some(Span { file, start: span.start - start, end: span.end - start })
    }

    /// A place as rustc names it, of the file that a place is in. (In numbers the line is the file and the column the place.)
    fn line_col(&self, file: FileId, at: &mut LineCol) -> Option<FileId> {
        let sources = self.program.sources();
        match self.to {
            To::Numbers => {
                let start = sources.file(file).offset(*at)?;
                let mut span = Span { file, start, end: start };
                self.span(&mut span)?;
                *at = LineCol { line: span.file.0, column: span.start };
                Some(file)
            }
            To::Names => {
                let mut span = Span { file: FileId(at.line), start: at.column, end: at.column };
                self.span(&mut span)?;
                *at = sources.line_col(span);
                Some(span.file)
            }
        }
    }

    /// A place that a run told of. What is outside of the package stays where it is.
    fn place(&self, file: &mut String, at: &mut LineCol) -> Option<()> {
        let sources = self.program.sources();
        match self.to {
            To::Numbers => {
                let Some((id, _)) = sources.iter().find(|(_, source)| source.path == *file) else { return Some(()) };
                self.line_col(id, at)?;
                HERE.clone_into(file);
            }
            To::Names if file == HERE => {
                let id = self.line_col(FileId(0), at)?;
                file.clone_from(&sources.file(id).path);
            }
            To::Names => {}
        }
        Some(())
    }

    pub(super) fn ty(&self, ty: &mut Ty) -> Option<()> {
        match ty {
            Ty::Adt(id, args) => {
                self.adt(id)?;
                self.tys(args)
            }
            Ty::Tuple(all) => self.tys(all),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Ref(_, inner) => self.ty(inner),
            Ty::Borrow(inner) | Ty::Boxed(inner) => self.ty(inner),
            Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Exact | Ty::Param(_) | Ty::Infer(_) | Ty::Never | Ty::Opaque(_) => {
                Some(())
            }
        }
    }

    fn tys(&self, all: &mut [Ty]) -> Option<()> {
        all.iter_mut().try_for_each(|ty| self.ty(ty))
    }

    fn inst(&self, inst: &mut FnInst) -> Option<()> {
        self.func(&mut inst.func)?;
        self.tys(&mut inst.args)
    }

    pub(super) fn values(&self, all: &mut [Value]) -> Option<()> {
        all.iter_mut().try_for_each(|value| self.value(value))
    }

    fn value(&self, value: &mut Value) -> Option<()> {
        match value {
            Value::Tuple(all) | Value::Seq(all) => self.values(all),
            Value::Adt(id, _, all) => {
                self.adt(id)?;
                self.values(all)
            }
            Value::Call(func, all) => {
                self.func(func)?;
                self.values(all)
            }
            Value::Default(id) => self.adt(id),
            Value::Function(table) => {
                let Table { entries, others } = &mut **table;
                entries.iter_mut().try_for_each(|(question, answer)| {
                    self.values(question)?;
                    self.value(answer)
                })?;
                self.values(others)
            }
            Value::Bool(_) | Value::Int(_) | Value::Char(_) | Value::Str(_) | Value::Float(_) | Value::Opaque(_) => {
                Some(())
            }
        }
    }

    fn obligation(&self, obligation: &mut Obligation) -> Option<()> {
        let Obligation {
            id: _,
            kind: _,
            span,
            clause,
            claim: _,
            message: _,
            words: _,
            panics_at,
            template,
            through,
            callee,
            home,
            always_met: _,
        } = obligation;
        callee.iter_mut().chain(home).try_for_each(|callee| self.func(callee))?;
        panics_at.iter_mut().try_for_each(|at| self.line_col(span.file, at).map(drop))?;
        [span].into_iter().chain(clause).chain(template).chain(through).try_for_each(|span| self.span(span))
    }

    fn proof(&self, proof: &mut ProofOutcome) -> Option<()> {
        match proof {
            ProofOutcome::Proved { used, vacuous: _ } => used.iter_mut().try_for_each(|assumed| match assumed {
                Assumption::Callee(inst, _) => self.inst(inst),
                Assumption::Obligations(_) | Assumption::Guess(_) => Some(()),
            }),
            ProofOutcome::Failed { candidate, cuts, taints, unknown: _ } => {
                candidate.iter_mut().try_for_each(|vector| self.values(vector))?;
                cuts.iter_mut().try_for_each(|cut| {
                    let (Cut::Loop(inst, span) | Cut::Call(inst, span)) = cut;
                    self.inst(inst)?;
                    self.span(span)
                })?;
                taints.iter_mut().try_for_each(|(_, span)| self.span(span))
            }
        }
    }

    fn outcome(&self, outcome: &mut Outcome) -> Option<()> {
        match outcome {
            Outcome::Passed { result } => self.value(result),
            Outcome::EnsuresViolated { result, left, clauses: _, undefined: _ } => {
                self.value(result)?;
                left.iter_mut().try_for_each(|(_, value)| self.value(value))
            }
            Outcome::Panicked { file, at, operation, within, message: _ } => {
                operation.iter_mut().try_for_each(|span| self.span(span))?;
                within.iter_mut().try_for_each(|func| self.func(func))?;
                self.place(file, at)
            }
            Outcome::CalleePrecondition { callee, near, call, within, clause: _ } => {
                self.func(callee)?;
                within.iter_mut().try_for_each(|func| self.func(func))?;
                near.iter_mut().chain(call).try_for_each(|span| self.span(span))
            }
            Outcome::ArgumentPrecondition { param: _, near } => near.iter_mut().try_for_each(|span| self.span(span)),
            Outcome::Rejected { .. } | Outcome::Undefined { .. } | Outcome::NotBuilt { .. } => Some(()),
            Outcome::Stopped { .. } => Some(()),
            Outcome::LoopViolated { .. } | Outcome::TimedOut | Outcome::StackOverflow | Outcome::OutOfMemory => {
                Some(())
            }
            Outcome::Exited { .. } | Outcome::Aborted { .. } | Outcome::HarnessError { .. } => Some(()),
            Outcome::Outside { what, when: _ } => self.outcome(what),
        }
    }

    fn ran(&self, ran: &mut Ran) -> Option<()> {
        let Ran { inst, vector, call: _, outcome: _, at, raw } = ran;
        self.inst(inst)?;
        self.values(vector)?;
        at.iter_mut().try_for_each(|(file, at)| self.place(file, at))?;
        self.outcome(raw)
    }

    fn case(&self, case: &mut Case) -> Option<()> {
        self.obligation(&mut case.obligation)?;
        case.proof.iter_mut().try_for_each(|proof| self.proof(proof))?;
        case.witness.iter_mut().try_for_each(|ran| self.ran(ran))?;
        case.raised_at.iter_mut().try_for_each(|(file, at)| self.place(file, at))
    }

    /// What was found of a function.
    pub(super) fn work(&self, work: &mut Work) -> Option<()> {
        self.inst(&mut work.inst)?;
        self.inst(&mut work.called)?;
        work.ran.iter_mut().try_for_each(|inst| self.inst(inst))?;
        work.unmodelled.iter_mut().try_for_each(|(_, span)| self.span(span))?;
        work.cases.iter_mut().try_for_each(|case| self.case(case))
    }
}
