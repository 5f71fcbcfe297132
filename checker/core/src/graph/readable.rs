//! The way to a claim, as text for `refine explain`.
//!
//! What a person need not see is left out: values that the lowering named only for itself stand where they are used,
//! and a variable is only spoken of if something that is shown depends on it.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::order::successors;
use super::{Action, After, Assumption, ClaimFor, Cut, End, Graph, NodeId, VarId};
use crate::print::Printer;
use crate::program::Program;
use crate::span::Span;
use crate::term::{Term, TermKind};

impl Graph {
    /// The VC of an obligation (by its index), step by step: what is known on the way to each of its claims, and the
    /// claim. A claim is proved if it holds whenever the steps before it can be taken. `guesses` tells which of the
    /// guessed loop invariants hold.
    pub fn readable(&self, program: &dyn Program, obligation: usize, guesses: &[bool]) -> String {
        let claims: Vec<usize> =
            (0..self.claims.len()).filter(|&at| self.claims[at].of == ClaimFor::Obligation(obligation)).collect();
        let nodes = self.leading_to(&claims);
        let steps: BTreeMap<NodeId, Vec<Action>> = nodes.iter().map(|&node| (node, self.inlined(node))).collect();
        let mut text =
            Text { graph: self, program, claims, guesses, steps, shown: BTreeSet::new(), same: BTreeMap::new() };
        text.find_same();
        text.find_shown();
        text.write()
    }

    /// The nodes from which one of the claims can be reached.
    fn leading_to(&self, claims: &[usize]) -> BTreeSet<NodeId> {
        let mut wanted = BTreeSet::new();
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            let here = node.actions.iter().any(|a| matches!(a, Action::Claim(claim, _) if claims.contains(claim)));
            if here || successors(node).iter().any(|to| wanted.contains(to)) {
                wanted.insert(NodeId(at as u32));
            }
        }
        wanted
    }

    /// A node's steps with nameless values put where they are used, if their parts are still the same there. The last
    /// step stands for the condition of the branch at the end.
    fn inlined(&self, node: NodeId) -> Vec<Action> {
        let mut values: BTreeMap<VarId, Term> = BTreeMap::new();
        let mut out: Vec<Action> = Vec::new();
        let put = |values: &BTreeMap<VarId, Term>, term: &Term| {
            term.substitute(&|leaf| match leaf {
                TermKind::Local(id) => values.get(id).cloned(),
                _ => None,
            })
        };
        let block = &self.nodes[node.0 as usize];
        for action in &block.actions {
            match action {
                Action::Assign(to, term) => {
                    let term = put(&values, term);
                    values.retain(|var, value| var != to && !reads(value).contains(to));
                    if self.is_nameless(*to) {
                        values.insert(*to, term.clone());
                    }
                    out.push(Action::Assign(*to, term));
                }
                Action::Havoc(var) => {
                    values.retain(|known, value| known != var && !reads(value).contains(var));
                    out.push(action.clone());
                }
                Action::Taint(_) => {
                    values.clear();
                    out.push(action.clone());
                }
                Action::Assume(term, from) => out.push(Action::Assume(put(&values, term), *from)),
                Action::Claim(claim, term) => out.push(Action::Claim(*claim, put(&values, term))),
                Action::Cut(_) => out.push(action.clone()),
            }
        }
        if let End::Branch(cond, ..) = &block.end {
            out.push(Action::Assume(put(&values, cond), None));
        }
        out
    }

    fn is_nameless(&self, var: VarId) -> bool {
        self.var(var).name.starts_with('_')
    }
}

/// The variables of a term.
fn reads(term: &Term) -> BTreeSet<VarId> {
    let mut all: BTreeSet<VarId> = term.children().into_iter().flat_map(reads).collect();
    if let TermKind::Local(id) = term.kind() {
        all.insert(*id);
    }
    all
}

struct Text<'a> {
    graph: &'a Graph,
    program: &'a dyn Program,
    claims: Vec<usize>,
    guesses: &'a [bool],
    steps: BTreeMap<NodeId, Vec<Action>>,
    /// The variables that something depends on.
    shown: BTreeSet<VarId>,
    /// Copies of variables that never change, such as the values that unchanged parameters have on entry.
    same: BTreeMap<VarId, VarId>,
}

impl Text<'_> {
    fn actions(&self) -> impl Iterator<Item = &Action> {
        self.steps.values().flatten()
    }

    fn find_same(&mut self) {
        let mut changes: BTreeMap<VarId, usize> = BTreeMap::new();
        for action in self.actions() {
            match action {
                Action::Assign(var, _) | Action::Havoc(var) => *changes.entry(*var).or_default() += 1,
                Action::Taint(_) => return,
                _ => {}
            }
        }
        let once = |var: &VarId| changes.get(var).is_none_or(|&n| n <= 1);
        let copies = self.actions().filter_map(|action| match action {
            Action::Assign(to, term) => match term.kind() {
                TermKind::Local(from) if once(to) && once(from) && self.graph.var(*to).name.starts_with("old(") => {
                    Some((*to, *from))
                }
                _ => None,
            },
            _ => None,
        });
        self.same = copies.collect();
    }

    /// What claims, conditions and facts speak of, and what these values are made of. A guess alone makes nothing matter.
    fn find_shown(&mut self) {
        let mut shown: BTreeSet<VarId> = BTreeSet::new();
        for action in self.actions() {
            match action {
                Action::Assume(_, Some(at)) if matches!(self.graph.assumptions[*at], Assumption::Guess(_)) => {}
                Action::Assume(term, _) => shown.extend(reads(term)),
                Action::Claim(claim, term) if self.is_told(*claim) => shown.extend(reads(term)),
                _ => {}
            }
        }
        loop {
            let before = shown.len();
            for action in self.actions() {
                match action {
                    Action::Assign(to, term) if shown.contains(to) => shown.extend(reads(term)),
                    _ => {}
                }
            }
            if shown.len() == before {
                break;
            }
        }
        self.shown = shown;
    }

    /// Whether a claim says something here: as the one in question, or by what holds after it.
    fn is_told(&self, claim: usize) -> bool {
        let of = self.graph.claims[claim];
        self.claims.contains(&claim)
            || (matches!(of.of, ClaimFor::Obligation(_)) && !matches!(of.after, After::Nothing))
    }

    fn name(&self, var: VarId) -> String {
        let var = self.same.get(&var).copied().unwrap_or(var);
        let name = &self.graph.var(var).name;
        match name.strip_suffix(" before the loop") {
            Some(name) => format!("({name} before the loop)"),
            // Several values without a name are told apart.
            None if name == "_" => format!("value{}", var.0),
            None => name.clone(),
        }
    }

    fn line(&self, span: Span) -> u32 {
        self.program.line_col(span).line
    }

    /// The steps. A node that only one other leads to, and nowhere else, is told in one with it.
    fn write(&self) -> String {
        let mut into: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for &node in self.steps.keys() {
            for to in self.ways(node) {
                into.entry(to).or_default().push(node);
            }
        }
        let joined = |node: &NodeId| matches!(into.get(node).map(Vec::as_slice), Some([from]) if self.ways(*from).len() == 1 && matches!(self.graph.nodes[from.0 as usize].end, End::Goto(_)));
        let heads: Vec<NodeId> = self.steps.keys().copied().filter(|node| !joined(node)).collect();
        let number = |node: NodeId| heads.iter().position(|head| *head == node).map_or(0, |at| at + 1);
        let mut out = String::new();
        for &head in &heads {
            let _ = writeln!(out, "step {}:", number(head));
            let mut at = head;
            loop {
                self.node(at, &mut out);
                match (&self.graph.nodes[at.0 as usize].end, self.ways(at).as_slice()) {
                    (End::Goto(_), [to]) if joined(to) => at = *to,
                    (End::Goto(_), [to]) => {
                        let _ = writeln!(out, "    go on with step {}", number(*to));
                        break;
                    }
                    (End::Branch(_, yes, no), ways) => {
                        let Some(Action::Assume(cond, _)) = self.steps[&at].last() else { break };
                        let cond = self.term(cond);
                        let _ = match ways {
                            [_, _] => writeln!(
                                out,
                                "    if {cond}, go on with step {}, else with step {}",
                                number(*yes),
                                number(*no)
                            ),
                            [to] if to == yes => {
                                writeln!(
                                    out,
                                    "    known: {cond}, else the claim is not reached\n    go on with step {}",
                                    number(*to)
                                )
                            }
                            [to] => {
                                writeln!(
                                    out,
                                    "    known: not ({cond}), else the claim is not reached\n    go on with step {}",
                                    number(*to)
                                )
                            }
                            _ => Ok(()),
                        };
                        break;
                    }
                    _ => break,
                }
            }
        }
        out
    }

    /// Where a node goes on towards a claim.
    fn ways(&self, node: NodeId) -> Vec<NodeId> {
        let all = successors(&self.graph.nodes[node.0 as usize]);
        all.into_iter().filter(|to| self.steps.contains_key(to)).collect()
    }

    fn node(&self, node: NodeId, out: &mut String) {
        let mut any: Vec<String> = Vec::new();
        let mut said: BTreeSet<String> = BTreeSet::new();
        let branches = matches!(self.graph.nodes[node.0 as usize].end, End::Branch(..));
        let mut actions = &self.steps[&node][..];
        if branches {
            actions = &actions[..actions.len() - 1];
        } else if self.ways(node).is_empty()
            && let Some(last) =
                actions.iter().rposition(|a| matches!(a, Action::Claim(at, _) if self.claims.contains(at)))
        {
            actions = &actions[..=last];
        }
        for action in actions {
            if let Action::Havoc(var) = action {
                if self.shown.contains(var) {
                    any.push(self.name(*var));
                }
                continue;
            }
            flush(&mut any, out);
            if let Some(line) = self.step(action)
                && said.insert(line.clone())
            {
                let _ = writeln!(out, "    {line}");
            }
        }
        flush(&mut any, out);
    }

    fn step(&self, action: &Action) -> Option<String> {
        Some(match action {
            Action::Assign(to, _) if !self.shown.contains(to) || self.same.contains_key(to) => return None,
            Action::Assign(to, term) => format!("{} = {}", self.name(*to), self.term(term)),
            Action::Havoc(_) => return None,
            Action::Assume(term, from) => {
                let why = match from.map(|at| &self.graph.assumptions[at]) {
                    None => String::new(),
                    Some(Assumption::Callee(inst, _)) => {
                        format!("   (by the contract of `{}`)", self.program.func(inst.func).path)
                    }
                    Some(Assumption::Obligations(ids)) => format!("   (by {})", ids.join(" and ")),
                    Some(Assumption::Guess(guess)) => {
                        let told = reads(term).is_subset(&self.shown);
                        if !told || !self.guesses.get(*guess).is_some_and(|holds| *holds) {
                            return None;
                        }
                        "   (found by refine: it holds before the loop and after each iteration)".to_owned()
                    }
                };
                format!("known: {}{why}", self.term(term))
            }
            Action::Claim(claim, term) if self.claims.contains(claim) => format!("CLAIM: {}", self.term(term)),
            Action::Claim(claim, term) => {
                let of = self.graph.claims[*claim];
                let ClaimFor::Obligation(other) = of.of else { return None };
                let obligation = &self.graph.obligations[other];
                let (term, line) = (self.term(term), self.line(obligation.span));
                match of.after {
                    After::Nothing => return None,
                    After::Ends => format!("known: {term}   (otherwise it has already panicked, at line {line})"),
                    After::Given(_) => format!("known: {term}   (claimed by {})", obligation.id),
                }
            }
            Action::Taint(what) => {
                let (what, at) = &self.graph.taints[*what];
                format!("not modelled: {what}, at line {}; nothing is known from here on", self.line(*at))
            }
            Action::Cut(what) => match &self.graph.cuts[*what] {
                Cut::Loop(_, span) => format!("any iteration of the loop at line {}:", self.line(*span)),
                Cut::Call(inst, span) => {
                    format!("`{}` has returned, at line {}", self.program.func(inst.func).path, self.line(*span))
                }
            },
        })
    }

    fn term(&self, term: &Term) -> String {
        let name = |id| self.name(id);
        Printer { program: self.program, name: &name }.term(term)
    }
}

/// Says of all these variables at once that nothing is known of them.
fn flush(any: &mut Vec<String>, out: &mut String) {
    if !any.is_empty() {
        let (verb, its) =
            if any.len() == 1 { ("has any value", "its type") } else { ("have any values", "their types") };
        let _ = writeln!(out, "    {} {verb} of {its}", any.join(", "));
        any.clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::smt::{Budget, Effort, Prover};
    use crate::testing::{inst, program};

    /// The text for the obligation of `f` whose identity ends so.
    fn readable(text: &str, id: &str) -> String {
        let program = program(text);
        let mut prover = Prover::new(&program, &inst(&program, "f"), Budget(2_000_000), 1).unwrap();
        let at = prover.obligations().iter().position(|obligation| obligation.id.ends_with(id)).unwrap();
        prover.prove(at, Effort::Full);
        prover.readable(at)
    }

    #[test]
    fn straight_code_is_one_step() {
        let text = readable(
            "fn f(x: u32, y: u32) -> result: u32 requires x > 0_u32; ensures result <= old(x); {
               let z: u32;
               bb0:
                 assert x != 0_u32 @division/1;
                 z = y / x;
                 assert x != 0_u32 @division/2;
                 result = z % x;
                 assert result <= old(x) @ensures/1;
                 return;
             }",
            "ensures/1",
        );
        let expected = "\
step 1:
    x, y have any values of their types
    known: x > 0
    known: x != 0   (otherwise it has already panicked, at line 4)
    z = y / x
    known: x != 0   (otherwise it has already panicked, at line 6)
    result = z % x
    CLAIM: result <= x
";
        assert_eq!(text, expected);
    }

    #[test]
    fn of_a_loop_only_guesses_that_hold_are_known() {
        let text = readable(
            "fn f(n: u32) -> result: u32 {
               let i: u32;
               loop bb1;
               bb0: i = const 0_u32; goto bb1;
               bb1: if i < n bb2 else bb3;
               bb2: assert i + 1_u32 <= 4294967295_int @overflow/1; i = i + 1_u32; goto bb1;
               bb3: assert i + 1_u32 <= 4294967295_int @overflow/2; result = i + 1_u32; return;
             }",
            "overflow/2",
        );
        assert!(text.contains("any iteration of the loop at line 5:\n"), "{text}");
        assert!(text.contains("known: i <= n   (found by refine"), "{text}");
        assert!(!text.contains("i >= n   (found"), "{text}");
        assert!(text.contains("known: not (i < n), else the claim is not reached"), "{text}");
        assert!(text.trim_end().ends_with("CLAIM: i + 1 <= 4294967295"), "{text}");
    }
}
