//! How much of a crate is in the model, and what keeps the rest out: which construct or library function to describe next.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use hir_def::expr_store::{Body as HirBody, BodySourceMap, ExpressionStoreDiagnostics};
use hir_def::hir::ExprOrPatId;
use hir_def::signatures::TraitSignature;
use hir_def::{DefWithBodyId, FunctionId, HasModule};
use hir_ty::solver_errors::SolverDiagnosticKind;
use hir_ty::{InferenceDiagnostic, InferenceResult};
use refine_core::ids::FnId;
use refine_core::mir::{Body, Stmt};
use refine_core::ty::FnInst;
use serde::{Deserialize, Serialize};

use crate::context::{Callable, Context};
use crate::guard::guard;
use crate::lower::doubt::{executed, is_of_lifetimes, of_two_types};

/// How many of the things that block are shown.
const LISTED: usize = 20;

/// How much of an expression is shown, in characters.
const SHOWN: usize = 60;

/// More instances than this behind one function are not looked into.
const INSTANCES: usize = 2_000;

/// How much of one function is in the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// The function.
    pub func: FnId,
    /// Why not every expression in it has a known type, if so.
    pub untyped: Option<String>,
    /// What is outside the model in it, and in what is substituted at its calls: the standard library, closures, derived methods.
    pub outside: BTreeSet<String>,
    /// Whether something there is known only in part: by a contract of the standard library, by its type alone (a method of a type
    /// parameter, a function pointer), or as any value of its type.
    pub in_part: bool,
}

impl Coverage {
    /// Whether nothing is outside the model.
    pub fn is_modelled(&self) -> bool {
        self.untyped.is_none() && self.outside.is_empty()
    }
}

/// How much of a crate is in the model.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    /// Functions with a body.
    pub bodies: usize,
    /// Those of which each expression has a known type.
    pub typed: usize,
    /// Those with obligations.
    pub with_obligations: usize,
    /// Those with obligations in which, and in all that is substituted at their calls, nothing is outside the model.
    pub modelled: usize,
    /// How many of these lean on what is known only in part: by a contract, or by its type.
    pub modelled_in_part: usize,
    /// What most of the others have that is outside the model.
    pub blockers: Vec<Blocker>,
}

/// Something outside the model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blocker {
    /// A construct, or a library function.
    pub what: String,
    /// What it does to the functions that it is in.
    pub effect: Effect,
    /// In how many functions it is.
    pub functions: usize,
    /// In how many of them nothing else is.
    pub alone: usize,
}

/// What something outside the model does to a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Types in it are not known, so nothing in it is modelled.
    Untyped,
    /// It is not modelled where it stands.
    Unmodelled,
}

impl Stats {
    /// Sums up what is known of functions, each with whether it has obligations.
    pub fn of<'a>(functions: impl Iterator<Item = (&'a Coverage, bool)>) -> Stats {
        let mut stats = Stats::default();
        let mut blockers: BTreeMap<(Effect, &str), (usize, usize)> = BTreeMap::new();
        for (coverage, has_obligations) in functions {
            stats.bodies += 1;
            stats.typed += usize::from(coverage.untyped.is_none());
            stats.with_obligations += usize::from(has_obligations);
            stats.modelled += usize::from(has_obligations && coverage.is_modelled());
            stats.modelled_in_part += usize::from(has_obligations && coverage.is_modelled() && coverage.in_part);
            let untyped = coverage.untyped.iter().map(|what| (Effect::Untyped, what));
            // What keeps a function without obligations out of the model costs no proof.
            let outside = coverage.outside.iter().filter(|_| has_obligations).map(|what| (Effect::Unmodelled, what));
            for (effect, what) in untyped.chain(outside) {
                let (functions, alone) = blockers.entry((effect, what)).or_default();
                *functions += 1;
                *alone += usize::from(coverage.outside.len() <= 1);
            }
        }
        let blockers = blockers.into_iter().map(|((effect, what), (functions, alone))| {
            let what = what.to_owned();
            Blocker { what, effect, functions, alone }
        });
        stats.blockers = blockers.collect();
        stats.blockers.sort_by_key(|blocker| std::cmp::Reverse((blocker.functions, blocker.alone)));
        stats
    }
}

/// A part of a whole in percent; all of nothing is all.
fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(100)
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { bodies, typed, with_obligations, modelled, modelled_in_part, .. } = self;
        writeln!(
            f,
            "{typed} of {bodies} bodies have a known type for every expression ({} %)",
            percent(*typed, *bodies)
        )?;
        let share = percent(*modelled, *with_obligations);
        write!(f, "{modelled} of {with_obligations} functions with obligations are wholly modelled ({share} %)")?;
        if *modelled_in_part > 0 {
            write!(
                f,
                "; {modelled_in_part} of these depend on something that is known only by a contract or by its type"
            )?;
        }
        for Blocker { what, effect, functions, alone } in self.blockers.iter().take(LISTED) {
            let effect = match effect {
                Effect::Untyped => "untyped",
                Effect::Unmodelled => "not modelled",
            };
            let alone = if *alone > 0 { format!(" (the only blocker in {alone})") } else { String::new() };
            write!(f, "\n{functions:>6}  {effect}: {what}{alone}")?;
        }
        Ok(())
    }
}

/// How much of each function of the crate under check is in the model. `bodies` are those of all that its functions reach.
pub fn coverage(cx: &Context<'_>, bodies: &HashMap<FnInst, Body>) -> Vec<Coverage> {
    let mut counter = Counter { cx, bodies, own: HashMap::new() };
    let insts = cx.items.fns.iter().map(|item| (item.id, cx.identity(item.id)));
    insts
        .filter_map(|(id, inst)| {
            let body = bodies.get(&inst)?;
            let untyped = untyped(cx, id);
            let (outside, in_part) = if untyped.is_some() { (BTreeSet::new(), false) } else { counter.behind(body) };
            Some(Coverage { func: inst.func, untyped, outside, in_part })
        })
        .collect()
}

/// What is in an instance itself.
#[derive(Clone, Default)]
struct Own {
    whats: BTreeSet<String>,
    calls: Vec<FnInst>,
    in_part: bool,
}

struct Counter<'a, 'db> {
    cx: &'a Context<'db>,
    bodies: &'a HashMap<FnInst, Body>,
    own: HashMap<FnInst, Own>,
}

impl Counter<'_, '_> {
    /// What is outside the model in a body, and in what it calls that is not the crate's own function; and whether something is known in
    /// part.
    fn behind(&mut self, body: &Body) -> (BTreeSet<String>, bool) {
        let Own { mut whats, calls: mut todo, mut in_part } = self.look(body);
        let mut seen: HashSet<FnInst> = HashSet::new();
        while let Some(inst) = todo.pop() {
            if seen.len() > INSTANCES || !seen.insert(inst.clone()) || !self.is_looked_into(&inst) {
                continue;
            }
            let own = match self.own.get(&inst) {
                Some(own) => own.clone(),
                None => {
                    let own = self.bodies.get(&inst).map(|body| self.look(body)).unwrap_or_default();
                    self.own.insert(inst, own.clone());
                    own
                }
            };
            whats.extend(own.whats);
            todo.extend(own.calls);
            in_part |= own.in_part;
        }
        (whats, in_part)
    }

    /// Whether something stands for no function that is counted itself.
    fn is_looked_into(&self, inst: &FnInst) -> bool {
        match self.cx.callable(inst.func) {
            Callable::Function(id) => id.krate(self.cx.db) != self.cx.krate,
            Callable::Closure(_)
            | Callable::Derived(..)
            | Callable::Glue
            | Callable::Constant(_)
            | Callable::InType(..) => true,
        }
    }

    fn look(&self, body: &Body) -> Own {
        let mut own = Own::default();
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match stmt {
                Stmt::Unmodelled { what, .. } => {
                    own.whats.insert(construct(&body.unmodelled[*what].what));
                }
                Stmt::Call { callee, requires, .. } => {
                    let explicit = crate::clause::contract(self.cx, callee).explicit;
                    own.in_part |= explicit && self.cx.fn_def(callee.func).std || !explicit && !requires.is_empty();
                    own.calls.push(callee.clone());
                }
                Stmt::Havoc { .. } => own.in_part = true,
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
                Some(format!("the macro `{name}!`"))
            }
            _ => None,
        });
        let is_mismatch = |it: &InferenceDiagnostic| matches!(it, InferenceDiagnostic::TypeMismatch { .. });
        let real = || infer.diagnostics().iter().find(|it| !is_of_lifetimes(it) && !is_mismatch(it));
        let complaint = || real().map(|diagnostic| complaint(cx, diagnostic, map));
        let mismatch = || {
            infer.diagnostics().iter().find_map(|it| match it {
                InferenceDiagnostic::TypeMismatch { expected, found, .. } => {
                    let spelled = |ty| cx.types.spelled(ty);
                    Some(format!("`{}` where `{}` is expected", spelled(found.as_ref()), spelled(expected.as_ref())))
                }
                _ => None,
            })
        };
        let unknown = || {
            let e =
                executed(body, body.root_expr()).into_iter().find(|e| infer.expr_ty(*e).references_non_lt_error())?;
            let what = text_of(cx, map, &ExprOrPatId::ExprId(e));
            Some(format!("`{}`", what.chars().take(SHOWN).collect::<String>()))
        };
        let alternatives = || {
            of_two_types(body, body.pats().map(|(pat, _)| pat), |pat| cx.types.spelled(infer.pat_ty(pat)))?;
            Some("untyped: a name of two types in the alternatives of a pattern".to_owned())
        };
        missing.or_else(complaint).or_else(mismatch).or_else(alternatives).or_else(unknown)
    });
    found.unwrap_or_else(|| Some("rust-analyzer panics".to_owned()))
}

/// What rust-analyzer complains of, with the name that it does not find.
fn complaint<'db>(cx: &Context<'db>, diagnostic: &'db InferenceDiagnostic, map: &BodySourceMap) -> String {
    match diagnostic {
        InferenceDiagnostic::UnresolvedMethodCall { receiver, name, .. } => {
            format!("the method `{}` of `{}`", name.as_str(), cx.types.spelled(receiver.as_ref()))
        }
        InferenceDiagnostic::UnresolvedField { receiver, name, .. } => {
            format!("the field `{}` of `{}`", name.as_str(), cx.types.spelled(receiver.as_ref()))
        }
        InferenceDiagnostic::UnresolvedAssocItem { id } | InferenceDiagnostic::UnresolvedIdent { id } => {
            format!("the name `{}`", text_of(cx, map, &id.unpack()))
        }
        InferenceDiagnostic::PathDiagnostic { node, .. } => {
            format!("the path `{}`", text_of(cx, map, &node.unpack()))
        }
        InferenceDiagnostic::TyDiagnostic { .. } => "the name of a type".to_owned(),
        InferenceDiagnostic::SolverDiagnostic(unsolved) => {
            let SolverDiagnosticKind::TraitUnimplemented { trait_predicate, .. } = &unsolved.kind;
            let bound = trait_predicate.get(cx.types.interner()).trait_ref;
            let name = TraitSignature::of(cx.db, bound.def_id.0).name.as_str();
            format!("the trait `{name}` of `{}`", cx.types.spelled(bound.self_ty()))
        }
        other => {
            let kind = format!("{other:?}");
            kind.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
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
