//! What is run with a function besides its body: what its clauses mention, and the clauses of its loops and types.
use hir_def::resolver::{HasResolver, Resolver, TypeNs, ValueNs};
use hir_def::signatures::FunctionSignature;
use hir_def::{AdtId, CallableDefId, DefWithBodyId, HasModule, ModuleDefId};
use hir_expand::mod_path::{ModPath, PathKind};
use hir_expand::name::Name;
use hir_expand::{HirFileId, InFile, Lookup};
use hir_ty::db::HirDatabase as _;
use hir_ty::next_solver::{Ty, TyKind};
use intern::Symbol;
use proc_macro2::{Punct, Spacing, TokenTree};
use ra_syntax::{AstNode, ast};
use refine_core::span::Span;
use refine_spec_lang::ClauseSyntax;
use rustc_type_ir::inherent::IntoKind;
use syn::visit::Visit;

use super::Mention;
use super::names::STD_MACROS;
use super::walk::{Syntax, Walk};
use crate::database::Origin;
use crate::items::{FnItem, Items};

/// The paths, methods and operators in a clause.
#[derive(Default)]
struct Mentions {
    paths: Vec<Vec<String>>,
    /// All that may name a type, a variant among them.
    types: Vec<Vec<String>>,
    methods: Vec<String>,
    /// The methods of the operators.
    operators: Vec<&'static str>,
    macros: Vec<String>,
}

fn names(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

impl Mentions {
    /// What is in an expression of a macro's arguments.
    fn within(&mut self, expr: &syn::Expr) {
        let mut inner = Mentions::default();
        inner.visit_expr(expr);
        self.paths.extend(inner.paths);
        self.types.extend(inner.types);
        self.methods.extend(inner.methods);
        self.operators.extend(inner.operators);
        self.macros.extend(inner.macros);
    }
}

impl<'ast> Visit<'ast> for Mentions {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.paths.push(names(&path.path));
        syn::visit::visit_expr_path(self, path);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.types.push(names(path));
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.macros.extend(names(&called.path).pop());
        // The arguments, as far as they are expressions; and the condition after a pattern.
        let mut argument: Vec<TokenTree> = Vec::new();
        let end = TokenTree::Punct(Punct::new(',', Spacing::Alone));
        for token in called.tokens.clone().into_iter().chain([end]) {
            let splits = match &token {
                TokenTree::Punct(punct) => matches!(punct.as_char(), ',' | ';'),
                TokenTree::Ident(ident) => ident == "if",
                _ => false,
            };
            if !splits {
                argument.push(token);
            } else if let Ok(expr) = syn::parse2::<syn::Expr>(argument.drain(..).collect()) {
                self.within(&expr);
            }
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.methods.push(call.method.to_string());
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        self.operators.extend(method_of(&binary.op));
        syn::visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        self.operators.push(match unary.op {
            syn::UnOp::Neg(_) => "neg",
            syn::UnOp::Not(_) => "not",
            _ => "deref",
        });
        syn::visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.operators.push("index");
        syn::visit::visit_expr_index(self, index);
    }
}

/// The methods that an operator may call.
fn method_of(op: &syn::BinOp) -> &'static [&'static str] {
    use syn::BinOp::*;
    match op {
        Add(_) => &["add"],
        Sub(_) => &["sub"],
        Mul(_) => &["mul"],
        Div(_) => &["div"],
        Rem(_) => &["rem"],
        BitXor(_) => &["bitxor"],
        BitAnd(_) => &["bitand"],
        BitOr(_) => &["bitor"],
        Shl(_) => &["shl"],
        Shr(_) => &["shr"],
        Eq(_) => &["eq"],
        Ne(_) => &["ne", "eq"],
        Lt(_) => &["lt", "partial_cmp"],
        Le(_) => &["le", "partial_cmp"],
        Gt(_) => &["gt", "partial_cmp"],
        Ge(_) => &["ge", "partial_cmp"],
        _ => &[],
    }
}

impl<'db> Walk<'_, 'db> {
    /// The clauses of a function, of its parameters that are functions, and of the types that it has values of.
    pub(super) fn specs(&mut self, items: &Items, item: &FnItem) {
        let db = self.types.db();
        let place = |clause: &ClauseSyntax| items.texts.place(clause.span.0, clause.span.1).unwrap_or(item.def.span);
        let spec = &item.spec;
        let callbacks = spec.callbacks.iter().flat_map(|callback| callback.requires.iter().chain(&callback.ensures));
        let resolver = self.owner.resolver(db);
        for clause in spec.requires.iter().chain(&spec.ensures).chain(callbacks) {
            self.clause(clause, &resolver, place(clause));
        }
        let mut adts: Vec<AdtId> = self.facts.adts.iter().copied().collect();
        adts.retain(|adt| adt.krate(db) == self.types.krate());
        for of in items.adts.iter().filter(|of| adts.contains(&of.id)) {
            let resolver = of.id.resolver(db);
            of.spec.invariants.iter().for_each(|clause| self.clause(clause, &resolver, place(clause)));
        }
    }

    /// The clause of a loop, which stands in the body as the call of a marker.
    pub(super) fn loop_clause(&mut self, callee: Ty<'db>, place: &Syntax, span: Span) {
        let db = self.types.db();
        let TyKind::FnDef(callable, _) = callee.kind() else { return };
        let CallableDefId::FunctionId(marker) = callable.0 else { return };
        let name = FunctionSignature::of(db, marker).name.as_str();
        if db.origin(marker.krate(db)) != Origin::Spec || !name.starts_with("__loop") {
            return;
        }
        let HirFileId::MacroFile(call) = place.file_id else { return };
        let node = call.lookup(db).to_node(db);
        let call = ast::MacroCall::cast(node.value).map(|call| InFile::new(node.file_id, call));
        let text = call.and_then(|call| crate::items::arguments(db, self.spans, &call));
        let tokens = text.and_then(|text| text.text.parse().ok());
        if let Some(clause) = tokens.and_then(|tokens| refine_spec_lang::clause(tokens).ok()) {
            self.clause(&clause, &self.owner.resolver(db), span);
        }
    }

    fn clause(&mut self, clause: &ClauseSyntax, resolver: &Resolver<'db>, span: Span) {
        let mut mentions = Mentions::default();
        mentions.visit_expr(&clause.expr);
        mentions.paths.iter().for_each(|path| self.clause_path(path, resolver, span));
        for method in &mentions.methods {
            self.by_name(method);
            self.call_back_by_name(method, "calls", span);
            // Of what type it is a method is not asked here.
            self.facts.names.insert((self.krate(), method.clone()));
        }
        for method in mentions.operators {
            let what = format!("has a clause with the operator of `{method}`");
            self.facts.callbacks.entry(method).or_insert(Mention { what, span });
        }
        mentions.types.iter().for_each(|path| self.clause_type(path, resolver));
        for name in &mentions.macros {
            self.facts.unknown = true;
            if !STD_MACROS.contains(&name.as_str()) {
                self.effect(format!("has a clause with the macro `{name}!`, which refine does not look into"), span);
            }
        }
    }

    /// A path that may name a type, or start with one: the clause may have values of it.
    fn clause_type(&mut self, path: &[String], resolver: &Resolver<'db>) {
        let db = self.types.db();
        let mod_path = mod_path(path);
        let path = hir_def::expr_store::path::Path::BarePath(intern::Interned::new(mod_path));
        let ty = match resolver.resolve_path_in_type_ns(db, &path).map(|(found, ..)| found) {
            Some(TypeNs::AdtId(id) | TypeNs::AdtSelfType(id)) => db.ty(id.into()),
            Some(TypeNs::EnumVariantId(id)) => db.ty(AdtId::from(id.lookup(db).parent).into()),
            Some(TypeNs::TypeAliasId(id)) => db.ty(id.into()),
            Some(TypeNs::SelfType(id)) => db.impl_self_ty(id),
            _ => return,
        };
        self.ty(ty.skip_binder());
    }

    /// What a constant or a static that a clause reads runs to get its value.
    fn constant_of_clause(&mut self, id: DefWithBodyId) {
        let is_std = matches!(self.types.db().origin(id.krate(self.types.db())), Origin::Std | Origin::Spec);
        if !is_std {
            self.body(id);
        }
    }

    fn clause_path(&mut self, path: &[String], resolver: &Resolver<'db>, span: Span) {
        let db = self.types.db();
        let mod_path = mod_path(path);
        let hygiene = hir_def::expr_store::HygieneId::ROOT;
        let found = resolver.resolve_path_in_value_ns_fully(
            db,
            &hir_def::expr_store::path::Path::BarePath(intern::Interned::new(mod_path.clone())),
            hygiene,
        );
        match found {
            Some(ValueNs::FunctionId(id)) => self.function_of_clause(id, span),
            Some(ValueNs::ConstId(id)) => self.constant_of_clause(id.into()),
            Some(ValueNs::StaticId(id)) => self.constant_of_clause(id.into()),
            Some(_) => {}
            None => {
                let items = resolver.resolve_module_path_in_items(db, &mod_path);
                if let Some(ModuleDefId::FunctionId(id)) = items.values.map(|item| item.def) {
                    self.function_of_clause(id, span);
                } else if path.len() > 1 {
                    // An associated function, or what our standard library does not have.
                    self.unknown_path(&path.join("::"), &None, true, span);
                }
            }
        }
    }
}

/// A path as the front end has it.
fn mod_path(path: &[String]) -> ModPath {
    let (kind, names) = match path {
        [first, rest @ ..] if first == "crate" => (PathKind::Crate, rest),
        [first, rest @ ..] if first == "self" && !rest.is_empty() => (PathKind::SELF, rest),
        [first, rest @ ..] if first == "super" => (PathKind::Super(1), rest),
        all => (PathKind::Plain, all),
    };
    let names = names.iter().map(|name| Name::new_symbol_root(Symbol::intern(name.trim_start_matches("r#"))));
    ModPath::from_segments(kind, names)
}
