//! What the lines that a child writes say of a call.
use refine_core::ids::FnId;
use refine_core::span::LineCol;

use super::Harness;
use crate::harness::counters::{BY_TRAIT, PARTS, WAYS};
use crate::harness::loops;
use crate::outcome::{ClauseRef, Outcome, Ran};
use crate::types::KEYED_TRAITS;
use crate::wire;

const TRAITS: u32 = KEYED_TRAITS.len() as u32;

impl Harness {
    /// What a line that came before the reply says: `! function loop clause turn why`.
    pub(super) fn loop_violated(&self, number: usize, line: &str) -> Option<Outcome> {
        let mut tokens = line.split_ascii_whitespace().skip(1);
        let func: usize = tokens.next()?.parse().ok()?;
        let clauses = self.shadow.entries[number].loops.get(&tokens.next()?.parse().ok()?)?;
        let (clause, turn) = (tokens.next()?, tokens.next()?.parse().ok()?);
        let obligation = match clause {
            "m" => clauses.measure?,
            k => {
                let (entry, preserved) = *clauses.invariants.get(k.parse::<usize>().ok()?)?;
                if turn == 0 { entry } else { preserved }
            }
        };
        let undefined = wire::reason(tokens.next()?)?;
        (func == number).then_some(Outcome::LoopViolated { obligation, turn, undefined })
    }

    /// A panic: `message file line column operation count functions…`.
    fn panic(&self, tokens: &mut dyn Iterator<Item = &str>) -> Option<Outcome> {
        let (message, file) = (wire::unhex(tokens.next()?)?, wire::unhex(tokens.next()?)?);
        let at = LineCol { line: tokens.next()?.parse().ok()?, column: tokens.next()?.parse().ok()? };
        let (file, at) = self.shadow.place(&self.sources, &file, at);
        let operation = self.shadow.operations.get(tokens.next()?.parse::<usize>().ok()?).copied();
        let count = tokens.next()?.parse().ok()?;
        let within = (0..count).map(|_| Some(FnId(tokens.next()?.parse().ok()?))).collect::<Option<_>>()?;
        Some(Outcome::Panicked { message, file, at, operation, within })
    }

    /// The panics of a call that gave no reply, of those that were told.
    pub(super) fn panics(&self, told: &[String]) -> Vec<Outcome> {
        let panic = |line: &String| self.panic(&mut line.split_ascii_whitespace().skip(1));
        told.iter().filter_map(panic).collect()
    }

    /// What the line says that a call ended with.
    pub(super) fn judge(&self, number: usize, line: &str) -> Option<Ran> {
        let turns = &self.shadow.entries[number].turns;
        let places = |probe: u32| self.shadow.probes.get(probe as usize).into_iter().flatten().copied();
        let mut tokens = line.split_ascii_whitespace();
        let mut tokens: &mut dyn Iterator<Item = &str> = &mut tokens;
        let (mut reached, mut clauses, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        let (mut ways, mut often, mut by_trait) = (Vec::new(), Vec::new(), Vec::new());
        let (state, input) = (tokens.next()?.parse().ok(), tokens.next()?.parse().ok());
        for _ in 0..tokens.next()?.parse().ok()? {
            let (probe, times) = tokens.next()?.split_once(':')?;
            let (probe, times): (u32, u8) = (probe.parse().ok()?, times.parse().ok()?);
            if probe < loops::PROBES {
                often.push((probe, times));
            }
            match probe {
                ..WAYS => reached.extend(places(probe)),
                WAYS..loops::PROBES => ways.push(probe - WAYS),
                PARTS..BY_TRAIT => parts.push(probe - PARTS),
                BY_TRAIT.. => {
                    let (place, of) = ((probe - BY_TRAIT) / TRAITS, (probe - BY_TRAIT) % TRAITS);
                    by_trait.extend(places(place).map(|place| (place, of as usize)));
                }
                _ => clauses.extend(turns.get(&probe).into_iter().flatten().copied()),
            }
        }
        let result = |tokens: &mut dyn Iterator<Item = &str>| wire::parse(&self.adts, &self.results[number], tokens);
        let (mut word, mut caught, mut unjudged) = (tokens.next()?, Vec::new(), Vec::new());
        while word == "unjudged" {
            unjudged.push((FnId(tokens.next()?.parse().ok()?), wire::unhex(tokens.next()?)?));
            word = tokens.next()?;
        }
        while word == "caught" {
            caught.push(self.panic(tokens)?);
            word = tokens.next()?;
        }
        let outcome = match word {
            "rejected" => Outcome::Rejected { clause: clause(tokens.next()?)? },
            "undefined" => Outcome::Undefined { clause: clause(tokens.next()?)?, reason: wire::unhex(tokens.next()?)? },
            "stopped" => Outcome::Stopped { reason: wire::unhex(tokens.next()?)? },
            "notbuilt" => {
                Outcome::NotBuilt { made: tokens.next()?.parse().ok()?, reason: wire::unhex(tokens.next()?)? }
            }
            "passed" => Outcome::Passed { result: result(tokens)? },
            "violated" => {
                let count: usize = tokens.next()?.parse().ok()?;
                let clauses = (0..count).map(|_| clause(tokens.next()?)).collect::<Option<_>>()?;
                let undefined = wire::reason(tokens.next()?)?;
                let result = result(&mut tokens)?;
                let count: usize = tokens.next()?.parse().ok()?;
                let mut left = Vec::new();
                for _ in 0..count {
                    let at: usize = tokens.next()?.parse().ok()?;
                    left.push((at, wire::parse(&self.adts, self.params[number].get(at)?, &mut tokens)?));
                }
                Outcome::EnsuresViolated { clauses, undefined, result, left }
            }
            "panicked" => self.panic(tokens)?,
            "callee" => {
                let callee = FnId(tokens.next()?.parse().ok()?);
                let clause = clause(tokens.next()?)?;
                let near = places(tokens.next()?.parse().ok()?).collect();
                let site = tokens.next()?.parse::<usize>().ok().and_then(|site| self.shadow.sites.get(site));
                let call = site.filter(|site| site.callee == callee).map(|site| site.span);
                let within = Some(tokens.next()?.parse().ok()?).filter(|func| *func != u32::MAX).map(FnId);
                Outcome::CalleePrecondition { callee, clause, near, call, within }
            }
            "asked" => {
                let param = tokens.next()?.parse().ok()?;
                Outcome::ArgumentPrecondition { param, near: places(tokens.next()?.parse().ok()?).collect() }
            }
            "error" => Outcome::HarnessError { message: wire::unhex(tokens.next()?)? },
            _ => return None,
        };
        Some(Ran {
            reached,
            ways,
            often,
            by_trait,
            clauses,
            parts,
            state,
            input,
            caught,
            unjudged,
            ..Ran::ended(outcome)
        })
    }
}

fn clause(token: &str) -> Option<ClauseRef> {
    let at = token.get(1..)?.parse().ok()?;
    match token.get(..1)? {
        "r" => Some(ClauseRef::Requires(at)),
        "e" => Some(ClauseRef::Ensures(at)),
        "x" => Some(ClauseRef::Raw(at)),
        _ => None,
    }
}
