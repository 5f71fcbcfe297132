//! Drops: the implementations of `Drop` that run, where it is known that there is something to drop.
use crate::ir::Terminator;
use crate::mir::Place;
use crate::program::FnInst;
use crate::span::Span;
use crate::term::Term;

use super::Lowering;
use super::init::covers;
use super::statements::Point;

impl Lowering<'_> {
    pub(super) fn dropped(&mut self, place: &Place, glue: &[(Place, FnInst)], span: Span, point: &Point<'_>) {
        for (part, callee) in glue {
            let part = self.targets.canonical(part);
            let held = self.init.path(&part).map(|at| (point.state.surely.has(at), point.state.maybe.has(at)));
            // A place behind a reference always holds something.
            let (surely, maybe) = held.unwrap_or((true, true));
            if !maybe {
                continue;
            }
            let known = surely && self.program.contract(callee).requires.is_empty();
            if !known || self.drop_if_there(&part, callee, span).is_none() {
                let what = if surely { "this drop" } else { "a drop of what may have been moved" };
                self.lost(what, &[part.local]);
            }
        }
        // Without glue the references in it ended where they were used for the last time.
        if !glue.is_empty() {
            let place = self.targets.canonical(place);
            let init = self.init;
            self.resolve(point.state, |at| init.paths[at].lent == 0 && covers(&place, &init.paths[at].place));
        }
    }

    /// The call, where the values around are of the variants that have the part.
    fn drop_if_there(&mut self, part: &Place, callee: &FnInst, span: Span) -> Option<()> {
        let guard = self.is_there(part)?;
        if guard == Term::bool(true) {
            return self.drop_call(part, callee, span);
        }
        let (then, after) = (self.new_block(), self.new_block());
        self.end_block(Terminator::Branch { cond: guard, then, otherwise: after });
        self.current = then;
        let done = self.drop_call(part, callee, span);
        self.end_block(Terminator::Goto(after));
        self.current = after;
        done
    }
}
