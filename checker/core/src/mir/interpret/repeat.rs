//! Whether a run goes round in circles: what a loop does next depends on what its activation can reach, and on nothing else, so one that
//! comes back to a state that it was in never ends.
//!
//! One state is kept and the later ones are held against it; after 1, 2, 4, … of them the kept one is replaced (R. P. Brent, *An improved
//! Monte Carlo factorization algorithm*, BIT 20, 1980, section 2). So a circle is found wherever it begins, and however long it is.
use super::memory::{Memory, State};
use super::{Frame, Halt, Machine, OrHalt};
use crate::ids::BlockId;
use crate::program::Program;
use crate::ty::FnInst;
use crate::value::Value;

/// Whether a call provably never returns: a loop comes back to a state that it was in. `false` where that is not seen within `fuel`
/// statements, or something unknown is reached before. `args` and `fuel` are as for [`run`](super::run).
pub fn repeats(program: &dyn Program, inst: &FnInst, args: &[Value], fuel: u64) -> bool {
    let mut machine = Machine { program, memory: Memory::new(program), fuel, stack: Vec::new(), watches: true };
    matches!(machine.start(inst, args), Err(Halt::Repeats))
}

/// The states that one activation comes by where it may go round.
#[derive(Default)]
pub(super) struct Circle {
    kept: Option<(BlockId, State)>,
    /// How many states have been held against it.
    seen: u64,
    /// After how many it is replaced.
    limit: u64,
}

impl Circle {
    /// A jump back to a block: every circle has one.
    pub(super) fn back(&mut self, machine: &mut Machine<'_>, frame: &Frame<'_>, to: BlockId) -> OrHalt<()> {
        // What depends on a value that may be any of its type may be another the next time.
        let Some(state) = machine.memory.state(&frame.cells) else {
            self.kept = None;
            return Ok(());
        };
        machine.fuel = machine.fuel.saturating_sub(state.size());
        if self.kept.as_ref().is_some_and(|(at, kept)| *at == to && *kept == state) {
            return Err(Halt::Repeats);
        }
        self.seen += 1;
        if self.kept.is_none() || self.seen > self.limit {
            (self.kept, self.limit, self.seen) = (Some((to, state)), (self.limit * 2).max(1), 0);
        }
        Ok(())
    }
}
