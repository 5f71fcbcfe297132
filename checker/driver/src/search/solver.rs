//! The graph of a function in a solver that has a thread of its own: what the solver takes of memory goes with it, and the search may go on.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{Scope, ScopedJoinHandle};

use crossbeam_channel::{Sender, bounded, unbounded};
use refine_core::ir::Way;
use refine_core::smt::{Finder, Found, in_new_context};
use refine_core::value::Vector;

use crate::workers::STACK;

/// Starts a thread.
pub(super) type Spawn<'t> = dyn Fn(Box<dyn FnOnce() + Send + 't>) -> ScopedJoinHandle<'t, ()> + 't;

/// Starts threads in a scope.
pub(super) fn spawning<'t, 'e>(scope: &'t Scope<'t, 'e>) -> Box<Spawn<'t>> {
    let builder = || std::thread::Builder::new().stack_size(STACK);
    Box::new(move |work| builder().spawn_scoped(scope, work).expect("a thread starts"))
}

/// What is done with the graph, in its thread.
type Question<'t, 'a> = Box<dyn FnOnce(&mut Finder<'a>) + Send + 't>;

/// The other end of that thread. It ends when this is dropped.
pub(super) struct Solver<'t, 'a> {
    questions: Option<Sender<Question<'t, 'a>>>,
    thread: Option<ScopedJoinHandle<'t, ()>>,
    depth: u32,
    is_large: bool,
}

impl<'t, 'a: 't> Solver<'t, 'a> {
    /// Starts a thread and makes the graph there. `None` if there is none. The solver gives up once it is to `stop`.
    pub(super) fn start(
        spawn: &Spawn<'t>,
        stop: Arc<AtomicBool>,
        make: impl FnOnce() -> Option<Finder<'a>> + Send + Sync + 't,
    ) -> Option<Self> {
        let (questions, asked) = unbounded::<Question<'t, 'a>>();
        let (says, said) = bounded(1);
        let work = move || {
            in_new_context(&stop, move || {
                let mut finder = make();
                let _ = says.send(finder.as_ref().map(|finder| (finder.depth(), finder.is_large())));
                if let Some(finder) = &mut finder {
                    asked.into_iter().for_each(|question| question(finder));
                }
            });
        };
        let thread = Some(spawn(Box::new(work)));
        let mut solver = Solver { questions: Some(questions), thread, depth: 0, is_large: false };
        match said.recv() {
            Ok(Some((depth, is_large))) => (solver.depth, solver.is_large) = (depth, is_large),
            Ok(None) => return None,
            Err(_) => solver.panicked(),
        }
        Some(solver)
    }

    fn ask<R: Send + 't>(&mut self, question: impl FnOnce(&mut Finder<'a>) -> R + Send + 't) -> R {
        let (says, said) = bounded(1);
        let question: Question<'t, 'a> = Box::new(move |finder| drop(says.send(question(finder))));
        let is_asked = self.questions.as_ref().is_some_and(|questions| questions.send(question).is_ok());
        match said.recv() {
            Ok(answer) if is_asked => answer,
            _ => self.panicked(),
        }
    }

    /// A panic there is one here.
    fn panicked(&mut self) -> ! {
        self.questions = None;
        match self.thread.take().map(ScopedJoinHandle::join) {
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            _ => unreachable!("it ends only when nothing can be asked any more"),
        }
    }

    /// See [`Finder::depth`].
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// See [`Finder::is_large`].
    pub(super) fn is_large(&self) -> bool {
        self.is_large
    }

    /// See [`Finder::stopped_by_clock`].
    pub(super) fn stopped_by_clock(&mut self) -> bool {
        self.ask(|finder| finder.stopped_by_clock())
    }

    /// See [`Finder::violate`].
    pub(super) fn violate(&mut self, obligation: String, exclude: &[Vector]) -> Found {
        let exclude = exclude.to_vec();
        self.ask(move |finder| finder.violate(&obligation, &exclude))
    }

    /// See [`Finder::violates`].
    pub(super) fn violates(&mut self, obligation: String, vector: &Vector) -> Option<bool> {
        let vector = vector.clone();
        self.ask(move |finder| finder.violates(&obligation, &vector))
    }

    /// See [`Finder::reach`].
    pub(super) fn reach(&mut self, obligation: String, exclude: &[Vector]) -> Found {
        let exclude = exclude.to_vec();
        self.ask(move |finder| finder.reach(&obligation, &exclude))
    }

    /// See [`Finder::ways`].
    pub(super) fn ways(&mut self) -> Vec<Way> {
        self.ask(|finder| finder.ways())
    }

    /// See [`Finder::take`].
    pub(super) fn take(&mut self, way: Way) -> Found {
        self.ask(move |finder| finder.take(way, &[]))
    }
}

impl Drop for Solver<'_, '_> {
    fn drop(&mut self) {
        self.questions = None;
        // (Its room is free when this is gone.)
        drop(self.thread.take().map(ScopedJoinHandle::join));
    }
}
