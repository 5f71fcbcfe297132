//! Many calls in flight: while the child works on some, the next ones are made and the last ones judged.
//!
//! Replies come in order, so it is known of which call each is. What the death of the child leaves without one is run again,
//! one call at a time, so that it is known which of them it was.
use std::collections::VecDeque;

use refine_core::ty::FnInst;
use refine_core::value::Vector;

use super::process::{Notices, Process, Reply};
use super::{Harness, Limits, request};
use crate::outcome::{Outcome, Ran};

/// Calls that are sent in one go at first, and at most: it may be that few are wanted.
const FIRST: usize = 16;
const MOST: usize = 512;

/// Where calls come from, and where what they come to goes.
pub trait Batch {
    /// The next call, if there is one. It is asked again once others have come to something.
    fn next(&mut self) -> Option<Vector>;

    /// Whether a call that was asked for is still to be made, once those before it have come to something.
    fn is_wanted(&mut self, vector: &Vector) -> bool;

    /// What a call came to; whether to go on.
    fn ran(&mut self, vector: Vector, ran: Ran) -> bool;

    /// What a call may use from now on.
    fn limits(&self) -> Limits;
}

impl Harness {
    /// Calls a function with all vectors of a batch, in order.
    pub fn run_all(&self, inst: &FnInst, batch: &mut dyn Batch) {
        let number = match self.number(inst) {
            Ok(number) => number,
            Err(message) => {
                if let Some(vector) = batch.next() {
                    batch.ran(vector, Ran::ended(Outcome::HarnessError { message }));
                }
                return;
            }
        };
        let mut flight = Flight { harness: self, number, process: None, sent: VecDeque::new() };
        let mut size = FIRST;
        flight.send(batch, size);
        while !flight.sent.is_empty() {
            let before = flight.sent.len();
            size = (size * 2).min(MOST);
            flight.send(batch, size);
            for _ in 0..before {
                if !flight.land(batch) {
                    return;
                }
            }
            if flight.sent.is_empty() {
                flight.send(batch, size);
            }
        }
        if let Some(process) = flight.process.take() {
            self.keep(process);
        }
    }
}

/// Calls that were sent to a process and have no reply.
struct Flight<'a> {
    harness: &'a Harness,
    number: usize,
    process: Option<Process>,
    sent: VecDeque<Vector>,
}

impl Flight<'_> {
    /// Sends some calls.
    fn send(&mut self, batch: &mut dyn Batch, count: usize) {
        let (mut text, before) = (String::new(), self.sent.len());
        self.sent.extend(std::iter::from_fn(|| batch.next()).take(count));
        self.sent.iter().skip(before).for_each(|vector| text.push_str(&request(self.number, vector)));
        if text.is_empty() {
            return;
        }
        let limits = batch.limits();
        if self.process.is_none() && before == 0 {
            self.process = self.harness.process(&limits, false).ok();
        }
        if let Some(process) = &mut self.process
            && !process.send(&text, limits.timeout)
        {
            self.process = None;
        }
    }

    /// Gives back the reply to the first call; whether to go on.
    fn land(&mut self, batch: &mut dyn Batch) -> bool {
        let Some(vector) = self.sent.pop_front() else { return true };
        if !batch.is_wanted(&vector) {
            // The process may be at it already.
            self.process = None;
            return true;
        }
        let (mut told, limits) = (Notices::default(), batch.limits());
        let reply = self.process.as_mut().map(|process| process.reply(limits.timeout, &mut told));
        let ran = match reply {
            Some(Reply::Line(line)) => self.harness.ran(self.number, &line, &told),
            Some(Reply::Late) => {
                self.process = None;
                self.harness.broken_off(self.number, Outcome::TimedOut, &told)
            }
            // (A new process is started for the next lot, once there is nothing left of this one.)
            Some(Reply::Dead) | None => {
                self.process = None;
                self.harness.ask(self.number, &request(self.number, &vector), &limits, false)
            }
            Some(Reply::Stopped) => {
                self.process = None;
                super::error("nobody waits for it any more".into())
            }
        };
        batch.ran(vector, ran)
    }
}
