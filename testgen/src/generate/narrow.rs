//! Vectors that the precondition allows: the plainest of each shape, all small ones, and any, depth by depth, in turn.
use std::rc::Rc;

use refine_core::program::Program;
use refine_core::term::Term;
use refine_core::ty::Ty;
use refine_core::value::Vector;

use super::evaluate::Evaluator;
use super::grown::Grown;
use super::random::{Chance, Random};
use super::room::Room;
use super::search::{DepthSearch, Mode, SearchStep, Sources};
use super::space::Space;
use super::state::{Env, State};
use super::store::Contradiction;

/// No value is deeper.
const DEEPEST: u32 = 256;
/// Steps before the next kind of search has its turn.
const TURN: u64 = 20_000;
/// The search for all has as many vectors as the others, but may be busy with what is of no use.
const TURN_OF_ALL: u64 = 2_000;

/// Depth after depth of one kind of search.
struct Stages<'p> {
    mode: Mode,
    depth: u32,
    search: Option<DepthSearch<'p>>,
    /// Whether nothing is left at any depth.
    ended: bool,
    /// The depths that were finished without leaving anything out.
    finished: Option<u32>,
    partial: bool,
}

/// The vectors that a predicate allows; one may come twice.
pub(super) struct Narrow<'p> {
    room: Rc<Room<'p>>,
    claims: Vec<Term>,
    tys: Vec<Ty>,
    space: Space<'p>,
    random: Random,
    plain: Stages<'p>,
    all: Stages<'p>,
    any: Option<DepthSearch<'p>>,
    /// The least depth at which there is a vector.
    least: Option<u32>,
    depth: u32,
    turn: usize,
}

impl<'p> Narrow<'p> {
    /// Those that meet these claims. `None` where nothing is asked of the vectors, or what is cannot be evaluated.
    pub(super) fn new(
        program: &'p dyn Program,
        claims: Vec<Term>,
        random: Random,
        tys: &[Ty],
        depth: u32,
    ) -> Option<Self> {
        let tys: Vec<Ty> = tys.iter().map(Ty::plain).collect();
        let room = Room::new(program, &claims, &tys);
        if claims.is_empty() && !room.has_invariants() || !room.is_able(&tys) {
            return None;
        }
        let stages = |mode| Stages { mode, depth: 0, search: None, ended: false, finished: None, partial: false };
        Some(Narrow {
            room: Rc::new(room),
            claims,
            tys,
            space: Space::new(program),
            random,
            plain: stages(Mode::Plain),
            all: stages(Mode::All),
            any: None,
            least: None,
            depth,
            turn: 0,
        })
    }

    /// The greatest depth to which every vector was produced.
    pub(super) fn exhaustive_to(&self) -> Option<u32> {
        self.all.finished
    }

    /// Whether there are no other vectors at all.
    pub(super) fn is_complete(&self) -> bool {
        self.all.ended && !self.all.partial
    }

    /// Whether nothing more will come.
    fn is_over(&self) -> bool {
        self.is_complete() || self.all.ended && self.plain.ended && self.least.is_none()
    }

    /// Steps done so far.
    pub(super) fn steps(&self) -> u64 {
        self.room.steps.get()
    }

    /// One turn of one kind of search. `SearchStep::End` if nothing more will come.
    pub(super) fn next(&mut self) -> SearchStep {
        if self.is_over() {
            return SearchStep::End;
        }
        self.turn += 1;
        self.room.step();
        let found = match self.turn % 3 {
            1 => self.staged(Mode::Plain),
            2 => self.staged(Mode::All),
            _ => self.any(),
        };
        match found {
            SearchStep::End => SearchStep::Paused,
            found => found,
        }
    }

    fn staged(&mut self, mode: Mode) -> SearchStep {
        let stages = if mode == Mode::Plain { &mut self.plain } else { &mut self.all };
        if stages.ended {
            return SearchStep::End;
        }
        let (room, claims, tys, depth) = (&self.room, &self.claims, &self.tys, stages.depth);
        let search = stages
            .search
            .get_or_insert_with(|| DepthSearch::new(room, claims, tys, stages.mode, depth, Chance::new(0)));
        let mut sources = Sources { random: &mut self.random, space: &mut self.space };
        let found = search.next(&mut sources, if mode == Mode::Plain { TURN } else { TURN_OF_ALL });
        match &found {
            SearchStep::Vector(_) => self.least = Some(self.least.map_or(depth, |least| least.min(depth))),
            SearchStep::End => {
                stages.partial |= search.partial;
                stages.ended = !search.cut || depth >= DEEPEST;
                if !stages.partial {
                    stages.finished = Some(depth);
                }
                stages.partial |= depth >= DEEPEST;
                stages.search = None;
                stages.depth += 1;
            }
            SearchStep::Paused => {}
        }
        found
    }

    fn any(&mut self) -> SearchStep {
        let Some(least) = self.least else { return SearchStep::End };
        if self.any.is_none() {
            self.random.begin();
        }
        let room = &self.room;
        let search = self.any.get_or_insert_with(|| {
            let more = self.random.chance().next() % (u64::from(self.depth) + 1);
            let depth = (least + more as u32).min(DEEPEST);
            let chance = Chance::new(self.random.chance().next());
            DepthSearch::new(room, &self.claims, &self.tys, Mode::Random, depth, chance)
        });
        let mut sources = Sources { random: &mut self.random, space: &mut self.space };
        let found = search.next(&mut sources, TURN);
        if !matches!(found, SearchStep::Paused) {
            self.any = None;
        }
        found
    }

    /// Keeps what a vector with a state not seen before is made of.
    pub(super) fn learn(&mut self, vector: &Vector) {
        self.random.learn(&self.space, &self.tys, vector);
    }

    pub(super) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A vector with what runs have returned that may meet what is claimed.
    pub(super) fn grown(&mut self, grown: &Grown) -> Option<Vector> {
        let vector = grown.vector(&mut self.random, &mut self.space, self.depth)?;
        self.allows(&vector).then_some(vector)
    }

    /// A vector with one place changed that may meet what is claimed.
    pub(super) fn mutant(&mut self, vector: &Vector) -> Option<Vector> {
        let mutant = self.random.mutant(&mut self.space, &self.tys, vector, self.depth)?;
        self.allows(&mutant).then_some(mutant)
    }

    /// Whether a vector may meet what is claimed.
    pub(super) fn allows(&self, vector: &Vector) -> bool {
        meets(&self.room, &self.claims, &self.tys, vector)
    }
}

/// Whether values may meet claims, and the invariants of their types at every depth. `false` is certain.
pub(super) fn meets(room: &Room<'_>, claims: &[Term], tys: &[Ty], vector: &Vector) -> bool {
    let mut state = State::new();
    let given = tys.iter().zip(vector).map(|(ty, value)| state.given(room, ty, value));
    let env = Env::new(given.collect());
    state.refuel(room);
    // Where all is known, a claim has a value; taken apart, it would be looked at once for each path through it.
    let consistent = claims.iter().try_for_each(|term| match Evaluator::new(room, &state).truth(term, &env) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Contradiction),
        Err(_) => state.claim(room, term, &env, true),
    });
    consistent.and_then(|()| state.propagate(room)).is_ok()
}
