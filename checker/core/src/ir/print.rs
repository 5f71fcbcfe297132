//! Bodies as text: stable and readable, for tests and for people.
//!
//! ```text
//! fn half(x: u32) -> u32
//! bb0:
//!   assert y != 0    [half/division/1]
//!   result := x / y
//!   return
//! ```
use std::collections::HashMap;
use std::fmt::Write;

use super::{Body, Stmt, Terminator};
use crate::ids::{BlockId, LocalId, ObligationIx};
use crate::print::Printer;
use crate::program::Program;

/// A body as text.
pub fn body_text(program: &dyn Program, body: &Body) -> String {
    let names = names(body);
    let name = |id: LocalId| names[id.0 as usize].clone();
    let text = BodyText { program, body, names: &names, terms: Printer { program, name: &name } };
    text.body()
}

/// Names of the locals: those of the source, with the local's number where that is not enough.
fn names(body: &Body) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for local in &body.locals {
        *counts.entry(&local.name).or_default() += 1;
    }
    let own = |at: usize, name: &str| match counts[name] {
        1 if name != "_" => name.to_string(),
        _ if name == "_" => format!("_{at}"),
        _ => format!("{name}_{at}"),
    };
    body.locals.iter().enumerate().map(|(at, local)| own(at, &local.name)).collect()
}

struct BodyText<'a> {
    program: &'a dyn Program,
    body: &'a Body,
    names: &'a [String],
    terms: Printer<'a>,
}

impl BodyText<'_> {
    fn body(&self) -> String {
        let mut out = String::new();
        let params: Vec<&str> = self.names[..self.body.params].iter().map(String::as_str).collect();
        let path = &self.program.func(self.body.inst.func).path;
        let _ = writeln!(out, "fn {path}({})", params.join(", "));
        for (at, block) in self.body.blocks.iter().enumerate() {
            let _ = writeln!(out, "bb{at}:{}", self.loop_note(BlockId(at as u32)));
            for stmt in &block.stmts {
                let _ = writeln!(out, "  {}", self.stmt(stmt));
            }
            let _ = writeln!(out, "  {}", self.end(&block.end));
        }
        out
    }

    fn loop_note(&self, block: BlockId) -> String {
        let Some(l) = self.body.loops.iter().find(|l| l.head == block) else { return String::new() };
        let mut out = String::from(" loop");
        for invariant in &l.invariants {
            let _ = write!(out, " invariant {}", self.terms.term(&invariant.clause.term));
        }
        if let Some((clause, _)) = &l.decreases {
            let _ = write!(out, " decreases {}", self.terms.term(&clause.term));
        }
        for hint in &l.hints {
            let _ = write!(out, " hint {}", self.terms.term(hint));
        }
        out
    }

    fn tag(&self, ix: ObligationIx) -> String {
        let id = &self.body.obligations[ix.0 as usize].id;
        let path = &self.program.func(self.body.inst.func).path;
        id.strip_prefix(path.as_str()).map_or(id.as_str(), |rest| rest.trim_start_matches('/')).to_string()
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        let name = |id: &LocalId| &self.names[id.0 as usize];
        match stmt {
            Stmt::Assign { dest, value } => format!("{} := {}", name(dest), self.terms.term(value)),
            Stmt::Assert { cond, obligation } => {
                format!("assert {} [{}]", self.terms.term(cond), self.tag(*obligation))
            }
            Stmt::Assume { cond, .. } => format!("assume {}", self.terms.term(cond)),
            Stmt::Way { way, cond } => format!("way {} {}", way.word(), self.terms.term(cond)),
            Stmt::Havoc { dest, .. } => format!("havoc {}", name(dest)),
            Stmt::Call { callee, args, dest, outs, requires, .. } => {
                let args: Vec<String> = args.iter().map(|arg| self.terms.term(arg)).collect();
                let path = &self.program.func(callee.func).path;
                let mut out = format!("{} := call {path}({})", name(dest), args.join(", "));
                for (at, id) in outs {
                    let _ = write!(out, " out {at} -> {}", name(id));
                }
                for ix in requires {
                    let _ = write!(out, " [{}]", self.tag(*ix));
                }
                out
            }
            Stmt::Unmodelled { what, obligation } => {
                let tag = obligation.map(|ix| format!(" [{}]", self.tag(ix))).unwrap_or_default();
                format!("unmodelled: {}{tag}", self.body.unmodelled[*what].what)
            }
        }
    }

    fn end(&self, end: &Terminator) -> String {
        match end {
            Terminator::Goto(to) => format!("goto bb{}", to.0),
            Terminator::Branch { cond, then, otherwise } => {
                format!("if {} bb{} else bb{}", self.terms.term(cond), then.0, otherwise.0)
            }
            Terminator::Return => "return".into(),
            Terminator::Stop => "stop".into(),
        }
    }
}
