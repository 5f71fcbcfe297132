//! What arguments are when a function is entered: what is in values that calls make.
use refine_core::ty::FnInst;
use refine_core::value::Vector;

use super::process::{Notices, Reply};
use super::{Harness, Limits, request};
use crate::wire;

impl Harness {
    /// The vector with values in the place of calls, as the function has them at entry. `None` if that cannot be seen, or if the run ends
    /// its process.
    pub fn at_entry(&self, inst: &FnInst, vector: &Vector, limits: &Limits) -> Option<Vector> {
        let number = self.number(inst).ok()?;
        let mut process = self.process(limits, false).ok()?;
        if !process.send(&format!("={}", request(number, vector)), limits.timeout) {
            return None;
        }
        let Reply::Line(line) = process.reply(limits.timeout, &mut Notices::default()) else { return None };
        self.keep(process);
        let mut tokens = line.split_ascii_whitespace();
        tokens.next().filter(|word| *word == "entry")?;
        let mut tokens: &mut dyn Iterator<Item = &str> = &mut tokens;
        self.params[number].iter().map(|ty| wire::parse(&self.adts, ty, &mut tokens)).collect()
    }
}
