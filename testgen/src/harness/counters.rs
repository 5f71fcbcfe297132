//! Counters in the copy: of the places where something is claimed, and of the ways that branches take.
use std::collections::{HashMap, HashSet};

use refine_core::ids::FnId;
use refine_core::program::{Branch, ProbePoint, TemplateProbe};
use refine_core::span::Span;

use super::build::Builder;
use super::instrument::{Edits, Layer};

/// Numbers of counters from here on are those of branches: two for each, if it is taken and if it is not.
pub(crate) const WAYS: u32 = 1 << 29;

/// Numbers of counters from here on are those of the parts of postconditions.
pub(crate) const PARTS: u32 = 3 << 29;

/// Numbers of counters from here on are those of calls by way of traits: for each counter of a place, one for each of [`KEYED_TRAITS`].
pub(crate) const BY_TRAIT: u32 = 4 << 29;

impl Builder<'_> {
    /// Makes the source count how often it gets to the places where something is claimed.
    /// What macros make is counted in their definitions: for the function that is called, if it is one of those that say that they run
    /// (`made`).
    pub(super) fn probes(&self, made: &HashSet<FnId>, edits: &mut Edits) -> Vec<Vec<Span>> {
        let mut counters: HashMap<ProbePoint, usize> = HashMap::new();
        let mut places: Vec<Vec<Span>> = Vec::new();
        for (place, point) in self.request.program.probes() {
            let span = point.span();
            let is_wrap = !matches!(point, ProbePoint::Before(_));
            if self.all_bare || self.must_stay(span.file, span.start) || is_wrap && self.is_in(&self.plain, span) {
                continue;
            }
            let point = at_start(point);
            let next = counters.len();
            let counter = *counters.entry(point).or_insert_with(|| {
                put(edits, point, &format!("crate::__refine_rt::hit({next})"));
                next
            });
            places.resize_with(counters.len(), Vec::new);
            places[counter].push(place);
        }
        for TemplateProbe { place, point, funcs } in self.request.program.template_probes() {
            if !funcs.iter().all(|func| made.contains(func)) {
                continue;
            }
            let (point, next) = (at_start(point), counters.len());
            let counter = *counters.entry(point).or_insert_with(|| {
                put(edits, point, &format!("crate::__refine_rt::hit_made({next})"));
                next
            });
            places.resize_with(counters.len(), Vec::new);
            places[counter].push(place);
        }
        places
    }

    /// Makes the source count which ways its branches take; those that are counted.
    pub(super) fn branches(&self, edits: &mut Edits) -> Vec<Branch> {
        let stays = |span: Span| self.must_stay(span.file, span.start) || self.is_in(&self.uncounted, span);
        let mut counted = self.request.program.branches();
        counted.retain(|branch| !self.all_bare && !stays(branch.span()));
        for (at, branch) in counted.iter().enumerate() {
            let taken = WAYS + 2 * at as u32;
            let way = |number: u32| format!("crate::__refine_rt::way({number})");
            match *branch {
                Branch::Condition(span) => {
                    edits.wrap(span, Layer::Condition, format!("crate::__refine_rt::branch({taken}, "), ") ");
                }
                Branch::Pattern { fits, otherwise, .. } => {
                    put(edits, fits, &way(taken));
                    otherwise.into_iter().for_each(|point| put(edits, point, &way(taken + 1)));
                }
            }
        }
        counted
    }

    /// Whether a place is in one of these functions.
    pub(super) fn is_in(&self, functions: &HashSet<FnId>, at: Span) -> bool {
        let inside = |func: &FnId| {
            let item = self.request.program.func(*func).item;
            item.file == at.file && item.range().contains(&(at.start as usize))
        };
        functions.iter().any(inside)
    }
}

/// Of a statement only the start matters.
fn at_start(point: ProbePoint) -> ProbePoint {
    match point {
        ProbePoint::Before(span) => ProbePoint::Before(Span { end: span.start, ..span }),
        point => point,
    }
}

fn put(edits: &mut Edits, point: ProbePoint, counter: &str) {
    match point {
        ProbePoint::Before(at) => edits.add(at.file, at.start, &format!(" {counter}; ")),
        ProbePoint::Block(span) => edits.wrap(span, Layer::Block, format!("{{ {counter}; "), " }"),
        ProbePoint::After(span) => edits.wrap(span, Layer::Argument, "(", format!(", {counter}).0 ")),
        ProbePoint::Else(span) => edits.wrap(span, Layer::Else, "", format!(" else {{ {counter}; }} ")),
    }
}
