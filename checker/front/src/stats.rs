//! How much of a crate is in the model, and what keeps the rest out: which construct or library function to describe next.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use hir_def::expr_store::{Body as HirBody, BodySourceMap, ExpressionStoreDiagnostics};
use hir_def::hir::ExprOrPatId;
use hir_def::{DefWithBodyId, FunctionId, HasModule};
use hir_ty::{InferenceDiagnostic, InferenceResult};
use refine_core::mir::{Body, Stmt};
use refine_core::program::FnInst;

use crate::context::{Callable, Context, Options};
use crate::database::{Database, Files, Input, Origin};
use crate::guard::guard;
use crate::items::Items;
use crate::lower;
use crate::lower::doubt::{executed, is_of_lifetimes, of_two_types};
use crate::spans::Spans;
use crate::types::Types;

/// How many of the things that block are listed.
const LISTED: usize = 20;

/// How much of an expression is shown, in characters.
const SHOWN: usize = 60;

/// More instances than this behind one function are not looked into.
const INSTANCES: usize = 2_000;

/// What a crate's functions are to the front end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Functions with a body.
    pub bodies: usize,
    /// Those of which each expression has a known type.
    pub typed: usize,
    /// Those in which, and in all of the standard library that they call, nothing is outside the model.
    pub modelled: usize,
    /// What most of the others have that is outside the model.
    pub blockers: Vec<Blocker>,
}

/// Something outside the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocker {
    /// A construct, or a library function.
    pub what: String,
    /// In how many functions it is.
    pub bodies: usize,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize| (part * 100).checked_div(self.bodies).unwrap_or(100);
        writeln!(f, "{} functions", self.bodies)?;
        writeln!(f, "{:>4} ({} %) typed to the last expression", self.typed, share(self.typed))?;
        writeln!(f, "{:>4} ({} %) wholly modelled", self.modelled, share(self.modelled))?;
        for blocker in &self.blockers {
            writeln!(f, "{:>6}  {}", blocker.bodies, blocker.what)?;
        }
        Ok(())
    }
}

/// Loads the crates, as [`load`](crate::load) does, and looks at the one under check.
pub fn of_input(input: &Input, files: &dyn Files, options: &Options) -> Stats {
    let db = Database::load(input, files);
    let Some(&krate) = db.local().first() else { return Stats::default() };
    db.attach(|| {
        let (types, spans) = (Types::new(&db, krate), Spans::new(&db, krate));
        let items = Items::collect(&types, &spans);
        stats(&Context::new(&items, &types, &spans, options.clone()))
    })
}

/// Looks at all functions of the crate under check.
pub fn stats(cx: &Context<'_>) -> Stats {
    let mut counter = Counter { cx, own: HashMap::new() };
    let mut stats = Stats::default();
    let mut blockers: BTreeMap<String, usize> = BTreeMap::new();
    for item in &cx.items.fns {
        let inst = cx.identity(item.id);
        let Some(body) = lower::body(cx, &inst) else { continue };
        stats.bodies += 1;
        let reasons = match untyped(cx, item.id) {
            Some(reason) => BTreeSet::from([reason]),
            None => {
                stats.typed += 1;
                counter.behind(&body)
            }
        };
        stats.modelled += usize::from(reasons.is_empty());
        for what in reasons {
            *blockers.entry(what).or_default() += 1;
        }
    }
    let mut all: Vec<Blocker> = blockers.into_iter().map(|(what, bodies)| Blocker { what, bodies }).collect();
    all.sort_by_key(|blocker| std::cmp::Reverse(blocker.bodies));
    all.truncate(LISTED);
    stats.blockers = all;
    stats
}

/// What is in an instance itself.
#[derive(Clone, Default)]
struct Own {
    whats: BTreeSet<String>,
    calls: Vec<FnInst>,
}

struct Counter<'a, 'db> {
    cx: &'a Context<'db>,
    own: HashMap<FnInst, Own>,
}

impl Counter<'_, '_> {
    /// What is outside the model in a body, and in what it calls that is not the crate's own function.
    fn behind(&mut self, body: &Body) -> BTreeSet<String> {
        let Own { mut whats, calls: mut todo } = self.look(body);
        let mut seen: HashSet<FnInst> = HashSet::new();
        while let Some(inst) = todo.pop() {
            if seen.len() > INSTANCES || !seen.insert(inst.clone()) || !self.is_looked_into(&inst) {
                continue;
            }
            let own = match self.own.get(&inst) {
                Some(own) => own.clone(),
                None => {
                    let own = lower::body(self.cx, &inst).map(|body| self.look(&body)).unwrap_or_default();
                    self.own.insert(inst, own.clone());
                    own
                }
            };
            whats.extend(own.whats);
            todo.extend(own.calls);
        }
        whats
    }

    /// Whether something stands for no function that is counted itself.
    fn is_looked_into(&self, inst: &FnInst) -> bool {
        match self.cx.callable(inst.func) {
            Callable::Function(id) => self.cx.db.origin(id.krate(self.cx.db)) != Origin::Local,
            Callable::Closure(_) | Callable::Derived(..) | Callable::Glue => true,
        }
    }

    fn look(&self, body: &Body) -> Own {
        let mut own = Own::default();
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match stmt {
                Stmt::Unmodelled { what, .. } => {
                    own.whats.insert(construct(&body.unmodelled[*what].what));
                }
                Stmt::Call { callee, .. } => own.calls.push(callee.clone()),
                Stmt::Drop { glue, .. } => own.calls.extend(glue.iter().map(|(_, inst)| inst.clone())),
                _ => {}
            }
        }
        own
    }
}

/// The construct in a message: what is the user's own is left out of it.
fn construct(what: &str) -> String {
    match what {
        _ if what.starts_with("the constant `") => match what.split_once("` (") {
            Some((_, reason)) => format!("a constant ({reason}"),
            None => "a constant".to_owned(),
        },
        _ => what.to_owned(),
    }
}

/// Why not every expression of a function has a known type, if so: the first thing that rust-analyzer did not find, or what it
/// could not tell the type of.
pub(crate) fn untyped(cx: &Context<'_>, id: FunctionId) -> Option<String> {
    let found = guard(|| {
        let owner = DefWithBodyId::from(id);
        let (body, map) = HirBody::with_source_map(cx.db, owner);
        let infer = InferenceResult::of(cx.db, owner);
        let missing = map.diagnostics().iter().find_map(|diagnostic| match diagnostic {
            ExpressionStoreDiagnostics::UnresolvedMacroCall { path, .. } => {
                let name = path.segments().last().map_or("?", |name| name.as_str()).to_owned();
                Some(format!("untyped: the macro `{name}!`"))
            }
            _ => None,
        });
        let real = || infer.diagnostics().iter().find(|it| !is_of_lifetimes(it));
        let complaint = || real().map(|diagnostic| complaint(cx, diagnostic, map));
        let mismatch = || {
            infer.type_mismatches().next().map(|(_, it)| {
                let spelled = |ty| cx.types.spelled(ty);
                format!("untyped: `{}` where `{}` is due", spelled(it.actual.as_ref()), spelled(it.expected.as_ref()))
            })
        };
        let unknown = || {
            let e = executed(body).into_iter().find(|e| infer.expr_ty(*e).references_non_lt_error())?;
            let what = text_of(cx, map, &ExprOrPatId::ExprId(e));
            Some(format!("untyped: `{}`", what.chars().take(SHOWN).collect::<String>()))
        };
        let alternatives = || {
            of_two_types(body, |pat| cx.types.spelled(infer.pat_ty(pat)))?;
            Some("untyped: a name of two types in the alternatives of a pattern".to_owned())
        };
        missing.or_else(complaint).or_else(mismatch).or_else(alternatives).or_else(unknown)
    });
    found.unwrap_or_else(|| Some("untyped: rust-analyzer panics".to_owned()))
}

/// What rust-analyzer complains of, with the name that it does not find.
fn complaint(cx: &Context<'_>, diagnostic: &InferenceDiagnostic, map: &BodySourceMap) -> String {
    match diagnostic {
        InferenceDiagnostic::UnresolvedMethodCall { receiver, name, .. } => {
            format!("untyped: the method `{}` of `{}`", name.as_str(), cx.types.spelled(receiver.as_ref()))
        }
        InferenceDiagnostic::UnresolvedField { receiver, name, .. } => {
            format!("untyped: the field `{}` of `{}`", name.as_str(), cx.types.spelled(receiver.as_ref()))
        }
        InferenceDiagnostic::UnresolvedAssocItem { id } | InferenceDiagnostic::UnresolvedIdent { id } => {
            format!("untyped: the name `{}`", text_of(cx, map, id))
        }
        InferenceDiagnostic::PathDiagnostic { node, .. } => {
            format!("untyped: the path `{}`", text_of(cx, map, node))
        }
        InferenceDiagnostic::TyDiagnostic { .. } => "untyped: the name of a type".to_owned(),
        other => {
            let kind = format!("{other:?}");
            format!("untyped: {}", kind.split([' ', '(', '{']).next().unwrap_or_default())
        }
    }
}

/// The source text of an expression or pattern, on one line.
fn text_of(cx: &Context<'_>, map: &BodySourceMap, at: &ExprOrPatId) -> String {
    let range = match at {
        ExprOrPatId::ExprId(e) => map.expr_syntax(*e).ok().map(|at| at.map(|ptr| ptr.text_range())),
        ExprOrPatId::PatId(pat) => map.pat_syntax(*pat).ok().map(|at| at.map(|ptr| ptr.text_range())),
    };
    let text = range.map(|range| cx.spans.text(cx.span_of(range)).to_owned());
    text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
