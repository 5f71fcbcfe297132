//! What a function's proofs, or its runs, are made of: a key that is the same wherever things stand in the text and in the program's
//! tables, and another whenever anything is another that proofs or runs depend on.
//!
//! All that leads from the function is walked in the order of the IR, and written to a hash. Functions, types, places and bound
//! variables are numbered as they are met, and their numbers are written: nothing depends on an index into a table, a pointer, or the
//! order of a hash map. So what was said of a content in the numbers of its [`Names`] can be said of an equal one in its own.
//!
//! **Invariant:** structs are taken apart field by field, so that a new field is not forgotten.
mod names;
mod terms;
#[cfg(test)]
mod tests;
mod writer;

use std::collections::VecDeque;

pub use self::names::Names;
use self::writer::Writer;
pub use self::writer::hash;
use crate::ids::{AdtId, FnId};
use crate::ir::{Block, Body, CallOrigin, CallSite, Callback, Clause, Contract, Local, Loop, LoopInvariant};
use crate::ir::{FactSource, RawClause, Stmt, Terminator, Unmodelled, Watch};
use crate::obligation::Obligation;
use crate::program::{AdtDef, Effect, FieldDef, FnDef, FnTemplate, Instance, ParamDef, Program, PureDef};
use crate::program::{Stub, StubMethod, StubTrait, VariantDef};
use crate::span::{LineCol, Span};
use crate::term::Term;
use crate::ty::{FnInst, Ty};

/// What a key is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Proofs: of a callee with a contract they know no more than that.
    Proofs,
    /// Runs: all that may be called, and what makes values.
    Runs,
}

/// A key, and the names of what it was made from.
#[derive(Clone, Debug)]
pub struct Content {
    /// The hash of all of it.
    pub key: String,
    /// What its numbers stand for.
    pub names: Names,
}

/// The content of a function.
pub fn of(program: &dyn Program, inst: &FnInst, part: Part) -> Content {
    let mut walk = Walk {
        program,
        part,
        out: Writer::default(),
        names: Names::default(),
        insts: names::Numbers::default(),
        waiting: VecDeque::new(),
        types: 0,
        terms: terms::Terms::default(),
    };
    walk.inst(inst);
    walk.all();
    for func in walk.names.funcs.iter() {
        walk.out.text(&program.func(*func).path);
    }
    Content { key: walk.out.finish(), names: walk.names }
}

struct Walk<'p> {
    program: &'p dyn Program,
    part: Part,
    out: Writer,
    names: Names,
    insts: names::Numbers<FnInst>,
    /// Instances that were met and not yet looked into.
    waiting: VecDeque<FnInst>,
    /// How many types were looked into.
    types: usize,
    terms: terms::Terms,
}

impl Walk<'_> {
    /// Looks into all that is met, until nothing new is.
    fn all(&mut self) {
        let mut first = true;
        loop {
            if let Some(inst) = self.waiting.pop_front() {
                self.function(&inst, std::mem::take(&mut first));
            } else if let Some(id) = self.names.adts.get(self.types) {
                self.types += 1;
                self.adt_def(id);
            } else {
                return;
            }
        }
    }

    fn function(&mut self, inst: &FnInst, first: bool) {
        self.def(inst.func);
        let contract = self.program.contract(inst);
        self.contract(&contract);
        match self.program.pure_def(inst) {
            Some(pure) => {
                let PureDef { body, domain, recursive } = &*pure;
                self.out.flag(*recursive);
                self.term(body);
                self.term(domain);
            }
            None => self.out.word("no term"),
        }
        let followed = first || !contract.explicit || self.part == Part::Runs;
        match self.program.body(inst).filter(|_| followed) {
            Some(body) => self.body(&body),
            None => self.out.word("no body"),
        }
        // Runs call the function that a closure is written in.
        if let Some(around) = self.program.func(inst.func).within {
            self.inst(&self.own(around));
        }
    }

    /// A function over its own type parameters.
    fn own(&self, func: FnId) -> FnInst {
        let generics = &self.program.func(func).generics;
        FnInst { func, args: generics.iter().map(|name| Ty::Param(name.clone())).collect() }
    }

    /// A function that is met, by its number.
    fn func(&mut self, func: FnId) {
        let (number, _) = self.names.funcs.number(func);
        self.out.number(number);
    }

    /// An instance that is met.
    fn inst(&mut self, inst: &FnInst) {
        self.func(inst.func);
        self.tys(&inst.args);
        let (number, new) = self.insts.number(inst.clone());
        self.out.number(number);
        if new {
            self.waiting.push_back(inst.clone());
        }
    }

    fn adt(&mut self, id: AdtId) {
        let (number, _) = self.names.adts.number(id);
        self.out.number(number);
    }

    fn span(&mut self, span: Span) {
        let (number, _) = self.names.spans.number(span);
        self.out.number(number);
    }

    /// A place in a file as rustc names it.
    fn place(&mut self, of: Span, at: Option<LineCol>) {
        let Some(at) = at else { return self.out.word("nowhere") };
        match self.program.sources().file(of.file).offset(at) {
            Some(start) => self.span(Span { file: of.file, start, end: start }),
            // Then lines matter.
            None => self.out.text(&format!("{at:?}")),
        }
    }

    fn many<T>(&mut self, all: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.out.number(all.len());
        all.iter().for_each(|one| each(self, one));
    }

    fn maybe<T>(&mut self, one: Option<T>, each: impl FnOnce(&mut Self, T)) {
        self.out.flag(one.is_some());
        if let Some(one) = one {
            each(self, one);
        }
    }

    fn texts(&mut self, all: &[String]) {
        self.many(all, |walk, text| walk.out.text(text));
    }

    fn def(&mut self, func: FnId) {
        let program = self.program;
        let FnDef {
            path,
            name,
            module,
            self_ty,
            of_trait,
            implements,
            trait_method,
            public,
            generics,
            params,
            ret,
            span,
            item,
            block,
            template,
            cfg,
            annotated,
            pure,
            track_caller,
            documents_panics,
            iterates,
            hides_result,
            called,
            within,
            std,
            foreign,
            uncallable,
            stand_ins,
            consts,
            instances,
            only_instances,
            effects,
            remembers,
            // Entries are told anew; and of runs, all text that counts is in the key.
            leads_to: _,
            is_value: _,
            texts: _,
            numbers: _,
            floats: _,
            reaches: _,
            apart: _,
        } = program.func(func);
        self.out.text(path);
        self.out.text(name);
        let module = program.modules().get(module.0 as usize).map_or("", |module| module.path.as_str());
        self.out.text(module);
        self.maybe(self_ty.as_ref(), Self::ty);
        self.maybe(of_trait.as_ref(), |walk, name| walk.out.text(name));
        self.maybe(*implements, Self::func);
        self.out.text(&format!("{trait_method:?}"));
        self.out.text(&format!("{called:?}"));
        [public, annotated, pure, track_caller, documents_panics, iterates, std, foreign, remembers, only_instances]
            .into_iter()
            .for_each(|flag| self.out.flag(*flag));
        self.out.flag(*hides_result);
        self.texts(generics);
        self.many(params, |walk, ParamDef { name, ty, is_static }| {
            walk.out.text(name);
            walk.ty(ty);
            walk.out.flag(*is_static);
        });
        self.ty(ret);
        [span, item, block].into_iter().for_each(|span| self.span(*span));
        self.maybe(*template, |walk, FnTemplate { opening, constness }| {
            walk.span(opening);
            walk.maybe(constness, Self::span);
        });
        self.texts(cfg);
        self.maybe(*within, Self::func);
        self.maybe(uncallable.as_ref(), |walk, why| walk.out.text(why));
        self.many(stand_ins, |walk, (name, ty)| {
            walk.out.text(name);
            walk.ty(ty);
        });
        self.many(consts, |walk, ParamDef { name, ty, is_static: _ }| {
            walk.out.text(name);
            walk.ty(ty);
        });
        self.many(instances, |walk, Instance { inst, self_ty, params, ret, own, is_run }| {
            walk.maybe(self_ty.as_ref(), Self::ty);
            [&inst.args, params, own].into_iter().for_each(|tys| walk.tys(tys));
            walk.ty(ret);
            walk.contract(&program.contract(inst));
            walk.out.flag(*is_run);
        });
        self.many(effects, |walk, Effect { what, span }| {
            walk.out.text(what);
            walk.span(*span);
        });
    }

    fn contract(&mut self, contract: &Contract) {
        let Contract { explicit, trusted, requires, ensures, decreases, raw, callbacks, keeps_invariants } = contract;
        self.out.flag(*explicit);
        self.out.flag(*trusted);
        self.out.flag(*keeps_invariants);
        self.many(requires, Self::clause);
        self.many(ensures, Self::clause);
        self.maybe(decreases.as_ref(), Self::clause);
        self.many(raw, |walk, RawClause { of_type, partly, requires, binder, text, written, span, reason }| {
            [of_type, partly, requires].into_iter().for_each(|flag| walk.out.flag(*flag));
            walk.maybe(binder.as_ref(), |walk, name| walk.out.text(name));
            [text, written, reason].into_iter().for_each(|text| walk.out.text(text));
            walk.span(*span);
        });
        self.many(callbacks, |walk, Callback { param, names, requires, ensures, written, span }| {
            walk.out.number(*param);
            [names, requires, ensures].into_iter().for_each(|texts| walk.texts(texts));
            walk.out.text(written);
            walk.span(*span);
        });
    }

    fn clause(&mut self, clause: &Clause) {
        let Clause { term, value, span, text, binder } = clause;
        self.term(term);
        self.term(value);
        self.span(*span);
        self.out.text(text);
        self.out.text(binder.as_deref().unwrap_or_default());
    }

    fn body(&mut self, body: &Body) {
        let Body { inst, locals, params, blocks, loops, obligations, contract, unmodelled, sites, escaping } = body;
        self.inst(inst);
        self.many(locals, |walk, Local { name, ty, span }| {
            walk.out.text(name);
            walk.ty(ty);
            walk.span(*span);
        });
        self.out.number(*params);
        self.many(obligations, Self::obligation);
        self.contract(contract);
        self.many(blocks, |walk, Block { stmts, end }| {
            walk.many(stmts, Self::stmt);
            walk.end(end);
        });
        self.many(loops, Self::turns);
        self.many(unmodelled, |walk, Unmodelled { what, span, runs }| {
            walk.out.text(what);
            walk.span(*span);
            walk.many(runs, |walk, func| walk.func(*func));
        });
        self.many(sites, |walk, CallSite { callee, span, last }| {
            walk.func(*callee);
            walk.span(*span);
            walk.maybe(*last, Self::span);
        });
        self.tys(escaping);
    }

    fn obligation(&mut self, obligation: &Obligation) {
        let Obligation { id, kind, span, clause, claim, message, words, panics_at, template, .. } = obligation;
        let Obligation { through, callee, home, always_met, .. } = obligation;
        self.out.text(id);
        self.out.word(kind.name());
        self.span(*span);
        self.maybe(*clause, Self::span);
        self.out.text(claim);
        [message, words].into_iter().for_each(|text| self.out.text(text));
        self.place(*span, *panics_at);
        self.maybe(*template, Self::span);
        self.many(through, |walk, span| walk.span(*span));
        self.maybe(*callee, Self::func);
        self.maybe(*home, Self::func);
        self.out.flag(*always_met);
    }

    fn turns(&mut self, turns: &Loop) {
        let Loop { head, span, invariants, decreases, hints, ends, watch } = turns;
        self.out.number(head.0 as usize);
        self.span(*span);
        self.many(invariants, |walk, LoopInvariant { clause, entry, preserved }| {
            walk.clause(clause);
            walk.out.number(entry.0 as usize);
            walk.out.number(preserved.0 as usize);
        });
        self.maybe(decreases.as_ref(), |walk, (clause, obligation)| {
            walk.clause(clause);
            walk.out.number(obligation.0 as usize);
        });
        self.many(hints, Self::term);
        self.out.flag(*ends);
        self.maybe(watch.as_ref(), |walk, Watch { at, vars, invariants, measure }| {
            walk.span(*at);
            walk.many(vars, |walk, (name, ty)| {
                walk.out.text(name);
                walk.ty(ty);
            });
            walk.many(invariants, Self::clause);
            walk.maybe(measure.as_ref(), Self::clause);
        });
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign { dest, value } => {
                self.out.word("assign");
                self.out.number(dest.0 as usize);
                self.term(value);
            }
            Stmt::Assert { cond, obligation } => {
                self.out.word("assert");
                self.term(cond);
                self.out.number(obligation.0 as usize);
            }
            Stmt::Assume { cond, source } => {
                self.out.word("assume");
                self.term(cond);
                match source {
                    FactSource::Own => self.out.word("own"),
                    FactSource::Callee(inst) => self.inst(inst),
                    FactSource::Invariant(at, nth) => [at, nth].into_iter().for_each(|n| self.out.number(*n)),
                }
            }
            Stmt::Way { way, cond } => {
                self.out.word("way");
                self.out.word(way.word());
                self.span(way.at());
                self.term(cond);
            }
            Stmt::Havoc { dest, made_up } => {
                self.out.word("havoc");
                self.out.number(dest.0 as usize);
                self.out.flag(*made_up);
            }
            Stmt::Call { callee, args, dest, outs, requires, span, origin } => {
                self.out.word("call");
                self.inst(callee);
                self.many(args, Self::term);
                self.out.number(dest.0 as usize);
                self.many(outs, |walk, (at, local)| {
                    walk.out.number(*at);
                    walk.out.number(local.0 as usize);
                });
                self.many(requires, |walk, obligation| walk.out.number(obligation.0 as usize));
                self.span(*span);
                let CallOrigin { at, template, args } = &**origin;
                self.place(*span, *at);
                self.maybe(*template, Self::span);
                self.texts(args);
            }
            Stmt::Unmodelled { what, obligation } => {
                self.out.word("unmodelled");
                self.out.number(*what);
                self.maybe(*obligation, |walk, obligation| walk.out.number(obligation.0 as usize));
            }
        }
    }

    fn end(&mut self, end: &Terminator) {
        match end {
            Terminator::Goto(to) => {
                self.out.word("goto");
                self.out.number(to.0 as usize);
            }
            Terminator::Branch { cond, then, otherwise } => {
                self.out.word("branch");
                self.term(cond);
                [then, otherwise].into_iter().for_each(|to| self.out.number(to.0 as usize));
            }
            Terminator::Return => self.out.word("return"),
            Terminator::Stop => self.out.word("stop"),
        }
    }

    fn adt_def(&mut self, id: AdtId) {
        let program = self.program;
        let AdtDef {
            name,
            module,
            foreign,
            named,
            non_exhaustive,
            path,
            generics,
            projections,
            lifetimes,
            consts,
            is_enum,
            variants,
            public,
            given,
            refined,
            span,
            derives,
            constructors,
            steps,
            generated,
            stub,
            choice,
        } = program.adt(id);
        self.out.text(name);
        self.out.text(path);
        self.out.flag(module.is_some());
        self.out.flag(*foreign);
        self.out.text(named.as_deref().unwrap_or_default());
        self.texts(generics);
        self.out.number(*projections);
        self.out.number(*lifetimes);
        self.texts(consts);
        [is_enum, non_exhaustive, public, given, refined, generated, choice]
            .into_iter()
            .for_each(|flag| self.out.flag(*flag));
        self.maybe(*span, Self::span);
        self.texts(derives);
        self.many(variants, |walk, VariantDef { name, shape, fields, discriminant, is_default }| {
            walk.out.text(name);
            walk.out.text(&format!("{shape:?} {discriminant:?} {is_default}"));
            walk.many(fields, |walk, FieldDef { name, ty, public }| {
                walk.out.text(name);
                walk.ty(ty);
                walk.out.flag(*public);
            });
        });
        let value = Ty::Adt(id, generics.iter().map(|name| Ty::Param(name.clone())).collect());
        self.term(&program.type_invariant(&Term::local(crate::ids::LocalId(0), value)));
        self.texts(program.untranslated_invariants(id));
        self.maybe(program.closure(id).cloned(), |walk, inst| walk.inst(&inst));
        self.out.flag(program.adt(id).is_abstract());
        self.maybe(stub.as_ref(), |walk, Stub { traits, methods, counts }| {
            walk.out.flag(*counts);
            walk.many(traits, |walk, StubTrait { path, module: _ }| walk.out.text(path));
            walk.many(methods, |walk, StubMethod { func, of }| {
                walk.out.number(*of);
                match walk.part {
                    Part::Runs => walk.inst(&walk.own(*func)),
                    _ => walk.func(*func),
                }
            });
        });
        if self.part == Part::Runs {
            [constructors, steps].into_iter().for_each(|all| self.many(all, |walk, func| walk.inst(&walk.own(*func))));
        }
    }
}
