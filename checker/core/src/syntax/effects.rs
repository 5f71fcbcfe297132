//! What a function might do to the world outside: files, network, processes, the environment, other crates' code.
//!
//! Such a function is never run without permission, so the search errs on the side of finding too much. It reads tokens,
//! not trees: macros' arguments and `macro_rules!` bodies are tokens, and a name is suspicious wherever it stands.
//! Calls are followed by name: a path to what it resolves to, a method to every function of the crate that it may be.
use std::collections::{BTreeSet, HashSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use refine_spec_lang::{ClauseSyntax, FnSpec};

use crate::program::{Diagnostic, Effect, FnId, ModuleId};
use crate::span::Span;
use crate::ty::{AdtId, Ty};

use super::define::FAULTY;
use super::effect_names::{
    FILE_METHODS, MACRO_CALLS, SPEC_CRATES, STD_MACROS, called_back, implicit_calls, is_std_method, reaches_out,
};
use super::in_play::InPlay;
use super::names::{At, Def, Ns};
use super::{Crate, FnItem, Scope};

/// More than this many effects of one function tell nobody more.
const MAX_EFFECTS: usize = 8;

impl Crate {
    /// Finds the effects of all functions of the crate, their own and those of what they call.
    pub(super) fn find_effects(&mut self, fields: &[TokenStream]) {
        let mut facts: Vec<Facts> = self.fns.iter().map(|item| self.facts_of(item)).collect();
        let play = InPlay::new(self, fields);
        facts.iter_mut().for_each(|facts| play.settle(facts));
        let mut changed = true;
        while changed {
            changed = false;
            for at in 0..facts.len() {
                for callee in facts[at].callees.clone() {
                    let own = &facts[at].effects;
                    let room = MAX_EFFECTS.saturating_sub(own.len());
                    let theirs = facts[callee.0 as usize].effects.iter().filter(|each| !own.contains(each));
                    let inherited: Vec<Effect> = theirs.take(room).cloned().collect();
                    changed |= !inherited.is_empty();
                    facts[at].effects.extend(inherited);
                }
            }
        }
        self.refuse_effects_in_clauses(&play, &facts);
        for (item, facts) in self.fns.iter_mut().zip(facts) {
            item.def.effects = facts.effects;
            item.callees = facts.callees;
        }
    }

    /// A clause that surely reaches out is an error and is taken away: it would be run as often as the function.
    fn refuse_effects_in_clauses(&mut self, play: &InPlay, all: &[Facts]) {
        let own = |item: &&FnItem| !item.def.std;
        let lists = |spec: &FnSpec| [spec.requires.clone(), spec.ensures.clone()];
        let of_fns = self.fns.iter().filter(own).flat_map(|item| lists(&item.spec).map(|list| (&item.scope, list)));
        let of_types = self.adts.iter().map(|item| (&item.scope, item.spec.invariants.clone()));
        let clauses =
            of_fns.chain(of_types).flat_map(|(scope, list)| list.into_iter().map(move |clause| (scope, clause)));
        let mut refused: Vec<Span> = Vec::new();
        let mut diagnostics = Vec::new();
        for (scope, clause) in clauses {
            let mut search = Search::new(self, scope);
            search.tokens(clause.expr.to_token_stream());
            let mut facts = search.facts;
            play.settle(&mut facts);
            let behind = facts.callees.iter().flat_map(|id| &all[id.0 as usize].effects);
            let reaches_out = |effect: &&Effect| effect.what.starts_with("calls `std::");
            let Some(effect) = facts.effects.iter().chain(behind).find(reaches_out) else { continue };
            let span = self.span(scope, clause.span);
            refused.push(span);
            diagnostics.push(Diagnostic {
                error: true,
                code: "E0101",
                message: format!("a clause must not change anything, and this one {}", effect.what),
                span: Some(span),
                help: None,
            });
        }
        self.diagnostics.extend(diagnostics);
        if refused.is_empty() {
            return;
        }
        let spans = &self.spans;
        // Whether some were taken away.
        let refuse = |clauses: &mut Vec<ClauseSyntax>| {
            let before = clauses.len();
            clauses.retain(|clause| spans.place(clause.span.0, clause.span.1).is_none_or(|at| !refused.contains(&at)));
            clauses.len() < before
        };
        for item in &mut self.fns {
            if refuse(&mut item.spec.requires) | refuse(&mut item.spec.ensures) {
                item.def.uncallable = Some(FAULTY.to_owned());
            }
        }
        for item in &mut self.adts {
            item.faulty |= refuse(&mut item.spec.invariants);
        }
    }

    fn facts_of(&self, item: &FnItem) -> Facts {
        let mut search = Search::new(self, &item.scope);
        if !item.def.std {
            search.function(&item.sig, item.block.as_ref());
            search.by_name("drop", |_| true);
            // What is run with the function is as good as in it.
            for clause in item.spec.requires.iter().chain(&item.spec.ensures) {
                search.tokens(clause.expr.to_token_stream());
            }
        }
        search.facts
    }
}

/// What one body shows.
#[derive(Clone, Default)]
pub(super) struct Facts {
    pub(super) effects: Vec<Effect>,
    /// What it surely mentions.
    pub(super) callees: BTreeSet<FnId>,
    /// What it may call if it has a value of the type, by the name of a method.
    pub(super) candidates: BTreeSet<FnId>,
    /// The types it mentions.
    pub(super) adts: BTreeSet<AdtId>,
    /// Whether values of types that it does not mention may come in: it is generic, or has `dyn` or `impl` types.
    pub(super) open: bool,
}

/// The search for facts, in the tokens of one place.
pub(super) struct Search<'a> {
    krate: &'a Crate,
    scope: &'a Scope,
    at: At,
    /// Crates that names of the module come from: a method nobody knows may be of one of their traits.
    imported: Option<String>,
    facts: Facts,
    macros: HashSet<String>,
    consts: HashSet<u32>,
    aliases: HashSet<usize>,
}

impl<'a> Search<'a> {
    pub(super) fn new(krate: &'a Crate, scope: &'a Scope) -> Self {
        let at = At::from(scope);
        let imported = krate.imported_crate(at.module);
        let facts = Facts { open: !scope.generics.is_empty(), ..Facts::default() };
        let (macros, consts, aliases) = (HashSet::new(), HashSet::new(), HashSet::new());
        Search { krate, scope, at, imported, facts, macros, consts, aliases }
    }

    /// A search for which type parameters bring nothing in: their values are of types that are mentioned where they are
    /// filled in.
    pub(super) fn closed(krate: &'a Crate, scope: &'a Scope) -> Self {
        let mut search = Search::new(krate, scope);
        search.facts.open = false;
        search
    }

    fn function(&mut self, sig: &syn::Signature, block: Option<&syn::Block>) {
        if let syn::Safety::Unsafe(token) = &sig.safety {
            self.effect("is `unsafe`".to_owned(), (token.span, token.span));
        }
        self.signature(sig);
        if let Some(block) = block {
            for stmt in block.stmts.iter().filter(|stmt| !matches!(stmt, syn::Stmt::Item(_))) {
                self.tokens(stmt.to_token_stream());
            }
        }
    }

    /// The types in a signature.
    pub(super) fn signature(&mut self, sig: &syn::Signature) {
        if let Some(ty) = self.scope.self_ty.clone() {
            self.ty(&ty);
        }
        self.tokens(sig.inputs.to_token_stream());
        self.tokens(sig.output.to_token_stream());
    }

    /// What was found.
    pub(super) fn facts(self) -> Facts {
        self.facts
    }

    /// The types in a type.
    pub(super) fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Adt(id, args) => {
                self.facts.adts.insert(*id);
                args.iter().for_each(|arg| self.ty(arg));
            }
            Ty::Tuple(tys) => tys.iter().for_each(|ty| self.ty(ty)),
            Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty) | Ty::Ref(_, ty) | Ty::Boxed(ty) => self.ty(ty),
            Ty::Opaque(spelled) => {
                if let Ok(tokens) = spelled.parse() {
                    self.tokens(tokens);
                }
            }
            _ => {}
        }
    }

    fn effect(&mut self, what: String, span: (proc_macro2::Span, proc_macro2::Span)) {
        let span: Span = self.krate.span(self.scope, span);
        let effect = Effect { what, span };
        if self.facts.effects.len() < MAX_EFFECTS && !self.facts.effects.contains(&effect) {
            self.facts.effects.push(effect);
        }
    }

    pub(super) fn tokens(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            at = self.tree(&trees, at);
        }
    }

    /// Looks at the token at an index, and what belongs to it; gives the index after.
    fn tree(&mut self, trees: &[TokenTree], at: usize) -> usize {
        match &trees[at] {
            TokenTree::Group(group) => self.tokens(group.stream()),
            // Attributes are no code, except for their own macros, which are noted elsewhere.
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                let next = if is_punct(trees.get(at + 1), '!') { at + 2 } else { at + 1 };
                if is_group(trees.get(next), Delimiter::Bracket) {
                    return next + 1;
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => return at + 2,
            TokenTree::Punct(punct) => self.implicit(implicit_calls(punct.as_char())),
            TokenTree::Ident(ident) if is_punct(at.checked_sub(1).map(|at| &trees[at]), '.') => {
                let field_only = at >= 2 && is_punct(Some(&trees[at - 2]), '.');
                let called = is_group(trees.get(at + 1), Delimiter::Parenthesis) || is_punct(trees.get(at + 1), ':');
                if called && !field_only {
                    self.method(ident);
                } else if field_only {
                    return self.path(trees, at);
                }
            }
            TokenTree::Ident(ident) if ident == "unsafe" && is_group(trees.get(at + 1), Delimiter::Brace) => {
                self.effect("has an `unsafe` block".to_owned(), (ident.span(), ident.span()));
            }
            TokenTree::Ident(ident) if ident == "dyn" || ident == "impl" => self.facts.open = true,
            TokenTree::Ident(ident) if ident == "for" => self.implicit(&["into_iter", "next"]),
            TokenTree::Ident(_) => return self.path(trees, at),
            TokenTree::Literal(_) => {}
        }
        at + 1
    }

    /// A path, or a macro's call.
    fn path(&mut self, trees: &[TokenTree], start: usize) -> usize {
        let mut names = Vec::new();
        let mut end = start;
        while let Some(TokenTree::Ident(ident)) = trees.get(end) {
            names.push(ident.to_string().trim_start_matches("r#").to_owned());
            end += 1;
            let more = is_punct(trees.get(end), ':') && is_punct(trees.get(end + 1), ':');
            if !more || !matches!(trees.get(end + 2), Some(TokenTree::Ident(_))) {
                break;
            }
            end += 2;
        }
        let ends = (trees[start].span(), trees[end - 1].span());
        if is_punct(trees.get(end), '!') && matches!(trees.get(end + 1), Some(TokenTree::Group(_))) {
            self.macro_call(&names, ends);
            return end + 1;
        }
        let called = is_group(trees.get(end), Delimiter::Parenthesis);
        let after_colons =
            start >= 2 && is_punct(Some(&trees[start - 1]), ':') && is_punct(Some(&trees[start - 2]), ':');
        if after_colons && start >= 3 && is_punct(Some(&trees[start - 3]), '>') {
            // `Vec::<u8>::new`, `<T as Trait>::f`.
            self.by_name(names.last().map_or("", String::as_str), |_| true);
        } else {
            self.resolve(&names, after_colons, called, ends);
        }
        end
    }

    fn resolve(
        &mut self,
        names: &[String],
        absolute: bool,
        called: bool,
        ends: (proc_macro2::Span, proc_macro2::Span),
    ) {
        let last = names[names.len() - 1].as_str();
        if names[0] == "Self" {
            let this = self.scope.self_ty.clone();
            if names.len() > 1 {
                self.associated(this.as_ref(), last);
            }
            return;
        }
        if self.scope.generics.contains(&names[0]) {
            return self.by_name(last, |_| true);
        }
        let krate = self.krate;
        let found = krate
            .resolve_path(self.at, names, absolute, Ns::Values)
            .or_else(|| krate.resolve_path(self.at, names, absolute, Ns::Types));
        let verb = if called { "calls" } else { "uses" };
        match found {
            Some((Def::External(path), _)) => {
                let own = SPEC_CRATES.contains(&path[0].as_str());
                if path[0] == "std" && reaches_out(&path) {
                    self.effect(format!("{verb} `{}`", path.join("::")), ends);
                } else if path[0] != "std" && !own {
                    self.effect(format!("{verb} `{}`, which is outside the crate", path.join("::")), ends);
                } else {
                    self.implicit(&[last]);
                }
            }
            Some((Def::Fn(id), _)) => drop(self.facts.callees.insert(id)),
            Some((Def::Foreign(name), _)) => self.effect(format!("{verb} the foreign function `{name}`"), ends),
            Some((Def::Const(id), _)) => self.constant(id.0),
            Some((Def::Adt(id) | Def::Variant(id, _), used)) => {
                self.facts.adts.insert(id);
                if used < names.len() {
                    let ty = Ty::Adt(id, Vec::new());
                    self.associated(Some(&ty), last);
                }
            }
            Some((def, used)) => {
                if let Def::Alias(index) = def {
                    self.alias(index);
                }
                if used < names.len() {
                    self.by_name(last, |_| true);
                }
            }
            None => {
                if names.len() > 1 {
                    // `Default::default()`, `u8::from(x)`.
                    self.implicit(&[last]);
                    self.by_name(last, |ty| !matches!(ty, Some(Ty::Adt(..))));
                }
                self.unknown(names, called, ends);
            }
        }
    }

    /// A name that nothing declares may come in by a glob from outside.
    fn unknown(&mut self, names: &[String], called: bool, ends: (proc_macro2::Span, proc_macro2::Span)) {
        let name = names.join("::");
        // Most names that lead nowhere are locals.
        let maybe_local = names.len() == 1 && !called;
        for glob in self.krate.globs_behind(self.at, names) {
            let mut path = glob.clone();
            path.extend(names.iter().cloned());
            let own = SPEC_CRATES.contains(&glob[0].as_str());
            if (glob[0] == "std" && reaches_out(&path)) || (glob[0] != "std" && !own && !maybe_local) {
                self.effect(format!("uses `{name}`, which may be of `{}`", glob.join("::")), ends);
            }
        }
    }

    fn method(&mut self, ident: &proc_macro2::Ident) {
        let name = ident.to_string();
        let mut local = false;
        if let Some(ids) = self.krate.methods.get(&name) {
            for id in ids.iter().filter(|id| !self.krate.fns[id.0 as usize].def.std) {
                local = true;
                self.facts.candidates.insert(*id);
            }
        }
        let ends = (ident.span(), ident.span());
        if local {
            return;
        }
        self.implicit(called_back(&name));
        if FILE_METHODS.contains(&name.as_str()) {
            self.effect(format!("calls `.{name}()`, which may touch files or the network"), ends);
        } else if let Some(from) = self.imported.clone().filter(|_| !is_std_method(&name)) {
            self.effect(format!("calls `.{name}()`, which may be of the crate `{from}`"), ends);
        }
    }

    fn associated(&mut self, ty: Option<&Ty>, name: &str) {
        let id = match ty {
            Some(Ty::Adt(id, _)) => Some(*id),
            _ => None,
        };
        self.facts.adts.extend(id);
        self.by_name(name, |of| match (id, of) {
            (Some(id), Some(Ty::Adt(other, _))) => *other == id,
            _ => true,
        });
    }

    /// Every associated function of the crate with this name whose type may be meant.
    fn by_name(&mut self, name: &str, fits: impl Fn(Option<&Ty>) -> bool) {
        for id in self.krate.methods.get(name).into_iter().flatten() {
            let def = &self.krate.fns[id.0 as usize].def;
            if !def.std && fits(def.self_ty.as_ref()) {
                self.facts.candidates.insert(*id);
            }
        }
    }

    /// Calls of traits' methods that do not show: what an operator, a `for`, or the standard library calls.
    fn implicit(&mut self, names: &[&str]) {
        for name in names {
            for id in self.krate.methods.get(*name).into_iter().flatten() {
                let def = &self.krate.fns[id.0 as usize].def;
                if !def.std && def.of_trait.is_some() {
                    self.facts.candidates.insert(*id);
                }
            }
        }
    }

    fn alias(&mut self, index: usize) {
        if self.aliases.insert(index) {
            let alias = &self.krate.aliases[index];
            let here = std::mem::replace(&mut self.at, At::from(&alias.scope));
            self.tokens(alias.ty.to_token_stream());
            self.at = here;
        }
    }

    fn constant(&mut self, id: u32) {
        if !self.consts.insert(id) {
            return;
        }
        let item = &self.krate.consts[id as usize];
        let here = std::mem::replace(&mut self.at, At::from(&item.scope));
        self.ty(&item.ty);
        if let Some(expr) = &item.expr {
            self.tokens(expr.to_token_stream());
        }
        self.at = here;
    }

    fn macro_call(&mut self, names: &[String], ends: (proc_macro2::Span, proc_macro2::Span)) {
        let name = names[names.len() - 1].clone();
        let rules: Vec<(At, TokenStream)> = self.krate.macro_rules(&name);
        if rules.is_empty() {
            let of_std = STD_MACROS.contains(&name.as_str()) && matches!(names[0].as_str(), "std" | "core" | "alloc");
            let known = names.len() == 1 && STD_MACROS.contains(&name.as_str());
            let spec = matches!(name.as_str(), "loop_invariant" | "loop_decreases" | "alias");
            self.implicit(&MACRO_CALLS);
            if !(of_std || known || spec) {
                self.effect(format!("uses the macro `{name}!`, which is not looked into"), ends);
            }
            return;
        }
        if self.macros.insert(name) {
            for (at, tokens) in rules {
                let here = std::mem::replace(&mut self.at, at);
                self.tokens(tokens);
                self.at = here;
            }
        }
    }
}

impl Crate {
    /// The rules of the crate's own macros of this name.
    fn macro_rules(&self, name: &str) -> Vec<(At, TokenStream)> {
        let modules = self.names.modules.iter().enumerate();
        let modules = modules.map(|(id, table)| (At { module: ModuleId(id as u32), block: None }, table));
        let blocks = self.names.blocks.iter().map(|(table, at)| (*at, table));
        let all = modules.chain(blocks).flat_map(|(at, table)| table.macros.iter().map(move |each| (at, each)));
        all.filter(|(_, (each, _))| each == name).map(|(at, (_, tokens))| (at, tokens.clone())).collect()
    }

    /// A crate that a module imports names of, other than the specs' own.
    fn imported_crate(&self, id: ModuleId) -> Option<String> {
        let table = &self.names.modules[id.0 as usize];
        let at = At { module: id, block: None };
        let imports = table.imports.values().flatten().chain(&table.globs);
        let mut names: Vec<String> = imports
            .filter_map(|import| match self.imported(at, import, Ns::Types)? {
                Def::External(path) if path[0] != "std" && !SPEC_CRATES.contains(&path[0].as_str()) => {
                    path.into_iter().next()
                }
                _ => None,
            })
            .collect();
        names.sort();
        names.into_iter().next()
    }
}

fn is_punct(tree: Option<&TokenTree>, char: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == char)
}

fn is_group(tree: Option<&TokenTree>, delimiter: Delimiter) -> bool {
    matches!(tree, Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
}
