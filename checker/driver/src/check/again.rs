//! What is not looked at again after an edit: proofs, and what the search found, of functions that rest on nothing that has changed.
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use refine_core::content::{Content, Part};
use refine_core::program::Program;
use refine_core::ty::FnInst;

use super::{CheckRun, Compiled};
use crate::case::Work;
use crate::crashes::SolverUse;
use crate::kept::{self, Functions, Others};
use crate::place::Places;
use crate::project::{Project, Target};
use crate::select::Selected;
use crate::workers::in_order;

/// A function that is to be looked into.
pub(super) struct Item {
    /// Its place among all.
    pub(super) at: usize,
    pub(super) inst: FnInst,
    /// What its proofs are made from, if that is of interest.
    pub(super) content: Option<Arc<Content>>,
    /// What the solver said of it earlier.
    pub(super) known: Option<Work>,
}

impl Item {
    fn new(at: usize, inst: FnInst) -> Item {
        Item { at, inst, content: None, known: None }
    }
}

/// How many short functions come before the others.
const SHORT: usize = 8;

/// The places of the shortest functions that claim anything.
fn shortest(program: &dyn Program, functions: &[FnInst]) -> Vec<usize> {
    let length = |inst: &FnInst| {
        let body = program.body(inst).filter(|body| !body.obligations.is_empty())?;
        Some(body.blocks.iter().map(|block| block.stmts.len() + 1).sum::<usize>())
    };
    let mut all: Vec<(usize, usize)> =
        functions.iter().enumerate().filter_map(|(at, inst)| Some((length(inst)?, at))).collect();
    all.sort_unstable();
    all.into_iter().take(SHORT).map(|(_, at)| at).collect()
}

impl CheckRun<'_> {
    /// The functions in the order in which they are looked into: those that have changed first, among these those that were found wanting, and
    /// a few short ones before the others, so that there is an answer soon; with what is known of the others.
    pub(super) fn in_turn(&self, program: &dyn Program, functions: Vec<FnInst>, under_check: &Selected) -> Vec<Item> {
        let total = functions.len();
        let short = shortest(program, &functions);
        let Some(known) = &self.functions else {
            let mut items: Vec<Item> =
                functions.into_iter().enumerate().map(|(at, inst)| Item::new(at, inst)).collect();
            items.sort_by_key(|item| !short.contains(&item.at));
            return items;
        };
        let look = |(at, inst): (usize, FnInst)| {
            let path = &program.func(inst.func).path;
            let looked = catch_unwind(AssertUnwindSafe(|| {
                let content = Functions::content(program, &inst, under_check, total);
                let work = known.proofs(program, path, &content);
                (Arc::new(content), work)
            }));
            match looked {
                Ok((content, known)) => Item { at, inst, content: Some(content), known },
                Err(_) => Item::new(at, inst),
            }
        };
        let mut items =
            in_order(functions.into_iter().enumerate().collect(), &|_| false, self.options, self.cancel, &look);
        let is_urgent = |item: &Item| known.is_urgent(&program.func(item.inst.func).path);
        items.sort_by_cached_key(|item| (item.known.is_some(), !is_urgent(item), !short.contains(&item.at)));
        items
    }

    /// Keeps what was found of a function. What the solver crashes on, it may do so on or not the next time.
    pub(super) fn keep(&mut self, places: &Places<'_>, part: Part, work: &Work, content: Option<&Content>) {
        let (Some(functions), Some(content)) = (&mut self.functions, content) else { return };
        let name = places.name(&work.path);
        if ![SolverUse::Proof, SolverUse::Search].iter().any(|step| self.crashes.is_to_blame(*step, &name)) {
            functions.keep(places.program, part, work, content);
        }
    }

    /// Puts what was found earlier in place of what has not changed since. What all of it depends on, by function.
    pub(super) fn recall(
        &self,
        project: &Project,
        target: &Target,
        program: &dyn Program,
        works: &mut [Work],
        compiled: &Compiled,
        (looked_at, others): (&dyn Fn(&Work) -> bool, &Others<'_>),
    ) -> BTreeMap<String, Content> {
        let text = match (compiled, &self.from) {
            (Compiled::Yes, Some(from)) => kept::Compiled::new(program, project, target, from),
            (Compiled::Unknown(_), _) if !self.options.run => Some(kept::Compiled::nothing(program)),
            _ => None,
        };
        let (Some(functions), Some(text)) = (&self.functions, text) else { return BTreeMap::new() };
        let look = |work: &mut Work| {
            let proofs = work.content.clone()?;
            let look = || {
                let content = text.content(work, &proofs.key, others);
                let known = functions.runs(program, work, &content);
                (content, known)
            };
            let (content, known) = catch_unwind(AssertUnwindSafe(look)).ok()?;
            let path = work.path.clone();
            if let Some(known) = known {
                *work = known;
            }
            Some((path, content))
        };
        let open: Vec<&mut Work> = works.iter_mut().filter(|work| looked_at(work)).collect();
        in_order(open, &|_| false, self.options, self.cancel, &look).into_iter().flatten().collect()
    }
}
