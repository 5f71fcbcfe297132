//! Small functions and their MIR as text.
use std::collections::HashSet;
use std::sync::Arc;

use refine_core::ir;
use refine_core::mir::{Body, Stmt, body_text};
use refine_core::program::{AdtDef, FnDef, FnInst, ModuleDef, ProbePoint, Program, PureDef};
use refine_core::span::{Sources, Span};
use refine_core::term::Term;
use refine_core::ty::AdtId;

use crate::context::{Callable, Context};
use crate::testing;

mod sample;

/// What the printer asks of a program.
struct Names {
    adts: Vec<AdtDef>,
    fns: Vec<FnDef>,
    modules: Vec<ModuleDef>,
    sources: Sources,
}

impl Program for Names {
    fn sources(&self) -> &Sources {
        &self.sources
    }
    fn modules(&self) -> &[ModuleDef] {
        &self.modules
    }
    fn adt(&self, id: AdtId) -> &AdtDef {
        &self.adts[id.0 as usize]
    }
    fn fns(&self) -> &[FnDef] {
        &self.fns
    }
    fn contract(&self, _: &FnInst) -> Arc<ir::Contract> {
        Arc::default()
    }
    fn body(&self, _: &FnInst) -> Option<Arc<ir::Body>> {
        None
    }
    fn pure_def(&self, _: &FnInst) -> Option<Arc<PureDef>> {
        None
    }
    fn probe(&self, _: &FnInst, _: Span) -> Option<ProbePoint> {
        None
    }
    fn type_invariant(&self, _: &Term) -> Term {
        Term::bool(true)
    }
}

/// The text of a body.
fn shown(cx: &Context<'_>, body: &Body) -> String {
    let names = Names {
        adts: cx.types.adts(),
        fns: cx.fn_defs(),
        modules: cx.items.modules.clone(),
        sources: cx.spans.sources().clone(),
    };
    let mut text = body_text(&names, body);
    for known in &body.unmodelled {
        text.push_str(&format!("? {}\n", known.what));
    }
    for known in &body.obligations {
        text.push_str(&format!("! {} `{}` {}\n", known.id, known.claim, known.message));
    }
    text
}

/// The bodies of the user's functions, and of the closures in them.
fn lowered(source: &str) -> String {
    let t = std::time::Instant::now();
    testing::with(source, |cx| {
        eprintln!("load {:?}", t.elapsed());
        let mut text = String::new();
        let mut todo: Vec<FnInst> = cx.items.fns.iter().rev().map(|item| cx.identity(item.id)).collect();
        while let Some(inst) = todo.pop() {
            let t = std::time::Instant::now();
            let Some(body) = super::body(cx, &inst) else { continue };
            if t.elapsed().as_millis() > 300 {
                eprintln!("{} {:?}", cx.fn_def(inst.func).path, t.elapsed());
            }
            text.push_str(&shown(cx, &body));
            let calls = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match stmt {
                Stmt::Call { callee, .. } => Some(callee.clone()),
                _ => None,
            });
            let closures = calls.filter(|callee| matches!(cx.callable(callee.func), Callable::Closure(_)));
            todo.extend(closures.collect::<HashSet<_>>());
        }
        text
    })
}
