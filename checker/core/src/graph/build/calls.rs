//! What a call becomes: the callee's contract, or its body.
use std::collections::HashMap;
use std::sync::Arc;

use super::met::{claim_is_met, is_met};
use super::{Builder, CalleeClaims, Todo};
use crate::graph::{Action, Assumption, Cut, End, Mode, NodeId, VarId};
use crate::ids::{BlockId, FnId, LocalId, ObligationIx};
use crate::ir::{Body, CallOrigin, Contract, Stmt};
use crate::obligation::{Kind, Obligation, SOME_VALUE};
use crate::planted::{Defect, is_planted};
use crate::program::FnDef;
use crate::span::Span;
use crate::term::{Term, TermKind};
use crate::ty::FnInst;

/// A call whose callee's body is substituted for it.
struct Inlined<'a> {
    body: Arc<Body>,
    args: Vec<VarId>,
    stmt: &'a Stmt,
    /// Whether the callee has a contract of its own.
    contracted: bool,
}

impl Builder<'_> {
    /// A call. Returns the node to go on in, or `None` to go on in this one.
    pub(super) fn call(&mut self, frame: usize, node: NodeId, stmt: &Stmt, rest: &mut Vec<Todo>) -> Option<NodeId> {
        let Stmt::Call { callee, args, requires, span, .. } = stmt else { return None };
        let contract = self.program.contract(callee);
        // The arguments are values at the call, so they are fixed before anything is forgotten.
        let args: Vec<VarId> = args
            .iter()
            .map(|arg| {
                let value = self.term(frame, arg);
                let var = self.var("_arg", value.ty());
                self.push(node, Action::Assign(var, value));
                var
            })
            .collect();
        let (requires, unproved) = requires.split_at(contract.requires.len().min(requires.len()));
        let mut claimed = self.claim_requires(frame, node, &contract, &args, requires);
        if contract.raw_requires().next().is_some() {
            let path = &self.program.func(callee.func).path;
            self.taint(
                frame,
                node,
                format!("a precondition of `{path}` that cannot be translated for the solver"),
                *span,
            );
        }
        // Those without translation, or that a callee of which nothing but the type is known does not panic.
        for obligation in unproved {
            self.body_claim(frame, node, obligation.0 as usize, Term::bool(false));
            claimed.extend(self.identity(frame, *obligation));
        }
        let depth = self.frames[frame].stack.iter().filter(|&known| known == callee).count();
        let unknown = !contract.explicit && !unproved.is_empty();
        let inlined = match self.mode {
            _ if unknown || contract.explicit && self.program.func(callee.func).is_abstract(callee) => None,
            Mode::Prove if contract.explicit => None,
            Mode::Prove if depth > 0 || self.is_deep(&self.frames[frame].stack) => None,
            Mode::Find { .. } if depth as u32 > self.graph.depth => {
                self.end(node, End::Bound);
                return Some(self.node());
            }
            _ => self.program.body(callee),
        };
        if inlined.is_none() {
            self.takes(&args);
        }
        match inlined {
            Some(body) => {
                let call = Inlined { body, args, stmt, contracted: contract.explicit };
                Some(self.inline(frame, node, call, rest))
            }
            None if contract.explicit => {
                self.by_contract(frame, node, Assumption::Callee(callee.clone(), claimed), &contract, &args, stmt);
                None
            }
            // A recursive call of the function under check ends with some values, if it ends; that it does not panic is
            // what the obligations of this very body say, by induction on the depth of the calls.
            None if *callee == self.frames[0].body.inst => {
                let none = Contract::default();
                self.by_contract(frame, node, Assumption::Callee(callee.clone(), claimed), &none, &args, stmt);
                None
            }
            // Where it leads is not known: it may panic, and else gives any value.
            None if unknown => {
                let none = Contract::default();
                self.by_contract(frame, node, Assumption::Callee(callee.clone(), claimed), &none, &args, stmt);
                let runs = self.implementations(callee);
                self.runs_unseen(frame, node, &runs)
            }
            None if self.is_known_by_value(callee) => {
                let none = Contract::default();
                self.by_contract(frame, node, Assumption::Callee(callee.clone(), claimed), &none, &args, stmt);
                None
            }
            None => {
                let path = &self.program.func(callee.func).path;
                let what = if depth > 0 {
                    format!("a recursive call of `{path}`, which has no contract")
                } else if self.program.body(callee).is_some() {
                    format!("a call of `{path}`, which has no contract and is nested too deeply to be substituted here")
                } else {
                    format!("a call of `{path}`, which has neither a contract nor a body to substitute")
                };
                self.taint(frame, node, what, *span);
                self.leave_out(frame, node, stmt)
            }
        }
    }

    /// What a call of a trait's method may run of the crate: all that implements it, of a trait of others all that implements one.
    fn implementations(&self, callee: &FnInst) -> Vec<FnId> {
        let of_others = !self.program.func(callee.func).is_own();
        let implements = |def: &FnDef| match def.implements {
            Some(method) => method == callee.func,
            None => of_others && def.of_trait.is_some(),
        };
        let fns = self.program.fns().iter().enumerate();
        fns.filter(|(_, def)| implements(def)).map(|(at, _)| FnId(at as u32)).collect()
    }

    /// Claims the callee's preconditions. The identities of these claims.
    fn claim_requires(
        &mut self,
        frame: usize,
        node: NodeId,
        contract: &Contract,
        args: &[VarId],
        requires: &[ObligationIx],
    ) -> Vec<String> {
        let mut claimed = Vec::new();
        for (clause, obligation) in contract.requires.iter().zip(requires) {
            let cond = self.over_args(&clause.term, args, &|_| None);
            self.body_claim(frame, node, obligation.0 as usize, cond);
            claimed.extend(self.identity(frame, *obligation));
        }
        claimed
    }

    /// The identity of a claim that a frame's body makes: in this graph, or of the callee's own, where it is its business.
    pub(super) fn claim_id(&self, frame: usize, obligation: ObligationIx) -> String {
        let own = || self.frames[frame].body.obligations[obligation.0 as usize].id.clone();
        self.identity(frame, obligation).unwrap_or_else(own)
    }

    /// The identity of an obligation of a frame's body in this graph. `None` where it is the callee's own business.
    fn identity(&self, frame: usize, obligation: ObligationIx) -> Option<String> {
        let at = *self.frames[frame].obligations.get(obligation.0 as usize)?;
        Some(self.graph.obligations[at].id.clone())
    }

    /// A contract's term at a call: parameters are the arguments, unless `other` knows better.
    fn over_args(&self, term: &Term, args: &[VarId], other: &dyn Fn(&TermKind) -> Option<VarId>) -> Term {
        term.substitute(&|leaf| {
            let var = other(leaf).or_else(|| match leaf {
                TermKind::Local(id) | TermKind::Old(id) => args.get(id.0 as usize).copied(),
                _ => None,
            })?;
            Some(Term::local(var, self.graph.var(var).ty.clone()))
        })
    }

    /// `wp(x = f(e)) = pre(e) ∧ ∀ x', out'. (post(e, x', out') ⇒ …)`. A proof that uses the postcondition rests on the
    /// contract and on the claims of the preconditions here: a contract promises nothing where they fail.
    fn by_contract(
        &mut self,
        frame: usize,
        node: NodeId,
        assumption: Assumption,
        contract: &Contract,
        args: &[VarId],
        stmt: &Stmt,
    ) {
        let Stmt::Call { callee, dest, outs, span, .. } = stmt else { return };
        let of = |id: LocalId| self.frames[frame].vars[id.0 as usize];
        let dest = of(*dest);
        let outs: Vec<(usize, VarId)> = outs.iter().map(|(at, id)| (*at, of(*id))).collect();
        for var in outs.iter().map(|(_, var)| *var).chain([dest]) {
            let of = outs.iter().find(|(_, out)| *out == var).filter(|_| is_planted(Defect::ContractKeepsReferences));
            if let Some((at, _)) = of {
                let before = Term::local(args[*at], self.graph.var(args[*at]).ty.clone());
                self.push(node, Action::Assign(var, before));
                continue;
            }
            self.push(node, Action::Havoc(var));
        }
        self.cut(node, Cut::Call(callee.clone(), *span));
        let assumption = self.assumption(assumption);
        for clause in &contract.ensures {
            let cond = self.over_args(&clause.term, args, &|leaf| match leaf {
                TermKind::Local(id) if id.0 as usize == args.len() => Some(dest),
                TermKind::Local(id) => outs.iter().find(|(at, _)| *at == id.0 as usize).map(|(_, var)| *var),
                _ => None,
            });
            let named = Some(assumption).filter(|_| !is_planted(Defect::ContractNotNamed));
            self.push(node, Action::Assume(cond, named));
        }
    }

    /// Whether all that there is to know of a call is what the `#[pure]` function returns, which the front end has as a fact behind the call:
    /// neither it nor what it calls claims anything, and so none of it panics.
    fn is_known_by_value(&self, callee: &FnInst) -> bool {
        let def = self.program.func(callee.func);
        let (mut todo, mut seen) = (vec![callee.clone()], Vec::new());
        while let Some(inst) = todo.pop() {
            if seen.contains(&inst) {
                continue;
            }
            let claims_nothing = |body: &Arc<Body>| body.obligations.is_empty() && body.unmodelled.is_empty();
            let Some(body) = self.program.body(&inst).filter(claims_nothing) else { return false };
            let called = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match stmt {
                Stmt::Call { callee, .. } => Some(callee.clone()),
                _ => None,
            });
            todo.extend(called);
            seen.push(inst);
        }
        def.pure && def.is_own() && !def.is_abstract(callee) && self.program.pure_def(callee).is_some()
    }

    /// Substitutes the callee's body for the call.
    fn inline(&mut self, frame: usize, node: NodeId, call: Inlined<'_>, rest: &mut Vec<Todo>) -> NodeId {
        let Inlined { body, args, stmt, contracted } = call;
        let Stmt::Call { dest, outs, span, origin, .. } = stmt else { unreachable!("only calls are inlined") };
        let back = self.node();
        let mut stack = self.frames[frame].stack.clone();
        stack.push(body.inst.clone());
        let mut through = self.frames[frame].through.clone();
        through.push(*span);
        self.graph.looks_behind_contracts |= contracted;
        let claims = if contracted { CalleeClaims::Assume } else { self.frames[frame].claims };
        let called = self.called(frame, &body.inst, origin);
        let inner = self.frame(body.clone(), Some(back), stack, through, claims);
        self.frames[inner].called = called;
        self.frames[inner].always_called = self.calls_always(frame, stmt);
        if claims == CalleeClaims::Keep {
            self.frames[inner].obligations =
                (0..body.obligations.len()).map(|at| self.inlined_obligation(inner, &body, at)).collect();
        }
        for (at, arg) in args.iter().enumerate() {
            let value = Term::local(*arg, self.graph.var(*arg).ty.clone());
            self.push(node, Action::Assign(self.frames[inner].vars[at], value));
        }
        self.remember_entry(inner, node);
        let start = self.node();
        self.end(node, End::Goto(start));
        rest.push(Todo { frame: inner, block: BlockId(0), turns: Vec::new(), from: usize::MAX, node: start });
        let result = self.frames[inner].vars[body.params];
        let returned: Vec<(VarId, LocalId)> =
            outs.iter().map(|(at, out)| (self.frames[inner].vars[*at], *out)).chain([(result, *dest)]).collect();
        for (from, to) in returned {
            let value = Term::local(from, self.graph.var(from).ty.clone());
            self.push(back, Action::Assign(self.frames[frame].vars[to.0 as usize], value));
        }
        back
    }

    /// Whether control that gets past a place of the user's text has come by a call: it stands there, or the function of the standard library
    /// that is called there makes it on all ways.
    pub(super) fn calls_always(&self, frame: usize, call: &Stmt) -> bool {
        let caller = &self.frames[frame];
        let is_users = !self.program.func(caller.body.inst.func).std;
        is_users || caller.always_called && is_met(&caller.body, &|known| known == call)
    }

    /// How a call looks to the callee: chains of calls inside the standard library are seen from the user's call.
    pub(super) fn called(&self, frame: usize, callee: &FnInst, origin: &CallOrigin) -> CallOrigin {
        let caller = &self.frames[frame];
        let caller_def = self.program.func(caller.body.inst.func);
        let inside = caller_def.std;
        let at = if inside || caller_def.track_caller { caller.called.at } else { origin.at };
        let args = origin.args.iter().map(|text| if inside { self.over_call(frame, text) } else { text.clone() });
        let template = if inside { caller.called.template } else { origin.template };
        CallOrigin { at: at.filter(|_| self.program.func(callee.func).track_caller), template, args: args.collect() }
    }

    /// A text of a function of the standard library, with each `{parameter}` replaced by the argument; `{parameter.len()}` is about
    /// it too.
    fn over_call(&self, frame: usize, text: &str) -> String {
        filled_in(text, &|name, more| Some(self.argument(frame, name)? + more))
    }

    /// What is claimed inside the standard library, in the words of the user's call, if it speaks of parameters alone.
    fn claim_over_call(&self, frame: usize, of: &Obligation) -> String {
        let filled = self.over_call(frame, &of.claim);
        let is_of_its_text = matches!(of.kind, Kind::Overflow | Kind::Division | Kind::Index | Kind::Requires);
        if filled != of.claim || !is_of_its_text {
            return filled;
        }
        in_other_words(&filled, &|name| self.argument(frame, name)).unwrap_or(filled)
    }

    /// The same of a panic's message, where what is no parameter is a value that the user's text has no name for.
    fn message_over_call(&self, frame: usize, text: &str) -> String {
        filled_in(text, &|name, more| {
            Some(self.argument(frame, name).map_or_else(|| SOME_VALUE.to_owned(), |arg| arg + more))
        })
    }

    /// The argument that a call has for a parameter, as text.
    fn argument(&self, frame: usize, name: &str) -> Option<String> {
        let frame = &self.frames[frame];
        let params = &self.program.func(frame.body.inst.func).params;
        let at = params.iter().position(|param| param.name == name)?;
        frame.called.args.get(at).cloned()
    }

    /// A place in an activation's body as the user sees it: inside the standard library, that is the call that leads
    /// there from the user's own text.
    pub(super) fn in_users_text(&self, frame: usize, span: Span) -> Span {
        let frame = &self.frames[frame];
        if !self.program.func(frame.body.inst.func).std {
            return span;
        }
        let calls = frame.through.iter().zip(&frame.stack).rev();
        let from_outside = calls.into_iter().find(|(_, caller)| !self.program.func(caller.func).std);
        from_outside.map(|(call, _)| call).or(frame.through.first()).map_or(span, |call| *call)
    }

    /// The user's function that an activation is of, or that led into the standard library, if it is not the one under check.
    pub(super) fn home(&self, frame: usize) -> Option<FnId> {
        let stack = self.frames[frame].stack.iter().skip(1);
        stack.rev().find(|inst| !self.program.func(inst.func).std).map(|inst| inst.func)
    }

    fn is_always_met(&mut self, body: &Arc<Body>, claim: usize) -> bool {
        let (_, known) = self.met.entry(Arc::as_ptr(body)).or_insert_with(|| (Arc::clone(body), HashMap::new()));
        *known.entry(claim).or_insert_with(|| claim_is_met(body, claim))
    }

    /// The obligation of the function under check that an inlined callee's gives rise to. All sites of one callee in
    /// one function share it, except for those whose panics show at their call: the standard library's, and
    /// `#[track_caller]` ones.
    pub(super) fn inlined_obligation(&mut self, frame: usize, body: &Arc<Body>, at: usize) -> usize {
        let of = &body.obligations[at];
        let top = self.program.func(self.frames[0].body.inst.func).path.clone();
        let callee = self.program.func(body.inst.func);
        let through = self.frames[frame].through.clone();
        let short = of.id.strip_prefix(callee.path.as_str()).unwrap_or(&of.id).trim_start_matches('/').to_owned();
        let mut id = format!("{top}/{}/{short}", callee.path);
        let mut obligation = Obligation { through, home: self.home(frame), ..of.clone() };
        let mut site = None;
        if callee.std {
            let user = self.in_users_text(frame, of.span);
            obligation.span = user;
            obligation.template = self.frames[frame].called.template;
            obligation.panics_at = self.frames[frame].called.at;
            obligation.always_met = self.frames[frame].always_called && self.is_always_met(body, at);
            obligation.claim = self.claim_over_call(frame, of);
            obligation.message = self.message_over_call(frame, &obligation.message);
            obligation.words = filled_in(&obligation.words, &|_, _| Some(SOME_VALUE.to_owned()));
            let sites = self.by_site.get(&id).map(Vec::as_slice).unwrap_or_default();
            // (Functions that one macro makes have the same place.)
            let place = |of: &Obligation| (of.span, of.template, of.home);
            let is_same = |at: &&usize| place(&self.graph.obligations[**at]) == place(&obligation);
            if let Some(&at) = sites.iter().find(is_same) {
                self.graph.obligations[at].always_met &= obligation.always_met;
                return at;
            }
            site = Some(sites.len() + 1);
        } else if callee.track_caller {
            obligation.panics_at = self.frames[frame].called.at;
            let sites = self.by_site.get(&id).map(Vec::as_slice).unwrap_or_default();
            let is_same = |at: &&usize| self.graph.obligations[**at].panics_at == obligation.panics_at;
            if let Some(&at) = sites.iter().find(is_same) {
                return at;
            }
            site = Some(sites.len() + 1);
        }
        if let Some(site) = site {
            self.by_site.entry(id.clone()).or_default().push(self.graph.obligations.len());
            id = format!("{id}@{site}");
        } else if let Some(&at) = self.by_id.get(&id) {
            return at;
        }
        obligation.id = id.clone();
        self.graph.obligations.push(obligation);
        self.by_id.insert(id, self.graph.obligations.len() - 1);
        self.graph.obligations.len() - 1
    }
}

/// A text with its `{name}` and `{name.more}` filled in, as far as `fill` knows what by.
fn filled_in(text: &str, fill: &dyn Fn(&str, &str) -> Option<String>) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let inside = &rest[1..];
        let length = inside.find(|c: char| !(c.is_ascii_alphanumeric() || "_.()".contains(c))).unwrap_or(inside.len());
        let (name, more) = inside[..length].split_at(inside[..length].find('.').unwrap_or(length));
        let closed = inside[length..].starts_with('}') && !name.is_empty();
        let (text, end) = match closed.then(|| fill(name, more)).flatten() {
            Some(text) => (text, length + 2),
            None => ("{".to_owned(), 1),
        };
        out.push_str(&text);
        rest = &rest[end..];
    }
    out + rest
}

/// A condition with each of its variables replaced, if that is possible for all. References to numbers compare as these do, so nothing is
/// lost with the stars in front of them.
fn in_other_words(condition: &str, replace: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::new(), condition);
    while let Some(start) = rest.find(is_part) {
        let (before, word) = rest.split_at(start);
        let (word, after) = word.split_at(word.find(|c| !is_part(c)).unwrap_or(word.len()));
        // Numbers, fields, methods, and paths like `u8::MAX`.
        let is_fixed = word.starts_with(|c: char| c.is_ascii_digit())
            || before.ends_with(['.', ':'])
            || after.starts_with("::")
            || before == " " && out.ends_with(" as")
            || ["as", "true", "false"].contains(&word);
        rest = after;
        if is_fixed {
            out.push_str(before);
            out.push_str(word);
            continue;
        }
        let text = replace(word)?;
        // (A star that multiplies has a space behind it.)
        out.push_str(before.trim_end_matches('*'));
        let is_whole = out.is_empty() && after.is_empty();
        match has_operator(&text) && !is_whole {
            true => out.push_str(&format!("({text})")),
            false => out.push_str(&text),
        }
    }
    Some(out + rest)
}

/// Whether an expression as it is written has a space outside of all parentheses.
fn has_operator(text: &str) -> bool {
    let mut depth = 0;
    text.chars().any(|c| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        c == ' ' && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::{filled_in, in_other_words};

    #[test]
    fn claims_of_the_library_are_told_in_the_words_of_the_call() {
        let replace = |name: &str| match name {
            "self" => Some("total".to_owned()),
            "other" => Some("xs[i + 1]".to_owned()),
            "by" => Some("a + b".to_owned()),
            _ => None,
        };
        let told = |claim: &str| in_other_words(claim, &replace);
        assert_eq!(told("*self + *other <= u8::MAX").as_deref(), Some("total + xs[i + 1] <= u8::MAX"));
        assert_eq!(told("i8::MIN <= *self * other").as_deref(), Some("i8::MIN <= total * xs[i + 1]"));
        assert_eq!(told("self.len() > 0").as_deref(), Some("total.len() > 0"));
        assert_eq!(told("*by as i32 != 0").as_deref(), Some("(a + b) as i32 != 0"));
        assert_eq!(told("at < self.len()"), None);
    }

    #[test]
    fn names_are_filled_in_and_braces_of_code_stay() {
        let fill = |name: &str, more: &str| (name == "self").then(|| format!("xs{more}"));
        assert_eq!(filled_in("{self.len()} of {self}, {lo}, { self }", &fill), "xs.len() of xs, {lo}, { self }");
        assert_eq!(filled_in("{", &fill), "{");
        assert_eq!(filled_in("{self", &fill), "{self");
        assert_eq!(filled_in("{}", &fill), "{}");
    }
}
