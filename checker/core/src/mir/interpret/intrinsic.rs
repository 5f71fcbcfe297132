//! The operations on sequences that are built in.
use super::memory::{Memory, Val};
use super::{Halt, OrHalt, value};
use crate::mir::Intrinsic;

impl Memory<'_> {
    /// An operation on sequences. The first operand of those that change one is a reference to it.
    pub(super) fn intrinsic(&mut self, op: Intrinsic, args: Vec<Val>) -> OrHalt<Val> {
        let odd = || Halt::unmodelled("an operation on something that is no sequence");
        let seq = |this: &Self, of: &Val| match this.through(of)? {
            Val::Seq(all) => Ok(all),
            _ => Err(odd()),
        };
        let position = |this: &Self, of: &Val| value::index(&this.plain(of)?);
        let (first, rest) = args.split_first().ok_or_else(odd)?;
        let mut all = seq(self, first)?;
        let within = |holds: bool| if holds { Ok(()) } else { Err(Halt::unmodelled("an operation out of bounds")) };
        match (op, rest) {
            (Intrinsic::Concat, [b]) => {
                all.extend(seq(self, b)?);
                return Ok(Val::Seq(all));
            }
            (Intrinsic::Read, [at]) => {
                let at = position(self, at)?;
                return all.get(at).cloned().ok_or_else(|| Halt::unmodelled("an operation out of bounds"));
            }
            (Intrinsic::Push, [x]) => all.push(x.clone()),
            (Intrinsic::Append, [xs]) => all.extend(seq(self, xs)?),
            (Intrinsic::Truncate, [n]) => {
                let n = position(self, n)?;
                within(n <= all.len())?;
                all.truncate(n);
            }
            (Intrinsic::Insert, [at, x]) => {
                let at = position(self, at)?;
                within(at <= all.len())?;
                all.insert(at, x.clone());
            }
            (Intrinsic::Cut, [lo, hi]) => {
                let (lo, hi) = (position(self, lo)?, position(self, hi)?);
                within(lo <= hi && hi <= all.len())?;
                all.drain(lo..hi);
            }
            _ => return Err(odd()),
        }
        match first {
            Val::Ref(target) => self.set(target, Val::Seq(all))?,
            _ => return Err(odd()),
        }
        Ok(Val::Tuple(Vec::new()))
    }
}
